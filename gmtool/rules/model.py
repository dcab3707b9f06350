"""The encounter as the rules see it: combatants with their stats, the round, whose turn it is.

A system declares each stat once, with `stat()`, as a field of its combatant. From that come reading and writing the
file, error messages, completion and the schema. Values are immutable, so that a copy of a combatant is one level deep.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Generic, NamedTuple, Self, TypeVar

from gmtool.hexes.grid import Direction, Grid, Hex
from gmtool.rules.codecs import Codec, Ref, Stretch, codec_for
from gmtool.rules.record import Declared, Kind, Required, fields_of, made, record, stat

PLAYERS = "pc"


@record
class Stat:
    """A declared value, with its place in the file and the codec its type picked."""

    name: str
    path: tuple[str, ...]
    codec: Codec
    help: str
    default: Any
    kind: Kind
    label: str
    quiet: bool
    optional: bool

    @property
    def key(self) -> str:
        """The key as it is written on the command line, dotted where nested: `markers.vulnerable`."""
        return ".".join(self.path)

    @property
    def required(self) -> bool:
        """The file must give it."""
        return self.default is Required

    def default_of(self, encounter: Any, combatant: Any) -> Any:
        """The value where the file gives none."""
        if self.default is Required:
            return None
        return self.default(encounter, combatant) if callable(self.default) else self.default

    def absent(self, value: Any, encounter: Any, combatant: Any) -> bool:
        """Whether `value` is what no key at all means, so that the file need not hold it."""
        if value is None and self.optional:
            return True
        return self.kind == "state" and bool(value == self.default_of(encounter, combatant))


_SCHEMAS: dict[type, tuple[Stat, ...]] = {}


def stats_of(cls: type) -> tuple[Stat, ...]:
    """The stats a class declares, in the order in which their keys are written: the sheet first, then the state."""
    known = _SCHEMAS.get(cls)
    if known is None:
        declared = [_stat(f.name, f.type, f.stat) for f in fields_of(cls).values() if f.stat is not None]
        known = tuple(s for kind in ("sheet", "state") for s in declared if s.kind == kind)
        _SCHEMAS[cls] = known
    return known


def _stat(name: str, kind: Any, declared: Declared) -> Stat:
    path = tuple((declared.key or name.replace("_", "-")).split("."))
    codec = codec_for(kind, declared.least, declared.most, declared.choices)
    label = declared.label or path[-1].replace("-", " ")
    optional = declared.default is None
    return Stat(name, path, codec, declared.help, declared.default, declared.kind, label, declared.quiet, optional)


class Moment(NamedTuple):
    """The start or the end of somebody's turn, or of the round: `end of rat`, `start of wolf`, `end of round`."""

    edge: str
    whose: str | None
    """the combatant's id; None for the round"""

    @classmethod
    def read(cls, text: str) -> "Moment":
        """Read `end of rat`. Raises ValueError."""
        edge, _, whose = text.partition(" of ")
        if edge.strip().casefold() not in ("start", "end") or not whose.strip():
            raise ValueError("it must be `start of NAME`, `end of NAME` or `end of round`")
        name = whose.strip()
        return cls(edge.strip().casefold(), None if name.casefold() == "round" else name)

    def __str__(self) -> str:
        return f"{self.edge} of {self.whose or 'round'}"


@record
class Mark:
    """A mark the GM set; without an end it stays until it is taken off."""

    until: Moment | None = stat("when it ends, as `end of rat`, `start of wolf`, `end of round`", default=None)
    round: int | None = stat("the round in which that is", default=None, least=1)


class Habit(NamedTuple):
    """Who throws the dice: chance (`random`), a person (`ask`), a person for one side (`ask:pc`)."""

    asks: bool
    side: str = ""

    @classmethod
    def read(cls, text: str) -> "Habit":
        """Read `ask:pc`. Raises ValueError."""
        kind, colon, side = map(str.strip, text.partition(":"))
        if (kind == "random" and not colon) or (kind == "ask" and bool(colon) == bool(side)):
            return cls(kind == "ask", side)
        raise ValueError("it must be `ask`, `ask:SIDE` or `random`")

    def __str__(self) -> str:
        return f"ask:{self.side}" if self.side else "ask" if self.asks else "random"


