"""The lines typed, kept in `.gm/` beside the encounter from one session to the next; in memory where that cannot be."""

import os
import stat
from collections.abc import Sequence

from gmtool.document.folder import make_folder, require_own_file, require_own_folder
from gmtool.document.store import OURS, close, write_all
from gmtool.errors import GMError
from gmtool.session import Options
from gmtool.shell.view import Seen

NAME = "shell-history"
TAIL = 256 * 1024
"""bytes at the end of the file that are read: some thousand lines"""
LONGEST = 1000
"""characters of a line worth remembering"""


def folder_of(seen: Seen, options: Options) -> str | None:
    """The folder beside whose `.gm` the lines are kept: the encounter's; None where there is none, or in a dry run."""
    return os.path.dirname(os.path.realpath(seen.path)) if seen.path and not options.dry_run else None


def kept(folder: str) -> Sequence[str]:
    """The lines kept beside an encounter, oldest first; what is no such line, in a damaged file, is left out."""
    try:
        require_own_folder(os.path.join(folder, ".gm"))
        raw = _tail(os.path.join(folder, ".gm", NAME))
    except (OSError, GMError):
        return ()
    lines = raw.decode("utf-8", "replace").split("\n")
    return [line for line in lines if line and len(line) <= LONGEST and line.isprintable() and "\ufffd" not in line]


def _tail(path: str) -> bytes:
    """The end of a plain file, from a line's beginning. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | OURS)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            return b""
        start = max(0, found.st_size - TAIL)
        os.lseek(handle, start, os.SEEK_SET)
        raw = os.read(handle, TAIL)
    finally:
        close(handle)
    return raw.partition(b"\n")[2] if start else raw


def keep(folder: str, typed: str) -> None:
    """Add a line to those kept, several that were pasted as one, if that can be done: no command fails for it."""
    line = "; ".join(filter(None, map(str.strip, typed.splitlines())))
    if not line.isprintable() or not 0 < len(line) <= LONGEST:
        return
    try:
        path = os.path.join(make_folder(folder), NAME)
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | OURS, 0o600)
        try:
            require_own_file(path, handle)
            write_all(handle, f"{_gap(handle)}{line}\n".encode())
        finally:
            close(handle)
    except (OSError, GMError, UnicodeEncodeError):
        return


def _gap(handle: int) -> str:
    """What parts a new line from one that was not written to its end."""
    end = os.lseek(handle, 0, os.SEEK_END)
    if not end:
        return ""
    os.lseek(handle, end - 1, os.SEEK_SET)
    return "" if os.read(handle, 1) == b"\n" else "\n"
