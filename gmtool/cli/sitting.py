"""The shell's own command: `gm shell`. What it begins is a layer above, and is handed down by the program's entry."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import click

from gmtool.cli.output import Output
from gmtool.cli.words import hoist
from gmtool.document.store import read
from gmtool.encounter.throwing import ASK
from gmtool.errors import Misused
from gmtool.rules.model import Habit
from gmtool.session import Options


class Sitting(NamedTuple):
    """What was said for a whole session."""

    options: Options
    plain: bool = False
    """line by line, without a bottom line, a menu or colors"""


Sit = Callable[[Sitting], int]
"""Plays a session and gives its exit code."""


@click.command()
@click.argument("file", required=False)
@click.option("--plain", is_flag=True, help="line by line, as a screen reader needs it: no bottom line, menu or color")
@click.pass_obj
def shell(output: Output, file: str | None, plain: bool) -> None:
    """Play at a prompt: the same commands, without `gm` before each.

    \b
    gm shell
    gm shell encounters/mill-floor.yaml --dice ask:pc
    printf 'next; attack rat wolf\\n' | gm shell

    TAB completes. An empty line shows the status. `;` parts commands on a line: what stands behind one that failed is
    not done. Ctrl-C drops the line, or the command that is running; `exit`, `quit` and Ctrl-D leave. The global
    options given here hold for every line, unless it has its own; with --seed N the lines roll by N, N+1, N+2 and so
    on. Each command is saved at once and can be undone; the lines typed are remembered in `.gm/` beside the encounter.

    From a pipe or a file the lines are done in turn, up to the first that fails: its exit code is the shell's. An empty
    line is passed over. `gm run` does all the lines of a script or none.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    if output.sit is None:
        raise Misused("this is the shell already", remedy="`exit` leaves it")
    options = output.options
    if file is not None and options.file:
        raise click.UsageError("name the file after shell or with --file, not both")
    options = options._replace(file=file or options.file)
    _require_for_all(options)
    if options.file:
        read(options.file)
    output.sitting = Sitting(options, plain)


def _require_for_all(options: Options) -> None:
    """Refuse what can be meant for one command only. Raises Misused."""
    if options.mods.option:
        raise Misused(f"{options.mods.option} is for one command", remedy="type it behind the command, in the shell")
    if not options.dice:
        return
    try:
        Habit.read(options.dice)
    except ValueError as reason:
        if options.dice.startswith(ASK):
            raise Misused(f"--dice is {options.dice}; {reason}") from None
        raise Misused(
            f"--dice {options.dice} is for one command", remedy="type it behind the command, in the shell"
        ) from None


def own_words(words: Sequence[str]) -> list[str]:
    """A command line without its global options; nothing where they are given so that they cannot be told apart."""
    try:
        return hoist(words).rest
    except Misused:
        return []


def as_words(options: Options) -> Sequence[str]:
    """The global options that give these options once more; those for one command (modifiers, a seed) left out."""
    words = ["--file", options.file] if options.file else []
    words += ["--dice", options.dice] if options.dice else []
    flags = {"--dry-run": options.dry_run, "--json": options.json, "--quiet": options.quiet, "--force": options.force}
    flags |= {"--yes": options.yes, "--explain": options.explain, "--no-color": not options.color}
    return [*words, *(flag for flag, given in flags.items() if given)]
