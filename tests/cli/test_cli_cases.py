"""What game masters reported of other tools (dice and hand-edited files), each case by its number."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

yaml = pytest.importorskip("yaml")
SHEET = "stats: {str: 1, spd: 4, agi: 3}"


# dice -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "total"), [("2d6+-1", 4), ("2d6 + -1", 4), ("2d6--1", 6), ("2d6-+1", 4)])
def test_c14_a_bonus_glued_to_a_negative_number(gm: Table, words: str, total: int) -> None:
    assert gm("--dice", "2,3", "roll", words).out.endswith(f"= {total}\n")


def test_c15_below_nothing(gm: Table) -> None:
    assert gm("--dice", "1", "roll", "1d6-6").out.endswith("= -5\n")
    assert "-5 to 0" in gm("roll", "1d6-6", "--odds").out


@pytest.mark.parametrize(
    "words", [("2d6-1",), ("2d6 - 1",), (" 2d6-1 ",), ("2d6", "-", "1"), ("2d6", "-1"), ("2d6-", "1")], ids=str
)
def test_c16_with_and_without_blanks(gm: Table, words: tuple[str, ...]) -> None:
    """Never a partial parse that rolls only 2d6."""
    assert gm("--dice", "5,2", "roll", *words).out == "2d6-1: 5 + 2 - 1 = 6\n"
    seeded = gm("--seed", "8", "roll", *words)
    assert seeded == gm("--seed", "8", "roll", "2d6-1")


def test_c16_a_count_apart_from_its_dice(gm: Table, refuse: Callable[..., Ran]) -> None:
    ran = gm("--dice", "5,2", "roll", "2 d6-1")
    assert ran.code == 2 or ran.out.endswith("= 6\n")


@pytest.mark.parametrize(
    "words",
    [
        ("999999999d6",),
        ("1000000d6",),
        ("9**9**9",),
        ("1d99999999999999999999999999",),
        ("(" * 5000 + "1" + ")" * 5000,),
    ],
)
def test_c22_c23_ten_million_dice_are_refused_at_once(
    face_to_face: Table, refuse: Callable[..., Ran], words: tuple[str, ...]
) -> None:
    began = time.monotonic()
    ran = refuse("roll", *words, code=2)
    assert time.monotonic() - began < 5
    assert len(ran.err) < 1500


def test_c22_ordinary_big_rolls_are_fine(gm: Table) -> None:
    assert re.fullmatch(r"100d6: .* = \d+\n", gm("roll", "100d6").out, re.DOTALL)


@pytest.mark.parametrize(
    "words",
    [("__import__('os').getcwd()",), ("1 if 1 else 2",), ("open('x','w')",), ("{1}",), ("2d6;1",), ("2d6\n1d6",)],
    ids=str,
)
def test_c28_nothing_is_ever_executed(face_to_face: Table, refuse: Callable[..., Ran], words: tuple[str, ...]) -> None:
    refuse("roll", *words, code=2)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("2d6+1", "banana"), "banana"),
        (("2d6", "3d8"), "3d8"),
        (("2d6+",), ""),
        (("",), "column 1"),
        (("2d6)",), ")"),
        (("(2d6",), "("),
    ],
    ids=str,
)
def test_c29_one_bad_term_is_named_and_nothing_is_rolled(
    face_to_face: Table, refuse: Callable[..., Ran], words: tuple[str, ...], names: str
) -> None:
    refuse("roll", *words, code=2, says=(names,))


def test_c31_quoting_is_hinted_at_where_it_was_forgotten(gm: Table) -> None:
    assert "x" in gm("roll", "-h").out
    assert gm("--dice", "3,4", "roll", "2d6x2").out.endswith("= 14\n")
    assert gm("--dice", "3,4", "roll", "2d6", "x", "2").out.endswith("= 14\n")


@pytest.mark.parametrize(
    ("words", "total"),
    [(("-1d6+10",), 6), (("--", "-1d6"), -4), (("-1d6", "+", "10"), 6), (("10", "-1d6"), 6)],
    ids=str,
)
def test_c32_a_leading_minus_is_no_option(gm: Table, words: tuple[str, ...], total: int) -> None:
    assert re.search(rf"[:=] {total}\n$", gm("--dice", "4", "roll", *words).out)


def test_c32_negative_numbers_for_verbs(face_to_face: Table, refuse: Callable[..., Ran]) -> None:
    refuse("damage", "wolf", "-3", code=1, says=("gm heal",))
    assert face_to_face("set", "wolf", "agi=-2").code == 0
    assert face_to_face("roll", "2d6", "--seed", "-42").out == face_to_face("roll", "2d6", "--seed=-42").out != ""
    refuse("attack", "rat", "wolf", "--mod", "-x", code=2, says=("-x",))
    assert "- the GM 2" in face_to_face("attack", "rat", "wolf", "--mod", "-2", "--dice", "1,1,5,5").out


def test_c33_a_roll_can_be_repeated(gm: Table) -> None:
    first = gm("roll", "10d6", "--seed", "7").out
    assert gm("roll", "10d6", "--seed", "7").out == first
    assert gm("roll", "10d6", "--seed", "8").out != first


# files people wrote by hand -------------------------------------------------------------------------------------------


def test_c34_a_time_is_no_number(gm: Table) -> None:
    """`3:20` is 200 and `12:30` 750 to a YAML 1.1 reader."""
    text = gm.write(
        f"system: bnb\ncombatants:\n  3:20: {{{SHEET}, hp: 8/8}}\n  page: {{name: 12:30, {SHEET}, hp: 6}}\n"
        "notes: [0:45]\n"
    ).read_text()
    assert gm("damage", "3:20", "1").code == 0
    assert gm.read() == text.replace("8/8", "7/8")
    gm.write("system: bnb\ncombatants:\n  rider: {at: 3:20, stats: {str: 0, spd: 0, agi: 0}, hp: 15}\n")
    ran = gm("next")
    assert ran.code == 3
    assert "encounter.yaml:3:15: error: rider: at is 3:20" in ran.err


def test_c35_no_on_yes_off_are_four_names(gm: Table) -> None:
    names = ("no", "on", "yes", "off")
    text = gm.write(
        "system: bnb\ncombatants:\n" + "".join(f"  {name}: {{hidden: no, {SHEET}, hp: 8/8}}\n" for name in names)
    ).read_text()
    for name in names:
        assert f"{name} hp 8/8 -> 7/8" in gm("damage", name, "1").out
    assert gm.read() == text.replace("8/8", "7/8")
    assert gm("set", "no", "hidden=yes").code == 0
    assert gm.read().count("hidden: yes") == 1


def test_c35_a_german_north_east_is_refused_by_its_letters(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write(f"system: bnb\ncombatants:\n  no: {{facing: NO, {SHEET}, hp: 8}}\n")
    ran = refuse("status", code=3, says=("no: facing is NO", "N NE SE S SW NW"))
    assert "False" not in ran.err


@pytest.mark.parametrize("name", ["1e3", "0x1F", "007", "1_000", ".5", "2024-01-05", "Null", "~", "true", "12E5"])
def test_c36_c37_names_that_look_like_something_else(gm: Table, name: str) -> None:
    text = gm.write(f"system: bnb\ncombatants:\n  {name}: {{side: 2e30, {SHEET}, hp: 8/8}}\n").read_text()
    ran = gm("damage", name, "1")
    if name in ("~", "Null") and ran.code:  # nothing is no name: ask for quotes
        assert (ran.code, "quotes" in ran.err) == (3, True)
        return
    assert f"{name} hp 8/8 -> 7/8" in ran.out
    assert gm.read() == text.replace("8/8", "7/8")
    told = gm("status").out
    assert "2e30" in told
    assert name in told


def test_c38_the_second_of_two_blocks_never_replaces_the_first(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write(
        "system: bnb\ncombatants:\n  wolf:\n    stats: {str: 0, spd: 0, agi: 0}\n    hp: 9\n"
        "  wolf:                 # copied, meant to be a second one\n    hp: 4\n"
    )
    for words in (("status",), ("damage", "wolf", "1"), ("next",)):
        refuse(*words, code=3, says=("encounter.yaml:6:3: error", "wolf", "line 3"))


def test_c39_a_tab_before_a_comment_is_fine(gm: Table) -> None:
    text = gm.write(f"system: bnb\t# rabbits\ncombatants:\n  rat: {{{SHEET}, hp: 8/8}}\t# here\n").read_text()
    assert gm("damage", "rat", "1").code == 0
    assert gm.read() == text.replace("8/8", "7/8")


def test_c41_a_byte_order_mark_is_kept(gm: Table) -> None:
    gm.write(f"\ufeffsystem: bnb\r\ncombatants:\r\n  rat: {{{SHEET}, hp: 8/8}}   # é\r\n")
    assert gm("damage", "rat", "1").code == 0
    assert gm.read() == f"\ufeffsystem: bnb\r\ncombatants:\r\n  rat: {{{SHEET}, hp: 7/8}}   # é\r\n"


def test_c42_crlf_stays_crlf(gm: Table) -> None:
    text = f"# top\r\n\r\nsystem: bnb\r\n\r\ncombatants:\r\n  # she\r\n  rat: {{{SHEET}, hp: 8/8}}\r\n\r\n# end"
    gm.write(text)
    assert gm("damage", "rat", "1").code == 0
    assert gm.read() == text.replace("8/8", "7/8")
    assert gm("next", "--dice", "3").code == 0
    assert gm.read().count("\n") == gm.read().count("\r\n")


@pytest.mark.parametrize("text", ["", "# only a comment\n", "---\n", "   \n", "[]\n", "rat\n", "null\n"], ids=repr)
def test_c44_an_empty_file_is_no_encounter(gm: Table, refuse: Callable[..., Ran], text: str) -> None:
    gm.write(text)
    for words in (("next",), ("status",), ("set", "rat", "hp=1")):
        ran = refuse(*words, code=3, says=("encounter.yaml:1:",))
        assert "None" not in ran.err


def test_c45_the_second_of_two_encounters_is_never_dropped(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write(
        f"system: bnb\ncombatants:\n  guard: {{{SHEET}, hp: 10}}\n---\n"
        f"system: bnb\ncombatants:\n  captain: {{{SHEET}, hp: 16}}\n"
    )
    refuse("damage", "guard", "1", code=3, says=("one encounter per file", "line 4"))


def test_c46_a_misspelt_key_is_pointed_at_and_kept(gm: Table) -> None:
    text = gm.write(
        f"system: bnb\nround: 1\ntrun: rat\ncombatants:\n  rat:\n    facng: N\n    {SHEET}\n    hp: 8/8\n"
        "    mood: grumpy   # my own\n    x-mood: fine\n"
    ).read_text()
    ran = gm("damage", "rat", "1")
    assert ran.code == 0
    assert "encounter.yaml:3:1: warning: `trun` is no key I know; did you mean `turn`?" in ran.err
    assert "encounter.yaml:6:5: warning: rat: `facng` is no key I know; did you mean `facing`?" in ran.err
    assert ran.err.count("mood") == 1
    assert "x-mood" not in ran.err
    assert gm.read() == text.replace("8/8", "7/8")


def test_c46_capitals_by_habit(gm: Table, refuse: Callable[..., Ran]) -> None:
    """`HP: 6` is not taken for `hp`, and nobody starts with a health that was never written."""
    gm.write(f"system: bnb\ncombatants:\n  rat: {{HP: 6, {SHEET}}}\n")
    refuse("next", code=3, says=("rat: `hp` is missing", "did you mean `hp`?"))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("9", "9/9"),
        ('"9"', "9/9"),
        ("9/14", "9/14"),
        ("-3/9", "-3/9"),
        ("9 / 14", "9/14"),
        ("+9/14", "9/14"),
        ("0/4", "0/4"),
    ],
)
def test_c47_health_as_people_write_it(gm: Table, value: str, shown: str) -> None:
    gm.write(f"system: bnb\ncombatants:\n  rat: {{{SHEET}, hp: {value}}}\n")
    assert shown in gm("status").out


@pytest.mark.parametrize("value", ["104/40", "5.5", "five", "9/0", "9/-1", "", "[9, 9]", "1e3", "0x9", "9/14/20", "∞"])
def test_c47_health_that_cannot_be(gm: Table, refuse: Callable[..., Ran], value: str) -> None:
    gm.write(f"system: bnb\ncombatants:\n  rat: {{{SHEET}, hp: {value}}}\n")
    refuse("damage", "rat", "1", code=3, says=("rat", "hp"))


def test_c50_dice_where_a_number_goes_are_refused_not_rolled(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write(f"system: bnb\ncombatants:\n  rat: {{{SHEET}, hp: 2d6+3}}\n")
    refuse("status", code=3, says=("rat", "hp is 2d6+3"))


COMMANDS = (
    ("status",), ("next",), ("start",), ("attack", "rat", "wolf"), ("damage", "rat", "1"), ("set", "rat", "hp=1"),
    ("mark", "rat", "x"), ("odds", "attack", "rat", "wolf"), ("rules",),
)  # fmt: skip


def test_c51_the_same_words_whatever_the_command(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write("system: bnb\ncombatants:\n  rat: {hp: 8/8\n  wolf: {hp: 9/9}\n")
    told = {refuse(*words, code=3).err.splitlines()[0] for words in COMMANDS}
    assert len(told) == 1
    checked = gm("check")
    assert checked.code == 3
    assert checked.out.splitlines()[0] in told


# disks and editors ----------------------------------------------------------------------------------------------------


def test_c54_a_link_stays_a_link(gm: Table) -> None:
    real = gm.write(f"system: bnb\ncombatants:\n  rat: {{{SHEET}, hp: 8/8}}\n", "campaign/night.yaml")
    gm.file.symlink_to("campaign/night.yaml")
    assert gm("damage", "rat", "1").code == 0
    assert gm.file.is_symlink()
    assert "7/8" in real.read_text()
    assert (gm.folder / "campaign" / ".gm" / "night.yaml.jsonl").exists()
    assert gm("undo").code == 0
    assert "8/8" in real.read_text()


@pytest.mark.parametrize("mode", [0o644, 0o664, 0o600])
def test_c55_the_mode_stays(face_to_face: Table, mode: int) -> None:
    face_to_face.file.chmod(mode)
    assert face_to_face("damage", "rat", "1").code == 0
    assert face_to_face.file.stat().st_mode & 0o777 == mode


def test_c60_what_an_editor_leaves_beside_it_is_not_read(face_to_face: Table) -> None:
    beside = [
        face_to_face.write("not: [an encounter", name)
        for name in (".encounter.yaml.swp", "#encounter.yaml#", "encounter.yaml~", "4913")
    ]
    assert face_to_face("damage", "rat", "1").code == 0
    assert all(path.read_text() == "not: [an encounter" for path in beside)
    assert {path.name for path in face_to_face.folder.iterdir()} == {
        ".gm", "encounter.yaml", *(path.name for path in beside)
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("count", [300, 2000])
def test_c93_big_files(gm: Table, count: int) -> None:
    """Each ends within the patience of the fixture; how fast it is, the benchmark tells."""
    rows = "".join(f"  wolf-{i}: {{{SHEET}, hp: 8/8, x-note: 'a wolf among {count}'}}\n" for i in range(count))
    gm.write("system: bnb\ncombatants:\n" + rows)
    for words in (("next",), ("status",), ("damage", f"wolf-{count - 1}", "1"), ("undo",)):
        assert gm(*words).code == 0
