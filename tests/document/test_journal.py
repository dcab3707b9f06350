"""Recording, undo and redo, and the log."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.document import history, journal, store
from gmtool.document.journal import Journal, Step
from gmtool.errors import Busy, Misused, Refused

A = b"system: bnb\nround: 1\nturn: rat\ncombatants:\n  rat: {hp: 8/8}\n  wolf: {hp: 9/14}\n"
B = A.replace(b"9/14", b"5/14")
C = B.replace(b"turn: rat", b"turn: wolf")
D = C.replace(b"8/8", b"2/8")


@pytest.fixture(autouse=True, scope="module")
def quick_disk() -> Iterator[None]:
    """These tests ask what is written, not whether it outlasts a power cut."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    path = tmp_path / "fight.yaml"
    path.write_bytes(A)
    return path


def record(path: Path, raw: bytes, command: str = "next", used: dict[str, int] | None = None) -> Journal:
    log = Journal(str(path))
    with store.hold(str(path)) as held:
        log.record(held, raw, commands=[[command]], dice=[], events=[], changes=[], used=used)
    return log


def undo(path: Path, n: int = 1) -> list[Step]:
    with store.hold(str(path)) as held:
        return Journal(str(path)).undo(held, n)


def redo(path: Path, n: int = 1) -> list[Step]:
    with store.hold(str(path)) as held:
        return Journal(str(path)).redo(held, n)


def commands(steps: list[Step]) -> list[str]:
    return [step.commands[0][0] for step in steps]


# Recording ------------------------------------------------------------------------------------------------------------


def test_a_step_is_logged_with_all_that_was_given(fight: Path) -> None:
    die = {"who": "wolf", "why": "attack", "dice": "1d6", "faces": [4], "total": 4, "source": "typed"}
    event = {"type": "fact", "kind": "hit", "rule": "BNB-24", "text": "Wölfin beißt"}
    change = {"path": "combatants.wolf.hp", "old": "9/14", "new": "5/14"}
    log = Journal(str(fight))
    with store.hold(str(fight)) as held:
        log.record(
            held, B, commands=[["attack", "rat", "wolf"], ["next"]], dice=[die], events=[event], changes=[change]
        )
    (step,) = log.steps()
    assert (step.n, step.commands) == (1, [["attack", "rat", "wolf"], ["next"]])
    assert (step.dice, step.events, step.changes) == ([die], [event], [change])
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", step.time)
    assert not step.undone
    assert fight.read_bytes() == B
    assert log.warnings == []


