"""The log on disk: `.gm/<file name>.jsonl` beside an encounter, one JSON object a line, only ever added to.

A line ends with its line feed once the encounter has been replaced: a last line without one was cut off or never
carried out. Which of the two it was shows in the encounter, whose fingerprint before and after each line carries.
"""

import json
import os
import stat
from binascii import crc32
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType, TracebackType
from typing import Any, NamedTuple, Self

from gmtool.document.folder import log_path, make_folder, require_own_file, require_own_folder, unkept
from gmtool.document.patch import Hunk
from gmtool.document.store import OURS, close, reason, sync_folder, undisturbed, write_all
from gmtool.errors import Busy

Record = dict[str, Any]
"""A die thrown, an event or a change, as JSON has it."""

_BLOCK = 8192
_DEEPEST = 100
"""As deep as an encounter may be nested, and so whatever a step tells of it."""
_HIGHEST = 10**15
"""More than any number or place in a log; what is higher was never written by us."""


class Step(NamedTuple):
    """One command line as it was carried out. `hunks` turned the text `before` into `after` (fingerprints)."""

    n: int
    time: str
    """When, in UTC to the second: 2024-05-01T20:15:03Z."""
    commands: list[list[str]]
    dice: list[Record]
    events: list[Record]
    changes: list[Record]
    hunks: list[Hunk]
    before: str
    after: str
    whole: str | None
    """The text as the step found it, where no step before had left it so."""
    undone: bool = False


class Heads(NamedTuple):
    """What the end of a log knows of all before it, so that nothing more need be read."""

    undo: int | None = None
    """The step that undo takes next."""
    redo: tuple[int, int] | None = None
    """What redo takes next: in the undo line at that byte, the last of so many of its steps."""
    used: Mapping[str, int] = MappingProxyType({})
    """The highest number given so far to a combatant of each name."""
    gap: bool = False
    """Lines are lost, and undo ends where they were."""


class Line(NamedTuple):
    """A line of the log: a step, or an undo or redo `of` steps. Steps and lines are known by the byte they start at."""

    at: int
    kind: str
    step: Step
    """Of an undo or redo only `n`, the last number used so far, the time and the text's change."""
    heads: Heads
    of: Sequence[int] = ()
    back: int | None = None
    """Of a step: what undo takes after it."""
    rest: tuple[int, int] | None = None
    """Of an undo: what redo takes after it."""


class Tail(NamedTuple):
    """The end of a log, seen with the encounter as it is `now`: the last good line, and where the next one goes."""

    now: str
    line: Line | None
    end: int
    """The bytes to keep."""
    closed: bool
    """The bytes to keep end with a line feed."""
    damaged: bool
    """Something unreadable comes after the last good line."""

    @property
    def next(self) -> int:
        """The byte at which the next line will start."""
        return self.end if self.closed else self.end + 1

    @property
    def n(self) -> int:
        """The last number used; 0 before the first step."""
        return self.line.step.n if self.line else 0

    @property
    def follows(self) -> bool:
        """The encounter is as the last line left it."""
        return self.line is not None and self.line.step.after == self.now

    @property
    def heads(self) -> Heads:
        """The heads to go on from. A damaged end that the encounter shows to have changed nothing does no harm."""
        last = self.line.heads if self.line else Heads()
        return Heads(used=last.used, gap=True) if self.damaged and not self.follows else last


def fingerprint(raw: bytes) -> str:
    """Tell one state of a file from another: its length and its CRC-32.

    Enough where nobody cheats, as undo also compares the lines it takes back; hashlib would cost 5 ms to import.
    """
    return f"{len(raw):x}-{crc32(raw):08x}"


def to_text(raw: bytes) -> str:
    """Decode UTF-8 so that even wrong bytes come back by `to_bytes`."""
    return raw.decode("utf-8", "surrogateescape")


def to_bytes(text: str) -> bytes:
    """Encode what `to_text` decoded."""
    return text.encode("utf-8", "surrogateescape")


