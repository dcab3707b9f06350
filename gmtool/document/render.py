"""New values as text: in one line (flow), or over several below their key or dash (block).

A model is the row of a value that the new one is to look like: the same key of a neighbor, the item before.
"""

from __future__ import annotations

import re

from gmtool.document.drafts import Data
from gmtool.document.layout import Row, rows
from gmtool.document.scalars import Text
from gmtool.document.style import JSON_WORD, Quotes, Style
from gmtool.document.tree import Mapping, Node, Scalar, Sequence

PLAIN = Quotes()


class Renderer:
    """Writes new data in the habits of a file."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.text = style.text

    def scalar(self, text: str | None, model: Row | None, *, flow: bool, quotes: Quotes = PLAIN) -> str:
        """Write a single value, quoted as the model is; without one as `quotes` say, save for numbers."""
        wanted = ""
        if model is not None:
            wanted = model.value.style if isinstance(model.value, Scalar) else ""
        elif text is not None and not re.fullmatch(JSON_WORD, text):
            wanted = quotes.values
        return self.style.write(text, wanted, flow=flow)

    def key(self, key: str, quotes: Quotes, *, flow: bool) -> str:
        """Write a key, in quotes if its siblings are or if it must be."""
        return self.style.write(key, quotes.keys, flow=flow)

    def inline(self, data: Data, model: Row | None = None, *, flow: bool = True, quotes: Quotes = PLAIN) -> str:
        """Write a value in one line; `flow` says whether it is to stand inside brackets. Nothing may be ""."""
        like = model.value if model is not None and _same_kind(model, data) else None
        if isinstance(data, dict):
            models = {row.key.text: row for row in rows(self.text, like) if row.key} if like is not None else {}
            quotes = self.style.quotes_of(list(models.values())) if models else quotes
            parts = [
                f"{self.key(key, quotes, flow=True)}: {self.inline(value, models.get(key), quotes=quotes)}"
                for key, value in data.items()
            ]
            return self._bracketed("{", parts, "}", like)
        if isinstance(data, list):
            items = rows(self.text, like) if like is not None else []
            quotes = self.style.quotes_of(items) if items else quotes
            last = items[-1] if items else None
            parts = [self.inline(value, last, quotes=quotes) or "null" for value in data]
            return self._bracketed("[", parts, "]", like)
        return self.scalar(data, model if like is not None else None, flow=flow, quotes=quotes)

    def _bracketed(self, opening: str, parts: list[str], closing: str, like: Node | None) -> str:
        if not parts:
            return opening + closing
        pad = self.style.padding_of(like)
        return opening + pad + ", ".join(parts) + pad + closing

    def lines(self, data: Data, indent: int, model: Row | None, quotes: Quotes = PLAIN) -> list[str] | None:
        """Write a collection over lines of its own at column `indent`; None for what belongs in one line."""
        if self._in_one_line(data, model):
            return None
        assert isinstance(data, dict | list)
        like = model if model is not None and _same_kind(model, data) else None
        present = rows(self.text, like.value) if like is not None else []
        quotes = self.style.quotes_of(present) if present else quotes
        if isinstance(data, dict):
            return self._mapping_lines(data, indent, present, quotes)
        last = present[-1] if present else None
        items = [self.item("-", " ", value, indent, last, quotes) for value in data]
        return [line for item in items for line in _indented(item, indent)]

    def lines_below(self, data: Data, indent: int, model: Row | None, quotes: Quotes = PLAIN) -> list[str] | None:
        """Write a collection over lines of its own below a key at column `indent`; None for what belongs in one."""
        if self._in_one_line(data, model):  # before the file is searched for how it indents
            return None
        return self.lines(data, indent + self.step(data, model), model, quotes)

    def _mapping_lines(self, data: dict[str, Data], indent: int, siblings: list[Row], quotes: Quotes) -> list[str]:
        models = {row.key.text: row for row in siblings if row.key is not None}
        found: list[str] = []
        for key, value in data.items():
            name = self.key(key, quotes, flow=False)
            before, gap = self.style.gaps(siblings, name)
            found += _indented(self.entry(f"{name}{before}:", gap, value, indent, models.get(key), quotes), indent)
        return found

    def entry(self, head: str, gap: str, data: Data, indent: int, model: Row | None, quotes: Quotes) -> list[str]:
        """Write a key (`head`, with its colon) at column `indent` and its value; only the lines below are indented."""
        lines = self.lines_below(data, indent, model, quotes)
        if lines is not None:
            return [head, *lines]
        written = self.inline(data, model, flow=False, quotes=quotes)
        return [head + gap + written if written else head]

    def item(self, dash: str, gap: str, data: Data, indent: int, model: Row | None, quotes: Quotes) -> list[str]:
        """Write an item with its `dash` at column `indent`; only the lines below are indented."""
        head = dash + gap
        lines = self.lines(data, indent + len(head), model, quotes)
        if lines is not None:
            return [head + lines[0].lstrip(" "), *lines[1:]]
        written = self.inline(data, model, flow=False, quotes=quotes)
        return [head + written if written else dash]

    def step(self, data: Data, model: Row | None) -> int:
        """Choose how far below its key a collection is indented: as the model's is, else as is usual in the file."""
        measured = self.style.step_of(model) if model is not None and _same_kind(model, data) else None
        if measured is not None:
            return measured
        return self.style.dash if isinstance(data, list) else self.style.step

    def _in_one_line(self, data: Data, model: Row | None) -> bool:
        """Choose one line or several: as the model has it, else several only for what would be hard to read in one."""
        if not isinstance(data, dict | list) or not data:
            return True
        like = model.value if model is not None and _same_kind(model, data) else None
        if isinstance(like, Mapping | Sequence) and rows(self.text, like):
            return like.flow
        return not hard_in_one_line(data)


def hard_in_one_line(data: Data) -> bool:
    """Say whether a collection is to get lines of its own: if it nests, and a list also if it has free text."""
    if isinstance(data, dict):
        return any(isinstance(value, dict | list) and value for value in data.values())
    if isinstance(data, list):
        return any(isinstance(value, dict | list) or (isinstance(value, Text) and " " in value) for value in data)
    return False


def _same_kind(model: Row, data: Data) -> bool:
    if isinstance(data, dict):
        return isinstance(model.value, Mapping)
    return isinstance(model.value, Sequence) if isinstance(data, list) else isinstance(model.value, Scalar)


def _indented(entry: list[str], indent: int) -> list[str]:
    return [" " * indent + entry[0], *entry[1:]]
