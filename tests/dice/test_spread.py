"""Distributions and their figures."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.dice.spread import Spread

TWO_DICE = Spread({total: 6 - abs(7 - total) for total in (7, 2, 12, 3, 4, 5, 6, 8, 9, 10, 11)})


def test_figures_of_two_dice() -> None:
    assert TWO_DICE.whole == 36
    assert (TWO_DICE.least, TWO_DICE.most) == (2, 12)
    assert TWO_DICE.mean() == 7
    assert TWO_DICE.deviation() == pytest.approx(math.sqrt(35 / 6))
    assert [value for value, _ in TWO_DICE] == list(range(2, 13))
    assert dict(TWO_DICE)[7] == Fraction(1, 6)


@pytest.mark.parametrize(
    ("number", "chance"), [(1, Fraction(1)), (2, Fraction(1)), (10, Fraction(1, 6)), (12, Fraction(1, 36)), (13, 0)]
)
def test_at_least(number: int, chance: Fraction) -> None:
    assert TWO_DICE.at_least(number) == chance


def test_from_chances() -> None:
    spread = Spread.of({5: Fraction(1, 6), 1: Fraction(1, 2), 3: Fraction(1, 3)})
    assert spread.weights == {1: 3, 3: 2, 5: 1}
    assert spread.mean() == Fraction(7, 3)


def test_one_value_does_not_deviate() -> None:
    assert Spread({-4: 7}).deviation() == 0
    assert Spread({-4: 7}).mean() == -4


def test_huge_weights_stay_exact() -> None:
    spread = Spread({0: 10**400 - 1, 1: 1})
    assert spread.at_least(1) == Fraction(1, 10**400)
    assert spread.deviation() == pytest.approx(1e-200)


@given(st.dictionaries(st.integers(-50, 50), st.integers(1, 9), min_size=1))
def test_figures_agree_with_their_definition(weights: dict[int, int]) -> None:
    spread = Spread(weights)
    every = [value for value, weight in weights.items() for _ in range(weight)]
    mean = Fraction(sum(every), len(every))
    assert spread.mean() == mean
    assert spread.deviation() == pytest.approx(math.sqrt(sum((value - mean) ** 2 for value in every) / len(every)))
    assert sum(chance for _, chance in spread) == 1
    assert Spread.of(dict(spread)).mean() == mean
