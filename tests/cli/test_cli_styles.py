"""Worked example 3 of bnb on files of every style: only the values that changed, and undo brings the bytes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

yaml = pytest.importorskip("yaml")
CHARGE = ("--dice", "4,1,2,5,6", "attack", "rat", "wolf", "--charge")


class Style(NamedTuple):
    """A file, and what a charge makes of it: each replacement stands exactly once in the text."""

    text: str
    edits: tuple[tuple[str, str], ...]


BLOCK = """\
# The culvert.
system: bnb

combatants:
  rat:
    side: pc
    at: 0301
    facing: S
    stats: {str: 1, spd: 4, agi: 3}
    hp: 8/8

  # the hungry one
  wolf:
    at: 0304
    facing: S
    stats: {str: 4, spd: 2, agi: 2}
    hp: 14/14

# the end
"""
BLOCK_EDITS = (
    ("    at: 0301\n", "    at: 0303\n"),
    ("    hp: 8/8\n", "    hp: 8/8\n    as: 7\n    ds: 3\n"),
    ("    hp: 14/14\n", "    hp: 7/14\n    as: 4\n    ds: 6\n"),
)
FLOW = """\
system: bnb
combatants:
  rat: {side: pc, at: 0301, facing: S, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}
  wolf: {at: 0304, facing: S, stats: {str: 4, spd: 2, agi: 2}, hp: 14/14}
