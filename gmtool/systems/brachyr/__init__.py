"""The Brachyr system: rounds of three phases, where one's greatest weapon is the aid of one's allies."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from gmtool.rules import standard
from gmtool.rules.system import Rule, Switch, System
from gmtool.systems.brachyr import (
    acting,
    aiding,
    attack,
    contests,
    disarm,
    harm,
    holds,
    movement,
    reach,
    rounds,
    sheet,
    shoving,
    weapons,
)

if TYPE_CHECKING:
    from gmtool.rules.policy import Policy


def _rules() -> Sequence[Rule]:
    from gmtool.systems.brachyr.texts import RULES

    return RULES


def _policy() -> "Policy":
    from gmtool.systems.brachyr.policy import POLICY

    return POLICY


system: System = System(
    id="brachyr",
    title="Brachyr",
    combatant=sheet.Fighter,
    encounter=sheet.Skirmish,
    verbs=(
        movement.move,
        aiding.aid,
        attack.attack,
        attack.activate,
        attack.cast,
        disarm.disarm,
        shoving.drag,
        contests.feint,
        contests.grab,
        contests.escape,
        holds.release,
        shoving.shove,
        contests.trip,
        harm.damage,
        harm.heal,
        harm.rest,
        weapons.classify,
        holds.mark,
        holds.unmark,
    ),
    phases=rounds.PHASES,
    kinds={
        **standard.KINDS,
        "move": "somebody moved or ran: where to, by which way, at what cost",
        "aid": "a tool die was lent: by whom, to whom, for which check, with which skill",
        "aid-far": "an aid counts only from a better place",
        "aid-kept": "an aid was not added to a check, and why; it is kept for the next",
        "passed": "an item was passed",
        "lifted": "somebody unconscious was lifted",
        "carried": "somebody lifted was taken along",
        "set-down": "somebody is carried no longer",
        "attack": "a weapon is used on a target",
        "own-side": "the target is on the attacker's own side",
        "static": "somebody takes the middle of each die",
        "hit": "an attack hit, and its damage",
        "miss": "an attack missed",
        "activate": "something is activated",
        "cast": "a spell is cast",
        "contest": "a contest is declared: who, whom, with which skill",
        "won": "a contest was won",
        "lost": "a contest was lost",
        "disarmed": "a weapon left its owner, and where it is",
        "dragged": "somebody was dragged into a hex",
        "steps": "the dragger made room",
        "feinted": "what a feint denies its victim",
        "feint-over": "a feint is over",
        "held": "somebody is held, and the DC of the escape",
        "freed": "somebody is held no longer, and why",
        "shoved": "somebody was pushed",
        "stays": "something does not go as far as it might, and why",
        "tripped": "somebody is prone",
        "endures": "a resiliency check was passed",
        "unconscious": "a resiliency check was failed",
        "woke": "somebody is conscious again",
        "dead": "resiliency could not possibly succeed",
        "class": "the class of a weapon, and its skill",
    },
    initiative=rounds.initiative,
    rank=rounds.rank,
    health="damage",
    is_down=lambda fighter: fighter.down,
    is_dead=lambda fighter: fighter.dead,
    may_act=acting.may_act,
    may_still=acting.may_still,
    rules=_rules,
    switches=(
        Switch(
            "base-die",
            "the die of every check beside tool and aid dice (BRA-1)",
            Literal["d10", "d4", "d6", "d8", "d12", "d20", "none"],
            "d10",
        ),
        Switch("rest-roll", "whether rest, too, triggers resiliency (BRA-53)", bool, False),
    ),
    round_end=rounds.round_end,
    policy=_policy,
    reach=lambda encounter, fighter: movement.reach(system, encounter, fighter),
    within_reach=reach.within_reach,
)
