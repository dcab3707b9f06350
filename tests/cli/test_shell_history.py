"""The lines typed in the shell: kept beside the encounter, whatever was done to the file they are in."""

import os
import stat
from pathlib import Path

import pytest

from gmtool.session import Options
from gmtool.shell.history import LONGEST, NAME, TAIL, folder_of, keep, kept
from gmtool.shell.view import Seen


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / ".gm" / NAME


def test_lines_are_kept_in_order_for_their_owner_alone(tmp_path: Path, file: Path):
    for line in ("next", "attack rat 'Old Tom'", "小狼"):
        keep(str(tmp_path), line)
    assert kept(str(tmp_path)) == ["next", "attack rat 'Old Tom'", "小狼"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert (file.parent / ".gitignore").read_text() == "*\n"


def test_pasted_lines_are_one(tmp_path: Path):
    keep(str(tmp_path), "next\n\n  undo \n")
    assert kept(str(tmp_path)) == ["next; undo"]


@pytest.mark.parametrize("line", ["", "  ", "\n", "a\x1b[2Jb", "x" * (LONGEST + 1), "\udcff"])
def test_some_lines_are_not_worth_it(tmp_path: Path, file: Path, line: str):
    keep(str(tmp_path), line)
    assert not file.exists()


DAMAGED = {
    b"": [],
    b"next\n\x00\xff\xfe\nundo\n": ["next", "undo"],
    b"\xe2\x82\nnext\n": ["next"],
    b"next": ["next"],
    b"a\x1b[2J\nnext\n": ["next"],
    b"y" * (LONGEST + 1) + b"\nnext\n": ["next"],
    b"\n\n\nnext\n": ["next"],
}


@pytest.mark.parametrize("raw", DAMAGED)
def test_a_damaged_file_gives_what_can_be_read_and_goes_on(tmp_path: Path, file: Path, raw: bytes):
    file.parent.mkdir()
    file.write_bytes(raw)
    assert kept(str(tmp_path)) == DAMAGED[raw]
    keep(str(tmp_path), "status")
    assert kept(str(tmp_path)) == [*DAMAGED[raw], "status"]
    assert file.read_bytes().startswith(raw)


def test_of_a_long_history_the_end_is_known(tmp_path: Path, file: Path):
    file.parent.mkdir()
    file.write_text("".join(f"damage rat {n}\n" for n in range(100_000)))
    lines = kept(str(tmp_path))
    assert lines[-1] == "damage rat 99999"
    assert TAIL // 20 < len(lines) < 100_000
    assert {line.rpartition(" ")[0] for line in lines} == {"damage rat"}


def in_the_way(file: Path, what: str) -> None:
    if what == "a file for .gm":
        file.parent.write_text("")
        return
    if what == "a link for .gm":
        (file.parent.parent / "elsewhere").mkdir()
        file.parent.symlink_to("elsewhere")
        return
    file.parent.mkdir()
    if what == "a folder":
        file.mkdir()
    elif what == "a pipe":
        os.mkfifo(file)
    elif what == "a link":
        (file.parent / "target").write_text("secret\n")
        file.symlink_to("target")


@pytest.mark.parametrize("what", ["a file for .gm", "a link for .gm", "a folder", "a pipe", "a link"])
def test_what_is_in_the_way_stays_as_it_is(tmp_path: Path, file: Path, what: str):
    in_the_way(file, what)
    before = sorted((path, path.is_file() and path.read_bytes()) for path in tmp_path.rglob("*"))
    keep(str(tmp_path), "next")
    assert not kept(str(tmp_path))
    assert sorted((path, path.is_file() and path.read_bytes()) for path in tmp_path.rglob("*")) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only to root")
def test_a_read_only_folder(tmp_path: Path):
    tmp_path.chmod(0o500)
    keep(str(tmp_path), "next")
    assert not kept(str(tmp_path))
    tmp_path.chmod(0o700)


def test_where_lines_are_kept(tmp_path: Path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "encounter.yaml").write_text("")
    (tmp_path / "link.yaml").symlink_to("real/encounter.yaml")
    assert folder_of(Seen(str(tmp_path / "link.yaml"), None), Options()) == str(tmp_path / "real")
    assert folder_of(Seen(str(tmp_path / "link.yaml"), None), Options(dry_run=True)) is None
    assert folder_of(Seen("", None), Options()) is None
