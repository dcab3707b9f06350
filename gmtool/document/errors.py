"""A fault in the file: its line and column, and the quoted line with a caret under it."""

from __future__ import annotations

from collections.abc import Iterable

from gmtool.errors import BadFile, Fault

WIDTH = 100
"""Columns of a quoted line; a longer one is cut around the caret."""


def fault(text: str, name: str, start: int, end: int, message: str, *, warning: bool = False) -> Fault:
    """Describe what is wrong with `text[start:end]` of the file `name`."""
    line, column = position(text, start)
    return Fault(name, line, column, message, excerpt(text, start, end), warning)


def bad_file(name: str, faults: Iterable[Fault]) -> BadFile:
    """Gather the faults of one file into the error to raise."""
    found = tuple(faults)
    return BadFile(f"{name}: {found[0].text}", faults=found)


def position(text: str, index: int) -> tuple[int, int]:
    """Give the line and column of an index, both from 1, the column in characters."""
    index = min(index, len(text))
    return text.count("\n", 0, index) + 1, index - line_start(text, index) + 1


def line_start(text: str, index: int) -> int:
    """Give the index at which the line of `index` begins."""
    return text.rfind("\n", 0, index) + 1


def line_end(text: str, index: int) -> int:
    """Give the index at which the line of `index` ends, its line end not included."""
    end = text.find("\n", index)
    if end < 0:
        return len(text)
    return end - 1 if end > index and text[end - 1] == "\r" else end


def excerpt(text: str, start: int, end: int) -> str:
    """Quote the line of `start` with carets under `start` to `end`, as far as they are on that line."""
    start = min(start, len(text))
    first, last = line_start(text, start), line_end(text, start)
    end = max(start + 1, min(end, last))
    left, right = _window(first, last, start, end)
    number = str(text.count("\n", 0, start) + 1)
    before = ("…" if left > first else "") + _shown(text[left:start])
    quoted = before + _shown(text[start:right]) + ("…" if right < last else "")
    pad = "".join("\t" if sign == "\t" else " " * _columns(sign) for sign in before)
    carets = "^" * max(1, sum(map(_columns, _shown(text[start : min(end, right)]))))
    return f"  {number} | {quoted.rstrip()}\n  {' ' * len(number)} | {pad}{carets}"


def _window(first: int, last: int, start: int, end: int) -> tuple[int, int]:
    """Choose the part of the line `first` to `last` to show: all of it, or `WIDTH` characters around the caret."""
    if last - first <= WIDTH:
        return first, last
    left = max(first, min(start - WIDTH // 3, last - WIDTH))
    return left, min(last, max(left + WIDTH, min(end, left + 2 * WIDTH)))


def _shown(part: str) -> str:
    """Make control characters visible, so that a file cannot move the cursor of the terminal it is quoted on."""
    if part.isprintable():
        return part
    return "".join(sign if sign in "\t\u200c\u200d" or sign.isprintable() else "\ufffd" for sign in part)


def _columns(sign: str) -> int:
    """Give the terminal columns a character takes: 2 for wide ones, 0 for combining ones and joiners."""
    if sign < "\u0300":
        return 1
    from unicodedata import category, east_asian_width

    if sign in "\u200c\u200d" or category(sign) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(sign) in ("W", "F") else 1
