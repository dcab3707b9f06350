"""`gm edit` in a real editor (a small script) on a real terminal, and `gm use`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from gmtool.cli.editor import at_line
from gmtool.errors import Fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table

EDITOR = """\
#!/bin/sh
for last; do :; done
for word; do printf '[%s]' "$word"; done >> "$HOME/opened"
echo >> "$HOME/opened"
next=$(ls "$HOME/drafts" 2>/dev/null | head -1)
test -z "$next" || { cat "$HOME/drafts/$next" > "$last"; rm "$HOME/drafts/$next"; }
"""
"""An editor: notes what it was asked to open, and saves the next of the drafts."""


class Desk:
    """An encounter, an editor with drafts to save, and what it was asked to open."""

    def __init__(self, table: Table, folder: Path) -> None:
        self.table = table
        self.editor = folder / "vim"
        self.editor.write_text(EDITOR)
        self.editor.chmod(0o755)
        self.folder = folder
        table.env |= {"HOME": str(folder), "EDITOR": str(self.editor)}

    def draft(self, *texts: str) -> None:
        """Have the editor save these, one each time it is opened."""
        drafts = self.folder / "drafts"
        drafts.mkdir(exist_ok=True)
        for number, text in enumerate(texts):
            (drafts / f"{number}").write_text(text)

    def opened(self) -> list[str]:
        """The arguments it was given each time, in brackets."""
        path = self.folder / "opened"
        return path.read_text().splitlines() if path.exists() else []

    def at_terminal(self, *words: str, answers: tuple[str, ...] = ()) -> tuple[int, str]:
        """Run gm on a terminal, and answer its questions; give its exit code and all that was seen."""
        pexpect = pytest.importorskip("pexpect")
        env = {**self.table.env, "TERM": "dumb"}
        child = pexpect.spawn(sys.executable, ["-m", "gmtool", *words], cwd=str(self.table.folder), env=env, timeout=30)
        seen = b""
        for answer in answers:
            child.expect_exact("[Y/n] ")
            seen += child.before + child.after
            child.send(answer)
        seen += child.read()
        child.close()
        return child.exitstatus, seen.decode().replace("\r\n", "\n")


@pytest.fixture
def desk(in_line: Table, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(in_line, tmp_path_factory.mktemp("desk"))


@pytest.fixture
def good(in_line: Table) -> str:
    """The encounter with the wolf hurt by hand."""
    return in_line.read().replace("14/14", "9/14")


@pytest.fixture
def bad(in_line: Table) -> str:
    """The encounter with too many hit points in line 14, from column 9 on."""
    return in_line.read().replace("14/14", "15/14")


class TestEdit:
    def test_what_was_saved_is_checked(self, desk: Desk, good: str) -> None:
        desk.draft(good)
        ran = desk.table("edit")
        assert ran == (0, "encounter.yaml: ok (bnb, 2 combatants)\n", "")
        assert desk.table.read() == good
        assert desk.opened() == ["[encounter.yaml]"]

    def test_nothing_saved(self, desk: Desk) -> None:
        assert desk.table("edit").out == "encounter.yaml: unchanged (bnb, 2 combatants)\n"

    def test_warnings_are_told(self, desk: Desk, good: str) -> None:
        desk.draft(good + "mood: grim\n")
        ran = desk.table("edit")
        assert ran.code == 0
        assert "encounter.yaml:15:1: warning: `mood` is no key I know" in ran.err

    def test_away_from_a_terminal_faults_end_it(self, desk: Desk, bad: str) -> None:
        desk.draft(bad)
        ran = desk.table("edit")
        assert (ran.code, ran.out) == (3, "")
        assert ran.err.startswith("encounter.yaml:14:9: error: wolf: hp is 15/14; ")
        assert desk.table.read() == bad
        assert len(desk.opened()) == 1

    def test_a_broken_file_can_be_opened_and_mended(self, desk: Desk, good: str) -> None:
        desk.table.write("system: bnb\ncombatants: {\n")
        desk.draft(good)
        assert desk.table("edit").code == 0

    def test_a_file_that_is_taken_away_meanwhile(self, desk: Desk) -> None:
        desk.editor.write_text('#!/bin/sh\nrm "$1"\n')
        ran = desk.table("edit")
        assert ran.code == 3
        assert "no such file" in ran.err

    def test_undo_knows_the_hand_edit(self, desk: Desk, good: str) -> None:
        """The next step carries the text it found: undo gives it back, and log --at shows it."""
        desk.table("damage", "rat", "1")
        edited = desk.table.read().replace("14/14", "9/14")
        desk.draft(edited)
        assert desk.table("edit").code == 0
        desk.table("damage", "wolf", "2")
        assert "hp: 7/14" in desk.table.read()
        assert desk.table("undo").code == 0
        assert desk.table.read() == edited

    def test_others_may_play_while_it_is_open(self, desk: Desk) -> None:
        desk.editor.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gmtool damage wolf 3\n')
        ran = desk.table("edit")
        assert ran.code == 0, ran
        assert "hp: 11/14" in desk.table.read()

    def test_as_data(self, desk: Desk, data: Callable[..., Any], good: str) -> None:
        desk.draft(good)
        assert data("edit") == {
            "schema": 1,
            "command": ["edit"],
            "file": "encounter.yaml",
            "changed": True,
            "faults": [],
        }

    def test_faults_as_data(self, desk: Desk, data: Callable[..., Any], bad: str) -> None:
        desk.draft(bad)
        told = data("edit", code=3)
        assert (told["code"], told["line"], told["column"]) == (3, 14, 9)


class TestAtATerminal:
    def test_it_offers_to_open_the_bad_line_until_it_is_good(self, desk: Desk, good: str, bad: str) -> None:
        desk.draft(bad, bad + "round: 0\n", good)
        code, seen = desk.at_terminal("edit", answers=("\n", "yes\n"))
        assert code == 0
        assert desk.opened() == ["[encounter.yaml]", "[+14][encounter.yaml]", "[+14][encounter.yaml]"]
        assert seen.count("open encounter.yaml again at line 14? [Y/n] ") == 2
        assert "encounter.yaml:15:8: error: round is 0" in seen
        assert "  14 |     hp: 15/14    # hungry\n     |         ^^^^^\n" in seen
        assert seen.endswith("encounter.yaml: ok (bnb, 2 combatants)\n")

    @pytest.mark.parametrize("answer", ["n\n", "no\n", "what?\n", "\x04"], ids=["n", "no", "else", "end of input"])
    def test_it_never_opens_unasked(self, desk: Desk, bad: str, answer: str) -> None:
        desk.draft(bad)
        code, seen = desk.at_terminal("edit", answers=(answer,))
        assert code == 3
        assert len(desk.opened()) == 1
        assert "`gm edit` opens it again" in seen
        assert desk.table.read() == bad

    def test_ctrl_c_at_the_question_leaves(self, desk: Desk, bad: str) -> None:
        desk.draft(bad)
        code, seen = desk.at_terminal("edit", answers=("\x03",))
        assert code == 130
        assert "Traceback" not in seen

    def test_a_fault_of_the_bestiary_opens_the_bestiary(self, desk: Desk) -> None:
        desk.table.write("troll: {stats: {str: 9, spd: 0, agi: 0}, hp: 9/8}\n", "bestiary/bnb.yaml")
        desk.draft(
            "system: bnb\ncombatants: {troll: {like: troll}}\n",
            "troll: {stats: {str: 9, spd: 0, agi: 0}, hp: 8/8}\n",
        )
        code, _ = desk.at_terminal("edit", answers=("\n",))
        assert code == 0
        assert desk.opened()[1] == f"[+1][{desk.table.folder.resolve() / 'bestiary' / 'bnb.yaml'}]"

    def test_the_editor_has_the_terminal_and_ctrl_c(self, desk: Desk) -> None:
        """An interrupt is the editor's; gm waits for it."""
        pexpect = pytest.importorskip("pexpect")
        desk.editor.write_text(
            "#!/bin/sh\ntrap 'echo caught' INT\ntest -t 0 && test -t 1 && echo ready\nread x\nread y\n"
        )
        env = {**desk.table.env, "TERM": "dumb"}
        words = ["-m", "gmtool", "edit"]
        child = pexpect.spawn(sys.executable, words, cwd=str(desk.table.folder), env=env, timeout=30)
        child.expect_exact("ready")
        child.sendintr()
        child.expect_exact("caught")
        child.sendline("")
        child.sendline("")
        child.expect_exact("unchanged")
        child.read()
        child.close()
        assert child.exitstatus == 0


