"""The GM's word, the same in every system: the order, who waits, who is hidden, what to be reminded of."""

from typing import Annotated

from gmtool.rules import turns
from gmtool.rules.codecs import Ref
from gmtool.rules.model import Combatant, Reminder
from gmtool.rules.table import Table

KINDS = {
    "delayed": "somebody's turn comes later",
    "hidden": "somebody is shown to players no longer, or again",
    "noted": "the GM noted something",
    "joined": "somebody came into the fight",
    "gone": "somebody was taken out of the fight, and what of it was forgotten",
}


def order(t: Table, *names: Combatant) -> None:
    """Set the order of turns by hand: these first, as they are named, the others after them as they were.

    Who has had its turn has had it, and whose turn it is keeps it. An initiative changed in a fight moves nobody: the
    order is what is said here, or by `gm start --again`.
    """
    encounter = t.encounter
    t.require(encounter.started, "", "there is no order yet", "`gm start` sets it; change it then")
    named = [one.id for one in names]
    if not named:
        t.impossible("", "an order names somebody", "gm order A B C")
    twice = next((name for name in named if named.count(name) > 1), None)
    if twice is not None:
        t.impossible("", f"{encounter.combatants[twice].name} is named twice")
    holders = turns.on_turn(t.system, encounter)
    rest = [one.id for one in turns.in_order(encounter) if one.id not in named]
    encounter.order = tuple(map(Ref, (*named, *rest)))
    turns.leave_to(t, holders)
    t.tell("", "order", "order: {order}", order=turns.in_order(encounter))


def delay(
    t: Table,
    who: Combatant,
    *,
    after: Annotated[Combatant | None, "whose turn comes first; else the next one's"] = None,
) -> None:
    """Let WHO have its turn later: right after another's, in this round and in those to come.

    In its own turn it stops where it is and goes on when it is up again.
    """
    encounter = t.encounter
    if not encounter.started:
        t.impossible("", "the fight has not started, and nobody has a turn to delay", "`gm next` starts it")
    if t.system.phase_of(encounter).choice == "together":
        t.impossible("", f"nobody has turns in the {encounter.phase} phase")
    here = {one.id for one in t.system.phase_of(encounter).order(encounter)}
    for one in filter(None, (who, after)):
        if one.id not in here:
            t.impossible("", f"{one.name} has no turn in the {encounter.phase} phase", "`gm order` sets the order")
    t.require(who.id not in encounter.acted, "", f"{who.name} has had its turn", "`gm order` sets the order to come")
    other = after or _following(t, who)
    if other.id == who.id:
        t.impossible("", f"{who.name} cannot wait for itself")
    t.require(
        other.id not in encounter.acted,
        "",
        f"{other.name} has had its turn: {who.name} would be up at once",
        "name one who has not",
    )
    holders = turns.on_turn(t.system, encounter)
    _put_behind(t, who, other)
    turns.leave_to(t, holders)
    t.tell("", "delayed", "{who} waits until after {other}", who=who, other=other)
    if who in holders:
        encounter.delayed = (*encounter.delayed, Ref(who.id))
    t.end_turn(who, again=True)


def _put_behind(t: Table, who: Combatant, other: Combatant) -> None:
    """Change the order so that WHO is up right after OTHER in this phase, whichever way the phase reads it."""
    encounter = t.encounter
    phase = t.system.phase_of(encounter)
    rest = [one.id for one in turns.in_order(encounter) if one.id != who.id]
    place = rest.index(other.id)
    for cut in (place + 1, place):
        encounter.order = tuple(map(Ref, (*rest[:cut], who.id, *rest[cut:])))
        up = [one.id for one in phase.order(encounter)]
        if up.index(who.id) > up.index(other.id):
            return


def _following(t: Table, who: Combatant) -> Combatant:
    """Who is up after somebody in this phase."""
    phase = t.system.phase_of(t.encounter)
    places = [one.id for one in phase.order(t.encounter)]
    waiting: list[Combatant] = [one for one in turns.yet_to_act(t.system, t.encounter) if one.id != who.id]
    later = [one for one in waiting if places.index(one.id) > places.index(who.id)]
    if not later:
        t.impossible("", f"nobody is up after {who.name} in this round", "name somebody with --after")
    return later[0]


