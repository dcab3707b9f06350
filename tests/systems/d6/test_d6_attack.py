"""Aiming and area attacks (D6-25, D6-27)."""

import json

import pytest

FIGHT = "round: 1\nturn: bo\norder: [bo, thug]\n"
MISS = "thug: {passive: 20}\n"
MAP = "grid: {size: 20x20, hex: 2 m}\nbo: {at: 0505}\nthug: {at: 0905, passive: 20}\ncy: {at: 1004}\n"
BOTH = "weapons: {pistol: {skill: firearms, damage: 3D, range: 10/25/50}, knife: {skill: firearms, damage: 1D}}"


def aims(rounds: int, at: str = "thug") -> str:
    return f"bo: {{aim: {{at: {at}, rounds: {rounds}}}, {BOTH}}}\n"


GONE = {"bo.aim.at": None, "bo.aim.rounds": None}

ROWS = [
    (
        "D6-25",
        "a round of it: +1D, the whole round",
        FIGHT,
        "aim bo thug",
        "",
        ['"bo aims at thug: +1D"'],
        {"bo.aim.at": "thug", "bo.aim.rounds": "1", "bo.used": "2"},
    ),
    (
        "D6-25",
        "a second",
        FIGHT + aims(1),
        "aim bo thug",
        "",
        ['"bo aims at thug: +2D"'],
        {"bo.aim.rounds": "2", "bo.used": "2"},
    ),
    (
        "D6-25",
        "a fourth adds no more",
        FIGHT + aims(3),
        "aim bo thug",
        "",
        ['"bo aims at thug: +3D"'],
        {"bo.aim.rounds": "4", "bo.used": "2"},
    ),
    (
        "D6-25",
        "at another it begins anew",
        FIGHT + aims(3, "cy") + "cy: {}",
        "aim bo thug",
        "",
        ['"bo aims at thug: +1D"'],
        {"bo.aim.at": "thug", "bo.aim.rounds": "1", "bo.used": "2"},
    ),
    (
        "D6-25",
        "in a round that owes an action",
        FIGHT + "bo: {owed: 1}",
        "aim bo thug",
        "",
        [],
        {"bo.aim.at": "thug", "bo.aim.rounds": "1", "bo.used": "1"},
    ),
    (
        "D6-25",
        "2D for the next ranged attack, and used",
        FIGHT + MISS + aims(2),
        "attack bo thug",
        "3 3 3 1 1 1",
        ["bo attack: successes 3 = 3"],
        {"bo.used": "1", **GONE},
        ["D6-25 aim-lost"],
    ),
    (
        "D6-25",
        "3D after four rounds",
        FIGHT + MISS + aims(4),
        "attack bo thug",
        "3 3 3 1 1 1 1",
        ["bo attack: successes 3 = 3"],
        {"bo.used": "1", **GONE},
    ),
    (
        "D6-25",
        "on that target only",
        FIGHT + MISS + aims(2, "cy") + "cy: {}",
        "attack bo thug",
        "3 3 1 1",
        ["D6-25 aim-lost"],
        {"bo.used": "1", **GONE},
    ),
    (
        "D6-25",
        "a strike has nothing of it",
        FIGHT + MISS + aims(2),
        "attack bo thug --with knife",
        "3 3 1 1",
        ["D6-25 aim-lost"],
        {"bo.used": "1", **GONE},
    ),
    (
        "D6-25",
        "with the wounds",
        FIGHT + MISS + aims(1) + "bo: {aim: {at: thug, rounds: 1}, wounds: [injured-2]}",
        "attack bo thug",
        "3 3 1",
        ["bo attack: successes 2 = 2"],
        {"bo.used": "1", **GONE},
    ),
    (
        "D6-25",
        "a defense ends it",
        FIGHT + aims(2),
        "defend bo dodge",
        "3",
        ["D6-25 aim-lost"],
        {"bo.used": "1", "bo.defense.how": "dodge", "bo.defense.value": "1", **GONE},
    ),
    (
        "D6-25",
        "the free 5 m end it",
        FIGHT + MAP + "bo: {at: 0505, aim: {at: thug, rounds: 2}}",
        "move bo 0504",
        "",
        ["D6-25 aim-lost"],
        {"bo.at": "0504", "bo.moved": "2", **GONE},
    ),
    (
        "D6-25",
        "waiting ends it",
        FIGHT + aims(2),
        "wait bo --until thug",
        "",
        ["D6-25 aim-lost"],
        {"turn": "thug", "bo.waits": "thug", "bo.used": "1", **GONE},
    ),
    (
        "D6-25",
        "a round without aiming ends it",
        FIGHT + aims(2),
        "next",
        "",
        ["D6-25 aim-lost"],
        {"turn": "thug", "acted": ["bo"], **GONE},
    ),
    (
        "D6-25",
        "a round of aiming does not",
        FIGHT + "bo: {used: 2, aim: {at: thug, rounds: 2}}",
        "next",
        "",
        [],
        {"turn": "thug", "acted": ["bo"]},
        ["D6-25 aim-lost"],
    ),
    (
        "D6-25",
        "being hit does not",
        FIGHT + "bo: {used: 2, aim: {at: thug, rounds: 2}}",
        "damage bo 2",
        "",
        [],
        {"bo.wounds": ["injured-2"]},
        ["D6-25 aim-lost"],
    ),
    # --- one's own side ------------------------------------------------------------------------------
    ("", "is told of, and done", MISS + "bo: {side: npc}", "attack bo thug", "1 1 1 1", ["own-side"], {}),
    ("", "of a foe nothing is told", MISS, "attack bo thug", "1 1 1 1", [], {}, ["own-side"]),
    # --- D6-27 ---------------------------------------------------------------------------------------
    (
        "D6-27",
        "a miss harms nobody by itself",
        MISS,
        "attack bo thug --area",
        "1 1 1 1",
        ["D6-26 miss", "D6-27 area"],
        {},
        ["D6-27 scatter"],
    ),
    (
        "D6-27",
        "a hit is a hit",
        "thug: {passive: 1}",
        "attack bo thug --area",
        "3 1 1 1  3 3 1  1 1 1",
        ["D6-26 hit"],
        {"thug.wounds": ["injured-2"]},
        ["D6-27 area"],
    ),
    (
        "D6-27",
        "scatter: 1 is N, and so many hexes",
        MAP,
        "attack bo thug --area --scatter",
        "1 1 1 1  1 3",
        ['"it lands 3 hexes N of thug, in 0902: nobody is there"'],
        {},
    ),
    (
        "D6-27",
        "2 is the next clockwise; who stands there",
        MAP,
        "attack bo thug --area --scatter",
        "1 1 1 1  2 1",
        ['"it lands 1 hex NE of thug, in 1004: cy there"'],
        {},
    ),
    (
        "D6-27",
        "6 is the last",
        MAP,
        "attack bo thug --area --scatter",
        "1 1 1 1  6 1",
        ['"it lands 1 hex NW of thug, in 0804: nobody is there"'],
        {},
    ),
    (
        "D6-27",
        "NE is 1 on a pointy map",
        MAP.replace("{size", "{layout: pointy, size"),
        "attack bo thug --area --scatter",
        "1 1 1 1  1 1",
        ['"it lands 1 hex NE of thug, in 0904: nobody is there"'],
        {},
    ),
    (
        "D6-27",
        "off the map",
        MAP + "thug: {at: 0901, passive: 20}",
        "attack bo thug --area --scatter",
        "1 1 1 1  1 4",
        ['"it lands 4 hexes N of thug, off the map: nobody is there"'],
        {},
    ),
    (
        "D6-27",
        "nothing scatters of a hit",
        MAP + "thug: {at: 0905, passive: 1}",
        "attack bo thug --area --scatter",
        "3 1 1 1  3 1 1  3 3 1",
        ["D6-32 unhurt"],
        {},
        ["D6-27 scatter"],
    ),
]


def test_row(row, bench):
    bench.holds(row)


def test_three_rounds_of_aiming_then_a_shot(bench):
    """Two who do nothing else: +1D, +2D, +3D, then 4D + 3D."""
    bench.lay(FIGHT + MISS)
    for rounds in ("1", "2", "3"):
        assert bench.go_on("aim bo thug").after["combatants"]["bo"]["aim"]["rounds"] == rounds
        bench.go_on("next")
        bench.go_on("next")
    played = bench.go_on("attack bo thug", "1 1 1 1 1 1 1")
    assert played.thrown == ["bo 7d6"]


@pytest.mark.parametrize("way", [["--cover", "light"], []])
def test_an_attack_is_told_as_data(bench, way):
    bench.lay("rules: {}")
    code, out, err = bench.run("--json", "--dice", "1,1,1,6,1", "attack", "bo", "thug", *way)
    assert code == 0, err
    events = json.loads(out)["events"]
    (thrown,) = [event for event in events if event["type"] == "rolled"]
    assert (thrown["who"], thrown["dice"], thrown["faces"], thrown["total"]) == ("bo", "3d6 + 1d6", [1, 1, 1, 6, 1], 1)
