"""How fighters fight by themselves, for `gm simulate`."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from gmtool.hexes.geometry import distance
from gmtool.hexes.grid import Hex
from gmtool.rules import walking
from gmtool.rules.policy import Deed, Outlook, Policy, best, closer, first_allowed, foes, worth
from gmtool.systems.d6.movement import reach, walker
from gmtool.systems.d6.ranges import shot
from gmtool.systems.d6.sheet import MOST_AIM, Fighter, Weapon

Arms: TypeAlias = Mapping[str, Weapon]

WORTH_IT = Fraction(1, 10)
"""the least chance of a wound for which it stays where its first weapon reaches nobody"""


def turn(outlook: Outlook, who: Any) -> Deed | None:
    """Attack where that is worth it, else go where it would be, else aim or dodge; None when nothing is left."""
    enemies = foes(outlook, who)
    aiming = first_allowed(outlook, _aims_on(who, enemies))
    if aiming is not None:
        return aiming
    arms = who.weapons or who.arms
    attack = best(outlook, _attacks(who, enemies, arms))
    first = dict(list(arms.items())[:1])
    wanted = first if who.left else arms
    if not _reaches(outlook, who, enemies, wanted):
        if attack is not None and worth(outlook, attack, WORTH_IT):
            return attack
        step = first_allowed(outlook, _steps(outlook, who, enemies, wanted))
        if step is not None:
            return step
    return attack or first_allowed(outlook, _whole_rounds(who, enemies))


def _aims_on(who: Fighter, enemies: list[Fighter]) -> Iterator[Deed]:
    """An aim once begun is gone on with for as long as it gets better."""
    if who.aim is not None and who.aim.dice < MOST_AIM and any(foe.id == who.aim.at for foe in enemies):
        yield Deed.of("aim", who=who.id, target=str(who.aim.at))


def _attacks(who: Fighter, enemies: list[Fighter], arms: Arms) -> Iterator[Deed]:
    """With each weapon on each foe; none without an action left, as the rules would refuse it."""
    for foe in enemies if who.left else ():
        for name in arms:
            yield Deed.of("attack", attacker=who.id, target=foe.id, with_=name)


def _reaches(outlook: Outlook, who: Fighter, enemies: list[Fighter], arms: Arms, place: Hex | None = None) -> bool:
    """Whether one of these weapons reaches a foe from a hex, or from its own."""
    return any(
        not shot(outlook.encounter, who, foe, name, weapon, place=place).reasons
        for foe in enemies
        for name, weapon in arms.items()
    )


def _steps(outlook: Outlook, who: Fighter, enemies: list[Fighter], arms: Arms) -> Iterator[Deed]:
    """To where one of these reaches a foe, by the fewest actions; else along the way there; else as near as it gets."""
    here = who.at
    if here is None:
        return
    costs = {place: price for place, price in reach(outlook.encounter, who).items() if place != here}
    near = sorted(costs, key=lambda place: (costs[place], distance(here, place)))
    goal = next((place for place in near if _reaches(outlook, who, enemies, arms, place)), None)
    if goal is not None:
        if costs[goal] and costs[goal] >= who.left:
            yield Deed.of("borrow", who=who.id)
        yield Deed.of("move", who=who.id, to=goal)
        return
    way = walking.nearest(
        outlook.system,
        outlook.encounter,
        walker(who, None),
        lambda place: _reaches(outlook, who, enemies, arms, place),
        [foe.at for foe in enemies if foe.at is not None],
    )
    if way is not None:
        yield from (Deed.of("move", who=who.id, to=place) for place in reversed(way.hexes) if place in costs)
        return
    for foe in enemies:
        yield from (Deed.of("move", who=who.id, to=place) for place in closer(outlook, who, foe))


def _whole_rounds(who: Fighter, enemies: list[Fighter]) -> Iterator[Deed]:
    """What is done instead where no attack can do harm: aim a weapon that shoots, or dodge with all there is."""
    if any(weapon.range is not None for weapon in who.arms.values()):
        yield from (Deed.of("aim", who=who.id, target=foe.id) for foe in enemies)
    yield Deed.of("defend", who=who.id, how="dodge", full=True)


POLICY = Policy(
    (
        "It spends its actions on attacks, with the weapon and on the target with the best exact chance of a wound.",
        "Where no weapon of its reaches a foe it goes to where one does, by as few actions as it takes, then attacks.",
        "It also goes where the weapon it lists first reaches a foe, rather than take a chance of less than 1 in 10.",
        "Where that takes all its actions it borrows one from the next round, so as to attack all the same.",
        "Where it cannot get there this round it goes as far on the way as its actions carry it.",
        "Where no attack can do harm, as when wounds leave it no dice, it aims what shoots, up to three rounds.",
        "Where it cannot aim either, it puts the whole round into a dodge.",
        "Otherwise its passive defense stands, it waits for nobody, and it keeps its points.",
    ),
    turn,
)
