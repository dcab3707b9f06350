"""Pools: die codes, successes and sums, the wild die, pips, the order of dice (D6-1 to D6-5).

`passive: 20` makes an attack miss, so that only the attack's dice are thrown.
"""

import json

import pytest

LEGEND = "rules: {}\n"
HD6 = "rules: {wild-die: hd6}\n"
SUM = "rules: {dice: sum, wild-die: none}\n"
SUM_LEGEND = "rules: {dice: sum}\n"
SUM_HD6 = "rules: {dice: sum, wild-die: hd6}\n"
MISS = "\nthug: {passive: 20}"
SHOOT = "attack bo thug"


def shooter(code: str, more: str = "") -> str:
    return f"bo: {{skills: {{firearms: {code}}}{more}}}" + MISS


ROWS = [
    # --- D6-1: codes ---------------------------------------------------------------------------------
    ("D6-1", "a skill one lacks is 1D", "bo: {skills: null}" + MISS, SHOOT, "3", ["bo attack: successes 1 = 1"], {}),
    (
        "D6-1",
        "three pips make a die: 2D+1 and 0D+2 are 3D",
        "thug: {passive: 4, skills: {fortitude: 2D+1}, armor: 0D+2}",
        SHOOT,
        "3 3 3 3  1 1 3  3 3 1",  # 4 - 4 = 0: damage 3D; resistance three plain dice: 1 - 2
        ["thug difference: damage 1, resistance -2 = -1", "D6-32 unhurt"],
        {},
    ),
    (
        "D6-1",
        "never below 0D, which scores 0",
        shooter("1D", ", wounds: [serious]"),  # 1D - 3D
        SHOOT,
        "",
        ["D6-1 no-dice", "bo attack: successes 0 = 0", "D6-26 miss"],
        {},
    ),
    (
        "D6-1",
        "left-over pips stay: 1D+2 - 3D is 0D+2",
        shooter("1D+2", ", wounds: [serious]"),
        SHOOT,
        "5",
        ["bo attack: successes 1 = 1"],
        {},
        ["D6-1 no-dice"],
    ),
    (
        "D6-1",
        "below 1D no die is wild",
        LEGEND + shooter("0D+2"),
        SHOOT,
        "6",  # a wild die would be rolled again
        ["bo attack: successes 1 = 1"],
        {},
    ),
    ("D6-1", "1D is the wild die alone", LEGEND + shooter("1D"), SHOOT, "6 6 2", ["bo attack: successes 2 = 2"], {}),
    # --- D6-2: successes -----------------------------------------------------------------------------
    ("D6-2", "3 to 6 score", shooter("6D"), SHOOT, "1 2 3 4 5 6", ["bo attack: successes 4 = 4"], {}),
    (
        "D6-2",
        "legend: a wild 1 scores nothing and is a complication",
        LEGEND + shooter("3D"),
        SHOOT,
        "3 3 1",
        ["bo attack: successes 2 = 2", "D6-2 complication"],
        {},
    ),
    (
        "D6-2",
        "legend: a wild 2 scores nothing and is none",
        LEGEND + shooter("3D"),
        SHOOT,
        "3 3 2",
        ["bo attack: successes 2 = 2"],
        {},
        ["D6-2 complication"],
    ),
    ("D6-2", "legend: a wild 3", LEGEND + shooter("2D"), SHOOT, "1 3", ["bo attack: successes 1 = 1"], {}),
    (
        "D6-2",
        "legend: a wild 5 is not rolled again",
        LEGEND + shooter("2D"),
        SHOOT,
        "1 5",
        ["bo attack: successes 1 = 1"],
        {},
    ),
    (
        "D6-2",
        "legend: a plain 1 is no complication",
        LEGEND + shooter("2D"),
        SHOOT,
        "1 3",
        ["bo attack: successes 1 = 1"],
        {},
        ["D6-2 complication"],
    ),
    (
        "D6-2",
        "legend: ten rerolls at most",
        LEGEND + shooter("1D"),
        SHOOT,
        "6 6 6 6 6 6 6 6 6 6 6",
        ["bo attack: successes 11 = 11"],
        {},
    ),
    (
        "D6-2",
        "hd6: a wild 2 scores, a 6 is not rolled again",
        HD6 + shooter("2D"),
        SHOOT,
        "2 2",
        ["bo attack: successes 1 = 1"],
        {},
    ),
    ("D6-2", "hd6: a wild 6 once", HD6 + shooter("2D"), SHOOT, "2 6", ["bo attack: successes 1 = 1"], {}),
    (
        "D6-2",
        "hd6: a wild 1 is nothing, and no complication",
        HD6 + shooter("2D"),
        SHOOT,
        "3 1",
        ["bo attack: successes 1 = 1"],
        {},
        ["D6-2 complication"],
    ),
    (
        "D6-2",
        "none: no die is wild",
        shooter("2D"),
        SHOOT,
        "2 6",
        ["bo attack: successes 1 = 1"],
        {},
        ["D6-2 complication"],
    ),
    # --- D6-3: pips ----------------------------------------------------------------------------------
    ("D6-3", "+1 scores on 6", shooter("1D+1"), SHOOT, "1 6", ["bo attack: successes 1 = 1"], {}),
    ("D6-3", "+1 does not on 5", shooter("1D+1"), SHOOT, "1 5", ["bo attack: successes 0 = 0"], {}),
    ("D6-3", "+2 scores on 5", shooter("1D+2"), SHOOT, "1 5", ["bo attack: successes 1 = 1"], {}),
    ("D6-3", "+2 does not on 4", shooter("1D+2"), SHOOT, "1 4", ["bo attack: successes 0 = 0"], {}),
    # --- D6-4: the order -----------------------------------------------------------------------------
    (
        "D6-4",
        "plain, pip, wild, its rerolls",
        LEGEND + shooter("3D+1"),
        SHOOT,
        "3 3 5 6 1",  # 3 and 3 score, the pip die's 5 does not, the wild 6 does, its reroll does not
        ["bo attack: successes 3 = 3"],
        {},
        ["D6-2 complication"],
    ),
    # --- D6-5: sums ----------------------------------------------------------------------------------
    (
        "D6-5",
        "faces and pips are added",
        SUM + shooter("3D+2"),
        SHOOT,
        "1 2 6",
        ["bo attack: dice 9, pips 2 = 11"],
        {},
    ),
    (
        "D6-5",
        "legend: a wild 6 is added and rolled again",
        SUM_LEGEND + shooter("2D"),
        SHOOT,
        "1 6 6 2",
        ["bo attack: dice 15 = 15", "D6-26 miss"],
        {},
    ),
    (
        "D6-5",
        "legend: a first wild 1 counts 1 and is a complication",
        SUM_LEGEND + shooter("2D"),
        SHOOT,
        "4 1",
        ["bo attack: dice 5 = 5", "D6-2 complication"],
        {},
    ),
    (
        "D6-5",
        "legend: a 1 on a reroll is none",
        SUM_LEGEND + shooter("1D"),
        SHOOT,
        "6 1",
        ["bo attack: dice 7 = 7"],
        {},
        ["D6-2 complication"],
    ),
    ("D6-5", "hd6 is as none", SUM_HD6 + shooter("2D"), SHOOT, "6 6", ["bo attack: dice 12 = 12"], {}),
    (
        "D6-5",
        "a wild 1 of hd6 is no complication",
        SUM_HD6 + shooter("2D"),
        SHOOT,
        "6 1",
        ["bo attack: dice 7 = 7"],
        {},
        ["D6-2 complication"],
    ),
]


