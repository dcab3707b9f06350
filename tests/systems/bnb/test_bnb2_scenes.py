"""The scenes to open and the animals to fill them: they are valid, and what their comments promise can be done."""

import re
import shlex
from pathlib import Path

import pytest
import yaml

from gmtool.encounter.creatures import SHIPPED
from gmtool.encounter.reading import Reading
from gmtool.session import Opened
from gmtool.systems.bnb.paths import reach
from gmtool.systems.bnb.reach import within_reach

SCENES = sorted((Path(__file__).parents[3] / "encounters").glob("*.yaml"))
SCENES = [path for path in SCENES if "system: bnb" in path.read_text()]
BOOK = Path(SHIPPED) / "bnb.yaml"
ANIMALS = yaml.safe_load(BOOK.read_text())
TACTICS = {"bite", "claw", "kick", "dodge"}


def opened(text: str) -> Reading:
    return Opened("encounter.yaml", None, text.encode()).reading


@pytest.mark.parametrize("name", ANIMALS)
def test_every_animal_can_fight(name):
    """It has every Rating, is whole, and all its keys are known."""
    animal = ANIMALS[name]
    assert set(animal["stats"]) == {"str", "spd", "agi", "con", "mys", "int", "sml", "cha"}
    now, _, top = animal["hp"].partition("/")
    assert int(now) == int(top) > 0
    assert set(animal.get("tactics", TACTICS)) <= TACTICS
    assert {"bite", "dodge"} <= set(animal.get("tactics", TACTICS))
    reading = opened(f"system: bnb\ncombatants:\n  one: {{like: {name}}}\n")
    assert reading.warnings == ()
    assert reading.encounter.combatants["one"].strength == animal["stats"]["str"]


def test_ten_animals_and_more_and_those_of_the_book():
    assert len(ANIMALS) >= 10
    assert ANIMALS["rat"]["stats"].items() >= {"str": 1, "spd": 4, "agi": 3}.items()
    assert ANIMALS["wolf"]["stats"].items() >= {"str": 4, "spd": 2, "agi": 2}.items()
    assert (ANIMALS["rat"]["hp"], ANIMALS["wolf"]["hp"]) == ("8/8", "14/14")


def test_every_animal_is_described():
    """A comment beside each: what the GM makes of it."""
    for name in ANIMALS:
        assert re.search(rf"^{name}: +# \w", BOOK.read_text(), re.MULTILINE), name


def test_two_scenes_with_terrain_reserves_and_an_ambush():
    texts = [path.read_text() for path in SCENES]
    assert len(texts) >= 2
    assert all("terrain:" in text and "like:" in text for text in texts)
    assert any("reserve: true" in text for text in texts)
    assert any("--ambush" in text for text in texts)


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_a_scene_is_valid_and_starts(bench, path):
    bench.file.write_text(path.read_text())
    code, out, err = bench.run("check", "--strict")
    assert code == 0, out + err
    assert opened(path.read_text()).warnings == ()
    code, _, err = bench.run("--seed", "7", "start")
    assert code == 0, err
    for _ in range(12):
        code, _, err = bench.run("--seed", "7", "next")
        assert code == 0, err


def promised(path: Path) -> list[list[str]]:
    """The commands of the comment at the top, each up to the words that explain it."""
    lines = re.findall(r"^#   gm (.+?)(?:  .*)?$", path.read_text(), re.MULTILINE)
    return [shlex.split(line) for line in lines]


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_what_its_comments_promise(bench, path):
    """Each command is understood; the first is done as it stands; the rest are done or refused by a rule."""
    commands = promised(path)
    assert len(commands) >= 4
    for number, words in enumerate(commands):
        bench.file.write_text(path.read_text())
        code, _, err = bench.run("--seed", "3", *words)
        assert code == 0 if not number else code in (0, 1), (words, err)
        if code:
            assert re.search(r"refused \(BNB-\d+\)", err), (words, err)


