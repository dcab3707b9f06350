"""Finding a combatant by what is typed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from gmtool.encounter import names
from gmtool.errors import Unknown
from gmtool.rules.codecs import Ref
from gmtool.rules.model import Combatant, Encounter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

COMPOSED, DECOMPOSED = "Jos\u00e9", "Jose\u0301"


def encounter(ids: Iterable[str], turn: str | None = None, number: int | None = None) -> Any:
    """An encounter as it was read, of combatants of whom only the ids matter."""
    fight = Encounter(
        system="bnb",
        combatants={name: Combatant(id=name) for name in ids},
        turn=None if turn is None else Ref(turn),
        round=number,
    )
    return SimpleNamespace(encounter=fight, system=SimpleNamespace(health="hp"))


@pytest.mark.parametrize(
    ("ids", "typed", "meant"),
    [
        (("rat", "wolf"), "wolf", "wolf"),
        (("rat", "wolf"), "w", "wolf"),
        (("rat", "wolf"), "WO", "wolf"),
        (("wolf-pup", "wolf"), "wolf", "wolf"),
        (("Wolf", "wolfram"), "wolf", "Wolf"),
        (("Straße", "rat"), "STRASSE", "Straße"),
        ((DECOMPOSED, "rat"), COMPOSED, DECOMPOSED),
        ((COMPOSED, "rat"), DECOMPOSED.upper(), COMPOSED),
        ((DECOMPOSED, "Josephine"), COMPOSED, DECOMPOSED),
        (("7", "70"), "7", "7"),
        (("@ann", "rat"), "@a", "@ann"),
    ],
    ids=ascii,
)
def test_who_is_meant(ids: tuple[str, ...], typed: str, meant: str) -> None:
    assert names.find(encounter(ids), typed) == meant


@pytest.mark.parametrize(
    ("ids", "typed", "says"),
    [
        (("rat", "wolf"), "fox", "no combatant is called `fox`; there are rat, wolf"),
        (("rat", "wolf"), "wlof", "no combatant is called `wlof`; did you mean `wolf`?"),
        (("wolf-1", "wolf-2"), "wolf", "`wolf` could be wolf-1, wolf-2"),
        (("rat", "wolf"), "", "no combatant is called ``"),
        (("rat", "wolf"), "olf", "no combatant is called `olf`"),
        ((), "rat", "there is no combatant at all"),
        (tuple(f"wolf-{i}" for i in range(30)), "w", "and 18 more"),
    ],
)
def test_nobody_or_several(ids: tuple[str, ...], typed: str, says: str) -> None:
    with pytest.raises(Unknown) as caught:
        names.find(encounter(ids), typed)
    assert says in caught.value.text


def test_at_is_whoever_has_the_turn() -> None:
    assert names.find(encounter(("rat", "wolf"), "wolf", 1), "@") == "wolf"


@pytest.mark.parametrize(
    ("turn", "number", "says"),
    [(None, None, "the fight has not started"), (None, 1, "it is nobody's turn"), ("fox", 1, "it is nobody's turn")],
)
def test_at_is_nobody(turn: str | None, number: int | None, says: str) -> None:
    with pytest.raises(Unknown, match=says):
        names.find(encounter(("rat",), turn, number), "@")


@pytest.mark.parametrize(
    ("one", "other"), [("Wolf", "wOLF"), (COMPOSED, DECOMPOSED), ("Straße", "strasse"), ("ﬁn", "fin")]
)
def test_what_folds_to_the_same(one: str, other: str) -> None:
    assert names.folded(one) == names.folded(other)


@pytest.mark.parametrize(("one", "other"), [("wolf", "wolf "), ("7", "07"), ("Jose", COMPOSED), ("rat", "rаt")])
def test_what_stays_apart(one: str, other: str) -> None:
    assert names.folded(one) != names.folded(other)


def test_candidates_are_told_apart_by_health_and_hex(read: Callable[..., Any]) -> None:
    sheet = "stats: {str: 1, spd: 4, agi: 3}"
    reading = read(
        f"system: bnb\ncombatants:\n  wolf-1: {{at: 0405, {sheet}, hp: 9/14}}\n  wolf-2: {{{sheet}, hp: 14/14}}\n"
    )
    with pytest.raises(Unknown) as caught:
        names.find(reading, "wolf")
    assert caught.value.text == "`wolf` could be wolf-1 (9/14, 0405), wolf-2 (14/14)"


GLOBS = [
    ("wolf*", ["wolf", "wolf-1", "Wolf-2"]),
    ("WOLF-?", ["wolf-1", "Wolf-2"]),
    ("*[12]", ["wolf-1", "Wolf-2"]),
    ("w*f", ["wolf"]),
    ("rat*", ["rat*"]),
    ("wolf-1", ["wolf-1"]),
    ("r", ["rat*"]),
]


@pytest.mark.parametrize(("typed", "meant"), GLOBS, ids=[typed for typed, _ in GLOBS])
def test_globs(typed: str, meant: list[str]) -> None:
    assert names.find_all(encounter(("wolf", "rat*", "wolf-1", "Wolf-2")), typed) == meant


def test_a_glob_of_nobody() -> None:
    with pytest.raises(Unknown, match=r"nobody's name fits `fox\*`; there are rat, wolf"):
        names.find_all(encounter(("rat", "wolf")), "fox*")
