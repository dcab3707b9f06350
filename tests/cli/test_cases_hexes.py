"""What people reported of hex maps: cases C61 to C70, as the commands show them; the geometry has its own tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.played import Folder

if TYPE_CHECKING:
    from pathlib import Path

SHEETS = {
    "bnb": "stats: {str: 1, spd: 6, agi: 3}, hp: 8/8",
    "c21": "health: 9/9, base-move: 5, skills: {axe: 5}, weapons: {axe: {fast: {damage: 1d6}}}",
    "d6": "skills: {dodge: 2D, brawl: 2D}",
    "mythril": "mods: {agi: 2}, weapons: {claw: {skill: claw}}",
    "brachyr": "speed: 4, skills: {unarmed: 2, dodge: 3}",
}
DEAD = {
    "c21": ("health: 9/9", "health: 0/9"),  # unconscious: there is no dead figure in c21
    "bnb": ("hp: 8/8", "hp: -9/8"),
    "d6": ("skills", "wounds: [dead], skills"),
    "mythril": ("mods", "hp: -50/10, mods"),
    "brachyr": ("speed", "states: [dead], speed"),
}
NEIGHBORS = {
    "even": {"N": "0303", "NE": "0403", "SE": "0404", "S": "0305", "SW": "0204", "NW": "0203"},
    "odd": {"N": "0303", "NE": "0404", "SE": "0405", "S": "0305", "SW": "0205", "NW": "0204"},
}
DISTANCES = {
    ("0304", "0405"): (2, 1),
    ("0304", "0403"): (1, 2),
    ("0101", "0404"): (5, 4),
    ("0304", "0608"): (6, 5),
    ("0304", "0504"): (2, 2),
}
"""even, odd"""


@pytest.fixture
def gm(tmp_path: Path) -> Folder:
    """A folder without an encounter."""
    return Folder(tmp_path)


def fight(system: str, *rows: str, top: str = "") -> str:
    """An encounter in which everybody has the system's sheet."""
    lines = "".join(f"  {name}: {{{keys}, {SHEETS[system]}}}\n" for name, keys in (row.split(": ", 1) for row in rows))
    return f"system: {system}\n{top}combatants:\n{lines}"


@pytest.mark.parametrize("shove", ["even", "odd"])
def test_c61_every_command_counts_by_the_same_columns(gm: Folder, shove: str) -> None:
    """`from`, `move` and `attack` agree on who is next to whom; the help and the default say even."""
    top = f"grid: {{shove: {shove}}}\n"
    around = NEIGHBORS[shove]
    for place in {*NEIGHBORS["even"].values(), *NEIGHBORS["odd"].values()}:
        gm.write(fight("c21", "rat: side: pc, at: 0304", f"wolf: at: {place}", top=top))
        (told,) = gm.data("from", "rat", "wolf")["others"]
        assert (told["distance"] == 1) == (place in around.values()), place
        assert (gm("attack", "rat", "wolf", "-n").code == 0) == (place in around.values()), place
        if place in around.values():
            assert [direction for direction, where in around.items() if where == place] == told["directions"]
        gm.must("remove", "wolf")
        cost = gm.data("move", "rat", place)["events"][0]["cost"]
        assert (cost == 1) == (place in around.values()), place
    for (start, end), distances in DISTANCES.items():
        gm.write(fight("bnb", f"rat: at: {start}", f"wolf: at: {end}", top=top))
        assert gm.data("from", "rat", "wolf")["others"][0]["distance"] == distances[shove == "odd"], (start, end)


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("[-1, 3]", "must be a hex label"),
        ('"0000"', "0000 is off the map (columns and rows count from 1)"),
        ("0045", "0045 is off the map"),
        ("-0103", "-0103 is no hex label"),
        ("0:45", "columns and rows count from 1"),
    ],
)
def test_c62_columns_and_rows_count_from_1(gm: Folder, at: str, says: str) -> None:
    gm.write(fight("bnb", "rat: side: pc, at: 0304", f"wolf: at: {at}"))
    for words in (("status",), ("move", "rat", "0303")):
        told = gm.refused(*words, code=3)
        assert told.startswith("encounter.yaml:4:14: error: wolf: at ")
        assert says in told


