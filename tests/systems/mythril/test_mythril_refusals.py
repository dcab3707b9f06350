"""Every legality: refused by its rule's id before any die, nothing changed; done under --force, which is said.

And what there is no such thing as, which --force cannot do either; names nobody has; files that say the impossible.
"""

from typing import Any, NamedTuple

import pytest

FIGHT = "round: 1\nturn: rat\norder: [rat, wolf]\n"
PAID = {"rat.stamina": "6/7", "rat.used-combat-skill": "true"}
DODGED = {"wolf.stamina": "5/6", "wolf.used-combat-skill": "true"}


class Refusal(NamedTuple):
    """A command the rules do not allow, and what --force makes of it."""

    rule: str
    name: str
    situation: str
    command: str
    words: str
    """what the refusal says"""
    dice: str
    """what --force rolls"""
    changed: dict[str, Any]
    """what --force changes"""


LEGALITIES = [
    Refusal(
        "MYT-3",
        "not its turn",
        FIGHT,
        "attack wolf rat",
        "it is not wolf's turn; it is the turn of rat",
        "1 9",
        {
            "rat.stamina": "6/7",
            "rat.used-combat-skill": "true",
            "rat.actions": "1",
            "wolf.stamina": "5/6",
            "wolf.used-combat-skill": "true",
            "wolf.actions": "2",
        },
    ),
    Refusal(
        "MYT-3",
        "moving out of turn",
        FIGHT,
        "move wolf 0306",
        "it is not wolf's turn",
        "",
        {
            "wolf.at": "0306",
            "wolf.actions": "2",
            "wolf.provoked": [{"by": "rat", "at": "0305"}],
            "rat.provoked": [{"by": "wolf", "at": "0305", "passing": "true"}],
        },
    ),
    Refusal(
        "MYT-3",
        "a posture out of turn",
        FIGHT,
        "posture wolf prone",
        "it is not wolf's turn",
        "",
        {"wolf.posture": "prone"},
    ),
    Refusal(
        "MYT-3",
        "no action left to attack",
        FIGHT + "rat: {actions: 0}",
        "attack rat wolf",
        "rat has no action left in this round",
        "1 9",
        {**PAID, **DODGED, "wolf.actions": "2"},
    ),
    Refusal(
        "MYT-3",
        "no action left to move",
        FIGHT + "rat: {actions: 0}\nwolf: {at: 1010}",
        "move rat 0303",
        "rat has no action left",
        "",
        {"rat.at": "0303"},
    ),
    Refusal(
        "MYT-3",
        "no action left for the defense that is named",
        FIGHT + "wolf: {actions: 0}",
        "attack rat wolf --defense dodge",
        "wolf has no action left in this round",
        "1 9",
        {**PAID, **DODGED, "rat.actions": "1"},
    ),
    Refusal(
        "MYT-2",
        "slow, in a round it sits out",
        "round: 2\nturn: wolf\norder: [rat, wolf]\nrat: {mods: {agi: -1}}\n",
        "attack wolf rat --defense guard",
        "rat is slow (AGI -1) and sits round 2 out",
        "1 9",
        {
            "rat.stamina": "5/6",
            "rat.used-combat-skill": "true",
            "wolf.stamina": "5/6",
            "wolf.used-combat-skill": "true",
            "wolf.actions": "2",
        },
    ),
    Refusal(
        "MYT-21",
        "no Stamina, pushing, no --push",
        "rat: {stamina: 0/7, pushing: true}",
        "attack rat wolf",
        "rat has no Stamina left",
        "1 9",
        {"rat.used-combat-skill": "true", **DODGED},
    ),
    Refusal(
        "MYT-21",
        "no Stamina, no check on record, no --push: before any die",
        "rat: {stamina: 0/7}",
        "attack rat wolf",
        "rat has no Stamina left",
        "1 9",
        {"rat.used-combat-skill": "true", **DODGED},
    ),
    Refusal(
        "MYT-21",
        "--push with Stamina left",
        "",
        "attack rat wolf --push",
        "rat has Stamina 7/7, and pays with that before it pays with HP",
        "1 9",
        {"rat.hp": "12/13", "rat.used-combat-skill": "true", **DODGED},
    ),
    Refusal(
        "MYT-21",
        "a defense named that cannot be paid",
        "wolf: {stamina: 0/6, pushing: true}",
        "attack rat wolf --defense dodge",
        "wolf has no Stamina left",
        "1 9",
        {**PAID, "wolf.used-combat-skill": "true"},
    ),
    Refusal(
        "MYT-21",
        "--target-push with Stamina left",
        "",
        "attack rat wolf --target-push",
        "wolf has Stamina 6/6, and pays with that",
        "1 9",
        {**PAID, "wolf.hp": "9/10", "wolf.used-combat-skill": "true"},
    ),
    Refusal(
        "MYT-20",
        "a Combat Skill while exhausted",
        "rat: {stamina: 0/7, exhausted: true, posture: prone}",
        "attack rat wolf --push",
        "rat is exhausted and can use no Combat Skill",
        "1 9",
        {"rat.hp": "12/13", "rat.used-combat-skill": "true", **DODGED},
    ),
    Refusal(
        "MYT-20",
        "a defense while exhausted",
        "wolf: {stamina: 0/6, exhausted: true, posture: prone}",
        "attack rat wolf --defense dodge --target-push",
        "wolf is exhausted",
        "1 9",
        {**PAID, "wolf.hp": "9/10", "wolf.used-combat-skill": "true"},
    ),
    Refusal(
        "MYT-20",
        "standing up while exhausted",
        "rat: {stamina: 0/7, exhausted: true, posture: prone}",
        "posture rat standing",
        "rat is exhausted and cannot get up",
        "",
        {"rat.posture": None},
    ),
    Refusal(
        "MYT-20",
        "crouching while exhausted is half standing up",
        "rat: {stamina: 0/7, exhausted: true, posture: prone}",
        "posture rat crouching",
        "rat is exhausted and cannot get up",
        "",
        {"rat.posture": "crouching"},
    ),
    Refusal(
        "MYT-20",
        "walking while exhausted: 2 hexes of 1",
        "rat: {stamina: 0/7, exhausted: true, posture: prone}\nwolf: {at: 1010}",
        "move rat 0302",
        "rat has 1 hex; the way to 0302 costs 2 (0303 0302)",
        "",
        {"rat.at": "0302"},
    )._replace(rule="MYT-4"),
    Refusal(
        "MYT-4",
        "too far",
        "wolf: {at: 1010}",
        "move rat 0309",
        "rat has 4 hexes; the way to 0309 costs 5",
        "",
        {"rat.at": "0309"},
    ),
    Refusal(
        "MYT-4",
        "through a foe who stands",
        "",
        "move rat --path S,S",
        "wolf stands in the way in 0305",
        "",
        {
            "rat.at": "0306",
            "rat.provoked": [{"by": "wolf", "at": "0305"}],
            "wolf.provoked": [{"by": "rat", "at": "0305", "passing": "true"}],
        },
    ),
    Refusal(
        "MYT-4",
        "Speed 0",
        "rat: {mods: {agi: -2}}\nwolf: {at: 1010}",
        "move rat 0303",
        "rat has Speed 0 and cannot move",
        "",
        {"rat.at": "0303"},
    ),
    Refusal(
        "MYT-4",
        "an end where somebody lies",
        "wolf: {hp: 0/10}",
        "move rat 0305",
        "wolf lies in 0305",
        "",
        {"rat.at": "0305", "wolf.provoked": [{"by": "rat", "at": "0305", "passing": "true"}]},
    ),
    Refusal(
        "MYT-5",
        "an opportunity nobody gave",
        FIGHT,
        "attack wolf rat --opportunity",
        "rat has given wolf no opportunity",
        "1 9",
        {
            "rat.stamina": "6/7",
            "rat.used-combat-skill": "true",
            "rat.actions": "1",
            "wolf.stamina": "5/6",
            "wolf.used-combat-skill": "true",
            "wolf.actions": "2",
        },
    ),
    Refusal(
        "MYT-6",
        "out of reach",
        "wolf: {at: 0307}",
        "attack rat wolf",
        "wolf is 3 hexes away; sword reaches 1",
        "1 9",
        {**PAID, **DODGED},
    ),
    Refusal(
        "MYT-6",
        "a spell beyond 3 hexes",
        "rat: {weapons: {spark: {skill: fire, kind: spell}}}\nwolf: {at: 0308}",
        "attack rat wolf",
        "wolf is 4 hexes away; spark reaches 3",
        "1 9",
        {**PAID, **DODGED},
    ),
    Refusal(
        "MYT-6",
        "a ranged weapon beyond its range",
        "rat: {weapons: {sling: {skill: slings, kind: ranged, range: 4}}}\nwolf: {at: 0309}",
        "attack rat wolf",
        "wolf is 5 hexes away; sling reaches 4",
        "1 9",
        {**PAID, **DODGED},
    ),
    Refusal(
        "MYT-6",
        "out of sight",
        "rat: {weapons: {bow: {skill: bows, kind: ranged}}}\nwolf: {at: 0307}\n"
        "terrain: {wall: {sight: blocked, hexes: [0306]}}",
        "attack rat wolf",
        "wolf is out of sight behind 0306",
        "1 9",
        {**PAID, **DODGED},
    ),
    Refusal(
        "MYT-6",
        "judged where the mover was, not where it is",
        "rat: {provoked: [{by: wolf, at: 0301}]}",
        "attack wolf rat --opportunity",
        "rat is 4 hexes away; bite reaches 1",
        "1 9",
        {
            "rat.stamina": "6/7",
            "rat.used-combat-skill": "true",
            "rat.provoked": None,
            "wolf.stamina": "5/6",
            "wolf.used-combat-skill": "true",
        },
    ),
    Refusal(
        "MYT-6",
        "the attacker is nowhere",
        "rat: {at: null}",
        "attack rat wolf",
        "rat is not on the map, where others are",
        "1 9",
        {**PAID, **DODGED},
    ),
    Refusal(
        "MYT-6",
        "the target is nowhere",
        "wolf: {at: null}",
        "attack rat wolf --defense none",
        "wolf is not on the map",
        "1 2",
        {**PAID, "wolf.armor.absorbs": "3/10"},
    )._replace(dice="1 4", changed=PAID),
    Refusal(
        "MYT-12",
        "a counter that does not reach the attacker",
        "rat: {at: 0303, weapons: {pike: {skill: sword, threat: 2}}}",
        "attack rat wolf --defense counter",
        "no counter: rat is 2 hexes away; bite reaches 1",
        "1 9",
        {**PAID, **DODGED},
    ),
    Refusal(
        "MYT-30",
        "an unconscious attacker",
        "rat: {hp: 0/13}",
        "attack rat wolf",
        "rat is unconscious",
        "1 9",
        {**PAID, **DODGED},
    ),
    Refusal(
        "MYT-30",
        "an unconscious mover",
        "rat: {hp: -1/13}\nwolf: {at: 1010}",
        "move rat 0303",
        "rat is unconscious and bleeding out",
        "",
        {"rat.at": "0303"},
    ),
    Refusal(
        "MYT-30",
        "an unconscious one gets up",
        "rat: {hp: 0/13, posture: prone}",
        "posture rat standing",
        "rat is unconscious",
        "",
        {"rat.posture": None},
    ),
    Refusal(
        "MYT-30",
        "nor do the dead",
        "rat: {hp: -13/13, posture: prone}",
        "posture rat standing",
        "rat is dead",
        "",
        {"rat.posture": None},
    ),
    Refusal(
        "MYT-30",
        "HP below -MAX: dead, and no target",
        "wolf: {hp: -12/10, armor: null}",
        "attack rat wolf",
        "wolf is dead",
        "6",
        {**PAID, "wolf.hp": "-18/10"},
    ),
    Refusal(
        "MYT-30",
        "the dead act no more",
        "rat: {hp: -13/13}",
        "attack rat wolf",
        "rat is dead",
        "1 9",
        {**PAID, **DODGED},
    ),
    Refusal(
        "MYT-30",
        "nor are they healed; none of those named is",
        "rat: {hp: -13/13}\nwolf: {hp: 5/10}",
        "heal wolf=1 rat=14",
        "rat is dead (-13/13)",
        "",
        {"rat.hp": "1/13", "wolf.hp": "6/10"},
    ),
]

