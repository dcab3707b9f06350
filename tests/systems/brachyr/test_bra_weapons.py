"""Classes of weapons, the skill that follows, and what each reaches on every layout (BRA-33, BRA-60 to BRA-62)."""

from typing import Any

import pytest

from gmtool.hexes.geometry import distance

CLASSES: list[tuple[str, str, str]] = [
    ("BRA-60", "slashing reach reach", "pole-weapons"),
    ("BRA-60", "slashing reach reach damage", "pole-weapons"),
    ("BRA-60", "slashing reach", "longswords"),
    ("BRA-60", "slashing reach damage", "longswords"),  # 2 required each: longswords has the Reach
    ("BRA-60", "slashing", "hand-weapon"),
    ("BRA-60", "slashing damage", "shortsword"),
    ("BRA-60", "piercing", "daggers"),
    ("BRA-60", "piercing range", "bows"),  # 1 required each, no Reach: bows stands first
    ("BRA-60", "slashing heavy", "axes"),
    ("BRA-60", "slashing damage heavy", "shortsword"),  # 2 each: shortsword stands before axes
    ("BRA-60", "piercing heavy", "picks"),
    ("BRA-60", "slashing piercing heavy", "axes"),
    ("BRA-60", "flexible", "chain-weapons"),
    ("BRA-60", "bludgeoning flexible", "chain-weapons"),
    ("BRA-60", "bludgeoning", "trauma-weapons"),
    ("BRA-60", "piercing bludgeoning", "daggers"),
    ("BRA-60", "range flexible piercing", "bows"),
    ("BRA-60", "bludgeoning reach", "trauma-weapons"),
    ("BRA-60", "reach reach reach", "pole-weapons"),
    ("BRA-60", "reach", "hand-weapon"),
    ("BRA-60", "heavy damage", "hand-weapon"),
    ("BRA-60", "gilded", "hand-weapon"),
]


@pytest.mark.parametrize(("rule", "traits", "found"), CLASSES, ids=[traits for _, traits, _ in CLASSES])
def test_classify(bench, rule, traits, found):
    played = bench.play("", f"classify {traits}")
    (fact,) = played.data["events"]
    assert (fact["rule"], fact["weapon"], played.changed) == (rule, found, {})
    assert fact["skill"] == ("shortsword" if found == "hand-weapon" else found)


@pytest.mark.parametrize(("rule", "traits", "found"), CLASSES, ids=[traits for _, traits, _ in CLASSES])
def test_the_skill_of_an_attack_follows_from_the_traits(bench, rule, traits, found):
    skill = "shortsword" if found == "hand-weapon" else found
    weapon = (
        f"{{traits: [{traits.replace(' ', ', ')}], range: 5}}"
        if "range" in traits
        else f"{{traits: [{traits.replace(' ', ', ')}]}}"
    )
    played = bench.play(f"ana: {{at: null, weapons: {{it: {weapon}}}}}\norc: {{at: null}}", "attack ana orc --seed 1")
    assert played.data["events"][0]["skill"] == skill, rule


# reach --------------------------------------------------------------------------------------------------------------

LAYOUTS = [("flat", "even"), ("flat", "odd"), ("pointy", "even"), ("pointy", "odd")]
CENTER = "0505"

DIAGONAL = {  # two hexes away, straight across a corner, clockwise from the first
    ("flat", "even"): "0603 0705 0606 0406 0305 0403",
    ("flat", "odd"): "0604 0705 0607 0407 0305 0404",
    ("pointy", "even"): "0503 0604 0606 0507 0306 0304",
    ("pointy", "odd"): "0503 0704 0706 0507 0406 0404",
}
"""worked out by hand from the neighbors of a hex in hex.md"""

REACH: list[tuple[str, str, str, set[int]]] = [
    ("BRA-61", "no reach: adjacent", "slashing, damage", {1}),
    ("BRA-61", "two: up to two hexes", "reach, reach", {1, 2}),
    ("BRA-61", "three: two or three, not adjacent", "reach, reach, reach", {2, 3}),
    ("BRA-61", "four are no more than three", "reach, reach, reach, reach", {2, 3}),
    ("BRA-62", "range 5: not adjacent, nearer than 5", "range", {2, 3, 4}),
    ("BRA-62", "range 5 and two reach: either", "range, reach, reach", {1, 2, 3, 4}),
    ("BRA-62", "range 5 and three reach: the adjacent hexes stay out", "range, reach, reach, reach", {2, 3, 4}),
]


