"""Dice as stat blocks write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.dice.codes import DieCode, dice
from gmtool.dice.throws import Group
from gmtool.errors import Misused

CODES = st.builds(DieCode, st.integers(0, 40), st.integers(0, 2))


@pytest.mark.parametrize(
    ("text", "groups", "bonus"),
    [
        ("2d6", (Group(2, 6),), 0),
        ("d8", (Group(1, 8),), 0),
        ("2d6+3", (Group(2, 6),), 3),
        ("2D6 - 1", (Group(2, 6),), -1),
        ("2d6+-1", (Group(2, 6),), -1),  # C14: a weapon with a negative stat glued on
        ("2d6--1", (Group(2, 6),), 1),
        (" 9+2d6 ", (Group(2, 6),), 9),  # C18
        ("d4+d6", (Group(1, 4), Group(1, 6)), 0),
        ("3d4+3d6+1-2", (Group(3, 4), Group(3, 6)), -1),
        ("2 d6-1", (Group(2, 6),), -1),
        ("d%", (Group(1, 100),), 0),
        ("0d6", (Group(0, 6),), 0),
        ("7", (), 7),
        ("-2", (), -2),
        ("１d６−１", (Group(1, 6),), -1),
        ("1d6\u00a0+\u00a02", (Group(1, 6),), 2),
    ],
)
def test_plain_dice(text: str, groups: tuple[Group, ...], bonus: int) -> None:
    assert dice(text) == (groups, bonus)


@pytest.mark.parametrize(
    "text",
    ["", " ", "2d", "d", "d0", "4d0", "2d6+", "+", "2d6 3", "2d6 3d8", "2d6kh1", "2d6*2", "(2d6)", "3D+2", "banana",
     "1001d6", "600d6+600d6", "1d1000001", "99999999999999", "1d6" + "+1" * 500, "-d6+10", "10-2d6"],
)  # fmt: skip
def test_what_is_not_plain_dice_is_refused(text: str) -> None:
    with pytest.raises(Misused):
        dice(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("3D", DieCode(3)),
        ("3D+2", DieCode(3, 2)),
        ("2D+1", DieCode(2, 1)),
        ("+1D", DieCode(1)),
        ("+1D+1", DieCode(1, 1)),  # C72: a weapon's bonus
        (" 3 d + 2 ", DieCode(3, 2)),
        ("0D", DieCode(0)),
        ("0D+2", DieCode(0, 2)),
        ("3D+0", DieCode(3)),
        ("３Ｄ＋２", DieCode(3, 2)),
    ],
)
def test_die_codes(text: str, code: DieCode) -> None:
    assert DieCode.read(text) == code


@pytest.mark.parametrize(
    ("text", "message", "remedy"),
    [
        ("3D+3", "die code `3D+3`: three pips make a die", "write `4D`"),  # C72
        ("2D+5", "die code `2D+5`: three pips make a die", "write `3D+2`"),
        ("-2D", "`-2D` is no die code", "write dice and pips as `3D`, `3D+1` or `3D+2`"),
        ("1D-1", "`1D-1` is no die code", "write dice and pips as `3D`, `3D+1` or `3D+2`"),
        ("D6+1", "`D6+1` is no die code", "write dice and pips as `3D`, `3D+1` or `3D+2`"),
        ("3D6", "`3D6` is no die code", "write dice and pips as `3D`, `3D+1` or `3D+2`"),
        ("", "`` is no die code", "write dice and pips as `3D`, `3D+1` or `3D+2`"),
        ("2000D", "die code `2000D`: 1,000 dice at most", ""),
    ],
)
def test_refused_die_codes(text: str, message: str, remedy: str) -> None:
    with pytest.raises(Misused) as caught:
        DieCode.read(text)
    assert (caught.value.text, caught.value.remedy) == (message, remedy)


# how pips join, and what three of them make
@pytest.mark.parametrize(
    ("one", "other", "together"),
    [("3D", "1D+1", "4D+1"), ("3D+2", "1D+1", "5D"), ("2D+1", "0D+2", "3D"), ("0D+2", "0D+2", "1D+1")],
)
def test_c72_codes_add_up(one: str, other: str, together: str) -> None:
    assert str(DieCode.read(one).plus(DieCode.read(other))) == together


@pytest.mark.parametrize(
    ("code", "dice_more", "left"), [("4D+2", -1, "3D+2"), ("1D+1", -3, "0D+1"), ("2D", -2, "0D"), ("2D+1", 3, "5D+1")]
)
def test_c72_fewer_dice_never_go_below_none_and_keep_the_pips(code: str, dice_more: int, left: str) -> None:
    # D6-1: never below 0D; left-over pips stay
    assert str(DieCode.read(code).more(dice_more)) == left


def test_pips_may_be_taken_away() -> None:
    assert DieCode.of(3, -1) == DieCode(2, 2)
    assert DieCode.of(0, -1) == DieCode(0)
    assert DieCode.of(1, -4) == DieCode(0)


@given(CODES, CODES)
def test_codes_add_as_their_pips_do(one: DieCode, other: DieCode) -> None:
    def pips(code: DieCode) -> int:
        return code.dice * 3 + code.pips

    assert pips(one.plus(other)) == pips(one) + pips(other)
    assert (one < other) == (pips(one) < pips(other))
    assert DieCode.read(str(one)) == one
