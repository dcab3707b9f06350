"""`gm schema`: what gm reads passes, in whatever type YAML sees it, and what gm refuses does not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import yaml
from ruamel.yaml import YAML

import gmtool.systems
from gmtool.document.parse import parse
from gmtool.encounter import catalog
from gmtool.encounter import reading as reader
from gmtool.encounter.schema import bestiary_schema, encounter_schema
from gmtool.errors import BadFile
from gmtool.rules.model import stats_of

if TYPE_CHECKING:
    from gmtool.rules.system import System
    from tests.conftest import Ran, Table

ROOT = Path(__file__).resolve().parents[2]
TOY = ROOT / "tests" / "toy"
ENCOUNTERS = sorted((ROOT / "encounters").glob("*.yaml"))
BESTIARIES = sorted((ROOT / "gmtool" / "bestiary").glob("*.yaml"))
STARTERS = sorted((ROOT / "gmtool" / "systems").glob("*/starter.yaml"))

LOADERS: dict[str, Callable[[str], Any]] = {
    "YAML 1.1": yaml.safe_load,
    "YAML 1.2": lambda text: YAML(typ="safe", pure=True).load(text),
}


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy system is one folder more."""
    monkeypatch.setattr(gmtool.systems, "__path__", [*gmtool.systems.__path__, str(TOY)])


@pytest.fixture(params=[*sorted(path.parent.name for path in STARTERS), "brawl"])
def system(request: pytest.FixtureRequest, toy: None) -> System:
    """Each system there is, and the toy, which has records, short forms, and switches of several values."""
    return catalog.load(request.param)


def wrong(schema: dict[str, Any], text: str, loader: str) -> list[str]:
    validator = jsonschema.Draft202012Validator(schema)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(LOADERS[loader](text))]


def read_by_gm(text: str) -> bool:
    """Whether gm reads the text without any fault or warning."""
    try:
        return not reader.read(parse(text.encode(), "fight.yaml"), catalog.load, lambda *_: None).warnings
    except BadFile:
        return False


def inside(schema: object) -> Iterator[dict[str, Any]]:
    """Every mapping in a schema."""
    if isinstance(schema, dict):
        yield schema
    for below in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from inside(below)


class TestSchema:
    @pytest.mark.parametrize("make", [encounter_schema, bestiary_schema])
    def test_it_is_one(self, system: System, make: Callable[[System], dict[str, Any]]) -> None:
        schema = make(system)
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        jsonschema.Draft202012Validator.check_schema(schema)
        for one in inside(schema):
            patterns = [one["pattern"]] if isinstance(one.get("pattern"), str) else []
            for pattern in [*patterns, *one.get("patternProperties", ())]:
                re.compile(pattern)
                assert not re.search(r"\\[-_ a-rt-zA-Z&]", pattern), "no such escape in the dialect of JSON Schema"

    def test_every_key_has_its_help(self, system: System) -> None:
        schema = encounter_schema(system)
        tops = [(system.encounter, schema), (system.combatant, schema["$defs"]["combatant"])]
        for cls, top in tops:
            assert stats_of(cls)
            for stat in stats_of(cls):
                found = top
                for step in stat.path:
                    found = found["properties"][step]
                assert found["description"] == stat.help, stat.key

    def test_every_switch_is_there_with_its_help_and_no_other(self, system: System) -> None:
        rules = encounter_schema(system)["properties"]["rules"]
        assert {key: one["description"] for key, one in rules["properties"].items()} == {
            switch.key: switch.help for switch in system.switches
        }
        assert rules["additionalProperties"] is False

    def test_it_knows_all_keys_of_the_grid(self, system: System) -> None:
        assert encounter_schema(system)["properties"]["grid"]["properties"].keys() == set(reader.GRID_KEYS)

    def test_nothing_at_the_top_is_left_out(self, system: System) -> None:
        known = {stat.path[0] for stat in stats_of(system.encounter)}
        assert encounter_schema(system)["properties"].keys() == known | set(reader.TOP_KEYS)

    def test_defaults_are_named_and_pass_themselves(self, system: System) -> None:
        named = [one for one in inside(encounter_schema(system)) if "default" in one and "description" in one]
        assert named
        for one in named:
            jsonschema.Draft202012Validator(one).validate(one["default"])


