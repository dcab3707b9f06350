"""The scenes to open and the creatures to fill them: they are valid, and what their comments promise can be done."""

import re
import shlex
from pathlib import Path

import pytest
import yaml

from gmtool.encounter.creatures import SHIPPED
from gmtool.session import Opened

ENCOUNTERS = Path(__file__).parents[3] / "encounters"
SCENES = [path for path in sorted(ENCOUNTERS.glob("*.yaml")) if "system: mythril" in path.read_text()]
BOOK = Path(SHIPPED) / "mythril.yaml"
CREATURES = yaml.safe_load(BOOK.read_text())


@pytest.mark.parametrize("name", CREATURES)
def test_every_creature_can_fight(name):
    """All its keys are known, its weapons have skills, what it wears is whole; HP and Stamina come from END and SPI."""
    creature = CREATURES[name]
    reading = Opened(
        "encounter.yaml", None, f"system: mythril\ncombatants:\n  one: {{like: {name}}}\n".encode()
    ).reading
    assert reading.warnings == ()
    one = reading.encounter.combatants["one"]
    mods = creature["mods"]
    assert set(mods) == {"agi", "per", "end", "spi", "mox", "str"}
    assert one.hp.now == one.hp.max == 10 + mods["end"] + mods["spi"]
    assert one.stamina.now == one.stamina.max == 6 + mods["end"]
    assert {weapon["skill"] for weapon in creature["weapons"].values()} <= set(creature["skills"])
    worn = [ward for ward in (one.armor, one.shield) if ward is not None]
    assert all(ward.absorbs.now == ward.absorbs.max and ward.type in creature["ranks"] for ward in worn)
    types = {weapon.type or weapon.skill for weapon in one.weapons.values()} | {ward.type for ward in worn}
    assert set(creature["ranks"]) <= types, "a rank with nothing it has"


def test_eight_creatures_and_more_each_described():
    assert len(CREATURES) >= 8
    for name in CREATURES:
        assert re.search(rf"^{name}: +# \w", BOOK.read_text(), re.MULTILINE), name
    assert any(one["mods"]["agi"] < 0 for one in CREATURES.values()), "one of the slow"
    kinds = {weapon.get("kind", "melee") for one in CREATURES.values() for weapon in one["weapons"].values()}
    assert kinds == {"melee", "ranged", "spell"}


def test_two_scenes_with_terrain():
    assert len(SCENES) >= 2
    assert all("terrain:" in path.read_text() and "like:" in path.read_text() for path in SCENES)


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_a_scene_is_valid_and_starts(bench, path):
    bench.file.write_text(path.read_text())
    code, out, err = bench.run("check", "--strict")
    assert code == 0, out + err
    for number in range(14):
        code, _, err = bench.run("--seed", str(number), "next")
        assert code == 0, err


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_what_its_comments_promise(bench, path):
    """Each command is understood: done, or refused by a rule; one after the other as they stand there."""
    lines = re.findall(r"^#   gm (.+?)(?:  .*)?$", path.read_text(), re.MULTILINE)
    assert len(lines) >= 4
    bench.file.write_text(path.read_text())
    done = 0
    for line in lines:
        code, _, err = bench.run("--seed", "3", *shlex.split(line))
        assert code == 0 or re.search(r"refused \(MYT-\d+\)", err), (line, err)
        done += code == 0
    assert done >= 3


def test_the_starter_lets_them_fight_at_once(bench):
    """`gm next`, an attack with the first weapon that reaches, a move."""
    bench.file.unlink(missing_ok=True)
    assert bench.run("init", "--system", "mythril")[0] == 0
    code, out, _ = bench.run("--dice", "11,6,7", "attack", "rat", "wolf")
    # 4 + 11 against 3 + 6: the knife, 1d6 7? there is no such face
    assert (code, out) == (2, "")
    code, out, _ = bench.run("--dice", "11,6,4,1", "attack", "rat", "wolf")
    assert code == 0
    # 1d6 4, the hide's 1d4 1: 3 left, 3 absorbed
    assert "rat attacks wolf with throwing-knife" in out
    assert "wolf's armor absorbs 3 and is destroyed" in out
    assert bench.run("--dice", "8,1", "next")[0] == 0
    assert bench.run("move", "rat", "0303")[0] == 0
