"""The same through the program: words, --dry-run, --json, refusals. Played in this process, in a folder of its own."""

from collections.abc import Callable, Iterator
from functools import cache
from json import loads
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gmtool.cli.main import run
from gmtool.rules.system import System

SCENES_OF_A_VERB = 3
"""what a command is to the program does not depend on the scene: a few of each verb are enough"""
HERE = Path(__file__).resolve().parent
SCHEMA = loads((HERE / "outcome.schema.json").read_text(encoding="utf-8"))


@cache
def _validators(what: str) -> tuple[Draft202012Validator, ...]:
    """One for a definition of the schema, one for the whole."""
    found = [Draft202012Validator(schema) for schema in ({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{what}"}]}, SCHEMA)]
    for validator in found:
        validator.check_schema(validator.schema)
    return tuple(found)


def valid(data: Any, what: str) -> None:
    """Hold an answer against one definition of the schema, and against the whole."""
    for validator in _validators(what):
        errors = sorted(validator.iter_errors(data), key=str)
        assert not errors, [(list(error.absolute_path), error.message[:300], _deepest(error)) for error in errors[:3]]


def _deepest(error: Any) -> str:
    inner = sorted(error.context, key=lambda one: -len(one.absolute_path))
    return f"{list(inner[0].absolute_path)}: {inner[0].message[:300]}" if inner else ""


@pytest.fixture
def gm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    """The program, played in this process: exit code, output, error output."""
    monkeypatch.chdir(tmp_path)
    for name in ("GM_FILE", "GM_DICE", "GM_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def play(*words: str) -> tuple[int, str, str]:
        code = run(words)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    yield play


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The encounter's file."""
    return tmp_path / "encounter.yaml"


def test_a_dry_run_equals_the_run_and_writes_nothing(scene: Any, gm: Any, file: Path) -> None:
    raw = scene.reading.document.encode()
    file.write_bytes(raw)
    words = ["--json", "--seed", "7", *scene.words]
    code, out, err = gm("--dry-run", *words)
    assert code == 0, err
    assert file.read_bytes() == raw
    assert not (file.parent / ".gm").exists()
    code, real, err = gm(*words)
    assert code == 0, err
    dry, done = loads(out), loads(real)
    assert dry.pop("written") is False
    assert done.pop("written") is (file.read_bytes() != raw)
    assert dry == done


def test_the_answer_as_data_is_what_the_schema_says(scene: Any, gm: Any, file: Path) -> None:
    file.write_bytes(scene.reading.document.encode())
    code, out, err = gm("--json", "--seed", "3", *scene.words)
    assert code == 0, err
    assert len(out.splitlines()) == 1
    data = loads(out)
    valid(data, "outcome")
    assert data["command"] == scene.words
    assert data["system"] == scene.system.id
    for change in data["changes"]:
        assert change["old"] != change["new"], change
    code, out, err = gm("--json", "status")
    assert code == 0, err
    valid(loads(out), "status")


def test_the_odds_as_data_are_what_the_schema_says(scene: Any, gm: Any, file: Path) -> None:
    file.write_bytes(scene.reading.document.encode())
    code, out, err = gm("--json", "odds", *scene.words)
    assert code == 0, err
    valid(loads(out), "odds")


def test_what_was_done_is_undone_byte_for_byte(scene: Any, gm: Any, file: Path) -> None:
    raw = scene.reading.document.encode()
    file.write_bytes(raw)
    assert gm("--seed", "7", *scene.words)[0] == 0
    after = file.read_bytes()
    if after != raw:
        assert gm("undo")[0] == 0
        assert file.read_bytes() == raw
        assert gm("redo")[0] == 0
        assert file.read_bytes() == after


def test_the_text_is_readable_without_color_and_without_line_breaks_inside(scene: Any, gm: Any, file: Path) -> None:
    file.write_bytes(scene.reading.document.encode())
    code, out, err = gm("--seed", "7", *scene.words)
    assert code == 0, err
    assert out.strip()
    assert "\x1b" not in out
    for leaked in ("None", "Track(", "Hex(", " object at ", "{'"):
        assert leaked not in out, out


def test_what_is_refused_is_told_as_data_and_writes_nothing(
    system: System, gm: Any, file: Path, starts: Callable[..., str]
) -> None:
    file.write_text(starts(system), encoding="utf-8")
    raw = file.read_bytes()
    cases = [(["attack", "nobody", "nobody"], 5), (["attack", "--no-such-option"], 2), (["no-such-verb"], 2)]
    for words, expected in cases:
        code, out, err = gm("--json", *words)
        assert (code, out) == (expected, ""), words
        data = loads(err)
        valid(data, "error")
        assert data["code"] == expected
    assert file.read_bytes() == raw


def test_every_verb_has_a_page_of_help(system: System, gm: Any, file: Path, starts: Callable[..., str]) -> None:
    file.write_text(starts(system), encoding="utf-8")
    listed = gm("--help")[1]
    for name, verb in system.verb_table.items():
        code, out, _ = gm(name, "--help")
        assert code == 0
        assert verb.summary.split(".")[0] in " ".join(out.split())
        for option in verb.options:
            shown = option.prefix + option.choices[0] if option.role == "flags" else option.word
            assert f"--{shown}" in out
        assert f" {name} " in listed
