"""A sixth system is one new folder, or one installed package; no other file knows of it.

The fight played here asks everything of the shared types that a real system will: a phase played together, a wait, a
pool that depends on switches, sheet and round, a hook that rolls, an opportunity out of turn, records in mappings.
"""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

FIGHT = """\
system: brawl
rules: {nerve: grit, costs: {wait: 0}}
grid: {layout: flat, size: 9x7}
combatants:
  ana: {side: pc, at: 0303, might: 3D, traits: {quick: 2, grit: 1}, weapons: {stool: {dice: 1D, sturdy: 2/2}}}
  bruno: {at: 0403, might: 2D, traits: {grit: 2}}
  cook: {at: 0501, might: 2D, traits: {grit: -1}, drunk: true}
"""

AFTER = """\
system: brawl
rules: {nerve: grit, costs: {wait: 0}}
grid: {layout: flat, size: 9x7}
round: 2
phase: talk
order: [ana, bruno, cook]
combatants:
  ana: {side: pc, at: 0202, might: 3D, traits: {quick: 2, grit: 1}, hp: 4/7, weapons: {stool: {dice: 1D, sturdy: 1/2}}, initiative: 7}
  bruno: {at: 0403, might: 2D, traits: {grit: 2}, hp: 6/8, initiative: 3}
  cook: {at: 0501, might: 2D, traits: {grit: -1}, hp: 4/5, initiative: 2, drunk: true}
"""  # noqa: E501 - as the program writes it

Played = tuple[str, tuple[str, ...]]

PLAYED: list[Played] = [
    # quick 2 + 5, 0 + 3, 0 + 2
    ("--dice 5,3,2 next", ("order: ana, bruno, cook", "round 1", "talk phase")),
    ("rally ana bruno", ("ana cheers bruno on",)),
    ("next", ("talk phase over; bruno, cook did not act", "brawl phase", "ana's turn: nerve 2")),
    # 3D + stool 1D - head 1 = 3: 4, 5 and the wild 1, a fumble: 2 successes; dodge 2D: 6, 2 = 1. Damage 1 + head 1.
    ("--dice 4,5,1,6,2 attack ana bruno --with stool --at head", ("a hit (2 > 1)", "bruno hp 8/8 -> 6/8")),
    ("wait ana --until bruno", ("ana waits for bruno", "bruno's turn: nerve 2")),
    # 2D + cheer 1 = 3: 1, 1 and the wild 6, 6 again, 2: two successes; ana does not dodge
    ("--dice 1,1,6,6,2 attack bruno ana --target-none", ("a hit (2 > 0)", "ana hp 7/7 -> 5/7")),
    ("next", ("turn over: bruno", "ana's turn: nerve 1")),
    ("shift ana 0202", ("ana goes to 0202", "bruno may jab ana")),
    ("--dice 4 jab bruno ana", ("a jab lands", "ana hp 5/7 -> 4/7")),
    ("--dice 2 next", ("cook stumbles", "cook is passed over: out of nerve", "round 2", "talk phase")),
]  # fmt: skip


@pytest.fixture(scope="module")
def as_a_folder(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The package with one folder more."""
    place = tmp_path_factory.mktemp("folder")
    quiet = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "gmtool", place / "gmtool", ignore=quiet)
    shutil.copytree(HERE / "brawl", place / "gmtool" / "systems" / "brawl", ignore=quiet)
    return {"PYTHONPATH": str(place)}


@pytest.fixture(scope="module")
def as_an_entry_point(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The package as it is, and the toy installed beside it."""
    place = tmp_path_factory.mktemp("entry")
    shutil.copytree(HERE / "brawl", place / "brawl", ignore=shutil.ignore_patterns("__pycache__"))
    facts = place / "taproom_brawl-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: taproom-brawl\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[gmtool.systems]\nbrawl = brawl:system\n")
    return {"PYTHONPATH": os.pathsep.join((str(ROOT), str(place)))}


@pytest.fixture(params=["as_a_folder", "as_an_entry_point"])
def toy(request: pytest.FixtureRequest) -> Any:
    """The environment in which gm knows the toy, one way or the other."""
    return request.getfixturevalue(request.param)


Gm = Callable[..., Any]


def test_a_fight_to_the_digit_and_back_again(gm: Any, as_a_folder: dict[str, str]) -> None:
    gm.write(FIGHT)
    for words, told in PLAYED:
        ran = gm(*words.split(), env=as_a_folder)
        assert ran.code == 0, (words, ran.err)
        for line in told:
            assert line in ran.out, (words, ran.out)
    assert gm.read() == AFTER
    assert gm("undo", str(len(PLAYED)), env=as_a_folder).code == 0
    assert gm.read() == FIGHT


def test_a_list_of_records_and_a_key_at_the_top_are_written_as_the_file_spells_them(
    gm: Any, as_a_folder: dict[str, str]
) -> None:
    gm.write(FIGHT.replace("stool: {dice: 1D, sturdy: 2/2}", "broom: {dice: 0D}"))
    assert gm("shift", "ana", "0302", env=as_a_folder).code == 0
    assert "openings: [{by: bruno, at: 0303}]" in gm.read()
    ran = gm(*["--dice", "1,1,1,1,1", "attack", "ana", "bruno", "--with", "broom", "--force"], env=as_a_folder)
    assert ran.code == 0, ran.err
    assert "dropped: {broom: 0302}" in gm.read()
    assert "weapons" not in gm.read() or "weapons: {}" in gm.read()
    assert gm("check", env=as_a_folder).code == 0


