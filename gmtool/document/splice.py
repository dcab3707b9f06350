"""Replacements in a text, collected in any order and made in one go."""

from __future__ import annotations

from operator import itemgetter

from gmtool.errors import Bug


class Splices:
    """The pieces of `text` to be replaced. They may touch, not overlap; those put in at one place keep their order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: list[tuple[int, int, str]] = []

    def replace(self, start: int, end: int, new: str) -> None:
        """Put `new` in the place of `start` to `end`."""
        if start != end or new:
            self.pieces.append((start, end, new))

    def insert(self, at: int, new: str) -> None:
        """Put `new` before the character at `at`."""
        self.replace(at, at, new)

    def applied(self) -> str:
        """Give the text with every piece replaced. Raises Bug where two of them overlap."""
        parts: list[str] = []
        done = 0
        for start, end, new in sorted(self.pieces, key=itemgetter(0, 1)):
            if start < done:
                raise Bug(f"two edits of the same place, {start} to {done}")
            parts += self.text[done:start], new
            done = end
        parts.append(self.text[done:])
        return "".join(parts)