"""
FLOW_EDITS = (
    ("at: 0301", "at: 0303"),
    ("hp: 8/8}", "hp: 8/8, as: 7, ds: 3}"),
    ("hp: 14/14}", "hp: 7/14, as: 4, ds: 6}"),
)


def crlf(style: Style) -> Style:
    return Style(
        style.text.replace("\n", "\r\n"),
        tuple((old.replace("\n", "\r\n"), new.replace("\n", "\r\n")) for old, new in style.edits),
    )


STYLES = {
    "block": Style(BLOCK, BLOCK_EDITS),
    "block, CRLF": crlf(Style(BLOCK, BLOCK_EDITS)),
    "a byte-order mark": Style("\ufeff" + BLOCK, BLOCK_EDITS),
    "a byte-order mark and CRLF": crlf(Style("\ufeff" + BLOCK, BLOCK_EDITS)),
    "no final newline": Style(
        BLOCK.removesuffix("\n\n# the end\n"),
        (*BLOCK_EDITS[:2], ("    hp: 14/14", "    hp: 7/14\n    as: 4\n    ds: 6")),
    ),
    "no final newline, CRLF": crlf(
        Style(
            BLOCK.removesuffix("\n\n# the end\n"),
            (*BLOCK_EDITS[:2], ("    hp: 14/14", "    hp: 7/14\n    as: 4\n    ds: 6")),
        )
    ),
    "a mark of the document's start": Style("%YAML 1.2\n---\n" + BLOCK + "...\n", BLOCK_EDITS),
    "flow rows": Style(FLOW, FLOW_EDITS),
    "flow rows, CRLF": crlf(Style(FLOW, FLOW_EDITS)),
    "flow rows with a comment in the way": Style(
        FLOW.replace("hp: 8/8}", "hp: 8/8}   # Ann"),
        (FLOW_EDITS[0], ("hp: 8/8}   # Ann", "hp: 8/8, as: 7, ds: 3} # Ann"), FLOW_EDITS[2]),
    ),
    "all in one line": Style(
        "{system: bnb, combatants: {rat: {side: pc, at: 0301, facing: S, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}, "
        "wolf: {at: 0304, facing: S, stats: {str: 4, spd: 2, agi: 2}, hp: 14/14}}}\n",
        FLOW_EDITS,
    ),
    "JSON": Style(
        '{\n  "system": "bnb",\n  "combatants": {\n'
        '    "rat": {"side": "pc", "at": "0301", "facing": "S", "stats": {"str": 1, "spd": 4, "agi": 3}, '
        '"hp": "8/8"},\n'
        '    "wolf": {"at": "0304", "facing": "S", "stats": {"str": 4, "spd": 2, "agi": 2}, "hp": "14/14"}\n  }\n}\n',
        (
            ('"at": "0301"', '"at": "0303"'),
            ('"hp": "8/8"}', '"hp": "8/8", "as": 7, "ds": 3}'),
            ('"hp": "14/14"}', '"hp": "7/14", "as": 4, "ds": 6}'),
        ),
    ),
    "quotes": Style(
        BLOCK.replace("at: 0301", "at: '0301'").replace("14/14", '"14/14"').replace("  rat:", "  'rat':"),
        (
            ("    at: '0301'\n", "    at: '0303'\n"),
            BLOCK_EDITS[1],
            ('    hp: "14/14"\n', '    hp: "7/14"\n    as: 4\n    ds: 6\n'),
        ),
    ),
    "comments beside every value": Style(
        BLOCK.replace("at: 0301", "at: 0301   # the burrow").replace("hp: 14/14", "hp: 14/14  # 14 before the trap"),
        (
            ("    at: 0301   #", "    at: 0303   #"),
            BLOCK_EDITS[1],
            ("    hp: 14/14  # 14 before the trap\n", "    hp: 7/14   # 14 before the trap\n    as: 4\n    ds: 6\n"),
        ),
    ),
    "values in a column": Style(
        BLOCK.replace("side: pc", "side:    pc").replace("at: 03", "at:      03").replace("facing: S", "facing:  S")
        .replace("hp: ", "hp:      ").replace("stats: {", "stats:   {"),
        (
            ("    at:      0301\n", "    at:      0303\n"),
            ("    hp:      8/8\n", "    hp:      8/8\n    as:      7\n    ds:      3\n"),
            ("    hp:      14/14\n", "    hp:      7/14\n    as:      4\n    ds:      6\n"),
        ),
    ),
    "four blanks": Style(
        BLOCK.replace("\n    ", "\n        ").replace("\n  rat", "\n    rat").replace("\n  wolf", "\n    wolf")
        .replace("\n  #", "\n    #"),
        tuple((old.replace("    ", "        "), new.replace("    ", "        ")) for old, new in BLOCK_EDITS),
    ),
    "blank lines everywhere": Style(
        BLOCK.replace("\n    ", "\n\n    "),
        (
            ("    at: 0301\n", "    at: 0303\n"),
            ("    hp: 8/8\n", "    hp: 8/8\n\n    as: 7\n\n    ds: 3\n"),
            ("    hp: 14/14\n", "    hp: 7/14\n\n    as: 4\n\n    ds: 6\n"),
        ),
    ),
    "blanks at line ends": Style(
        BLOCK.replace("at: 0301\n", "at: 0301  \n").replace("hp: 14/14\n", "hp: 14/14   \n"),
        (
            ("    at: 0301  \n", "    at: 0303  \n"),
            BLOCK_EDITS[1],
            ("    hp: 14/14   \n", "    hp: 7/14   \n    as: 4\n    ds: 6\n"),
        ),
    ),
    "an anchor and its alias": Style(
        BLOCK.replace("at: 0301\n    facing: S", "at: 0301\n    facing: &ahead S").replace(
            "at: 0304\n    facing: S", "at: 0304\n    facing: *ahead"
        ),
        BLOCK_EDITS,
    ),
    "a merge": Style(
        "system: bnb\nx-animals:\n  beast: &beast {facing: S, hp: 14/14, stats: {str: 4, spd: 2, agi: 2}}\n"
        "combatants:\n  rat: {side: pc, at: 0301, facing: S, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8}\n"
        "  wolf:\n    <<: *beast\n    at: 0304   # by the door\n  fox:\n    <<: *beast\n    at: 0909\n",
        (
            FLOW_EDITS[0],
            FLOW_EDITS[1],
            ("    at: 0304   # by the door\n", "    at: 0304   # by the door\n    hp: 7/14\n    as: 4\n    ds: 6\n"),
        ),
    ),
    "a value shared through an alias": Style(
        BLOCK.replace("hp: 8/8", "hp: &full 14/14").replace("    hp: 14/14\n", "    hp: *full\n"),
        (
            BLOCK_EDITS[0],
            ("    hp: &full 14/14\n", "    hp: &full 14/14\n    as: 7\n    ds: 3\n"),
            ("    hp: *full\n", "    hp: 7/14\n    as: 4\n    ds: 6\n"),
        ),
    ),
    "an anchor on what changes": Style(
        BLOCK.replace("hp: 14/14", "hp: &wolf 14/14") + "x-note: *wolf\n",
        (
            BLOCK_EDITS[0],
            BLOCK_EDITS[1],
            ("    hp: &wolf 14/14\n", "    hp: &wolf 7/14\n    as: 4\n    ds: 6\n"),
            ("x-note: *wolf\n", "x-note: 14/14\n"),
        ),
    ),
    "notes of every kind": Style(
        BLOCK.replace("    hp: 8/8\n", "    hp: 8/8\n    x-note: |\n      limps:\n\n      a trap # no comment\n")
        + "notes:\n- one\n-   'two'\n- >-\n  three,\n  folded\n",
        (
            BLOCK_EDITS[0],
            ("    hp: 8/8\n", "    hp: 8/8\n    as: 7\n    ds: 3\n"),
            BLOCK_EDITS[2],
        ),
    ),
    "emoji and accents": Style(
        BLOCK.replace("# The culvert.", "# Le pré 🐀").replace("    side: pc\n", '    side: pc\n    name: "🐀 Rée"\n'),
        BLOCK_EDITS,
    ),
}  # fmt: skip


def after(style: Style) -> str:
    text = style.text
    for old, new in style.edits:
        assert text.count(old) == 1, (old, text)
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_a_charge_changes_only_the_values_that_changed(gm: Table, style: Style) -> None:
    gm.write(style.text)
    ran = gm(*CHARGE)
    assert ran.code == 0, ran
    assert gm.read() == after(style)
    assert gm("check").code == 0
    assert gm("undo").code == 0
    assert gm.read() == style.text
    assert gm("redo").code == 0
    assert gm.read() == after(style)


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_another_reader_sees_the_same(gm: Table, style: Style) -> None:
    """PyYAML, told to leave every scalar as text, finds exactly the changed values changed."""
    gm.write(style.text)
    before = yaml.load(style.text, yaml.BaseLoader)
    gm(*CHARGE)
    told = yaml.load(gm.read(), yaml.BaseLoader)
    before["combatants"]["rat"] |= {"at": "0303", "as": "7", "ds": "3"}
    before["combatants"]["wolf"] |= {"hp": "7/14", "as": "4", "ds": "6"}
    assert told == before


def test_a_stored_score_keeps_its_sign_and_its_place(gm: Table) -> None:
    """The wolf has a DS of 9 and rolls nothing; 10 >= 9 hits, then the DS is 8 (BNB-20, BNB-25)."""
    text = gm.write(BLOCK.replace("hp: 14/14", "hp: 14/14\n    ds: +9   # from before\n    as: -1")).read_text()
    assert gm("--dice", "4,1,6", *CHARGE[2:]).code == 0
    edits = (*BLOCK_EDITS[:2], ("    hp: 14/14\n    ds: +9   #", "    hp: 7/14\n    ds: +8   #"))
    assert gm.read() == after(Style(text, edits))


def test_a_tag_of_ones_own_is_refused_with_its_place(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm.write(BLOCK.replace("hp: 14/14", "hp: !hurt 14/14"))
    refuse(*CHARGE, code=3, says=("encounter.yaml:17:9: error", "!hurt"))


def test_turns_come_and_go_without_a_trace(gm: Table) -> None:
    """A whole round and its undoing, in a file with a heading for every section."""
    text = gm.write(BLOCK).read_bytes()
    assert gm("next", "--dice", "6,1").code == 0
    for _ in range(2):
        assert gm("next").code == 0
    told = yaml.load(gm.read(), yaml.BaseLoader)
    assert list(told) == ["system", "round", "turn", "order", "combatants"]
    assert told["round"] == "2"
    assert "acted" not in told
    assert gm.read().startswith("# The culvert.\nsystem: bnb\nround: 2\n")
    assert gm("undo", "3").code == 0
    assert gm.file.read_bytes() == text


def test_a_command_that_changes_nothing_leaves_the_time_of_the_file(gm: Table, snapshot: Callable[[], object]) -> None:
    for style in (STYLES["block, CRLF"], STYLES["JSON"], STYLES["a byte-order mark"]):
        gm.write(style.text)
        before = snapshot()
        assert gm("damage", "rat", "0").code == 0
        assert gm("set", "rat", "hp=8/8").code == 0
        assert gm("heal", "wolf", "5").code == 0
        assert snapshot() == before
