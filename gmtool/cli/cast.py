"""Who is in the fight: `gm add`, `gm remove`."""

import os
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import click

from gmtool import session
from gmtool.cli import edit
from gmtool.cli.deeds import Deed
from gmtool.dice.sources import Source
from gmtool.document.journal import Journal
from gmtool.document.parse import Document
from gmtool.document.scalars import Text
from gmtool.document.store import read
from gmtool.encounter import cast, names
from gmtool.encounter.creatures import Bestiary
from gmtool.encounter.reading import OWN_PREFIX, Reading
from gmtool.encounter.spelling import Spelled, data_of
from gmtool.errors import BadFile, Misused, Refused
from gmtool.hexes.grid import Hex
from gmtool.rules.codecs import read_name
from gmtool.rules.ground import free_near, is_free
from gmtool.rules.model import Change, Combatant, Encounter
from gmtool.rules.naming import folded
from gmtool.rules.rulings import forget, join
from gmtool.rules.system import Outcome, play
from gmtool.rules.table import Event, Table
from gmtool.rules.verbs import Verb
from gmtool.session import Act, Opened, Recast

MOST = 100
"""who can be added by one command"""
FIRST = "--first"


class Wanted(NamedTuple):
    """What the words of `gm add` ask for."""

    template: str
    copy: str
    origin: str
    """the file somebody is brought from"""
    number: int
    """how many"""
    base: str
    """the name under which they join, "" for the template's own"""
    side: str
    places: str
    facing: str
    values: tuple[str, ...]
    """KEY=VALUE words"""
    first: int


class Add(Deed):
    """`gm add`: its numbers go on from those of the history."""

    def settle(self, params: dict[str, Any], opened: Opened) -> list[str]:
        """Begin at the first number of that name that was never given away in this file's history."""
        if params["first"] is not None:
            return []
        base = _base(opened.reading, _wanted(**params), session.bestiary(opened.path))
        first = Journal(os.path.realpath(opened.path)).used(opened.raw).get(base, 0) + 1
        params["first"] = first
        return [FIRST, str(first)] if first > 1 else []


