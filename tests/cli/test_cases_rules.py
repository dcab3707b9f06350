"""What people asked of the rules: cases C71 to C85, each as a GM would play it at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.played import Folder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def gm(tmp_path: Path) -> Folder:
    """A folder without an encounter."""
    return Folder(tmp_path)


def told(gm: Folder, *words: str) -> str:
    """What a rule or a help says, in one line."""
    return " ".join(gm.must(*words).split())


# d6 -------------------------------------------------------------------------------------------------------------------

D6 = """\
system: d6
rules: {{wild-die: none}}
combatants:
  bo: {{side: pc, skills: {{dodge: 3D, brawl: 3D, fortitude: 2D}}, initiative: 9{bo}}}
  thug: {{skills: {{dodge: 3D, brawl: 3D, fortitude: 2D}}, armor: 1D, initiative: 5{thug}}}
"""


def test_c71_the_dying_roll_once_a_round_until_they_are_stabilized(gm: Folder) -> None:
    """D6-34: near death, Fortitude 3 in its place in the order, or dead. Boxes taken off end it."""
    gm.write(D6.format(bo="", thug=", wounds: [near-death]").replace("fortitude: 2D", "fortitude: 4D"))
    gm.must("start")
    rolled = gm.must("next", "--dice", "3,3,3,1")
    assert rolled.count("thug fortitude 4D") == 1
    assert "thug clings to life" in rolled
    assert "thug is passed over: unconscious\nround 2\nbo's turn" in rolled
    gm.must("damage", "thug", "1")
    assert gm.data("status")["combatants"]["thug"]["wounds"] == ["injured-1", "near-death"]
    gm.must("heal", "thug", "1")
    assert "thug's turn" in gm.must("next"), "stabilized: no roll, and its turn"
    gm.must("set", "thug", "wounds=near-death")
    gm.must("next")
    assert "thug is dead (2 < 3)" in gm.must("next", "--dice", "3,3,1,1")
    assert "round 5" in gm.must("next"), "the dead roll no more"


@pytest.mark.parametrize(
    ("code", "says"),
    [("3D+3", "write `4D`"), ("2D+5", "write `3D+2`"), ("1D-1", "no die code"), ("3D6", "no die code")],
)
def test_c72_a_code_of_three_pips_and_more_is_refused_with_what_to_write(gm: Folder, code: str, says: str) -> None:
    gm.write(D6.format(bo="", thug="").replace("brawl: 3D", f"brawl: {code}", 1))
    refused = gm.refused("status", code=3)
    assert refused.startswith("encounter.yaml:4:45: error: bo: skills.brawl is ")
    assert says in refused


def test_c73_a_defense_is_an_action_and_changes_nothing_rolled(gm: Folder) -> None:
    """D6-11, D6-21: two actions in any order, each with all its dice; a third only borrowed or bought."""
    gm.write(D6.format(bo="", thug=""))
    gm.must("start")
    first = gm.must("defend", "bo", "dodge", "--dice", "3,3,1")
    assert "bo dodge 3D" in first
    assert "bo brawl 3D" in gm.must("attack", "bo", "thug", "--dice", "1,1,1")
    assert "bo has no action left" in gm.refused("attack", "bo", "thug")
    gm.must("borrow", "bo")
    assert "bo brawl 3D" in gm.must("attack", "bo", "thug", "--dice", "1,1,1")
    assert gm.data("status")["combatants"]["bo"]["defense"] == {"how": "dodge", "value": 2}
    gm.write(D6.format(bo="", thug=""))
    gm.must("start")
    assert "bo brawl 3D" in gm.must("attack", "bo", "thug", "--dice", "1,1,1")
    assert "bo dodge 3D" in gm.must("defend", "bo", "dodge", "--dice", "3,3,1")
    assert "bo has no action left" in gm.refused("attack", "bo", "thug")


def test_c74_a_wound_lowers_actions_and_neither_damage_nor_resistance(gm: Folder) -> None:
    """D6-37, stated in the rule and in the line of the roll."""
    gm.write(D6.format(bo="", thug=", wounds: [injured-1]"))
    hit = gm.must("attack", "bo", "thug", "--dice", "3,3,1,1,1,1,1,1", "-n")
    assert "thug resistance 2D + armor 1D = 3D" in hit
    back = gm.must("attack", "thug", "bo", "--dice", "3,3,1,1,1,1")
    assert "thug brawl 3D - injured-1 1D = 2D" in back
    assert "thug damage 2D: " in back
    assert "not off initiative, damage or Fortitude" in told(gm, "rules", "d6", "D6-37")


# c21 ------------------------------------------------------------------------------------------------------------------

C21 = """\
system: c21
combatants:
  ana: {{side: pc, at: 0505, skills: {{spear: 9, bow: 9}}, health: 12/12, base-move: 5, weapons: {{
    spear: {{kind: melee, skill: spear, fast: {{damage: 1d6}}}},
    bow: {{kind: ranged, skill: bow, min: {min}, max: 20, fast: {{damage: 1d6}}}},
    dart: {{kind: thrown, skill: spear, min: 0, max: 8, fast: {{damage: 1d4}}}}}}}}
  ben: {{side: pc, at: 0504, skills: {{spear: 9}}, health: 12/12, base-move: 5, weapons: {{
    spear: {{kind: melee, skill: spear, fast: {{damage: 1d6}}}}}}}}
  wolf: {{at: 0404, skills: {{bite: 9, dodge: 9}}, health: 14/14, base-move: 5, weapons: {{
    bite: {{kind: melee, skill: bite, fast: {{damage: 2d6-1}}}}}}}}
  fox: {{at: 0604, skills: {{bite: 9, dodge: 9}}, health: 9/9, base-move: 5, weapons: {{
    bite: {{kind: melee, skill: bite, fast: {{damage: 1d6}}}}}}}}
