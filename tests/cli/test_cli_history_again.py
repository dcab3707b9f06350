"""`gm again`: the slip every table knows, put right; nothing is lost if it cannot be."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from gmtool.cli.main import run
from gmtool.document.journal import Journal
from gmtool.document.store import hold

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

CHARGE = ("attack", "rat", "wolf", "--charge")
DICE = "4,1,2,5,6"
"""Worked example 3 of bnb: AS 10 against DS 7, core damage 1 + 6."""
HILL = "+2 high ground"


def steps(table: Table) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = json.loads(table("--json", "log").out)["steps"]
    return told


def commands(table: Table) -> list[str]:
    return [" ".join(step["commands"][0]) for step in steps(table)]


def log_by_hand(table: Table, raw: str, *lines: list[str], dice: tuple[dict[str, Any], ...] = ()) -> None:
    """Leave a step as a command that the command line does not have would."""
    with hold(str(table.file)) as held:
        Journal(held.real).record(held, raw.encode(), commands=lines, dice=dice, events=[], changes=[])


def test_with_other_dice_the_file_is_as_if_they_had_been_given_at_first(in_line: Table) -> None:
    before = in_line.read()
    in_line("--dice", "4,1,2,5,3", *CHARGE)
    right = in_line.read()
    in_line("undo")
    in_line("--dice", DICE, *CHARGE)
    assert in_line.read() != right
    ran = in_line("again", "--dice", "4,1,2,5,3")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("again 2: gm attack rat wolf --charge\nrat attacks wolf with bite")
    assert "core STR 1 + die 3 = 4\nwolf hp 14/14 -> 10/14\n" in ran.out
    assert in_line.read() == right
    assert [(step["n"], step["undone"]) for step in steps(in_line)] == [(1, True), (2, True), (3, False)]
    assert in_line("undo").code == 0
    assert in_line.read() == before


def test_without_dice_they_are_rolled_anew(in_line: Table) -> None:
    in_line("--dice", DICE, *CHARGE)
    in_line("again", "--seed", "4")
    seeded = in_line.read()
    assert {die["source"] for die in steps(in_line)[-1]["dice"]} == {"rolled"}
    in_line("undo")
    in_line("--seed", "4", *CHARGE)
    assert in_line.read() == seeded


class TestOptions:
    """What was said the first time stays, and what is said now is added."""

    def test_a_forgotten_modifier(self, in_line: Table) -> None:
        in_line("--dice", DICE, *CHARGE)
        told = in_line("again", "--mod", HILL, "--dice", DICE).out
        assert "high ground 2 = 12" in told
        assert told.startswith(f"again 1: gm attack rat wolf --charge --mod '{HILL}'\n")
        assert steps(in_line)[-1]["commands"] == [[*CHARGE, "--mod", HILL]]

    def test_a_recorded_modifier_stays_when_only_the_dice_are_new(self, in_line: Table) -> None:
        in_line("--dice", DICE, *CHARGE, f"--mod={HILL}", "--target-mod", "-1 mud", "--mod", "-3")
        assert steps(in_line)[0]["commands"] == [
            [*CHARGE, "--mod", HILL, "--mod", "-3 the GM", "--target-mod", "-1 mud"]
        ]
        told = in_line("again", "--dice", "4,1,2,5,2").out
        assert "high ground 2 - the GM 3 = 9" in told
        assert "die 5 - mud 1 = 6" in told

    def test_a_new_modifier_takes_the_place_of_those_of_its_side(self, in_line: Table) -> None:
        in_line("--dice", DICE, *CHARGE, "--mod", HILL, "--target-mod", "+1 wall")
        told = in_line("again", "--dice", DICE, "--mod", "+1 luck").out
        assert "luck 1 = 11" in told
        assert "wall 1 = 8" in told
        assert "high ground" not in told

    def test_force_stays(self, in_line: Table) -> None:
        in_line("next", "--dice", "6,1")
        in_line("attack", "wolf", "rat", "--force", "--dice", "4,4,4,4")
        assert commands(in_line)[-1] == "attack wolf rat --force"
        ran = in_line("again", "--dice", "1,1,1,1")
        assert ran.code == 0
        assert "the GM rules" in ran.out

    def test_force_may_be_new(self, face_to_face: Table) -> None:
        """So that what is refused now may be played all the same: the wolf turned away meanwhile."""
        face_to_face("next", "--dice", "6,1")
        face_to_face("damage", "wolf", "1")
        ran = face_to_face("again", "--force")
        assert ran.out.startswith("again 2: gm damage wolf 1 --force\n")

    def test_a_forgotten_option_of_the_command(self, face_to_face: Table) -> None:
        """With the higher die for its defense the rat's AS is 3 + 2 = 5 against 2 + 6 = 8: no damage is rolled."""
        face_to_face("--dice", "5,2,3,6,4", "attack", "rat", "wolf")
        ran = face_to_face("again", "--dice", "5,2,3,6", "--defensive")
        assert ran.out.startswith("again 1: gm attack rat wolf --defensive\n")
        assert "score dice, defensive: 5 2" in ran.out

    def test_the_options_of_the_table_are_not_kept(self, in_line: Table) -> None:
        in_line("-q", "--seed", "3", "--explain", "--no-color", "-f", "encounter.yaml", *CHARGE)
        assert commands(in_line) == [" ".join(CHARGE)]

    def test_what_decides_is_kept_before_a_double_dash(self, in_line: Table) -> None:
        in_line("--force", "mark", "rat", "--", "--odd")
        assert commands(in_line) == ["mark rat --force -- --odd"]
        assert in_line("again").out.startswith("again 1: gm mark rat --force -- --odd\n")
        assert "--odd" in in_line.read()


