"""An encounter that notices what is looked at in it, and what is changed.

The rules run on it as on any other. What they looked at before they changed it, and what their dice showed, is all that
their outcome hangs on: that is what makes it safe to learn.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from types import NoneType
from typing import Any, Final, NamedTuple, TypeAlias

from gmtool.dice.odds import Cases
from gmtool.rules.record import fields_of

Place: TypeAlias = tuple[str, str]
"""A value of the encounter: the combatant's id ("" for the encounter itself), and the stat or property."""

_FIXED = frozenset({"id", "switches", "grid", "combatants"})
"""what no verb changes"""

PLAIN: Final = frozenset({bool, int, str, NoneType})
"""of these the key is the value itself"""
UNKNOWN: Final = object()
"""stands for what has not been worked out yet"""

_ELSE = ""
"""in the stats behind a property: some of somebody else"""


class Seen(NamedTuple):
    """A value that was looked at."""

    place: Place
    value: Hashable
    """the key it is known by (`as_key`)"""


class Drawn(NamedTuple):
    """Dice that were drawn: what they could come to, and which of that they did."""

    cases: Cases
    at: int


class Notes:
    """What one run looked at before it changed it, what it drew, and what it changed, in that order."""

    __slots__ = ("_made", "age", "changed", "relied", "said", "settled", "steps")

    def __init__(self, age: int = 0) -> None:
        self.age = age
        """that of the watch as they were begun"""
        self.steps: list[Seen | Drawn] = []
        self.relied: set[Place] = set()
        """what was looked at that has never changed yet, and is no step for that"""
        self.changed: dict[Place, Any] = {}
        self._made: set[Place] = set()
        """what was changed before anybody looked at it"""
        self.settled: set[Place] = set()
        """what need not be put down any more, however often it is looked at: it is known, or of the run's making"""
        self.said: dict[str, dict[str, Any]] = {}
        """what properties said, by owner, until something of theirs changes"""

    def look(self, place: Place, key: Hashable) -> None:
        """Put a look down, unless it is settled."""
        if place not in self.settled:
            self.settled.add(place)
            self.steps.append(Seen(place, key))

    def rely(self, place: Place) -> None:
        """Put down that what has never changed was looked at."""
        if place not in self.settled:
            self.relied.add(place)
            self.settled.add(place)

    def change(self, place: Place, value: Any) -> None:
        """Put a change down."""
        if place not in self.settled:
            self.settled.add(place)
            self._made.add(place)
        self.changed[place] = value
        self.said.pop(place[0], None)

    def has_changed(self, owner: str, stats: Iterable[str]) -> bool:
        """Whether any of these of somebody's was changed."""
        return bool(self.changed) and any((owner, stat) in self.changed for stat in stats)

    @property
    def looks(self) -> list[Seen]:
        """The looks alone."""
        return [step for step in self.steps if isinstance(step, Seen)]

    def begin_again(self) -> None:
        """Another run from the same moment, with other dice: what was changed is as it was."""
        self.changed = {}
        self.settled -= self._made
        self._made = set()

    def take_over(self, looks: Iterable[Seen], relied: set[Place]) -> None:
        """Put down the looks of a question that was asked in the middle of this run."""
        for place, key in looks:
            self.look(place, key)
        if not relied <= self.settled:
            self.relied |= relied
            self.settled |= relied


