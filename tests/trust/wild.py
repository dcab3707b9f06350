"""Command lines made up at random from what the commands take: mostly sensible, now and then not."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import click

from gmtool.cli.commands import FIXED
from gmtool.cli.main import fixed
from gmtool.cli.verbs import VerbCommand
from gmtool.encounter import catalog
from gmtool.rules.codecs import ListOf, Scalar
from gmtool.rules.model import stats_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gmtool.encounter.reading import Reading
    from gmtool.rules.model import Encounter
    from gmtool.rules.verbs import Param, Verb

Words = list[str]

JUNK = (
    *("", " ", "-", "--", "---", "-x", "--no-such", "--file", "-f"),
    *("--dice", "=", "a=", "=b", "a=b=c", "@", "*", "?*", "[a", "**"),
    *("0", "-1", "1", "2", "99", "999999999", "10000000000000000000000"),
    *("1e3", "0x10", "١", "²", "½", "1.5", "+3", "-0"),
    *("0101", "0304", "9999", "101007", "C4", "03-04", "0301-0309"),
    *("N", "se", "NNE", "up", "F F R", "0302,0303", ",", ",,"),
    *("rat", "wolf", "RAT", "ra", "rat,wolf", "rat=3", "rat="),
    *("wolf 3", "é", "e\u0301", "🐀", "\u202eevil", "\x1b[31mred", "a\nb"),
    *("a\tb", "\x00", "\ufeff", "\u2028", "\udc80", "{}", "[]"),
    *("{a: b}", "- x", "a: b", "# c", "&a", "*a", "!!python/object", "|"),
    *("null", "~", "no", "true", "'", '"', "`", "$HOME", "$(id)"),
    *(";", "%s", "%(a)s", "{0}", "\\", "/", ".", "..", "encounter.yaml"),
    *(".gm", "fight.txt", "other.yaml", "missing.yaml", "2d6+3", "4d6kh3"),
    *("d", "1d0", "999d999", "3D+2", "((", "5/0", "2d6!!"),
    *("hp=3", "hp=9/14", "hp=x", "at=0304", "side=pc"),
    *("notes.x=1", "marks.lit=1", "stats.str=2", "as=", "x-own=1", "like=wolf"),
    *("x" * 300, "9" * 5000),
)  # fmt: skip
"""words that some part of a command line takes, and many that none does"""
TEXTS = (
    "high ground",
    "on fire",
    "end of round",
    "remember the door",
    "it's: #1",
    "- list",
    "Å",
    "yes",
    "12",
    "0304",
    "",
)
EXPRESSIONS = ("2d6+3", "4d6kh3", "1d20+5", "d%", "3D+2", "8d6x6", "(1d4+1)*2", "2d6!", "10d10", "1d6-1d4", "1d100/7")
GLOBALS = ("--json", "-n", "-q", "--force", "-y", "--explain", "--no-color")
DICE = ("1,2,3,4,5,6", "6,6,6,6", "1", "=7", "=7,3", "4,1,2,5,6", "0", "x", "ask", "random", "1,,2", "9999999999")
LONG = {"simulate": ("--runs", "2", "--jobs", "1")}
"""what a command must be given, or it takes its time"""


def verb_line(random: Random, reading: Reading, verb: Verb) -> Words:
    """A command line of a verb, made from its signature and from who is there."""
    encounter = reading.encounter
    names = list(encounter.combatants) or ["nobody"]
    if encounter.turn in names and random.random() < 0.6:
        names.insert(0, str(encounter.turn))
    else:
        random.shuffle(names)
    words: Words = []
    for place in verb.words:
        if place.role == "combatant":
            words.append(names[len(words) % len(names)] if random.random() < 0.8 else random.choice([*names, "@"]))
        elif place.role == "combatants":
            words += random.sample(names, random.randint(0, min(2, len(names)))) if random.random() < 0.9 else ["*"]
        elif place.role == "portions":
            words += _portions(random, names)
        elif place.required or random.random() < 0.6:
            words.append(_value(random, encounter, place, words))
            if place.several and random.random() < 0.3:
                words.append(_value(random, encounter, place, words))
    for option in verb.options:
        if option.required or random.random() < 1.2 / len(verb.options):
            words += _option(random, encounter, option, words)
    return [verb.name, *words]


def _portions(random: Random, names: Sequence[str]) -> Words:
    many = random.sample(names, random.randint(1, min(2, len(names))))
    points = str(random.choice([1, 2, 3, 5, 99, 0, -1]))
    return [*many, points] if random.random() < 0.7 else [f"{name}={points}" for name in many]


def _option(random: Random, encounter: Encounter, option: Param, words: Words) -> Words:
    if option.role == "flag":
        return [f"--{option.word}"]
    if option.role == "flags":
        return [f"--{option.prefix}{random.choice(option.choices)}"]
    if option.role in ("combatant", "combatants"):
        return [f"--{option.word}", random.choice([*encounter.combatants, "@"])]
    return [f"--{option.word}", _value(random, encounter, option, words)]


def _value(random: Random, encounter: Encounter, param: Param, words: Words) -> str:
    """A value of the parameter's kind, mostly one that is there to be meant."""
    if random.random() < 0.04:
        return random.choice(JUNK)
    if param.of is not None and words and words[0] in encounter.combatants:
        there = [*getattr(encounter.combatants[words[0]], param.of.stat)]
        if there:
            return str(random.choice(there))
    codec = param.codec.item if isinstance(param.codec, ListOf) else param.codec
    assert isinstance(codec, Scalar), param.name
    if codec.choices:
        return random.choice(codec.choices)
    for _ in range(8):
        text = _text(random, encounter)
        try:
            codec.read(text, encounter.grid)
        except ValueError:
            continue
        return text
    return random.choice(TEXTS)


