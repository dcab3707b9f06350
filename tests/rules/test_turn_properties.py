"""Whatever a table does to its file between two turns: nobody acts twice in a phase, and nobody able is missed.

Random sequences of `next` and hand edits (down, up again, gone, joined, another order, another `acted`, no `turn`),
with waits in the toy, are played and watched: what the machine tells is compared with who was able when its place came.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.dice.sources import Random
from gmtool.errors import Refused
from gmtool.rules.codecs import Ref, Track
from gmtool.rules.model import Encounter
from gmtool.rules.record import replace
from gmtool.rules.system import Phase, System, play
from gmtool.rules.table import Table

TEXTS = {
    "brawl": """
system: brawl
combatants:
  a: {side: pc, might: 1D, traits: {quick: 2}}
  b: {might: 1D, traits: {grit: -1}}
  c: {side: pc, might: 1D, drunk: true}
  d: {might: 1D, traits: {grit: 1}}
  e: {might: 1D, hp: 0/5}
""",
    "carried": """
system: brawl
combatants:
  a: {side: pc, might: 1D, rides: b}
  b: {side: pc, might: 1D}
  c: {might: 1D, rides: d}
  d: {might: 1D, drunk: true}
  e: {might: 1D}
""",
    "separate": """
system: bnb
rules: {tied-turns: separate}
combatants:
  a: {side: pc, stats: {str: 1, spd: 1, agi: 1}, hp: 9/9, markers: {bleeding: 2}}
  b: {stats: {str: 1, spd: 1, agi: 1}, hp: 1/9, markers: {bleeding: 1}}
  c: {side: pc, stats: {str: 1, spd: 2, agi: 1}, hp: 9/9}
  d: {stats: {str: 1, spd: 2, agi: 1}, hp: 9/9, markers: {shock: 2}}
  e: {stats: {str: 1, spd: 0, agi: 1}, hp: 0/9}
""",
    "shared": """
system: bnb
rules: {initiative: fixed}
combatants:
  a: {side: pc, stats: {str: 1, spd: 1, agi: 1}, hp: 9/9, markers: {bleeding: 2}}
  b: {stats: {str: 1, spd: 1, agi: 1}, hp: 1/9, markers: {bleeding: 1}}
  c: {stats: {str: 1, spd: 1, agi: 1}, hp: 9/9}
  d: {side: pc, stats: {str: 1, spd: 2, agi: 1}, hp: 9/9, markers: {shock: 1}}
  e: {stats: {str: 1, spd: 2, agi: 1}, hp: 0/9}
""",
}

EDITS = ("down", "up", "gone", "join")
ORDERS = ("order", "acted", "turn")
Move = tuple[str, int]


class Watch:
    """Plays a system and keeps count of who had its turn in the phase that goes on."""

    def __init__(self, system: System, encounter: Encounter) -> None:
        self.system = replace(system, phases=tuple(map(self._watched, system.phases)))
        self.encounter = encounter
        self.had: set[str] = set()
        """whose turn in this phase began, and was not given back by the GM's hand"""
        self.excused: set[str] = set()
        """who was unable when its place came, or put into `acted` by hand"""
        self.passed: set[str] = set()
        """who was unable when its place came in the last command"""
        self.idle = False
        """whether the last command found nobody who could act"""
        self.seed = 0

    def _watched(self, phase: Phase) -> Phase:
        def turn_begin(t: Table, one: Any) -> None:
            phase.turn_begin(t, one)
            if t.system.may_act(t.encounter, one) is not None:
                self.excused.add(one.id)
                self.passed.add(one.id)

        def end(t: Table) -> None:
            if phase.choice != "together":
                self._phase_over(t, phase)
            phase.end(t)
            self.had.clear()
            self.excused.clear()

        return replace(phase, turn_begin=turn_begin, end=end)

    def _phase_over(self, t: Table, phase: Phase) -> None:
        """The turns of the current command are told, but not yet counted: count them now."""
        self.count(t.events)
        t.events.clear()
        for one in phase.order(t.encounter):
            if t.system.owner_of(t.encounter, one) is one:
                assert one.id in self.had | self.excused, f"{one.id} was missed"

    def count(self, events: Sequence[Any]) -> None:
        """Take note of the turns that began."""
        for event in events:
            if getattr(event, "kind", "") == "turn":
                for name in event.data["who"]:
                    assert name not in self.had, f"{name} acts twice"
                    self.had.add(name)

    def play(self, verb: str, **given: Any) -> bool:
        """Play a verb; False where the rules refuse it."""
        self.seed += 1
        self.passed.clear()
        round_before = self.encounter.round or 0
        try:
            outcome = play(self.system, self.system.verb_table[verb], self.encounter, given, Random(self.seed))
        except Refused:
            return False
        self.count(outcome.events)
        self.idle = any(getattr(event, "kind", "") == "idle" for event in outcome.events)
        after = outcome.after.copy()
        after.combatants = dict(outcome.after.combatants)
        self.encounter = after
        assert (after.round or 0) - round_before in (0, 1, 2)
        assert len(set(after.acted)) == len(after.acted), "a name stands twice in `acted`"
        return True

    def check_turn(self) -> None:
        """After `next` it is the turn of somebody who can act, or the phase has no turns, or nobody can act at all."""
        encounter, phase = self.encounter, self.system.phase_of(self.encounter)
        able = {one.id for one in phase.order(encounter) if self.system.may_act(encounter, one) is None}
        if self.idle:
            assert encounter.turn is None
        elif phase.choice == "together":
            assert encounter.turn is None
            assert able
        else:
            assert able & {one.id for one in self._sharing()}

    # the GM's hand ------------------------------------------------------------------------------------------------

    def edit(self, what: str, pick: int) -> None:
        """Change the file between two commands."""
        encounter = self.encounter.copy()
        encounter.combatants = dict(self.encounter.combatants)
        names = list(encounter.combatants)
        self.encounter = encounter
        if what in ("down", "up", "tired") and names:
            one = encounter.combatants[names[pick % len(names)]].copy()
            encounter.combatants[one.id] = one
            if what == "tired":
                one.nerve = 0
            else:
                one.hp = Track(0 if what == "down" else one.hp.max, one.hp.max)
        elif what == "gone" and names:
            del encounter.combatants[names[pick % len(names)]]
        elif what == "join" and names:
            one = encounter.combatants[names[pick % len(names)]].copy()
            one.id = one.name = f"new{len(names)}-{self.seed}-{pick}"
            one.initiative, one.rides = None, None
            encounter.combatants[one.id] = one
        else:
            self._reorder(what, pick, names)

    def _reorder(self, what: str, pick: int, names: list[str]) -> None:
        encounter = self.encounter
        if what == "order":
            first = pick % (len(names) + 1)
            turned = [*names[first:], "ghost", *names[:first]]
            encounter.order = tuple(map(Ref, turned[:: -1 if pick % 2 else 1][: pick % 9 + 1]))
        elif what == "turn" and encounter.turn is not None:
            self.had -= {one.id for one in self._sharing()}
            encounter.turn = Ref("ghost") if pick % 2 else None
        elif what == "acted" and names:
            name = names[pick % len(names)]
            if name in encounter.acted:
                encounter.acted = tuple(one for one in encounter.acted if one != name)
                self.had.discard(name)
                self.excused.discard(name)
            elif encounter.turn != name:
                encounter.acted = (*encounter.acted, Ref(name))
                self.excused.add(name)

    def _sharing(self) -> list[Any]:
        encounter = self.encounter
        if encounter.turn not in encounter.combatants:
            return []
        return self.system.phase_of(encounter).group(encounter, encounter.combatants[encounter.turn])

    def wait(self, pick: int) -> None:
        """Whoever's turn it is waits for somebody: it is up once more."""
        names = list(self.encounter.combatants)
        who = self.encounter.turn
        if who in names:
            had = set(self.had)
            self.had.discard(str(who))
            if not self.play("wait", who=str(who), until=names[pick % len(names)]):
                self.had = had


