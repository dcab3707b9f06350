"""The duel of the d6 rows: Bo with a pistol and the thug of the rules' first example, without a wild die or a map."""

import pytest

DUEL = """
system: d6
rules: {wild-die: none}
combatants:
  bo: {side: pc, skills: {firearms: 4D}, weapons: {pistol: {skill: firearms, damage: 3D, range: 10/25/50}}}
  thug: {passive: 2, skills: {fortitude: 2D}, armor: 1D}
"""


@pytest.fixture
def duel() -> str:
    """What a situation is laid over."""
    return DUEL
