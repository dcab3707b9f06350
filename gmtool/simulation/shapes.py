"""Values made of numbers: how they are followed, told, put alike, and made anew from the fight as it stands."""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from functools import lru_cache
from types import CodeType, FunctionType, NoneType, UnionType
from typing import Any, Final, NamedTuple, TypeAlias, get_args, get_origin

from gmtool.dice.throws import Fold
from gmtool.errors import Bug
from gmtool.hexes.grid import Direction, Hex
from gmtool.rules.codecs import Ref
from gmtool.rules.record import fields_of
from gmtool.simulation.followed import Asking, Number, Place, Question, Terms

Reader: TypeAlias = Callable[[list[Any]], Any]
"""Works something out from the fight as it stands, a value for each place."""

ATOMS: Final = frozenset({bool, int, str, float, NoneType, Hex, Ref, Direction, FunctionType, Fold})
"""kinds of values that hold no number that is followed, and are keys as they are"""


class Shape(NamedTuple):
    """How a stat is made of numbers."""

    optional: bool
    """it may not be there at all"""
    kind: type
    """`int`, or a tuple or record some of whose fields are such"""
    fields: "tuple[tuple[str, Shape | None], ...]" = ()
    """None for a field that is no number"""


def shape_of(annotation: Any) -> Shape | None:
    """How a stat or property of this type is made of numbers; None where it is not."""
    optional = get_origin(annotation) is UnionType and NoneType in get_args(annotation)
    if optional:
        kinds = [kind for kind in get_args(annotation) if kind is not NoneType]
        annotation = kinds[0] if len(kinds) == 1 else None
    if annotation is int:
        return Shape(optional, int)
    if not isinstance(annotation, type) or annotation is Hex:
        return None  # a hex is looked at as the one it is
    found = tuple([(name, shape_of(kind)) for name, kind in _fields(annotation).items()])
    certain = all(shape is None or not shape.optional for _, shape in found)
    return Shape(optional, annotation, found) if certain and any(shape for _, shape in found) else None


def _fields(kind: type) -> Mapping[str, Any]:
    if issubclass(kind, tuple):
        return kind.__annotations__ if hasattr(kind, "_fields") else {}
    return {name: field.type for name, field in fields_of(kind).items()}


def followed(value: Any, shape: Shape, notes: Asking, place: Place, way: tuple[str, ...] = ()) -> Any:
    """The value with its numbers followed; what else is in it is looked at."""
    if shape.kind is int:
        return Number(notes, value, (((place, way), 1),))
    inner = {}
    for name, part in shape.fields:
        there = getattr(value, name)
        if part is None:
            notes.ask(Question("sum", (((place, (*way, name)), 1),)), there)
            inner[name] = there
        else:
            inner[name] = followed(there, part, notes, place, (*way, name))
    return shape.kind(**inner)


def plain(value: Any) -> Any:
    """The value with each number in it as it is, which is noted: itself where there is none in it."""
    kind = type(value)
    if kind is Number:
        return int(value)
    if kind in ATOMS:
        return value
    if isinstance(value, (tuple, list)):
        inner = [one if type(one) in ATOMS else plain(one) for one in value]
        if _are_same(inner, value):
            return value
        return kind(*inner) if hasattr(value, "_fields") else kind(inner)
    if isinstance(value, Mapping):
        pairs = {plain(key): plain(one) for key, one in value.items()}
        return value if _are_same(pairs.values(), value.values()) else pairs
    if "__fields__" not in kind.__dict__:
        return value
    parts = {name: plain(one) for name, one in value.__dict__.items()}
    return value if _are_same(parts.values(), value.__dict__.values()) else kind(**parts)


def _are_same(these: Any, those: Any) -> bool:
    return all(one is other for one, other in zip(these, those, strict=True))


