"""The manual: `gm help`, a page for each command, topic and rule system."""

from collections.abc import Sequence

import click

from gmtool.cli import pages
from gmtool.cli.commands import FIXED
from gmtool.cli.output import Output
from gmtool.encounter import catalog
from gmtool.errors import did_you_mean


@click.command(name="help")
@click.argument("word", required=False, metavar="[COMMAND|TOPIC|SYSTEM]")
@click.pass_context
def help_(ctx: click.Context, word: str | None) -> None:
    """Show the help of a command, a topic of the manual, or a rule system; without a word, what there is.

    \b
    gm help            all commands, topics and systems
    gm help attack     a command, as `gm attack -h` does
    gm help dice       a topic
    gm help bnb        a rule system: keys, verbs, switches, a turn

    Where a topic and a command have one name, the page ends with the options of the command.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    output: Output = ctx.obj
    if word is None:
        _contents(ctx, output)
        return
    lines = _page(word)
    if not lines:
        lines = _of_command(ctx, word)
    elif word in FIXED:
        lines = [*lines, "", *_of_command(ctx, word)]
    if output.options.json:
        output.data({"schema": 1, "command": list(output.command), "page": word, "text": lines})
    else:
        output.give(lines)


def _page(word: str) -> Sequence[str]:
    """The page of a topic or a system; empty where there is none of that name."""
    if word not in pages.TOPICS and not catalog.exists(word):
        return ()
    from gmtool.render import manual

    if word in pages.TOPICS:
        return list(manual.page_lines(pages.of_topic(word), manual.shared_parts()))
    system = catalog.load(word)
    return list(manual.system_lines(system, pages.of_system(system)))


def _of_command(ctx: click.Context, word: str) -> Sequence[str]:
    """The help of a command. Raises click.UsageError with the nearest of all names."""
    parent, group = _program(ctx)
    output: Output = ctx.obj
    asked, output.command = output.command, [word, "--help"]  # as if its help were asked for: no file is held for it
    try:
        name, command, _ = group.resolve_command(parent, [word])
    except click.UsageError:
        systems = catalog.names()
        near = did_you_mean(word, [*group.list_commands(parent), *pages.TOPICS, *systems])
        if not near or any(word in catalog.load(name).verb_table for name in systems):  # another system's verb
            raise
        raise click.UsageError(f"there is no help on `{word}`; {near}") from None
    finally:
        output.command = asked
    assert command is not None
    return command.get_help(click.Context(command, info_name=name, parent=parent)).splitlines()


def _contents(ctx: click.Context, output: Output) -> None:
    """Say what there is: commands and verbs, then topics and systems."""
    parent, group = _program(ctx)
    systems = {name: catalog.load(name).title for name in catalog.names()}
    if output.options.json:
        commands = {name: FIXED[name].summary for name in FIXED}
        data = {"commands": commands, "topics": pages.TOPICS, "systems": systems}
        output.data({"schema": 1, "command": list(output.command), **data})
        return
    formatter = parent.make_formatter()
    group.format_help(parent, formatter)
    for title, rows in (("Topics (gm help TOPIC)", pages.TOPICS), ("Rule systems (gm help ID)", systems)):
        with formatter.section(title):
            formatter.write_dl(list(rows.items()))
    output.give(formatter.getvalue().rstrip("\n").splitlines())


def _program(ctx: click.Context) -> tuple[click.Context, click.Group]:
    """The whole command line and the group of all commands."""
    parent = ctx.parent
    assert parent is not None
    group = parent.command
    assert isinstance(group, click.Group)
    return parent, group


help = help_  # noqa: A001 - found by the name of the command
