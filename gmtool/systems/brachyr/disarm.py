"""Disarming, and where the weapon goes (BRA-40)."""

from collections.abc import Container
from itertools import chain, count
from typing import Annotated, Literal, NamedTuple

from gmtool.hexes.geometry import distance, neighbors
from gmtool.hexes.grid import Hex
from gmtool.rules.ground import apart, is_free, is_open
from gmtool.rules.naming import Told
from gmtool.rules.table import Table
from gmtool.rules.verbs import Of
from gmtool.systems.brachyr.contests import contend, require_contest
from gmtool.systems.brachyr.defenses import Static, require_defense
from gmtool.systems.brachyr.sheet import Fighter, Skirmish, Weapon

Guard = Literal["light-armour", "parry"]
GUARDS: tuple[Guard, ...] = ("light-armour", "parry")
FAR = 3
"""hexes a weapon may fly where the defense could not possibly succeed"""
PASS = 2
"""hexes from the target within which an ally may catch it then"""


class Wish(NamedTuple):
    """What the attacker would do with the weapon."""

    drop: Hex | None
    keep: bool
    ally: Fighter | None

    def outright(self, target: Fighter) -> bool:
        """Whether it takes a defense that could not possibly succeed."""
        far = self.drop is not None and target.at is not None and distance(target.at, self.drop) != 1
        return self.keep or self.ally is not None or far


def disarm(
    t: Table,
    attacker: Fighter,
    target: Fighter,
    *,
    weapon: Annotated[str | None, Of("target", "weapons"), "which of its weapons; else the first"] = None,
    drop: Annotated[
        Hex | None, "where it lies: beside TARGET, or up to 3 hexes from it; else the first free hex"
    ] = None,
    keep: Annotated[bool, "keep it, if the defense could not possibly succeed"] = False,
    pass_: Annotated[Fighter | None, "the ally within 2 hexes of TARGET who gets it, if it could not succeed"] = None,
    defense: Annotated[Guard | None, "how TARGET resists; else what comes to most on average"] = None,
    static: Static = False,
) -> None:
    """Strike a weapon out of TARGET's hand: shortsword against light-armour, or parry with that ability.

    Who wins puts it in a hex adjacent to TARGET. Only where the defense could not possibly succeed, --keep, --pass and
    a --drop up to 3 hexes away are done; else it lies in the first free hex beside TARGET.

    Rules: BRA-1 to BRA-3, BRA-11, BRA-14, BRA-20, BRA-22, BRA-32, BRA-33, BRA-40, BRA-43, BRA-46, BRA-50, BRA-61,
    BRA-62.
    """
    require_contest(t, attacker, target, "BRA-40", "shortsword")
    if not target.weapons:
        t.impossible("BRA-40", f"{target.name} has no weapon to lose")
    name = next(iter(target.weapons)) if weapon is None else t.named("weapon", weapon, target.weapons, target.name)
    wish = Wish(drop, keep, pass_)
    _require_wish(t, attacker, target, wish)
    require_defense(t, target, defense)
    text = "{who} strikes at the {weapon} of {target}"
    found = contend(
        t, "BRA-40", attacker, target, "shortsword", GUARDS, text=text, defense=defense, static=static, weapon=name
    )
    if not found.won:
        return
    record = target.weapons[name]
    target.weapons = {key: kept for key, kept in target.weapons.items() if key != name}
    if wish.outright(target) and not found.hopeless:
        t.tell("BRA-40", "stays", "the defense could have succeeded: it lies beside {who}", who=target)
        wish = Wish(None, keep=False, ally=None)
    _dispose(t, attacker, target, name, record, wish)


def _require_wish(t: Table, attacker: Fighter, target: Fighter, wish: Wish) -> None:
    """Refuse what could not be done with the weapon even then, before any die (BRA-40)."""
    if (wish.drop is not None) + wish.keep + (wish.ally is not None) > 1:
        t.impossible("BRA-40", "the weapon goes one way only", "one of --drop, --keep and --pass")
    if wish.drop is not None:
        label = t.encounter.grid.label(wish.drop)
        if target.at is None:
            t.impossible("BRA-40", f"{target.name} is not on the map", "leave --drop out")
        if not is_open(t.encounter, wish.drop):
            t.impossible("BRA-40", f"{label} is blocked", "name another hex")
        away = distance(target.at, wish.drop)
        t.require(1 <= away <= FAR, "BRA-40", f"{label} is {away} hexes from {target.name}", "1 to 3 hexes from it")
    ally = wish.ally
    if ally is None:
        return
    if ally.id in (attacker.id, target.id):
        t.impossible("BRA-40", f"{ally.name} is no third", "--keep keeps it")
    t.require(not ally.foe_of(attacker), "BRA-40", f"{ally.name} is no ally of {attacker.name}")
    near = apart(target, ally) in (None, 1, PASS)
    t.require(near, "BRA-40", f"{ally.name} is not within 2 hexes of {target.name}")
    require_hand(t, ally, "BRA-40")


def require_hand(t: Table, ally: Fighter, rule: str) -> None:
    """Refuse to pass something to somebody who cannot take it: no free hand, or not conscious (BRA-23)."""
    t.require(not ally.down, rule, Told(lambda: f"{ally.name} is {ally.health_word} and takes nothing"))
    t.require(ally.hands_free > 0, rule, f"{ally.name} has no free hand", f"gm set {ally.id} hands-free=1")


def _dispose(t: Table, attacker: Fighter, target: Fighter, name: str, record: Weapon, wish: Wish) -> None:
    """Put the weapon where it goes (BRA-40)."""
    if wish.keep:
        own = give(attacker, name, record)
        t.tell("BRA-40", "disarmed", "{who} keeps the {weapon}", who=attacker, target=target, weapon=own)
    elif wish.ally is not None:
        own = give(wish.ally, name, record)
        wish.ally.hands_free = max(0, wish.ally.hands_free - 1)
        text = "{who} passes the {weapon} to {ally}"
        t.tell("BRA-40", "disarmed", text, who=attacker, target=target, weapon=own, ally=wish.ally)
    else:
        place = wish.drop or _beside(t, target)
        if place is None:
            t.tell("BRA-40", "disarmed", "{target} loses the {weapon}", who=attacker, target=target, weapon=name)
            return
        assert isinstance(t.encounter, Skirmish)
        lying = _free_name(name, t.encounter.dropped)
        t.encounter.dropped = {**t.encounter.dropped, lying: place}
        text = "{target} loses the {weapon}: it lies in {place}"
        t.tell("BRA-40", "disarmed", text, who=attacker, target=target, weapon=lying, place=place)


def give(fighter: Fighter, name: str, record: Weapon) -> str:
    """Add a weapon to somebody's, and give the name it has there."""
    own = _free_name(name, fighter.weapons)
    fighter.weapons = {**fighter.weapons, own: record}
    return own


def _free_name(name: str, taken: Container[str]) -> str:
    """The name itself, or with the first number that nothing else bears: `club-2`."""
    return next(one for one in chain((name,), (f"{name}-{k}" for k in count(2))) if one not in taken)


def _beside(t: Table, target: Fighter) -> Hex | None:
    """The first free hex beside somebody, clockwise from north; else the first open one, else its own; None: no map."""
    if target.at is None:
        return None
    around = neighbors(target.at)
    free = next((place for place in around if is_free(t.system, t.encounter, place)), None)
    return free or next((place for place in around if is_open(t.encounter, place)), target.at)
