"""Opportunity attacks: what provokes them, who may make one, and how it is resolved (BNB-56).

rat in 0304 facing SE, wolf in 0404 facing NW: it watches 0304 (ahead), 0305 (left-front) and 0403 (right-front).
"""

import pytest

FIGHT = "round: 2\nturn: rat\norder: [rat, wolf]\n"
FOX = "fox: {at: 0203, facing: SE, stats: {str: 2, spd: 3, agi: 3}, hp: 9/9}\n"  # it watches 0304, too
TURNED = [{"by": "wolf", "at": "0304", "facing": "N"}]
OPEN = FIGHT + "rat: {at: 0302, facing: N, done: [move], provoked: [{by: wolf, at: 0304, facing: N}]}\n"
"""the rat turned N beside the wolf and ran on: the wolf was in its right-rear hex then"""
INSIDE = FIGHT + "rat: {at: 0505, facing: SE, done: [move], provoked: [{by: wolf, at: 0404, facing: SE}]}\n"

ROWS = [
    # --- what provokes -----------------------------------------------------------------------------------
    (
        "BNB-56",
        "a rotation in place, in the hex directly ahead of the wolf",
        FIGHT,
        "move rat --facing N",
        "",
        ["BNB-51 move", "BNB-56 provoked", '"wolf may claw at rat: turned in 0304, ahead of it"'],
        {"rat.facing": "N", "rat.done": ["move"], "rat.provoked": TURNED},
    ),
    (
        "BNB-56",
        "two hexsides are one rotation",
        FIGHT,
        "move rat 0303",  # L L, then F
        "",
        ["BNB-56 provoked"],
        {"rat.at": "0303", "rat.facing": "N", "rat.done": ["move"], "rat.provoked": TURNED},
    ),
    (
        "BNB-56",
        "rotation in place and pivot are one each, in the order of the way",
        FIGHT + "rat: {facing: N}\n",
        "move rat --path RFLF",
        "",
        ["BNB-56 provoked", '"wolf may claw at rat: turned in 0403, right-front of it"'],
        {
            "rat.at": "0402",
            "rat.done": ["move"],
            "rat.provoked": [
                {"by": "wolf", "at": "0304", "facing": "NE"},
                {"by": "wolf", "at": "0403", "facing": "N"},
            ],
        },
    ),
    (
        "BNB-56",
        "the last rotation",
        FIGHT + "rat: {facing: S}\n",
        "move rat 0305 --facing SW",
        "",
        ["BNB-56 provoked", '"wolf may claw at rat: turned in 0305, left-front of it"'],
        {
            "rat.at": "0305",
            "rat.facing": "SW",
            "rat.done": ["move"],
            "rat.provoked": [{"by": "wolf", "at": "0305", "facing": "SW"}],
        },
    ),
    (
        "BNB-56",
        "passing through the wolf's own hex",
        FIGHT,
        "move rat 0505",
        "",
        ["BNB-56 provoked", '"wolf may claw at rat: passed through its hex 0404"'],
        {"rat.at": "0505", "rat.done": ["move"], "rat.provoked": [{"by": "wolf", "at": "0404", "facing": "SE"}]},
    ),
    (
        "BNB-56",
        "its own hex needs no facing",
        FIGHT + "wolf: {facing: null}",
        "move rat 0505",
        "",
        ["BNB-56 provoked"],
        {"rat.at": "0505", "rat.done": ["move"], "rat.provoked": [{"by": "wolf", "at": "0404", "facing": "SE"}]},
    ),
    (
        "BNB-56",
        "two foes, one rotation: one each, in file order",
        FIGHT + FOX,
        "move rat --facing N",
        "",
        [
            '"wolf may claw at rat: turned in 0304, ahead of it"',
            '"fox may claw at rat: turned in 0304, ahead of it"',
        ],
        {
            "rat.facing": "N",
            "rat.done": ["move"],
            "rat.provoked": [*TURNED, {"by": "fox", "at": "0304", "facing": "N"}],
        },
    ),
    (
        "BNB-56",
        "entering and leaving front hexes without turning does not",
        FIGHT + "rat: {facing: N}\n",
        "move rat 0302",
        "",
        ["BNB-51 move"],
        {"rat.at": "0302", "rat.done": ["move"]},
        ["BNB-56 provoked"],
    ),
    (
        "BNB-56",
        "of two ways that cost the same it takes the one that does not turn in the wolf's front hexes",
        # N then NE, or, with less turning, NE then N: that pivot is in 0604, which the wolf watches
        FIGHT + "rat: {at: 0505, facing: S}\nwolf: {at: 0705, facing: NW}",
        "move rat 0603",
        "",
        ['"rat moves to 0603, facing NE: R R R F R F (3 of 6 MP)"'],
        {"rat.at": "0603", "rat.facing": "NE", "rat.done": ["move"]},
        ["BNB-56 provoked"],
    ),
    (
        "BNB-56",
        "backing does not",
        FIGHT,
        "move rat --back",
        "",
        ["BNB-54 move"],
        {"rat.at": "0203", "rat.done": ["attack", "move"]},
        ["BNB-56 provoked"],
    ),
    (
        "BNB-56",
        "a charge that turns in place first: the fox watches",
        "rat: {facing: N, as: 5, ds: 4}\nwolf: {at: 0307, facing: S, ds: 30}\n" + FOX,
        "attack rat wolf --charge",
        "",
        ["BNB-55 attack", "BNB-56 provoked", "BNB-24 miss"],
        {
            "rat.at": "0306",
            "rat.facing": "S",
            "rat.ds": "2",  # 4 - 2; AS 5 + 2 - 2
            "wolf.ds": "29",
            "rat.provoked": [{"by": "fox", "at": "0304", "facing": "S"}],
        },
    ),
    (
        "BNB-56",
        "a charge straight ahead does not",
        "rat: {facing: S, as: 5, ds: 4}\nwolf: {at: 0307, facing: S, ds: 30}\n" + FOX,
        "attack rat wolf --charge",
        "",
        ["BNB-55 attack"],
        {"rat.at": "0306", "rat.ds": "2", "wolf.ds": "29"},
        ["BNB-56 provoked"],
    ),
    (
        "BNB-56",
        "it lapses as the mover's turn ends",
        OPEN,
        "next",
        "",
        ["over"],
        {"turn": "wolf", "acted": ["rat"], "rat.done": None, "rat.provoked": None},
    ),
    # --- the attack ------------------------------------------------------------------------------------------
    (
        "BNB-56",
        "one die each: AS 2 + 4, + 1 from the right-rear of N; DS 4 + 1; core 4 + 3; no Attack is used",
        OPEN,
        "attack wolf rat --opportunity",
        "4 1 3",
        [
            "BNB-56 attack",
            "wolf AS: AGI 2, die 4, from behind 1 = 7",
            "rat DS: SPD 4, die 1 = 5",
            "BNB-24 hit",
        ],
        {"wolf.as": "4", "rat.ds": "4", "rat.hp": "1/8", "rat.provoked": None},
    ),
    (
        "BNB-56",
        "stored scores are used as they are",
        OPEN.replace("rat: {", "rat: {ds: 6, as: 3, ") + "wolf: {as: 5, ds: 2}",
        "attack wolf rat --opportunity --tactic claw",
        "1",  # 5 + 1 = 6; core 4 + 1
        ["wolf AS: stored 5, from behind 1 = 6", "rat DS: stored 6 = 6", "BNB-24 hit"],
        {"wolf.as": "3", "rat.ds": "5", "rat.hp": "3/8", "rat.provoked": None},
    ),
    (
        "BNB-56",
        "a miss uses it up, too",
        OPEN.replace("rat: {", "rat: {ds: 9, ") + "wolf: {as: 5}",
        "attack wolf rat --opportunity",
        "",
        ["BNB-24 miss"],
        {"wolf.as": "3", "rat.ds": "8", "rat.provoked": None},
    ),
    (
        "BNB-56",
        "who falls by it lies where it was; what came after did not happen",
        FIGHT
        + "rat: {at: 0402, facing: N, done: [move], provoked: [{by: wolf, at: 0304, facing: NE},"
        + " {by: wolf, at: 0403, facing: N}]}\n",
        "attack wolf rat --opportunity",
        "4 1 6",  # from behind NE, SE of it, is right-front: no: AS 6, DS 5, core 4 + 6
        ["wolf AS: AGI 2, die 4 = 6", "BNB-33 fell"],
        {
            "wolf.as": "4",
            "rat.ds": "4",
            "rat.hp": "-2/8",
            "rat.at": "0304",
            "rat.facing": "NE",
            "rat.fell": "2",
            "rat.provoked": None,
        },
    ),
    (
        "BNB-56",
        "who had fallen before stays where it lies: the wolf claws at a body that another brought down",
        FIGHT
        + "rat: {at: 0403, facing: N, hp: 0/8, done: [move], provoked: [{by: wolf, at: 0304, facing: NE}]}\n"
        + "wolf: {as: 5}",
        "attack wolf rat --opportunity",
        "1",  # 5 >= 0; core 4 + 1
        ["rat DS: helpless 0 = 0", "BNB-24 hit", '"rat is dying"'],
        {"wolf.as": "3", "rat.hp": "-5/8", "rat.provoked": None},
    ),
    (
        "BNB-56",
        "the first of two is used, the second stays",
        FIGHT
        + "rat: {at: 0402, facing: N, done: [move], provoked: [{by: wolf, at: 0304, facing: NE},"
        + " {by: wolf, at: 0403, facing: N}]}\nwolf: {as: 5}",
        "attack wolf rat --opportunity",
        "6",  # DS 4 + 6; 5 < 10
        ["BNB-24 miss"],
        {"wolf.as": "3", "rat.ds": "9", "rat.provoked": [{"by": "wolf", "at": "0403", "facing": "N"}]},
    ),
    (
        "BNB-56",
        "in the wolf's own hex the tactic's hexes are waived, and nothing is from behind",
        INSIDE,
        "attack wolf rat --opportunity",
        "4 1 3",
        ["wolf AS: AGI 2, die 4 = 6", "BNB-24 hit"],
        {"wolf.as": "4", "rat.ds": "4", "rat.hp": "1/8", "rat.provoked": None},
    ),
    (
        "BNB-56",
        "who falls there lies in the wolf's hex",
        INSIDE,
        "attack wolf rat --opportunity",
        "4 1 4",
        ["BNB-33 fell"],
        {
            "wolf.as": "4",
            "rat.ds": "4",
            "rat.hp": "0/8",
            "rat.at": "0404",
            "rat.fell": "2",
            "rat.provoked": None,
        },
    ),
    (
        "BNB-11",
        "another tactic may be marked: opportunity attacks are excepted",
        OPEN.replace("rat: {", "rat: {ds: 9, ") + "wolf: {as: 5, tactic: bite}",
        "attack wolf rat --opportunity",
        "",
        ["BNB-24 miss"],
        {"wolf.as": "3", "rat.ds": "8", "rat.provoked": None},
    ),
    (
        "BNB-56",
        "the holder may claw at what another provoked",
        OPEN.replace("rat: {", "rat: {ds: 9, ") + "wolf: {as: 5}\n" + FOX.replace("hp:", "markers: {held: wolf}, hp:"),
        "attack wolf rat --opportunity",
        "",
        ["BNB-24 miss"],
        {"wolf.as": "3", "rat.ds": "8", "rat.provoked": None, "fox.markers.held": None},  # 0203 is two away
    ),
]


