from __future__ import annotations

from math import atan2, degrees, hypot
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.hexes.grid import Direction, Grid, Hex, length, size

LAYOUTS = [("flat", "even"), ("flat", "odd"), ("pointy", "even"), ("pointy", "odd")]

NEIGHBORS = [
    ("flat", "even", "0505", "N 0504 NE 0604 SE 0605 S 0506 SW 0405 NW 0404"),
    ("flat", "odd", "0505", "N 0504 NE 0605 SE 0606 S 0506 SW 0406 NW 0405"),
    ("pointy", "even", "0505", "NE 0504 E 0605 SE 0506 SW 0406 W 0405 NW 0404"),
    ("pointy", "odd", "0505", "NE 0604 E 0605 SE 0606 SW 0506 W 0405 NW 0504"),
    ("flat", "even", "0606", "N 0605 NE 0706 SE 0707 S 0607 SW 0507 NW 0506"),
    ("flat", "odd", "0606", "N 0605 NE 0705 SE 0706 S 0607 SW 0506 NW 0505"),
    ("pointy", "even", "0606", "NE 0705 E 0706 SE 0707 SW 0607 W 0506 NW 0605"),
    ("pointy", "odd", "0606", "NE 0605 E 0706 SE 0607 SW 0507 W 0506 NW 0505"),
]


@pytest.mark.parametrize(("layout", "shove", "label", "expected"), NEIGHBORS)
def test_every_hexside_leads_to_the_neighbor_printed_there(layout: Any, shove: Any, label: str, expected: str) -> None:
    grid = Grid(layout, shove)
    words = expected.split()
    assert [grid.name(side) for side in grid.hexsides] == words[::2]
    assert [grid.label(grid.step(grid.hex(label), side)) for side in grid.hexsides] == words[1::2]


@pytest.mark.parametrize(
    ("shove", "expected"),
    [("even", "0203 0204 0303 0305 0403 0404"), ("odd", "0204 0205 0303 0305 0404 0405")],
)
def test_c61_neighbors_of_0304_on_a_flat_map(shove: Any, expected: str) -> None:
    grid = Grid("flat", shove)
    assert sorted(grid.label(grid.step(grid.hex("0304"), side)) for side in grid.hexsides) == expected.split()


def test_corner_steps_of_0505_on_a_flat_map() -> None:
    grid = Grid()
    steps = {grid.name(corner): grid.label(grid.step(grid.hex("0505"), corner)) for corner in grid.corners}
    assert steps == {"NNE": "0603", "E": "0705", "SSE": "0606", "SSW": "0406", "W": "0305", "NNW": "0403"}


BEARINGS = [
    ("flat", "hexsides", "N 0 NE 60 SE 120 S 180 SW 240 NW 300"),
    ("flat", "corners", "NNE 30 E 90 SSE 150 SSW 210 W 270 NNW 330"),
    ("pointy", "hexsides", "NE 30 E 90 SE 150 SW 210 W 270 NW 330"),
    ("pointy", "corners", "N 0 ENE 60 ESE 120 S 180 WSW 240 WNW 300"),
]


@pytest.mark.parametrize(("layout", "kind", "expected"), BEARINGS)
def test_directions_have_their_names_and_bearings(layout: Any, kind: str, expected: str) -> None:
    grid = Grid(layout)
    directions = getattr(grid, kind)
    assert " ".join(f"{grid.name(one)} {one.bearing}" for one in directions) == expected
    assert [grid.direction(grid.name(one).lower(), corners=True) for one in directions] == list(directions)
    assert {grid.is_hexside(one) for one in directions} == {kind == "hexsides"}
    assert [grid.at_spoke(grid.spoke(one)) for one in directions] == list(directions)


@pytest.mark.parametrize(("layout", "shove"), LAYOUTS)
def test_directions_point_where_the_drawn_centers_lie(layout: Any, shove: Any) -> None:
    grid = Grid(layout, shove)
    for label in ("0505", "0606", "0506", "0605"):
        x, y = grid.center(grid.hex(label))
        for hour in range(12):
            to_x, to_y = grid.center(grid.step(grid.hex(label), Direction(hour)))
            assert degrees(atan2(to_x - x, y - to_y)) % 360 == pytest.approx(Direction(hour).bearing, abs=1e-9)
            apart = 1 if grid.is_hexside(Direction(hour)) else 3**0.5
            assert hypot(to_x - x, to_y - y) == pytest.approx(apart)


