"""Opportunity actions: whose threat range a move touches, who may act on it, and what is still open (MYT-5)."""

from collections.abc import Sequence
from typing import NamedTuple

from gmtool.hexes.geometry import distance
from gmtool.hexes.grid import Hex
from gmtool.rules.codecs import Ref
from gmtool.rules.ground import sight_blockers
from gmtool.rules.model import Encounter
from gmtool.rules.naming import counted
from gmtool.rules.table import Table
from gmtool.systems.mythril.sheet import Character, Opening
from gmtool.systems.mythril.stamina import is_able


class Nearest(NamedTuple):
    """Where a mover was nearest to somebody, in the reach of a threat."""

    at: Hex
    away: int


def nearest(encounter: Encounter, way: Sequence[Hex], place: Hex, threat: int) -> Nearest | None:
    """The hex of a way nearest to a place, of those within its threat and in its sight; the first of several."""
    near = [Nearest(at, distance(at, place)) for at in way]
    found = [one for one in near if one.away <= threat and not sight_blockers(encounter, one.at, place)]
    return min(found, key=lambda one: one.away, default=None)


def lay_open(t: Table, mover: Character, way: Sequence[Hex]) -> None:
    """Tell and record every opportunity action that a way along these hexes gives, and to whom (MYT-5).

    First those against the mover, then its own, each by distance, then file order.
    """
    foes = [one for one in t.encounter.combatants.values() if one.at is not None and one.foe_of(mover) and not one.dead]
    against = [(foe, nearest(t.encounter, way, foe.at, foe.threatens)) for foe in foes if is_able(t.encounter, foe)]
    for foe, near in _by_distance(against):
        mover.provoked = (*mover.provoked, Opening(Ref(foe.id), near.at, passing=False))
        t.tell(
            "MYT-5",
            "provoked",
            f"{{who}} may act against {{target}}: {counted(near.away, 'hex')} away in {{at}} (threat {{threat}})",
            who=foe,
            target=mover,
            at=near.at,
            distance=near.away,
            threat=foe.threatens,
        )
    if not is_able(t.encounter, mover):
        return
    own = [(foe, nearest(t.encounter, way, foe.at, mover.threatens)) for foe in foes]
    for foe, near in _by_distance(own):
        foe.provoked = (*foe.provoked, Opening(Ref(mover.id), near.at, passing=True))
        t.tell(
            "MYT-5",
            "in-passing",
            f"{{who}} may act against {{target}} in passing: {counted(near.away, 'hex')} away, from {{at}}",
            who=mover,
            target=foe,
            at=near.at,
            distance=near.away,
            threat=mover.threatens,
        )


def _by_distance(found: Sequence[tuple[Character, Nearest | None]]) -> list[tuple[Character, Nearest]]:
    within = [(foe, near) for foe, near in found if near is not None]
    return sorted(within, key=lambda one: one[1].away)


def lapse(encounter: Encounter, mover: Character) -> None:
    """Forget what the last move of somebody laid open, on either side (MYT-5)."""
    mover.provoked = tuple(one for one in mover.provoked if one.passing)
    given = [one.id for one in encounter.glance() if any(_of(opening, mover) for opening in one.provoked)]
    for name in given:
        foe = encounter.combatants[name]
        foe.provoked = tuple(opening for opening in foe.provoked if not _of(opening, mover))


def _of(opening: Opening, mover: Character) -> bool:
    return opening.passing and opening.by == mover.id


def opening_for(attacker: Character, target: Character) -> Opening | None:
    """The opportunity action that somebody has against a target: the first that is still there."""
    return next((one for one in target.provoked if one.by == attacker.id), None)


def take_opening(t: Table, attacker: Character, target: Character) -> Opening | None:
    """Give the opportunity action that is taken. None only where the GM forces one that nobody gave (MYT-5)."""
    found = opening_for(attacker, target)
    others = ", ".join(dict.fromkeys(_name(t, one.by) for one in target.provoked))
    t.require(
        found is not None,
        "MYT-5",
        f"{target.name} has given {attacker.name} no opportunity",
        f"it has given one to {others}" if others else "moving within a threat range gives one",
    )
    return found


def close(target: Character, opening: Opening) -> None:
    """Use an opportunity action up."""
    place = target.provoked.index(opening)
    target.provoked = (*target.provoked[:place], *target.provoked[place + 1 :])


def _name(t: Table, name: str) -> str:
    found = t.encounter.combatants.get(name)
    return found.name if found is not None else name
