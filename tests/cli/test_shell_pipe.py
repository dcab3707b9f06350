"""Lines for the shell from a pipe or a file: done up to the first that fails, and nothing printed but answers."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Table

CHARGE = "attack rat wolf --charge --dice 4,1,2,5,6"


def test_lines_are_commands(in_line: Table) -> None:
    """The same file as the same commands leave one by one, and the same words printed."""
    before = in_line.read()
    one_by_one = [in_line(*words.split()) for words in ("damage rat 1", CHARGE, "status")]
    after = in_line.read()
    in_line.write(before)
    ran = in_line("shell", stdin=f"damage rat 1\n{CHARGE}\nstatus\n")
    assert ran == (0, "".join(one.out for one in one_by_one), "")
    assert in_line.read() == after != before


SAME = {
    "a semicolon": "damage rat 1; damage wolf 2\n",
    "no end of line": "damage rat 1\ndamage wolf 2",
    "with gm": "gm damage rat 1\ngm damage wolf 2\n",
    "blank lines and comments": "\n# first\ndamage rat 1  # ouch\n\n   \ndamage wolf 2\n",
    "windows line ends": "damage rat 1\r\ndamage wolf 2\r\n",
    "a byte order mark": "\ufeffdamage rat 1\ndamage wolf 2\n",
    "quotes": "damage 'rat' 1\ndamage \"wolf\" 2\n",
    "leaving": "damage rat 1; damage wolf 2; exit; damage rat 1\ndamage rat 1\n",
    "leaving by another word": "damage rat 1\ndamage wolf 2\ngm quit\ndamage rat 1\n",
}


@pytest.mark.parametrize("lines", SAME.values(), ids=SAME)
def test_however_they_are_written(in_line: Table, lines: str) -> None:
    before = in_line.read()
    ran = in_line("shell", stdin=lines)
    assert (ran.code, ran.err) == (0, "")
    assert in_line.read() == before.replace("8/8", "7/8").replace("14/14", "12/14")


FAILING = {
    "damage nobody 1": (5, "no combatant is called `nobody`"),
    "dmage rat 1": (2, "no such command: `dmage`; did you mean `damage`?"),
    "attack rat rat": (1, "refused"),
    "status --nonsense": (2, "No such option"),
    "damage 'rat 1": (2, "gm: the quote 'rat 1 is open"),
    "damage “rat” 1": (2, "gm: “ is no quote here"),
    "attack rat wolf —charge": (2, "type two hyphens: --charge"),
    "shell": (2, "this is the shell already"),
    "shell --plain": (2, "this is the shell already"),
    "exit now": (2, "exit has no use for `now`"),
    "attack rat wolf --charge --dice 4": (6, ""),
    "attack rat wolf --charge --dice ask": (6, "nobody is at the terminal"),
    "damage rat --file": (2, "--file needs a value"),
    "--file nothing.yaml status": (3, "nothing.yaml: there is no such file"),
    "x" * 200_000: (2, "line 2 of standard input is longer than 100,000 bytes"),
}


@pytest.mark.parametrize("line", FAILING, ids=lambda line: line[:30])
def test_the_first_that_fails_is_the_last(in_line: Table, line: str) -> None:
    code, said = FAILING[line]
    before = in_line.read()
    ran = in_line("shell", stdin=f"damage rat 1\n{line}\ndamage rat 1\n")
    assert (ran.code, said in ran.err) == (code, True), ran.err
    assert "line 2 of standard input" in ran.err.splitlines()[-1]
    assert in_line.read() == before.replace("8/8", "7/8")


def test_what_stands_behind_it_on_its_line_is_not_done_either(in_line: Table) -> None:
    before = in_line.read()
    ran = in_line("shell", stdin="damage rat 1; damage nobody 1; damage wolf 1;  note 'x; y'\n")
    assert ran.code == 5
    assert "gm: not done: damage wolf 1; note 'x; y'\n" in ran.err
    assert in_line.read() == before.replace("8/8", "7/8")


def test_a_help_page_for_a_word_of_the_shell_is_no_trap(in_line: Table) -> None:
    ran = in_line("shell", stdin="help attack\nattack -h\n--version\n")
    assert ran.code == 0
    assert ran.out.count("Usage: gm attack") == 2


@pytest.mark.parametrize("options", [("--file", "other.yaml"), ("other.yaml",), ("-f", "other.yaml")], ids=str)
def test_a_file_holds_for_every_line(in_line: Table, options: tuple[str, ...]) -> None:
    in_line.write(in_line.read().replace("8/8", "3/3"), "other.yaml")
    ran = in_line("shell", *options, stdin="damage rat 1\n--file encounter.yaml damage rat 1\n")
    assert ran.out.count("rat hp 3/3 -> 2/3") == ran.out.count("rat hp 8/8 -> 7/8") == 1


@pytest.mark.parametrize("command", ["use encounter.yaml", "init third.yaml"])
def test_another_file_can_be_chosen_although_one_was_named(in_line: Table, command: str) -> None:
    in_line.write(in_line.read().replace("8/8", "3/3"), "other.yaml")
    ran = in_line("shell", "other.yaml", stdin=f"use\ndamage rat 1\n{command}\nuse\ndamage rat 1\n")
    assert (ran.code, ran.err) == (0, "")
    assert "other.yaml (bnb, 2 combatants): named by --file" in ran.out
    assert "chosen by `gm use` or `gm init`" in ran.out
    assert ran.out.count("rat hp 3/3 -> 2/3") == ran.out.count("rat hp 8/8 -> 7/8") == 1


@pytest.mark.parametrize("command", ["use encounter.yaml -n", "use -h", "use nothing.yaml"])
def test_what_chooses_nothing_changes_nothing(in_line: Table, command: str) -> None:
    in_line.write(in_line.read().replace("8/8", "3/3"), "other.yaml")
    ran = in_line("shell", "other.yaml", stdin=f"{command}\nuse\n")
    assert ran.code == (3 if "nothing" in command else 0)
    assert ("named by --file" in ran.out) is (ran.code == 0)


def test_options_hold_for_every_line(in_line: Table) -> None:
    before = in_line.read()
    ran = in_line("shell", "--explain", "--dry-run", stdin=f"{CHARGE}\ndamage rat 1\n")
    assert ran.code == 0
    assert "[BNB-" in ran.out
    assert ran.out.count("dry run, nothing written") == 2
    assert in_line.read() == before
    assert not (in_line.folder / ".gm").exists()
    assert in_line("shell", "--quiet", stdin="damage rat 1\n") == (0, "", "")


def test_everything_is_data_with_json(in_line: Table) -> None:
    ran = in_line("shell", "--json", stdin="damage rat 1\nstatus\nnonsense; status\n")
    assert ran.code == 2
    assert [json.loads(line)["command"] for line in ran.out.splitlines()] == [["damage", "rat", "1"], ["status"]]
    assert [json.loads(line)["code"] for line in ran.err.splitlines()] == [2]


def test_a_seed_gives_the_same_session_and_not_the_same_dice(in_line: Table) -> None:
    lines = "roll 1000d6\nroll 1000d6\n"
    first, second = in_line("shell", "--seed", "5", stdin=lines), in_line("shell", "--seed", "5", stdin=lines)
    assert first == second
    one, other = in_line("roll", "1000d6", "--seed", "5").out, in_line("roll", "1000d6", "--seed", "6").out
    assert first.out == one + other
    assert one != other


REFUSED = {
    ("--mod", "+2 x"): (2, "--mod is for one command"),
    ("--target-mod", "+2 x"): (2, "--target-mod is for one command"),
    ("--dice", "4,1"): (2, "--dice 4,1 is for one command"),
    ("--dice", "ask:"): (2, "it must be `ask`"),
    ("nothing.yaml",): (3, "nothing.yaml: there is no such file"),
    ("a.yaml", "--file", "b.yaml"): (2, "not both"),
    ("--keep",): (2, "No such option"),
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_what_cannot_hold_for_every_line(in_line: Table, words: tuple[str, ...]) -> None:
    code, said = REFUSED[words]
    before = in_line.read()
    ran = in_line("shell", *words, stdin="damage rat 1\n")
    assert (ran.code, ran.out, said in ran.err) == (code, "", True), ran.err
    assert in_line.read() == before


def test_nothing_to_do(in_line: Table) -> None:
    assert in_line("shell", stdin="") == (0, "", "")


def test_standard_input_that_is_closed(in_line: Table) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m gmtool shell <&-"],
        cwd=in_line.folder, env=in_line.env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_reader_who_has_had_enough(in_line: Table) -> None:
    """What is piped in is done all the same, and nothing is said of it."""
    before = in_line.read()
    line = f"printf 'status\nroll 9d6\ndamage rat 1' | {sys.executable} -m gmtool shell | true"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        cwd=in_line.folder, env=in_line.env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert in_line.read() == before.replace("8/8", "7/8")


def test_a_script_from_the_rest_of_the_pipe(in_line: Table) -> None:
    before = in_line.read()
    assert in_line("shell", stdin="damage rat 1\nrun -\ndamage wolf 1\ndamage wolf 1\n").code == 0
    assert in_line.read() == before.replace("8/8", "7/8").replace("14/14", "12/14")
    assert in_line("undo").code == 0
    assert in_line.read() == before.replace("8/8", "7/8")


def test_a_shell_within_a_script(in_line: Table) -> None:
    ran = in_line("run", "-", stdin="shell\n")
    assert (ran.code, "`shell` is no command that is played on an encounter" in ran.err) == (2, True)


def test_a_pipe_waits_for_no_dear_module(in_line: Table) -> None:
    ran = in_line("shell", stdin="damage rat 1\n", env={"PYTHONPROFILEIMPORTTIME": "1"})
    loaded = {line.rpartition("|")[2].strip() for line in ran.err.splitlines()}
    assert "gmtool.shell.line_by_line" in loaded
    assert not {"prompt_toolkit", "readline", "asyncio", "pathlib"} & loaded


def test_no_encounter_at_all(gm: Table) -> None:
    ran = gm("shell", stdin="systems\ninit\nstatus\n")
    assert (ran.code, ran.err) == (0, "")
    assert "encounter.yaml: a bnb encounter" in ran.out


def test_the_shells_complete_it(in_line: Table) -> None:
    complete = {"GM_COMPLETE": "words"}
    assert in_line("she", env=complete).out.startswith("shell\t")
    assert in_line("shell", "--pl", env=complete).out.startswith("--plain\t")
    assert in_line("shell", "", env=complete).out == ":files\n"


def test_it_is_among_the_commands_and_has_help(gm: Table) -> None:
    assert "\n  shell " in gm("-h").out
    told = gm("shell", "-h").out
    assert 0 < told.index("  gm shell") < told.index("Options:")
    assert "--plain" in told
