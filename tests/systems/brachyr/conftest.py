"""The duel of the Brachyr rows: Ana and the orc of the rule book's first example, next to each other."""

import pytest

DUEL = """
system: brachyr
combatants:
  ana: {side: pc, at: 0505, speed: 4, skills: {shortsword: 4 d6}, weapons: {sword: {traits: [slashing, damage]}}}
  orc: {at: 0506, speed: 4, skills: {dodge: 3 d4}}
"""


@pytest.fixture
def duel() -> str:
    """What a situation is laid over."""
    return DUEL
