"""Every legality: refused by its rule's id before any die, nothing written, with what is possible; then --force.

`never`: what there is no such thing as, which --force cannot do either.
"""

from typing import Any, NamedTuple

import pytest

ATTACK = "round: 1\nphase: attack\nturn: ana\norder: [ana, orc, ben]\n"
MOVE = "round: 1\nphase: movement\nturn: ana\norder: [orc, ana]\n"
AID = "round: 1\nphase: aid\norder: [ana, orc, ben]\n"
BEN = "ben: {side: pc, at: 0504, speed: 4, skills: {medicine: 2 d8, bows: 1 d6, axes: 3}}\n"
FAR = BEN.replace("0504", "0510")
DOWN = "ana: {states: [unconscious]}\n"
HELD = "ana: {held: {by: orc, dc: 9}}\n"
ARMED = "orc: {weapons: {axe: {traits: [slashing, heavy]}}}\n"
WALL = "terrain: {wall: {sight: blocked, hexes: [0507]}}\n"


class Refusal(NamedTuple):
    """A command the rules do not allow."""

    rule: str
    situation: str
    command: str
    error: str
    """what is said to be wrong"""
    remedy: str = ""
    """what is said to be possible"""


OVERRULED = [
    # out of phase
    Refusal("BRA-14", MOVE, "attack ana orc", "it is the movement phase", "gm move"),
    Refusal("BRA-14", AID, "attack ana orc", "it is the aid phase, and this belongs to the attack phase", "gm aid"),
    Refusal("BRA-14", AID, "move ana 0503", "it is the aid phase, and this belongs to the movement phase"),
    Refusal("BRA-14", ATTACK, "move ana 0503", "it is the attack phase", "gm move ana HEX --run"),
    Refusal("BRA-14", MOVE, "move ana 0503 --run", "it is the movement phase, and this belongs to the attack phase"),
    Refusal("BRA-14", ATTACK + BEN, "aid ben ana --skill medicine --for attack", "it is the attack phase", "an attack"),
    Refusal("BRA-14", MOVE, "shove ana orc", "it is the movement phase"),
    Refusal("BRA-14", MOVE, "cast ana mist", "it is the movement phase"),
    Refusal("BRA-14", MOVE + HELD, "escape ana", "it is the movement phase"),
    # out of turn, twice
    Refusal("BRA-11", ATTACK, "attack orc ana", "it is not orc's turn; it is the turn of ana"),
    Refusal("BRA-11", MOVE, "move orc 0507", "it is not orc's turn"),
    Refusal("BRA-32", ATTACK + "ana: {done: [attack]}", "attack ana orc", "ana has used its attack action", "gm next"),
    Refusal("BRA-32", ATTACK + "ana: {done: [attack]}", "move ana 0503 --run", "ana has used its attack action"),
    Refusal("BRA-32", ATTACK + "ana: {done: [attack]}", "activate ana lever", "ana has used its attack action"),
    Refusal("BRA-13", MOVE + "ana: {done: [move]}", "move ana 0503", "ana has moved this round"),
    Refusal("BRA-13", MOVE, "move ana 0410", "ana has 4 hexes; the way to 0410 costs"),
    # aid
    Refusal(
        "BRA-21",
        AID + "acted: [ben]\n" + BEN.replace("}}", "}, done: [aid], aiding: ana}"),
        "aid ben ana --skill medicine --for defense",
        "ben has acted in this aid phase",
    ),
    Refusal(
        "BRA-21",
        AID + BEN.replace("}}", "}, aids: {last: medicine}}"),
        "aid ben ana --skill medicine --for defense",
        "ben aided with medicine last round",
        "now it may be bows",
    ),
    Refusal("BRA-20", AID + BEN, "aid ben orc --skill medicine --for defense", "orc is a foe of ben"),
    Refusal("BRA-20", AID + BEN + "ana: {states: [dead]}", "aid ben ana --skill medicine --for defense", "ana is dead"),
    Refusal(
        "BRA-22",
        AID + FAR,
        "aid ben ana --skill medicine --for defense --against orc",
        "ben is not adjacent to ana",
        "gm from ben",
    ),
    Refusal(
        "BRA-22",
        AID + FAR,
        "aid ben ana --skill bows --for attack --against orc",
        "bows does not aid from afar",
    ),
    Refusal(
        "BRA-22",
        WALL + AID + FAR,
        "aid ben ana --skill medicine --for attack --against orc",
        "no line to it",
    ),
    Refusal(
        "BRA-23",
        "terrain: {wall: {sight: blocked, hexes: [0508]}}\n" + AID + FAR,
        "aid ben ana --pass rope",
        "no line of effect",
    ),
    Refusal("BRA-23", AID + BEN + "ana: {hands-free: 0}", "aid ben ana --pass rope", "ana has no free hand"),
    Refusal("BRA-23", AID + BEN + DOWN, "aid ben ana --pass rope", "ana is unconscious and takes nothing"),
    Refusal("BRA-23", AID + FAR + DOWN, "aid ben ana --lift", "ana is not adjacent to ben"),
    Refusal(
        "BRA-50",
        AID + BEN + "ben: {states: [unconscious], side: pc, at: 0504, speed: 4, skills: {axes: 1 d4}}",
        "aid ben ana --skill axes --for attack",
        "ben is unconscious",
    ),
    # who cannot act, whom one cannot attack
    Refusal("BRA-50", DOWN, "attack ana orc", "ana is unconscious and cannot act"),
    Refusal("BRA-50", "ana: {states: [dead]}", "move ana 0503", "ana is dead and cannot act"),
    Refusal("BRA-33", "orc: {states: [dead]}", "attack ana orc", "orc is dead"),
    Refusal("BRA-33", "ana: {at: null}", "attack ana orc", "ana is not on the map", "gm set ana at=HEX"),
    Refusal("BRA-33", "orc: {at: null}", "grab ana orc", "orc is not on the map"),
    # reach
    Refusal("BRA-33", "ana: {at: 0504}", "attack ana orc", "orc is 2 hexes away; sword reaches adjacent hexes"),
    Refusal(
        "BRA-61",
        "ana: {at: 0502, weapons: {pike: {traits: [reach, reach, reach]}}}",
        "attack ana orc",
        "orc is 4 hexes away; pike reaches 2 or 3 hexes away",
    ),
    Refusal(
        "BRA-61",
        "ana: {weapons: {pike: {traits: [reach, reach, reach]}, knife: {traits: [slashing]}}}",
        "attack ana orc --with pike",
        "orc is 1 hex away; pike reaches 2 or 3 hexes away",
        "knife reaches it",
    ),
    Refusal(
        "BRA-62",
        "ana: {weapons: {bow: {traits: [range], range: 9}}}",
        "attack ana orc",
        "orc is 1 hex away; bow reaches 2 to 8 hexes away",
    ),
    Refusal(
        "BRA-62",
        "ana: {at: 0503, weapons: {bow: {traits: [range], range: 3}}}",
        "attack ana orc",
        "orc is 3 hexes away; bow reaches 2 hexes away",
    ),
    Refusal(
        "BRA-62",
        "ana: {at: 0503, weapons: {bow: {traits: [range]}}}",
        "attack ana orc",
        "no `range:` says how far",
        "weapons.bow.range=HEXES",
    ),
    Refusal(
        "BRA-62",
        "terrain: {wall: {sight: blocked, hexes: [0505]}}\n"
        "ana: {at: 0503, weapons: {bow: {traits: [range], range: 9}}}",
        "attack ana orc",
        "ana has no line of effect to orc",
    ),
    Refusal("BRA-33", "ana: {at: 0504}", "grab ana orc", "orc is 2 hexes away"),
    Refusal("BRA-33", "ana: {at: 0504}", "shove ana orc", "orc is 2 hexes away"),
    Refusal("BRA-33", "ana: {at: 0504}", "drag ana orc --to 0505", "orc is 2 hexes away"),
    Refusal("BRA-33", "ana: {at: 0504}\n" + ARMED, "disarm ana orc", "orc is 2 hexes away"),
    Refusal("BRA-33", "ana: {at: 0504}", "trip ana orc", "orc is 2 hexes away"),
    Refusal(
        "BRA-33",
        "terrain: {wall: {sight: blocked, hexes: [0505]}}\nana: {at: 0504}",
        "feint ana orc --no-dodge",
        "ana does not see orc",
    ),
    Refusal(
        "BRA-33",  # after a run (BRA-44)
        "round: 1\nphase: attack\nturn: orc\norder: [ana, orc]\nacted: [ana]\nana: {at: 0501, done: [attack]}\n",
        "attack orc ana",
        "ana is 5 hexes away",
    ),
    # held
    Refusal("BRA-43", MOVE + HELD, "move ana 0503", "ana is held by orc and cannot move", "gm escape ana"),
    Refusal("BRA-43", ATTACK + HELD, "move ana 0503 --run", "ana is held by orc and cannot move", "gm release orc"),
    Refusal(
        "BRA-43",
        HELD + "imp: {at: 0604, speed: 3}",
        "attack ana imp",
        "ana is held by orc, who alone is within reach",
        "attack orc",
    ),
    Refusal("BRA-43", HELD + "imp: {at: 0604, speed: 3}", "shove ana imp", "orc, who alone is within reach"),
    Refusal("BRA-43", "orc: {held: {by: ana, dc: 9}}", "grab ana orc", "ana holds orc already", "gm release ana"),
    # the defense, the weapon, the places
    Refusal(
        "BRA-42",
        "orc: {feinted: {by: ana, what: no-dodge}}",
        "attack ana orc --defense dodge",
        "orc was feinted and may not dodge",
    ),
    Refusal("BRA-40", ARMED, "disarm ana orc --defense parry", "orc has not the ability parry", "light-armour"),
    Refusal("BRA-40", ARMED, "disarm ana orc --drop 0510", "0510 is 4 hexes from orc", "1 to 3"),
    Refusal("BRA-40", ARMED + FAR, "disarm ana orc --pass ben", "ben is not within 2 hexes of orc"),
    Refusal("BRA-40", ARMED + "imp: {at: 0507, speed: 1}", "disarm ana orc --pass imp", "imp is no ally of ana"),
    Refusal(
        "BRA-40", ARMED + BEN.replace("}}", "}, hands-free: 0}"), "disarm ana orc --pass ben", "ben has no free hand"
    ),
    Refusal("BRA-41", "", "drag ana orc --to 0507", "0507 is not within reach of ana"),
    Refusal("BRA-51", "ana: {states: [dead], damage: 9}", "heal ana 3", "ana is dead"),
    Refusal("BRA-53", "ana: {states: [dead], damage: 9}", "rest ana", "ana is dead"),
]

