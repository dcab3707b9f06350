"""Fights as learned are the fights as played: same dice, same end, whatever is remembered."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from gmtool.dice.sources import numbers
from gmtool.rules.codecs import Ref, Track
from gmtool.rules.forecast import forecast
from gmtool.rules.model import Mark
from gmtool.rules.policy import NEXT, Deed
from gmtool.rules.record import record, replace
from gmtool.rules.table import Table
from gmtool.simulation import arena as module
from gmtool.simulation import learned, notes, watched
from gmtool.simulation.arena import Arena
from gmtool.simulation.learned import Page
from gmtool.simulation.watched import UNKNOWN
from tests.simulation.duelists import DUELISTS, Duelist, duelist, fight_of, read_scene

STARTERS = [f"gmtool/systems/{system}/starter.yaml" for system in ("bnb", "brachyr", "c21", "d6", "mythril")]


TWO_AGAINST_TWO = [
    f"tests/bench/two-against-two/{system}.yaml" for system in ("bnb", "brachyr", "c21", "d6", "mythril")
]


@record(frozen=False, eq=False, kw_only=True)
class Moody(Duelist):
    @property
    def mood(self) -> int:
        return self.grudge


class Forgetful(Arena):
    """An arena that remembers nothing: all is played, every time, and every property worked out anew."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._watch.known = lambda _: UNKNOWN

    def _page(self, key: Any) -> Page:
        return Page(key)


def arena_of(name: str, sort: type[Arena] = Arena) -> Arena:
    reading = read_scene(name)
    assert reading.system.policy is not None
    return sort(reading.system, reading.encounter, reading.system.policy())


@pytest.mark.parametrize("name", STARTERS)
def test_what_is_learned_changes_no_fight(name: str) -> None:
    learning, forgetful = arena_of(name), arena_of(name, Forgetful)
    learning.scout(5, numbers("scouts"))
    for number in range(20):
        learning.fight(numbers(f"other/{number}"))
    for number in range(2):
        assert learning.fight(numbers(f"same/{number}")) == forgetful.fight(numbers(f"same/{number}"))


@pytest.mark.parametrize("name", STARTERS)
def test_to_follow_numbers_changes_no_fight(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    following = arena_of(name)
    ends = [following.fight(numbers(f"same/{number}")) for number in range(12)]
    monkeypatch.setattr(watched, "shape_of", lambda _: None)
    monkeypatch.setattr(notes, "ROLLS", ())
    plain = arena_of(name)
    assert [plain.fight(numbers(f"same/{number}")) for number in range(12)] == ends


def test_moments_that_only_numbers_put_down_tell_apart_are_told_apart() -> None:
    arena = Arena(DUELISTS, fight_of(duelist("ana", "pc", 3, 1), duelist("bo", "npc", 3, 1)), DUELISTS.policy())
    arena.fight(numbers("x"))
    arena.field.reset()
    before = arena.field.moment()
    arena.encounter.combatants["bo"].hp = Track(2, 3)
    assert arena.field.moment() != before, "a point less is put down whatever points there are, and counts all the same"


def test_a_question_is_asked_anew_where_what_it_relied_on_has_changed() -> None:
    ana, bo = duelist("ana", "pc", 1, 3), duelist("bo", "npc", 2, 4)
    arena = Arena(DUELISTS, fight_of(ana, bo), DUELISTS.policy())
    arena.encounter.round = 1
    arena.encounter.turn = Ref("ana")
    strike = Deed.of("attack", attacker="ana", target="bo")
    assert arena.choose() == strike
    arena.encounter.combatants["ana"].needs = 7
    assert arena.choose() == NEXT, "who cannot hit any more does not strike"
    arena.encounter.combatants["ana"].needs = 3
    assert arena.choose() == strike


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO_AGAINST_TWO)
def test_what_is_learned_in_many_fights_changes_none(name: str) -> None:
    learning, forgetful = arena_of(name), arena_of(name, Forgetful)
    for number in range(200):
        learning.fight(numbers(f"other/{number}"))
    for number in range(5):
        assert learning.fight(numbers(f"same/{number}")) == forgetful.fight(numbers(f"same/{number}"))


