"""Commands that change the encounter, apart from who asks for them: somebody now, or the history once more."""

from collections.abc import Sequence
from typing import Any

import click

from gmtool import session
from gmtool.cli.output import Output
from gmtool.cli.words import as_kept, from_kept
from gmtool.dice.sources import Source
from gmtool.encounter.reading import Reading
from gmtool.errors import Misused
from gmtool.rules.system import Outcome, System
from gmtool.rules.table import Mods
from gmtool.session import Act, Opened, Options, open_to_write


class Deed(click.Command):
    """A command whose callback gives what it does with an encounter: that is played, told and saved."""

    opened: Opened | None = None
    """the encounter, where it had to be opened to find the command"""

    def act(self, params: dict[str, Any], options: Options) -> Act:
        """What the command does, given these parameters, on whatever encounter and with whatever dice.

        A callback rolls nothing that a modifier could join. Raises Misused if one is given.
        """
        assert self.callback is not None, f"{self.name} has no callback"
        if options.mods != Mods():
            option = "--mod" if options.mods.acting else "--target-mod"
            raise Misused(f"{option}: `gm {self.name}` rolls nothing that could take it")
        act: Act = self.callback(**params)
        return act

    def invoke(self, ctx: click.Context) -> None:
        """Do it and save what it changed."""
        output: Output = ctx.obj
        options = output.options
        act = self.act(ctx.params, options)
        with self.opened or open_to_write(options) as opened:
            output.tell(session.perform(opened, options, as_kept(output.command, options), act))


def kept_act(line: Sequence[str], options: Options) -> Act:
    """What a command line of the history does, read as when it was typed, with the options given now (`from_kept`).

    The act raises click.UsageError or Misused where the words are no longer a command that changes an encounter.
    """

    def act(reading: Reading, source: Source) -> Outcome:
        words, all_options = from_kept(line, options)
        command = _deed(reading.system, words)
        ctx = command.make_context(words[0], words[1:], obj=Output(all_options, words))
        return command.act(ctx.params, all_options)(reading, source)

    return act


def in_turn(acts: Sequence[Act]) -> Act:
    """Several acts as one, each on the encounter the one before has left."""
    if len(acts) == 1:
        return acts[0]

    def act(reading: Reading, source: Source) -> Outcome:
        whole = Outcome([], reading.encounter, reading.encounter, None, [])
        for one in acts:
            then = one(reading, source)
            settled = then.after.copy()
            settled.combatants = dict(then.after.combatants)
            reading = reading._replace(encounter=settled)
            whole = whole._replace(events=[*whole.events, *then.events], after=settled, success=then.success)
        return whole

    return act


def _deed(system: System, words: Sequence[str]) -> Deed:
    """The command the words begin with. Raises Misused if there is none, or it is none that is kept to be played."""
    from gmtool.cli.main import FIXED, fixed
    from gmtool.cli.verbs import VerbCommand, find

    name = words[0] if words else ""
    verb = find(system, name)
    command = fixed(name) if name in FIXED else VerbCommand(verb) if verb is not None else None
    if not isinstance(command, Deed):
        raise Misused(f"`{name}` is no command that {system.id} can play again")
    return command
