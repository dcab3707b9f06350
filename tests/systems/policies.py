"""What the tests of all policies share: an arena for a text, the deed that is named in it, a fight deed by deed."""

from typing import Any, NamedTuple

from gmtool.dice.sources import numbers
from gmtool.rules.policy import NEXT, Deed
from gmtool.session import Opened
from gmtool.simulation.arena import MOST_DEEDS, MOST_ROUNDS, Arena


class Course(NamedTuple):
    """How a fight went."""

    deeds: list[Deed]
    left: Deed | None
    """what would come next; None where the fight is decided"""
    most: int
    """the most deeds between one NEXT and another"""


def arena_of(text: str) -> Arena:
    """Read an encounter, for its fights to be played by themselves."""
    reading = Opened("encounter.yaml", None, text.encode()).reading
    assert reading.system.policy is not None
    arena = Arena(reading.system, reading.encounter, reading.system.policy())
    arena.field.reset()
    return arena


def named(text: str) -> tuple[Arena, Deed, dict[str, Any]]:
    """What the policy names first, which must be allowed: the arena, the deed, its values."""
    arena = arena_of(text)
    deed = arena.choose()
    assert deed is not None
    assert arena.allowed(deed)
    return arena, deed, dict(deed.given)


def require_named(text: str, wanted: Deed) -> None:
    """Require that the policy names this deed first, its hex given by its label."""
    arena, deed, _ = named(text)
    grid = arena.encounter.grid
    given = tuple((name, grid.hex(value) if name == "to" and value else value) for name, value in wanted.given)
    assert deed == wanted._replace(given=given)


def played(arena: Arena, seed: str, *, rounds: int = MOST_ROUNDS) -> Course:
    """Play one fight deed by deed, each of them allowed, to its end or to the end of these rounds."""
    arena.field.reset()
    arena._number = numbers(seed)
    deeds: list[Deed] = []
    in_a_row = most = 0
    while (deed := arena.choose()) is not None and (arena.encounter.round or 0) <= rounds:
        assert arena.allowed(deed), deed
        in_a_row = 0 if deed == NEXT else in_a_row + 1
        most = max(most, in_a_row)
        assert most < MOST_DEEDS, "a turn without end"
        deeds.append(deed)
        arena.do(deed)
    return Course(deeds, deed, most)


def sides_left(arena: Arena) -> set[str]:
    """The sides of those who stand."""
    return {one.side for one in arena.encounter.combatants.values() if arena.system.stands(one)}
