"""What happens between two calls of one command: it is killed there, or an editor saves, or the file goes."""

from __future__ import annotations

import json
import mmap
import os
import shutil
import signal
from binascii import crc32
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Ran, Table

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the commands are forked from the tests")

TOUCHING = ("open", "write", "fsync", "replace", "unlink", "ftruncate", "mkdir", "fchmod", "fchown", "setxattr")
"""the calls by which a command touches the disk"""

Happening: TypeAlias = "Callable[[str, tuple[Any, ...]], None]"
"""given the name of the call it comes before, and what that is called with"""


class Interruption:
    """Lets something happen in a command's process just before the nth of its calls that touch the disk."""

    def __init__(self, patched: pytest.MonkeyPatch) -> None:
        self._own = os.getpid()
        self._at = -1
        self._calls = 0
        self._happen: Happening = die
        self._told = mmap.mmap(-1, 1)
        for name in TOUCHING:
            patched.setattr(os, name, self._counted(name, getattr(os, name)))

    def during(self, table: Table, words: tuple[str, ...], at: int, happen: Happening) -> tuple[Ran, str]:
        """Run a command; give what came of it, and the call that was interrupted, "" if there were fewer calls."""
        self._at, self._happen, self._told[0] = at, happen, 0
        ran = table.forked(*words)
        self._at = -1
        return ran, ("", *TOUCHING)[self._told[0]]

    def _counted(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **options: Any) -> Any:
            if os.getpid() != self._own and self._at > 0:
                self._calls += 1
                if self._calls == self._at:
                    self._at = -1
                    self._told[0] = 1 + TOUCHING.index(name)
                    self._happen(name, args)
            return call(*args, **options)

        return counted


@pytest.fixture
def interruption(monkeypatch: pytest.MonkeyPatch) -> Interruption:
    """For the commands run by `gm`: its processes inherit it."""
    return Interruption(monkeypatch)


