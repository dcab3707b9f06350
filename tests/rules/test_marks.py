"""The GM's marks: when they end, whatever happens meanwhile; and a system's states set by their names."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtool.errors import Refused, Unknown
from gmtool.rules.model import Mark, Moment

FIGHT = """
system: brawl
round: 2
phase: brawl
turn: ana
order: [ana, bruno, cook]
combatants:
  ana: {side: pc, might: 3D, initiative: 9, hp: 6/6, traits: {grit: 1}}
  bruno: {might: 2D, initiative: 7, hp: 6/6, traits: {grit: 1}}
  cook: {might: 2D, initiative: 5, hp: 6/6, traits: {grit: 1}}
"""

ENDS = [
    # (until, the round written, after how many `next` it goes): ana, bruno, cook, then the talk of round 3, then ana
    ("end of ana", 2, 1),
    ("start of bruno", 2, 1),
    ("end of bruno", 2, 2),
    ("end of cook", 2, 3),
    ("end of round", 2, 3),
    ("start of round", 3, 3),
    ("start of ana", 3, 4),
]


def marks(seat: Any) -> Any:
    return seat.encounter.combatants["cook"].marks


@pytest.mark.parametrize(("until", "round_", "nexts"), ENDS, ids=[until for until, _, _ in ENDS])
def test_when_a_mark_ends(sit: Callable[..., Any], told: Callable[..., Any], until: str, round_: int, nexts: int):
    seat = sit(FIGHT)
    outcome = seat("mark", who="cook", name="prone", until=Moment.read(until))
    assert f"until {until}" in told(outcome, "marked")[0].text
    assert marks(seat) == {"prone": Mark(Moment.read(until), round_)}
    for number in range(1, nexts + 1):
        outcome = seat("next", seed=number)
        gone = told(outcome, "mark-ended")
        assert bool(gone) == (number == nexts), number
    assert marks(seat) == {}
    assert gone[0].text == "cook is no longer prone"


def test_who_has_had_its_turn_ends_a_mark_in_the_next_round(sit: Callable[..., Any]):
    seat = sit(FIGHT.replace("turn: ana\n", "turn: bruno\nacted: [ana]\n"))
    seat("mark", who="cook", name="prone", until=Moment.read("end of ana"))
    assert marks(seat)["prone"].round == 3


def test_before_the_fight_the_round_is_left_open(sit: Callable[..., Any]):
    seat = sit("system: brawl\ncombatants:\n  cook: {might: 2D, traits: {grit: 1}}\n  ana: {might: 2D}\n")
    seat("mark", who="cook", name="prone", until=Moment.read("start of cook"))
    assert marks(seat)["prone"].round is None
    seat("start", seed=3)
    seat("next", seed=3)
    seat("next", seed=3)
    seat("next", seed=3)
    assert marks(seat) == {}


def test_a_mark_that_waits_for_somebody_gone_ends_with_its_round(sit: Callable[..., Any], told: Callable[..., Any]):
    seat = sit(FIGHT.replace("cook: {", "cook: {marks: {prone: {until: end of ghost, round: 2}}, "))
    for number in range(1, 4):
        outcome = seat("next", seed=number)
    assert [fact.text for fact in told(outcome, "mark-ended")] == ["cook is no longer prone"]


def test_marks_of_the_fallen_end_too(sit: Callable[..., Any]):
    seat = sit(FIGHT)
    seat("mark", who="cook", name="prone", until=Moment.read("end of bruno"))
    seat("damage", harm=[("bruno", 6)])
    seat("next")
    assert marks(seat) == {}


def test_a_moment_names_somebody_here(sit: Callable[..., Any]):
    seat = sit(FIGHT)
    seat("mark", who="cook", name="wet", until=Moment.read("end of bru"))
    assert marks(seat)["wet"].until == Moment("end", "bruno")
    with pytest.raises(Unknown, match="no combatant `ghost`"):
        seat("mark", who="cook", name="wet", until=Moment.read("end of ghost"))


@pytest.mark.parametrize("text", ["rat", "end", "end of", "middle of rat", "", "of rat", "end of  "])
def test_what_is_no_moment(text: str):
    with pytest.raises(ValueError, match="end of NAME"):
        Moment.read(text)


@pytest.mark.parametrize("text", ["end of rat", "start of Old Tom of Bree", "end of round"])
def test_a_moment_is_written_as_it_is_read(text: str):
    assert str(Moment.read(text)) == text
    assert Moment.read(text.upper().replace(" OF ", " of ")).edge in ("start", "end")


def test_a_state_of_the_rules_is_set_by_its_name(sit: Callable[..., Any], told: Callable[..., Any]):
    """`drunk: true` is the brawlers' own: it is no mark of the GM's."""
    seat = sit(FIGHT)
    assert told(seat("mark", who="cook", name="drunk"), "marked")[0].text == "cook is drunk"
    cook = seat.encounter.combatants["cook"]
    assert (cook.drunk, cook.marks) == (True, {})
    with pytest.raises(Refused, match="end by their own rule"):
        seat("mark", who="cook", name="drunk", until=Moment.read("end of round"))
    seat("unmark", who="cook", name="drunk")
    assert seat.encounter.combatants["cook"].drunk is False
    with pytest.raises(Refused, match="has no mark `drunk`"):
        seat("unmark", who="cook", name="drunk")


def test_the_gms_own_mark_goes_before_a_state_of_that_name(sit: Callable[..., Any]):
    seat = sit(FIGHT.replace("cook: {", "cook: {drunk: true, marks: {drunk: }, "))
    seat("unmark", who="cook", name="drunk")
    cook = seat.encounter.combatants["cook"]
    assert (cook.drunk, cook.marks) == (True, {})


def test_common_keys_are_no_states(sit: Callable[..., Any]):
    """`hidden` belongs to every combatant; it is not set by a mark."""
    seat = sit(FIGHT)
    seat("mark", who="cook", name="hidden")
    cook = seat.encounter.combatants["cook"]
    assert (cook.hidden, list(cook.marks)) == (False, ["hidden"])
