"""Records: written out, or in a short form, and changed by `gm set` at any depth."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gmtool.systems
from gmtool.encounter.writing import write
from gmtool.errors import BadFile
from gmtool.rules.codecs import Track
from gmtool.rules.model import changes

TOY = Path(__file__).resolve().parents[1] / "toy"
TEXT = """\
system: brawl
combatants:
  ana: {might: 3D, hp: 6/6, weapons: {stool: 1D, pan: {dice: 2D, sturdy: 2/2}, bottle: "1D"}}
"""


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy system among the others."""
    monkeypatch.setattr(gmtool.systems, "__path__", [*gmtool.systems.__path__, str(TOY)])


def with_weapons(reading: Any, **weapons: Any) -> str:
    """The text after these weapons have these values."""
    after = reading.encounter.copy()
    ana = after.combatants["ana"]
    kinds = type(next(iter(ana.weapons.values())))
    changed = {name: kinds(**{**vars(ana.weapons[name]), **values}) for name, values in weapons.items()}
    ana.weapons = {**ana.weapons, **changed}
    return write(reading, after, changes(reading.encounter, after)).text


@pytest.mark.usefixtures("toy")
def test_a_short_form_is_read_like_the_long_one(read: Callable[..., Any]):
    weapons = read(TEXT).encounter.combatants["ana"].weapons
    assert {name: str(one.dice) for name, one in weapons.items()} == {"stool": "1D", "pan": "2D", "bottle": "1D"}
    assert (weapons["stool"].reach, weapons["stool"].sturdy, weapons["pan"].sturdy) == (1, None, Track(2, 2))
    assert weapons["stool"] == weapons["bottle"]


@pytest.mark.usefixtures("toy")
def test_a_short_form_stays_short_as_long_as_it_can(read: Callable[..., Any]):
    reading = read(TEXT)
    dice = type(reading.encounter.combatants["ana"].weapons["stool"].dice)
    assert with_weapons(reading, stool={"dice": dice(4)}) == TEXT.replace("stool: 1D", "stool: 4D")
    assert with_weapons(reading, bottle={"dice": dice(4)}) == TEXT.replace('"1D"', '"4D"')
    longer = with_weapons(reading, stool={"reach": 2})
    assert longer == TEXT.replace("stool: 1D", "stool: {dice: 1D, reach: 2}")


@pytest.mark.usefixtures("toy")
def test_a_short_form_that_says_nothing(read: Callable[..., Any]):
    with pytest.raises(BadFile) as bad:
        read(TEXT.replace("stool: 1D", "stool: oak"))
    (fault,) = bad.value.faults
    assert (fault.line, fault.column) == (3, TEXT.splitlines()[2].index("1D") + 1)
    assert "weapons.stool is oak; it must be a number of dice, as 3D" in fault.text


SETS = {
    "an entry in short form": ("weapons.stool=2D", "stool: 1D", "stool: 2D"),
    "a value in an entry": ("weapons.pan.sturdy=1", "sturdy: 2/2", "sturdy: 1/2"),
    "a value that the short form cannot say": ("weapons.stool.reach=2", "stool: 1D", "stool: {dice: 1D, reach: 2}"),
    "a value taken away": ("weapons.pan.sturdy=", ", sturdy: 2/2", ""),
    "a new entry": ("weapons.fork=1D", '"1D"}', '"1D", fork: 1D}'),
    "an entry taken away": ("weapons.stool=", "stool: 1D, ", ""),
}


@pytest.fixture
def taproom(tmp_path: Path, gm: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run `gm` where the toy is one of its systems, on the encounter of these tests."""
    package = tmp_path / "src" / "gmtool"
    shutil.copytree(Path(gmtool.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(TOY / "brawl", package / "systems" / "brawl")
    (tmp_path / "encounter.yaml").write_text(TEXT)
    return lambda *words: gm(*words, env={"PYTHONPATH": str(tmp_path / "src")})


def test_set_below_a_key(taproom: Callable[..., Any], tmp_path: Path):
    for name, (word, old, new) in SETS.items():
        (tmp_path / "encounter.yaml").write_text(TEXT)
        ran = taproom("set", "ana", word)
        assert ran.code == 0, (name, ran.err)
        assert (tmp_path / "encounter.yaml").read_text() == TEXT.replace(old, new), name


REFUSED = {
    "no such entry": ("weapons.stol.reach=2", 5, "weapons has no `stol`; did you mean `stool`?"),
    "no such value": ("weapons.stool.length=2", 5, "no value `length`"),
    "a wrong value": ("weapons.stool.reach=9", 2, "weapons.stool.reach is 9; it must be a whole number from 1 to 3"),
    "a wrong short form": ("weapons.stool=oak", 2, "weapons.stool is oak"),
    "a whole mapping": ("weapons=stool", 2, "set one of them, as weapons.NAME=VALUE"),
    "below a single value": ("might.dice=2", 5, "no value `might.dice`"),
}


def test_set_refused_below_a_key(taproom: Callable[..., Any], tmp_path: Path):
    for name, (word, code, said) in REFUSED.items():
        ran = taproom("set", "ana", word)
        assert (ran.code, said in ran.err) == (code, True), (name, ran.code, ran.err)
        assert (tmp_path / "encounter.yaml").read_text() == TEXT, name


@pytest.mark.usefixtures("toy")
def test_a_default_does_not_look_at_what_could_not_be_read(read: Callable[..., Any]):
    """The hit points a brawler has where none are given depend on traits; here they are no number."""
    with pytest.raises(BadFile) as bad:
        read("system: brawl\ncombatants:\n  ana: {might: 3D, traits: {grit: x, quick: y}}\n")
    assert len(bad.value.faults) == 2