def test_defaults_and_ranges_of_bnb() -> None:
    schema = encounter_schema(catalog.load("bnb"))
    animal = schema["$defs"]["combatant"]["properties"]
    assert animal["side"]["default"] == "npc"
    assert animal["base-move"]["default"] == 2
    assert animal["tactics"]["default"] == ["bite", "claw", "kick", "dodge"]
    assert "default" not in animal["hp"]
    assert {"type": "integer", "minimum": 1, "maximum": 6} in animal["attack-die"]["anyOf"]
    assert schema["properties"]["rules"]["properties"]["charge"]["default"] is True
    assert schema["properties"]["rules"]["properties"]["scores"]["default"] == "persistent"
    assert schema["properties"]["round"]["anyOf"][0] == {"type": "integer", "minimum": 1}


# files that exist -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize("path", [*ENCOUNTERS, *STARTERS, TOY / "brawl" / "starter.yaml"], ids=str)
def test_every_encounter_passes(path: Path, loader: str) -> None:
    text = path.read_text(encoding="utf-8")
    system = re.search(r"^system: (\w+)", text, re.MULTILINE)
    assert system is not None
    assert wrong(encounter_schema(catalog.load(system[1])), text, loader) == []


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize("path", BESTIARIES, ids=str)
def test_every_bestiary_passes(path: Path, loader: str) -> None:
    assert wrong(bestiary_schema(catalog.load(path.stem)), path.read_text(encoding="utf-8"), loader) == []


def test_there_are_files() -> None:
    assert ENCOUNTERS
    assert STARTERS
    assert BESTIARIES


@pytest.mark.parametrize("loader", LOADERS)
def test_what_a_fight_writes_passes(in_line: Table, loader: str) -> None:
    schema = encounter_schema(catalog.load("bnb"))
    for words in ("next --seed 1", "attack rat wolf --charge --seed 2 --force", "mark wolf prone", "mark rat wary"):
        assert in_line(*words.split()).code == 0
        assert wrong(schema, in_line.read(), loader) == []


# gm and the schema agree ----------------------------------------------------------------------------------------------

SHEET = "stats: {str: 1, spd: 4, agi: 3}, hp: 8/8"
FIGHT = f"system: bnb\ncombatants:\n  rat: {{{SHEET}}}\n"
TOY_FIGHT = "system: brawl\ncombatants:\n  ana: {might: 3D}\n"


def rat(values: str) -> str:
    return f"system: bnb\ncombatants:\n  rat: {{{values}}}\n  wolf: {{{SHEET}}}\n"


