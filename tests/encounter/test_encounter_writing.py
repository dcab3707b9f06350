"""Writing: each changed value becomes the smallest edit of the text that says it, wherever the value came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gmtool.document.parse import parse
from gmtool.encounter import spelling, writing
from gmtool.rules.codecs import Ref, Track
from gmtool.rules.model import Mark, changes

if TYPE_CHECKING:
    from collections.abc import Callable

    from gmtool.document.parse import Document
    from gmtool.encounter.reading import Reading
    from gmtool.rules.model import Encounter

    Read = Callable[..., Reading]
    Act = Callable[[Encounter], object]

SHEET = "stats: {str: 1, spd: 4, agi: 3}"
BLOCK = f"system: bnb\ncombatants:\n  rat:\n    at: 0304\n    {SHEET}\n    hp: 8/8\n"
FLOW = f"system: bnb\ncombatants: {{rat: {{{SHEET}, hp: 8/8}}}}\n"


def written(reading: Reading, act: Act) -> str:
    after = reading.encounter.copy()
    act(after)
    return said(reading, after).text


def said(reading: Reading, after: Encounter) -> Document:
    return writing.write(reading, after, changes(reading.encounter, after))


def rat(**values: Any) -> Act:
    """Give the rat these values."""

    def act(encounter: Encounter) -> None:
        for name, value in values.items():
            setattr(encounter.combatants["rat"], name, value)

    return act


def top(**values: Any) -> Act:
    """Give the encounter these values."""

    def act(encounter: Encounter) -> None:
        for name, value in values.items():
            setattr(encounter, name, value)

    return act


VALUES = {
    "a value": (BLOCK, rat(hp=Track(5, 8)), "hp: 8/8", "hp: 5/8"),
    "a value that was one number": (BLOCK.replace("8/8", "8"), rat(hp=Track(5, 8)), "hp: 8", "hp: 5/8"),
    "blanks round the slash": (BLOCK.replace("8/8", "8 / 8"), rat(hp=Track(5, 8)), "hp: 8 / 8", "hp: 5 / 8"),
    "quotes": (BLOCK.replace("8/8", '"8/8"'), rat(hp=Track(5, 8)), 'hp: "8/8"', 'hp: "5/8"'),
    "a new state": (BLOCK, rat(attack_score=7), "hp: 8/8\n", "hp: 8/8\n    as: 7\n"),
    "two new states in the schema's order": (
        BLOCK, rat(defense_score=3, attack_score=7), "hp: 8/8\n", "hp: 8/8\n    as: 7\n    ds: 3\n",
    ),
    "a new state before one that is there": (
        BLOCK + "    ds: 3\n", rat(attack_score=7), "hp: 8/8\n", "hp: 8/8\n    as: 7\n",
    ),
    "a new sheet value": (BLOCK, rat(side="pc"), "    at: 0304\n", "    side: pc\n    at: 0304\n"),
    "a state that ends": (BLOCK + "    as: 7\n    ds: 3\n", rat(attack_score=None), "    as: 7\n", ""),
    "a state back at its default": (BLOCK + "    charged: true\n", rat(charged=False), "    charged: true\n", ""),
    "a sheet value at its default stays": (
        BLOCK + "    base-move: 3\n", rat(base_move=2), "    base-move: 3\n", "    base-move: 2\n",
    ),
    "a new parent": (BLOCK, rat(vulnerable=2), "hp: 8/8\n", "hp: 8/8\n    markers: {vulnerable: 2}\n"),
    "one goes and another comes under the same parent": (
        BLOCK + "    markers: {vulnerable: 2}\n", rat(vulnerable=0, wary=True), "{vulnerable: 2}", "{wary: true}",
    ),
    "a new parent with two": (
        BLOCK, rat(vulnerable=2, wary=True), "hp: 8/8\n", "hp: 8/8\n    markers: {vulnerable: 2, wary: true}\n",
    ),
    "beside another in its parent": (
        BLOCK + "    markers: {wary: yes}\n", rat(vulnerable=1),
        "    markers: {wary: yes}\n", "    markers: {vulnerable: 1, wary: yes}\n",
    ),
    "in a parent of block style": (
        BLOCK + "    markers:\n      wary: yes   # at night\n", rat(bleeding=1),
        "    markers:\n", "    markers:\n      bleeding: 1\n",
    ),
    "the last but one of its parent": (
        BLOCK + "    markers: {vulnerable: 1, wary: yes}\n", rat(vulnerable=0),
        "{vulnerable: 1, wary: yes}", "{wary: yes}",
    ),
    "the last of its parent": (
        BLOCK + "    markers: {vulnerable: 1}\n", rat(vulnerable=0), "    markers: {vulnerable: 1}\n", "",
    ),
    "the last two of their parent": (
        BLOCK + "    markers: {vulnerable: 1, wary: yes}\n", rat(vulnerable=0, wary=False),
        "    markers: {vulnerable: 1, wary: yes}\n", "",
    ),
    "a parent that holds more than the schema knows": (
        BLOCK + "    markers: {vulnerable: 1, x-own: 2}\n", rat(vulnerable=0),
        "{vulnerable: 1, x-own: 2}", "{x-own: 2}",
    ),
    "a parent left empty": (
        BLOCK + "    markers:\n", rat(vulnerable=1), "    markers:\n", "    markers: {vulnerable: 1}\n",
    ),
    "yes stays a yes": (BLOCK + "    hidden: no\n", rat(hidden=True), "hidden: no", "hidden: yes"),
    "a new list": (BLOCK, rat(done=("attack",)), "hp: 8/8\n", "hp: 8/8\n    done: [attack]\n"),
    "one more in a list": (BLOCK + "    done: [attack]\n", rat(done=("attack", "move")), "[attack]", "[attack, move]"),
    "one less in a list": (
        BLOCK + "    injuries: [jaw, eye, jaw]\n", rat(injuries=("jaw", "jaw")), "[jaw, eye, jaw]", "[jaw, jaw]",
    ),
    "the last of a list": (BLOCK + "    done: [attack]\n", rat(done=()), "    done: [attack]\n", ""),
    "one more in a list of lines": (
        BLOCK + "    injuries:\n    - jaw   # the trap\n", rat(injuries=("jaw", "eye")),
        "    - jaw   # the trap\n", "    - jaw   # the trap\n    - eye\n",
    ),
    "another in the middle of a list": (
        BLOCK + "    injuries: [jaw, eye, ear]\n", rat(injuries=("jaw", "nose", "ear")),
        "[jaw, eye, ear]", "[jaw, nose, ear]",
    ),
    "a new mark": (BLOCK, rat(marks={"on fire": Mark()}), "hp: 8/8\n", "hp: 8/8\n    marks: {on fire: }\n"),
    "a second mark": (
        BLOCK + "    marks: {prone: }\n", rat(marks={"prone": Mark(), "on fire": Mark()}),
        "{prone: }", "{prone: , on fire: }",
    ),
    "one mark less": (
        BLOCK + "    marks: {prone: , on fire: }\n", rat(marks={"on fire": Mark()}),
        "{prone: , on fire: }", "{on fire: }",
    ),
    "the last mark": (BLOCK + "    marks:\n      prone:\n", rat(marks={}), "    marks:\n      prone:\n", ""),
    "a name that YAML would read otherwise": (BLOCK, rat(name="no"), "    at:", '    name: "no"\n    at:'),
    "flow style": (FLOW, rat(hp=Track(5, 8), attack_score=7), "hp: 8/8}", "hp: 5/8, as: 7}"),
    "a turn": (
        BLOCK, top(round=1, turn=Ref("rat"), order=(Ref("rat"),)),
        "system: bnb\n", "system: bnb\nround: 1\nturn: rat\norder: [rat]\n",
    ),
    "a turn that ends": ("round: 1\nturn: rat\n" + BLOCK, top(turn=None), "turn: rat\n", ""),
    "whose turn is over": (
        BLOCK.replace("bnb\n", "bnb\norder: [rat]   # by hand\n"), top(acted=(Ref("rat"),)),
        "order: [rat]   # by hand\n", "order: [rat]   # by hand\nacted: [rat]\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "act", "old", "new"), VALUES.values(), ids=VALUES)
def test_a_change_is_one_edit(read: Read, text: str, act: Act, old: str, new: str) -> None:
    assert text.count(old) == 1
    after = written(read(text), act)
    assert after == text.replace(old, new)


@pytest.mark.parametrize(("text", "act", "old", "new"), VALUES.values(), ids=VALUES)
def test_what_is_written_is_read_again_as_meant(read: Read, text: str, act: Act, old: str, new: str) -> None:
    reading = read(text)
    meant = reading.encounter.copy()
    act(meant)
    again = read(said(reading, meant).text)
    assert changes(meant, again.encounter) == []


def test_a_first_note_goes_to_the_end(read: Read) -> None:
    text = written(read(BLOCK), top(notes=("the bridge: down",)))
    assert text.startswith(BLOCK + "notes:")
    assert read(text).encounter.notes == ("the bridge: down",)


def test_a_new_parent_stands_where_the_schema_orders_it(read: Read) -> None:
    """`markers` comes before `injuries`, wherever in it the value stands."""
    text = written(read(BLOCK + "    injuries: [jaw]\n"), rat(vulnerable=1))
    assert text == BLOCK + "    markers: {vulnerable: 1}\n    injuries: [jaw]\n"


def test_nothing_changed_is_the_very_document(read: Read) -> None:
    reading = read(BLOCK)
    assert said(reading, reading.encounter.copy()) is reading.document
    assert said(reading, reading.encounter) is reading.document


BESTIARY = "wolf: {stats: {str: 4, spd: 2, agi: 2}, hp: 14/14, as: 5, markers: {wary: true}, injuries: [jaw]}\n"
LIKE = "system: bnb\ncombatants:\n  rat: {like: wolf, at: 0304}   # a wolf in rat's clothing\n"


class TestInherited:
    """A value from a template or a merge is written into the combatant the first time it changes."""

    def test_a_value(self, read: Read) -> None:
        assert "{like: wolf, at: 0304, hp: 7/14}" in written(read(LIKE, BESTIARY), rat(hp=Track(7, 14)))

    def test_a_nested_value(self, read: Read) -> None:
        after = written(read(LIKE, BESTIARY), rat(strength=3))
        assert str(read(after, BESTIARY).encounter.combatants["rat"].strength) == "3"
        assert read(after, BESTIARY).encounter.combatants["rat"].speed == 2

    @pytest.mark.parametrize("gone", [{"attack_score": None}, {"wary": False}, {"injuries": ()}], ids=str)
    def test_a_state_that_ends_is_overruled(self, read: Read, gone: dict[str, Any]) -> None:
        after = written(read(LIKE, BESTIARY), rat(**gone))
        again = read(after, BESTIARY).encounter.combatants["rat"]
        for name, value in gone.items():
            assert getattr(again, name) == value
        assert str(again.hp) == "14/14"

    def test_and_comes_back(self, read: Read) -> None:
        ended = read(written(read(LIKE, BESTIARY), rat(attack_score=None)), BESTIARY)
        again = read(written(ended, rat(attack_score=9)), BESTIARY)
        assert again.encounter.combatants["rat"].attack_score == 9

    def test_a_merged_value_leaves_its_anchor_and_its_other_users(self, read: Read) -> None:
        text = (
            f"system: bnb\nx-kin: &kin {{{SHEET}, hp: 8/8, as: 5}}\n"
            "combatants:\n  rat: {<<: *kin, at: 0304}\n  vole: {<<: *kin}\n"
        )
        after = written(read(text), rat(hp=Track(1, 8), attack_score=None))
        again = read(after).encounter.combatants
        assert (str(again["rat"].hp), again["rat"].attack_score) == ("1/8", None)
        assert (str(again["vole"].hp), again["vole"].attack_score) == ("8/8", 5)
        assert after.splitlines()[:2] == text.splitlines()[:2]
        assert after.splitlines()[4] == text.splitlines()[4]

    def test_an_aliased_sheet_gets_its_own_copy(self, read: Read) -> None:
        text = (
            "system: bnb\ncombatants:\n  rat: {stats: &s {str: 1, spd: 4, agi: 3}, hp: 8/8}\n"
            "  vole: {stats: *s, hp: 3/3}\n"
        )

        def act(encounter: Encounter) -> None:
            encounter.combatants["vole"].strength = 9

        again = read(written(read(text), act)).encounter.combatants
        assert (again["rat"].strength, again["vole"].strength, again["vole"].speed) == (1, 9, 4)


def test_values_are_told_as_the_file_spells_them(read: Read) -> None:
    reading = read(BLOCK)
    after = reading.encounter.copy()
    rat(hp=Track(5, 8), at=reading.encounter.grid.hex("0405"), done=("attack",), marks={"prone": Mark()})(after)
    told = {".".join(one.path): spelling.spelled(one, after.grid) for one in changes(reading.encounter, after)}
    assert told == {
        "combatants.rat.at": ("0304", "0405"),
        "combatants.rat.hp": ("8/8", "5/8"),
        "combatants.rat.done": (None, ["attack"]),
        "combatants.rat.marks": (None, {"prone": None}),
    }


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_line_ends_and_byte_order_mark(read: Read, newline: str, bom: str) -> None:
    text = bom + BLOCK.replace("\n", newline)
    reading = read(text)
    after = reading.encounter.copy()
    rat(attack_score=7, vulnerable=1)(after)
    raw = said(reading, after).encode()
    assert raw.decode() == (bom + BLOCK + "    as: 7\n    markers: {vulnerable: 1}\n").replace("\n", newline)
    assert parse(raw, "again.yaml").data()