def test_the_log_is_one_json_object_a_line_beside_the_real_file(fight: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "tonight.yaml"
    link.symlink_to(fight)
    with store.hold(str(link)) as held:
        Journal(held.real).record(held, B, commands=[["next"]], dice=[], events=[], changes=[])
    assert os.listdir(tmp_path / "elsewhere") == ["tonight.yaml"]
    record(fight, C)
    rows = [json.loads(row) for row in (tmp_path / ".gm" / "fight.yaml.jsonl").read_text().splitlines()]
    assert [row["n"] for row in rows] == [1, 2]
    assert rows[0]["whole"] == A.decode()
    assert "whole" not in rows[1]
    assert rows[0]["after"] == rows[1]["before"]
    assert rows[0]["lines"] == [
        [
            6,
            ["turn: rat\n", "combatants:\n", "  rat: {hp: 8/8}\n"],
            ["  wolf: {hp: 9/14}\n"],
            ["  wolf: {hp: 5/14}\n"],
            [],
        ]
    ]


def test_the_folder_keeps_itself_out_of_git_until_told_otherwise(fight: Path, tmp_path: Path) -> None:
    record(fight, B)
    assert (tmp_path / ".gm" / ".gitignore").read_text() == "*\n"
    (tmp_path / ".gm" / ".gitignore").unlink()
    record(fight, C)
    assert sorted(os.listdir(tmp_path / ".gm")) == ["fight.yaml.jsonl"]


def test_the_log_of_a_private_file_is_private(fight: Path, tmp_path: Path) -> None:
    fight.chmod(0o600)
    record(fight, B)
    assert stat.S_IMODE((tmp_path / ".gm" / "fight.yaml.jsonl").stat().st_mode) == 0o600


def test_a_hand_edit_is_kept_whole(fight: Path) -> None:
    record(fight, B)
    fight.write_bytes(b"# by hand\n" + B)
    log = record(fight, b"# by hand\n" + C)
    assert [step.whole for step in log.steps()] == [A.decode(), "# by hand\n" + B.decode()]


def test_a_save_that_fails_is_not_logged(fight: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: str, target: str) -> None:
        raise OSError(28, "No space left on device")

    for before in ([], [1]):
        with monkeypatch.context() as patched:
            patched.setattr(os, "replace", full)
            with pytest.raises(Busy, match="no space left"):
                record(fight, B)
        log = Journal(str(fight))
        assert [step.n for step in log.steps()] == before
        assert log.warnings == []
        assert fight.read_bytes() == A
        assert record(fight, A, "roll").warnings == []
    assert [step.n for step in Journal(str(fight)).steps()] == [1, 2]


def test_a_log_that_finds_no_room_stops_the_step(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record(fight, B)
    before = Path(history.log_path(str(fight))).read_bytes()
    write = os.write

    def nearly_full(handle: int, raw: memoryview) -> int:
        if len(raw) > 20:
            return write(handle, raw[:20])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", nearly_full)
        with pytest.raises(Busy, match="no space left"):
            record(fight, C)
    assert fight.read_bytes() == B
    assert Path(history.log_path(str(fight))).read_bytes() == before


def test_a_file_saved_meanwhile_is_not_logged(fight: Path) -> None:
    log = Journal(str(fight))
    with store.hold(str(fight)) as held:
        fight.write_bytes(C)
        with pytest.raises(store.Changed):
            log.record(held, B, commands=[["next"]], dice=[], events=[], changes=[])
    assert list(log.steps()) == []
    assert fight.read_bytes() == C


def test_numbers_used_up_are_remembered_for_ever(fight: Path) -> None:
    record(fight, B, used={"wolf": 4, "rat": 1})
    record(fight, C, used={"wolf": 2, "owl": 1})
    record(fight, D)
    undo(fight, 3)
    with store.hold(str(fight)) as held:
        assert dict(Journal(str(fight)).used(held.raw)) == {"wolf": 4, "rat": 1, "owl": 1}


def test_without_history_no_number_is_used_up(fight: Path, tmp_path: Path) -> None:
    with store.hold(str(fight)) as held:
        assert dict(Journal(str(fight)).used(held.raw)) == {}
    assert os.listdir(tmp_path) == ["fight.yaml"]


# Undo and redo --------------------------------------------------------------------------------------------------------


def test_undo_and_redo_walk_the_steps_and_stop_at_the_ends(fight: Path) -> None:
    for raw, command in ((B, "one"), (C, "two"), (D, "three")):
        record(fight, raw, command)
    assert commands(undo(fight)) == ["three"]
    assert fight.read_bytes() == C
    assert commands(undo(fight, 2)) == ["two", "one"]
    assert fight.read_bytes() == A
    with pytest.raises(Refused, match=r"^nothing to undo") as caught:
        undo(fight)
    assert caught.value.code == 1
    assert fight.read_bytes() == A
    assert commands(redo(fight)) == ["one"]
    assert fight.read_bytes() == B
    assert commands(redo(fight, 2)) == ["two", "three"]
    assert fight.read_bytes() == D
    with pytest.raises(Refused, match=r"^nothing to redo"):
        redo(fight)
    assert fight.read_bytes() == D


@pytest.mark.parametrize("act", [undo, redo])
def test_more_steps_than_there_are_change_nothing(fight: Path, act: Callable[[Path, int], list[Step]]) -> None:
    record(fight, B)
    record(fight, C)
    if act is redo:
        undo(fight, 2)
    before = fight.read_bytes()
    with pytest.raises(Refused, match="only 2 steps") as caught:
        act(fight, 3)
    assert act.__name__ + " 2" in caught.value.remedy
    assert fight.read_bytes() == before


@pytest.mark.parametrize("what", ["undo", "redo", "undoing"])
def test_without_history_there_is_nothing_to_undo(fight: Path, tmp_path: Path, what: str) -> None:
    with store.hold(str(fight)) as held, pytest.raises(Refused, match="nothing to"):
        getattr(Journal(str(fight)), what)(held)
    assert os.listdir(tmp_path) == ["fight.yaml"]


def test_a_new_step_ends_redo_but_a_roll_does_not(fight: Path) -> None:
    record(fight, B)
    record(fight, C)
    undo(fight, 2)
    record(fight, A, "roll")
    redo(fight)
    assert fight.read_bytes() == B
    record(fight, D)
    with pytest.raises(Refused, match="nothing to redo"):
        redo(fight)
    undo(fight, 2)
    assert fight.read_bytes() == A


def test_undo_passes_over_rolls(fight: Path) -> None:
    record(fight, A, "roll")
    record(fight, B, "hit")
    record(fight, B, "roll")
    record(fight, B, "roll")
    inode = fight.stat().st_ino
    assert commands(undo(fight)) == ["hit"]
    assert fight.stat().st_ino != inode
    with pytest.raises(Refused, match="nothing to undo"):
        undo(fight)


def test_undo_of_an_untouched_file_needs_no_place_to_be_unlike_others(fight: Path) -> None:
    fight.write_bytes(b"- rat\n" * 20)
    record(fight, b"- rat\n" * 19)
    undo(fight)
    assert fight.read_bytes() == b"- rat\n" * 20
    redo(fight)
    assert fight.read_bytes() == b"- rat\n" * 19


def test_several_steps_are_one_save(fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for raw in (B, C, D):
        record(fight, raw)
    saved: list[bytes] = []
    replace = store.Held.replace
    monkeypatch.setattr(store.Held, "replace", lambda held, raw: (saved.append(raw), replace(held, raw)))
    undo(fight, 3)
    redo(fight, 3)
    assert saved == [A, D]


def test_undoing_shows_what_undo_would_do(fight: Path) -> None:
    record(fight, B, "one")
    record(fight, C, "two")
    log = Path(history.log_path(str(fight))).read_bytes()
    with store.hold(str(fight)) as held:
        steps, raw = Journal(str(fight)).undoing(held, 2)
    assert (commands(steps), raw) == (["two", "one"], A)
    assert fight.read_bytes() == C
    assert Path(history.log_path(str(fight))).read_bytes() == log


def test_one_hold_serves_undo_and_the_step_played_again(fight: Path) -> None:
    record(fight, B)
    log = Journal(str(fight))
    with store.hold(str(fight)) as held:
        log.undo(held)
        log.record(held, C, commands=[["again"]], dice=[], events=[], changes=[])
    assert fight.read_bytes() == C
    assert [(step.n, step.undone) for step in log.steps()] == [(1, True), (2, False)]
    undo(fight)
    assert fight.read_bytes() == A


def test_undone_steps_stay_in_the_log_marked(fight: Path) -> None:
    for raw in (B, C, D):
        record(fight, raw)
    undo(fight, 2)
    redo(fight)
    record(fight, A)
    assert [(step.n, step.undone) for step in Journal(str(fight)).steps()] == [
        (1, False),
        (2, False),
        (3, True),
        (4, False),
    ]


def test_the_text_after_each_step(fight: Path) -> None:
    record(fight, B)
    record(fight, C)
    undo(fight)
    fight.write_bytes(b"# by hand\r\n" + B)
    record(fight, b"# by hand\r\n" + D)
    log = record(fight, b"# by hand\r\n" + D, "roll")
    assert [log.text_after(n).encode() for n in (1, 2, 3, 4)] == [B, C, b"# by hand\r\n" + D, b"# by hand\r\n" + D]
    with pytest.raises(Misused, match="there is no step 5") as caught:
        log.text_after(5)
    assert "1 to 4" in caught.value.remedy
    with pytest.raises(Misused):
        log.text_after(0)


def test_the_text_after_a_step_of_no_history(fight: Path) -> None:
    log = Journal(str(fight))
    assert list(log.steps()) == []
    with pytest.raises(Misused, match="there is no step 1"):
        log.text_after(1)
    assert log.warnings == []


# Any steps on any text ------------------------------------------------------------------------------------------------

LINES = st.lists(st.sampled_from(["a: 1", "b: 2", "", "  - ü", "\N{LINE SEPARATOR}", "x\ry", "\udcff"]), max_size=8)
TEXTS = st.builds(
    lambda rows, end, bom, last: history.to_bytes(bom + end.join(rows) + (end if last else "")),
    LINES,
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff"]),
    st.booleans(),
)
ACTS = st.one_of(
    TEXTS.map(lambda raw: ("record", raw)),
    st.just(("roll", b"")),
    st.integers(1, 3).map(lambda n: ("undo", n)),
    st.integers(1, 3).map(lambda n: ("redo", n)),
)


@settings(max_examples=150, deadline=None)
@given(start=TEXTS, acts=st.lists(ACTS, max_size=14))
def test_any_undo_and_redo_brings_back_the_very_bytes(
    tmp_path_factory: pytest.TempPathFactory, start: bytes, acts: list[tuple[str, bytes | int]]
) -> None:
    path = tmp_path_factory.mktemp("any") / "fight.yaml"
    path.write_bytes(start)
    past, future, now = [], [], start
    after: list[bytes] = []
    for act, what in acts:
        if isinstance(what, bytes):
            raw = what if act == "record" else now
            record(path, raw)
            after.append(raw)
            if raw != now:
                past.append(now)
                future.clear()
            now = raw
            continue
        source, target, walk = (past, future, undo) if act == "undo" else (future, past, redo)
        if what > len(source):
            with pytest.raises(Refused):
                walk(path, what)
        else:
            assert len(walk(path, what)) == what
            for _ in range(what):
                target.append(now)
                now = source.pop()
        assert path.read_bytes() == now
    log = Journal(str(path))
    assert [history.to_bytes(log.text_after(n)) for n in range(1, len(after) + 1)] == after
    assert log.warnings == []


# Growth ---------------------------------------------------------------------------------------------------------------


def long_log(path: Path, steps: int) -> None:
    """Write the log that so many `gm next` between two texts would leave, and the last text."""
    texts = [A, B]
    prints = [history.fingerprint(text) for text in texts]
    patches = [journal.hunks(A, B), journal.hunks(B, A)]
    rows, at, back = [], 0, None
    for n in range(1, steps + 1):
        turn = (n - 1) % 2
        whole = A.decode() if n == 1 else None
        step = Step(
            n, "2024-05-01T20:15:03Z", [["next"]], [], [], [], patches[turn], prints[turn], prints[1 - turn], whole
        )
        row = history.encode(history.Line(at, "step", step, history.Heads(undo=at), back=back)) + b"\n"
        rows.append(row)
        back = at
        at += len(row)
    log = Path(history.log_path(str(path)))
    log.parent.mkdir()
    log.write_bytes(b"".join(rows))
    path.write_bytes(texts[steps % 2])


def counting(read: Callable[[int, int], bytes], amounts: list[int]) -> Callable[[int, int], bytes]:
    def counted(handle: int, size: int) -> bytes:
        raw = read(handle, size)
        amounts.append(len(raw))
        return raw

    return counted


@pytest.mark.parametrize("act", ["record", "undo", "redo", "used"])
def test_c94_a_long_history_costs_no_more_than_the_end_it_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    costs = []
    for steps in (40, 10_000):
        folder = tmp_path / str(steps)
        folder.mkdir()
        path = folder / "fight.yaml"
        long_log(path, steps)
        if act == "redo":
            undo(path)
        log = Journal(str(path))
        amounts: list[int] = []
        with store.hold(str(path)) as held, monkeypatch.context() as patched:
            patched.setattr(os, "read", counting(os.read, amounts))
            if act == "record":
                log.record(held, D, commands=[["next"]], dice=[], events=[], changes=[])
            else:
                getattr(log, act)(held.raw if act == "used" else held)
        costs.append((len(amounts), sum(amounts)))
    (few_reads, few_bytes), (many_reads, many_bytes) = costs
    assert many_reads <= few_reads + 2
    assert many_bytes <= few_bytes + 20_000
    assert many_bytes < 40_000 < Path(history.log_path(str(path))).stat().st_size / 20


def test_a_long_history_can_be_undone_to_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "fight.yaml"
    long_log(path, 1001)
    assert [step.n for step in undo(path, 1001)] == list(range(1001, 0, -1))
    assert path.read_bytes() == A
    assert all(step.undone for step in Journal(str(path)).steps())


def test_steps_add_to_the_log_about_what_they_change(fight: Path) -> None:
    many = b"".join(b"  wolf-%d: {hp: 9/14}\n" % i for i in range(2000))
    fight.write_bytes(A + many)
    sizes = []
    for i in range(20):
        record(fight, fight.read_bytes().replace(b"wolf-%d: {hp: 9/14}" % (i * 90), b"wolf-%d: {hp: 8/14}" % (i * 90)))
        sizes.append(Path(history.log_path(str(fight))).stat().st_size)
    assert sizes[0] > len(many)
    assert all(later - earlier < 800 for earlier, later in pairwise(sizes))
