"""Colors on a terminal. They repeat what the words say and never say anything alone."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self

BOLD, DIM, REVERSED = "1", "2", "7"
RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN = "31", "32", "33", "34", "35", "36"
_PAINTS = (
    (re.compile(r"\bDOWN\b|\b(?:unconscious|dying)\b"), RED),
    (re.compile(r"^\s*hit\b|^\+.*"), GREEN),
    (re.compile(r"^\s*miss\b"), YELLOW),
    (re.compile(r"^-.*"), RED),
    (re.compile(r"^> .*|^Round .*|^.*'s turn\b"), BOLD),
    (re.compile(r"\[[A-Z0-9]+-[0-9]+\]"), DIM),
)


class Piece(NamedTuple):
    """A part of a line and its paint: codes as `1;36`, "" for none."""

    text: str
    paint: str = ""


class Strip(str):
    """A line whose pieces are painted as they say, whatever its words are; a plain text to all who do not ask."""

    __slots__ = ("pieces",)
    pieces: tuple[Piece, ...]

    def __new__(cls, pieces: Iterable[Piece]) -> Self:
        """Join the pieces."""
        kept = tuple(pieces)
        self = super().__new__(cls, "".join(text for text, _ in kept))
        self.pieces = kept
        return self

    def translate(self, table: Any, /) -> "Strip":
        """The strip with other characters in its pieces, their paint as it was."""
        return Strip(Piece(text.translate(table), paint) for text, paint in self.pieces)


def mixed(*paints: str) -> str:
    """One paint of several; the empty ones do nothing."""
    return ";".join(filter(None, paints))


def painted(lines: Iterable[str]) -> Iterator[str]:
    """The same lines, with what matters in color; their control characters must have been made visible before."""
    for line in lines:
        if isinstance(line, Strip):
            yield "".join(_coded(text, paint) for text, paint in line.pieces)
            continue
        shown = line
        for pattern, paint in _PAINTS:
            shown = pattern.sub(_coded("\\g<0>", paint), shown)
        yield shown


def _coded(text: str, paint: str) -> str:
    return f"\x1b[{paint}m{text}\x1b[0m" if text and paint else text
