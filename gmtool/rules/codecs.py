"""How each kind of value is read from the encounter file's text, and spelled when it is written back.

A field's type picks its codec. Codecs of single values turn text into a value; lists, mappings and records only
say what they hold: walking a file, with its positions, is the business of whoever has the file.
A record's class may have a short form too: `read(text)`, and `str()`, "" where the short form cannot say it.
A `ValueError` carries the words that follow "hp is 104/40; ".
"""

import re
import types
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin

from gmtool.errors import Misused, did_you_mean
from gmtool.hexes.geometry import span
from gmtool.hexes.grid import Direction, Grid, Hex
from gmtool.rules.record import is_record, record

NAME_LENGTH = 80
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_TRACK = re.compile(r"([+-]?[0-9]{1,9})(?:(\s*/\s*)([0-9]{1,9}))?")
_CONTROL = r"[\x00-\x1f\x7f-\x9f\u2028\u2029]"
_UNPRINTED = r"[\x00-\x08\x0b-\x1f\x7f-\x9f]"
_SWITCHED = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_WORDS = {"true": "false", "yes": "no", "on": "off"}


class Track(NamedTuple):
    """A value that goes down and up again, and its maximum: hit points, health, stamina."""

    now: int
    max: int

    def __str__(self) -> str:
        return f"{self.now}/{self.max}"

    def moved(self, by: int) -> "Track":
        """The track after `by` points gained (lost when negative), never above its maximum."""
        return Track(min(self.now + by, self.max), self.max)


class Ref(str):
    """The id of another combatant."""

    __slots__ = ()


class Corners:
    """Marks a direction that may lead to a corner too, not through a hexside only."""


Heading: TypeAlias = Annotated[Direction, Corners]
"""The type of a facing with twelve choices. A verb takes it as `Annotated[Heading | None, "help"]`."""


class Stretch(NamedTuple):
    """A hex, or a straight line of hexes, as the file spells it: `0405`, `0701..0705`."""

    text: str
    hexes: tuple[Hex, ...]


@record
class Scalar:
    """The codec of one value. `says` completes "must be ..."; `free` is text that any YAML reader must see as text."""

    says: str
    read: Callable[[str, Grid], Any]
    write: Callable[[Any, Grid, str], str]
    """value, grid, and the spelling it was read from ("" when it is new)"""
    free: bool = False
    choices: tuple[str, ...] = ()


@record
class ListOf:
    """The codec of a list: a tuple of one kind of value."""

    item: "Codec"


@record
class MapOf:
    """The codec of a mapping from names to one kind of value."""

    key: Scalar
    value: "Codec"


@record
class Record:
    """The codec of a mapping with keys of its own: a record of stats.

    `short` reads a record that is written as one value (`shortsword: 4 d6`), where its class can; raises ValueError.
    """

    cls: type
    short: Callable[[str], Any] | None = None


class AsSpelled(NamedTuple):
    """The codec of what is kept in the file's own spelling: the whole entry of somebody who came or went."""


Codec: TypeAlias = Scalar | ListOf | MapOf | Record | AsSpelled


def codec_for(kind: Any, least: int | None = None, most: int | None = None, choices: tuple[str, ...] = ()) -> Codec:
    """Pick the codec of a field's type; `least`, `most`, `choices` narrow it. Raises TypeError where there is none."""
    kind = without_none(kind)
    origin = get_origin(kind)
    if origin is tuple:
        return ListOf(codec_for(get_args(kind)[0], least, most, choices))
    if origin in (dict, Mapping):
        key, value = get_args(kind)
        named = codec_for(key)
        if not isinstance(named, Scalar):
            raise TypeError(f"the names of a mapping are single values, not {key!r}")
        return MapOf(named, codec_for(value, least, most, choices))
    if origin is Literal:
        return _choice(tuple(str(word) for word in get_args(kind)))
    if is_record(kind):
        return Record(kind, _short_form(kind))
    return _scalar(kind, least, most, choices)


def _short_form(kind: Any) -> Callable[[str], Any] | None:
    return (lambda text: _read_own(kind, text)) if hasattr(kind, "read") else None


def without_none(kind: Any) -> Any:
    """The type X of an optional X | None."""
    if get_origin(kind) in (Union, types.UnionType):
        some = [arg for arg in get_args(kind) if arg is not type(None)]
        if len(some) == 1:
            return some[0]
    return kind


