"""An encounter that notices what is looked at in it, and what is changed.

The rules run on it as on any other. What they looked at before they changed it, and what their dice showed, is all that
their outcome hangs on: that is what makes it safe to learn.
"""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from gmtool.hexes.grid import Hex
from gmtool.rules.record import fields_of
from gmtool.simulation.followed import Number, Place, Question
from gmtool.simulation.notes import Notes, Seen
from gmtool.simulation.shapes import ATOMS, Shape, followed, plain, shape_of, terms_in

_FIXED = frozenset({"id", "switches", "grid", "combatants"})
"""what no verb changes"""

UNKNOWN: Final = object()
"""stands for what has not been worked out yet"""

_ELSE = ""
"""in the stats behind a property: some of somebody else"""


class Watch:
    """Whoever takes notes of what is looked at and changed now; nobody where `notes` is None."""

    def __init__(self) -> None:
        self.notes: Notes | None = None
        self.changing: set[Place] = set()
        """every stat that was ever changed"""
        self.unsteady: set[Place] = set()
        """every stat that was ever changed, and every property that looks at one"""
        self._derived: dict[Place, Callable[[Any], Any]] = {}
        """every property that was ever looked at"""
        self._steady: dict[Place, Any] = {}
        """what properties say that look at nothing that was ever changed"""
        self.on_change: Callable[[Place, Any, Any], None] | None = None
        """hears of each change before it is made: the place, the old value, the new one"""
        self.counters: frozenset[Place] = frozenset()
        """of these, where they have parts, a look is held back: if the next thing done is to change them for the worse,
        only that was it for, whatever they were"""
        self.held: tuple[Place, Any] | None = None
        """a look that is held back"""
        self._deriving = False
        self._behind: dict[Callable[[Any], Any], frozenset[str]] = {}
        self._shapes: dict[Callable[[Any], Any], Shape | None] = {}
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

    def look(self, place: Place, value: Any, shape: Shape | None) -> Any:
        """A stat is looked at, while notes are taken; give it as the run may see it."""
        if self.held is not None:
            self.let_go()
        notes = self.notes
        assert notes is not None
        if place in notes.settled:
            return value
        if place not in self.changing:
            notes.rely(place)
        elif shape is not None and not self._deriving:
            return self._follow(notes, place, value, shape)
        elif place in self.counters and type(value) not in ATOMS:
            self.held = place, value
        else:
            notes.look(place, as_key(value))
        return value

    def _follow(self, notes: Notes, place: Place, value: Any, shape: Shape) -> Any:
        """A value that is made of numbers, which are followed."""
        known = notes.numbers.get(place)
        if known is not None:
            return known[1]
        if shape.optional:
            notes.ask(Question("there", (((place, ()), 1),)), value is not None)
        seen = None if value is None else followed(value, shape, notes, place)
        notes.numbers[place] = value, seen
        return seen

    def let_go(self) -> None:
        """Put down the look that was held back: it was for more than to count on from there."""
        if self.held is not None:
            place, value = self.held
            self.held = None
            assert self.notes is not None
            self.notes.look(place, as_key(value))

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
        said = notes.said.get(owner)
        if said is None:
            said = notes.said[owner] = {}
        elif name in said:
            return said[name]
        known = self._behind.get(read, frozenset())
        if _ELSE in known or notes.has_changed(owner, known):
            return read(who)
        place = owner, name
        if place in self._steady:
            notes.rely(place)
            said[name] = value = self._steady[place]
            return value
        shape = self._shape_of(read)
        value = self.known(place)
        if value is not UNKNOWN:
            said[name] = seen = self._seen(notes, place, value, shape)
            return seen
        self._deriving = True
        counters, self.counters = self.counters, frozenset()
        within = self.notes = Notes()
        try:
            value = read(who)
        finally:
            self.notes, self.counters, self._deriving = notes, counters, False
        within.close()
        places = {seen.place for seen in within.looks if isinstance(seen, Seen)} | within.relied
        behind = self._learn_of(read, {stat if whose == owner else _ELSE for whose, stat in places})
        if _ELSE in behind or notes.has_changed(owner, behind):
            notes.take_over(within.looks, within.relied)
            return value
        self._derived[place] = read
        if any((owner, stat) in self.changing for stat in behind):
            self.unsteady.add(place)
            value = self._seen(notes, place, value, shape)
        else:
            notes.rely(place)
            self._steady[place] = value
        said[name] = value
        return value

    def _seen(self, notes: Notes, place: Place, value: Any, shape: Shape | None) -> Any:
        """What a property says, as the run may see it."""
        if shape is not None:
            return self._follow(notes, place, value, shape)
        notes.look(place, as_key(value))
        return value

    def _shape_of(self, read: Callable[[Any], Any]) -> Shape | None:
        """How what a property says is made of numbers."""
        if read not in self._shapes:
            self._shapes[read] = shape_of(read.__annotations__.get("return"))
        return self._shapes[read]

    def _learn_of(self, read: Callable[[Any], Any], seen: set[str]) -> frozenset[str]:
        """Every stat that a property was ever seen to look at: which of them it does may hang on their values."""
        known = self._behind.get(read, frozenset())
        if not seen <= known:
            known = self._behind[read] = known | seen
            self._steady.clear()
            self.age += 1
            self.on_new_ties()
        return known

    def behind(self, read: Callable[[Any], Any]) -> frozenset[str]:
        """The stats that a property was ever seen to look at."""
        return self._behind.get(read, frozenset())

    def is_stale(self, relied: set[Place]) -> bool:
        """Whether any of this, which was held to be as ever, has changed by now."""
        return not self.unsteady.isdisjoint(relied)

    def change(self, owner: str, name: str, old: Any, new: Any, shape: Shape | None) -> None:
        """A stat is changed; one that never was and is what it was before does not begin to for that."""
        place = owner, name
        if self.held is not None and self.held[0] == place and old != new:
            self.held = None
        if self.held is not None:
            self.let_go()
        never = place not in self.changing
        if never and _is_as_before(old, new):
            if self.notes is not None:
                self.notes.rely(place)
            return
        if self.on_change is not None:
            known = shape is not None and self.notes is not None and place not in self.notes.settled
            self.on_change(place, self.look(place, old, shape) if known else old, new)
        if never:
            self._begin_to_change(place)
        if self.notes is not None:
            self.notes.change(place, new)
        elif self.on_hand is not None:
            self.on_hand(place, new)

    def _begin_to_change(self, place: Place) -> None:
        """A stat is changed that never was: neither it nor what looks at it can be relied on any more."""
        owner, name = place
        self.changing.add(place)
        self.unsteady.add(place)
        self.unsteady |= {
            other for other, read in self._derived.items() if other[0] == owner and name in self._behind[read]
        }
        self._steady.clear()
        self.on_first_change()


