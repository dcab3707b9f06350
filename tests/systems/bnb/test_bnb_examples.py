"""The rule book's worked examples, to the digit, through the program itself; the file's bytes with them."""

import json

import pytest

FACING = """\
# Two who met at the ford.
system: bnb
combatants:
  rat:                          # ours
    side: pc
    at: 0304
    facing: SE
    stats: {str: 1, spd: 4, agi: 3}
    hp: 8/8
  wolf:
    at: 0404
    facing: NW
    stats: {str: 4, spd: 2, agi: 2}
    hp: 14/14                   # hungry
# that is all
"""
FIRST = "5,2,3,6,4"


def after_first(rat: tuple[int, int], wolf: tuple[int, int]) -> str:
    """The file after example 1 and what followed: the AS and DS of both; every other byte as it was.

    The comment beside the HP keeps its column.
    """
    return FACING.replace("hp: 8/8\n", f"hp: 8/8\n    as: {rat[0]}\n    ds: {rat[1]}\n").replace(
        "hp: 14/14                   # hungry\n",
        f"hp: 9/14                    # hungry\n    as: {wolf[0]}\n    ds: {wolf[1]}\n",
    )


def test_example_1_adjacent_and_face_to_face(gm):
    """Rat offensive: AS 3 + 5 = 8, DS 4 + 2 = 6. Wolf defensive: DS 2 + 6 = 8, AS 2 + 3 = 5. 8 >= 8. Core 1 + 4."""
    gm.write(FACING)
    ran = gm("--dice", FIRST, "attack", "rat", "wolf")
    assert (ran.code, ran.err) == (0, "")
    for words in ("AGI 3 + die 5 = 8", "SPD 4 + die 2 = 6", "SPD 2 + die 6 = 8", "AGI 2 + die 3 = 5"):
        assert words in ran.out
    assert "hit (8 >= 8): core STR 1 + die 4 = 5" in ran.out
    assert "wolf hp 14/14 -> 9/14" in ran.out
    assert "rat AS 6, DS 6; wolf AS 5, DS 7" in ran.out
    assert gm.read() == after_first((6, 6), (5, 7))


def test_example_2_the_same_again_until_it_is_refused(gm):
    """AS 6, 4, 2, 0 against DS 7, 6, 5: three misses without a die, then BNB-26."""
    gm.write(FACING)
    assert gm("--dice", FIRST, "attack", "rat", "wolf").code == 0
    for score, defense in ((6, 7), (4, 6), (2, 5)):
        ran = gm("--dice", " ", "attack", "rat", "wolf")
        assert ran.code == 0, ran.err
        assert f"miss ({score} < {defense})" in ran.out
        assert "die" not in ran.out
        assert gm.read() == after_first((score - 2, 6), (5, defense - 1))
    kept = gm.read(), gm.history()
    refused = gm("attack", "rat", "wolf")
    assert refused.code == 1
    assert "BNB-26" in refused.err and "AS of 0" in refused.err
    assert (gm.read(), gm.history()) == kept
    assert gm.read() == after_first((0, 6), (5, 4))


CHARGE = """\
system: bnb
grid: {layout: flat}            # as printed
combatants:
  rat: {side: pc, at: 0301, facing: S, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}     # quick
  wolf:
    at: "0304"
    facing: S
    stats: {str: 4, spd: 2, agi: 2}
    hp: '14/14'
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_example_3_a_charge_from_behind(gm, newline):
    """Rat to 0303: AS 3 + 4 + 2 = 9, + 1 behind = 10; DS 4 + 1 - 2 = 3. Wolf DS 2 + 5, AS 2 + 2. Core 1 + 6."""
    gm.write(CHARGE.replace("\n", newline))
    ran = gm("--dice", "4,1,2,5,6", "attack", "rat", "wolf", "--charge")
    assert (ran.code, ran.err) == (0, "")
    assert "charge, 2 hexes to 0303" in ran.out
    assert "AGI 3 + die 4 + charge 2 + from behind 1 = 10" in ran.out
    assert "hit (10 >= 7): core STR 1 + die 6 = 7" in ran.out
    assert "wolf hp 14/14 -> 7/14" in ran.out
    expected = (
        CHARGE.replace("at: 0301", "at: 0303")
        .replace("hp: 8/8}     # quick", "hp: 8/8, as: 7, ds: 3} # quick")  # its column is taken
        .replace("hp: '14/14'\n", "hp: '7/14'\n    as: 4\n    ds: 6\n")
    )
    assert gm.read() == expected.replace("\n", newline)
    assert gm("undo").code == 0
    assert gm.read() == CHARGE.replace("\n", newline)


def test_example_4_two_vulnerable_markers(gm):
    """DS 9, AS 5 attacks at 5 + 4 = 9 and hits; core 1 + 1. AS 3, DS 8 are stored, the 9 is not."""
    marked = FACING.replace(
        "hp: 14/14                   # hungry\n", "hp: 14/14\n    ds: 9\n    markers: {vulnerable: 2}\n"
    ).replace("hp: 8/8\n", "hp: 8/8\n    as: 5\n")
    gm.write(marked)
    ran = gm("--dice", "1", "attack", "rat", "wolf")
    assert (ran.code, ran.err) == (0, "")
    assert "hit (9 >= 9)" in ran.out
    assert gm.read() == marked.replace("as: 5", "as: 3").replace("ds: 9", "ds: 8").replace("14/14", "12/14")


@pytest.mark.parametrize(
    ("words", "chance"),
    [
        (["attack", "rat", "wolf"], "503/648"),  # P(3 + max >= 2 + max')
        (["attack", "rat", "wolf", "--target-offensive"], "613/648"),  # P(3 + max >= 2 + min')
    ],
)
def test_example_5_the_odds_before_example_1(gm, words, chance):
    gm.write(FACING)
    ran = gm("odds", *words)
    assert (ran.code, ran.err) == (0, "")
    assert f"P(hit) {chance} = " in ran.out
    data = json.loads(gm("odds", *words, "--json").out)
    assert data["success"]["exact"] == chance
    top, bottom = map(int, chance.split("/"))
    assert data["success"]["float"] == pytest.approx(top / bottom)
    assert gm.read() == FACING
    assert gm.history() == b""
