"""From a draft to the new text: changed values, new rows and dropped rows, each in the style of its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gmtool.document.align import Column, block_column, flow_column, settle_comments
from gmtool.document.block import BlockRows
from gmtool.document.drafts import Data, MappingDraft, SequenceDraft, Value, copied, wanted_data
from gmtool.document.errors import bad_file, fault, line_end
from gmtool.document.flow import FlowRows
from gmtool.document.layout import COLON, Row, column, row_of, rows
from gmtool.document.render import Renderer, hard_in_one_line
from gmtool.document.splice import Splices
from gmtool.document.style import Style
from gmtool.document.tree import Document, Mapping, Node, Scalar, Sequence, plain_data, resolved
from gmtool.document.values import ValueWriter
from gmtool.errors import BadFile

if TYPE_CHECKING:
    from gmtool.document.sharing import Moves

NEIGHBORS = 8
"""How many siblings to either side are looked at for how things are written."""


class Place:
    """Where a collection stands: its row (None for the root), and the mappings it may be like, the nearest first."""

    __slots__ = ("family", "row")

    def __init__(self, row: Row | None, family: list[Mapping]) -> None:
        self.row = row
        self.family = family


class Writer:
    """Collects the replacements that turn a document into its draft.

    `moves` are the anchors that go elsewhere with it; None for a document without aliases.
    """

    def __init__(self, document: Document, moves: Moves | None) -> None:
        self.document = document
        self.moves = moves
        self.text = document.text
        self.style = Style(document)
        self.renderer = Renderer(self.style)
        self.splices = Splices(document.text)
        lost = moves.lost if moves else set()
        self.values = ValueWriter(self.renderer, self.splices, document.newline, lost)

    def write(self, draft: MappingDraft) -> str:
        """Give the text that the draft asks for. Raises BadFile for what must be edited by hand."""
        if self.moves:
            self.moves.write(self.splices, self.renderer)
        self._mapping(draft, Place(None, []))
        settle_comments(self.splices, self.values.tails)
        return self.splices.applied()

    # mappings

    def _mapping(self, draft: MappingDraft, place: Place) -> None:
        node = draft.node
        self._check_inherited(draft)
        present = rows(self.text, node)
        gone: set[int] = set()
        for i, row in enumerate(present):
            if row.key is None or (node.merge is not None and row.key is node.merge.key):
                continue
            if row.key.text not in draft.values:
                gone.add(i)
            elif draft.values[row.key.text] is not node.get(row.key.text):
                self._own_value(draft, row.key.text, row, place)
        added = _additions(draft)
        if not gone and not added:
            return
        if node.pair:
            raise self._refusal(node, "a mapping without braces in a list holds one key, no more and no fewer")
        placed = _placed(
            [(row.key.text if row.key else "", i) for i, row in enumerate(present) if i not in gone], added
        )
        if node.flow:
            pieces = {
                after: [self._flow_entry(draft, key, present, place) for key in keys] for after, keys in placed.items()
            }
            self._flow_rows(node, present).change(gone, pieces)
        elif len(gone) == len(present) and not added:
            self.values.empty(present, place.row, "{}")
        else:
            beside = [row for i, row in enumerate(present) if i not in gone] or present
            lines = {
                after: [self._block_entry(draft, key, beside, place) for key in keys] for after, keys in placed.items()
            }
            BlockRows(self.splices, present, self.document.newline).change(gone, lines)

    def _own_value(self, draft: MappingDraft, key: str, row: Row, place: Place) -> None:
        """Change the value of a key that is written here."""
        node, value = draft.node, draft.values[key]
        if isinstance(value, MappingDraft | SequenceDraft):
            cousins = [cousin for mapping in place.family if isinstance(cousin := mapping.get(key), Mapping)]
            here = node.index[key]
            first = max(0, here - NEIGHBORS)
            near = [sibling for _, sibling in node.entries[first : here + NEIGHBORS + 1]]
            self._collection(row, value, Place(row, cousins + _around(near, here - first)), flow=node.flow)
            return
        beside: Column = []
        if isinstance(row.value, Scalar) and row.value.end > row.value.start:
            beside = flow_column(self.text, [node, *place.family], key) if node.flow else block_column(self.text, node)
        self._value(row, value, flow=node.flow, model=self._cousin(key, place), beside=beside)

    def _cousin(self, key: str, place: Place) -> Row | None:
        """Find the row a mapping nearby has under the same key."""
        return next((row for mapping in place.family if (row := row_of(self.text, mapping, key))), None)

    def _model(self, draft: MappingDraft, key: str, data: Data, place: Place) -> Row | None:
        """Choose a row to write a new one like: the same key nearby, else a sibling with much the same keys."""
        cousin = self._cousin(key, place)
        if cousin is not None or not isinstance(data, dict):
            return cousin
        for name, value in reversed(draft.node.entries):
            if isinstance(value, Mapping) and value.entries and len(data.keys() & value.index.keys()) * 2 >= len(data):
                return row_of(self.text, draft.node, name.text)
        return None

    def _flow_entry(self, draft: MappingDraft, key: str, beside: list[Row], place: Place) -> str:
        quotes = self.style.quotes_of(beside)
        name = self.renderer.key(key, quotes, flow=True)
        before, gap = self.style.gaps(beside, name)
        data = _new(draft.values[key])
        written = self.renderer.inline(data, self._model(draft, key, data, place), quotes=quotes)
        return f"{name}{before}:{gap if written else ' '}{written}"

    def _block_entry(self, draft: MappingDraft, key: str, beside: list[Row], place: Place) -> list[str]:
        quotes = self.style.quotes_of(beside)
        name = self.renderer.key(key, quotes, flow=False)
        before, gap = self.style.gaps(beside, name)
        data, indent = _new(draft.values[key]), column(self.text, beside[0].head)
        return self.renderer.entry(f"{name}{before}:", gap, data, indent, self._model(draft, key, data, place), quotes)

    def _check_inherited(self, draft: MappingDraft) -> None:
        """Refuse to take away a key that a merge brings in: YAML has no way to say it."""
        node = draft.node
        if node.merge is None:
            return
        for key in node.keys():
            if key not in draft.values and node.inherited(key) is not None:
                raise self._refusal(node.merge.key, f"`<<` brings in `{key}`, and YAML has no way to take it out again")

    # sequences

    def _sequence(self, draft: SequenceDraft, place: Place) -> None:
        node = draft.node
        present = rows(self.text, node)
        added: dict[int, list[Data]] = {}
        last = -1
        for item in draft.items:
            if item.origin is None:
                added.setdefault(last, []).append(_new(item.value))
                continue
            last = item.origin
            if isinstance(item.value, MappingDraft | SequenceDraft):
                self._collection(
                    present[last], item.value, Place(present[last], _around(node.items, last)), flow=node.flow
                )
            elif item.value is not node.items[last]:
                self._value(present[last], item.value, flow=node.flow, model=None, beside=[])
        gone = set(range(len(present))) - {item.origin for item in draft.items if item.origin is not None}
        if not gone and not added:
            return
        model = present[-1] if present else None
        quotes = self.style.quotes_of(present)
        if node.flow:
            pieces = {
                after: [self.renderer.inline(value, model, quotes=quotes) or "null" for value in values]
                for after, values in added.items()
            }
            self._flow_rows(node, present).change(gone, pieces)
        elif len(gone) == len(present) and not added:
            self.values.empty(present, place.row, "[]")
        else:
            indent, gap = column(self.text, present[0].head), self._dash_gap(present)
            lines = {
                after: [self.renderer.item("-", gap, value, indent, model, quotes) for value in values]
                for after, values in added.items()
            }
            BlockRows(self.splices, present, self.document.newline).change(gone, lines)

    def _dash_gap(self, present: list[Row]) -> str:
        """Give the blanks behind a dash, as the last item on the line of its dash has them."""
        gaps = [self.text[row.head + 1 : row.value.head] for row in present]
        return next((gap for gap in reversed(gaps) if gap and not gap.strip(" ")), " ")

    # values

    def _flow_rows(self, node: Mapping | Sequence, present: list[Row]) -> FlowRows:
        padding = self.style.padding_of(node)
        return FlowRows(self.splices, node, present, newline=self.document.newline, padding=padding)

    def _collection(self, row: Row, draft: MappingDraft | SequenceDraft, place: Place, *, flow: bool) -> None:
        """Change what is in a collection; one that was empty is written anew if it gets what needs several lines."""
        if not flow and draft.node.flow:
            self.values.tails.add(row.end)
        if not flow and draft.node.flow and not rows(self.text, draft.node) and hard_in_one_line(data := _new(draft)):
            self.values.replace(row, data, flow=False, model=None)
        elif isinstance(draft, MappingDraft):
            self._mapping(draft, place)
        else:
            self._sequence(draft, place)

    def _value(self, row: Row, value: Value, *, flow: bool, model: Row | None, beside: Column) -> None:
        """Put new data, or a copy of what an alias stands for, in the place of what a row has."""
        data, old = _new(value), row.value
        if wanted_data(data) == plain_data(resolved(old)):
            return
        if row.key is not None and row.key.head != row.head and COLON.match(self.text, row.key.end) is None:
            raise self._refusal(row.key, "a key that is written with `?` and has no value")
        if not flow and not (isinstance(old, Mapping | Sequence) and not old.flow):
            self.values.tails.add(row.end)
        tag = old.properties.tag if old.properties is not None else None
        if tag is not None and (data is None or isinstance(data, dict | list) or not isinstance(old, Scalar)):
            raise self._refusal(old, f"a value with the tag `{tag}` cannot become one of another kind")
        if isinstance(old, Scalar) and old.end > old.start and not isinstance(data, dict | list):
            following = next((after for own, after in beside if own.value is old), None)
            self.values.scalar(row, old, data, beside, following, flow=flow)
            return
        self.values.replace(row, data, flow=flow, model=model)

    def _refusal(self, node: Node, what: str) -> BadFile:
        """Say that something cannot be changed safely, and where it is."""
        end = min(node.end, line_end(self.text, node.head))
        found = fault(self.text, self.document.name, node.head, end, f"{what}; edit it by hand")
        return bad_file(self.document.name, [found])


def _additions(draft: MappingDraft) -> list[tuple[str, tuple[str, ...]]]:
    """List the keys that are to be written and are not yet, each with the schema's order of those beside it."""
    found = []
    for key, value in draft.values.items():
        if key in draft.node.index:
            continue
        inherited = draft.node.inherited(key)
        if inherited is None or wanted_data(value) != plain_data(inherited):
            found.append((key, draft.orders.get(key, ())))
    return found


