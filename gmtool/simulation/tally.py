"""What many fights came to: whole numbers that add up, in whatever order and wherever the fights were played."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, NamedTuple

from gmtool.rules.codecs import Track
from gmtool.rules.forecast import lost

Z = 1.959963984540054
"""standard deviations on either side of the mean that hold 95% of a normal distribution"""


class Outcome(NamedTuple):
    """How one fight ended."""

    winner: str | None
    """the side that still stands; None where none does, or where it was not decided"""
    decided: bool
    rounds: int
    fallen: tuple[str, ...]
    """the ids of those who do not stand any more"""
    health: tuple[Any, ...]
    """everybody's health at the end, in file order"""


class Estimate(NamedTuple):
    """A sampled figure and its 95% interval."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """How far the value may be off: the farther end of the interval."""
        return max(self.value - self.low, self.high - self.value)


def share(hits: int, among: int) -> Estimate:
    """A share and its 95% interval after Wilson, which holds for shares of nothing and of all, too."""
    p = hits / among
    middle = (p + Z * Z / (2 * among)) / (1 + Z * Z / among)
    half = Z / (1 + Z * Z / among) * sqrt(p * (1 - p) / among + Z * Z / (4 * among * among))
    return Estimate(p, max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half)))


def mean(total: int, squares: int, among: int) -> Estimate:
    """A mean and its 95% interval, from the sum of the numbers and of their squares."""
    middle = total / among
    spread = max(0.0, squares / among - middle * middle)
    half = Z * sqrt(spread / max(1, among - 1))
    return Estimate(middle, middle - half, middle + half)


class Tally:
    """Fights counted by how they ended. Two tallies add up to one."""

    def __init__(self) -> None:
        self.fights = 0
        self.attacks = 0
        self.nobody = 0
        """fights after which nobody stood"""
        self.undecided = 0
        """fights broken off after very many rounds, or many in which nobody did anything"""
        self.wins: Counter[str] = Counter()
        self.falls: Counter[str] = Counter()
        self.rounds: Counter[int] = Counter()
        self.lost: Counter[str] = Counter()
        """points of health lost, by combatant"""
        self.lost_squared: Counter[str] = Counter()

    def count(self, outcome: Outcome, start: Sequence[tuple[str, Any]]) -> None:
        """Count one fight; `start` is everybody's id and health at its beginning."""
        self.fights += 1
        if outcome.winner is not None:
            self.wins[outcome.winner] += 1
        elif outcome.decided:
            self.nobody += 1
        else:
            self.undecided += 1
        self.rounds[outcome.rounds] += 1
        self.falls.update(outcome.fallen)
        for (name, before), after in zip(start, outcome.health, strict=True):
            points = points_lost(before, after)
            if points is not None:
                self.lost[name] += points
                self.lost_squared[name] += points * points

    def __add__(self, other: "Tally") -> "Tally":
        both = Tally()
        for name, mine in vars(self).items():
            theirs = getattr(other, name)
            if isinstance(mine, Counter):
                getattr(both, name).update(mine)  # not `+`, which drops what is below nothing: points gained
                getattr(both, name).update(theirs)
            else:
                setattr(both, name, mine + theirs)
        return both

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def percentile(self, part: float) -> int:
        """The number of rounds within which this part (0 to 1) of the fights was over."""
        passed = 0
        for rounds, fights in sorted(self.rounds.items()):
            passed += fights
            if passed >= part * self.fights:
                return rounds
        return 0


def points_lost(before: Any, after: Any) -> int | None:
    """Points of health lost, negative where gained; boxes ticked where wounds are a list; None where none count."""
    if isinstance(before, (int, Track)) and isinstance(after, (int, Track)):
        return lost(before, after)
    if isinstance(before, tuple) and isinstance(after, tuple):
        return len(after) - len(before)
    return None


def total(tallies: Iterable[Tally]) -> Tally:
    """All of them as one."""
    return sum(tallies, start=Tally())
