"""Words for whoever reads along: what a fight comes to never hangs on them."""

from collections.abc import Callable


class Told:
    """Words that are worked out only when they are told."""

    __slots__ = ("_words",)

    def __init__(self, words: Callable[[], str]) -> None:
        self._words = words

    def __str__(self) -> str:
        return self._words()


Why = str | Told
"""Why something cannot be, in words."""
