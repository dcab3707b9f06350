"""Sources for questions: whether the rules say yes at all, and when the first die is thrown."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from gmtool.dice.odds import cases
from gmtool.dice.throws import Cast, Compared, Part, Seen, Source, Throw
from gmtool.simulation.shapes import formed, plain


class FirstDie(Exception):
    """A die was to be thrown: nothing was refused."""


class Untouched:
    """A source that throws nothing: the first throw tells that the rules have said yes."""

    def cast(self, _: Throw) -> Cast:
        """Raises FirstDie."""
        raise FirstDie

    def compare(self, _: Seen, __: tuple[Throw, ...]) -> Compared:
        """Raises FirstDie."""
        raise FirstDie

    def foresee(self, _: Seen, __: tuple[Throw, ...], *, kept: bool) -> None:
        """Wait for the throws."""

    def meet(self, _: Callable[[], Any]) -> None:
        """Raises FirstDie."""
        raise FirstDie


class Lucky:
    """A source that throws the most for one side and the least for everybody else."""

    def __init__(self, who: str) -> None:
        self._who = who

    def cast(self, throw: Throw) -> Cast:
        """Throw the most, or the least, that may be seen of it; anything at all where that is no number."""
        casts = cases(throw.groups, throw.fold).casts
        try:
            best = max if throw.who == self._who else min
            cast: Cast = best(casts, key=attrgetter("value"))
        except TypeError:
            cast = casts[-1]
        return cast


class Settling:
    """A source that says when a die is thrown, and tells the source behind it what the numbers are that are followed.

    For what is counted of a throw is kept, and must not hang on numbers of one run.
    """

    def __init__(self, source: Source, thrown: Callable[[], None]) -> None:
        self._source = source
        self._thrown = thrown

    def cast(self, throw: Throw) -> Cast:
        """Make the throw, and say so."""
        self._thrown()
        return self._source.cast(plain(throw))


class Counting(Settling):
    """The same before a source that counts, and puts alike only what is made alike of the numbers that are followed."""

    _source: Any

    def __init__(self, source: Source, thrown: Callable[[], None], *, bare: bool, part: Part | None) -> None:
        super().__init__(source, thrown)
        self._bare = bare
        """whether nobody asks for values that are put down to be used another time"""
        if part is not None:
            self.part = part

    def compare(self, seen: Seen, throws: tuple[Throw, ...]) -> Compared:
        """Make the throws, and say so."""
        self._thrown()
        together: Compared = self._source.compare(plain(seen), plain(throws))
        return together

    def foresee(self, seen: Seen, throws: tuple[Throw, ...], *, kept: bool) -> None:
        """Hear what the throws to come decide; none is made yet."""
        if self._bare or not kept:
            self._source.foresee(plain(seen), plain(throws), kept=kept)

    def meet(self, key: Callable[[], Any]) -> None:
        """Go on once for all that come here alike, by what their numbers are made of, and say so: dice were thrown."""
        self._thrown()
        self._source.meet(lambda: formed(key()))


def attentive(source: Source, thrown: Callable[[], None], *, bare: bool = False, part: Part | None = None) -> Source:
    """A source in whose place `thrown` hears of each throw, and that may be given numbers that are followed.

    `part` hears of the rule that a verb is left to, where falls are counted.
    """
    if hasattr(source, "meet"):
        return Counting(source, thrown, bare=bare, part=part)
    return Settling(source, thrown)
