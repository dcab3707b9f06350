"""`gm check`: every fault at once, one a line, for people, editors and hooks; bestiaries too."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Table

ROOT = Path(__file__).resolve().parents[2]
HOOKS = ROOT / ".pre-commit-hooks.yaml"
LINE = re.compile(r"(?P<file>[^:]+):(?P<line>\d+):(?P<column>\d+): (?P<kind>error|warning): (?P<text>.+)")
"""what an editor's errorformat `%f:%l:%c: %t%*[^:]: %m` takes apart"""

FAULTY = """\
system: bnb
combatants:
  rat: {stats: {str: 1, spd: fast, agi: 3}, hp: 9/8, facng: N}
  wolf: {stats: {str: 4, spd: 2}, hp: 14/14}
"""
FAULTS = [
    ("encounter.yaml", "3", "30", "error", "rat: stats.spd is fast; it must be a whole number"),
    ("encounter.yaml", "3", "49", "error", "rat: hp is 9/8; the first number may not exceed the second"),
    ("encounter.yaml", "3", "54", "warning", "rat: `facng` is no key I know; did you mean `facing`?"),
    ("encounter.yaml", "4", "3", "error", "wolf: `stats.agi` is missing: AGI Rating"),
]


def faults(printed: str) -> list[tuple[str, ...]]:
    """The faults printed, each of which must have a line for itself."""
    return [found.groups() for line in printed.splitlines() if (found := LINE.fullmatch(line))]


class TestFaults:
    def test_all_at_once_in_file_order_and_nothing_but_them(self, gm: Table) -> None:
        gm.write(FAULTY)
        ran = gm("check")
        assert (ran.code, ran.err) == (3, "")
        assert faults(ran.out) == FAULTS
        assert len(ran.out.splitlines()) == len(FAULTS)

    def test_strict_makes_errors_of_all(self, gm: Table) -> None:
        gm.write(FAULTY)
        ran = gm("check", "--strict")
        assert ran.code == 3
        assert faults(ran.out) == [(*place, "error", text) for *place, _, text in FAULTS]

    def test_a_warning_alone_does_no_harm_unless_strict(self, in_line: Table) -> None:
        in_line.write(in_line.read() + "mood: grim\n")
        lax, strict = in_line("check"), in_line("check", "--strict")
        assert (lax.code, strict.code) == (0, 3)
        assert lax.out.splitlines()[1] == "encounter.yaml: ok (bnb, 2 combatants)"
        assert "ok" not in strict.out
        assert [found[3] for found in faults(lax.out)] == ["warning"]

    @pytest.mark.parametrize(
        ("value", "shown"),
        [('"1\\n2"', "rat: hp is 1\\n2; "), ('"a: error: b"', "rat: hp is a: error: b; ")],
        ids=["a line break", "a fault's own words"],
    )
    def test_no_value_breaks_the_line(self, in_line: Table, value: str, shown: str) -> None:
        in_line.write(in_line.read().replace("hp: 8/8", f"hp: {value}"))
        (found,) = faults(in_line("check").out)
        assert found[:4] == ("encounter.yaml", "9", "9", "error")
        assert found[4].startswith(shown)

    def test_on_a_terminal_the_line_is_quoted(self, gm: Table) -> None:
        pexpect = pytest.importorskip("pexpect")
        gm.write(FAULTY)
        told = pexpect.run(
            shlex.join([sys.executable, "-m", "gmtool", "check"]), cwd=str(gm.folder), env={**gm.env, "TERM": "dumb"}
        ).decode()
        assert [found[1:3] for found in faults(told.replace("\r", ""))] == [fault[1:3] for fault in FAULTS]
        assert told.count("^") == len("fast") + len("9/8") + len("facng") + len("wolf")


