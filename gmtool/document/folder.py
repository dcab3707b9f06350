"""The folder `.gm` beside an encounter, where its history is kept, and what is in the way of that."""

from __future__ import annotations

import os
import stat
from itertools import chain, count

from gmtool.document.store import close, open_beside, reason, sync_folder, write_all
from gmtool.errors import Refused

IGNORED = ".gitignore"
"""keeps the folder out of git until somebody deletes it"""


class Unkept(Refused):
    """The history is not there to be read or written; the encounter is whole without it (exit 1)."""


def log_path(real: str) -> str:
    """Name the log of the encounter at `real`, a path without links."""
    folder, name = os.path.split(real)
    return os.path.join(folder, ".gm", f"{name}.jsonl")


def make_folder(beside: str) -> str:
    """Make `.gm` in a folder, kept out of git by a file of its own; give its path. Raises Unkept."""
    folder = os.path.join(beside, ".gm")
    ignored = os.path.join(folder, IGNORED)
    try:
        os.mkdir(folder)
    except FileExistsError:
        require_own_folder(folder)
        if not _unfinished(folder, ignored):
            return folder
    except OSError as error:
        raise unkept(folder, error) from error
    try:
        handle = open_beside(ignored, 0o666)
        try:
            write_all(handle, b"*\n")
        finally:
            close(handle)
    except OSError as error:
        raise unkept(ignored, error) from error
    sync_folder(beside)
    return folder


def _unfinished(folder: str, ignored: str) -> bool:
    """Tell whether a kill or a full disk came before the folder's own file was written. One deleted later stays so."""
    try:
        there = os.listdir(folder)
        return not there or (there == [IGNORED] and os.stat(ignored).st_size == 0)
    except OSError:
        return False


def set_aside(real: str) -> str | None:
    """Move what is left of an encounter's log out of the way of a new encounter of its name; give its name now.

    None if there is nothing. Raises Unkept if it cannot be moved.
    """
    path = log_path(real)
    require_own_folder(os.path.dirname(path))
    if not os.path.lexists(path):
        return None
    names = chain([f"{path}.old"], (f"{path}.old-{number}" for number in count(2)))
    old = next(name for name in names if not os.path.lexists(name))
    try:
        os.rename(path, old)
    except OSError as error:
        raise unkept(path, error) from error
    return old


def require_own_folder(folder: str) -> None:
    """Refuse a link in place of `.gm`: what it leads to is not ours to write to."""
    try:
        found = os.lstat(folder)
    except OSError:
        return
    if stat.S_ISLNK(found.st_mode):
        raise Unkept(f"no history is kept: {folder} is a symbolic link", remedy="remove the link")
    if not stat.S_ISDIR(found.st_mode):
        raise Unkept(f"no history is kept: {folder} is not a folder", remedy="move it away")


def require_own_file(path: str, handle: int) -> None:
    """Refuse what is no plain file of ours alone: a pipe, or a file that has another name somewhere else."""
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode):
        raise Unkept(f"the history {path} cannot be read: it is not a file", remedy="move it away to begin a new one")
    if found.st_nlink > 1:
        raise Unkept(f"no history is kept: {path} has a second name (a hard link)", remedy="put a copy in its place")


def unkept(path: str, error: OSError) -> Unkept:
    """Say why something of the history cannot be had."""
    if os.path.islink(path):
        return Unkept(f"no history is kept: {path} is a symbolic link", remedy="remove the link")
    if os.path.isdir(path):
        return Unkept(
            f"the history {path} cannot be read: it is a folder", remedy="move it away to begin a new history"
        )
    return Unkept(
        f"the history {path} cannot be opened: {reason(error)}", remedy="make it writable, or remove it to begin anew"
    )
