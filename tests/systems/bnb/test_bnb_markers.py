"""What begins and ends with a turn and with a round, markers, and falling (BNB-12, BNB-32, BNB-33)."""

from typing import Any

FIGHT = "round: 1\nturn: rat\norder: [rat, wolf]\n"
FOX = "fox: {at: 0508, facing: N, stats: {str: 2, spd: 3, agi: 1}, hp: 9/9"
"""a third animal, far away; more keys and a brace may follow"""
EVERYTHING = "as: 3, ds: 4, charged: true, markers: {vulnerable: 2, wary: true}"
"""all that the start of a turn takes away"""

ROWS: list[tuple[Any, ...]] = [
    # --- BNB-12: what begins with a turn ----------------------------------------------------------
    (
        "BNB-12",
        "whose turn begins drops AS, DS, Vulnerable, Wary and the charge's debt; nobody else does",
        FIGHT + f"rat: {{{EVERYTHING}}}\nwolf: {{{EVERYTHING}}}",
        "next",
        "",
        ["BNB-12 dropped"],
        {
            "turn": "wolf",
            "acted": ["rat"],
            "wolf.as": None,
            "wolf.ds": None,
            "wolf.charged": None,
            "wolf.markers.vulnerable": None,
            "wolf.markers.wary": None,
        },
    ),
    (
        "BNB-12",
        "a score of 0 is dropped too",
        FIGHT + "wolf: {as: 0, ds: 0}",
        "next",
        "",
        ["BNB-12 dropped"],
        {"turn": "wolf", "acted": ["rat"], "wolf.as": None, "wolf.ds": None},
    ),
    (
        "BNB-12",
        "vanilla: the AS goes when one's own turn ends, the DS when it begins",
        "rules: {scores: vanilla}\n" + FIGHT + "rat: {as: 5, ds: 6}\nwolf: {as: 3, ds: 4}",
        "next",
        "",
        ['"rat drops AS 5"', '"wolf drops DS 4"'],
        {"turn": "wolf", "acted": ["rat"], "rat.as": None, "wolf.ds": None},
    ),
    (
        "BNB-12",
        "persistent: the AS outlasts one's own turn's end",
        FIGHT + "rat: {as: 5, ds: 6}",
        "next",
        "",
        [],
        {"turn": "wolf", "acted": ["rat"]},
    ),
    (
        "BNB-12",
        "Held, Shock, Bleeding, injuries and the GM's marks stay",
        FIGHT
        + "wolf: {injuries: [eye], marks: {muddy: {}}, markers: {vulnerable: 1, held: rat, bleeding: 1, shock: 2}}\n"
        + FOX
        + "}",
        "next",
        "",
        ["BNB-12 dropped", "BNB-32 bleeds", "skip"],
        {"turn": "fox", "acted": ["rat", "wolf"], "wolf.hp": "13/14", "wolf.markers.vulnerable": None},
    ),
    (
        "BNB-12",
        "for one who lies at 0 HP too, in its place",
        FIGHT + f"wolf: {{hp: 0/14, {EVERYTHING}}}\n" + FOX + "}",
        "next",
        "",
        ["BNB-12 dropped", "skip", "turn"],
        {
            "turn": "fox",
            "acted": ["rat", "wolf"],
            "wolf.as": None,
            "wolf.ds": None,
            "wolf.charged": None,
            "wolf.markers.vulnerable": None,
            "wolf.markers.wary": None,
        },
    ),
    (
        "BNB-12",
        "for one in Shock too",
        FIGHT + "wolf: {as: 3, ds: 4, markers: {shock: 2, wary: true}}\n" + FOX + "}",
        "next",
        "",
        ["BNB-12 dropped", "skip", "turn"],
        {"turn": "fox", "acted": ["rat", "wolf"], "wolf.as": None, "wolf.ds": None, "wolf.markers.wary": None},
    ),
    (
        "BNB-12",
        "an unconscious one bleeds on, and is dying",
        FIGHT + "wolf: {hp: 0/14, markers: {bleeding: 2}}\n" + FOX + "}",
        "next",
        "",
        ["BNB-32 bleeds", "BNB-33 fell", '"wolf is dying"', "skip"],
        {"turn": "fox", "acted": ["rat", "wolf"], "wolf.hp": "-2/14"},
    ),
    (
        "BNB-12",
        "vanilla: the skipped one's turn ends as well",
        "rules: {scores: vanilla}\n" + FIGHT + "wolf: {hp: 0/14, as: 3, ds: 4}\n" + FOX + "}",
        "next",
        "",
        [],
        {"turn": "fox", "acted": ["rat", "wolf"], "wolf.as": None, "wolf.ds": None},
    ),
    (
        "BNB-12",
        "the round's end: Shock first, then tactics, then the next round, whose first bleeds",
        FIGHT.replace("turn: rat", "turn: wolf\nacted: [rat]")
        + "rat: {markers: {bleeding: 1}}\nwolf: {tactic: bite, markers: {shock: 2}}",
        "next",
        "6",
        ["wolf Shock: die 6, MYS 0 = 6", "BNB-32 shock", "round", "BNB-32 bleeds", "turn"],
        {
            "round": "2",
            "turn": "rat",
            "acted": None,
            "rat.hp": "7/8",
            "wolf.tactic": None,
            "wolf.markers.shock": None,
        },
    ),
    # --- BNB-32: markers --------------------------------------------------------------------------
    (
        "BNB-32",
        "Shock is rolled in turn order, not in file order; 4 or more ends it",
        (
            "round: 1\nturn: rat\norder: [wolf, rat]\nacted: [wolf]\n"
            "rat: {markers: {shock: 3}}\nwolf: {markers: {shock: 3}}"
        ),
        "next",
        "3 4",
        ["wolf Shock: die 3, MYS 0 = 3", "rat Shock: die 4, MYS 0 = 4", "round", "skip", "turn"],
        {"round": "2", "wolf.markers.shock": "2", "rat.markers.shock": None},
    ),
    (
        "BNB-32",
        "the MYS Rating is added: 1 + 3 ends it, 6 - 3 does not",
        "round: 1\nturn: fox\norder: [rat, wolf, fox]\nacted: [rat, wolf]\n"
        "rat: {stats: {str: 1, spd: 4, agi: 3, mys: 3}, markers: {shock: 5}}\n"
        "wolf: {stats: {str: 4, spd: 2, agi: 2, mys: -3}, markers: {shock: 5}}\n" + FOX + "}",
        "next",
        "1 6",
        ["rat Shock: die 1, MYS 3 = 4", "wolf Shock: die 6, MYS -3 = 3"],
        {"round": "2", "turn": "rat", "acted": None, "rat.markers.shock": None, "wolf.markers.shock": "4"},
    ),
    (
        "BNB-32",
        "the last round of Shock ends it whatever the die says",
        FIGHT.replace("turn: rat", "turn: wolf\nacted: [rat]") + "rat: {markers: {shock: 1}}",
        "next",
        "1",
        ['"rat is out of Shock"'],
        {"round": "2", "turn": "rat", "acted": None, "rat.markers.shock": None},
    ),
    (
        "BNB-32",
        "`gm mark rat shock` rolls its rounds",
        "",
        "mark rat shock",
        "5",
        ["BNB-32 marked"],
        {"rat.markers.shock": "5"},
    ),
    (
        "BNB-32",
        "Bleeding adds up",
        "rat: {markers: {bleeding: 1}}",
        "mark rat bleeding",
        "",
        [],
        {"rat.markers.bleeding": "2"},
    ),
    ("BNB-32", "Vulnerable adds up", "", "mark rat vulnerable", "", [], {"rat.markers.vulnerable": "1"}),
    ("BNB-32", "Wary is there or not", "", "mark rat wary", "", [], {"rat.markers.wary": "true"}),
    (
        "BNB-32",
        "unmarking takes all of it",
        "rat: {markers: {bleeding: 3, vulnerable: 2}}",
        "unmark rat bleeding",
        "",
        ["BNB-32 unmarked"],
        {"rat.markers.bleeding": None},
    ),
    (
        "BNB-32",
        "letting go",
        "wolf: {markers: {held: rat}}",
        "unmark wolf held",
        "",
        ["BNB-32 unmarked"],
        {"wolf.markers.held": None},
    ),
    (
        "BNB-32",
        "Bleeding takes its number, before anything may be done",
        FIGHT + "wolf: {hp: 9/14, markers: {bleeding: 3}}",
        "next",
        "",
        ['"wolf bleeds: 3 HP"', "turn"],
        {"turn": "wolf", "acted": ["rat"], "wolf.hp": "6/14"},
    ),
    (
        "BNB-32",
        "whoever bleeds to 0 as its turn begins is passed over",
        FIGHT + "wolf: {hp: 2/14, as: 5, markers: {bleeding: 2}}\n" + FOX + "}",
        "next",
        "",
        ["BNB-12 dropped", "BNB-32 bleeds", "BNB-33 fell", "skip", "turn"],
        {"turn": "fox", "acted": ["rat", "wolf"], "wolf.hp": "0/14", "wolf.fell": "1", "wolf.as": None},
    ),
    # --- BNB-33: 0 HP and below -------------------------------------------------------------------
    ("BNB-33", "1 HP is standing", "", "damage rat 7", "", ["BNB-33 hurt"], {"rat.hp": "1/8"}, ["BNB-33 fell"]),
    ("BNB-33", "0 HP is unconscious", "", "damage rat 8", "", ['"rat is unconscious"'], {"rat.hp": "0/8"}),
    ("BNB-33", "below 0 is dying", "", "damage rat 11", "", ['"rat is dying"'], {"rat.hp": "-3/8"}),
    ("BNB-33", "from 0 further down", "rat: {hp: 0/8}", "damage rat 1", "", ['"rat is dying"'], {"rat.hp": "-1/8"}),
    (
        "BNB-33",
        "who is dying already does not fall again",
        "rat: {hp: -1/8}",
        "damage rat 1",
        "",
        [],
        {"rat.hp": "-2/8"},
        ["BNB-33 fell"],
    ),
    (
        "BNB-33",
        "raised to 0 is not raised above it",
        "rat: {hp: -2/8}",
        "heal rat 2",
        "",
        ["BNB-33 healed"],
        {"rat.hp": "0/8"},
        ["BNB-33 woke"],
    ),
    ("BNB-33", "raised above 0 is conscious", "rat: {hp: -2/8}", "heal rat 3", "", ["BNB-33 woke"], {"rat.hp": "1/8"}),
    ("BNB-33", "never above the maximum", "rat: {hp: 6/8}", "heal rat 5", "", ["BNB-33 healed"], {"rat.hp": "8/8"}),
]


