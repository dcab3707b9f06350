"""The same as data: one object a command, keys only ever added."""

from collections.abc import Mapping, Sequence
from typing import Any

from gmtool.encounter.reading import Reading
from gmtool.hexes.grid import Grid
from gmtool.render.records import change_records, event_records
from gmtool.rules import turns
from gmtool.rules.codecs import AsSpelled, Codec, ListOf, MapOf, Record, Track
from gmtool.rules.model import Change, Combatant, stats_of
from gmtool.rules.system import Outcome, System

SCHEMA = 1


def envelope(command: Sequence[str], reading: Reading) -> dict[str, Any]:
    """What every answer about an encounter begins with."""
    encounter = reading.encounter
    return {
        "schema": SCHEMA,
        "command": list(command),
        "file": reading.document.name,
        "system": reading.system.id,
        "round": encounter.round,
        "phase": encounter.phase,
        "turn": encounter.turn,
    }


def outcome(
    command: Sequence[str],
    reading: Reading,
    played: Outcome,
    changed: Sequence[Change],
    *,
    written: bool,
    warnings: Sequence[str],
    lines: Sequence[str],
) -> dict[str, Any]:
    """A command that played: its events, and what changed."""
    return {
        **envelope(command, reading._replace(encounter=played.after)),
        "written": written,
        "success": played.success,
        "events": event_records(played),
        "changes": change_records(reading, changed),
        "warnings": [*(one.text for one in reading.warnings), *warnings],
        "text": list(lines),
    }


def status(command: Sequence[str], reading: Reading, combatants: Sequence[Combatant]) -> dict[str, Any]:
    """The whole encounter, numbers as numbers."""
    system, encounter = reading.system, reading.encounter
    return {
        **envelope(command, reading),
        "title": encounter.title,
        "switches": switch_values(system, encounter.switches, encounter.grid),
        "order": [one.id for one in turns.in_order(encounter)],
        "acted": list(encounter.acted),
        "yet": [one.id for one in turns.yet_to_act(system, encounter)],
        "notes": list(encounter.notes),
        "due": [{"text": reminder.text, "round": reminder.round} for reminder in encounter.due],
        "next": [one.id for one in turns.up_next(system, encounter)],
        "combatants": {one.id: combatant(reading, one) for one in combatants},
        "warnings": [one.text for one in reading.warnings],
    }


def combatant(reading: Reading, one: Combatant) -> dict[str, Any]:
    """One combatant: every stat by its key, nested as in the file, and how it is."""
    system, encounter = reading.system, reading.encounter
    data: dict[str, Any] = {}
    for s in stats_of(type(one)):
        level = data
        for step in s.path[:-1]:
            level = level.setdefault(step, {})
        level[s.path[-1]] = value(s.codec, getattr(one, s.name), encounter.grid)
    why = system.may_act(encounter, one)
    cannot = None if why is None else str(why)
    return {**data, "down": system.is_down(one), "dead": system.is_dead(one), "cannot": cannot}


def value(codec: Codec, held: Any, grid: Grid) -> Any:
    """A value as JSON has it: numbers as numbers, tracks as now and max, all else in the file's spelling."""
    if held is None:
        return None
    if isinstance(codec, ListOf):
        return [value(codec.item, inner, grid) for inner in held]
    if isinstance(codec, MapOf):
        return {str(key): value(codec.value, inner, grid) for key, inner in held.items()}
    if isinstance(codec, Record):
        return {s.path[-1]: value(s.codec, getattr(held, s.name), grid) for s in stats_of(codec.cls)}
    if isinstance(codec, AsSpelled):
        return held
    if isinstance(held, Track):
        return {"now": held.now, "max": held.max}
    return held if type(held) in (bool, int) else codec.write(held, grid, "")


def switch_values(system: System, values: Mapping[str, Any], grid: Grid) -> dict[str, Any]:
    """The switches in force, by key."""
    return {s.key: value(s.codec, values.get(s.key, s.default), grid) for s in system.switches}
