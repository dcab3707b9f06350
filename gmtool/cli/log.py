"""What was done so far: `gm log`."""

import os

import click

from gmtool.cli.output import Output
from gmtool.document.journal import Journal
from gmtool.errors import GMError
from gmtool.render.log import Entry, Naming, in_rounds, log_lines, recap_lines
from gmtool.session import Opened, open_to_read


@click.command()
@click.option("--round", "round_", type=click.IntRange(1), metavar="N", help="only this round")
@click.option("--at", type=click.IntRange(1), metavar="N", help="the file as it was after step N, byte for byte")
@click.option("--markdown", is_flag=True, help="a recap for campaign notes, undone steps and bare rolls left out")
@click.pass_obj
def log(output: Output, round_: int | None, at: int | None, markdown: bool) -> None:
    """Show what was done so far, oldest first, by rounds; undone steps are marked.

    \b
    gm log --round 2                what happened in round 2
    gm log --at 7 > before.yaml     the file after step 7
    gm log --markdown >> notes.md   the session in Markdown

    --json gives `steps`, each with n, time (UTC), round (null before the fight), commands, dice, events and changes
    (as the commands printed them), before and after (what the file was known by) and undone; with --at, n and text.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    if at is not None and (round_ is not None or markdown):
        raise click.UsageError(f"--at shows the file and takes no {'--markdown' if markdown else '--round'}")
    if markdown and output.options.json:
        raise click.UsageError("--markdown and --json exclude each other")
    opened = open_to_read(output.options)
    path = opened.path
    journal = Journal(os.path.realpath(path))
    if at is not None:
        _text(output, path, journal, at)
        return
    entries = [entry for entry in in_rounds(journal.states()) if round_ in (None, entry.round)]
    output.warn(journal.warnings)
    if output.options.json:
        output.data({"schema": 1, "command": list(output.command), "file": path, "steps": list(map(_row, entries))})
        return
    naming, title = _known(opened)
    if round_ is not None and not entries:
        output.give([f"nothing was done in round {round_}"])
    elif journal.warnings and not entries:
        output.give(["what was done cannot be read"])
    else:
        lines = recap_lines(naming, title, entries) if markdown else log_lines(naming, entries)
        output.give(lines, words=not markdown)


def _text(output: Output, path: str, journal: Journal, n: int) -> None:
    text = journal.text_after(n)
    output.warn(journal.warnings)
    if output.options.json:
        output.data({"schema": 1, "command": list(output.command), "file": path, "n": n, "text": text})
    else:
        output.raw = text.encode("utf-8", "surrogateescape")


def _known(opened: Opened) -> tuple[Naming, str]:
    """The names of what changed, and the encounter's title; what can be told without where the file is not valid."""
    title = os.path.basename(opened.path)
    try:
        reading = opened.reading
    except GMError:
        return Naming(None), title
    return Naming(reading), reading.encounter.title or title


def _row(entry: Entry) -> dict[str, object]:
    step = entry.step._asdict()
    return {"n": step.pop("n"), "time": step.pop("time"), "round": entry.round} | {
        key: value for key, value in step.items() if key not in ("hunks", "whole")
    }
