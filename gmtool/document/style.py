"""The habits of a file: what new text has to look like to pass for the hand that wrote the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from gmtool.document.layout import COLON, Row, column, rows
from gmtool.document.scalars import plain, quoted
from gmtool.document.tree import Document, Mapping, Node, Scalar, Sequence

QUOTED = r"""(?:^|[:,\-\[{])[ \t]*(["'])"""
JSON_WORD = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null"
NULL_VALUE = r":[ \t]+(~|null|Null|NULL)[ \t]*(?:[,}\r\n#]|\Z)"
BRACKET = r"[\[{]( ?)[^\s\]}]"
STEP = 2
"""Columns a level is indented by where the file shows no habit of its own."""


class Gap:
    """The blanks before and behind a row's colon, and the value's column counted from the key's."""

    __slots__ = ("before", "behind", "column")

    def __init__(self, before: str, behind: str, value_column: int) -> None:
        self.before = before
        self.behind = behind
        self.column = value_column


class Quotes:
    """The quote signs that keys and values beside each other have; "" for none."""

    __slots__ = ("keys", "values")

    def __init__(self, keys: str = "", values: str = "") -> None:
        self.keys = keys
        self.values = values


class Style:
    """The habits of one document, each looked up when it is first asked for."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = document.text

    @cached_property
    def quote(self) -> str:
        """The quote sign most quoted values have; double quotes where there is none."""
        found = re.findall(QUOTED, self.text, re.MULTILINE)
        return "'" if found.count("'") > found.count('"') else '"'

    @cached_property
    def null(self) -> str:
        """How "nothing" is written: `~` or `null` if the file has one, else left out."""
        found = re.search(NULL_VALUE, self.text)
        return found[1] if found else ""

    def write(self, text: str | None, sign: str, *, flow: bool, colon: bool = False) -> str:
        """Write a single value in the quotes `sign`; if that is "", plain where it can be. Nothing may be ""."""
        if text is None:
            return self.null
        written = None if sign else plain(text, flow=flow, colon=colon)
        return quoted(text, sign or self.quote) if written is None else written

    @cached_property
    def padding(self) -> str:
        """What stands inside the brackets of most flow collections: a blank or nothing."""
        found = re.findall(BRACKET, self.text)
        return " " if found.count(" ") > found.count("") else ""

    @cached_property
    def step(self) -> int:
        """Columns from a key to the keys below it."""
        return next((step for step in self._steps(self.document.root, Mapping) if step > 0), STEP)

    @cached_property
    def dash(self) -> int:
        """Columns from a key to the dashes below it."""
        return next(self._steps(self.document.root, Sequence), self.step)

    def _steps(self, node: Node, kind: type[Mapping | Sequence]) -> Iterator[int]:
        """Measure every step from a block mapping's key to a block collection of a kind below it."""
        for row in rows(self.text, node):
            if row.key is not None and (step := self.step_of(row)) is not None and isinstance(row.value, kind):
                yield step
            yield from self._steps(row.value, kind)

    def step_of(self, row: Row | None) -> int | None:
        """Measure how far the block collection of a row is indented below it; None if the row has none."""
        if row is None or not isinstance(row.value, Mapping | Sequence) or row.value.flow:
            return None
        return column(self.text, row.value.start) - column(self.text, row.head)

    def padding_of(self, node: Node | None) -> str:
        """Give what stands inside the brackets of a flow collection, or the usual if it is none."""
        if isinstance(node, Mapping | Sequence) and node.flow and node.end - node.start > 2:
            return " " if self.text[node.start + 1] == " " else ""
        return self.padding

    def gaps(self, siblings: list[Row], key: str) -> tuple[str, str]:
        """Give what stands before and behind the colon of a new `key`, so that it lines up with its siblings."""
        found = [gap for row in siblings if (gap := self._gap(row)) is not None]
        if not found:
            return "", " "
        before = found[-1].before if all(gap.before for gap in found) else ""
        behind = {gap.behind for gap in found}
        columns = {gap.column for gap in found}
        if len(behind) > 1 and len(columns) == 1:
            return before, " " * max(1, columns.pop() - len(key) - len(before) - 1)
        return before, found[-1].behind if len(behind) == 1 else " "

    def _gap(self, row: Row) -> Gap | None:
        """Measure a row whose value stands on its key's line."""
        colon = COLON.match(self.text, row.key.end) if row.key is not None else None
        if row.key is None or colon is None or "\n" in colon[0] or not colon.end() <= row.value.head < row.value.end:
            return None
        behind = self.text[colon.end() : row.value.head]
        return None if behind.strip(" ") else Gap(colon[0][:-1], behind, row.value.head - row.head)

    def quotes_of(self, siblings: list[Row]) -> Quotes:
        """Give the quotes that all keys beside have, and all values that are more than a number or a word of JSON.

        Where no value tells, values are quoted as the keys are.
        """
        keys = _only({row.key.style for row in siblings if row.key is not None})
        words = [
            row.value.style
            for row in siblings
            if isinstance(row.value, Scalar) and not (row.value.plain and re.fullmatch(JSON_WORD, row.value.text))
        ]
        return Quotes(keys, _only(set(words)) if words else keys)


def _only(styles: set[str]) -> str:
    """Give the one kind of quotes there is, or ""."""
    return styles.pop() if len(styles) == 1 and styles <= {"'", '"'} else ""
