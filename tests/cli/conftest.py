"""A rat and a wolf, and what it means that bad input costs nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

if TYPE_CHECKING:
    from tests.conftest import Ran, Table

Bytes: TypeAlias = dict[str, tuple[bytes, int]]

FACE_TO_FACE = """\
# The culvert.
system: bnb
combatants:
  rat:
    side: pc
    at: 0304
    facing: SE   # towards the wolf
    stats: {str: 1, spd: 4, agi: 3}
    hp: 8/8
  wolf:
    at: 0404
    facing: NW
    stats: {str: 4, spd: 2, agi: 2}
    hp: 14/14    # hungry
"""
"""Each stands directly ahead of the other, so that a plain attack may be made: 0404 is SE of 0304."""

IN_LINE = """\
# The culvert.
system: bnb
combatants:
  rat:
    side: pc
    at: 0301     # the burrow
    facing: S
    stats: {str: 1, spd: 4, agi: 3}
    hp: 8/8
  wolf:
    at: 0304
    facing: S
    stats: {str: 4, spd: 2, agi: 2}
    hp: 14/14    # hungry
"""
"""The rat three hexes behind the wolf: a charge may be made."""


@pytest.fixture
def face_to_face(gm: Table) -> Table:
    """The real program, beside an encounter in which the rat may attack the wolf."""
    gm.write(FACE_TO_FACE)
    return gm


@pytest.fixture
def in_line(gm: Table) -> Table:
    """The real program, beside an encounter in which the rat may charge the wolf."""
    gm.write(IN_LINE)
    return gm


def everything(folder: Path) -> Bytes:
    """Every file with its bytes and the time it was last written."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def snapshot(gm: Table) -> Callable[[], Bytes]:
    """What is in the folder now: the encounter, its history, everything."""
    return lambda: everything(gm.folder)


@pytest.fixture
def refuse(gm: Table) -> Callable[..., Ran]:
    """Run a command that must fail with `code`, say all of `says` on standard error, and touch nothing at all."""

    def run(*words: str, code: int, says: tuple[str, ...] = (), env: dict[str, str] | None = None) -> Ran:
        before = everything(gm.folder)
        ran = gm(*words, env=env)
        assert everything(gm.folder) == before, f"{words} left something behind"
        assert ran.code == code, ran
        assert "Traceback" not in ran.err
        assert ran.out == ""
        for part in says:
            assert part in ran.err, ran.err
        return ran

    return run


@pytest.fixture
def data(gm: Table) -> Callable[..., Any]:
    """Run a command with --json and give the one object it prints."""

    def run(*words: str, code: int = 0) -> Any:
        ran = gm("--json", *words)
        assert ran.code == code, ran
        printed, other = (ran.err, ran.out) if code else (ran.out, ran.err)
        assert other == ""
        assert printed.count("\n") == 1
        return json.loads(printed)

    return run


@pytest.fixture
def difference() -> Callable[[str, str], list[str]]:
    """The lines that differ between two texts, as `-old` and `+new`, line ends included."""

    def compare(before: str, after: str) -> list[str]:
        old, new = (text.splitlines(keepends=True) for text in (before, after))
        return [line for line in unified_diff(old, new, n=0) if line[:1] in "-+" and line[:3] not in ("---", "+++")]

    return compare
