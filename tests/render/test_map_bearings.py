"""Distance, direction, arcs and sight from one to another, as one would read them off a paper map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.hexes.geometry import diagonal, ring
from gmtool.hexes.grid import Grid, Hex
from gmtool.render.map_bearings import all_lines, bearing, bearing_data, bearings, ground_names, pair_lines, towards
from gmtool.rules.record import replace

if TYPE_CHECKING:
    from gmtool.encounter.reading import Reading
    from gmtool.render.map_bearings import Bearing

Readings = Callable[..., "Reading"]


def seen(reading: Reading, one: str = "rat", other: str = "wolf") -> Bearing:
    fighters = reading.encounter.combatants
    return bearing(reading, fighters[one], fighters[other], ground_names(reading.encounter))


def lines(reading: Reading, one: str = "rat", other: str = "wolf") -> list[str]:
    return pair_lines(reading, reading.encounter.combatants[one], seen(reading, one, other))


def test_the_six_neighbors_by_name(readings: Readings, neighborhood: tuple[str, str, dict[str, str]]) -> None:
    grid, center, around = neighborhood
    for way, label in around.items():
        reading = readings(f"rat: {{at: {center}}}", f"wolf: {{at: {label}}}", grid=grid)
        found = seen(reading)
        assert found.distance == 1
        assert [reading.encounter.grid.name(direction) for direction in found.directions] == [way]


@pytest.mark.parametrize(
    ("layout", "label", "between"),
    [
        ("flat", "0603", ["N", "NE"]),
        ("flat", "0705", ["NE", "SE"]),
        ("flat", "0606", ["SE", "S"]),
        ("flat", "0406", ["S", "SW"]),
        ("flat", "0305", ["SW", "NW"]),
        ("flat", "0403", ["NW", "N"]),
    ],
)
def test_diagonally_adjacent_lies_between_two(readings: Readings, layout: str, label: str, between: list[str]) -> None:
    """The diagonal hexes of 0505 on flat even, as the spec prints them, clockwise from north-north-east."""
    reading = readings("rat: {at: 0505}", f"wolf: {{at: {label}}}", grid=f"{{layout: {layout}}}")
    assert bearing_data(reading, seen(reading))["directions"] == between
    assert f"direction between {between[0]} and {between[1]}" in lines(reading)


OFFSETS = st.tuples(st.integers(-9, 9), st.integers(-9, 9)).filter(lambda offset: offset != (0, 0))


@given(st.sampled_from(["flat", "pointy"]), OFFSETS)
def test_a_target_lies_in_the_wedge_between_its_directions(layout: Any, offset: tuple[int, int]) -> None:
    grid = Grid(layout=layout)
    start = Hex(20, 20)
    end = Hex(start.q + offset[0], start.r + offset[1])
    ways = towards(grid, start, end)
    steps = [grid.step(start, way) for way in ways]
    vectors = [(step.q - start.q, step.r - start.r) for step in steps]
    if len(ways) == 1:
        n = max(abs(offset[0]), abs(offset[1]), abs(sum(offset)))
        assert (vectors[0][0] * n, vectors[0][1] * n) == offset
    else:
        assert (ways[1] - ways[0]) % 12 == 2, "two hexsides next to each other, clockwise"
        assert any(
            (a * vectors[0][0] + b * vectors[1][0], a * vectors[0][1] + b * vectors[1][1]) == offset
            for a in range(1, 19)
            for b in range(1, 19)
        )


def test_the_same_hex_has_no_direction() -> None:
    assert towards(Grid(), Hex(3, 3), Hex(3, 3)) == ()


@pytest.mark.parametrize("layout", ["flat", "pointy"])
def test_all_around_every_way_is_named_as_often(layout: Any) -> None:
    grid = Grid(layout=layout)
    straight = [towards(grid, Hex(9, 9), place) for place in ring(Hex(9, 9), 1)]
    assert [way for (way,) in straight] == list(grid.hexsides)
    assert all(len(towards(grid, Hex(9, 9), place)) == 2 for place in diagonal(Hex(9, 9)))


def test_two_in_full(readings: Readings) -> None:
    top = (
        "terrain:\n  brush: {cost: 2, hexes: [0304]}\n  hedge: {cost: 3, sight: blocked, hexes: [0305]}\n"
        "  pit: {cost: blocked, hexes: [0307]}\n"
    )
    reading = readings("rat: {at: 0304, facing: N}", "wolf: {at: 0307, facing: NE}", grid="{hex: 1.5 m}", top=top)
    assert lines(reading) == [
        "rat in 0304, facing N, on brush (2 to enter)",
        "wolf in 0307, facing NE, on pit (cannot be entered)",
        "distance 3 hexes (4.5 m)",
        "direction S",
        "wolf is behind rat",
        "rat is left-front of wolf",
        "sight blocked by hedge in 0305",
        "bite: no (needs the hex directly ahead)",
        "charge: yes (then bite)",
        "claw: no (needs any of the three hexes ahead)",
        "kick: no (needs any of the three hexes behind)",
    ]


def test_sight_is_blocked_between_and_not_at_the_ends(readings: Readings) -> None:
    for hedge, clear in (("0304", True), ("0307", True), ("0305", False), ("0306", False), ("0405", True)):
        top = f"terrain:\n  hedge: {{sight: blocked, hexes: [{hedge}]}}\n"
        reading = readings("rat: {at: 0304}", "wolf: {at: 0307}", top=top)
        assert bearing_data(reading, seen(reading))["sight"] is clear
        assert bearing_data(reading, seen(reading, "wolf", "rat"))["sight"] is clear


def test_along_an_edge_both_hexes_block_or_none(readings: Readings) -> None:
    """0505 to 0705 runs between 0604 and 0605."""
    for hexes, stops in (("0604", []), ("0605", []), ("0604, 0605", ["0604", "0605"])):
        top = f"terrain:\n  hedge: {{sight: blocked, hexes: [{hexes}]}}\n"
        reading = readings("rat: {at: 0505}", "wolf: {at: 0705}", top=top)
        assert [each["hex"] for each in bearing_data(reading, seen(reading))["blocked_by"]] == stops


def test_of_two_terrains_the_last_one_counts(readings: Readings) -> None:
    top = "terrain:\n  hedge: {sight: blocked, hexes: [0305]}\n  road: {hexes: [0305]}\n"
    assert "sight clear" in lines(readings("rat: {at: 0304}", "wolf: {at: 0307}", top=top))


def test_without_facing_there_are_no_arcs(readings: Readings) -> None:
    reading = readings("rat: {at: 0304}", "wolf: {at: 0404, facing: NW}")
    assert "rat has no facing, so no arcs" in lines(reading)
    assert "rat is ahead of wolf" in lines(reading)
    data = bearing_data(reading, seen(reading))
    assert (data["arc"], data["arc_back"]) == (None, "ahead")


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 5))
def test_c64_arcs_turn_with_the_facing(readings: Readings, turns: int) -> None:
    """C64: the wolf stands N of the rat, whatever way the rat looks."""
    facing = ["N", "NE", "SE", "S", "SW", "NW"][turns]
    reading = readings(f"rat: {{at: 0505, facing: {facing}}}", "wolf: {at: 0504}")
    arcs = ["ahead", "left-front", "left-rear", "behind", "right-rear", "right-front"]
    assert bearing_data(reading, seen(reading))["arc"] == arcs[turns]


def test_in_one_hex(readings: Readings) -> None:
    reading = readings("rat: {at: 0304, facing: N}", "wolf: {at: 0304, hp: 0/9}")
    assert lines(reading)[2:] == [
        "distance 0 hexes",
        "direction none: the same hex",
        "sight clear",
        "bite: no (needs the hex directly ahead)",
        "charge: no (wolf is in rat's own hex; a charge starts 2 or more hexes away)",
        "claw: no (needs any of the three hexes ahead)",
        "kick: no (needs any of the three hexes behind)",
    ]
    rat = reading.encounter.combatants["rat"]
    assert all_lines(reading, rat, bearings(reading, rat))[1] == "wolf 0304: same hex"


def test_everybody_nearest_first_and_file_order_among_equals(readings: Readings) -> None:
    reading = readings(
        "far: {at: 0309}",
        "rat: {at: 0304, facing: S}",
        "b: {at: 0306, hidden: true}",
        "a: {at: 0302}",
        "gone: {side: pc}",
        top="terrain:\n  hedge: {sight: blocked, hexes: [0307]}\n",
    )
    rat = reading.encounter.combatants["rat"]
    assert all_lines(reading, rat, bearings(reading, rat)) == [
        "rat in 0304, facing S",
        "b (hidden) 0306: 2 hexes S, ahead",
        "a 0302: 2 hexes N, behind",
        "far 0309: 5 hexes S, ahead, sight blocked by hedge in 0307",
        "not on the map: gone",
    ]


def test_nobody_else(readings: Readings) -> None:
    reading = readings("rat: {at: 0304}")
    rat = reading.encounter.combatants["rat"]
    assert all_lines(reading, rat, bearings(reading, rat))[1:] == ["nobody else is on the map"]


def test_what_could_be_done_is_the_systems_word(readings: Readings) -> None:
    reading = readings("rat: {at: 0304}", "wolf: {at: 0306}")
    asked = []

    def says(encounter: Any, one: Any, other: Any) -> list[str]:
        asked.append((encounter, one.id, other.id))
        return ["bite: no (needs the hex directly ahead)", "kick: yes"]

    told = reading._replace(system=replace(reading.system, within_reach=says))
    assert lines(told)[-2:] == ["bite: no (needs the hex directly ahead)", "kick: yes"]
    assert asked == [(reading.encounter, "rat", "wolf")]
    assert bearing_data(told, seen(told))["within_reach"][1] == "kick: yes"


def test_a_corner_facing_is_told_in_degrees(readings: Readings) -> None:
    reading = readings("rat: {at: 0505}", "wolf: {at: 0605}")
    reading.encounter.combatants["rat"].facing = reading.encounter.grid.direction("E", corners=True)
    reading = reading._replace(system=replace(reading.system, within_reach=None))  # bnb has no corner facings
    assert "wolf is 30 degrees right of rat" in lines(reading)
