"""`gm map -o FILE`: a whole picture or none, over nothing but a plain file, and a .png only where it can be drawn."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gmtool.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Ran, Table

FIGHT = """\
system: bnb
title: The culvert
round: 2
turn: rat
combatants:
  rat: {side: pc, at: 0304, facing: SE, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}
  wolf: {at: 0404, facing: NW, stats: {str: 1, spd: 4, agi: 3}, hp: 14/14}
"""
STAND_IN = """\
def svg2png(*, bytestring, scale):
    return b'PNG %r ' % scale + bytestring
"""


@pytest.fixture
def fight(gm: Table) -> Table:
    """The real program, beside a fight in its second round."""
    gm.write(FIGHT)
    return gm


@contextmanager
def nobody() -> Iterator[None]:
    """Permissions mean nothing to root: be nobody meanwhile."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder anybody may read, with the fight in it; it is where commands of this process are run."""
    folder = Path(tempfile.mkdtemp())
    (folder / "encounter.yaml").write_text(FIGHT)
    folder.chmod(0o755)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("GM_FILE", raising=False)
    yield folder
    shutil.rmtree(folder)


# a picture is written -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["m.svg", "m.html", "M.SVG"])
def test_a_picture_is_written_and_written_over(fight: Table, name: str) -> None:
    ran = fight("map", "-o", name)
    assert (ran.code, ran.out, ran.err) == (0, f"{name}: written\n", "")
    first = (fight.folder / name).read_text(encoding="utf-8")
    assert "<svg" in first
    assert "The culvert" in first
    fight("set", "rat", "at=0505")
    assert fight("-q", "map", "-o", name) == (0, "", "")
    second = (fight.folder / name).read_text(encoding="utf-8")
    assert "0505 SE" in second
    assert "0505 SE" not in first


def test_nothing_else_is_left_behind(fight: Table) -> None:
    fight("map", "-o", "m.svg")
    assert sorted(os.listdir(fight.folder)) == ["encounter.yaml", "m.svg"]