NEVER = [
    Refusal("BRA-33", "", "attack ana ana", "ana cannot do that to itself"),
    Refusal("BRA-43", "", "grab ana ana", "ana cannot do that to itself"),
    Refusal("BRA-20", AID + BEN, "aid ben ben --skill medicine --for attack", "ben cannot aid itself"),
    Refusal("BRA-20", AID + BEN, "aid ben ana --skill axes --for attack", "no tool die for axes", "medicine, bows"),
    Refusal("BRA-20", AID + BEN, "aid ben ana", "an aid is one thing", "--lift"),
    Refusal("BRA-20", AID + BEN, "aid ben ana --skill medicine", "needs a skill and a check", "--for"),
    Refusal("BRA-20", AID + BEN, "aid ben ana --skill medicine --for attack --lift", "an aid is one thing"),
    Refusal("BRA-22", AID + BEN, "aid ben ana --skill medicine --for resiliency --against orc", "against nobody"),
    Refusal("BRA-22", AID + BEN, "aid ben ana --skill medicine --for attack --against ana", "not its own foe"),
    Refusal("BRA-23", AID + BEN, "aid ben ana --lift", "ana is conscious and walks by itself"),
    Refusal("BRA-13", MOVE, "move ana", "a move needs an end"),
    Refusal("BRA-13", MOVE, "move ana 0506", "orc stands in 0506"),
    Refusal("BRA-13", MOVE, "move ana 0505", "ana is in 0505 already"),
    Refusal("BRA-32", "", "cast ana", "what does ana cast?"),
    Refusal("BRA-42", "", "feint ana orc", "a feint denies the dodge or the armour", "--no-dodge or --no-armour"),
    Refusal("BRA-43", "", "escape ana", "nobody holds ana"),
    Refusal("BRA-43", "", "release ana", "ana holds nobody"),
    Refusal("BRA-40", "", "disarm ana orc", "orc has no weapon to lose"),
    Refusal("BRA-40", ARMED, "disarm ana orc --keep --drop 0507", "the weapon goes one way only"),
    Refusal("BRA-40", ARMED, "disarm ana orc --pass ana", "ana is no third", "--keep"),
    Refusal(
        "BRA-40", "terrain: {pit: {cost: blocked, hexes: [0507]}}\n" + ARMED, "disarm ana orc --drop 0507", "blocked"
    ),
    Refusal("BRA-41", "", "drag ana orc", "a drag leads to a hex, or here", "--to HEX"),
    Refusal("BRA-41", "", "drag ana orc --here", "a drag leads to a hex, or here"),
    Refusal("BRA-41", "", "drag ana orc --to 0604 --here --step 0504", "a drag leads to a hex, or here"),
    Refusal("BRA-41", BEN, "drag ana orc --to 0504", "0504 is not free"),
    Refusal("BRA-41", "", "drag ana orc --to 0506", "0506 is where orc is"),
    Refusal("BRA-41", "", "drag ana orc --here --step 0505", "0505 is where ana is"),
    Refusal("BRA-41", "ana: {at: null}\norc: {at: null}", "drag ana orc --to 0604", "there is no map"),
    Refusal("BRA-41", "ana: {at: null}\norc: {at: null}", "drag ana orc --here", "there is no map", "--here"),
    Refusal("BRA-53", "", "rest ana --hours 0", "0 hours are no rest"),
]


