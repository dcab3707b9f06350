"""All faults of a file at once, for people, editors and hooks: `gm check`."""

import os
from collections.abc import Sequence
from typing import NamedTuple

import click

from gmtool.cli.output import Output
from gmtool.document.store import current_folder, read
from gmtool.encounter import catalog
from gmtool.errors import BadFile, Fault
from gmtool.rules.naming import counted
from gmtool.session import Opened, locate

INVALID = 3


class Report(NamedTuple):
    """What is wrong with a file, in file order, and what it is where it could be read: `bnb, 2 combatants`."""

    file: str
    faults: Sequence[Fault]
    kind: str = ""

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong but what does no harm."""
        return all(fault.warning for fault in self.faults)

    @property
    def summary(self) -> str:
        """A line that says it is fine."""
        return f"{self.file}: ok ({self.kind})"


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE...]")
@click.option("--strict", is_flag=True, help="warnings are errors too")
@click.pass_context
def check(ctx: click.Context, files: Sequence[str], strict: bool) -> None:
    """Check encounters and bestiaries: one fault a line, as `FILE:LINE:COLUMN: error: ...`.

    \b
    gm check                      the current encounter
    gm check encounters/*.yaml    several
    gm check bestiary/bnb.yaml    SYSTEM.yaml in a folder `bestiary` is one

    Exit code 3 if a file is invalid. On a terminal the line is quoted too. In a bestiary every creature must have what
    a combatant must, from itself or from the one it is `like`; parts that others merge go under a name with `x-`.

    With --json: `valid`, and `faults`, each with file, line, column, text, excerpt, warning.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    output: Output = ctx.obj
    if files and output.options.file:
        raise click.UsageError("name the files after check, or one with --file, not both")
    reports = [report_on(file, strict=strict) for file in files or (locate(output.options),)]
    valid = all(report.valid for report in reports)
    if output.options.json:
        faults = dict.fromkeys(fault for report in reports for fault in report.faults)
        told = [fault._asdict() for fault in faults]
        output.data({"schema": 1, "command": list(output.command), "valid": valid, "faults": told})
    else:
        _tell(output, reports)
    ctx.exit(0 if valid else INVALID)


def report_on(file: str, *, strict: bool = False) -> Report:
    """Check a file; `strict` makes its warnings errors."""
    try:
        report = _report_on_book(file) or _report_on_encounter(file)
    except BadFile as error:
        text = "; ".join(filter(None, (error.text, error.remedy)))
        report = Report(file, error.faults or (Fault(file, 1, 1, text),))
    if strict:
        report = report._replace(faults=[fault._replace(warning=False) for fault in report.faults])
    return report


def _tell(output: Output, reports: Sequence[Report]) -> None:
    """Print every fault once: a bestiary's may come up in several encounters."""
    told: set[Fault] = set()
    for report in reports:
        new = [fault for fault in report.faults if fault not in told]
        told.update(new)
        output.give(str(fault) if output.terminal else one_line(fault) for fault in new)
        if report.valid:
            output.say([report.summary])


def one_line(fault: Fault) -> str:
    """A fault as editors read it, whatever the file's values hold."""
    return str(fault._replace(excerpt=""))


def _report_on_encounter(file: str) -> Report:
    reading = Opened(file, None, read(file)).reading
    many = counted(len(reading.encounter.combatants), "combatant")
    return Report(file, reading.warnings, f"{reading.system.id}, {many}")


def _report_on_book(file: str) -> Report | None:
    """Check a bestiary; None for a file that is none by its name."""
    folder, name = os.path.split(os.path.abspath(os.path.join(current_folder(), file)))
    system, extension = os.path.splitext(name)
    if os.path.basename(folder) != "bestiary" or extension != ".yaml" or not catalog.exists(system):
        return None
    from gmtool.document.parse import parse
    from gmtool.encounter import book
    from gmtool.encounter.creatures import Bestiary

    document = parse(read(file), file)
    many = counted(sum(1 for _ in book.entries(document)), "creature")
    faults = book.faults_of(document, catalog.load(system), Bestiary(os.path.dirname(folder)))
    return Report(file, faults, f"{system} bestiary, {many}")
