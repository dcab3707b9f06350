"""`gm add` and `gm remove`: who is in the file, by whose numbers, where, and what else forgets them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

FIGHT = """\
# The yard.
system: bnb
grid: {layout: flat, size: 12x10}
combatants:
  rat: {side: pc, at: 0301, facing: S, stats: {str: 1, spd: 4, agi: 3}, hp: 5/8, initiative: 9}   # Ana's
  fox:                       # old one
    at: 0304
    facing: N
    stats: {str: 3, spd: 2, agi: 2}
    hp: 9/14                 # bitten
    initiative: 5
    markers: {held: rat}
    x-note: limps
"""
BOOK = """\
imp: {stats: {str: 0, spd: 1, agi: 1}, hp: 2d6+3}
ogre: {like: imp, stats: {str: 5, spd: 1, agi: 0}}
"""

Gm = Callable[..., Any]


@pytest.fixture
def yard(tmp_path: Path) -> Path:
    """The yard, with a bestiary beside it."""
    (tmp_path / "bestiary").mkdir()
    (tmp_path / "bestiary" / "bnb.yaml").write_text(BOOK)
    file = tmp_path / "encounter.yaml"
    file.write_text(FIGHT)
    return file


def entries(file: Path) -> dict[str, Any]:
    """The combatants of the file, as text."""
    found: dict[str, Any] = yaml.load(file.read_text(), yaml.BaseLoader)["combatants"]
    return found


def added(file: Path, gm: Gm, *words: str) -> dict[str, Any]:
    """Run `gm add` and give who is new; every line there was stays as it was."""
    before, known = file.read_text(), entries(file)
    ran = gm("add", *words)
    assert ran.code == 0, ran.err
    assert ran.err == ""
    assert file.read_text().startswith(before)
    return {name: entry for name, entry in entries(file).items() if name not in known}


def test_one_of_the_bestiary(yard: Path, gm: Gm):
    assert added(yard, gm, "wolf") == {"wolf": {"like": "wolf"}}
    assert added(yard, gm, "wolf") == {"wolf-2": {"like": "wolf"}}
    assert added(yard, gm, "FOX") == {"fox-2": {"like": "fox"}}


def test_several_and_where_they_stand(yard: Path, gm: Gm):
    """0304 is taken; around it clockwise from N: 0303, 0403, 0404 on a flat map whose even columns sit lower."""
    new = added(yard, gm, "wolf", "3", "--at", "0304", "--facing", "n", "--side", "pack")
    assert {name: entry["at"] for name, entry in new.items()} == {"wolf-1": "0303", "wolf-2": "0403", "wolf-3": "0404"}
    assert all(entry["facing"] == "N" and entry["side"] == "pack" for entry in new.values())
    assert [entry["at"] for entry in added(yard, gm, "wolf", "2", "--at", "0909,0101").values()] == ["0909", "0101"]
    assert [entry["at"] for entry in added(yard, gm, "cat", "3", "--at", "0907,0707").values()] == [
        "0907",
        "0707",
        "0706",
    ]


def test_names_and_values(yard: Path, gm: Gm):
    new = added(yard, gm, "wolf", "--as", "Old Tom", "hp=3/9", "vulnerable=2", "name=Tom, the old")
    assert new == {"Old Tom": {"like": "wolf", "name": "Tom, the old", "hp": "3/9", "markers": {"vulnerable": "2"}}}
    assert list(added(yard, gm, "wolf", "2", "--as", "pup")) == ["pup-1", "pup-2"]


def test_dice_of_a_template_are_rolled_for_each(yard: Path, gm: Gm):
    ran = gm("--json", "--dice", "1,2,6,6", "add", "imp", "2")
    assert ran.code == 0, ran.err
    events = json.loads(ran.out)["events"]
    assert [(one["who"], one["why"], one["faces"]) for one in events if one["type"] == "rolled"] == [
        ("imp-1", "hp", [1, 2]),
        ("imp-2", "hp", [6, 6]),
    ]
    assert (entries(yard)["imp-1"]["hp"], entries(yard)["imp-2"]["hp"]) == ("6/6", "15/15")
    assert gm("--dice", "3,3", "add", "ogre").code == 0
    assert entries(yard)["ogre"]["hp"] == "9/9", "dice of the creature it is like"
    assert added(yard, gm, "imp", "hp=4/4") == {"imp-3": {"like": "imp", "hp": "4/4"}}
    assert gm("--dice", "3", "add", "imp").code == 6
    assert gm("--dice", "3,3,3", "add", "imp").code == 2


def test_a_copy_is_the_sheet_unhurt(yard: Path, gm: Gm):
    """Not where it stands, how it is hurt, what holds it, nor the GM's own keys."""
    new = added(yard, gm, "--copy", "fox", "2")
    sheet = {"stats": {"str": "3", "spd": "2", "agi": "2"}, "hp": "14/14"}
    assert new == {"fox-1": sheet, "fox-2": sheet}


