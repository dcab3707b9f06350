"""What was done: `gm undo`, `gm redo`, `gm log`."""

import click

from gmtool import session
from gmtool.cli.output import Output
from gmtool.document.journal import Journal, Step
from gmtool.session import locate, open_to_write

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


def _step(output: Output, n: int, *, redo: bool) -> None:
    with open_to_write(output.options) as opened:
        steps, warnings = session.step_back(opened, output.options, n, redo=redo)
    output.saved = not output.options.dry_run
    output.warn(warnings)
    word = ("would redo" if redo else "would undo") if output.options.dry_run else ("redid" if redo else "undid")
    if output.options.json:
        done = [{"n": step.n, "commands": step.commands} for step in steps]
        output.data({"schema": 1, "command": list(output.command), "file": opened.path, word.split()[-1]: done})
        return
    for step in steps:
        output.say([f"{word} {step.n}: {_commands(step)}"])
        output.say(f"  {line}" for line in _changes(step, back=not redo))


@click.command()
@click.pass_obj
def log(output: Output) -> None:
    """Show what was done so far, oldest first; undone steps are marked."""
    import os

    journal = Journal(os.path.realpath(locate(output.options)))
    steps = list(journal.steps())
    output.warn(journal.warnings)
    if output.options.json:
        rows = [
            {key: value for key, value in step._asdict().items() if key not in ("hunks", "whole")} for step in steps
        ]
        output.data({"schema": 1, "command": list(output.command), "steps": rows})
        return
    if not steps:
        output.give(["nothing was done yet"])
    for step in steps:
        output.give([f"{step.n:>3}  {_commands(step)}{'  (undone)' if step.undone else ''}"])
        output.give(f"       {event['text']}" for event in step.events if event.get("type") == "fact")
        output.give(f"       {line}" for line in _changes(step, back=False))


def _commands(step: Step) -> str:
    from shlex import join

    return "; ".join(f"gm {join(words)}" for words in step.commands)


def _changes(step: Step, *, back: bool) -> list[str]:
    """What a step changed, a line for each combatant: old -> new, the other way round when it was taken back."""
    by_owner: dict[str, list[str]] = {}
    for change in step.changes:
        old, new = (change["new"], change["old"]) if back else (change["old"], change["new"])
        first, _, rest = change["path"].partition(".")
        owner, _, key = rest.rpartition(".") if first == "combatants" else ("", "", change["path"])
        by_owner.setdefault(owner, []).append(f"{key} {_value(old)} -> {_value(new)}")
    return [" ".join(filter(None, (owner, ", ".join(words)))) for owner, words in by_owner.items()]


def _value(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(inner)}" for key, inner in value.items())
    return str(value)
