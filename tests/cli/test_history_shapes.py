"""A history whose lines are JSON of another shape: a command says it is damaged and never ends in a bug."""

from __future__ import annotations

import copy
import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gmtool.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.conftest import Ran, Table

FIGHT = (
    ("next", "--dice", "6,1"),
    ("attack", "rat", "wolf", "--charge", "--dice", "4,1,2,5,6"),
    ("mark", "rat", "on fire"),
    ("roll", "2d6+1d8", "--dice", "=7,3"),
    ("undo",),
    ("damage", "wolf", "1"),
    ("undo", "2"),
    ("redo",),
)
COMMANDS = (
    *(("log",), ("log", "--json"), ("log", "--markdown"), ("log", "--at", "2"), ("replay",), ("replay", "--json")),
    *(("redo",), ("again", "-n"), ("undo",), ("next",), ("damage", "rat", "1"), ("undo", "9")),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)

Place = tuple[str | int, ...]


def places(data: Any, above: Place = ()) -> Iterator[Place]:
    """Every key and index in JSON data."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        yield (*above, key)
        yield from places(value, (*above, key))


def changed(data: Any, place: Place, value: Any) -> Any:
    """A copy with another value at a place; without it for `...`."""
    if not place:
        return value
    data = copy.deepcopy(data)
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    if value is ...:
        del inner[place[-1]]
    else:
        inner[place[-1]] = value
    return data


@pytest.fixture
def fought(in_line: Table) -> Table:
    for words in FIGHT:
        ran = in_line(*words)
        assert ran.code == 0, ran
    return in_line


def log_of(table: Table) -> Path:
    return table.folder / ".gm" / "encounter.yaml.jsonl"


def require_no_bug(table: Table, text: bytes, rows: list[bytes], capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever stands in the history, each command is done or refused, and the file stays an encounter."""
    for words in COMMANDS:
        table.file.write_bytes(text)
        log_of(table).write_bytes(b"".join(rows))
        code = run(words)
        told = capsys.readouterr()
        assert code in (0, 1, 2), (words, told)
        assert "Traceback" not in told.err
        assert run(["check"]) == 0, words
        capsys.readouterr()


def broken(data: st.DataObject, rows: list[bytes]) -> list[bytes]:
    """The lines with one of them, or one thing in one of them, replaced by any JSON or taken out."""
    number = data.draw(st.integers(0, len(rows) - 1))
    row = json.loads(rows[number])
    place = data.draw(st.sampled_from([(), *[(key,) for key in row], *places(row)]))
    value = data.draw(st.just(...) | JSON if place else JSON)
    return [*rows[:number], json.dumps(changed(row, place, value)).encode() + b"\n", *rows[number + 1 :]]


@pytest.mark.parametrize("examples", [8, pytest.param(60, marks=pytest.mark.slow)], ids=["a few", "many"])
def test_any_json_anywhere(
    fought: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], examples: int
) -> None:
    monkeypatch.chdir(fought.folder)
    monkeypatch.delenv("GM_FILE", raising=False)
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    text, rows = fought.file.read_bytes(), log_of(fought).read_bytes().splitlines(keepends=True)

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def of_any(data: st.DataObject) -> None:
        require_no_bug(fought, text, broken(data, rows), capsys)

    of_any()


@pytest.mark.parametrize("line", ["7", "[]", "{}", "null", '"step"', '{"kind":"step"}', '{"kind":"step","n":1}'])
def test_a_last_line_of_another_shape_is_damage(fought: Table, refuse: Callable[..., Ran], line: str) -> None:
    """As with a line that is no JSON at all: what is left is told, undo does not guess, and play goes on."""
    with open(log_of(fought), "ab") as log:
        log.write(line.encode() + b"\n")
    told = fought("log")
    assert (told.code, "gm attack rat wolf --charge" in told.out) == (0, True)
    assert f"encounter.yaml.jsonl:{len(FIGHT) + 1}: damaged or cut off; 1 line(s) passed over" in told.err
    assert fought("replay").code == 0
    ran = fought("damage", "wolf", "2")
    assert ran.code == 0
    assert "is damaged or cut off at its end; what is left is kept" in ran.err
    assert fought("undo").code == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"dice":[{', '"dice":[7,{'),
        ('"who":"rat"', '"who":["rat"]'),
        ('"kind":"turn"', '"kind":["turn"]'),
        ('"path":"round","old":null,"new":"1"', '"path":"round","old":null,"new":"first"'),
        ('"commands":[["next"]]', '"commands":["next"]'),
        ('"commands":[["next"]]', '"commands":[]'),
        ('"changes":[', '"changes":[[],'),
        ('"whole":"', r'"whole":"\ud800'),
        ('"undo":0', '"undo":-1'),
    ],
)
def test_a_step_of_another_shape_is_passed_over(in_line: Table, old: str, new: str) -> None:
    in_line("next", "--dice", "6,1")
    in_line("damage", "rat", "1")
    first, second = log_of(in_line).read_text().splitlines(keepends=True)
    assert old in first
    log_of(in_line).write_text(first.replace(old, new, 1) + second)
    for words in (("log",), ("log", "--json"), ("log", "--markdown"), ("replay",)):
        ran = in_line(*words)
        assert ran.code == 0, (words, ran)
        assert "json" in words[-1] or "encounter.yaml.jsonl:1: damaged or cut off; 1 line(s) passed over" in ran.err
        assert "gm next" not in ran.out
    text = in_line.read()
    assert in_line("undo").code in (0, 1)
    assert in_line.read() in (text, text.replace("7/8", "8/8"))
