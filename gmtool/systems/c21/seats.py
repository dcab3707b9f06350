"""Who rides whom, in whose turn a mount acts, and where the two are (C21-3, C21-46)."""

from typing import Any, Literal, NamedTuple

from gmtool.hexes.grid import Direction, Hex
from gmtool.rules.model import Encounter
from gmtool.systems.c21.sheet import Fighter, Hand

Seat = Literal["ground", "mount", "rider"]


class Post(NamedTuple):
    """Somebody as the engagement table sees him: on foot, in the saddle, or under it.

    For the last two with the hex and facing of the mount, and the main hand of the rider.
    """

    who: Fighter
    seat: Seat
    at: Hex | None
    facing: Direction | None
    hand: Hand
    mount: str
    """the mount's name, "" on foot"""


def mount_of(encounter: Encounter, one: Fighter) -> Fighter | None:
    """The mount somebody rides."""
    found: Fighter | None = None if one.rides is None else encounter.combatants.get(one.rides)
    return found


def rider_of(encounter: Encounter, one: Fighter) -> Fighter | None:
    """Who rides a mount."""
    for other in encounter.glance():  # a plain loop: it is asked of everybody in the order
        if other.rides is not None and other.rides == one.id and not other.left:
            found: Fighter = encounter.combatants[other.id]
            return found
    return None


def is_mount(encounter: Encounter, one: Fighter) -> bool:
    """Whether it is a mount: by its sheet, or because somebody rides it."""
    return one.mount or any(other.rides == one.id for other in encounter.glance())


def panicked(encounter: Encounter, one: Fighter) -> bool:
    """Whether it is a mount that is afraid, and does nothing but flee (C21-43)."""
    return one.is_in("afraid") and is_mount(encounter, one)


def held_of(encounter: Encounter, one: Fighter) -> Fighter | None:
    """Who keeps somebody where it is: itself or its rider, entangled (C21-20)."""
    return next((each for each in (one, rider_of(encounter, one)) if each and each.entangled), None)


def put(encounter: Encounter, one: Fighter, place: Hex | None) -> None:
    """Be in a hex from now on, a mount with its rider (C21-46)."""
    for each in (one, rider_of(encounter, one)):
        if each is not None:
            each.at = place


def owner_of(encounter: Encounter, one: Fighter) -> Any:
    """In whose turn somebody acts: a mount in its rider's, as long as the rider is conscious (C21-3)."""
    rider = rider_of(encounter, one)
    return one if rider is None or rider.down else rider


def place_of(encounter: Encounter, one: Fighter) -> Hex | None:
    """The hex somebody is in: a rider is where its mount is."""
    mount = mount_of(encounter, one)
    return one.at if mount is None or mount.at is None else mount.at


def post_of(encounter: Encounter, one: Fighter) -> Post:
    """How the engagement table sees somebody where he is now."""
    mount = mount_of(encounter, one)
    if mount is not None:
        return Post(one, "rider", place_of(encounter, one), mount.facing, one.hand, mount.name)
    rider = rider_of(encounter, one)
    if rider is not None:
        return Post(one, "mount", one.at, one.facing, rider.hand, one.name)
    return Post(one, "ground", one.at, one.facing, one.hand, "")


def flaws(encounter: Encounter, one: Fighter) -> list[tuple[str, str, bool]]:
    """What of a sheet cannot be: the key, what is wrong, and whether it is refused or only warned of."""
    found = []
    if one.wields is not None and one.wields not in one.weapons:
        listed = ", ".join(one.weapons) or "none"
        found.append(("wields", f"wields is {one.wields}; its weapons are: {listed}", True))
    if one.facing is not None and not encounter.grid.is_hexside(one.facing) and not is_mount(encounter, one):
        names = " ".join(map(encounter.grid.name, encounter.grid.hexsides))
        text = f"facing is {encounter.grid.name(one.facing)}, a corner; only a mount faces one, others {names}"
        found.append(("facing", text, False))
    mount = mount_of(encounter, one)
    if mount is not None and mount.at is not None and mount.at != one.at:
        text = f"at is another hex than that of {mount.id}, which it rides: it is taken to be there"
        found.append(("at", text, False))
    return found
