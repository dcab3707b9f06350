"""The state of the fight in words: the moment, then a row for each combatant, as a screen of so many columns has room.

Beside, under or instead of the columns: what has no column of its own stands behind its row while there is room, else
on lines below it; where not even the columns fit, all stands below the name. No name and no number is ever cut.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gmtool.encounter.reading import Reading
from gmtool.encounter.spelling import spelled_value
from gmtool.render.fit import fitted, flowed
from gmtool.render.text import (
    INDENT,
    able_now,
    change_words,
    display_width,
    next_words,
    padded,
    short_form,
    value_words,
    waiting_line,
)
from gmtool.rules import turns
from gmtool.rules.model import Change, Combatant, Encounter, stats_of
from gmtool.rules.system import System

GAP = "  "
LEAST_BESIDE = 24
"""columns behind the others below which the rest of a row stands under it"""
UNDER = "     "
"""before what stands below a name, which begins behind the flag"""


class Row(NamedTuple):
    """A combatant in the table."""

    cells: tuple[str, ...]
    """the flag, the name, the side, the hex and facing, the health, the initiative"""
    rest: tuple[str, ...]
    """what has no column of its own"""


def status_lines(reading: Reading, width: int | None = None) -> list[str]:
    """Round, whose turn and what it may still do, who is next; then everyone in order. Without `width`: any width."""
    heading = _heading(reading)
    return [
        *(heading if width is None else fitted(heading, width)),
        *roster_lines(reading, turns.in_order(reading.encounter), width),
    ]


def roster_lines(reading: Reading, combatants: Sequence[Combatant], width: int | None = None) -> list[str]:
    """A row for each combatant: turn, name, side, hex and facing, health, initiative, the rest."""
    if not combatants:
        return ["nobody is here"]
    head = ("", "name", "side", "hex", reading.system.health, "init")
    system, encounter = reading.system, reading.encounter
    now = {one.id for one in able_now(system, encounter)}
    rows = [_row(reading, one, turn=one.id in now) for one in combatants]
    used = [i for i in range(len(head)) if i == 0 or any(row.cells[i] for row in rows)]
    widths = [max(1, *(display_width(cells[i]) for cells in (head, *(row.cells for row in rows)))) for i in used]
    table = sum(widths) + len(GAP) * (len(used) - 1)
    if width is not None and table > width:
        return [line for row in rows for line in _stacked(row, head, width)]

    def columns(cells: Sequence[str]) -> str:
        return GAP.join(padded(cells[i], wide) for i, wide in zip(used, widths, strict=True))

    lines = [columns(head)]
    for row in rows:
        lines += _beside_or_under(columns(row.cells), row.rest, width)
    return [line.rstrip() for line in lines]


def sheet_lines(reading: Reading, one: Combatant) -> list[str]:
    """Everything a combatant has that is not its default, one value a line."""
    lines = [one.name if one.name == one.id else f"{one.name} ({one.id})"]
    for s in stats_of(type(one)):
        value = getattr(one, s.name)
        if s.name != "name" and value != s.default_of(reading.encounter, one):
            lines.append(f"{INDENT}{s.key}: {value_words(spelled_value(s.codec, value, reading.encounter.grid))}")
    reason = reading.system.may_act(reading.encounter, one)
    return [*lines, f"{INDENT}{one.name} {f'cannot act: {reason}' if reason else 'can act'}"]


# the rows -------------------------------------------------------------------------------------------------------------


def _row(reading: Reading, one: Combatant, *, turn: bool) -> Row:
    system, encounter = reading.system, reading.encounter
    at = encounter.grid.label(one.at) if one.at is not None else "-"
    facing = encounter.grid.name(one.facing) if one.facing is not None else ""
    flag = ">" if turn else "x" if one.id in encounter.acted else " "
    initiative = "" if one.initiative is None else str(one.initiative)
    rest = list(filter(None, (system.still_left(encounter, one), *_states(reading, one))))
    if system.is_down(one):
        rest[:1] = [" ".join(("DOWN", *rest[:1]))]
    return Row((flag, one.name, one.side, f"{at} {facing}".strip(), _health(reading, one), initiative), tuple(rest))


def _listed(words: Sequence[str]) -> list[str]:
    """The words with a comma and a blank between them, each with the blank before it and the comma behind."""
    return [f"{' ' if i else ''}{word}{',' if i < len(words) - 1 else ''}" for i, word in enumerate(words)]


def _beside_or_under(columns: str, rest: Sequence[str], width: int | None) -> Iterator[str]:
    """A row, and what has no column: behind it, or below where there is too little room."""
    whole = f"{columns}{GAP}{', '.join(rest)}"
    room = 0 if width is None else width - display_width(columns) - len(GAP)
    if width is None or display_width(whole.rstrip()) <= width:
        yield whole
    elif room >= LEAST_BESIDE:
        yield from flowed(_listed(rest), width, first=columns + GAP, then=" " * (width - room))
    else:
        yield columns
        yield from flowed(_listed(rest), width, first=UNDER, then=UNDER)


def _stacked(row: Row, head: Sequence[str], width: int) -> Iterator[str]:
    """A row without columns: the flag and the name, and below them all else."""
    flag, name, side, at, health, initiative = row.cells
    yield from fitted([f"{padded(flag, 1)}{GAP}{name}"], width)
    start = [f"init {initiative}"] if initiative else []
    yield from flowed(_listed([side, at, f"{head[4]} {health}", *start, *row.rest]), width, first=UNDER, then=UNDER)


def _heading(reading: Reading) -> list[str]:
    """The title, the moment of the fight, and what is due."""
    system, encounter = reading.system, reading.encounter
    title = [encounter.title] if encounter.title else []
    due = [f"due in round {reminder.round}: {reminder.text}" for reminder in encounter.due]
    not_yet = [f"{system.title}: not started; `gm next` starts the fight"]
    return [*title, *(_moment(system, encounter) if encounter.started else not_yet), *due]


def _moment(system: System, encounter: Encounter) -> list[str]:
    """The round and its phase, whose turn it is and what they may still do, who is next, who is yet to act."""
    phase = f", {encounter.phase} phase" if encounter.phase else ""
    lines = [f"Round {encounter.round}{phase}"]
    able, sharing = able_now(system, encounter), turns.on_turn(system, encounter)
    lines += [f"{one.name}'s turn: {system.may_still(encounter, one)}" for one in able]
    if sharing and not able:
        unable = f"{sharing[0].name}'s turn, but cannot act: {system.may_act(encounter, sharing[0])}"
        lines.append(f"{unable}; `gm next` goes on")
    if not sharing and system.phase_of(encounter).choice != "together":
        lines.append("nobody's turn; `gm next` goes on")
    after = next_words(system, encounter)
    if after:
        lines.append(f"next: {after}")
    if len(system.phases) > 1:
        lines.append(waiting_line(system, encounter))
    return lines


def _health(reading: Reading, one: Combatant) -> str:
    """How it is, as the file spells it; `-` where nothing is wrong with it that the file would say."""
    s = next(s for s in stats_of(type(one)) if s.name == reading.system.health)
    return value_words(spelled_value(s.codec, getattr(one, s.name), reading.encounter.grid)) or "-"


def _states(reading: Reading, one: Combatant) -> list[str]:
    """Every state worth seeing that has no column of its own."""
    words = []
    for s in stats_of(type(one)):
        value = getattr(one, s.name)
        state = s.kind == "state" and not s.quiet and s.name not in ("initiative", reading.system.health)
        always = s.name in reading.system.always and value is not None
        if always or (state and not s.absent(value, reading.encounter, one)):
            words.append(short_form(s.codec, value) or change_words(reading, Change(s.path, s, None, value, one.id)))
    return words
