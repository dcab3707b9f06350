"""Dice expressions: what is understood, what is refused, and what a roll shows.

C numbers are cases reported by game masters and by users of other dice rollers.
"""

from __future__ import annotations

import itertools
import math
import time
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.dice import odds
from gmtool.dice.codes import DieCode
from gmtool.dice.notation import Unreadable, parse
from gmtool.dice.odds import chances
from gmtool.dice.sources import Given, Random
from gmtool.dice.terms import Pool
from gmtool.dice.throws import Fold, Group
from gmtool.errors import Misused, NoDice

HERE = Path(__file__).parent
VALID = [
    line.split("\t")
    for line in (HERE / "valid_expressions.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
REFUSED = (HERE / "refused_expressions.txt").read_text(encoding="utf-8").splitlines()[1:]


def roll(text: str, dice: str = "") -> str:
    """Roll with the dice given, all of which must be used; give the line shown."""
    source = Given(dice)
    line = parse(text).roll(source).line
    source.finish()
    return line


def bounds(text: str) -> tuple[int, int]:
    spread = parse(text).spread()
    return spread.least, spread.most


@pytest.mark.parametrize(("text", "least", "most", "mean"), VALID, ids=[row[0] for row in VALID])
def test_listed_expressions(text: str, least: str, most: str, mean: str) -> None:
    spread = parse(text).spread()
    assert (spread.least, spread.most) == (int(least), int(most))
    assert float(spread.mean()) == pytest.approx(float(mean), abs=5e-5)
    source = Random(1)
    rolls = [parse(text).roll(source).total for _ in range(300)]
    assert set(rolls) <= set(spread.weights)
    error = spread.deviation() / math.sqrt(len(rolls))
    assert abs(sum(rolls) / len(rolls) - float(mean)) <= 4 * error + 1e-9


@pytest.mark.parametrize("text", REFUSED)
def test_listed_nonsense_is_refused(text: str) -> None:
    start = time.process_time()
    with pytest.raises(Unreadable) as caught:
        parse(text)
    assert time.process_time() - start < 1
    assert caught.value.code == 2
    assert str(caught.value).startswith(f"column {caught.value.column}: ")


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("2d6 + -1", 1, 11),  # C14
        ("2d6--1", 3, 13),  # C14
        ("2d6-+1", 1, 11),  # C14
        ("2d%", 2, 200),  # C17
        ("D%", 1, 100),  # C17
        ("d%+5", 6, 105),  # C17
        ("d4+d6", 2, 10),  # C18
        ("-d6+10", 4, 9),  # C18
        ("3D", 3, 18),  # C20
        ("3D-1", 2, 17),  # C20
        ("3D6+2", 5, 20),  # C20
        ("D66", 1, 66),  # C20: a die with 66 sides
        ("3D*2", 6, 36),
        ("3Dx2", 6, 36),
        ("0D+2", 2, 2),
        ("100d6", 100, 600),  # C22
        ("0d6", 0, 0),  # C24
        ("1d1", 1, 1),  # C24
        ("-2d6", -12, -2),  # C24
        ("((2d6+1))*2", 6, 26),  # C25
        ("(1+2)d6", 3, 18),  # C25
        ("(7/2)d6", 3, 18),  # C25, C27
        ("1d1+4*10", 41, 41),  # C26
        ("1-2*3", -5, -5),  # C26
        ("2d6+2d6", 4, 24),  # C26
        ("7/2", 3, 3),  # C27: rounds down
        ("-7/2", -4, -4),  # C27
        ("7/-2", -4, -4),  # C27
        ("4d20/4", 1, 20),  # C27
        ("2d6x2", 4, 24),  # C31: no quoting needed
        ("2d6 X 2", 4, 24),  # C31
        ("2d6×2", 4, 24),
        ("12÷5", 2, 2),
        ("1d1000000", 1, 1_000_000),
        ("100-2*3D+2", 66, 96),
        ("+".join(["(((1)))"] * 60), 60, 60),  # brackets side by side are not nested
        ("(" * 50 + "1d6" + ")" * 50, 1, 6),  # C23
    ],
)
def test_ranges(text: str, least: int, most: int) -> None:
    assert parse(text).roll(_Extreme(highest=False)).total in {least, most}
    assert parse(text).roll(_Extreme(highest=True)).total in {least, most}
    if "000000" not in text:
        assert bounds(text) == (least, most)


