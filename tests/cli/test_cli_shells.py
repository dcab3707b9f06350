"""TAB in the shells themselves: bash, zsh and fish, on a terminal."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

ROOT = Path(__file__).resolve().parents[2]
SHEET = "stats: {str: 1, spd: 4, agi: 3}, hp: 9/9"
NAMES = ["rat", "Old Tom", "wolf: alpha", "O'Malley", "$(touch bad)", "5 * 5", 'a "b"', "$HOME", "Anne-Marie 2"]
FIGHT = "system: bnb\ncombatants:\n" + "".join(
    f'  "{name.replace(chr(34), chr(92) + chr(34))}": {{{SHEET}}}\n' for name in NAMES
)
START = {
    "bash": ["--norc", "--noprofile", "-i"],
    "zsh": ["-f", "-i"],
    "fish": ["--no-config", "-i"],
}
SETUP = {
    "bash": "PS1='ready> '; bind 'set page-completions off'; source {scripts}/gm.bash",
    "zsh": "PS1='ready> '; fpath=({scripts} $fpath); autoload -U compinit; compinit -u -D",
    "fish": "function fish_prompt; echo -n 'ready> '; end; source {scripts}/gm.fish",
}


@pytest.fixture(params=list(START))
def shell(request: pytest.FixtureRequest, tmp_path: Path, gm: Any) -> Iterator[Callable[[str], str]]:
    """Type a line up to a TAB in a real shell, then Enter: gives what `gm` then gets as its words, one a line."""
    name: str = request.param
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is not installed")
    (tmp_path / "encounter.yaml").write_text(FIGHT)
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "gm").write_text(
        f'#!/bin/sh\nif [ -n "$GM_COMPLETE" ]; then exec "{sys.executable}" -m gmtool "$@"; fi\n'
        "printf '%s\\n' \"$@\" > words.txt; echo done\n"
    )
    (folder / "gm").chmod(0o755)
    env = {**gm.env, "PATH": f"{folder}:{gm.env['PATH']}", "TERM": "xterm", "INPUTRC": "/dev/null", "COLUMNS": "200"}
    talk = pexpect.spawn(program, START[name], cwd=str(tmp_path), env=env, encoding="utf-8", timeout=30)
    talk.setwinsize(40, 200)
    talk.sendline(SETUP[name].format(scripts=ROOT / "completions"))
    talk.expect("ready> ")
    if name == "fish":
        talk.expect("ready> ")

    def typed(line: str) -> str:
        words = tmp_path / "words.txt"
        words.unlink(missing_ok=True)
        talk.send(line + "\t")
        talk.expect(r"\S")  # something is redrawn
        _settle(talk)
        talk.send("\r")
        talk.expect("done")
        return words.read_text()

    yield typed
    talk.close(force=True)


def _settle(talk: Any) -> None:
    """Wait until the shell has drawn what TAB brought."""
    while True:
        try:
            talk.expect(".+", timeout=1)
        except pexpect.TIMEOUT:
            return


TYPED = [
    ("gm damage Old", ["damage", "Old Tom"]),
    ("gm damage 'Old", ["damage", "Old Tom"]),
    ("gm damage \"O'M", ["damage", "O'Malley"]),
    ("gm damage wol", ["damage", "wolf: alpha"]),
    ("gm damage '$(t", ["damage", "$(touch bad)"]),
    ("gm damage '$H", ["damage", "$HOME"]),
    ("gm damage Anne", ["damage", "Anne-Marie 2"]),
    ("gm damage 5", ["damage", "5 * 5"]),
    ("gm set rat inju", ["set", "rat", "injuries="]),
    ("gm use last", ["use", "last night.yaml"]),
    ("gm dry", ["dry"]),
]


@pytest.mark.slow
def test_c91_what_is_put_there_makes_the_command_work(shell: Callable[[str], str], tmp_path: Path):
    """Names with blanks, colons, quotes and worse; a key that goes on behind its sign; the shell's own files."""
    (tmp_path / "last night.yaml").write_text("")
    for line, words in TYPED:
        assert shell(line).splitlines() == words, line
    assert not (tmp_path / "bad").exists(), "nothing is run"
    (tmp_path / "encounter.yaml").write_text("system: [\n")
    assert shell("gm damage ra").splitlines() == ["damage", "ra"], "a broken file puts nothing there"


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_the_command_prints_the_script(gm: Any, name: str):
    ran = gm("completion", name)
    files = {"bash": "gm.bash", "zsh": "_gm", "fish": "gm.fish"}
    assert (ran.code, ran.out) == (0, (ROOT / "completions" / files[name]).read_text())


def test_no_other_shell(gm: Any):
    ran = gm("completion", "tcsh")
    assert ran.code == 2
    assert "bash" in ran.err
