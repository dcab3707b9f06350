"""Undo, redo and the log: byte for byte, one command line a step, and honest after a hand edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table


STEPS = (
    ("next", "--dice", "6,1"),
    ("attack", "rat", "wolf", "--charge", "--dice", "4,1,2,5,6"),
    ("mark", "rat", "on fire"),
    ("set", "wolf", "vulnerable=2", "facing=NE"),
    ("next",),
    ("attack", "wolf", "rat", "--force", "--seed", "5"),
    ("unmark", "rat", "on fire"),
    ("damage", "wolf", "9"),
    ("next",),
)


def test_undo_and_redo_go_through_the_same_bytes(in_line: Table) -> None:
    """C13, C95: one command line is one step, turns and markers included."""
    states = [in_line.read()]
    for step in STEPS:
        ran = in_line(*step)
        assert ran.code == 0, ran
        states.append(in_line.read())
    assert len(set(states)) == len(states)
    for state in reversed(states[:-1]):
        assert in_line("undo").code == 0
        assert in_line.read() == state
    for state in states[1:]:
        assert in_line("redo").code == 0
        assert in_line.read() == state
    assert in_line("undo", "4").code == 0
    assert in_line.read() == states[-5]
    assert in_line("redo", "2").code == 0
    assert in_line.read() == states[-3]


def test_c13_undo_more_often_than_there_are_steps(in_line: Table, refuse: Callable[..., Ran]) -> None:
    in_line("next")
    in_line("undo")
    refuse("undo", code=1, says=("nothing to undo",))
    in_line("redo")
    refuse("redo", code=1, says=("nothing to redo",))
    refuse("undo", "2", code=1, says=("only 1 step to undo", "gm undo 1"))


def test_c95_undo_says_what_it_took_back(in_line: Table) -> None:
    in_line("--dice", "4,1,2,5,6", "attack", "rat", "wolf", "--charge")
    told = in_line("undo").out
    assert "undid 1: gm attack rat wolf --charge" in told
    assert "hp 7/14 -> 14/14" in told
    assert "at 0303 -> 0301" in told


def test_a_new_command_ends_what_could_be_redone(in_line: Table, refuse: Callable[..., Ran]) -> None:
    in_line("damage", "rat", "1")
    in_line("undo")
    in_line("damage", "rat", "2")
    refuse("redo", code=1, says=("nothing to redo",))
    log = in_line("log").out
    assert "gm damage rat 1  (undone)" in log
    assert log.index("damage rat 1") < log.index("damage rat 2")


def test_undo_passes_over_rolls(in_line: Table) -> None:
    before = in_line.read()
    in_line("damage", "rat", "1")
    in_line("roll", "2d6")
    assert "damage rat 1" in in_line("undo").out
    assert in_line.read() == before
    assert "gm roll 2d6" in in_line("log").out


def test_words_are_logged_as_a_shell_would_need_them(in_line: Table) -> None:
    in_line("mark", "rat", "on fire")
    assert "gm mark rat 'on fire'" in in_line("log").out


def test_a_command_that_changes_nothing_leaves_file_and_history_alone(
    in_line: Table, snapshot: Callable[[], object]
) -> None:
    in_line("damage", "rat", "1")
    before = snapshot()
    for words in (("heal", "rat", "0"), ("damage", "rat", "0"), ("set", "rat", "hp=7/8"), ("set", "wolf", "side=npc")):
        ran = in_line(*words)
        assert (ran.code, ran.err) == (0, ""), words
    assert snapshot() == before


@pytest.mark.parametrize(
    "words",
    [
        ("status",),
        ("odds", "attack", "rat", "wolf", "--charge"),
        ("log",),
        ("check",),
        ("rules",),
        ("-h",),
        ("systems",),
    ],
)
def test_a_command_that_reads_writes_nothing(
    in_line: Table, snapshot: Callable[[], object], words: tuple[str, ...]
) -> None:
    before = snapshot()
    assert in_line(*words).code == 0
    assert snapshot() == before


def test_a_dice_command_that_misses_is_a_step(in_line: Table) -> None:
    """What was rolled is in the log, so that a dispute can be settled (C33)."""
    in_line("--seed", "4", "attack", "rat", "wolf", "--charge")
    assert b'"faces":' in in_line.history()


class TestHandEdits:
    """Between two commands the GM's editor was there."""

    def test_elsewhere_in_the_file_undo_leaves_the_edit(self, in_line: Table) -> None:
        before = in_line.read()
        in_line("damage", "rat", "3")
        in_line.write(in_line.read().replace("14/14    # hungry", "14/14    # starving"))
        ran = in_line("undo")
        assert (ran.code, ran.err) == (0, "")
        assert in_line.read() == before.replace("hungry", "starving")

    def test_lines_added_above_do_not_matter(self, in_line: Table) -> None:
        before = in_line.read()
        in_line("damage", "wolf", "3")
        in_line.write("# one more\n# and another\n" + in_line.read())
        assert in_line("undo").code == 0
        assert in_line.read() == "# one more\n# and another\n" + before

    def test_on_the_very_line_undo_refuses_and_shows_both(self, in_line: Table, refuse: Callable[..., Ran]) -> None:
        in_line("damage", "rat", "3")
        in_line.write(in_line.read().replace("hp: 5/8", "hp: 1/8"))
        ran = refuse("undo", code=1, says=("hp: 5/8", "hp: 1/8"))
        assert "Traceback" not in ran.err

    def test_the_next_command_plays_what_stands_there_now(self, in_line: Table) -> None:
        in_line("damage", "rat", "3")
        in_line.write(in_line.read().replace("hp: 5/8", "hp: 2/8"))
        assert "rat hp 2/8 -> 1/8" in in_line("damage", "rat", "1").out
        edited = in_line.read().replace("hp: 1/8", "hp: 2/8")
        assert in_line("undo").code == 0
        assert in_line.read() == edited

    def test_a_fighter_taken_out_by_hand(self, in_line: Table) -> None:
        """C01: its lines are gone, `order:` still names it; a warning, and play goes on."""
        in_line("next", "--dice", "6,1")
        text = in_line.read()
        in_line.write(text[: text.index("  wolf:\n")])
        ran = in_line("next")
        assert ran.code == 0
        assert "warning: order names wolf, and nobody here is called that" in ran.err
        assert "round 2" in ran.out
        assert "rat's turn" in ran.out

    def test_the_file_taken_away(self, in_line: Table, refuse: Callable[..., Ran]) -> None:
        in_line("damage", "rat", "1")
        in_line.file.unlink()
        refuse("-f", "encounter.yaml", "undo", code=3, says=("encounter.yaml", "no such file"))


