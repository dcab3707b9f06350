"""Held: who holds whom, and what ends it (BNB-32)."""

from gmtool.rules.codecs import Ref
from gmtool.rules.model import Encounter
from gmtool.rules.table import Table
from gmtool.systems.bnb.board import adjacent, here
from gmtool.systems.bnb.sheet import Animal


def held_by(encounter: Encounter, holder: Animal) -> list[Animal]:
    """Everyone whom an animal holds."""
    return [encounter.combatants[one.id] for one in encounter.glance() if one.held == holder.id]


def stuck(encounter: Encounter, held: Animal) -> str:
    """Why an animal that is held may not leave its hex."""
    holder = encounter.combatants.get(held.held or "")
    return f"{held.name} is held by {holder.name if holder else held.held} and may not leave its hex"


def take_hold(t: Table, holder: Animal, held: Animal) -> None:
    """The holder has it in its jaws from now on, and nobody else."""
    if held.held not in (None, holder.id):
        end_hold(t, held, f"{holder.name} takes it over")
    held.held = Ref(holder.id)
    t.tell("BNB-32", "held", "{target} is held by {who}", who=holder, target=held)


def end_hold(t: Table, held: Animal, why: str) -> None:
    """It is held no longer."""
    held.held = None
    t.tell("BNB-32", "free", "{who} is held no longer: {why}", who=held, why=why)


def tear_loose(t: Table, animal: Animal) -> None:
    """End every hold on and by an animal that is thrown out of its hex."""
    if animal.held is not None:
        end_hold(t, animal, "torn loose")
    for one in held_by(t.encounter, animal):
        end_hold(t, one, "torn loose")


def loosen(t: Table) -> None:
    """End the holds that cannot last: the holder fell, left, or is no longer adjacent."""
    for one in list(t.encounter.glance()):
        if one.held is not None and (why := _lost(t.encounter, one)):
            end_hold(t, t.encounter.combatants[one.id], why)


def _lost(encounter: Encounter, held: Animal) -> str:
    """Why a hold cannot last; "" while it can."""
    holder = encounter.combatants.get(held.held or "")
    if holder is None or holder.away:
        return f"{held.held} is gone"
    if holder.down:
        return f"{holder.name} fell"
    mapped = holder.at is not None and held.at is not None
    return f"{holder.name} is not adjacent" if mapped and not adjacent(here(holder), here(held)) else ""
