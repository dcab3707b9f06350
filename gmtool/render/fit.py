"""Lines that fit a screen: broken between words, never within a name or a number."""

import re
from collections.abc import Iterable, Iterator, Sequence

from gmtool.render.text import INDENT, display_width

_WORDS = re.compile(r"\s*\S+")
_AT_COMMAS = re.compile(r"[^,]+,?|,")


def fitted(lines: Iterable[str], width: int) -> Iterator[str]:
    """The lines; one wider than `width` columns goes on below, indented by two more. Strips, drawn already, stay."""
    for line in lines:
        if type(line) is not str or display_width(line) <= width:
            yield line
        else:
            margin = line[: len(line) - len(line.lstrip())]
            yield from flowed(_WORDS.findall(line), width, first="", then=margin + INDENT)


def flowed(pieces: Sequence[str], width: int, first: str, then: str) -> Iterator[str]:
    """The pieces one after the other, as many a line as fit; `first` stands before them, `then` before what follows.

    A piece is broken only where it is wider than a line by itself: between its words, a word at its commas.
    """
    line, empty = first, True
    for word in _parts(pieces, width - display_width(then)):
        if not empty and display_width(line + word) > width:
            yield line
            line, empty = then, True
        line += word.lstrip() if empty and line == then else word
        empty = False
    yield line


def _parts(pieces: Iterable[str], width: int) -> Iterator[str]:
    for piece in pieces:
        if display_width(piece.strip()) <= width:
            yield piece
        else:
            for word in _WORDS.findall(piece):
                yield from [word] if display_width(word.strip()) <= width else _AT_COMMAS.findall(word)