def hide(t: Table, *names: Combatant) -> None:
    """Keep these from the players: `--player` leaves out whoever is hidden."""
    _set_hidden(t, names, hidden=True)


def reveal(t: Table, *names: Combatant) -> None:
    """Show these to the players again."""
    _set_hidden(t, names, hidden=False)


def _set_hidden(t: Table, names: tuple[Combatant, ...], *, hidden: bool) -> None:
    if not names:
        t.impossible("", "nobody is named", f"gm {'hide' if hidden else 'reveal'} NAME...")
    for who in names:
        if who.hidden == hidden:
            t.impossible("", f"{who.name} is {'hidden already' if hidden else 'not hidden'}")
        who.hidden = hidden
        t.tell("", "hidden", "{who} is hidden" if hidden else "{who} is seen again", who=who)


def note(
    t: Table,
    *text: Annotated[str, "what to note"],
    due: Annotated[int | None, "the round in which `gm next` reminds of it"] = None,
) -> None:
    """Note something in the file; with --due be reminded of it when that round begins."""
    words = " ".join(text).strip()
    if not words:
        t.impossible("", "there is nothing to note", 'gm note "the bell rings" --due 4')
    if due is None:
        t.encounter.notes = (*t.encounter.notes, words)
        t.tell("", "noted", "noted: {note}", note=words)
        return
    now = t.encounter.round or 0
    if due <= now:
        t.impossible("", f"round {due} has begun: it is round {now}", "name a round to come")
    t.encounter.due = (*t.encounter.due, Reminder(words, due))
    t.tell("", "noted", "noted, due in round {round}: {note}", note=words, round=due)


# who comes and who goes ---------------------------------------------------------------------------------------------


def join(
    t: Table, *newcomers: Combatant, strangers: Annotated[tuple[str, ...], "whom they knew elsewhere"] = ()
) -> None:
    """Bring newcomers into a fight under way: each takes the place its initiative gives it, and acts in this round.

    Those who are there keep their places among themselves.
    """
    if strangers:
        from gmtool.rules.mentions import struck_off

        for one in newcomers:
            struck_off(t.encounter, one, strangers)
    for one in newcomers:
        nowhere = ", not on the map yet" if t.encounter.mapped else ""
        where = nowhere if one.at is None else " at {at}"
        t.tell("", "joined", f"{{who}} ({{side}}) joins{where}", who=one, side=one.side, at=one.at)
    if t.encounter.started:
        holders = [one for one in turns.on_turn(t.system, t.encounter) if one not in newcomers]
        for one in newcomers:
            if one.initiative is None and not t.system.is_away(one):
                one.initiative = t.system.initiative(t, one)
        for one in newcomers:
            _insert(t, one)
        turns.leave_to(t, holders)


def _insert(t: Table, newcomer: Combatant) -> None:
    encounter = t.encounter
    rest = [one for one in turns.in_order(encounter) if one.id in encounter.order and one.id != newcomer.id]
    rank = t.system.rank(encounter, newcomer)
    behind = [place for place, one in enumerate(rest) if not rank < t.system.rank(encounter, one)]
    place = behind[-1] + 1 if behind else 0
    encounter.order = tuple(
        map(Ref, (*(one.id for one in rest[:place]), newcomer.id, *(one.id for one in rest[place:])))
    )


def forget(t: Table, *names: str) -> None:
    """Take out of everybody's account those who are in the fight no longer; whoever is next stays next."""
    from gmtool.rules.mentions import struck_off

    encounter = t.encounter
    gone = set(names)
    t.tell("", "gone", "{names} left the fight", names=list(names))
    encounter.order = tuple(name for name in encounter.order if name not in gone)
    encounter.acted = tuple(name for name in encounter.acted if name not in gone)
    encounter.delayed = tuple(name for name in encounter.delayed if name not in gone)
    staying = [name for name in encounter.sharing if name not in gone]
    if encounter.turn in gone:
        encounter.turn = next(iter(staying), None)
    encounter.sharing = tuple(staying) if len(staying) > 1 else ()
    for one in [one.id for one in encounter.glance()]:
        struck_off(encounter, encounter.combatants[one], gone)
