"""When there is no attack, no defense, and what a hit does (BNB-26, BNB-27, BNB-30, BNB-33).

Rat: STR 1 SPD 4 AGI 3, HP 8. Wolf: STR 4 SPD 2 AGI 2, HP 14. Each is directly ahead of the other.
"""

from typing import Any

ROWS: list[tuple[Any, ...]] = [
    # --- BNB-26: an AS of 0 or less ---------------------------------------------------------------
    (
        "BNB-26",
        "a stored AS of 1 attacks, though Held makes it -1",
        "rat: {as: 1, markers: {held: wolf}}\nwolf: {ds: 3}",
        "attack rat wolf",
        "",
        ["BNB-24 miss"],
        {"rat.as": "-1", "wolf.ds": "2"},
        ["BNB-26 no-attack"],
    ),
    (
        "BNB-26",
        "an AS of -1 just rolled: scores stay, the target rolls nothing",
        "rat: {stats: {str: 1, spd: 4, agi: -6}}",
        "attack rat wolf",
        "5 2",
        ["rat AS: AGI -6, die 5 = -1", "BNB-26 no-attack"],
        {"rat.as": "-1", "rat.ds": "6"},  # stays -1, not -3; DS 4 + 2
        ["BNB-24 hit", "BNB-24 miss"],
    ),
    (
        "BNB-26",
        "an AS of exactly 0 just rolled",
        "rat: {ds: 2, stats: {str: 1, spd: 4, agi: -5}}",
        "attack rat wolf",
        "5",
        ["rat AS: AGI -5, die 5 = 0", "BNB-26 no-attack"],
        {"rat.as": "0"},
    ),
    (
        "BNB-26",
        "in a fight the Attack is used up by it",
        "round: 1\nturn: rat\norder: [rat, wolf]\nrat: {ds: 2, stats: {str: 1, spd: 4, agi: -5}}",
        "attack rat wolf",
        "3",
        ["BNB-26 no-attack"],
        {"rat.as": "-2", "rat.done": ["attack"]},
    ),
    (
        "BNB-26",
        "Vulnerable markers and a rear do not lift an AS of -1 over the bar",
        "rat: {ds: 2, stats: {str: 1, spd: 4, agi: -6}}\nwolf: {facing: SE, ds: 2, markers: {vulnerable: 2}}",
        "attack rat wolf",
        "5",
        [
            "BNB-26 no-attack",
            '"AS -1 as rolled is 0 or less: no attack"',
        ],  # -6 + 5 = -1, though with +1 and +4 it would be 4 >= 2
        {"rat.as": "-1"},
        ["BNB-24 hit"],
    ),
    (
        "BNB-26",
        "a rolled AS of 1 attacks, though Held makes it -1",
        "rat: {ds: 2, stats: {str: 1, spd: 4, agi: -4}, markers: {held: wolf}}\nwolf: {ds: 3}",
        "attack rat wolf",
        "5",
        ["rat AS: AGI -4, die 5, Held -2 = -1", "BNB-24 miss"],
        {"rat.as": "-1", "wolf.ds": "2"},
        ["BNB-26 no-attack"],
    ),
    # --- BNB-27: the helpless ---------------------------------------------------------------------
    (
        "BNB-27",
        "an unconscious target has DS 0, rolls nothing and stores nothing",
        "rat: {as: 3}\nwolf: {hp: 0/14}",
        "attack rat wolf",
        "2",
        ["BNB-24 hit", "rat core: STR 1, die 2 = 3"],
        {"rat.as": "1", "wolf.hp": "-3/14"},
    ),
    (
        "BNB-27",
        "a dying target's stored DS is not looked at and does not drop",
        "rat: {as: 3}\nwolf: {hp: -1/14, as: 4, ds: 9}",
        "attack rat wolf",
        "2",
        ["BNB-24 hit"],
        {"rat.as": "1", "wolf.hp": "-4/14"},
    ),
    (
        "BNB-27",
        "a target in Shock has DS 0",
        "rat: {as: 3}\nwolf: {ds: 9, markers: {shock: 1}}",
        "attack rat wolf",
        "2",
        ["BNB-24 hit"],
        {"rat.as": "1", "wolf.hp": "11/14"},
    ),
    (
        "BNB-27",
        "the attacker still rolls for itself",
        "wolf: {markers: {shock: 3}}",
        "attack rat wolf",
        "1 2 6",
        ["rat AS: AGI 3, die 2 = 5", "BNB-24 hit", "rat core: STR 1, die 6 = 7"],
        {"rat.as": "3", "rat.ds": "5", "wolf.hp": "7/14"},  # 5 - 2; 4 + 1; 14 - 7
    ),
    (
        "BNB-27",
        "a held attacker may miss even a helpless one: 1 - 2 < 0",
        "rat: {as: 1, markers: {held: wolf}}\nwolf: {hp: 0/14}",
        "attack rat wolf",
        "",
        ["rat AS: stored 1, Held -2 = -1", "BNB-24 miss"],
        {"rat.as": "-1"},
    ),
    (
        "BNB-27",
        "Wary does not raise the 0: 2 - 2 >= 0",
        "rat: {as: 2, markers: {held: wolf}}\nwolf: {markers: {shock: 1, wary: true}}",
        "attack rat wolf",
        "2",
        ["rat AS: stored 2, Held -2 = 0", "BNB-24 hit"],
        {"rat.as": "0", "wolf.hp": "11/14"},
    ),
    (
        "BNB-27",
        "1 HP is not fallen: it defends itself",
        "rat: {as: 3}\nwolf: {hp: 1/14, ds: 4}",
        "attack rat wolf",
        "",
        ["wolf DS: stored 4 = 4", "BNB-24 miss"],
        {"rat.as": "1", "wolf.ds": "3"},
    ),
    # --- BNB-30: core damage ----------------------------------------------------------------------
    (
        "BNB-30",
        "core is STR + 1d6",
        "wolf: {as: 9}\nrat: {ds: 1}",
        "attack wolf rat",
        "3",
        ["BNB-24 hit", "wolf core: STR 4, die 3 = 7"],
        {"rat.ds": "0", "rat.hp": "1/8", "wolf.as": "7"},
    ),
    (
        "BNB-30",
        "a broken jaw takes 1 off it",
        "rat: {as: 9, injuries: [jaw, jaw]}\nwolf: {ds: 1}",
        "attack rat wolf",
        "3",
        ["rat core: STR -1, die 3 = 2"],  # 1 - 2 = -1
        {"rat.as": "7", "wolf.ds": "0", "wolf.hp": "12/14"},
    ),
    (
        "BNB-30",
        "core below 0 counts as 0: it does not heal",
        "rat: {as: 9, stats: {str: -3, spd: 4, agi: 3}}\nwolf: {ds: 1, hp: 9/14}",
        "attack rat wolf",
        "2",
        ["BNB-24 hit", "rat core: STR -3, die 2 = -1", "BNB-30 no-damage"],
        {"rat.as": "7", "wolf.ds": "0"},
    ),
    (
        "BNB-30",
        "claw does the same core damage",
        "rat: {as: 9}\nwolf: {ds: 1}",
        "attack rat wolf --tactic claw",
        "3",
        ["BNB-24 hit", "rat core: STR 1, die 3 = 4"],
        {"rat.as": "7", "wolf.ds": "0", "wolf.hp": "10/14"},
    ),
    (
        "BNB-30",
        "attacking one's own side is warned of, and done",
        "rat: {as: 9}\nwolf: {side: pc, ds: 1}",
        "attack rat wolf",
        "1",
        ["own-side", "BNB-24 hit"],
        {"rat.as": "7", "wolf.ds": "0", "wolf.hp": "12/14"},
    ),
    (
        "BNB-30",
        "two sides that are not the players' are enemies too: no warning",
        "rat: {as: 9, side: rats}\nwolf: {ds: 1}",
        "attack rat wolf",
        "1",
        ["BNB-24 hit"],
        {"rat.as": "7", "wolf.ds": "0", "wolf.hp": "12/14"},
        ["own-side"],
    ),
    # --- BNB-33: falling --------------------------------------------------------------------------
    (
        "BNB-33",
        "a hit to exactly 0 leaves the target unconscious",
        "rat: {as: 9}\nwolf: {ds: 1, hp: 3/14}",
        "attack rat wolf",
        "2",
        ["BNB-24 hit", "BNB-33 fell", '"wolf is unconscious"'],
        {"rat.as": "7", "wolf.ds": "0", "wolf.hp": "0/14"},
    ),
    (
        "BNB-33",
        "a hit below 0 leaves it dying",
        "rat: {as: 9}\nwolf: {ds: 1, hp: 3/14}",
        "attack rat wolf",
        "6",
        ["BNB-33 fell", '"wolf is dying"'],
        {"rat.as": "7", "wolf.ds": "0", "wolf.hp": "-4/14"},
    ),
]


def test_row(bench, row):
    bench.holds(row)
