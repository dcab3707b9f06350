"""What an editor needs to complete and check an encounter: `gm schema`."""

import os

import click

from gmtool.cli.output import Output
from gmtool.document.folder import Unkept, make_folder, unkept
from gmtool.document.store import create, hold, read
from gmtool.encounter import catalog
from gmtool.errors import BadFile, Misused
from gmtool.rules.system import System

MODELINE = "# yaml-language-server: $schema="
"""how a file tells an editor its schema: a path from the file's own folder, so that it works offline"""
_SIGN = b'"$schema"'


@click.command()
@click.argument("system")
@click.option("-o", "--output", "target", metavar="FILE", help="write it to a file; an older schema is replaced")
@click.option("--bestiary", is_flag=True, help="the schema of a bestiary file, not of an encounter")
@click.pass_obj
def schema(output: Output, system: str, target: str | None, bestiary: bool) -> None:
    """Print the JSON Schema of a system's encounters, by which editors complete keys and underline typos.

    \b
    gm schema bnb
    gm schema bnb -o .gm/schema/bnb.json   anew, where `gm init` keeps it

    An editor that knows YAML finds it by the first line that `gm init` writes; without it, add
    `# yaml-language-server: $schema=FILE`. Draft 2020-12. Unknown keys, of which gm only warns, are wrong there.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    found = catalog.load(system)
    if target is None:
        output.give(_text(found, bestiary=bestiary).rstrip("\n").split("\n"))
        return
    if not output.options.dry_run:
        save(target, found, bestiary=bestiary)
    if output.options.json:
        head = {"schema": 1, "command": list(output.command), "system": system}
        output.data({**head, "file": target, "written": not output.options.dry_run})
    elif output.options.dry_run:
        output.say([f"dry run: {target} would be written"])
    else:
        output.say([f"{target}: the schema of {system} {'bestiaries' if bestiary else 'encounters'}"])


def save(path: str, system: System, *, bestiary: bool = False) -> None:
    """Write a system's schema to a new file or in place of an older one. Raises Misused, BadFile, Busy."""
    raw = _text(system, bestiary=bestiary).encode()
    if not os.path.lexists(path):
        create(path, raw)
        return
    try:
        older = read(path)
    except BadFile as error:
        raise Misused(error.text, remedy="give another name") from None
    if older == raw:
        return
    if _SIGN not in older[:100]:
        raise Misused(f"{path} is there already and is no JSON Schema; it is left as it is", remedy="give another name")
    with hold(path) as held:
        held.replace(raw)


def keep_beside(encounter: str, system: System) -> None:
    """Write the schema to where the modeline of an encounter says it is. Raises Unkept, Misused, Busy."""
    folder = os.path.join(make_folder(os.path.dirname(os.path.realpath(encounter))), "schema")
    path = os.path.join(folder, f"{system.id}.json")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise unkept(folder, error) from error
    for ours in (folder, path):
        if os.path.islink(ours):
            raise Unkept(f"{ours} is a symbolic link", remedy="remove the link")
    save(path, system)


def modeline(system: System) -> str:
    """The comment that leads an editor from an encounter to its schema."""
    return f"{MODELINE}.gm/schema/{system.id}.json"


def _text(system: System, *, bestiary: bool) -> str:
    from json import dumps

    from gmtool.encounter.schema import bestiary_schema, encounter_schema

    made = bestiary_schema(system) if bestiary else encounter_schema(system)
    return dumps(made, ensure_ascii=False, indent=2) + "\n"
