"""Options that every command takes, wherever they stand, and how the encounter is found."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

ATTACK = ("attack", "rat", "wolf")
DICE = "5,2,3,6,4"
"""Worked example 1 of bnb: 3+5 = 8 against 2+6 = 8 hits; core 1+4 = 5."""
HIT = "wolf hp 14/14 -> 9/14"


@pytest.mark.parametrize(
    "words",
    [
        ("--dice", DICE, *ATTACK),
        (*ATTACK, "--dice", DICE),
        ("attack", "--dice", DICE, "rat", "wolf"),
        ("attack", "rat", f"--dice={DICE}", "wolf"),
        (f"--dice={DICE}", *ATTACK, "--no-color"),
    ],
    ids=" ".join,
)
def test_global_options_stand_anywhere(face_to_face: Table, words: tuple[str, ...]) -> None:
    ran = face_to_face(*words)
    assert (ran.code, ran.err) == (0, "")
    assert HIT in ran.out


@pytest.mark.parametrize("option", [("--seed", "7"), ("--seed=7",)], ids=" ".join)
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_a_seed_rolls_the_same_dice(in_line: Table, option: tuple[str, ...], before: bool) -> None:
    words = ("attack", "rat", "wolf", "--charge")
    first = in_line(*((*option, *words) if before else (*words, *option)))
    changed = in_line.read()
    assert in_line("undo").code == 0
    assert in_line("--seed", "7", *words) == first
    assert in_line.read() == changed


def test_without_a_seed_dice_differ(gm: Table) -> None:
    assert gm("roll", "20d1000").out != gm("roll", "20d1000").out


PLACES = {
    "-f FILE": (("-f", "other.yaml"), {}),
    "-fFILE": (("-fother.yaml",), {}),
    "--file FILE": (("--file", "other.yaml"), {}),
    "--file=FILE": (("--file=other.yaml",), {}),
    "$GM_FILE": ((), {"GM_FILE": "other.yaml"}),
    "--file wins over $GM_FILE": (("--file", "other.yaml"), {"GM_FILE": "encounter.yaml"}),
}


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(("option", "env"), PLACES.values(), ids=PLACES)
def test_the_file_that_is_named(face_to_face: Table, option: tuple[str, ...], env: dict[str, str], after: bool) -> None:
    here = face_to_face.read()
    other = face_to_face.write(here, "other.yaml")
    words = ("damage", "rat", "3")
    ran = face_to_face(*((*words, *option) if after else (*option, *words)), env=env)
    assert ran.code == 0, ran
    assert other.read_text() == here.replace("hp: 8/8", "hp: 5/8")
    assert face_to_face.read() == here
    assert (face_to_face.folder / ".gm" / "other.yaml.jsonl").exists()


@pytest.mark.parametrize("words", [("status",), ("check",), ("odds", *ATTACK), ("log",)], ids=" ".join)
def test_a_command_that_reads_finds_the_file_as_well(face_to_face: Table, words: tuple[str, ...]) -> None:
    face_to_face.write(face_to_face.read().replace("rat:", "rat:\n    name: Other"), "other.yaml")
    assert "encounter.yaml" not in face_to_face("-f", "other.yaml", *words).out
    assert face_to_face("-f", "other.yaml", *words).code == 0


def test_init_makes_its_file_the_current_one_there_and_below(gm: Table) -> None:
    assert gm("init", "night.yaml").code == 0
    below = gm.folder / "maps" / "deep"
    below.mkdir(parents=True)
    gm.write("system: bnb\ncombatants: {}\n")  # encounter.yaml beside it is not the current one
    assert gm("damage", "rat", "1").code == 0
    assert "hp: 7/8" in (gm.folder / "night.yaml").read_text()
    gm.folder = below
    assert gm("damage", "rat", "1").code == 0
    assert "hp: 6/8" in (below.parent.parent / "night.yaml").read_text()


@pytest.mark.parametrize("words", [("--", "status"), ("status", "--"), ("damage", "rat", "--", "1")], ids=" ".join)
def test_a_double_dash_ends_the_options(face_to_face: Table, words: tuple[str, ...]) -> None:
    assert face_to_face(*words).code == 0


def test_after_a_double_dash_nothing_is_an_option(face_to_face: Table, refuse: Callable[..., Ran]) -> None:
    refuse("damage", "rat", "--", "--dry-run", code=2, says=("--dry-run",))
    assert face_to_face("mark", "rat", "--", "--force").code == 0
    assert "--force" in face_to_face.read()


CHANGING = {
    "attack": ("--dice", DICE, *ATTACK),
    "next": ("--dice", "3,4", "next"),
    "damage": ("damage", "wolf", "3"),
    "heal": ("heal", "wolf", "3"),
    "mark": ("mark", "rat", "on fire"),
    "tactic": ("tactic", "rat", "bite"),
    "set": ("set", "rat", "hp=5/8", "at=0303"),
}


@pytest.mark.parametrize("option", ["--dry-run", "-n"])
@pytest.mark.parametrize("words", CHANGING.values(), ids=CHANGING)
def test_a_dry_run_says_what_the_run_does_and_writes_nothing(
    face_to_face: Table, snapshot: Callable[[], object], words: tuple[str, ...], option: str
) -> None:
    before, text = snapshot(), face_to_face.read()
    dry = face_to_face(*words, option)
    assert snapshot() == before
    ran = face_to_face(*words)
    assert (dry.code, ran.code) == (0, 0)
    assert dry.out.startswith(ran.out)
    told, _, diff = dry.out.removeprefix(ran.out).partition("\n---")
    assert "nothing written" in told
    removed, added = (
        [line[1:] for line in diff.splitlines()[2:] if line.startswith(sign)] for sign in "-+"
    )  # fmt: skip
    old, new = text.splitlines(), face_to_face.read().splitlines()
    assert removed == [line for line in old if line not in new]
    assert added == [line for line in new if line not in old]


@pytest.mark.parametrize("words", [("undo",), ("redo",)], ids=" ".join)
def test_a_dry_run_of_the_past(face_to_face: Table, snapshot: Callable[[], object], words: tuple[str, ...]) -> None:
    face_to_face("damage", "rat", "1")
    face_to_face("damage", "rat", "2")
    face_to_face("undo")
    before = snapshot()
    dry = face_to_face(*words, "--dry-run")
    assert (dry.code, dry.err) == (0, "")
    assert snapshot() == before
    assert f"would {words[0]}" in dry.out
    assert f"gm damage rat {'1' if words == ('undo',) else '2'}" in dry.out


def test_a_dry_run_of_init(gm: Table) -> None:
    dry = gm("init", "--dry-run")
    assert not list(gm.folder.iterdir())
    gm("init")
    assert dry.out == gm.read()


def test_a_dry_run_of_a_roll_is_not_logged(face_to_face: Table) -> None:
    face_to_face("roll", "2d6", "--dry-run")
    assert face_to_face.history() == b""


@pytest.mark.parametrize("words", CHANGING.values(), ids=CHANGING)
def test_quiet_says_nothing_and_does_the_same(face_to_face: Table, words: tuple[str, ...]) -> None:
    face_to_face(*words)
    changed = face_to_face.read()
    face_to_face("undo", "-q")
    ran = face_to_face("--quiet", *words)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert face_to_face.read() == changed


@pytest.mark.parametrize(
    "words", [("status",), ("log",), ("odds", *ATTACK), ("roll", "2d6"), ("rules", "bnb"), ("systems",)], ids=" ".join
)
def test_quiet_still_gives_what_was_asked_for(face_to_face: Table, words: tuple[str, ...]) -> None:
    assert face_to_face("-q", *words, "--seed", "3").out == face_to_face(*words, "--seed", "3").out != ""


def test_quiet_still_says_why_not(face_to_face: Table, refuse: Callable[..., Ran]) -> None:
    refuse("--quiet", *ATTACK, "--charge", code=1, says=("only 1 hex away",))


@pytest.mark.parametrize("option", ["--mod", "--target-mod"])
def test_a_modifier_joins_its_side_and_is_never_stored(face_to_face: Table, option: str) -> None:
    """AS 8 + 2 against DS 8, or AS 8 against DS 8 + 2: a miss. Stored are 8 - 2 and 8 - 1 (hit or miss)."""
    dice = DICE if option == "--mod" else DICE[:-2]
    ran = face_to_face("--dice", dice, *ATTACK, option, "+2 high ground")
    assert ran.code == 0, ran
    assert "high ground 2 = 10" in ran.out
    assert ("hit (10 >= 8)" if option == "--mod" else "miss (8 < 10)") in ran.out
    assert "as: 6" in face_to_face.read()
    assert "ds: 7" in face_to_face.read()
    assert "high ground" not in face_to_face.read()


def test_modifiers_add_up(face_to_face: Table) -> None:
    ran = face_to_face("--dice", DICE[:-2], *ATTACK, "--mod", "+1 luck", "--mod", "-3")
    assert "AGI 3 + die 5 + luck 1 - the GM 3 = 6" in ran.out


def test_explain_names_the_rules(face_to_face: Table) -> None:
    plain = face_to_face("--dice", DICE, "--dry-run", *ATTACK).out
    explained = face_to_face("--dice", DICE, "--dry-run", "--explain", *ATTACK).out
    assert "BNB" not in plain
    assert "[BNB-24]" in explained


def test_the_version(gm: Table) -> None:
    assert gm("--version").out.startswith("gm 0.")


def test_the_words_are_logged_without_the_global_options(face_to_face: Table) -> None:
    face_to_face("-q", "--dice", DICE, *ATTACK, "--json")
    step = json.loads(face_to_face.history().splitlines()[0])
    assert step["commands"] == [list(ATTACK)]
    assert [die["faces"] for die in step["dice"]] == [[5, 2], [3, 6], [4]]
    assert {die["source"] for die in step["dice"]} == {"given"}


def test_words_parted_from_the_options_by_two_dashes_are_kept_as_the_command(gm: Table) -> None:
    """`gm -- damage rat 1` is `gm damage rat 1`: it is played again as that."""
    assert gm("init").code == 0
    assert gm("--", "damage", "rat", "1").code == 0
    assert gm("replay").code == 0
    ran = gm("again")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("again 1: gm damage rat 1\n")
