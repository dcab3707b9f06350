from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.hexes.geometry import (
    Arc,
    arc,
    blockers,
    diagonal,
    direction_to,
    distance,
    line,
    nearest,
    neighbors,
    relative_bearing,
    ring,
    sight,
    span,
    straight,
    within,
)
from gmtool.hexes.grid import Direction, Grid, Hex

FLAT = Grid()
GRIDS = [Grid("flat", "even"), Grid("flat", "odd"), Grid("pointy", "even"), Grid("pointy", "odd")]
MIDDLE = Hex(0, 0)

coordinates = st.integers(-9, 9)
hexes = st.builds(Hex, coordinates, coordinates)
grids = st.sampled_from(GRIDS)
hexsides = st.integers(0, 5)
bounded = settings(max_examples=100, deadline=None)


def labels(places: Any, grid: Grid = FLAT) -> list[str]:
    return [grid.label(place) for place in places]


def turned(place: Hex, times: int = 1) -> Hex:
    """Turn about the middle by 60 degrees clockwise: N (0, -1) becomes NE (1, -1)."""
    for _ in range(times):
        place = Hex(-place.r, place.q + place.r)
    return place


def mirrored(place: Hex) -> Hex:
    """Mirror about the line through the first hexside: NE (1, -1) and NW (-1, 0) change places."""
    return Hex(-place.q, place.q + place.r)


# distance and rings -------------------------------------------------------------------------------------------------

DISTANCES = [
    ("0101", "0404", (5, 4, 5, 4)),
    ("0505", "0808", (5, 4, 5, 4)),
    ("0210", "0903", (11, 10, 10, 11)),
]


@pytest.mark.parametrize(("a", "b", "expected"), DISTANCES)
def test_distances_in_the_four_layouts(a: str, b: str, expected: tuple[int, ...]) -> None:
    assert tuple(distance(grid.hex(a), grid.hex(b)) for grid in GRIDS) == expected


@pytest.mark.parametrize(("shove", "expected"), [("odd", (1, 2, 4, 5, 2)), ("even", (2, 1, 5, 6, 2))])
def test_c61_distances_that_an_offset_mixed_up_gets_wrong(shove: Any, expected: tuple[int, ...]) -> None:
    grid = Grid("flat", shove)
    pairs = [("0304", "0405"), ("0304", "0403"), ("0101", "0404"), ("0304", "0608"), ("0304", "0504")]
    assert tuple(distance(grid.hex(a), grid.hex(b)) for a, b in pairs) == expected


@bounded
@given(hexes, hexes, hexes, hexsides)
def test_distance_is_a_distance_and_the_same_however_the_map_is_turned(a: Hex, b: Hex, c: Hex, times: int) -> None:
    assert distance(a, b) == distance(b, a) == distance(turned(a, times), turned(b, times))
    assert distance(a, b) == distance(mirrored(a), mirrored(b))
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_neighbors_and_diagonals_run_clockwise_from_the_first_hexside() -> None:
    assert labels(neighbors(FLAT.hex("0505"))) == ["0504", "0604", "0605", "0506", "0405", "0404"]
    assert labels(diagonal(FLAT.hex("0505"))) == ["0603", "0705", "0606", "0406", "0305", "0403"]
    for grid in GRIDS:
        place = grid.hex("0505")
        assert neighbors(place) == tuple(grid.step(place, side) for side in grid.hexsides)
        assert set(diagonal(place)) == {grid.step(place, corner) for corner in grid.corners}


def test_a_ring_runs_clockwise_from_the_first_hexside() -> None:
    expected = "0503 0603 0704 0705 0706 0606 0507 0406 0306 0305 0304 0403"
    assert " ".join(labels(ring(FLAT.hex("0505"), 2))) == expected
    pointy = Grid("pointy")
    assert pointy.label(ring(pointy.hex("0505"), 3)[0]) == "0602"
    assert ring(MIDDLE, 0) == [MIDDLE]


@pytest.mark.parametrize("n", range(6))
def test_rings_hold_the_hexes_at_their_distance(n: int) -> None:
    area = [Hex(q, r) for q in range(-8, 9) for r in range(-8, 9)]
    assert sorted(ring(MIDDLE, n)) == [place for place in area if distance(MIDDLE, place) == n]
    assert sorted(within(MIDDLE, n)) == [place for place in area if distance(MIDDLE, place) <= n]
    assert [distance(MIDDLE, place) for place in within(MIDDLE, n)] == sorted(
        distance(MIDDLE, place) for place in within(MIDDLE, n)
    )


def test_c66_reach_sets() -> None:
    six, eighteen = set(within(MIDDLE, 1)) - {MIDDLE}, set(within(MIDDLE, 2)) - {MIDDLE}
    assert (len(six), len(eighteen), len(ring(MIDDLE, 2))) == (6, 18, 12)
    assert not six & set(diagonal(MIDDLE))
    assert set(diagonal(MIDDLE)) < set(ring(MIDDLE, 2))


