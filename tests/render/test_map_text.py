"""The map in letters, read back: places, adjacency, facing and terrain are those of the data it was drawn from."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.hexes.geometry import distance
from gmtool.render.map_text import map_lines
from gmtool.render.text import display_width

if TYPE_CHECKING:
    from tests.render.conftest import Scenes

ARROWS = {"↑": (0, -1), "↗": (1, -1), "→": (1, 0), "↘": (1, 1), "↓": (0, 1), "↙": (-1, 1), "←": (-1, 0), "↖": (-1, -1)}
WORDS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
WIDTHS = (26, 32, 38, 200)
"""at which the hexes around one are drawn in each size there is"""
FIGURE = re.compile(r"[(\[<]([a-z])[)\]>]")


class Spot(NamedTuple):
    """Where a name stands: the column of its middle, its line, and what stands on the line below it."""

    x: int
    y: int
    below: str


def picture(lines: list[str]) -> list[str]:
    """The drawing itself, from the numbers of the columns to the empty line above the legend."""
    first = next(i for i, line in enumerate(lines) if re.fullmatch(r" +[0-9A-Z]+( +[0-9A-Z]+)*", line))
    return lines[first : lines.index("")]


def read_back(lines: list[str]) -> dict[str, Spot]:
    """Every name of one letter, where it is drawn."""
    drawn = picture(lines)
    found = {}
    for y, line in enumerate(drawn):
        for match in FIGURE.finditer(line):
            below = drawn[y + 1][match.start() : match.end()]
            found[match[1]] = Spot(match.start(1), y, below)
    return found


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize("ascii_only", [False, True], ids=["unicode", "ascii"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_six_neighbors_are_drawn_around_their_hex(
    scenes: Scenes, neighborhood: tuple[str, str, dict[str, str]], width: int, ascii_only: bool
) -> None:
    grid, center, around = neighborhood
    letters = dict(zip(around, "bcdefg", strict=True))
    fighters = [f"a: {{at: {center}}}", *(f"{letters[way]}: {{at: {label}}}" for way, label in around.items())]
    found = read_back(map_lines(scenes(*fighters, grid=grid), width, ascii_only=ascii_only))
    assert len(found) == 7
    moved = {way: (found[letters[way]].x - found["a"].x, found[letters[way]].y - found["a"].y) for way in around}
    if "N" in moved:
        across, down = moved["SE"][0], moved["S"][1]
        assert across > 0
        assert down > 0
        assert moved == {
            "N": (0, -down),
            "NE": (across, -down // 2),
            "SE": (across, down // 2),
            "S": (0, down),
            "SW": (-across, down // 2),
            "NW": (-across, -down // 2),
        }
    else:
        across, down = moved["E"][0], moved["SE"][1]
        assert across > 0
        assert down > 0
        assert moved == {
            "NE": (across // 2, -down),
            "E": (across, 0),
            "SE": (across // 2, down),
            "SW": (-across // 2, down),
            "W": (-across, 0),
            "NW": (-across // 2, -down),
        }


@pytest.mark.parametrize("ascii_only", [False, True], ids=["unicode", "ascii"])
@pytest.mark.parametrize("width", WIDTHS)
def test_a_facing_points_at_the_neighbor_faced(
    scenes: Scenes, neighborhood: tuple[str, str, dict[str, str]], width: int, ascii_only: bool
) -> None:
    grid, center, around = neighborhood
    for way, label in around.items():
        fighters = (f"a: {{at: {center}, facing: {way}}}", f"b: {{at: {label}}}")
        found = read_back(map_lines(scenes(*fighters, grid=grid), width, ascii_only=ascii_only))
        mark = found["a"].below.strip(" _▁")
        points = WORDS[mark] if ascii_only else ARROWS[mark]
        assert points == (sign(found["b"].x - found["a"].x), sign(found["b"].y - found["a"].y)), (way, mark)
        assert found["b"].below.strip(" _▁") == ""


CORNERS = {
    "flat": {"NNE": "NNE", "E": "→", "SSE": "SSE", "SSW": "SSW", "W": "←", "NNW": "NNW"},
    "pointy": {"N": "↑", "ENE": "ENE", "ESE": "ESE", "S": "↓", "WSW": "WSW", "WNW": "WNW"},
}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("layout", "way"), [(layout, way) for layout, ways in CORNERS.items() for way in ways])
def test_a_corner_that_is_faced_is_named_where_no_arrow_points_so(
    scenes: Scenes, layout: str, way: str, width: int
) -> None:
    """Of the arrows that signs have, four lie on a corner exactly; the other eight stand for hexsides."""
    scene = scenes("a: {at: 0505}", *(f"b{i}: {{at: {label}}}" for i, label in enumerate(("0301", "0705"))),
                   grid=f"{{layout: {layout}}}")  # fmt: skip
    figure = scene.figures[0]._replace(facing=scene.grid.direction(way, corners=True))
    scene = scene._replace(figures=(figure, *scene.figures[1:]))
    for ascii_only, mark in ((True, way), (False, CORNERS[layout][way])):
        lines = map_lines(scene, width, ascii_only=ascii_only)
        drawn = picture(lines)
        y, x = next((y, line.index("[a]")) for y, line in enumerate(drawn) if "[a]" in line)
        assert re.sub(r"[ _▁|│\\/╲╱]", "", drawn[y + 1][max(0, x - 1) : x + 4]) == mark
        assert any(f"a 0505 {way}" in line for line in lines)


def test_all_sizes_were_seen(scenes: Scenes, neighborhood: tuple[str, str, dict[str, str]]) -> None:
    """The widths above lead to every picture: else they would leave one untested."""
    grid, center, around = neighborhood
    fighters = (f"a: {{at: {center}}}", *(f"b{i}: {{at: {label}}}" for i, label in enumerate(around.values())))
    sizes = {
        max(map(len, picture(map_lines(scenes(*fighters, grid=grid), width, ascii_only=True)))) for width in WIDTHS
    }
    assert len(sizes) == (4 if "flat" in grid else 3)


LAYOUTS = st.sampled_from(
    [f"{{layout: {lay}, shove: {shove}}}" for lay in ("flat", "pointy") for shove in ("even", "odd")]
)
PLACES = st.lists(st.tuples(st.integers(1, 14), st.integers(1, 14)), min_size=2, max_size=6, unique=True)


@settings(max_examples=60, deadline=None)
@given(grid=LAYOUTS, places=PLACES, width=st.integers(70, 180), ascii_only=st.booleans())
def test_distances_on_the_drawing_are_those_of_the_map(
    scenes: Scenes, grid: str, places: list[tuple[int, int]], width: int, ascii_only: bool
) -> None:
    """In doubled coordinates, as the drawing has them: redblobgames.com/grids/hexagons/#distances-doubled."""
    fighters = [f"{'abcdef'[i]}: {{at: {column:02}{row:02}}}" for i, (column, row) in enumerate(places)]
    scene = scenes(*fighters, grid=grid)
    lines = map_lines(scene, width, ascii_only=ascii_only)
    found = read_back(lines)
    assert found.keys() == {figure.id for figure in scene.figures}
    flat = scene.grid.layout == "flat"
    across, down = pitch(scenes, grid, places, width, ascii_only)
    for one, other in combinations(scene.figures, 2):
        a, b = found[one.name], found[other.name]
        dx, dy = abs(a.x - b.x), abs(a.y - b.y)
        steps, sideways = (dx // across, 2 * dy // down) if flat else (dy // down, 2 * dx // across)
        assert steps + max(0, (sideways - steps) // 2) == distance(one.at, other.at)


def pitch(scenes: Scenes, grid: str, places: list[tuple[int, int]], width: int, ascii_only: bool) -> tuple[int, int]:
    """Columns and lines from one hex to the next, as the numbers at the edges stand."""
    fighters = [f"{'abcdef'[i]}: {{at: {column:02}{row:02}}}" for i, (column, row) in enumerate(places)]
    drawn = picture(map_lines(scenes(*fighters, grid=grid), width, ascii_only=ascii_only))
    columns = [match.start() for match in re.finditer(r"[0-9]+", drawn[0])]
    rows = [y for y, line in enumerate(drawn) if re.match(r"[0-9]+ ", line)]
    across = columns[1] - columns[0]
    down = (rows[2] - rows[0]) // 2 if len(rows) > 2 else rows[1] - rows[0]
    return across, down


@settings(max_examples=40, deadline=None)
@given(grid=LAYOUTS, places=PLACES, width=st.integers(60, 180))
def test_the_numbers_at_the_edges_name_the_hex(
    scenes: Scenes, grid: str, places: list[tuple[int, int]], width: int
) -> None:
    """Straight down from a column's number stand its hexes, straight right of a row's number stand its own."""
    fighters = [f"{'abcdef'[i]}: {{at: {column:02}{row:02}}}" for i, (column, row) in enumerate(places)]
    scene = scenes(*fighters, grid=grid)
    drawn = picture(map_lines(scene, width, ascii_only=True))
    across, down = pitch(scenes, grid, places, width, True)
    columns = {int(match[0]): match.start() for match in re.finditer(r"[0-9]+", drawn[0])}
    rows = {int(line[:2]): y for y, line in enumerate(drawn) if re.match(r"[0-9]+ ", line)}
    for figure, (column, row) in zip(scene.figures, places, strict=True):
        spot = read_back(["", *drawn, ""][1:])[figure.name]
        assert abs(spot.x - columns[column]) <= across // 2 + 1
        assert abs(spot.y - rows[row]) <= down // 2


def test_c69_three_corners_and_a_facing(scenes: Scenes) -> None:
    """The map of C69, checked by eye against a printed sheet: 0101 top left, column 02 half a hex lower."""
    fighters = ("a: {at: 0101}", "b: {at: 0104}", "c: {at: 0401, facing: NE}")
    assert picture(map_lines(scenes(*fighters), 38, ascii_only=True)) == [
        "     01    02    03    04    05",
        "    _____       _____       _____",
        "01 / [a] \\_____/     \\_____/     \\",
        "   \\_____/     \\_____/ [c] \\_____/",
        "02 /     \\_____/     \\_NE__/     \\",
        "   \\_____/     \\_____/     \\_____/",
        "03 /     \\_____/     \\_____/     \\",
        "   \\_____/     \\_____/     \\_____/",
        "04 / [b] \\_____/     \\_____/     \\",
        "   \\_____/     \\_____/     \\_____/",
        "05 /     \\_____/     \\_____/     \\",
        "   \\_____/     \\_____/     \\_____/",
        "         \\_____/     \\_____/",
    ]
    assert picture(map_lines(scenes(*fighters, grid="{shove: odd}"), 38, ascii_only=True))[:5] == [
        "     01    02    03    04    05",
        "          _____       _____",
        "    _____/     \\_____/ [c] \\_____",
        "01 / [a] \\_____/     \\_NE__/     \\",
        "   \\_____/     \\_____/     \\_____/",
    ]


def test_rows_that_lie(scenes: Scenes) -> None:
    fighters = ("a: {at: 0101, side: pc}", "b: {at: 0102, facing: E}")
    assert picture(map_lines(scenes(*fighters, grid="{layout: pointy}"), 20, ascii_only=True)) == [
        "     01    02",
        "     / \\   / \\",
        "    /   \\ /   \\",
        "01 | (a) |     |",
        "    \\   / \\   / \\",
        "     \\ /   \\ /   \\",
        "02    | [b] |     |",
        "     / \\ E / \\   /",
        "    /   \\ /   \\ /",
        "03 |     |     |",
        "    \\   / \\   /",
        "     \\ /   \\ /",
    ]


# who, and how ---------------------------------------------------------------------------------------------------


def test_sides_have_brackets_of_their_own_and_the_players_are_round(scenes: Scenes) -> None:
    fighters = ("a: {at: 0101, side: owls}", "b: {at: 0301, side: pc}", "c: {at: 0501}", "d: {at: 0303, side: owls}")
    lines = map_lines(scenes(*fighters), 60, ascii_only=True)
    drawn = "\n".join(picture(lines))
    assert all(word in drawn for word in ("[a]", "(b)", "<c>", "[d]"))
    assert "( ) pc   [ ] owls   < > npc" in lines


def test_sides_beyond_the_last_brackets_are_still_named(scenes: Scenes) -> None:
    fighters = [f"{name}: {{at: 01{i + 1:02}, side: s{i}}}" for i, name in enumerate("abcdefgh")]
    told = "   ".join(map_lines(scenes(*fighters), 60, ascii_only=True))
    assert "= = s4   = = s5   = = s6   = = s7" in told


def test_the_players_are_round_even_alone_and_nobody_else_is(scenes: Scenes) -> None:
    """So that a side does not change its shape when another leaves the map."""
    assert "[a]" in "\n".join(map_lines(scenes("a: {at: 0101}"), 60, ascii_only=True))
    assert "(a)" in "\n".join(map_lines(scenes("a: {at: 0101, side: pc}"), 60, ascii_only=True))
    told = "\n".join(map_lines(scenes("b: {side: owls}", "a: {at: 0101, side: rats}"), 60, ascii_only=True))
    assert "<a>" in told
    assert "< > rats" in told
    assert "owls" not in told


def test_whose_turn_who_is_down_and_who_is_hidden(scenes: Scenes) -> None:
    fighters = ("a: {at: 0101, facing: S}", "b: {at: 0301, hp: 0/9, facing: S}", "c: {at: 0501, hidden: true}")
    lines = map_lines(scenes(*fighters, top="round: 3\nturn: a\n"), 60, ascii_only=True)
    found = read_back(lines)
    assert [found[name].below.strip("_ ") for name in "abc"] == ["S*", "Sx", "?"]
    assert lines[0] == "Round 3: a's turn"
    assert "* whose turn   x down   ? hidden" in lines
    told = "\n".join(lines)
    assert "a 0101 S, turn" in told
    assert "b 0301 S, DOWN" in told
    assert "c 0501, hidden" in told


def test_no_mark_is_explained_that_is_not_there(scenes: Scenes) -> None:
    told = "\n".join(map_lines(scenes("a: {at: 0101}"), 60, ascii_only=True))
    assert not any(word in told for word in ("whose turn", "down", "hidden", "more in"))
    assert "not started" in told


@pytest.mark.parametrize("width", WIDTHS)
def test_c69_two_in_a_hex_are_counted_and_both_in_the_legend(scenes: Scenes, width: int) -> None:
    fighters = ("a: {at: 0404, hp: 0/9}", "b: {at: 0404, facing: NW}", "c: {at: 0808}")
    lines = map_lines(scenes(*fighters, top="round: 1\nturn: b\n"), width, ascii_only=False)
    found = read_back(lines)
    assert found.keys() == {"b", "c"}, "whose turn it is lies on top"
    assert "+1" in found["b"].below
    legend = "\n".join(lines[lines.index("") :])
    assert "a 0404, DOWN" in legend
    assert "b 0404 NW, turn" in legend
    assert "+ more in the same hex" in legend


def test_who_is_not_on_the_map_is_named(scenes: Scenes) -> None:
    lines = map_lines(scenes("a: {at: 0101}", "b: {side: pc}", "c: {side: pc}"), 60, ascii_only=True)
    assert lines[-1] == "not on the map: b   c"


def test_names_are_short_on_the_map_and_whole_below(scenes: Scenes) -> None:
    fighters = ("wolf-1: {at: 0101}", "wolf-2: {at: 0301}", "wolfram: {at: 0501}", "Anne-Marie: {at: 0303}")
    lines = map_lines(scenes(*fighters), 45, ascii_only=True)
    drawn = "\n".join(picture(lines))
    for short, name in (("[wo1]", "wolf-1"), ("[wo2]", "wolf-2"), ("[wol]", "wolfram"), ("[Ann]", "Anne-Marie")):
        assert short in drawn
        assert any(line.startswith(f"{short} {name} ") or f" {short} {name} " in line for line in lines)


# terrain and reach ----------------------------------------------------------------------------------------------


def test_terrain_is_drawn_in_its_hexes_and_nowhere_else(scenes: Scenes) -> None:
    top = "terrain:\n  brush: {cost: 2, hexes: [0202]}\n  wall: {cost: blocked, sight: blocked, hexes: [0402]}\n"
    lines = map_lines(scenes("a: {at: 0202, facing: N}", top=top), 38, ascii_only=True)
    assert picture(lines) == [
        "     01    02    03    04    05",
        "    _____       _____       _____",
        "01 /     \\_____/     \\_____/     \\",
        "   \\_____/     \\_____/     \\_____/",
        "02 /     \\_____/     \\_____/     \\",
        "   \\_____/:[a]:\\_____/#####\\_____/",
        "03 /     \\::N::/     \\#####/     \\",
        "   \\_____/     \\_____/     \\_____/",
        "         \\_____/     \\_____/",
    ]
    assert ": brush: 2 to enter" in lines
    assert lines[-2:] == ["# wall: cannot be entered, blocks", "  sight"], "a legend goes on below"


def test_of_two_terrains_in_a_hex_the_last_one_counts(scenes: Scenes) -> None:
    top = "terrain:\n  brush: {cost: 2, hexes: [0202]}\n  wall: {cost: blocked, hexes: [0202]}\n"
    drawn = "\n".join(picture(map_lines(scenes(top=top), 40, ascii_only=True)))
    assert "#" in drawn
    assert ":" not in drawn


def test_terrains_without_a_sign_of_their_own_share_the_last(scenes: Scenes) -> None:
    top = "terrain:\n" + "".join(f"  t{i}: {{cost: 2, hexes: [01{i + 1:02}]}}\n" for i in range(14))
    told = "\n".join(map_lines(scenes(top=top), 60, ascii_only=True))
    assert all(f"t{i}: 2 to enter" in told for i in range(14))


@pytest.mark.parametrize("width", WIDTHS)
def test_reach_is_marked_with_its_cost(scenes: Scenes, width: int) -> None:
    reach = {"0302": 1, "0301": 12, "0404": 2, "0303": 0}
    scene = scenes("a: {at: 0303, side: pc}", "b: {at: 0404}", mover="a", reach=reach)
    lines = map_lines(scene, width, ascii_only=True)
    drawn = picture(lines)
    columns = [match.start() for match in re.finditer(r"[0-9]+", drawn[0])]
    spot = read_back(lines)["a"]
    above = [line[spot.x - 2 : spot.x + 3].strip(" /\\_") for line in drawn[1 : spot.y]]
    costs = [word for word in above if word in ("1", "12")]
    assert costs == ["12", "1"], "two hexes above, and one"
    assert len(columns) >= 3
    assert "numbers: what it costs a to go there" in " ".join(" ".join(lines).split())
    assert read_back(lines)["b"], "a figure is not hidden by a number"


def test_nowhere_to_go(scenes: Scenes) -> None:
    lines = map_lines(scenes("a: {at: 0303}", mover="a"), 60, ascii_only=True)
    assert "a can go nowhere" in lines


# room -----------------------------------------------------------------------------------------------------------

CROWD = [f"wolf-{i}: {{at: {1 + i % 6 * 4:02}{1 + i // 6 * 3:02}, facing: NE}}" for i in range(24)]


@pytest.mark.parametrize("layout", ["flat", "pointy"])
@pytest.mark.parametrize("width", [20, 30, 40, 60, 80, 100, 133, 200])
def test_c89_no_line_is_wider_than_the_terminal(scenes: Scenes, width: int, layout: str) -> None:
    lines = map_lines(
        scenes(*CROWD, grid=f"{{layout: {layout}}}", top="round: 1\nturn: wolf-9\n"), width, ascii_only=False
    )
    drawn = picture(lines)
    assert max(map(display_width, drawn)) <= width
    assert max(map(display_width, lines)) <= width


def test_a_map_too_wide_is_shown_in_part_and_says_so(scenes: Scenes) -> None:
    lines = map_lines(scenes(*CROWD, top="round: 1\nturn: wolf-8\n"), 40, ascii_only=True)
    assert lines[:4] == [
        "Round 1: wolf-8's turn",
        "the map needs 92 columns, here are 40",
        "shown: columns 05 to 13 of the hexes",
        "gm map --list says it all in words",
    ]
    assert re.findall(r"[0-9]+", picture(lines)[0]) == [f"{column:02}" for column in range(5, 14)]
    assert any("wolf-23 2110 NE" in line for line in lines), "the legend has everybody"


def test_a_window_lies_around_everybody_if_they_fit(scenes: Scenes) -> None:
    top = "round: 1\nturn: a\nterrain:\n  wall: {cost: blocked, hexes: [0101, 4001]}\n"
    lines = map_lines(scenes("a: {at: 2005}", "b: {at: 2405}", top=top), 40, ascii_only=True)
    assert read_back(lines).keys() == {"a", "b"}
    assert "shown: columns 18 to 26 of the hexes" in lines


def test_a_window_does_not_leave_the_map(scenes: Scenes) -> None:
    for turn, first, last in (("a", "01", "09"), ("b", "32", "40")):
        top = f"round: 1\nturn: {turn}\n"
        lines = map_lines(scenes("a: {at: 0105}", "b: {at: 4005}", grid="{size: 40x9}", top=top), 40, ascii_only=True)
        assert f"shown: columns {first} to {last} of the hexes" in lines
        assert read_back(lines).keys() == {turn}


def test_where_no_window_fits_it_is_told_in_words(scenes: Scenes) -> None:
    lines = map_lines(scenes(*CROWD), 12, ascii_only=True)
    assert lines[0] == "12 columns are too few for a map; in words:"
    assert "wolf-23 (npc) in 2110, facing NE." in lines


def test_the_map_is_cropped_to_what_is_used_and_one_hex(scenes: Scenes) -> None:
    lines = map_lines(scenes("a: {at: 0508}", "b: {at: 0609}", grid="{size: 24x18}"), 60, ascii_only=True)
    drawn = picture(lines)
    assert drawn[0].split() == ["04", "05", "06", "07"]
    assert [line[:2] for line in drawn if line[:2].strip()] == ["07", "08", "09", "10"]


def test_the_crop_ends_at_the_edge_of_the_map(scenes: Scenes) -> None:
    drawn = picture(map_lines(scenes("a: {at: 0101}", "b: {at: 0304}", grid="{size: 3x4}"), 60, ascii_only=True))
    assert drawn[0].split() == ["01", "02", "03"]
    assert [line[:2] for line in drawn if line[:2].strip()] == ["01", "02", "03", "04"]


def test_letters_at_the_edges(scenes: Scenes) -> None:
    lines = map_lines(scenes("a: {at: C4}", "b: {at: AA5}", grid="{labels: letters}"), 200, ascii_only=True)
    drawn = picture(lines)
    assert drawn[0].split() == ["B", "C", "D", *"EFGHIJKLMNOPQRSTUVWXYZ", "AA", "AB"]
    assert [line[:2].strip() for line in drawn if line[:2].strip()] == ["3", "4", "5", "6"]
    assert any("a C4" in line for line in lines)


def test_columns_past_99(scenes: Scenes) -> None:
    lines = map_lines(scenes("a: {at: '101007'}"), 60, ascii_only=True)
    assert picture(lines)[0].split() == ["100", "101", "102"]
    assert any("a 101007" in line for line in lines)


def test_labels_stand_in_large_hexes(scenes: Scenes) -> None:
    for layout in ("flat", "pointy"):
        lines = map_lines(scenes("a: {at: 0304}", grid=f"{{layout: {layout}}}"), 80, ascii_only=True)
        drawn = picture(lines)
        spot = read_back(lines)["a"]
        assert "0304" in drawn[spot.y - 1][spot.x - 3 : spot.x + 4]


def test_nothing_to_draw(scenes: Scenes) -> None:
    assert map_lines(scenes("a: {side: pc}"), 60, ascii_only=True)[-2:] == [
        "Nobody is on the map.",
        "Not on the map: a.",
    ]


def test_an_empty_map_with_a_size_is_drawn_whole(scenes: Scenes) -> None:
    drawn = picture(map_lines(scenes(grid="{size: 4x3}"), 60, ascii_only=True))
    assert drawn[0].split() == ["01", "02", "03", "04"]


# signs ----------------------------------------------------------------------------------------------------------

ODD = {"🐀 King": 3, "小狼": 2, "Zoe\N{COMBINING DIAERESIS}": 3, "Дымок": 3, "O'Malley": 3, "wolf #3": 3}


@pytest.mark.parametrize("name", ODD)
def test_c90_wide_and_combining_signs_keep_the_grid_aligned(scenes: Scenes, name: str) -> None:
    """C90: every line is as wide as with a plain name, and every outline in the same column."""
    plain = picture(map_lines(scenes("abc: {at: 0202}", "b: {at: 0402}"), 38, ascii_only=False))
    drawn = picture(map_lines(scenes(f'"{name}": {{at: 0202}}', "b: {at: 0402}"), 38, ascii_only=False))
    assert [display_width(line) for line in drawn] == [display_width(line) for line in plain]
    row = next(i for i, line in enumerate(plain) if "[abc]" in line)
    before, _, after = plain[row].partition("[abc]")
    inside = drawn[row].removeprefix(before).removesuffix(after)
    assert display_width(inside) == 5
    assert inside.strip()[0] == "["
    assert inside.strip()[-1] == "]"
    assert display_width(inside.strip()) == ODD[name] + 2


@pytest.mark.parametrize("width", [20, 40, 60, 200])
def test_ascii_is_nothing_but_ascii(scenes: Scenes, width: int) -> None:
    fighters = [f'"{name}": {{at: {2 * i + 1:02}03, facing: NE, side: "sïde"}}' for i, name in enumerate(ODD)]
    top = "title: Über\nround: 1\nturn: 小狼\nterrain:\n  Gebüsch: {cost: 2, hexes: [0101]}\n"
    lines = map_lines(scenes(*fighters, top=top), width, ascii_only=True)
    assert all(line.isascii() for line in lines)
    assert any("\\u5c0f\\u72fc" in line for line in lines)


def test_a_name_with_line_breaks_stays_on_its_line(scenes: Scenes) -> None:
    lines = map_lines(
        scenes('a: {at: 0202, name: "Grey\\nmane\\tthe old"}', top='title: "A\\nB"\n'), 60, ascii_only=False
    )
    assert not any("\n" in line or "\t" in line for line in lines)
    assert any("Grey mane the old 0202" in line for line in lines)
    assert lines[0] == "A B"


def test_c89_long_names_are_cut_and_numbers_never(scenes: Scenes) -> None:
    """C89."""
    fighters = [f"{'a very long name ' * 3}{i}: {{at: 0{i}05, facing: SE}}" for i in range(1, 5)]
    lines = map_lines(scenes(*fighters), 40, ascii_only=False)
    for i in range(1, 5):
        row = next(line for line in lines if f"0{i}05 SE" in line)
        assert "…" in row
        assert display_width(row) <= 40
    assert len({line.split()[0] for line in lines if "05 SE" in line}) == 4


def test_a_big_map_has_everybody(scenes: Scenes) -> None:
    """60x40 hexes, 200 combatants, whole and in part."""
    fighters = [f"wolf-{i}: {{at: {1 + i % 20 * 3:02}{1 + i // 20 * 4:02}, facing: NE}}" for i in range(200)]
    scene = scenes(*fighters, grid="{size: 60x40}", top="round: 1\nturn: wolf-9\n")
    for width in (80, 320):
        lines = map_lines(scene, width, ascii_only=False)
        assert sum(line.count("wolf-") for line in lines[2:]) == 200
