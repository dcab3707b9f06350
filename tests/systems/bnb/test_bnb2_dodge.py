"""Dodging: the bonus, the small act, flight (BNB-30), and what a skipped turn allows (BNB-42).

rat SPD 4 in 0304 facing SE, 6 MP; wolf in 0404 facing NW, watching 0304.
"""

import pytest

FIGHT = "round: 2\nturn: rat\norder: [rat, wolf]\n"
SIZED = FIGHT + "grid: {size: 8x8}\n"
ROWS = [
    (
        "BNB-30",
        "without a DS: 1d6 for it, then + 2; no AS is rolled along",
        FIGHT,
        "dodge rat",
        "3",
        ["BNB-30 dodge", "rat DS: SPD 4, die 3, dodge 2 = 9"],
        {"rat.ds": "9", "rat.done": ["attack"]},
    ),
    (
        "BNB-30",
        "with a DS: no die",
        FIGHT + "rat: {ds: 5, as: 3}",
        "dodge rat",
        "",
        ["rat DS: stored 5, dodge 2 = 7"],
        {"rat.ds": "7", "rat.done": ["attack"]},
    ),
    (
        "BNB-30",
        "after the Move",
        FIGHT + "rat: {ds: 5, done: [move]}",
        "dodge rat",
        "",
        ["BNB-30 dodge"],
        {"rat.ds": "7", "rat.done": ["move", "attack"]},
    ),
    (
        "BNB-30",
        "the higher DS is gone as its next turn begins",
        "round: 2\nturn: wolf\norder: [wolf, rat]\nrat: {ds: 7}",
        "next",
        "",
        ["BNB-12 dropped"],
        {"turn": "rat", "acted": ["wolf"], "rat.ds": None},
    ),
    (
        "BNB-30",
        "vanilla: the DS goes as its next turn begins, too",
        "rules: {scores: vanilla}\nround: 2\nturn: wolf\norder: [wolf, rat]\nrat: {ds: 7, as: 3}",
        "next",
        "",
        ["BNB-12 dropped"],
        {"turn": "rat", "acted": ["wolf"], "rat.ds": None},
    ),
    (
        "BNB-11",
        "it is a tactic: the marked one may be it",
        FIGHT + "rat: {ds: 5, tactic: dodge}",
        "dodge rat",
        "",
        ["BNB-30 dodge"],
        {"rat.ds": "7", "rat.done": ["attack"]},
    ),
    # --- --pause ------------------------------------------------------------------------------------------
    (
        "BNB-30",
        "pause: + 1, and the act is pending",
        FIGHT + "rat: {ds: 5}",
        "dodge rat --pause nibbles",
        "",
        ["rat DS: stored 5, dodge 1 = 6", "BNB-30 pause", '"rat meanwhile: nibbles, unless it is hit"'],
        {"rat.ds": "6", "rat.done": ["attack"], "rat.dodging.act": "nibbles"},
    ),
    (
        "BNB-30",
        "pause: done as its next turn begins",
        "round: 2\nturn: wolf\norder: [wolf, rat]\nrat: {ds: 7, dodging: {act: nibbles}}",
        "next",
        "",
        ["BNB-30 pause-done", '"rat has done it: nibbles"'],
        {"turn": "rat", "acted": ["wolf"], "rat.ds": None, "rat.dodging.act": None},
    ),
    (
        "BNB-30",
        "pause: lost when hit",
        "rat: {ds: 5, dodging: {act: nibbles}}\nwolf: {as: 9}",
        "attack wolf rat",
        "1",
        ["BNB-24 hit", "BNB-30 pause-lost", '"rat is interrupted: nibbles fails"'],
        {"wolf.as": "7", "rat.ds": "4", "rat.hp": "3/8", "rat.dodging.act": None},
    ),
    (
        "BNB-30",
        "pause: a miss does not interrupt",
        "rat: {ds: 15, dodging: {act: nibbles}}\nwolf: {as: 9}",
        "attack wolf rat",
        "",
        ["BNB-24 miss"],
        {"wolf.as": "7", "rat.ds": "14"},
        ["BNB-30 pause-lost"],
    ),
    (
        "BNB-30",
        "pause: lost by whoever falls, even by the GM's hand",
        "rat: {ds: 5, dodging: {act: nibbles}}",
        "damage rat 8",
        "",
        ["BNB-33 fell", "BNB-30 pause-lost"],
        {"rat.hp": "0/8", "rat.dodging.act": None},
    ),
    # --- --flee ---------------------------------------------------------------------------------------------
    (
        "BNB-30",
        "flee: + 1, its Move, turning beside the wolf and provoking nothing",
        FIGHT + "rat: {ds: 5}",
        "dodge rat --flee 0301",
        "",
        ['"rat flees to 0301, facing N: L L F F F (3 of 6 MP)"', "rat DS: stored 5, dodge 1 = 6"],
        {"rat.ds": "6", "rat.at": "0301", "rat.facing": "N", "rat.done": ["attack", "move"]},
        ["BNB-56 provoked", "BNB-30 left"],
    ),
    (
        "BNB-30",
        "flee: through the wolf's own hex, provoking nothing",
        FIGHT + "rat: {ds: 5}",
        "dodge rat --flee 0505",
        "",
        ["BNB-30 move"],
        {"rat.ds": "6", "rat.at": "0505", "rat.done": ["attack", "move"]},
        ["BNB-56 provoked"],
    ),
    (
        "BNB-30",
        "flee to the edge of a map with a size: gone at once, without a DS",
        SIZED,
        "dodge rat --flee 0301",
        "",
        ["BNB-30 move", "BNB-30 left", '"rat leaves the board at 0301"'],
        {"rat.at": None, "rat.left": "true", "rat.fell": "2", "rat.done": ["attack", "move"]},
        ["BNB-30 dodge"],
    ),
    (
        "BNB-30",
        "flee from the edge itself",
        SIZED + "rat: {at: 0801}",
        "dodge rat --flee 0801",
        "",
        ["BNB-30 left"],
        {"rat.at": None, "rat.left": "true", "rat.fell": "2", "rat.done": ["attack", "move"]},
    ),
    (
        "BNB-30",
        "who flees does not mind the wolf's front hexes: the way with the least turning, NE then N",
        FIGHT + "rat: {at: 0505, facing: S, ds: 5}\nwolf: {at: 0705, facing: NW}",
        "dodge rat --flee 0603",
        "",
        ['"rat flees to 0603, facing N: L L F L F (3 of 6 MP)"'],
        {"rat.at": "0603", "rat.facing": "N", "rat.ds": "6", "rat.done": ["attack", "move"]},
        ["BNB-56 provoked"],
    ),
    (
        "BNB-32",
        "flee with somebody in the jaws: it is let go",
        FIGHT + "rat: {ds: 5}\nwolf: {markers: {held: rat}}",
        "dodge rat --flee 0301",
        "",
        ["BNB-32 free"],
        {
            "rat.ds": "6",
            "rat.at": "0301",
            "rat.facing": "N",
            "rat.done": ["attack", "move"],
            "wolf.markers.held": None,
        },
    ),
    (
        "BNB-32",
        "who leaves the board lets go, too",
        "grid: {size: 9x9}\n" + FIGHT + "rat: {at: 0304, facing: N}\nwolf: {markers: {held: rat}}",
        "dodge rat --flee 0301",
        "",
        ["BNB-30 left", "BNB-32 free"],
        {
            "rat.at": None,
            "rat.left": "true",
            "rat.fell": "2",
            "rat.done": ["attack", "move"],
            "wolf.markers.held": None,
        },
    ),
    # --- scores: fresh ------------------------------------------------------------------------------------------
    (
        "BNB-44",
        "fresh: no die now, the bonus is kept",
        "rules: {scores: fresh}\n" + FIGHT,
        "dodge rat",
        "",
        ["BNB-30 dodge"],
        {"rat.dodging.bonus": "2", "rat.done": ["attack"]},
    ),
    (
        "BNB-44",
        "fresh: it joins each roll",  # AS 2 + 3; DS 4 + 1 + 2
        "rules: {scores: fresh}\nrat: {dodging: {bonus: 2}}",
        "attack wolf rat",
        "3 1",
        ["rat DS: SPD 4, die 1, dodge 2 = 7", "BNB-24 miss"],
        {
            "wolf.fresh.attack": "3",
            "wolf.fresh.made": "1",
            "rat.fresh.defense": "1",
            "rat.fresh.taken": "1",
        },
    ),
    (
        "BNB-12",
        "fresh: it ends as the next turn begins",
        "rules: {scores: fresh}\nround: 2\nturn: wolf\norder: [wolf, rat]\nrat: {dodging: {bonus: 1, act: nibbles}}",
        "next",
        "",
        ["BNB-30 pause-done"],
        {"turn": "rat", "acted": ["wolf"], "rat.dodging.bonus": None, "rat.dodging.act": None},
    ),
    (
        "BNB-42",
        "fresh: flight in a turn that is skipped",
        "rules: {scores: fresh}\n" + FIGHT + "rat: {done: [skip]}",
        "dodge rat --flee 0301",
        "",
        ["BNB-30 move", "BNB-30 dodge"],
        {"rat.at": "0301", "rat.facing": "N", "rat.done": ["skip", "attack", "move"], "rat.dodging.bonus": "1"},
    ),
]


