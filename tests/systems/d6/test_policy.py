"""What fighters do by themselves: situations and the deed that the policy names, worked out from its sentences."""

import pytest

from gmtool.rules.policy import NEXT, Deed
from tests.systems.policies import arena_of, played, require_named

TOP = "system: d6\nrules: {wild-die: none}\n"
MAP = "grid: {layout: flat, size: 20x20, hex: 2 m}\n"
TURN = "round: 1\nturn: ana\norder: [ana, bo]\n"
SWORD = "sword: {skill: blades, damage: 3D, reach: 1}"
STONE = "stone: {skill: throwing, damage: 1D, range: 10/25/50}"
PISTOL = "pistol: {skill: firearms, damage: 3D, range: 10/25/50}"


def scene(ana: str = "", bo: str = "", *, weapons: str = SWORD, more: str = "", at: str = "0504") -> str:
    """Ana, whose turn it is, in 0505, and Bo: north of her where nothing is said."""
    fighters = (
        f"ana: {{side: pc, at: 0505, skills: {{blades: 3D, firearms: 3D, dodge: 2D}}, weapons: {{{weapons}}}{ana}}}",
        f"bo: {{at: {at}, skills: {{fortitude: 2D}}{bo}}}",
    )
    return TOP + MAP + TURN + "combatants:\n" + "".join(f"  {one}\n" for one in fighters) + more


def attack(target: str = "bo", with_: str = "sword") -> Deed:
    return Deed.of("attack", attacker="ana", target=target, with_=with_)


FULL_DODGE = Deed.of("defend", who="ana", how="dodge", full=True)
AIM = Deed.of("aim", who="ana", target="bo")
BORROW = Deed.of("borrow", who="ana")

RIVER = "terrain: {river: {cost: blocked, hexes: [0401..0420]}}\n"

