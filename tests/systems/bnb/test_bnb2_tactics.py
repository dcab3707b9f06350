"""Every tactic with every option: its hexes, what a hit brings, what a miss does not (BNB-30, BNB-31, BNB-32).

rat STR 1 SPD 4 AGI 3 in 0304, wolf STR 4 SPD 2 AGI 2 HP 14 in 0404, SE of it. An AS of 9 against a DS of 5 hits; then
they are 7 and 4. Facing NW the rat has the wolf behind it, facing SE ahead.
"""

from itertools import product

import pytest

TAIL = "rat: {as: 9, facing: NW}\nwolf: {ds: 5}\n"
NOSE = "rat: {as: 9}\nwolf: {ds: 5}\n"
MISSES = "rat: {as: 4, facing: NW}\nwolf: {ds: 9}\n"
MISSES_AHEAD = "rat: {as: 4}\nwolf: {ds: 9}\n"
TIRED = {"rat.as": "7", "wolf.ds": "4"}
MISSED = {"rat.as": "2", "wolf.ds": "8"}  # 4 - 2, 9 - 1
FOX = "{at: 0607, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5}"
HIT_5 = {**TIRED, "wolf.hp": "9/14"}  # 1 + 4
HIT_6 = {**TIRED, "wolf.hp": "8/14"}  # 1 + 5
HIT_7 = {**TIRED, "wolf.hp": "7/14"}  # 1 + 6

