"""What a dice expression is made of. Each term can be rolled, and counted, by the same arithmetic.

A roll is shown with every die: dropped ones in round brackets, the dice of one term in square ones where they would
run into a `-`, `*` or `/`, a face that exploded with its `!`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeAlias

from gmtool.dice.codes import DieCode
from gmtool.dice.odds import Counting, Weights, falls
from gmtool.dice.throws import TOTAL, Cast, Chain, Fold, Group, Source, Throw, chains, labeled
from gmtool.errors import Misused

MOST_REROLLS = 10
"""How many dice one exploding die may add; so odds stay exact."""


class Pool(NamedTuple):
    """How a die code is thrown, and what the fold's value counts in the expression."""

    groups: tuple[Group, ...]
    fold: Fold[Any]
    score: Callable[[Any], int]


PoolReading: TypeAlias = Callable[[DieCode], Pool]


def summed(code: DieCode) -> Pool:
    """Read a die code as six-siders added up, and its pips."""
    return Pool((Group(code.dice, 6),), TOTAL, lambda total: total + code.pips)


class Hand:
    """Who rolls, from which source, and what has been rolled."""

    __slots__ = ("casts", "pool", "source", "who")

    def __init__(self, source: Source, who: str, pool: PoolReading) -> None:
        self.source = source
        self.who = who
        self.pool = pool
        self.casts: list[Cast] = []

    def cast(self, why: str, groups: tuple[Group, ...], fold: Fold[Any]) -> Cast:
        """Make a throw and remember it."""
        cast = self.source.cast(Throw(self.who, why, groups, fold))
        self.casts.append(cast)
        return cast


class Piece(NamedTuple):
    """A term that has been rolled, and how it is shown."""

    value: int
    text: str
    loose: bool = False
    """Whether it needs brackets beside an operator that binds."""

    @property
    def bound(self) -> str:
        """The text as the operand of an operator that binds."""
        return f"[{self.text}]" if self.loose else self.text


class Term(Protocol):
    """A part of an expression."""

    @property
    def fixed(self) -> bool:
        """Whether it has no dice."""
        ...

    def roll(self, hand: Hand, /) -> Piece:
        """Roll its dice. Raises what the source raises, and Misused for a division by zero."""
        ...

    def ways(self, counting: Counting, pool: PoolReading, /) -> Weights:
        """Count its values. Raises Misused when that takes too long, and where a fall would divide by zero."""
        ...


class Number(NamedTuple):
    """A whole number."""

    value: int

    @property
    def fixed(self) -> bool:
        """It has no dice."""
        return True

    def roll(self, _hand: Hand, /) -> Piece:
        """Show the number."""
        return Piece(self.value, str(self.value))

    def ways(self, _counting: Counting, _pool: PoolReading, /) -> Weights:
        """Count the number once."""
        return {self.value: 1}


class Keep(NamedTuple):
    """How many dice of a term count, and which."""

    amount: int
    highest: bool = True

    def dropped(self, dice: Sequence[Chain]) -> set[int]:
        """Give the places of the dice that do not count; of equal dice the first thrown are kept."""
        places = sorted(range(len(dice)), key=lambda place: sum(dice[place]), reverse=self.highest)
        return set(places[self.amount :])


@lru_cache(maxsize=256)
def kept(keep: Keep) -> Fold[int]:
    """Give the fold that adds up the dice kept: always the same one for the same choice, as counts are cached by it."""

    def read(_group: Group, chain: Chain) -> tuple[int, ...]:
        return (sum(chain),)

    def join(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(one + other, reverse=keep.highest)[: keep.amount])

    return Fold(f"{'highest' if keep.highest else 'lowest'} {keep.amount}", read, join, (), done=sum, typed="=")


class Dice(NamedTuple):
    """Dice of one kind added up, all or those kept: `4d6kh3`."""

    text: str
    group: Group
    keep: Keep

    @property
    def fixed(self) -> bool:
        """Whether there are no dice at all (`0d6`)."""
        return not self.group.count

    @property
    def fold(self) -> Fold[int]:
        """What is added up."""
        return TOTAL if self.keep.amount == self.group.count else kept(self.keep)

    def roll(self, hand: Hand, /) -> Piece:
        """Roll the dice and show them all, the dropped ones in brackets."""
        cast = hand.cast(self.text, (self.group,), self.fold)
        if cast.faces is None:
            return Piece(cast.value, str(cast.value))
        dice = chains(self.group, cast.faces[0])
        dropped = self.keep.dropped(dice)
        shown: list[str] = []
        plus = ""
        for place, chain in enumerate(dice):
            faces = "! + ".join(map(str, chain))
            if place in dropped:
                shown.append(f"({faces})")
            else:
                shown.append(plus + faces)
                plus = "+ "
        return Piece(cast.value, " ".join(shown) or "0", loose=len(cast.faces[0]) > 1)

    def ways(self, _counting: Counting, _pool: PoolReading, /) -> Weights:
        """Count the totals."""
        return dict(falls((self.group,), self.fold))


