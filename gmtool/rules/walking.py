"""Going on foot: to a hex by the cheapest way, or along a path as told, where turning costs nothing.

Entering a hex costs what its ground costs, 1 where nothing is said. What a system adds - whom one may pass, how far one
gets, which rule says so - it gives as a Walker.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Annotated, Any, NamedTuple, TypeAlias

from gmtool.hexes.geometry import distance
from gmtool.hexes.grid import Direction, Hex
from gmtool.hexes.paths import cheapest, reachable
from gmtool.rules.ground import is_open, occupant
from gmtool.rules.model import Combatant, Encounter
from gmtool.rules.naming import counted
from gmtool.rules.record import record
from gmtool.rules.system import System
from gmtool.rules.table import Table

_State: TypeAlias = tuple[Hex, int | None, int]
"""a hex, the number of the hexside through which it was entered, how many hexes of `via` lie behind"""

Shuns: TypeAlias = Callable[[Hex, Hex], str]
"""why somebody will not step from one hex into the next; "" where it will"""


def nothing(_: Hex, __: Hex) -> str:
    """Nothing is shunned."""
    return ""


@record
class Route:
    """How a move goes on: options that the moving verbs share."""

    facing: Annotated[Direction | None, "how to face at the end; else as before"] = None
    via: Annotated[tuple[Hex, ...], "hexes to pass through, in this order"] = ()
    path: Annotated[
        str | None, 'the way: "N N NE", or from its facing "F F R F": a hex ahead, a hexside right (R) or left (L)'
    ] = None


class Walker(NamedTuple):
    """Somebody about to walk, by the rules of its system."""

    who: Combatant
    limit: int | None
    """points to spend; None where nothing limits them"""
    rule: str
    """the rule that says how far and whom one may pass"""
    passes: Callable[[Any], bool]
    """whom it may go through; nobody lets it end in their hex"""
    shuns: Shuns = nothing
    """which steps it will not take"""


class Walk(NamedTuple):
    """A way on foot: the hexes from the first to the last, and the points it costs."""

    hexes: tuple[Hex, ...]
    cost: int

    @property
    def end(self) -> Hex:
        """Where it leads."""
        return self.hexes[-1]


def walk(t: Table, walker: Walker, to: Hex | None, route: Route) -> Walk:
    """Find the way of a move, every refusal told, and do not go it yet. Raises Refused; without a way, forced or not.

    With --force a way that is too dear is gone all the same.
    """
    who = walker.who
    if who.at is None:
        t.impossible(walker.rule, f"{who.name} is not on the map", f"gm set {who.id} at=HEX")
    if route.path is not None:
        found = _along(t, walker, who.at, route.path)
        if to not in (None, found.end):
            t.impossible(walker.rule, f"path {route.path} ends in {t.encounter.grid.label(found.end)}")
    elif to is None:
        t.impossible(walker.rule, "a move needs an end", f"gm move {who.id} HEX, or --path")
    elif to == who.at and not route.via:
        t.impossible(walker.rule, f"{who.name} is in {t.encounter.grid.label(to)} already")
    else:
        found = _to(t, walker, to, route.via)
    _require_end(t, walker, found.end)
    _require_points(t, walker, found)
    return found


def go(who: Combatant, way: Walk, route: Route) -> None:
    """Stand where the way ends, facing as told."""
    who.at = way.end
    if route.facing is not None:
        who.facing = route.facing


def words(t: Table, way: Walk) -> str:
    """The hexes of a way as a GM counts them on paper: `0504 0503 0502`, the first left out."""
    return " ".join(map(t.encounter.grid.label, way.hexes[1:]))


def in_reach(system: System, encounter: Encounter, walker: Walker) -> Mapping[Hex, int]:
    """The hexes it can end in, with what each costs."""
    if walker.who.at is None or walker.limit is None:
        return {}
    crowd = _crowd(system, encounter, walker)

    def ways(place: Hex) -> Iterator[tuple[Hex, int, tuple[int, ...]]]:
        return ((state[0], points, ()) for state, points, _ in _ways(encounter, walker, crowd, (place, None, 0), ()))

    settled = reachable(walker.who.at, ways, walker.limit)
    return {place: cost for place, cost in settled.items() if place == walker.who.at or place not in crowd}


def find(system: System, encounter: Encounter, walker: Walker, to: Hex, via: tuple[Hex, ...] = ()) -> Walk | None:
    """The cheapest way there, whatever it costs; None where there is none.

    Of two that cost the same the straighter one, then the one that parts clockwise.
    """
    if walker.who.at is None:
        return None
    start: _State = (walker.who.at, None, 0)
    crowd, legs, least = _crowd(system, encounter, walker), (*via, to), encounter.least_cost

    def ahead(state: _State) -> int:
        place, _, passed = state
        return least * sum(distance(a, b) for a, b in pairwise((place, *legs[passed:])))

    found = cheapest(
        start,
        lambda state: state[0] == to and state[2] == len(via),
        lambda state: _ways(encounter, walker, crowd, state, via),
        _farthest(encounter, walker.who.at, to, via),
        ahead,
    )
    return None if found is None else Walk(tuple(state[0] for state in found.states), found.cost)


def nearest(
    system: System, encounter: Encounter, walker: Walker, wanted: Callable[[Hex], bool], around: Iterable[Hex]
) -> Walk | None:
    """The cheapest way to a wanted hex that it could end in, whatever it costs; None where there is none.

    `around`: where such hexes are, so that the search ends where the map has no edge.
    """
    start = walker.who.at
    limits = [] if start is None else [_farthest(encounter, start, place, ()) for place in around]
    if start is None or not limits:
        return None
    first: _State = (start, None, 0)
    crowd = _crowd(system, encounter, walker)
    found = cheapest(
        first,
        lambda state: state[0] not in crowd and wanted(state[0]),
        lambda state: _ways(encounter, walker, crowd, state, ()),
        max((limit for limit in limits if limit is not None), default=None),
    )
    return None if found is None else Walk(tuple(state[0] for state in found.states), found.cost)


_DETOUR = 24
"""hexes by which a way may be longer than the straight one, where the map has no edge to end the search"""
_PATH_LETTERS = {"F": 0, "R": 1, "L": -1}


def _farthest(encounter: Encounter, start: Hex, to: Hex, via: tuple[Hex, ...]) -> int | None:
    """The points beyond which no way is looked for; None on a map with edges."""
    if encounter.grid.columns and encounter.grid.rows:
        return None
    legs = sum(distance(a, b) for a, b in pairwise((start, *via, to)))
    dearest = max((ground.cost.points or 1 for ground in encounter.terrain.values()), default=1)
    return (legs + _DETOUR) * dearest


def _crowd(system: System, encounter: Encounter, walker: Walker) -> Mapping[Hex, bool]:
    """The hexes somebody else is in, in which nobody can end; and whether it may pass there."""
    places = dict.fromkeys(one.at for one in encounter.glance() if one.at is not None)
    taken = [place for place in places if occupant(system, encounter, place, but=walker.who) is not None]
    return {place: _may_pass(system, encounter, walker, place) for place in taken}


def _ways(
    encounter: Encounter, walker: Walker, crowd: Mapping[Hex, bool], state: _State, via: tuple[Hex, ...]
) -> Iterator[tuple[_State, int, tuple[int, ...]]]:
    place, entered, passed = state
    grid = encounter.grid
    for side, direction in enumerate(grid.hexsides):
        following = grid.step(place, direction)
        points = encounter.ground(following).cost.points
        if points is None or not grid.inside(following) or not crowd.get(following, True):
            continue
        if walker.shuns(place, following):
            continue
        bend = 0 if entered is None else min((side - entered) % 6, (entered - side) % 6)
        at_via = passed < len(via) and following == via[passed]
        yield (following, side, passed + at_via), points, (bend,)


def _may_pass(system: System, encounter: Encounter, walker: Walker, place: Hex) -> bool:
    """Whether nobody is in the way: who lies there never is."""
    other = occupant(system, encounter, place, but=walker.who)
    return other is None or not system.stands(other) or walker.passes(other)


def _to(t: Table, walker: Walker, to: Hex, via: tuple[Hex, ...]) -> Walk:
    label = t.encounter.grid.label(to)
    if not is_open(t.encounter, to):
        t.impossible(walker.rule, f"{label} cannot be entered: its ground is blocked, or it is off the map")
    _require_end(t, walker, to)
    found = find(t.system, t.encounter, walker, to, via)
    if found is None:
        through = " through " + ", ".join(map(t.encounter.grid.label, via)) if via else ""
        stopped = _in_the_way(t, walker, to, via)
        t.impossible(walker.rule, f"no way leads {walker.who.name} to {label}{through}{stopped}")
    return found


def _in_the_way(t: Table, walker: Walker, to: Hex, via: tuple[Hex, ...]) -> str:
    """Who stands on the way there would be, were nobody in it; "" where there would be none either."""
    free = find(t.system, t.encounter, walker._replace(passes=lambda _: True), to, via)
    for place in free.hexes[1:] if free is not None else ():
        if not _may_pass(t.system, t.encounter, walker, place):
            other = occupant(t.system, t.encounter, place, but=walker.who)
            return f": {other.name} stands in {t.encounter.grid.label(place)}"
    return ""


def _along(t: Table, walker: Walker, start: Hex, path: str) -> Walk:
    """Follow a path as it is written: every hex must be open, nobody in the way."""
    grid = t.encounter.grid
    hexes, cost = [start], 0
    for direction in _directions(t, walker, path):
        place = grid.step(hexes[-1], direction)
        if not is_open(t.encounter, place):
            beyond = f"the hex {grid.name(direction)} of {grid.label(hexes[-1])}"
            where = grid.label(place) if grid.inside(place) else beyond
            t.impossible(walker.rule, f"path {path} leads into {where}, which cannot be entered")
        if not _may_pass(t.system, t.encounter, walker, place):
            other = occupant(t.system, t.encounter, place, but=walker.who)
            t.require(False, walker.rule, f"{other.name} stands in the way in {grid.label(place)}")
        hexes.append(place)
        cost += t.encounter.ground(place).cost.points or 0
    if len(hexes) == 1:
        t.impossible(walker.rule, f"path {path.strip() or 'without a word'} leads nowhere")
    return Walk(tuple(hexes), cost)


def _directions(t: Table, walker: Walker, path: str) -> Iterator[Direction]:
    """The hexsides a path leads through. Raises Refused for a word that is none."""
    grid, ahead = t.encounter.grid, walker.who.facing
    for word in path.replace(",", " ").upper().split():
        turn = _PATH_LETTERS.get(word)
        if turn is not None and (ahead is None or not grid.is_hexside(ahead)):
            text = f"{walker.who.name} faces no hexside, from which F, R and L are counted"
            t.impossible(walker.rule, text, '--path "N N NE" says it in directions')
        if turn is not None and ahead is not None:
            ahead = ahead.turned(turn)
            if not turn:
                yield ahead
            continue
        try:
            yield grid.direction(word)
        except ValueError as reason:
            t.impossible(walker.rule, f"path {path}: {reason}", "or F, R and L, from its facing")


def _require_end(t: Table, walker: Walker, place: Hex) -> None:
    """Refuse to end where somebody is: who stands there, always; who lies there, unless forced."""
    other = occupant(t.system, t.encounter, place, but=walker.who)
    if other is None or place == walker.who.at:
        return
    lies = "lies" if not t.system.stands(other) else "stands"
    text = f"{other.name} {lies} in {t.encounter.grid.label(place)}: nobody else can end there"
    if lies == "stands":
        t.impossible(walker.rule, text, "end beside it")
    t.require(False, walker.rule, text, "end beside it")


def _require_points(t: Table, walker: Walker, way: Walk) -> None:
    if walker.limit is None or way.cost <= walker.limit:
        return
    label = t.encounter.grid.label(way.end)
    has = f"{walker.who.name} has {counted(walker.limit, 'hex')}"
    t.require(False, walker.rule, f"{has}; the way to {label} costs {way.cost} ({words(t, way)})")