ROWS = [
    # --- kick: the three hexes behind; [6] critical; target +1 Vulnerable -------------------------
    (
        "BNB-30",
        "kick, a 4: Vulnerable, not critical",
        TAIL,
        "attack rat wolf --tactic kick",
        "4",
        ["BNB-30 attack", "BNB-24 hit", "rat core: STR 1, die 4 = 5", "BNB-32 exposed", '"wolf is Vulnerable now"'],
        {**HIT_5, "wolf.markers.vulnerable": "1"},
        ["BNB-31 critical"],
    ),
    (
        "BNB-30",
        "kick, a 6: critical and Vulnerable; the critical's die comes last",
        TAIL,
        "attack rat wolf --tactic kick",
        "6 2",
        ["rat core: STR 1, die 6 = 7", "BNB-31 critical", "BNB-32 exposed"],
        {**HIT_7, "wolf.injuries": ["hind-leg"], "wolf.markers.vulnerable": "1"},
    ),
    (
        "BNB-30",
        "kick to the right-rear",
        TAIL.replace("NW", "N"),  # SE is two hexsides clockwise of N
        "attack rat wolf --tactic kick",
        "4",
        ["BNB-24 hit"],
        {**HIT_5, "wolf.markers.vulnerable": "1"},
    ),
    (
        "BNB-30",
        "kick to the left-rear",
        TAIL.replace("NW", "SW"),  # and two counterclockwise of SW
        "attack rat wolf --tactic kick",
        "4",
        ["BNB-24 hit"],
        {**HIT_5, "wolf.markers.vulnerable": "1"},
    ),
    (
        "BNB-30",
        "a kick that misses brings nothing",
        MISSES,
        "attack rat wolf --tactic kick",
        "",
        ["BNB-24 miss"],
        MISSED,
    ),
    (
        "BNB-30",
        "Vulnerable markers add up",
        "rat: {as: 9, facing: NW}\nwolf: {ds: 5, markers: {vulnerable: 2}}",
        "attack rat wolf --tactic kick",
        "4",
        ["rat AS: stored 9, Vulnerable 4 = 13"],
        {**HIT_5, "wolf.markers.vulnerable": "3"},
    ),
    # --- kick --push: [6] one hex straight away ----------------------------------------------------
    (
        "BNB-32",
        "push: a 6 moves the wolf from 0404 SE to 0505, facing as it did; the row replaces the plain kick",
        TAIL,
        "attack rat wolf --tactic kick --push",
        "6",
        ["BNB-24 hit", "BNB-32 pushed", '"wolf is pushed to 0505"'],
        {**HIT_7, "wolf.at": "0505"},
        ["BNB-31 critical", "BNB-32 exposed"],
    ),
    (
        "BNB-32",
        "push: a 5 moves nobody",
        TAIL,
        "attack rat wolf --tactic kick --push",
        "5",
        ["BNB-24 hit"],
        HIT_6,
        ["BNB-32 pushed", "BNB-32 stays"],
    ),
    (
        "BNB-32",
        "push: a miss moves nobody",
        MISSES,
        "attack rat wolf --tactic kick --push",
        "",
        ["BNB-24 miss"],
        MISSED,
    ),
    (
        "BNB-32",
        "push against a wall",
        TAIL + "terrain: {wall: {cost: blocked, hexes: [0505]}}",
        "attack rat wolf --tactic kick --push",
        "6",
        ["BNB-32 stays", '"wolf stays: 0505 is blocked"'],
        HIT_7,
    ),
    (
        "BNB-32",
        "push into brush: that is free",
        TAIL + "terrain: {brush: {cost: 3, hexes: [0505]}}",
        "attack rat wolf --tactic kick --push",
        "6",
        ["BNB-32 pushed"],
        {**HIT_7, "wolf.at": "0505"},
    ),
    (
        "BNB-32",
        "push against a fox, even one that lies there",
        TAIL + f"fox: {FOX}".replace("0607", "0505").replace("5/5", "0/5"),
        "attack rat wolf --tactic kick --push",
        "6",
        ["BNB-32 stays", '"wolf stays: fox is in 0505"'],
        HIT_7,
    ),
    (
        "BNB-32",
        "push over the map's edge",
        TAIL + "grid: {size: 4x9}",
        "attack rat wolf --tactic kick --push",
        "6",
        ["BNB-32 stays", '"wolf stays: SE of it the map ends"'],
        HIT_7,
    ),
    (
        "BNB-32",
        "push tears the wolf out of the fox's jaws, though it stays beside it",  # 0405 is beside 0404 and 0505
        TAIL.replace("ds: 5", "ds: 7, markers: {held: fox}") + f"fox: {FOX}".replace("0607", "0405"),  # DS 7 - 2
        "attack rat wolf --tactic kick --push",
        "6",
        ["wolf DS: stored 7, Held -2 = 5", "BNB-32 pushed", "BNB-32 free"],
        {"rat.as": "7", "wolf.ds": "6", "wolf.hp": "7/14", "wolf.at": "0505", "wolf.markers.held": None},
    ),
    (
        "BNB-32",
        "push tears loose whom the wolf holds",
        TAIL + f"fox: {FOX}".replace("0607", "0405").replace("hp: 5/5", "hp: 5/5, markers: {held: wolf}"),
        "attack rat wolf --tactic kick --push",
        "6",
        ["BNB-32 pushed", "BNB-32 free"],
        {**HIT_7, "wolf.at": "0505", "fox.markers.held": None},
    ),
    (
        "BNB-32",
        "push off the map of thought: without hexes nobody moves",
        "rat: {as: 9, at: null, facing: null}\nwolf: {ds: 5, at: null, facing: null}",
        "attack rat wolf --tactic kick --push",
        "6",
        ["BNB-32 stays"],
        HIT_7,
    ),
    # --- kick --hop: [6] the kicker moves ----------------------------------------------------------
    (
        "BNB-32",
        "hop: a 6 takes the rat from 0304 NW to 0203",
        TAIL,
        "attack rat wolf --tactic kick --hop",
        "6",
        ["BNB-32 hops", '"rat hops to 0203"'],
        {**HIT_7, "rat.at": "0203"},
        ["BNB-32 pushed", "BNB-32 exposed"],
    ),
    (
        "BNB-32",
        "hop: a 5 does not",
        TAIL,
        "attack rat wolf --tactic kick --hop",
        "5",
        ["BNB-24 hit"],
        HIT_6,
    ),
    (
        "BNB-32",
        "hop: no room",
        TAIL + f"fox: {FOX}".replace("0607", "0203"),
        "attack rat wolf --tactic kick --hop",
        "6",
        ["BNB-32 stays", '"rat stays: fox is in 0203"'],
        HIT_7,
    ),
    (
        "BNB-32",
        "hop: out of the wolf's jaws; AS 9 - 2",
        "rat: {as: 9, facing: NW, markers: {held: wolf}}\nwolf: {ds: 5}",
        "attack rat wolf --tactic kick --hop",
        "6",
        ["rat AS: stored 9, Held -2 = 7", "BNB-32 hops", "BNB-32 free"],
        {**HIT_7, "rat.at": "0203", "rat.markers.held": None},
    ),
    # --- bite --hold: [5-6] held; the biter Vulnerable ---------------------------------------------
    (
        "BNB-32",
        "hold: a 5 holds",
        NOSE,
        "attack rat wolf --hold",
        "5",
        ["BNB-24 hit", "BNB-32 held", '"wolf is held by rat"', "BNB-32 exposed"],
        {**HIT_6, "wolf.markers.held": "rat", "rat.markers.vulnerable": "1"},
    ),
    (
        "BNB-32",
        "hold: a 6 does",
        NOSE,
        "attack rat wolf --tactic bite --hold",
        "6",
        ["BNB-32 held"],
        {**HIT_7, "wolf.markers.held": "rat", "rat.markers.vulnerable": "1"},
        ["BNB-31 critical"],
    ),
    (
        "BNB-32",
        "hold: a 4 does not, and the biter is Vulnerable all the same",
        NOSE,
        "attack rat wolf --hold",
        "4",
        ["BNB-32 exposed", '"rat is Vulnerable for it"'],
        {**HIT_5, "rat.markers.vulnerable": "1"},
        ["BNB-32 held"],
    ),
    (
        "BNB-32",
        "hold: what another held is taken over, and that is said; the DS is 7 - 2",
        NOSE.replace("ds: 5", "ds: 7, markers: {held: fox}") + f"fox: {FOX}".replace("0607", "0405"),
        "attack rat wolf --hold",
        "5",
        ['"wolf is held no longer: rat takes it over"', '"wolf is held by rat"'],
        {
            "rat.as": "7",
            "wolf.ds": "6",
            "wolf.hp": "8/14",
            "wolf.markers.held": "rat",
            "rat.markers.vulnerable": "1",
        },
    ),
    (
        "BNB-32",
        "hold: a miss leaves nobody Vulnerable",
        MISSES_AHEAD,
        "attack rat wolf --hold",
        "",
        ["BNB-24 miss"],
        MISSED,
    ),
    (
        "BNB-32",
        "the holder may claw",
        "rat: {as: 9}\nwolf: {ds: 7, markers: {held: rat}}",  # 7 - 2
        "attack rat wolf --tactic claw",
        "4",
        ["wolf DS: stored 7, Held -2 = 5"],
        {"rat.as": "7", "wolf.ds": "6", "wolf.hp": "9/14"},
    ),
    (
        "BNB-32",
        "who is held may bite the holder; if the holder falls by it, the hold is over",
        "rat: {as: 9, markers: {held: wolf}}\nwolf: {ds: 5, hp: 3/14}",  # 9 - 2 = 7
        "attack rat wolf",
        "2",  # 1 + 2
        ["BNB-33 fell", "BNB-32 free", '"rat is held no longer: wolf fell"'],
        {**TIRED, "wolf.hp": "0/14", "rat.markers.held": None},
    ),
    # --- bite --vicious: [6] critical and Bleeding; the biter Vulnerable ---------------------------
    (
        "BNB-30",
        "vicious bite, a 6",
        NOSE,
        "attack rat wolf --vicious",
        "6 6",
        ["BNB-31 critical", "BNB-32 bleeding", "BNB-32 exposed"],
        {
            **HIT_7,
            "wolf.injuries": ["ear"],
            "wolf.markers.bleeding": "1",
            "rat.markers.vulnerable": "1",
        },
    ),
    (
        "BNB-30",
        "vicious bite, a 5: the bleeding follows the 6, too",
        NOSE,
        "attack rat wolf --vicious",
        "5",
        ["BNB-32 exposed"],
        {**HIT_6, "rat.markers.vulnerable": "1"},
        ["BNB-31 critical", "BNB-32 bleeding"],
    ),
    # --- claw, --cuff, --vicious -------------------------------------------------------------------
    ("BNB-30", "claw, a 6: no more than its damage", NOSE, "attack rat wolf --tactic claw", "6", ["BNB-24 hit"], HIT_7),
    (
        "BNB-30",
        "cuff: 1 damage, no die, Wary",
        NOSE,
        "attack rat wolf --tactic claw --cuff",
        "",
        ["BNB-24 hit", "BNB-32 wary"],
        {**TIRED, "wolf.hp": "13/14", "rat.markers.wary": "true"},
        ["BNB-30 no-damage"],
    ),
    (
        "BNB-30",
        "cuff among friends: no warning",
        NOSE.replace("ds: 5", "ds: 5, side: pc"),
        "attack rat wolf --tactic claw --cuff",
        "",
        ["BNB-24 hit"],
        {**TIRED, "wolf.hp": "13/14", "rat.markers.wary": "true"},
        ["own-side"],
    ),
    (
        "BNB-30",
        "claw among friends: a warning",
        NOSE.replace("ds: 5", "ds: 5, side: pc"),
        "attack rat wolf --tactic claw",
        "4",
        ["own-side"],
        HIT_5,
    ),
    (
        "BNB-30",
        "cuff, 1 damage even with a STR of -9",
        "rat: {as: 9, stats: {str: -9, spd: 4, agi: 3}}\nwolf: {ds: 5}",
        "attack rat wolf --tactic claw --cuff",
        "",
        ["BNB-24 hit"],
        {**TIRED, "wolf.hp": "13/14", "rat.markers.wary": "true"},
    ),
    (
        "BNB-30",
        "cuff, missed: not Wary",
        MISSES_AHEAD,
        "attack rat wolf --tactic claw --cuff",
        "",
        ["BNB-24 miss"],
        MISSED,
    ),
    (
        "BNB-30",
        "vicious claw, a 6",
        NOSE,
        "attack rat wolf --tactic claw --vicious",
        "6 5",
        ["BNB-31 critical", "BNB-32 exposed"],
        {**HIT_7, "wolf.injuries": ["nose"], "rat.markers.vulnerable": "1"},
        ["BNB-32 bleeding"],
    ),
    (
        "BNB-30",
        "vicious claw, a 3",
        NOSE,
        "attack rat wolf --tactic claw --vicious",
        "3",
        ["BNB-32 exposed"],
        {**TIRED, "wolf.hp": "10/14", "rat.markers.vulnerable": "1"},
    ),
    (
        "BNB-11",
        "the marked tactic is the default: kick",
        TAIL.replace("as: 9", "as: 9, tactic: kick"),
        "attack rat wolf",
        "4",
        ["BNB-24 hit"],
        {**HIT_5, "wolf.markers.vulnerable": "1"},
    ),
    # --- BNB-31: what a critical is ------------------------------------------------------------------
    (
        "BNB-31",
        "double: 2 x (1 + 6), no die",
        "rules: {critical: double}\n" + TAIL.replace("ds: 5", "ds: 5, hp: 20/20"),
        "attack rat wolf --tactic kick",
        "6",
        ["rat core: STR 1, die 6 = 7", "BNB-31 critical"],
        {**TIRED, "wolf.hp": "6/20", "wolf.markers.vulnerable": "1"},
    ),
    (
        "BNB-31",
        "double nothing is nothing: STR -7",
        "rules: {critical: double}\nrat: {as: 9, facing: NW, stats: {str: -7, spd: 4, agi: 3}}\nwolf: {ds: 5}",
        "attack rat wolf --tactic kick",
        "6",
        ["BNB-30 no-damage", "BNB-31 critical"],
        {**TIRED, "wolf.markers.vulnerable": "1"},
    ),
    (
        "BNB-31",
        "scores already rolled stay: the wolf's AS, with a foreleg less",
        TAIL.replace("ds: 5", "ds: 5, as: 6"),
        "attack rat wolf --tactic kick",
        "6 4",
        ["BNB-31 critical"],
        {**HIT_7, "wolf.injuries": ["foreleg"], "wolf.markers.vulnerable": "1"},
    ),
    (
        "BNB-31",
        "a second hind leg: injuries add up",
        TAIL.replace("ds: 5", "ds: 5, injuries: [hind-leg]"),
        "attack rat wolf --tactic kick",
        "6 2",
        ["BNB-31 critical"],
        {**HIT_7, "wolf.injuries": ["hind-leg", "hind-leg"], "wolf.markers.vulnerable": "1"},
    ),
    # --- critical-die: attack --------------------------------------------------------------------------
    (
        "BNB-31",
        "the Attack Die of 6 is critical, whatever the Core Die; it is kept beside the AS",
        # AS 3 + 6, DS 4 + 2; wolf DS 2 + 1, AS 2 + 1; core 1 + 1; eye
        "rules: {critical-die: attack}",
        "attack rat wolf --vicious",
        "6 2 1 1 1 3",
        ["rat AS: AGI 3, die 6 = 9", "wolf DS: SPD 2, die 1 = 3", "rat core: STR 1, die 1 = 2", "BNB-31 critical"],
        {
            "rat.as": "7",
            "rat.attack-die": "6",
            "rat.ds": "6",
            "rat.markers.vulnerable": "1",
            "wolf.as": "3",
            "wolf.attack-die": "1",
            "wolf.ds": "2",
            "wolf.hp": "12/14",
            "wolf.injuries": ["eye"],
            "wolf.markers.bleeding": "1",
        },
    ),
    (
        "BNB-31",
        "an Attack Die of 5 is not, though the Core Die shows 6",
        "rules: {critical-die: attack}\nrat: {as: 9, attack-die: 5}\nwolf: {ds: 5}",
        "attack rat wolf --vicious",
        "6",
        ["BNB-32 exposed"],
        {**HIT_7, "rat.markers.vulnerable": "1"},
        ["BNB-31 critical"],
    ),
    (
        "BNB-31",
        "an Attack Die of 5 holds",
        "rules: {critical-die: attack}\nrat: {as: 9, attack-die: 5}\nwolf: {ds: 5}",
        "attack rat wolf --hold",
        "4",
        ["BNB-32 held"],
        {**HIT_5, "wolf.markers.held": "rat", "rat.markers.vulnerable": "1"},
    ),
    (
        "BNB-31",
        "an AS whose die nobody knows brings no effect, and that is said",
        "rules: {critical-die: attack}\n" + NOSE,
        "attack rat wolf --hold",
        "6",
        ["BNB-31 no-die"],
        {**HIT_7, "rat.markers.vulnerable": "1"},
        ["BNB-32 held"],
    ),
]


