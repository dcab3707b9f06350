"""Initiative, actions, borrowing, buying, waiting, moving, other acts (D6-10 to D6-16)."""

import json

import pytest

FIGHT = "round: 1\nturn: bo\norder: [bo, thug, cy]\n"
LATER = "round: 1\nturn: thug\norder: [bo, thug]\nacted: [bo]\n"
CY = "cy: {side: pc, passive: 3}\n"
MAP = "grid: {hex: 2 m}\nbo: {at: 0505}\nthug: {at: 0901}\n"
FAST = "bo: {skills: {alertness: 2D}}\nthug: {skills: {alertness: 3D}}\n"

ROWS = [
    # --- D6-10: initiative -----------------------------------------------------------------------------
    (
        "D6-10",
        "Alertness, highest first, rolled in file order",
        FAST,
        "start",
        "3 1  3 1 3",
        ["bo initiative: successes 1 = 1", "thug initiative: successes 2 = 2"],
        {"round": "1", "turn": "thug", "order": ["thug", "bo"], "bo.initiative": "1", "thug.initiative": "2"},
    ),
    (
        "D6-10",
        "ties: the higher Alertness code",
        FAST,
        "start",
        "3 3  3 3 1",
        [],
        {"round": "1", "turn": "thug", "order": ["thug", "bo"], "bo.initiative": "2", "thug.initiative": "2"},
    ),
    (
        "D6-10",
        "ties: more pips are a higher code",
        "bo: {skills: {alertness: 2D}}\nthug: {skills: {alertness: 2D+1}}\n",
        "start",
        "3 3  3 3 1",
        [],
        {"round": "1", "turn": "thug", "order": ["thug", "bo"], "bo.initiative": "2", "thug.initiative": "2"},
    ),
    (
        "D6-10",
        "ties with one code: PCs, then file order",
        "bo: {side: npc}\n" + CY + "dee: {side: pc}\n",
        "start",
        "3 3 3 3",
        [],
        {
            "round": "1",
            "turn": "cy",
            "order": ["cy", "dee", "bo", "thug"],
            **{f"{name}.initiative": "1" for name in ("bo", "thug", "cy", "dee")},
        },
    ),
    (
        "D6-10",
        "no wound penalty; a number in the file is kept",
        "bo: {skills: {alertness: 2D}, wounds: [serious]}\nthug: {initiative: 0}",
        "start",
        "3 1",
        [],
        {"round": "1", "turn": "bo", "order": ["bo", "thug"], "bo.initiative": "1"},
    ),
    (
        "D6-10",
        "a complication of an Alertness roll is told",
        "rules: {}\nthug: {initiative: 0}",
        "start",
        "1",
        ["D6-2 complication"],
        {"round": "1", "turn": "bo", "order": ["bo", "thug"], "bo.initiative": "0"},
    ),
    (
        "D6-10",
        "scene: the number stays for the next round",
        LATER + "bo: {initiative: 2}\nthug: {initiative: 1}",
        "next",
        "",
        ['"round 2"'],
        {"round": "2", "turn": "bo", "acted": None},
    ),
    (
        "D6-10",
        "round: rolled again as each round begins",
        "rules: {wild-die: none, initiative: round}\n" + LATER + "bo: {initiative: 2}\nthug: {initiative: 1}",
        "next",
        "1 3",
        ["bo initiative: successes 0 = 0", "thug initiative: successes 1 = 1"],
        {"round": "2", "order": ["thug", "bo"], "acted": None, "bo.initiative": "0"},
    ),
    (
        "D6-10",
        "round: once for the first",
        "rules: {wild-die: none, initiative: round}\n" + FAST,
        "start",
        "3 1  3 1 3",
        ["bo initiative: successes 1 = 1", "thug initiative: successes 2 = 2"],
        {"round": "1", "turn": "thug", "order": ["thug", "bo"], "bo.initiative": "1", "thug.initiative": "2"},
    ),
    (
        "D6-10",
        "an Alertness of 0D has no dice, which is told",
        "bo: {skills: {alertness: 0D}}\nthug: {initiative: 1}",
        "start",
        "",
        ["D6-1 no-dice", "bo initiative: successes 0 = 0"],
        {"round": "1", "turn": "thug", "order": ["thug", "bo"], "bo.initiative": "0"},
    ),
    (
        "D6-10",
        "round: the dead roll no more",
        "rules: {wild-die: none, initiative: round}\n" + LATER + CY + "cy: {initiative: 3, wounds: [dead]}",
        "next",
        "1 3",
        [],
        {"round": "2", "order": ["cy", "thug", "bo"], "acted": ["cy"], "bo.initiative": "0", "thug.initiative": "1"},
    ),
    # --- D6-11: two actions --------------------------------------------------------------------------
    ("D6-11", "an attack is one", FIGHT + "thug: {passive: 9}", "attack bo thug", "1 1 1 1", [], {"bo.used": "1"}),
    (
        "D6-11",
        "and a second",
        FIGHT + "bo: {used: 1}\nthug: {passive: 9}",
        "attack bo thug",
        "1 1 1 1",
        [],
        {"bo.used": "2"},
    ),
    ("D6-11", "before the fight nobody counts", "thug: {passive: 9}", "attack bo thug", "1 1 1 1", [], {}),
    (
        "D6-11",
        "full again as a round begins",
        LATER + "bo: {used: 2, extra: 1, moved: 15}\nthug: {used: 1}",
        "next",
        "",
        ['"bo\'s turn: 2 actions, 5 m free"'],
        {
            "round": "2",
            "turn": "bo",
            "acted": None,
            "bo.used": None,
            "bo.extra": None,
            "bo.moved": None,
            "thug.used": None,
        },
    ),
    # --- D6-12: borrowing ----------------------------------------------------------------------------
    (
        "D6-12",
        "three now",
        FIGHT,
        "borrow bo",
        "",
        ["D6-12 borrowed"],
        {"bo.borrowed": "1", "bo.extra": "1"},
    ),
    (
        "D6-12",
        "the third is there",
        FIGHT + "bo: {used: 2, borrowed: 1, extra: 1}\nthug: {passive: 9}",
        "attack bo thug",
        "1 1 1 1",
        [],
        {"bo.used": "3"},
    ),
    (
        "D6-12",
        "one then",
        LATER + "bo: {used: 3, borrowed: 1, extra: 1}",
        "next",
        "",
        ['"bo owes an action: 1 this round"', '"bo\'s turn: 1 action, 5 m free"'],
        {
            "round": "2",
            "turn": "bo",
            "acted": None,
            "bo.used": None,
            "bo.extra": None,
            "bo.borrowed": None,
            "bo.owed": "1",
        },
    ),
    (
        "D6-12",
        "of one who cannot act no debt is told",
        LATER + CY + "cy: {unconscious: true, borrowed: 1, extra: 1}",
        "next",
        "",
        ['"round 2"'],
        {"round": "2", "turn": "bo", "acted": None, "cy.extra": None, "cy.borrowed": None, "cy.owed": "1"},
        ["D6-12 owes"],
    ),
    (
        "D6-12",
        "borrowing again: two, one of them borrowed",
        "round: 2\nturn: bo\norder: [bo, thug]\nbo: {owed: 1, used: 1}",
        "borrow bo",
        "",
        ["D6-12 borrowed"],
        {"bo.borrowed": "1", "bo.extra": "1"},
    ),
    (
        "D6-12",
        "a debt paid is gone",
        LATER + "bo: {owed: 1, used: 1}",
        "next",
        "",
        ['"bo\'s turn: 2 actions, 5 m free"'],
        {"round": "2", "turn": "bo", "acted": None, "bo.used": None, "bo.owed": None},
        ["D6-12 owes"],
    ),
    # --- D6-13: buying -------------------------------------------------------------------------------
    (
        "D6-13",
        "1 Luck Point",
        FIGHT + "bo: {luck: 2}",
        "spend bo luck",
        "",
        ["D6-13 bought"],
        {"bo.luck": "1", "bo.extra": "1"},
    ),
    (
        "D6-13",
        "2 Character Points, and once more",
        FIGHT + "bo: {character: 2, extra: 1}",
        "spend bo character",
        "",
        ['"bo buys an action for 2 Character Points"'],
        {"bo.character": "0", "bo.extra": "2"},
    ),
    (
        "D6-13",
        "the house's price",
        "rules: {action-price: {luck: 3}}\n" + FIGHT + "bo: {luck: 3}",
        "spend bo luck",
        "",
        [],
        {"bo.luck": "0", "bo.extra": "1"},
    ),
    (
        "D6-13",
        "beside a borrowed one",
        FIGHT + "bo: {luck: 1, borrowed: 1, extra: 1}",
        "spend bo luck",
        "",
        [],
        {"bo.luck": "0", "bo.extra": "2"},
    ),
    # --- D6-14: waiting ------------------------------------------------------------------------------
    (
        "D6-14",
        "an action, and the turn goes on to the next",
        FIGHT + CY + "bo: {defense: {how: dodge, value: 2}}",
        "wait bo --until cy",
        "",
        ["D6-14 waits", '"thug\'s turn: 2 actions, 5 m free"'],
        {"turn": "thug", "bo.waits": "cy", "bo.used": "1"},  # the defense stands
        ["D6-21 dropped"],
    ),
    (
        "D6-14",
        "up again right after the other",
        "round: 1\nturn: thug\norder: [bo, thug, cy]\n"
        + CY
        + "bo: {waits: thug, used: 1, stunned: true, defense: {how: dodge, value: 2}}",
        "next",
        "",
        ['"bo drops its dodge of 2"', '"bo\'s turn: 1 action, 5 m free"'],
        {
            "turn": "bo",
            "acted": ["thug"],
            "bo.waits": None,
            "bo.defense.how": None,
            "bo.defense.value": None,
        },
    ),
    (
        "D6-14",
        "what ends with its turn ends with the later one",
        "round: 1\nturn: bo\norder: [bo, thug, cy]\nacted: [thug]\n" + CY + "bo: {used: 1, stunned: true}",
        "next",
        "",
        ["D6-34 recovered", '"cy\'s turn: 2 actions, 5 m free"'],
        {"turn": "cy", "acted": ["thug", "bo"], "bo.stunned": None},
    ),
    (
        "D6-14",
        "the stun is not over with the wait",
        FIGHT + CY + "bo: {stunned: true}",
        "wait bo --until thug",
        "",
        [],
        {"turn": "thug", "bo.waits": "thug", "bo.used": "1"},
        ["D6-34 recovered"],
    ),
    (
        "D6-14",
        "after the place of one who cannot act",
        FIGHT + CY + "thug: {unconscious: true}",
        "wait bo --until thug",
        "",
        ['"thug is passed over: unconscious"', '"bo\'s turn: 1 action, 5 m free"'],
        {"acted": ["thug"], "bo.used": "1"},
    ),
    (
        "D6-14",
        "two who wait for each other's neighbor keep their order",
        "round: 1\nturn: bo\norder: [bo, thug, cy]\n" + CY + "cy: {waits: thug}",
        "wait bo --until cy",
        "",
        ['"thug\'s turn: 2 actions, 5 m free"'],
        {"turn": "thug", "bo.waits": "cy", "bo.used": "1"},
    ),
    (
        "D6-14",
        "this round only",
        LATER + "bo: {waits: thug}",
        "next",
        "",
        ['"round 2"'],
        {"round": "2", "turn": "bo", "acted": None, "bo.waits": None},
    ),
    # --- D6-15: moving -------------------------------------------------------------------------------
    (
        "D6-15",
        "4 m are free",
        FIGHT + MAP,
        "move bo 0503",
        "",
        ['"bo moves to 0503: 4 m, free"'],
        {"bo.at": "0503", "bo.moved": "4"},
    ),
    (
        "D6-15",
        "6 m: one action",
        FIGHT + MAP,
        "move bo 0502",
        "",
        ['"bo moves to 0502: 6 m, 1 action"'],
        {"bo.at": "0502", "bo.moved": "6", "bo.used": "1"},
    ),
    (
        "D6-15",
        "cumulative: 4 m and 4 m are 8",
        FIGHT + MAP + "bo: {at: 0505, moved: 4}",
        "move bo 0503",
        "",
        ['"bo moves to 0503: 4 m, 1 action"'],
        {"bo.at": "0503", "bo.moved": "8", "bo.used": "1"},
    ),
    (
        "D6-15",
        "an action is 10 m: from 6 to 14 m costs nothing more",
        FIGHT + MAP + "bo: {at: 0505, moved: 6, used: 1}",
        "move bo 0501",
        "",
        ['"bo moves to 0501: 8 m, free"'],
        {"bo.at": "0501", "bo.moved": "14"},
    ),
    (
        "D6-15",
        "16 m are two: (16 - 5) / 10, rounded up",
        FIGHT + MAP + "bo: {at: 0510}",
        "move bo 0502",
        "",
        ['"bo moves to 0502: 16 m, 2 actions"'],
        {"bo.at": "0502", "bo.moved": "16", "bo.used": "2"},
    ),
    (
        "D6-15",
        "15 m are one",
        FIGHT + "grid: {hex: 5 m}\nbo: {at: 0505}\nthug: {at: 0901}\n",
        "move bo 0502",
        "",
        ['"bo moves to 0502: 15 m, 1 action"'],
        {"bo.at": "0502", "bo.moved": "15", "bo.used": "1"},
    ),
    (
        "D6-15",
        "5 m are free, half meters kept",
        FIGHT + "grid: {hex: 2.5 m}\nbo: {at: 0505}\nthug: {at: 0901}\n",
        "move bo 0503",
        "",
        ['"bo moves to 0503: 5 m, free"'],
        {"bo.at": "0503", "bo.moved": "5"},
    ),
    (
        "D6-15",
        "encumbered: 2.5 m free, 5 m an action",
        FIGHT + MAP + "bo: {at: 0505, encumbered: true}",
        "move bo 0501",
        "",
        ['"bo moves to 0501: 8 m, 2 actions"'],  # (8 - 2.5) / 5 = 1.1
        {"bo.at": "0501", "bo.moved": "8", "bo.used": "2"},
    ),
    (
        "D6-15",
        "terrain costs",
        FIGHT + MAP + "terrain: {mud: {cost: 2, hexes: [0504]}}",
        "move bo 0503 --via 0504",
        "",
        ['"bo moves to 0503: 6 m, 1 action"'],
        {"bo.at": "0503", "bo.moved": "6", "bo.used": "1"},
    ),
    (
        "D6-15",
        "around a foe, whose hex may not be entered",
        FIGHT + MAP + "thug: {at: 0504}",
        "move bo 0503",
        "",
        ['"bo moves to 0503: 6 m, 1 action"'],
        {"bo.at": "0503", "bo.moved": "6", "bo.used": "1"},
    ),
    (
        "D6-15",
        "through a friend",
        FIGHT + MAP + "cy: {side: pc, at: 0504}",
        "move bo 0503",
        "",
        ['"bo moves to 0503: 4 m, free"'],
        {"bo.at": "0503", "bo.moved": "4"},
    ),
    (
        "D6-15",
        "through an unconscious foe",
        FIGHT + MAP + "thug: {at: 0504, unconscious: true}",
        "move bo 0503",
        "",
        ['"bo moves to 0503: 4 m, free"'],
        {"bo.at": "0503", "bo.moved": "4"},
    ),
    (
        "D6-15",
        "before the fight it is not counted",
        MAP,
        "move bo 0601 --facing N",
        "",
        ["D6-15 move"],
        {"bo.at": "0601", "bo.facing": "N"},
    ),
    # --- D6-16: something else -----------------------------------------------------------------------
    (
        "D6-16",
        "one action, announced",
        FIGHT,
        "act bo bars the door",
        "",
        ['"bo: bars the door"'],
        {"bo.used": "1"},
    ),
    (
        "D6-16",
        "it breaks aiming",
        FIGHT + "bo: {aim: {at: thug, rounds: 2}}",
        "act bo ducks",
        "",
        ["D6-25 aim-lost", "D6-16 act"],
        {"bo.used": "1", "bo.aim.at": None, "bo.aim.rounds": None},
    ),
]