def test_from_another_fight_with_wounds_and_all(yard: Path, gm: Gm, tmp_path: Path):
    """Its own keys and quotes too; not where it stood, its initiative, and who held it there."""
    (tmp_path / "last night.yaml").write_text(
        "system: bnb\ncombatants:\n"
        "  ana: {side: pc, at: 0101, facing: S, name: 'Ana', stats: {str: 1, spd: 4, agi: 3}, hp: 2/8, initiative: 7,"
        " injuries: [eye], markers: {held: troll, bleeding: 1}, x-luck: '3', marks: {wet: }}\n"
        "  troll: {stats: {str: 5, spd: 1, agi: 0}, hp: 20/20}\n"
    )
    new = added(yard, gm, "ana", "--from", "last night.yaml", "--at", "0909", "--facing", "NE")
    assert new == {
        "ana": {
            "side": "pc", "name": "Ana", "at": "0909", "facing": "NE", "stats": {"str": "1", "spd": "4", "agi": "3"},
            "hp": "2/8", "injuries": ["eye"], "markers": {"bleeding": "1"}, "marks": {"wet": ""}, "x-luck": "3",
        }
    }  # fmt: skip
    assert "name: 'Ana'" in yard.read_text() or 'name: "Ana"' in yard.read_text() or "name: Ana" in yard.read_text()


def test_in_a_fight_under_way_they_roll_and_act_in_this_round(yard: Path, gm: Gm):
    """rat 9, fox 5; wolf SPD 2 + 4 = 6: between them, with a turn of its own before the fox's."""
    assert gm("start").code == 0
    ran = gm("--dice", "4", "add", "wolf", "--at", "0909")
    assert ran.code == 0, ran.err
    assert ran.out.splitlines() == [
        "wolf (npc) joins at 0909",
        "wolf initiative SPD 2 + die 4 = 6",
        "rat: Attack and Move; next wolf",
    ]
    found = yaml.load(yard.read_text(), yaml.BaseLoader)
    assert (found["order"], found["turn"]) == (["rat", "wolf", "fox"], "rat")
    assert found["combatants"]["wolf"]["initiative"] == "6"


def test_a_number_is_never_given_twice(yard: Path, gm: Gm):
    assert list(added(yard, gm, "wolf", "2")) == ["wolf-1", "wolf-2"]
    assert gm("remove", "wolf*").code == 0
    assert gm("undo").code == 0
    assert gm("undo").code == 0
    assert yard.read_text() == FIGHT
    assert list(added(yard, gm, "wolf", "2")) == ["wolf-3", "wolf-4"]
    ran = gm("replay")
    assert (ran.code, ran.out) == (0, "3 steps played again, all as recorded\n")
    assert gm("again").code == 0
    assert list(entries(yard)) == ["rat", "fox", "wolf-3", "wolf-4"], "played again under the same numbers"


REMOVALS = [
    # who goes; whose turn it is then, and whose after `next`
    (["rat"], "fox", "cat"),
    (["fox"], None, "cat"),
    (["cat"], "fox", "rat"),
    (["rat", "cat"], "fox", "fox"),
]


@pytest.mark.parametrize(("gone", "turn", "following"), REMOVALS, ids=[" ".join(row[0]) for row in REMOVALS])
def test_who_is_next_stays_next(yard: Path, gm: Gm, gone: list[str], turn: str | None, following: str):
    """The order is rat, fox, cat, and it is the fox's turn."""
    yard.write_text(FIGHT + "  cat: {like: cat, at: 0909, initiative: 3}\n")
    assert gm("start").code == 0
    assert gm("next").code == 0
    ran = gm("remove", *gone)
    assert ran.code == 0, ran.err
    found = yaml.load(yard.read_text(), yaml.BaseLoader)
    assert found.get("turn") == turn
    assert not set(gone) & set(found["order"])
    assert gm("next").code == 0
    assert yaml.load(yard.read_text(), yaml.BaseLoader)["turn"] == following


def test_removed_with_its_own_comments_and_struck_off_elsewhere(yard: Path, gm: Gm):
    """The fox was held by the rat. Undo brings back every byte."""
    ran = gm("remove", "rat")
    assert (ran.code, ran.err) == (0, "")
    assert yard.read_text() == "".join(line for line in FIGHT.splitlines(keepends=True) if "rat" not in line), (
        "the line of the rat and the marker that named it are gone, and nothing else"
    )
    assert gm("undo").code == 0
    assert yard.read_text() == FIGHT


def test_the_last_one_can_go_and_another_come(yard: Path, gm: Gm):
    assert gm("remove", "rat", "fox").code == 0
    assert not entries(yard)
    assert added_to_nobody(yard, gm) == {"wolf": {"like": "wolf"}}


