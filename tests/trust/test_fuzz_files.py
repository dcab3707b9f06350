"""Encounter files with something amiss: read as another reader reads them, or refused; edits change nothing else.

By hand: GM_LONG_FILES=20000 pytest -m slow tests/trust/test_fuzz_files.py
"""

from __future__ import annotations

import copy
import io
import os
import re
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gmtool.document import parse as parsing
from gmtool.document.edit import Delete, Edit, Insert, Set, edit
from gmtool.document.parse import Document, parse
from gmtool.encounter import catalog
from gmtool.errors import BadFile, Bug
from tests.document.conftest import TextLoader
from tests.played import Folder

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
LONG = int(os.environ.get("GM_LONG_FILES", "40"))
LONGEST = 5.0
"""seconds of work that no such file may take, by far"""
SOME: Any = {"deadline": None, "database": None, "suppress_health_check": list(HealthCheck)}
few_and_many = pytest.mark.parametrize(
    "examples", [14, pytest.param(LONG, marks=pytest.mark.slow)], ids=["few", "many"]
)

PIECES = (
    *("\t", " ", "  ", "\n", "\r\n", "\r", "#", " #", "# x\n", ":"),
    *(": ", ":\n", "-", "- ", "?", "? ", "&a ", "*a", "&b ", "*b"),
    *("<<: *a\n", "<<: ", "!", "!!str ", "!!int ", "!t "),
    *("!!python/object:os.system ", "'", '"', "|", "|\n  x\n", ">-\n", ">\n"),
    *("{", "}", "[", "]", ",", "{}", "[]", "~", "null"),
    *("%", "%YAML 1.2\n", "---\n", "...\n", "@", "`", "\ufeff", "\x85", "\u2028"),
    *("\x00", "\x07", "\x1b[2J", "é", "🐀", "\udc80", "e\u0301"),
    *("\u202e", "\\", "\\x41", "0304", "7/14", "no", "=", "combatants:\n"),
    *("  wolf:\n", "hp: 1\n", "{a: 1}", "[a: 1]", "? a\n: b\n"),
    *("<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "9" * 5000, "[" * 150),
)  # fmt: skip
OLD_BREAKS = re.compile("[\x85\u2028\u2029]")
"""what ended a line in YAML 1.1, and so for PyYAML; in 1.2 it is a character like others"""
COLON_END = re.compile(r":[,\[\]{}]|:$", re.M)
"""`{name:, side: foe}`: a key to PyYAML, and to others a word that ends with a colon"""
VALUES: tuple[Any, ...] = (
    *("3", "7/14", "x: y", "a #b", "no", "'q'", "", None, "0304", "line\nbreak", " pad", "é", "- z", "{a", "SE"),
    *(["a", "b"], {"k": "v"}, [], {}, [{"by": "rat", "at": "0304"}]),
)  # fmt: skip


@cache
def files() -> tuple[str, ...]:
    """Files in every style, and the encounters that come with the program."""
    folders = (ROOT / "tests/document/styles", ROOT / "encounters")
    return tuple(file.read_bytes().decode() for folder in folders for file in sorted(folder.glob("*.yaml")))


@cache
def encounters() -> tuple[str, ...]:
    """Encounters that are valid."""
    starters = [Path(catalog.folder_of(catalog.load(name)), "starter.yaml") for name in catalog.names()]
    return tuple(file.read_bytes().decode() for file in (*starters, *sorted((ROOT / "encounters").glob("*.yaml"))))


Slip = tuple[str, int, int, str]
SLIPS = st.lists(
    st.tuples(
        st.sampled_from(["insert", "overwrite", "delete", "cut", "double", "indent", "transplant"]),
        st.integers(0, 2**20),
        st.integers(0, 2**20),
        st.sampled_from(PIECES),
    ),
    min_size=1,
    max_size=4,
)


def slipped(text: str, slips: list[Slip]) -> bytes:
    """The text after some slips of an editor's."""
    for kind, one, other, piece in slips:
        lines = text.splitlines(keepends=True) or [""]
        at, line = one % (len(text) + 1), one % len(lines)
        if kind == "insert":
            text = text[:at] + piece + text[at:]
        elif kind == "overwrite":
            text = text[:at] + piece + text[at + 1 + other % 8 :]
        elif kind == "delete":
            text = text[:at] + text[at + 1 + other % 6 :]
        elif kind == "cut":
            text = "".join([*lines[:line], *lines[line + 1 :]])
        elif kind == "double":
            text = "".join([*lines[: other % len(lines)], lines[line], *lines[other % len(lines) :]])
        elif kind == "indent":
            lines[line] = ("", " ", "  ", "\t")[other % 4] + lines[line].lstrip(" ")
            text = "".join(lines)
        else:
            source = files()[other % len(files())]
            text = text[:at] + source[other % len(source) :][: 1 + other % 60] + text[at:]
    return text.encode("utf-8", "surrogateescape")


def apart(data: Any) -> Any:
    """Copy data so that what an alias stands for is no longer the same object."""
    if isinstance(data, dict):
        return {key: apart(value) for key, value in data.items()}
    return [apart(value) for value in data] if isinstance(data, list) else data


def read_by_another(document: Document) -> Any:
    """What PyYAML reads in it; None where it refuses, or reads by the rules of YAML 1.1 what 1.2 reads otherwise."""
    if OLD_BREAKS.search(document.text) or COLON_END.search(re.sub(r":\s*$", "", document.text, flags=re.M)):
        return None
    try:
        return apart(yaml.load(document.text, TextLoader))
    except (yaml.YAMLError, RecursionError):
        return None


def read(raw: bytes) -> Document | None:
    """Read a file within its time; None where it is refused, at a place in it."""
    started = time.process_time()
    try:
        return parse(raw, "some.yaml")
    except BadFile as error:
        text = raw.decode("utf-8", "replace")
        for fault in error.faults:
            assert 1 <= fault.line <= len(re.split("\r\n|\r|\n", text)) + 1, fault
            assert fault.column >= 1
            assert not re.search(r"ruamel|scann", fault.text), fault.text
        return None
    finally:
        assert time.process_time() - started < LONGEST


@few_and_many
def test_any_file_is_read_as_another_reads_it_or_refused(examples: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the C parser and without."""

    @settings(max_examples=examples * 3, **SOME)
    @given(base=st.sampled_from(files()), slips=SLIPS)
    def any_file(base: str, slips: list[Slip]) -> None:
        raw = slipped(base, slips)
        document = read(raw)
        with monkeypatch.context() as patched:
            patched.setattr(parsing, "C_LOADER", None)
            slowly = read(raw)
        assert document is not None or slowly is None, "the C parser is tried first, not alone"
        if document is None:
            return
        assert document.encode() == raw
        assert slowly is None or document.data() == slowly.data()
        other = read_by_another(document)
        assert other is None or other == document.data()

    any_file()


def some_edit(random: Random, data: Any) -> tuple[Edit, Any] | None:
    """An edit, and the data it must lead to."""
    paths = [*_paths(data)]
    if not paths:
        return None
    wanted = copy.deepcopy(data)
    *above, last = path = random.choice(paths)
    holder = wanted
    for key in above:
        holder = holder[key]
    value, kind = random.choice(VALUES), random.randrange(3)
    if kind == 0:
        del holder[last]
        return Delete(path), wanted
    if kind == 1 and isinstance(holder[last], list):
        index = random.randint(0, len(holder[last]))
        holder[last].insert(index, value)
        return Insert(path, index, value), wanted
    if kind == 1 and isinstance(holder[last], dict):
        holder[last]["newcomer"] = value
        return Set((*path, "newcomer"), value), wanted
    holder[last] = value
    return Set(path, value), wanted


def _paths(data: Any, above: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*above, key)
        yield from _paths(value, (*above, key))


def signless(data: Any) -> Any:
    """Forget a leading plus, which an edit keeps for a number."""
    if isinstance(data, dict):
        return {key: signless(value) for key, value in data.items()}
    if isinstance(data, list):
        return [signless(value) for value in data]
    return data.removeprefix("+") if isinstance(data, str) else data


@few_and_many
def test_any_file_is_edited_as_meant_or_the_edit_is_refused(examples: int) -> None:
    """Files that are only just read are where an editor would slip."""

    @settings(max_examples=examples * 4, **SOME)
    @given(base=st.sampled_from(files()), slips=SLIPS, seed=st.integers(0, 2**32))
    def any_edit(base: str, slips: list[Slip], seed: int) -> None:
        document = read(slipped(base, slips))
        if document is None:
            return
        found = some_edit(Random(seed), apart(document.data()))
        if found is None:
            return
        change, wanted = found
        try:
            edited = edit(document, [change])
        except BadFile as refusal:
            assert refusal.faults, change
            return
        except Bug as unread:  # a key over several lines, a block of text at the margin: nothing is written
            assert "could not be read" in unread.text, change
            return
        assert signless(edited.data()) == signless(wanted), change
        if read_by_another(document) is not None:
            assert signless(apart(yaml.load(edited.text, TextLoader))) == signless(wanted), change

    any_edit()


COMMANDS = (
    *(("check",), ("status",), ("status", "--json"), ("map",), ("map", "--list"), ("start", "--seed", "2")),
    *(("next", "--seed", "1"), ("note", "x"), ("undo",), ("log",), ("remove", "*"), ("redo",), ("undo", "2")),
)


@few_and_many
def test_every_command_takes_any_file_or_refuses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, examples: int
) -> None:
    """A file that is invalid is refused by every command, and untouched; a valid one stays valid."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    gm = Folder(tmp_path)

    @settings(max_examples=examples, **SOME)
    @given(base=st.sampled_from(encounters()), slips=SLIPS)
    def any_file(base: str, slips: list[Slip]) -> None:
        raw = slipped(base, slips)
        gm.file.write_bytes(raw)
        (tmp_path / ".gm" / "encounter.yaml.jsonl").unlink(missing_ok=True)
        valid = gm("check").code == 0
        for words in COMMANDS:
            found = gm.file.read_bytes()
            ran = gm(*words)
            assert ran.code in (range(7) if valid else (1, 3) if words[0] in ("undo", "redo", "log") else (3,)) or (
                words == ("log",) and ran.code == 0
            ), (words, ran)
            assert "Traceback" not in ran.err
            assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", ran.out + ran.err), (words, ran)
            assert ran.code == 0 or gm.file.read_bytes() == found, words
            assert not valid or gm("check").code == 0, (words, ran)
        assert not valid or gm("replay").code == 0

    any_file()


# what was found this way ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["\x85", "\u2028", "\u2029"], ids=["U+0085", "U+2028", "U+2029"])
@pytest.mark.parametrize("text", ["x{}y: {{k: 1}}\nround: 1\n", "a: &q x{}y\nm: {{*q : 1}}\nround: 1\n"])
def test_a_key_with_what_parsers_take_for_a_line_end_stays(sign: str, text: str) -> None:
    """It was read under another name, and written anew by whatever edit there was."""
    text = text.format(sign)
    document = parse(text.encode(), "some.yaml")
    assert edit(document, [Set(("round",), "2")]).text == text.replace("round: 1", "round: 2")
    for key in document.data():
        assert document.at((key,)) is not None


@pytest.mark.parametrize("text", ["\t# a tab\nround: 1\n", "combatants:\n  rat: {hp: 1,\n\t- x: 2}\n"])
def test_a_tab_where_none_may_be_is_told_in_plain_words(text: str) -> None:
    with pytest.raises(BadFile) as caught:
        parse(text.encode(), "some.yaml")
    assert "tab" in caught.value.faults[0].text
    assert "token" not in caught.value.faults[0].text
