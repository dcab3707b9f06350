"""Throws of which a rule looks only at what they come to together, and what else pools ask of the table."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from gmtool.dice.odds import chances, counted
from gmtool.dice.sources import Source
from gmtool.dice.throws import TOTAL, Group, Throw, labeled
from gmtool.errors import Bug, NoDice
from gmtool.rules.table import Mod, Mods, Rolled, Table

RAT = Throw("ana", "claws", (Group(2, 6),), TOTAL)
WOLF = Throw("bruno", "hide", (Group(1, 6), Group(1, 6, "wild", frozenset({6}), 1)), TOTAL)
NONE = Throw("bruno", "nothing", (), TOTAL)


class Beats(NamedTuple):
    """Whether the first throw beats the second, with so much added."""

    added: int = 0

    def __call__(self, one: int, other: int) -> bool:
        return one + self.added > other


def test_the_throws_are_made_one_after_the_other_and_recorded(sit: Callable[..., Any]) -> None:
    t = sit().table("2,5,1,6,4")
    assert t.compare(Beats(), RAT, WOLF) == (False, (7, 11))
    assert [(event.who, event.faces) for event in t.events] == [("ana", ((2, 5),)), ("bruno", ((1,), (6, 4)))]
    assert all(isinstance(event, Rolled) for event in t.events)


def test_nothing_may_be_refused_after_it(sit: Callable[..., Any]) -> None:
    t = sit().table("2,5,1,4")
    t.compare(Beats(), RAT, WOLF)
    with pytest.raises(Bug):
        t.require(True, "TOY-3", "too late")


def test_a_missing_die_is_asked_for_by_its_owner(sit: Callable[..., Any]) -> None:
    with pytest.raises(NoDice, match="bruno, hide"):
        sit().table("2,5,1").compare(Beats(), RAT, WOLF)


def test_a_throw_without_dice_comes_to_its_start_and_is_no_event(sit: Callable[..., Any]) -> None:
    t = sit().table("2,5")
    assert t.compare(Beats(), RAT, NONE) == (True, (7, 0))
    assert [event.who for event in t.events] == ["ana"]


def run_of(table: Callable[[Source], Table], added: int = 0) -> Callable[[Source], bool]:
    return lambda source: bool(table(source).compare(Beats(added), RAT, WOLF).seen)


@pytest.fixture
def table(sit: Callable[..., Any]) -> Callable[[Source], Table]:
    seat = sit()
    return lambda source: Table(seat.system, seat.encounter, source, record=False)


def test_odds_count_what_is_seen_once(table: Callable[[Source], Table]) -> None:
    """Two outcomes, two runs; the chance is that of every pair, counted here face by face."""
    runs = [weight for _, weight, _ in counted(run_of(table))]
    assert len(runs) == 2
    wild = [(face,) for face in range(1, 6)] * 6 + [(6, face) for face in range(1, 7)]  # of 36
    better = sum(
        a + b > plain + sum(chain) for a in range(1, 7) for b in range(1, 7) for plain in range(1, 7) for chain in wild
    )
    assert chances(run_of(table))[True] == Fraction(better, 36 * 6 * 36)


def test_what_is_seen_otherwise_is_counted_for_itself(table: Callable[[Source], Table]) -> None:
    plain, better = chances(run_of(table)), chances(run_of(table, 2))
    assert better[True] > plain[True]


class Ties(NamedTuple):
    """As a tuple it equals Beats; it does something else."""

    added: int = 0

    def __call__(self, one: int, other: int) -> bool:
        """Whether the two are equal."""
        return one + self.added == other


def test_rules_that_are_equal_as_tuples_are_kept_apart(table: Callable[[Source], Table]) -> None:
    beats, ties = (
        chances(lambda source, seen=seen: table(source).compare(seen, RAT, WOLF).seen)[True]
        for seen in (Beats(), Ties())
    )
    assert beats != ties


def test_another_comparison_where_one_stood_is_a_bug(table: Callable[[Source], Table]) -> None:
    calls: list[int] = []

    def unsteady(source: Source) -> Any:
        calls.append(1)
        return table(source).compare(Beats(len(calls)), RAT, WOLF).seen

    with pytest.raises(Bug):
        chances(unsteady)


def test_the_gms_modifiers_of_a_total_that_is_compared_first(sit: Callable[..., Any]) -> None:
    mods = Mods((Mod(2, "hill"), Mod(1, "aid", dice=True)), (Mod(-1, "rain"),))
    t = sit().table("", mods=mods, acting="ana")
    ana, bruno = t.encounter.combatants["ana"], t.encounter.combatants["bruno"]
    assert t.mods(ana) == (("hill", 2),)
    assert t.mods(bruno) == (("rain", -1),)
    assert t.modded == ["acting", "target"]


def test_faces_are_shown_with_the_label_of_their_group() -> None:
    groups = (Group(2, 6), Group(0, 6, "none"), Group(1, 6, "wild", frozenset({6}), 2))
    assert labeled(groups, ((3, 5), (), (6, 6, 1))) == "3 5 wild 6 6 1"
    assert labeled((), ()) == ""
