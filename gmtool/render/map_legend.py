"""What stands below the drawn map: who is who, the sides, the terrain, the marks, the scale and the directions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import cos, pi, sin
from typing import TypeAlias

from gmtool.hexes.grid import Grid
from gmtool.render.map_flow import flowed
from gmtool.render.map_names import cut
from gmtool.render.map_paint import escaped
from gmtool.render.map_scene import Figure, Scene
from gmtool.render.map_tokens import INK, Look, cross, halo, look, name_tag, points, shape, wedge
from gmtool.render.text import display_width

LETTER = 7.2
"""pixels of a letter of the legend"""
ROW = 34.0
SAMPLE = 36.0
"""pixels from an example's left edge to its words"""
GAP = 22
LONGEST = 36
"""columns of a name beyond which it is cut; the figure's tooltip has it whole"""
ROSE = 62.0
"""the height of the directions and the scale"""

Sample: TypeAlias = tuple[Callable[[float, float], str], str]
"""what draws an example in the middle of a small place, and the words beside it"""


def legend(scene: Scene, short: Mapping[str, str], width: float, hex_width: float) -> tuple[list[str], float]:
    """Draw the legend from 0, 0 on, at most `width` wide; give its parts and its height."""
    parts: list[str] = []
    height = 0.0
    for samples in (_figures(scene, short), _sides(scene), _grounds(scene), _marks(scene)):
        drawn, used = _rows(list(samples), width, height)
        parts += drawn
        height += used
    if scene.absent:
        parts.append(
            _words(0, height + ROW / 2, cut(f"not on the map: {', '.join(scene.absent)}", int(width / LETTER)))
        )
        height += ROW
    parts += _rose(scene.grid, 60, height + ROSE / 2 + 8)
    parts += _scale(scene.grid, 150, height + ROSE / 2 + 8, hex_width)
    return parts, height + ROSE + 20


def tooltip(scene: Scene, figure: Figure) -> str:
    """All that is told of a figure: `Ratty (pc), 0304 SE, turn`."""
    return escaped(", ".join((f"{figure.full_name} ({figure.side})", scene.place_words(figure), *figure.states)))


def _rows(samples: Sequence[Sample], width: float, top: float) -> tuple[list[str], float]:
    """The examples in columns, as many as fit; the height they take."""
    boxes = [round(SAMPLE + LETTER * display_width(words)) for _, words in samples]
    places = flowed(boxes, round(width), GAP)
    parts = []
    for (draw, words), (line, x) in zip(samples, places, strict=True):
        y = top + line * ROW + ROW / 2
        parts += [draw(x + 14, y), _words(x + SAMPLE, y, words)]
    return parts, ROW * (places[-1][0] + 1) + 6 if places else 0.0


def _words(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" dy=".35em" class="words">{escaped(words)}</text>'


def _figures(scene: Scene, short: Mapping[str, str]) -> Iterable[Sample]:
    """Everybody by the name on the map, in order."""
    for figure in scene.figures:
        rest = ", ".join((scene.place_words(figure), *figure.states))
        yield _small(scene, figure, escaped(short[figure.id])), f"{cut(figure.full_name, LONGEST)}  {rest}"


def _small(scene: Scene, figure: Figure, text: str) -> Callable[[float, float], str]:
    one = look(scene.sides, figure.side)
    return lambda x, y: shape(one, x, y, 13) + name_tag(one, text, x, y, 13)


def _sides(scene: Scene) -> Iterable[Sample]:
    for side in scene.sides_shown():
        yield _shape(look(scene.sides, side)), f"side: {cut(side, LONGEST)}"


def _shape(one: Look) -> Callable[[float, float], str]:
    return lambda x, y: shape(one, x, y, 9)


def _grounds(scene: Scene) -> Iterable[Sample]:
    for number, ground in enumerate(scene.grounds):
        yield _swatch(number), f"{cut(ground.name, LONGEST)}: {ground.words}"


def _swatch(number: int) -> Callable[[float, float], str]:
    def draw(x: float, y: float) -> str:
        return (
            f'<rect x="{x - 14:.1f}" y="{y - 10:.1f}" width="28" height="20" '
            f'fill="url(#ground-{number})" stroke="{INK}"/>'
        )

    return draw


def _marks(scene: Scene) -> Iterable[Sample]:
    """What the marks mean, those that are used."""
    faced = next((figure.facing for figure in scene.figures if figure.facing is not None), None)
    if faced is not None:
        yield (lambda x, y: _blank(x, y + 4) + wedge(scene.grid.hexsides[0], x, y + 4, 9)), "the way it faces"
    if any(figure.turn for figure in scene.figures):
        yield (lambda x, y: halo(x, y, 9)), "whose turn it is"
    if any(figure.down or figure.dead for figure in scene.figures):
        yield (lambda x, y: cross(x, y, 9)), "down"
    if any(figure.hidden for figure in scene.figures):
        yield (lambda x, y: _blank(x, y, ' stroke-dasharray="4 3"')), "hidden from the players"
    if scene.mover:
        words = f"what it costs {scene.mover} to go there" if scene.reach else f"{scene.mover} can go nowhere"
        yield (lambda x, y: f'<text x="{x:.1f}" y="{y:.1f}" dy=".35em" class="cost">3</text>'), cut(words, 60)


def _blank(x: float, y: float, extra: str = "") -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="#ffffff" stroke="{INK}" stroke-width="1.6"{extra}/>'


def _rose(grid: Grid, x: float, y: float) -> list[str]:
    """A small hex with the names of its hexsides."""
    first = 30 if grid.layout == "flat" else 0
    turns = [(first + 60 * i) * pi / 180 for i in range(6)]
    ends = points((x + 20 * sin(turn), y - 20 * cos(turn)) for turn in turns)
    parts = [f'<polygon points="{ends}" fill="#ffffff" stroke="{INK}"/>']
    for direction in grid.hexsides:
        turn = direction.bearing * pi / 180
        place = f'x="{x + 32 * sin(turn):.1f}" y="{y - 28 * cos(turn):.1f}"'
        parts.append(f'<text {place} dy=".35em" class="side">{grid.name(direction)}</text>')
    return parts


def _scale(grid: Grid, x: float, y: float, hex_width: float) -> list[str]:
    """A bar three hexes long, and how long that is where the file says it."""
    length = 3 * hex_width
    ticks = "".join(f"M{x + i * hex_width:.1f} {y - 6:.1f}v12" for i in range(4))
    meters = f" = {3 * grid.meters:g} m; a hex is {grid.meters:g} m wide" if grid.meters else ""
    return [
        f'<path d="M{x:.1f} {y:.1f}h{length:.1f}{ticks}" fill="none" stroke="{INK}" stroke-width="2"/>',
        _words(x, y + 18, f"3 hexes{meters}"),
    ]