def test_row(bench, row):
    bench.holds(row)


def test_shock_counts_down_round_by_round(bench):
    """BNB-32: two rounds of Shock, both rolls failing: passed over twice, up again in the third."""
    bench.lay(FIGHT + "wolf: {markers: {shock: 2}}")
    first, second = bench.go_on("next", "3"), bench.go_on("next", "3")
    assert (first.changed["wolf.markers.shock"], second.changed["wolf.markers.shock"]) == ("1", None)
    up = bench.go_on("next")
    assert [event["who"] for event in up.data["events"] if event.get("kind") == "turn"] == [["wolf"]]


def test_with_everybody_in_shock_the_round_goes_by_and_it_is_said(bench):
    """BNB-12, BNB-32: nobody can act: one lap, Shock rolled at its end, no endless search."""
    situation = FIGHT.replace("turn: rat", "turn: wolf\nacted: [rat]")
    both = situation + "rat: {markers: {shock: 4}}\nwolf: {markers: {shock: 4}}"
    played = bench.play(both, "next", "1 1 1 1")
    assert played.code == 0, played.data
    assert "idle" in played.told
    assert played.after["round"] == "3"


def test_a_charge_s_debt_ends_with_the_charger_s_next_turn(bench):
    """BNB-55, BNB-12: `charged` weighs on a DS rolled before its next turn, and on none after."""
    bench.lay(
        FIGHT
        + "rat: {at: 0301, facing: S, as: 5}\n"
        + "wolf: {at: 0304, facing: N, as: 9, ds: 30, stats: {str: 1, spd: 2, agi: 2}}"
    )
    assert bench.go_on("attack rat wolf --charge").changed["rat.charged"] == "true"
    bench.go_on("next")
    struck = bench.go_on("attack wolf rat --offensive", "5 1 3 1")
    assert "rat DS: SPD 4, die 3, charge -2 = 5" in struck.told
    begun = bench.go_on("next")
    assert begun.changed["rat.charged"] is None and begun.changed["rat.ds"] is None
    again = bench.go_on("attack wolf rat", "1 3", "--force")  # out of turn; the rat has neither score now
    assert "rat DS: SPD 4, die 3 = 7" in again.told
