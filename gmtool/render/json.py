"""The same as data: one object a command, keys only ever added."""

from collections.abc import Sequence
from typing import Any

from gmtool.encounter.reading import Reading
from gmtool.hexes.grid import Direction, Grid, Hex
from gmtool.render.records import change_records, event_records
from gmtool.rules import turns
from gmtool.rules.codecs import Track
from gmtool.rules.model import Change, Combatant, stats_of
from gmtool.rules.system import Outcome

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
        "switches": dict(encounter.switches),
        "order": [one.id for one in turns.in_order(encounter)],
        "acted": list(encounter.acted),
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
        level[s.path[-1]] = value(getattr(one, s.name), encounter.grid)
    return {**data, "down": system.is_down(one), "dead": system.is_dead(one), "cannot": system.may_act(encounter, one)}


def value(held: Any, grid: Grid) -> Any:
    """A value of any kind as JSON has it: tracks as now and max, hexes and directions by name."""
    if isinstance(held, Track):
        return {"now": held.now, "max": held.max}
    if isinstance(held, Hex):
        return grid.label(held)
    if isinstance(held, Direction):
        return grid.name(held)
    if isinstance(held, (str, int, bool)) or held is None:
        return held
    if isinstance(held, dict):
        return {str(key): value(inner, grid) for key, inner in held.items()}
    if isinstance(held, (list, tuple)):
        return [value(inner, grid) for inner in held]
    return {s.path[-1]: value(getattr(held, s.name), grid) for s in stats_of(type(held))}