def test_the_mill_floor_as_it_stands(bench):
    """Everything its comments promise can be done at once."""
    path = next(path for path in SCENES if path.stem == "mill-floor")
    for words in promised(path):
        bench.file.write_text(path.read_text())
        code, _, err = bench.run("--seed", "3", *words)
        assert code == 0, (words, err)


# --- what the map and `gm from` are told --------------------------------------------------------------------------

SLOW = "rat: {stats: {str: 1, spd: 0, agi: 3}%s}\nwolf: {at: %s%s}\n"
"""2 MP; the rat stands in 0304 facing SE"""


def test_reach_by_hand(bench):
    """2 MP: the six around it for 1; two on for 2 straight, and with a pivot only where it did not turn first."""
    encounter = bench.reading(SLOW % ("", "1010", "")).encounter
    found = {encounter.grid.label(place): cost for place, cost in reach(encounter, encounter.combatants["rat"]).items()}
    near = dict.fromkeys(["0303", "0403", "0404", "0305", "0204", "0203"], 1)
    straight = dict.fromkeys(["0302", "0503", "0505", "0306", "0105", "0103"], 2)
    pivoted = dict.fromkeys(["0405", "0504"], 2)  # SE then S, SE then NE: the free hexside
    assert found == {**near, **straight, **pivoted}


@pytest.mark.parametrize(
    "state", ["markers: {held: wolf}", "markers: {shock: 1}", "hp: 0/8", "left: true", "facing: null", "at: null"]
)
def test_who_cannot_move_reaches_nothing(bench, state):
    encounter = bench.reading(SLOW % (f", {state}", "1010", "")).encounter
    assert reach(encounter, encounter.combatants["rat"]) == {}


def test_no_hex_where_somebody_is(bench):
    """The wolf's own hex, standing or fallen; not that of one who left."""
    for more, reached in (("", False), (", markers: {shock: 1}", False), (", left: true", True)):
        encounter = bench.reading(SLOW % ("", "0404", more)).encounter
        assert (encounter.grid.hex("0404") in reach(encounter, encounter.combatants["rat"])) == reached


@pytest.mark.parametrize(
    ("at", "lines"),
    [
        (
            "0404",
            [
                "bite: yes (directly ahead)",
                "charge: no (wolf is only 1 hex away; a charge needs 2 or more)",
                "claw: yes (directly ahead)",
                "kick: no (needs any of the three hexes behind)",
            ],
        ),
        (
            "0203",
            [
                "bite: no (needs the hex directly ahead)",
                "charge: no (wolf is only 1 hex away; a charge needs 2 or more)",
                "claw: no (needs any of the three hexes ahead)",
                "kick: yes (directly behind)",
            ],
        ),
        (
            "0505",
            [
                "bite: no (needs the hex directly ahead)",
                "charge: yes (then bite)",
                "claw: no (needs any of the three hexes ahead)",
                "kick: no (needs any of the three hexes behind)",
            ],
        ),
        (
            "0506",
            [
                "bite: no (needs the hex directly ahead)",
                "charge: no (wolf in 0506 is on no straight line from rat in 0304)",
                "claw: no (needs any of the three hexes ahead)",
                "kick: no (needs any of the three hexes behind)",
            ],
        ),
    ],
)
def test_what_reaches(bench, at, lines):
    """BNB-30, BNB-55: a line for each tactic, and the charge after the bite."""
    encounter = bench.reading(SLOW % ("", at, "")).encounter
    assert within_reach(encounter, encounter.combatants["rat"], encounter.combatants["wolf"]) == lines


def test_only_the_tactics_it_has(bench):
    encounter = bench.reading(SLOW % ("", "0404", ", tactics: [claw]")).encounter
    found = within_reach(encounter, encounter.combatants["wolf"], encounter.combatants["rat"])
    assert found == ["claw: yes (directly ahead)"]
