"""A text read again after a change: the same as read afresh, and nobody is read again who stands there as before."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gmtool.document.parse import parse
from gmtool.encounter import catalog
from gmtool.encounter import reading as reader
from gmtool.encounter.creatures import Bestiary
from gmtool.errors import BadFile

if TYPE_CHECKING:
    from gmtool.encounter.reading import Reading

ROOT = Path(__file__).resolve().parents[2]
STARTERS = sorted(ROOT.glob("gmtool/systems/*/starter.yaml"))
FIGHTS = [*STARTERS, *sorted(ROOT.glob("encounters/**/*.yaml")), *sorted(ROOT.glob("tests/bench/*/*.yaml"))]


def read(text: str, path: Path, before: Reading | None = None) -> Reading:
    return reader.read(parse(text.encode(), path.name), catalog.load, Bestiary(str(path.parent)), before)


def said(reading: Reading) -> dict[str, Any]:
    """All that a reading says."""
    encounter = reading.encounter
    people = {name: (type(one), one.__dict__) for name, one in encounter.combatants.items()}
    own = {name: value for name, value in encounter.__dict__.items() if name != "combatants"}
    return {
        "people": people,
        "own": own,
        "warnings": reading.warnings,
        "inherited": reading.inherited,
        "computed": reading.computed,
    }


def readable(path: Path) -> bool:
    try:
        read(path.read_text(), path)
    except BadFile:
        return False
    return True


READABLE = [path for path in FIGHTS if readable(path)]


def test_there_are_fights_of_every_system() -> None:
    systems = {read(path.read_text(), path).system.id for path in READABLE}
    assert systems >= {"bnb", "d6", "c21", "mythril", "brachyr"}


@pytest.mark.parametrize("path", READABLE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_with_any_line_left_out_or_twice_or_shifted_it_reads_as_afresh(path: Path) -> None:
    """Where a line is gone, a key is twice, a text moves on; what cannot be read cannot be read either way."""
    text = path.read_text()
    before = read(text, path)
    lines = text.splitlines(keepends=True)
    compared = 0
    for at, line in enumerate(lines):
        ways = [], [line, line], ["# a remark\n", line], [line.replace("pc", "npc")], [line.replace("1", "2")]
        changed = "".join([*lines[:at], *ways[at % len(ways)], *lines[at + 1 :]])
        try:
            afresh = said(read(changed, path))
        except BadFile as error:
            with pytest.raises(BadFile) as refused:
                read(changed, path, before)
            assert refused.value.faults == error.faults
            continue
        assert said(read(changed, path, before)) == afresh
        compared += 1
    assert compared > len(lines) / 3, "many of them can be read"


SHEET = "stats: {str: 1, spd: 1, agi: 1}, hp: 8/8"
PACK = f"combatants:\n  rat: {{{SHEET}, at: 0304}}\n  wolf: {{{SHEET}, at: 0406}}\n"
FIGHT = f"system: bnb\n{PACK}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (FIGHT, f"rules: {{initiative: fixed}}\n{FIGHT}"),
        (FIGHT, f"grid: {{layout: pointy}}\n{FIGHT}"),
        (FIGHT, f"{FIGHT}  vole: {{{SHEET}}}\n"),
        (FIGHT, f"x-one: &one 1\nx-two: *one\n{FIGHT}"),
        (f"x-one: &one 1\nx-two: *one\n{FIGHT}", FIGHT),
        (f"turn: nobody-here\nround: 1\n{FIGHT}", f"turn: rat\nround: 1\n{FIGHT}"),
        (FIGHT, f"system: brachyr\n{PACK.replace(SHEET, 'speed: 4')}"),
    ],
    ids=["switches", "grid", "names", "an alias", "no alias any more", "a warning", "another system"],
)
def test_where_what_all_are_read_by_is_another_all_are_read_again(before: str, after: str) -> None:
    path = ROOT / "fight.yaml"
    first = read(before, path)
    again = read(after, path, first)
    assert said(again) == said(read(after, path))
    assert not {id(one) for one in again.encounter.combatants.values()} & {
        id(one) for one in first.encounter.combatants.values()
    }


def test_whose_value_hangs_on_the_round_is_read_again_in_another_round() -> None:
    """Somebody with AGI -1 has its action every other round (MYT-2), where the file does not say how many are left."""
    path = ROOT / "fight.yaml"
    text = "system: mythril\nround: 1\ncombatants:\n  slow: {mods: {agi: -1}}\n  quick: {mods: {agi: 2}}\n"
    first = read(text, path)
    again = read(text.replace("round: 1", "round: 2"), path, first)
    assert said(again) == said(read(text.replace("round: 1", "round: 2"), path))
    actions = [reading.encounter.combatants["slow"].actions for reading in (first, again)]
    assert actions == [1, 0]
    assert again.encounter.combatants["quick"] is first.encounter.combatants["quick"]


@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.parent.name)
def test_only_who_stands_there_otherwise_is_read_again(path: Path) -> None:
    text = path.read_text()
    before = read(text, path)
    first, *others = before.encounter.combatants
    key = f"\n  {first}:\n"
    assert key in text, "the starters are written a key a line"
    again = read(text.replace(key, f"{key}    x-note: late\n", 1), path, before)
    assert again.encounter.combatants[first] is not before.encounter.combatants[first]
    assert all(again.encounter.combatants[name] is before.encounter.combatants[name] for name in others)
