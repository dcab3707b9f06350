"""What cannot be done costs nothing: the exit code says of what kind it is, the message what to do about it."""

from __future__ import annotations

from shlex import split
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

RULES = {
    "not directly ahead": (
        ("set", "wolf", "at=0303"),
        "attack rat wolf",
        ("BNB-30", "wolf is", "left-rear", "bite needs the hex directly ahead"),
    ),
    "behind": (
        ("set", "rat", "facing=NW"),
        "attack rat wolf",
        ("BNB-30", "wolf is", "behind", "directly ahead"),
    ),
    "too far": (("set", "wolf", "at=0505"), "attack rat wolf", ("BNB-30", "wolf is 2 hexes away", "directly ahead")),
    "no facing": (("set", "rat", "facing="), "attack rat wolf", ("BNB-30", "rat has no facing", "set rat facing=SE")),
    "AS of 0": (("set", "rat", "as=0", "ds=5"), "attack rat wolf", ("BNB-26", "AS of 0", "next turn")),
    "AS below 0": (("set", "rat", "as=-2", "ds=5"), "attack rat wolf", ("BNB-26", "AS of -2")),
    "charge at distance 1": ((), "attack rat wolf --charge", ("BNB-55", "only 1 hex away", "2 or more", "without")),
    "charge off the straight line": (
        ("set", "wolf", "at=0506"),
        "attack rat wolf --charge",
        ("BNB-55", "wolf in 0506 is on no straight line from rat in 0304", "six directions"),
    ),
    "charge with claw": (
        ("set", "wolf", "at=0505"),
        "attack rat wolf --charge --tactic claw",
        ("BNB-55", "claw", "charge with bite"),
    ),
    "charge while held": (
        ("set", "rat", "held=wolf"),
        "attack rat wolf --charge",
        ("BNB-32", "rat is held by wolf"),
    ),
    "charge without a map": (("set", "rat", "at="), "attack rat wolf --charge", ("rat", "at=HEX")),
    "not on the map": (("set", "wolf", "at="), "attack rat wolf", ("BNB-30", "wolf is not on the map", "wolf at=HEX")),
    "oneself": ((), "attack rat rat", ("rat cannot attack itself",)),
    "unconscious": (("set", "rat", "hp=0/8"), "attack rat wolf", ("BNB-33", "rat is unconscious")),
    "dying": (("set", "rat", "hp=-1/8"), "attack rat wolf", ("BNB-33", "rat is dying")),
    "in Shock": (("set", "rat", "shock=2"), "attack rat wolf", ("BNB-32", "rat is in Shock")),
    "a tactic it has not": (("set", "rat", "tactics=claw"), "attack rat wolf", ("BNB-30", "not have bite", "claw")),
    "another tactic is marked": (("tactic", "rat", "claw"), "attack rat wolf --tactic bite", ("BNB-11", "marked claw")),
    "dice as entered": ((), "attack rat wolf --as-entered", ("BNB-21", "dice-choice: after", "--offensive")),
    "out of turn": (
        ("next", "--dice", "6,1"),
        "attack wolf rat",
        ("BNB-10", "not wolf's turn", "turn of rat", "gm next", "--force"),
    ),
    "started already": (("next", "--dice", "6,1"), "start", ("started already", "round 1", "gm next")),
    "negative damage": ((), "damage wolf -3", ("-3", "0 or more", "gm heal")),
    "negative healing": ((), "heal wolf -3", ("-3", "0 or more", "gm damage")),
    "a mark it has not": ((), "unmark wolf prone", ("wolf has no mark `prone`",)),
    "a marker it has not": ((), "unmark wolf wary", ("wolf is not marked wary",)),
    "held by nobody": ((), "mark wolf held", ("holder", "gm set wolf markers.held=")),
    "nothing to undo": ((), "undo", ("nothing to undo",)),
    "nothing to redo": ((), "redo", ("nothing to redo",)),
}  # fmt: skip


@pytest.mark.parametrize(("before", "command", "says"), RULES.values(), ids=RULES)
def test_refused_by_the_rules(
    face_to_face: Table, refuse: Callable[..., Ran], before: tuple[str, ...], command: str, says: tuple[str, ...]
) -> None:
    if before:
        assert face_to_face(*before).code == 0
    ran = refuse(*command.split(), code=1, says=says)
    assert ran.err.startswith("gm: refused")


