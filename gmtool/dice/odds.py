"""Every way the dice can fall, with exact chances.

The falls of a throw are counted once, folded by what the rule looks at, and kept. A rule with several throws is run
once for each combination of falls, depth first: the run itself says which throw comes next. Where a run says that only
a key matters from there on, runs that meet in the same key go on as one. All counting is in whole
numbers; fractions appear only at the very end.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property, lru_cache
from itertools import accumulate
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from gmtool.dice.throws import Cast, Chain, Compared, Fold, Group, Seen, Source, Throw
from gmtool.errors import Bug, Misused

if TYPE_CHECKING:
    from fractions import Fraction

R = TypeVar("R")
T = TypeVar("T")

Weights: TypeAlias = dict[Any, int]
"""In how many ways each value comes about, in the order first seen."""

MOST_STEPS = 3_000_000
"""Where counting stops as too long: a few seconds' work. A step joins two readings."""

_STEPS_PER_CHAIN = 4


class Fall(NamedTuple, Generic[R]):
    """What the rule may see, and in how many of the throw's ways (`ways`) it comes about."""

    value: R
    weight: int


class Counting:
    """Counts things together, refusing what would take too long. `what` names it in the refusal."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._left = MOST_STEPS

    def spend(self, steps: int) -> None:
        """Announce work to be done. Raises Misused when there is too much of it in all."""
        self._left -= steps
        if self._left < 0:
            raise Misused(
                f"{self._what}: too many different falls to count exactly", remedy="use fewer dice or fewer sides"
            )

    def join(self, one: Weights, other: Weights, join: Callable[[Any, Any], Any]) -> Weights:
        """Give the ways of two independent things joined. Raises Misused as `spend` does."""
        self.spend(len(one) * len(other))
        joined: Weights = {}
        seen = joined.get
        pairs = list(other.items())
        for left, left_ways in one.items():
            for right, right_ways in pairs:
                value = join(left, right)
                joined[value] = seen(value, 0) + left_ways * right_ways
        return joined

    def several(self, one: Weights, count: int, join: Callable[[Any, Any], Any]) -> Weights:
        """Give the ways of `count` (at least 1) like things joined."""
        if count == 1:
            return one
        half = self.several(one, count // 2, join)
        if len(half) <= len(one) * (count // 2):
            joined = self.join(half, half, join)
        else:
            joined = half
            for _ in range(count // 2):
                joined = self.join(joined, one, join)
        return self.join(joined, one, join) if count % 2 else joined

    def die(self, group: Group, fold: Fold[Any]) -> Weights:
        """Give the ways in which one die of the group, with what its rerolls add, is read."""
        ways: Weights = {}
        for chain, weight in self._chains(group):
            reading = fold.read(group, chain)
            ways[reading] = ways.get(reading, 0) + weight
        return ways

    def _chains(self, group: Group) -> Iterator[tuple[Chain, int]]:
        heads: list[Chain] = [()]
        for rerolls_left in range(group.limit, -1, -1):
            self.spend(_STEPS_PER_CHAIN * len(heads) * group.sides)
            weight = group.sides**rerolls_left
            growing = []
            for head in heads:
                for face in range(1, group.sides + 1):
                    chain = (*head, face)
                    if rerolls_left and face in group.again:
                        growing.append(chain)
                    else:
                        yield chain, weight
            heads = growing


def falls(groups: tuple[Group, ...], fold: Fold[R]) -> tuple[Fall[R], ...]:
    """Give all that a rule may see in a throw, with whole-number weights out of `ways`. Raises Misused: too many."""
    return _falls(groups, fold)


def ways(groups: tuple[Group, ...], fold: Fold[Any]) -> int:
    """Give the sum of the weights of `falls`."""
    return sum(fall.weight for fall in _falls(groups, fold))


@lru_cache(maxsize=4096)
def _falls(groups: tuple[Group, ...], fold: Fold[Any]) -> tuple[Fall[Any], ...]:
    counting = Counting("+".join(map(str, groups)))
    joined: Weights = {}
    for group in groups:
        if group.count:
            dice = counting.several(counting.die(group, fold), group.count, fold.join)
            joined = counting.join(joined, dice, fold.join) if joined else dice
    finished: Weights = {}
    for reading, weight in (joined or {fold.start: 1}).items():
        value = fold.finish(reading)
        finished[value] = finished.get(value, 0) + weight
    common = gcd(*finished.values())
    return tuple([Fall(value, weight // common) for value, weight in finished.items()])


class Cases:
    """The falls of a throw, or of several compared, ready to be handed out, each with its weight out of `ways`."""

    def __init__(self, casts: tuple[Any, ...], weights: tuple[int, ...], ways: int) -> None:
        self.casts: Final = casts
        self.weights: Final = weights
        self.ways: Final = ways

    @cached_property
    def limits(self) -> tuple[int, ...]:
        """Up to which of the weights each case reaches."""
        return tuple(accumulate(self.weights))

    @cached_property
    def rows(self) -> tuple[tuple[Any, ...], ...]:
        """What is seen of each fall of a throw, one value or several."""
        return tuple([cast.value if isinstance(cast.value, tuple) else (cast.value,) for cast in self.casts])


@lru_cache(maxsize=4096)
def cases(groups: tuple[Group, ...], fold: Fold[Any]) -> Cases:
    """Give all that a rule may see in a throw. Raises Misused: too many."""
    found = _falls(groups, fold)
    casts = tuple([Cast(fall.value, None, "counted") for fall in found])
    return Cases(casts, tuple([fall.weight for fall in found]), ways(groups, fold))


Dice: TypeAlias = tuple[tuple[Group, ...], Fold[Any]]
"""What is counted of a throw."""


@lru_cache(maxsize=4096, typed=True)  # two rules may be equal as tuples and do different things
def compared(seen: Seen, thrown: tuple[Dice, ...]) -> Cases:
    """Give all that a rule may see in several throws together: they are folded by it. Raises Misused: too many."""
    counting = Counting(" against ".join("+".join(map(str, groups)) for groups, _ in thrown))
    values: dict[tuple[Any, ...], int] = {(): 1}
    for groups, fold in thrown[:-1]:
        values = counting.join(values, {(fall.value,): fall.weight for fall in _falls(groups, fold)}, operator.add)
    last = _falls(*thrown[-1])
    counting.spend(len(values) * len(last))
    weights: Weights = {}
    standing: dict[Any, tuple[Any, ...]] = {}
    for first, ways_so_far in values.items():
        for value, weight in last:
            found = seen(*first, value)
            if found in weights:
                weights[found] += ways_so_far * weight
            else:
                weights[found] = ways_so_far * weight
                standing[found] = (*first, value)
    common = gcd(*weights.values())
    whole = sum(weights.values()) // common
    casts = tuple([Compared(found, standing[found]) for found in weights])
    return Cases(casts, tuple([weight // common for weight in weights.values()]), whole)


class _Step:
    """One throw, or several compared, on the way to the current leaf, and the fall it has there."""

    __slots__ = ("at", "cases", "made", "ways", "weight")

    def __init__(self, made: Any, cases: Cases, weight: int, ways: int) -> None:
        self.made = made
        self.cases = cases
        self.at = 0
        self.weight = weight
        self.ways = ways * cases.ways

    def held(self) -> _Step:
        """The same step, which stays at the fall it has now."""
        same = object.__new__(_Step)
        for name in _Step.__slots__:
            setattr(same, name, getattr(self, name))
        return same


def foreseen(coming: list[tuple[Throw, Any]], throw: Throw) -> Cast:
    """Make a throw that was foreseen, and whose value is known. Raises Bug when it is not the next of those."""
    expected, value = coming.pop(0)
    if expected != throw:
        raise Bug(f"{throw}: another throw was foreseen here: {expected}")
    return Cast(value, None, "counted")


class _Met(Exception):
    """A run came to a meeting."""


class _Meeting:
    """A key that runs meet in: how the first of them came there, and in how many ways all of them did."""

    __slots__ = ("arrivals", "path")

    def __init__(self, path: tuple[_Step, ...]) -> None:
        self.path = path
        self.arrivals: dict[int, int] = {}
        """out of how many ways -> in how many of them"""


class _Walk:
    """A source that hands out, run after run, every combination of falls that leads on from a meeting.

    It repeats the falls that led there, then goes on to the leaves, or to the next meeting of the run.
    """

    __slots__ = ("_bare", "_coming", "_depth", "_fixed", "_passed", "_path", "_stage", "met")

    def __init__(self, start: _Meeting, stage: int, *, bare: bool) -> None:
        self._bare = bare
        self._coming: list[tuple[Throw, Any]] = []
        self._path = list(start.path)
        self._fixed = len(self._path)
        self._stage = stage
        self._depth = 0
        self._passed = 0
        self.met: Hashable = None
        """the key of the meeting that ended the run, None where it came to its end"""

    def cast(self, throw: Throw) -> Cast:
        if self._coming:
            return foreseen(self._coming, throw)
        cast: Cast = self._next(cases, (throw.groups, throw.fold), throw)
        return cast

    def foresee(self, seen: Seen, throws: tuple[Throw, ...], *, kept: bool) -> None:
        if self._bare or not kept:
            self._coming = list(zip(throws, self.compare(seen, throws).values, strict=True))

    def compare(self, seen: Seen, throws: tuple[Throw, ...]) -> Compared:
        made = seen, tuple([(throw.groups, throw.fold) for throw in throws])
        seen_together: Compared = self._next(compared, made, throws[0])
        return seen_together

    def _next(self, count: Callable[..., Cases], made: Any, throw: Throw) -> Any:
        depth = self._depth
        self._depth = depth + 1
        if depth < len(self._path):
            step = self._path[depth]
            if step.made != made:
                raise Bug(f"{throw}: another throw stood here when the same dice fell before")
        else:
            step = _Step(made, count(*made), *self.leaf())
            self._path.append(step)
        return step.cases.casts[step.at]

    def meet(self, key: Callable[[], Hashable]) -> None:
        """End the run here, unless it is the meeting the walk begins at, or one before it."""
        self._passed += 1
        if self._passed > self._stage:
            self.met = key()
            raise _Met

    def leaf(self) -> tuple[int, int]:
        """Give the weight of the current leaf since the meeting, and out of how many."""
        if len(self._path) == self._fixed:
            return 1, 1
        step = self._path[-1]
        return step.weight * step.cases.weights[step.at], step.ways

    def way(self) -> tuple[_Step, ...]:
        """Give the falls of the current run, to be repeated."""
        return tuple(step.held() for step in self._path)

    def advance(self) -> bool:
        """Go on to the next leaf; False after the last. Raises Bug when the run left out a throw it had made."""
        if self._depth != len(self._path):
            raise Bug(f"{len(self._path)} throws were made when the same dice fell before, now {self._depth}")
        self._depth = self._passed = 0
        self._coming = []
        self.met = None
        while len(self._path) > self._fixed:
            step = self._path[-1]
            step.at += 1
            if step.at < len(step.cases.casts):
                return True
            self._path.pop()
        return False


def counted(run: Callable[[Source], T], *, bare: bool = False) -> Iterator[tuple[T, int, int]]:
    """Run once for every distinct fall of the dice; give each outcome, its weight, and out of how many.

    `bare`: nobody asks for values that are put down to be used another time, and of throws that decide the same one
    stands for all (`foresee`). Chances (weight / out of) add up to 1. Different throws on different branches have
    different wholes. Runs that meet (`meet`) in one key are counted as one from there on. Raises Bug when equal dice do
    not lead to equal throws.
    """
    start = _Meeting(())
    start.arrivals[1] = 1
    here: dict[Hashable, _Meeting] = {None: start}
    stage = 0
    while here:
        beyond: dict[Hashable, _Meeting] = {}
        for meeting in here.values():
            yield from _from(_Walk(meeting, stage, bare=bare), meeting, run, beyond)
        here = beyond
        stage += 1


def _from(
    walk: _Walk, meeting: _Meeting, run: Callable[[Source], T], beyond: dict[Hashable, _Meeting]
) -> Iterator[tuple[T, int, int]]:
    """Count on from a meeting; runs that meet again are put down in `beyond`."""
    going = True
    while going:
        try:
            outcome = run(walk)
        except _Met:
            there = beyond.get(walk.met)
            if there is None:
                there = beyond[walk.met] = _Meeting(walk.way())
            for weight, whole in _ways_on(meeting, walk):
                there.arrivals[whole] = there.arrivals.get(whole, 0) + weight
            going = walk.advance()
            continue
        found = _ways_on(meeting, walk)
        going = walk.advance()
        for weight, whole in found:
            yield outcome, weight, whole


def _ways_on(meeting: _Meeting, walk: _Walk) -> list[tuple[int, int]]:
    """Give the ways that lead to the current leaf, each with its whole: those to the meeting, and on from there."""
    weight, whole = walk.leaf()
    return [(arrived * weight, among * whole) for among, arrived in meeting.arrivals.items()]


def chances(run: Callable[[Source], T], *, bare: bool = False) -> dict[T, Fraction]:
    """Give the exact chance of each outcome of a run, equal ones merged, in the order first seen; `bare` as above."""
    from fractions import Fraction

    merged: dict[T, dict[int, int]] = {}
    for outcome, weight, whole in counted(run, bare=bare):
        parts = merged.setdefault(outcome, {})
        parts[whole] = parts.get(whole, 0) + weight
    common = lcm(*{whole for parts in merged.values() for whole in parts})
    return {
        outcome: Fraction(sum(weight * (common // whole) for whole, weight in parts.items()), common)
        for outcome, parts in merged.items()
    }
