"""Whole evenings at the table, command by command, each played through the program's command line and compared.

A transcript is a text file: `$ ` before a command for the shell, `> ` before its further lines. Below stands what it
printed (`! ` before what went to standard error), its exit code if that is not 0, and how it changed the files.
`pytest --rewrite` writes the transcripts anew; read the difference before you keep it.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from difflib import unified_diff
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Table

FOLDER = Path(__file__).resolve().parent / "transcripts"
SHELL = "$`|&;<>*?~\n"
"""signs that mean something to a shell"""
TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))


class Player:
    """Plays a transcript in a folder of its own, in a shell that finds `gm`."""

    def __init__(self, table: Table) -> None:
        programs = table.folder.with_name(table.folder.name + "-bin")
        programs.mkdir()
        program = programs / "gm"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gmtool "$@"\n')
        program.chmod(0o755)
        self.table = table
        self.folder = table.folder
        self.env = {**table.env, "PATH": f"{programs}:{table.env['PATH']}"}

    def play(self, transcript: str) -> str:
        """Give the transcript as it comes out now; remarks between the commands stay."""
        return "\n".join(line for block in blocks(transcript) for line in self._block(block)) + "\n"

    def _block(self, block: list[str]) -> Iterator[str]:
        if not block[0].startswith("$ "):
            yield from block
            return
        typed = [block[0], *takewhile(lambda line: line == ">" or line.startswith("> "), block[1:])]
        yield from typed
        before = self._files()
        code, out, err = self._run("\n".join(line[2:] for line in typed))
        yield from (f"! {line}" for line in err.splitlines())
        yield from out.splitlines()
        if code:
            yield f"[exit {code}]"
        if not typed[0].startswith("$ cat > "):
            yield from changes(before, self._files())
        yield ""

    def _run(self, line: str) -> tuple[int, str, str]:
        """A `gm` alone needs no shell, and no process."""
        program, *words = shlex.split(line, comments=True)
        if program == "gm" and not set(line) & set(SHELL):
            return self.table(*words)
        done = subprocess.run(
            ["sh", "-c", line], cwd=self.folder, env=self.env, capture_output=True, text=True, timeout=60, check=False
        )
        return done.returncode, done.stdout, done.stderr

    def _files(self) -> dict[str, str]:
        return {
            path.name: path.read_bytes().decode()
            for path in sorted(self.folder.iterdir())
            if path.is_file() and path.suffix in (".yaml", ".yml")
        }


def blocks(transcript: str) -> Iterator[list[str]]:
    """Part a transcript into commands with their output, and the remarks before them."""
    block: list[str] = []
    for line in transcript.rstrip("\n").split("\n"):
        starts = line.startswith(("$ ", "# ")) and not (line.startswith("# ") and block and block[-1].startswith("# "))
        if starts and block:
            yield block
            block = []
        block.append(line)
    yield block


def changes(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    """The lines of the files that are no longer what they were."""
    for name in sorted(before | after):
        old, new = before.get(name, ""), after.get(name, "")
        if old == new:
            continue
        yield f"~ {name}"
        lines = (text.split("\n") if text else [] for text in (old, new))
        for line in list(unified_diff(*lines, n=0, lineterm=""))[2:]:
            if not line.startswith("@@"):
                yield line.replace("\r", "\\r")


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=[path.stem for path in TRANSCRIPTS])
def test_it_comes_out_as_written(gm: Table, path: Path, request: pytest.FixtureRequest) -> None:
    expected = path.read_text(encoding="utf-8")
    played = Player(gm).play(expected)
    if request.config.getoption("--rewrite", default=False):
        path.write_text(played, encoding="utf-8")
        return
    assert played == expected


def test_there_are_transcripts() -> None:
    assert len(TRANSCRIPTS) >= 3
