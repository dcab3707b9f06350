"""Numbers that are followed: they reckon as any do, and what is noted of them is enough to know what comes of it."""

import itertools
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.dice.sampled import Sampled
from gmtool.dice.sources import numbers
from gmtool.dice.throws import Fold, Group, Throw
from gmtool.errors import Bug
from gmtool.rules.codecs import Track
from gmtool.rules.record import fields_of, record, stat
from gmtool.simulation import learned, shapes
from gmtool.simulation.arena import Arena
from gmtool.simulation.followed import Number, Place, Question
from gmtool.simulation.learned import End, Library, Page
from gmtool.simulation.notes import Notes, Seen
from gmtool.simulation.shapes import Shape, followed, formed, maker, plain, shape_of, spelled, terms_in, worked_out
from gmtool.systems.d6.sheet import Aim
from gmtool.systems.mythril.sheet import Ward
from tests.simulation.duelists import read_scene

PLACES: list[Place] = [("rat", "hp"), ("rat", "attack"), ("wolf", "defense")]
INDEX = {place: at for at, place in enumerate(PLACES)}
TRACK, WHOLE = shape_of(Track), shape_of(int)
assert TRACK is not None and WHOLE is not None
SHAPES = [TRACK, WHOLE, WHOLE]
STEPS: dict[str, Callable[[Any, Any, int], Any]] = {
    "add": lambda one, other, _: one + other,
    "subtract": lambda one, other, _: one - other,
    "negate": lambda one, _, __: -one,
    "times": lambda one, _, fixed: one * (fixed - 2),
    "more": lambda one, _, fixed: one + fixed,
    "less": lambda one, _, fixed: fixed - one,
    "at least": lambda one, other, fixed: one if one >= other else fixed,
    "more than": lambda one, other, fixed: one if one > fixed else other,
    "same": lambda one, other, fixed: one if one == other else fixed,
    "there": lambda one, other, fixed: other if one else fixed,
    "lower": lambda one, other, fixed: min(one, other, fixed),
    "higher": lambda one, other, _: max(one, other),
    "size": lambda one, _, __: abs(one),
    "half": lambda one, other, _: one // 2 + other,
    "rest": lambda one, _, __: one % 3,
    "key": lambda one, other, fixed: {0: one, 1: other}.get(one, fixed),
    "row": lambda one, _, __: len(range(one)) + one,
    "fraction": lambda one, other, _: int(Fraction(1, 2) * one * 2) + other,
}
Program = list[tuple[str, int, int]]


def outcome(program: Program, values: Sequence[Any]) -> Any:
    """What comes of some reckoning; the values are numbers, or followed ones."""
    track, *rest = values
    row: list[Any] = [track.now, track.max, *rest]
    for step, first, second in program:
        one, other = row[first % len(row)], row[second % len(row)]
        row.append(STEPS[step](one, other, second))
    return row[-1]


programs = st.lists(
    st.tuples(st.sampled_from(sorted(STEPS)), st.integers(0, 9), st.integers(0, 4)), min_size=1, max_size=9
)


@given(programs)
def test_what_is_learned_of_one_fight_holds_for_all_that_are_answered_alike(program: Program) -> None:
    """Every fight of a small world: reckoned with followed numbers, or as learned, it comes to what it does plainly."""
    library, page = Library(INDEX), Page()
    tracks = [Track(now, 2) for now in range(-1, 3)]
    for values in itertools.product(tracks, range(-1, 3), (0, 2)):
        keys: list[Any] = list(values)
        wanted = outcome(program, values)
        end = page.walk(keys, float)
        if end is None:
            notes = Notes()
            seen = [followed(*one, notes, place) for *one, place in zip(values, SHAPES, PLACES, strict=True)]
            found = outcome(program, seen)
            notes.close()
            library.write(page, notes.steps, End(made=(0,), make=maker((found,), INDEX)))
            assert plain(found) == wanted
            end = page.walk(keys, float)
            assert end is not None, "what was learned of a fight is known of that fight"
        assert end.make(keys) == (wanted,)


def number(value: int, notes: Notes, place: Place = PLACES[1]) -> Number:
    return Number(notes, value, (((place, ()), 1),))


