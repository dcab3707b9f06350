"""Meters and the actions they take (D6-15)."""

import math

from gmtool.systems.d6.sheet import Fighter

FREE = 5
STRIDE = 10


def free(who: Fighter) -> float:
    """The free meters of a round."""
    return FREE / 2 if who.encumbered else FREE


def stride(who: Fighter) -> float:
    """The meters an action moves."""
    return STRIDE / 2 if who.encumbered else STRIDE


def paid(who: Fighter, meters: float) -> int:
    """The actions that so many meters of a round cost (D6-15)."""
    return max(0, math.ceil(round((meters - free(who)) / stride(who), 6)))


def farthest(who: Fighter) -> float:
    """The meters it can have moved by the end of its turn."""
    return free(who) + stride(who) * (paid(who, who.moved) + who.left)


def free_left(who: Fighter) -> float:
    """The meters it can still go without another action."""
    return free(who) + stride(who) * paid(who, who.moved) - who.moved
