"""Dice without a fight: `gm roll`."""

from collections.abc import Callable, Sequence

import click

from gmtool.cli.output import Output
from gmtool.cli.words import shield, unshield
from gmtool.dice.codes import DieCode
from gmtool.dice.notation import Expression, Rolled, parse
from gmtool.dice.sources import Given
from gmtool.dice.spread import Spread
from gmtool.dice.terms import Pool, PoolReading, summed
from gmtool.encounter.reading import Reading
from gmtool.errors import BadFile, GMError
from gmtool.session import Thrown

BAR = 30
"""characters of the longest bar of a distribution"""


class Raw(click.Command):
    """A command whose words may begin with a minus sign."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words, negative numbers among them."""
        return super().parse_args(ctx, shield(args))


@click.command(cls=Raw, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, required=True, metavar="DICE...")
@click.option("--times", type=click.IntRange(1, 1000), default=1, metavar="N", help="roll so often")
@click.option("--odds", "show_odds", is_flag=True, help="the exact distribution instead of a roll")
@click.option("--at-least", type=int, metavar="N", help="with --odds: the chance of N or more")
@click.pass_obj
def roll(output: Output, words: tuple[str, ...], times: int, show_odds: bool, at_least: int | None) -> None:
    """Roll dice: 2d6+1, 4d6kh3, d%, 2d6!, (1d6+2)x2, 3D+2.

    \b
    gm roll 2d6 - 1
    gm roll 4d6kh3 --times 6
    gm roll 3d6 --odds --at-least 11

    kh and kl keep, dh and dl drop the highest or lowest; ! rolls the highest face again, ten times at most. d% is 1 to
    100, D66 a die with 66 sides, 0d6 is 0. / rounds down: 7/2 is 3, -7/2 is -4. 3D+2 is a D6 die code: a d6 encounter
    counts it as its switches say, elsewhere its dice are added up. All words are one expression. Brackets and * must be
    quoted for the shell: "2*(1d6)"; x is times as well.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    expression = parse(" ".join(map(unshield, words)))
    if at_least is not None and not show_odds:
        raise click.UsageError("--at-least goes with --odds")
    if show_odds:
        _tell_odds(output, expression, at_least)
        return
    source = output.options.source()
    pool = pool_reading(lambda: _current(output))
    rolls = [expression.roll(source, pool=pool) for _ in range(times)]
    if isinstance(source, Given):
        source.finish()
    _log(output, rolls)
    if output.options.json:
        output.data(_data(output, expression, rolls))
    else:
        output.give((roll.line for roll in rolls), words=True)


def pool_reading(encounter: Callable[[], Reading | None]) -> PoolReading:
    """How die codes are read: as the encounter's system says, else added up. It is opened for the first code only."""
    found: list[PoolReading] = []

    def read(code: DieCode) -> Pool:
        if not found:
            reading = encounter()
            own = None if reading is None else reading.system.die_code
            found.append(summed if reading is None or own is None else own(reading.encounter))
        return found[0](code)

    return read


def _current(output: Output) -> Reading | None:
    """The current encounter; None where there is none. Raises BadFile for one that cannot be read."""
    from gmtool.session import open_to_read

    try:
        return open_to_read(output.options).reading
    except BadFile as error:
        if error.faults or output.options.file:
            raise
        return None


def _data(output: Output, expression: Expression, rolls: Sequence[Rolled]) -> dict[str, object]:
    return {
        "schema": 1,
        "command": list(output.command),
        "dice": expression.text,
        "rolls": [{"total": roll.total, "text": roll.line, "faces": _faces(roll)} for roll in rolls],
    }


def _faces(roll: Rolled) -> list[int]:
    return [face for cast in roll.casts for group in cast.faces or () for face in group]


def _thrown(roll: Rolled) -> Thrown:
    source = next((cast.source for cast in roll.casts), "rolled")
    words = ",".join(filter(None, (cast.words for cast in roll.casts)))
    return Thrown(roll.total, _faces(roll), source, words)


def _log(output: Output, rolls: Sequence[Rolled]) -> None:
    """Keep the roll in the history of the current encounter, where there is one that can be written beside."""
    from gmtool import session

    if output.options.dry_run:
        return
    try:
        session.log_roll(output.options, output.command, list(map(_thrown, rolls)))
    except GMError:
        return


def _tell_odds(output: Output, expression: Expression, at_least: int | None) -> None:
    spread = expression.spread(pool_reading(lambda: _current(output)))
    if output.options.json:
        output.data(_spread_data(output, expression, spread, at_least))
        return
    mean, deviation = float(spread.mean()), spread.deviation()
    lines = [f"{expression.text}: {spread.least} to {spread.most}, mean {mean:.4g}, deviation {deviation:.4g}"]
    most = max(chance for _, chance in spread)
    width = max(len(str(value)) for value, _ in spread)
    exact = max(len(str(chance)) for _, chance in spread)
    for value, chance in spread:
        bar = "#" * round(BAR * chance / most)
        fraction = f"{chance!s:>{exact}}  " if exact <= BAR else ""
        lines.append(f"{value:>{width}}  {fraction}{float(chance):7.2%}  {bar}".rstrip())
    if at_least is not None:
        chance = spread.at_least(at_least)
        lines.append(f"P(>= {at_least}) {chance} = {float(chance):.2%}")
    output.give(lines)


def _spread_data(output: Output, expression: Expression, spread: Spread, at_least: int | None) -> dict[str, object]:
    rows = [{"value": value, "chance": str(chance), "float": float(chance)} for value, chance in spread]
    data: dict[str, object] = {
        "schema": 1,
        "command": list(output.command),
        "dice": expression.text,
        "mean": {"exact": str(spread.mean()), "float": float(spread.mean())},
        "deviation": spread.deviation(),
        "chances": rows,
    }
    if at_least is not None:
        chance = spread.at_least(at_least)
        data["at_least"] = {"value": at_least, "chance": str(chance), "float": float(chance)}
    return data