def reached(bench, layout: tuple[str, str], traits: str) -> dict[str, bool]:
    """Which hexes of a 15x15 map the weapon in 0505 reaches, as `gm from` is told by the system."""
    far = ", range: 5" if "range" in traits else ""
    reading = bench.reading(
        f"grid: {{layout: {layout[0]}, shove: {layout[1]}, size: 15x15}}\n"
        f"ana: {{at: {CENTER}, weapons: {{it: {{traits: [{traits}]{far}, skill: axes}}}}}}"
    )
    encounter, system = reading.encounter, reading.system
    ana, orc, found = encounter.combatants["ana"], encounter.combatants["orc"], {}
    for column in range(1, 16):
        for row in range(1, 16):
            label = f"{column:02}{row:02}"
            if label != CENTER:
                orc.at = encounter.grid.hex(label)
                (line,) = (one for one in system.within_reach(encounter, ana, orc) if one.startswith("it "))
                found[label] = ": yes" in line
    return found


@pytest.mark.parametrize("layout", LAYOUTS, ids=" ".join)
@pytest.mark.parametrize(("rule", "name", "traits", "away"), REACH, ids=[f"{row[0]} {row[1]}" for row in REACH])
def test_c66_reach_by_distance(bench, layout, rule, name, traits, away):
    grid = bench.reading(f"grid: {{layout: {layout[0]}, shove: {layout[1]}, size: 15x15}}").encounter.grid
    found = reached(bench, layout, traits)
    assert len(found) == 15 * 15 - 1
    for label, yes in found.items():
        assert yes == (distance(grid.hex(CENTER), grid.hex(label)) in away), (rule, label)


@pytest.mark.parametrize("layout", LAYOUTS, ids=" ".join)
def test_one_reach_is_adjacent_and_diagonally_adjacent(bench, layout):
    grid = bench.reading(f"grid: {{layout: {layout[0]}, shove: {layout[1]}, size: 15x15}}").encounter.grid
    found = {label for label, yes in reached(bench, layout, "reach").items() if yes}
    beside = {label for label in found if distance(grid.hex(CENTER), grid.hex(label)) == 1}
    assert len(beside) == 6
    assert found - beside == set(DIAGONAL[layout].split())


ROWS: list[tuple[Any, ...]] = [
    (
        "BRA-33",
        "unarmed reaches adjacent hexes",
        "ana: {weapons: null, skills: {unarmed: 4}}",
        "attack ana orc",
        "1 9 4",
        ["BRA-30 miss"],
        {},
    ),
    (
        "BRA-33",
        "the first weapon that reaches is used: the bow stands first, and does not strike adjacent hexes",
        "ana: {skills: {shortsword: 4 d6}, weapons: {bow: {traits: [range], range: 9}, knife: {}}}",
        "attack ana orc",
        "1 1 9 4",
        ['"ana attacks orc with knife"'],
        {},
    ),
    (
        "BRA-33",
        "the weapon named, by its beginning",
        "ana: {at: 0501, skills: {bows: 1}, weapons: {knife: {}, long bow: {traits: [range], range: 9}}}",
        "attack ana orc --with lon",
        "1 9 4",
        ['"ana attacks orc with long bow"'],
        {},
    ),
    (
        "BRA-33",
        "bare hands may be named beside a weapon",
        "ana: {skills: {unarmed: 2 d4}}",
        "attack ana orc --with unarmed",
        "1 1 9 4",
        ["ana check: unarmed 2, dice 2 = 4"],
        {},
    ),
    (
        "BRA-60",
        "a skill that is given goes before the class",
        "ana: {skills: {spears: 7}, weapons: {spear: {traits: [piercing, reach, reach], skill: spears}}}",
        "attack ana orc",
        "1 9 4",
        ["ana check: spears 7, dice 1 = 8"],
        {},
    ),
    (
        "BRA-60",
        "a `range:` alone makes it a weapon with Range: a thrown dagger is of the bows",
        "ana: {at: 0503, skills: {bows: 3, daggers: 9}, weapons: {dagger: {traits: [piercing], range: 5}}}",
        "attack ana orc",
        "1 9 4",
        ["ana check: bows 3, dice 1 = 4"],
        {},
    ),
    (
        "BRA-61",
        "a trip with a pole reaches two hexes",
        "ana: {at: 0504, skills: {pole-weapons: 2}, weapons: {pole: {traits: [reach, reach]}}}",
        "trip ana orc",
        "1 9",
        ["BRA-46 lost"],
        {},
    ),
    (
        "BRA-62",
        "nearer than the maximum: 3 of 4",
        "ana: {at: 0503, skills: {bows: 3}, weapons: {sling: {traits: [range], range: 4}}}",
        "attack ana orc",
        "1 9 4",
        ["BRA-30 miss"],
        {},
    ),
]


def test_row(bench, row):
    bench.holds(row)
