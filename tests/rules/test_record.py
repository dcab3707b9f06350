"""Records behave as the standard dataclasses do, without what those cost at each start."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gmtool.rules.record import fields_of, is_record, made, record, replace, stat


@record
class Blade:
    """A record: never changed, compared by value."""

    length: int = stat("how long")
    names: dict[str, int] = made(default_factory=dict)
    keen: bool = False


@record(frozen=False, eq=False, kw_only=True)
class Smith:
    """A record that changes."""

    id: str
    blades: tuple[Blade, ...] = ()


@record(frozen=False, eq=False, kw_only=True)
class Master(Smith):
    """One that builds on another."""

    guild: str = "none"


def test_it_is_made_by_position_or_by_name() -> None:
    assert Blade(3, {}, keen=True) == Blade(length=3, names={}, keen=True)
    assert (Blade(3).length, Blade(3).names, Blade(3).keen) == (3, {}, False)


@pytest.mark.parametrize(
    ("values", "named"),
    [((1, {}, True, 4), {}), ((1,), {"length": 2}), ((), {"width": 1})],
    ids=["more", "twice", "odd"],
)
def test_it_is_made_of_its_fields_alone(values: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="Blade"):
        Blade(*values, **named)  # type: ignore[arg-type]


def test_a_field_without_default_must_be_given_and_by_keyword_where_that_is_asked() -> None:
    with pytest.raises(TypeError, match="Smith"):
        Smith()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Smith"):
        Smith("wat")  # type: ignore[misc]


def test_each_has_a_fresh_default_of_its_own() -> None:
    assert Blade(1).names is not Blade(1).names


def test_it_is_compared_and_hashed_by_value() -> None:
    @record
    class Spoon:
        length: int = 3

    assert Blade(3) != Blade(4)
    assert Spoon(3) == Spoon()
    assert hash(Spoon(3)) == hash(Spoon())
    assert Spoon(3) != Blade(3)


def test_one_that_changes_is_compared_by_identity() -> None:
    one, other = Smith(id="wat"), Smith(id="wat")
    assert one != other
    one.id = "tib"
    assert one.id == "tib"


def test_one_that_is_frozen_refuses() -> None:
    with pytest.raises(AttributeError, match=r"Blade\.length"):
        Blade(3).length = 4  # type: ignore[misc]
    with pytest.raises(AttributeError, match=r"Blade\.length"):
        del Blade(3).length


def test_fields_come_in_order_those_built_on_first() -> None:
    assert list(fields_of(Master)) == ["id", "blades", "guild"]
    assert is_record(Master)
    assert not is_record(int)
    assert fields_of(int) == {}


def test_some_values_replaced() -> None:
    assert replace(Blade(3, {"a": 1}), keen=True) == Blade(3, {"a": 1}, keen=True)


def test_it_shows_its_values() -> None:
    assert repr(Blade(3)) == "Blade(length=3, names={}, keen=False)"


def test_it_needs_neither_dataclasses_nor_inspect() -> None:
    code = "import sys, gmtool.rules.system; print(*{'dataclasses', 'inspect'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
