"""Sources for questions: whether the rules say yes at all, and when the first die is thrown."""

from collections.abc import Callable
from typing import Any

from gmtool.dice.throws import Cast, Compared, Seen, Throw


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


class Attentive:
    """A source that says when a die is thrown."""

    def __init__(self, source: Any, thrown: Callable[[], None]) -> None:
        self._source = source
        self._thrown = thrown

    def cast(self, throw: Throw) -> Cast:
        """Make the throw, and say so."""
        self._thrown()
        cast: Cast = self._source.cast(throw)
        return cast

    def compare(self, seen: Seen, throws: tuple[Throw, ...]) -> Compared:
        """Make the throws, and say so."""
        self._thrown()
        together: Compared = self._source.compare(seen, throws)
        return together

    def foresee(self, seen: Seen, throws: tuple[Throw, ...], *, kept: bool) -> None:
        """Hear what the throws to come decide; none is made yet."""
        self._source.foresee(seen, throws, kept=kept)

    def meet(self, key: Callable[[], Any]) -> None:
        """Go on once for all that come here alike, and say so: dice have been thrown."""
        self._thrown()
        self._source.meet(key)