@click.command(cls=Add)
@click.argument("words", nargs=-1, metavar="TEMPLATE [N] [KEY=VALUE...]")
@click.option("--as", "name", default="", metavar="NAME", help="what to call them; more than one are numbered")
@click.option("--side", default="", help="pc, or any other word; else the template's, else npc")
@click.option("--at", default="", metavar="HEX[,HEX...]", help="where; of one hex also the nearest free ones")
@click.option("--facing", default="", metavar="DIRECTION", help="which way they face")
@click.option("--copy", default="", metavar="NAME", help="another like NAME: its sheet, unhurt")
@click.option("--from", "origin", default="", metavar="FILE", help="bring TEMPLATE from another fight, wounds and all")
@click.option(FIRST, type=click.IntRange(1), metavar="N", help="the first number; else one never given in this file")
def add(**params: Any) -> Act:
    """Add combatants from the bestiary, like one who is there, or from another fight.

    \b
    gm add wolf                            one, called wolf if that is free
    gm add wolf 4 --at 0509                wolf-1 to wolf-4, there and around
    gm add wolf --as Greymane hp=9/14      with values of its own
    gm add --copy wolf-1                   its sheet, unhurt
    gm add ana --from last-night.yaml      as she came out of it

    Dice in a template (`hp: 2d6+3`) are rolled for each. A number is never used twice in a file. In a fight under way
    they roll initiative where they have none, take the place it gives them, and act in this round.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    wanted = _wanted(**params)

    def act(reading: Reading, source: Source) -> Recast:
        return _add(reading, source, wanted)

    return act


class Remove(Deed):
    """`gm remove`."""

    def hits(self, params: dict[str, Any], reading: Reading) -> Sequence[str]:
        """Who is taken out."""
        return _named(reading, params["words"])


@click.command(cls=Remove)
@click.argument("words", nargs=-1, required=True, metavar="NAME...")
def remove(words: tuple[str, ...]) -> Act:
    """Take combatants out of the file, with the comments that are theirs. Whoever is next stays next.

    \b
    gm remove wolf-2
    gm remove "wolf*"
    """  # noqa: D301 - \b keeps click from wrapping the examples

    def act(reading: Reading, source: Source) -> Recast:
        gone = _named(reading, words)
        document, changed = cast.without(reading, gone)
        return _recast(reading, document, changed, source, Verb(forget), {"names": gone})

    return act


def _named(reading: Reading, words: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(name for word in words for name in names.find_all(reading, word)))


# what is wanted -----------------------------------------------------------------------------------------------------


def _wanted(
    words: tuple[str, ...],
    name: str,
    side: str,
    at: str,
    facing: str,
    copy: str,
    origin: str,
    first: int | None,
) -> Wanted:
    """Sort the words. Raises click.UsageError where they contradict each other."""
    values = tuple(word for word in words if "=" in word)
    plain = [word for word in words if "=" not in word]
    if copy and origin:
        raise click.UsageError("--copy and --from exclude each other: one is in this file, the other is not")
    template = "" if copy else plain.pop(0) if plain else ""
    if not template and not copy:
        raise click.UsageError("add needs a template: gm add wolf; `gm bestiary` lists them")
    count = 1
    if plain and (not copy or plain[0].isdecimal()):
        count = _count(plain.pop(0))
    if plain:
        raise click.UsageError(f"add has no use for `{plain[0]}`: gm add TEMPLATE [N] [KEY=VALUE...]")
    if origin and count != 1:
        raise click.UsageError(f"{template} can be brought from {origin} once, not {count} times")
    try:
        read_name(name or "anybody")
    except ValueError as reason:
        raise click.UsageError(f"the name `{name}`: {reason}") from None
    if name.startswith(OWN_PREFIX):
        raise click.UsageError(f"the name `{name}`: what begins with `{OWN_PREFIX}` is the GM's own and is never read")
    return Wanted(template, copy, origin, count, name, side, at, facing, values, first or 1)


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:9]) <= MOST:
        raise click.UsageError(f"`{text}` is no number of combatants from 1 to {MOST}")
    return int(text)


# adding -------------------------------------------------------------------------------------------------------------


def _add(reading: Reading, source: Source, wanted: Wanted) -> Recast:
    books = session.bestiary(reading.document.name)
    base, strangers = _entry(reading, wanted, books)
    name = _base(reading, wanted, books)
    known = list(reading.encounter.combatants)
    ids = [name] if wanted.origin else cast.numbered(name, wanted.number, known, wanted.first)
    taken = set(map(folded, known))
    clash = next((name for name in ids if folded(name) in taken), None)
    if clash is not None:
        raise Refused(f"{clash} is in the fight already", remedy="--as NAME calls the newcomer something else")
    places = _places(reading, wanted.places, len(ids))
    entries: dict[str, dict[str, Spelled]] = {}
    events: list[Event] = []
    for number, name in enumerate(ids):
        entry = _copy_of(base)
        if places:
            entry["at"] = reading.encounter.grid.label(places[number])
        events += _roll_template(reading, source, books, name, entry)
        entries[name] = entry
    document, changed = cast.with_entries(reading, entries)
    given = {"newcomers": ids, "strangers": strangers}
    recast = _recast(reading, document, changed, source, Verb(join), given)
    outcome = recast.outcome._replace(events=[*events, *recast.outcome.events])
    return recast._replace(outcome=outcome, used=cast.numbers_of(ids))


def _base(reading: Reading, wanted: Wanted, books: Bestiary) -> str:
    """What the newcomers are called, their numbers aside. Raises Unknown."""
    if wanted.base:
        return wanted.base
    if wanted.copy:
        return cast.stem(names.find(reading, wanted.copy))
    return wanted.template if wanted.origin else books.named(reading.system.id, wanted.template)


def _entry(reading: Reading, wanted: Wanted, books: Bestiary) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What the file will say of each, places and dice aside; and whom it knows from elsewhere.

    Raises Unknown, Misused.
    """
    strangers: tuple[str, ...] = ()
    entry: dict[str, Any]
    if wanted.origin:
        entry, strangers = _brought(reading, wanted)
    elif wanted.copy:
        entry = cast.sheet_of(reading, names.find(reading, wanted.copy))
    else:
        entry = {"like": Text(books.named(reading.system.id, wanted.template))}
    if wanted.side:
        entry["side"] = Text(wanted.side)
    shape = object.__new__(reading.system.combatant)
    shape.id = wanted.base or wanted.template or wanted.copy
    put: list[str] = []
    for word in (*((f"facing={wanted.facing}",) if wanted.facing else ()), *wanted.values):
        put.append(_put(reading, shape, entry, word))
        if put.count(put[-1]) > 1:
            raise Misused(f"{put[-1]} is given twice")
    return entry, strangers


