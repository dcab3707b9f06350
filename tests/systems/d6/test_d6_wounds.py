"""Damage, resistance, the chart, staying awake, dying, healing (D6-30 to D6-38)."""

import pytest

FIGHT = "round: 1\nturn: bo\norder: [bo, thug]\n"
SUM = "rules: {dice: sum, wild-die: none}\n"
HIT = "thug: {passive: 1, skills: {fortitude: 2D}, armor: 1D}\n"
SHOOT = "attack bo thug"


def armed(damage: str) -> str:
    return f"bo: {{weapons: {{pistol: {{skill: firearms, damage: {damage}, range: 10/25/50}}}}}}\n"


ROWS = [
    # --- D6-26: hit or miss --------------------------------------------------------------------------
    (
        "D6-26",
        "equal hits",
        "",
        SHOOT,
        "3 3 1 1  1 1 1  1 1 1",
        ["D6-26 hit", '"hit (2 >= 2)"'],
        {"thug.stunned": "true"},
    ),
    ("D6-26", "one less misses", "", SHOOT, "3 1 1 1", ["D6-26 miss", '"miss (1 < 2)"'], {}),
    # --- D6-30: effect -------------------------------------------------------------------------------
    (
        "D6-30",
        "each success beyond is a die: 4 - 1 = 3",
        HIT,
        SHOOT,
        "3 3 3 3  1 1 1 1 1 1  3 3 3",  # 3D + 3D: 0; 3 more
        ['"hit (4 >= 1); effect +3D"', "thug difference: damage 0, resistance -3 = -3"],
        {},
    ),
    (
        "D6-30",
        "of a sum each full 5: 14 - 10 is none",
        SUM + "thug: {passive: 10}",
        SHOOT,
        "6 6 1 1  1 1 1  6 6 6",
        ['"hit (14 >= 10)"', "thug difference: damage 3, resistance -18 = -15"],
        {},
    ),
    (
        "D6-30",
        "15 - 10 is one",
        SUM + "thug: {passive: 10}",
        SHOOT,
        "6 6 2 1  1 1 1 1  6 6 6",
        ['"hit (15 >= 10); effect +1D"'],
        {},
    ),
    # --- D6-31: pools --------------------------------------------------------------------------------
    (
        "D6-31",
        "each pool has a wild die; only the attack's 1 is a complication",
        "rules: {}\nbo: {skills: {firearms: 2D}}\nthug: {passive: 1}",
        SHOOT,
        "3 2  3 3 1  3 3 1",  # 1: hit; damage 2, resistance 2
        ["thug difference: damage 2, resistance -2 = 0"],
        {"thug.stunned": "true"},
        ["D6-2 complication"],
    ),
    (
        "D6-31",
        "wild 6s of damage and of resistance are rolled again",
        "rules: {}\nbo: {skills: {firearms: 2D}}\nthug: {passive: 1}",
        SHOOT,
        "3 2  3 3 6 6 1  1 1 6 3",  # 2 + 2 = 4; 0 + 2
        ["thug difference: damage 4, resistance -2 = 2"],
        {"thug.wounds": ["injured-2"]},
    ),
    (
        "D6-31",
        "physical cover joins the resistance: 2D + 1D + 1D+2 = 4D+2",
        "thug: {passive: 1}",
        "attack bo thug --physical-cover 1D+2",
        "3 1 1 1  3 3 3  1 1 1 1 5",
        ["thug difference: damage 3, resistance -1 = 2"],
        {"thug.wounds": ["injured-2"]},
    ),
    (
        "D6-31",
        "pips of a sum are added on both sides",
        SUM + armed("1D+2") + "thug: {passive: 3, skills: {fortitude: 1D+1}, armor: 0D}",
        SHOOT,
        "1 1 1 1  4  2",  # 4 >= 3; 4 + 2 = 6; 2 + 1 = 3: a stun; 4 would be injured-1, and so would 6 - 2
        ["thug difference: damage 6, resistance -3 = 3"],
        {"thug.stunned": "true"},
    ),
    # --- D6-32 ---------------------------------------------------------------------------------------
    ("D6-32", "less is no wound", "thug: {passive: 1}", SHOOT, "3 1 1 1  3 1 1  3 3 1", ["D6-32 unhurt"], {}),
    (
        "D6-32",
        "a tie is a difference of 0",
        "thug: {passive: 1}",
        SHOOT,
        "3 1 1 1  3 1 1  3 1 1",
        ["D6-34 stunned"],
        {"thug.stunned": "true"},
    ),
    (
        "D6-32",
        "one more is 1",
        "thug: {passive: 1}",
        SHOOT,
        "3 1 1 1  3 3 1  3 1 1",
        ["D6-35 wound"],
        {"thug.wounds": ["injured-1"]},
    ),
    # --- D6-33: STR ----------------------------------------------------------------------------------
    ("D6-33", "STR is 3D", armed("STR") + HIT, SHOOT, "3 1 1 1  1 1 1  3 1 1", ["D6-32 unhurt"], {}),
    ("D6-33", "STR+2D is 5D", armed("STR+2D") + HIT, SHOOT, "3 1 1 1  1 1 1 1 1  3 1 1", ["D6-32 unhurt"], {}),
    (
        "D6-33",
        "STR+1D+1 is 4D+1",
        armed("STR+1D+1") + HIT,
        SHOOT,
        "3 1 1 1  1 1 1 1 6  3 3 1",
        ["thug difference: damage 1, resistance -2 = -1"],
        {},
    ),
    (
        "D6-33",
        "STR+2 is 3D+2",
        armed("STR+2") + HIT,
        SHOOT,
        "3 1 1 1  1 1 1 5  3 3 1",
        ["thug difference: damage 1, resistance -2 = -1"],
        {},
    ),
    (
        "D6-33",
        "STR-1 is 2D+2",
        armed("STR-1") + HIT,
        SHOOT,
        "3 1 1 1  1 1 5  3 3 1",
        ["thug difference: damage 1, resistance -2 = -1"],
        {},
    ),
    (
        "D6-33",
        "STR-2 is 2D+1",
        armed("STR-2") + HIT,
        SHOOT,
        "3 1 1 1  1 1 6  3 3 1",
        ["thug difference: damage 1, resistance -2 = -1"],
        {},
    ),
    ("D6-33", "STR-1D is 2D", armed("STR-1D") + HIT, SHOOT, "3 1 1 1  1 1  3 1 1", ["D6-32 unhurt"], {}),
    # --- D6-34: the chart ----------------------------------------------------------------------------
    ("D6-34", "0: stunned", "", "damage thug 0", "", ["D6-34 stunned"], {"thug.stunned": "true"}),
    (
        "D6-34",
        "4: awake with 3 successes, -4D",
        "thug: {skills: {fortitude: 3D}}",
        "damage thug 4",
        "3 3 3",
        ["D6-34 awake", '"thug stays awake (3 >= 3)"'],
        {"thug.wounds": ["incapacitated"]},
        ["D6-34 fell"],
    ),
    (
        "D6-34",
        "4: unconscious with 2; no armor",
        "thug: {skills: {fortitude: 3D}, armor: 2D}",
        "damage thug 4",
        "3 3 1",
        ["D6-34 fell"],
        {"thug.wounds": ["incapacitated"], "thug.unconscious": "true"},
    ),
    (
        "D6-34",
        "4: no penalty on Fortitude",
        "thug: {skills: {fortitude: 3D}, wounds: [serious], stunned: true}",
        "damage thug 4",
        "3 3 3",
        [],
        {"thug.wounds": ["serious", "incapacitated"]},
    ),
    (
        "D6-34",
        "4: 15 in a sum keeps awake",
        SUM + "thug: {skills: {fortitude: 3D}}",
        "damage thug 13",
        "6 6 3",
        ['"thug stays awake (15 >= 15)"'],
        {"thug.wounds": ["incapacitated"]},
    ),
    (
        "D6-34",
        "4: 14 does not, pips counted",
        SUM + "thug: {skills: {fortitude: 2D+2}}",
        "damage thug 13",
        "6 6",
        ['"thug is unconscious (14 < 15)"'],
        {"thug.wounds": ["incapacitated"], "thug.unconscious": "true"},
    ),
    (
        "D6-34",
        "pushed up into incapacitated it rolls at once",
        "thug: {wounds: [serious]}",
        "damage thug 3",
        "3 1",
        ["D6-35 wound", "D6-34 fell"],
        {"thug.wounds": ["serious", "incapacitated"], "thug.unconscious": "true"},
    ),
    (
        "D6-34",
        "after the resistance dice, in an attack",
        "thug: {passive: 1, wounds: [serious]}",
        SHOOT,
        "3 1 1 1  3 3 3  1 1 1  3 1",
        ["thug difference: damage 3, resistance 0 = 3", "D6-34 fell"],
        {"thug.wounds": ["serious", "incapacitated"], "thug.unconscious": "true"},
    ),
    (
        "D6-34",
        "5: unconscious without a roll",
        "",
        "damage thug 5",
        "",
        ["D6-34 fell"],
        {"thug.wounds": ["near-death"], "thug.unconscious": "true"},
    ),
    ("D6-34", "6: dead", "", "damage thug 6", "", ["D6-34 died"], {"thug.wounds": ["dead"]}),
    (
        "D6-34",
        "nobody dead is stunned",
        "thug: {stunned: true, stunned-now: true}",
        "damage thug 6",
        "",
        [],
        {"thug.wounds": ["dead"], "thug.stunned": None, "thug.stunned-now": None},
    ),
    ("D6-34", "60 as well", "", "damage thug 60", "", ["D6-34 died"], {"thug.wounds": ["dead"]}),
    (
        "D6-34",
        "who falls defends and aims no more",
        "thug: {defense: {how: dodge, value: 3}, aim: {at: bo, rounds: 1}}",
        "damage thug 5",
        "",
        [],
        {
            "thug.wounds": ["near-death"],
            "thug.unconscious": "true",
            "thug.defense.how": None,
            "thug.defense.value": None,
            "thug.aim.at": None,
            "thug.aim.rounds": None,
        },
    ),
    (
        "D6-34",
        "near death it rolls in its place in the order",
        FIGHT + "thug: {wounds: [near-death], unconscious: true, skills: {fortitude: 3D}, armor: 5D}",
        "next",
        "3 3 3",
        ['"thug clings to life (3 >= 3)"', '"thug is passed over: unconscious"', '"round 2"'],
        {"round": "2"},
    ),
    (
        "D6-34",
        "and dies of it",
        FIGHT + "thug: {wounds: [near-death], unconscious: true}",
        "next",
        "3 1",
        ["D6-34 died", '"round 2"'],
        {"round": "2", "thug.wounds": ["near-death", "dead"], "thug.unconscious": None},
    ),
    (
        "D6-34",
        "the dead roll no more",
        FIGHT + "thug: {wounds: [near-death, dead]}",
        "next",
        "",
        ['"round 2"'],
        {"round": "2"},
    ),
    (
        "D6-34",
        "nor for a wound that the GM adds",
        "thug: {wounds: [dead]}",
        "damage thug 4 --force",
        "",
        ["D6-35 wound"],
        {"thug.wounds": ["incapacitated", "dead"]},
        ["D6-34 awake", "D6-34 fell"],
    ),
    (
        "D6-34",
        "15 in a sum",
        SUM + FIGHT + "thug: {wounds: [near-death], unconscious: true, skills: {fortitude: 3D}}",
        "next",
        "6 6 3",
        ["D6-34 clings"],
        {"round": "2"},
    ),
    (
        "D6-34",
        "a stun is over at the end of its next turn",
        "round: 1\nturn: thug\norder: [thug, bo]\nthug: {stunned: true}",
        "next",
        "",
        ["D6-34 recovered"],
        {"turn": "bo", "acted": ["thug"], "thug.stunned": None},
    ),
    (
        "D6-34",
        "one of its own turn lasts through the next",
        "round: 1\nturn: thug\norder: [thug, bo]\n",
        "damage thug 0",
        "",
        [],
        {"thug.stunned": "true", "thug.stunned-now": "true"},
    ),
    (
        "D6-34",
        "one of another's turn does not",
        FIGHT,
        "damage thug 0",
        "",
        [],
        {"thug.stunned": "true"},
    ),
    (
        "D6-34",
        "and is not over at the end of this one",
        "round: 1\nturn: thug\norder: [thug, bo]\nthug: {stunned: true, stunned-now: true}",
        "next",
        "",
        [],
        {"turn": "bo", "acted": ["thug"], "thug.stunned-now": None},
        ["D6-34 recovered"],
    ),
    (
        "D6-34",
        "over for one passed over, too",
        FIGHT + "thug: {stunned: true, unconscious: true}",
        "next",
        "",
        ["D6-34 recovered"],
        {"round": "2", "thug.stunned": None},
    ),
    # --- D6-35, D6-36: see the matrix ----------------------------------------------------------------
    (
        "D6-35",
        "a lower box beside a higher one",
        "thug: {wounds: [injured-2]}",
        "damage thug 1",
        "",
        ["D6-35 wound"],
        {"thug.wounds": ["injured-1", "injured-2"]},
        ["D6-37 penalty"],
    ),
    (
        "D6-36",
        "one level up",
        "rules: {wounds: escalate}\nthug: {wounds: [injured-2]}",
        "damage thug 1",
        "",
        ["D6-36 wound", '"all its actions: -3D"'],
        {"thug.wounds": ["serious"]},
    ),
    (
        "D6-36",
        "the new level if that is higher",
        "rules: {wounds: escalate}\nthug: {wounds: [injured-1]}",
        "damage thug 3",
        "",
        ["D6-36 wound"],
        {"thug.wounds": ["serious"]},
    ),
    (
        "D6-36",
        "all boxes become one",
        "rules: {wounds: escalate}\nthug: {wounds: [injured-1, injured-2]}",
        "damage thug 1",
        "",
        [],
        {"thug.wounds": ["serious"]},
    ),
    (
        "D6-36",
        "a stun escalates nothing",
        "rules: {wounds: escalate}\nthug: {wounds: [injured-1]}",
        "damage thug 0",
        "",
        [],
        {"thug.stunned": "true"},
    ),
    # --- D6-37 ---------------------------------------------------------------------------------------
    (
        "D6-37",
        "off the attack, the highest alone: 4D - 2D",
        "bo: {wounds: [injured-1, injured-2]}\nthug: {passive: 9}",
        SHOOT,
        "3 1",
        ["bo attack: successes 1 = 1"],
        {},
    ),
    (
        "D6-37",
        "and a stun: 4D - 2D - 1D",
        "bo: {wounds: [injured-2], stunned: true}\nthug: {passive: 9}",
        SHOOT,
        "3",
        ["bo attack: successes 1 = 1"],
        {},
    ),
    (
        "D6-37",
        "not off the damage, not off the resistance",
        "bo: {wounds: [injured-2]}\nthug: {passive: 1, wounds: [injured-1]}",
        SHOOT,
        "3 1  3 1 1  3 1 1",
        ["D6-34 stunned"],
        {"thug.stunned": "true"},
    ),
    (
        "D6-37",
        "off a defense: 4D - 3D",
        "bo: {wounds: [serious], skills: {dodge: 4D}}",
        "defend bo dodge",
        "3",
        ["bo dodge: successes 1 = 1"],
        {"bo.defense.how": "dodge", "bo.defense.value": "1"},
    ),
    # --- D6-38 ---------------------------------------------------------------------------------------
    (
        "D6-38",
        "a difference of 2",
        "",
        "damage thug 2",
        "",
        ["D6-38 hurt", "D6-35 wound"],
        {"thug.wounds": ["injured-2"]},
    ),
    ("D6-38", "several", "", "damage bo=1 thug=3", "", [], {"bo.wounds": ["injured-1"], "thug.wounds": ["serious"]}),
    (
        "D6-38",
        "healing takes the highest off",
        "thug: {wounds: [injured-1, serious]}",
        "heal thug 1",
        "",
        ['"thug is healed: serious"'],
        {"thug.wounds": ["injured-1"]},
    ),
    (
        "D6-38",
        "however they are written",
        "thug: {wounds: [serious, injured-1]}",
        "heal thug 1",
        "",
        ['"thug is healed: serious"'],
        {"thug.wounds": ["injured-1"]},
    ),
    (
        "D6-38",
        "more than there are",
        "thug: {wounds: [injured-1, serious]}",
        "heal thug 5",
        "",
        [],
        {"thug.wounds": None},
    ),
    (
        "D6-38",
        "awake again",
        "thug: {wounds: [injured-1, near-death], unconscious: true}",
        "heal thug 1",
        "",
        ["D6-38 woke"],
        {"thug.wounds": ["injured-1"], "thug.unconscious": None},
    ),
    (
        "D6-38",
        "not while incapacitated is left",
        "thug: {wounds: [incapacitated, near-death], unconscious: true}",
        "heal thug 1",
        "",
        [],
        {"thug.wounds": ["incapacitated"]},
        ["D6-38 woke"],
    ),
    (
        "D6-38",
        "from the dead to near death: unconscious",
        "thug: {wounds: [near-death, dead]}",
        "heal thug 1",
        "",
        ['"thug is healed: dead"', "D6-34 fell"],
        {"thug.wounds": ["near-death"], "thug.unconscious": "true"},
    ),
    (
        "D6-38",
        "from the dead to a lighter wound: not",
        "thug: {wounds: [serious, near-death, dead]}",
        "heal thug 2",
        "",
        [],
        {"thug.wounds": ["serious"]},
        ["D6-34 fell"],
    ),
    ("D6-38", "nothing to heal", "", "heal thug 1", "", ['"thug has no box to heal"'], {}),
]


