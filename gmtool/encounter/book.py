"""A bestiary file: what is wrong in it, its creatures, and each as it is written."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from gmtool.document.errors import line_end, line_start, position
from gmtool.document.parse import Document, Mapping, Node, Scalar
from gmtool.encounter.reading import OWN_PREFIX, Creatures, Tree, key_tree, read
from gmtool.errors import BadFile, Fault, Misused
from gmtool.rules.codecs import Track, without_none
from gmtool.rules.record import fields_of
from gmtool.rules.system import System


class Entry(NamedTuple):
    """A creature in a bestiary: its name, where its entry begins, and what the entry holds."""

    name: str
    book: Document
    line: int
    node: Mapping
    text: str
    """as it is written, the comments right above it and behind it included"""


def faults_of(book: Document, system: System, creatures: Creatures) -> list[Fault]:
    """All faults and warnings of a bestiary, in file order.

    It is read as an encounter in which every creature fights: so a creature must have, by itself or from the one it is
    `like`, all that a combatant must. Parts that others merge go under a name with `x-`, which is not read. A number
    may be dice; the lowest they can fall must be allowed.
    """
    root = Mapping(0, flow=False)
    for name, node in (("system", Scalar(system.id, 0, 0, "")), ("combatants", book.root)):
        root.index[name] = len(root.entries)
        root.entries.append((Scalar(name, 0, 0, ""), node))
    diced = _diced(system.combatant)
    for name in book.root.keys():
        creature = book.root.get(name)
        if isinstance(creature, Mapping):
            _settle(creature, key_tree(system.combatant), diced)
    fight = Document(book.name, book.text, root, bom=book.bom, newline=book.newline, aliases=book.aliases)
    try:
        found = read(fight, lambda _: system, creatures).warnings
    except BadFile as error:
        found = error.faults
    own = dict.fromkeys(fault for fault in found if fault.file == book.name)
    return sorted(own, key=lambda fault: (fault.line, fault.column))


def entries(book: Document) -> Iterator[Entry]:
    """The creatures of a bestiary, in file order; parts for merging (`x-...`) are none."""
    for key, value in book.root.written():
        node = book.root.get(key.text)
        if isinstance(node, Mapping) and not key.text.startswith(OWN_PREFIX) and key.text in book.root.index:
            start, text = _written(book, key, value)
            yield Entry(key.text, book, position(book.text, start)[0], node, text)


def _written(book: Document, key: Node, value: Node) -> tuple[int, str]:
    """Where the entry's own line begins, and its text from the comments right above to the one behind."""
    if book.root.flow:
        return key.head, book.text[key.head : value.end]
    own = first = line_start(book.text, key.head)
    heading = book.text[own : key.head] + "#"
    while first and book.text.startswith(heading, line_start(book.text, first - 1)):
        first = line_start(book.text, first - 1)
    return own, book.text[first : line_end(book.text, value.end)]


# dice -----------------------------------------------------------------------------------------------------------------


def _diced(cls: type) -> frozenset[str]:
    """The stats that are numbers: those that dice can be rolled for."""
    return frozenset(field.name for field in fields_of(cls).values() if without_none(field.type) in (int, Track))


def _settle(node: Mapping, tree: Tree, diced: frozenset[str]) -> None:
    """Put the lowest total in the place of dice."""
    for key in node.keys():
        declared, value = tree.get(key), node.get(key)
        if isinstance(declared, dict):
            if isinstance(value, Mapping):
                _settle(value, declared, diced)
        elif declared is not None and declared.name in diced and isinstance(value, Scalar):
            value.text = _lowest(value.text)


def _lowest(text: str) -> str:
    if "d" not in text.casefold():
        return text
    from gmtool.dice.notation import parse

    try:
        return str(parse(text).spread().least)
    except Misused:
        return text


# what a list of creatures shows ---------------------------------------------------------------------------------------


def value_at(entry: Entry, path: tuple[str, ...], creatures: Callable[[str], Entry | None]) -> str:
    """A single value as the file spells it, from the creature or from the one it is like; "" if neither has it."""
    seen: set[int] = set()
    at: Entry | None = entry
    while at is not None and id(at.node) not in seen:
        seen.add(id(at.node))
        found: Any = at.node
        for step in path:
            found = found.get(step) if isinstance(found, Mapping) else None
        if isinstance(found, Scalar) and not found.null:
            return found.text
        like = at.node.get("like")
        at = creatures(like.text) if isinstance(like, Scalar) else None
    return ""
