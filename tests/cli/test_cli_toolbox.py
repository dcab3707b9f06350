"""The GM's toolbox with odd names and odd styles: what is done is read back, and undone byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

HEAD = "system: bnb\nround: 1\nturn: rat\norder: [rat]\ncombatants:\n"
SHEET = "stats: {str: 1, spd: 2, agi: 2}, hp: 5/5, initiative: 3"
RAT = f"  rat: {{side: pc, {SHEET}}}\n"
MERGED = (
    "system: bnb\nx-kinds:\n  wolf: &wolf {stats: {str: 4, spd: 2, agi: 2}, hp: 5/5, initiative: 3}\n"
    "combatants:\n  rat: {side: pc, <<: *wolf}\n  wolf-1:\n    <<: *wolf\n    hidden: true\n"
)
JSON = (
    '{"system": "bnb", "combatants": {\n'
    '  "rat": {"side": "pc", "stats": {"str": 1, "spd": 2, "agi": 2}, "hp": "5/5"},\n'
    '  "wolf-1": {"stats": {"str": 4, "spd": 2, "agi": 2}, "hp": "5/5", "hidden": true}\n}}\n'
)
ODD = {
    "Old Tom": "Old Tom",
    "a=b": "'a=b'",
    "wolf*": '"wolf*"',
    'it\'s "so"': '"it\'s \\"so\\""',
    "-x": "-x",
    "#1": "'#1'",
    "null": "null",
}
"""names as they are typed, and as the file spells them"""


@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_taken_as_they_are_typed(gm: Table, name: str) -> None:
    gm.write(f"{HEAD}{RAT}  {ODD[name]}: {{{SHEET}}}\n")
    for words in (
        ("damage", "--", f"{name}=2"),
        ("hide", "--", name),
        ("mark", "--", name, "on fire"),
        ("mark", "rat", "warned", "--until", f"end of {name}"),
        ("order", "--", name, "rat"),
        ("delay", "rat", "--after", name),
        ("add", "--copy", name, "--as", "second"),
        ("remove", "--", name),
    ):
        before = gm.read()
        ran = gm(*words)
        assert ran.code == 0, (words, ran)
        assert gm.read() != before
        assert gm("undo").code == 0
        assert gm.read() == before
        assert gm("redo").code == 0
    assert gm("replay").code == 0


STYLES = {"merge keys": MERGED, "JSON": JSON, "merge keys and CRLF": MERGED.replace("\n", "\r\n")}
DEEDS = (
    ("start",),
    ("add", "wolf", "2"),
    ("add", "--copy", "wolf-1"),
    ("order", "wolf-1", "rat"),
    ("mark", "rat", "on fire", "--until", "end of rat"),
    ("note", "the bell", "--due", "3"),
    ("damage", "rat=1", "wolf-1=2"),
    ("heal", "*", "1"),
    ("reveal", "wolf-1"),
    ("set", "wolf-1", "like=wolf", "hp=4"),
    ("next",),
    ("remove", "rat"),
)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_is_kept_and_every_step_undone(gm: Table, style: str) -> None:
    text = STYLES[style]
    gm.write(text)
    seen = [text]
    for words in DEEDS:
        ran = gm("--seed", "2", *words)  # with some dice the order is what it is to be already: nothing to undo
        assert ran.code == 0, (words, ran)
        assert gm.read() != seen[-1], words
        seen.append(gm.read())
        assert ("\r\n" in text) == ("\r\n" in seen[-1])
        assert "\n" not in seen[-1].replace("\r\n", "") or "\r\n" not in text
    assert gm("replay").code == 0
    for before in reversed(seen[:-1]):
        assert gm("undo").code == 0
        assert gm.read() == before


def test_another_kind_changes_all_that_is_not_its_own(gm: Table) -> None:
    """`like` gives what the entry does not say itself; the values beside it are set on the new kind."""
    gm.write("system: bnb\ncombatants:\n  pup: {like: rat, stats: {str: 0}}\n")
    assert gm("set", "pup", "like=wolf", "hp=3").code == 0
    assert gm.read().splitlines()[2] == "  pup: {like: wolf, stats: {str: 0}, hp: 3/14}"
    ran = gm("set", "pup", "like=nobody")
    assert (ran.code, "like is nobody; no bestiary has such a creature" in ran.err) == (2, True)
    assert gm("set", "pup", "like=wolf").out.startswith("nothing changed")


OWN = {
    "a combatant": (("add", "wolf", "--as", "x-1"), 2, "the name `x-1`"),
    "a mark": (("mark", "rat", "x-hurt"), 1, "a mark `x-hurt` would not be read"),
    "a value below another": (("set", "rat", "marks.x-hurt=1"), 2, "marks.x-hurt would not be read"),
}


@pytest.mark.parametrize("case", OWN)
def test_what_begins_as_the_gms_own_keys_do_is_refused(gm: Table, refuse: Callable[..., Ran], case: str) -> None:
    words, code, says = OWN[case]
    gm.write(HEAD + RAT)
    refuse(*words, code=code, says=(says, "x-"))


def test_a_turn_that_was_delayed_goes_on_and_does_not_begin_again(gm: Table) -> None:
    """What it did before it waits is done: no second Attack, and it does not bleed twice."""
    gm.write(
        f"{HEAD}  rat: {{side: pc, stats: {{str: 1, spd: 2, agi: 2}}, hp: 5/5, initiative: 4, done: [attack], "
        f"markers: {{bleeding: 1}}}}\n  fox: {{{SHEET}}}\n"
    )
    assert gm("delay", "rat").code == 0
    told = gm("next").out
    assert "bleeds" not in told
    assert "rat's turn: Move" in told
