"""Dice drawn for simulation: one random number decides what a rule sees of a throw, out of all its counted falls.

The chances are those of `odds`, for it is the same count that is drawn from. No faces are made up.
"""

from bisect import bisect
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any

from gmtool.dice.odds import Cases, cases, compared
from gmtool.dice.throws import Cast, Compared, Fold, Group, Part, Seen, Throw


def draw(limits: tuple[int, ...], number: float) -> int:
    """The place of the case that a number from 0 up to 1 stands for."""
    return bisect(limits, number * limits[-1], 0, len(limits) - 1)


class Sampled:
    """A source that draws what is seen of each throw.

    `drawn` hears of every draw between several cases, which of them it came to and how many numbers that is (0 where
    it is something else), and gives what the rule is to see.
    `settle` gives values for numbers that only stand for some, before anything is counted of a throw and kept.
    `part` hears of the rule that a verb is left to, and calls it later; without it that is done at once.
    """

    __slots__ = ("_drawn", "_number", "_settle", "part")

    def __init__(
        self,
        number: Callable[[], float],
        drawn: Callable[[Cases, int, int], Any] | None = None,
        settle: Callable[[Any], Any] = lambda same: same,
        part: Part | None = None,
    ) -> None:
        self._number = number
        self._drawn = drawn
        self._settle = settle
        if part is not None:
            self.part = part

    def cast(self, throw: Throw) -> Cast:
        """Draw what is seen of the throw. Raises Misused where its falls are too many to count."""
        settled = self._settle(throw)
        dice = settled.groups, settled.fold
        cast: Cast = self._one_of(cases(*dice), numbers_in(*dice))
        return cast

    def compare(self, seen: Seen, throws: tuple[Throw, ...]) -> Compared:
        """Draw the throws; together, where they are more than numbers. Raises Misused where they are too many."""
        settled = self._settle(throws)
        dice = tuple([(throw.groups, throw.fold) for throw in settled])
        if all(numbers_in(*thrown) for thrown in dice):
            values = tuple([self._one_of(cases(*thrown), numbers_in(*thrown)).value for thrown in dice])
            return Compared(seen(*values), values)
        together: Compared = self._one_of(compared(self._settle(seen), dice), 0)
        return together

    def foresee(self, seen: Seen, throws: tuple[Throw, ...], *, kept: bool) -> None:
        """Draw what is thrown when it is: a fight goes on with the values."""

    def meet(self, key: Callable[[], Hashable]) -> None:
        """Go on: one fight is played, and it has one past."""

    def _one_of(self, counted: Cases, numbers: int) -> Any:
        if len(counted.casts) == 1:
            return counted.casts[0]
        place = draw(counted.limits, self._number())
        return counted.casts[place] if self._drawn is None else self._drawn(counted, place, numbers)


@lru_cache(maxsize=4096)
def numbers_in(groups: tuple[Group, ...], fold: Fold[Any]) -> int:
    """How many numbers are seen of a throw, however it falls; 0 where something else is."""
    rows = cases(groups, fold).rows
    alike = all(len(row) == len(rows[0]) and all(type(value) is int for value in row) for row in rows)
    return len(rows[0]) if alike else 0