def encode(line: Line) -> bytes:
    """Write a line as JSON, without its line feed."""
    step = line.step
    data: dict[str, Any] = {"kind": line.kind, "n": step.n, "time": step.time}
    if line.kind == "step":
        data |= {"commands": step.commands, "dice": step.dice, "events": step.events, "changes": step.changes}
        data["back"] = line.back
    else:
        data |= {"of": list(line.of), "rest": line.rest}
    data["lines"] = [
        (hunk.line, *([to_text(text) for text in part] for part in (hunk.lead, hunk.before, hunk.after, hunk.trail)))
        for hunk in step.hunks
    ]
    data |= {"before": step.before, "after": step.after}
    if step.whole is not None:
        data["whole"] = step.whole
    heads = line.heads
    data |= {"undo": heads.undo, "redo": heads.redo, "used": dict(heads.used)}
    if heads.gap:
        data["gap"] = True
    return json.dumps(data, separators=(",", ":")).encode()


def decode(raw: bytes, at: int) -> Line | None:
    """Read the line that starts at byte `at`; None if it is not a whole and sound one."""
    try:
        return _line(json.loads(raw.decode()), at)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


class Log:
    """An open log. Only whoever holds the encounter may write to it."""

    def __init__(self, path: str, handle: int, *, fresh: bool) -> None:
        self.path = path
        self._handle = handle
        self._fresh = fresh

    @classmethod
    def open(cls, real: str, *, write: bool = False) -> "Log | None":
        """Open the log of an encounter, for reading unless told otherwise; None if there is none. Raises Unkept."""
        path = log_path(real)
        require_own_folder(os.path.dirname(path))
        try:
            return cls(path, _opened(path, os.O_RDWR | os.O_APPEND if write else os.O_RDONLY), fresh=False)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise unkept(path, error) from error

    @classmethod
    def make(cls, real: str) -> "Log":
        """Open the log of an encounter for writing; make it, as private as the encounter, if there is none.

        Raises Unkept.
        """
        path = log_path(real)
        make_folder(os.path.dirname(real))
        if (log := cls.open(real, write=True)) is not None:
            return log
        try:
            mode = stat.S_IMODE(os.stat(real).st_mode) & 0o666
            log = cls(path, _opened(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, mode), fresh=True)
        except OSError as error:
            raise unkept(path, error) from error
        sync_folder(os.path.dirname(path))
        return log

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with undisturbed():
            close(self._handle)

    def tail(self, now: str) -> Tail:
        """Find the last good line, reading no more of the end than that takes; `now` is the encounter's fingerprint.

        A last line that was written but never carried out is left out.
        """
        end = os.fstat(self._handle).st_size
        closed = True
        damaged = end == 0 and not self._fresh
        for at, raw in self._from_end(end):
            line = decode(raw, at)
            finished = raw.endswith(b"\n")
            if line is not None and not finished and never_done(line, now):
                end = at
                continue
            closed = closed and finished
            if line is not None:
                return Tail(now, line, end, closed, damaged)
            damaged = True
        return Tail(now, None, end, closed, damaged)

    def line_at(self, at: int) -> Line | None:
        """Read the one line that starts at byte `at`; None if no sound line starts there.

        The end of a line is not taken for one: it is not JSON by itself.
        """
        if at >= os.fstat(self._handle).st_size:
            return None
        raw = b""
        while block := self._read(at + len(raw), max(_BLOCK, len(raw))):
            before, end, _ = block.partition(b"\n")
            raw += before
            if end:
                break
        return decode(raw, at)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Go through all lines, oldest first, each with the byte it starts at; whole ones keep their line feed."""
        raw = self._read(0, os.fstat(self._handle).st_size)
        at = 0
        while at < len(raw):
            end = raw.find(b"\n", at) + 1 or len(raw)
            yield at, raw[at:end]
            at = end

    def append(self, tail: Tail, raw: bytes) -> None:
        """Add a line after the tail, to be finished by `finish` or taken back by `cut`. Raises Busy if it cannot."""
        try:
            os.ftruncate(self._handle, tail.end)
            write_all(self._handle, raw if tail.closed else b"\n" + raw)
            os.fsync(self._handle)
        except OSError as error:
            self.cut(tail)
            raise Busy(
                f"the history {self.path} cannot be written: {reason(error)}",
                remedy="nothing was changed; make room and run it again",
            ) from error

    def finish(self) -> None:
        """Mark the last line as carried out. If that fails, the encounter itself still says so."""
        try:
            write_all(self._handle, b"\n")
        except OSError:
            return

    def cut(self, tail: Tail) -> None:
        """Take back what was appended after the tail."""
        try:
            os.ftruncate(self._handle, tail.end)
            if tail.end == 0:
                os.unlink(self.path)
        except OSError:
            return

    def _from_end(self, size: int) -> Iterator[tuple[int, bytes]]:
        start, block, rest = size, _BLOCK, b""
        while start > 0:
            begin = max(0, start - block)
            rest = self._read(begin, start - begin) + rest
            start, block, end = begin, block * 2, len(rest)
            while (cut := rest.rfind(b"\n", 0, end - 1)) >= 0:
                yield start + cut + 1, rest[cut + 1 : end]
                end = cut + 1
            rest = rest[:end]
        if rest:
            yield 0, rest

    def _read(self, at: int, size: int) -> bytes:
        os.lseek(self._handle, at, os.SEEK_SET)
        blocks = []
        while size > 0 and (block := os.read(self._handle, size)):
            blocks.append(block)
            size -= len(block)
        return b"".join(blocks)


def never_done(line: Line, now: str) -> bool:
    """Tell whether an unfinished line was written and then not carried out, from the encounter's fingerprint."""
    return line.step.before == now != line.step.after


