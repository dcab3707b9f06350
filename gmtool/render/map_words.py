"""The map in sentences, for those who hear it: whose turn it is, who is where and faces what, what the ground is."""

from collections.abc import Iterable, Sequence

from gmtool.hexes.grid import Hex
from gmtool.render.map_scene import Figure, Scene


def scene_sentences(scene: Scene) -> list[str]:
    """Tell what the map shows, a sentence a line."""
    nobody = [] if scene.figures else ["Nobody is on the map."]
    return [
        *([_sentence(scene.title)] if scene.title else []),
        _sentence(scene.heading),
        _sentence(_grid_words(scene)),
        *nobody,
        *(_sentence(_figure_words(scene, figure)) for figure in scene.figures),
        *(_sentence(f"Together in {scene.grid.label(place)}: {listed(names)}") for place, names in _together(scene)),
        *([_sentence(f"Not on the map: {listed(scene.absent)}")] if scene.absent else []),
        *(_sentence(f"{one.name} ({one.words}): {', '.join(one.stretches) or 'nowhere'}") for one in scene.grounds),
        *_reach_sentences(scene),
    ]


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def _sentence(words: str) -> str:
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."


def _grid_words(scene: Scene) -> str:
    grid = scene.grid
    shoved = "columns half a hex lower" if grid.layout == "flat" else "rows half a hex to the right"
    many = [f"{count} {what}" for count, what in ((grid.columns, "columns"), (grid.rows, "rows")) if count]
    size = f"; {listed(many)}" if many else ""
    meters = f"; a hex is {grid.meters:g} m wide" if grid.meters else ""
    return f"{grid.layout.title()} hexes, {grid.shove} {shoved}{size}{meters}"


def _figure_words(scene: Scene, figure: Figure) -> str:
    facing = "without facing" if figure.facing is None else f"facing {scene.grid.name(figure.facing)}"
    ground = scene.ground_at.get(figure.at)
    states = ["its turn" if state == "turn" else state for state in figure.states]
    on = "" if ground is None else f", on {scene.grounds[ground].name}"
    return ", ".join((f"{figure.full_name} ({figure.side}) in {scene.grid.label(figure.at)}{on}", facing, *states))


def _together(scene: Scene) -> Iterable[tuple[Hex, list[str]]]:
    for place, figures in scene.by_hex().items():
        if len(figures) > 1:
            yield place, [figure.full_name for figure in figures]


def _reach_sentences(scene: Scene) -> list[str]:
    """Where the mover can go, cheapest first."""
    if not scene.mover:
        return []
    if not scene.reach:
        return [_sentence(f"{scene.mover} can go nowhere")]
    by_cost: dict[int, list[str]] = {}
    for place, cost in sorted(scene.reach.items(), key=lambda one: (one[1], scene.grid.offset(one[0]))):
        by_cost.setdefault(cost, []).append(scene.grid.label(place))
    return [_sentence(f"{scene.mover} can go for {cost} to {listed(labels)}") for cost, labels in by_cost.items()]
