"""A command in words: the maths with its reasons, then old -> new, then what is next. One fact a line."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gmtool.dice.throws import Group, labeled
from gmtool.document.parse import Document
from gmtool.encounter.reading import Reading
from gmtool.encounter.spelling import spelled, spelled_value
from gmtool.hexes.grid import Grid
from gmtool.rules import turns
from gmtool.rules.codecs import Codec, Record
from gmtool.rules.codecs import Scalar as ScalarCodec
from gmtool.rules.model import Change, Combatant, Encounter
from gmtool.rules.system import Outcome, Rule, System
from gmtool.rules.table import Event, Fact, Rolled, Summed

WIDTH = 60
PROSE = 78
"""columns of a paragraph"""
INDENT = "  "
TELLING = frozenset((*turns.KINDS, "joined", "gone"))
"""kinds of facts beside which changes, health aside, need not be listed: they are told as facts already"""


def outcome_lines(reading: Reading, outcome: Outcome, changed: Sequence[Change], *, explain: bool) -> list[str]:
    """All that a command is told as."""
    events = outcome.events
    if any(isinstance(event, Fact) and event.kind in TELLING for event in events):
        changed = [change for change in changed if change.stat.name == reading.system.health]
    return [
        *event_lines(reading, events, explain=explain, headed=outcome.success is not None),
        *change_lines(reading, changed),
        *whats_next(reading.system, outcome),
    ]


def event_lines(reading: Reading, events: Sequence[Event], *, explain: bool, headed: bool) -> list[str]:
    """The events in order; `headed`: the first is a headline, the rest stands under it.

    A sum that explains a fact stands on its line.
    """
    shared = _shared_names(events)
    lines: list[str] = []
    explained = False
    for event in events:
        indent = INDENT if headed and lines else ""
        if isinstance(event, Rolled):
            if _hidden_faces(event):
                lines.append(indent + _rolled_line(reading, event))
                explained = False
        elif isinstance(event, Summed):
            text = _sum_line(reading, event, with_name=event.what in shared or not headed)
            if explained and len(lines[-1]) + len(text) + 2 <= WIDTH:
                lines[-1] += f": {text}"
            else:
                lines.append(indent + text)
            explained = False
        else:
            rule = f" [{event.rule}]" if explain and event.rule else ""
            lines.append(indent + event.text + rule)
            explained = headed and len(lines) > 1
    return lines


def change_lines(reading: Reading, changed: Iterable[Change]) -> list[str]:
    """Old -> new: health first, a line for each, then the rest by combatant."""
    told = [change for change in changed if not change.stat.quiet and change.who is not None]
    lines = []
    rest: dict[str, list[str]] = {}
    for change in told:
        name = _name(reading, change.who or "")
        if change.stat.name == reading.system.health:
            lines.append(f"{name} {change_words(reading, _from_default(change))}")
        else:
            rest.setdefault(name, []).append(change_words(reading, change))
    return lines + _joined([f"{name} {', '.join(words)}" for name, words in rest.items()])


def _from_default(change: Change) -> Change:
    """The change with the default spelled out where there is no key: `damage 0 -> 5`."""
    default = change.stat.default
    if type(default) is not int:
        return change
    return change._replace(
        old=default if change.old is None else change.old, new=default if change.new is None else change.new
    )


def change_words(reading: Reading, change: Change) -> str:
    """One change: `hp 14/14 -> 7/14`, `AS 7` where there was none, `AS gone`."""
    was, now = spelled(change, reading.encounter.grid)
    label = change.stat.label
    if _records(was) and _records(now):
        come = [f"{label} {value_words(one)}" for one in now if one not in was]
        return ", ".join([*come, *(f"{label} {value_words(one)} gone" for one in was if one not in now)])
    old, new = (
        short_form(change.stat.codec, value) or value_words(data)
        for value, data in ((change.old, was), (change.new, now))
    )
    if change.new is None and isinstance(change.stat.default, str) and change.stat.default:
        return f"{label} {old} -> {change.stat.default}"
    if change.new is None:
        return f"{label} {old} gone" if type(change.old) is int else f"{label} gone"
    if change.old is None:
        return f"{label} {new}" if new != "true" else label
    return f"{label} {old} -> {new}"


def _records(value: Any) -> bool:
    """Whether it is a list of records: what is told of it is which came and which went."""
    return isinstance(value, list) and any(isinstance(one, dict) for one in value)


def whats_next(system: System, outcome: Outcome) -> list[str]:
    """Whose turn it is, what it may still do and who is next; nothing before the start and when the turn just began."""
    after = outcome.after
    if not after.started or any(isinstance(event, Fact) and event.kind == "turn" for event in outcome.events):
        return []
    if system.phase_of(after).choice == "together":
        return [waiting_line(system, after, WIDTH)]
    lines = [f"{one.name}: {system.may_still(after, one)}" for one in able_now(system, after)]
    following = next_words(system, after)
    if lines and following:
        lines[-1] += f"; next {following}"
    return lines


def able_now(system: System, encounter: Encounter) -> list[Combatant]:
    """Those whose turn it is and who can act."""
    return [one for one in turns.on_turn(system, encounter) if system.may_act(encounter, one) is None]


def next_words(system: System, encounter: Encounter) -> str:
    """Whose turn is next, or the phase that all play together; "" where nobody can act."""
    able = turns.up_next(system, encounter)
    after = system.phase_after(encounter)
    if not able and encounter.started and after.choice == "together":
        return f"the {after.id} phase"
    return " and ".join(one.name for one in able)


def waiting_line(system: System, encounter: Encounter, width: int = 0) -> str:
    """Who can still act in the phase; with a width, only as many names as fit, and how many more."""
    names = [one.name for one in turns.yet_to_act(system, encounter)]
    head = f"yet to act in the {system.phase_of(encounter).id} phase: "
    line = head + (", ".join(names) or "nobody")
    shown = len(names)
    while width and display_width(line) > width and shown > 1:
        shown -= 1
        line = f"{head}{', '.join(names[:shown])} and {len(names) - shown} more"
    return line


def rule_lines(rule: Rule, width: int = PROSE) -> list[str]:
    """A rule with its id and where it comes from, wrapped under the id."""
    from textwrap import wrap

    head = f"{rule.id} [{', '.join(rule.marks)}] "
    return wrap(head + rule.text, width, subsequent_indent=INDENT)


def switch_lines(system: System, values: Mapping[str, Any]) -> list[str]:
    """The house-rule switches: the value in force, what else it may be, what it is for."""
    if not system.switches:
        return []
    lines = ["", "switches, under `rules:` in the file"]
    for switch in system.switches:
        codec = switch.codec
        choices = f"  ({' | '.join(codec.choices)})" if isinstance(codec, ScalarCodec) and codec.choices else ""
        now = value_words(spelled_value(codec, values.get(switch.key, switch.default), Grid()))
        lines += [f"{INDENT}{switch.key}: {now}{choices}", f"{INDENT}{INDENT}{switch.help}"]
    return lines


def diff_lines(before: Document, after: Document) -> list[str]:
    """The file's change as a diff without context headers beyond line numbers."""
    from difflib import unified_diff

    old, new = before.text.splitlines(), after.text.splitlines()
    found = list(unified_diff(old, new, before.name, after.name, lineterm="", n=1))
    return found or ["(the file would not change)"]