@pytest.mark.parametrize("ground", ["0302", "0303"])
@pytest.mark.parametrize(
    ("what", "says"),
    [("terrain: {wall: {cost: blocked, hexes: [HEX]}}\n", "blocked in HEX"), ("", "vole is in the way, in HEX")],
    ids=["a wall", "somebody"],
)
def test_a_blocked_way_stops_a_charge(
    in_line: Table, refuse: Callable[..., Ran], ground: str, what: str, says: str
) -> None:
    vole = "" if what else f"  vole: {{at: {ground}, stats: {{str: 0, spd: 0, agi: 0}}, hp: 1}}\n"
    in_line.write(in_line.read() + vole + what.replace("HEX", ground))
    refuse("attack", "rat", "wolf", "--charge", code=1, says=("BNB-55", says.replace("HEX", ground)))


def test_a_charge_needs_points_for_all_but_the_last_two_hexes(in_line: Table, refuse: Callable[..., Ran]) -> None:
    """From 0301 to 0308: the way is six hexes, four of them to be paid, with SPD 1 + 2 = 3 MP."""
    in_line.write(in_line.read().replace("spd: 4", "spd: 1").replace("at: 0304", "at: 0308"))
    refuse("attack", "rat", "wolf", "--charge", code=1, says=("BNB-50", "rat has 3 MP", "6 hexes"))
    in_line.write(in_line.read().replace("at: 0308", "at: 0307"))
    assert in_line("--dice", "4,1,2,5,6", "attack", "rat", "wolf", "--charge").code == 0


DICE = {
    "too few": ("5,2", 6, ("wolf", "2d6")),
    "one too few": ("5,2,3,6", 6, ("rat", "Core Die", "1d6")),
    "one too many": ("5,2,3,6,4,1", 2, ("left over", "1")),
    "two too many": ("5,2,3,6,4,1,3", 2, ("left over", "1, 3")),
    "a face too high": ("5,2,3,6,7", 2, ("7", "1d6")),
    "a face too low": ("0,2,3,6,4", 2, ("0",)),
    "a face below nothing": ("-1,2,3,6,4", 2, ("-1",)),
    "no number": ("5,x,3,6,4", 2, ("x",)),
    "a gap": ("5,,3,6,4", 2, ("5,,3,6,4",)),
    "a total where faces matter": ("=7,=9,4", 2, ("=7",)),
    "a total out of reach": ("5,2,3,6,=7", 2, ("=7", "1d6")),
}


@pytest.mark.parametrize(("dice", "code", "says"), DICE.values(), ids=DICE)
def test_dice_that_do_not_fit(
    face_to_face: Table, refuse: Callable[..., Ran], dice: str, code: int, says: tuple[str, ...]
) -> None:
    """The attack asks for 2d6 of the rat, 2d6 of the wolf and, as 5+3 >= 6+2 hits, a Core Die."""
    refuse("--dice", dice, "attack", "rat", "wolf", code=code, says=says)


def test_a_total_may_stand_for_dice_that_are_only_added(face_to_face: Table) -> None:
    """5, 2: AS 3+5 = 8; 3, 6: DS 2+6 = 8; the Core Die's total is 4: STR 1 + 4 = 5 of 14."""
    ran = face_to_face("--dice", "5,2,3,6,=4", "attack", "rat", "wolf")
    assert ran.code == 0
    assert "wolf hp 14/14 -> 9/14" in ran.out
    assert face_to_face("--dice", "=9", "roll", "2d6").out == "2d6: 9\n"


