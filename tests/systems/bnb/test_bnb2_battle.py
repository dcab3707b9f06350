"""How a fight starts and who joins it: swapping, ambush, reserves, leaving (BNB-1, BNB-2, BNB-4, BNB-5)."""

import pytest

VOLE = "vole: {side: pc, at: 0609, facing: N, stats: {str: 0, spd: 5, agi: 4}, hp: 6/6%s}\n"
FOX = "fox: {at: 0807, facing: N, stats: {str: 2, spd: 3, agi: 2}, hp: 9/9}\n"
SWAP = (
    "round: 1\nturn: rat\norder: [rat, wolf, vole]\n"
    "rat: {initiative: 9}\nwolf: {initiative: 7}\n" + VOLE % ", initiative: 5"
)
SET = "rat: {at: 0505, facing: N, initiative: 9}\n"
"""no initiative is rolled"""
STARTED = {"round": "1", "turn": "rat"}
RESERVE = VOLE.replace("at: 0609, facing: N, ", "") % ", reserve: true"
FALLEN = (
    "round: 3\nturn: wolf\norder: [rat, wolf, fox]\nacted: [rat]\n"
    "rat: {hp: -1/8, fell: 2, initiative: 9}\nwolf: {initiative: 7}\n"
    + FOX.replace("hp:", "initiative: 6, hp:")
    + RESERVE
)
ENTERED = {
    "order": ["rat", "wolf", "fox", "vole"],
    "rat.replaced": "true",
    "vole.at": "0203",
    "vole.facing": "N",
    "vole.initiative": "5",  # 6, the lowest that stands, less 1
    "vole.reserve": None,
    "vole.entered": "3",
}

