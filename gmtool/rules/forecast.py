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
    """What may become of one combatant's health, and how likely it is down then."""

    health: Mapping[Any, Fraction]
    """its health afterwards -> chance"""
    down: Fraction
    lost: Mapping[int, Fraction]
    """points lost -> chance, negative where it gains; empty where health is no number of points"""

    @property
    def mean(self) -> Fraction:
        """The points lost on average."""
        return sum((points * chance for points, chance in self.lost.items()), Fraction(0))


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

    leaves: dict[Any, Fraction] = chances(run, bare=by is None)
    success = None
    if any(leaf.success is not None for leaf in leaves):
        success = sum((chance for leaf, chance in leaves.items() if leaf.success), Fraction(0))
    touched = dict.fromkeys(name for leaf in leaves for name, _, _ in leaf.health)
    fates = {name: _fate(system, before, name, leaves) for name in touched}
    shown = dict.fromkeys(name for leaf in leaves for name, _ in leaf.by)
    moving = {}
    if by is not None:
        spreads = {name: _values(name, leaves, by(before, name)) for name in shown}
        moving = {name: spread for name, spread in spreads.items() if list(spread) != [by(before, name)]}
    return Forecast(success, fates, moving)


def _leaf(system: System, success: bool | None, after: Encounter, by: Callable[[Encounter, str], str] | None) -> _Leaf:
    assert isinstance(after.combatants, Roster)
    health, shown = [], []
    for old, new in after.combatants.touched():
        was, now = getattr(old, system.health), getattr(new, system.health)
        fallen = system.is_down(new)
        if was != now or fallen != system.is_down(old):
            health.append((new.id, now, fallen))
        if by is not None:
            shown.append((new.id, by(after, new.id)))
    return _Leaf(success, tuple(health), tuple(shown))


def _fate(system: System, before: Encounter, name: str, leaves: Mapping[_Leaf, Fraction]) -> Fate:
    combatant = before.combatants[name]
    start = getattr(combatant, system.health)
    was_down = system.is_down(combatant)
    health: dict[Any, Fraction] = {}
    down = Fraction(0)
    for leaf, chance in leaves.items():
        now, fallen = next(((now, fallen) for who, now, fallen in leaf.health if who == name), (start, was_down))
        health[now] = health.get(now, Fraction(0)) + chance
        down += chance if fallen else 0
    spread: dict[int, Fraction] = {}
    if isinstance(start, (int, Track)):
        for now, chance in sorted(health.items(), key=lambda row: lost(start, row[0])):
            spread[lost(start, now)] = chance
    return Fate(health, down, spread)


def lost(start: int | Track, now: int | Track) -> int:
    """The points lost: hit points go down, accumulated damage goes up."""
    if isinstance(start, Track) and isinstance(now, Track):
        return start.now - now.now
    return int(now) - int(start)  # type: ignore[arg-type]


def _values(name: str, leaves: Mapping[_Leaf, Fraction], otherwise: str) -> dict[str, Fraction]:
    """How one's value falls; where nobody looked at it, it is what it was."""
    spread: dict[str, Fraction] = {}
    for leaf, chance in leaves.items():
        value = dict(leaf.by).get(name, otherwise)
        spread[value] = spread.get(value, Fraction(0)) + chance
    return spread