def test_the_nearest_free_hexes_come_ring_by_ring_clockwise() -> None:
    taken = {FLAT.hex("0505"), FLAT.hex("0604")}
    found = islice(nearest(FLAT, FLAT.hex("0505"), lambda place: place not in taken), 6)
    assert labels(found) == ["0504", "0605", "0506", "0405", "0404", "0503"]


def test_the_nearest_free_hexes_stay_on_the_map() -> None:
    small = Grid(columns=2, rows=2)
    assert labels(nearest(small, small.hex("0201"), lambda place: True)) == ["0201", "0202", "0102", "0101"]
    assert list(nearest(small, FLAT.hex("0303"), lambda place: True)) == []


# straight lines -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "direction", "way"),
    [
        ("0301", "0304", "S", "0302 0303 0304"),
        ("0304", "0301", "N", "0303 0302 0301"),
        ("0505", "0903", "NE", "0604 0704 0803 0903"),
        ("0505", "0806", "SE", "0605 0706 0806"),
        ("0505", "0206", "SW", "0405 0306 0206"),
        ("0505", "0203", "NW", "0404 0304 0203"),
    ],
)
def test_straight_lines_on_a_flat_map(a: str, b: str, direction: str, way: str) -> None:
    start, end = FLAT.hex(a), FLAT.hex(b)
    found, passed = direction_to(FLAT, start, end), straight(start, end)
    assert found is not None
    assert passed is not None
    assert (FLAT.name(found), labels(passed)) == (direction, way.split())


def test_nothing_lies_straight_across_a_corner_or_in_the_hex_itself() -> None:
    start = FLAT.hex("0505")
    for off in (*diagonal(start), FLAT.hex("0705"), FLAT.hex("0802")):
        assert direction_to(FLAT, start, off) is None
        assert straight(start, off) is None
    assert direction_to(FLAT, start, start) is None
    assert straight(start, start) == []


@bounded
@given(grids, hexes, st.integers(0, 5), st.integers(1, 9))
def test_steps_in_one_direction_are_a_straight_line(grid: Grid, start: Hex, side: int, n: int) -> None:
    direction = grid.hexsides[side]
    way = [start]
    for _ in range(n):
        way.append(grid.step(way[-1], direction))
    assert straight(start, way[-1]) == way[1:]
    assert direction_to(grid, start, way[-1]) == direction
    assert direction_to(grid, way[-1], start) == direction.opposite


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0701..0705", "0701 0702 0703 0704 0705"),
        ("0705 .. 0703", "0705 0704 0703"),
        ("0505..0704", "0505 0604 0704"),
        ("0405", "0405"),
        ("0405..0405", "0405"),
    ],
)
def test_a_span_of_labels_has_both_its_ends(text: str, expected: str) -> None:
    assert labels(span(FLAT, text)) == expected.split()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0505..0705", "0505..0705 is no straight line of hexes: the second must lie N NE SE S SW NW of the first"),
        ("0701..", "an empty text is no hex label"),
        ("0701..0099", "0099 is off the map"),
        ("0701...0705", ".0705 is no hex label"),
    ],
)
def test_other_spans_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError) as caught:
        span(FLAT, text)
    assert reason in str(caught.value)


# facing and arcs ----------------------------------------------------------------------------------------------------

SIX = ["ahead", "right-front", "right-rear", "behind", "left-rear", "left-front"]

ADJACENT = [  # on a flat map: the facing, then where the others stand and the arc they are in, from the figure's view
    ("N", "N ahead NE right-front SE right-rear S behind SW left-rear NW left-front"),
    ("NE", "N left-front NE ahead SE right-front S right-rear SW behind NW left-rear"),
    ("SE", "N left-rear NE left-front SE ahead S right-front SW right-rear NW behind"),
    ("S", "N behind NE left-rear SE left-front S ahead SW right-front NW right-rear"),
    ("SW", "N right-rear NE behind SE left-rear S left-front SW ahead NW right-front"),
    ("NW", "N right-front NE right-rear SE behind S left-rear SW left-front NW ahead"),
]


@pytest.mark.parametrize(("facing", "expected"), ADJACENT)
def test_the_arc_of_a_neighbor_depends_on_the_facing(facing: str, expected: str) -> None:
    at = FLAT.hex("0505")
    words = expected.split()
    for direction, arc_name in zip(words[::2], words[1::2], strict=True):
        other = FLAT.step(at, FLAT.direction(direction))
        assert arc(FLAT, at, FLAT.direction(facing), other) == arc_name


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("place", ["0505", "0606"])
def test_c64_only_the_difference_of_the_directions_counts(grid: Grid, place: str) -> None:
    at = grid.hex(place)
    for number, facing in enumerate(grid.hexsides):
        around = [arc(grid, at, facing, grid.step(at, side)) for side in grid.hexsides]
        assert around[number:] + around[:number] == SIX


