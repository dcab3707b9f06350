"""What a command did, as plain data: for `--json` and for the history."""

from collections.abc import Sequence
from typing import Any

from gmtool.encounter.reading import Reading
from gmtool.encounter.spelling import spelled
from gmtool.rules.model import Change, Combatant, Encounter, Stat
from gmtool.rules.system import Outcome
from gmtool.rules.table import Fact, Rolled, Summed, dice_words


def dice_records(outcome: Outcome) -> list[dict[str, Any]]:
    """The dice thrown, with who rolled them and how."""
    return [
        {key: value for key, value in _rolled(event).items() if key != "type"}
        for event in outcome.events
        if isinstance(event, Rolled)
    ]


def event_records(outcome: Outcome) -> list[dict[str, Any]]:
    """The events in order, as `--json` and the history keep them."""
    return [_event(event) for event in outcome.events]


def spelling(stat: Stat, value: Any, encounter: Encounter, combatant: Combatant) -> str:
    """A combatant's value in the file's spelling; "-" where there is no key."""
    if stat.absent(value, encounter, combatant):
        return "-"
    return str(spelled(Change(stat.path, stat, None, value, combatant.id), encounter.grid)[1])


def change_records(reading: Reading, changed: Sequence[Change]) -> list[dict[str, Any]]:
    """What changed: path, old and new value as the file spells them; null where there is no key."""
    records = []
    for change in changed:
        old, new = spelled(change, reading.encounter.grid)
        records.append({"path": ".".join(change.path), "old": old, "new": new})
    return records


def _event(event: Rolled | Summed | Fact) -> dict[str, Any]:
    if isinstance(event, Rolled):
        return _rolled(event)
    if isinstance(event, Summed):
        parts = [{"name": name, "value": value} for name, value in event.parts]
        return {"type": "sum", "who": event.who, "what": event.what, "parts": parts, "total": event.total}
    return {"type": "fact", "kind": event.kind, "rule": event.rule, "text": event.text, **event.data}


def _rolled(event: Rolled) -> dict[str, Any]:
    faces = None if event.faces is None else [face for group in event.faces for face in group]
    origins = [group.label for group in event.groups for _ in range(group.count)]
    return {
        "type": "rolled",
        "who": event.who,
        "why": event.why,
        "dice": dice_words(event.groups),
        **({"origins": origins} if any(origins) else {}),
        "faces": faces,
        "total": list(event.total) if isinstance(event.total, tuple) else event.total,
        "source": event.source,
        "words": event.words,
    }
