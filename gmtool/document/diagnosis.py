"""What is wrong with a text that cannot be read, in words for somebody who never saw a YAML parser.

The parser says where it gave up, which is seldom where the mistake is: each rule below knows one mistake by what the
parser said and by the lines around.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from gmtool.document.errors import fault, line_end, line_start, position
from gmtool.document.tree import Node, Scalar, walk
from gmtool.errors import Fault

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff\ud800-\udfff]")
CONFLICT = re.compile(r"^(?:(?:<{7}|>{7}|\|{7})(?: [^\r\n]*)?|={7})(?=\r?$)", re.MULTILINE)
TAB_INDENT = re.compile(r"^ *(\t)\s*(?=[^\s#])", re.MULTILINE)
ENTRY = re.compile(r"[ \t]*(?:- +)*(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s#'\"{\[][^#\n]*?)[ \t]*:[ \t]+(?=[^\s#])")
GLUED_COLON = re.compile(r"[ \t]*(?:- +)*[^\s:#]+(:)[^\s:/]")
TOKENS = r"\"(?:\\.|[^\"\\])*\"|'[^']*'|(?<=\s)#[^\n]*|[\[{]|[\]}]"
"""Quoted text, comments and brackets."""
BRACKETS = {"{": "}", "[": "]"}
QUOTES_AROUND = "put quotes round it"


class Finding(NamedTuple):
    """Where the mistake is in the text, and what it is."""

    start: int
    end: int
    words: str


class Complaint:
    """A text, and what the parser said about it: `at` is where it gave up, `opened` where what it was in began."""

    def __init__(self, text: str, error: Any, quoted: Any) -> None:
        self.text = text
        self.problem: str = getattr(error, "problem", None) or str(error).split("\n")[0]
        self.context: str = getattr(error, "context", None) or ""
        mark, opened = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
        self.at: int = mark.index if mark is not None else 0
        self.opened: int = opened.index if opened is not None else self.at
        self.quoted = quoted
        """The event of the last quoted value before, or None."""

    @property
    def line(self) -> int:
        """Where the line it gave up in begins."""
        return line_start(self.text, self.at)

    def value(self) -> tuple[int, int] | None:
        """Find the value on the line it gave up in, without the comment behind."""
        end = line_end(self.text, self.line)
        entry = ENTRY.match(self.text, self.line, end)
        if entry is None:
            return None
        comment = self.text.find(" #", entry.end(), end)
        stop = end if comment < 0 else comment
        return entry.end(), entry.end() + len(self.text[entry.end() : stop].rstrip())

    def words(self, index: int) -> Finding:
        """Find the words from an index to the end of its line."""
        end = line_end(self.text, index)
        return Finding(index, index + max(1, len(self.text[index:end].rstrip())), "")


def diagnose(text: str, name: str, error: Any, quoted: Any) -> Fault:
    """Say what is wrong with a text that the Python parser gave up with `error`, `quoted` its last quoted value."""
    complaint = Complaint(text, error, quoted)
    for rule in RULES:
        found = rule(complaint)
        if found is not None:
            return fault(text, name, *found)
    start, end, _ = complaint.words(min(complaint.at, len(text.rstrip())))
    words = (
        f"this cannot be read ({complaint.problem}): look at the quotes, colons and spaces here and in the line above"
    )
    return fault(text, name, start, end, words)


def not_utf8(raw: bytes, name: str, at: int) -> Fault:
    """Point at the first byte that is not UTF-8."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return Fault(name, 1, 1, "the file is UTF-16; save it as UTF-8")
    start = len(raw[:at].decode())
    words = f"the byte 0x{raw[at]:02x} is not UTF-8 (Latin-1, perhaps); save the file as UTF-8"
    return fault(raw.decode("utf-8", "replace"), name, start, start + 1, words)