RIGHT = {
    "a label without quotes": rat(f"{SHEET}, at: 0304"),
    "a label with them": rat(f"{SHEET}, at: '0304'"),
    "a label with an 8": rat(f"{SHEET}, at: 0809"),
    "a label of six digits": rat(f"{SHEET}, at: 101007"),
    "a label of letters": rat(f"{SHEET}, at: C4").replace("bnb\n", "bnb\ngrid: {labels: letters}\n"),
    "hit points as one number": rat("stats: {str: 1, spd: 4, agi: 3}, hp: 9"),
    "hit points in quotes": rat("stats: {str: 1, spd: 4, agi: 3}, hp: '9'"),
    "hit points below 0": rat("stats: {str: 1, spd: 4, agi: 3}, hp: -2/9"),
    "hit points with blanks": rat("stats: {str: 1, spd: 4, agi: 3}, hp: 7 / 9"),
    "numbers in quotes": rat("stats: {str: '1', spd: '+4', agi: \"-3\"}, hp: 8/8"),
    "a number with a sign": rat("stats: {str: +1, spd: -4, agi: 0}, hp: 8/8"),
    "a facing in small letters": rat(f"{SHEET}, facing: nw"),
    "yes": rat(f"{SHEET}, hidden: yes"),
    "True": rat(f"{SHEET}, hidden: True"),
    "off in quotes": rat(f"{SHEET}, hidden: 'Off'"),
    "a name that is a number": rat(f"{SHEET}, name: 007"),
    "a name that is a truth": rat(f"{SHEET}, name: no"),
    "one held by another": rat(f"{SHEET}, markers: {{held: wolf, vulnerable: 2, wary: true}}"),
    "a list of choices": rat(f"{SHEET}, tactics: [bite, Claw]"),
    "empty values": rat(f"{SHEET}, at: , marks: , markers: , tactic: ,"),
    "the GM's own marks": rat(f"{SHEET}, marks: {{on fire: , prone: {{until: end of wolf, round: 3}}, x-why: 1}}"),
    "a list of records": rat(f"{SHEET}, provoked: [{{by: wolf, at: 0304}}]"),
    "own keys everywhere": rat(f"{SHEET}, x-a: 1, markers: {{x-b: [2]}}") + "x-c: {d: 3}\nrules: {x-e: 4}\n",
    "a combatant who is a part": FIGHT + "  x-part: 3\n",
    "merged": "x-a: &a {stats: {str: 1, spd: 1, agi: 1}}\nsystem: bnb\ncombatants:\n  rat: {<<: *a, hp: 3}\n",
    "nobody": "system: bnb\ncombatants:\n",
    "the grid": FIGHT + "grid: {layout: Pointy, shove: odd, size: 24 x 18, hex: 1.5 m, labels: numbers}\n",
    "an empty grid": FIGHT + "grid:\nrules:\nterrain:\nnotes:\n",
    "terrain": FIGHT
    + "terrain: {brush: {cost: 2, hexes: [0405, 0406..0408]}, rock: {cost: blocked, sight: blocked}}\n",
    "switches": FIGHT + "rules: {scores: fresh, charge: no, opportunity: 'true'}\n",
    "under way": FIGHT + "round: 2\nturn: rat\norder: [rat]\nacted: []\nphase: turns\ntitle: 12\nnotes: [a, 3]\n",
    "the toy's short form": "system: brawl\ncombatants:\n  ana: {might: 3D, weapons: {stool: 1D, x-y: 0}}\n",
    "the toy's record": "system: brawl\ncombatants:\n  ana: {might: 3D, weapons: {stool: {dice: 1D, sturdy: 2}}}\n",
    "the toy's switch": TOY_FIGHT + "rules: {nerve: two, costs: {swing: 0, x-z: 1}}\n",
    "the toy's own top key": TOY_FIGHT + "dropped: {stool: 0304}\n",
}
"""What gm reads without a word."""

