"""What a command may come to, against counts made here by plain loops."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from gmtool.errors import Misused, Refused
from gmtool.rules.forecast import Forecast, forecast
from gmtool.rules.model import Encounter
from gmtool.rules.table import Mod, Mods

Sit = Callable[..., Any]
FACES = range(1, 7)

ROOM = """
system: brawl
combatants:
  ana: {side: pc, might: 2D, initiative: 9, hp: 6/6}
  bruno: {might: 2D, initiative: 7, hp: 2/6}
  cook: {might: 2D, initiative: 5, hp: 1/6}
"""


def wild() -> Iterator[tuple[int, int, int]]:
    """A die that adds one more on a 6, three at most: first face, successes (4 or more), weight out of 6 ** 4."""
    for chain in product(FACES, repeat=4):
        used = 1
        while used < 4 and chain[used - 1] == 6:
            used += 1
        yield chain[0], sum(face >= 4 for face in chain[:used]), 1


def swings() -> Counter[tuple[int, bool]]:
    """All ways of a 2D pool: (successes, fumble) -> ways out of 6 ** 5."""
    found: Counter[tuple[int, bool]] = Counter()
    for plain in FACES:
        for first, successes, weight in wild():
            found[successes + (plain >= 4), first == 1] += weight
    return found


WHOLE = Fraction(6**5)


def counted(extra: int = 0) -> tuple[Fraction, dict[int, Fraction], dict[str, Fraction]]:
    """P(hit), what bruno loses and what the cook loses, of ana's 2D swing (`extra` added) against a 2D dodge."""
    hit = Fraction(0)
    lost: dict[int, Fraction] = {}
    cook = {"1/6": Fraction(0), "0/6": Fraction(0)}
    for (own, fumble), ways in swings().items():
        for (dodge, _), others in swings().items():
            chance = ways * others / WHOLE**2
            margin = max(0, own + extra - dodge)
            hit += chance * (own + extra > dodge)
            lost[margin] = lost.get(margin, Fraction(0)) + chance
            cook["0/6" if fumble else "1/6"] += chance
    return hit, dict(sorted(lost.items())), cook


def by_hp(encounter: Encounter, who: str) -> str:
    return str(encounter.combatants[who].hp)


def cast(seat: Any, verb: str = "attack", **options: Any) -> Forecast:
    given = options.pop("given", {"brawler": "ana", "target": "bruno"})
    return forecast(seat.system, seat.system.verb_table[verb], seat.encounter, given, **options)


def test_success_and_losses_are_those_of_plain_loops(sit: Sit) -> None:
    found = cast(sit(ROOM))
    hit, lost, _ = counted()
    assert found.success == hit
    fate = found.fates["bruno"]
    assert fate.lost == lost
    assert list(fate.lost) == sorted(fate.lost)
    assert sum(fate.lost.values()) == 1
    assert fate.mean == sum(points * chance for points, chance in lost.items())
    assert fate.down == sum(chance for points, chance in lost.items() if points >= 2)


def test_one_who_is_hurt_on_some_branches_only_is_counted_on_all(sit: Sit) -> None:
    """The bystander is touched by a fumble alone: 1/6."""
    fate = cast(sit(ROOM)).fates["cook"]
    assert fate.lost == {0: Fraction(5, 6), 1: Fraction(1, 6)}
    assert fate.down == Fraction(1, 6)


def test_the_chances_of_a_value_add_up_to_one_for_everybody(sit: Sit) -> None:
    found = cast(sit(ROOM), by=by_hp)
    _, _, cook = counted()
    assert found.by["cook"] == cook
    assert all(sum(spread.values()) == 1 for spread in found.by.values())
    assert "ana" not in found.by, "nothing may change there"


@pytest.mark.parametrize("extra", [1, -1])
def test_the_gms_modifier_is_in_the_count(sit: Sit, extra: int) -> None:
    found = cast(sit(ROOM), mods=Mods(acting=(Mod(extra, "table"),)))
    assert found.success == counted(extra)[0]


def test_a_modifier_that_nothing_uses_is_told_in_odds_too(sit: Sit) -> None:
    with pytest.raises(Misused):
        cast(sit(ROOM), "mark", given={"who": "ana", "name": "wet"}, mods=Mods(acting=(Mod(1, "table"),)))


def test_what_the_verb_refuses_odds_refuse(sit: Sit) -> None:
    with pytest.raises(Refused, match="swing at itself"):
        cast(sit(ROOM), given={"brawler": "ana", "target": "ana"})


def test_force_reaches_the_odds(sit: Sit) -> None:
    seat = sit(ROOM.replace("might: 2D, initiative: 9, hp", "might: 2D, nerve: 0, initiative: 9, hp"))
    with pytest.raises(Refused, match="nerve"):
        cast(seat)
    assert cast(seat, force=True).success == counted()[0]


def test_nothing_contested_has_no_success(sit: Sit) -> None:
    found = cast(sit(ROOM), "damage", given={"harm": [("ana", 2)]})
    assert found.success is None
    assert found.fates["ana"].lost == {2: Fraction(1)}
    assert found.fates["ana"].down == 0


def test_who_gains_loses_less_than_nothing(sit: Sit) -> None:
    seat = sit(
        "system: bnb\ncombatants:\n  rat: {stats: {str: 1, spd: 4, agi: 3}, hp: 0/8}\n"
        "  wolf: {stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}\n"
    )
    fate = cast(seat, "heal", given={"care": [("rat", 3)]}).fates["rat"]
    assert (fate.lost, fate.mean, fate.down) == ({-3: Fraction(1)}, Fraction(-3), 0)


def test_the_encounter_is_as_it_was(sit: Sit) -> None:
    seat = sit(ROOM)
    cast(seat, by=by_hp)
    assert [one.hp.now for one in seat.encounter.combatants.values()] == [6, 2, 1]


def test_a_whole_next_is_counted_with_the_dice_of_its_hooks(sit: Sit) -> None:
    """The cook is drunk: on a 1 or 2 its nerve is 1, not 2."""
    seat = sit(ROOM.replace("cook: {might: 2D", "cook: {drunk: true, might: 2D"))
    seat("start")
    seat("next")
    seat("next")
    found = cast(seat, "next", given={}, by=lambda encounter, who: str(encounter.combatants[who].nerve))
    assert found.by["cook"] == {"1": Fraction(1, 3), "2": Fraction(2, 3)}


def test_health_that_is_no_number_of_points_still_tells_who_is_down(sit: Sit) -> None:
    """D6-34: health is a list of ticked boxes; P(down) is wanted all the same (spec/dice.md)."""
    from gmtool.rules.record import replace

    seat = sit(ROOM)
    system = replace(seat.system, health="openings", is_down=lambda one: one.hp.now <= 0)
    found = forecast(system, system.verb_table["damage"], seat.encounter, {"harm": [("cook", 1)]})
    assert found.fates["cook"].down == 1
