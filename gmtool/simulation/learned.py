"""What is known of a command or a question: for what was looked at and what the dice showed, what came of it.

A page is a tree. It is walked from its root: at looks by the values that stand there now and by what is asked of them,
at a draw by the dice. Where it has no branch yet the rules are played, and what they did becomes a branch. So a page
never says anything that the rules have not done, and says it a hundred times faster.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from gmtool.dice.odds import Cases
from gmtool.dice.sampled import draw
from gmtool.simulation.followed import Place, Question
from gmtool.simulation.notes import Answered, Asked, Drawn, Glance, Rolled, Seen, Step
from gmtool.simulation.shapes import Reader, spelled, worked_out

Probe: TypeAlias = "int | Question | Inquiry"
"""What a way hangs on: a value at its place in the row of keys, something asked of numbers, another question."""


class Inquiry(NamedTuple):
    """Another question, asked in the middle of one."""

    key: Hashable


class Only:
    """Values that are looked at and questions that are asked one after the other, answered in one way so far."""

    __slots__ = ("key", "probes", "read", "then")

    def __init__(self, probes: tuple[Probe, ...], read: Reader) -> None:
        self.probes: Final = probes
        self.read: Final = read
        self.key: Hashable = None
        """the answers, as `read` gives them"""
        self.then: Node | None = None

    def at(self, _: Hashable) -> "Node | None":
        """What comes after these answers, the only ones."""
        return self.then

    def put(self, key: Hashable, node: "Node") -> None:
        """Let this come after these answers, the only ones."""
        self.key, self.then = key, node

    def items(self) -> Iterable[tuple[Hashable, "Node"]]:
        """The answers with what comes after them."""
        return [] if self.then is None else [(self.key, self.then)]


class Ways(dict[Hashable, "Node"]):
    """Ways that part here: what comes after each."""

    __slots__ = ()

    def at(self, key: Hashable) -> "Node | None":
        """What comes on this way."""
        return self.get(key)

    def put(self, key: Hashable, node: "Node") -> None:
        """Let this come on this way."""
        self[key] = node


class Look(Ways):
    """What `Only` looks at, answered in several ways."""

    __slots__ = ("probes", "read")

    def __init__(self, probes: tuple[Probe, ...], read: Reader, ways: Iterable[tuple[Hashable, "Node"]]) -> None:
        super().__init__(ways)
        self.probes: Final = probes
        self.read: Final = read


class Draw(Ways):
    """Dice were drawn here, and came to one of several cases."""

    __slots__ = ("limits",)

    def __init__(self, cases: Cases) -> None:
        super().__init__()
        self.limits: Final = cases.limits


class Roll:
    """Numbers are drawn here, and the way goes on whatever they are."""

    __slots__ = ("limits", "span", "then", "values")

    def __init__(self, cases: Cases, first: int) -> None:
        self.limits: Final = cases.limits
        self.values: Final = cases.rows
        self.span: Final = slice(first, first + len(self.values[0]))
        """their places in the row of keys"""
        self.then: Node | None = None

    def at(self, _: Hashable) -> "Node | None":
        """What comes after them."""
        return self.then

    def put(self, _: Hashable, node: "Node") -> None:
        """Let this come after them."""
        self.then = node


Change: TypeAlias = tuple[int, Hashable, Any]
"""A value that is another one from here on: its place in the row of keys, its key there, the value."""


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
        rest: "Page | None" = None,
    ) -> None:
        self.changes: Final = changes
        self.made: Final = made
        """the places in the row of keys of what is made anew: 3 HP fewer, whatever HP there are"""
        self.make: Final = make
        """makes all of it from what stands there before any change"""
        self.result: Final = result
        self.key: Final = key
        """what came of it, as it is told apart by whoever asked within another question"""
        self.rest: Final = rest
        """what is left of a verb then"""

    @property
    def alike(self) -> Hashable:
        """The same for all ends of a page that come to the same."""
        result = id(self.result) if self.key is None else self.key  # a mapping has no key
        return tuple([(at, key) for at, key, _ in self.changes]), self.made, self.make, result, self.rest


Node: TypeAlias = Only | Look | Draw | Roll | End
Keys: TypeAlias = list[Hashable]
"""The fight as it stands, a key for each value that may be looked at."""


class Forgotten(Exception):
    """What a question hangs on is written anew while it was being answered: it must be asked again."""


class Page:
    """All that is known of one command, or of one question."""

    __slots__ = ("about", "find", "relied", "root")

    def __init__(self, about: Hashable = None) -> None:
        self.about: Final = about
        self.root: Node | None = None
        self.relied: set[Place] = set()
        self.find: Callable[[], Hashable] | None = None
        """finds the key of the answer out where it is not known, as the fight stands; may raise Forgotten"""

    def walk(self, keys: Keys, number: Callable[[], float]) -> End | None:
        """Walk to the end that the values and the dice lead to; None where it has never been."""
        node = self.root
        while True:
            if type(node) is Only:
                node = node.then if node.read(keys) == node.key else None
            elif type(node) is Look:
                node = node.get(node.read(keys))
            elif type(node) is End or node is None:
                return node
            elif type(node) is Roll:
                keys[node.span] = node.values[draw(node.limits, number())]
                node = node.then
            else:
                assert type(node) is Draw
                node = node.get(draw(node.limits, number()))

    def answer(self, keys: Keys) -> Hashable:
        """The key of what is answered as the fight stands, found out where it is not known. Raises Forgotten."""
        end = self.walk(keys, float)
        if end is not None:
            return end.key
        assert self.find is not None, "a question within another has been asked before"
        return self.find()

    def at(self, _: Hashable) -> Node | None:
        """What it begins with."""
        return self.root

    def put(self, _: Hashable, node: Node) -> None:
        """Let it begin with this."""
        self.root = node

    def forget(self) -> None:
        """Know nothing any more; whoever asks this question still asks here."""
        self.root = None
        self.relied.clear()

    def looks(self, keys: Keys, places: Sequence[Place]) -> Iterator[Glance]:
        """Tell each look and question on the way that the values lead, where no dice are drawn."""
        node = self.root
        while isinstance(node, (Only, Look)):
            found = node.read(keys)
            for probe, answer in zip(node.probes, _parts(node.probes, found), strict=True):
                if isinstance(probe, int):
                    yield Seen(places[probe], answer)
                else:
                    yield Answered(probe.key, answer) if isinstance(probe, Inquiry) else Asked(probe, answer)
            node = node.at(found)


class Library:
    """The pages by what they are about, and how they are written."""

    def __init__(self, index: Mapping[Place, int]) -> None:
        self._index = index
        """the place of each value in the row of keys"""
        self._pages: dict[Hashable, Page] = {}
        self._readers: dict[tuple[Probe, ...], Reader] = {}
        self._ends: dict[Hashable, End] = {}
        """the ends of each page, one for all runs that come to the same: the fewer there are, the nearer they are"""
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
        self._ends.clear()

    def write(self, page: Page, steps: Sequence[Step], end: End) -> End:
        """Put a run down as a new branch of a page; give the end that it has there."""
        up: Page | Only | Look | Draw | Roll = page
        key: Hashable = None
        answers: list[tuple[Probe, Hashable]] = []
        for step in steps:
            if not isinstance(step, (Drawn, Rolled)):
                answers.append(self._probed(step))
                continue
            up, key = self._descend(up, key, answers)
            answers = []
            node = up.at(key)
            if node is None:
                node = Draw(step.cases) if isinstance(step, Drawn) else Roll(step.cases, self._index[step.places[0]])
                up.put(key, node)
            assert isinstance(node, (Draw, Roll)), "the same values led to a look before"
            up, key = node, step.at if isinstance(step, Drawn) else None
        up, key = self._descend(up, key, answers)
        end = self._ends.setdefault((page, end.alike), end)
        up.put(key, end)
        return end

    def _probed(self, step: Glance) -> tuple[Probe, Hashable]:
        if isinstance(step, Seen):
            return self._index[step.place], step.value
        if isinstance(step, Asked) and step.question.kind == "there":
            self._perhaps.update(step.question.places)
        return (step.question if isinstance(step, Asked) else Inquiry(step.key)), step.answer

    def _descend(
        self, up: "Page | Only | Look | Draw | Roll", key: Hashable, answers: list[tuple[Probe, Hashable]]
    ) -> "tuple[Page | Only | Look | Draw | Roll, Hashable]":
        """Follow answers from a branch, and make what is missing of them; give the branch they end in."""
        while answers:
            node = up.at(key)
            if node is None:
                node = self._fork(_first_of([probe for probe, _ in answers]), {})
                up.put(key, node)
            assert isinstance(node, (Only, Look))
            shared = _shared(node.probes, answers)
            assert shared, "the same values led to another look before"
            if shared < len(node.probes):
                node = self._parted(node, shared)
                up.put(key, node)
            found = _joined([value for _, value in answers[:shared]])
            if isinstance(node, Only) and node.then is not None and node.key != found:
                node = Look(node.probes, node.read, node.items())
                up.put(key, node)
            up, key = node, found
            answers = answers[shared:]
        return up, key

    def _parted(self, node: Only | Look, shared: int) -> Only | Look:
        """The same in two steps, since from there on answers lead to different questions."""
        tails: dict[Hashable, dict[Hashable, Node]] = {}
        for key, beyond in node.items():
            values = _parts(node.probes, key)
            tails.setdefault(_joined(values[:shared]), {})[_joined(values[shared:])] = beyond
        head, tail = node.probes[:shared], node.probes[shared:]
        return self._fork(head, {key: self._fork(tail, ways) for key, ways in tails.items()})

    def _fork(self, probes: tuple[Probe, ...], ways: Mapping[Hashable, Node]) -> Only | Look:
        read = self._readers.get(probes)
        if read is None:
            read = self._readers[probes] = self._reader(probes)
        if len(ways) > 1:
            return Look(probes, read, ways.items())
        only = Only(probes, read)
        for key, node in ways.items():
            only.put(key, node)
        return only

    def _reader(self, probes: tuple[Probe, ...]) -> Reader:
        """What answers all of these from the fight as it stands; a question within another is one alone."""
        first, *more = probes
        if isinstance(first, Inquiry):
            assert not more, "it is looked at alone (`_first_of`)"
            return self.page(first.key).answer
        if all(isinstance(probe, int) for probe in probes):
            return itemgetter(*probes)
        words = []
        for probe in probes:
            assert not isinstance(probe, Inquiry), "it is looked at alone (`_first_of`)"
            words.append(f"keys[{probe}]" if isinstance(probe, int) else spelled(probe, self._index, self._perhaps))
        return worked_out(f"({', '.join(words)})", {})


def _joined(answers: Sequence[Hashable]) -> Hashable:
    """These answers as what reads them gives them."""
    return answers[0] if len(answers) == 1 else tuple(answers)


def _parts(probes: tuple[Probe, ...], found: Hashable) -> tuple[Hashable, ...]:
    """The answers in what was read."""
    if len(probes) == 1:
        return (found,)
    assert isinstance(found, tuple)
    return found


def _first_of(probes: Sequence[Probe]) -> tuple[Probe, ...]:
    """As many as are looked at together: a question within another alone, only where all before it is as it was."""
    asked = (at for at, probe in enumerate(probes) if isinstance(probe, Inquiry))
    return tuple(probes[: max(1, next(asked, len(probes)))])


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
