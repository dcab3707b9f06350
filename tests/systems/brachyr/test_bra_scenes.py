"""The scenes to open and the creatures to fill them; what `gm from` and `gm map --reach` say of a place."""

import re
import shlex
from pathlib import Path

import pytest
import yaml

from gmtool.encounter.creatures import SHIPPED
from gmtool.session import Opened

SCENES = sorted((Path(__file__).parents[3] / "encounters").glob("*.yaml"))
SCENES = [path for path in SCENES if "system: brachyr" in path.read_text()]
BOOK = Path(SHIPPED) / "brachyr.yaml"
CREATURES = yaml.safe_load(BOOK.read_text())
ENDURING = {"willpower", "stamina"}


def opened(text: str):
    return Opened("encounter.yaml", None, text.encode()).reading


@pytest.mark.parametrize("name", CREATURES)
def test_every_creature_can_fight_and_endure(name):
    """It moves, attacks with a skill it has, defends, endures; all its keys are known, and it is described."""
    reading = opened(f"system: brachyr\ncombatants:\n  one: {{like: {name}}}\n")
    assert reading.warnings == ()
    one = reading.encounter.combatants["one"]
    assert one.speed > 0
    assert set(one.skills) >= ENDURING
    assert {"dodge", "shields", "light-armour", "heavy-armour"} & set(one.skills)
    assert re.search(rf"^{name}: +# \w", BOOK.read_text(), re.MULTILINE)


def test_eight_creatures_and_more():
    assert len(CREATURES) >= 8


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_a_scene_is_valid_starts_and_keeps_what_its_comments_promise(bench, path):
    text = path.read_text()
    assert "terrain:" in text
    bench.file.write_text(text)
    code, out, err = bench.run("check", "--strict")
    assert code == 0, out + err
    promised = [shlex.split(line) for line in re.findall(r"^#   gm (.+?)(?:  .*)?$", text, re.MULTILINE)]
    assert len(promised) >= 5
    for words in promised:
        bench.file.write_text(text)
        code, _, err = bench.run("--seed", "7", "--force", *words)
        assert code == 0, (words, err)
    bench.file.write_text(text)
    for _ in range(40):
        code, _, err = bench.run("--seed", "7", "next")
        assert code == 0, err
    assert opened(bench.file.read_text()).encounter.round >= 2


def test_two_scenes_are_shipped():
    assert len(SCENES) >= 2


FROM = [
    (
        "orc: {weapons: {axe: {traits: [slashing, heavy]}}}",
        "ana orc",
        [
            "sword (shortsword): yes (adjacent)",
            "grab, drag, shove (unarmed): yes (adjacent)",
            "disarm (shortsword): yes (adjacent)",
            "trip (pole-weapons): yes (adjacent)",
            "feint (deceit): yes (in sight)",
        ],
    ),
    (
        (
            "terrain: {wall: {sight: blocked, hexes: [0504]}}\n"
            "ana: {at: 0502, weapons: {pike: {traits: [reach, reach]}, bow: {traits: [range], range: 9}}}"
        ),
        "ana orc",
        [
            "pike (pole-weapons): no (reaches up to 2 hexes away)",
            "bow (bows): no (ana has no line of effect to orc)",
            "grab, drag, shove (unarmed): no (reaches adjacent hexes)",
            "disarm (shortsword): no (reaches adjacent hexes)",
            "trip (pole-weapons): no (reaches up to 2 hexes away)",
            "feint (deceit): no (not in sight)",
        ],
    ),
    (
        "ana: {held: {by: imp, dc: 9}}\nimp: {at: 0504, speed: 1}",
        "ana orc",
        [
            "sword (shortsword): no (ana is held by imp, who alone is within reach)",
            "feint (deceit): yes (in sight)",
        ],
    ),
    (
        "ben: {side: pc, at: 0504, speed: 1, hands-free: 0, states: [unconscious]}\nana: {aids: {last: shortsword}}",
        "ana ben",
        [
            "aid with: no tool die",
            "aid for defense, resiliency: yes (adjacent)",
            "pass: no (unconscious, no free hand)",
            "lift: yes (adjacent)",
        ],
    ),
    (
        "ben: {side: pc, at: 0502, speed: 1}",
        "ana ben",
        ["aid with: shortsword d6", "aid for defense, resiliency: no (not adjacent)", "pass: yes"],
    ),
    (
        "adeline: {at: 0502, speed: 1}\nana: {weapons: {sword: {}, bow: {traits: [range]}}}",
        "ana adeline",
        [
            "sword (shortsword): no (reaches adjacent hexes)",
            "bow (bows): no (bow has the trait range, and no `range:` says how far)",
        ],
    ),
    ("orc: {states: [dead]}", "ana orc", ["nothing: orc is dead"]),
    ("ben: {side: pc, at: 0504, speed: 1, states: [dead]}", "ana ben", ["nothing: ben is dead"]),
]


@pytest.mark.parametrize(("situation", "names", "lines"), FROM, ids=[names for _, names, _ in FROM])
def test_what_could_be_done_from_here(bench, situation, names, lines):
    bench.lay(situation)
    code, out, err = bench.run("from", *names.split())
    assert code == 0, err
    shown = out.splitlines()
    assert [line for line in shown if line in lines] == lines, out


REACH = [
    ("ana: {speed: 1}", {"0504": 1, "0604": 1, "0605": 1, "0405": 1, "0404": 1}),
    (
        "ana: {speed: 1}\nterrain: {bog: {cost: 2, hexes: [0504]}, pit: {cost: blocked, hexes: [0604]}}",
        {"0605": 1, "0405": 1, "0404": 1},
    ),
    ("ana: {speed: 1, held: {by: orc, dc: 9}}", {}),
    ("ana: {speed: 1, states: [unconscious]}", {}),
    ("ana: {speed: 0}", {}),
]


@pytest.mark.parametrize(("situation", "wanted"), REACH, ids=[situation for situation, _ in REACH])
def test_where_one_can_move_to(bench, situation, wanted):
    """The hexes around 0505 but the orc's, 0506; none for who is held or down."""
    reading = bench.reading(situation)
    encounter = reading.encounter
    found = reading.system.reach(encounter, encounter.combatants["ana"])
    assert {encounter.grid.label(place): cost for place, cost in found.items() if cost} == wanted