def refused(bench, case: Refusal, *options: str) -> dict[str, Any]:
    """Play it; nothing may change. Gives what was said."""
    played = bench.play(case.situation, case.command, "", *options)
    assert played.code == 1, played.data
    assert played.data["rule"] == case.rule
    assert case.error in played.data["error"]
    assert case.remedy in played.data["remedy"]
    assert played.changed == {}
    assert not bench.journal.exists()
    return played.data


def names(rows: list[Refusal]) -> list[str]:
    return [f"{i} {row.rule} {row.command}" for i, row in enumerate(rows)]


@pytest.mark.parametrize("case", OVERRULED, ids=names(OVERRULED))
def test_refused_and_done_under_force(bench, case):
    refused(bench, case)
    forced = bench.play(case.situation, case.command, "", "--force", "--seed", "1")
    assert forced.code == 0, forced.data
    assert f"{case.rule} forced" in forced.told
    assert any(case.error in line for line in forced.told)


@pytest.mark.parametrize("case", NEVER, ids=names(NEVER))
def test_refused_for_good(bench, case):
    refused(bench, case)
    refused(bench, case, "--force")


@pytest.mark.parametrize("command", ["grab ana orc", "disarm ana orc"])
def test_another_weapon_is_no_remedy_for_a_contest(bench, command):
    armed = "ana: {at: 0503, weapons: {bow: {traits: [range], range: 9}, knife: {traits: [slashing, damage]}}}\n"
    case = Refusal("BRA-33", armed + ARMED, command, "orc is 3 hexes away")
    assert refused(bench, case)["remedy"] == ""


