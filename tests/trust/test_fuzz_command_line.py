"""Any command line at all: it is done, or refused in words and nothing has changed; never a traceback, never a bug.

By hand, as many as you like: GM_LONG_LINES=100000 pytest -m slow tests/trust/test_fuzz_command_line.py
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from gmtool.cli.commands import VALUED
from gmtool.encounter import catalog
from gmtool.session import Opened
from tests.document.conftest import TextLoader
from tests.played import Folder
from tests.trust import wild

if TYPE_CHECKING:
    from collections.abc import Iterator

SYSTEMS = tuple(catalog.names())
LONGEST = 20
"""seconds after which a command is taken to have hung"""
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
PAINT = re.compile(r"\x1b\[[0-9;]*m")
NOT_JSON = ("help", "completion", "schema", "edit", "log", "map", "shell", "-h", "--help", "--version")
TALLY: Counter[str] = Counter()
SLOWEST: list[Any] = [0.0, ""]


@pytest.fixture(autouse=True, scope="module")
def nobody_types() -> Iterator[None]:
    def hung(*_: object) -> None:
        raise TimeoutError(f"still ran after {LONGEST} s")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda _: None)
        patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        for name in ("VISUAL", "EDITOR"):
            patched.setenv(name, "true")
        before = signal.signal(signal.SIGALRM, hung)
        yield
        signal.signal(signal.SIGALRM, before)
    if os.environ.get("GM_LONG_LINES"):
        print(dict(TALLY), SLOWEST, file=sys.__stderr__)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def wants_json(words: list[str]) -> bool:
    """Whether the words ask for JSON: `--json` before any `--`, and not as the value of another option."""
    own = words[: words.index("--")] if "--" in words else words
    return any(word == "--json" and before not in VALUED for before, word in zip(["", *own], own, strict=False))


class Desk:
    """A folder with a fight under way, put back as it was after each command that changed it."""

    def __init__(self, path: Path, system: str) -> None:
        self.home = path / "home"
        self.home.mkdir()
        self.kept = path / "kept"
        self.gm = Folder(self.home)
        text = Path(catalog.folder_of(catalog.load(system)), "starter.yaml").read_text(encoding="utf-8")
        self.gm.file.write_text(text, encoding="utf-8")
        self.reading = Opened(str(self.gm.file), None, self.gm.file.read_bytes()).reading
        self.names = [*self.reading.encounter.combatants]
        (self.home / "other.yaml").write_text(text, encoding="utf-8")
        (self.home / "fight.txt").write_text("note 'a script'\nnext --force\n", encoding="utf-8")
        self.gm.must("next", "--seed", "1")
        self.gm.must("note", "one")
        self.gm.must("undo")
        shutil.copytree(self.home, self.kept)
        self.tree = tree(self.home)
        self.commands = wild.commands(system)

    def line(self, random: Random) -> list[str]:
        """A command line of any words, or a sensible one that was bent."""
        kind = random.random()
        if kind < 0.6:
            return wild.any_line(random, self.commands, self.names)
        words = wild.decorated(random, (wild.deed_line if kind < 0.85 else wild.look_line)(random, self.reading))
        words = wild.bent(random, words) if random.random() < 0.8 else words
        return [*words, *wild.LONG["simulate"]] if "simulate" in words else words

    def try_(self, words: list[str], *, screen: bool) -> None:
        """Run the words and hold them to what is promised of any."""
        handles = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
        started = time.process_time()
        signal.alarm(LONGEST)
        try:
            ran = self.gm(*words, screen=screen, **({"NO_COLOR": "", "TERM": "xterm"} if screen else {}))
        finally:
            signal.alarm(0)
        took = time.process_time() - started
        if took > SLOWEST[0]:
            SLOWEST[:] = [took, words]
        TALLY["command lines"] += 1
        TALLY[f"exit {ran.code}"] += 1
        assert ran.code in range(7), ran
        assert "Traceback" not in ran.err + ran.out, ran
        assert not CONTROL.search(PAINT.sub("", ran.out) if screen else ran.out), ran
        assert not CONTROL.search(ran.err), ran
        assert not handles or len(os.listdir("/proc/self/fd")) == handles, "a file is left open"
        after = tree(self.home)
        if after != self.tree:
            self.changed(words, ran, after)
            for path in self.home.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            shutil.copytree(self.kept, self.home, dirs_exist_ok=True)
        if ran.code and wants_json(words) and words[0] not in ("check", "replay"):
            told = [json.loads(line) for line in ran.err.split("\n") if line.startswith("{")]
            assert told, ran
            assert told[-1]["code"] == ran.code, ran
        elif ran.code == 0 and wants_json(words) and not {*words} & {*NOT_JSON}:
            json.loads(ran.out)

    def changed(self, words: list[str], ran: Any, after: dict[str, bytes]) -> None:
        """Something was written: the command was done, and what it left is whole."""
        TALLY["changed something"] += 1
        assert ran.code == 0, (words, ran, "was refused, and changed something")
        new = {name for name in after if after[name] != self.tree.get(name)}
        assert self.tree.keys() <= after.keys(), "a file is gone"
        assert not [name for name in new if "gm-tmp" in name], new
        raw = self.gm.file.read_bytes()
        reading = Opened(str(self.gm.file), None, raw).reading
        assert yaml.load(raw.decode("utf-8-sig"), TextLoader) == reading.document.data()
        own = {"encounter.yaml", "other.yaml"} | {name for name in new if name.startswith(".gm")}
        asked = {word.partition("=")[2] or word for word in words} | {re.sub("^-[fo]=?", "", word) for word in words}
        assert all(os.path.normpath(name) in {*map(os.path.normpath, asked)} for name in new - own), new


def try_any(folder: Path, system: str, examples: int) -> None:
    """Try that many command lines."""
    desk = Desk(folder, system)

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate),  # a seed does not become a smaller line
        suppress_health_check=list(HealthCheck),
    )
    @given(seed=st.integers(0, 2**64), screen=st.booleans())
    def any_line(seed: int, screen: bool) -> None:
        random = Random(seed)
        words = desk.line(random)
        try:
            desk.try_(words, screen=screen and random.random() < 0.4)
        except BaseException as error:
            error.add_note(repr(words))
            raise

    any_line()


@pytest.mark.parametrize("system", SYSTEMS)
def test_any_words_are_done_or_refused(tmp_path: Path, system: str) -> None:
    try_any(tmp_path, system, 40)


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_very_many_words_are_done_or_refused(tmp_path: Path, system: str) -> None:
    try_any(tmp_path, system, int(os.environ.get("GM_LONG_LINES", "120")))
