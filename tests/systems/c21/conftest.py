"""The duel of the c21 rows: Ana on foot, and a bandit in the hex north of her."""

import pytest

DUEL = """
system: c21
grid: {layout: flat, size: 20x20}
combatants:
  ana:
    side: pc
    at: 0505
    stats: {strength: 12, agility: 11, alertness: 14}
    skills: {spear: 9, sabre: 9, dodge: 8, block: 7}
    health: 20/20
    base-move: 5
    weapons:
      sabre: {fast: {damage: 1d8}, strong: {mod: -3, damage: 1d8+4}}
      spear: {fast: {damage: 1d8+1}}
  bandit:
    at: 0504
    stats: {strength: 10, agility: 10, alertness: 12}
    skills: {axe: 8, dodge: 8}
    health: 15/15
    base-move: 5
    weapons: {axe: {fast: {damage: 1d8}}}
"""


@pytest.fixture
def duel() -> str:
    """What a situation is laid over."""
    return DUEL
