"""One command from start to end: open the file, play, say what changed, save. The only writer."""

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple, Self

from gmtool.dice.sources import Given, Random, Source
from gmtool.document.journal import Journal, Step, read_current
from gmtool.document.parse import Document, parse
from gmtool.document.store import Changed, Held, hold, read
from gmtool.encounter import catalog
from gmtool.encounter.creatures import Bestiary
from gmtool.encounter.reading import Reading
from gmtool.encounter.reading import read as read_encounter
from gmtool.encounter.writing import write
from gmtool.errors import BadFile, Bug, Fault, Misused
from gmtool.render.records import change_records, dice_records, event_records
from gmtool.rules.model import Change, Encounter, changes
from gmtool.rules.system import Outcome
from gmtool.rules.table import Mods

DEFAULT_FILE = "encounter.yaml"


class Options(NamedTuple):
    """What the words before and after every command may say."""

    file: str = ""
    dice: str = ""
    seed: int | None = None
    dry_run: bool = False
    json: bool = False
    quiet: bool = False
    force: bool = False
    mods: Mods = Mods()
    color: bool = False
    explain: bool = False

    def source(self) -> Source:
        """Who throws the dice of this command. Raises Misused for dice that are none."""
        return Given(self.dice) if self.dice else Random(self.seed)


class Result(NamedTuple):
    """What a command did, ready to be told."""

    command: Sequence[str]
    reading: Reading
    outcome: Outcome
    changes: Sequence[Change]
    document: Document
    written: bool
    warnings: Sequence[str]


Act = Callable[[Reading, Source], Outcome]
"""What a command does with the encounter it finds, with the dice it is given."""


class Opened:
    """An encounter file, read; held under lock where the command may write."""

    def __init__(self, path: str, held: Held | None, raw: bytes) -> None:
        self.path = path
        self.held = held
        self.raw = raw
        self._reading: Reading | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go."""
        if self.held is not None:
            self.held.close()
            self.held = None

    @property
    def reading(self) -> Reading:
        """The encounter in it. Raises BadFile with every fault."""
        if self._reading is None:
            self._reading = _read(parse(self.raw, self.path), self.path)
        return self._reading


def locate(options: Options) -> str:
    """Find the encounter: --file, else $GM_FILE, else the current one, else encounter.yaml here. Raises BadFile."""
    if options.file:
        return options.file
    named = os.environ.get("GM_FILE")
    if named:
        return named
    current = read_current(os.getcwd())
    if current is not None:
        return os.path.relpath(current) if os.path.isabs(current) else current
    if os.path.lexists(DEFAULT_FILE):
        return DEFAULT_FILE
    raise BadFile(
        f"no encounter: no --file, no $GM_FILE, no current one (.gm/current), and no {DEFAULT_FILE} here",
        remedy="`gm init` writes one",
    )


def open_to_read(options: Options) -> Opened:
    """Read the encounter without holding it. Raises BadFile."""
    path = locate(options)
    return Opened(path, None, read(path))


def open_to_write(options: Options) -> Opened:
    """Hold the encounter, or with --dry-run only read it. Raises BadFile, Busy."""
    if options.dry_run:
        return open_to_read(options)
    path = locate(options)
    held = hold(path)
    return Opened(path, held, held.raw)


def perform(opened: Opened, options: Options, command: Sequence[str], act: Act) -> Result:
    """Do a command and save what it changed, all or nothing.

    If an editor saved the file meanwhile it is done once more on the new text, unless its dice were given: they were
    meant for what stood there before. Raises whatever the reading, the rules and the disk refuse with.
    """
    try:
        return _perform(opened, options, command, act)
    except Changed:
        if options.dice:
            raise
    opened.close()
    with open_to_write(options) as again:
        return _perform(again, options, command, act)


def _perform(opened: Opened, options: Options, command: Sequence[str], act: Act) -> Result:
    reading = opened.reading
    source = options.source()
    outcome = act(reading, source)
    if isinstance(source, Given):
        source.finish()
    document, changed = write(reading, outcome.after)
    if changed:
        _require_said(document, reading, outcome.after)
    warnings: list[str] = []
    written = False
    if opened.held is not None:
        raw = document.encode()
        written = raw != opened.raw
        dice = dice_records(outcome)
        if written or dice:
            journal = Journal(opened.held.real)
            journal.record(
                opened.held,
                raw,
                commands=[list(command)],
                dice=dice,
                events=event_records(outcome),
                changes=change_records(reading, changed),
            )
            warnings = journal.warnings
    return Result(command, reading, outcome, changed, document, written, warnings)


def _read(document: Document, path: str) -> Reading:
    return read_encounter(document, catalog.load, Bestiary(os.path.dirname(os.path.realpath(path))))


def _require_said(document: Document, reading: Reading, meant: Encounter) -> None:
    """Read the new text as the next command will. Raises Misused if that is refused, Bug if it says another thing."""
    try:
        said = _read(document, reading.document.name).encounter
    except BadFile as error:
        raise Misused(f"the file would not be valid then: {error.faults[0].text}") from None
    wrong = changes(meant, said)
    if wrong:
        raise Bug(f"{document.name}: {'.'.join(wrong[0].path)} would not read back as meant; nothing was written")


def step_back(opened: Opened, options: Options, n: int, *, redo: bool) -> tuple[list[Step], list[str]]:
    """Undo or redo `n` steps, or with --dry-run only say which. Raises Refused where the history does not allow it."""
    held = opened.held or hold(opened.path)
    journal = Journal(held.real)
    try:
        if options.dry_run:
            steps, _ = journal.redoing(held, n) if redo else journal.undoing(held, n)
        else:
            steps = journal.redo(held, n) if redo else journal.undo(held, n)
    finally:
        if opened.held is None:
            held.close()
    return steps, journal.warnings


def warning_lines(faults: Sequence[Fault]) -> list[str]:
    """The warnings of a file, one line each."""
    return [str(one._replace(excerpt="")) for one in faults]


def log_roll(options: Options, command: Sequence[str], rolls: Sequence[tuple[int, list[int]]]) -> None:
    """Keep a roll in the history of the current encounter; undo passes over it. Raises BadFile, Busy."""
    with hold(locate(options)) as held:
        dice = [{"who": "", "why": "roll", "faces": faces, "total": total} for total, faces in rolls]
        Journal(held.real).record(held, held.raw, commands=[list(command)], dice=dice, events=[], changes=[])
