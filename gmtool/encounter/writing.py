"""From changes to edits: each changed value becomes the smallest edit of the file that says it."""

from collections.abc import Iterable, Iterator
from typing import Any

from gmtool.document.edit import Data, Delete, Edit, Insert, Set, edit
from gmtool.document.parse import Document, Mapping, Scalar, Sequence
from gmtool.encounter.reading import TOP_KEYS, Reading, key_tree
from gmtool.encounter.spelling import data_of
from gmtool.hexes.grid import Grid
from gmtool.rules.codecs import Codec, ListOf, MapOf, Record
from gmtool.rules.model import Change, Encounter, stats_of
from gmtool.rules.system import System

TOP_ORDER = (
    "system", "title", "rules", "grid", "terrain", "dice",
    "round", "phase", "turn", "sharing", "order", "acted", "delayed", "combatants",
)  # fmt: skip
"""Where a new key of the encounter goes; what a system adds of its own, notes and reminders come after."""


def write(reading: Reading, after: Encounter, changed: Iterable[Change]) -> Document:
    """Give the file's text with what changed in it. Raises BadFile where the file's style cannot say it."""
    return edit(reading.document, list(_edits(reading, after, changed)))


def outdated(reading: Reading, after: Encounter) -> Iterator[Change]:
    """Keys that spell a default that has moved, and its value with it: left there they would stand for the old one."""
    before = reading.encounter
    moving = [s for s in stats_of(reading.system.combatant) if s.kind == "state" and callable(s.default)]
    for new in after.glance() if moving else ():
        old = before.combatants[new.id]
        for s in moving:
            first, last = getattr(old, s.name), getattr(new, s.name)
            path = ("combatants", new.id, *s.path)
            moved = first != last and s.absent(first, before, old) and s.absent(last, after, new)
            if moved and reading.document.at(path) is not None:
                yield Change(path, s, first, None, new.id)


def _edits(reading: Reading, after: Encounter, changed: Iterable[Change]) -> Iterator[Edit]:
    gone: list[Change] = []
    kept: set[tuple[str, ...]] = set()
    fresh: dict[tuple[str, ...], dict[str, Data]] = {}
    for change in changed:
        document, path = reading.document, change.path
        if change.new is None:
            gone.append(change)
            continue
        kept.add(path[:-1])
        if document.at(path[:-1]) is None or _is_null(document, path[:-1]):
            fresh.setdefault(path[:-1], {})[path[-1]] = data_of(change.stat.codec, change.new, after.grid, "")
        else:
            yield from _value_edits(reading, change, after.grid)
    for parent, keys in fresh.items():
        yield Set(parent, keys, _order(reading.system, parent))
    yield from _deletions(reading, gone, kept)


def _is_null(document: Document, path: tuple[str, ...]) -> bool:
    node = document.at(path)
    return isinstance(node, Scalar) and node.null


def _value_edits(reading: Reading, change: Change, grid: Grid) -> Iterator[Edit]:
    order = _order(reading.system, change.path)
    yield from _replaced(reading.document, change.path, change.stat.codec, change.old, change.new, grid, order)


def _replaced(
    document: Document,
    path: tuple[str, ...],
    codec: Codec,
    old: Any,
    new: Any,
    grid: Grid,
    order: tuple[str, ...] = (),
) -> Iterator[Edit]:
    """Turn one value into another: of a list, a mapping or a record only the parts that differ."""
    node = document.at(path)
    if isinstance(codec, ListOf) and isinstance(node, Sequence) and isinstance(old, tuple):
        yield from _list_edits(path, codec, old, new, grid)
    elif isinstance(codec, MapOf) and isinstance(node, Mapping) and old:
        yield from _map_edits(document, path, codec, old, new, grid)
    elif isinstance(codec, Record) and isinstance(node, Mapping) and old is not None:
        yield from _record_edits(document, path, codec, old, new, grid)
    else:
        was = node.text if isinstance(node, Scalar) and not node.null else ""
        yield Set(path, data_of(codec, new, grid, was), order)


def _list_edits(path: tuple[str, ...], codec: ListOf, old: Any, new: Any, grid: Grid) -> Iterator[Edit]:
    """Take out and put in what lies between the common beginning and the common end."""
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    same = 0
    while same < min(len(old), len(new)) - first and old[-1 - same] == new[-1 - same]:
        same += 1
    for index in reversed(range(first, len(old) - same)):
        yield Delete((*path, index))
    for index in range(first, len(new) - same):
        yield Insert(path, index, data_of(codec.item, new[index], grid, ""))


def _map_edits(
    document: Document, path: tuple[str, ...], codec: MapOf, old: Any, new: Any, grid: Grid
) -> Iterator[Edit]:
    for key in old:
        if key not in new:
            yield Delete((*path, str(key)))
    for key, value in new.items():
        if key not in old:
            yield Set((*path, str(key)), data_of(codec.value, value, grid, ""))
        elif old[key] != value:
            yield from _replaced(document, (*path, str(key)), codec.value, old[key], value, grid)


def _record_edits(
    document: Document, path: tuple[str, ...], codec: Record, old: Any, new: Any, grid: Grid
) -> Iterator[Edit]:
    order = tuple(s.path[-1] for s in stats_of(codec.cls))
    for s in stats_of(codec.cls):
        first, last = getattr(old, s.name), getattr(new, s.name)
        place = (*path, *s.path)
        if first == last:
            continue
        if s.absent(last, None, None):
            if document.at(place) is not None:
                yield Delete(place) if document.origin(place) == "own" else Set(place, None, order)
        else:
            yield from _replaced(document, place, s.codec, first, last, grid, order)


def _deletions(reading: Reading, gone: list[Change], kept: set[tuple[str, ...]]) -> Iterator[Edit]:
    """Delete the keys, and a parent that is left with none; what is inherited is overridden by nothing instead.

    `kept` are the parents in which another key is set at the same time.
    """
    document = reading.document
    own: dict[tuple[str, ...], list[str]] = {}
    for change in gone:
        inherited = change.who is not None and change.stat.name in reading.inherited.get(change.who, ())
        if inherited or document.origin(change.path) != "own" or _merged(document, change.path):
            yield Set(change.path, None, _order(reading.system, change.path))
        else:
            own.setdefault(change.path[:-1], []).append(change.path[-1])
    for parent, keys in own.items():
        node = document.at(parent)
        nested = len(parent) > 2 or (len(parent) == 1 and parent[0] != "combatants")
        if nested and parent not in kept and isinstance(node, Mapping) and not set(node.keys()) - set(keys):
            yield Delete(parent)
        else:
            for key in keys:
                yield Delete((*parent, key))


def _merged(document: Document, path: tuple[str, ...]) -> bool:
    """Whether a merge would bring the key back if it were taken away."""
    node = document.at(path[:-1])
    return isinstance(node, Mapping) and node.inherited(path[-1]) is not None


def _order(system: System, path: tuple[str, ...]) -> tuple[str, ...]:
    """The schema's order of the keys beside the last one of `path`."""
    if path[0] != "combatants":
        if len(path) == 1:
            declared = [s.path[0] for s in stats_of(system.encounter)]
            return tuple(dict.fromkeys((*TOP_ORDER, *TOP_KEYS, *declared)))
        return ()
    tree: Any = key_tree(system.combatant)
    for step in path[2:-1]:
        tree = tree.get(step, {}) if isinstance(tree, dict) else {}
    return tuple(tree) if isinstance(tree, dict) else ()
