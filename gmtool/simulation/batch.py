"""Fights in batches: what a process, here or far away, is given to play, and what it gives back.

Each fight has random numbers of its own, from the seed and its number, so that it comes out the same whichever batch it
is in and whoever plays it.
"""

import pickle
from functools import lru_cache
from typing import NamedTuple

from gmtool.dice.sources import numbers
from gmtool.encounter import catalog
from gmtool.errors import Refused
from gmtool.rules.model import Encounter
from gmtool.rules.policy import Policy
from gmtool.rules.system import System
from gmtool.simulation.arena import Arena
from gmtool.simulation.tally import Tally

LARGEST = 250
"""fights in a batch at most: it is seconds' work, and what may have to be played again"""
SCOUTS = 20
"""fights played in a hurry before the first that counts"""


class Batch(NamedTuple):
    """Fights to be played: those of these numbers, from this moment on."""

    system: str
    moment: bytes
    """the encounter, pickled"""
    seed: int
    first: int
    fights: int


def batches(system: System, moment: Encounter, seed: int, runs: int, jobs: int) -> list[Batch]:
    """Part the fights so that every job gets several batches."""
    size = max(1, min(LARGEST, runs // (4 * jobs)))
    held = pickle.dumps(moment)
    return [Batch(system.id, held, seed, first, min(size, runs - first)) for first in range(0, runs, size)]


def play(batch: Batch) -> Tally:
    """Play the fights of a batch. What is learned in one batch is still known in the next of the same moment."""
    arena, start = _arena(batch.system, batch.moment)
    tally = Tally()
    attacks = arena.attacks
    for number in range(batch.first, batch.first + batch.fights):
        tally.count(arena.fight(numbers(f"{batch.seed}/{number}")), start)
    tally.attacks = arena.attacks - attacks
    return tally


@lru_cache(maxsize=2)  # a what-if stands beside the fight as it is
def _arena(system_id: str, moment: bytes) -> tuple[Arena, list[tuple[str, object]]]:
    system = catalog.load(system_id)
    encounter: Encounter = pickle.loads(moment)  # noqa: S301 - made by `batches`, by us
    arena = Arena(system, encounter, policy_of(system))
    arena.scout(SCOUTS, numbers("scouts"))
    start = [(one.id, getattr(one, system.health)) for one in encounter.combatants.values()]
    return arena, start


def policy_of(system: System) -> Policy:
    """The system's policy. Raises Refused where it has none."""
    if system.policy is None:
        raise Refused(f"{system.id} does not say how its fights are played by themselves: it has no policy")
    return system.policy()


def require_open(system: System, encounter: Encounter) -> None:
    """Refuse a fight that is decided before it begins. Raises Refused."""
    everybody = encounter.combatants.values()
    sides = list(dict.fromkeys(one.side for one in everybody if system.stands(one)))
    if len(sides) < 2:
        others = sorted({one.side for one in everybody} - set(sides))
        who = f"only {sides[0]} still stands" if sides else "nobody stands"
        rest = f"; {', '.join(others)} has nobody left" if others else "; there is no other side"
        raise Refused(
            f"the fight is decided: {who}{rest}", remedy="a fight needs two sides: gm add, gm set NAME side=SIDE"
        )
