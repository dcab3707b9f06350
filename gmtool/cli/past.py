"""Steps back and forth: `gm undo`, `gm redo`, `gm again`."""

from collections.abc import Sequence

import click

from gmtool import session
from gmtool.cli.deeds import kept_act
from gmtool.cli.output import Output
from gmtool.cli.words import as_kept, from_kept
from gmtool.document.journal import Step
from gmtool.errors import GMError, Misused
from gmtool.render.log import Naming, change_lines, command_line
from gmtool.session import Opened, Options, Repeat, in_turn, open_to_write

HOW_MANY = click.IntRange(1)


@click.command()
@click.argument("steps", type=HOW_MANY, default=1, metavar="[N]")
@click.pass_obj
def undo(output: Output, steps: int) -> None:
    """Take back the last command, or the last N: the file comes back byte for byte."""
    _step(output, steps, redo=False)


@click.command()
@click.argument("steps", type=HOW_MANY, default=1, metavar="[N]")
@click.pass_obj
def redo(output: Output, steps: int) -> None:
    """Do again what was undone, the last command or the last N."""
    _step(output, steps, redo=True)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF THE COMMAND...]")
@click.pass_obj
def again(output: Output, more: tuple[str, ...]) -> None:
    """Take back the last command and play it once more with what is given now.

    \b
    gm again --dice 5,2,3             other dice were rolled
    gm again --mod "+2 high ground"   the hill was forgotten
    gm again --charge                 so was the run-up

    Dice not given are rolled anew. --force and modifiers of the first time stay; a new --mod or --target-mod takes the
    place of those of its side. Nothing is changed if the new play is refused.

    --json is what the command itself gives, with `again`: the step's n, and the commands as they are kept now.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    if more and not more[0].startswith("-"):
        raise click.UsageError(f"again takes options, and no `{more[0]}`; other words are another command")
    options = output.options

    def prepare(step: Step) -> Repeat:
        commands = [_kept_with(line, more, options) for line in step.commands]
        if more and len(commands) != 1:
            raise Misused(f"step {step.n} is {len(commands)} commands; `{more[0]}` might be meant for any of them")
        return Repeat(commands, in_turn([kept_act(line, options) for line in commands]))

    with open_to_write(options) as opened:
        repeated = session.perform_again(opened, options, output.command, prepare)
    word = "would play again" if options.dry_run else "again"
    output.tell(
        repeated.result,
        f"{word} {repeated.step.n}: {command_line(repeated.commands)}",
        again={"n": repeated.step.n, "commands": repeated.commands},
    )


def _kept_with(line: Sequence[str], more: Sequence[str], options: Options) -> list[str]:
    """A kept command line with more options of its own, and those given now."""
    words, merged = from_kept(line, options)
    end = words.index("--") if "--" in words else len(words)
    return as_kept([*words[:end], *more, *words[end:]], merged)


def _step(output: Output, n: int, *, redo: bool) -> None:
    with open_to_write(output.options) as opened:
        steps, warnings = session.step_back(opened, output.options, n, redo=redo)
        raw = opened.raw if opened.held is None else opened.held.raw
    output.saved = not output.options.dry_run
    output.warn(warnings)
    done = "redid" if redo else "undid"
    if output.options.json:
        rows = [{"n": step.n, "commands": step.commands} for step in steps]
        output.data({"schema": 1, "command": list(output.command), "file": opened.path, done: rows})
        return
    word = f"would {'redo' if redo else 'undo'}" if output.options.dry_run else done
    naming = _naming(Opened(opened.path, None, raw))
    for step in steps:
        output.say([f"{word} {step.n}: {command_line(step.commands)}"])
        output.say(f"  {line}" for line in change_lines(naming, step.changes, back=not redo))


def _naming(opened: Opened) -> Naming:
    """The names of what changed; the bare keys where the file is not valid, for a step back is taken all the same."""
    try:
        return Naming(opened.reading)
    except GMError:
        return Naming(None)
