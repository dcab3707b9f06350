"""Ways on foot: the cheapest, the straighter of two, along a path as told; whom one may pass and where one may end."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gmtool.errors import Refused
from gmtool.hexes.geometry import distance
from gmtool.hexes.grid import Grid, Hex
from gmtool.hexes.paths import cheapest
from gmtool.rules import walking
from gmtool.rules.walking import Route, Walker, find, go, in_reach, walk, words

FIELD = """
system: brawl
grid: {layout: flat, size: 9x9}
terrain:
  mud: {cost: 3, hexes: [0504]}
  wall: {cost: blocked, hexes: [0604]}
combatants:
  ana: {side: pc, at: 0505, facing: N, might: 3D, hp: 6/6}
  ben: {side: pc, at: 0405, might: 3D, hp: 6/6}
  orc: {at: 0606, might: 3D, hp: 6/6}
  cook: {at: 0507, might: 2D, hp: 0/6}
"""


class Field:
    """Ana about to walk over the field."""

    def __init__(self, sit: Callable[..., Any], text: str = FIELD) -> None:
        self.seat = sit(text)
        self.grid: Grid = self.seat.encounter.grid

    def hex(self, label: str) -> Hex:
        return self.grid.hex(label)

    def walker(self, limit: int | None = 9, who: str = "ana") -> Walker:
        one = self.seat.encounter.combatants[who]
        return Walker(one, limit, "TOY-10", lambda other: not one.foe_of(other))

    def find(self, to: str, *via: str, limit: int | None = 9) -> Any:
        walker = self.walker(limit)
        return find(self.seat.system, self.seat.encounter, walker, self.hex(to), tuple(map(self.hex, via)))

    def labels(self, way: Any) -> str:
        return " ".join(map(self.grid.label, way.hexes))

    def walk(self, to: str | None = None, *, limit: int | None = 9, force: bool = False, **route: Any) -> Any:
        t = self.seat.table(force=force)
        one = t.encounter.combatants["ana"]
        walker = Walker(one, limit, "TOY-10", lambda other: not one.foe_of(other))
        way = walk(t, walker, None if to is None else self.hex(to), Route(**route))
        return t, one, way


@pytest.fixture
def field(sit: Callable[..., Any]) -> Field:
    """The field of the tests."""
    return Field(sit)


WAYS = [
    # straight north through the mud costs 3 + 1; around it, over 0404 and 0403, 1 + 1 + 1
    ("0503", "0505 0404 0403 0503", 3),
    ("0504", "0505 0504", 3),
    # 0605 is beside the wall, which is no way; the orc in 0606 is a foe
    ("0705", "0505 0605 0705", 2),
    # over the friend in 0405, sooner than round it
    ("0305", "0505 0405 0305", 2),
    # over the one that lies in 0507
    ("0508", "0505 0506 0507 0508", 3),
    # SE, SE, S; S first would lead into the foe in 0606
    ("0707", "0505 0605 0706 0707", 3),
]


@pytest.mark.parametrize(("to", "way", "cost"), WAYS, ids=[to for to, _, _ in WAYS])
def test_the_cheapest_way(field: Field, to: str, way: str, cost: int):
    found = field.find(to)
    assert (field.labels(found), found.cost) == (way, cost)


def test_of_two_the_straighter_one(field: Field):
    """0505 to 0307: two hexes SW, bending nowhere, whatever else costs 2."""
    found = field.find("0306")
    assert field.labels(found) == "0505 0405 0306"


def test_through_hexes_named_in_this_order(field: Field):
    assert field.labels(field.find("0503", "0704")) == "0505 0605 0705 0704 0603 0503"
    assert field.labels(field.find("0506", "0405", "0505")) == "0505 0405 0505 0506"


LABELS = [f"{column:02}{row:02}" for column in range(2, 9) for row in range(2, 9)]


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(st.sampled_from(LABELS), st.sampled_from([0, 2, 3, "blocked"]), max_size=20),
    st.sampled_from(LABELS),
    st.lists(st.sampled_from(LABELS), max_size=2),
    st.booleans(),
)
def test_to_look_ahead_changes_no_way(sit: Callable[..., Any], costs: Any, to: str, via: list[str], edged: bool):
    """Over ground that costs nothing, through hexes named in an order, on maps with edges and without."""
    ground = "\n".join(f"  t{label}: {{cost: {cost}, hexes: [{label}]}}" for label, cost in costs.items())
    mud = FIELD[FIELD.index("  mud") : FIELD.index("combatants")]
    text = FIELD.replace(mud, ground + "\n" if ground else "  mud: {cost: 3}\n")
    field = Field(sit, text if edged else text.replace(", size: 9x9", ""))
    with pytest.MonkeyPatch.context() as blind:
        blind.setattr(
            walking, "cheapest", lambda start, goal, ways, limit=None, _=None: cheapest(start, goal, ways, limit)
        )
        wanted = field.find(to, *via)
    assert field.find(to, *via) == wanted


def test_where_there_is_no_way(sit: Callable[..., Any]):
    walls = "wall: {cost: blocked, hexes: [0604, 0504, 0605, 0506, 0405, 0404]}"
    field = Field(sit, FIELD.replace("mud: {cost: 3, hexes: [0504]}\n  wall: {cost: blocked, hexes: [0604]}", walls))
    assert field.find("0503") is None


def test_the_search_ends_on_a_map_without_edges(sit: Callable[..., Any]):
    ring = "wall: {cost: blocked, hexes: [0503, 0603, 0604, 0504, 0404, 0403]}"
    text = FIELD.replace(", size: 9x9", "").replace(
        "mud: {cost: 3, hexes: [0504]}\n  wall: {cost: blocked, hexes: [0604]}", ring
    )
    field = Field(sit, text)
    assert field.find("0503") is None
    assert field.labels(field.find("0502")).endswith(" 0502")


def test_going_there(field: Field):
    _, ana, way = field.walk("0705", facing=field.grid.direction("SE"))
    go(ana, way, Route(facing=field.grid.direction("SE")))
    assert (field.grid.label(ana.at), field.grid.name(ana.facing)) == ("0705", "SE")
    _, ana, way = field.walk("0705")
    go(ana, way, Route())
    assert field.grid.name(ana.facing) == "N"


def test_along_a_path(field: Field):
    t, _, way = field.walk(path="N N")
    assert (words(t, way), way.cost) == ("0504 0503", 4)
    t, _, way = field.walk(path="R R R F")
    assert words(t, way) == "0506"
    # facing N: right is NE, which the wall closes; twice right is SE: 0605, then on to the left of it, NE: 0705
    t, _, way = field.walk(path="r r f, l f")
    assert words(t, way) == "0605 0705"


REFUSED = {
    "nowhere to go": ({}, "a move needs an end"),
    "where it is": ({"to": "0505"}, "is in 0505 already"),
    "into a wall": ({"to": "0604"}, "0604 cannot be entered"),
    "onto a foe": ({"to": "0606"}, "orc stands in 0606"),
    "onto a friend": ({"to": "0405"}, "ben stands in 0405"),
    "onto one that lies there": ({"to": "0507"}, "cook lies in 0507"),
    "too far": ({"to": "0503", "limit": 2}, "ana has 2 hexes; the way to 0503 costs 3 (0404 0403 0503)"),
    "a path through a foe": ({"path": "SE S"}, "0606"),
    "a path into a wall": ({"path": "NE"}, "leads into 0604"),
    "a path off the map": ({"path": "S S S S S"}, "leads into the hex S of 0509"),
    "a path that ends elsewhere": ({"to": "0503", "path": "S"}, "ends in 0506"),
    "a path of nothing": ({"path": " , "}, "leads nowhere"),
    "a path that only turns": ({"path": "R R"}, "leads nowhere"),
    "no such direction": ({"path": "N E"}, "a corner, not a hexside"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(field: Field, case: str):
    words_, said = REFUSED[case]
    with pytest.raises(Refused) as refused:
        field.walk(**words_)
    assert refused.value.rule == "TOY-10"
    assert said in refused.value.text


def test_steps_from_a_facing_it_has_not(sit: Callable[..., Any]):
    for facing in ("", "facing: N, "):
        field = Field(sit, FIELD.replace("facing: N, ", facing))
        if facing:
            field.walk(path="R R R F")
            continue
        with pytest.raises(Refused, match="faces no hexside"):
            field.walk(path="F")


def test_the_gm_overrules_what_is_too_far_or_lies_there_and_nothing_else(field: Field):
    assert field.walk("0503", limit=1, force=True)[2].cost == 3
    assert field.walk("0507", force=True)[2].cost == 2
    for words_ in ({"to": "0606"}, {"to": "0604"}, {"to": "0505"}):
        with pytest.raises(Refused):
            field.walk(force=True, **words_)


def test_who_is_not_on_the_map_cannot_walk(sit: Callable[..., Any]):
    field = Field(sit, FIELD.replace("at: 0505, facing: N, ", ""))
    with pytest.raises(Refused, match="not on the map"):
        field.walk("0503")
    assert in_reach(field.seat.system, field.seat.encounter, field.walker()) == {}


def test_what_is_in_reach(field: Field):
    """All within two hexes but the wall, the mud (3), and the hexes that others are in."""
    reach = in_reach(field.seat.system, field.seat.encounter, field.walker(2))
    labels = {field.grid.label(place): cost for place, cost in reach.items()}
    assert labels["0505"] == 0
    assert {label for label, cost in labels.items() if cost == 1} == {"0404", "0506", "0605"}
    assert not {"0504", "0604", "0606", "0405", "0507"} & set(labels)
    assert labels["0305"] == 2


HEXES = st.builds(lambda q, r: f"{q:02}{r:02}", st.integers(1, 9), st.integers(1, 9))


@settings(max_examples=60, deadline=None)
@given(to=HEXES, mud=st.lists(HEXES, max_size=8), wall=st.lists(HEXES, max_size=8))
def test_no_way_is_shorter_than_its_hexes(reads: Any, to: str, mud: list[str], wall: list[str]):
    """Each step goes to a neighbor, pays what its ground costs, and enters nothing that is blocked."""
    text = f"""
