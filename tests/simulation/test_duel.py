"""Exact duels, held to what can be reckoned by hand and to simulation."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from gmtool.dice.sources import numbers
from gmtool.encounter.reading import Reading
from gmtool.errors import Refused
from gmtool.rules.record import replace
from gmtool.session import Opened
from gmtool.simulation import duel as module
from gmtool.simulation.arena import Arena
from gmtool.simulation.duel import duel
from tests.simulation.duelists import DUELISTS, duelist, fight_of

HALF = Fraction(1, 2)


def closed(mine: int, theirs: int, hit: Fraction, theirs_hit: Fraction) -> Fraction:
    """The chance of whoever strikes now, by the recursion over both strikes: what leads back is solved by hand."""

    @cache
    def mine_to_strike(mine: int, theirs: int) -> Fraction:
        if not mine or not theirs:
            return Fraction(bool(mine))
        both_miss = (1 - hit) * (1 - theirs_hit)
        known = hit * theirs_to_strike(mine, theirs - 1) + (1 - hit) * theirs_hit * mine_to_strike(mine - 1, theirs)
        return known / (1 - both_miss)

    @cache
    def theirs_to_strike(mine: int, theirs: int) -> Fraction:
        if not mine or not theirs:
            return Fraction(bool(mine))
        both_miss = (1 - hit) * (1 - theirs_hit)
        later = hit * theirs_to_strike(mine, theirs - 1)
        known = theirs_hit * mine_to_strike(mine - 1, theirs) + (1 - theirs_hit) * later
        return known / (1 - both_miss)

    return mine_to_strike(mine, theirs)


def test_one_point_each_and_even_chances_is_two_thirds_for_the_first() -> None:
    fight = fight_of(duelist("ana", "pc", 1, 4), duelist("bo", "npc", 1, 4))
    assert dict(duel(DUELISTS, fight, ("ana", "bo")).wins) == {"ana": Fraction(2, 3), "bo": Fraction(1, 3)}


@pytest.mark.parametrize(
    ("mine", "theirs", "needs", "theirs_need"), [(1, 1, 2, 6), (3, 1, 5, 3), (2, 4, 3, 4), (4, 4, 4, 4), (1, 3, 1, 1)]
)
def test_a_duel_is_the_recursion_done_by_hand(mine: int, theirs: int, needs: int, theirs_need: int) -> None:
    fight = fight_of(duelist("ana", "pc", mine, needs), duelist("bo", "npc", theirs, theirs_need))
    found = duel(DUELISTS, fight, ("ana", "bo"))
    wanted = closed(mine, theirs, Fraction(7 - needs, 6), Fraction(7 - theirs_need, 6))
    assert found.wins["ana"] == wanted
    assert (found.wins["bo"], found.neither, found.forever) == (1 - wanted, 0, 0)


def test_the_order_of_the_names_is_only_the_order_told() -> None:
    fight = fight_of(duelist("ana", "pc", 1, 3), duelist("bo", "npc", 2, 3))
    assert duel(DUELISTS, fight, ("bo", "ana")).wins == duel(DUELISTS, fight, ("ana", "bo")).wins


def test_a_hit_that_costs_both_can_leave_nobody() -> None:
    fight = fight_of(duelist("ana", "pc", 1, 4, blast=True), duelist("bo", "npc", 1, 4))
    found = duel(DUELISTS, fight, ("ana", "bo"))
    assert (found.wins["ana"], found.wins["bo"], found.neither) == (0, Fraction(1, 3), Fraction(2, 3))


def test_who_cannot_hurt_each_other_never_ends() -> None:
    fight = fight_of(duelist("ana", "pc", 1, 7), duelist("bo", "npc", 1, 7))
    found = duel(DUELISTS, fight, ("ana", "bo"))
    assert (dict(found.wins), found.neither, found.forever) == ({"ana": 0, "bo": 0}, 0, 1)


def test_others_have_no_part_in_it() -> None:
    two = duelist("ana", "pc", 2, 4), duelist("bo", "npc", 2, 4)
    alone = duel(DUELISTS, fight_of(*two), ("ana", "bo"))
    crowd = fight_of(two[0], duelist("cy", "npc", 9, 1), two[1])
    assert duel(DUELISTS, crowd, ("ana", "bo")).wins == alone.wins


def test_it_goes_on_from_this_very_moment() -> None:
    ana, bo = duelist("ana", "pc", 1, 4), duelist("bo", "npc", 1, 4)
    fight = fight_of(ana, bo)
    fight.round, fight.turn, fight.order, fight.acted = 7, "bo", ("ana", "bo"), ("ana",)
    assert duel(DUELISTS, fight, ("ana", "bo")).wins["ana"] == Fraction(1, 3)
    ana.struck, bo.struck = False, True
    assert duel(DUELISTS, fight, ("ana", "bo")).wins["ana"] == Fraction(2, 3), "bo has had its strike"


def test_too_many_moments_are_refused_and_simulation_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_MOMENTS", 5)
    fight = fight_of(duelist("ana", "pc", 5, 4), duelist("bo", "npc", 5, 4))
    with pytest.raises(Refused, match="more than 5 moments") as refused:
        duel(DUELISTS, fight, ("ana", "bo"))
    assert "gm simulate" in refused.value.remedy


def test_too_many_moments_that_lead_back_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TOGETHER", 2)
    fight = fight_of(duelist("ana", "pc", 1, 4), duelist("bo", "npc", 1, 4))
    with pytest.raises(Refused, match="lead back to each other"):
        duel(DUELISTS, fight, ("ana", "bo"))


@pytest.mark.parametrize(
    ("hp", "names"), [((1, 0), ("ana", "bo")), ((0, 0), ("ana", "bo"))], ids=["one is down", "both are down"]
)
def test_a_decided_duel_is_refused(hp: tuple[int, int], names: tuple[str, str]) -> None:
    fight = fight_of(duelist("ana", "pc", hp[0], 4), duelist("bo", "npc", hp[1], 4))
    with pytest.raises(Refused, match="the fight is decided"):
        duel(DUELISTS, fight, names)


# what hangs on the number of the round --------------------------------------------------------------------------------

SURPRISED = """
system: c21
round: 5
phase: players
turn: ana
order: [ana, bo]
surprise: players of round 5
combatants:
  ana: {side: pc, at: 0505, health: 2/9, base-move: 5, skills: {sword: 9}, weapons: {sword: {fast: {damage: 1d4}}}}
  bo:
    at: 0504
    states: [unaware]
    health: 3/9
    base-move: 5
    skills: {dodge: 5, axe: 8}
    weapons: {axe: {fast: {damage: 1d4}}}
