"""How a fight starts, who swaps places in it, and who joins it later (BNB-1, BNB-2, BNB-4, BNB-5)."""

from collections.abc import Sequence
from typing import Annotated

from gmtool.hexes.grid import Direction, Hex
from gmtool.rules import standard
from gmtool.rules.codecs import Ref
from gmtool.rules.model import Encounter
from gmtool.rules.naming import Told
from gmtool.rules.table import Table
from gmtool.rules.turns import begin_fight, give_to, in_order, on_turn
from gmtool.systems.bnb.acting import require_on_board
from gmtool.systems.bnb.board import facing_hint, occupant
from gmtool.systems.bnb.order import rank, sharing
from gmtool.systems.bnb.sheet import Animal, may_act, may_still
from gmtool.systems.bnb.turn import turn_begin

AROUND = 6


# the start ----------------------------------------------------------------------------------------------------------


def start(
    t: Table,
    *,
    ambush: Annotated[tuple[Animal, ...], "who springs the ambush; may be given several times (BNB-4)"] = (),
    target: Annotated[Animal | None, "whom they fall upon"] = None,
    again: Annotated[bool, standard.AGAIN] = False,
) -> None:
    """Start the fight: place an ambush, roll initiative, set the order, give the first turn.

    An initiative already in the file is kept. Each that springs the ambush is put beside the target by 1d6: 1 is the
    hex directly ahead of it, then clockwise; where that is taken or blocked, the next free one.

    Rules: BNB-1, BNB-3, BNB-4; as the first turn begins BNB-12, BNB-30, BNB-32, BNB-33.
    """
    standard.require_may_start(t, again=again)
    if target is not None and ambush:
        _require_ambush(t, ambush, target)
    elif target is not None or ambush:
        t.impossible("BNB-4", "an ambush needs both sides", "gm start --ambush WHO --target WHOM")
    t.tell("", "start", "the fight starts")
    if target is not None:
        _spring(t, ambush, target)
    standard.set_order(t)
    begin_fight(t)


def _require_ambush(t: Table, ambush: Sequence[Animal], target: Animal) -> None:
    """Refuse an ambush that cannot be placed, before any die (BNB-4)."""
    if target.at is None:
        t.impossible("BNB-4", f"{target.name} is not on the map", f"gm set {target.id} at=HEX")
    if target.facing is None:
        t.impossible(
            "BNB-4",
            f"{target.name} has no facing, and the places are counted from it",
            facing_hint(t.encounter, target),
        )
    names = [one.id for one in ambush]
    if target.id in names or len(set(names)) < len(names):
        t.impossible("BNB-4", "each springs the ambush once, and nobody on itself", "name each of them once")
    for one in (*ambush, target):
        require_on_board(t, one)
    free = [place for place in _places(t.encounter, target) if _is_free(t.encounter, place, ambush)]
    if len(free) < len(ambush):
        t.impossible(
            "BNB-4", f"hexes free around {target.name}: {len(free)}, too few for {len(ambush)}", "ambush with fewer"
        )


def _spring(t: Table, ambush: Sequence[Animal], target: Animal) -> None:
    """Put each beside the target by 1d6, facing it (BNB-4)."""
    places = _places(t.encounter, target)
    for one in ambush:
        one.at = None  # it comes from hiding: no hex is taken by one still to be placed
    for one in ambush:
        die = t.roll(one, "ambush", f"1d{AROUND}")
        position = next(
            k % AROUND for k in range(die - 1, die - 1 + AROUND) if _is_free(t.encounter, places[k % AROUND], ())
        )
        assert target.facing is not None
        one.at, one.facing = places[position], target.facing.turned(position).opposite
        moved_on = "" if position == die - 1 else ", the next free one"
        t.tell(
            "BNB-4",
            "ambush",
            f"{{who}} springs at {{target}} from {{at}} (die {{die}}{moved_on})",
            who=one,
            target=target,
            at=one.at,
            facing=one.facing,
            die=die,
        )


def _places(encounter: Encounter, target: Animal) -> list[Hex]:
    """The hexes around the target, from the one directly ahead, clockwise."""
    assert target.at is not None and target.facing is not None
    return [encounter.grid.step(target.at, target.facing.turned(k)) for k in range(AROUND)]


def _is_free(encounter: Encounter, place: Hex, moving: Sequence[Animal]) -> bool:
    """Whether somebody can be put there; those still to be placed are not in the way."""
    other = occupant(encounter, place)
    taken = other is not None and all(other is not one for one in moving)
    return encounter.grid.inside(place) and encounter.ground(place).cost.points is not None and not taken


# swapping and entering ----------------------------------------------------------------------------------------------


def swap(t: Table, one: Animal, other: Animal) -> None:
    """Let two allies swap their initiative, before anything else is done in the fight.

    Rules: BNB-2. The numbers change places, the order is set anew, and the turn goes to whoever is first now; it
    begins by BNB-12, BNB-30, BNB-32, BNB-33.
    """
    encounter = t.encounter
    if one.id == other.id:
        t.impossible("BNB-2", f"{one.name} cannot swap with itself")
    if one.initiative is None or other.initiative is None:
        t.impossible("BNB-2", "there is no initiative to swap yet", "`gm start` rolls it")
    t.require(encounter.started, "BNB-2", "the fight has not started", "`gm start` rolls initiative; swap after it")
    t.require(not one.foe_of(other), "BNB-2", f"{one.name} and {other.name} are no allies")
    t.require(
        not encounter.started or _nothing_done(encounter),
        "BNB-2",
        "initiative is swapped in round 1, before the first attack, move or `next`",
    )
    one.initiative, other.initiative = other.initiative, one.initiative
    t.tell("BNB-2", "swap", "{who} and {other} swap initiative", who=one, other=other)
    if encounter.started:
        _set_order_anew(t)


