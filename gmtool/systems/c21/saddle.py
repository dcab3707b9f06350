"""In and out of the saddle, and directing the mount (C21-40, C21-42, C21-44, C21-46)."""

from collections.abc import Iterator
from typing import Annotated

from gmtool.hexes.geometry import distance
from gmtool.hexes.grid import Hex
from gmtool.rules.codecs import Ref
from gmtool.rules.ground import adjacent, free_near, is_free
from gmtool.rules.table import Table
from gmtool.systems.c21.acting import require_action, require_free, require_up, spend
from gmtool.systems.c21.rolls import RIDING, Roll, Value, challenge, skill_of
from gmtool.systems.c21.seats import mount_of, rider_of
from gmtool.systems.c21.sheet import Fighter


def ride(t: Table, rider: Fighter) -> None:
    """Direct the mount for this turn: a 21C of Riding, before anything else in it.

    It takes RIDER's Basic Action. On a success the mount has a Basic and a Combat Action or two Basic ones, and the
    rider a Combat or a second Basic Action; else the mount has one Basic Action, the rider a second one.

    Rules: C21-1, C21-3 to C21-5, C21-20, C21-40, C21-43, C21-44.
    """
    mount = require_mounted(t, rider)
    require_up(t, rider, "C21-3")
    trained = RIDING in rider.skills
    t.require(
        trained, "C21-40", f"{rider.name} has no Riding and cannot direct {mount.name}", f"gm dismount {rider.id}"
    )
    afraid = mount.is_in("afraid")
    t.require(not afraid, "C21-43", f"{mount.name} is afraid and obeys nobody", f"`gm flee {mount.id}`")
    t.require(
        rider.ride is None, "C21-44", f"{rider.name} has directed {mount.name} this turn", "it is done once a turn"
    )
    idle = not rider.done and not mount.done
    text = f"{rider.name} directs {mount.name} before anything else in a turn, and one of them has acted"
    t.require(idle, "C21-44", text, "direct it first in the next turn")
    require_action(t, rider, "basic")
    spend(t, rider, "basic")
    value = skill_of(rider, RIDING) or Value(RIDING, 0, trained=False)
    done = challenge(t, Roll(rider, "ride", value, t.mods(rider)))
    rider.ride = "success" if done else "failure"
    t.settle("C21-44", done)
    text = "{who} has {mount} in hand" if done else "{who} cannot make {mount} obey: one Basic Action each"
    t.tell("C21-44", "ride", text, who=rider, mount=mount)


def mount(t: Table, rider: Fighter, horse: Annotated[Fighter, "the mount"]) -> None:
    """Get into the saddle of a mount of one's own side, from a hex beside it.

    Rules: C21-3 to C21-5, C21-20, C21-42, C21-46. A Basic Action. A mount that is ridden or afraid is not mounted.
    """
    encounter = t.encounter
    if rider.id == horse.id or not horse.mount:
        t.impossible("C21-46", f"{horse.name} is no mount", f"gm set {horse.id} mount=true")
    if mount_of(encounter, rider) is not None or rider_of(encounter, rider) is not None:
        t.impossible("C21-46", f"{rider.name} {'rides' if rider.rides else 'carries a rider'} already")
    other = rider_of(encounter, horse)
    if other is not None:
        t.impossible("C21-46", f"{horse.name} is ridden by {other.name}")
    require_up(t, rider, "C21-3")
    t.require(not horse.foe_of(rider), "C21-46", f"{horse.name} is of another side and lets {rider.name} not mount")
    t.require(not horse.is_in("afraid"), "C21-42", f"{horse.name} is afraid and throws whoever mounts", "calm it first")
    t.require(not horse.down, "C21-46", f"{horse.name} is unconscious")
    require_free(t, rider)
    t.require(
        adjacent(horse, rider), "C21-46", f"{rider.name} is not beside {horse.name}", "mount from an adjacent hex"
    )
    require_action(t, rider, "basic")
    spend(t, rider, "basic")
    rider.rides, rider.at = Ref(horse.id), horse.at
    rider.shed("prone")
    t.tell("C21-46", "mounted", "{who} mounts {mount}", who=rider, mount=horse)