def test_c62_off_the_map_is_off_the_map(gm: Folder) -> None:
    gm.write(fight("bnb", "rat: side: pc, at: 0101, facing: N", top="grid: {size: 3x3}\n"))
    for to in ("0100", "0001", "-1,2", "0401", "0104"):
        told = gm("move", "rat", to)
        assert told.code in (1, 2), to
        assert to in told.err


def test_c67_running_round_behind_is_judged_where_one_stands(gm: Folder) -> None:
    """B&B: from behind is +1 whenever the attacker stands in the target's rear (BNB-23), however it came there."""
    gm.write(
        fight("bnb", "rat: side: pc, at: 0503, facing: S, initiative: 9", "wolf: at: 0504, facing: N, initiative: 1")
    )
    gm.must("start")
    assert "from behind" not in gm.must("attack", "rat", "wolf", "--dice", "3,2,1,1", "-n")
    gm.must("move", "rat", "0505", "--facing", "N")
    assert "AGI 3 + die 3 + from behind 1 = 7" in gm.must("attack", "rat", "wolf", "--dice", "3,2,1,1,1")
    gm.must("next")
    gm.must("next")
    assert "AGI 3 + die 3 + from behind 1 = 7" in gm.must("attack", "rat", "wolf", "--dice", "3,2,1,1,1"), (
        "the wolf did not turn"
    )
    assert "rear hexes" in " ".join(gm.must("rules", "bnb", "BNB-23").split())


@pytest.mark.parametrize("system", SHEETS)
def test_c68_moving_turns_only_where_the_rules_say_so(gm: Folder, system: str) -> None:
    """B&B faces as it last moved (BNB-50); elsewhere facing is what the GM says."""
    gm.write(fight(system, "rat: side: pc, at: 0505, facing: S", "wolf: at: 0909", top="grid: {hex: 1 m}\n"))
    gm.must("move", "rat", "0504")
    assert gm.data("status")["combatants"]["rat"]["facing"] == ("N" if system == "bnb" else "S")
    gm.must("undo")
    gm.must("move", "rat", "0504", "--facing", "ne")
    assert gm.data("status")["combatants"]["rat"]["facing"] == "NE"


@pytest.mark.parametrize(("layout", "six"), [("flat", "N NE SE S SW NW"), ("pointy", "NE E SE SW W NW")])
def test_c68_what_is_no_facing_is_refused_with_the_six(gm: Folder, layout: str, six: str) -> None:
    top = f"grid: {{layout: {layout}}}\n"
    for facing in ("45", "north", "6", "O", "NNE"):
        gm.write(fight("bnb", "rat: side: pc, at: 0505, facing: SE", top=top))
        for words in (("move", "rat", "0504", "--facing", facing), ("set", "rat", f"facing={facing}")):
            assert f"one of {six}" in gm.refused(*words, code=2), words
        gm.write(fight("bnb", f"rat: side: pc, at: 0505, facing: {facing}", top=top))
        told = gm.refused("status", code=3)
        assert told.startswith(f"encounter.yaml:4:37: error: rat: facing is {facing}; ")
        assert f"one of {six}" in told


CORRIDOR = "grid: {hex: 1 m, size: 12x10}\nterrain: {wall: {cost: blocked, hexes: [0401..0410, 0601..0610]}}\n"
PASSES = {
    "friend": dict.fromkeys(SHEETS, True),
    "foe": {**dict.fromkeys(SHEETS, False), "bnb": True},  # BNB-50: passed, and it provokes
    "fallen": dict.fromkeys(SHEETS, True),
}
STOPS = {"friend": (), "foe": (), "fallen": ("d6", "mythril", "brachyr")}
"""in whose hex one may end: the dead block nothing; the fallen of bnb and c21 are not dead"""