def test_row(bench, row):
    bench.holds(row)


@pytest.mark.parametrize(
    ("die", "injury", "stat"),
    [
        (1, "jaw", "str"),
        (2, "hind-leg", "spd"),
        (3, "eye", "int"),
        (4, "foreleg", "agi"),
        (5, "nose", "sml"),
        (6, "ear", "cha"),
    ],
)
def test_each_face_of_a_critical_is_its_injury(bench, die, injury, stat):
    """BNB-31: and the Rating it takes 1 off is told."""
    played = bench.play(TAIL, "attack rat wolf --tactic kick", f"6 {die}")
    assert played.changed["wolf.injuries"] == [injury]
    told = next(event for event in played.data["events"] if event.get("kind") == "critical")
    assert (told["injury"], told["trait"], told["die"]) == (injury, stat.upper(), die)


def test_an_injured_jaw_and_hind_leg_weigh_from_then_on(bench):
    """BNB-31: STR 1 - 1 in the core damage, SPD 4 - 1 in the DS and in the MP."""
    played = bench.play("rat: {as: 9, injuries: [jaw]}\nwolf: {ds: 5}", "attack rat wolf", "4")
    assert "rat core: STR 0, die 4 = 4" in played.told
    played = bench.play("rat: {injuries: [hind-leg]}", "attack wolf rat", "6 1 5 1 1")
    assert "rat DS: SPD 3, die 5 = 8" in played.told
    played = bench.play("rat: {injuries: [hind-leg]}", "move rat --facing S")
    assert '"rat turns in place to face S: R (0 of 5 MP)"' in played.told