def lone_carriage_return(text: str, name: str) -> Fault:
    """Point at the first line that ends in a carriage return without a line feed."""
    at = text.replace("\r\n", "\n\n").index("\r")
    shown = text.replace("\r", "\n")
    return fault(
        shown, name, at, at + 1, "a lone carriage return ends this line; save the file with LF or CRLF line ends"
    )


def no_encounter(text: str, name: str, root: Node | None) -> Fault:
    """Say what a readable text has in the place of the keys of an encounter."""
    start = root.start if root is not None else 0
    remedy = "`gm init` makes one"
    if not text.strip():
        return Fault(name, 1, 1, f"the file is empty, not an encounter; {remedy}")
    if root is None or (isinstance(root, Scalar) and root.null):
        return fault(text, name, 0, 1, f"there is nothing in the file but comments, not an encounter; {remedy}")
    kind = "text" if isinstance(root, Scalar) else "a list"
    words = f"not an encounter: the file begins with {kind}, and should with keys like `system: bnb`"
    return fault(text, name, start, line_end(text, start), words)


def conflict_in(text: str, name: str, root: Node) -> Fault | None:
    """Find a merge-conflict marker that was read as part of the file, and not inside quotes or a block of text."""
    spans = [(node.start, node.end) for node in walk(root) if isinstance(node, Scalar) and not node.plain]
    for found in CONFLICT.finditer(text):
        if not any(start < found.start() < end for start, end in spans):
            return fault(text, name, *_conflict(found.start(), found.end(), text))
    return None


def _conflict(start: int, end: int, text: str) -> Finding:
    return Finding(start, end, f"unresolved merge conflict at line {position(text, start)[0]}")


def conflict_marker(complaint: Complaint) -> Finding | None:
    """`<<<<<<< HEAD` and the like."""
    found = CONFLICT.search(complaint.text)
    return _conflict(found.start(), found.end(), complaint.text) if found else None


def control_character(complaint: Complaint) -> Finding | None:
    """A character that no YAML file may have; many NULs are UTF-16 without its mark."""
    found = CONTROL.search(complaint.text)
    if found is None:
        return None
    if found[0] == "\0":
        return Finding(found.start(), found.end(), "the file is UTF-16 or no text at all; save it as UTF-8")
    return Finding(
        found.start(), found.end(), f"the control character U+{ord(found[0]):04X} may not be here; take it out"
    )


def tab_indentation(complaint: Complaint) -> Finding | None:
    """A tab before the first word of the line."""
    for start in (complaint.line, line_start(complaint.text, max(0, complaint.line - 1))):
        found = TAB_INDENT.match(complaint.text, start)
        if found:
            line = position(complaint.text, start)[0]
            return Finding(found.start(1), found.end(1), f"tab used for indentation, line {line}: YAML wants spaces")
    if complaint.text.startswith("\t", complaint.at) and not complaint.text[complaint.line : complaint.at].strip(" "):
        return Finding(complaint.at, complaint.at + 1, "a tab at the beginning of a line; YAML wants spaces there")
    return None


def open_quote(complaint: Complaint) -> Finding | None:
    """A quote that is closed nowhere, or only by the next one some lines below."""
    text, quoted = complaint.text, complaint.quoted
    if "quoted scalar" in complaint.context and "unexpected" in complaint.problem:
        return Finding(complaint.opened, complaint.opened + 1, "this quote is never closed")
    if quoted is None or quoted.end_mark.line == quoted.start_mark.line or quoted.end_mark.index > complaint.at:
        return None
    if text[quoted.end_mark.index : complaint.at].strip(" :"):
        return None
    start, line = quoted.start_mark.index, quoted.end_mark.line + 1
    return Finding(start, start + 1, f"this quote is closed only in line {line}; was it meant to end in its own?")


def unknown_escape(complaint: Complaint) -> Finding | None:
    r"""`"C:\maps"`."""
    if "unknown escape" not in complaint.problem:
        return None
    at = complaint.text.rfind("\\", complaint.opened, complaint.at + 1)
    sign = complaint.text[at : at + 2]
    words = f"`{sign}` means nothing in double quotes: write `\\{sign}`, or use single quotes"
    return Finding(at, at + 2, words)