"""


def test_c75_the_faces_count_and_not_the_total(gm: Folder) -> None:
    """2 on the dice fails whatever is added; 20 succeeds where the value is trained; a total of 2 or 20 is nothing."""
    gm.write(C21.format(min=0))
    for bonus, dice, hit in ((+30, "1,1", False), (-40, "10,10", True), (+2, "9,8,1", True), (-9, "10,9", False)):
        words = ("attack", "ana", "wolf", "--no-defense", "--mod", str(bonus - 10), "--dice", dice, "-n")
        assert ("  hit (" in gm.must(*words)) == hit, (bonus, dice)
    assert gm.data("odds", "attack", "ana", "wolf", "--no-defense", "--mod", "-10")["success"]["exact"] == "9/20"


@pytest.mark.parametrize(
    ("attacker", "target", "hit"),
    [("ana", "wolf", True), ("wolf", "ana", False), ("ana", "ben", False), ("wolf", "fox", False)],
    ids=["PC attacks NPC", "NPC attacks PC", "PC attacks PC", "NPC attacks NPC"],
)
def test_c76_a_tie_goes_to_the_player_else_to_the_defender(gm: Folder, attacker: str, target: str, hit: bool) -> None:
    text = C21.format(min=0).replace("spear: 9", "spear: 9, dodge: 9").replace("at: 0604", "at: 0405")
    gm.write(text.replace("ben: {side: pc, at: 0504", "ben: {side: pc, at: 0506"))
    ran = gm.must("attack", attacker, target, "--dice", "5,6,5,6" + (",1" if hit else ""), "-n")
    assert ("hit (20 = 20" in ran or "hit (20" in ran) == hit, ran
    assert "In a tie a player character beats" in told(gm, "rules", "c21", "C21-2")


TIES = [
    (
        "bnb",
        (
            "rat: {side: pc, at: 0304, facing: SE, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}\n"
            "  wolf: {at: 0404, facing: NW, stats: {str: 4, spd: 2, agi: 2}, hp: 14/14}"
        ),
        "5,2,3,6,4",  # AS 3 + 5, DS 2 + 6
        "hit (8 >= 8)",
    ),
    (
        "d6",
        "rat: {side: pc, skills: {brawl: 3D}}\n  wolf: {passive: 2, skills: {fortitude: 2D}}",
        "3,3,1,3,1,3,1",  # 2 successes against 2; damage 1 against resistance 1
        "hit (2 >= 2)",
    ),
    (
        "mythril",
        (
            "rat: {side: pc, at: 0304, mods: {agi: 2}, skills: {sword: 5}, weapons: {sword: {skill: sword}}}\n"
            "  wolf: {at: 0305, mods: {agi: 3}, skills: {dodge: 3}}"
        ),
        "9,11",  # 14 against 14; rank 0 does 1 damage without a die
        "hit (14 >= 14)",
    ),
    (
        "brachyr",
        "rat: {side: pc, at: 0304, speed: 4, skills: {unarmed: 3}}\n  wolf: {at: 0305, speed: 4, skills: {dodge: 3}}",
        "7,7",
        "hit (10 >= 10): damage 0",
    ),
]


@pytest.mark.parametrize(("system", "rows", "dice", "says"), TIES, ids=[row[0] for row in TIES])
def test_c76_a_tie_hits(gm: Folder, system: str, rows: str, dice: str, says: str) -> None:
    house = "rules: {wild-die: none}\n" if system == "d6" else ""
    gm.write(f"system: {system}\n{house}combatants:\n  {rows}\n")
    assert says in gm.must("--force", "attack", "rat", "wolf", "--dice", dice)


def test_c77_surprise_is_for_the_first_attack_on_a_target(gm: Folder) -> None:
    text = gm.write(
        C21.format(min=0).replace("dodge: 9}, health: 14/14", "dodge: 9}, states: [unaware], health: 14/14")
    )
    for weapon, bonus in (("spear", 10), ("dart", 4), ("bow", 6)):
        gm.write(text)
        ran = gm.must("attack", "ben" if weapon == "spear" else "ana", "wolf", "--with", weapon, "--dice", "6,6,1")
        assert "wolf does not defend: surprised" in ran
        assert f"+ dice 12 + surprised {bonus} = {21 + bonus}" in ran
        assert "unaware" not in gm.read(), "used up"
        again = gm.must("attack", "ana", "wolf", "--with", "bow", "--dice", "1,2,9,9")
        assert "surprised" not in again, "only the first attack"
        assert "wolf has been attacked" in gm.refused("attack", "ana", "wolf", "--with", "bow", "--surprise")
        other = gm.must("attack", "ana", "fox", "--with", "dart", "--surprise", "--dice", "6,6,1")
        assert "surprised 4" in other, "each target once"
        gm.must("undo", "2")
        assert gm.read() == text
    gm.write(C21.format(min=3))
    ran = gm.must("attack", "ana", "wolf", "--with", "bow", "--surprise", "--dice", "6,6,1")
    assert "surprised 10" in ran, "within the bow's minimum range"


RIDERS = """\
system: c21
grid: {size: 12x12}
combatants:
  ana: {side: pc, at: 0505, rides: horse, skills: {spear: 9, riding: 9}, health: 12/12, base-move: 5, weapons: {
    spear: {kind: melee, skill: spear, reach: 2, length: long, fast: {damage: 1d6}}}}
  horse: {side: pc, at: 0505, facing: N, mount: true, perks: [unfazeable], health: 20/20, base-move: 8, weapons: {
    kick: {fast: {damage: 1d6}}}}
  wolf: {at: 0404, skills: {bite: 9}, health: 14/14, base-move: 5, weapons: {
    bite: {kind: melee, skill: bite, fast: {damage: 1d6}}}}
