"""Pools that count successes: one die of them is wild (TOY-5)."""

from typing import NamedTuple

from gmtool.dice.throws import Chain, Fold, Group
from gmtool.rules.table import Table

from .sheet import Brawler

SUCCESS = 4
LONGEST_CHAIN = 3
_WILD = Group(1, 6, "wild", frozenset({6}), LONGEST_CHAIN)


class Result(NamedTuple):
    """What a pool came to."""

    successes: int
    fumble: bool
    """the wild die showed a 1"""


def _read(group: Group, chain: Chain) -> tuple[int, bool]:
    return sum(face >= SUCCESS for face in chain), group.label == "wild" and chain[0] == 1


def _join(one: tuple[int, bool], other: tuple[int, bool]) -> tuple[int, bool]:
    return one[0] + other[0], one[1] or other[1]


SUCCESSES: Fold[Result] = Fold("successes", _read, _join, (0, False), done=lambda joined: Result(*joined))


def pool(t: Table, who: Brawler, why: str, dice: int) -> Result:
    """Throw a pool of at least one die, the wild one last."""
    return t.throw(who, why, Group(max(0, dice - 1), 6, "plain"), _WILD, fold=SUCCESSES)