def test_the_gms_own_hand(in_line: Table) -> None:
    in_line("set", "rat", "hp=5/8")
    ran = in_line("again")
    assert ran.out == "again 1: gm set rat hp=5/8\nrat hp 8/8 -> 5/8\n"


def test_a_hand_edit_since_is_left_alone(in_line: Table) -> None:
    in_line("--dice", DICE, *CHARGE)
    in_line.write(in_line.read().replace("# The culvert.", "# The culvert, second night."))
    ran = in_line("again", "--dice", "4,1,2,5,3")
    assert (ran.code, ran.err) == (0, "")
    assert in_line.read().startswith("# The culvert, second night.\n")
    assert "hp: 10/14" in in_line.read()


def test_a_dry_run_says_what_the_run_does(in_line: Table, snapshot: Callable[[], object]) -> None:
    """Its diff is of the file as it is, not of the text the step found."""
    in_line("--dice", DICE, *CHARGE)
    before = snapshot()
    dry = in_line("again", "--dice", "4,1,2,5,3", "-n")
    assert snapshot() == before
    ran = in_line("again", "--dice", "4,1,2,5,3")
    assert dry.out.startswith(ran.out.replace("again 1", "would play again 1"))
    assert [line for line in dry.out.splitlines() if line.startswith(("-  ", "+  "))] == [
        "-    hp: 7/14     # hungry",
        "+    hp: 10/14    # hungry",
    ]


def test_as_data(in_line: Table, data: Callable[..., Any]) -> None:
    in_line("--dice", DICE, *CHARGE)
    dry = data("again", "--mod", HILL, "--dice", DICE, "--dry-run")
    told = data("again", "--mod", HILL, "--dice", DICE)
    assert (told["command"], told["written"], dry["written"]) == (["again"], False, False)
    assert told["again"] == {"n": 1, "commands": [[*CHARGE, "--mod", HILL]]}
    assert {"path": "combatants.wolf.hp", "old": "14/14", "new": "7/14"} in told["changes"]
    told = data("again", "--dice", "4,1,2,5,3")
    assert (told["again"]["n"], told["written"]) == (2, True)


