"""Who is in the file: putting somebody in as text, taking somebody out with all that is its own."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from gmtool.dice.codes import dice as plain_dice
from gmtool.dice.throws import Group
from gmtool.document.edit import Delete, Set, Text, edit
from gmtool.document.parse import Document, Node, Scalar, Sequence
from gmtool.document.parse import Mapping as MappingNode
from gmtool.encounter.reading import OWN_PREFIX, Creatures, Reading, key_tree
from gmtool.encounter.spelling import Spelled, data_of
from gmtool.errors import Misused
from gmtool.rules.codecs import AsSpelled, Track
from gmtool.rules.codecs import Scalar as ScalarCodec
from gmtool.rules.model import Change, Stat, stats_of

_NUMBERED = re.compile(r"(.*)-([1-9][0-9]{0,5})")
_ENTRY = Stat("entry", ("combatants",), AsSpelled(), "somebody in the fight", None, "state", "", True, True)
"""what came or went as a whole, for the list of changes"""
NOT_COPIED = ("at", "facing", "name", "initiative", "hidden")
"""what is somebody's own, and not its kind's"""


class Dice(NamedTuple):
    """A number that a template gives as dice, to be rolled for each that is added: `hp: 2d6+3`."""

    stat: Stat
    groups: tuple[Group, ...]
    bonus: int


# names --------------------------------------------------------------------------------------------------------------


def stem(name: str) -> str:
    """A name without its number: `wolf` of `wolf-3`."""
    match = _NUMBERED.fullmatch(name)
    return match[1] if match else name


def numbered(base: str, count: int, taken: Collection[str], first: int) -> list[str]:
    """Names for so many newcomers: `base` alone for a single one where it is free, else `base-1`, `base-2` and on.

    No number below `first` is given, none that somebody has, and none below it. A single one beside a `wolf` without
    a number is the second.
    """
    if count == 1 and first == 1 and all(stem(name) != base for name in taken):
        return [base]
    matches = [match for match in map(_NUMBERED.fullmatch, taken) if match and match[1] == base]
    highest = max((int(match[2]) for match in matches), default=int(count == 1 and base in taken))
    start = max(highest + 1, first)
    return [f"{base}-{number}" for number in range(start, start + count)]


def numbers_of(names: Iterable[str]) -> dict[str, int]:
    """The highest number given away of each name, for the history to remember."""
    found: dict[str, int] = {}
    for match in filter(None, map(_NUMBERED.fullmatch, names)):
        found[match[1]] = max(found.get(match[1], 0), int(match[2]))
    return found


# entries ------------------------------------------------------------------------------------------------------------


def sheet_of(reading: Reading, name: str) -> dict[str, Spelled]:
    """The entry of another of the same kind: its sheet as it was before anything happened to it."""
    one = reading.encounter.combatants[name]
    entry: dict[str, Any] = {}
    for s in stats_of(type(one)):
        path = ("combatants", name, *s.path)
        if s.kind != "sheet" or s.name in NOT_COPIED or reading.document.at(path) is None:
            continue
        value = getattr(one, s.name)
        whole = Track(value.max, value.max) if isinstance(value, Track) else value
        put(entry, s.path, data_of(s.codec, whole, reading.encounter.grid, ""))
    return entry


def whole_of(reading: Reading, name: str) -> dict[str, Spelled]:
    """All that a file says of somebody, wounds and the GM's own keys included; not where it stood and when it acted."""
    node = reading.document.at(("combatants", name))
    assert isinstance(node, MappingNode)
    entry = _copied(node)
    assert isinstance(entry, dict)
    return {key: value for key, value in entry.items() if key not in ("at", "facing", "initiative")}


def put(entry: dict[str, Any], path: tuple[str, ...], value: Spelled) -> None:
    """Put a value into an entry, below the keys that lead to it."""
    for step in path[:-1]:
        entry = entry.setdefault(step, {})
    entry[path[-1]] = value


def dice_of(creatures: Creatures, system: Any, like: str) -> list[Dice]:
    """The numbers that a creature of the bestiary gives as dice."""
    found: dict[str, Dice] = {}
    seen: set[str] = set()
    while like not in seen and (place := creatures(system.id, like)) is not None:
        seen.add(like)
        _, node = place
        for s, value in _scalars(node, key_tree(system.combatant)):
            rolled = None if s.key in found else _as_dice(s, value)
            if rolled is not None:
                found[s.key] = rolled
        after = node.get("like")
        like = after.text if isinstance(after, Scalar) else like
    return list(found.values())


# the text -----------------------------------------------------------------------------------------------------------


def with_entries(reading: Reading, entries: Mapping[str, dict[str, Spelled]]) -> tuple[Document, list[Change]]:
    """The text with these at the end of its combatants, and what changed by that."""
    order = tuple(key_tree(reading.system.combatant))
    keyed = {
        name: {key: entry[key] for key in sorted(entry, key=lambda key: _place(key, order))}
        for name, entry in entries.items()
    }
    document = edit(reading.document, [Set(("combatants", name), entry) for name, entry in keyed.items()])
    return document, [Change(("combatants", name), _ENTRY, None, entry, name) for name, entry in keyed.items()]


def without(reading: Reading, names: Iterable[str]) -> tuple[Document, list[Change]]:
    """The text without these, and what changed by that."""
    gone = list(names)
    changes = []
    for name in gone:
        node = reading.document.at(("combatants", name))
        assert node is not None
        changes.append(Change(("combatants", name), _ENTRY, _copied(node), None, name))
    return edit(reading.document, [Delete(("combatants", name)) for name in gone]), changes


def _place(key: str, order: tuple[str, ...]) -> int:
    return order.index(key) if key in order else len(order)


def _copied(node: Node) -> Spelled:
    if isinstance(node, Scalar):
        return None if node.null else str(node.text) if node.plain else Text(node.text)
    if isinstance(node, Sequence):
        return [_copied(item) for item in node.items]
    if isinstance(node, MappingNode):
        pairs = ((key, node.get(key)) for key in node.keys())
        return {key: _copied(value) for key, value in pairs if value is not None}
    return None


def _scalars(node: MappingNode, tree: Mapping[str, Any]) -> Iterable[tuple[Stat, Scalar]]:
    """The single values below a mapping that the schema knows."""
    for key in node.keys():
        declared, value = tree.get(key), node.get(key)
        if isinstance(declared, dict) and isinstance(value, MappingNode):
            yield from _scalars(value, declared)
        elif isinstance(declared, Stat) and isinstance(value, Scalar) and not key.startswith(OWN_PREFIX):
            yield declared, value


def _as_dice(s: Stat, value: Scalar) -> Dice | None:
    """The dice a number is given as; None where it is a number, or neither."""
    if not isinstance(s.codec, ScalarCodec) or "d" not in value.text.casefold() or s.codec.free:
        return None
    try:
        groups, bonus = plain_dice(value.text)
    except Misused:
        return None
    return Dice(s, groups, bonus) if groups else None
