"""Bunnies & Burrows, house-ruled: animals with Attack and Defense Scores on a hex map."""

from collections.abc import Sequence
from typing import Literal

from gmtool.rules import standard
from gmtool.rules.system import Phase, Rule, Switch, System
from gmtool.rules.turns import in_order
from gmtool.systems.bnb import sheet, tactics, turn


def _rules() -> Sequence[Rule]:
    from gmtool.systems.bnb.texts import RULES

    return RULES


system = System(
    id="bnb",
    title="Bunnies & Burrows",
    combatant=sheet.Animal,
    verbs=(
        standard.start,
        standard.next_,
        tactics.attack,
        tactics.tactic,
        turn.damage,
        turn.heal,
        turn.mark,
        turn.unmark,
    ),
    phases=(Phase("turns", in_order, turn_begin=turn.turn_begin, turn_end=turn.turn_end, group=turn.sharing),),
    kinds={
        **standard.KINDS,
        "attack": "a tactic is used on a target",
        "own-side": "the target is on the attacker's side",
        "stance": "a declared stance made no difference",
        "hit": "an attack hit",
        "miss": "an attack missed",
        "no-attack": "an AS of 0 or less was rolled: nothing happens",
        "no-damage": "core damage below 0 counts as 0",
        "fell": "somebody is unconscious or dying now",
        "woke": "somebody is conscious again",
        "tactic": "a tactic was marked for the round",
        "dropped": "scores or markers ended with a turn",
        "bleeds": "Bleeding took its HP",
        "shock": "a Shock roll was made",
    },
    initiative=turn.initiative,
    rank=turn.rank,
    health="hp",
    is_down=lambda animal: animal.down,
    is_dead=lambda _: False,
    may_act=sheet.may_act,
    may_still=sheet.may_still,
    rules=_rules,
    switches=(
        Switch(
            "scores",
            "when Attack and Defense Scores are dropped (BNB-12)",
            Literal["persistent", "vanilla"],
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
    ),
    round_end=turn.round_end,
)
