"""The group of all commands, for click: it reads every line that is not plain, shows help, and says what is wrong."""

from collections.abc import Sequence
from typing import Any

import click

from gmtool import __version__
from gmtool.cli.commands import BARE, FIXED
from gmtool.cli.main import INTERRUPTED, fixed, known_verbs, no_such, settled_options
from gmtool.cli.output import Output
from gmtool.errors import BadFile, GMError, Misused
from gmtool.session import Opened, open_to_read, open_to_write


class Commands(click.Group):
    """The fixed commands, and the verbs of the current file's system."""

    def invoke(self, ctx: click.Context) -> Any:
        """Settle the global options, then find the command: finding a verb opens the file they name, as they say."""
        ctx.obj.options = settled_options(ctx.params, ctx.obj)
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
        if name in known_verbs():
            raise
        return None


def _help_alone(output: Output, name: str) -> click.Command | None:
    """The verb of whichever system has it, to show its help where no encounter says which; else None."""
    home = known_verbs().get(name) if output.help_wanted else None
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


def done(words: Sequence[str], output: Output) -> int:
    """Do the words of a line, global options first, and give the exit code. Raises Misused for what click refuses."""
    try:
        code = gm.main(words, prog_name="gm", standalone_mode=False, obj=output)
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        raise Misused(error.format_message()) from None
    return code if isinstance(code, int) else 0
