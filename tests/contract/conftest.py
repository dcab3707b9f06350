"""Scenes in which every verb of every system is played.

Most are found by trying: each verb is given whatever its signature allows, on the system's starter encounter, before
the fight and at several moments of it; what the rules do not refuse is a scene. `scenes/<system>.yaml` adds what is not
found, by verb: `before` is played with random dice, then `play` is the scene, on `file` or on the starter.
"""

import shlex
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import signature
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest
import yaml

import gmtool.systems
from gmtool.cli.verbs import parsed
from gmtool.dice.sources import Random, Source
from gmtool.document.parse import parse
from gmtool.encounter import catalog
from gmtool.encounter.reading import Reading
from gmtool.encounter.reading import read as read_encounter
from gmtool.encounter.writing import write
from gmtool.errors import GMError
from gmtool.hexes.geometry import within
from gmtool.rules.codecs import ListOf, Scalar
from gmtool.rules.model import changes
from gmtool.rules.system import Outcome, System, play
from gmtool.rules.table import Mods
from gmtool.rules.verbs import Param, Portion, Verb

HERE = Path(__file__).resolve().parent
TOY = HERE.parent / "toy"
SEED = 11
MOMENTS = 6
"""how often `next` is played to look for scenes"""
MOST = 8
"""scenes found of a verb, beside those listed"""


TRIES = 24
"""commands tried of a verb at each moment"""


@dataclass(frozen=True, eq=False)
class Scene:
    """A verb about to be played."""

    system: System
    verb: Verb
    reading: Reading
    given: Mapping[str, Any]

    def play(self, source: Source, *, mods: Mods | None = None, record: bool = True) -> Outcome:
        """Play it."""
        return play(self.system, self.verb, self.reading.encounter, self.given, source, mods=mods, record=record)

    @property
    def words(self) -> list[str]:
        """The command line that says the same."""
        words: list[str] = []
        options: list[str] = []
        for param in self.verb.params:
            if param.name in self.given:
                spelled = [self._spelled(param, value) for value in _several(self.given[param.name])]
                if param.positional:
                    words += spelled
                else:
                    options += _option(param, self.given[param.name], spelled)
        return [self.verb.name, *words, *options]

    def _spelled(self, param: Param, value: Any) -> str:
        if param.role == "portions":
            return "=".join(map(str, value))
        codec = param.codec
        codec = codec.item if isinstance(codec, ListOf) else codec
        return codec.write(value, self.reading.encounter.grid, "") if isinstance(codec, Scalar) else str(value)


def _several(value: Any) -> list[Any]:
    return list(value) if type(value) in (tuple, list) else [value]


def _option(param: Param, value: Any, spelled: list[str]) -> list[str]:
    if param.role == "flag":
        return [f"--{param.word}"] if value else []
    if param.role == "flags":
        return [f"--{param.prefix}{value}"]
    return [part for one in spelled for part in (f"--{param.word}", one)]


# the systems ----------------------------------------------------------------------------------------------------------


class plugged:  # noqa: N801 - used as `with plugged():`
    """The toy is one folder more of gmtool.systems, for as long as this lasts."""

    def __enter__(self) -> None:
        self.before = gmtool.systems.__path__
        gmtool.systems.__path__ = [*self.before, str(TOY)]

    def __exit__(self, *_: object) -> None:
        gmtool.systems.__path__ = self.before


@cache
def systems() -> tuple[System, ...]:
    """Every system there is, the toy included."""
    with plugged():
        return tuple(catalog.load(name) for name in catalog.names())


@cache
def starter(system: System) -> str:
    """The text of the encounter that `gm init` writes."""
    return Path(catalog.folder_of(system), "starter.yaml").read_text(encoding="utf-8")


def read(text: str, name: str = "encounter.yaml") -> Reading:
    """Read an encounter of any system."""
    known = {system.id: system for system in systems()}
    return read_encounter(parse(text.encode(), name), known.__getitem__, lambda *_: None)


def after(reading: Reading, outcome: Outcome) -> Reading:
    """Write what came of it, and read it again."""
    return read(write(reading, outcome.after, changes(reading.encounter, outcome.after)).text)


