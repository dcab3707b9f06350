"""Exact chances against a count of our own: every face of small pools, convolutions of large ones."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from gmtool.dice.odds import counted
from gmtool.rules.system import play

LEVELS = {"successes": (0, 1, 2, 3, 4, 5, 6), "sum": (0, 4, 7, 9, 13, 16, 19)}
BOXES = ("stunned", "injured-1", "injured-2", "serious", "incapacitated", "near-death", "dead")
REROLLS = 10


def odds(
    bench: Any, situation: str, command: str = "attack bo thug", *options: str
) -> tuple[Fraction, dict[str, Fraction], Fraction]:
    """P(hit), the chance of each list of boxes, P(down)."""
    bench.lay(situation)
    code, out, err = bench.run("--json", *options, "odds", *command.split(), "--by", "stunned")
    assert code == 0, err
    found = json.loads(out)
    hit = Fraction(found["success"]["exact"])
    thug = found["combatants"].get("thug")
    if thug is None:
        return hit, {"-": Fraction(1)}, Fraction(0)
    boxes = {name: Fraction(one["exact"]) for name, one in thug["health"].items()}
    return hit, boxes, Fraction(thug["down"]["exact"])


# every face, one by one -----------------------------------------------------------------------------------------------


def wild_chains() -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The wild die of `legend`, rolled again on a 6, cut after three rolls: what is beyond is left out of the sum."""
    for length in (1, 2, 3):
        for last in range(1, 6):
            yield (6,) * (length - 1) + (last,), Fraction(1, 6**length)


def test_small_pools_face_by_face(bench):
    """2D against 1; damage 2D (more for surplus), resistance 1D + 1D; no wild die."""
    hit = Fraction(0)
    levels: Counter[int] = Counter()
    whole = Fraction(1)
    for attack in product(range(1, 7), repeat=2):
        successes = sum(face >= 3 for face in attack)
        if successes < 1:
            continue
        hit += whole / 36
        dice = 2 + successes - 1
        for damage in product((False, True), repeat=dice):  # a die scores on four faces of six
            chance_damage = Fraction(2 ** sum(damage), 3**dice)
            for resistance in product((False, True), repeat=2):
                chance = chance_damage * Fraction(2 ** sum(resistance), 9) / 36
                difference = sum(damage) - sum(resistance)
                levels[min(difference, 6)] += chance if difference >= 0 else 0
    found_hit, boxes, _ = odds(
        bench,
        "bo: {skills: {firearms: 2D}, weapons: {pistol: {skill: firearms, damage: 2D, range: 10/25/50}}}\n"
        "thug: {passive: 1, skills: {fortitude: 1D}}",
    )
    assert found_hit == hit == Fraction(8, 9)
    assert boxes["injured-1"] == levels[1]
    assert boxes["injured-2"] == levels[2]
    assert boxes.get("serious", 0) == levels[3]
    assert boxes["-"] == 1 - sum(levels[level] for level in (1, 2, 3))


def test_a_wild_die_chain_by_chain(bench):
    """P(3D reaches 3): two plain dice, and a wild one that scores on 3 to 5 once, on each 6 once and again."""
    reach = Fraction(0)
    left_out = Fraction(1, 6**3)  # three 6s: three successes already
    for plain in product(range(1, 7), repeat=2):
        scored = sum(face >= 3 for face in plain)
        for chain, chance in wild_chains():
            if scored + sum(face >= 3 for face in chain) >= 3:
                reach += chance / 36
        reach += left_out / 36
    hit, _, _ = odds(bench, "rules: {}\nbo: {skills: {firearms: 3D}}\nthug: {passive: 3, skills: {fortitude: 9D}}")
    assert hit == reach


# pools of any size ----------------------------------------------------------------------------------------------------


class Pools:
    """Dice of one house as icepool counts them."""

    def __init__(self, dice: str, wild: str) -> None:
        self.dice = dice
        self.wild = wild

    def of(self, count: int, pips: int = 0) -> icepool.Die:
        """A pool's successes, or its total."""
        if count < 1:
            return self.pip(pips) if self.dice == "successes" else icepool.Die([pips])
        has_wild = self.wild == "legend" or (self.wild == "hd6" and self.dice == "successes")
        plain = (count - has_wild) @ self.one()
        wild = self.wild_die() if has_wild else icepool.Die([0])
        more = self.pip(pips) if self.dice == "successes" else icepool.Die([pips])
        return plain + wild + more

    def one(self) -> icepool.Die:
        return icepool.d6 if self.dice == "sum" else icepool.d6.map(lambda face: int(face >= 3))

    def pip(self, pips: int) -> icepool.Die:
        return icepool.d6.map(lambda face: int(pips > 0 and face >= 7 - pips))

    def wild_die(self) -> icepool.Die:
        if self.wild == "hd6":
            return icepool.d6.map(lambda face: int(face >= 2))
        die = self.one()
        for _ in range(REROLLS):  # from the last reroll backwards
            scores = [face if self.dice == "sum" else int(face >= 3) for face in range(1, 7)]
            die = icepool.Die([*scores[:5], scores[5] + die])
        return die


