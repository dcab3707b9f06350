"""`gm odds` against counting by hand: plain loops over both ten-siders, with the rule book's own arithmetic.

Nothing of the program is used for the counting: a case says what each side has, the loops do the rest.
"""

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest

TEN = range(1, 11)
SUMS = Counter(a + b for a, b in product(TEN, TEN))  # 2d10, 100 ways
EIGHT = {face: Fraction(1, 8) for face in range(1, 9)}
MOST = 12
"""what a critical hit of Ana's sabre does: 1d8+4"""


def chance(ways: int) -> Fraction:
    return Fraction(ways, 100)


def challenge(value: int) -> Fraction:
    """P(a trained 21C succeeds): 2 always fails, 20 always succeeds."""
    return chance(sum(n for dice, n in SUMS.items() if dice != 2 and (dice == 20 or dice + value >= 21)))


def hits(attack: int, defense: int | None, *, pc_attacks: bool = True) -> tuple[Fraction, Fraction]:
    """P(plain hit), P(critical hit). Without a defense a 21C; a tie goes to the player's character, else the target."""
    plain = critical = Fraction(0)
    for dice, ways in SUMS.items():
        if defense is None:
            won = chance(100) if dice != 2 and (dice == 20 or dice + attack >= 21) else Fraction(0)
        else:
            totals = ((dice + attack) - (other + defense) for other in SUMS.elements())
            won = chance(sum(margin > 0 or (margin == 0 and pc_attacks) for margin in totals))
        if dice == 20:
            critical += chance(ways) * won
        else:
            plain += chance(ways) * won
    return plain, critical


class Branch(NamedTuple):
    """One way an attack may come to its rolls."""

    chance: Fraction
    attack: int = 0
    defense: int | None = None
    none: bool = False
    """there is no attack"""


def lost(branches: list[Branch]) -> dict[int, Fraction]:
    """Points lost -> chance, for 1d8, the most of the strong attack with a critical."""
    found: dict[int, Fraction] = Counter()
    for branch in branches:
        plain, critical = (Fraction(0), Fraction(0)) if branch.none else hits(branch.attack, branch.defense)
        for points, share in EIGHT.items():
            found[points] += branch.chance * plain * share
        found[MOST] += branch.chance * critical
        found[0] += branch.chance * (1 - plain - critical)
    assert sum(found.values()) == 1
    return {points: share for points, share in found.items() if share}