def _nothing_done(encounter: Encounter) -> bool:
    """Whether the first turn has just begun: those who had theirs before it were only passed over."""
    everyone = encounter.combatants
    over = [everyone[name] for name in encounter.acted if name in everyone]
    passed = all(may_act(encounter, one) is not None for one in over)
    return encounter.round == 1 and passed and not any(set(one.done) - {"skip"} for one in everyone.values())


def _set_order_anew(t: Table) -> None:
    """Sort the order, and give the turn to the first in it; whose turn has begun already does not begin it twice."""
    encounter = t.encounter
    begun = on_turn(t.system, encounter)
    everyone = [one for one in encounter.combatants.values() if not one.away]
    encounter.order = tuple(Ref(one.id) for one in sorted(everyone, key=lambda one: rank(encounter, one)))
    waiting = [one for one in in_order(encounter) if one.id not in encounter.acted and not one.away]
    t.tell("BNB-2", "order", "order: {order}", order=[one for one in in_order(encounter) if not one.away])
    first = next((one for one in waiting if may_act(encounter, one) is None), None)
    if first is None:
        return
    group = sharing(encounter, first)
    for one in begun:
        if one not in group:
            _unbegin(t, one)
    for one in group:
        if one not in begun:
            turn_begin(t, one)
    able = [one for one in group if may_act(encounter, one) is None]
    if able:
        give_to(encounter, group, able[0])
        text = "{who}'s turn: {can}" if len(able) == 1 else "{who} share the turn: {can}"
        t.tell("BNB-2", "turn", text, who=able, can=Told(lambda: may_still(encounter, able[0])))


def _unbegin(t: Table, animal: Animal) -> None:
    """Take back that its turn began: it does so, and it bleeds, at its new place."""
    animal.skip = animal.skip or animal.skipping
    animal.done = ()
    if animal.bleeding:
        animal.hp = animal.hp.moved(animal.bleeding)
        t.tell("BNB-2", "bleeds", "{who} has not bled yet: {points} HP back", who=animal, points=animal.bleeding)


def enter(
    t: Table,
    fighter: Animal,
    *,
    at: Annotated[Hex | None, "the hex it comes in at"] = None,
    facing: Annotated[Direction | None, "which way it faces"] = None,
) -> None:
    """Bring FIGHTER in from the reserve, for one of its side that fell or left in an earlier round.

    Its initiative is one less than the lowest on the board. In this round it may move, but use no tactic.

    Rules: BNB-5.
    """
    encounter = t.encounter
    if not fighter.reserve:
        t.impossible("BNB-5", f"{fighter.name} is not in reserve", f"gm set {fighter.id} reserve=true")
    t.require(
        encounter.started, "BNB-5", "the fight has not started", "take `reserve` out of the file to begin with it"
    )
    t.require(not fighter.down, "BNB-33", f"{fighter.name} is in no state to fight")
    fallen = _vacancy(t, fighter)
    if encounter.mapped:
        _require_entry(t, fighter, at)
    standing = [one for one in in_order(encounter) if not one.away and not one.down]
    numbers = [one.initiative for one in standing if one.initiative is not None]
    fighter.initiative = min(numbers) - 1 if numbers else fighter.initiative or 0
    fighter.reserve = False
    fighter.entered = encounter.round
    fighter.at, fighter.facing = at, facing if facing is not None else fighter.facing
    _put_last(encounter, fighter, standing)
    if fallen is not None:
        fallen.replaced = True
    where = " at {at}" if at is not None else ""
    whom = " for {fallen}" if fallen is not None else ""
    text = f"{{who}} comes in{where}{whom}, initiative {{initiative}}"
    t.tell("BNB-5", "entered", text, who=fighter, at=at, fallen=fallen, initiative=fighter.initiative)


def _vacancy(t: Table, fighter: Animal) -> Animal | None:
    """Whose place a reserve takes: the first of its side that fell or left in an earlier round. None if forced."""
    gone: list[Animal] = [
        one
        for one in t.encounter.combatants.values()
        if not one.foe_of(fighter) and not one.reserve and (one.down or one.left) and not one.replaced
    ]
    earlier = [one for one in gone if one.fell is None or one.fell < (t.encounter.round or 1)]
    if earlier:
        return earlier[0]
    text = (
        f"{gone[0].name} fell or left only in this round" if gone else f"nobody of {fighter.name}'s side fell or left"
    )
    t.require(False, "BNB-5", text, "wait for the next round" if gone else "")
    return None


def _require_entry(t: Table, fighter: Animal, at: Hex | None) -> None:
    if at is None:
        t.impossible("BNB-5", f"{fighter.name} comes in somewhere on the map", f"gm enter {fighter.id} --at HEX")
    label = t.encounter.grid.label(at)
    other = occupant(t.encounter, at)
    if other is not None and not other.down:
        t.impossible("BNB-5", f"{other.name} stands in {label}", "come in beside it")
    t.require(other is None, "BNB-5", f"{other.name if other else ''} lies in {label}")
    t.require(t.encounter.ground(at).cost.points is not None, "BNB-5", f"{label} is blocked")


def _put_last(encounter: Encounter, fighter: Animal, standing: Sequence[Animal]) -> None:
    """Put it in the order behind everyone who stands on the board."""
    order = [name for name in dict.fromkeys(encounter.order) if name != fighter.id]
    last = max((order.index(Ref(one.id)) for one in standing if one.id in order), default=len(order) - 1)
    encounter.order = (*order[: last + 1], Ref(fighter.id), *order[last + 1 :])
