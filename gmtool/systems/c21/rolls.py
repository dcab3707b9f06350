"""The two rolls of the game: the 21 Challenge and the versus roll (C21-1, C21-2, C21-8).

What a roll comes to is decided by what `compare` sees in the dice; the totals come along to be told.
"""

from typing import Literal, NamedTuple, TypeAlias

from gmtool.dice.throws import TOTAL, Group, Throw
from gmtool.rules.model import PLAYERS
from gmtool.rules.table import Table
from gmtool.systems.c21.sheet import Fighter, Weapon

Level: TypeAlias = Literal["failure", "success", "critical"]
Part: TypeAlias = tuple[str, int]

TARGET = 21
BEST, WORST = 20, 2
_DICE = (Group(2, 10),)
RIDING = "riding"
_NEVER_UNTRAINED = ("dodge", "block", RIDING)
_STAT_OF = {"husbandry": "alertness", "stealth": "agility"}


class Value(NamedTuple):
    """What a roll starts from: a skill or a stat by its name, and whether it is trained."""

    name: str
    points: int
    trained: bool = True

    @property
    def part(self) -> Part:
        """Its place in a sum."""
        return self.name, self.points


class Against21(NamedTuple):
    """What a 21C comes to with a value; a 20 on the dice succeeds where it is trained, a 2 never does (C21-1)."""

    value: int
    trained: bool

    def __call__(self, dice: int) -> bool:
        """Whether it succeeds."""
        if dice == WORST:
            return False
        return dice + self.value >= TARGET or (dice == BEST and self.trained)


class Hits21(NamedTuple):
    """What an attack comes to that is a 21C: a trained 20 is a critical hit (C21-1, C21-10)."""

    value: int
    trained: bool

    def __call__(self, dice: int) -> Level:
        """How it succeeds, or that it fails."""
        if not Against21(self.value, self.trained)(dice):
            return "failure"
        return "critical" if dice == BEST and self.trained else "success"


class Beats(NamedTuple):
    """What a versus roll comes to for the first side, which is ahead by `lead` before the dice (C21-2)."""

    lead: int
    wins_ties: bool
    trained: bool

    def __call__(self, dice: int, other: int) -> Level:
        """How the first side wins, or that it loses."""
        margin = self.lead + dice - other
        if margin < 0 or (margin == 0 and not self.wins_ties):
            return "failure"
        return "critical" if dice == BEST and self.trained else "success"


class Roll(NamedTuple):
    """One side of a roll."""

    who: Fighter
    what: str
    value: Value
    more: tuple[Part, ...] = ()
    """bonuses and penalties, the GM's modifiers among them"""

    @property
    def total(self) -> int:
        """What joins the dice."""
        return self.value.points + sum(points for _, points in self.more)

    @property
    def throw(self) -> Throw:
        """Its two dice."""
        return Throw(self.who.id, self.what, _DICE, TOTAL)


def skill_of(who: Fighter, name: str, weapon: Weapon | None = None) -> Value | None:
    """A skill's value; None where it is not had and never used untrained (C21-8)."""
    if name in who.skills:
        return Value(name, who.skills[name])
    if name in _NEVER_UNTRAINED:
        return None
    by_weapon = "agility" if weapon is not None and weapon.kind != "melee" else "strength"
    stat = _STAT_OF.get(name, by_weapon)
    return Value(f"{name} (half {stat})", who.score(stat) // 2, trained=False)


def stat_of(who: Fighter, name: str) -> Value:
    """A stat's value, which is always trained."""
    return Value(name, who.score(name))


def challenge(t: Table, roll: Roll) -> bool:
    """Make a 21C (C21-1)."""
    found = t.compare(Against21(roll.total, roll.value.trained), roll.throw)
    (dice,) = found.values
    show(t, roll, dice)
    name_extreme(t, roll, dice)
    return bool(found.seen)


def hit_21(t: Table, roll: Roll) -> tuple[Level, int]:
    """Make an attack that is a 21C: what it comes to, and its total to be told (C21-10)."""
    found = t.compare(Hits21(roll.total, roll.value.trained), roll.throw)
    (dice,) = found.values
    show(t, roll, dice)
    name_extreme(t, roll, dice)
    level: Level = found.seen
    return level, roll.total + dice


def versus(t: Table, roll: Roll, other: Roll) -> tuple[Level, int, int]:
    """Make a versus roll, the acting side first: what it comes to for it, and both totals to be told (C21-2)."""
    wins_ties = roll.who.side == PLAYERS != other.who.side
    found = t.compare(Beats(roll.total - other.total, wins_ties, roll.value.trained), roll.throw, other.throw)
    dice, other_dice = found.values
    show(t, roll, dice)
    show(t, other, other_dice)
    level: Level = found.seen
    for side, faces, won in ((roll, dice, level != "failure"), (other, other_dice, level == "failure")):
        if won or faces == WORST:
            name_extreme(t, side, faces)
    return level, roll.total + dice, other.total + other_dice


def show(t: Table, roll: Roll, dice: int) -> None:
    """Show the sum of one side."""
    t.sum(roll.who, roll.what, roll.value.part, ("dice", dice), *roll.more)


def name_extreme(t: Table, roll: Roll, dice: int) -> None:
    """Name a critical and a catastrophe; what they mean beyond the rules the GM says (C21-1)."""
    if dice == WORST:
        t.tell("C21-1", "catastrophe", "a 2 on the dice: a catastrophe for {who}", who=roll.who)
    elif dice == BEST and roll.value.trained:
        t.tell("C21-1", "critical", "a 20 on the dice: a critical for {who}", who=roll.who)