WRONG = {
    "no system": "combatants: {}\n",
    "another system": "system: bmb\ncombatants: {}\n",
    "no combatants": "system: bnb\n",
    "a list of combatants": "system: bnb\ncombatants: [rat]\n",
    "a combatant that is a number": "system: bnb\ncombatants: {rat: 3}\n",
    "a combatant without anything": "system: bnb\ncombatants: {rat: }\n",
    "a missing stat": rat("stats: {str: 1, spd: 4}, hp: 8/8"),
    "missing stats": rat("hp: 8/8"),
    "empty stats": rat("stats: , hp: 8/8"),
    "no hit points": rat("stats: {str: 1, spd: 4, agi: 3}"),
    "empty hit points": rat("stats: {str: 1, spd: 4, agi: 3}, hp: "),
    "hit points that are none": rat("stats: {str: 1, spd: 4, agi: 3}, hp: many"),
    "hit points that are dice": rat("stats: {str: 1, spd: 4, agi: 3}, hp: 2d6"),
    "hit points of a third": rat("stats: {str: 1, spd: 4, agi: 3}, hp: 1/2/3"),
    "hit points without a maximum": rat("stats: {str: 1, spd: 4, agi: 3}, hp: 0"),
    "a stat in words": rat("stats: {str: strong, spd: 4, agi: 3}, hp: 8/8"),
    "a stat that is a list": rat("stats: {str: [1], spd: 4, agi: 3}, hp: 8/8"),
    "a stat with a fraction": rat("stats: {str: 1.5, spd: 4, agi: 3}, hp: 8/8"),
    "a typo": rat(f"{SHEET}, facng: N"),
    "a typo below": rat(f"{SHEET}, markers: {{vulnerabel: 1}}"),
    "a typo at the top": FIGHT + "titel: Night\n",
    "too little": rat(f"{SHEET}, markers: {{vulnerable: -1}}"),
    "too little in quotes": rat(f"{SHEET}, markers: {{vulnerable: '-1'}}"),
    "too much": rat(f"{SHEET}, attack-die: 7"),
    "no direction": rat(f"{SHEET}, facing: up"),
    "no label": rat(f"{SHEET}, at: here"),
    "a label of five digits in quotes": rat(f"{SHEET}, at: '03041'"),
    "no truth": rat(f"{SHEET}, hidden: perhaps"),
    "no choice": rat(f"{SHEET}, tactic: spit"),
    "one wrong choice of a list": rat(f"{SHEET}, tactics: [bite, spit]"),
    "a choice where a list is": rat(f"{SHEET}, tactics: bite"),
    "a mark that is a number": rat(f"{SHEET}, marks: {{prone: 3}}"),
    "a mark with a typo": rat(f"{SHEET}, marks: {{prone: {{utnil: end of rat}}}}"),
    "a record without what it must have": rat(f"{SHEET}, provoked: [{{by: wolf}}]"),
    "round 0": FIGHT + "round: 0\n",
    "a layout there is not": FIGHT + "grid: {layout: round}\n",
    "a size that is none": FIGHT + "grid: {size: 20}\n",
    "a hex in feet": FIGHT + "grid: {hex: 5 ft}\n",
    "a key the grid has not": FIGHT + "grid: {sizes: 20x10}\n",
    "terrain that sees": FIGHT + "terrain: {rock: {sight: none}}\n",
    "hexes that are none": FIGHT + "terrain: {rock: {hexes: [0405-0407]}}\n",
    "a switch there is not": FIGHT + "rules: {initative: fixed}\n",
    "a switch's value there is not": FIGHT + "rules: {scores: stale}\n",
    "the toy's record without its dice": "system: brawl\ncombatants:\n  a: {might: 3D, weapons: {stool: {reach: 1}}}\n",
    "a record with too much": "system: brawl\ncombatants:\n  a: {might: 3D, weapons: {s: {dice: 1D, reach: 4}}}\n",
    "the toy's switch below 0": TOY_FIGHT + "rules: {costs: {swing: -1}}\n",
}
"""What gm refuses, or warns of."""


def schema_for(text: str) -> dict[str, Any]:
    return encounter_schema(catalog.load("brawl" if "system: brawl" in text else "bnb"))


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_what_gm_reads_passes(text: str) -> None:
    assert read_by_gm(text)
    for loader in LOADERS:
        assert wrong(schema_for(text), text, loader) == []


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_what_gm_refuses_does_not(text: str) -> None:
    assert not read_by_gm(text)
    for loader in LOADERS:
        assert wrong(schema_for(text), text, loader) != []


BOOK = {
    "dice": ("wolf: {stats: {str: 1d3, spd: 1, agi: 1}, hp: 2d6+3}", True),
    "what another has": ("wolf: {like: fox, hp: 3}", True),
    "a part": ("x-part: {hp: 3}", True),
    "dice where none can be": ("wolf: {stats: {str: 1, spd: 1, agi: 1}, hp: 3, hidden: 1d2}", False),
    "a typo": ("wolf: {stats: {str: 1, spd: 1, agi: 1}, hpp: 3, hp: 3}", False),
    "no hit points": ("wolf: {stats: {str: 1, spd: 1, agi: 1}}", False),
    "no creature": ("wolf: 3", False),
}


@pytest.mark.parametrize(("text", "passes"), BOOK.values(), ids=BOOK)
def test_bestiaries(gm: Table, text: str, passes: bool) -> None:
    """As `gm check --strict` has it."""
    gm.write(text + "\n", "bestiary/bnb.yaml")
    assert (gm("check", "--strict", "bestiary/bnb.yaml").code == 0) is passes
    for loader in LOADERS:
        assert (wrong(bestiary_schema(catalog.load("bnb")), text, loader) == []) is passes


