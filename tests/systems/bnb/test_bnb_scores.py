"""Attack and Defense Scores: who rolls, what is stored, what is only reckoned, who hits (BNB-20 to BNB-25).

Rat: STR 1 SPD 4 AGI 3, HP 8. Wolf: STR 4 SPD 2 AGI 2, HP 14. Each is directly ahead of the other.
"""

from itertools import product
from typing import Any

import pytest

ROWS: list[tuple[Any, ...]] = [
    # --- BNB-20: has it: no roll, whatever else is missing ----------------------------------------
    (
        "BNB-20",
        "attacker and target have what they need and lack the other",
        "rat: {as: 7}\nwolf: {ds: 8}",
        "attack rat wolf",
        "",
        ["rat AS: stored 7 = 7", "wolf DS: stored 8 = 8", "BNB-24 miss"],  # 7 < 8
        {"rat.as": "5", "wolf.ds": "7"},  # 7 - 2, 8 - 1; no DS for the rat, no AS for the wolf
    ),
    (
        "BNB-20",
        "the attacker rolls before the target, and the Core Die comes last",
        "",
        "attack rat wolf",
        "6 1 1 2 3",
        # rat 6, 1: AS 3 + 6 = 9, DS 4 + 1 = 5; wolf 1, 2: DS 2 + 2 = 4, AS 2 + 1 = 3; 9 >= 4; core 1 + 3 = 4
        ["rat AS: AGI 3, die 6 = 9", "wolf DS: SPD 2, die 2 = 4", "BNB-24 hit", "rat core: STR 1, die 3 = 4"],
        {"rat.as": "7", "rat.ds": "5", "wolf.as": "3", "wolf.ds": "3", "wolf.hp": "10/14"},
    ),
    (
        "BNB-20",
        "a stored score of 0 is a score: the target does not roll again",
        "rat: {as: 4}\nwolf: {ds: 0}",
        "attack rat wolf",
        "1",
        ["wolf DS: stored 0 = 0", "BNB-24 hit", "rat core: STR 1, die 1 = 2"],
        {"rat.as": "2", "wolf.hp": "12/14"},  # 4 - 2; DS 0 stays; 14 - 2
    ),
    # --- BNB-21: a stance without two dice --------------------------------------------------------
    (
        "BNB-21",
        "the attacker's stance is ignored where it rolls one die, and that is said",
        "rat: {ds: 3}\nwolf: {ds: 8}",
        "attack rat wolf --defensive",
        "6 4",
        ["BNB-21 stance", "rat AS: AGI 3, die 6 = 9", "BNB-24 hit"],
        {"rat.as": "7", "wolf.ds": "7", "wolf.hp": "9/14"},  # 9 - 2; core 1 + 4 = 5
    ),
    (
        "BNB-21",
        "the attacker's stance is ignored where it rolls none",
        "rat: {as: 7, ds: 3}\nwolf: {ds: 8}",
        "attack rat wolf --offensive",
        "",
        ["BNB-21 stance", "BNB-24 miss"],
        {"rat.as": "5", "wolf.ds": "7"},
    ),
    (
        "BNB-21",
        "the target's stance is ignored where it rolls one die",
        "rat: {as: 7}\nwolf: {as: 4}",
        "attack rat wolf --target-offensive",
        "6",
        ["BNB-21 stance", "wolf DS: SPD 2, die 6 = 8", "BNB-24 miss"],
        {"rat.as": "5", "wolf.ds": "7"},
    ),
    (
        "BNB-21",
        "the target's stance is ignored where it rolls none",
        "rat: {as: 7}\nwolf: {ds: 8}",
        "attack rat wolf --target-defensive",
        "",
        ["BNB-21 stance", "BNB-24 miss"],
        {"rat.as": "5", "wolf.ds": "7"},
    ),
    (
        "BNB-21",
        "a helpless target's stance is ignored",
        "rat: {as: 7}\nwolf: {markers: {shock: 2}}",
        "attack rat wolf --target-offensive",
        "1",
        ["BNB-21 stance", "BNB-24 hit"],
        {"rat.as": "5", "wolf.hp": "12/14"},
    ),
    (
        "BNB-21",
        "dice as entered are ignored too where there is one",
        "rules: {dice-choice: after}\nrat: {ds: 3}\nwolf: {as: 4}",
        "attack rat wolf --as-entered --target-as-entered",
        "2 6",
        # AS 3 + 2 = 5, DS 2 + 6 = 8
        ["BNB-21 stance", "rat AS: AGI 3, die 2 = 5", "BNB-21 stance", "wolf DS: SPD 2, die 6 = 8", "BNB-24 miss"],
        {"rat.as": "3", "wolf.ds": "7"},
    ),
    (
        "BNB-21",
        "with no stance declared nothing is said of one",
        "rat: {ds: 3}\nwolf: {as: 4}",
        "attack rat wolf",
        "2 6",
        ["BNB-24 miss"],  # 5 < 8
        {"rat.as": "3", "wolf.ds": "7"},
        ["BNB-21 stance"],
    ),
    (
        "BNB-21",
        "a stance that counted is not called ignored",
        "",
        "attack rat wolf --defensive --target-offensive",
        "2 1 4 3",
        # rat: Attack Die 1, Defend Die 2: AS 4, DS 6; wolf: Attack Die 4, Defend Die 3: AS 6, DS 5; 4 < 5
        ["rat AS: AGI 3, die 1 = 4", "wolf DS: SPD 2, die 3 = 5", "BNB-24 miss"],
        {"rat.as": "2", "rat.ds": "6", "wolf.as": "6", "wolf.ds": "4"},
        ["BNB-21 stance"],
    ),
    # --- BNB-22: Ratings, not what stands on the sheet --------------------------------------------
    (
        "BNB-22",
        "forelegs and a hind leg are off the attacker's Ratings",
        "rat: {injuries: [foreleg, hind-leg, foreleg]}\nwolf: {ds: 7}",
        "attack rat wolf",
        "5 2",
        ["rat AS: AGI 1, die 5 = 6", "BNB-24 miss"],  # AGI 3 - 2 = 1; DS SPD 4 - 1 = 3, 3 + 2 = 5; 6 < 7
        {"rat.as": "4", "rat.ds": "5", "wolf.ds": "6"},
    ),
    (
        "BNB-22",
        "injuries of other traits change neither score",
        "rat: {injuries: [jaw, eye, nose, ear]}\nwolf: {ds: 9}",
        "attack rat wolf",
        "5 2",
        ["rat AS: AGI 3, die 5 = 8", "BNB-24 miss"],
        {"rat.as": "6", "rat.ds": "6", "wolf.ds": "8"},
    ),
    (
        "BNB-22",
        "hind legs lower a DS that is rolled now",
        "rat: {as: 4}\nwolf: {as: 1, injuries: [hind-leg, hind-leg, hind-leg]}",
        "attack rat wolf",
        "6",
        ["wolf DS: SPD -1, die 6 = 5", "BNB-24 miss"],  # SPD 2 - 3 = -1; 4 < 5
        {"rat.as": "2", "wolf.ds": "4"},
    ),
    (
        "BNB-22",
        "an injury leaves a stored score as it is",
        "rat: {as: 6, injuries: [foreleg]}\nwolf: {ds: 6, injuries: [hind-leg]}",
        "attack rat wolf",
        "1",
        ["rat AS: stored 6 = 6", "wolf DS: stored 6 = 6", "BNB-24 hit"],
        {"rat.as": "4", "wolf.ds": "5", "wolf.hp": "12/14"},
    ),
    # --- BNB-23: reckoned each time, never stored -------------------------------------------------
    (
        "BNB-23",
        "from behind is +1 to a stored AS",
        "rat: {as: 6}\nwolf: {facing: SE, ds: 7}",
        "attack rat wolf",
        "4",
        ["rat AS: stored 6, from behind 1 = 7", "wolf DS: stored 7 = 7", "BNB-24 hit"],
        {"rat.as": "4", "wolf.ds": "6", "wolf.hp": "9/14"},  # 6 - 2, the +1 is not in it
    ),
    (
        "BNB-23",
        "from behind is +1 to an AS just rolled, and not stored",
        "rat: {ds: 1}\nwolf: {facing: SE, ds: 9}",
        "attack rat wolf",
        "5 4",
        ["rat AS: AGI 3, die 5, from behind 1 = 9", "BNB-24 hit"],
        {"rat.as": "6", "wolf.ds": "8", "wolf.hp": "9/14"},  # 3 + 5 - 2 = 6
    ),
    (
        "BNB-23",
        "a target without facing has no rear",
        "rat: {as: 6}\nwolf: {facing: null, ds: 7}",
        "attack rat wolf",
        "",
        ["rat AS: stored 6 = 6", "BNB-24 miss"],
        {"rat.as": "4", "wolf.ds": "6"},
    ),
    (
        "BNB-23",
        "where the attacker faces is no matter for its target's rear",
        "rat: {as: 6, facing: NE}\nwolf: {ds: 7}",
        "attack rat wolf --tactic claw",  # the wolf is in the rat's right-front hex, the rat ahead of the wolf
        "",
        ["rat AS: stored 6 = 6", "BNB-24 miss"],
        {"rat.as": "4", "wolf.ds": "6"},
    ),
    (
        "BNB-23",
        "without a map nobody is behind anybody",
        "rat: {as: 6, at: null, facing: null}\nwolf: {ds: 7, at: null, facing: null}",
        "attack rat wolf",
        "",
        ["rat AS: stored 6 = 6", "BNB-24 miss"],
        {"rat.as": "4", "wolf.ds": "6"},
    ),
    (
        "BNB-23",
        "worked example 4: two Vulnerable markers and DS 9, an AS of 5 attacks at 9",
        "rat: {as: 5}\nwolf: {ds: 9, markers: {vulnerable: 2}}",
        "attack rat wolf",
        "4",
        ["rat AS: stored 5, Vulnerable 4 = 9", "wolf DS: stored 9 = 9", "BNB-24 hit"],
        {"rat.as": "3", "wolf.ds": "8", "wolf.hp": "9/14"},
    ),
    (
        "BNB-23",
        "one Vulnerable marker is +2, no more: 5 + 2 < 8",
        "rat: {as: 5}\nwolf: {ds: 8, markers: {vulnerable: 1}}",
        "attack rat wolf",
        "",
        ["rat AS: stored 5, Vulnerable 2 = 7", "BNB-24 miss"],
        {"rat.as": "3", "wolf.ds": "7"},
    ),
    (
        "BNB-23",
        "Vulnerable markers on the attacker do nothing for either",
        "rat: {as: 5, ds: 1, markers: {vulnerable: 3}}\nwolf: {ds: 6}",
        "attack rat wolf",
        "",
        ["rat AS: stored 5 = 5", "wolf DS: stored 6 = 6", "BNB-24 miss"],
        {"rat.as": "3", "wolf.ds": "5"},
    ),
    (
        "BNB-23",
        "a held attacker has 2 less AS, not stored",
        "rat: {as: 8, markers: {held: wolf}}\nwolf: {ds: 7}",
        "attack rat wolf",
        "",
        ["rat AS: stored 8, Held -2 = 6", "BNB-24 miss"],
        {"rat.as": "6", "wolf.ds": "6"},
    ),
    (
        "BNB-23",
        "a held target has 2 less DS, not stored",
        "rat: {as: 6}\nwolf: {ds: 8, markers: {held: rat}}",
        "attack rat wolf --tactic claw",
        "4",
        ["wolf DS: stored 8, Held -2 = 6", "BNB-24 hit"],
        {"rat.as": "4", "wolf.ds": "7", "wolf.hp": "9/14"},
    ),
    (
        "BNB-23",
        "a held target's DS that is rolled now is stored whole",
        "rat: {as: 5}\nwolf: {markers: {held: rat}}",
        "attack rat wolf --tactic claw",
        "1 6",
        ["wolf DS: SPD 2, die 6, Held -2 = 6", "BNB-24 miss"],  # 5 < 6
        {"rat.as": "3", "wolf.as": "3", "wolf.ds": "7"},  # AS 2 + 1; DS 8 - 1
    ),
    (
        "BNB-23",
        "a wary target has 1 more DS, not stored",
        "rat: {as: 7}\nwolf: {ds: 7, markers: {wary: true}}",
        "attack rat wolf",
        "",
        ["wolf DS: stored 7, Wary 1 = 8", "BNB-24 miss"],
        {"rat.as": "5", "wolf.ds": "6"},
    ),
    (
        "BNB-23",
        "an attacker's own Wary does nothing",
        "rat: {as: 7, markers: {wary: true}}\nwolf: {ds: 7}",
        "attack rat wolf",
        "1",
        ["rat AS: stored 7 = 7", "BNB-24 hit"],
        {"rat.as": "5", "wolf.ds": "6", "wolf.hp": "12/14"},
    ),
    (
        "BNB-23",
        "all of it at once",
        (
            "rat: {as: 6, markers: {held: fox}}\n"
            "wolf: {facing: SE, ds: 9, markers: {vulnerable: 1, wary: true, held: rat}}\n"
            "fox: {at: 0204, stats: {str: 2, spd: 2, agi: 2}, hp: 9/9}"
        ),
        "attack rat wolf --tactic claw",
        "",
        # 6 + 1 behind + 2 Vulnerable - 2 Held = 7; 9 - 2 Held + 1 Wary = 8
        ["rat AS: stored 6, from behind 1, Vulnerable 2, Held -2 = 7", "BNB-24 miss"],
        {"rat.as": "4", "wolf.ds": "8"},
    ),
    # --- BNB-24: equal hits -----------------------------------------------------------------------
    (
        "BNB-24",
        "equal scores hit",
        "rat: {as: 7}\nwolf: {ds: 7}",
        "attack rat wolf",
        "1",
        ["BNB-24 hit"],
        {"rat.as": "5", "wolf.ds": "6", "wolf.hp": "12/14"},
    ),
    (
        "BNB-24",
        "one less misses, and rolls no Core Die",
        "rat: {as: 6}\nwolf: {ds: 7}",
        "attack rat wolf",
        "",
        ["BNB-24 miss"],
        {"rat.as": "4", "wolf.ds": "6"},
        ["BNB-24 hit"],
    ),
    (
        "BNB-24",
        "scores below 0 compare as numbers: -1 < 0",
        "rat: {as: 1, markers: {held: wolf}}\nwolf: {ds: 0}",
        "attack rat wolf",
        "",
        ["rat AS: stored 1, Held -2 = -1", "BNB-24 miss"],
        {"rat.as": "-1"},
    ),
    # --- BNB-25: afterwards -----------------------------------------------------------------------
    (
        "BNB-25",
        "after a hit AS - 2 and DS - 1, the other two scores stay",
        "rat: {as: 9, ds: 4}\nwolf: {as: 5, ds: 8}",
        "attack rat wolf",
        "1",
        ["BNB-24 hit"],
        {"rat.as": "7", "wolf.ds": "7", "wolf.hp": "12/14"},
    ),
    (
        "BNB-25",
        "after a miss just so",
        "rat: {as: 5, ds: 4}\nwolf: {as: 5, ds: 8}",
        "attack rat wolf",
        "",
        ["BNB-24 miss"],
        {"rat.as": "3", "wolf.ds": "7"},
    ),
    (
        "BNB-25",
        "AS has no floor: 1 - 2 = -1",
        "rat: {as: 1}\nwolf: {ds: 8}",
        "attack rat wolf",
        "",
        ["BNB-24 miss"],
        {"rat.as": "-1", "wolf.ds": "7"},
    ),
    (
        "BNB-25",
        "AS 2 becomes 0, and 0 is kept in the file",
        "rat: {as: 2}\nwolf: {ds: 8}",
        "attack rat wolf",
        "",
        ["BNB-24 miss"],
        {"rat.as": "0", "wolf.ds": "7"},
    ),
    (
        "BNB-25",
        "a DS of 1 becomes 0",
        "rat: {as: 5}\nwolf: {ds: 1}",
        "attack rat wolf",
        "1",
        ["BNB-24 hit"],
        {"rat.as": "3", "wolf.ds": "0", "wolf.hp": "12/14"},
    ),
    (
        "BNB-25",
        "a DS of 0 drops no further",
        "rat: {as: 5}\nwolf: {ds: 0}",
        "attack rat wolf",
        "1",
        ["BNB-24 hit"],
        {"rat.as": "3", "wolf.hp": "12/14"},
    ),
    (
        "BNB-25",
        "a DS below 0 neither drops nor rises",
        "rat: {as: 5}\nwolf: {ds: -3}",
        "attack rat wolf",
        "1",
        ["wolf DS: stored -3 = -3", "BNB-24 hit"],
        {"rat.as": "3", "wolf.hp": "12/14"},
    ),
    (
        "BNB-25",
        "a DS just rolled below 0 is stored as rolled",
        "rat: {as: 5}\nwolf: {as: 1, stats: {str: 4, spd: -5, agi: 2}}",
        "attack rat wolf",
        "3 1",
        ["wolf DS: SPD -5, die 3 = -2", "BNB-24 hit"],
        {"rat.as": "3", "wolf.ds": "-2", "wolf.hp": "12/14"},
    ),
    (
        "BNB-25",
        "it is the stored DS that has the floor: 1 + Wary is 2, and the 1 becomes 0",
        "rat: {as: 1}\nwolf: {ds: 1, markers: {wary: true}}",
        "attack rat wolf",
        "",
        ["wolf DS: stored 1, Wary 1 = 2", "BNB-24 miss"],
        {"rat.as": "-1", "wolf.ds": "0"},
    ),
]

