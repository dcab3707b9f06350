"""A system's encounter file, or its bestiary, as a JSON Schema (draft 2020-12): editors complete and check keys by it.

It is made from what the system declares, so it cannot fall behind. An editor resolves scalars as YAML does, gm by what
the key holds: whatever gm reads must pass here in each type that YAML may see in it. `at: 0304` is a number to YAML.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args, get_origin

from gmtool.encounter.reading import OWN_PREFIX
from gmtool.encounter.spelling import spelled_value
from gmtool.hexes.grid import Direction, Grid, Hex
from gmtool.rules.codecs import NAME_LENGTH, Codec, Heading, Ref, Stretch, Track, without_none
from gmtool.rules.model import Stat, stats_of
from gmtool.rules.record import Declared, fields_of, is_record
from gmtool.rules.system import System

Schema: TypeAlias = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_LABEL = r"(?:[0-9]{4}|[0-9]{6}|[A-Za-z]{1,3}[0-9]{1,3})"
_TEXT: Schema = {"type": ["string", "number", "boolean"]}
_NAME: Schema = {**_TEXT, "minLength": 1, "maxLength": NAME_LENGTH}
_TRUTHS = ("true", "false", "yes", "no", "on", "off")
_LARGEST_LABEL = 999_999


def encounter_schema(system: System) -> Schema:
    """Describe an encounter file of the system."""
    writer = _Writer(dice=False)
    top = writer.properties(system.encounter)
    top["system"] |= {"const": system.id}
    top["rules"] = _empty_or(_keys({switch.key: _switch(writer, system, switch.key) for switch in system.switches}))
    top["rules"]["description"] = "house-rule switches, only those that differ from the default"
    top["grid"] = _empty_or(_keys(_grid())) | {"description": "how the map is printed"}
    top["combatants"] = _empty_or(_map({"$ref": "#/$defs/combatant"}))
    top["combatants"] |= {"description": "who fights, by the name that is typed"}
    return {
        "$schema": DRAFT,
        "title": f"{system.title}: an encounter of gm",
        "$defs": {"combatant": writer.combatant(system.combatant)},
        **_keys(top),
        "required": ["system", "combatants"],
    }


def bestiary_schema(system: System) -> Schema:
    """Describe a bestiary file of the system: creatures by name, in which a number may be dice."""
    return {
        "$schema": DRAFT,
        "title": f"{system.title}: a bestiary of gm",
        "$defs": {"combatant": _Writer(dice=True).combatant(system.combatant)},
        **_map({"$ref": "#/$defs/combatant"}),
    }


class _Writer:
    """Writes schemas from types; with `dice`, a number may be the dice that are rolled for it: `2d6+3`."""

    def __init__(self, *, dice: bool) -> None:
        self.dice = dice

    # classes of stats ---------------------------------------------------------------------------------------------

    def combatant(self, cls: type) -> Schema:
        """A combatant: what it must have may come from the bestiary creature it is like."""
        must = _required(cls)
        schema = _keys(self.properties(cls))
        return schema | {"if": {"required": ["like"]}, "else": must} if must else _empty_or(schema)

    def record(self, cls: type) -> Schema:
        """A mapping with keys of its own, or its short form where it has one."""
        must = _required(cls)
        schema = _keys(self.properties(cls))
        schema = schema | {"allOf": [must]} if must else _empty_or(schema)
        return {"anyOf": [schema, _TEXT]} if hasattr(cls, "read") else schema

    def properties(self, cls: type) -> dict[str, Schema]:
        """The keys of a class, nested where they are dotted."""
        declared = {one.name: (one.type, one.stat) for one in fields_of(cls).values() if one.stat is not None}
        top: dict[str, Schema] = {}
        for s in stats_of(cls):
            level = top
            for step in s.path[:-1]:
                level = level.setdefault(step, _empty_or(_keys({})))["properties"]
            level[s.path[-1]] = self._stat(s, *declared[s.name])
        return top

    def _stat(self, s: Stat, kind: Any, declared: Declared) -> Schema:
        schema = self.value(kind, declared)
        if not s.required:
            schema = _empty_or(schema)
        return {**schema, "description": s.help, **_default(s.codec, s.default)}

    # values -------------------------------------------------------------------------------------------------------

    def value(self, kind: Any, declared: Declared | None = None) -> Schema:
        """A value of a type, in every spelling that the type's codec reads."""
        kind = without_none(kind)
        origin = get_origin(kind)
        if origin is tuple:
            return {"type": "array", "items": self.value(get_args(kind)[0], declared)}
        if origin in (dict, Mapping):
            key, value = get_args(kind)
            return self._map_of(key, value, declared)
        if origin is Literal:
            return _one_of(map(str, get_args(kind)))
        if is_record(kind):
            return self.record(kind)
        if declared is not None and declared.choices:
            return _one_of(declared.choices)
        if kind in (int, Track):
            return self._number(kind, declared)
        return _scalar(kind)

    def _map_of(self, key: Any, value: Any, declared: Declared | None) -> Schema:
        schema = _map(self.value(value, declared))
        if get_origin(key) is Literal:
            words = [str(word) for word in get_args(key)]
            schema["properties"] = dict.fromkeys(words, schema["additionalProperties"])
            schema["propertyNames"] = {"pattern": f"{_any_case(words)}|^{OWN_PREFIX}"}
        return schema

    def _number(self, kind: Any, declared: Declared | None) -> Schema:
        least, most = (declared.least, declared.most) if declared is not None else (None, None)
        sign = "[+-]?" if least is None or least < 0 else "[+]?"
        top = r"(?:\s*/\s*[0-9]{1,9})?" if kind is Track else ""
        number: Schema = {"type": "integer"}
        if kind is Track:
            number["minimum"] = max(1, least or 1)
        elif least is not None:
            number["minimum"] = least
        if most is not None:
            number["maximum"] = most
        ways = [number, {"type": "string", "pattern": f"^{sign}[0-9]{{1,9}}{top}$"}]
        if self.dice:
            ways.append({"type": "string", "pattern": "[dD][0-9%]"})
        return {"anyOf": ways}


