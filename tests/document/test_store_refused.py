"""Reading, holding and replacing an encounter file: what is refused, and in what words."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gmtool.document import store
from gmtool.errors import BadFile, Busy, GMError, Misused

pytest.importorskip("fcntl")

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


def told(error: GMError) -> str:
    return f"{error.text} / {error.remedy}"


# The disk refuses -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "no space left"),
        (errno.EDQUOT, "quota"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "not writable"),
        (errno.EPERM, "not writable"),
        (errno.EIO, "the disk reports an error"),
        (errno.EFBIG, "larger than is allowed"),
        (errno.ENAMETOOLONG, "name too long"),
    ],
)
@pytest.mark.parametrize("call", ["open", "write", "fchmod", "fsync", "replace"])
def test_whatever_fails_the_old_file_stays(
    encounter: str, monkeypatch: pytest.MonkeyPatch, call: str, number: int, words: str
) -> None:
    real_call = getattr(os, call)

    def fail(*args: object, **options: object) -> object:
        if call == "open" and not str(args[0]).endswith(".gm-tmp"):
            return real_call(*args, **options)
        raise OSError(number, os.strerror(number))

    with store.hold(encounter) as held:
        with monkeypatch.context() as patched:
            patched.setattr(os, call, fail)
            with pytest.raises(Busy) as caught:
                held.replace(NEW)
        assert held.raw == OLD
        assert not held.changed()
    assert words in caught.value.text
    assert encounter in caught.value.text
    assert "gm-tmp" not in told(caught.value)
    assert not isinstance(caught.value, store.Changed)
    assert os.listdir(os.path.dirname(encounter)) == ["fight.yaml"]
    save(encounter, NEW)
    assert Path(encounter).read_bytes() == NEW


def test_a_folder_that_cannot_be_synced_is_no_failure(encounter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fsync = os.fsync

    def files_only(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "not here")
        fsync(handle)

    monkeypatch.setattr(os, "fsync", files_only)
    save(encounter, NEW)
    assert Path(encounter).read_bytes() == NEW


def test_a_short_write_goes_on(encounter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, raw: write(handle, bytes(raw)[:7]))
    save(encounter, NEW)
    assert Path(encounter).read_bytes() == NEW


def test_a_size_limit_is_a_plain_error(encounter: str) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with store.hold(encounter) as held:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
        try:
            with pytest.raises(Busy, match="larger than is allowed"):
                held.replace(NEW * 10)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert os.listdir(os.path.dirname(encounter)) == ["fight.yaml"]
    assert Path(encounter).read_bytes() == OLD


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount, umount = shutil.which("mount"), shutil.which("umount")
    options = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if not mount or not umount or subprocess.run([mount, *options], capture_output=True, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here")
    try:
        path = disk / "fight.yaml"
        path.write_bytes(OLD)
        with open(disk / "ballast", "wb", buffering=0) as ballast, pytest.raises(OSError, match="No space"):
            while True:
                ballast.write(bytes(4096))
        with pytest.raises(Busy, match=r"fight\.yaml cannot be saved: no space left"):
            save(str(path), NEW * 400)
        assert path.read_bytes() == OLD
        assert sorted(os.listdir(disk)) == ["ballast", "fight.yaml"]
        (disk / "ballast").unlink()
        save(str(path), NEW * 400)
        assert path.read_bytes() == NEW * 400
    finally:
        subprocess.run([umount, str(disk)], check=True)


@pytest.mark.parametrize(("failures", "saved"), [(2, True), (9, True), (10**6, False)])
@pytest.mark.parametrize("winerror", [5, 32, 33])
def test_a_sharing_error_is_tried_again_but_not_for_ever(
    encounter: str, monkeypatch: pytest.MonkeyPatch, failures: int, saved: bool, winerror: int
) -> None:
    tries = 0
    replace = os.replace

    def held_by_a_scanner(source: str, target: str) -> None:
        nonlocal tries
        tries += 1
        if tries <= failures:
            raise type("InUse", (PermissionError,), {"winerror": winerror})(errno.EACCES, "in use")
        replace(source, target)

    monkeypatch.setattr(os, "replace", held_by_a_scanner)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    if saved:
        save(encounter, NEW)
        assert tries == failures + 1
    else:
        with pytest.raises(Busy, match=r"fight\.yaml cannot be saved"):
            save(encounter, NEW)
        assert tries <= 20
    assert Path(encounter).read_bytes() == (NEW if saved else OLD)
    assert os.listdir(os.path.dirname(encounter)) == ["fight.yaml"]


# What cannot be read or held ------------------------------------------------------------------------------------------


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


def make_loop(path: Path) -> None:
    path.symlink_to(path.name)


def make_dangling(path: Path) -> None:
    path.symlink_to("gone.yaml")


def make_huge(path: Path) -> None:
    with open(path, "wb") as file:
        file.truncate(store.LARGEST + 1)


def make_nothing(path: Path) -> None:
    assert not path.exists()


@pytest.mark.parametrize("use", [store.read, store.hold])
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (make_nothing, ["there is no such file", "gm init"]),
        (Path.mkdir, ["is a folder"]),
        (make_fifo, ["is a pipe"]),
        (make_dangling, ["is a link to gone.yaml, which is not there"]),
        (make_loop, ["link that leads back to itself"]),
        (make_huge, ["10485761 bytes", "10485760 at most"]),
    ],
)
def test_what_is_no_plain_file_is_refused_by_name(
    tmp_path: Path, use: Callable[[str], object], make: Callable[[Path], object], words: list[str]
) -> None:
    path = tmp_path / "fight.yaml"
    make(path)
    with pytest.raises(BadFile) as caught:
        use(str(path))
    assert caught.value.code == 3
    assert str(path) in caught.value.text
    assert caught.value.remedy
    for word in words:
        assert word in told(caught.value)
    assert os.listdir(tmp_path) in ([], ["fight.yaml"])


@pytest.mark.parametrize("use", [store.read, store.hold])
@pytest.mark.parametrize("path", ["/dev/null", "/dev/zero", "/dev/tty", "a\0b", "", "a" * 300])
def test_odd_paths_are_refused_and_never_waited_for(use: Callable[[str], object], path: str) -> None:
    with pytest.raises(BadFile):
        use(path)


def test_a_file_in_place_of_a_folder_is_named_so(encounter: str) -> None:
    with pytest.raises(BadFile, match="is a file, not a folder"):
        store.read(f"{encounter}/fight.yaml")


def test_a_pipe_put_there_after_the_look_is_not_waited_for(encounter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = os.stat(encounter)
    Path(encounter).unlink()
    os.mkfifo(encounter)
    monkeypatch.setattr(os, "stat", lambda path, **options: looked)
    with pytest.raises(BadFile, match="is a pipe"):
        store.read(encounter)


def test_a_file_gone_after_the_look_is_a_plain_error(encounter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = os.stat(encounter)
    Path(encounter).unlink()
    monkeypatch.setattr(os, "stat", lambda path, **options: looked)
    with pytest.raises(BadFile, match="no such file"):
        store.read(encounter)
    with pytest.raises(BadFile, match="no such file"):
        store.hold(encounter)


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o777), (0o666, 0o555)])
def test_what_could_not_be_saved_is_refused_before_anything_is_rolled(
    open_folder: str, file_mode: int, folder_mode: int
) -> None:
    path = os.path.join(open_folder, "fight.yaml")
    Path(path).write_bytes(OLD)
    Path(path).chmod(file_mode)
    Path(open_folder).chmod(folder_mode)
    with without_root():
        assert store.read(path) == OLD
        with pytest.raises(Busy) as caught:
            store.hold(path)
    assert "not writable" in caught.value.text
    assert path in caught.value.text
    assert os.listdir(open_folder) == ["fight.yaml"]


def test_an_unreadable_file_is_not_called_missing(open_folder: str) -> None:
    path = os.path.join(open_folder, "fight.yaml")
    Path(path).write_bytes(OLD)
    Path(path).chmod(0o200)
    with without_root(), pytest.raises(BadFile, match="may not be read"):
        store.read(path)


# New files ------------------------------------------------------------------------------------------------------------


def test_a_new_file_is_written(tmp_path: Path) -> None:
    store.create(str(tmp_path / "fight.yaml"), NEW)
    assert (tmp_path / "fight.yaml").read_bytes() == NEW
    assert os.listdir(tmp_path) == ["fight.yaml"]


@pytest.mark.parametrize("make", [lambda p: p.write_bytes(b""), make_dangling, Path.mkdir, make_fifo])
def test_nothing_that_exists_is_overwritten(tmp_path: Path, make: Callable[[Path], object]) -> None:
    path = tmp_path / "fight.yaml"
    make(path)
    before = path.lstat()
    with pytest.raises(Misused, match="exists already"):
        store.create(str(path), NEW)
    assert path.lstat() == before
    assert os.listdir(tmp_path) == ["fight.yaml"]


def test_a_new_file_that_cannot_be_finished_is_not_left_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Busy, match="no space left"):
        store.create(str(tmp_path / "fight.yaml"), NEW)
    assert os.listdir(tmp_path) == []


def test_a_new_file_needs_its_folder(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="there is no folder"):
        store.create(str(tmp_path / "nowhere" / "fight.yaml"), NEW)
