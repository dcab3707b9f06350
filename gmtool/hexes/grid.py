"""The paper map: hex labels, the two layouts and the names of their directions.

The axes are laid so that the first hexside clockwise from north (N on a flat layout, NE on a pointy one) is the same
step in both, and so are the other five. A pointy map is a flat one turned by one twelfth of a circle.
"""

import re
from typing import Literal, NamedTuple

MOST = 999
"""The last column and row that a label can name."""


class Hex(NamedTuple):
    """A hex in axial coordinates; the third cube coordinate is `-q - r`."""

    q: int
    r: int


class Direction(int):
    """A direction as the hour it has on a clock, 0 to 11: N is 0, E is 3. Hexsides and corners alternate."""

    __slots__ = ()

    @property
    def bearing(self) -> int:
        """Degrees clockwise from north, 0 to 330."""
        return self * 30

    @property
    def opposite(self) -> "Direction":
        """The direction half a circle away."""
        return Direction((self + 6) % 12)

    def turned(self, hexsides: int) -> "Direction":
        """Turn by a number of hexsides (60 degrees each), clockwise; counterclockwise if negative."""
        return Direction((self + 2 * hexsides) % 12)


SPOKES = (
    Hex(0, -1), Hex(1, -2), Hex(1, -1), Hex(2, -1), Hex(1, 0), Hex(1, 1),
    Hex(0, 1), Hex(-1, 2), Hex(-1, 1), Hex(-2, 1), Hex(-1, 0), Hex(-1, -1),
)  # fmt: skip
"""The steps clockwise from the first hexside, to a neighbor and across a corner in turn, the same in each layout."""

_NAMES = {
    "flat": ("N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"),
    "pointy": ("N", "NE", "ENE", "E", "ESE", "SE", "S", "SW", "WSW", "W", "WNW", "NW"),
}
_FIRST = {"flat": 0, "pointy": 1}
"""The hour of the first hexside clockwise from north."""

_HOURS = tuple(map(Direction, range(12)))
_HALF_WIDTH = 3**0.5 / 2


