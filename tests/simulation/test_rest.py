"""A verb that is left to another rule: done at once at a table, learned apart in simulation, and told alike."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from gmtool.dice.sources import Random, numbers
from gmtool.errors import Bug
from gmtool.rules.codecs import Track
from gmtool.rules.policy import Deed
from gmtool.rules.record import replace
from gmtool.rules.system import Rest, play
from gmtool.rules.table import Table
from gmtool.simulation.arena import Arena
from tests.simulation.duelists import DUELISTS, Duelist, duelist, fight_of, read_scene

SYSTEMS = ("bnb", "brachyr", "c21", "d6", "mythril")
FIGHTS = [
    *[f"gmtool/systems/{system}/starter.yaml" for system in SYSTEMS],
    *[f"tests/bench/two-against-two/{system}.yaml" for system in SYSTEMS],
]


def at_once(table: Table, rule: Any, *held: Any) -> None:
    """As it is done at a table."""
    rule(table, *held)


def arena_of(name: str) -> Arena:
    reading = read_scene(name)
    assert reading.system.policy is not None
    return Arena(reading.system, reading.encounter, reading.system.policy())


def ends(name: str, fights: int) -> list[Any]:
    arena = arena_of(name)
    return [arena.fight(numbers(f"rest/{number}")) for number in range(fights)]


def bring(arena: Arena, values: tuple[Any, ...]) -> None:
    """Bring a fight to a moment of another, by hand."""
    for (owner, name), now, then in zip(arena.field.places, arena.field.values(), values, strict=False):
        if now != then and not name.startswith("roll "):
            setattr(arena.encounter.combatants[owner] if owner else arena.encounter, name, then)


@pytest.mark.parametrize("name", FIGHTS)
def test_in_parts_or_at_once_fights_end_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_parts = ends(name, 8)
    monkeypatch.setattr(Table, "leave_to", at_once)
    assert ends(name, 8) == in_parts


@pytest.mark.parametrize("name", FIGHTS)
def test_the_chance_of_harm_is_the_same_in_parts_or_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every attack of some fights, in their order, so that what is learned of one is used for the next."""
    arena, told = arena_of(name), []
    once = arena.do

    def do(deed: Deed) -> None:
        if deed.verb == "attack":
            told.append((arena.field.values(), deed, arena.harm(deed)))
        once(deed)

    arena.scout(3, numbers("scouts"))
    monkeypatch.setattr(arena, "do", do)
    for number in range(4):
        arena.fight(numbers(f"rest/{number}"))
    monkeypatch.setattr(Table, "leave_to", at_once)
    again = arena_of(name)
    again.scout(3, numbers("scouts"))
    assert len(told) > 4 and {chance for _, _, chance in told} > {told[0][2]}
    for values, deed, chance in told[:40]:
        bring(again, values)
        assert again.harm(deed) == chance


