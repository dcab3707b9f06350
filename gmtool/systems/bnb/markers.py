"""Markers: setting them, taking them off, and what else ends them (BNB-32)."""

from typing import Annotated

from gmtool.rules import standard
from gmtool.rules.model import Moment
from gmtool.rules.table import Table
from gmtool.systems.bnb.acting import require_act, require_on_board, use_up
from gmtool.systems.bnb.board import adjacent, here
from gmtool.systems.bnb.holds import end_hold, held_by
from gmtool.systems.bnb.sheet import Animal

SHOCK_ENDS = 4
STATES = ("vulnerable", "bleeding", "wary", "shock", "held")


def mark(
    t: Table,
    animal: Animal,
    name: Annotated[str, "vulnerable, bleeding, wary, shock, or words of your own"],
    *,
    until: Annotated[Moment | None, "when a mark of your own ends: `end of NAME`, `end of round`"] = None,
) -> None:
    """Set a marker of the rules, or a mark of your own, on ANIMAL.

    Rules: BNB-32. `vulnerable` and `bleeding` add one each, `shock` rolls 1d6 for its rounds; anything else is the GM's
    own mark.
    """
    state = name.casefold()
    if state not in STATES:
        standard.mark(t, animal, name, until=until)
        return
    if until is not None:
        t.impossible("BNB-32", f"{state} ends by its own rule", "leave --until out")
    if state == "held":
        t.impossible("BNB-32", "a held animal needs its holder", f"gm set {animal.id} markers.held=HOLDER")
    if state == "wary":
        animal.wary = True
    elif state == "vulnerable":
        animal.vulnerable += 1
    elif state == "bleeding":
        animal.bleeding += 1
    else:
        animal.shock = t.roll(animal, "rounds of Shock", "1d6")
    t.tell("BNB-32", "marked", "{who} is marked: {mark}", who=animal, mark=state)


def unmark(t: Table, animal: Animal, name: Annotated[str, "which marker or mark"]) -> None:
    """Take a marker of the rules, or a mark of your own, off ANIMAL; all of it, however many there are.

    Rules: BNB-32.
    """
    state = name.casefold()
    if name in animal.marks or state not in STATES:
        standard.unmark(t, animal, name)
        return
    if not getattr(animal, state):
        t.impossible("BNB-32", f"{animal.name} is not marked {state}")
    setattr(animal, state, {"wary": False, "held": None}.get(state, 0))
    t.tell("BNB-32", "unmarked", "{who} is no longer marked: {mark}", who=animal, mark=state)


def tend(
    t: Table, actor: Animal, patient: Annotated[Animal | None, "who is tended; without a name ACTOR itself"] = None
) -> None:
    """Stop all the bleeding of PATIENT, or of ACTOR itself. Uses the Attack.

    Rules: BNB-10, BNB-32. Refused if the patient is not adjacent.
    """
    whom = patient or actor
    require_act(t, actor, "attack")
    require_on_board(t, whom)
    if not whom.bleeding:
        t.impossible("BNB-32", f"{whom.name} is not Bleeding")
    mapped = actor.at is not None and whom.at is not None
    t.require(
        whom is actor or not mapped or adjacent(here(actor), here(whom)),
        "BNB-32",
        f"{whom.name} is not adjacent to {actor.name}",
        "tend from a neighboring hex",
    )
    use_up(t, actor, "attack")
    whom.bleeding = 0
    text = "{who} stops its own bleeding" if whom is actor else "{who} stops the bleeding of {patient}"
    t.tell("BNB-32", "tended", text, who=actor, patient=whom)


def release(t: Table, holder: Animal) -> None:
    """Let go of whoever HOLDER holds. Free, at any time.

    Rules: BNB-32.
    """
    held = held_by(t.encounter, holder)
    if not held:
        t.impossible("BNB-32", f"{holder.name} holds nobody")
    for one in held:
        end_hold(t, one, f"{holder.name} lets go")


def bleed(t: Table, animal: Animal) -> int:
    """The HP that Bleeding takes as a turn begins, told (BNB-12, BNB-32)."""
    if animal.bleeding:
        t.tell("BNB-32", "bleeds", "{who} bleeds: {points} HP", who=animal, points=animal.bleeding)
    return animal.bleeding


def shake_off(t: Table, animal: Animal) -> None:
    """The Shock roll of a round's end: 1d6 + MYS Rating of 4 or more ends it, else it is a round shorter (BNB-32)."""
    die = t.roll(animal, "Shock", "1d6")
    total = t.sum(animal, "Shock", ("die", die), ("MYS", animal.rating("MYS")))
    animal.shock = 0 if total >= SHOCK_ENDS else animal.shock - 1
    if animal.shock:
        rounds = "1 more round" if animal.shock == 1 else "{rounds} more rounds"
        t.tell("BNB-32", "shock", f"{{who}} is in Shock for {rounds}", who=animal, rounds=animal.shock)
    else:
        t.tell("BNB-32", "shock", "{who} is out of Shock", who=animal, rounds=0)
