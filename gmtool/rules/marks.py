"""Marks and reminders: what the GM set to end, or to come back, with a turn or a round.

And the states of a system that `gm mark` sets by name.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gmtool.rules.codecs import ListOf, Scalar
from gmtool.rules.model import Combatant, Encounter, Mark, Moment, Stat, stats_of

if TYPE_CHECKING:
    from gmtool.rules.table import Table

ENDED = "mark-ended"
"""the kind of fact told when a mark comes to its end"""
DUE = "due"
"""the kind of fact told when a reminder is due"""


def when(encounter: Encounter, moment: Moment) -> Mark:
    """A mark that ends when the moment comes next; before the fight the round is left open."""
    if encounter.round is None:
        return Mark(moment)
    over = moment.whose is not None and moment.whose in encounter.acted
    begun = moment.edge == "start" and moment.whose in (None, encounter.turn)
    return Mark(moment, encounter.round + (over or begun))


def end_with(t: "Table", edge: str, whose: Combatant | None) -> None:
    """Take away the marks that end at the start or the end of a turn, or of the round, and say so."""
    now = t.encounter.round or 0
    name = None if whose is None else whose.id
    _take_away(t, lambda mark: _due(mark, edge, name) and (mark.round is None or mark.round <= now))


def end_overdue(t: "Table") -> None:
    """Take away, as a round begins, the marks whose round is over: whoever they waited for had no turn in it."""
    now = t.encounter.round or 0
    _take_away(t, lambda mark: mark.round is not None and mark.round < now)


def remind(t: "Table") -> None:
    """Tell, as a round begins, what is due in it, and strike it off."""
    now = t.encounter.round or 0
    over = [one for one in t.encounter.due if one.round <= now]
    for reminder in over:
        t.tell("", DUE, "due: {note}", note=reminder.text, round=reminder.round)
    if over:
        t.encounter.due = tuple(one for one in t.encounter.due if one.round > now)


def _due(mark: Mark, edge: str, name: str | None) -> bool:
    until = mark.until
    return until is not None and until.edge == edge and until.whose == name


def _take_away(t: "Table", over: Any) -> None:
    marked = [one.id for one in t.encounter.glance() if any(over(mark) for mark in one.marks.values())]
    for one in map(t.encounter.combatants.__getitem__, marked):
        for name in [name for name, mark in one.marks.items() if over(mark)]:
            one.marks = {key: mark for key, mark in one.marks.items() if key != name}
            t.tell("", ENDED, "{who} is no longer {mark}", who=one, mark=name)


# the states of a system ---------------------------------------------------------------------------------------------


def set_state(who: Combatant, word: str) -> bool:
    """Set a state of the system by its name; tell whether it has one."""
    s = _state_named(type(who), word)
    if s is None:
        return False
    if isinstance(s.codec, ListOf):
        held = getattr(who, s.name)
        setattr(who, s.name, held if word in held else (*held, word))
    else:
        setattr(who, s.name, True)
    return True


def clear_state(who: Combatant, word: str) -> bool:
    """Take a state of the system off; tell whether it was on."""
    s = _state_named(type(who), word)
    held = None if s is None else getattr(who, s.name)
    if s is None or not held:
        return False
    if isinstance(s.codec, ListOf):
        if word not in held:
            return False
        setattr(who, s.name, tuple(one for one in held if one != word))
    else:
        setattr(who, s.name, False)
    return True


def _own_states(cls: type[Combatant]) -> Iterable[Stat]:
    common = {s.name for s in stats_of(Combatant)}
    return [s for s in stats_of(cls) if s.kind == "state" and not s.quiet and s.name not in common]


def _words_of(s: Stat) -> tuple[str, ...]:
    if isinstance(s.codec, ListOf) and isinstance(s.codec.item, Scalar):
        return s.codec.item.choices
    is_flag = isinstance(s.codec, Scalar) and s.codec.choices == ("true", "false")
    return (s.path[-1],) if is_flag else ()


def _state_named(cls: type[Combatant], word: str) -> Stat | None:
    return next((s for s in _own_states(cls) if word in _words_of(s)), None)
