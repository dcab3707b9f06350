"""What a map shows, before it is drawn: who stands where and how, what the ground is, and how much of the map it takes.

Every drawing, and the same in sentences, is made of one scene; so they cannot tell different things.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gmtool.encounter.reading import Reading
from gmtool.hexes.grid import MOST, Direction, Grid, Hex
from gmtool.render.text import able_now
from gmtool.rules import turns
from gmtool.rules.model import PLAYERS, Combatant, Encounter, Terrain
from gmtool.rules.system import System

MARGIN = 1
"""hexes that are shown around what is used"""


class Figure(NamedTuple):
    """A combatant on the map."""

    id: str
    name: str
    side: str
    at: Hex
    facing: Direction | None
    turn: bool
    down: bool
    dead: bool
    hidden: bool
    joined: "tuple[Figure, ...]" = ()
    """who is drawn as one with it: those that share its hex and act in its turn, as a mount does in its rider's"""

    @property
    def full_name(self) -> str:
        """Its name, and whom it is drawn as one with: `Ana with Rocinante`."""
        return " with ".join((self.name, *(one.name for one in self.joined)))

    @property
    def states(self) -> tuple[str, ...]:
        """What is to be said of it beyond its place, in words."""
        down = "dead" if self.dead else "DOWN" if self.down else ""
        return tuple(filter(None, ("turn" if self.turn else "", down, "hidden" if self.hidden else "")))


class Ground(NamedTuple):
    """Terrain of one kind. `stretches` spells its hexes as the file does: `0405`, `0701 to 0705`."""

    name: str
    cost: int | None
    hides: bool
    stretches: tuple[str, ...]

    @property
    def words(self) -> str:
        """What it does to those who want to enter it or see through it."""
        entering = "cannot be entered" if self.cost is None else f"{self.cost} to enter"
        return f"{entering}, blocks sight" if self.hides else entering


class Frame(NamedTuple):
    """A part of the map: its first and last column and row, both included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> int:
        """How many hexes it has."""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1)

    def hexes(self, grid: Grid) -> Iterable[Hex]:
        """Its hexes, row by row."""
        for row in range(self.top, self.bottom + 1):
            for column in range(self.left, self.right + 1):
                yield grid.from_offset(column, row)


class Scene(NamedTuple):
    """All that is drawn. `frame` is what is used and one hex around it; None if there is nothing to draw."""

    title: str
    heading: str
    grid: Grid
    figures: tuple[Figure, ...]
    absent: tuple[str, ...]
    """the names of those who are not on the map"""
    sides: tuple[str, ...]
    """every side, the players' first, then in file order: a side's place here is its shape and color"""
    grounds: tuple[Ground, ...]
    ground_at: Mapping[Hex, int]
    """the place in `grounds` of each hex that is not plain; of two terrains the last one named counts"""
    mover: str
    """the name of whose reach is shown, "" for nobody's"""
    reach: Mapping[Hex, int]
    """the hexes it can move to, and the cost of each"""
    frame: Frame | None

    def by_hex(self) -> dict[Hex, list[Figure]]:
        """The figures in each hex: whoever's turn it is first, then those who stand, then the fallen."""
        found: dict[Hex, list[Figure]] = {}
        for figure in sorted(self.figures, key=lambda one: (not one.turn, one.down or one.dead)):
            found.setdefault(figure.at, []).append(figure)
        return found

    def sides_shown(self) -> dict[str, Figure]:
        """The sides that are on the map, each with one of its figures."""
        return {side: figure for side in self.sides for figure in self.figures if figure.side == side}

    @property
    def focus(self) -> Hex | None:
        """Where to look first: at who moves, else at whose turn it is, else at the first in order."""
        ranked = sorted(self.figures, key=lambda one: (one.name != self.mover, not one.turn))
        return ranked[0].at if ranked else None

    def place_words(self, figure: Figure) -> str:
        """Its hex and facing: `0304 NE`."""
        facing = "" if figure.facing is None else f" {self.grid.name(figure.facing)}"
        return self.grid.label(figure.at) + facing


def scene_of(reading: Reading, mover: Combatant | None = None, reach: Mapping[Hex, int] | None = None) -> Scene:
    """Gather what the map shows; with `mover`, the hexes it can move to as well."""
    encounter, grid = reading.encounter, reading.encounter.grid
    figures = _figures(reading)
    everyone = encounter.combatants.values()
    sides = dict.fromkeys((PLAYERS, *(one.side for one in everyone)))
    stretches = [(terrain, stretch) for terrain in encounter.terrain.values() for stretch in terrain.hexes]
    number = {id(terrain): i for i, terrain in enumerate(encounter.terrain.values())}
    ground_at = {place: number[id(terrain)] for terrain, stretch in stretches for place in stretch.hexes}
    start = None if mover is None else mover.at
    costs = {place: cost for place, cost in (reach or {}).items() if place != start and grid.inside(place)}
    return Scene(
        title=one_line(encounter.title),
        heading=_heading(reading),
        grid=grid,
        figures=figures,
        absent=tuple(one_line(one.name) or one.id for one in everyone if one.at is None),
        sides=tuple(sides),
        grounds=tuple(_ground(name, terrain) for name, terrain in encounter.terrain.items()),
        ground_at=ground_at,
        mover="" if mover is None else one_line(mover.name) or mover.id,
        reach=costs,
        frame=_frame(grid, [*(figure.at for figure in figures), *ground_at, *costs]),
    )


