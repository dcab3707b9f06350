"""A history that is damaged, an encounter edited by hand, and ten thousand steps: the real program with each (C53)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gmtool.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table


def log_of(table: Table) -> Path:
    return table.folder / ".gm" / "encounter.yaml.jsonl"


def zeros(log: Path) -> None:
    log.write_bytes(bytes(log.stat().st_size))


def half(log: Path) -> None:
    raw = log.read_bytes()
    log.write_bytes(raw[: len(raw) // 2])


def gone(log: Path) -> None:
    log.unlink()


def a_folder(log: Path) -> None:
    log.unlink()
    log.mkdir()


HARM = [zeros, half, gone, a_folder]
by_harm = pytest.mark.parametrize("harm", HARM)


@pytest.fixture
def hurt(in_line: Table) -> Table:
    """The rat was bitten four times."""
    for _ in range(4):
        in_line("damage", "rat", "1")
    return in_line


class TestC53:
    """The encounter never depends on its history, and whatever is left of that is used."""

    @by_harm
    def test_next_goes_on_with_a_warning(self, hurt: Table, harm: Callable[[Path], None]) -> None:
        harm(log_of(hurt))
        text = hurt.read()
        ran = hurt("next", "--dice", "6,1")
        assert ran.code == 0
        assert "rat's turn" in ran.out
        assert hurt.read() != text
        assert ("history" in ran.err) == (harm is not gone)
        assert ran.err.count("\n") == (harm is not gone)

    @by_harm
    def test_undo_says_so_and_touches_nothing(
        self, hurt: Table, refuse: Callable[..., Ran], harm: Callable[[Path], None]
    ) -> None:
        harm(log_of(hurt))
        says = {zeros: "damaged", half: "damaged", gone: "nothing to undo", a_folder: "cannot be read"}[harm]
        for words in (("undo",), ("undo", "2"), ("again",), ("undo", "--dry-run")):
            refuse(*words, code=1, says=(says,))
        refuse("redo", code=1)

    @by_harm
    def test_what_came_after_the_damage_is_undone_byte_for_byte(
        self, hurt: Table, refuse: Callable[..., Ran], harm: Callable[[Path], None]
    ) -> None:
        harm(log_of(hurt))
        text = hurt.read()
        hurt("damage", "wolf", "5")
        if harm is a_folder:
            refuse("undo", code=1, says=("it is a folder",))
            return
        assert hurt("undo").code == 0
        assert hurt.read() == text
        refuse("undo", code=1, says=("nothing to undo",))

    @by_harm
    def test_log_and_replay_tell_what_is_left(self, hurt: Table, harm: Callable[[Path], None]) -> None:
        harm(log_of(hurt))
        text = hurt.read()
        log, replay = hurt("log"), hurt("replay")
        assert (log.code, replay.code) == (0, 0)
        whole_lines = log_of(hurt).read_bytes().count(b"\n") if harm is half else 0
        assert (whole_lines > 0) == (harm is half)
        assert log.out.count("gm damage rat 1") == whole_lines
        if harm is not half:
            lost = "nothing was done yet\n" if harm is gone else "what was done cannot be read\n"
            assert (log.out, replay.out) == (lost, "nothing to play again\n")
        else:
            counted = "1 step" if whole_lines == 1 else f"{whole_lines} steps"
            assert replay.out == f"{counted} played again, all as recorded\n"
        for ran in (log, replay, hurt("log", "--markdown")):
            assert ("history" in ran.err or "damaged" in ran.err) == (harm is not gone), ran
            assert "Traceback" not in ran.err
        assert hurt.read() == text

    def test_a_line_lost_in_the_middle(self, hurt: Table, refuse: Callable[..., Ran]) -> None:
        hurt("damage", "wolf", "1")
        rows = log_of(hurt).read_bytes().splitlines(keepends=True)
        log_of(hurt).write_bytes(b"".join(rows[:3]) + b"?" * (len(rows[3]) - 1) + b"\n" + rows[4])
        told = hurt("log")
        assert ("damage rat 1" in told.out, "damage wolf 1" in told.out) == (True, True)
        assert "encounter.yaml.jsonl:4: damaged or cut off; 1 line(s) passed over" in told.err
        refuse("log", "--at", "5", code=1, says=("damaged",))
        assert hurt("undo").out.startswith("undid 5: gm damage wolf 1\n")
        refuse("undo", code=1, says=("damaged",))

    def test_a_last_line_cut_off_was_never_carried_out(self, hurt: Table) -> None:
        """A kill between the history and the encounter: the step is not there, and the one before can be undone."""
        text, whole = hurt.read(), log_of(hurt).read_bytes()
        hurt("damage", "wolf", "5")
        row = log_of(hurt).read_bytes()[len(whole) :]
        hurt.write(text)
        for kept in (len(row) - 1, len(row) // 2):
            log_of(hurt).write_bytes(whole + row[:kept])
            assert "wolf" not in hurt("log").out
            assert hurt("undo").out == "undid 4: gm damage rat 1\n  rat hp 4/8 -> 5/8\n"
            hurt("redo")
            assert hurt.read() == text


class TestHandEdits:
    """Undo, redo and again put the step's own lines where each has just one place."""

    def test_several_steps_with_edits_between_them(self, in_line: Table) -> None:
        before = in_line.read()
        in_line("damage", "wolf", "5")
        in_line.write("# one more line\n" + in_line.read())
        in_line("damage", "rat", "3")
        in_line.write(in_line.read().replace("# The culvert.", "# The well."))
        assert in_line("undo", "2").out == (
            "undid 2: gm damage rat 3\n  rat hp 5/8 -> 8/8\nundid 1: gm damage wolf 5\n  wolf hp 9/14 -> 14/14\n"
        )
        assert in_line.read() == "# one more line\n" + before.replace("culvert", "well")
        assert in_line("redo", "2").code == 0
        assert "hp: 9/14" in in_line.read()
        assert "hp: 5/8" in in_line.read()

    def test_lines_that_look_alike_are_not_guessed_at(self, in_line: Table, refuse: Callable[..., Ran]) -> None:
        """The GM copied the wounded rat: which of the two was hurt?"""
        row = "    facing: S\n    stats: {str: 1, spd: 1, agi: 1}\n    side: pc\n    hp: 4/4\n    x-note: one of many\n"
        rat = row + "    x-a: 1\n    x-b: 2\n"
        in_line.write(f"system: bnb\ncombatants:\n  ann:\n    at: 0101\n{rat}")
        in_line("damage", "ann", "1")
        hurt = rat.replace("4/4", "3/4")
        in_line.write(f"system: bnb\ncombatants:\n  ann:\n    at: 0101\n{hurt}  bob:\n    at: 0501\n{hurt}")
        refuse("undo", code=1, says=("2 places look alike",))

    def test_a_step_whose_lines_were_taken_out(self, in_line: Table, refuse: Callable[..., Ran]) -> None:
        in_line("mark", "rat", "on fire")
        lines = in_line.read().splitlines(keepends=True)
        in_line.write("".join(line for line in lines if "on fire" not in line and "marks" not in line))
        refuse("undo", code=1, says=("it was edited since", "on fire"))


