"""Encounter files on disk: read them, hold one under a lock, and replace it whole or not at all.

Only bytes are known here. A kill at any moment leaves the old file or the new one; the kernel drops the lock at death.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from gmtool.errors import BadFile, Busy, Misused

LARGEST = 10 * 1024 * 1024
"""The most bytes an encounter may have; a fight with thousands of combatants has under one million."""

BYTES = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
"""Flags for opening a file: its bytes as they are, and no waiting should it turn out to be a pipe or a terminal."""
OURS = BYTES | getattr(os, "O_NOFOLLOW", 0)
"""Flags for opening a file that only we make: there, a link is no honest one."""

_POLL = 0.02
_SHARING = (5, 32, 33)
"""Windows: access denied, sharing and lock violation, as a virus scanner or an indexer causes them for a moment."""
_SHARING_TRIES = 10

_WHY = {
    errno.ENOSPC: "no space left on the disk",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would be larger than is allowed here",
    errno.EROFS: "not writable: the disk is read-only",
    errno.EACCES: "not writable",
    errno.EPERM: "not writable",
    errno.EIO: "the disk reports an error",
    errno.EISDIR: "a folder is in the way of the new text",
}


class Changed(Busy):
    """Somebody else, an editor perhaps, saved the file since it was read (exit 4)."""


class Held:
    """An encounter file held under lock. `path` is as asked, `real` behind its links, `raw` what is in it."""

    __slots__ = ("_locks", "path", "raw", "real")

    def __init__(self, path: str, real: str, raw: bytes, lock: int) -> None:
        self.path = path
        self.real = real
        self.raw = raw
        self._locks = [lock]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go; others may hold it from now on."""
        with undisturbed():
            while self._locks:
                close(self._locks.pop())

    def changed(self) -> bool:
        """Tell whether the file on disk is no longer what was read."""
        try:
            return read(self.real) != self.raw
        except BadFile:
            return True

    def replace(self, raw: bytes) -> None:
        """Put the new bytes in the file's place, all or nothing; the same bytes are not written at all.

        The file stays held. Raises Changed if somebody saved it meanwhile, Busy if the disk refuses.
        """
        if raw != self.raw:
            with undisturbed():
                self._replace(raw)

    def _replace(self, raw: bytes) -> None:
        folder, name = os.path.split(self.real)
        temporary = os.path.join(folder, f".{name}.gm-tmp")
        try:
            lock = _write_beside(temporary, raw, self.real)
            if lock is not None:
                self._locks.append(lock)
            if self.changed():
                raise _changed(self.path)
            _swap_in(temporary, self.real)
        except FileNotFoundError as error:
            raise _changed(self.path) from error
        except OSError as error:
            raise _unsaved(self.path, error) from error
        finally:
            remove(temporary)
        self.raw = raw
        sync_folder(folder)


def read(path: str) -> bytes:
    """Read a file without holding it, and without waiting on a pipe. Raises BadFile if there is no such plain file."""
    _require_plain(path)
    try:
        handle = os.open(path, os.O_RDONLY | BYTES)
    except OSError as error:
        raise _unreadable(path, error) from error
    try:
        _require_regular(path, os.fstat(handle))
        return _read_all(handle)
    except OSError as error:
        raise _unreadable(path, error) from error
    finally:
        close(handle)


def hold(path: str, *, wait: float = 5.0) -> Held:
    """Lock an encounter for writing, then read it; wait at most `wait` seconds for whoever has it.

    Raises BadFile if it cannot be read, Busy if another command keeps it or it could not be saved afterwards.
    """
    until = time.monotonic() + wait
    while True:
        _require_writable(path, _require_plain(path))
        real = os.path.realpath(path)
        lock = _open_lock(path, real)
        try:
            while not _try_lock(path, lock):
                _wait_for_another(path, wait, until)
            if _still_named(path, real, lock):
                return Held(path, real, read(real), lock)
        except BaseException:
            close(lock)
            raise
        close(lock)
        _wait_for_another(path, wait, until)


def create(path: str, raw: bytes) -> None:
    """Write a new file; one that exists is never overwritten.

    Raises Misused if there is one, BadFile if its folder is missing, Busy if the disk refuses.
    """
    with undisturbed():
        _create(path, raw)


