"""How a hex is drawn with letters: one picture for each layout and size.

In a picture `n` is the name, `f` the facing and other marks, `F` the same on the lower hexside, `l` the label, and `.`
the rest of the inside; a blank is outside. Neighbors share their strokes: the next hex is drawn `across` columns and
`down` lines further on, a shoved one half of that.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gmtool.hexes.grid import Grid, Hex


class Slot(NamedTuple):
    """Room for a few letters in a picture: its line, its first column, its width in columns."""

    line: int
    column: int
    width: int


class Stencil(NamedTuple):
    """The picture of one hex. `name` is how many columns an abbreviated name has, its brackets left out."""

    art: tuple[str, ...]
    across: int
    down: int
    name: int

    @property
    def width(self) -> int:
        """The columns of the picture."""
        return max(map(len, self.art))

    @property
    def strokes(self) -> list[tuple[int, int, str]]:
        """What is drawn of its outline: line, column, sign."""
        return [
            (line, column, "_" if sign == "F" else sign)
            for line, row in enumerate(self.art)
            for column, sign in enumerate(row)
            if sign in "_/\\|F"
        ]

    @property
    def inside(self) -> list[tuple[int, int]]:
        """Line and column of each place inside."""
        return [
            (line, column) for line, row in enumerate(self.art) for column, sign in enumerate(row) if sign in ".nlfF"
        ]

    def slot(self, letter: str) -> Slot | None:
        """The room that a letter stands for."""
        for line, row in enumerate(self.art):
            if letter in row:
                return Slot(line, row.index(letter), row.count(letter))
        return None

    @property
    def name_slot(self) -> Slot:
        """The room for the name."""
        slot = self.slot("n")
        assert slot is not None, "every picture has room for a name"
        return slot

    @property
    def mark_slot(self) -> Slot:
        """The room for facing and marks."""
        slot = self.slot("f") or self.slot("F")
        assert slot is not None, "every picture has room for marks"
        return slot

    def origin(self, grid: Grid, place: Hex, corner: tuple[int, int]) -> tuple[int, int]:
        """The column and line where a hex's picture begins, on a map whose first column and row are `corner`."""
        column, row = grid.offset(place)
        x, y = grid.center(place)
        if grid.layout == "flat":
            return (column - corner[0]) * self.across, round((y - corner[1] + 1) * self.down)
        return round((x - corner[0] + 1) * self.across), (row - corner[1]) * self.down


FLAT = (
    Stencil(
        (
            "  _____  ",
            " /lllll\\ ",
            "/nnnnnnn\\",
            "\\fffffff/",
            " \\_____/ ",
        ),
        across=7,
        down=4,
        name=5,
    ),
    Stencil((" _____ ", "/nnnnn\\", "\\FFFFF/"), across=6, down=2, name=3),
    Stencil((" ____ ", "/nnnn\\", "\\FFFF/"), across=5, down=2, name=2),
    Stencil((" ___ ", "/nnn\\", "\\FFF/"), across=4, down=2, name=1),
)

POINTY = (
    Stencil(
        (
            "   / \\   ",
            "  /...\\  ",
            " /lllll\\ ",
            "|nnnnnnn|",
            " \\fffff/ ",
            "  \\.../  ",
            "   \\ /   ",
        ),
        across=8,
        down=4,
        name=5,
    ),
    Stencil(
        (
            "  / \\  ",
            " /...\\ ",
            "|nnnnn|",
            " \\fff/ ",
            "  \\ /  ",
        ),
        across=6,
        down=3,
        name=3,
    ),
    Stencil(
        (
            " / \\ ",
            "|nnn|",
            "|fff|",
            " \\ / ",
        ),
        across=4,
        down=3,
        name=1,
    ),
)


def stencils(grid: Grid) -> Sequence[Stencil]:
    """The pictures for a layout, the largest first."""
    return FLAT if grid.layout == "flat" else POINTY
