"""The charge: a straight run before an attack (BNB-55)."""

from collections.abc import Iterator
from typing import NamedTuple

from gmtool.hexes.geometry import direction_to, distance, straight
from gmtool.hexes.grid import Hex
from gmtool.rules.model import Encounter
from gmtool.rules.table import Reason, Table
from gmtool.systems.bnb.board import Placement, movement_points, occupant
from gmtool.systems.bnb.holds import stuck
from gmtool.systems.bnb.opportunity import Provocation, turned_in_place
from gmtool.systems.bnb.sheet import Animal

FREE_WHEN_RUNNING = 2
LEAST_CHARGE = 2


class Charge(NamedTuple):
    """The run before an attack: where it ends, how many hexes were entered, what its rotation provoked."""

    end: Placement
    hexes: int
    provoked: tuple[Provocation, ...] = ()


def run_up(t: Table, attacker: Animal, target: Animal) -> Charge:
    """Check a charge and give where it ends; nothing is moved yet.

    Rules: BNB-55, BNB-53 (the last two hexes entered are free), BNB-50, BNB-32 (a held animal may not leave its hex),
    BNB-56 (its rotation may provoke).
    """
    for reason in unready(t.encounter, attacker):
        t.heed(reason)
    nowhere = no_line(t.encounter, attacker, target)
    if nowhere is not None or attacker.at is None or target.at is None:
        reason = nowhere or Reason("BNB-55", "a charge needs a map")
        t.impossible(reason.rule, reason.text, reason.remedy)
    way = (straight(attacker.at, target.at) or [])[:-1]
    end = Placement(way[-1] if way else attacker.at, direction_to(t.encounter.grid, attacker.at, target.at))
    for reason in hindrances(t.encounter, attacker, target):
        t.heed(reason)
    if way and (standing := occupant(t.encounter, way[-1])) is not None and not standing.down:
        label = t.encounter.grid.label(way[-1])
        t.impossible("BNB-55", f"{standing.name} stands where the charge would end, in {label}")
    turned = attacker.facing is not None and attacker.facing != end.facing
    provoked = turned_in_place(t.encounter, attacker, end.facing) if turned else ()
    return Charge(end, len(way), tuple(provoked))


def unready(encounter: Encounter, attacker: Animal) -> Iterator[Reason]:
    """Why an animal may not charge anybody now."""
    if not encounter.switches["charge"]:
        yield Reason("BNB-55", "this house does not charge", "take `charge: false` out of `rules:`")
    if attacker.held is not None:
        yield Reason("BNB-32", stuck(encounter, attacker))
    used = " and ".join(act.capitalize() for act in attacker.done if act != "skip")
    if encounter.started and used:
        yield Reason("BNB-55", f"{attacker.name} has used its {used}; a charge takes the whole turn")


def no_line(encounter: Encounter, attacker: Animal, target: Animal) -> Reason | None:
    """Why there is no line to charge along."""
    if attacker.at is None or target.at is None:
        missing = attacker if attacker.at is None else target
        return Reason("BNB-55", f"a charge needs a map: {missing.name} has no `at`", f"gm set {missing.id} at=HEX")
    if direction_to(encounter.grid, attacker.at, target.at) is not None:
        return None
    if attacker.at == target.at:
        return Reason(
            "BNB-55",
            f"{target.name} is in {attacker.name}'s own hex; a charge starts {LEAST_CHARGE} or more hexes away",
        )
    label = encounter.grid.label
    return Reason(
        "BNB-55",
        f"{target.name} in {label(target.at)} is on no straight line from {attacker.name} in {label(attacker.at)}",
        "a charge runs along one of the six directions",
    )


def hindrances(encounter: Encounter, attacker: Animal, target: Animal) -> Iterator[Reason]:
    """What is wrong with the way: too short, somebody or something in it, too few MP."""
    if attacker.at is None or target.at is None:
        return
    away = distance(attacker.at, target.at)
    if away < LEAST_CHARGE:
        yield Reason(
            "BNB-55",
            f"{target.name} is only {away} hex away; a charge needs {LEAST_CHARGE} or more",
            "attack without --charge",
        )
    way = (straight(attacker.at, target.at) or [])[:-1]
    for place in way:
        other = occupant(encounter, place)
        label = encounter.grid.label(place)
        if other is not None and not other.down:
            yield Reason("BNB-55", f"{other.name} is in the way, in {label}")
        elif other is not None and place == way[-1]:  # who lies there may be passed, not stood on
            yield Reason("BNB-55", f"{other.name} lies where the charge would end, in {label}")
        if encounter.ground(place).cost.points is None:
            yield Reason("BNB-55", f"the way is blocked in {label}")
    if not _affordable(encounter, attacker, way):
        yield Reason(
            "BNB-50",
            f"{attacker.name} has {movement_points(attacker)} MP, too few to run {len(way)} hexes"
            f" (the last {FREE_WHEN_RUNNING} are free)",
        )


def _affordable(encounter: Encounter, attacker: Animal, way: list[Hex]) -> bool:
    left = movement_points(attacker)
    for entered, place in enumerate(way[:-FREE_WHEN_RUNNING]):
        cost = encounter.ground(place).cost.points or 0
        if entered and cost > left:  # the first hex may always be entered (BNB-50)
            return False
        left = max(0, left - cost)
    return True