class _Extreme(Random):
    """Shows the lowest or the highest face of every die."""

    def __init__(self, *, highest: bool) -> None:
        self._random = lambda: 1 - 2**-53 if highest else 0.0


# C16: spaces do not matter, and shell words are joined by them
@pytest.mark.parametrize(
    "text", ["2d6-1", "2d6 - 1", " 2d6-1 ", "2 d6-1", "2d6 -1", "2D6−1", "２ｄ６－１", "2d6\u00a0-\u20091"]
)
def test_spellings_of_one_expression(text: str) -> None:
    assert [parse(text).roll(Random(seed)).total for seed in range(20)] == [
        parse("2d6-1").roll(Random(seed)).total for seed in range(20)
    ]
    assert roll(text, "3,5").casefold() == "2d6-1: 3 + 5 - 1 = 7"


# C19, C21: upper and lower case, keeping and dropping
@pytest.mark.parametrize(
    ("text", "dice", "line"),
    [
        ("2d6kh1+3", "5,2", "2d6kh1+3: 5 (2) + 3 = 8"),
        ("4d6kh3", "2,5,4,3", "4d6kh3: (2) 5 + 4 + 3 = 12"),
        ("4D6KH3", "2,5,4,3", "4D6KH3: (2) 5 + 4 + 3 = 12"),
        ("4d6Kh3", "2,5,4,3", "4d6Kh3: (2) 5 + 4 + 3 = 12"),
        ("4d6 kh3", "2,5,4,3", "4d6kh3: (2) 5 + 4 + 3 = 12"),
        ("4d6kh", "2,5,4,3", "4d6kh: (2) 5 (4) (3) = 5"),
        ("4d6dl1", "5,2,2,3", "4d6dl1: 5 + 2 (2) + 3 = 10"),
        ("4d6dl", "5,2,2,3", "4d6dl: 5 + 2 (2) + 3 = 10"),
        ("4d6dh3", "5,2,2,3", "4d6dh3: (5) 2 (2) (3) = 2"),
        ("4d6kl2", "5,2,6,3", "4d6kl2: (5) 2 (6) + 3 = 5"),
        ("2d20kl1", "17,4", "2d20kl1: (17) 4 = 4"),
        ("4d6kh4", "1,2,3,4", "4d6kh4: 1 + 2 + 3 + 4 = 10"),
    ],
)
def test_keeping_and_dropping(text: str, dice: str, line: str) -> None:
    assert roll(text, dice) == line


