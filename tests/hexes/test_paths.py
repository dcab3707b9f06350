from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.hexes.geometry import distance, neighbors, within
from gmtool.hexes.grid import Direction, Grid, Hex
from gmtool.hexes.paths import Path, Rank, cheapest, reachable

GRID = Grid(columns=24, rows=18)

Ways = Callable[[Hex], Iterable[tuple[Hex, int, Rank]]]


def plain(place: Hex) -> Iterator[tuple[Hex, int, Rank]]:
    for beside in neighbors(place):
        if GRID.inside(beside):
            yield beside, 1, ()


def terrain(costs: dict[str, int | None]) -> Ways:
    """Ways over plain ground but for some hexes: their cost, None if they cannot be entered."""
    by_hex = {GRID.hex(label): cost for label, cost in costs.items()}

    def ways(place: Hex) -> Iterator[tuple[Hex, int, Rank]]:
        for beside, plain_cost, rank in plain(place):
            cost = by_hex.get(beside, plain_cost)
            if cost is not None:
                yield beside, cost, rank

    return ways


def way(start: str, end: str, ways: Ways, limit: int | None = None) -> tuple[str, int] | None:
    path = cheapest(GRID.hex(start), lambda place: place == GRID.hex(end), ways, limit)
    return path and (" ".join(map(GRID.label, path.states)), path.cost)


# over hexes ---------------------------------------------------------------------------------------------------------


def test_c63_every_single_step_costs_the_same() -> None:
    middle = GRID.hex("0505")
    for beside in neighbors(middle):
        assert cheapest(middle, {beside}.__contains__, plain) == Path((middle, beside), 1, ())


@pytest.mark.parametrize("end", ["2206", "2212", "0306", "0312", "1202", "1217"])
def test_c63_a_path_over_plain_ground_is_as_long_as_the_distance(end: str) -> None:
    middle, goal = GRID.hex("1209"), GRID.hex(end)
    path = cheapest(middle, lambda place: place == goal, plain)
    assert path is not None
    assert path.cost == len(path.states) - 1 == distance(middle, goal)
    assert (path.states[0], path.states[-1]) == (middle, goal)
    assert {distance(a, b) for a, b in zip(path.states, path.states[1:], strict=False)} == {1}


@pytest.mark.parametrize(
    ("costs", "limit", "expected"),
    [
        ({}, None, ("0501 0502 0503 0504", 3)),
        ({"0502": 3}, None, ("0501 0601 0602 0603 0504", 4)),  # SE before SW, which is as far
        ({"0502": 2}, None, ("0501 0601 0602 0603 0504", 4)),  # three ways cost 4, and SE is listed before S and SW
        ({"0502": None, "0601": None}, None, ("0501 0401 0402 0503 0504", 4)),
        ({"0502": None, "0601": None, "0401": None}, None, None),
        ({"0504": None}, None, None),
        ({"0501": 9}, None, ("0501 0502 0503 0504", 3)),  # the hex it stands in is not entered
        ({"0502": 3}, 3, None),
        ({"0502": 3}, 4, ("0501 0601 0602 0603 0504", 4)),
    ],
)
def test_terrain_is_paid_for_or_gone_round(
    costs: dict[str, int | None], limit: int | None, expected: tuple[str, int] | None
) -> None:
    assert way("0501", "0504", terrain(costs), limit) == expected


def test_whoever_is_there_already_pays_nothing() -> None:
    start = GRID.hex("0501")
    assert cheapest(start, lambda place: place == start, plain) == Path((start,), 0, ())


def test_the_nearest_of_several_goals_is_taken() -> None:
    goals = {GRID.hex("0508"), GRID.hex("0507"), GRID.hex("0803")}
    path = cheapest(GRID.hex("0505"), goals.__contains__, terrain({"0506": 5, "0606": 5, "0406": 5}))
    assert path is not None
    assert (GRID.label(path.states[-1]), path.cost) == ("0803", 3)


def test_what_is_reachable_is_what_is_near_enough() -> None:
    start = GRID.hex("0505")
    costs = reachable(start, plain, 3)
    assert costs == {place: distance(start, place) for place in within(start, 3)}
    assert list(costs.values()) == sorted(costs.values())
    corner = GRID.hex("0101")
    assert {GRID.label(place) for place in reachable(corner, plain, 1)} == {"0101", "0102", "0201"}
    assert reachable(start, plain, 0) == {start: 0}


def test_what_is_reachable_depends_on_the_terrain() -> None:
    costs = reachable(GRID.hex("0101"), terrain({"0102": 2, "0201": None}), 3)
    assert {GRID.label(place): cost for place, cost in costs.items()} == {
        "0101": 0, "0102": 2, "0103": 3, "0202": 3,
    }  # fmt: skip


# over other states --------------------------------------------------------------------------------------------------

Pose = tuple[Hex, Direction]


