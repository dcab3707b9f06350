"""What is thrown: groups of like dice, and the fold that says what the rule looks at.

The order of faces is settled here for everybody. The groups of a throw come one after the other; within a group first
come its `count` dice, then one more for each of them that showed a face in `again`, in their order, then one more for
each of those, until none asks for another or a die has added `limit`.

Readings are joined in any order, so dice of one group are interchangeable: a rule that must tell two dice apart uses
two groups or two throws.
"""

import operator
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from gmtool.errors import Bug, Misused

R = TypeVar("R")

Chain: TypeAlias = tuple[int, ...]
"""One die and the dice its rerolls added: (6, 6, 3)."""

Faces: TypeAlias = tuple[tuple[int, ...], ...]
"""The faces of a throw: one flat tuple for each group, in waves."""


class Group:
    """Some dice that are alike; never changed once made. Raises Bug for dice that cannot exist.

    A die showing a face in `again` adds one more of its kind; one die may add `limit` at most (0 with `again` empty).
    """

    __slots__ = ("_hash", "_key", "again", "count", "label", "limit", "sides")

    # Written out, as are Fold's fields: a frozen dataclass adds a millisecond to the start of every command.
    def __init__(
        self, count: int, sides: int, label: str = "", again: frozenset[int] = frozenset(), limit: int = 0
    ) -> None:
        self.count = count
        self.sides = sides
        self.label = label
        self.again = again
        self.limit = limit
        self._key = (count, sides, label, again, limit)
        self._hash = hash(self._key)
        if count < 0 or sides < 1 or bool(again) != bool(limit):
            raise Bug(f"no such dice: {self!r}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> "tuple[type[Group], tuple[int, int, str, frozenset[int], int]]":
        # made anew where it is unpickled: another process hashes the label differently
        return Group, self._key

    def __repr__(self) -> str:
        return f"Group({self.count}, {self.sides}, {self.label!r}, {self.again!r}, {self.limit})"

    def __str__(self) -> str:
        dice = f"{self.count}d{self.sides}"
        return f"{dice} {self.label}" if self.label else dice


class Fold(Generic[R]):
    """What a rule looks at in a throw: each die's chain is read, the readings are joined, the whole is finished.

    `join` must be associative and commutative, with `start`, the reading of no dice, changing nothing; every reading
    and result hashable. `typed` is how a total may be typed instead of faces: "=" (`=14`), or a suffix such as "s"
    (`3s`); "" for faces only. `meant` gives the value such a total stands for; None: the number itself.
    Counts are cached by the fold's identity: make one for a module (or in a cached function), not one for each call.
    """

    __slots__ = ("done", "join", "meant", "name", "read", "start", "typed")

    def __init__(
        self,
        name: str,
        read: Callable[[Group, Chain], Any],
        join: Callable[[Any, Any], Any],
        start: Any,
        done: Callable[[Any], R] | None = None,
        typed: str = "",
        meant: Callable[[int], R] | None = None,
    ) -> None:
        self.name = name
        self.read = read
        self.join = join
        self.start = start
        self.done = done
        self.typed = typed
        self.meant = meant

    def __repr__(self) -> str:
        return f"<Fold {self.name}>"

    def __call__(self, groups: Sequence[Group], faces: Sequence[Sequence[int]]) -> R:
        """Give what the rule sees in these faces, one sequence for each group. Raises Misused as `chains` does."""
        read, join, value = self.read, self.join, self.start
        for group, shown in zip(groups, faces, strict=True):
            for chain in chains(group, shown):
                value = join(value, read(group, chain))
        return self.finish(value)

    def finish(self, joined: Any) -> R:
        """Turn the joined reading of all dice into what the rule gets."""
        result: R = joined if self.done is None else self.done(joined)
        return result

    def value_of(self, total: int) -> R:
        """Give the value that a typed total stands for."""
        value: Any = total if self.meant is None else self.meant(total)
        result: R = value
        return result


class Throw(NamedTuple):
    """Dice somebody throws for a reason: `who` a name, `why` what for, in words ready to print."""

    who: str
    why: str
    groups: tuple[Group, ...]
    fold: Fold[Any]

    def __str__(self) -> str:
        return f"{self.who}, {self.why} ({', '.join(map(str, self.groups))})"


class Cast(NamedTuple):
    """A throw that has been made."""

    value: Any
    """What the fold saw."""
    faces: Faces | None
    """None where only a total is known, or where odds counted the fall."""
    source: str
    """"rolled", "typed", "given" or "counted"."""
    total: str = ""
    """The total as it was typed (`=14`, `3s`) where there are no faces."""

    @property
    def words(self) -> str:
        """The text that gives this cast again: `4,1,2`, or the total as typed; "" for a counted fall."""
        return self.total if self.faces is None else ",".join(str(face) for group in self.faces for face in group)


class Source(Protocol):
    """Whoever is behind the dice: chance, a person, a record, or the counting of odds. A rule cannot tell."""

    def cast(self, throw: Throw) -> Cast:
        """Make the throw. Raises NoDice when there is no die to be had."""
        ...


class Seen(Protocol):
    """What a rule makes of the values of several throws together: hashable, equal where it does the same."""

    def __call__(self, *values: Any, **_: Any) -> Any:
        """Give what the rule looks at, hashable too."""
        ...


class Reaching(NamedTuple):
    """What is seen where a roll must reach a number, its own or more."""

    least: int

    def __call__(self, rolled: int) -> bool:
        """Whether it does."""
        return rolled >= self.least


class Compared(NamedTuple):
    """Throws of which the rule looks only at what they come to together."""

    seen: Any
    """What it looks at."""
    values: tuple[Any, ...]
    """What each throw came to, to be told. Where odds count, one case stands for all that are seen alike."""


class Foreseeing(Protocol):
    """A source that counts every fall: several throws at once, and runs that came to the same as one."""

    def compare(self, seen: Seen, throws: tuple[Throw, ...]) -> Compared:
        """Make throws, folded by what the rule makes of them together."""
        ...

    def foresee(self, seen: Seen, throws: tuple[Throw, ...], *, kept: bool) -> None:
        """Hear that the throws to come decide no more than what `seen` makes of them; `kept`: but are put down."""
        ...

    def meet(self, key: Callable[[], Hashable]) -> None:
        """Go on once for all runs that come here with the same key: nothing else matters from now on."""
        ...


Part: TypeAlias = Callable[[Callable[..., None], tuple[Any, ...]], None]
"""Hears of the rule that a verb is left to and what that is given; it is called when what came before it is done."""


class Parting(Protocol):
    """A source that learns a verb in parts."""

    part: Part


def fill(group: Group, face: Callable[[Group, int], int]) -> tuple[int, ...]:
    """Gather a group's faces in order; `face(group, wave)` gives the next one (wave 0: first dice, then rerolls)."""
    wave = [face(group, 0) for _ in range(group.count)]
    faces = wave
    for number in range(1, group.limit + 1):
        wave = [face(group, number) for shown in wave if shown in group.again]
        if not wave:
            break
        faces = faces + wave
    return tuple(faces)


def chains(group: Group, faces: Sequence[int]) -> list[Chain]:
    """Put each die of a group together again from its flat faces. Raises Misused for faces it cannot have shown."""
    if faces and (min(faces) < 1 or max(faces) > group.sides):
        wrong = next(face for face in faces if not 1 <= face <= group.sides)
        raise Misused(f"{group}: a d{group.sides} shows 1 to {group.sides}, not {wrong}")
    built: list[Chain] = [(face,) for face in faces[: group.count]]
    growing = list(range(len(built)))
    used = len(built)
    for _ in range(group.limit):
        growing = [die for die in growing if built[die][-1] in group.again]
        used += len(growing)
        if not growing or used > len(faces):
            break
        for die, face in zip(growing, faces[used - len(growing) : used], strict=True):
            built[die] += (face,)
    if len(built) < group.count or used != len(faces):
        raise Misused(f"{group}: faces wanted: {max(used, group.count)}, not {len(faces)}")
    return built


def labeled(groups: Sequence[Group], faces: Sequence[Sequence[int]]) -> str:
    """The faces of a throw, those of a labeled group after its label: `3 5 2 wild 6 4`."""
    shown = [[group.label, *map(str, several)] for group, several in zip(groups, faces, strict=True) if several]
    return " ".join([word for words in shown for word in words if word])


def _sum(_group: Group, chain: Chain) -> int:
    return sum(chain)


def _sum_alone(_group: Group, chain: Chain) -> tuple[int, ...]:
    return (sum(chain),)


def _lower(one: int, other: int) -> int:
    return min(one, other) if one and other else one or other


def _merge(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(one + other, reverse=True))


TOTAL: Fold[int] = Fold("total", _sum, operator.add, 0, typed="=")
HIGHEST: Fold[int] = Fold("highest", _sum, max, 0)
LOWEST: Fold[int] = Fold("lowest", _sum, _lower, 0)
SORTED: Fold[tuple[int, ...]] = Fold("sorted", _sum_alone, _merge, ())
"""TOTAL adds all faces; HIGHEST and LOWEST give one die (0 for no dice); SORTED all of them, best first."""
