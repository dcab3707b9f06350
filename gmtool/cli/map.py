"""`gm map` and `gm from`: where everybody stands, drawn, in words, and as a paper map would be asked."""

import click

from gmtool import session
from gmtool.cli.output import Output
from gmtool.cli.screen import columns
from gmtool.encounter import names
from gmtool.encounter.reading import Reading
from gmtool.errors import Misused, Refused
from gmtool.render.map_scene import Scene, scene_of
from gmtool.rules.model import Combatant
from gmtool.session import open_to_read

USUAL_WIDTH = 80
"""columns where neither $COLUMNS nor a terminal says it"""
DRAWN = "╱╲│▁░█↗…"
"""what a terminal must be able to print for a map in Unicode"""


@click.command("map")
@click.option("--ascii", "ascii_only", is_flag=True, help="plain ASCII; the default where Unicode cannot be printed")
@click.option("--list", "in_words", is_flag=True, help="the same in sentences, for screen readers")
@click.option("--reach", metavar="NAME", help="mark the hexes NAME can move to, with what each costs")
@click.option("--player", is_flag=True, help="leave out everything hidden, as if it were not there")
@click.option("-o", "--output", "target", metavar="FILE", help="write a picture: .svg, .html or .png")
@click.pass_obj
def map_(output: Output, ascii_only: bool, in_words: bool, reach: str | None, player: bool, target: str | None) -> None:
    """Draw the map: the terrain, who stands where, which way they face, whose turn it is.

    \b
    gm map                    as large as the terminal is wide
    gm map --list             in sentences
    gm map --reach rat        where the rat can move to
    gm map --player -o map.html

    What is used is shown, and one hex around it. A map too wide is shown in part, and says so; $COLUMNS is the width.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    if target is not None and (ascii_only or in_words):
        raise click.UsageError(f"a picture has no {'--ascii' if ascii_only else '--list'}; leave one of them out")
    opened = open_to_read(output.options)
    reading = opened.reading
    if player:
        from gmtool.encounter.players import players_view

        reading = players_view(reading)
    output.warn(session.warning_lines(reading.warnings))
    scene = _scene(reading, reach)
    if target is not None:
        from gmtool.cli.picture import write_picture

        write_picture(output, scene, target, opened.path)
        return
    plain = ascii_only or not _prints(DRAWN, output.encoding)
    lines = _sentences(scene, plain) if in_words else _drawn(output, scene, plain)
    if output.options.json:
        from gmtool.render.map_json import map_data

        output.data(map_data(output.command, reading, scene, lines))
        return
    output.give(lines, words=True)


@click.command("from")
@click.argument("name")
@click.argument("other", required=False)
@click.option("--player", is_flag=True, help="leave out everything hidden, as if it were not there")
@click.pass_obj
def from_(output: Output, name: str, other: str | None, player: bool) -> None:
    """Tell what a paper map would be asked: distance, direction, arcs, sight, what could be done from here.

    \b
    gm from rat            everybody else, nearest first
    gm from rat wolf       these two
    gm from @ wolf         from whoever's turn it is
    """  # noqa: D301 - \b keeps click from wrapping the examples
    from gmtool.render import map_bearings

    reading = open_to_read(output.options).reading
    if player:
        from gmtool.encounter.players import players_view

        reading = players_view(reading)
    output.warn(session.warning_lines(reading.warnings))
    one = _on_map(reading, name)
    if other is None:
        found = map_bearings.bearings(reading, one)
        lines = map_bearings.all_lines(reading, one, found)
    else:
        second = _on_map(reading, other)
        if second is one:
            raise Misused(f"{one.name} is where it is", remedy="name another combatant")
        found = [map_bearings.bearing(reading, one, second, map_bearings.ground_names(reading.encounter))]
        lines = map_bearings.pair_lines(reading, one, found[0])
    if output.options.json:
        from gmtool.render.map_json import from_data

        output.data(from_data(output.command, reading, one, found, lines))
        return
    output.give(lines, words=True)


def _on_map(reading: Reading, typed: str) -> Combatant:
    """Find who is meant. Raises Unknown, or Refused for somebody without a place."""
    found: Combatant = reading.encounter.combatants[names.find(reading, typed)]
    if found.at is None:
        raise Refused(f"{found.name} is not on the map: it has no `at`", remedy=f"gm set {found.id} at=HEX")
    return found


# what is shown ------------------------------------------------------------------------------------------------------


def _scene(reading: Reading, mover: str | None) -> Scene:
    """What the map shows. Raises Misused where the system does not know how far one moves."""
    if mover is None:
        return scene_of(reading)
    if reading.system.reach is None:
        raise Misused(f"{reading.system.id} does not say how far one moves", remedy="leave --reach out")
    one = _on_map(reading, mover)
    return scene_of(reading, one, reading.system.reach(reading.encounter, one))


def _drawn(output: Output, scene: Scene, plain: bool) -> list[str]:
    from gmtool.render.map_text import map_lines

    return map_lines(scene, columns(terminal=output.terminal) or USUAL_WIDTH, ascii_only=plain)


def _sentences(scene: Scene, plain: bool) -> list[str]:
    from gmtool.render.map_scene import in_ascii
    from gmtool.render.map_words import scene_sentences

    return scene_sentences(in_ascii(scene) if plain else scene)


def _prints(text: str, encoding: str) -> bool:
    """Whether standard output has these signs."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


map = map_  # noqa: A001 - found by the name of the command
vars()["from"] = from_  # likewise; a name that only a dictionary can hold