def test_row(row, bench):
    bench.holds(row)


CHART = [
    # the differences of a sum, and what each ticks
    *((points, "stunned") for points in (0, 3)),
    *((points, "injured-1") for points in (4, 6)),
    *((points, "injured-2") for points in (7, 8)),
    *((points, "serious") for points in (9, 12)),
    *((points, "incapacitated") for points in (13, 15)),
    *((points, "near-death") for points in (16, 18)),
    *((points, "dead") for points in (19, 50)),
]


@pytest.mark.parametrize(("points", "box"), CHART)
def test_the_chart_of_sums(bench, points, box):
    played = bench.play(SUM, f"damage thug {points}", "6 6" if box == "incapacitated" else "")
    assert played.code == 0, played.data
    after = played.after["combatants"]["thug"]
    assert after.get("wounds", []) == ([box] if box != "stunned" else [])
    assert (after.get("stunned") == "true") == (box == "stunned")


STR = ["STR+3", "STR-3", "STR+", "STR*2", "STRONG", "STR+2D+3", "STR--1"]


@pytest.mark.parametrize("damage", STR)
def test_damage_that_is_none_is_refused(bench, damage):
    bench.lay(armed(damage))
    code, _, err = bench.run("status")
    assert code == 3
    assert "bo" in err
    assert damage in err


def test_damage_keeps_its_spelling(bench):
    """What is written beside it changes; `STR+1D` stays as it was typed."""
    played = bench.play(FIGHT + armed("STR+1D") + "thug: {passive: 9}", SHOOT, "1 1 1 1")
    assert played.after["combatants"]["bo"]["weapons"]["pistol"]["damage"] == "STR+1D"