def test_row(row, bench):
    bench.holds(row)


# gm roll --------------------------------------------------------------------------------------------------------------

ROLLS = [
    ("{}", "4D+2", "3,2,6,5,6,1", "4D+2: 4 [3 2 6 pip +2 5 wild 6 1] = 4"),  # 3 and 6, the 5, the wild 6
    ("{wild-die: hd6}", "2D+1", "3,6,2", "2D+1: 3 [3 pip +1 6 wild 2] = 3"),
    ("{wild-die: none}", "2D", "3,2", "2D: 1 [3 2] = 1"),
    ("{dice: sum}", "2D+1", "3,6,4", "2D+1: 3 + wild 6 + wild 4 + 1 = 14"),
    ("{dice: sum, wild-die: none}", "2D+1", "3,6", "2D+1: 3 + 6 + 1 = 10"),
    ("{}", "2d6+1", "3,6", "2d6+1: 3 + 6 + 1 = 10"),  # no die code
]


@pytest.mark.parametrize(("rules", "dice", "faces", "line"), ROLLS)
def test_gm_roll_reads_a_die_code_as_the_switches_say(bench, rules, dice, faces, line):
    bench.lay(f"rules: {rules}")
    assert bench.run("--dice", faces, "roll", dice) == (0, line + "\n", "")
    code, out, _ = bench.run("replay")
    assert code == 0, out


