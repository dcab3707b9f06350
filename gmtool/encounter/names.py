"""Finding a combatant by what is typed: its exact id, else the only one that begins so."""

from collections.abc import Iterable, Mapping

from gmtool.errors import Misused, Unknown, did_you_mean
from gmtool.rules.model import Encounter


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
    return _only(typed, {name: name for name in encounter.combatants}, "combatant")


def on_turn(encounter: Encounter) -> str:
    """Give the id of whoever's turn it is. Raises Unknown when it is nobody's."""
    if encounter.turn is None or encounter.turn not in encounter.combatants:
        state = "it is nobody's turn" if encounter.started else "the fight has not started"
        raise Unknown(f"`@` is whoever's turn it is, and {state}", remedy="name the combatant")
    return str(encounter.turn)


def _only(typed: str, known: Mapping[str, str], what: str) -> str:
    if typed in known:
        return known[typed]
    wanted = folded(typed)
    for name, meant in known.items():
        if folded(name) == wanted:
            return meant
    begun = [name for name in known if wanted and folded(name).startswith(wanted)]
    if len(begun) == 1:
        return known[begun[0]]
    if begun:
        raise Unknown(f"`{typed}` could be {listed(begun)}", remedy="type more of the name")
    hint = did_you_mean(typed, known)
    there = f"there are {listed(known)}" if known else f"there is no {what} at all"
    raise Unknown(f"no {what} is called `{typed}`; {hint or there}", remedy=there if hint else "")


def listed(names: Iterable[str], most: int = 12) -> str:
    """Name the first of them, and how many more there are."""
    everyone = list(names)
    shown = ", ".join(everyone[:most])
    return f"{shown} and {len(everyone) - most} more" if len(everyone) > most else shown


def once(names: Iterable[str]) -> tuple[str, ...]:
    """The same names, each of them once. Raises Misused for one that was typed twice."""
    seen: dict[str, None] = {}
    for name in names:
        if name in seen:
            raise Misused(f"`{name}` is named twice")
        seen[name] = None
    return tuple(seen)
