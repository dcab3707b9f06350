"""What characters do by themselves: situations and the deed that the policy names, worked out from its sentences."""

import pytest

from gmtool.rules.policy import NEXT, Deed
from tests.systems.policies import arena_of, played, require_named, sides_left

TOP = "system: mythril\n"
MAP = "grid: {layout: flat, size: 20x20, hex: 1.5 m}\n"
TURN = "round: 1\nturn: ana\norder: [ana, bo, cy]\n"
SWORD = "sword: {skill: swords}"
CLUB = "club: {skill: clubs}"
EMBER = "ember: {skill: fire, kind: spell}"
BOW = "bow: {skill: bows, kind: ranged, range: 9}"


def scene(
    ana: str = "", bo: str = "", *, weapons: str = SWORD, more: str = "", at: str = "0504", mods: str = "agi: 2, end: 1"
) -> str:
    """Ana, whose turn it is, in 0505, with two actions and Speed 4, and Bo: north of her where nothing is said."""
    ranks = "swords: 3, fire: 3, bows: 3"
    sheet = f"mods: {{{mods}}}, skills: {{swords: 5}}, ranks: {{{ranks}}}, weapons: {{{weapons}}}"
    armed = "" if "weapons" in bo else f", weapons: {{{SWORD}}}"
    fighters = f"  ana: {{side: pc, at: 0505, {sheet}{ana}}}\n  bo: {{at: {at}{armed}{bo}}}\n"
    return TOP + MAP + TURN + "combatants:\n" + fighters + more


def attack(target: str = "bo", with_: str = "sword", *, push: bool = False) -> Deed:
    return Deed.of("attack", attacker="ana", target=target, with_=with_, push=push)


def move(to: str) -> Deed:
    return Deed.of("move", who="ana", to=to)


OPENING = ", provoked: [{by: bo, at: 0505}]"
AT_ONCE = Deed.of("attack", attacker="bo", target="ana", with_="sword", opportunity=True)
STAND = Deed.of("posture", who="ana", how="standing")
OUT_OF_BREATH = ", stamina: 0/7, pushing: true"

ROWS: dict[str, tuple[str, Deed]] = {
    "a foe beside it is attacked": (scene(), attack()),
    "of two foes the one with no action left to defend itself": (
        scene(more="  cy: {at: 0506, actions: 0}\n"),
        attack("cy"),
    ),
    "of two foes the one that defends itself worse": (
        scene(bo=", skills: {dodge: 4}", more="  cy: {at: 0506, skills: {dodge: 1}}\n"),
        attack("cy"),
    ),
    "the weapon with the better skill hits more often": (scene(weapons=f"{CLUB}, {SWORD}"), attack()),
    # without a rank the club does 1, and of 1d8 the armor absorbs all, too: neither costs HP, so the first it is
    "where none costs HP the first wears armor out": (
        scene(weapons=f"{CLUB}, {SWORD}", bo=", armor: plate 20/20"),
        attack(with_="club"),
    ),
    "where one of two does, that": (
        scene(weapons=f"{CLUB}, {SWORD}", bo=", armor: plate 2/20"),
        attack(with_="sword"),
    ),
    "whoever lies is left alone": (scene(bo=", hp: 0/10", more="  cy: {at: 0506}\n"), attack("cy")),
    "without an action left the turn is over": (scene(ana=", actions: 0"), NEXT),
    "with one left it attacks once more": (scene(ana=", actions: 1, used-combat-skill: true"), attack()),
    "at Stamina 0 it pays HP": (scene(ana=OUT_OF_BREATH), attack(push=True)),
    "but not the last": (scene(ana=OUT_OF_BREATH + ", hp: 1/13"), NEXT),
    "unless END + 1 is nothing, so that rest brings nothing": (
        scene(ana=", stamina: 0/5, pushing: true, hp: 1/9", mods="agi: 2, end: -1"),
        attack(push=True),
    ),
    "exhausted it rests": (scene(ana=", stamina: 0/7, exhausted: true, posture: prone"), NEXT),
    "also where no foe is near": (scene(ana=", stamina: 0/7, exhausted: true", at="0515"), NEXT),
    "beside its foe it need not get up": (scene(ana=", posture: prone"), attack()),
    "before it goes it gets up": (scene(ana=", posture: crouching", at="0509"), STAND),
    "without an action it stays as it is": (scene(ana=", posture: crouching, actions: 0", at="0509"), NEXT),
    # 0509 is 4 hexes south, as far as Speed 4 goes
    "it goes beside its foe": (scene(at="0510"), move("0509")),
    "it goes no farther than it must": (scene(at="0508"), move("0507")),
    "too far, it goes as far as it gets": (scene(at="0515"), move("0509")),
    "out of breath it goes all the same": (scene(ana=OUT_OF_BREATH, at="0515"), move("0509")),
    "a spell reaches 3 hexes: 0507 is near enough": (scene(weapons=EMBER, at="0510"), move("0507")),
    "a bow reaches 9": (scene(weapons=BOW, at="0514"), attack(with_="bow")),
    "and no more": (scene(weapons=BOW, at="0515"), move("0506")),
    "an opportunity is used at once": (scene(ana=OPENING), AT_ONCE),
    "if it can be paid": (scene(ana=OPENING, bo=", actions: 0"), attack()),
    "not at Stamina 0": (scene(ana=OPENING, bo=", stamina: 0/6, pushing: true"), attack()),
    "its own in passing is not": (scene(bo=", provoked: [{by: ana, at: 0505, passing: true}]"), attack()),
    "without weapons there is nothing to do": (scene(weapons=""), NEXT),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_deed_it_names(name: str) -> None:
    require_named(*ROWS[name])


def test_walls_are_gone_around() -> None:
    """Ana stands in a pocket open to the south; the way out of it leads away from Bo, who has nothing to come for."""
    wall = "terrain: {wall: {cost: blocked, sight: blocked, hexes: [0304, 0303, 0403, 0503, 0603, 0703, 0704]}}\n"
    arena = arena_of(scene(bo=", weapons: {}", at="0501") + wall)
    deeds = played(arena, "x", rounds=3).deeds
    assert any(deed.verb == "attack" for deed in deeds)


TWO_AGAINST_TWO = """
combatants:
  hild: {side: pc, like: shieldmaiden, at: 0304}
  cut: {side: pc, like: cutpurse, at: 0306}
  grey: {like: wolf, at: 0804}
  white: {like: wolf, at: 0806}
"""
THREE_SIDES = """
combatants:
  a: {side: pc, at: 0303, like: archer}
  b: {at: 0708, like: rat}
  c: {side: c, at: 0903, like: levy}
"""
FIGHTS = {
    "two against two": TOP + MAP + TWO_AGAINST_TWO,
    "with more actions": TOP + "rules: {actions: formula}\n" + MAP + TWO_AGAINST_TWO,
    "without a map": TOP + "combatants: {a: {side: pc, like: wolf}, b: {like: levy}, c: {like: rat}}\n",
    "bare hands": TOP + MAP + "combatants: {a: {side: pc, at: 0303}, b: {at: 0708}}\n",
    "slow ones": TOP + MAP + "combatants: {a: {side: pc, at: 0303, like: marsh-troll}, b: {at: 0708, like: levy}}\n",
    "three sides": TOP + MAP + THREE_SIDES,
}


SLOW = ("two against two", "with more actions")
BUSIEST = 9
"""deeds of a turn: three actions, getting up, and an opportunity of each foe after each move at most"""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in FIGHTS]
)
def test_fights_end_by_themselves(name: str) -> None:
    arena = arena_of(FIGHTS[name])
    for number in range(2):
        course = played(arena, f"{name}/{number}")
        assert course.most <= BUSIEST
        assert len(sides_left(arena)) < 2