"""


def test_c78_rider_and_mount_move_as_one_and_part_in_two_hexes(gm: Folder) -> None:
    gm.write(RIDERS)
    gm.must("start")
    assert "ana rides horse" in gm.refused("move", "ana", "0503")
    assert "gm ride ana" in gm.refused("move", "horse", "0503")
    gm.must("ride", "ana", "--dice", "9,9")
    gm.must("move", "horse", "0503")
    now = gm.data("status")["combatants"]
    assert (now["ana"]["at"], now["horse"]["at"], now["horse"]["facing"]) == ("0503", "0503", "N")
    gm.must("undo")
    assert gm.must("next").endswith("wolf's turn: Basic, and Combat or Basic\n"), "the pair shares its turn"
    for aimed_at in ("ana", "horse"):
        assert f"wolf attacks {aimed_at} with bite" in gm.must("attack", "wolf", aimed_at, "--seed", "1", "-n")
    for fallen in ("horse", "ana"):
        gm.must("damage", fallen, "99")
        after = gm.data("status")["combatants"]
        assert "rides" not in after["ana"] or after["ana"]["rides"] is None
        assert (after["horse"]["at"], after["ana"]["at"]) == ("0505", "0506"), "nearest behind the mount"
        gm.must("undo")
    gm.must("next")
    gm.must("dismount", "ana", "0604")
    after = gm.data("status")["combatants"]
    assert (after["horse"]["at"], after["ana"]["at"]) == ("0505", "0604")
    gm.write(RIDERS.replace("rides: horse, ", "rides: horse, facing: S, "))
    assert "in 0505, facing N" in gm.must("map", "--list"), "the pair faces as the mount does"


# bnb ------------------------------------------------------------------------------------------------------------------

BNB = """\
system: bnb
{top}combatants:
  rat: {{side: pc, at: {at}, facing: {facing}, stats: {{str: 1, spd: 2, agi: 3}}, hp: 8/8, initiative: 9}}
  wolf: {{at: 0404, facing: S, stats: {{str: 4, spd: 2, agi: 2}}, hp: 14/14, initiative: 5}}
