"""What is read without click is read as click reads it; what is not plain is left to click."""

from __future__ import annotations

from random import Random
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

VERBS = {f"{name} {verb.name}": verb for name in catalog.names() for verb in catalog.load(name).verb_table.values()}
WORDS = ("rat", "wolf", "-3", "0304", "-", "--", "", "a=b", "--bogus", "-x", "a b")


LINES = 100
"""command lines made up for each verb"""


def by_click(command: VerbCommand, words: list[str]) -> dict[str, Any] | None:
    """What click makes of a verb's words; None where it refuses them, or shows help."""
    try:
        return dict(command.make_context(command.name, list(words)).params)
    except (click.UsageError, click.exceptions.Exit):
        return None


def spellings(command: VerbCommand) -> list[str]:
    """Words for a verb: its own options, with a value or without; names; what it does not know."""
    options = [param for param in command.params if isinstance(param, click.Option)]
    flags = [name for option in options for name in option.opts if name[0] == "-"]
    return [*WORDS, *flags, *(f"{flag}=bite" for flag in flags), *(f"{flag}=" for flag in flags)]


@pytest.mark.parametrize("name", VERBS)
def test_a_verbs_words_are_read_as_click_reads_them(name: str) -> None:
    verb, command, random = VERBS[name], VerbCommand(VERBS[name]), Random(name)
    known, read = spellings(command), 0
    for _ in range(LINES):
        words = random.choices(known, k=random.randint(0, 5))
        mine = plain.params_of(verb, words)
        read += mine is not None
        assert mine == by_click(command, words), words
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
