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


def total(parts: Parts) -> int:
    """The sum of the parts."""
    return sum([value for _, value in parts])


class Score(NamedTuple):
    """A score, and the parts it is shown as."""

    value: int
    parts: Parts

    @classmethod
    def of(cls, *parts: tuple[str, int]) -> "Score":
        """The sum of the parts."""
        return cls(total(parts), parts)


class Coming(NamedTuple):
    """A score that is about to be made: the throws for it, none where it is there, and what stands around its die."""

    throws: tuple[Throw, ...]
    before: Parts
    after: Parts = ()
    die: int = 0
    """which of the dice is its own, where two are thrown"""

    def score(self, dice: tuple[int, ...]) -> Score:
        """The score that these dice make."""
        return Score.of(*self.before, *([("die", dice[self.die])] if dice else ()), *self.after)

    def made(self, t: Table, who: Animal) -> tuple[int, ...]:
        """Throw its dice: none, one, or two (BNB-21)."""
        return _dice(tuple([t.throw(who, throw.why, *throw.groups, fold=throw.fold) for throw in self.throws]))


class Meeting(NamedTuple):
    """What an attack makes of the dice of both sides: whether there is one at all, and whether it hits."""

    throws: int
    """how many of the throws are the attacker's, which come first"""
    own_die: int
    other_die: int
    """which of the dice are meant, where two are thrown"""
    stored: int
    """the AS that is stored, less its die; 0 where it does not count by itself"""
    ahead: int
    """what the attack is ahead by, less the dice"""
    least: int | None
    """an AS as rolled of less is no attack (BNB-26); None where that does not count"""
    tells_die: bool
    """whether the Attack Die itself is looked at after a hit (BNB-31)"""

    def __call__(self, *values: Any) -> tuple[bool, int] | None:
        """None: no attack; else whether it hits, and the Attack Die where that matters."""
        own, other = _dice(values[: self.throws]), _dice(values[self.throws :])
        die = own[self.own_die] if own else 0
        if self.calls_off(self.stored + die):
            return None
        hit = hits(self.ahead + die, other[self.other_die] if other else 0)
        return hit, die if hit and self.tells_die else 0

    def calls_off(self, score: int) -> bool:
        """Whether an AS as rolled is too low for an attack (BNB-26)."""
        return self.least is not None and score < self.least


def hits(score: int, defense: int) -> bool:
    """Whether an attack hits (BNB-24)."""
    return score >= defense


def _dice(values: tuple[Any, ...]) -> tuple[int, ...]:
    """The dice of throws for scores, whether they came in one throw or in two."""
    return values[0] if values and isinstance(values[0], tuple) else values


HELPLESS: Parts = (("helpless", 0),)
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
    """The AS an attack is made with, rolled where there is none, `extra` stored with it.

    Rules: BNB-20, BNB-21, BNB-22; `one_die`: an opportunity attack never rolls for the DS, too (BNB-56).
    """
    if attacker.attack_score is not None:
        return Coming((), (("stored", attacker.attack_score),), extra)
    agility = (("AGI", attacker.rating("AGI")),)
    if one_die or attacker.defense_score is not None:
        return Coming((one_throw(attacker, "Attack Die"),), agility, extra)
    return Coming(_both(attacker, stance or "offensive"), agility, extra, 1 if stance == "defensive" else 0)


def coming_defense(target: Animal, stance: Stance | None, *, one_die: bool = False) -> Coming:
    """The DS an attack meets, rolled where there is none.

    Rules: BNB-20, BNB-21, BNB-22; BNB-27: a helpless target has 0; `one_die`: against an opportunity attack it never
    rolls for its AS, too (BNB-56).
    """
    if target.helpless:
        return Coming((), HELPLESS)
    if target.defense_score is not None:
        return Coming((), (("stored", target.defense_score),))
    rolled = _rolled_defense(target)
    if one_die or target.attack_score is not None:
        return rolled._replace(throws=(one_throw(target, "Defend Die"),))
    die = 1 if stance in ("offensive", "as-entered") else 0
    return rolled._replace(throws=_both(target, stance or "defensive"), die=die)


def attack_score(t: Table, attacker: Animal, coming: Coming, stance: Stance | None) -> Score:
    """Roll the attacker's AS if it has none, with its DS if it has neither, and store both (BNB-20 to BNB-22)."""
    dice = coming.made(t, attacker)
    if len(dice) < _BOTH.count:
        stance_ignored(t, attacker, stance, "one die" if dice else "no die")
    else:
        store_defense(t, attacker, dice[1 - coming.die], shown=True)
    if dice:
        _keep_die(t, attacker, dice[coming.die])
    score = coming.score(dice)
    attacker.attack_score = score.value
    return score


def defense_score(t: Table, target: Animal, coming: Coming, stance: Stance | None) -> Score:
    """Roll the target's DS if it has none, with its AS if it has neither, and store both (BNB-20 to BNB-22, BNB-27)."""
    dice = coming.made(t, target)
    if len(dice) < _BOTH.count:
        stance_ignored(t, target, stance, "one die" if dice else "no die")
    score = coming.score(dice)
    if dice:
        target.defense_score = score.value
    if len(dice) == _BOTH.count:
        attack = dice[1 - coming.die]
        _keep_die(t, target, attack)
        target.attack_score = t.sum(target, "AS", ("AGI", target.rating("AGI")), ("die", attack))
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
    """Store a DS just rolled (BNB-22)."""
    score = _rolled_defense(who).score((die,))
    who.defense_score = score.value
    if shown:
        t.sum(who, "DS", *score.parts)
    return score


def _rolled_defense(who: Animal) -> Coming:
    """A DS that is rolled: 2 lower after a charge (BNB-22, BNB-55)."""
    return Coming((), (("SPD", who.rating("SPD")),), CHARGED if who.charged else ())


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


def one_throw(who: Animal, why: str) -> Throw:
    """The throw of one die of a score."""
    return Throw(who.id, why, (_ONE,), TOTAL)


def _both(who: Animal, stance: Stance) -> tuple[Throw, ...]:
    """The throws for both scores: two dice at once, or kept as they are entered one after the other (BNB-21)."""
    if stance == "as-entered":
        return one_throw(who, "Attack Die"), one_throw(who, "Defend Die")
    return (Throw(who.id, f"score dice, {stance}", (_BOTH,), SORTED),)