@pytest.mark.parametrize(
    ("text", "dice", "line"),
    [
        ("d6", "4", "d6: 4"),
        ("0d6", "", "0d6: 0"),
        ("5", "", "5: 5"),
        ("10-3-2", "", "10-3-2: 10 - 3 - 2 = 5"),
        ("3d4+3d6", "1,2,3,4,5,6", "3d4+3d6: 1 + 2 + 3 + 4 + 5 + 6 = 21"),
        ("1d6-6", "3", "1d6-6: 3 - 6 = -3"),  # C15: shown truthfully
        ("2d6*2", "3,4", "2d6*2: [3 + 4] * 2 = 14"),
        ("2*2d6kh1", "3,4", "2*2d6kh1: 2 * [(3) 4] = 8"),
        ("10-2d6", "3,4", "10-2d6: 10 - [3 + 4] = 3"),
        ("10-(2d6+1)*2", "3,4", "10-(2d6+1)*2: 10 - (3 + 4 + 1) * 2 = -6"),
        ("10-(2d6)", "3,4", "10-(2d6): 10 - [3 + 4] = 3"),
        ("-2d6", "3,4", "-2d6: -[3 + 4] = -7"),
        ("2d6--1", "3,4", "2d6--1: 3 + 4 - -1 = 8"),
        ("2d6+--1", "3,4", "2d6+--1: 3 + 4 + 1 = 8"),
        ("---1", "", "---1: -1"),
        ("7/2*2", "", "7/2*2: 7 / 2 * 2 = 6"),
        ("3D+2", "3,4,1", "3D+2: 3 + 4 + 1 + 2 = 10"),
        ("3D + 2", "3,4,1", "3D+2: 3 + 4 + 1 + 2 = 10"),
        ("(3D+2)x2", "3,4,1", "(3D+2)x2: [3 + 4 + 1 + 2] * 2 = 20"),
        ("2d6!", "6,2,6,3", "2d6!: 6! + 6! + 3 + 2 = 17"),
        ("1d6!", ",".join("6" * 11), "1d6!: " + "6! + " * 10 + "6 = 66"),  # ten more at most
        ("3d6!kh2", "6,2,4,1", "3d6!kh2: 6! + 1 (2) + 4 = 11"),
        ("3d6kl1!", "6,2,4,1", "3d6kl1!: (6! + 1) 2 (4) = 2"),
        ("2d6+1", "=9", "2d6+1: 9 + 1 = 10"),
        ("4d6kh3", "=17", "4d6kh3: 17"),
        ("3D+2", "=9", "3D+2: 11"),
    ],
)
def test_what_a_roll_shows(text: str, dice: str, line: str) -> None:
    assert roll(text, dice) == line


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("4d6kh9", 4, "of 4 dice you cannot keep 9"),  # C21
        ("4d6kh0", 4, "of 4 dice you cannot keep 0"),  # C21
        ("4d6dl4", 4, "of 4 dice you cannot drop 4"),
        ("4d6dl0", 4, "of 4 dice you cannot drop 0"),
        ("4d6kh3kl1", 7, "`kl1`: these dice have one already"),
        ("4d6!!", 5, "`!`: these dice have one already"),
        ("4d6d1", 4, "dice of dice cannot be rolled"),  # C21
        ("4d6kh 3", 7, "`3` does not belong here"),  # C21: never swallows the next word
        ("2w6", 2, "`w` is no die here"),  # C19
        ("W6", 1, "`w` is no die here"),  # C19
        ("3d+2", 2, "how many sides?"),  # C20
        ("D+2", 1, "how many sides?"),  # C20
        ("3D!", 3, "`!` does not belong here"),
        ("3Dkh2", 2, "`Dkh2` does not belong here"),
        ("d % 3", 1, "how many sides?"),  # C17
        ("d%3", 3, "`3` does not belong here"),  # C17
        ("1000000d6", 1, "1,000 dice at most in one expression"),  # C22
        ("500d6+501d6", 7, "1,000 dice at most in one expression"),  # C22
        ("1d1000001", 3, "a number of sides may be 1,000,000 at most"),  # C23
        ("1d99999999999999999999999999", 3, "a number of sides may be 1,000,000 at most"),  # C23
        ("1d6+99999999999999999999999999", 5, "a number may be 1,000,000,000,000 at most"),  # C23
        ("1" * 10_000, 1001, "1,000 characters at most, not 10,000"),  # C23
        ("(" * 51 + "1" + ")" * 51, 51, "50 brackets inside one another at most"),  # C23
        ("0d0", 3, "a die needs at least one side"),  # C24
        ("2d-6", 2, "how many sides?"),  # C24
        ("(5+(-10))d10", 1, "-5 dice cannot be rolled"),  # C25
        ("2d(1d6)", 2, "how many sides?"),  # C25
        ("(1d6)d6", 1, "a number of dice cannot come from dice"),  # C25
        ("(2d6", 1, "this `(` is never closed"),  # C25
        ("2d6)", 4, "this `)` closes nothing"),  # C25
        ("()", 2, "a number or dice should stand here, not `)`"),  # C25
        ("(2d6 3)", 6, "`3` does not belong here"),
        ("1d6/(2-2)", 5, "this divides by zero"),  # C27
        ("1d6/0d6", 5, "this divides by zero"),
        ("1 if 1 else 2", 3, "`if` does not belong here"),  # C28
        ("2d6 3d8", 5, "`3d8` does not belong here"),  # C29
        ("2d6+1 banana", 7, "`banana` does not belong here"),  # C29
        ("2d6+", 5, "the expression ends where a number or dice should stand"),  # C29
        ("", 1, "the expression ends where a number or dice should stand"),  # C29
        ("2d6**2", 5, "a number or dice should stand here, not `*`"),
        ("1.5", 2, "`.` does not belong here"),
        ("1d6,1d6", 4, "`,` does not belong here"),
        ("2d6\x1b[31m", 4, "the character U+001B does not belong here"),
        ("2d٣", 2, "how many sides?"),
        ("dragon", 1, "a number or dice should stand here, not `dragon`"),
    ],
)  # fmt: skip
def test_refusals_name_the_column(text: str, column: int, problem: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(text)
    assert (caught.value.column, caught.value.problem) == (column, problem)


def test_a_refusal_shows_the_expression_with_a_caret() -> None:
    with pytest.raises(Misused) as caught:
        parse("２d６+1\u00a0banana")
    assert caught.value.text.splitlines() == [
        "column 7: `banana` does not belong here",
        "  2d6+1 banana",
        "        ^",
    ]


def test_a_long_expression_is_shown_in_part() -> None:
    with pytest.raises(Unreadable) as caught:
        parse("+".join(["1d6"] * 100) + "+x+" + "+".join(["1d6"] * 100))
    _, shown, caret = caught.value.text.splitlines()
    assert len(shown) <= 62
    assert shown[len(caret) - 1] == "x"


# C31: what a shell may have eaten
@pytest.mark.parametrize("text", ["(2d6", "2d6)", "()", "2d6(3)", "2d6**2", "3D!"])
def test_a_bracket_or_star_hints_at_quoting(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(text)
    assert "quote the expression" in caught.value.remedy
    assert "`x` means times" in caught.value.remedy


def test_keeping_three_of_four_is_exact() -> None:
    # C21: 18 needs three sixes: 4 * 5 + 1 of 1296 falls
    spread = parse("4d6kh3").spread()
    assert spread.at_least(18) == Fraction(7, 432)
    assert spread.mean() == Fraction(15869, 1296)


def test_a_division_by_zero_that_dice_make_is_refused_without_a_result() -> None:
    expression = parse("6/(1d6-1)")
    assert expression.roll(Given("3")).total == 3
    with pytest.raises(Misused, match="division by zero"):
        expression.roll(Given("1"))
    with pytest.raises(Misused, match="division by zero"):
        expression.spread()


def test_dice_are_asked_for_by_term() -> None:
    with pytest.raises(NoDice) as caught:
        parse("2d6kh1+1d8").roll(Given("3,4"), "Ana")
    assert caught.value.text == "Ana, 1d8 (1d8): no die left; the 2 given are used up"


def test_casts_are_kept() -> None:
    rolled = parse("2d6+1d8").roll(Given("3,4,8"))
    assert [cast.faces for cast in rolled.casts] == [((3, 4),), ((8,),)]
    assert (rolled.total, rolled.line) == (15, "2d6+1d8: 3 + 4 + 8 = 15")


# A system says what its die codes count (C20): here faces from 3 on, one more die for pips
SUCCESSES: Fold[int] = Fold("successes", lambda _, chain: int(chain[0] >= 3), lambda a, b: a + b, 0, typed="s")


def successes(code: DieCode) -> Pool:
    return Pool((Group(code.dice, 6), Group(int(code.pips > 0), 6, "pip die")), SUCCESSES, lambda scored: scored)


def test_a_die_code_counts_what_its_system_says() -> None:
    expression = parse("3D+2")
    assert expression.roll(Given("3,2,6,5"), pool=successes).line == "3D+2: 3 [3 2 6 pip die 5] = 3"
    assert expression.roll(Given("2s"), pool=successes).line == "3D+2: 2"
    assert expression.spread(successes).mean() == 4 * Fraction(2, 3)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("3D+2", [DieCode(3, 2)]),
        ("3D+2+1", [DieCode(3, 2)]),
        ("1+3D+1", [DieCode(3, 1)]),
        ("(3D+1)*2", [DieCode(3, 1)]),
        ("3D+1+2D+2", [DieCode(3, 1), DieCode(2, 2)]),
        ("3D+3", [DieCode(3)]),
        ("3D+0", [DieCode(3)]),
        ("3D-1", [DieCode(3)]),
        ("3D+12", [DieCode(3)]),
        ("3D+2*2", [DieCode(3)]),
        ("3D+2x2", [DieCode(3)]),
        ("3D+2/2", [DieCode(3)]),
        ("3D+2d6", [DieCode(3)]),
        ("3D+2D", [DieCode(3), DieCode(2)]),
        ("2*3D+2", [DieCode(3)]),
        ("10-3D+2", [DieCode(3)]),
        ("-3D+2", [DieCode(3)]),
        ("(3D)+2", [DieCode(3)]),
    ],
)
def test_pips_belong_to_a_code_only_where_arithmetic_agrees(text: str, codes: list[DieCode]) -> None:
    seen: list[DieCode] = []

    def note(code: DieCode) -> Pool:
        seen.append(code)
        return successes(code)

    parse(text).roll(Random(1), pool=note)
    assert seen == codes
    # added up, the pips make no difference wherever they stand
    assert bounds(text) == bounds(text.replace("D", "d6 ").replace("d6 6", "d6"))