@pytest.mark.parametrize("system", ["bnb", "d6", "mythril"])
def test_there_is_something_left_to_rules_in_these_fights(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arena, played = arena_of(f"tests/bench/two-against-two/{system}.yaml"), []
    once = arena._play_once

    def note(about: Deed | Rest, source: Any) -> None:
        played.append(type(about))
        once(about, source)

    monkeypatch.setattr(arena, "_play_once", note)
    arena.fight(numbers("rest/0"))
    assert {Rest, Deed} <= set(played)


# the small game -------------------------------------------------------------------------------------------------------


def lunge(t: Table, who: Duelist, target: Duelist) -> None:
    """Get nearer, which makes a hit easier, and strike."""
    who.needs -= 1
    who.hp = who.hp.moved(-1)
    t.leave_to(land, who, target, 1)


def land(t: Table, who: Duelist, target: Duelist, points: int) -> None:
    """Hit by the die, and the easier the more has been lost."""
    if t.roll(who, "lunge", "1d6") + who.lost + who.grudge >= who.needs:
        t.leave_to(hurt, target, points)


def hurt(t: Table, target: Duelist, points: int) -> None:
    """Take points."""
    target.hp = target.hp.moved(-points)


LUNGERS = replace(DUELISTS, verbs=(*DUELISTS.verbs, lunge))
LUNGE = Deed.of("lunge", who="ana", target="bo")


def test_harm_hangs_on_what_the_first_part_made_of_what_stood_there() -> None:
    """Ana needs one less than before and has lost a point more: what is asked of both is asked of what they were."""
    arena = Arena(LUNGERS, fight_of(duelist("ana", "pc", 9, 3), duelist("bo", "npc", 2, 4)), LUNGERS.policy())
    ana = arena.encounter.combatants["ana"]
    for needs, now, grudge in product((7, 3, 9, 5), (9, 7, 8), (0, 1)):
        ana.needs, ana.hp, ana.grudge = needs, Track(now, 9), grudge
        hits = sum(face + (10 - now) + grudge >= needs - 1 for face in range(1, 7))
        for _ in range(2):  # found out, and known
            assert arena.harm(LUNGE) == Fraction(hits, 6)
            assert arena.can_harm(LUNGE) is (hits > 0)
        assert (ana.needs, ana.hp, ana.grudge) == (needs, Track(now, 9), grudge), "a question changes nothing"


def test_harm_is_asked_anew_where_what_the_rest_relied_on_has_changed() -> None:
    arena = Arena(LUNGERS, fight_of(duelist("ana", "pc", 9, 5), duelist("bo", "npc", 2, 4)), LUNGERS.policy())
    assert arena.harm(LUNGE) == arena.harm(LUNGE) == Fraction(4, 6)
    arena.encounter.combatants["ana"].grudge = 1  # for the first time
    assert arena.harm(LUNGE) == Fraction(5, 6)


def test_what_a_verb_is_left_to_is_done_after_what_came_before_it() -> None:
    arena = Arena(LUNGERS, fight_of(duelist("ana", "pc", 9, 7), duelist("bo", "npc", 9, 4)), LUNGERS.policy())
    ana, bo = arena.encounter.combatants["ana"], arena.encounter.combatants["bo"]
    for _ in range(3):  # played, and known
        for face in range(6):
            arena.field.reset()
            arena._number = lambda at=face: (at + 0.5) / 6  # type: ignore[misc]
            arena.do(LUNGE)
            hit = face + 1 + 1 >= 6
            assert (ana.needs, ana.hp.now, bo.hp.now) == (6, 8, 8 if hit else 9)


def test_what_two_verbs_are_left_to_in_the_same_way_is_learned_once() -> None:
    arena = Arena(LUNGERS, fight_of(duelist("ana", "pc", 9, 1), duelist("bo", "npc", 9, 4)), LUNGERS.policy())
    played: list[Any] = []
    once = arena._play_once
    arena._play_once = lambda about, source: (played.append(about), once(about, source))[1]  # type: ignore[method-assign,func-returns-value]
    other, bo = Deed.of("lunge", who="bo", target="bo"), arena.encounter.combatants["bo"]
    arena._number = numbers("x")
    for deed in (LUNGE, LUNGE, LUNGE, other):
        if deed is other:
            assert [about.rule for about in played if isinstance(about, Rest)].count(hurt) > 0
            played.clear()
        arena.field.reset()
        bo.needs = 1
        arena.do(deed)
    assert played[0] == other
    assert hurt not in [about.rule for about in played if isinstance(about, Rest)], "Bo hurt by a point is known"


# at a table -----------------------------------------------------------------------------------------------------------


def late_word(t: Table, who: Duelist) -> None:
    """Tell something after all is done."""
    t.leave_to(hurt, who, 0)
    t.tell("", "marked", "{who} is late", who=who)


def late_die(t: Table, who: Duelist) -> None:
    """Throw a die after all is done."""
    t.leave_to(hurt, who, 0)
    t.roll(who, "late", "1d6")


def late_rule(t: Table, who: Duelist) -> None:
    """Leave it to another rule after it was left to one."""
    t.leave_to(hurt, who, 0)
    t.leave_to(hurt, who, 0)


def leaver(t: Table, who: Duelist) -> None:
    """End its turn, and be hurt."""
    t.end_turn(who)
    t.leave_to(hurt, who, 1)


@pytest.mark.parametrize("verb", [late_word, late_die, late_rule])
def test_nothing_is_told_or_thrown_after_a_verb_was_left_to_a_rule(verb: Any) -> None:
    system = replace(DUELISTS, verbs=(*DUELISTS.verbs, verb))
    fight = fight_of(duelist("ana", "pc", 9, 1), duelist("bo", "npc", 9, 4))
    with pytest.raises(Bug, match="the verb was left"):
        play(system, system.verb_table[verb.__name__.replace("_", "-")], fight, {"who": "ana"}, Random(1))


def test_who_ends_its_turn_is_hurt_before_the_next_one_begins() -> None:
    system = replace(DUELISTS, verbs=(*DUELISTS.verbs, leaver))
    arena = Arena(system, fight_of(duelist("ana", "pc", 9, 1), duelist("bo", "npc", 9, 4)), system.policy())
    arena._number = numbers("x")
    arena.do(Deed("start"))
    for _ in range(2):
        arena.field.reset()
        arena.do(Deed("start"))
        arena.do(Deed.of("leaver", who="ana"))
        assert (arena.encounter.turn, arena.encounter.combatants["ana"].hp.now) == ("bo", 8)
