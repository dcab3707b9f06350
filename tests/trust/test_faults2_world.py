"""A clock that goes back, a hundred commands at once, a reader who does not read on, ten megabytes of anything."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Table

RATS = "system: bnb\ncombatants:\n" + "".join(
    f"  r{number}: {{stats: {{str: 0, spd: 0, agi: 0}}, hp: 9/9}}\n" for number in range(100)
)


def test_a_clock_that_goes_back_disturbs_nothing(gm: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    gm.write(RATS)
    for year in (2030, 1970, 9999, 1999):
        monkeypatch.setattr(time, "gmtime", lambda year=year: time.struct_time((year, 1, 1, 0, 0, 0, 0, 1, 0)))
        assert gm("damage", "r1", "1").code == 0
    assert gm("replay").code == 0
    assert gm("undo", "4").code == 0
    assert gm.read() == RATS


@pytest.mark.slow
def test_a_hundred_at_once_lose_nothing(gm: Table) -> None:
    """Whoever waits in vain says so, and has done nothing."""
    gm.write(RATS)
    command = [sys.executable, "-m", "gmtool", "damage"]
    started = [
        subprocess.Popen([*command, f"r{number}", "1"], cwd=gm.folder, env=gm.env, stdout=subprocess.DEVNULL)
        for number in range(100)
    ]
    codes = [process.wait(300) for process in started]
    assert set(codes) <= {0, 4}
    text = gm.read()
    assert [f"r{number}: {{stats: {{str: 0, spd: 0, agi: 0}}, hp: 8/9" in text for number in range(100)] == [
        code == 0 for code in codes
    ]
    assert gm("replay").out == f"{codes.count(0)} steps played again, all as recorded\n"


def test_ctrl_c_while_nobody_reads(gm: Table) -> None:
    """It leaves at once, without a word of where it was."""
    gm.write(RATS + "  # r\n" * 2)
    read, write = os.pipe()
    os.set_blocking(write, False)
    try:
        while True:
            os.write(write, bytes(4096))
    except BlockingIOError:
        os.set_blocking(write, True)
    running = subprocess.Popen(
        [sys.executable, "-m", "gmtool", "status"], cwd=gm.folder, env=gm.env, stdout=write, stderr=subprocess.PIPE
    )
    time.sleep(1.5)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=30)
    os.close(read)
    os.close(write)
    assert (running.returncode, err) == (130, b"")


SIZE = 9_999_000
BIG = {
    "items": ("system: bnb\nx:\n", "- a\n", ""),
    "lists": ("system: bnb\nx: [", "[],", "1]\n"),
    "anchors": ("system: bnb\ny: &a 1\nx:\n", "- *a\n", ""),
    "what only the slow parser reads": ("system: bnb\nx:\n", "- a\n", "y: {clock: 12:30}\n"),
    "an error at the end": ("system: bnb\nx:\n", "- a\n", "  b: [\n"),
    "depth": ("", "{a: ", ""),
    "one key twice": ("system: bnb\n", "a: 1\n", ""),
    "comments": ("system: bnb\ncombatants: {}\n", "# c\n", ""),
}


@pytest.mark.slow
@pytest.mark.parametrize("parts", BIG.values(), ids=BIG)
def test_ten_megabytes_of_anything_are_soon_done_with(gm: Table, parts: tuple[str, str, str]) -> None:
    """In ten seconds of the processor and 300 MB at most."""
    resource = pytest.importorskip("resource")
    head, unit, end = parts
    gm.write(head + unit * ((SIZE - len(head) - len(end)) // len(unit)) + end)

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
        resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))

    done = subprocess.run(
        [sys.executable, "-m", "gmtool", "status"],
        cwd=gm.folder,
        env=gm.env,
        capture_output=True,
        preexec_fn=bounded,
        check=False,
    )
    assert done.returncode in (0, 3), done
    assert b"a bug" not in done.stderr
