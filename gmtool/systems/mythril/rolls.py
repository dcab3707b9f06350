"""Rolls of 1d20, and what is looked at in them: whether they reach what they are held against (MYT-10, MYT-20)."""

from typing import NamedTuple

from gmtool.dice.throws import TOTAL, Group, Throw
from gmtool.rules.table import Table
from gmtool.systems.mythril.sheet import Character

D20 = (Group(1, 20),)


class Reaches(NamedTuple):
    """Whether a die reaches another, or 0, with what it is ahead by; a tie does (MYT-11, MYT-20)."""

    ahead: int

    def __call__(self, die: int, other: int = 0) -> bool:
        """Whether it does."""
        return self.ahead + die >= other


class Roll(NamedTuple):
    """A roll with a Combat Skill that is about to be made."""

    who: Character
    what: str
    skill: tuple[str, int]
    mods: tuple[tuple[str, int], ...]
    """the GM's, each with its reason"""

    @property
    def ahead(self) -> int:
        """What joins the die."""
        return self.skill[1] + sum(points for _, points in self.mods)

    @property
    def throw(self) -> Throw:
        """Its die."""
        return Throw(self.who.id, self.skill[0], D20, TOTAL)

    def show(self, t: Table, die: int) -> int:
        """Show the sum, and give it."""
        return t.sum(self.who, self.what, self.skill, ("die", die), *self.mods)


def skill_roll(t: Table, who: Character, what: str, skill: str) -> Roll:
    """1d20 + the skill's modifier (MYT-10)."""
    return Roll(who, what, (skill, who.skill(skill)), t.mods(who))