ROWS = [
    # --- BNB-2 --------------------------------------------------------------------------------------------
    (
        "BNB-2",
        "the numbers change places, and the turn goes to the vole",
        SWAP,
        "swap rat vole",
        "",
        ["BNB-2 swap", "BNB-2 order", '"order: vole, wolf, rat"', '"vole\'s turn: Attack and Move"'],
        {"turn": "vole", "order": ["vole", "wolf", "rat"], "rat.initiative": "5", "vole.initiative": "9"},
    ),
    (
        "BNB-2",
        "the new first one's turn begins",
        SWAP.replace("initiative: 5", "initiative: 5, as: 4, ds: 3"),
        "swap vole rat",
        "",
        ["BNB-2 swap", "BNB-12 dropped"],
        {
            "turn": "vole",
            "order": ["vole", "wolf", "rat"],
            "rat.initiative": "5",
            "vole.initiative": "9",
            "vole.as": None,
            "vole.ds": None,
        },
    ),
    (
        "BNB-2",
        "ties follow: the vole, at 7 now, shares the wolf's turn, the rat goes last",
        SWAP.replace("initiative: 9", "initiative: 7").replace("initiative: 5", "initiative: 8"),
        "swap rat vole",
        "",
        ["BNB-2 swap"],
        # rat 8 first, alone; vole 7 before the wolf: PCs first
        {"order": ["rat", "vole", "wolf"], "rat.initiative": "8", "vole.initiative": "7"},
    ),
    (
        "BNB-2",
        "who has bled as its turn began gets that back: it bleeds at its new place",
        SWAP.replace("rat: {", "rat: {hp: 6/8, markers: {bleeding: 2}, "),
        "swap rat vole",
        "",
        ["BNB-2 bleeds", '"rat has not bled yet: 2 HP back"'],
        {
            "turn": "vole",
            "order": ["vole", "wolf", "rat"],
            "rat.initiative": "5",
            "vole.initiative": "9",
            "rat.hp": "8/8",
        },
    ),
    (
        "BNB-2",
        "a turn that is skipped is skipped at its new place",
        SWAP.replace("rat: {", "rat: {done: [skip], "),
        "swap rat vole",
        "",
        ["BNB-2 swap"],
        {
            "turn": "vole",
            "order": ["vole", "wolf", "rat"],
            "rat.initiative": "5",
            "vole.initiative": "9",
            "rat.done": None,
            "rat.skip": "true",
        },
    ),
    (
        "BNB-2",
        "those behind the first swap without a change of turn",
        SWAP.replace("turn: rat\norder: [rat, wolf, vole]", "turn: wolf\norder: [wolf, rat, vole]")
        .replace("initiative: 9", "initiative: 6")
        .replace("initiative: 7", "initiative: 9"),
        "swap rat vole",
        "",
        ["BNB-2 swap"],
        {"order": ["wolf", "vole", "rat"], "rat.initiative": "5", "vole.initiative": "6"},
    ),
    (
        "BNB-2",
        "one that was passed over as the fight began has done nothing",
        SWAP.replace("order: [rat", "acted: [fox]\norder: [fox, rat") + FOX.replace("9/9", "0/9, initiative: 11"),
        "swap rat vole",
        "",
        ["BNB-2 swap"],
        {"turn": "vole", "order": ["fox", "vole", "wolf", "rat"], "rat.initiative": "5", "vole.initiative": "9"},
    ),
    # --- BNB-4: rat in 0505 facing N: 1 is 0504, 2 0604, 3 0605, 4 0506, 5 0405, 6 0404 ---------------------
    (
        "BNB-4",
        "position 3 of the target, then the initiatives",
        "rat: {at: 0505, facing: N}\nwolf: {at: 1010, facing: N}",
        "start --ambush wolf --target rat",
        "3 5 1",  # rat 4 + 5, wolf 2 + 1
        [
            "start",
            "BNB-4 ambush",
            '"wolf springs at rat from 0605 (die 3)"',
            "rat initiative: SPD 4, die 5 = 9",
            "wolf initiative: SPD 2, die 1 = 3",
        ],
        {
            **STARTED,
            "order": ["rat", "wolf"],
            "rat.initiative": "9",
            "wolf.at": "0605",
            "wolf.facing": "NW",
            "wolf.initiative": "3",
        },
    ),
    (
        "BNB-4",
        "position 1 is counted from the target's facing: SE",
        "rat: {at: 0505, facing: SE, initiative: 9}\nwolf: {at: 1010, facing: N, initiative: 3}",
        "start --ambush wolf --target rat",
        "1",
        ['"wolf springs at rat from 0605 (die 1)"'],
        {**STARTED, "order": ["rat", "wolf"], "wolf.at": "0605", "wolf.facing": "NW"},
    ),
    (
        "BNB-4",
        "taken and blocked hexes go on clockwise: 6 is walled, 1 taken, 2 free",
        SET
        + "terrain: {wall: {cost: blocked, hexes: [0404]}}\nwolf: {at: 1010, facing: N, initiative: 3}\n"
        + FOX.replace("0807", "0504").replace("hp:", "initiative: 1, hp:"),
        "start --ambush wolf --target rat",
        "6",
        ['"wolf springs at rat from 0604 (die 6, the next free one)"'],
        {**STARTED, "order": ["rat", "wolf", "fox"], "wolf.at": "0604", "wolf.facing": "SW"},
    ),
    (
        "BNB-4",
        "several, in the order named: the same die, the next hex",
        SET + "wolf: {at: 1010, facing: N, initiative: 3}\n" + FOX.replace("hp:", "initiative: 1, hp:"),
        "start --ambush fox --ambush wolf --target rat",
        "4 4",
        ['"fox springs at rat from 0506 (die 4)"', '"wolf springs at rat from 0405 (die 4, the next free one)"'],
        {
            **STARTED,
            "order": ["rat", "wolf", "fox"],
            "fox.at": "0506",
            "wolf.at": "0405",
            "wolf.facing": "NE",
        },
    ),
    (
        "BNB-4",
        "who springs from beside the target leaves its hex to another",
        SET + "wolf: {at: 0504, facing: N, initiative: 3}\n" + FOX.replace("hp:", "initiative: 1, hp:"),
        "start --ambush fox,wolf --target rat",
        "1 2",
        [],
        {
            **STARTED,
            "order": ["rat", "wolf", "fox"],
            "fox.at": "0504",
            "fox.facing": "S",
            "wolf.at": "0604",
            "wolf.facing": "SW",
        },
    ),
    (
        "BNB-4",
        "at the map's edge",  # 0101 facing S: 1 is 0102; 2 (SW), 3 (NW), 4 (N), 5 (NE) are off; 6 is 0201, SE
        "grid: {size: 9x9}\nrat: {at: 0101, facing: S, initiative: 9}\nwolf: {at: 0909, facing: N, initiative: 3}",
        "start --ambush wolf --target rat",
        "2",
        [],
        {**STARTED, "order": ["rat", "wolf"], "wolf.at": "0201", "wolf.facing": "NW"},
    ),
    (
        "BNB-1",
        "a reserve rolls no initiative and has no place in the order",
        RESERVE,
        "start",
        "1 1",
        ['"order: rat, wolf"'],
        {**STARTED, "order": ["rat", "wolf"], "rat.initiative": "5", "wolf.initiative": "3"},
    ),
    # --- BNB-5 --------------------------------------------------------------------------------------------
    (
        "BNB-5",
        "in for the rat that fell a round ago; last in the order",
        FALLEN,
        "enter vole --at 0203 --facing N",
        "",
        ["BNB-5 entered", '"vole comes in at 0203 for rat, initiative 5"'],
        ENTERED,
    ),
    (
        "BNB-5",
        "in for one that left",
        FALLEN.replace("hp: -1/8, fell: 2", "left: true, fell: 2, at: null"),
        "enter vole --at 0203 --facing N",
        "",
        ["BNB-5 entered"],
        ENTERED,
    ),
    (
        "BNB-5",
        "fallen fighters do not count for the lowest",
        FALLEN.replace("initiative: 6, hp: 9/9", "initiative: 6, hp: 0/9"),
        "enter vole --at 0203 --facing N",
        "",
        ["BNB-5 entered"],
        {**ENTERED, "order": ["rat", "wolf", "vole", "fox"], "vole.initiative": "6"},
    ),
    (
        "BNB-5",
        "it acts in the round it enters: its turn comes",
        FALLEN.replace("turn: wolf", "turn: fox")
        .replace("acted: [rat]", "acted: [rat, wolf]")
        .replace("order: [rat, wolf, fox]", "order: [rat, wolf, fox, vole]")
        .replace("reserve: true", "at: 0203, facing: N, entered: 3, initiative: 5"),
        "next",
        "",
        ['"vole\'s turn: Move"'],
        {"turn": "vole", "acted": ["rat", "wolf", "fox"]},
    ),
    (
        "BNB-5",
        "who left and who waits are passed over without a word",
        "round: 1\nturn: wolf\norder: [wolf, rat, vole, fox]\nrat: {left: true, at: null, as: 4}\n" + FOX + RESERVE,
        "next",
        "",
        ["over", '"fox\'s turn: Attack and Move"'],
        {"turn": "fox", "acted": ["wolf"]},  # the rat's AS stays: nothing begins for it
        ["skip"],
    ),
    (
        "BNB-5",
        "who left blocks no hex",
        FALLEN + "cat: {at: 0203, left: true, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5}",
        "enter vole --at 0203 --facing N",
        "",
        ["BNB-5 entered"],
        ENTERED,
    ),
    (
        "BNB-33",
        "the round of the fall is kept",
        "round: 4\nturn: wolf\norder: [wolf, rat]\nwolf: {as: 9}\nrat: {ds: 4, hp: 5/8}",
        "attack wolf rat",
        "1",
        ["BNB-33 fell"],
        {"wolf.as": "7", "wolf.done": ["attack"], "rat.ds": "3", "rat.hp": "0/8", "rat.fell": "4"},
    ),
    (
        "BNB-33",
        "and forgotten when it wakes",
        "round: 4\nturn: wolf\norder: [wolf, rat]\nrat: {hp: 0/8, fell: 2}",
        "heal rat 1",
        "",
        ["BNB-33 woke"],
        {"rat.hp": "1/8", "rat.fell": None},
    ),
    # --- BNB-32: tend and release ---------------------------------------------------------------------------
    (
        "BNB-32",
        "tending oneself ends all of it, and uses the Attack",
        "round: 1\nturn: rat\norder: [rat, wolf]\nrat: {markers: {bleeding: 3}}",
        "tend rat",
        "",
        ["BNB-32 tended", '"rat stops its own bleeding"'],
        {"rat.markers.bleeding": None, "rat.done": ["attack"]},
    ),
    (
        "BNB-32",
        "tending another beside it",
        "round: 1\nturn: rat\norder: [rat, wolf]\nwolf: {markers: {bleeding: 1}}",
        "tend rat wolf",
        "",
        ["BNB-32 tended", '"rat stops the bleeding of wolf"'],
        {"wolf.markers.bleeding": None, "rat.done": ["attack"]},
    ),
    (
        "BNB-32",
        "letting go is free, in anybody's turn",
        "round: 1\nturn: wolf\norder: [wolf, rat]\nrat: {done: [attack]}\nwolf: {markers: {held: rat}}",
        "release rat",
        "",
        ["BNB-32 free", '"wolf is held no longer: rat lets go"'],
        {"wolf.markers.held": None},
    ),
    (
        "BNB-32",
        "the GM's damage fells the holder",
        "rat: {markers: {held: wolf}}\nwolf: {hp: 2/14}",
        "damage wolf 2",
        "",
        ["BNB-33 fell", "BNB-32 free"],
        {"wolf.hp": "0/14", "rat.markers.held": None},
    ),
    (
        "BNB-32",
        "Bleeding fells the holder as its turn begins",
        "round: 1\nturn: rat\norder: [rat, wolf, fox]\nrat: {markers: {held: wolf}}\n"
        "wolf: {hp: 1/14, markers: {bleeding: 1}}\n" + FOX,
        "next",
        "",
        ["BNB-32 bleeds", "BNB-33 fell", "BNB-32 free", "skip"],
        {
            "turn": "fox",
            "acted": ["rat", "wolf"],
            "wolf.hp": "0/14",
            "wolf.fell": "1",
            "rat.markers.held": None,
        },
    ),
]