"""


def test_c80_a_budget_of_four(gm: Folder) -> None:
    """SPD 2 + 2: steps cost 1, a first rotation nothing, later ones 1 a hexside; the first hex is always allowed."""
    gm.write(BNB.format(top="terrain: {mud: {cost: 9, hexes: [0805]}}\n", at="0806", facing="N"))
    gm.must("start")
    for words, says in (
        (("0805",), "(4 of 4 MP)"),  # mud of 9, and the first hex is always allowed
        (("0907",), "R R F (1 of 4 MP)"),  # turned in place: free
        (("0810", "--path", "R R R F F F F"), "(4 of 4 MP)"),
        (("0806", "--facing", "NE"), "R (0 of 4 MP)"),
    ):
        assert says in gm.must("move", "rat", *words), words
        gm.must("undo")
    assert "MP" in gm.refused("move", "rat", "--path", "R R R F F F F F")
    gm.must("move", "rat", "--back")
    assert gm.data("status")["combatants"]["rat"]["at"] == "0807"
    assert "has used its Attack" in gm.refused("attack", "rat", "wolf")
    assert "has used its Move" in gm.refused("move", "rat", "0808")


@pytest.mark.parametrize(
    ("at", "facing", "more", "says"),
    [
        ("0405", "N", "", "a charge needs 2 or more"),
        ("0506", "N", "", "straight line"),
        ("0407", "N", "  fox: {at: 0406, facing: N, stats: {str: 1, spd: 1, agi: 1}, hp: 4/4}\n", "fox"),
        ("0407", "N", "terrain", "0406"),
    ],
    ids=["adjacent", "no straight line", "somebody in the way", "blocked ground"],
)
def test_c81_what_forbids_a_charge_is_named_before_any_die(
    gm: Folder, at: str, facing: str, more: str, says: str
) -> None:
    top = "terrain: {wall: {cost: blocked, hexes: [0406]}}\n" if more == "terrain" else ""
    gm.write(BNB.format(top=top, at=at, facing=facing) + ("" if more == "terrain" else more))
    assert says in gm.refused("attack", "rat", "wolf", "--charge", "--dice", "1,1,1,1,1")


def test_c81_a_charge_is_one_step_and_its_cost_ends_with_the_next_turn(gm: Folder) -> None:
    gm.write(BNB.format(top="", at="0407", facing="N"))
    gm.must("start")
    before = gm.read()
    ran = gm.must("attack", "rat", "wolf", "--charge", "--dice", "4,1,2,5,6")
    assert "charge 2" in ran
    assert "DS SPD 2 + die 1 - charge 2 = 1" in ran
    gm.must("undo")
    assert gm.read() == before
    gm.must("redo")
    assert "has used its" in gm.refused("move", "rat", "0407")
    gm.must("next")
    assert "ds: 1" in gm.read(), "against every attack until its own next turn"
    assert "rat drops AS 7, DS 1" in gm.must("next")
    gm.must("move", "rat", "0407")
    assert "has used its Move" in gm.refused("attack", "rat", "wolf", "--charge")


def test_c82_the_second_die_is_kept_for_the_round(gm: Folder) -> None:
    """BNB-20, BNB-25: a stored DS is used and falls by 1 each time; it goes when the rat's next turn begins."""
    gm.write(
        BNB.format(top="", at="0405", facing="N").replace("wolf: {at: 0404, facing: S", "wolf: {at: 0404, facing: S")
        + "  fox: {at: 0506, facing: NW, stats: {str: 1, spd: 1, agi: 1}, hp: 4/4, initiative: 3}\n"
    )
    gm.must("start")
    gm.must("attack", "rat", "wolf", "--dice", "4,2,6,5")  # AS 3 + 4 = 7 and DS 2 + 2 = 4; the wolf's DS 2 + 6
    gm.must("next")
    gm.must("set", "wolf", "as=1")
    assert "rat DS" not in gm.must("attack", "wolf", "rat").replace("rat DS 4 -> 3", "")
    gm.must("next")
    ran = gm.must("attack", "fox", "rat", "--dice", "1,1,1", "-n")
    assert "rat score dice" not in ran
    assert gm.data("status")["combatants"]["rat"]["ds"] == 3
    assert "rat drops AS 5, DS 3" in gm.must("next")
    assert "ds" not in gm.data("status")["combatants"]["rat"] or gm.data("status")["combatants"]["rat"]["ds"] is None