def _create(path: str, raw: bytes) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | OURS, 0o666)
    except FileExistsError as error:
        raise Misused(
            f"{path} exists already and is left as it is", remedy="give another name, or move it away first"
        ) from error
    except (FileNotFoundError, NotADirectoryError) as error:
        folder = os.path.dirname(path) or current_folder()
        raise BadFile(f"{path}: there is no folder {folder}", remedy="make the folder first", file=path) from error
    except OSError as error:
        raise _unsaved(path, error) from error
    written = False
    try:
        write_all(handle, raw)
        os.fsync(handle)
        written = True
    except OSError as error:
        raise _unsaved(path, error) from error
    finally:
        close(handle)
        if not written:
            remove(path)
    sync_folder(os.path.dirname(path))


def current_folder() -> str:
    """The folder the command was called in. Raises BadFile where it was removed meanwhile."""
    try:
        return os.getcwd()
    except OSError as error:
        raise BadFile(
            f"the folder you are in cannot be found any more: {reason(error)}",
            remedy="`cd` to where it is now, or to another",
        ) from error


@contextmanager
def undisturbed() -> Iterator[None]:
    """Pay no heed to Ctrl-C while something is saved: what is begun is ended, and told as done."""
    import _signal as signal  # type: ignore[import-not-found]  # `signal` without the millisecond its enums take

    try:
        kept = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not in the main thread, which alone is interrupted
        yield
        return
    try:
        yield
    finally:
        if kept is not None:  # None: whoever embeds Python has its own
            signal.signal(signal.SIGINT, kept)


def close(handle: int) -> None:
    """Close a file. If that fails nothing is lost: what must last was synced before."""
    try:
        os.close(handle)
    except OSError:
        return


def write_all(handle: int, raw: bytes) -> None:
    """Write every byte; the system may take fewer at a time than it is given. Raises OSError."""
    rest = memoryview(raw)
    while rest:
        rest = rest[os.write(handle, rest) :]


