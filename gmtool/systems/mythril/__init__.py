"""Heavy Mythril: one pool of actions for attack and defense, Stamina, Moxie, armor that wears out."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from gmtool.hexes.grid import Hex
from gmtool.rules import standard
from gmtool.rules.model import Encounter
from gmtool.rules.system import Phase, Rule, Switch, System
from gmtool.rules.turns import in_order
from gmtool.systems.mythril import attacking, harm, movement, rounds, sheet

if TYPE_CHECKING:
    from gmtool.rules.policy import Policy


def _rules() -> Sequence[Rule]:
    from gmtool.systems.mythril.texts import RULES

    return RULES


def _policy() -> "Policy":
    from gmtool.systems.mythril.policy import POLICY

    return POLICY


def _reach(encounter: Encounter, who: sheet.Character) -> Mapping[Hex, int]:
    return movement.reach(system, encounter, who)


def _within_reach(encounter: Encounter, who: sheet.Character, other: sheet.Character) -> list[str]:
    from gmtool.systems.mythril.reach import within_reach

    return within_reach(encounter, who, other)


system = System(
    id="mythril",
    title="Heavy Mythril",
    combatant=sheet.Character,
    verbs=(attacking.attack, movement.move, movement.posture, harm.damage, harm.heal),
    phases=(Phase("turns", in_order, turn_begin=rounds.turn_begin, turn_end=rounds.turn_end),),
    kinds={
        **standard.KINDS,
        "attack": "an attack is made, or a spell cast at somebody",
        "own-side": "the target is on the attacker's side",
        "defense": "how the target defends itself",
        "no-defense": "the target does not defend itself, and why",
        "hit": "an attack hit",
        "miss": "an attack was dodged, blocked or countered",
        "no-attack": "an attack came to nothing: the Moxie check before it failed",
        "no-damage": "damage below 0 counts as 0",
        "turned": "shield or armor dice took all the damage",
        "absorbed": "shield or armor absorbed damage, and may be destroyed",
        "struck": "how much damage an attack did in the end",
        "spent": "somebody is at Stamina 0 and makes a Moxie check",
        "pushes": "somebody paid HP instead of Stamina",
        "pushing": "a Moxie check was made",
        "exhausted": "a Moxie check failed",
        "rested": "a round without a Combat Skill brought Stamina back",
        "breath": "somebody is exhausted or pushing no longer",
        "fell": "somebody is unconscious now, or bleeding out",
        "died": "somebody died",
        "woke": "somebody is conscious again",
        "bleeds": "bleeding out cost a point",
        "staunched": "somebody bleeds out no longer",
        "refill": "everybody's actions for the round",
        "move": "somebody moved: where to, by which way, at what cost",
        "posture": "somebody changed its posture",
        "provoked": "an opportunity action is open: by whom, against whom, where, why",
        "in-passing": "the mover may act on somebody it passes",
    },
    initiative=rounds.initiative,
    rank=rounds.rank,
    health="hp",
    is_down=lambda who: who.down,
    is_dead=lambda who: who.dead,
    may_act=sheet.may_act,
    may_still=sheet.may_still,
    rules=_rules,
    switches=(
        Switch(
            "actions",
            "actions a round at AGI 0, 1, 2, 3: 1, 1, 2, 3 as in the book's numbers, or AGI + 1 as in its headline; "
            "the book contradicts itself (MYT-2)",
            Literal["worked", "formula"],
            "worked",
        ),
        Switch(
            "slow",
            "at AGI -n: act, then sit n rounds out; or act every n rounds, n at least 2 (MYT-2)",
            Literal["skip-n", "every-n"],
            "skip-n",
        ),
    ),
    round_begin=rounds.round_begin,
    round_end=rounds.round_end,
    policy=_policy,
    cycle=sheet.cycle,
    reach=_reach,
    within_reach=_within_reach,
    always=("stamina", "actions", "armor", "shield"),
)
