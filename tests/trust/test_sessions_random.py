"""Whole evenings at random: verbs of every system, undo, redo, scripts, hand edits, kills; after each step all is well.

That is: the file is a valid encounter, an independent reader reads the same in it, and its history, followed by a few
lines of its own here, leads to the very bytes in the file. At the end `gm replay` finds everything as recorded.
By hand, as many as you like: GM_LONG_SESSIONS=1000 pytest -m slow tests/trust/test_sessions_random.py
"""

from __future__ import annotations

import io
import json
import os
import re
import signal
import sys
from binascii import crc32
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from gmtool.encounter import catalog
from gmtool.errors import BadFile
from gmtool.session import Opened
from tests.document.conftest import TextLoader
from tests.played import Folder
from tests.trust import wild

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gmtool.encounter.reading import Reading

SYSTEMS = tuple(catalog.names())
DONE_OR_REFUSED = (0, 1, 2, 5, 6)
TEMPORARY = ".encounter.yaml.gm-tmp"
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
TALLY: Counter[str] = Counter()
"""what was tried; printed at the end of a long run"""


# the history, read without the program --------------------------------------------------------------------------------

Way = tuple[bytes, bytes]
"""the text before a step, and after it"""


class History(NamedTuple):
    """What a history says: the text it leads to, the steps that undo takes back, last first, and redo does again."""

    text: bytes | None
    done: list[Way]
    undone: list[Way]
    lines: int


def fingerprint(raw: bytes) -> str:
    """What the history knows a text by."""
    return f"{len(raw):x}-{crc32(raw):08x}"


def history(log: Path, now: bytes) -> History:
    """Follow a history from its first line.

    A last line without its end is one whose command was interrupted: it counts if the file says it was carried out.
    """
    text: bytes | None = None
    at = 0
    steps: dict[int, Way] = {}
    done: list[Way] = []
    undone: list[Way] = []
    rows = log.read_bytes().splitlines(keepends=True) if log.exists() else []
    for row in rows:
        try:
            line = json.loads(row)
        except ValueError:  # cut off by a kill, before anything was saved
            at += len(row)
            continue
        if not row.endswith(b"\n") and line["before"] == fingerprint(now) != line["after"]:
            rows.pop()
            break
        if line.get("whole") is not None:
            text = line["whole"].encode("utf-8", "surrogateescape")
        assert text is not None, "the first line has no whole text"
        before, text = text, followed(line, text)
        if line["kind"] == "step" and line["lines"]:
            steps[at] = (before, text)
            done.append((before, text))
            undone.clear()
        elif line["kind"] == "undo":
            taken = [done.pop() for _ in line["of"]]
            assert taken == [steps[place] for place in line["of"]], "undo took others than the last"
            undone += taken
        elif line["kind"] == "redo":
            taken = [undone.pop() for _ in line["of"]]
            assert taken == [steps[place] for place in line["of"]], "redo did others than were undone last"
            done += taken
        at += len(row)
    return History(text, done, undone, len(rows))


def followed(line: dict[str, Any], text: bytes) -> bytes:
    """The text that a line of the history leads to."""
    assert line["before"] == fingerprint(text), "a line does not begin where the one before it ended"
    lines = re.findall(r"[^\n]*\n|[^\n]+", text.decode("utf-8", "surrogateescape"))
    for number, lead, before, after, trail in reversed(line["lines"]):
        at, end = number - 1, number - 1 + len(before)
        assert lines[at:end] == before
        assert lines[at - len(lead) : at] == lead
        assert lines[end : end + len(trail)] == trail
        lines[at:end] = after
    new = "".join(lines).encode("utf-8", "surrogateescape")
    assert line["after"] == fingerprint(new), "a line does not lead where it says"
    return new


# an evening -----------------------------------------------------------------------------------------------------------