@record
class Reminder:
    """What the GM wants to be reminded of, and in which round."""

    text: str = stat("what to be reminded of")
    round: int = stat("the round at whose beginning", least=1)


class Cost(NamedTuple):
    """Movement points, or `blocked`."""

    points: int | None

    @classmethod
    def read(cls, text: str) -> "Cost":
        """Read `2` or `blocked`. Raises ValueError."""
        if text.casefold() == "blocked":
            return cls(None)
        if not text.isdecimal() or len(text) > 3:
            raise ValueError("it must be a whole number of points, or `blocked`")
        return cls(int(text))

    def __str__(self) -> str:
        return "blocked" if self.points is None else str(self.points)


@record
class Terrain:
    """Ground of one kind and the hexes it covers."""

    cost: Cost = stat("points to enter a hex of it, or `blocked`", default=Cost(1))
    sight: str = stat("`blocked` hides what is behind it", default="clear", choices=("clear", "blocked"))
    hexes: tuple[Stretch, ...] = stat("labels, and `0701..0705` for a straight line of hexes", default=())


@record(frozen=False, eq=False, kw_only=True)
class Combatant:
    """Who fights, in every system. A system's own class adds its stats."""

    id: str
    name: str = stat("what is printed; the key is what is typed", default=lambda _, combatant: combatant.id)
    like: str | None = stat("the bestiary creature it is filled up from", default=None)
    side: str = stat("`pc` are the players; any other word is a side of its own", default="npc")
    at: Hex | None = stat("the hex it is in", default=None)
    facing: Direction | None = stat("the hexside it faces", default=None)
    initiative: int | None = stat("its place in the order: highest first", default=None, kind="state")
    hidden: bool = stat("not shown to players", default=False, kind="state")
    marks: Mapping[str, Mark] = stat("the GM's own marks", default={}, kind="state")

    def copy(self) -> Self:
        """A combatant of its own with the same values."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    @property
    def placed(self) -> bool:
        """Whether it stands on the map, wherever that is."""
        return self.at is not None

    def foe_of(self, other: "Combatant") -> bool:
        """Whether the two are on different sides; every side is an enemy of every other."""
        return self.side != other.side


C = TypeVar("C", bound=Combatant)


class Roster(Mapping[str, C], Generic[C]):
    """The combatants by id, in file order, each copied when it is first touched: the original stays as it is."""

    __slots__ = ("_copies", "_origin")

    def __init__(self, origin: Mapping[str, C]) -> None:
        self._origin = origin
        self._copies: dict[str, C] = {}

    def __getitem__(self, name: str) -> C:
        copied = self._copies.get(name)
        if copied is None:
            copied = self._copies[name] = self._origin[name].copy()
        return copied

    def __iter__(self) -> Iterator[str]:
        return iter(self._origin)

    def __len__(self) -> int:
        return len(self._origin)

    def glance(self) -> Iterator[C]:
        """Yield each combatant as it stands, to be looked at and not changed: nobody is copied for it."""
        for name, original in self._origin.items():
            yield self._copies.get(name, original)

    def touched(self) -> Iterator[tuple[C, C]]:
        """Each combatant somebody looked at: as it was, as it is now."""
        for name in self._origin:
            if name in self._copies:
                yield self._origin[name], self._copies[name]


@record(frozen=False, eq=False, kw_only=True)
class Encounter:
    """One fight: what its file says at the top, and who is in it."""

    system: str = stat("the rule system")
    title: str = stat("what the fight is called", default="")
    dice: Habit | None = stat("who throws: `ask` a person, `ask:pc` for one side, or `random`", default=None)
    terrain: Mapping[str, Terrain] = stat("ground that costs more, cannot be entered or hides", default={})
    round: int | None = stat("the round; the fight has started when it is there", default=None, least=1, kind="state")
    phase: str | None = stat("the phase of the round", default=None, kind="state")
    turn: Ref | None = stat("whose turn it is", default=None, kind="state")
    sharing: tuple[Ref, ...] = stat("who shares this turn, where several do", default=(), kind="state", quiet=True)
    order: tuple[Ref, ...] = stat("everyone's place in the order", default=(), kind="state", quiet=True)
    acted: tuple[Ref, ...] = stat("whose turn in this phase is over", default=(), kind="state", quiet=True)
    delayed: tuple[Ref, ...] = stat("whose turn stopped, to go on later", default=(), kind="state", quiet=True)
    notes: tuple[str, ...] = stat("the GM's notes", default=(), kind="sheet")
    due: tuple[Reminder, ...] = stat("what the GM wants to be reminded of, and when", default=(), kind="state")
    switches: Mapping[str, Any] = made(default_factory=dict)
    """every house-rule switch of the system, with the value in force"""
    grid: Grid = made(default_factory=Grid)
    combatants: Mapping[str, Any] = made(default_factory=dict)

    def copy(self) -> Self:
        """An encounter of its own, whose combatants are copied when touched."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.combatants = Roster(self.combatants)
        return other

    @property
    def started(self) -> bool:
        """Whether `gm start` has been given."""
        return self.round is not None

    @property
    def mapped(self) -> bool:
        """Whether anybody stands on the map; with nobody there, hexes are left out of every rule."""
        return any(self.combatants[name].at is not None for name in self.combatants)

    def glance(self) -> Iterable[Any]:
        """Everybody as they stand, to be looked at and not changed: nobody is copied for it."""
        return self.combatants.glance() if isinstance(self.combatants, Roster) else self.combatants.values()

    def ground(self, place: Hex) -> Terrain:
        """What the hex is made of; the last terrain that names it counts."""
        found = OPEN
        for terrain in self.terrain.values():
            if any(place in stretch.hexes for stretch in terrain.hexes):
                found = terrain
        return found

    @property
    def least_cost(self) -> int:
        """The points that the cheapest ground costs a hex."""
        costs = [ground.cost.points for ground in (OPEN, *self.terrain.values())]
        return min([points for points in costs if points is not None])


