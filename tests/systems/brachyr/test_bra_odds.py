"""`gm odds` against counting by hand: plain loops over every face, with the rule book's own arithmetic.

Nothing of the program is used for the counting: a case says what each side adds and throws, the loops do the rest.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest

AIDERS = (
    "ben: {side: pc, at: 0604, speed: 3, skills: {medicine: 0 d8}}\n"
    "cleo: {side: pc, at: 0605, speed: 3, skills: {axes: 0 d4}}\n"
    "imp: {at: 0606, speed: 3, skills: {dodge: 0 d10}}\n"
)
"""Cleo stands beside Ana in 0505 and the orc in 0506, Ben sees it, the imp stands beside the orc"""
AIDED = "aided: [{by: ben, skill: medicine, for: attack}, {by: cleo, skill: axes, for: attack}]"
GUARDED = "aided: [{by: imp, skill: dodge, for: defense}]"


class Case(NamedTuple):
    """A command, and what its two sides come to: a modifier and the sizes of the dice."""

    situation: str
    command: str
    own: tuple[int, ...]
    """modifier, then the sizes of the dice"""
    other: tuple[int, ...]


CASES = {
    "example 1": Case("", "attack ana orc", (4, 10, 6), (3, 10, 4)),
    "example 1, static": Case("", "attack ana orc --static", (4, 10, 6), (3 + 5 + 2,)),
    "two aids against one and the water": Case(
        AIDERS + f"ana: {{{AIDED}}}\norc: {{{GUARDED}, states: [underwater]}}",
        "attack ana orc",
        (4, 10, 6, 8, 4),
        (3, 10, 4, 10, 4),
    ),
    "the same, static": Case(
        AIDERS + f"ana: {{{AIDED}}}\norc: {{{GUARDED}, states: [underwater]}}",
        "attack ana orc --static",
        (4, 10, 6, 8, 4),
        (3 + 5 + 2 + 5 + 2,),
    ),
    "a d20 as the base die": Case("rules: {base-die: d20}", "attack ana orc", (4, 20, 6), (3, 20, 4)),
    "no base die": Case("rules: {base-die: none}", "attack ana orc", (4, 6), (3, 4)),
    "the unconscious": Case("orc: {states: [unconscious]}", "attack ana orc", (4, 10, 6), (0,)),
    "modifiers of the GM": Case("", "attack ana orc --mod +2 --target-mod -1", (6, 10, 6), (2, 10, 4)),
    "after a trip": Case(
        "ben: {side: pc, at: 0606, speed: 1, skills: {axes: 2 d6}, weapons: {axe: {traits: [slashing, heavy]}}}\n"
        "ana: {skills: {pole-weapons: 4 d8}}\norc: {states: [prone], tripped-by: ana}",
        "attack ben orc",
        (2, 10, 6, 8),
        (3, 10, 4),
    ),
    "disarm, aided": Case(
        AIDERS + f"ana: {{{AIDED}}}\norc: {{{GUARDED}, skills: {{light-armour: 5 d6}}, weapons: {{axe: {{}}}}}}",
        "disarm ana orc",
        (4, 10, 6, 8, 4),
        (5, 10, 6, 10),
    ),
    "disarm, parried": Case(
        "orc: {skills: {shortsword: 5 d6}, abilities: [parry], weapons: {axe: {}}}",
        "disarm ana orc",
        (4, 10, 6),
        (5, 10),
    ),
    "drag, aided": Case(
        AIDERS.replace("0605", "0406") + f"ana: {{{AIDED}, skills: {{unarmed: 2 d8}}}}\norc: {{{GUARDED}}}",
        "drag ana orc --to 0605",
        (2, 10, 8, 8, 4),
        (3, 10, 4, 10),
    ),
    "feint, aided": Case(
        AIDERS + f"ana: {{{AIDED}, skills: {{deceit: 2 d8}}}}\norc: {{{GUARDED}, skills: {{willpower: 4 d6}}}}",
        "feint ana orc --no-armour",
        (2, 10, 8, 8, 4),
        (4, 10, 6, 10),
    ),
    "grab, aided": Case(
        AIDERS + f"ana: {{{AIDED}, skills: {{unarmed: 2 d8}}}}\norc: {{{GUARDED}}}",
        "grab ana orc",
        (2, 10, 8, 8, 4),
        (3, 10, 4, 10),
    ),
    "escape, aided": Case(
        AIDERS + f"ana: {{{AIDED}, skills: {{acrobatics: 2 d8}}, held: {{by: orc, dc: 18}}}}",
        "escape ana --skill acrobatics",
        (2, 10, 8, 8, 4),
        (18,),
    ),
    "shove, aided": Case(
        AIDERS + f"ana: {{{AIDED}, skills: {{unarmed: 2 d8}}}}\norc: {{{GUARDED}}}",
        "shove ana orc",
        (2, 10, 8, 8, 4),
        (3, 10, 4, 10),
    ),
    "trip, aided": Case(
        AIDERS
        + f"ana: {{{AIDED}, skills: {{pole-weapons: 2 d8}}}}\norc: {{{GUARDED}, skills: {{heavy-armour: 1 d4}}}}",
        "trip ana orc",
        (2, 10, 8, 8, 4),
        (1, 10, 4, 10),
    ),
}


def totals(side: tuple[int, ...]) -> Iterator[int]:
    """Every way a side's dice can fall, added to its modifier."""
    mod, *sizes = side
    for faces in product(*(range(1, size + 1) for size in sizes)):
        yield mod + sum(faces)


