"""Where things stand: rows, columns, commas and the lines around them."""

from __future__ import annotations

import re

from gmtool.document.errors import line_start
from gmtool.document.tree import Document, Mapping, Node, Scalar, Sequence

DASH = re.compile(r"(?>\s+|#[^\n]*+)*+(?=-)")
COMMA = re.compile(r"(?>\s+|#[^\n]*+)*+,")
COLON = re.compile(r"\s*+:")
BLANK_REST = re.compile(r"[ \t]*+(?:#[^\n]*+)?+(?=\r?\n|\Z)")
PROPERTIES = re.compile(r"[&!]\S*(?:[ \t]+[&!]\S*)*")


class Row:
    """An entry or an item: from its key or dash (`head`) to the `end` of its value; `value` is as written."""

    __slots__ = ("end", "head", "key", "value")

    def __init__(self, head: int, end: int, value: Node, key: Scalar | None = None) -> None:
        self.head = head
        self.end = end
        self.value = value
        self.key = key


def rows(text: str, node: Node) -> list[Row]:
    """List the rows of a collection in file order, `<<` included; a scalar has none."""
    if isinstance(node, Mapping):
        return [
            Row(_key_head(text, key), _row_end(text, node, key, value), value, key) for key, value in node.written()
        ]
    if not isinstance(node, Sequence):
        return []
    if node.flow:
        return [Row(item.head, item.end, item) for item in node.written()]
    found: list[Row] = []
    after = node.start
    for item in node.written():
        dash = DASH.match(text, after)
        found.append(Row(dash.end() if dash else after, item.end, item))
        after = item.end
    return found


def _key_head(text: str, key: Scalar) -> int:
    """Give where a key begins, the `?` of an explicit one included."""
    head = key.head
    at = head - 1
    while at >= 0 and text[at] in " \t":
        at -= 1
    explicit = at >= 0 and text[at] == "?" and at < head - 1 and (at == 0 or text[at - 1] in " \t\n-")
    return at if explicit else head


def _row_end(text: str, node: Mapping, key: Scalar, value: Node) -> int:
    """Give where an entry ends: in braces, behind the blank that tells the colon of an empty value from its key."""
    end = max(value.end, key.end)
    return end + 1 if node.flow and value.start == value.end and text[end - 1 : end + 1] == ": " else end


def row_of(text: str, mapping: Mapping, key: str) -> Row | None:
    """Find the row in which a mapping has its own `key`."""
    if key not in mapping.index:
        return None
    return next(row for row in rows(text, mapping) if row.key is not None and row.key.text == key)


def hook(text: str, row: Row) -> int:
    """Give the index behind a row's colon or dash, and behind the anchor and tag of its value."""
    if row.value.properties is not None:
        found = PROPERTIES.match(text, row.value.head)
        return found.end() if found else row.value.head
    if row.key is None:
        return row.head + 1
    colon = COLON.match(text, row.key.end)
    return colon.end() if colon else row.key.end


def column(text: str, index: int) -> int:
    """Give the column of an index, from 0, in characters."""
    return index - line_start(text, index)


def first_on_line(text: str, index: int) -> bool:
    """Say whether nothing but blanks stands before an index on its line."""
    return not text[line_start(text, index) : index].strip()


def next_line(text: str, index: int) -> int:
    """Give the index at which the line after that of `index` begins, or the length of the text."""
    end = text.find("\n", index)
    return len(text) if end < 0 else end + 1


def newline_at(text: str, index: int, usual: str) -> str:
    """Give the line end of the line of `index`, or the usual one if it has none."""
    end = text.find("\n", index)
    if end < 0:
        return usual
    return "\r\n" if text[end - 1 : end] == "\r" else "\n"


def lines_end(text: str, row: Row, indent: int) -> int:
    """Give the index after the last line that belongs to a block row: comments indented deeper than it are its own."""
    end = at = next_line(text, row.end)
    while at < len(text):
        after = next_line(text, at)
        line = text[at:after]
        words = line.strip()
        if words and not (words[0] == "#" and len(line) - len(line.lstrip(" ")) > indent):
            break
        at = after
        if words:
            end = at
    return end


def blank_above(text: str, start: int, floor: int) -> int:
    """Give where the blank lines above the line at `start` begin, not before `floor`; `start` if there are none."""
    while start > floor:
        above = line_start(text, start - 1)
        if above < floor or text[above:start].strip():
            break
        start = above
    return start


def blank_below(text: str, start: int) -> int:
    """Give where the blank lines from the line at `start` on end; `start` if there are none."""
    while start < len(text) and not text[start : next_line(text, start)].strip():
        start = next_line(text, start)
    return start


def keeps_blank_lines(text: str, node: Node) -> bool:
    """Say whether blank lines behind a value would be part of it: if it ends with a block scalar marked `+`."""
    while isinstance(node, Mapping | Sequence) and node.written():
        last = node.written()[-1]
        node = last[1] if isinstance(last, tuple) else last
    return isinstance(node, Scalar) and node.style in ("|", ">") and "+" in text[node.start : node.start + 3]


def comma_after(text: str, index: int) -> int | None:
    """Give the index of the comma that follows a flow row, or None if there is none."""
    found = COMMA.match(text, index)
    return found.end() - 1 if found else None


def rest_blank(text: str, index: int) -> bool:
    """Say whether nothing but a comment follows on the line."""
    return BLANK_REST.match(text, index) is not None


def same_text(before: Document, old: Node, after: Document, new: Node) -> bool:
    """Say whether a collection stands in the same characters at the same column, and so can only read the same.

    That holds where nothing is brought in from elsewhere by an alias.
    """
    if not isinstance(old, Mapping | Sequence) or not isinstance(new, type(old)):
        return False
    if new.flow != old.flow or new.end - new.start != old.end - old.start:
        return False
    if column(after.text, new.start) != column(before.text, old.start):
        return False
    return after.text[new.start : new.end] == before.text[old.start : old.end]
