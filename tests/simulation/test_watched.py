"""What is looked at, what is changed: nothing else may a learned outcome hang on."""

import copy
from fractions import Fraction
from typing import Any

import pytest

from gmtool.hexes.grid import Hex
from gmtool.rules.codecs import Track
from gmtool.rules.model import Mark
from gmtool.simulation.notes import Asked, Notes, Seen
from gmtool.simulation.watched import Watch, as_key, properties, stats, watched
from tests.simulation.duelists import Duelist, duelist


class Bench:
    """One watched duelist, and notes being taken."""

    def __init__(self, *, restless: bool = True) -> None:
        self.watch = Watch()
        sort = watched(Duelist, self.watch)
        self.who: Any = object.__new__(sort)
        self.who.__dict__.update(duelist("ana", "pc", 3, 4).__dict__)
        if restless:
            for name in ("hp", "struck", "grudge", "marks"):
                self.watch._begin_to_change(("ana", name))
        self.notes = self.watch.notes = Notes()

    def looks(self) -> list[tuple[str, Any]]:
        """What was looked at and what was seen; of numbers, what was asked and the answer."""
        return [one for step in self.notes.looks if (one := self._told(step)) is not None]

    def _told(self, step: Any) -> Any:
        if isinstance(step, Asked):
            return step.question.places[0][1], step.question.kind, step.question.bound, step.answer
        return step.place[1], step.value


def test_a_look_is_noted_once_with_what_was_seen() -> None:
    bench = Bench()
    assert bench.who.struck is False and bench.who.struck is False
    assert bench.looks() == [("struck", False)]


def test_of_a_number_only_what_is_asked_is_noted_and_only_once() -> None:
    bench = Bench()
    left = bench.who.hp.now - 2
    assert bench.looks() == [], "to reckon with it is not to ask"
    assert left > 0 and bench.who.hp.now > 2
    assert bench.looks() == [("hp", "least", 3, True)]
    assert bench.who.grudge == 0
    assert bench.looks() == [("hp", "least", 3, True), ("grudge", "equal", 0, True)]


def test_a_number_that_is_put_down_is_what_it_was_made_of() -> None:
    bench = Bench()
    bench.who.grudge += 1
    bench.who.grudge += 1
    assert bench.looks() == []
    made = bench.notes.changed["ana", "grudge"]
    assert (made.terms, made.more) == ((((("ana", "grudge"), ()), 1),), 2)
    assert bench.who.grudge < 3
    assert bench.looks() == [("grudge", "least", 1, False)], "asked of the number as it was before the run"


def test_whether_a_number_is_there_at_all_is_asked_first() -> None:
    bench = Bench(restless=False)
    bench.watch._begin_to_change(("ana", "initiative"))
    assert (bench.who.initiative or 0) == 0
    assert bench.looks() == [("initiative", "there", 0, False)]


def test_a_property_that_is_a_number_is_followed_as_one() -> None:
    bench = Bench()
    assert bench.who.lost + 1 >= 1
    assert bench.looks() == [("lost", "least", 0, True)]


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


def test_a_property_of_what_never_changed_is_relied_on_until_some_of_that_changes() -> None:
    bench = Bench(restless=False)
    assert bench.who.down is False
    assert bench.looks() == []
    relied = set(bench.notes.relied)
    bench.who.struck = True
    assert not bench.watch.is_stale(relied), "it does not look at that"
    assert bench.who.down is False and bench.looks() == []
    bench.who.hp = Track(0, 3)
    assert bench.watch.is_stale(relied)
    assert bench.who.down is True


def test_another_run_from_the_same_moment_has_changed_nothing_yet() -> None:
    bench = Bench()
    bench.who.grudge = 5
    bench.notes.begin_again()
    bench.who.__dict__["grudge"] = 0
    assert bench.who.grudge == 0
    assert bench.looks() == [("grudge", "equal", 0, True)]


@pytest.mark.parametrize(
    ("then", "noted"),
    [
        ("change it", []),
        ("leave it as it is", [("marks", ())]),
        ("look at another", [("marks", ()), ("grudge", "equal", 5, False)]),
        ("change another", [("marks", ())]),
        ("throw", [("marks", ())]),
        ("ask a property", [("marks", ()), ("down", False)]),
    ],
)
def test_a_counter_is_only_counted_on_where_its_change_comes_next(then: str, noted: list[tuple[str, Any]]) -> None:
    bench = Bench()
    bench.watch.counters = frozenset({("ana", "marks")})
    more = {**bench.who.marks, "sore": Mark()}
    match then:
        case "change it":
            bench.who.marks = more
        case "leave it as it is":
            bench.who.marks = {}
        case "look at another":
            assert bench.who.grudge != 5
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
    assert set(properties(Duelist)) == {"down", "lost", "placed"}


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


def test_equal_values_have_one_key_and_those_of_two_kinds_have_two() -> None:
    for value in (Hex(1, 2), ("attack", "move"), Fraction(1, 3), {"a": 1}, [Track(1, 2)]):
        assert as_key(value) is as_key(copy.deepcopy(value))
    assert [type(as_key(value)) for value in (Hex(5, 6), (5, 6), True, 1)] == [Hex, tuple, bool, int]
    assert as_key((7, 8)) is not as_key(Hex(7, 8))


def test_what_is_put_down_as_it_was_does_not_change() -> None:
    bench = Bench(restless=False)
    bench.who.struck = False
    bench.who.hp = Track(3, 3)
    assert bench.watch.changing == set()
    assert (bench.notes.changed, bench.looks()) == ({}, [])
    assert {("ana", "struck"), ("ana", "hp")} <= bench.notes.relied
    bench.who.hp = Track(2, 3)
    assert bench.watch.changing == {("ana", "hp")}
    bench.who.hp = Track(2, 3)
    assert bench.notes.changed == {("ana", "hp"): Track(2, 3)}


def test_a_number_that_is_followed_is_put_down_without_being_asked_for() -> None:
    bench = Bench(restless=False)
    bench.watch._begin_to_change(("ana", "hp"))
    bench.who.grudge = bench.who.hp.now - 3
    assert ("ana", "grudge") in bench.watch.changing, "it is 0, as before, for 3 HP only"
    other = Bench(restless=False)
    other.watch._begin_to_change(("ana", "grudge"))
    other.who.hp = Track(other.who.grudge + 3, 3)
    assert ("ana", "hp") in other.watch.changing
    assert other.looks() == []
    assert bench.looks() == []
