"""Help is there for every command, examples first, whatever state the file is in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

FIXED = (
    "init", "use", "edit", "status", "set", "odds", "roll", "undo", "redo", "log", "check", "bestiary", "rules",
    "systems", "schema", "help",
)  # fmt: skip
VERBS = ("start", "next", "attack", "tactic", "damage", "heal", "mark", "unmark")


@pytest.mark.parametrize("command", [*FIXED, *VERBS])
def test_every_command_has_help_in_three_ways(face_to_face: Table, command: str) -> None:
    short = face_to_face(command, "-h")
    assert (short.code, short.err) == (0, "")
    assert short.out.startswith(f"Usage: gm {command}")
    assert face_to_face(command, "--help") == short
    if command != "help":
        page = face_to_face("help", command)
        assert (page.code, page.err) == (0, "")
        assert page.out.endswith(short.out), "where a topic has the name of a command, its page comes first"


@pytest.mark.parametrize("words", [("-h",), ("--help",), ("help",)], ids=" ".join)
def test_all_commands_are_listed_and_the_verbs_under_their_system(face_to_face: Table, words: tuple[str]) -> None:
    ran = face_to_face(*words)
    assert ran.code == 0
    fixed, _, verbs = ran.out.partition("Bunnies & Burrows")
    for command in FIXED:
        assert f"\n  {command} " in fixed
    for verb in VERBS:
        assert f"\n  {verb} " in verbs


def test_examples_come_before_the_options(face_to_face: Table) -> None:
    for command in ("roll", "set", "odds", "check", "init", "use", "edit", "bestiary", "schema"):
        told = face_to_face(command, "-h").out
        assert 0 < told.index(f"  gm {command}") < told.index("Options:")


def test_help_of_an_attack_shows_its_options_and_rules(face_to_face: Table) -> None:
    told = face_to_face("attack", "-h").out
    for word in ("[ATTACKER] TARGET", "--tactic bite|claw", "--charge", "--target-offensive", "BNB-55"):
        assert word in told


def test_no_shell_eats_an_example(face_to_face: Table) -> None:
    """C31: * and brackets stand in quotes where help shows how to type them; x is times as well."""
    told = face_to_face("roll", "-h").out
    examples = [line for line in told.splitlines() if line.startswith("  gm ")]
    assert examples
    assert not any(sign in line for line in examples for sign in "*?([")
    assert '"2*(1d6)"' in told
    for times in ("x", "*"):
        assert face_to_face("--dice", "3,4", "roll", f"2d6{times}2").out.endswith(" = 14\n")


STATES = {
    "no file": None,
    "an empty file": "",
    "a broken file": "system: bnb\ncombatants: {rat: {hp: 15/14}}\n",
    "no YAML at all": "{{{",
    "an unknown system": "system: bbn\ncombatants: {}\n",
}


@pytest.mark.parametrize("text", STATES.values(), ids=STATES)
def test_help_needs_no_file(gm: Table, snapshot: Callable[[], object], text: str | None) -> None:
    if text is not None:
        gm.write(text)
    before = snapshot()
    for words in (("-h",), ("help",), ("roll", "-h"), ("check", "-h"), ("help", "set")):
        ran = gm(*words)
        assert (ran.code, ran.err) == (0, ""), words
        assert ran.out.startswith("Usage: gm")
    assert snapshot() == before


@pytest.mark.parametrize("text", STATES.values(), ids=STATES)
def test_help_of_a_verb_without_a_readable_file(gm: Table, text: str | None) -> None:
    """Which system is meant cannot be known, but the verb can: its help is shown for the systems that have it."""
    if text is not None:
        gm.write(text)
    ran = gm("attack", "-h")
    assert ran.code == 0, ran
    assert ran.out.startswith("Usage: gm attack")


def test_help_of_nothing(face_to_face: Table, refuse: Callable[..., Ran]) -> None:
    refuse("help", "atack", code=2, says=("atack", "did you mean `attack`?"))


@pytest.mark.parametrize("words", [("--dry-run", "attack", "-h"), ("attack", "rat", "wolf", "-h"), ("-q", "-h")])
def test_help_does_nothing_else(face_to_face: Table, snapshot: Callable[[], object], words: tuple[str, ...]) -> None:
    before = snapshot()
    ran = face_to_face(*words)
    assert ran.code == 0
    assert ran.out.startswith("Usage: gm")
    assert snapshot() == before


def test_help_is_shown_while_another_command_holds_the_file(face_to_face: Table) -> None:
    fcntl = pytest.importorskip("fcntl")
    with face_to_face.file.open("r+b") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)
        assert face_to_face("attack", "-h").code == 0


def test_help_is_readable_at_60_columns(face_to_face: Table) -> None:
    for words in (("-h",), ("attack", "-h"), ("set", "-h"), ("roll", "-h")):
        told = face_to_face(*words, env={"COLUMNS": "60"}).out
        assert max(map(len, told.splitlines())) <= 62, words
