"""What is known of a command or a decision: for what was looked at and what the dice showed, what came of it.

A page is a tree. It is walked from its root: at a look by the value that stands there now, at a draw by the dice. Where
it has no branch yet the rules are played, and what they did becomes a branch. So a page never says anything that the
rules have not done, and says it a hundred times faster.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Final, TypeAlias

from gmtool.dice.odds import Cases
from gmtool.dice.sampled import bounds, draw
from gmtool.simulation.watched import Drawn, Place, Seen, as_key

Store: TypeAlias = dict[str, Any]
"""The values of one combatant, or of the encounter, by name."""


class Look:
    """A value was looked at here."""

    __slots__ = ("mapped", "name", "place", "store", "ways")

    def __init__(self, place: Place, store: Store) -> None:
        self.place = place
        self.store = store
        self.name = place[1]
        self.ways: dict[Hashable, Node] = {}
        self.mapped = False
        """whether a value was seen that must be made a key first"""


class Draw:
    """Dice were drawn here."""

    __slots__ = ("cases", "limits", "ways")

    def __init__(self, cases: Cases) -> None:
        self.cases = cases
        self.limits: Final = bounds(cases)
        self.ways: dict[Hashable, Node] = {}


class End:
    """Where a run ends: what it changed, and what came of it."""

    __slots__ = ("changes", "owners", "result")

    def __init__(self, changes: tuple[tuple[Store, str, Any], ...], owners: tuple[str, ...], result: Any) -> None:
        self.changes = changes
        self.owners = owners
        self.result = result


Node: TypeAlias = Look | Draw | End


class Page:
    """All that is known of one command, or of one question."""

    __slots__ = ("leaves", "relied", "root")

    def __init__(self) -> None:
        self.root: dict[Hashable, Node] = {}
        self.relied: set[Place] = set()
        self.leaves = 0

    def walk(self, number: Callable[[], float]) -> End | None:
        """Walk to the end that the values and the dice lead to; None where it has never been."""
        node = self.root.get(None)
        while True:
            if isinstance(node, Look):
                value = node.store[node.name]
                node = node.ways.get(as_key(value) if node.mapped else value)
            elif isinstance(node, Draw):
                node = node.ways.get(draw(node.limits, number()))
            else:
                return node

    def looks(self) -> Iterator[Seen]:
        """Tell each look on the way that the values lead, where no dice are drawn."""
        node = self.root.get(None)
        while isinstance(node, Look):
            value = node.store[node.name]
            key = as_key(value)
            yield Seen(node.place, key, node.mapped)
            node = node.ways.get(key)

    def learn(self, steps: Iterable[Seen | Drawn], end: End, store_of: Callable[[str], Store]) -> None:
        """Put a run down as a new branch."""
        ways: dict[Hashable, Node] = self.root
        branch: Hashable = None
        for step in steps:
            node = ways.get(branch)
            if isinstance(step, Drawn):
                if node is None:
                    node = ways[branch] = Draw(step.cases)
                assert isinstance(node, Draw)
                branch = step.at
            else:
                if node is None:
                    node = ways[branch] = Look(step.place, store_of(step.place[0]))
                assert isinstance(node, Look) and node.place == step.place
                node.mapped = node.mapped or step.mapped
                branch = step.value
            ways = node.ways
        ways[branch] = end
        self.leaves += 1
