"""Who stands where on the map: placements, arcs, and who is in a hex."""

from typing import NamedTuple

from gmtool.hexes.geometry import Arc, arc, direction_to, distance
from gmtool.hexes.grid import Direction, Grid, Hex
from gmtool.rules.model import Encounter
from gmtool.systems.bnb.sheet import Animal

FRONT = tuple(one for one in Arc if one.front)
REAR = tuple(one for one in Arc if one.rear)


class Placement(NamedTuple):
    """Where an animal stands, or would stand, when it is judged."""

    at: Hex | None
    facing: Direction | None


def here(animal: Animal) -> Placement:
    """Where it stands."""
    return Placement(animal.at, animal.facing)


def movement_points(animal: Animal) -> int:
    """MP = SPD Rating + base-move, at least 0 (BNB-50)."""
    return max(0, animal.rating("SPD") + animal.base_move)


def present(encounter: Encounter) -> list[Animal]:
    """Everybody on the board, those who fell included; to be looked at, not changed."""
    return [one for one in encounter.glance() if not one.away]


def occupant(encounter: Encounter, place: Hex, *, but: Animal | None = None) -> Animal | None:
    """Who is in a hex, `but` aside: sooner one that stands there than one that lies there."""
    there = [one for one in present(encounter) if one.at == place and (but is None or one.id != but.id)]
    return min(there, key=lambda one: one.down, default=None)


def adjacent(one: Placement, other: Placement) -> bool:
    """Whether two stand in neighboring hexes."""
    return one.at is not None and other.at is not None and distance(one.at, other.at) == 1


def neighbor_arc(grid: Grid, stand: Placement, place: Hex | None) -> Arc | None:
    """In which of the six hexes around somebody a hex is; None if in none, or without a facing."""
    if stand.at is None or stand.facing is None or place is None or distance(stand.at, place) != 1:
        return None
    return arc(grid, stand.at, stand.facing, place)


def arc_words(where: Arc) -> str:
    """An arc as a GM says it."""
    return f"directly {where.value}" if where in (Arc.AHEAD, Arc.BEHIND) else where.value


def facing_hint(encounter: Encounter, animal: Animal, towards: Hex | None = None) -> str:
    """The command that gives an animal a facing: towards a hex where one lies straight."""
    grid = encounter.grid
    way = None if animal.at is None or towards is None else direction_to(grid, animal.at, towards)
    return f"gm set {animal.id} facing={grid.name(way if way is not None else grid.hexsides[0])}"