"""
SLOW = """
system: mythril
round: 5
turn: ana
order: [ana, bo]
combatants:
  ana:
    side: pc
    at: 0505
    initiative: 9
    mods: {agi: -1, end: 1}
    skills: {swords: 4}
    ranks: {swords: 2}
    weapons: {sword: {skill: swords}}
    hp: 3/11
    stamina: 9/9
    actions: 1
  bo:
    at: 0504
    initiative: 5
    mods: {agi: 1, end: 1}
    skills: {swords: 4, dodge: 3}
    ranks: {swords: 2}
    weapons: {sword: {skill: swords}}
    hp: 3/11
    actions: 2
"""


def reading_of(text: str) -> Reading:
    return Opened("encounter.yaml", None, text.encode()).reading


@pytest.mark.parametrize("text", [SURPRISED, SLOW], ids=["a surprise", "one who acts every second round"])
def test_simulation_agrees_where_rounds_count(text: str) -> None:
    reading = reading_of(text)
    exact = duel(reading.system, reading.encounter, ("ana", "bo")).wins["ana"]
    arena = arena_of(reading)
    won = sum(arena.fight(numbers(f"rounds/{number}")).winner == "pc" for number in range(4_000))
    assert abs(won - 4_000 * exact) < 4 * (4_000 * exact * (1 - exact)) ** 0.5


def test_who_acts_every_second_round_is_not_taken_to_act_every_round() -> None:
    reading = reading_of(SLOW)
    always = replace(reading.system, cycle=lambda _: 1)
    assert (
        duel(always, reading.encounter, ("ana", "bo")).wins
        != duel(reading.system, reading.encounter, ("ana", "bo")).wins
    )


@pytest.mark.parametrize(("now", "window", "folded"), [(6, 6, (3, 3)), (6, 5, (3, 2)), (9, 2, (3, 0)), (3, 2, (3, 2))])
def test_the_phase_of_a_surprise_stays_as_long_ago(now: int, window: int, folded: tuple[int, int]) -> None:
    reading = reading_of(SURPRISED.replace("round: 5", f"round: {now}").replace("of round 5", f"of round {window}"))
    arena = arena_of(reading)
    module._fold(arena)
    field: Any = arena.encounter
    assert (field.round, field.surprise.round, field.surprise.phase) == (*folded, "players")


def test_who_fell_and_who_came_in_did_so_as_many_rounds_ago() -> None:
    animal = "stats: {str: 2, spd: 3, agi: 3}, hp: 3/3"
    text = f"system: bnb\nround: 7\ncombatants:\n  a: {{side: pc, {animal}, entered: 7}}\n  b: {{{animal}, fell: 2}}\n"
    arena = arena_of(reading_of(text))
    module._fold(arena)
    a, b = arena.encounter.combatants.values()
    assert (arena.encounter.round, a.entered, a.fell, b.entered, b.fell) == (3, 3, None, None, 0)


@pytest.mark.parametrize(
    ("agility", "switch", "cycle"),
    [((0, 2), "every-n", 1), ((-1, 2), "every-n", 2), ((-3, -2), "every-n", 6), ((-1, -2), "skip-n", 6)],
)
def test_the_slow_act_in_the_same_rounds_again(agility: tuple[int, int], switch: str, cycle: int) -> None:
    first, second = agility
    text = SLOW.replace("agi: -1", f"agi: {first}").replace("agi: 1,", f"agi: {second},")
    reading = reading_of(text.replace("round: 5", f"rules: {{slow: {switch}}}\nround: 5"))
    assert reading.system.cycle(reading.encounter) == cycle


def arena_of(reading: Reading) -> Arena:
    assert reading.system.policy is not None
    arena = Arena(reading.system, reading.encounter, reading.system.policy())
    arena.field.reset()
    return arena


def test_simulation_agrees_with_the_exact_duel() -> None:
    fight = fight_of(duelist("ana", "pc", 2, 5), duelist("bo", "npc", 3, 3))
    exact = duel(DUELISTS, fight, ("ana", "bo")).wins["ana"]
    arena = Arena(DUELISTS, fight, DUELISTS.policy())
    won = sum(arena.fight(numbers(f"agree/{number}")).winner == "pc" for number in range(20_000))
    deviation = (20_000 * exact * (1 - exact)) ** 0.5
    assert abs(won - 20_000 * exact) < 4 * deviation
