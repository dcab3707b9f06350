"""The ways of a Move against trying every one (BNB-50 to BNB-53), and the laws they keep on any map."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.hexes.grid import Grid, Hex
from gmtool.hexes.paths import cheapest
from gmtool.rules.codecs import Stretch, Track
from gmtool.rules.model import Cost, Encounter, Terrain, stats_of
from gmtool.systems.bnb import paths, system
from gmtool.systems.bnb.paths import Goal, Mover, find, follow, reach, read_pieces
from gmtool.systems.bnb.sheet import Animal

GRID = Grid(columns=40, rows=40)
HERE = GRID.hex("2020")
STEPS = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
"""a hex ahead for each hexside, clockwise"""


def animal(name: str, **more: Any) -> Animal:
    """As it is read: what is not given has its default."""
    one = object.__new__(Animal)
    one.__dict__.update({s.name: s.default_of(None, one) for s in stats_of(Animal) if not callable(s.default)})
    sheet: dict[str, Any] = {"strength": 1, "speed": 1, "agility": 1, "hp": Track(5, 5)}
    one.__dict__.update({"id": name, "name": name, **sheet, **more})
    return one


def scene(costs: dict[tuple[int, int], int | None], facing: int, speed: int, others: list[Animal] | None = None):
    """The rat in 2020, `facing` hexsides clockwise of N, on ground that costs what `costs` says by offset."""
    terrain = {
        f"t{number}": Terrain(cost=Cost(cost), hexes=(Stretch("", (Hex(HERE.q + q, HERE.r + r),)),))
        for number, ((q, r), cost) in enumerate(costs.items())
    }
    rat = animal("rat", at=HERE, facing=GRID.hexsides[facing], side="pc", speed=speed)
    encounter = Encounter(system="bnb", terrain=terrain, grid=GRID)
    encounter.switches = {switch.key: switch.default for switch in system.switches}
    encounter.combatants = {one.id: one for one in (rat, *(others or []))}
    return encounter, rat


# --- every way there is, written out: rotation, hexes, a pivot, hexes, rotation --------------------------------------


def shapes(hexes: int, *, run: bool) -> Iterator[tuple[int, int, int, int, int]]:
    """(rotation in place, hexes, pivot, hexes after it, last rotation): hexsides clockwise, at most `hexes` in all."""
    for first, before, after, last in product(range(6), range(hexes + 1), range(hexes + 1), range(6)):
        if before + after > hexes:
            continue
        if not after:
            yield first, before, 0, 0, last
        elif before and not run:
            for pivot in (1, 2, 4, 5):
                yield first, before, pivot, after, last


def sides(turn: int) -> int:
    return min(turn, 6 - turn)


def priced(shape: tuple[int, int, int, int, int], costs: dict, facing: int, points: int, *, run: bool):
    """Where such a move ends and what it costs by the book; None where it cannot be."""
    first, before, pivot, after, last = shape
    if not before and last:
        return None  # a rotation in place is one rotation
    at, way = (0, 0), (facing + first) % 6
    prices: list[int] = []
    for number in range(before + after):
        if number == before:
            way = (way + pivot) % 6
        at = (at[0] + STEPS[way][0], at[1] + STEPS[way][1])
        cost = costs.get(at, 1)
        if cost is None:
            return None
        prices.append(min(cost, points) if not number else cost)
    if run:
        prices = prices[:-2]
    turned = sides(pivot) + sides(last)
    free = 0 if first or not turned else 1
    return at, (way + last) % 6, sum(prices) + turned - free


def by_trying(costs: dict, facing: int, points: int, hexes: int, *, run: bool) -> tuple[dict, dict]:
    """The least cost of each (place, facing), and of each place without a last rotation."""
    exact: dict = {}
    loose: dict = {}
    for shape in shapes(hexes, run=run):
        found = priced(shape, costs, facing, points, run=run)
        if found is None or found[0] == (0, 0):
            continue
        at, way, cost = found
        exact[at, way] = min(cost, exact.get((at, way), cost))
        if not shape[-1]:
            loose[at] = min(cost, loose.get(at, cost))
    return exact, loose


def there(offset: tuple[int, int]) -> Hex:
    return Hex(HERE.q + offset[0], HERE.r + offset[1])


AREA = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2 and (q, r) != (0, 0)]
COSTS = st.dictionaries(st.sampled_from(AREA), st.sampled_from([0, 2, 3, 5, None]), max_size=9)


@settings(max_examples=25, deadline=None)
@given(COSTS, st.integers(0, 5), st.integers(-3, 3), st.booleans())
def test_the_cheapest_way_is_the_best_of_all_ways(costs, facing, speed, run):
    """Within 3 hexes of ground with brush, free ground and walls: cost as by trying, with and without a facing."""
    points = max(0, speed + 2)
    exact, loose = by_trying(costs, facing, points, 4, run=run)
    encounter, rat = scene(costs, facing, speed)
    mover = Mover(encounter, rat, run=run)
    for offset in AREA:
        wanted = loose.get(offset)
        found = find(mover, Goal(there(offset)), 4)
        # a way of more than 4 hexes may be cheaper only over free ground or by running
        if found is not None and len([step for step in found.steps if not step.turn]) <= 4:
            assert found.cost == wanted
        elif found is None:
            assert wanted is None or wanted > 4
        for way in range(6):
            turned = find(mover, Goal(there(offset), GRID.hexsides[way]), 4)
            if turned is not None and len([step for step in turned.steps if not step.turn]) <= 4:
                assert turned.cost == exact.get((offset, way))
            elif turned is None:
                assert exact.get((offset, way), 99) > 4


@settings(max_examples=25, deadline=None)
@given(COSTS, st.integers(0, 5), st.integers(-3, 2))
def test_reach_is_every_hex_whose_way_can_be_paid(costs, facing, speed):
    """BNB-50: on ground that costs 1 or more no way has more hexes than MP, but for the first one."""
    costs = {place: cost or (None if cost is None else 1) for place, cost in costs.items()}
    points = max(0, speed + 2)
    _, loose = by_trying(costs, facing, points, points + 1, run=False)
    encounter, rat = scene(costs, facing, speed)
    wanted = {there(offset): cost for offset, cost in loose.items() if cost <= points}
    assert reach(encounter, rat) == wanted


def turned(offset: tuple[int, int], sixths: int) -> tuple[int, int]:
    q, r = offset
    for _ in range(sixths):
        q, r = -r, q + r
    return q, r


def mirrored(offset: tuple[int, int]) -> tuple[int, int]:
    """Left for right, N as it is."""
    q, r = offset
    return -q, q + r


@settings(max_examples=40, deadline=None)
@given(
    COSTS,
    st.integers(0, 5),
    st.sampled_from(AREA),
    st.integers(1, 5),
    st.booleans(),
    st.one_of(st.none(), st.integers(0, 5)),
)
def test_c63_cost_is_the_same_turned_and_mirrored(costs, facing, offset, sixths, run, wish):
    """A scene turned by sixths of a circle, or seen in a mirror, costs the same."""

    def cost(costs, facing, offset, wish):
        encounter, rat = scene(costs, facing % 6, 4)
        goal = Goal(there(offset), None if wish is None else GRID.hexsides[wish % 6])
        found = find(Mover(encounter, rat, run=run), goal, 12)
        return None if found is None else found.cost

    plain = cost(costs, facing, offset, wish)
    around = {turned(place, sixths): price for place, price in costs.items()}
    assert cost(around, facing + sixths, turned(offset, sixths), None if wish is None else wish + sixths) == plain
    mirror = {mirrored(place): price for place, price in costs.items()}
    assert cost(mirror, -facing, mirrored(offset), None if wish is None else -wish) == plain


@settings(max_examples=40, deadline=None)
@given(COSTS, st.integers(0, 5), st.sampled_from(AREA), st.booleans(), st.one_of(st.none(), st.integers(0, 5)))
def test_a_way_found_reads_back_as_a_path_of_the_same_cost(costs, facing, offset, run, wish):
    """What `gm move` prints can be given as --path."""
    encounter, rat = scene(costs, facing, 4)
    mover = Mover(encounter, rat, run=run)
    found = find(mover, Goal(there(offset), None if wish is None else GRID.hexsides[wish]), 12)
    if found is None:
        return
    again = follow(mover, read_pieces(found.letters))
    assert (again.end, again.cost) == (found.end, found.cost)
    for before, after in zip((found.start, *(step[1:] for step in found.steps)), found.steps, strict=False):
        assert after.turn or GRID.step(before[0], before[1]) == after.at  # only ever straight ahead


@settings(max_examples=250, deadline=None)
@given(
    COSTS,
    st.integers(0, 5),
    st.integers(-2, 2),
    st.sampled_from(AREA),
    st.booleans(),
    st.one_of(st.none(), st.integers(0, 5)),
    st.one_of(st.just([]), st.lists(st.sampled_from(AREA), min_size=1, max_size=1)),
    st.integers(0, 3),
)
def test_to_look_ahead_changes_no_way(costs, facing, speed, offset, run, wish, via, limit):
    """BNB-50, BNB-53: a first hex, or a run's last two, that cost less than their ground are reckoned with."""
    encounter, rat = scene(costs, facing, speed)
    mover = Mover(encounter, rat, run=run)
    goal = Goal(there(offset), None if wish is None else GRID.hexsides[wish], tuple(map(there, via)))
    with pytest.MonkeyPatch.context() as blind:
        blind.setattr(
            paths, "cheapest", lambda start, goal, ways, limit=None, _=None: cheapest(start, goal, ways, limit)
        )
        wanted = find(mover, goal, limit)
    assert find(mover, goal, limit) == wanted