class TestDamagedHistory:
    """C53: the encounter never depends on its journal."""

    @pytest.mark.parametrize("harm", ["zeros", "half", "gone", "a folder", "rubbish"])
    def test_play_goes_on(self, in_line: Table, harm: str) -> None:
        in_line("damage", "rat", "1")
        in_line("damage", "rat", "1")
        log = in_line.folder / ".gm" / "encounter.yaml.jsonl"
        raw = log.read_bytes()
        log.unlink()
        if harm == "a folder":
            log.mkdir()
        elif harm != "gone":
            log.write_bytes({"zeros": bytes(len(raw)), "half": raw[: len(raw) // 2], "rubbish": b"hello\n"}[harm])
        text = in_line.read()
        ran = in_line("damage", "wolf", "1")
        assert ran.code == 0
        assert in_line.read() == text.replace("14/14", "13/14")
        assert bool(ran.err) == (harm != "gone")
        assert "Traceback" not in ran.err
        undone = in_line("undo")
        assert undone.code in (0, 1, 4)
        assert in_line.read() in (text, text.replace("14/14", "13/14"))
        assert "Traceback" not in undone.err


def test_the_history_keeps_out_of_git(in_line: Table) -> None:
    in_line("damage", "rat", "1")
    assert (in_line.folder / ".gm" / ".gitignore").read_text() == "*\n"


def test_the_log_of_nothing(in_line: Table) -> None:
    ran = in_line("log")
    assert (ran.code, ran.out) == (0, "nothing was done yet\n")


def test_the_log_hides_bookkeeping(in_line: Table) -> None:
    """What the status keeps quiet about is not told by the log either."""
    in_line("next", "--dice", "6,1")
    in_line("attack", "rat", "wolf", "--charge")
    in_line("next")
    told = in_line("log").out + in_line("undo").out
    assert "acted" not in told
    assert "done attack" not in told
