"""Lines that are JSON and no lines of a history: they are damage like any other, and nobody has to look twice."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.document import history, store
from gmtool.document.journal import Journal
from gmtool.errors import Misused, Refused

ROUND = {"path": "round", "old": None, "new": "1"}
HURT = {"path": "combatants.rat.hp", "old": "8/8", "new": "7/8"}
DIE = {"who": "rat", "why": "core", "dice": "1d6", "faces": [4], "total": 4, "source": "rolled", "words": "4"}
FACT = {"type": "fact", "kind": "hit", "rule": "BNB-24", "text": "hit (10 >= 7)", "score": 10}
STEP = {
    "kind": "step",
    "n": 1,
    "time": "2024-05-01T20:15:03Z",
    "commands": [["attack", "rat", "wolf"], ["next"]],
    "dice": [DIE],
    "events": [FACT, {**DIE, "type": "rolled"}],
    "changes": [ROUND, HURT],
    "back": None,
    "lines": [[2, ["system: bnb\n"], ["hp: 8/8\n"], ["hp: 7/8\n"], []]],
    "before": "a-1",
    "after": "a-2",
    "whole": "system: bnb\n",
    "undo": 0,
    "redo": None,
    "used": {"wolf": 2},
}
UNDO = {
    "kind": "undo",
    "n": 1,
    "time": "2024-05-01T20:16:03Z",
    "of": [0],
    "rest": None,
    "lines": STEP["lines"],
    "before": "a-2",
    "after": "a-1",
    "undo": None,
    "redo": [600, 1],
    "used": {"wolf": 2},
}
OPTIONAL = {("whole",), ("dice", 0, "dice"), ("dice", 0, "words"), ("events", 0, "rule"), ("events", 0, "score")}
"""what a sound line may do without; of what is rolled and summed, only the type is looked at"""

Place = tuple[str | int, ...]


def places(data: Any, above: Place = ()) -> Iterator[Place]:
    """Every key and index in JSON data, outermost first."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        yield (*above, key)
        yield from places(value, (*above, key))


def changed(data: Any, place: Place, value: Any) -> Any:
    """A copy with another value at a place; without it for `...`."""
    data = copy.deepcopy(data)
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    if value is ...:
        del inner[place[-1]]
    else:
        inner[place[-1]] = value
    return data


def read(data: Any) -> history.Line | None:
    return history.decode(json.dumps(data).encode(), 0)


@pytest.mark.parametrize("row", [STEP, UNDO], ids=["step", "undo"])
def test_a_sound_line_is_read_and_written_back_as_it_was(row: dict[str, Any]) -> None:
    line = read(row)
    assert line is not None
    assert json.loads(history.encode(line)) == row


@pytest.mark.parametrize("raw", [b"7", b"[]", b"{}", b"null", b'"step"', b"true", b"[[]]", b'{"kind":"step"}', b"-1e9"])
def test_json_of_another_shape_is_no_line(raw: bytes) -> None:
    assert history.decode(raw, 0) is None


def keys_of(row: dict[str, Any]) -> list[Place]:
    """Every key of a row, and of what it holds."""
    return [
        place for place in places(row) if isinstance(place[-1], str) and place[:1] != ("used",) and place != ("used",)
    ]


@pytest.mark.parametrize("place", [*keys_of(STEP), ("used",)], ids=str)
def test_a_step_without_one_of_its_keys_is_no_line(place: Place) -> None:
    assert (read(changed(STEP, place, ...)) is None) == (place not in OPTIONAL and place[:2] != ("events", 1)) or (
        place == ("events", 1, "type")
    )


@pytest.mark.parametrize("place", [*keys_of(UNDO), ("used",)], ids=str)
def test_an_undo_without_one_of_its_keys_is_no_line(place: Place) -> None:
    assert read(changed(UNDO, place, ...)) is None


