"""What the README shows is what happens: every console block, line for line, from an empty folder on."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from tests.conftest import Table

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
INLINE = re.compile(r"(?<!`)`gm ([a-z][a-z-]*)[^`]*`(?!`)")


class Shown(NamedTuple):
    """A command of the README and what it shows of it."""

    command: str
    output: str


def shown() -> list[Shown]:
    return [Shown(*found.groups()) for block in CONSOLE.findall(README) for found in COMMAND.finditer(block)]


@pytest.fixture
def terminal(gm: Table) -> Table:
    """A folder in which a shell finds `gm`."""
    folder = gm.folder / "bin"
    folder.mkdir()
    program = folder / "gm"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gmtool "$@"\n')
    program.chmod(0o755)
    gm.env["PATH"] = f"{folder}:{gm.env['PATH']}"
    return gm


def test_the_console_blocks_run_as_shown(terminal: Table) -> None:
    commands = shown()
    assert len(commands) > 5
    for command, output in commands:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=terminal.folder,
            env=terminal.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )
        assert f"$ {command}\n{done.stdout}" == f"$ {command}\n{output}"


def test_every_command_it_speaks_of_is_there(terminal: Table) -> None:
    terminal("init")
    known = set(re.findall(r"^  ([a-z-]+) ", terminal("--help").out, re.MULTILINE))
    spoken = set(INLINE.findall(README))
    assert spoken
    assert spoken <= known
