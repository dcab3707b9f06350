"""Initiative, pools, the slow; damage, unconsciousness, bleeding out, death. Worked out by hand beside each row."""

import json

import pytest

TURNS = {"turn": "rat", "order": ["rat", "wolf"], "round": "1"}
ROUND_2 = "round: 2\nturn: wolf\norder: [rat, wolf]\nacted: [rat]\n"
"""the last turn of round 2: `next` begins round 3, in which the rat, where it cannot act, is passed over"""


ROWS = [
    (
        "MYT-1",
        "1d8 + AGI + PER, in file order: 2 + 1 + 5 = 8, 3 + 1 + 2 = 6",
        "",
        "start",
        "5 2",
        ("rat initiative: AGI 2, PER 1, die 5 = 8", "wolf initiative: AGI 3, PER 1, die 2 = 6", '"order: rat, wolf"'),
        {**TURNS, "rat.initiative": "8", "wolf.initiative": "6"},
        (),
    ),
    (
        "MYT-1",
        "a tie goes to the higher AGI: 2 + 1 + 5 = 8, 3 + 1 + 4 = 8",
        "",
        "start",
        "5 4",
        ('"order: wolf, rat"',),
        {"turn": "wolf", "order": ["wolf", "rat"], "round": "1", "rat.initiative": "8", "wolf.initiative": "8"},
        (),
    ),
    (
        "MYT-1",
        "then to the PC; then the file: 2 + 0 + 4 each",
        "wolf: {mods: {agi: 2, per: 1}}\nowl: {side: pc, mods: {agi: 2, per: 1}}",
        "start",
        "4 4 4",
        ('"order: rat, owl, wolf"',),
        {
            "turn": "rat",
            "order": ["rat", "owl", "wolf"],
            "round": "1",
            "rat.initiative": "7",
            "wolf.initiative": "7",
            "owl.initiative": "7",
        },
        (),
    ),
    (
        "MYT-1",
        "a number in the file is kept, the dead roll nothing and come last, the unconscious roll",
        "rat: {initiative: 1}\nwolf: {hp: -10/10}\nowl: {hp: 0/10}",
        "start",
        "3",
        ('"order: owl, rat"', '"owl is passed over: unconscious"'),
        {"turn": "rat", "order": ["owl", "rat", "wolf"], "round": "1", "acted": ["owl"], "owl.initiative": "3"},
        (),
    ),
    (
        "MYT-1",
        "the dead come last even after -2 + 0 + 1 = -1",
        "rat: {initiative: 1}\nwolf: {hp: -10/10}\nowl: {mods: {agi: -2}}",
        "start",
        "1",
        ('"order: rat, owl"',),
        {"turn": "rat", "order": ["rat", "owl", "wolf"], "round": "1", "owl.initiative": "-1"},
        (),
    ),
    # pools
    (
        "MYT-3",
        "all are full as the round begins, whatever is left: 2 and 3",
        (
            "round: 1\nturn: wolf\norder: [rat, wolf]\nacted: [rat]\n"
            "rat: {actions: 0, used-combat-skill: true}\nwolf: {actions: 1, used-combat-skill: true}"
        ),
        "next",
        "",
        ("MYT-3 refill", '"actions: rat 2, wolf 3"', '"rat\'s turn: 2 actions, Stamina 7/7, Speed 4"'),
        {
            "round": "2",
            "turn": "rat",
            "acted": None,
            "rat.actions": None,
            "rat.used-combat-skill": None,
            "wolf.actions": None,
            "wolf.used-combat-skill": None,
        },
        (),
    ),
    (
        "MYT-3",
        "what a defense took before one's own turn is not given back",
        "round: 1\nturn: rat\norder: [rat, wolf]\nwolf: {actions: 1}",
        "next",
        "",
        ('"wolf\'s turn: 1 action, Stamina 6/6, Speed 5"',),
        {"turn": "wolf", "acted": ["rat"]},
        ("MYT-3 refill",),
    ),
    (
        "MYT-2",
        "slow: in round 2 AGI -1 sits out, and its turn is passed over",
        "round: 2\nturn: rat\norder: [rat, wolf, owl]\nwolf: {mods: {agi: -1}}\nowl: {at: 0909}",
        "next",
        "",
        ('"wolf is passed over: slow (AGI -1), it acts in round 3"', '"owl\'s turn: 1 action, Stamina 6/6, Speed 2"'),
        {"turn": "owl", "acted": ["rat", "wolf"]},
        (),
    ),
    (
        "MYT-3",
        "a pool written down as 0 in a round without one is full with the next, and its key gone",
        "round: 2\nturn: wolf\norder: [wolf, rat]\nrat: {mods: {agi: -1}, actions: 0, stamina: 6/6}",
        "next",
        "",
        ('"rat is passed over: slow (AGI -1), it acts in round 3"', '"actions: wolf 3, rat 1"'),
        {"round": "3", "rat.actions": None, "rat.rested": "true"},
        (),
    ),
    # life
    (
        "MYT-30",
        "0 is unconscious",
        "",
        "damage rat 13",
        "",
        ('"rat takes 13 damage"', "MYT-30 fell", '"rat is unconscious"'),
        {"rat.hp": "0/13"},
        (),
    ),
    (
        "MYT-30",
        "-12 of 13 is not dead yet",
        "",
        "damage rat 25",
        "",
        ('"rat is unconscious and bleeding out"',),
        {"rat.hp": "-12/13"},
        ("MYT-30 died",),
    ),
    (
        "MYT-30",
        "-13 of 13 is; several at once, each with points of its own",
        "",
        "damage rat=26 wolf=1",
        "",
        ("MYT-30 died", '"rat is dead"', '"wolf takes 1 damage"'),
        {"rat.hp": "-13/13", "wolf.hp": "9/10"},
        (),
    ),
    (
        "MYT-30",
        "against the maximum as it stands: of 5, -5",
        "rat: {hp: -4/5}",
        "damage rat 1",
        "",
        ("MYT-30 died",),
        {"rat.hp": "-5/5"},
        (),
    ),
    (
        "MYT-30",
        "raised above 0 it is conscious, never above the maximum",
        "rat: {hp: 0/13}",
        "heal rat 20",
        "",
        ('"rat is healed by 13 of 20"', "MYT-30 woke", '"rat is conscious again"'),
        {"rat.hp": "13/13"},
        ("MYT-31 staunched",),
    ),
    (
        "MYT-31",
        "raised to 0 it bleeds no more, and is unconscious still",
        "rat: {hp: -3/13}",
        "heal rat 3",
        "",
        ("MYT-31 staunched", '"rat is unconscious"'),
        {"rat.hp": "0/13"},
        ("MYT-30 woke",),
    ),
    (
        "MYT-31",
        "raised to -1 it goes on",
        "rat: {hp: -3/13}",
        "heal rat 2",
        "",
        ('"rat is healed by 2"',),
        {"rat.hp": "-1/13"},
        ("MYT-31 staunched",),
    ),
    (
        "MYT-31",
        "a point as the round begins, before the pools",
        ROUND_2 + "rat: {hp: -1/13}",
        "next",
        "",
        ('"round 3"', "MYT-31 bleeds", '"rat bleeds out: -2 of -13"', "MYT-3 refill"),
        {"round": "3", "rat.hp": "-2/13"},
        (),
    ),
    (
        "MYT-31",
        "0 does not bleed",
        ROUND_2 + "rat: {hp: 0/13}",
        "next",
        "",
        ('"round 3"',),
        {"round": "3"},
        ("MYT-31 bleeds",),
    ),
    (
        "MYT-31",
        "the last point: dead, and out of the pools; a corpse bleeds no more",
        ROUND_2 + "rat: {hp: -12/13}\nowl: {hp: -10/10, initiative: 1}",
        "next",
        "",
        ("MYT-31 bleeds", "MYT-30 died", '"actions: wolf 3"'),
        {"round": "3", "rat.hp": "-13/13"},
        (),
    ),
    (
        "MYT-31",
        "not as round 1 begins",
        "rat: {hp: -1/13, initiative: 9}\nwolf: {initiative: 8}",
        "start",
        "",
        ('"round 1"', '"rat is passed over: unconscious and bleeding out"'),
        {"round": "1", "turn": "wolf", "order": ["rat", "wolf"], "acted": ["rat"]},
        ("MYT-31 bleeds",),
    ),
]


