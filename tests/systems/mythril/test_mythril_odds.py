"""`gm odds` against counting by hand: plain loops over faces and sums, with the rule book's own arithmetic.

Nothing of the program is used for the counting: a case says what each side has, the loops do the rest.
"""

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

DICE = [None, (1, 4), (1, 6), (1, 8), (1, 10), (2, 6), (2, 8), (3, 6), (3, 8), (4, 6), (4, 8)]
"""by rank"""


class Case(NamedTuple):
    """An attack in numbers."""

    rank: int
    bonus: int = 0
    defense: str = "dodge"
    armor: tuple[int, int] | None = None
    """rank with it, what it absorbs"""
    shield: tuple[int, int] | None = None
    hp: int = 40
    attack: int = 5
    skills: tuple[int, int, int] = (3, 1, 2)
    """dodge, guard, bite"""


CASES = {
    **{f"rank {rank}, no defense, bare": Case(rank, defense="none") for rank in range(11)},
    **{f"rank {rank} against rank {10 - rank} plate": Case(rank, armor=(10 - rank, 7)) for rank in range(11)},
    "dodge": Case(3, hp=4),
    "guard, no shield": Case(3, defense="guard"),
    "counter": Case(3, defense="counter"),
    "guard, shield alone": Case(6, defense="guard", shield=(4, 5)),
    "guard, both": Case(5, bonus=2, defense="guard", shield=(3, 3), armor=(2, 4)),
    "guard, both, the shield destroyed": Case(5, defense="guard", shield=(3, 0), armor=(2, 4)),
    "guard, both, all at rank 10": Case(10, bonus=6, defense="guard", shield=(10, 2), armor=(10, 3)),
    "dodge, both, all at rank 10": Case(10, bonus=6, defense="dodge", shield=(10, 2), armor=(10, 3)),
    "counter, armor at rank 10": Case(10, defense="counter", armor=(10, 20)),
    "a bonus below 0": Case(1, bonus=-3, armor=(1, 2)),
    "an attack that cannot miss": Case(2, attack=30),
    "an attack that seldom hits": Case(2, attack=-12, armor=(0, 1)),
}


@cache
def totals(rank: int) -> Counter[int]:
    """In how many ways the dice of a rank come to each total; rank 0 has none."""
    dice = DICE[rank]
    if dice is None:
        return Counter([0])
    return Counter(map(sum, product(range(1, dice[1] + 1), repeat=dice[0])))


def chances(ways: Counter[int]) -> dict[int, Fraction]:
    return {total: Fraction(count, sum(ways.values())) for total, count in ways.items()}


def through(points: int, ward: tuple[int, int] | None) -> dict[int, Fraction]:
    """What is left of damage behind a ward."""
    if ward is None or not ward[1] or not points:
        return {points: Fraction(1)}
    left: Counter[int] = Counter()
    for total, chance in chances(totals(ward[0])).items():
        left[max(0, max(0, points - total) - ward[1])] += chance
    return left


def count(case: Case) -> tuple[Fraction, dict[int, Fraction]]:
    """P(hit), and the distribution of HP lost."""
    if case.defense == "none":
        hit = Fraction(1)
    else:
        other = dict(zip(("dodge", "guard", "counter"), case.skills, strict=True))[case.defense]
        hits = sum(case.attack + own >= other + die for own, die in product(range(1, 21), repeat=2))
        hit = Fraction(hits, 400)
    damage = {1: Fraction(1)}
    if case.rank:
        damage = Counter()
        for total, chance in chances(totals(case.rank)).items():
            damage[max(0, total + case.bonus)] += chance
    lost: Counter[int] = Counter({0: 1 - hit})
    for points, chance in damage.items():
        for left, behind in through(points, case.shield if case.defense == "guard" else None).items():
            for done, worn in through(left, case.armor).items():
                lost[done] += hit * chance * behind * worn
    return hit, {points: chance for points, chance in lost.items() if chance}


def situation(case: Case) -> str:
    dodge, guard, bite = case.skills
    armor, shield = (
        f", {name}: {{type: {name}, absorbs: {ward[1]}/20}}" if ward else ""
        for name, ward in (("armor", case.armor), ("shield", case.shield))
    )
    ranks = {name: ward[0] for name, ward in (("armor", case.armor), ("shield", case.shield)) if ward}
    worn = ", ".join(f"{name}: {rank}" for name, rank in ranks.items())
    return (
        f"rat: {{skills: {{sword: {case.attack}}}, ranks: {{sword: {case.rank}}},"
        f" weapons: {{sword: {{skill: sword, bonus: {case.bonus}}}}}}}\n"
        f"wolf: {{hp: {case.hp}/40, skills: {{dodge: {dodge}, guard: {guard}, bite: {bite}}}, ranks: {{{worn}}},"
        f" armor: null}}\n"
    ).replace(", armor: null}", f"{armor or ', armor: null'}{shield}}}")


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_odds(case, bench):
    bench.lay(situation(case))
    code, out, err = bench.run("--json", "odds", "attack", "rat", "wolf", "--defense", case.defense)
    assert code == 0, err
    data = json.loads(out)
    hit, lost = count(case)
    assert Fraction(data["success"]["exact"]) == hit
    fate = data["combatants"].get("wolf", None)
    if fate is None:
        assert lost == {0: 1}
        return
    assert {int(points): Fraction(chance["exact"]) for points, chance in fate["lost"].items()} == lost
    assert Fraction(fate["down"]["exact"]) == sum(chance for points, chance in lost.items() if points >= case.hp)


