"""Where a combatant is named by others, found by the schema: who holds it, whom it rides, who may attack it."""

from collections.abc import Collection
from typing import Any

from gmtool.rules.codecs import Codec, ListOf, MapOf, Record, Ref, Scalar
from gmtool.rules.model import Combatant, Encounter, stats_of


def struck_off(encounter: Encounter, one: Combatant, gone: Collection[str]) -> None:
    """Strike off what `one` keeps of those who are gone: a name alone, or the entry that cannot be without it."""
    for s in stats_of(type(one)):
        held = getattr(one, s.name)
        if held and names_any(s.codec, held, gone):
            left = without(s.codec, held, gone)
            setattr(one, s.name, s.default_of(encounter, one) if left is None else left)


def names_any(codec: Codec, value: Any, gone: Collection[str]) -> bool:
    """Whether a value names any of those."""
    if isinstance(codec, Scalar):
        return isinstance(value, Ref) and value in gone
    if isinstance(codec, ListOf):
        return any(names_any(codec.item, item, gone) for item in value)
    if isinstance(codec, MapOf):
        named = any(isinstance(key, Ref) and key in gone for key in value)
        return named or any(names_any(codec.value, item, gone) for item in value.values())
    inner = ((s, getattr(value, s.name)) for s in stats_of(codec.cls)) if isinstance(codec, Record) else ()
    return any(held is not None and names_any(s.codec, held, gone) for s, held in inner)


def without(codec: Codec, value: Any, gone: Collection[str]) -> Any:
    """The value without them; None where nothing is left of it."""
    if isinstance(codec, Scalar):
        return None if isinstance(value, Ref) and value in gone else value
    if isinstance(codec, ListOf):
        kept = (without(codec.item, item, gone) for item in value)
        return tuple(item for item in kept if item is not None)
    if isinstance(codec, MapOf):
        entries = {key: item for key, item in value.items() if not (isinstance(key, Ref) and key in gone)}
        kept_entries = {key: without(codec.value, item, gone) for key, item in entries.items()}
        return {key: item for key, item in kept_entries.items() if item is not None}
    return None if names_any(codec, value, gone) else value
