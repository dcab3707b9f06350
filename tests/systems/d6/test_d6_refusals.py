"""Every legality: refused by its rule's id before any die, nothing changed; done under --force, which is said.

And what there is no such thing as, which --force cannot do either; and names and dice that are none.
"""

from typing import Any, NamedTuple

import pytest

FIGHT = "round: 1\nturn: bo\norder: [bo, thug]\n"
SECOND = "round: 1\nturn: thug\norder: [bo, thug]\nacted: [bo]\n"
MISS = "thug: {passive: 20}\n"
NOTHING = "1 1 1 1"
MAP = "grid: {hex: 2 m, size: 20x20}\nbo: {at: 0505}\nthug: {at: 0705, passive: 20}\n"
AIMING = FIGHT + MISS + "bo: {used: 2, aim: {at: thug, rounds: 1}}\n"
FULL = FIGHT + MISS + "bo: {used: 2, full: true, defense: {how: dodge, value: 3}}\n"
GONE = {"bo.aim.at": None, "bo.aim.rounds": None}
AIM = {"bo.aim.at": "thug", "bo.aim.rounds": "1"}


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
        "D6-11",
        "not its turn",
        SECOND + MISS,
        "attack bo thug",
        "it is not bo's turn; it is the turn of thug",
        NOTHING,
        {"bo.used": "1"},
    ),
    Refusal(
        "D6-11",
        "no action left",
        FIGHT + MISS + "bo: {used: 2}",
        "attack bo thug",
        "bo has no action left",
        NOTHING,
        {"bo.used": "3"},
    ),
    Refusal(
        "D6-11",
        "one owed, one used",
        FIGHT + MISS + "bo: {used: 1, owed: 1}",
        "attack bo thug",
        "bo has no action left",
        NOTHING,
        {"bo.used": "2"},
    ),
    Refusal(
        "D6-11",
        "none left to defend with",
        FIGHT + "bo: {used: 2}",
        "defend bo dodge",
        "`gm borrow` or `gm spend` gives one more",
        "3",
        {"bo.used": "3", "bo.defense.how": "dodge", "bo.defense.value": "1"},
    ),
    Refusal(
        "D6-11",
        "none left to act with",
        FIGHT + "bo: {used: 2}",
        "act bo shouts",
        "bo has no action left",
        "",
        {"bo.used": "3"},
    ),
    Refusal(
        "D6-11",
        "a defense is made on one's own turn",
        SECOND,
        "defend bo dodge",
        "it is not bo's turn",
        "3",
        {"bo.used": "1", "bo.defense.how": "dodge", "bo.defense.value": "1"},
    ),
    Refusal(
        "D6-12",
        "borrowing twice in a round",
        FIGHT + "bo: {borrowed: 1, extra: 1}",
        "borrow bo",
        "bo has borrowed an action this round",
        "",
        {"bo.extra": "2"},
    ),
    Refusal(
        "D6-12",
        "before the fight",
        "",
        "borrow bo",
        "the fight has not started: actions are not counted yet",
        "",
        {"bo.borrowed": "1", "bo.extra": "1"},
    ),
    Refusal(
        "D6-11",
        "borrowing out of turn",
        SECOND,
        "borrow bo",
        "it is not bo's turn",
        "",
        {"bo.borrowed": "1", "bo.extra": "1"},
    ),
    Refusal(
        "D6-13",
        "points one has not",
        FIGHT + "bo: {luck: 0}",
        "spend bo luck",
        "bo has 0 Luck Points; an action costs 1",
        "",
        {"bo.extra": "1"},
    ),
    Refusal(
        "D6-13",
        "one Character Point of two",
        FIGHT + "bo: {character: 1}",
        "spend bo character",
        "bo has 1 Character Point; an action costs 2",
        "",
        {"bo.character": "0", "bo.extra": "1"},
    ),
    Refusal(
        "D6-13",
        "before the fight",
        "bo: {luck: 1}",
        "spend bo luck",
        "the fight has not started",
        "",
        {"bo.luck": "0", "bo.extra": "1"},
    ),
    Refusal(
        "D6-14",
        "with one action left",
        FIGHT + "bo: {used: 1}",
        "wait bo --until thug",
        "bo has 1 action left; this needs 2",
        "",
        {"turn": "thug", "bo.waits": "thug", "bo.used": "2"},
    ),
    Refusal(
        "D6-14",
        "for one who went before its place",
        FIGHT + "acted: [thug]",
        "wait bo --until thug",
        "thug does not come later this round",
        "",
        {"bo.used": "1"},
    ),
    Refusal(
        "D6-14",
        "for one whose turn is over",
        SECOND,
        "wait thug --until bo",
        "bo does not come later this round",
        "",
        {"thug.used": "1"},
    ),
    Refusal(
        "D6-15",
        "farther than the actions carry",
        FIGHT + MAP + "bo: {at: 0505, used: 1}",
        "move bo 0513",
        "bo can go 15 m more; this way is 16 m",
        "",
        {"bo.at": "0513", "bo.moved": "16", "bo.used": "3"},
    ),
    Refusal(
        "D6-15",
        "with no action left, beyond the free meters",
        FIGHT + MAP + "bo: {at: 0505, used: 2, moved: 4}",
        "move bo 0504",
        "bo can go 1 m more; this way is 2 m",
        "",
        {"bo.at": "0504", "bo.moved": "6", "bo.used": "3"},
    ),
    Refusal(
        "D6-15",
        "meters of a map without a size",
        FIGHT + "bo: {at: 0505}\nthug: {at: 0705}\n",
        "move bo 0504",
        "the grid has no `hex:` size",
        "",
        {"bo.at": "0504", "bo.moved": "1"},
    ),
    Refusal(
        "D6-15",
        "through a foe",
        FIGHT + MAP + "thug: {at: 0504}",
        "move bo --path N,N",
        "thug stands in the way in 0504",
        "",
        {"bo.at": "0503", "bo.moved": "4"},
    ),
    Refusal(
        "D6-20",
        "the dead are no target",
        MISS + "thug: {passive: 20, wounds: [dead]}",
        "attack bo thug",
        "thug is dead",
        NOTHING,
        {},
    ),
    Refusal(
        "D6-20",
        "nobody without a hex where others have one",
        MAP + "thug: {at: null, passive: 20}",
        "attack bo thug",
        "thug is not on the map",
        NOTHING,
        {},
    ),
    Refusal(
        "D6-20",
        "nor attacks from nowhere",
        MAP + "bo: {at: null}",
        "attack bo thug",
        "bo is not on the map",
        NOTHING,
        {},
    ),
    Refusal(
        "D6-21",
        "a parry with nothing in hand",
        FIGHT,
        "defend bo parry",
        "bo has nothing in hand to parry with",
        "3",
        {"bo.used": "1", "bo.defense.how": "parry", "bo.defense.value": "1"},
    ),
    Refusal(
        "D6-22",
        "--full after an action",
        FIGHT + "bo: {used: 1}",
        "defend bo dodge --full",
        "bo has used, borrowed or bought an action",
        "3 3 3",
        {"bo.used": "2", "bo.full": "true", "bo.defense.how": "dodge", "bo.defense.value": "3"},
    ),
    Refusal(
        "D6-22",
        "--full with a borrowed one",
        FIGHT + "bo: {borrowed: 1, extra: 1}",
        "defend bo dodge --full",
        "leave --full out",
        "3 3 3",
        {"bo.used": "3", "bo.full": "true", "bo.defense.how": "dodge", "bo.defense.value": "3"},
    ),
    Refusal(
        "D6-22",
        "--full with no action left",
        FIGHT + "bo: {used: 2}",
        "defend bo dodge --full",
        "bo has used, borrowed or bought an action",
        "3 3 3",
        {"bo.used": "3", "bo.full": "true", "bo.defense.how": "dodge", "bo.defense.value": "3"},
    ),
    Refusal(
        "D6-22",
        "nothing else after it",
        FULL,
        "attack bo thug",
        "bo defends with all it has and does nothing else this round",
        NOTHING,
        {"bo.used": "3"},
    ),
    Refusal(
        "D6-22",
        "no borrowing after it",
        FULL,
        "borrow bo",
        "does nothing else this round",
        "",
        {"bo.borrowed": "1", "bo.extra": "1"},
    ),
    Refusal(
        "D6-22",
        "no buying after it",
        FULL + "bo: {used: 2, full: true, luck: 1}",
        "spend bo luck",
        "does nothing else this round",
        "",
        {"bo.luck": "0", "bo.extra": "1"},
    ),
    Refusal(
        "D6-15",
        "only the free meters after it",
        FULL + MAP + "bo: {at: 0505, used: 2, full: true}",
        "move bo 0502",
        "bo can go 5 m more; this way is 6 m",
        "",
        {"bo.at": "0502", "bo.moved": "6", "bo.used": "3"},
    ),
    Refusal(
        "D6-23",
        "beyond long range",
        MAP + "grid: {hex: 50 m}\nthug: {at: 0705, passive: 20}",
        "attack bo thug",
        "thug is 100 m away; pistol reaches 50 m",
        NOTHING,
        {},
    ),
    Refusal(
        "D6-23",
        "out of reach",
        MAP,
        "attack bo thug --with unarmed",
        "thug is 2 hexes away; unarmed reaches 1 hex",
        "1",
        {},
    ),
    Refusal(
        "D6-23",
        "a range that cannot be measured",
        "bo: {at: 0505}\nthug: {at: 0705, passive: 20}\n",
        "attack bo thug",
        "the grid has no `hex:` size, and the range cannot be measured",
        NOTHING,
        {},
    ),
    Refusal(
        "D6-23",
        "nor are bare hands taken for a weapon that is listed",
        "bo: {at: 0505}\nthug: {at: 0504, passive: 20}\n",
        "attack bo thug",
        "the grid has no `hex:` size, and the range cannot be measured",
        NOTHING,
        {},
    ),
    Refusal(
        "D6-24",
        "out of sight, whatever --range says",
        MAP + "thug: {at: 0503, passive: 20}\nterrain: {wall: {sight: blocked, hexes: [0504]}}",
        "attack bo thug --range short",
        "bo does not see thug: 0504 is in between",
        NOTHING,
        {},
    ),
    Refusal(
        "D6-24",
        "wholly covered",
        MISS,
        "attack bo thug --cover total",
        "thug is in total cover and cannot be targeted",
        NOTHING,
        {},
    ),
    Refusal(
        "D6-24",
        "wholly covered from a fist",
        MISS,
        "attack bo thug --with unarmed --cover total",
        "thug is in total cover",
        "1",
        {},
    ),
    Refusal(
        "D6-24",
        "out of sight",
        MAP + "thug: {at: 0503, passive: 20}\nterrain: {wall: {sight: blocked, hexes: [0504]}}",
        "attack bo thug",
        "bo does not see thug: 0504 is in between",
        NOTHING,
        {},
    ),
    Refusal(
        "D6-24",
        "no aiming at what is out of sight",
        MAP + "thug: {at: 0503}\nterrain: {wall: {sight: blocked, hexes: [0504]}}",
        "aim bo thug",
        "bo does not see thug",
        "",
        AIM,
    ),
    Refusal(
        "D6-25",
        "acting after aiming",
        AIMING,
        "attack bo thug",
        "bo aims and does nothing else this round",
        "1 1 1 1 1",
        {"bo.used": "3", **GONE},
    ),
    Refusal(
        "D6-25",
        "borrowing after aiming",
        AIMING,
        "borrow bo",
        "bo aims and does nothing else",
        "",
        {"bo.borrowed": "1", "bo.extra": "1"},
    ),
    Refusal(
        "D6-25",
        "the free 5 m after aiming",
        AIMING + MAP + "bo: {at: 0505, used: 2, aim: {at: thug, rounds: 1}}",
        "move bo 0504",
        "bo aims and does nothing else",
        "",
        {"bo.at": "0504", "bo.moved": "2", **GONE},
    ),
    Refusal(
        "D6-25",
        "aiming twice in a round",
        AIMING,
        "aim bo thug",
        "bo aims and does nothing else",
        "",
        {"bo.used": "3", "bo.aim.rounds": "2"},
    ),
    Refusal(
        "D6-25",
        "aiming after an action",
        FIGHT + "bo: {used: 1}",
        "aim bo thug",
        "bo has done something else this round",
        "",
        {"bo.used": "2", **AIM},
    ),
    Refusal(
        "D6-25",
        "aiming after the free 5 m",
        FIGHT + "bo: {moved: 4}",
        "aim bo thug",
        "aiming takes all of it",
        "",
        {"bo.used": "2", **AIM},
    ),
    Refusal(
        "D6-25",
        "aiming after borrowing",
        FIGHT + "bo: {borrowed: 1, extra: 1}",
        "aim bo thug",
        "aiming takes all of it",
        "",
        {"bo.used": "3", **AIM},
    ),
    Refusal(
        "D6-34",
        "unconscious",
        "bo: {unconscious: true}\n" + MISS,
        "attack bo thug",
        "bo is unconscious and cannot act",
        NOTHING,
        {},
    ),
    Refusal(
        "D6-34", "dead", "bo: {wounds: [dead]}\n" + MISS, "attack bo thug", "bo is dead and cannot act", NOTHING, {}
    ),
    Refusal(
        "D6-34",
        "no wound is worse than dead",
        "thug: {wounds: [dead]}",
        "damage thug 0",
        "thug is dead",
        "",
        {"thug.stunned": "true"},
    ),
]


