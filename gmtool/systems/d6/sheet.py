"""The fighter: what stands on the sheet, and what the fight has done to it."""

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from gmtool.dice.codes import DieCode, plain
from gmtool.errors import Misused
from gmtool.rules.codecs import Ref
from gmtool.rules.model import Combatant, Encounter
from gmtool.rules.naming import Told, Why
from gmtool.rules.record import record, stat

Box = Literal["injured-1", "injured-2", "serious", "incapacitated", "near-death", "dead"]
Defending = Literal["dodge", "block", "parry"]

BOXES: tuple[Box, ...] = ("injured-1", "injured-2", "serious", "incapacitated", "near-death", "dead")
"""the chart without Stunned, which is no box (D6-34)"""
PENALTIES: Mapping[str, int] = {"injured-1": 1, "injured-2": 2, "serious": 3, "incapacitated": 4, "near-death": 4}
"""dice off every action; near-death counts only where the GM lets it act (D6-34)"""
STUNNED = 1
ACTIONS = 2
MOST_AIM = 3
UNSKILLED = DieCode(1)
STRENGTH = DieCode(3)
PASSIVE_TOTAL = 10
_STRENGTH = r"STR\s*(?:(?P<pips>[+-]\s*[12])|\+\s*(?P<code>[0-9].*)|-\s*(?P<less>[0-9]{1,3})\s*D)?"


class Code(DieCode):
    """A die code, as `3D+1`."""

    __slots__ = ()

    @classmethod
    def read(cls, text: str) -> DieCode:
        """Read `3D+1`. Raises Misused, by the id of the rule that says what a die code is (D6-1)."""
        try:
            return DieCode.read(text)
        except Misused as misused:
            raise Misused(f"{misused.text} (D6-1)", remedy=misused.remedy) from None


class Damage(NamedTuple):
    """A die code for damage, as `3D+1`, or `STR+2D` of another game (D6-33)."""

    code: DieCode
    text: str

    @classmethod
    def read(cls, text: str) -> "Damage":
        """Read `3D+1`, `STR+2D`, `STR-1`. Raises Misused."""
        found = re.fullmatch(_STRENGTH, plain(text).strip(), re.IGNORECASE)
        if found is None:
            return cls(Code.read(text), text)
        if found["pips"]:
            pips = int(found["pips"].replace(" ", ""))
            return cls(DieCode.of(STRENGTH.dice, pips), text)
        if found["less"]:
            return cls(STRENGTH.more(-int(found["less"])), text)
        return cls(STRENGTH.plus(Code.read(found["code"])) if found["code"] else STRENGTH, text)

    def __str__(self) -> str:
        return self.text


class Range(NamedTuple):
    """Meters at which short, medium and long range end, as `10/25/50`."""

    short: int
    medium: int
    long: int

    @classmethod
    def read(cls, text: str) -> "Range":
        """Read `10/25/50`. Raises ValueError."""
        parts = [part.strip() for part in text.split("/")]
        if len(parts) != 3 or not all(part.isdecimal() and len(part) <= 6 for part in parts):
            raise ValueError("it must be the meters of short, medium and long range, as 10/25/50")
        short, medium, far = map(int, parts)
        if not 0 < short < medium < far:
            raise ValueError("each range must end farther out than the one before, as 10/25/50")
        return cls(short, medium, far)

    def __str__(self) -> str:
        return f"{self.short}/{self.medium}/{self.long}"


class Meters(float):
    """Meters, as 12 or 7.5."""

    __slots__ = ()

    @classmethod
    def read(cls, text: str) -> "Meters":
        """Read `7.5`. Raises ValueError."""
        if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,3})?", text):
            raise ValueError("it must be meters, 0 or more, as 7.5")
        return cls(text)

    def __str__(self) -> str:
        return f"{round(self, 3):g}"


@record
class Weapon:
    """What somebody fights with. With `range` it shoots or is thrown; else it strikes, one hex far or `reach`."""

    skill: str = stat("the skill that is rolled with it")
    damage: Damage = stat("die code of its damage; `STR+2D` counts STR as 3D")
    range: Range | None = stat("meters of short, medium and long range, as 10/25/50", default=None)
    reach: int | None = stat("hexes it strikes; only such a weapon can parry", default=None, least=1, most=20)


@record
class Aim:
    """Rounds spent aiming at somebody."""

    at: Ref = stat("whom it aims at")
    rounds: int = stat("rounds of aiming so far, one after the other", default=1, least=1)

    @property
    def dice(self) -> int:
        """What it adds to a ranged attack (D6-25)."""
        return min(MOST_AIM, self.rounds)


UNARMED = "unarmed"
BARE_HANDS = Weapon(skill="brawl", damage=Damage(DieCode(2), "2D"))


