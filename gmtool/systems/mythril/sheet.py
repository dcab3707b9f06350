"""The character: what stands on its sheet, and what the fight has done to it."""

from collections.abc import Mapping
from math import lcm
from typing import Any, Literal

from gmtool.hexes.grid import Hex
from gmtool.rules.codecs import Ref, Track
from gmtool.rules.model import Combatant, Encounter
from gmtool.rules.naming import Told, Why, counted
from gmtool.rules.record import record, stat

Posture = Literal["standing", "crouching", "crawling", "prone"]
WeaponKind = Literal["melee", "ranged", "spell"]

THREAT: dict[WeaponKind, int] = {"melee": 1, "ranged": 3, "spell": 3}
"""hexes that a weapon threatens where it does not say (MYT-5)"""
SPELL_RANGE = 3
PORTION: dict[Posture, int] = {"standing": 1, "crouching": 2, "crawling": 4, "prone": 4}
"""by what a posture divides Speed (MYT-4)"""


@record
class Weapon:
    """What one attacks with: a weapon or a spell."""

    skill: str = stat("the Combat Skill it is used with, as `skills` names it")
    type: str | None = stat("the weapon or spell type, as `ranks` names it; else the skill's name", default=None)
    kind: WeaponKind = stat("melee, ranged or spell", default="melee")
    threat: int | None = stat(
        "hexes it threatens, and a melee weapon reaches; else 1 in melee, 3 otherwise", default=None, least=0
    )
    range: int | None = stat(
        "hexes a ranged weapon reaches, or a spell; else no limit, for spells 3", default=None, least=1
    )
    bonus: int = stat("joins its damage where the wielder has a rank (MYT-13)", default=0)

    @property
    def threatens(self) -> int:
        """The hexes around its wielder that it threatens (MYT-5)."""
        return THREAT[self.kind] if self.threat is None else self.threat

    @property
    def reach(self) -> int | None:
        """The hexes an attack with it reaches; None: however far (MYT-6)."""
        if self.kind == "melee":
            return self.threatens
        return SPELL_RANGE if self.kind == "spell" and self.range is None else self.range


UNARMED = Weapon("unarmed")


@record
class Ward:
    """Armor or a shield: its type, and what it still absorbs. Its short form: `leather 3/10`."""

    type: str = stat("the armor or shield type, as `ranks` names it")
    absorbs: Track = stat("damage it still absorbs, CURRENT/MAXIMUM; at 0 it is destroyed", least=0)

    @classmethod
    def read(cls, text: str) -> "Ward":
        """Read `leather 3/10`. Raises ValueError."""
        name, _, worth = text.strip().rpartition(" ")
        now, _, most = worth.partition("/")
        if not (name and now.isdecimal() and most.isdecimal() and len(now + most) < 9 and int(now) <= int(most) > 0):
            raise ValueError("it must hold keys, as {type: leather, absorbs: 10/10}, or be short, as `leather 10/10`")
        return cls(name.strip(), Track(int(now), int(most)))

    def __str__(self) -> str:
        return f"{self.type} {self.absorbs}"


@record
class Opening:
    """An opportunity action somebody may take: `at` is where the mover stood nearest."""

    by: Ref = stat("who may act")
    at: Hex = stat("the hex of the mover, when it was nearest")
    passing: bool = stat("`by` is the mover itself, in passing", default=False, kind="state")


def most_hp(_: Encounter, who: Any) -> Track:
    """Full Health Points: 10 + END + SPI, at least 1."""
    full = max(1, 10 + who.endurance + who.spirit)
    return Track(full, full)


def most_stamina(_: Encounter, who: Any) -> Track:
    """Full Stamina: 6 + END, at least 1."""
    full = max(1, 6 + who.endurance)
    return Track(full, full)


def full_pool(encounter: Encounter, who: Any) -> int:
    """The actions of a whole round, this one (MYT-2)."""
    if who.agility < 0:
        return int(next_round(encounter, who) == (encounter.round or 1))
    return who.agility + 1 if encounter.switches["actions"] == "formula" else max(1, int(who.agility))


def next_round(encounter: Encounter, who: Any) -> int:
    """The round, this one or a later, in which somebody with AGI -1 or less has its action (MYT-2)."""
    now = encounter.round or 1
    return int(now + (1 - now) % _pace(encounter, who))


def _pace(encounter: Encounter, who: Any) -> int:
    """In every how many rounds somebody with AGI -1 or less has its action (MYT-2)."""
    slow = -int(who.agility)
    return slow + 1 if encounter.switches["slow"] == "skip-n" else max(2, slow)


def cycle(encounter: Encounter) -> int:
    """After how many rounds the slow act in the same rounds again (MYT-2)."""
    return lcm(*(_pace(encounter, who) for who in encounter.combatants.values() if who.agility < 0))


