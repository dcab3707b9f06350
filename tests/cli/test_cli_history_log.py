"""`gm log`: by rounds, at a step, as notes, as data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

DICE = "4,1,2,5,6"
FIGHT = (
    ("mark", "rat", "on fire"),
    ("next", "--dice", "6,1"),
    ("attack", "rat", "wolf", "--charge", "--dice", DICE),
    ("roll", "2d6", "--dice", "4,3"),
    ("next",),
    ("damage", "rat", "2"),
    ("undo",),
    ("set", "wolf", "vulnerable=2"),
    ("next",),
    ("heal", "wolf", "1"),
)
"""Nine steps: one before the fight, six that belong to round 1 with the one that begins it, two to round 2."""


@pytest.fixture
def played(in_line: Table) -> Table:
    for words in FIGHT:
        ran = in_line(*words)
        assert ran.code == 0, ran
    return in_line


def test_steps_stand_under_their_rounds(played: Table) -> None:
    told = played("log").out
    heads = [line for line in told.splitlines() if not line.startswith(" ")]
    assert heads == ["before the fight", "round 1", "round 2"]
    assert told == (
        "before the fight\n"
        "   1  gm mark rat 'on fire'\n"
        "        rat is marked: on fire\n"
        "        rat marks on fire\n"
        "round 1\n"
        "   2  gm next\n"
        "        given 6,1\n"
        "        the fight starts\n"
        "        order: rat, wolf\n"
        "        round 1\n"
        "        rat's turn: Attack and Move\n"
        "   3  gm attack rat wolf --charge\n"
        "        given 4,1,2,5,6\n"
        "        rat attacks wolf with bite (charge, 2 hexes to 0303)\n"
        "        hit (10 >= 7)\n"
        "        rat at 0301 -> 0303, AS 7, DS 3\n"
        "        wolf hp 14/14 -> 7/14, AS 4, DS 6\n"
        "   4  gm roll 2d6\n"
        "        given 4,3 = 7\n"
        "   5  gm next\n"
        "        turn over: rat\n"
        "        wolf drops AS 4, DS 6\n"
        "        wolf's turn: Attack and Move\n"
        "   6  gm damage rat 2  (undone)\n"
        "        rat takes 2 damage\n"
        "        rat hp 8/8 -> 6/8\n"
        "   7  gm set wolf vulnerable=2\n"
        "        wolf vulnerable 2\n"
        "round 2\n"
        "   8  gm next\n"
        "        turn over: wolf\n"
        "        round 2\n"
        "        rat drops AS 7, DS 3\n"
        "        rat's turn: Attack and Move\n"
        "   9  gm heal wolf 1\n"
        "        wolf is healed by 1\n"
        "        wolf hp 7/14 -> 8/14\n"
    )


def test_one_round(played: Table) -> None:
    whole = played("log").out
    assert played("log", "--round", "2").out == whole[whole.index("round 2\n   8") :]
    assert played("log", "--round", "3").out == "nothing was done in round 3\n"


def test_the_round_goes_back_with_undo_and_on_with_a_hand_edit(in_line: Table, data: Callable[..., Any]) -> None:
    """Undoing the `next` that began round 2 leads back to round 1, even after an edit; a number by hand counts."""
    in_line("next", "--dice", "6,1")
    in_line("next")
    in_line("next")
    in_line.write(in_line.read().replace("# the burrow", "# the hole"))
    in_line("undo")
    in_line("damage", "rat", "1")
    in_line.write(in_line.read().replace("round: 1", "round: 7"))
    in_line("damage", "rat", "1")
    in_line("damage", "rat", "1")
    found = [(step["round"], step["undone"]) for step in data("log")["steps"]]
    assert found == [(1, False), (1, False), (2, True), (1, False), (7, False), (7, False)]


def test_names_are_those_that_are_printed(in_line: Table) -> None:
    in_line.write(in_line.read().replace("  wolf:\n", "  mr. w:\n    name: Greymane\n"))
    in_line("damage", "mr. w", "3")
    assert "\n        Greymane hp 14/14 -> 11/14\n" in in_line("log").out
    assert in_line("undo").out == "undid 1: gm damage 'mr. w' 3\n  Greymane hp 11/14 -> 14/14\n"


def test_a_file_that_is_not_valid_any_more_has_its_log_with_bare_keys(in_line: Table) -> None:
    in_line("--dice", DICE, "attack", "rat", "wolf", "--charge")
    in_line.write(in_line.read().replace("hp: 8/8", "hp: 9/8"))
    ran = in_line("log")
    assert (ran.code, ran.err) == (0, "")
    assert "wolf hp 14/14 -> 7/14, as 4, ds 6" in ran.out
    assert in_line("log", "--markdown").code == 0


class TestAt:
    """The file as it was."""

    @pytest.mark.parametrize(
        "style",
        [
            lambda text: text,
            lambda text: text.replace("\n", "\r\n"),
            lambda text: "\ufeff" + text,
            lambda text: text.rstrip("\n").removesuffix("    # hungry"),
            lambda text: text.replace("The culvert", "Der Dükerschacht \N{RAT}"),
        ],
        ids=["plain", "CRLF", "byte-order mark", "no last newline", "beyond ASCII"],
    )
    def test_byte_for_byte(self, in_line: Table, style: Callable[[str], str]) -> None:
        in_line.write(style(in_line.read()))
        texts = []
        for words in (("damage", "rat", "1"), ("damage", "wolf", "2"), ("heal", "rat", "1")):
            assert in_line(*words).code == 0
            texts.append(in_line.file.read_bytes())
        in_line("undo", "2")
        for n, text in enumerate(texts, 1):
            in_line.file.with_name("out").write_bytes(b"")
            assert at(in_line, n) == text

    def test_as_data(self, in_line: Table, data: Callable[..., Any]) -> None:
        in_line("damage", "rat", "1")
        text = in_line.read()
        in_line("damage", "rat", "1")
        told = data("log", "--at", "1")
        assert (told["n"], told["text"], told["file"]) == (1, text, "encounter.yaml")

    def test_a_step_there_is_not(self, in_line: Table, refuse: Callable[..., Ran]) -> None:
        refuse("log", "--at", "1", code=2, says=("no step 1", "nothing has been logged yet"))
        in_line("damage", "rat", "1")
        refuse("log", "--at", "2", code=2, says=("no step 2", "steps 1 to 1"))

    def test_into_a_full_disk(self, in_line: Table) -> None:
        in_line("damage", "rat", "1")
        ran = shell(in_line, "log --at 1 > /dev/full")
        assert (ran[0], b"the output could not be written" in ran[2]) == (74, True)

    def test_into_a_closed_pipe(self, in_line: Table) -> None:
        in_line.write(in_line.read() + "# filler\n" * 60_000)
        in_line("damage", "rat", "1")
        assert shell(in_line, "log --at 1 | head -c 1")[2] == b""


def shell(table: Table, line: str) -> tuple[int, bytes, bytes]:
    """Run the program behind a shell's pipes and files: exit code, output, error output, as bytes."""
    import subprocess
    import sys

    done = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m gmtool {line}'],
        cwd=table.folder,
        env=table.env,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def at(table: Table, n: int) -> bytes:
    code, out, err = shell(table, f"log --at {n}")
    assert (code, err) == (0, b"")
    return out