@pytest.mark.parametrize("number", range(6))
def test_c65_the_six_hexes_between_fall_into_the_arc_nearer_to_ahead(number: int) -> None:
    for grid in GRIDS:
        at, facing = grid.hex("0505"), grid.hexsides[number]
        between = [grid.step(at, Direction((facing + hour) % 12)) for hour in (1, 3, 5, 7, 9, 11)]
        found = [arc(grid, at, facing, other) for other in between]
        assert found == ["ahead", "right-front", "right-rear", "left-rear", "left-front", "ahead"]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("0502", "ahead"),
        ("0602", "ahead"),
        ("0702", "ahead"),  # exactly 30 degrees, twice across the corner
        ("0703", "right-front"),
        ("0802", "right-front"),
        ("0905", "right-front"),  # exactly 90 degrees
        ("0805", "right-rear"),
        ("0804", "right-front"),
        ("0708", "right-rear"),  # exactly 150 degrees
        ("0709", "behind"),
        ("0509", "behind"),
        ("0308", "left-rear"),
        ("0105", "left-front"),
        ("0302", "ahead"),
        ("0303", "left-front"),
    ],
)
def test_arcs_beyond_the_neighbors_of_0505_facing_north(other: str, expected: str) -> None:
    assert arc(FLAT, FLAT.hex("0505"), FLAT.direction("N"), FLAT.hex(other)) == expected


IN_A_MIRROR = dict(zip(SIX, ["ahead", "left-front", "left-rear", "behind", "right-rear", "right-front"], strict=True))


@bounded
@given(grids, hexes, hexes, hexsides, hexsides)
def test_arcs_turn_with_the_scene_and_change_sides_in_a_mirror(
    grid: Grid, at: Hex, other: Hex, side: int, times: int
) -> None:
    facing = grid.hexsides[side]
    found = arc(grid, at, facing, other)
    assert arc(grid, turned(at, times), facing.turned(times), turned(other, times)) == found
    assert (found is None) == (at == other)
    if found is not None:
        assert arc(grid, mirrored(at), grid.hexsides[-side], mirrored(other)) == IN_A_MIRROR[found]


def test_front_and_rear_arcs_share_the_six() -> None:
    assert [one for one in Arc if one.front] == ["ahead", "right-front", "left-front"]
    assert [one for one in Arc if one.rear] == ["right-rear", "behind", "left-rear"]


def test_a_corner_facing_has_no_arcs() -> None:
    with pytest.raises(ValueError, match="facing E is a corner and has no arcs; face one of N NE SE S SW NW"):
        arc(FLAT, FLAT.hex("0505"), FLAT.direction("E", corners=True), FLAT.hex("0504"))


MOUNTS = [  # a mount at 0505: its zones by the bearing of each neighbor
    ("N", {"front": "0504", "right": "0604 0605", "rear": "0506", "left": "0405 0404"}),
    ("NNE", {"front": "0504 0604", "right": "0605", "rear": "0506 0405", "left": "0404"}),
    ("E", {"front": "0604 0605", "right": "0506", "rear": "0405 0404", "left": "0504"}),
    ("SSW", {"front": "0506 0405", "right": "0404", "rear": "0504 0604", "left": "0605"}),
]
ZONES = {0: "front", 30: "front", -30: "front", 60: "right", 90: "right", 120: "right",
         180: "rear", 150: "rear", -150: "rear", -60: "left", -90: "left", -120: "left"}  # fmt: skip


@pytest.mark.parametrize(("facing", "expected"), MOUNTS)
def test_bearings_from_a_mount_give_its_zones(facing: str, expected: dict[str, str]) -> None:
    at, direction = FLAT.hex("0505"), FLAT.direction(facing, corners=True)
    found: dict[str, set[str]] = {}
    for other in neighbors(at):
        bearing = relative_bearing(FLAT, at, direction, other)
        assert bearing is not None
        found.setdefault(ZONES[bearing], set()).add(FLAT.label(other))
    assert found == {zone: set(text.split()) for zone, text in expected.items()}


def test_two_hexes_from_a_corner_facing_a_tie_goes_to_the_front() -> None:
    at, east = FLAT.hex("0505"), FLAT.direction("E", corners=True)
    bearings = {name: relative_bearing(FLAT, at, east, FLAT.step(at, FLAT.direction(name, corners=True)))
                for name in ("E", "NNE", "NNW", "W", "SSW", "SSE")}  # fmt: skip
    assert bearings == {"E": 30, "NNE": -30, "NNW": -90, "W": 150, "SSW": 90, "SSE": 30}
    assert relative_bearing(FLAT, at, east, at) is None