@record(frozen=False, eq=False, kw_only=True)
class Character(Combatant):
    """Somebody in a fight."""

    agility: int = stat("AGI modifier", key="mods.agi", default=0)
    perception: int = stat("PER modifier", key="mods.per", default=0)
    endurance: int = stat("END modifier", key="mods.end", default=0)
    spirit: int = stat("SPI modifier", key="mods.spi", default=0)
    moxie: int = stat("MOX modifier", key="mods.mox", default=0)
    strength: int = stat("STR modifier", key="mods.str", default=0)
    skills: Mapping[str, int] = stat("the modifier of each Combat Skill; dodge is AGI, any other 0", default={})
    hp: Track = stat("Health Points, CURRENT/MAXIMUM; current may be below 0", default=most_hp)
    stamina: Track = stat("Stamina, CURRENT/MAXIMUM", default=most_stamina, least=0)
    ranks: Mapping[str, int] = stat(
        "proficiency ranks by type of weapon, spell, armor or shield", default={}, least=0, most=10
    )
    weapons: Mapping[str, Weapon] = stat("what it attacks with, by name", default=lambda *_: {"unarmed": UNARMED})
    armor: Ward | None = stat("what it wears", default=None)
    shield: Ward | None = stat("what it guards with", default=None)
    speed_bonus: int = stat("hexes more than AGI + 2", default=0)
    posture: Posture = stat("how it holds itself; prone moves as crawling", default="standing", kind="state")
    actions: int = stat("actions left this round", default=full_pool, least=0, kind="state")
    exhausted: bool = stat("failed its Moxie check: it may crawl, nothing else", default=False, kind="state")
    pushing: bool = stat("made its Moxie check: it may pay HP for Stamina", default=False, kind="state")
    used_combat_skill: bool = stat("used a Combat Skill this round", default=False, kind="state", quiet=True)
    rested: bool = stat("used none in the last whole round", default=False, kind="state", quiet=True)
    provoked: tuple[Opening, ...] = stat(
        "opportunity actions others have against it", default=(), kind="state", quiet=True
    )

    @property
    def down(self) -> bool:
        """Unconscious or dead (MYT-30)."""
        return self.hp.now <= 0

    @property
    def dead(self) -> bool:
        """As far below 0 as its maximum is above (MYT-30)."""
        return self.hp.now <= -self.hp.max

    @property
    def winded(self) -> bool:
        """Without Stamina (MYT-20)."""
        return not self.stamina.now

    @property
    def spent(self) -> bool:
        """Exhausted, and no Stamina has come back since (MYT-20, MYT-22)."""
        return self.exhausted and not self.stamina.now

    @property
    def speed(self) -> int:
        """Hexes it moves in an action, in its posture (MYT-4, MYT-20)."""
        full = max(0, self.agility + 2 + self.speed_bonus)
        portion = PORTION["crawling" if self.spent else self.posture]
        return max(1, full // portion) if full else 0

    @property
    def threatens(self) -> int:
        """The hexes around it that it threatens: the farthest of its weapons (MYT-5)."""
        return max((weapon.threatens for weapon in self.weapons.values()), default=0)

    def skill(self, name: str) -> int:
        """The modifier of a Combat Skill."""
        return self.skills.get(name, self.agility if name == "dodge" else 0)


def health_word(who: Character) -> str:
    """How bad it is, in words; "" while it stands (MYT-30, MYT-31)."""
    if not who.down:
        return ""
    if who.dead:
        return "dead"
    return "unconscious and bleeding out" if who.hp.now < 0 else "unconscious"


def may_act(encounter: Encounter, who: Character) -> Why | None:
    """Why it cannot act, or None (MYT-2, MYT-30)."""
    if who.down:
        return Told(lambda: health_word(who))
    if not who.placed and encounter.mapped:
        return "not on the map"
    if encounter.started and not full_pool(encounter, who):
        return Told(lambda: f"slow (AGI {who.agility}), it acts in round {next_round(encounter, who)}")
    return None


def may_still(encounter: Encounter, who: Character) -> str:
    """What it may still do this turn, or why it cannot act (MYT-3, MYT-4, MYT-20, MYT-21)."""
    reason = may_act(encounter, who)
    if reason is not None:
        return str(reason)
    if encounter.started and not who.actions:
        return "no action left"
    left = counted(who.actions, "action")
    if who.spent:
        return f"{left}, exhausted: crawl {counted(who.speed, 'hex')}"
    stamina = f"Stamina {who.stamina}{' (--push pays HP)' if not who.stamina.now else ''}"
    return f"{left}, {stamina}, Speed {who.speed}"