system: brawl
grid: {{size: 9x9}}
terrain:
  mud: {{cost: 2, hexes: [{", ".join(mud)}]}}
  wall: {{cost: blocked, hexes: [{", ".join(wall)}]}}
combatants:
  ana: {{at: 0505, might: 3D}}
"""
    reading = reads(text)
    encounter, grid = reading.encounter, reading.encounter.grid
    ana = encounter.combatants["ana"]
    walker = Walker(ana, None, "", lambda _: False)
    found = find(reading.system, encounter, walker, grid.hex(to))
    if found is None:
        return
    steps = list(zip(found.hexes, found.hexes[1:], strict=False))
    assert all(distance(a, b) == 1 for a, b in steps)
    costs = [encounter.ground(place).cost.points for place in found.hexes[1:]]
    assert None not in costs
    assert sum(cost or 0 for cost in costs) == found.cost >= distance(ana.at, grid.hex(to))


def test_steps_that_are_shunned_are_gone_round_and_out_of_reach(field: Field) -> None:
    """From 0505 to 0406 the way leads through 0506 or, behind Ben, 0405."""
    into, system, encounter = field.hex("0506"), field.seat.system, field.seat.encounter
    shy = field.walker()._replace(shuns=lambda _, end: "a ghost" if end == into else "")
    way = find(system, encounter, shy, field.hex("0406"))
    assert way is not None
    assert field.labels(way) == "0505 0405 0406"
    assert into in in_reach(system, encounter, field.walker())
    assert into not in in_reach(system, encounter, shy)
    back = field.walker()._replace(shuns=lambda start, _: "home" if start == field.hex("0505") else "")
    assert find(system, encounter, back, field.hex("0406")) is None
