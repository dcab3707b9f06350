"""Commands that change the encounter, apart from who asks for them: somebody now, or the history once more."""

from collections.abc import Sequence
from typing import Any

import click

from gmtool import session
from gmtool.cli.output import Output
from gmtool.cli.plain import MANY
from gmtool.cli.words import as_kept, from_kept
from gmtool.dice.sources import Source
from gmtool.encounter.names import listed
from gmtool.encounter.reading import Reading
from gmtool.errors import Misused, Refused, did_you_mean
from gmtool.rules.system import Outcome, System
from gmtool.session import Act, Opened, Options, Recast, open_to_write


class Deed(click.Command):
    """A command whose callback gives what it does with an encounter: that is played, told and saved."""

    opened: Opened | None = None
    """the encounter, where it had to be opened to find the command"""

    def act(self, params: dict[str, Any], options: Options) -> Act:
        """What the command does, given these parameters, on whatever encounter and with whatever dice.

        A callback rolls nothing that a modifier could join. Raises Misused if one is given.
        """
        assert self.callback is not None, f"{self.name} has no callback"
        if options.mods.option:
            raise Misused(f"{options.mods.option}: `gm {self.name}` rolls nothing that could take it")
        act: Act = self.callback(**params)
        return act

    def settle(self, _params: dict[str, Any], _opened: Opened) -> list[str]:
        """Settle in the parameters what depends on the history; give the words that say the same when played again."""
        return []

    def hits(self, _params: dict[str, Any], _reading: Reading) -> Sequence[str]:
        """Whom it does something to, where that can be several; on a terminal, many are asked for."""
        return ()

    def invoke(self, ctx: click.Context) -> None:
        """Do it and save what it changed."""
        output: Output = ctx.obj
        options = output.options
        with self._agreed(self.opened or open_to_write(options), ctx, output) as opened:
            words = [*output.command, *self.settle(ctx.params, opened)]
            act = self.act(ctx.params, options)
            output.tell(session.perform(opened, options, as_kept(words, options), act))

    def _agreed(self, opened: Opened, ctx: click.Context, output: Output) -> Opened:
        """Ask before so many are hit, with the file let go meanwhile. Raises Refused where the answer is no."""
        if output.options.yes or not output.asks:
            return opened
        try:
            found = self.hits(ctx.params, opened.reading)
        except BaseException:
            opened.close()
            raise
        if len(found) < MANY:
            return opened
        opened.close()
        if not click.confirm(f"{self.name} {len(found)} of them ({listed(found)})?", err=True):
            raise Refused("nothing was done", remedy="--yes does it without asking")
        return open_to_write(output.options)


def settled(line: Sequence[str], opened: Opened, options: Options) -> list[str]:
    """A command line with all that depends on the history said in its words. Raises as `kept_act` does."""
    words, all_options = from_kept(line, options)
    command = _deed(opened.reading.system, words)
    ctx = command.make_context(words[0], list(words[1:]), obj=Output(all_options, words))
    return [*line, *command.settle(ctx.params, opened)]


def kept_act(line: Sequence[str], options: Options) -> Act:
    """What a command line of the history does, read as when it was typed, with the options given now (`from_kept`).

    The act raises click.UsageError or Misused where the words are no longer a command that changes an encounter.
    """

    def act(reading: Reading, source: Source) -> Outcome | Recast:
        words, all_options = from_kept(line, options)
        command = _deed(reading.system, words)
        ctx = command.make_context(words[0], words[1:], obj=Output(all_options, words))
        return command.act(ctx.params, all_options)(reading, source)

    return act


def _deed(system: System, words: Sequence[str]) -> Deed:
    """The command the words begin with. Raises Misused if there is none, or it is none that is kept to be played."""
    from gmtool.cli.commands import FIXED
    from gmtool.cli.main import fixed
    from gmtool.cli.verbs import VerbCommand, find

    name = words[0] if words else ""
    verb = find(system, name)
    command = fixed(name) if name in FIXED else VerbCommand(verb) if verb is not None else None
    if isinstance(command, Deed):
        return command
    if command is not None:
        raise Misused(f"`{name}` is no command that is played on an encounter")
    hint = did_you_mean(name, [*FIXED, *system.verb_table])
    raise Misused(f"{system.id} has no command `{name}`", remedy=hint)
