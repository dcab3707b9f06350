"""What the README and the pages of the manual show is what happens, from an empty folder on, command by command.

Of each page every `console` block is run and compared line for line; a block with a file's name after its language is
that file. `pytest --rewrite` writes the outputs anew; read the difference before you keep it.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from gmtool.cli.commands import BARE, FIXED, VALUED
from gmtool.cli.main import fixed
from gmtool.cli.verbs import VerbCommand
from gmtool.encounter import catalog

if TYPE_CHECKING:
    from tests.conftest import Table

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path
    for path in (ROOT / "README.md", *ROOT.glob("gmtool/manual/*.md"), *ROOT.glob("gmtool/systems/*/manual.md"))
}
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
INLINE = re.compile(r"(?<!`)`gm ([a-z][a-z-]*)[^`]*`(?!`)", re.DOTALL)
OPTION = re.compile(r"(?<= )--?[a-z][a-z-]*")
FOR_A_SHELL = re.compile(r"[|<>;&$]")
"""what only a shell understands; all else is played without one, ten times quicker"""

each_page = pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)


@pytest.fixture
def terminal(gm: Table) -> Table:
    """A folder in which a shell finds `gm`."""
    folder = gm.folder.with_name(gm.folder.name + "-bin")
    folder.mkdir()
    program = folder / "gm"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gmtool "$@"\n')
    program.chmod(0o755)
    gm.env["PATH"] = f"{folder}:{gm.env['PATH']}"
    return gm


def played(table: Table, text: str) -> str:
    """The page as it comes out now."""
    return BLOCK.sub(partial(_block, table), text)


def _block(table: Table, block: re.Match[str]) -> str:
    language, name, inside = block.groups()
    if name:
        table.write(inside, name)
    if language != "console":
        return block[0]
    assert COMMAND.match(inside), f"a console block begins with a command: {inside}"
    shown = "".join(f"$ {found[1]}\n{_run(table, found[1])}" for found in COMMAND.finditer(inside))
    return f"```console\n{shown}```"


def _run(table: Table, command: str) -> str:
    """What a command prints, errors first."""
    if command.startswith("gm") and not FOR_A_SHELL.search(command):
        ran = table(*shlex.split(command)[1:])
        return ran.err + ran.out
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=table.folder,
        env=table.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout


@each_page
def test_the_console_blocks_run_as_shown(terminal: Table, path: Path, request: pytest.FixtureRequest) -> None:
    text = path.read_text(encoding="utf-8")
    now = played(terminal, text)
    if request.config.getoption("--rewrite", default=False):
        path.write_text(now, encoding="utf-8")
        return
    assert now == text


@each_page
def test_it_shows_no_bug_and_nothing_of_this_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for sign in ("a bug:", "Traceback", "not found", str(ROOT), "/tmp/"):
        assert sign not in text


def options_of(path: Path) -> dict[str, set[str]]:
    """Every command a page may speak of, with the options it takes: of a system's page only that system's verbs."""
    own = [path.parent.name] if path.parent.name in catalog.names() else catalog.names()
    found = {name: {opt for param in fixed(name).params for opt in param.opts} for name in FIXED}
    for system in own:
        for name, verb in catalog.load(system).verb_table.items():
            found.setdefault(name, set()).update(opt for param in VerbCommand(verb).params for opt in param.opts)
    return found


@each_page
def test_every_command_it_speaks_of_is_there_with_its_options(path: Path) -> None:
    known = options_of(path)
    spoken = [(found[1], found[0]) for found in INLINE.finditer(path.read_text(encoding="utf-8"))]
    assert spoken
    for name, words in spoken:
        assert name in known, words
        assert set(OPTION.findall(words)) <= known[name] | {*BARE, *VALUED, "-h", "--help"}, words


@each_page
def test_what_is_shown_of_files_is_yaml(path: Path) -> None:
    for language, name, inside in BLOCK.findall(path.read_text(encoding="utf-8")):
        if language == "yaml" and not name.startswith("bad"):
            assert yaml.safe_load(inside)