def test_row(row, bench):
    bench.holds(row)


def test_a_wait_is_over_in_its_round(bench):
    """The whole way: bo waits for cy, thug and cy act, bo has one action, then the round ends."""
    bench.lay(FIGHT + CY)
    seen = []
    for command in ("wait bo --until cy", "next", "next", "next"):
        played = bench.go_on(command)
        assert played.code == 0, played.data
        seen.append((played.after["round"], played.after["turn"]))
    assert seen == [("1", "thug"), ("1", "cy"), ("1", "bo"), ("2", "bo")]


def test_reach_tells_the_actions_each_hex_takes(bench):
    bench.lay(FIGHT + MAP + "grid: {hex: 2 m, size: 20x20}")
    code, out, err = bench.run("--json", "map", "--reach", "bo")
    assert code == 0, err
    reach = json.loads(out)["reach"]
    # 4 m free (5 are), 14 m one action (15 are), 24 m both (25 are)
    assert (reach["0507"], reach["0508"], reach["0512"], reach["0513"], reach["0517"]) == (0, 1, 1, 2, 2)
    assert "0518" not in reach


def test_nobody_who_aims_moves(bench):
    bench.lay(FIGHT + MAP + "bo: {at: 0505, used: 2, aim: {at: thug, rounds: 1}}")
    code, out, err = bench.run("--json", "map", "--reach", "bo")
    assert code == 0, err
    assert json.loads(out)["reach"] == {}