# BNB-20: what each has, the dice it throws, the score that counts, and what is stored afterwards
ATTACKERS = {
    "neither": ("", "5 2", "rat 2d6", 8, {"rat.as": "6", "rat.ds": "6"}),  # offensive: AS 3 + 5, DS 4 + 2; AS - 2
    "only DS": ("ds: 3", "5", "rat 1d6", 8, {"rat.as": "6"}),  # AS 3 + 5, DS stays 3
    "only AS": ("as: 7", "", "", 7, {"rat.as": "5"}),
    "both": ("as: 7, ds: 3", "", "", 7, {"rat.as": "5"}),
}
TARGETS = {
    "neither": ("", "3 6", "wolf 2d6", 8, {"wolf.as": "5", "wolf.ds": "7"}),  # defensive: DS 2 + 6, AS 2 + 3; DS - 1
    "only AS": ("as: 4", "5", "wolf 1d6", 7, {"wolf.ds": "6"}),  # DS 2 + 5, AS stays 4
    "only DS": ("ds: 8", "", "", 8, {"wolf.ds": "7"}),
    "both": ("as: 4, ds: 8", "", "", 8, {"wolf.ds": "7"}),
}

# BNB-21: the flag, the dice as thrown, AS and DS as rolled
ATTACKING = {
    "": ("2 5", 8, 6),  # offensive: Attack Die 5, Defend Die 2: 3 + 5, 4 + 2
    "--offensive": ("2 5", 8, 6),
    "--defensive": ("5 2", 5, 9),  # Attack Die 2, Defend Die 5: 3 + 2, 4 + 5
    "--as-entered": ("2 5", 5, 9),  # Attack Die first: 3 + 2, 4 + 5
}
DEFENDING = {
    "": ("6 3", 5, 8),  # defensive: Defend Die 6, Attack Die 3: 2 + 3, 2 + 6
    "--target-defensive": ("3 6", 5, 8),
    "--target-offensive": ("3 6", 8, 5),  # Attack Die 6, Defend Die 3: 2 + 6, 2 + 3
    "--target-as-entered": ("6 3", 8, 5),  # Attack Die first: 2 + 6, 2 + 3
}


