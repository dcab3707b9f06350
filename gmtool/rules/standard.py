"""The verbs that every system has: start, next, mark and unmark, where it has none of its own, and the GM's rulings."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

from gmtool.rules import marks, rulings, turns
from gmtool.rules.codecs import Ref
from gmtool.rules.model import Combatant, Mark, Moment
from gmtool.rules.table import FORCED, Table
from gmtool.rules.verbs import Portion

KINDS: Mapping[str, str] = {
    **turns.KINDS,
    FORCED: "a rule was overruled by --force",
    "initiative": "somebody's place in the order was settled",
    "order": "the order of the fight",
    "hurt": "the GM took points off",
    "healed": "the GM gave points back",
    "marked": "the GM set a mark",
    "unmarked": "the GM took a mark off",
    marks.ENDED: "a mark came to its end",
    marks.DUE: "something the GM wanted to be reminded of is due",
    **rulings.KINDS,
}


AGAIN = "start a fight under way afresh: round 1, with initiative rolled anew"
"""the help of `--again`, for systems with a start of their own"""


def begin(t: Table) -> None:
    """Roll initiative for whoever has none, set the order, open round 1."""
    t.tell("", "start", "the fight starts")
    set_order(t)
    turns.begin_fight(t)


def require_may_start(t: Table, *, again: bool) -> None:
    """Refuse to start a fight that is under way, unless it is to start afresh: then forget its turns and its order."""
    encounter = t.encounter
    if not encounter.started:
        return
    if not again:
        t.require(
            False,
            "",
            f"the fight has started already: it is round {encounter.round}",
            "`gm next` goes on; `gm start --again` begins afresh",
        )
    encounter.round = encounter.phase = encounter.turn = None
    encounter.acted = encounter.sharing = encounter.order = ()
    for name in encounter.combatants:
        encounter.combatants[name].initiative = None


def set_order(t: Table) -> None:
    """Roll initiative for everybody on the board who has none, and set the order."""
    encounter = t.encounter
    present = [one for one in encounter.combatants.values() if not t.system.is_away(one)]
    for combatant in present:
        if combatant.initiative is None:
            combatant.initiative = t.system.initiative(t, combatant)
    by_rank = sorted(present, key=lambda one: t.system.rank(encounter, one))
    encounter.order = tuple(Ref(one.id) for one in by_rank)
    t.tell("", "order", "order: {order}", order=[one for one in by_rank if not t.system.is_dead(one)])


def require_points(t: Table, portions: Sequence[Portion], instead: str) -> None:
    """Refuse fewer than no points; `instead` is the command that does the opposite."""
    for portion in portions:
        if portion.points < 0:
            text = f"{portion.points} is no number of points: it must be 0 or more"
            t.impossible("", text, f"`gm {instead}` does the opposite")


def start(t: Table, *, again: Annotated[bool, AGAIN] = False) -> None:
    """Start the fight: roll initiative where the file has none, set the order, give the first turn.

    A number already in the file is kept; with --again all are rolled anew. Wounds and marks stay as they are.
    """
    require_may_start(t, again=again)
    begin(t)


def next_(t: Table, name: Annotated[Combatant | None, "whose turn it is to be, out of order"] = None) -> None:
    """End the turn and begin the next; start the fight if it has not started.

    What ends or begins with a turn or a round is applied and told; who cannot act is passed over.
    """
    if t.encounter.started:
        turns.advance(t, name)
        return
    if name is not None:
        t.impossible("", "the fight has not started, and the first turn goes by the order", "`gm next` alone starts it")
    t.system.verb_table["start"].call(t, {})


def mark(
    t: Table,
    who: Combatant,
    name: Annotated[str, "what to mark it with"],
    *,
    until: Annotated[Moment | None, "when it ends: `end of NAME`, `start of NAME`, `end of round`"] = None,
) -> None:
    """Set a mark of the GM's own on WHO, or a state of the rules by its name.

    `gm next` takes a mark with an end away when it comes, and says so.
    """
    if marks.set_state(who, name):
        if until is not None:
            t.impossible("", f"{name} is a state of the rules, which end by their own rule", "leave --until out")
        t.tell("", "marked", "{who} is {mark}", who=who, mark=name)
        return
    if name.startswith("x-"):
        t.impossible("", f"a mark `{name}` would not be read: what begins with `x-` is the GM's own", "leave `x-` out")
    ending = Mark() if until is None else marks.when(t.encounter, _meant(t, until))
    who.marks = {**who.marks, name: ending}
    text = "{who} is marked: {mark}" if until is None else "{who} is marked: {mark}, until {until}"
    t.tell("", "marked", text, who=who, mark=name, until=str(ending.until) if until is not None else None)


def _meant(t: Table, until: Moment) -> Moment:
    """The moment with its combatant looked up. Raises Unknown."""
    if until.whose is None:
        return until
    return Moment(until.edge, t.named("combatant", until.whose, list(t.encounter.combatants)))


def unmark(t: Table, who: Combatant, name: Annotated[str, "which mark"]) -> None:
    """Take a mark of the GM's own off WHO, or a state of the rules by its name."""
    if name in who.marks:
        who.marks = {key: value for key, value in who.marks.items() if key != name}
    elif not marks.clear_state(who, name):
        listed = ", ".join(who.marks) or "none"
        t.impossible("", f"{who.name} has no mark `{name}`; it has: {listed}")
    t.tell("", "unmarked", "{who} is no longer marked: {mark}", who=who, mark=name)


VERBS: tuple[Callable[..., None], ...] = (
    start,
    next_,
    mark,
    unmark,
    rulings.order,
    rulings.delay,
    rulings.hide,
    rulings.reveal,
    rulings.note,
)
"""what every system has without listing it; a system's own verb of the same name stands in for it"""