# finding scenes -------------------------------------------------------------------------------------------------------


@cache
def scenes(system: System, name: str) -> tuple[Scene, ...]:
    """The scenes of a verb: those listed, then those found by trying that show something no scene before them did."""
    verb = system.verb_table[name]
    kept: dict[Any, Scene] = {(tuple(one.words), one.reading.document.text): one for one in _told(system, verb)}
    shown = {what for scene in kept.values() for what in _shown(scene, scene.play(Random(SEED)))}
    most = len(kept) + MOST
    for reading in _moments(system):
        for given in islice(_candidates(verb, reading), TRIES):
            scene = Scene(system, verb, reading, given)
            try:
                new = _shown(scene, scene.play(Random(SEED))) - shown
            except GMError as error:
                if error.code == 70:
                    raise
                continue
            if new or not kept:
                shown |= new
                kept.setdefault((tuple(scene.words), reading.document.text), scene)
            if len(kept) >= most:
                return tuple(kept.values())
    return tuple(kept.values())


def _shown(scene: Scene, outcome: Outcome) -> set[Any]:
    """What a scene shows: options, with their values where those are few, and kinds of facts."""
    few = {param.name for param in scene.verb.options if param.choices or param.role == "flag"}
    given = {
        key: str(value) if key in few else "" for key, value in scene.given.items() if key in _optional(scene.verb)
    }
    kinds = {getattr(event, "kind", type(event).__name__) for event in outcome.events}
    return {*given.items(), *(("", kind) for kind in kinds)}


def _optional(verb: Verb) -> set[str]:
    return {param.name for param in verb.params if not param.positional or param.choices}


def _told(system: System, verb: Verb) -> Iterator[Scene]:
    first, second = list(read(starter(system)).encounter.combatants)[:2]
    shared = [
        {key: _named(lines, A=first, B=second) for key, lines in entry.items()}
        for entry in _listed("every").get(verb.name, ())
    ]
    for entry in [*_listed(system.id).get(verb.name, ()), *shared]:
        reading = read(entry.get("file") or starter(system))
        for line in entry.get("before", ()):
            scene = _typed(system, reading, line)
            reading = after(reading, scene.play(Random(SEED)))
        yield _typed(system, reading, entry["play"])


@cache
def _listed(name: str) -> dict[str, Any]:
    """The scenes of a system by verb, or those of every system."""
    file = HERE / "scenes" / f"{name}.yaml"
    found: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def _named(lines: Any, **names: str) -> Any:
    """A line of every system's scenes, or several, with the names of those in the starter."""
    return lines.format(**names) if isinstance(lines, str) else [line.format(**names) for line in lines]


def _typed(system: System, reading: Reading, line: str) -> Scene:
    name, *words = shlex.split(line)
    verb = system.verb_table[name]
    return Scene(system, verb, reading, parsed(verb, reading, words, None))


@cache
def _moments(system: System) -> tuple[Reading, ...]:
    """The starter before the fight, and at the first moments of it."""
    found = [read(starter(system))]
    for name in ("start", *["next"] * MOMENTS):
        outcome = Scene(system, system.verb_table[name], found[-1], {}).play(Random(SEED))
        found.append(after(found[-1], outcome))
    return tuple(found)


def _candidates(verb: Verb, reading: Reading) -> Iterator[dict[str, Any]]:
    """Whatever the signature allows: each order of names, each word, and each option alone."""
    names = list(reading.encounter.combatants)
    places = [param for param in verb.words if param.role in ("combatant", "combatants")]
    for order in permutations(names, min(len(places), len(names))):
        given: dict[str, Any] = {
            param.name: (name,) if param.role == "combatants" else name
            for param, name in zip(places, order, strict=False)
        }
        for base in _worded(verb, reading, given):
            must = {option.name: _values(option, reading, order)[0] for option in verb.options if option.required}
            yield {**base, **must}
            for option in verb.options:
                for value in _values(option, reading, order):
                    yield {**base, **must, option.name: value}


