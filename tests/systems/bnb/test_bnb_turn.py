"""Rounds and turns: initiative, shared turns, what a turn is, the marked tactic (BNB-1, BNB-3, BNB-10, BNB-11)."""

from typing import Any

import pytest

FOX = "fox: {at: 0508, facing: N, stats: {str: 2, spd: 3, agi: 1}, hp: 9/9"
"""a third animal, far away; more keys and a brace may follow"""

FIGHT = "round: 1\nturn: rat\norder: [rat, wolf]\n"
TIED = "round: 1\nturn: rat\norder: [rat, wolf, fox]\n" + FOX + ", initiative: 5}\n"

ROWS: list[tuple[Any, ...]] = [
    # --- BNB-1: initiative ------------------------------------------------------------------------
    (
        "BNB-1",
        "SPD + 1d6, rolled in file order, highest first",
        "",
        "start",
        "1 6",
        ["rat initiative: SPD 4, die 1 = 5", "wolf initiative: SPD 2, die 6 = 8"],
        {
            "round": "1",
            "turn": "wolf",
            "order": ["wolf", "rat"],
            "rat.initiative": "5",
            "wolf.initiative": "8",
        },
    ),
    (
        "BNB-1",
        "`gm next` starts the fight too",
        "",
        "next",
        "3 1",
        ["start"],
        {"round": "1", "turn": "rat", "order": ["rat", "wolf"], "rat.initiative": "7", "wolf.initiative": "3"},
    ),
    (
        "BNB-1",
        "fixed: SPD alone, no die",
        "rules: {initiative: fixed}\nwolf: {stats: {str: 4, spd: 5, agi: 2}}",
        "start",
        "",
        ["rat initiative: SPD 4 = 4", "wolf initiative: SPD 5 = 5"],
        {"round": "1", "turn": "wolf", "order": ["wolf", "rat"], "rat.initiative": "4", "wolf.initiative": "5"},
    ),
    (
        "BNB-1",
        "the Rating: hind legs are off it",
        "rat: {injuries: [hind-leg, hind-leg]}",
        "start",
        "1 2",
        ["rat initiative: SPD 2, die 1 = 3", "wolf initiative: SPD 2, die 2 = 4"],
        {"round": "1", "turn": "wolf", "order": ["wolf", "rat"], "rat.initiative": "3", "wolf.initiative": "4"},
    ),
    (
        "BNB-1",
        "a number in the file is kept, and no die thrown for it",
        "rat: {initiative: 2}",
        "start",
        "1",
        ["wolf initiative: SPD 2, die 1 = 3"],
        {"round": "1", "turn": "wolf", "order": ["wolf", "rat"], "wolf.initiative": "3"},
    ),
    (
        "BNB-1",
        "tie: a PC before an NPC, though slower and later in the file",
        "rules: {tied-turns: separate}\nrat: {side: npc}\nwolf: {side: pc}",
        "start",
        "2 4",  # 4 + 2 = 2 + 4
        [],
        {"round": "1", "turn": "wolf", "order": ["wolf", "rat"], "rat.initiative": "6", "wolf.initiative": "6"},
    ),
    (
        "BNB-1",
        "tie of two NPCs: the higher SPD Rating, though later in the file",
        "rat: {side: npc, injuries: [hind-leg, hind-leg, hind-leg]}",  # SPD 1 < 2
        "start",
        "4 3",  # 1 + 4 = 2 + 3
        [],
        {"round": "1", "turn": "wolf", "order": ["wolf", "rat"], "rat.initiative": "5", "wolf.initiative": "5"},
    ),
    (
        "BNB-1",
        "tie of two PCs: the higher SPD Rating, though later in the file",
        "rules: {tied-turns: separate}\nrat: {stats: {str: 1, spd: 1, agi: 3}}\nwolf: {side: pc}",
        "start",
        "4 3",
        [],
        {"round": "1", "turn": "wolf", "order": ["wolf", "rat"], "rat.initiative": "5", "wolf.initiative": "5"},
    ),
    (
        "BNB-1",
        "tie in everything: file order",
        (
            "rules: {initiative: fixed}\nrat: {side: npc}\nwolf: {stats: {str: 4, spd: 4, agi: 2}}\n"
            "fox: {side: npc, at: 0508, stats: {str: 2, spd: 4, agi: 1}, hp: 9/9}"
        ),
        "start",
        "",
        [],
        {
            "round": "1",
            "turn": "rat",
            "order": ["rat", "wolf", "fox"],
            "rat.initiative": "4",
            "wolf.initiative": "4",
            "fox.initiative": "4",
        },
    ),
    (
        "BNB-1",
        "the side comes before the SPD: PC 1, then NPC 3, then NPC 2",
        "rules: {tied-turns: separate}\nrat: {initiative: 7, stats: {str: 1, spd: 1, agi: 3}}\nwolf: {initiative: 7}\n"
        + FOX
        + ", initiative: 7}",
        "start",
        "",
        [],
        {"round": "1", "turn": "rat", "order": ["rat", "fox", "wolf"]},
    ),
    (
        "BNB-1",
        "starting runs the first turn's start, and no other's (BNB-12)",
        (
            "rules: {initiative: fixed}\nrat: {as: 5, ds: 6, markers: {vulnerable: 2, wary: true, bleeding: 1}}\n"
            "wolf: {as: 4, ds: 3, markers: {vulnerable: 1}}"
        ),
        "start",
        "",
        ["BNB-12 dropped", "BNB-32 bleeds"],
        {
            "round": "1",
            "turn": "rat",
            "order": ["rat", "wolf"],
            "rat.initiative": "4",
            "wolf.initiative": "2",
            "rat.as": None,
            "rat.ds": None,
            "rat.markers.vulnerable": None,
            "rat.markers.wary": None,
            "rat.hp": "7/8",
        },
    ),
    (
        "BNB-1",
        "if the first lies unconscious, the next has the turn",
        "rules: {initiative: fixed}\nrat: {hp: 0/8}",
        "start",
        "",
        ["skip", "turn"],
        {
            "round": "1",
            "turn": "wolf",
            "order": ["rat", "wolf"],
            "acted": ["rat"],
            "rat.initiative": "4",
            "wolf.initiative": "2",
        },
    ),
    # --- BNB-3: shared turns ----------------------------------------------------------------------
    # --- BNB-3: shared turns ----------------------------------------------------------------------
    (
        "BNB-3",
        "start: a tie with a PC, `turn` names the first of the group",
        "rules: {initiative: fixed}\nwolf: {stats: {str: 4, spd: 4, agi: 2}, as: 3}\nrat: {as: 5}",
        "start",
        "",
        ["BNB-12 dropped", "BNB-12 dropped", '"rat, wolf share the turn: Attack and Move"'],
        {
            "round": "1",
            "turn": "rat",
            "sharing": ["rat", "wolf"],
            "order": ["rat", "wolf"],
            "rat.initiative": "4",
            "wolf.initiative": "4",
            "rat.as": None,
            "wolf.as": None,
        },
    ),
    (
        "BNB-3",
        "who is tied with a PC may act in its turn, each with its own `done`",
        TIED + "rat: {initiative: 6, ds: 30, done: [attack]}\nwolf: {initiative: 6, as: 9}",
        "attack wolf rat",
        "",
        ["BNB-24 miss"],
        {"wolf.as": "7", "wolf.done": ["attack"], "rat.ds": "29"},
    ),
    (
        "BNB-3",
        "in any interleaving: after the other the first may still act",
        TIED + "rat: {initiative: 6, as: 9}\nwolf: {initiative: 6, ds: 30, done: [attack]}",
        "attack rat wolf",
        "",
        ["BNB-24 miss"],
        {"rat.as": "7", "rat.done": ["attack"], "wolf.ds": "29"},
    ),
    (
        "BNB-3",
        "the PC they were tied with was taken out of the file in the midst of it: it was their turn all the same",
        (
            "round: 1\nturn: rat\nsharing: [rat, wolf, vole]\norder: [rat, wolf, vole, fox]\n"
            "rat: null\nwolf: {initiative: 9, done: [attack]}\n"
            "vole: {at: 0909, facing: N, stats: {str: 1, spd: 3, agi: 1}, hp: 9/9, initiative: 9}\n"
            f"{FOX}, initiative: 3}}"
        ),
        "next",
        "",
        ["over", "turn"],
        {"turn": "fox", "sharing": None, "acted": ["wolf", "vole"], "wolf.done": None},
    ),
    (
        "BNB-3",
        "who joins the tie in the midst of it has a turn of its own, after it",
        (
            "round: 1\nturn: rat\nsharing: [rat, wolf]\norder: [rat, wolf, fox]\n"
            f"rat: {{initiative: 9}}\nwolf: {{initiative: 9}}\n{FOX}, initiative: 9}}"
        ),
        "next",
        "",
        ["over", "turn"],
        {"turn": "fox", "sharing": None, "acted": ["rat", "wolf"]},
    ),
    (
        "BNB-3",
        "`gm next` ends the turn for all of them",
        TIED + "rat: {initiative: 6, done: [attack]}\nwolf: {initiative: 6, done: [attack, move]}",
        "next",
        "",
        ["over", "turn"],
        {"turn": "fox", "acted": ["rat", "wolf"], "rat.done": None, "wolf.done": None},
    ),
    (
        "BNB-3",
        "what begins with a turn is run for each, in order",
        TIED.replace("turn: rat", "turn: fox\nacted: [rat, wolf]")
        + "rat: {initiative: 6, markers: {bleeding: 1}}\nwolf: {initiative: 6, ds: 4, markers: {bleeding: 2}}",
        "next",
        "",
        [
            '"rat bleeds: 1 HP"',
            '"wolf drops DS 4"',
            '"wolf bleeds: 2 HP"',
            '"rat, wolf share the turn: Attack and Move"',
        ],
        {
            "round": "2",
            "turn": "rat",
            "sharing": ["rat", "wolf"],
            "acted": None,
            "rat.hp": "7/8",
            "wolf.hp": "12/14",
            "wolf.ds": None,
        },
    ),
    (
        "BNB-3",
        "what ends with a turn is run for each",
        "rules: {scores: vanilla}\n" + TIED + "rat: {initiative: 6, as: 5}\nwolf: {initiative: 6, as: 4}",
        "next",
        "",
        ['"rat drops AS 5"', '"wolf drops AS 4"'],
        {"turn": "fox", "acted": ["rat", "wolf"], "rat.as": None, "wolf.as": None},
    ),
    (
        "BNB-3",
        "separate: one after the other",
        "rules: {tied-turns: separate}\n" + TIED + "rat: {initiative: 6}\nwolf: {initiative: 6, as: 3}",
        "next",
        "",
        ["BNB-12 dropped"],
        {"turn": "wolf", "acted": ["rat"], "wolf.as": None},
    ),
    (
        "BNB-3",
        "NPCs tied with each other only do not share",
        "round: 1\nturn: wolf\norder: [wolf, fox, rat]\nwolf: {initiative: 6}\nrat: {initiative: 5}\n"
        + FOX
        + ", initiative: 6}",
        "next",
        "",
        [],
        {"turn": "fox", "acted": ["wolf"]},
    ),
    (
        "BNB-3",
        "three-way: a PC and two NPCs share",
        "round: 1\nturn: rat\norder: [rat, wolf, fox, vole]\nrat: {initiative: 6}\nwolf: {initiative: 6}\n"
        + FOX
        + ", initiative: 6}\nvole: {at: 0801, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5, initiative: 2}",
        "next",
        "",
        [],
        {"turn": "vole", "acted": ["rat", "wolf", "fox"]},
    ),
    (
        "BNB-3",
        "two PCs share too",
        TIED + "rat: {initiative: 6}\nwolf: {initiative: 6, side: pc}",
        "next",
        "",
        [],
        {"turn": "fox", "acted": ["rat", "wolf"]},
    ),
    (
        "BNB-3",
        "the hand-written order may put the NPC first: the group's first has the name, the PC acts as well",
        TIED.replace("turn: rat", "turn: wolf").replace("[rat, wolf", "[wolf, rat")
        + "rat: {initiative: 6, as: 9}\nwolf: {initiative: 6, ds: 30}",
        "attack rat wolf",
        "",
        ["BNB-24 miss"],
        {"rat.as": "7", "rat.done": ["attack"], "wolf.ds": "29"},
    ),
    # --- BNB-10: one Attack, one Move -------------------------------------------------------------
    (
        "BNB-10",
        "an attack in a fight uses the Attack",
        FIGHT + "rat: {as: 9}\nwolf: {ds: 30}",
        "attack rat wolf",
        "",
        ["BNB-24 miss"],
        {"rat.as": "7", "rat.done": ["attack"], "wolf.ds": "29"},
    ),
    (
        "BNB-10",
        "after the Move there is still the Attack",
        FIGHT + "rat: {as: 9, done: [move]}\nwolf: {ds: 30}",
        "attack rat wolf",
        "",
        ["BNB-24 miss"],
        {"rat.as": "7", "rat.done": ["move", "attack"], "wolf.ds": "29"},
    ),
    (
        "BNB-10",
        "before the fight attacks are not counted",
        "rat: {as: 9, done: [attack]}\nwolf: {ds: 30}",
        "attack rat wolf",
        "",
        ["BNB-24 miss"],
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    (
        "BNB-10",
        "a turn's end forgets what it used",
        FIGHT + "rat: {done: [attack, move]}",
        "next",
        "",
        [],
        {"turn": "wolf", "acted": ["rat"], "rat.done": None},
    ),
    # --- BNB-11: the marked tactic ----------------------------------------------------------------
    ("BNB-11", "before the fight", "", "tactic rat claw", "", ["BNB-11 tactic"], {"rat.tactic": "claw"}),
    ("BNB-11", "in one's own turn", FIGHT, "tactic rat claw", "", ["BNB-11 tactic"], {"rat.tactic": "claw"}),
    ("BNB-11", "before one's turn has come", FIGHT, "tactic wolf bite", "", ["BNB-11 tactic"], {"wolf.tactic": "bite"}),
    ("BNB-11", "after one's Move", FIGHT + "rat: {done: [move]}", "tactic rat bite", "", [], {"rat.tactic": "bite"}),
    (
        "BNB-11",
        "the marked tactic is what an attack is made with",
        FIGHT + "rat: {as: 9, facing: NE, tactic: claw}\nwolf: {ds: 30}",  # the wolf is right-front: no bite
        "attack rat wolf",
        "",
        ['"rat attacks wolf with claw"', "BNB-24 miss"],
        {"rat.as": "7", "rat.done": ["attack"], "wolf.ds": "29"},
    ),
    (
        "BNB-11",
        "it may be named as well",
        FIGHT + "rat: {as: 9, tactic: claw}\nwolf: {ds: 30}",
        "attack rat wolf --tactic claw",
        "",
        ["BNB-24 miss"],
        {"rat.as": "7", "rat.done": ["attack"], "wolf.ds": "29"},
    ),
    (
        "BNB-11",
        "it stays when turns end",
        FIGHT + "rat: {tactic: claw}\nwolf: {tactic: bite}",
        "next",
        "",
        [],
        {"turn": "wolf", "acted": ["rat"]},
    ),
    (
        "BNB-11",
        "it goes at the round's end, everybody's, used or not, of the fallen too",
        FIGHT.replace("turn: rat", "turn: wolf\nacted: [rat]")
        + "rat: {tactic: claw}\nwolf: {tactic: bite}\n"
        + FOX.replace("9/9", "0/9")
        + ", tactic: bite}",
        "next",
        "",
        ["round"],
        # the fox is in no order, hence the last, and passed over before the round ends
        {"round": "2", "turn": "rat", "acted": None, "rat.tactic": None, "wolf.tactic": None, "fox.tactic": None},
    ),
]


def test_row(bench, row):
    bench.holds(row)


def whose_turns(bench, commands: list[str]) -> list[list[str]]:
    """Whose turn it is after each command; several where they share it."""
    seen = []
    for command in commands:
        played = bench.go_on(command)
        assert played.code == 0, played.data
        seen += [event["who"] for event in played.data["events"] if event.get("kind") == "turn"]
    return [who if isinstance(who, list) else [who] for who in seen]


def tie_of_two(ties: str) -> str:
    """12, 12 and 9, not started."""
    twelves = "rat: {initiative: 12}\nwolf: {initiative: 12}\n"
    return f"rules: {{tied-turns: {ties}}}\n{twelves}{FOX}, initiative: 9}}"


@pytest.mark.parametrize(
    ("ties", "turns"),
    [("shared", [["rat", "wolf"], ["fox"], ["rat", "wolf"]]), ("separate", [["rat"], ["wolf"], ["fox"], ["rat"]])],
)
def test_c04_nobody_is_skipped_for_a_tie(bench, ties, turns):
    """BNB-3, C04: 12, 12 and 9: as one turn where the house shares them, one at a time where it does not."""
    bench.lay(tie_of_two(ties))
    assert whose_turns(bench, ["next"] * len(turns)) == turns


def test_c05_a_tie_is_the_same_each_time(bench):
    """BNB-1, C05: the same file, the same order."""
    orders = {tuple(bench.play(tie_of_two("separate"), "start").after["order"]) for _ in range(5)}
    assert orders == {("rat", "wolf", "fox")}


def test_c05_the_hand_written_order_is_the_order(bench):
    """BNB-1, C05: it outlives `gm next`, rounds, saving and reading; no initiative sorts it again."""
    hand = "round: 1\nturn: fox\norder: [fox, wolf, rat]\n"
    bench.lay(hand + "rat: {initiative: 9}\nwolf: {initiative: 6}\n" + FOX + ", initiative: 3}")
    assert whose_turns(bench, ["next"] * 6) == [["wolf"], ["rat"], ["fox"], ["wolf"], ["rat"], ["fox"]]
    assert bench.go_on("next").after["order"] == ["fox", "wolf", "rat"]


def test_c05_the_tied_apart_in_the_hand_written_order_act_once_each(bench):
    """BNB-3, C05: the GM put the fox between the tied: that is the order, and nobody has two turns."""
    hand = "round: 1\nturn: rat\norder: [rat, fox, wolf]\n"
    bench.lay(hand + "rat: {initiative: 6}\nwolf: {initiative: 6}\n" + FOX + ", initiative: 5}")
    assert whose_turns(bench, ["next"] * 3) == [["fox"], ["wolf"], ["rat"]]


@pytest.mark.parametrize("edit", ["rat initiative=1", "rat hp=1/8", "rat injuries=hind-leg", "fox initiative=99"])
def test_c07_a_wound_or_a_new_number_moves_nobody_in_this_round(bench, edit):
    """BNB-1, C07: with the second of four up, the numbers change: still each acts once, in the order there was."""
    bench.lay(
        "round: 1\nturn: wolf\norder: [rat, wolf, fox, vole]\nacted: [rat]\n"
        "rat: {initiative: 9}\nwolf: {initiative: 7}\n"
        + FOX
        + ", initiative: 5}\nvole: {at: 0801, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5, initiative: 2}"
    )
    assert bench.go_on(f"set {edit}").code == 0
    assert whose_turns(bench, ["next"] * 4) == [["fox"], ["vole"], ["rat"], ["wolf"]]


def test_a_fallen_sharer_has_no_part_in_the_turn(bench):
    """BNB-3, BNB-33: the PC of the group lies unconscious: the other acts, and nobody is told it is the PC's turn."""
    situation = TIED + "rat: {initiative: 6, hp: 0/8}\nwolf: {initiative: 6, as: 9, ds: 3}"
    played = bench.play(situation.replace("turn: rat", "turn: fox\nacted: [rat, wolf]"), "next")
    assert '"rat is passed over: unconscious"' in played.told
    assert [event["who"] for event in played.data["events"] if event.get("kind") == "turn"] == [["wolf"]]
    _, status, _ = bench.run("status")
    assert "rat's turn" not in status
    assert "wolf's turn: Attack and Move" in status
    assert bench.go_on("attack wolf rat", "6,1,2").code == 0
