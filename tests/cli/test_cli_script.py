"""`gm run`: all the commands of a script or none, one step to undo, and the line that is wrong."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

Gm = Callable[..., Any]

SCRIPT = """\
# the ambush, as it was at the table

add wolf 2 --at 0909
gm --dice 4,5,6,1 next          # initiative: rat, wolf, wolf-1, wolf-2
set rat hp=5 "name=Nib, the rat"
"""


@pytest.fixture
def fight(tmp_path: Path, gm: Gm) -> Path:
    """The starter, with nothing done yet."""
    assert gm("init").code == 0
    return tmp_path / "encounter.yaml"


def test_a_script_is_one_step(fight: Path, gm: Gm, tmp_path: Path):
    first = fight.read_bytes()
    (tmp_path / "night one.gm").write_text(SCRIPT)
    ran = gm("run", "night one.gm")
    assert ran.code == 0, ran.err
    heads = [line for line in ran.out.splitlines() if line.startswith("> ")]
    assert heads == ["> gm add wolf 2 --at 0909", "> gm next", "> gm set rat hp=5 'name=Nib, the rat'"]
    found = yaml.load(fight.read_text(), yaml.BaseLoader)
    assert list(found["combatants"]) == ["rat", "wolf", "wolf-1", "wolf-2"]
    # 4 + 4, 2 + 5, 2 + 6, 2 + 1
    assert [one["initiative"] for one in found["combatants"].values()] == ["8", "7", "8", "3"]
    assert found["combatants"]["rat"]["hp"] == "5/8"
    assert len((tmp_path / ".gm" / "encounter.yaml.jsonl").read_text().splitlines()) == 1
    replay = gm("replay")
    assert (replay.code, replay.out) == (0, "1 step played again, all as recorded\n")
    assert gm("undo").code == 0
    assert fight.read_bytes() == first
    after = gm("redo")
    assert after.code == 0
    assert yaml.load(fight.read_text(), yaml.BaseLoader) == found


def test_from_standard_input(fight: Path, gm: Gm):
    ran = gm("run", "-", stdin="damage rat 2\nheal rat 1\n")
    assert ran.code == 0, ran.err
    assert yaml.load(fight.read_text(), yaml.BaseLoader)["combatants"]["rat"]["hp"] == "7/8"


def test_dice_for_all_of_it_go_on_from_line_to_line(fight: Path, gm: Gm):
    """4 and 5 for the initiatives; then the rat's charge: 4 + 3 + 2 against 1 + 2, core 2 + 1, as in the README."""
    ran = gm("--dice", "4,5,4,1,2,5,6", "run", "-", stdin="next\nattack rat wolf --charge\n")
    assert ran.code == 0, ran.err
    given = gm("--dice", "4,5,4,1,2,5", "run", "-", stdin="next\nattack rat wolf --charge\n")
    assert given.code in (1, 6)


def test_json_gives_each_step(fight: Path, gm: Gm):
    ran = gm("--json", "run", "-", stdin="damage rat 2\ndamage rat=1 wolf=3\n")
    told = json.loads(ran.out)
    assert told["command"] == ["run", "-"]
    assert [step["command"] for step in told["steps"]] == [["damage", "rat", "2"], ["damage", "rat=1", "wolf=3"]]
    assert [[one["new"] for one in step["changes"]] for step in told["steps"]] == [["6/8"], ["5/8", "11/14"]]
    assert {one["path"]: (one["old"], one["new"]) for one in told["changes"]} == {
        "combatants.rat.hp": ("8/8", "5/8"),
        "combatants.wolf.hp": ("14/14", "11/14"),
    }


def test_what_comes_back_to_what_it_was_is_no_change(fight: Path, gm: Gm):
    first = fight.read_bytes()
    told = json.loads(gm("--json", "run", "-", stdin="damage rat 2\nheal rat 2\n").out)
    assert told["changes"] == []
    assert fight.read_bytes() == first


