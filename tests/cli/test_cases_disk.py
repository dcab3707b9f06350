"""What users of other tools lost to disks, links, permissions and editors: each case by its number."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gmtool.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Ran, Table

pytest.importorskip("fcntl")

NOBODY = 65534
WRITING = (("damage", "rat", "1"), ("next", "--dice", "6,1"), ("mark", "rat", "x"), ("undo",), ("again",))


def contents(folder: Path) -> dict[str, bytes | None]:
    """Everything there is, folders as None."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


# a full disk ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(gm: Table) -> Iterator[Table]:
    """The program in a folder that is a disk of 64 kB."""
    mount, umount = shutil.which("mount"), shutil.which("umount")
    disk = gm.folder / "disk"
    disk.mkdir()
    words = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if not mount or not umount or subprocess.run([mount, *words], capture_output=True, check=False).returncode:
        pytest.skip("a small disk cannot be mounted here")
    gm.folder = disk
    try:
        yield gm
    finally:
        subprocess.run([umount, str(disk)], check=True)


def fill(folder: Path) -> None:
    """Leave no block free."""
    with open(folder / "ballast", "wb", buffering=0) as ballast, pytest.raises(OSError, match="No space"):
        while True:
            ballast.write(bytes(4096))


def test_c52_a_full_disk_costs_nothing(small_disk: Table) -> None:
    """The history's last block has room for a line while the encounter's new text has none, so both are refused."""
    small_disk.write(in_line_text())
    small_disk("damage", "rat", "1")
    fill(small_disk.folder)
    before = contents(small_disk.folder)
    for words in WRITING:
        ran = small_disk(*words)
        assert (ran.code, ran.out) == (4, ""), (words, ran)
        assert "no space left on the disk" in ran.err
        assert "make room and run it again" in ran.err
        assert contents(small_disk.folder) == before, words
    for words in (("status",), ("log",), ("replay",), ("roll", "2d6"), ("damage", "rat", "1", "-n")):
        assert small_disk(*words).code == 0
    (small_disk.folder / "ballast").unlink()
    assert small_disk("damage", "rat", "1").code == 0
    assert sorted(os.listdir(small_disk.folder)) == [".gm", "encounter.yaml"]


def in_line_text() -> str:
    sheet = "facing: S, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8"
    return f"system: bnb\ncombatants:\n  rat: {{side: pc, at: 0301, {sheet}}}\n  wolf: {{at: 0304, {sheet}}}\n"