@pytest.mark.parametrize("text", ["2d6*2+1d4!", "3d4kh2-1d6", "(1d6+1)*(1d4-2)", "7-2d4/2", "-(2d3)x2", "2D+1-1d4kl1"])
def test_counting_agrees_with_rolling_every_fall(text: str) -> None:
    expression = parse(text)
    assert dict(expression.spread()) == chances(lambda source: expression.roll(source).total)


@pytest.mark.parametrize("which", ["kh", "kl", "dh", "dl"])
@pytest.mark.parametrize("amount", [1, 2, 3])
def test_keeping_agrees_with_brute_force(which: str, amount: int) -> None:
    expected: dict[int, int] = defaultdict(int)
    for faces in itertools.product(range(1, 6), repeat=4):
        ranked = sorted(faces, reverse=which in {"kh", "dl"})
        expected[sum(ranked[:amount] if which[0] == "k" else ranked[: 4 - amount])] += 1
    spread = parse(f"4d5{which}{amount}").spread()
    assert {value: chance * 5**4 for value, chance in spread} == expected


def test_exploding_dice_are_exact() -> None:
    spread = parse("1d6!").spread()
    # each of the eleven dice is rolled if all before it showed a six
    assert spread.mean() == sum(Fraction(7, 2) / 6**before for before in range(11))
    assert dict(spread)[6 * 10 + 6] == Fraction(1, 6**11)
    assert 6 not in spread.weights


