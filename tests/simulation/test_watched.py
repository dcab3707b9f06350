"""What is looked at, what is changed: nothing else may a learned outcome hang on."""

from typing import Any

import pytest

from gmtool.rules.codecs import Track
from gmtool.simulation.watched import Notes, Seen, Watch, as_key, properties, stats, watched
from tests.simulation.duelists import Duelist, duelist


class Bench:
    """One watched duelist, and notes being taken."""

    def __init__(self, *, restless: bool = True) -> None:
        self.watch = Watch()
        sort = watched(Duelist, self.watch)
        self.who: Any = object.__new__(sort)
        self.who.__dict__.update(duelist("ana", "pc", 3, 4).__dict__)
        if restless:
            for name in ("hp", "struck", "grudge"):
                setattr(self.who, name, getattr(self.who, name))
        self.notes = self.watch.notes = Notes()

    def looks(self) -> list[tuple[str, Any]]:
        return [(seen.place[1], seen.value) for seen in self.notes.looks]


def test_a_look_is_noted_once_with_what_was_seen() -> None:
    bench = Bench()
    assert bench.who.grudge == 0 and bench.who.grudge == 0
    assert bench.looks() == [("grudge", 0)]


def test_what_was_changed_first_is_no_look() -> None:
    bench = Bench()
    bench.who.grudge = 5
    assert bench.who.grudge == 5
    assert bench.looks() == []
    assert bench.notes.changed == {("ana", "grudge"): 5}


def test_what_has_never_changed_is_relied_on_and_becomes_stale_with_its_first_change() -> None:
    bench = Bench(restless=False)
    assert bench.who.needs == 4
    assert bench.looks() == []
    assert bench.notes.relied == {("ana", "needs")}
    heard: list[None] = []
    bench.watch.on_first_change = lambda: heard.append(None)
    assert not bench.watch.is_stale(bench.notes.relied)
    bench.who.needs = 5
    assert bench.watch.is_stale(bench.notes.relied)
    bench.who.needs = 6
    assert len(heard) == 1


def test_a_property_is_noted_for_what_it_says_not_for_the_numbers_behind_it() -> None:
    bench = Bench()
    assert bench.who.down is False
    assert bench.looks() == [("down", False)]


def test_a_property_of_what_this_run_has_changed_is_noted_by_its_numbers() -> None:
    bench = Bench()
    bench.who.hp = Track(0, 3)
    assert bench.who.down is True
    assert bench.looks() == [], "it hangs on the change, and that is known"


def test_a_property_of_somebody_changed_elsewhere_is_still_noted_as_a_whole() -> None:
    bench = Bench()
    bench.who.struck = True
    assert bench.who.down is False
    assert bench.looks() == [("down", False)]


def test_a_property_of_somebody_nothing_ever_happened_to_goes_stale_with_the_first_thing_that_does() -> None:
    bench = Bench(restless=False)
    assert bench.who.down is False
    assert bench.looks() == []
    relied = set(bench.notes.relied)
    bench.who.struck = True
    assert bench.watch.is_stale(relied)


def test_another_run_from_the_same_moment_has_changed_nothing_yet() -> None:
    bench = Bench()
    bench.who.grudge = 5
    bench.notes.begin_again()
    bench.who.__dict__["grudge"] = 0
    assert bench.who.grudge == 0
    assert bench.looks() == [("grudge", 0)]


@pytest.mark.parametrize(
    ("then", "noted"),
    [
        ("change it", []),
        ("look at another", [("hp", Track(3, 3)), ("grudge", 0)]),
        ("change another", [("hp", Track(3, 3))]),
        ("throw", [("hp", Track(3, 3))]),
        ("ask a property", [("hp", Track(3, 3)), ("down", False)]),
    ],
)
def test_a_counter_is_only_counted_on_where_its_change_comes_next(then: str, noted: list[tuple[str, Any]]) -> None:
    bench = Bench()
    bench.watch.counters = frozenset({("ana", "hp")})
    lost = bench.who.hp.moved(-1)
    match then:
        case "change it":
            bench.who.hp = lost
        case "look at another":
            _ = bench.who.grudge
        case "change another":
            bench.who.grudge = 1
        case "throw":
            bench.watch.let_go()
        case "ask a property":
            _ = bench.who.down
    assert bench.looks() == noted


def test_without_notes_nothing_is_noted_and_all_works() -> None:
    bench = Bench()
    bench.watch.notes = None
    bench.who.hp = Track(0, 3)
    assert bench.who.down and bench.who.copy().down
    assert bench.looks() == []


def test_a_watched_one_is_of_its_class_and_its_copies_are_watched() -> None:
    bench = Bench()
    copied = bench.who.copy()
    assert isinstance(copied, Duelist)
    copied.grudge = 3
    assert bench.who.grudge == 0 and bench.notes.changed == {("ana", "grudge"): 3}


def test_stats_and_properties_are_found_by_themselves() -> None:
    assert {"hp", "needs", "struck", "at", "marks"} <= stats(Duelist)
    assert not {"id", "down"} & stats(Duelist)
    assert set(properties(Duelist)) == {"down"}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"a": 2}, False),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, False),
        (({"a": 1}, 2), ({"a": 1}, 2), True),
        (Track(1, 2), Track(1, 2), True),
        (Track(1, 2), Track(2, 2), False),
    ],
)
def test_values_are_keys_that_are_equal_where_they_are(one: Any, other: Any, same: bool) -> None:
    assert (as_key(one) == as_key(other)) is same
    hash(as_key(one))


def test_looks_taken_over_are_not_doubled() -> None:
    notes = Notes()
    notes.take_over([Seen(("a", "x"), 1), Seen(("a", "x"), 1)], {("a", "y")})
    assert len(notes.looks) == 1 and notes.relied == {("a", "y")}
