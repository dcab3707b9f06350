"""Who can reach whom in melee around a ridden mount: the zones and the engagement table (C21-50 to C21-53)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from gmtool.hexes.geometry import relative_bearing
from gmtool.hexes.grid import Grid, Hex
from gmtool.rules.table import Reason
from gmtool.systems.c21.seats import Post
from gmtool.systems.c21.sheet import Length, Weapon

Zone: TypeAlias = Literal["front", "main", "rear", "off"]
Guard: TypeAlias = Literal["hand", "shield"]
"""what a rider may defend with: the one-handed weapon in the main hand, the shield in the off hand"""

RULES: Mapping[Zone, str] = {"front": "C21-50", "main": "C21-51", "rear": "C21-52", "off": "C21-53"}
WORDS: Mapping[Zone, str] = {
    "front": "in front of",
    "main": "on the main side of",
    "rear": "behind",
    "off": "on the off side of",
}
NATURAL = ("kick", "bite", "claw", "trunk")
"""the weapons a ridden mount attacks with"""

_MOUNT: Mapping[Zone, tuple[str, ...]] = {"front": NATURAL, "main": (), "rear": ("kick",), "off": ()}
_RIDER: Mapping[Zone, tuple[Length, ...]] = {"front": ("long",), "main": ("regular", "long"), "rear": (), "off": ()}
_RIDER_NEEDS: Mapping[Zone, str] = {
    "front": "a one-handed long weapon: a spear, a trident, a bastard sword",
    "main": "a one-handed weapon that is not short",
    "rear": "nothing",
    "off": "nothing",
}
_EXPOSED: tuple[Zone, ...] = ("main", "off")
"""the zones from which a foe on the ground can attack the rider"""
_GUARDS: Mapping[Zone, tuple[Guard, ...]] = {
    "front": ("hand", "shield"),
    "main": ("hand",),
    "rear": (),
    "off": ("shield",),
}


def zone(grid: Grid, post: Post, place: Hex | None) -> Zone | None:
    """In which zone of a ridden mount a hex lies: that of the adjacent hex nearest to it, the one nearer to the front.

    None on foot, without a hex or a facing, and in the mount's own hex.
    """
    if post.seat == "ground" or post.at is None or post.facing is None or place is None:
        return None
    degrees = relative_bearing(grid, post.at, post.facing, place)
    if degrees is None:
        return None
    angle = abs(degrees)
    if angle < 60:
        return "front"
    if angle > 120:
        return "rear"
    return "main" if (degrees > 0) == (post.hand == "right") else "off"


def melee_bar(grid: Grid, attacker: Post, target: Post, name: str, weapon: Weapon) -> Reason | None:
    """Why one may not attack another with a melee weapon, by where they stand; None: it may."""
    for post in (attacker, target):
        if post.seat != "ground" and post.at is not None and post.facing is None:
            mount = post.mount
            return Reason("C21-50", f"{mount} has no facing, and who reaches whom depends on it", "set its `facing`")
    if attacker.seat == "ground":
        return _ground_bar(grid, attacker, target)
    where = zone(grid, attacker, target.at)
    if where is None:
        return None
    return (
        _mount_bar(where, attacker, target, name)
        if attacker.seat == "mount"
        else _rider_bar(where, attacker, target, name, weapon)
    )


def _ground_bar(grid: Grid, attacker: Post, target: Post) -> Reason | None:
    """A foe on the ground reaches the rider from the two sides only, the mount from everywhere."""
    if target.seat != "rider":
        return None
    where = zone(grid, target, attacker.at)
    if where is None or where in _EXPOSED:
        return None
    text = f"{attacker.who.name} stands {WORDS[where]} {target.mount}, and from there only the mount can be attacked"
    return Reason(RULES[where], text, f"attack {target.mount}, or go to its side", "only the mount from there")


def _mount_bar(where: Zone, attacker: Post, target: Post, name: str) -> Reason | None:
    """A mount reaches ahead and, kicking, behind; never a rider."""
    stands = f"{target.who.name} is {WORDS[where]} {attacker.mount}"
    allowed = _MOUNT[where]
    if not allowed:
        return Reason(
            RULES[where], f"{stands}, where a mount attacks nobody", "turn it with `--facing` first", "its flank"
        )
    if target.seat == "rider":
        return Reason(
            RULES[where], f"{attacker.mount} can attack no rider", f"attack {target.mount} instead", "never a rider"
        )
    if where == "rear" and target.seat == "mount":
        return Reason(RULES[where], f"{stands}; a kick to the rear is for foes on the ground", "", "a mount behind it")
    if name.casefold() not in allowed:
        works = ", ".join(allowed)
        return Reason(
            RULES[where], f"{stands}; a ridden mount attacks there with {works}, not {name}", "", f"only {works}"
        )
    return None


def _rider_bar(where: Zone, attacker: Post, target: Post, name: str, weapon: Weapon) -> Reason | None:
    """A rider reaches the main side, and ahead with a long weapon."""
    length = weapon.length_as(name)
    if length in _RIDER[where]:
        return None
    stands = f"{target.who.name} is {WORDS[where]} {attacker.mount}"
    if not _RIDER[where]:
        return Reason(
            RULES[where],
            f"{stands}, where a rider attacks nobody",
            "bring the foe to the main side",
            "out of the rider's reach",
        )
    return Reason(
        RULES[where], f"{stands}; that needs {_RIDER_NEEDS[where]}, and {name} is {length}", "", f"it is {length}"
    )


def guards(grid: Grid, attacker: Post, target: Post, *, melee: bool) -> tuple[tuple[Guard, ...], Zone | None]:
    """What a rider may defend with against an attack, and the zone it comes from; the zones bind melee only."""
    where = zone(grid, target, attacker.at) if melee else None
    if where is None:
        return ("hand", "shield"), None
    if where == "front" and attacker.seat != "rider":
        return (), where
    return _GUARDS[where], where
