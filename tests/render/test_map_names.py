"""Short names are as short as asked for, all different, and as telling as can be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.render.map_names import abbreviated, clusters, cut
from gmtool.render.text import display_width

COMBINED = "e\N{COMBINING ACUTE ACCENT}"


@pytest.mark.parametrize(
    ("names", "width", "short"),
    [
        (["rat"], 5, ["rat"]),
        (["rat", "wolf"], 3, ["rat", "wol"]),
        (["wolf-1", "wolf-2", "wolf-12"], 3, ["wo1", "wo2", "w12"]),
        (["wolf #3"], 2, ["w3"]),
        (["wolf 1", "wolf 2"], 1, ["1", "2"]),
        (["Anne", "Anne-Marie"], 4, ["Anne", "AM"]),
        (["Rat", "rats", "RATE"], 3, ["Rat", "ras", "RAE"]),
        (["小狼", "小熊"], 3, ["小", "熊"]),
        (["小狼"], 1, ["a"]),
        (["🐀 King"], 3, ["🐀K"]),
        (["Zoë"], 3, ["Zoë"]),
        (["7", "007"], 3, ["7", "007"]),
        (["'\"'"], 2, ["aa"]),
    ],
)
def test_the_most_telling_comes_first(names: list[str], width: int, short: list[str]) -> None:
    assert abbreviated(names, width) == short


def test_ascii_drops_accents_and_gives_other_scripts_letters() -> None:
    assert abbreviated(["José", "Дымок", "小狼"], 4, ascii_only=True) == ["Jose", "aaaa", "aaab"]


def test_no_joiner_or_mark_of_direction_gets_into_a_name() -> None:
    family = "👨\N{ZERO WIDTH JOINER}👩"
    turned = "\N{RIGHT-TO-LEFT OVERRIDE}abc"
    heart = "❤\N{VARIATION SELECTOR-16}x"
    assert abbreviated([family, turned, heart], 4) == ["👨👩", "abc", "❤x"]


def test_too_many_for_the_room() -> None:
    names = [f"wolf {i}" for i in range(40)]
    assert abbreviated(names, 1) is None
    assert abbreviated(names[:36], 1) is not None
    assert abbreviated(names, 2) is not None


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(max_size=12), max_size=30, unique=True), st.integers(1, 5), st.booleans())
def test_all_are_different_and_fit(names: list[str], width: int, ascii_only: bool) -> None:
    short = abbreviated(names, width, ascii_only=ascii_only)
    assert short is not None
    assert len(short) == len(names)
    assert len({one.casefold() for one in short}) == len(names)
    assert all(1 <= display_width(one) <= width for one in short)
    assert not any(sign.isspace() or sign in "()[]<>{}/\\|_*+?" for one in short for sign in one)
    assert not ascii_only or all(one.isascii() for one in short)


@pytest.mark.parametrize(
    ("text", "width", "kept"),
    [
        ("rat", 3, "rat"),
        ("rats", 3, "ra…"),
        ("小狼", 4, "小狼"),
        ("小狼x", 4, "小…"),
        (COMBINED * 3, 3, COMBINED * 3),
        (COMBINED * 4, 3, COMBINED * 2 + "…"),
    ],
)
def test_a_cut_text_says_so_and_fits(text: str, width: int, kept: str) -> None:
    assert cut(text, width) == kept


@given(st.text())
def test_clusters_lose_nothing(text: str) -> None:
    assert "".join(clusters(text)) == text


def test_a_combining_sign_stays_with_its_letter() -> None:
    assert list(clusters(f"a{COMBINED}b")) == ["a", COMBINED, "b"]
