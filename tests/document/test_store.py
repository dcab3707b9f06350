"""Reading, holding and replacing an encounter file: what is kept, and what happens when two are at it."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gmtool.document import store
from gmtool.errors import Busy

fcntl = pytest.importorskip("fcntl")

OLD = b"system: bnb\ncombatants: {}\n"
NEW = b"system: bnb\nround: 1\ncombatants: {}\n"


@pytest.fixture
def encounter(tmp_path: Path) -> str:
    path = tmp_path / "fight.yaml"
    path.write_bytes(OLD)
    return str(path)


@pytest.fixture
def open_folder() -> Iterator[str]:
    """A folder anybody may enter; pytest's own are private."""
    folder = tempfile.mkdtemp()
    Path(folder).chmod(0o755)
    yield folder
    Path(folder).chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def without_root() -> Iterator[None]:
    """Permissions mean nothing to root: be nobody meanwhile."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def save(path: str, raw: bytes) -> None:
    with store.hold(path) as held:
        held.replace(raw)


# Saving ---------------------------------------------------------------------------------------------------------------


def test_a_save_puts_the_new_bytes_in_place_and_leaves_nothing_else(encounter: str) -> None:
    os.utime(encounter, (10**9, 10**9))
    with store.hold(encounter) as held:
        assert (held.path, held.raw) == (encounter, OLD)
        held.replace(NEW)
        assert held.raw == NEW
    assert Path(encounter).read_bytes() == NEW
    assert os.listdir(os.path.dirname(encounter)) == ["fight.yaml"]
    assert Path(encounter).stat().st_mtime > 10**9  # an editor that has it open can tell


def test_the_same_bytes_are_not_written(encounter: str) -> None:
    before = Path(encounter).stat()
    save(encounter, OLD)
    after = Path(encounter).stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_ctime_ns) == (
        before.st_ino,
        before.st_mtime_ns,
        before.st_ctime_ns,
    )


def test_reading_touches_nothing(encounter: str) -> None:
    before = Path(encounter).stat()
    assert store.read(encounter) == OLD
    after = Path(encounter).stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_ctime_ns) == (
        before.st_ino,
        before.st_mtime_ns,
        before.st_ctime_ns,
    )


@pytest.mark.parametrize("mode", [0o644, 0o664, 0o600, 0o640, 0o755, 0o666])
def test_the_mode_is_kept_whatever_the_umask(encounter: str, mode: int) -> None:
    Path(encounter).chmod(mode)
    umask = os.umask(0o077)
    try:
        save(encounter, NEW)
    finally:
        os.umask(umask)
    assert stat.S_IMODE(Path(encounter).stat().st_mode) == mode


def test_the_owner_is_kept_where_permitted(encounter: str) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may give files away")
    os.chown(encounter, 1234, 2345)
    Path(encounter).chmod(0o664)
    save(encounter, NEW)
    after = Path(encounter).stat()
    assert (after.st_uid, after.st_gid, stat.S_IMODE(after.st_mode)) == (1234, 2345, 0o664)


def test_a_file_of_somebody_else_is_saved_all_the_same(open_folder: str) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can make a file of somebody else's")
    path = os.path.join(open_folder, "fight.yaml")
    Path(path).write_bytes(OLD)
    Path(path).chmod(0o666)
    Path(open_folder).chmod(0o777)
    with without_root():
        save(path, NEW)
    assert Path(path).read_bytes() == NEW
    assert stat.S_IMODE(Path(path).stat().st_mode) == 0o666


def test_extended_attributes_are_kept() -> None:
    """On the disk: what is kept in memory has none before Linux 6.6."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "fight.yaml")
        path.write_bytes(OLD)
        try:
            os.setxattr(path, "user.table", b"three")
        except OSError as error:
            pytest.skip(f"no extended attributes here: {error}")
        save(str(path), NEW)
        assert os.getxattr(path, "user.table") == b"three"


def test_a_symbolic_link_stays_one_and_its_target_is_saved(tmp_path: Path) -> None:
    (tmp_path / "tracked").mkdir()
    target, link = tmp_path / "tracked" / "fight.yaml", tmp_path / "tonight.yaml"
    target.write_bytes(OLD)
    link.symlink_to("tracked/fight.yaml")
    with store.hold(str(link)) as held:
        assert (held.path, held.real) == (str(link), str(target))
        held.replace(NEW)
    assert link.is_symlink()
    assert target.read_bytes() == NEW
    assert sorted(os.listdir(tmp_path)) == ["tonight.yaml", "tracked"]


def test_a_hard_link_is_refused(encounter: str, tmp_path: Path) -> None:
    os.link(encounter, tmp_path / "other.yaml")
    with pytest.raises(Busy) as caught:
        store.hold(encounter)
    assert "hard link" in caught.value.text
    assert store.read(encounter) == OLD


def test_side_files_of_editors_are_left_alone(encounter: str) -> None:
    folder = Path(encounter).parent
    names = [".fight.yaml.swp", "#fight.yaml#", "fight.yaml~", "4913", ".#fight.yaml"]
    for name in names:
        (folder / name).write_text(name)
    save(encounter, NEW)
    assert [(folder / name).read_text() for name in names] == names
    assert len(os.listdir(folder)) == len(names) + 1


# What was left or put where the new text is written first -------------------------------------------------------------


