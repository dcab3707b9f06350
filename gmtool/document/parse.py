"""Read an encounter file: bytes to a tree with positions, or what is wrong with it in plain words.

The text goes through ruamel's event parsers, the C one first. Each refuses something legal that the other reads: the C
parser `{url: http://x}`, the Python one a tab before a comment. Where both fail, both try again on a copy of the same
length in which such tabs are spaces. U+0085, U+2028 and U+2029 are line ends to the parsers but to nobody else: a text
that has them is always read through a copy with other characters in their place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import ScalarEvent

from gmtool.document.build import Builder
from gmtool.document.errors import bad_file, fault
from gmtool.document.tree import Alias, Document, Mapping, Node, Path, Plain, Scalar, Sequence, walk
from gmtool.errors import Fault

__all__ = ["Alias", "Document", "Mapping", "Node", "Path", "Plain", "Scalar", "Sequence", "parse"]

Loader = Callable[[str], Any]
Parser = Callable[[str], Iterable[Any]]

C_LOADER: Loader | None = None
"""The C parser; None where the platform has none, and everything is slower and otherwise the same."""
try:
    from ruamel.yaml.cyaml import CBaseLoader

    C_LOADER = CBaseLoader
except ImportError:
    pass

MOST_BYTES = 10_000_000
MOST_EVENTS = 300_000
"""What a parser may find in a file: ten times a fight of a thousand; more would take a minute and a gigabyte."""
BOM = b"\xef\xbb\xbf"
PRIVATE_USE = range(0xE000, 0xF8FF)
ODD_TABS = r"(?<=\S)[ \t]*\t[ \t]*"
CONFLICT_SIGNS = ("<<<<<<<", "\n=======", ">>>>>>>", "\n|||||||")


def parse(raw: bytes, name: str) -> Document:
    """Read the bytes of the file `name`. Raises BadFile with every fault found, each with line, column and caret."""
    if len(raw) > MOST_BYTES:
        raise bad_file(name, [Fault(name, 1, 1, f"{len(raw):,} bytes are too many; at most {MOST_BYTES:,} are read")])
    bom = raw.startswith(BOM)
    try:
        text = raw[len(BOM) :].decode() if bom else raw.decode()
    except UnicodeDecodeError as error:
        from gmtool.document.diagnosis import not_utf8

        raise bad_file(name, [not_utf8(raw[len(BOM) * bom :], name, error.start)]) from None
    newline = _newline(text, name)
    builder = _read(text, name)
    if builder.faults:
        raise bad_file(name, sorted(builder.faults, key=lambda found: (found.line, found.column)))
    root = builder.root
    if not isinstance(root, Mapping):
        from gmtool.document.diagnosis import no_encounter

        raise bad_file(name, [no_encounter(text, name, root)])
    if any(sign in text for sign in CONFLICT_SIGNS):
        from gmtool.document.diagnosis import conflict_in

        conflict = conflict_in(text, name, root)
        if conflict is not None:
            raise bad_file(name, [conflict])
    return Document(name, text, root, bom=bom, newline=newline, aliases=builder.aliases)


def _newline(text: str, name: str) -> str:
    """Give the line end that most lines have. Raises BadFile for a carriage return that ends a line alone."""
    if "\r" not in text:
        return "\n"
    crlf = text.count("\r\n")
    if text.count("\r") != crlf:
        from gmtool.document.diagnosis import lone_carriage_return

        raise bad_file(name, [lone_carriage_return(text, name)])
    return "\r\n" if crlf * 2 >= text.count("\n") else "\n"


def _read(text: str, name: str) -> Builder:
    """Build the tree by the first way of reading that works. Raises BadFile with a diagnosis if none does."""
    masks = _masks(text)
    masked = text.translate(masks) if masks else text
    for parser in _parsers():
        if builder := _built(text, name, masked, parser):
            return builder if masked is text else _unmasked(builder, masks, masked)
    blanked = re.sub(ODD_TABS, lambda found: " " * len(found[0]), masked)
    for parser in _parsers() if blanked != masked else ():
        # the tabs inside values stay: where the values are, a first reading tells
        if first := _built(text, name, blanked, parser):
            source = _with_values_of(masked, blanked, first)
            if builder := _built(text, name, source, parser):
                return _unmasked(builder, masks, source)
    raise bad_file(name, [_diagnosis(text, name, blanked)])


def _parsers() -> list[Parser]:
    return [_python_events] if C_LOADER is None else [_c_events, _python_events]


def _c_events(source: str) -> Iterable[Any]:
    return iter(C_LOADER(source).get_event, None) if C_LOADER is not None else ()


def _python_events(source: str) -> Iterable[Any]:
    from ruamel.yaml.main import YAML

    events: Iterable[Any] = YAML(typ="safe", pure=True).parse(source)
    return events


def _built(text: str, name: str, source: str, parser: Parser) -> Builder | None:
    """Build the tree of the text from the events of a copy of it; None if the parser cannot read that."""
    builder = Builder(text, name)
    try:
        events = parser(source)
        builder.build(events if len(source) < MOST_EVENTS else _not_too_many(events, text, name))
    except YAMLError:
        return None
    return builder


def _not_too_many(events: Iterable[Any], text: str, name: str) -> Iterator[Any]:
    """Pass on the events of a large text. Raises BadFile where there are more than any fight has."""
    for number, event in enumerate(events):
        if number == MOST_EVENTS:
            start = event.start_mark.index
            words = f"more than {MOST_EVENTS:,} keys and values are too many; is this the right file?"
            raise bad_file(name, [fault(text, name, start, start + 1, words)])
        yield event


def _diagnosis(text: str, name: str, source: str) -> Fault:
    """Say what keeps the Python parser from reading the source, a copy of the text."""
    from gmtool.document.diagnosis import diagnose

    quoted = None
    try:
        for event in _python_events(source):
            if isinstance(event, ScalarEvent) and event.style in ("'", '"'):
                quoted = event
    except YAMLError as error:
        return diagnose(text, name, error, quoted)
    return diagnose(text, name, "a tab where only spaces may be", quoted)


def _masks(text: str) -> dict[int, int]:
    """Choose a stand-in that the text has not for each of the line ends that only the parsers see."""
    if text.isascii():
        return {}
    odd = [ord(sign) for sign in "\x85\u2028\u2029" if sign in text]
    free = (code for code in PRIVATE_USE if chr(code) not in text)
    return dict(zip(odd, free, strict=False))


def _unmasked(builder: Builder, masks: dict[int, int], source: str) -> Builder:
    """Give every scalar the characters it has in the file; `source` is the copy it was read from."""
    unmasks = {stand_in: sign for sign, stand_in in masks.items()}
    for node in _scalars(builder):
        written = builder.text[node.start : node.end]
        as_read = source[node.start : node.end].translate(unmasks)
        node.text = node.text.translate(unmasks) if written == as_read else written
    for place in walk(builder.root) if builder.root is not None else ():
        if place.properties is not None and place.properties.anchor is not None:
            place.properties.anchor = place.properties.anchor.translate(unmasks)
        if isinstance(place, Alias):
            place.name = place.name.translate(unmasks)
        elif isinstance(place, Mapping):
            _rename_keys(place, unmasks)
    return builder


def _rename_keys(mapping: Mapping, unmasks: dict[int, int]) -> None:
    """Know the entries by the names their keys have in the file."""
    for key, _ in mapping.entries:
        if key.style == "*":
            key.text = key.text.translate(unmasks)
    mapping.index = {key.text: number for number, (key, _) in enumerate(mapping.entries)}


def _with_values_of(masked: str, blanked: str, builder: Builder) -> str:
    """Put the scalars back into a text in which tabs were made spaces, save plain ones, which say what they show."""
    parts: list[str] = []
    done = 0
    for node in _scalars(builder):
        source = blanked if node.plain and "\n" not in masked[node.start : node.end] else masked
        parts += blanked[done : node.start], source[node.start : node.end]
        done = max(done, node.end)
    return "".join([*parts, blanked[done:]])


def _scalars(builder: Builder) -> Iterator[Scalar]:
    for node in walk(builder.root) if builder.root is not None else ():
        if isinstance(node, Scalar) and node.style != "*":
            yield node
