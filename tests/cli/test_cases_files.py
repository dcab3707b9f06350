"""The files people wrote by hand, with what is expected of each: `case_files/NN`, through the commands themselves.

01 to 05 are good files, 07 to 10, 13 and 14 are not, 11 and 12 look like something else; 06 and 15 are dice expressions
(tests/dice).
"""

from __future__ import annotations

import json
import math
import re
import time
from pathlib import Path

import pytest

from tests.played import Folder

FILES = Path(__file__).parent / "case_files"
DICE = Path(__file__).resolve().parents[1] / "dice"
READING = (("status",), ("map",), ("from", "@"), ("log",), ("rules",), ("check",))


@pytest.fixture
def gm(tmp_path: Path) -> Folder:
    """A folder without an encounter."""
    return Folder(tmp_path)


def laid(gm: Folder, number: str) -> str:
    """Put the file of that number there; its text."""
    (file,) = FILES.glob(f"{number}_*.yaml")
    return gm.write(file.read_bytes())


def refused_everywhere(gm: Folder, place: str, *says: str, code: int = 3) -> None:
    """Every command refuses the file at that place and touches nothing; help and completion do not mind it."""
    told = set()
    for words in (("status",), ("map",), ("next",), ("damage", "wolf", "1"), ("add", "rat"), ("undo",)):
        ran = gm.refused(*words, code=1 if words == ("undo",) else code)
        if words != ("undo",):
            told.add(ran)
    assert len(told) == 1
    message = told.pop()
    assert message.startswith(f"encounter.yaml:{place}: error: "), message
    for part in says:
        assert part in message, message
    assert gm.must("set", "-h")
    assert gm.must("attack", "-h")


def test_case_file_01_a_minimal_encounter(gm: Folder) -> None:
    """Reading writes nothing; a wound changes one value; the two stand face to face."""
    text = laid(gm, "01")
    time_of = gm.file.stat().st_mtime_ns
    for words in (*READING, ("odds", "attack", "clover", "stoat")):
        ran = gm(*words)
        assert (ran.code, ran.err) == (0, ""), words
    assert (gm.read(), gm.file.stat().st_mtime_ns, gm.everything().keys()) == (text, time_of, {"encounter.yaml"})
    gm.must("damage", "clover", "1")
    assert gm.read() == text.replace("hp: 6", "hp: 5/6")
    told = gm.must("from", "clover", "stoat")
    assert "distance 1 hex\n" in told
    assert "stoat is ahead of clover\nclover is ahead of stoat\n" in told


def test_case_file_02_a_byte_order_mark_and_crlf(gm: Folder) -> None:
    text = laid(gm, "02")
    assert text.startswith("\ufeff#")
    assert gm("status").err == ""
    gm.must("damage", "marta", "1")
    assert gm.read() == text.replace("health: 12", "health: 11/12")
    assert gm.read().count("\n") == gm.read().count("\r\n")


def test_case_file_03_names_people_use(gm: Folder) -> None:
    """Seven, each reached; the last is stored with its accent apart, and typed in one."""
    text = laid(gm, "03")
    typed = ["O'Malley", "Anne-Marie 2", "wolf #3", "🐀 King", "小狼", "Дымок", "José"]
    assert len(gm.data("status")["combatants"]) == len(typed)
    for name in typed:
        gm.must("damage", name, "1")
    wanted = re.sub(r"hp: (\d+)", lambda hp: f"hp: {int(hp[1]) - 1}/{hp[1]}", text)
    assert gm.read() == wanted
    gm.must("undo", "7")
    assert gm.read() == text
    assert "小狼 attacks 🐀 King with bite" in gm.must("--force", "attack", "小狼", "🐀 King", "--seed", "1")
    assert (
        len({line.index(" npc") for line in gm.must("status").splitlines() if " npc " in line and line.isascii()}) == 1
    )


def test_case_file_04_die_codes(gm: Folder) -> None:
    """3D and 1D+1 are 4D+1, 3D and 2 pips 3D+2; three pips make a die, and a word that is no wound is refused."""
    text = laid(gm, "04")
    for who, whom, code, dice in (("corporal", "deckhand", "4D+1", "3,3,3,3,3"), ("deckhand", "cook", "3D+2", "3,3")):
        told = gm("--force", "attack", who, whom, "--seed", "2", "-n", "--mod", "+9D")
        assert (told.code, told.err) == (0, ""), (told, dice)
        assert f"{who} damage {code}" in told.out
    gm.write(text.replace("fortitude: 2D}", "fortitude: 1D+3}        # three pips"))
    refused_everywhere(gm, "20:25", "cook: skills.fortitude is 1D+3", "write `2D`")
    gm.write(text.replace("[injured-1]", "[grazed]"))
    refused_everywhere(gm, "21:14", "cook: wounds is grazed", "injured-1, injured-2, serious, incapacitated")


