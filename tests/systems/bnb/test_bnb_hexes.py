"""The rules that ask where somebody stands, on all four layouts (BNB-23, BNB-30, BNB-55)."""

from itertools import product
from typing import Any

import pytest

from gmtool.dice.sources import Given
from gmtool.errors import Refused
from gmtool.rules.system import Outcome, play
from gmtool.rules.table import Summed

# spec of the hexes: the neighbors of two hexes on each layout, clockwise from the first hexside
FLAT, POINTY = ["N", "NE", "SE", "S", "SW", "NW"], ["NE", "E", "SE", "SW", "W", "NW"]
AROUND = {
    ("flat", "even", "0505"): "0504 0604 0605 0506 0405 0404",
    ("flat", "even", "0606"): "0605 0706 0707 0607 0507 0506",
    ("flat", "odd", "0505"): "0504 0605 0606 0506 0406 0405",
    ("flat", "odd", "0606"): "0605 0705 0706 0607 0506 0505",
    ("pointy", "even", "0505"): "0504 0605 0506 0406 0405 0404",
    ("pointy", "even", "0606"): "0705 0706 0707 0607 0506 0605",
    ("pointy", "odd", "0505"): "0604 0605 0606 0506 0405 0504",
    ("pointy", "odd", "0606"): "0605 0706 0607 0507 0506 0505",
}
# a quarter turn and more from straight ahead, counted in hexsides clockwise: right-rear, behind, left-rear
REAR = (2, 3, 4)
SEATS = ("directly ahead", "right-front", "right-rear", "behind", "left-rear", "left-front")


def around(layout: str, center: str) -> tuple[list[str], list[str]]:
    shape, shove = layout.split()
    return (FLAT if shape == "flat" else POINTY), AROUND[shape, shove, center].split()


def attacked(bench, situation: str, dice: str, tactic: str = "bite", **options: Any) -> Outcome:
    reading = bench.reading(situation)
    verb = reading.system.verb_table["attack"]
    given = {"attacker": "rat", "target": "wolf", "tactic": tactic, **options}
    return play(reading.system, verb, reading.encounter, given, Given(dice))


LAYOUTS = [f"{layout} {shove}" for layout in ("flat", "pointy") for shove in ("even", "odd")]


@pytest.mark.parametrize("center", ["0505", "0606"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_rear_of_every_facing(bench, layout, center):
    """BNB-23: +1 from each of the three rear hexes, in every facing on every layout, whatever else is reckoned."""
    sides, neighbors = around(layout, center)
    shape, shove = layout.split()
    extras = [("", 0), (", markers: {vulnerable: 2}", 4), (", markers: {held: fox}", 0), (", markers: {wary: true}", 0)]
    for seat, facing in product(range(6), range(6)):
        behind = (seat - facing) % 6 in REAR
        towards = sides[(seat + 3) % 6]
        for markers, more in extras:
            outcome = attacked(
                bench,
                f"grid: {{layout: {shape}, shove: {shove}}}\n"
                f"rat: {{at: {neighbors[seat]}, facing: {towards}, as: 9}}\n"
                f"wolf: {{at: {center}, facing: {sides[facing]}, ds: 30{markers}}}",
                "",
            )
            score = next(e for e in outcome.events if isinstance(e, Summed) and (e.who, e.what) == ("rat", "AS"))
            assert score.total == 9 + behind + more, (neighbors[seat], sides[facing], markers)
            assert outcome.after.combatants["rat"].attack_score == 7


@pytest.mark.parametrize("tactic", ["bite", "claw"])
@pytest.mark.parametrize("center", ["0505", "0606"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_c79_the_hexes_of_every_tactic(bench, layout, center, tactic):
    """BNB-30: bite reaches the hex ahead, claw the three ahead; refused elsewhere, saying where the target is."""
    sides, neighbors = around(layout, center)
    shape, shove = layout.split()
    reach = {"bite": (0,), "claw": (5, 0, 1)}[tactic]
    for seat, facing in product(range(6), range(6)):
        situation = (
            f"grid: {{layout: {shape}, shove: {shove}}}\n"
            f"rat: {{at: {center}, facing: {sides[facing]}, as: 9}}\nwolf: {{at: {neighbors[seat]}, ds: 30}}"
        )
        where = (seat - facing) % 6
        if where in reach:
            assert attacked(bench, situation, "", tactic).success is False
            continue
        with pytest.raises(Refused, match=f"^wolf is .*{SEATS[where]}.*; {tactic} needs") as refused:
            attacked(bench, situation, "", tactic)
        assert refused.value.rule == "BNB-30"


@pytest.mark.parametrize("tactic", ["bite", "claw"])
def test_two_hexes_away_is_out_of_reach(bench, tactic):
    """BNB-30: target hexes are adjacent ones: straight ahead two hexes away will not do."""
    with pytest.raises(Refused, match="2 hexes away") as refused:
        attacked(bench, "rat: {at: 0304, facing: S, as: 9}\nwolf: {at: 0306, ds: 3}", "1", tactic)
    assert refused.value.rule == "BNB-30"


# two hexes straight away from 0505, clockwise from the first hexside: the same on both shoves, for two steps aside are
# one whole row (flat) or column (pointy)
TWO_AWAY = {"flat": "0503 0704 0706 0507 0306 0304", "pointy": "0603 0705 0607 0407 0305 0403"}


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_c81_a_charge_along_every_direction(bench, layout, facing):
    """BNB-55: it ends in the hex between, facing the target; from behind (BNB-23) is judged where it ends."""
    sides, neighbors = around(layout, "0505")
    shape, shove = layout.split()
    for seat, start in enumerate(TWO_AWAY[shape].split()):
        outcome = attacked(
            bench,
            f"grid: {{layout: {shape}, shove: {shove}}}\n"
            f"rat: {{at: {start}, facing: {sides[seat]}, as: 5}}\n"  # it looks away: rotating in place is free
            f"wolf: {{at: 0505, facing: {sides[facing]}, ds: 30}}",
            "",
            charge=True,
        )
        grid, rat = outcome.after.grid, outcome.after.combatants["rat"]
        assert (grid.label(rat.at), grid.name(rat.facing)) == (neighbors[seat], sides[(seat + 3) % 6])
        score = next(e for e in outcome.events if isinstance(e, Summed) and (e.who, e.what) == ("rat", "AS"))
        assert score.total == 5 + 2 + ((seat - facing) % 6 in REAR)
        assert rat.attack_score == 5  # 5 + 2 - 2: the charge is stored, the rear is not


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_charge_across_a_corner(bench, layout):
    """BNB-55: two hexes away but on none of the six straight lines."""
    shape, shove = layout.split()
    _, neighbors = around(layout, "0505")
    ring = {f"{column:02}{row:02}" for column in range(3, 8) for row in range(3, 8)}
    for start in sorted(ring - {*neighbors, *TWO_AWAY[shape].split(), "0505"}):
        with pytest.raises(Refused, match="straight line") as refused:
            attacked(
                bench,
                f"grid: {{layout: {shape}, shove: {shove}}}\nrat: {{at: {start}, as: 5}}\nwolf: {{at: 0505, ds: 30}}",
                "",
                charge=True,
            )
        assert refused.value.rule == "BNB-55"