def test_row(bench, row):
    bench.holds(row)


@pytest.mark.parametrize("has", ATTACKERS)
@pytest.mark.parametrize("target_has", TARGETS)
def test_who_rolls(bench, has, target_has):
    """BNB-20: every way to have and to lack scores, on both sides."""
    own, own_dice, own_throw, score, own_after = ATTACKERS[has]
    other, other_dice, other_throw, defense, other_after = TARGETS[target_has]
    hit = score >= defense
    dice = f"{own_dice} {other_dice} {'4' if hit else ''}"
    played = bench.play(f"rat: {{{own}}}\nwolf: {{{other}}}", "attack rat wolf", dice)
    assert played.code == 0, played.data
    assert played.thrown == [*filter(None, (own_throw, other_throw)), *(["rat 1d6"] if hit else [])]
    assert played.data["success"] is hit
    assert played.changed == {**own_after, **other_after, **({"wolf.hp": "9/14"} if hit else {})}  # core 1 + 4


@pytest.mark.parametrize(
    ("house", "own", "other"),
    [
        (house, own, other)
        for house, own, other in product(("before", "after"), ATTACKING, DEFENDING)
        if house == "after" or "as-entered" not in own + other  # else refused
    ],
)
def test_stances(bench, house, own, other):
    """BNB-21: where the two dice of each side go."""
    (own_dice, score, own_ds), (other_dice, other_as, defense) = ATTACKING[own], DEFENDING[other]
    hit = score >= defense
    core = " 1" if hit else ""
    played = bench.play(
        f"rules: {{dice-choice: {house}}}", f"attack rat wolf {own} {other}", f"{own_dice} {other_dice}{core}"
    )
    assert played.code == 0, played.data
    assert played.data["success"] is hit
    assert played.changed == {
        "rat.as": str(score - 2),
        "rat.ds": str(own_ds),
        "wolf.as": str(other_as),
        "wolf.ds": str(defense - 1),
        **({"wolf.hp": "12/14"} if hit else {}),  # core 1 + 1
    }


