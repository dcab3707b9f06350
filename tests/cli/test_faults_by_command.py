"""Whole commands, many at once or killed at any moment: nothing is lost, and file and history tell the same."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from binascii import crc32
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.conftest import Table

pytest.importorskip("fcntl")
yaml = pytest.importorskip("yaml")


def started(table: Table, *words: str) -> subprocess.Popen[bytes]:
    """A real process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "gmtool", *words],
        cwd=table.folder,
        env=table.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def steps(table: Table) -> list[dict[str, Any]]:
    ran = table("log", "--json")
    assert (ran.code, ran.err) == (0, "")
    told: list[dict[str, Any]] = json.loads(ran.out)["steps"]
    return told


def fingerprint(raw: bytes) -> str:
    """What the history knows a text by."""
    return f"{len(raw):x}-{crc32(raw):08x}"


def require_sound(table: Table) -> None:
    """The file is one whole text, and the very one its history leads to."""
    raw = table.file.read_bytes()
    assert set(yaml.load(raw, yaml.BaseLoader)) >= {"system", "combatants"}
    assert table("check").code == 0
    done = [step for step in steps(table) if not step["undone"]]
    if done:
        assert done[-1]["after"] == fingerprint(raw)


# at once --------------------------------------------------------------------------------------------------------------


def crowd(names: list[str], hp: int) -> str:
    return "system: bnb\ncombatants:\n" + "".join(
        f"  {name}: {{stats: {{str: 0, spd: 0, agi: 0}}, hp: {hp}/{hp}}}   # {name}\n" for name in names
    )


WORKER = """
import contextlib, io, sys, time
from gmtool.cli.main import run
for number in range(int(sys.argv[2])):
    turn = number % 4
    words = (
        ["damage", sys.argv[1], "1"] if turn < 2 else
        ["set", sys.argv[1], f"agi={number}"] if turn == 2 else
        ["mark", sys.argv[1], f"m{number}"]
    )
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(words)
    if code or err.buffer.getvalue():
        sys.exit(f"{words}: {code} {err.buffer.getvalue()}")
    time.sleep(0.05)  # as long as Python takes to start: who waits for the file looks for it every 20 ms
"""


@pytest.mark.slow
def test_c57_six_processes_of_forty_commands_lose_nothing(gm: Table) -> None:
    """Each hurts its own rat twenty times, sets it ten times and marks it ten times."""
    names = [f"rat-{number}" for number in range(6)]
    text = gm.write(crowd(names, 90)).read_text()
    running = [
        subprocess.Popen([sys.executable, "-c", WORKER, name, "40"], cwd=gm.folder, env=gm.env, stderr=subprocess.PIPE)
        for name in names
    ]
    told = [process.communicate(timeout=300)[1] for process in running]
    assert told == [b""] * 6
    assert [process.returncode for process in running] == [0] * 6
    rats = yaml.load(gm.read(), yaml.BaseLoader)["combatants"]
    for name in names:
        assert rats[name]["hp"] == "70/90"
        assert rats[name]["stats"]["agi"] == "38"
        assert set(rats[name]["marks"]) == {f"m{number}" for number in range(3, 40, 4)}
    history = steps(gm)
    assert [step["n"] for step in history] == list(range(1, 241))
    assert Counter(step["commands"][0][1] for step in history) == dict.fromkeys(names, 40)
    assert gm("replay").out == "240 steps played again, all as recorded\n"
    assert gm("undo", "240").code == 0
    assert gm.read() == text
    assert sorted(os.listdir(gm.folder)) == [".gm", "encounter.yaml"]


