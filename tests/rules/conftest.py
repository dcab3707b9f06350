"""The systems the shared types are tried on: bnb, and the toy of tests/toy."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import gmtool.systems
from gmtool.dice.sources import Given, Random
from gmtool.document.parse import parse
from gmtool.encounter import catalog
from gmtool.encounter.reading import Reading, read
from gmtool.rules.model import Encounter
from gmtool.rules.system import Outcome, System, play
from gmtool.rules.table import Mods, Table

TOY = Path(__file__).resolve().parents[1] / "toy"

BRAWL = """
system: brawl
combatants:
  ana: {side: pc, might: 3D, traits: {quick: 2}, initiative: 9, hp: 6/6}
  bruno: {might: 2D, initiative: 7, hp: 6/6}
  cook: {might: 2D, initiative: 5, hp: 6/6}
"""


def load_brawl() -> System:
    """Import the toy as a package of gmtool.systems."""
    before = gmtool.systems.__path__
    gmtool.systems.__path__ = [*before, str(TOY)]
    try:
        return catalog.load("brawl")
    finally:
        gmtool.systems.__path__ = before


@pytest.fixture(scope="session")
def brawl() -> System:
    """The toy."""
    return load_brawl()


@pytest.fixture(scope="session")
def bnb() -> System:
    """Bunnies & Burrows."""
    return catalog.load("bnb")


Reads = Callable[[str], Reading]


@pytest.fixture(scope="session")
def reads(brawl: System, bnb: System) -> Reads:
    """Read an encounter from its text."""
    known = {"brawl": brawl, "bnb": bnb}
    return lambda text: read(parse(text.encode(), "encounter.yaml"), known.__getitem__, lambda *_: None)


class Seat:
    """A system and the encounter as it stands; each command played here goes on from the last one."""

    def __init__(self, system: System, encounter: Encounter) -> None:
        self.system = system
        self.encounter = encounter

    def __call__(
        self,
        verb: str,
        *,
        dice: str | None = None,
        seed: int = 1,
        force: bool = False,
        mods: Mods | None = None,
        **given: Any,
    ) -> Outcome:
        """Play a verb; `given` by parameter name, dots written as `__`."""
        values: Mapping[str, Any] = {name.replace("__", "."): value for name, value in given.items()}
        source = Random(seed) if dice is None else Given(dice)
        outcome = play(
            self.system, self.system.verb_table[verb], self.encounter, values, source, force=force, mods=mods
        )
        if isinstance(source, Given):
            source.finish()
        self.encounter = settled(outcome.after)
        return outcome

    def table(self, dice: str = "", **options: Any) -> Table:
        """A table to sit at directly."""
        return Table(self.system, self.encounter, Given(dice), **options)

    def turns(self, outcome: Outcome) -> list[str]:
        """Whose turns began, in order."""
        return [",".join(event.data["who"]) for event in facts(outcome, "turn")]


def facts(outcome: Outcome, kind: str = "") -> list[Any]:
    """The facts told, of one kind or all."""
    return [event for event in outcome.events if hasattr(event, "kind") and kind in ("", event.kind)]


def settled(after: Encounter) -> Encounter:
    """The encounter after a command as a plain one, so that chains of commands do not nest rosters."""
    plain = after.copy()
    plain.combatants = dict(after.combatants)
    return plain


Sits = Callable[..., Seat]


@pytest.fixture
def sit(reads: Reads) -> Sits:
    """Sit down at an encounter: its text, by default three brawlers who have not started."""

    def seat(text: str = BRAWL) -> Seat:
        reading = reads(text)
        return Seat(reading.system, reading.encounter)

    return seat


@pytest.fixture(scope="session")
def told() -> Callable[..., list[Any]]:
    """The facts of an outcome, of one kind or all."""
    return facts
