"""The animal: what stands on its sheet, and what the fight has done to it."""

from dataclasses import dataclass
from typing import Literal

from gmtool.rules.codecs import Ref, Track
from gmtool.rules.model import Combatant, Encounter, stat

Tactic = Literal["bite", "claw", "kick", "dodge"]
Trait = Literal["STR", "SPD", "AGI", "CON", "MYS", "INT", "SML", "CHA"]
Injury = Literal["jaw", "hind-leg", "eye", "foreleg", "nose", "ear"]
Act = Literal["attack", "move"]

INJURED: dict[Injury, Trait] = {
    "jaw": "STR",
    "hind-leg": "SPD",
    "eye": "INT",
    "foreleg": "AGI",
    "nose": "SML",
    "ear": "CHA",
}


@dataclass(kw_only=True, eq=False, repr=False)
class Animal(Combatant):
    """An animal in a fight. A Rating is the trait's number on the sheet minus its injuries."""

    strength: int = stat("STR Rating: level + base bonus", key="stats.str")
    speed: int = stat("SPD Rating", key="stats.spd")
    agility: int = stat("AGI Rating", key="stats.agi")
    constitution: int = stat("CON Rating", key="stats.con", default=0)
    mysticism: int = stat("MYS Rating", key="stats.mys", default=0)
    intelligence: int = stat("INT Rating", key="stats.int", default=0)
    smell: int = stat("SML Rating", key="stats.sml", default=0)
    charisma: int = stat("CHA Rating", key="stats.cha", default=0)
    hp: Track = stat("hit points, CURRENT/MAXIMUM; current may be below 0")
    base_move: int = stat("the constant in MP = SPD + base-move", default=2, least=0)
    tactics: tuple[Tactic, ...] = stat("the tactics it has", default=("bite", "claw", "kick", "dodge"))
    attack_score: int | None = stat("the stored Attack Score", key="as", default=None, kind="state", label="AS")
    defense_score: int | None = stat("the stored Defense Score", key="ds", default=None, kind="state", label="DS")
    tactic: Tactic | None = stat("the tactic marked for this round", default=None, kind="state")
    vulnerable: int = stat("Vulnerable markers", key="markers.vulnerable", default=0, least=0, kind="state")
    bleeding: int = stat("HP lost at each start of its turn", key="markers.bleeding", default=0, least=0, kind="state")
    wary: bool = stat("Wary: +1 DS", key="markers.wary", default=False, kind="state")
    held: Ref | None = stat("who holds it", key="markers.held", default=None, kind="state")
    shock: int = stat("rounds of Shock left", key="markers.shock", default=0, least=0, kind="state")
    injuries: tuple[Injury, ...] = stat("each takes 1 off a Rating", default=(), kind="state")
    done: tuple[Act, ...] = stat("what it has used this turn", default=(), kind="state", quiet=True)
    charged: bool = stat("a DS rolled before its next turn is 2 lower", default=False, kind="state")

    def rating(self, trait: Trait) -> int:
        """The trait's Rating, injuries taken off."""
        return self._on_sheet(trait) - sum(1 for injury in self.injuries if INJURED[injury] == trait)

    def _on_sheet(self, trait: Trait) -> int:
        return {
            "STR": self.strength,
            "SPD": self.speed,
            "AGI": self.agility,
            "CON": self.constitution,
            "MYS": self.mysticism,
            "INT": self.intelligence,
            "SML": self.smell,
            "CHA": self.charisma,
        }[trait]

    @property
    def down(self) -> bool:
        """Unconscious or dying (BNB-33)."""
        return self.hp.now <= 0

    @property
    def helpless(self) -> bool:
        """Fallen or in Shock: it has no defense (BNB-27)."""
        return self.down or self.shock > 0


def health_word(animal: Animal) -> str:
    """How bad it is, in a word; "" while it stands (BNB-33)."""
    if animal.hp.now > 0:
        return ""
    return "unconscious" if animal.hp.now == 0 else "dying"


def may_act(encounter: Encounter, animal: Animal) -> str | None:
    """Why it cannot act, or None (BNB-32, BNB-33)."""
    if animal.down:
        return health_word(animal)
    if animal.shock:
        return "in Shock"
    if animal.at is None and encounter.mapped:
        return "not on the map"
    return None


def may_still(_: Encounter, animal: Animal) -> str:
    """What it may still do this turn (BNB-10)."""
    left = [act.capitalize() for act in ("attack", "move") if act not in animal.done]
    return " and ".join(left) if left else "nothing left to do"
