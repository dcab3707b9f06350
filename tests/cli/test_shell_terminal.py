"""The shell on a real terminal: what is typed, completed, dropped and answered there, and what the file says then."""

from __future__ import annotations

import json
import os
import re
import sys
import termios
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from gmtool.document.store import hold

pexpect = pytest.importorskip("pexpect")

if TYPE_CHECKING:
    from tests.conftest import Table

FIGHT = """\
system: bnb
combatants:
  rat: {side: pc, name: Nib, at: 0301, facing: S, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}   # the hero
  wolf: {at: 0304, facing: S, stats: {str: 4, spd: 2, agi: 2}, hp: 14/14}
  "Old Tom": {at: 0808, facing: S, stats: {str: 0, spd: -9, agi: 0}, hp: 3/3}
"""
ROUND = "R1 Nib> "
BEFORE = "gm (not started)> "
ESCAPE = "\x1b"


PROMPTS = ("> ", ")? ")
AT_A_PROMPT = f"{ESCAPE}[?2004h"
"""what is written before each prompt, and never when one is drawn anew: pasted text is to be marked as such"""


class Terminal:
    """A shell on a terminal. Lines are typed at a prompt that was seen; `says` waits for what is then printed."""

    def __init__(self, gm: Table, words: tuple[str, ...], env: dict[str, str]) -> None:
        whole = {**gm.env, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", **env}
        self.plain = "--plain" in words or whole["TERM"] == "dumb"
        argv = ["-m", "gmtool", "shell", *words]
        self.child = pexpect.spawn(
            sys.executable, argv, cwd=str(gm.folder), env=whole, encoding="utf-8", timeout=30, dimensions=(24, 100)
        )

    def says(self, *texts: str) -> str:
        """Wait for these texts, one after the other; give what came before the last."""
        for text in texts:
            if text.endswith(PROMPTS) and not self.plain:
                self.child.expect_exact(AT_A_PROMPT)
            self.child.expect_exact(text if self.plain else text.rstrip())
        return str(self.child.before)

    def types(self, text: str, *texts: str) -> str:
        """Type a line, and wait for what is then printed."""
        self.child.send(text + "\r")
        return self.says(*texts)

    def control(self, sign: str) -> None:
        self.child.sendcontrol(sign)

    def busy(self) -> None:
        """Wait until a command has the terminal: Ctrl-C is a signal then, and no key."""
        until = time.monotonic() + 30
        while not termios.tcgetattr(self.child.child_fd)[3] & termios.ISIG:
            assert time.monotonic() < until
            time.sleep(0.002)

    def left(self) -> int:
        """Wait for the end; give the exit code."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        assert "Traceback" not in str(self.child.before)
        return int(self.child.exitstatus)


@pytest.fixture
def sit(gm: Table) -> Iterator[Callable[..., Terminal]]:
    """Begin a session with these words behind `gm shell`, beside the fight."""
    gm.write(FIGHT)
    begun: list[Terminal] = []

    def run(*words: str, **env: str) -> Terminal:
        begun.append(Terminal(gm, words, env))
        return begun[-1]

    yield run
    for one in begun:
        one.child.close(force=True)


def steps(gm: Table) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gm.history().decode().splitlines()]


def test_an_evening(sit: Callable[..., Terminal], gm: Table) -> None:
    """A fight is begun with dice on the table, two slips of the pen, a name completed, a step taken back."""
    at = sit("--dice", "ask:pc")
    at.says("not started; `gm next` starts the fight", BEFORE)
    at.types("nxt", "no such command: `nxt`; did you mean `next`?")
    at.control("c")
    at.says(BEFORE)
    at.types("next", "Nib, initiative (1d6)? ")
    at.types("5", "Nib initiative SPD 4 + die 5 = 9", "Nib's turn", ROUND)
    started = gm.read()
    at.types("attack rat wofl --charge", "no combatant is called `wofl`; did you mean `wolf`?", ROUND)
    assert gm.read() == started
    at.child.send("attack rat wo\t--charge\r")
    at.says("Nib, score dice, offensive (2d6)? ")
    at.types("4 1", "Nib, Core Die (1d6)? ")
    at.types("6", "wolf hp 14/14 -> 7/14", ROUND)
    assert "hp: 7/14" in gm.read()
    at.types("undo", "wolf hp 7/14 -> 14/14", ROUND)
    at.control("d")
    assert at.left() == 0
    assert gm.read() == started
    assert "# the hero" in started
    first, second, third = steps(gm)
    assert [one["kind"] for one in (first, second, third)] == ["step", "step", "undo"]
    assert (first["commands"], second["commands"]) == ([["next"]], [["attack", "rat", "wolf", "--charge"]])
    assert {die["who"]: die["source"] for die in first["dice"]} == {
        "rat": "typed",
        "wolf": "rolled",
        "Old Tom": "rolled",
    }


def test_history_from_one_session_to_the_next(sit: Callable[..., Terminal], gm: Table) -> None:
    at = sit()
    at.says(BEFORE)
    at.types("damage wolf 1", "wolf hp 14/14 -> 13/14", BEFORE)
    at.types("exit")
    assert at.left() == 0
    kept = gm.folder / ".gm" / "shell-history"
    assert kept.read_text() == "damage wolf 1\nexit\n"
    assert kept.stat().st_mode & 0o777 == 0o600
    at = sit()
    at.says(BEFORE)
    at.child.send(f"{ESCAPE}[A")
    at.says("exit")
    at.child.send(f"{ESCAPE}[A")
    at.says("damage wolf 1")
    at.types("", "wolf hp 13/14 -> 12/14", BEFORE)
    at.child.send("dama")
    at.says("ge wolf 1")  # the suggestion
    at.child.send(f"{ESCAPE}[C\r")
    at.says("wolf hp 12/14 -> 11/14", BEFORE)


@pytest.mark.parametrize(
    "damage", ["damaged", *(pytest.param(what, marks=pytest.mark.slow) for what in ("a folder", "a file for .gm"))]
)
def test_a_history_that_cannot_be_kept_lives_in_memory(sit: Callable[..., Terminal], gm: Table, damage: str) -> None:
    folder = gm.folder / ".gm"
    if damage == "a file for .gm":
        folder.write_text("")
    else:
        folder.mkdir()
        kept = folder / "shell-history"
        kept.mkdir() if damage == "a folder" else kept.write_bytes(b"\xff\x00\x1b\n" * 100)
    at = sit()
    at.says(BEFORE)
    at.types("damage wolf 1", "wolf hp 14/14 -> 13/14", BEFORE)
    at.child.send(f"{ESCAPE}[A")
    at.says("damage wolf 1")
    at.types("", "wolf hp 13/14 -> 12/14", BEFORE)
    at.control("d")
    assert at.left() == 0


def test_names_with_blanks_are_completed(sit: Callable[..., Terminal], gm: Table) -> None:
    at = sit()
    at.says(BEFORE)
    at.types("status rat; damage Ol\t1", "Old Tom hp 3/3 -> 2/3", BEFORE)
    assert "hp: 2/3" in gm.read()


def test_the_menu_shows_health_and_enter_takes_a_word(sit: Callable[..., Terminal], gm: Table) -> None:
    before = gm.read()
    at = sit()
    at.says(BEFORE)
    at.child.send("damage \t")
    at.says("rat", "8/8 0301", "wolf", "14/14 0304", "Old Tom", "3/3 0808")
    at.child.send("\t\t\t")
    at.says("'Old Tom'")
    at.child.send("\r")
    assert gm.read() == before
    at.types("2", "Old Tom hp 3/3 -> 1/3", BEFORE)


def test_a_file_edited_elsewhere_is_read_again(sit: Callable[..., Terminal], gm: Table) -> None:
    at = sit()
    at.says(BEFORE)
    gm.write(FIGHT.replace("wolf:", "stoat:"))
    at.child.send("damage st\t1\r")
    at.says("stoat hp 14/14 -> 13/14", BEFORE)
    gm.write(FIGHT.replace("14/14", "15/14"))
    at.types("damage wolf 1", "encounter.yaml:4:", "error: ", "15/14", "gm (faults)> ")
    at.types("", "encounter.yaml:4:", "gm (faults)> ")
    gm.write(FIGHT)
    at.types("damage wolf 1", "wolf hp 14/14 -> 13/14", BEFORE)
    at.control("d")
    assert at.left() == 0


def test_the_encounter_is_free_while_the_prompt_waits(sit: Callable[..., Terminal], gm: Table) -> None:
    at = sit()
    at.says(BEFORE)
    assert gm("damage", "wolf", "1").code == 0
    at.types("status wolf", "13/14", BEFORE)
    at.types("damage wolf 1", "wolf hp 13/14 -> 12/14", BEFORE)
    assert gm("damage", "wolf", "1").code == 0
    at.types("undo", "wolf hp 11/14 -> 12/14", BEFORE)


FAILING = [
    "remove nobody",
    "damage nobody 1",
    "set nobody hp=1",
    "set rat nonsense=1",
    "attack rat rat",
    "move rat 9999",
    "again",
    "undo",
    "run nothing.gm",
    "attack rat wolf --charge --dice 4",
    "attack rat wolf --charge --mod x",
    "delay nobody",
    "schema --keep --nonsense",
    "shell",
]


def test_nothing_that_fails_keeps_the_encounter(sit: Callable[..., Terminal], gm: Table) -> None:
    before = gm.read()
    at = sit()
    at.says(BEFORE)
    for line in FAILING:
        at.types(line, "gm: ", BEFORE)
        hold(str(gm.file), wait=0.0).close()
    assert gm.read() == before


def test_what_stands_behind_a_failure_is_not_done(sit: Callable[..., Terminal], gm: Table) -> None:
    before = gm.read()
    at = sit()
    at.says(BEFORE)
    at.types(
        "damage nobody 1; damage wolf 1; note 'a; b'", "no combatant", "not done: damage wolf 1; note 'a; b'", BEFORE
    )
    assert gm.read() == before
    at.types("damage rat 1; damage wolf 1", "Nib hp 8/8 -> 7/8", "14/14 -> 13/14", BEFORE)


def test_ctrl_c_drops_the_line(sit: Callable[..., Terminal], gm: Table) -> None:
    before = gm.read()
    at = sit()
    at.says(BEFORE)
    at.child.send("damage wolf 1")
    at.says("damage wolf 1")
    at.control("c")
    at.says(BEFORE)
    at.types("", "not started", BEFORE)
    assert gm.read() == before


@pytest.mark.parametrize("key", ["c", pytest.param("d", marks=pytest.mark.slow)])
def test_an_answer_can_be_refused(sit: Callable[..., Terminal], gm: Table, key: str) -> None:
    """Ctrl-C and Ctrl-D where dice are asked for cost nothing, and the session goes on."""
    before = gm.read()
    at = sit("--dice", "ask")
    at.says(BEFORE)
    at.types("next; undo", "Nib, initiative (1d6)? ")
    at.types("7", "a d6 shows 1 to 6, not 7", "Nib, initiative (1d6)? ")
    at.types("4", "wolf, initiative (1d6)? ")
    at.control(key)
    at.says("interrupted" if key == "c" else "the answers ended", "not done: undo", BEFORE)
    assert gm.read() == before
    assert gm.history() == b""
    at.types("damage rat 1 --dice random", "8/8 -> 7/8", BEFORE)


def test_answers_typed_ahead_are_heard(sit: Callable[..., Terminal]) -> None:
    at = sit("--dice", "ask:pc")
    at.says(BEFORE)
    at.child.send("next\r5\rstatus rat\r")
    at.says("Nib initiative SPD 4 + die 5 = 9", "can act", ROUND)


def test_ctrl_c_ends_a_command_that_runs(sit: Callable[..., Terminal], gm: Table) -> None:
    before = gm.read()
    at = sit()
    at.says(BEFORE)
    with hold(str(gm.file)):
        interrupted = False
        while not interrupted:  # a Ctrl-C can come before the command begins: then the line is dropped
            at.child.send("damage wolf 1; damage rat 1\r")
            at.busy()
            at.control("c")
            interrupted = at.child.expect_exact(["gm: interrupted", AT_A_PROMPT]) == 0
        at.says("not done: damage rat 1", BEFORE)
        assert gm.read() == before
    at.types("damage wolf 1", "wolf hp 14/14 -> 13/14", BEFORE)
    at.control("d")
    assert at.left() == 0


@pytest.mark.parametrize("answer", [pytest.param("y", marks=pytest.mark.slow), "n"])
def test_a_question_is_asked(sit: Callable[..., Terminal], gm: Table, answer: str) -> None:
    gm.write(FIGHT + "  x: {stats: {str: 0, spd: 0, agi: 0}, hp: 3/3}\n")
    before = gm.read()
    at = sit()
    at.says(BEFORE)
    at.types("damage '*' 1", "damage 4 of them")
    at.types("perhaps", "invalid input", "damage 4 of them")
    at.types(answer, BEFORE)
    assert (gm.read() == before) is (answer == "n")
    hold(str(gm.file), wait=0.0).close()


def test_quotes_are_looked_at_before_a_line_is_taken(sit: Callable[..., Terminal], gm: Table) -> None:
    before = gm.read()
    at = sit()
    at.says(BEFORE)
    at.types("damage 'Old Tom 1", "the quote 'Old Tom 1 is open")
    at.control("c")
    at.says(BEFORE)
    at.types("damage “Old Tom” 1", "“ is no quote here; type ' or")
    at.control("c")
    at.says(BEFORE)
    at.types("next; aid rat", "`aid` is a brachyr verb; this encounter is bnb")
    at.control("c")
    at.says(BEFORE)
    at.child.send("dmage ")
    at.says("no such command: `dmage`; did you mean `damage`?")
    assert gm.read() == before


@pytest.mark.slow
def test_commands_that_open_something(sit: Callable[..., Terminal], gm: Table) -> None:
    editor = gm.write("#!/bin/sh\nsed -i 's/14.14/13\\/14/' \"$1\"\n", "editor")
    editor.chmod(0o755)
    at = sit(EDITOR=str(editor))
    at.says(BEFORE)
    at.types("edit", "encounter.yaml: ", BEFORE)
    assert "hp: 13/14" in gm.read()
    at.types("map -o map.svg", "map.svg: written", BEFORE)
    at.types("completion bash", "complete -F _gm gm gm-tool", BEFORE)
    at.types("help attack", "Usage: gm attack", BEFORE)
    at.types("shell", "this is the shell already", BEFORE)
    at.control("d")
    assert at.left() == 0
    assert (gm.folder / "map.svg").exists()


def test_the_bottom_line(sit: Callable[..., Terminal], gm: Table) -> None:
    gm.write(FIGHT + "round: 2\nturn: wolf\norder: [wolf, rat, Old Tom]\n")
    at = sit("--dice", "ask:pc", PROMPT_TOOLKIT_NO_CPR="")
    at.says(WHERE)
    at.child.send(FIRST_LINE)
    at.says("R2 wolf")
    at.says("next Nib | round 2 | encounter.yaml | dice ask:pc")
    assert gm("next").code == 0
    at.says("Nib", "Old")  # only what is new is drawn


def test_several_lines_pasted_at_once(sit: Callable[..., Terminal], gm: Table) -> None:
    at = sit()
    at.says(BEFORE)
    at.child.send(f"{ESCAPE}[200~damage wolf 1\ndamage rat 1\n{ESCAPE}[201~\r")
    at.says("wolf hp 14/14 -> 13/14", "8/8 -> 7/8", BEFORE)


WHERE, FIRST_LINE = f"{ESCAPE}[6n", f"{ESCAPE}[1;1R"
"""the question where the cursor is, and a terminal's answer: without one there is no knowing where the bottom is"""


PLAIN: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "--plain": (("--plain",), {}),
    "a dumb terminal": ((), {"TERM": "dumb"}),
    "both": (("--plain",), {"TERM": "dumb"}),
}