def test_row(bench, row):
    bench.holds(row)


def test_a_pause_in_words_of_its_own(bench):
    bench.lay(FIGHT + "rat: {ds: 5}")
    code, out, err = bench.run("dodge", "rat", "--pause", "slips the latch: click")
    assert code == 0, err
    assert "rat meanwhile: slips the latch: click, unless it is hit" in out
    assert bench.go_on("next").after["combatants"]["rat"]["dodging"]["act"] == "slips the latch: click"


def test_the_edge_is_the_outer_ring(bench):
    """BNB-30: in a map of 5 x 5 sixteen hexes are on the edge, nine are not."""
    on_edge = {f"{column:02}{row:02}" for column in range(1, 6) for row in range(1, 6)} - {
        f"{column:02}{row:02}" for column in (2, 3, 4) for row in (2, 3, 4)
    }
    for column in range(1, 6):
        for row in range(1, 6):
            place = f"{column:02}{row:02}"
            at = "0303" if place != "0303" else "0203"
            situation = (
                f"{FIGHT}grid: {{size: 5x5}}\nwolf: null\nrat: {{at: {at}, ds: 5, stats: {{str: 1, spd: 9, agi: 1}}}}"
            )
            played = bench.play(situation.replace("[rat, wolf]", "[rat]"), f"dodge rat --flee {place}")
            assert played.code == 0, played.data
            assert ("rat.left" in played.changed) == (place in on_edge), place


