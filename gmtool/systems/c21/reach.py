"""What somebody could do to another from where they stand, for `gm from` (C21-6, C21-47, C21-50 to C21-53)."""

from collections.abc import Iterator

from gmtool.rules.model import Encounter
from gmtool.systems.c21.arms import apart, bars, in_hand_first
from gmtool.systems.c21.defense import USUAL, standing, ways_of
from gmtool.systems.c21.seats import Post, mount_of, post_of, rider_of
from gmtool.systems.c21.sheet import Field, Fighter
from gmtool.systems.c21.zones import WORDS, zone


def within_reach(encounter: Encounter, one: Fighter, other: Fighter) -> list[str]:
    """What each could attack the other with and defend with, mounts and riders too, a line each, with the reason."""
    assert isinstance(encounter, Field)
    if mount_of(encounter, one) is other or mount_of(encounter, other) is one:
        return [f"{one.name} and {other.name} are mount and rider"]
    return list(_lines(encounter, one, other))


def _lines(encounter: Field, one: Fighter, other: Fighter) -> Iterator[str]:
    mine, theirs = (post_of(encounter, each) for each in (one, other))
    yield from _zone_line(encounter, mine, theirs)
    yield from _zone_line(encounter, theirs, mine)
    for attacker in _pair(encounter, one):
        for target in _pair(encounter, other):
            yield from _weapons(encounter, post_of(encounter, attacker), post_of(encounter, target))
    if mine.seat == "ground" and theirs.seat == "ground":
        return
    for attacker in _pair(encounter, other):
        for target in _pair(encounter, one):
            yield from _weapons(encounter, post_of(encounter, attacker), post_of(encounter, target))


def _pair(encounter: Field, one: Fighter) -> list[Fighter]:
    """Somebody, with the mount it rides or the rider it carries."""
    partner = mount_of(encounter, one) or rider_of(encounter, one)
    return [one] if partner is None else [one, partner]


def _zone_line(encounter: Field, post: Post, foe: Post) -> Iterator[str]:
    where = zone(encounter.grid, post, foe.at)
    if where is not None:
        yield f"{foe.who.name} is {WORDS[where]} {post.mount}"


def _weapons(encounter: Field, attacker: Post, target: Post) -> Iterator[str]:
    """A line for each weapon: whether it can be used, and what the target may defend with."""
    for name in in_hand_first(attacker.who):
        weapon = attacker.who.weapons[name]
        stands = standing(encounter, attacker, target, weapon, USUAL)
        reasons = list(bars(encounter, attacker, target, name, weapon, USUAL, stands))
        head = f"{attacker.who.name}'s {name} on {target.who.name}"
        if reasons:
            why = reasons[0]
            yield f"{head}: no ({why.rule}: {why.brief or why.text})"
            continue
        ways = ways_of(encounter, attacker, target, weapon)
        against = stands.open or f"it may {' or '.join(way.words for way in ways)}"
        yield f"{head}: yes ({against})"


def could_harm(encounter: Encounter, attacker: Post, target: Post) -> bool:
    """Whether one has a weapon that does damage and can be used on another, actions aside."""
    assert isinstance(encounter, Field)
    away = apart(attacker, target)
    for name, weapon in attacker.who.weapons.items():
        if not weapon.harmful or (away is not None and away > weapon.farthest):
            continue
        stands = standing(encounter, attacker, target, weapon, USUAL)
        if next(bars(encounter, attacker, target, name, weapon, USUAL, stands), None) is None:
            return True
    return False