class TestRefused:
    """File, history and dice are untouched."""

    @pytest.fixture
    def charged(self, in_line: Table) -> Table:
        in_line("--dice", DICE, *CHARGE)
        return in_line

    @pytest.mark.parametrize(
        ("words", "code", "says"),
        [
            (("--dice", "4,1"), 6, "no die left"),
            (("--dice", "4,1,2,5,6,6"), 2, "dice left over: 6"),
            (("--dice", "4,1,2,5,9"), 2, "a d6 shows 1 to 6"),
            (("--tactic", "sting", "--dice", DICE), 2, "sting"),
            (("--nonsense",), 2, "--nonsense"),
            (("wolf",), 2, "again takes options"),
            (("-5",), 2, "-5"),
        ],
        ids=str,
    )
    def test_at_once(
        self, charged: Table, refuse: Callable[..., Ran], words: tuple[str, ...], code: int, says: str
    ) -> None:
        refuse("again", *words, code=code, says=(says,))

    def test_by_the_rules(self, charged: Table, refuse: Callable[..., Ran]) -> None:
        """The house rule was changed by hand: there is no charge any more."""
        charged.write(charged.read().replace("system: bnb\n", "system: bnb\nrules: {charge: false}\n"))
        refuse("again", "--dice", DICE, code=1, says=("BNB-55",))

    def test_with_nothing_to_take_back(self, in_line: Table, refuse: Callable[..., Ran]) -> None:
        refuse("again", code=1, says=("nothing to undo",))
        in_line("damage", "rat", "1")
        in_line("undo")
        refuse("again", code=1, says=("nothing to undo",))

    def test_where_an_edit_is_in_the_way(self, in_line: Table, refuse: Callable[..., Ran]) -> None:
        in_line("damage", "rat", "3")
        in_line.write(in_line.read().replace("hp: 5/8", "hp: 1/8"))
        refuse("again", code=1, says=("hp: 5/8", "hp: 1/8"))

    def test_a_command_there_is_no_more(self, in_line: Table, refuse: Callable[..., Ran]) -> None:
        log_by_hand(in_line, in_line.read() + "# 1\n", ["polka", "rat"])
        refuse("again", code=2, says=("`polka`",))

    def test_a_modifier_for_what_rolls_nothing(self, in_line: Table, refuse: Callable[..., Ran]) -> None:
        refuse("set", "rat", "hp=5/8", "--mod", HILL, code=2, says=("--mod", "rolls nothing"))
        in_line("set", "rat", "hp=5/8")
        refuse("again", "--target-mod", HILL, code=2, says=("--target-mod",))


def test_rolls_are_passed_over(in_line: Table) -> None:
    in_line("damage", "rat", "1")
    in_line("roll", "2d6")
    assert in_line("again").out.startswith("again 1: gm damage rat 1\n")


def test_a_last_step_that_changed_nothing_is_played_with_nothing_taken_back(in_line: Table) -> None:
    """A miss that cost nothing: the slip was in its dice, not in the deed before it."""
    in_line("damage", "rat", "1")
    die = {"who": "rat", "why": "luck", "dice": "1d6", "faces": [1], "total": 1, "source": "given", "words": "1"}
    log_by_hand(in_line, in_line.read(), ["damage", "wolf", "2"], dice=(die,))
    told = in_line("again").out
    assert told.startswith("again 2: gm damage wolf 2\n")
    assert "hp: 7/8" in in_line.read()
    assert "hp: 12/14" in in_line.read()


def test_several_commands_of_one_step(in_line: Table, refuse: Callable[..., Ran]) -> None:
    """Each finds what the one before has left, and all are one step again."""
    text = in_line.read()
    log_by_hand(in_line, text + "# 1\n", ["damage", "rat", "3"], ["set", "wolf", "hp=9/14"], ["heal", "rat", "1"])
    refuse("again", "--charge", code=2, says=("3 commands",))
    told = in_line("again").out
    assert told.startswith("again 1: gm damage rat 3; gm set wolf hp=9/14; gm heal rat 1\n")
    assert in_line.read() == text.replace("hp: 8/8", "hp: 6/8").replace("hp: 14/14", "hp: 9/14 ")
    assert steps(in_line)[-1]["commands"] == [["damage", "rat", "3"], ["set", "wolf", "hp=9/14"], ["heal", "rat", "1"]]
    in_line("undo")
    assert in_line.read() == text


def test_a_play_that_cannot_be_saved_leaves_the_step_as_it_was(
    in_line: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    in_line("damage", "rat", "1")
    in_line("damage", "wolf", "1")
    text = in_line.read()
    monkeypatch.chdir(in_line.folder)
    real, saves = os.replace, []

    def full_at_the_second(source: str, target: str) -> None:
        saves.append(target)
        if len(saves) == 2:
            raise OSError(28, "No space left on device")
        real(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full_at_the_second)
        assert run(["again", "--force"]) == 4
    assert "no space left" in capsys.readouterr().err
    assert len(saves) == 3
    assert in_line.read() == text
    assert in_line("undo").out.startswith("undid 2: gm damage wolf 1\n")
    assert in_line("redo").code == 0
    assert in_line.read() == text
