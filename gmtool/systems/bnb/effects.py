"""What a hit brings besides its damage: criticals, holds, pushes, hops and markers (BNB-31, BNB-32)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gmtool.dice.throws import TOTAL, Group, Throw
from gmtool.hexes.geometry import direction_to
from gmtool.hexes.grid import Hex
from gmtool.rules.table import Table
from gmtool.systems.bnb.board import occupant
from gmtool.systems.bnb.forms import Effect
from gmtool.systems.bnb.holds import take_hold, tear_loose
from gmtool.systems.bnb.sheet import INJURED, Animal, Injury

INJURIES: tuple[Injury, ...] = tuple(INJURED)
"""by the die, from 1"""


class Blow(NamedTuple):
    """A hit: who struck whom, and the hexes in which they are judged."""

    attacker: Animal
    target: Animal
    origin: Hex | None
    place: Hex | None


def critical(t: Table, target: Animal, core: int) -> int:
    """A critical hit: an injury by 1d6, or the core damage doubled; gives the damage (BNB-31)."""
    if t.encounter.switches["critical"] == "double":
        t.tell("BNB-31", "critical", "critical: core damage doubled to {points}", target=target, points=2 * core)
        return 2 * core
    throw = Throw(target.id, "critical", (Group(1, len(INJURIES)),), TOTAL)
    t.foresee(_same, throw, kept=True)
    die = t.throw(target, throw.why, *throw.groups)
    injury = INJURIES[die - 1]
    target.injuries = (*target.injuries, injury)
    t.tell(
        "BNB-31",
        "critical",
        "critical, die {die}: {target} is hurt in the {injury}, {trait} - 1",
        target=target,
        die=die,
        injury=injury,
        trait=INJURED[injury],
    )
    return core


def _same(_: int, **__: Any) -> None:
    """Every injury costs as many HP as the next: which it is makes no difference to this blow."""


def bring(t: Table, effect: Effect, blow: Blow) -> None:
    """Let an effect happen."""
    _EFFECTS[effect](t, blow)


def _hold(t: Table, blow: Blow) -> None:
    take_hold(t, blow.attacker, blow.target)


def _push(t: Table, blow: Blow) -> None:
    """The target is pushed one hex straight away from the kicker."""
    _throw(t, blow, blow.target, blow.place, "pushed")


def _hop(t: Table, blow: Blow) -> None:
    """The kicker hops one hex straight away from the target."""
    _throw(t, Blow(blow.attacker, blow.target, blow.place, blow.origin), blow.attacker, blow.origin, "hops")


def _throw(t: Table, line: Blow, thrown: Animal, start: Hex | None, verb: str) -> None:
    """Move an animal one hex on along a line; blocked or occupied, nobody moves. Ends Held, provokes nothing."""
    grid = t.encounter.grid
    way = None if line.origin is None or start is None else direction_to(grid, line.origin, start)
    if way is None or start is None:
        t.tell("BNB-32", "stays", "{who} stays: there is no map to be moved on", who=thrown)
        return
    place = grid.step(start, way)
    other = occupant(t.encounter, place)
    if not grid.inside(place):
        t.tell("BNB-32", "stays", "{who} stays: {way} of it the map ends", who=thrown, way=way)
    elif t.encounter.ground(place).cost.points is None:
        t.tell("BNB-32", "stays", "{who} stays: {place} is blocked", who=thrown, place=place)
    elif other is not None:
        t.tell("BNB-32", "stays", "{who} stays: {other} is in {place}", who=thrown, other=other, place=place)
    else:
        text = "{who} is pushed to {place}" if verb == "pushed" else "{who} hops to {place}"
        t.tell("BNB-32", verb, text, who=thrown, place=place)
        thrown.at = place
        tear_loose(t, thrown)


def _vulnerable(t: Table, blow: Blow) -> None:
    blow.target.vulnerable += 1
    t.tell("BNB-32", "exposed", "{who} is Vulnerable now", who=blow.target)


def _exposed(t: Table, blow: Blow) -> None:
    blow.attacker.vulnerable += 1
    t.tell("BNB-32", "exposed", "{who} is Vulnerable for it", who=blow.attacker)


def _bleeding(t: Table, blow: Blow) -> None:
    blow.target.bleeding += 1
    t.tell("BNB-32", "bleeding", "{who} is Bleeding", who=blow.target)


def _wary(t: Table, blow: Blow) -> None:
    blow.attacker.wary = True
    t.tell("BNB-32", "wary", "{who} is Wary", who=blow.attacker)


_EFFECTS: Mapping[Effect, Callable[[Table, Blow], None]] = {
    "hold": _hold,
    "push": _push,
    "hop": _hop,
    "vulnerable": _vulnerable,
    "exposed": _exposed,
    "bleeding": _bleeding,
    "wary": _wary,
}
