"""Every call of the system fails once, or from then on, or Ctrl-C comes with it: in every kind of command.

Exit code and file agree, file and history agree, nothing stays open or lies about, and the next command goes on.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import pytest

from tests.cli.conftest import IN_LINE as TEXT
from tests.trust.faulty import Fault, Misfortune, handles, play

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="open files are counted in /proc")

SCRIPT = "damage rat 1\ndamage wolf 2\n"
COMMANDS = {
    words.partition(" ")[0]: tuple(words.split())
    for words in (
        "damage rat 2", "next --dice 6,1", "undo", "redo", "again --force", "run -", "init new.yaml",
        "use encounter.yaml", "schema bnb -o s.json", "map -o m.svg", "roll 2d6 --dice 3,4", "add wolf", "log",
        "replay", "status", "check", "bestiary", "shell",
    )
}  # fmt: skip
ALWAYS = 10**9


def refusal(number: int) -> Misfortune:
    return lambda _: OSError(number, os.strerror(number))


def ctrl_c(_: str) -> None:
    signal.raise_signal(signal.SIGINT)


TROUBLES: dict[str, Misfortune] = {
    **{errno.errorcode[one]: refusal(one) for one in (errno.ENOSPC, errno.EIO, errno.ENOENT, errno.EMFILE)},
    "Ctrl-C": ctrl_c,
}


class Case(NamedTuple):
    """What is done, what goes wrong, and for how many calls."""

    command: str
    trouble: str
    times: int


CASES = [
    Case(*parts) for command in COMMANDS for name in TROUBLES for parts in ((command, name, 1), (command, name, ALWAYS))
]
QUICK = [Case("damage", "ENOSPC", 1), Case("again", "Ctrl-C", 1), Case("undo", "EIO", ALWAYS)]
FEW = random.Random(os.environ.get("GM_LONG_SEED", "4")).sample(
    CASES, min(len(CASES), int(os.environ.get("GM_LONG_FAULTS", "3")))
)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which two steps were done, and one of them undone."""
    folder = tmp_path_factory.mktemp("begun") / "folder"
    folder.mkdir()
    (folder / "encounter.yaml").write_text(TEXT)
    for words in (("damage", "rat", "1"), ("damage", "wolf", "1"), ("undo",)):
        assert play(folder, *words).code == 0
    return folder


def befallen(case: Case, at: int, folder: Path) -> Fault:
    """Play the command with the nth call failing, and look at what it left; how it fared is told by the fault."""
    file, log = folder / "encounter.yaml", folder / ".gm" / "encounter.yaml.jsonl"
    old, history = file.read_bytes(), log.read_bytes()
    fault = Fault(at, TROUBLES[case.trouble], times=case.times)
    before = handles()
    with fault.befalling():
        ran = play(folder, *COMMANDS[case.command], stdin=SCRIPT)
    where = (case, at, fault.failed[:1], ran)
    left = file.read_bytes()
    assert ran.code in (0, 1, 2, 3, 4, 74, 130), where
    assert "Traceback" not in ran.err, where
    assert handles() == before, where
    if ran.code in (74, 130) and "saved, but" in ran.err:
        assert left != old, where
    elif ran.code and case.command != "shell" and "is undone" not in ran.err:  # as `again` says
        assert left == old, where
        assert log.read_bytes().startswith(history.rstrip(b"\n")), where
    if "unlink" not in fault.failed:
        assert not [name for name in os.listdir(folder) if name.endswith("tmp")], where
    for words in (("damage", "wolf", "3"), ("undo",), ("replay",)):
        ran = play(folder, *words)
        assert (ran.code, ran.err) == (0, ""), (where, words, ran)
    assert file.read_bytes() == left, where
    last = log.read_bytes().splitlines()[-1]
    assert f'"after":"{len(left):x}-{crc32(left):08x}"'.encode() in last, where
    return fault


def sweep(case: Case, begun: Path, folder: Path, most: int = 400) -> int:
    """Try every call of the command; give how many there were."""
    play(begun, "status")
    for at in range(1, most):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(begun, folder)
        try:
            if not befallen(case, at, folder).failed:
                return at - 1
        finally:
            os.chdir(begun)
    return most


@pytest.mark.parametrize("case", QUICK, ids=str)
def test_every_call_fails(case: Case, begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert sweep(case, begun, tmp_path / "folder") > 15


@pytest.mark.slow
@pytest.mark.parametrize("case", FEW, ids=str)
def test_every_call_of_every_command_fails(
    case: Case, begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few of them; all by hand, with GM_LONG_FAULTS=1000."""
    monkeypatch.chdir(tmp_path)
    assert sweep(case, begun, tmp_path / "folder") > 3