def _put(reading: Reading, shape: Combatant, entry: dict[str, Any], word: str) -> str:
    """Put one KEY=VALUE into the entry, as the schema spells it, and give the key. Raises Unknown, Misused."""
    key, _, text = word.partition("=")
    stat, below = edit.stat_named(type(shape), key)
    if below or not text:
        raise Misused(f"`{word}` cannot be given to `gm add`", remedy=f"gm set {shape.id} {word} does it afterwards")
    value = edit.read_value(reading, shape, stat.codec, None, stat.key, text)
    cast.put(entry, stat.path, data_of(stat.codec, value, reading.encounter.grid, ""))
    return stat.key


def _brought(reading: Reading, wanted: Wanted) -> tuple[dict[str, Any], tuple[str, ...]]:
    other = Opened(wanted.origin, None, read(wanted.origin)).reading
    if other.system is not reading.system:
        text = f"{wanted.origin} is {other.system.id}, and this encounter is {reading.system.id}"
        raise Refused(text, remedy="nobody goes from one system to another")
    name = names.find(other, wanted.template)
    strangers = [one for one in other.encounter.combatants if one not in reading.encounter.combatants and one != name]
    return cast.whole_of(other, name), tuple(strangers)


def _places(reading: Reading, text: str, count: int) -> list[Hex]:
    """Where they stand: the hexes named, and the free ones nearest to the last. Raises Misused, Refused."""
    if not text:
        return []
    encounter, system = reading.encounter, reading.system
    try:
        named = [encounter.grid.hex(word.strip()) for word in text.split(",")]
    except ValueError as reason:
        raise Misused(f"--at {text}: {reason}") from None
    if len(named) > count:
        raise Misused(f"--at names {len(named)} hexes for {count}", remedy="name as many as are added, or one")
    taken = [place for place in named if not is_free(system, encounter, place)] if len(named) > 1 else []
    if taken or len(set(named)) < len(named):
        label = encounter.grid.label(taken[0] if taken else named[0])
        raise Refused(f"{label} is not free", remedy="--at with one hex finds the nearest free ones")
    fixed = named if len(named) > 1 else []
    free = (place for place in free_near(system, encounter, named[-1]) if place not in fixed)
    found = [*fixed, *islice(free, count - len(fixed))]
    if len(found) < count:
        raise Refused(f"the map has {len(found)} free hexes, and {count} are to be added")
    return found


def _roll_template(
    reading: Reading, source: Source, books: Bestiary, name: str, entry: dict[str, Any]
) -> Sequence[Event]:
    """Roll the numbers that the template gives as dice, each that is not given otherwise, into the entry."""
    table = Table(reading.system, Encounter(system=reading.system.id), source)
    shape = object.__new__(reading.system.combatant)
    shape.id = shape.name = name
    for dice in cast.dice_of(books, reading.system, str(entry.get("like") or "")):
        if _given(entry, dice.stat.path):
            continue
        total = max(1, table.throw(shape, dice.stat.key, *dice.groups) + dice.bonus)
        cast.put(entry, dice.stat.path, _spelled(reading, shape, dice, total))
    return table.events


def _spelled(reading: Reading, shape: Combatant, dice: cast.Dice, total: int) -> Spelled:
    value = edit.read_value(reading, shape, dice.stat.codec, None, dice.stat.key, str(total))
    return data_of(dice.stat.codec, value, reading.encounter.grid, "")


def _given(entry: Mapping[str, Any], path: Sequence[str]) -> bool:
    held: Any = entry
    for step in path:
        if not isinstance(held, Mapping) or step not in held:
            return False
        held = held[step]
    return True


def _copy_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _copy_of(value) if isinstance(value, Mapping) else value for key, value in entry.items()}


def _recast(
    reading: Reading,
    document: Document,
    changed: Sequence[Change],
    source: Source,
    verb: Verb,
    given: Mapping[str, Any],
) -> Recast:
    """Read the text with its new cast and let the rules see to it. Raises Misused where it is no encounter any more."""
    try:
        base = session.reread(reading, document)
    except BadFile as error:
        raise Misused(f"the file would not be valid then: {error.faults[0].text}") from None
    outcome: Outcome = play(reading.system, verb, base.encounter, given, source)
    return Recast(base, outcome._replace(before=reading.encounter), changed)
