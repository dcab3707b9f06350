"""What an attack is made with, whom it reaches, and the damage it does (MYT-5, MYT-6, MYT-13)."""

from gmtool.dice.throws import Group
from gmtool.hexes.geometry import distance
from gmtool.hexes.grid import Hex
from gmtool.rules.ground import sight_blockers
from gmtool.rules.model import Encounter
from gmtool.rules.naming import counted
from gmtool.rules.table import Reason, Table
from gmtool.systems.mythril.sheet import Character, Weapon

PROFICIENCY = tuple(
    Group(count, sides)
    for count, sides in ((1, 4), (1, 6), (1, 8), (1, 10), (2, 6), (2, 8), (3, 6), (3, 8), (4, 6), (4, 8))
)
"""dice by rank, 1 to 10 (MYT-13)"""
UNTRAINED = 1


def proficiency(who: Character, kind: str) -> Group | None:
    """The dice of its rank with a type of weapon, spell, armor or shield; None without a rank (MYT-13, MYT-14)."""
    rank = who.ranks.get(kind, 0)
    return PROFICIENCY[rank - 1] if rank else None


def die_word(dice: Group) -> str:
    """What a part of a sum is called that was thrown with these dice."""
    return "die" if dice.count == 1 else "dice"


def damage_of(t: Table, attacker: Character, name: str) -> int:
    """The damage of a hit: proficiency dice and what joins them, at least 0; without a rank exactly 1 (MYT-13)."""
    weapon = attacker.weapons[name]
    dice = proficiency(attacker, weapon.type or weapon.skill)
    if dice is None:
        return t.sum(attacker, "damage", ("without a rank", UNTRAINED))
    parts = [(die_word(dice), t.throw(attacker, "damage", dice))]
    if weapon.bonus:
        parts.append((name, weapon.bonus))
    if weapon.kind == "spell" and attacker.moxie:
        parts.append(("MOX", attacker.moxie))
    points = t.sum(attacker, "damage", *parts)
    if points < 0:
        t.tell("MYT-13", "no-damage", "damage {points} counts as 0", who=attacker, points=points)
    return max(0, points)


def choose(
    t: Table, who: Character, typed: str | None, start: Hex | None, end: Hex | None, other: Character
) -> tuple[str, Reason | None]:
    """The weapon that was named, else the first that reaches, else the first; and why it does not reach (MYT-6)."""
    if not who.weapons:
        t.impossible("MYT-6", f"{who.name} has no weapon", f"gm set {who.id} weapons=; without the key it is unarmed")
    names = [*who.weapons] if typed is None else [t.named("weapon", typed, who.weapons, who.name)]
    found = [(name, out_of_reach(t.encounter, who.weapons[name], start, end, other.name, name)) for name in names]
    return next((one for one in found if one[1] is None), found[0])


def out_of_reach(
    encounter: Encounter, weapon: Weapon, start: Hex | None, end: Hex | None, whom: str, name: str
) -> Reason | None:
    """Why a weapon used in one hex does not reach another; without a map nobody is too far (MYT-6)."""
    if start is None or end is None:
        return None
    away, reach = distance(start, end), weapon.reach
    if reach is not None and away > reach:
        return Reason("MYT-6", f"{whom} is {counted(away, 'hex')} away; {name} reaches {reach}")
    hiding = sight_blockers(encounter, start, end)
    if hiding:
        return Reason("MYT-6", f"{whom} is out of sight behind {', '.join(map(encounter.grid.label, hiding))}")
    return None
