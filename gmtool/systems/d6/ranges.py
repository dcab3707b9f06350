"""How far, and what is in between: bands of range, reach, cover, sight (D6-23, D6-24)."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from gmtool.hexes.geometry import distance
from gmtool.hexes.grid import Hex
from gmtool.rules.ground import sight_blockers
from gmtool.rules.model import Encounter
from gmtool.rules.naming import counted
from gmtool.rules.table import Reason
from gmtool.systems.d6.pools import by_sum
from gmtool.systems.d6.sheet import Fighter, Range, Weapon, state_word

Band = Literal["point-blank", "short", "medium", "long"]
Cover = Literal["light", "medium", "heavy", "total"]

POINT_BLANK = 3
"""meters"""
BANDS: dict[str, tuple[int, int]] = {"point-blank": (-1, -5), "short": (0, 0), "medium": (1, 5), "long": (2, 10)}
"""what a band adds to the difficulty: in successes, in a sum"""
COVERS: dict[str, tuple[int, int]] = {"light": (1, 3), "medium": (2, 6), "heavy": (3, 12), "total": (3, 12)}
"""what a cover adds; total cover, where the GM overrules it, no more than heavy"""
ADJACENT = 1


class Shot(NamedTuple):
    """An attack with a weapon as things stand: with a band of range, or in reach; and what forbids it."""

    name: str
    weapon: Weapon
    band: Band | None
    """None: a strike, which no range makes harder"""
    meters: float | None
    """None where the map does not say"""
    reasons: tuple[Reason, ...]

    @property
    def ranged(self) -> bool:
        """Whether it shoots or is thrown."""
        return self.band is not None

    @property
    def where(self) -> str:
        """How far it goes, in words."""
        far = "" if self.meters is None else f"{self.meters:g} m"
        return ", ".join(filter(None, (far, self.range_words)))

    @property
    def range_words(self) -> str:
        """The band, in words; "" for a strike."""
        return "" if self.band is None else self.band if self.band == "point-blank" else f"{self.band} range"


def shot(
    encounter: Encounter,
    one: Fighter,
    other: Fighter,
    name: str,
    weapon: Weapon,
    band: Band | None = None,
    place: Hex | None = None,
) -> Shot:
    """Judge an attack with a weapon; `band` is the GM's word on the range (D6-23).

    A weapon with both `reach` and `range` strikes within its reach and is thrown beyond it. `place`: as if the attacker
    were there.
    """
    place = place or one.at
    away = None if place is None or other.at is None else distance(place, other.at)
    strikes = weapon.reach is not None and band is None and (away is None or away <= weapon.reach)
    if weapon.range is None or strikes:
        return Shot(name, weapon, None, None, tuple(_out_of_reach(other, name, weapon.reach or ADJACENT, away)))
    hidden = tuple(out_of_sight(encounter, one, other, place))
    if band is not None or away is None:
        return Shot(name, weapon, band or "short", None, hidden)
    if encounter.grid.meters is None:
        remedy = "add it to the file: grid: {hex: 2 m}; or say --range BAND"
        unknown = Reason("D6-23", "the grid has no `hex:` size, and the range cannot be measured", remedy)
        return Shot(name, weapon, "short", None, (unknown, *hidden))
    meters = away * encounter.grid.meters
    found = band_of(weapon.range, meters)
    if found is None:
        beyond = Reason(
            "D6-23", f"{other.name} is {meters:g} m away; {name} reaches {weapon.range.long} m", "move nearer"
        )
        return Shot(name, weapon, "long", meters, (beyond, *hidden))
    return Shot(name, weapon, found, meters, hidden)


def band_of(reach: Range, meters: float) -> Band | None:
    """The band of a distance, None beyond long range; a boundary belongs to the nearer band (D6-23)."""
    if meters > reach.long:
        return None
    if meters <= POINT_BLANK:
        return "point-blank"
    return "short" if meters <= reach.short else "medium" if meters <= reach.medium else "long"


def harder(encounter: Encounter, table: dict[str, tuple[int, int]], row: str) -> int:
    """What a band or a cover adds to the difficulty, on the scale of this house's dice (D6-23, D6-24)."""
    return table[row][by_sum(encounter)]


def best_shot(encounter: Encounter, one: Fighter, other: Fighter, band: Band | None) -> Shot:
    """The first weapon listed that can reach the other, else the first; bare hands where none is listed (D6-23).

    With a range named only a weapon that has one can.
    """
    shots = [shot(encounter, one, other, name, weapon, band) for name, weapon in (one.weapons or one.arms).items()]
    return next((found for found in shots if not found.reasons and (band is None or found.ranged)), shots[0])


def _out_of_reach(other: Fighter, name: str, reach: int, away: int | None) -> Iterable[Reason]:
    if away is not None and away > reach:
        text = f"{other.name} is {away} hexes away; {name} reaches {counted(reach, 'hex')}"
        yield Reason("D6-23", text, "move nearer")


def out_of_sight(encounter: Encounter, one: Fighter, other: Fighter, place: Hex | None = None) -> Iterable[Reason]:
    """Why a ranged attack, or aiming, finds no target (D6-24). `place`: as if the attacker were there."""
    place = place or one.at
    if place is not None and other.at is not None:
        between = sight_blockers(encounter, place, other.at)
        if between:
            hexes = ", ".join(map(encounter.grid.label, between))
            yield Reason("D6-24", f"{one.name} does not see {other.name}: {hexes} is in between", "move first")


# what could be done from here -----------------------------------------------------------------------------------------


def within_reach(encounter: Encounter, one: Fighter, other: Fighter) -> list[str]:
    """What could be used on another from here, a line a weapon, with the reason (D6-20, D6-23, D6-24, D6-34)."""
    if one.down or other.dead:
        gone = one if one.down else other
        return [f"{name}: no ({gone.name} is {state_word(gone)})" for name in one.arms]
    return [_line(encounter, shot(encounter, one, other, name, weapon)) for name, weapon in one.arms.items()]


def _line(encounter: Encounter, found: Shot) -> str:
    if found.reasons:
        return f"{found.name}: no ({found.reasons[0].text})"
    if found.band is None:
        return f"{found.name}: yes (in reach)"
    added = harder(encounter, BANDS, found.band)
    return f"{found.name}: yes ({found.where}, {added:+d})" if added else f"{found.name}: yes ({found.where})"
