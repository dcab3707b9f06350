"""What is read without click is read as click reads it; what is not plain is left to click."""

from __future__ import annotations

from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.cli import plain
from gmtool.cli.commands import BARE, VALUED
from gmtool.cli.group import gm
from gmtool.cli.verbs import VerbCommand
from gmtool.cli.words import hoist
from gmtool.encounter import catalog
from gmtool.rules.verbs import Verb

VERBS = {f"{name} {verb.name}": verb for name in catalog.names() for verb in catalog.load(name).verb_table.values()}
WORDS = ("rat", "wolf", "-3", "0304", "-", "--", "", "a=b", "--bogus", "-x", "a b")


def by_click(verb: Verb, words: list[str]) -> dict[str, Any] | None:
    """What click makes of a verb's words; None where it refuses them, or shows help."""
    try:
        return dict(VerbCommand(verb).make_context(verb.name, list(words)).params)
    except (click.UsageError, click.exceptions.Exit):
        return None


def spelled(verb: Verb) -> st.SearchStrategy[list[str]]:
    """Words for a verb: its own options, with a value or without, in any place; names; what it does not know."""
    command = VerbCommand(verb)
    flags = [
        name for param in command.params if isinstance(param, click.Option) for name in param.opts if name[0] == "-"
    ]
    word = st.sampled_from([*WORDS, *flags, *(f"{flag}=bite" for flag in flags), *(f"{flag}=" for flag in flags)])
    return st.lists(word, max_size=5)


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
def test_a_verbs_words_are_read_as_click_reads_them(verb: Verb) -> None:
    read = 0

    @given(spelled(verb))
    def agree(words: list[str]) -> None:
        nonlocal read
        mine = plain.params_of(verb, words)
        if mine is not None:
            read += 1
            assert mine == by_click(verb, words)
        else:
            assert by_click(verb, words) is None, "click reads it, so why not here?"

    agree()
    assert read > 5


GLOBAL = [*BARE, "-fA", "--file=A", "--seed=7"]
VALUES = ("3", "+2 wall", "ask:pc", "-1", "", "x y")
GLOBALS = st.lists(
    st.one_of(
        st.sampled_from(GLOBAL).map(lambda word: [word]),
        st.tuples(st.sampled_from(sorted(VALUED)), st.sampled_from(VALUES)).map(list),
    ),
    max_size=4,
)


@given(GLOBALS)
def test_global_options_are_read_as_click_reads_them(parts: list[list[str]]) -> None:
    front = hoist([word for part in parts for word in part]).front
    mine = plain.global_options(front)
    if mine is not None:
        assert mine == gm.make_context("gm", [*front, "status"]).params
    else:
        seeds = [value for name, *rest in parts for value in rest if name == "--seed"]
        assert "-fA" in front or any(not seed.isdecimal() for seed in seeds), "this is plain"


def test_most_global_options_are_plain() -> None:
    front = ["--file", "a.yaml", "-n", "--json", "--seed", "7", "--mod", "+1", "--mod=+2 wall"]
    read = plain.global_options(front)
    assert read is not None
    assert (read["file"], read["dry_run"], read["json"], read["quiet"], read["seed"]) == (
        "a.yaml",
        True,
        True,
        False,
        7,
    )
    assert read["mod"] == ("+1", "+2 wall")
