"""The scenes to open and the creatures to fill them: they are valid, and what their comments promise can be done."""

import re
import shlex
from pathlib import Path

import pytest
import yaml

from gmtool.encounter.creatures import SHIPPED
from gmtool.session import Opened

SCENES = sorted((Path(__file__).parents[3] / "encounters").glob("*.yaml"))
SCENES = [path for path in SCENES if "system: d6" in path.read_text()]
BOOK = Path(SHIPPED) / "d6.yaml"
CREATURES = yaml.safe_load(BOOK.read_text())


@pytest.fixture
def duel() -> str:
    """Scenes bring their own encounters."""
    return ""


@pytest.mark.parametrize("name", CREATURES)
def test_every_creature_can_fight(name):
    """All its keys are known, it can resist, and it has the skill of each of its weapons or is said to lack it."""
    creature = CREATURES[name]
    assert {"alertness", "dodge", "fortitude"} <= set(creature["skills"])
    assert creature["weapons"]
    skills = [weapon["skill"] for weapon in creature["weapons"].values()]
    assert skills[0] in creature["skills"], "its first weapon is one that it knows"
    reading = Opened("x.yaml", None, f"system: d6\ncombatants:\n  one: {{like: {name}}}\n".encode()).reading
    assert reading.warnings == ()
    one = reading.encounter.combatants["one"]
    assert list(one.weapons) == list(creature["weapons"])


def test_eight_creatures_and_more_each_described():
    assert len(CREATURES) >= 8
    for name in CREATURES:
        assert re.search(rf"^{name}: +# \w", BOOK.read_text(), re.MULTILINE), name


def test_two_scenes_with_terrain():
    texts = [path.read_text() for path in SCENES]
    assert len(texts) >= 2
    assert all("terrain:" in text and "like:" in text for text in texts)


def promised(scene: Path) -> list[str]:
    """The commands in the comments at a scene's head."""
    return [line.split("  ")[0] for line in re.findall(r"^#   (gm .*)$", scene.read_text(), re.MULTILINE)]


@pytest.mark.parametrize("scene", SCENES, ids=lambda path: path.stem)
def test_what_a_scene_promises_can_be_done(scene, bench):
    """Each command on the fresh scene, once it has started; out of turn where it must be."""
    assert promised(scene)
    for line in promised(scene):
        words = shlex.split(line)[1:]
        bench.file.write_bytes(scene.read_bytes())
        bench.journal.unlink(missing_ok=True)
        if words[0] != "start":
            assert bench.run("--seed", "4", "start")[0] == 0
        options = ["--seed", "4"] if words[0] == "odds" else ["--seed", "4", "--force"]
        extra = ["--force"] if words[0] == "odds" else []
        code, out, err = bench.run(*options, *extra, *words)
        assert code == 0, (line, err)
        assert out
        told = [one for one in out.splitlines() if one.startswith("the GM rules")]
        assert all("turn" in one or "come later" in one for one in told), (line, told)


@pytest.mark.parametrize("scene", SCENES, ids=lambda path: path.stem)
def test_a_scene_is_fine_and_goes_round(scene, bench):
    bench.file.write_bytes(scene.read_bytes())
    assert bench.run("check", "--strict")[0] == 0
    assert bench.run("--seed", "2", "start")[0] == 0
    for seed in range(12):
        code, _, err = bench.run("--seed", str(seed), "next")
        assert code == 0, err
    assert "Round 3" in bench.run("status")[1]


def test_the_starter_works_at_once(bench):
    """`gm init`, an attack, `gm next` and what its comments say."""
    assert bench.run("init", "--system", "d6")[0] == 0
    for line in ("next", "attack rat wolf", "next", "move wolf 0302", "undo"):
        code, _, err = bench.run("--seed", "1", *line.split()) if line != "undo" else bench.run("undo")
        assert code == 0, (line, err)
