"""What the map says to every system: who is in a hex, what is free, who sees whom."""

from collections.abc import Iterator
from typing import Any

from gmtool.hexes.geometry import blockers, distance, nearest
from gmtool.hexes.grid import Hex
from gmtool.rules.model import Combatant, Encounter
from gmtool.rules.system import System


def occupant(system: System, encounter: Encounter, place: Hex, *, but: Combatant | None = None) -> Any:
    """Who is in a hex, `but` aside: sooner one that stands there than one that lies there; the dead are not. Or None.

    To be looked at, not changed.
    """
    there = [
        one
        for one in encounter.glance()
        if one.at == place and not (system.is_away(one) or system.is_dead(one)) and (but is None or one.id != but.id)
    ]
    return min(there, key=lambda one: not system.stands(one), default=None)


def is_open(encounter: Encounter, place: Hex) -> bool:
    """Whether the hex is on the map and its ground can be entered."""
    return encounter.grid.inside(place) and encounter.ground(place).cost.points is not None


def is_free(system: System, encounter: Encounter, place: Hex, *, but: Combatant | None = None) -> bool:
    """Whether somebody can end in the hex: it is open and nobody is in it, `but` aside."""
    return is_open(encounter, place) and occupant(system, encounter, place, but=but) is None


def free_near(system: System, encounter: Encounter, center: Hex) -> Iterator[Hex]:
    """The free hexes of the map, from `center` outwards, clockwise from the top in each ring."""
    return nearest(encounter.grid, center, lambda place: is_free(system, encounter, place))


def sight_blockers(encounter: Encounter, start: Hex, end: Hex) -> list[Hex]:
    """The hexes whose ground hides one hex from another, nearest first; none where the one is seen from the other."""
    return blockers(lambda place: encounter.ground(place).sight == "blocked", start, end)


def sees(encounter: Encounter, one: Combatant, other: Combatant) -> bool:
    """Whether nothing lies in the line of sight of two; so also where one of them is not on the map."""
    return one.at is None or other.at is None or not sight_blockers(encounter, one.at, other.at)


def apart(one: Combatant, other: Combatant) -> int | None:
    """The hexes from one to another, 1 when adjacent; None where one of them is not on the map."""
    return None if one.at is None or other.at is None else distance(one.at, other.at)


def adjacent(one: Combatant, other: Combatant) -> bool:
    """Whether two stand in neighboring hexes; without a map nobody is too far."""
    return apart(one, other) in (1, None)
