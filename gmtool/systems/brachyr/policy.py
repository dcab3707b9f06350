"""How fights in Brachyr are played by themselves, for `gm simulate`."""

from collections.abc import Iterator
from typing import Any

from gmtool.hexes.grid import Hex
from gmtool.rules.ground import adjacent, sight_blockers
from gmtool.rules.policy import Deed, Outlook, Policy, best, closer, first_allowed, foes
from gmtool.rules.walking import nearest
from gmtool.systems.brachyr.acting import PHASE_OF
from gmtool.systems.brachyr.movement import reach, walker
from gmtool.systems.brachyr.sheet import Fighter
from gmtool.systems.brachyr.weapons import arms_of, out_of_reach, reaches


def turn(outlook: Outlook, who: Any) -> Deed | None:
    """Do what the phase is for, once; None when there is nothing to do, or nobody to do it to."""
    phase = outlook.system.phase_of(outlook.encounter).id
    if any(PHASE_OF[act] == phase for act in who.done):
        return None
    enemies = foes(outlook, who)
    if not enemies:
        return None
    if phase == "movement":
        return first_allowed(outlook, _moves(outlook, who, enemies))
    if phase == "aid":
        return first_allowed(outlook, _aids(outlook, who, enemies))
    attacks = (
        Deed.of("attack", attacker=who.id, target=foe.id, with_=arm.name) for foe in enemies for arm in arms_of(who)
    )
    return best(outlook, attacks) or first_allowed(outlook, _instead(outlook, who, enemies))


def _moves(outlook: Outlook, who: Fighter, enemies: list[Fighter], **run: bool) -> Iterator[Deed]:
    """As far as it gets on the cheapest way to where a weapon reaches a foe; else as near to one as it gets."""
    encounter, places = outlook.encounter, [foe.at for foe in enemies if foe.at is not None]
    arms = arms_of(who)

    def in_reach(place: Hex) -> bool:
        return any(
            reaches(arm, place, at) and not sight_blockers(encounter, place, at) for at in places for arm in arms
        )

    way = nearest(outlook.system, encounter, walker(who), in_reach, places)
    if way is not None:
        there = reach(outlook.system, encounter, who)
        yield from (Deed.of("move", who=who.id, to=place, **run) for place in way.hexes[:0:-1] if place in there)
        return
    for foe in enemies:
        yield from (Deed.of("move", who=who.id, to=place, **run) for place in closer(outlook, who, foe))


def _aids(outlook: Outlook, who: Fighter, enemies: list[Fighter]) -> Iterator[Deed]:
    """Its best tool die for an ally's attack on a foe that it is placed for; else for the defense of one beside it."""
    skills = sorted((name for name in who.skills if who.skill(name).tool), key=lambda name: -who.skill(name).tool_sides)
    everybody = outlook.encounter.combatants.values()
    allies = [one for one in everybody if one.id != who.id and not one.foe_of(who) and outlook.system.stands(one)]
    for skill in skills:
        for ally in allies:
            for foe in enemies:
                if any(out_of_reach(outlook.encounter, ally, foe, [arm]) is None for arm in arms_of(ally)):
                    yield Deed.of("aid", aider=who.id, ally=ally.id, skill=skill, for_="attack", against=foe.id)
    for skill in skills:
        for ally in allies:
            if adjacent(who, ally):
                yield Deed.of("aid", aider=who.id, ally=ally.id, skill=skill, for_="defense")


def _instead(outlook: Outlook, who: Fighter, enemies: list[Fighter]) -> Iterator[Deed]:
    """What the attack action is for where no attack can do harm: to get free of a grip, or to run."""
    if who.held is not None:
        yield Deed.of("escape", who=who.id)
    yield from _moves(outlook, who, enemies, run=True)


POLICY = Policy(
    (
        "It moves only where no weapon of its reaches a foe: the cheapest way to where one does, as far as it gets.",
        "Where no way leads there it goes as near to a foe as it gets.",
        "It lends the largest tool die that it may to an ally's attack on a foe that both are placed for.",
        "Where there is no such attack it lends the die to the defense of an ally beside it.",
        "It attacks with the weapon and on the foe that have the best exact chance of damage above 0.",
        "Where no attack can do damage it struggles free of whoever holds it, or else runs to where one could.",
        "It tries no other contests. Defenses are those by default: what comes to most on average, rolled.",
    ),
    turn,
)
