"""Where faces come from: chance, or a list somebody gave."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from gmtool.dice.throws import Cast, Group, Source, Throw, fill
from gmtool.errors import Misused, NoDice

__all__ = ["Given", "Random", "Source"]

_WORD = r"=?[0-9]{1,12}|[0-9]{1,12}[a-zA-Z]+"


class Random:
    """Dice rolled by chance: the operating system's, or repeatable ones from `seed`."""

    __slots__ = ("_random", "_seed")

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._random: Callable[[], float] | None = None

    def _number(self) -> float:
        """Give a number from 0 to 1; what makes it is imported when the first die is thrown."""
        if self._random is None:
            self._random = self._generator()
        return self._random()

    def _generator(self) -> Callable[[], float]:
        import random

        # random() is the one method whose sequence for a seed Python promises to keep (library reference, "Notes on
        # Reproducibility"). Its 53 bits favor no face of a die by more than one part in thousands of millions.
        return (random.SystemRandom() if self._seed is None else random.Random(self._seed)).random

    def cast(self, throw: Throw) -> Cast:
        """Roll the throw."""
        faces = tuple([fill(group, self._face) for group in throw.groups])
        return Cast(throw.fold(throw.groups, faces), faces, "rolled")

    def _face(self, group: Group, _wave: int) -> int:
        return 1 + int(self._number() * group.sides)


def numbers(seed: str) -> Callable[[], float]:
    """Numbers from 0 up to 1, the same ones for the same seed, on every machine."""
    import random

    return random.Random(seed).random  # as above; seeds that are text are read alike everywhere (version 2)


def fresh_seed() -> int:
    """A seed nobody has chosen."""
    import random

    return random.SystemRandom().randrange(1 << 32)


class Given:
    """Dice somebody lists, in the order the rules ask for them: `4,1,2,5`.

    Words are parted by commas or spaces. Instead of a throw's faces one word may give its total, where the rule looks
    only at that: `=14`, or `3s` where it counts successes. Raises Misused for a word that is neither.
    """

    __slots__ = ("_at", "_words")

    def __init__(self, text: str) -> None:
        self._words = _split(text)
        self._at = 0

    def cast(self, throw: Throw) -> Cast:
        """Take the throw's dice from the list. Raises NoDice when it ends early, Misused for a face no die has."""
        if any(group.count for group in throw.groups) and self._at < len(self._words):
            word = self._words[self._at]
            if not word.isdecimal():
                return self._total(throw, word)
        faces = tuple([fill(group, partial(self._face, throw)) for group in throw.groups])
        return Cast(throw.fold(throw.groups, faces), faces, "given")

    def finish(self) -> None:
        """Say that no more dice will be asked for. Raises Misused naming what is left over."""
        left = self._words[self._at :]
        if left:
            raise Misused(
                f"dice left over: {', '.join(left)} ({self._at} of the {len(self._words)} given were used)",
                remedy="give only the dice the rules ask for, in their order",
            )

    def _face(self, throw: Throw, group: Group, wave: int) -> int:
        if self._at == len(self._words):
            raise NoDice(f"{_wanted(throw, group, wave)}: {self._none_left()}", remedy="give that die too")
        word = self._words[self._at]
        if not word.isdecimal():
            raise Misused(
                f"{_wanted(throw, group, wave)}: a face is wanted, not `{word}`",
                remedy="a total stands for a whole throw, before any of its faces",
            )
        face = int(word)
        if not 1 <= face <= group.sides:
            raise Misused(f"{_wanted(throw, group, wave)}: a d{group.sides} shows 1 to {group.sides}, not {face}")
        self._at += 1
        return face

    def _total(self, throw: Throw, word: str) -> Cast:
        from gmtool.dice.odds import falls

        fold = throw.fold
        number = re.sub(r"\D", "", word)
        spelled = f"={number}" if fold.typed == "=" else f"{number}{fold.typed}"
        if not fold.typed or word.casefold() != spelled.casefold():
            instead = f"or a total as `{spelled}`" if fold.typed else "a total does not tell enough here"
            raise Misused(f"{throw}: `{word}` does not fit", remedy=f"give its faces; {instead}")
        value = fold.value_of(int(number))
        if all(value != fall.value for fall in falls(throw.groups, fold)):
            raise Misused(f"{throw}: these dice cannot come to {word}")
        self._at += 1
        return Cast(value, None, "given", spelled)

    def _none_left(self) -> str:
        match len(self._words):
            case 0:
                return "no die was given"
            case 1:
                return "no die left; the one given is used up"
            case many:
                return f"no die left; the {many} given are used up"


def _wanted(throw: Throw, group: Group, wave: int) -> str:
    return f"{throw.who}, {throw.why} ({group}{', rerolled' if wave else ''})"


def _split(text: str) -> list[str]:
    if not text.strip():
        return []
    words = []
    for part in text.split(","):
        if not part.strip():
            raise Misused(f"dice `{text.strip()[:40]}`: nothing stands beside a comma", remedy="write `4,1,2`")
        words += part.split()
    for word in words:
        if not re.fullmatch(_WORD, word):
            raise Misused(f"dice: `{word[:20]}` is no face", remedy="write faces as `4,1,2`, totals as `=14` or `3s`")
    return words
