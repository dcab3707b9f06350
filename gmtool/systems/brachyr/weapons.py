"""Weapons: their class and skill, what each reaches, which is used (BRA-33, BRA-60 to BRA-62)."""

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from gmtool.hexes.geometry import diagonal, distance
from gmtool.hexes.grid import Hex
from gmtool.rules.ground import apart, sees
from gmtool.rules.model import Encounter
from gmtool.rules.naming import counted
from gmtool.rules.table import Reason, Table
from gmtool.systems.brachyr.holds import held_by
from gmtool.systems.brachyr.sheet import Fighter, Trait, Weapon

UNARMED = Weapon((Trait("bludgeoning"),), None, "unarmed")
HAND_WEAPON = "hand-weapon"
DAMAGE_TRAITS = ("slashing", "piercing", "bludgeoning")

CLASSES: Mapping[str, tuple[str, ...]] = {
    "pole-weapons": ("reach", "reach"),
    "longswords": ("slashing", "reach"),
    "shortsword": ("slashing", "damage"),
    "axes": ("slashing", "heavy"),
    "picks": ("piercing", "heavy"),
    "bows": ("range",),
    "chain-weapons": ("flexible",),
    "daggers": ("piercing",),
    "trauma-weapons": ("bludgeoning",),
}
"""the traits that each class requires (BRA-60)"""


class Arm(NamedTuple):
    """A weapon by the name it has on the sheet."""

    name: str
    weapon: Weapon

    @property
    def traits(self) -> tuple[str, ...]:
        """Its traits; a `range:` makes it a weapon with Range."""
        own = self.weapon.traits
        return (*own, "range") if self.weapon.range is not None and "range" not in own else own

    @property
    def skill(self) -> str:
        """The skill that is rolled with it (BRA-60)."""
        if self.weapon.skill is not None:
            return self.weapon.skill
        return "unarmed" if self.name == "unarmed" else skill_of(class_of(self.traits))

    @property
    def only_pierces(self) -> bool:
        """Whether piercing is the one kind of damage it does (BRA-31)."""
        return [trait for trait in DAMAGE_TRAITS if trait in self.traits] == ["piercing"]


# classes ------------------------------------------------------------------------------------------------------------


def class_of(traits: tuple[str, ...]) -> str:
    """The class of a weapon: most required traits, then most Reach, then the first (BRA-60)."""
    fitting = [
        name for name, required in CLASSES.items() if all(traits.count(one) >= required.count(one) for one in required)
    ]
    return max(fitting, key=lambda name: (len(CLASSES[name]), CLASSES[name].count("reach")), default=HAND_WEAPON)


def skill_of(weapon_class: str) -> str:
    """The skill of a class of weapons (BRA-60)."""
    return "shortsword" if weapon_class == HAND_WEAPON else weapon_class


def classify(t: Table, *traits: Annotated[Trait, "slashing, piercing, bludgeoning, damage, heavy, reach ..."]) -> None:
    """Tell which class a weapon with these traits belongs to, and which skill it is used with.

    Rules: BRA-60.
    """
    found = class_of(traits)
    skill = skill_of(found)
    with_skill = "" if skill == found else ", used with the skill {skill}"
    needs = ", ".join(CLASSES.get(found, ())) or "what fits nothing else"
    text = f"[{{traits}}] is of the class {{weapon}} ({{needs}}){with_skill}"
    t.tell("BRA-60", "class", text, traits=list(traits), weapon=found, needs=needs, skill=skill)


# what is at hand ----------------------------------------------------------------------------------------------------


def arms_of(fighter: Fighter) -> list[Arm]:
    """The weapons on the sheet; bare hands where there are none."""
    return [Arm(name, weapon) for name, weapon in fighter.weapons.items()] or [Arm("unarmed", UNARMED)]


def arms_for(fighter: Fighter, skill: str) -> list[Arm]:
    """What a contest with that skill is made with: its weapons of that skill, else what is within arm's length."""
    return [arm for arm in arms_of(fighter) if arm.skill == skill] or [Arm(skill, UNARMED)]


