"""Initiative, phases, movement and running (BRA-10 to BRA-14, BRA-44), and what falls due with them.

Ana has initiative 4 (shortsword), the orc 3 (dodge).
"""

from typing import Any

MOVING = "round: 1\nphase: movement\nturn: ana\norder: [orc, ana]\n"
LAST = "round: 1\nphase: attack\nturn: orc\norder: [ana, orc]\nacted: [ana]\n"
NEXT_ROUND = {"round": "2", "phase": "movement", "acted": None}
START = {"round": "1", "phase": "movement"}
ABLE = "skills: {shortsword: 4 d6, willpower: 2, stamina: 3}"

ROWS: list[tuple[Any, ...]] = [
    # --- BRA-10: initiative -----------------------------------------------------------------------------------------
    (
        "BRA-10",
        "the highest modifier; movement begins with the lowest",
        "",
        "start",
        "",
        [
            "ana initiative: shortsword 4 = 4",
            "orc initiative: dodge 3 = 3",
            '"order: ana, orc"',
            '"orc\'s turn: move up to 4 hexes"',
        ],
        {**START, "turn": "orc", "order": ["ana", "orc"], "ana.initiative": "4", "orc.initiative": "3"},
    ),
    (
        "BRA-10",
        "a defense counts, a skill that is neither weapon nor defense does not",
        "ana: {skills: {deceit: 9, axes: 1, heavy-armour: 2}}",
        "start",
        "",
        ["ana initiative: heavy-armour 2 = 2", "orc initiative: dodge 3 = 3"],
        {**START, "turn": "ana", "order": ["orc", "ana"], "ana.initiative": "2", "orc.initiative": "3"},
    ),
    (
        "BRA-10",
        "the bonus is added; without a combat skill it is 0",
        "ana: {skills: {deceit: 9}, initiative-bonus: 2}\norc: {initiative-bonus: -1}",
        "start",
        "",
        ["ana initiative: no combat skill 0, bonus 2 = 2", "orc initiative: dodge 3, bonus -1 = 2"],
        # tied at 2: dodge 3 beats dodge 0
        {**START, "turn": "ana", "order": ["orc", "ana"], "ana.initiative": "2", "orc.initiative": "2"},
    ),
    (
        "BRA-10",
        "a number in the file is kept",
        "ana: {initiative: 1}",
        "start",
        "",
        ["orc initiative: dodge 3 = 3"],
        {**START, "turn": "ana", "order": ["orc", "ana"], "orc.initiative": "3"},
        ["ana initiative: shortsword 4 = 4"],
    ),
    (
        "BRA-10",
        "ties: the higher dodge, then PCs, then the order in the file",
        (
            "ana: {skills: {axes: 3}}\nimp: {at: 0101, speed: 1, skills: {axes: 3}}\n"
            "elf: {side: pc, at: 0201, speed: 1, skills: {axes: 3}}\nbat: {at: 0301, speed: 1, skills: {axes: 3}}\n"
            "ana: {skills: {axes: 3}, side: npc}"
        ),
        "start",
        "",
        ['"order: orc, elf, ana, imp, bat"'],
        {
            **START,
            "turn": "bat",
            "order": ["orc", "elf", "ana", "imp", "bat"],
            **{f"{name}.initiative": "3" for name in ("ana", "orc", "imp", "elf", "bat")},
        },
    ),
    # --- BRA-11: three phases ---------------------------------------------------------------------------------------
    (
        "BRA-11",
        "movement: from the lowest to the highest",
        "round: 1\nphase: movement\nturn: orc\norder: [ana, orc]",
        "next",
        "",
        ["over", "turn"],
        {"turn": "ana", "acted": ["orc"]},
    ),
    (
        "BRA-11",
        "after movement the aid phase, without turns",
        "round: 1\nphase: movement\nturn: ana\norder: [ana, orc]\nacted: [orc]",
        "next",
        "",
        ['"aid phase"'],
        {"phase": "aid", "turn": None, "acted": None},
        ["turn"],
    ),
    (
        "BRA-11",
        "next ends the aid phase for all, names who did not aid, and gives the highest the turn",
        "round: 1\nphase: aid\norder: [ana, orc]\nacted: [ana]",
        "next",
        "",
        ["missed", '"aid phase over; orc did not act"', '"ana\'s turn: attack or run 4 hexes"'],
        {"phase": "attack", "turn": "ana", "acted": None},
    ),
    (
        "BRA-11",
        "anyone may aid, whatever the order",
        "round: 1\nphase: aid\norder: [ana, orc, imp]\nimp: {at: 0607, speed: 3, skills: {axes: 1 d4}}",
        "aid imp orc --skill axes --for defense",
        "",
        ["BRA-20 aid"],
        {
            "orc.aided": [{"by": "imp", "skill": "axes", "for": "defense"}],
            "imp.aiding": "orc",
            "imp.aids.this": "axes",
            "imp.done": ["aid"],
            "acted": ["imp"],
        },
    ),
    (
        "BRA-11",
        "attack: from the highest to the lowest, then the next round begins with the lowest",
        LAST,
        "next",
        "",
        ["round", '"movement phase"', "turn"],
        NEXT_ROUND,
    ),
    (
        "BRA-11",
        "who falls out of the order is passed over, with the reason",
        "round: 1\nphase: aid\norder: [ana, orc]\nana: {states: [unconscious]}",
        "next",
        "",
        ["skip", '"ana is passed over: unconscious"'],
        {"phase": "attack", "turn": "orc", "acted": ["ana"]},
    ),
    # --- BRA-12: resiliency at the round's end ----------------------------------------------------------------------
    (
        "BRA-12",
        "who took damage rolls, in attack order, 0 included",
        LAST + f"ana: {{hurt: true, {ABLE}}}\norc: {{hurt: true, damage: 8, skills: {{willpower: 2, stamina: 3}}}}",
        "next",
        "1 3",  # 5 + 1 against 0; 5 + 3 against 8
        [
            "ana resiliency: willpower 2, stamina 3, dice 1 = 6",
            "BRA-12 endures",
            "orc resiliency: willpower 2, stamina 3, dice 3 = 8",
            "BRA-12 endures",
            "round",
        ],
        {**NEXT_ROUND, "ana.hurt": None, "orc.hurt": None},
    ),
    (
        "BRA-12",
        "damage of an earlier round alone is no reason to roll",
        LAST + f"ana: {{damage: 9, {ABLE}}}",
        "next",
        "",
        ["round"],
        NEXT_ROUND,
    ),
    (
        "BRA-12",
        "an unconscious one that took damage rolls again",
        LAST + f"ana: {{hurt: true, damage: 9, states: [unconscious], {ABLE}}}",
        "next",
        "3",
        ["BRA-50 unconscious", '"ana stays unconscious (8 < 9)"'],
        {**NEXT_ROUND, "ana.hurt": None},
    ),
    (
        "BRA-12",
        "the dead do not",
        LAST + "ana: {hurt: true, damage: 9, states: [dead]}",
        "next",
        "",
        ["round"],
        {**NEXT_ROUND, "ana.hurt": None},
        ["ana resiliency: willpower 2, stamina 3, dice 3 = 8"],
    ),
    (
        "BRA-12",
        "the GM's own damage counts as having taken it, 0 too",
        "",
        "damage ana=3 orc=0",
        "",
        ["BRA-12 hurt", '"ana takes 3 damage"', "BRA-12 hurt"],
        {"ana.damage": "3", "ana.hurt": "true", "orc.hurt": "true"},
    ),
    (
        "BRA-12",
        "not before the attack phase is over",
        "round: 1\nphase: movement\nturn: ana\norder: [ana, orc]\nacted: [orc]\nana: {hurt: true, damage: 3}",
        "next",
        "",
        ['"aid phase"'],
        {"phase": "aid", "turn": None, "acted": None},
        ["BRA-12 endures"],
    ),
    # --- BRA-13: movement -------------------------------------------------------------------------------------------
    (
        "BRA-13",
        "up to speed, by the cheapest way",
        MOVING,
        "move ana 0501",
        "",
        ["BRA-13 move", '"ana moves to 0501: 0504 0503 0502 0501 (4 hexes)"'],
        {"ana.at": "0501", "ana.done": ["move"]},
    ),
    (
        "BRA-13",
        "terrain costs what it costs: 2 + 1",
        "terrain: {mud: {cost: 2, hexes: [0504]}}\n" + MOVING,
        "move ana 0503 --via 0504",
        "",
        ['"ana moves to 0503: 0504 0503 (3 hexes)"'],
        {"ana.at": "0503", "ana.done": ["move"]},
    ),
    (
        "BRA-13",
        "through a friend, not through a foe",
        MOVING + "elf: {side: pc, at: 0504, speed: 1}",
        "move ana 0503",
        "",
        ['"ana moves to 0503: 0504 0503 (2 hexes)"'],
        {"ana.at": "0503", "ana.done": ["move"]},
    ),
    (
        "BRA-13",
        "round a foe",
        MOVING + "imp: {at: 0504, speed: 1}",
        "move ana 0503",
        "",
        ['"ana moves to 0503: 0604 0603 0503 (3 hexes)"'],
        {"ana.at": "0503", "ana.done": ["move"]},
    ),
    (
        "BRA-13",
        "before the fight it is not used up",
        "",
        "move ana 0503",
        "",
        ["BRA-13 move"],
        {"ana.at": "0503"},
    ),
    # --- BRA-14: what belongs to which phase, allowed ---------------------------------------------------------------
    (
        "BRA-14",
        "before the fight there are no phases: an attack at once",
        "",
        "attack ana orc",
        "1 1 9 1",
        ["BRA-30 miss"],
        {},
    ),
    (
        "BRA-14",
        "the GM overrules it",
        MOVING,
        "attack ana orc --force",
        "1 1 9 1",
        ["BRA-14 forced", "BRA-30 miss"],
        {"ana.done": ["attack"]},
    ),
    # --- BRA-44: running --------------------------------------------------------------------------------------------
    (
        "BRA-44",
        "speed again, instead of an attack, although one has moved",
        "round: 1\nphase: attack\nturn: ana\norder: [ana, orc]\nana: {done: [move]}",
        "move ana 0501 --run",
        "",
        ["BRA-44 move", '"ana runs to 0501: 0504 0503 0502 0501 (4 hexes)"'],
        {"ana.at": "0501", "ana.done": ["move", "attack"]},
    ),
    (
        "BRA-44",
        "a slower foe aims at where it ended: only the bow reaches so far",
        (
            "round: 1\nphase: attack\nturn: orc\norder: [ana, orc]\nacted: [ana]\nana: {at: 0501, done: [attack]}\n"
            "orc: {weapons: {bow: {traits: [range], range: 9, skill: axes}}, skills: {axes: 2}}"
        ),
        "attack orc ana",
        "5 9",  # five hexes away: within the bow's 9
        ["BRA-30 attack", "BRA-30 miss"],
        {"orc.done": ["attack"]},
    ),
    # --- BRA-42, BRA-43, BRA-46: what ends with a turn or a round ---------------------------------------------------
    (
        "BRA-42",
        "a feint is over as the feinter's next turn in an attack phase begins",
        "round: 2\nphase: aid\norder: [ana, orc]\norc: {feinted: {by: ana, what: no-armour}}",
        "next",
        "",
        ["BRA-42 feint-over"],
        {"phase": "attack", "turn": "ana", "orc.feinted.by": None, "orc.feinted.what": None},
    ),
    (
        "BRA-42",
        "not as its movement begins, nor with the round",
        LAST + "orc: {feinted: {by: ana, what: no-armour}}",
        "next",
        "",
        ["round"],
        NEXT_ROUND,
        ["BRA-42 feint-over"],
    ),
    (
        "BRA-42",
        "with the round, where the feinter is nobody any more",
        LAST + "orc: {feinted: {by: ghost, what: no-armour}}",
        "next",
        "",
        ["BRA-42 feint-over"],
        {**NEXT_ROUND, "orc.feinted.by": None, "orc.feinted.what": None},
    ),
    (
        "BRA-42",
        "also when the feinter cannot act by then",
        (
            "round: 2\nphase: aid\norder: [ana, orc]\nana: {states: [unconscious]}\n"
            "orc: {feinted: {by: ana, what: no-dodge}}"
        ),
        "next",
        "",
        ["BRA-42 feint-over", "skip"],
        {"phase": "attack", "turn": "orc", "acted": ["ana"], "orc.feinted.by": None, "orc.feinted.what": None},
    ),
    (
        "BRA-43",
        "who is held is passed over in the movement phase",
        (
            "round: 1\nphase: movement\nturn: orc\norder: [ana, imp, orc]\n"
            "imp: {at: 0405, speed: 4, held: {by: ana, dc: 9}}"
        ),
        "next",
        "",
        ["skip", '"imp is passed over: held by ana"'],
        {"turn": "ana", "acted": ["orc", "imp"]},
    ),
    (
        "BRA-46",
        "what a trip lends ends with the round; one stays prone",
        LAST + "orc: {states: [prone], tripped-by: ana}",
        "next",
        "",
        ["round"],
        {**NEXT_ROUND, "orc.tripped-by": None},
    ),
    # --- BRA-52: the doomed still act -------------------------------------------------------------------------------
    (
        "BRA-52",
        "a deadly wound by a faster foe leaves the turn as it is",
        "round: 1\nphase: attack\nturn: ana\norder: [ana, orc]\nacted: []\norc: {damage: 99, hurt: true}",
        "next",
        "",
        ['"orc\'s turn: attack or run 4 hexes"'],
        {"turn": "orc", "acted": ["ana"]},
        ["BRA-50 dead"],
    ),
    (
        "BRA-52",
        "it still makes its attack",
        "round: 1\nphase: attack\nturn: orc\norder: [ana, orc]\nacted: [ana]\norc: {damage: 99, hurt: true}",
        "attack orc ana",
        "9 4",
        ["BRA-30 hit"],
        {"ana.damage": "5", "ana.hurt": "true", "orc.done": ["attack"]},
    ),
    (
        "BRA-52",
        "and falls at the round's end",
        LAST + "orc: {damage: 99, hurt: true}",
        "next",
        "",
        ["BRA-50 dead", "round", '"ana\'s turn: move up to 4 hexes"'],
        {**NEXT_ROUND, "turn": "ana", "acted": ["orc"], "orc.hurt": None, "orc.states": ["dead"]},
    ),
]


def test_row(bench, row):
    bench.holds(row)
