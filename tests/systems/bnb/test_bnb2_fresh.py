"""The non-persistent set: rolls, what tires, defending, kept dice (BNB-40 to BNB-44).

rat STR 1 SPD 4 AGI 3, wolf STR 4 SPD 2 AGI 2 HP 14, each directly ahead of the other.
"""

import pytest

FRESH = "rules: {scores: fresh}\n"
FIGHT = FRESH + "round: 2\nturn: rat\norder: [rat, wolf]\n"
WOLF_S_TURN = FRESH + "round: 2\nturn: wolf\norder: [wolf, rat]\n"

ROWS = [
    # --- BNB-40, 41: the rolls -----------------------------------------------------------------------------
    (
        "BNB-40",
        "one die each, nothing is stored as AS or DS: 3 + 5 >= 2 + 4",
        FIGHT,
        "attack rat wolf",
        "5 4 6",
        ["rat AS: AGI 3, die 5 = 8", "wolf DS: SPD 2, die 4 = 6", "BNB-24 hit", "rat core: STR 1, die 6 = 7"],
        {
            "rat.fresh.attack": "5",
            "rat.fresh.made": "1",
            "rat.done": ["attack"],
            "wolf.fresh.defense": "4",
            "wolf.fresh.taken": "1",
            "wolf.hp": "7/14",
        },
    ),
    (
        "BNB-40",
        "2 off for each attack made: 3 + 6 - 4",
        FRESH + "rat: {fresh: {made: 2}}",
        "attack rat wolf",
        "6 5",
        ["rat AS: AGI 3, die 6, attacks made -4 = 5", "wolf DS: SPD 2, die 5 = 7", "BNB-24 miss"],
        {
            "rat.fresh.attack": "6",
            "rat.fresh.made": "3",
            "wolf.fresh.defense": "5",
            "wolf.fresh.taken": "1",
        },
    ),
    (
        "BNB-41",
        "1 off for each undefended attack: 2 + 5 - 3",
        FRESH + "wolf: {fresh: {taken: 3}}",
        "attack rat wolf",
        "1 5 1",
        ["rat AS: AGI 3, die 1 = 4", "wolf DS: SPD 2, die 5, attacks taken -3 = 4", "BNB-24 hit"],
        {
            "rat.fresh.attack": "1",
            "rat.fresh.made": "1",
            "wolf.fresh.defense": "5",
            "wolf.fresh.taken": "4",
            "wolf.hp": "12/14",
        },
    ),
    (
        "BNB-40",
        "a stored AS and DS mean nothing here",
        FRESH + "rat: {as: 1, ds: 1}\nwolf: {as: 1, ds: 30}",
        "attack rat wolf",
        "5 4 6",
        ["rat AS: AGI 3, die 5 = 8", "wolf DS: SPD 2, die 4 = 6", "BNB-24 hit"],
        {
            "rat.fresh.attack": "5",
            "rat.fresh.made": "1",
            "wolf.fresh.defense": "4",
            "wolf.fresh.taken": "1",
            "wolf.hp": "7/14",
        },
    ),
    (
        "BNB-41",
        "what was made and taken is forgotten as one's own turn begins",
        WOLF_S_TURN + "rat: {fresh: {made: 2, taken: 1}}\nwolf: {fresh: {made: 1, taken: 2}}",
        "next",
        "",
        ["over", "turn"],
        {"turn": "rat", "acted": ["wolf"], "rat.fresh.made": None, "rat.fresh.taken": None},
    ),
    # --- BNB-42: defending ------------------------------------------------------------------------------------
    (
        "BNB-42",
        "two dice, the higher counts: 3 + 5 >= 2 + 5; it is not counted, and costs the next turn",
        FIGHT,
        "attack rat wolf --defend",
        "5 2 5 1",
        ["rat AS: AGI 3, die 5 = 8", "wolf DS: SPD 2, die 5 = 7", "BNB-24 hit"],
        {
            "rat.fresh.attack": "5",
            "rat.fresh.made": "1",
            "rat.done": ["attack"],
            "wolf.fresh.defense": "5",
            "wolf.skip": "true",
            "wolf.hp": "12/14",
        },
    ),
    (
        "BNB-42",
        "earlier undefended attacks still weigh: 2 + 6 - 1",
        FRESH + "wolf: {fresh: {taken: 1}}",
        "attack rat wolf --defend",
        "3 6 6",
        ["rat AS: AGI 3, die 3 = 6", "wolf DS: SPD 2, die 6, attacks taken -1 = 7", "BNB-24 miss"],
        {"rat.fresh.attack": "3", "rat.fresh.made": "1", "wolf.fresh.defense": "6", "wolf.skip": "true"},
    ),
    (
        "BNB-42",
        "the skipped turn is given, for flight",
        WOLF_S_TURN + "rat: {skip: true}",
        "next",
        "",
        ['"rat\'s turn: only `dodge --flee`: it defended itself"'],
        {"turn": "rat", "acted": ["wolf"], "rat.skip": None, "rat.done": ["skip"]},
    ),
    (
        "BNB-42",
        "so it is to one that cannot use it",
        WOLF_S_TURN + "rat: {skip: true, hp: 0/8}",
        "next",
        "",
        ["skip", "round", "turn"],
        {"round": "3", "rat.skip": None},
    ),
    (
        "BNB-42",
        "and is over as it ends",
        FIGHT + "rat: {done: [skip]}",
        "next",
        "",
        ["over"],
        {"turn": "wolf", "acted": ["rat"], "rat.done": None},
    ),
    (
        "BNB-42",
        "who defends in its own turn, against the claw it provoked, skips the next one",  # AS 2 + 3 + 1; DS 4 + 4
        FIGHT + "rat: {at: 0302, facing: N, done: [move], provoked: [{by: wolf, at: 0304, facing: N}]}",
        "attack wolf rat --opportunity --defend",
        "3 4 2",
        ["wolf AS: AGI 2, die 3, from behind 1 = 6", "rat DS: SPD 4, die 4 = 8", "BNB-24 miss"],
        {
            "wolf.fresh.attack": "3",
            "wolf.fresh.made": "1",
            "rat.fresh.defense": "4",
            "rat.skip": "true",
            "rat.provoked": None,
        },
    ),
    (
        "BNB-42",
        "so that turn's end does not count as the skipped one",
        FIGHT + "rat: {skip: true, done: [move]}",
        "next",
        "",
        ["over"],
        {"turn": "wolf", "acted": ["rat"], "rat.done": None},
    ),
    (
        "BNB-42",
        "and its Attack is left in it",
        FIGHT + "rat: {skip: true, done: [move], fresh: {attack: 1}}\nwolf: {fresh: {defense: 6}}",
        "attack rat wolf",
        "",  # 3 + 1 < 2 + 6
        ["BNB-24 miss"],
        {"rat.done": ["move", "attack"], "rat.fresh.made": "1", "wolf.fresh.taken": "1"},
    ),
    (
        "BNB-42",
        "who defends in a turn it skips already skips the next one, too: the wolf shares the rat's turn",
        FIGHT + "rat: {initiative: 5, done: [skip]}\nwolf: {initiative: 5}",
        "attack wolf rat --defend",
        "1 2 3",  # 2 + 1 < 4 + 3
        ["BNB-24 miss"],
        {
            "wolf.fresh.attack": "1",
            "wolf.fresh.made": "1",
            "wolf.done": ["attack"],
            "rat.fresh.defense": "3",
            "rat.skip": "true",
        },
    ),
    # --- BNB-43: dice stay on the table ------------------------------------------------------------------------
    (
        "BNB-43",
        "both dice are kept in this turn: 3 + 5 - 2, 2 + 4 - 1",
        FRESH + "rat: {fresh: {attack: 5, made: 1}}\nwolf: {fresh: {defense: 4, taken: 1}}",
        "attack rat wolf",
        "3",
        ["rat AS: AGI 3, die 5, attacks made -2 = 6", "wolf DS: SPD 2, die 4, attacks taken -1 = 5", "BNB-24 hit"],
        {"rat.fresh.made": "2", "wolf.fresh.taken": "2", "wolf.hp": "10/14"},
    ),
    (
        "BNB-43",
        "an Attack Die is no Defend Die: the target rolls its own",
        FRESH + "wolf: {fresh: {attack: 6}}",
        "attack rat wolf",
        "5 4 6",
        ["wolf DS: SPD 2, die 4 = 6"],
        {
            "rat.fresh.attack": "5",
            "rat.fresh.made": "1",
            "wolf.fresh.defense": "4",
            "wolf.fresh.taken": "1",
            "wolf.hp": "7/14",
        },
    ),
    (
        "BNB-43",
        "--defend rolls its two, whatever lies there, and the one that counted lies there then",
        FRESH + "rat: {fresh: {attack: 5}}\nwolf: {fresh: {defense: 6}}",
        "attack rat wolf --defend",
        "1 2 1",
        ["wolf DS: SPD 2, die 2 = 4", "BNB-24 hit"],
        {"rat.fresh.made": "1", "wolf.fresh.defense": "2", "wolf.skip": "true", "wolf.hp": "12/14"},
    ),
    (
        "BNB-43",
        "anybody's turn ends: everybody's dice are off the table, what was made and taken stays",
        FIGHT.replace("[rat, wolf]", "[rat, fox, wolf]")
        + "rat: {fresh: {attack: 5, made: 1}}\nwolf: {fresh: {defense: 4, taken: 1}}\n"
        + "fox: {at: 0608, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5}",
        "next",
        "",
        ["over"],
        {"turn": "fox", "acted": ["rat"], "rat.fresh.attack": None, "wolf.fresh.defense": None},
    ),
    # --- BNB-44: what joins the rolls ------------------------------------------------------------------------
    (
        "BNB-44",
        "from behind and Vulnerable: 3 + 1 + 1 + 4",
        FRESH + "wolf: {facing: SE, markers: {vulnerable: 2}}",
        "attack rat wolf",
        "1 6 1",
        ["rat AS: AGI 3, die 1, from behind 1, Vulnerable 4 = 9", "wolf DS: SPD 2, die 6 = 8", "BNB-24 hit"],
        {
            "rat.fresh.attack": "1",
            "rat.fresh.made": "1",
            "wolf.fresh.defense": "6",
            "wolf.fresh.taken": "1",
            "wolf.hp": "12/14",
        },
    ),
    (
        "BNB-44",
        "Held and Wary: 2 + 6 - 2 + 1",
        FRESH + "rat: {markers: {held: wolf}}\nwolf: {markers: {held: fox, wary: true}}",
        "attack rat wolf",
        "6 6 1",
        ["rat AS: AGI 3, die 6, Held -2 = 7", "wolf DS: SPD 2, die 6, Held -2, Wary 1 = 7", "BNB-24 hit"],
        {
            "rat.fresh.attack": "6",
            "rat.fresh.made": "1",
            "wolf.fresh.defense": "6",
            "wolf.fresh.taken": "1",
            "wolf.hp": "12/14",
        },
    ),
    (
        "BNB-44",
        "a charge: + 2 in this roll; the charger's DS rolls are 2 lower until its next turn",
        FRESH + "rat: {at: 0301, facing: S}\nwolf: {at: 0304, facing: N}",
        "attack rat wolf --charge",
        "4 5 1",
        ["rat AS: AGI 3, die 4, charge 2 = 9", "wolf DS: SPD 2, die 5 = 7", "BNB-24 hit"],
        {
            "rat.at": "0303",
            "rat.charged": "true",
            "rat.fresh.attack": "4",
            "rat.fresh.made": "1",
            "wolf.fresh.defense": "5",
            "wolf.fresh.taken": "1",
            "wolf.hp": "12/14",
        },
    ),
    (
        "BNB-44",
        "a stored DS is none of a charge's business here",
        FRESH
        + "rat: {at: 0301, facing: S, ds: 4, fresh: {attack: 1}}\nwolf: {at: 0304, facing: N, fresh: {defense: 6}}",
        "attack rat wolf --charge",
        "",  # 3 + 1 + 2 < 2 + 6
        ["rat AS: AGI 3, die 1, charge 2 = 6", "BNB-24 miss"],
        {"rat.at": "0303", "rat.charged": "true", "rat.fresh.made": "1", "wolf.fresh.taken": "1"},
    ),
    (
        "BNB-44",
        "a charger attacked: 4 + 3 - 2, every time",
        FRESH + "rat: {charged: true}",
        "attack wolf rat",
        "1 3",
        ["wolf AS: AGI 2, die 1 = 3", "rat DS: SPD 4, die 3, charge -2 = 5", "BNB-24 miss"],
        {
            "wolf.fresh.attack": "1",
            "wolf.fresh.made": "1",
            "rat.fresh.defense": "3",
            "rat.fresh.taken": "1",
        },
    ),
    (
        "BNB-27",
        "a fallen target rolls nothing, nothing is kept or counted for it",
        FRESH + "wolf: {hp: 0/14}",
        "attack rat wolf",
        "1 1",
        ["wolf DS: helpless 0 = 0", "BNB-24 hit"],
        {"rat.fresh.attack": "1", "rat.fresh.made": "1", "wolf.hp": "-2/14"},
    ),
    (
        "BNB-44",
        "BNB-26 does not apply: an attack roll of -4 is one",  # 3 - 8 + 1, against 2 + 1 - 9
        FRESH + "rat: {fresh: {made: 4}}\nwolf: {fresh: {taken: 9}}",
        "attack rat wolf",
        "1 1 1",
        ["rat AS: AGI 3, die 1, attacks made -8 = -4", "wolf DS: SPD 2, die 1, attacks taken -9 = -6", "BNB-24 hit"],
        {
            "rat.fresh.attack": "1",
            "rat.fresh.made": "5",
            "wolf.fresh.defense": "1",
            "wolf.fresh.taken": "10",
            "wolf.hp": "12/14",
        },
        ["BNB-26 no-attack"],
    ),
    (
        "BNB-44",
        "a stored AS of 0 forbids nothing",
        FRESH + "rat: {as: 0, fresh: {attack: 1}}\nwolf: {fresh: {defense: 6}}",
        "attack rat wolf",
        "",
        ["BNB-24 miss"],
        {"rat.fresh.made": "1", "wolf.fresh.taken": "1"},
    ),
    (
        "BNB-44",
        "nor an opportunity attack",
        FIGHT + "wolf: {as: 0}",
        "move rat --facing N",
        "",
        ["BNB-56 provoked"],
        {"rat.facing": "N", "rat.done": ["move"], "rat.provoked": [{"by": "wolf", "at": "0304", "facing": "N"}]},
    ),
    (
        "BNB-31",
        "critical-die: attack looks at the kept Attack Die",
        "rules: {scores: fresh, critical-die: attack}\nrat: {fresh: {attack: 6}}\nwolf: {fresh: {defense: 1}}",
        "attack rat wolf --vicious",
        "1 3",
        ["rat core: STR 1, die 1 = 2", "BNB-31 critical"],
        {
            "rat.fresh.made": "1",
            "rat.markers.vulnerable": "1",
            "wolf.fresh.taken": "1",
            "wolf.hp": "12/14",
            "wolf.injuries": ["eye"],
            "wolf.markers.bleeding": "1",
        },
    ),
    (
        "BNB-21",
        "stances make no difference here, and that is said",
        FRESH + "rat: {fresh: {attack: 1}}\nwolf: {fresh: {defense: 6}}",
        "attack rat wolf --defensive --target-offensive",
        "",
        ["BNB-21 stance", "BNB-21 stance", "BNB-24 miss"],
        {"rat.fresh.made": "1", "wolf.fresh.taken": "1"},
    ),
    (
        "BNB-56",
        "an opportunity attack counts as one that was made and taken: 2 + 4 - 2 + 1",
        FIGHT + "rat: {at: 0302, facing: N, provoked: [{by: wolf, at: 0304, facing: N}]}\nwolf: {fresh: {made: 1}}",
        "attack wolf rat --opportunity",
        "4 5",
        ["wolf AS: AGI 2, die 4, attacks made -2, from behind 1 = 5", "rat DS: SPD 4, die 5 = 9", "BNB-24 miss"],
        {
            "wolf.fresh.attack": "4",
            "wolf.fresh.made": "2",
            "rat.fresh.defense": "5",
            "rat.fresh.taken": "1",
            "rat.provoked": None,
        },
    ),
]


