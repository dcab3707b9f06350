"""The history played again, to see whether the rules still say what they said: `gm replay`."""

import os
from itertools import zip_longest
from typing import Any, NamedTuple

import click

from gmtool.cli.deeds import kept_act
from gmtool.cli.output import Output
from gmtool.cli.words import hoist, unshield
from gmtool.dice.sources import Given
from gmtool.document.journal import Journal, Record, Step
from gmtool.errors import BadFile, GMError
from gmtool.render.log import command_line, dice_given
from gmtool.render.records import change_records, event_records
from gmtool.session import ROLL, Opened, Options, in_turn, open_to_read, play_out

DIFFERS = 1


class Difference(NamedTuple):
    """The first thing in which a step comes out differently now."""

    kind: str
    """change, told, text, roll or refused"""
    where: str
    recorded: Any
    now: Any

    def __str__(self) -> str:
        if self.kind == "refused":
            return str(self.now)
        quote = "`" if self.kind == "text" else ""
        recorded, now = ("nothing" if one is None else f"{quote}{one}{quote}" for one in (self.recorded, self.now))
        return f"{self.where}: recorded {recorded}, now {now}"


@click.command()
@click.pass_context
def replay(ctx: click.Context) -> None:
    """Play the whole history again with its own dice and say where it comes out differently now.

    What shows is a changed rule, a changed program, a changed bestiary. Every step is played on the text it found,
    undone ones too; nothing is written. Exit code 0: all is as it was; 1: something is not.

    --json gives `steps` (how many were played), `lost` (how many could not be: lines before them are damaged) and
    `differences`, each with n, commands, kind (change, told, text, roll or refused), where, recorded and now.
    """
    output: Output = ctx.obj
    path = open_to_read(output.options).path
    journal = Journal(os.path.realpath(path))
    played = lost = 0
    found: list[tuple[Step, Difference]] = []
    for step, before, after in journal.states():
        if before is None or after is None:
            lost += 1
            continue
        played += 1
        difference = _difference(step, before, after, path)
        if difference is not None:
            found.append((step, difference))
    output.warn(journal.warnings)
    if lost:
        output.warn([f"{_steps(lost)} could not be played: the lines before are damaged"])
    if output.options.json:
        rows = [{"n": step.n, "commands": step.commands, **one._asdict()} for step, one in found]
        head = {"schema": 1, "command": list(output.command), "file": path}
        output.data({**head, "steps": played, "lost": lost, "differences": rows})
    else:
        for step, one in found:
            output.give([f"step {step.n}: {command_line(step.commands)}", f"  {one}"])
        output.give([_summary(played, len(found))])
    ctx.exit(DIFFERS if found else 0)


def _difference(step: Step, before: bytes, after: bytes, path: str) -> Difference | None:
    """Play a step on the text it found and compare."""
    try:
        if [line[:1] for line in step.commands] == [[ROLL]]:
            return _roll_difference(step, Opened(path, None, before))
        reading = Opened(path, None, before).reading
        act = in_turn([kept_act(line, Options()) for line in step.commands])
        dice = ",".join(filter(None, map(dice_given, step.dice)))
        played = play_out(reading, Given(dice), act)
    except click.ClickException as error:
        return _refused(error.format_message())
    except BadFile as error:
        return _refused(str(error.faults[0]._replace(excerpt="")) if error.faults else error.text)
    except GMError as error:
        return _refused(error.text)
    return (
        _change_difference(step, change_records(reading, played.changes))
        or _told_difference(step, event_records(played.outcome))
        or _text_difference(after, played.document.encode())
    )


def _refused(text: str) -> Difference:
    return Difference("refused", "", "done", f"refused now: {text}")


def _change_difference(step: Step, changes: list[Record]) -> Difference | None:
    recorded, now = ({change["path"]: change for change in records} for records in (step.changes, changes))
    for path in {**recorded, **now}:
        was, is_ = recorded.get(path), now.get(path)
        if was != is_:
            return Difference("change", path, was and was["new"], is_ and is_["new"])
    return None


def _told_difference(step: Step, events: list[Record]) -> Difference | None:
    recorded, now = ([event["kind"] for event in all_ if event["type"] == "fact"] for all_ in (step.events, events))
    for was, is_ in zip_longest(recorded, now):
        if was != is_:
            return Difference("told", "what is told", was, is_)
    return None


def _text_difference(recorded: bytes, now: bytes) -> Difference | None:
    old, new = (raw.decode("utf-8", "backslashreplace").split("\n") for raw in (recorded, now))
    for number, (was, is_) in enumerate(zip_longest(old, new), 1):
        if was != is_:
            return Difference("text", f"line {number}", was, is_)
    return None


def _roll_difference(step: Step, opened: Opened) -> Difference | None:
    """Read the dice of a bare roll again."""
    from gmtool.cli.roll import pool_reading, roll
    from gmtool.dice.notation import parse

    ctx = roll.make_context(ROLL, hoist(step.commands[0]).rest[1:])
    expression = parse(" ".join(map(unshield, ctx.params["words"])))
    pool = pool_reading(lambda: opened.reading)
    for die in step.dice:
        source = Given(dice_given(die))
        total = expression.roll(source, pool=pool).total
        source.finish()
        if total != die["total"]:
            return Difference("roll", expression.text, die["total"], total)
    return None


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _summary(played: int, differing: int) -> str:
    if not played:
        return "nothing to play again"
    if not differing:
        return f"{_steps(played)} played again, all as recorded"
    return f"{_steps(played)} played again, {differing} {'differs' if differing == 1 else 'differ'}"
