"""Commands that only show: `gm status`, `gm rules`, `gm systems`."""

import click

from gmtool.cli.output import Output
from gmtool.cli.screen import columns
from gmtool.cli.status import tell_status
from gmtool.encounter import catalog
from gmtool.errors import BadFile, GMError, Unknown
from gmtool.rules.system import Rule, System
from gmtool.session import open_to_read


@click.command()
@click.argument("name", required=False)
@click.option("--player", is_flag=True, help="leave out everything hidden, as if it were not there, and the GM's notes")
@click.pass_obj
def status(output: Output, name: str | None, player: bool) -> None:
    """Show the round, whose turn it is, what they may still do, who is next, what is due, and everybody in order.

    \b
    gm                    the same
    gm status wolf        one combatant
    gm status --player    what the players may see
    """  # noqa: D301 - \b keeps click from wrapping the examples
    tell_status(output, name, player=player)


@click.command()
@click.argument("words", nargs=-1, metavar="[SYSTEM] [ID]")
@click.pass_obj
def rules(output: Output, words: tuple[str, ...]) -> None:
    """Show every rule of a system with its id, and its switches with their values; or one rule.

    \b
    gm rules              of the current encounter
    gm rules bnb BNB-55   one rule
    """  # noqa: D301 - \b keeps click from wrapping the examples
    if len(words) > 2:
        raise click.UsageError(f"rules has no use for `{words[2]}`: gm rules [SYSTEM] [ID]")
    system, values, wanted = _chosen(output, words)
    found = [rule for rule in system.rules() if not wanted or rule.id.casefold() == wanted.casefold()]
    if not found:
        raise Unknown(f"{system.id} has no rule `{wanted}`", remedy=f"`gm rules {system.id}` lists them")
    if output.options.json:
        output.data(_rules_data(output, system, found, values))
        return
    from gmtool.render import text

    width = min(columns(terminal=output.terminal) or text.PROSE, text.PROSE)
    output.give(line for rule in found for line in text.rule_lines(rule, width))
    if not wanted:
        output.give(text.switch_lines(system, values), words=True)


def _chosen(output: Output, words: tuple[str, ...]) -> tuple[System, dict[str, object], str]:
    """The system meant, its switches' values, and the id asked for."""
    rest = list(words)
    if rest and catalog.exists(rest[0]):
        system = catalog.load(rest.pop(0))
        try:
            reading = open_to_read(output.options).reading
            values = dict(reading.encounter.switches) if reading.system is system else {}
        except GMError:
            values = {}
    else:
        try:
            reading = open_to_read(output.options).reading
        except BadFile as error:
            raise BadFile(error.text, faults=error.faults, remedy="name a system: gm rules bnb") from None
        system, values = reading.system, dict(reading.encounter.switches)
    return system, values, rest[0] if rest else ""


def _rules_data(output: Output, system: System, found: list[Rule], values: dict[str, object]) -> dict[str, object]:
    from gmtool.hexes.grid import Grid
    from gmtool.render.json import switch_values

    in_force = switch_values(system, values, Grid())
    return {
        "schema": 1,
        "command": list(output.command),
        "system": system.id,
        "rules": [rule._asdict() for rule in found],
        "switches": [
            {"key": switch.key, "value": in_force[switch.key], "help": switch.help} for switch in system.switches
        ],
    }


@click.command()
@click.pass_obj
def systems(output: Output) -> None:
    """List the rule systems there are."""
    found = [catalog.load(name) for name in catalog.names()]
    if output.options.json:
        rows = [{"id": system.id, "title": system.title} for system in found]
        output.data({"schema": 1, "command": list(output.command), "systems": rows})
        return
    width = max(len(system.id) for system in found)
    output.give(f"{system.id:{width}}  {system.title}" for system in found)
