"""What people reported of screens, slips and sums: C86 to C97, over every system, command and shipped scene.

`Folder` plays them in this process; pipes, closed streams and full disks are in test_cli_terminal.py.
"""

from __future__ import annotations

import re
import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gmtool.cli.screen import columns
from gmtool.render.fit import fitted
from gmtool.render.text import display_width
from tests.played import Folder

if TYPE_CHECKING:
    from collections.abc import Iterable

SCENES = {
    "bnb": ("hedge-gap", "doe", "kit"),
    "c21": ("mill-ford", "ines", "pike"),
    "d6": ("rooftop-exchange", "lark", "vane"),
    "mythril": ("toll-bridge", "hild", "pike"),
    "brachyr": ("salt-ferry", "hod", "brawn"),
}
ENCOUNTERS = Path(__file__).resolve().parents[2] / "encounters"
ODD_NAMES = {
    "🐀 King": "hp: 11/11, at: 0106, facing: S",
    "小狼": "hp: 4/4, at: 0107, facing: NE",
    "Дымок": "hp: -1/6, at: 0110, facing: NW",
    "Jose\N{COMBINING ACUTE ACCENT}": "hp: 6/6, at: 0111, facing: SE",
    "O'Malley": "hp: 5/5, at: 0102, facing: N",
    "👩\N{ZERO WIDTH JOINER}🌾 Ann": "hp: 5/5, at: 0103, facing: N",
}


@pytest.fixture
def gm(tmp_path: Path) -> Folder:
    """A folder without an encounter."""
    return Folder(tmp_path)


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest, gm: Folder) -> tuple[Folder, str, str]:
    """A shipped scene of each system after its start, and two who fight."""
    name, one, other = SCENES[request.param]
    gm.write((ENCOUNTERS / f"{name}.yaml").read_bytes())
    gm.must("start", "--seed", "3")
    return gm, one, other


def commands(one: str, other: str) -> list[tuple[str, ...]]:
    """Commands of every kind, two of which go on with the fight."""
    attack = ("attack", one, other, "--force", "--seed", "4")
    return [
        ("status",),
        ("status", one),
        ("map",),
        ("map", "--list"),
        ("map", "--reach", one),
        ("from", one),
        ("from", one, other),
        ("odds", *attack[:-2]),
        attack,
        ("next", "--seed", "5"),
        ("log",),
        ("bestiary",),
        ("rules",),
        ("check",),
        ("undo",),
        ("mark", other, "on fire", "--until", f"end of {one}"),
        ("roll", "40d6", "--seed", "1"),
    ]


def odd_names() -> str:
    sheet = "stats: {str: 1, spd: 4, agi: 3}"
    return "system: bnb\nround: 1\nturn: 小狼\ncombatants:\n" + "".join(
        f'  "{name}": {{{sheet}, {keys}}}\n' for name, keys in ODD_NAMES.items()
    )


# screens --------------------------------------------------------------------------------------------------------------


def test_c89_no_line_is_wider_than_the_screen(scene: tuple[Folder, str, str]) -> None:
    """Lines go on below, between words; what is said is the same, number for number."""
    gm, one, other = scene
    for words in commands(one, other):
        for width in (60, 40) if words[0] in ("attack", "map", "status", "log") else (60,):
            ran = gm(*words, "-n", screen=True, COLUMNS=str(width))
            assert ran.code == 0, (words, ran)
            told = ran.out.partition("\n\ndry run, nothing written")[0]
            wide = [line for line in told.splitlines() if display_width(line) > width]
            assert not wide, (words, wide)
            if width == 60 and words[0] not in ("map", "odds", "rules", "status"):  # those are laid out for the width
                whole = gm(*words, "-n").out.partition("\n\ndry run, nothing written")[0]
                assert "".join(told.split()) == "".join(whole.split()), words
        if words[0] in ("attack", "next", "mark"):
            gm.must(*words)