class Slip(NamedTuple):
    """Something mistyped."""

    code: int
    command: str
    error: str


SLIPS = [
    Slip(5, "attack ana orc --with swrod", "sword"),
    Slip(5, "attack ana ork", "orc"),
    Slip(5, "disarm ana orc --weapon spear", "orc has no weapon `spear`"),
    Slip(5, "aid ana elf --skill shortsowrd --for attack", "shortsword"),
    Slip(2, "aid ana elf --skill shortsword --for atack", "attack"),
    Slip(2, "attack ana orc --defense dodgee", "dodge"),
    Slip(2, "escape ana --skill deceit", "it must be one of unarmed, dodge, acrobatics, coordination"),
    Slip(2, "feint ana orc --no-dodge --no-armour", "exclude each other"),
    Slip(2, "classify slshing", "did you mean `slashing`?"),
    Slip(2, "classify 7", "it must be a word"),
    Slip(2, "move ana 99", "99"),
    Slip(2, "rest ana --hours many", "whole number"),
    Slip(2, "trip ana orc --defense dodge", "--defense"),
    Slip(1, "damage ana -3", "-3 is no number of points"),
    Slip(1, "heal ana -3", "-3 is no number of points"),
]


@pytest.mark.parametrize("slip", SLIPS, ids=[slip.command for slip in SLIPS])
def test_what_is_mistyped_is_said_and_nothing_is_written(bench, slip):
    situation = ARMED + "elf: {side: pc, at: 0504, speed: 3}"
    played = bench.play(situation, slip.command)
    assert played.code == slip.code, played.data
    assert slip.error in played.data["error"] + played.data["remedy"]
    assert played.changed == {}
    assert not bench.journal.exists()


