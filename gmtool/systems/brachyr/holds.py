"""Grips and loads: who holds whom, who carries whom, and what ends it (BRA-23, BRA-43)."""

from typing import Annotated, Any

from gmtool.rules import standard
from gmtool.rules.ground import adjacent
from gmtool.rules.model import Encounter, Moment
from gmtool.rules.table import Table
from gmtool.systems.brachyr.sheet import Fighter


def held_by(encounter: Encounter, fighter: Fighter) -> Fighter | None:
    """Who holds somebody, as long as the grip lasts: its holder conscious and adjacent (BRA-43)."""
    return None if fighter.held is None else _at_hand(encounter, fighter.held.by, fighter)


def carrier_of(encounter: Encounter, fighter: Fighter) -> Fighter | None:
    """Who has lifted somebody, as long as it lasts: he unconscious, she conscious and adjacent (BRA-23)."""
    if fighter.carried_by is None or not fighter.down:
        return None
    return _at_hand(encounter, fighter.carried_by, fighter)


def holding(encounter: Encounter, holder: Fighter) -> list[Any]:
    """Whom somebody holds."""
    return [one for one in encounter.glance() if one.held is not None and one.held.by == holder.id]


def carrying(encounter: Encounter, carrier: Fighter) -> list[Any]:
    """Whom somebody carries."""
    return [one for one in encounter.glance() if one.carried_by == carrier.id]


def loosen(t: Table) -> None:
    """End every grip and load that no longer lasts, and say so (BRA-23, BRA-43)."""
    encounter = t.encounter
    for name in [one.id for one in encounter.glance() if one.held is not None and held_by(encounter, one) is None]:
        end_hold(t, encounter.combatants[name], _why(encounter, encounter.combatants[name]))
    for name in [one.id for one in encounter.glance() if one.carried_by is not None]:
        one = encounter.combatants[name]
        if carrier_of(encounter, one) is None:
            set_down(t, one)


def end_hold(t: Table, fighter: Fighter, why: str) -> None:
    """Hold somebody no longer (BRA-43)."""
    fighter.held = None
    t.tell("BRA-43", "freed", "{who} is free: {why}", who=fighter, why=why)


def set_down(t: Table, fighter: Fighter) -> None:
    """Carry somebody no longer (BRA-23)."""
    fighter.carried_by = None
    t.tell("BRA-23", "set-down", "{who} is carried no longer", who=fighter)


def release(t: Table, holder: Fighter) -> None:
    """Let go of whoever HOLDER holds or carries. Free, at any time.

    Rules: BRA-23, BRA-43.
    """
    held, carried = holding(t.encounter, holder), carrying(t.encounter, holder)
    if not held and not carried:
        t.impossible("BRA-43", f"{holder.name} holds nobody", "`gm grab` takes hold of somebody")
    for one in held:
        end_hold(t, t.encounter.combatants[one.id], f"{holder.name} lets go")
    for one in carried:
        set_down(t, t.encounter.combatants[one.id])


def mark(
    t: Table,
    who: Fighter,
    name: Annotated[str, "prone, unconscious, dead, underwater, or words of your own"],
    *,
    until: Annotated[Moment | None, "when a mark of your own ends: `end of NAME`, `end of round`"] = None,
) -> None:
    """Set a state of the rules, or a mark of your own, on WHO.

    Rules: BRA-23, BRA-43, BRA-50. Whoever is unconscious holds and carries nobody any more.
    """
    standard.mark(t, who, name, until=until)
    loosen(t)


def unmark(t: Table, who: Fighter, name: Annotated[str, "which state or mark"]) -> None:
    """Take a state of the rules, or a mark of your own, off WHO: `gm unmark ana prone` stands her up.

    Rules: BRA-23, BRA-43, BRA-50. Whoever is conscious again is carried no longer.
    """
    standard.unmark(t, who, name)
    loosen(t)


def _at_hand(encounter: Encounter, name: str, fighter: Fighter) -> Fighter | None:
    other: Fighter | None = encounter.combatants.get(name)
    return other if other is not None and not other.down and adjacent(other, fighter) else None


def _why(encounter: Encounter, fighter: Fighter) -> str:
    assert fighter.held is not None
    holder: Fighter | None = encounter.combatants.get(fighter.held.by)
    if holder is None:
        return f"{fighter.held.by} is gone"
    return f"{holder.name} is {holder.health_word}" if holder.down else f"{holder.name} is no longer adjacent"