def test_c89_a_dozen_with_long_names_at_20_columns(gm: Folder) -> None:
    """What no column has room for stands below the name: every name and every number whole."""
    names = [f"the {word} warden of the northern gate" for word in ("first", "second", "third", "last")] * 3
    sheet = "facing: N, stats: {str: 1, spd: 1, agi: 1}"
    rows = "".join(
        f"  w{i}: {{name: {name} {i}, at: 01{i + 1:02}, {sheet}, hp: {i + 1}/14}}\n" for i, name in enumerate(names)
    )
    gm.write(f"system: bnb\ncombatants:\n{rows}")
    for width in ("20", "40"):
        ran = gm("status", COLUMNS=width)
        assert ran.code == 0, ran
        assert max(map(display_width, ran.out.splitlines())) <= int(width)
        whole = " ".join(ran.out.split())
        for i, name in enumerate(names):
            assert f"{name} {i} npc, 01{i + 1:02} N, hp {i + 1}/14" in whole


@pytest.mark.parametrize(
    ("told", "width"),
    [("40", 40), ("1", 1), ("0", None), ("abc", None), ("-5", None), ("", None), ("1e3", None), ("٤٠", 40)],
)
def test_c89_a_width_that_is_none_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, told: str, width: int | None
) -> None:
    monkeypatch.setenv("COLUMNS", told)
    assert columns(terminal=False) == width


def test_c89_where_nothing_says_a_width_a_row_is_a_line(scene: tuple[Folder, str, str]) -> None:
    """So that `gm status | grep wolf` finds all of it."""
    gm, _, _ = scene
    told = gm.must("status").splitlines()
    everyone = [one["name"] for one in gm.data("status")["combatants"].values()]
    for name in everyone:
        assert len([line for line in told if re.match(rf"[> x]  {re.escape(name)}  ", line)]) == 1
    for width in ("0", "abc"):
        assert gm("status", COLUMNS=width).out.splitlines() == told


@pytest.mark.parametrize(
    ("line", "width", "lines"),
    [
        ("one two three", 20, ["one two three"]),
        ("one two three", 9, ["one two", "  three"]),
        ("  one two three", 9, ["  one two", "    three"]),
        ("AS  AGI 3 + die 4 = 7", 12, ["AS  AGI 3 +", "  die 4 = 7"]),
        ("a-word-too-long for it", 8, ["a-word-too-long", "  for it"]),
        ("小狼 小狼 小狼", 10, ["小狼 小狼", "  小狼"]),
        ("Jose\N{COMBINING ACUTE ACCENT} x", 6, ["Jose\N{COMBINING ACUTE ACCENT} x"]),
        ("", 5, [""]),
    ],
)
def test_c89_lines_are_broken_between_words(line: str, width: int, lines: list[str]) -> None:
    assert list(fitted([line], width)) == lines


@pytest.mark.parametrize("width", ["", "80", "60", "30"])
def test_c90_columns_line_up_under_names_of_every_script(gm: Folder, width: str) -> None:
    gm.write(odd_names())
    told = gm("status", COLUMNS=width).out
    if width == "30":
        assert max(map(display_width, told.splitlines())) <= 30
        return
    rows = told.splitlines()[-len(ODD_NAMES) :]
    assert len({display_width(row[: re.search(r" 01\d\d ", row).start()]) for row in rows}) == 1  # type: ignore[union-attr]
    assert "0106 S   11/11" in told


def test_c87_c88_every_command_in_poor_encodings_and_without_codes(scene: tuple[Folder, str, str]) -> None:
    gm, one, other = scene
    gm.must("set", one, "name=🐀 小狼")
    for words in commands(one, other):
        for encoding in ("ascii", "cp1252") if words[0] in ("attack", "status", "map") else ("ascii",):
            ran = gm(*words, encoding=encoding)
            assert ran.code == 0, (words, ran)
            assert "\x1b" not in ran.out
        if words[0] == "attack":
            gm.must("undo")
    assert "🐀 小狼" in gm.read()


def test_a_screen_reader_hears_names_before_numbers_and_words_before_signs(scene: tuple[Folder, str, str]) -> None:
    """`map --list` is sentences: no drawing, one fact each, whose turn it is first."""
    gm, _, _ = scene
    told = gm.must("map", "--list").splitlines()
    assert re.match(r"Round 1.*turn\.$", told[1])
    for line in told[1:]:
        assert line.endswith("."), line
        assert not set(line) & set("╱╲│▁░█↗*<>[]"), line


