"""The duel of the bnb rows: the rat and the wolf of the rule book's examples."""

import pytest

DUEL = """
system: bnb
combatants:
  rat: {side: pc, at: 0304, facing: SE, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}
  wolf: {at: 0404, facing: NW, stats: {str: 4, spd: 2, agi: 2}, hp: 14/14}
"""


@pytest.fixture
def duel() -> str:
    """What a situation is laid over."""
    return DUEL
