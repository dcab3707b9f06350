"""Every step with the text it found and left, through undo, redo, hand edits and damage."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.document import history, journal, store
from gmtool.document.journal import Journal
from gmtool.document.patch import Hunk

A = b"system: bnb\nround: 1\nturn: rat\ncombatants:\n  rat: {hp: 8/8}\n  wolf: {hp: 9/14}\n"
B = A.replace(b"9/14", b"5/14")
C = B.replace(b"turn: rat", b"turn: wolf")
D = C.replace(b"8/8", b"2/8")

Shape = list[tuple[int, bytes | None, bytes | None, bool]]


@pytest.fixture(autouse=True, scope="module")
def quick_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    path = tmp_path / "fight.yaml"
    path.write_bytes(A)
    return path


def record(path: Path, raw: bytes) -> None:
    with store.hold(str(path)) as held:
        Journal(held.real).record(held, raw, commands=[["next"]], dice=[], events=[], changes=[])


def back(path: Path, n: int = 1) -> None:
    with store.hold(str(path)) as held:
        Journal(held.real).undo(held, n)


def forth(path: Path, n: int = 1) -> None:
    with store.hold(str(path)) as held:
        Journal(held.real).redo(held, n)


def states(path: Path) -> Shape:
    return [(state.step.n, state.before, state.after, state.step.undone) for state in Journal(str(path)).states()]


def log_of(path: Path) -> Path:
    return Path(history.log_path(str(path)))


def test_without_history_there_are_none(fight: Path) -> None:
    assert states(fight) == []


def test_each_step_has_the_text_it_found_and_the_text_it_left(fight: Path) -> None:
    record(fight, B)
    record(fight, C)
    record(fight, C)
    assert states(fight) == [(1, A, B, False), (2, B, C, False), (3, C, C, False)]


def test_undo_and_redo_are_followed(fight: Path) -> None:
    record(fight, B)
    record(fight, C)
    back(fight, 2)
    forth(fight)
    record(fight, D)
    back(fight)
    assert fight.read_bytes() == B
    assert states(fight) == [(1, A, B, False), (2, B, C, True), (3, B, D, True)]


def test_a_step_after_a_hand_edit_begins_with_the_edited_text(fight: Path) -> None:
    record(fight, B)
    edited = b"# by hand\n" + B
    fight.write_bytes(edited)
    record(fight, b"# by hand\n" + C)
    assert states(fight) == [(1, A, B, False), (2, edited, b"# by hand\n" + C, False)]


def test_an_undo_after_a_hand_edit_is_followed_too(fight: Path) -> None:
    record(fight, B)
    fight.write_bytes(b"# by hand\n" + B)
    back(fight)
    record(fight, b"# by hand\n" + D)
    assert states(fight)[1:] == [(2, b"# by hand\n" + A, b"# by hand\n" + D, False)]


def test_bytes_that_are_no_text_come_back(fight: Path) -> None:
    fight.write_bytes(b"\xef\xbb\xbfa: \xff\r\nb: 1")
    record(fight, b"\xef\xbb\xbfa: \xfe\r\nb: 1")
    assert states(fight) == [(1, b"\xef\xbb\xbfa: \xff\r\nb: 1", b"\xef\xbb\xbfa: \xfe\r\nb: 1", False)]


@pytest.mark.parametrize("lost", [0, 1])
def test_where_a_line_is_lost_the_texts_are_up_to_the_next_whole_one(fight: Path, lost: int) -> None:
    for raw in (B, C, D):
        record(fight, raw)
    fight.write_bytes(A)
    record(fight, B)
    rows = log_of(fight).read_bytes().splitlines(keepends=True)
    rows[lost] = b"\0" * (len(rows[lost]) - 1) + b"\n"
    log_of(fight).write_bytes(b"".join(rows))
    log = Journal(str(fight))
    found = [(state.step.n, state.before, state.after) for state in log.states()]
    before = [(1, A, B)] if lost else []
    after = [(n, None, None) for n in (2, 3) if n > lost + 1]
    assert found == [*before, *after, (4, A, B)]
    assert len(log.warnings) == 1


def test_a_changed_line_is_not_believed(fight: Path) -> None:
    """What it says it left does not fit what its lines make of what it found."""
    record(fight, B)
    record(fight, C)
    raw = log_of(fight).read_bytes()
    log_of(fight).write_bytes(raw.replace(b"5/14", b"6/14", 1))
    assert states(fight) == [(1, None, None, False), (2, None, None, False)]


@settings(deadline=None, max_examples=40)
@given(acts=st.lists(st.one_of(st.sampled_from([A, B, C, D]), st.sampled_from(["undo", "redo", "edit"])), max_size=12))
def test_any_history_is_followed_to_the_present_text(
    tmp_path_factory: pytest.TempPathFactory, acts: list[bytes | str]
) -> None:
    path = tmp_path_factory.mktemp("any") / "fight.yaml"
    path.write_bytes(A)
    expected: list[tuple[bytes, bytes]] = []
    for number, act in enumerate(acts):
        now = path.read_bytes()
        if isinstance(act, bytes):
            record(path, act)
            expected.append((now, act))
        elif act == "edit":
            path.write_bytes(b"# %d\n" % number + now)
        else:
            with store.hold(str(path)) as held:
                log = Journal(held.real)
                try:
                    log.undo(held) if act == "undo" else log.redo(held)
                except journal.GMError:
                    continue
    assert [(state.before, state.after) for state in Journal(str(path)).states()] == expected


def test_a_history_twice_as_long_is_read_once_as_well(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Linear: each line is decoded and applied once, and no byte is read twice."""
    for step in range(60):
        record(fight, (B, A)[step % 2])
    back(fight, 30)
    decoded: list[int] = []
    applied: list[int] = []
    decode, apply = journal.decode, journal.apply

    def counted_decode(raw: bytes, at: int) -> history.Line | None:
        decoded.append(at)
        return decode(raw, at)

    def counted_apply(patch: list[Hunk], raw: bytes) -> bytes:
        applied.append(len(patch))
        return apply(patch, raw)

    monkeypatch.setattr(journal, "decode", counted_decode)
    monkeypatch.setattr(journal, "apply", counted_apply)
    assert len(states(fight)) == 60
    assert len(decoded) == len(set(decoded)) == 61
    assert len(applied) == 61


def test_the_last_step_is_that_which_the_history_ends_with(fight: Path) -> None:
    def last() -> int | None:
        with store.hold(str(fight)) as held:
            step = Journal(held.real).last(held)
            return step.n if step else None

    assert last() is None
    record(fight, B)
    record(fight, B)
    assert last() == 2
    back(fight)
    assert last() is None
    record(fight, C)
    assert last() == 3
