"""Commands that hit many: asked for on a terminal, and only there; and what players may see."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

Gm = Callable[..., Any]
SHEET = "stats: {str: 1, spd: 4, agi: 3}, hp: 9/9"
PACK = "system: bnb\ncombatants:\n" + "".join(f"  wolf-{i}: {{at: 030{i}, {SHEET}}}\n" for i in range(1, 6))


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Five wolves."""
    file = tmp_path / "encounter.yaml"
    file.write_text(PACK)
    return file


@pytest.fixture
def typed(pack: Path, gm: Any) -> Callable[..., Any]:
    """Run `gm` on a terminal."""

    def run(*words: str) -> Any:
        argv = ["-m", "gmtool", *words]
        return pexpect.spawn(sys.executable, argv, cwd=str(pack.parent), env=gm.env, encoding="utf-8", timeout=20)

    return run


HITS = [
    ("damage", "wolf*", "1"),
    ("damage", "wolf-1=1", "wolf-2=1", "wolf-3=1", "wolf-4=1"),
    ("remove", "w*"),
    ("hide", "w*"),
]


@pytest.mark.parametrize("words", HITS, ids=" ".join)
def test_four_or_more_are_asked_for(pack: Path, typed: Callable[..., Any], words: tuple[str, ...]):
    for answer, done in (("n", False), ("", False), ("y", True)):
        pack.write_text(PACK)
        talk = typed(*words)
        talk.expect(rf"{words[0]} [45] of them \(wolf-1, .*\)\? \[y/N\]")
        talk.sendline(answer)
        talk.expect(pexpect.EOF)
        talk.close()
        assert (talk.exitstatus, pack.read_text() != PACK) == (0 if done else 1, done)


def test_the_file_is_let_go_while_somebody_is_asked(pack: Path, typed: Callable[..., Any], gm: Gm):
    talk = typed("damage", "wolf*", "1")
    talk.expect(r"\[y/N\]")
    assert gm("damage", "wolf-1", "3").code == 0
    talk.sendline("y")
    talk.expect(pexpect.EOF)
    talk.close()
    assert talk.exitstatus == 0
    assert "wolf-1: {at: 0301, stats: {str: 1, spd: 4, agi: 3}, hp: 5/9}" in pack.read_text()


@pytest.mark.parametrize(
    "words", [("damage", "wolf-[123]", "1"), ("--yes", "damage", "wolf*", "1"), ("damage", "w*", "1", "-y")]
)
def test_nobody_is_asked(pack: Path, typed: Callable[..., Any], words: tuple[str, ...]):
    talk = typed(*words)
    talk.expect(pexpect.EOF)
    talk.close()
    assert talk.exitstatus == 0
    assert "hp: 8/9" in pack.read_text()


def test_scripts_are_never_asked(pack: Path, gm: Gm):
    assert gm("damage", "*", "1").code == 0
    assert pack.read_text() == PACK.replace("9/9", "8/9")


# what players may see -------------------------------------------------------------------------------------------------

OPEN = """\
system: bnb
grid: {layout: flat, size: 12x10}
round: 2
turn: rat
order: [rat, wolf]
acted: []
combatants:
  rat: {side: pc, at: 0301, facing: S, stats: {str: 1, spd: 4, agi: 3}, hp: 8/8, initiative: 9}
  wolf: {at: 0304, facing: S, stats: {str: 4, spd: 2, agi: 2}, hp: 14/14, initiative: 5}
"""
SECRET = (
    OPEN.replace("order: [rat, wolf]\nacted: []", "order: [ghoul, rat, wolf]\nacted: [ghoul]")
    .replace("initiative: 9}", "initiative: 9, markers: {held: ghoul}}")
    .replace("combatants:\n", "combatants:\n  ghoul: {side: undead, hidden: true, at: 0909, facing: N, initiative: 12,"
             " stats: {str: 4, spd: 2, agi: 2}, hp: 14/14}\n")
    + "notes: [the ghoul waits]\ndue: [{text: ghoul!, round: 4}]\n"
)  # fmt: skip

VIEWS = [
    ("status",),
    ("status", "rat"),
    ("map",),
    ("map", "--list"),
    ("map", "--ascii"),
    ("map", "--reach", "rat"),
    ("from", "rat"),
    ("from", "rat", "wolf"),
]


@pytest.mark.parametrize("words", VIEWS, ids=" ".join)
@pytest.mark.parametrize("options", [(), ("--json",)], ids=["text", "json"])
def test_players_see_nothing_of_who_is_hidden(tmp_path: Path, gm: Gm, words: tuple[str, ...], options: tuple[str, ...]):
    """Word for word what they see where there is nobody hidden."""
    seen = []
    for text in (OPEN, SECRET):
        (tmp_path / "encounter.yaml").write_text(text)
        ran = gm(*options, *words, "--player")
        assert (ran.code, ran.err) == (0, "")
        seen.append(ran.out)
        assert "ghoul" not in ran.out
    assert seen[0] == seen[1]
    if words[0] != "from" and words != ("status", "rat"):
        assert "ghoul" in gm(*options, *words).out, "the GM sees it"


def test_pictures_for_players(tmp_path: Path, gm: Gm):
    drawn = []
    for text in (OPEN, SECRET):
        (tmp_path / "encounter.yaml").write_text(text)
        assert gm("map", "--player", "-o", "map.svg").code == 0
        drawn.append((tmp_path / "map.svg").read_bytes())
    assert drawn[0] == drawn[1]


def test_who_is_hidden_cannot_be_asked_for(tmp_path: Path, gm: Gm):
    (tmp_path / "encounter.yaml").write_text(SECRET)
    for words in (("status", "ghoul"), ("from", "ghoul"), ("from", "rat", "ghoul"), ("map", "--reach", "ghoul")):
        ran = gm(*words, "--player")
        assert ran.code == 5, words
        assert "there are rat, wolf" in ran.err or "did you mean" in ran.err
        assert "hidden" not in ran.err


def test_hide_and_reveal(tmp_path: Path, gm: Gm):
    (tmp_path / "encounter.yaml").write_text(OPEN)
    assert gm("hide", "wolf").out == "wolf is hidden\nwolf hidden\nrat: Attack and Move; next wolf\n"
    assert "wolf" not in gm("status", "--player").out
    assert gm("reveal", "wolf").code == 0
    assert (tmp_path / "encounter.yaml").read_text() == OPEN


def test_what_is_due_is_in_the_status(tmp_path: Path, gm: Gm):
    (tmp_path / "encounter.yaml").write_text(OPEN)
    assert gm("note", "the bell", "rings", "--due", "3").out.startswith("noted, due in round 3: the bell rings\n")
    assert "due in round 3: the bell rings" in gm("status").out
    told = json.loads(gm("--json", "status").out)
    assert told["due"] == [{"text": "the bell rings", "round": 3}]
    assert gm("next").code == 0
    assert "due: the bell rings" in gm("next").out
    assert "due" not in (tmp_path / "encounter.yaml").read_text()
