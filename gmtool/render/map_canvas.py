"""A sheet of letters to draw on: each sign in a column of its own, and painted or not."""

from itertools import groupby

from gmtool.render.color import Piece, Strip
from gmtool.render.map_names import clusters
from gmtool.render.map_stencils import Slot
from gmtool.render.text import display_width


class Canvas:
    """Lines of blanks to be written on; a wide sign takes two columns, a combining one joins the sign before it."""

    def __init__(self, columns: int, lines: int) -> None:
        self._rows = [[Piece(" ")] * columns for _ in range(lines)]

    def put(self, line: int, column: int, sign: str, paint: str = "") -> None:
        """Write one sign, one column wide."""
        self._rows[line][column] = Piece(sign, paint)

    def write(self, line: int, column: int, text: str, paint: str = "") -> None:
        """Write from a column on."""
        row = self._rows[line]
        for sign in clusters(text):
            row[column] = Piece(sign, paint)
            for covered in range(1, display_width(sign)):
                row[column + covered] = Piece("", paint)
            column += display_width(sign)

    def center(self, line: int, slot: Slot, x: int, text: str, paint: str = "") -> None:
        """Write in the middle of a slot, of a picture that begins at column `x`; as far left as need be."""
        self.write(line, x + slot.column + (slot.width - display_width(text)) // 2, text, paint)

    def lines(self) -> list[Strip]:
        """All lines, without the blanks at their ends."""
        return list(map(_joined, self._rows))


def _joined(row: list[Piece]) -> Strip:
    """The row, neighbors of one paint in one piece."""
    end = max((i + 1 for i, piece in enumerate(row) if piece.text.strip()), default=0)
    runs = groupby(row[:end], key=lambda piece: piece.paint)
    return Strip(Piece("".join(piece.text for piece in run), paint) for paint, run in runs)
