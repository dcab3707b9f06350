"""What TAB puts into a line of the shell makes the line work."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gmtool.cli.line import read
from gmtool.shell.offering import Offer, offers
from tests.cli.test_cli_complete import FIGHT as PLAIN
from tests.cli.test_cli_complete import SHEET

FIGHT = f"""\
{PLAIN}  'a "b" $c': {{{SHEET}, hp: 9/9}}
  "#1; the first": {{{SHEET}, hp: 9/9}}
  "“Ace”": {{{SHEET}, hp: 9/9}}
"""


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[Offer]]:
    """What is offered behind a line, in a folder with the fight."""
    (tmp_path / "encounter.yaml").write_text(FIGHT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GM_FILE", raising=False)
    return lambda line: offers([], line)


PUT = {
    "damage r": "damage rat ",
    "damage Old": "damage 'Old Tom' ",
    "damage 'Old": "damage 'Old Tom' ",
    'damage "Old': 'damage "Old Tom" ',
    "damage Old\\ T": "damage 'Old Tom' ",
    "damage O'Ma": 'damage "O\'Malley" ',
    "damage \"O'": 'damage "O\'Malley" ',
    "damage 'a ": "damage 'a \"b\" $c' ",
    'damage "a ': 'damage "a \\"b\\" \\$c" ',
    "damage '#": "damage '#1; the first' ",
    "damage '“": "damage '“Ace”' ",
    "next; damage r": "next; damage rat ",
    "next;damage r": "next;damage rat ",
    "gm damage r": "gm damage rat ",
    "next\ndamage r": "next\ndamage rat ",
    "unm": "unmark ",
    "next; unm": "next; unmark ",
    "gm unm": "gm unmark ",
    "qui": "quit ",
    "set rat inju": "set rat injuries=",
    "--file=enc": "--file=encounter.yaml ",
    "use enc": "use encounter.yaml ",
    "use 'last n": "use 'last night.yaml' ",
    "use old/": "use old/mill.yaml ",
    "use ol": "use old/",
    "use .hid": "use .hidden.yaml ",
}


@pytest.mark.parametrize("line", PUT)
def test_the_only_word_there_is(offered: Callable[[str], list[Offer]], line: str):
    for name in ("last night.yaml", "old/mill.yaml", ".hidden.yaml"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("")
    (one,) = offered(line)
    assert line[: one.start] + one.text == PUT[line]


def test_a_name_comes_with_what_it_is(offered: Callable[[str], list[Offer]]):
    found = {one.shown: one.help for one in offered("damage ")}
    assert list(found) == ["rat", "Old Tom", "O'Malley", 'a "b" $c', "#1; the first", "“Ace”"]
    assert found["Old Tom"] == "0/9 0304 DOWN"


def test_every_name_that_is_put_in_is_the_word_that_is_meant(offered: Callable[[str], list[Offer]]):
    for one in offered("damage "):
        line = read(f"damage {one.text} 1")
        assert line.slip is None
        assert line.commands[0].said == ["damage", one.shown, "1"]


def test_commands_of_the_system_come_first_and_there_is_no_shell_in_the_shell(offered: Callable[[str], list[Offer]]):
    words = [one.shown for one in offered("")]
    assert words.index("attack") < words.index("status")
    assert {"exit", "quit"} <= set(words)
    assert "shell" not in words
    assert all(one.help for one in offered(""))


def test_only_the_first_word_may_leave(offered: Callable[[str], list[Offer]]):
    assert offered("status qui") == []


def test_the_file_of_the_session_is_asked(offered: Callable[[str], list[Offer]]):
    Path("other.yaml").write_text(FIGHT.replace("rat:", "stoat:"))
    assert [one.shown for one in offers(["--file", "other.yaml"], "damage s")] == ["stoat"]
    assert [one.shown for one in offers(["--file", "other.yaml"], "-f encounter.yaml damage r")] == ["rat"]


def test_it_is_read_anew_each_time(offered: Callable[[str], list[Offer]]):
    assert offered("damage st") == []
    Path("encounter.yaml").write_text(FIGHT.replace("rat:", "stoat:"))
    assert [one.shown for one in offered("damage st")] == ["stoat"]
    Path("encounter.yaml").write_text("system: [")
    assert offered("damage st") == []
    assert "status" in [one.shown for one in offered("")]