def test_case_file_05_numbers_as_names_in_flow(gm: Folder) -> None:
    text = laid(gm, "05")
    gm.must("damage", "007", "2")
    gm.must("damage", "7", "3")
    gm.must("damage", "no", "1")
    wanted = text.replace('"7": {hp: 10', '"7": {hp: 7/10').replace('"007": {hp: 10', '"007": {hp: 8/10')
    assert gm.read() == wanted.replace("'no': {hp: 3", "'no': {hp: 2/3")


VALID = [
    line.split("\t") for line in (DICE / "valid_expressions.txt").read_text().splitlines() if not line.startswith("#")
]


def test_case_file_06_expressions_that_are_rolled(gm: Folder) -> None:
    wrong = []
    for text, least, most, mean in VALID:
        rolls = [row["total"] for row in gm.data("roll", text, "--times", "1000", "--seed", "1")["rolls"]]
        spread = gm.data("roll", text, "--odds")
        error = spread["deviation"] / math.sqrt(len(rolls))
        values = [row["value"] for row in spread["chances"]]
        right = (
            (min(values), max(values)) == (int(least), int(most))
            and set(rolls) <= set(values)
            and abs(spread["mean"]["float"] - float(mean)) < 5e-5
            and abs(sum(rolls) / len(rolls) - float(mean)) <= 3 * error + 1e-9
        )
        wrong += [] if right else [text]
    assert wrong == []


def test_case_file_07_a_tab(gm: Folder) -> None:
    laid(gm, "07")
    refused_everywhere(gm, "7:1", "tab used for indentation, line 7", "spaces")


def test_case_file_08_the_same_name_twice(gm: Folder) -> None:
    laid(gm, "08")
    refused_everywhere(gm, "12:3", "`wolf` stands in line 4 and in line 12; rename")


def test_case_file_09_a_colon(gm: Folder) -> None:
    laid(gm, "09")
    refused_everywhere(gm, "5:11", "put quotes round it", "note: Sir Bun: the brave")


def test_case_file_10_a_merge_conflict(gm: Folder) -> None:
    laid(gm, "10")
    refused_everywhere(gm, "5:1", "unresolved merge conflict at line 5")


def test_case_file_11_words_that_are_names(gm: Folder) -> None:
    """`no`, `on`, `yes`, `off` are four; a yes/no value understands them; `NO` is a word, and no facing."""
    text = laid(gm, "11")
    refused_everywhere(gm, "7:13", "no: facing is NO", "one of N NE SE S SW NW")
    assert "False" not in gm("status").err
    text = gm.write(text.replace("facing: NO", "facing: NE"))
    now = gm.data("status")["combatants"]
    assert list(now) == ["no", "on", "yes", "off"]
    assert [one["hidden"] for one in now.values()] == [False, True, False, False]
    gm.must("damage", "off", "1")
    assert gm.read().startswith(text.rstrip("\n"))
    gm.must("undo")
    assert gm.read() == text


def test_case_file_12_what_looks_like_a_time(gm: Folder) -> None:
    """Refused with the label to write; never 200 or 750, and the text stays."""
    text = laid(gm, "12")
    refused_everywhere(gm, "7:9", "rider: at is 3:20", "write 0320", ":12:9: ", "write 1230", ":17:9: ", "count from 1")
    assert not re.search("200|750", gm("status").err)
    text = gm.write(text.replace("3:20", "0320").replace("12:30", '"1230"').replace("0:45", "0145"))
    assert gm.must("next")
    gm.must("undo")
    assert gm.read() == text


def test_case_file_13_misspelt_keys(gm: Folder) -> None:
    """Missing values are refused, not filled up, and what was meant is named; a note of one's own is kept."""
    text = laid(gm, "13")
    told = gm.refused("next", code=3)
    for says in (
        "`hp` is missing",
        "`stats.spd` is missing",
        "5:5: warning: clover: `HP` is no key I know; did you mean `hp`?",
    ):
        assert says in told
    gm.write(text.replace("HP: 6 ", "hp: 6 ").replace("statz", "stats"))
    ran = gm("damage", "clover", "1")
    assert ran.code == 0
    assert "7:5: warning: clover: `facng` is no key I know; did you mean `facing`?" in ran.err
    assert "9:5: warning: clover: `injurys` is no key I know; did you mean `injuries`?" in ran.err
    assert ran.err.count("mood") == 1
    assert gm.read() == text.replace("HP: 6 ", "hp: 5/6 ").replace("statz", "stats").replace("5/6   ", "5/6 ")
    assert gm("check", "--strict").code == 3


def test_case_file_14_two_encounters_in_one_file(gm: Folder) -> None:
    laid(gm, "14")
    refused_everywhere(gm, "5:1", "one encounter per file; the second begins at line 5")


REFUSED = (DICE / "refused_expressions.txt").read_text().splitlines()[1:]


def test_case_file_15_expressions_that_are_no_dice(gm: Folder) -> None:
    assert "" in REFUSED
    for text in REFUSED:
        began = time.process_time()
        told = gm.refused("roll", text, code=2)
        assert time.process_time() - began < 1, text
        assert re.match(r"gm: column \d+: ", told), (text, told)
        error = json.loads(gm("--json", "roll", text).err)
        assert (error["code"], error["schema"]) == (2, 1)