def moves(*kinds: str) -> st.SearchStrategy[list[Move]]:
    """Sequences that are `next` half of the time."""
    kind = st.one_of(st.just("next"), st.sampled_from(kinds))
    return st.lists(st.tuples(kind, st.integers(0, 40)), min_size=4, max_size=40)


def run(system: System, encounter: Encounter, sequence: list[Move]) -> Watch:
    watch = Watch(system, encounter)
    watch.play("start")
    watch.check_turn()
    for what, pick in sequence:
        if what == "next":
            assert watch.play("next")
            watch.check_turn()
        elif what == "wait":
            watch.wait(pick)
        else:
            watch.edit(what, pick)
    return watch


Reads = Callable[[str], Any]
few = settings(max_examples=120, deadline=None)


@pytest.mark.parametrize("name", ["brawl", "carried", "separate"])
@few
@given(sequence=moves(*EDITS, *ORDERS))
def test_nobody_acts_twice_and_nobody_able_is_missed(reads: Reads, name: str, sequence: list[Move]) -> None:
    if name != "separate":
        sequence = [("tired", pick) if what == "turn" and pick > 30 else (what, pick) for what, pick in sequence]
    if name == "carried":
        sequence = [move for move in sequence if move[0] not in ("down", "up", "gone")]
    reading = reads(TEXTS[name])
    run(reading.system, reading.encounter, sequence)


@few
@given(sequence=moves("wait", *EDITS, *ORDERS))
def test_waiting_changes_the_place_and_not_the_number_of_turns(reads: Reads, sequence: list[Move]) -> None:
    reading = reads(TEXTS["brawl"])
    run(reading.system, reading.encounter, sequence)


@few
@given(sequence=moves("down", "up", "join"))
def test_a_shared_turn_is_one_turn_for_each_who_shares_it(reads: Reads, sequence: list[Move]) -> None:
    reading = reads(TEXTS["shared"])
    run(reading.system, reading.encounter, sequence)


@pytest.mark.parametrize("name", ["brawl", "separate"])
@few
@given(picks=st.lists(st.integers(0, 40), min_size=3, max_size=25))
def test_whoever_the_gm_names_is_next_or_it_is_refused(reads: Reads, name: str, picks: list[int]) -> None:
    reading = reads(TEXTS[name])
    watch = Watch(reading.system, reading.encounter)
    watch.play("start")
    for pick in picks:
        names = list(watch.encounter.combatants)
        named = names[pick % len(names)] if pick % 3 else None
        if watch.play("next", name=named) and named is not None:
            assert watch.encounter.turn == named or named in watch.passed
        elif named is None:
            watch.check_turn()


@pytest.mark.parametrize("name", list(TEXTS))
def test_rounds_count_up_by_one(reads: Reads, name: str) -> None:
    reading = reads(TEXTS[name])
    watch = Watch(reading.system, reading.encounter)
    watch.play("start")
    seen = [watch.encounter.round]
    for _ in range(60):
        watch.play("next")
        seen.append(watch.encounter.round)
    steps = {(now or 0) - (before or 0) for before, now in pairwise(seen)}
    assert steps == {0, 1}
