"""`--json`: one object, on success on standard output, on an error of any kind on standard error."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Table

DICE = "4,1,2,5,6"
CHARGE = ("attack", "rat", "wolf", "--charge")


def test_an_attack(in_line: Table, data: Callable[..., Any]) -> None:
    """Worked example 3 of bnb, to the digit."""
    told = data("--dice", DICE, *CHARGE)
    assert told["schema"] == 1
    assert told["command"] == list(CHARGE)
    assert told["file"] == "encounter.yaml"
    assert told["system"] == "bnb"
    assert (told["round"], told["turn"]) == (None, None)
    assert told["written"] is True
    assert told["success"] is True
    assert told["changes"] == [
        {"path": "combatants.rat.at", "old": "0301", "new": "0303"},
        {"path": "combatants.rat.as", "old": None, "new": "7"},
        {"path": "combatants.rat.ds", "old": None, "new": "3"},
        {"path": "combatants.wolf.hp", "old": "14/14", "new": "7/14"},
        {"path": "combatants.wolf.as", "old": None, "new": "4"},
        {"path": "combatants.wolf.ds", "old": None, "new": "6"},
    ]
    rolled = [event for event in told["events"] if event["type"] == "rolled"]
    assert [(one["who"], one["dice"], one["faces"], one["source"]) for one in rolled] == [
        ("rat", "2d6", [4, 1], "given"),
        ("wolf", "2d6", [2, 5], "given"),
        ("rat", "1d6", [6], "given"),
    ]
    sums = {(event["who"], event["what"]): event for event in told["events"] if event["type"] == "sum"}
    assert sums["rat", "AS"]["total"] == 10
    assert {"name": "AGI", "value": 3} in sums["rat", "AS"]["parts"]
    assert {"name": "from behind", "value": 1} in sums["rat", "AS"]["parts"]
    assert all(sum(part["value"] for part in one["parts"]) == one["total"] for one in sums.values())
    facts = {event["kind"]: event for event in told["events"] if event["type"] == "fact"}
    assert (facts["hit"]["rule"], facts["hit"]["score"], facts["hit"]["defense"]) == ("BNB-24", 10, 7)
    in_line("undo")
    assert told["text"] == in_line("--dice", DICE, *CHARGE).out.splitlines()


def test_rolled_dice_say_so(in_line: Table, data: Callable[..., Any]) -> None:
    rolled = [event for event in data(*CHARGE)["events"] if event["type"] == "rolled"]
    assert {event["source"] for event in rolled} == {"rolled"}


def test_a_dry_run_is_not_written(in_line: Table, data: Callable[..., Any]) -> None:
    dry = data("--dry-run", "--dice", DICE, *CHARGE)
    assert dry["written"] is False
    assert "at: 0301" in in_line.read()
    done = data("--dice", DICE, *CHARGE)
    assert {**dry, "written": True} == done


def test_status_gives_the_whole_encounter(in_line: Table, data: Callable[..., Any]) -> None:
    in_line.write(in_line.read().replace("combatants:", "title: The culvert\nrules: {initiative: fixed}\ncombatants:"))
    in_line("next")
    told = data("status")
    assert (told["title"], told["round"], told["turn"], told["order"]) == ("The culvert", 1, "rat", ["rat", "wolf"])
    assert told["switches"]["initiative"] == "fixed"
    assert told["next"] == ["wolf"]
    wolf = told["combatants"]["wolf"]
    assert wolf["hp"] == {"now": 14, "max": 14}
    assert wolf["stats"]["str"] == 4
    assert (wolf["at"], wolf["facing"], wolf["side"], wolf["name"]) == ("0304", "S", "npc", "wolf")
    assert (wolf["as"], wolf["markers"]["vulnerable"], wolf["markers"]["wary"]) == (None, 0, False)
    assert (wolf["down"], wolf["dead"], wolf["cannot"]) == (False, False, None)
    assert list(data("status", "rat")["combatants"]) == ["rat"]


def test_odds_are_fractions_with_floats_beside_them(face_to_face: Table, data: Callable[..., Any]) -> None:
    """Worked example 5 of bnb."""
    told = data("odds", "attack", "rat", "wolf")
    assert told["success"] == {"exact": "503/648", "float": pytest.approx(503 / 648)}
    lost = told["combatants"]["wolf"]["lost"]
    assert lost["0"]["exact"] == "145/648"
    assert lost["2"]["exact"] == "503/3888"
    assert sum(one["float"] for one in lost.values()) == pytest.approx(1)
    assert told["combatants"]["wolf"]["down"]["exact"] == "0"


def test_odds_by_a_value(face_to_face: Table, data: Callable[..., Any]) -> None:
    told = data("odds", "attack", "rat", "wolf", "--target-offensive", "--by", "as")
    assert told["success"]["exact"] == "613/648"
    assert told["by"]["key"] == "as"
    rat = told["by"]["combatants"]["rat"]
    assert rat["7"]["exact"] == "11/36"  # 3 + a highest die of 6, less 2


def test_a_roll(gm: Table, data: Callable[..., Any]) -> None:
    told = data("--dice", "5,2,3,6", "roll", "4d6kh3+1")
    assert told["dice"] == "4d6kh3+1"
    assert [(roll["total"], roll["faces"]) for roll in told["rolls"]] == [(15, [5, 2, 3, 6])]


def test_the_odds_of_a_roll(gm: Table, data: Callable[..., Any]) -> None:
    told = data("roll", "2d6", "--odds", "--at-least", "10")
    assert told["at_least"] == {"value": 10, "chance": "1/6", "float": pytest.approx(1 / 6)}
    assert told["mean"]["exact"] == "7"
    assert [row["value"] for row in told["chances"]] == list(range(2, 13))


def test_the_rest(face_to_face: Table, data: Callable[..., Any]) -> None:
    assert data("systems")["systems"][0]["id"] == "bnb"
    assert [rule["id"] for rule in data("rules", "bnb", "BNB-24")["rules"]] == ["BNB-24"]
    assert {switch["key"] for switch in data("rules")["switches"]} >= {"initiative", "charge"}
    assert data("check") == {"schema": 1, "command": ["check"], "valid": True, "faults": []}
    assert data("init", "new.yaml")["file"] == "new.yaml"
    assert data("-f", "encounter.yaml", "set", "rat", "hp=5/8")["changes"][0]["new"] == "5/8"
    assert data("-f", "encounter.yaml", "log")["steps"][0]["commands"] == [["set", "rat", "hp=5/8"]]
    would = data("-f", "encounter.yaml", "--dry-run", "undo")
    undid = data("-f", "encounter.yaml", "undo")
    assert undid["undid"] == [{"n": 1, "commands": [["set", "rat", "hp=5/8"]]}]
    assert would == undid
    assert data("-f", "encounter.yaml", "redo")["redid"] == undid["undid"]


def test_bare_gm_is_the_status(face_to_face: Table) -> None:
    bare, status = json.loads(face_to_face("--json").out), json.loads(face_to_face("status", "--json").out)
    assert bare["combatants"] == status["combatants"]


def test_warnings_are_in_it(face_to_face: Table, data: Callable[..., Any]) -> None:
    face_to_face.write(face_to_face.read().replace("    facing: NW", "    facing: NW\n    mood: grim"))
    assert "mood" in data("status")["warnings"][0]
    assert "mood" in data("damage", "rat", "1")["warnings"][0]


ERRORS = {
    "refused": (("attack", "rat", "wolf", "--charge"), 1, {"rule": "BNB-55"}),
    "usage": (("damage", "rat", "x"), 2, {}),
    "no such command": (("nexxt",), 2, {}),
    "no such option": (("attack", "rat", "wolf", "--chrage"), 2, {}),
    "dice left over": (("damage", "rat", "1", "--dice", "3"), 2, {}),
    "no file": (("-f", "none.yaml", "next"), 3, {"file": "none.yaml"}),
    "unknown": (("attack", "rat", "wolff"), 5, {}),
    "no dice": (("--dice", "5", "attack", "rat", "wolf"), 6, {}),
}


@pytest.mark.parametrize("quiet", [(), ("-q",)], ids=["", "quiet"])
@pytest.mark.parametrize(("words", "code", "more"), ERRORS.values(), ids=ERRORS)
def test_an_error_is_an_object_too(
    face_to_face: Table,
    data: Callable[..., Any],
    words: tuple[str, ...],
    code: int,
    more: dict[str, object],
    quiet: tuple[str, ...],
) -> None:
    told = data(*quiet, *words, code=code)
    plain = face_to_face(*words).err
    assert told["schema"] == 1
    assert told["code"] == code
    assert told["error"] in plain
    assert not told["error"].startswith("gm:")
    assert told["remedy"] in plain
    assert {key: told[key] for key in more} == more


def test_a_fault_in_a_file_has_its_place(face_to_face: Table, data: Callable[..., Any]) -> None:
    face_to_face.write(face_to_face.read().replace("8/8", "9/8").replace("facing: NW", "facing: W"))
    told = data("next", code=3)
    assert (told["code"], told["file"], told["line"], told["column"]) == (3, "encounter.yaml", 9, 9)
    assert [(one["line"], one["column"]) for one in told["faults"]] == [(9, 9), (12, 13)]
    assert "9/8" in told["faults"][0]["text"]


def test_check_tells_its_faults_as_data(face_to_face: Table) -> None:
    face_to_face.write(face_to_face.read().replace("8/8", "9/8"))
    ran = face_to_face("check", "--json")
    assert ran.code == 3
    told = json.loads(ran.out)
    assert told["valid"] is False
    assert [(one["file"], one["line"], one["column"]) for one in told["faults"]] == [("encounter.yaml", 9, 9)]


def test_a_bug_is_an_object_too(face_to_face: Table) -> None:
    """A system whose module cannot be imported stands for any bug."""
    info = face_to_face.folder / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[gmtool.systems]\nbroken = nowhere:system\n")
    face_to_face.write("system: broken\ncombatants: {}\n")
    ran = face_to_face("--json", "next", env={"PYTHONPATH": f"{face_to_face.env['PYTHONPATH']}:{face_to_face.folder}"})
    assert ran.code == 70
    told = json.loads(ran.err)
    assert (told["schema"], told["code"]) == (1, 70)
    assert "nowhere" in told["error"]