@pytest.mark.parametrize(
    "text",
    [
        "combatants: {a: {side: pc, at: 0303, like: rat}, b: {side: pc, at: 0304, like: rat}}\n",
        "combatants: {a: {side: pc, at: 0303, like: rat}, b: {at: 0304, hp: 0/10}}\n",
        "combatants: {a: {side: pc}}\n",
    ],
    ids=["all on one side", "one side asleep", "alone"],
)
def test_what_is_decided_needs_no_deed(text: str) -> None:
    assert arena_of(TOP + MAP + text).choose() is None


RIVER = "terrain: {river: {cost: blocked, hexes: [0501..0520]}}\n"
SPENT = "mods: {end: -1}, stamina: 0/5, exhausted: true"
APART = {
    "no weapons": "combatants: {a: {side: pc, at: 0303, weapons: {}}, b: {at: 0304, weapons: {}}}\n",
    "not on the map": "combatants: {a: {side: pc, at: 0303}, b: {}}\n",
    "a river between them": RIVER + "combatants: {a: {side: pc, at: 0303}, b: {at: 0703}}\n",
    "nobody can move": "combatants: {a: {side: pc, at: 0303, mods: {agi: -2}}, b: {at: 0708, mods: {agi: -2}}}\n",
    "nobody recovers": f"combatants: {{a: {{side: pc, at: 0303, {SPENT}}}, b: {{at: 0304, {SPENT}}}}}\n",
}


@pytest.mark.parametrize("name", APART)
def test_who_cannot_come_to_blows_neither_loops_nor_fails(name: str) -> None:
    arena = arena_of(TOP + MAP + APART[name])
    assert played(arena, "x", rounds=5).most <= BUSIEST
    assert len(sides_left(arena)) == 2


def test_at_a_river_it_goes_as_near_as_it_gets_and_stays() -> None:
    arena = arena_of(TOP + MAP + RIVER + "combatants: {a: {side: pc, at: 0203}, b: {at: 0803}}\n")
    deeds = played(arena, "x", rounds=4).deeds
    banks = [arena.encounter.grid.label(arena.encounter.combatants[name].at)[:2] for name in ("a", "b")]
    assert banks == ["04", "06"]
    assert sum(deed.verb == "move" for deed in deeds) == 2
