"""What fighters, riders and mounts do by themselves: situations and the deed, worked out from the policy's words."""

import pytest

from gmtool.hexes.geometry import distance
from gmtool.rules.policy import NEXT, Deed
from tests.systems.policies import arena_of, named, played, require_named

TOP = "system: c21\n"
MAP = "grid: {layout: flat, size: 20x20}\n"
TURN = "round: 1\nphase: players\nturn: ana\norder: [ana, bo]\n"
SWORD = "sword: {fast: {damage: 1d8}, strong: {mod: -3, damage: 1d8+4}}"
BOW = "bow: {kind: ranged, min: 2, max: 30, fast: {damage: 1d8}}"
NET = "net: {kind: thrown, max: 3}"


def scene(ana: str = "", bo: str = "", *, weapons: str = SWORD, more: str = "", at: str = "0504") -> str:
    """Ana, whose turn it is, in 0505, and Bo: north of her where nothing is said."""
    fighters = (
        f"ana: {{side: pc, at: 0505, health: 9/9, base-move: 5, weapons: {{{weapons}}}{ana}}}",
        f"bo: {{at: {at}, health: 9/9, base-move: 5, skills: {{dodge: 5}}{bo}}}",
    )
    return TOP + MAP + TURN + "combatants:\n" + "".join(f"  {one}\n" for one in fighters) + more


def mounted(
    horse: str = "", ana: str = "", *, at: str = "0504", skills: str = "riding: 9", perks: str = "unfazeable"
) -> str:
    """Ana in the saddle, facing north."""
    return scene(
        f", rides: horse, skills: {{{skills}}}{ana}",
        at=at,
        more=f"  horse: {{side: pc, mount: true, at: 0505, facing: N, health: 20/20, base-move: 6, perks: [{perks}],"
        f" weapons: {{bite: {{fast: {{damage: 1d6}}}}}}{horse}}}\n",
    )


def attack(attacker: str = "ana", target: str = "bo", with_: str = "sword", *, strong: bool = False) -> Deed:
    deed = Deed.of("attack", attacker=attacker, target=target, with_=with_)
    return deed._replace(given=(*deed.given, ("how.strong", True))) if strong else deed


def move(to: str, who: str = "ana") -> Deed:
    return Deed.of("move", who=who, to=to, facing=None)


HELD = ", entangled: {by: bo, with: net}"
DIRECTED = ", done: [basic], ride: success"