def test_the_rest_of_a_killed_save_is_replaced(encounter: str, tmp_path: Path) -> None:
    (tmp_path / ".fight.yaml.gm-tmp").write_bytes(b"half a te")
    save(encounter, NEW)
    assert Path(encounter).read_bytes() == NEW
    assert os.listdir(tmp_path) == ["fight.yaml"]


@pytest.mark.parametrize("link", [os.link, os.symlink])
def test_a_link_planted_there_harms_nobody(encounter: str, tmp_path: Path, link: Callable[[str, str], object]) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    link(str(victim), str(tmp_path / ".fight.yaml.gm-tmp"))
    save(encounter, NEW)
    assert victim.read_bytes() == b"precious"
    assert sorted(os.listdir(tmp_path)) == ["fight.yaml", "victim"]


def test_a_folder_there_is_a_plain_error(encounter: str, tmp_path: Path) -> None:
    (tmp_path / ".fight.yaml.gm-tmp").mkdir()
    with pytest.raises(Busy, match=r"fight\.yaml cannot be saved: a folder is in the way"):
        save(encounter, NEW)
    assert Path(encounter).read_bytes() == OLD


# Changed underneath ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("saved_by_an_editor", ["in place", "renamed", "deleted", "swapped for a folder"])
def test_a_file_saved_meanwhile_is_not_overwritten(encounter: str, saved_by_an_editor: str, tmp_path: Path) -> None:
    with store.hold(encounter) as held:
        assert not held.changed()
        if saved_by_an_editor == "in place":
            Path(encounter).write_bytes(b"system: d6\n")
        elif saved_by_an_editor == "renamed":
            (tmp_path / "new").write_bytes(b"system: d6\n")
            (tmp_path / "new").replace(encounter)
        else:
            Path(encounter).unlink()
            if saved_by_an_editor == "swapped for a folder":
                Path(encounter).mkdir()
        assert held.changed()
        with pytest.raises(store.Changed) as caught:
            held.replace(NEW)
    assert caught.value.code == 4
    assert "changed since it was read" in caught.value.text
    assert "run it again" in caught.value.remedy
    if saved_by_an_editor in ("in place", "renamed"):
        assert Path(encounter).read_bytes() == b"system: d6\n"
    assert not (tmp_path / ".fight.yaml.gm-tmp").exists()


def test_a_touched_file_has_not_changed(encounter: str) -> None:
    with store.hold(encounter) as held:
        os.utime(encounter, (1, 1))
        held.replace(NEW)
    assert Path(encounter).read_bytes() == NEW


# Two at once ----------------------------------------------------------------------------------------------------------


def test_a_second_command_is_told_who_has_the_file(encounter: str) -> None:
    with store.hold(encounter):
        begun = time.monotonic()
        with pytest.raises(Busy) as caught:
            store.hold(encounter, wait=0.1)
        assert 0.1 <= time.monotonic() - begun < 2
    assert f"{encounter} is held by another gm command" in caught.value.text
    assert not isinstance(caught.value, store.Changed)
    with store.hold(encounter, wait=0):
        pass


def test_a_second_command_waits_and_reads_what_the_first_wrote(encounter: str) -> None:
    read_by_second: list[bytes] = []

    def second() -> None:
        with store.hold(encounter, wait=10) as held:
            read_by_second.append(held.raw)
            with pytest.raises(Busy):
                store.hold(encounter, wait=0)  # it is the new file that is held, not the one waited for
            held.replace(NEW + b"# second\n")

    with store.hold(encounter) as held:
        waiting = threading.Thread(target=second)
        waiting.start()
        time.sleep(0.1)
        held.replace(NEW)
        time.sleep(0.1)
        assert read_by_second == []  # still held, although the locked file has been replaced
    waiting.join(10)
    assert read_by_second == [NEW]
    assert Path(encounter).read_bytes() == NEW + b"# second\n"


def test_a_file_that_is_never_the_one_locked_is_not_waited_for_for_ever(
    encounter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os.path, "samestat", lambda one, other: False)
    with pytest.raises(Busy, match="is held by another"):
        store.hold(encounter, wait=0.05)


def test_one_command_may_save_twice(encounter: str) -> None:
    with store.hold(encounter) as held:
        held.replace(NEW)
        with pytest.raises(Busy):
            store.hold(encounter, wait=0)
        held.replace(OLD)
        with pytest.raises(Busy):
            store.hold(encounter, wait=0)
    assert Path(encounter).read_bytes() == OLD


def test_reading_does_not_wait_for_the_lock(encounter: str) -> None:
    with store.hold(encounter):
        assert store.read(encounter) == OLD


def test_a_killed_holder_frees_the_file(encounter: str) -> None:
    script = "import sys, time; from gmtool.document import store; h = store.hold(sys.argv[1]); print(1); "
    script += "sys.stdout.flush(); time.sleep(60)"
    holder = subprocess.Popen([sys.executable, "-c", script, encounter], stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"1\n"
        with pytest.raises(Busy):
            store.hold(encounter, wait=0)
        holder.kill()
        holder.wait()
        with store.hold(encounter, wait=0) as held:
            assert held.raw == OLD
    finally:
        holder.kill()
        holder.communicate()


def test_a_refused_hold_leaves_nothing_open(encounter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    handles = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else pytest.skip("no /proc")
    with store.hold(encounter), pytest.raises(Busy):
        store.hold(encounter, wait=0)

    def no_locks(handle: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    with pytest.raises(Busy, match="cannot be locked: no locks available"):
        store.hold(encounter)
    assert len(os.listdir("/proc/self/fd")) == handles