def in_ascii(scene: Scene) -> Scene:
    """The scene with every name in plain ASCII: other signs by their numbers."""
    return scene._replace(
        title=_escaped(scene.title),
        heading=_escaped(scene.heading),
        figures=tuple(map(_figure_in_ascii, scene.figures)),
        absent=tuple(map(_escaped, scene.absent)),
        sides=tuple(map(_escaped, scene.sides)),
        grounds=tuple(one._replace(name=_escaped(one.name)) for one in scene.grounds),
        mover=_escaped(scene.mover),
    )


def _figure_in_ascii(figure: Figure) -> Figure:
    joined = tuple(map(_figure_in_ascii, figure.joined))
    return figure._replace(name=_escaped(figure.name), side=_escaped(figure.side), joined=joined)


def _escaped(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode()


def one_line(text: str) -> str:
    """The text without line breaks and runs of blanks: a name may hold them, a row of a map may not."""
    return " ".join(text.split())


def _figures(reading: Reading) -> tuple[Figure, ...]:
    system, encounter = reading.system, reading.encounter
    now = {one.id for one in _on_turn(system, encounter)}
    return _joined(
        reading,
        *(
            Figure(
                id=one.id,
                name=one_line(one.name) or one.id,
                side=one.side,
                at=one.at,
                facing=one.facing,
                turn=one.id in now,
                down=system.is_down(one),
                dead=system.is_dead(one),
                hidden=one.hidden,
            )
            for one in turns.in_order(encounter)
            if one.at is not None
        ),
    )


def _on_turn(system: System, encounter: Encounter) -> list[Combatant]:
    """Those whose turn it is and who can act; where nobody of them can, all."""
    return able_now(system, encounter) or turns.on_turn(system, encounter)


def _joined(reading: Reading, *figures: Figure) -> tuple[Figure, ...]:
    """Those who share a hex and a turn as one figure: that of the turn's owner, facing as the one that carries it."""
    system, encounter = reading.system, reading.encounter
    by_id = {figure.id: figure for figure in figures}
    owners = {figure.id: str(system.owner_of(encounter, encounter.combatants[figure.id]).id) for figure in figures}
    carried: dict[str, list[Figure]] = {}
    for figure in figures:
        owner = by_id.get(owners[figure.id])
        if owner is not None and owner is not figure and (owner.at, owner.hidden) == (figure.at, figure.hidden):
            carried.setdefault(owner.id, []).append(figure)
    gone = {one.id for several in carried.values() for one in several}
    return tuple(
        figure._replace(
            joined=tuple(carried[figure.id]),
            facing=next((one.facing for one in carried[figure.id] if one.facing is not None), figure.facing),
        )
        if figure.id in carried
        else figure
        for figure in figures
        if figure.id not in gone
    )


def _ground(name: str, terrain: Terrain) -> Ground:
    stretches = tuple(" to ".join(map(str.strip, stretch.text.split(".."))) for stretch in terrain.hexes)
    return Ground(name, terrain.cost.points, terrain.sight == "blocked", stretches)


def _heading(reading: Reading) -> str:
    system, encounter = reading.system, reading.encounter
    if not encounter.started:
        return "not started"
    phase = f", {encounter.phase} phase" if encounter.phase else ""
    sharing = [one_line(one.name) or one.id for one in _on_turn(system, encounter)]
    if sharing:
        whose = f"{' and '.join(sharing)}'s turn"
    elif system.phase_of(encounter).choice == "together":
        whose = "everybody together"
    else:
        whose = "nobody's turn"
    return f"Round {encounter.round}{phase}: {whose}"


def _frame(grid: Grid, used: Iterable[Hex]) -> Frame | None:
    """What is used and one hex around it, as far as the map goes; the whole map if it has a size and is empty."""
    places = {grid.offset(place) for place in used}
    right, bottom = grid.columns or MOST, grid.rows or MOST
    if not places:
        return Frame(1, 1, grid.columns, grid.rows) if grid.columns and grid.rows else None
    columns, rows = {column for column, _ in places}, {row for _, row in places}
    return Frame(
        max(1, min(columns) - MARGIN),
        max(1, min(rows) - MARGIN),
        min(right, max(columns) + MARGIN),
        min(bottom, max(rows) + MARGIN),
    )
