"""One figure on the drawn map: the shape and color of its side, its name, a wedge for its facing, and its marks.

Lengths are in pixels, x to the right and y down; directions are degrees clockwise from north.
"""

from collections.abc import Iterable
from math import cos, pi, sin
from typing import NamedTuple

from gmtool.hexes.grid import Direction
from gmtool.render.map_scene import Figure
from gmtool.render.text import display_width

RADIUS = 17.0
"""of a figure that has its hex for itself"""
INK = "#1d2330"
HALO = "#ffd83d"
_WIDE = 0.66
"""the width of a bold letter, in font sizes"""
_SPOTS = {
    1: ((0.0, 0.0),),
    2: ((-15.0, 0.0), (15.0, 0.0)),
    3: ((0.0, -14.0), (-15.0, 11.0), (15.0, 11.0)),
    4: ((-14.0, -13.0), (14.0, -13.0), (-14.0, 13.0), (14.0, 13.0)),
}
_SHARED = {1: RADIUS, 2: 12.0, 3: 11.0, 4: 10.0}
"""the radius of each of so many in one hex"""


class Look(NamedTuple):
    """How a side is told from the others: by corners (0 is a circle), turned by degrees, and by lightness and color."""

    corners: int
    turned: float
    size: float
    fill: str
    text: str
    room: float
    """the width of the name, in radii"""


LOOKS = (
    Look(0, 0, 1.0, "#1c4f91", "#ffffff", 1.75),
    Look(4, 45, 1.25, "#f4a340", "#000000", 1.5),
    Look(4, 0, 1.36, "#d9ecb0", "#000000", 1.75),
    Look(3, 0, 1.5, "#7a2f6f", "#ffffff", 1.35),
    Look(3, 180, 1.5, "#8fc7c2", "#000000", 1.35),
    Look(5, 0, 1.15, "#ffffff", "#000000", 1.6),
)
"""by the side's place; all beyond the last share it"""


def look(sides: tuple[str, ...], side: str) -> Look:
    """How a side is drawn."""
    return LOOKS[min(sides.index(side), len(LOOKS) - 1)]


def points(corners: Iterable[tuple[float, float]]) -> str:
    """Corners as SVG writes them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def shape(one: Look, x: float, y: float, radius: float, extra: str = "") -> str:
    """The outline of a side's shape, filled with its color."""
    paint = f'fill="{one.fill}" stroke="{INK}" stroke-width="1.6"{extra}'
    if not one.corners:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {paint}/>'
    size = radius * one.size
    drop = 0.25 * radius * cos(one.turned * pi / 180) if one.corners == 3 else 0.0
    turns = [(one.turned + 360 * i / one.corners) * pi / 180 for i in range(one.corners)]
    ends = points((x + size * sin(turn), y + drop - size * cos(turn)) for turn in turns)
    return f'<polygon points="{ends}" {paint} stroke-linejoin="round"/>'


def wedge(direction: Direction, x: float, y: float, radius: float) -> str:
    """A triangle that points through the hexside or corner faced."""
    turn = direction.bearing * pi / 180
    ahead, aside = (sin(turn), -cos(turn)), (cos(turn), sin(turn))
    base, tip, half = radius * 0.98, radius + (14.5 if radius == RADIUS else 8), radius * 0.6
    ends = [
        (x + along * ahead[0] + off * aside[0], y + along * ahead[1] + off * aside[1])
        for along, off in ((tip, 0), (base, half), (base, -half))
    ]
    return f'<polygon points="{points(ends)}" fill="{INK}" stroke="#ffffff" stroke-width="1.4"/>'


def halo(x: float, y: float, radius: float) -> str:
    """The ring around whoever's turn it is."""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * 1.38:.1f}" fill="{HALO}" '
        f'stroke="{INK}" stroke-width="2" stroke-dasharray="5 2"/>'
    )


def cross(x: float, y: float, radius: float) -> str:
    """The cross over the fallen."""
    d = radius * 0.95
    arms = f"M{x - d:.1f} {y - d:.1f}L{x + d:.1f} {y + d:.1f}M{x + d:.1f} {y - d:.1f}L{x - d:.1f} {y + d:.1f}"
    return f'<path d="{arms}" stroke="#ffffff" stroke-width="6"/><path d="{arms}" stroke="#b00020" stroke-width="3"/>'


def token(figure: Figure, one: Look, short: str, tooltip: str, x: float, y: float, radius: float = RADIUS) -> str:
    """A figure without its wedge; `short` and `tooltip` are escaped already."""
    down = figure.down or figure.dead
    extra = ' fill-opacity="0.55"' if down else ""
    extra += ' stroke-dasharray="4 3"' if figure.hidden else ""
    return "".join(
        (
            f"<g><title>{tooltip}</title>",
            halo(x, y, radius) if figure.turn else "",
            shape(one, x, y, radius, extra),
            cross(x, y, radius) if down else "",
            name_tag(one, short, x, y, radius, outlined=down),
            "</g>",
        )
    )


def name_tag(one: Look, short: str, x: float, y: float, radius: float, *, outlined: bool = False) -> str:
    """The name on a shape; outlined, so that it can be read over a cross."""
    size = min(0.72 * radius, one.room * radius / (_WIDE * max(1, display_width(short))))
    start = f'<text x="{x:.1f}" y="{y:.1f}" dy=".35em" class="name" font-size="{size:.1f}" fill="{one.text}"'
    back = "#000000" if one.text == "#ffffff" else "#ffffff"
    under = f'{start} stroke="{back}" stroke-width="3">{short}</text>' if outlined else ""
    return f"{under}{start}>{short}</text>"


def spots(many: int) -> tuple[tuple[tuple[float, float], ...], float]:
    """Where so many stand in one hex, from its center, and the radius of each; of more than four the first three."""
    room = min(many, 4)
    return _SPOTS[room][: 3 if many > 4 else room], _SHARED[room]