def _scalar(kind: Any, least: int | None, most: int | None, choices: tuple[str, ...]) -> Scalar:
    if choices:
        return _choice(choices)
    if kind is bool:
        return Scalar("true or false", _read_bool, _write_bool, choices=("true", "false"))
    if kind is int:
        return _whole(least, most)
    if kind is Track:
        return _track(least)
    if kind is Hex:
        return Scalar("a hex label", _read_hex, lambda value, grid, _: grid.label(value))
    if kind is Stretch:
        return Scalar("a hex label, or `0701..0705` for a straight line", _read_stretch, lambda value, *_: value.text)
    if kind is Direction:
        return Scalar("a direction", _read_direction, _write_direction)
    if kind == Heading:
        return Scalar("a direction, of a hexside or a corner", _read_heading, _write_direction)
    if kind is Ref:
        return Scalar("the name of a combatant", lambda text, _: Ref(read_name(text)), lambda value, *_: str(value))
    if kind is str:
        return Scalar("text", lambda text, _: _read_text(text), lambda value, *_: str(value), free=True)
    if hasattr(kind, "read"):
        return Scalar(_described(kind), lambda text, _: _read_own(kind, text), lambda value, *_: str(value))
    raise TypeError(f"no codec reads {kind!r}")


def _whole(least: int | None, most: int | None) -> Scalar:
    bounds = _bounds(least, most)

    def read(text: str, _: Grid) -> int:
        if not _WHOLE.fullmatch(text):
            raise ValueError(f"it must be a whole number{bounds}")
        number = int(text)
        if (least is not None and number < least) or (most is not None and number > most):
            raise ValueError(f"it must be a whole number{bounds}")
        return number

    return Scalar(f"a whole number{bounds}", read, lambda value, *_: str(value))


def _described(kind: Any) -> str:
    """What a type that reads itself is, by the first line of its own words: `a die code, as `3D+1``."""
    first = str(kind.__doc__ or kind.__name__).partition("\n")[0].rstrip(".")
    return first[:1].lower() + first[1:]


def _read_own(kind: Any, text: str) -> Any:
    """Read a value whose type knows how; its refusal becomes the reason."""
    try:
        return kind.read(text)
    except Misused as misused:
        raise ValueError("; ".join(filter(None, (misused.text, misused.remedy)))) from None


def _bounds(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return f" from {least} to {most}"
    if least is not None:
        return f", {least} or more"
    return f", {most} or less" if most is not None else ""


def _track(least: int | None) -> Scalar:
    def read(text: str, _: Grid) -> Track:
        match = _TRACK.fullmatch(text)
        if not match:
            raise ValueError("it must be CURRENT/MAXIMUM, as 9/14")
        now = int(match[1])
        top = now if match[3] is None else int(match[3])
        if top < 1:
            raise ValueError("the maximum must be 1 or more")
        if now > top:
            raise ValueError("the first number may not exceed the second")
        if least is not None and now < least:
            raise ValueError(f"the first number may not be below {least}")
        return Track(now, top)

    def write(value: Track, _: Grid, was: str) -> str:
        match = _TRACK.fullmatch(was)
        slash = match[2] if match and match[2] else "/"
        return f"{value.now}{slash}{value.max}"

    return Scalar("CURRENT/MAXIMUM, as 9/14", read, write)


def _choice(words: tuple[str, ...]) -> Scalar:
    folded = {word.casefold(): word for word in words}

    def read(text: str, _: Grid) -> str:
        found = folded.get(text.casefold())
        if found is None:
            hint = did_you_mean(text, words)
            raise ValueError(f"it must be one of {', '.join(words)}{'; ' + hint if hint else ''}")
        return found

    return Scalar(f"one of {', '.join(words)}", read, lambda value, *_: str(value), choices=words)


def _read_bool(text: str, _: Grid) -> bool:
    try:
        return _SWITCHED[text.casefold()]
    except KeyError:
        raise ValueError("it must be true or false") from None


def _write_bool(value: bool, _: Grid, was: str) -> str:
    for yes, no in _WORDS.items():
        if was.casefold() in (yes, no):
            word = yes if value else no
            return word.upper() if was.isupper() else word.title() if was.istitle() else word
    return "true" if value else "false"


def _read_hex(text: str, grid: Grid) -> Hex:
    return grid.hex(text)


def _read_stretch(text: str, grid: Grid) -> Stretch:
    return Stretch(text, tuple(span(grid, text)) if ".." in text else (grid.hex(text),))


def _read_direction(text: str, grid: Grid) -> Direction:
    return grid.direction(text)


def _read_heading(text: str, grid: Grid) -> Direction:
    return grid.direction(text, corners=True)


def _write_direction(value: Direction, grid: Grid, was: str) -> str:
    name = grid.name(value)
    return name.lower() if was and was.islower() else name


def _read_text(text: str) -> str:
    if not text.isprintable() and re.search(_UNPRINTED, text):
        raise ValueError("it may not hold a control character")
    return text


def read_name(text: str) -> str:
    """Read a combatant's name: no control characters, at most NAME_LENGTH characters. Raises ValueError."""
    if not text.strip():
        raise ValueError("it may not be empty")
    if not text.isprintable() and re.search(_CONTROL, text):
        raise ValueError("it may not hold a line break or another control character")
    if len(text) > NAME_LENGTH:
        raise ValueError(f"it may not be longer than {NAME_LENGTH} characters")
    return text
