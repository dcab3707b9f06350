"""The combatant: what stands on its sheet, and what the fight has done to it; and the top of the file."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from gmtool.dice.codes import dice
from gmtool.dice.throws import Group
from gmtool.hexes.grid import Hex
from gmtool.rules.codecs import Heading, Ref, Track
from gmtool.rules.model import Combatant, Encounter
from gmtool.rules.record import record, stat

Kind = Literal["melee", "ranged", "thrown"]
Length = Literal["short", "regular", "long"]
Sense = Literal["sight", "hearing", "smell", "magic"]
Hand = Literal["right", "left"]
OffHand = Literal["empty", "shield", "weapon"]
State = Literal["helpless", "unaware", "blind", "afraid", "prone", "hidden"]
Act = Literal["basic", "combat"]
Ride = Literal["success", "failure"]

USUAL = 10
LONG = ("spear", "trident", "bastard sword")
SHORT = ("dagger", "knife", "short sword", "hatchet", "sickle", "unarmed")


class Amount(NamedTuple):
    """Damage: dice or a number, as 1d8+2."""

    text: str
    groups: tuple[Group, ...]
    bonus: int

    @classmethod
    def read(cls, text: str) -> "Amount":
        """Read `1d8+2` or `4`. Raises Misused."""
        groups, bonus = dice(text)
        return cls(text, groups, bonus)

    @property
    def least(self) -> int:
        """The least it can come to."""
        return self.bonus + sum(group.count for group in self.groups)

    @property
    def most(self) -> int:
        """The most it can come to."""
        return self.bonus + sum(group.count * group.sides for group in self.groups)

    def __str__(self) -> str:
        return self.text


@record
class Mode:
    """One of the two ways to use a weapon."""

    mod: int = stat("added to the skill", default=0)
    damage: Amount | None = stat("damage, as 1d8+2; none: it does none", default=None)


@record
class Weapon:
    """What one attacks with: arms, a limb, a net, a spell."""

    kind: Kind = stat("melee, ranged or thrown; a spell is ranged", default="melee")
    skill: str | None = stat("the skill it is used with; none: the one of its own name", default=None)
    hands: int = stat("hands it needs", default=1, least=1, most=2)
    length: Length | None = stat("for use from the saddle; none: by its name (C21-50)", default=None)
    reach: int = stat("hexes a melee weapon reaches", default=1, least=1)
    min: int = stat("hexes within which a ranged or thrown weapon is too near (C21-6)", default=0, least=0)
    max: int | None = stat("hexes beyond which it does not carry", default=None, least=1)
    fast: Mode = stat("the fast attack: {mod, damage}", default=Mode(mod=0, damage=None))
    strong: Mode | None = stat("the strong attack: {mod, damage}", default=None)

    @property
    def harmful(self) -> bool:
        """Whether it does damage at all; a net does none."""
        return self.fast.damage is not None or (self.strong is not None and self.strong.damage is not None)

    def strong_may_pay(self, protection: int) -> bool:
        """Whether the strong attack may do harm more often: it hits more often, or the fast one may not hurt."""
        if self.strong is None:
            return False
        hurts = self.fast.damage is not None and self.fast.damage.least > protection
        return not hurts or self.strong.mod > self.fast.mod

    @property
    def farthest(self) -> float:
        """The hexes beyond which it is of no use."""
        if self.kind == "melee":
            return self.reach
        return float("inf") if self.max is None else self.max

    def length_as(self, name: str) -> Length:
        """Its length, by its name where the sheet does not say."""
        if self.length is not None:
            return self.length
        folded = name.casefold().replace("-", " ")
        return "long" if folded in LONG else "short" if folded in SHORT else "regular"


@record
class Entangled:
    """Who holds somebody, and with what."""

    by: Ref = stat("who entangles it")
    weapon: str = stat("with which weapon of its own", key="with")


@record
class Detected:
    """Whether an unseen opponent was made out this round, to attack it and to defend against it."""

    attack: bool | None = stat("made out to be attacked", default=None)
    defend: bool | None = stat("made out to be defended against", default=None)


class Window(NamedTuple):
    """A phase and its round, as `players of round 2`."""

    phase: str
    round: int

    @classmethod
    def read(cls, text: str) -> "Window":
        """Read `players of round 2`. Raises ValueError."""
        phase, found, number = text.partition(" of round ")
        if not found or phase not in ("players", "opponents") or not number.isdecimal():
            raise ValueError("it must be a phase and its round, as `players of round 2`")
        return cls(phase, int(number))

    def set_back(self, rounds: int) -> "Window":
        """The same phase so many rounds earlier, at the earliest in a round before the first."""
        return Window(self.phase, max(0, self.round - rounds))

    def __str__(self) -> str:
        return f"{self.phase} of round {self.round}"


@record(frozen=False, eq=False, kw_only=True)
class Fighter(Combatant):
    """A person, a beast or a mount in a fight."""

    facing: Heading | None = stat("the hexside it faces; a mount may face a corner too", default=None)
    stats: Mapping[str, int] = stat(
        "strength, agility, alertness and what else the game has, 10 where nothing is said",
        default={},
        least=3,
        most=18,
    )
    skills: Mapping[str, int] = stat("skills by name; those named here are trained", default={})
    perks: tuple[str, ...] = stat("perks, as unfazeable, danger-sense, magic-sense, mobility", default=())
    health: Track = stat("health, CURRENT/MAXIMUM; at 0 it is unconscious", least=0)
    protection: int = stat("taken off every damage", default=0, least=0)
    base_move: int = stat("hexes of a move that is one Basic Action", least=0)
    sprint_move: int = stat(
        "hexes of a move that takes both actions; twice the base move where nothing is said",
        default=lambda _, fighter: 2 * fighter.base_move,
        least=0,
    )
    senses: tuple[Sense, ...] = stat("what it perceives with; without sight it is blind", default=("sight", "hearing"))
    magical: bool = stat("can be sensed by magic", default=False)
    hand: Hand = stat("the main hand", default="right")
    off_hand: OffHand = stat("what the other hand holds", default="empty")
    weapons: Mapping[str, Weapon] = stat("what it can attack with", default={})
    wields: str | None = stat("the weapon in its main hand; none: the first listed", default=None)
    mount: bool = stat("can be ridden", default=False)
    stamina: Track | None = stat("stamina, CURRENT/MAXIMUM; none: it is not tracked", default=None, least=0)
    rides: Ref | None = stat("the mount it rides", default=None, kind="state", label="mount")
    states: tuple[State, ...] = stat("what it is in", default=(), kind="state")
    entangled: Entangled | None = stat("who holds it, and with what", default=None, kind="state")
    attacked: bool = stat("it has been attacked in this fight (C21-13)", default=False, kind="state", quiet=True)
    last_known: Hex | None = stat("where it was when it vanished", default=None, kind="state", label="last known in")
    regained: bool = stat(
        "its next attack may surprise again (C21-14)", default=False, kind="state", label="may surprise again"
    )
    detected: Mapping[Ref, Detected] = stat(
        "unseen opponents made out this round", default={}, kind="state", quiet=True
    )
    ride: Ride | None = stat("how it directs its mount this turn", default=None, kind="state", quiet=True)
    done: tuple[Act, ...] = stat("the actions it has used this turn", default=(), kind="state", quiet=True)
    left: bool = stat("fled over the edge of the map", default=False, kind="state", label="fled the field")

    @property
    def down(self) -> bool:
        """Unconscious (C21-5)."""
        return self.health.now <= 0

    def score(self, name: str) -> int:
        """A stat's value."""
        return self.stats.get(name, USUAL)

    def has(self, perk: str) -> bool:
        """Whether it has a perk."""
        return perk in self.perks

    def is_in(self, state: State) -> bool:
        """Whether it is in a state."""
        return state in self.states

    def enter(self, state: State) -> None:
        """Be in a state from now on."""
        if state not in self.states:
            self.states = (*self.states, state)

    def shed(self, state: State) -> None:
        """Be in a state no longer."""
        if state in self.states:
            self.states = tuple(one for one in self.states if one != state)

    @property
    def main_weapon(self) -> str | None:
        """The name of the weapon in its main hand."""
        return self.wields if self.wields in self.weapons else next(iter(self.weapons), None)

    @property
    def off_weapon(self) -> str | None:
        """The name of the weapon in its off hand: the first one-handed melee weapon that is not in the main hand."""
        if self.off_hand != "weapon":
            return None
        others = (name for name, weapon in self.weapons.items() if weapon.kind == "melee" and weapon.hands == 1)
        return next((name for name in others if name != self.main_weapon), None)


@record(frozen=False, eq=False, kw_only=True)
class Field(Encounter):
    """The fight: which side's phase comes first, and when the first surprise fell."""

    first: str | None = stat("the side whose phase opens each round; none: the players", default=None, kind="state")
    surprise: Window | None = stat("when the first surprise attack fell", default=None, kind="state", quiet=True)

    def set_back(self, rounds: int) -> None:
        """Count the first surprise as so many rounds earlier (C21-13)."""
        if self.surprise is not None:
            self.surprise = self.surprise.set_back(rounds)
