"""D6, counting successes: an attack's surplus adds dice to its damage, and the difference is the wound."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from gmtool.rules import standard
from gmtool.rules.system import Phase, Rule, Switch, System
from gmtool.systems.d6 import actions, attack, defense, movement, pools, ranges, rounds, sheet, wounds

if TYPE_CHECKING:
    from gmtool.rules.policy import Policy


def _rules() -> Sequence[Rule]:
    from gmtool.systems.d6.texts import RULES

    return RULES


def _policy() -> "Policy":
    from gmtool.systems.d6.policy import POLICY

    return POLICY


system = System(
    id="d6",
    title="D6, counting successes",
    combatant=sheet.Fighter,
    verbs=(
        rounds.start,
        attack.attack,
        attack.aim,
        defense.defend,
        movement.move,
        actions.act,
        actions.borrow,
        actions.spend,
        actions.wait,
        wounds.damage,
        wounds.heal,
    ),
    phases=(Phase("turns", actions.turn_order, turn_begin=rounds.turn_begin, turn_end=rounds.turn_end),),
    kinds={
        **standard.KINDS,
        "attack": "somebody attacks somebody with a weapon",
        "own-side": "the target is on the attacker's side",
        "hit": "an attack hit, and the dice its surplus adds",
        "miss": "an attack missed",
        "no-dice": "a pool has no dice left",
        "complication": "the wild die of a skill roll showed a 1",
        "unhurt": "the damage did not reach the resistance",
        "stunned": "somebody is stunned",
        "recovered": "somebody is no longer stunned",
        "wound": "a box was ticked",
        "penalty": "the dice that wounds take off every action from now on",
        "awake": "somebody stays awake, incapacitated",
        "fell": "somebody is unconscious",
        "clings": "somebody near death lives on",
        "died": "somebody is dead",
        "woke": "somebody is conscious again",
        "area": "an area attack missed: the GM decides",
        "scatter": "where a missed area attack landed, and who is there",
        "aims": "somebody spends the round aiming",
        "aim-lost": "somebody no longer aims",
        "defends": "somebody defends actively",
        "dropped": "an active defense ended",
        "useless": "a block or a parry does not serve against a ranged attack",
        "move": "somebody moved: where to, how far, at what cost",
        "act": "somebody did something else",
        "borrowed": "an action was borrowed from the next round",
        "owes": "somebody has an action less this round: it was borrowed",
        "bought": "an action was bought with points",
        "waits": "somebody lets another act first",
    },
    initiative=rounds.initiative,
    rank=rounds.rank,
    health="wounds",
    is_down=lambda fighter: fighter.down,
    is_dead=lambda fighter: fighter.dead,
    may_act=sheet.may_act,
    may_still=actions.may_still,
    rules=_rules,
    switches=(
        Switch("dice", "count successes, or add the faces up (D6-2, D6-5)", Literal["successes", "sum"], "successes"),
        Switch(
            "passive-defense",
            "a value, or half the dodge dice rolled for each attack (D6-20)",
            Literal["value", "roll"],
            "value",
        ),
        Switch("wild-die", "what the wild die does (D6-2, D6-5)", Literal["legend", "hd6", "none"], "legend"),
        Switch("initiative", "rolled once a scene, or each round (D6-10)", Literal["scene", "round"], "scene"),
        Switch(
            "wounds",
            "a wound ticks its box, or makes the worst one worse (D6-35, D6-36)",
            Literal["tick", "escalate"],
            "tick",
        ),
        Switch("action-price", "the points that buy an action (D6-13)", actions.Price, actions.Price()),
    ),
    round_begin=rounds.round_begin,
    policy=_policy,
    reach=movement.reach,
    within_reach=ranges.within_reach,
    still_left=actions.still_left,
    die_code=pools.die_code,
)