class Grid(NamedTuple):
    """How the map is printed. Without a size, columns and rows run from 1 to 999.

    `shove` tells which columns (flat) or rows (pointy) are printed half a hex lower (flat) or to the right (pointy).
    `meters` is the width of a hex, None where the file does not say.
    """

    layout: Literal["flat", "pointy"] = "flat"
    shove: Literal["even", "odd"] = "even"
    columns: int | None = None
    rows: int | None = None
    meters: float | None = None
    letters: bool = False

    # directions ---------------------------------------------------------------------------------------------------

    @property
    def hexsides(self) -> tuple[Direction, ...]:
        """The six directions through a hexside, clockwise, the first at or after north."""
        return _HOURS[_FIRST[self.layout] :: 2]

    @property
    def corners(self) -> tuple[Direction, ...]:
        """The six directions through a corner, clockwise, the first at or after north."""
        return _HOURS[1 - _FIRST[self.layout] :: 2]

    def is_hexside(self, direction: Direction) -> bool:
        """Whether the direction leads through a hexside on this layout, not through a corner."""
        return (direction - _FIRST[self.layout]) % 2 == 0

    def direction(self, name: str, *, corners: bool = False) -> Direction:
        """Read a direction's name, in any case; corners only if asked for. ValueError lists the names there are."""
        allowed = _HOURS if corners else self.hexsides
        spelled = name.upper()
        for one in allowed:
            if self.name(one) == spelled:
                return one
        fault = "a corner, not a hexside," if spelled in _NAMES[self.layout] else "no direction"
        names = " ".join(map(self.name, allowed))
        raise ValueError(f"{name or 'an empty text'} is {fault} on a {self.layout} layout; one of {names}")

    def name(self, direction: Direction) -> str:
        """Give the layout's own name for a direction: 60 degrees is NE on a flat layout, ENE on a pointy one."""
        return _NAMES[self.layout][direction]

    def spoke(self, direction: Direction) -> int:
        """Count the twelfths of a circle clockwise from the first hexside to the direction: its place in SPOKES."""
        return (direction - _FIRST[self.layout]) % 12

    def at_spoke(self, spoke: int) -> Direction:
        """Give the direction that lies so many twelfths of a circle clockwise from the first hexside."""
        return _HOURS[(spoke + _FIRST[self.layout]) % 12]

    def step(self, start: Hex, direction: Direction) -> Hex:
        """Give the neighbor through a hexside, or the hex two away straight across a corner. It may be off the map."""
        q, r = SPOKES[self.spoke(direction)]
        return Hex(start.q + q, start.r + r)

    # columns and rows ---------------------------------------------------------------------------------------------

    def from_offset(self, column: int, row: int) -> Hex:
        """Give the hex printed in that column and row, whether it is on the map or not."""
        shift = self.shove == "even"
        if self.layout == "flat":
            return Hex(column, row - (column + shift) // 2)
        r = (row + shift) // 2 - column
        return Hex(row - r, r)

    def offset(self, place: Hex) -> tuple[int, int]:
        """Give the column and row a hex is printed in, from 1 on the map."""
        shift = self.shove == "even"
        q, r = place
        if self.layout == "flat":
            return q, r + (q + shift) // 2
        row = q + r
        return (row + shift) // 2 - r, row

    def inside(self, place: Hex) -> bool:
        """Whether the hex is on the map."""
        column, row = self.offset(place)
        return 1 <= column <= (self.columns or MOST) and 1 <= row <= (self.rows or MOST)

    def center(self, place: Hex) -> tuple[float, float]:
        """Give a hex's center for drawing, in widths of a hex from side to opposite side; x to the right, y down.

        The unshoved column or row begins at 0: no hex of the map has a negative coordinate.
        """
        column, row = self.offset(place)
        standing = self.layout == "flat"
        shoved = ((column if standing else row) % 2 == 0) == (self.shove == "even")
        along = 0.5 if shoved else 0.0
        if standing:
            return (column - 1) * _HALF_WIDTH, row - 1 + along
        return column - 1 + along, (row - 1) * _HALF_WIDTH

    # labels -------------------------------------------------------------------------------------------------------

    def hex(self, label: str) -> Hex:
        """Read a label. ValueError if it is none, or off the map, with the reason and what would be right."""
        found = _label_parts(self.letters, label)
        if found is None:
            raise ValueError(f"{label or 'an empty text'} is no hex label: {self._label_advice(label)}")
        place = self.from_offset(*found)
        if not self.inside(place):
            raise ValueError(f"{label} is off the map ({self._range()})")
        return place

    def label(self, place: Hex) -> str:
        """Write a hex's label. ValueError if it has none: its column or row is below 1 or above 999."""
        column, row = self.offset(place)
        if not (1 <= column <= MOST and 1 <= row <= MOST):
            raise ValueError(f"column {column}, row {row} is off the map ({self._range()})")
        if self.letters:
            return f"{_column_letters(column)}{row}"
        return f"{column:03}{row:03}" if column > 99 or row > 99 else f"{column:02}{row:02}"

    def _range(self) -> str:
        if self.columns is None and self.rows is None:
            return "columns and rows count from 1"
        return f"columns 1 to {self.columns or MOST}, rows 1 to {self.rows or MOST}"

    def _label_advice(self, label: str) -> str:
        if self.letters:
            return "letters for the column, then the row, as C4"
        advice = "four digits, column then row, as 0304"
        if re.fullmatch(r"[A-Za-z]{1,2}[0-9]{1,3}", label):
            return f"{advice}; `labels: letters` in `grid:` reads {label}"
        apart = re.fullmatch(r"[\[(]?\s*([0-9]{1,2})\s*[-:;,./x ]\s*([0-9]{1,2})\s*[\])]?", label)
        if apart:
            column, row = map(int, apart.groups())
            if not (column and row):
                return f"{advice}; columns and rows count from 1"
            return f"{advice}; for column {column}, row {row} write {column:02}{row:02}"
        if re.fullmatch(r"[0-9]{3}", label):
            return f"{advice}; did you mean 0{label}?"
        return f"{advice} (six past 99, as 101007)"


def _label_parts(letters: bool, label: str) -> tuple[int, int] | None:
    """Read column and row, None if the text is no label."""
    if letters:
        found = re.fullmatch(r"([A-Za-z]{1,3})([0-9]{1,3})", label)
        return (_column_number(found[1]), int(found[2])) if found else None
    half = len(label) // 2
    if len(label) not in (4, 6) or not (label.isascii() and label.isdigit()):
        return None
    return int(label[:half]), int(label[half:])


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _column_letters(number: int) -> str:
    letters = ""
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def size(text: str) -> tuple[int, int]:
    """Read a map's size in columns and rows: `24x18`. ValueError if it is none."""
    found = re.fullmatch(r"\s*([0-9]{1,3})\s*[xX×]\s*([0-9]{1,3})\s*", text)
    if not found or not (int(found[1]) and int(found[2])):
        raise ValueError(f"{text or 'an empty text'} is no map size: columns x rows, 1 to {MOST} each, as 24x18")
    return int(found[1]), int(found[2])


def length(text: str) -> float:
    """Read a hex's width in meters: `2 m`, `1.5 m`. ValueError if it is none."""
    found = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*m\s*", text)
    if not found or not float(found[1]):
        raise ValueError(f"{text or 'an empty text'} is no hex size: meters, more than 0, as 2 m or 1.5 m")
    return float(found[1])
