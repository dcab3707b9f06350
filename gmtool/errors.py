"""What can go wrong at the table, each case with its exit code.

A message names the thing, the place and the remedy. Nothing here prints: the command line does, once, at the end.
"""

from collections.abc import Iterable
from typing import ClassVar, NamedTuple


class Fault(NamedTuple):
    """One thing wrong in a file, at its place. Lines and columns count from 1, columns in characters."""

    file: str
    line: int
    column: int
    text: str
    excerpt: str = ""
    """The quoted line with a caret under it, ready to print; empty where there is no line to show."""
    warning: bool = False

    def __str__(self) -> str:
        kind = "warning" if self.warning else "error"
        place = f"{self.file}:{self.line}:{self.column}: {kind}: {self.text}".replace("\n", "\\n")
        return f"{place}\n{self.excerpt}" if self.excerpt else place


class GMError(Exception):
    """A command that cannot be done. Nothing has been written when it is raised, unless its class says so."""

    code: ClassVar[int] = 70

    def __init__(self, text: str, *, remedy: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.remedy = remedy


class Refused(GMError):
    """The rules do not allow it (exit 1). `rule` is the id to look up with `gm rules`, empty where no rule says it."""

    code = 1

    def __init__(self, text: str, *, rule: str = "", remedy: str = "") -> None:
        super().__init__(text, remedy=remedy)
        self.rule = rule


class Misused(GMError):
    """The command line asks for something that cannot be meant: left-over dice, a face the die lacks (exit 2)."""

    code = 2


class BadFile(GMError):
    """No file, or the file is no valid encounter (exit 3). `faults` holds every one found, in file order."""

    code = 3

    def __init__(self, text: str, *, faults: Iterable[Fault] = (), remedy: str = "", file: str = "") -> None:
        super().__init__(text, remedy=remedy)
        self.faults = tuple(faults)
        self.file = file or (self.faults[0].file if self.faults else "")


class Busy(GMError):
    """Another command holds the file, it changed underneath, or the disk refused (exit 4)."""

    code = 4


class Unknown(GMError):
    """A name nobody bears, or that several could (exit 5)."""

    code = 5


class NoDice(GMError):
    """A die is wanted and there is none to be had (exit 6)."""

    code = 6


class Bug(GMError):
    """The program contradicts itself (exit 70)."""

    code = 70


def nearest(name: str, known: Iterable[str]) -> str:
    """Give the known name that `name` was probably meant to be, or "" when none is near."""
    from difflib import get_close_matches

    folded = {candidate.casefold(): candidate for candidate in known}
    close = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Give "did you mean `x`?" for the nearest known name, or ""."""
    candidate = nearest(name, known)
    return f"did you mean `{candidate}`?" if candidate else ""
