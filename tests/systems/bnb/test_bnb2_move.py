"""The Move: what it costs, by which way, and what ends it (BNB-50 to BNB-54).

The rat, SPD 4 + 2 = 6 MP, alone on plain ground unless a row says otherwise. Flat layout: from 0304 N is 0303, NE 0403,
SE 0404, S 0305, SW 0204, NW 0203.
"""

import pytest

ALONE = "wolf: null\nrat: {at: 0304, facing: N}\n"
SLOW = "wolf: null\nrat: {at: 0304, facing: N, stats: {str: 1, spd: 0, agi: 3}}\n"  # 2 MP
LAME = "wolf: null\nrat: {at: 0304, facing: N, stats: {str: 1, spd: -4, agi: 3}}\n"  # 0 MP
FIGHT = "round: 1\nturn: rat\norder: [rat, wolf]\n"
FAR = "wolf: {at: 1010}\n"
FOX = "fox: {at: 0303, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5, tactics: [bite]}\n"  # no claw: it cannot react


def told(path: str, cost: object, where: str) -> list[str]:
    return [f'"rat {where}: {path} ({cost} of 6 MP)"']


ROWS = [
    # --- BNB-52: the four paths of the book, and their mirror images ---------------------------------
    (
        "BNB-52",
        "F R F costs 2: the pivot is the free hexside",
        ALONE,
        "move rat 0402",
        "",
        told("F R F", 2, "moves to 0402, facing NE"),
        {"rat.at": "0402", "rat.facing": "NE"},
    ),
    (
        "BNB-52",
        "F L F costs 2",
        ALONE,
        "move rat 0202",
        "",
        told("F L F", 2, "moves to 0202, facing NW"),
        {"rat.at": "0202", "rat.facing": "NW"},
    ),
    (
        "BNB-52",
        "F R R F costs 3",
        ALONE,
        "move rat --path FRRF",
        "",
        told("F R R F", 3, "moves to 0403, facing SE"),
        {"rat.at": "0403", "rat.facing": "SE"},
    ),
    (
        "BNB-52",
        "R F F R costs 3",
        ALONE,
        "move rat --path RFFR",
        "",
        told("R F F R", 3, "moves to 0503, facing SE"),
        {"rat.at": "0503", "rat.facing": "SE"},
    ),
    (
        "BNB-52",
        "L F F L costs 3",
        ALONE,
        "move rat --path lffl",
        "",
        told("L F F L", 3, "moves to 0103, facing SW"),
        {"rat.at": "0103", "rat.facing": "SW"},
    ),
    (
        "BNB-52",
        "F F R costs 2",
        ALONE,
        "move rat --path FFR",
        "",
        told("F F R", 2, "moves to 0302, facing NE"),
        {"rat.at": "0302", "rat.facing": "NE"},
    ),
    # --- BNB-51: rotations ---------------------------------------------------------------------------
    (
        "BNB-51",
        "to be facing SE at the end, the last rotation is dearer than the pivot",
        ALONE,
        "move rat 0303 --facing SE",
        "",
        told("F R R", 2, "moves to 0303, facing SE"),  # 1 + 2 hexsides, one of them free
        {"rat.at": "0303", "rat.facing": "SE"},
    ),
    (
        "BNB-51",
        "rotating in place is free, any number of hexsides; it is a Move",
        ALONE,
        "move rat --facing S",
        "",
        told("R R R", 0, "turns in place to face S"),
        {"rat.facing": "S"},
    ),
    (
        "BNB-51",
        "its own hex named is the same",
        ALONE,
        "move rat 0304 --facing NW",
        "",
        told("L", 0, "turns in place to face NW"),
        {"rat.facing": "NW"},
    ),
    (
        "BNB-51",
        "straight behind: turn in place, one hex",
        ALONE,
        "move rat 0305",
        "",
        told("R R R F", 1, "moves to 0305, facing S"),
        {"rat.at": "0305", "rat.facing": "S"},
    ),
    (
        "BNB-51",
        "and back to the old facing: three hexsides, none free after the rotation in place",
        ALONE,
        "move rat 0305 --facing N",
        "",
        told("R R R F R R R", 4, "moves to 0305, facing N"),
        {"rat.at": "0305"},
    ),
    (
        "BNB-51",
        "rotated in place, the pivot costs 1: R F L F is 3",
        ALONE,
        "move rat --path RFLF",
        "",
        told("R F L F", 3, "moves to 0402, facing N"),
        {"rat.at": "0402"},
    ),
    (
        "BNB-51",
        "pivot and last rotation share the one free hexside: 2 + 0 + 1",
        ALONE,
        "move rat --path FRFR",
        "",
        told("F R F R", 3, "moves to 0402, facing SE"),
        {"rat.at": "0402", "rat.facing": "SE"},
    ),
    (
        "BNB-51",
        "through a hex that lies off the cheapest way",
        ALONE,
        "move rat 0402 --via 0403",
        "",
        told("R F L F", 3, "moves to 0402, facing N"),  # NE to 0403, then N
        {"rat.at": "0402"},
    ),
    (
        "BNB-51",
        "through two hexes, straight on",
        ALONE,
        "move rat 0301 --via 0303,0302",
        "",
        told("F F F", 3, "moves to 0301, facing N"),
        {"rat.at": "0301"},
    ),
    (
        "BNB-51",
        "the last rotation takes the shorter way round",
        ALONE,
        "move rat 0303 --facing SW",
        "",
        told("F L L", 2, "moves to 0303, facing SW"),
        {"rat.at": "0303", "rat.facing": "SW"},
    ),
    # --- BNB-50: costs, ends, others in the way ------------------------------------------------------
    (
        "BNB-50",
        "a straight line of as many hexes as MP",
        "wolf: null\nrat: {at: 0307, facing: N}",
        "move rat 0301",
        "",
        told("F F F F F F", 6, "moves to 0301, facing N"),
        {"rat.at": "0301"},
    ),
    (
        "BNB-50",
        "brush costs 3",
        ALONE + "terrain: {brush: {cost: 3, hexes: [0303]}}",
        "move rat 0303",
        "",
        told("F", 3, "moves to 0303, facing N"),
        {"rat.at": "0303"},
    ),
    (
        "BNB-50",
        "through brush of 5: 5 + 1, as dear as the way round it, and straight",
        ALONE + "terrain: {brush: {cost: 5, hexes: [0303]}}",
        "move rat 0302",
        "",
        told("F F", 6, "moves to 0302, facing N"),
        {"rat.at": "0302"},
    ),
    (
        "BNB-50",
        "round brush of 6: 2 + 2 hexes, and a pivot of 2 after the rotation in place; two right or two left are alike",
        ALONE + "terrain: {brush: {cost: 6, hexes: [0303]}}",
        "move rat 0302",
        "",
        told("R F F L L F F", 6, "moves to 0302, facing NW"),
        {"rat.at": "0302", "rat.facing": "NW"},
    ),
    (
        "BNB-50",
        "the first hex may always be entered: cost 9 of 2 MP",
        SLOW + "terrain: {bog: {cost: 9, hexes: [0303]}}",
        "move rat 0303",
        "",
        ['"rat moves to 0303, facing N: F (2 of 2 MP)"'],
        {"rat.at": "0303"},
    ),
    (
        "BNB-50",
        "the first hex with 0 MP, and the free hexside after it",
        LAME,
        "move rat 0303 --facing NE",
        "",
        ['"rat moves to 0303, facing NE: F R (0 of 0 MP)"'],
        {"rat.at": "0303", "rat.facing": "NE"},
    ),
    (
        "BNB-50",
        "a friend may be passed",
        ALONE + FOX.replace("hp:", "side: pc, hp:"),
        "move rat 0302",
        "",
        told("F F", 2, "moves to 0302, facing N"),
        {"rat.at": "0302"},
    ),
    (
        "BNB-50",
        "a foe may be passed; this one has no claw",
        ALONE + FOX,
        "move rat 0302",
        "",
        told("F F", 2, "moves to 0302, facing N"),
        {"rat.at": "0302"},
        ["BNB-56 provoked"],
    ),
    (
        "BNB-50",
        "one who left the board does not block",
        ALONE + FOX.replace("hp:", "left: true, hp:"),
        "move rat 0303",
        "",
        told("F", 1, "moves to 0303, facing N"),
        {"rat.at": "0303"},
    ),
    (
        "BNB-50",
        "base-move instead of 2: 4 + 1 = 5 MP",
        "wolf: null\nrat: {at: 0304, facing: N, base-move: 1}",
        "move rat 0303",
        "",
        ['"rat moves to 0303, facing N: F (1 of 5 MP)"'],
        {"rat.at": "0303"},
    ),
    (
        "BNB-10",
        "in a fight the Move is used up, and the Attack is left",
        FIGHT + "rat: {at: 0304, facing: N}\n" + FAR,
        "move rat 0303",
        "",
        ["BNB-51 move"],
        {"rat.at": "0303", "rat.done": ["move"]},
    ),
    (
        "BNB-10",
        "a rotation in place uses it, too",
        FIGHT + "rat: {at: 0304, facing: N}\n" + FAR,
        "move rat --facing S",
        "",
        ["BNB-51 move"],
        {"rat.facing": "S", "rat.done": ["move"]},
    ),
    (
        "BNB-10",
        "after the Attack",
        FIGHT + "rat: {at: 0304, facing: N, done: [attack]}\n" + FAR,
        "move rat 0303",
        "",
        ["BNB-51 move"],
        {"rat.at": "0303", "rat.done": ["attack", "move"]},
    ),
    # --- BNB-53: running --------------------------------------------------------------------------------
    (
        "BNB-53",
        "eight hexes with 6 MP, the last two free; Attack and Move are used",
        FIGHT + "rat: {at: 0309, facing: N}\n" + FAR,
        "move rat 0301 --run",
        "",
        told("F F F F F F F F", 6, "runs to 0301, facing N"),
        {"rat.at": "0301", "rat.done": ["attack", "move"]},
    ),
    (
        "BNB-53",
        "free whatever the terrain",
        ALONE + "terrain: {bog: {cost: 9, hexes: [0302, 0303]}}",
        "move rat 0302 --run",
        "",
        told("F F", 0, "runs to 0302, facing N"),
        {"rat.at": "0302"},
    ),
    (
        "BNB-53",
        "only the last two: 1 + 4 + 0 + 0",
        ALONE.replace("0304", "0306") + "terrain: {bog: {cost: 4, hexes: [0304]}}",
        "move rat 0302 --run",
        "",
        told("F F F F", 5, "runs to 0302, facing N"),
        {"rat.at": "0302"},
    ),
    (
        "BNB-53",
        "the first hex is entered at what there is, 2 of 2 MP, and the last two are free",
        SLOW + "terrain: {bog: {cost: 9, hexes: [0303]}}",
        "move rat 0301 --run",
        "",
        ['"rat runs to 0301, facing N: F F F (2 of 2 MP)"'],
        {"rat.at": "0301"},
    ),
    (
        "BNB-53",
        "turning in place before, and once more after it, 1 MP a hexside",
        ALONE,
        "move rat 0306 --run --facing SW",
        "",
        told("R R R F F R", 1, "runs to 0306, facing SW"),
        {"rat.at": "0306", "rat.facing": "SW"},
    ),
    # --- BNB-54: backing --------------------------------------------------------------------------------
    (
        "BNB-54",
        "one hex straight behind, facing as before, and the turn is used",
        FIGHT + "rat: {at: 0304, facing: N}\n" + FAR,
        "move rat --back",
        "",
        ["BNB-54 move", '"rat backs into 0305"'],
        {"rat.at": "0305", "rat.done": ["attack", "move"]},
    ),
    (
        "BNB-54",
        "no MP are needed, whatever the terrain",
        LAME + "terrain: {bog: {cost: 9, hexes: [0305]}}",
        "move rat --back",
        "",
        ["BNB-54 move"],
        {"rat.at": "0305"},
    ),
    # --- BNB-32: the held, and holders who go -------------------------------------------------------------
    (
        "BNB-32",
        "whoever backs away lets go: 0203 is two hexes from the wolf",
        FIGHT + "wolf: {markers: {held: rat}}",
        "move rat --back",
        "",
        ["BNB-54 move", '"wolf is held no longer: rat is not adjacent"'],
        {"rat.at": "0203", "rat.done": ["attack", "move"], "wolf.markers.held": None},
    ),
    (
        "BNB-32",
        "the held may rotate",
        "rat: {markers: {held: wolf}}\nwolf: {tactics: [bite]}",
        "move rat --facing N",
        "",
        ["BNB-51 move"],
        {"rat.facing": "N"},
    ),
    (
        "BNB-32",
        "a holder that moves off lets go by it",
        "rat: {facing: N}\nwolf: {markers: {held: rat}, tactics: [bite]}",
        "move rat 0302",
        "",
        ["BNB-32 free", '"wolf is held no longer: rat is not adjacent"'],
        {"rat.at": "0302", "wolf.markers.held": None},
    ),
    (
        "BNB-32",
        "a holder that stays beside it does not",  # 0403 lies N of 0404
        "rat: {facing: NE}\nwolf: {markers: {held: rat}, tactics: [bite]}",
        "move rat 0403",
        "",
        ["BNB-51 move"],
        {"rat.at": "0403"},
        ["BNB-32 free"],
    ),
]


