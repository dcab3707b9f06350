"""Attack and Defense Scores: who rolls, what is stored, what is only reckoned (BNB-20 to BNB-27)."""

from typing import Literal, NamedTuple

from gmtool.dice.throws import SORTED, Group
from gmtool.hexes.geometry import arc, distance
from gmtool.hexes.grid import Hex
from gmtool.rules.table import Table
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

_BOTH = Group(2, 6)
_CHARGE_DEFENSE: Parts = (("charge", CHARGE_DEFENSE),)


class Score(NamedTuple):
    """A score that is now stored, and the parts it is shown as."""

    value: int
    parts: Parts


def require_stance(t: Table, stance: Stance | None, rule: str = "BNB-21") -> None:
    """Refuse dice kept as entered where the house declares before rolling (BNB-21)."""
    t.require(
        stance != "as-entered" or t.encounter.switches["dice-choice"] == "after",
        rule,
        "the dice are kept as entered only where the choice is made after rolling",
        "set `rules: {dice-choice: after}`, or declare --offensive or --defensive",
    )


def attack_score(t: Table, attacker: Animal, stance: Stance | None, extra: Parts = ()) -> Score:
    """Roll the attacker's AS if it has none, with its DS if it has neither; `extra` parts are stored with it.

    Rules: BNB-20, BNB-21, BNB-22.
    """
    if attacker.attack_score is not None:
        _stance_ignored(t, attacker, stance, "no die")
        parts: Parts = (("stored", attacker.attack_score), *extra)
    else:
        if attacker.defense_score is not None:
            _stance_ignored(t, attacker, stance, "one die")
            die = t.roll(attacker, "Attack Die", "1d6")
        else:
            die, defend = _both(t, attacker, stance or "offensive")
            _store_defense(t, attacker, defend, shown=True)
        parts = (("AGI", attacker.rating("AGI")), ("die", die), *extra)
    attacker.attack_score = sum(value for _, value in parts)
    return Score(attacker.attack_score, parts)


def defense_score(t: Table, target: Animal, stance: Stance | None) -> Score:
    """Roll the target's DS if it has none, with its AS if it has neither.

    Rules: BNB-20, BNB-21, BNB-22; BNB-27: a helpless target has 0, rolls nothing and stores nothing.
    """
    if target.helpless:
        _stance_ignored(t, target, stance, "no die")
        return Score(0, (("helpless", 0),))
    if target.defense_score is not None:
        _stance_ignored(t, target, stance, "no die")
        return Score(target.defense_score, (("stored", target.defense_score),))
    if target.attack_score is not None:
        _stance_ignored(t, target, stance, "one die")
        return _store_defense(t, target, t.roll(target, "Defend Die", "1d6"))
    attack, die = _both(t, target, stance or "defensive")
    score = _store_defense(t, target, die)
    target.attack_score = target.rating("AGI") + attack
    t.sum(target, "AS", ("AGI", target.rating("AGI")), ("die", attack))
    return score


def attack_situation(t: Table, attacker: Animal, place: Hex | None, target: Animal) -> Parts:
    """What is reckoned into this attack and never stored (BNB-23)."""
    parts: list[tuple[str, int]] = []
    if is_behind(t, place, target):
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


def is_behind(t: Table, place: Hex | None, target: Animal) -> bool:
    """Whether `place` is one of the target's three rear hexes; never without a facing."""
    if place is None or target.at is None or target.facing is None or distance(place, target.at) != 1:
        return False
    where = arc(t.encounter.grid, target.at, target.facing, place)
    return where is not None and where.rear


def tire(attacker: Animal, target: Animal) -> None:
    """After the attack, hit or miss: AS - 2, DS - 1; a DS of 0 or less drops no further (BNB-25)."""
    if attacker.attack_score is not None:
        attacker.attack_score -= TIRE_ATTACKER
    if not target.helpless and target.defense_score is not None and target.defense_score > 0:
        target.defense_score -= TIRE_DEFENDER


def _both(t: Table, who: Animal, stance: Stance) -> tuple[int, int]:
    """Roll two dice; give the Attack Die and the Defend Die (BNB-21)."""
    if stance == "as-entered":
        return t.roll(who, "Attack Die", "1d6"), t.roll(who, "Defend Die", "1d6")
    high, low = t.throw(who, f"score dice, {stance}", _BOTH, fold=SORTED)
    return (high, low) if stance == "offensive" else (low, high)


def _store_defense(t: Table, who: Animal, die: int, *, shown: bool = False) -> Score:
    parts: Parts = (("SPD", who.rating("SPD")), ("die", die), *(_CHARGE_DEFENSE if who.charged else ()))
    who.defense_score = sum(value for _, value in parts)
    if shown:
        t.sum(who, "DS", *parts)
    return Score(who.defense_score, parts)


def _stance_ignored(t: Table, who: Animal, stance: Stance | None, rolled: str) -> None:
    if stance is not None:
        t.tell(
            "BNB-21",
            "stance",
            "{who} rolls {rolled}: {stance} makes no difference",
            who=who,
            rolled=rolled,
            stance=stance,
        )