DICE = [
    (6, "7 5", "orc, dodge"),
    (6, "", "ana, shortsword"),
    (2, "7 5 6 2 1", "left over"),
    (2, "11 5 6 2", "a d10 shows 1 to 10"),
    (2, "7 7 6 2", "a d6 shows 1 to 6"),
]


@pytest.mark.parametrize(("code", "dice", "error"), DICE)
def test_dice_that_do_not_fit(bench, code, dice, error):
    bench.lay("")
    before = bench.file.read_bytes()
    found, _, err = bench.run("--dice", dice.replace(" ", ",") or " ", "attack", "ana", "orc")
    assert found == code
    assert error in err
    assert bench.file.read_bytes() == before


FILES = [
    ("ana: {skills: {axes: d12}}", "a modifier, a tool die (d4, d6, d8, d10) and a tier"),
    ("ana: {skills: {axes: 4 t2 d6}}", "as `4 d6 t2`"),
    ("ana: {skills: {axes: much}}", "as `4 d6 t2`"),
    ("ana: {skills: {axes: {mod: 4, tool: d12}}}", "it must be one of d4, d6, d8, d10"),
    ("ana: {skills: {axes: {tier: -1}}}", "0 or more"),
    ("ana: {weapons: {axe: {traits: [slashng]}}}", "did you mean `slashing`?"),
    ("ana: {weapons: {axe: {range: far}}}", "whole number"),
    ("ana: {abilities: [pary]}", "did you mean `parry`?"),
    ("ana: {states: [asleep]}", "it must be one of prone, unconscious, dead, underwater"),
    ("ana: {damage: -1}", "0 or more"),
    ("ana: {speed: null}", "`speed` is missing"),
    ("ana: {aided: [{by: orc, skill: axes, for: glory}]}", "attack, defense, resiliency"),
    ("ana: {held: {by: orc}}", "`dc` is missing"),
    ("ana: {feinted: {by: orc, what: all}}", "no-dodge, no-armour"),
    ("rules: {base-die: d7}", "base-die"),
    ("rules: {rest-rol: true}", "rest-roll"),
    ("dropped: {axe: 99}", "dropped"),
]


@pytest.mark.parametrize(("situation", "fault"), FILES, ids=[situation for situation, _ in FILES])
def test_what_a_file_may_not_say(bench, situation, fault):
    bench.lay(situation)
    code, _, err = bench.run("attack", "ana", "orc")
    assert code == 3
    assert fault in err


FORMS = [
    ("4 d6 t2", (4, "d6", 2)),
    ("4", (4, None, 0)),
    ("-1", (-1, None, 0)),
    ("+3 t1", (3, None, 1)),
    ("d8", (0, "d8", 0)),
    ("t3", (0, None, 3)),
    ("{mod: 4, tool: d6, tier: 2}", (4, "d6", 2)),
    ("{tool: d10}", (0, "d10", 0)),
    ("", (0, None, 0)),
]


@pytest.mark.parametrize(("form", "meant"), FORMS)
def test_the_forms_of_a_skill(bench, form, meant):
    skill = bench.reading(f"ana: {{skills: {{axes: {form}}}}}").encounter.combatants["ana"].skill("axes")
    assert (skill.mod, skill.tool, skill.tier) == meant
    assert type(skill).read(str(skill)) == skill