def test_row(bench, row):
    bench.holds(row)


def test_as_data(bench):
    """What programs are told of a move."""
    played = bench.play(ALONE, "move rat 0402")
    assert played.data["success"] is None
    assert played.data["events"] == [
        {
            "type": "fact",
            "kind": "move",
            "rule": "BNB-51",
            "text": "rat moves to 0402, facing NE: F R F (2 of 6 MP)",
            "who": "rat",
            "to": "0402",
            "facing": "NE",
            "path": "F R F",
            "cost": 2,
        }
    ]


@pytest.mark.parametrize("layout", ["flat", "pointy"])
@pytest.mark.parametrize("shove", ["even", "odd"])
def test_six_hexes_straight_on_each_layout(bench, layout, shove):
    """BNB-50: in each of the six directions six hexes cost 6, and the seventh is too far."""
    sides = ["N", "NE", "SE", "S", "SW", "NW"] if layout == "flat" else ["NE", "E", "SE", "SW", "W", "NW"]
    grid = f"grid: {{layout: {layout}, shove: {shove}}}\n"
    for side in sides:
        start = f"wolf: null\n{grid}rat: {{at: 2020, facing: {side}}}\n"
        assert bench.play(start, "move rat --path FFFFFF").code == 0
        refused = bench.play(start, "move rat --path FFFFFFF")
        assert (refused.code, refused.data["rule"]) == (1, "BNB-50")
        assert "costs 7" in refused.data["error"]