USAGE = {
    "unknown command": ("nexxt", ("nexxt", "did you mean `next`?")),
    "nothing like a command": ("qqq", ("qqq", "gm --help")),
    "unknown option": ("attack rat wolf --chrage", ("--chrage", "--charge")),
    "unknown option of a fixed command": ("status --verbos", ("--verbos",)),
    "unknown global option": ("--jsn status", ("--jsn", "--json")),
    "one word too few": ("damage rat", ("damage needs a name and a number", "gm damage NAME... N | NAME=N...")),
    "no words": ("attack", ("attack needs", "gm attack [ATTACKER] TARGET")),
    "one word too many": ("attack rat wolf vole", ("no use for `vole`", "gm attack [ATTACKER] TARGET")),
    "a number as a word": ("damage rat lots", ("`lots` is no whole number", "gm damage NAME... N")),
    "a fraction": ("damage rat 1.5", ("`1.5` is no whole number",)),
    "too large a number": ("damage rat 99999999999999999999", ("`99999999999999999999` is no whole number",)),
    "a tactic there is not": ("attack rat wolf --tactic bit", ("--tactic is bit", "bite", "did you mean `bite`?")),
    "a tactic to mark there is not": ("tactic rat bit", ("NAME is bit", "did you mean `bite`?")),
    "two stances": ("attack rat wolf --offensive --defensive", ("--offensive and --defensive exclude each other",)),
    "an option without its value": ("attack rat wolf --tactic", ("--tactic",)),
    "a global option without its value": ("status --file", ("--file",)),
    "a seed that is no number": ("--seed x next", ("--seed", "x")),
    "set without values": ("set rat", ("KEY=VALUE",)),
    "set without =": ("set rat hp", ("`hp` is no KEY=VALUE", "hp=")),
    "set above the maximum": ("set rat hp=15/14", ("rat", "hp is 15/14", "may not exceed")),
    "set to a word": ("set rat spd=fast", ("stats.spd is fast", "whole number")),
    "set to no hex": ("set rat at=9", ("at is 9",)),
    "set to no hexside": ("set rat facing=E", ("facing is E", "N NE SE S SW NW")),
    "set onto another": ("set rat at=0404", ("0404", "wolf")),
    "take away what must be": ("set rat hp=", ("hp cannot be taken away",)),
    "a number with one of two": ("damage rat=1 wolf", ("how many for `wolf`?", "NAME=N")),
    "a word for a number with a name": ("damage rat=1 wolf=some", ("`some` in `wolf=some`", "whole number")),
    "one named twice": ("damage rat=1 ra*=2", ("rat is named twice",)),
    "a modifier nothing uses": ('--mod "+2 luck" damage rat 1', ("--mod", "+2 luck", "no roll of this command")),
    "a target modifier nothing uses": ('--target-mod "+2 luck" next', ("--target-mod", "+2 luck")),
    "a modifier without a number": ('--mod "high ground" attack rat wolf', ("high ground", '"+2 high ground"')),
    "undo of nothing": ("undo 0", ("0",)),
    "undo of a word": ("undo rat", ("rat",)),
    "undo below nothing": ("undo -1", ("-1",)),
    "init over a file": ("init", ("encounter.yaml exists already", "another name")),
    "three words of rules": ("rules bnb BNB-1 BNB-2", ("no use for `BNB-2`",)),
    "--at-least alone": ("roll 2d6 --at-least 3", ("--odds",)),
    "no dice to roll": ("roll", ("DICE",)),
    "odds of nothing": ("odds", ("COMMAND",)),
}  # fmt: skip


@pytest.mark.parametrize(("command", "says"), USAGE.values(), ids=USAGE)
def test_misused(face_to_face: Table, refuse: Callable[..., Ran], command: str, says: tuple[str, ...]) -> None:
    refuse(*split(command), code=2, says=says)


UNKNOWN = {
    "a target": ("attack rat wolff", ("wolff", "did you mean `wolf`?")),
    "an attacker": ("attack ratt wolf", ("ratt", "did you mean `rat`?")),
    "nobody near": ("attack rat dragon", ("dragon", "there are rat, wolf")),
    "whoever's turn it is, before the start": ("attack wolf", ("`@`", "has not started", "name the combatant")),
    "named as @": ("damage @ 1", ("`@`", "has not started")),
    "of status": ("status wolff", ("wolff", "did you mean `wolf`?")),
    "of set": ("set wolff hp=1", ("wolff", "did you mean `wolf`?")),
    "of next": ("next dragon", ("dragon",)),
    "of odds": ("odds attack rat wolff", ("wolff", "did you mean `wolf`?")),
    "a value": ("set rat hpp=1", ("hpp", "did you mean `hp`?")),
    "a value of odds": ("odds attack rat wolf --by hpp", ("hpp", "did you mean `hp`?")),
    "a verb of odds": ("odds atack rat wolf", ("atack", "did you mean `attack`?")),
    "a rule": ("rules bnb BNB-999", ("BNB-999", "gm rules bnb")),
    "a system": ("init new.yaml --system bbn", ("bbn", "did you mean `bnb`?")),
}