# completion, undo, slips ----------------------------------------------------------------------------------------------


def test_c95_one_deed_is_one_step_whatever_it_did(scene: tuple[Folder, str, str]) -> None:
    gm, one, other = scene
    for words in (("attack", one, other, "--force", "--seed", "4"), ("next", "--seed", "5"), ("damage", one, "2")):
        before = gm.read()
        gm.must(*words, *(("--seed", "1") if words[0] == "damage" else ()))
        changed = gm.read() != before
        if changed:
            told = gm.must("undo")
            assert re.match(rf"undid [0-9]+: gm {words[0]}", told), told
            assert gm.read() == before


def test_c97_a_slip_is_one_undo_away_and_nothing_asks(scene: tuple[Folder, str, str]) -> None:
    """`next` twice, a player's character removed, forty creatures added: each comes back byte for byte."""
    gm, one, _ = scene
    kind = gm.must("bestiary").split()[0]
    before = gm.read()
    gm.must("--force", "next", "--seed", "1")
    gm.must("--force", "next", "--seed", "2")
    gm.must("undo", "2")
    assert gm.read() == before
    for words in (("remove", one), ("add", kind, "40", "--seed", "1")):
        gm.must(*words)
        assert gm.read() != before
        gm.must("undo")
        assert gm.read() == before, words
    assert gm("undo", "99").code == 1
    assert gm.read() == before


# sums -----------------------------------------------------------------------------------------------------------------


def at_zero(gm: Folder, words: str) -> tuple[Fraction, Fraction]:
    """The chances of 0 and of more than 0, exactly."""
    rows = {row["value"]: Fraction(row["chance"]) for row in gm.data("roll", words, "--odds")["chances"]}
    assert sum(rows.values()) == 1
    return rows[0], sum((chance for value, chance in rows.items() if value > 0), Fraction())


def falls(dice: int, sides: int = 6) -> dict[int, int]:
    """How many ways so many dice come to each sum: by plain adding up."""
    ways = {0: 1}
    for _ in range(dice):
        further: dict[int, int] = {}
        for total, many in ways.items():
            for face in range(1, sides + 1):
                further[total + face] = further.get(total + face, 0) + many
        ways = further
    return ways


def compared(one: Iterable[tuple[int, int]], plus: int, other: dict[int, int]) -> tuple[Fraction, Fraction]:
    tie = win = every = 0
    for first, many in one:
        for second, more in other.items():
            every += many * more
            tie += many * more * (first + plus == second)
            win += many * more * (first + plus > second)
    return Fraction(tie, every), Fraction(win, every)


@pytest.mark.parametrize(
    ("words", "dice", "plus", "against"),
    [
        ("2d6+1-2d6", 2, 1, 2),
        ("3D-3D", 3, 0, 3),
        ("3D+2-3D", 3, 2, 3),
        ("20D-(18D+1)", 20, -1, 18),
        ("30D-30D", 30, 0, 30),
    ],
)
def test_c96_odds_are_exact_at_once(gm: Folder, words: str, dice: int, plus: int, against: int) -> None:
    began = time.process_time()
    found = at_zero(gm, words)
    assert time.process_time() - began < 1
    assert found == compared(falls(dice).items(), plus, falls(against))
    if words == "3D-3D":
        assert found[0] == Fraction(361, 3888)


def test_c96_rolls_agree_with_the_odds(gm: Folder) -> None:
    """10d6kh3: 18 where at least three of ten are sixes; and what is rolled falls as it is counted."""
    exact = gm.data("roll", "10d6kh3", "--odds", "--at-least", "18")
    few = sum(Fraction(1, 6) ** k * Fraction(5, 6) ** (10 - k) * many for k, many in ((0, 1), (1, 10), (2, 45)))
    assert Fraction(exact["at_least"]["chance"]) == 1 - few
    totals = [row["total"] for row in gm.data("roll", "10d6kh3", "--times", "1000", "--seed", "5")["rolls"]]
    error = exact["deviation"] / 1000**0.5
    assert abs(sum(totals) / 1000 - exact["mean"]["float"]) < 4 * error