# the command ----------------------------------------------------------------------------------------------------------


class TestCommand:
    def test_it_prints_it(self, gm: Table) -> None:
        ran = gm("schema", "bnb")
        assert (ran.code, ran.err) == (0, "")
        assert json.loads(ran.out) == encounter_schema(catalog.load("bnb"))
        assert json.loads(gm("schema", "bnb", "--bestiary").out) == bestiary_schema(catalog.load("bnb"))
        assert gm("schema", "bnb", "-q") == ran
        assert not list(gm.folder.iterdir())

    def test_into_a_file_and_in_place_of_an_older_one(self, gm: Table) -> None:
        printed = gm("schema", "bnb").out
        ran = gm("schema", "bnb", "-o", "bnb.json")
        assert (ran.code, ran.out) == (0, "bnb.json: the schema of bnb encounters\n")
        assert (gm.folder / "bnb.json").read_text(encoding="utf-8") == printed
        gm.write('{"$schema": "https://json-schema.org/draft-07/schema"}', "bnb.json")
        assert gm("schema", "bnb", "--output", "bnb.json", "-q").out == ""
        assert (gm.folder / "bnb.json").read_text(encoding="utf-8") == printed

    def test_dry_it_writes_nothing(self, gm: Table) -> None:
        assert gm("schema", "bnb", "-o", "bnb.json", "-n").out == "dry run: bnb.json would be written\n"
        assert not list(gm.folder.iterdir())

    def test_as_data(self, data: Callable[..., Any]) -> None:
        assert data("schema", "bnb", "-o", "bnb.json") == {
            "schema": 1,
            "command": ["schema", "bnb", "-o", "bnb.json"],
            "system": "bnb",
            "file": "bnb.json",
            "written": True,
        }

    @pytest.mark.parametrize(
        ("line", "code", "says"),
        [
            ("schema", 2, ("SYSTEM",)),
            ("schema bnb d6 x", 2, ("d6",)),
            ("schema bmb", 5, ("no system `bmb`", "did you mean `bnb`?")),
            ("schema bnb -o encounter.yaml", 2, ("encounter.yaml is there already", "no JSON Schema")),
            ("schema bnb -o .", 2, (". is a folder", "another name")),
            ("schema bnb -o no/bnb.json", 3, ("no folder no",)),
        ],
    )
    def test_wrong_input(
        self, in_line: Table, refuse: Callable[..., Ran], line: str, code: int, says: tuple[str, ...]
    ) -> None:
        refuse(*line.split(), code=code, says=says)


class TestInit:
    def test_the_first_line_leads_an_editor_to_the_schema_beside_the_file(self, gm: Table) -> None:
        gm.write("", "fights/.keep")
        assert gm("init", "fights/one.yaml").code == 0
        text = (gm.folder / "fights" / "one.yaml").read_text(encoding="utf-8")
        found = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
        assert found is not None
        place = gm.folder / "fights" / found[1]
        schema = json.loads(place.read_text(encoding="utf-8"))
        assert schema == json.loads(gm("schema", "bnb").out)
        assert wrong(schema, text, "YAML 1.2") == []

    def test_a_second_one_finds_it_there(self, gm: Table) -> None:
        for name in ("one.yaml", "two.yaml"):
            ran = gm("init", name)
            assert (ran.code, ran.err) == (0, "")
        assert [path.name for path in (gm.folder / ".gm" / "schema").iterdir()] == ["bnb.json"]

    def test_dry_it_shows_the_line_and_writes_nothing(self, gm: Table) -> None:
        assert gm("init", "-n").out.startswith("# yaml-language-server: $schema=.gm/schema/bnb.json\n")
        assert not list(gm.folder.iterdir())

    def test_something_in_its_way_is_said_and_left(self, gm: Table) -> None:
        gm.write("mine", ".gm/schema/bnb.json")
        ran = gm("init")
        assert ran.code == 0
        assert "no schema for editors" in ran.err
        assert "it is the current one" in ran.out
        assert (gm.folder / ".gm" / "schema" / "bnb.json").read_text() == "mine"
