"""Movement points, running, and the charge (BNB-50, BNB-53, BNB-55)."""

from typing import NamedTuple

from gmtool.hexes.geometry import direction_to, distance, straight
from gmtool.hexes.grid import Direction, Hex
from gmtool.rules.table import Table
from gmtool.systems.bnb.sheet import Animal

FREE_WHEN_RUNNING = 2
LEAST_CHARGE = 2


class Placement(NamedTuple):
    """Where an animal stands, or would stand, when it is judged."""

    at: Hex | None
    facing: Direction | None


class Charge(NamedTuple):
    """The run before an attack: where it ends, and how many hexes were entered."""

    end: Placement
    hexes: int


def here(animal: Animal) -> Placement:
    """Where it stands."""
    return Placement(animal.at, animal.facing)


def movement_points(animal: Animal) -> int:
    """MP = SPD Rating + base-move, at least 0 (BNB-50)."""
    return max(0, animal.rating("SPD") + animal.base_move)


def occupant(t: Table, place: Hex) -> Animal | None:
    """Who lies or stands in a hex."""
    return next((one for one in t.encounter.combatants.values() if one.at == place), None)


def run_up(t: Table, attacker: Animal, target: Animal) -> Charge:
    """Check a charge and give where it ends; nothing is moved yet.

    Rules: BNB-55, BNB-53 (the last two hexes entered are free), BNB-50, BNB-32 (a held animal may not leave its hex).
    """
    _require_free_to_charge(t, attacker)
    if attacker.at is None or target.at is None:
        missing = attacker if attacker.at is None else target
        t.impossible("BNB-55", f"a charge needs a map: {missing.name} has no `at`", f"gm set {missing.id} at=HEX")
    path = straight(attacker.at, target.at)
    facing = direction_to(t.encounter.grid, attacker.at, target.at)
    if path is None or facing is None:
        label = t.encounter.grid.label
        t.impossible(
            "BNB-55",
            f"{target.name} in {label(target.at)} is on no straight line from {attacker.name} in {label(attacker.at)}",
            "a charge runs along one of the six directions",
        )
    way = path[:-1]
    t.require(
        distance(attacker.at, target.at) >= LEAST_CHARGE,
        "BNB-55",
        f"{target.name} is only {distance(attacker.at, target.at)} hex away; a charge needs {LEAST_CHARGE} or more",
        "attack without --charge",
    )
    for place in way:
        _require_passable(t, place)
    _require_free_end(t, way)
    _require_points(t, attacker, way)
    return Charge(Placement(way[-1] if way else attacker.at, facing), len(way))


def _require_free_to_charge(t: Table, attacker: Animal) -> None:
    t.require(
        t.encounter.switches["charge"],
        "BNB-55",
        "this house does not charge",
        "take `charge: false` out of `rules:`",
    )
    t.require(
        attacker.held is None,
        "BNB-32",
        f"{attacker.name} is held by {attacker.held} and may not leave its hex",
    )
    used = " and ".join(act.capitalize() for act in attacker.done)
    t.require(
        not t.encounter.started or not attacker.done,
        "BNB-55",
        f"{attacker.name} has used its {used}; a charge takes the whole turn",
    )


def _require_passable(t: Table, place: Hex) -> None:
    label = t.encounter.grid.label(place)
    other = occupant(t, place)
    t.require(other is None, "BNB-55", f"{other.name if other else 'somebody'} is in the way, in {label}")
    t.require(t.encounter.ground(place).cost.points is not None, "BNB-55", f"the way is blocked in {label}")


def _require_free_end(t: Table, way: list[Hex]) -> None:
    """Even the GM cannot put it where somebody stands."""
    other = occupant(t, way[-1]) if way else None
    if other is not None and not other.down:
        t.impossible("BNB-55", f"{other.name} stands where the charge would end, in {t.encounter.grid.label(way[-1])}")


def _require_points(t: Table, attacker: Animal, way: list[Hex]) -> None:
    points = left = movement_points(attacker)
    enough = True
    for entered, place in enumerate(way[:-FREE_WHEN_RUNNING]):
        cost = t.encounter.ground(place).cost.points or 0
        enough = enough and (cost <= left or entered == 0)  # the first hex may always be entered (BNB-50)
        left = max(0, left - cost)
    t.require(
        enough,
        "BNB-50",
        f"{attacker.name} has {points} MP, too few to run {len(way)} hexes (the last {FREE_WHEN_RUNNING} are free)",
    )
