"""The rule book's worked examples, to the digit, through the program itself; the file's bytes with them."""

import json
import re
from fractions import Fraction

import pytest

AMBUSH = """\
# The ford, at dusk.
system: c21
combatants:
  ana:                     # quick
    side: pc
    skills: {spear: 9, javelin: 9, bow: 11}
    stats: {alertness: 14}
    health: 20/20
    base-move: 5
    weapons:
      spear: {fast: {damage: 6}}
      javelin: {kind: thrown, fast: {damage: 5}}
      bow: {kind: ranged, hands: 2, fast: {damage: 4}}
  bandit:
    skills: {dodge: 8}
    stats: {alertness: 12}
    health: 15/15          # fat
    base-move: 5
    states: [unaware]
# that is all
"""


def test_example_1_a_spear_on_an_unaware_bandit(gm):
    """4 + 3 + 9 + 10 = 26 >= 21. It does 6."""
    gm.write(AMBUSH)
    ran = gm("--dice", "4,3", "attack", "ana", "bandit", "--with", "spear")
    assert (ran.code, ran.err) == (0, "")
    assert "attack spear 9 + dice 7 + surprised 10 = 26" in ran.out
    assert "hit (26 >= 21)" in ran.out
    assert "bandit health 15/15 -> 9/15" in ran.out
    assert gm.read() == AMBUSH.replace("health: 15/15          # fat\n", "health: 9/15           # fat\n").replace(
        "    states: [unaware]\n", "    attacked: true\n"
    )
    assert gm("undo").code == 0
    assert gm.read() == AMBUSH


def test_example_1_a_javelin_instead(gm):
    """7 + 9 + 4 = 20, one short."""
    gm.write(AMBUSH)
    ran = gm("--dice", "4,3", "attack", "ana", "bandit", "--with", "javelin")
    assert (ran.code, ran.err) == (0, "")
    assert "attack javelin 9 + dice 7 + surprised 4 = 20" in ran.out
    assert "miss (20 < 21)" in ran.out
    assert "health" not in ran.out


def test_example_2_danger_sense(gm):
    """5 + 4 + 12 = 21: he may defend. 11 + 9 + 10 = 30 against 19 + 8 = 27."""
    gm.write(AMBUSH.replace("    states:", "    perks: [danger-sense]\n    states:"))
    ran = gm("--dice", "5,4,6,5,10,9", "attack", "ana", "bandit")
    assert (ran.code, ran.err) == (0, "")
    for words in ("Danger Sense alertness 12 + dice 9 = 21", "spear 9 + dice 11 + surprised 10 = 30"):
        assert words in ran.out
    assert "defense dodge 8 + dice 19 = 27" in ran.out
    assert "hit (30 > 27)" in ran.out


def test_example_3_a_blind_archer(gm):
    """7 + 6 + 14 - 5 = 22, made out; 8 + 7 + 11 - 10 = 16 against dodge 8 + 9 = 17: a miss."""
    gm.write(
        AMBUSH.replace("    states: [unaware]\n", "").replace(
            "base-move: 5\n    weapons", "base-move: 5\n    states: [blind]\n    weapons"
        )
    )
    ran = gm("--dice", "7,6,8,7,4,5", "attack", "ana", "bandit", "--with", "bow")
    assert (ran.code, ran.err) == (0, "")
    assert "alertness 14 + dice 13 - unseen 5 = 22" in ran.out
    assert "attack bow 11 + dice 15 - unseen 10 = 16" in ran.out
    assert "defense dodge 8 + dice 9 = 17" in ran.out
    assert "miss (16 < 17)" in ran.out


def test_example_4_an_entangled_defender(gm):
    """12 + 9 - 5 = 16; ana 2 + 5 + 9 = 16 too: a player's character beats an NPC in a tie."""
    held = AMBUSH.replace("dodge: 8", "dodge: 9").replace("states: [unaware]", "entangled: {by: ana, with: spear}")
    gm.write(held)
    ran = gm("--dice", "2,5,6,6", "attack", "ana", "bandit")
    assert (ran.code, ran.err) == (0, "")
    assert "defense dodge 9 + dice 12 - entangled 5 = 16" in ran.out
    assert "hit (16 = 16, a tie)" in ran.out


