"""The turn machine: whose turn it is, who is next, when a phase and a round are over.

`acted` holds whose turn in this phase is over; the next turn is the first in the phase's order that may act and is not
in it. So nobody acts twice or is missed, whoever falls, joins, waits, is added or taken out of the file.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from gmtool.rules import marks
from gmtool.rules.codecs import Ref
from gmtool.rules.model import Combatant, Encounter
from gmtool.rules.naming import Told
from gmtool.rules.table import Table

if TYPE_CHECKING:
    from gmtool.rules.system import Phase, System

KINDS = {
    "start": "the fight starts",
    "round": "a round begins",
    "phase": "a phase begins",
    "turn": "somebody's turn begins",
    "over": "somebody's turn ends",
    "skip": "somebody's turn is passed over, and why",
    "idle": "nobody could act for a whole round",
    "missed": "who did nothing in a phase played together",
}


def in_order(encounter: Encounter) -> list[Any]:
    """Everyone, as `order:` has it; whom it does not name comes last, in file order."""
    everyone = encounter.combatants
    named = [name for name in dict.fromkeys(encounter.order) if name in everyone]
    rest = [name for name in everyone if name not in set(named)]
    return [everyone[name] for name in (*named, *rest)]


def behind_whom_they_wait_for(encounter: Encounter, waits: Callable[[Any], str | None]) -> list[Any]:
    """Everyone in order, those who wait right after the one they wait for; `waits` says whom, None for nobody."""
    everyone = in_order(encounter)
    waiting: dict[str, list[Any]] = {}
    for one in everyone:
        other = waits(one)
        if other is not None and other in encounter.combatants:
            waiting.setdefault(other, []).append(one)
    if not waiting:
        return everyone
    placed: dict[str, Any] = {}

    def place(one: Any) -> None:
        if one.id not in placed:
            placed[one.id] = one
            for later in waiting.get(one.id, ()):
                place(later)

    for one in everyone:
        if waits(one) not in encounter.combatants:
            place(one)
    for one in everyone:  # a ring of waits, edited by hand: each keeps its own place
        place(one)
    return list(placed.values())


def on_turn(system: "System", encounter: Encounter) -> list[Any]:
    """Who shares the turn now, in order; nobody before the start, in a phase played together or between turns."""
    if not encounter.started or encounter.turn is None:
        return []
    if encounter.turn in encounter.sharing:
        names = [name for name in encounter.sharing if name in encounter.combatants]
        return [encounter.combatants[name] for name in names if name not in encounter.acted]
    if encounter.turn not in encounter.combatants:
        return []
    return _sharing(system.phase_of(encounter), encounter, encounter.combatants[encounter.turn])


def up_next(system: "System", encounter: Encounter) -> list[Any]:
    """Who, as things stand, has the next turn, in this phase or the one after; nobody where that one has no turns."""
    if not encounter.started:
        return []
    here = system.phase_of(encounter)
    after = system.phase_after(encounter)
    over = {*encounter.acted, *(one.id for one in on_turn(system, encounter))}
    return _first_able(system, here, encounter, over) or _first_able(system, after, encounter, set())


def yet_to_act(system: "System", encounter: Encounter) -> list[Any]:
    """Who can still act in this phase, in its order; whoever has the turn now is not among them."""
    if not encounter.started:
        return []
    over = {*encounter.acted, *(one.id for one in on_turn(system, encounter))}
    owners = _owners(system, system.phase_of(encounter), encounter)
    return [one for one in owners if one.id not in over and system.may_act(encounter, one) is None]


def _first_able(system: "System", phase: "Phase", encounter: Encounter, over: set[str]) -> list[Any]:
    if phase.choice == "together":
        return []
    for combatant in _owners(system, phase, encounter):
        if combatant.id in over:
            continue
        sharing = [one for one in phase.group(encounter, combatant) if one.id not in over]
        able = [one for one in sharing if system.may_act(encounter, one) is None]
        if able:
            return able
    return []


def _owners(system: "System", phase: "Phase", encounter: Encounter) -> list[Any]:
    """Those in the phase's order who have a turn of their own: on the board, and in no rider's turn."""
    return [
        one
        for one in phase.order(encounter)
        if not system.is_away(one) and system.owner_of(encounter, one).id == one.id
    ]


def require_turn(t: Table, who: Combatant, rule: str = "") -> None:
    """Refuse what is done out of turn. Before the fight starts nobody has turns."""
    encounter = t.encounter
    if not encounter.started:
        return
    owner = t.system.owner_of(encounter, who)
    phase = t.system.phase_of(encounter)
    if phase.choice == "together":
        t.require(
            owner.id not in encounter.acted, rule, f"{who.name} has acted in this {phase.id} phase", "`gm next` ends it"
        )
        return
    if owner.id == encounter.turn:
        return
    sharing = on_turn(t.system, encounter)
    if any(owner.id == one.id for one in sharing):
        return
    able = [one.name for one in sharing if t.system.may_act(encounter, one) is None]
    now = f"it is the turn of {' and '.join(able)}" if able else "it is nobody's turn"
    t.require(False, rule, f"it is not {who.name}'s turn; {now}", "`gm next` ends a turn, --force does it anyway")


def require_on_map(t: Table, who: Combatant, rule: str) -> None:
    """Refuse who has no hex where others have one."""
    there = who.placed or not t.encounter.mapped
    t.require(there, rule, f"{who.name} is not on the map, where others are", f"gm set {who.id} at=HEX")


def begin_fight(t: Table) -> None:
    """Open round 1 and give the first turn. `order` and the initiatives are there already."""
    encounter = t.encounter
    encounter.round = 1
    encounter.acted = encounter.delayed = ()
    _open_round(t)
    _seek(t)


def advance(t: Table, name: Combatant | None = None) -> None:
    """End the turn, or the phase played together, and give the next one: to `name` where the GM names somebody."""
    phase = t.system.phase_of(t.encounter)
    if name is not None:
        _require_may_be_next(t, phase, name)
    if phase.choice == "together":
        _close_together(t, phase)
        _close_phase(t, phase)
    else:
        leave(t)
    _seek(t, name)


def _require_may_be_next(t: Table, phase: "Phase", name: Combatant) -> None:
    """Refuse whom the GM cannot name: it acts already, has acted, cannot act, or has no turn in this phase.

    Where nobody else is left in this phase, it is named for the one that begins now.
    """
    system, encounter = t.system, t.encounter
    reason = system.may_act(encounter, name)
    if reason is not None:
        t.impossible("", f"{name.name} cannot act: {reason}")
    now = {one.id for one in on_turn(system, encounter)}
    if name.id in now:
        t.impossible("", f"it is {name.name}'s turn already")
    if not _first_able(system, phase, encounter, {*encounter.acted, *now}):
        phase = system.phase_after(encounter)
        if phase.choice == "together":
            t.impossible("", f"nobody has turns in the {phase.id} phase that comes now", "`gm next` alone begins it")
    elif name.id in encounter.acted:
        t.require(False, "", f"{name.name} has had its turn in this round", "--force gives another")
        encounter.acted = tuple(one for one in encounter.acted if one != name.id)
    if all(name.id != one.id for one in _owners(system, phase, encounter)):
        t.impossible("", f"{name.name} has no turn of its own in the {phase.id} phase")


def leave_early(t: Table, who: Combatant, again: bool) -> None:
    """End the turn of `who` from within its own verb; `again` leaves it a place later in this phase."""
    encounter = t.encounter
    if not encounter.started:
        return
    phase = t.system.phase_of(encounter)
    owner = t.system.owner_of(encounter, who)
    if phase.choice == "together":
        if owner.id not in encounter.acted:
            encounter.acted = (*encounter.acted, Ref(owner.id))
        return
    sharing = on_turn(t.system, encounter)
    if all(owner.id != one.id for one in sharing):
        return
    others = [one for one in sharing if one.id != owner.id]
    _share(encounter, others)
    if again:
        encounter.turn = None
    else:
        _end_turn(t, phase, [owner])
        t.tell("", "over", "turn over: {who}", who=owner)
    if others:
        encounter.turn = Ref(others[0].id)
        leave_to(t, others)
        return
    _seek(t)


def leave(t: Table) -> None:
    """End the turn of everyone who shares it, in order."""
    phase = t.system.phase_of(t.encounter)
    sharing = on_turn(t.system, t.encounter)
    _end_turn(t, phase, sharing)
    if sharing:
        t.tell("", "over", "turn over: {who}", who=sharing)


def _end_turn(t: Table, phase: "Phase", sharing: Iterable[Any]) -> None:
    for combatant in sharing:
        phase.turn_end(t, combatant)
        marks.end_with(t, "end", combatant)
        if combatant.id not in t.encounter.acted:
            t.encounter.acted = (*t.encounter.acted, Ref(combatant.id))
    t.encounter.turn = None


def _seek(t: Table, name: Combatant | None = None) -> None:
    """Give the turn to the next who may act, through phases and rounds; at most one whole round without anyone."""
    encounter = t.encounter
    _share(encounter, [])
    fresh = not encounter.acted and t.system.phase_of(encounter) is t.system.round_of(encounter)[0]
    rounds = 1 if fresh else 2
    while rounds:
        phase = t.system.phase_of(encounter)
        if phase.choice == "together":
            if any(t.system.may_act(encounter, one) is None for one in _owners(t.system, phase, encounter)):
                return
        elif _give_turn(t, phase, name):
            return
        rounds -= _close_phase(t, phase)
    t.tell("", "idle", "nobody could act; round {round} begins", round=encounter.round)


def _give_turn(t: Table, phase: "Phase", name: Combatant | None) -> bool:
    """Begin the turn of the next group in the phase; who cannot act gets its beginning and its end, no more."""
    encounter = t.encounter
    candidates = _owners(t.system, phase, encounter)
    if name is not None:
        candidates.sort(key=lambda one: one.id != name.id)
    for combatant in candidates:
        if combatant.id in encounter.acted:
            continue
        sharing = _sharing(phase, encounter, combatant)
        encounter.turn = Ref(sharing[0].id)
        for one in sharing:
            _begin_turn(t, phase, one)
        able = [one for one in sharing if t.system.may_act(encounter, one) is None]
        t.report(partial(_tell_passed, t, sharing))
        if able:
            give_to(encounter, sharing, able[0])
            text = "{who}'s turn: {can}" if len(able) == 1 else "{who} share the turn: {can}"
            t.tell("", "turn", text, who=able, can=Told(partial(t.system.may_still, encounter, able[0])))
            return True
        _end_turn(t, phase, sharing)
    return False


def _tell_passed(t: Table, sharing: Sequence[Any]) -> None:
    """Who cannot act in a turn that begins, and why; the dead go without saying."""
    for one in sharing:
        reason = t.system.may_act(t.encounter, one)
        if reason is not None and not t.system.is_dead(one):
            t.tell("", "skip", "{who} is passed over: {reason}", who=one, reason=reason)


def _begin_turn(t: Table, phase: "Phase", one: Any) -> None:
    """What begins with a turn; one that was delayed in its midst only goes on."""
    encounter = t.encounter
    if one.id in encounter.delayed:
        encounter.delayed = tuple(name for name in encounter.delayed if name != one.id)
        return
    marks.end_with(t, "start", one)
    phase.turn_begin(t, one)


def _share(encounter: Encounter, group: Sequence[Any]) -> None:
    encounter.sharing = tuple(Ref(one.id) for one in group) if len(group) > 1 else ()


def leave_to(t: Table, holders: Sequence[Any]) -> None:
    """Leave the turn to those who had it before the order changed, where by their ties others would share it now."""
    if {one.id for one in on_turn(t.system, t.encounter)} != {one.id for one in holders}:
        t.encounter.sharing = tuple(Ref(one.id) for one in holders)


def give_to(encounter: Encounter, group: Sequence[Any], first: Any) -> None:
    """Give a turn to all of a group, able or not; `turn` names the first who is.

    Who shares it is kept as it began: whatever happens meanwhile, each of them has this turn and no other.
    """
    encounter.turn = Ref(first.id)
    _share(encounter, group)


def _sharing(phase: "Phase", encounter: Encounter, combatant: Any) -> list[Any]:
    return [one for one in phase.group(encounter, combatant) if one.id not in encounter.acted] or [combatant]


def _close_together(t: Table, phase: "Phase") -> None:
    idle = yet_to_act(t.system, t.encounter)
    if idle:
        t.tell("", "missed", "{phase} phase over; {who} did not act", phase=phase.id, who=idle)


def _close_phase(t: Table, phase: "Phase") -> bool:
    """End the phase, and the round with its last one, and begin the next; tell whether the round ended."""
    encounter, phases = t.encounter, t.system.round_of(t.encounter)
    phase.end(t)
    encounter.acted = encounter.delayed = ()
    encounter.turn = None
    place = phases.index(phase)
    if place + 1 < len(phases):
        _open_phase(t, phases[place + 1])
        return False
    t.system.round_end(t)
    marks.end_with(t, "end", None)
    encounter.round = (encounter.round or 0) + 1
    _open_round(t)
    return True


def _open_round(t: Table) -> None:
    t.tell("", "round", "round {round}", round=t.encounter.round)
    marks.end_with(t, "start", None)
    marks.end_overdue(t)
    marks.remind(t)
    t.system.round_begin(t)
    _open_phase(t, t.system.round_of(t.encounter)[0])


def _open_phase(t: Table, phase: "Phase") -> None:
    t.encounter.phase = phase.id if len(t.system.phases) > 1 else None
    if len(t.system.phases) > 1:
        t.tell("", "phase", "{phase} phase", phase=phase.id)
    phase.begin(t)