HEXES = {
    "bite": ["ahead"],
    "claw": ["ahead", "right-front", "left-front"],
    "kick": ["behind", "right-rear", "left-rear"],
}
SEATS = ["ahead", "right-front", "right-rear", "behind", "left-rear", "left-front"]
SIDES = ["N", "NE", "SE", "S", "SW", "NW"]
AROUND_0505 = ["0504", "0604", "0605", "0506", "0405", "0404"]


@pytest.mark.parametrize("tactic", HEXES)
def test_each_tactic_in_each_hex_and_facing(bench, tactic):
    """BNB-30: 36 results a tactic; the refusal says where the target is."""
    for (place, facing), hexes in zip(product(range(6), range(6)), [HEXES[tactic]] * 36, strict=True):
        seat = SEATS[(place - facing) % 6]
        situation = f"rat: {{at: 0505, facing: {SIDES[facing]}, as: 4}}\nwolf: {{at: {AROUND_0505[place]}, ds: 30}}"
        played = bench.play(situation, f"attack rat wolf --tactic {tactic}")
        assert (played.code == 0) == (seat in hexes), (seat, facing, played.data)
        if played.code:
            assert played.data["rule"] == "BNB-30"
            where = f"directly {seat}" if seat in ("ahead", "behind") else f"in the {seat} hex"
            assert f"wolf is {where}; {tactic} needs " in played.data["error"]


@pytest.mark.parametrize(
    ("words", "has", "owner"),
    [
        ("--push", "hold and vicious", "kick"),
        ("--cuff", "hold and vicious", "claw"),
        ("--tactic claw --hold", "cuff and vicious", "bite"),
        ("--tactic kick --vicious", "push and hop", "bite or claw"),
        ("--tactic kick --cuff", "push and hop", "claw"),
    ],
)
def test_an_option_of_another_tactic_is_refused_naming_its_own(bench, words, has, owner):
    """BNB-30: there is no such row, so --force cannot do it either."""
    for force in ((), ("--force",)):
        bench.lay(NOSE)
        code, out, err = bench.run("attack", "rat", "wolf", *words.split(), *force)
        assert (code, out) == (1, "")
        assert f"it has {has}" in err
        assert f"--tactic {owner}" in err


def test_two_options_at_once_are_no_option(bench):
    bench.lay(NOSE)
    code, _, err = bench.run("attack", "rat", "wolf", "--hold", "--vicious")
    assert code == 2
    assert "exclude each other" in err
