"""A verb's signature read as a command line: every kind of parameter, and values put back into the call."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest

from gmtool.hexes.grid import Grid, Hex
from gmtool.rules.codecs import Scalar
from gmtool.rules.model import Combatant
from gmtool.rules.record import Required, record
from gmtool.rules.system import System
from gmtool.rules.table import Table
from gmtool.rules.verbs import Flags, Of, Param, Verb

Stance = Literal["high", "very-low"]


class Ape(Combatant):
    """A system's own combatant."""


@record
class Weather:
    """Options that several verbs share."""

    rain_fall: Annotated[int, "how wet"] = 0
    dark: Annotated[bool, "no light"] = False


CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = []


def climb_up_(
    t: Table,
    who: Ape,
    tree: Annotated[Hex, "which tree"],
    times: Annotated[int, "how often"] = 1,
    *helpers: Ape,
    fast: Annotated[bool, "in a hurry"] = False,
    with_: Annotated[str | None, Of("who", "ropes"), "on which rope"] = None,
    style: Annotated[Literal["neat", "wild"], "in which style"] = "neat",
    stance: Annotated[Stance | None, Flags("body-"), "how it holds itself"] = None,
    strength: Annotated[int | None, "how strong"] = None,
    until: Annotated[Ape | None, "whom it waits for"] = None,
    weather: Weather = Weather(),
) -> None:
    """Climb a tree.

    More words.
    """
    CALLS.append(((who, tree, times, *helpers), {"with": with_, "style": style, "stance": stance, "fast": fast}))
    CALLS.append(((strength, until, weather), {}))


def shout(t: Table, *words: str) -> None:
    """Say something."""
    CALLS.append((words, {}))


def nap(t: Table, who: Ape | None = None, *, on: Annotated[Ape, "on whose back"]) -> None:
    """Sleep on somebody's back."""
    CALLS.append(((who, on), {}))


CLIMB = Verb(climb_up_)


def param(name: str) -> Param:
    return next(one for one in CLIMB.params if one.name == name)


def test_name_summary_and_help() -> None:
    assert (CLIMB.name, CLIMB.summary, CLIMB.doc) == ("climb-up", "Climb a tree.", "Climb a tree.\n\nMore words.")


ROLES = [
    ("who", "who", "combatant", Required, ""),
    ("tree", "tree", "word", Required, "which tree"),
    ("times", "times", "word", 1, "how often"),
    ("helpers", "helpers", "combatants", Required, ""),
    ("fast", "fast", "flag", False, "in a hurry"),
    ("with_", "with", "option", None, "on which rope"),
    ("style", "style", "choice", "neat", "in which style"),
    ("stance", "stance", "flags", None, "how it holds itself"),
    ("strength", "strength", "option", None, "how strong"),
    ("weather.rain_fall", "rain-fall", "option", 0, "how wet"),
    ("weather.dark", "dark", "flag", False, "no light"),
]


@pytest.mark.parametrize(("name", "word", "role", "default", "text"), ROLES)
def test_each_kind_of_parameter(name: str, word: str, role: str, default: Any, text: str) -> None:
    found = param(name)
    assert (found.word, found.role, found.help) == (word, role, text)
    assert found.default is default or found.default == default
    assert found.required is (default is Required)


def test_words_come_by_position_and_options_by_name() -> None:
    assert [one.name for one in CLIMB.words] == ["who", "tree", "times", "helpers"]
    assert [one.name for one in CLIMB.options] == [
        "fast", "with_", "style", "stance", "strength", "until", "weather.rain_fall", "weather.dark",
    ]  # fmt: skip


def test_choices_flags_and_owners_are_kept() -> None:
    assert param("style").choices == ("neat", "wild")
    assert (param("stance").choices, param("stance").prefix) == (("high", "very-low"), "body-")
    assert param("with_").of == Of("who", "ropes")
    assert param("fast").of is None


def test_the_type_picks_the_codec_and_the_optional_type_does_too() -> None:
    grid = Grid()
    for name, text, value in (("tree", "0304", grid.hex("0304")), ("strength", "-3", -3), ("with_", "no", "no")):
        codec = param(name).codec
        assert isinstance(codec, Scalar)
        assert codec.read(text, grid) == value


