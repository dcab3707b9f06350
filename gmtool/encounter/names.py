"""Finding a combatant by what is typed: its exact id, else the only one that begins so."""

from collections.abc import Iterable

from gmtool.errors import Unknown, did_you_mean
from gmtool.rules.model import Encounter

GLOB_SIGNS = "*?["


def folded(name: str) -> str:
    """The form in which names are compared: accents composed, case folded."""
    if not name.isascii():
        from unicodedata import normalize

        name = normalize("NFC", name)
    return name.casefold()


def find(encounter: Encounter, typed: str) -> str:
    """Give the id meant: `@` is whoever's turn it is. Raises Unknown, listing who it could be."""
    if typed == "@":
        return on_turn(encounter)
    return _only(typed, encounter.combatants)


def find_all(encounter: Encounter, typed: str) -> list[str]:
    """Give the ids meant where several may be: `wolf*` and `wolf-[123]` stand for all they match, in file order.

    An id that holds such a sign itself is meant by its exact spelling. Raises Unknown.
    """
    known = list(encounter.combatants)
    if not any(sign in typed for sign in GLOB_SIGNS) or folded(typed) in map(folded, known):
        return [find(encounter, typed)]
    from fnmatch import fnmatchcase

    found = [name for name in known if fnmatchcase(folded(name), folded(typed))]
    if not found:
        raise Unknown(f"nobody's name fits `{typed}`; there are {listed(known)}")
    return found


def on_turn(encounter: Encounter) -> str:
    """Give the id of whoever's turn it is. Raises Unknown when it is nobody's."""
    if encounter.turn is None or encounter.turn not in encounter.combatants:
        state = "it is nobody's turn" if encounter.started else "the fight has not started"
        raise Unknown(f"`@` is whoever's turn it is, and {state}", remedy="name the combatant")
    return str(encounter.turn)


def _only(typed: str, known: Iterable[str]) -> str:
    names = list(known)
    wanted = folded(typed)
    for name in names:
        if folded(name) == wanted:
            return name
    begun = [name for name in names if wanted and folded(name).startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise Unknown(f"`{typed}` could be {listed(begun)}", remedy="type more of the name")
    hint = did_you_mean(typed, names)
    there = f"there are {listed(names)}" if names else "there is no combatant at all"
    raise Unknown(f"no combatant is called `{typed}`; {hint or there}", remedy=there if hint else "")


def listed(names: Iterable[str], most: int = 12) -> str:
    """Name the first of them, and how many more there are."""
    everyone = list(names)
    shown = ", ".join(everyone[:most])
    return f"{shown} and {len(everyone) - most} more" if len(everyone) > most else shown
