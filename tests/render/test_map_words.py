"""The map in sentences says what the drawing shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gmtool.render.map_words import listed, scene_sentences

if TYPE_CHECKING:
    from tests.render.conftest import Scenes


def test_all_of_it(scenes: Scenes) -> None:
    fighters = (
        "rat: {at: 0304, facing: SE, side: pc}",
        "wolf: {at: 0405, facing: N, hp: 0/9, name: Greymane}",
        "mole: {at: 0405, hidden: true}",
        "owl: {side: pc}",
    )
    top = (
        "title: The culvert!\nround: 2\nturn: rat\nterrain:\n"
        "  brush: {cost: 2, hexes: [0405, 0406]}\n"
        "  wall: {cost: blocked, sight: blocked, hexes: [0701..0705]}\n"
        "  smoke: {sight: blocked, hexes: []}\n"
    )
    assert scene_sentences(scenes(*fighters, grid="{size: 20x14, hex: 1.5 m}", top=top)) == [
        "The culvert!",
        "Round 2: rat's turn.",
        "Flat hexes, even columns half a hex lower; 20 columns and 14 rows; a hex is 1.5 m wide.",
        "rat (pc) in 0304, facing SE, its turn.",
        "Greymane (npc) in 0405, on brush, facing N, DOWN.",
        "mole (npc) in 0405, on brush, without facing, hidden.",
        "Together in 0405: mole and Greymane.",
        "Not on the map: owl.",
        "brush (2 to enter): 0405, 0406.",
        "wall (cannot be entered, blocks sight): 0701 to 0705.",
        "smoke (1 to enter, blocks sight): nowhere.",
    ]


@pytest.mark.parametrize(
    ("grid", "words"),
    [
        ("{}", "Flat hexes, even columns half a hex lower."),
        ("{shove: odd}", "Flat hexes, odd columns half a hex lower."),
        ("{layout: pointy}", "Pointy hexes, even rows half a hex to the right."),
        (
            "{layout: pointy, shove: odd, hex: 2 m}",
            "Pointy hexes, odd rows half a hex to the right; a hex is 2 m wide.",
        ),
    ],
)
def test_the_layout(scenes: Scenes, grid: str, words: str) -> None:
    assert scene_sentences(scenes(grid=grid)) == ["not started.", words, "Nobody is on the map."]


def test_reach_is_told_by_cost(scenes: Scenes) -> None:
    reach = {"0305": 1, "0205": 2, "0303": 1, "0405": 1, "0304": 0}
    lines = scene_sentences(scenes("rat: {at: 0304}", mover="rat", reach=reach))
    assert lines[-2:] == ["rat can go for 1 to 0303, 0305 and 0405.", "rat can go for 2 to 0205."]
    assert scene_sentences(scenes("rat: {at: 0304}", mover="rat"))[-1] == "rat can go nowhere."


def test_lists() -> None:
    assert [listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
