"""Several commands as one: `gm run`."""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import click

from gmtool import session
from gmtool.cli.deeds import kept_act, settled
from gmtool.cli.line import read as read_line
from gmtool.cli.output import Output
from gmtool.cli.words import as_kept, hoist, read_mods
from gmtool.dice.sources import Given, Source
from gmtool.document.store import read
from gmtool.encounter.reading import Reading
from gmtool.encounter.throwing import ASK
from gmtool.errors import BadFile, GMError, Misused
from gmtool.rules.table import Mods
from gmtool.session import Act, Options, Recast, open_to_write

T = TypeVar("T")
LONGEST = 10_000
"""lines of a script"""
OWN = ("--dice", "--seed", "--mod", "--target-mod")
"""the global options that a line may have for itself, beside --force"""


class Line(NamedTuple):
    """One command of a script."""

    place: str
    """`fight.gm:3`"""
    words: list[str]
    options: Options

    @property
    def kept(self) -> list[str]:
        """As the history keeps it."""
        return as_kept(self.words, self.options)


@click.command()
@click.argument("script")
@click.pass_obj
def run(output: Output, script: str) -> None:
    """Do the commands of SCRIPT, or of standard input where it is `-`: all of them or none, as one step to undo.

    One command a line, or several parted by `;`, as they are typed, with or without `gm`; `#` begins a comment. A
    command may have dice and modifiers of its own.

    \b
    # the ambush
    add wolf 3 --at 0509
    --dice 4,1,2 attack wolf-1 rat
    next

    --json gives `steps`, each with its command, events, changes and text, beside what all of them changed.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    options = output.options
    name = script if script != "-" else "standard input"
    lines = list(_lines(_text(script), name, options))
    if not lines:
        raise Misused(f"{name} holds no command")
    with open_to_write(options) as opened:
        kept = [_located(line.place, settled, line.kept, opened, line.options) for line in lines]
        acts = [_act(line, words) for line, words in zip(lines, kept, strict=True)]
        each, whole = session.perform_script(opened, options, output.command, kept, acts)
    output.tell_all(each, whole)


def _text(script: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if script == "-" else read(script)
    except BadFile as error:
        raise BadFile(error.text) from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(f"{script} is no UTF-8 text") from None


def _lines(text: str, name: str, options: Options) -> Iterator[Line]:
    """The commands of a script with their places. Raises Misused for a line that is none."""
    rows = text.splitlines()
    if len(rows) > LONGEST:
        raise Misused(f"{name} has {len(rows):,} lines, and {LONGEST:,} are the most")
    for number, row in enumerate(rows, 1):
        place = f"{name}:{number}"
        for words in _located(place, _commands, row):
            yield _located(place, lambda place, words: Line(place, *_own(words, options)), place, words)


def _commands(row: str) -> list[list[str]]:
    """The words of each command of a line, `gm` left out. Raises Misused where a line cannot be understood."""
    typed = read_line(row)
    if typed.slip is not None:
        raise Misused(typed.slip.text, remedy=typed.slip.remedy)
    return [command.said for command in typed.commands if command.said]


def _own(words: Sequence[str], options: Options) -> tuple[list[str], Options]:
    """The command's own words, and the options it is played with. Raises Misused for one that belongs to the whole."""
    split = hoist(words)
    waiting = iter(split.front)
    given: dict[str, list[str]] = {}
    force = options.force
    for word in waiting:
        name, equals, value = word.partition("=")
        if word == "--force":
            force = True
        elif name in OWN:
            given.setdefault(name, []).append(value if equals else next(waiting, ""))
        else:
            raise Misused(f"{name} belongs to `gm run` itself", remedy=f"gm {name} run SCRIPT")
    mods = Mods(read_mods(given.get("--mod", ())), read_mods(given.get("--target-mod", ())))
    seed = given.get("--seed", [""])[-1]
    if seed and not seed.isdecimal():
        raise Misused(f"--seed {seed}: it must be a whole number")
    dice = given.get("--dice", [""])[-1]
    if dice.startswith(ASK):
        raise Misused(f"--dice {dice} is for the whole script", remedy=f"gm --dice {dice} run SCRIPT")
    own = options._replace(
        dice=dice,
        seed=int(seed) if seed else None,
        force=force,
        mods=Mods(mods.acting or options.mods.acting, mods.target or options.mods.target),
    )
    return split.rest, own


def _act(line: Line, kept: Sequence[str]) -> Act:
    """What a line does; what is wrong with it, or with the file after it, is told with its place."""
    inner = kept_act(kept, line.options._replace(dice=""))

    def act(reading: Reading, source: Source) -> Recast:
        own = line.options.source(reading) if line.options.dice or line.options.seed is not None else source
        played = _located(line.place, session.play_on, reading, own, inner)
        if isinstance(own, Given) and own is not source:
            _located(line.place, own.finish)
        return session.together(reading, [played])

    return act


def _located(place: str, do: Callable[..., T], *args: Any) -> T:
    """Do it; an error names the line of the script. Raises what it raises."""
    try:
        return do(*args)
    except click.UsageError as error:
        raise Misused(f"{place}: {error.format_message()}") from None
    except GMError as error:
        error.text = f"{place}: {error.text}"
        error.args = (error.text,)
        raise
