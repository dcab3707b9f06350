"""How somebody defends: the chosen skill, what a feint denies, the unconscious (BRA-2, BRA-30, BRA-31, BRA-42)."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, TypeAlias

from gmtool.rules.table import Table
from gmtool.systems.brachyr.checks import Check, base_dice, check, die, roll, with_aid
from gmtool.systems.brachyr.sheet import Fighter

Defense = Literal["dodge", "shields", "light-armour", "heavy-armour"]
DEFENSES: tuple[Defense, ...] = ("dodge", "shields", "light-armour", "heavy-armour")
"""in the order in which ties are decided (BRA-30)"""
ARMOUR = ("light-armour", "heavy-armour")
PARRY = "parry"
UNDERWATER = 4
"""sides of the aid die of a creature underwater (BRA-31)"""

Static: TypeAlias = Annotated[bool, "TARGET takes the middle of each die instead of rolling (BRA-2)"]
"""an option of every verb somebody defends against"""


class Clash(NamedTuple):
    """A check against a defense, rolled."""

    score: int
    bar: int
    most: int
    """what the defense could have come to at best"""

    @property
    def won(self) -> bool:
        """Equal or higher wins (BRA-30, BRA-32)."""
        return self.margin >= 0

    @property
    def margin(self) -> int:
        """By how much it is higher: the damage of an attack that hits (BRA-30)."""
        return self.score - self.bar

    @property
    def hopeless(self) -> bool:
        """Whether the defense could not possibly succeed: it must exceed the check (BRA-3)."""
        return self.won and self.most <= self.score


def misled(target: Fighter, what: str) -> bool:
    """Whether a feint denies somebody its dodge, or its armour's tool die (BRA-42)."""
    return target.feinted is not None and target.feinted.what == what


def end_feint(t: Table, victim: Fighter) -> None:
    """Let a feint be over (BRA-42)."""
    victim.feinted = None
    t.tell("BRA-42", "feint-over", "{who} is no longer misled by the feint", who=victim)


def require_defense(t: Table, target: Fighter, chosen: str | None) -> None:
    """Refuse the dodge that a feint denies (BRA-42), and a parry without the ability (BRA-40)."""
    if chosen == "dodge":
        t.require(
            not misled(target, "no-dodge"),
            "BRA-42",
            f"{target.name} was feinted and may not dodge this attack",
            "--defense shields, light-armour or heavy-armour",
        )
    if chosen == PARRY:
        text = f"{target.name} has not the ability parry"
        t.require(PARRY in target.abilities, "BRA-40", text, "--defense light-armour")


def defend(
    t: Table, target: Fighter, allowed: Sequence[str], chosen: str | None, attacker: Fighter, *, static: bool
) -> Check:
    """The defense declared, else the one that comes to most with the middle of its dice; aids included (BRA-30).

    Whoever has none of the skills uses the first of them at 0. The unconscious defend with 0 and no dice.
    """
    if target.down:
        return Check(target, target.health_word, ((target.health_word, 0),))
    known = [name for name in allowed if name in target.skills or (name == PARRY and PARRY in target.abilities)]
    names = [chosen] if chosen is not None else known or [allowed[0]]
    best = max((_check(t, target, name) for name in names), key=lambda made: made.expected)
    return with_aid(t, best._replace(static=static), "defense", attacker)


def _check(t: Table, target: Fighter, name: str) -> Check:
    if name == PARRY:
        return Check(target, PARRY, ((PARRY, target.skill("shortsword").mod),), base_dice(t.encounter))
    return check(t.encounter, target, name, tool=not (name in ARMOUR and misled(target, "no-armour")))


def under_water(made: Check) -> Check:
    """The same defense with the d4 of a creature underwater (BRA-31)."""
    return made if made.who.down else made.aided(die(UNDERWATER, "aid from the water"))


class Margin(NamedTuple):
    """What an attack makes of the dice: by how much it hits, which is the damage, or -1 for any miss (BRA-30)."""

    ahead: int
    own_thrown: bool
    """whether the first of the values is the attacker's"""
    other_thrown: bool
    """whether the last of the values is the defender's"""

    def __call__(self, *values: int) -> int:
        """The damage."""
        own = values[0] if self.own_thrown else 0
        other = values[-1] if self.other_thrown else 0
        return max(_MISSED, self.ahead + own - other)


_MISSED = -1


def foresee_damage(t: Table, own: Check, other: Check) -> None:
    """Say that the dice of an attack and of the defense decide only the damage."""
    ahead = own.certain + t.modifier(own.who) - other.certain - t.modifier(other.who)
    throws = own.throw, other.throw
    t.foresee(Margin(ahead, throws[0] is not None, throws[1] is not None), *filter(None, throws))


def clash(t: Table, own: Check, other: Check) -> Clash:
    """Roll a check, then the defense against it."""
    score = roll(t, own).total
    bar, most = roll(t, other)
    return Clash(score, bar, most)
