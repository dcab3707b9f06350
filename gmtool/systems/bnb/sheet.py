"""The animal: what stands on its sheet, and what the fight has done to it."""

from typing import Literal

from gmtool.hexes.grid import Direction, Hex
from gmtool.rules.codecs import Ref, Track
from gmtool.rules.model import Combatant, Encounter
from gmtool.rules.naming import Told, Why
from gmtool.rules.record import record, stat

Tactic = Literal["bite", "claw", "kick", "dodge"]
Trait = Literal["STR", "SPD", "AGI", "CON", "MYS", "INT", "SML", "CHA"]
Injury = Literal["jaw", "hind-leg", "eye", "foreleg", "nose", "ear"]
Act = Literal["attack", "move", "skip"]

INJURED: dict[Injury, Trait] = {
    "jaw": "STR",
    "hind-leg": "SPD",
    "eye": "INT",
    "foreleg": "AGI",
    "nose": "SML",
    "ear": "CHA",
}


@record
class Opening:
    """An opportunity attack somebody may still make: where the animal was that provoked it, and how it faced."""

    by: Ref = stat("who may attack")
    at: Hex = stat("the hex in which it was provoked")
    facing: Direction | None = stat("which way the mover faced then", default=None)


@record(frozen=False, eq=False, kw_only=True)
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
    held: Ref | None = stat("who holds it", key="markers.held", default=None, kind="state", label="holder")
    shock: int = stat("rounds of Shock left", key="markers.shock", default=0, least=0, kind="state")
    injuries: tuple[Injury, ...] = stat("each takes 1 off a Rating", default=(), kind="state")
    attack_die: int | None = stat(
        "the Attack Die behind `as`, where criticals look at it", default=None, least=1, most=6, kind="state"
    )
    done: tuple[Act, ...] = stat(
        "what it has used this turn; skip: the turn is skipped", default=(), kind="state", quiet=True
    )
    charged: bool = stat("a DS rolled before its next turn is 2 lower", default=False, kind="state")
    dodging: int = stat("dodge: what joins its DS rolls", key="dodging.bonus", default=0, kind="state", label="dodging")
    pause: str = stat("the small act it does meanwhile", key="dodging.act", default="", kind="state", label="meanwhile")
    provoked: tuple[Opening, ...] = stat(
        "opportunity attacks still open against it", default=(), kind="state", quiet=True
    )
    kept_attack: int | None = stat(
        "its Attack Die until the turn ends", key="fresh.attack", default=None, kind="state", label="Attack Die"
    )
    kept_defense: int | None = stat(
        "its Defend Die until the turn ends", key="fresh.defense", default=None, kind="state", label="Defend Die"
    )
    made: int = stat(
        "attacks made since its turn began", key="fresh.made", default=0, least=0, kind="state", label="attacks made"
    )
    taken: int = stat(
        "undefended attacks on it since its turn began",
        key="fresh.taken",
        default=0,
        least=0,
        kind="state",
        label="attacks taken",
    )
    skip: bool = stat("skips its next turn", default=False, kind="state", label="skips its next turn")
    reserve: bool = stat("outside the board, may replace a fallen fighter", default=False, kind="state")
    left: bool = stat("left the board", default=False, kind="state")
    fell: int | None = stat("the round in which it fell, or left", default=None, kind="state", quiet=True)
    replaced: bool = stat("another came in for it", default=False, kind="state", quiet=True)
    entered: int | None = stat("the round in which it came in", default=None, kind="state", quiet=True)

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
    def condition(self) -> str:
        """How bad it is, in a word; "" while it stands (BNB-33)."""
        return condition(self.hp)

    @property
    def helpless(self) -> bool:
        """Fallen or in Shock: it has no defense (BNB-27)."""
        return self.down or self.shock > 0

    @property
    def away(self) -> bool:
        """Off the board: in reserve, or it left (BNB-5)."""
        return self.reserve or self.left

    @property
    def skipping(self) -> bool:
        """Defending cost it the turn it is in (BNB-42)."""
        return "skip" in self.done


def set_back(encounter: Encounter, rounds: int) -> None:
    """Count every round put down, of those who fell or came in, as so many rounds earlier (BNB-5)."""
    for animal in encounter.combatants.values():
        if animal.fell is not None:
            animal.fell = max(0, animal.fell - rounds)
        if animal.entered is not None:
            animal.entered = max(0, animal.entered - rounds)


def condition(hp: Track) -> str:
    """How bad it is with so many HP, in a word; "" while it stands (BNB-33)."""
    return "" if hp.now > 0 else "unconscious" if hp.now == 0 else "dying"


def off_board(animal: Animal) -> str:
    """Why it is off the board; "" while it is on it (BNB-5)."""
    if animal.reserve:
        return "in reserve"
    return "gone from the board" if animal.left else ""


def may_act(encounter: Encounter, animal: Animal) -> Why | None:
    """Why it cannot act, or None (BNB-5, BNB-32, BNB-33)."""
    if animal.away:
        return off_board(animal)
    if animal.down:
        return Told(lambda: animal.condition)
    if animal.shock:
        return "in Shock"
    if not animal.placed and encounter.mapped:
        return "not on the map"
    return None


def just_entered(encounter: Encounter, animal: Animal) -> bool:
    """Whether it came in this round: it may move, and use no tactic (BNB-5)."""
    return animal.entered is not None and encounter.started and animal.entered == encounter.round


def may_still(encounter: Encounter, animal: Animal) -> str:
    """What it may still do this turn, or why it cannot act (BNB-5, BNB-10, BNB-42)."""
    reason = may_act(encounter, animal)
    if reason is not None:
        return str(reason)
    if animal.skipping:
        return "nothing left to do" if len(animal.done) > 1 else "only `dodge --flee`: it defended itself"
    acts = ("move",) if just_entered(encounter, animal) else ("attack", "move")
    left = [act.capitalize() for act in acts if act not in animal.done]
    return " and ".join(left) if left else "nothing left to do"
