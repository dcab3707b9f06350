"""Difficulty: passive and active defense, range, cover (D6-20 to D6-24).

`1 1 1 1` is an attack of no success: it misses, and no more dice are thrown.
"""

import pytest

FIGHT = "round: 1\nturn: thug\norder: [thug, bo]\n"
SWORD = "{skill: blades, damage: 2D, reach: 1}"
GUN = "{skill: firearms, damage: 3D, range: 10/25/50}"
ARMED = "thug: {skills: {dodge: 3D, blades: 2D, brawl: 4D}, weapons: {sword: " + SWORD + "}}\n"
SUM = "rules: {dice: sum, wild-die: none}\n"
NOTHING = "1 1 1 1"


def stands(how: str, value: int, with_: str = "pistol") -> tuple[str, str]:
    """A defense standing, and the attack on it."""
    situation = (
        f"thug: {{passive: 2, defense: {{how: {how}, value: {value}}}}}\n"
        f"bo: {{skills: {{firearms: 4D, brawl: 4D}}, weapons: {{pistol: {GUN}}}}}"
    )
    return situation, f"attack bo thug --with {with_}"


def on_map(hexes: int, *, size: str = "grid: {hex: 2 m}\n") -> str:
    """bo and the thug so many hexes apart on a straight line."""
    return size + f"bo: {{at: 0501}}\nthug: {{at: 05{1 + hexes:02}, passive: 2}}"