def test_dice_as_entered_may_be_the_higher_first_too(bench):
    """BNB-21: `--as-entered` keeps the order whichever is higher: 5 attacks, 2 defends."""
    played = bench.play("rules: {dice-choice: after}\nwolf: {ds: 9}", "attack rat wolf --as-entered", "5 2")
    assert played.changed == {"rat.as": "6", "rat.ds": "6", "wolf.ds": "8"}  # 3 + 5 - 2, 4 + 2; 8 < 9


def test_the_situation_is_reckoned_anew_each_time(bench):
    """BNB-23, BNB-25: a second attack starts from what is stored, not from what the first came to."""
    bench.play("rat: {as: 9}\nwolf: {facing: SE, ds: 30, markers: {vulnerable: 1, wary: true}}", "attack rat wolf")
    second = bench.go_on("attack rat wolf")
    # AS 9 - 2 = 7, + 1 + 2 = 10; DS 30 - 1 = 29, + 1 = 30
    assert "rat AS: stored 7, from behind 1, Vulnerable 2 = 10" in second.told
    assert "wolf DS: stored 29, Wary 1 = 30" in second.told
    assert second.changed == {"rat.as": "5", "wolf.ds": "28"}


def test_the_gm_s_modifiers_are_never_stored(bench):
    """BNB-23, BNB-25: `--mod` and `--target-mod` count once, beside the situation."""
    played = bench.play(
        "rat: {as: 6}\nwolf: {ds: 9}", "attack rat wolf", "1", "--mod", "+4 high ground", "--target-mod", "+1 mud"
    )
    assert "rat AS: stored 6, high ground 4 = 10" in played.told  # 10 >= 9 + 1
    assert "wolf DS: stored 9, mud 1 = 10" in played.told
    assert played.changed == {"rat.as": "4", "wolf.ds": "8", "wolf.hp": "12/14"}


@pytest.mark.parametrize("flags", ["--offensive --defensive", "--target-offensive --target-defensive"])
def test_one_stance_a_side(bench, flags):
    """BNB-21: two declarations of one side are none: refused before any die."""
    played = bench.play("", f"attack rat wolf {flags}", "5 2 3 6 4")
    assert played.code == 2
    assert "exclude each other" in played.data["error"]
    assert played.changed == {}
