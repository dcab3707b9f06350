"""Initiative, and what begins and ends with a round and a turn (D6-10 to D6-14, D6-21, D6-25, D6-34)."""

from typing import Annotated, Any

from gmtool.rules import standard
from gmtool.rules.model import PLAYERS, Encounter
from gmtool.rules.table import Table
from gmtool.rules.turns import in_order
from gmtool.systems.d6.pools import pool, roll_skill
from gmtool.systems.d6.sheet import Fighter, Meters
from gmtool.systems.d6.wounds import die, fortitude_holds


def start(t: Table, *, again: Annotated[bool, standard.AGAIN] = False) -> None:
    """Start the fight: roll initiative where the file has none, set the order, give the first turn.

    Rules: D6-2, D6-10, D6-11, D6-12, D6-34. A number already in the file is kept; with --again all are rolled anew.
    """
    standard.start(t, again=again)


def initiative(t: Table, who: Fighter) -> int:
    """An Alertness roll, without penalties (D6-10, D6-37)."""
    return roll_skill(t, who, "initiative", pool(t.encounter, "alertness", who.skill("alertness"), skill=True))


def rank(_: Encounter, who: Fighter) -> tuple[Any, ...]:
    """Highest first; then the higher Alertness code, then PCs (D6-10)."""
    alertness = who.skill("alertness")
    return -(who.initiative or 0), -alertness.dice, -alertness.pips, who.side != PLAYERS


def round_begin(t: Table) -> None:
    """Actions are full again but for one owed; the house may roll initiative anew (D6-10 to D6-12)."""
    everyone: list[Fighter] = list(t.encounter.combatants.values())
    for who in everyone:
        who.owed, who.borrowed = who.borrowed, 0
        who.used = who.extra = 0
        who.moved, who.full, who.waits = Meters(), False, None
    if t.encounter.switches["initiative"] == "round" and (t.encounter.round or 1) > 1:
        for who in everyone:
            if not who.dead:
                who.initiative = None
        standard.set_order(t)
    for who in in_order(t.encounter):
        if who.owed and not who.down:
            t.tell("D6-12", "owes", "{who} owes an action: {left} this round", who=who, left=who.left)


def turn_begin(t: Table, who: Fighter) -> None:
    """The standing defense ends, a wait is over, and the dying roll for their life; also for one passed over."""
    if who.defense_value is not None:
        text = "{who} drops its {how} of {value}"
        t.tell("D6-21", "dropped", text, who=who, how=who.defense_how or "defense", value=who.defense_value)
    who.defense_how = who.defense_value = who.waits = None
    if who.dying:
        _cling(t, who)


def _cling(t: Table, who: Fighter) -> None:
    """The near-death roll (D6-34)."""
    holds, why = fortitude_holds(t, who)
    if holds:
        t.tell("D6-34", "clings", f"{{who}} clings to life{why}", who=who)
    else:
        die(t, who, why)


def turn_end(t: Table, who: Fighter) -> None:
    """A stun is over unless it came in this very turn, and a round without aiming ends the aim (D6-25, D6-34)."""
    if who.stunned and not who.stunned_now:
        who.stunned = False
        t.tell("D6-34", "recovered", "{who} is no longer stunned", who=who)
    who.stunned_now = False
    if who.aim is not None and not who.used:
        t.tell("D6-25", "aim-lost", "{who} no longer aims at {target}", who=who, target=who.aim.at)
        who.aim = None
