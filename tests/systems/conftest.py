"""Rows: a situation, a command, its dice, what is told, what changes. Played by the command line itself.

A situation is YAML, laid over the duel that the system's own conftest gives: `rat: {as: 5}` gives the rat an AS, `null`
takes a key away, a new name joins. A row's values are worked out from the rules, with the arithmetic beside them.
"""

import contextlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from gmtool.cli.main import run
from gmtool.encounter import catalog
from gmtool.encounter.reading import TOP_KEYS, Reading
from gmtool.rules import forecast as forecast_module
from gmtool.rules import system as system_module
from gmtool.rules.model import stats_of
from gmtool.rules.system import Outcome, System
from gmtool.rules.verbs import Verb
from gmtool.session import Opened

LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Row(NamedTuple):
    """One row of a table, named by the rule it shows."""

    rule: str
    name: str
    situation: str
    command: str
    dice: str
    """every face that is thrown, in order; "" for a command that throws none"""
    told: Sequence[str]
    """sums as `rat AS: AGI 3, die 5 = 8`, facts as `BNB-24 hit`, a fact's words as `"..."`: in this order"""
    changed: Mapping[str, Any]
    """path -> new value, None for a key that is gone: all that changes in the file"""
    untold: Sequence[str] = ()
    """what must not be among the sums and facts"""


class Played(NamedTuple):
    """What a command came to."""

    code: int
    data: dict[str, Any]
    """its JSON: the outcome, or the error"""
    told: list[str]
    faces: list[int]
    thrown: list[str]
    """`rat 2d6`: who threw what, in order"""
    before: dict[str, Any]
    after: dict[str, Any]
    changed: dict[str, Any]


class Bench:
    """Plays commands on situations, in a folder of its own, without a process for each."""

    def __init__(self, folder: Path, duel: str) -> None:
        self.folder = folder
        self.duel = duel
        self.file = folder / "encounter.yaml"
        self.journal = folder / ".gm" / "encounter.yaml.jsonl"

    def lay(self, situation: str) -> None:
        """Write the situation's file, and forget what was played before."""
        self.journal.unlink(missing_ok=True)
        self.file.write_text(spelled(self.laid_over(situation)))

    def run(self, *words: str) -> tuple[int, str, str]:
        """Run `gm` with these words: exit code, output, errors."""
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(words)
        return code, *(stream.buffer.getvalue().decode() for stream in (out, err) if stream.flush() is None)

    def play(self, situation: str, command: str, dice: str = "", *options: str) -> Played:
        """Play one command on a fresh copy of the situation."""
        self.lay(situation)
        return self.go_on(command, dice, *options)

    def go_on(self, command: str, dice: str = "", *options: str) -> Played:
        """Play one more command on the file as it stands."""
        before = loaded(self.file.read_text())
        given = ("--dice", dice) if dice else ()
        code, out, err = self.run("--json", *given, *options, *command.split())
        data = json.loads(out or err)
        after = loaded(self.file.read_text())
        events = data.get("events", ())
        thrown = [event for event in events if event["type"] == "rolled"]
        return Played(
            code,
            data,
            [line for event in events for line in _told(event)],
            [face for event in thrown for face in event["faces"]],
            [f"{event['who']} {event['dice']}" for event in thrown],
            before,
            after,
            difference(before, after),
        )

    def reading(self, situation: str) -> Reading:
        """The situation as the rules see it."""
        return Opened("encounter.yaml", None, spelled(self.laid_over(situation)).encode()).reading

    def laid_over(self, situation: str) -> dict[str, Any]:
        """The duel with the situation laid over it; every value is text, as it was written."""
        whole = loaded(self.duel)
        fighters = whole["combatants"]
        top = {s.path[0] for s in stats_of(catalog.load(whole["system"]).encounter)} | {*TOP_KEYS}
        for key, value in (loaded(situation) or {}).items():
            if key in top:
                whole[key] = value
            elif value == "null":
                del fighters[key]
            else:
                fighters[key] = {k: v for k, v in {**fighters.get(key, {}), **value}.items() if v != "null"}
        return whole

    def holds(self, row: Row) -> None:
        """Play a row; everything it says must be so, and nothing else may change."""
        played = self.play(row.situation, row.command, row.dice)
        assert played.code == 0, played.data
        assert played.faces == [int(face) for face in row.dice.split()]
        assert in_turn(row.told, played.told), f"{list(row.told)} is not told in this order: {played.told}"
        assert not set(row.untold) & set(played.told), played.told
        assert played.changed == dict(row.changed)


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, duel: str) -> Bench:
    """A place to play rows. `duel` is the situation of the system's examples, from its own conftest."""
    monkeypatch.delenv("GM_FILE", raising=False)
    return Bench(tmp_path, duel)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test that asks for a `row` each row of its module's ROWS, named by the rule."""
    if "row" in metafunc.fixturenames:
        rows = [Row(*row) for row in metafunc.module.ROWS]
        names = [f"{row.rule} {row.name}" for row in rows]
        assert len(set(names)) == len(names), "two rows have one name"
        metafunc.parametrize("row", rows, ids=names)


def loaded(text: str) -> Any:
    """YAML with every value as text."""
    return yaml.load(text, LOADER)


def spelled(whole: Mapping[str, Any]) -> str:
    """The encounter file, in block style down to the combatants' keys."""
    lines = [f"{key}: {_flow(value)}" for key, value in whole.items() if key != "combatants"]
    lines.append("combatants:")
    for name, sheet in whole["combatants"].items():
        lines += [f"  {name}:", *(f"    {key}: {_flow(value)}" for key, value in sheet.items())]
    return "\n".join(lines) + "\n"


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Path -> new value of all that differs; combatants are named without `combatants.`; None: gone."""
    old, new = (dict(_leaves(one)) for one in (before, after))
    return {path: new.get(path) for path in (*old, *new) if old.get(path) != new.get(path)}


def in_turn(wanted: Sequence[str], told: Sequence[str]) -> bool:
    """Whether all that is wanted is told, in this order."""
    rest: Iterator[str] = iter(told)
    return all(any(line == one for line in rest) for one in wanted)


def _leaves(tree: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        path = above if above == () and key == "combatants" else (*above, key)
        if isinstance(value, dict) and value:
            yield from _leaves(value, path)
        else:
            yield ".".join(path), value


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value)


def _told(event: Mapping[str, Any]) -> list[str]:
    """An event as rows write it: the fact's rule and kind, then its words."""
    if event["type"] == "sum":
        parts = ", ".join(f"{part['name']} {part['value']}" for part in event["parts"])
        return [f"{event['who']} {event['what']}: {parts} = {event['total']}"]
    if event["type"] == "fact":
        return [f"{event['rule']} {event['kind']}".strip(), f'"{event["text"]}"']
    return []


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The verbs that exact odds have played, once for each play: what they cost, on any machine."""
    played: list[str] = []

    def play(system: System, verb: Verb, *rest: Any, **more: Any) -> Outcome:
        played.append(verb.name)
        return system_module.play(system, verb, *rest, **more)

    monkeypatch.setattr(forecast_module, "play", play)
    return played
