"""What is known of a command or a question: for what was looked at and what the dice showed, what came of it.

A page is a tree. It is walked from its root: at looks by the values that stand there now, at a draw by the dice. Where
it has no branch yet the rules are played, and what they did becomes a branch. So a page never says anything that the
rules have not done, and says it a hundred times faster.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from gmtool.dice.odds import Cases
from gmtool.dice.sampled import bounds, draw
from gmtool.simulation.watched import Drawn, Place, Seen


class Look:
    """Values that are looked at one after the other, here and whatever they are."""

    __slots__ = ("get", "places", "ways")

    def __init__(self, places: tuple[int, ...]) -> None:
        self.places: Final = places
        self.get: Final = itemgetter(*places)
        self.ways: dict[Hashable, Node] = {}

    def key(self, values: Sequence[Hashable]) -> Hashable:
        """These values as `get` gives them."""
        return values[0] if len(self.places) == 1 else tuple(values)

    def parts(self, key: Hashable) -> tuple[Hashable, ...]:
        """The values in what `get` gave."""
        if len(self.places) == 1:
            return (key,)
        assert isinstance(key, tuple)
        return key


class Draw:
    """Dice were drawn here."""

    __slots__ = ("cases", "limits", "ways")

    def __init__(self, cases: Cases) -> None:
        self.cases = cases
        self.limits: Final = bounds(cases)
        self.ways: dict[Hashable, Node] = {}


class Change(NamedTuple):
    """A value that is another one from here on."""

    at: int
    """its place in the row of keys"""
    key: Hashable
    value: Any


class End:
    """Where a run ends: what it changed, and what came of it."""

    __slots__ = ("changes", "result")

    def __init__(self, changes: tuple[Change, ...], result: Any) -> None:
        self.changes = changes
        self.result = result


Node: TypeAlias = Look | Draw | End
Keys: TypeAlias = list[Hashable]
"""The fight as it stands, a key for each value that may be looked at."""


class Page:
    """All that is known of one command, or of one question."""

    __slots__ = ("relied", "root")

    def __init__(self) -> None:
        self.root: dict[Hashable, Node] = {}
        self.relied: set[Place] = set()

    def walk(self, keys: Keys, number: Callable[[], float]) -> End | None:
        """Walk to the end that the values and the dice lead to; None where it has never been."""
        node = self.root.get(None)
        while True:
            if isinstance(node, Look):
                node = node.ways.get(node.get(keys))
            elif isinstance(node, Draw):
                node = node.ways.get(draw(node.limits, number()))
            else:
                return node

    def looks(self, keys: Keys) -> Iterator[int]:
        """Tell each look on the way that the values lead, where no dice are drawn."""
        node = self.root.get(None)
        while isinstance(node, Look):
            yield from node.places
            node = node.ways.get(node.get(keys))

    def learn(self, steps: Sequence[Seen | Drawn], end: End, index: Mapping[Place, int]) -> None:
        """Put a run down as a new branch."""
        ways, branch = self.root, None
        key: Hashable = branch
        looks: list[tuple[int, Hashable]] = []
        for step in steps:
            if isinstance(step, Seen):
                looks.append((index[step.place], step.value))
                continue
            ways, key = _descend(ways, key, looks)
            looks = []
            node = ways.get(key)
            if node is None:
                node = ways[key] = Draw(step.cases)
            assert isinstance(node, Draw)
            ways, key = node.ways, step.at
        ways, key = _descend(ways, key, looks)
        ways[key] = end


WINDOW: Final = 1000
"""times that a verb is done before it is asked whether learning it was worth while"""
FUTILE: Final = 0.85
"""the share of them that were unlike any before, past which it was not"""


class Worth:
    """Whether a verb is worth being learned: not where hardly ever the same comes again."""

    __slots__ = ("_asked", "_first", "_new", "closed")

    def __init__(self) -> None:
        self._asked = self._new = 0
        self._first = True
        self.closed = False

    def count(self, *, known: bool) -> None:
        """Count one more time, and whether it was known what comes of it."""
        self._asked += 1
        self._new += not known
        if self._asked == WINDOW:
            self.closed = not self._first and self._new >= FUTILE * WINDOW
            self._first, self._asked, self._new = False, 0, 0


def _descend(
    ways: dict[Hashable, Node], key: Hashable, looks: list[tuple[int, Hashable]]
) -> tuple[dict[Hashable, Node], Hashable]:
    """Follow looks from a branch, and make what is missing of them; give the branch they end in."""
    while looks:
        node = ways.get(key)
        if node is None:
            node = ways[key] = Look(tuple([place for place, _ in looks]))
        assert isinstance(node, Look)
        shared = _shared(node.places, looks)
        assert shared, "the same values led to another look before"
        if shared < len(node.places):
            node = ways[key] = _parted(node, shared)
        ways, key = node.ways, node.key([value for _, value in looks[:shared]])
        looks = looks[shared:]
    return ways, key


def _shared(places: tuple[int, ...], looks: Sequence[tuple[int, Hashable]]) -> int:
    """At how many places, from the first on, both look."""
    shared = 0
    for one, (other, _) in zip(places, looks, strict=False):
        if one != other:
            break
        shared += 1
    return shared


def _parted(node: Look, shared: int) -> Look:
    """The same looks in two steps, since from there on values lead to different ones."""
    head = Look(node.places[:shared])
    for key, beyond in node.ways.items():
        values = node.parts(key)
        first = head.key(values[:shared])
        tail = head.ways.get(first)
        if tail is None:
            tail = head.ways[first] = Look(node.places[shared:])
        assert isinstance(tail, Look)
        tail.ways[tail.key(values[shared:])] = beyond
    return head