def _text(random: Random, encounter: Encounter) -> str:
    """A number, a die code, a hex near somebody, a direction, some words."""
    grid = encounter.grid
    places = [one.at for one in encounter.combatants.values() if one.at is not None]
    kind = random.randrange(5)
    if kind < 2 and places:
        near = random.choice(places)
        for _ in range(random.randint(1, 3)):
            near = grid.step(near, random.choice(grid.hexsides))
        return grid.label(near) if grid.inside(near) else "0505"
    if kind == 2:
        return random.choice(["0", "1", "2", "3", "5", "9", "-1", "1D", "2D+1", "1d6"])
    return grid.name(random.choice(grid.hexsides)) if kind == 3 else random.choice(TEXTS)


def set_line(random: Random, reading: Reading) -> Words:
    """`gm set` with keys that somebody of the system can have."""
    who = random.choice([*reading.encounter.combatants] or ["nobody"])
    keys = [stat.key for stat in stats_of(reading.system.combatant)]
    values = [*JUNK, *("1", "2", "3", "5", "10", "7/9", "0304", "N", "pc", "1D", "2d6", "rat", "yes") * 4]
    count = random.choice([1, 1, 1, 2])
    return ["set", who, *(f"{random.choice(keys)}={random.choice(values)}" for _ in range(count))]


def deed_line(random: Random, reading: Reading) -> Words:
    """A command line that may change the encounter."""
    names = [*reading.encounter.combatants] or ["nobody"]
    kind = random.randrange(20)
    if kind < 12:
        return verb_line(random, reading, random.choice(list(reading.system.verb_table.values())))
    if kind < 14:
        return ["next"]
    if kind == 14:
        return set_line(random, reading)
    if kind == 15:
        template = random.choice(["--copy", "bestiary"])
        who = ["--copy", random.choice(names)] if template == "--copy" else [random.choice(_creatures(reading))]
        more = random.choice([[], ["2"], ["--as", "n"], ["--side", "pc"], ["--at", "0505"], ["hp=3"], ["--as", "x y"]])
        return ["add", *who, *more]
    if kind == 16:
        return ["remove", random.choice([*names, "nobody", f"{names[0][:2]}*"])] if len(names) > 3 else ["note", "few"]
    if kind == 17:
        return ["roll", random.choice(EXPRESSIONS), *random.choice([[], [], ["--times", "3"]])]
    return ["note", random.choice(TEXTS), *random.choice([[], ["--due", str(random.randint(0, 9))]])]


def _creatures(reading: Reading) -> list[str]:
    from gmtool import session

    shelf = session.bestiary(reading.document.name).shelf(reading.system.id)
    return [name for book in shelf for name in book.root.keys()] or ["nothing"]


