"""What a command may come to: the same verb, played for every way the dice can fall."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from gmtool.dice.odds import chances
from gmtool.dice.sources import Source
from gmtool.rules.codecs import Track
from gmtool.rules.model import Encounter, Roster
from gmtool.rules.system import System, play
from gmtool.rules.table import Mods
from gmtool.rules.verbs import Verb


class Fate(NamedTuple):
    """What may become of one combatant: how much health it loses, and how likely it is down then."""

    lost: Mapping[int, Fraction]
    """points lost -> chance; negative where it gains"""
    mean: Fraction
    down: Fraction


class Forecast(NamedTuple):
    """The exact chances of a command. `success` is None where nothing is contested."""

    success: Fraction | None
    fates: Mapping[str, Fate]
    by: Mapping[str, Mapping[str, Fraction]]
    """for each combatant on which the asked-for value may change: value -> chance"""


class _Leaf(NamedTuple):
    success: bool | None
    health: tuple[tuple[str, Any, bool], ...]
    by: tuple[tuple[str, str], ...]


def forecast(
    system: System,
    verb: Verb,
    before: Encounter,
    given: Mapping[str, Any],
    *,
    force: bool = False,
    mods: Mods | None = None,
    by: Callable[[Encounter, str], str] | None = None,
) -> Forecast:
    """Count every fall. `by` shows the value of interest of a combatant. Raises Refused as the verb itself does."""

    def run(source: Source) -> Hashable:
        after = play(system, verb, before, given, source, force=force, mods=mods, record=False)
        return _leaf(system, after.success, after.after, by)

    leaves: dict[Any, Fraction] = chances(run)
    success = None
    if any(leaf.success is not None for leaf in leaves):
        success = sum((chance for leaf, chance in leaves.items() if leaf.success), Fraction(0))
    touched = dict.fromkeys(name for leaf in leaves for name, _, _ in leaf.health)
    fates = {name: fate for name in touched if (fate := _fate(system, before, name, leaves)) is not None}
    shown = dict.fromkeys(name for leaf in leaves for name, _ in leaf.by)
    values = {name: _values(name, leaves) for name in shown} if by else {}
    return Forecast(
        success, fates, {name: spread for name, spread in values.items() if _moves(name, spread, before, by)}
    )


def _leaf(system: System, success: bool | None, after: Encounter, by: Callable[[Encounter, str], str] | None) -> _Leaf:
    assert isinstance(after.combatants, Roster)
    health, shown = [], []
    for old, new in after.combatants.touched():
        was, now = getattr(old, system.health), getattr(new, system.health)
        if was != now:
            health.append((new.id, now, system.is_down(new)))
        if by is not None:
            shown.append((new.id, by(after, new.id)))
    return _Leaf(success, tuple(health), tuple(shown))


def _fate(system: System, before: Encounter, name: str, leaves: Mapping[_Leaf, Fraction]) -> Fate | None:
    """Put together what becomes of one; None where its health is no number of points."""
    combatant = before.combatants[name]
    start = getattr(combatant, system.health)
    was_down = system.is_down(combatant)
    lost: dict[int, Fraction] = {}
    down = Fraction(0)
    for leaf, chance in leaves.items():
        now, fallen = next(((now, fallen) for who, now, fallen in leaf.health if who == name), (start, was_down))
        if not isinstance(now, (int, Track)) or not isinstance(start, (int, Track)):
            return None
        points = _points(start) - _points(now) if isinstance(now, Track) else _points(now) - _points(start)
        lost[points] = lost.get(points, Fraction(0)) + chance
        down += chance if fallen else 0
    ordered = dict(sorted(lost.items()))
    return Fate(ordered, sum((points * chance for points, chance in ordered.items()), Fraction(0)), down)


def _points(health: Any) -> int:
    return health.now if isinstance(health, Track) else int(health)


def _values(name: str, leaves: Mapping[_Leaf, Fraction]) -> dict[str, Fraction]:
    spread: dict[str, Fraction] = {}
    for leaf, chance in leaves.items():
        value = dict(leaf.by).get(name)
        if value is not None:
            spread[value] = spread.get(value, Fraction(0)) + chance
    return spread


def _moves(name: str, spread: Mapping[str, Fraction], before: Encounter, by: Any) -> bool:
    return list(spread) != [by(before, name)]
