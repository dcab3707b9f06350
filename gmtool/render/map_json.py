"""The map, and who is how far from whom, as data; keys are only ever added."""

from collections.abc import Sequence
from typing import Any

from gmtool.encounter.reading import Reading
from gmtool.render.json import envelope
from gmtool.render.map_bearings import Bearing, bearing_data
from gmtool.render.map_scene import Figure, Scene
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
            _figure_data(scene, one, figure) for figure in scene.figures for one in (figure, *figure.joined)
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


def _figure_data(scene: Scene, one: Figure, drawn: Figure) -> dict[str, Any]:
    """One combatant; `with` names the one as which it is drawn."""
    facing = drawn.facing if one is drawn else one.facing
    return {
        "id": one.id,
        "name": one.name,
        "side": one.side,
        "at": scene.grid.label(one.at),
        "facing": None if facing is None else scene.grid.name(facing),
        "turn": one.turn,
        "down": one.down,
        "dead": one.dead,
        "hidden": one.hidden,
        **({} if one is drawn else {"with": drawn.id}),
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