@pytest.mark.parametrize("ground", [1, 3])
def test_without_movement_points_it_turns_and_enters_one_hex(ground):
    """BNB-50: SPD -2 leaves 0 MP; the first hex may always be entered, behind it as well as ahead."""
    encounter, rat = scene({(0, 1): ground}, 0, -2)
    way = find(Mover(encounter, rat), Goal(there((0, 1))), 0)
    assert way is not None
    assert (way.letters, way.cost) == ("R R R F", 0)
    assert find(Mover(encounter, rat), Goal(there((0, 2))), 0) is None


def test_plain_distance_is_the_cost_of_a_straight_way():
    """To any of the six directions, however it faces: rotation in place is free."""
    encounter, rat = scene({}, 0, 10)
    mover = Mover(encounter, rat)
    for (q, r), n in product(STEPS, range(1, 9)):
        way = find(mover, Goal(there((q * n, r * n))), None)
        assert way is not None
        assert way.cost == n


@pytest.mark.parametrize("run", [False, True])
def test_nothing_leads_out_of_a_ring_of_walls(run):
    """BNB-51: no way at all, and that is found at once, for the pivot is used up soon."""
    encounter, rat = scene(dict.fromkeys(STEPS, None), 0, 4)
    assert find(Mover(encounter, rat, run=run), Goal(there((3, 3))), None) is None
    assert reach(encounter, rat) == {}


