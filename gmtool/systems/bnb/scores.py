"""Attack and Defense Scores that last: who rolls, what is stored, what is only reckoned (BNB-20 to BNB-27)."""

from typing import Any, Literal, NamedTuple

from gmtool.dice.throws import SORTED, TOTAL, Group, Throw
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
LEAST_SCORE = 1
"""an AS of less is no attack (BNB-26)"""
CHARGE_ATTACK = 2
CHARGE_DEFENSE = -2

CHARGED: Parts = (("charge", CHARGE_DEFENSE),)

_ONE = Group(1, 6)
_BOTH = Group(2, 6)


class Coming(NamedTuple):
    """A score that is about to be made: the throws for it, and all that joins its die (or is its stored value)."""

    throws: tuple[Throw, ...]
    rest: int
    die: int = 0
    """which of the dice is its own, where two are thrown"""

    def made(self, values: tuple[Any, ...]) -> int:
        """The score that throws of these values make."""
        return self.rest + (_dice(values)[self.die] if values else 0)


class Meeting(NamedTuple):
    """What an attack makes of the dice of both sides: whether there is one at all, and whether it hits (BNB-24, 26)."""

    own: Coming
    other: Coming
    own_beside: int
    """what is reckoned into the attack and never stored"""
    other_beside: int
    least: int | None
    """an AS as rolled of less is no attack; None where that does not count"""
    tells_die: bool
    """whether the Attack Die itself is looked at after a hit"""

    def __call__(self, *values: Any) -> tuple[bool, int] | None:
        """None: no attack; else whether it hits, and the Attack Die where that matters."""
        own, other = values[: len(self.own.throws)], values[len(self.own.throws) :]
        score = self.own.made(own)
        if own and self.least is not None and score < self.least:
            return None
        hit = hits(score + self.own_beside, self.other.made(other) + self.other_beside)
        return hit, _dice(own)[self.own.die] if own and hit and self.tells_die else 0


def hits(score: int, defense: int) -> bool:
    """Whether an attack hits (BNB-24)."""
    return score >= defense


def _dice(values: tuple[Any, ...]) -> tuple[int, ...]:
    """The dice of throws for scores, however many throws they came in."""
    return values[0] if isinstance(values[0], tuple) else values


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


def coming_attack(attacker: Animal, stance: Stance | None, extra: Parts = (), *, one_die: bool = False) -> Coming:
    """The AS an attack will be made with, and the throws for it: none where it is stored (BNB-20 to BNB-22, BNB-56)."""
    more = sum(value for _, value in extra)
    if attacker.attack_score is not None:
        return Coming((), attacker.attack_score + more)
    rest = attacker.rating("AGI") + more
    if one_die or attacker.defense_score is not None:
        return Coming((_one(attacker, "Attack Die"),), rest)
    return Coming(_both(attacker, stance or "offensive"), rest, 1 if stance == "defensive" else 0)


def coming_defense(target: Animal, stance: Stance | None, *, one_die: bool = False) -> Coming:
    """The DS an attack will meet, and the throws for it: none where it is stored, or 0 (BNB-20 to BNB-22, BNB-27)."""
    if target.helpless:
        return Coming((), 0)
    if target.defense_score is not None:
        return Coming((), target.defense_score)
    rest = target.rating("SPD") + (CHARGE_DEFENSE if target.charged else 0)
    if one_die or target.attack_score is not None:
        return Coming((_one(target, "Defend Die"),), rest)
    return Coming(_both(target, stance or "defensive"), rest, 1 if stance in ("offensive", "as-entered") else 0)


def attack_score(t: Table, attacker: Animal, coming: Coming, stance: Stance | None, extra: Parts = ()) -> Score:
    """Roll the attacker's AS if it has none, with its DS if it has neither; `extra` parts are stored with it.

    Rules: BNB-20, BNB-21, BNB-22; an opportunity attack never rolls for the DS, too (BNB-56).
    """
    dice = _thrown(t, attacker, coming)
    if len(dice) < _BOTH.count:
        stance_ignored(t, attacker, stance, "one die" if dice else "no die")
    else:
        store_defense(t, attacker, dice[1 - coming.die], shown=True)
    if dice:
        die = dice[coming.die]
        _keep_die(t, attacker, die)
        parts: Parts = (("AGI", attacker.rating("AGI")), ("die", die), *extra)
    else:
        parts = (("stored", attacker.attack_score or 0), *extra)
    attacker.attack_score = sum(value for _, value in parts)
    return Score(attacker.attack_score, parts)


def defense_score(t: Table, target: Animal, coming: Coming, stance: Stance | None) -> Score:
    """Roll the target's DS if it has none, with its AS if it has neither.

    Rules: BNB-20, BNB-21, BNB-22; BNB-27: a helpless target has 0, rolls nothing and stores nothing; against an
    opportunity attack it never rolls for its AS, too (BNB-56).
    """
    dice = _thrown(t, target, coming)
    if len(dice) < _BOTH.count:
        stance_ignored(t, target, stance, "one die" if dice else "no die")
    if target.helpless:
        return HELPLESS
    if not dice:
        return Score(coming.rest, (("stored", coming.rest),))
    score = store_defense(t, target, dice[coming.die])
    if len(dice) == _BOTH.count:
        attack = dice[1 - coming.die]
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


def _thrown(t: Table, who: Animal, coming: Coming) -> tuple[int, ...]:
    """Throw the dice of a score: none, one, or two (BNB-21)."""
    values = tuple([t.throw(who, throw.why, *throw.groups, fold=throw.fold) for throw in coming.throws])
    return _dice(values) if values else ()


def _one(who: Animal, why: str) -> Throw:
    return Throw(who.id, why, (_ONE,), TOTAL)


def _both(who: Animal, stance: Stance) -> tuple[Throw, ...]:
    """The throws for both scores: two dice at once, or kept as they are entered one after the other (BNB-21)."""
    if stance == "as-entered":
        return _one(who, "Attack Die"), _one(who, "Defend Die")
    return (Throw(who.id, f"score dice, {stance}", (_BOTH,), SORTED),)
