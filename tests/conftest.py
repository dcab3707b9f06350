"""What all tests share: the real `gm` in a folder of its own."""

import io
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import IO, NamedTuple, NoReturn
from unittest.mock import patch

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
MEMORY = "/dev/shm"
"""a folder that Linux keeps in memory"""
ROOM = 1 << 30
"""bytes free there, for the largest files of all workers"""
NO_MORE: Mapping[str, str] = MappingProxyType({})

for name in ("COLUMNS", "LINES", "GM_FILE", "GM_DICE", "NO_COLOR"):  # what whoever runs the tests has set is not meant
    os.environ.pop(name, None)


# The same inputs each time, so that a change is judged by what it changed; the long runs by hand look for new ones.
settings.register_profile("same", derandomize=True)
settings.register_profile("new", derandomize=False)
settings.load_profile("new" if any(name.startswith("GM_LONG_") for name in os.environ) else "same")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest --rewrite` writes the transcripts anew."""
    parser.addoption(
        "--rewrite", action="store_true", help="write the transcripts anew; read their diff before you keep it"
    )


def pytest_configure() -> None:
    """Put the folders of the tests in memory where there is room: saved thousands of times, they wait for no disk."""
    if os.path.isdir(MEMORY):
        there = os.statvfs(MEMORY)
        if there.f_bavail * there.f_frsize > ROOM and not there.f_flag & os.ST_NOEXEC:  # some tests write programs
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)


def pytest_xdist_auto_num_workers() -> int:
    """With `-n auto` one more than there are processors: many a test waits for a process, a terminal or a disk."""
    return (os.cpu_count() or 1) + 1


class Ran(NamedTuple):
    """A command that ran: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


class Table:
    """A folder to play in, and the real program run in it. Call it with the words after `gm`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "80",
            "LANG": "C.UTF-8",
        }

    def __call__(self, *words: str, env: Mapping[str, str] | None = None, stdin: str = "") -> Ran:
        """Run `gm` in this process, twenty times quicker than in one of its own.

        It has its own where the environment is for Python, and where more than a command is begun.
        """
        more = env or {}
        if words[:1] == ("shell",) or any(name.startswith("PYTHON") or name == "GM_COMPLETE" for name in more):
            return self.process(*words, env=more, stdin=stdin)
        return here(words, self.folder, {**self.env, **more}, stdin)

    def process(self, *words: str, env: Mapping[str, str] = NO_MORE, stdin: str = "") -> Ran:
        """Run `gm` in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "gmtool", *words],
            cwd=self.folder,
            env={**self.env, **env},
            input=stdin.encode(),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    def forked(self, *words: str) -> Ran:
        """Run `gm` in a child of this process."""
        return forked(words, self.folder, self.env)

    @property
    def file(self) -> Path:
        """The encounter."""
        return self.folder / "encounter.yaml"

    def write(self, text: str | bytes, name: str = "encounter.yaml") -> Path:
        """Put a file there, byte for byte."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def read(self) -> str:
        """The encounter's text, line ends as they are."""
        return self.file.read_bytes().decode()

    def history(self) -> bytes:
        """The journal's bytes, empty where there is none."""
        path = self.folder / ".gm" / "encounter.yaml.jsonl"
        return path.read_bytes() if path.exists() else b""


@pytest.fixture
def gm(tmp_path: Path) -> Table:
    """The real program, in an empty folder."""
    return Table(tmp_path)


def here(words: tuple[str, ...], folder: Path, env: dict[str, str], stdin: str) -> Ran:
    """Run the program's entry point in this process, with streams, folder and environment as if it had its own."""
    from gmtool.cli.main import run

    given, out, err = (io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8") for raw in (stdin.encode(), b"", b""))
    with (
        chdir(folder),
        patch.dict(os.environ, env, clear=True),
        patch.multiple(sys, stdin=given, stdout=out, stderr=err),
        no_longer_than(PATIENCE),
    ):
        code = run(words)
    return Ran(code, *(stream.buffer.getvalue().decode() for stream in (out, err) if stream.flush() is None))


@contextmanager
def no_longer_than(seconds: float) -> Iterator[None]:
    """Break off what hangs, where the system has an alarm clock. Raises TimeoutError."""

    def ring(*_: object) -> NoReturn:
        raise TimeoutError(f"gm still ran after {seconds:.0f} s")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def forked(words: tuple[str, ...], folder: Path, env: dict[str, str]) -> Ran:
    """Run the program in a child of this process, which inherits what a test has patched."""
    import gmtool.cli.main
    import gmtool.cli.verbs
    import gmtool.systems.bnb  # noqa: F401 - loaded here once, so that no child has to

    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            _be_gm(words, folder, env, (given, out, err))
        code = _wait(child)
        out.seek(0)
        err.seek(0)
        return Ran(code, out.read().decode(), err.read().decode())


def _be_gm(words: tuple[str, ...], folder: Path, env: dict[str, str], streams: tuple[IO[bytes], ...]) -> NoReturn:
    code: int = 99
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(env)
        sys.stdin, sys.stdout, sys.stderr = (
            io.TextIOWrapper(io.FileIO(number, mode, closefd=False), encoding="utf-8")
            for number, mode in enumerate(("r", "w", "w"))
        )
        sys.argv = ["gm", *words]
        from gmtool.__main__ import main

        main()
    except SystemExit as left:  # as the shell does
        assert isinstance(left.code, int)
        code = left.code
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _wait(child: int) -> int:
    """The exit code of the child, negative for a signal, as subprocess has it. It is killed after PATIENCE seconds."""
    end = time.monotonic() + PATIENCE
    nap = 0.0005
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise TimeoutError(f"gm still ran after {PATIENCE:.0f} s")
        time.sleep(nap)
        nap = min(nap * 1.5, 0.01)
