"""What all tests share: the real `gm` in a folder of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent


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

    def __call__(self, *words: str, env: dict[str, str] | None = None, stdin: str = "") -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "gmtool", *words],
            cwd=self.folder,
            env={**self.env, **(env or {})},
            input=stdin.encode(),
            capture_output=True,
            timeout=60,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

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


Play = Callable[..., Ran]