@pytest.mark.parametrize("case", LEGALITIES, ids=lambda case: f"{case.rule} {case.name}")
def test_refused_and_forced(bench, case):
    played = bench.play(case.situation, case.command)
    assert played.code == 1, played.data
    assert played.data["rule"] == case.rule
    assert case.words in f"{played.data['error']} {played.data['remedy']}"
    assert played.changed == {}
    assert not bench.journal.exists()
    played = bench.go_on(case.command, case.dice, "--force")
    assert played.code == 0, played.data
    assert any("the GM rules: " in line for line in played.told)
    assert played.changed == case.changed


class Impossible(NamedTuple):
    """A command that means nothing."""

    rule: str
    situation: str
    command: str
    words: str


IMPOSSIBLE = [
    Impossible("D6-14", FIGHT, "wait bo --until bo", "bo cannot wait for itself"),
    Impossible("D6-15", FIGHT + MAP, "move bo", "a move needs an end"),
    Impossible("D6-15", FIGHT + MAP, "move bo 0505", "bo is in 0505 already"),
    Impossible("D6-15", FIGHT + MAP, "move bo 0705", "thug stands in 0705"),
    Impossible(
        "D6-15",
        FIGHT + MAP + "terrain: {pit: {cost: blocked, hexes: [0504]}}",
        "move bo 0504",
        "0504 cannot be entered",
    ),
    Impossible("D6-15", FIGHT + MAP + "bo: {at: null}", "move bo 0504 --force", "bo is not on the map"),
    Impossible("D6-16", FIGHT, "act bo", "an act needs its words"),
    Impossible("D6-20", "", "attack bo bo", "bo cannot attack itself"),
    Impossible("D6-20", "", "aim bo bo", "bo cannot attack itself"),
    Impossible("D6-21", "", "defend bo dodge --skill firearms", "a dodge rolls dodge, not firearms"),
    Impossible("D6-23", "", "attack bo thug --with unarmed --range short", "unarmed strikes: no range makes it harder"),
    Impossible("D6-27", MAP, "attack bo thug --scatter", "only a missed area attack scatters"),
    Impossible("D6-27", "", "attack bo thug --area --scatter", "thug is not on the map"),
    Impossible("", "", "damage thug -1", "-1 is no number of points"),
]


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: f"{case.rule} {case.command}")
def test_there_is_no_such_thing(bench, case):
    for options in ((), ("--force",)):
        played = bench.play(case.situation, case.command, "", *options)
        assert played.code == 1, played.data
        assert played.data["rule"] == case.rule
        assert case.words in played.data["error"]
        assert played.changed == {}


