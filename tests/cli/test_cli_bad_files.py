"""A file that is no encounter: exit 3, the place and the remedy named, nothing touched by any command."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

HEAD = "system: bnb\ncombatants:\n"
RAT = "  rat: {at: 0304, facing: SE, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}\n"
WOLF = "  wolf: {at: 0404, facing: NW, stats: {str: 4, spd: 2, agi: 2}, hp: 14/14}\n"


HERE = "¦"
"""Stands in a text where its fault must be pointed at, and is taken out before anybody reads it."""


class Bad(NamedTuple):
    """A file, and words that must be said of it. `line`: where its fault is, if it is not marked in the text."""

    text: str | bytes
    says: tuple[str, ...]
    line: int = 0


def with_rat(old: str, new: str) -> str:
    assert old in RAT
    return HEAD + RAT.replace(old, new)


BAD = {
    "empty": Bad("", ("empty", "gm init"), 1),
    "only blanks": Bad("   \n\n", ("empty",), 1),
    "only comments": Bad("# round: 1\n# rat\n", ("comments", "not an encounter", "gm init"), 1),
    "only a document mark": Bad("---\n", ("not an encounter", "gm init"), 1),
    "a list": Bad("¦- rat\n- wolf\n", ("not an encounter", "list")),
    "a word": Bad("¦rat\n", ("not an encounter",)),
    "tab as indentation": Bad(HEAD + "  rat:\n    hp: 8/8\n¦\tfacing: N\n", ("tab", "spaces")),
    "duplicate combatant": Bad(HEAD + RAT + WOLF + "  ¦rat: {hp: 4}\n", ("rat", "line 3")),
    "duplicate key": Bad(HEAD + "  rat:\n    hp: 8/8\n    at: 0304\n    ¦hp: 4/8\n", ("hp", "line 4")),
    "duplicates by case": Bad(HEAD + RAT + "  ¦Rat: {hp: 4}\n", ("Rat", "line 3")),
    "merge conflict": Bad(
        HEAD + "  rat:\n¦<<<<<<< HEAD\n    hp: 5/8\n=======\n    hp: 3/8\n>>>>>>> laptop\n    at: 0304\n",
        ("unresolved merge conflict at line 4",),
    ),
    "half a merge conflict": Bad(HEAD + "  rat:\n    hp: 5/8\n¦=======\n    at: 0304\n", ("merge conflict",)),
    "two documents": Bad(HEAD + RAT + "¦---\n" + HEAD + WOLF, ("one encounter per file", "line 4")),
    "Latin-1": Bad((HEAD + "  Zoé: {hp: 1}\n").encode("latin-1"), ("not UTF-8", "save the file as UTF-8"), 3),
    "UTF-16": Bad((HEAD + RAT).encode("utf-16"), ("UTF-16", "save it as UTF-8"), 1),
    "UTF-16 without mark": Bad((HEAD + RAT).encode("utf-16-le"), ("UTF-16", "save it as UTF-8"), 1),
    "unquoted colon": Bad(HEAD + "  rat:\n    name: Sir Rat: the brave\n", ("quotes",), 4),
    "leading at sign": Bad(HEAD + "  rat:\n    name: ¦@home\n", ("quotes",)),
    "leading asterisk": Bad(HEAD + "  rat:\n    name: ¦*wolf\n", ("wolf",)),
    "quotes inside text": Bad(HEAD + '  rat:\n    name: "Big" Al\n', ("quote",), 4),
    "unclosed quote": Bad(HEAD + '  rat:\n    name: ¦"Big Al\n    hp: 8/8\n', ("never closed",)),
    "unclosed brace": Bad(HEAD + "  rat: ¦{hp: 8/8,\n  wolf: {hp: 9/9}\n", ("never closed",)),
    "python tag": Bad(HEAD + "  rat: !!python/object/apply:os.getcwd []\n", ("rat",), 3),
    "no system": Bad("¦combatants:\n" + RAT, ("`system` is missing", "bnb")),
    "unknown system": Bad("system: ¦bbn\ncombatants:\n" + RAT, ("bbn", "did you mean `bnb`?")),
    "no combatants": Bad("¦system: bnb\n", ("`combatants` is missing",)),
    "combatants as a list": Bad("system: bnb\ncombatants: ¦[rat]\n", ("combatants",)),
    "hp above its maximum": Bad(with_rat("8/8", "¦15/14"), ("rat", "hp is 15/14", "may not exceed")),
    "hp as a word": Bad(with_rat("8/8", "¦five"), ("rat", "hp is five")),
    "hp as dice": Bad(with_rat("8/8", "¦2d6+3"), ("rat", "hp is 2d6+3")),
    "hp as a list": Bad(with_rat("8/8", "¦[8, 8]"), ("rat", "hp", "not a list")),
    "hp missing": Bad(HEAD + "  ¦rat: {stats: {str: 1, spd: 4, agi: 3}}\n", ("rat", "`hp` is missing")),
    "hp left empty": Bad(with_rat("8/8", ""), ("rat", "`hp`"), 3),
    "a fraction": Bad(with_rat("8/8", "¦5.5"), ("rat", "hp is 5.5")),
    "stat as a word": Bad(with_rat("spd: 4", "spd: ¦fast"), ("rat", "stats.spd is fast", "whole number")),
    "stats as a word": Bad(HEAD + "  rat: {stats: ¦quick, hp: 8/8}\n", ("rat", "stats")),
    "facing of no hexside": Bad(with_rat("SE", "¦E"), ("rat", "facing is E", "N NE SE S SW NW")),
    "facing as an angle": Bad(with_rat("SE", "¦45"), ("rat", "facing is 45", "N NE SE S SW NW")),
    "hex as an expression": Bad(with_rat("0304", "¦12E5"), ("rat", "at is 12E5")),
    "hex off the map": Bad("system: bnb\ngrid: {size: 2x2}\ncombatants:\n  rat: {at: ¦0304, hp: 1}\n", ("rat", "0304")),
    "two in one hex": Bad(HEAD + RAT + WOLF.replace("0404", "¦0304"), ("wolf", "0304", "rat")),
    "unknown switch": Bad("rules: {¦tied-turn: shared}\n" + HEAD + RAT, ("tied-turn", "did you mean `tied-turns`?")),
    "a switch not built yet": Bad("rules: {¦weather: true}\n" + HEAD + RAT, ("weather", "charge")),
    "a value no switch has": Bad("rules: {initiative: ¦random}\n" + HEAD + RAT, ("initiative", "rolled, fixed")),
    "line break in a name": Bad(HEAD + '  ¦"rat\\nwolf": {hp: 1}\n', ("name", "line break")),
    "a name of 81 characters": Bad(HEAD + f"  ¦{'r' * 81}: {{hp: 1}}\n", ("name", "80")),
    "a creature in no bestiary": Bad(HEAD + "  rat: {like: ¦ratt, hp: 1}\n", ("rat", "ratt", "bestiary")),
    "round 0": Bad("round: ¦0\n" + HEAD + RAT, ("round is 0", "1 or more")),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_bad_file_is_refused_with_its_place(gm: Table, refuse: Callable[..., Ran], bad: Bad) -> None:
    text = bad.text if isinstance(bad.text, bytes) else bad.text.replace(HERE, "")
    gm.write(text)
    ran = refuse("next", code=3, says=bad.says)
    places = re.findall(r"^encounter\.yaml:([0-9]+):([0-9]+): error: ", ran.err, re.MULTILINE)
    if isinstance(bad.text, str) and HERE in bad.text:
        before = bad.text.partition(HERE)[0]
        expected = (str(before.count("\n") + 1), str(len(before) - before.rfind("\n")))
        assert expected in places, ran.err
    else:
        assert str(bad.line) in [line for line, _ in places], ran.err


COMMANDS = (
    ("status",),
    ("next",),
    ("attack", "rat", "wolf"),
    ("damage", "rat", "1"),
    ("set", "rat", "hp=1"),
    ("odds", "attack", "rat", "wolf"),
    (),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_says_the_same_of_a_bad_file(gm: Table, refuse: Callable[..., Ran], words: tuple[str]) -> None:
    gm.write(HEAD + RAT.replace("hp: 8/8", "hp: 15/14"))
    ran = refuse(*words, code=3)
    assert ran.err == (
        "encounter.yaml:3:68: error: rat: hp is 15/14; the first number may not exceed the second\n"
        "  3 |   rat: {at: 0304, facing: SE, stats: {str: 1, spd: 4, agi: 3}, hp: 15/14}\n"
        "    |                                                                    ^^^^^\n"
    )


def test_all_faults_of_a_file_are_told_at_once(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write(HEAD + RAT.replace("8/8", "9/8").replace("SE", "E") + WOLF.replace("str: 4", "str: strong"))
    ran = refuse("status", code=3)
    assert re.findall(r"yaml:([0-9:]+): error", ran.err) == ["3:27", "3:67", "4:45"]


@pytest.mark.parametrize("words", [("next",), ("damage", "rat", "1"), ("status",), ("check",)], ids=" ".join)
def test_half_a_file_is_never_taken_for_a_whole_one(gm: Table, words: tuple[str]) -> None:
    """Wherever the file was cut off, what is left is read as it stands or refused, and nothing is filled in (C58)."""
    whole = gm.write((HEAD + RAT + WOLF).replace("{", "\n    {", 1)).read_bytes()
    for cut in range(20, len(whole), 29):
        left = gm.write(whole[:cut]).read_bytes()
        ran = gm("--dry-run", *words) if words != ("check",) else gm(*words)
        assert ran.code in (0, 3, 5), (left, ran)
        assert gm.file.read_bytes() == left


def test_a_note_that_looks_like_a_conflict_is_none(gm: Table) -> None:
    gm.write(HEAD + RAT + "notes:\n  - |\n    =======\n    the wall\n")
    assert gm("status").code == 0


NO_FILE = {
    "no file at all": ((), {}, 3, ("no encounter", "--file", "$GM_FILE", ".gm/current", "encounter.yaml", "gm init")),
    "--file names nothing": (("--file", "x.yaml"), {}, 3, ("x.yaml", "no such file", "gm init x.yaml")),
    "$GM_FILE names nothing": ((), {"GM_FILE": "y.yaml"}, 3, ("y.yaml", "no such file")),
    "--file names a folder": (("--file", "."), {}, 3, ("folder",)),
    "--file names a device": (("--file", "/dev/null"), {}, 3, ("/dev/null", "device")),
}


@pytest.mark.parametrize("command", [("next",), ("status",), ("damage", "rat", "1"), ("undo",), ("log",), ("check",)])
@pytest.mark.parametrize(("options", "env", "code", "says"), NO_FILE.values(), ids=NO_FILE)
def test_no_file(
    gm: Table,
    command: tuple[str],
    options: tuple[str],
    env: dict[str, str],
    code: int,
    says: tuple[str, ...],
) -> None:
    ran = gm(*options, *command, env=env)
    assert ran.code == code, ran
    told = ran.out if command == ("check",) and not ran.err else ran.err
    for part in says:
        assert part in told
    assert not list(gm.folder.iterdir())


@pytest.mark.parametrize("name", ["encounter.yaml", "fight.yaml"])
def test_a_link_that_leads_nowhere(gm: Table, refuse: Callable[..., Ran], name: str) -> None:
    (gm.folder / name).symlink_to("gone.yaml")
    refuse("--file", name, "next", code=3, says=(name, "gone.yaml"))