def test_numbers_are_not_given_twice(fight: Path, gm: Gm):
    assert gm("run", "-", stdin="add wolf 2\nremove wolf-2\n").code == 0
    assert gm("run", "-", stdin="add wolf 2\nadd wolf\n").code == 0
    found = yaml.load(fight.read_text(), yaml.BaseLoader)["combatants"]
    assert list(found) == ["rat", "wolf", "wolf-1", "wolf-3", "wolf-4", "wolf-5"]


def test_dry_run_writes_nothing(fight: Path, gm: Gm):
    first = fight.read_bytes()
    ran = gm("-n", "run", "-", stdin="damage rat 2\nadd vole\n")
    assert ran.code == 0
    assert "hp: 6/8" in ran.out
    assert "+  vole" in ran.out
    assert fight.read_bytes() == first


def test_lines_are_read_as_at_the_prompt(fight: Path, gm: Gm):
    """A sign within a word begins no comment, and `;` parts commands: as in a shell, and in `gm shell`."""
    ran = gm("run", "-", stdin="set rat 'name=the one; only #1'; damage rat 1\nset wolf name=wolf#2  # its number\n")
    assert (ran.code, ran.err) == (0, "")
    text = fight.read_text()
    assert "the one; only #1" in text
    assert "wolf#2" in text
    assert "hp: 7/8" in text


REFUSED: dict[str, tuple[str, int, str]] = {
    "no such command": ("damage rat 1\nattak rat wolf\n", 2, "standard input:2: bnb has no command `attak`"),
    "no command to be played": ("undo\n", 2, "standard input:1: `undo` is no command"),
    "status": ("status\n", 2, "standard input:1: `status`"),
    "a script in a script": ("run -\n", 2, "standard input:1: `run`"),
    "refused by the rules": ("damage rat 1\nattack rat wolf\n", 1, "standard input:2: wolf is"),
    "nobody of that name": ("damage rat 1\n\ndamage bat 1\n", 5, "standard input:3: no combatant is called `bat`"),
    "a wrong number": ("damage rat lots\n", 2, "standard input:1: damage: `lots`"),
    "an open quote": ('damage rat 1\nset rat "name=x\n', 2, "standard input:2: the quote \"name=x is open"),
    "too few dice": ("next --dice 4\n", 6, "standard input:1:"),
    "too many dice": ("next --dice 4,5,6\n", 2, "standard input:1: dice left over"),
    "an option of the whole": ("next\ndamage rat 1 --json\n", 2, "standard input:2: --json belongs to `gm run`"),
    "another file": ("--file x.yaml next\n", 2, "standard input:1: --file belongs"),
    "no seed": ("next --seed x\n", 2, "standard input:1: --seed x"),
    "no modifier": ('damage rat 1 --mod "lots"\n', 2, "standard input:1:"),
    "nothing": ("", 2, "standard input holds no command"),
    "comments alone": ("# later\n\n  # more\n", 2, "holds no command"),
    "a file left invalid": ("set rat at=0304\n", 2, "standard input:1:"),
    "too much": ("next\n" * 10_001, 2, "10,001 lines"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_all_or_nothing(fight: Path, gm: Gm, case: str):
    text, code, said = REFUSED[case]
    first = fight.read_bytes()
    ran = gm("run", "-", stdin=text)
    assert (ran.code, said in ran.err) == (code, True), (ran.code, ran.err)
    assert fight.read_bytes() == first
    assert not (fight.parent / ".gm" / "encounter.yaml.jsonl").exists()


def test_scripts_that_cannot_be_read(fight: Path, gm: Gm, tmp_path: Path):
    (tmp_path / "latin.gm").write_bytes(b"note caf\xe9\n")
    for name, said in (("none.gm", "there is no such file"), (".", "folder"), ("latin.gm", "no UTF-8 text")):
        ran = gm("run", name)
        assert (ran.code, said in ran.err) == (3, True), ran.err
        assert "gm init" not in ran.err
    assert gm("run").code == 2