ODD = ["two words.yaml", "it's.yaml", '"quoted".yaml', "$HOME.yaml", "a;b.yaml", "ü.yaml"]


class TestCommandLine:
    @pytest.mark.parametrize("name", ODD)
    def test_no_shell_sees_the_name(self, desk: Desk, name: str, good: str) -> None:
        desk.table.write(desk.table.read(), name)
        desk.draft(good)
        assert desk.table("edit", "-f", name).code == 0
        assert desk.opened() == [f"[{name}]"]
        assert (desk.table.folder / name).read_text() == good

    @pytest.mark.parametrize("name", ["-v.yaml", "+9.yaml"])
    def test_no_editor_takes_the_name_for_an_option(self, desk: Desk, name: str) -> None:
        desk.table.write(desk.table.read(), name)
        assert desk.table("edit", f"--file={name}").code == 0
        assert desk.opened() == [f"[./{name}]"]

    def test_options_and_quotes_in_the_variable(self, desk: Desk) -> None:
        other = desk.folder / "my editor"
        os.rename(desk.editor, other)
        desk.table.env["EDITOR"] = f"'{other}' --wait -c \"set nu\" $HOME *"
        assert desk.table("edit").code == 0
        assert desk.opened() == ["[--wait][-c][set nu][$HOME][*][encounter.yaml]"]

    def test_visual_comes_before_editor(self, desk: Desk) -> None:
        desk.table.env |= {"VISUAL": str(desk.editor), "EDITOR": "false"}
        assert desk.table("edit").code == 0

    @pytest.mark.parametrize("blank", ["", "  "])
    def test_an_empty_variable_is_none(self, desk: Desk, blank: str) -> None:
        desk.table.env["VISUAL"] = blank
        assert desk.table("edit").code == 0
        assert len(desk.opened()) == 1

    @pytest.mark.parametrize("there", ["vi", "nano"])
    def test_without_either_vi_or_nano(self, desk: Desk, there: str) -> None:
        programs = desk.folder / "bin"
        programs.mkdir()
        os.rename(desk.editor, programs / there)
        for program in ("ls", "head", "cat", "rm", "sh", "printf"):
            found = next(Path(folder, program) for folder in ("/bin", "/usr/bin") if Path(folder, program).exists())
            (programs / program).symlink_to(found)
        del desk.table.env["EDITOR"]
        desk.table.env["PATH"] = str(programs)
        assert desk.table("edit").code == 0
        assert desk.opened() == ["[encounter.yaml]"]

    @pytest.mark.parametrize(
        ("editor", "words"),
        [
            ("vi", ["+7", "f.yaml"]),
            ("/usr/bin/nvim", ["+7", "f.yaml"]),
            ("nano", ["+7", "f.yaml"]),
            ("emacs", ["+7", "f.yaml"]),
            ("code", ["-g", "f.yaml:7:3"]),
            ("Code.exe", ["-g", "f.yaml:7:3"]),
            ("subl", ["f.yaml:7"]),
            ("notepad", ["f.yaml"]),
        ],
    )
    def test_how_each_takes_a_line(self, editor: str, words: list[str]) -> None:
        assert at_line([editor, "--wait"], Fault("f.yaml", 7, 3, "")) == words


