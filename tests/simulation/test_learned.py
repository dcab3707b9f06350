"""What is put down of runs: each end of a page once, and nothing of the runs themselves."""

import gc

import pytest

from gmtool.dice.sources import numbers
from gmtool.rules.codecs import Track
from gmtool.rules.policy import NEXT
from gmtool.rules.record import replace
from gmtool.simulation.learned import End, Library, Page
from gmtool.simulation.notes import Notes, Seen
from tests.simulation.test_arena import STARTERS, TWO_AGAINST_TWO, arena_of
from tests.systems import policies

HERE, THERE = ("ana", "hp"), ("bo", "hp")


def test_runs_of_a_page_that_come_to_the_same_end_in_one_place() -> None:
    library, page, other = Library({HERE: 0, THERE: 1}), Page("one"), Page("other")
    three = ((0, 3, 3),)
    first = library.write(page, [Seen(HERE, 1)], End(three))
    assert library.write(page, [Seen(HERE, 2)], End(three)) is first
    assert page.walk([1, 0], float) is page.walk([2, 0], float) is first
    unlike = [End(((0, 4, 4),)), End(((1, 3, 3),)), End(three, result="x", key="x"), End(three, rest=other)]
    for number, end in enumerate(unlike, start=3):
        assert library.write(page, [Seen(HERE, number)], end) is end
        assert page.walk([number, 0], float) is end
    assert library.write(other, [Seen(HERE, 1)], End(three)) is not first


def test_a_value_that_is_looked_at_in_one_way_parts_when_it_is_another() -> None:
    """The same looks lead on together until answers differ, in the first or in any after it."""
    library, page = Library({HERE: 0, THERE: 1}), Page("one")
    ends = {}
    for here, there in ((1, 1), (1, 2), (2, None), (3, 1), (3, 4)):
        steps = [Seen(HERE, here), *([] if there is None else [Seen(THERE, there)])]
        ends[here, there] = library.write(page, steps, End(((0, here, there),)))
        for (one, other), end in ends.items():
            assert page.walk([one, other or 9], float) is end
    assert {page.walk(keys, float) for keys in ([1, 3], [3, 2], [4, 1])} == {None}


@pytest.mark.parametrize("name", STARTERS)
def test_nothing_of_a_run_stays_but_what_was_learned(name: str) -> None:
    """Fights are played without collecting garbage: what a run noted must go by itself."""
    arena = arena_of(name)
    gc.collect()
    gc.disable()
    try:
        for number in range(5):
            arena.fight(numbers(f"n/{number}"))
        left = [one for one in gc.get_objects() if type(one) is Notes]
    finally:
        gc.enable()
    assert left == []


TURNS = "round: 1\nturn: ana\norder: [ana, bo, cy]\ncombatants:\n"
FALLEN = {
    "bnb": ("system: bnb\n" + TURNS, "stats: {str: 2, spd: 3, agi: 3}, hp: %s", (0, -1, -3)),
    "mythril": ("system: mythril\n" + TURNS, "ranks: {agility: 1}, hp: %s", (0, -1)),
}


@pytest.mark.parametrize("system", FALLEN)
def test_in_what_words_somebody_is_passed_over_makes_no_difference(system: str) -> None:
    top, stats, hurt = FALLEN[system]
    rows = [
        f"  {who}: {{side: {side}, {stats % '9/9'}}}\n" for who, side in (("ana", "pc"), ("bo", "npc"), ("cy", "npc"))
    ]
    arena = policies.arena_of(top + "".join(rows))
    arena._number = numbers("x")
    known = set()
    for now in (*hurt[:1] * 3, *hurt):
        arena.field.reset()
        arena.encounter.combatants["bo"].hp = Track(now, 9)
        arena.do(NEXT)
        assert arena.encounter.turn == "cy"
        known.add(arena._leaves)
    assert known == {0, 1}, "the first time something changes that never had, which is not learned; then it is, once"


@pytest.mark.parametrize("name", STARTERS)
def test_what_is_only_told_is_not_looked_at(name: str) -> None:
    """What somebody may still do stands in a line that nobody reads in simulated fights."""
    arena = arena_of(name)

    def asked(*_: object) -> str:
        raise AssertionError("the line was worked out")

    arena.system = replace(arena.system, may_still=asked)
    for number in range(3):
        assert arena.fight(numbers(f"n/{number}")).rounds


@pytest.mark.parametrize("name", [*STARTERS, *TWO_AGAINST_TWO])
def test_how_bad_it_is_in_a_word_is_no_look(name: str) -> None:
    """Neither in a refusal that is not made, nor of who is passed over."""
    arena = arena_of(name)
    for number in range(5):
        arena.fight(numbers(f"n/{number}"))
    assert {"condition", "health_word"}.isdisjoint(stat for _, stat in arena.field.places)
