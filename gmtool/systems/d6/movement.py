"""Moving: meters, those that are free and those that take actions (D6-15)."""

import math
from collections.abc import Mapping
from typing import Annotated

from gmtool.hexes.grid import Hex
from gmtool.rules.model import Encounter
from gmtool.rules.naming import counted
from gmtool.rules.table import Table
from gmtool.rules.walking import Route, Walker, go, in_reach, walk, words
from gmtool.systems.d6.actions import MORE, require_free, use
from gmtool.systems.d6.paces import farthest, paid
from gmtool.systems.d6.sheet import Fighter, Meters

BY_ITSELF = Route()
NO_SIZE = "the grid has no `hex:` size, and meters cannot be counted"
GIVE_SIZE = "add it to the file: grid: {hex: 2 m}"


def move(
    t: Table,
    who: Fighter,
    to: Annotated[Hex | None, "the hex to go to"] = None,
    *,
    route: Route = BY_ITSELF,
) -> None:
    """Move to a hex by the cheapest way: 5 m a round are free, beyond them each action moves up to 10 m.

    Rules: D6-11, D6-15, D6-22, D6-25. Meters are the hexes' size times the terrain's cost, counted over the whole
    round. Refused: through a foe's hex, and farther than the actions left carry.
    """
    require_free(t, who, walking=True)
    t.require(t.encounter.grid.meters is not None, "D6-15", NO_SIZE, GIVE_SIZE)
    way = walk(t, walker(who, None), to, route)
    size = t.encounter.grid.meters or 1
    meters = way.cost * size
    total = Meters(who.moved + meters)
    actions = paid(who, total) - paid(who, who.moved)
    if t.encounter.started:
        left = farthest(who) - who.moved
        text = f"{who.name} can go {left:g} m more; this way is {meters:g} m ({words(t, way)})"
        t.require(actions <= who.left, "D6-15", text, MORE)
    use(t, who, actions)
    if t.encounter.started:
        who.moved = total
    go(who, way, route)
    price = counted(actions, "action") if actions else "free"
    text = "{who} moves to {to}: {meters} m, {price}"
    t.tell("D6-15", "move", text, who=who, to=way.end, meters=f"{meters:g}", price=price, path=way.hexes)


def reach(encounter: Encounter, who: Fighter) -> Mapping[Hex, int]:
    """The hexes it can move to, and the actions each takes; none without a `hex:` size."""
    size = encounter.grid.meters
    if size is None or (encounter.started and who.aimed):
        return {}
    from gmtool.systems.d6 import system

    limit = math.floor(round((farthest(who) - who.moved) / size, 6))
    found = in_reach(system, encounter, walker(who, limit))
    return {place: paid(who, who.moved + cost * size) - paid(who, who.moved) for place, cost in found.items()}


def walker(who: Fighter, limit: int | None) -> Walker:
    """How it goes: through everybody but foes (D6-15)."""
    return Walker(who, limit, "D6-15", passes=lambda other: not who.foe_of(other))