class TestWrongEditor:
    @pytest.mark.parametrize(
        ("editor", "says"),
        [
            ("no-such-editor", ("`no-such-editor` cannot be started: no such file", "$EDITOR")),
            ("/", ("`/` cannot be started: permission denied", "$EDITOR")),
            ("vi 'a", ("$EDITOR is `vi 'a`", "quot")),
            ("false", ("the editor `false` ended with 1",)),
            ("sh -c 'kill -9 $$'", ("the editor `sh` was ended by signal 9",)),
        ],
    )
    def test_it_is_said(self, desk: Desk, refuse: Callable[..., Ran], editor: str, says: tuple[str, ...]) -> None:
        desk.table.env["EDITOR"] = editor
        refuse("edit", code=2, says=says)

    def test_there_is_none(self, desk: Desk, refuse: Callable[..., Ran]) -> None:
        del desk.table.env["EDITOR"]
        desk.table.env["PATH"] = str(desk.folder)
        desk.editor.unlink()
        refuse("edit", code=2, says=("no editor", "$VISUAL", "$EDITOR", "vi or nano"))

    @pytest.mark.parametrize(
        ("line", "code", "says"),
        [
            ("edit -n", 2, ("no dry run",)),
            ("edit encounter.yaml", 2, ("encounter.yaml",)),
            ("edit -f none.yaml", 3, ("none.yaml", "no such file")),
            ("edit -f .", 3, ("a folder",)),
        ],
    )
    def test_wrong_input(
        self, desk: Desk, refuse: Callable[..., Ran], line: str, code: int, says: tuple[str, ...]
    ) -> None:
        refuse(*line.split(), code=code, says=says)
        assert desk.opened() == []


