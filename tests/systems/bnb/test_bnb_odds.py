"""`gm odds` against counting by hand: plain loops over every face, with the rule book's own arithmetic.

Nothing of the program is used for the counting: a case says what each side has, the loops do the rest.
"""

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest

FACES = range(1, 7)


class Side(NamedTuple):
    """What one side brings to the attack."""

    rating: int
    """AGI for the attacker, SPD for the target"""
    score: int | None = None
    """the score it needs, if stored"""
    other: int | None = None
    """the score it does not need, if stored"""
    stance: str = ""
    bonus: int = 0
    """what is reckoned into this attack and never stored"""


class Case(NamedTuple):
    """A situation twice: as the program reads it, and as numbers."""

    situation: str
    words: str
    attacker: Side
    target: Side
    strength: int = 1
    hp: int = 14
    charge: int = 0
    helpless: bool = False


CASES = {
    "nobody has a score": Case("", "", Side(3), Side(2)),
    "target offensive": Case("", "--target-offensive", Side(3), Side(2, stance="offensive")),
    "attacker defensive": Case("", "--defensive", Side(3, stance="defensive"), Side(2)),
    "both the other way": Case(
        "", "--defensive --target-offensive", Side(3, stance="defensive"), Side(2, stance="offensive")
    ),
    "as entered, both": Case(
        "rules: {dice-choice: after}",
        "--as-entered --target-as-entered",
        Side(3, stance="as-entered"),
        Side(2, stance="as-entered"),
    ),
    "as entered, the attacker": Case(
        "rules: {dice-choice: after}", "--as-entered", Side(3, stance="as-entered"), Side(2)
    ),
    "the attacker has its AS": Case("rat: {as: 5}", "", Side(3, score=5), Side(2)),
    "the attacker has its DS only": Case("rat: {ds: 5}", "", Side(3, other=5), Side(2)),
    "the target has its DS": Case("wolf: {ds: 8}", "", Side(3), Side(2, score=8)),
    "the target has its AS only": Case("wolf: {as: 8}", "", Side(3), Side(2, other=8)),
    "each has the other score only": Case("rat: {ds: 5}\nwolf: {as: 3}", "", Side(3, other=5), Side(2, other=3)),
    "both have what they need": Case("rat: {as: 7}\nwolf: {ds: 7}", "", Side(3, score=7), Side(2, score=7)),
    "two Vulnerable markers": Case("wolf: {markers: {vulnerable: 2}}", "", Side(3, bonus=4), Side(2)),
    "from behind": Case("wolf: {facing: SE}", "", Side(3, bonus=1), Side(2)),
    "a charge from behind": Case(
        "rat: {at: 0301}\nwolf: {at: 0304, facing: S}", "--charge", Side(3, bonus=1), Side(2), charge=2
    ),
    "a charge with a stored AS": Case(
        "rat: {at: 0301, as: 4}\nwolf: {at: 0304, facing: N}", "--charge", Side(3, score=4), Side(2), charge=2
    ),
    "in Shock": Case("wolf: {markers: {shock: 1}}", "", Side(3), Side(2), helpless=True),
    "unconscious, with scores": Case("wolf: {hp: 0/14, as: 9, ds: 9}", "", Side(3), Side(2), hp=0, helpless=True),
    "a held attacker": Case("rat: {markers: {held: wolf}}", "", Side(3, bonus=-2), Side(2)),
    "held and wary": Case("wolf: {markers: {held: rat, wary: true}}", "--tactic claw", Side(3), Side(2, bonus=-2 + 1)),
    "wary, with its DS": Case("wolf: {ds: 7, markers: {wary: true}}", "", Side(3), Side(2, score=7, bonus=1)),
    "an AS that may come to 0 or less": Case(
        "rat: {stats: {str: 1, spd: 4, agi: -4}}\nwolf: {facing: SE, stats: {str: 4, spd: -3, agi: 2}}",
        "",
        Side(-4, bonus=1),
        Side(-3),
    ),
    "a weak bite on a weak wolf": Case(
        "rat: {stats: {str: -3, spd: 4, agi: 3}}\nwolf: {hp: 2/14}", "", Side(3), Side(2), strength=-3, hp=2
    ),
    "a wolf at its last": Case("wolf: {hp: 4/14}", "", Side(3), Side(2), hp=4),
    "wounded": Case(
        "rat: {injuries: [foreleg, jaw]}\nwolf: {injuries: [hind-leg, hind-leg]}",
        "",
        Side(3 - 1),
        Side(2 - 2),
        strength=0,
    ),
}


def needed_die(side: Side, usual: str, wanted: str) -> Iterator[int | None]:
    """The die behind the score that is needed, once for every equally likely fall; None where it is stored."""
    if side.score is not None:
        yield None
        return
    if side.other is not None:
        yield from FACES
        return
    stance = side.stance or usual
    for first, second in product(FACES, FACES):
        if stance == "as-entered":
            yield first if wanted == "attack" else second
        else:
            yield max(first, second) if (stance == "offensive") == (wanted == "attack") else min(first, second)


