"""What fighters do by themselves: situations and the deed that the policy names, worked out from its sentences."""

import pytest

from gmtool.hexes.geometry import distance
from gmtool.rules.policy import NEXT, Deed
from tests.systems.policies import Course, arena_of, played, require_named, sides_left

TOP = "system: brachyr\n"
MAP = "grid: {layout: flat, size: 20x20, hex: 1 m}\n"
SWORD = "sword: {traits: [slashing, damage]}"
BOW = "bow: {traits: [piercing, range], range: 8}"


def scene(
    phase: str,
    ana: str = "",
    bo: str = ", skills: {dodge: 2}",
    *,
    weapons: str = SWORD,
    more: str = "",
    at: str = "0504",
) -> str:
    """Ana in 0505, who is the first to act, and Bo: north of her where nothing is said."""
    turn = "" if phase == "aid" else "turn: ana\n"
    skills = "shortsword: 4 d6, bows: 4, medicine: 2 d8, dodge: 1"
    fighters = (
        f"  ana: {{side: pc, at: 0505, speed: 4, skills: {{{skills}}}, weapons: {{{weapons}}}{ana}}}\n"
        f"  bo: {{at: {at}, speed: 4{bo}}}\n"
    )
    return f"{TOP}{MAP}round: 1\nphase: {phase}\n{turn}order: [ana, cy, bo]\ncombatants:\n{fighters}{more}"


def attack(target: str = "bo", with_: str = "sword") -> Deed:
    return Deed.of("attack", attacker="ana", target=target, with_=with_)


def move(to: str, **run: bool) -> Deed:
    return Deed.of("move", who="ana", to=to, **run)


def aid(skill: str) -> Deed:
    return Deed.of("aid", aider="ana", ally="cy", skill=skill, for_="attack", against="bo")


def defend(skill: str) -> Deed:
    return Deed.of("aid", aider="ana", ally="cy", skill=skill, for_="defense")


def ally(at: str, more: str = "") -> str:
    """Cy, on Ana's side: 0404 and 0604 are beside 0505 and 0504 both, 0506 and 0406 beside 0505 alone."""
    return f"  cy: {{side: pc, speed: 4, at: {at}{more}}}\n"


HELD = ", held: {by: bo, dc: 8}"
NIMBLE = ", skills: {dodge: 40}"

ROWS: dict[str, tuple[str, Deed]] = {
    "in reach it stays": (scene("movement"), NEXT),
    # 0509 is 4 hexes south
    "it goes beside its foe": (scene("movement", at="0510"), move("0509")),
    "it goes no farther than it must": (scene("movement", at="0508"), move("0507")),
    "too far, it goes as far as it gets": (scene("movement", at="0515"), move("0509")),
    "it moves once": (scene("movement", ana=", done: [move]", at="0515"), NEXT),
    "a bow reaches 7 hexes": (scene("movement", weapons=BOW, at="0512"), NEXT),
    "and no more": (scene("movement", weapons=BOW, at="0513"), move("0506")),
    "with a knife beside the bow it stays by its foe": (scene("movement", weapons=f"{BOW}, {SWORD}"), NEXT),
    "who is held stays": (scene("movement", ana=HELD, more="  dee: {speed: 4, at: 0515}\n"), NEXT),
    "the largest tool die, for an attack on a foe by both": (scene("aid", more=ally("0404")), aid("medicine")),
    "not with the same skill twice": (
        scene("aid", ana=", aids: {last: medicine}", more=ally("0404")),
        aid("shortsword"),
    ),
    # Cy is beside Bo; she, 7 hexes off, aids with medicine from wherever she sees him, with nothing else
    "medicine aids from afar": (scene("aid", at="0512", more=ally("0511")), aid("medicine")),
    "a sword does not": (scene("aid", ana=", aids: {last: medicine}", at="0512", more=ally("0511")), NEXT),
    "for the defense of one beside it that reaches nobody": (
        scene("aid", at="0512", more=ally("0506")),
        defend("medicine"),
    ),
    "not for one farther off": (scene("aid", at="0515", more=ally("0507")), NEXT),
    "nor for one that lies": (scene("aid", more=ally("0404", ", states: [unconscious]")), NEXT),
    "alone there is nobody to aid": (scene("aid"), NEXT),
    "a foe beside it is attacked": (scene("attack"), attack()),
    "of two foes the one that is easier to hit": (
        scene("attack", bo=", skills: {dodge: 6}", more="  dee: {speed: 4, at: 0506, skills: {dodge: 1}}\n"),
        attack("dee"),
    ),
    "whoever lies is left alone": (
        scene("attack", bo=", states: [unconscious]", more="  dee: {speed: 4, at: 0506, skills: {dodge: 6}}\n"),
        attack("dee"),
    ),
    "the weapon with the better skill hits harder": (
        scene("attack", weapons="club: {traits: [bludgeoning]}, " + SWORD),
        attack(),
    ),
    "one attack a round": (scene("attack", ana=", done: [attack]"), NEXT),
    "out of reach it runs": (scene("attack", at="0515"), move("0509", run=True)),
    "held it attacks who holds it": (scene("attack", ana=HELD), attack()),
    "where that is hopeless it struggles free": (
        scene("attack", ana=HELD, bo=NIMBLE),
        Deed.of("escape", who="ana"),
    ),
    "not held, there is nothing better to do": (scene("attack", bo=NIMBLE), NEXT),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_deed_it_names(name: str) -> None:
    require_named(*ROWS[name])


def test_from_a_foe_too_near_for_the_bow_it_goes_a_hex_off() -> None:
    arena = arena_of(scene("movement", weapons=BOW))
    arena.field.reset()
    deed = arena.choose()
    assert deed is not None and deed.verb == "move"
    there, ana, bo = dict(deed.given)["to"], *(arena.encounter.combatants[name].at for name in ("ana", "bo"))
    assert (distance(there, ana), distance(there, bo)) == (1, 2)


def test_an_aided_attack_is_the_one_that_is_made() -> None:
    """Of two foes as easy to hit the one it is aided against, though the other comes first in the file."""
    aided = ", aided: [{by: cy, skill: medicine, for: attack, against: dee}]"
    doctor = ally("0407", ", skills: {medicine: 0 d10}")
    arena = arena_of(scene("attack", ana=aided, more=doctor + "  dee: {speed: 4, at: 0506, skills: {dodge: 2}}\n"))
    assert arena.choose() == attack("dee")


TWO_AGAINST_TWO = """
combatants:
  hod: {side: pc, like: pikeman, at: 0304}
  isa: {side: pc, like: longbowman, at: 0306}
  grey: {like: wolf, at: 0804}
  tusk: {like: boar, at: 0806}
"""
THREE_SIDES = """
combatants:
  a: {side: pc, at: 0303, like: duelist}
  b: {at: 0708, like: ganger}
  c: {side: c, at: 0903, like: wrestler}
"""
FIGHTS = {
    "two against two": TOP + MAP + TWO_AGAINST_TWO,
    "without a base die": TOP + "rules: {base-die: none}\n" + MAP + TWO_AGAINST_TWO,
    "without a map": TOP + "combatants: {a: {side: pc, like: wolf}, b: {like: ganger}, c: {like: cutpurse}}\n",
    "bare hands": TOP + MAP + "combatants: {a: {side: pc, at: 0303, speed: 4}, b: {at: 0708, speed: 4}}\n",
    "three sides": TOP + MAP + THREE_SIDES,
}


def once_a_phase(course: Course) -> list[Deed]:
    """Require that nobody does two things in a phase, which `next` ends; the deeds."""
    acted: set[str | None] = set()
    for deed in course.deeds:
        who = deed.given[0][1] if deed.given else None
        acted = acted if who else set()
        assert who not in acted, deed
        acted |= {who} - {None}
    return course.deeds


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name == "two against two" else name for name in FIGHTS]
)
def test_fights_end_by_themselves(name: str) -> None:
    arena = arena_of(FIGHTS[name])
    for number in range(2):
        once_a_phase(played(arena, f"{name}/{number}"))
        assert len(sides_left(arena)) < 2


