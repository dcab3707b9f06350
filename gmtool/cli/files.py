"""Which encounter is played: `gm init`, `gm use`."""

import os
import re

import click

from gmtool.cli.output import Output
from gmtool.document.folder import set_aside
from gmtool.document.journal import read_current, write_current
from gmtool.document.store import create, current_folder, read
from gmtool.encounter import catalog
from gmtool.errors import GMError
from gmtool.rules.system import System
from gmtool.session import DEFAULT_FILE, Opened, Options, locate

STARTER = "starter.yaml"
"""in each system's folder: the encounter `gm init` writes"""


@click.command()
@click.argument("file", default=DEFAULT_FILE)
@click.option("--system", default="bnb", metavar="ID", help="its rule system; `gm systems` lists them")
@click.pass_obj
def init(output: Output, file: str, system: str) -> None:
    """Write a commented starter encounter to FILE and make it the current one.

    \b
    gm init                      encounter.yaml here
    gm init culvert.yaml --system bnb

    An existing file is never overwritten. What is left of the history of an earlier FILE is kept aside under .gm/.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    from gmtool.cli.schema import modeline

    found = catalog.load(system)
    raw = f"{modeline(found)}\n".encode() + read(os.path.join(catalog.folder_of(found), STARTER))
    if output.options.dry_run:
        output.give(raw.decode().splitlines())
        return
    create(file, raw)
    output.saved = True
    aside, warnings = _begin_history(file)
    current = "" if warnings else "; it is the current one"
    warnings += _keep_schema(file, found)
    output.warn(warnings)
    if output.options.json:
        head = {"schema": 1, "command": list(output.command), "file": file, "system": system}
        output.data({**head, "written": True, "aside": aside, "warnings": warnings})
        return
    fighters = ", ".join(Opened(file, None, raw).reading.encounter.combatants)
    told = [f"{file}: a {system} encounter ({fighters}){current}"]
    if aside:
        told.append(f"the history of an earlier {os.path.basename(file)} is kept aside: {aside}")
    output.say([*told, f"try: {_first_words(raw)}"])


def _begin_history(file: str) -> tuple[str | None, list[str]]:
    """Make a new encounter the current one, with no history; give where an older history of its name is, and warnings.

    The encounter is written by then: what cannot be done now is no reason to fail.
    """
    aside = None
    try:
        aside = set_aside(os.path.realpath(file))
        write_current(current_folder(), file)
    except GMError as error:
        return aside, [f"{file} is written, but not made the current one: {error.text}; {error.remedy}"]
    return aside and os.path.relpath(aside), []


def _keep_schema(file: str, system: System) -> list[str]:
    """Write the schema that the first line of a new encounter tells editors of; give a warning where it cannot be."""
    from gmtool.cli.schema import keep_beside

    try:
        keep_beside(file, system)
    except GMError as error:
        return [f"{file} is written, but no schema for editors beside it: {error.text}; {error.remedy}"]
    return []


def _first_words(starter: bytes) -> str:
    """The first command that a starter's comments propose."""
    found = re.search(r"^#\s+(gm .+?)(?:\s{2,}|$)", starter.decode(), re.MULTILINE)
    return found[1] if found else "gm next"


@click.command()
@click.argument("file", required=False)
@click.pass_obj
def use(output: Output, file: str | None) -> None:
    """Make FILE the current encounter, in this folder and those below it; without FILE, tell which is, and why.

    \b
    gm use encounters/mill-floor.yaml
    gm use

    A file with faults is made current all the same: they are told as warnings, and `gm edit` opens it.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    from gmtool.cli.check import one_line, report_on

    options = output.options
    if file is not None and options.file:
        raise click.UsageError("name the file after use, or another command's with --file, not both")
    path = locate(options) if file is None else file
    read(path)
    report = report_on(path)
    written = file is not None and not options.dry_run
    if written:
        write_current(current_folder(), path)
        output.saved = True
    why = _chosen_by(options) if file is None else ""
    overruled = os.environ.get("GM_FILE", "") if file is not None else ""
    warnings = [f"$GM_FILE names {overruled}, and comes first as long as it is set"] if overruled else []
    output.warn([*map(one_line, report.faults), *warnings])
    if options.json:
        head = {"schema": 1, "command": list(output.command), "file": path, "why": why or "gm use"}
        faults = [fault._asdict() for fault in report.faults]
        output.data({**head, "written": written, "valid": report.valid, "faults": faults, "warnings": warnings})
        return
    state = f" ({report.kind})" if report.kind else ""
    if why:
        output.give([f"{path}{state}: {why}"])
    elif written:
        output.say([f"{path}{state} is the current encounter"])
    else:
        output.say([f"dry run: {path}{state} would be the current encounter"])


def _chosen_by(options: Options) -> str:
    """What the current encounter was named by, in the order in which `locate` looks."""
    if options.file:
        return "named by --file"
    if os.environ.get("GM_FILE"):
        return "named by $GM_FILE"
    if read_current(current_folder()) is not None:
        return "chosen by `gm use` or `gm init`"
    return "the default, as none was chosen"
