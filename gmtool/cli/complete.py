"""What could come next on a command line: for the shells' TAB. Nothing is written, nothing is said, nothing is asked.

Each candidate is a line: the word, a tab, what it is. `:files` alone asks the shell for its own file names.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gmtool.cli.commands import BARE, FILES, FIXED, VALUED
from gmtool.errors import GMError

VARIABLE = "GM_COMPLETE"
"""set by the shells' scripts: `words` where the words follow, `line` for bash's line as typed"""
INFORMING = {"--help": "show the help", "--version": "show the version", "-h": ""}
"""what click itself answers"""


class Candidate(NamedTuple):
    """A word that could come next. One that ends in `=` goes on."""

    value: str
    help: str = ""


def main(words: Sequence[str]) -> int:
    """Print what could come next, as the shell's script asks for it."""
    as_line = os.environ.get(VARIABLE) == "line"
    if as_line:
        from gmtool.cli.bash_line import candidates_for

        found = candidates_for(words[0] if words else "", os.environ.get("COMP_WORDBREAKS"), complete)
    else:
        found = list(complete(words or [""]))
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")  # type: ignore[union-attr]  # always a text file
    sys.stdout.writelines(f"{one.value}\t{one.help}\n" if one.help else f"{one.value}\n" for one in found)
    return 0


def complete(words: Sequence[str]) -> Iterator[Candidate]:
    """What could stand for the last of these words, which may be begun. What cannot be found out is left out."""
    *before, begun = words
    try:
        found = list(_candidates(before, begun))
    except (GMError, LookupError, ValueError):  # a broken file or half a line is no reason to disturb who is typing
        found = []
    fold = begun.casefold()
    yield from (one for one in found if one.value == FILES or one.value.casefold().startswith(fold))


def _candidates(before: Sequence[str], begun: str) -> Iterable[Candidate]:
    line = _Line(before)
    if line.waiting:
        return _listed(VALUED[line.waiting])
    option, equals, _ = begun.partition("=")
    if equals and option in VALUED:
        values = _listed(VALUED[option])
        return (one if one.value == FILES else Candidate(f"{option}={one.value}", one.help) for one in values)
    if not line.words:
        return _global_options() if begun.startswith("-") else _commands(line)
    name, *rest = line.words
    if name == "help":
        return _pages(line) if not rest else ()
    if name == "odds" and rest:
        return _of_verb(line, rest[0], rest[1:], begun)
    if name in FIXED:
        return _of_fixed(line, name, rest, begun)
    return _of_verb(line, name, rest, begun)