NAMES = [
    ("attack bo thug --with pistle", 5, "bo has no weapon `pistle`", "did you mean `pistol`?"),
    ("attack bo thug --with cannon", 5, "bo has no weapon `cannon`", "weapons: pistol, unarmed"),
    ("defend bo block --skill fireams", 5, "bo has no skill `fireams`", "did you mean `firearms`?"),
    ("defend bo block --skill juggling", 5, "bo has no skill `juggling`", "skills: firearms, brawl"),
    ("attack bo thgu", 5, "thgu", "did you mean `thug`?"),
    ("defend bo duck", 2, "dodge, block, parry", ""),
    ("spend bo mana", 2, "luck, character", ""),
    ("attack bo thug --cover smoke", 2, "light, medium, heavy, total", ""),
    ("attack bo thug --range far", 2, "point-blank, short, medium, long", ""),
    ("attack bo thug --charge", 2, "--charge", ""),
    ("wait thug", 2, "wait needs --until UNTIL", ""),
]


@pytest.mark.parametrize(("command", "code", "words", "remedy"), NAMES)
def test_names_and_words_that_are_none(bench, command, code, words, remedy):
    """Out of turn as well: a slip of the pen is told before the rules are asked."""
    played = bench.play(SECOND, command)
    assert played.code == code, played.data
    told = f"{played.data['error']} {played.data['remedy']}"
    assert words in told
    assert remedy in told
    assert played.changed == {}


