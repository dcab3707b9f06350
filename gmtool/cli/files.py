"""Whole files: `gm init`, `gm check`."""

import os
import re
from collections.abc import Sequence

import click

from gmtool.cli.output import Output
from gmtool.document.journal import write_current
from gmtool.document.store import create, read
from gmtool.encounter import catalog
from gmtool.errors import BadFile, Fault, GMError
from gmtool.session import DEFAULT_FILE, Opened, locate

STARTER = "starter.yaml"
"""in each system's folder: the encounter `gm init` writes"""
INVALID = 3


@click.command()
@click.argument("file", default=DEFAULT_FILE)
@click.option("--system", default="bnb", metavar="ID", help="its rule system; `gm systems` lists them")
@click.pass_obj
def init(output: Output, file: str, system: str) -> None:
    """Write a commented starter encounter to FILE and make it the current one.

    \b
    gm init                      encounter.yaml here
    gm init culvert.yaml --system bnb

    An existing file is never overwritten.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    raw = read(os.path.join(catalog.folder_of(catalog.load(system)), STARTER))
    if output.options.dry_run:
        output.give(raw.decode().splitlines())
        return
    create(file, raw)
    output.saved = True
    write_current(os.getcwd(), file)
    if output.options.json:
        output.data({"schema": 1, "command": list(output.command), "file": file, "system": system, "written": True})
        return
    fighters = ", ".join(Opened(file, None, raw).reading.encounter.combatants)
    told = f"{file}: a {system} encounter ({fighters}); it is the current one"
    output.say([told, f"try: {_first_words(raw)}"])


def _first_words(starter: bytes) -> str:
    """The first command that a starter's comments propose."""
    found = re.search(r"^#\s+(gm .+?)(?:\s{2,}|$)", starter.decode(), re.MULTILINE)
    return found[1] if found else "gm next"


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE...]")
@click.option("--strict", is_flag=True, help="warnings are errors too")
@click.pass_context
def check(ctx: click.Context, files: Sequence[str], strict: bool) -> None:
    """Check encounter files: one fault a line, as `FILE:LINE:COLUMN: error: ...`.

    \b
    gm check                     the current encounter
    gm check encounters/*.yaml   several
    """  # noqa: D301 - \b keeps click from wrapping the examples
    output: Output = ctx.obj
    failed = False
    reports = []
    for file in files or (locate(output.options),):
        faults, summary = _check(file, strict)
        failed = failed or any(not fault.warning for fault in faults)
        output.give(str(fault) for fault in faults if not output.options.json)
        if summary and not output.options.json:
            output.say([summary])
        reports += [fault._asdict() for fault in faults]
    if output.options.json:
        output.data({"schema": 1, "command": list(output.command), "valid": not failed, "faults": reports})
    ctx.exit(INVALID if failed else 0)


def _check(file: str, strict: bool) -> tuple[list[Fault], str]:
    """The faults of a file, and a line that says it is fine."""
    try:
        reading = Opened(file, None, read(file)).reading
    except BadFile as error:
        return list(error.faults) or [Fault(file, 1, 1, f"{error.text} {error.remedy}".strip())], ""
    except GMError as error:
        return [Fault(file, 1, 1, error.text)], ""
    warnings = [fault._replace(warning=not strict) for fault in reading.warnings]
    if warnings and strict:
        return warnings, ""
    count = len(reading.encounter.combatants)
    return warnings, f"{file}: fine ({reading.system.id}, {count} combatant{'s' if count != 1 else ''})"
