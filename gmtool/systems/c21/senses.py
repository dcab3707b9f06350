"""Who sees whom, and making out whom one does not see (C21-30 to C21-33)."""

from typing import Literal

from gmtool.rules.codecs import Ref
from gmtool.rules.ground import sight_blockers
from gmtool.rules.model import Encounter
from gmtool.rules.table import Table
from gmtool.systems.c21.rolls import Part, Roll, challenge, stat_of
from gmtool.systems.c21.seats import place_of
from gmtool.systems.c21.sheet import Detected, Fighter, Sense

Aim = Literal["attack", "defend"]

DETECTING: Part = ("unseen", -5)
DEFENDING: Part = ("unseen", -6)
"""what joins a defense against whom one does not see"""
_RULE: dict[Aim, str] = {"attack": "C21-30", "defend": "C21-32"}


def attacking(kind: str) -> Part:
    """What joins an attack on somebody unseen (C21-30)."""
    return "unseen", -6 if kind == "melee" else -10


def is_blind(one: Fighter) -> bool:
    """Whether somebody cannot see at all."""
    return "sight" not in one.senses or one.is_in("blind")


def sees(encounter: Encounter, one: Fighter, other: Fighter) -> bool:
    """Whether one sees another: it is not blind, and no ground hides the other."""
    start, end = place_of(encounter, one), place_of(encounter, other)
    return not is_blind(one) and (start is None or end is None or not sight_blockers(encounter, start, end))


def other_senses(one: Fighter, other: Fighter) -> list[Sense]:
    """The senses beside sight by which one might make out another; magic finds what is magical only (C21-30)."""
    magic = other.magical and ("magic" in one.senses or one.has("magic-sense"))
    own: list[Sense] = [sense for sense in one.senses if sense in ("hearing", "smell")]
    return [*own, "magic"] if magic else own


def known(one: Fighter, other: Fighter, aim: Aim) -> bool | None:
    """What this round has shown already; None: it is still to be rolled (C21-33)."""
    found = one.detected.get(Ref(other.id))
    if found is None:
        return None
    return found.attack if aim == "attack" else found.defend


def make_out(t: Table, one: Fighter, other: Fighter, aim: Aim) -> bool:
    """Make out somebody unseen, to attack or to defend against: once a round, and remembered (C21-30, C21-32)."""
    before = known(one, other, aim)
    if before is not None:
        return before
    found = challenge(t, Roll(one, f"detection of {other.name}", stat_of(one, "alertness"), (DETECTING,)))
    name = Ref(other.id)
    held = one.detected.get(name, Detected(attack=None, defend=None))
    now = Detected(attack=found, defend=held.defend) if aim == "attack" else Detected(attack=held.attack, defend=found)
    one.detected = {**one.detected, name: now}
    text = "{who} makes out {other}" if found else "{who} does not make out {other}"
    t.tell(_RULE[aim], "detected" if found else "undetected", text, who=one, other=other)
    return found


def forget_all(t: Table) -> None:
    """What was made out is made out anew in each round (C21-33)."""
    for name in [one.id for one in t.encounter.glance() if one.detected]:
        t.encounter.combatants[name].detected = {}