class Evening:
    """A fight in a folder; its methods are what happens to it."""

    def __init__(self, path: Path, system: str) -> None:
        self.gm = Folder(path)
        self.log = path / ".gm" / "encounter.yaml.jsonl"
        self.told: list[str] = []
        """what was done, for whoever must find out why it failed"""
        self.edited = True
        """the file is not as the history left it"""
        self.killed = False
        """a command was killed, and may have left a temporary file: the next one that saves takes it away"""
        self.gm.file.write_text(starter(system), encoding="utf-8")

    @property
    def raw(self) -> bytes:
        return self.gm.file.read_bytes()

    @property
    def reading(self) -> Reading:
        return Opened(str(self.gm.file), None, self.raw).reading

    @property
    def logged(self) -> bytes:
        return self.log.read_bytes() if self.log.exists() else b""

    def run(self, *words: str, codes: tuple[int, ...] = DONE_OR_REFUSED) -> int:
        """Run a command that is done or refused, and hold it to what is promised of either."""
        self.told.append(repr(words))
        TALLY["commands"] += 1
        found, logged = self.raw, self.logged
        ran = self.gm(*words)
        TALLY[f"exit {ran.code}"] += 1
        assert ran.code in codes, (words, ran)
        assert "Traceback" not in ran.err + ran.out
        # `log --at` gives the file's line ends as they are
        assert not CONTROL.search(ran.out.replace("\r\n", "\n") + ran.err), (words, ran)
        if self.raw != found:
            self.killed = False
        left = {TEMPORARY} if self.killed else set()
        assert {*os.listdir(self.gm.path)} <= {"encounter.yaml", ".gm", "evening.txt", *left}, (
            "something is left behind"
        )
        if ran.code or "-n" in words:
            assert self.raw == found, (words, ran, "changed the file")
            assert self.logged == logged, (words, ran, "changed the history")
        if ran.code == 0 and "--json" in words and "-h" not in words:
            json.loads(ran.out)
        if self.raw != found:
            self.edited = False
        return ran.code

    def require_sound(self) -> None:
        """The file is valid, another reader reads the same in it, and the history leads to it."""
        raw = self.raw
        assert yaml.load(raw.decode("utf-8-sig"), TextLoader) == self.reading.document.data()
        led = history(self.log, raw).text
        assert self.edited or led == raw, "the history leads elsewhere"

    def deed(self, random: Random) -> None:
        """A command that may change the encounter; another, up to three, where it does not."""
        before = history(self.log, self.raw)
        found = self.raw
        for _ in range(3):
            self.run(*wild.decorated(random, wild.deed_line(random, self.reading)))
            after = history(self.log, self.raw)
            if self.raw != found:
                assert after.done == [*before.done, (found, self.raw)]
                assert after.lines == before.lines + 1
                TALLY["deeds that changed something"] += 1
                return
            before = after

    def look(self, random: Random) -> None:
        """A command that changes nothing, not even the history."""
        found, logged = self.raw, self.logged
        self.run(*wild.look_line(random, self.reading), codes=(0, 1, 2, 5))
        assert (self.raw, self.logged) == (found, logged)

    def undo(self, random: Random) -> None:
        """Some steps are taken back."""
        self._step(random, redo=False)

    def redo(self, random: Random) -> None:
        """Some steps are done again."""
        self._step(random, redo=True)

    def _step(self, random: Random, *, redo: bool) -> None:
        """Byte for byte, where nobody edited the file in between."""
        then = history(self.log, self.raw)
        n = random.choice([1, 1, 1, 2, 3])
        ways = [(new, old) if redo else (old, new) for old, new in (then.undone if redo else then.done)[-n:]]
        text: bytes | None = self.raw
        for old, new in reversed(ways):
            text = old if text == new else None
        found = self.raw
        code = self.run("redo" if redo else "undo", *([str(n)] if n > 1 or random.random() < 0.5 else []))
        assert code in (0, 1)
        assert code == 1 or len(ways) == n
        assert text is None or len(ways) < n or (code == 0 and self.raw == text), "not the bytes there were"
        TALLY["redone" if redo else "undone"] += code == 0
        try:
            _ = self.reading
        except BadFile:  # after a hand edit it may be none, which a command says: the editor takes it back
            self.gm.file.write_bytes(found)
            self.edited = True

    def again(self, random: Random) -> None:
        """The last command once more."""
        more = random.choice([[], ["--mod", "+1 luck"], ["--force"], ["--dice", "1,2,3"], ["--seed", "3"]])
        self.run("again", *more, codes=(*DONE_OR_REFUSED, 3))

    def script(self, random: Random) -> None:
        """Several commands as one step."""
        reading = self.reading
        lines = [wild.deed_line(random, reading) for _ in range(random.randint(1, 3))]
        lines = [["next", "--force"], *lines] if random.random() < 0.5 else lines
        path = self.gm.path / "evening.txt"
        path.write_bytes(
            "".join(" ".join(map(quoted, line)) + "\n" for line in lines).encode("utf-8", "surrogateescape")
        )
        self.told.append(path.read_text(errors="backslashreplace"))
        before = history(self.log, self.raw)
        found = self.raw
        code = self.run("run", path.name, "--seed", "7", codes=(*DONE_OR_REFUSED, 3))
        path.unlink()
        if self.raw != found:
            assert code == 0
            assert history(self.log, self.raw).done == [*before.done, (found, self.raw)], "no one step"
            TALLY["scripts done"] += 1

    def edit(self, random: Random) -> None:
        """The file is saved in an editor, still a valid encounter."""
        found = self.raw
        changed = EDITS[random.choice([*EDITS])](random, found.decode()).encode()
        self.gm.file.write_bytes(changed)
        try:
            _ = self.reading
        except BadFile:
            self.gm.file.write_bytes(found)
            return
        if changed != found:
            self.told.append(f"edited: {changed!r}")
            self.edited = True
            TALLY["hand edits"] += 1

    def spoil(self, random: Random) -> None:
        """The file is saved in an editor with a slip in it: nothing is done with it until it is mended."""
        found = self.raw
        lines = wild.deed_line(random, self.reading), wild.look_line(random, self.reading)
        at = random.randrange(len(found))
        slip = random.choice([b"", b"\t", b": ", b"]", b"'", b"\xff", b"\n  x", b"&a ", b"*b", b"@", b"<<<<<<< a\n"])
        self.gm.file.write_bytes(found[:at] + slip + found[at + random.choice([0, 1, 5]) :])
        try:
            _ = self.reading
        except BadFile:
            TALLY["spoiled files"] += 1
            spoiled = self.raw
            assert self.run("check", codes=(3,)) == 3
            for line in lines:
                self.run(*line, codes=(0, 1, 2, 3))
                assert self.raw == spoiled
            self.edited = True  # a roll is kept in the history, with the text as it was
        self.gm.file.write_bytes(found)

    def kill(self, random: Random) -> None:
        """A command dies at some step of its work: the file is the old one or the new one."""
        words = wild.decorated(random, wild.deed_line(random, self.reading))
        words = random.choice([words, words, words, ["undo"], ["redo"], ["again"]])
        self.told.append(f"killed: {words!r}")
        found, then = self.raw, history(self.log, self.raw)
        died = killed(self.gm, words, random.randrange(1, 60))
        TALLY["kills"] += died
        self.killed = self.killed or died
        self.edited = self.raw == found and self.edited
        try:
            self.require_sound()
        except BadFile:
            self.gm.file.write_bytes(found)
            self.edited = True
        now = history(self.log, self.raw)
        assert self.raw in (found, now.text)
        assert now.lines in range(then.lines, then.lines + (3 if words == ["again"] else 2))