ROWS: dict[str, tuple[str, Deed]] = {
    "a foe beside it is attacked": (scene(), attack()),
    "the weapon whose skill has more dice hits more often": (
        scene(weapons="club: {skill: clubs, damage: 3D, reach: 1}, " + SWORD),
        attack(),
    ),
    "of two foes the one that is easier to hit": (
        scene(bo=", passive: 3", more="  cy: {at: 0506, passive: 1, skills: {fortitude: 2D}}\n"),
        attack("cy"),
    ),
    "whoever lies is left alone": (
        scene(bo=", passive: 3", more="  cy: {at: 0506, unconscious: true}\n"),
        attack("bo"),
    ),
    "without weapons listed it uses bare hands": (scene(weapons=""), attack(with_="unarmed")),
    "after two actions the turn is over": (scene(ana=", used: 2"), NEXT),
    # 2 hexes are 4 m, which are free; of the hexes 2 away only 0503 is beside 0502
    "5 m are free": (scene(at="0502"), move := Deed.of("move", who="ana", to="0503")),
    "also once both actions are used": (scene(at="0502", ana=", used: 2"), move),
    # 6 hexes are 12 m: one action, one is left to attack with
    "one action carries it 15 m": (scene(at="0512"), Deed.of("move", who="ana", to="0511")),
    # 8 hexes are 16 m: both actions
    "it borrows where the way takes both": (scene(at="0514"), BORROW),
    "once borrowed it goes": (
        scene(at="0514", ana=", borrowed: 1, extra: 1"),
        Deed.of("move", who="ana", to="0513"),
    ),
    "it borrows where one is owed and the way takes the other": (scene(at="0512", ana=", owed: 1"), BORROW),
    "who has borrowed already goes all the same": (
        scene(at="0512", ana=", borrowed: 1, extra: 1, used: 2"),
        Deed.of("move", who="ana", to="0511"),
    ),
    # 25 m are 12 hexes, and the way to 0519 leads straight south
    "too far, it goes as far as it gets": (scene(at="0520"), Deed.of("move", who="ana", to="0517")),
    "nor farther than what is left": (scene(at="0520", ana=", used: 2"), Deed.of("move", who="ana", to="0507")),
    # at 14 m, medium range, a defense of 2 is more than 1D of throwing comes to
    "rather than hope for little with the second weapon it goes to where the first reaches": (
        scene(at="0512", bo=", passive: 1", weapons=SWORD + ", " + STONE),
        Deed.of("move", who="ana", to="0511"),
    ),
    # at 10 m 1D hits in 2 of 3 falls, but then 1D of damage has to beat 9D
    "or for very little": (
        scene(at="0510", bo=", passive: 1, armor: 7D", weapons=SWORD + ", " + STONE),
        Deed.of("move", who="ana", to="0509"),
    ),
    "but not where the first reaches already": (
        scene(bo=", passive: 1", weapons=SWORD + ", " + STONE),
        attack(),
    ),
    "with a fair chance it stays, whichever weapon that is": (
        scene(at="0512", weapons=SWORD + ", " + PISTOL),
        attack(with_="pistol"),
    ),
    "a shooter in range stays and shoots": (scene(at="0514", weapons=PISTOL), attack(with_="pistol")),
    # serious takes 3D off 3D
    "without dice it aims": (scene(weapons=PISTOL, ana=", wounds: [serious]"), AIM),
    "and goes on aiming": (scene(weapons=PISTOL, ana=", wounds: [serious], aim: {at: bo, rounds: 2}"), AIM),
    "until that adds no more": (
        scene(weapons=PISTOL, ana=", wounds: [serious], aim: {at: bo, rounds: 3}"),
        attack(with_="pistol"),
    ),
    "what only strikes cannot aim: it dodges": (scene(ana=", wounds: [serious]"), FULL_DODGE),
    "nor can who gets no nearer do more": (RIVER + scene(at="0305"), FULL_DODGE),
    "a dodge of all actions only where none was used": (scene(ana=", wounds: [serious], used: 1"), NEXT),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_deed_it_names(name: str) -> None:
    require_named(*ROWS[name])


TWO_AGAINST_TWO = """
grid: {layout: flat, size: 14x10, hex: 2 m}
combatants:
  vane: {side: pc, at: 0304, skills: {blades: 4D, dodge: 2D}, weapons: {rapier: {skill: blades, damage: 3D}}}
  gun: {side: pc, at: 0306, skills: {firearms: 3D}, weapons: {gun: {skill: firearms, damage: 3D, range: 5/9/50}}}
  club: {at: 1104, skills: {clubs: 3D, fortitude: 2D}, weapons: {club: {skill: clubs, damage: 4D, reach: 1}}}
  knife: {at: 1106, skills: {knives: 3D, dodge: 3D}, weapons: {knife: {skill: knives, damage: 3D, range: 3/6/9}}}
"""
BY_SUM = "system: d6\nrules: {dice: sum, wounds: escalate, initiative: round, wild-die: none}\n"
BRAWLERS = "a: {side: pc, skills: {brawl: 3D}%s}, b: {skills: {brawl: 3D}%s}"
FIGHTS = {
    "two against two": TOP + TWO_AGAINST_TWO,
    "by sums": BY_SUM + TWO_AGAINST_TWO,
    "without a map": TOP + f"combatants: {{{BRAWLERS % ('', '')}}}\n",
    "without weapons": TOP + MAP + f"combatants: {{{BRAWLERS % (', at: 0303', ', at: 0708')}}}\n",
    "three sides": TOP + MAP + f"combatants: {{{BRAWLERS % (', at: 0303', ', at: 0708')}, c: {{side: c, at: 0903}}}}\n",
}


@pytest.mark.parametrize("name", FIGHTS)
def test_fights_end_by_themselves(name: str) -> None:
    arena = arena_of(FIGHTS[name])
    for number in range(3):
        course = played(arena, f"{name}/{number}")
        assert course.left is None
        assert course.most <= 5, "a turn has three actions, a borrowing and a free step at most"


@pytest.mark.parametrize(
    "text",
    [
        TOP + MAP + "combatants: {a: {side: pc, at: 0303, like: rat}, b: {side: pc, at: 0304, like: rat}}\n",
        TOP + MAP + "combatants: {a: {side: pc, at: 0303, like: rat}, b: {at: 0304, unconscious: true}}\n",
        TOP + "combatants: {a: {side: pc}}\n",
    ],
    ids=["all on one side", "one side lies", "alone"],
)
def test_what_is_decided_needs_no_deed(text: str) -> None:
    assert arena_of(text).choose() is None


@pytest.mark.parametrize(
    "text",
    [
        TOP + "grid: {layout: flat, size: 20x20}\ncombatants: {a: {side: pc, at: 0303}, b: {at: 0708}}\n",
        TOP + MAP + "combatants: {a: {side: pc, at: 0303}, b: {}}\n",
        TOP
        + "terrain: {river: {cost: blocked, hexes: [0501..0520]}}\n"
        + MAP
        + "combatants: {a: {side: pc, at: 0303}, b: {at: 0703}}\n",
    ],
    ids=["hexes of no size", "not on the map", "out of reach"],
)
def test_who_cannot_come_together_neither_loops_nor_fails(text: str) -> None:
    arena = arena_of(text)
    course = played(arena, "x", rounds=8)
    assert course.left is not None
    assert course.most <= 3