def test_an_option_that_names_a_combatant_is_told_from_one_that_takes_a_value() -> None:
    """D6-14 `--until OTHER`, BRA-20 `--against ORC`, C21-43 `--by ANA`: resolved as the names by position are."""
    assert param("until").role not in ("option", "word")
    assert not param("until").positional


def test_several_words_are_several_words() -> None:
    assert [(one.name, one.role) for one in Verb(shout).params] == [("words", "words")]


ACTORS = [
    ("attack", True, "BRAWLER TARGET: the first may be left out"),
    ("jab", True, "the same"),
    ("shift", False, "WHO HEX: only who acts on another may be left out"),
    ("mark", False, "WHO NAME: the same"),
    ("next", False, "[NAME]"),
    ("start", False, "no words"),
    ("wait", False, "WHO alone is not left out"),
]


@pytest.mark.parametrize(("verb", "has_actor", "why"), ACTORS)
def test_the_first_name_may_be_left_out_where_another_word_must_follow(
    brawl: System, verb: str, has_actor: bool, why: str
) -> None:
    assert brawl.verb_table[verb].has_actor is has_actor, why


def test_a_list_of_names_that_may_be_empty_does_not_let_the_first_be_left_out(brawl: System) -> None:
    """`gm rally ana` names the leader; nobody is left out."""
    assert brawl.verb_table["rally"].has_actor is False


def called(verb: Verb, sit: Callable[..., Any], **given: Any) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    CALLS.clear()
    table = sit().table()
    verb.call(table, {name.replace("__", "."): value for name, value in given.items()})
    return list(CALLS)


def test_values_are_put_back_where_the_signature_wants_them(sit: Callable[..., Any]) -> None:
    tree = Grid().hex("0304")
    (words, named), ((strength, until, weather), _) = called(
        CLIMB,
        sit,
        who="ana",
        tree=tree,
        times=2,
        helpers=("bruno", "cook"),
        fast=True,
        with_="vine",
        style="wild",
        stance="very-low",
        strength=3,
        until="cook",
        weather__rain_fall=7,
        weather__dark=True,
    )
    assert [getattr(word, "id", word) for word in words] == ["ana", tree, 2, "bruno", "cook"]
    assert named == {"with": "vine", "style": "wild", "stance": "very-low", "fast": True}
    assert (strength, weather) == (3, Weather(7, dark=True))
    assert until.id == "cook"


def test_what_is_not_given_has_its_default(sit: Callable[..., Any]) -> None:
    tree = Grid().hex("0304")
    (words, named), (rest, _) = called(CLIMB, sit, who="ana", tree=tree)
    assert [getattr(word, "id", word) for word in words] == ["ana", tree, 1]
    assert named == {"with": None, "style": "neat", "stance": None, "fast": False}
    assert rest == (None, None, Weather())


def test_combatants_given_by_id_are_those_at_the_table(sit: Callable[..., Any]) -> None:
    seat = sit()
    seat("damage", harm=[("ana", 2)])
    assert seat.encounter.combatants["ana"].hp.now == 4
    (got, _), *_ = called(Verb(nap), sit, who=None, on="cook")
    assert got[0] is None
    assert isinstance(got[1], Combatant)


def test_help_with_annotations_as_text_is_read_too(brawl: System) -> None:
    """`from __future__ import annotations` in a system's module changes nothing."""
    namespace: dict[str, Any] = {}
    source = (
        "from __future__ import annotations\n"
        "from typing import Annotated\n"
        "from gmtool.rules.model import Combatant\n"
        "def hop(t, who: Combatant, *, far: Annotated[int | None, 'hexes'] = None):\n    '''Hop.'''\n"
    )
    exec(compile(source, "hop.py", "exec", dont_inherit=True), namespace)
    assert [(one.name, one.role, one.help) for one in Verb(namespace["hop"]).params] == [
        ("who", "combatant", ""),
        ("far", "option", "hexes"),
    ]
