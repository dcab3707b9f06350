"""Pages of the manual as lines: what a person wrote, and what is made from what a system declares.

A page is plain text with headings (`#`, `##`), fenced blocks, and `{{NAME}}` alone on a line for a generated part.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any

from gmtool.encounter.spelling import spelled_value
from gmtool.hexes.grid import Grid
from gmtool.render.color import BOLD, Piece, Strip
from gmtool.rules import standard
from gmtool.rules.codecs import Codec, ListOf, MapOf, Record, Scalar
from gmtool.rules.model import Combatant, Encounter, Stat, Terrain, stats_of
from gmtool.rules.record import Kind
from gmtool.rules.system import Switch, System
from gmtool.rules.verbs import Verb

INDENT = "  "
WIDTH = 60
"""columns of what is generated; blocks may be wider, as the programs of which they show the output are"""
FENCE = "```"
Part = Callable[[], Iterable[str]]


def page_lines(text: str, parts: Mapping[str, Part] | None = None) -> Iterator[str]:
    """A page as it is shown: headings at the margin, prose one step in, blocks two; generated parts in their places."""
    inside = False
    for line in text.rstrip("\n").split("\n"):
        if line.startswith(FENCE):
            inside = not inside
            name = line.removeprefix(FENCE).partition(" ")[2]
            if inside and name:
                yield f"{INDENT * 2}{name}:"
        elif inside:
            yield f"{INDENT * 2}{line}".rstrip()
        elif line.startswith("#"):
            yield heading(line.lstrip("# "))
        elif line.startswith("{{") and parts is not None:
            yield from parts[line.strip("{}")]()
        else:
            yield f"{INDENT}{line}".rstrip()


def heading(text: str) -> Strip:
    """A heading, bold where there is color."""
    return Strip([Piece(text, BOLD)])


def shared_parts() -> Mapping[str, Part]:
    """The generated parts of pages that are no system's: the keys that every encounter has."""
    return {
        "encounter": lambda: key_lines(stats_of(Encounter)),
        "combatant": lambda: key_lines(stats_of(Combatant)),
        "terrain": lambda: key_lines(stats_of(Terrain)),
    }


def system_lines(system: System, text: str) -> Iterator[str]:
    """The page of a system: what its own page says, "" where it has none, then all its keys, verbs and switches."""
    yield heading(f"{system.title} ({system.id})")
    yield ""
    yield from page_lines(text) if text else _unwritten(system)
    for title, lines in _sections(system):
        found = list(lines)
        if found:
            yield from ("", heading(title), *found)
    yield from ("", heading("Read on"), *_further(system))


def _unwritten(system: System) -> Iterator[str]:
    yield from _wrapped(f"`gm init --system {system.id}` writes a fight to begin with.", INDENT)


def _sections(system: System) -> Iterator[tuple[str, Iterable[str]]]:
    yield "Keys of a combatant's sheet", key_lines(_own(system.combatant, Combatant, "sheet"))
    yield "Keys that play sets", key_lines(_own(system.combatant, Combatant, "state"))
    yield "Keys at the top of the file", key_lines(_own(system.encounter, Encounter, "sheet", "state"))
    verbs = system.verb_table.values()
    yield "Verbs of this system", _verb_lines(verb for verb in verbs if verb.run not in standard.VERBS)
    yield "Verbs of every system", _verb_lines(verb for verb in verbs if verb.run in standard.VERBS)
    yield "House rules: switches under `rules:`", _switch_lines(system.switches)


def _further(system: System) -> Iterator[str]:
    return _columns(
        {
            f"gm rules {system.id}": "every rule with its id",
            "gm help VERB": "the words and options of a verb",
            f"gm bestiary --system {system.id}": "its creatures",
            "gm help file": "the keys that every system has",
            "gm help rules": "how to play by a switch",
        }
    )


# keys -----------------------------------------------------------------------------------------------------------------


def _own(cls: type, shared: type, *kinds: Kind) -> list[Stat]:
    """What a system's class declares beside, or otherwise than, the class it is made from."""
    known = {(s.name, s.help) for s in stats_of(shared)}
    return [s for s in stats_of(cls) if s.kind in kinds and (s.name, s.help) not in known]


def key_lines(stats: Iterable[Stat]) -> Iterator[str]:
    """Each key with what it takes, its default and what it is for; the keys inside of it one step further in."""
    for s in stats:
        yield from _key(s, INDENT)


def _key(s: Stat, indent: str) -> Iterator[str]:
    yield from _wrapped(f"{s.key}: {_takes(s.codec)}{_default(s)}", indent, deeper=INDENT * 3)
    yield from _wrapped(s.help, indent + INDENT * 2)
    record = _record(s.codec)
    if record is not None:
        for inner in stats_of(record.cls):
            yield from _key(inner, indent + INDENT * 2)


def _takes(codec: Codec) -> str:
    """What a key takes, in words."""
    if isinstance(codec, Scalar):
        return codec.says
    if isinstance(codec, ListOf):
        return f"a list, each {_takes(codec.item)}"
    if isinstance(codec, MapOf):
        return f"for each name, {_takes(codec.value)}"
    return "these keys" if isinstance(codec, Record) else "as it stands"


def _record(codec: Codec) -> Record | None:
    """The record that a codec reads, alone, in a list or by name."""
    while isinstance(codec, (ListOf, MapOf)):
        codec = codec.item if isinstance(codec, ListOf) else codec.value
    return codec if isinstance(codec, Record) else None


def _default(s: Stat) -> str:
    """The default, where it is the same for everybody and says something; that there must be a value, where none is."""
    if s.required:
        return "; required"
    none = s.default is None or callable(s.default) or s.default in ("", (), {})
    if none or s.kind == "state" or not isinstance(s.codec, (Scalar, ListOf)):
        return ""
    return f"; default {_spelled(s.codec, s.default)}"


def _spelled(codec: Codec, value: Any) -> str:
    """A value as a file has it on one line."""
    data = spelled_value(codec, value, Grid())
    if isinstance(data, list):
        return f"[{', '.join(data)}]"
    if isinstance(data, dict):
        return f"{{{', '.join(f'{key}: {inner}' for key, inner in data.items())}}}"
    return str(data)


# verbs and switches ---------------------------------------------------------------------------------------------------


def _verb_lines(verbs: Iterable[Verb]) -> Iterator[str]:
    return _columns({verb.name: verb.summary for verb in verbs})


def _switch_lines(switches: Iterable[Switch]) -> Iterator[str]:
    for switch in switches:
        default = _spelled(switch.codec, switch.default)
        choices = switch.codec.choices if isinstance(switch.codec, Scalar) else ()
        others = ", ".join(word for word in choices if word != default)
        shown = f"{switch.key}: {default} (or {others})" if others else f"{switch.key}: {default}"
        yield from _wrapped(shown, INDENT, deeper=INDENT * 3)
        yield from _wrapped(switch.help, INDENT * 3)


def _columns(rows: Mapping[str, str]) -> Iterator[str]:
    """Names and what they are, side by side."""
    width = max(map(len, rows), default=0) + len(INDENT)
    for name, says in rows.items():
        yield from _wrapped(f"{name:{width}}{says}", INDENT, deeper=" " * width)


def _wrapped(text: str, indent: str, *, deeper: str = "") -> list[str]:
    return wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + deeper,
        break_on_hyphens=False,
        break_long_words=False,
    )
