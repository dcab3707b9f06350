"""Mounts that are afraid: frightened, fleeing, calmed (C21-41 to C21-43)."""

from collections.abc import Iterator
from typing import Annotated, TypeAlias

from gmtool.hexes.geometry import direction_to, distance
from gmtool.hexes.grid import Hex
from gmtool.hexes.paths import cheapest, reachable
from gmtool.rules.ground import occupant
from gmtool.rules.model import Encounter
from gmtool.rules.system import System
from gmtool.rules.table import Table
from gmtool.rules.walking import Walk
from gmtool.systems.c21.acting import may_act, require_action, require_free, require_up, spend
from gmtool.systems.c21.rolls import RIDING, Roll, challenge, skill_of
from gmtool.systems.c21.saddle import unseat
from gmtool.systems.c21.seats import held_of, is_mount, mount_of, panicked, place_of, put, rider_of
from gmtool.systems.c21.sheet import Act, Fighter

_State: TypeAlias = tuple[Hex, int | None]
"""a hex, and the number of the hexside through which it was entered"""


def spook(t: Table, horse: Fighter) -> None:
    """Frighten a mount that is not trained for combat and finds itself in it.

    Rules: C21-42. An untrained rider is thrown at once; a trained one has to stay on in each of its turns.
    """
    if not is_mount(t.encounter, horse):
        t.impossible("C21-42", f"{horse.name} is no mount", f"gm set {horse.id} mount=true")
    if horse.is_in("afraid"):
        t.impossible("C21-42", f"{horse.name} is afraid already", f"`gm flee {horse.id}` in its turn")
    t.require(not horse.has("unfazeable"), "C21-42", f"{horse.name} is unfazeable: nothing here frightens it")
    frighten(t, horse)


def frighten(t: Table, horse: Fighter) -> None:
    """A mount is afraid from now on, and throws an untrained rider (C21-42)."""
    horse.enter("afraid")
    t.tell("C21-42", "afraid", "{who} is afraid", who=horse)
    rider = rider_of(t.encounter, horse)
    if rider is not None and RIDING not in rider.skills:
        unseat(t, rider, horse)


def frighten_untrained(t: Table) -> None:
    """As a fight starts, every ridden mount without the training is afraid (C21-42)."""
    ridden = [one.rides for one in t.encounter.glance() if one.rides in t.encounter.combatants]
    for name in ridden:
        horse = t.encounter.combatants[name]
        if not horse.has("unfazeable") and not horse.is_in("afraid"):
            frighten(t, horse)


def stay_on(t: Table, rider: Fighter) -> None:
    """A rider on an afraid mount rolls 21C Riding as its turn begins, or is thrown (C21-42)."""
    horse = mount_of(t.encounter, rider)
    if horse is None or rider.down or not horse.is_in("afraid"):
        return
    value = skill_of(rider, RIDING)
    if value is not None and challenge(t, Roll(rider, f"staying on {horse.name}", value)):
        t.tell("C21-42", "stays-on", "{who} stays on {mount}", who=rider, mount=horse)
    else:
        unseat(t, rider, horse)


def require_fled(t: Table, one: Fighter) -> None:
    """Refuse to end a turn in which an afraid mount did not flee (C21-43)."""
    horse = mount_of(t.encounter, one) or one
    able = may_act(t.encounter, one) is None and may_act(t.encounter, horse) is None
    if not able or not panicked(t.encounter, horse) or held_of(t.encounter, horse):
        return
    t.require(bool(horse.done), "C21-43", f"{horse.name} is afraid and has not fled", f"`gm flee {horse.id}` first")


# fleeing --------------------------------------------------------------------------------------------------------------


def flee(t: Table, horse: Fighter) -> None:
    """Let an afraid mount flee from everybody, as far as its Sprint Move takes it, off the map too.

    Rules: C21-3, C21-5, C21-20, C21-43. It is the whole turn of the mount; whoever rides it goes with it.
    """
    encounter = t.encounter
    if not horse.is_in("afraid"):
        t.impossible("C21-43", f"{horse.name} is not afraid", f"gm move {horse.id} HEX")
    require_up(t, horse, "C21-43")
    require_free(t, horse)
    t.require(not horse.done, "C21-43", f"{horse.name} has acted this turn", "it flees in its next")
    tired = horse.stamina is not None and not horse.stamina.now
    found = _refuge(t.system, encounter, horse, horse.base_move if tired else horse.sprint_move)
    acts: tuple[Act, ...] = ("basic", "basic")
    if found is not None and found.cost > horse.base_move:
        spend(t, horse, *acts)
    elif encounter.started:
        horse.done = acts
    _run(t, horse, found)