@pytest.mark.parametrize("other", [3, 2.5, True, Fraction(1, 2)])
@pytest.mark.parametrize("name", ["__add__", "__sub__", "__rsub__", "__mul__", "__lt__", "__le__", "__gt__", "__eq__"])
def test_it_reckons_with_numbers_of_other_kinds_as_any_number_does(name: str, other: Any) -> None:
    wanted = getattr(7, name)(other)
    if wanted is NotImplemented:
        wanted = {"__add__": 7 + other, "__sub__": 7 - other, "__rsub__": other - 7, "__mul__": 7 * other}.get(
            name, {"__lt__": other > 7, "__le__": other >= 7, "__gt__": other < 7, "__eq__": other == 7}.get(name)
        )
    one = number(7, Notes())
    found = {
        "__add__": lambda: one + other,
        "__sub__": lambda: one - other,
        "__rsub__": lambda: other - one,
        "__mul__": lambda: one * other,
        "__lt__": lambda: one < other,
        "__le__": lambda: one <= other,
        "__gt__": lambda: one > other,
        "__eq__": lambda: one == other,
    }[name]()
    assert plain(found) == wanted


def test_where_it_must_be_said_what_it_is_that_is_noted_and_it_is_followed_no_more() -> None:
    for use in (int, hash, range, lambda one: [0, 0, 0, 0][one], lambda one: {3: "x"}[one]):
        notes = Notes()
        three = number(3, notes)
        use(three)
        assert [tuple(step) for step in notes.looks] == [(PLACES[1], 3)]
        assert three + 1 > 2, "that is known now"
        assert len(notes.looks) == 1


def test_to_write_it_down_is_not_to_ask_for_it() -> None:
    notes = Notes()
    assert f"{number(3, notes)}, {number(3, notes):+d}, {number(3, notes)!s}" == "3, +3, 3"
    assert notes.looks == []


def test_one_question_is_asked_in_one_way() -> None:
    notes = Notes()
    one, other = number(7, notes), number(5, notes, PLACES[2])
    assert one - other > 0
    assert other < one and not other >= one and not other - one >= 0 and 2 * other - 2 * one < 0
    terms = (((PLACES[1], ()), 1), ((PLACES[2], ()), -1))
    assert [step.question for step in notes.looks] == [Question("least", terms, 1)]


@pytest.mark.parametrize("times", [-3, -2, -1, 1, 2, 3])
@pytest.mark.parametrize("bound", range(-4, 5))
def test_what_is_asked_of_several_times_a_number_is_answered_alike_when_it_is_read(times: int, bound: int) -> None:
    for kind, value in itertools.product(("least", "equal"), range(-4, 5)):
        notes = Notes()
        one = times * number(value, notes) + 1
        assert (one >= bound if kind == "least" else one == bound) is (
            times * value + 1 >= bound if kind == "least" else times * value + 1 == bound
        )
        for step in notes.looks:
            read = worked_out(spelled(step.question, INDEX, ()), {})
            assert read([None, value, None]) == step.answer, step
        assert len(notes.looks) == 1 or (kind == "equal" and (bound - 1) % times)


def test_what_was_said_once_is_plain_in_all_that_is_asked_after() -> None:
    """Else it would hang on what was kept of an earlier run whether more is asked."""
    notes = Notes()
    ahead = number(7, notes) - number(5, notes, PLACES[2])
    assert int(ahead) == 2
    third = Number(notes, 1, (((PLACES[0], ("now",)), 1),))
    assert ahead > third
    assert [step.question.kind for step in notes.looks] == ["sum", "sum"], "the third is said, too, not compared"
    assert ahead + 1 == 3 and len(notes.looks) == 2


def test_numbers_of_a_run_that_is_over_are_plain_ones() -> None:
    before, now = Notes(), Notes()
    old, new = number(7, before), number(7, now)
    before.close()
    assert old == 7 and old >= new
    assert before.looks == []
    assert [tuple(step) for step in now.looks] == [(PLACES[1], 7)]


class Size(NamedTuple):
    width: int
    word: str


@record
class Chest:
    lock: str = stat("what it is locked with")
    holds: Track = stat("what is in it")


@pytest.mark.parametrize(
    ("kind", "numbers", "optional"),
    [
        (int, True, False),
        (int | None, True, True),
        (Track, True, False),
        (Chest | None, True, True),
        (Size, True, False),
        (bool, False, False),
        (str, False, False),
        (tuple[int, ...], False, False),
    ],
)
def test_what_is_made_of_numbers(kind: Any, numbers: bool, optional: bool) -> None:
    shape = shape_of(kind)
    assert (shape is not None) is numbers
    assert shape is None or shape.optional is optional


