"""Attack and defense, damage by rank, shield and armor. Each row's values are worked out from the rules, by hand."""

import pytest

FIGHT = "round: 1\nturn: rat\norder: [rat, wolf]\n"
PAID = {"rat.stamina": "6/7", "rat.used-combat-skill": "true"}
"""what an attack costs before the fight: actions are not counted then"""
DODGED = {**PAID, "wolf.stamina": "5/6", "wolf.used-combat-skill": "true"}
BARE = "wolf: {armor: null}\n"
"""a wolf whose hide absorbs nothing"""
IN_TURN = {
    "rat.stamina": "6/7",
    "rat.used-combat-skill": "true",
    "rat.actions": "1",
    "wolf.stamina": "5/6",
    "wolf.used-combat-skill": "true",
    "wolf.actions": "2",
}
"""the same in a fight: of two actions and three"""
RANKS = ["1d4", "1d6", "1d8", "1d10", "2d6", "2d8", "3d6", "3d8", "4d6", "4d8"]


ROWS = [
    # what it costs, and who rolls what
    (
        "MYT-10",
        "both pay an action and a Stamina: 5 + 4 against 3 + 7",
        FIGHT,
        "attack rat wolf",
        "4 7",
        ("rat attack: sword 5, die 4 = 9", "wolf defense: dodge 3, die 7 = 10", "MYT-11 miss", '"dodged (9 < 10)"'),
        IN_TURN,
        ("MYT-11 hit",),
    ),
    (
        "MYT-10",
        "before the fight no action is counted, Stamina is",
        "",
        "attack rat wolf",
        "4 7",
        ("MYT-11 miss",),
        DODGED,
        (),
    ),
    (
        "MYT-10",
        "a skill the sheet does not name is 0",
        FIGHT + "rat: {weapons: {club: {skill: clubs}}}",
        "attack rat wolf",
        "4 7",
        ("rat attack: clubs 0, die 4 = 4", "MYT-11 miss"),
        IN_TURN,
        (),
    ),
    (
        "MYT-3",
        "before the fight a pool of 0 does not matter",
        "rat: {actions: 0}\nwolf: {actions: 0}",
        "attack rat wolf",
        "4 7",
        ("MYT-11 miss",),
        DODGED,
        (),
    ),
    # defenses
    (
        "MYT-11",
        "a tie hits: 5 + 9 = 14, 3 + 11 = 14; 1d8 6, nothing in the way",
        BARE,
        "attack rat wolf",
        "9 11 6",
        ("MYT-11 hit", '"hit (14 >= 14)"', "rat damage: die 6 = 6", "MYT-30 struck"),
        {**DODGED, "wolf.hp": "4/10"},
        (),
    ),
    (
        "MYT-11",
        "guard is the better one: 4 > 3",
        "wolf: {armor: null, skills: {bite: 4, guard: 4}}",
        "attack rat wolf",
        "1 9",
        ('"wolf guards"', "wolf defense: guard 4, die 9 = 13", '"blocked (6 < 13)"'),
        DODGED,
        (),
    ),
    (
        "MYT-11",
        "equal modifiers: it dodges",
        "wolf: {armor: null, skills: {bite: 4, guard: 3}}",
        "attack rat wolf",
        "1 9",
        ('"wolf dodges"', "wolf defense: dodge 3, die 9 = 12"),
        DODGED,
        (),
    ),
    (
        "MYT-11",
        "dodge on the sheet counts in place of AGI",
        "wolf: {armor: null, skills: {bite: 4, dodge: 1, guard: 2}}",
        "attack rat wolf",
        "1 9",
        ("wolf defense: guard 2, die 9 = 11",),
        DODGED,
        (),
    ),
    (
        "MYT-11",
        "the worse one on demand; a guard needs no shield",
        BARE,
        "attack rat wolf --defense guard",
        "1 9",
        ("wolf defense: guard 0, die 9 = 9", '"blocked (6 < 9)"'),
        DODGED,
        (),
    ),
    (
        "MYT-11",
        "no defense: nobody rolls, and it hits",
        BARE,
        "attack rat wolf --defense none",
        "6",
        ('"wolf does not defend"', '"hit: nobody rolls"', "rat damage: die 6 = 6"),
        {**PAID, "wolf.hp": "4/10"},
        (),
    ),
    (
        "MYT-11",
        "without an action left it cannot defend, and the output says why",
        FIGHT + "wolf: {armor: null, actions: 0}",
        "attack rat wolf",
        "6",
        ('"no defense: wolf has no action left in this round"', "MYT-11 hit"),
        {"rat.stamina": "6/7", "rat.used-combat-skill": "true", "rat.actions": "1", "wolf.hp": "4/10"},
        ("MYT-11 defense",),
    ),
    (
        "MYT-11",
        "without Stamina, pushing, and not told to pay HP",
        "wolf: {armor: null, stamina: 0/6, pushing: true}",
        "attack rat wolf",
        "6",
        ('"no defense: wolf has no Stamina left"',),
        {**PAID, "wolf.hp": "4/10"},
        (),
    ),
    (
        "MYT-11",
        "exhausted",
        "wolf: {armor: null, stamina: 0/6, exhausted: true, posture: prone}",
        "attack rat wolf",
        "6",
        ('"no defense: wolf is exhausted and can use no Combat Skill"',),
        {**PAID, "wolf.hp": "4/10"},
        (),
    ),
    (
        "MYT-11",
        "unconscious: 0 - 6",
        "wolf: {armor: null, hp: 0/10}",
        "attack rat wolf",
        "6",
        ('"no defense: wolf is unconscious"', "MYT-30 fell", '"wolf is unconscious and bleeding out"'),
        {**PAID, "wolf.hp": "-6/10"},
        (),
    ),
    (
        "MYT-2",
        "slow, in a round that it sits out: no defense either",
        "round: 2\nturn: rat\norder: [rat, wolf]\nwolf: {armor: null, mods: {agi: -1}}",
        "attack rat wolf",
        "6",
        ('"no defense: wolf is slow (AGI -1) and sits round 2 out"',),
        {"rat.stamina": "6/7", "rat.used-combat-skill": "true", "rat.actions": "1", "wolf.hp": "4/10"},
        (),
    ),
    (
        "MYT-12",
        "a counter that beats the attack stops it, and nobody is hurt",
        "",
        "attack rat wolf --defense counter",
        "5 7",
        ('"wolf counters with bite"', "wolf defense: bite 4, die 7 = 11", "MYT-12 miss", '"countered (10 < 11)"'),
        DODGED,
        ("MYT-11 hit",),
    ),
    (
        "MYT-12",
        "a tie does not: 5 + 6 = 11, 4 + 7 = 11",
        BARE,
        "attack rat wolf --defense counter",
        "6 7 8",
        ('"hit (11 >= 11)"', "rat damage: die 8 = 8"),
        {**DODGED, "wolf.hp": "2/10"},
        (),
    ),
    (
        "MYT-12",
        "with the weapon that is named",
        "wolf: {weapons: {bite: {skill: bite}, howl: {skill: howling, kind: spell}}, skills: {bite: 4, howling: 9}}",
        "attack rat wolf --defense counter --counter-with howl",
        "5 2",
        ('"wolf counters with howl"', "wolf defense: howling 9, die 2 = 11", "MYT-12 miss"),
        DODGED,
        (),
    ),
    (
        "MYT-12",
        "else with the first that reaches the attacker, here two hexes away",
        (
            "rat: {at: 0303, weapons: {spear: {skill: sword, threat: 2}}}\n"
            "wolf: {weapons: {bite: {skill: bite}, howl: {skill: howling, kind: spell}}}"
        ),
        "attack rat wolf --defense counter",
        "5 12",
        ('"wolf counters with howl"', "wolf defense: howling 0, die 12 = 12"),
        DODGED,
        (),
    ),
    # reach
    (
        "MYT-6",
        "the first weapon that reaches, not the first of the sheet",
        "rat: {at: 0303, weapons: {sword: {skill: sword}, spear: {skill: spears, threat: 2}}}",
        "attack rat wolf",
        "1 9",
        ('"rat attacks wolf with spear"', "rat attack: spears 0, die 1 = 1"),
        DODGED,
        (),
    ),
    (
        "MYT-6",
        "a spell reaches 3 hexes",
        "rat: {at: 0302, weapons: {spark: {skill: fire, kind: spell}}}",
        "attack rat wolf",
        "1 9",
        ('"rat casts spark at wolf"',),
        DODGED,
        (),
    ),
    (
        "MYT-6",
        "or as far as it says",
        "rat: {at: 0301, weapons: {spark: {skill: fire, kind: spell, range: 4}}}",
        "attack rat wolf",
        "1 9",
        ('"rat casts spark at wolf"',),
        DODGED,
        (),
    ),
    (
        "MYT-6",
        "a ranged weapon without a range, however far",
        "rat: {at: 0301, weapons: {bow: {skill: bows, kind: ranged}}}\nwolf: {at: 1220}",
        "attack rat wolf",
        "1 9",
        ('"rat attacks wolf with bow"',),
        DODGED,
        (),
    ),
    (
        "MYT-6",
        "without a map nobody is too far",
        "rat: {at: null}\nwolf: {at: null}",
        "attack rat wolf",
        "1 9",
        ("MYT-11 miss",),
        DODGED,
        (),
    ),
    (
        "MYT-6",
        "the weapon that is named by its beginning; whoever's turn it is may be left out",
        FIGHT + "rat: {weapons: {dagger: {skill: sword}, sword: {skill: sword}}}",
        "attack wolf --with sw",
        "1 9",
        ('"rat attacks wolf with sword"',),
        IN_TURN,
        (),
    ),
    # damage
    (
        "MYT-13",
        "without a rank exactly 1, whatever the weapon adds",
        "rat: {ranks: {}, weapons: {sword: {skill: sword, bonus: 4}}}\n" + BARE,
        "attack rat wolf --defense none",
        "",
        ("rat damage: without a rank 1 = 1",),
        {**PAID, "wolf.hp": "9/10"},
        (),
    ),
    (
        "MYT-13",
        "the weapon's bonus joins: 5 + 2",
        "rat: {weapons: {sword: {skill: sword, bonus: 2}}}\n" + BARE,
        "attack rat wolf --defense none",
        "5",
        ("rat damage: die 5, sword 2 = 7",),
        {**PAID, "wolf.hp": "3/10"},
        (),
    ),
    (
        "MYT-13",
        "with a spell MOX, too: 3 + 1 + 2; the rank is that of its type",
        "rat: {mods: {end: 1, mox: 2}, ranks: {fire: 2}, weapons: {spark: {skill: sorcery, type: fire, kind: spell,"
        " bonus: 1}}}\n" + BARE,
        "attack rat wolf --defense none",
        "3",
        ("rat damage: die 3, spark 1, MOX 2 = 6",),
        {**PAID, "wolf.hp": "4/10"},
        (),
    ),
    (
        "MYT-13",
        "a weapon takes no MOX",
        "rat: {mods: {end: 1, mox: 9}, ranks: {sword: 1}}\n" + BARE,
        "attack rat wolf --defense none",
        "4",
        ("rat damage: die 4 = 4",),
        {**PAID, "wolf.hp": "6/10"},
        (),
    ),
    (
        "MYT-13",
        "below 0 counts as 0, and heals nobody: 1 - 3",
        "rat: {weapons: {feather: {skill: sword, bonus: -3}}}",
        "attack rat wolf --defense none",
        "1",
        ("rat damage: die 1, feather -3 = -2", "MYT-13 no-damage", '"wolf takes no damage"'),
        PAID,
        ("MYT-14 absorbed",),
    ),
    *(
        (
            "MYT-13",
            f"rank {rank}: {dice}, the highest faces",
            f"rat: {{ranks: {{sword: {rank}}}}}\nwolf: {{armor: null, hp: 40/40}}",
            "attack rat wolf --defense none",
            " ".join([dice.partition("d")[2]] * int(dice[0])),
            (f"rat damage: {'die' if dice[0] == '1' else 'dice'} {most} = {most}",),
            {**PAID, "wolf.hp": f"{40 - most}/40"},
            (),
        )
        for rank, (dice, most) in enumerate(zip(RANKS, [4, 6, 8, 10, 12, 16, 18, 24, 24, 32], strict=True), 1)
    ),
    # shield and armor
    (
        "MYT-14",
        "armor: the dice, then what it absorbs: 6 - 2 = 4, 3 of it absorbed, destroyed, 1 left",
        "",
        "attack rat wolf",
        "9 11 6 2",
        (
            "wolf armor: damage 6, die -2 = 4",
            "MYT-14 absorbed",
            '"wolf\'s armor absorbs 3 and is destroyed"',
            '"wolf takes 1 damage"',
        ),
        {**DODGED, "wolf.armor.absorbs": "0/10", "wolf.hp": "9/10"},
        (),
    ),
    (
        "MYT-14",
        "destroyed armor has no dice and absorbs nothing",
        "wolf: {armor: {type: hide, absorbs: 0/10}}",
        "attack rat wolf --defense none",
        "6",
        ('"wolf takes 6 damage"',),
        {**PAID, "wolf.hp": "4/10"},
        (),
    ),
    (
        "MYT-14",
        "the dice take it all, and it does not wear: 2 - 4",
        "",
        "attack rat wolf --defense none",
        "2 4",
        ("wolf armor: damage 2, die -4 = -2", "MYT-14 turned", '"wolf takes no damage"'),
        PAID,
        ("MYT-14 absorbed",),
    ),
    (
        "MYT-14",
        "without a rank no die, it absorbs all the same: 2 of 3",
        "wolf: {ranks: {}}",
        "attack rat wolf --defense none",
        "2",
        ('"wolf\'s armor absorbs 2"', '"wolf takes no damage"'),
        {**PAID, "wolf.armor.absorbs": "1/10"},
        (),
    ),
    (
        "MYT-14",
        "behind a guard the shield first: 8 - 1 = 7, 2 absorbed, destroyed; armor 5 - 1 = 4, 3 absorbed; 1 left",
        "wolf: {ranks: {hide: 1, buckler: 2}, shield: {type: buckler, absorbs: 2/6}}",
        "attack rat wolf --defense guard",
        "15 1 8 1 1",
        (
            "wolf shield: damage 8, die -1 = 7",
            '"wolf\'s shield absorbs 2 and is destroyed"',
            "wolf armor: damage 5, die -1 = 4",
            '"wolf\'s armor absorbs 3 and is destroyed"',
            '"wolf takes 1 damage"',
        ),
        {**DODGED, "wolf.shield.absorbs": "0/6", "wolf.armor.absorbs": "0/10", "wolf.hp": "9/10"},
        (),
    ),
    (
        "MYT-14",
        "no damage left behind the shield: no armor die",
        "wolf: {ranks: {hide: 1, buckler: 2}, shield: {type: buckler, absorbs: 6/6}}",
        "attack rat wolf --defense guard",
        "15 1 3 1",
        ("wolf shield: damage 3, die -1 = 2", '"wolf\'s shield absorbs 2"', '"wolf takes no damage"'),
        {**DODGED, "wolf.shield.absorbs": "4/6"},
        ("MYT-14 turned",),
    ),
    (
        "MYT-14",
        "no damage to begin with: no shield die either, 1 - 3",
        (
            "rat: {weapons: {feather: {skill: sword, bonus: -3}}}\n"
            "wolf: {ranks: {hide: 1, buckler: 2}, shield: {type: buckler, absorbs: 6/6}}"
        ),
        "attack rat wolf --defense guard",
        "15 1 1",
        ("MYT-13 no-damage", '"wolf takes no damage"'),
        DODGED,
        ("MYT-14 turned", "MYT-14 absorbed"),
    ),
    (
        "MYT-14",
        "a shield is in nobody's way who dodges",
        "wolf: {armor: null, ranks: {buckler: 2}, shield: {type: buckler, absorbs: 6/6}}",
        "attack rat wolf --defense dodge",
        "15 1 3",
        ('"wolf takes 3 damage"',),
        {**DODGED, "wolf.hp": "7/10"},
        ("MYT-14 absorbed",),
    ),
    (
        "MYT-14",
        "several dice: 2d6 - 2d6, 9 - 5 = 4",
        "rat: {ranks: {sword: 5}}\nwolf: {ranks: {hide: 5}}",
        "attack rat wolf --defense none",
        "3 6 1 4",
        ("rat damage: dice 9 = 9", "wolf armor: damage 9, dice -5 = 4", '"wolf takes 1 damage"'),
        {**PAID, "wolf.armor.absorbs": "0/10", "wolf.hp": "9/10"},
        (),
    ),
    (
        "MYT-14",
        "armor in its short form",
        "wolf: {armor: hide 3/10}",
        "attack rat wolf --defense none",
        "2 1",
        ('"wolf\'s armor absorbs 1"',),
        {**PAID, "wolf.armor": "hide 2/10"},
        (),
    ),
]


