"""The six worked examples of the rules, each to the digit, through the command line."""

import json
from fractions import Fraction


def test_1_a_shot_from_dice_to_box(bench):
    """3,5,2,6 = 3 against 2, surplus 1; damage 3D + 1D: 4,1,3,5 = 3; resistance 2D + 1D: 6,1,2 = 1; 3 - 1 = 2."""
    played = bench.play("", "attack bo thug --with pistol", "3,5,2,6,4,1,3,5,6,1,2")
    assert played.thrown == ["bo 4d6", "bo 4d6", "thug 3d6"]
    sums = [line for line in played.told if " = " in line and not line.startswith('"')]
    assert sums == [
        "bo attack: successes 3 = 3",
        "thug difficulty: passive 2 = 2",
        "thug difference: damage 3, resistance -1 = 2",
    ]
    assert played.changed == {"thug.wounds": ["injured-2"]}
    assert '"all its actions: -2D"' in played.told


def test_1_as_it_is_printed(bench):
    bench.lay("")
    code, out, err = bench.run("--dice", "3,5,2,6,4,1,3,5,6,1,2", "attack", "bo", "thug", "--with", "pistol")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "bo attacks thug with pistol (short range)",
        "  bo firearms 4D: 3 5 2 6",
        "  attack successes 3",
        "  difficulty passive 2",
        "  hit (3 >= 2); effect +1D",
        "  bo damage 3D + effect 1D = 4D: 4 1 3 5",
        "  thug resistance 2D + armor 1D = 3D: 6 1 2",
        "  difference damage 3 - resistance 1 = 2",
        "  thug is wounded: injured-2",
        "  all its actions: -2D",
        "thug wounds injured-2",
    ]


def test_2_the_source_s_own_case(bench):
    ticked = bench.play("thug: {wounds: [injured-2]}", "damage thug 1")
    assert ticked.changed == {"thug.wounds": ["injured-1", "injured-2"]}
    escalated = bench.play("rules: {wild-die: none, wounds: escalate}\nthug: {wounds: [injured-2]}", "damage thug 1")
    assert escalated.changed == {"thug.wounds": ["serious"]}
    for wounds, dice in (("[injured-1, injured-2]", 2), ("[serious]", 3)):  # 4D - 2D, 4D - 3D
        played = bench.play(f"bo: {{wounds: {wounds}}}\nthug: {{passive: 9}}", "attack bo thug", "3 " * (4 - dice))
        assert played.thrown == [f"bo {4 - dice}d6"]


def test_3_the_next_free_box(bench):
    played = bench.play("thug: {wounds: [injured-1]}", "damage thug 1")
    assert played.changed == {"thug.wounds": ["injured-1", "injured-2"]}


def test_4_a_wild_die(bench):
    """2 no, 4 yes; wild 6 yes, 6 yes, 1 no: 3. The 1 is a reroll and no complication."""
    situation = "rules: {}\nbo: {skills: {firearms: 3D}}\nthug: {passive: 9}"
    played = bench.play(situation, "attack bo thug", "2,4,6,6,1")
    assert "bo attack: successes 3 = 3" in played.told
    assert "D6-2 complication" not in played.told


def test_5_a_pip_die(bench):
    """5 plain, 4 on the +2 die: no; wild 3: 2."""
    situation = "rules: {}\nbo: {skills: {firearms: 2D+2}}\nthug: {passive: 9}"
    played = bench.play(situation, "attack bo thug", "5,4,3")
    assert "bo attack: successes 2 = 2" in played.told


def test_6_exact_chances(bench):
    bench.lay("")
    code, out, _ = bench.run("--json", "odds", "attack", "bo", "thug")
    assert code == 0
    assert json.loads(out)["success"]["exact"] == "8/9"  # 1 - (1/3)^4 - 4 (2/3)(1/3)^3 = 72/81
    # 3D against 3D: 4D against a passive 4 hits without surplus, so that damage stays 3D
    bench.lay("bo: {skills: {firearms: 4D}}\nthug: {skills: {fortitude: 3D}, armor: null, passive: 4}")
    code, out, _ = bench.run("--json", "odds", "attack", "bo", "thug", "--by", "stunned")
    found = json.loads(out)
    hit = Fraction(16, 81)  # all four dice score
    no_box = Fraction(found["combatants"]["thug"]["health"]["-"]["exact"])
    stunned = Fraction(found["by"]["combatants"]["thug"]["true"]["exact"])
    assert 1 - no_box + stunned == hit * Fraction(487, 729)
