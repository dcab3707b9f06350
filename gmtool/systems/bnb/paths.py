"""The ways an animal may move, as states for the cheapest way (BNB-50 to BNB-53).

A move is a rotation in place, hexes with at most one pivot between two of them, and a last rotation; a run has no
pivot, and its last two hexes are free. Whether a way provokes only decides between ways that cost the same.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from gmtool.hexes.geometry import direction_to, distance
from gmtool.hexes.grid import Direction, Grid, Hex
from gmtool.hexes.paths import cheapest, reachable
from gmtool.rules.model import Encounter
from gmtool.systems.bnb.board import Placement, movement_points, present
from gmtool.systems.bnb.charge import FREE_WHEN_RUNNING
from gmtool.systems.bnb.opportunity import NOBODY, Step, watch
from gmtool.systems.bnb.sheet import Animal

MOST_PIVOT = 2
CLOCKWISE = (1, 2, 3, -2, -1)
"""the rotations there are, in hexsides, in the order in which they are tried"""

START, ROTATED, ON, PIVOTED, LAST = range(5)
"""how far a move is: nothing done, rotated in place, in a hex entered, pivoted there, rotated for the last time"""


class Stage(NamedTuple):
    """A state on the way."""

    at: Hex
    facing: Direction
    stage: int
    free: bool
    """the free hexside is left: nothing was rotated in place, and no hexside turned since"""
    pivot: bool
    """the pivot is left"""
    tail: int
    """how many of a run's free last hexes have been entered"""
    via: int
    """how many of the hexes to be passed have been"""


class Goal(NamedTuple):
    """Where a move is to end. Without a facing it ends facing as it last moved."""

    to: Hex
    facing: Direction | None = None
    via: tuple[Hex, ...] = ()


class Way(NamedTuple):
    """A move from start to end. `cost` is None where the rules allow no such move."""

    start: Placement
    steps: tuple[Step, ...]
    cost: int | None

    @property
    def end(self) -> Placement:
        """Where it ends."""
        return Placement(self.steps[-1].at, self.steps[-1].facing) if self.steps else self.start

    @property
    def letters(self) -> str:
        """The way as players say it: `F R F`."""
        return " ".join("F" if not step.turn else " ".join("RL"[step.turn < 0] * abs(step.turn)) for step in self.steps)


Ways: TypeAlias = Iterator[tuple[Stage, int, tuple[int, int, int]]]
"""(next state, MP, (provocations, hexsides turned, hexes entered))"""


class Mover:
    """An animal about to move, with the map as it matters to it."""

    __slots__ = ("_ground", "_prices", "_watched", "grid", "least", "points", "run", "start")

    def __init__(self, encounter: Encounter, animal: Animal, *, run: bool = False, provoking: bool = True) -> None:
        assert animal.at is not None and animal.facing is not None, f"{animal.id} stands nowhere"
        self.grid = encounter.grid
        self.points = movement_points(animal)
        self.least = min(encounter.least_cost, self.points)  # the first hex may always be entered (BNB-50)
        self.run = run
        self.start = Stage(animal.at, animal.facing, START, free=True, pivot=not run, tail=0, via=0)
        self._watched = watch(encounter, animal) if provoking else NOBODY
        self._ground = encounter.ground
        self._prices: dict[Hex, int | None] = {}

    def price(self, place: Hex) -> int | None:
        """The MP to enter a hex; None if that cannot be, off the map or blocked."""
        if place not in self._prices:
            on_map = self.grid.inside(place)
            self._prices[place] = self._ground(place).cost.points if on_map else None
        return self._prices[place]

    def ways(self, s: Stage, goal: Goal | None = None) -> Ways:
        """Every next piece of a move, straight ahead first, then clockwise; none that cannot lead to the goal."""
        if s.stage == LAST:
            return
        if goal is None or self._hopeful(s, goal):
            yield from self._enter(s, goal)
        if s.stage == START:
            yield from self._turn(s, CLOCKWISE, ROTATED)
        elif s.stage == ON:
            if s.pivot:
                yield from self._turn(s, (turn for turn in CLOCKWISE if abs(turn) <= MOST_PIVOT), PIVOTED)
            if goal is not None and goal.facing is not None and s.at == goal.to and s.facing != goal.facing:
                yield from self._turn(s, (turning(s.facing, goal.facing),), LAST)

    def _enter(self, s: Stage, goal: Goal | None) -> Ways:
        place = self.grid.step(s.at, s.facing)
        cost = self.price(place)
        if cost is None or s.tail == FREE_WHEN_RUNNING:
            return
        if s.stage in (START, ROTATED):
            cost = min(cost, self.points)  # the first hex may always be entered (BNB-50)
        passed = goal is not None and s.via < len(goal.via) and place == goal.via[s.via]
        via = s.via + passed
        rank = (len(self._watched.own.get(place, ())), 0, 1)
        if not s.tail:
            yield Stage(place, s.facing, ON, s.free, s.pivot, 0, via), cost, rank
        if self.run:
            yield Stage(place, s.facing, ON, s.free, s.pivot, s.tail + 1, via), 0, rank

    def _turn(self, s: Stage, turns: Iterable[int], stage: int) -> Ways:
        provoked, pivot = len(self._watched.front.get(s.at, ())), s.pivot and stage != PIVOTED
        for turn in turns:
            hexsides = abs(turn)
            cost = 0 if stage == ROTATED else hexsides - s.free
            turned = Stage(s.at, s.facing.turned(turn), stage, False, pivot, s.tail, s.via)
            yield turned, cost, (provoked, hexsides, 0)

    def _hopeful(self, s: Stage, goal: Goal) -> bool:
        """Whether going straight on may lead to the goal: once the pivot is used up, only what lies ahead can be."""
        if s.pivot:
            return True
        ahead = goal.via[s.via] if s.via < len(goal.via) else goal.to
        return direction_to(self.grid, s.at, ahead) == s.facing


