"""Checks: the dice with their origin, aid dice, the middle of the dice, what cannot succeed (BRA-1 to BRA-3)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gmtool.dice.throws import TOTAL, Group, Reaching, Throw
from gmtool.rules.ground import adjacent, sees
from gmtool.rules.model import Encounter
from gmtool.rules.table import Table
from gmtool.systems.brachyr.sheet import Aid, Fighter, Purpose
from gmtool.systems.brachyr.weapons import arms_of

TRIP_SKILL = "pole-weapons"


class Check(NamedTuple):
    """What somebody is about to roll."""

    who: Fighter
    name: str
    """the skill, or what is rolled, in words"""
    parts: tuple[tuple[str, int], ...]
    """the modifiers"""
    dice: tuple[Group, ...] = ()
    static: bool = False
    """the middle of each die is taken instead of a throw (BRA-2)"""

    def aided(self, *dice: Group) -> "Check":
        """The same check with aid dice."""
        return self._replace(dice=(*self.dice, *dice))

    @property
    def expected(self) -> int:
        """The modifiers and the middle of each die: what a static defender has, and what a choice goes by."""
        return self.modifiers + sum(middle(group) for group in self.dice)

    @property
    def modifiers(self) -> int:
        """The sum of its modifiers."""
        return sum(value for _, value in self.parts)

    @property
    def certain(self) -> int:
        """What there is of it before anything is thrown."""
        return self.expected if self.static else self.modifiers

    @property
    def throw(self) -> Throw | None:
        """The throw of its dice; None where it has none, or takes the middle of each."""
        return None if self.static or not self.dice else Throw(self.who.id, self.name, self.dice, TOTAL)


class Result(NamedTuple):
    """What a check came to."""

    total: int
    most: int
    """what it could have come to at best, the dice's maximum (BRA-3)"""


@lru_cache(maxsize=256)
def die(sides: int, origin: str) -> Group:
    """One die, and where it comes from."""
    return Group(1, sides, origin)


def middle(group: Group) -> int:
    """The middle of a die: 2, 3, 4, 5 on d4, d6, d8, d10, half the size of others (BRA-2)."""
    return group.sides // 2


def base_dice(encounter: Encounter) -> tuple[Group, ...]:
    """The base die of every check, as the switch says (BRA-1)."""
    size: str = encounter.switches["base-die"]
    return () if size == "none" else (die(int(size[1:]), "base"),)


def check(encounter: Encounter, who: Fighter, skill: str, *, tool: bool = True, name: str = "") -> Check:
    """A check with a skill: its modifier, the base die, the tool die (BRA-1)."""
    known = who.skill(skill)
    dice = base_dice(encounter)
    if tool and known.tool_sides:
        dice = (*dice, die(known.tool_sides, "tool"))
    return Check(who, name or skill, ((name or skill, known.mod),), dice)


def roll(t: Table, made: Check, *, what: str = "check", mod: bool = True, against: int | None = None) -> Result:
    """Throw the dice of a check, or take the middle of each, and add up (BRA-1, BRA-2).

    `against`: nothing of the total matters but whether it reaches this number.
    """
    most = sum(group.sides for group in made.dice)
    if made.static and made.dice:
        middles = tuple((f"{group.label} d{group.sides}", middle(group)) for group in made.dice)
        t.tell("BRA-2", "static", "{who} takes the middle of each die", who=made.who)
        total = t.sum(made.who, what, *made.parts, *middles, mod=mod)
        return Result(total, total - sum(value for _, value in middles) + most)
    throw = made.throw
    if throw is None:
        total = t.sum(made.who, what, *made.parts, mod=mod)
        return Result(total, total)
    if against is not None:
        t.foresee(Reaching(against - made.certain - (t.modifier(made.who) if mod else 0)), throw)
    thrown = t.throw(made.who, throw.why, *throw.groups)
    total = t.sum(made.who, what, *made.parts, ("dice", thrown), mod=mod)
    return Result(total, total - thrown + most)


# aid dice -----------------------------------------------------------------------------------------------------------


def misplaced(encounter: Encounter, aider: Fighter, aid: Aid, ally: Fighter, other: Fighter | None) -> str | None:
    """Why an aider stands in no place for that aid, or None (BRA-22)."""
    if aid.purpose != "attack":
        return None if adjacent(aider, ally) else f"{aider.name} is not adjacent to {ally.name}"
    if other is None or adjacent(aider, other):
        return None
    if not sees(encounter, aider, other):
        return f"{aider.name} is not adjacent to {other.name} and has no line to it"
    shoots = any(arm.skill == aid.skill and "range" in arm.traits for arm in arms_of(aider))
    if shoots or aid.skill == "medicine":
        return None
    return f"{aider.name} is not adjacent to {other.name}, and {aid.skill} does not aid from afar"


def with_aid(t: Table, made: Check, purpose: Purpose, other: Fighter | None = None) -> Check:
    """Add the dice others lend a check, and use them up; those that do not fit now are kept (BRA-20, BRA-22)."""
    who, kept = made.who, []
    for aid in who.aided:
        reason = _unfit(t.encounter, aid, who, other) if aid.purpose == purpose else ""
        if reason is None:
            aider: Fighter = t.encounter.combatants[aid.by]
            made = made.aided(die(aider.skill(aid.skill).tool_sides, f"aid from {aider.name}"))
            continue
        kept.append(aid)
        if reason:
            t.tell("BRA-22", "aid-kept", "no aid for {who}: {reason}", who=who, reason=reason)
    if len(kept) < len(who.aided):
        who.aided = tuple(kept)
    if purpose == "attack" and other is not None:
        made = made.aided(*_trip_dice(t.encounter, who, other))
    return made


def _unfit(encounter: Encounter, aid: Aid, who: Fighter, other: Fighter | None) -> str | None:
    """Why an aid does not count for a check: None where it does, "" where it is meant for another foe."""
    aider: Fighter | None = encounter.combatants.get(aid.by)
    if aider is None:
        return f"{aid.by} is gone"
    if aid.against is not None and (other is None or aid.against != other.id):
        return ""
    if aider.down:
        return f"{aider.name} is {aider.health_word}"
    if not aider.skill(aid.skill).tool_sides:
        return f"{aider.name} has no tool die for {aid.skill}"
    return misplaced(encounter, aider, aid, who, other)


def _trip_dice(encounter: Encounter, attacker: Fighter, target: Fighter) -> Iterator[Group]:
    """The die that whoever tripped the target lends every attack of others on it (BRA-46)."""
    tripper: Fighter | None = encounter.combatants.get(target.tripped_by) if target.tripped_by else None
    if tripper is None or tripper.id == attacker.id or tripper.foe_of(attacker):
        return
    sides = tripper.skill(TRIP_SKILL).tool_sides
    if sides:
        yield die(sides, f"aid from {tripper.name}")
