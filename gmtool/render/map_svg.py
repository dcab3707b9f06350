"""The map as a picture (SVG), and as a page that needs nothing else (HTML): readable in gray, and with a legend.

Sides differ by shape, color and lightness, terrain by color and texture. Every text of the file is escaped.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from gmtool.errors import Misused
from gmtool.hexes.grid import Grid, Hex
from gmtool.render.map_legend import legend, tooltip
from gmtool.render.map_names import abbreviated, cut
from gmtool.render.map_paint import Fill, escaped, fills, pattern
from gmtool.render.map_scene import Frame, Scene
from gmtool.render.map_tokens import INK, look, spots, token, wedge
from gmtool.render.map_words import scene_sentences

HEX = 64.0
"""pixels from a hexside to the opposite one"""
PAD = 24.0
HEADER = 74.0
NARROWEST = 560.0
"""pixels: room for the legend under the smallest map"""
NAME = 4
"""columns of a name on a figure"""
MOST_HEXES = 40_000

_FONT = "'DejaVu Sans','Noto Sans','Segoe UI',Helvetica,Arial,sans-serif"
_STYLE = f"""
text{{font-family:{_FONT}}}
.title{{font-size:22px;font-weight:bold}}
.heading{{font-size:15px}}
.words{{font-size:13px;white-space:pre}}
.side{{font-size:11px;text-anchor:middle}}
.label{{font-size:9.5px;text-anchor:middle;fill:#333a4a}}
.on-dark{{fill:#ffffff}}
.cost{{font-size:17px;font-weight:bold;text-anchor:middle}}
.more{{font-size:11px;font-weight:bold;text-anchor:middle}}
.name{{font-weight:bold;text-anchor:middle}}
"""


class Picture(NamedTuple):
    """A drawn map, and its size in pixels."""

    svg: str
    width: int
    height: int


def svg(scene: Scene) -> str:
    """The text of an SVG file. Raises Misused as `picture` does."""
    return picture(scene).svg


def picture(scene: Scene) -> Picture:
    """Draw the map. Raises Misused where there is nothing to draw, or far too much."""
    frame = scene.frame
    if frame is None:
        raise Misused("there is nothing to draw: nobody is on the map, and it has no terrain and no size")
    if frame.size > MOST_HEXES:
        raise Misused(f"the map in use has {frame.size} hexes; a picture holds at most {MOST_HEXES}")
    places = {place: _center(scene.grid, frame, place) for place in frame.hexes(scene.grid)}
    right = max(x for x, _ in places.values()) + HEX
    bottom = max(y for _, y in places.values()) + HEX
    width = max(right + PAD, NARROWEST)
    short = _short_names(scene)
    ground = fills(scene.grounds)
    below, height = legend(scene, short, width - 2 * PAD, HEX)
    tall = bottom + height + PAD
    size = f'width="{width:.0f}" height="{tall:.0f}"'
    drawn = "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {tall:.0f}" {size} role="img">',
            f"<title>{escaped(_title(scene))}</title>",
            f"<style>{_STYLE}</style>",
            f"<defs>{''.join(pattern(i, fill) for i, fill in enumerate(ground))}</defs>",
            f'<rect {size} fill="#ffffff"/>',
            *_header(scene, width),
            *_hexes(scene, places),
            *_labels(scene, places, ground),
            *_costs(scene, places),
            *_figures(scene, places, short),
            f'<g transform="translate({PAD:.0f} {bottom + PAD / 2:.0f})">',
            *below,
            "</g></svg>",
        )
    )
    return Picture(drawn, round(width), round(tall))


def html(scene: Scene) -> str:
    """A page with the picture, and under it the same in sentences. Raises Misused as `svg` does."""
    sentences = "\n".join(f"<li>{escaped(words)}</li>" for words in scene_sentences(scene))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{escaped(_title(scene))}</title>
<style>
body{{margin:1rem;font-family:{_FONT};color:{INK};background:#ffffff}}
svg{{display:block;max-width:100%;height:auto}}
h2{{font-size:1.1rem;margin:1.5rem 0 .5rem}}
li{{margin:.2rem 0}}
</style>
</head>
<body>
{svg(scene)}
<h2>In words</h2>
<ul>
{sentences}
</ul>
</body>
</html>
"""


def _title(scene: Scene) -> str:
    return scene.title or "The map"


def _short_names(scene: Scene) -> Mapping[str, str]:
    """By id, the name on a figure."""
    short = abbreviated([figure.name for figure in scene.figures], NAME)
    assert short is not None, "there are more names of four columns than combatants"
    return {figure.id: name for figure, name in zip(scene.figures, short, strict=True)}


def _center(grid: Grid, frame: Frame, place: Hex) -> tuple[float, float]:
    """Where a hex's center is drawn."""
    x, y = grid.center(place)
    left, top = _unshoved(grid, frame)
    return PAD + (x - left + 0.6) * HEX, HEADER + (y - top + 0.6) * HEX


def _unshoved(grid: Grid, frame: Frame) -> tuple[float, float]:
    """The least x and y of the frame's centers."""
    corner = [
        grid.center(grid.from_offset(column, row))
        for column in (frame.left, min(frame.left + 1, frame.right))
        for row in (frame.top, min(frame.top + 1, frame.bottom))
    ]
    return min(x for x, _ in corner), min(y for _, y in corner)


def _header(scene: Scene, width: float) -> Iterable[str]:
    yield f'<text x="{PAD:.0f}" y="36" class="title">{escaped(cut(_title(scene), int(width / 14)))}</text>'
    yield f'<text x="{PAD:.0f}" y="60" class="heading">{escaped(cut(scene.heading, int(width / 9)))}</text>'


def _outlines(grid: Grid, centers: Iterable[tuple[float, float]]) -> str:
    """The path around hexes."""
    first = 30 if grid.layout == "flat" else 0
    reach = HEX / 3**0.5
    ends = [(reach * sin(turn), -reach * cos(turn)) for turn in ((first + 60 * i) * pi / 180 for i in range(6))]
    return "".join("M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in ends) + "Z" for x, y in centers)


def _hexes(scene: Scene, places: Mapping[Hex, tuple[float, float]]) -> Iterable[str]:
    """The ground, the lines of the grid over it, and what can be reached."""
    by_ground: dict[int, list[tuple[float, float]]] = {}
    for place, number in scene.ground_at.items():
        by_ground.setdefault(number, []).append(places[place])
    for number, centers in by_ground.items():
        yield f'<path d="{_outlines(scene.grid, centers)}" fill="url(#ground-{number})"/>'
    yield f'<path d="{_outlines(scene.grid, places.values())}" fill="none" stroke="#8b93a3" stroke-width="1"/>'
    if scene.reach:
        reached = _outlines(scene.grid, (places[place] for place in scene.reach))
        yield f'<path d="{reached}" fill="#fff0a8" fill-opacity="0.75" stroke="{INK}" stroke-width="1.6"/>'


def _labels(scene: Scene, places: Mapping[Hex, tuple[float, float]], ground: Sequence[Fill]) -> Iterable[str]:
    """The labels at the top of the hexes; at the bottom where a facing is drawn at the top."""
    upward = {figure.at for figure in scene.figures if figure.facing in (11, 0, 1)}
    for place, (x, y) in places.items():
        number = scene.ground_at.get(place)
        dark = " on-dark" if number is not None and ground[number].dark else ""
        drop = 29.0 if place in upward else -23.0
        yield f'<text x="{x:.1f}" y="{y + drop:.1f}" class="label{dark}">{scene.grid.label(place)}</text>'


def _costs(scene: Scene, places: Mapping[Hex, tuple[float, float]]) -> Iterable[str]:
    taken = {figure.at for figure in scene.figures}
    for place, cost in scene.reach.items():
        if place not in taken:
            x, y = places[place]
            yield f'<text x="{x:.1f}" y="{y:.1f}" dy=".35em" class="cost">{cost}</text>'


def _figures(scene: Scene, places: Mapping[Hex, tuple[float, float]], short: Mapping[str, str]) -> Iterable[str]:
    """Everybody; those who share a hex smaller, and beyond four the rest are counted. Wedges lie over all figures."""
    wedges = []
    for place, figures in scene.by_hex().items():
        x, y = places[place]
        offsets, radius = spots(len(figures))
        for figure, (dx, dy) in zip(figures, offsets, strict=False):
            side = look(scene.sides, figure.side)
            yield token(figure, side, escaped(short[figure.id]), tooltip(scene, figure), x + dx, y + dy, radius)
            if figure.facing is not None:
                wedges.append(wedge(figure.facing, x + dx, y + dy, radius))
        if len(figures) > len(offsets):
            yield f'<text x="{x + 14:.1f}" y="{y + 17:.1f}" class="more">+{len(figures) - len(offsets)}</text>'
    yield from wedges
