"""Distance, rings, facing and sight, in whole numbers throughout: a border is exactly a border.

Lists of hexes run clockwise from the first hexside (N on a flat layout, NE on a pointy one).
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from gmtool.hexes.grid import SPOKES, Direction, Grid, Hex

_SIDES = SPOKES[::2]
_CORNERS = SPOKES[1::2]


def distance(a: Hex, b: Hex) -> int:
    """Count the steps from one hex to another."""
    q, r = b.q - a.q, b.r - a.r
    return max(abs(q), abs(r), abs(q + r))


def neighbors(center: Hex) -> tuple[Hex, ...]:
    """Give the six hexes that share a side with this one."""
    return tuple(Hex(center.q + q, center.r + r) for q, r in _SIDES)


def diagonal(center: Hex) -> tuple[Hex, ...]:
    """Give the six hexes two away, straight across a corner."""
    return tuple(Hex(center.q + q, center.r + r) for q, r in _CORNERS)


def ring(center: Hex, n: int) -> list[Hex]:
    """Give the hexes exactly `n` away; for 0 the hex itself."""
    if n == 0:
        return [center]
    hexes = []
    for side, along in zip(_SIDES, _SIDES[2:] + _SIDES[:2], strict=True):
        q, r = center.q + n * side.q, center.r + n * side.r
        hexes += [Hex(q + k * along.q, r + k * along.r) for k in range(n)]
    return hexes


def within(center: Hex, n: int) -> list[Hex]:
    """Give the hexes at most `n` away, ring by ring, the hex itself first."""
    return [place for k in range(n + 1) for place in ring(center, k)]


def nearest(grid: Grid, center: Hex, free: Callable[[Hex], bool]) -> Iterator[Hex]:
    """Yield the free hexes of the map ring by ring, the hex itself first. Nothing if `center` is off the map."""
    n = 0
    while on_map := [place for place in ring(center, n) if grid.inside(place)]:
        yield from filter(free, on_map)
        n += 1


# straight lines of hexes --------------------------------------------------------------------------------------------


def _side_towards(q: int, r: int) -> int | None:
    """Give the number of the hexside an offset lies straight along, None if along none."""
    n = max(abs(q), abs(r), abs(q + r))
    if n == 0 or (q and r and q + r):
        return None
    return _SIDES.index(Hex(q // n, r // n))


def direction_to(grid: Grid, a: Hex, b: Hex) -> Direction | None:
    """Give the hexside direction in which `b` lies straight from `a`, however far; None if in none, or if a is b."""
    side = _side_towards(b.q - a.q, b.r - a.r)
    return None if side is None else grid.at_spoke(2 * side)


def straight(a: Hex, b: Hex) -> list[Hex] | None:
    """Give the hexes from `a` (left out) to `b` along one hexside direction; empty if a is b, None if not straight."""
    if a == b:
        return []
    side = _side_towards(b.q - a.q, b.r - a.r)
    if side is None:
        return None
    q, r = _SIDES[side]
    return [Hex(a.q + k * q, a.r + k * r) for k in range(1, distance(a, b) + 1)]


def span(grid: Grid, text: str) -> list[Hex]:
    """Read one label, or a straight line of hexes with both ends: `0701..0705`. ValueError tells what is wrong."""
    first, dots, last = text.partition("..")
    start = grid.hex(first.strip())
    if not dots:
        return [start]
    line = straight(start, grid.hex(last.strip()))
    if line is None:
        names = " ".join(map(grid.name, grid.hexsides))
        raise ValueError(f"{text} is no straight line of hexes: the second must lie {names} of the first")
    return [start, *line]


# facing and arcs ----------------------------------------------------------------------------------------------------


class Arc(StrEnum):
    """Where another stands, as seen from a hexside facing; clockwise."""

    AHEAD = "ahead"
    RIGHT_FRONT = "right-front"
    RIGHT_REAR = "right-rear"
    BEHIND = "behind"
    LEFT_REAR = "left-rear"
    LEFT_FRONT = "left-front"

    @property
    def front(self) -> bool:
        """Whether it is in the front arc: ahead, right-front or left-front."""
        return self in (Arc.AHEAD, Arc.RIGHT_FRONT, Arc.LEFT_FRONT)

    @property
    def rear(self) -> bool:
        """Whether it is in the rear arc: behind, right-rear or left-rear."""
        return not self.front


_ARCS = tuple(Arc)

# The twelfths from a facing to each hexside. Of two hexsides as near to a target the earlier in the list counts.
_FROM_HEXSIDE = (0, 2, -2, 4, -4, 6)
_FROM_CORNER = (1, -1, 3, -3, 5, -5)


def relative_bearing(grid: Grid, at: Hex, facing: Direction, other: Hex) -> int | None:
    """Give the degrees from the facing to the hexside nearest to the way to `other`, clockwise, -150 to 180.

    A hexside facing gives 0, 60, 120, 180, -120 or -60, a corner facing 30, 90, 150, -150, -90 or -30. Exactly
    between two hexsides the one nearer to ahead counts; straight ahead or behind of a corner facing, the right one.
    None if both are in the same hex.
    """
    if at == other:
        return None
    return _nearest_side(grid.spoke(facing), other.q - at.q, other.r - at.r)


@lru_cache(maxsize=4096)
def _nearest_side(spoke: int, q: int, r: int) -> int:
    turns = _FROM_CORNER if spoke % 2 else _FROM_HEXSIDE
    return 30 * max(turns, key=lambda turn: _dot(q, r, *SPOKES[(spoke + turn) % 12]))


def arc(grid: Grid, at: Hex, facing: Direction, other: Hex) -> Arc | None:
    """Tell in which arc of a figure another hex lies; on a border, in the one nearer to ahead.

    None if both are in the same hex. ValueError if the facing is a corner: the six arcs belong to hexside facings.
    """
    if not grid.is_hexside(facing):
        names = " ".join(map(grid.name, grid.hexsides))
        raise ValueError(f"facing {grid.name(facing)} is a corner and has no arcs; face one of {names}")
    bearing = relative_bearing(grid, at, facing, other)
    return None if bearing is None else _ARCS[bearing // 60 % 6]


# sight --------------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """What a line from center to center crosses, its ends left out, in order from the first end."""

    hexes: tuple[Hex, ...]
    edges: tuple[tuple[Hex, Hex], ...]
    """The pairs of hexes between which the line runs along their common edge."""


@lru_cache(maxsize=4096)  # exact odds and simulation look along the same lines thousands of times
def line(a: Hex, b: Hex) -> Line:
    """Give the hexes that the line between two centers passes through, and the edges it runs along.

    A hex of which it only touches a corner is not passed through.
    """
    q, r = b.q - a.q, b.r - a.r
    hexes = tuple(Hex(a.q + x, a.r + y) for x, y in _crossed(q, r))
    return Line(hexes, tuple((Hex(a.q + x, a.r + y), Hex(a.q + v, a.r + w)) for (x, y), (v, w) in _edges(q, r)))


def blockers(blocked: Callable[[Hex], bool], a: Hex, b: Hex) -> list[Hex]:
    """Give the hexes that block the sight between two hexes, in order from the first, both of a pair along an edge.

    The two ends never block; a pair blocks only if both of its hexes do.
    """
    crossed = line(a, b)
    stops = [place for place in crossed.hexes if blocked(place)]
    stops += [place for pair in crossed.edges if all(map(blocked, pair)) for place in pair]
    return sorted(stops, key=lambda place: distance(a, place))


def sight(blocked: Callable[[Hex], bool], a: Hex, b: Hex) -> bool:
    """Tell whether nothing blocks the line between two centers; the same in both directions."""
    return not blockers(blocked, a, b)


def _dot(q: int, r: int, x: int, y: int) -> int:
    """Give twice the dot product of two offsets."""
    return q * (2 * x + y) + r * (2 * y + x)


def _crossed(q: int, r: int) -> list[Hex]:
    """Give the offsets of the hexes that the line to an offset passes through, its ends left out, in order.

    A line passes through a hex if corners lie on both sides of it: if the center is nearer to it than the farthest
    corner. Both are measured as cross products, and tripled: a corner's coordinates are thirds. A hex that the line
    would reach only beyond one of its ends lies wholly behind that end.
    """
    if abs(q) < abs(r):
        return [Hex(x, y) for y, x in _crossed(r, q)]
    if q == 0:
        return []
    farthest_corner = max(abs(2 * q + r), abs(q + 2 * r), abs(q - r))
    whole = _dot(q, r, q, r)
    forward = 1 if q > 0 else -1
    near = (Hex(x, r * x // q + below) for x in range(0, q + forward, forward) for below in (0, 1))
    steps = (Hex(x, y) for x, y in near if 3 * abs(q * y - r * x) < farthest_corner and 0 < _dot(q, r, x, y) < whole)
    return sorted(steps, key=lambda step: _dot(q, r, *step))


def _edges(q: int, r: int) -> list[tuple[Hex, Hex]]:
    """Give the pairs of offsets along whose edge the line to an offset runs: only a line across corners has any."""
    n = max(abs(q), abs(r), abs(q + r)) // 2
    corner = next((k for k, (x, y) in enumerate(_CORNERS) if (n * x, n * y) == (q, r)), None)
    if corner is None:
        return []
    (x, y), left, right = _CORNERS[corner], _SIDES[corner], _SIDES[(corner + 1) % 6]
    return [(Hex(k * x + left.q, k * y + left.r), Hex(k * x + right.q, k * y + right.r)) for k in range(n)]
