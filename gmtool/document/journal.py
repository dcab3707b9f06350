"""The history of an encounter: record what a command did, take it back, do it again, look it up.

A line is written ahead of the change it tells of, so a kill between the two loses nothing. What the end of the log
must know of all before it (what undo and redo take next, numbers used up) is carried from line to line: a command
reads the last line and those it takes back, however long the fight has lasted.
"""

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from gmtool.document.folder import Unkept, make_folder
from gmtool.document.history import (
    Line,
    Log,
    Record,
    Step,
    Tail,
    decode,
    encode,
    fingerprint,
    never_done,
    to_bytes,
    to_text,
)
from gmtool.document.patch import Misfit, apply, fit, hunks, inverse
from gmtool.document.store import Held, close, open_beside, read, reason, remove, undisturbed, write_all
from gmtool.errors import BadFile, Busy, GMError, Misused, Refused

__all__ = ["Journal", "Record", "State", "Step", "Unkept", "read_current", "write_current"]


class State(NamedTuple):
    """A step, with the text it found and the text it left; None where they are lost with damaged lines before it."""

    step: Step
    before: bytes | None
    after: bytes | None


class Journal:
    """The history of the encounter at `real_path`. `warnings` gathers what was amiss with it but stopped nothing."""

    def __init__(self, real_path: str) -> None:
        self.real = real_path
        self.warnings: list[str] = []

    def record(
        self,
        held: Held,
        new_raw: bytes,
        *,
        commands: Sequence[Sequence[str]],
        dice: Sequence[Record],
        events: Sequence[Record],
        changes: Sequence[Record],
        used: Mapping[str, int] | None = None,
    ) -> None:
        """Log one step and save the encounter as `new_raw`; if it cannot be saved, neither happens.

        `used` names numbers this step gave away; the highest of each name is remembered. A history that cannot be
        kept is only a warning. Raises Busy if the disk refuses, Changed if somebody saved the file meanwhile.
        """
        try:
            log = Log.make(self.real)
        except Unkept as trouble:
            self.warnings.append(f"{trouble.text}: this step cannot be undone; {trouble.remedy}")
            held.replace(new_raw)
            return
        with log:
            tail = self._tail(log, held)
            step = _text_change(tail, held.raw, new_raw)._replace(
                n=tail.n + 1,
                commands=[list(words) for words in commands],
                dice=list(dice),
                events=list(events),
                changes=list(changes),
            )
            heads = tail.heads._replace(used=_highest(tail.heads.used, used or {}))
            back = heads.undo
            if new_raw != held.raw:
                heads = heads._replace(undo=tail.next, redo=None)
            _save(log, tail, Line(tail.next, "step", step, heads, back=back), held, new_raw)

    def undoing(self, held: Held, n: int = 1) -> tuple[list[Step], bytes]:
        """Tell what `undo` would take back, newest first, and the text it would leave; nothing is written."""
        with self._open(held, "undo") as log:
            taken, raw, _ = _take_back(log, self._tail(log, held), held, n)
        return [line.step for line in taken], raw

    def undo(self, held: Held, n: int = 1) -> list[Step]:
        """Take back the last `n` steps that changed anything, newest first, in one save.

        The file comes back byte for byte; after a hand edit the steps' own lines are put back where each has just
        one place. Raises Refused if there are not so many, or where the edit is in the way; Busy as `record` does.
        """
        with self._open(held, "undo") as log:
            tail = self._tail(log, held)
            taken, raw, undo = _take_back(log, tail, held, n)
            heads = tail.heads._replace(undo=undo, redo=(tail.next, len(taken)))
            of = [line.at for line in taken]
            step = _text_change(tail, held.raw, raw)
            _save(log, tail, Line(tail.next, "undo", step, heads, of, rest=tail.heads.redo), held, raw)
        return [line.step for line in taken]

    def redoing(self, held: Held, n: int = 1) -> tuple[list[Step], bytes]:
        """Tell what `redo` would do again, in its first order, and the text it would leave; nothing is written."""
        with self._open(held, "redo") as log:
            taken, raw, _ = _do_again(log, self._tail(log, held), held, n)
        return [line.step for line in taken], raw

    def redo(self, held: Held, n: int = 1) -> list[Step]:
        """Do the last `n` undone steps again, in their first order, in one save. Raises as `undo` does."""
        with self._open(held, "redo") as log:
            tail = self._tail(log, held)
            taken, raw, redo = _do_again(log, tail, held, n)
            heads = tail.heads._replace(undo=taken[-1].at, redo=redo)
            of = [line.at for line in taken]
            _save(log, tail, Line(tail.next, "redo", _text_change(tail, held.raw, raw), heads, of), held, raw)
        return [line.step for line in taken]

    def used(self, raw: bytes) -> Mapping[str, int]:
        """Give the highest number each name has had so far in this history; empty where there is no history.

        `raw` is how the encounter reads now.
        """
        try:
            log = Log.open(self.real)
        except Unkept:
            return {}
        if log is None:
            return {}
        with log:
            return log.tail(fingerprint(raw)).heads.used

    def steps(self) -> Iterator[Step]:
        """Give every step, oldest first, those undone marked; damaged lines are passed over with a warning."""
        lines = self._lines()
        undone = _undone(lines)
        for line in lines:
            if line.kind == "step":
                yield line.step._replace(undone=line.at in undone)

    def states(self) -> Iterator[State]:
        """Give every step as `steps` does, with its texts; each is made from the one before, undo and redo followed.

        Where lines are lost, the texts are too, up to the next step or undo that carries a whole one.
        """
        lines = self._lines()
        undone = _undone(lines)
        raw: bytes | None = None
        for line in lines:
            step = line.step
            before = raw if step.whole is None else to_bytes(step.whole)
            raw = _left(line, before)
            if line.kind == "step":
                yield State(step._replace(undone=line.at in undone), before if raw is not None else None, raw)

    def last(self, held: Held) -> Step | None:
        """Give the step the history ends with; None where there is none, or undo or redo came after it."""
        log = Log.open(self.real)
        if log is None:
            return None
        with log:
            line = self._tail(log, held).line
        return line.step if line is not None and line.kind == "step" else None

    def text_after(self, n: int) -> str:
        """Give the encounter's text as it was just after step `n`. Raises Misused if there is no such step.

        Raises Refused if the lines it would be put together from are damaged.
        """
        lines = self._lines()
        last = next((i for i, line in enumerate(lines) if line.kind == "step" and line.step.n == n), None)
        if last is None:
            numbers = [line.step.n for line in lines]
            known = f"the log has steps 1 to {max(numbers)}" if numbers else "nothing has been logged yet"
            raise Misused(f"there is no step {n}", remedy=known)
        first = next((i for i in range(last, -1, -1) if lines[i].step.whole is not None), 0)
        raw = to_bytes(lines[first].step.whole or "")
        for line in lines[first : last + 1]:
            raw = _exactly(line, raw, back=False)
        return to_text(raw)

    def _open(self, held: Held, what: str) -> Log:
        log = Log.open(self.real, write=True)
        if log is None:
            raise Refused(f"nothing to {what}", remedy=f"{held.path} has no history yet")
        return log

    def _tail(self, log: Log, held: Held) -> Tail:
        tail = log.tail(fingerprint(held.raw))
        if tail.damaged:
            self.warnings.append(f"the history {log.path} is damaged or cut off at its end; what is left is kept")
        return tail

    def _lines(self) -> list[Line]:
        """Read the whole log, without what is damaged or was never carried out."""
        try:
            log = Log.open(self.real)
        except Unkept as trouble:
            self.warnings.append(f"{trouble.text}; {trouble.remedy}")
            return []
        if log is None:
            return []
        with log:
            found = list(log.lines())
        lines = [(decode(raw, at), raw) for at, raw in found]
        bad = [number for number, (line, _) in enumerate(lines, 1) if line is None]
        if bad:
            self.warnings.append(f"{log.path}:{bad[0]}: damaged or cut off; {len(bad)} line(s) passed over")
        try:
            now = fingerprint(read(self.real))
        except BadFile:
            now = ""
        return [line for line, raw in lines if line and (raw.endswith(b"\n") or not never_done(line, now))]