ROWS = [
    # --- D6-20 ---------------------------------------------------------------------------------------
    ("D6-20", "the passive value", "", "attack bo thug", NOTHING, ["thug difficulty: passive 2 = 2"], {}),
    (
        "D6-20",
        "half the dodge dice, rounded up",
        "thug: {passive: null, skills: {dodge: 5D+2}}",
        "attack bo thug",
        NOTHING,
        ["thug difficulty: passive 3 = 3"],
        {},
    ),
    (
        "D6-20",
        "at least 1, of no dodge at all too",
        "thug: {passive: null, skills: null}",
        "attack bo thug",
        NOTHING,
        ["thug difficulty: passive 1 = 1"],
        {},
    ),
    (
        "D6-20",
        "10 in a sum, whatever the dodge",
        SUM + "thug: {passive: null, skills: {dodge: 5D}}",
        "attack bo thug",
        NOTHING,
        ["thug difficulty: passive 10 = 10"],
        {},
    ),
    (
        "D6-20",
        "rolled: half the dodge dice, before the attack",
        "rules: {wild-die: none, passive-defense: roll}\nthug: {passive: 9, skills: {dodge: 5D+2}}",
        "attack bo thug",
        "3 3 1  3 1 1 1",
        ["bo attack: successes 1 = 1", "thug difficulty: passive roll 2 = 2", "D6-26 miss"],
        {},
    ),
    (
        "D6-20",
        "rolled: wounds take no die off it",
        "rules: {wild-die: none, passive-defense: roll}\nthug: {skills: {dodge: 4D}, wounds: [serious]}",
        "attack bo thug",
        "3 3  3 1 1 1",
        ["thug difficulty: passive roll 2 = 2"],
        {},
    ),
    (
        "D6-20",
        "rolled: never below 1",
        "rules: {wild-die: none, passive-defense: roll}\nthug: {skills: {dodge: 1D}}",
        "attack bo thug",
        "1  1 1 1 1",
        ["thug difficulty: passive roll 0, never below 1 1 = 1", "D6-26 miss"],
        {},
    ),
    (
        "D6-20",
        "rolled: its wild die complicates, too",
        "rules: {passive-defense: roll}\nthug: {skills: {dodge: 3D}}",
        "attack bo thug",
        "3 1  1 1 1 2",
        ["thug difficulty: passive roll 1 = 1", '"thug has a complication: a wild 1"'],
        {},
    ),
    (
        "D6-20",
        "wounds do not lower the value",
        "thug: {wounds: [serious]}",
        "attack bo thug",
        NOTHING,
        ["thug difficulty: passive 2 = 2"],
        {},
    ),
    (
        "D6-20",
        "point-blank takes it to 1, and no further",
        "thug: {passive: 1}",
        "attack bo thug --range point-blank",
        NOTHING,
        ["thug difficulty: passive 1, point-blank -1, never below 1 1 = 1"],
        {},
    ),
    (
        "D6-20",
        "never below 3 in a sum",
        SUM + "bo: {skills: {firearms: 1D}}\nthug: {passive: 4}",
        "attack bo thug --range point-blank",
        "2",
        ["thug difficulty: passive 4, point-blank -5, never below 3 4 = 3", "D6-26 miss"],
        {},
    ),
    (
        "D6-20",
        "unconscious: 1",
        "thug: {passive: 4, unconscious: true, defense: {how: dodge, value: 5}}",
        "attack bo thug",
        NOTHING,
        ["thug difficulty: unconscious 1 = 1"],
        {},
    ),
    (
        "D6-20",
        "unconscious: 3 in a sum",
        SUM + "bo: {skills: {firearms: 1D}}\nthug: {unconscious: true}",
        "attack bo thug",
        "2",
        ["thug difficulty: unconscious 3 = 3"],
        {},
    ),
    # --- D6-21 ---------------------------------------------------------------------------------------
    (
        "D6-21",
        "a dodge, an action",
        FIGHT + ARMED,
        "defend thug dodge",
        "3 3 1",
        ["thug dodge: successes 2 = 2"],
        {"thug.defense.how": "dodge", "thug.defense.value": "2", "thug.used": "1"},
    ),
    (
        "D6-21",
        "a block rolls bare hands, unless another skill is named",
        FIGHT + ARMED,
        "defend thug block",
        "3 3 1 1",
        ["thug block: successes 2 = 2"],
        {"thug.defense.how": "block", "thug.defense.value": "2", "thug.used": "1"},
    ),
    (
        "D6-21",
        "the skill named, by its beginning",
        FIGHT + ARMED,
        "defend thug block --skill bla",
        "3 1",
        ["thug block: successes 1 = 1"],
        {"thug.defense.how": "block", "thug.defense.value": "1", "thug.used": "1"},
    ),
    (
        "D6-21",
        "a parry rolls the weapon's skill",
        FIGHT + ARMED,
        "defend thug parry",
        "3 1",
        ["thug parry: successes 1 = 1"],
        {"thug.defense.how": "parry", "thug.defense.value": "1", "thug.used": "1"},
    ),
    (
        "D6-21",
        "with its wounds",
        FIGHT + ARMED.replace("weapons", "wounds: [injured-1], weapons"),
        "defend thug dodge",
        "3 1",
        ["thug dodge: successes 1 = 1"],
        {"thug.defense.how": "dodge", "thug.defense.value": "1", "thug.used": "1"},
    ),
    (
        "D6-21",
        "a parry rolls the first of two such weapons",
        FIGHT
        + "thug: {skills: {blades: 2D}, weapons: {sword: "
        + SWORD
        + ", club: {skill: clubs, damage: 2D, reach: 1}}}",
        "defend thug parry",
        "3 1",
        ["thug parry: successes 1 = 1"],
        {"thug.defense.how": "parry", "thug.defense.value": "1", "thug.used": "1"},
    ),
    (
        "D6-21",
        "no dice left are told",
        FIGHT + "thug: {skills: {dodge: 2D}, wounds: [injured-2]}",
        "defend thug dodge",
        "",
        ["D6-1 no-dice", "thug dodge: successes 0 = 0"],
        {"thug.defense.how": "dodge", "thug.defense.value": "0", "thug.used": "1"},
    ),
    (
        "D6-21",
        "its wild die complicates, too",
        "rules: {}\n" + FIGHT + "thug: {skills: {dodge: 2D}}",
        "defend thug dodge",
        "3 1",
        ["thug dodge: successes 1 = 1", '"thug has a complication: a wild 1"'],
        {"thug.defense.how": "dodge", "thug.defense.value": "1", "thug.used": "1"},
    ),
    (
        "D6-21",
        "a newer one replaces the older, even if lower",
        FIGHT + ARMED.replace("weapons", "used: 1, defense: {how: parry, value: 4}, weapons"),
        "defend thug dodge",
        "1 1 1",
        [],
        {"thug.defense.how": "dodge", "thug.defense.value": "0", "thug.used": "2"},
    ),
    (
        "D6-21",
        "it counts instead of the passive value",
        *stands("dodge", 4),
        NOTHING,
        ["thug difficulty: dodge 4 = 4"],
        {},
    ),
    (
        "D6-21",
        "even if it is lower",
        *stands("dodge", 1),
        NOTHING,
        ["thug difficulty: dodge 1 = 1"],
        {},
    ),
    (
        "D6-21",
        "even one of 0, but never below 1",
        *stands("dodge", 0),
        NOTHING,
        ["thug difficulty: dodge 0, never below 1 1 = 1"],
        {},
    ),
    (
        "D6-21",
        "a block stops no bullet",
        *stands("block", 4),
        NOTHING,
        ["D6-21 useless", "thug difficulty: passive 2 = 2"],
        {},
    ),
    ("D6-21", "a parry stops no bullet", *stands("parry", 4), NOTHING, ["thug difficulty: passive 2 = 2"], {}),
    ("D6-21", "a block stops a fist", *stands("block", 4, "unarmed"), NOTHING, ["thug difficulty: block 4 = 4"], {}),
    ("D6-21", "a parry stops a fist", *stands("parry", 4, "unarmed"), NOTHING, ["thug difficulty: parry 4 = 4"], {}),
    ("D6-21", "a dodge avoids a fist", *stands("dodge", 4, "unarmed"), NOTHING, ["thug difficulty: dodge 4 = 4"], {}),
    (
        "D6-21",
        "it stands for every attack until the next turn, and is dropped then",
        "round: 1\nturn: bo\norder: [bo, thug]\nthug: {defense: {how: dodge, value: 3}}",
        "next",
        "",
        ['"thug drops its dodge of 3"'],
        {"turn": "thug", "acted": ["bo"], "thug.defense.how": None, "thug.defense.value": None},
    ),
    (
        "D6-21",
        "and for one that is passed over",
        "round: 1\nturn: bo\norder: [bo, thug]\nthug: {unconscious: true, defense: {how: dodge, value: 3}}",
        "next",
        "",
        ["D6-21 dropped", '"round 2"'],
        {"round": "2", "thug.defense.how": None, "thug.defense.value": None},
    ),
    # --- D6-22 ---------------------------------------------------------------------------------------
    (
        "D6-22",
        "the skill +2D, all actions",
        FIGHT + ARMED,
        "defend thug dodge --full",
        "3 3 3 3 1",
        ["thug dodge: successes 4 = 4"],
        {"thug.defense.how": "dodge", "thug.defense.value": "4", "thug.used": "2", "thug.full": "true"},
    ),
    (
        "D6-22",
        "before the fight there is no round to spend",
        ARMED,
        "defend thug dodge --full",
        "3 3 3 3 1",
        ["thug dodge: successes 4 = 4"],
        {"thug.defense.how": "dodge", "thug.defense.value": "4"},
    ),
    (
        "D6-22",
        "the one action of a round that owes one",
        FIGHT + ARMED.replace("weapons", "owed: 1, weapons"),
        "defend thug parry --full",
        "3 1 1 1",
        [],
        {"thug.defense.how": "parry", "thug.defense.value": "1", "thug.used": "1", "thug.full": "true"},
    ),
    (
        "D6-22",
        "after the free 5 m",
        FIGHT + ARMED.replace("weapons", "moved: 4, weapons"),
        "defend thug dodge --full",
        "1 1 1 1 1",
        [],
        {"thug.defense.how": "dodge", "thug.defense.value": "0", "thug.used": "2", "thug.full": "true"},
    ),
    (
        "D6-22",
        "the free 5 m are left, too",
        FIGHT + "grid: {hex: 2 m}\nbo: {at: 0101}\nthug: {at: 0505, used: 2, full: true}",
        "move thug 0503",
        "",
        ['"thug moves to 0503: 4 m, free"'],
        {"thug.at": "0503", "thug.moved": "4"},
    ),
    (
        "D6-22",
        "over with the round",
        "round: 1\nturn: bo\norder: [thug, bo]\nacted: [thug]\nthug: {used: 2, full: true}",
        "next",
        "",
        ['"thug\'s turn: 2 actions, 5 m free"'],
        {"round": "2", "turn": "thug", "acted": None, "thug.used": None, "thug.full": None},
    ),
    # --- D6-23 ---------------------------------------------------------------------------------------
    (
        "D6-23",
        "without a map and --range it is short",
        "",
        "attack bo thug",
        NOTHING,
        ['"bo attacks thug with pistol (short range)"', "thug difficulty: passive 2 = 2"],
        {},
    ),
    (
        "D6-23",
        "--range point-blank -1",
        "",
        "attack bo thug --range point-blank",
        NOTHING,
        ["thug difficulty: passive 2, point-blank -1 = 1"],
        {},
    ),
    (
        "D6-23",
        "--range medium +1",
        "",
        "attack bo thug --range medium",
        NOTHING,
        ["thug difficulty: passive 2, medium range 1 = 3"],
        {},
    ),
    (
        "D6-23",
        "--range long +2",
        "",
        "attack bo thug --range long",
        NOTHING,
        ["thug difficulty: passive 2, long range 2 = 4"],
        {},
    ),
    (
        "D6-23",
        "--range point-blank -5 in a sum",
        SUM + "thug: {passive: 12}",
        "attack bo thug --range point-blank",
        NOTHING,
        ["thug difficulty: passive 12, point-blank -5 = 7"],
        {},
    ),
    (
        "D6-23",
        "--range medium +5 in a sum",
        SUM + "thug: {passive: 12}",
        "attack bo thug --range medium",
        NOTHING,
        ["thug difficulty: passive 12, medium range 5 = 17"],
        {},
    ),
    (
        "D6-23",
        "--range long +10 in a sum",
        SUM + "thug: {passive: 12}",
        "attack bo thug --range long",
        NOTHING,
        ["thug difficulty: passive 12, long range 10 = 22"],
        {},
    ),
    (
        "D6-23",
        "--range short 0 in a sum",
        SUM + "thug: {passive: 12}",
        "attack bo thug --range short",
        NOTHING,
        ["thug difficulty: passive 12 = 12"],
        {},
    ),
    (
        "D6-23",
        "2 m: point-blank",
        on_map(1),
        "attack bo thug",
        NOTHING,
        ["thug difficulty: passive 2, point-blank -1 = 1"],
        {},
    ),
    (
        "D6-23",
        "3 m is still",
        on_map(1, size="grid: {hex: 3 m}\n"),
        "attack bo thug",
        NOTHING,
        ["thug difficulty: passive 2, point-blank -1 = 1"],
        {},
    ),
    (
        "D6-23",
        "4 m: short",
        on_map(2),
        "attack bo thug",
        NOTHING,
        ['"bo attacks thug with pistol (4 m, short range)"', "thug difficulty: passive 2 = 2"],
        {},
    ),
    ("D6-23", "10 m: still short", on_map(5), "attack bo thug", NOTHING, ["thug difficulty: passive 2 = 2"], {}),
    (
        "D6-23",
        "12 m: medium",
        on_map(6),
        "attack bo thug",
        NOTHING,
        ["thug difficulty: passive 2, medium range 1 = 3"],
        {},
    ),
    (
        "D6-23",
        "25 m: still medium",
        on_map(10, size="grid: {hex: 2.5 m}\n"),
        "attack bo thug",
        NOTHING,
        ["thug difficulty: passive 2, medium range 1 = 3"],
        {},
    ),
    (
        "D6-23",
        "26 m: long",
        on_map(13),
        "attack bo thug",
        NOTHING,
        ["thug difficulty: passive 2, long range 2 = 4"],
        {},
    ),
    (
        "D6-23",
        "50 m: still long",
        on_map(25),
        "attack bo thug",
        NOTHING,
        ["thug difficulty: passive 2, long range 2 = 4"],
        {},
    ),
    (
        "D6-23",
        "--range overrules the map",
        on_map(25),
        "attack bo thug --range short",
        NOTHING,
        ["thug difficulty: passive 2 = 2"],
        {},
    ),
    (
        "D6-23",
        "no size, but --range",
        on_map(9, size=""),
        "attack bo thug --range medium",
        NOTHING,
        ["thug difficulty: passive 2, medium range 1 = 3"],
        {},
    ),
    (
        "D6-23",
        "melee: no modifier, as far as its reach",
        on_map(2) + "\nbo: {at: 0501, weapons: {pike: {skill: pikes, damage: 3D, reach: 2}}}",
        "attack bo thug",
        "1",
        ['"bo attacks thug with pike"', "thug difficulty: passive 2 = 2"],
        {},
    ),
    (
        "D6-23",
        "bare hands where nothing is listed",
        on_map(1) + "\nbo: {at: 0501, weapons: null}",
        "attack bo thug",
        "1",
        ['"bo attacks thug with unarmed"', "thug difficulty: passive 2 = 2"],
        {},
    ),
    (
        "D6-23",
        "the first weapon that reaches",
        on_map(3) + "\nbo: {at: 0501, weapons: {sword: " + SWORD + ", pistol: " + GUN + "}}",
        "attack bo thug",
        NOTHING,
        ['"bo attacks thug with pistol (6 m, short range)"'],
        {},
    ),
    (
        "D6-23",
        "the first listed where both do",
        on_map(1) + "\nbo: {at: 0501, weapons: {sword: " + SWORD + ", pistol: " + GUN + "}}",
        "attack bo thug",
        "1",
        ['"bo attacks thug with sword"'],
        {},
    ),
    (
        "D6-23",
        "a weapon with both strikes within reach",
        on_map(1) + "\nbo: {at: 0501, weapons: {axe: {skill: axes, damage: 3D, reach: 1, range: 4/8/16}}}",
        "attack bo thug",
        "1",
        ['"bo attacks thug with axe"', "thug difficulty: passive 2 = 2"],
        {},
    ),
    (
        "D6-23",
        "and is thrown beyond it",
        on_map(3) + "\nbo: {at: 0501, weapons: {axe: {skill: axes, damage: 3D, reach: 1, range: 4/8/16}}}",
        "attack bo thug",
        "1",
        ['"bo attacks thug with axe (6 m, medium range)"', "thug difficulty: passive 2, medium range 1 = 3"],
        {},
    ),
    (
        "D6-23",
        "it is thrown within reach as well where --range says so",
        on_map(1) + "\nbo: {at: 0501, weapons: {axe: {skill: axes, damage: 3D, reach: 1, range: 4/8/16}}}",
        "attack bo thug --range point-blank",
        "1",
        ['"bo attacks thug with axe (point-blank)"', "thug difficulty: passive 2, point-blank -1 = 1"],
        {},
    ),
    (
        "D6-23",
        "and strikes where there is no map",
        "bo: {weapons: {axe: {skill: axes, damage: 3D, reach: 1, range: 4/8/16}}}",
        "attack bo thug",
        "1",
        ['"bo attacks thug with axe"', "thug difficulty: passive 2 = 2"],
        {},
    ),
    (
        "D6-23",
        "--range names a distance that no sword reaches",
        "bo: {weapons: {sword: " + SWORD + ", pistol: " + GUN + "}}",
        "attack bo thug --range medium",
        NOTHING,
        ['"bo attacks thug with pistol (medium range)"', "thug difficulty: passive 2, medium range 1 = 3"],
        {},
    ),
    # --- D6-24 ---------------------------------------------------------------------------------------
    (
        "D6-24",
        "total, where the GM rules that it can be targeted, as heavy",
        "",
        "attack bo thug --cover total --force",
        NOTHING,
        ["thug difficulty: passive 2, total cover 3 = 5"],
        {},
    ),
    (
        "D6-24",
        "light +1",
        "",
        "attack bo thug --cover light",
        NOTHING,
        ["thug difficulty: passive 2, light cover 1 = 3"],
        {},
    ),
    (
        "D6-24",
        "medium +2",
        "",
        "attack bo thug --cover medium",
        NOTHING,
        ["thug difficulty: passive 2, medium cover 2 = 4"],
        {},
    ),
    (
        "D6-24",
        "heavy +3, with range",
        "",
        "attack bo thug --cover heavy --range long",
        NOTHING,
        ["thug difficulty: passive 2, long range 2, heavy cover 3 = 7"],
        {},
    ),
    (
        "D6-24",
        "light +3 in a sum",
        SUM + "thug: {passive: 12}",
        "attack bo thug --cover light",
        NOTHING,
        ["thug difficulty: passive 12, light cover 3 = 15"],
        {},
    ),
    (
        "D6-24",
        "medium +6 in a sum",
        SUM + "thug: {passive: 12}",
        "attack bo thug --cover medium",
        NOTHING,
        ["thug difficulty: passive 12, medium cover 6 = 18"],
        {},
    ),
    (
        "D6-24",
        "heavy +12 in a sum",
        SUM + "thug: {passive: 12}",
        "attack bo thug --cover heavy",
        NOTHING,
        ["thug difficulty: passive 12, heavy cover 12 = 24"],
        {},
    ),
    (
        "D6-24",
        "an active defense is modified, too",
        "thug: {defense: {how: dodge, value: 3}}",
        "attack bo thug --cover light",
        NOTHING,
        ["thug difficulty: dodge 3, light cover 1 = 4"],
        {},
    ),
    (
        "D6-24",
        "a fist needs no sight",
        on_map(1) + "\nbo: {at: 0501, weapons: null}",
        "attack bo thug --cover light",
        "1",
        ["thug difficulty: passive 2, light cover 1 = 3"],
        {},
    ),
]