@pytest.mark.parametrize(
    ("skills", "strength", "chance"),
    [
        ("{spear: 10}", 10, "11/20"),  # 11 or more on two tens: 100 - 45
        ("{spear: 1}", 10, "1/100"),
        ("{spear: 0}", 10, "1/100"),  # a trained 20 succeeds whatever the total
        ("{spear: -4}", 10, "1/100"),
        ("{spear: 19}", 10, "99/100"),  # 21 with a 2, but a 2 fails
        ("{}", 3, "1/100"),  # untrained: half of 3, rounded down, is 1; 21 with a 20
    ],
)
def test_c75_example_5_the_chances_of_a_21c(gm, skills, strength, chance):
    """An attack on somebody who declines, from which the +10 is taken with --mod."""
    gm.write(
        AMBUSH.replace("{spear: 9, javelin: 9, bow: 11}", skills)
        .replace("{alertness: 14}", f"{{strength: {strength}}}")
        .replace("    states: [unaware]\n", "")
    )
    ran = gm("odds", "attack", "ana", "bandit", "--with", "spear", "--no-defense", "--mod", "-10 for the sum", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["success"]["exact"] == chance


def test_c75_example_5_untrained_with_nothing_never_succeeds(gm):
    """Half of 3 is 1; with 1 taken off the value is 0, and 20 is no 21 untrained."""
    gm.write(
        AMBUSH.replace("{spear: 9, javelin: 9, bow: 11}", "{}")
        .replace("{alertness: 14}", "{strength: 3}")
        .replace("    states: [unaware]\n", "")
    )
    ran = gm("odds", "attack", "ana", "bandit", "--with", "spear", "--no-defense", "--mod", "-11 in all", "--json")
    assert Fraction(json.loads(ran.out)["success"]["exact"]) == 0


RIDER = """\
system: c21
grid: {layout: flat, size: 12x12}
combatants:
  ana:
    side: pc
    at: 0505
    rides: horse
    skills: {long sword: 9, riding: 9}
    health: 20/20
    base-move: 5
    weapons: {long sword: {fast: {damage: 6}}}
  horse: {side: pc, at: 0505, facing: N, mount: true, perks: [unfazeable], health: 20/20, base-move: 8}
  bandit: {at: 0504, health: 15/15, base-move: 5}
"""


@pytest.mark.parametrize(
    ("facing", "zones"),
    [
        (
            "N",
            {
                "in front of": "0504",
                "on the main side of": "0604 0605",
                "behind": "0506",
                "on the off side of": "0405 0404",
            },
        ),
        (
            "NNE",
            {
                "in front of": "0504 0604",
                "on the main side of": "0605",
                "behind": "0506 0405",
                "on the off side of": "0404",
            },
        ),
        (
            "E",
            {
                "in front of": "0604 0605",
                "on the main side of": "0506",
                "behind": "0405 0404",
                "on the off side of": "0504",
            },
        ),
        (
            "SSW",
            {
                "in front of": "0506 0405",
                "on the main side of": "0404",
                "behind": "0504 0604",
                "on the off side of": "0605",
            },
        ),
    ],
)
def test_example_6_the_zones_around_a_mount(gm, facing, zones):
    for words, labels in zones.items():
        for label in labels.split():
            gm.write(RIDER.replace("facing: N,", f"facing: {facing},").replace("at: 0504", f"at: {label}"))
            assert f"bandit is {words} horse" in gm("from", "ana", "bandit").out.splitlines()


@pytest.mark.parametrize(
    ("place", "refused", "words"),
    [("0504", "C21-50", "one-handed long weapon"), ("0605", "", ""), ("0404", "C21-53", "attacks nobody")],
)
def test_example_7_a_long_sword_from_the_saddle(gm, place, refused, words):
    gm.write(RIDER.replace("at: 0504", f"at: {place}"))
    before = gm.read()
    ran = gm("--dice", "1,2" if not refused else " ", "attack", "ana", "bandit")
    if not refused:
        assert ran.code == 0, ran.err
        return
    assert ran.code == 1
    assert re.search(rf"refused \({refused}\): bandit is .*{words}", ran.err)
    assert gm.read() == before
    assert gm.history() == b""
