"""What a batch of edits wants the tree to be: drafts over the nodes that change, everything else as it was."""

import re
from collections.abc import Sequence as Several
from typing import NamedTuple, TypeAlias

from gmtool.document.scalars import Text
from gmtool.document.tree import Mapping, Node, Path, Plain, Scalar, Sequence, plain_data
from gmtool.errors import Bug

Data: TypeAlias = "str | list[Data] | dict[str, Data] | None"
"""What can be written. A `Text` reads back as a string everywhere; a bare str stands plain wherever it can."""

Value: TypeAlias = "Node | MappingDraft | SequenceDraft | Data"

NUMBER = r"[0-9]+(?:\.[0-9]+)?"


class Set(NamedTuple):
    """Change the value at `path`, or add it; mappings on the way that do not exist are made.

    `order` is the schema's order of the keys beside the last one of `path`: a new key goes after the last present key
    that stands before it there, before all if there is none, and at the end if `order` does not know it.
    """

    path: Path
    value: Data
    order: tuple[str, ...] = ()


class Delete(NamedTuple):
    """Take away a key or an item. The last one leaves `{}` or `[]`."""

    path: Path


class Insert(NamedTuple):
    """Put a new item before the one that has `index` (at the end: the length) in the list at `path`.

    The list may be absent or null: it is made.
    """

    path: Path
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks an edit for
    value: Data


Edit: TypeAlias = Set | Delete | Insert


class MappingDraft:
    """A mapping that is to become `values`; those that are still the node they were are left alone."""

    __slots__ = ("node", "orders", "values")

    def __init__(self, node: Mapping) -> None:
        self.node = node
        self.values: dict[str, Value] = {key: value for key in node.keys() if (value := node.get(key)) is not None}
        self.orders: dict[str, tuple[str, ...]] = {}


class Item:
    """An item of a draft: its index in the list as it was (None if new), and its value."""

    __slots__ = ("origin", "value")

    def __init__(self, origin: int | None, value: Value) -> None:
        self.origin = origin
        self.value = value


class SequenceDraft:
    """A list that is to become `items`."""

    __slots__ = ("items", "node")

    def __init__(self, node: Sequence) -> None:
        self.node = node
        self.items = [Item(i, value) for i, value in enumerate(node.items)]


def drafted(root: Mapping, edits: Several[Edit]) -> MappingDraft:
    """Apply the edits in order, each to what the ones before have left. Raises Bug for an edit of a missing place."""
    draft = MappingDraft(root)
    for edit in edits:
        if not edit.path and not isinstance(edit, Insert):
            raise Bug(f"{edit} has no path")
        apply(draft, edit)
    return draft


def apply(root: MappingDraft, edit: Edit) -> None:
    """Apply one edit to the draft of the whole file."""
    holder: Value = root
    steps = edit.path if isinstance(edit, Insert) else edit.path[:-1]
    for place, step in enumerate(steps):
        last = place == len(steps) - 1
        holder = _opened(holder, step, edit, new=[] if isinstance(edit, Insert) and last else {})
    if isinstance(edit, Insert):
        _insert(holder, edit)
    elif isinstance(edit, Set):
        _set(holder, edit)
    else:
        _delete(holder, edit)


def _opened(holder: Value, step: str | int, edit: Edit, new: Data) -> Value:
    """Find the collection under `step`, ready to be changed; make it if there is none and the edit may add."""
    value = _at(holder, step)
    missing = value is None or (isinstance(value, Scalar) and value.null)
    if missing and isinstance(step, str) and not isinstance(edit, Delete):
        value = new
    elif isinstance(value, Mapping | Sequence):
        value = _draft(holder, step, value)
    elif not isinstance(value, MappingDraft | SequenceDraft | dict | list):
        raise Bug(f"{edit}: there is no mapping or list at {step!r}")
    _put(holder, step, value)
    return value


def _draft(holder: Value, step: str | int, node: Mapping | Sequence) -> Value:
    """Make what stands at `step` changeable: a draft if it is written here, a copy if an alias or merge brought it."""
    if isinstance(holder, MappingDraft):
        position = holder.node.index.get(str(step))
        own = position is not None and position not in holder.node.aliases
    elif isinstance(holder, SequenceDraft) and isinstance(step, int):
        origin = holder.items[step].origin
        own = origin is not None and origin not in holder.node.aliases
    else:
        own = False
    if not own:
        return copied(node)
    return MappingDraft(node) if isinstance(node, Mapping) else SequenceDraft(node)


def _at(holder: Value, step: str | int) -> Value:
    if isinstance(holder, MappingDraft):
        return holder.values.get(str(step))
    if isinstance(holder, dict):
        return holder.get(str(step))
    if isinstance(step, int) and isinstance(holder, SequenceDraft | list) and 0 <= step < len(_items(holder)):
        return holder.items[step].value if isinstance(holder, SequenceDraft) else holder[step]
    return None


def _items(holder: SequenceDraft | list[Data]) -> Several[object]:
    return holder.items if isinstance(holder, SequenceDraft) else holder


def _put(holder: Value, step: str | int, value: Value) -> None:
    if isinstance(holder, MappingDraft):
        holder.values[str(step)] = value
    elif isinstance(holder, SequenceDraft) and isinstance(step, int):
        holder.items[step] = Item(holder.items[step].origin, value)
    elif isinstance(holder, dict):
        holder[str(step)] = _data(value)
    elif isinstance(holder, list) and isinstance(step, int):
        holder[step] = _data(value)


def _data(value: Value) -> Data:
    """Narrow a value that goes into new data: no node or draft ever does."""
    if isinstance(value, Node | MappingDraft | SequenceDraft):
        raise Bug("new data cannot hold what is already in the file")
    return value