def test_row(row, bench):
    bench.holds(row)


MODIFIERS = [
    ("--mod", "+2 sun behind", "3 1 1 1  1 1 1 1  1 1 1", "bo attack: successes 1, sun behind 2 = 3"),  # 3 - 2: 1D more
    ("--mod", "-1 smoke", "3 3 1 1", "bo attack: successes 2, smoke -1 = 1"),
    ("--target-mod", "+2 dusk", "3 3 3 1", "thug difficulty: passive 2, dusk 2 = 4"),
    (
        "--target-mod",
        "-9 asleep",
        "3 3 1 1  1 1 1 1  1 1 1",
        "thug difficulty: passive 2, asleep -9, never below 1 8 = 1",
    ),
]


@pytest.mark.parametrize(("option", "text", "dice", "line"), MODIFIERS)
def test_the_gms_modifier(bench, option, text, dice, line):
    bench.lay("")
    played = bench.go_on("attack bo thug", dice, option, text)
    assert played.code == 0, played.data
    assert line in played.told


@pytest.mark.parametrize(("command", "thrown"), [("attack bo thug", "bo 5d6"), ("defend bo dodge", "bo 2d6")])
def test_the_gms_dice(bench, command, thrown):
    """`--mod "+1D"` is a die more of the pool: 4D + 1D, and 1D + 1D."""
    bench.lay("thug: {passive: 9}")
    played = bench.go_on(command, "3 " * int(thrown[3]), "--mod", "+1D sun behind")
    assert played.code == 0, played.data
    assert played.thrown == [thrown]


