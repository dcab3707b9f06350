"""Pools of dice and what they come to: successes, or a total; the wild die among them (D6-1 to D6-5)."""

import operator
from functools import lru_cache
from typing import Any, NamedTuple, Self

from gmtool.dice.codes import DieCode
from gmtool.dice.throws import TOTAL, Chain, Fold, Group, Throw
from gmtool.rules.model import Encounter
from gmtool.rules.table import Table
from gmtool.systems.d6.sheet import Fighter

SUCCESS = 3
REROLLS = 10
WILD = "wild"
_PIPS = {1: ("pip +1", 6), 2: ("pip +2", 5)}
"""left-over pips -> the die they add, and the least face that scores on it (D6-3)"""
_LEAST = {"": SUCCESS, **dict(_PIPS.values())}
_LEAST_WILD = {True: SUCCESS, False: 2}
"""the least face that scores on a wild die that is rolled again on a 6, and on one that is not (D6-2)"""

Parts = tuple[tuple[str, int], ...]


class Score(int):
    """What a skill roll came to. The complication is told and decides nothing: it is no part of the number."""

    complication: bool

    def __new__(cls, points: int, complication: bool = False) -> Self:
        """Keep both."""
        score = super().__new__(cls, points)
        score.complication = complication
        return score


def _successes(group: Group, chain: Chain) -> int:
    least = _LEAST_WILD[bool(group.again)] if group.label == WILD else _LEAST[group.label]
    return sum(1 for face in chain if face >= least)


def _complicated(group: Group, chain: Chain) -> bool:
    return group.label == WILD and bool(group.again) and chain[0] == 1


def _both(one: tuple[int, bool], other: tuple[int, bool]) -> tuple[int, bool]:
    return one[0] + other[0], one[1] or other[1]


def _score(joined: tuple[int, bool]) -> Score:
    return Score(*joined)


SUCCESSES: Fold[int] = Fold("successes", _successes, operator.add, 0, typed="s")
SKILL_SUCCESSES: Fold[Score] = Fold(
    "successes, and a complication",
    lambda group, chain: (_successes(group, chain), _complicated(group, chain)),
    _both,
    (0, False),
    done=_score,
    typed="s",
    meant=Score,
)
SKILL_TOTAL: Fold[Score] = Fold(
    "total, and a complication",
    lambda group, chain: (sum(chain), _complicated(group, chain)),
    _both,
    (0, False),
    done=_score,
    typed="=",
    meant=Score,
)


def by_sum(encounter: Encounter) -> bool:
    """Whether faces are added up instead of successes counted (D6-5)."""
    return bool(encounter.switches["dice"] == "sum")


class Pool(NamedTuple):
    """Dice about to be thrown. `why` is the reason in words; `pips` are added to what they show (D6-5)."""

    why: str
    groups: tuple[Group, ...]
    fold: Fold[Any]
    pips: int

    def throw(self, who: Fighter) -> Throw:
        """The throw, by whom."""
        return Throw(who.id, self.why, self.groups, self.fold)

    def parts(self, value: int) -> Parts:
        """What it came to, as parts of a sum."""
        number = value + 0  # no Score any more
        if self.fold in (SUCCESSES, SKILL_SUCCESSES):
            return (("successes", number),)
        dice = (("dice", number),)
        return (*dice, ("pips", self.pips)) if self.pips else dice


def pool(encounter: Encounter, what: str, code: DieCode, *changes: tuple[str, int], skill: bool = False) -> Pool:
    """The pool of a code with dice added or taken off, each with its reason, 0D left out; never below 0D (D6-1)."""
    made = [(name, dice) for name, dice in changes if dice]
    rolled = code.more(sum(dice for _, dice in made))
    why = f"{what} {code}" + "".join(f" {'-' if dice < 0 else '+'} {name} {abs(dice)}D" for name, dice in made)
    return _pool(f"{why} = {rolled}" if made else why, encounter, rolled, skill=skill)


def joined_pool(encounter: Encounter, *codes: tuple[str, DieCode]) -> Pool:
    """Several codes rolled as one pool, those of 0D left out but for the first (D6-31)."""
    named = [codes[0], *(one for one in codes[1:] if one[1] != DieCode(0))]
    whole = DieCode(0)
    for _, code in named:
        whole = whole.plus(code)
    why = " + ".join(f"{name} {code}" for name, code in named)
    return _pool(f"{why} = {whole}" if len(named) > 1 else why, encounter, whole, skill=False)


def _pool(why: str, encounter: Encounter, code: DieCode, *, skill: bool) -> Pool:
    total = by_sum(encounter)
    if total:
        fold: Fold[Any] = SKILL_TOTAL if skill else TOTAL
    else:
        fold = SKILL_SUCCESSES if skill else SUCCESSES
    return Pool(why, _groups(code, encounter.switches["wild-die"], total), fold, code.pips if total else 0)


@lru_cache(maxsize=256)
def _groups(code: DieCode, wild: str, total: bool) -> tuple[Group, ...]:
    """The plain dice, the pip die, the wild die last (D6-1 to D6-5)."""
    has_wild = code.dice > 0 and (wild == "legend" or (wild == "hd6" and not total))
    groups = [Group(code.dice - has_wild, 6)]
    if code.pips and not total:
        groups.append(Group(1, 6, _PIPS[code.pips][0]))
    if has_wild and wild == "legend":
        groups.append(Group(1, 6, WILD, frozenset({6}), REROLLS))
    elif has_wild:
        groups.append(Group(1, 6, WILD))
    return tuple(group for group in groups if group.count)


def roll_skill(t: Table, who: Fighter, what: str, rolled: Pool) -> int:
    """Roll the pool of a skill, and show what it came to as a sum of that name (D6-1, D6-2)."""
    value = t.throw(who, rolled.why, *rolled.groups, fold=rolled.fold)
    tell_no_dice(t, who, rolled)
    total = t.sum(who, what, *rolled.parts(value))
    tell_complication(t, who, value)
    return total


def tell_no_dice(t: Table, who: Fighter, rolled: Pool) -> None:
    """Tell of a pool that has no dice, which no roll shows (D6-1)."""
    if not rolled.groups:
        t.tell("D6-1", "no-dice", "{who} has no dice: {pool}", who=who, pool=rolled.why)


def tell_complication(t: Table, who: Fighter, value: int) -> None:
    """Tell of the complication that a roll of a skill brought (D6-2)."""
    if isinstance(value, Score) and value.complication:
        t.tell("D6-2", "complication", "{who} has a complication: a wild 1", who=who)


def die_code(encounter: Encounter) -> Any:
    """How `gm roll 4D+2` is read here: as the switches say (D6-2, D6-3, D6-5)."""
    from gmtool.dice.terms import Pool as Reading

    def read(code: DieCode) -> Reading:
        rolled = _pool("", encounter, code, skill=False)
        return Reading(rolled.groups, rolled.fold, lambda value: int(value) + rolled.pips)

    return read