def test_what_a_killed_command_left_is_used_again(fight: Table) -> None:
    fight.write("half a pict", ".m.svg.gm-tmp")
    assert fight("map", "-o", "m.svg").code == 0
    assert sorted(os.listdir(fight.folder)) == ["encounter.yaml", "m.svg"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such modes")
def test_who_may_read_it_stays_as_it_was(fight: Table) -> None:
    path = fight.write("old", "m.svg")
    path.chmod(0o640)
    assert fight("map", "-o", "m.svg").code == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_to_a_file_is_followed(fight: Table) -> None:
    fight.write("old", "shared/map.svg")
    os.symlink("shared/map.svg", fight.folder / "m.svg")
    assert fight("map", "-o", "m.svg").code == 0
    assert (fight.folder / "m.svg").is_symlink()
    assert "<svg" in (fight.folder / "shared" / "map.svg").read_text()
    assert os.listdir(fight.folder / "shared") == ["map.svg"]


def test_a_link_laid_where_it_is_prepared_is_not_followed(fight: Table) -> None:
    fight.write("precious", "precious.txt")
    os.symlink("precious.txt", fight.folder / ".m.svg.gm-tmp")
    assert fight("map", "-o", "m.svg").code == 0
    assert (fight.folder / "precious.txt").read_text() == "precious"
    assert not (fight.folder / "m.svg").is_symlink()


def test_a_dry_run_writes_no_picture(fight: Table, snapshot: Callable[[], object]) -> None:
    before = snapshot()
    assert fight("-n", "map", "-o", "m.svg").out == "m.svg: would be written\n"
    assert snapshot() == before


def test_a_picture_as_data(fight: Table, data: Callable[..., Any]) -> None:
    found = data("map", "-o", "m.svg")
    assert found == {
        "schema": 1,
        "command": ["map", "-o", "m.svg"],
        "picture": "m.svg",
        "written": True,
        "warnings": [],
    }


# it is not ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "code", "says"),
    [
        ("m.gif", 2, "gm: m.gif: a map is written as .svg, .html or .png, as the name ends\n  gm map -o map.svg\n"),
        ("svg", 2, "svg: a map is written as .svg, .html or .png"),
        (".svg", 2, ".svg: a map is written as"),
        ("encounter.yaml", 2, "encounter.yaml: a map is written as"),
        ("-", 2, "-: a map is written as"),
        ("", 2, "an empty name: a map is written as"),
        (
            "no/such/m.svg",
            4,
            "no/such/m.svg: could not be written: there is no folder no/such\n  make the folder first",
        ),
        ("encounter.yaml/m.svg", 4, "encounter.yaml/m.svg: could not be written: not a directory"),
        (f"{'m' * 300}.svg", 4, "could not be written: file name too long"),
        ("folder.svg", 2, "folder.svg is a folder\n  name another file"),
        ("pipe.svg", 2, "pipe.svg is a pipe or a device, not a file"),
        ("device.svg", 2, "device.svg is a pipe or a device, not a file"),
        ("nowhere.svg", 2, "nowhere.svg is a link to missing.svg, which is not there"),
        ("round.svg", 2, "round.svg is a link that leads back to itself"),
        ("linked.svg", 2, "linked.svg is the encounter itself"),
        ("hard.svg", 2, "hard.svg is the encounter itself"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="no such files")
@pytest.mark.parametrize("dry", [(), ("-n",)], ids=["", "dry run"])
def test_refused(
    fight: Table, refuse: Callable[..., Ran], target: str, code: int, says: str, dry: tuple[str, ...]
) -> None:
    folder = fight.folder
    (folder / "folder.svg").mkdir()
    os.mkfifo(folder / "pipe.svg")
    os.symlink("/dev/null", folder / "device.svg")
    os.symlink("missing.svg", folder / "nowhere.svg")
    os.symlink("round.svg", folder / "round.svg")
    os.symlink("encounter.yaml", folder / "linked.svg")
    os.link(folder / "encounter.yaml", folder / "hard.svg")
    before = sorted(os.listdir(folder))
    ran = refuse(*dry, "map", f"--output={target}", code=code, says=(says,))
    assert ran.err.startswith("gm: ")
    assert sorted(os.listdir(folder)) == before


def test_nothing_is_written_of_a_map_with_nothing_on_it(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write("system: bnb\ncombatants: {}\n")
    gm.write("old", "m.svg")
    refuse("map", "-o", "m.svg", code=2, says=("there is nothing to draw",))


def test_the_encounter_is_never_drawn_over(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write(FIGHT, "fight.svg")
    os.symlink("fight.svg", gm.folder / "link.svg")
    for name in ("fight.svg", "link.svg"):
        refuse("-f", "fight.svg", "map", "-o", name, code=2, says=("is the encounter itself",))


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")
def test_a_folder_and_a_file_kept_from_writing(guarded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = guarded / "kept.svg"
    kept.write_text("old")
    kept.chmod(0o444)
    assert run(("-n", "map", "-o", "first.svg")) == 0, "loads all modules while they can be read"
    capsys.readouterr()
    with nobody():
        assert run(("map", "-o", "m.svg")) == (4 if os.getuid() == 0 else 0)
        guarded_words = capsys.readouterr().err
        assert run(("map", "-o", "kept.svg")) == 4
    assert "kept.svg: could not be written: it is not writable" in capsys.readouterr().err
    assert kept.read_text() == "old"
    if os.getuid() == 0:
        assert guarded_words == ("gm: m.svg: could not be written: its folder is not writable\n  nothing was written\n")
        assert sorted(os.listdir(guarded)) == ["encounter.yaml", "kept.svg"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits")
@pytest.mark.parametrize("there", [True, False], ids=["over an old one", "a new one"])
def test_a_disk_that_takes_half_of_it(fight: Table, there: bool) -> None:
    if there:
        fight.write("old", "m.svg")
    done = subprocess.run(
        ["bash", "-c", f"ulimit -f 1; {sys.executable} -B -m gmtool map -o m.svg"],
        cwd=fight.folder,
        env=fight.env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 4
    assert done.stderr.startswith("gm: m.svg: could not be written: the file would be larger than is allowed here\n")
    assert sorted(os.listdir(fight.folder)) == ["encounter.yaml", *(["m.svg"] if there else [])]
    if there:
        assert (fight.folder / "m.svg").read_text() == "old"


# png ------------------------------------------------------------------------------------------------------------


def with_cairosvg(gm: Table, code: str) -> dict[str, str]:
    """The environment in which cairosvg is this."""
    gm.write(code, "lib/cairosvg.py")
    return {"PYTHONPATH": f"{gm.folder / 'lib'}{os.pathsep}{gm.env['PYTHONPATH']}", "PYTHONDONTWRITEBYTECODE": "1"}


def test_a_png_is_what_cairosvg_makes_of_the_svg(fight: Table) -> None:
    assert fight("map", "-o", "m.svg").code == 0
    ran = fight("map", "-o", "m.png", env=with_cairosvg(fight, STAND_IN))
    assert (ran.code, ran.out, ran.err) == (0, "m.png: written\n", "")
    assert (fight.folder / "m.png").read_bytes() == b"PNG 2.0 " + (fight.folder / "m.svg").read_bytes()


def test_cairosvg_is_loaded_for_a_png_alone(fight: Table) -> None:
    env = with_cairosvg(fight, "raise SystemExit(99)\n")
    for words in (("map",), ("map", "-o", "m.svg"), ("map", "-o", "m.html"), ("map", "--json")):
        assert fight(*words, env=env).code == 0
    assert fight("map", "-o", "m.png", env=env).code == 99


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        (
            "raise ImportError",
            """gm: a .png needs cairosvg, which is not installed
  pip install 'gmtool[png]'; .svg and .html need nothing more
""",
        ),
        (
            "raise OSError('no library called cairo')",
            "gm: a .png needs the cairo library, which cairosvg does not find",
        ),
    ],
)
def test_no_png_without_cairosvg(fight: Table, trouble: str, says: str) -> None:
    fight.write("old", "m.png")
    ran = fight("map", "-o", "m.png", env=with_cairosvg(fight, f"{trouble}\n"))
    assert ran.code == 2
    assert ran.err.startswith(says)
    assert (fight.folder / "m.png").read_text() == "old"


def test_letters_a_png_may_lack_are_named(fight: Table) -> None:
    fight.write(FIGHT.replace("wolf:", "小狼:"))
    env = with_cairosvg(fight, STAND_IN)
    ran = fight("map", "-o", "m.png", env=env)
    assert (ran.code, ran.out) == (0, "m.png: written\n")
    assert ran.err == "m.png: warning: 小狼: a .png may show empty boxes for such letters; .svg and .html do not\n"
    assert fight("map", "-o", "m.svg", env=env).err == ""