def display_width(text: str) -> int:
    """The terminal columns a text takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(
        0 if category(sign) in ("Mn", "Me", "Cf") else 2 if east_asian_width(sign) in "WF" else 1 for sign in text
    )


def padded(text: str, width: int) -> str:
    """The text, filled up with blanks to so many columns."""
    return text + " " * (width - display_width(text))


def _shared_names(events: Iterable[Event]) -> set[str]:
    """What is added up by more than one: such sums are shown with the name."""
    who: dict[str, set[str]] = {}
    for event in events:
        if isinstance(event, Summed):
            who.setdefault(event.what, set()).add(event.who)
    return {what for what, names in who.items() if len(names) > 1}


def _hidden_faces(event: Rolled) -> bool:
    """A single die is shown where it is used; several, one with an origin, or one read otherwise would be hidden."""
    faces = [face for group in event.faces or () for face in group]
    origin = any(group.label for group in event.groups)
    return sum(group.count for group in event.groups) > 1 or origin or (len(faces) > 0 and faces != [event.total])


def _rolled_line(reading: Reading, event: Rolled) -> str:
    """`rat score dice: 3 6`, `bo shot: 3 5 wild 6 4`; each die with its origin: `ana bows: base d10 7, tool d6 5`."""
    who = f"{_name(reading, event.who)} {event.why}"
    groups = [group for group in event.groups if group.count]
    origins = ", ".join(map(_dice_name, groups)) if all(group.label for group in groups) else ""
    if event.faces is None:
        return f"{who}: {f'{origins} = {event.total}' if origins else event.words}"
    if not origins:
        return f"{who}: {labeled(event.groups, event.faces)}"
    shown = [faces for group, faces in zip(event.groups, event.faces, strict=True) if group.count]
    each = (f"{_dice_name(group)} {' '.join(map(str, faces))}" for group, faces in zip(groups, shown, strict=True))
    return f"{who}: {', '.join(each)}"


def _dice_name(group: Group) -> str:
    """`base d10`, `aid from ana d8`, `wild 2d6`."""
    count = "" if group.count == 1 else group.count
    return f"{group.label} {count}d{group.sides}"


def _sum_line(reading: Reading, event: Summed, *, with_name: bool) -> str:
    what = f"{_name(reading, event.who)} {event.what}" if with_name else event.what
    parts = "".join(_signed(name, value, first=not i) for i, (name, value) in enumerate(event.parts))
    total = f" = {event.total}" if len(event.parts) > 1 else ""
    gap = "  " if what.isupper() else " "
    return f"{what}{gap}{parts}{total}"


def _signed(name: str, value: int, *, first: bool) -> str:
    if first:
        return f"{name} {value}"
    return f" - {name} {-value}" if value < 0 else f" + {name} {value}"


def short_form(codec: Codec, value: Any) -> str:
    """The short form of a record, which names itself; "" where it has none, or that cannot say it."""
    return str(value) if isinstance(codec, Record) and codec.short is not None and value is not None else ""


def value_words(value: Any) -> str:
    """A value as the file has it, in one line."""
    if isinstance(value, dict):
        return ", ".join(str(key) if inner is None else f"{key} {value_words(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(value_words(inner) for inner in value)
    return str(value)


def _joined(parts: Sequence[str]) -> list[str]:
    whole = "; ".join(parts)
    if not parts:
        return []
    return [whole] if display_width(whole) <= WIDTH else list(parts)


def _name(reading: Reading, who: str) -> str:
    found = reading.encounter.combatants.get(who)
    return found.name if found is not None else who