EVENTS = (
    *(Evening.deed,) * 6,
    *(Evening.look, Evening.undo, Evening.undo, Evening.redo, Evening.again, Evening.script),
    *(Evening.edit, Evening.edit, Evening.spoil, Evening.kill),
)


def quoted(word: str) -> str:
    """A word as a script takes it: in quotes of one kind or the other."""
    return "'" + word.replace("'", "'\"'\"'") + "'"


def killed(gm: Folder, words: list[str], at: int) -> bool:
    """Run a command in a child that dies by SIGKILL as it goes to touch the disk for the `at`th time."""
    if not hasattr(os, "fork"):
        return False
    child = os.fork()
    if child == 0:
        left = at

        def counted(real: Callable[..., Any], half: bool) -> Callable[..., Any]:
            def call(*args: Any, **named: Any) -> Any:
                nonlocal left
                left -= 1
                if left == 0:
                    if half:
                        real(args[0], bytes(args[1])[: len(args[1]) // 2])
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*args, **named)

            return call

        for name in ("open", "read", "write", "replace", "unlink", "ftruncate", "fsync", "fchmod", "mkdir", "close"):
            setattr(os, name, counted(getattr(os, name), name == "write"))
        try:
            gm(*words)
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


# what an editor does --------------------------------------------------------------------------------------------------


def _line(random: Random, text: str, change: Callable[[str], str]) -> str:
    lines = text.splitlines(keepends=True)
    at = random.randrange(len(lines))
    lines[at] = change(lines[at])
    return "".join(lines)


def _digit(random: Random, text: str) -> str:
    places = [match.start() for match in re.finditer(r"\d", text)]
    if not places:
        return text
    at = random.choice(places)
    return text[:at] + str(random.randrange(10)) + text[at + 1 :]


def _swapped(random: Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines)


def _pasted(random: Random, text: str) -> str:
    found = re.findall(r"^  [\w-]+:.*\n(?:(?:    .*)?\n)*", text, re.M)
    if not found or len(found) > 12:
        return text
    lines = random.choice(found)
    new = re.sub(r"^  [\w-]+:", f"  h{random.randrange(1000)}:", lines, count=1)
    return text.replace(lines, lines + new, 1)


def _cut(random: Random, text: str) -> str:
    found = re.findall(r"^  [\w-]+:.*\n(?:(?:    .*)?\n)*", text, re.M)
    return text.replace(random.choice(found), "", 1) if len(found) > 3 else text


EDITS: dict[str, Callable[[Random, str], str]] = {
    "a comment": lambda random, text: _line(random, text, lambda line: f"# é: 'note\n{line}"),
    "a comment behind": lambda random, text: _line(
        random, text, lambda line: re.sub(r"(\r?\n)$", r"   # - why [\1", line) if line.strip() else line
    ),
    "an empty line": lambda random, text: _line(random, text, lambda line: f"\n{line}"),
    "a number": _digit,
    "a line less": lambda random, text: _line(random, text, lambda _: ""),
    "two lines swapped": _swapped,
    "somebody pasted": _pasted,
    "somebody cut": _cut,
    "no last line end": lambda _, text: text.rstrip("\r\n"),
    "a last line end": lambda _, text: text if text.endswith("\n") else text + "\n",
    "line ends of Windows": lambda _, text: text.replace("\r\n", "\n").replace("\n", "\r\n"),
    "line ends of Unix": lambda _, text: text.replace("\r\n", "\n"),
    "a mark in front": lambda random, text: "\ufeff" * random.randrange(2) + text.removeprefix("\ufeff"),
    "quotes": lambda random, text: _line(
        random, text, lambda line: re.sub(r"(:\s+)([\w/+-]+)(\s*)$", r'\1"\2"\3', line, count=1)
    ),
    "an anchor": lambda random, text: _line(
        random, text, lambda line: re.sub(r"(:\s+)([\w/+-]+)(\s*)$", rf"\1&a{random.randrange(99)} \2\3", line, count=1)
    ),
    "a wide gap": lambda random, text: _line(random, text, lambda line: re.sub(r"(\w): ", r"\1:    ", line)),
    "nobody's turn": lambda _, text: re.sub(r"^turn: .*\r?\n", "", text, flags=re.M),
    "no fight": lambda _, text: re.sub(
        r"^(turn|round|phase|acted|order|sharing|delayed): .*\r?\n", "", text, flags=re.M
    ),
}


# the tests ------------------------------------------------------------------------------------------------------------


@cache
def starter(system: str) -> str:
    """The encounter `gm init` writes for the system."""
    return Path(catalog.folder_of(catalog.load(system)), "starter.yaml").read_text(encoding="utf-8")


@pytest.fixture(autouse=True, scope="module")
def quick_disk() -> Iterator[None]:
    """Nothing here is about a power cut, and nobody types."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda _: None)
        patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        yield
    if os.environ.get("GM_LONG_SESSIONS"):
        print(dict(TALLY), file=sys.__stderr__)


def play(system: str, events: list[tuple[int, int]]) -> None:
    """Play an evening."""
    TALLY["sessions"] += 1
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder), system)
        for who in (0, 1, 2):
            evening.run("add", "--copy", list(evening.reading.encounter.combatants)[who % 2], "--as", f"n{who}")
        evening.run("next", "--seed", "1")
        try:
            for which, seed in events:
                EVENTS[which](evening, Random(seed))
                evening.require_sound()
            ran = evening.gm("replay")
            assert (ran.code, "differ" in ran.out) == (0, False), ran
        except BaseException as error:
            error.add_note("\n".join(evening.told))
            raise


def evenings(least: int, most: int) -> Any:
    """What happens, and the seed of how."""
    return st.lists(st.tuples(st.integers(0, len(EVENTS) - 1), st.integers(0, 2**32)), min_size=least, max_size=most)


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=2, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(events=evenings(4, 12))
def test_all_is_in_order_after_every_step(system: str, events: list[tuple[int, int]]) -> None:
    play(system, events)


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
@settings(
    max_examples=int(os.environ.get("GM_LONG_SESSIONS", "1")),
    deadline=None,
    database=None,
    phases=(Phase.explicit, Phase.generate),  # to make one smaller takes minutes: it tells its commands instead
    suppress_health_check=list(HealthCheck),
)
@given(events=evenings(20, 60))
def test_all_is_in_order_after_every_step_of_a_long_evening(system: str, events: list[tuple[int, int]]) -> None:
    play(system, events)