def test_attack(row, bench):
    bench.holds(row)


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (("--mod", "+2 high ground"), ("rat attack: sword 5, die 4, high ground 2 = 11", '"hit (11 >= 10)"')),
        (("--target-mod", "+3 fog"), ("wolf defense: dodge 3, die 7, fog 3 = 13", '"dodged (9 < 13)"')),
    ],
    ids=["--mod", "--target-mod"],
)
def test_a_modifier_joins_the_d20_of_its_side(bench, words, lines):
    """5 + 4 against 3 + 7, a miss by one; damage 1 and 4 of the hide."""
    played = bench.play("", "attack rat wolf", "4 7 1 4" if words[0] == "--mod" else "4 7", *words)
    assert played.code == 0, played.data
    for line in lines:
        assert line in played.told


def test_one_who_attacks_its_own_side_is_told_so(bench):
    played = bench.play("wolf: {side: pc}", "attack rat wolf", "4 7")
    assert '"rat attacks its own side"' in played.told


@pytest.mark.parametrize("situation", ["", "wolf: {hp: 0/10}"])
def test_a_modifier_where_nobody_rolls_is_refused_before_any_die(bench, situation):
    command = "attack rat wolf" if situation else "attack rat wolf --defense none"
    refused = bench.play(situation, command, "", "--mod", "+2 high ground")
    assert (refused.code, refused.data["rule"]) == (1, "MYT-11")
    assert "--mod joins nothing" in refused.data["error"]
    refused = bench.play(situation, command, "6 1", "--target-mod", "+2 fog")
    assert refused.code == 2
    assert refused.changed == {}


@pytest.mark.parametrize("option", ["--mod", "--target-mod"])
def test_a_modifier_is_no_mistake_where_the_defense_fails_with_the_moxie_check(bench, option):
    """9 + 0 against 10: no defense, so nobody rolls; 1d8 6, the hide's 1d4 1."""
    played = bench.play("wolf: {stamina: 0/6}", "attack rat wolf --target-push", "9 6 1", option, "+2 fog")
    assert played.code == 0, played.data
    assert "MYT-20 exhausted" in played.told


def test_modifiers_meant_for_an_attack_that_fails_with_the_moxie_check_are_no_mistake(bench):
    """8 + 1 against 10: no attack, so nobody else rolls."""
    mods = ("--mod", "+2 high ground", "--target-mod", "+2 fog")
    played = bench.play("rat: {stamina: 0/7}", "attack rat wolf --push", "8", *mods)
    assert played.code == 0, played.data
    assert "MYT-20 no-attack" in played.told
