"""Kills and races: whatever stops a save, at whatever moment, the file is whole and the next command goes on."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gmtool.document import store
from gmtool.document.journal import Journal

OLD = b"system: bnb\nround: 1\n"
NEW = b"system: bnb\nround: 2\n"
NEXT = b"system: bnb\nround: 3\n"

TOUCHING = ["open", "write", "fsync", "replace", "unlink", "ftruncate", "mkdir", "fchmod", "fchown", "setxattr"]


class Killed(BaseException):
    """Stands for the death of the process: from then on no call of the system is carried out."""


class Mortality:
    """Lets so many of the calls that touch the disk through, then none; with `torn` the last write is half done."""

    def __init__(self, patched: pytest.MonkeyPatch, calls: int, *, torn: bool) -> None:
        self.left = calls
        self.torn = torn
        for name in TOUCHING:
            patched.setattr(os, name, self._mortal(name, getattr(os, name)))

    def _mortal(self, name: str, call: Callable[..., object]) -> Callable[..., object]:
        def mortal(*args: object, **options: object) -> object:
            self.left -= 1
            if self.left < 0:
                if self.torn and self.left == -1 and name == "write":
                    handle, raw = args
                    assert isinstance(raw, memoryview)
                    call(handle, raw[: len(raw) // 2])
                raise Killed
            return call(*args, **options)

        return mortal


def record(path: str, raw: bytes) -> Journal:
    journal = Journal(path)
    with store.hold(path, wait=30) as held:
        journal.record(held, raw, commands=[["next"]], dice=[], events=[], changes=[])
    return journal


def undo(path: str, steps: int) -> None:
    with store.hold(path) as held:
        Journal(path).undo(held, steps)


def kill_after(calls: int, act: Callable[..., object], *args: object, torn: bool) -> bool:
    """Do something, killed at the call after so many; tell whether it lived."""
    with pytest.MonkeyPatch.context() as patched:
        mortality = Mortality(patched, calls, torn=torn)
        try:
            act(*args)
        except Killed:
            return False
        return mortality.left >= 0


@pytest.mark.parametrize("torn", [False, True])
def test_a_kill_at_every_step_of_a_save_leaves_the_old_file_or_the_new(tmp_path: Path, torn: bool) -> None:
    path = tmp_path / "fight.yaml"
    seen = set()
    for calls in range(100):
        path.write_bytes(OLD)
        with store.hold(str(path)) as held:
            lived = kill_after(calls, held.replace, NEW, torn=torn)
        seen.add(path.read_bytes())
        assert path.read_bytes() in (OLD, NEW)
        assert set(os.listdir(tmp_path)) <= {"fight.yaml", ".fight.yaml.gm-tmp"}
        with store.hold(str(path)) as held:
            held.replace(NEXT)
        assert path.read_bytes() == NEXT
        assert os.listdir(tmp_path) == ["fight.yaml"]
        if lived:
            break
    assert lived
    assert calls >= 5
    assert seen == {OLD, NEW}


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("steps_before", [0, 1])
def test_a_kill_at_every_step_of_a_recorded_save_keeps_file_and_history_together(
    tmp_path: Path, torn: bool, steps_before: int
) -> None:
    seen = set()
    for calls in range(100):
        folder = tmp_path / str(calls)
        folder.mkdir()
        path = folder / "fight.yaml"
        path.write_bytes(OLD if steps_before == 0 else b"system: bnb\n")
        if steps_before:
            record(str(path), OLD)
        lived = kill_after(calls, record, str(path), NEW, torn=torn)
        left = path.read_bytes()
        seen.add(left)
        assert left in (OLD, NEW)

        done = steps_before + (left == NEW)
        assert len(list(Journal(str(path)).steps())) == done  # a reader does not see what was never done
        journal = record(str(path), NEXT)
        assert [step.n for step in journal.steps()] == list(range(1, done + 2))
        journal = Journal(str(path))
        with store.hold(str(path)) as held:
            assert [step.n for step in journal.undo(held)] == [done + 1]
        assert path.read_bytes() == left
        if left == NEW:
            with store.hold(str(path)) as held:
                journal.undo(held)
            assert path.read_bytes() == OLD
        assert not (folder / ".fight.yaml.gm-tmp").exists()
        if lived:
            break
    assert lived
    assert seen == {OLD, NEW}


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("steps", [1, 2])
def test_a_kill_at_every_step_of_an_undo_leaves_it_done_or_not_done(tmp_path: Path, torn: bool, steps: int) -> None:
    for calls in range(100):
        folder = tmp_path / str(calls)
        folder.mkdir()
        path = folder / "fight.yaml"
        path.write_bytes(OLD)
        record(str(path), NEW)
        record(str(path), NEXT)
        undone = NEW if steps == 1 else OLD

        lived = kill_after(calls, undo, str(path), steps, torn=torn)
        left = path.read_bytes()
        assert left in (NEXT, undone)
        marks = [step.undone for step in Journal(str(path)).steps()]
        assert marks.count(True) == (steps if left == undone else 0)
        if left == NEXT:
            undo(str(path), steps)
        with store.hold(str(path)) as held:
            assert len(Journal(str(path)).redo(held, steps)) == steps
        assert path.read_bytes() == NEXT
        if lived:
            break
    assert lived


COUNT = """
import sys
from gmtool.document import store
from gmtool.document.journal import Journal
path, key, times = sys.argv[1], sys.argv[2].encode(), int(sys.argv[3])
for _ in range(times):
    with store.hold(path, wait=60) as held:
        before, found, after = held.raw.partition(key + b": ")
        number, _, rest = after.partition(b"\\n")
        raw = before + found + b"%d" % (int(number) + 1) + b"\\n" + rest
        Journal(held.real).record(held, raw, commands=[["add", key.decode()]], dice=[], events=[], changes=[])
