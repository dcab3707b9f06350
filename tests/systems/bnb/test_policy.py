"""What animals do by themselves: situations and the deed that the policy names, worked out from its sentences."""

import pytest

from gmtool.hexes.geometry import direction_to, distance
from gmtool.rules.policy import NEXT, Deed
from tests.systems.policies import arena_of, named, played, require_named, sides_left

MAP = "grid: {layout: flat, size: 20x20}\n"
TURN = "round: 1\nturn: ana\norder: [ana, bo]\n"
STATS = "stats: {str: 2, spd: 3, agi: 3}, hp: 9/9"


def scene(ana: str = "", bo: str = "", *, at: str = "0504", more: str = "", top: str = "") -> str:
    """Ana, whose turn it is, in 0505 facing north, and Bo: straight ahead of her where nothing is said."""
    fighters = f"  ana: {{side: pc, at: 0505, facing: N, {STATS}{ana}}}\n  bo: {{at: {at}, facing: N, {STATS}{bo}}}\n"
    return f"system: bnb\n{top}{MAP}{TURN}combatants:\n{fighters}{more}"


def attack(target: str = "bo", tactic: str = "bite") -> Deed:
    return Deed.of("attack", attacker="ana", target=target, tactic=tactic)


CHARGE = Deed.of("attack", attacker="ana", target="bo", charge=True)
CY = f"  cy: {{at: 0604, facing: N, {STATS}%s}}\n"

ROWS: dict[str, tuple[str, Deed]] = {
    "straight ahead it bites": (scene(), attack()),
    "ahead to the side, where a bite does not reach, it claws": (scene(at="0604"), attack(tactic="claw")),
    "behind it kicks": (scene(at="0506"), attack(tactic="kick")),
    "only with tactics it has": (scene(", tactics: [kick]", at="0506"), attack(tactic="kick")),
    "of two foes the one it hits more surely": (
        scene(", as: 7", ", ds: 9", more=CY % ", ds: 6"),
        attack("cy", "claw"),
    ),
    "and the other way round": (scene(", as: 7", ", ds: 6", more=CY % ", ds: 9"), attack()),
    "as sure, the first": (scene(", as: 7", ", ds: 6", more=CY % ", ds: 6"), attack()),
    "two hexes ahead it charges": (scene(at="0503"), CHARGE),
    "having moved it does nothing more where it reaches nobody": (scene(", done: [move]", at="0503"), NEXT),
    "having attacked it stays": (scene(", done: [attack]"), NEXT),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_deed_it_names(name: str) -> None:
    require_named(*ROWS[name])


def test_who_cannot_be_hit_is_not_attacked() -> None:
    """AS 3 is stored, DS 9 too: no die changes that. It may turn, and no more."""
    _, deed, _ = named(scene(", as: 3", ", ds: 9"))
    assert deed.verb != "attack"


def test_off_the_line_it_goes_beside_the_foe_facing_it_by_the_cheapest_way_and_bites() -> None:
    arena, deed, given = named(scene(at="0703"))
    place, foe = given["to"], arena.encounter.combatants["bo"].at
    assert (deed.verb, distance(place, foe)) == ("move", 1)
    assert given["facing"] == direction_to(arena.encounter.grid, place, foe)
    arena.do(deed)
    assert arena.choose() == attack()


def test_far_off_it_ends_as_near_as_it_gets() -> None:
    arena, deed, given = named(scene(at="1919"))
    ana, bo = (arena.encounter.combatants[name].at for name in ("ana", "bo"))
    reach = arena.system.reach
    assert reach is not None
    nearest = min(distance(place, bo) for place in reach(arena.encounter, arena.encounter.combatants["ana"]))
    assert (deed.verb, distance(given["to"], bo)) == ("move", nearest)
    assert nearest < distance(ana, bo)


FIGHTS = {
    "one against one": scene(at="0803"),
    "two against two": "system: bnb\n" + MAP + "combatants:\n"
    "  a: {side: pc, like: rat, at: 0303, facing: S}\n  b: {side: pc, like: doe, at: 0503, facing: S}\n"
    "  c: {like: vole, at: 0306, facing: N}\n  d: {like: weasel, at: 0506, facing: N}\n",
    "three sides": "system: bnb\n" + MAP + "combatants:\n  a: {side: pc, like: rat, at: 0303, facing: S}\n"
    "  b: {like: vole, at: 0306, facing: N}\n  c: {side: c, like: kit, at: 0603, facing: N}\n",
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name == "two against two" else name for name in FIGHTS]
)
def test_fights_end_by_themselves(name: str) -> None:
    course = played(arena_of(FIGHTS[name]), name)
    assert course.left is None
    assert course.most <= 9, "an attack and a move of each of four who share a turn, and the start before them"


@pytest.mark.parametrize(
    "text",
    [scene().replace("bo: {", "bo: {side: pc, "), scene(bo=", left: true")],
    ids=["all on one side", "one side is gone"],
)
def test_what_is_decided_needs_no_deed(text: str) -> None:
    assert arena_of(text).choose() is None


APART = {
    "not on the map": scene().replace("at: 0504, ", ""),
    "a river between them": scene(at="0305", top="terrain: {river: {cost: blocked, hexes: [0401..0420]}}\n"),
    "no tactics": scene(", tactics: []", ", tactics: []"),
}


@pytest.mark.parametrize("name", APART)
def test_odd_situations_neither_loop_nor_fail(name: str) -> None:
    arena = arena_of(APART[name])
    course = played(arena, "x", rounds=3)
    assert course.most <= 3
    assert sides_left(arena)