DICE = [
    ("3,5,2", 6, "bo, firearms 4D (4d6)"),
    ("3,5,2,6,4,1,3,5,6,1", 6, "thug, resistance 2D + armor 1D = 3D (3d6)"),
    ("3,5,2,6,4,1,3,5,6,1,2,2", 2, "dice left over: 2"),
    ("3,5,2,7", 2, "a d6 shows 1 to 6, not 7"),
    ("3,5,x", 2, "`x` is no face"),
]


@pytest.mark.parametrize(("dice", "code", "words"), DICE)
def test_dice_that_do_not_fit(bench, dice, code, words):
    bench.lay("")
    before = bench.file.read_text()
    found, _, err = bench.run("--dice", dice, "attack", "bo", "thug")
    assert (found, words in err) == (code, True), err
    assert bench.file.read_text() == before


FILES = [
    ("bo: {weapons: {pistol: {skill: firearms, damage: 3D, range: 10/5/50}}}", "each range must end farther out"),
    ("bo: {weapons: {pistol: {skill: firearms, damage: 3D, range: 10}}}", "short, medium and long range"),
    ("bo: {weapons: {pistol: {skill: firearms, damage: 3D, range: 10/10/50}}}", "each range must end farther out"),
    ("bo: {weapons: {pistol: {skill: firearms, damage: 3D, range: 0/10/50}}}", "each range must end farther out"),
    ("bo: {weapons: {pistol: {damage: 3D}}}", "skill"),
    ("bo: {weapons: {pistol: {skill: firearms, damage: 3D, reach: 0}}}", "1 to 20"),
    ("bo: {wounds: [scratched]}", "injured-1, injured-2, serious, incapacitated, near-death, dead"),
    ("bo: {moved: far}", "it must be meters"),
    ("bo: {borrowed: 2}", "from 0 to 1"),
    ("bo: {defense: {how: duck, value: 2}}", "dodge, block, parry"),
    ("bo: {aim: {rounds: 2}}", "at"),
    ("rules: {wounds: gently}", "tick, escalate"),
]


@pytest.mark.parametrize(("situation", "words"), FILES)
def test_a_value_that_is_none_is_refused_where_it_stands(bench, situation, words):
    bench.lay(situation)
    code, err, _ = bench.run("check")
    assert code == 3
    assert words in err
    assert "encounter.yaml:" in err
