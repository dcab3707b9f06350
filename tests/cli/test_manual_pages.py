"""The manual: every page is found, says all there is to its system, and is readable beside a map."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING, Any

import pytest

import gmtool.systems
from gmtool.cli import pages
from gmtool.cli.commands import FIXED
from gmtool.cli.complete import complete
from gmtool.encounter import catalog
from gmtool.encounter.schema import encounter_schema
from gmtool.render import manual
from gmtool.render.color import painted
from gmtool.rules.codecs import ListOf, MapOf, Record
from gmtool.rules.model import Combatant, Encounter, Terrain, stats_of
from gmtool.rules.system import System

if TYPE_CHECKING:
    from tests.conftest import Ran, Table

TESTS = Path(__file__).resolve().parents[1]
PACKAGE = TESTS.parent / "gmtool"
BUILT_IN = ("bnb", "brachyr", "c21", "d6", "mythril")
WIDEST = 78
PROSE = 60


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy system among the others."""
    monkeypatch.setattr(gmtool.systems, "__path__", [*gmtool.systems.__path__, str(TESTS / "toy")])


def page_of(system: System) -> list[str]:
    return list(manual.system_lines(system, pages.of_system(system)))


def run_together(lines: list[str]) -> str:
    """The words of a page without its line breaks."""
    return " ".join(" ".join(lines).split())


# what there is --------------------------------------------------------------------------------------------------------


def test_every_topic_has_its_page_and_every_page_its_topic() -> None:
    assert {path.stem for path in (PACKAGE / "manual").glob("*.md")} == set(pages.TOPICS)


@pytest.mark.usefixtures("plugged")
def test_no_topic_hides_a_verb_or_a_system() -> None:
    assert not set(pages.TOPICS) & {*catalog.names(), "brawl"}
    for name in catalog.names():
        assert not set(pages.TOPICS) & set(catalog.load(name).verb_table), name


def test_the_systems_built_in_have_a_page_that_somebody_wrote() -> None:
    for name in BUILT_IN:
        text = pages.of_system(catalog.load(name))
        assert "```console\n" in text, name
        assert "## A turn" in text or "## A round" in text, name
        assert "## At your table" in text, name


def test_every_command_is_told_of_on_some_topic() -> None:
    texts = " ".join(pages.of_topic(name) for name in pages.TOPICS)
    missing = [name for name in FIXED if not re.search(rf"\bgm (-\S+ |--\S+ )*{name}\b", texts)]
    assert missing == []


def test_every_page_leads_on() -> None:
    for name in pages.TOPICS:
        last = pages.of_topic(name).rpartition("\n## ")[2]
        assert last.startswith("Read on\n"), name
        assert "`gm help " in last, name
    assert page_of(catalog.load("bnb"))[-6:-5] == ["Read on"]


def test_a_page_named_on_a_page_is_there() -> None:
    known = {*pages.TOPICS, *BUILT_IN, *FIXED, "attack", "VERB", "TOPIC", "ID"}
    for name in pages.TOPICS:
        assert set(re.findall(r"gm help ([A-Za-z0-9-]+)", pages.of_topic(name))) <= known, name


# what a system's page must say ----------------------------------------------------------------------------------------


@pytest.fixture(params=[*BUILT_IN, "brawl"])
def system(request: pytest.FixtureRequest, plugged: None) -> System:
    return catalog.load(request.param)


def test_a_page_has_every_verb_with_what_it_does(system: System) -> None:
    shown = run_together(page_of(system))
    for name, verb in system.verb_table.items():
        assert f" {name} {' '.join(verb.summary.split())}" in shown, name


def test_a_page_has_every_switch_with_its_default_and_its_help(system: System) -> None:
    shown = run_together(page_of(system))
    for switch in system.switches:
        assert f" {switch.key}: " in shown, switch.key
        assert " ".join(switch.help.split()) in shown, switch.key
        for word in getattr(switch.codec, "choices", ()):
            assert re.search(rf" {switch.key}: [^:]*\b{word}\b", shown), (switch.key, word)


