"""Stats, their defaults, copies that are one level deep, and changes by comparing."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtool.hexes.grid import Hex
from gmtool.rules.codecs import Stretch, Track
from gmtool.rules.model import Combatant, Cost, Encounter, Roster, Stat, Terrain, changes, stats_of
from gmtool.rules.record import record, stat

SEVEN = 7


@record(frozen=False, eq=False, kw_only=True)
class Newt(Combatant):
    """A combatant with a stat of every sort."""

    wet: bool = stat("state comes last", default=False, kind="state")
    arms: int = stat("the sheet first")
    pool: int = stat("what a switch says", default=lambda encounter, newt: encounter.switches["pool"] + newt.arms)
    left: int = stat("the same, as state", default=lambda encounter, _: encounter.switches["pool"], kind="state")
    tail_length: int | None = stat("a dotted key", key="body.tail-length", default=None)
    gill_count: int = stat("a dashed key", default=2, label="gills", quiet=True)


def newt(**values: Any) -> Newt:
    base = {s.name: None if callable(s.default) else s.default for s in stats_of(Newt)}
    made = object.__new__(Newt)
    made.__dict__.update({**base, "id": "newt", "arms": 2, "pool": 5, "left": 3, **values})
    return made


def fight(*newts: Newt, **values: Any) -> Encounter:
    return Encounter(
        **{"system": "pond", "switches": {"pool": 3}, "combatants": {one.id: one for one in newts}, **values}
    )


def named(name: str) -> Stat:
    return next(s for s in stats_of(Newt) if s.name == name)


def test_the_sheet_is_written_before_the_state() -> None:
    kinds = [s.kind for s in stats_of(Newt)]
    assert kinds == sorted(kinds, key=("sheet", "state").index)
    assert [s.name for s in stats_of(Newt) if s.kind == "state"][-2:] == ["wet", "left"]


def test_a_stat_has_a_key_a_label_and_a_place() -> None:
    tail, gills = named("tail_length"), named("gill_count")
    assert (tail.key, tail.path, tail.label, tail.quiet) == (
        "body.tail-length",
        ("body", "tail-length"),
        "tail length",
        False,
    )
    assert (gills.key, gills.label, gills.quiet) == ("gill-count", "gills", True)


def test_a_stat_without_default_is_required() -> None:
    assert named("arms").required
    assert [s.name for s in stats_of(Newt) if s.required] == ["arms"]


def test_a_default_may_depend_on_the_encounter_and_on_the_combatant() -> None:
    assert named("pool").default_of(fight(), newt(arms=4)) == SEVEN
    assert named("left").default_of(fight(), newt()) == 3
    assert named("gill_count").default_of(fight(), newt()) == 2


ABSENT = [
    ("tail_length", None, True, "an optional value that is none"),
    ("tail_length", 0, False, "zero is a value"),
    ("gill_count", 2, False, "what stands on the sheet stays, default or not"),
    ("wet", False, True, "state equal to its default is taken out"),
    ("wet", True, False, "state that is not"),
    ("left", 3, True, "state equal to a default that is reckoned"),
    ("left", 2, False, "state that is not"),
]


@pytest.mark.parametrize(("name", "value", "absent", "why"), ABSENT)
def test_what_the_file_need_not_hold(name: str, value: Any, absent: bool, why: str) -> None:
    assert named(name).absent(value, fight(), newt()) is absent, why


def test_a_default_mapping_is_not_shared() -> None:
    first, second = Combatant(id="a"), Combatant(id="b")
    assert first.marks == {}
    assert first.marks is not second.marks


def test_a_roster_copies_what_is_touched_and_nothing_else() -> None:
    origin = {"a": newt(id="a"), "b": newt(id="b"), "c": newt(id="c")}
    roster: Roster[Newt] = Roster(origin)
    assert list(roster) == ["a", "b", "c"]
    assert len(roster) == 3
    assert "b" in list(roster)
    roster["c"].wet = True
    roster["a"].arms = 9
    assert (origin["c"].wet, origin["a"].arms) == (False, 2)
    assert roster["c"] is roster["c"]
    assert [(old is origin[new.id], new.id) for old, new in roster.touched()] == [(True, "a"), (True, "c")]


def test_a_copy_of_an_encounter_leaves_the_original_as_it_is() -> None:
    before = fight(newt(id="a"), round=1)
    after = before.copy()
    after.round = 2
    after.combatants["a"].hidden = True
    again = after.copy()
    again.combatants["a"].hidden = False
    assert before.round == 1
    assert before.combatants["a"].hidden is False
    assert after.combatants["a"].hidden is True


def test_changes_are_found_by_comparing_top_first_then_in_file_order() -> None:
    before = fight(newt(id="a"), newt(id="b"))
    after = before.copy()
    after.combatants["b"].wet = True
    after.combatants["a"].tail_length = 4
    after.combatants["a"].arms = 2  # the same
    after.round = 1
    found = [(change.path, change.old, change.new, change.who) for change in changes(before, after)]
    assert found == [
        (("round",), None, 1, None),
        (("combatants", "a", "body", "tail-length"), None, 4, "a"),
        (("combatants", "b", "wet"), None, True, "b"),
    ]


def test_state_back_at_its_default_is_a_key_that_goes() -> None:
    before = fight(newt(id="a", wet=True, left=1))
    after = before.copy()
    after.combatants["a"].wet = False
    after.combatants["a"].left = 3
    assert [(change.path[-1], change.old, change.new) for change in changes(before, after)] == [
        ("wet", True, None),
        ("left", 1, None),
    ]


def test_what_no_key_meant_and_still_means_is_no_change() -> None:
    """A pool whose default depends on the round is refilled: the file has no key before and none after."""
    before = fight(newt(id="a", left=3))
    after = before.copy()
    after.switches = {"pool": 4}
    after.combatants["a"].left = 4
    assert changes(before, after) == []


def test_a_plain_mapping_is_compared_by_identity_of_its_combatants() -> None:
    before = fight(newt(id="a"))
    after = before.copy()
    after.combatants = dict(before.combatants)
    assert changes(before, after) == []
    after.combatants = {"a": newt(id="a", wet=True)}
    assert [change.path for change in changes(before, after)] == [("combatants", "a", "wet")]


def test_the_last_ground_that_names_a_hex_counts() -> None:
    place = Hex(3, 3)
    brush = Terrain(cost=Cost(2), hexes=(Stretch("x", (place,)),))
    wall = Terrain(cost=Cost(None), hexes=(Stretch("x", (place,)),))
    assert fight(terrain={"brush": brush, "wall": wall}).ground(place) is wall
    assert fight(terrain={"wall": wall, "brush": brush}).ground(place) is brush
    assert fight().ground(place).cost == Cost(1)


@pytest.mark.parametrize(("sides", "foes"), [(("pc", "npc"), True), (("pc", "pc"), False), (("wolves", "npc"), True)])
def test_every_side_is_an_enemy_of_every_other(sides: tuple[str, str], foes: bool) -> None:
    one, other = (newt(side=side) for side in sides)
    assert one.foe_of(other) is foes
    assert other.foe_of(one) is foes


def test_a_fight_is_mapped_as_soon_as_anybody_stands_on_the_map(reads: Callable[[str], Any]) -> None:
    text = "system: brawl\ncombatants:\n  ana: {might: 1D}\n  ben: {might: 1D%s}\n"
    assert not reads(text % "").encounter.mapped
    assert reads(text % ", at: 0101").encounter.mapped


def test_a_default_that_depends_on_the_rest_is_there_after_reading(reads: Callable[[str], Any]) -> None:
    text = "system: brawl\nrules: {nerve: grit}\ncombatants: {ana: {might: 1D, traits: {grit: 3}}}\n"
    ana = reads(text).encounter.combatants["ana"]
    assert (ana.hp, ana.nerve, ana.name) == (Track(9, 9), 4, "ana")
