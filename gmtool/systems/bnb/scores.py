"""Attack and Defense Scores that last: who rolls, what is stored, what is only reckoned (BNB-20 to BNB-27)."""

from typing import Literal, NamedTuple

from gmtool.dice.throws import SORTED, Group
from gmtool.rules.table import Table
from gmtool.systems.bnb.board import REAR, Placement, neighbor_arc
from gmtool.systems.bnb.sheet import Animal

Stance = Literal["offensive", "defensive", "as-entered"]
Parts = tuple[tuple[str, int], ...]

TIRE_ATTACKER = 2
TIRE_DEFENDER = 1
PER_VULNERABLE = 2
FROM_BEHIND = 1
HELD = -2
WARY = 1
CHARGE_ATTACK = 2
CHARGE_DEFENSE = -2

CHARGED: Parts = (("charge", CHARGE_DEFENSE),)

_BOTH = Group(2, 6)


class Score(NamedTuple):
    """A score that is now stored, and the parts it is shown as."""

    value: int
    parts: Parts


HELPLESS = Score(0, (("helpless", 0),))
"""the DS of who has fallen or is in Shock (BNB-27)"""


def require_stance(t: Table, stance: Stance | None, rule: str = "BNB-21") -> None:
    """Refuse dice kept as entered where the house declares before rolling (BNB-21)."""
    t.require(
        stance != "as-entered" or t.encounter.switches["dice-choice"] == "after",
        rule,
        "the dice are kept as entered only where the choice is made after rolling",
        "set `rules: {dice-choice: after}`, or declare --offensive or --defensive",
    )


def attack_score(
    t: Table, attacker: Animal, stance: Stance | None, extra: Parts = (), *, one_die: bool = False
) -> Score:
    """Roll the attacker's AS if it has none, with its DS if it has neither; `extra` parts are stored with it.

    Rules: BNB-20, BNB-21, BNB-22; `one_die`: an opportunity attack never rolls for the DS, too (BNB-56).
    """
    if attacker.attack_score is not None:
        stance_ignored(t, attacker, stance, "no die")
        parts: Parts = (("stored", attacker.attack_score), *extra)
    else:
        if one_die or attacker.defense_score is not None:
            stance_ignored(t, attacker, stance, "one die")
            die = t.roll(attacker, "Attack Die", "1d6")
        else:
            die, defend = _both(t, attacker, stance or "offensive")
            store_defense(t, attacker, defend, shown=True)
        _keep_die(t, attacker, die)
        parts = (("AGI", attacker.rating("AGI")), ("die", die), *extra)
    attacker.attack_score = sum(value for _, value in parts)
    return Score(attacker.attack_score, parts)


def defense_score(t: Table, target: Animal, stance: Stance | None, *, one_die: bool = False) -> Score:
    """Roll the target's DS if it has none, with its AS if it has neither.

    Rules: BNB-20, BNB-21, BNB-22; BNB-27: a helpless target has 0, rolls nothing and stores nothing; `one_die`: against
    an opportunity attack it never rolls for its AS, too (BNB-56).
    """
    if target.helpless:
        stance_ignored(t, target, stance, "no die")
        return HELPLESS
    if target.defense_score is not None:
        stance_ignored(t, target, stance, "no die")
        return Score(target.defense_score, (("stored", target.defense_score),))
    if one_die or target.attack_score is not None:
        stance_ignored(t, target, stance, "one die")
        return store_defense(t, target, t.roll(target, "Defend Die", "1d6"))
    attack, die = _both(t, target, stance or "defensive")
    score = store_defense(t, target, die)
    _keep_die(t, target, attack)
    target.attack_score = target.rating("AGI") + attack
    t.sum(target, "AS", ("AGI", target.rating("AGI")), ("die", attack))
    return score


def attack_situation(t: Table, attacker: Animal, stand: Placement, target: Animal, spot: Placement) -> Parts:
    """What is reckoned into this attack and never stored, as the two are placed (BNB-23)."""
    parts: list[tuple[str, int]] = []
    if neighbor_arc(t.encounter.grid, spot, stand.at) in REAR:
        parts.append(("from behind", FROM_BEHIND))
    if target.vulnerable:
        parts.append(("Vulnerable", PER_VULNERABLE * target.vulnerable))
    if attacker.held is not None:
        parts.append(("Held", HELD))
    return tuple(parts)


def defense_situation(target: Animal) -> Parts:
    """What is reckoned into the target's defense and never stored (BNB-23); a helpless one has only its 0 (BNB-27)."""
    if target.helpless:
        return ()
    parts: list[tuple[str, int]] = []
    if target.held is not None:
        parts.append(("Held", HELD))
    if target.wary:
        parts.append(("Wary", WARY))
    return tuple(parts)


def tire(attacker: Animal, target: Animal) -> None:
    """After the attack, hit or miss: AS - 2, DS - 1; a DS of 0 or less drops no further (BNB-25)."""
    if attacker.attack_score is not None:
        attacker.attack_score -= TIRE_ATTACKER
    if not target.helpless and target.defense_score is not None and target.defense_score > 0:
        target.defense_score -= TIRE_DEFENDER


def store_defense(t: Table, who: Animal, die: int, *, shown: bool = False) -> Score:
    """Store a DS just rolled, 2 lower after a charge (BNB-22, BNB-55)."""
    parts: Parts = (("SPD", who.rating("SPD")), ("die", die), *(CHARGED if who.charged else ()))
    who.defense_score = sum(value for _, value in parts)
    if shown:
        t.sum(who, "DS", *parts)
    return Score(who.defense_score, parts)


def drop_attack(animal: Animal) -> str:
    """Drop the AS, with its die, and say what is dropped; "" if there is none (BNB-12)."""
    dropped = "" if animal.attack_score is None else f"AS {animal.attack_score}"
    animal.attack_score = animal.attack_die = None
    return dropped


def stance_ignored(t: Table, who: Animal, stance: Stance | None, rolled: str) -> None:
    """Say of a stance that was declared that it made no difference (BNB-21)."""
    if stance is not None:
        t.tell(
            "BNB-21",
            "stance",
            "{who} rolls {rolled}: {stance} makes no difference",
            who=who,
            rolled=rolled,
            stance=stance,
        )


def _keep_die(t: Table, who: Animal, die: int) -> None:
    """Remember the Attack Die where criticals look at it (`critical-die: attack`)."""
    if t.encounter.switches["critical-die"] == "attack":
        who.attack_die = die


def _both(t: Table, who: Animal, stance: Stance) -> tuple[int, int]:
    """Roll two dice; give the Attack Die and the Defend Die (BNB-21)."""
    if stance == "as-entered":
        return t.roll(who, "Attack Die", "1d6"), t.roll(who, "Defend Die", "1d6")
    high, low = t.throw(who, f"score dice, {stance}", _BOTH, fold=SORTED)
    return (high, low) if stance == "offensive" else (low, high)
