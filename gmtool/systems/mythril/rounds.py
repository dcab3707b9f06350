"""Initiative, and what begins and ends with a turn and a round (MYT-1 to MYT-3, MYT-5, MYT-22, MYT-31)."""

from typing import Any

from gmtool.rules.model import PLAYERS, Encounter
from gmtool.rules.table import Table
from gmtool.rules.turns import in_order
from gmtool.systems.mythril.harm import bleed
from gmtool.systems.mythril.opportunity import lapse
from gmtool.systems.mythril.sheet import Character, full_pool
from gmtool.systems.mythril.stamina import catch_breath, recover


def initiative(t: Table, who: Character) -> int | None:
    """1d8 + AGI + PER; the dead have none (MYT-1)."""
    if who.dead:
        return None
    die = t.roll(who, "initiative", "1d8")
    return t.sum(who, "initiative", ("AGI", who.agility), ("PER", who.perception), ("die", die))


def rank(_: Encounter, who: Character) -> tuple[Any, ...]:
    """Highest first, the dead last; ties: the higher AGI, then PCs before NPCs (MYT-1)."""
    return who.initiative is None, -(who.initiative or 0), -who.agility, who.side != PLAYERS


def round_begin(t: Table) -> None:
    """Bleeding and death from round 2 on, then the pools are full again (MYT-3, MYT-31)."""
    everyone = in_order(t.encounter)
    if (t.encounter.round or 1) > 1:
        for who in everyone:
            bleed(t, who)
    pools = []
    for who in everyone:
        who.actions = full_pool(t.encounter, who)
        who.used_combat_skill = False
        if not who.dead:
            pools.append(f"{who.name} {who.actions}")
    t.tell("MYT-3", "refill", "actions: {pools}", pools=pools)


def round_end(t: Table) -> None:
    """Who used no Combat Skill in the whole round has rested (MYT-22)."""
    for who in t.encounter.combatants.values():
        who.rested = not (who.used_combat_skill or who.dead)


def turn_begin(t: Table, who: Character) -> None:
    """Who rested has Stamina back, and with Stamina nobody is exhausted or pushing (MYT-22)."""
    recover(t, who)
    catch_breath(t, who)


def turn_end(t: Table, who: Character) -> None:
    """What its last move laid open lapses (MYT-5)."""
    lapse(t.encounter, who)
