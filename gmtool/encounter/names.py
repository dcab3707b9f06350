"""Finding a combatant by what is typed: its exact id, else the only one that begins so."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gmtool.errors import Unknown, did_you_mean
from gmtool.rules.naming import folded, meant

if TYPE_CHECKING:
    from gmtool.encounter.reading import Reading
    from gmtool.rules.model import Encounter

GLOB_SIGNS = "*?["


def find(reading: "Reading", typed: str) -> str:
    """Give the id meant: `@` is whoever's turn it is. Raises Unknown, listing who it could be."""
    known = list(reading.encounter.combatants)
    if typed == "@":
        return _on_turn(reading.encounter)
    found = meant(typed, known)
    if len(found) == 1:
        return found[0]
    if found:
        described = listed([_described(reading, name) for name in found])
        raise Unknown(f"`{typed}` could be {described}", remedy="type more of the name")
    hint = did_you_mean(typed, known)
    there = f"there are {listed(known)}" if known else "there is no combatant at all"
    raise Unknown(f"no combatant is called `{typed}`; {hint or there}", remedy=there if hint else "")


def find_all(reading: "Reading", typed: str) -> list[str]:
    """Give the ids meant where several may be: `wolf*` and `wolf-[123]` stand for all they match, in file order.

    An id that holds such a sign itself is meant by its exact spelling. Raises Unknown.
    """
    known = list(reading.encounter.combatants)
    if not any(sign in typed for sign in GLOB_SIGNS) or folded(typed) in map(folded, known):
        return [find(reading, typed)]
    from fnmatch import fnmatchcase

    found = [name for name in known if fnmatchcase(folded(name), folded(typed))]
    if not found:
        raise Unknown(f"nobody's name fits `{typed}`; there are {listed(known)}")
    return found


def _on_turn(encounter: "Encounter") -> str:
    if encounter.turn is None or encounter.turn not in encounter.combatants:
        state = "it is nobody's turn" if encounter.started else "the fight has not started"
        raise Unknown(f"`@` is whoever's turn it is, and {state}", remedy="name the combatant")
    return str(encounter.turn)


def described(reading: "Reading", name: str) -> list[str]:
    """What tells somebody from the others: health and hex, as far as there are any."""
    one = reading.encounter.combatants[name]
    health = getattr(one, reading.system.health, None)
    words = ", ".join(map(str, health)) if isinstance(health, tuple) and not hasattr(health, "now") else health
    place = None if one.at is None else reading.encounter.grid.label(one.at)
    return [str(fact) for fact in (words, place) if fact not in (None, "")]


def _described(reading: "Reading", name: str) -> str:
    """A candidate with what tells it from the others: `wolf-2 (9/14, 0405)`."""
    facts = described(reading, name)
    return f"{name} ({', '.join(facts)})" if facts else name


def listed(names: Iterable[str], most: int = 12) -> str:
    """Name the first of them, and how many more there are."""
    everyone = list(names)
    shown = ", ".join(everyone[:most])
    return f"{shown} and {len(everyone) - most} more" if len(everyone) > most else shown
