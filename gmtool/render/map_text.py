"""The map in letters: hexes with their outlines, names in the brackets of their side, facing, terrain; a legend below.

It is drawn as large as the width allows. Where even the smallest hexes are too wide, a window of whole columns is shown
and the lines say so; where not even three columns fit, it is told in words.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gmtool.hexes.grid import Grid, Hex
from gmtool.render.map_flow import flowed
from gmtool.render.map_names import abbreviated, clusters, cut
from gmtool.render.map_scene import Figure, Frame, Ground, Scene, in_ascii
from gmtool.render.map_stencils import Slot, Stencil, stencils
from gmtool.render.map_words import scene_sentences
from gmtool.render.text import display_width, padded

BRACKETS = ("()", "[]", "<>", "{}", "!!", "==")
"""the shapes of the sides; all beyond the last share it"""
TALLEST = 48
"""lines of a map beyond which the largest hexes are not used"""
FEWEST = 3
"""columns of hexes below which a window shows nothing worth seeing"""
GAP = "   "


class Signs(NamedTuple):
    """What a map is drawn with."""

    strokes: Mapping[str, str]
    arrows: Sequence[str]
    """by the hour of a hexside direction; none where it is written by its name"""
    open_ground: str
    blocked_ground: str
    dots: str


UNICODE = Signs({"/": "╱", "\\": "╲", "|": "│", "_": "▁"}, "↑↗↗→↘↘↓↙↙←↖↖", "░≈∴:\"~%^;,'`", "█▓▒#", "…")
ASCII = Signs({}, "", ":\"~%^;,'`.", "#X&$", "~")


class Plan(NamedTuple):
    """How the map is drawn: with which pictures, which part of it, and what each name is cut to."""

    stencil: Stencil
    frame: Frame
    short: Mapping[str, str]
    """by id"""


def map_lines(scene: Scene, width: int, *, ascii_only: bool) -> list[str]:
    """Draw the map in at most `width` columns; with `ascii_only` every sign is plain ASCII."""
    signs = ASCII if ascii_only else UNICODE
    plan = _plan(scene, width, ascii_only)
    if ascii_only:
        scene = in_ascii(scene)
    if scene.frame is None:
        return scene_sentences(scene)
    if plan is None:
        return [f"{width} columns are too few for a map; in words:", *scene_sentences(scene)]
    return [
        *filter(None, (scene.title, scene.heading)),
        *_window_lines(scene, plan, width),
        *_picture(scene, plan, signs),
        "",
        *_legend(scene, plan, signs, width),
    ]


# what is drawn ------------------------------------------------------------------------------------------------------


def _plan(scene: Scene, width: int, ascii_only: bool) -> Plan | None:
    """Choose the largest pictures that fit, else a window of the smallest; None if not even that is wide enough."""
    if scene.frame is None:
        return None
    plan = None
    for stencil in stencils(scene.grid):
        short = abbreviated([figure.name for figure in scene.figures], stencil.name, ascii_only=ascii_only)
        if short is None:
            break
        plan = Plan(stencil, scene.frame, {figure.id: name for figure, name in zip(scene.figures, short, strict=True)})
        columns, lines = _size(scene.grid, plan)
        if columns <= width and (stencil is not stencils(scene.grid)[0] or lines <= TALLEST):
            return plan
    assert plan is not None, "the largest pictures have room for as many names as a file may hold"
    return _window(scene, plan, width)


def _size(grid: Grid, plan: Plan) -> tuple[int, int]:
    """The columns and lines of the whole picture, the numbers at its edges included."""
    stencil, frame = plan.stencil, plan.frame
    ends = [stencil.origin(grid, place, (frame.left, frame.top)) for place in _outermost(grid, frame)]
    columns = max(x for x, _ in ends) + stencil.width + _margin(grid, frame)
    return columns, max(y for _, y in ends) + len(stencil.art) + 1


def _outermost(grid: Grid, frame: Frame) -> Iterable[Hex]:
    """The last hexes of a frame: of its last two columns and rows, one of which is shoved."""
    for column in {frame.right, max(frame.left, frame.right - 1)}:
        for row in {frame.bottom, max(frame.top, frame.bottom - 1)}:
            yield grid.from_offset(column, row)


def _margin(grid: Grid, frame: Frame) -> int:
    """The columns that the numbers of the rows take."""
    return len(_edge_words(grid, frame.left, frame.bottom)[1]) + 1


def _window(scene: Scene, plan: Plan, width: int) -> Plan | None:
    """Cut the frame to as many columns of hexes as fit, around those who are on the map, else around the turn."""
    whole = plan.frame
    spare = width - _size(scene.grid, plan._replace(frame=whole._replace(right=whole.left)))[0]
    many = spare // plan.stencil.across + 1
    if many < FEWEST:
        return None
    used = [scene.grid.offset(place)[0] for place in (*(figure.at for figure in scene.figures), *scene.reach)]
    used = used or [whole.left]
    center = (min(used) + max(used)) // 2
    if max(used) - min(used) >= many:
        center = scene.grid.offset(scene.focus)[0] if scene.focus is not None else center
    left = max(whole.left, min(center - many // 2, whole.right - many + 1))
    return plan._replace(frame=whole._replace(left=left, right=left + many - 1))


def _window_lines(scene: Scene, plan: Plan, width: int) -> list[str]:
    """Say that only a part of the map is shown, which one, and how to get the rest."""
    if plan.frame == scene.frame or scene.frame is None:
        return []
    columns, _ = _size(scene.grid, plan._replace(frame=scene.frame))
    first, last = (_edge_words(scene.grid, column, 1)[0] for column in (plan.frame.left, plan.frame.right))
    return [
        f"the map needs {columns} columns, here are {width}",
        f"shown: columns {first} to {last} of the hexes",
        "gm map --list says it all in words",
    ]


def _edge_words(grid: Grid, column: int, row: int) -> tuple[str, str]:
    """The column's and the row's part of a label: `03` and `04`, or `C` and `4`."""
    if not grid.letters:
        return f"{column:02}", f"{row:02}"
    label = grid.label(grid.from_offset(column, row))
    letters = label.rstrip("0123456789")
    return letters, label.removeprefix(letters)


# the picture --------------------------------------------------------------------------------------------------------


class _Canvas:
    """A sheet of signs, each in a column of its own; a wide one takes two."""

    def __init__(self, columns: int, lines: int) -> None:
        self.rows = [[" "] * columns for _ in range(lines)]

    def write(self, line: int, column: int, text: str) -> None:
        row = self.rows[line]
        for sign in clusters(text):
            row[column] = sign
            for covered in range(1, display_width(sign)):
                row[column + covered] = ""
            column += display_width(sign)

    def center(self, line: int, slot: Slot, x: int, text: str) -> None:
        """Write in the middle of a slot, of a picture that begins at column `x`; as far left as need be."""
        self.write(line, x + slot.column + (slot.width - display_width(text)) // 2, text)

    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.rows]


def _picture(scene: Scene, plan: Plan, signs: Signs) -> list[str]:
    """Outlines first, as neighbors share them, then what is in the hexes."""
    grid, frame, stencil = scene.grid, plan.frame, plan.stencil
    margin = _margin(grid, frame)
    columns, lines = _size(grid, plan)
    canvas = _Canvas(columns, lines)
    corner = (frame.left, frame.top)
    places = [(place, *stencil.origin(grid, place, corner)) for place in frame.hexes(grid)]
    strokes = [(line, column, signs.strokes.get(sign, sign)) for line, column, sign in stencil.strokes]
    for _, x, y in places:
        for line, column, sign in strokes:
            canvas.rows[1 + y + line][margin + x + column] = sign
    inside, fills, here = stencil.inside, _fills(scene, signs), scene.by_hex()
    for place, x, y in places:
        ground = scene.ground_at.get(place)
        if ground is not None:
            for line, column in inside:
                canvas.rows[1 + y + line][margin + x + column] = fills[ground]
        for slot, text in _texts(scene, plan, signs, place, here.get(place, [])):
            if text:
                canvas.center(1 + y + slot.line, slot, margin + x, text)
    _write_edges(canvas, scene, plan, margin)
    return canvas.lines()


def _texts(scene: Scene, plan: Plan, signs: Signs, place: Hex, figures: Sequence[Figure]) -> Iterable[tuple[Slot, str]]:
    """What stands in a hex, and where in its picture."""
    stencil = plan.stencil
    label_slot = stencil.slot("l")
    if label_slot is not None:
        label = scene.grid.label(place)
        yield label_slot, label if len(label) <= label_slot.width else ""
    if figures:
        yield stencil.name_slot, _bracketed(scene, figures[0], plan.short[figures[0].id])
        yield stencil.mark_slot, _marks(scene.grid, figures, signs, stencil.mark_slot.width)
    elif place in scene.reach:
        yield stencil.name_slot, str(scene.reach[place])


def _write_edges(canvas: _Canvas, scene: Scene, plan: Plan, margin: int) -> None:
    """Number the columns above the first hex of each, and the rows beside the first hex of each."""
    grid, frame, stencil = scene.grid, plan.frame, plan.stencil
    corner = (frame.left, frame.top)
    for column in range(frame.left, frame.right + 1):
        x, _ = stencil.origin(grid, grid.from_offset(column, frame.top), corner)
        canvas.center(0, Slot(0, 0, stencil.width), margin + x, _edge_words(grid, column, frame.top)[0])
    for row in range(frame.top, frame.bottom + 1):
        _, y = stencil.origin(grid, grid.from_offset(frame.left, row), corner)
        word = _edge_words(grid, frame.left, row)[1]
        canvas.write(1 + y + stencil.name_slot.line, margin - 1 - len(word), word)


def _fills(scene: Scene, signs: Signs) -> list[str]:
    """The sign of each terrain; all beyond the last sign share it."""
    fills, used = [], {"open": 0, "blocked": 0}
    for ground in scene.grounds:
        kind, row = ("blocked", signs.blocked_ground) if ground.cost is None else ("open", signs.open_ground)
        fills.append(row[min(used[kind], len(row) - 1)])
        used[kind] += 1
    return fills


def _bracketed(scene: Scene, figure: Figure, text: str) -> str:
    brackets = BRACKETS[min(scene.sides.index(figure.side), len(BRACKETS) - 1)]
    return f"{brackets[0]}{text}{brackets[1]}"


def _marks(grid: Grid, figures: Sequence[Figure], signs: Signs, width: int) -> str:
    """Facing, `*` for the turn, `x` for fallen, how many more are in the hex; what matters most where room is scarce.

    The legend tells all of it in words.
    """
    first = figures[0]
    marks = (
        _facing(grid, first, signs),
        "*" if first.turn else "",
        "x" if first.down or first.dead else "",
        "?" if first.hidden else "",
        f"+{len(figures) - 1}" if len(figures) > 1 else "",
    )
    kept: set[int] = set()
    for place in (4, 1, 0, 2, 3):
        if sum(len(marks[i]) for i in (*kept, place)) <= width:
            kept.add(place)
    return "".join(mark for i, mark in enumerate(marks) if i in kept)


def _facing(grid: Grid, figure: Figure, signs: Signs) -> str:
    if figure.facing is None:
        return ""
    return signs.arrows[figure.facing] if signs.arrows and grid.is_hexside(figure.facing) else grid.name(figure.facing)


# the legend ---------------------------------------------------------------------------------------------------------


def _legend(scene: Scene, plan: Plan, signs: Signs, width: int) -> list[str]:
    """Who is who, then the sides, the terrain and the marks that are there."""
    widest = max((display_width(_bracketed(scene, one, plan.short[one.id])) for one in scene.figures), default=0)
    rows = [_entry(scene, one, plan.short[one.id], widest, signs, width) for one in scene.figures]
    return [
        *_columns(rows, width),
        *_joined((f"{_bracketed(scene, one, ' ')} {side}" for side, one in scene.sides_shown().items()), width),
        *_joined((f"{fill} {ground.name}: {ground.words}" for fill, ground in _grounds(scene, signs)), width),
        *_joined(_mark_words(scene), width),
        *(_joined((f"not on the map: {scene.absent[0]}", *scene.absent[1:]), width) if scene.absent else []),
    ]


def _entry(scene: Scene, figure: Figure, short: str, widest: int, signs: Signs, width: int) -> str:
    """`(rat) Ratty 0304 SE, turn`: a name too long is cut, its hex never."""
    sign = padded(_bracketed(scene, figure, short), widest)
    rest = ", ".join((scene.place_words(figure), *figure.states))
    room = max(4, width - display_width(sign) - display_width(rest) - 2)
    return f"{sign} {cut(figure.name, room, signs.dots)} {rest}"


def _grounds(scene: Scene, signs: Signs) -> Iterable[tuple[str, Ground]]:
    return zip(_fills(scene, signs), scene.grounds, strict=True)


def _mark_words(scene: Scene) -> Iterable[str]:
    """What the marks mean, those that are used."""
    if any(figure.turn for figure in scene.figures):
        yield "* whose turn"
    if any(figure.down or figure.dead for figure in scene.figures):
        yield "x down"
    if any(figure.hidden for figure in scene.figures):
        yield "? hidden"
    if len(scene.by_hex()) < len(scene.figures):
        yield "+ more in the same hex"
    if scene.mover:
        yield f"numbers: what it costs {scene.mover} to go there" if scene.reach else f"{scene.mover} can go nowhere"
    if scene.grid.meters:
        yield f"a hex is {scene.grid.meters:g} m wide"


def _columns(rows: Sequence[str], width: int) -> list[str]:
    """The rows, as many beside each other as fit."""
    lines: list[str] = []
    for row, (line, place) in zip(rows, flowed(list(map(display_width, rows)), width, len(GAP)), strict=True):
        if line == len(lines):
            lines.append("")
        lines[line] = padded(lines[line], place) + row
    return lines


def _joined(parts: Iterable[str], width: int) -> list[str]:
    """The parts one after the other, as many a line as fit."""
    lines: list[str] = []
    for part in parts:
        if lines and display_width(lines[-1]) + len(GAP) + display_width(part) <= width:
            lines[-1] += GAP + part
        else:
            lines.append(part)
    return lines