@pytest.mark.slow
def test_c57_fifty_at_once_on_fifty_wolves(gm: Table) -> None:
    """Whoever waited in vain says so with exit 4 and has changed nothing; all others are in the file."""
    names = [f"wolf-{number}" for number in range(50)]
    gm.write(crowd(names, 9))
    running = {name: started(gm, "damage", name, "1") for name in names}
    codes = {}
    for name, process in running.items():
        _, err = process.communicate(timeout=300)
        codes[name] = process.returncode
        assert process.returncode == 0 or (process.returncode == 4 and b"held by another gm command" in err), err
    wolves = yaml.load(gm.read(), yaml.BaseLoader)["combatants"]
    assert {name: wolf["hp"] for name, wolf in wolves.items()} == {
        name: "8/9" if codes[name] == 0 else "9/9" for name in names
    }
    assert len(steps(gm)) == list(codes.values()).count(0)


def test_c57_one_that_was_killed_holds_nobody_up(in_line: Table) -> None:
    """The lock dies with whoever has it; while it is held, the other waits in vain and says so."""
    import fcntl

    handle = os.open(in_line.file, os.O_RDWR)
    fcntl.flock(handle, fcntl.LOCK_EX)
    began = time.monotonic()
    waiting = in_line("damage", "rat", "1")
    assert waiting.code == 4
    assert "held by another gm command" in waiting.err
    assert 4.5 < time.monotonic() - began < 30
    os.close(handle)
    assert in_line("damage", "rat", "1").code == 0


# killed at random -----------------------------------------------------------------------------------------------------

READY = """
import sys
import gmtool.cli.main, gmtool.cli.verbs, gmtool.cli.past, gmtool.systems.bnb, gmtool.encounter.writing, fcntl, json
print("ready", flush=True)
sys.stdin.readline()
from gmtool.__main__ import main
main()
"""


def working(table: Table, *words: str) -> subprocess.Popen[bytes]:
    """A real process that has loaded what it needs and begins to work now."""
    process = subprocess.Popen(
        [sys.executable, "-c", READY, *words],
        cwd=table.folder,
        env=table.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    process.stdin.write(b"\n")
    process.stdin.flush()
    return process


def killed(table: Table, delay: float, *words: str) -> bool:
    """Kill a command so long after it began to work; tell whether it had ended."""
    process = working(table, *words)
    time.sleep(delay)
    process.kill()
    process.communicate(timeout=60)
    assert process.returncode in (0, -signal.SIGKILL)
    return process.returncode == 0


def let_live(gm: Table, number: int) -> float:
    """Seconds a command takes that nobody kills, at this moment: other work of the machine counts in them."""
    process = working(gm, "damage", "rat", "1")
    began = time.monotonic()
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b""), number
    return time.monotonic() - began


@pytest.mark.slow
def test_c52_fifty_kills_at_random_moments(gm: Table) -> None:
    """The moments are spread over all of a command's work, as long as the last one let live took for it."""
    first = gm.write(crowd(["rat", "wolf"], 9000) + "# the culvert, second night\n" * 4000).read_text()
    work = let_live(gm, 0)
    moments = random.Random(7)
    seen: Counter[str] = Counter()
    hurt = 1
    for number in range(50):
        before = gm.file.read_bytes()
        lived = killed(gm, moments.random() * work * 1.2, *(("undo",) if number % 3 == 0 else ("damage", "rat", "1")))
        seen["lived" if lived else "saved" if gm.file.read_bytes() != before else "killed"] += 1
        now = 9000 - int(gm.read().partition("hp: ")[2].partition("/")[0])
        assert gm.read() == first.replace("9000/9000", f"{9000 - now}/9000", 1)
        assert abs(now - hurt) <= 1
        hurt = now
        assert set(os.listdir(gm.folder)) <= {".gm", "encounter.yaml", ".encounter.yaml.gm-tmp"}
        work = let_live(gm, number)
        hurt += 1
    require_sound(gm)
    assert seen["killed"] >= 5, seen
    assert seen["lived"] + seen["saved"] >= 5, seen
    standing = sum(not step["undone"] for step in steps(gm))
    assert standing == hurt
    ran = gm("undo", str(standing))
    assert (ran.code, ran.err) == (0, "")
    assert gm.read() == first
    assert sorted(os.listdir(gm.folder)) == [".gm", "encounter.yaml"]