def test_row(bench, row):
    bench.holds(row)


UNABLE = {
    "the house has none": ("rules: {opportunity: false}\n", "", ""),
    "down": ("", "", "hp: 0/14"),
    "in Shock": ("", "", "markers: {shock: 2}"),
    "without a claw": ("", "", "tactics: [bite, kick]"),
    "an AS of 0": ("", "", "as: 0"),
    "an AS of -1": ("", "", "as: -1"),
    "came in this round": ("", "", "entered: 2"),
    "gone": ("", "", "left: true"),
    "in reserve": ("", "", "reserve: true"),
    "of the same side": ("", "", "side: pc"),
}


@pytest.mark.parametrize(("top", "rat", "wolf"), UNABLE.values(), ids=UNABLE)
@pytest.mark.parametrize("command", ["move rat --facing N", "move rat 0505"], ids=["turning", "passing"])
def test_who_cannot_react_is_not_provoked(bench, top, rat, wolf, command):
    """BNB-56: neither by a rotation before it nor by passing through its hex."""
    played = bench.play(f"{top}{FIGHT}rat: {{{rat}}}\nwolf: {{{wolf}}}", command)
    assert played.code == 0, played.data
    assert "rat.provoked" not in played.changed
    assert "BNB-56 provoked" not in played.told