"""


def count(path: Path, key: str, times: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", COUNT, str(path), key, str(times)])


@pytest.mark.slow
def test_six_processes_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "fight.yaml"
    path.write_bytes(b"a: 0\nb: 0\nc: 0\n")
    running = [count(path, key, 40) for key in "abcabc"]
    assert [process.wait(120) for process in running] == [0] * 6
    assert path.read_bytes() == b"a: 80\nb: 80\nc: 80\n"
    journal = Journal(str(path))
    assert [step.n for step in journal.steps()] == list(range(1, 241))
    assert journal.warnings == []
    with store.hold(str(path)) as held:
        journal.undo(held, 240)
    assert path.read_bytes() == b"a: 0\nb: 0\nc: 0\n"


@pytest.mark.slow
def test_fifty_kills_at_random_moments_leave_no_broken_file(tmp_path: Path) -> None:
    path = tmp_path / "fight.yaml"
    padding = b"# the culvert, second night\n" * 4000
    path.write_bytes(b"a: 0\n" + padding)
    moments = random.Random(7)
    for _ in range(50):
        before = path.read_bytes()
        process = count(path, "a", 10**6)
        while path.read_bytes() == before:
            assert process.poll() is None
            time.sleep(0.001)
        time.sleep(moments.random() * 0.05)
        process.kill()
        process.wait()
        raw = path.read_bytes()
        number = int(raw.partition(b"\n")[0].removeprefix(b"a: "))
        assert raw == b"a: %d\n" % number + padding
        assert set(os.listdir(tmp_path)) <= {"fight.yaml", ".fight.yaml.gm-tmp", ".gm"}
    assert number >= 50
    journal = record(str(path), b"a: 0\n")
    assert [step.n for step in journal.steps()][-1] == number + 1
    with store.hold(str(path)) as held:
        journal.undo(held, number + 1)
    assert path.read_bytes() == b"a: 0\n" + padding
    assert set(os.listdir(tmp_path)) == {"fight.yaml", ".gm"}
