"""A map written into a file of its own: whole or not at all, and never over anything but a plain file."""

import os
import stat
from collections.abc import Callable

from gmtool.cli.output import Output
from gmtool.document.store import close, open_beside, reason, sync_folder, undisturbed, write_all
from gmtool.errors import Busy, Misused
from gmtool.render.map_scene import Scene

Draw = Callable[[Scene], tuple[bytes, list[str]]]
"""makes a picture of one kind; and what is to be warned of"""
_ANOTHER = "name another file"


def write_picture(output: Output, scene: Scene, target: str, encounter: str) -> None:
    """Write the picture in place of what was there.

    Raises Misused for a name that cannot be meant, Busy where the disk refuses; then nothing was written.
    """
    draw = _drawer(target)
    real = _place(target, encounter)
    picture, warnings = draw(scene)
    output.warn(f"{target}: warning: {text}" for text in warnings)
    done = not output.options.dry_run
    if done:
        try:
            with undisturbed():
                _replace(real, picture)
        except OSError as error:
            raise _unwritten(target, reason(error)) from error
        output.saved = True
    if output.options.json:
        told = {"schema": 1, "command": list(output.command), "picture": target, "written": done}
        output.data({**told, "warnings": warnings})
        return
    output.say([f"{target}: written" if done else f"{target}: would be written"])


def _drawer(target: str) -> Draw:
    """What makes a picture of the kind the file's name asks for. Raises Misused for any other."""
    ending = os.path.splitext(target)[1].lower()
    try:
        return {".svg": _svg, ".html": _html, ".png": _png}[ending]
    except KeyError:
        kinds = "a map is written as .svg, .html or .png"
        raise Misused(f"{target or 'an empty name'}: {kinds}, as the name ends", remedy="gm map -o map.svg") from None


def _svg(scene: Scene) -> tuple[bytes, list[str]]:
    from gmtool.render.map_svg import svg

    return svg(scene).encode(), []


def _html(scene: Scene) -> tuple[bytes, list[str]]:
    from gmtool.render.map_svg import html

    return html(scene).encode(), []


def _png(scene: Scene) -> tuple[bytes, list[str]]:
    from gmtool.render.map_png import doubts, png

    return png(scene), doubts(scene)


# the file -----------------------------------------------------------------------------------------------------------


def _place(target: str, encounter: str) -> str:
    """The file behind a link, if it may be written. Raises Misused for what is no picture's place, Busy if it may not.

    A link to a file is followed, as the encounter's own is; one to anything else is no place for a picture.
    """
    real = os.path.realpath(target)
    folder = os.path.dirname(real)
    try:
        found = os.lstat(real)
    except FileNotFoundError:
        if os.path.islink(target):
            raise Misused(f"{target} is a link to {os.readlink(target)}, which is not there", remedy=_ANOTHER) from None
        if not os.path.isdir(folder):
            why = f"there is no folder {os.path.dirname(target)}"
            raise _unwritten(target, why, remedy="make the folder first") from None
    except OSError as error:
        raise _unwritten(target, reason(error)) from None
    else:
        _require_plain(target, found)
        if os.path.exists(encounter) and os.path.samefile(real, encounter):
            raise Misused(f"{target} is the encounter itself", remedy=_ANOTHER)
    if not _writable(folder, os.W_OK | os.X_OK):
        raise _unwritten(target, "its folder is not writable")
    return real


def _require_plain(target: str, found: os.stat_result) -> None:
    """Refuse to write over a folder, a pipe, a device, a link that leads nowhere, a file kept from writing."""
    kinds = ((stat.S_ISDIR, "a folder"), (stat.S_ISLNK, "a link that leads back to itself"))
    if not stat.S_ISREG(found.st_mode):
        kind = next((words for is_it, words in kinds if is_it(found.st_mode)), "a pipe or a device, not a file")
        raise Misused(f"{target} is {kind}", remedy=_ANOTHER)
    if not _writable(target, os.W_OK):
        raise _unwritten(target, "it is not writable")


def _writable(path: str, how: int) -> bool:
    return os.access(path, how, effective_ids=os.access in os.supports_effective_ids)


def _replace(real: str, raw: bytes) -> None:
    """Write beside the file, then take its place. Raises OSError; the old file, or none, is there then."""
    folder, name = os.path.split(real)
    temporary = os.path.join(folder, f".{name}.gm-tmp")
    handle = open_beside(temporary, 0o666)
    try:
        try:
            write_all(handle, raw)
            os.fsync(handle)
        finally:
            close(handle)
        if os.path.exists(real):
            os.chmod(temporary, stat.S_IMODE(os.stat(real).st_mode))
        os.replace(temporary, real)
    except BaseException:
        os.unlink(temporary)
        raise
    sync_folder(folder)


def _unwritten(target: str, why: str, *, remedy: str = "nothing was written") -> Busy:
    return Busy(f"{target}: could not be written: {why}", remedy=remedy)