@pytest.mark.parametrize("system", SHEETS)
@pytest.mark.parametrize("other", PASSES)
def test_c70_an_occupied_hex(gm: Folder, system: str, other: str) -> None:
    """One rule a system: friends are passed, who stands stops; a refusal names who is there."""
    side = "pc" if other == "friend" else "npc"
    text = fight(system, "rat: side: pc, at: 0505, facing: N", f"wolf: side: {side}, at: 0504, facing: N", top=CORRIDOR)
    if other == "fallen":
        head, _, row = text.rpartition("  wolf")
        text = f"{head}  wolf{row.replace(*DEAD[system])}"
    gm.write(text)
    if system in STOPS[other]:
        gm.must("move", "rat", "0504")
        gm.must("undo")
    else:
        lies = "lies" if other == "fallen" else "stands"
        assert f"wolf {lies} in 0504" in gm.refused("move", "rat", "0504")
    if PASSES[other][system]:
        gm.must("move", "rat", "0503")
    else:
        assert "no way leads rat to 0503: wolf stands in 0504" in gm.refused("move", "rat", "0503")


@pytest.mark.parametrize("system", SHEETS)
def test_c70_those_who_join_on_one_hex_are_put_around_it(gm: Folder, system: str) -> None:
    gm.write(fight(system, "rat: side: pc, at: 0505"))
    kind = gm.must("bestiary").split()[0]
    told = gm.must("add", kind, "4", "--at", "0505", "--seed", "1")
    places = [one["at"] for one in gm.data("status")["combatants"].values()]
    assert len(set(places)) == 5
    assert all(f"joins at {place}" in told for place in places[1:])


def test_c70_two_written_into_one_hex_are_refused_by_name(gm: Folder) -> None:
    gm.write(fight("bnb", "rat: at: 0505", "wolf: at: 0505"))
    assert "wolf: at is 0505; rat stands there, and only one can" in gm.refused("map", code=3)


REACHES = [
    ("c21", "weapons: {axe: {reach: 1, fast: {damage: 1d6}}}", {1}, False),
    ("c21", "weapons: {axe: {reach: 2, fast: {damage: 1d6}}}", {1, 2}, False),
    ("d6", "weapons: {axe: {skill: brawl, damage: 1D, reach: 1}}", {1}, False),
    ("d6", "weapons: {axe: {skill: brawl, damage: 1D, reach: 2}}", {1, 2}, False),
    ("mythril", "weapons: {claw: {skill: claw, threat: 1}}", {1}, False),
    ("mythril", "weapons: {claw: {skill: claw, threat: 2}}", {1, 2}, False),
    ("brachyr", "weapons: {axe: {traits: [slashing]}}", {1}, False),
    ("brachyr", "weapons: {axe: {traits: [slashing, reach]}}", {1}, True),
    ("brachyr", "weapons: {axe: {traits: [slashing, reach, reach]}}", {1, 2}, False),
    ("brachyr", "weapons: {axe: {traits: [slashing, reach, reach, reach]}}", {2}, False),
]
ADJACENT = {"0504", "0604", "0605", "0506", "0405", "0404"}
ACROSS = {"0305", "0403", "0406", "0603", "0606", "0705"}
STRAIGHT = {"0503", "0704", "0706", "0507", "0306", "0304"}
"""the hexes two away from 0505 on a flat map: across a corner, and straight on"""


@pytest.mark.parametrize(("system", "weapons", "distances", "corners"), REACHES)
def test_c66_which_hexes_a_weapon_reaches(
    gm: Folder, system: str, weapons: str, distances: set[int], corners: bool
) -> None:
    """Six hexes, or the eighteen of two rings, or those that the rule names: never some of the corners by chance."""
    sheet = ", ".join((SHEETS[system].partition(", weapons")[0], weapons))
    around = "".join(f"  w{place}: {{at: {place}, {sheet}}}\n" for place in sorted(ADJACENT | ACROSS | STRAIGHT))
    rat = f"  rat: {{side: pc, at: 0505, {sheet}}}\n"
    gm.write(f"system: {system}\ngrid: {{hex: 1 m}}\ncombatants:\n{rat}{around}")
    others = gm.data("from", "rat")["others"]
    reached = {one["at"] for one in others if ": yes" in one["within_reach"][0]}
    near, far = (ADJACENT if 1 in distances else set()), (ACROSS | STRAIGHT if 2 in distances else set())
    assert reached == near | far | (ACROSS if corners else set())
    weapon = weapons.split("{")[1].partition(":")[0]
    for places, code in ((reached, 0), ({one["at"] for one in others} - reached, 1)):
        for place in sorted(places)[::5]:
            ran = gm("attack", "rat", f"w{place}", "--with", weapon, "--seed", "1", "-n")
            assert ran.code == code, (place, ran)