@pytest.mark.parametrize("text", ["100d6", "20d10kh3", "10d6kh3", "2d6*2+1d8!", "50d8+50d6-20d4", "10d6!"])
def test_counting_is_quick(text: str) -> None:
    start = time.process_time()
    assert sum(chance for _, chance in parse(text).spread()) == 1
    assert time.process_time() - start < 10, "well under a second is usual"


@pytest.mark.parametrize("text", ["1000d1000", "1d1000000"])
def test_counting_too_much_is_refused(text: str) -> None:
    with pytest.raises(Misused, match="too many different falls"):
        parse(text).spread()


@pytest.mark.parametrize("text", ["10d7kh5", "2d101", "1d90*1d90*1d90"])
def test_the_bound_is_on_all_steps_of_counting(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MOST_STEPS", 9_000)
    with pytest.raises(Misused, match="too many different falls"):
        parse(text).spread()


@given(st.text(max_size=40) | st.text(alphabet="0123456789dDkhlx+-*/()%! w", max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_text_is_rolled_or_refused(text: str) -> None:
    try:
        expression = parse(text)
    except Unreadable as refusal:
        assert 1 <= refusal.column <= len(text) + 1
        return
    again = parse(expression.text)
    try:
        rolled = expression.roll(Random(1))
    except Misused:
        return
    assert again.roll(Random(1)).total == rolled.total, "the text shown means the same"


@st.composite
def arithmetic(draw: st.DrawFn, depth: int = 3) -> str:
    if depth == 0 or draw(st.booleans()):
        return str(draw(st.integers(0, 30)))
    one = draw(arithmetic(depth=depth - 1))
    other = draw(arithmetic(depth=depth - 1))
    sign = draw(st.sampled_from(["+", "-", "*", "/", " - ", "+-"]))
    return f"({one}{sign}{other})" if draw(st.booleans()) else f"{one}{sign}{other}"


@given(arithmetic())
def test_school_arithmetic(text: str) -> None:
    try:
        expected = eval(text.replace("/", "//"))  # only digits, signs and brackets, made above
    except ZeroDivisionError:
        with pytest.raises(Misused, match="zero"):
            parse(text)
        return
    assert parse(text).roll(Given("")).total == expected
