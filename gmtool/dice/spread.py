"""A distribution of whole numbers, exact, and the figures it is summed up by."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


class Spread:
    """How often each whole number comes about: weights out of `whole`, by rising value."""

    __slots__ = ("weights", "whole")

    def __init__(self, weights: Mapping[int, int]) -> None:
        self.weights = {value: weights[value] for value in sorted(weights)}
        self.whole = sum(weights.values())

    @classmethod
    def of(cls, chances: Mapping[int, Fraction]) -> Spread:
        """Make it from exact chances."""
        whole = math.lcm(*(chance.denominator for chance in chances.values()))
        return cls({value: int(chance * whole) for value, chance in chances.items()})

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        """Go through the values and their chances, lowest first."""
        from fractions import Fraction

        return ((value, Fraction(weight, self.whole)) for value, weight in self.weights.items())

    @property
    def least(self) -> int:
        """The lowest value."""
        return next(iter(self.weights))

    @property
    def most(self) -> int:
        """The highest value."""
        return next(reversed(self.weights))

    def mean(self) -> Fraction:
        """Give the average."""
        from fractions import Fraction

        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.whole)

    def deviation(self) -> float:
        """Give the standard deviation (of the distribution itself, not of a sample)."""
        squares = sum(value * value * weight for value, weight in self.weights.items())
        total = sum(value * weight for value, weight in self.weights.items())
        return math.sqrt((squares * self.whole - total * total) / (self.whole * self.whole))

    def at_least(self, number: int) -> Fraction:
        """Give the chance of `number` or more."""
        from fractions import Fraction

        return Fraction(sum(weight for value, weight in self.weights.items() if value >= number), self.whole)