def test_numbers_within_a_record_are_followed_and_what_else_is_in_it_is_looked_at() -> None:
    notes, shape = Notes(), shape_of(Chest)
    assert isinstance(shape, Shape)
    chest: Chest = followed(Chest(lock="iron", holds=Track(4, 5)), shape, notes, PLACES[0])
    less = Chest(lock=chest.lock, holds=chest.holds.moved(-1))
    asked = [(step.question.kind, step.question.terms[0][0][1], step.answer) for step in notes.looks]
    assert asked == [("sum", ("lock",), "iron"), ("least", ("holds", "max"), True)]
    make = maker((less,), INDEX)
    assert make([Chest(lock="iron", holds=Track(2, 5)), 0, 0]) == (Chest(lock="iron", holds=Track(1, 5)),)
    assert plain(less) == Chest(lock="iron", holds=Track(3, 5)), "what it is in this run"


def test_what_is_made_alike_is_equal_whatever_it_is() -> None:
    notes = Notes()
    one, other = Track(number(3, notes) - 1, 9), Track(number(3, notes) - 1, 9)
    assert formed((one, "x")) == formed((other, "x"))
    assert formed(one) != formed(Track(number(3, notes) - 2, 9))
    assert formed(one) != formed(Track(2, 9))
    assert notes.looks == []
    assert terms_in(one) == [PLACES[1]] and terms_in(Track(2, 9)) == []


def test_what_holds_no_number_is_itself_when_it_is_made_plain() -> None:
    for value in ((1, "x"), [1], {"a": (1,)}, Track(1, 2), Chest(lock="iron", holds=Track(4, 5))):
        assert plain(value) is value


@pytest.mark.parametrize(
    "words",
    [
        "__import__('os')",
        "keys.__class__",
        "'text'",
        'f"{keys}"',
        "keys[0]; keys",
        "lambda: keys",
        "keys[0] if keys else 1\n",
        "Keys",
        "print(keys)",
        "open(keys)",
        "",
    ],
)
def test_only_words_of_ours_are_made_into_code(words: str) -> None:
    """Numbers, places, fields: no text, no names of Python's own; what else there is says nothing or is no name."""
    with pytest.raises((Bug, NameError, SyntaxError)):
        worked_out(words, {})([])


@pytest.mark.parametrize("system", ["bnb", "brachyr", "c21", "d6", "mythril"])
def test_the_words_of_simulated_fights_are_numbers_places_and_fields(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the combatants are called."""
    heard: list[str] = []

    def hear(words: str, known: dict[str, Any]) -> Any:
        heard.append(words)
        return worked_out(words, known)

    monkeypatch.setattr(shapes, "worked_out", hear)
    monkeypatch.setattr(learned, "worked_out", hear)
    reading = read_scene(f"gmtool/systems/{system}/starter.yaml")
    for one in reading.encounter.combatants.values():
        one.name = "__import__('os').abort()"
    assert reading.system.policy is not None
    arena = Arena(reading.system, reading.encounter, reading.system.policy())
    for number in range(3):
        arena.fight(numbers(f"n/{number}"))
    fields = {name for kind in (Track, Ward, reading.system.combatant, Aim) for name in names_of(kind)}
    names = {name for words in heard for name in re.findall(r"[a-z_]+", words)}
    assert heard
    assert names <= {"keys", "is", "not", "and", "None", "one", "ask", "value", *fields}


def names_of(kind: type) -> set[str]:
    """The fields of a record or tuple."""
    return {*getattr(kind, "_fields", ()), *fields_of(kind)}


class Left(NamedTuple):
    """What is left of something after a throw that is more than a number."""

    of: Any

    def __call__(self, thrown: str) -> Any:
        return self.of - len(thrown)


def test_nothing_that_is_kept_of_a_throw_holds_a_number_of_a_run() -> None:
    """Counts of throws are kept: in the next run the number would be one of a run that is over."""
    words = Fold("in words", lambda _, chain: sum(chain), max, 0, done=lambda face: "x" * face)
    for value in (9, 8):
        notes = Notes()
        source = Sampled(lambda: 0.0, notes.draw, plain)
        throw = Throw("rat", "words", (Group(1, 4),), words)
        found = source.compare(Left(number(value, notes)), (throw,))
        assert type(found.seen) is int and found.seen == value - 1
        assert type(notes.steps[0]) is Seen, "what it is was said before it was drawn"