IMPOSSIBLE = [
    ("MYT-10", "", "attack rat rat", "rat cannot attack itself"),
    ("MYT-4", "", "move rat 0304", "rat is in 0304 already"),
    ("MYT-4", "", "move rat", "a move needs an end"),
    ("MYT-4", "", "move rat 0305", "wolf stands in 0305"),
    ("MYT-4 MYT-6", "rat: {at: null}", "move rat 0303", "rat is not on the map"),
    ("MYT-4", "terrain: {wall: {cost: blocked, hexes: [0303]}}", "move rat 0303", "0303 cannot be entered"),
    ("MYT-4", "", "posture rat standing", "rat is standing already"),
    ("MYT-6", "rat: {weapons: {}}", "attack rat wolf", "rat has no weapon"),
    ("MYT-11", "", "attack rat wolf --defense none --target-push", "without a defense wolf pays nothing"),
    ("MYT-12", "", "attack rat wolf --counter-with bite", "only a counter is made with a weapon"),
    ("MYT-12", "", "attack rat wolf --defense guard --counter-with bite", "only a counter is made with a weapon"),
    ("MYT-30", "", "damage rat -1", "-1 is no number of points"),
]

UNKNOWN = [
    ("attack rat wolf --with swrod", 5, "sword"),
    ("attack rat wolf --defense counter --counter-with bote", 5, "bite"),
    ("attack rat cat", 5, "cat"),
    ("attack rat wolf --defense parry", 2, "dodge, guard, counter, none"),
    ("posture rat sitting", 2, "standing, crouching, crawling, prone"),
    ("move rat Z9", 2, "Z9"),
    ("set rat ranks.sword=11", 2, "a whole number from 0 to 10"),
    ("set rat stamina=-1/7", 2, "may not be below 0"),
    ("set rat armor=rags", 2, "leather 10/10"),
    ("damage rat lots", 2, "lots"),
]

