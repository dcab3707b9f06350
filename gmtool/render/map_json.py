"""The map, and who is how far from whom, as data; keys are only ever added."""

from collections.abc import Sequence
from typing import Any

from gmtool.encounter.reading import Reading
from gmtool.render.json import envelope
from gmtool.render.map_bearings import Bearing, bearing_data
from gmtool.render.map_scene import Scene
from gmtool.rules.model import Combatant


def map_data(command: Sequence[str], reading: Reading, scene: Scene, lines: Sequence[str]) -> dict[str, Any]:
    """What the map shows: everybody in order, the terrain by name, the hexes that can be reached and their costs."""
    grid = scene.grid
    return {
        **envelope(command, reading),
        "title": reading.encounter.title,
        "grid": {
            "layout": grid.layout,
            "shove": grid.shove,
            "columns": grid.columns,
            "rows": grid.rows,
            "meters": grid.meters,
        },
        "combatants": [
            {
                "id": figure.id,
                "name": figure.name,
                "side": figure.side,
                "at": grid.label(figure.at),
                "facing": None if figure.facing is None else grid.name(figure.facing),
                "turn": figure.turn,
                "down": figure.down,
                "dead": figure.dead,
                "hidden": figure.hidden,
            }
            for figure in scene.figures
        ],
        "absent": list(scene.absent),
        "terrain": {
            ground.name: {
                "cost": ground.cost,
                "blocked": ground.cost is None,
                "sight": not ground.hides,
                "hexes": [grid.label(place) for place, number in scene.ground_at.items() if number == i],
            }
            for i, ground in enumerate(scene.grounds)
        },
        "reach": {grid.label(place): cost for place, cost in scene.reach.items()} if scene.mover else None,
        "warnings": [one.text for one in reading.warnings],
        "text": list(lines),
    }


def from_data(
    command: Sequence[str], reading: Reading, one: Combatant, found: Sequence[Bearing], lines: Sequence[str]
) -> dict[str, Any]:
    """Others as seen from one, nearest first."""
    return {
        **envelope(command, reading),
        "from": one.id,
        "others": [bearing_data(reading, each) for each in found],
        "warnings": [each.text for each in reading.warnings],
        "text": list(lines),
    }
