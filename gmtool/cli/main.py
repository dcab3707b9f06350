"""The group of all commands. A command's module is imported when it is called, a system's when its file is open."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from gmtool import __version__
from gmtool.cli.commands import BARE, FIXED
from gmtool.cli.output import Output
from gmtool.cli.streams import flush, gathered, silence
from gmtool.cli.words import hoist, read_mods
from gmtool.errors import BadFile, GMError, did_you_mean
from gmtool.rules.table import Mods
from gmtool.session import Opened, Options, open_to_read, open_to_write

if TYPE_CHECKING:
    from gmtool.cli.sitting import Sit
    from gmtool.dice.asked import Ask
    from gmtool.encounter.throwing import Asks
    from gmtool.rules.system import System

INTERRUPTED = 130
REFUSED = 4
BUG = 70


def fixed(name: str) -> click.Command:
    """Import the command every system has."""
    command: click.Command = getattr(import_module(f"gmtool.cli.{FIXED[name].module}"), name.replace("-", "_"))
    return command


class Commands(click.Group):
    """The fixed commands, and the verbs of the current file's system."""

    def invoke(self, ctx: click.Context) -> Any:
        """Settle the global options, then find the command: finding a verb opens the file they name, as they say."""
        ctx.obj.options = _options(ctx.params, ctx.obj)
        return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, the fixed commands first."""
        return [*FIXED, *self._verbs(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Find a command; for a verb, open the current encounter. Raises BadFile, Busy where that cannot be done."""
        if cmd_name in FIXED:
            return fixed(cmd_name)
        from gmtool.cli.verbs import VerbCommand, find

        output: Output = ctx.obj
        opened = _open_for(output, cmd_name)
        if opened is None:
            return _help_alone(output, cmd_name)
        ctx.call_on_close(opened.close)
        verb = find(opened.reading.system, cmd_name)
        if verb is None:
            raise click.UsageError(no_such(cmd_name, opened.reading.system))
        return VerbCommand(verb, opened)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command the words begin with. Raises click.UsageError with the nearest name."""
        command = self.get_command(ctx, args[0])
        if command is None:
            raise click.UsageError(no_such(args[0], None))
        return args[0], command, args[1:]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the fixed commands, then the system's verbs under its title."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, fixed.summary) for name, fixed in FIXED.items()])
        opened = _readable(ctx.obj)
        if opened is not None:
            system = opened.reading.system
            with formatter.section(f"{system.title} ({opened.path})"):
                formatter.write_dl([(name, verb.summary) for name, verb in system.verb_table.items()])

    def _verbs(self, ctx: click.Context) -> list[str]:
        opened = _readable(ctx.obj)
        return list(opened.reading.system.verb_table) if opened is not None else []


def _open_for(output: Output, name: str) -> Opened | None:
    """Open the encounter for a verb: held, or only read where help is wanted. None: neither file nor such a verb."""
    if output.help_wanted:
        return _readable(output)
    try:
        return open_to_write(output.options)
    except BadFile:
        if name in _known_verbs():
            raise
        return None


def _help_alone(output: Output, name: str) -> click.Command | None:
    """The verb of whichever system has it, to show its help where no encounter says which; else None."""
    home = _known_verbs().get(name) if output.help_wanted else None
    if home is None:
        return None
    from gmtool.cli.verbs import VerbCommand
    from gmtool.encounter import catalog

    return VerbCommand(catalog.load(home).verb_table[name])


def _readable(output: Output) -> Opened | None:
    """The current encounter, or None where there is none that can be read: help does not depend on it."""
    try:
        opened = open_to_read(output.options)
        _ = opened.reading
    except GMError:
        return None
    return opened


def _known_verbs() -> dict[str, str]:
    """Every verb of every system, with the system's id."""
    from gmtool.encounter import catalog

    return {name: system for system in reversed(catalog.names()) for name in catalog.load(system).verb_table}


def no_such(name: str, system: "System | None") -> str:
    """What is wrong with a command that the system of the encounter does not have, if there is an encounter."""
    everywhere = _known_verbs()
    if system is not None and name in everywhere:
        return f"`{name}` is a {everywhere[name]} verb; this encounter is {system.id}"
    here = system.verb_table if system is not None else everywhere
    hint = did_you_mean(name, [*FIXED, *here])
    return " ".join(filter(None, (f"no such command: `{name}`;", hint or "`gm --help` lists them")))


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Options may stand before or after the command. `gm help` lists the pages of the manual, too.",
)
@click.option(
    "-f", "--file", default="", metavar="FILE", help="the encounter; else $GM_FILE, the current one, encounter.yaml"
)
@click.option(
    "--dice",
    default="",
    metavar="FACES",
    help="these faces, in the order the rules ask for them: 4,1,2,5; `ask`, `ask:pc`: dice on the table; `random`",
)
@click.option("--seed", type=int, metavar="N", help="roll the same dice each time")
@click.option("-n", "--dry-run", is_flag=True, help=BARE["--dry-run"])
@click.option("--json", is_flag=True, help=BARE["--json"])
@click.option("-q", "--quiet", is_flag=True, help=BARE["--quiet"])
@click.option("--force", is_flag=True, help=BARE["--force"])
@click.option("-y", "--yes", is_flag=True, help=BARE["--yes"])
@click.option("--mod", multiple=True, metavar='"+2 REASON"', help="add this to the acting side's roll, this once")
@click.option("--target-mod", multiple=True, metavar='"+2 REASON"', help="add this to the other side's roll, this once")
@click.option("--explain", is_flag=True, help=BARE["--explain"])
@click.option("--no-color", is_flag=True, help=BARE["--no-color"])
@click.version_option(__version__, prog_name="gm", message="%(prog)s %(version)s")
@click.pass_context
def gm(ctx: click.Context, /, **_: Any) -> None:
    """Keep a fight: one YAML file, one command at a time.

    \b
    gm init                       an encounter to begin with
    gm attack rat wolf --charge   by the rules, saying why
    gm next                       the turn ends, the next begins
    gm undo                       takes the last command back
    """  # noqa: D301 - \b keeps click from wrapping the examples
    if ctx.invoked_subcommand is None:
        from gmtool.cli.show import status

        ctx.invoke(status)


def _options(given: Mapping[str, Any], output: Output) -> Options:
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
    except KeyboardInterrupt:
        silence()
        return INTERRUPTED
    return code if sit is None or output.sitting is None else sit(output.sitting)


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
            code = gm.main([*split.front, *split.rest], prog_name="gm", standalone_mode=False, obj=output)
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        _complain(output, 2, error.format_message(), "")
        return 2
    except GMError as error:
        from gmtool.cli.complaint import complain

        complain(output, error)
        return error.code
    except OSError as error:  # where it is likely, it is told by what was to be done; this is all the rest
        from gmtool.document.store import reason

        what = f"{error.filename}: " if error.filename else ""
        _complain(output, REFUSED, f"{what}the system refused: {reason(error)}", "nothing was written; run it again")
        return REFUSED
    return code if isinstance(code, int) else 0


def _complain(output: Output, code: int, text: str, remedy: str) -> None:
    output.lines.clear()
    if output.options.json:
        from json import dumps

        output.warnings = [dumps({"schema": 1, "code": code, "error": text, "remedy": remedy}, ensure_ascii=False)]
        return
    output.warnings += [f"gm: {text}", *([f"  {remedy}"] if remedy else [])]
