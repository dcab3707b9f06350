"""What is known of a command or a question: for what was looked at and what the dice showed, what came of it.

A page is a tree. It is walked from its root: at looks by the values that stand there now and by what is asked of them,
at a draw by the dice. Where it has no branch yet the rules are played, and what they did becomes a branch. So a page
never says anything that the rules have not done, and says it a hundred times faster.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from gmtool.dice.odds import Cases
from gmtool.dice.sampled import bounds, draw, row_of
from gmtool.simulation.followed import Place, Question
from gmtool.simulation.notes import Answered, Asked, Drawn, Glance, Rolled, Seen, Step
from gmtool.simulation.shapes import Reader, spelled, worked_out

Probe: TypeAlias = "int | Question | Inquiry"
"""What a way hangs on: a value at its place in the row of keys, something asked of numbers, another question."""


class Inquiry(NamedTuple):
    """Another question, asked in the middle of one."""

    key: Hashable


class Look:
    """Values that are looked at and questions that are asked one after the other, here and whatever they are."""

    __slots__ = ("get", "go", "probes", "ways")

    def __init__(self, probes: tuple[Probe, ...], get: Reader) -> None:
        self.probes: Final = probes
        self.get: Final = get
        self.ways: dict[Hashable, Node] = {}
        self.go: Final = self.ways.get

    def key(self, answers: Sequence[Hashable]) -> Hashable:
        """These answers as `get` gives them."""
        return answers[0] if len(self.probes) == 1 else tuple(answers)

    def parts(self, key: Hashable) -> tuple[Hashable, ...]:
        """The answers in what `get` gave."""
        if len(self.probes) == 1:
            return (key,)
        assert isinstance(key, tuple)
        return key


class Draw:
    """Dice were drawn here."""

    __slots__ = ("limits", "ways")

    def __init__(self, cases: Cases) -> None:
        self.limits: Final = bounds(cases)
        self.ways: dict[Hashable, Node] = {}


class Roll:
    """Numbers are drawn here, and the way goes on whatever they are."""

    __slots__ = ("limits", "span", "values", "ways")

    def __init__(self, cases: Cases, first: int) -> None:
        self.limits: Final = bounds(cases)
        self.values: Final = [row_of(cast) for cast in cases.casts]
        self.span: Final = slice(first, first + len(self.values[0]))
        """their places in the row of keys"""
        self.ways: dict[Hashable, Node] = {}


class Change(NamedTuple):
    """A value that is another one from here on."""

    at: int
    """its place in the row of keys"""
    key: Hashable
    value: Any


class End:
    """Where a run ends: what it changed, and what came of it."""

    __slots__ = ("changes", "key", "made", "make", "rest", "result")

    def __init__(
        self,
        changes: tuple[Change, ...] = (),
        made: tuple[int, ...] = (),
        make: Reader | None = None,
        result: Any = None,
        key: Hashable = None,
    ) -> None:
        self.changes: Final = changes
        self.made: Final = made
        """the places in the row of keys of what is made anew: 3 HP fewer, whatever HP there are"""
        self.make: Final = make
        """makes all of it from what stands there before any change"""
        self.result: Final = result
        self.rest: Page | None = None
        """what is left of a verb then"""
        self.key: Final = key
        """what came of it, as it is told apart by whoever asked within another question"""


Node: TypeAlias = Look | Draw | Roll | End
Keys: TypeAlias = list[Hashable]
"""The fight as it stands, a key for each value that may be looked at."""


class Forgotten(Exception):
    """What a question hangs on is written anew while it was being answered: it must be asked again."""


class Page:
    """All that is known of one command, or of one question."""

    __slots__ = ("about", "find", "relied", "root")

    def __init__(self, about: Hashable = None) -> None:
        self.about: Final = about
        self.root: dict[Hashable, Node] = {}
        self.relied: set[Place] = set()
        self.find: Callable[[], Hashable] | None = None
        """finds the key of the answer out where it is not known, as the fight stands; may raise Forgotten"""

    def walk(self, keys: Keys, number: Callable[[], float]) -> End | None:
        """Walk to the end that the values and the dice lead to; None where it has never been."""
        node = self.root.get(None)
        while True:
            while type(node) is Look:
                node = node.go(node.get(keys))
            if type(node) is End or node is None:
                return node
            if isinstance(node, Roll):
                keys[node.span] = node.values[draw(node.limits, number())]
                node = node.ways.get(None)
            else:
                assert isinstance(node, Draw)
                node = node.ways.get(draw(node.limits, number()))

    def answer(self, keys: Keys) -> Hashable:
        """The key of what is answered as the fight stands, found out where it is not known. Raises Forgotten."""
        node = self.root.get(None)
        while type(node) is Look:
            node = node.go(node.get(keys))
        if type(node) is End:
            return node.key
        assert node is None and self.find is not None, "a question within another has been asked before, without dice"
        return self.find()

    def forget(self) -> None:
        """Know nothing any more; whoever asks this question still asks here."""
        self.root.clear()
        self.relied.clear()

    def looks(self, keys: Keys, places: Sequence[Place]) -> Iterator[Glance]:
        """Tell each look and question on the way that the values lead, where no dice are drawn."""
        node = self.root.get(None)
        while isinstance(node, Look):
            found = node.get(keys)
            for probe, answer in zip(node.probes, node.parts(found), strict=True):
                if isinstance(probe, int):
                    yield Seen(places[probe], answer)
                else:
                    yield Answered(probe.key, answer) if isinstance(probe, Inquiry) else Asked(probe, answer)
            node = node.ways.get(found)


class Library:
    """The pages by what they are about, and how they are written."""

    def __init__(self, index: Mapping[Place, int]) -> None:
        self._index = index
        """the place of each value in the row of keys"""
        self._pages: dict[Hashable, Page] = {}
        self._readers: dict[tuple[Probe, ...], Reader] = {}
        self._perhaps: set[Place] = set()
        """what may not be there"""

    def page(self, key: Hashable) -> Page:
        """The page about a command or a question."""
        page = self._pages.get(key)
        if page is None:
            page = self._pages[key] = Page(key)
        return page

    def forget(self, is_stale: Callable[[set[Place]], bool]) -> None:
        """Forget the pages of which what they rely on holds no more."""
        for page in self._pages.values():
            if is_stale(page.relied):
                page.forget()

    def clear(self) -> None:
        """Forget all."""
        self._pages.clear()
        self._readers.clear()

    def write(self, page: Page, steps: Sequence[Step], end: End) -> None:
        """Put a run down as a new branch of a page."""
        ways = page.root
        key: Hashable = None
        answers: list[tuple[Probe, Hashable]] = []
        for step in steps:
            if not isinstance(step, (Drawn, Rolled)):
                answers.append(self._probed(step))
                continue
            ways, key = self._descend(ways, key, answers)
            answers = []
            node = ways.get(key)
            if isinstance(step, Drawn):
                if node is None:
                    node = ways[key] = Draw(step.cases)
                assert isinstance(node, Draw)
                ways, key = node.ways, step.at
            else:
                if node is None:
                    node = ways[key] = Roll(step.cases, self._index[step.places[0]])
                assert isinstance(node, Roll)
                ways, key = node.ways, None
        ways, key = self._descend(ways, key, answers)
        ways[key] = end

    def _probed(self, step: Glance) -> tuple[Probe, Hashable]:
        if isinstance(step, Seen):
            return self._index[step.place], step.value
        if isinstance(step, Asked) and step.question.kind == "there":
            self._perhaps.update(step.question.places)
        return (step.question if isinstance(step, Asked) else Inquiry(step.key)), step.answer

    def _descend(
        self, ways: dict[Hashable, "Node"], key: Hashable, answers: list[tuple[Probe, Hashable]]
    ) -> tuple[dict[Hashable, "Node"], Hashable]:
        """Follow answers from a branch, and make what is missing of them; give the branch they end in."""
        while answers:
            node = ways.get(key)
            if node is None:
                node = ways[key] = self._look(_first_of([probe for probe, _ in answers]))
            assert isinstance(node, Look)
            shared = _shared(node.probes, answers)
            assert shared, "the same values led to another look before"
            if shared < len(node.probes):
                node = ways[key] = self._parted(node, shared)
            ways, key = node.ways, node.key([value for _, value in answers[:shared]])
            answers = answers[shared:]
        return ways, key

    def _parted(self, node: Look, shared: int) -> Look:
        """The same in two steps, since from there on answers lead to different questions."""
        head = self._look(node.probes[:shared])
        for key, beyond in node.ways.items():
            values = node.parts(key)
            first = head.key(values[:shared])
            tail = head.ways.get(first)
            if tail is None:
                tail = head.ways[first] = self._look(node.probes[shared:])
            assert isinstance(tail, Look)
            tail.ways[tail.key(values[shared:])] = beyond
        return head

    def _look(self, probes: tuple[Probe, ...]) -> Look:
        get = self._readers.get(probes)
        if get is None:
            get = self._readers[probes] = self._reader(probes)
        return Look(probes, get)

    def _reader(self, probes: tuple[Probe, ...]) -> Reader:
        """What answers all of these from the fight as it stands."""
        if all(isinstance(probe, int) for probe in probes):
            return itemgetter(*probes)
        known: dict[str, Any] = {}
        words = []
        for probe in probes:
            if isinstance(probe, Inquiry):
                known[f"ask{len(known)}"] = self.page(probe.key).answer
                words.append(f"ask{len(known) - 1}(keys)")
            else:
                words.append(f"keys[{probe}]" if isinstance(probe, int) else spelled(probe, self._index, self._perhaps))
        return worked_out(f"({', '.join(words)})", known)


def _first_of(probes: Sequence[Probe]) -> tuple[Probe, ...]:
    """As many as are looked at together: a question within another is asked only where all before it is as it was."""
    asked = (at for at, probe in enumerate(probes) if at and isinstance(probe, Inquiry))
    return tuple(probes[: next(asked, None)])


def _shared(probes: tuple[Probe, ...], answers: Sequence[tuple[Probe, Hashable]]) -> int:
    """At how many, from the first on, both look."""
    shared = 0
    for one, (other, _) in zip(probes, answers, strict=False):
        if one != other:
            break
        shared += 1
    return shared


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
