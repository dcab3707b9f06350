"""The words typed: global options wherever they stand, negative numbers, and values for a verb's parameters."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gmtool.cli.commands import BARE, VALUED
from gmtool.encounter import names
from gmtool.encounter.reading import Reading
from gmtool.errors import Misused
from gmtool.rules.codecs import ListOf, Scalar
from gmtool.rules.table import Mod, Mods
from gmtool.rules.verbs import Param, Portion, Verb
from gmtool.session import Options

_POINTS = r"[+-]?[0-9]{1,9}"
_NEGATIVE = re.compile(r"-[0-9].*")
_SHIELD = "\N{WORD JOINER}"
_MOD = r"\s*([+-]?[0-9]{1,6})([dD])?(?:\s+(\S.*?))?\s*"


class Split(NamedTuple):
    """A command line with its global options brought to the front."""

    front: list[str]
    rest: list[str]
    """the command's own words"""


def hoist(words: Sequence[str]) -> Split:
    """Part the global options from the command's own words; what follows `--` is left alone.

    Raises Misused for an option whose value is missing.
    """
    front: list[str] = []
    rest: list[str] = []
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            return Split(front, [*rest, word, *waiting])
        name, equals, _ = word.partition("=")
        if word in BARE or (equals and name in VALUED) or (word[:2] == "-f" and len(word) > 2):
            front.append(word)
        elif word in VALUED:
            if not waiting:
                raise Misused(f"{word} needs a value")
            front += [word, waiting.pop(0)]
        else:
            rest.append(word)
    return Split(front, rest)


def as_kept(words: Sequence[str], options: Options) -> list[str]:
    """A command line as the history keeps it: its own words, and the global options that decide what comes of it."""
    deciding = ["--force"] if options.force else []
    for option, mods in (("--mod", options.mods.acting), ("--target-mod", options.mods.target)):
        for mod in mods:
            deciding += [option, str(mod)]
    end = words.index("--") if "--" in words else len(words)
    return [*words[:end], *deciding, *words[end:]]


def from_kept(line: Sequence[str], options: Options) -> tuple[list[str], Options]:
    """Part a kept command line into its own words and the options it is played with.

    `options` are what is given now: --force joins what was kept, modifiers replace those of their side. Raises Misused.
    """
    split = hoist(line)
    kept = Mods(read_mods(_values(split.front, "--mod")), read_mods(_values(split.front, "--target-mod")))
    mods = Mods(options.mods.acting or kept.acting, options.mods.target or kept.target)
    return split.rest, options._replace(force=options.force or "--force" in split.front, mods=mods)


def shield(words: Iterable[str]) -> list[str]:
    """Keep negative numbers from being taken for options."""
    return [_SHIELD + word if _NEGATIVE.fullmatch(word) else word for word in words]


def unshield(word: str) -> str:
    """The word as it was typed."""
    return word.removeprefix(_SHIELD)


def _values(front: Iterable[str], option: str) -> list[str]:
    """The values a global option was given, as often as it was."""
    found: list[str] = []
    waiting = iter(front)
    for word in waiting:
        name, equals, value = word.partition("=")
        if name not in VALUED:
            continue
        value = value if equals else next(waiting, "")
        if name == option:
            found.append(value)
    return found


def read_mods(texts: Iterable[str]) -> tuple[Mod, ...]:
    """Read `+2 high ground`, and `+1D high ground` for dice. Raises Misused."""
    found = []
    for text in texts:
        match = re.fullmatch(_MOD, text)
        if match is None:
            raise Misused(f'"{text}" is no modifier', remedy='write a number and a reason: --mod "+2 high ground"')
        found.append(Mod(int(match[1]), match[3] or "the GM", dice=match[2] is not None))
    return tuple(found)


