"""Classes declared by their fields, as with `dataclasses`: what a combatant, a weapon, a phase is made of.

The standard module writes the methods of every class as text and compiles them each time the program starts, and brings
`inspect` along: a fifth of the time of a whole command. Here all classes share one `__init__`, one `__eq__`.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Literal, TypeVar, dataclass_transform, overload

Kind = Literal["sheet", "state"]
T = TypeVar("T")


class Required:
    """The default of a stat that has none: the file must give it."""


class Declared:
    """What `stat()` says of a field."""

    __slots__ = ("choices", "default", "help", "key", "kind", "label", "least", "most", "quiet")

    def __init__(
        self,
        help: str,  # noqa: A002 - as `stat` has it
        key: str = "",
        default: Any = Required,
        least: int | None = None,
        most: int | None = None,
        choices: tuple[str, ...] = (),
        kind: Kind = "sheet",
        label: str = "",
        quiet: bool = False,
    ) -> None:
        self.help, self.key, self.default, self.kind, self.label, self.quiet = help, key, default, kind, label, quiet
        self.least, self.most, self.choices = least, most, choices


class Field:
    """A field of a record. `stat`: what `stat()` said of it; `fresh` makes a default of its own for each object."""

    __slots__ = ("default", "fresh", "name", "stat", "type")

    def __init__(
        self, *, default: Any = Required, fresh: Callable[[], Any] | None = None, stat: Declared | None = None
    ) -> None:
        self.name = ""
        self.type: Any = None
        self.default = default
        self.fresh = fresh
        self.stat = stat


def stat(
    help: str,  # noqa: A002 - the word the field's users read
    *,
    key: str = "",
    default: Any = Required,
    least: int | None = None,
    most: int | None = None,
    choices: tuple[str, ...] = (),
    kind: Kind = "sheet",
    label: str = "",
    quiet: bool = False,
) -> Any:
    """Declare a value of the file: its help, its key (dotted where it is nested), default and range.

    `default` may be a function of (encounter, combatant). State equal to its default is taken out of the file, what
    stands on the sheet never is. `label` is what a change is printed as, `quiet` keeps bookkeeping out of print.
    """
    declared = Declared(help, key, default, least, most, choices, kind, label, quiet)
    if isinstance(default, dict):
        return Field(fresh=default.copy, stat=declared)
    return Field(default=None if callable(default) else default, stat=declared)


def made(*, default_factory: Callable[[], Any]) -> Any:
    """Declare a field that is no stat, with a default of its own for each object."""
    return Field(fresh=default_factory)


@overload
def record(cls: type[T], /) -> type[T]: ...
@overload
def record(*, frozen: bool = True, eq: bool = True, kw_only: bool = False) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(stat, made))
def record(
    cls: type[T] | None = None, /, *, frozen: bool = True, eq: bool = True, kw_only: bool = False
) -> type[T] | Callable[[type[T]], type[T]]:
    """Make a class of its annotated fields, as `dataclass` does: never changed and compared by value, unless it says.

    `frozen`: its fields cannot be set; `eq`: compared and hashed by their values; `kw_only`: made by keywords alone.
    """

    def declare(cls: type[T]) -> type[T]:
        fields = dict(fields_of(cls))
        fields.update((field.name, field) for field in _own_fields(cls))
        shared: dict[str, Any] = {
            "__fields__": fields,
            "__order__": () if kw_only else tuple(fields),
            "__shared__": {name: field.default for name, field in fields.items() if field.default is not Required},
            "__fresh__": tuple((name, field.fresh) for name, field in fields.items() if field.fresh is not None),
            "__init__": _init,
            "__repr__": _repr,
        }
        if frozen:
            shared |= {"__setattr__": _refuse, "__delattr__": _refuse}
        if eq and fields:
            shared |= {"__values__": attrgetter(*fields), "__eq__": _eq, "__hash__": _hash}
        for name, value in shared.items():
            if name not in cls.__dict__ or name == "__hash__":
                setattr(cls, name, value)
        return cls

    return declare if cls is None else declare(cls)


def fields_of(cls: type) -> Mapping[str, Field]:
    """The fields of a record by name, those of the classes it builds on first; none where it is no record."""
    fields: Mapping[str, Field] = getattr(cls, "__fields__", {})
    return fields


def is_record(kind: Any) -> bool:
    """Whether it is a class that `record` made, or one that builds on such."""
    return isinstance(kind, type) and bool(fields_of(kind))


def replace(one: T, **changed: Any) -> T:
    """A record with some values changed."""
    return type(one)(**{name: one.__dict__[name] for name in fields_of(type(one))} | changed)


def _own_fields(cls: type) -> list[Field]:
    """The fields that a class declares itself; the class keeps those defaults that all its objects may share."""
    found = []
    for name, kind in vars(cls).get("__annotations__", {}).items():
        given = cls.__dict__.get(name, Required)
        field = given if isinstance(given, Field) else Field(default=given)
        field.name, field.type = name, kind
        if given is field:
            if field.default is Required:
                delattr(cls, name)
            else:
                setattr(cls, name, field.default)
        found.append(field)
    return found


def _init(self: Any, /, *values: Any, **named: Any) -> None:
    cls = type(self)
    fields: Mapping[str, Field] = cls.__fields__
    kept = self.__dict__
    kept.update(cls.__shared__)
    for name, fresh in cls.__fresh__:
        kept[name] = fresh()
    first = dict(zip(cls.__order__, values, strict=False))
    kept.update(first)
    kept.update(named)
    if len(first) < len(values) or first.keys() & named.keys() or kept.keys() != fields.keys():
        raise TypeError(f"{cls.__name__}({', '.join(fields)}) is made of these, not of {values} and {sorted(named)}")


def _repr(self: Any) -> str:
    values = ", ".join(f"{name}={self.__dict__.get(name)!r}" for name in fields_of(type(self)))
    return f"{type(self).__name__}({values})"


def _eq(self: Any, other: Any) -> Any:
    return self.__values__(self) == other.__values__(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(self.__values__(self))


def _refuse(self: Any, name: str, *_: object) -> None:
    raise AttributeError(f"{type(self).__name__}.{name} cannot be changed")