def declared(cls: type) -> Iterator[tuple[str, str]]:
    """Every key a class declares, with its help, those of records within too."""
    for s in stats_of(cls):
        yield s.key, s.help
        inner = s.codec
        while isinstance(inner, ListOf | MapOf):
            inner = inner.item if isinstance(inner, ListOf) else inner.value
        if isinstance(inner, Record):
            yield from declared(inner.cls)


def test_a_page_has_every_key_of_the_systems_own_with_its_help(system: System) -> None:
    shown = run_together(page_of(system))
    shared = {*declared(Combatant), *declared(Encounter)}
    for key, says in {*declared(system.combatant), *declared(system.encounter)} - shared:
        assert f" {key}: " in shown, key
        assert " ".join(says.split()) in shown, key


def test_the_page_on_the_file_has_every_key_that_all_systems_have() -> None:
    shown = run_together(list(manual.page_lines(pages.of_topic("file"), manual.shared_parts())))
    for key, says in {*declared(Combatant), *declared(Encounter), *declared(Terrain)}:
        assert f" {key}: " in shown, key
        assert " ".join(says.split()) in shown, key


def test_the_page_on_the_map_has_every_key_of_the_grid() -> None:
    grid = encounter_schema(catalog.load("bnb"))["properties"]["grid"]
    for key in grid["properties"]:
        assert re.search(rf"^{key} ", pages.of_topic("map"), re.MULTILINE), key


KEYS: dict[str, tuple[str, ...]] = {
    "bnb": ("hp: CURRENT/MAXIMUM, as 9/14; required", "base-move: a whole number, 0 or more; default 2"),
    "d6": ("skills: for each name, a die code, as `3D+1`", "action-price: {luck: 1, character: 2}"),
    "c21": ("hand: one of right, left; default right", "senses: a list, each one of sight, hearing, smell, magic;"),
    "mythril": ("actions: worked (or formula)", "armor: these keys"),
    "brachyr": ("base-die: d10 (or d4, d6, d8, d12, d20, none)", "dropped: for each name, a hex label"),
}


@pytest.mark.parametrize("name", KEYS)
def test_ranges_choices_and_defaults_are_those_declared(name: str) -> None:
    shown = run_together(page_of(catalog.load(name)))
    for line in KEYS[name]:
        assert line in shown


@pytest.mark.usefixtures("plugged")
def test_a_system_without_a_page_of_its_own_gets_one() -> None:
    system = catalog.load("brawl")
    assert pages.of_system(system) == ""
    lines = page_of(system)
    assert lines[0] == f"{system.title} (brawl)"
    assert "gm init --system brawl" in lines[2]


def test_a_page_in_the_folder_of_a_system_plugged_in_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copytree(TESTS / "toy" / "brawl", tmp_path / "brawl2")
    (folder / "manual.md").write_text("Chairs fly.\n\n## A turn\n\nOne after the other.\n")
    init = folder / "__init__.py"
    for path in folder.glob("*.py"):
        path.write_text(path.read_text().replace("gmtool.systems.brawl", "gmtool.systems.brawl2"))
    init.write_text(re.sub(r'id="brawl"', 'id="brawl2"', init.read_text()))
    monkeypatch.setattr(gmtool.systems, "__path__", [*gmtool.systems.__path__, str(tmp_path)])
    lines = page_of(catalog.load("brawl2"))
    assert lines[2:7] == ["  Chairs fly.", "", "A turn", "", "  One after the other."]


# how a page looks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*pages.TOPICS, *BUILT_IN])
def test_a_page_is_readable_beside_a_map(gm: Table, name: str) -> None:
    ran = gm("help", name)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.partition("\nUsage: gm")[0].splitlines()
    for line in lines:
        assert len(line) <= (WIDEST if line.startswith("    ") else PROSE), line
    assert not any(line != line.rstrip() or "```" in line or line.startswith(("  {{", "#", "  #")) for line in lines)