WRONG: list[tuple[Place, list[Any]]] = [
    (("kind",), ["", "Step", "redone", 1, None]),
    (("n",), [-1, 1.0, "1", True, None, 10**30, [1]]),
    (("time",), [1714594503, None]),
    (("commands",), [[], None, "next", ["next"], [[1]], [[None]], {"next": 1}]),
    (("dice",), [None, "4", [4], [None], [{}], {}]),
    (("dice", 0, "faces"), [4, "4", [-4], ["4"], [[4]], [4.0]]),
    (("dice", 0, "who"), [None, 1, ["rat"]]),
    (("dice", 0, "words"), [4, None, [4]]),
    (("dice", 0, "source"), [None, []]),
    (("events",), [None, [1], [[]], ["hit"]]),
    (("events", 0, "text"), [None, 7, ["hit"]]),
    (("events", 0, "kind"), [None, ["hit"], {"hit": 1}]),
    (("changes",), [None, ["hp"], [[]]]),
    (("changes", 0, "path"), [None, 7, ["round"]]),
    (("changes", 0, "new"), ["one", "", 1, [1], {"1": 1}, "1.5"]),
    (("back",), [-1, "0", 0.5, 10**30, True]),
    (("lines",), [None, [[]], [[1, [], [], []]], [1], "x", [["1", [], [], [], []]]]),
    (("lines", 0, 2), [None, "hp", [1], [["hp"]], ["\ud800"]]),
    (("before",), [None, 1]),
    (("whole",), [1, ["system"], "\ud800", "\udfff"]),
    (("undo",), [-1, "0", 10**30, [0]]),
    (("redo",), [0, [0], [0, 1, 2], [-1, 1], ["0", 1], [0, 10**30], {}]),
    (("used",), [None, [], {"wolf": "2"}, {"wolf": -1}, {"wolf": 10**30}]),
]


@pytest.mark.parametrize(("place", "value"), [(place, value) for place, values in WRONG for value in values], ids=repr)
def test_a_value_of_another_kind_is_no_line(place: Place, value: Any) -> None:
    assert read(changed(STEP, place, value)) is None


@pytest.mark.parametrize("depth", [99, 101])
@pytest.mark.parametrize("place", [("changes", 1, "new"), ("events", 0, "score"), ("dice", 0, "total")], ids=str)
def test_what_no_encounter_could_hold_is_no_line(place: Place, depth: int) -> None:
    """An encounter is nested a hundred deep at most; the record itself counts."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    assert (read(changed(STEP, place, value)) is not None) == (depth < 100)


OLD, NEW = b"system: bnb\nround: 1\n", b"system: bnb\nround: 2\n"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[bytes]]:
    """An encounter with two steps, the second undone, and the lines of its history."""
    path = tmp_path_factory.mktemp("recorded") / "fight.yaml"
    path.write_bytes(OLD)
    with store.hold(str(path)) as held:
        log = Journal(held.real)
        for raw in (NEW, OLD):
            log.record(held, raw, commands=[["attack"]], dice=[DIE], events=[FACT], changes=[ROUND], used={"wolf": 1})
        log.undo(held)
    return path, Path(history.log_path(str(path))).read_bytes().splitlines(keepends=True)


@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_whatever_stands_in_a_line_only_refusals_come_of_it(
    recorded: tuple[Path, list[bytes]], data: st.DataObject
) -> None:
    path, rows = recorded
    number = data.draw(st.integers(0, 2))
    row = json.loads(rows[number])
    place = data.draw(st.sampled_from([(), *places(row)]))
    value = data.draw(JSON | st.just(...) if place else JSON)
    row = changed(row, place, value) if place else value
    path.write_bytes(NEW)
    lines = [*rows[:number], json.dumps(row).encode() + b"\n", *rows[number + 1 :]]
    Path(history.log_path(str(path))).write_bytes(b"".join(lines))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda handle: None)
        for act in data.draw(st.permutations(["undo", "redo", "undoing", "record", "last", "used"])):
            try:
                with store.hold(str(path)) as held:
                    log = Journal(held.real)
                    if act == "record":
                        log.record(held, NEW, commands=[["next"]], dice=[DIE], events=[], changes=[])
                    else:
                        getattr(log, act)(held.raw if act == "used" else held)
            except Refused:
                continue
            assert path.read_bytes() in (OLD, NEW)
    for state in Journal(str(path)).states():
        try:
            Journal(str(path)).text_after(state.step.n)
        except (Refused, Misused):
            continue