def die(name: str, args: tuple[Any, ...]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_half_way(name: str, args: tuple[Any, ...]) -> None:
    """Write the first half of what is to be written, then die."""
    if name == "write":
        handle, raw = args
        os.write(handle, bytes(raw)[: len(raw) // 2])
    os.kill(os.getpid(), signal.SIGKILL)


def steps(table: Table) -> list[dict[str, Any]]:
    ran = table("log", "--json")
    assert (ran.code, ran.err) == (0, ""), ran
    told: list[dict[str, Any]] = json.loads(ran.out)["steps"]
    return told


def restored(table: Table, saved: Path) -> None:
    """Put the folder back as it was."""
    shutil.rmtree(table.folder)
    shutil.copytree(saved, table.folder, symlinks=True)


@pytest.fixture
def begun(in_line: Table, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], None]:
    """Two steps were done and one of them undone; called, all is so again."""
    in_line("damage", "rat", "1")
    in_line("damage", "wolf", "1")
    in_line("undo")
    saved = tmp_path_factory.mktemp("begun") / "folder"
    shutil.copytree(in_line.folder, saved)
    return lambda: restored(in_line, saved)


COMMANDS = {
    "damage": ("damage", "rat", "2"),
    "next": ("next", "--dice", "6,1"),
    "undo": ("undo",),
    "redo": ("redo",),
    "again": ("again", "--force"),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "kill"),
    [
        *((words, die) for words in COMMANDS.values()),
        (COMMANDS["next"], die_half_way),
        (COMMANDS["undo"], die_half_way),
    ],
    ids=[*COMMANDS, "next half way", "undo half way"],
)
def test_c52_killed_at_every_step_of_a_save(
    in_line: Table,
    interruption: Interruption,
    begun: Callable[[], None],
    words: tuple[str, ...],
    kill: Happening,
) -> None:
    """`again` saves twice: between the two the step is undone, and can be redone. A line cut off is warned of."""
    old = in_line.file.read_bytes()
    assert in_line(*words).code == 0
    new = in_line.file.read_bytes()
    texts = {old, new} | ({old.replace(b"7/8", b"8/8")} if words[0] == "again" else set())
    seen = set()
    for at in range(1, 200):
        begun()
        _, killed = interruption.during(in_line, words, at, kill)
        left = in_line.file.read_bytes()
        seen.add(left)
        assert left in texts
        done = [step for step in steps(in_line) if not step["undone"]]
        assert done == [] or done[-1]["after"] == f"{len(left):x}-{crc32(left):08x}"
        ran = in_line("damage", "wolf", "3")
        assert ran.code == 0, (at, ran)
        assert not ran.err or (kill is die_half_way and "cut off at its end; what is left is kept" in ran.err)
        assert sorted(os.listdir(in_line.folder)) == [".gm", "encounter.yaml"]
        assert in_line("undo").code == 0
        assert in_line.file.read_bytes() == left
        if not killed:
            break
    assert not killed
    assert at > 8
    assert seen == texts


@pytest.mark.parametrize("kill", [die, die_half_way])
def test_c52_killed_while_the_history_is_begun(in_line: Table, interruption: Interruption, kill: Happening) -> None:
    """The first step makes the folder of the history: whenever it dies, git is not shown it later on."""
    text = in_line.file.read_bytes()
    for at in range(1, 200):
        shutil.rmtree(in_line.folder / ".gm", ignore_errors=True)
        in_line.write(text)
        _, killed = interruption.during(in_line, ("damage", "rat", "1"), at, kill)
        assert in_line.file.read_bytes() in (text, text.replace(b"8/8", b"7/8"))
        assert in_line("damage", "wolf", "1").code == 0
        assert (in_line.folder / ".gm" / ".gitignore").read_text().strip() == "*"
        if not killed:
            break
    assert not killed
    assert at > 8


# an editor ------------------------------------------------------------------------------------------------------------


def by_rename(path: Path, raw: bytes) -> None:
    other = path.with_name("editor.tmp")
    other.write_bytes(raw)
    os.rename(other, path)


def in_place(path: Path, raw: bytes) -> None:
    path.write_bytes(raw)


@pytest.mark.slow
@pytest.mark.parametrize("save", [by_rename, in_place])
@pytest.mark.parametrize("given", [False, True], ids=["no dice", "given dice"])
def test_an_editor_saves_in_between_and_nothing_of_theirs_is_lost(
    in_line: Table,
    interruption: Interruption,
    begun: Callable[[], None],
    save: Callable[[Path, bytes], None],
    given: bool,
) -> None:
    """The command is done once more on the new text; with given dice, meant for the old one, it is refused.

    One moment is left out, the swap itself: what is saved between the last look and the swap, nobody can keep.
    """
    words = ("next", "--dice", "6,1") if given else ("damage", "rat", "2")
    old, journal = in_line.read(), in_line.history()
    codes: Counter[int] = Counter()

    def happen(name: str, _: tuple[Any, ...]) -> None:
        if name != "replace":
            save(in_line.file, in_line.file.read_bytes() + b"# theirs\n")

    for at in range(1, 200):
        begun()
        ran, before = interruption.during(in_line, words, at, happen)
        if not before:
            break
        codes[ran.code] += 1
        text = in_line.read()
        assert text.endswith("# theirs\n") or before == "replace", (at, before)
        if ran.code == 0:
            assert ("round: 1\n" if given else "hp: 5/8") in text
            continue
        assert (ran.code, given) == (4, True)
        assert "changed since it was read" in ran.err
        assert text == old + "# theirs\n"
        assert in_line.history() == journal
    assert not before
    assert codes[0] >= 3
    assert (codes[4] >= 3) == given


@pytest.mark.slow
@pytest.mark.parametrize("instead", ["nothing", "a folder"])
def test_the_file_goes_in_between_and_is_not_made_again(
    in_line: Table, interruption: Interruption, begun: Callable[[], None], instead: str
) -> None:
    """Taken away before the swap, it stays away; once it is saved, somebody took away the new one."""
    journal = in_line.history()
    words = ("damage", "rat", "2")

    def happen(name: str, _: tuple[Any, ...]) -> None:
        if name == "replace":
            return
        in_line.file.unlink()
        if instead == "a folder":
            in_line.file.mkdir()

    codes: Counter[int] = Counter()
    for at in range(1, 200):
        begun()
        ran, before = interruption.during(in_line, words, at, happen)
        if not before:
            break
        codes[ran.code] += 1
        assert "Traceback" not in ran.err
        if before == "replace":
            assert ran.code == 0
            continue
        assert in_line.file.is_dir() == (instead == "a folder")
        assert in_line.file.exists() == (instead == "a folder")
        assert ran.code in (0, 3, 4), ran
        if ran.code:
            assert "encounter.yaml" in ran.err
            assert in_line.history() == journal
            assert sorted(os.listdir(in_line.folder)) == [".gm", *["encounter.yaml"] * (instead == "a folder")]
    assert not before
    assert codes[3] >= 3