def test_of_ways_as_dear_the_one_that_provokes_less():
    """BNB-56: to 2218, with 2119 and 2019 on the way, the foe watches one of the two."""
    # NE then N, or N then NE: both F's with one hexside: from facing N the second is `F R F`, the first `R F L F`
    fox = animal("fox", at=there((-1, 0)), facing=GRID.hexsides[1], speed=2)  # NW of the rat, looking at 2019
    encounter, rat = scene({}, 1, 4, [fox])
    # facing NE: `F L F` turns in 2119, out of the fox's sight, `L F R F` turns where it stands and in 2019
    way = find(Mover(encounter, rat), Goal(there((1, -2))), None)
    assert way is not None
    assert way.letters == "F L F"


def test_it_goes_round_a_foe_rather_than_through_it_at_the_same_cost():
    """BNB-56: `R F L F` costs 3 as `F R F` does with 2 of brush; the foe in that hex decides."""
    fox = animal("fox", at=there((0, -1)), facing=GRID.hexsides[0], speed=2)
    encounter, rat = scene({(0, -1): 2}, 0, 4, [fox])
    way = find(Mover(encounter, rat), Goal(there((1, -2))), None)
    assert way is not None
    assert (way.letters, way.cost) == ("R F L F", 3)
    nobody, rat = scene({(0, -1): 2}, 0, 4)
    straight = find(Mover(nobody, rat), Goal(there((1, -2))), None)
    assert straight is not None
    assert (straight.letters, straight.cost) == ("F R F", 3)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("F R F", [0, 1, 0]),
        ("frrf", [0, 2, 0]),
        ("L,F,F,L L L", [-1, 0, 0, 3]),
        ("R R R", [3]),
        (" F ", [0]),
    ],
)
def test_paths_as_written(text, pieces):
    assert read_pieces(text) == pieces


@pytest.mark.parametrize("text", ["", " ", "F B", "2F", "F R L F", "R R R R", "N NE"])
def test_what_is_no_path(text):
    with pytest.raises(ValueError):
        read_pieces(text)
