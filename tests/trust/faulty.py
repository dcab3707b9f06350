"""The program played within the test's own process, where a call of the system can be made to fail."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from gmtool.cli.main import run
from tests.conftest import Ran

CALLS = (
    *("open", "write", "fsync", "replace", "rename", "unlink", "ftruncate", "mkdir", "fchmod", "fchown", "setxattr"),
    *("read", "close", "fstat", "stat", "lstat", "lseek", "listdir", "readlink"),
)
"""what the program asks the system for"""
Misfortune = Callable[[str], BaseException | None]


def play(folder: Path, *words: str, stdin: str = "", before: Callable[[], object] = lambda: None) -> Ran:
    """Do one command line in a folder, as a process of its own would; `before` comes between entering and doing."""
    os.chdir(folder)
    before()
    streams = [io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")]
    streams += [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
    kept = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        code = run(words)
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    for stream in streams[1:]:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])  # type: ignore[attr-defined]  # BytesIO
    return Ran(code, out, err)


class Fault:
    """Makes calls fail: from the nth on, `times` of them; with `after` the call is done first."""

    def __init__(self, at: int, trouble: Misfortune, *, times: int = 1, after: bool = False) -> None:
        self.at = at
        self.trouble = trouble
        self.times = times
        self.after = after
        self.calls = 0
        self.failed: list[str] = []

    def around(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """The call, counted."""

        def counted(*args: Any, **options: Any) -> Any:
            self.calls += 1
            if not self.at <= self.calls < self.at + self.times:
                return call(*args, **options)
            self.failed.append(name)
            if self.after or name == "close":  # one that fails has closed the file all the same
                call(*args, **options)
            if (error := self.trouble(name)) is not None:
                raise error
            return None if self.after else call(*args, **options)

        return counted

    @contextmanager
    def befalling(self, calls: tuple[str, ...] = CALLS) -> Iterator[Fault]:
        """Let it happen meanwhile."""
        with mock.patch.multiple(os, **{name: self.around(name, getattr(os, name)) for name in calls}):
            yield self


def handles() -> int:
    """How many files this process has open."""
    return len(os.listdir("/proc/self/fd"))
