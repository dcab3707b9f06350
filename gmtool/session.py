"""One command from start to end: open the file, play, say what changed, save. The only writer."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Self, TypeVar

from gmtool.dice.sources import Given, Random, Source
from gmtool.document.journal import Journal, Step, read_current
from gmtool.document.parse import Document, parse
from gmtool.document.store import Changed, Held, current_folder, hold, read, reason, undisturbed
from gmtool.encounter import catalog
from gmtool.encounter.creatures import Bestiary
from gmtool.encounter.reading import Reading
from gmtool.encounter.reading import read as read_encounter
from gmtool.errors import BadFile, Bug, Busy, Fault, GMError, Misused, NoDice
from gmtool.render.records import change_records, dice_records, event_records
from gmtool.rules.model import Change, Encounter, changes
from gmtool.rules.record import record
from gmtool.rules.system import Outcome
from gmtool.rules.table import Event, Mods

if TYPE_CHECKING:
    from gmtool.encounter.throwing import Asks

T = TypeVar("T")

DEFAULT_FILE = "encounter.yaml"
ROLL = "roll"
"""the command whose steps are rolls and nothing else"""


def _nobody(_: Mapping[str, str]) -> NoReturn:
    raise NoDice("dice are asked for, and there is nobody to ask")


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
    yes: bool = False
    asks: "Asks" = _nobody
    """who asks a person for dice"""

    def source(self, reading: "Reading | None" = None) -> Source:
        """Who throws the dice of this command. Raises Misused for dice that are none, NoDice where nobody throws."""
        from gmtool.encounter.throwing import chosen

        return chosen(self.dice, self.seed, reading, self.asks)


@record
class Result:
    """What a command did, ready to be told."""

    command: Sequence[str]
    reading: Reading
    outcome: Outcome
    changes: Sequence[Change]
    found: Document
    """The file as the command found it; `again` plays on an older text than that."""
    document: Document
    written: bool
    warnings: Sequence[str]


class Recast(NamedTuple):
    """What came of a command that first put somebody into the text, or took somebody out of it."""

    reading: Reading
    """the encounter with its new cast"""
    outcome: Outcome
    """what the rules made of that"""
    changes: Sequence[Change]
    """who came and who went"""
    used: Mapping[str, int] = MappingProxyType({})
    """the highest number given away, by name"""


@record
class Played:
    """What playing a command on an encounter came to, before anything is saved."""

    reading: Reading
    outcome: Outcome
    document: Document
    changes: Sequence[Change]
    used: Mapping[str, int] = MappingProxyType({})


Act = Callable[[Reading, Source], "Outcome | Recast"]
"""What a command does with the encounter it finds, with the dice it is given."""


@record
class Repeat:
    """A step to be played once more: its command lines as they are kept from now on, and what they do."""

    commands: Sequence[list[str]]
    act: Act


@record
class Repeated:
    """A step that was played once more: as it was, its command lines as they are now, and what they did."""

    step: Step
    commands: Sequence[list[str]]
    result: Result


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

    @contextmanager
    def let_go(self, source: Source) -> Iterator[None]:
        """Let the file go while a person is asked for dice, then take it up again. Raises Busy if it changed."""
        if self.held is None or isinstance(source, Given | Random):
            yield
            return
        self.close()
        yield
        self.held = hold(self.path)
        if self.held.raw != self.raw:
            raise Busy(
                f"{self.path} changed while the dice were asked for", remedy="run it again, with --dice as thrown"
            )

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
    current = read_current(current_folder())
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
    """Do a command and save what it changed, all or nothing. `command` is kept in the history.

    If an editor saved the file meanwhile it is done once more on the new text, unless its dice were given: they were
    meant for what stood there before. Raises whatever the reading, the rules and the disk refuse with.
    """

    def do(found: Opened) -> Result:
        source = options.source(found.reading)
        with found.let_go(source):
            played = play_out(found.reading, source, act)
        journal = Journal(found.held.real if found.held else "")
        written = found.held is not None and _keep(journal, found.held, played, [command])
        return _result(command, played, found.reading.document, written, journal)

    return _once_more_if_changed(opened, options, do)


def perform_script(
    opened: Opened, options: Options, command: Sequence[str], commands: Sequence[Sequence[str]], acts: Sequence[Act]
) -> tuple[list[Result], Result]:
    """Do several commands as one step of the history, all or none; give what each did, and what all of them did.

    Raises whatever `perform` raises; nothing is saved then.
    """

    def do(found: Opened) -> tuple[list[Result], Result]:
        reading = found.reading
        source = options.source(reading)
        with found.let_go(source):
            steps = list(play_in_turn(reading, source, acts))
            whole = play_out(reading, source, lambda reading, _: together(reading, steps))
        journal = Journal(found.held.real if found.held else "")
        written = found.held is not None and _keep(journal, found.held, whole, commands)
        each = [
            _result(words, step, reading.document, False, Journal(""))
            for words, step in zip(commands, steps, strict=True)
        ]
        return each, _result(command, whole, reading.document, written, journal)

    return _once_more_if_changed(opened, options, do)


def perform_again(
    opened: Opened, options: Options, command: Sequence[str], prepare: Callable[[Step], Repeat]
) -> Repeated:
    """Take back the last step that changed anything and play it once more, as `prepare` says.

    A last step that changed nothing, other than a roll, is played once more with nothing to take back. It is played
    before anything is saved. Raises what `perform` raises, and Refused where the step cannot be undone.
    """

    def do(found: Opened) -> Repeated:
        held = found.held or hold(found.path)
        try:
            return _again(found, held, options, command, prepare)
        finally:
            if found.held is None:
                held.close()

    return _once_more_if_changed(opened, options, do)


def play_out(reading: Reading, source: Source, act: Act) -> Played:
    """Play a command and write what it changed into the text, in memory. Raises as the reading and the rules do."""
    played = play_on(reading, source, act)
    if isinstance(source, Given):
        source.finish()
    return played


def in_turn(acts: Sequence[Act]) -> Act:
    """Several acts as one, each on the encounter the one before has left."""
    if len(acts) == 1:
        return acts[0]

    def act(reading: Reading, source: Source) -> Recast:
        return together(reading, play_in_turn(reading, source, acts))

    return act


def play_in_turn(reading: Reading, source: Source, acts: Iterable[Act]) -> Iterator[Played]:
    """Play acts one after the other, each on what the one before has left in the text."""
    for act in acts:
        played = play_on(reading, source, act)
        yield played
        reading = reread(reading, played.document)


def together(reading: Reading, steps: Iterable[Played]) -> Recast:
    """Several steps as one: all that was told, and each value from what it was at first to what it is at last."""
    events: list[Event] = []
    merged: dict[tuple[str, ...], Change] = {}
    used: dict[str, int] = {}
    document, success = reading.document, None
    for played in steps:
        document, success = played.document, played.outcome.success
        events += played.outcome.events
        used |= played.used
        for change in played.changes:
            first = merged.get(change.path, change)
            merged[change.path] = change._replace(old=first.old)
    last = reread(reading, document)
    outcome = Outcome(events, reading.encounter, last.encounter, success, [])
    return Recast(last, outcome, [one for one in merged.values() if one.old != one.new], used)


def reread(reading: Reading, document: Document) -> Reading:
    """The encounter as a new text of its file says it. Raises BadFile."""
    return reading if document is reading.document else _read(document, document.name, reading)


def play_on(reading: Reading, source: Source, act: Act) -> Played:
    """Play an act and write what it changed into the text, in memory; the source may have more dice to give."""
    done = act(reading, source)
    recast = done if isinstance(done, Recast) else Recast(reading, done, ())
    base, outcome = recast.reading._replace(warnings=reading.warnings), recast.outcome
    changed = changes(base.encounter, outcome.after)
    document = base.document
    if changed:
        from gmtool.encounter.writing import outdated, write

        changed += outdated(base, outcome.after)
        document = write(base, outcome.after, changed)
        _require_said(document, base, outcome.after)
    return Played(base, outcome, document, [*recast.changes, *changed], recast.used)


def _once_more_if_changed(opened: Opened, options: Options, do: Callable[[Opened], T]) -> T:
    try:
        return do(opened)
    except Changed:
        if options.dice:
            raise
    opened.close()
    with open_to_write(options) as again:
        return do(again)


def _again(
    found: Opened, held: Held, options: Options, command: Sequence[str], prepare: Callable[[Step], Repeat]
) -> Repeated:
    journal = Journal(held.real)
    step, raw = _to_repeat(journal, held)
    repeat = prepare(step)
    reading = Opened(found.path, None, raw).reading
    source = options.source(reading)
    with found.let_go(source):
        played = play_out(reading, source, repeat.act)
    held = found.held or held
    if options.dry_run:
        result = _result(command, played, found.reading.document, False, journal)
        return Repeated(step, repeat.commands, result)
    before = held.raw
    with undisturbed():
        if step.hunks:
            journal.undo(held)
        try:
            _keep(journal, held, played, repeat.commands)
        except (GMError, OSError) as error:
            raise _put_back(journal, held, step, error) from error
    result = _result(command, played, played.reading.document, held.raw != before, journal)
    return Repeated(step, repeat.commands, result)


def _to_repeat(journal: Journal, held: Held) -> tuple[Step, bytes]:
    """Find the step to play once more, and the text without it."""
    last = journal.last(held)
    if last is not None and not last.hunks and [line[:1] for line in last.commands] != [[ROLL]]:
        return last, held.raw
    (step,), raw = journal.undoing(held)
    return step, raw


def _put_back(journal: Journal, held: Held, step: Step, error: GMError | OSError) -> GMError:
    """Do the step again that was taken back for a play that could not be saved; give the error to raise."""
    if isinstance(error, OSError):
        error = Busy(f"{held.path} cannot be saved: {reason(error)}", remedy="nothing was written; run it again")
    if not step.hunks:
        return error
    try:
        journal.redo(held)
    except (GMError, OSError):
        return Busy(f"{error.text}; step {step.n} is undone", remedy="`gm redo` does it again as it was")
    return error


def _keep(journal: Journal, held: Held, played: Played, commands: Sequence[Sequence[str]]) -> bool:
    """Save what was played, and log it; tell whether the file changed. What changed nothing is logged if it rolled."""
    raw = played.document.encode()
    written = raw != held.raw
    dice = dice_records(played.outcome)
    if written or dice:
        journal.record(
            held,
            raw,
            commands=[list(words) for words in commands],
            dice=dice,
            events=event_records(played.outcome),
            changes=change_records(played.reading, played.changes),
            used=played.used,
        )
    return written


def _result(command: Sequence[str], played: Played, found: Document, written: bool, journal: Journal) -> Result:
    warnings = list(dict.fromkeys(journal.warnings))
    return Result(command, played.reading, played.outcome, played.changes, found, played.document, written, warnings)


def bestiary(path: str) -> Bestiary:
    """The creatures that an encounter in this file can be like."""
    return Bestiary(os.path.dirname(os.path.realpath(path)))


def _read(document: Document, path: str, before: Reading | None = None) -> Reading:
    return read_encounter(document, catalog.load, bestiary(path), before)


def _require_said(document: Document, reading: Reading, meant: Encounter) -> None:
    """Read the new text as the next command will. Raises Misused if that is refused, Bug if it says another thing."""
    try:
        said = _read(document, reading.document.name, reading).encounter
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


class Thrown(NamedTuple):
    """A bare roll: its total, the faces known, who threw, and the words that give it again (`4,1`, or a total `=5`)."""

    total: int
    faces: list[int]
    source: str
    words: str


def log_roll(options: Options, command: Sequence[str], rolls: Sequence[Thrown]) -> None:
    """Keep rolls in the history of the current encounter; undo passes over them. Raises BadFile, Busy."""
    dice = [{"who": "", "why": ROLL, **roll._asdict()} for roll in rolls]
    with hold(locate(options)) as held:
        Journal(held.real).record(held, held.raw, commands=[list(command)], dice=dice, events=[], changes=[])
