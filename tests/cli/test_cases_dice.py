"""What users of other dice rollers reported, through `gm roll` and through dice in the file: what test_cli_cases.py
and test_notation.py leave of the cases C14 to C33."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.played import Folder

if TYPE_CHECKING:
    from pathlib import Path

SUM, COUNT = "system: d6\nrules: {dice: sum, wild-die: none}\n", "system: d6\nrules: {wild-die: none}\n"
BO = "combatants:\n  bo: {skills: {dodge: 3D}}\n"
RAT = "system: bnb\ncombatants:\n  rat: {stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}\n"
DUEL = """\
system: c21
combatants:
  ana: {side: pc, at: 0304, skills: {spear: 9}, health: 12/12, base-move: 5,
    weapons: {spear: {reach: 1, fast: {damage: DAMAGE}}}}
  bo: {at: 0305, health: 40/40, base-move: 5}
"""
HIT = ("attack", "ana", "bo", "--no-defense", "--dice")


@pytest.fixture
def gm(tmp_path: Path) -> Folder:
    """A folder without an encounter."""
    return Folder(tmp_path)


def bounds(gm: Folder, words: str) -> tuple[int, int, float]:
    """The least and the most a roll can come to, and its mean, by `--odds`."""
    told = gm.data("roll", words, "--odds")
    rows = [row["value"] for row in told["chances"]]
    assert sum(row["float"] for row in told["chances"]) == pytest.approx(1)
    return min(rows), max(rows), told["mean"]["float"]


def expect(gm: Folder, rows: dict[str, tuple[int, int, float]]) -> None:
    """Every roll has its bounds and its mean; all that has others is told."""
    found = {words: bounds(gm, words) for words in rows}
    assert found == {words: pytest.approx(row, abs=5e-5) for words, row in rows.items()}


def expect_refused(gm: Folder, rows: dict[str, tuple[int, str]]) -> None:
    """Every roll is refused at its column, at once, with a caret there."""
    for words, (column, says) in rows.items():
        began = time.process_time()
        told = gm.refused("roll", words, code=2)
        assert time.process_time() - began < 1, words
        assert told.startswith(f"gm: column {column}: "), told
        assert says in told
        assert told.splitlines()[2].index("^") == column + 1, told


@pytest.mark.parametrize(
    ("damage", "dice", "told", "left"),
    [
        ("2d6-1", "5,6,4,3", "damage dice 7 - bonus 1 = 6", 34),  # C14: 4 + 3 - 1
        ("2d6+-1", "5,6,4,3", "damage dice 7 - bonus 1 = 6", 34),  # C14
        ("1d6-6", "5,6,2", "damage dice 2 - bonus 6 = -4\n  bo takes no damage", 40),  # C15
        ("D6", "5,6,4", "damage dice 4", 36),  # C18, C19
        ("d4+d6", "5,6,4,3", "damage dice 7", 33),  # C18
        ("9+2d6", "5,6,4,3", "damage dice 7 + bonus 9 = 16", 24),  # C18
        ('"-d6+10"', None, "dice cannot be subtracted here", 40),  # C18
        ("2w6", None, "`2w6` is not plain dice", 40),  # C19
        ("99999999d6", None, "1,000 dice at most", 40),  # C22
        ("1d99999999999999999999999999", None, "1d99999999999999999999999999", 40),  # C23
        ("\"__import__('os').getcwd()\"", None, "is not plain dice", 40),  # C28
        ('"9**9**9"', None, "is not plain dice", 40),  # C28
        ("!!python/object/apply:os.getcwd []", None, "encounter.yaml:4:", 40),  # C28
    ],
)
def test_c14_c15_c18_c22_c28_damage_written_in_the_file(
    gm: Folder, damage: str, dice: str | None, told: str, left: int
) -> None:
    """A hit for what the dice say and never less than nothing, or the line and the word that are no dice."""
    gm.write(DUEL.replace("DAMAGE", damage))
    if dice is None:
        refused = gm.refused(*HIT, "5,6,1,1", code=3)
        assert refused.startswith("encounter.yaml:4:")
        assert told in refused
        return
    assert told in gm.must(*HIT, dice)
    assert f"health: {left}/40" in gm.read()


def test_c17_percent_dice_are_1_to_100(gm: Folder) -> None:
    expect(gm, {"d%": (1, 100, 50.5), "D%": (1, 100, 50.5), "2d%": (2, 200, 101), "d%+5": (6, 105, 55.5)})
    rolled = {row["total"] for row in gm.data("roll", "d%", "--times", "1000", "--seed", "3")["rolls"]}
    assert rolled <= set(range(1, 101))
    assert {1, 100} <= rolled
    expect_refused(gm, {"d % 3": (1, "how many sides?")})
    assert "d% is 1 to 100" in " ".join(gm.must("roll", "-h").split())


def test_c18_dice_without_a_count_and_numbers_first(gm: Folder) -> None:
    expect(gm, {"d6": (1, 6, 3.5), "d4+d6": (2, 10, 6), "9+2d6": (11, 21, 16), "-d6+10": (4, 9, 6.5)})


def test_c19_upper_and_lower_case_are_the_same(gm: Folder) -> None:
    for one, other in (("2D6+1", "2d6+1"), ("4D6KH3", "4d6kh3"), ("4d6Kh3", "4d6kh3"), ("2D6X2", "2d6x2")):
        first, second = (gm.must("roll", words, "--seed", "7").split(":")[1] for words in (one, other))
        assert first == second
    expect_refused(gm, {"2w6": (2, "write `d6`"), "W6": (1, "write `d6`")})


@pytest.mark.parametrize(
    ("text", "code"), [("", (5, 20, 12.5)), (RAT, (5, 20, 12.5)), (SUM + BO, (5, 20, 12.5)), (COUNT + BO, None)]
)
def test_c20_a_die_code_is_never_dice_of_some_default_size(
    gm: Folder, text: str, code: tuple[int, int, float] | None
) -> None:
    """Six-siders added up, in a d6 file what its switches say: successes are 3 times 2/3, and 1/3 for the pips."""
    if text:
        gm.write(text)
    expect(gm, {"3D+2": code or (0, 4, 3 * 2 / 3 + 1 / 3), "3D6+2": (5, 20, 12.5), "D66": (1, 66, 33.5)})
    expect_refused(gm, {"3d+2": (2, "a D6 die code has a capital D"), "3d": (2, "how many sides?")})
    assert "D66 a die with 66 sides" in " ".join(gm.must("roll", "-h").split())


def test_c21_dice_that_are_kept_and_dropped(gm: Folder) -> None:
    expect(gm, {"4d6kh3": (3, 18, 15869 / 1296), "4d6kh": (1, 6, 6797 / 1296), "2d20kl1": (1, 20, 7.175)})
    assert gm.data("roll", "4d6kh3", "--odds", "--at-least", "18")["at_least"]["chance"] == "7/432"
    assert gm.must("roll", "4d6dl1", "--dice", "5,2,2,3") == "4d6dl1: 5 + 2 (2) + 3 = 10\n"
    expect_refused(gm, {"4d6d1": (4, "`dl1` drops"), "4d6kh9": (4, "keep 9"), "4d6kh0": (4, "keep 0")})


def test_c22_c23_what_is_too_much_is_refused_at_once(gm: Folder) -> None:
    expect_refused(
        gm,
        {
            "999999999d6": (1, "1,000 dice at most"),
            "1d99999999999999999999999999": (3, "1,000,000 at most"),
            "1d6+99999999999999999999999999": (5, "1,000,000,000,000 at most"),
        },
    )
    for words in ("1" * 10_000, "(" * 300 + "1d6" + ")" * 300, "(" * 5000 + "1" + ")" * 5000):
        told = gm.refused("roll", words, code=2)
        assert " at most" in told
        assert len(told) < 400
    gm.write(RAT)
    began = time.process_time()
    told = gm.refused("add", "wolf", "1000000000", code=2)
    assert "from 1 to 100" in told
    assert time.process_time() - began < 1


def test_c24_no_sides_no_dice_and_one_side(gm: Folder) -> None:
    expect(gm, {"0d6": (0, 0, 0), "1d1": (1, 1, 1), "-2d6": (-12, -2, -7)})
    no_side = "a die needs at least one side"
    expect_refused(gm, {"4d0": (3, no_side), "d0": (2, no_side), "0d0": (3, no_side), "2d-6": (2, "how many sides?")})
    assert "0d6 is 0" in " ".join(gm.must("roll", "-h").split())


def test_c25_brackets_as_at_school(gm: Folder) -> None:
    expect(gm, {"((2d6+1))*2": (6, 26, 16), "(1+2)d6": (3, 18, 10.5)})
    expect_refused(
        gm,
        {
            "(5+(-10))d10": (1, "-5 dice cannot be rolled"),
            "2d(1d6)": (2, "how many sides?"),
            "(2d6": (1, "never closed"),
            "2d6)": (4, "closes nothing"),
            "()": (2, "a number or dice should stand here"),
        },
    )


def test_c26_arithmetic_as_at_school(gm: Folder) -> None:
    results = {"1d1+4*10": 41, "10-3-2": 5, "1-2*3": -5, "3d4+3d6": 21}
    for words, total in results.items():
        dice = {"1d1+4*10": ("--dice", "1"), "3d4+3d6": ("--dice", "1,2,3,4,5,6")}.get(words, ())
        assert gm.data("roll", words, *dice)["rolls"][0]["total"] == total, words
    expect(gm, {"3d4+3d6": (6, 30, 18), "2d6+2d6": (4, 24, 14)})


def test_c27_division_rounds_down_everywhere(gm: Folder) -> None:
    """Also in the rules that halve: stealth without training is half of agility 11, rounded down to 5 (C21-8)."""
    expect(gm, {"7/2": (3, 3, 3), "-7/2": (-4, -4, -4), "4d20/4": (1, 20, bounds(gm, "4d20/4")[2])})
    assert gm.must("roll", "4d20/4", "--dice", "20,1,1,1") == "4d20/4: [20 + 1 + 1 + 1] / 4 = 5\n"
    assert gm.must("roll", "7/2") == "7/2: 7 / 2 = 3\n"
    expect_refused(gm, {"1d6/0": (5, "divides by zero")})
    assert "/ rounds down: 7/2 is 3, -7/2 is -4" in " ".join(gm.must("roll", "-h").split())
    gm.write(
        "system: c21\ncombatants:\n  ana: {side: pc, at: 0101, last-known: 0101, states: [hidden],"
        " stats: {agility: 11}, health: 9/9, base-move: 5}\n"
    )
    assert "stealth (half agility) 5 + dice 7" in gm.must("sneak", "ana", "0120", "--dice", "3,4")


def test_c30_a_wild_six_is_added_and_rolled_again_a_one_counts_as_the_rule_says(gm: Folder) -> None:
    gm.write("system: d6\nrules: {dice: sum}\n" + BO)
    assert gm.must("roll", "4D", "--dice", "2,3,4,6,6,3") == "4D: 2 + 3 + 4 + wild 6 + wild 6 + wild 3 = 24\n"
    assert gm.must("roll", "4D", "--dice", "2,3,4,6,1") == "4D: 2 + 3 + 4 + wild 6 + wild 1 = 16\n"
    assert gm.must("roll", "4D", "--dice", "2,3,4,1") == "4D: 2 + 3 + 4 + wild 1 = 10\n"
    # mean of the wild die: 3.5 (1 + 1/6 + 1/36 + ...), ten rerolls at most
    wild = 3.5 * sum(6.0**-again for again in range(11))
    expect(gm, {"4D": (4, 18 + 66, 3 * 3.5 + wild)})
    gm.write("system: d6\n" + BO)
    assert gm.must("roll", "4D", "--dice", "2,3,4,6,6,3") == "4D: 5 [2 3 4 wild 6 6 3] = 5\n"
    first, again = (gm.must("defend", "bo", "dodge", "--dice", dice, "-n") for dice in ("2,3,1", "2,3,6,1"))
    assert "bo has a complication: a wild 1" in first
    assert "complication" not in again, "a 1 on the die rolled again is none"
    told = " ".join(gm.must("rules", "d6").split())
    assert "A 1 on a reroll is no complication" in told
    assert "a wild 6 is added and rolled again, ten times at most" in told