def test_rounds(row, bench):
    bench.holds(row)


def acting(bench, agi: int, rules: str, rounds: range) -> list[int]:
    """The actions of somebody in each of these rounds, as `gm status` has them."""
    found = []
    for number in rounds:
        bench.lay(f"rules: {rules}\nround: {number}\nturn: wolf\norder: [wolf, rat]\nrat: {{mods: {{agi: {agi}}}}}")
        _, out, _ = bench.run("--json", "status", "rat")
        found.append(json.loads(out)["combatants"]["rat"]["actions"])
    return found


@pytest.mark.parametrize(
    ("agi", "worked", "formula"), [(0, 1, 1), (1, 1, 2), (2, 2, 3), (3, 3, 4), (5, 5, 6)], ids=lambda n: str(n)
)
def test_myt_2_actions_by_agility(bench, agi, worked, formula):
    """The source's worked numbers against its headline, AGI + 1."""
    assert acting(bench, agi, "{}", range(1, 2)) == [worked]
    assert acting(bench, agi, "{actions: formula}", range(1, 2)) == [formula]


@pytest.mark.parametrize(
    ("agi", "slow", "rounds"),
    [
        (-1, "skip-n", [1, 3, 5, 7]),
        (-2, "skip-n", [1, 4, 7]),
        (-3, "skip-n", [1, 5]),
        (-1, "every-n", [1, 3, 5, 7]),
        (-2, "every-n", [1, 3, 5, 7]),
        (-3, "every-n", [1, 4, 7]),
    ],
)
def test_myt_2_rounds_in_which_the_slow_act(bench, agi, slow, rounds):
    """skip-n: 1, n + 2, 2n + 3; every-n: 1, n + 1, 2n + 1, n at least 2; one action, by the formula, too."""
    for actions in ("worked", "formula"):
        found = acting(bench, agi, f"{{slow: {slow}, actions: {actions}}}", range(1, 9))
        assert found == [int(number in rounds) for number in range(1, 9)]


