"""How fighters, riders and mounts fight by themselves, for `gm simulate`."""

from collections.abc import Iterator
from typing import Any

from gmtool.hexes.geometry import distance
from gmtool.hexes.grid import Direction, Hex
from gmtool.rules import walking
from gmtool.rules.policy import Deed, Outlook, Policy, best, closer, first_allowed, foes
from gmtool.systems.c21.movement import walker
from gmtool.systems.c21.reach import could_harm
from gmtool.systems.c21.seats import Post, mount_of, panicked, post_of
from gmtool.systems.c21.sheet import Fighter


def turn(outlook: Outlook, one: Any) -> Deed | None:
    """Flee or direct the mount where that comes first, then attack, then go where an attack could be made."""
    mount = mount_of(outlook.encounter, one)
    both = [one] if mount is None else [one, mount]
    first = first_allowed(outlook, _before_all(outlook, one, mount))
    if first is not None:
        return first
    enemies = foes(outlook, one)
    for each in both:
        attack = best(outlook, _attacks(each, enemies))
        if attack is not None:
            return attack
    posts = [post_of(outlook.encounter, each) for each in both]
    theirs = [post_of(outlook.encounter, foe) for foe in enemies]
    if _could(outlook, posts[0], theirs):
        return None
    return first_allowed(outlook, _ways_out(outlook, posts, theirs))


def _before_all(outlook: Outlook, one: Fighter, mount: Fighter | None) -> Iterator[Deed]:
    """What a turn begins with: a rider directs his mount, or gets off if he cannot; a mount that is afraid flees."""
    if mount is not None and not one.done:
        yield Deed.of("ride", rider=one.id)
        if one.ride is None:
            yield Deed.of("dismount", rider=one.id)
    if panicked(outlook.encounter, mount or one):
        yield Deed.of("flee", horse=(mount or one).id)


def _attacks(one: Fighter, enemies: list[Fighter]) -> Iterator[Deed]:
    """With each weapon on each foe; none after a Combat Action, as the rules would refuse it."""
    for foe in enemies if "combat" not in one.done else ():
        for name, weapon in one.weapons.items():
            fast = Deed.of("attack", attacker=one.id, target=foe.id, with_=name)
            if weapon.harmful:
                yield fast
            if weapon.strong_may_pay(foe.protection):
                yield fast._replace(given=(*fast.given, ("how.strong", True)))


def _could(outlook: Outlook, post: Post, theirs: list[Post]) -> bool:
    """Whether a foe could be harmed from a post, actions aside."""
    return any(could_harm(outlook.encounter, post, foe) for foe in theirs)


def _ways_out(outlook: Outlook, posts: list[Post], theirs: list[Post]) -> Iterator[Deed]:
    """Get free; go where an attack could be made, or along the way there; else get off, or as near as one gets."""
    yield from (Deed.of("escape", who=post.who.id) for post in posts if post.who.entangled is not None)
    one, mover = posts[0].who, posts[-1].who
    here = mover.at
    if here is None:
        return
    costs = outlook.reach(one)
    for place in sorted(costs, key=lambda place: (costs[place], distance(here, place))):
        move = _to_attack(outlook, posts, theirs, place)
        if move is not None:
            yield move
            return
    way = walking.nearest(
        outlook.system,
        outlook.encounter,
        walker(outlook.encounter, mover, 0),
        lambda place: _to_attack(outlook, posts, theirs, place) is not None,
        [foe.at for foe in theirs if foe.at is not None],
    )
    if way is not None:
        yield from (_move(mover, place) for place in reversed(way.hexes) if place in costs and place != here)
        return
    if mover is not one:
        yield Deed.of("dismount", rider=one.id)
    yield from (_move(mover, place) for foe in theirs for place in closer(outlook, mover, foe.who))


def _to_attack(outlook: Outlook, posts: list[Post], theirs: list[Post], place: Hex) -> Deed | None:
    """The move to a hex from which an attack could be made; with a mount so turned that as many of both as can, do."""
    mover = posts[-1].who
    if len(posts) == 1:
        able_there = place != mover.at and _could(outlook, posts[0]._replace(at=place), theirs)
        return _move(mover, place) if able_there else None
    grid = outlook.encounter.grid
    best_yet, found = 0, None
    for facing in (*grid.hexsides, *grid.corners):
        turned = [post._replace(at=place, facing=facing) for post in posts]
        able = sum(weight for post, weight in zip(turned, (2, 1), strict=True) if _could(outlook, post, theirs))
        if able > best_yet and not (place == mover.at and facing == mover.facing):
            best_yet, found = able, _move(mover, place if place != mover.at else None, facing)
    return found


def _move(mover: Fighter, place: Hex | None, facing: Direction | None = None) -> Deed:
    return Deed.of("move", who=mover.id, to=place, facing=facing)


POLICY = Policy(
    (
        "It attacks with the weapon, fast or strong, and on the target with the best exact chance to cost health.",
        "Where no weapon of its can be used on a foe it goes to where one can, the cheapest way, or as far as it gets.",
        "A rider directs his mount first, then both attack; it goes to where he can attack, turned so that he can.",
        "Riders get off a mount that is afraid, that they cannot direct or that gets them nowhere; nobody mounts.",
        "A mount that is afraid flees. Whoever is marked `unaware` is surprised, nobody else.",
        "Who is entangled and can attack nobody tries to get free. Targets defend with what they are best at.",
        "It entangles nobody, strikes nobody on the way of a move, and spends its stamina.",
    ),
    turn,
)