FLIGHT = [
    ("held", "rat: {markers: {held: wolf}}", "dodge rat --flee 0301", "BNB-32", "is held by wolf"),
    (
        "held on the edge",
        "grid: {size: 8x8}\nrat: {at: 0801, markers: {held: wolf}}",
        "dodge rat --flee 0801",
        "BNB-32",
        "held",
    ),
    (
        "too far",
        "",
        "dodge rat --flee 0312",
        "BNB-50",
        "costs 8",
    ),  # S, eight hexes
    ("the Move is used", "rat: {done: [move]}", "dodge rat --flee 0301", "BNB-10", "has used its Move"),
    ("the Attack is used", "rat: {done: [attack]}", "dodge rat", "BNB-10", "has used its Attack"),
    ("another tactic is marked", "rat: {tactic: bite}", "dodge rat", "BNB-11", "has marked bite"),
    ("no such tactic", "rat: {tactics: [bite]}", "dodge rat", "BNB-30", "does not have dodge"),
    ("came in this round", "rat: {entered: 2}", "dodge rat", "BNB-5", "may use no tactic"),
    ("out of turn", "", "dodge wolf", "BNB-10", "it is not wolf's turn"),
    ("down", "rat: {hp: 0/8}", "dodge rat", "BNB-33", "unconscious"),
    ("a skipped turn", "rules: {scores: fresh}\nrat: {done: [skip]}", "dodge rat", "BNB-42", "skips this turn"),
]


@pytest.mark.parametrize(
    ("situation", "command", "rule", "words"), [row[1:] for row in FLIGHT], ids=[row[0] for row in FLIGHT]
)
def test_refused_and_done_under_force(bench, situation, command, rule, words):
    bench.lay(FIGHT + situation)
    before = bench.file.read_bytes()
    played = bench.go_on(command, "1")
    assert (played.code, played.data["rule"]) == (1, rule), played.data
    assert words in played.data["error"]
    assert bench.file.read_bytes() == before
    code, out, err = bench.run("--seed", "1", "--force", *command.split())
    assert code == 0, err
    assert "the GM rules: " in out


@pytest.mark.parametrize(
    ("situation", "command"),
    [
        ("", "dodge rat --pause x --flee 0301"),
        ("", "dodge rat --flee 0304"),
        ("", "dodge rat --flee 0404"),
        ("rat: {facing: null}", "dodge rat --flee 0301"),
        ("rat: {at: null}", "dodge rat --flee 0301"),
    ],
    ids=["both", "already there", "where the wolf stands", "no facing", "nowhere"],
)
def test_impossible_under_force_too(bench, situation, command):
    played = bench.play(FIGHT + situation, command, "", "--force")
    assert played.code == 1, played.data