def test_myt_1_who_is_added_rolls_then(bench):
    """AGI 0, PER 0, die 7: between the rat's 8 and the wolf's 6; a full pool of 1."""
    bench.lay("round: 1\nturn: rat\norder: [rat, wolf]\nrat: {initiative: 8}\nwolf: {initiative: 6}")
    played = bench.go_on("add cutpurse --as owl --at 0909 mods.agi=0 mods.per=0 mods.end=0", "7")
    assert played.code == 0, played.data
    assert "owl initiative: AGI 0, PER 0, die 7 = 7" in played.told
    assert played.after["order"] == ["rat", "owl", "wolf"]


def test_nobody_has_a_maximum_below_1(bench):
    """10 - 8 - 8 HP and 6 - 8 Stamina would be none."""
    rat = bench.reading("rat: {mods: {end: -8, spi: -8}}").encounter.combatants["rat"]
    assert (rat.hp, rat.stamina) == ((1, 1), (1, 1))


def test_what_a_default_hangs_on_may_be_set(bench):
    """END 1 -> 3: HP 10 + 3 + 2, Stamina 6 + 3; AGI 2 -> 4: four actions. What the file says itself stays."""
    bench.lay("rat: {stamina: 5/7}")
    played = bench.go_on("set rat mods.end=3 mods.agi=4")
    assert played.code == 0, played.data
    assert played.changed == {"rat.mods.end": "3", "rat.mods.agi": "4"}
    _, out, _ = bench.run("--json", "status", "rat")
    rat = json.loads(out)["combatants"]["rat"]
    assert (rat["hp"], rat["stamina"], rat["actions"]) == ({"now": 15, "max": 15}, {"now": 5, "max": 7}, 4)
