"""The fight laid out: a row of all that may be looked at in it, a key for each, kept with the encounter itself."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import chain
from operator import itemgetter
from typing import Any, TypeAlias

from gmtool.rules.model import Encounter
from gmtool.simulation.followed import Place
from gmtool.simulation.learned import Change, End, Keys, Page
from gmtool.simulation.notes import ROLLS, Notes, places_of
from gmtool.simulation.shapes import ATOMS, maker, terms_in
from gmtool.simulation.watched import UNKNOWN, Watch, as_key, properties, stats, watched

Moment: TypeAlias = tuple[Hashable, ...]
"""A fight at one moment, as a key."""


class Derived:
    """A property that is looked at: its place, the stats behind it, and what it said of which values of theirs."""

    __slots__ = ("at", "behind", "place", "said")

    def __init__(self, at: int, place: Place, behind: Callable[[Keys], Hashable]) -> None:
        self.at = at
        """its place in the row of keys"""
        self.place = place
        self.behind = behind
        self.said: dict[Hashable, Hashable] = {}


class Field:
    """A copy of an encounter that is watched, and its row: the dice, the stats, the properties that were looked at."""

    def __init__(self, start: Encounter, watch: Watch) -> None:
        """Copy the encounter, and number all that may be looked at in it.

        The GM's notes and marks, which no rule looks at and some of which end with a round, are left out.
        """
        self._watch = watch
        plain = {"": start.copy(), **{name: one.copy() for name, one in start.combatants.items()}}
        plain[""].notes = plain[""].due = ()
        for name in start.combatants:
            plain[name].marks = {}
        sorts = {sort: watched(sort, watch) for sort in map(type, plain.values())}
        self._twins: dict[str, Any] = {owner: _twin(sorts[type(one)], one.__dict__) for owner, one in plain.items()}
        self._reads = {owner: properties(type(one)) for owner, one in plain.items()}
        self.encounter: Encounter = self._twins[""]
        self.encounter.combatants = {name: twin for name, twin in self._twins.items() if name}
        self._stats = [*ROLLS, *[(owner, name) for owner, one in plain.items() for name in sorted(stats(type(one)))]]
        self.places = list(self._stats)
        self.index = {place: at for at, place in enumerate(self.places)}
        rolls: dict[str, Any] = dict.fromkeys([name for _, name in ROLLS])
        stores = [rolls if place in ROLLS else self._twins[place[0]].__dict__ for place in self._stats]
        self._slots = [(store, name) for store, (_, name) in zip(stores, self._stats, strict=True)]
        self._start = [store[name] for store, name in self._slots]
        self.keys: Keys = [as_key(value) for value in self._start]
        self._start_keys: Keys = list(self.keys)
        self._changing: list[tuple[dict[str, Any], str, Any]] = []
        """the stats that were ever changed, and what they are at the beginning"""
        self.looked: dict[int, None] = {}
        """the places of what was ever looked at"""
        self._derived: list[Derived] = []
        self._dependents: list[list[Derived]] = [[] for _ in self._stats]
        """for each stat, the properties that were ever seen to look at it"""
        watch.known = self.known
        watch.on_hand = lambda place, value: self._change([(self.index[place], as_key(value), value)])

    def reset(self) -> None:
        """Come back to the moment the fights begin at."""
        if len(self._changing) != len(self._watch.changing):
            places = [self.index[place] for place in self._watch.changing]
            self._changing = [(*self._slots[at], self._start[at]) for at in places]
        for store, name, value in self._changing:
            store[name] = value
        self.keys[:] = self._start_keys
        for derived in self._derived:
            if self._start_keys[derived.at] is UNKNOWN:
                if not self._work_out(derived, derived.behind(self.keys)):
                    break
                self._start_keys[derived.at] = self.keys[derived.at]

    def apply(self, end: End) -> None:
        """Change the fight as it ends."""
        if end.make is None:
            self._change(end.changes)
        else:
            made = end.make(self.keys)
            self._change([*end.changes, *zip(end.made, made, made)])  # noqa: B905 - as many as are made

    def _change(self, changes: Iterable[Change]) -> None:
        keys, slots, dependents = self.keys, self._slots, self._dependents
        touched: list[Derived] = []
        for at, key, value in changes:
            if keys[at] is not key:
                keys[at] = key
                store, name = slots[at]
                store[name] = value
                if dependents[at]:
                    touched += dependents[at]
        for derived in touched:
            said = derived.said.get(derived.behind(keys), UNKNOWN)
            if said is UNKNOWN:
                self._work_out_all(touched)
                return
            keys[derived.at] = said

    def end(self, changed: Mapping[Place, Any], result: Any = None, rest: Page | None = None) -> End:
        """What comes of a run that has changed this."""
        plain: dict[int, Any] = {}
        made: dict[int, Any] = {}
        for place, value in changed.items():
            (made if terms_in(value) else plain)[self.index[place]] = value
        make = maker(tuple(made.values()), self.index) if made else None
        key = None if isinstance(result, Mapping) else as_key(result)  # a mapping is never told apart as a whole
        return End(_changes(plain), tuple(made), make, result, key, rest)

    def back(self, places: Iterable[Place]) -> End:
        """What brings these stats back to what they are now."""
        slots = {at: self._slots[at] for at in [self.index[place] for place in places]}
        return End(_changes({at: store[name] for at, (store, name) in slots.items()}))

    def behind(self, place: Place) -> list[Place]:
        """The stats that a property was seen to look at; a stat is itself."""
        owner, name = place
        read = self._reads.get(owner, {}).get(name)
        return [place] if read is None else [(owner, stat) for stat in sorted(self._watch.behind(read))]

    def values(self) -> tuple[Any, ...]:
        """All values as they stand, for `restore`."""
        return tuple([store[name] for store, name in self._slots])

    def restore(self, values: tuple[Any, ...]) -> None:
        """Come back to what `values` gave."""
        pairs = enumerate(zip(self._slots, values, strict=True))
        self.apply(End(_changes({at: new for at, ((store, name), new) in pairs if store[name] is not new})))

    def moment(self) -> Moment:
        """The fight as it stands, as far as anything was ever looked at: moments alike in that go on alike."""
        return tuple([self.keys[at] for at in self.looked])

    def known(self, place: Place) -> Any:
        """What a property says, where its key is kept and is what it says; else UNKNOWN."""
        at = self.index.get(place)
        key = UNKNOWN if at is None else self.keys[at]
        return key if type(key) in ATOMS else UNKNOWN

    # what is looked at ------------------------------------------------------------------------------------------------

    def number(self, notes: Notes, changed: Mapping[Place, Any]) -> None:
        """Keep all that was looked at or asked, and all of which something new was made, among what is looked at."""
        places = [place for step in notes.looks for place in places_of(step)]
        for place in chain(places, *[terms_in(value) for value in changed.values()]):
            if place not in self.index:
                self._number_property(place, notes.key_of(place))
            if place not in ROLLS:
                self.looked[self.index[place]] = None

    def _number_property(self, place: Place, key: Hashable) -> None:
        """Keep what a property says among what is looked at, as long as none of the stats behind it changes."""
        owner, name = place
        at = self.index[place] = len(self.places)
        self.places.append(place)
        self.keys.append(key)
        self._start_keys.append(UNKNOWN)
        behind = [self.index[owner, stat] for stat in sorted(self._watch.behind(self._reads[owner][name]))]
        derived = Derived(at, place, itemgetter(*behind) if behind else lambda _: None)
        self._derived.append(derived)
        for stat in behind:
            self._dependents[stat].append(derived)

    def _work_out_all(self, touched: Iterable[Derived]) -> None:
        """Look at properties anew, what stands behind them has changed."""
        for derived in touched:
            self.keys[derived.at] = UNKNOWN  # one of them may look at another
        for derived in touched:
            now = derived.behind(self.keys)
            if now in derived.said:
                self.keys[derived.at] = derived.said[now]
            elif not self._work_out(derived, now):
                break  # all was forgotten

    def _work_out(self, derived: Derived, now: Hashable) -> bool:
        """Look at a property anew; False where all is forgotten, should it have looked at what it never had."""
        owner, name = derived.place
        outer, self._watch.notes = self._watch.notes, Notes(self._watch.age)
        try:
            key = as_key(getattr(self._twins[owner], name))
        finally:
            self._watch.notes = outer
        if derived.place not in self.index:
            return False
        self.keys[derived.at] = derived.said[now] = key
        return True

    def forget(self) -> None:
        """Look at no property any more, until it is asked for."""
        self.looked.clear()
        for place in self.places[len(self._stats) :]:
            del self.index[place]
        for row in (self.places, self.keys, self._start_keys):
            del row[len(self._stats) :]
        self._derived.clear()
        for dependents in self._dependents:
            dependents.clear()


def _changes(values: Mapping[int, Any]) -> tuple[Change, ...]:
    """These values, by their places in the row."""
    return tuple([(at, as_key(value), value) for at, value in values.items()])


def _twin(sort: type, values: dict[str, Any]) -> Any:
    """An object of a class that shares these very values."""
    one: Any = object.__new__(sort)
    object.__setattr__(one, "__dict__", values)
    return one
