"""The map in letters: hexes with their outlines, names in the brackets of their side, facing, terrain; a legend below.

It is drawn as large as the width allows. Where even the smallest hexes are too wide, a window of whole columns is shown
and the lines say so; where not even three columns fit, it is told in words.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gmtool.hexes.grid import Grid, Hex
from gmtool.render.color import BOLD, Piece, Strip
from gmtool.render.fit import fitted
from gmtool.render.map_canvas import Canvas
from gmtool.render.map_key import key
from gmtool.render.map_names import abbreviated
from gmtool.render.map_scene import Figure, Frame, Scene, in_ascii
from gmtool.render.map_signs import ASCII, UNICODE, Signs, bracketed, cost_paint, figure_paint, fills, marks
from gmtool.render.map_stencils import Slot, Stencil, stencils
from gmtool.render.map_words import scene_sentences

TALLEST = 48
"""lines of a map beyond which the largest hexes are not used"""
FEWEST = 3
"""columns of hexes below which a window shows nothing worth seeing"""


class Plan(NamedTuple):
    """How the map is drawn: with which pictures, which part of it, and what each name is cut to."""

    stencil: Stencil
    frame: Frame
    short: Mapping[str, str]
    """by id"""


def map_lines(scene: Scene, width: int, *, ascii_only: bool) -> list[str]:
    """Draw the map in at most `width` columns; with `ascii_only` every sign is plain ASCII.

    The lines of a drawing are strips: they know how they are painted.
    """
    signs = ASCII if ascii_only else UNICODE
    plan = _plan(scene, width, ascii_only)
    if ascii_only:
        scene = in_ascii(scene)
    if scene.frame is None:
        return scene_sentences(scene)
    if plan is None:
        return [f"{width} columns are too few for a map; in words:", *scene_sentences(scene)]
    return [
        *(Strip([Piece(line)]) for line in fitted([scene.title] if scene.title else [], width)),
        *(Strip([Piece(line, BOLD)]) for line in fitted([scene.heading], width)),
        *fitted(_window_lines(scene, plan, width), width),
        *_picture(scene, plan, signs),
        "",
        *key(scene, plan.short, signs, width),
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


def _picture(scene: Scene, plan: Plan, signs: Signs) -> list[Strip]:
    """Outlines first, as neighbors share them, then what is in the hexes."""
    grid, frame, stencil = scene.grid, plan.frame, plan.stencil
    margin = _margin(grid, frame)
    canvas = Canvas(*_size(grid, plan))
    corner = (frame.left, frame.top)
    places = [(place, *stencil.origin(grid, place, corner)) for place in frame.hexes(grid)]
    strokes = [(line, column, signs.strokes.get(sign, sign)) for line, column, sign in stencil.strokes]
    for _, x, y in places:
        for line, column, sign in strokes:
            canvas.put(1 + y + line, margin + x + column, sign)
    inside, grounds, here = stencil.inside, fills(scene, signs), scene.by_hex()
    for place, x, y in places:
        ground = scene.ground_at.get(place)
        if ground is not None:
            for line, column in inside:
                canvas.put(1 + y + line, margin + x + column, *grounds[ground])
        for slot, piece in _texts(scene, plan, signs, place, here.get(place, [])):
            if piece.text:
                canvas.center(1 + y + slot.line, slot, margin + x, *piece)
    _write_edges(canvas, scene, plan, margin)
    return canvas.lines()


def _texts(
    scene: Scene, plan: Plan, signs: Signs, place: Hex, figures: Sequence[Figure]
) -> Iterable[tuple[Slot, Piece]]:
    """What stands in a hex, and where in its picture."""
    stencil = plan.stencil
    label_slot = stencil.slot("l")
    if label_slot is not None:
        label = scene.grid.label(place)
        yield label_slot, Piece(label if len(label) <= label_slot.width else "")
    if figures:
        paint = figure_paint(scene, figures[0])
        yield stencil.name_slot, Piece(bracketed(scene, figures[0], plan.short[figures[0].id]), paint)
        yield stencil.mark_slot, Piece(marks(scene.grid, figures, signs, stencil.mark_slot.width), paint)
    elif place in scene.reach:
        yield stencil.name_slot, Piece(str(scene.reach[place]), cost_paint(scene, scene.reach[place]))


def _write_edges(canvas: Canvas, scene: Scene, plan: Plan, margin: int) -> None:
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
