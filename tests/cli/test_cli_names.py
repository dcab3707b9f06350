"""Who is meant by what is typed: exact before prefix, accents in either form, never a silent pick."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

COMPOSED = "Jos\N{LATIN SMALL LETTER E WITH ACUTE}"
DECOMPOSED = "Jose\N{COMBINING ACUTE ACCENT}"
STATS = "stats: {str: 0, spd: 0, agi: 0}, hp: 9/9"

KEYS = {
    "O'Malley": "O'Malley",
    "Anne-Marie 2": '"Anne-Marie 2"',
    "wolf #3": '"wolf #3"',
    "🐀 King": '"🐀 King"',
    "小狼": "小狼",
    "Волк": "Волк",
    COMPOSED: DECOMPOSED,
    "no": "no",
    "on": "on",
    "7": "'7'",
    "007": '"007"',
    "1e3": "1e3",
    "0x1F": "0x1F",
    "2024-01-05": "2024-01-05",
    "3:20": "3:20",
    "null": "'null'",
    "~": '"~"',
    '"Big" Al': "'\"Big\" Al'",
    "$HOME": "$HOME",
    "$(touch x)": "$(touch x)",
    "back\\slash": "back\\slash",
    "a/b..c": "a/b..c",
    "-x": '"-x"',
    "*": '"*"',
    "[x]": "'[x]'",
    "a, b": '"a, b"',
    "wolf: alpha": '"wolf: alpha"',
    "Straße": "Straße",
    "long " + "name " * 14 + "end": "long " + "name " * 14 + "end",
}
"""What is typed, and how the name stands in the file."""


def crowd() -> str:
    return "# names people really use\nsystem: bnb\ncombatants:\n" + "".join(
        f"  {key}: {{{STATS}}}\n" for key in KEYS.values()
    )


@pytest.mark.parametrize("typed", KEYS, ids=ascii)
def test_c48_every_name_can_be_reached_and_is_kept_as_it_is_written(gm: Table, typed: str) -> None:
    """C35 to C37, C48, C49: only the one line changes, in its one value."""
    text = gm.write(crowd()).read_text()
    ran = gm("damage", "--", typed, "2")
    assert (ran.code, ran.err) == (0, "")
    line = f"  {KEYS[typed]}: {{{STATS}}}\n"
    assert text.count(line) == 1
    assert gm.read() == text.replace(line, line.replace("9/9", "7/9"))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("o'malley", "O'Malley"),
        ("O'M", "O'Malley"),
        ("anne", "Anne-Marie 2"),
        ("🐀", "🐀 King"),
        ("小", "小狼"),
        ("волк", "Волк"),
        (DECOMPOSED, DECOMPOSED),
        (COMPOSED.upper(), DECOMPOSED),
        ("jos", DECOMPOSED),
        ("STRASSE", "Straße"),
        ("strass", "Straße"),
        ("NO", "no"),
        ("WOLF #", "wolf #3"),
    ],
    ids=ascii,
)
def test_c49_case_accents_and_beginnings(gm: Table, typed: str, meant: str) -> None:
    gm.write(crowd())
    assert gm("status", "--", typed).out.splitlines()[0] == meant


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("wolf", ("could be wolf #3 (9/9), wolf: alpha (9/9)", "type more of the name")),
        ("o", ("could be O'Malley (9/9), on (9/9)",)),
        ("Malley", ("no combatant is called `Malley`", "did you mean `O'Malley`?")),
        ("zzz", ("no combatant is called `zzz`", "there are O'Malley, Anne-Marie 2", "more")),
        ("", ("no combatant is called ``",)),
        (" ", ("no combatant is called ` `",)),
    ],
    ids=ascii,
)
def test_what_nobody_or_several_bear_is_refused(
    gm: Table, refuse: Callable[..., Ran], typed: str, says: tuple[str, ...]
) -> None:
    gm.write(crowd())
    refuse("damage", typed, "1", code=5, says=says)


def test_an_exact_name_beats_a_longer_one(gm: Table, refuse: Callable[..., Ran]) -> None:
    """C10: `wolf` beside `wolf-pup`."""
    gm.write(f"system: bnb\ncombatants:\n  wolf-pup: {{{STATS}}}\n  wolf: {{{STATS}}}\n  Wolfram: {{{STATS}}}\n")
    assert "wolf hp 9/9 -> 7/9" in gm("damage", "wolf", "2").out
    assert "wolf hp 7/9 -> 6/9" in gm("damage", "WOLF", "1").out
    assert "wolf-pup hp" in gm("damage", "wolf-", "2").out
    refuse("damage", "wol", "2", code=5, says=("could be wolf-pup (7/9), wolf (6/9), Wolfram (9/9)",))


@pytest.mark.parametrize(
    ("one", "other"),
    [("wolf", "Wolf"), ("Straße", "strasse"), (f'"{COMPOSED}"', DECOMPOSED), ("no", "NO"), ("'7'", "7"), ("~", "'~'")],
    ids=ascii,
)
def test_c49_two_names_that_could_not_be_told_apart_are_refused(
    gm: Table, refuse: Callable[..., Ran], one: str, other: str
) -> None:
    gm.write(f"system: bnb\ncombatants:\n  {one}: {{{STATS}}}\n  {other}: {{{STATS}}}\n")
    refuse("status", code=3, says=("encounter.yaml:4:3: error", "line 3"))


def test_names_that_only_look_alike_to_yaml_are_two(gm: Table) -> None:
    """C36, files/05: 7, 07 and 007 are three names."""
    gm.write(f"system: bnb\ncombatants: {{7: {{{STATS}}}, '07': {{{STATS}}}, 007: {{{STATS}}}}}\n")
    assert "007 hp 9/9 -> 7/9" in gm("damage", "007", "2").out
    assert "7 hp 9/9 -> 8/9" in gm("damage", "7", "1").out
    assert "07 hp 9/9 -> 6/9" in gm("damage", "07", "3").out


def test_the_printed_name_is_not_what_is_typed(face_to_face: Table, refuse: Callable[..., Ran]) -> None:
    face_to_face.write(face_to_face.read().replace("  wolf:\n", "  wolf:\n    name: Greymane\n"))
    assert "Greymane hp 14/14 -> 13/14" in face_to_face("damage", "wolf", "1").out
    refuse("damage", "Greymane", "1", code=5, says=("there are rat, wolf",))


def test_at_is_whoever_has_the_turn(face_to_face: Table) -> None:
    face_to_face("next", "--dice", "1,6")  # 4+1 against 2+6: the wolf
    assert "wolf hp 14/14 -> 13/14" in face_to_face("damage", "@", "1").out
    assert "wolf attacks rat" in face_to_face("attack", "rat").out


def test_a_reference_is_written_as_the_name_stands(gm: Table) -> None:
    """`turn:` and `order:` name the combatants as the file spells them, quoted where YAML needs it."""
    gm.write(
        "system: bnb\nrules: {initiative: fixed}\ncombatants:\n"
        f"  'wolf: alpha': {{{STATS}}}\n  'no': {{{STATS}}}\n  {DECOMPOSED}: {{{STATS}}}\n"
    )
    assert gm("next").code == 0
    assert gm("next").code == 0
    ran = gm("status")
    assert (ran.code, ran.err) == (0, "")
    assert "no's turn" in ran.out
    yaml = pytest.importorskip("yaml")
    told = yaml.load(gm.read(), yaml.BaseLoader)
    assert told["order"] == ["wolf: alpha", "no", DECOMPOSED]
    assert told["acted"] == ["wolf: alpha"]
