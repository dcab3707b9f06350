"""Pipes, full disks, poor terminals: no escape code in a pipe, no crash on a character, and what was saved is said."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Table

ODD_NAMES = """\
system: bnb
combatants:
  🐀 King: {side: pc, at: 0304, facing: SE, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}
  小狼: {at: 0404, facing: NW, stats: {str: 4, spd: 2, agi: 2}, hp: 14/14}
  Zoë: {at: 0508, facing: NW, stats: {str: 0, spd: 0, agi: 0}, hp: 0/3}
"""
ESCAPE = "\x1b"


def through_a_shell(gm: Table, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line in which `gm` stands for the program."""
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line.replace("gm ", f"{sys.executable} -m gmtool ")],
        cwd=gm.folder,
        env=gm.env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "env", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": "xterm-256color", "FORCE_COLOR": "1"}], ids=str
)
@pytest.mark.parametrize(
    "words",
    [("status",), ("attack", "rat", "wolf", "--charge"), ("next", "-n"), ("-h",), ("log",), ("attack", "rat", "rat")],
    ids=" ".join,
)
def test_c88_no_escape_code_ever_reaches_a_pipe(in_line: Table, words: tuple[str, ...], env: dict[str, str]) -> None:
    ran = in_line(*words, env=env)
    assert ESCAPE not in ran.out + ran.err


def on_a_terminal(gm: Table, *words: str, **env: str) -> str:
    pexpect = pytest.importorskip("pexpect")
    whole = {**gm.env, "TERM": "xterm-256color", **env}
    child = pexpect.spawn(sys.executable, ["-m", "gmtool", *words], cwd=str(gm.folder), env=whole, timeout=30)
    told = child.read().decode()
    child.close()
    return str(told)


def test_c88_color_is_for_terminals_and_says_nothing_alone(in_line: Table) -> None:
    in_line("next", "--seed", "1")
    colored = on_a_terminal(in_line, "status")
    plain = in_line("status").out
    assert ESCAPE in colored
    bare = "".join(part.partition("m")[2] if i else part for i, part in enumerate(colored.split(ESCAPE + "[")))
    assert bare.replace("\r\n", "\n") == plain


@pytest.mark.parametrize("layout", ["flat", "pointy"])
@pytest.mark.parametrize("words", [("map",), ("map", "--ascii"), ("map", "--reach", "小"), ("map", "--list")], ids=str)
def test_the_map_is_the_same_in_color(gm: Table, words: tuple[str, ...], layout: str) -> None:
    """C88, C90: with names that are wide, combined, and down."""
    gm.write(ODD_NAMES.replace("system: bnb\n", f"system: bnb\ngrid: {{layout: {layout}}}\n"))
    gm("next", "--seed", "1")
    colored = on_a_terminal(gm, *words)
    plain = gm(*words).out
    assert ESCAPE in colored
    assert ESCAPE not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored).replace("\r\n", "\n") == plain


@pytest.mark.parametrize(
    ("words", "env"),
    [
        (("map",), {"NO_COLOR": "1"}),
        (("map",), {"TERM": "dumb"}),
        (("map", "--no-color"), {}),
        (("map", "--json"), {}),
        (("status",), {"NO_COLOR": "1"}),
        (("status",), {"TERM": "dumb"}),
        (("status", "--no-color"), {}),
        (("--json",), {}),
    ],
    ids=str,
)
def test_c88_color_can_be_switched_off(in_line: Table, words: tuple[str, ...], env: dict[str, str]) -> None:
    in_line("next", "--seed", "1")
    assert ESCAPE not in on_a_terminal(in_line, *words, **env)


def test_an_empty_no_color_switches_nothing_off(in_line: Table) -> None:
    """no-color.org: when present and not an empty string."""
    in_line("next", "--seed", "1")
    assert ESCAPE in on_a_terminal(in_line, "status", NO_COLOR="")


@pytest.mark.parametrize("reader", ["head -1", "true", "head -c 1"])
@pytest.mark.parametrize("unbuffered", ["", "PYTHONUNBUFFERED=1 "])
def test_c86_a_reader_who_has_had_enough_is_no_fault(in_line: Table, reader: str, unbuffered: str) -> None:
    """C86: silent, and the encounter is saved exactly once."""
    before = in_line.read()
    done = through_a_shell(in_line, f"{unbuffered}gm --dice 4,1,2,5,6 attack rat wolf --charge | {reader}")
    assert (done.returncode, done.stderr) == (0, "")
    assert "hp: 7/14" in in_line.read()
    assert in_line.history().count(b'"kind":"step"') == 1
    assert in_line("undo").code == 0
    assert in_line.read() == before


@pytest.mark.parametrize("command", ["odds attack rat wolf --charge", "rules bnb", "log", "-h", "status"])
def test_c86_long_output_into_a_closed_pipe(in_line: Table, command: str) -> None:
    done = through_a_shell(in_line, f"gm {command} | true")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
