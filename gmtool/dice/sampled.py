"""Dice drawn for simulation: one random number decides what a rule sees of a throw, out of all its counted falls.

The chances are those of `odds`, for it is the same count that is drawn from. No faces are made up.
"""

from bisect import bisect
from collections.abc import Callable, Hashable
from itertools import accumulate
from typing import Any

from gmtool.dice.odds import Cases, cases, compared, foreseen
from gmtool.dice.throws import Cast, Compared, Seen, Throw


def bounds(counted: Cases) -> tuple[int, ...]:
    """Up to which of the ways each case reaches, for `draw`."""
    return tuple(accumulate(counted.weights))


def draw(limits: tuple[int, ...], number: float) -> int:
    """The place of the case that a number from 0 up to 1 stands for."""
    return bisect(limits, number * limits[-1], 0, len(limits) - 1)


class Sampled:
    """A source that draws what is seen of each throw; `drawn` hears of every draw between several cases."""

    __slots__ = ("_coming", "_drawn", "_number")

    def __init__(self, number: Callable[[], float], drawn: Callable[[Cases, int], None]) -> None:
        self._number = number
        self._drawn = drawn
        self._coming: list[tuple[Throw, Any]] = []

    def cast(self, throw: Throw) -> Cast:
        """Draw what is seen of the throw. Raises Misused where its falls are too many to count."""
        if self._coming:
            return foreseen(self._coming, throw)
        cast: Cast = self._one_of(cases, throw.groups, throw.fold)
        return cast

    def compare(self, seen: Seen, throws: tuple[Throw, ...]) -> Compared:
        """Draw what is seen of several throws together. Raises Misused where they are too many to count."""
        together: Compared = self._one_of(compared, seen, tuple([(throw.groups, throw.fold) for throw in throws]))
        return together

    def foresee(self, seen: Seen, throws: tuple[Throw, ...], *, kept: bool) -> None:
        """Draw what is seen of them together; one by one where the fight goes on with their values."""
        if throws and not kept:
            self._coming = list(zip(throws, self.compare(seen, throws).values, strict=True))

    def meet(self, key: Callable[[], Hashable]) -> None:
        """Go on: one fight is played, and it has one past."""

    def _one_of(self, count: Callable[..., Cases], *thrown: Any) -> Any:
        counted = count(*thrown)
        place = 0
        if len(counted.casts) > 1:
            place = draw(bounds(counted), self._number())
            self._drawn(counted, place)
        return counted.casts[place]
