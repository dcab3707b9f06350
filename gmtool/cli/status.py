"""`gm status`, and `gm` alone: the round, and everybody or one of them."""

from gmtool import session
from gmtool.cli.output import Output
from gmtool.cli.screen import columns
from gmtool.encounter import names
from gmtool.rules import turns
from gmtool.session import open_to_read


def tell_status(output: Output, name: str | None, *, player: bool) -> None:
    """Print how everybody is, or the one of that name; `player`: what players may see. Raises BadFile, Unknown."""
    reading = open_to_read(output.options).reading
    if player:
        from gmtool.encounter.players import players_view

        reading = players_view(reading)
    output.warn(session.warning_lines(reading.warnings))
    everyone = turns.in_order(reading.encounter)
    shown = [reading.encounter.combatants[names.find(reading, name)]] if name else everyone
    if output.options.json:
        from gmtool.render import json

        output.data(json.status(output.command, reading, shown))
        return
    from gmtool.render import roster

    if name:
        output.give(roster.sheet_lines(reading, shown[0]), words=True)
    else:
        output.give(roster.status_lines(reading, columns(terminal=output.terminal)))