def _run(t: Table, horse: Fighter, found: Walk | None) -> None:
    rider = rider_of(t.encounter, horse)
    both = [horse] if rider is None else [horse, rider]
    if found is None or len(found.hexes) == 1:
        t.tell("C21-43", "fled", "{who} finds nowhere to flee to", who=horse)
        return
    grid = t.encounter.grid
    horse.facing = direction_to(grid, *found.hexes[-2:])
    if grid.inside(found.end):
        put(t.encounter, horse, found.end)
        t.tell("C21-43", "fled", "{who} flees to {at} ({cost} hexes)", who=both, at=found.end, cost=found.cost)
        return
    for one in both:
        one.at, one.left = None, True
    t.tell("C21-43", "left", "{who} flees over the edge of the map, out of the fight", who=both)


def _refuge(system: System, encounter: Encounter, horse: Fighter, limit: int) -> Walk | None:
    """The hex farthest from the nearest other, then from all of them together; of equals the one nearest at hand."""
    if horse.at is None:
        return None
    rider = rider_of(encounter, horse)
    others = [place for one, place in _others(encounter, horse) if rider is None or one.id != rider.id]
    if not others:
        return None
    start: _State = (horse.at, None)

    def ways(state: _State) -> Iterator[tuple[_State, int, tuple[int, ...]]]:
        return _ways(system, encounter, horse, state)

    best: tuple[tuple[int, int], Hex] | None = None
    for place, _ in reachable(start, ways, limit):
        inside = encounter.grid.inside(place)
        other = occupant(system, encounter, place, but=horse) if inside and place != horse.at else None
        if other is not None:
            continue
        away = [distance(place, one) for one in others]
        score = (min(away), sum(away))
        if best is None or score > best[0]:
            best = (score, place)
    assert best is not None, "its own hex is always there"
    goal = best[1]
    found = cheapest(start, lambda state: state[0] == goal, ways, limit)
    assert found is not None, "it was reached before"
    return Walk(tuple(place for place, _ in found.states), found.cost)


def _ways(
    system: System, encounter: Encounter, horse: Fighter, state: _State
) -> Iterator[tuple[_State, int, tuple[int, ...]]]:
    place, entered = state
    grid = encounter.grid
    if not grid.inside(place):
        return  # over the edge it is gone
    for side, direction in enumerate(grid.hexsides):
        following = grid.step(place, direction)
        bend = 0 if entered is None else min((side - entered) % 6, (entered - side) % 6)
        if not grid.inside(following):
            yield (following, side), 1, (bend,)
            continue
        points = encounter.ground(following).cost.points
        other = occupant(system, encounter, following, but=horse)
        barred = other is not None and system.stands(other) and other.foe_of(horse)
        if points is not None and not barred:
            yield (following, side), points, (bend,)


def _others(encounter: Encounter, horse: Fighter) -> Iterator[tuple[Fighter, Hex]]:
    """Everybody else on the map, and where."""
    for one in encounter.glance():
        place = place_of(encounter, one)
        if one.id != horse.id and not one.left and place is not None:
            yield one, place


# calming --------------------------------------------------------------------------------------------------------------


def calm(
    t: Table,
    horse: Fighter,
    *,
    by: Annotated[Fighter | None, "who calms it; else its rider, else whoever's turn it is"] = None,
) -> None:
    """Calm an afraid mount: a 21C of Husbandry, once everybody else is its Sprint Move away or farther.

    Rules: C21-1, C21-3 to C21-5, C21-8, C21-43. A Basic Action of the one who calms it, in the saddle or beside it.
    """
    encounter = t.encounter
    if not horse.is_in("afraid"):
        t.impossible("C21-43", f"{horse.name} is not afraid")
    rider = rider_of(encounter, horse)
    who = by or rider or encounter.combatants.get(encounter.turn or "")
    if who is None or who.id == horse.id:
        t.impossible("C21-43", f"somebody has to calm {horse.name}", f"gm calm {horse.id} --by NAME")
    t.acts(who)
    require_up(t, who, "C21-3")
    there = place_of(encounter, who)
    beside = who is rider or horse.at is None or there is None or distance(horse.at, there) == 1
    t.require(beside, "C21-43", f"{who.name} is not beside {horse.name}", "calm it from an adjacent hex or the saddle")
    aside = {who.id, rider.id if rider is not None else ""}
    near = [
        (distance(horse.at, place), one)
        for one, place in _others(encounter, horse)
        if horse.at is not None and one.id not in aside and distance(horse.at, place) < horse.sprint_move
    ]
    away, nearest = min(near, key=lambda pair: pair[0], default=(0, horse))
    text = f"{nearest.name} is {away} hexes from {horse.name}; to be calmed it needs everybody {horse.sprint_move} away"
    t.require(not near, "C21-43", text, f"`gm flee {horse.id}` takes it farther")
    require_action(t, who, "basic")
    spend(t, who, "basic")
    value = skill_of(who, "husbandry")
    assert value is not None, "husbandry may be used untrained"
    done = challenge(t, Roll(who, "calm", value, t.mods(who)))
    t.settle("C21-43", done)
    if done:
        horse.shed("afraid")
    text = "{who} calms {mount}" if done else "{who} cannot calm {mount}"
    t.tell("C21-43", "calm", text, who=who, mount=horse)