def test_headings_stand_at_the_margin_prose_one_step_in_and_blocks_two() -> None:
    text = "# One\n\nSome `prose`.\n\n```yaml a.yaml\na: 1\n\nb: 2\n```\n\n{{keys}}\n"
    assert list(manual.page_lines(text, {"keys": lambda: ["  x: y"]})) == [
        "One", "", "  Some `prose`.", "", "    a.yaml:", "    a: 1", "", "    b: 2", "", "  x: y",
    ]  # fmt: skip


def test_headings_are_bold_where_there_is_color() -> None:
    assert list(painted(manual.page_lines("## Turns\n\nA turn."))) == ["\x1b[1mTurns\x1b[0m", "", "  A turn."]


# gm help --------------------------------------------------------------------------------------------------------------


def test_help_alone_lists_commands_topics_and_systems(gm: Table) -> None:
    ran = gm("help")
    assert (ran.code, ran.err) == (0, "")
    commands, topics, systems = re.split(r"\nTopics.*:\n|\nRule systems.*:\n", ran.out)
    for name in FIXED:
        assert f"\n  {name} " in commands
    assert [line.split()[0] for line in topics.splitlines() if line[:3].strip()] == list(pages.TOPICS)
    for name in BUILT_IN:
        assert f"  {name} " in systems


@pytest.mark.parametrize("name", sorted(set(pages.TOPICS) & set(FIXED)))
def test_the_page_of_a_topic_that_is_a_command_too_ends_with_its_options(gm: Table, name: str) -> None:
    ran = gm("help", name)
    assert ran.out.startswith(pages.of_topic(name).partition("\n")[0].lstrip("# "))
    assert ran.out.endswith(f"\n\n{gm(name, '-h').out}")


WRONG = {"dise": "dice", "bmb": "bnb", "mythrill": "mythril", "scriptin": "scripting", "systemz": "systems"}


@pytest.mark.parametrize("word", WRONG)
@pytest.mark.parametrize("begun", [False, True], ids=["no file", "a file"])
def test_an_unknown_word_is_met_with_the_nearest_page(gm: Table, refuse: Callable[..., Ran], word: str, begun: bool):
    if begun:
        gm("init")
    refuse("help", word, code=2, says=(f"`{word}`", f"did you mean `{WRONG[word]}`?"))


def test_a_word_near_to_nothing_is_refused_as_an_unknown_command(gm: Table, refuse: Callable[..., Ran]) -> None:
    refuse("help", "xyzzy", code=2, says=("no such command: `xyzzy`", "`gm --help` lists them"))
    refuse("help", "../cli/main", code=2, says=("no such command",))
    refuse("help", "dice", "notation", code=2, says=("notation",))


def test_help_on_a_verb_of_another_system_says_whose_it_is(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm("init")
    refuse("help", "aid", code=2, says=("`aid` is a brachyr verb; this encounter is bnb",))


@pytest.mark.parametrize("text", ["", "system: bnb\ncombatants: {rat: {hp: 15/14}}\n", "{{{"])
def test_pages_need_no_file(gm: Table, text: str) -> None:
    gm.write(text)
    for name in ("dice", "odds", "bnb"):
        assert gm("help", name).code == 0


def test_pages_are_answered_as_data(gm: Table, data: Callable[..., Any]) -> None:
    whole = data("help")
    assert list(whole["commands"]) == list(FIXED)
    assert whole["topics"] == pages.TOPICS
    assert whole["systems"]["d6"] == "D6, counting successes"
    page = data("help", "dice")
    assert (page["schema"], page["command"], page["page"]) == (1, ["help", "dice"], "dice")
    assert "\n".join(page["text"]) + "\n" == gm("help", "dice").out
    assert data("help", "set")["text"][0].startswith("Usage: gm set")
    assert json.loads(gm("--json", "help", "dyce").err)["code"] == 2


def test_tab_offers_commands_topics_and_systems_each_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GM_FILE", raising=False)
    offered = [one.value for one in complete(["help", ""])]
    assert sorted(offered) == sorted({*FIXED, *pages.TOPICS, *BUILT_IN})
    assert [one.value for one in complete(["help", "di"])] == ["dice"]
