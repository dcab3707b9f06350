"""Encounters to draw: combatants in short, as `name: hex facing side`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import pytest

from gmtool.document.parse import parse
from gmtool.encounter import catalog
from gmtool.encounter.reading import Reading, read
from gmtool.render.map_scene import Scene, scene_of

SHEET = "stats: {str: 1, spd: 4, agi: 3}"


class Map(NamedTuple):
    """A map to be written as a file."""

    fighters: tuple[str, ...] = ()
    """YAML of each combatant but for its stats: `rat: {at: 0304}`"""
    grid: str = "{}"
    top: str = ""

    @property
    def text(self) -> str:
        rows = "".join(
            f"  {one.rstrip('}')}, {SHEET}{'' if 'hp:' in one else ', hp: 9/9'}}}\n" for one in self.fighters
        )
        return f"system: bnb\ngrid: {self.grid}\n{self.top}combatants:{' {}' if not rows else ''}\n{rows}"


def reading_of(drawn: Map) -> Reading:
    """Read a map as a file is read."""
    return read(parse(drawn.text.encode(), "encounter.yaml"), catalog.load, lambda *_: None)


def scene(
    *fighters: str, grid: str = "{}", top: str = "", mover: str = "", reach: dict[str, int] | None = None
) -> Scene:
    """What is drawn of a map; with `mover`, and what it costs to reach hexes, by label."""
    reading = reading_of(Map(fighters, grid, top))
    costs = {reading.encounter.grid.hex(label): cost for label, cost in (reach or {}).items()}
    return scene_of(reading, reading.encounter.combatants[mover], costs) if mover else scene_of(reading)


Scenes: TypeAlias = Callable[..., Scene]


@pytest.fixture(scope="session")
def scenes() -> Scenes:
    """Make a scene from combatants in short."""
    return scene


@pytest.fixture(scope="session")
def readings() -> Callable[..., Reading]:
    """Read an encounter from combatants in short."""
    return lambda *fighters, grid="{}", top="": reading_of(Map(fighters, grid, top))


NEIGHBORS = {
    ("flat", "even", "0505"): "N 0504 NE 0604 SE 0605 S 0506 SW 0405 NW 0404",
    ("flat", "odd", "0505"): "N 0504 NE 0605 SE 0606 S 0506 SW 0406 NW 0405",
    ("pointy", "even", "0505"): "E 0605 SE 0506 SW 0406 W 0405 NW 0404 NE 0504",
    ("pointy", "odd", "0505"): "E 0605 SE 0606 SW 0506 W 0405 NW 0504 NE 0604",
    ("flat", "even", "0606"): "N 0605 NE 0706 SE 0707 S 0607 SW 0507 NW 0506",
    ("flat", "odd", "0606"): "N 0605 NE 0705 SE 0706 S 0607 SW 0506 NW 0505",
    ("pointy", "even", "0606"): "E 0706 SE 0707 SW 0607 W 0506 NW 0605 NE 0705",
    ("pointy", "odd", "0606"): "E 0706 SE 0607 SW 0507 W 0506 NW 0505 NE 0605",
}
"""The table of neighbors that is printed with the layouts."""


@pytest.fixture(params=NEIGHBORS, ids=" ".join)
def neighborhood(request: pytest.FixtureRequest) -> tuple[str, str, dict[str, str]]:
    """A layout as it stands in `grid:`, a hex, and its six neighbors by direction."""
    layout, shove, center = request.param
    words = NEIGHBORS[request.param].split()
    return f"{{layout: {layout}, shove: {shove}}}", center, dict(zip(words[::2], words[1::2], strict=True))