def sync_folder(folder: str) -> None:
    """Make the names in a folder last through a power cut, where the file system can; the names are there already."""
    try:
        handle = os.open(folder or ".", os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        close(handle)


def reason(error: OSError) -> str:
    """Say in plain words why the disk refused."""
    return _WHY.get(error.errno or 0) or (error.strerror or str(error)).lower()


def _read_all(handle: int) -> bytes:
    blocks = []
    while block := os.read(handle, 1 << 20):
        blocks.append(block)
    return b"".join(blocks)


def _require_plain(path: str) -> os.stat_result:
    """Look before opening: to open a device can already do something."""
    try:
        found = os.stat(path)
    except OSError as error:
        raise _unreadable(path, error) from error
    except ValueError as error:
        raise BadFile(f"{path!r} is no file name", remedy="a name has no zero characters") from error
    _require_regular(path, found)
    return found


def _require_regular(path: str, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise BadFile(f"{path} is a folder", remedy="name the encounter file in it", file=path)
    if not stat.S_ISREG(found.st_mode):
        raise BadFile(
            f"{path} is a pipe or a device, not a file", remedy="save the encounter as a file first", file=path
        )
    if found.st_size > LARGEST:
        raise BadFile(
            f"{path} has {found.st_size} bytes; an encounter has {LARGEST} at most",
            remedy="is this the right file?",
            file=path,
        )


def _unreadable(path: str, error: OSError) -> BadFile:
    if error.errno == errno.ELOOP:
        return BadFile(
            f"{path} is a link that leads back to itself", remedy="point the link at the encounter file", file=path
        )
    if error.errno == errno.ENOENT and os.path.islink(path):
        return BadFile(
            f"{path} is a link to {os.readlink(path)}, which is not there",
            remedy="point the link at the encounter",
            file=path,
        )
    if error.errno == errno.ENOENT:
        return BadFile(f"{path}: there is no such file", remedy=f"`gm init {path}` writes one to begin with", file=path)
    if error.errno == errno.ENOTDIR:
        return BadFile(f"{path}: a part of this path is a file, not a folder", remedy="check the path", file=path)
    if error.errno in (errno.EACCES, errno.EPERM):
        return BadFile(
            f"{path} may not be read by you", remedy="change its permissions, or those of its folder", file=path
        )
    return BadFile(f"{path} cannot be read: {reason(error)}", remedy="check the path and the disk", file=path)


def _unsaved(path: str, error: OSError) -> Busy:
    remedy = "make room and run it again" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "nothing was written"
    return Busy(f"{path} cannot be saved: {reason(error)}", remedy=remedy)


def _changed(path: str) -> Changed:
    return Changed(f"{path} changed since it was read", remedy="nothing was written; run it again")


def _require_writable(path: str, found: os.stat_result) -> None:
    """Refuse at once what could not be saved at the end, before anybody rolls a die for it."""
    folder = os.path.dirname(os.path.realpath(path))
    if not _may(folder, os.W_OK | os.X_OK):
        raise Busy(
            f"{path}: its folder {folder} is not writable", remedy="change the folder's permissions, or copy the file"
        )
    if found.st_nlink > 1:
        raise Busy(
            f"{path} has a second name (a hard link), which saving would cut off",
            remedy="use a symbolic link instead, or a copy",
        )


def _may(path: str, what: int) -> bool:
    """Tell whether the permissions allow it; `what` as os.access has it."""
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


def _wait_for_another(path: str, wait: float, until: float) -> None:
    if time.monotonic() >= until:
        raise Busy(
            f"{path} is held by another gm command",
            remedy=f"waited {wait:g} s; run it again when the other has ended",
        )
    time.sleep(_POLL)


def open_beside(temporary: str, mode: int) -> int:
    """Open a new file to write, which is to take another's place; one that a killed command left is thrown away."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | OURS
    try:
        return os.open(temporary, flags, mode)
    except FileExistsError:
        os.unlink(temporary)
        return os.open(temporary, flags, mode)


def _write_beside(temporary: str, raw: bytes, model: str) -> int | None:
    """Write a new file, owned and shared as `model` is; give its lock, or None where the file itself is not locked.

    It is locked before it takes the old one's place, so that nobody slips in between two saves of one command.
    """
    handle = open_beside(temporary, 0o600)
    keep = False
    try:
        write_all(handle, raw)
        _look_like(handle, model)
        os.fsync(handle)
        keep = sys.platform != "win32" and _try_lock(model, handle)
    finally:
        if not keep:
            close(handle)
    return handle if keep else None


def _look_like(handle: int, model: str) -> None:
    """Give a new file the owner, mode and extended attributes of another, as far as the system allows."""
    if sys.platform != "win32":
        wanted, own = os.stat(model), os.fstat(handle)
        if (own.st_uid, own.st_gid) != (wanted.st_uid, wanted.st_gid):
            for owner in (wanted.st_uid, -1):
                try:
                    os.fchown(handle, owner, wanted.st_gid)
                except PermissionError:
                    continue
                break
        os.fchmod(handle, stat.S_IMODE(wanted.st_mode))
    if sys.platform == "linux":
        try:
            for name in os.listxattr(model):
                os.setxattr(handle, name, os.getxattr(model, name))
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.EPERM, errno.EACCES, errno.ENODATA):
                raise


def _swap_in(temporary: str, real: str) -> None:
    """Rename over the file, trying a few times where something else has it open for a moment."""
    for _ in range(_SHARING_TRIES - 1):
        try:
            os.replace(temporary, real)
        except OSError as error:
            if getattr(error, "winerror", None) not in _SHARING:
                raise
            time.sleep(_POLL)
        else:
            return
    os.replace(temporary, real)


def remove(path: str) -> None:
    """Remove a file if that can be done."""
    try:
        os.unlink(path)
    except OSError:
        return


def _open_lock(path: str, real: str) -> int:
    """Open what the lock is on: the encounter itself, so that nothing litters and nothing goes stale.

    Windows cannot replace a file that is open: there it is a file of ours in the temporary folder.
    """
    try:
        handle = os.open(real, os.O_RDWR | OURS)
        if sys.platform == "win32":
            from binascii import crc32

            close(handle)
            folder = os.environ.get("TEMP", os.path.dirname(real))
            name = f"gm-{crc32(os.path.normcase(real).encode()):08x}.lock"
            handle = os.open(os.path.join(folder, name), os.O_RDWR | os.O_CREAT | OURS)
    except FileNotFoundError as error:
        raise _unreadable(path, error) from error
    except OSError as error:
        if not _may(real, os.R_OK):
            raise _unreadable(path, error) from error
        raise Busy(f"{path} is {_WHY.get(error.errno or 0, 'not writable')}", remedy="make it writable") from error
    return handle


def _try_lock(path: str, lock: int) -> bool:
    """Try once to lock; False while another holds it. Raises Busy where the file system has no locks at all."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as error:
        raise Busy(
            f"{path} cannot be locked: {reason(error)}", remedy="keep the encounter on a disk that has file locks"
        ) from error
    return True


def _still_named(path: str, real: str, lock: int) -> bool:
    """Tell whether the path still leads to what was locked: whoever had it before will have replaced it."""
    same = os.path.realpath(path) == real
    if sys.platform != "win32":
        try:
            same = same and os.path.samestat(os.stat(real), os.fstat(lock))
        except OSError:
            return False
    return same