ROWS: dict[str, tuple[str, Deed]] = {
    "a foe beside it is attacked": (scene(), attack()),
    # 1d8 less 8 never hurts, 1d8+4 less 8 does from a 5 on
    "the strong attack where armor stops the fast one": (scene(bo=", protection: 8"), attack(strong=True)),
    "or where it hits more often": (
        scene(weapons="sword: {fast: {mod: -3, damage: 1d8}, strong: {damage: 1d8}}"),
        attack(strong=True),
    ),
    "of two foes the one that defends worse": (
        scene(more="  cy: {at: 0506, health: 9/9, base-move: 5, skills: {dodge: 2}}\n"),
        attack(target="cy"),
    ),
    "whoever is unconscious is left alone": (
        scene(more="  cy: {at: 0506, health: 0/9, base-move: 5}\n"),
        attack(),
    ),
    "one attack a turn": (scene(", done: [combat]"), NEXT),
    "it goes beside a foe first": (scene(at="0501"), move("0502")),
    "and also after its attack": (scene(", done: [combat]", at="0501"), move("0502")),
    # 0513 costs 8: more than the Base Move, within the Sprint Move
    "it sprints where it must": (scene(at="0514"), move("0513")),
    "too far, it goes as far as it gets": (scene(at="0520"), move("0515")),
    "with one Basic Action no farther than the Base Move": (scene(", done: [basic]", at="0520"), move("0510")),
    "with both used it is over": (scene(", done: [basic, basic]", at="0520"), NEXT),
    "an archer shoots from afar": (scene(weapons=BOW, at="0520"), attack(with_="bow")),
    "a net does no harm": (scene(weapons=NET + ", " + SWORD), attack()),
    "and is no reason to stay away": (scene(weapons=NET + ", " + SWORD, at="0502"), move("0503")),
    "the exhausted attack nobody": (scene(", stamina: 0/6"), NEXT),
    "the entangled attack where they can": (scene(HELD, bo=f", weapons: {{{NET}}}"), attack()),
    "else they try to get free": (scene(HELD, bo=f", weapons: {{{NET}}}", at="0502"), Deed.of("escape", who="ana")),
    "a rider directs his mount first": (mounted(), Deed.of("ride", rider="ana")),
    "without Riding he gets off": (mounted(skills="sword: 5"), Deed.of("dismount", rider="ana")),
    "and so from an afraid mount": (mounted(", states: [afraid]", perks=""), Deed.of("dismount", rider="ana")),
    "what he cannot get off flees with him": (
        mounted(", states: [afraid]", ", done: [basic]", perks=""),
        Deed.of("flee", horse="horse"),
    ),
    # facing N the main side of the right-handed is the east: 0605 lies southeast of 0505
    "a rider attacks on the main side": (mounted(ana=DIRECTED, at="0605"), attack()),
    "in front it takes a long weapon: the mount bites": (mounted(ana=DIRECTED), attack("horse", with_="bite")),
    "a mount alone attacks like anybody": (
        scene(more="").replace("turn: ana", "turn: horse").replace("order: [", "order: [horse, ")
        + "  horse: {side: pc, mount: true, at: 0503, health: 9/9, base-move: 6,"
        " weapons: {kick: {fast: {damage: 1d6}}}}\n",
        attack("horse", with_="kick"),
    ),
    "a mount alone that is afraid flees": (
        scene(more="").replace("turn: ana", "turn: horse").replace("order: [", "order: [horse, ")
        + "  horse: {side: pc, mount: true, at: 0503, health: 9/9, base-move: 6, states: [afraid]}\n",
        Deed.of("flee", horse="horse"),
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_deed_it_names(name: str) -> None:
    require_named(*ROWS[name])


def test_an_archer_steps_back_from_a_foe_within_the_minimum_range() -> None:
    arena, deed, given = named(scene(weapons=BOW))
    foe = arena.encounter.combatants["bo"].at
    assert deed.verb == "move"
    assert distance(given["to"], foe) == 3, "just beyond 2, which 2 steps reach: its Combat Action is left"
    arena.do(deed)
    assert arena.choose() == attack(with_="bow")


def test_a_rider_turns_his_mount_so_that_the_foe_is_on_his_main_side() -> None:
    arena, deed, given = named(mounted(", done: [combat]", DIRECTED))
    names = {arena.encounter.grid.name(given["facing"])}
    assert (deed.verb, given["who"], given["to"]) == ("move", "horse", None)
    assert names <= {"SW", "W", "NW"}, "60 to 120 degrees left of north"
    arena.do(deed)
    assert arena.choose() == attack()


def test_a_rider_brings_his_mount_to_where_he_can_attack() -> None:
    arena, deed, given = named(mounted(ana=DIRECTED, at="0501"))
    assert (deed.verb, given["who"]) == ("move", "horse")
    assert distance(given["to"], arena.encounter.combatants["bo"].at) == 1
    arena.do(deed)
    assert arena.choose() == attack()


TWO_AGAINST_TWO = """
grid: {layout: flat, size: 14x10}
combatants:
  sword: {side: pc, at: 0304, health: 9/9, base-move: 5, skills: {sword: 9}, weapons: {sword: {fast: {damage: 1d8}}}}
  bow: {side: pc, at: 0306, health: 9/9, base-move: 5, weapons: {bow: {kind: ranged, min: 2, fast: {damage: 1d6}}}}
  axe: {at: 1104, health: 9/9, base-move: 5, skills: {axe: 8, dodge: 5}, weapons: {axe: {fast: {damage: 1d8}}}}
  wolf: {at: 1106, health: 9/9, base-move: 6, skills: {bite: 7, dodge: 7}, weapons: {bite: {fast: {damage: 1d6}}}}
"""
FIGHTS = {
    "two against two": TOP + TWO_AGAINST_TWO,
    "without a map": scene().replace(", at: 0505", "").replace("at: 0504, ", "").replace(MAP, ""),
    "a rider against one on foot": mounted(),
    "a rider on an afraid mount": mounted(", states: [afraid]", perks="").replace("20x20", "7x8"),
}


@pytest.mark.parametrize("name", FIGHTS)
def test_fights_end_by_themselves(name: str) -> None:
    arena = arena_of(FIGHTS[name])
    for number in range(3):
        course = played(arena, f"{name}/{number}")
        assert course.left is None
        assert course.most <= 6, "two actions of a rider, two of his mount, a foe not made out, the start"


@pytest.mark.parametrize(
    "text",
    [
        scene().replace("bo: {", "bo: {side: pc, "),
        scene(bo="").replace("health: 9/9, base-move: 5, skills", "health: 0/9, base-move: 5, skills"),
        scene(bo=", left: true"),
    ],
    ids=["all on one side", "one side lies", "one side is gone"],
)
def test_what_is_decided_needs_no_deed(text: str) -> None:
    assert arena_of(text).choose() is None


@pytest.mark.parametrize(
    "text",
    [
        scene(weapons=""),
        scene(weapons=NET),
        scene().replace("at: 0504, ", ""),
        "terrain: {river: {cost: blocked, hexes: [0401..0420]}}\n" + scene(at="0305"),
        scene(", stamina: 0/6"),
        scene(bo=", states: [hidden]"),
    ],
    ids=["no weapons", "a net alone", "not on the map", "out of reach", "exhausted", "hidden"],
)
def test_who_can_harm_nobody_neither_loops_nor_fails(text: str) -> None:
    course = played(arena_of(text), "x", rounds=8)
    assert course.left is not None
    assert course.most <= 2
