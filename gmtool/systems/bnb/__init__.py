"""Bunnies & Burrows, house-ruled: animals with Attack and Defense Scores on a hex map."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from gmtool.hexes.grid import Hex
from gmtool.rules import standard
from gmtool.rules.model import Encounter
from gmtool.rules.system import Phase, Rule, Switch, System
from gmtool.rules.turns import in_order
from gmtool.systems.bnb import battle, dodge, harm, marked, markers, movement, order, sheet, tactics, turn

if TYPE_CHECKING:
    from gmtool.rules.policy import Policy


def _rules() -> Sequence[Rule]:
    from gmtool.systems.bnb.texts import RULES

    return RULES


def _policy() -> "Policy":
    from gmtool.systems.bnb.policy import POLICY

    return POLICY


def _reach(encounter: Encounter, animal: sheet.Animal) -> Mapping[Hex, int]:
    from gmtool.systems.bnb.paths import reach

    return reach(encounter, animal)


def _within_reach(encounter: Encounter, animal: sheet.Animal, other: sheet.Animal) -> list[str]:
    from gmtool.systems.bnb.reach import within_reach

    return within_reach(encounter, animal, other)


system = System(
    id="bnb",
    title="Bunnies & Burrows",
    combatant=sheet.Animal,
    verbs=(
        battle.start,
        tactics.attack,
        dodge.dodge,
        movement.move,
        marked.tactic,
        markers.tend,
        markers.release,
        battle.swap,
        battle.enter,
        harm.damage,
        harm.heal,
        markers.mark,
        markers.unmark,
    ),
    phases=(Phase("turns", in_order, turn_begin=turn.turn_begin, turn_end=turn.turn_end, group=order.sharing),),
    kinds={
        **standard.KINDS,
        "attack": "a tactic is used on a target",
        "own-side": "the target is on the attacker's side",
        "stance": "a declared stance made no difference",
        "hit": "an attack hit",
        "miss": "an attack missed",
        "no-attack": "an AS of 0 or less was rolled: nothing happens",
        "no-damage": "core damage below 0 counts as 0",
        "no-die": "the die that a critical looks at is not known",
        "critical": "a critical hit: an injury, or core damage doubled",
        "held": "somebody is held",
        "free": "somebody is held no longer, and why",
        "pushed": "somebody was pushed a hex",
        "hops": "the kicker hopped a hex",
        "stays": "a push or a hop moved nobody, and why",
        "exposed": "somebody got a Vulnerable marker",
        "bleeding": "somebody got a Bleeding marker",
        "wary": "somebody is Wary",
        "fell": "somebody is unconscious or dying now",
        "woke": "somebody is conscious again",
        "tactic": "a tactic was marked for the round",
        "dodge": "somebody dodges",
        "pause": "a small act is under way",
        "pause-lost": "a small act failed: its animal was hit, or fell",
        "pause-done": "a small act succeeded",
        "left": "somebody left the board",
        "move": "somebody moved: where to, by which way, at what cost",
        "provoked": "an opportunity attack is open: by whom, against whom, where, why",
        "tended": "somebody's bleeding was stopped",
        "ambush": "somebody was placed beside the target of an ambush",
        "swap": "two allies swapped initiative",
        "entered": "a fighter came in from the reserve",
        "dropped": "scores or markers ended with a turn",
        "bleeds": "Bleeding took its HP",
        "shock": "a Shock roll was made",
    },
    initiative=order.initiative,
    rank=order.rank,
    health="hp",
    is_down=lambda animal: animal.down,
    is_dead=lambda _: False,
    may_act=sheet.may_act,
    may_still=sheet.may_still,
    rules=_rules,
    switches=(
        Switch(
            "scores",
            "how long scores last: to one's own turn, to its end (BNB-12), or never (BNB-40)",
            Literal["persistent", "vanilla", "fresh"],
            "persistent",
        ),
        Switch(
            "dice-choice",
            "when a stance is declared: before rolling, or after (BNB-21)",
            Literal["before", "after"],
            "before",
        ),
        Switch("initiative", "SPD + 1d6, or SPD alone (BNB-1)", Literal["rolled", "fixed"], "rolled"),
        Switch(
            "tied-turns", "whether those tied with a PC share a turn (BNB-3)", Literal["shared", "separate"], "shared"
        ),
        Switch("charge", "whether an attack may be made on a charge (BNB-55)", bool, True),
        Switch("opportunity", "whether turning and passing provoke opportunity attacks (BNB-56)", bool, True),
        Switch(
            "critical",
            "what a critical hit does: an injury, or core damage doubled (BNB-31)",
            Literal["injury", "double"],
            "injury",
        ),
        Switch(
            "critical-die",
            "which die brings a tactic's effects: that of the damage, or the Attack Die (BNB-30)",
            Literal["damage", "attack"],
            "damage",
        ),
    ),
    round_end=turn.round_end,
    is_away=lambda animal: animal.away,
    policy=_policy,
    set_back=sheet.set_back,
    reach=_reach,
    within_reach=_within_reach,
)
