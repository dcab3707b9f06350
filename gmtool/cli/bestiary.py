"""The creatures there are to fight with: `gm bestiary`."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import click

from gmtool.cli.output import Output
from gmtool.document.store import current_folder
from gmtool.document.tree import plain_data
from gmtool.encounter import book, catalog
from gmtool.encounter.book import Entry
from gmtool.encounter.creatures import SHIPPED, Bestiary
from gmtool.errors import BadFile
from gmtool.rules.codecs import Scalar
from gmtool.rules.model import Combatant, Stat, stats_of
from gmtool.rules.system import System
from gmtool.session import locate, open_to_read

MOST_STATS = 3
"""how many values a line of the list shows beside the health"""


class Shelf(NamedTuple):
    """A system, and its creatures by name: of two of one name, the one in the nearest file."""

    system: System
    books: Bestiary
    creatures: Mapping[str, Entry]


@click.command()
@click.argument("name", required=False)
@click.option("--system", metavar="ID", help="of this rule system; else of the current encounter's")
@click.pass_obj
def bestiary(output: Output, name: str | None, system: str | None) -> None:
    """List the creatures of the bestiaries, or show one as its file has it.

    \b
    gm bestiary                of the current encounter's system
    gm bestiary wolf           all of it, with its comments
    gm bestiary --system bnb   without an encounter

    Bestiaries are bestiary/SYSTEM.yaml beside the encounter and in the folders above it, then the one that comes with
    gm. The nearest that has a creature wins.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    shelf = _shelf(output, system)
    named = [] if name is None else [shelf.creatures[shelf.books.named(shelf.system.id, name)]]
    chosen = named or list(shelf.creatures.values())
    if output.options.json:
        head = {"schema": 1, "command": list(output.command), "system": shelf.system.id}
        output.data({**head, "creatures": [_as_data(entry, whole=name is not None) for entry in chosen]})
    elif name is not None:
        (entry,) = chosen
        output.give([f"# {_place(entry)}", *entry.text.splitlines()])
    else:
        output.give(_rows(shelf), words=True)


def _shelf(output: Output, named: str | None) -> Shelf:
    """The creatures that the current encounter can use, or those of a system. Raises BadFile, Unknown."""
    if named is not None:
        system, folder = catalog.load(named), _folder(output)
    else:
        try:
            path = locate(output.options)
        except BadFile as error:
            raise BadFile(error.text, remedy="name a system: gm bestiary --system bnb") from None
        system, folder = open_to_read(output.options).reading.system, os.path.dirname(os.path.realpath(path))
    found: dict[str, Entry] = {}
    books = Bestiary(folder)
    for document in books.shelf(system.id):
        for entry in book.entries(document):
            found.setdefault(entry.name, entry)
    return Shelf(system, books, found)


def _folder(output: Output) -> str:
    """The folder in which bestiaries are looked for first: the encounter's, if there is one, else this."""
    try:
        return os.path.dirname(os.path.realpath(locate(output.options)))
    except BadFile:
        return current_folder()


def _rows(shelf: Shelf) -> Iterator[str]:
    """A line for each: its name, its health, a few values, and where it comes from."""
    if not shelf.creatures:
        yield f"no bestiary has a creature for {shelf.system.id}"
        return
    health, *others = shown = _shown_stats(shelf.system)
    rows = []
    for entry in shelf.creatures.values():
        values = {s.key: book.value_at(entry, s.path, shelf.creatures.get) for s in shown}
        some = ", ".join(f"{s.path[-1]} {values[s.key]}" for s in others if values[s.key])
        rows.append((entry.name, f"{health.path[-1]} {values[health.key] or '-'}", some, _source(entry)))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for *cells, source in rows:
        yield "  ".join((*(f"{cell:{width}}" for cell, width in zip(cells, widths, strict=True)), source))


def _shown_stats(system: System) -> Sequence[Stat]:
    """The stat that tells the health, then the first single values of the sheet that are the system's own."""
    stats = stats_of(system.combatant)
    common = {s.name for s in stats_of(Combatant)} | {system.health}
    own = [s for s in stats if s.kind == "sheet" and s.name not in common and isinstance(s.codec, Scalar)]
    return [*(s for s in stats if s.name == system.health), *own[:MOST_STATS]]


def _is_shipped(entry: Entry) -> bool:
    return os.path.dirname(entry.book.name) == SHIPPED


def _source(entry: Entry) -> str:
    return "shipped" if _is_shipped(entry) else os.path.relpath(entry.book.name)


def _place(entry: Entry) -> str:
    """The file a creature stands in and its line there, as an editor takes it."""
    path = os.path.relpath(entry.book.name)
    return f"{entry.book.name if path.startswith(os.pardir) else path}:{entry.line}"


def _as_data(entry: Entry, *, whole: bool) -> dict[str, Any]:
    data = {
        "name": entry.name,
        "file": entry.book.name,
        "line": entry.line,
        "shipped": _is_shipped(entry),
        "values": plain_data(entry.node),
    }
    return {**data, "text": entry.text} if whole else data
