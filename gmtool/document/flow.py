"""Change the rows of a flow collection: entries and commas between brackets, in one line or several."""

from __future__ import annotations

import re

from gmtool.document.errors import line_end, line_start
from gmtool.document.layout import Row, column, comma_after, first_on_line, newline_at, next_line, rest_blank
from gmtool.document.splice import Splices
from gmtool.document.tree import Mapping, Sequence

SEPARATOR = re.compile(r"\s*+,([ \t]*+)(?=[^\s#])")


class FlowRows:
    """The rows of one flow collection. `padding` is what to put inside the brackets of an empty one."""

    def __init__(
        self, splices: Splices, node: Mapping | Sequence, rows: list[Row], *, newline: str, padding: str
    ) -> None:
        self.splices = splices
        self.text = splices.text
        self.node = node
        self.rows = rows
        self.usual = newline
        self.padding = padding

    def change(self, gone: set[int], added: dict[int, list[str]]) -> None:
        """Take out the rows numbered `gone`; put in the `added` ones, each after the row of its number (-1: first)."""
        staying = [i for i in range(len(self.rows)) if i not in gone]
        if not staying:
            self._refill([entry for after in sorted(added) for entry in added[after]])
            return
        self._remove(sorted(gone), staying[-1])
        for after in sorted(added):
            before = [i for i in staying if i <= after]
            if before:
                self._add_after(before[-1], staying[-1], added[after])
            else:
                self._add_first(staying[0], added[after])

    def _refill(self, entries: list[str]) -> None:
        """Put new rows, or nothing, where all the old ones were."""
        start, end = self.node.start + 1, self.node.end - 1
        if not entries:
            self.splices.replace(start, end, "")
        elif self.rows:
            self.splices.replace(self.rows[0].head, self.rows[-1].end, self._separator(0).join(entries))
        elif self.text[start:end].strip():
            self.splices.insert(start, ", ".join(entries))
        else:
            self.splices.replace(start, end, self.padding + ", ".join(entries) + self.padding)

    def _separator(self, i: int) -> str:
        """Give the comma and the blank between two rows in one line, as the file has them behind row `i` or nearby."""
        for row in (*self.rows[i:-1], *self.rows[:i]):
            found = SEPARATOR.match(self.text, row.end)
            if found:
                return ", " if found[1] else ","
        return ", "

    def _after_comma(self, i: int) -> int:
        """Give the index behind a row and its comma, if it has one."""
        end = self.rows[i].end
        comma = comma_after(self.text, end)
        return end if comma is None else comma + 1

    def _alone(self, i: int) -> bool:
        """Say whether a row has its lines to itself."""
        return first_on_line(self.text, self.rows[i].head) and rest_blank(self.text, self._after_comma(i))

    def _remove(self, gone: list[int], last: int) -> None:
        for i in gone:
            if self._alone(i):
                self.splices.replace(
                    line_start(self.text, self.rows[i].head), next_line(self.text, self._after_comma(i)), ""
                )
            elif i < last:
                self._lift(i)
        after = [i for i in gone if i > last]
        if after:
            self._remove_tail(after, last)

    def _lift(self, i: int) -> None:
        """Take out a row that shares its line, with its comma; a row that follows on the same line closes up."""
        head, following = self.rows[i].head, self.rows[i + 1].head
        stop = self._after_comma(i)
        if "\n" in self.text[stop:following]:
            start = self._after_comma(i - 1) if i else head
            self.splices.replace(start if not self.text[start:head].strip() else head, stop, "")
        else:
            self.splices.replace(head, following, "")

    def _remove_tail(self, gone: list[int], last: int) -> None:
        """Take out the rows behind the last that stays, or what is left of them, and the comma that led to them."""
        comma = comma_after(self.text, self.rows[last].end)
        trailing = comma_after(self.text, self.rows[-1].end)
        shared = [i for i in gone if not self._alone(i)]
        commented = comma is not None and "#" in self.text[comma : self.rows[gone[0]].head]
        if comma is not None and trailing is None and (commented or len(shared) < len(gone)):
            self.splices.replace(comma, comma + 1, "")
        if shared and not commented and len(shared) == len(gone):
            self.splices.replace(self.rows[last].end, self.rows[-1].end, "")
        elif shared:
            self.splices.replace(self.rows[shared[0]].head, self.rows[-1].end, "")

    def _add_first(self, heir: int, entries: list[str]) -> None:
        head = self.rows[heir].head
        if first_on_line(self.text, head) and heir == 0:
            newline = newline_at(self.text, self.rows[heir].end, self.usual)
            indent = " " * column(self.text, head)
            self.splices.insert(head, "".join(f"{entry},{newline}{indent}" for entry in entries))
        else:
            separator = self._separator(heir)
            self.splices.insert(head, "".join(entry + separator for entry in entries))

    def _add_after(self, i: int, last: int, entries: list[str]) -> None:
        row = self.rows[i]
        if not first_on_line(self.text, row.head) or (i < last and not self._alone(i)):
            separator = self._separator(i)
            self.splices.insert(row.end, "".join(separator + entry for entry in entries))
            return
        comma = comma_after(self.text, row.end)
        newline = newline_at(self.text, row.head, self.usual)
        lines = [newline + " " * column(self.text, row.head) + entry for entry in entries]
        if comma is not None and i < last and rest_blank(self.text, comma + 1):
            self.splices.insert(line_end(self.text, comma), "".join(line + "," for line in lines))
        elif comma is None and rest_blank(self.text, row.end):
            self.splices.insert(row.end, ",")
            self.splices.insert(line_end(self.text, row.end), ",".join(lines))
        elif comma is not None and i == len(self.rows) - 1 and rest_blank(self.text, comma + 1):
            self.splices.insert(line_end(self.text, comma), "".join(line + "," for line in lines))
        else:
            self.splices.insert(row.end, "".join("," + line for line in lines))