@pytest.mark.parametrize(("command", "says"), UNKNOWN.values(), ids=UNKNOWN)
def test_unknown(face_to_face: Table, refuse: Callable[..., Ran], command: str, says: tuple[str, ...]) -> None:
    if "next" in command:
        assert face_to_face("next", "--seed", "1").code == 0
    refuse(*command.split(), code=5, says=says)


ODDS = {
    "refused": ("set wolf at=0505", "odds attack rat wolf", 1, ("BNB-30",)),
    "out of turn": ("next --dice 6,1", "odds attack wolf rat", 1, ("BNB-10",)),
    "misused": ("", "odds attack rat wolf --chrage", 2, ("--chrage",)),
    "a word too many": ("", "odds attack rat wolf vole", 2, ("vole",)),
    "a modifier nothing uses": ("", "odds damage rat 1 --mod +1", 2, ("--mod",)),
}


@pytest.mark.parametrize(("before", "command", "code", "says"), ODDS.values(), ids=ODDS)
def test_odds_are_refused_as_the_command_is(
    face_to_face: Table, refuse: Callable[..., Ran], before: str, command: str, code: int, says: tuple[str, ...]
) -> None:
    if before:
        assert face_to_face(*before.split()).code == 0
    refuse(*command.split(), code=code, says=says)


def test_force_turns_a_refusal_into_a_warning(face_to_face: Table) -> None:
    face_to_face("set", "wolf", "at=0303")
    ran = face_to_face("--force", "--dice", "5,2,3,6,4", "attack", "rat", "wolf")
    assert ran.code == 0
    assert ran.out.startswith("the GM rules: wolf is ")
    assert "bite needs the hex directly ahead\n" in ran.out
    assert "hp: 9/14" in face_to_face.read()


@pytest.mark.parametrize(
    "command", ["attack rat rat", "damage rat -1", "attack rat wolf --charge", "unmark rat prone"], ids=str
)
def test_force_cannot_do_the_impossible(face_to_face: Table, refuse: Callable[..., Ran], command: str) -> None:
    face_to_face("set", "wolf", "at=0506")
    refuse("--force", *command.split(), code=1)


def test_a_busy_file_is_waited_for_and_then_refused(face_to_face: Table, refuse: Callable[..., Ran]) -> None:
    fcntl = pytest.importorskip("fcntl")
    with face_to_face.file.open("r+b") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)
        refuse("damage", "rat", "1", code=4, says=("encounter.yaml", "held by another gm command"))
        assert face_to_face("status").code == 0


def test_a_bug_is_one_line_and_a_traceback_only_on_demand(face_to_face: Table, refuse: Callable[..., Ran]) -> None:
    """A plugged-in system that breaks while it is loaded stands for any bug."""
    plugin = face_to_face.folder / "plugin"
    (plugin / "broken-1.0.dist-info").mkdir(parents=True)
    (plugin / "broken-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (plugin / "broken-1.0.dist-info" / "entry_points.txt").write_text("[gmtool.systems]\nbroken = broken:system\n")
    (plugin / "broken.py").write_text("raise ZeroDivisionError('it broke')\n")
    face_to_face.write("system: broken\ncombatants: {}\n")
    env = {"PYTHONPATH": f"{plugin}:{face_to_face.env['PYTHONPATH']}", "PYTHONDONTWRITEBYTECODE": "1"}
    ran = refuse("next", code=70, says=("a bug", "ZeroDivisionError: it broke", "GM_DEBUG=1"), env=env)
    assert ran.err.count("\n") == 2
    loud = face_to_face("next", env={**env, "GM_DEBUG": "1"})
    assert loud.code != 0
    assert "Traceback" in loud.err