# harm and healing -----------------------------------------------------------------------------------------------------


def test_c83_bleeding_out_ticks_at_one_moment_and_stops_on_treatment(gm: Folder) -> None:
    """MYT-31: at -1 or less, 1 at each round's start from round 2, until raised above -1; dead at -MAX."""
    gm.write(
        "system: mythril\ncombatants:\n"
        "  rat: {side: pc, mods: {end: 1, spi: 2}, initiative: 5}\n  wolf: {mods: {agi: 1}, initiative: 9}\n"
    )
    gm.must("start")
    gm.must("damage", "rat", "14")
    assert "hp: -1/13" in gm.read(), "no tick when it falls"
    before = gm.read()
    assert "rat bleeds out: -2 of -13" in gm.must("next")
    gm.must("undo")
    assert gm.read() == before, "the tick is one step with the turn that brought it"
    gm.must("redo")
    assert "rat bleeds out: -3 of -13" in gm.must("next")
    gm.must("heal", "rat", "2")
    assert "rat bleeds out: -2" in gm.must("next"), "-1 still bleeds"
    gm.must("heal", "rat", "2")
    assert "bleeds" not in gm.must("next")
    gm.must("damage", "rat", "12")
    assert "rat bleeds out: -13 of -13" in gm.must("next"), "a new wound begins anew"
    assert "rat is dead" in gm.must("log")
    assert "from round 2" in told(gm, "rules", "mythril", "MYT-31")


NO_HARM = [
    (
        "bnb",
        (
            "rat: {side: pc, at: 0304, facing: SE, as: 9, stats: {str: -9, spd: 4, agi: 3}, hp: 8/8}\n"
            "  wolf: {at: 0404, facing: NW, ds: 1, stats: {str: 4, spd: 2, agi: 2}, hp: 9/14}"
        ),
        "2",
        "core -7, counted as 0",
    ),
    (
        "c21",
        (
            "rat: {side: pc, at: 0304, skills: {axe: 9}, health: 8/8, base-move: 5,"
            " weapons: {axe: {fast: {damage: 1d6-6}}}}\n"
            "  wolf: {at: 0404, health: 9/14, protection: 5, base-move: 5}"
        ),
        "5,6,2",
        "wolf takes no damage",
    ),
    (
        "mythril",
        (
            "rat: {side: pc, at: 0304, skills: {sword: 5}, weapons: {sword: {skill: sword, bonus: 1}}}\n"
            "  wolf: {at: 0305, mods: {spi: 4}, hp: 9/14, ranks: {hide: 9}, armor: {type: hide, absorbs: 9/9}}"
        ),
        "4,5,5,6",  # no defense, no d20; rank 0 does exactly 1; the hide's 4d6 are more
        "wolf's armor turns it all",
    ),
    (
        "d6",
        "rat: {side: pc, skills: {brawl: 3D}}\n  wolf: {passive: 1, skills: {fortitude: 3D}, armor: 2D}",
        "3,1,1,1,1,3,3,3,3,3",  # 1 success against 1; damage 0 of 2D, resistance 5 of 5D
        "wolf takes no wound",
    ),
]