def look_line(random: Random, reading: Reading) -> Words:
    """A command line that changes nothing, whatever it says."""
    names = [*reading.encounter.combatants] or ["nobody"]
    verb = random.choice([*reading.system.verb_table.values()])
    return random.choice(
        [
            ["status"],
            ["status", random.choice(names)],
            ["check"],
            ["log"],
            ["log", "--markdown"],
            ["log", "--at", str(random.randint(1, 5))],
            ["map", *random.choice([[], ["--list"], ["--ascii"], ["--player"], ["--reach", random.choice(names)]])],
            ["from", random.choice(names)],
            ["from", random.choice(names), random.choice(names)],
            ["roll", random.choice(EXPRESSIONS), "--odds"],
            ["rules"],
            ["help", random.choice([verb.name, reading.system.id, "dice"])],
            [verb.name, "-h"],
            ["-n", *verb_line(random, reading, verb)],
        ]
    )


def decorated(random: Random, words: Words) -> Words:
    """The words with some of the options every command takes."""
    found = list(words)
    for chance, more in (
        (0.25, ["--force"]),
        (0.08, ["--mod", random.choice(["+2 high ground", "-1", "+1D luck", "x"])]),
        (0.04, ["--target-mod", "-1 mud"]),
        (0.06, ["-n"]),
        (0.1, ["--json"]),
        (0.05, ["--explain"]),
        (0.08, ["--dice", random.choice(DICE)]),
    ):
        if random.random() < chance:
            found = [*more, *found]
    return ["--seed", str(random.randrange(1000)), *found] if "--dice" not in found else found


def bent(random: Random, words: Words) -> Words:
    """The words with something amiss: one more, one less, one replaced, two swapped."""
    found = list(words)
    at = random.randrange(len(found))
    kind = random.randrange(5)
    if kind == 0:
        found.insert(random.randint(0, len(found)), random.choice(JUNK))
    elif kind == 1:
        del found[at]
    elif kind == 2:
        found[at] = random.choice(JUNK)
    elif kind == 3:
        other = random.randrange(len(found))
        found[at], found[other] = found[other], found[at]
    else:
        found[at] = found[at][: len(found[at]) // 2] + random.choice(JUNK)[:20] + found[at][len(found[at]) // 2 :]
    return found or ["status"]


# any command line, from the tree of commands --------------------------------------------------------------------------


def commands(system_id: str) -> dict[str, click.Command]:
    """Every command that an encounter of the system has."""
    verbs = catalog.load(system_id).verb_table
    return {**{name: fixed(name) for name in FIXED}, **{name: VerbCommand(verb) for name, verb in verbs.items()}}


def any_line(random: Random, tree: dict[str, click.Command], names: Sequence[str]) -> Words:
    """A command line of any words, from what the commands' options and arguments are."""
    name = random.choice([*tree])
    command = tree[name]
    words: Words = []
    wild: Callable[[], str] = lambda: random.choice(names) if random.random() < 0.4 else random.choice(JUNK)  # noqa: E731
    for param in command.params:
        if isinstance(param, click.Option) and random.random() < 1.5 / len(command.params):
            flag = random.choice([*param.opts, *param.secondary_opts])
            words += [flag] if param.is_flag else [flag, _typed(random, param.type, wild)]
        elif isinstance(param, click.Argument):
            least = 0 if param.nargs == -1 or not param.required else 1
            words += [
                _typed(random, param.type, wild) for _ in range(random.randint(least, 3 if param.nargs == -1 else 1))
            ]
    if random.random() < 0.3:
        random.shuffle(words)
    if random.random() < 0.15:
        words.insert(random.randint(0, len(words)), wild())
    for option in GLOBALS:
        if random.random() < 0.06:
            words.insert(random.randint(0, len(words)), option)
    if random.random() < 0.1:
        words[:0] = random.choice([["--dice", random.choice(DICE)], ["--seed", "4"], ["--mod", "+1 x"], ["-f", wild()]])
    if words and random.random() < 0.05:
        del words[random.randrange(len(words))]
    words = [name, *words] if random.random() < 0.97 else words
    return [*words, *LONG.get(name, ())]


def _typed(random: Random, kind: Any, wild: Callable[[], str]) -> str:
    if isinstance(kind, click.Choice) and random.random() < 0.8:
        return str(random.choice(list(kind.choices)))
    if isinstance(kind, click.types.IntParamType) and random.random() < 0.8:
        return str(random.choice([1, 2, 3]))
    return wild()
