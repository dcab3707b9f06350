"""The GM's own hand on a sheet: `gm set`."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import click

from gmtool import session
from gmtool.cli.deeds import Deed
from gmtool.dice.sources import Source
from gmtool.document.edit import Delete, Set, edit
from gmtool.document.parse import Node
from gmtool.document.parse import Scalar as ScalarNode
from gmtool.document.scalars import Text
from gmtool.encounter import names
from gmtool.encounter.reading import OWN_PREFIX, Reading
from gmtool.errors import BadFile, Misused, Unknown, did_you_mean
from gmtool.rules.codecs import Codec, ListOf, MapOf, Record, Ref, Scalar, Track
from gmtool.rules.model import Change, Combatant, Encounter, Stat, stats_of
from gmtool.rules.system import Outcome
from gmtool.session import Act, Recast

LIKE = "like="
"""the word that makes a combatant like a creature of the bestiary"""


@click.command(name="set", cls=Deed)
@click.argument("name")
@click.argument("values", nargs=-1, required=True, metavar="KEY=VALUE...")
def set_(name: str, values: tuple[str, ...]) -> Act:
    """Set values of a combatant by hand, as they stand in the file.

    \b
    gm set rat hp=5/8
    gm set wolf at=0405 facing=NW
    gm set wolf vulnerable=2   short for markers.vulnerable
    gm set ana skills.axes=3   one of several, by its name
    gm set rat as=             takes the key away
    """  # noqa: D301 - \b keeps click from wrapping the examples
    return setting(name, values)


def setting(name: str, values: Sequence[str]) -> Act:
    """What it does to set these values, each `KEY=VALUE`, of whoever the name means."""

    def act(reading: Reading, _: Source) -> Recast:
        who = names.find(reading, name)
        base, changed = _made_like(reading, who, [word for word in values if word.startswith(LIKE)])
        words = [word for word in values if not word.startswith(LIKE)]
        after = base.encounter.copy()
        given = [_assign(base, after.combatants[who], word) for word in words]
        followed = _followed(base, after, who, given)
        if followed:
            base = base._replace(encounter=base.encounter.copy())
            for change in followed:
                if change.stat.kind == "sheet":  # it is no change of the file's, and told as one all the same
                    setattr(base.encounter.combatants[who], change.stat.name, change.new)
            after = base.encounter.copy()
            for word in words:
                _assign(base, after.combatants[who], word)
            for change in followed:
                setattr(after.combatants[who], change.stat.name, change.new)
        return Recast(base, Outcome([], reading.encounter, after, None, []), [*changed, *followed])

    return act


set = set_  # noqa: A001 - found by the name of the command


def _made_like(reading: Reading, who: str, words: Sequence[str]) -> tuple[Reading, list[Change]]:
    """Make somebody like another creature, in the text: all that is not its own changes with it. Raises Misused."""
    if not words:
        return reading, []
    stat, _ = stat_named(reading.system.combatant, LIKE[:-1])
    path, text = ("combatants", who, *stat.path), words[-1].removeprefix(LIKE)
    old = getattr(reading.encounter.combatants[who], stat.name)
    if text == (old or ""):
        return reading, []
    if text and session.bestiary(reading.document.name)(reading.system.id, text) is None:
        raise Misused(f"{who}: like is {text}; no bestiary has such a creature", remedy="`gm bestiary` lists them")
    document = edit(reading.document, [Set(path, Text(text)) if text else Delete(path)])
    try:
        base = session.reread(reading, document)
    except BadFile as error:
        raise Misused(f"the file would not be valid then: {error.faults[0].text}") from None
    return base, [Change(path, stat, old, text or None, who)]


def _followed(reading: Reading, after: Encounter, who: str, given: Collection[str]) -> list[Change]:
    """What follows from the values given: the file has no key for it, and its default depends on them."""
    one, inherited = after.combatants[who], reading.inherited.get(who, ())
    found = []
    for s in stats_of(type(one)):
        path = ("combatants", who, *s.path)
        if callable(s.default) and s.name not in {*given, *inherited} and _is_empty(reading.document.at(path)):
            old, new = getattr(one, s.name), s.default_of(after, one)
            if old != new:
                found.append(Change(path, s, old, new, who))
    return found


def _is_empty(node: Node | None) -> bool:
    """Whether nothing stands there: no key, or one without a value."""
    return node is None or (isinstance(node, ScalarNode) and node.null)


def _assign(reading: Reading, combatant: Combatant, word: str) -> str:
    """Carry out one KEY=VALUE; give the name of the stat. Raises Unknown for the key, Misused for the value."""
    key, equals, text = word.partition("=")
    if not equals:
        raise Misused(f"`{word}` is no KEY=VALUE", remedy=f"write `{key}=...`")
    stat, below = stat_named(type(combatant), key)
    key = f"{stat.key}.{below}" if below else stat.key
    held = getattr(combatant, stat.name)
    if below:
        value = _changed_below(reading, combatant, stat.codec, held, below, key, text)
    elif text:
        value = read_value(reading, combatant, stat.codec, held, key, text)
    elif stat.required:
        raise Misused(f"{combatant.id}: {stat.key} cannot be taken away", remedy=f"it is {stat.help}")
    else:
        value = stat.default_of(reading.encounter, combatant)
    setattr(combatant, stat.name, value)
    return stat.name


def stat_named(cls: type, key: str) -> tuple[Stat, str]:
    """The stat of that key, or of that last part of a key where only one has it, and what is named below it.

    `skills.axes` is what `skills` holds under `axes`. Raises Unknown.
    """
    stats = stats_of(cls)
    found = [s for s in stats if s.key == key] or [s for s in stats if s.path[-1] == key]
    if len(found) == 1:
        return found[0], ""
    for s in stats:
        if key.startswith(f"{s.key}.") and isinstance(s.codec, MapOf | Record):
            return s, key.removeprefix(f"{s.key}.")
    known = [s.key for s in stats]
    hint = did_you_mean(key, [*known, *(s.path[-1] for s in stats)])
    raise Unknown(f"a combatant has no value `{key}`; {hint or 'it has ' + names.listed(known, 40)}")


def _changed_below(
    reading: Reading, combatant: Combatant, codec: Codec, held: Any, below: str, key: str, text: str
) -> Any:
    """What a mapping or a record is with one value in it changed; `below` names it. Raises Unknown, Misused."""
    if isinstance(codec, MapOf):
        return _changed_entry(reading, combatant, codec, held, below, key, text)
    if isinstance(codec, Record) and held is not None:
        stat, deeper = stat_named(codec.cls, below)
        inner = getattr(held, stat.name)
        if deeper:
            inner = _changed_below(reading, combatant, stat.codec, inner, deeper, key, text)
        elif text:
            inner = read_value(reading, combatant, stat.codec, inner, key, text)
        else:
            inner = stat.default_of(None, None)
        changed: Any = object.__new__(codec.cls)
        changed.__dict__.update(held.__dict__)
        changed.__dict__[stat.name] = inner
        return changed
    raise Misused(f"{combatant.id}: {key} names nothing that holds keys of its own", remedy="`gm status NAME` shows it")


def _changed_entry(
    reading: Reading, combatant: Combatant, codec: MapOf, held: Mapping[str, Any], below: str, key: str, text: str
) -> dict[str, Any]:
    name, _, deeper = (below, "", "") if below in held else below.partition(".")
    entries = dict(held)
    if deeper:
        if name not in held:
            above = key.removesuffix(f".{below}")
            hint = did_you_mean(name, held) or f"it has: {names.listed(held) or 'none'}"
            raise Unknown(f"{combatant.id}: {above} has no `{name}`; {hint}")
        entries[name] = _changed_below(reading, combatant, codec.value, held[name], deeper, key, text)
    elif name.startswith(OWN_PREFIX):
        raise Misused(f"{combatant.id}: {key} would not be read: what begins with `{OWN_PREFIX}` is the GM's own")
    elif text:
        entries[read_value(reading, combatant, codec.key, None, key, name)] = read_value(
            reading, combatant, codec.value, held.get(name), key, text
        )
    elif name in entries:
        del entries[name]
    return entries


def read_value(reading: Reading, combatant: Combatant, codec: Codec, held: Any, key: str, text: str) -> Any:
    """Read a value as the file would have it. Raises Misused."""
    grid = reading.encounter.grid
    try:
        if isinstance(codec, Scalar):
            value = codec.read(text, grid)
            if isinstance(value, Ref):
                return Ref(names.find(reading, value))
            return _below_maximum(value, held) if "/" not in text else value
        if isinstance(codec, ListOf) and isinstance(codec.item, Scalar):
            return tuple(codec.item.read(word.strip(), grid) for word in text.split(","))
        if isinstance(codec, Record) and codec.short is not None:
            return codec.short(text)
    except ValueError as reason:
        raise Misused(f"{combatant.id}: {key} is {text}; {reason}") from None
    raise Misused(f"{combatant.id}: {key} holds keys of its own", remedy=f"set one of them, as {key}.NAME=VALUE")


def _below_maximum(value: object, held: object) -> object:
    """A track given by one number keeps its maximum. Raises ValueError above it."""
    if not isinstance(value, Track) or not isinstance(held, Track):
        return value
    if value.now > held.max:
        raise ValueError(f"the maximum is {held.max}; give both, as {value.now}/{value.now}, to change it")
    return Track(value.now, held.max)