FILES = [
    ("rat: {ranks: {sword: 11}}", "rat: ranks.sword is 11; it must be a whole number from 0 to 10"),
    ("rat: {ranks: {sword: -1}}", "rat: ranks.sword is -1; it must be a whole number from 0 to 10"),
    ("rat: {weapons: {sword: {skill: sword, kind: thrown}}}", "it must be one of melee, ranged, spell"),
    ("rat: {weapons: {sword: {kind: melee}}}", "`skill` is missing"),
    ("rat: {armor: {type: hide}}", "`absorbs` is missing"),
    ("rat: {armor: {type: hide, absorbs: 4/3}}", "the first number may not exceed the second"),
    ("rat: {hp: 14/13}", "rat: hp is 14/13; the first number may not exceed the second"),
    ("rat: {posture: flying}", "it must be one of standing, crouching, crawling, prone"),
    ("rules: {slow: never}", "it must be one of skip-n, every-n"),
]


@pytest.mark.parametrize("case", LEGALITIES, ids=[f"{one.rule} {one.name}" for one in LEGALITIES])
def test_refused_and_forced(case, bench):
    refused = bench.play(case.situation, case.command)
    assert refused.code == 1, refused.data
    assert refused.data["rule"] == case.rule
    assert case.words in refused.data["error"]
    assert refused.changed == {}
    assert not bench.journal.exists()
    forced = bench.go_on(case.command, case.dice, "--force")
    assert forced.code == 0, forced.data
    assert f"{case.rule} forced" in forced.told
    assert forced.changed == case.changed