def test_row(bench, row):
    bench.holds(row)


def test_positions_1_to_6_clockwise(bench):
    """BNB-4: each die, each facing back at the target."""
    around = ["0504", "0604", "0605", "0506", "0405", "0404"]
    facings = ["S", "SW", "NW", "N", "NE", "SE"]
    for die, place, facing in zip(range(1, 7), around, facings, strict=True):
        played = bench.play(SET + "wolf: {at: 1010, initiative: 3}", "start --ambush wolf --target rat", str(die))
        assert (played.changed["wolf.at"], played.changed.get("wolf.facing", "NW")) == (place, facing)


def test_next_starts_with_no_ambush(bench):
    """BNB-1: `gm next` before the start is `gm start`."""
    played = bench.play("rat: {initiative: 9}\nwolf: {initiative: 3}", "next")
    assert played.changed == {**STARTED, "order": ["rat", "wolf"]}


RING = "".join(
    f"x{n}: {{at: {place}, stats: {{str: 1, spd: 1, agi: 1}}, hp: 5/5, initiative: 1}}\n"
    for n, place in enumerate(["0504", "0604", "0605", "0506", "0405"])
)
REFUSED = [
    ("BNB-2", "after an attack", SWAP.replace("rat: {", "rat: {done: [attack], "), "swap rat vole", "before the first"),
    (
        "BNB-2",
        "after a turn",
        SWAP.replace("order:", "acted: [rat]\norder:").replace("turn: rat", "turn: wolf"),
        "swap rat vole",
        "before the first",
    ),
    ("BNB-2", "in round 2", SWAP.replace("round: 1", "round: 2"), "swap rat vole", "in round 1"),
    ("BNB-2", "with a foe", SWAP, "swap rat wolf", "rat and wolf are no allies"),
    (
        "BNB-5",
        "nobody fell",
        FALLEN.replace("hp: -1/8, fell: 2, ", ""),
        "enter vole --at 0203",
        "nobody of vole's side fell or left",
    ),
    (
        "BNB-5",
        "a foe fell",
        FALLEN.replace("hp: -1/8, fell: 2, ", "").replace("wolf: {", "wolf: {hp: 0/14, fell: 1, "),
        "enter vole --at 0203",
        "nobody of vole's side",
    ),
    (
        "BNB-5",
        "in the round of the fall",
        FALLEN.replace("fell: 2", "fell: 3"),
        "enter vole --at 0203",
        "rat fell or left only in this round",
    ),
    (
        "BNB-5",
        "one for each",
        FALLEN.replace("fell: 2", "fell: 2, replaced: true"),
        "enter vole --at 0203",
        "nobody of vole's side",
    ),
    (
        "BNB-5",
        "where one lies",
        FALLEN.replace("fell: 2", "fell: 2, at: 0203"),
        "enter vole --at 0203",
        "rat lies in 0203",
    ),
    (
        "BNB-5",
        "in a wall",
        FALLEN + "terrain: {wall: {cost: blocked, hexes: [0203]}}",
        "enter vole --at 0203",
        "0203 is blocked",
    ),
    (
        "BNB-32",
        "tending from afar",
        "wolf: {at: 0808, markers: {bleeding: 1}}",
        "tend rat wolf",
        "wolf is not adjacent to rat",
    ),
    (
        "BNB-10",
        "tending twice",
        "round: 1\nturn: rat\norder: [rat, wolf]\nrat: {done: [attack], markers: {bleeding: 1}}",
        "tend rat",
        "has used its Attack",
    ),
    ("BNB-5", "a reserve attacks", RESERVE, "attack vole wolf", "vole is in reserve"),
    ("BNB-5", "a reserve is attacked", RESERVE, "attack wolf vole", "vole is in reserve"),
    (
        "BNB-5",
        "a tactic in the round it came in",
        "round: 3\nturn: rat\norder: [rat, wolf]\nrat: {entered: 3, as: 9}\nwolf: {ds: 30}",
        "attack rat wolf",
        "may use no tactic",
    ),
]


