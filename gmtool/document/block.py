"""Change the rows of a block collection: whole lines go and come."""

from __future__ import annotations

from gmtool.document.errors import line_end, line_start
from gmtool.document.layout import (
    Row,
    blank_above,
    blank_below,
    column,
    first_on_line,
    keeps_blank_lines,
    lines_end,
    newline_at,
    next_line,
)
from gmtool.document.splice import Splices

Lines = list[str]
"""A new row: its first line without, all others with the blanks that indent them."""


class BlockRows:
    """The rows of one block collection."""

    def __init__(self, splices: Splices, rows: list[Row], newline: str) -> None:
        self.splices = splices
        self.text = splices.text
        self.rows = rows
        self.indent = column(self.text, rows[0].head)
        self.usual = newline

    def change(self, gone: set[int], added: dict[int, list[Lines]]) -> None:
        """Take out the rows numbered `gone` and put in the `added` ones, each after the row of its number (-1: first).

        At least one row stays or is added.
        """
        staying = [i for i in range(len(self.rows)) if i not in gone]
        if not staying:
            self._replace_all([entry for after in sorted(added) for entry in added[after]])
            return
        self._remove(gone, staying[0])
        for after in sorted(added):
            before = [i for i in staying if i <= after]
            if before:
                self._add_after(before[-1], added[after])
            else:
                self._add_first(staying[0], added[after])

    def drop(self) -> None:
        """Take out the lines of all rows."""
        for i in range(len(self.rows)):
            start = line_start(self.text, self.rows[i].head)
            self.splices.replace(start, lines_end(self.text, self.rows[i], self.indent), "")

    def _remove(self, gone: set[int], heir: int) -> None:
        if 0 in gone and not first_on_line(self.text, self.rows[0].head):
            self._pull_up(heir)
            gone = {i for i in gone if i > heir}
        for i in sorted(gone):
            self._cut(i)

    def _pull_up(self, heir: int) -> None:
        """Let the row `heir` take the place of those before it on the line of the dash above."""
        first, last = self.rows[0], self.rows[heir - 1]
        if self.text[next_line(self.text, last.end) : self.rows[heir].head].strip():
            # comments stand between: the dash keeps its line
            for i in range(1, heir):
                self._cut(i)
            self.splices.replace(first.head, line_end(self.text, first.end), "")
        else:
            self.splices.replace(first.head, self.rows[heir].head, "")

    def _cut(self, i: int) -> None:
        """Take out the lines of a row, and the blank lines above it if there are some below or nothing follows."""
        row = self.rows[i]
        start = line_start(self.text, row.head)
        end = lines_end(self.text, row, self.indent)
        floor = next_line(self.text, self.rows[i - 1].end) if i else line_start(self.text, row.head)
        above = blank_above(self.text, start, floor)
        if i == len(self.rows) - 1 or not self.text[end : next_line(self.text, end)].strip():
            start = above
        if i and keeps_blank_lines(self.text, self.rows[i - 1].value):
            end = blank_below(self.text, end)
        self.splices.replace(start, end, "")

    def _replace_all(self, entries: list[Lines]) -> None:
        """Put new rows where all the old ones were."""
        first = self.rows[0]
        newline = newline_at(self.text, first.end, self.usual)
        written = newline.join(self._flat(entries)).lstrip(" ")
        self.splices.replace(first.head, line_end(self.text, first.end), written)
        for i in range(1, len(self.rows)):
            self._cut(i)

    def _add_first(self, heir: int, entries: list[Lines]) -> None:
        row = self.rows[heir]
        newline = newline_at(self.text, row.end, self.usual)
        written = "".join(line + newline for line in self._flat(entries))
        if first_on_line(self.text, row.head):
            self.splices.insert(line_start(self.text, row.head), written)
        else:
            self.splices.insert(row.head, written.lstrip(" ") + " " * self.indent)

    def _add_after(self, i: int, entries: list[Lines]) -> None:
        row = self.rows[i]
        at = lines_end(self.text, row, self.indent)
        newline = newline_at(self.text, row.end, self.usual)
        blank = [""] * self._blank_lines(i)
        lines = [line for entry in entries for line in [*blank, *self._flat([entry])]]
        if self.text[at - 1 : at] == "\n":
            self.splices.insert(at, "".join(line + newline for line in lines))
        else:
            self.splices.insert(at, "".join(newline + line for line in lines))

    def _flat(self, entries: list[Lines]) -> list[str]:
        """List the lines of new rows, every one indented."""
        return [line for first, *more in entries for line in (" " * self.indent + first, *more)]

    def _blank_lines(self, i: int) -> int:
        """Count the blank lines that a new row after row `i` has above it, to be apart as its siblings are."""
        last = i == len(self.rows) - 1
        return self._gap(i - 1) if i > 0 and (last or self._gap(i)) else 0

    def _gap(self, i: int) -> int:
        """Count the blank lines below row `i`."""
        at = lines_end(self.text, self.rows[i], self.indent)
        return self.text.count("\n", at, blank_below(self.text, at))
