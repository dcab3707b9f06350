"""A system's verbs as commands: their parameters become arguments and options, their docstring the help."""

from collections.abc import Sequence
from typing import Any

import click

from gmtool.cli.deeds import Deed
from gmtool.cli.plain import hit_by, playing
from gmtool.cli.words import bind, flag_names, key_of, shield, usage
from gmtool.encounter.reading import Reading
from gmtool.rules.system import System
from gmtool.rules.verbs import Param, Verb
from gmtool.session import Act, Opened, Options


class VerbCommand(Deed):
    """The command for one verb, on an encounter that is open already; None for showing help without one."""

    def __init__(self, verb: Verb, opened: Opened | None = None) -> None:
        self.verb = verb
        self.opened = opened
        words = click.Argument(["words"], nargs=-1, type=str, metavar=" ".join(usage(verb).split()[2:]))
        super().__init__(
            verb.name,
            params=[words, *(made for option in verb.options for made in _click_options(option))],
            help=verb.doc,
            short_help=verb.summary,
            context_settings={"help_option_names": ["-h", "--help"]},
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words, negative numbers among them."""
        return super().parse_args(ctx, shield(args))

    def bound(self, reading: Reading, params: dict[str, Any]) -> dict[str, Any]:
        """The values of the verb's parameters. Raises click.UsageError, Unknown."""
        return bind(self.verb, reading, params["words"], params)

    def hits(self, params: dict[str, Any], reading: Reading) -> Sequence[str]:
        """Whom the words name where they may name several."""
        return hit_by(self.verb, self.bound(reading, params))

    def act(self, params: dict[str, Any], options: Options) -> Act:
        """Play the verb."""
        return playing(self.verb, params, options)


def find(system: System, name: str) -> Verb | None:
    """The system's verb of that name."""
    return system.verb_table.get(name)


def parsed(verb: Verb, reading: Reading, words: Sequence[str], ctx: click.Context) -> dict[str, Any]:
    """The values that `words` give a verb, as when it is a command of its own. Raises as the command does."""
    command = VerbCommand(verb)
    inner = command.make_context(verb.name, list(words), parent=ctx)
    return command.bound(reading, inner.params)


def _click_options(option: Param) -> list[click.Option]:
    if option.role == "flags":
        return [
            click.Option([flag, key_of(option, choice)], is_flag=True, help=option.help if not i else "")
            for i, (flag, choice) in enumerate(flag_names(option).items())
        ]
    named = [f"--{option.word}", key_of(option)]
    if option.role == "flag":
        return [click.Option(named, is_flag=True, help=option.help)]
    metavar = "|".join(option.choices) if option.choices else option.word.upper()
    several = option.several
    return [
        click.Option(
            named, type=str, multiple=several, default=() if several else None, metavar=metavar, help=option.help
        )
    ]
