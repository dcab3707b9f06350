"""Numbers that are followed: a rule reckons with them, and only what it asks of them is noted.

A rule that takes 3 off somebody's HP and asks whether any are left has asked just that: it goes alike for all HP of
which the answer is the same. So what is learned of one blow holds for the next, whatever HP there are.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import gcd
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

Place: TypeAlias = tuple[str, str]
"""A value of the encounter: the combatant's id ("" for the encounter itself), and the stat or property."""
Term: TypeAlias = tuple[Place, tuple[str, ...]]
"""A number of the encounter: its place, and the fields that lead to it there (the `now` of a Track)."""
Terms: TypeAlias = tuple[tuple[Term, int], ...]
"""A sum of such numbers, each with how often it counts, in order."""


class Question(NamedTuple):
    """What a rule asked of a sum: whether it is at least a bound, or equal to it; what it is; whether it is there."""

    kind: Literal["least", "equal", "sum", "there"]
    terms: Terms
    bound: int = 0

    @property
    def places(self) -> list[Place]:
        """Where the numbers stand."""
        return [place for (place, _), _ in self.terms]


class Asking(Protocol):
    """Whoever notes what is asked."""

    open: bool
    """whether the run is still going on, of which notes are taken"""

    def ask(self, question: Question, answer: Hashable) -> None:
        """Note a question and its answer, unless the answer is known."""
        ...


class _Nobody:
    """Takes no notes."""

    open = False

    def ask(self, question: Question, answer: Hashable) -> None:
        """Hear it, and note nothing."""


_NOBODY: Final = _Nobody()


class Number:
    """A number of the encounter, or a sum of such, as one run sees it.

    It is no `int`: where one is needed, as a place in a row or a key, it says what it is, and that is noted.
    """

    __slots__ = ("_notes", "_value", "more", "terms")

    def __init__(self, notes: Asking, value: int, terms: Terms, more: int = 0) -> None:
        self._notes = notes
        self._value = value
        self.terms = terms
        self.more = more

    # reckoning --------------------------------------------------------------------------------------------------------

    def __add__(self, other: Any) -> Any:
        if type(other) is int:
            return Number(self._notes, self._value + other, self.terms, self.more + other)
        return self._joined(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if type(other) is int:
            return Number(self._notes, self._value - other, self.terms, self.more - other)
        return self._joined(other, -1)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __neg__(self) -> Any:
        return self * -1

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, (int, float, Fraction, Number)):
            return NotImplemented
        if not isinstance(other, int):
            return int(self) * (int(other) if isinstance(other, Number) else other)
        if not other:
            return 0
        times = int(other)
        terms = tuple([(term, count * times) for term, count in self.terms])
        return Number(self._notes, self._value * times, terms, self.more * times)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> Any:
        return int(self) // other

    def __rfloordiv__(self, other: Any) -> Any:
        return other // int(self)

    def __mod__(self, other: Any) -> Any:
        return int(self) % other

    def __rmod__(self, other: Any) -> Any:
        return other % int(self)

    def __truediv__(self, other: Any) -> Any:
        return int(self) / other

    def __rtruediv__(self, other: Any) -> Any:
        return other / int(self)

    def _joined(self, other: Any, sign: int) -> Any:
        if not isinstance(other, (int, float, Fraction, Number)):
            return NotImplemented
        if isinstance(other, Number):
            if other._notes is self._notes and self._notes.open:
                return self._merged(other, sign)
            other = int(other)
        if not isinstance(other, int):
            return int(self) + sign * other
        return self + sign * int(other)

    def _merged(self, other: "Number", sign: int) -> Any:
        counts = dict(self.terms)
        for term, count in other.terms:
            counts[term] = counts.get(term, 0) + sign * count
        value, more = self._value + sign * other._value, self.more + sign * other.more
        terms = tuple(sorted([(term, count) for term, count in counts.items() if count]))
        return Number(self._notes, value, terms, more) if terms else more

    # questions --------------------------------------------------------------------------------------------------------

    def __bool__(self) -> bool:
        return not self._equals(0)

    def __eq__(self, other: object) -> Any:
        difference = self._joined(other, -1)
        if isinstance(difference, Number):
            return difference._equals(0)
        return difference if difference is NotImplemented else difference == 0

    def __ge__(self, other: Any) -> Any:
        return self._against(other, 0, lambda one: one >= 0)

    def __gt__(self, other: Any) -> Any:
        return self._against(other, 1, lambda one: one > 0)

    def __lt__(self, other: Any) -> Any:
        reached = self._against(other, 0, lambda one: one >= 0)
        return reached if reached is NotImplemented else not reached

    def __le__(self, other: Any) -> Any:
        passed = self._against(other, 1, lambda one: one > 0)
        return passed if passed is NotImplemented else not passed

    def _against(self, other: Any, least: int, plain: Callable[[Any], bool]) -> Any:
        """Whether it is ahead of another by so much."""
        difference = self._joined(other, -1)
        if isinstance(difference, Number):
            return difference._reaches(least)
        return difference if difference is NotImplemented else plain(difference)

    def _reaches(self, least: int) -> bool:
        answer = self._value >= least
        if self._notes.open:
            times, terms = _simple(self.terms)
            bound = least - self.more
            if times > 0:
                self._notes.ask(Question("least", terms, -(-bound // times)), answer)
            else:  # the other way round, so that one question is asked in one way
                self._notes.ask(Question("least", terms, bound // times + 1), not answer)
        return answer

    def _equals(self, bound: int) -> bool:
        answer = self._value == bound
        if self._notes.open:
            times, terms = _simple(self.terms)
            bound -= self.more
            if bound % times == 0:
                self._notes.ask(Question("equal", terms, bound // times), answer)
        return answer

    # where it must be said what it is ---------------------------------------------------------------------------------

    def __index__(self) -> int:
        """Say what it is; it is followed no more, so that nothing hangs on whether what is asked next was kept."""
        if self._notes.open:
            times, terms = _simple(self.terms)
            self._notes.ask(Question("sum", terms), (self._value - self.more) // times)
            self._notes = _NOBODY
        return self._value

    __int__ = __index__

    def __float__(self) -> float:
        return float(int(self))

    def __round__(self, digits: int | None = None) -> int:
        return round(int(self), digits) if digits is not None else int(self)

    def __hash__(self) -> int:
        return hash(int(self))

    def __format__(self, form: str) -> str:
        """Text is for people: no rule reads it, and to write a number down is not to ask for it."""
        return format(self._value, form)

    def __str__(self) -> str:
        return str(self._value)

    def __repr__(self) -> str:
        return f"Number({self._value} = {self.terms} + {self.more})"


def _simple(terms: Terms) -> tuple[int, Terms]:
    """The simplest sum of which this one is so many times, the first of its numbers counting for itself."""
    if len(terms) == 1:
        ((term, count),) = terms
        return count, terms if count == 1 else ((term, 1),)
    times = gcd(*[count for _, count in terms])
    if terms[0][1] < 0:
        times = -times
    return times, terms if times == 1 else tuple([(term, count // times) for term, count in terms])
