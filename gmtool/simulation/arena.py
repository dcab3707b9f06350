"""One fight after another from the same moment, decided by the policy, done by the rules or as learned."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from gmtool.dice.odds import counted
from gmtool.dice.sampled import Sampled
from gmtool.dice.sources import Source
from gmtool.errors import Bug, Refused
from gmtool.hexes.grid import Hex
from gmtool.rules import turns
from gmtool.rules.model import Encounter
from gmtool.rules.policy import NEXT, Deed, Policy
from gmtool.rules.system import Rest, System, play, play_rest
from gmtool.simulation.attentive import FirstDie, Lucky, Untouched, attentive
from gmtool.simulation.field import Field
from gmtool.simulation.followed import Place
from gmtool.simulation.learned import End, Forgotten, Library, Page, Worth
from gmtool.simulation.notes import Answered, Glance, Notes, places_of
from gmtool.simulation.shapes import formed, plain
from gmtool.simulation.tally import Outcome
from gmtool.simulation.watched import Watch, as_key

T = TypeVar("T")

MOST_ROUNDS = 200
"""rounds after which a fight counts as undecided"""
IDLE_ROUNDS = 20
"""rounds in which nobody does anything after which it counts as undecided"""
KEPT_ROUNDS = 3
"""rounds whose number is kept as it is: later ones are like each other"""
MOST_DEEDS = 40
"""commands of one side in a row after which the turn is ended for it"""
MOST_LEAVES = 400_000
"""branches that are kept; past them, learning begins afresh"""

Branches: TypeAlias = list[tuple[Fraction, End]]
"""What a command may come to, and how likely that is."""


class _Harmed(Exception):
    """A foe is worse off."""


class _Left(Exception):
    """A verb is left to another rule."""

    def __init__(self, rest: Rest) -> None:
        self.rest = rest


class Arena:
    """Plays fights from one moment; what it has learned in one it knows in the next. It is an Outlook for policies."""

    def __init__(self, system: System, start: Encounter, policy: Policy) -> None:
        self.system = system
        self._policy = policy
        self._watch = Watch()
        self._watch.on_first_change = self._forget_stale
        self._watch.on_new_ties = self._forget_all
        self._worth: defaultdict[str, Worth] = defaultdict(Worth)
        self._leaves = 0
        self._forgotten = 0
        """times that some of what was learned was forgotten"""
        self._number: Callable[[], float] = float
        self.attacks = 0
        """attacks made so far, in all fights"""
        self._scouting = False
        self.field = Field(start, self._watch)
        self._library = Library(self.field.index)

    @property
    def encounter(self) -> Encounter:
        """The fight as it stands."""
        return self.field.encounter

    def scout(self, fights: int, number: Callable[[], float]) -> None:
        """Play some fights in a hurry, to see what changes in them at all: what never does need not be looked at."""
        self._scouting = True
        for _ in range(fights):
            self.fight(number)
        self._scouting = False
        self._forget_all()
        self.attacks = 0

    def fight(self, number: Callable[[], float]) -> Outcome:
        """Play one fight to its end with these random numbers (0 up to 1)."""
        if self._leaves > MOST_LEAVES:
            self._forget_all()
        self.field.reset()
        self._number = number
        kept = self.encounter.__dict__  # a look at its properties would be a rule's, and cost as much
        in_a_row, busy, gone = 0, 1, 0
        while (deed := self.choose()) is not None:
            if deed.verb == NEXT.verb or in_a_row == MOST_DEEDS:
                self.do(NEXT)
                in_a_row = 0
                gone += self.set_back()
            else:
                self.do(deed)
                in_a_row += 1
                busy = (kept["round"] or busy) + gone
            now = (kept["round"] or 0) + gone
            if now > MOST_ROUNDS or now - busy > IDLE_ROUNDS:
                break
        return self._outcome(gone, decided=deed is None)

    def set_back(self) -> int:
        """Count a late round as an earlier one that no rule can tell from it; give by how many it went back."""
        encounter = self.encounter
        late = (encounter.__dict__["round"] or 0) - KEPT_ROUNDS  # plainly, as above
        if late <= 0:
            return 0
        cycle = self.system.cycle(encounter)
        back = late // cycle * cycle
        if back:
            encounter.round = KEPT_ROUNDS + late - back
            self.system.set_back(encounter, back)
        return back

    def choose(self) -> Deed | None:
        """What the policies do now: the command of whoever acts, or `next`; None where the fight is decided."""
        acting = self.ask("acting", self._acting)
        if acting is None or isinstance(acting, Deed):
            return acting
        for who in acting:
            deed = self.ask(("turn", who), partial(self._turn, who))
            if deed is not None:
                return deed
        return NEXT

    def do(self, deed: Deed) -> None:
        """Do a command, by the rules or as learned, and change the fight as it does."""
        self.attacks += deed.verb == "attack"
        worth = self._worth[deed.verb]
        if worth.closed:
            self.field.apply(self._play_unlearned(deed))
            return
        known = True
        page: Page | None = self._page(deed)
        while page is not None:
            used: list[float] = []
            end = page.walk(self.field.keys, self._noting(used))
            if end is None:
                known = False
                end = self._play(page, chain(used, iter(self._number, None)).__next__)
            self.field.apply(end)
            page = end.rest
        worth.count(known=known)

    def _noting(self, used: list[float]) -> Callable[[], float]:
        """The fight's random numbers, put down as they are drawn."""
        draw = self._number

        def number() -> float:
            drawn = draw()
            used.append(drawn)
            return drawn

        return number

    def branches(self, deed: Deed) -> Branches:
        """Everything a command may come to: the changes it makes, and their exact chance."""
        found: Branches = self.ask(("branches", deed), lambda: self._branch(deed))
        return found

    @property
    def horizon(self) -> tuple[int, int, int]:
        """How much is known to matter of a moment: those from before it grew are not to be compared to later ones."""
        return self._watch.age, len(self._watch.changing), len(self.field.looked)

    def allowed(self, deed: Deed) -> bool:
        """Whether the rules allow it now."""

        def attempt() -> bool:
            try:
                self._run(deed, Untouched())
            except FirstDie:
                return True
            except Refused:
                return False
            return True

        return bool(self.ask(("allowed", deed), attempt))

    def can_harm(self, deed: Deed) -> bool:
        """Whether it may leave a foe of the first it names worse off; False where it is not allowed."""
        if self._scouting:
            return self.allowed(deed)
        return bool(self.ask(("can harm", deed), lambda: self._any_harm(deed, _actor(deed))))

    def harm(self, deed: Deed) -> Fraction | None:
        """The exact chance that it leaves a foe of the first it names worse off; None where it is not allowed."""
        if self._scouting:
            return Fraction(self.allowed(deed)) or None
        chance: Fraction | None = self.ask(("harm", deed), lambda: self._count_harm(deed, _actor(deed)))
        return chance

    def reach(self, who: Any) -> Mapping[Hex, int]:
        """The hexes it can move to now, with what each costs."""
        reach = self.system.reach
        if reach is None:
            return {}
        found: Mapping[Hex, int] = self.ask(("reach", who.id), lambda: reach(self.encounter, who))
        return found

    def _acting(self) -> Deed | tuple[str, ...] | None:
        """Who may act now, in order; `start` before the fight has begun, None where it is decided."""
        encounter, system = self.encounter, self.system
        sides = {one.side for one in encounter.combatants.values() if system.stands(one)}
        if len(sides) < 2:
            return None
        if not encounter.started:
            return Deed("start")
        phase = system.phase_of(encounter)
        together = phase.choice == "together"
        acting = turns.yet_to_act(system, encounter) if together else turns.on_turn(system, encounter)
        return tuple([one.id for one in acting if system.may_act(encounter, one) is None])

    def _turn(self, who: str) -> Deed | None:
        """What the policy does next in somebody's turn; None when it is over for it."""
        return self._policy.turn(self, self.encounter.combatants[who])

    def _count_harm(self, about: Deed | Rest, actor: str) -> Fraction | None:
        try:
            falls = counted(self._harms(about, actor), bare=True)
            harms = [Fraction(weight, whole) * chance for chance, weight, whole in falls if chance]
        except Refused:
            return None
        return sum(harms, start=Fraction(0))

    def _any_harm(self, deed: Deed, actor: str) -> bool:
        """Most often one way the dice may fall is enough to know; where it does no harm, the others are tried."""
        harms = self._harms(deed, actor)
        try:
            return bool(harms(Lucky(actor))) or any(chance for chance, _, _ in counted(harms, bare=True))
        except Refused:
            return False

    def _branch(self, deed: Deed) -> Branches:
        notes = self._watch.notes
        assert notes is not None
        found: dict[Hashable, tuple[Fraction, Mapping[Place, Any]]] = {}

        def run(source: Source) -> Mapping[Place, Any]:
            notes.begin_again()
            self._run(deed, attentive(source, self._watch.let_go))
            return notes.changed

        for changed, weight, whole in counted(run):
            key = tuple([(place, as_key(formed(value))) for place, value in changed.items()])
            chance, _ = found.get(key, (Fraction(0), changed))
            found[key] = chance + Fraction(weight, whole), changed
        for _, changed in found.values():
            self.field.number(notes, changed)
        return [(chance, self.field.end(changed)) for chance, changed in found.values()]

    def _harms(self, about: Deed | Rest, actor: str) -> Callable[[Source], Fraction | int]:
        """Plays it as far as it is open whether it leaves a foe worse off: the chance of that. Raises Refused."""
        who, everybody = self.encounter.combatants[actor], self.encounter.combatants.values()
        harmed = frozenset((one.id, self.system.health) for one in everybody if one.foe_of(who))
        watch, notes = self._watch, self._watch.notes
        assert notes is not None

        def notice(place: Place, old: Any, new: Any) -> None:
            if place in harmed and old != new:
                raise _Harmed

        def part(rule: Callable[..., None], held: tuple[Any, ...]) -> None:
            raise _Left(_rest(rule, held))

        def run(source: Source) -> Fraction | int:
            notes.begin_again()
            watch.on_change, watch.counters = notice, harmed
            try:
                self._play_once(about, attentive(source, watch.let_go, bare=True, part=part))
                watch.let_go()
            except _Harmed:
                return 1
            except _Left as left:
                watch.let_go()
                rest = left.rest
            except Refused:
                watch.let_go()
                raise
            else:
                return 0
            finally:
                watch.on_change, watch.counters = None, frozenset()
            return self._harm_of_rest(notes, rest, actor)

        return run

    def _harm_of_rest(self, notes: Notes, rest: Rest, actor: str) -> Fraction:
        """The chance that what is left of a run does harm, asked of the fight as the run has left it."""
        changed = dict(notes.changed)
        self.field.number(notes, changed)
        back = self.field.back(changed)
        self.field.apply(self.field.end(changed))
        self._watch.notes = None
        try:
            key = "harm of the rest", rest, actor
            chance, found, relied = self._answered(key, lambda: self._count_harm(rest, actor) or Fraction(0))
            looks = list(found)
        finally:
            self._watch.notes = notes
            self.field.apply(back)
        notes.take_over((), relied)
        for step in looks:
            self._look_before(notes, step, changed)
        return chance

    def _look_before(self, notes: Notes, step: Glance, changed: Mapping[Place, Any]) -> None:
        """Put down what was looked at after some values were changed by what stood there before."""
        assert not isinstance(step, Answered), "what is left of a verb asks no question of a policy"
        behind = [stat for place in places_of(step) for stat in self.field.behind(place)]
        if changed.keys().isdisjoint(behind):
            notes.take_over([step], set())
            return
        for stat in behind:
            if stat in changed:
                plain(changed[stat])
            else:
                notes.look(stat, self.field.keys[self.field.index[stat]])

    def _run(self, deed: Deed, source: Source) -> None:
        verb = self.system.verb_table[deed.verb]
        play(self.system, verb, self.encounter, dict(deed.given), source, record=False)

    def _play(self, page: Page, number: Callable[[], float]) -> End:
        """Play what a page is about by the rules, and learn what it does."""
        notes = self._watch.notes = Notes(self._watch.age)
        left: list[Page] = []

        def part(rule: Callable[..., None], held: tuple[Any, ...]) -> None:
            left.append(self._page(_rest(rule, held)))

        try:
            about = page.about
            assert isinstance(about, Deed | Rest), "a question is asked, not done"
            self._play_out(about, Sampled(number, notes.draw, plain, part))
        finally:
            self._watch.notes = None
        notes.close()
        (rest,) = left or (None,)
        end = self._learn(page, notes, None, rest)
        if end is None:
            end = self.field.end({place: plain(value) for place, value in notes.changed.items()}, rest=rest)
        else:
            for place, value in notes.rolled.items():
                self.field.keys[self.field.index[place]] = value
        notes.begin_again()  # its numbers refer to the notes
        return end

    def _play_unlearned(self, deed: Deed) -> End:
        """Play it by the rules, and notice nothing but what it changes."""
        changed: dict[Place, Any] = {}
        by_hand, self._watch.on_hand = self._watch.on_hand, changed.__setitem__
        try:
            self._play_out(deed, Sampled(self._number))
        finally:
            self._watch.on_hand = by_hand
        return self.field.end(changed)

    def _play_once(self, about: Deed | Rest, source: Source) -> None:
        if isinstance(about, Rest):
            play_rest(self.system, about, self.encounter, source)
        else:
            self._run(about, source)

    def _play_out(self, about: Deed | Rest, source: Source) -> None:
        try:
            self._play_once(about, source)
        except Refused as error:
            name = about.rule.__name__ if isinstance(about, Rest) else about.verb
            raise Bug(f"the policy of {self.system.id} wants what is refused: {name}: {error.text}") from error

    def ask(self, key: Hashable, answer: Callable[[], T]) -> T:
        """Answer a question about the fight as it stands, as learned or by finding out."""
        notes = self._watch.notes
        if notes is None:
            end = self._known(self._page(key))
            result: T = end.result if end is not None else self._find(key, answer)[0]
            return result
        found, looks, relied = self._answered(key, answer)
        _note(notes, key, found, looks, relied)
        return found

    def _answered(self, key: Hashable, answer: Callable[[], T]) -> tuple[T, Iterable[Glance], set[Place]]:
        """The answer, what was looked at and asked for it, and what it relies on."""
        page = self._page(key)
        end = self._known(page)
        if end is None:
            return self._find(key, answer)
        return end.result, page.looks(self.field.keys, self.field.places), page.relied

    def _known(self, page: Page) -> End | None:
        """What is known of a question as the fight stands."""
        try:
            return page.walk(self.field.keys, float)
        except Forgotten:
            return None

    def _find(self, key: Hashable, answer: Callable[[], T]) -> tuple[T, Iterable[Glance], set[Place]]:
        """Find the answer out, and learn it."""
        page = self._page(key)  # another one, where all was forgotten while it was looked up
        page.find = partial(self._find_out, key, answer)
        outer = self._watch.notes
        notes = self._watch.notes = Notes(self._watch.age)
        try:
            result: T = plain(answer())
        finally:
            self._watch.notes = outer
        notes.close()
        notes.begin_again()
        self._learn(page, notes, result)
        return result, notes.looks, notes.relied

    def _find_out(self, key: Hashable, answer: Callable[[], Any]) -> Hashable:
        """Answer a question within another whose answer is known but for this one. Raises Forgotten."""
        forgotten = self._forgotten
        outer, self._watch.notes = self._watch.notes, None  # only the answer is looked at by the question without
        try:
            found = as_key(self.ask(key, answer))
        finally:
            self._watch.notes = outer
        if self._forgotten != forgotten:
            raise Forgotten
        return found

    def _learn(self, page: Page, notes: Notes, result: Any, rest: Page | None = None) -> End | None:
        """Put a run down; None where what it went by holds no more by its end."""
        if notes.age != self._watch.age or self._watch.is_stale(notes.relied):
            return None
        self.field.number(notes, notes.changed)
        end = self._library.write(page, notes.steps, self.field.end(notes.changed, result, rest))
        page.relied |= notes.relied
        self._leaves += 1
        return end

    def _page(self, key: Any) -> Page:
        return self._library.page(key)

    def _forget_stale(self) -> None:
        """Forget what held to be as ever something that has changed now."""
        self._forgotten += 1
        self._library.forget(self._watch.is_stale)

    def _forget_all(self) -> None:
        """Begin to learn afresh."""
        self._forgotten += 1
        self._library.clear()
        self._worth.clear()
        self._leaves = 0
        self.field.forget()

    def _outcome(self, gone: int, *, decided: bool) -> Outcome:
        everybody = self.encounter.combatants.values()
        standing = [one for one in everybody if self.system.stands(one)]
        sides = {one.side for one in standing}
        winner = sides.pop() if decided and len(sides) == 1 else None
        fallen = tuple(one.id for one in everybody if one not in standing)
        health = tuple(getattr(one, self.system.health) for one in everybody)
        return Outcome(winner, decided, (self.encounter.round or 0) + gone, fallen, health)


def _rest(rule: Callable[..., None], held: tuple[Any, ...]) -> Rest:
    """What is left of a verb; the numbers it is given are asked for, since it is learned by what they are."""
    return Rest.of(rule, tuple([plain(one) for one in held]))


def _actor(deed: Deed) -> str:
    """The first combatant it names."""
    return str(deed.given[0][1])


def _note(outer: Notes, key: Any, answer: Any, looks: Iterable[Glance], relied: set[Place]) -> None:
    """Put down a question asked in the middle of another: by its answer, or, too large for that, by what is behind."""
    if isinstance(answer, Mapping):
        outer.take_over(looks, relied)
    else:
        outer.answer(key, as_key(answer))
