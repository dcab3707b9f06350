"""Keep columns: right-aligned numbers, padded flow columns, and the comments behind values that grow or shrink."""

from __future__ import annotations

import re
from collections import defaultdict

from gmtool.document.errors import line_start
from gmtool.document.layout import Row, column, hook, rows
from gmtool.document.splice import Splices
from gmtool.document.tree import Mapping, Scalar

NUMBER = r"[-+]?[0-9][0-9./]*"
COMMA_GAP = re.compile(r" *,( +)")
COMMENT_GAP = re.compile(r"( +)#")

Column = list[tuple[Row, Row | None]]
"""The rows that stand under each other in a file, each with the row that follows it on its line, if any does."""


def block_column(text: str, mapping: Mapping) -> Column:
    """List the rows of a block mapping as one column."""
    return [(row, None) for row in rows(text, mapping)]


def flow_column(text: str, mappings: list[Mapping], key: str) -> Column:
    """List the rows that flow mappings of one line each have under the same key."""
    found: Column = []
    for mapping in mappings:
        if key in mapping.index and mapping.flow and "\n" not in text[mapping.start : mapping.end]:
            present = rows(text, mapping)
            i = next(i for i, row in enumerate(present) if row.key is not None and row.key.text == key)
            found.append((present[i], present[i + 1] if i + 1 < len(present) else None))
    return found


def replace_in_line(splices: Splices, row: Row, written: str, beside: Column, following: Row | None) -> None:
    """Write a new scalar in the place of a row's old one; blanks beside it give way or fill up if it is in a column.

    `beside` is the column it may be part of, `following` the row that follows it on its line.
    """
    text, old = splices.text, row.value
    shift = len(written) - (old.end - old.start)
    room = text[hook(text, row) : old.start]
    if shift and room and not room.strip(" ") and _right_aligned(text, row, written, beside):
        splices.replace(old.start - len(room), old.end, " " * max(1, len(room) - shift) + written)
        return
    splices.replace(old.start, old.end, written)
    comma = COMMA_GAP.match(text, old.end)
    if shift and comma and following is not None and _padded(text, row, following, beside):
        splices.replace(comma.start(1), comma.end(1), " " * max(1, len(comma[1]) - shift))


def _right_aligned(text: str, row: Row, written: str, beside: Column) -> bool:
    """Say whether a number stands in a column of numbers that end under each other, with blanks to show it is meant."""
    numbers = [other for other, _ in beside if _number(other)]
    if not (re.fullmatch(NUMBER, written) and _number(row)) or not any(
        other.value is not row.value for other in numbers
    ):
        return False
    ends = {column(text, other.value.end) for other in [row, *numbers]}
    meant = any(other.value.start - hook(text, other) > 1 for other in [row, *numbers])
    return len(ends) == 1 and (meant or _spaced_out(text, beside))


def _number(row: Row) -> bool:
    return isinstance(row.value, Scalar) and row.value.plain and re.fullmatch(NUMBER, row.value.text) is not None


def _padded(text: str, row: Row, following: Row, beside: Column) -> bool:
    """Say whether what follows a flow value stands in one column in all rows that have it, with blanks to show it."""
    others = [after for other, after in beside if other.value is not row.value and after is not None]
    same = [after for after in others if after.key and following.key and after.key.text == following.key.text]
    if not same or {column(text, after.head) for after in same} != {column(text, following.head)}:
        return False
    return _spaced_out(text, [*beside, (row, following)])


def _spaced_out(text: str, beside: Column) -> bool:
    """Say whether commas are followed by more than one blank somewhere in a column."""
    gaps = [COMMA_GAP.match(text, row.value.end) for row, after in beside if after is not None]
    return any(gap is not None and len(gap[1]) > 1 for gap in gaps)


def settle_comments(splices: Splices, tails: set[int]) -> None:
    """Keep the column of each comment that follows one of the indices `tails`, as far as the blanks before it allow."""
    text = splices.text
    on_line: defaultdict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for piece in splices.pieces:
        on_line[line_start(text, piece[0])].append(piece)
    for tail in sorted(tails):
        gap, pieces = COMMENT_GAP.match(text, tail), on_line[line_start(text, tail)]
        if gap is None or any("\n" in new or end > tail for _, end, new in pieces):
            continue
        shift = sum(len(new) - (end - start) for start, end, new in pieces)
        if shift:
            splices.replace(tail, gap.end(1), " " * max(1, len(gap[1]) - shift))
