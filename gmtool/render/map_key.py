"""The legend under a map in letters: who is who, the sides, the terrain, the marks; in columns as wide as there are."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from gmtool.render.color import BOLD, DIM, Piece, Strip
from gmtool.render.fit import fitted
from gmtool.render.map_flow import flowed
from gmtool.render.map_names import cut
from gmtool.render.map_scene import Figure, Scene
from gmtool.render.map_signs import Signs, bracketed, figure_paint, fills, side_paint
from gmtool.render.text import display_width, padded

GAP = Piece("   ")

Entry: TypeAlias = tuple[Piece, ...]


def key(scene: Scene, short: Mapping[str, str], signs: Signs, width: int) -> list[Strip]:
    """Who is who, then the sides, the terrain and the marks that are there. `short`: the name on the map, by id."""
    widest = max((display_width(bracketed(scene, one, short[one.id])) for one in scene.figures), default=0)
    rows = [_entry(scene, one, short[one.id], widest, signs, width) for one in scene.figures]
    return [
        *_columns(rows, width),
        *_joined(_sides(scene), width),
        *_joined(_grounds(scene, signs), width),
        *_joined(_texts(_mark_words(scene)), width),
        *(_joined(_texts((f"not on the map: {scene.absent[0]}", *scene.absent[1:])), width) if scene.absent else []),
    ]


def _entry(scene: Scene, figure: Figure, short: str, widest: int, signs: Signs, width: int) -> Entry:
    """`(rat) Ratty 0304 SE, turn`: a name too long is cut, its hex never."""
    sign = bracketed(scene, figure, short)
    rest = ", ".join((scene.place_words(figure), *figure.states))
    room = max(4, width - widest - display_width(rest) - 2)
    words = f"{padded('', widest - display_width(sign))} {cut(figure.full_name, room, signs.dots)} {rest}"
    paint = DIM if figure.down or figure.dead else BOLD if figure.turn else ""
    return Piece(sign, figure_paint(scene, figure)), Piece(words, paint)


def _sides(scene: Scene) -> Iterable[Entry]:
    for side, one in scene.sides_shown().items():
        yield Piece(bracketed(scene, one, " "), side_paint(scene, side)), Piece(f" {side}")


def _grounds(scene: Scene, signs: Signs) -> Iterable[Entry]:
    for fill, ground in zip(fills(scene, signs), scene.grounds, strict=True):
        yield Piece(fill.sign, fill.paint), Piece(f" {ground.name}: {ground.words}")


def _texts(texts: Iterable[str]) -> Iterable[Entry]:
    return ((Piece(text),) for text in texts)


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


def _width(entry: Iterable[Piece]) -> int:
    return sum(display_width(piece.text) for piece in entry)


def _columns(rows: Sequence[Entry], width: int) -> list[Strip]:
    """The rows, as many beside each other as fit; where one is too wide, each by itself and going on below."""
    if any(_width(row) > width for row in rows):
        return [Strip(line) for row in rows for line in _broken(row, width)]
    lines: list[list[Piece]] = []
    for row, (line, place) in zip(rows, flowed(list(map(_width, rows)), width, len(GAP.text)), strict=True):
        if line == len(lines):
            lines.append([])
        lines[line] += (Piece(" " * (place - _width(lines[line]))), *row)
    return list(map(Strip, lines))


def _joined(parts: Iterable[Entry], width: int) -> list[Strip]:
    """The parts one after the other, as many a line as fit; one wider than a line goes on below."""
    lines: list[list[Piece]] = []
    whole = False
    for part in parts:
        if whole and _width((*lines[-1], GAP, *part)) <= width:
            lines[-1] += (GAP, *part)
        else:
            lines += _broken(part, width)
            whole = _width(part) <= width
    return list(map(Strip, lines))


def _broken(part: Entry, width: int) -> Iterable[list[Piece]]:
    """A part on as many lines as it takes, its sign before the first."""
    *sign, words = part
    first, *more = fitted(["".join(piece.text for piece in part)], width)
    yield [*sign, Piece(first[sum(len(piece.text) for piece in sign) :], words.paint)]
    for line in more:
        yield [Piece(line, words.paint)]