def dismount(
    t: Table,
    rider: Fighter,
    to: Annotated[Hex | None, "where to; else the nearest free hex beside the mount, its main side first"] = None,
) -> None:
    """Get out of the saddle, into a hex beside the mount.

    Rules: C21-3 to C21-5, C21-20, C21-46. A Basic Action.
    """
    horse = require_mounted(t, rider)
    require_up(t, rider, "C21-3")
    require_free(t, rider)
    place = _free_beside(t, rider, horse) if to is None else to
    if to is not None:
        _require_beside(t, horse, to)
    require_action(t, rider, "basic")
    spend(t, rider, "basic")
    part(t, rider, horse)
    rider.at = place
    where = "" if place is None else " into {at}"
    t.tell("C21-46", "dismounted", f"{{who}} dismounts from {{mount}}{where}", who=rider, mount=horse, at=place)


def _free_beside(t: Table, rider: Fighter, horse: Fighter) -> Hex | None:
    """The free hex a rider gets down into; None where there is no map."""
    if horse.at is None:
        return None
    found = next((near for near in _beside(t, horse, rider) if is_free(t.system, t.encounter, near)), None)
    if found is None:
        t.impossible("C21-46", f"no hex beside {horse.name} is free", "move on first")
    return found


def _require_beside(t: Table, horse: Fighter, to: Hex) -> None:
    """Refuse a hex that nobody can get down into."""
    label = t.encounter.grid.label(to)
    if horse.at is None or distance(horse.at, to) != 1:
        t.impossible("C21-46", f"{label} is not beside {horse.name}", "leave the hex out, or name an adjacent one")
    if not is_free(t.system, t.encounter, to):
        t.impossible("C21-46", f"{label} is not free", "name another hex beside the mount")


def require_mounted(t: Table, rider: Fighter) -> Fighter:
    """The mount somebody rides; refused on foot."""
    found = mount_of(t.encounter, rider)
    if found is None:
        t.impossible("C21-46", f"{rider.name} rides nothing", f"gm mount {rider.id} MOUNT")
    return found


# parting company ------------------------------------------------------------------------------------------------------


def unseat(t: Table, rider: Fighter, horse: Fighter) -> None:
    """Throw a rider: onto the free hex nearest behind the mount, prone (C21-42)."""
    part(t, rider, horse)
    if horse.at is not None:
        rider.at = _behind(t, horse)
    rider.enter("prone")
    where = "" if rider.at is None else " into {at}"
    t.tell("C21-42", "thrown", f"{{who}} falls from {{mount}}{where}, prone", who=rider, mount=horse, at=rider.at)


def part(t: Table, rider: Fighter, horse: Fighter) -> None:
    """Mount and rider go each its own way; a mount that has acted in its rider's turn has had its own (C21-3)."""
    encounter = t.encounter
    rider.rides = None
    horse.mount = True
    over = bool(horse.done) or rider.id in encounter.acted
    if encounter.started and over and horse.id not in encounter.acted:
        encounter.acted = (*encounter.acted, Ref(horse.id))


def _behind(t: Table, horse: Fighter) -> Hex | None:
    grid = t.encounter.grid
    assert horse.at is not None
    back = 180 if horse.facing is None else horse.facing.bearing + 180
    sides = sorted(grid.hexsides, key=lambda side: (abs(_turn(back, side.bearing)), _turn(back, side.bearing) < 0))
    places = (grid.step(horse.at, side) for side in sides)
    free = (place for place in places if is_free(t.system, t.encounter, place))
    return next(free, None) or next(free_near(t.system, t.encounter, horse.at), horse.at)


def _beside(t: Table, horse: Fighter, rider: Fighter) -> Iterator[Hex]:
    """The hexes around a mount, those on its main side first, of two as near to it the one nearer to the front."""
    grid = t.encounter.grid
    assert horse.at is not None
    front = 0 if horse.facing is None else horse.facing.bearing
    side = front + (90 if rider.hand == "right" else -90)
    order = sorted(grid.hexsides, key=lambda one: (abs(_turn(side, one.bearing)), abs(_turn(front, one.bearing))))
    return (grid.step(horse.at, one) for one in order)


def _turn(start: int, end: int) -> int:
    """The degrees from one bearing to another, clockwise, -179 to 180."""
    return 180 - (start - end + 180) % 360