@pytest.mark.parametrize(
    ("layout", "shove", "origin", "shoved", "center"),
    [
        ("flat", "even", "0101", "0201", (0.8660254, 0.5)),
        ("flat", "odd", "0201", "0101", (0, 0.5)),
        ("pointy", "even", "0101", "0102", (0.5, 0.8660254)),
        ("pointy", "odd", "0102", "0101", (0.5, 0)),
    ],
)
def test_the_shoved_columns_or_rows_are_drawn_half_a_hex_along(
    layout: Any, shove: Any, origin: str, shoved: str, center: tuple[float, float]
) -> None:
    grid = Grid(layout, shove)
    assert 0 in grid.center(grid.hex(origin))
    assert grid.center(grid.hex(shoved)) == pytest.approx(center)


@pytest.mark.parametrize("name", ["NO", "45", "north", "6", "", "ENE"])
def test_an_unknown_direction_is_refused_with_the_six(name: str) -> None:
    with pytest.raises(ValueError) as caught:
        Grid().direction(name)
    assert str(caught.value) == f"{name or 'an empty text'} is no direction on a flat layout; one of N NE SE S SW NW"


def test_a_corner_is_a_direction_only_where_corners_are_allowed() -> None:
    with pytest.raises(ValueError, match=r"E is a corner, not a hexside, on a flat layout; one of N NE SE S SW NW$"):
        Grid().direction("E")
    assert Grid().direction("E", corners=True) == 3
    with pytest.raises(ValueError, match=r"XX is no direction .* one of N NE ENE E ESE SE S SW WSW W WNW NW$"):
        Grid("pointy").direction("XX", corners=True)


def test_directions_turn_by_hexsides_and_know_their_opposites() -> None:
    grid = Grid()
    north = grid.direction("N")
    assert [grid.name(north.turned(n)) for n in (1, -1, 2, 3, 7)] == ["NE", "NW", "SE", "S", "NE"]
    assert grid.name(grid.direction("E", corners=True).opposite) == "W"
    assert grid.name(grid.direction("SSW", corners=True).turned(1)) == "W"


# labels -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("layout", "shove"), LAYOUTS)
def test_c62_columns_and_rows_round_trip_on_both_sides_of_zero(layout: Any, shove: Any) -> None:
    grid = Grid(layout, shove)
    places = [(column, row) for column in range(-20, 21) for row in range(-20, 21)]
    hexes = [grid.from_offset(*place) for place in places]
    assert [grid.offset(one) for one in hexes] == places
    assert len(set(hexes)) == len(places)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(LAYOUTS), st.booleans(), st.integers(1, 999), st.integers(1, 999))
def test_labels_round_trip(layout: Any, letters: bool, column: int, row: int) -> None:
    grid = Grid(layout[0], layout[1], letters=letters)
    place = grid.from_offset(column, row)
    assert grid.hex(grid.label(place)) == place


LABELS = [
    (False, "0304", 3, 4),
    (False, "9999", 99, 99),
    (False, "101007", 101, 7),
    (False, "007101", 7, 101),
    (True, "C4", 3, 4),
    (True, "Z1", 26, 1),
    (True, "AA12", 27, 12),
    (True, "AZ100", 52, 100),
    (True, "BA7", 53, 7),
    (True, "ZZ1", 702, 1),
    (True, "ALK999", 999, 999),
]


@pytest.mark.parametrize(("letters", "label", "column", "row"), LABELS)
def test_a_label_is_column_then_row(letters: bool, label: str, column: int, row: int) -> None:
    grid = Grid(letters=letters)
    assert grid.offset(grid.hex(label)) == (column, row)
    assert grid.label(grid.from_offset(column, row)) == label


def test_other_spellings_of_a_label_are_read() -> None:
    assert Grid().hex("003004") == Grid().hex("0304")
    assert Grid(letters=True).hex("aa12") == Grid(letters=True).hex("AA12")


