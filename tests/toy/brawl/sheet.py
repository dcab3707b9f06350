"""The brawler: what stands on its sheet, and what the evening has done to it."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from gmtool.hexes.grid import Hex
from gmtool.rules.codecs import Ref, Track
from gmtool.rules.model import Combatant, Encounter
from gmtool.rules.record import record, stat

Guard = Literal["dodge", "none"]


class Pool(NamedTuple):
    """dice of a pool, as `3D`"""

    dice: int

    @classmethod
    def read(cls, text: str) -> "Pool":
        """Read `3D`. Raises ValueError."""
        number = text.upper().removesuffix("D")
        if number == text.upper() or not number.isdecimal():
            raise ValueError("it must be a number of dice, as 3D")
        return cls(int(number))

    def __str__(self) -> str:
        return f"{self.dice}D"


@record
class Weapon:
    """What is swung."""

    dice: Pool = stat("dice it adds to a swing")
    reach: int = stat("hexes it reaches", default=1, least=1, most=3)
    sturdy: Track | None = stat("what it still takes before it breaks", default=None)

    @classmethod
    def read(cls, text: str) -> "Weapon":
        """Read the short form, its dice alone: `stool: 1D`. Raises ValueError."""
        return cls(Pool.read(text), reach=1, sturdy=None)

    def __str__(self) -> str:
        return str(self.dice) if self == Weapon(self.dice, reach=1, sturdy=None) else ""


@record
class Opening:
    """An opportunity somebody gave."""

    by: Ref = stat("who may use it")
    at: Hex | None = stat("where it was given", default=None)


def full_nerve(encounter: Encounter, brawler: Any) -> int:
    """The whole pool of a round (TOY-3): it depends on a switch, on the sheet and on the round."""
    if brawler.grit < 0:
        return (encounter.round or 1) % 2
    return 2 if encounter.switches["nerve"] == "two" else 1 + int(brawler.grit)


@record(frozen=False, eq=False, kw_only=True)
class Brawler(Combatant):
    """Somebody in the taproom."""

    might: Pool = stat("dice of every swing")
    quick: int = stat("added to initiative", key="traits.quick", default=0)
    grit: int = stat("below 0 it is slow: no nerve in even rounds", key="traits.grit", default=0, least=-1)
    hp: Track = stat("hit points; current may be below 0", default=lambda _, who: Track(6 + who.grit, 6 + who.grit))
    weapons: Mapping[str, Weapon] = stat("what it can swing beside its fists", default={})
    drunk: bool = stat("rolls at each start of its turn (TOY-7)", default=False, kind="state")
    rides: Ref | None = stat("on whose shoulders it sits", default=None, kind="state")
    nerve: int = stat("actions left this round", default=full_nerve, least=0, kind="state")
    cheer: int = stat("dice more for its next swing", key="mood.cheer", default=0, least=0, kind="state")
    waits: Ref | None = stat("the one it waits for", default=None, kind="state")
    openings: tuple[Opening, ...] = stat("opportunities against it", default=(), kind="state", quiet=True)

    @property
    def down(self) -> bool:
        """Out cold, or dead."""
        return self.hp.now <= 0

    @property
    def dead(self) -> bool:
        """As far below 0 as it once was above."""
        return self.hp.now <= -self.hp.max


@record(frozen=False, eq=False, kw_only=True)
class Taproom(Encounter):
    """The place: it keeps what was dropped."""

    dropped: Mapping[str, Hex] = stat("weapons that lie about", default={}, kind="state")


@record
class Costs:
    """What an action takes from the pool."""

    swing: int = stat("nerve for a swing", default=1, least=0)
    wait: int = stat("nerve for a wait", default=1, least=0)
