"""How names are compared, which of the known ones is meant by what is typed, and things in words."""

from collections.abc import Callable, Iterable
from typing import TypeAlias


def folded(name: str) -> str:
    """The form in which names are compared: accents composed, case folded."""
    if not name.isascii():
        from unicodedata import normalize

        name = normalize("NFC", name)
    return name.casefold()


def meant(typed: str, known: Iterable[str]) -> list[str]:
    """The known names that may be meant: the one typed exactly, else all that begin so."""
    wanted = folded(typed)
    names = [(name, folded(name)) for name in known]
    exact = [name for name, form in names if form == wanted]
    return exact or [name for name, form in names if wanted and form.startswith(wanted)]


def counted(number: int, noun: str) -> str:
    """A number of things in words: `1 action`, `3 hexes`."""
    plural = "es" if noun.endswith("x") else "s"
    return f"{number} {noun}{'' if number == 1 else plural}"


class Told:
    """Words that are worked out only when they are told: what a fight comes to never hangs on them."""

    __slots__ = ("_words",)

    def __init__(self, words: Callable[[], str]) -> None:
        self._words = words

    def __str__(self) -> str:
        return self._words()


Why: TypeAlias = str | Told
"""Why something cannot be, in words."""