class TestSeveral:
    def test_each_is_told_and_the_worst_counts(self, in_line: Table) -> None:
        in_line.write(FAULTY, "b.yaml")
        (in_line.folder / "d").mkdir()
        ran = in_line("check", "b.yaml", "encounter.yaml", "none.yaml", "d")
        assert ran.code == 3
        assert [found[0] for found in faults(ran.out)] == ["b.yaml"] * 4 + ["none.yaml", "d"]
        assert "encounter.yaml: ok (bnb, 2 combatants)\n" in ran.out
        assert [found[4].partition(";")[0] for found in faults(ran.out)[4:]] == [
            "none.yaml: there is no such file",
            "d is a folder",
        ]

    def test_a_fault_of_their_bestiary_is_told_once(self, gm: Table) -> None:
        gm.write("troll: {stats: {str: 9, spd: 0, agi: 0}, hp: many}\n", "bestiary/bnb.yaml")
        for name in ("a.yaml", "b.yaml"):
            gm.write("system: bnb\ncombatants:\n  troll: {like: troll}\n", name)
        ran = gm("check", "a.yaml", "b.yaml")
        assert ran.code == 3
        assert [os.path.basename(found[0]) for found in faults(ran.out)] == ["bnb.yaml"]

    def test_files_and_the_option_do_not_go_together(self, in_line: Table) -> None:
        ran = in_line("check", "encounter.yaml", "-f", "encounter.yaml")
        assert (ran.code, ran.out) == (2, "")
        assert "not both" in ran.err

    def test_as_data(self, gm: Table) -> None:
        gm.write(FAULTY)
        import json

        ran = gm("check", "--json")
        told = json.loads(ran.out)
        assert ran.code == 3
        assert (told["schema"], told["command"], told["valid"]) == (1, ["check"], False)
        assert [(str(one["line"]), str(one["column"]), one["text"]) for one in told["faults"]] == [
            (line, column, text) for _, line, column, _, text in FAULTS
        ]
        assert [one["warning"] for one in told["faults"]] == [kind == "warning" for *_, kind, _ in FAULTS]


WOLF = "wolf: {stats: {str: 4, spd: 2, agi: 2}, hp: 14/14}\n"
BOOKS = {
    "a good one": (WOLF, []),
    "dice where a number is": ("wolf: {stats: {str: 1d3, spd: 2, agi: 2}, hp: 2d6+3}\n", []),
    "dice that may fall too low": (
        "wolf: {stats: {str: 4, spd: 2, agi: 2}, hp: 1d6-1}\n",
        [("1", "45", "error", "wolf: hp is 0; the maximum must be 1 or more")],
    ),
    "dice where none can be": (
        "wolf: {stats: {str: 4, spd: 2, agi: 2}, hp: 14/14, tactic: 1d6}\n",
        [("1", "60", "error", "wolf: tactic is 1d6; it must be one of bite, claw, kick, dodge")],
    ),
    "what is missing comes from another": (WOLF + "pup: {like: wolf, hp: 5/5}\n", []),
    "and from one shipped with gm": ("gray fox: {like: fox, hp: 15/15}\n", []),
    "what is missing and comes from nowhere": (
        WOLF + "pup: {stats: {str: 1, spd: 2, agi: 2}}\n",
        [("2", "1", "error", "pup: `hp` is missing: hit points, CURRENT/MAXIMUM; current may be below 0")],
    ),
    "like nobody": (
        "pup: {like: wulf, stats: {str: 1, spd: 2, agi: 2}, hp: 3}\n",
        [("1", "13", "error", "pup: like is wulf; no bestiary has such a creature")],
    ),
    "a part for merging": ("x-dog: &dog {stats: {str: 1, spd: 2, agi: 2}}\ndog: {<<: *dog, hp: 2d4}\n", []),
    "a wrong key": (
        WOLF.replace("hp:", "fur: gray, hp:"),
        [("1", "41", "warning", "wolf: `fur` is no key I know; keys of your own begin with `x-`")],
    ),
    "one name twice": (
        WOLF + "Wolf: {like: wolf}\n",
        [("2", "1", "error", "Wolf: another combatant has this name already, in line 1; give one another name")],
    ),
    "no creature at all": ("wolf: 14/14\n", [("1", "7", "error", "wolf: it must hold keys, as {hp: 8/8, at: 0304}")]),
    "not even YAML": ("wolf: {\n", [("1", "7", "error", None)]),
}