def margins(case: Case) -> dict[int, Fraction]:
    """How far the check is above the defense -> chance."""
    own, other = Counter(totals(case.own)), Counter(totals(case.other))
    whole = own.total() * other.total()
    found: Counter[int] = Counter()
    for (score, ways), (bar, times) in product(own.items(), other.items()):
        found[score - bar] += ways * times
    return {margin: Fraction(ways, whole) for margin, ways in found.items()}


def odds(bench, situation: str, command: str):
    """What `gm odds` says, as data."""
    before, after = command.split(" --mod ")[0], command.partition(" --mod ")[2]
    mods = ["--mod", *after.split()] if after else []
    played = bench.play(situation, f"odds {before}", "", *mods)
    assert played.code == 0, played.data
    assert played.changed == {}
    return played.data


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_chance_of_success(bench, case):
    found = Fraction(odds(bench, case.situation, case.command)["success"]["exact"])
    assert found == sum(chance for margin, chance in margins(case).items() if margin >= 0)


@pytest.mark.parametrize("case", [case for case in CASES.values() if case.command.startswith("attack")])
def test_the_damage(bench, case):
    orc = odds(bench, case.situation, case.command)["combatants"]["orc"]
    wanted: dict[str, Fraction] = {}
    for margin, chance in margins(case).items():
        wanted[str(max(0, margin))] = wanted.get(str(max(0, margin)), Fraction(0)) + chance
    assert {points: Fraction(chance["exact"]) for points, chance in orc["lost"].items()} == wanted
    assert Fraction(orc["mean"]["exact"]) == sum(int(points) * chance for points, chance in wanted.items())


def test_example_6(bench):
    """P(hit) of example 1 is 7/10, against --static 5/6; the mean damage, misses as 0, 3607/1200."""
    found = odds(bench, "", "attack ana orc")
    assert found["success"]["exact"] == "7/10"
    assert found["combatants"]["orc"]["mean"]["exact"] == "3607/1200"
    assert odds(bench, "", "attack ana orc --static")["success"]["exact"] == "5/6"


def test_where_a_shove_ends(bench):
    """12 + d10 + d6 against 3 + d10 + d4, at best 17: one hex more for each full 5 above that."""
    found = odds(bench, "ana: {skills: {unarmed: 12 d6}}", "shove ana orc --by at")["by"]["combatants"]["orc"]
    wanted: Counter[str] = Counter()
    for score, bar in product(totals((12, 10, 6)), totals((3, 10, 4))):
        hexes = 0 if score < bar else 1 + max(0, score - 17) // 5
        wanted[{0: "0506", 1: "0507", 2: "0508", 3: "0509"}[hexes]] += 1
    assert {place: Fraction(chance["exact"]) for place, chance in found.items()} == {
        place: Fraction(ways, 60 * 40) for place, ways in wanted.items()
    }