def expected(
    pools: Pools, attack: int, base: Callable[[Pools], icepool.Die], damage: int, resistance: int
) -> tuple[Fraction, dict[str, Fraction]]:
    """P(hit), and the chance of each level, by icepool alone."""
    per_die, least = (5, 3) if pools.dice == "sum" else (1, 1)
    surplus = pools.of(attack) - base(pools).map(lambda value: max(value, least))
    hit = Fraction(surplus.probability(">=", 0))
    chances: dict[str, Fraction] = {box: Fraction(0) for box in BOXES}
    effects = surplus.map(lambda value: value // per_die if value >= 0 else -1)
    resisted = pools.of(resistance)
    for effect in effects.outcomes():
        if effect < 0:
            continue
        difference = pools.of(damage + effect) - resisted
        for value, quantity in difference.items():
            if value >= 0:
                level = max(i for i, start in enumerate(LEVELS[pools.dice]) if value >= start)
                chances[BOXES[level]] += effects.probability("==", effect) * Fraction(
                    quantity, difference.denominator()
                )
    return hit, chances


HOUSES = [
    (dice, wild, passive)
    for dice in ("successes", "sum")
    for wild in ("legend", "hd6", "none")
    for passive in ("value", "roll")
]


@pytest.mark.parametrize(("dice", "wild", "passive"), HOUSES)
def test_c96_every_house_against_icepool(bench, dice, wild, passive):
    """8D against 8D, damage 8D, resistance 8D: hit, every box, and who is down."""
    pools = Pools(dice, wild)
    value = 10 if dice == "sum" else 4
    base = (lambda p: p.of(4)) if passive == "roll" else (lambda _: icepool.Die([value]))
    hit, chances = expected(pools, 8, base, 8, 8)
    found_hit, boxes, down = odds(
        bench,
        f"rules: {{dice: {dice}, wild-die: {wild}, passive-defense: {passive}}}\n"
        "bo: {skills: {firearms: 8D}, weapons: {pistol: {skill: firearms, damage: 8D, range: 10/25/50}}}\n"
        "thug: {passive: null, skills: {dodge: 8D, fortitude: 8D}, armor: null}",
    )
    assert found_hit == hit
    for box in BOXES[1:]:
        assert boxes[box] == chances[box]
    assert boxes["-"] == 1 - sum(chances[box] for box in BOXES[1:])
    asleep = Fraction(pools.of(8).probability("<", 15 if dice == "sum" else 3))
    assert down == chances["incapacitated"] * asleep + chances["near-death"] + chances["dead"]


@pytest.mark.parametrize("dice", ["successes", "sum"])
def test_pips_modifiers_and_cover_are_counted_too(bench, dice):
    """5D+1 + 1D and +2 against 3 + cover; damage 3D+2, resistance 2D+1 + 1D+1 = 3D+2; nobody else's number moves."""
    pools = Pools(dice, "legend")
    cover = 3 if dice == "sum" else 1
    attack = pools.of(6, 1)
    surplus = (attack + 2) - (6 + cover + 1)
    hit, boxes, _ = odds(
        bench,
        f"rules: {{dice: {dice}}}\n"
        "bo: {skills: {firearms: 5D+1}, weapons: {pistol: {skill: firearms, damage: 3D+2, range: 10/25/50}}}\n"
        "thug: {passive: 6, skills: {fortitude: 2D+1}, armor: 1D+1}",
        "attack bo thug --cover light",
        "--mod",
        "+1D rest",
        "--mod",
        "+2 sun",
        "--target-mod",
        "+1 dusk",
    )
    assert hit == Fraction(surplus.probability(">=", 0))
    effects = surplus.map(lambda value: value // (5 if dice == "sum" else 1) if value >= 0 else -1)
    dead = sum(
        effects.probability("==", effect)
        * Fraction((pools.of(3 + effect, 2) - pools.of(3, 2)).probability(">=", LEVELS[dice][6]))
        for effect in effects.outcomes()
        if effect >= 0
    )
    assert boxes["dead"] == dead


@pytest.mark.parametrize(("dice", "passive"), [("successes", "value"), ("sum", "value"), ("sum", "roll")])
def test_what_looks_alike_is_counted_once(bench, dice, passive):
    """The rule is played once for each effect and level, not for every pair of totals: well under a second."""
    reading = bench.reading(
        f"rules: {{dice: {dice}, passive-defense: {passive}}}\n"
        "bo: {skills: {firearms: 8D}, weapons: {pistol: {skill: firearms, damage: 8D, range: 10/25/50}}}\n"
        "thug: {passive: null, skills: {dodge: 8D, fortitude: 8D}}"
    )
    verb = reading.system.verb_table["attack"]
    given = {"attacker": "bo", "target": "thug"}
    runs = sum(
        1 for _ in counted(lambda source: play(reading.system, verb, reading.encounter, given, source, record=False))
    )
    # at most 21 effects x (8 levels + 1 for the two ends of a Fortitude roll), and the miss
    assert 10 < runs <= 21 * 9 + 1


def test_chances_of_wounds_are_listed_from_nothing_to_the_worst(bench):
    bench.lay("thug: {passive: 1, wounds: [injured-1]}")
    code, out, err = bench.run("odds", "attack", "bo", "thug")
    assert code == 0, err
    rows = [line.rpartition("  ")[0].strip().partition("  ")[0] for line in out.splitlines()[3:]]
    assert rows == [
        "injured-1",
        "injured-1, injured-2",
        "injured-1, serious",
        "injured-1, incapacitated",
        "injured-1, near-death",
        "injured-1, dead",
    ]
