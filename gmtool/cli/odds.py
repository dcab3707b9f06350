"""Exact chances: `gm odds`."""

from collections.abc import Callable

import click

from gmtool.cli.output import Output
from gmtool.encounter.reading import Reading
from gmtool.errors import Unknown, did_you_mean
from gmtool.rules.model import Encounter, Stat, stats_of
from gmtool.session import open_to_read


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, required=True, metavar="COMMAND ARGS...")
@click.option("--by", metavar="KEY", help="the chances of this value too, for whoever it may change")
@click.pass_context
def odds(ctx: click.Context, words: tuple[str, ...], by: str | None) -> None:
    """Count the exact chances of a command; nothing is rolled, nothing written.

    \b
    gm odds attack rat wolf
    gm odds attack rat wolf --charge --by as

    The same rule is played once for every way the dice can fall; the chances add up to 1.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    from gmtool.cli.verbs import find, parsed
    from gmtool.render import chances
    from gmtool.rules.forecast import forecast

    output: Output = ctx.obj
    reading = open_to_read(output.options).reading
    system, name = reading.system, words[0]
    verb = find(system, name)
    if verb is None:
        hint = did_you_mean(name, system.verb_table) or f"it has {', '.join(system.verb_table)}"
        raise Unknown(f"{system.id} has no verb `{name}`; {hint}")
    if by is not None and any(option.word == "by" for option in verb.options):
        words, by = (*words, "--by", by), None  # the verb has an option of that name itself
    given = parsed(verb, reading, words[1:], ctx)
    stat = _stat(reading, by) if by else None
    found = forecast(
        system,
        verb,
        reading.encounter,
        given,
        force=output.options.force,
        mods=output.options.mods,
        by=_shower(stat) if stat else None,
    )
    if output.options.json:
        output.data(chances.data(output.command, reading, found, stat.key if stat else None))
    else:
        output.give(chances.lines(reading, words, found, stat.label if stat else ""))


def _stat(reading: Reading, key: str) -> Stat:
    stats = stats_of(reading.system.combatant)
    found = [s for s in stats if key in (s.key, s.path[-1])]
    if len(found) != 1:
        known = [s.key for s in stats]
        raise Unknown(f"no combatant has a value `{key}`; {did_you_mean(key, known) or ', '.join(known)}")
    return found[0]


def _shower(stat: Stat) -> Callable[[Encounter, str], str]:
    from gmtool.render.records import spelling

    def show(encounter: Encounter, who: str) -> str:
        combatant = encounter.combatants[who]
        return spelling(stat, getattr(combatant, stat.name), encounter, combatant)

    return show