def test_the_starter_is_written_and_played(gm: Any, toy: dict[str, str]) -> None:
    ran = gm("init", "--system", "brawl", env=toy)
    assert ran.code == 0, ran.err
    assert "ana, bruno, cook" in ran.out
    modeline, _, starter = gm.read().partition("\n")
    assert modeline == "# yaml-language-server: $schema=.gm/schema/brawl.json"
    assert starter == (HERE / "brawl" / "starter.yaml").read_text()
    ran = gm("--dice", "4,5,6,2,1,3", "attack", "ana", "bruno", env=toy)
    assert ran.code == 0, ran.err
    assert "a hit (3 > 0)" in ran.out  # 4, 5 and the wild 6, 2; the dodge 1, 3
    assert gm("check", env=toy).code == 0


def test_what_init_says_to_try_is_a_command_that_works(gm: Any, as_a_folder: dict[str, str]) -> None:
    ran = gm("init", "--system", "brawl", env=as_a_folder)
    for words in re.findall(r"^try: gm (.*)$", ran.out, re.MULTILINE):
        tried = gm(*words.split(), env=as_a_folder)
        assert tried.code == 0, (words, tried.err)


def test_the_systems_are_listed_and_its_rules_and_verbs_too(gm: Any, toy: dict[str, str]) -> None:
    assert re.search(r"^brawl +Taproom Brawl$", gm("systems", env=toy).out, re.MULTILINE)
    assert "TOY-12" in gm("rules", "brawl", env=toy).out
    gm.write(FIGHT)
    assert re.search(r"^ +rally ", gm("--help", env=toy).out, re.MULTILINE)
    assert "--target-dodge" in gm("attack", "--help", env=toy).out


def test_without_the_folder_and_without_the_package_it_is_unknown(gm: Any) -> None:
    gm.write(FIGHT)
    ran = gm("status")
    assert ran.code == 3
    assert "brawl" in ran.err
    assert gm("init", "other.yaml", "--system", "brawl").code == 5


def test_status_as_data_has_every_value_in_plain_json(gm: Any, as_a_folder: dict[str, str]) -> None:
    from json import loads

    gm.write(FIGHT)
    ran = gm("status", "--json", env=as_a_folder)
    assert ran.code == 0, ran.err
    data = loads(ran.out)
    assert data["switches"] == {"nerve": "grit", "costs": {"swing": 1, "wait": 0}}
    ana = data["combatants"]["ana"]
    assert ana["might"] == "3D"
    assert ana["hp"] == {"now": 7, "max": 7}
    assert ana["nerve"] == 2
    assert ana["weapons"] == {"stool": {"dice": "1D", "reach": 1, "sturdy": {"now": 2, "max": 2}}}


def test_rules_show_a_switch_of_several_values_as_the_file_spells_it(gm: Any, as_a_folder: dict[str, str]) -> None:
    gm.write(FIGHT)
    shown = gm("rules", env=as_a_folder).out
    assert "Costs(" not in shown
    assert re.search(r"costs: .*wait.*0", shown)
    assert gm("rules", "--json", env=as_a_folder).code == 0


RECORDS = [
    ("dice: 1D, sturdy: 2/2", "dice: 1D, sturdy: 1/2", "one value of a record changes"),
    ("sturdy: 2/2, dice: 1D", "sturdy: 1/2, dice: 1D", "its order stays"),
    ("dice: 1d, sturdy: '2 / 2'", "dice: 1d, sturdy: '1 / 2'", "its spelling stays"),
    ("dice: 1D, sturdy: 2/2, x-from: the bar", "dice: 1D, sturdy: 1/2, x-from: the bar", "the GM's own key stays"),
]


@pytest.mark.parametrize(("before", "after", "why"), RECORDS)
def test_in_a_record_only_what_changed_is_written(
    gm: Any, as_a_folder: dict[str, str], before: str, after: str, why: str
) -> None:
    text = FIGHT.replace("dice: 1D, sturdy: 2/2", before)
    gm.write(text)
    ran = gm(*["--dice", "1,1,1,1,1,1", "attack", "ana", "bruno", "--with", "stool"], env=as_a_folder)
    assert ran.code == 0, ran.err
    assert f"stool: {{{after}}}" in gm.read(), why


def test_comments_inside_a_record_stay_where_they_are(gm: Any, as_a_folder: dict[str, str]) -> None:
    text = """\
system: brawl
combatants:
  ana:
    might: 3D
    nerve: 1
    weapons:
      # from behind the bar
      stool:
        dice: 1D       # wooden
        sturdy: 2/2    # three legs left
      broom:
        dice: 0D
  bruno: {might: 2D, nerve: 0}
"""
    gm.write(text)
    ran = gm(*["--dice", "1,1,1,1", "attack", "ana", "bruno", "--with", "stool"], env=as_a_folder)
    assert ran.code == 0, ran.err
    assert gm.read() == text.replace("sturdy: 2/2 ", "sturdy: 1/2 ").replace("nerve: 1", "nerve: 0")


def test_a_record_without_what_it_must_have_is_refused(gm: Any, as_a_folder: dict[str, str]) -> None:
    for stool in ("{sturdy: 2/2}", "{}", ""):
        gm.write(FIGHT.replace("{dice: 1D, sturdy: 2/2}", stool))
        ran = gm("check", env=as_a_folder)
        assert ran.code == 3, stool
        assert "dice" in ran.out + ran.err, stool


def test_what_a_record_must_not_have_is_refused_at_its_place(gm: Any, as_a_folder: dict[str, str]) -> None:
    gm.write(FIGHT.replace("sturdy: 2/2", "sturdy: 3/2"))
    ran = gm("check", env=as_a_folder)
    assert ran.code == 3
    column = FIGHT.splitlines()[4].index("2/2") + 1
    assert f"encounter.yaml:5:{column}: error: ana: " in ran.out + ran.err
