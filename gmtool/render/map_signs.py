"""What a map in letters is drawn with: strokes, arrows, brackets, signs for the ground, marks; and how each is painted.

Paint only repeats what a sign says already: the side is told by brackets, the turn by `*`, the fallen by `x`, a cost by
its number.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gmtool.hexes.grid import Grid
from gmtool.render.color import BLUE, BOLD, CYAN, DIM, GREEN, MAGENTA, RED, REVERSED, YELLOW, mixed
from gmtool.render.map_scene import Figure, Scene

BRACKETS = ("()", "[]", "<>", "{}", "!!", "==")
"""the shapes of the sides; all beyond the last share it"""
_SIDES = (CYAN, YELLOW, MAGENTA, GREEN, BLUE, RED)
"""the paints of the sides, likewise"""
_OPEN_GROUNDS = (GREEN, YELLOW, BLUE, MAGENTA, CYAN)
"""in turn; ground that cannot be entered is faint and no more"""
_BANDS = (GREEN, YELLOW, RED)
"""costs in the first, the second and the last third of the greatest"""


class Signs(NamedTuple):
    """What a map is drawn with."""

    strokes: Mapping[str, str]
    arrows: Sequence[str]
    """by the hour of a direction; none where it is written by its name"""
    open_ground: str
    blocked_ground: str
    dots: str


UNICODE = Signs({"/": "╱", "\\": "╲", "|": "│", "_": "▁"}, "↑↗↗→↘↘↓↙↙←↖↖", "░≈∴:\"~%^;,'`", "█▓▒#", "…")
ASCII = Signs({}, "", ":\"~%^;,'`.", "#X&$", "~")


class Fill(NamedTuple):
    """The sign of a terrain, and its paint."""

    sign: str
    paint: str


def fills(scene: Scene, signs: Signs) -> list[Fill]:
    """The fill of each terrain; all beyond the last sign share it."""
    found, used = [], {"open": 0, "blocked": 0}
    for ground in scene.grounds:
        kind, row = ("blocked", signs.blocked_ground) if ground.cost is None else ("open", signs.open_ground)
        color = "" if ground.cost is None else _OPEN_GROUNDS[used[kind] % len(_OPEN_GROUNDS)]
        found.append(Fill(row[min(used[kind], len(row) - 1)], mixed(DIM, color)))
        used[kind] += 1
    return found


def bracketed(scene: Scene, figure: Figure, text: str) -> str:
    """The text in the brackets of the figure's side."""
    brackets = BRACKETS[min(scene.sides.index(figure.side), len(BRACKETS) - 1)]
    return f"{brackets[0]}{text}{brackets[1]}"


def side_paint(scene: Scene, side: str) -> str:
    """The color of a side."""
    return _SIDES[min(scene.sides.index(side), len(_SIDES) - 1)]


def figure_paint(scene: Scene, figure: Figure) -> str:
    """The color of its side: bright on a ground of it while it has the turn, faint when it is down."""
    fallen = figure.down or figure.dead
    return mixed(
        DIM if fallen else BOLD if figure.turn else "",
        REVERSED if figure.turn else "",
        side_paint(scene, figure.side),
    )


def cost_paint(scene: Scene, cost: int) -> str:
    """The color of a third of what can be reached: near, farther, farthest."""
    return _BANDS[max(0, (cost - 1) * len(_BANDS) // max(1, *scene.reach.values()))]


def marks(grid: Grid, figures: Sequence[Figure], signs: Signs, width: int) -> str:
    """Facing, `*` for the turn, `x` for fallen, how many more are in the hex; what matters most where room is scarce.

    The legend tells all of it in words.
    """
    first = figures[0]
    found = (
        _facing(grid, first, signs),
        "*" if first.turn else "",
        "x" if first.down or first.dead else "",
        "?" if first.hidden else "",
        f"+{len(figures) - 1}" if len(figures) > 1 else "",
    )
    kept: set[int] = set()
    for place in (4, 1, 0, 2, 3):
        if sum(len(found[i]) for i in (*kept, place)) <= width:
            kept.add(place)
    return "".join(mark for i, mark in enumerate(found) if i in kept)


def _facing(grid: Grid, figure: Figure, signs: Signs) -> str:
    """An arrow for a hexside, and for a corner straight up, down or aside; any other corner has no arrow but a name."""
    facing = figure.facing
    if facing is None:
        return ""
    pointed = grid.is_hexside(facing) or facing.bearing % 90 == 0
    return signs.arrows[facing] if signs.arrows and pointed else grid.name(facing)