def read_current(start_folder: str) -> str | None:
    """Find the current encounter, as `.gm/current` names it in a folder or the nearest one above; None if none does."""
    folder = os.path.abspath(start_folder)
    while True:
        try:
            named = os.fsdecode(read(os.path.join(folder, ".gm", "current"))).removesuffix("\n")
        except BadFile:
            named = ""
        if named:
            return os.path.normpath(os.path.join(folder, named))
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def write_current(folder: str, target: str) -> None:
    """Make `target` the current encounter in a folder and those below it. Raises Unkept or Busy if it cannot.

    A target below the folder is named from there, so that the folder can be moved.
    """
    folder, target = os.path.abspath(folder), os.path.abspath(target)
    named = target.removeprefix(os.path.join(folder, "")) or target
    current = os.path.join(make_folder(folder), "current")
    temporary = f"{current}.gm-tmp"
    try:
        handle = open_beside(temporary, 0o666)
        try:
            write_all(handle, os.fsencode(named) + b"\n")
            os.fsync(handle)
        finally:
            close(handle)
        os.replace(temporary, current)
    except OSError as error:
        remove(temporary)
        raise Busy(f"{current} cannot be saved: {reason(error)}", remedy="use --file or $GM_FILE meanwhile") from error


def _save(log: Log, tail: Tail, line: Line, held: Held, raw: bytes) -> None:
    """Write the line, then the encounter, then the end of the line; whatever is interrupted is settled next time."""
    whole = encode(line)
    with undisturbed():
        log.append(tail, whole)
        try:
            held.replace(raw)
        except (GMError, OSError):
            log.cut(tail)
            raise
        log.finish()


