"""Dice on the table: asked for on a real terminal, by name and reason; a slip is asked again, Ctrl-C costs nothing."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

Gm = Callable[..., Any]
FIGHT = """\
system: bnb
combatants:
  rat: {side: pc, name: Nib, at: 0301, facing: S, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}
  wolf: {at: 0304, facing: S, stats: {str: 4, spd: 2, agi: 2}, hp: 14/14}
"""
CHARGE = ("attack", "rat", "wolf", "--charge")
GIVEN = "4,1,2,5,6"
"""the dice of the README's charge: Nib's score dice 4 1, the wolf's 2 5, the core die 6"""


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    """The duel, nothing done yet."""
    file = tmp_path / "encounter.yaml"
    file.write_text(FIGHT)
    return file


@pytest.fixture
def talk(fight: Path, gm: Any) -> Callable[..., Any]:
    """Run `gm` on a terminal."""

    def run(*words: str, **env: str) -> Any:
        argv = ["-m", "gmtool", *words]
        whole = {**gm.env, **env}
        return pexpect.spawn(sys.executable, argv, cwd=str(fight.parent), env=whole, encoding="utf-8", timeout=30)

    return run


def answered(spoken: Any, *turns: tuple[str, str]) -> str:
    """Answer each prompt in turn; give what was printed after the last answer."""
    for prompt, answer in turns:
        spoken.expect_exact(prompt)
        spoken.sendline(answer)
    spoken.expect(pexpect.EOF)
    spoken.close()
    return str(spoken.before)


def as_given(fight: Path, gm: Gm, dice: str = GIVEN) -> str:
    """The file as it is after the same dice were given."""
    typed = fight.read_text()
    fight.write_text(FIGHT)
    assert gm("--dice", dice, *CHARGE).code == 0
    given = fight.read_text()
    fight.write_text(typed)
    return given


NIB, WOLF, CORE = "Nib, score dice, offensive (2d6)? ", "wolf, score dice, defensive (2d6)? ", "Nib, Core Die (1d6)? "

ANSWERS: dict[str, list[tuple[str, str]]] = {
    "a throw at a time": [(NIB, "4 1"), (WOLF, "2,5"), (CORE, "6")],
    "one by one": [(NIB, "4"), ("Nib, score dice, offensive (1 more of 2d6)? ", "1"), (WOLF, "2 5"), (CORE, "6")],
    "a face no die has": [(NIB, "4 7"), (NIB, "4 1"), (WOLF, "2 5"), (CORE, "6")],
    "too many": [(NIB, "4 1 2"), (NIB, "4 1"), (WOLF, "2 5"), (CORE, "6")],
    "a word": [(NIB, "four one"), (NIB, "4 1"), (WOLF, "2 5"), (CORE, "6")],
    "nothing": [(NIB, ""), (NIB, "  "), (NIB, "4 1"), (WOLF, "2 5"), (CORE, "6")],
    "a total": [(NIB, "4 1"), (WOLF, "2 5"), (CORE, "=6")],
    "a total that cannot be": [(NIB, "4 1"), (WOLF, "2 5"), (CORE, "=9"), (CORE, "=6")],
    "a total where each die matters": [(NIB, "=5"), (NIB, "4 1"), (WOLF, "2 5"), (CORE, "6")],
}


@pytest.mark.parametrize("case", ANSWERS)
def test_typed_dice_are_as_good_as_given_ones(fight: Path, gm: Gm, talk: Callable[..., Any], case: str):
    spoken = talk("--dice", "ask", *CHARGE)
    told = answered(spoken, *ANSWERS[case])
    assert spoken.exitstatus == 0, told
    assert "wolf hp 14/14 -> 7/14" in told
    (step,) = [json.loads(line) for line in (fight.parent / ".gm" / "encounter.yaml.jsonl").read_text().splitlines()]
    assert [one["source"] for one in step["dice"]] == ["typed"] * 3
    assert fight.read_text() == as_given(fight, gm)


