"""What TAB offers: words and what they are; and bash's own idea of a word."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtool.cli.bash_line import Typed, candidates_for, read
from gmtool.cli.commands import FILES, FIXED
from gmtool.cli.complete import Candidate, complete

Gm = Callable[..., Any]
SHEET = "stats: {str: 1, spd: 4, agi: 3}"
FIGHT = f"""\
system: bnb
grid: {{size: 12x10}}
combatants:
  rat: {{side: pc, at: 0301, facing: S, {SHEET}, hp: 5/8}}
  "Old Tom": {{at: 0304, {SHEET}, hp: 0/9}}
  "O'Malley": {{{SHEET}, hp: 9/9}}
"""


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], dict[str, str]]:
    """What is offered after these words, split at single blanks, in a folder with the fight."""
    (tmp_path / "encounter.yaml").write_text(FIGHT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GM_FILE", raising=False)
    return lambda line: {one.value: one.help for one in complete(line.split(" "))}


NAMES = {"rat": "5/8 0301", "Old Tom": "0/9 0304 DOWN", "O'Malley": "9/9"}

OFFERED: dict[str, set[str]] = {
    "da": {"damage"},
    "--f": {"--force", "--file"},
    "damage ": set(NAMES),
    "damage r": {"rat"},
    "damage R": {"rat"},
    "damage o": {"Old Tom", "O'Malley"},
    "damage rat ": set(NAMES),
    "attack rat ": set(NAMES),
    "attack rat rat ": set(),
    "attack rat rat --tac": {"--tactic"},
    "attack rat rat --tactic ": {"bite", "claw", "kick"},
    "attack rat rat --tactic c": {"claw"},
    "attack --tactic claw r": {"rat"},
    "-f encounter.yaml attack r": {"rat"},
    "move rat ": {"0301", "0304"},
    "move rat 0302 --facing ": {"N", "NE", "SE", "S", "SW", "NW"},
    "mark rat x --until ": {
        *(f"{edge} of {name}" for edge in ("start", "end") for name in NAMES),
        "end of round",
    },
    "status ": set(NAMES),
    "status rat ": set(),
    "status --p": {"--player"},
    "remove rat ": set(NAMES),
    "from rat O": {"Old Tom", "O'Malley"},
    "set rat stats.s": {"stats.str=", "stats.spd=", "stats.sml="},
    "set rat side=": {"side=pc"},
    "set rat wary=": {"wary=true", "wary=false"},
    "add fo": {"fox"},
    "add fox stats.s": {"stats.str=", "stats.spd=", "stats.sml="},
    "add fox 3 hp": {"hp="},
    "add fox wary=": {"wary=true", "wary=false"},
    "bestiary ste": set(),
    "rules bn": {"bnb"},
    "schema d": {"d6"},
    "completion ": {"bash", "zsh", "fish"},
    "help unm": {"unmark"},
    "help unmark ": set(),
    "odds att": {"attack"},
    "odds attack r": {"rat"},
    "odds attack rat rat --tactic k": {"kick"},
    "check ": {FILES},
    "--file ": {FILES},
    "-f ": {FILES},
    "--dice a": {"ask", "ask:pc"},
    "--dice=r": {"--dice=random"},
    "--mod ": set(),
    "map --re": {"--reach"},
    "attack nobody --tactic ": {"bite", "claw", "kick"},
    "set nobody ": set(),
    "nonsense ": set(),
    "undo ": set(),
}


@pytest.mark.parametrize("line", OFFERED)
def test_what_is_offered(offered: Callable[[str], dict[str, str]], line: str):
    assert set(offered(line)) == OFFERED[line]


def test_every_command_and_verb_is_offered_with_what_it_does(offered: Callable[[str], dict[str, str]]):
    found = offered("")
    assert {name: command.summary for name, command in FIXED.items()}.items() <= found.items()
    assert found["attack"].startswith("Use a tactic") or found["attack"]
    assert {"next", "hide", "tend", "order"} <= set(found)


def test_names_come_with_health_and_hex(offered: Callable[[str], dict[str, str]]):
    assert offered("damage ") == NAMES


@pytest.mark.parametrize("text", ["", "a: [", "system: bnb\ncombatants:\n  rat: {hp: 9/8}\n", None])
def test_c92_a_broken_file_completes_commands_and_says_nothing(
    offered: Callable[[str], dict[str, str]], tmp_path: Path, text: str | None, capfd: pytest.CaptureFixture[str]
):
    file = tmp_path / "encounter.yaml"
    file.unlink() if text is None else file.write_text(text)
    assert set(offered("")) == set(FIXED)
    assert offered("damage ") == {}
    assert offered("status ") == {}
    assert capfd.readouterr() == ("", "")


def test_c92_the_program_answers_and_imports_no_click(tmp_path: Path, gm: Gm):
    """What costs most is left out: a TAB is a whole process."""
    (tmp_path / "encounter.yaml").write_text(FIGHT)
    ran = gm("damage", "O", env={"GM_COMPLETE": "words", "PYTHONPROFILEIMPORTTIME": "1"})
    assert ran.out == "Old Tom\t0/9 0304 DOWN\nO'Malley\t9/9\n"
    loaded = {line.rpartition("|")[2].strip() for line in ran.err.splitlines()}
    assert "gmtool.cli.complete" in loaded
    assert not {"click", "prompt_toolkit", "gmtool.cli.main", "gmtool.encounter.writing", "random"} & loaded


# bash -----------------------------------------------------------------------------------------------------------------

LINES: dict[str, Typed] = {
    "gm ": Typed(["gm", ""], "", ""),
    "gm da": Typed(["gm", "da"], "da", ""),
    "gm damage 'Old T": Typed(["gm", "damage", "Old T"], "Old T", "'"),
    'gm damage "Old T': Typed(["gm", "damage", "Old T"], "Old T", '"'),
    "gm damage Old\\ T": Typed(["gm", "damage", "Old T"], "Old\\ T", ""),
    "gm damage 'Old Tom' ": Typed(["gm", "damage", "Old Tom", ""], "", ""),
    "gm damage 'a'\\''b": Typed(["gm", "damage", "a'b"], "a'\\''b", "'"),
    'gm x "a \\"b': Typed(["gm", "x", 'a "b'], 'a \\"b', '"'),
    'gm x "a\\b': Typed(["gm", "x", "a\\b"], "a\\b", '"'),
    "gm x '' ": Typed(["gm", "x", "", ""], "", ""),
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_read_as_the_shell_would(line: str):
    assert read(line) == LINES[line]


PUT: dict[str, list[str]] = {
    "gm damage ": ["rat", "Old\\ Tom", "wolf:\\ alpha", "O\\'Malley", "\\$HOME", 'a\\"b'],
    "gm damage O": ["Old\\ Tom", "O\\'Malley"],
    "gm damage Old\\ ": ["Old\\ Tom"],
    "gm damage 'O": ["Old Tom", "O'\\''Malley"],
    'gm damage "': ["rat", "Old Tom", "wolf: alpha", "O'Malley", "\\$HOME", 'a\\"b'],
    "gm damage wolf:": ["\\ alpha"],
    "gm damage 'wolf:": ["wolf: alpha"],
}


@pytest.mark.parametrize("line", PUT)
def test_what_bash_is_to_put_there(line: str):
    names = ["rat", "Old Tom", "wolf: alpha", "O'Malley", "$HOME", 'a"b']

    def offer(words: Any) -> list[Candidate]:
        return [Candidate(name) for name in names if name.startswith(words[-1])]

    assert [one.value for one in candidates_for(line, None, offer)] == PUT[line]
