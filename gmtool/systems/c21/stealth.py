"""Vanishing from all senses, and winning surprise back (C21-14)."""

from typing import Annotated

from gmtool.hexes.geometry import distance
from gmtool.hexes.grid import Hex
from gmtool.rules.ground import is_free
from gmtool.rules.table import Table
from gmtool.systems.c21.acting import require_action, require_free, require_up, spend
from gmtool.systems.c21.rolls import Roll, challenge, skill_of
from gmtool.systems.c21.seats import mount_of, put
from gmtool.systems.c21.sheet import Fighter

FAR_ENOUGH = 8


def vanish(t: Table, who: Fighter, *, seen: Annotated[bool, "WHO has been found again"] = False) -> None:
    """Say that WHO is hidden from all senses of all enemies: the GM's word.

    Rules: C21-14. Where it was is kept: `gm sneak` leads 8 hexes or more away from there.
    """
    if seen:
        if not who.is_in("hidden"):
            t.impossible("C21-14", f"{who.name} is not hidden")
        appear(t, who)
        return
    if who.is_in("hidden"):
        t.impossible("C21-14", f"{who.name} is hidden already", f"gm sneak {who.id} HEX")
    who.enter("hidden")
    who.last_known = who.at
    where = "" if who.at is None else ", last known in {at}"
    t.tell("C21-14", "vanished", f"{{who}} is hidden from all senses{where}", who=who, at=who.at)


def appear(t: Table, who: Fighter) -> None:
    """Be hidden no longer (C21-14)."""
    who.shed("hidden")
    who.last_known = None
    who.regained = False
    t.tell("C21-14", "seen", "{who} is hidden no longer", who=who)


def sneak(t: Table, who: Fighter, to: Annotated[Hex, "where to, 8 hexes or more from where it was last known"]) -> None:
    """Sneak unseen to a far hex, by whatever way, to surprise once more: a 21C of stealth.

    Rules: C21-1, C21-3 to C21-5, C21-8, C21-14, C21-20. A Basic Action. On a failure it is hidden no longer and stays
    where it was.
    """
    encounter = t.encounter
    label = encounter.grid.label(to)
    horse = mount_of(encounter, who)
    if horse is not None:
        t.impossible("C21-14", f"{who.name} rides {horse.name} and cannot sneak", f"gm dismount {who.id}")
    require_up(t, who, "C21-3")
    t.require(who.is_in("hidden"), "C21-14", f"{who.name} is not hidden from all senses", f"gm vanish {who.id}")
    require_free(t, who)
    if not is_free(t.system, encounter, to, but=who):
        t.impossible("C21-14", f"{label} is not free", "sneak to another hex")
    known = who.last_known or who.at
    away = FAR_ENOUGH if known is None else distance(known, to)
    text = f"{label} is {away} hexes from where {who.name} was last known" + (
        f" ({encounter.grid.label(known)})" if known is not None else ""
    )
    t.require(away >= FAR_ENOUGH, "C21-14", text, f"it takes {FAR_ENOUGH} or more")
    require_action(t, who, "basic")
    spend(t, who, "basic")
    value = skill_of(who, "stealth")
    assert value is not None, "stealth may be used untrained"
    done = challenge(t, Roll(who, "sneak", value, t.mods(who)))
    t.settle("C21-14", done)
    if not done:
        appear(t, who)
        return
    put(encounter, who, to)
    who.regained = True
    t.tell("C21-14", "sneaked", "{who} sneaks to {at} and may surprise once more", who=who, at=to)