SLIPS = {
    "4 7": "a d6 shows 1 to 6, not 7",
    "4 1 2": "`2` is left over",
    "four": "`four` is no face",
    "=5": "a total does not tell enough here",
    "4 . 1": "the dot comes last",
    "4 x": "`x` is no face",
}


@pytest.mark.parametrize("slip", SLIPS)
def test_what_is_wrong_is_said(talk: Callable[..., Any], slip: str):
    spoken = talk("--dice", "ask", *CHARGE)
    spoken.expect_exact(NIB)
    spoken.sendline(slip)
    spoken.expect_exact(SLIPS[slip])
    spoken.expect_exact(NIB)
    spoken.sendcontrol("c")
    spoken.expect(pexpect.EOF)


def test_a_dot_leaves_the_dice_to_the_program(fight: Path, talk: Callable[..., Any], gm: Gm):
    spoken = talk("--seed", "3", "--dice", "ask", *CHARGE)
    answered(spoken, (NIB, "4 ."), (WOLF, "."), (CORE, "6"))
    assert spoken.exitstatus == 0
    step = json.loads((fight.parent / ".gm" / "encounter.yaml.jsonl").read_text())
    assert [one["source"] for one in step["dice"]] == ["typed", "rolled", "typed"]
    assert step["dice"][0]["faces"][0] == 4
    assert gm("replay").code == 0


def test_only_one_side_is_asked(talk: Callable[..., Any]):
    spoken = talk("--dice", "ask:pc", *CHARGE)
    told = answered(spoken, (NIB, "4 1"), (CORE, "6"))
    assert spoken.exitstatus == 0
    assert "wolf, score dice" not in told


@pytest.mark.parametrize("where", ["file", "variable", "variable over file", "option over both"])
def test_where_it_is_said(fight: Path, talk: Callable[..., Any], where: str):
    words: tuple[str, ...] = CHARGE
    env: dict[str, str] = {}
    if where in ("file", "variable over file", "option over both"):
        fight.write_text(FIGHT.replace("combatants:", "dice: ask:pc\ncombatants:"))
    if where.startswith("variable"):
        env["GM_DICE"] = "ask"
    if where == "option over both":
        env["GM_DICE"] = "ask"
        words = ("--dice", "random", *CHARGE)
    spoken = talk(*words, **env)
    if where == "option over both":
        answered(spoken)
    elif where == "file":
        answered(spoken, (NIB, "4 1"), (CORE, "6"))
    else:
        answered(spoken, (NIB, "4 1"), (WOLF, "2 5"), (CORE, "6"))
    assert spoken.exitstatus == 0


def test_ctrl_c_costs_nothing(fight: Path, talk: Callable[..., Any]):
    spoken = talk("--dice", "ask", *CHARGE)
    spoken.expect_exact(NIB)
    spoken.sendline("4 1")
    spoken.expect_exact(WOLF)
    spoken.sendcontrol("c")
    spoken.expect(pexpect.EOF)
    spoken.close()
    assert spoken.exitstatus == 130
    assert "Traceback" not in str(spoken.before)
    assert fight.read_text() == FIGHT
    assert not (fight.parent / ".gm" / "encounter.yaml.jsonl").exists()


def test_the_end_of_the_answers_costs_nothing(fight: Path, talk: Callable[..., Any]):
    spoken = talk("--dice", "ask", *CHARGE)
    spoken.expect_exact(NIB)
    spoken.sendeof()
    spoken.expect_exact("the answers ended")
    spoken.expect(pexpect.EOF)
    spoken.close()
    assert (spoken.exitstatus, fight.read_text()) == (6, FIGHT)


def test_a_refusal_comes_before_any_question(fight: Path, talk: Callable[..., Any]):
    spoken = talk("--dice", "ask", "attack", "rat", "wolf")
    told = answered(spoken)
    assert spoken.exitstatus == 1
    assert "BNB-30" in told
    assert "?" not in told


