"""A line as it is typed: split into commands and words as bash would, with where each word stands."""

import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_PIECE = re.compile(
    r"""(?P<end>[;\n])
    | (?P<blank>[^\S\n]+)
    | (?P<comment>(?<![^\s;])\#[^\n]*)
    | '(?P<single>[^'\n]*)(?P<closed1>'?)
    | "(?P<double>(?:[^"\\\n]|\\.)*)(?P<closed2>"?)
    | \\(?P<escaped>.?)
    | (?P<plain>[^\s;'"\\]+)""",
    re.VERBOSE | re.DOTALL,
)
_IN_DOUBLE = re.compile(r'\\(["\\$`])')
_SPECIAL = re.compile(r"""[\s;'"\\]""")
_DASHED = re.compile(r"[–—]+([^\W\d].*)", re.DOTALL)
_QUOTES = "“”„‟«»‘’‚‛‹›"


class Word(NamedTuple):
    """A word as the command gets it, and where in the line it is spelled."""

    text: str
    start: int
    end: int
    bare: bool = True
    """whether it begins without a quote or a backslash"""


class Slip(NamedTuple):
    """What keeps a line from being understood, what to do about it, and where it is."""

    text: str
    remedy: str
    place: int


class Command(NamedTuple):
    """The words of one command."""

    words: Sequence[Word]

    @property
    def said(self) -> list[str]:
        """The words after `gm`, which may be left out; `~/` is the home folder as in any shell."""
        said = [os.path.expanduser(one.text) if one.bare and one.text[:2] == "~/" else one.text for one in self.words]
        return said[1:] if said[:1] == ["gm"] else said


class Line(NamedTuple):
    """A line that is read as far as it goes."""

    text: str
    commands: Sequence[Command]
    """those that have a word"""
    last: Command
    """the one at the end of the line, which may have no word yet"""
    begun: Word
    """the word at the very end; empty after a blank"""
    quote: str
    """the quote that is open at the end"""
    slip: Slip | None

    def spelled(self, commands: Sequence[Command]) -> str:
        """The commands as they were typed."""
        return "; ".join(self.text[one.words[0].start : one.words[-1].end] for one in commands)


def read(text: str) -> Line:
    """Read a line, or several that were pasted: `;` and the line's end part commands, `#` begins a comment."""
    reader = _Reader()
    for match in _PIECE.finditer(text):
        reader.take(match)
    begun = reader.begun or Word("", len(text), len(text))
    reader.close()
    slip = reader.slip or next((slip for one in reader.commands for slip in _slips(one)), None)
    commands = [Command(words) for words in reader.commands if words]
    return Line(text, commands, Command(reader.commands[-1]), begun, reader.quote, slip)


class _Reader:
    """What was read so far."""

    def __init__(self) -> None:
        self.commands: list[list[Word]] = [[]]
        self.begun: Word | None = None
        self.quote = ""
        self.slip: Slip | None = None

    def take(self, match: re.Match[str]) -> None:
        """Take the next piece."""
        kind = match.lastgroup or ""
        if kind in ("end", "blank", "comment"):
            self.close()
            if kind == "end":
                self.commands.append([])
            return
        text = match[0]
        if kind == "closed1":
            text = match["single"]
            self._quoted("'", match)
        elif kind == "closed2":
            text = _IN_DOUBLE.sub(r"\1", match["double"])
            self._quoted('"', match)
        elif kind == "escaped":
            text = match["escaped"].replace("\n", "")
            if not match["escaped"]:
                self._slip("nothing stands behind the backslash", "leave it out, or go on", match)
        self._join(text, match, bare=kind == "plain")

    def close(self) -> None:
        """End the word."""
        if self.begun is not None:
            self.commands[-1].append(self.begun)
        self.begun = None

    def _join(self, text: str, match: re.Match[str], *, bare: bool) -> None:
        if self.begun is not None:
            self.begun = self.begun._replace(text=self.begun.text + text, end=match.end())
        elif match[0] != "\\\n":
            self.begun = Word(text, match.start(), match.end(), bare)

    def _quoted(self, quote: str, match: re.Match[str]) -> None:
        if match[match.lastgroup or ""]:
            return
        self.quote = quote if match.end() == len(match.string) else ""
        remedy = "close it on its own line"
        if self.begun is not None and quote == "'":
            remedy += ', or put the name in quotes: "O\'Malley"'
        self._slip(f"the quote {match[0]} is open", remedy, match)

    def _slip(self, text: str, remedy: str, match: re.Match[str]) -> None:
        self.slip = self.slip or Slip(text, remedy, match.start())


def _slips(words: Sequence[Word]) -> Iterator[Slip]:
    """Signs that a word processor or a web page puts in the place of those that are meant."""
    for word in words:
        dashed = _DASHED.fullmatch(word.text)
        if word.bare and word.text[0] in _QUOTES:
            yield Slip(f"{word.text[0]} is no quote here", "type ' or \" instead", word.start)
        elif word.bare and dashed is not None:
            yield Slip(f"{word.text} begins with a dash", f"type two hyphens: --{dashed[1]}", word.start)


def spelled(word: str, quote: str = "") -> str:
    """A word as it must be typed to be read as it is; in this kind of quotes, if they can hold it."""
    if not quote and word and not _SPECIAL.search(word) and word[0] not in f"#~{_QUOTES}–—":
        return word
    if "'" not in word and quote != '"':
        return f"'{word}'"
    return '"' + re.sub(r'["\\$`]', r"\\\g<0>", word) + '"'