@pytest.mark.parametrize(
    ("rule", "situation", "command", "words"),
    [(row[0], *row[2:]) for row in REFUSED],
    ids=[f"{row[0]} {row[1]}" for row in REFUSED],
)
def test_refused_and_done_under_force(bench, rule, situation, command, words):
    bench.lay(situation)
    before = bench.file.read_bytes()
    played = bench.go_on(command, "1")
    assert (played.code, played.data["rule"]) == (1, rule), played.data
    assert words in played.data["error"]
    assert bench.file.read_bytes() == before
    assert not bench.journal.exists()
    code, out, err = bench.run("--seed", "1", "--force", *command.split())
    assert code == 0, err
    assert "the GM rules: " in out and words in out


IMPOSSIBLE = [
    ("BNB-2", "before the start", VOLE % "", "swap rat vole", "no initiative"),
    ("BNB-2", "with itself", SWAP, "swap rat rat", "cannot swap with itself"),
    ("BNB-4", "no target", "", "start --ambush wolf", "needs both sides"),
    ("BNB-4", "no aggressor", "", "start --target rat", "needs both sides"),
    ("BNB-4", "on itself", "", "start --ambush rat --target rat", "nobody on itself"),
    ("BNB-4", "twice", "", "start --ambush wolf --ambush wolf --target rat", "once"),
    ("BNB-4", "a target without a facing", "rat: {facing: null}", "start --ambush wolf --target rat", "has no facing"),
    ("BNB-4", "a target nowhere", "rat: {at: null}", "start --ambush wolf --target rat", "is not on the map"),
    (
        "BNB-4",
        "one hex free for two",
        SET + "wolf: {at: 1010, initiative: 1}\n" + FOX + RING,
        "start --ambush wolf,fox --target rat",
        "hexes free around rat: 1, too few for 2",
    ),
    ("BNB-5", "no reserve", FALLEN, "enter wolf --at 0203", "is not in reserve"),
    ("BNB-5", "nowhere", FALLEN, "enter vole", "somewhere on the map"),
    ("BNB-5", "where one stands", FALLEN, "enter vole --at 0404", "wolf stands in 0404"),
    ("BNB-32", "tending the sound", "", "tend rat", "is not Bleeding"),
    ("BNB-32", "letting nobody go", "", "release rat", "holds nobody"),
]


