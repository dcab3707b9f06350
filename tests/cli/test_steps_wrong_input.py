"""Undo, redo, again, log and replay with what cannot be meant, after hand edits, and with totals for dice."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table


@pytest.fixture
def two_undone(in_line: Table) -> Table:
    """A fight begun, and two wounds taken back."""
    for words in (("next", "--dice", "6,1"), ("damage", "rat", "1"), ("damage", "wolf", "2"), ("undo", "2")):
        assert in_line(*words).code == 0
    return in_line


WRONG = {
    "undo 0": (("undo", "0"), 2, "0 is not in the range"),
    "undo -1": (("undo", "-1"), 2, "-1"),
    "undo x": (("undo", "x"), 2, "x"),
    "undo 1.5": (("undo", "1.5"), 2, "1.5"),
    "undo two numbers": (("undo", "1", "1"), 2, "extra argument"),
    "undo more than there are": (("undo", "9"), 1, "there is only 1 step to undo"),
    "undo astronomically many": (("undo", "9" * 30), 1, "there is only 1 step to undo"),
    "redo 0": (("redo", "0"), 2, "0 is not in the range"),
    "redo more than there are": (("redo", "3"), 1, "there are only 2 steps to redo"),
    "redo astronomically many": (("redo", "9" * 30), 1, "`gm redo 2`"),
    "log at 0": (("log", "--at", "0"), 2, "0 is not in the range"),
    "log at -1": (("log", "--at", "-1"), 2, "-1 is not in the range"),
    "log at 4": (("log", "--at", "4"), 2, "the log has steps 1 to 3"),
    "log at astronomically many": (("log", "--at", "9" * 30), 2, "the log has steps 1 to 3"),
    "log at nothing": (("log", "--at"), 2, "--at"),
    "log round x": (("log", "--round", "x"), 2, "x"),
    "log round -1": (("log", "--round", "-1"), 2, "-1"),
    "again with words": (("again", "wolf"), 2, "again takes options, and no `wolf`"),
    "again with words after --": (("again", "--", "wolf"), 2, "again takes options, and no `wolf`"),
    "again with dice nobody rolls": (("again", "--dice", "6,1,1"), 2, "dice left over: 1"),
    "again with too few dice": (("again", "--dice", "6"), 6, "no die left"),
    "again with a face no die has": (("again", "--dice", "6,7"), 2, "shows 1 to 6"),
    "again with no dice at all": (("again", "--dice", "six"), 2, "six"),
    "again with an option of another command": (("again", "--charge"), 2, "--charge"),
    "again with a modifier nothing takes": (("again", "--mod", "+1"), 2, "--mod"),
    "replay of something": (("replay", "3"), 2, "extra argument"),
}


@pytest.mark.parametrize(("words", "code", "says"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_meant(
    two_undone: Table, refuse: Callable[..., Ran], words: tuple[str, ...], code: int, says: str
) -> None:
    refuse(*words, code=code, says=(says,))


@pytest.mark.parametrize("words", [("log",), ("log", "--at", "1"), ("undo",), ("redo",), ("again",), ("replay",)])
def test_of_a_file_that_is_not_there(two_undone: Table, refuse: Callable[..., Ran], words: tuple[str, ...]) -> None:
    for file in ("nowhere.yaml", "encounter.yaml"):
        two_undone.file.unlink(missing_ok=True)
        refuse("-f", file, *words, code=3, says=(f"{file}: there is no such file",))


class TestRedoAfterAHandEdit:
    def test_elsewhere_the_edit_stays(self, two_undone: Table) -> None:
        edited = two_undone.write(two_undone.read().replace("# The culvert.", "# The well.")).read_text()
        assert two_undone("redo").out == "redid 2: gm damage rat 1\n  rat hp 8/8 -> 7/8\n"
        assert two_undone.read() == edited.replace("8/8", "7/8")
        assert two_undone("redo").out == "redid 3: gm damage wolf 2\n  wolf hp 14/14 -> 12/14\n"
        assert two_undone("undo", "2").code == 0
        assert two_undone.read() == edited

    def test_on_its_line_it_is_refused_and_can_be_done_once_that_is_put_back(
        self, two_undone: Table, refuse: Callable[..., Ran]
    ) -> None:
        text = two_undone.read()
        two_undone.write(text.replace("hp: 8/8", "hp: 6/8"))
        for words in (("redo",), ("redo", "2"), ("redo", "-n")):
            refuse(*words, code=1, says=("step 2 cannot be done again", "hp: 8/8", "hp: 6/8"))
        two_undone.write(text)
        assert two_undone("redo", "2").code == 0

    def test_of_two_the_second_in_the_way_leaves_both_undone(
        self, two_undone: Table, refuse: Callable[..., Ran]
    ) -> None:
        two_undone.write(two_undone.read().replace("hp: 14/14", "hp: 13/14"))
        refuse("redo", "2", code=1, says=("step 3 cannot be done again",))
        assert two_undone("redo").out.startswith("redid 2: ")

    def test_a_command_after_the_edit_ends_it(self, two_undone: Table, refuse: Callable[..., Ran]) -> None:
        two_undone.write(two_undone.read().replace("# the burrow", "# the hole"))
        two_undone("damage", "rat", "3")
        refuse("redo", code=1, says=("nothing to redo",))
        marks = [(step["n"], step["undone"]) for step in json.loads(two_undone("log", "--json").out)["steps"]]
        assert marks == [(1, False), (2, True), (3, True), (4, False)]

    def test_a_file_made_invalid_meanwhile_can_still_step(self, two_undone: Table) -> None:
        """What was broken elsewhere is no reason to keep a wound; `again`, which plays, must read it."""
        two_undone.write(two_undone.read() + "xyz: [\n")
        assert two_undone("redo").code == 0
        assert two_undone("undo").code == 0
        ran = two_undone("again")
        assert (ran.code, "never closed" in ran.err) == (3, True)


def test_undone_steps_are_marked_in_their_rounds_and_their_texts_are_kept(two_undone: Table) -> None:
    told = two_undone("log", "--round", "1").out
    assert told.count("(undone)") == 2
    assert "gm damage rat 1  (undone)\n" in told
    assert "gm next\n" in told
    text = two_undone.read()
    once = text.replace("8/8", "7/8")
    for n, then in ((1, text), (2, once), (3, once.replace("14/14", "12/14"))):
        assert two_undone("log", "--at", str(n)).out == then


class TestTotals:
    """A total given for a throw is kept as it was typed, and played again."""

    @pytest.mark.parametrize(
        ("words", "dice", "logged"),
        [
            (("2d6",), "=7", "given =7"),
            (("2d6", "+", "1"), "=7", "given =7 = 8"),
            (("2d6+1d8",), "=7,3", "given =7,3 = 10"),
            (("1d8+2d6",), "3,=7", "given 3,=7 = 10"),
            (("2d6", "--times", "2"), "=7,=9", "given =7; =9"),
            (("2d6", "--times", "2"), "3,4,=9", "given 3,4 = 7; =9"),
        ],
        ids=str,
    )
    def test_of_a_roll(self, in_line: Table, words: tuple[str, ...], dice: str, logged: str) -> None:
        assert in_line("roll", *words, "--dice", dice).code == 0
        assert f"        {logged}\n" in in_line("log").out
        ran = in_line("replay")
        assert (ran.code, ran.out) == (0, "1 step played again, all as recorded\n")

    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            ('"total":8', '"total":9', "2d6+1: recorded 9, now 8"),
            ('"words":"=7"', '"words":"=6"', "2d6+1: recorded 8, now 7"),
            ('"words":"=7"', '"words":"=13"', "these dice cannot come to =13"),
            ('"words":"=7"', '"words":"=7,1"', "dice left over: 1"),
            ('"words":"=7"', '"words":"7s"', "`7s` does not fit"),
            ('"words":"=7"', '"words":""', "no die was given"),
            ('"2d6","+","1"', '"9d6","+","1"', "these dice cannot come to =7"),
        ],
    )
    def test_of_a_roll_that_comes_out_otherwise(self, in_line: Table, old: str, new: str, says: str) -> None:
        in_line("roll", "2d6", "+", "1", "--dice", "=7")
        path = in_line.folder / ".gm" / "encounter.yaml.jsonl"
        text = path.read_text()
        assert text.count(old) == 1
        path.write_text(text.replace(old, new))
        ran = in_line("replay")
        assert ran.code == 1
        assert says in ran.out

    def test_of_an_attack(self, in_line: Table) -> None:
        """The damage die as a total: the same wound as its face gives."""
        assert in_line("attack", "rat", "wolf", "--charge", "--dice", "4,1,2,5,=6").code == 0
        assert "hp: 7/14" in in_line.read()
        assert in_line("replay").out == "1 step played again, all as recorded\n"
        path = in_line.folder / ".gm" / "encounter.yaml.jsonl"
        for words, says in (("=5", "combatants.wolf.hp: recorded 7/14, now 8/14"), ("=7", "cannot come to =7")):
            path.write_text(path.read_text().replace('"words":"=6"', f'"words":"{words}"'))
            ran = in_line("replay")
            assert (ran.code, says in ran.out) == (1, True), ran
            path.write_text(path.read_text().replace(f'"words":"{words}"', '"words":"=6"'))