@pytest.mark.parametrize("name", STARTERS)
def test_what_is_not_worth_being_learned_changes_no_fight(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, arena = arena_of(name), arena_of(name)
    ends = [plain.fight(numbers(f"same/{number}")) for number in range(12)]
    monkeypatch.setattr(learned, "WINDOW", 5)
    monkeypatch.setattr(learned, "FUTILE", 0)
    assert [arena.fight(numbers(f"same/{number}")) for number in range(12)] == ends
    assert all(arena._worth[verb].closed for verb in ("attack", "next"))


@pytest.mark.parametrize("name", STARTERS)
def test_late_rounds_that_are_counted_as_earlier_ones_change_no_fight(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded, counted = arena_of(name), arena_of(name)
    ends = [folded.fight(numbers(f"same/{number}")) for number in range(12)]
    monkeypatch.setattr(module, "KEPT_ROUNDS", module.MOST_ROUNDS + 1)
    assert [counted.fight(numbers(f"same/{number}")) for number in range(12)] == ends
    assert max(end.rounds for end in ends) > 4, "some fight must be long enough to be folded"


def test_a_fight_depends_on_its_own_numbers_alone() -> None:
    fight = fight_of(duelist("ana", "pc", 3, 4), duelist("bo", "npc", 3, 4))
    one, other = Arena(DUELISTS, fight, DUELISTS.policy()), Arena(DUELISTS, fight, DUELISTS.policy())
    forward = [one.fight(numbers(f"n/{number}")) for number in range(50)]
    backward = [other.fight(numbers(f"n/{number}")) for number in reversed(range(50))]
    assert forward == backward[::-1]
    assert len(set(forward)) > 5, "the fights differ from each other"


def test_the_encounter_itself_stays_as_it_was() -> None:
    ana, bo = duelist("ana", "pc", 3, 4), duelist("bo", "npc", 3, 4)
    fight = fight_of(ana, bo)
    Arena(DUELISTS, fight, DUELISTS.policy()).fight(numbers("x"))
    assert (ana.hp.now, bo.hp.now, fight.round, ana.struck) == (3, 3, None, False)


@pytest.mark.parametrize(
    ("name", "deed"),
    [
        ("gmtool/systems/bnb/starter.yaml", Deed.of("attack", attacker="rat", target="wolf", charge=True)),
        ("gmtool/systems/d6/starter.yaml", Deed.of("attack", attacker="rat", target="wolf")),
        ("gmtool/systems/c21/starter.yaml", Deed.of("attack", attacker="rat", target="wolf")),
        ("gmtool/systems/mythril/starter.yaml", Deed.of("attack", attacker="rat", target="wolf")),
        ("gmtool/systems/brachyr/starter.yaml", Deed.of("attack", attacker="rat", target="wolf")),
    ],
    ids=["bnb", "d6", "c21", "mythril", "brachyr"],
)
def test_what_is_drawn_falls_as_often_as_the_exact_odds_say(name: str, deed: Deed) -> None:
    """Chi-squared, with fixed seeds: of 3,000 drawn, all but 1 in 10,000 such tables lie within the bound."""
    arena = arena_of(name)
    system = arena.system
    exact = forecast(system, system.verb_table[deed.verb], read_scene(name).encounter, dict(deed.given)).fates
    fate = exact["wolf"]
    number, drawn = numbers("chi"), Counter[Any]()
    for _ in range(3_000):
        arena.field.reset()
        arena._number = number
        arena.do(deed)
        drawn[getattr(arena.encounter.combatants["wolf"], system.health)] += 1
    assert set(drawn) <= set(fate.health)
    cells = [(drawn[value], 3_000 * chance) for value, chance in fate.health.items()]
    rare = [cell for cell in cells if cell[1] < 5]
    common = [cell for cell in cells if cell[1] >= 5]
    if rare:
        common.append((sum(hits for hits, _ in rare), max(Fraction(1, 1000), sum(wanted for _, wanted in rare))))
    statistic = sum(float((hits - wanted) ** 2 / wanted) for hits, wanted in common)
    freedom = max(1, len(common) - 1)
    assert statistic < freedom * (1 - 2 / (9 * freedom) + 3.719 * (2 / (9 * freedom)) ** 0.5) ** 3  # Wilson-Hilferty


def test_a_fight_without_end_is_broken_off_and_said_to_be_open() -> None:
    arena = Arena(DUELISTS, fight_of(duelist("ana", "pc", 1, 7), duelist("bo", "npc", 1, 7)), DUELISTS.policy())
    outcome = arena.fight(numbers("x"))
    assert (outcome.winner, outcome.decided, outcome.rounds) == (None, False, module.IDLE_ROUNDS + 2)


def test_a_fight_in_which_much_is_done_and_nothing_comes_of_it_is_broken_off_later() -> None:
    busy = DUELISTS.policy()._replace(turn=lambda _, who: None if who.marks else Deed.of("mark", who=who.id, name="x"))
    fight = fight_of(duelist("ana", "pc", 1, 4), duelist("bo", "npc", 1, 4))
    assert Arena(DUELISTS, fight, busy).fight(numbers("x")).rounds == module.IDLE_ROUNDS + 2
    tireless = DUELISTS.policy()._replace(turn=lambda _, who: Deed.of("mark", who=who.id, name="x"))
    assert Arena(DUELISTS, fight, tireless).fight(numbers("x")).rounds == module.MOST_ROUNDS + 1


def test_more_leaves_than_are_kept_begin_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = fight_of(duelist("ana", "pc", 4, 4), duelist("bo", "npc", 4, 4))
    roomy = Arena(DUELISTS, fight, DUELISTS.policy())
    wanted = [roomy.fight(numbers(f"n/{number}")) for number in range(30)]
    monkeypatch.setattr(module, "MOST_LEAVES", 3)
    cramped = Arena(DUELISTS, fight, DUELISTS.policy())
    assert [cramped.fight(numbers(f"n/{number}")) for number in range(30)] == wanted


def test_a_policy_that_never_stops_is_ended_by_next() -> None:
    busy = DUELISTS.policy()._replace(turn=lambda _, who: Deed.of("mark", who=who.id, name="x"))
    outcome = Arena(DUELISTS, fight_of(duelist("ana", "pc", 1, 4), duelist("bo", "npc", 1, 4)), busy).fight(
        numbers("x")
    )
    assert not outcome.decided


def tease(t: Table, who: Duelist, target: Duelist) -> None:
    """Tease TARGET."""
    t.require(who is target or not target.struck, "", "it minds that no more")
    target.struck = True


def test_harm_hangs_on_what_was_looked_at_right_before_it_was_done() -> None:
    teasers = replace(DUELISTS, health="struck", verbs=(*DUELISTS.verbs, tease))
    arena = Arena(teasers, fight_of(duelist("ana", "pc", 1, 3), duelist("bo", "npc", 2, 4)), teasers.policy())
    deed, target = Deed.of("tease", who="ana", target="bo"), arena.encounter.combatants["bo"]
    for struck in (False, True, False, True):
        target.struck = struck
        assert arena.can_harm(deed) is not struck
        assert arena.harm(deed) == (None if struck else 1)


def calm(_: Table, who: Duelist) -> None:
    """Calm down."""
    who.struck = False


def test_what_was_always_put_down_as_it_was_is_put_down_where_it_is_another() -> None:
    calming = replace(DUELISTS, verbs=(*DUELISTS.verbs, calm))
    arena = Arena(calming, fight_of(duelist("ana", "pc", 1, 3), duelist("bo", "npc", 2, 4)), calming.policy())
    deed, ana = Deed.of("calm", who="ana"), arena.encounter.combatants["ana"]
    for struck in (False, False, True, False, True):
        ana.struck = struck
        arena.do(deed)
        assert not ana.struck


def test_a_look_is_held_back_no_longer_than_a_run() -> None:
    marked = replace(DUELISTS, health="marks", verbs=(*DUELISTS.verbs, soothe))
    arena = Arena(marked, fight_of(duelist("ana", "pc", 1, 3), duelist("bo", "npc", 2, 4)), marked.policy())
    ana, bo = arena.encounter.combatants["ana"], arena.encounter.combatants["bo"]
    bo.marks = {"sore": Mark()}
    assert arena.can_harm(Deed.of("soothe", who="ana", target="bo"))
    for marks in ({"sore": Mark()}, {}):
        ana.marks = marks
    assert not arena.can_harm(Deed.of("soothe", who="bo", target="ana")), "refused, and that hangs on the look"
    assert arena._watch.held is None
    assert ("ana", "marks") in [arena.field.places[at] for at in arena.field.looked]


def soothe(t: Table, who: Duelist, target: Duelist) -> None:
    """Take all marks off TARGET."""
    t.require(who.side == "pc" or target.marks != {}, "", "it has none")
    target.marks = dict(list(target.marks.items())[:0])


def test_what_is_forgotten_while_a_question_within_is_found_out_is_asked_anew() -> None:
    """Of Ana's mood nobody ever asked before: what is looked at after it is numbered anew."""
    ana, bo = (Moody(id=name, side=side, hp=Track(9, 9)) for name, side in (("ana", "pc"), ("bo", "npc")))
    arena = Arena(replace(DUELISTS, combatant=Moody), fight_of(ana, bo), DUELISTS.policy())
    first, other = arena.encounter.combatants["ana"], arena.encounter.combatants["bo"]

    def mood() -> int:
        return int(first.mood) if other.hp.now == 1 else 0

    def both() -> tuple[int, int]:
        return arena.ask("mood", mood), other.lost

    first.grudge = 3
    for now, wanted in ((8, (0, 1)), (7, (0, 2)), (1, (3, 8)), (1, (3, 8)), (7, (0, 2))):
        other.hp = Track(now, 9)
        assert arena.ask("both", both) == wanted


def test_harm_is_the_exact_chance_and_none_for_what_is_refused() -> None:
    ana, bo = duelist("ana", "pc", 1, 3), duelist("bo", "npc", 2, 4)
    arena = Arena(DUELISTS, fight_of(ana, bo), DUELISTS.policy())
    strike = Deed.of("attack", attacker="ana", target="bo")
    assert (arena.harm(strike), arena.can_harm(strike), arena.allowed(strike)) == (Fraction(4, 6), True, True)
    arena.encounter.combatants["ana"].struck = True
    assert (arena.harm(strike), arena.can_harm(strike), arena.allowed(strike)) == (None, False, False)
