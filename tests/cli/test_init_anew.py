"""`gm init` of a name that an earlier encounter had: the two histories are not mixed, and neither is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Ran, Table


@pytest.fixture
def once(gm: Table) -> Table:
    """A fight was begun, its last step undone, and the file taken away."""
    gm("init")
    gm("damage", "wolf", "2")
    gm("damage", "rat", "1")
    gm("undo")
    gm.file.unlink()
    return gm


def test_the_older_history_is_kept_aside_and_said_to_be(once: Table) -> None:
    before = once.history()
    ran = once("init")
    assert (ran.code, ran.err) == (0, "")
    assert "the history of an earlier encounter.yaml is kept aside: .gm/encounter.yaml.jsonl.old\n" in ran.out
    assert (once.folder / ".gm" / "encounter.yaml.jsonl.old").read_bytes() == before
    assert once.history() == b""


def test_nothing_of_it_is_undone_redone_or_told_of_the_new_one(once: Table, refuse: Callable[..., Ran]) -> None:
    """The old steps would even fit: the new file is the old one's first text."""
    once("init")
    for words in (("undo",), ("redo",), ("again",)):
        refuse(*words, code=1, says=("nothing to",))
    assert once("log").out == "nothing was done yet\n"
    assert once("replay").out == "nothing to play again\n"
    text = once.read()
    once("damage", "rat", "3")
    assert once("log").out.count("gm damage") == 1
    assert once("undo").code == 0
    assert once.read() == text


def test_a_second_and_a_third_time_all_are_kept(once: Table, data: Callable[..., Any]) -> None:
    kept = [once.history()]
    for points in ("1", "2"):
        once("init")
        once("damage", "rat", points)
        kept.append(once.history())
        once.file.unlink()
    told = data("init")
    assert (told["aside"], told["warnings"]) == (".gm/encounter.yaml.jsonl.old-3", [])
    folder = once.folder / ".gm"
    names = ("encounter.yaml.jsonl.old", "encounter.yaml.jsonl.old-2", "encounter.yaml.jsonl.old-3")
    assert [(folder / name).read_bytes() for name in names] == kept


def test_given_back_its_name_it_is_whole(once: Table) -> None:
    once("init")
    folder = once.folder / ".gm"
    (folder / "encounter.yaml.jsonl.old").rename(folder / "night.yaml.jsonl")
    once.file.rename(once.folder / "night.yaml")
    assert "gm damage wolf 2" in once("-f", "night.yaml", "log").out
    assert "hp: 12/14" in once("-f", "night.yaml", "log", "--at", "1").out


def test_a_refused_init_leaves_the_history_where_it_is(gm: Table, refuse: Callable[..., Ran]) -> None:
    gm("init")
    gm("damage", "rat", "1")
    refuse("init", code=2, says=("exists already",))
    assert gm("undo").code == 0


def test_the_first_says_nothing_of_it(gm: Table, data: Callable[..., Any]) -> None:
    assert "aside" not in gm("init").out
    assert data("init", "other.yaml")["aside"] is None


def test_through_a_linked_folder_it_is_the_real_ones(gm: Table) -> None:
    (gm.folder / "real").mkdir()
    (gm.folder / "link").symlink_to("real")
    gm("init", "real/one.yaml")
    gm("damage", "rat", "1")
    (gm.folder / "real" / "one.yaml").unlink()
    assert "kept aside: real/.gm/one.yaml.jsonl.old" in gm("init", "link/one.yaml").out


@pytest.mark.parametrize("in_the_way", ["a link", "a file"])
def test_what_stands_in_the_way_is_said_and_the_encounter_is_there(gm: Table, in_the_way: str) -> None:
    if in_the_way == "a link":
        (gm.folder / ".gm").symlink_to("/nowhere")
    else:
        (gm.folder / ".gm").write_text("mine")
    ran = gm("init")
    assert ran.code == 0
    assert "encounter.yaml is written, but not made the current one: no history is kept" in ran.err
    assert "current" not in ran.out
    assert gm("check").code == 0