def formed(value: Any) -> Any:
    """The value with each number in it as how it is made: what is made alike is equal, and nothing is asked."""
    kind = type(value)
    if kind is Number:
        return value.terms, value.more
    if isinstance(value, tuple):
        return tuple([one if type(one) in ATOMS else formed(one) for one in value])
    if terms_in(value):
        return (kind, *[formed(one) for one in value.__dict__.values()])
    return value


def terms_in(value: Any) -> list[Place]:
    """Where the numbers stand of which the value is made; none where it is plain."""
    kind = type(value)
    if kind in ATOMS:
        return []
    if kind is Number:
        return [place for (place, _), _ in value.terms]
    if isinstance(value, tuple):
        return [place for one in value if type(one) not in ATOMS for place in terms_in(one)]
    if "__fields__" not in kind.__dict__:
        return []
    return [place for one in value.__dict__.values() for place in terms_in(one)]


# spelled as Python, made into code once: each answer is then a step or two of the interpreter, not a call ------------


def spelled(question: Question, index: Mapping[Place, int], perhaps: Container[Place]) -> str:
    """The question as an expression of Python, of the row `keys`; `perhaps`: what may not be there."""
    if question.kind == "there":
        (((place, _), _),) = question.terms
        return f"keys[{index[place]}] is not None"
    total = _sum_spelled(question.terms, 0, index)
    asked = {"least": f"{total} >= {question.bound}", "equal": f"{total} == {question.bound}", "sum": total}
    guards = [f"keys[{index[place]}] is not None" for place in question.places if place in perhaps]
    return " and ".join([*guards, asked[question.kind]])


def maker(values: Sequence[Any], index: Mapping[Place, int]) -> Reader:
    """What makes the values anew, all of them from the fight as it stands before the change."""
    known: dict[str, Any] = {}
    words = [_made_of(value, index, known) for value in values]
    return worked_out(f"({', '.join(words)},)", known)


_WORDS: Final = re.compile(r"[a-z0-9_N \[\](),.=<>*+-]+")  # N: `is not None`


def worked_out(words: str, known: dict[str, Any]) -> Reader:
    """Make the code that works out these words: of numbers, places in the row `keys`, fields, and what is known.

    Written as text and made into code once, an answer takes the interpreter a step or two, where a call takes twenty;
    fights are simulated twice as fast for it. Nothing of anybody's file is ever among the words. Raises Bug.
    """
    return FunctionType(_code(words), {"__builtins__": {}, **known}) if known else _from_words(words)


@lru_cache(maxsize=4096)
def _from_words(words: str) -> Reader:
    """The same, of nothing but the row. Raises Bug."""
    return FunctionType(_code(words), {"__builtins__": {}})


@lru_cache(maxsize=4096)
def _code(words: str) -> CodeType:
    """The words as code. Raises Bug."""
    if not _WORDS.fullmatch(words) or "__" in words:
        raise Bug(f"these are no words of ours: {words}")
    made: FunctionType = eval(f"lambda keys: {words}", {"__builtins__": {}})  # noqa: S307 - see `worked_out`
    return made.__code__


def _made_of(value: Any, index: Mapping[Place, int], known: dict[str, Any]) -> str:
    if isinstance(value, Number):
        return _sum_spelled(value.terms, value.more, index)
    name = f"value{len(known)}"
    if not terms_in(value):
        known[name] = value
        return name
    known[name] = type(value)
    fields = getattr(value, "_fields", None) or fields_of(type(value))
    inner = [f"{field}={_made_of(getattr(value, field), index, known)}" for field in fields]
    return f"{name}({', '.join(inner)})"


def _sum_spelled(terms: Terms, more: int, index: Mapping[Place, int]) -> str:
    words = [_term_spelled(count, ".".join([f"keys[{index[place]}]", *way])) for (place, way), count in terms]
    return " ".join([*words, f"{more:+d}"] if more else words).removeprefix("+ ")


def _term_spelled(count: int, number: str) -> str:
    times = f"{abs(count)} * {number}" if abs(count) != 1 else number
    return f"- {times}" if count < 0 else f"+ {times}"