def test_an_as_of_1_an_earlier_round_and_one_that_is_held_can_react(bench):
    for wolf in ("as: 1", "entered: 1", "markers: {held: rat}", "markers: {bleeding: 2}"):
        played = bench.play(f"{FIGHT}wolf: {{{wolf}}}", "move rat --facing N")
        assert played.changed["rat.provoked"] == TURNED, wolf


SIDES = ["N", "NE", "SE", "S", "SW", "NW"]


@pytest.mark.parametrize("facing", SIDES)
def test_only_the_three_front_hexes(bench, facing):
    """BNB-56: the rat is NW of the wolf; it is in front while the wolf faces SW, NW or N."""
    played = bench.play(f"{FIGHT}wolf: {{facing: {facing}}}", "move rat --facing N")
    assert ("rat.provoked" in played.changed) == (facing in ("SW", "NW", "N"))


def test_a_move_in_a_fight_adds_to_what_is_open(bench):
    """BNB-56: what a forced second Move provokes comes on top; before the fight only the last Move counts."""
    played = bench.play(FIGHT + "rat: {provoked: [{by: wolf, at: 0404, facing: SE}]}", "move rat --facing N")
    assert played.changed["rat.provoked"] == [{"by": "wolf", "at": "0404", "facing": "SE"}, *TURNED]
    played = bench.play("rat: {provoked: [{by: wolf, at: 0404, facing: SE}]}", "move rat --facing N")
    assert played.changed["rat.provoked"] == TURNED