def turning(before: Direction, after: Direction) -> int:
    """The hexsides from one facing to another, clockwise; negative: counterclockwise; half a circle is 3."""
    hexsides = (after - before) // 2 % 6
    return hexsides - 6 if hexsides > 3 else hexsides


def find(mover: Mover, goal: Goal, limit: int | None) -> Way | None:
    """The cheapest way to the goal, at most `limit` MP; None if there is none."""

    def reached(s: Stage) -> bool:
        if s.at != goal.to or s.via < len(goal.via) or s.stage in (START, PIVOTED):
            return False
        return s.facing == goal.facing if goal.facing is not None else s.stage == ON

    def ahead(s: Stage) -> int:
        free = FREE_WHEN_RUNNING - s.tail if mover.run else 0
        return mover.least * max(0, distance(s.at, goal.to) - free)

    found = cheapest(mover.start, reached, lambda s: mover.ways(s, goal), limit, ahead)
    if found is None:
        return None
    return Way(Placement(mover.start.at, mover.start.facing), _steps(found.states), found.cost)


def follow(mover: Mover, pieces: Sequence[int]) -> Way:
    """The way that a written path says, with its cost; None for a cost where the rules allow no such move."""
    at, facing = mover.start.at, mover.start.facing
    steps = []
    for turn in pieces:
        facing = facing.turned(turn)
        at = at if turn else mover.grid.step(at, facing)
        steps.append(Step(turn, at, facing))
    goal = Goal(at, facing)

    def on(state: tuple[int, Stage]) -> Iterator[tuple[tuple[int, Stage], int, tuple[int, int, int]]]:
        number, s = state
        if number == len(pieces):
            return
        wanted = (steps[number].at, steps[number].facing)
        for following, cost, rank in mover.ways(s, goal):
            if (following.at, following.facing) == wanted:
                yield (number + 1, following), cost, rank

    def reached(state: tuple[int, Stage]) -> bool:
        return state[0] == len(pieces) and state[1].stage in (ROTATED, ON, LAST)

    found = cheapest((0, mover.start), reached, on)
    return Way(Placement(mover.start.at, mover.start.facing), tuple(steps), None if found is None else found.cost)


def read_pieces(text: str) -> list[int]:
    """Read a path such as `F R F`: 0 for a hex ahead, else the hexsides turned. Raises ValueError."""
    letters = re.sub(r"[\s,]", "", text).upper()
    if not letters or re.search(r"[^FRL]", letters):
        raise ValueError("write F for a hex ahead, R and L for a hexside turned right and left, as `F R F`")
    pieces = []
    for piece in re.findall(r"F|[RL]+", letters):
        if "R" in piece and "L" in piece:
            raise ValueError(f"{' '.join(piece)} turns right and left in one place")
        if len(piece) > 3:
            raise ValueError(f"{' '.join(piece)} turns more than half a circle")
        pieces.append(0 if piece == "F" else 3 if len(piece) == 3 else len(piece) if piece[0] == "R" else -len(piece))
    return pieces


def reach(encounter: Encounter, animal: Animal) -> dict[Hex, int]:
    """The hexes an animal can move to with its Move, without running, and the MP each costs; not its own."""
    if animal.at is None or animal.facing is None or animal.away or animal.helpless or animal.held is not None:
        return {}
    mover = Mover(encounter, animal, provoking=False)
    taken = {one.at for one in present(encounter)}
    costs: dict[Hex, int] = {}
    for s, cost in reachable(mover.start, mover.ways, mover.points).items():
        if s.stage == ON and s.at not in taken:
            costs.setdefault(s.at, cost)
    return costs


def _steps(states: Sequence[Stage]) -> tuple[Step, ...]:
    return tuple(Step(turning(a.facing, b.facing), b.at, b.facing) for a, b in pairwise(states))


def ends_on_edge(grid: Grid, place: Hex) -> bool:
    """Whether a hex lies on the edge of a map that has a size."""
    if grid.columns is None or grid.rows is None:
        return False
    column, row = grid.offset(place)
    return column in (1, grid.columns) or row in (1, grid.rows)