@pytest.mark.parametrize(("system", "rows", "dice", "says"), NO_HARM, ids=[row[0] for row in NO_HARM])
def test_c84_no_attack_ever_heals(gm: Folder, system: str, rows: str, dice: str, says: str) -> None:
    house = "rules: {wild-die: none}\n" if system == "d6" else ""
    gm.write(f"system: {system}\n{house}combatants:\n  {rows}\n")
    key = {"c21": "health", "d6": "wounds"}.get(system, "hp")
    before = gm.data("status")["combatants"]["wolf"].get(key)
    undefended = ("--defense", "none") if system == "mythril" else ()
    assert says in gm.must("attack", "rat", "wolf", *undefended, "--dice", dice)
    assert gm.data("status")["combatants"]["wolf"].get(key) == before
    assert gm("damage", "wolf", "0").code == 0
    assert "`gm heal` does the opposite" in gm("damage", "wolf", "-3").err


def test_c84_damage_of_nothing_still_counts_as_being_hit_where_the_rules_say_so(gm: Folder) -> None:
    """BRA-12: 0 damage, too, brings a resiliency roll."""
    gm.write("system: brachyr\ncombatants:\n  ana: {side: pc, speed: 4}\n  orc: {speed: 4}\n")
    assert "orc takes 0 damage" in gm.must("damage", "orc", "0")
    assert gm.data("status")["combatants"]["orc"]["hurt"] is True


HEALING = [
    ("bnb", "stats: {str: 0, spd: 0, agi: 0}, hp: %s", "3/9", "9/9", "-4/9", "-2/9"),
    ("c21", "health: %s, base-move: 4", "3/9", "9/9", "0/9", "2/9"),
    ("mythril", "mods: {spi: -1}, hp: %s", "3/9", "9/9", "-4/9", "-2/9"),
    ("brachyr", "speed: 5, damage: %s", "3", None, "4", "2"),
]


@pytest.mark.parametrize(
    ("system", "sheet", "hurt", "healed", "worse", "better"), HEALING, ids=[row[0] for row in HEALING]
)
def test_c85_healing_stops_at_the_maximum_and_lifts_by_what_it_is(
    gm: Folder, system: str, sheet: str, hurt: str, healed: str | None, worse: str, better: str
) -> None:
    head = f"system: {system}\ncombatants:\n  wolf: "
    text = gm.write(head + f"{{{sheet % hurt}}}\n")
    dice = ("--seed", "1")
    gm.must("heal", "wolf", "50", *dice)
    assert gm.read() == (text.replace(hurt, healed) if healed else gm.read())
    assert healed or "damage" not in gm.read()
    text = gm.write(head + f"{{{sheet % worse}}}\n")
    gm.must("heal", "wolf", "2", *dice)
    assert gm.read() == text.replace(worse, better)
    assert told(gm, "heal", "-h") != ""


def test_c85_the_dead_are_not_healed_by_the_way(gm: Folder) -> None:
    """mythril and brachyr refuse; d6 takes the box `dead` off as its rule says, and so does its help."""
    gm.write("system: mythril\ncombatants:\n  wolf: {hp: -50/10}\n")
    assert "--force raises the dead" in gm.refused("heal", "wolf", "3")
    gm.must("--force", "heal", "wolf", "60")
    gm.write("system: brachyr\ncombatants:\n  wolf: {speed: 4, damage: 50, states: [dead]}\n")
    assert "wolf is dead" in gm.refused("heal", "wolf", "3")
    gm.write(D6.format(bo="", thug=", wounds: [near-death, dead]"))
    assert "thug is unconscious" in gm.must("heal", "thug", "1")
    assert "one of the dead who is near death now is unconscious" in told(gm, "heal", "-h")