def added_to_nobody(file: Path, gm: Gm) -> dict[str, Any]:
    ran = gm("add", "wolf")
    assert ran.code == 0, ran.err
    return entries(file)


REFUSED: dict[str, tuple[str, int, str]] = {
    "no template": ("add", 2, "add needs a template"),
    "no such creature": ("add wolff", 5, "did you mean `wolf`?"),
    "too many": ("add wolf 101", 2, "`101` is no number of combatants from 1 to 100"),
    "none": ("add wolf 0", 2, "from 1 to 100"),
    "a million million": ("add wolf 1000000000000", 2, "from 1 to 100"),
    "a word too many": ("add wolf 2 grey", 2, "no use for `grey`"),
    "a wrong value": ("add wolf hp=fast", 2, "hp is fast"),
    "a wrong key": ("add wolf hpp=3", 5, "did you mean `hp`?"),
    "a key twice": ("add wolf hp=3 hp=4", 2, "hp is given twice"),
    "a facing twice": ("add wolf --facing N facing=S", 2, "facing is given twice"),
    "no direction": ("add wolf --facing E", 2, "a corner, not a hexside"),
    "off the map": ("add wolf --at 9999", 2, "off the map"),
    "two hexes, one taken": ("add wolf 2 --at 0909,0304", 1, "0304 is not free"),
    "one hex twice": ("add wolf 2 --at 0909,0909", 1, "0909 is not free"),
    "more hexes than wolves": ("add wolf --at 0909,0908", 2, "names 2 hexes for 1"),
    "a name that is taken": ("add wolf --as RAT", 1, "in the fight already"),
    "no name": ("add wolf --as   ", 2, ""),
    "copy of nobody": ("add --copy bat", 5, "did you mean `rat`?"),
    "copy and a template": ("add wolf --copy rat", 2, "no use for `wolf`"),
    "copy and from": ("add ana --copy rat --from x.yaml", 2, "exclude each other"),
    "from no file": ("add ana --from x.yaml", 3, "x.yaml"),
    "from itself": ("add rat --from encounter.yaml", 1, "in the fight already"),
    "from it somebody it has not": ("add ana --from encounter.yaml", 5, "ana"),
    "from it two": ("add rat 2 --from encounter.yaml", 2, "once, not 2 times"),
    "remove nobody": ("remove", 2, ""),
    "remove somebody who is not there": ("remove bat", 5, "did you mean `rat`?"),
    "remove a glob of nobody": ("remove b*", 5, "nobody's name fits `b*`"),
    "a modifier nothing takes": ("add wolf --mod +1", 2, "--mod"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_refused(yard: Path, gm: Gm, case: str):
    line, code, said = REFUSED[case]
    words = line.split(" ") if case == "no name" else line.split()
    ran = gm(*(word for word in words if word) if case != "no name" else ("add", "wolf", "--as", " "))
    assert (ran.code, said in ran.err) == (code, True), ran.err
    assert yard.read_text() == FIGHT
    assert not (yard.parent / ".gm" / "encounter.yaml.jsonl").exists()


def test_a_full_map(tmp_path: Path, gm: Gm):
    file = tmp_path / "encounter.yaml"
    file.write_text(FIGHT.replace("12x10", "3x4"))
    ran = gm("add", "vole", "11", "--at", "0202")
    assert ran.code == 1
    assert "the map has 10 free hexes, and 11 are to be added" in ran.err
    assert gm("add", "vole", "10", "--at", "0202").code == 0


def test_dry_run_shows_and_writes_nothing(yard: Path, gm: Gm):
    ran = gm("-n", "add", "wolf", "--at", "0909")
    assert ran.code == 0
    assert "+  wolf:" in ran.out
    assert yard.read_text() == FIGHT


def test_json_names_who_came_and_who_went(yard: Path, gm: Gm):
    came = json.loads(gm("--json", "add", "wolf", "--at", "0909").out)
    assert came["changes"] == [{"path": "combatants.wolf", "old": None, "new": {"like": "wolf", "at": "0909"}}]
    went = json.loads(gm("--json", "remove", "wolf").out)
    assert went["changes"] == [{"path": "combatants.wolf", "old": {"like": "wolf", "at": "0909"}, "new": None}]


@pytest.mark.parametrize("style", ["{a: {like: rat}}", "{}", "\n  a: {like: rat}", "\n    a:\n      like: rat"])
def test_in_every_style_of_the_list(tmp_path: Path, gm: Gm, style: str):
    file = tmp_path / "encounter.yaml"
    file.write_text(f"system: bnb\ncombatants: {style}\nnotes: []\n")
    before = entries(file)
    ran = gm("add", "wolf", "2")
    assert ran.code == 0, ran.err
    assert entries(file) == {**before, "wolf-1": {"like": "wolf"}, "wolf-2": {"like": "wolf"}}
    assert gm("remove", "wolf-1", "wolf-2").code == 0
    assert entries(file) == before