def test_the_file_is_let_go_meanwhile_and_a_change_is_not_run_over(fight: Path, talk: Callable[..., Any], gm: Gm):
    spoken = talk("--dice", "ask", *CHARGE)
    spoken.expect_exact(NIB)
    assert gm("damage", "wolf", "1").code == 0, "another command is not kept waiting"
    between = fight.read_text()
    spoken.sendline("4 1")
    spoken.expect_exact(WOLF)
    spoken.sendline("2 5")
    spoken.expect_exact(CORE)
    spoken.sendline("6")
    spoken.expect(pexpect.EOF)
    spoken.close()
    assert spoken.exitstatus == 4
    assert "changed while the dice were asked for" in str(spoken.before)
    assert fight.read_text() == between


def test_again_asks_too(fight: Path, talk: Callable[..., Any], gm: Gm):
    assert gm("--dice", "1,1,1,1,1", *CHARGE).code == 0
    spoken = talk("again", "--dice", "ask")
    told = answered(spoken, (NIB, "4 1"), (WOLF, "2 5"), (CORE, "6"))
    assert spoken.exitstatus == 0, told
    assert fight.read_text() == as_given(fight, gm)


def test_a_bare_roll_is_asked_for_too(talk: Callable[..., Any]):
    spoken = talk("--dice", "ask", "roll", "2d6+1")
    told = answered(spoken, ("2d6 (2d6)? ", "3 5"))
    assert spoken.exitstatus == 0, told
    assert "= 9" in told


def test_a_script_asks_for_all_its_lines(fight: Path, talk: Callable[..., Any]):
    (fight.parent / "s.gm").write_text("next\nattack rat wolf --charge --force\n")
    spoken = talk("--dice", "ask", "run", "s.gm")
    told = answered(
        spoken,
        ("Nib, initiative (1d6)? ", "5"),
        ("wolf, initiative (1d6)? ", "2"),
        (NIB, "4 1"),
        (WOLF, "2 5"),
        (CORE, "6"),
    )
    assert spoken.exitstatus == 0, told


NOBODY = [("--dice", "ask"), ("--dice", "ask:pc")]


@pytest.mark.parametrize("words", NOBODY, ids=" ".join)
def test_without_a_terminal_nobody_can_be_asked(fight: Path, gm: Gm, words: tuple[str, ...]):
    ran = gm(*words, *CHARGE, stdin="4 1\n2 5\n6\n")
    assert ran.code == 6
    assert "nobody is at the terminal" in ran.err
    assert fight.read_text() == FIGHT


WRONG = {
    ("--dice", "ask:elves"): (2, "nobody is on the side `elves`"),
    ("--dice", "ask:"): (2, "ask"),
    ("--dice", "asks"): (2, "`asks` is no face"),
}


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_words_that_say_nothing(fight: Path, gm: Gm, words: tuple[str, ...]):
    code, said = WRONG[words]
    ran = gm(*words, *CHARGE)
    assert (ran.code, said in ran.err) == (code, True), ran.err
    assert fight.read_text() == FIGHT


def test_a_variable_and_a_key_that_say_nothing(fight: Path, gm: Gm):
    ran = gm(*CHARGE, env={"GM_DICE": "4,1"})
    assert (ran.code, "$GM_DICE is 4,1" in ran.err) == (2, True)
    fight.write_text("dice: always\n" + FIGHT)
    ran = gm(*CHARGE)
    assert (ran.code, "dice is always; it must be `ask`, `ask:SIDE` or `random`" in ran.err) == (3, True)


def test_a_line_of_a_script_cannot_ask(fight: Path, gm: Gm):
    ran = gm("run", "-", stdin="next --dice ask\n")
    assert (ran.code, "--dice ask is for the whole script" in ran.err) == (2, True)