def _text_change(tail: Tail, old: bytes, new: bytes) -> Step:
    """Describe a change of the text, with nothing yet of what brought it about."""
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    whole = None if tail.follows else to_text(old)
    return Step(tail.n, when, [], [], [], [], hunks(old, new), tail.now, fingerprint(new), whole)


def _highest(*counts: Mapping[str, int]) -> dict[str, int]:
    highest: dict[str, int] = {}
    for count in counts:
        for name, number in count.items():
            highest[name] = max(number, highest.get(name, number))
    return highest


def _take_back(log: Log, tail: Tail, held: Held, n: int) -> tuple[list[Line], bytes, int | None]:
    """Work out the undoing of `n` steps: the steps, the text without them, and what undo would take next."""
    taken: list[Line] = []
    raw, head = held.raw, tail.heads.undo
    while head is not None and len(taken) < n:
        line = _step_at(log, head)
        raw = _turned(line, raw, held.path, back=True)
        taken.append(line)
        head = line.back
    _require_all(taken, n, "undo", log, gap=tail.heads.gap)
    return taken, raw, head


def _do_again(log: Log, tail: Tail, held: Held, n: int) -> tuple[list[Line], bytes, tuple[int, int] | None]:
    """Work out the redoing of `n` steps: the steps, the text with them, and what redo would take next."""
    taken: list[Line] = []
    raw, head = held.raw, tail.heads.redo
    while head is not None and len(taken) < n:
        at, left = head
        undo = log.line_at(at)
        if undo is None or not 0 < left <= len(undo.of):
            raise _damaged(log.path)
        line = _step_at(log, undo.of[left - 1])
        raw = _turned(line, raw, held.path, back=False)
        taken.append(line)
        head = (at, left - 1) if left > 1 else undo.rest
    _require_all(taken, n, "redo", log, gap=tail.heads.gap)
    return taken, raw, head


def _require_all(taken: Iterable[Line], n: int, what: str, log: Log, *, gap: bool) -> None:
    count = len(list(taken))
    if count == n and n > 0:
        return
    ending = f"; the history {log.path} is damaged before that" if gap else ""
    if count == 0:
        raise Refused(f"nothing to {what}{ending}")
    there = "is only 1 step" if count == 1 else f"are only {count} steps"
    raise Refused(f"there {there} to {what}{ending}", remedy=f"`gm {what} {count}`")


def _step_at(log: Log, at: int) -> Line:
    line = log.line_at(at)
    if line is None or line.kind != "step" or line.heads.undo != at:
        raise _damaged(log.path)
    return line


def _damaged(path: str) -> Refused:
    return Refused(
        f"the history {path} is damaged where this step should be",
        remedy="the encounter itself is whole; set the values by hand with `gm set`",
    )


def _turned(line: Line, raw: bytes, path: str, *, back: bool) -> bytes:
    """Take a step back, or do it again, in a text that may have been edited since."""
    if fingerprint(raw) == (line.step.after if back else line.step.before):
        return _exactly(line, raw, back=back)
    try:
        return fit(inverse(line.step.hunks) if back else line.step.hunks, raw)
    except Misfit as misfit:
        raise _in_the_way(line, misfit, path, "undone" if back else "done again") from misfit


def _undone(lines: Iterable[Line]) -> set[int]:
    """Find the steps that are undone as things stand."""
    undone: set[int] = set()
    for line in lines:
        if line.kind == "undo":
            undone.update(line.of)
        elif line.kind == "redo":
            undone.difference_update(line.of)
    return undone


def _left(line: Line, found: bytes | None) -> bytes | None:
    """Give the text a line left, from the one it found; None if that is lost or another."""
    if found is None or fingerprint(found) != line.step.before:
        return None
    try:
        return _exactly(line, found, back=False)
    except Refused:
        return None


def _exactly(line: Line, raw: bytes, *, back: bool) -> bytes:
    """Turn the text as the step found it into the text as it left it, or back, byte for byte. Raises Refused."""
    step = line.step
    try:
        turned = apply(inverse(step.hunks) if back else step.hunks, raw)
    except Misfit:
        turned = b""
    if fingerprint(turned) != (step.before if back else step.after):
        raise Refused(
            f"the history is damaged at step {step.n}", remedy="the encounter itself is whole; see `gm log` for more"
        )
    return turned


def _in_the_way(line: Line, misfit: Misfit, path: str, done: str) -> Refused:
    why = {0: "it was edited since", 1: "its lines have changed places since"}
    return Refused(
        f"step {line.step.n} cannot be {done}: {path}:{misfit.line}: "
        f"{why.get(misfit.places, f'{misfit.places} places look alike since an edit')}\n"
        f"the step has:\n{_shown(misfit.wanted)}\nthe file has:\n{_shown(misfit.there)}",
        remedy="change these lines back in an editor, or go on from here with `gm set`",
    )


def _shown(text: Sequence[bytes]) -> str:
    rows = [line.decode("utf-8", "replace").rstrip("\r\n") for line in text]
    return "\n".join(f"  | {row}" for row in rows) if rows else "  (nothing)"
