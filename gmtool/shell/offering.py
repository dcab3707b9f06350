"""What TAB puts in: the words that the shells' scripts offer, spelled so that the line works, with what they are."""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gmtool.cli.commands import FILES, FIXED
from gmtool.cli.complete import Candidate, complete
from gmtool.cli.line import Command, Line, read, spelled
from gmtool.shell.playing import LEAVING


class Offer(NamedTuple):
    """A text that can stand in the line from `start` to the cursor."""

    text: str
    start: int
    shown: str
    """the word without its quotes"""
    help: str


def offers(front: Sequence[str], typed: str) -> list[Offer]:
    """What could stand for the last word of what is typed; `front`: the global options of the session."""
    line = read(typed)
    found = list(_candidates(front, line))
    alone = len(found) == 1
    return [Offer(_put(one.value, line.quote, alone=alone), line.begun.start, *one) for one in found]


def _candidates(front: Sequence[str], line: Line) -> Iterable[Candidate]:
    before = Command([word for word in line.last.words if word.start < line.begun.start]).said
    for begun in _begun(line):
        found = list(_offered(front, before, begun))
        if found:
            return found
    return ()


def _begun(line: Line) -> Iterator[str]:
    """The word begun as it is read; and as it is typed, where a name's apostrophe was taken for a quote."""
    yield line.begun.text
    if line.quote and line.begun.bare:
        yield line.text[line.begun.start :]


def _offered(front: Sequence[str], before: Sequence[str], begun: str) -> Iterator[Candidate]:
    offered = list(complete([*front, *before, begun]))
    if any(one.value == FILES for one in offered):
        option, equals, path = begun.partition("=") if begun.startswith("-") else ("", "", begun)
        yield from (Candidate(f"{option}{equals}{name}", says) for name, says in _files(path))
    elif before:
        yield from offered
    else:
        yield from (one for one in offered if one.value not in FIXED)
        yield from (one for one in offered if one.value in FIXED and one.value != "shell")
        yield from (Candidate(*one) for one in LEAVING.items() if one[0].startswith(begun.casefold()))


def _files(begun: str) -> Iterator[tuple[str, str]]:
    """The names in a folder that begin so, as paths; hidden ones if a dot is typed."""
    folder, name = os.path.split(begun)
    try:
        with os.scandir(os.path.expanduser(folder) or ".") as found:
            entries = sorted((one.name, one.is_dir()) for one in found)
    except OSError:
        return
    for entry, is_folder in entries:
        if entry.startswith(name) and entry.startswith(".") <= name.startswith("."):
            yield os.path.join(folder, f"{entry}{os.sep if is_folder else ''}"), "folder" if is_folder else ""


def _put(value: str, quote: str, *, alone: bool) -> str:
    """How a candidate is put into the line: one that goes on (`hp=`, a folder) is left open, another ends the word."""
    whole = spelled(value, quote)
    if value.endswith(("=", os.sep)):
        return whole[:-1] if whole[-1] in "'\"" else whole
    return f"{whole} " if alone else whole