class Watch:
    """Whoever takes notes of what is looked at and changed now; nobody where `notes` is None."""

    def __init__(self) -> None:
        self.notes: Notes | None = None
        self.changing: set[Place] = set()
        """every stat that was ever changed"""
        self.restless: set[str] = set()
        """everybody of whom a stat was ever changed"""
        self.derived: set[Place] = set()
        """every property that was ever looked at"""
        self.on_change: Callable[[Place, Any, Any], None] | None = None
        """hears of each change before it is made: the place, the old value, the new one"""
        self.counters: frozenset[Place] = frozenset()
        """of these a look is held back: where the next thing done is to change them, only that was it for"""
        self.held: tuple[Place, Any] | None = None
        """a look that is held back"""
        self._deriving = False
        self._behind: dict[Callable[[Any], Any], frozenset[str]] = {}
        self.age = 0
        """goes up when a property is seen to look at a stat that it never had: no notes begun before then hold"""
        self.on_new_ties: Callable[[], None] = _nobody
        """hears of that"""
        self.on_first_change: Callable[[], None] = _nobody
        """hears that something changed that never had"""
        self.known: Callable[[Place], Any] = _unknown
        """what a property said of the moment the run began at, where that is known; UNKNOWN where it is not"""
        self.on_hand: Callable[[Place, Any], None] | None = None
        """hears of each change made while no notes are taken: by hand, by no rule"""

    def look(self, place: Place, value: Any) -> None:
        """A stat is looked at, while notes are taken."""
        if self.held is not None:
            self.let_go()
        notes = self.notes
        assert notes is not None
        if place in notes.settled:
            return
        if place in self.counters:
            self.held = place, value
        elif place in self.changing:
            notes.look(place, as_key(value))
        else:
            notes.rely(place)

    def let_go(self) -> None:
        """Put down the look that was held back: it was for more than to count on from there."""
        if self.held is not None:
            place, value = self.held
            self.held = None
            assert self.notes is not None
            if place in self.changing:
                self.notes.look(place, as_key(value))
            else:
                self.notes.rely(place)

    def derive(self, who: Any, owner: str, name: str, read: Callable[[Any], Any]) -> Any:
        """A property is looked at: what it says matters, not the values that make it say so.

        Not so where the run itself has changed one of those, or where some are of somebody else. A property that asks
        another looks at the values behind that one.
        """
        notes = self.notes
        if notes is None or self._deriving:
            return read(who)
        if self.held is not None:
            self.let_go()
        said = notes.said.setdefault(owner, {})
        if name in said:
            return said[name]
        place = owner, name
        value = self.known(place)
        if value is not UNKNOWN and not notes.has_changed(owner, self._behind[read]):
            notes.look(place, value)
            said[name] = value
            return value
        self._deriving = True
        counters, self.counters = self.counters, frozenset()
        within = self.notes = Notes()
        try:
            value = read(who)
        finally:
            self.notes, self.counters, self._deriving = notes, counters, False
        places = {seen.place for seen in within.looks} | within.relied
        behind = self._learn_of(read, {stat if whose == owner else _ELSE for whose, stat in places})
        if _ELSE in behind or notes.has_changed(owner, behind):
            notes.take_over(within.looks, within.relied)
            return value
        self.derived.add(place)
        if owner in self.restless:
            notes.look(place, as_key(value))
        else:
            notes.rely(place)
        said[name] = value
        return value

    def _learn_of(self, read: Callable[[Any], Any], seen: set[str]) -> frozenset[str]:
        """Every stat that a property was ever seen to look at: which of them it does may hang on their values."""
        known = self._behind.get(read, frozenset())
        if not seen <= known:
            known = self._behind[read] = known | seen
            self.age += 1
            self.on_new_ties()
        return known

    def behind(self, read: Callable[[Any], Any]) -> frozenset[str]:
        """The stats that a property was ever seen to look at."""
        return self._behind.get(read, frozenset())

    def is_stale(self, relied: set[Place]) -> bool:
        """Whether any of this, which was held to be as ever, has changed by now."""
        return any(place in self.changing or (place in self.derived and place[0] in self.restless) for place in relied)

    def change(self, owner: str, name: str, old: Any, new: Any) -> None:
        """A stat is changed."""
        place = owner, name
        if self.held is not None and self.held[0] == place:
            self.held = None
        if self.held is not None:
            self.let_go()
        if self.on_change is not None:
            self.on_change(place, old, new)
        if place not in self.changing:
            self.changing.add(place)
            self.restless.add(owner)
            self.on_first_change()
        if self.notes is not None:
            self.notes.change(place, new)
        elif self.on_hand is not None:
            self.on_hand(place, new)


def _nobody() -> None:
    """Nobody hears of it."""


def _unknown(_: Place) -> Any:
    return UNKNOWN


def watched(cls: type, watch: Watch) -> type:
    """A class whose looks and changes are noticed; its stats and properties are those of `cls`."""
    body: dict[str, Any] = {name: _stat(name, watch) for name in stats(cls)}
    for name, read in properties(cls).items():
        body[name] = _derived(name, read, watch)
    return type(cls.__name__, (cls,), body)


def _stat(name: str, watch: Watch) -> property:
    """A stat in the place of the plain one; its value stays where it was."""

    def look(self: Any) -> Any:
        kept = self.__dict__
        value = kept[name]
        notes = watch.notes
        if notes is not None:
            place = kept.get("id", ""), name
            if place not in notes.settled or watch.held is not None:
                watch.look(place, value)
        return value

    def change(self: Any, value: Any) -> None:
        kept = self.__dict__
        watch.change(kept.get("id", ""), name, kept.get(name), value)
        kept[name] = value

    return property(look, change)


def _derived(name: str, read: Callable[[Any], Any], watch: Watch) -> property:
    return property(lambda self: watch.derive(self, self.__dict__.get("id", ""), name, read))


def stats(cls: type) -> frozenset[str]:
    """The names of what verbs may look at and change."""
    return frozenset(fields_of(cls)) - _FIXED


def properties(cls: type) -> Mapping[str, Callable[[Any], Any]]:
    """What a combatant, or an encounter, tells of itself, by name."""
    found: dict[str, Callable[[Any], Any]] = {}
    for ancestor in reversed(cls.__mro__):
        for name, value in vars(ancestor).items():
            if isinstance(value, property) and value.fget is not None:
                found[name] = value.fget
    return found


def as_key(value: Any) -> Hashable:
    """A value as something to be looked up by: mappings, which are never changed in place, by their items."""
    if type(value) in PLAIN:
        plain: Hashable = value
        return plain
    try:
        hash(value)
    except TypeError:
        if isinstance(value, Mapping):
            return tuple((key, as_key(inner)) for key, inner in value.items())
        if isinstance(value, (tuple, list)):
            return tuple(as_key(inner) for inner in value)
        return (type(value), *(as_key(inner) for inner in vars(value).values()))
    held: Hashable = value
    return held
