"""A verb's signature is its command line: this reads the one to get the other.

Positional parameters are words (a combatant's name, a hex, a number), keyword-only ones are options: `bool` a flag,
a Literal a choice, the rest a value. `Annotated[..., "help"]` is the help; a trailing underscore is dropped.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from gmtool.rules.codecs import Codec, ListOf, codec_for, without_none
from gmtool.rules.model import Combatant
from gmtool.rules.record import Required, fields_of, is_record, record

Role = Literal["combatant", "combatants", "portions", "word", "words", "flag", "option", "choice", "flags"]
_TAKES_MORE = 0x04
"""the flag of a function with `*names` (inspect.CO_VARARGS)"""


@record
class Flags:
    """Marks a choice that is given by one flag for each of its words: `--offensive`, `--target-offensive`."""

    prefix: str = ""


@record
class Of:
    """Marks a name that belongs to another parameter: a weapon of the attacker. For completion."""

    parameter: str
    stat: str


class Portion(NamedTuple):
    """Points for one combatant; typed as `rat 3`, `rat wolf 3` or `rat=3 wolf=5`."""

    who: Any
    points: int


@record
class Param:
    """One parameter of a verb, as the command line takes it."""

    name: str
    """the Python name; dotted where it belongs to a group of options shared by verbs"""
    word: str
    """as typed, without dashes"""
    role: Role
    type: Any
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    prefix: str = ""
    of: Of | None = None
    keyword: bool = False
    """given by name, not by position"""

    @property
    def required(self) -> bool:
        """It must be given."""
        return self.default is Required

    @property
    def positional(self) -> bool:
        """It is a word, not an option."""
        return not self.keyword

    @property
    def several(self) -> bool:
        """It takes as many values as are given."""
        return self.role in ("combatants", "portions", "words") or isinstance(self.codec, ListOf)

    @property
    def codec(self) -> Codec:
        """How its text is read."""
        return _codec(self.type)


@cache
def _codec(kind: Any) -> Codec:
    # kept: exact odds ask for it with every run of a verb
    return codec_for(kind)


class Verb:
    """What a combatant, or the GM, does: a function over a Table, its name and its parameters."""

    def __init__(self, run: Callable[..., None]) -> None:
        self.run = run
        self.name = run.__name__.rstrip("_").replace("_", "-")

    @property
    def doc(self) -> str:
        """Its help."""
        from inspect import cleandoc

        return cleandoc(self.run.__doc__ or "")

    @property
    def summary(self) -> str:
        """The first line of its help."""
        return (self.run.__doc__ or "").strip().partition("\n")[0]

    @cached_property
    def params(self) -> tuple[Param, ...]:
        """Its parameters in order, the Table aside."""
        hints = get_type_hints(self.run, include_extras=True)
        return tuple(_params(_signature(self.run)[1:], hints))

    @cached_property
    def actor(self) -> Param | None:
        """The first of its parameters that is a combatant: who acts."""
        return next((param for param in self.params if param.role == "combatant"), None)

    @cached_property
    def _places(self) -> tuple[tuple[str, Role, Any, bool, bool, str, str], ...]:
        # how `call` hands each parameter on, kept: exact odds and simulation call a verb thousands of times
        return tuple(
            (
                param.name,
                param.role,
                None if param.default is Required else param.default,
                param.several,
                param.positional,
                *param.name.rpartition(".")[::2],
            )
            for param in self.params
        )

    @property
    def words(self) -> tuple[Param, ...]:
        """The parameters given by position."""
        return tuple(param for param in self.params if param.positional)

    @property
    def options(self) -> tuple[Param, ...]:
        """The parameters given by name."""
        return tuple(param for param in self.params if not param.positional)

    @property
    def has_actor(self) -> bool:
        """Whether the first of its names acts on another, so that it may be left out: it is whoever's turn it is."""
        words = self.words
        return len(words) > 1 and all(word.role == "combatant" and word.required for word in words[:2])

    def call(self, table: Any, given: Mapping[str, Any]) -> None:
        """Run it. `given`: values by parameter; combatants by id, looked up at the table, portions as (id, points)."""
        words: list[Any] = []
        named: dict[str, Any] = {}
        groups: dict[str, dict[str, Any]] = {}
        for whole, role, default, several, positional, group, name in self._places:
            value = given.get(whole, default)
            if role == "combatant" and isinstance(value, str):
                value = table.encounter.combatants[value]
            elif role == "combatants":
                value = tuple(table.encounter.combatants[one] for one in value or ())
            elif role == "portions":
                value = tuple(Portion(table.encounter.combatants[one], points) for one, points in value or ())
            if positional and several:
                words += value or ()
            elif positional:
                words.append(value)
            elif group:
                groups.setdefault(group, {})[name] = value
            else:
                named[name] = value
        for group, values in groups.items():
            named[group] = self._groups[group](**values)
        self.run(table, *words, **named)

    @cached_property
    def _groups(self) -> Mapping[str, Any]:
        """The classes of the groups of options it shares with other verbs, by parameter."""
        return {name: _bare(hint)[0] for name, hint in get_type_hints(self.run, include_extras=True).items()}