def test_gm_roll_counts_the_chances_of_a_pool(bench):
    bench.lay("")
    code, out, _ = bench.run("roll", "2D", "--odds")
    assert code == 0
    rows = [line.split()[:2] for line in out.splitlines()[1:]]
    assert rows == [["0", "1/9"], ["1", "4/9"], ["2", "4/9"]]


# typed totals ---------------------------------------------------------------------------------------------------------

TOTALS = [
    ("", "1s", "bo attack: successes 1 = 1"),
    ("rules: {}\n", "2s", "bo attack: successes 2 = 2"),
    ("rules: {dice: sum, wild-die: none}\n", "=14", "bo attack: dice 14 = 14"),
]


@pytest.mark.parametrize(("rules", "dice", "line"), TOTALS)
def test_a_throw_may_be_given_as_its_total(bench, rules, dice, line):
    bench.lay(rules + "thug: {passive: 20}")
    code, out, err = bench.run("--json", "--dice", dice, "attack", "bo", "thug")
    assert code == 0, err
    (found,) = [event for event in json.loads(out)["events"] if event["type"] == "sum" and event["what"] == "attack"]
    part, total = line.partition(": ")[2].split(" = ")
    assert (f"{found['parts'][0]['name']} {found['parts'][0]['value']}", str(found["total"])) == (part, total)


@pytest.mark.parametrize("dice", ["5s", "=2", "2x"])
def test_a_total_that_cannot_be_is_refused(bench, dice):
    bench.lay("thug: {passive: 20}")
    code, _, err = bench.run("--dice", dice, "attack", "bo", "thug")
    assert (code, "bo, firearms 4D (4d6)" in err) == (2, True)


FILES = [
    ("3D+3", "die code `3D+3`: three pips make a die (D6-1)", "write `4D`"),
    ("-2D", "`-2D` is no die code (D6-1)", "write dice and pips as"),
    ("D6+1", "`D6+1` is no die code (D6-1)", "write dice and pips as"),
    ("three", "`three` is no die code (D6-1)", "write dice and pips as"),
]


@pytest.mark.parametrize(("code", "says", "remedy"), FILES)
def test_what_is_no_die_code_is_refused_in_the_file(bench, code, says, remedy):
    bench.lay(f"thug: {{armor: {code}}}")
    found, _, err = bench.run("attack", "bo", "thug")
    assert found == 3
    for words in ("encounter.yaml:11:12: error: thug: armor is", says, remedy):
        assert words in err


@pytest.mark.parametrize(("code", "says", "remedy"), FILES)
def test_what_is_no_die_code_is_refused_on_the_command_line(bench, code, says, remedy):
    bench.lay("")
    before = bench.file.read_text()
    for words in (["attack", "bo", "thug", f"--physical-cover={code}"], ["set", "thug", f"armor={code}"]):
        found, _, err = bench.run(*words)
        assert found == 2
        assert says in err
        assert remedy in err
    assert bench.file.read_text() == before