@pytest.mark.parametrize("case", PLAIN)
def test_line_by_line(sit: Callable[..., Terminal], gm: Table, case: str) -> None:
    words, env = PLAIN[case]
    at = sit(*words, "--dice", "ask:pc", **env)
    seen = [at.says(BEFORE)]
    seen.append(at.types("nxt", "did you mean `next`?", BEFORE))
    seen.append(at.types("next", "Nib, initiative (1d6)? "))
    at.control("c")
    seen.append(at.says("gm: interrupted", BEFORE))
    seen.append(at.types("next", "Nib, initiative (1d6)? "))
    seen.append(at.types("5", "Nib initiative SPD 4 + die 5 = 9", ROUND))
    at.child.send("damage wolf 99")
    at.says("damage wolf 99")
    at.control("c")
    seen.append(at.says(ROUND))
    seen.append(at.types("", "Round 1", ROUND))
    at.control("d")
    assert at.left() == 0
    assert ESCAPE not in "".join(seen) + str(at.child.before)
    assert "hp: 14/14" in gm.read()
    assert (gm.folder / ".gm" / "shell-history").read_text() == "nxt\nnext\nnext\n"


def test_plain_lines_can_be_edited_completed_and_recalled(sit: Callable[..., Terminal], gm: Table) -> None:
    pytest.importorskip("readline")
    at = sit("--plain", INPUTRC="/dev/null")
    at.says(BEFORE)
    at.types("damage Ol\t1", "Old Tom hp 3/3 -> 2/3", BEFORE)
    at.child.send("damage \t\t")
    at.says("rat: 8/8 0301", "wolf: 14/14 0304", "Old Tom: 2/3 0808", f"{BEFORE}damage ")
    at.child.send("wolf 1\r")
    at.says("wolf hp 14/14 -> 13/14", BEFORE)
    at.types(f"{ESCAPE}[A{ESCAPE}[A", "Old Tom hp 2/3 -> 1/3", BEFORE)