def _scalar(kind: Any) -> Schema:
    if kind is bool:
        return {"anyOf": [{"enum": [True, False]}, {"type": "string", "pattern": _any_case(_TRUTHS)}]}
    if kind is Hex:
        return _label(f"^{_LABEL}$")
    if kind is Stretch:
        return _label(rf"^{_LABEL}(?:\.\.{_LABEL})?$")
    if kind is Direction:
        return _one_of(_directions(corners=False))
    if kind == Heading:
        return _one_of(_directions(corners=True))
    return dict(_NAME if kind is Ref else _TEXT)


def _label(pattern: str) -> Schema:
    number = {"type": "integer", "minimum": 1, "maximum": _LARGEST_LABEL}
    return {"anyOf": [{"type": "string", "pattern": pattern}, number]}


def _directions(*, corners: bool) -> list[str]:
    """The names of both layouts: which of them is meant is for gm to say."""
    found: dict[str, None] = {}
    for grid in (Grid("flat"), Grid("pointy")):
        for direction in (*grid.hexsides, *(grid.corners if corners else ())):
            found[grid.name(direction)] = None
    return list(found)


def _one_of(words: Iterable[str]) -> Schema:
    """Any of the words, completed as they are, read in any case; numbers among them may stand without quotes."""
    known = list(words)
    numbers = [int(word) for word in known if word.isdecimal()]
    return {"anyOf": [{"enum": [*known, *numbers]}, {"type": "string", "pattern": _any_case(known)}]}


def _any_case(words: Iterable[str]) -> str:
    """A pattern for the words whatever the case, in the dialect of JSON Schema, which has no flag for it."""
    return f"^(?:{'|'.join(''.join(map(_either, word)) for word in words)})$"


def _either(sign: str) -> str:
    if sign.lower() != sign.upper():
        return f"[{sign.upper()}{sign.lower()}]"
    return re.sub(r"[.*+?^${}()|\[\]\\/]", r"\\\g<0>", sign)


# objects --------------------------------------------------------------------------------------------------------------


def _keys(properties: Mapping[str, Schema]) -> Schema:
    """A mapping with these keys and the GM's own; another is a typo, which gm only warns of."""
    return {
        "type": "object",
        "properties": properties,
        "patternProperties": {f"^{OWN_PREFIX}": True},
        "additionalProperties": False,
    }


def _map(value: Schema) -> Schema:
    """A mapping from names to values."""
    return {"type": "object", "patternProperties": {f"^{OWN_PREFIX}": True}, "additionalProperties": value}


def _empty_or(schema: Schema) -> Schema:
    """The same, or nothing after the colon, which is as good as no key."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return {**schema, "type": [*kinds, *(["null"] if "null" not in kinds else [])]}


def _must(paths: Iterable[Sequence[str]]) -> Schema:
    """What keys must be there, at every depth; nothing if none must."""
    below: dict[str, list[Sequence[str]]] = {}
    for step, *deeper in paths:
        below.setdefault(step, []).extend([deeper] if deeper else [])
    nested = {step: {"type": "object", **_must(rest)} for step, rest in below.items() if rest}
    return {"required": list(below), **({"properties": nested} if nested else {})} if below else {}


def _required(cls: type) -> Schema:
    return _must(s.path for s in stats_of(cls) if s.required)


def _default(codec: Codec, default: Any) -> Schema:
    """The default as an annotation, where it is the same for everybody and says something."""
    if callable(default) or default is None or default in ((), {}, ""):
        return {}
    return {"default": default if type(default) in (int, bool) else spelled_value(codec, default, Grid())}


def _switch(writer: _Writer, system: System, key: str) -> Schema:
    switch = system.switch_named(key)
    assert switch is not None, f"{system.id} lists {key}"
    schema = _empty_or(writer.value(switch.type))
    return {**schema, "description": switch.help, **_default(switch.codec, switch.default)}


def _grid() -> dict[str, Schema]:
    """The keys of `grid:`, which are read by hand and not by a class of stats."""
    size = {"type": "string", "pattern": r"^\s*[0-9]{1,3}\s*[xX×]\s*[0-9]{1,3}\s*$"}
    width = {"type": "string", "pattern": r"^\s*[0-9]+(?:\.[0-9]+)?\s*m\s*$"}
    keys = {
        "layout": (_one_of(("flat", "pointy")), "which side of the hexes is up: a flat one, or a point", "flat"),
        "shove": (_one_of(("even", "odd")), "the columns or rows printed half a hex further", "even"),
        "size": (size, "columns x rows, as 24x18", None),
        "hex": (width, "the width of a hex, as 2 m", None),
        "labels": (_one_of(("numbers", "letters")), "how hexes are called: 0304, or C4", "numbers"),
    }
    return {
        key: {**_empty_or(schema), "description": text, **({"default": default} if default else {})}
        for key, (schema, text, default) in keys.items()
    }
