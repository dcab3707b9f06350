"""Finding a combatant by what is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gmtool.encounter import names
from gmtool.errors import Unknown
from gmtool.rules.codecs import Ref
from gmtool.rules.model import Combatant, Encounter

if TYPE_CHECKING:
    from collections.abc import Iterable

COMPOSED, DECOMPOSED = "Jos\u00e9", "Jose\u0301"


def encounter(ids: Iterable[str], turn: str | None = None, number: int | None = None) -> Encounter:
    return Encounter(
        system="bnb",
        combatants={name: Combatant(id=name) for name in ids},
        turn=None if turn is None else Ref(turn),
        round=number,
    )


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
