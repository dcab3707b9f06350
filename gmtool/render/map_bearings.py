"""What a paper map would be asked: how far it is to somebody, which way, in whose arc, what is in between."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gmtool.encounter.reading import Reading
from gmtool.hexes.geometry import Arc, arc, direction_to, distance, relative_bearing
from gmtool.hexes.grid import SPOKES, Direction, Grid, Hex
from gmtool.render.map_scene import one_line
from gmtool.render.map_words import listed
from gmtool.rules.ground import sight_blockers
from gmtool.rules.model import Combatant, Encounter
from gmtool.rules.naming import counted


class Bearing(NamedTuple):
    """Another combatant as seen from one; both are on the map."""

    other: Combatant
    distance: int
    """hexes"""
    directions: tuple[Direction, ...]
    """the hexside it lies straight through, or the two it lies between; none if both are in one hex"""
    seen_in: str
    """the arc of the one it is in, "" without facing"""
    sees_in: str
    """the arc of the other in which the one is"""
    blocked_by: tuple[tuple[Hex, str], ...]
    """the hexes that block the sight, with their terrain, the nearest first"""
    within_reach: tuple[str, ...]
    """what could be done to it from here, a line each, as far as the system says"""


def bearing(reading: Reading, one: Combatant, other: Combatant, grounds: Mapping[Hex, str]) -> Bearing:
    """Tell where `other` is, as seen from `one`, over the terrain of `ground_names`. Both must be on the map."""
    encounter, system = reading.encounter, reading.system
    assert one.at is not None, f"{one.id} is not on the map"
    assert other.at is not None, f"{other.id} is not on the map"
    return Bearing(
        other=other,
        distance=distance(one.at, other.at),
        directions=towards(encounter.grid, one.at, other.at),
        seen_in=_arc_words(encounter.grid, one, other.at),
        sees_in=_arc_words(encounter.grid, other, one.at),
        blocked_by=tuple((place, grounds[place]) for place in sight_blockers(encounter, one.at, other.at)),
        within_reach=tuple(system.within_reach(encounter, one, other)) if system.within_reach else (),
    )


def bearings(reading: Reading, one: Combatant) -> list[Bearing]:
    """Everybody else on the map as seen from `one`, nearest first, then in file order."""
    others = [other for other in reading.encounter.combatants.values() if other.at is not None and other.id != one.id]
    grounds = ground_names(reading.encounter)
    return sorted((bearing(reading, one, other, grounds) for other in others), key=lambda found: found.distance)


def towards(grid: Grid, start: Hex, end: Hex) -> tuple[Direction, ...]:
    """The hexside direction from one hex straight to another, or clockwise the two between which it lies.

    Empty if both are the same hex.
    """
    straight = direction_to(grid, start, end)
    if straight is not None:
        return (straight,)
    q, r = end.q - start.q, end.r - start.r
    for spoke in range(0, 12, 2):
        (aq, ar), (bq, br) = SPOKES[spoke], SPOKES[(spoke + 2) % 12]
        turn = aq * br - ar * bq
        if (q * br - r * bq) * turn > 0 and (aq * r - ar * q) * turn > 0:
            return grid.at_spoke(spoke), grid.at_spoke(spoke + 2)
    return ()


def ground_names(encounter: Encounter) -> dict[Hex, str]:
    """The name of the terrain of each hex that is not plain; of two the last one counts."""
    return {
        place: name
        for name, terrain in encounter.terrain.items()
        for stretch in terrain.hexes
        for place in stretch.hexes
    }


# in words -----------------------------------------------------------------------------------------------------------


def pair_lines(reading: Reading, one: Combatant, found: Bearing) -> list[str]:
    """All there is to say of two, a fact a line."""
    other = found.other
    arcs = [_arc_line(one, other, found.seen_in), _arc_line(other, one, found.sees_in)]
    return [
        standing_line(reading, one),
        standing_line(reading, other),
        f"distance {_distance_words(reading, found)}",
        f"direction {_direction_words(reading, found)}",
        *(arcs if found.distance else []),
        _sight_words(reading, found),
        *found.within_reach,
    ]


def all_lines(reading: Reading, one: Combatant, found: Sequence[Bearing]) -> list[str]:
    """Where one stands, then a line for each other, nearest first."""
    rows = []
    for each in found:
        label = reading.encounter.grid.label(_place(each.other))
        facts = [f"{_distance_words(reading, each)} {_direction_words(reading, each)}" if each.distance else "same hex"]
        facts += [each.seen_in] if each.seen_in and each.distance else []
        facts += [_sight_words(reading, each)] if each.blocked_by else []
        hidden = " (hidden)" if each.other.hidden else ""
        rows.append(f"{_name(each.other)}{hidden} {label}: {', '.join(facts)}")
    absent = [_name(each) for each in reading.encounter.combatants.values() if each.at is None]
    return [
        standing_line(reading, one),
        *(rows or ["nobody else is on the map"]),
        *([f"not on the map: {', '.join(absent)}"] if absent else []),
    ]


def standing_line(reading: Reading, one: Combatant) -> str:
    """`rat in 0304, facing SE, on brush (2 to enter)`."""
    encounter = reading.encounter
    at = _place(one)
    facing = "without facing" if one.facing is None else f"facing {encounter.grid.name(one.facing)}"
    name = ground_names(encounter).get(at)
    ground = []
    if name is not None:
        points = encounter.terrain[name].cost.points
        ground = [f"on {name} ({'cannot be entered' if points is None else f'{points} to enter'})"]
    return ", ".join((f"{_name(one)} in {encounter.grid.label(at)}", facing, *ground))


def bearing_data(reading: Reading, found: Bearing) -> dict[str, Any]:
    """The same for programs."""
    grid = reading.encounter.grid
    return {
        "id": found.other.id,
        "at": grid.label(_place(found.other)),
        "facing": None if found.other.facing is None else grid.name(found.other.facing),
        "distance": found.distance,
        "meters": None if grid.meters is None else found.distance * grid.meters,
        "directions": [grid.name(direction) for direction in found.directions],
        "arc": found.seen_in or None,
        "arc_back": found.sees_in or None,
        "sight": not found.blocked_by,
        "blocked_by": [{"hex": grid.label(place), "terrain": name} for place, name in found.blocked_by],
        "within_reach": list(found.within_reach),
    }


def _arc_words(grid: Grid, one: Combatant, other: Hex) -> str:
    """In which arc of one a hex is. From a corner facing, which has no arcs, how far it is turned from it."""
    at = _place(one)
    if one.facing is None or at == other:
        return ""
    if grid.is_hexside(one.facing):
        return str(arc(grid, at, one.facing, other))
    degrees = relative_bearing(grid, at, one.facing, other) or 0
    return f"{abs(degrees)} degrees {'left' if degrees < 0 else 'right'}"


def _arc_line(one: Combatant, other: Combatant, where: str) -> str:
    """`wolf is ahead of rat`."""
    if not where:
        return f"{_name(one)} has no facing, so no arcs"
    return f"{_name(other)} is {where}{'' if where == Arc.BEHIND else ' of'} {_name(one)}"


def _distance_words(reading: Reading, found: Bearing) -> str:
    meters = reading.encounter.grid.meters
    length = f" ({found.distance * meters:g} m)" if meters else ""
    return f"{counted(found.distance, 'hex')}{length}"


def _direction_words(reading: Reading, found: Bearing) -> str:
    names = list(map(reading.encounter.grid.name, found.directions))
    return f"between {listed(names)}" if len(names) > 1 else listed(names) or "none: the same hex"


def _sight_words(reading: Reading, found: Bearing) -> str:
    if not found.blocked_by:
        return "sight clear"
    places = [f"{name} in {reading.encounter.grid.label(place)}" for place, name in found.blocked_by]
    return f"sight blocked by {listed(places)}"


def _place(one: Combatant) -> Hex:
    assert one.at is not None, f"{one.id} is not on the map"
    return one.at


def _name(one: Combatant) -> str:
    return one_line(one.name) or one.id
