"""What one run looked at before it changed it, what it asked and what it drew: all that its outcome hangs on."""

from collections.abc import Hashable, Iterable
from typing import Any, Final, NamedTuple, TypeAlias

from gmtool.dice.odds import Cases
from gmtool.simulation.followed import Number, Place, Question, Term, Terms


class Seen(NamedTuple):
    """A value that was looked at."""

    place: Place
    value: Hashable
    """the key it is known by (`as_key`)"""


class Asked(NamedTuple):
    """Something that was asked of numbers, and the answer."""

    question: Question
    answer: Hashable


class Answered(NamedTuple):
    """A question about the fight that was asked in the middle of another, and its answer."""

    key: Hashable
    answer: Hashable


class Drawn(NamedTuple):
    """Dice that were drawn: what they could come to, and which of that they did."""

    cases: Cases
    at: int


class Rolled(NamedTuple):
    """Dice of which a number was drawn, or several in a row, that are followed like those of the encounter."""

    cases: Cases
    places: tuple[Place, ...]
    """where the numbers stand as long as the run goes on"""


Glance: TypeAlias = Seen | Asked | Answered
"""What hangs on the fight as it stands, not on dice."""
Step: TypeAlias = Glance | Drawn | Rolled

ROLLS: Final = tuple([("", f"roll {number}") for number in range(12)])
"""where the numbers stand that a run has drawn; what it draws beyond them is told apart as it is drawn"""


def places_of(step: Glance) -> list[Place]:
    """What it hangs on; what is behind an answer was put down where that was found."""
    if isinstance(step, Seen):
        return [step.place]
    return step.question.places if isinstance(step, Asked) else []


class Notes:
    """What one run looked at before it changed it, what it drew, and what it changed, in that order."""

    __slots__ = (
        "_answered",
        "_asked",
        "_known",
        "_made",
        "_summed",
        "age",
        "changed",
        "numbers",
        "open",
        "relied",
        "rolled",
        "said",
        "settled",
        "steps",
    )

    def __init__(self, age: int = 0) -> None:
        self.age = age
        """that of the watch as they were begun"""
        self.open = True
        """whether the run is still going on"""
        self.steps: list[Step] = []
        self.relied: set[Place] = set()
        """what was looked at that has never changed yet, and is no step for that"""
        self.changed: dict[Place, Any] = {}
        self._made: set[Place] = set()
        """what was changed before anybody looked at it"""
        self.settled: set[Place] = set()
        """what need not be put down any more, however often it is looked at: it is known, or of the run's making"""
        self.numbers: dict[Place, tuple[Any, Any]] = {}
        """what is followed, as it was at the beginning and as the run sees it"""
        self._asked: set[Question] = set()
        self._summed: set[Terms] = set()
        """the sums that are known"""
        self._known: set[Term] = set()
        """the numbers that are known, for it was asked what they are"""
        self.said: dict[str, dict[str, Any]] = {}
        """what properties said, by owner, until something of theirs changes"""
        self.rolled: dict[Place, int] = {}
        """the numbers that were drawn, by where they stand"""
        self._answered: set[Answered] = set()

    def look(self, place: Place, key: Hashable) -> None:
        """Put a look down, unless it is settled."""
        if place not in self.settled:
            self.settled.add(place)
            self.steps.append(Seen(place, key))

    def rely(self, place: Place) -> None:
        """Put down that what has never changed was looked at."""
        if place not in self.settled:
            self.relied.add(place)
            self.settled.add(place)

    def ask(self, question: Question, answer: Hashable) -> None:
        """Put a question down, unless its answer is known."""
        terms = question.terms
        if terms in self._summed or question in self._asked:
            return
        if all(self._is_known(term) for term, _ in terms):
            return
        if question.kind == "sum":
            if len(terms) == 1:
                ((term, _),) = terms
                place, way = term
                if not way and place not in self._made:
                    self.look(place, answer)
                    return
                self._known.add(term)
            self._summed.add(terms)
        self._asked.add(question)
        self.steps.append(Asked(question, answer))

    def _is_known(self, term: Term) -> bool:
        place, _ = term
        return term in self._known or (place in self.settled and place not in self._made)

    def change(self, place: Place, value: Any) -> None:
        """Put a change down."""
        if place not in self.settled:
            self.settled.add(place)
            self._made.add(place)
        self.changed[place] = value
        self.said.pop(place[0], None)

    def draw(self, cases: Cases, at: int, numbers: int) -> Any:
        """Put a draw down, and give what was drawn as the run may see it: followed, if it is so many numbers."""
        cast = cases.casts[at]
        places = ROLLS[len(self.rolled) : len(self.rolled) + numbers]
        if not numbers or len(places) < numbers:
            self.steps.append(Drawn(cases, at))
            return cast
        drawn = dict(zip(places, cases.rows[at], strict=True))
        self.rolled |= drawn
        self.steps.append(Rolled(cases, places))
        row = tuple([Number(self, value, (((place, ()), 1),)) for place, value in drawn.items()])
        return cast._replace(value=row if isinstance(cast.value, tuple) else row[0])

    def has_changed(self, owner: str, stats: Iterable[str]) -> bool:
        """Whether any of these of somebody's was changed."""
        return bool(self.changed) and any((owner, stat) in self.changed for stat in stats)

    @property
    def looks(self) -> list[Glance]:
        """The looks and questions alone."""
        return [step for step in self.steps if not isinstance(step, (Drawn, Rolled))]

    def key_of(self, place: Place) -> Hashable:
        """What a property said that was looked at, or of which something was asked."""
        if place in self.numbers:
            value: Hashable = self.numbers[place][0]
            return value
        return next(step.value for step in self.steps if isinstance(step, Seen) and step.place == place)

    def begin_again(self) -> None:
        """Another run from the same moment, with other dice: what was changed is as it was."""
        self.changed = {}
        self.settled -= self._made
        self._made = set()

    def answer(self, key: Hashable, answer: Hashable) -> None:
        """Put down what another question was answered: only that matters, not what is behind it."""
        step = Answered(key, answer)
        if step not in self._answered:
            self._answered.add(step)
            self.steps.append(step)

    def take_over(self, looks: Iterable[Glance], relied: set[Place]) -> None:
        """Put down the looks of a question that was asked in the middle of this run."""
        for step in looks:
            match step:
                case Seen():
                    self.look(*step)
                case Asked():
                    self.ask(*step)
                case Answered():
                    self.answer(*step)
        if not relied <= self.settled:
            self.relied |= relied
            self.settled |= relied

    def close(self) -> None:
        """The run is over: its numbers are followed no more, and nothing here refers to them but what was changed."""
        self.open = False
        self.numbers = {place: (value, value) for place, (value, _) in self.numbers.items()}
        self.said = {}
