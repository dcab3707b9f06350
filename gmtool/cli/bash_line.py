"""Completion in bash, which knows a line and where it breaks it, but not what its quotes mean to a name."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from gmtool.cli.commands import FILES
from gmtool.cli.complete import Candidate

BREAKS = " \t\n\"'><=;|&(:"
"""where bash breaks a line into words, if it does not say"""
SPECIAL = set(" \t\\'\"`$&|;<>()*?[]{}~#!")
"""signs that stand for themselves only behind a backslash"""


class Typed(NamedTuple):
    """A line up to the cursor: its words as the program would get them, and how the last one is spelled."""

    words: list[str]
    raw: str
    """the last word as typed, its opening quote left out"""
    quote: str
    """the quote that is still open; "" where none is"""


def candidates_for(
    line: str, breaks: str | None, complete: Callable[[Sequence[str]], Iterable[Candidate]]
) -> list[Candidate]:
    """What bash is to put in the place of the word it thinks it is at."""
    typed = read(line)
    found = list(complete(typed.words[1:] or [""]))
    if any(one.value == FILES for one in found):
        return [Candidate(FILES)]
    cut = _cut(typed, BREAKS if breaks is None else breaks)
    return [Candidate(_spelled(one.value, typed.quote)[cut:], one.help) for one in found]


def read(line: str) -> Typed:
    """Read a line as the shell would, its last word as far as it goes."""
    words: list[str] = []
    word, raw, quote = "", "", ""
    within = False
    signs = iter(line)
    for sign in signs:
        raw += sign
        if quote:
            if sign == quote:
                quote = ""
            elif sign == "\\" and quote == '"':
                following = next(signs, "")
                raw += following
                word += following if following in '"\\$`' else sign + following
            else:
                word += sign
        elif sign in "'\"":
            quote, within = sign, True
            raw = "" if raw == sign else raw
        elif sign == "\\":
            following = next(signs, "")
            raw += following
            word, within = word + following, True
        elif sign.isspace():
            if within:
                words.append(word)
            word, raw, within = "", "", False
        else:
            word, within = word + sign, True
    return Typed([*words, word], raw, quote)


def _cut(typed: Typed, breaks: str) -> int:
    """How much of the word stands before what bash takes for the word: all up to the last place it breaks at."""
    if typed.quote:
        return 0
    last = -1
    for place, sign in enumerate(typed.raw):
        escaped = place > 0 and typed.raw[place - 1] == "\\"
        if sign in breaks and not escaped and not sign.isspace() and sign not in "'\"":
            last = place
    return last + 1


def _spelled(word: str, quote: str) -> str:
    """The word as it must be typed, behind the quote that is open."""
    if quote == "'":
        return word.replace("'", "'\\''")
    if quote == '"':
        return "".join(f"\\{sign}" if sign in '"\\$`' else sign for sign in word)
    return "".join(f"\\{sign}" if sign in SPECIAL else sign for sign in word)