def test_dice_for_the_target_join_a_passive_roll(bench):
    bench.lay("rules: {wild-die: none, passive-defense: roll}")
    played = bench.go_on("attack bo thug", "3 3  3 1 1 1", "--target-mod", "+1D wary")  # 1D + 1D
    assert played.thrown == ["thug 2d6", "bo 4d6"]


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("thug: {at: 0503, wounds: [dead]}", "thug is dead"),
        ("bo: {at: 0501, unconscious: true}", "bo is unconscious"),
        ("bo: {at: 0501, wounds: [dead]}", "bo is dead"),
    ],
)
def test_from_tells_that_the_dead_are_no_target_and_the_fallen_cannot_act(bench, state, reason):
    bench.lay(on_map(2) + "\n" + state)
    code, out, _ = bench.run("from", "bo", "thug")
    assert code == 0
    assert out.splitlines()[-2:] == [f"pistol: no ({reason})", f"unarmed: no ({reason})"]


def test_from_tells_what_could_be_used(bench):
    bench.lay(
        on_map(9)
        + "\nbo: {at: 0501, weapons: {pistol: "
        + GUN
        + ", sword: "
        + SWORD
        + ", dart: {skill: darts, damage: 1D, range: 3/6/9}}}"
    )
    code, out, _ = bench.run("from", "bo", "thug")
    assert code == 0
    assert out.splitlines()[-4:] == [
        "pistol: yes (18 m, medium range, +1)",
        "sword: no (thug is 9 hexes away; sword reaches 1 hex)",
        "dart: no (thug is 18 m away; dart reaches 9 m)",
        "unarmed: no (thug is 9 hexes away; unarmed reaches 1 hex)",
    ]