OPEN = Terrain()


class Change(NamedTuple):
    """A value that is no longer what it was. `path` is its place in the file; None stands for no key at all."""

    path: tuple[str, ...]
    stat: Stat
    old: Any
    new: Any
    who: str | None
    """the combatant's id; None for a value of the encounter itself"""


def changes(before: Encounter, after: Encounter) -> list[Change]:
    """What a command changed, by comparing, never by hand: top of the file first, then combatants in file order."""
    found = list(_changed(before, after, before, after, (), None))
    for old, new in _pairs(before, after):
        found += _changed(before, after, old, new, ("combatants", old.id), old.id)
    return found


def _pairs(before: Encounter, after: Encounter) -> Iterator[tuple[Combatant, Combatant]]:
    if isinstance(after.combatants, Roster):
        yield from after.combatants.touched()
        return
    for name, old in before.combatants.items():
        if after.combatants[name] is not old:
            yield old, after.combatants[name]


@cache
def _hanging(cls: type) -> list[Stat]:
    """The stats whose default hangs on the rest: what is told of them may change though they do not."""
    return [s for s in stats_of(cls) if callable(s.default)]


def _changed(
    before: Encounter, after: Encounter, old: Any, new: Any, place: tuple[str, ...], who: str | None
) -> Iterator[Change]:
    was, now = old.__dict__, new.__dict__
    kind: type = type(new)
    for s in _hanging(kind) if who is not None and was == now else stats_of(kind):
        first, last = was[s.name], now[s.name]
        if (first is last or first == last) and not callable(s.default):
            continue
        was_there = None if s.absent(first, before, old) else first
        is_there = None if s.absent(last, after, new) else last
        if was_there != is_there:
            yield Change((*place, *s.path), s, was_there, is_there, who)