class TestUse:
    def test_it_is_the_current_one_here_and_below(self, in_line: Table) -> None:
        in_line.write(in_line.read().replace("rat:", "mouse:"), "fights/night.yaml")
        ran = in_line("use", "fights/night.yaml")
        assert ran == (0, "fights/night.yaml (bnb, 2 combatants) is the current encounter\n", "")
        assert "mouse" in in_line("status").out
        in_line.folder = in_line.folder / "fights"
        assert "mouse" in in_line("status").out

    def test_another_one_after_it(self, in_line: Table) -> None:
        in_line.write(in_line.read(), "b.yaml")
        in_line("use", "b.yaml")
        in_line("use", "encounter.yaml")
        assert in_line("use").out.startswith("encounter.yaml ")

    def test_quiet(self, in_line: Table) -> None:
        assert in_line("use", "encounter.yaml", "-q") == (0, "", "")

    def test_one_with_faults_is_used_and_they_are_told(self, in_line: Table) -> None:
        in_line.write(in_line.read().replace("8/8", "9/8") + "mood: grim\n", "b.yaml")
        ran = in_line("use", "b.yaml")
        assert (ran.code, ran.out) == (0, "b.yaml is the current encounter\n")
        assert [line.partition(": ")[2].partition(":")[0] for line in ran.err.splitlines()] == ["error", "warning"]
        assert in_line("use").out.startswith("b.yaml")

    def test_a_variable_that_comes_first_is_named(self, in_line: Table) -> None:
        in_line.write(in_line.read(), "b.yaml")
        ran = in_line("use", "b.yaml", env={"GM_FILE": "encounter.yaml"})
        assert ran.code == 0
        assert "$GM_FILE names encounter.yaml, and comes first" in ran.err

    def test_dry(self, in_line: Table, snapshot: Callable[[], object]) -> None:
        before = snapshot()
        assert in_line("use", "encounter.yaml", "-n").out.startswith("dry run: encounter.yaml ")
        assert snapshot() == before

    def test_as_data(self, in_line: Table, data: Callable[..., Any]) -> None:
        told = data("use", "encounter.yaml")
        assert told == {
            "schema": 1,
            "command": ["use", "encounter.yaml"],
            "file": "encounter.yaml",
            "why": "gm use",
            "written": True,
            "valid": True,
            "faults": [],
            "warnings": [],
        }
        assert (data("use")["written"], data("use")["why"]) == (False, "chosen by `gm use` or `gm init`")

    def test_its_folder_may_be_moved(self, in_line: Table, tmp_path: Path) -> None:
        in_line("use", "encounter.yaml")
        (in_line.folder / "a").mkdir()
        for name in ("encounter.yaml", ".gm"):
            os.rename(in_line.folder / name, in_line.folder / "a" / name)
        in_line.folder = in_line.folder / "a"
        assert in_line("use").out == "encounter.yaml (bnb, 2 combatants): chosen by `gm use` or `gm init`\n"


WHY = {
    "the flag": (("use", "-f", "b.yaml"), {"GM_FILE": "encounter.yaml"}, True, "b.yaml", "named by --file"),
    "the variable": (("use",), {"GM_FILE": "b.yaml"}, True, "b.yaml", "named by $GM_FILE"),
    "the current one": (("use",), {}, True, "c.yaml", "chosen by `gm use` or `gm init`"),
    "the default": (("use",), {}, False, "encounter.yaml", "the default, as none was chosen"),
}


@pytest.mark.parametrize(("words", "env", "chosen", "file", "why"), WHY.values(), ids=WHY)
def test_without_a_file_it_tells_which_and_why(
    in_line: Table, words: tuple[str, ...], env: dict[str, str], chosen: bool, file: str, why: str
) -> None:
    for name in ("b.yaml", "c.yaml"):
        in_line.write(in_line.read(), name)
    if chosen:
        in_line("use", "c.yaml")
    assert in_line(*words, env=env) == (0, f"{file} (bnb, 2 combatants): {why}\n", "")


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("use none.yaml", 3, ("none.yaml", "no such file", "gm init none.yaml")),
        ("use .", 3, (". is a folder",)),
        ("use /dev/null", 3, ("device",)),
        ("use a.yaml b.yaml", 2, ("b.yaml",)),
        ("use encounter.yaml -f b.yaml", 2, ("not both",)),
        ("use -f none.yaml", 3, ("none.yaml", "no such file")),
    ],
)
def test_use_of_what_cannot_be(
    in_line: Table, refuse: Callable[..., Ran], line: str, code: int, says: tuple[str, ...]
) -> None:
    refuse(*line.split(), code=code, says=says)


def test_use_where_there_is_nothing(refuse: Callable[..., Ran]) -> None:
    refuse("use", code=3, says=("no encounter", "gm init"))


def test_use_where_nothing_can_be_kept(in_line: Table, refuse: Callable[..., Ran]) -> None:
    in_line.write("mine", ".gm")
    refuse("use", "encounter.yaml", code=1, says=(".gm is not a folder", "move it away"))


def test_edit_without_streams(desk: Desk) -> None:
    """As a job of cron has it: nobody is asked."""
    desk.draft("system: bnb\ncombatants: {\n")
    done = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m gmtool edit <&- 2>&-'],
        cwd=desk.table.folder,
        env=desk.table.env,
        check=False,
    )
    assert done.returncode == 3