def wheel(pose: Pose) -> Iterator[tuple[Pose, int, Rank]]:
    """Go ahead for 1 or turn by a hexside for 1; the rank counts turns."""
    place, facing = pose
    yield (GRID.step(place, facing), facing), 1, (0,)
    for hexsides in (1, -1):
        yield (place, facing.turned(hexsides)), 1, (1,)


@pytest.mark.parametrize(
    ("end", "cost", "turns", "facings"),
    [
        ("0502", 3, 0, "N N N N"),
        ("0604", 2, 1, "N NE NE"),
        ("0404", 2, 1, "N NW NW"),
        ("0603", 3, 1, "N N NE NE"),
        ("0506", 4, 3, "N NE SE S S"),
    ],
)
def test_states_may_hold_a_facing(end: str, cost: int, turns: int, facings: str) -> None:
    start = GRID.hex("0505"), GRID.direction("N")
    path = cheapest(start, lambda pose: pose[0] == GRID.hex(end), wheel)
    assert path is not None
    assert (path.cost, path.rank) == (cost, (turns,))
    assert " ".join(GRID.name(facing) for _, facing in path.states) == facings


GRAPH: dict[str, list[tuple[str, int, Rank]]] = {
    "start": [("marsh", 1, (1, 0)), ("ford", 1, (0, 2)), ("bridge", 1, (0, 1)), ("wood", 1, (0, 1))],
    "marsh": [("end", 1, (0, 0))],
    "ford": [("end", 1, (0, 0))],
    "bridge": [("end", 1, (0, 1))],
    "wood": [("end", 1, (0, 1))],
    "end": [("end", 0, (0, 0)), ("start", 0, (0, 0))],
}


def test_ranks_are_summed_and_compared_in_order_then_the_first_way_listed_wins() -> None:
    def found() -> Path[str] | None:
        return cheapest("start", lambda state: state == "end", GRAPH.__getitem__)

    assert found() == Path(("start", "ford", "end"), 2, (0, 2))
    GRAPH["start"].sort()
    assert found() == Path(("start", "bridge", "end"), 2, (0, 2))


@pytest.mark.parametrize(("cost", "rank"), [(-1, (0,)), (1, (-1,)), (0, (0, -1))])
def test_a_negative_cost_or_rank_is_a_mistake_in_the_ways(cost: int, rank: Rank) -> None:
    with pytest.raises(ValueError, match="a way to 1 has a negative cost or rank"):
        cheapest(0, lambda state: state == 9, lambda state: [(state + 1, cost, rank)])


Network = list[list[tuple[int, int, Rank]]]

networks = st.lists(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2), st.tuples(st.integers(0, 1))), max_size=4),
    min_size=6,
    max_size=6,
)


def every_path(network: Network, done: tuple[int, ...]) -> Iterator[tuple[int, Rank, Rank, tuple[int, ...]]]:
    """Yield cost, rank, numbers of the ways taken and states of every path without a loop from the last state on."""
    yield 0, (0,), (), done
    for number, (following, cost, (rank,)) in enumerate(network[done[-1]]):
        if following not in done:
            for more_cost, (more_rank,), trail, states in every_path(network, (*done, following)):
                yield cost + more_cost, (rank + more_rank,), (number, *trail), states


@settings(max_examples=100, deadline=None)
@given(networks, st.integers(0, 6), st.integers(0, 4))
def test_the_path_found_is_the_best_of_all(network: Network, limit: int, seen: int) -> None:
    everything = [path for path in every_path(network, (0,)) if path[0] <= limit]
    for goal in range(1, 6):
        best = min((path for path in everything if path[3][-1] == goal), default=None)
        found = cheapest(0, {goal}.__contains__, network.__getitem__, limit)
        assert found == (best and Path(best[3], best[0], best[1]))
        costs_on = [reachable(state, network.__getitem__, 99).get(goal, 99) for state in range(len(network))]
        for ahead in (lambda state: min(seen, costs_on[state]), lambda state: max(0, costs_on[state] - seen)):  # noqa: B023
            assert cheapest(0, {goal}.__contains__, network.__getitem__, limit, ahead) == found
    costs = reachable(0, network.__getitem__, limit)
    assert costs == {state: min(path[0] for path in everything if path[3][-1] == state) for state in costs}
    assert set(costs) == {path[3][-1] for path in everything}


def test_what_lies_ahead_keeps_the_search_to_where_the_goal_is() -> None:
    start, goal = GRID.hex("0303"), GRID.hex("1003")
    tried: dict[bool, set[Hex]] = {False: set(), True: set()}

    def noted(sighted: bool) -> Ways:
        return lambda place: tried[sighted].add(place) or plain(place)  # type: ignore[func-returns-value]

    blind = cheapest(start, goal.__eq__, noted(False))
    sighted = cheapest(start, goal.__eq__, noted(True), ahead=lambda place: distance(place, goal))
    assert blind == sighted
    assert 3 * len(tried[True]) < len(tried[False])
