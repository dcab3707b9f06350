"""Moving on foot and mounted, and the strike on the way (C21-4, C21-20, C21-41, C21-45, C21-46)."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, NamedTuple

from gmtool.hexes.geometry import direction_to, distance
from gmtool.hexes.grid import Direction, Hex
from gmtool.rules import walking
from gmtool.rules.codecs import Heading
from gmtool.rules.model import Encounter
from gmtool.rules.system import System
from gmtool.rules.table import Table
from gmtool.rules.walking import Route, Walk, Walker
from gmtool.systems.c21.acting import hindrance, require_action, require_free, require_up, spend
from gmtool.systems.c21.arms import bars, choose, only_flees
from gmtool.systems.c21.attack import Blow, planned
from gmtool.systems.c21.attack import strike as resolve
from gmtool.systems.c21.defense import USUAL, Manner, standing
from gmtool.systems.c21.rolls import RIDING
from gmtool.systems.c21.seats import Post, held_of, is_mount, mount_of, panicked, place_of, post_of, put, rider_of
from gmtool.systems.c21.sheet import Act, Field, Fighter


class Course(NamedTuple):
    """A move that was checked: its way, and how the mover faces in each hex of it."""

    way: Walk
    facings: tuple[Direction | None, ...]
    acts: tuple[Act, ...]


def move(
    t: Table,
    who: Fighter,
    to: Annotated[Hex | None, "the hex to end in; none: turn in place"] = None,
    *,
    facing: Annotated[Heading | None, "how to face at the end; a mount may face a corner"] = None,
    via: Annotated[tuple[Hex, ...], "hexes to pass through, in this order"] = (),
    path: Annotated[
        str | None, 'the way: "N N NE", or from its facing "F F R F": a hex ahead, a hexside right (R) or left (L)'
    ] = None,
    strike: Annotated[Fighter | None, "whom to attack on the way: the rider does, or who has mobility"] = None,
    strike_at: Annotated[
        Hex | None, "the hex of the way to strike in; else the first from which it can be done"
    ] = None,
    with_: Annotated[str | None, "the weapon to strike with"] = None,
    how: Manner = USUAL,
) -> None:
    """Move WHO: up to its Base Move as a Basic Action, up to its Sprint Move as the whole turn.

    A mount takes its rider along, and faces the way it went. The rider's Combat Action may fall anywhere on the way.

    Rules: C21-1 to C21-8, C21-10 to C21-14, C21-20 to C21-22, C21-30 to C21-33, C21-40 to C21-47, C21-50 to C21-53.
    """
    if strike is None and (strike_at is not None or with_ is not None or how != USUAL):
        t.impossible("C21-45", "nobody is struck on the way", f"gm move {who.id} HEX --strike NAME")
    rider = rider_of(t.encounter, who)
    _require_may_move(t, who, rider, facing)
    course = _course(t, who, to, facing, Route(facing=None, via=via, path=path))
    require_action(t, who, *course.acts)
    if strike is None:
        spend(t, who, *course.acts)
        _tell_move(t, who, course)
        _go(t, who, course, len(course.way.hexes) - 1)
        return
    striker = _require_striker(t, who, rider, course)
    t.acts(striker)
    place = _strike_place(t, who, striker, strike, strike_at, with_, how, course)
    blow = planned(t, _post_at(t.encounter, striker, course, place), strike, with_, how)
    spend(t, who, *course.acts)
    _tell_move(t, who, course)
    _go(t, who, course, place)
    _strike_there(t, blow, course, place)
    _go(t, who, course, len(course.way.hexes) - 1)


def _strike_there(t: Table, blow: Blow, course: Course, place: int) -> None:
    at = course.way.hexes[place]
    t.tell("C21-45", "strikes", "{who} strikes in {at}", who=blow.attacker, target=blow.target, at=at)
    resolve(t, blow)


# what may move --------------------------------------------------------------------------------------------------------


def _require_may_move(t: Table, who: Fighter, rider: Fighter | None, facing: Direction | None) -> None:
    encounter = t.encounter
    horse = mount_of(encounter, who)
    if horse is not None:
        t.impossible("C21-46", f"{who.name} rides {horse.name}", f"gm move {horse.id} HEX, or gm dismount {who.id}")
    mounted = is_mount(encounter, who)
    if facing is not None and not mounted and not encounter.grid.is_hexside(facing):
        names = " ".join(map(encounter.grid.name, encounter.grid.hexsides))
        t.impossible("C21-46", f"{who.name} is no mount and faces hexsides only", f"one of {names}")
    require_up(t, who, "C21-3")
    require_free(t, who)
    if panicked(encounter, who):
        t.heed(only_flees(who))
    if rider is not None and encounter.started:
        untrained = RIDING not in rider.skills and not rider.down
        text = f"{rider.name} has no Riding and cannot direct {who.name}"
        t.require(not untrained, "C21-40", text, f"gm dismount {rider.id}")


def walker(encounter: Encounter, who: Fighter, limit: int) -> Walker:
    """How somebody goes: through everybody but foes, an untrained mount past nobody (C21-4, C21-41)."""
    rider = rider_of(encounter, who)
    badly = encounter.started and rider is not None and rider.ride == "failure"
    return Walker(
        who,
        limit,
        "C21-44" if badly else "C21-4",
        passes=lambda other: not other.foe_of(who),
        shuns=_shuns(encounter, who),
    )


def _shuns(encounter: Encounter, who: Fighter) -> walking.Shuns:
    """The steps an untrained mount will not take: nearer to somebody within its Base Move (C21-41)."""
    if not is_mount(encounter, who) or who.has("unfazeable"):
        return walking.nothing
    rider = rider_of(encounter, who)
    feared: list[tuple[Fighter, Hex]] = []
    for one in encounter.glance():
        place = place_of(encounter, one)
        bare = is_mount(encounter, one) and rider_of(encounter, one) is None
        if place is None or one.id == who.id or one is rider or one.down or one.left or bare:
            continue
        if rider is None or one.id != rider.id:
            feared.append((one, place))

    def shuns(start: Hex, end: Hex) -> str:
        for one, place in feared:
            if distance(end, place) <= who.base_move and distance(end, place) < distance(start, place):
                return one.name
        return ""

    return shuns


def limit_of(encounter: Encounter, who: Fighter) -> int:
    """The hexes somebody can still move this turn."""
    if hindrance(encounter, who, "basic", "basic") is None:
        return who.sprint_move
    return who.base_move if hindrance(encounter, who, "basic") is None else 0


def reach(system: System, encounter: Encounter, who: Fighter) -> Mapping[Hex, int]:
    """The hexes somebody can move to now, a rider with its mount, with what each costs (C21-4)."""
    mover = mount_of(encounter, who) or who
    if panicked(encounter, mover) or held_of(encounter, mover) is not None:
        return {}
    return walking.in_reach(system, encounter, walker(encounter, mover, limit_of(encounter, mover)))


# the way --------------------------------------------------------------------------------------------------------------


def _course(t: Table, who: Fighter, to: Hex | None, facing: Direction | None, route: Route) -> Course:
    """Find the way, every refusal told (C21-4, C21-41)."""
    if to is None and route.path is None and not route.via and facing is not None:
        if who.at is None:
            t.impossible("C21-4", f"{who.name} is not on the map", f"gm set {who.id} at=HEX")
        return Course(Walk((who.at,), 0), (facing,), ("basic",))
    reason = hindrance(t.encounter, who, "basic")
    t.heed(reason)
    reach_now = limit_of(t.encounter, who) or who.sprint_move
    mover = walker(t.encounter, who, reach_now)
    careless = mover._replace(shuns=walking.nothing)
    shy = route.path is None and to is not None and walking.find(t.system, t.encounter, mover, to, route.via)
    way = walking.walk(t, mover if shy else careless, to, route)
    for start, end in pairwise(way.hexes):
        feared = mover.shuns(start, end)
        label = t.encounter.grid.label(end)
        text = f"{who.name} is not trained for combat and will not approach {feared}: {label} is nearer to it"
        t.require(not feared, "C21-41", text, f"it keeps {who.base_move + 1} hexes off, or goes away from it")
        if feared:
            break
    acts: tuple[Act, ...] = ("basic",) if way.cost <= who.base_move else ("basic", "basic")
    return Course(way, _facings(t, who, way, facing), acts)


def _facings(t: Table, who: Fighter, way: Walk, facing: Direction | None) -> tuple[Direction | None, ...]:
    """How the mover faces in each hex: a mount the way it stepped, who is on foot as before (C21-46)."""
    grid = t.encounter.grid
    found: list[Direction | None] = [who.facing]
    for start, end in pairwise(way.hexes):
        found.append(direction_to(grid, start, end) if is_mount(t.encounter, who) else who.facing)
    if facing is not None:
        found[-1] = facing
    return tuple(found)


def _tell_move(t: Table, who: Fighter, course: Course) -> None:
    way, facing = course.way, course.facings[-1]
    if not way.cost and len(way.hexes) == 1:
        t.tell("C21-46", "move", "{who} turns to face {facing}", who=who, facing=facing)
        return
    verb = "sprints" if len(course.acts) > 1 else "moves"
    text = f"{{who}} {verb} to {{to}} (cost {{cost}}: {{way}})"
    t.tell("C21-4", "move", text, who=who, to=way.end, cost=way.cost, way=walking.words(t, way))


def _go(t: Table, who: Fighter, course: Course, place: int) -> None:
    """Be in a hex of the way, the rider too."""
    put(t.encounter, who, course.way.hexes[place])
    who.facing = course.facings[place]


# the strike on the way ------------------------------------------------------------------------------------------------


def _require_striker(t: Table, who: Fighter, rider: Fighter | None, course: Course) -> Fighter:
    """Who strikes: the rider, or the mover itself with mobility (C21-45)."""
    if rider is not None:
        require_up(t, rider, "C21-45")
        require_action(t, rider, "combat")
        return rider
    t.require(
        who.has("mobility"), "C21-45", f"{who.name} has no mobility and cannot strike on the way", "move, then attack"
    )
    near = len(course.acts) == 1
    text = f"a strike leaves {who.name} one Basic Action to move with, its Base Move {who.base_move}"
    t.require(near, "C21-45", f"{text}; the way costs {course.way.cost}", "move less far")
    require_action(t, who, "basic", "combat")
    return who


def _post_at(encounter: Encounter, striker: Fighter, course: Course, place: int) -> Post:
    """The striker where the mover is at that hex of its way."""
    post = post_of(encounter, striker)
    return post._replace(at=course.way.hexes[place], facing=course.facings[place])


def _strike_place(
    t: Table,
    who: Fighter,
    striker: Fighter,
    target: Fighter,
    at: Hex | None,
    with_: str | None,
    how: Manner,
    course: Course,
) -> int:
    """The place on the way at which the blow falls."""
    hexes = course.way.hexes
    if at is not None:
        if at not in hexes:
            label = t.encounter.grid.label(at)
            t.impossible("C21-45", f"{label} is not on the way of {who.name}", f"it is {walking.words(t, course.way)}")
        return hexes.index(at)
    encounter = t.encounter
    assert isinstance(encounter, Field)
    there = post_of(encounter, target)
    places = range(len(hexes))
    for place in places:
        post = _post_at(encounter, striker, course, place)
        name, weapon = choose(t, encounter, post, there, with_, how)
        stands = standing(encounter, post, there, weapon, how)
        if next(bars(encounter, post, there, name, weapon, how, stands), None) is None:
            return place
    goal = there.at
    return 0 if goal is None else min(places, key=lambda place: distance(hexes[place], goal))
