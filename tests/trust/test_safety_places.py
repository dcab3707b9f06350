"""Nothing is written but the encounter, its `.gm` and what was named; nothing of a file is ever run."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.trust.faulty import play

if TYPE_CHECKING:
    from tests.conftest import Table

ROOT = Path(__file__).parents[2]

ENCOUNTER = "encounter.yaml"
COMMANDS = (
    "init", "init new.yaml", "use encounter.yaml", "damage rat 1", "damage wolf 1", "undo", "redo", "again --force",
    "roll 2d6 --dice 3,4", "log", "replay", "map -o m.svg", "schema bnb -o s.json", "bestiary", "check",
)  # fmt: skip
Plant = Callable[[Path, Path], None]


def linked(place: Path, outside: Path) -> None:
    place.symlink_to(outside)


def linked_twice(place: Path, outside: Path) -> None:
    place.hardlink_to(outside)


PLACES = (
    ".gm/current", ".gm/current.gm-tmp", ".gm/.gitignore", ".gm/encounter.yaml.jsonl", ".gm/new.yaml.jsonl",
    ".gm/schema/bnb.json", ".gm/schema/.bnb.json.gm-tmp", ".gm/shell-history", ".encounter.yaml.gm-tmp",
    ".m.svg.gm-tmp", ".s.json.gm-tmp",
)  # fmt: skip


def tree(folder: Path) -> dict[str, object]:
    return {
        str(path.relative_to(folder)): os.readlink(path) if path.is_symlink() else path.is_file() and path.read_bytes()
        for path in folder.rglob("*")
    }


def play_all(gm: Table) -> None:
    for line in COMMANDS:
        ran = play(gm.folder, *line.split(), stdin="damage rat 1\n")
        assert ran.code in (0, 1, 2, 3, 4), (line, ran)
        assert "Traceback" not in ran.err, (line, ran)


@pytest.mark.parametrize("there", ["", "precious\n", '{"$schema": "x", "mine": 1}\n'], ids=["empty", "text", "schema"])
@pytest.mark.parametrize("plant", [linked, linked_twice])
@pytest.mark.parametrize("place", PLACES)
def test_a_link_planted_leads_nobody_outside(
    gm: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Plant, place: str, there: str
) -> None:
    """The encounter is played all the same, with or without its history."""
    monkeypatch.chdir(tmp_path)
    outside, gm.folder = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    (outside / "file").write_text(there)
    path = gm.folder / place
    path.parent.mkdir(parents=True)
    plant(path, outside / "file")
    before = tree(outside)
    play_all(gm)
    assert tree(outside) == before
    assert "hp: 6/8" in gm.read() or "hp: 7/8" in gm.read() or "hp: 5/8" in gm.read()


@pytest.mark.parametrize("place", [".gm", ".gm/schema"])
def test_a_folder_that_leads_elsewhere_is_not_written_to(
    gm: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    outside, gm.folder = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    path = gm.folder / place
    path.parent.mkdir(parents=True)
    path.symlink_to(outside)
    play_all(gm)
    assert tree(outside) == {}


def test_the_folder_is_gone(gm: Table) -> None:
    """Whoever stands in a folder that was removed is told so; what needs no folder goes on."""
    gm.folder = gm.folder / "gone"
    gm.folder.mkdir()
    here = os.getcwd()
    for line, code in {
        "status": 3, "damage rat 1": 3, "init": 3, "use x": 3, "check": 3, "check x": 3, "log": 3, "map -o x.svg": 3,
        "bestiary": 3, "simulate --runs 2": 3, "edit": 3, "odds 2d6>=7": 3, "roll 2d6": 0, "-h": 0, "help": 0,
        "systems": 0, "rules bnb": 0, "schema bnb": 0, "completion bash": 0
    }.items():  # fmt: skip
        gm.folder.mkdir(exist_ok=True)
        try:
            ran = play(gm.folder, *line.split(), before=gm.folder.rmdir)
        finally:
            os.chdir(here)
        assert ran.code == code, (line, ran)
        assert "a bug" not in ran.err


@pytest.mark.parametrize(
    "name", ["a; touch pwned.yaml", "$(touch pwned).yaml", "-x.yaml", "+5.yaml", "a b'\"c.yaml", "*.yaml", "~.yaml"]
)
def test_an_editor_gets_the_name_as_one_word(gm: Table, name: str) -> None:
    """No shell stands in between."""
    gm.write("system: bnb\ncombatants: {rat: {stats: {str: 0, spd: 0, agi: 0}, hp: 1/1}}\n", name)
    gm.write('#!/bin/sh\nprintf \'%s\\n\' "$#" "$1" > told\n', "editor").chmod(0o755)
    ran = gm(f"--file={name}", "edit", env={"VISUAL": f"{gm.folder}/editor"})
    assert ran.code == 0, ran
    shown = f"./{name}" if name[0] in "-+" else name
    assert (gm.folder / "told").read_text() == f"1\n{shown}\n"
    assert sorted(os.listdir(gm.folder)) == sorted([name, "editor", "told"])


FORBIDDEN = frozenset(("eval", "exec", "compile", "__import__", "system", "popen", "loads_all", "unsafe_load", "Popen"))
KNOWN = {
    ("gmtool/cli/editor.py", "Popen"),
    ("gmtool/dice/notation.py", "compile"),
    ("gmtool/simulation/shapes.py", "eval"),  # of numbers and our own field names alone: `worked_out`, tests/simulation
}


def test_nothing_evaluates_text() -> None:
    """By name, and whatever could build objects from YAML or pickles; `re.compile` is another thing.

    `batch.py` pickles fights for processes of its own, and loads no others.
    """
    found = set()
    for path in sorted((ROOT / "gmtool").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [getattr(node, "module", "") or "", *(one.name for one in node.names)]
                assert not {"pickle", "marshal", "shelve", "code", "yaml"} & set(names) or path.name == "batch.py", path
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
                owner = getattr(getattr(node.func, "value", None), "id", "")
                if name in FORBIDDEN and owner != "re":
                    found.add((str(path.relative_to(ROOT)), name))
                assert not any(word.arg == "shell" for word in node.keywords), path
    assert found <= KNOWN
    assert ("gmtool/cli/editor.py", "Popen") in found


@pytest.mark.parametrize(
    "tag", ["!!python/object/apply:os.system", "!!python/name:os.system", "!x", "!!set", "!!binary"]
)
def test_a_tag_builds_nothing(gm: Table, tag: str) -> None:
    gm.write(f"system: bnb\nx-y: {tag} [touch pwned]\ncombatants: {{}}\n")
    ran = gm("status")
    assert ran.code == (0 if tag == "!x" else 3), ran
    assert sorted(os.listdir(gm.folder)) == [ENCOUNTER]