def worn(case: Case) -> dict[str, dict[int, Fraction]]:
    """How the shield and the armor of a target that guards stand afterwards: what each still absorbs."""
    assert case.shield is not None and case.armor is not None
    hit, _ = count(case)
    shield: Counter[int] = Counter({case.shield[1]: 1 - hit})
    armor: Counter[int] = Counter({case.armor[1]: 1 - hit})
    for damage, chance in chances(totals(case.rank)).items():
        for die, behind in chances(totals(case.shield[0])).items():
            left = max(0, damage + case.bonus - die)
            shield[case.shield[1] - min(left, case.shield[1])] += hit * chance * behind
            points = left - min(left, case.shield[1])
            for other, beyond in chances(totals(case.armor[0])).items():
                taken = min(max(0, points - other), case.armor[1]) if points else 0
                armor[case.armor[1] - taken] += hit * chance * behind * beyond
    return {"shield": dict(shield), "armor": dict(armor)}


@pytest.mark.parametrize("case", [CASES["guard, both"], CASES["guard, both, all at rank 10"]], ids=["both", "rank 10"])
@pytest.mark.parametrize("name", ["shield", "armor"])
def test_odds_of_what_wears_out(bench, case, name):
    bench.lay(situation(case))
    code, out, err = bench.run("--json", "odds", "attack", "rat", "wolf", "--defense", "guard", "--by", name)
    assert code == 0, err
    spread = json.loads(out)["by"]["combatants"]["wolf"]
    found = {re.search(r"([0-9]+)/20", words)[1]: Fraction(chance["exact"]) for words, chance in spread.items()}
    assert found == {str(left): chance for left, chance in worn(case)[name].items() if chance}


@pytest.mark.parametrize("defense", ["dodge", "guard", "counter", "none"])
def test_c96_the_largest_case_is_played_a_few_hundred_times(bench, defense, plays):
    """Rank 10 in everything: what matters is counted, not every fall of eleven dice, so it takes no second."""
    case = Case(10, defense=defense, shield=(10, 4), armor=(10, 5))
    bench.lay(situation(case))
    code, _, err = bench.run("odds", "attack", "rat", "wolf", "--defense", defense)
    assert code == 0, err
    assert 0 < len(plays) <= 1000


def test_two_moxie_checks_after_the_largest_case(bench):
    """The rat lacks nothing: of 20 faces the 8 below 9 are too few with MOX 1."""
    case = Case(10, defense="guard", shield=(10, 4), armor=(10, 5))
    bench.lay(situation(case).replace("rat: {", "rat: {stamina: 1/7, ").replace("wolf: {", "wolf: {stamina: 1/6, "))
    code, out, err = bench.run("--json", "odds", "attack", "rat", "wolf", "--defense", "guard", "--by", "exhausted")
    assert code == 0, err
    data = json.loads(out)
    hit, lost = count(case)
    assert Fraction(data["success"]["exact"]) == hit
    assert data["by"]["combatants"]["rat"]["true"]["exact"] == "2/5"
    # the wolf lacks what it lost: with MOX 0 a face below 10 + that is too few, of 20
    tired = sum((chance * Fraction(min(20, 9 + points), 20) for points, chance in lost.items()), Fraction(0))
    assert Fraction(data["by"]["combatants"]["wolf"]["true"]["exact"]) == tired


@pytest.mark.parametrize("stamina", [1, 0])
def test_odds_of_exhaustion(bench, stamina):
    """The last Stamina: 8 of 20 faces come to less than 10 with MOX 1. At 0 without a check it is rolled first."""
    bench.lay(f"rat: {{stamina: {stamina}/7}}\nwolf: {{armor: null}}")
    push = [] if stamina else ["--push"]
    code, out, err = bench.run("odds", "attack", "rat", "wolf", "--by", "exhausted", *push)
    assert code == 0, err
    assert "40.00%" in out
    if not stamina:
        # 12 of 20 go on to attack, of which 247 in 400 hit
        assert "P(hit) 741/2000" in out
