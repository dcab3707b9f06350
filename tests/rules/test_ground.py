"""Who is in a hex, what is free, who sees whom; and who is no longer in the way of anybody."""

from collections.abc import Callable
from itertools import islice
from typing import Any

from gmtool.rules.ground import adjacent, apart, free_near, is_free, is_open, occupant, sees, sight_blockers

FIELD = """
system: brawl
grid: {size: 9x9}
terrain:
  hedge: {sight: blocked, hexes: [0503]}
  pond: {cost: blocked, hexes: [0604]}
combatants:
  ana: {side: pc, at: 0505, might: 3D, hp: 6/6}
  orc: {at: 0501, might: 3D, hp: 6/6}
  cook: {at: 0405, might: 2D, hp: 0/6}
  dead: {at: 0506, might: 2D, hp: -9/6}
  away: {might: 2D}
"""


def test_who_is_in_a_hex(sit: Callable[..., Any]):
    seat = sit(FIELD)
    system, encounter = seat.system, seat.encounter
    place = encounter.grid.hex
    ana = encounter.combatants["ana"]
    assert occupant(system, encounter, place("0505")) is ana
    assert occupant(system, encounter, place("0505"), but=ana) is None
    assert occupant(system, encounter, place("0405")).id == "cook"
    assert occupant(system, encounter, place("0506")) is None, "the dead are in nobody's way"
    encounter.combatants["ana"].at = place("0405")
    assert occupant(system, encounter, place("0405")) is ana, "who stands counts before who lies"


def test_what_is_open_and_what_is_free(sit: Callable[..., Any]):
    seat = sit(FIELD)
    place = seat.encounter.grid.hex
    for label, opened, free in (
        ("0505", True, False),
        ("0604", False, False),
        ("0405", True, False),
        ("0506", True, True),
        ("0503", True, True),
    ):
        assert is_open(seat.encounter, place(label)) == opened, label
        assert is_free(seat.system, seat.encounter, place(label)) == free, label
    beyond = seat.encounter.grid.step(place("0501"), seat.encounter.grid.direction("N"))
    assert not is_open(seat.encounter, beyond)


def test_the_nearest_free_hexes(sit: Callable[..., Any]):
    """Around 0505, clockwise from N: 0504, then 0604 is a pond, 0605, 0506 where the dead lies, 0405 is taken, 0404."""
    seat = sit(FIELD)
    found = islice(free_near(seat.system, seat.encounter, seat.encounter.grid.hex("0505")), 4)
    assert [seat.encounter.grid.label(one) for one in found] == ["0504", "0605", "0506", "0404"]


def test_who_sees_whom(sit: Callable[..., Any]):
    everyone = sit(FIELD)
    encounter = everyone.encounter
    ana, orc, cook, away = (encounter.combatants[name] for name in ("ana", "orc", "cook", "away"))
    assert not sees(encounter, ana, orc)
    assert not sees(encounter, orc, ana)
    assert sees(encounter, ana, cook)
    assert sees(encounter, ana, away)
    assert list(map(encounter.grid.label, sight_blockers(encounter, ana.at, orc.at))) == ["0503"]


def test_how_far_two_are_apart(sit: Callable[..., Any]):
    encounter = sit(FIELD).encounter
    ana, orc, cook, away = (encounter.combatants[name] for name in ("ana", "orc", "cook", "away"))
    assert (apart(ana, orc), apart(ana, cook), apart(ana, away)) == (4, 1, None)
    assert (adjacent(ana, orc), adjacent(ana, cook), adjacent(ana, away)) == (False, True, True)
