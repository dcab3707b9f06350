"""How a fight starts, the phases of the two sides, and what begins and ends with a turn (C21-3, C21-13, C21-33)."""

from typing import Annotated, Any

from gmtool.rules import standard
from gmtool.rules.model import PLAYERS, Encounter
from gmtool.rules.table import Table
from gmtool.rules.turns import begin_fight, in_order
from gmtool.systems.c21.holds import squeeze
from gmtool.systems.c21.panic import frighten_untrained, require_fled, stay_on
from gmtool.systems.c21.seats import mount_of
from gmtool.systems.c21.senses import forget_all
from gmtool.systems.c21.sheet import Field, Fighter


def players(encounter: Encounter) -> list[Fighter]:
    """The players' side, in the order of their phase."""
    return [one for one in in_order(encounter) if one.side == PLAYERS]


def opponents(encounter: Encounter) -> list[Fighter]:
    """Everybody else, in the order of their phase."""
    return [one for one in in_order(encounter) if one.side != PLAYERS]


def opening(encounter: Encounter) -> str | None:
    """The phase that opens each round (C21-3)."""
    first = encounter.first if isinstance(encounter, Field) else None
    return "opponents" if first not in (None, PLAYERS) else "players"


def initiative(_: Table, fighter: Fighter) -> int | None:
    """The file's number, if it gives one; nobody rolls (C21-3)."""
    return fighter.initiative


def rank(_: Encounter, fighter: Fighter) -> tuple[Any, ...]:
    """Those with an initiative, the highest first, then the others in file order (C21-3)."""
    return fighter.initiative is None, -(fighter.initiative or 0)


def start(
    t: Table,
    *,
    ambush: Annotated[str | None, "the side that springs an ambush: its phase opens each round"] = None,
    again: Annotated[bool, standard.AGAIN] = False,
) -> None:
    """Start the fight: the players' phase first, or that of the side that springs an ambush.

    Ridden mounts that are not trained for combat are afraid at once.

    Rules: C21-1, C21-3, C21-5, C21-42; as the first turn begins C21-20.
    """
    encounter = t.encounter
    assert isinstance(encounter, Field)
    standard.require_may_start(t, again=again)
    sides = list(dict.fromkeys(one.side for one in encounter.glance()))
    if again:
        _forget(t)
    if ambush is not None:
        encounter.first = t.named("side", ambush, sides)
    t.tell("", "start", "the fight starts")
    frighten_untrained(t)
    standard.set_order(t)
    begin_fight(t)


def _forget(t: Table) -> None:
    """A fight that starts afresh has seen no attack yet."""
    assert isinstance(t.encounter, Field)
    t.encounter.surprise = None
    for one in t.encounter.combatants.values():
        one.attacked = one.regained = False
        one.done, one.ride, one.detected = (), None, {}


def round_begin(t: Table) -> None:
    """Who was made out is to be made out anew (C21-33)."""
    forget_all(t)


def turn_begin(t: Table, one: Fighter) -> None:
    """Actions are there again, holds hurt, riders of afraid mounts stay on or fall; the mount's turn begins with it."""
    both = _rested(t, one)
    for each in both:
        squeeze(t, each)
    stay_on(t, one)


def turn_end(t: Table, one: Fighter) -> None:
    """An afraid mount must have fled; what was done and how it was ridden is over (C21-43, C21-44)."""
    require_fled(t, one)
    _rested(t, one)


def _rested(t: Table, one: Fighter) -> list[Fighter]:
    """Somebody and the mount it rides, with no action used and nothing directed."""
    horse = mount_of(t.encounter, one)
    both = [one] if horse is None else [one, horse]
    for each in both:
        each.done, each.ride = (), None
    return both


def phase_end(t: Table) -> None:
    """Surprise ends with the phase of the first surprise attack: nobody is unaware any more (C21-13)."""
    encounter = t.encounter
    assert isinstance(encounter, Field)
    first = encounter.surprise
    over = first is not None and (first.phase, first.round) == (encounter.phase, encounter.round)
    for one in list(encounter.glance()):
        each = encounter.combatants[one.id] if one.done or one.states else one
        each.done = ()
        if over:
            each.shed("unaware")
    if over:
        t.tell("C21-13", "surprise-over", "surprise is over")
