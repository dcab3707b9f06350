"""Initiative, the order, and who shares a turn (BNB-1, BNB-3)."""

from typing import Any

from gmtool.rules.model import PLAYERS, Encounter
from gmtool.rules.table import Table
from gmtool.rules.turns import in_order
from gmtool.systems.bnb.sheet import Animal


def initiative(t: Table, animal: Animal) -> int:
    """SPD Rating + 1d6; `initiative: fixed` leaves the die out (BNB-1)."""
    speed = ("SPD", animal.rating("SPD"))
    if t.encounter.switches["initiative"] == "fixed":
        return t.sum(animal, "initiative", speed)
    return t.sum(animal, "initiative", speed, ("die", t.roll(animal, "initiative", "1d6")))


def rank(_: Encounter, animal: Animal) -> tuple[Any, ...]:
    """Highest initiative first, PCs before NPCs, then the higher SPD Rating (BNB-1)."""
    return -(animal.initiative or 0), animal.side != PLAYERS, -animal.rating("SPD")


def sharing(encounter: Encounter, animal: Animal) -> list[Animal]:
    """Who shares a turn: those next to each other in the order, tied with a PC (BNB-3)."""
    if encounter.switches["tied-turns"] == "separate" or animal.initiative is None or animal.away:
        return [animal]
    order = [one for one in in_order(encounter) if not one.away]
    place = next(i for i, one in enumerate(order) if one.id == animal.id)
    first = last = place
    while first > 0 and order[first - 1].initiative == animal.initiative:
        first -= 1
    while last + 1 < len(order) and order[last + 1].initiative == animal.initiative:
        last += 1
    tied = order[first : last + 1]
    return tied if any(one.side == PLAYERS for one in tied) else [animal]