# Ana: sabre 9, Alertness 14. Bandit: dodge 8, Alertness 12, 15 health.
SENSES = challenge(12)  # Danger Sense
SEES_14, SEES_12 = challenge(14 - 5), challenge(12 - 5)  # made out unseen
UNAWARE = "bandit: {states: [unaware]}"
SADDLE = """
ana: {at: 0505, rides: horse, skills: {sabre: 9, riding: 9}}
horse: {side: pc, at: 0505, facing: N, mount: true, perks: [unfazeable], health: 20/20, base-move: 8}
bandit: {at: 0605, rides: nag, off-hand: shield, skills: {axe: 8, dodge: 6, block: 7}}
nag: {at: 0605, facing: S, mount: true, perks: [unfazeable], health: 20/20, base-move: 8, skills: {dodge: 5}}
"""
# the rider in 0605 faces S; Ana in 0505 lies NW of it: 120 degrees to the right, its main side
CASES: Mapping[str, tuple[str, str, list[Branch]]] = {
    "plain": ("", "", [Branch(chance(100), 9, 8)]),
    "unaware, without Danger Sense": (UNAWARE, "", [Branch(chance(100), 9 + 10)]),
    "unaware, with Danger Sense": (
        UNAWARE.replace("}", ", perks: [danger-sense]}"),
        "",
        [Branch(SENSES, 9 + 10, 8), Branch(1 - SENSES, 9 + 10)],
    ),
    "unaware, Danger Sense left out": (
        UNAWARE.replace("}", ", perks: [danger-sense]}"),
        "--no-danger-sense",
        [Branch(chance(100), 9 + 10)],
    ),
    "a blind attacker and a blind defender": (
        "ana: {states: [blind]}\nbandit: {states: [blind]}",
        "",
        [
            Branch(1 - SEES_14, none=True),
            Branch(SEES_14 * SEES_12, 9 - 6, 8 - 6),
            Branch(SEES_14 * (1 - SEES_12), 9 - 6 + 10),
        ],
    ),
    "both in the dark, with Danger Sense": (
        "bandit: {perks: [danger-sense]}",
        "--dark",
        [
            Branch(1 - SEES_14, none=True),
            Branch(SEES_14 * SEES_12, 9 - 6, 8 - 6),
            Branch(SEES_14 * (1 - SEES_12) * SENSES, 9 - 6 + 10, 8),
            Branch(SEES_14 * (1 - SEES_12) * (1 - SENSES), 9 - 6 + 10),
        ],
    ),
    "unseen": ("", "--unseen", [Branch(SEES_12, 9, 8 - 6), Branch(1 - SEES_12, 9 + 10)]),
    "an entangled defender": ("bandit: {entangled: {by: ana, with: sabre}}", "", [Branch(chance(100), 9, 8 - 5)]),
    "entangled and unseen": (
        "bandit: {entangled: {by: ana, with: sabre}}",
        "--unseen",
        [Branch(SEES_12, 9, 8 - 5 - 6), Branch(1 - SEES_12, 9 + 10)],
    ),
    "mounted, on a rider who blocks with his weapon": (SADDLE, "", [Branch(chance(100), 9, 7)]),
    "mounted, on a rider from behind": (SADDLE.replace("facing: S", "facing: SE"), "", [Branch(chance(100), 9 + 10)]),
    "mounted, on a rider who declines": (SADDLE, "--no-defense", [Branch(chance(100), 9 + 10)]),
    "mounted, on a foe on foot who dodges": (
        SADDLE.replace("rides: nag, ", "").replace("nag: {at: 0605", "nag: {at: 0909"),
        "--defense dodge",
        [Branch(chance(100), 9, 6)],
    ),
    "mounted, on a foe on foot who blocks": (
        SADDLE.replace("rides: nag, ", "").replace("nag: {at: 0605", "nag: {at: 0909"),
        "--defense block",
        [Branch(chance(100), 9, 7)],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_odds_are_those_counted_by_hand(name: str, bench: Any) -> None:
    situation, options, branches = CASES[name]
    bench.lay(situation)
    code, out, err = bench.run("odds", *f"attack ana bandit --with sabre {options}".split(), "--json")
    assert code == 0, err
    data = json.loads(out)
    expected = lost(branches)
    found = {int(points): Fraction(share["exact"]) for points, share in data["combatants"]["bandit"]["lost"].items()}
    assert found == expected
    assert Fraction(data["success"]["exact"]) == 1 - expected[0]


def test_the_strong_attack(bench: Any) -> None:
    """9 - 3 against 8: 1d8+4, and 12 with a critical, which is also the most a plain hit does."""
    bench.lay("")
    data = json.loads(bench.run("odds", "attack", "ana", "bandit", "--with", "sabre", "--strong", "--json")[1])
    plain, critical = hits(9 - 3, 8)
    found = {int(points): Fraction(share["exact"]) for points, share in data["combatants"]["bandit"]["lost"].items()}
    assert found == {
        0: 1 - plain - critical,
        **dict.fromkeys(range(5, 12), plain / 8),
        12: plain / 8 + critical,
    }


def test_a_mounted_attack_on_the_mount(bench: Any) -> None:
    """The nag dodges 5."""
    bench.lay(SADDLE)
    data = json.loads(bench.run("odds", "attack", "ana", "nag", "--with", "sabre", "--json")[1])
    assert Fraction(data["success"]["exact"]) == sum(hits(9, 5))


def test_ties_between_npcs_go_to_the_defender(bench: Any) -> None:
    bench.lay("ana: {side: npc2}")
    data = json.loads(bench.run("odds", "attack", "ana", "bandit", "--with", "sabre", "--json")[1])
    assert Fraction(data["success"]["exact"]) == sum(hits(9, 8, pc_attacks=False))


def test_a_ride_and_an_escape(bench: Any) -> None:
    """21C of Riding 9; Strength 10 against 12, a tie going to the player's character, who holds."""
    bench.lay(SADDLE)
    assert Fraction(json.loads(bench.run("odds", "ride", "ana", "--json")[1])["success"]["exact"]) == challenge(9)
    bench.lay("bandit: {entangled: {by: ana, with: sabre}}")
    found = Fraction(json.loads(bench.run("odds", "escape", "bandit", "--json")[1])["success"]["exact"])
    assert found == sum(hits(10, 12, pc_attacks=False))


def test_the_longest_chain_is_counted_at_once(bench: Any, plays: list[str]) -> None:
    """Every roll that an attack can have, and four damage dice: the rule is played a hundred times or so."""
    bench.lay(
        "ana: {states: [blind], weapons: {flail: {skill: sabre, fast: {damage: 4d8+2}, strong: {damage: 6d8}}}}\n"
        "bandit: {states: [blind], perks: [danger-sense], health: 90/90, protection: 1}"
    )
    code, _, err = bench.run("odds", "attack", "ana", "bandit")
    assert code == 0, err
    assert 0 < len(plays) <= 150