class _Line:
    """The words typed so far, global options apart."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words: list[str] = []
        self.file = ""
        self.waiting = ""
        """the global option whose value is to come"""
        for word in words:
            name, equals, value = word.partition("=")
            if self.waiting:
                self._take(self.waiting, word)
                self.waiting = ""
            elif equals and name in VALUED:
                self._take(name, value)
            elif word in VALUED:
                self.waiting = word
            elif word not in BARE and word not in INFORMING:
                self.words.append(word)

    def _take(self, option: str, value: str) -> None:
        if VALUED[option] == FILES:
            self.file = value

    def reading(self) -> Any:
        """The current encounter. Raises GMError."""
        from gmtool.session import Options, open_to_read

        return open_to_read(Options(file=self.file)).reading


def _listed(text: str) -> list[Candidate]:
    if text == FILES:
        return [Candidate(FILES)]
    return [Candidate(*part.split(" ", 1)) for part in text.split("|") if part]


def _global_options() -> Iterator[Candidate]:
    flags = {**BARE, **INFORMING}
    yield from (Candidate(name, says) for name, says in flags.items() if name.startswith("--"))
    yield from (Candidate(name) for name in VALUED if name.startswith("--"))


def _commands(line: _Line) -> Iterator[Candidate]:
    yield from (Candidate(name, command.summary) for name, command in FIXED.items())
    try:
        verbs = line.reading().system.verb_table
    except GMError:  # without an encounter there are the fixed commands
        return
    yield from (Candidate(name, verb.summary) for name, verb in verbs.items())


def _pages(line: _Line) -> Iterator[Candidate]:
    """The pages of the manual: of commands, of topics that are not also one, of systems."""
    from gmtool.cli.pages import TOPICS

    yield from _commands(line)
    yield from (Candidate(name, says) for name, says in TOPICS.items() if name not in FIXED)
    yield from _systems()


# fixed commands -----------------------------------------------------------------------------------------------------


def _of_fixed(line: _Line, name: str, rest: Sequence[str], begun: str) -> Iterable[Candidate]:
    if begun.startswith("-"):
        return _click_options(name)
    places = FIXED[name].words.split()
    given = len([word for word in rest if not word.startswith("-")])
    if not places or (given >= len(places) and not places[-1].endswith("...")):
        return ()
    place = places[min(given, len(places) - 1)].removesuffix("...")
    known: Mapping[str, Callable[[], Iterable[Candidate]]] = {
        "NAME": lambda: _names(line.reading()),
        "KEY": lambda: _keys(line.reading(), rest[0], begun),
        "VALUE": lambda: _sheet_keys(line.reading(), begun),
        "CREATURE": lambda: _creatures(line),
        "FILE": lambda: [Candidate(FILES)],
        "SYSTEM": _systems,
        "SHELL": lambda: map(Candidate, ("bash", "zsh", "fish")),
        "VERB": lambda: (Candidate(key, verb.summary) for key, verb in line.reading().system.verb_table.items()),
    }
    return known[place]()


def _click_options(name: str) -> Iterator[Candidate]:
    from gmtool.cli.main import fixed

    for param in fixed(name).params:
        yield from (Candidate(word, getattr(param, "help", "") or "") for word in param.opts if word.startswith("--"))


def _names(reading: Any) -> Iterator[Candidate]:
    """Everybody, with health and hex."""
    from gmtool.encounter.names import described

    for one in reading.encounter.combatants.values():
        down = "DOWN" if reading.system.is_down(one) else ""
        yield Candidate(one.id, " ".join(filter(None, (*described(reading, one.id), down))))


def _keys(reading: Any, typed: str, begun: str) -> Iterator[Candidate]:
    """What `gm set` can set of somebody; after the `=` what it can be."""
    from gmtool.encounter import names
    from gmtool.encounter.spelling import spelled_value
    from gmtool.rules.codecs import Scalar
    from gmtool.rules.model import stats_of

    one = reading.encounter.combatants[names.find(reading, typed)]
    key, equals, _ = begun.partition("=")
    for s in stats_of(type(one)):
        if not equals:
            yield Candidate(f"{s.key}=", s.help)
        elif key in (s.key, s.path[-1]) and isinstance(s.codec, Scalar):
            held = getattr(one, s.name)
            now = [] if held is None else [str(spelled_value(s.codec, held, reading.encounter.grid))]
            yield from (Candidate(f"{key}={value}") for value in dict.fromkeys([*s.codec.choices, *now]))


def _sheet_keys(reading: Any, begun: str) -> Iterator[Candidate]:
    """What `gm add` can give a newcomer; after the `=` what it can be."""
    from gmtool.rules.codecs import Scalar
    from gmtool.rules.model import stats_of

    key, equals, _ = begun.partition("=")
    for s in stats_of(reading.system.combatant):
        if not equals:
            yield Candidate(f"{s.key}=", s.help)
        elif key in (s.key, s.path[-1]) and isinstance(s.codec, Scalar):
            yield from (Candidate(f"{key}={value}") for value in s.codec.choices)


def _creatures(line: _Line) -> Iterator[Candidate]:
    from gmtool.session import bestiary

    reading = line.reading()
    yield from map(Candidate, bestiary(reading.document.name).names(reading.system.id))


def _systems() -> Iterator[Candidate]:
    from gmtool.encounter import catalog

    yield from (Candidate(name) for name in catalog.names())


# verbs --------------------------------------------------------------------------------------------------------------


def _of_verb(line: _Line, name: str, rest: Sequence[str], begun: str) -> Iterable[Candidate]:
    reading = line.reading()
    verb = reading.system.verb_table[name]
    options: dict[str, Any] = {}
    for option in verb.options:
        flags = [f"--{option.prefix}{choice}" for choice in option.choices] if option.role == "flags" else []
        options.update(dict.fromkeys(flags or [f"--{option.word}"], option))
    typed, waiting = _positional(rest, options)
    if waiting is not None:
        return _values(reading, waiting, verb, typed)
    if begun.startswith("-"):
        return (Candidate(word, option.help) for word, option in options.items() if word not in rest)
    places = verb.words
    if not places or (len(typed) >= len(places) and not places[-1].several):
        return ()
    return _values(reading, places[min(len(typed), len(places) - 1)], verb, typed)


def _positional(rest: Sequence[str], options: Mapping[str, Any]) -> tuple[list[str], Any]:
    """The words given by position, and the option whose value is to come."""
    typed: list[str] = []
    waiting = None
    for word in rest:
        if waiting is not None:
            waiting = None
        elif word in options:
            waiting = None if options[word].role in ("flag", "flags") else options[word]
        elif not word.startswith("--"):
            typed.append(word)
    return typed, waiting


def _values(reading: Any, param: Any, verb: Any, typed: Sequence[str]) -> Iterable[Candidate]:
    """The values a parameter can take, as far as they can be listed."""
    from gmtool.hexes.grid import Direction, Hex
    from gmtool.rules.codecs import ListOf
    from gmtool.rules.model import Moment

    if param.role in ("combatant", "combatants", "portions"):
        return _names(reading)
    if param.of is not None:
        return _belongings(reading, param.of, verb, typed)
    if param.choices:
        return map(Candidate, param.choices)
    kind = param.type.__args__[0] if isinstance(param.codec, ListOf) else param.type
    encounter = reading.encounter
    if kind is Hex:
        there = [one for one in encounter.combatants.values() if one.at is not None]
        return (Candidate(encounter.grid.label(one.at), one.name) for one in there)
    if kind is Direction:
        return (Candidate(encounter.grid.name(way)) for way in encounter.grid.hexsides)
    if kind is Moment:
        moments = [f"{edge} of {name}" for name in encounter.combatants for edge in ("end", "start")]
        return map(Candidate, [*moments, "end of round"])
    return ()


def _belongings(reading: Any, of: Any, verb: Any, typed: Sequence[str]) -> Iterable[Candidate]:
    """What somebody named before has: its weapons, its skills. With one name typed, whose turn it is has them."""
    from gmtool.encounter import names

    places = [word.name for word in verb.words]
    place = places.index(of.parameter)
    alone = verb.has_actor and len(typed) == 1 and place == 0
    who = "@" if alone or place >= len(typed) else typed[place]
    held = getattr(reading.encounter.combatants[names.find(reading, who)], of.stat)
    return map(Candidate, held)
