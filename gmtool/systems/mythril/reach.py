"""What somebody could do to another from where it stands, for `gm from` (MYT-5, MYT-6, MYT-10)."""

from collections.abc import Iterator

from gmtool.rules.ground import apart, sees
from gmtool.rules.model import Encounter
from gmtool.rules.naming import counted
from gmtool.rules.table import Reason
from gmtool.systems.mythril.opportunity import opening_for
from gmtool.systems.mythril.sheet import Character
from gmtool.systems.mythril.stamina import unable
from gmtool.systems.mythril.weapons import out_of_reach


def within_reach(encounter: Encounter, who: Character, other: Character) -> list[str]:
    """A line for each weapon, with the reason; then its threat and an opportunity it has."""
    return [*_weapons(encounter, who, other), *_threat(encounter, who, other)]


def _weapons(encounter: Encounter, who: Character, other: Character) -> Iterator[str]:
    cannot = unable(encounter, who, "--push")
    if other.dead:
        cannot = Reason("MYT-30", f"{other.name} is dead")
    for name, weapon in who.weapons.items():
        reason = out_of_reach(encounter, weapon, who.at, other.at, other.name, name) or cannot
        if reason is not None:
            yield f"{name}: no ({reason.text})"
            continue
        reach = "however far" if weapon.reach is None else f"reaches {counted(weapon.reach, 'hex')}"
        yield f"{name}: yes ({weapon.skill} {who.skill(weapon.skill):+d}, {reach})"


def _threat(encounter: Encounter, who: Character, other: Character) -> Iterator[str]:
    away = apart(who, other)
    if away is not None and who.foe_of(other) and not (who.down or other.dead):
        seen = sees(encounter, who, other)
        within = "yes" if seen and away <= who.threatens else "no"
        reason = f"it threatens {counted(who.threatens, 'hex')} around" if seen else f"{other.name} is out of sight"
        yield f"threat: {within} ({reason})"
    opening = opening_for(who, other)
    if opening is not None:
        mover = who if opening.passing else other
        yield f"opportunity: yes ({mover.name} was in {encounter.grid.label(opening.at)})"