def count(case: Case) -> tuple[Fraction, dict[int, Fraction], Fraction]:
    """P(hit), the distribution of HP lost, P(down)."""
    ways, hits, falls = Counter(), 0, 0
    own_dice = list(needed_die(case.attacker, "offensive", "attack"))
    other_dice = [0] if case.helpless else list(needed_die(case.target, "defensive", "defense"))
    for own, other, core in product(own_dice, other_dice, FACES):
        stored = (case.attacker.score if own is None else case.attacker.rating + own) + case.charge
        if case.helpless:
            defense = 0
        else:
            defense = (case.target.score if other is None else case.target.rating + other) + case.target.bonus
        hit = stored > 0 and stored + case.attacker.bonus >= defense
        lost = max(0, case.strength + core) if hit else 0
        hits += hit
        ways[lost] += 1
        falls += case.hp - lost <= 0
    whole = ways.total()
    return Fraction(hits, whole), {lost: Fraction(n, whole) for lost, n in ways.items()}, Fraction(falls, whole)


def exact(number: dict[str, object]) -> Fraction:
    """The exact number; the float beside it must agree."""
    value = Fraction(str(number["exact"]))
    assert number["float"] == pytest.approx(float(value))
    return value


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_c96_odds_are_the_count_of_every_face(bench, case):
    hits, lost, down = count(case)
    bench.lay(case.situation)
    before = bench.file.read_bytes()
    code, out, err = bench.run("odds", "attack", "rat", "wolf", *case.words.split(), "--json")
    assert code == 0, err
    data = json.loads(out)
    fate = data["combatants"]["wolf"]
    assert exact(data["success"]) == hits
    assert {int(points): exact(chance) for points, chance in fate["lost"].items()} == lost
    assert sum(exact(chance) for chance in fate["lost"].values()) == 1
    assert exact(fate["mean"]) == sum(points * chance for points, chance in lost.items())
    assert exact(fate["down"]) == down
    assert list(data["combatants"]) == ["wolf"]  # nobody else can lose HP
    assert bench.file.read_bytes() == before and not bench.journal.exists()


@pytest.mark.parametrize("name", ["nobody has a score", "target offensive", "in Shock", "a weak bite on a weak wolf"])
def test_odds_in_words_say_the_same(bench, name):
    case = CASES[name]
    hits, lost, _ = count(case)
    bench.lay(case.situation)
    code, out, err = bench.run("odds", "attack", "rat", "wolf", *case.words.split())
    assert code == 0, err
    lines = out.splitlines()
    assert lines[1] == ("P(hit) 1" if hits == 1 else f"P(hit) {hits} = {float(hits):.2%}")
    rows = dict(line.split()[:2] for line in lines[3:])
    assert rows == {str(points): str(chance) for points, chance in lost.items()}


def test_the_count_itself_is_right_where_it_is_known():
    """The rule book's two figures, and two small ones by head."""
    assert count(CASES["nobody has a score"])[0] == Fraction(503, 648)
    assert count(CASES["target offensive"])[0] == Fraction(613, 648)
    assert count(CASES["both have what they need"])[0] == 1  # 7 >= 7
    assert count(CASES["the attacker has its DS only"])[0] == Fraction(
        sum(  # 3 + die >= 2 + the higher of two
            max(a, b) <= die + 1 for die, a, b in product(FACES, repeat=3)
        ),
        216,
    )


@pytest.mark.parametrize(
    ("words", "who", "chances"),
    [
        # the rat's AS afterwards is 3 + the higher of two - 2: 2 to 7 in 1, 3, 5, 7, 9, 11 of 36
        ("--by as", "rat", {str(n + 1): Fraction(2 * n - 1, 36) for n in FACES}),
        # its DS is 4 + the lower: 5 to 10 in 11, 9, 7, 5, 3, 1 of 36
        ("--by ds", "rat", {str(n + 4): Fraction(13 - 2 * n, 36) for n in FACES}),
        # the wolf's DS is 2 + the higher of two - 1
        ("--by ds", "wolf", {str(n + 1): Fraction(2 * n - 1, 36) for n in FACES}),
    ],
)
def test_odds_by_a_stored_score(bench, words, who, chances):
    """BNB-20 to BNB-25: the scores as they will stand."""
    bench.lay("")
    code, out, err = bench.run("odds", "attack", "rat", "wolf", *words.split(), "--json")
    assert code == 0, err
    by = json.loads(out)["by"]["combatants"][who]
    assert {value: exact(chance) for value, chance in by.items()} == chances


def test_odds_are_refused_as_the_attack_is(bench):
    """BNB-26, BNB-30: the same words, the same exit code."""
    bench.lay("rat: {as: 0}")
    code, _, err = bench.run("odds", "attack", "rat", "wolf")
    assert (code, "BNB-26" in err) == (1, True)
    bench.lay("rat: {facing: N}")
    code, _, err = bench.run("odds", "attack", "rat", "wolf")
    assert (code, "BNB-30" in err) == (1, True)


def test_odds_of_a_forced_attack(bench):
    """BNB-30: what --force allows can be counted too: the right values are those of a plain attack."""
    bench.lay("rat: {facing: N}")
    code, out, err = bench.run("odds", "attack", "rat", "wolf", "--force", "--json")
    assert code == 0, err
    assert exact(json.loads(out)["success"]) == Fraction(503, 648)


def test_the_gm_s_modifier_counts(bench):
    """`--mod "+1 mud"` is one more on the attacker's side: P(3 + 1 + max >= 2 + max')."""
    bench.lay("")
    code, out, err = bench.run("odds", "attack", "rat", "wolf", "--mod", "+1 mud", "--json")
    assert code == 0, err
    wanted = count(Case("", "", Side(3, bonus=1), Side(2)))[0]
    assert exact(json.loads(out)["success"]) == wanted != Fraction(503, 648)
