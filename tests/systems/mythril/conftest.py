"""The duel of the mythril rows: the rat and the wolf of the rule book's examples.

Rat: HP 10 + 1 + 2 = 13, Stamina 6 + 1 = 7, two actions, dodge 2. Wolf: HP 10, Stamina 6, three actions, dodge 3.
"""

import pytest

DUEL = """
system: mythril
combatants:
  rat:
    side: pc
    at: 0304
    mods: {agi: 2, per: 1, end: 1, spi: 2, mox: 1}
    skills: {sword: 5}
    ranks: {sword: 3}
    weapons: {sword: {skill: sword}}
  wolf:
    at: 0305
    mods: {agi: 3, per: 1}
    skills: {bite: 4}
    ranks: {bite: 1, hide: 1}
    weapons: {bite: {skill: bite}}
    armor: {type: hide, absorbs: 3/10}
"""


@pytest.fixture
def duel() -> str:
    """What a situation is laid over."""
    return DUEL
