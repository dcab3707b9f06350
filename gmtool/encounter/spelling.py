"""How the file spells a value: as data for the document layer, and as it is shown."""

from typing import Any, TypeAlias

from gmtool.document.scalars import Text
from gmtool.hexes.grid import Grid
from gmtool.rules.codecs import AsSpelled, Codec, ListOf, MapOf, Record, Scalar
from gmtool.rules.model import Change, stats_of

Spelled: TypeAlias = "str | list[Spelled] | dict[str, Spelled] | None"
"""What the document layer writes; free text is marked as Text."""


def spelled(change: Change, grid: Grid) -> tuple[Any, Any]:
    """The old and the new value as the file spells them; None where there is no key."""
    codec, old, new = change.stat.codec, change.old, change.new
    return (
        None if old is None else spelled_value(codec, old, grid),
        None if new is None else spelled_value(codec, new, grid),
    )


def spelled_value(codec: Codec, value: Any, grid: Grid) -> Any:
    """The value as JSON shows it in a list of changes: the file's own spelling."""
    data = data_of(codec, value, grid, "")
    return str(data) if isinstance(data, str) else data


def data_of(codec: Codec, value: Any, grid: Grid, was: str) -> Spelled:
    """The value as the document layer takes it: text that stands plain where it can, free text marked as such.

    `was` is how it was spelled. A record is written in its short form where that can say it.
    """
    if isinstance(codec, Scalar):
        text = codec.write(value, grid, was)
        return Text(text) if codec.free else text
    if isinstance(codec, ListOf):
        return [data_of(codec.item, item, grid, "") for item in value]
    if isinstance(codec, MapOf):
        return {codec.key.write(key, grid, ""): data_of(codec.value, item, grid, "") for key, item in value.items()}
    if isinstance(codec, AsSpelled):
        entry: Spelled = value
        return entry
    short = str(value) if codec.short is not None else ""
    return short or _record_of(codec, value, grid)


def _record_of(codec: Record, value: Any, grid: Grid) -> Spelled:
    fields = {}
    for s in stats_of(codec.cls):
        held = getattr(value, s.name)
        if held is not None and not s.absent(held, None, None):
            fields[s.path[-1]] = data_of(s.codec, held, grid, "")
    return fields or None