def _worded(verb: Verb, reading: Reading, given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    found = [given]
    for param in verb.words:
        if param.role == "portions":
            found = [
                {**one, param.name: (Portion(name, points),)}
                for one in found
                for name in reading.encounter.combatants
                for points in (1, 99)
            ]
        elif param.role in ("word", "words"):
            values = _values(param, reading, ())
            found = [
                {**one, param.name: (value,) if param.role == "words" else value} for one in found for value in values
            ]
    yield from found


def _values(param: Param, reading: Reading, order: tuple[str, ...]) -> list[Any]:
    """Some values of a parameter's kind."""
    encounter = reading.encounter
    if param.role in ("combatant", "combatants"):
        named: list[Any] = [name for name in encounter.combatants if name not in order[:1]]
        return [(name,) for name in named] if param.role == "combatants" else named
    if param.role == "flag":
        return [True]
    if param.of is not None and order:
        return [*getattr(encounter.combatants[order[0]], param.of.stat)] or ["nothing"]
    codec = param.codec
    inner = codec.item if isinstance(codec, ListOf) else codec
    assert isinstance(inner, Scalar), f"{param.name} has a codec of no single value"
    values: list[Any] = []
    for text in inner.choices or _texts(reading):
        try:
            values.append(inner.read(text, encounter.grid))
        except ValueError:
            continue
        if not inner.choices and len(values) >= (1 if inner.free else 8):
            break
    return [(value,) for value in values] if isinstance(codec, ListOf) else values


def _texts(reading: Reading) -> list[str]:
    """Words one of which is a value of any kind: a number, a die code, hexes near those who are there."""
    grid = reading.encounter.grid
    near = dict.fromkeys(
        grid.label(place)
        for one in reading.encounter.combatants.values()
        if one.at is not None
        for place in within(one.at, 1)
        if grid.inside(place)
    )
    return ["1", "1D", *near, *map(grid.name, grid.hexsides), "something"]


# the tests' arguments -------------------------------------------------------------------------------------------------


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Play a test for every `system`, or for every verb of it where the test asks for `verb` or for `scene`."""
    wanted = metafunc.fixturenames
    if "verb" in wanted or "scene" in wanted:
        pairs = [(system, verb) for system in systems() for verb in system.verb_table.values()]
        ids = [f"{system.id}-{verb.name}" for system, verb in pairs]
        if "scene" in wanted:
            metafunc.parametrize("scene", pairs, ids=ids)
        else:
            metafunc.parametrize(("system", "verb"), pairs, ids=ids)
    elif "system" in wanted:
        metafunc.parametrize("system", systems(), ids=[system.id for system in systems()])


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Call a test that asks for a `scene` with each of the verb's, and name all that fail."""
    given = {name: pyfuncitem.funcargs[name] for name in signature(pyfuncitem.obj).parameters}
    if "scene" not in given:
        return None
    system, verb = given["scene"]
    failed = []
    for number, scene in enumerate(scenes(system, verb.name)[: getattr(pyfuncitem.module, "SCENES_OF_A_VERB", None)]):
        if "file" in given:
            emptied(given["file"].parent)
        try:
            pyfuncitem.obj(**{**given, "scene": scene})
        except Exception as error:
            error.add_note(f"scene {number} of {system.id} {verb.name}: {shlex.join(scene.words)}")
            failed.append(error)
    if failed:
        raise ExceptionGroup(f"{len(failed)} scenes of {system.id} {verb.name}", failed)
    return True


def emptied(folder: Path) -> None:
    """Take away what a scene before left there."""
    for entry in folder.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)
        else:
            entry.unlink()


@pytest.fixture
def played() -> Any:
    """The scenes of a system's verb."""
    return lambda system, verb: scenes(system, verb.name)


@pytest.fixture
def reads() -> Any:
    """Read an encounter of any system."""
    return read


@pytest.fixture
def starts() -> Any:
    """The starter encounter of a system, as text."""
    return starter


@pytest.fixture(autouse=True)
def _plugged() -> Iterator[None]:
    with plugged():
        yield