@pytest.mark.slow
@pytest.mark.parametrize(("words", "env"), [(("--no-color",), {}), ((), {"NO_COLOR": "1"})], ids=str)
def test_without_color(sit: Callable[..., Terminal], words: tuple[str, ...], env: dict[str, str]) -> None:
    """Nothing is told by color alone: no suggestion could be mistaken for what was typed."""
    at = sit(*words, **env)
    seen = [at.says(BEFORE), at.types("damage wolf 1", "wolf hp 14/14 -> 13/14", BEFORE)]
    at.child.send("dama \t")
    seen.append(at.says("no such command: `dama`"))
    at.control("c")
    seen.append(at.says(BEFORE))
    at.child.send("damage \t")
    seen.append(at.says("13/14 0304"))
    told = "".join(seen)
    assert not re.search(r"\x1b\[[0-9;]*\b[349][0-9]\b[0-9;]*m", told)


@pytest.mark.slow
def test_output_that_goes_elsewhere(gm: Table) -> None:
    """The prompt is seen on standard error, the answers go into the file."""
    gm.write(FIGHT)
    whole = {**gm.env, "TERM": "xterm"}
    child = pexpect.spawn(
        "sh", ["-c", f"{sys.executable} -m gmtool shell > out.txt"], cwd=str(gm.folder), env=whole, encoding="utf-8"
    )
    child.expect_exact(BEFORE)
    child.sendline("damage wolf 1")
    child.expect_exact(BEFORE)
    child.sendeof()
    child.expect(pexpect.EOF)
    child.close()
    told = (gm.folder / "out.txt").read_text()
    assert "wolf hp 14/14 -> 13/14" in told
    assert BEFORE not in told
    assert ESCAPE not in told


def test_without_any_encounter(gm: Table) -> None:
    at = Terminal(gm, (), {})
    at.says("`gm init` writes one", "gm> ")
    at.types("init", "encounter.yaml: a bnb encounter", BEFORE)
    at.types("exit")
    assert at.left() == 0
    assert os.listdir(gm.folder / ".gm")


def test_only_a_loop_that_ctrl_c_left_open_goes_untold(monkeypatch: pytest.MonkeyPatch) -> None:
    from asyncio import BaseEventLoop
    from types import SimpleNamespace

    from gmtool.shell import terminal

    told: list[object] = []
    monkeypatch.setattr(sys, "__unraisablehook__", lambda lost: told.append(lost.object))
    other = Terminal.left
    for culprit in (BaseEventLoop.__del__, other, None):
        terminal._untold(SimpleNamespace(object=culprit))
    assert told == [other, None]
