"""The colors of the map in letters: what each says, and that the map is the same without them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.cli.output import Output
from gmtool.render.color import Strip, painted
from gmtool.render.map_text import map_lines
from gmtool.render.text import display_width
from gmtool.session import Options

if TYPE_CHECKING:
    from tests.render.conftest import Scenes

CODE = re.compile(r"\x1b\[[0-9;]*m")
NAMES = [
    "rat",
    "wolf-1",
    "小狼",
    "🐀 King",
    "Zoe\N{COMBINING DIAERESIS}",
    "\N{COMBINING ACUTE ACCENT}x",
    "Дымок",
    "DOWN",
]
TOP = """round: 1
turn: rat
terrain:
  hit: {cost: 2, hexes: [0202, 0303]}
  mud: {cost: 3, hexes: [0404]}
  wall: {cost: blocked, hexes: [0501, 0601]}
"""
GROUND = "░≈█"


def paints(lines: list[str]) -> dict[str, set[str]]:
    """By text: the paints it has anywhere on the map and in the legend."""
    found: dict[str, set[str]] = {}
    for line in lines:
        for text, paint in line.pieces if isinstance(line, Strip) else ():
            found.setdefault(text, set()).add(paint)
    return found


@settings(max_examples=60, deadline=None)
@given(
    layout=st.sampled_from(["flat", "pointy"]),
    places=st.lists(st.tuples(st.integers(1, 7), st.integers(1, 7)), min_size=2, max_size=8, unique=True),
    width=st.sampled_from([12, 30, 40, 60, 100, 200]),
    data=st.data(),
)
def test_without_its_codes_it_is_the_plain_map(
    scenes: Scenes, layout: str, places: list[tuple[int, int]], width: int, data: st.DataObject
) -> None:
    """C88, C90: also in the columns of the terminal, with wide and combining letters in the names."""
    names = ["rat", *data.draw(st.permutations(NAMES[1:]))]
    fighters = [
        f"{name}: {{at: {column:02}{row:02}, side: s{i}, facing: {'SE' if i % 2 else 'NW'}, hp: {i % 3}/9}}"
        for i, (name, (column, row)) in enumerate(zip(names, places, strict=False))
    ]
    scene = scenes(
        *fighters, grid=f"{{layout: {layout}}}", top=TOP, mover="rat", reach={"0202": 1, "0404": 5, "0101": 3}
    )
    lines = map_lines(scene, width, ascii_only=data.draw(st.booleans()))
    for line, told in zip(lines, painted(lines), strict=True):
        assert CODE.sub("", told) == line
        assert display_width(CODE.sub("", told)) == display_width(line)
        if isinstance(line, Strip):
            assert not any(piece.text.startswith("\N{COMBINING ACUTE ACCENT}") for piece in line.pieces), (
                "a combining letter stands with the one before it"
            )


def test_each_side_has_a_color_as_it_has_a_shape(scenes: Scenes) -> None:
    fighters = [
        f"{name}: {{at: 0{i + 1}01, side: {side}}}" for i, (name, side) in enumerate(zip("abcd", "pqqr", strict=True))
    ]
    found = paints(map_lines(scenes(*fighters), 60, ascii_only=True))
    sides = [found[sign] for sign in ("[a]", "<b>", "<c>", "{d}")]
    assert all(len(paint) == 1 for paint in sides), "the same on the map and below"
    assert sides[1] == sides[2]
    assert len(set.union(*sides)) == 3
    assert found["[ ]"] == sides[0]
    assert "" not in set.union(*sides)


def test_whose_turn_stands_out_and_the_fallen_are_faint(scenes: Scenes) -> None:
    fighters = ("a: {at: 0101, facing: S}", "b: {at: 0301, hp: 0/9, facing: S}", "c: {at: 0501, facing: S}")
    found = paints(map_lines(scenes(*fighters, top="round: 3\nturn: a\n"), 60, ascii_only=True))
    (turn,), (fallen,), (plain,) = (found[sign] for sign in ("[a]", "[b]", "[c]"))
    assert plain.isdigit()
    assert turn == f"1;7;{plain}", "bright, reversed"
    assert fallen == f"2;{plain}", "faint"
    assert (found["S*"], found["Sx"]) == ({turn}, {fallen}), "and so are their marks"
    assert found[" a 0101 S, turn"] == {"1"}
    assert found[" b 0301 S, DOWN"] == {"2"}
    assert found[" c 0501 S"] == {""}
    assert found["Round 3: a's turn"] == {"1"}


def test_the_ground_is_faint_and_nothing_else_is(scenes: Scenes) -> None:
    scene = scenes("rat: {at: 0701, facing: S}", top=TOP)
    lines = map_lines(scene, 60, ascii_only=False)
    for text, kinds in paints(lines).items():
        ground = bool(text) and set(text) <= set(GROUND)
        assert all(kind.split(";")[0] == "2" for kind in kinds) == ground, (text, kinds)
    signs = [next(iter(paints(lines)[sign])) for sign in GROUND]
    assert len(set(signs)) == 3


@pytest.mark.parametrize(
    ("costs", "bands"),
    [
        ([1, 2, 3, 4, 5, 6], "aabbcc"),
        ([1, 2, 3], "abc"),
        ([1], "a"),
        ([0, 0], "aa"),
        ([1, 12], "ac"),
        ([4, 5, 12], "abc"),
    ],
)
def test_costs_have_a_color_for_each_third(scenes: Scenes, costs: list[int], bands: str) -> None:
    reach = {f"{3 + i % 2:02}{1 + i // 2:02}": cost for i, cost in enumerate(costs)}
    lines = map_lines(scenes("a: {at: 0101}", mover="a", reach=reach), 60, ascii_only=True)
    found = paints(lines)
    colors = [found[str(cost)] for cost in costs]
    assert all(len(color) == 1 and "" not in color for color in colors)
    for one, first in zip(bands, colors, strict=True):
        for other, second in zip(bands, colors, strict=True):
            assert (first == second) == (one == other)


def test_words_of_the_file_are_no_reason_for_color(scenes: Scenes) -> None:
    """`hit` begins a line in green elsewhere, `DOWN` is red; here they are a title, a terrain and a name."""
    lines = map_lines(
        scenes("DOWN: {at: 0101}", top="title: hit and DOWN\n" + TOP.replace("rat", "DOWN")), 200, ascii_only=True
    )
    told = "\n".join(painted(lines))
    assert told.startswith("hit and DOWN\n")
    assert "\x1b[32mhit" not in told
    assert "\x1b[31m" not in told


def test_no_code_of_a_name_is_obeyed_and_no_column_is_lost(scenes: Scenes) -> None:
    """Reading refuses such names; should one come through, the map is painted after it was made harmless."""
    scene = scenes("rat: {at: 0101, side: pc}", "wolf: {at: 0302}")
    rat, wolf = scene.figures
    scene = scene._replace(title="\x1b[2J", figures=(rat, wolf._replace(name="w\x1b[31mf")))
    told = {}
    for color in (True, False):
        output = Output(Options(color=color), ())
        output.give(map_lines(scene, 60, ascii_only=False))
        told[color] = "\n".join(output.shown())
    assert "\x1b" not in told[False]
    assert CODE.sub("", told[True]) == told[False]
    assert "\x1b[2J" not in told[True]
    assert "\x1b[31m" not in told[True]
    assert "\\x1b[2J" in told[True]
    assert "w\\x1b[31mf 0302" in told[True]