BAD_LABELS = [
    (Grid(), "3:20", "no hex label: four digits, column then row, as 0304; for column 3, row 20 write 0320"),
    (Grid(), "[3, 4]", "for column 3, row 4 write 0304"),
    (Grid(), "0:45", "no hex label: four digits, column then row, as 0304; columns and rows count from 1"),
    (Grid(), "304", "did you mean 0304?"),
    (Grid(), "C4", "`labels: letters` in `grid:` reads C4"),
    (Grid(), "-1,3", "no hex label: four digits"),
    (Grid(), "03045", "six past 99, as 101007"),
    (Grid(), "", "an empty text is no hex label"),
    (Grid(), "0304 ", "no hex label"),
    (Grid(), "٠٣٠٤", "no hex label"),  # Arabic digits are digits to str.isdigit
    (Grid(letters=True), "0304", "letters for the column, then the row, as C4"),
    (Grid(letters=True), "4C", "letters for the column, then the row, as C4"),
    (Grid(columns=24, rows=18), "0045", "0045 is off the map (columns 1 to 24, rows 1 to 18)"),
    (Grid(columns=24, rows=18), "2501", "2501 is off the map (columns 1 to 24, rows 1 to 18)"),
    (Grid(columns=24, rows=18), "0119", "0119 is off the map"),
    (Grid(), "0000", "0000 is off the map (columns and rows count from 1)"),
    (Grid(letters=True), "C0", "C0 is off the map"),
    (Grid(letters=True), "ALL1", "ALL1 is off the map"),
]


@pytest.mark.parametrize(("grid", "label", "reason"), BAD_LABELS)
def test_what_is_no_hex_of_the_map_is_refused_with_the_reason(grid: Grid, label: str, reason: str) -> None:
    with pytest.raises(ValueError) as caught:
        grid.hex(label)
    assert reason in str(caught.value)


def test_the_map_ends_at_its_size() -> None:
    grid = Grid("pointy", columns=24, rows=18)
    assert {label: grid.inside(grid.from_offset(*label)) for label in [(1, 1), (24, 18), (24, 1), (1, 18)]} == {
        (1, 1): True, (24, 18): True, (24, 1): True, (1, 18): True,
    }  # fmt: skip
    assert not any(grid.inside(grid.from_offset(*place)) for place in [(0, 1), (1, 0), (25, 1), (1, 19), (-3, -3)])


def test_a_hex_beyond_all_labels_has_none() -> None:
    with pytest.raises(ValueError, match=r"column 5, row 0 is off the map \(columns 1 to 9, rows 1 to 9\)"):
        Grid(columns=9, rows=9).label(Grid().step(Grid().hex("0501"), Direction(0)))
    assert Grid(columns=9, rows=9).label(Grid().hex("1001")) == "1001"


def test_a_hex_is_its_axial_pair() -> None:
    assert Hex(2, -1) == (2, -1)
    assert Grid() == Grid("flat", "even")


# the texts of `grid:` -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "expected"), [("24x18", (24, 18)), ("1 X 999", (1, 999)), ("20×14", (20, 14))])
def test_a_size_is_columns_by_rows(text: str, expected: tuple[int, int]) -> None:
    assert size(text) == expected


@pytest.mark.parametrize("text", ["24", "0x18", "24x0", "1000x5", "-4x5", "24x18x2", "", "axb", "24 by 18"])
def test_other_sizes_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no map size: columns x rows, 1 to 999 each, as 24x18"):
        size(text)


@pytest.mark.parametrize(("text", "meters"), [("2 m", 2.0), ("1m", 1.0), ("1.5 m", 1.5), ("0.75 m", 0.75)])
def test_a_hex_size_is_meters(text: str, meters: float) -> None:
    assert length(text) == meters


@pytest.mark.parametrize("text", ["2", "0 m", "0.0 m", "-2 m", "5 ft", "2 mm", "", "m", "1,5 m", "nan m", "1e3 m"])
def test_other_hex_sizes_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no hex size: meters, more than 0, as 2 m or 1.5 m"):
        length(text)
