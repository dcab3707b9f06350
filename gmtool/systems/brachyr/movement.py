"""Moving: in the movement phase, and running in the attack phase (BRA-13, BRA-14, BRA-23, BRA-43, BRA-44)."""

from collections.abc import Mapping
from typing import Annotated

from gmtool.hexes.geometry import neighbors
from gmtool.hexes.grid import Hex
from gmtool.rules.ground import is_free
from gmtool.rules.model import Encounter
from gmtool.rules.naming import counted
from gmtool.rules.system import System
from gmtool.rules.table import Table
from gmtool.rules.walking import Route, Walk, Walker, go, in_reach, walk, words
from gmtool.systems.brachyr.acting import require_act, require_unheld, use_up
from gmtool.systems.brachyr.holds import carrier_of, carrying, held_by, loosen
from gmtool.systems.brachyr.sheet import Fighter

_AS_IT_IS = Route()


def move(
    t: Table,
    who: Fighter,
    to: Annotated[Hex | None, "the hex to end in"] = None,
    *,
    run: Annotated[bool, "in the attack phase: the attack action is to move once more (BRA-44)"] = False,
    route: Route = _AS_IT_IS,
) -> None:
    """Move WHO up to its speed, by the cheapest way.

    Once in the movement phase; with --run again in the attack phase, instead of an attack. One passes through friends
    and those who lie, not through foes. Whoever is carried moves along.

    Rules: BRA-11, BRA-13, BRA-14, BRA-23, BRA-32, BRA-33, BRA-43, BRA-44, BRA-50.
    """
    _require_move(t, who, run=run)
    way = walk(t, walker(who), to, route)
    use_up(t, who, "attack" if run else "move")
    rule, runs = ("BRA-44", "runs") if run else ("BRA-13", "moves")
    data = {"who": who, "place": way.end, "cost": way.cost, "hexes": list(way.hexes[1:])}
    cost = counted(way.cost, "hex")
    through = f": {words(t, way)}" if len(way.hexes) > 2 else ""
    t.tell(rule, "move", f"{{who}} {runs} to {{place}}{through} ({cost})", **data)
    load = [t.encounter.combatants[one.id] for one in carrying(t.encounter, who)]
    carried = [one for one in load if carrier_of(t.encounter, one) is not None]
    go(who, way, route)
    for one in carried:
        _bring_along(t, who, one, way)
    loosen(t)


def _require_move(t: Table, who: Fighter, *, run: bool) -> None:
    """Refuse a move out of its phase, naming --run in the attack phase (BRA-13, BRA-14, BRA-43, BRA-44)."""
    if run:
        require_act(t, who, "attack")
        require_unheld(t, who)
        return
    instead = ""
    if t.encounter.started and t.system.phase_of(t.encounter).id == "attack":
        instead = f"`gm move {who.id} HEX --run` runs instead of an attack"
    require_act(t, who, "move", instead=instead)


def walker(who: Fighter) -> Walker:
    """How far it gets and whom it may pass: its own side, and whoever lies there (BRA-13)."""
    return Walker(who, who.speed, "BRA-13", lambda other: not who.foe_of(other))


def _bring_along(t: Table, carrier: Fighter, load: Fighter, way: Walk) -> None:
    """Put who is carried into the last hex of the way before its end, else the first free one beside it (BRA-23)."""
    candidates = (way.hexes[-2], *neighbors(way.end))
    place = next((place for place in candidates if is_free(t.system, t.encounter, place, but=load)), None)
    if place is not None and place != load.at:
        load.at = place
        t.tell("BRA-23", "carried", "{who} takes {ally} along to {place}", who=carrier, ally=load, place=place)


def reach(system: System, encounter: Encounter, who: Fighter) -> Mapping[Hex, int]:
    """The hexes it can move to, with what each costs; none for who is held or down (BRA-13, BRA-43)."""
    if who.down or held_by(encounter, who) is not None:
        return {}
    return in_reach(system, encounter, walker(who))
