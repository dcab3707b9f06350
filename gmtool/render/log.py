"""The history in table words: for the table as it was typed, for campaign notes as it was played."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from gmtool.document.journal import Record, State, Step
from gmtool.document.parse import Scalar, parse
from gmtool.encounter.reading import Reading
from gmtool.errors import BadFile
from gmtool.rules import turns
from gmtool.rules.model import Stat, stats_of

NOTHING = "nothing was done yet"
PASSING = frozenset(("over", "turn", "round", "phase"))
"""facts of the turn machine that a recap does without"""
_MARKDOWN = re.compile(r"[\\`*_\[]|<(?=[\w/!?])")


class Entry(NamedTuple):
    """A step, and the round it was played in, or began; None before the fight."""

    step: Step
    round: int | None


class Subject(NamedTuple):
    """What a change is about. `who` is the printed name, empty for the encounter itself."""

    who: str
    label: str
    quiet: bool = False
    health: bool = False


class Naming:
    """What the paths of changes mean in the encounter as it is now; None if it cannot be read: then the bare keys."""

    def __init__(self, reading: Reading | None) -> None:
        system = reading.system if reading else None
        self._combatants = reading.encounter.combatants if reading else {}
        self._own: dict[str, Stat] = {s.key: s for s in stats_of(system.combatant)} if system else {}
        self._top: dict[str, Stat] = {s.key: s for s in stats_of(system.encounter)} if system else {}
        self._health = system.health if system else ""

    def subject(self, path: str) -> Subject:
        """Find whose value it is, and what it is called."""
        first, _, rest = path.partition(".")
        if first != "combatants":
            return self._named("", self._top.get(path), path)
        key = max((key for key in self._own if rest.endswith(f".{key}")), key=len, default=rest.rpartition(".")[2])
        who = rest.removesuffix(key).removesuffix(".")
        one = self._combatants.get(who)
        return self._named(one.name if one is not None else who, self._own.get(key), key)

    def _named(self, who: str, stat: Stat | None, key: str) -> Subject:
        if stat is None:
            return Subject(who, key)
        return Subject(who, stat.label, stat.quiet, stat.name == self._health and bool(who))


def command_line(commands: Sequence[Sequence[str]]) -> str:
    """The command lines of a step, quoted as a shell would need them."""
    from shlex import join

    return "; ".join(f"gm {join(words)}" for words in commands)


def dice_given(die: Record) -> str:
    """The dice of a record as they can be given again: `4,1,2`, or a total as it was typed."""
    return die.get("words") or ",".join(map(str, die["faces"] or ()))


def change_lines(
    naming: Naming, changes: Iterable[Record], *, back: bool = False, health_only: bool = False
) -> list[str]:
    """What changed, a line for each combatant; `back`: the other way round, as undo does it. No bookkeeping."""
    by_owner: dict[str, list[str]] = {}
    for change in changes:
        subject = naming.subject(change["path"])
        if subject.quiet or (health_only and not subject.health):
            continue
        old, new = (change["new"], change["old"]) if back else (change["old"], change["new"])
        by_owner.setdefault(subject.who, []).append(_change_words(subject.label, old, new))
    return [" ".join(filter(None, (owner, ", ".join(words)))) for owner, words in by_owner.items()]


def in_rounds(states: Iterable[State]) -> Iterator[Entry]:
    """Put each step in its round: as its text says, or its changes, or else as the step before it."""
    known: dict[str, int | None] = {}
    now: int | None = None
    for step, before, _ in states:
        if step.before not in known:
            known[step.before] = now if before is None else _round_in(before, now)
        now = known[step.before]
        for change in step.changes:
            if change["path"] == "round":
                now = None if change["new"] is None else int(change["new"])
        known[step.after] = now
        yield Entry(step, now)


def log_lines(naming: Naming, entries: Sequence[Entry]) -> list[str]:
    """Every step with its number and command, its dice, what was told and what changed; undone ones are marked."""
    lines: list[str] = []
    for number, steps in groupby(entries, lambda entry: entry.round):
        lines.append("before the fight" if number is None else f"round {number}")
        for entry in steps:
            step = entry.step
            lines.append(f"{step.n:>4}  {command_line(step.commands)}{'  (undone)' if step.undone else ''}")
            lines += [f"        {line}" for line in _told(naming, step)]
    return lines or [NOTHING]


def recap_lines(naming: Naming, title: str, entries: Iterable[Entry]) -> list[str]:
    """The session in Markdown: a heading for each round, a bullet for each deed that stands, how health changed."""
    lines = [f"# {_escaped(title)}"]
    standing = (entry for entry in entries if not entry.step.undone)
    for number, steps in groupby(standing, lambda entry: entry.round):
        bullets = [f"- {_escaped(deed)}" for deed in (_deed(naming, entry.step) for entry in steps) if deed]
        if bullets:
            lines += ["", "## Before the fight" if number is None else f"## Round {number}", "", *bullets]
    return lines if len(lines) > 1 else [*lines, "", NOTHING]


def _told(naming: Naming, step: Step) -> list[str]:
    facts = _facts(step)
    turned = any(fact["kind"] in turns.KINDS for fact in facts)
    dice = [_dice_words(step.dice)] if step.dice else []
    return [*dice, *(fact["text"] for fact in facts), *change_lines(naming, step.changes, health_only=turned)]


def _deed(naming: Naming, step: Step) -> str:
    """A step in one sentence: the facts and the health they cost, or else what the GM changed by hand."""
    facts = _facts(step)
    told = "; ".join(fact["text"] for fact in facts if fact["kind"] not in PASSING)
    changed = "; ".join(change_lines(naming, step.changes, health_only=bool(facts)))
    return ". ".join(filter(None, (told, changed)))


def _facts(step: Step) -> list[Record]:
    return [event for event in step.events if event.get("type") == "fact"]


def _dice_words(dice: Sequence[Record]) -> str:
    """`rolled 4,1,2`: the dice as they can be given again; of a bare roll the total too."""
    shown = []
    for die in dice:
        words = dice_given(die)
        total = str(die["total"])
        told = die["who"] or words == f"={total}"
        shown.append(words if told else " = ".join(filter(None, (words, total))))
    bare = any(not die["who"] for die in dice)
    return f"{dice[0].get('source', 'dice')} {('; ' if bare else ',').join(filter(None, shown))}"


def _change_words(label: str, old: Any, new: Any) -> str:
    if new is None:
        number = isinstance(old, str) and old.removeprefix("-").isdecimal()
        return f"{label} {old} gone" if number else f"{label} gone"
    if old is None:
        return label if new == "true" else f"{label} {_value(new)}"
    return f"{label} {_value(old)} -> {_value(new)}"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    if isinstance(value, dict):
        return ", ".join(str(key) if inner is None else f"{key} {_value(inner)}" for key, inner in value.items())
    return str(value)


def _round_in(raw: bytes, otherwise: int | None) -> int | None:
    """The round a text says it is; `otherwise` where it cannot be read."""
    try:
        node = parse(raw, "").root.get("round")
        return int(node.text) if isinstance(node, Scalar) and not node.null else None
    except (BadFile, ValueError):
        return otherwise


def _escaped(text: str) -> str:
    return _MARKDOWN.sub(r"\\\g<0>", text)