def test_where_a_weapon_goes(bench):
    """--keep takes a check that reaches the defense's maximum, 5 + 10 + 6 = 21."""
    situation = "ana: {skills: {shortsword: 9 d6}}\norc: {skills: {light-armour: 5 d6}, weapons: {axe: {}}}"
    found = odds(bench, situation, "disarm ana orc --keep --by weapons")["by"]["combatants"]["ana"]
    kept = Fraction(sum(score >= 21 for score in totals((9, 10, 6))), 60)
    assert sum(Fraction(chance["exact"]) for value, chance in found.items() if "axe" in value) == kept


@pytest.mark.parametrize(("damage", "down"), [(0, "0"), (11, "1/2"), (12, "3/5"), (15, "9/10"), (16, "1")])
def test_example_2_resiliency(bench, damage, down):
    """5 + d10 against the damage: 12 needs a 7, so 6 of 10 faces fail; 16 is death."""
    situation = f"ana: {{damage: {damage + 1}, skills: {{willpower: 2, stamina: 3}}}}"
    found = odds(bench, situation, "heal ana 1")
    assert found["combatants"]["ana"]["down"]["exact"] == down


def test_example_2_with_an_aid_used_and_one_kept(bench):
    """5 + d10 + d4 against 12 fails where the two dice come to less than 7."""
    lent = ", ".join(f"{{by: ben, skill: axes, for: {check}}}" for check in ("attack", "resiliency"))
    situation = (
        f"ana: {{damage: 13, skills: {{willpower: 2, stamina: 3}}, aided: [{lent}]}}\n"
        "ben: {side: pc, at: 0504, speed: 1, skills: {axes: 0 d4}}"
    )
    failing = sum(base + aid < 7 for base, aid in product(range(1, 11), range(1, 5)))
    found = odds(bench, situation, "heal ana 1")
    assert Fraction(found["combatants"]["ana"]["down"]["exact"]) == Fraction(failing, 40)


def test_the_odds_of_a_whole_rounds_end(bench):
    """Two wounded: 5 + d10 against 8 and against 12; each is down in 2 and 6 of 10."""
    situation = (
        "round: 1\nphase: attack\nturn: orc\norder: [ana, orc]\nacted: [ana]\n"
        "ana: {damage: 8, hurt: true, skills: {willpower: 2, stamina: 3}}\n"
        "orc: {damage: 12, hurt: true, skills: {willpower: 2, stamina: 3}}"
    )
    found = odds(bench, situation, "next")["combatants"]
    assert (found["ana"]["down"]["exact"], found["orc"]["down"]["exact"]) == ("1/5", "3/5")


def test_the_odds_of_the_end_of_a_round_with_many_wounded(bench):
    """Six with 5 + d10 + d4 + d6 against 9 are down in 1 of 240 each: only 1, 1, 1 comes to less."""
    crew = [f"w{number}" for number in range(4)]
    wounded = "hurt: true, damage: 9, skills: {willpower: 2 d4, stamina: 3 d6}"
    situation = "round: 1\nphase: attack\nturn: orc\norder: [ana, orc]\nacted: [ana]\n"
    situation += f"ana: {{{wounded}}}\norc: {{{wounded}}}\n"
    situation += "".join(f"{name}: {{at: 01{place:02}, speed: 1, {wounded}}}\n" for place, name in enumerate(crew, 1))
    situation = situation.replace("acted: [ana]", f"acted: [ana, {', '.join(crew)}]")
    found = odds(bench, situation, "next")["combatants"]
    assert {name: one["down"]["exact"] for name, one in found.items()} == dict.fromkeys(("ana", "orc", *crew), "1/240")


def test_the_odds_in_words(bench):
    """Damage piles up: it is taken, not lost."""
    bench.lay("")
    code, out, _ = bench.run("odds", "attack", "ana", "orc")
    assert code == 0
    assert "P(hit) 7/10 = 70.00%\n" in out
    assert "orc takes damage: mean 3607/1200 = 3.006, P(down) 0\n" in out
