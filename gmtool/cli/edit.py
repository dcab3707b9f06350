"""The GM's own hand on a sheet: `gm set`."""

import click

from gmtool.cli.deeds import Deed
from gmtool.dice.sources import Source
from gmtool.encounter import names
from gmtool.encounter.reading import Reading
from gmtool.errors import Misused, Unknown, did_you_mean
from gmtool.rules.codecs import ListOf, Ref, Scalar, Track
from gmtool.rules.model import Combatant, Stat, stats_of
from gmtool.rules.system import Outcome
from gmtool.session import Act


@click.command(name="set", cls=Deed)
@click.argument("name")
@click.argument("values", nargs=-1, required=True, metavar="KEY=VALUE...")
def set_(name: str, values: tuple[str, ...]) -> Act:
    """Set values of a combatant by hand, as they stand in the file.

    \b
    gm set rat hp=5/8
    gm set wolf at=0405 facing=NW
    gm set wolf vulnerable=2   short for markers.vulnerable
    gm set rat as=             takes the key away
    """  # noqa: D301 - \b keeps click from wrapping the examples

    def act(reading: Reading, _: Source) -> Outcome:
        after = reading.encounter.copy()
        combatant = after.combatants[names.find(reading.encounter, name)]
        for word in values:
            _assign(reading, combatant, word)
        return Outcome([], reading.encounter, after, None, [])

    return act


set = set_  # noqa: A001 - found by the name of the command


def _assign(reading: Reading, combatant: Combatant, word: str) -> None:
    """Carry out one KEY=VALUE. Raises Unknown for the key, Misused for the value."""
    key, equals, text = word.partition("=")
    if not equals:
        raise Misused(f"`{word}` is no KEY=VALUE", remedy=f"write `{key}=...`")
    stat = _stat_named(type(combatant), key)
    setattr(combatant, stat.name, _read(reading, combatant, stat, text))


def _stat_named(cls: type, key: str) -> Stat:
    """The stat of that key, or of that last part of a key where only one has it. Raises Unknown."""
    stats = stats_of(cls)
    exact = [s for s in stats if s.key == key]
    short = exact or [s for s in stats if s.path[-1] == key]
    if len(short) == 1:
        return short[0]
    known = [s.key for s in stats]
    hint = did_you_mean(key, [*known, *(s.path[-1] for s in stats)])
    raise Unknown(f"a combatant has no value `{key}`; {hint or 'it has ' + names.listed(known, 40)}")


def _read(reading: Reading, combatant: Combatant, stat: Stat, text: str) -> object:
    encounter = reading.encounter
    if not text:
        if stat.required:
            raise Misused(f"{combatant.id}: {stat.key} cannot be taken away", remedy=f"it is {stat.help}")
        return stat.default_of(encounter, combatant)
    try:
        if isinstance(stat.codec, Scalar):
            value = stat.codec.read(text, encounter.grid)
            if isinstance(value, Ref):
                return Ref(names.find(encounter, value))
            return _below_maximum(value, getattr(combatant, stat.name)) if "/" not in text else value
        if isinstance(stat.codec, ListOf) and isinstance(stat.codec.item, Scalar):
            return tuple(stat.codec.item.read(word.strip(), encounter.grid) for word in text.split(","))
    except ValueError as reason:
        raise Misused(f"{combatant.id}: {stat.key} is {text}; {reason}") from None
    raise Misused(f"{combatant.id}: {stat.key} holds keys of its own", remedy="change it in the file")


def _below_maximum(value: object, held: object) -> object:
    """A track given by one number keeps its maximum. Raises ValueError above it."""
    if not isinstance(value, Track) or not isinstance(held, Track):
        return value
    if value.now > held.max:
        raise ValueError(f"the maximum is {held.max}; give both, as {value.now}/{value.now}, to change it")
    return Track(value.now, held.max)