def usual_passive(encounter: Encounter, fighter: Any) -> int:
    """Half the dodge dice, rounded up, at least 1; 10 where dice are added up (D6-20)."""
    if encounter.switches["dice"] == "sum":
        return PASSIVE_TOTAL
    return max(1, half_dodge(fighter).dice)


@record(frozen=False, eq=False, kw_only=True)
class Fighter(Combatant):
    """Somebody in a fight."""

    skills: Mapping[str, Code] = stat("die codes by name: alertness, dodge, fortitude, brawl, ...", default={})
    passive: int = stat("passive defense value", default=usual_passive, least=0)
    armor: Code = stat("die code added to Fortitude", default=DieCode(0))
    weapons: Mapping[str, Weapon] = stat("what it fights with, first choice first", default={UNARMED: BARE_HANDS})
    encumbered: bool = stat("carries too much: half the meters", default=False)
    luck: int = stat("Luck Points", default=0, least=0)
    character: int = stat("Character Points", default=0, least=0)
    wounds: tuple[Box, ...] = stat("the boxes ticked", default=(), kind="state")
    stunned: bool = stat("1D less until the end of its next turn", default=False, kind="state")
    stunned_now: bool = stat(
        "stunned in its own turn, whose end is not the one", default=False, kind="state", quiet=True
    )
    unconscious: bool = stat("cannot act", default=False, kind="state")
    defense_how: Defending | None = stat(
        "the active defense that stands", key="defense.how", default=None, kind="state", quiet=True
    )
    defense_value: int | None = stat(
        "what it is worth", key="defense.value", default=None, least=0, kind="state", quiet=True
    )
    aim: Aim | None = stat("at whom it aims, for how many rounds", default=None, kind="state", quiet=True)
    waits: Ref | None = stat("the one it waits for", default=None, kind="state", quiet=True)
    used: int = stat("actions used this round", default=0, least=0, kind="state", quiet=True)
    extra: int = stat("actions borrowed or bought this round", default=0, least=0, kind="state", quiet=True)
    borrowed: int = stat("1: owes one to the next round", default=0, least=0, most=1, kind="state", quiet=True)
    owed: int = stat("1: one of this round's is owed", default=0, least=0, most=1, kind="state", quiet=True)
    full: bool = stat("all of this round went into a full defense", default=False, kind="state", quiet=True)
    moved: Meters = stat("meters moved this round", default=Meters(), kind="state", quiet=True)

    def skill(self, name: str) -> DieCode:
        """The code of a skill; 1D for one it does not have (D6-1)."""
        return self.skills.get(name, UNSKILLED)

    @property
    def arms(self) -> Mapping[str, Weapon]:
        """Its weapons, bare hands last where it does not list them."""
        return {**self.weapons, UNARMED: self.weapons.get(UNARMED, BARE_HANDS)}

    @property
    def dead(self) -> bool:
        """The last box is ticked (D6-34)."""
        return "dead" in self.wounds

    @property
    def dying(self) -> bool:
        """The box `near-death` is ticked, and not the last (D6-34)."""
        return "near-death" in self.wounds and not self.dead

    @property
    def senseless(self) -> bool:
        """Unconscious, which the box `near-death` is by itself (D6-34)."""
        return self.unconscious or "near-death" in self.wounds

    @property
    def down(self) -> bool:
        """Unconscious or dead."""
        return self.senseless or self.dead

    @property
    def left(self) -> int:
        """Actions left this round (D6-11 to D6-13)."""
        return max(0, ACTIONS - self.owed + self.extra - self.used)

    @property
    def aimed(self) -> bool:
        """Whether this round went into aiming: any other act would have ended the aim (D6-25)."""
        return self.aim is not None and self.used > 0

    @property
    def penalties(self) -> tuple[tuple[str, int], ...]:
        """Dice off every action, each with its reason: the highest box ticked, and Stunned (D6-34, D6-37)."""
        found = [(box, -PENALTIES[box]) for box in BOXES if box in self.wounds and box in PENALTIES][-1:]
        return (*found, ("stunned", -STUNNED)) if self.stunned else tuple(found)


def half_dodge(fighter: Fighter) -> DieCode:
    """Half the dodge dice, rounded up; pips are left out (D6-20)."""
    return DieCode((fighter.skill("dodge").dice + 1) // 2)


def state_word(fighter: Fighter) -> str:
    """Dead or unconscious; "" while it can act."""
    return "dead" if fighter.dead else "unconscious" if fighter.senseless else ""


def may_act(encounter: Encounter, fighter: Fighter) -> Why | None:
    """Why it cannot act, or None (D6-34)."""
    if fighter.down:
        return Told(lambda: state_word(fighter))
    if not fighter.placed and encounter.mapped:
        return "not on the map"
    return None