def test_c52_a_disk_that_was_full_from_the_start(small_disk: Table) -> None:
    """The folder of the history was made, and the file that keeps it out of git was not: that is made up for."""
    text = small_disk.write(in_line_text()).read_text()
    fill(small_disk.folder)
    for words in WRITING[:3]:
        ran = small_disk(*words)
        assert (ran.code, ran.out) == (4, ""), (words, ran)
        assert "no space left on the disk" in ran.err
        assert small_disk.read() == text
        assert small_disk.history() == b""
    (small_disk.folder / "ballast").unlink()
    assert small_disk("damage", "rat", "1").code == 0
    assert (small_disk.folder / ".gm" / ".gitignore").read_text() == "*\n"
    assert small_disk("undo").code == 0
    assert small_disk.read() == text


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
from gmtool.__main__ import main
main()
"""


@pytest.mark.parametrize("most", [0, 700])
def test_c52_a_limit_on_the_size_of_files(in_line: Table, most: int) -> None:
    """`ulimit -f`: the history would be larger than is allowed."""
    pytest.importorskip("resource")
    in_line("damage", "rat", "1")
    before = contents(in_line.folder)
    done = subprocess.run(
        [sys.executable, "-B", "-c", LIMITED, str(most), "damage", "rat", "1"],
        cwd=in_line.folder,
        env=in_line.env,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (4, b""), done
    assert b"larger than is allowed" in done.stderr
    assert contents(in_line.folder) == before


# links, modes, owners -------------------------------------------------------------------------------------------------


def test_c54_a_link_in_a_chain_of_links(in_line: Table) -> None:
    """A link to a link into a tracked folder: both stay, the tracked copy is what changes, beside it the history."""
    real = in_line.write(in_line.read(), "campaign/night.yaml")
    in_line.file.unlink()
    (in_line.folder / "tonight.yaml").symlink_to(real)
    in_line.file.symlink_to("tonight.yaml")
    before = real.read_bytes()
    for words in (("damage", "rat", "1"), ("next", "--dice", "6,1"), ("undo", "2"), ("redo", "2"), ("undo", "2")):
        assert in_line(*words).code == 0, words
        assert os.readlink(in_line.file) == "tonight.yaml"
        assert os.readlink(in_line.folder / "tonight.yaml") == str(real)
    assert real.read_bytes() == before
    assert sorted(os.listdir(real.parent)) == [".gm", "night.yaml"]
    assert not (in_line.folder / ".gm").exists()


def test_c54_a_link_to_nothing_is_refused_and_nothing_made_there(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.file.symlink_to("gone.yaml")
    for words in (("next",), ("status",), ("undo",)):
        refuse(*words, code=3, says=("encounter.yaml is a link to gone.yaml, which is not there",))
    assert os.listdir(gm.folder) == ["encounter.yaml"]


def test_c54_a_hard_link_is_read_and_never_cut_off(in_line: Table, refuse: Callable[..., Ran]) -> None:
    twin = in_line.folder / "twin.yaml"
    os.link(in_line.file, twin)
    for words in WRITING:
        refuse(*words, code=4, says=("hard link", "symbolic link instead"))
    assert in_line("status").code == 0
    assert os.path.samefile(in_line.file, twin)
    twin.unlink()
    assert in_line("damage", "rat", "1").code == 0


@pytest.mark.parametrize("mode", [0o644, 0o664, 0o600, 0o640])
def test_c55_mode_and_owner_stay_through_every_step(in_line: Table, mode: int) -> None:
    in_line.file.chmod(mode)
    if os.geteuid() == 0:
        os.chown(in_line.file, NOBODY, 12345)
    before = in_line.file.stat()
    for words in (("damage", "rat", "1"), ("next", "--dice", "6,1"), ("undo",), ("redo",), ("again", "--dice", "1,6")):
        assert in_line(*words).code == 0
        after = in_line.file.stat()
        assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid), words


# what may not be written ----------------------------------------------------------------------------------------------


@pytest.fixture
def bound(in_line: Table) -> Iterator[Table]:
    """An encounter with a history, beside which permissions mean something."""
    in_line("damage", "rat", "1")
    yield in_line
    in_line.folder.chmod(0o755)


def as_owner(table: Table, *words: str) -> Ran:
    """Run `gm` as the files' owner whom permissions bind: root first gives up the right to pass over them."""
    from tests.conftest import Ran

    binding: list[str] = []
    if os.geteuid() == 0:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("permissions mean nothing to root, and there is no setpriv")
        binding = [setpriv, "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]
    done = subprocess.run(
        [*binding, sys.executable, "-B", "-m", "gmtool", *words],
        cwd=table.folder,
        env=table.env,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("file", "folder", "says"),
    [(0o444, 0o777, "encounter.yaml is not writable"), (0o666, 0o555, "is not writable")],
    ids=["the file", "its folder"],
)
def test_c56_read_only(bound: Table, file: int, folder: int, says: str) -> None:
    bound.file.chmod(file)
    bound.folder.chmod(folder)
    before = contents(bound.folder)
    for words in WRITING:
        ran = as_owner(bound, *words)
        assert (ran.code, ran.out) == (4, ""), (words, ran)
        assert ran.err.startswith("gm: encounter.yaml")
        assert says in ran.err
        assert contents(bound.folder) == before
    for words in (("status",), ("map",), ("log",), ("roll", "2d6", "--dice", "3,4")):
        ran = as_owner(bound, *words)
        assert (ran.code, ran.err) == (0, ""), (words, ran)


def test_c56_unreadable(bound: Table) -> None:
    bound.file.chmod(0o200)
    for words in (("status",), ("next",), ("map",)):
        ran = as_owner(bound, *words)
        assert (ran.code, ran.out) == (3, ""), (words, ran)
        assert "encounter.yaml may not be read by you" in ran.err
    assert as_owner(bound, "roll", "2d6", "--dice", "3,4").code == 0


def test_c56_a_folder_in_its_place(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.file.mkdir()
    for words in (("status",), *WRITING):
        refuse(*words, code=3, says=("encounter.yaml is a folder",))
    assert gm("roll", "2d6", "--dice", "3,4").out == "2d6: 3 + 4 = 7\n"


# half a file ----------------------------------------------------------------------------------------------------------


def test_c58_half_a_file_is_never_made_whole_by_defaults(in_line: Table) -> None:
    """Cut off anywhere: what is left is read as it stands or refused, and no command fills it up or begins anew."""
    whole = in_line.file.read_bytes()
    for size in range(0, len(whole), 61):
        in_line.write(whole[:size])
        for words in (("start", "--dice", "6,1", "-n"), ("damage", "rat", "1", "-n"), ("map",), ("init",)):
            ran = in_line(*words)
            assert ran.code in ((2,) if words == ("init",) else (0, 2, 3, 5)), (size, words, ran)
            assert "Traceback" not in ran.err
            assert in_line.file.read_bytes() == whole[:size]


# held for a moment ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("failures", "code"), [(2, 0), (10**6, 4)])
@pytest.mark.parametrize("winerror", [5, 32, 33])
def test_c59_a_scanner_has_the_file_for_a_moment(
    in_line: Table, monkeypatch: pytest.MonkeyPatch, failures: int, code: int, winerror: int
) -> None:
    in_line("damage", "rat", "1")
    before = contents(in_line.folder)
    tries = 0
    replace = os.replace

    def held(source: str, target: str) -> None:
        nonlocal tries
        tries += 1
        if tries <= failures:
            raise type("InUse", (PermissionError,), {"winerror": winerror})(errno.EACCES, "in use")
        replace(source, target)

    monkeypatch.chdir(in_line.folder)
    monkeypatch.delenv("GM_FILE", raising=False)
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", held)
        assert run(["damage", "rat", "1"]) == code
    assert tries <= 20
    if code:
        assert contents(in_line.folder) == before
    else:
        assert "hp: 6/8" in in_line.read()
        assert sorted(os.listdir(in_line.folder)) == [".gm", "encounter.yaml"]


def test_c60_an_editor_can_tell_what_was_written_and_what_only_read(in_line: Table) -> None:
    in_line("damage", "rat", "1")
    os.utime(in_line.file, ns=(10**18, 10**18))
    before = in_line.file.stat()
    for words in (
        ("status",),
        ("map",),
        ("log",),
        ("odds", "attack", "rat", "wolf", "--charge"),
        ("damage", "rat", "0"),
    ):
        assert in_line(*words).code == 0
        after = in_line.file.stat()
        assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns), words
    for words in (("damage", "rat", "1"), ("undo",)):
        assert in_line(*words).code == 0
        after = in_line.file.stat()
        assert after.st_mtime_ns != before.st_mtime_ns
        before = after
