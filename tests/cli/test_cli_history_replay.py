"""`gm replay`: the history is played again, and what comes out differently is named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Table

DICE = "4,1,2,5,6"
CHARGE = ("attack", "rat", "wolf", "--charge")

BESTIARY = "mouse:\n  stats: {str: 0, spd: 3, agi: 2}\n  hp: 4/4\n"
LIKE = """\
system: bnb
combatants:
  mouse: {like: mouse, side: pc, at: 0301, facing: S}
  wolf: {at: 0304, facing: S, stats: {str: 4, spd: 2, agi: 2}, hp: 14/14}
"""


def rewritten(table: Table, old: str, new: str, *, count: int = 1) -> None:
    """Change what the history says, as a program with other rules would have written it."""
    path = table.folder / ".gm" / "encounter.yaml.jsonl"
    text = path.read_text()
    assert text.count(old) >= count
    path.write_text(text.replace(old, new, count))


def reworded(table: Table, change: Callable[[dict[str, Any]], None], n: int = 1) -> None:
    """Change the nth line of the history."""
    path = table.folder / ".gm" / "encounter.yaml.jsonl"
    rows = [json.loads(row) for row in path.read_text().splitlines()]
    change(rows[n - 1])
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_a_long_evening_comes_out_as_it_did(in_line: Table, snapshot: Callable[[], object]) -> None:
    """Rolled, seeded and given dice, hand edits, undo, redo, again, rolls, options: nothing differs, nothing moves."""
    for words in (
        ("next", "--dice", "6,1"),
        (*CHARGE, "--seed", "3"),
        ("again", "--mod", "+2 high ground", "--target-mod", "-1", "--seed", "4"),
        ("undo",),
        ("redo",),
        ("roll", "4d6kh3", "+2", "--times", "3"),
        ("roll", "2d6", "--dice", "=7"),
        ("next",),
    ):
        assert in_line(*words).code == 0, words
    in_line.write(in_line.read().replace("# hungry", "# starving").replace("round: 1", "round: 5"))
    for words in (
        ("attack", "rat", "wolf", "--force", "--tactic", "bite"),
        ("set", "wolf", "hp=9/14", "as="),
        ("mark", "@", "shock"),
        ("damage", "rat", "--", "3"),
        ("undo", "2"),
        ("next", "--force"),
    ):
        ran = in_line(*words)
        assert ran.code == 0, ran
    before = snapshot()
    ran = in_line("replay")
    assert (ran.code, ran.out, ran.err) == (0, "11 steps played again, all as recorded\n", "")
    assert snapshot() == before


def test_of_nothing(in_line: Table) -> None:
    ran = in_line("replay")
    assert (ran.code, ran.out, ran.err) == (0, "nothing to play again\n", "")


class TestDifferences:
    """One change of the rules at a time."""

    @pytest.fixture
    def bitten(self, in_line: Table) -> Table:
        in_line("--dice", DICE, *CHARGE)
        in_line("damage", "rat", "1")
        return in_line

    def differs(self, table: Table, *lines: str, steps: int = 2) -> None:
        ran = table("replay")
        assert (ran.code, ran.err) == (1, "")
        assert ran.out.splitlines() == [*lines, f"{steps} step{'s' * (steps > 1)} played again, 1 differs"]

    def test_a_change_comes_out_differently(self, bitten: Table) -> None:
        rewritten(bitten, '"old":"14/14","new":"7/14"', '"old":"14/14","new":"6/14"')
        self.differs(bitten, "step 1: gm attack rat wolf --charge", "  combatants.wolf.hp: recorded 6/14, now 7/14")

    def test_a_change_is_there_no_more(self, bitten: Table) -> None:
        reworded(bitten, lambda row: row["changes"].append({"path": "combatants.rat.hp", "old": "8/8", "new": "7/8"}))
        self.differs(bitten, "step 1: gm attack rat wolf --charge", "  combatants.rat.hp: recorded 7/8, now nothing")

    def test_a_change_is_new(self, bitten: Table) -> None:
        reworded(bitten, lambda row: row["changes"].pop(0))
        self.differs(bitten, "step 1: gm attack rat wolf --charge", "  combatants.rat.at: recorded nothing, now 0303")

    def test_another_thing_is_told(self, bitten: Table) -> None:
        rewritten(bitten, '"kind":"hit"', '"kind":"graze"')
        self.differs(bitten, "step 1: gm attack rat wolf --charge", "  what is told: recorded graze, now hit")

    def test_other_words_for_the_same_are_no_difference(self, bitten: Table) -> None:
        rewritten(bitten, '"text":"hit (10 >= 7)"', '"text":"a hit"')
        assert bitten("replay").code == 0

    def test_the_dice_fall_otherwise(self, bitten: Table) -> None:
        """One point less on the damage die."""
        rewritten(bitten, '"words":"6"', '"words":"5"')
        self.differs(bitten, "step 1: gm attack rat wolf --charge", "  combatants.wolf.hp: recorded 7/14, now 8/14")

    def test_more_dice_are_wanted(self, bitten: Table) -> None:
        reworded(bitten, lambda row: row["dice"].pop())
        ran = bitten("replay")
        assert ran.code == 1
        assert "  refused now: rat, Core Die (1d6): no die left" in ran.out

    def test_fewer_dice_are_wanted(self, bitten: Table) -> None:
        reworded(bitten, lambda row: row["dice"].append(row["dice"][-1]))
        assert "  refused now: dice left over: 6 " in bitten("replay").out

    def test_it_is_refused(self, bitten: Table) -> None:
        rewritten(bitten, '["damage","rat","1"]', '["damage","rat","-1"]')
        self.differs(
            bitten, "step 2: gm damage rat -1", "  refused now: -1 is no number of points: it must be 0 or more"
        )

    @pytest.mark.parametrize("words", ['["polka","rat"]', '["undo"]', '["damage","rat"]', '["damage","cat","1"]', "[]"])
    def test_there_is_no_such_command(self, bitten: Table, words: str) -> None:
        rewritten(bitten, '["damage","rat","1"]', words)
        ran = bitten("replay")
        assert (ran.code, ran.err) == (1, "")
        assert "  refused now: " in ran.out

    def test_the_force_is_gone(self, in_line: Table) -> None:
        in_line("next", "--dice", "6,1")
        in_line("attack", "wolf", "rat", "--force", "--dice", "1,1,1,1")
        assert in_line("replay").code == 0
        rewritten(in_line, ',"--force"]', "]")
        assert "  refused now: it is not wolf's turn" in in_line("replay").out

    def test_a_roll_adds_up_otherwise(self, in_line: Table) -> None:
        in_line("roll", "2d6", "+", "1", "--dice", "4,3")
        rewritten(in_line, '"total":8', '"total":9')
        self.differs(in_line, "step 1: gm roll 2d6 + 1", "  2d6+1: recorded 9, now 8", steps=1)

    def test_undone_steps_are_played_too(self, bitten: Table) -> None:
        bitten("undo", "2")
        rewritten(bitten, '"words":"6"', '"words":"5"')
        self.differs(bitten, "step 1: gm attack rat wolf --charge", "  combatants.wolf.hp: recorded 7/14, now 8/14")

    def test_a_changed_bestiary_shows(self, gm: Table) -> None:
        gm.write(LIKE)
        gm.write(BESTIARY, "bestiary/bnb.yaml")
        gm("damage", "mouse", "1")
        assert gm("replay").code == 0
        gm.write(BESTIARY.replace("4/4", "5/5"), "bestiary/bnb.yaml")
        ran = gm("replay")
        assert ran.code == 1
        assert "combatants.mouse.hp: recorded 3/4, now 4/5" in ran.out
        gm.write("mouse: [\n", "bestiary/bnb.yaml")
        ran = gm("replay")
        assert ran.code == 1
        assert "refused now: " in ran.out
        assert "bestiary/bnb.yaml:" in ran.out

    def test_the_same_values_written_otherwise(self, bitten: Table) -> None:
        """All values are as they were; only the text shows the difference."""
        bitten.write(bitten.read().replace("    hp: 7/8\n", "    hp: 7/8\n    x-note: wet\n"))
        bitten("damage", "rat", "1")
        reworded(bitten, rename_note, 3)
        self.differs(
            bitten,
            "step 3: gm damage rat 1",
            "  line 10: recorded `    x-note: dry`, now `    x-note: wet`",
            steps=3,
        )


def rename_note(row: dict[str, Any]) -> None:
    """Pretend the program had also touched a key of the GM's own."""
    from gmtool.document.history import fingerprint

    before = row["whole"]
    after = before.replace("hp: 7/8", "hp: 6/8").replace("x-note: wet", "x-note: dry")
    at = before[: before.index("    hp: 7/8")].count("\n") + 1
    old = before.splitlines(keepends=True)[at - 1 : at + 1]
    new = after.splitlines(keepends=True)[at - 1 : at + 1]
    row["lines"] = [[at, [], old, new, []]]
    row["after"] = fingerprint(after.encode())