def bind(verb: Verb, reading: Reading, words: Sequence[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """Give each parameter of a verb its value. Raises Misused, or Unknown for a name nobody bears."""
    given: dict[str, Any] = {}
    typed = [unshield(word) for word in words]
    places = verb.words
    least = sum(1 for place in places if place.required and place.role in ("combatant", "word"))
    if verb.has_actor and len(typed) == least - 1:
        typed.insert(0, "@")
    for place in places:
        if place.role == "portions":
            given[place.name] = _portions(verb, reading, typed)
            typed = []
        elif place.role in ("combatants", "words"):
            given[place.name] = tuple(one for word in typed for one in _words(reading, place, word))
            typed = []
        elif typed:
            given[place.name] = _word(reading, place, typed.pop(0))
        elif place.required:
            raise Misused(f"{verb.name} needs {place.word.upper()}: {usage(verb)}")
    if typed:
        raise Misused(f"{verb.name} has no use for `{typed[0]}`: {usage(verb)}")
    for option in verb.options:
        value = _option(reading, option, options)
        if value is not None:
            given[option.name] = value
        elif option.required:
            raise Misused(f"{verb.name} needs --{option.word} {option.word.upper()}: {usage(verb)}")
    return given


def _portions(verb: Verb, reading: Reading, typed: Sequence[str]) -> tuple[Portion, ...]:
    """Read `rat wolf 3`, or `rat=3 wolf=5`. Raises Misused, Unknown."""
    *heads, last = typed or [""]
    if not heads and "=" not in last:
        raise Misused(f"{verb.name} needs a name and a number: {usage(verb)}")
    if all("=" not in word for word in typed) and not re.fullmatch(_POINTS, last):
        raise Misused(f"{verb.name}: `{last}` is no whole number: {usage(verb)}")
    if heads and re.fullmatch(_POINTS, last):
        portions = [Portion(name, int(last)) for word in heads for name in names.find_all(reading, word)]
    else:
        portions = [portion for word in typed for portion in _own_portion(verb, reading, word)]
    ids = [portion.who for portion in portions]
    twice = next((name for name in ids if ids.count(name) > 1), None)
    if twice is not None:
        raise Misused(f"{twice} is named twice; add its points up")
    return tuple(portions)


def _own_portion(verb: Verb, reading: Reading, word: str) -> Iterator[Portion]:
    head, equals, points = word.rpartition("=")
    if not equals:
        raise Misused(f"{verb.name}: how many for `{word}`? {usage(verb)}")
    if not re.fullmatch(_POINTS, points):
        raise Misused(f"{verb.name}: `{points}` in `{word}` is no whole number")
    for name in names.find_all(reading, head):
        yield Portion(name, int(points))


def usage(verb: Verb) -> str:
    """How a verb is written: `gm attack [ATTACKER] TARGET`."""
    shown = []
    for i, place in enumerate(verb.words):
        if place.role == "portions":
            shown.append("NAME... N | NAME=N...")
            continue
        word = place.word.upper() + ("..." if place.role in ("combatants", "words") else "")
        optional = not place.required or place.role in ("combatants", "words") or (i == 0 and verb.has_actor)
        shown.append(f"[{word}]" if optional else word)
    shown += [f"--{option.word} {option.word.upper()}" for option in verb.options if option.required]
    return " ".join(["gm", verb.name, *shown])


def flag_names(option: Param) -> dict[str, str]:
    """The flags of a choice that has one for each word: flag -> word."""
    return {f"--{option.prefix}{choice}": choice for choice in option.choices}


def key_of(option: Param, choice: str = "") -> str:
    """The name under which click keeps an option's value."""
    return "_".join(filter(None, (option.name.replace(".", "_"), choice.replace("-", "_"))))


def _words(reading: Reading, place: Param, word: str) -> list[Any]:
    """The values of a word where several are taken: a glob stands for all it matches."""
    if place.role == "combatants":
        return names.find_all(reading, word)
    return [_word(reading, place, word)]


def _word(reading: Reading, place: Param, word: str) -> Any:
    if place.role in ("combatant", "combatants"):
        return names.find(reading, word)
    return _value(reading, place, word, place.word.upper())


def _option(reading: Reading, option: Param, options: Mapping[str, Any]) -> Any:
    if option.role == "flags":
        chosen = [(flag, choice) for flag, choice in flag_names(option).items() if options.get(key_of(option, choice))]
        if len(chosen) > 1:
            raise Misused(f"{' and '.join(flag for flag, _ in chosen)} exclude each other")
        return chosen[0][1] if chosen else None
    value = options.get(key_of(option))
    if value is None or option.role == "flag":
        return value
    if isinstance(value, tuple):
        return tuple(_named(reading, option, one.strip()) for text in value for one in text.split(",")) or None
    return _named(reading, option, value)


def _named(reading: Reading, option: Param, text: str) -> Any:
    """The value of an option, or one of its values."""
    if option.role in ("combatant", "combatants"):
        return names.find(reading, unshield(text))
    return _value(reading, option, unshield(text), f"--{option.word}")


def _value(reading: Reading, param: Param, text: str, shown: str) -> Any:
    codec = param.codec.item if isinstance(param.codec, ListOf) else param.codec
    assert isinstance(codec, Scalar), f"{param.name} is no single value"
    try:
        return codec.read(text, reading.encounter.grid)
    except ValueError as reason:
        raise Misused(f"{shown} is {text}; {reason}") from None