def open_bracket(complaint: Complaint) -> Finding | None:
    """A brace or bracket that is never closed, or closed but with a comma missing inside."""
    text, opened = complaint.text, complaint.opened
    sign = text[opened : opened + 1]
    if "flow" not in complaint.context or sign not in BRACKETS:
        return None
    if _closing(text, opened) is None or complaint.at >= len(text):  # what looks like its end may be a comment's
        return Finding(opened, opened + 1, f"this `{sign}` is never closed by a `{BRACKETS[sign]}`")
    if text[complaint.at] in BRACKETS.values():
        words = f"this `{sign}` is never closed by a `{BRACKETS[sign]}`: a `{text[complaint.at]}` comes first"
        return Finding(opened, opened + 1, words)
    words = "a comma is missing before this, or the text needs quotes"
    return Finding(complaint.at, complaint.at + 1, words)


def _closing(text: str, opened: int) -> int | None:
    """Find where a bracket is closed, quotes and comments not looked into."""
    depth = 0
    for found in re.finditer(TOKENS, text[opened:]):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(found[0], 0)
        if depth == 0:
            return opened + found.start()
    return None


def missing_value(complaint: Complaint) -> Finding | None:
    """Nothing between two commas, or the next line where a value should be."""
    text, at = complaint.text, complaint.at
    if "expected the node content" not in complaint.problem:
        return None
    opened = _still_open(text, at)
    if opened is not None and "\n" in text[opened:at]:
        return Finding(opened, opened + 1, f"this `{text[opened]}` is never closed by a `{BRACKETS[text[opened]]}`")
    if opened is not None:
        return Finding(at, at + 1, "a value is missing before this")
    start, end, _ = complaint.words(min(at, len(text.rstrip())))
    return Finding(start, end, "this cannot stand here; put quotes round it if it is text")


def _still_open(text: str, at: int) -> int | None:
    """Find the last bracket before an index that is not closed before it."""
    opened: list[int] = []
    for found in re.finditer(TOKENS, text[:at]):
        if found[0] in BRACKETS:
            opened.append(found.start())
        elif found[0] in ("]", "}") and opened:
            opened.pop()
    return opened[-1] if opened else None


def stray_bracket(complaint: Complaint) -> Finding | None:
    """`{a: 1}}`."""
    sign = complaint.text[complaint.at : complaint.at + 1]
    if sign not in ("}", "]") or sign not in complaint.problem:
        return None
    return Finding(
        complaint.at, complaint.at + 1, f"this `{sign}` closes nothing; take it out, or put quotes round the text"
    )


def colon_in_value(complaint: Complaint) -> Finding | None:
    """`note: Sir Bun: the brave`."""
    value = complaint.value()
    if "mapping values are not allowed" not in complaint.problem or value is None or value[0] > complaint.at:
        return None
    return Finding(*value, f"`: ` inside a value; {QUOTES_AROUND}")


def deeper_line(complaint: Complaint) -> Finding | None:
    """A key below a key that has its value already."""
    if "mapping values are not allowed" not in complaint.problem:
        return None
    above = complaint.text[: complaint.line].rstrip()
    if not re.search(r":(?:\s|\Z)", above[line_start(above, len(above)) :]):
        return _without_colon(complaint, line_start(above, len(above)))
    start, _, _ = complaint.words(_first_word(complaint.text, complaint.line))
    words = "the line above has a value already, so this one cannot be below it; indent both alike"
    return Finding(start, max(start + 1, complaint.at), words)


