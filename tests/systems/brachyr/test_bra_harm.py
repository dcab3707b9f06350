"""Resiliency, healing and rest (BRA-50, BRA-51, BRA-53).

Ana has willpower 2 and stamina 3, so 5 + d10; a roll is brought about by healing a point.
"""

from typing import Any

PLAIN = "willpower: 2, stamina: 3"


def ana(damage: int, skills: str = PLAIN, more: str = "") -> str:
    """Ana, wounded."""
    return f"ana: {{damage: {damage}, skills: {{{skills}}}{more}}}\n"


ROWS: list[tuple[Any, ...]] = [
    # --- BRA-50 -----------------------------------------------------------------------------------------------------
    (
        "BRA-50",
        "example 2: damage 12 needs a 7, equal passes",
        ana(13),
        "heal ana 1",
        "7",
        ["ana resiliency: willpower 2, stamina 3, dice 7 = 12", "BRA-50 endures"],
        {"ana.damage": "12"},
    ),
    (
        "BRA-50",
        "example 2: a 6 is one too few: unconscious",
        ana(13),
        "heal ana 1",
        "6",
        ["BRA-50 unconscious", '"ana falls unconscious (11 < 12)"'],
        {"ana.damage": "12", "ana.states": ["unconscious"]},
    ),
    (
        "BRA-50",
        "example 2: damage 16 is out of reach of 5 + 10: dead, without a roll",
        ana(17),
        "heal ana 1",
        "",
        ["BRA-50 dead", '"ana is dead: 15 at best against damage 16"'],
        {"ana.damage": "16", "ana.states": ["dead"]},
    ),
    (
        "BRA-50",
        "damage 15 is not",
        ana(16),
        "heal ana 1",
        "10",
        ["BRA-50 endures"],
        {"ana.damage": "15"},
    ),
    (
        "BRA-50",
        "example 2: damage 0 passes",
        ana(1),
        "heal ana 1",
        "1",
        ["BRA-50 endures"],
        {"ana.damage": None},
    ),
    (
        "BRA-50",
        "both tool dice are thrown, willpower's first, and count towards what is possible",
        ana(22, "willpower: 2 d4, stamina: 3 d6"),
        "heal ana 1",
        "8 3 5",  # 5 + 16 = 21; at best 25
        ["ana resiliency: willpower 2, stamina 3, dice 16 = 21", "BRA-50 endures"],
        {"ana.damage": "21"},
    ),
    (
        "BRA-50",
        "an aid die counts towards what is possible",
        "ben: {side: pc, at: 0504, speed: 1, skills: {medicine: 0 d4}}\n"
        + ana(18, more=", aided: [{by: ben, skill: medicine, for: resiliency}]"),
        "heal ana 1",
        "9 3",  # 17 of at most 19
        ["BRA-50 endures"],
        {"ana.damage": "17", "ana.aided": None},
    ),
    (
        "BRA-50",
        "without a base die 5 is all there is",
        "rules: {base-die: none}\n" + ana(7),
        "heal ana 1",
        "",
        ["BRA-50 dead"],
        {"ana.damage": "6", "ana.states": ["dead"]},
    ),
    (
        "BRA-50",
        "without dice it may pass all the same",
        "rules: {base-die: none}\n" + ana(6),
        "heal ana 1",
        "",
        ["ana resiliency: willpower 2, stamina 3 = 5", "BRA-50 endures"],
        {"ana.damage": "5"},
    ),
    (
        "BRA-50",
        "a pass wakes the unconscious",
        ana(13, more=", states: [prone, unconscious]"),
        "heal ana 1",
        "7",
        ["BRA-50 woke"],
        {"ana.damage": "12", "ana.states": ["prone"]},
    ),
    (
        "BRA-50",
        "a failure leaves it unconscious",
        ana(13, more=", states: [unconscious]"),
        "heal ana 1",
        "6",
        ['"ana stays unconscious (11 < 12)"'],
        {"ana.damage": "12"},
    ),
    (
        "BRA-50",
        "the dead are unconscious no longer",
        ana(17, more=", states: [unconscious]"),
        "heal ana 1",
        "",
        ["BRA-50 dead"],
        {"ana.damage": "16", "ana.states": ["dead"]},
    ),
    # --- BRA-51 -----------------------------------------------------------------------------------------------------
    (
        "BRA-51",
        "never below 0; the roll is made at once",
        ana(4),
        "heal ana 9",
        "1",
        ["BRA-51 healed", '"ana is healed by 4 of 9"', "BRA-50 endures"],
        {"ana.damage": None},
    ),
    (
        "BRA-51",
        "where nothing is removed, nothing is rolled",
        ana(0),
        "heal ana 9",
        "",
        ["BRA-51 healed"],
        {},
        ["BRA-50 endures"],
    ),
    ("BRA-51", "healing of 0 rolls nothing either", ana(4), "heal ana 0", "", ["BRA-51 healed"], {}),
    (
        "BRA-51",
        "several, in the order in which they are named",
        ana(4) + "orc: {damage: 3, skills: {willpower: 1}}",
        "heal orc=1 ana=2",
        "1 2",
        ["orc resiliency: willpower 1, stamina 0, dice 1 = 2", "ana resiliency: willpower 2, stamina 3, dice 2 = 7"],
        {"orc.damage": "2", "ana.damage": "2"},
    ),
    # --- BRA-52: the GM's damage does not kill at once --------------------------------------------------------------
    (
        "BRA-52",
        "damage beyond all hope does nothing before the round's end",
        ana(0),
        "damage ana 99",
        "",
        ["BRA-12 hurt"],
        {"ana.damage": "99", "ana.hurt": "true"},
        ["BRA-50 dead"],
    ),
    # --- BRA-53 -----------------------------------------------------------------------------------------------------
    (
        "BRA-53",
        "example 5: stamina 3, axes 3, dodge 1: 4 in 12 hours",
        ana(9, "axes: 0 t3, stamina: 2 t3, dodge: 1 t1"),
        "rest ana",
        "",
        ["ana heals in 12 hours: tier of stamina 3, for stamina 1 = 4", "BRA-53 healed"],
        {"ana.damage": "5"},
    ),
    (
        "BRA-53",
        "the highest tier of another skill: no 1 more",
        ana(9, "axes: 0 t3, stamina: 2 t2"),
        "rest ana",
        "",
        ["ana heals in 12 hours: tier of axes 3 = 3"],
        {"ana.damage": "6"},
    ),
    (
        "BRA-53",
        "willpower counts as stamina does, the bonus is added",
        ana(9, "willpower: 0 t2, axes: 4 t1", ", healing-bonus: 2"),
        "rest ana",
        "",
        ["ana heals in 12 hours: tier of willpower 2, for willpower 1, bonus 2 = 5"],
        {"ana.damage": "4"},
    ),
    (
        "BRA-53",
        "per full 12 hours: 35 are two",
        ana(9, "axes: 0 t3"),
        "rest ana --hours 35",
        "",
        [],
        {"ana.damage": "3"},
    ),
    ("BRA-53", "11 hours are none", ana(9, "axes: 0 t3"), "rest ana --hours 11", "", ["BRA-53 healed"], {}),
    (
        "BRA-53",
        "everybody but the dead, where nobody is named; no roll is triggered",
        ana(9, "axes: 0 t3") + "orc: {damage: 9, states: [dead], skills: {axes: 0 t3}}\n"
        "imp: {at: 0101, speed: 1, damage: 1, states: [unconscious], skills: {axes: 0 t3}}",
        "rest",
        "",
        [],
        {"ana.damage": "6", "imp.damage": None},
        ["BRA-50 woke"],
    ),
    (
        "BRA-53",
        "rest-roll: resiliency is rolled too",
        "rules: {rest-roll: true}\n" + ana(9, "axes: 0 t3, willpower: 1"),
        "rest ana",
        "6",
        ["BRA-53 healed", "ana resiliency: willpower 1, stamina 0, dice 6 = 7", "BRA-50 endures"],
        {"ana.damage": "6"},
    ),
    (
        "BRA-53",
        "rest-roll: not where nothing was removed",
        "rules: {rest-roll: true}\n" + ana(0, "axes: 0 t3"),
        "rest ana",
        "",
        ["BRA-53 healed"],
        {},
    ),
]


def test_row(bench, row):
    bench.holds(row)