@pytest.mark.parametrize(("rule", "situation", "command", "words"), IMPOSSIBLE, ids=[one[2] for one in IMPOSSIBLE])
def test_what_there_is_no_such_thing_as(rule, situation, command, words, bench):
    for options in ((), ("--force",)):
        refused = bench.play(situation, command, "", *options)
        assert refused.code in (1, 2), refused.data
        assert refused.data.get("rule", "") in ("", *rule.split())
        assert words in refused.data["error"]
        assert refused.changed == {}


@pytest.mark.parametrize(("command", "code", "words"), UNKNOWN, ids=[one[0] for one in UNKNOWN])
def test_words_that_name_nothing(command, code, words, bench):
    refused = bench.play("", command)
    assert refused.code == code, refused.data
    assert words in f"{refused.data['error']} {refused.data.get('remedy')}"
    assert refused.changed == {}


@pytest.mark.parametrize(("situation", "words"), FILES, ids=[one[1][:50] for one in FILES])
def test_a_file_that_says_what_cannot_be(situation, words, bench):
    bench.lay(situation)
    code, _, err = bench.run("check")
    assert code == 3
    assert words in err or words in bench.run("check")[1]


def test_hp_below_minus_max_is_reported(bench):
    bench.lay("rat: {hp: -20/13}")
    _, out, _ = bench.run("status", "rat")
    assert "rat cannot act: dead" in out


def test_an_opportunity_of_another_is_nobody_elses(bench):
    refused = bench.play("rat: {provoked: [{by: owl, at: 0304}]}\nowl: {name: Owl}", "attack wolf rat --opportunity")
    assert (refused.code, refused.data["rule"]) == (1, "MYT-5")
    assert refused.data["error"] == "rat has given wolf no opportunity"
    assert refused.data["remedy"] == "it has given one to Owl"
    assert refused.changed == {}
