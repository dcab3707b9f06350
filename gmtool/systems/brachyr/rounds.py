"""Initiative, the three phases, and what begins and ends with them (BRA-10 to BRA-12, BRA-20, BRA-42, BRA-46)."""

from typing import Any

from gmtool.rules.model import PLAYERS, Encounter
from gmtool.rules.system import Phase
from gmtool.rules.table import Table
from gmtool.rules.turns import in_order
from gmtool.systems.brachyr.defenses import DEFENSES, end_feint
from gmtool.systems.brachyr.harm import resiliency
from gmtool.systems.brachyr.holds import loosen
from gmtool.systems.brachyr.sheet import Fighter

COMBAT_SKILLS = (
    "axes", "bows", "chain-weapons", "daggers", "longswords", "picks", "pole-weapons", "shortsword", "trauma-weapons",
    "unarmed", *DEFENSES,
)  # fmt: skip
"""what initiative looks at (BRA-10)"""


def initiative(t: Table, fighter: Fighter) -> int:
    """The highest modifier among the combat skills and defenses on the sheet, and the bonus (BRA-10)."""
    known = [name for name in COMBAT_SKILLS if name in fighter.skills]
    best = max(known, key=lambda name: fighter.skills[name].mod, default=None)
    highest = ("no combat skill", 0) if best is None else (best, fighter.skills[best].mod)
    bonus = (("bonus", fighter.initiative_bonus),) if fighter.initiative_bonus else ()
    return t.sum(fighter, "initiative", highest, *bonus)


def rank(_: Encounter, fighter: Fighter) -> tuple[Any, ...]:
    """Highest initiative first, then the higher dodge, then PCs (BRA-10)."""
    return -(fighter.initiative or 0), -fighter.skill("dodge").mod, fighter.side != PLAYERS


def lowest_first(encounter: Encounter) -> list[Any]:
    """The order of the movement phase: exactly that of the attack phase, backwards (BRA-11)."""
    return in_order(encounter)[::-1]


def attack_turn_begins(t: Table, fighter: Fighter) -> None:
    """What its feints denied others is over (BRA-42)."""
    for name in [one.id for one in t.encounter.glance() if one.feinted is not None and one.feinted.by == fighter.id]:
        end_feint(t, t.encounter.combatants[name])


def round_end(t: Table) -> None:
    """Resiliency of everyone who took damage, in attack order; then what was for this round is over (BRA-12)."""
    encounter = t.encounter
    for fighter in in_order(encounter):
        if fighter.hurt and not fighter.dead:
            resiliency(t, fighter, "BRA-12")
    for fighter in encounter.combatants.values():
        fighter.hurt, fighter.done, fighter.aided = False, (), ()
        fighter.aiding, fighter.tripped_by = None, None
        fighter.aid_before, fighter.aid_now = fighter.aid_now, None
        if fighter.feinted is not None and fighter.feinted.by not in encounter.combatants:
            end_feint(t, fighter)
    loosen(t)


PHASES = (
    Phase("movement", lowest_first),
    Phase("aid", in_order, choice="together"),
    Phase("attack", in_order, turn_begin=attack_turn_begins),
)