@record
class _Place:
    """A parameter in a function's signature."""

    name: str
    default: Any
    several: bool = False
    """it is `*names`"""
    keyword: bool = False


def _signature(run: Callable[..., None]) -> list[_Place]:
    """The parameters of a function, as `inspect.signature` tells them: that module alone is a tenth of a command."""
    code = run.__code__
    plain, keyword = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    words, options = code.co_varnames[:plain], code.co_varnames[plain:keyword]
    defaults = dict(zip(reversed(words), reversed(run.__defaults__ or ()), strict=False)) | (run.__kwdefaults__ or {})
    rest = [_Place(code.co_varnames[keyword], Required, several=True)] if code.co_flags & _TAKES_MORE else []
    return [
        *(_Place(name, defaults.get(name, Required)) for name in words),
        *rest,
        *(_Place(name, defaults.get(name, Required), keyword=True) for name in options),
    ]


def _params(signature: list[_Place], hints: Mapping[str, Any]) -> Iterator[Param]:
    for place in signature:
        kind, extras = _bare(hints[place.name])
        if is_record(kind) and not issubclass(kind, Combatant):
            group_hints = get_type_hints(kind, include_extras=True)
            for field in fields_of(kind).values():
                inner, inner_extras = _bare(group_hints[field.name])
                whole = _Place(f"{place.name}.{field.name}", field.default, place.several, place.keyword)
                yield _param(whole, inner, inner_extras)
        else:
            yield _param(place, kind, extras)


def _bare(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    if get_origin(hint) is Annotated:
        kind, *extras = get_args(hint)
        return without_none(kind), tuple(extras)
    return without_none(hint), ()


def _param(place: _Place, kind: Any, extras: tuple[Any, ...]) -> Param:
    word = place.name.rpartition(".")[2].strip("_").replace("_", "-")
    text = next((extra for extra in extras if isinstance(extra, str)), "")
    flags = next((extra for extra in extras if isinstance(extra, Flags)), None)
    of = next((extra for extra in extras if isinstance(extra, Of)), None)
    choices = tuple(str(choice) for choice in get_args(kind)) if get_origin(kind) is Literal else ()
    role = _role(kind, choices, flags, several=place.several, keyword=place.keyword)
    prefix = flags.prefix if flags else ""
    return Param(place.name, word, role, kind, place.default, text, choices, prefix, of, place.keyword)


def _role(kind: Any, choices: tuple[str, ...], flags: Flags | None, *, several: bool, keyword: bool) -> Role:
    if kind is Portion:
        return "portions"
    inner = get_args(kind)[0] if get_origin(kind) is tuple else kind
    if isinstance(inner, type) and issubclass(inner, Combatant):
        return "combatants" if several or inner is not kind else "combatant"
    if not keyword:
        return "words" if several else "word"
    if flags is not None:
        return "flags"
    if choices:
        return "choice"
    return "flag" if kind is bool else "option"
