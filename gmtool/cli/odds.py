"""Exact chances: `gm odds`."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from gmtool.cli.output import Output
from gmtool.encounter.reading import Reading
from gmtool.errors import Misused, Unknown, did_you_mean
from gmtool.rules.model import Encounter, Stat, stats_of
from gmtool.session import open_to_read

if TYPE_CHECKING:
    from gmtool.render.chances import Choice


DUEL = "duel"
"""the word that asks for a whole fight of two instead of one command"""


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, required=True, metavar="COMMAND ARGS...")
@click.option("--by", metavar="KEY", help="the chances of this value too, for whoever it may change")
@click.option("--vs", multiple=True, metavar='"COMMAND ARGS..."', help="another choice beside it (repeatable)")
@click.pass_context
def odds(ctx: click.Context, words: tuple[str, ...], by: str | None, vs: tuple[str, ...]) -> None:
    """Count the exact chances of a command, or of a whole duel; nothing is rolled, nothing written.

    \b
    gm odds attack rat wolf
    gm odds attack rat wolf --charge --by as
    gm odds attack rat wolf --charge --vs "attack rat wolf"
    gm odds duel rat wolf

    The same rule is played once for every way the dice can fall; the chances add up to 1. A duel is the fight of these
    two alone, to its end, as `gm simulate --policy` says; where that takes too many moments to follow, it says so.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    from gmtool.cli.verbs import find
    from gmtool.render import chances

    output: Output = ctx.obj
    reading = open_to_read(output.options).reading
    if words[0] == DUEL and find(reading.system, DUEL) is None:
        if vs or by:
            raise Misused(f"--{'vs' if vs else 'by'} does not go with a duel")
        _duel(output, reading, words[1:])
        return
    first = _count(ctx, reading, words, by)
    others = [_count(ctx, reading, _split(text), by) for text in vs]
    if output.options.json:
        output.data(chances.data(output.command, reading, first, others))
    elif others:
        output.give(chances.beside(reading, [first, *others]), words=True)
    else:
        output.give(chances.lines(reading, first), words=True)


def _count(ctx: click.Context, reading: Reading, words: Sequence[str], by: str | None) -> "Choice":
    """Count one command. Raises Unknown for a verb or a value there is not, and what the command is refused with."""
    from gmtool.cli.verbs import find, parsed
    from gmtool.render.chances import Choice
    from gmtool.rules.forecast import forecast

    options = ctx.obj.options
    system, name = reading.system, words[0]
    verb = find(system, name)
    if verb is None:
        hint = did_you_mean(name, [*system.verb_table, DUEL]) or f"it has {', '.join(system.verb_table)}"
        raise Unknown(f"{system.id} has no verb `{name}`; {hint}")
    given_words = [*words[1:]]
    if by is not None and any(option.word == "by" for option in verb.options):
        given_words, by = [*given_words, "--by", by], None  # the verb has an option of that name itself
    given = parsed(verb, reading, tuple(given_words), ctx)
    stat = _stat(reading, by) if by else None
    found = forecast(
        system,
        verb,
        reading.encounter,
        given,
        force=options.force,
        mods=options.mods,
        by=_shower(stat) if stat else None,
    )
    return Choice(tuple(words), found, stat)


def _split(text: str) -> list[str]:
    """The words of another choice, parted as in a shell; a leading `gm` may stand. Raises Misused."""
    from shlex import split

    try:
        words = split(text)
    except ValueError as error:
        raise Misused(f"--vs {text}: {str(error).lower()}", remedy="close the quote") from None
    words = words[1:] if words[:1] == ["gm"] else words
    if not words:
        raise Misused("--vs: a command is wanted", remedy='--vs "attack rat wolf"')
    return words


def _duel(output: Output, reading: Reading, typed: Sequence[str]) -> None:
    """Tell who outlasts whom. Raises Misused, Unknown, Refused."""
    from gmtool.cli.simulate import require_by_itself
    from gmtool.encounter import names
    from gmtool.render import chances
    from gmtool.simulation.duel import duel

    require_by_itself(output.options)
    found_names = [names.find(reading, one) for one in typed]
    if len(found_names) != 2 or len(set(found_names)) != 2:
        raise Misused("a duel is between two", remedy="gm odds duel NAME NAME")
    first, second = found_names
    found = duel(reading.system, reading.encounter, (first, second))
    if output.options.json:
        output.data(chances.duel_data(output.command, reading, found))
    else:
        output.give(chances.duel_lines(reading, found), words=True)


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
