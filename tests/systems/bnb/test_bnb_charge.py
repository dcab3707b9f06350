"""The charge, and the movement points it is run with (BNB-50, BNB-53, BNB-55).

The rat runs down column 03, whose labels count straight south: from 0301 at a wolf in 0304 it enters 0302 and 0303.
"""

from typing import Any

import pytest

RUN = "rat: {at: 0301, facing: S, as: 5, ds: 4}\nwolf: {at: 0304, facing: N, ds: 30}\n"
"""a charge that misses: 5 + 2 = 7 < 30"""


def far(row: int, rat: str = "", more: str = "") -> str:
    """The same with the wolf in that row of the column: `row` - 2 hexes to run from 0301."""
    return f"rat: {{at: 0301, facing: S, as: 5, ds: 4{rat}}}\nwolf: {{at: 03{row:02}, facing: N, ds: 30}}\n{more}"


ROWS: list[tuple[Any, ...]] = [
    (
        "BNB-55",
        "worked example 3: both scores of both are rolled, from behind",
        "rat: {at: 0301, facing: S}\nwolf: {at: 0304, facing: S}",
        "attack rat wolf --charge",
        "4 1 2 5 6",
        # AS 3 + 4 + 2 = 9, + 1 behind; DS 4 + 1 - 2 = 3; wolf DS 2 + 5 = 7, AS 2 + 2 = 4; core 1 + 6 = 7
        [
            "BNB-55 attack",
            '"rat attacks wolf with bite (charge, 2 hexes to 0303)"',
            "rat AS: AGI 3, die 4, charge 2, from behind 1 = 10",
            "wolf DS: SPD 2, die 5 = 7",
            "BNB-24 hit",
            "rat core: STR 1, die 6 = 7",
        ],
        {"rat.at": "0303", "rat.as": "7", "rat.ds": "3", "wolf.as": "4", "wolf.ds": "6", "wolf.hp": "7/14"},
    ),
    (
        "BNB-55",
        "from two hexes away it is one hex to run",
        "rat: {at: 0302, facing: S, as: 5, ds: 4}\nwolf: {at: 0304, facing: N, ds: 30}",
        "attack rat wolf --charge",
        "",
        ['"rat attacks wolf with bite (charge, 1 hex to 0303)"', "BNB-24 miss"],
        {"rat.at": "0303", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-55",
        "stored scores: AS + 2 and DS - 2 are stored too",
        RUN,
        "attack rat wolf --charge",
        "",
        ["rat AS: stored 5, charge 2 = 7", "wolf DS: stored 30 = 30", "BNB-24 miss"],
        {"rat.at": "0303", "rat.ds": "2", "wolf.ds": "29"},  # AS 5 + 2 - 2 = 5
    ),
    (
        "BNB-55",
        "a stored AS and no DS: nothing is rolled, the -2 waits as `charged`",
        "rat: {at: 0301, facing: S, as: 5}\nwolf: {at: 0304, facing: N, ds: 30}",
        "attack rat wolf --charge",
        "",
        ["rat AS: stored 5, charge 2 = 7", "BNB-24 miss"],
        {"rat.at": "0303", "rat.charged": "true", "wolf.ds": "29"},
    ),
    (
        "BNB-55",
        "a stored DS and no AS: AS AGI + die + 2, the DS 2 lower at once",
        "rat: {at: 0301, facing: S, ds: 4}\nwolf: {at: 0304, facing: N, ds: 30}",
        "attack rat wolf --charge",
        "6",
        ["rat AS: AGI 3, die 6, charge 2 = 11", "BNB-24 miss"],
        {"rat.at": "0303", "rat.as": "9", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-55",
        "the charge lowers even a DS of 1: 1 - 2 = -1",
        "rat: {at: 0301, facing: S, as: 5, ds: 1}\nwolf: {at: 0304, facing: N, ds: 30}",
        "attack rat wolf --charge",
        "",
        ["BNB-24 miss"],
        {"rat.at": "0303", "rat.ds": "-1", "wolf.ds": "29"},
    ),
    (
        "BNB-55",
        "a charger's DS rolled later is 2 lower, one die",
        "rat: {as: 3, charged: true}\nwolf: {as: 4}",
        "attack wolf rat",
        "3",
        ["rat DS: SPD 4, die 3, charge -2 = 5", "BNB-24 miss"],  # 4 < 5
        {"wolf.as": "2", "rat.ds": "4"},
    ),
    (
        "BNB-55",
        "a charger's DS rolled later is 2 lower, two dice; the AS is not",
        "rat: {charged: true}\nwolf: {as: 4}",
        "attack wolf rat",
        "1 6",
        ["rat DS: SPD 4, die 6, charge -2 = 8", "BNB-24 miss"],
        {"wolf.as": "2", "rat.as": "4", "rat.ds": "7"},  # AGI 3 + 1; 8 - 1
    ),
    (
        "BNB-55",
        "a DS that is stored has its -2 in it: it is not taken twice",
        "rat: {as: 3, ds: 5, charged: true}\nwolf: {as: 4}",
        "attack wolf rat",
        "",
        ["rat DS: stored 5 = 5", "BNB-24 miss"],
        {"wolf.as": "2", "rat.ds": "4"},
    ),
    (
        "BNB-55",
        "whoever looks away turns in place first, and ends facing the target",
        RUN.replace("facing: S", "facing: NE"),
        "attack rat wolf --charge",
        "",
        ["BNB-24 miss"],
        {"rat.at": "0303", "rat.facing": "S", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-55",
        "whoever has no facing gets one",
        "rat: {at: 0301, facing: null, as: 5, ds: 4}\nwolf: {at: 0304, facing: N, ds: 30}",
        "attack rat wolf --charge",
        "",
        ["BNB-24 miss"],
        {"rat.at": "0303", "rat.facing": "S", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-55",
        "in a fight it takes the whole turn",
        RUN + "round: 2\nturn: rat\norder: [rat, wolf]",
        "attack rat wolf --charge",
        "",
        ["BNB-24 miss"],
        {"rat.at": "0303", "rat.ds": "2", "rat.done": ["attack", "move"], "wolf.ds": "29"},
    ),
    (
        "BNB-55",
        "before the fight nothing is counted, whatever `done` says",
        RUN.replace("ds: 4", "ds: 4, done: [attack, move]"),
        "attack rat wolf --charge",
        "",
        ["BNB-24 miss"],
        {"rat.at": "0303", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-55",
        "marked bite charges",
        RUN.replace("ds: 4", "ds: 4, tactic: bite"),
        "attack rat wolf --charge",
        "",
        ["BNB-24 miss"],
        {"rat.at": "0303", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-55",
        "who stands beside, behind or beyond is not in the way",
        RUN
        + "fox: {at: 0203, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5}\n"
        + "vole: {at: 0305, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5}\n"
        + "mole: {at: 0403, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5}",
        "attack rat wolf --charge",
        "",
        ["BNB-24 miss"],
        {"rat.at": "0303", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-55",
        "who lies in the way, unconscious or dying, is passed",
        RUN.replace("0304", "0305")
        + "fox: {at: 0302, stats: {str: 1, spd: 1, agi: 1}, hp: 0/5}\n"
        + "vole: {at: 0303, side: pc, stats: {str: 1, spd: 1, agi: 1}, hp: -2/5}",
        "attack rat wolf --charge",
        "",
        ['"rat attacks wolf with bite (charge, 3 hexes to 0304)"', "BNB-24 miss"],
        {"rat.at": "0304", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-55",
        "who is off the map is not in the way",
        RUN + "fox: {stats: {str: 1, spd: 1, agi: 1}, hp: 5/5}",
        "attack rat wolf --charge",
        "",
        ["BNB-24 miss"],
        {"rat.at": "0303", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-55",
        "the target's own ground is not entered",
        RUN + "terrain: {wall: {cost: blocked, hexes: [0304]}}",
        "attack rat wolf --charge",
        "",
        ["BNB-24 miss"],
        {"rat.at": "0303", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-26",
        "a charge with a stored AS of 1 attacks at 3",
        RUN.replace("as: 5", "as: 1"),
        "attack rat wolf --charge",
        "",
        ["rat AS: stored 1, charge 2 = 3", "BNB-24 miss"],
        {"rat.at": "0303", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-26",
        "a charge that rolls an AS of 0 or less has run all the same, and the turn is used",
        (
            "round: 1\nturn: rat\norder: [rat, wolf]\n"
            "rat: {at: 0301, facing: S, ds: 4, stats: {str: 1, spd: 4, agi: -9}}\nwolf: {at: 0304, facing: N}"
        ),
        "attack rat wolf --charge",
        "6",
        ["rat AS: AGI -9, die 6, charge 2 = -1", "BNB-26 no-attack"],
        {"rat.at": "0303", "rat.as": "-1", "rat.ds": "2", "rat.done": ["attack", "move"]},
    ),
    # --- BNB-50: MP = SPD + base-move; the first hex may always be entered ------------------------
    (
        "BNB-50",
        "6 MP pay for six of eight hexes",
        far(10),
        "attack rat wolf --charge",
        "",
        ['"rat attacks wolf with bite (charge, 8 hexes to 0309)"'],
        {"rat.at": "0309", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-50",
        "base-move stands in for the 2: 4 + 0 pay for four of six",
        far(8, ", base-move: 0"),
        "attack rat wolf --charge",
        "",
        ['"rat attacks wolf with bite (charge, 6 hexes to 0307)"'],
        {"rat.at": "0307", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-50",
        "hind legs are off the Rating: 4 - 3 + 2 = 3 MP pay for three of five",
        far(7, ", injuries: [hind-leg, hind-leg, hind-leg]"),
        "attack rat wolf --charge",
        "",
        ['"rat attacks wolf with bite (charge, 5 hexes to 0306)"'],
        {"rat.at": "0306", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-50",
        "the first hex may be entered with 0 MP, then two are free",
        far(5, ", stats: {str: 1, spd: -9, agi: 3}"),  # -9 + 2 counts as 0
        "attack rat wolf --charge",
        "",
        ['"rat attacks wolf with bite (charge, 3 hexes to 0304)"'],
        {"rat.at": "0304", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-50",
        "the first hex may be entered whatever its ground costs",
        far(5, ", stats: {str: 1, spd: 0, agi: 3}", "terrain: {mire: {cost: 5, hexes: [0302]}}"),  # 2 MP < 5
        "attack rat wolf --charge",
        "",
        ['"rat attacks wolf with bite (charge, 3 hexes to 0304)"'],
        {"rat.at": "0304", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-50",
        "brush that can just be paid: 1 + 3 of 4 MP",
        far(6, ", stats: {str: 1, spd: 2, agi: 3}", "terrain: {brush: {cost: 3, hexes: [0303]}}"),
        "attack rat wolf --charge",
        "",
        ['"rat attacks wolf with bite (charge, 4 hexes to 0305)"'],
        {"rat.at": "0305", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-50",
        "mire that takes all the MP owes nothing: a road of cost 0 may still be entered",  # 2 MP < 9; 0303 costs 0
        far(
            6,
            ", stats: {str: 1, spd: 0, agi: 3}",
            "terrain: {mire: {cost: 9, hexes: [0302]}, road: {cost: 0, hexes: [0303]}}",
        ),
        "attack rat wolf --charge",
        "",
        ['"rat attacks wolf with bite (charge, 4 hexes to 0305)"'],
        {"rat.at": "0305", "rat.ds": "2", "wolf.ds": "29"},
    ),
    # --- BNB-53: the last two hexes entered are free ----------------------------------------------
    (
        "BNB-53",
        "the last two are free whatever the ground: 9 each with 0 MP",
        far(4, ", stats: {str: 1, spd: -2, agi: 3}", "terrain: {mire: {cost: 9, hexes: [0302, 0303]}}"),
        "attack rat wolf --charge",
        "",
        ["BNB-24 miss"],
        {"rat.at": "0303", "rat.ds": "2", "wolf.ds": "29"},
    ),
    (
        "BNB-53",
        "it is the last two that are free, not the first: mire at the end of five costs nothing",
        far(7, ", stats: {str: 1, spd: 1, agi: 3}", "terrain: {mire: {cost: 9, hexes: [0305, 0306]}}"),  # 3 MP: 3
        "attack rat wolf --charge",
        "",
        ["BNB-24 miss"],
        {"rat.at": "0306", "rat.ds": "2", "wolf.ds": "29"},
    ),
]


def test_row(bench, row):
    bench.holds(row)


def test_a_charge_before_the_fight_is_no_debt_in_it(bench):
    """BNB-55: before `gm start` a charge uses up nothing, so nothing is left of it when the turns begin."""
    bench.play(RUN + "rules: {initiative: fixed}", "attack rat wolf --charge")
    assert "done" not in bench.go_on("start").after["combatants"]["rat"]


def test_a_charge_that_the_gm_forces_on_one_that_is_held_tears_it_loose(bench):
    """BNB-32: the holder, beside 0301, is not beside 0303."""
    fox = "fox: {at: 0201, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5}"
    played = bench.play(
        RUN.replace("ds: 4", "ds: 4, markers: {held: fox}") + fox, "attack rat wolf --charge", "", "--force"
    )
    assert '"rat is held no longer: fox is not adjacent"' in played.told
    assert played.changed == {"rat.at": "0303", "rat.ds": "2", "wolf.ds": "29", "rat.markers.held": None}


@pytest.mark.parametrize("place", range(4, 12))
def test_c81_how_far_two_movement_points_carry(bench, place):
    """BNB-50, BNB-53: with 2 MP two hexes are paid and two free: the wolf may be five hexes away, not six."""
    played = bench.play(far(place, ", stats: {str: 1, spd: 0, agi: 3}"), "attack rat wolf --charge")
    assert (played.code == 0) is (place - 1 <= 5)
    assert played.code == 0 or played.data["rule"] == "BNB-50"