def many_steps(table: Table, count: int) -> None:
    """Make the history as long as so many `gm damage rat 1` and `gm heal rat 1` would, from real ones of each."""
    table("damage", "rat", "1")
    table("heal", "rat", "1")
    table("damage", "rat", "1")
    rows = [json.loads(row) for row in log_of(table).read_text().splitlines()]
    at = 0
    out = []
    for n in range(1, count + 1):
        row = dict(rows[0] if n == 1 else rows[1 + n % 2])
        row |= {"n": n, "back": out[-1][0] if out else None, "undo": at}
        line = json.dumps(row, separators=(",", ":")).encode() + b"\n"
        out.append((at, line))
        at += len(line)
    log_of(table).write_bytes(b"".join(line for _, line in out))
    if count % 2 == 0:
        table.write(table.read().replace("hp: 7/8", "hp: 8/8"))


@pytest.mark.parametrize("words", [["undo"], ["next", "--dice", "6,1"], ["again"], ["undo", "-n"]], ids=" ".join)
def test_ten_thousand_steps_cost_no_more_than_their_end(
    in_line: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.chdir(in_line.folder)
    monkeypatch.delenv("GM_FILE", raising=False)
    many_steps(in_line, 10_000)
    size = log_of(in_line).stat().st_size
    assert size > 4_000_000
    there = os.stat(log_of(in_line)).st_ino
    amounts: list[int] = []
    read = os.read

    def counted(handle: int, most: int) -> bytes:
        raw = read(handle, most)
        if os.fstat(handle).st_ino == there:
            amounts.append(len(raw))
        return raw

    with monkeypatch.context() as patched:
        patched.setattr(os, "read", counted)
        assert run(words) == 0
    assert capsys.readouterr().err == ""
    assert 0 < sum(amounts) < 80_000
    assert "gm heal rat 1" in in_line("undo", "-n").out or words[0] != "again"


@pytest.mark.slow
def test_ten_thousand_steps_are_all_there(in_line: Table) -> None:
    many_steps(in_line, 10_000)
    text = in_line.read()
    assert in_line("undo", "9999").code == 0
    assert in_line.read() == text.replace("hp: 8/8", "hp: 7/8")
    assert in_line("log", "--round", "1").out == "nothing was done in round 1\n"