class TestMarkdown:
    """A recap to paste."""

    def test_a_session(self, played: Table) -> None:
        played.write(played.read().replace("system: bnb\n", "system: bnb\ntitle: The culvert, *second* night\n"))
        assert played("log", "--markdown").out == (
            "# The culvert, \\*second\\* night\n"
            "\n"
            "## Before the fight\n"
            "\n"
            "- rat is marked: on fire\n"
            "\n"
            "## Round 1\n"
            "\n"
            "- the fight starts; order: rat, wolf\n"
            "- rat attacks wolf with bite (charge, 2 hexes to 0303); hit (10 >= 7). wolf hp 14/14 -> 7/14\n"
            "- wolf drops AS 4, DS 6\n"
            "- wolf vulnerable 2\n"
            "\n"
            "## Round 2\n"
            "\n"
            "- rat drops AS 7, DS 3\n"
            "- wolf is healed by 1. wolf hp 7/14 -> 8/14\n"
        )

    def test_one_round(self, played: Table) -> None:
        told = played("log", "--markdown", "--round", "2").out
        assert told.startswith("# encounter.yaml\n\n## Round 2\n\n- rat drops")

    def test_of_nothing(self, in_line: Table) -> None:
        assert in_line("log", "--markdown").out == "# encounter.yaml\n\nnothing was done yet\n"

    def test_signs_of_markdown_in_words_are_words(self, in_line: Table) -> None:
        in_line("mark", "rat", "<b>_on_ `fire`")
        assert "- rat is marked: \\<b>\\_on\\_ \\`fire\\`\n" in in_line("log", "--markdown").out


def test_as_data(played: Table, data: Callable[..., Any]) -> None:
    told = data("log")
    assert (told["schema"], told["command"], told["file"]) == (1, ["log"], "encounter.yaml")
    attack = told["steps"][2]
    assert set(attack) == {
        *("n", "time", "round", "commands", "dice", "events", "changes", "before", "after", "undone"),
    }  # fmt: skip
    assert (attack["n"], attack["round"], attack["undone"]) == (3, 1, False)
    assert attack["commands"] == [["attack", "rat", "wolf", "--charge"]]
    assert [die["faces"] for die in attack["dice"]] == [[4, 1], [2, 5], [6]]
    assert {"path": "combatants.wolf.hp", "old": "14/14", "new": "7/14"} in attack["changes"]
    assert [step["n"] for step in data("log", "--round", "2")["steps"]] == [8, 9]
    assert told["steps"][0]["after"] == told["steps"][1]["before"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--at", "1", "--round", "1"), "--at shows the file and takes no --round"),
        (("--at", "1", "--markdown"), "--at shows the file and takes no --markdown"),
        (("--markdown", "--json"), "exclude each other"),
        (("--at", "0"), "0"),
        (("--round", "0"), "0"),
        (("--at", "two"), "two"),
        (("wolf",), "wolf"),
    ],
    ids=str,
)
def test_what_cannot_be_meant(in_line: Table, refuse: Callable[..., Ran], words: tuple[str, ...], says: str) -> None:
    in_line("damage", "rat", "1")
    ran = refuse("log", *words, code=2, says=(says,))
    if "--json" in words:
        assert json.loads(ran.err)["code"] == 2


def test_the_help_fits_60_columns(in_line: Table) -> None:
    for name in ("log", "again", "replay", "undo", "redo"):
        told = in_line(name, "-h", env={"COLUMNS": "60"}).out
        assert max(map(len, told.splitlines())) <= 62, name
