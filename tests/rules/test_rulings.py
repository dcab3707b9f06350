"""The GM's word: the order, a turn delayed, who is hidden, notes and reminders, who comes and who goes."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtool.errors import Refused
from gmtool.rules.codecs import Ref
from gmtool.rules.model import Reminder
from gmtool.rules.rulings import forget, join

FIGHT = """
system: brawl
round: 1
phase: brawl
turn: b
order: [a, b, c, d]
acted: [a]
combatants:
  a: {side: pc, might: 3D, initiative: 9, hp: 6/6, traits: {grit: 1}}
  b: {might: 2D, initiative: 7, hp: 6/6, traits: {grit: 1}}
  c: {side: pc, might: 2D, initiative: 5, hp: 6/6, traits: {grit: 1}}
  d: {might: 2D, initiative: 3, hp: 6/6, traits: {grit: 1}}
"""


def order(seat: Any) -> str:
    return "".join(seat.encounter.order)


def turns(seat: Any, count: int) -> str:
    """Whose turn it is now, and whose after each `next` of this round."""
    seen = [seat.encounter.turn]
    for number in range(count):
        seat("next", seed=number)
        seen.append(seat.encounter.turn)
    return "".join(name or "-" for name in seen)


ORDERS = [
    ("the whole order", "dcba", "dcba", "bdc"),
    ("those named first, the rest as they were", "d", "dabc", "bdc"),
    ("who has had its turn has had it", "ab", "abcd", "bcd"),
    ("whose turn it is keeps it", "cdab", "cdab", "bcd"),
]


@pytest.mark.parametrize(("name", "said", "after", "up"), ORDERS, ids=[row[0] for row in ORDERS])
def test_order(sit: Callable[..., Any], name: str, said: str, after: str, up: str):
    seat = sit(FIGHT)
    seat("order", names=list(said))
    assert order(seat) == after, name
    assert turns(seat, 2) == up


DELAYS = [
    # whom it waits for, the order then, whose turns: b stops, and goes on right after the other
    ("d", "acdb", "cdb"),
    ("c", "acbd", "cbd"),
    (None, "acbd", "cbd"),
]


@pytest.mark.parametrize(("after", "then", "up"), DELAYS, ids=[str(row[0]) for row in DELAYS])
def test_delay_in_its_own_turn(sit: Callable[..., Any], after: str | None, then: str, up: str):
    seat = sit(FIGHT)
    seat("delay", who="b", after=after)
    assert order(seat) == then
    assert turns(seat, 2) == up


def test_delay_before_its_turn(sit: Callable[..., Any]):
    seat = sit(FIGHT)
    seat("delay", who="c", after="d")
    assert (order(seat), turns(seat, 2)) == ("abdc", "bdc")


DELAYS_REFUSED = {
    "who has had its turn": ({"who": "a"}, "a has had its turn"),
    "for one that has had its turn": ({"who": "b", "after": "a"}, "b would be up at once"),
    "for itself": ({"who": "b", "after": "b"}, "cannot wait for itself"),
    "the last one": ({"who": "d"}, "nobody is up after d"),
}


@pytest.mark.parametrize("case", DELAYS_REFUSED)
def test_delay_refused(sit: Callable[..., Any], case: str):
    given, said = DELAYS_REFUSED[case]
    with pytest.raises(Refused, match=said):
        sit(FIGHT)("delay", **given)


def test_nobody_delays_where_there_are_no_turns(sit: Callable[..., Any]):
    with pytest.raises(Refused, match="nobody has turns in the talk phase"):
        sit(FIGHT.replace("phase: brawl\nturn: b\n", "phase: talk\n"))("delay", who="b")
    with pytest.raises(Refused, match="has not started"):
        sit()("delay", who="ana")
    with pytest.raises(Refused, match="no order yet"):
        sit()("order", names=["ana"])


def test_orders_that_name_nobody_or_one_twice(sit: Callable[..., Any]):
    for names, said in (([], "names somebody"), (["a", "b", "a"], "a is named twice")):
        with pytest.raises(Refused, match=said):
            sit(FIGHT)("order", names=names)


def test_hide_and_reveal(sit: Callable[..., Any]):
    seat = sit(FIGHT)
    seat("hide", names=["b", "d"])
    assert [one.id for one in seat.encounter.combatants.values() if one.hidden] == ["b", "d"]
    with pytest.raises(Refused, match="b is hidden already"):
        seat("hide", names=["a", "b"])
    assert not seat.encounter.combatants["a"].hidden
    seat("reveal", names=["d"])
    assert [one.id for one in seat.encounter.combatants.values() if one.hidden] == ["b"]
    for verb, names, said in (("reveal", ["a"], "not hidden"), ("reveal", [], "nobody is named")):
        with pytest.raises(Refused, match=said):
            seat(verb, names=names)


def test_notes(sit: Callable[..., Any]):
    seat = sit(FIGHT)
    seat("note", text=["the", "door", "creaks"])
    seat("note", text=["the bell rings"], due=3)
    assert seat.encounter.notes == ("the door creaks",)
    assert seat.encounter.due == (Reminder("the bell rings", 3),)
    for given, said in (
        ({"text": []}, "nothing to note"),
        ({"text": ["  "]}, "nothing to note"),
        ({"text": ["late"], "due": 1}, "round 1 has begun"),
    ):
        with pytest.raises(Refused, match=said):
            seat("note", **given)


def test_a_reminder_comes_once_when_its_round_begins(sit: Callable[..., Any], told: Callable[..., Any]):
    seat = sit(FIGHT)
    seat("note", text=["the bell rings"], due=2)
    said: list[tuple[Any, str]] = []
    for number in range(8):
        outcome = seat("next", seed=number)
        said += [(seat.encounter.round, fact.text) for fact in told(outcome, "due")]
    assert said == [(2, "due: the bell rings")]
    assert seat.encounter.due == ()


def test_a_reminder_whose_round_was_missed_comes_with_the_next(sit: Callable[..., Any], told: Callable[..., Any]):
    seat = sit(FIGHT.replace("round: 1", "round: 5\ndue: [{text: late, round: 2}]"))
    said: list[str] = []
    for number in range(3):
        said += [fact.text for fact in told(seat("next", seed=number), "due")]
    assert said == ["due: late"]


def test_who_leaves_is_struck_off_everywhere(sit: Callable[..., Any], told: Callable[..., Any]):
    """`e` was taken out of the file: the order, the turn, who waits for it, who may use the opening it gave."""
    text = (
        FIGHT.replace("turn: b", "turn: e")
        .replace("[a, b, c, d]", "[a, e, b, c, d]")
        .replace("acted: [a]", "acted: [a, e]")
    )
    text = text.replace("c: {side: pc, ", "c: {side: pc, waits: e, openings: [{by: e}, {by: a}], ")
    seat = sit(text)
    table = seat.table()
    forget(table, "e")
    after = table.encounter
    assert (after.order, after.acted, after.turn) == (tuple("abcd"), ("a",), None)
    c = after.combatants["c"]
    assert c.waits is None
    assert [one.by for one in c.openings] == [Ref("a")]


JOINS = [
    # initiative, place: those who are there keep theirs; behind an equal one
    (12, "eabcd"),
    (6, "abecd"),
    (5, "abced"),  # behind c, a player too and as quick
    (1, "abcde"),
]


@pytest.mark.parametrize(("initiative", "then"), JOINS, ids=[str(row[0]) for row in JOINS])
def test_who_joins_takes_the_place_of_its_initiative(sit: Callable[..., Any], initiative: int, then: str):
    seat = sit(FIGHT + f"  e: {{side: pc, might: 2D, initiative: {initiative}, hp: 6/6, traits: {{grit: 1}}}}\n")
    table = seat.table()
    join(table, table.encounter.combatants["e"])
    assert "".join(table.encounter.order) == then
    assert table.encounter.turn == "b"


def test_nobody_is_named_for_the_first_turn(sit: Callable[..., Any]):
    with pytest.raises(Refused, match="the fight has not started"):
        sit()("next", name="cook")