def _is_as_before(old: Any, new: Any) -> bool:
    """Whether a value is the one before, with no number in it that is followed."""
    return not terms_in(new) and bool(old == new)


def _nobody() -> None:
    """Nobody hears of it."""


def _unknown(_: Place) -> Any:
    return UNKNOWN


def watched(cls: type, watch: Watch) -> type:
    """A class whose looks and changes are noticed; its stats and properties are those of `cls`."""
    fields = fields_of(cls)
    body: dict[str, Any] = {name: _stat(name, watch, shape_of(fields[name].type)) for name in stats(cls)}
    for name, read in properties(cls).items():
        body[name] = _derived(name, read, watch)
    return type(cls.__name__, (cls,), body)


def _stat(name: str, watch: Watch, shape: Shape | None) -> property:
    """A stat in the place of the plain one; its value stays where it was."""
    follows = (Number, shape.kind) if shape is not None else ()

    def look(self: Any) -> Any:
        kept = self.__dict__
        notes = watch.notes
        if notes is None:
            return kept[name]
        place = kept.get("id", ""), name
        if place in notes.settled and watch.held is None:
            return kept[name]
        return watch.look(place, kept[name], shape)

    def change(self: Any, value: Any) -> None:
        kept = self.__dict__
        if type(value) not in ATOMS and watch.notes is not None and type(value) not in follows:
            value = plain(value)
        watch.change(kept.get("id", ""), name, kept.get(name), value, shape)
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
    """A value as something to be looked up by, the same thing each time.

    Mappings, which are never changed in place, by their items.
    """
    if type(value) is Hex:
        return _same(value)
    if type(value) in ATOMS:
        atom: Hashable = value
        return atom
    if isinstance(value, Number):
        return int(value)
    if isinstance(value, Fraction):
        return _same((value.numerator, value.denominator))  # which hash twenty times as fast
    try:
        return _same(value)
    except TypeError:
        if isinstance(value, Mapping):
            return _same(tuple([(key, as_key(inner)) for key, inner in value.items()]))
        if isinstance(value, (tuple, list)):
            return _same(tuple([as_key(inner) for inner in value]))
        return _same((type(value), *[as_key(inner) for inner in vars(value).values()]))


@lru_cache(maxsize=65_536, typed=True)  # what is told apart by its kind as well: a hex from a pair of numbers
def _same(key: Hashable) -> Hashable:
    """The first of all keys that are equal: what is looked up is most often found by being the same."""
    return key
