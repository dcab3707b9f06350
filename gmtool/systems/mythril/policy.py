"""How fights in Heavy Mythril are played by themselves, for `gm simulate`."""

from collections.abc import Iterable, Iterator
from typing import Any

from gmtool.hexes.grid import Hex
from gmtool.rules.policy import Deed, Outlook, Policy, closer, first_allowed, foes, likeliest
from gmtool.rules.walking import nearest
from gmtool.systems.mythril.movement import reach, walker
from gmtool.systems.mythril.sheet import Character
from gmtool.systems.mythril.weapons import out_of_reach


def turn(outlook: Outlook, who: Any) -> Deed | None:
    """Let others use the openings it gave, then attack, else go where it could; None when nothing is left to do."""
    taken = _likeliest(outlook, _openings(outlook, who))
    if taken is not None:
        return taken
    enemies = foes(outlook, who)
    if not enemies or who.spent:
        return None
    attack = _likeliest(outlook, _attacks(who, enemies, push=_pushes(who)))
    if attack is not None:
        return attack
    return first_allowed(outlook, _moves(outlook, who, enemies))


def _likeliest(outlook: Outlook, attacks: Iterable[Deed]) -> Deed | None:
    """The attack that most likely does harm; the first where none can, for then it wears out what is in the way."""
    return likeliest(outlook, [deed for deed in attacks if outlook.allowed(deed)])


def _openings(outlook: Outlook, mover: Character) -> Iterator[Deed]:
    """What those may do to whom its move has given an opportunity."""
    for opening in mover.provoked:
        if not opening.passing:
            yield from _attacks(outlook.encounter.combatants[opening.by], [mover], opportunity=True)


def _attacks(who: Character, enemies: Iterable[Character], **how: bool) -> Iterator[Deed]:
    for foe in enemies:
        for weapon in who.weapons:
            yield Deed.of("attack", attacker=who.id, target=foe.id, with_=weapon, **how)


def _pushes(who: Character) -> bool:
    """Whether it pays HP: never the last one, unless rest would bring it nothing."""
    return who.winded and (who.hp.now > 1 or who.endurance < 0)


def _moves(outlook: Outlook, who: Character, enemies: list[Character]) -> Iterator[Deed]:
    """Up on its feet, then as far as it gets on the cheapest way to where a weapon reaches a foe, else near to one."""
    encounter, places = outlook.encounter, [foe.at for foe in enemies if foe.at is not None]
    there = reach(outlook.system, encounter, who)
    if there and who.posture != "standing":
        yield Deed.of("posture", who=who.id, how="standing")

    def in_reach(place: Hex) -> bool:
        return any(
            out_of_reach(encounter, weapon, place, at, "", "") is None
            for weapon in who.weapons.values()
            for at in places
        )

    way = nearest(outlook.system, encounter, walker(who), in_reach, places)
    if way is not None:
        yield from (Deed.of("move", who=who.id, to=place) for place in way.hexes[:0:-1] if place in there)
        return
    for foe in enemies:
        yield from (Deed.of("move", who=who.id, to=place) for place in closer(outlook, who, foe))


POLICY = Policy(
    (
        "It spends its actions on attacks, with the weapon and on the foe that have the best exact chance to cost HP.",
        "Where no attack can cost HP it makes the first that reaches: that may wear out a shield or armor.",
        "At Stamina 0 it pays HP instead (`--push`), but not its last one, unless rest would bring nothing back.",
        "Exhausted it does nothing, and rests.",
        "Where no weapon reaches a foe it gets up and goes the cheapest way to where one does, then attacks.",
        "Where no way leads there it goes as near to a foe as it gets.",
        "Whoever is given an opportunity by a move uses it at once; nobody does so in passing.",
        "Defenses are those by default: the better of dodge and guard, while an action and Stamina are left.",
    ),
    turn,
)
