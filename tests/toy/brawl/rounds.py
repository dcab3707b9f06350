"""Phases and turns: the talk all share, the brawl one after the other, waiting, and what begins with them."""

from typing import Annotated, Any

from gmtool.rules.codecs import Ref
from gmtool.rules.model import PLAYERS, Encounter
from gmtool.rules.system import Phase
from gmtool.rules.table import Table
from gmtool.rules.turns import behind_whom_they_wait_for, in_order, require_turn

from .sheet import Brawler, full_nerve

STUMBLES = 2


def initiative(t: Table, brawler: Brawler) -> int:
    """Quick + 1d6 (TOY-1)."""
    return t.sum(brawler, "initiative", ("quick", brawler.quick), ("die", t.roll(brawler, "initiative", "1d6")))


def rank(_: Encounter, brawler: Brawler) -> tuple[Any, ...]:
    """Highest first, players before others (TOY-1)."""
    return -(brawler.initiative or 0), brawler.side != PLAYERS


def owner_of(encounter: Encounter, brawler: Brawler) -> Brawler:
    """Who sits on somebody's shoulders lends it the turn (TOY-11)."""
    everyone = encounter.combatants.values()
    return next((one for one in everyone if one.rides == brawler.id and not one.down), brawler)


def may_act(encounter: Encounter, brawler: Brawler) -> str | None:
    """Why it cannot act, or None (TOY-3, TOY-12)."""
    if brawler.down:
        return "dead" if brawler.dead else "out cold"
    if encounter.phase == "brawl" and not brawler.nerve:
        return "out of nerve"
    return None


def may_still(encounter: Encounter, brawler: Brawler) -> str:
    """What is left of its pool."""
    return "talk" if encounter.phase == "talk" else f"nerve {brawler.nerve}"


def brawl_order(encounter: Encounter) -> list[Brawler]:
    """Everyone, those who wait right after the one they wait for (TOY-4)."""
    return behind_whom_they_wait_for(encounter, lambda one: one.waits)


def round_begin(t: Table) -> None:
    """Every pool is full again (TOY-3)."""
    for brawler in t.encounter.combatants.values():
        brawler.nerve = full_nerve(t.encounter, brawler)


def round_end(t: Table) -> None:
    """What was for this round is over."""
    for brawler in t.encounter.combatants.values():
        brawler.cheer, brawler.waits, brawler.openings = 0, None, ()


def turn_begin(t: Table, brawler: Brawler) -> None:
    """Who waited goes on; who is drunk may stumble (TOY-7)."""
    if brawler.waits is not None:
        brawler.waits = None
    elif brawler.drunk and not brawler.down and t.roll(brawler, "stumbling", "1d6") <= STUMBLES:
        brawler.nerve = max(0, brawler.nerve - 1)
        t.tell("TOY-7", "stumble", "{who} stumbles", who=brawler)


def require_phase(t: Table, phase: str) -> None:
    """Refuse what belongs to the other phase (TOY-2); before the fight there are none."""
    t.require(
        not t.encounter.started or t.encounter.phase == phase,
        "TOY-2",
        f"this is for the {phase} phase, and it is the {t.encounter.phase} phase",
        "`gm next` goes on",
    )


def spend(t: Table, who: Brawler, nerve: int) -> None:
    """Take nerve for an action. Refused when there is too little (TOY-3)."""
    t.require(who.nerve >= nerve, "TOY-3", f"{who.name} has {who.nerve} nerve left; this takes {nerve}")
    who.nerve = max(0, who.nerve - nerve)


def wait(t: Table, who: Brawler, *, until: Annotated[Brawler, "whose turn it lets pass first"]) -> None:
    """End the turn of WHO for now; it is up again right after another.

    Rules: TOY-2, TOY-3, TOY-4. Refused unless the other comes later this round.
    """
    require_phase(t, "brawl")
    require_turn(t, who, "TOY-4")
    later = [one.id for one in brawl_order(t.encounter)]
    t.require(
        until.id not in t.encounter.acted and later.index(until.id) > later.index(who.id),
        "TOY-4",
        f"{until.name} does not come later this round",
    )
    spend(t, who, t.encounter.switches["costs"].wait)
    who.waits = Ref(until.id)
    t.tell("TOY-4", "waits", "{who} waits for {until}", who=who, until=until)
    t.end_turn(who, again=True)


PHASES = (
    Phase("talk", in_order, choice="together"),
    Phase("brawl", brawl_order, turn_begin=turn_begin),
)
