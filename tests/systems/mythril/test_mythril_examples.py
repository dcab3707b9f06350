"""The rule book's five worked examples, to the digit, through the program itself; the file's bytes with them."""

import json

import pytest

FACING = """\
# Two who met on the bridge.
system: mythril
combatants:
  rat:                          # ours
    side: pc
    at: 0304
    mods: {agi: 2, per: 1}
    skills: {sword: 5}
    ranks: {sword: 3}
    weapons: {sword: {skill: sword}}
  wolf:
    at: 0404
    mods: {agi: 0}
    skills: {dodge: 3}
    ranks: {hide: 1}
    armor: {type: hide, absorbs: 3/10}   # thick
# that is all
"""


@pytest.mark.parametrize(("switch", "actions"), [("", 2), ("rules: {actions: formula}\n", 3)])
def test_example_1_initiative_and_actions(gm, switch, actions):
    """2 + 1 + 5 = 8; AGI 2: two actions, by the formula 3. The wolf: 0 + 0 + 1."""
    gm.write(FACING.replace("combatants:", switch + "combatants:"))
    ran = gm("--dice", "5,1", "start")
    assert (ran.code, ran.err) == (0, "")
    assert "rat initiative AGI 2 + PER 1 + die 5 = 8" in ran.out
    assert f"rat's turn: {actions} actions" in ran.out
    assert gm.read().count("initiative: 8\n") == 1
    assert json.loads(gm("--json", "status").out)["combatants"]["rat"]["actions"] == actions


def test_example_2_a_hit_through_the_hide(gm):
    """5 + 9 = 14, 3 + 11 = 14; 1d8 6; 6 - 2 = 4, 3 absorbed and destroyed, 1 damage. Before the fight."""
    gm.write(FACING)
    ran = gm("--dice", "9,11,6,2", "attack", "rat", "wolf")
    assert (ran.code, ran.err) == (0, "")
    for words in (
        "sword 5 + die 9 = 14",
        "dodge 3 + die 11 = 14",
        "hit (14 >= 14)",
        "damage die 6",
        "damage 6 - die 2 = 4",
        "wolf's armor absorbs 3 and is destroyed",
        "wolf hp 10/10 -> 9/10",
        "armor hide 3/10 -> hide 0/10",
    ):
        assert words in ran.out, words
    expected = (
        FACING.replace("absorbs: 3/10}   # thick", "absorbs: 0/10}   # thick")
        .replace("    ranks: {sword: 3}\n", "    stamina: 5/6\n    ranks: {sword: 3}\n")
        .replace("sword: {skill: sword}}\n", "sword: {skill: sword}}\n    used-combat-skill: true\n")
        .replace("    ranks: {hide: 1}\n", "    hp: 9/10\n    stamina: 5/6\n    ranks: {hide: 1}\n")
        .replace("   # thick\n", "   # thick\n    used-combat-skill: true\n")
    )
    assert gm.read() == expected
    assert gm("undo").code == 0
    assert gm.read() == FACING


def test_example_3_the_difficulty_of_the_moxie_check(gm):
    """END 1, SPI 2: 13 HP. At 6: 10 + 7 = 17. Stamina 0 by this attack: 16 + 0 fails, 17 makes it."""
    situation = FACING.replace("mods: {agi: 2, per: 1}", "mods: {agi: 2, per: 1, end: 1, spi: 2}").replace(
        "    skills: {sword: 5}\n", "    skills: {sword: 5}\n    hp: 6/13\n    stamina: 1/7\n"
    )
    for die, words in ((16, "rat falls prone, exhausted (16 < 17)"), (17, "rat stays up and may push on (17 >= 17)")):
        gm.write(situation)
        ran = gm("--dice", f"1,11,{die}", "attack", "rat", "wolf")
        assert (ran.code, ran.err) == (0, "")
        assert words in ran.out


def test_example_3_the_maximum_from_end_and_spi(gm):
    gm.write(FACING.replace("mods: {agi: 2, per: 1}", "mods: {agi: 2, end: 1, spi: 2}"))
    assert "rat hp 13/13 -> 6/13" in gm("damage", "rat", "7").out


@pytest.mark.parametrize(
    ("options", "chance"),
    [(["--defense", "dodge"], "247/400"), ([], "247/400"), (["--defense", "none"], "1")],
)
def test_example_4_the_odds(gm, options, chance):
    """P(d20 + 5 >= d20' + 3): of 400, those with d20' - d20 <= 2, 400 - 17 * 18 / 2 = 247."""
    gm.write(FACING)
    ran = gm("odds", "attack", "rat", "wolf", *options)
    assert (ran.code, ran.err) == (0, "")
    assert f"P(hit) {chance}" in ran.out.replace(" =", "\n").splitlines()
    assert json.loads(gm("odds", "attack", "rat", "wolf", *options, "--json").out)["success"]["exact"] == chance
    assert gm.read() == FACING
    assert gm.history() == b""


def test_c83_example_5_bleeding_out(gm):
    """13 HP; -1 at the end of round 4, -2 as round 5 begins, and so on: -12 as 15 begins, dead at -13 as 16 does."""
    gm.write(
        FACING.replace("combatants:", "round: 4\nturn: wolf\norder: [rat, wolf]\nacted: [rat]\ncombatants:")
        .replace("mods: {agi: 2, per: 1}", "mods: {agi: 2, end: 1, spi: 2}")
        .replace("    skills: {sword: 5}\n", "    skills: {sword: 5}\n    hp: -1/13\n")
    )
    for number in range(5, 16):
        ran = gm("next")
        assert f"round {number}\n" in ran.out
        assert f"rat bleeds out: {3 - number} of -13" in ran.out
        assert "dead" not in ran.out
    ran = gm("next")
    assert "rat bleeds out: -13 of -13" in ran.out
    assert "rat is dead" in ran.out
    assert "rat" not in gm("next").out