@pytest.mark.parametrize(
    "text",
    [
        "combatants: {a: {side: pc, at: 0303, like: wolf}, b: {side: pc, at: 0304, like: wolf}}\n",
        "combatants: {a: {side: pc, at: 0303, like: wolf}, b: {at: 0304, speed: 4, states: [unconscious]}}\n",
        "combatants: {a: {side: pc, speed: 4}}\n",
    ],
    ids=["all on one side", "one side asleep", "alone"],
)
def test_what_is_decided_needs_no_deed(text: str) -> None:
    assert arena_of(TOP + MAP + text).choose() is None


RIVER = "terrain: {river: {cost: blocked, hexes: [0501..0520]}}\n"
PIERCED = "skills: {dodge: 40}, weapons: {bow: {traits: [range]}}"
APART = {
    "a bow of no range": f"combatants: {{a: {{side: pc, at: 0303, {PIERCED}}}, b: {{at: 0304, {PIERCED}}}}}\n",
    "nobody hits": "combatants: {a: {side: pc, at: 0303, skills: {dodge: 40}}, b: {at: 0304, skills: {dodge: 40}}}\n",
    "not on the map": "combatants: {a: {side: pc, at: 0303}, b: {}}\n",
    "a river between them": RIVER + "combatants: {a: {side: pc, at: 0203}, b: {at: 0803}}\n",
    "nobody can move": "combatants: {a: {side: pc, at: 0303, speed: 0}, b: {at: 0708, speed: 0}}\n",
}


@pytest.mark.parametrize("name", APART)
def test_who_cannot_come_to_blows_neither_loops_nor_fails(name: str) -> None:
    text = APART[name].replace("at: 0", "speed: 4, at: 0") if "speed" not in APART[name] else APART[name]
    arena = arena_of(TOP + MAP + text.replace("b: {}", "b: {speed: 4}"))
    deeds = once_a_phase(played(arena, "x", rounds=3))
    assert len(sides_left(arena)) == 2
    assert sum(deed.verb == "move" for deed in deeds) <= 2


def test_at_a_river_it_goes_as_near_as_it_gets() -> None:
    arena = arena_of(TOP + MAP + RIVER + "combatants: {a: {side: pc, at: 0203, speed: 4}, b: {at: 0803, speed: 4}}\n")
    once_a_phase(played(arena, "x", rounds=2))
    banks = [arena.encounter.grid.label(arena.encounter.combatants[name].at)[:2] for name in ("a", "b")]
    assert banks == ["04", "06"]
