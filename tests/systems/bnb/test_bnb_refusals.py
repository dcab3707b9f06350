"""Every legality: refused by its rule's id before any die, nothing changed; done under --force, which is said.

And what there is no such thing as, which --force cannot do either.
"""

from typing import Any, NamedTuple

import pytest

FIGHT = "round: 1\nturn: rat\norder: [rat, wolf]\n"
SECOND = "round: 1\nturn: wolf\norder: [rat, wolf, fox]\nacted: [rat]\n"
RUN = "rat: {at: 0301, facing: S, as: 5, ds: 4}\nwolf: {at: 0304, facing: N, ds: 30}\n"
"""a charge that misses: 5 + 2 = 7 < 30"""
RAN = {"rat.at": "0303", "rat.ds": "2", "wolf.ds": "29"}
"""what comes of it: AS 5 + 2 - 2 = 5, DS 4 - 2, 30 - 1"""
FOX = "fox: {at: 0508, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5}"
VOLE = "{at: 0302, stats: {str: 1, spd: 1, agi: 1}, hp: 5/5"


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
        "BNB-10",
        "not its turn",
        "round: 1\nturn: wolf\norder: [wolf, rat]\nrat: {as: 9}\nwolf: {ds: 30}",
        "attack rat wolf",
        "it is not rat's turn; it is the turn of wolf",
        "",
        {"rat.as": "7", "rat.done": ["attack"], "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-10",
        "tied with the PC, where the house lets everybody have a turn of its own",
        "rules: {tied-turns: separate}\n" + FIGHT + "rat: {initiative: 6, ds: 30}\nwolf: {initiative: 6, as: 9}",
        "attack wolf rat",
        "it is not wolf's turn; it is the turn of rat",
        "",
        {"wolf.as": "7", "wolf.done": ["attack"], "rat.ds": "29"},
    ),
    Refusal(
        "BNB-10",
        "tied with an NPC only",
        FIGHT + "rat: {side: npc, initiative: 6, ds: 30}\nwolf: {initiative: 6, as: 9}",
        "attack wolf rat",
        "it is not wolf's turn",
        "",
        {"wolf.as": "7", "wolf.done": ["attack"], "rat.ds": "29"},
    ),
    Refusal(
        "BNB-10",
        "the Attack is used",
        FIGHT + "rat: {as: 9, done: [attack]}\nwolf: {ds: 30}",
        "attack rat wolf",
        "rat has used its Attack",
        "",
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-11",
        "another tactic is marked",
        FIGHT + "rat: {as: 9, tactic: bite}\nwolf: {ds: 30}",
        "attack rat wolf --tactic claw",
        "rat has marked bite",
        "",
        {"rat.as": "7", "rat.done": ["attack"], "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-11",
        "a mark is not changed",
        FIGHT + "rat: {tactic: bite}",
        "tactic rat claw",
        "rat has marked bite",
        "",
        {"rat.tactic": "claw"},
    ),
    Refusal(
        "BNB-11",
        "no mark after the first tactic",
        FIGHT + "rat: {done: [attack]}",
        "tactic rat bite",
        "rat has used its Attack this turn; a tactic is marked before it",
        "",
        {"rat.tactic": "bite"},
    ),
    Refusal(
        "BNB-11",
        "no mark once its turn in the round is over",
        FIGHT.replace("turn: rat", "turn: wolf\nacted: [rat]"),
        "tactic rat bite",
        "rat's turn in this round is over",
        "",
        {"rat.tactic": "bite"},
    ),
    Refusal(
        "BNB-30",
        "a tactic it does not have cannot be marked",
        "rat: {tactics: [bite]}",
        "tactic rat claw",
        "rat does not have claw; it has bite",
        "",
        {"rat.tactic": "claw"},
    ),
    Refusal(
        "BNB-21",
        "dice as entered where the stance is declared before",
        "wolf: {ds: 30}",
        "attack rat wolf --as-entered",
        "as entered only where the choice is made after rolling",
        "2 5",  # AS 3 + 2 - 2 = 3, DS 4 + 5 = 9
        {"rat.as": "3", "rat.ds": "9", "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-21",
        "the target's dice as entered there",
        "rat: {as: 1}",
        "attack rat wolf --target-as-entered",
        "as entered only where the choice is made after rolling",
        "6 2",  # wolf AS 2 + 6 = 8, DS 2 + 2 = 4; 1 < 4
        {"rat.as": "-1", "wolf.as": "8", "wolf.ds": "3"},
    ),
    Refusal(
        "BNB-26",
        "a stored AS of 0",
        "rat: {as: 0}\nwolf: {ds: 4}",
        "attack rat wolf",
        "rat may not attack with an AS of 0",
        "",
        {"rat.as": "-2", "wolf.ds": "3"},  # the GM rules: it attacks at 0, misses 4, and tires
    ),
    Refusal(
        "BNB-26",
        "a stored AS of -1, though markers would make it 5",
        "rat: {as: -1}\nwolf: {ds: 4, markers: {vulnerable: 3}}",
        "attack rat wolf",
        "rat may not attack with an AS of -1",
        "1",
        {"rat.as": "-3", "wolf.ds": "3", "wolf.hp": "12/14"},  # -1 + 6 = 5 >= 4; core 1 + 1
    ),
    Refusal(
        "BNB-26",
        "a charge with a stored AS of 0, though it would make it 2",
        RUN.replace("as: 5", "as: 0"),
        "attack rat wolf --charge",
        "rat may not attack with an AS of 0",
        "",
        RAN,  # 0 + 2 - 2 = 0
    ),
    Refusal(
        "BNB-30",
        "bite beside",
        "rat: {as: 9, facing: NE}\nwolf: {ds: 30}",
        "attack rat wolf",
        "wolf is in the right-front hex; bite needs the hex directly ahead",
        "",
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-30",
        "claw backwards",
        "rat: {as: 9, facing: NW}\nwolf: {ds: 30}",
        "attack rat wolf --tactic claw",
        "claw needs any of the three hexes ahead",
        "",
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-30",
        "out of reach",
        "rat: {at: 0301, facing: S, as: 9}\nwolf: {at: 0304, ds: 30}",
        "attack rat wolf",
        "wolf is 3 hexes away (directly ahead); bite needs the hex directly ahead",
        "",
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-30",
        "out of reach, in the sector ahead but on no straight line",  # 0403 is S, S and SE of 0301
        "rat: {at: 0301, facing: S, as: 9}\nwolf: {at: 0403, ds: 30}",
        "attack rat wolf",
        "wolf is 3 hexes away (ahead); bite needs the hex directly ahead",
        "",
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-30",
        "no facing, hence no hexes ahead",
        "rat: {facing: null, as: 9}\nwolf: {ds: 30}",
        "attack rat wolf",
        "rat has no facing",
        "",
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-30",
        "a tactic it does not have",
        "rat: {as: 9, tactics: [claw]}\nwolf: {ds: 30}",
        "attack rat wolf",
        "rat does not have bite; it has claw",
        "",
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-30",
        "the target is not on the map",
        "rat: {as: 9}\nwolf: {at: null, ds: 30}",
        "attack rat wolf",
        "wolf is not on the map",
        "",
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-30",
        "the attacker is not on the map",
        "rat: {at: null, as: 9}\nwolf: {ds: 30}",
        "attack rat wolf",
        "rat is not on the map",
        "",
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-32",
        "in Shock",
        "rat: {as: 9, markers: {shock: 1}}\nwolf: {ds: 30}",
        "attack rat wolf",
        "rat is in Shock and cannot act",
        "",
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-32",
        "the held may not leave its hex to charge",
        RUN.replace("ds: 4", "ds: 4, markers: {held: wolf}"),
        "attack rat wolf --charge",
        "rat is held by wolf and may not leave its hex",
        "",
        RAN,
    ),
    Refusal(
        "BNB-33",
        "unconscious",
        "rat: {as: 9, hp: 0/8}\nwolf: {ds: 30}",
        "attack rat wolf",
        "rat is unconscious and cannot act",
        "",
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    Refusal(
        "BNB-33",
        "dying",
        "rat: {as: 9, hp: -4/8}\nwolf: {ds: 30}",
        "attack rat wolf",
        "rat is dying and cannot act",
        "",
        {"rat.as": "7", "wolf.ds": "29"},
    ),
    # --- the charge: each condition in its own words ----------------------------------------------
    Refusal(
        "BNB-55",
        "the house does not charge",
        "rules: {charge: false}\n" + RUN,
        "attack rat wolf --charge",
        "this house does not charge",
        "",
        RAN,
    ),
    Refusal(
        "BNB-55",
        "the Move is used",
        FIGHT + RUN.replace("ds: 4", "ds: 4, done: [move]"),
        "attack rat wolf --charge",
        "rat has used its Move; a charge takes the whole turn",
        "",
        {**RAN, "rat.done": ["move", "attack"]},
    ),
    Refusal(
        "BNB-10",
        "the Attack is used, so no charge",
        FIGHT + RUN.replace("ds: 4", "ds: 4, done: [attack]"),
        "attack rat wolf --charge",
        "rat has used its Attack",
        "",
        {**RAN, "rat.done": ["attack", "move"]},
    ),
    Refusal(
        "BNB-55",
        "distance 1",
        "rat: {as: 5, ds: 4}\nwolf: {ds: 30}",
        "attack rat wolf --charge",
        "wolf is only 1 hex away; a charge needs 2 or more",
        "",
        {"rat.ds": "2", "wolf.ds": "29"},  # it stays where it is
    ),
    Refusal(
        "BNB-55",
        "a foe in the way",
        RUN + f"vole: {VOLE}}}",
        "attack rat wolf --charge",
        "vole is in the way, in 0302",
        "",
        RAN,
    ),
    Refusal(
        "BNB-55",
        "one that stands over a body in the way",
        RUN + f"body: {VOLE}}}\n".replace("5/5", "0/5") + f"vole: {VOLE}}}",
        "attack rat wolf --charge",
        "vole is in the way, in 0302",
        "",
        RAN,
    ),
    Refusal(
        "BNB-55",
        "a friend in the way",
        RUN + f"vole: {VOLE}, side: pc}}",
        "attack rat wolf --charge",
        "vole is in the way, in 0302",
        "",
        RAN,
    ),
    Refusal(
        "BNB-55",
        "an unconscious one where the charge would end",
        RUN + f"vole: {VOLE}}}".replace("0302", "0303").replace("5/5", "0/5"),
        "attack rat wolf --charge",
        "vole lies where the charge would end, in 0303",
        "",
        RAN,
    ),
    Refusal(
        "BNB-55",
        "a wall in the way",
        RUN + "terrain: {wall: {cost: blocked, hexes: [0302]}}",
        "attack rat wolf --charge",
        "the way is blocked in 0302",
        "",
        RAN,
    ),
    Refusal(
        "BNB-55",
        "a wall among the last two hexes, free as they are",
        RUN + "terrain: {wall: {cost: blocked, hexes: [0303]}}",
        "attack rat wolf --charge",
        "the way is blocked in 0303",
        "",
        RAN,
    ),
    Refusal(
        "BNB-55",
        "claw targets more than the hex ahead",
        RUN,
        "attack rat wolf --charge --tactic claw",
        "a charge ends with a tactic that targets only the hex directly ahead",
        "",
        RAN,
    ),
    Refusal(
        "BNB-55",
        "marked claw cannot charge",
        RUN.replace("ds: 4", "ds: 4, tactic: claw"),
        "attack rat wolf --charge",
        "a charge ends with a tactic that targets only the hex directly ahead",
        "",
        RAN,
    ),
    Refusal(
        "BNB-50",
        "seven hexes to pay with 6 MP",
        RUN.replace("0304", "0311"),
        "attack rat wolf --charge",
        "rat has 6 MP, too few to run 9 hexes",
        "",
        {**RAN, "rat.at": "0310"},
    ),
    Refusal(
        "BNB-50",
        "two hexes to pay with 0 MP: only the first may always be entered",
        RUN.replace("0304", "0306").replace("ds: 4", "ds: 4, stats: {str: 1, spd: -5, agi: 3}"),
        "attack rat wolf --charge",
        "rat has 0 MP, too few to run 4 hexes",
        "",
        {**RAN, "rat.at": "0305"},
    ),
    Refusal(
        "BNB-50",
        "brush that cannot be paid: 1 + 3 of 3 MP",
        RUN.replace("0304", "0306").replace("ds: 4", "ds: 4, stats: {str: 1, spd: 1, agi: 3}")
        + "terrain: {brush: {cost: 3, hexes: [0303]}}",
        "attack rat wolf --charge",
        "rat has 3 MP, too few",
        "",
        {**RAN, "rat.at": "0305"},
    ),
    Refusal(
        "BNB-50",
        "hind legs: 4 - 3 + 2 = 3 MP for four hexes",
        RUN.replace("0304", "0308").replace("ds: 4", "ds: 4, injuries: [hind-leg, hind-leg, hind-leg]"),
        "attack rat wolf --charge",
        "rat has 3 MP, too few to run 6 hexes",
        "",
        {**RAN, "rat.at": "0307"},
    ),
    Refusal(
        "BNB-50",
        "base-move 0: 4 MP for five hexes",
        RUN.replace("0304", "0309").replace("ds: 4", "ds: 4, base-move: 0"),
        "attack rat wolf --charge",
        "rat has 4 MP, too few to run 7 hexes",
        "",
        {**RAN, "rat.at": "0308"},
    ),
    Refusal(
        "BNB-50",
        "dear ground leaves less for what follows: 3 + 1 + 1 of 4 MP",
        RUN.replace("0304", "0307").replace("ds: 4", "ds: 4, stats: {str: 1, spd: 2, agi: 3}")
        + "terrain: {brush: {cost: 3, hexes: [0302]}}",
        "attack rat wolf --charge",
        "rat has 4 MP, too few to run 5 hexes",
        "",
        {**RAN, "rat.at": "0306"},
    ),
    Refusal(
        "BNB-50",
        "a first hex dearer than all MP leaves none: 5 + 1 of 2 MP",
        RUN.replace("0304", "0306").replace("ds: 4", "ds: 4, stats: {str: 1, spd: 0, agi: 3}")
        + "terrain: {mire: {cost: 5, hexes: [0302]}}",
        "attack rat wolf --charge",
        "rat has 2 MP, too few to run 4 hexes",
        "",
        {**RAN, "rat.at": "0305"},
    ),
    # --- turns: no rule of the book, the turn machine's own ---------------------------------------
    Refusal(
        "",
        "a second turn in the round",
        SECOND + FOX,
        "next rat",
        "rat has had its turn in this round",
        "",
        {},
    ),
    Refusal(
        "",
        "a turn for the unconscious",
        FIGHT + "wolf: {hp: 0/14}",
        "next wolf",
        "wolf cannot act: unconscious",
        "",
        {},
    ),
]

IMPOSSIBLE = [
    ("BNB-30", "attacking oneself", "", "attack rat rat", "cannot attack itself"),
    ("BNB-55", "off the straight line", "rat: {at: 0302}", "attack rat wolf --charge", "no straight line"),
    (
        "BNB-55",
        "off the straight line, far away",
        "rat: {at: 0102}\nwolf: {at: 0507}",
        "attack rat wolf --charge",
        "no straight line",
    ),
    (
        "BNB-55",
        "one that lies in the charger's own hex",
        "wolf: {at: 0304, hp: 0/14}",
        "attack rat wolf --charge",
        "wolf is in rat's own hex; a charge starts 2 or more hexes away",
    ),
    (
        "BNB-55",
        "a charger that stands nowhere",
        "rat: {at: null}",
        "attack rat wolf --charge",
        "",
    ),
    (
        "BNB-55",
        "a target that stands nowhere",
        "wolf: {at: null}",
        "attack rat wolf --charge",
        "",
    ),
    (
        "BNB-55",
        "nobody stands anywhere",
        "rat: {at: null, facing: null}\nwolf: {at: null, facing: null}",
        "attack rat wolf --charge",
        "a charge needs a map",
    ),
    (
        "BNB-55",
        "one that stands would be stood on",
        RUN + f"vole: {VOLE}}}".replace("0302", "0303"),
        "attack rat wolf --charge",
        "0303",
    ),
    ("BNB-32", "held by nobody", "", "mark rat held", "needs its holder"),
    ("BNB-32", "a marker that is not there", "", "unmark rat bleeding", "not marked bleeding"),
    ("", "damage below 0", "", "damage rat -1", "0 or more"),
    ("", "healing below 0", "", "heal rat -1", "0 or more"),
]


def name(row: Any) -> str:
    return f"{row[0]} {row[1]}".strip()


@pytest.fixture
def table(bench):
    """The bench, and after the situation is laid a first step in the history, so that there is one to leave alone."""

    def lay(situation: str) -> tuple[bytes, bytes]:
        bench.lay(situation)
        code, _, errors = bench.run("mark", "wolf", "watched")
        assert code == 0, errors
        return bench.file.read_bytes(), bench.journal.read_bytes()

    return lay


def assert_untouched(bench, kept: tuple[bytes, bytes]) -> None:
    assert (bench.file.read_bytes(), bench.journal.read_bytes()) == kept


@pytest.mark.parametrize("case", LEGALITIES, ids=name)
def test_refused_before_any_die_and_nothing_changed(bench, table, case):
    kept = table(case.situation)
    played = bench.go_on(case.command, "7")  # no die shows a 7: were one asked for, the exit code would be 2
    assert (played.code, played.data.get("rule")) == (1, case.rule), played.data
    assert case.words in played.data["error"]
    assert_untouched(bench, kept)


@pytest.mark.parametrize("case", [case for case in LEGALITIES if case.changed], ids=name)
def test_forced_it_is_done_and_that_is_said(bench, case):
    played = bench.play(case.situation, case.command, case.dice, "--force")
    assert played.code == 0, played.data
    assert f"{case.rule} forced".strip() in played.told
    assert any(case.words in line for line in played.told if line.startswith('"the GM rules'))
    assert played.faces == [int(face) for face in case.dice.split()]
    assert played.changed == case.changed
    code, out, err = bench.run("check")
    assert code == 0, out + err  # what was forced is still an encounter


def test_what_is_allowed_is_not_called_forced(bench):
    """--force says something only where a rule was overruled."""
    played = bench.play("rat: {as: 9}\nwolf: {ds: 30}", "attack rat wolf", "", "--force")
    assert not any(line.endswith("forced") for line in played.told)


@pytest.mark.parametrize("force", [(), ("--force",)], ids=["", "forced"])
@pytest.mark.parametrize("case", IMPOSSIBLE, ids=name)
def test_impossible_is_refused_under_force_too(bench, table, case, force):
    rule, _, situation, command, words = case
    kept = table(situation)
    played = bench.go_on(command, "7", *force)
    assert played.code == 1, played.data
    assert words in played.data["error"]
    if force:
        assert played.data["rule"] == rule
    assert_untouched(bench, kept)


def test_a_marked_tactic_that_nobody_can_attack_with(bench, table):
    """BNB-11: who has marked dodge does not attack at all; where the GM forces one, it is a bite."""
    kept = table("rat: {as: 4, tactic: dodge}\nwolf: {ds: 30}")
    played = bench.go_on("attack rat wolf", "7")
    assert (played.code, played.data["rule"]) == (1, "BNB-11"), played.data
    assert "has marked dodge" in played.data["error"]
    assert_untouched(bench, kept)
    assert '"rat attacks wolf with bite"' in bench.go_on("attack rat wolf", "", "--force").told


def test_a_forced_turn_for_the_unconscious_is_given_or_refused(bench):
    """What --force says it overrules it does."""
    played = bench.play(FIGHT + "wolf: {hp: 0/14}\n" + FOX, "next wolf", "", "--force")
    assert played.code == 1 or played.after["turn"] == "wolf"


def test_a_forced_second_turn(bench):
    """The GM may give somebody a second turn in the round."""
    played = bench.play(
        SECOND + "rat: {as: 4}\n" + FOX,
        "next rat",
        "",
        "--force",
    )
    assert played.code == 0, played.data
    assert "forced" in played.told
    assert played.after["turn"] == "rat"
    assert played.changed["rat.as"] is None  # its turn begins as every turn does


def test_starting_twice_is_refused(bench, table):
    """BNB-1: a fight under way is not started again."""
    kept = table(FIGHT)
    played = bench.go_on("start", "7 7")
    assert played.code == 1, played.data
    assert "started already" in played.data["error"]
    assert_untouched(bench, kept)


@pytest.mark.parametrize("switch", ["scores: stale", "critical: triple", "opportunities: true", "charge: maybe"])
def test_a_switch_that_there_is_not_is_refused_by_name(bench, switch):
    """Nothing that is asked for in `rules:` is silently left out."""
    bench.lay(f"rules: {{{switch}}}")
    before = bench.file.read_bytes()
    code, _, err = bench.run("attack", "rat", "wolf")
    assert code == 3
    assert switch.partition(":")[0] in err
    assert bench.file.read_bytes() == before
    assert not bench.journal.exists()


def test_the_rear_is_adjacent_even_if_forced(bench):
    """BNB-23: behind the target but three hexes away is none of its three rear hexes: no +1."""
    situation = "rat: {at: 0301, facing: S, as: 9}\nwolf: {at: 0304, facing: S, ds: 30}"
    played = bench.play(situation, "attack rat wolf", "", "--force")
    assert "rat AS: stored 9 = 9" in played.told
