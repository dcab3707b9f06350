"""`gm` in this process, for tables of many commands: where the process is not the point."""

from __future__ import annotations

import contextlib
import io
import json
import os
from typing import TYPE_CHECKING, Any

from gmtool.cli.main import run
from tests.conftest import Ran

if TYPE_CHECKING:
    from pathlib import Path


class Screen(io.TextIOWrapper):
    """Standard output that a person looks at."""

    def isatty(self) -> bool:
        """It is."""
        return True


class Folder:
    """A folder with an encounter. Call it with the words after `gm`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = path / "encounter.yaml"

    def __call__(self, *words: str, encoding: str = "utf-8", screen: bool = False, **env: str) -> Ran:
        """Run one command line; `screen`: as on a terminal, in black and white."""
        out = (Screen if screen else io.TextIOWrapper)(io.BytesIO(), encoding)
        err = io.TextIOWrapper(io.BytesIO(), encoding)
        kept = dict(os.environ)
        for name in ("GM_FILE", "GM_DICE", "COLUMNS"):
            os.environ.pop(name, None)
        os.environ |= {"NO_COLOR": "1", **env}
        try:
            with contextlib.chdir(self.path), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = run(words)
        finally:
            os.environ.clear()
            os.environ |= kept
        out.flush()
        err.flush()
        told, complained = (stream.buffer.getvalue().decode(encoding) for stream in (out, err))
        return Ran(code, told, complained)

    def must(self, *words: str) -> str:
        """Run a command that is done; what it prints."""
        ran = self(*words)
        assert ran.code == 0, (words, ran)
        return ran.out

    def data(self, *words: str) -> Any:
        """Run a command that is done; what it prints with --json."""
        return json.loads(self.must("--json", *words))

    def refused(self, *words: str, code: int = 1) -> str:
        """Run a command that must fail with `code`, print one plain message and touch nothing; the message."""
        before = self.everything()
        ran = self(*words)
        assert self.everything() == before, f"{words} left something behind"
        assert (ran.code, ran.out) == (code, ""), (words, ran)
        assert "Traceback" not in ran.err
        return ran.err

    def write(self, text: str | bytes) -> str:
        """Put the encounter there, without a history; its text."""
        (self.path / ".gm" / "encounter.yaml.jsonl").unlink(missing_ok=True)
        raw = text if isinstance(text, bytes) else text.encode()
        self.file.write_bytes(raw)
        return raw.decode(errors="replace")

    def read(self) -> str:
        """The encounter's text, line ends as they are."""
        return self.file.read_bytes().decode()

    def everything(self) -> dict[str, bytes]:
        """Every file there, byte for byte."""
        return {str(path.relative_to(self.path)): path.read_bytes() for path in self.path.rglob("*") if path.is_file()}