class TestC86FullDisk:
    """Where the output cannot be written, what was saved stays saved and is told so."""

    def test_saved_but_not_told(self, in_line: Table) -> None:
        done = through_a_shell(in_line, "gm --dice 4,1,2,5,6 attack rat wolf --charge > /dev/full")
        assert done.returncode == 74
        assert done.stderr.startswith("gm: saved, but the output could not be written: No space left")
        assert done.stderr.count("\n") == 1
        assert "hp: 7/14" in in_line.read()
        assert in_line("undo").code == 0

    @pytest.mark.parametrize("command", ["undo", "init new.yaml", "set rat hp=1"])
    def test_every_command_that_saves_says_so(self, in_line: Table, command: str) -> None:
        in_line("damage", "rat", "1")
        done = through_a_shell(in_line, f"gm {command} > /dev/full")
        assert (done.returncode, done.stderr[:15]) == (74, "gm: saved, but ")

    @pytest.mark.parametrize(
        "command", ["status", "odds attack rat wolf --charge", "--dry-run damage rat 1", "-h", "--version"]
    )
    def test_nothing_was_saved(self, in_line: Table, command: str) -> None:
        done = through_a_shell(in_line, f"gm {command} > /dev/full")
        assert done.returncode == 74
        assert "could not be written" in done.stderr
        assert "saved" not in done.stderr
        assert "Traceback" not in done.stderr

    def test_quiet_has_nothing_to_lose(self, in_line: Table) -> None:
        assert through_a_shell(in_line, "gm -q damage rat 1 > /dev/full").returncode == 0

    def test_standard_error_is_full_too(self, in_line: Table) -> None:
        done = through_a_shell(in_line, "gm attack rat rat 2> /dev/full")
        assert done.returncode == 1
        done = through_a_shell(in_line, "gm damage rat 1 > /dev/full 2> /dev/full")
        assert done.returncode == 74
        assert "hp: 7/8" in in_line.read()


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams(in_line: Table, closed: str) -> None:
    done = through_a_shell(in_line, f"gm damage rat 1 {closed}")
    assert done.returncode in (0, 74)
    assert "Traceback" not in done.stderr
    assert "hp: 7/8" in in_line.read()


ENCODINGS = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "the C locale": {"LC_ALL": "C", "LANG": "C"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
}


@pytest.mark.parametrize("env", ENCODINGS.values(), ids=ENCODINGS)
def test_c87_characters_the_terminal_lacks(gm: Table, env: dict[str, str]) -> None:
    """C87: the file is UTF-8 whatever the terminal speaks; what cannot be printed is replaced."""
    gm.write(ODD_NAMES)

    def run(*words: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "gmtool", *words]
        return subprocess.run(command, cwd=gm.folder, env={**gm.env, **env}, capture_output=True, check=False)

    for words in (("status",), ("odds", "attack", "🐀", "小"), ("check",), ("log",)):
        done = run(*words)
        assert (done.returncode, done.stderr) == (0, b""), words
    done = run("--dice", "5,2,3,6,4", "attack", "🐀", "小")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"King attacks" in done.stdout
    assert gm.read() == ODD_NAMES.replace("hp: 14/14", "hp: 9/14, as: 5, ds: 7").replace(
        "hp: 8/8", "hp: 8/8, as: 6, ds: 6"
    )
    wrong = run("attack", "🐀", "龍")
    assert wrong.returncode == 5
    assert b"Traceback" not in wrong.stderr


def test_bad_bytes_on_the_command_line(face_to_face: Table) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gmtool", b"damage", b"r\xe4t", b"1"],
        cwd=face_to_face.folder,
        env=face_to_face.env,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 5
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("columns", ["20", "40", "0", "abc", ""])
def test_c89_narrow_screens_lose_no_number(gm: Table, columns: str) -> None:
    """C89."""
    gm.write(ODD_NAMES)
    told = gm("status", env={"COLUMNS": columns}).out
    for word in ("8/8", "14/14", "0304 SE", "0404 NW", "DOWN"):
        assert word in told


def test_c90_columns_line_up_by_display_width(gm: Table) -> None:
    """C90: a wide character takes two columns, a combining one none."""
    gm.write(ODD_NAMES.replace("Zoë", "Zoe\N{COMBINING DIAERESIS}"))
    rows = gm("status").out.splitlines()[-3:]

    def column(row: str, word: str) -> int:
        wide = {"🐀": 2, "小": 2, "狼": 2, "\N{COMBINING DIAERESIS}": 0}
        return sum(wide.get(sign, 1) for sign in row[: row.index(word)])

    assert len({column(row, hp) for row, hp in zip(rows, ("8/8", "14/14", "0/3"), strict=True)}) == 1


def test_lines_are_at_most_60_columns_wide(in_line: Table) -> None:
    in_line("next", "--dice", "6,1")
    for words in (("--dice", "4,1,2,5,6", "attack", "rat", "wolf", "--charge"), ("next",), ("status",), ("undo",)):
        ran = in_line(*words)
        assert ran.code == 0, ran
        assert max(map(len, ran.out.splitlines())) <= 60, ran.out


def until_open(child: subprocess.Popen[bytes], path: Path) -> None:
    """Wait until a process has opened a file: where that cannot be seen, for as long as it surely takes."""
    handles = Path(f"/proc/{child.pid}/fd")
    if not handles.exists():
        time.sleep(1.5)
        return
    while child.poll() is None and str(path) not in map(os.path.realpath, handles.iterdir()):
        time.sleep(0.02)


def test_ctrl_c_leaves_at_once(in_line: Table, tmp_path: Path) -> None:
    """While it waits for another command, an interrupt ends it with 130 and touches nothing."""
    fcntl = pytest.importorskip("fcntl")

    before = in_line.read()
    with in_line.file.open("r+b") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)
        child = subprocess.Popen(
            [sys.executable, "-m", "gmtool", "damage", "rat", "1"],
            cwd=in_line.folder,
            env=in_line.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        until_open(child, in_line.file)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=10)
    assert child.returncode == 130
    assert b"Traceback" not in err
    assert in_line.read() == before