class Code(NamedTuple):
    """A D6 die code, `3D+2`: what it counts is for the pool reading to say."""

    text: str
    code: DieCode

    @property
    def fixed(self) -> bool:
        """Whether there are no dice at all (`0D`)."""
        return not self.code.dice

    def roll(self, hand: Hand, /) -> Piece:
        """Roll the pool. Added up it is shown like other dice; read otherwise, as its score and the faces."""
        pool = hand.pool(self.code)
        cast = hand.cast(self.text, pool.groups, pool.fold)
        score = pool.score(cast.value)
        if cast.faces is None:
            return Piece(score, str(score))
        if pool.fold is not TOTAL:
            return Piece(score, f"{score} [{labeled(pool.groups, cast.faces)}]")
        faces = [
            f"{group.label} {face}" if group.label else str(face)
            for group, shown in zip(pool.groups, cast.faces, strict=True)
            for face in shown
        ]
        parts = [*faces, str(self.code.pips)] if self.code.pips else faces
        return Piece(score, " + ".join(parts) or "0", loose=len(parts) > 1)

    def ways(self, _counting: Counting, pool: PoolReading, /) -> Weights:
        """Count the scores."""
        groups, fold, score = pool(self.code)
        counted: Weights = {}
        for value, weight in falls(groups, fold):
            counted[score(value)] = counted.get(score(value), 0) + weight
        return counted


class Negative(NamedTuple):
    """A term with a minus sign before it."""

    term: Term

    @property
    def fixed(self) -> bool:
        """Whether the term has no dice."""
        return self.term.fixed

    def roll(self, hand: Hand, /) -> Piece:
        """Roll the term and turn its sign."""
        piece = self.term.roll(hand)
        return Piece(-piece.value, f"-{piece.bound}")

    def ways(self, counting: Counting, pool: PoolReading, /) -> Weights:
        """Count the term's values with their sign turned."""
        return {-value: weight for value, weight in self.term.ways(counting, pool).items()}


class Operator(NamedTuple):
    """What joins two terms."""

    sign: str
    apply: Callable[[int, int], int]
    binds_left: bool
    """Whether several dice to its left must be held together when they are shown."""
    binds_right: bool


def divide(dividend: int, divisor: int) -> int:
    """Divide, rounding down (-7/2 is -4). Raises Misused for a divisor of 0."""
    if not divisor:
        raise Misused("the dice came to a division by zero", remedy="divide by what cannot be 0")
    return dividend // divisor


OPERATORS = {
    "+": Operator("+", operator.add, binds_left=False, binds_right=False),
    "-": Operator("-", operator.sub, binds_left=False, binds_right=True),
    "*": Operator("*", operator.mul, binds_left=True, binds_right=True),
    "/": Operator("/", divide, binds_left=True, binds_right=True),
}


class Series(NamedTuple):
    """Terms joined by operators of one rank, from left to right."""

    first: Term
    rest: tuple[tuple[Operator, Term], ...]

    @property
    def fixed(self) -> bool:
        """Whether none of the terms has dice."""
        return self.first.fixed and all(term.fixed for _, term in self.rest)

    def roll(self, hand: Hand, /) -> Piece:
        """Roll the terms in their order."""
        piece = self.first.roll(hand)
        value = piece.value
        shown = [piece.bound if self.rest[0][0].binds_left else piece.text]
        for joint, term in self.rest:
            piece = term.roll(hand)
            value = joint.apply(value, piece.value)
            shown += [joint.sign, piece.bound if joint.binds_right else piece.text]
        return Piece(value, " ".join(shown))

    def ways(self, counting: Counting, pool: PoolReading, /) -> Weights:
        """Count the results; no die stands in two terms, so they are independent."""
        joined = self.first.ways(counting, pool)
        for joint, term in self.rest:
            joined = counting.join(joined, term.ways(counting, pool), joint.apply)
        return joined


class Bracket(NamedTuple):
    """A term in brackets."""

    term: Term

    @property
    def fixed(self) -> bool:
        """Whether it has no dice."""
        return self.term.fixed

    def roll(self, hand: Hand, /) -> Piece:
        """Roll what the brackets hold, and show them where they matter."""
        piece = self.term.roll(hand)
        return Piece(piece.value, f"({piece.text})") if isinstance(self.term, Series) else piece

    def ways(self, counting: Counting, pool: PoolReading, /) -> Weights:
        """Count what the brackets hold."""
        return self.term.ways(counting, pool)