def _placed(line: list[tuple[str, int]], added: list[tuple[str, tuple[str, ...]]]) -> dict[int, list[str]]:
    """Choose for each new key the number of the row it goes behind (-1: before all).

    `line` are the keys that stay, with their row numbers. A key goes behind the last one that its order has before it,
    behind all if its order does not know it, and never before a `<<`.
    """
    line = list(line)
    for key, order in added:
        rank = {name: place for place, name in enumerate(order)}
        after = len(line)
        if key in rank:
            lower = [name == "<<" or rank.get(name, len(rank)) < rank[key] for name, _ in line]
            after = len(lower) - lower[::-1].index(True) if any(lower) else 0
        line.insert(after, (key, -1))
    placed: dict[int, list[str]] = {}
    last = -1
    for key, number in line:
        if number < 0:
            placed.setdefault(last, []).append(key)
        last = max(last, number)
    return placed


def _around(values: list[Node], here: int) -> list[Mapping]:
    """List the mappings beside the value at an index, those before it first, the nearest of them first."""
    near = [*values[max(0, here - NEIGHBORS) : here][::-1], *values[here + 1 : here + 1 + NEIGHBORS]]
    return [value for value in near if isinstance(value, Mapping)]


def _new(value: Value) -> Data:
    """Give a value as new data to be written."""
    if isinstance(value, Node):
        return copied(value)
    if isinstance(value, MappingDraft):
        return {key: _new(part) for key, part in value.values.items()}
    if isinstance(value, SequenceDraft):
        return [_new(item.value) for item in value.items]
    return value
