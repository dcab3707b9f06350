"""The fighter: what stands on the sheet, and what the fight has done."""

from collections.abc import Mapping
from typing import ClassVar, Literal, Self

from gmtool.errors import did_you_mean
from gmtool.hexes.grid import Hex
from gmtool.rules.codecs import Ref
from gmtool.rules.model import Combatant, Encounter
from gmtool.rules.record import record, stat

Act = Literal["move", "aid", "attack"]
State = Literal["prone", "unconscious", "dead", "underwater"]
Purpose = Literal["attack", "defense", "resiliency"]
Denial = Literal["no-dodge", "no-armour"]

TOOLS = ("d4", "d6", "d8", "d10")


class Word(str):
    """A word the rules know, or one of the table's own."""

    __slots__ = ()
    known: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a word; what looks like a slip of a known one is refused. Raises ValueError."""
        word = text.strip().casefold()
        if word in cls.known:
            return cls(word)
        if not word.replace("-", "").replace(" ", "").isalpha():
            raise ValueError(f"it must be a word, as {', '.join(cls.known)}")
        hint = did_you_mean(word, cls.known)
        if hint:
            raise ValueError(hint)
        return cls(word)


class Trait(Word):
    """A trait of a weapon, as slashing."""

    __slots__ = ()
    known = ("slashing", "piercing", "bludgeoning", "damage", "heavy", "flexible", "reach", "range")


class Ability(Word):
    """An ability, as parry."""

    __slots__ = ()
    known = ("parry",)


@record
class Skill:
    """A skill. Its short form is `4 d6 t2`: modifier, tool die, tier; what is left out is not there."""

    mod: int = stat("the modifier", default=0)
    tool: str | None = stat("the tool die", default=None, choices=TOOLS)
    tier: int = stat("the tier", default=0, least=0)

    @classmethod
    def read(cls, text: str) -> "Skill":
        """Read `4 d6 t2`, `4`, `d6`. Raises ValueError."""
        words = text.casefold().split()
        mod = words.pop(0) if words and _whole(words[0]) else "0"
        tool = words.pop(0) if words and words[0] in TOOLS else None
        tier = words.pop(0)[1:] if words and words[0][:1] == "t" and words[0][1:].isdecimal() else "0"
        if words or not text.strip() or len(mod) > 6 or len(tier) > 6:
            raise ValueError(f"it must be a modifier, a tool die ({', '.join(TOOLS)}) and a tier, as `4 d6 t2`")
        return cls(int(mod), tool, int(tier))

    def __str__(self) -> str:
        return " ".join(filter(None, (str(self.mod), self.tool, f"t{self.tier}" if self.tier else "")))

    @property
    def tool_sides(self) -> int:
        """The sides of the tool die; 0 without one."""
        return int(self.tool[1:]) if self.tool else 0


def _whole(word: str) -> bool:
    return word.lstrip("+-").isdecimal() and len(word) - len(word.lstrip("+-")) <= 1


UNSKILLED = Skill(0, None, 0)


@record
class Weapon:
    """What one fights with."""

    traits: tuple[Trait, ...] = stat("its traits; `reach` may stand there several times", default=())
    range: int | None = stat("the maximum in hexes, which it does not reach itself", default=None, least=1)
    skill: str | None = stat("the skill, where it does not follow from the traits", default=None)


@record
class Hold:
    """Somebody's grip."""

    by: Ref = stat("who holds")
    dc: int = stat("what an escape must reach")


@record
class Aid:
    """A tool die somebody lends for a check still to come; it is looked up when it is used."""

    by: Ref = stat("who aids")
    skill: str = stat("with which skill's tool die")
    purpose: Purpose = stat("for which check", key="for")
    against: Ref | None = stat("against whom only", default=None)


@record
class Feint:
    """What a feint denies its victim until the feinter's next attack."""

    by: Ref = stat("who feinted")
    what: Denial = stat("the dodge of the next attack, or the armour's tool die")


@record(frozen=False, eq=False, kw_only=True)
class Fighter(Combatant):
    """Somebody in a fight. There are no hit points: damage piles up, and resiliency is rolled against it."""

    skills: Mapping[str, Skill] = stat("skills by name, as `shortsword: 4 d6 t2`", default={})
    speed: int = stat("hexes it moves in a movement phase", least=0)
    initiative_bonus: int = stat("added to initiative", default=0)
    healing_bonus: int = stat("added to what 12 hours of rest heal", default=0)
    weapons: Mapping[str, Weapon] = stat("weapons by name; unarmed where there are none", default={})
    abilities: tuple[Ability, ...] = stat("abilities, as parry", default=())
    hands_free: int = stat("free hands, for what is passed", default=1, least=0, kind="state")
    damage: int = stat("accumulated damage", default=0, least=0, kind="state")
    states: tuple[State, ...] = stat("prone, unconscious, dead, underwater", default=(), kind="state", label="is")
    held: Hold | None = stat("who holds it, and the DC of its escape", default=None, kind="state")
    carried_by: Ref | None = stat("who has lifted it and takes it along", default=None, kind="state")
    hurt: bool = stat("took damage this round, 0 included", default=False, kind="state", label="resiliency due")
    aided: tuple[Aid, ...] = stat("dice others lend it this round", default=(), kind="state", label="aid")
    aiding: Ref | None = stat("whom it aids this round", default=None, kind="state", quiet=True)
    aid_now: str | None = stat(
        "the skill it aids with this round", key="aids.this", default=None, kind="state", quiet=True
    )
    aid_before: str | None = stat(
        "the skill it aided with last round", key="aids.last", default=None, kind="state", label="aided last with"
    )
    feinted: Feint | None = stat("what a feint denies it", default=None, kind="state")
    tripped_by: Ref | None = stat("who tripped it this round", default=None, kind="state")
    done: tuple[Act, ...] = stat("what it has used this round", default=(), kind="state", quiet=True)

    def skill(self, name: str) -> Skill:
        """The skill of that name; unskilled where the sheet has none."""
        return self.skills.get(name, UNSKILLED)

    @property
    def dead(self) -> bool:
        """Dead (BRA-50)."""
        return "dead" in self.states

    @property
    def down(self) -> bool:
        """Unconscious or dead (BRA-50)."""
        return "unconscious" in self.states or "dead" in self.states

    @property
    def health_word(self) -> str:
        """How bad it is, in a word; "" while it is conscious."""
        return "dead" if self.dead else "unconscious" if self.down else ""

    def enter(self, state: State) -> None:
        """Be in a state from now on; the dead are unconscious no longer."""
        kept = tuple(one for one in self.states if state != "dead" or one != "unconscious")
        self.states = kept if state in kept else (*kept, state)

    def leave(self, state: State) -> None:
        """Be in a state no longer."""
        self.states = tuple(one for one in self.states if one != state)


@record(frozen=False, eq=False, kw_only=True)
class Skirmish(Encounter):
    """The fight: it keeps what lies about."""

    dropped: Mapping[str, Hex] = stat("weapons that lie about, and where", default={}, kind="state")
