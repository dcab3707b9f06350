"""A history that is cut, overwritten or in the way: the encounter never suffers, and undo never guesses."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.document import history, store
from gmtool.document.journal import Journal
from gmtool.errors import BadFile, GMError, Misused, Refused

TEXTS = [
    b"system: bnb\nround: 1\nturn: rat\n",
    b"system: bnb\nround: 1\nturn: wolf\n",
    b"system: bnb\nround: 2\nturn: wolf\n",
    b"system: bnb\nround: 2\nturn: rat\n",
]
LATER = b"system: bnb\nround: 9\nturn: rat\n"


@pytest.fixture(autouse=True, scope="module")
def quick_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """An encounter after three steps."""
    return played(tmp_path / "fight.yaml")


def played(path: Path) -> Path:
    path.write_bytes(TEXTS[0])
    for raw in TEXTS[1:]:
        record(path, raw)
    return path


def log_of(path: Path) -> Path:
    return Path(history.log_path(str(path)))


def record(path: Path, raw: bytes) -> Journal:
    log = Journal(str(path))
    with store.hold(str(path)) as held:
        log.record(held, raw, commands=[["next"]], dice=[], events=[], changes=[], used={"wolf": 3})
    return log


def undo(path: Path, n: int = 1) -> list[int]:
    with store.hold(str(path)) as held:
        return [step.n for step in Journal(str(path)).undo(held, n)]


def test_a_sound_history_gives_no_warning(fight: Path) -> None:
    log = Journal(str(fight))
    assert [step.n for step in log.steps()] == [1, 2, 3]
    assert log.warnings == []


@pytest.mark.parametrize("stride", [19, pytest.param(1, marks=pytest.mark.slow)])
def test_cut_at_every_byte_the_rest_is_read_and_the_next_step_can_be_undone(fight: Path, stride: int) -> None:
    whole = log_of(fight).read_bytes()
    ends = [at for at, byte in enumerate(whole, 1) if byte == ord("\n")]
    assert len(ends) == 3
    near_ends = {end + off for end in ends for off in (-2, -1, 0, 1) if end + off <= len(whole)}
    for size in sorted({*range(0, len(whole), stride), *near_ends}):
        fight.write_bytes(TEXTS[3])
        log_of(fight).write_bytes(whole[:size])
        left = sum(end - 1 <= size for end in ends)  # a line is whole without its line feed too
        torn = size not in ends and size + 1 not in ends

        log = Journal(str(fight))
        assert [step.n for step in log.steps()] == list(range(1, left + 1))
        assert bool(log.warnings) == (torn and size > 0)

        log = record(fight, LATER)
        assert bool(log.warnings) == torn
        assert fight.read_bytes() == LATER
        assert log_of(fight).read_bytes()[:size] == whole[:size]
        assert [step.n for step in log.steps()] == list(range(1, left + 2))

        assert undo(fight) == [left + 1]
        assert fight.read_bytes() == TEXTS[3]
        if left == 3:
            assert undo(fight) == [3]
            continue
        with pytest.raises(Refused, match="damaged" if torn else "nothing to undo|edited since"):
            undo(fight)
        assert fight.read_bytes() == TEXTS[3]


def test_cut_at_every_byte_of_a_step_never_done_the_steps_before_can_be_undone(fight: Path) -> None:
    whole = log_of(fight).read_bytes()
    second = whole.index(b"\n", whole.index(b"\n") + 1) + 1
    for size in range(second, len(whole)):
        fight.write_bytes(TEXTS[2])
        log_of(fight).write_bytes(whole[:size])
        assert [step.n for step in Journal(str(fight)).steps()] == [1, 2]
        assert undo(fight, 2) == [2, 1]
        assert fight.read_bytes() == TEXTS[0]
        assert Journal(str(fight)).text_after(2).encode() == TEXTS[2]


def nothing_left(log: Path) -> None:
    log.write_bytes(b"")


def full_of_zeros(log: Path) -> None:
    log.write_bytes(bytes(log.stat().st_size))


def end_full_of_zeros(log: Path) -> None:
    raw = log.read_bytes()
    log.write_bytes(raw[:-200] + bytes(200))


def half(log: Path) -> None:
    raw = log.read_bytes()
    log.write_bytes(raw[: len(raw) // 2])


def json_of_another_kind(log: Path) -> None:
    log.write_bytes(b'[]\n{"kind":"step"}\n7\n')


def nested_too_deep(log: Path) -> None:
    log.write_bytes(b"[" * 100_000)


@pytest.mark.parametrize(
    "ruin", [nothing_left, full_of_zeros, end_full_of_zeros, half, json_of_another_kind, nested_too_deep]
)
def test_a_ruined_history_stops_no_step_and_undo_says_so(fight: Path, ruin: Callable[[Path], None]) -> None:
    ruin(log_of(fight))
    ruins = log_of(fight).read_bytes()
    with pytest.raises(Refused, match="damaged"):
        undo(fight)
    assert fight.read_bytes() == TEXTS[3]
    assert log_of(fight).read_bytes() == ruins

    log = record(fight, LATER)
    assert fight.read_bytes() == LATER
    assert len(log.warnings) == 1
    assert log_of(fight).read_bytes().startswith(ruins)
    assert record(fight, TEXTS[0]).warnings == []
    undo(fight, 2)
    assert fight.read_bytes() == TEXTS[3]
    with pytest.raises(Refused, match=r"nothing to undo; the history .* is damaged before that"):
        undo(fight)


def test_a_deleted_history_is_begun_anew(fight: Path) -> None:
    shutil.rmtree(log_of(fight).parent)
    with pytest.raises(Refused, match="nothing to undo"):
        undo(fight)
    assert not log_of(fight).parent.exists()
    log = record(fight, LATER)
    assert log.warnings == []
    assert [step.n for step in log.steps()] == [1]
    undo(fight)
    assert fight.read_bytes() == TEXTS[3]


def folder_for_log(log: Path) -> None:
    log.unlink()
    log.mkdir()


def pipe_for_log(log: Path) -> None:
    log.unlink()
    os.mkfifo(log)


def link_for_log(log: Path) -> None:
    log.rename(log.parent.parent / "moved")
    log.symlink_to("../moved")


def link_for_folder(log: Path) -> None:
    log.parent.rename(log.parent.parent / "moved")
    log.parent.symlink_to("moved")


def file_for_folder(log: Path) -> None:
    shutil.rmtree(log.parent)
    log.parent.write_bytes(b"mine")


@pytest.mark.parametrize(
    ("ruin", "words"),
    [
        (folder_for_log, "it is a folder"),
        (pipe_for_log, "it is not a file"),
        (link_for_log, "is a symbolic link"),
        (link_for_folder, "is a symbolic link"),
        (file_for_folder, "is not a folder"),
    ],
)
def test_what_is_no_history_is_left_alone_and_stops_no_step(
    fight: Path, ruin: Callable[[Path], None], words: str
) -> None:
    ruin(log_of(fight))
    before = {at: at.read_bytes() for at in fight.parent.rglob("*") if at.is_file() and at != fight}
    with pytest.raises(GMError, match=words) as caught:
        undo(fight)
    assert caught.value.code == 1
    assert caught.value.remedy
    log = record(fight, LATER)
    assert fight.read_bytes() == LATER
    assert len(log.warnings) == 1
    assert words in log.warnings[0]
    assert "cannot be undone" in log.warnings[0]
    assert list(log.steps()) == []
    with store.hold(str(fight)) as held:
        assert dict(log.used(held.raw)) == {}
    assert {at: at.read_bytes() for at in fight.parent.rglob("*") if at.is_file() and at != fight} == before


def test_a_history_of_somebody_else_stops_no_step() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can make a file of somebody else's")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        path = played(Path(folder) / "fight.yaml")
        path.chmod(0o666)
        log_of(path).chmod(0o600)
        os.seteuid(65534)
        try:
            log = record(path, LATER)
            with pytest.raises(Refused, match="not writable"):
                undo(path)
        finally:
            os.seteuid(0)
        assert path.read_bytes() == LATER
        assert len(log.warnings) == 1


def test_a_damaged_line_within_is_passed_over_with_a_warning(fight: Path) -> None:
    rows = log_of(fight).read_bytes().splitlines(keepends=True)
    log_of(fight).write_bytes(rows[0] + b"x" * (len(rows[1]) - 1) + b"\n" + rows[2])
    log = Journal(str(fight))
    assert [step.n for step in log.steps()] == [1, 3]
    assert log.warnings == [f"{log_of(fight)}:2: damaged or cut off; 1 line(s) passed over"]
    assert undo(fight) == [3]
    with pytest.raises(Refused, match="damaged where this step should be"):
        undo(fight)
    assert fight.read_bytes() == TEXTS[2]
    with pytest.raises(Refused, match="damaged"):
        log.text_after(3)
    with pytest.raises(Misused, match="no step 2"):
        log.text_after(2)
    assert log.text_after(1).encode() == TEXTS[1]


def test_a_log_whose_beginning_was_cut_off_by_hand_is_not_followed_blindly(fight: Path) -> None:
    rows = log_of(fight).read_bytes().splitlines(keepends=True)
    log_of(fight).write_bytes(b"".join(rows[1:]))
    with pytest.raises(Refused, match="damaged"):
        undo(fight)
    assert fight.read_bytes() == TEXTS[3]
    record(fight, LATER)
    undo(fight)
    assert fight.read_bytes() == TEXTS[3]


def test_lines_swapped_by_hand_are_not_taken_for_one_another(fight: Path) -> None:
    rows = log_of(fight).read_bytes().splitlines()
    size = max(map(len, rows))
    first, second, third = (row[:-1] + b" " * (size - len(row)) + b"}\n" for row in rows)
    log_of(fight).write_bytes(first + third + second)
    with pytest.raises(Refused, match="damaged where this step should be"):
        undo(fight)
    assert fight.read_bytes() == TEXTS[3]


@pytest.mark.parametrize(("rotten", "instead"), [(b"turn: wolf", b"turn: wolp"), (b"turn: rat", b"turn: cat")])
def test_a_rotten_step_is_not_undone(fight: Path, rotten: bytes, instead: bytes) -> None:
    rows = log_of(fight).read_bytes().splitlines(keepends=True)
    last = rows[-1].replace(rotten, instead)
    assert last != rows[-1]
    log_of(fight).write_bytes(b"".join([*rows[:-1], last]))
    with pytest.raises(Refused, match="the history is damaged at step 3"):
        undo(fight)
    assert fight.read_bytes() == TEXTS[3]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_is_in_the_log_the_encounter_is_one_of_its_texts(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = played(tmp_path_factory.mktemp("flipped") / "fight.yaml")
    raw = bytearray(log_of(path).read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.sampled_from(b'\0 0129-"{}[],:nul\n'))
    log_of(path).write_bytes(raw)
    for act in data.draw(st.lists(st.sampled_from(["undo", "redo", "record"]), max_size=6)):
        try:
            with store.hold(str(path)) as held:
                if act == "record":
                    Journal(str(path)).record(held, LATER, commands=[], dice=[], events=[], changes=[])
                else:
                    getattr(Journal(str(path)), act)(held)
        except Refused:
            continue
        assert path.read_bytes() in [*TEXTS, LATER]
    for step in Journal(str(path)).steps():
        try:
            Journal(str(path)).text_after(step.n)
        except (Refused, Misused):
            continue


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"null",
        b"{}",
        b"\xff",
        b'{"kind":"step"}',
        b'{"kind":"step","n":"1","time":"","lines":[],"before":"","after":"","undo":null,"redo":null,"used":{}}',
        b'{"kind":"step","n":true,"time":"","lines":[],"before":"","after":"","undo":null,"redo":null,"used":{}}',
        b'{"kind":"step","n":1,"time":"","lines":[[1,[],[],[]]],"before":"","after":"","undo":null,"redo":null,"used":{}}',
        b'{"kind":"step","n":1,"time":"","lines":[[1,[],["a"],[2],[]]],"before":"","after":"","undo":null,"redo":null,"used":{}}',
        b'{"kind":"step","n":1,"time":"","lines":[],"before":"","after":"","undo":null,"redo":[1],"used":{}}',
        b'{"kind":"step","n":1,"time":"","lines":[],"before":"","after":"","undo":null,"redo":null,"used":[]}',
        b'{"kind":"step","n":1,"time":"","lines":[],"before":"","after":"","undo":1.5,"redo":null,"used":{}}',
    ],
)
def test_a_line_of_another_shape_is_no_line(raw: bytes) -> None:
    assert history.decode(raw, 0) is None


def test_the_shortest_line_that_is_one() -> None:
    told = b'"commands":[["next"]],"dice":[],"events":[],"changes":[],"back":null'
    rest = b'"lines":[],"before":"","after":"","undo":null,"redo":null,"used":{}'
    raw = b'{"kind":"step","n":1,"time":"",' + told + b"," + rest + b"}"
    line = history.decode(raw, 7)
    assert line is not None
    assert (line.at, line.kind, line.step.n, line.heads) == (7, "step", 1, history.Heads())


def test_a_fingerprint_is_the_length_and_the_crc() -> None:
    assert history.fingerprint(b"123456789") == "9-cbf43926"  # the check value every CRC-32 is published with
    assert history.fingerprint(b"") == "0-00000000"


def test_a_missing_encounter_leaves_its_log_readable(fight: Path) -> None:
    fight.unlink()
    assert [step.n for step in Journal(str(fight)).steps()] == [1, 2, 3]
    with pytest.raises(BadFile):
        store.hold(str(fight))