class TestBestiaries:
    @pytest.mark.parametrize(("text", "wrong"), BOOKS.values(), ids=BOOKS)
    def test_every_creature_must_do_as_a_combatant(self, gm: Table, text: str, wrong: list[tuple[str, ...]]) -> None:
        gm.write(text, "bestiary/bnb.yaml")
        ran = gm("check", "bestiary/bnb.yaml")
        found = faults(ran.out)
        assert [place[1:4] for place in found] == [place[:3] for place in wrong]
        assert all(told[4] == meant[3] for told, meant in zip(found, wrong, strict=True) if meant[3] is not None)
        assert ran.code == (3 if any(kind == "error" for _, _, kind, _ in wrong) else 0)

    def test_it_says_that_it_took_it_for_one(self, gm: Table) -> None:
        gm.write(WOLF + "x-note: mine\n", "bestiary/bnb.yaml")
        assert gm("check", "bestiary/bnb.yaml").out == "bestiary/bnb.yaml: ok (bnb bestiary, 1 creature)\n"

    def test_a_fault_is_told_where_it_is_and_once(self, gm: Table) -> None:
        """Not at every creature that is like the faulty one, and not of another file."""
        gm.write("bear: {stats: {str: 9, spd: 0, agi: 0}, hp: many}\n", "bestiary/bnb.yaml")
        near = "wolf: {stats: {str: fast, spd: 2, agi: 2}, hp: 3}\npup: {like: wolf}\ncub: {like: bear, hp: 2}\n"
        gm.write(near, "mill/bestiary/bnb.yaml")
        ran = gm("check", "mill/bestiary/bnb.yaml")
        assert ran.code == 3
        assert [found[:3] for found in faults(ran.out)] == [("mill/bestiary/bnb.yaml", "1", "21")]

    def test_from_within_its_folder_too(self, gm: Table) -> None:
        gm.write(WOLF, "bestiary/bnb.yaml")
        gm.folder = gm.folder / "bestiary"
        assert gm("check", "bnb.yaml").out == "bnb.yaml: ok (bnb bestiary, 1 creature)\n"

    @pytest.mark.parametrize("name", ["bestiary/nosuch.yaml", "creatures/bnb.yaml", "bestiary/bnb.yml"])
    def test_another_file_is_an_encounter(self, gm: Table, name: str) -> None:
        gm.write(WOLF, name)
        (found,) = faults(gm("check", name).out)
        assert found[4].startswith("`system` is missing")

    def test_those_shipped_are_in_order(self, gm: Table) -> None:
        shipped = sorted(map(str, (ROOT / "gmtool" / "bestiary").glob("*.yaml")))
        assert shipped
        ran = gm("check", "--strict", *shipped)
        assert ran.code == 0, ran.out


# the hook -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def hook() -> dict[str, Any]:
    (only,) = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
    return dict(only)


def test_the_hook_has_what_pre_commit_asks_for(hook: dict[str, Any]) -> None:
    assert (hook["id"], hook["entry"], hook["language"]) == ("gm-check", "gm check --strict", "python")
    assert hook["name"]
    assert hook["types"] == ["yaml"]


@pytest.mark.parametrize(
    ("path", "checked"),
    [
        ("encounter.yaml", True),
        ("campaign/encounter-2.yml", True),
        ("encounters/mill-floor.yaml", True),
        ("campaign/encounters/night/two.yaml", True),
        ("bestiary/bnb.yaml", True),
        ("gmtool/bestiary/bnb.yaml", True),
        ("mkdocs.yaml", False),
        ("encounters/README.md", False),
        (".github/workflows/test.yaml", False),
        ("encounter.yaml.bak", False),
    ],
)
def test_the_hook_takes_encounters_and_bestiaries(hook: dict[str, Any], path: str, checked: bool) -> None:
    assert bool(re.search(hook["files"], path)) is checked


@pytest.mark.parametrize(("text", "code"), [("", 0), ("mood: grim\n", 3)], ids=["in order", "an unknown key"])
def test_the_hooks_command_runs(
    in_line: Table, hook: dict[str, Any], tmp_path_factory: pytest.TempPathFactory, text: str, code: int
) -> None:
    program = tmp_path_factory.mktemp("bin") / "gm"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gmtool "$@"\n')
    program.chmod(0o755)
    in_line.write(in_line.read() + text)
    done = subprocess.run(
        [*hook["entry"].split(), "encounter.yaml"],
        cwd=in_line.folder,
        env={**in_line.env, "PATH": f"{program.parent}:{in_line.env['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, "")


@pytest.mark.parametrize("command", ["check --nosuch", "check --strict=yes"])
def test_wrong_options(refuse: Callable[..., object], command: str) -> None:
    refuse(*command.split(), code=2)