@pytest.mark.parametrize(
    ("rule", "situation", "command", "words"),
    [(row[0], *row[2:]) for row in IMPOSSIBLE],
    ids=[f"{row[0]} {row[1]}" for row in IMPOSSIBLE],
)
def test_impossible_under_force_too(bench, rule, situation, command, words):
    for force in ((), ("--force",)):
        played = bench.play(situation, command, "1 1 1 1", *force)
        assert (played.code, played.data["rule"]) == (1, rule), played.data
        assert words in played.data["error"]
        assert not bench.journal.exists()


def test_a_fight_under_way_is_not_ambushed(bench):
    """BNB-4: refused before any die."""
    played = bench.play("round: 1\nturn: rat\norder: [rat, wolf]", "start --ambush wolf --target rat", "1")
    assert played.code == 1
    assert "started already" in played.data["error"]


def test_a_whole_round_with_a_reserve(bench):
    """BNB-5: it falls, the round passes, another comes in last, moves, and may attack in the round after."""
    bench.lay(
        "round: 1\nturn: wolf\norder: [wolf, rat]\nwolf: {as: 9, initiative: 7}\nrat: {ds: 4, hp: 1/8, initiative: 5}\n"
        + RESERVE
    )
    assert bench.go_on("attack wolf rat", "1").changed["rat.fell"] == "1"
    assert bench.go_on("enter vole --at 0403 --facing S").data["rule"] == "BNB-5"
    assert bench.go_on("next").after["round"] == "2"
    assert bench.go_on("enter vole --at 0403 --facing S").changed["vole.initiative"] == "6"
    played = bench.go_on("next")
    assert played.after["turn"] == "vole"
    assert bench.go_on("attack vole wolf", "1 1 1 1 1").data["rule"] == "BNB-5"
    assert bench.go_on("move vole --facing SE").code == 0
    assert bench.go_on("next").after["round"] == "3"
    played = bench.go_on("next")
    assert played.after["turn"] == "vole"
    assert '"vole\'s turn: Attack and Move"' in played.told