def odd_start(complaint: Complaint) -> Finding | None:
    """A value that begins with a sign YAML keeps for itself, or with a quote or bracket that ends too early."""
    value = complaint.value()
    if "block scalar" in complaint.context:
        value = complaint.words(complaint.opened)[:2]
    elif value is None or ("cannot start any token" in complaint.problem and value[0] != complaint.at):
        value = complaint.words(complaint.at)[:2]
    start, end = value
    if start > complaint.at:
        return None
    sign = complaint.text[start : start + 1]
    if sign and sign in "@`%,*&!|>}]?":
        return Finding(start, end, f"`{sign}` cannot begin a text; {QUOTES_AROUND}")
    if "<block end>" in complaint.problem and complaint.at > start:
        if sign in "\"'":
            words = (
                "text behind the closing quote: quote the whole value, with the other kind of quote or each inner one "
            )
            return Finding(complaint.at, end, words + ('as \\"' if sign == '"' else "doubled"))
        if sign in BRACKETS:
            return Finding(start, end, f"text behind the closing `{BRACKETS[sign]}`; {QUOTES_AROUND}")
    return None


def _first_word(text: str, start: int) -> int:
    """Give where the first word after an index begins."""
    found = re.compile(r"\s*").match(text, start)
    return found.end() if found else start


def no_colon(complaint: Complaint) -> Finding | None:
    """A line that is no `key: value`."""
    if "could not find expected ':'" not in complaint.problem:
        return None
    return _without_colon(complaint, complaint.opened)


def _without_colon(complaint: Complaint, at: int) -> Finding:
    start, end, _ = complaint.words(_first_word(complaint.text, at))
    glued = GLUED_COLON.match(complaint.text, start, end)
    if glued:
        return Finding(glued.start(1), glued.end(1), "a space is missing behind this colon")
    return Finding(start, end, "there is no `: ` in this line; an entry is written `key: value`")


def behind_the_end(complaint: Complaint) -> Finding | None:
    """A line behind the brace that closes the whole file."""
    if "<document start>" not in complaint.problem:
        return None
    start, end, _ = complaint.words(complaint.at)
    return Finding(start, end, "this stands behind the end of what the file began with")


def item_on_key_line(complaint: Complaint) -> Finding | None:
    """`a: - b`."""
    if "sequence entries are not allowed" not in complaint.problem:
        return None
    start, end, _ = complaint.words(complaint.at)
    return Finding(
        start, end, "a list cannot begin on the line of its key: give each `- ` a line below, or write [a, b]"
    )


def mixed_rows(complaint: Complaint) -> Finding | None:
    """List items among keys, keys among items, or a line between two levels."""
    if "expected <block end>" not in complaint.problem:
        return None
    start, end, _ = complaint.words(complaint.at)
    if complaint.text[complaint.line : complaint.at].strip():
        return Finding(start, end, "this cannot stand behind what is before it on the line; put quotes round the text")
    if complaint.text.startswith("- ", complaint.at):
        return Finding(start, end, "a list item among keys; indent it below a key of its own")
    if "block collection" in complaint.context:
        return Finding(start, end, "a key among list items; begin the line with `- `, or indent it as another key")
    return Finding(start, end, "this line is indented like none of the lines above that it could belong to")


def directive(complaint: Complaint) -> Finding | None:
    """A line that begins with `%`."""
    if "directive" not in complaint.context and "document" not in complaint.problem:
        return None
    at = max(complaint.text.find("\n%") + 1, 0)
    if not complaint.text.startswith("%", at):
        return None
    start, end, _ = complaint.words(at)
    return Finding(start, end, "a line cannot begin with `%`, unless it is `%YAML 1.2` with a line `---` below")


RULES: tuple[Callable[[Complaint], Finding | None], ...] = (
    control_character,
    conflict_marker,
    tab_indentation,
    open_quote,
    unknown_escape,
    open_bracket,
    missing_value,
    stray_bracket,
    colon_in_value,
    deeper_line,
    odd_start,
    no_colon,
    directive,
    behind_the_end,
    item_on_key_line,
    mixed_rows,
)
"""What is looked for, the surest signs first."""