REFUSED = [
    ("nobody provoked it", FIGHT, "attack wolf rat --opportunity", "BNB-56", "rat has not provoked wolf"),
    (
        "another did",
        OPEN + FOX.replace("0203", "0403"),
        "attack fox rat --opportunity",
        "BNB-56",
        "rat has not provoked fox",
    ),
    (
        "the house has none",
        "rules: {opportunity: false}\n" + OPEN,
        "attack wolf rat --opportunity",
        "BNB-56",
        "this house makes no opportunity attacks",
    ),
    ("bite", OPEN, "attack wolf rat --opportunity --tactic bite", "BNB-56", "with a plain claw, not with bite"),
    ("vicious", OPEN, "attack wolf rat --opportunity --vicious", "BNB-56", "with a plain claw, not with claw, vicious"),
    ("an AS of 0", OPEN + "wolf: {as: 0}", "attack wolf rat --opportunity", "BNB-26", "with an AS of 0"),
    ("no claw", OPEN + "wolf: {tactics: [bite]}", "attack wolf rat --opportunity", "BNB-30", "does not have claw"),
    ("came in", OPEN + "wolf: {entered: 2}", "attack wolf rat --opportunity", "BNB-5", "may use no tactic"),
    ("down", OPEN + "wolf: {hp: -1/14}", "attack wolf rat --opportunity", "BNB-33", "wolf is dying"),
    ("Shock", OPEN + "wolf: {markers: {shock: 1}}", "attack wolf rat --opportunity", "BNB-32", "wolf is in Shock"),
    (
        "turned away since",
        OPEN + "wolf: {facing: SE}",
        "attack wolf rat --opportunity",
        "BNB-30",
        "rat is directly behind; claw needs any of the three hexes ahead",
    ),
]


@pytest.mark.parametrize(
    ("situation", "command", "rule", "words"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_refused_and_done_under_force(bench, situation, command, rule, words):
    bench.lay(situation)
    before = bench.file.read_bytes()
    played = bench.go_on(command, "1 1 1")
    assert (played.code, played.data["rule"]) == (1, rule), played.data
    assert words in played.data["error"]
    assert bench.file.read_bytes() == before
    assert not bench.journal.exists()
    code, out, err = bench.run("--seed", "1", "--force", *command.split())
    assert code == 0, err
    assert "the GM rules: " in out and words in out


def test_an_opportunity_attack_is_no_charge(bench):
    for force in ((), ("--force",)):
        played = bench.play(OPEN, "attack wolf rat --opportunity --charge", "", *force)
        assert (played.code, played.data["rule"]) == (1, "BNB-56")
