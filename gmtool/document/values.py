"""Put another value in the place of the one a row has, whatever the two are."""

from __future__ import annotations

from gmtool.document.align import Column, replace_in_line
from gmtool.document.block import BlockRows
from gmtool.document.drafts import Data, wanted_data
from gmtool.document.errors import line_end, line_start
from gmtool.document.layout import Row, column, first_on_line, hook, newline_at, rows
from gmtool.document.render import Renderer
from gmtool.document.splice import Splices
from gmtool.document.tree import Alias, Mapping, Scalar, Sequence, plain_data, resolved


class ValueWriter:
    """Writes values into rows. `tails` gathers the places behind which a comment may want to keep its column.

    `lost` are the ids of nodes that nothing may be written to refer to.
    """

    def __init__(self, renderer: Renderer, splices: Splices, newline: str, lost: set[int]) -> None:
        self.renderer = renderer
        self.style = renderer.style
        self.splices = splices
        self.text = splices.text
        self.usual = newline
        self.lost = lost
        self.tails: set[int] = set()

    def replace(self, row: Row, data: Data, *, flow: bool, model: Row | None) -> None:
        """Write new data in the place of a row's value; `flow` says whether the row stands in brackets."""
        if isinstance(row.value, Alias) and (override := self._override(row.value, data)):
            self.splices.replace(row.value.start, row.value.end, override)
            return
        indent = column(self.text, row.head)
        lines = None
        if not flow:
            if row.key is None:
                lines = self.renderer.lines(data, indent + 2, model)
            else:
                lines = self.renderer.lines_below(data, indent, model)
        if lines is not None:
            self._put_lines(row, lines)
        else:
            written = self.renderer.inline(data, model, flow=flow)
            self.put(row, written or ("null" if flow and row.key is None else ""), flow=flow)

    def scalar(
        self, row: Row, old: Scalar, text: str | None, beside: Column, following: Row | None, *, flow: bool
    ) -> None:
        """Write one single value in the place of another, quoted as it was and in its column."""
        if text is None:
            written = self.style.null or ("null" if flow and row.key is None else "")
        elif old.style in ("|", ">") and "\n" in text and (block := self._literal(old, text)):
            self.splices.replace(old.start, old.end, block)
            return
        else:
            style = old.style if old.style in ("'", '"') else ""
            colon = old.plain and ":" in old.text
            written = self.style.write(text, style, flow=flow, colon=colon)
        if written and old.end > old.start and old.style not in ("|", ">"):
            replace_in_line(self.splices, row, written, beside, following)
        else:
            self.put(row, written, flow=flow)

    def put(self, row: Row, written: str, *, flow: bool = False) -> None:
        """Write a value on the line of its key or dash, in the place of whatever the row has. "" leaves it empty."""
        old, at = row.value, hook(self.text, row)
        if old.properties is not None:
            # an anchor with nothing behind it would be read as a mistake
            written = written or "~"
        if isinstance(old, Mapping | Sequence) and not old.flow:
            if first_on_line(self.text, old.start):
                BlockRows(self.splices, rows(self.text, old), self.usual).drop()
                self.splices.insert(at, " " + written if written else "")
                self.tails.add(at)
            else:
                self.splices.replace(old.start, line_end(self.text, old.end), written)
        elif old.start == old.end:
            colon = ":" if row.key is not None and at == row.key.end else ""
            self.splices.insert(at, f"{colon} {written}" if written else "")
        elif isinstance(old, Scalar) and old.style in ("|", ">"):
            self._put_over_block_scalar(old, at, written)
        elif written:
            comment = " " if self.text.startswith("#", old.end) else ""
            self.splices.replace(old.start, old.end, written + comment)
        else:
            self.splices.replace(at, old.end, " " if flow else "")

    def _put_over_block_scalar(self, old: Scalar, at: int, written: str) -> None:
        """Write a value in the place of a block scalar's header and text; a comment behind the header stays."""
        stop = line_end(self.text, old.start)
        comment = self.text.find("#", old.start, stop)
        header = self.text[old.start : stop if comment < 0 else comment].rstrip()
        self.splices.replace(old.start if written else at, old.start + len(header), written)
        self.splices.replace(stop, max(stop, old.end), "")

    def _literal(self, old: Scalar, text: str) -> str | None:
        """Write several lines of text as a block scalar indented like the old one; None for what needs quotes."""
        stop = line_end(self.text, old.start)
        content = self.text[stop : old.end].lstrip("\r\n")
        indent = len(content) - len(content.lstrip(" "))
        lines = text.rstrip("\n").split("\n")
        if not indent or lines[0][:1] in ("", " ") or not all(line.isprintable() for line in lines):
            return None
        ends = len(text) - len(text.rstrip("\n"))
        if ends > 1:
            return None
        comment = self.text.find("#", old.start, stop)
        remark = "" if comment < 0 else " " + self.text[comment:stop]
        newline = newline_at(self.text, old.start, self.usual)
        body = newline.join(" " * indent + line if line else "" for line in lines)
        return f"|{'' if ends else '-'}{remark}{newline}{body}"

    def _put_lines(self, row: Row, lines: list[str]) -> None:
        """Write a value over lines below its key, or from its dash on."""
        old, at = row.value, hook(self.text, row)
        newline = newline_at(self.text, row.head, self.usual)
        if isinstance(old, Mapping | Sequence) and not old.flow:
            if first_on_line(self.text, old.start):
                BlockRows(self.splices, rows(self.text, old), self.usual).drop()
                self.splices.insert(line_end(self.text, at), "".join(newline + line for line in lines))
            else:
                self.splices.replace(old.start, line_end(self.text, old.end), newline.join(lines).lstrip(" "))
            return
        self.splices.replace(at, old.end, "")
        if row.key is None and old.properties is None:
            self.splices.insert(at, " " + newline.join(lines).lstrip(" "))
        else:
            self.splices.insert(line_end(self.text, row.end), "".join(newline + line for line in lines))

    def empty(self, present: list[Row], row: Row | None, brackets: str) -> None:
        """Leave `brackets` where a block collection loses its last row; `row` is where it stands, None for the root."""
        if row is not None:
            self.put(row, brackets)
            return
        indent = " " * column(self.text, present[0].head)
        newline = newline_at(self.text, present[0].end, self.usual)
        self.splices.insert(line_start(self.text, present[0].head), indent + brackets + newline)
        BlockRows(self.splices, present, self.usual).drop()

    def _override(self, alias: Alias, data: Data) -> str | None:
        """Write `{<<: *name, key: value}` if that makes `data` of what the alias stands for."""
        target = resolved(alias)
        if id(target) in self.lost or not isinstance(target, Mapping) or not isinstance(data, dict):
            return None
        if any(key not in data for key in target.keys()):
            return None
        own = {
            key: value
            for key, value in data.items()
            if (inherited := target.get(key)) is None or plain_data(inherited) != wanted_data(value)
        }
        return f"{{<<: *{alias.name}, {self.renderer.inline(own)[1:].lstrip()}"