def _opened(path: str, flags: int, mode: int = 0o666) -> int:
    handle = os.open(path, flags | OURS, mode)
    try:
        require_own_file(path, handle)
    except BaseException:
        close(handle)
        raise
    return handle


def _line(data: Any, at: int) -> Line:
    """Give the line that JSON data is, or fail on what no line has: whoever reads lines need not look twice."""
    kind, n, time = _str(data["kind"]), _number(data["n"]), _str(data["time"])
    hunks = [_hunk(*fields) for fields in data["lines"]]
    whole = None if data.get("whole") is None else _text(data["whole"])
    step = Step(n, time, [], [], [], [], hunks, _str(data["before"]), _str(data["after"]), whole)
    heads = Heads(
        _place(data["undo"]),
        _steps_of_undo(data["redo"]),
        {name: _number(number) for name, number in data["used"].items()},
        data.get("gap") is True,
    )
    if kind == "step":
        told = step._replace(
            commands=[[_str(word) for word in _list(words)] for words in _some(data["commands"])],
            dice=[_die(die) for die in _list(data["dice"])],
            events=[_event(event) for event in _list(data["events"])],
            changes=[_change(change) for change in _list(data["changes"])],
        )
        return Line(at, kind, told, heads, back=_place(data["back"]))
    if kind not in ("undo", "redo"):
        raise ValueError
    of = [_number(place) for place in _some(data["of"])]
    return Line(at, kind, step, heads, of, rest=_steps_of_undo(data["rest"]))


def _die(value: object) -> Record:
    record = _record(value, "who", "why", "faces", "total", "source")
    for words in (record["who"], record["why"], record["source"], record.get("words", "")):
        _str(words)
    for face in _list(record["faces"] or []):
        _number(face)
    return record


def _event(value: object) -> Record:
    record = _record(value, "type")
    if record["type"] == "fact":
        _str(record["kind"])
        _str(record["text"])
    return record


def _change(value: object) -> Record:
    record = _record(value, "path", "old", "new")
    if _str(record["path"]) == "round" and record["new"] is not None:
        int(_str(record["new"]))  # steps are put in their rounds by it
    return record


def _record(value: object, *keys: str) -> Record:
    """Give an object that has these keys and is nested no deeper than an encounter may be."""
    if not isinstance(value, dict) or not value.keys() >= set(keys):
        raise TypeError
    _require_depth(value, _DEEPEST)
    return value


def _require_depth(value: object, left: int) -> None:
    if isinstance(value, (dict, list)):
        if left == 0:
            raise ValueError
        for inner in value.values() if isinstance(value, dict) else value:
            _require_depth(inner, left - 1)


def _hunk(line: object, *texts: Sequence[str]) -> Hunk:
    lead, before, after, trail = (tuple(to_bytes(_str(text)) for text in _list(part)) for part in texts)
    return Hunk(_number(line), lead, before, after, trail)


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= _HIGHEST:
        raise TypeError
    return value


def _str(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _text(value: object) -> str:
    """Give a text that bytes can be made from: of half a pair of code units none can."""
    text = _str(value)
    to_bytes(text)
    return text


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _some(value: object) -> list[Any]:
    if not value:
        raise ValueError
    return _list(value)


def _place(value: object) -> int | None:
    return None if value is None else _number(value)


def _steps_of_undo(value: object) -> tuple[int, int] | None:
    if value is None:
        return None
    place, count = _list(value)
    return _number(place), _number(count)
