"""Aid in all its kinds, and its places (BRA-20 to BRA-23, BRA-46).

Ana stands in 0505, the orc south of her in 0506. Ben, with medicine d8 and bows d6, is put where a row says.
"""

from typing import Any

BEN = (
    "ben: {side: pc, speed: 4, skills: {medicine: 2 d8, bows: 1 d6, shields: 1 d10}, "
    "weapons: {bow: {traits: [range], range: 9}}, "
)
AID = "round: 1\nphase: aid\norder: [orc, ana, ben]\n"
FIGHT = "round: 1\nphase: attack\nturn: ana\norder: [ana, orc, ben]\n"


def ben(at: str, more: str = "") -> str:
    """Ben in a hex."""
    return f"{BEN}at: {at}{more}}}\n"


def lent(skill: str, check: str, against: str = "") -> str:
    """What Ben lends Ana."""
    foe = f", against: {against}" if against else ""
    return f"ana: {{aided: [{{by: ben, skill: {skill}, for: {check}{foe}}}]}}\n"


ENDURE = "ana: {damage: 5, skills: {willpower: 2, stamina: 3}, aided: [{by: ben, skill: shields, for: resiliency}]}\n"

ROWS: list[tuple[Any, ...]] = [
    # --- BRA-20: a tool die lent ------------------------------------------------------------------------------------
    (
        "BRA-20",
        "declared: looked up later, so what is written is who, what and for which check",
        AID + ben("0606"),
        "aid ben ana --skill medicine --for attack --against orc",
        "",
        ["BRA-20 aid", '"ben aids ana\'s attack against orc with medicine: d8"'],
        {
            "ana.aided": [{"by": "ben", "skill": "medicine", "for": "attack", "against": "orc"}],
            "ben.aiding": "ana",
            "ben.aids.this": "medicine",
            "ben.done": ["aid"],
            "acted": ["ben"],
        },
    ),
    (
        "BRA-20",
        "before the fight starts it is lent, and no act is used up",
        ben("0606"),
        "aid ben ana --skill medicine --for defense",
        "",
        ["BRA-20 aid"],
        {
            "ana.aided": [{"by": "ben", "skill": "medicine", "for": "defense"}],
            "ben.aiding": "ana",
            "ben.aids.this": "medicine",
        },
    ),
    (
        "BRA-20",
        "the ally's next attack has the die, after base and tool, and it is gone",
        ben("0606") + lent("medicine", "attack"),
        "attack ana orc",
        "7 1 8 6 2",  # 4 + 7 + 1 + 8 = 20 against 3 + 8
        ["ana check: shortsword 4, dice 16 = 20", "BRA-30 hit"],
        {"orc.damage": "9", "orc.hurt": "true", "ana.aided": None},
    ),
    (
        "BRA-20",
        "the ally's next defense",
        ben("0605") + lent("shields", "defense") + "orc: {skills: {unarmed: 1 d4}}",
        "attack orc ana",
        "5 4 3 10",  # 1 + 9 = 10; dodge 0 + 3 + 10 = 13
        ["ana check: dodge 0, dice 13 = 13", "BRA-30 miss"],
        {"ana.aided": None},
    ),
    (
        "BRA-20",
        "a contest's check counts as an attack, its defense as a defense",
        ben("0606") + lent("medicine", "attack") + "orc: {aided: [{by: imp, skill: dodge, for: defense}]}\n"
        "imp: {at: 0507, speed: 3, skills: {dodge: 0 d4}}",
        "grab ana orc",
        "7 8 6 2 4",  # 0 + 15 = 15; 3 + 12 = 15
        ["ana check: unarmed 0, dice 15 = 15", "orc check: dodge 3, dice 12 = 15", "BRA-43 held"],
        {"orc.held.by": "ana", "orc.held.dc": "15", "ana.aided": None, "orc.aided": None},
    ),
    (
        "BRA-20",
        "an escape is an attack action: the die counts against the holder",
        FIGHT + ben("0606") + lent("medicine", "attack") + "ana: {held: {by: orc, dc: 15}, "
        "skills: {unarmed: 0}, aided: [{by: ben, skill: medicine, for: attack}]}",
        "escape ana",
        "7 8",
        ["ana check: unarmed 0, dice 15 = 15", "BRA-43 won", "BRA-43 freed"],
        {"ana.held.by": None, "ana.held.dc": None, "ana.aided": None, "ana.done": ["attack"]},
    ),
    (
        "BRA-20",
        "several aiders' dice add, in the order in which they were declared",
        ben("0606") + "cleo: {side: pc, at: 0406, speed: 3, skills: {axes: 1 d4}}\n"
        "ana: {aided: [{by: cleo, skill: axes, for: attack}, {by: ben, skill: medicine, for: attack}]}",
        "attack ana orc",
        "1 1 4 8 6 2",  # d10, d6, Cleo's d4, Ben's d8: 4 + 14
        ["ana check: shortsword 4, dice 14 = 18"],
        {"orc.damage": "7", "orc.hurt": "true", "ana.aided": None},
    ),
    (
        "BRA-20",
        "the die is looked up when it is used: a better tool by then",
        "ben: {side: pc, at: 0606, speed: 4, skills: {medicine: 2 d10}}\n" + lent("medicine", "attack"),
        "attack ana orc",
        "1 1 10 6 2",
        ["ana check: shortsword 4, dice 12 = 16"],
        {"orc.damage": "5", "orc.hurt": "true", "ana.aided": None},
    ),
    (
        "BRA-20",
        "the aider keeps the die for its own check",
        ben("0606", ", aiding: ana, aids: {this: bows}") + lent("bows", "attack"),
        "attack ben orc --with unarmed",
        "1 6 2",
        ["ben check: unarmed 0, dice 1 = 1"],
        {},
    ),
    (
        "BRA-20",
        "its own tool die is there although it is lent",
        "ben: {side: pc, at: 0606, speed: 4, skills: {shortsword: 0 d8}, weapons: {dirk: {}}, aiding: ana, "
        "aids: {this: shortsword}}\n" + lent("shortsword", "attack"),
        "attack ben orc",
        "5 8 6 2",
        ["ben check: shortsword 0, dice 13 = 13"],
        {"orc.damage": "2", "orc.hurt": "true"},
    ),
    (
        "BRA-20",
        "an aid for another check is kept",
        ben("0606") + lent("medicine", "defense"),
        "attack ana orc",
        "7 5 6 2",
        ["ana check: shortsword 4, dice 12 = 16"],
        {"orc.damage": "5", "orc.hurt": "true"},
    ),
    (
        "BRA-20",
        "an aid against another foe is kept, without a word",
        ben("0606") + lent("medicine", "attack", "imp") + "imp: {at: 0707, speed: 3}",
        "attack ana orc",
        "7 5 6 2",
        ["ana check: shortsword 4, dice 12 = 16"],
        {"orc.damage": "5", "orc.hurt": "true"},
        ["BRA-22 aid-kept"],
    ),
    (
        "BRA-20",
        "an unused die ends with the round",
        "round: 1\nphase: attack\nturn: orc\norder: [ana, orc, ben]\nacted: [ana, ben]\n"
        + ben("0606", ", aiding: ana, aids: {this: medicine}, done: [aid]")
        + lent("medicine", "attack"),
        "next",
        "",
        ["round"],
        {
            "ana.aided": None,
            "ben.aiding": None,
            "ben.done": None,
            "ben.aids.this": None,
            "ben.aids.last": "medicine",
            "round": "2",
            "phase": "movement",
            "turn": "ben",
            "acted": None,
        },
    ),
    # --- BRA-21: one person a round, not twice the same skill ------------------------------------------------------
    (
        "BRA-21",
        "the skill of the round before last is free again",
        AID + ben("0606", ", aids: {last: bows}"),
        "aid ben ana --skill medicine --for attack",
        "",
        ["BRA-20 aid"],
        {
            "ana.aided": [{"by": "ben", "skill": "medicine", "for": "attack"}],
            "ben.aiding": "ana",
            "ben.aids.this": "medicine",
            "ben.done": ["aid"],
            "acted": ["ben"],
        },
    ),
    (
        "BRA-21",
        "a round without aid forgets the skill",
        "round: 3\nphase: attack\nturn: orc\norder: [ana, orc, ben]\nacted: [ana, ben]\n"
        + ben("0606", ", aids: {last: medicine}"),
        "next",
        "",
        [],
        {"ben.aids.last": None, "round": "4", "phase": "movement", "turn": "ben", "acted": None},
    ),
    # --- BRA-22: the places -----------------------------------------------------------------------------------------
    (
        "BRA-22",
        "attack: two hexes from the target, without a ranged weapon of the skill: not added, kept",
        ben("0508") + lent("shields", "attack"),
        "attack ana orc",
        "7 5 6 2",
        ["BRA-22 aid-kept", "ana check: shortsword 4, dice 12 = 16"],
        {"orc.damage": "5", "orc.hurt": "true"},
    ),
    (
        "BRA-22",
        "attack: from afar with a ranged weapon of that skill and a line of effect",
        ben("0508") + lent("bows", "attack"),
        "attack ana orc",
        "7 5 6 6 2",
        ["ana check: shortsword 4, dice 18 = 22"],
        {"orc.damage": "11", "orc.hurt": "true", "ana.aided": None},
    ),
    (
        "BRA-22",
        "attack: with the skill, but the weapon is gone",
        "ben: {side: pc, at: 0508, speed: 4, skills: {bows: 1 d6}}\n" + lent("bows", "attack"),
        "attack ana orc",
        "7 5 6 2",
        ["BRA-22 aid-kept"],
        {"orc.damage": "5", "orc.hurt": "true"},
    ),
    (
        "BRA-22",
        "attack: medicine in line of sight, from any distance",
        ben("0510") + lent("medicine", "attack"),
        "attack ana orc",
        "7 5 1 6 2",
        ["ana check: shortsword 4, dice 13 = 17"],
        {"orc.damage": "6", "orc.hurt": "true", "ana.aided": None},
    ),
    (
        "BRA-22",
        "attack: medicine behind a wall is blind",
        "terrain: {wall: {sight: blocked, hexes: [0508]}}\n" + ben("0510") + lent("medicine", "attack"),
        "attack ana orc",
        "7 5 6 2",
        ["BRA-22 aid-kept"],
        {"orc.damage": "5", "orc.hurt": "true"},
    ),
    (
        "BRA-22",
        "attack: a bow behind a wall has no line of effect",
        "terrain: {wall: {sight: blocked, hexes: [0508]}}\n" + ben("0510") + lent("bows", "attack"),
        "attack ana orc",
        "7 5 6 2",
        ["BRA-22 aid-kept"],
        {"orc.damage": "5", "orc.hurt": "true"},
    ),
    (
        "BRA-22",
        "attack: it is the target one must be adjacent to, not the ally",
        ben("0504") + lent("shields", "attack"),
        "attack ana orc",
        "7 5 6 2",
        ["BRA-22 aid-kept"],
        {"orc.damage": "5", "orc.hurt": "true"},
    ),
    (
        "BRA-22",
        "defense: adjacent to the ally when it is attacked",
        ben("0504") + lent("medicine", "defense") + "orc: {skills: {unarmed: 9}}",
        "attack orc ana",
        "1 5 5",
        ["ana check: dodge 0, dice 10 = 10"],
        {"ana.aided": None, "ana.hurt": "true"},
    ),
    (
        "BRA-22",
        "defense: two hexes off is too far, even with medicine",
        ben("0503") + lent("medicine", "defense") + "orc: {skills: {unarmed: 9}}",
        "attack orc ana",
        "1 5",
        ["BRA-22 aid-kept", "ana check: dodge 0, dice 5 = 5"],
        {"ana.damage": "5", "ana.hurt": "true"},
    ),
    (
        "BRA-22",
        "resiliency: adjacent",
        ben("0504") + ENDURE,
        "heal ana 1",
        "1 10",
        ["ana resiliency: willpower 2, stamina 3, dice 11 = 16"],
        {"ana.damage": "4", "ana.aided": None},
    ),
    (
        "BRA-22",
        "resiliency: not adjacent, not added",
        ben("0503") + ENDURE,
        "heal ana 1",
        "1",
        ["BRA-22 aid-kept", "ana resiliency: willpower 2, stamina 3, dice 1 = 6"],
        {"ana.damage": "4"},
    ),
    (
        "BRA-22",
        "an unconscious aider aids nobody",
        ben("0606", ", states: [unconscious]") + lent("medicine", "attack"),
        "attack ana orc",
        "7 5 6 2",
        ["BRA-22 aid-kept"],
        {"orc.damage": "5", "orc.hurt": "true"},
    ),
    (
        "BRA-20",
        "an aider who has lost the tool by then aids no more",
        "ben: {side: pc, at: 0606, speed: 4, skills: {medicine: 2}}\n" + lent("medicine", "attack"),
        "attack ana orc",
        "7 5 6 2",
        ["BRA-22 aid-kept", '"no aid for ana: ben has no tool die for medicine"'],
        {"orc.damage": "5", "orc.hurt": "true"},
    ),
    (
        "BRA-22",
        "without --against it may be declared from afar; what is missing is said",
        AID + ben("0510"),
        "aid ben ana --skill shields --for defense",
        "",
        ["BRA-20 aid", "BRA-22 aid-far"],
        {
            "ana.aided": [{"by": "ben", "skill": "shields", "for": "defense"}],
            "ben.aiding": "ana",
            "ben.aids.this": "shields",
            "ben.done": ["aid"],
            "acted": ["ben"],
        },
    ),
    (
        "BRA-22",
        "without a map nobody is too far",
        (
            "ana: {at: null}\norc: {at: null}\nben: {side: pc, speed: 4, skills: {shields: 1 d10}}\n"
            "ana: {at: null, aided: [{by: ben, skill: shields, for: attack}]}"
        ),
        "attack ana orc",
        "7 5 1 6 2",
        ["ana check: shortsword 4, dice 13 = 17"],
        {"orc.damage": "6", "orc.hurt": "true", "ana.aided": None},
    ),
    # --- BRA-23: passing and lifting --------------------------------------------------------------------------------
    (
        "BRA-23",
        "an item passed fills a hand",
        AID + ben("0510"),
        "aid ben ana --pass potion",
        "",
        ["BRA-23 passed", '"ben passes ana the potion"'],
        {"ana.hands-free": "0", "ben.aiding": "ana", "ben.done": ["aid"], "acted": ["ben"]},
    ),
    (
        "BRA-23",
        "a weapon on the sheet goes along, and frees a hand",
        AID + ben("0510"),
        "aid ben ana --pass bow",
        "",
        ["BRA-23 passed"],
        {
            "ana.weapons.bow.traits": ["range"],
            "ana.weapons.bow.range": "9",
            "ana.hands-free": "0",
            "ben.weapons.bow.traits": None,
            "ben.weapons.bow.range": None,
            "ben.weapons": {},
            "ben.hands-free": "2",
            "ben.aiding": "ana",
            "ben.done": ["aid"],
            "acted": ["ben"],
        },
    ),
    (
        "BRA-23",
        "an unconscious, adjacent ally is lifted",
        AID + ben("0504") + "ana: {states: [unconscious]}",
        "aid ben ana --lift",
        "",
        ["BRA-23 lifted"],
        {"ana.carried-by": "ben", "ben.aiding": "ana", "ben.done": ["aid"], "acted": ["ben"]},
    ),
    (
        "BRA-23",
        "and moves along, into the last hex of the way",
        "round: 1\nphase: movement\nturn: ben\norder: [orc, ana, ben]\n"
        + ben("0504")
        + "ana: {states: [unconscious], carried-by: ben}",
        "move ben 0501",
        "",
        ["BRA-13 move", "BRA-23 carried", '"ben takes ana along to 0502"'],
        {"ben.at": "0501", "ben.done": ["move"], "ana.at": "0502"},
    ),
    (
        "BRA-23",
        "where a friend stands there, into the first free hex beside the carrier, clockwise from north",
        "round: 1\nphase: movement\nturn: ben\norder: [orc, ana, ben, elf]\n"
        + ben("0504")
        + "elf: {side: pc, at: 0503, speed: 1}\nana: {states: [unconscious], carried-by: ben}",
        "move ben 0502",
        "",
        ['"ben takes ana along to 0501"'],
        {"ben.at": "0502", "ben.done": ["move"], "ana.at": "0501"},
    ),
    (
        "BRA-23",
        "also when the carrier runs",
        "round: 1\nphase: attack\nturn: ben\norder: [orc, ana, ben]\n"
        + ben("0504")
        + "ana: {states: [unconscious], carried-by: ben}",
        "move ben 0502 --run",
        "",
        ["BRA-44 move", "BRA-23 carried"],
        {"ben.at": "0502", "ben.done": ["attack"], "ana.at": "0503"},
    ),
    (
        "BRA-23",
        "whoever wakes walks by itself",
        ben("0504") + "ana: {states: [unconscious], carried-by: ben, damage: 3, skills: {willpower: 2, stamina: 3}}",
        "heal ana 1",
        "1",
        ["BRA-50 woke", "BRA-23 set-down"],
        {"ana.damage": "2", "ana.states": None, "ana.carried-by": None},
    ),
    (
        "BRA-23",
        "nor is it taken along, where the GM woke it by hand",
        ben("0504") + "ana: {carried-by: ben}",
        "move ben 0503",
        "",
        ["BRA-13 move", "BRA-23 set-down"],
        {"ben.at": "0503", "ana.carried-by": None},
        ["BRA-23 carried"],
    ),
    (
        "BRA-23",
        "the carrier lets go",
        ben("0504") + "ana: {states: [unconscious], carried-by: ben}",
        "release ben",
        "",
        ["BRA-23 set-down"],
        {"ana.carried-by": None},
    ),
]


def test_row(bench, row):
    bench.holds(row)