# sight --------------------------------------------------------------------------------------------------------------


def stretch(a: Hex, b: Hex, place: Hex) -> tuple[Fraction, Fraction, bool]:
    """Cut a line with a hex, the slow and sure way: from and to which share of it, and whether it goes inside.

    Inside a hex, all differences of the cube coordinates from the center's are between -1 and 1.
    """
    start, end, inside = Fraction(0), Fraction(1), True

    def differences(h: Hex) -> tuple[int, int, int]:
        s = -h.q - h.r
        return h.q - h.r, h.r - s, s - h.q

    for x, y, c in zip(differences(a), differences(b), differences(place), strict=True):
        if x == y:
            inside = inside and abs(x - c) < 1
            if abs(x - c) > 1:
                return Fraction(0), Fraction(0), False
            continue
        low, high = sorted((Fraction(c - 1 - x, y - x), Fraction(c + 1 - x, y - x)))
        start, end = max(start, low), min(end, high)
    return start, end, inside and start < end


def slow_line(a: Hex, b: Hex) -> tuple[list[Hex], set[frozenset[Hex]]]:
    """Find what a line crosses by cutting it with every hex around."""
    middle = Hex((a.q + b.q) // 2, (a.r + b.r) // 2)
    crossed: list[tuple[Fraction, Hex]] = []
    along: dict[tuple[Fraction, Fraction], set[Hex]] = {}
    for place in within(middle, distance(a, b) // 2 + 3):
        start, end, inside = stretch(a, b, place)
        if inside and place not in (a, b):
            crossed.append((start, place))
        elif not inside and start < end:
            along.setdefault((start, end), set()).add(place)
    return [place for _, place in sorted(crossed)], {frozenset(pair) for pair in along.values()}


@pytest.mark.parametrize("n", range(8))
def test_a_line_crosses_what_it_geometrically_crosses(n: int) -> None:
    for end in ring(MIDDLE, n):
        crossed = line(MIDDLE, end)
        expected, edges = slow_line(MIDDLE, end)
        assert list(crossed.hexes) == expected
        assert {frozenset(pair) for pair in crossed.edges} == edges
        assert len(crossed.edges) == len(edges)


LINES = [  # on a flat map: hexes, and pairs of hexes along an edge
    ("0505", "0505", "", ""),
    ("0505", "0604", "", ""),
    ("0505", "0502", "0504 0503", ""),
    ("0505", "0603", "", "0504/0604"),
    ("0505", "0905", "0705", "0604/0605 0804/0805"),
    ("0505", "0602", "0504 0603", ""),
    ("0505", "0703", "0604 0603", ""),
]


@pytest.mark.parametrize(("a", "b", "through", "edges"), LINES)
def test_lines_on_a_flat_map(a: str, b: str, through: str, edges: str) -> None:
    crossed = line(FLAT.hex(a), FLAT.hex(b))
    assert labels(crossed.hexes) == through.split()
    assert ["/".join(labels(pair)) for pair in crossed.edges] == edges.split()


def blocked_by(*names: str) -> Any:
    walls = {FLAT.hex(name) for name in names}
    return lambda place: place in walls


@pytest.mark.parametrize(
    ("a", "b", "walls", "blocking"),
    [
        ("0505", "0502", "0503", "0503"),
        ("0505", "0502", "0505 0502", ""),  # the ends never block
        ("0505", "0502", "0604 0404", ""),
        ("0505", "0603", "0504", ""),
        ("0505", "0603", "0604", ""),
        ("0505", "0603", "0504 0604", "0504 0604"),
        ("0505", "0905", "0604 0805", ""),  # one of each of two pairs
        ("0505", "0905", "0804 0805 0705 0605 0604", "0604 0605 0705 0804 0805"),
    ],
)
def test_what_blocks_the_sight(a: str, b: str, walls: str, blocking: str) -> None:
    blocked = blocked_by(*walls.split())
    assert labels(blockers(blocked, FLAT.hex(a), FLAT.hex(b))) == blocking.split()
    assert sight(blocked, FLAT.hex(a), FLAT.hex(b)) == (not blocking)


@bounded
@given(hexes, hexes, st.sets(hexes, max_size=60), hexsides)
def test_sight_is_the_same_in_both_directions_and_however_the_map_is_turned(
    a: Hex, b: Hex, walls: set[Hex], times: int
) -> None:
    free = sight(walls.__contains__, a, b)
    assert sight(walls.__contains__, b, a) == free
    assert line(b, a).hexes == line(a, b).hexes[::-1]
    turned_walls = {turned(wall, times) for wall in walls}
    assert sight(turned_walls.__contains__, turned(a, times), turned(b, times)) == free
    mirror_walls = {mirrored(wall) for wall in walls}
    assert sight(mirror_walls.__contains__, mirrored(a), mirrored(b)) == free
