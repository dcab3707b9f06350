"""One command line, done. A command's module is imported when it is called, a system's when its file is open."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gmtool.cli import plain
from gmtool.cli.commands import FIXED
from gmtool.cli.output import Output
from gmtool.cli.streams import LOST_OUTPUT, flush, gathered
from gmtool.cli.words import hoist, read_mods
from gmtool.errors import GMError, did_you_mean
from gmtool.rules.table import Mods
from gmtool.session import Options

if TYPE_CHECKING:
    import click

    from gmtool.cli.sitting import Sit
    from gmtool.dice.asked import Ask
    from gmtool.encounter.throwing import Asks
    from gmtool.rules.system import System

INTERRUPTED = 130
REFUSED = 4
BUG = 70


def fixed(name: str) -> "click.Command":
    """Import the command every system has."""
    command: click.Command = getattr(import_module(f"gmtool.cli.{FIXED[name].module}"), name.replace("-", "_"))
    return command


def known_verbs() -> dict[str, str]:
    """Every verb of every system, with the system's id."""
    from gmtool.encounter import catalog

    return {name: system for system in reversed(catalog.names()) for name in catalog.load(system).verb_table}


def no_such(name: str, system: "System | None") -> str:
    """What is wrong with a command that the system of the encounter does not have, if there is an encounter."""
    everywhere = known_verbs()
    if system is not None and name in everywhere:
        return f"`{name}` is a {everywhere[name]} verb; this encounter is {system.id}"
    here = system.verb_table if system is not None else everywhere
    hint = did_you_mean(name, [*FIXED, *here])
    return " ".join(filter(None, (f"no such command: `{name}`;", hint or "`gm --help` lists them")))


def settled_options(given: Mapping[str, Any], output: Output) -> Options:
    """The global options as they were given. Raises Misused."""
    plain = {key: value for key, value in given.items() if key not in ("mod", "target_mod", "no_color")}
    mods = Mods(read_mods(given["mod"]), read_mods(given["target_mod"]))
    wanted = not (given["no_color"] or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb")
    return Options(**plain, mods=mods, color=wanted and output.terminal, asks=_asker(output.ask))


def _asker(read: Callable[[str], str] | None) -> "Asks":
    """Who asks a person for dice: with what the shell reads by, else at the terminal."""

    def asks(names: Mapping[str, str]) -> "Ask":
        from gmtool.cli.prompts import at_the_terminal, by_line

        return at_the_terminal(names) if read is None else by_line(names, read)

    return asks


def run(words: Sequence[str], *, sit: "Sit | None" = None, ask: Callable[[str], str] | None = None) -> int:
    """Do one command line and give its exit code; all that is printed is printed here.

    `sit` plays a session of the shell, if the words ask for one; without it there is none within. `ask` reads what is
    typed after a prompt, where it is not to be read from standard input.
    """
    output = Output(Options(json="--json" in words), words)
    output.sit, output.ask = sit, ask
    if sys.stdout is not None:
        output.terminal, output.encoding = sys.stdout.isatty(), sys.stdout.encoding
    try:
        code = _told(words, output)
    except KeyboardInterrupt:  # also while writing to a reader who does not read on
        code = INTERRUPTED
    if code == INTERRUPTED:
        return _interrupted(output)
    return code if sit is None or output.sitting is None else sit(output.sitting)


def _interrupted(output: Output) -> int:
    """Say what is saved all the same."""
    output.lines, output.raw = [], b""
    output.warnings = ["gm: saved, but interrupted before it was told; `gm log` shows it"] if output.saved else []
    return flush(output, INTERRUPTED)


def _told(words: Sequence[str], output: Output) -> int:
    try:
        code = _run(words, output)
    except Exception as error:  # the last resort: a bug is told in one line
        if os.environ.get("GM_DEBUG") == "1":
            raise
        _complain(output, BUG, f"a bug: {type(error).__name__}: {error}", "GM_DEBUG=1 shows where")
        code = BUG
    return flush(output, code)


def _run(words: Sequence[str], output: Output) -> int:
    try:
        split = hoist(words)
        output.command = split.rest[1:] if split.rest[:1] == ["--"] else split.rest
        with gathered(output):
            if plain.done(split, output, settled_options):
                return 0
            from gmtool.cli.group import done

            return done([*split.front, *split.rest], output)
    except GMError as error:
        from gmtool.cli.complaint import complain

        complain(output, error)
        return error.code
    except OSError as error:  # where it is likely, it is told by what was to be done; this is all the rest
        from gmtool.document.store import reason

        why = f"the system refused: {reason(error)}"
        what = f"{error.filename}: {why}" if error.filename else why
        if output.saved:
            _complain(output, LOST_OUTPUT, f"saved, but it cannot be told what was done: {what}", "`gm log` shows it")
            return LOST_OUTPUT
        _complain(output, REFUSED, what, "nothing was written; run it again")
        return REFUSED


def _complain(output: Output, code: int, text: str, remedy: str) -> None:
    output.lines.clear()
    if output.options.json:
        from json import dumps

        output.warnings = [dumps({"schema": 1, "code": code, "error": text, "remedy": remedy}, ensure_ascii=False)]
        return
    output.warnings += [f"gm: {text}", *([f"  {remedy}"] if remedy else [])]