def test_as_data(in_line: Table, data: Callable[..., Any]) -> None:
    in_line("--dice", DICE, *CHARGE)
    in_line("damage", "rat", "1")
    assert data("replay") == {
        "schema": 1,
        "command": ["replay"],
        "file": "encounter.yaml",
        "steps": 2,
        "lost": 0,
        "differences": [],
    }
    rewritten(in_line, '"words":"6"', '"words":"5"')
    ran = in_line("replay", "--json")
    assert ran.code == 1
    assert json.loads(ran.out)["differences"] == [
        {
            "n": 1,
            "commands": [list(CHARGE)],
            "kind": "change",
            "where": "combatants.wolf.hp",
            "recorded": "7/14",
            "now": "8/14",
        }
    ]


def test_steps_after_a_lost_line_are_left_out_and_said_to_be(in_line: Table) -> None:
    for _ in range(3):
        in_line("damage", "rat", "1")
    path = in_line.folder / ".gm" / "encounter.yaml.jsonl"
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(rows[0] + b"\0" * 300 + b"\n" + rows[2])
    ran = in_line("replay")
    assert (ran.code, ran.out) == (0, "1 step played again, all as recorded\n")
    assert "encounter.yaml.jsonl:2: damaged" in ran.err
    assert "1 step could not be played" in ran.err
