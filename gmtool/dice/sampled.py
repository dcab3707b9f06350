"""Dice drawn for simulation: one random number decides what a rule sees of a throw, out of all its counted falls.

The chances are those of `odds`, for it is the same count that is drawn from. No faces are made up.
"""

from bisect import bisect
from collections.abc import Callable
from itertools import accumulate

from gmtool.dice.odds import Cases, cases
from gmtool.dice.throws import Cast, Throw


def bounds(counted: Cases) -> tuple[int, ...]:
    """Up to which of the ways each case reaches, for `draw`."""
    return tuple(accumulate(counted.weights))


def draw(limits: tuple[int, ...], number: float) -> int:
    """The place of the case that a number from 0 up to 1 stands for."""
    return bisect(limits, number * limits[-1], 0, len(limits) - 1)


class Sampled:
    """A source that draws what is seen of each throw.

    `drawn` hears of every draw between several cases, which of them it came to, and gives what the rule is to see.
    """

    __slots__ = ("_drawn", "_number")

    def __init__(self, number: Callable[[], float], drawn: Callable[[Cases, int], Cast] | None = None) -> None:
        self._number = number
        self._drawn = drawn

    def cast(self, throw: Throw) -> Cast:
        """Draw what is seen of the throw. Raises Misused where its falls are too many to count."""
        counted = cases(throw.groups, throw.fold)
        several = len(counted.casts) > 1
        place = draw(bounds(counted), self._number()) if several else 0
        cast: Cast = self._drawn(counted, place) if several and self._drawn else counted.casts[place]
        return cast