MAY_STILL = [
    ("moved: 4", "2 actions, 1 m free"),
    ("moved: 5", "2 actions"),
    ("moved: 6, used: 1", "1 action, 9 m free"),  # 5 + 10 - 6
    ("moved: 2, encumbered: true", "2 actions, 0.5 m free"),
    ("used: 2", "no action left, 5 m free"),
    ("used: 3", "no action left, 5 m free"),  # the GM allowed a third
    ("moved: 15, used: 2", "nothing left to do"),
    ("used: 2, full: true", "full defense, 5 m free"),
    ("used: 2, full: true, moved: 5", "full defense, nothing more"),
    ("used: 2, aim: {at: thug, rounds: 1}", "nothing more: it aims"),
]


@pytest.mark.parametrize(("state", "left"), MAY_STILL)
def test_what_it_may_still_do(bench, state, left):
    bench.lay(FIGHT + CY + f"bo: {{{state}}}")
    code, out, err = bench.run("status")
    assert code == 0, err
    assert f"bo's turn: {left}" in out.splitlines()


def test_status_tells_what_is_left(bench):
    bench.lay(
        FIGHT + CY + "bo: {used: 1, extra: 1, borrowed: 1, defense: {how: block, value: 3}}\n"
        "thug: {aim: {at: bo, rounds: 5}, wounds: [injured-1, serious], stunned: true}\ncy: {owed: 1, waits: thug}"
    )
    code, out, _ = bench.run("status")
    assert code == 0
    assert "bo's turn: 2 actions, 5 m free" in out
    rows = {line.split()[1 if line[0] == ">" else 0]: line for line in out.splitlines()[4:]}
    assert rows["bo"].endswith("2 actions, borrowed 1, block 3")
    assert "injured-1, serious" in rows["thug"]
    assert rows["thug"].endswith("2 actions, aims at bo +3D, stunned")
    assert rows["cy"].endswith("1 action, owed 1, waits for thug")