def choose(t: Table, attacker: Fighter, target: Fighter, named: str | None) -> Arm:
    """The weapon named, else the first on the sheet that reaches the target, else the first. Raises Unknown."""
    arms = arms_of(attacker)
    if named is not None:
        known = {arm.name: arm for arm in (*arms, Arm("unarmed", attacker.weapons.get("unarmed", UNARMED)))}
        return known[t.named("weapon", named, known, attacker.name)]
    return next((arm for arm in arms if out_of_reach(t.encounter, attacker, target, [arm]) is None), arms[0])


# reach --------------------------------------------------------------------------------------------------------------


def reaches(arm: Arm, start: Hex | None, place: Hex | None) -> bool:
    """Whether a weapon reaches from one hex into another; so also without a map (BRA-61, BRA-62)."""
    if start is None or place is None:
        return True
    away = distance(start, place)
    reach, ranged = arm.traits.count("reach"), "range" in arm.traits
    if ranged and arm.weapon.range is not None and 1 < away < arm.weapon.range:
        return True
    if ranged and not reach:
        return False
    if reach == 0:
        return away == 1
    if reach == 1:
        return away == 1 or place in diagonal(start)
    return 1 <= away <= 2 if reach == 2 else away in (2, 3)


def reach_words(arm: Arm) -> str:
    """Which hexes a weapon reaches, as a GM says it (BRA-61, BRA-62)."""
    reach = min(arm.traits.count("reach"), 3)
    near = ("adjacent hexes", "adjacent and diagonally adjacent hexes", "up to 2 hexes away", "2 or 3 hexes away")[
        reach
    ]
    if "range" not in arm.traits:
        return near
    most = (arm.weapon.range or 0) - 1
    far = "no hex at all" if most < 2 else "2 hexes away" if most == 2 else f"2 to {most} hexes away"
    return f"{near}, or {far}" if reach else far


def out_of_reach(encounter: Encounter, attacker: Fighter, target: Fighter, arms: list[Arm]) -> Reason | None:
    """Why none of the weapons reaches the target, or None (BRA-33, BRA-43, BRA-61, BRA-62)."""
    holder = held_by(encounter, attacker)
    if holder is not None and holder.id != target.id:
        text = f"{attacker.name} is held by {holder.name}, who alone is within reach"
        return Reason("BRA-43", text, f"attack {holder.id}, or gm escape {attacker.id}")
    first = arms[0]
    if "range" in first.traits and first.weapon.range is None:
        text = f"{first.name} has the trait range, and no `range:` says how far"
        return Reason("BRA-62", text, f"gm set {attacker.id} weapons.{first.name}.range=HEXES")
    if not any(reaches(arm, attacker.at, target.at) for arm in arms):
        rule = "BRA-62" if "range" in first.traits else "BRA-61" if "reach" in first.traits else "BRA-33"
        hexes = counted(apart(attacker, target) or 0, "hex")
        brief = f"reaches {reach_words(first)}"
        return Reason(rule, f"{target.name} is {hexes} away; {first.name} {brief}", brief=brief)
    if (apart(attacker, target) or 0) > 1 and not sees(encounter, attacker, target):
        return Reason(
            "BRA-62", f"{attacker.name} has no line of effect to {target.name}", f"gm from {attacker.id} {target.id}"
        )
    return None


def require_reach(t: Table, attacker: Fighter, target: Fighter, arms: list[Arm], *, instead: str = "") -> None:
    """Refuse a target that is not within reach of the weapon used (BRA-33, BRA-43, BRA-61, BRA-62).

    `instead` is what would reach it, where nothing else is in the way.
    """
    beyond = out_of_reach(t.encounter, attacker, target, arms)
    if beyond is not None:
        t.require(False, beyond.rule, beyond.text, beyond.remedy or instead)


def other_arm(attacker: Fighter, target: Fighter) -> str:
    """Which weapon would reach the target from where both stand, in words; "" where none does."""
    able = [arm.name for arm in arms_of(attacker) if reaches(arm, attacker.at, target.at)]
    return f"{able[0]} reaches it" if able else ""