def _set(holder: Value, edit: Set) -> None:
    step = edit.path[-1]
    if isinstance(step, int):
        if not isinstance(holder, SequenceDraft | list) or not 0 <= step < len(_items(holder)):
            raise Bug(f"{edit}: there is no such item")
    elif not isinstance(holder, MappingDraft | dict):
        raise Bug(f"{edit}: there is no mapping to put it in")
    _put(holder, step, _combined(holder, step, edit.value))
    if isinstance(holder, MappingDraft) and edit.order:
        holder.orders[str(step)] = edit.order


def _combined(holder: Value, step: str | int, new: Data) -> Value:
    """Turn what stands at `step` into `new`, keeping every part that is the same already."""
    before = _at(holder, step)
    if isinstance(before, Node) and plain_data(before) == wanted_data(new):
        return before
    if isinstance(before, Mapping | Sequence):
        before = _draft(holder, step, before)
    if isinstance(before, MappingDraft) and isinstance(new, dict):
        before.values = {key: value for key, value in before.values.items() if key in new}
        for key, value in new.items():
            before.values[key] = _combined(before, key, value)
        return before
    if isinstance(before, SequenceDraft) and isinstance(new, list):
        _align(before, new)
        return before
    if isinstance(before, Scalar) and isinstance(new, str):
        return "+" + new if _signed(before) and re.fullmatch(NUMBER, new) else new
    return _own_copy(new)


def _signed(scalar: Scalar) -> bool:
    """Say whether a number is written with a plus."""
    return scalar.plain and scalar.text[:1] == "+" and re.fullmatch(NUMBER, scalar.text[1:]) is not None


def _own_copy(data: Data) -> Data:
    if isinstance(data, dict):
        return {key: _own_copy(value) for key, value in data.items()}
    return [_own_copy(value) for value in data] if isinstance(data, list) else data


def _align(draft: SequenceDraft, new: list[Data]) -> None:
    """Match the items with those wanted: equal ones are kept, what stands between is changed, added or left out."""
    old, wanted = [wanted_data(item.value) for item in draft.items], wanted_data(new)
    if not isinstance(wanted, list):
        return
    front = _shared(old, wanted)
    back = _shared(old[front:][::-1], wanted[front:][::-1])
    pairs = _common(old[front : len(old) - back], wanted[front : len(wanted) - back])
    kept = [(i + front, j + front) for i, j in pairs]
    kept += [(len(old) - back + n, len(wanted) - back + n) for n in range(back)]
    found = draft.items[:front]
    i = j = front
    for next_old, next_new in [*kept, (len(old), len(wanted))]:
        for n in range(next_new - j):
            if i + n < next_old:
                found.append(Item(draft.items[i + n].origin, _combined(draft, i + n, new[j + n])))
            else:
                found.append(Item(None, _own_copy(new[j + n])))
        found += draft.items[next_old : next_old + 1]
        i, j = next_old + 1, next_new + 1
    draft.items = found


def _shared(one: Several[Plain], other: Several[Plain]) -> int:
    """Count the equal items at the front."""
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count


def _common(old: Several[Plain], new: Several[Plain]) -> list[tuple[int, int]]:
    """Find a longest common subsequence, as pairs of indices; none is looked for in lists too long for it."""
    if len(old) * len(new) > 250_000:
        return []
    best = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in range(len(old) - 1, -1, -1):
        for j in range(len(new) - 1, -1, -1):
            same = old[i] == new[j]
            best[i][j] = best[i + 1][j + 1] + 1 if same else max(best[i + 1][j], best[i][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(old) and j < len(new):
        if old[i] == new[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _delete(holder: Value, edit: Delete) -> None:
    step = edit.path[-1]
    if isinstance(holder, MappingDraft) and step in holder.values:
        del holder.values[str(step)]
    elif isinstance(holder, dict) and step in holder:
        del holder[str(step)]
    elif isinstance(holder, SequenceDraft | list) and isinstance(step, int) and 0 <= step < len(_items(holder)):
        del (holder.items if isinstance(holder, SequenceDraft) else holder)[step]
    else:
        raise Bug(f"{edit}: there is nothing to delete")


def _insert(holder: Value, edit: Insert) -> None:
    if not isinstance(holder, SequenceDraft | list) or not 0 <= edit.index <= len(_items(holder)):
        raise Bug(f"{edit}: there is no list with such a place")
    if isinstance(holder, SequenceDraft):
        holder.items.insert(edit.index, Item(None, _own_copy(edit.value)))
    else:
        holder.insert(edit.index, _own_copy(edit.value))


def copied(node: Node) -> Data:
    """Copy what a node says into new data, its quoted scalars as text."""
    if isinstance(node, Scalar):
        return None if node.null else node.text if node.plain else Text(node.text)
    if isinstance(node, Mapping):
        return {key: copied(value) for key in node.keys() if (value := node.get(key)) is not None}
    return [copied(item) for item in node.items] if isinstance(node, Sequence) else None


def wanted_data(value: Value) -> Plain:
    """Build the resolved data that a value is to read back as."""
    if isinstance(value, Node):
        return plain_data(value)
    if isinstance(value, MappingDraft):
        return {key: wanted_data(part) for key, part in value.values.items()}
    if isinstance(value, SequenceDraft):
        return [wanted_data(item.value) for item in value.items]
    if isinstance(value, dict):
        return {key: wanted_data(part) for key, part in value.items()}
    if isinstance(value, list):
        return [wanted_data(part) for part in value]
    return None if value is None else str(value)