def test_row(bench, row):
    bench.holds(row)


@pytest.mark.parametrize(
    "command",
    [
        "attack rat wolf",
        "move rat 0303",
        "move rat --facing N",
        "move rat --back",
        "dodge rat",
        "tend rat",
        "attack rat wolf --charge",
    ],
)
def test_a_skipped_turn_allows_nothing_but_flight(bench, command):
    """BNB-42: refused with what it may do; the GM may allow it."""
    situation = FIGHT + "rat: {done: [skip], at: 0304, facing: SE, markers: {bleeding: 1}}\nwolf: {at: 0404}"
    if "charge" in command:
        situation = situation.replace("at: 0404", "at: 0505")
    played = bench.play(situation, command, "1 1 1 1")
    assert (played.code, played.data["rule"]) == (1, "BNB-42"), played.data
    assert "dodge --flee" in played.data["remedy"]
    bench.lay(situation)
    code, out, err = bench.run("--seed", "1", "--force", *command.split())
    assert code == 0, err
    assert "the GM rules: rat defended itself" in out


def test_two_defenses_cost_two_turns(bench):
    """BNB-42: one in a turn that is skipped already; the next one is skipped as well, the one after it is free."""
    bench.play(FIGHT + "rat: {initiative: 5, done: [skip]}\nwolf: {initiative: 5}", "attack wolf rat --defend", "1 2 3")
    for wanted in ("only `dodge --flee`: it defended itself", "Attack and Move"):
        told = bench.go_on("next").told
        assert [line for line in told if "share the turn" in line] == [f'"rat, wolf share the turn: {wanted}"']


def test_what_is_free_in_a_skipped_turn(bench):
    """BNB-32: letting go is no act."""
    played = bench.play(FIGHT + "rat: {done: [skip]}\nwolf: {markers: {held: rat}}", "release rat")
    assert played.changed == {"wolf.markers.held": None}


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        ("", "only with the non-persistent set"),
        ("rules: {scores: vanilla}", "only with the non-persistent set"),
        (FRESH + "wolf: {hp: 0/14}", "helpless"),
        (FRESH + "wolf: {markers: {shock: 1}}", "helpless"),
    ],
)
def test_defending_where_there_is_no_such_thing(bench, situation, words):
    """BNB-42: --force or not."""
    for force in ((), ("--force",)):
        played = bench.play(situation, "attack rat wolf --defend", "1 1 1", *force)
        assert (played.code, words in played.data["error"]) == (1, True), played.data
