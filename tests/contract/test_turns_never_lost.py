"""Turn order is never lost, in any system: whoever falls, joins, waits, is taken out, by command or in an editor.

Random sequences of commands and of hand edits are played through the program's own layers, file and history included.
Beside the file stands an account of who had its turn, made of what the program tells and of nothing it keeps.
"""

import os
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool import session
from gmtool.cli.deeds import kept_act
from gmtool.encounter import catalog
from gmtool.encounter.reading import Reading
from gmtool.errors import Misused, Refused, Unknown
from gmtool.rules.codecs import Scalar
from gmtool.rules.model import Encounter
from gmtool.rules.system import Phase, System
from gmtool.rules.table import Fact
from gmtool.rules.turns import on_turn
from gmtool.session import Opened, Options

MOST = 9
"""combatants in a fight, so that a round is not longer than a sequence"""
Move = tuple[str, int, int]
"""what is done, and two numbers that pick to whom"""


class Account(NamedTuple):
    """Who had its turn in the phase that goes on, and who was passed over."""

    had: frozenset[str] = frozenset()
    passed: frozenset[str] = frozenset()

    def without(self, *names: str) -> "Account":
        """Take out those whose turn was given back, or who are others now."""
        return Account(self.had - {*names}, self.passed - {*names})


class Step(NamedTuple):
    """A command as the history has it: what was there before it and after it."""

    before: tuple[bytes, Account]
    after: tuple[bytes, Account]


class Fight:
    """A fight in a file, and the account of its turns."""

    def __init__(self, system: System, path: Path, text: str) -> None:
        self.system = system
        self.path = path
        self.account = Account()
        self.done: list[Step] = []
        self.undone: list[Step] = []
        self.newcomers = 0
        self.seed = 0
        self.played: set[str] = set()
        """which moves came to something"""
        path.write_text(text)
        self._raw = path.read_bytes()
        self._reading = Opened(str(path), None, self._raw).reading

    # reading ----------------------------------------------------------------------------------------------------------

    @property
    def reading(self) -> Reading:
        """The encounter as the next command finds it."""
        raw = self.path.read_bytes()
        if raw != self._raw:
            self._raw, self._reading = raw, Opened(str(self.path), None, raw).reading
        return self._reading

    def name(self, pick: int) -> str:
        """One of those who are there; now and then whoever has the turn."""
        encounter = self.reading.encounter
        if encounter.turn in encounter.combatants and pick % 4 == 0:
            return str(encounter.turn)
        names = list(encounter.combatants)
        return names[pick % len(names)]

    def _due(self, phase: Phase, encounter: Encounter) -> list[Any]:
        """Who has turns of its own in the phase, in its order."""
        system = self.system
        return [
            one
            for one in phase.order(encounter)
            if not system.is_away(one) and not system.is_dead(one) and system.owner_of(encounter, one).id == one.id
        ]

    def _now(self, encounter: Encounter) -> set[str]:
        return {one.id for one in on_turn(self.system, encounter)}

    # commands ---------------------------------------------------------------------------------------------------------

    def play(self, *words: str, named: str | None = None, lost: str | None = None) -> bool:
        """Play a command and check what it told; False where it is refused.

        `named`: who is to be next whatever the order says; `lost`: whose turn is given back by it.
        """
        self.seed += 1
        options = Options(file=str(self.path), seed=self.seed)
        found, before, account = self.path.read_bytes(), self.reading.encounter, self.account
        try:
            with session.open_to_write(options) as opened:
                result = session.perform(opened, options, words, kept_act(words, options))
        except (Refused, Misused, Unknown):
            assert self.path.read_bytes() == found, f"{words} was refused, and changed the file"
            return False
        after = self.reading.encounter
        facts = [event for event in result.outcome.events if isinstance(event, Fact)]
        if lost is not None and not any(fact.kind in ("round", "phase") for fact in facts):
            self.account = self.account.without(lost)
        self._count(facts, before, after)
        self._check_turn(facts, after, named)
        if result.written:
            self.done.append(Step((found, account), (self.path.read_bytes(), self.account)))
            self.undone.clear()
        self.played.add(words[0])
        return True

    def _count(self, facts: list[Fact], before: Encounter, after: Encounter) -> None:
        """Take note of who had its turn, and check that a phase is over only when all had theirs."""
        system = self.system
        phases = list(system.round_of(before))
        here = phases.index(system.phase_of(before))
        number = before.round or 0
        fresh = any(fact.kind == "start" for fact in facts)
        if fresh:
            self.account, number = Account(), 0
        opening = False
        crossed = any(fact.kind in ("round", "phase") for fact in facts)
        for fact in facts:
            if fact.kind == "turn":
                twice = self.account.had & set(fact.data["who"])
                assert not twice, f"{twice} acts twice"
                self.account = self.account._replace(had=self.account.had | set(fact.data["who"]))
            elif fact.kind == "skip":
                self._pass_over(fact.data["who"], () if crossed else (before, after))
            elif fact.kind == "round":
                assert fact.data["round"] == number + 1, "a round is left out, or comes twice"
                assert fresh or phases[here] is phases[-1], f"the round is over in its {phases[here].id} phase"
                if not fresh:
                    self._phase_over(phases[here], before, after)
                number, here, opening, fresh = number + 1, 0, True, False
            elif fact.kind == "phase":
                if not opening:
                    self._phase_over(phases[here], before, after)
                    here += 1
                assert fact.data["phase"] == phases[here].id
                opening = False
            elif fact.kind == "missed":
                idle = {one.id for one in self._due(phases[here], before) if system.may_act(before, one) is None}
                assert set(fact.data["who"]) == idle - set(before.acted)
        assert after.round == (number or None)
        assert system.phase_of(after) is phases[here]

    def _pass_over(self, who: str, seen: Sequence[Encounter]) -> None:
        """It could not act, as far as that is seen: a pool that is full again in the new round shows no longer."""
        able = [who in one.combatants and not self.system.may_act(one, one.combatants[who]) for one in seen]
        assert not able or not all(able), f"{who} is passed over, and can act"
        assert who not in self.account.had, f"{who} is passed over after its turn"
        self.account = self.account._replace(passed=self.account.passed | {who})

    def _phase_over(self, phase: Phase, before: Encounter, after: Encounter) -> None:
        if phase.choice == "ordered":
            died = {one.id for one in after.combatants.values() if self.system.is_dead(one)}
            due = {one.id for one in self._due(phase, before)} - died
            assert due <= self.account.had | self.account.passed, f"{due} are due, and the account is {self.account}"
        self.account = Account()

    def _check_turn(self, facts: list[Fact], after: Encounter, named: str | None) -> None:
        """Whoever has the turn now is the first in order who is due, with those who share it by the system's rule."""
        system, phase, now = self.system, self.system.phase_of(after), self._now(after)
        turn = next((fact for fact in reversed(facts) if fact.kind == "turn"), None)
        if any(fact.kind == "idle" for fact in facts):
            able = [one.id for one in self._due(phase, after) if system.may_act(after, one) is None]
            assert after.turn is None
            assert not able or phase.choice == "together", f"nobody is up, and {able} can act"
        elif turn is not None:
            who = turn.data["who"]
            assert set(who) <= now
            assert {name for name in now if system.may_act(after, after.combatants[name]) is None} == set(who)
            group = {one.id for one in phase.group(after, after.combatants[who[0]])}
            assert set(who) <= group, "those share a turn who do not by the rule"
            if named not in who:
                for one in self._due(phase, after):
                    if one.id in now:
                        break
                    assert one.id in self.account.had | self.account.passed, f"{one.id} is up, and {who} got the turn"
        elif phase.choice == "together":
            assert after.turn is None

    def keeps_turn(self, *words: str, lost: str | None = None) -> bool:
        """Play a command that gives nobody the turn and takes it from nobody who is still there."""
        before = self.reading.encounter
        if not self.play(*words, lost=lost):
            return False
        after = self.reading.encounter
        stay = self._now(before) & set(after.combatants)
        if before.turn in after.combatants:
            assert after.turn == before.turn
            assert self._now(after) == stay
        else:
            assert stay & set(before.sharing) <= self._now(after)
            self.account = self.account.without(*stay - self._now(after))
        self._joined()
        return True

    def _joined(self) -> None:
        """Who is tied with whoever has the turn shares it from now on."""
        self.account = self.account._replace(had=self.account.had | self._now(self.reading.encounter))

    def step(self, *, redo: bool) -> None:
        """Take the last command back, or do it again: the file comes back byte for byte, and so does the account."""
        steps, others = (self.undone, self.done) if redo else (self.done, self.undone)
        if not steps:
            return
        step = steps.pop()
        options = Options(file=str(self.path))
        with session.open_to_write(options) as opened:
            session.step_back(opened, options, 1, redo=redo)
        text, self.account = step.after if redo else step.before
        assert self.path.read_bytes() == text
        others.append(step)
        self.played.add("redo" if redo else "undo")

    # the editor -------------------------------------------------------------------------------------------------------

    def edit(self, change: Callable[[str], str]) -> None:
        """Save the file in an editor: whose turn went on and is no more in the file has it still to come."""
        before, encounter = self.path.read_text(), self.reading.encounter
        text = change(before)
        if text == before:
            return
        self.path.write_text(text)
        self.done.clear()
        self.undone.clear()
        begun = self._now(encounter) - set(encounter.acted)
        self.account = self.account.without(*begun - self._now(self.reading.encounter))
        self._joined()

    def lines_of(self, name: str) -> str:
        """The lines of a combatant, as they stand in the file."""
        found = re.search(rf"^  {re.escape(name)}:.*\n(?:(?:    .*)?\n)*", self.path.read_text(), re.M)
        assert found is not None, f"no lines of {name}"
        return found[0]


# what a table does ----------------------------------------------------------------------------------------------------


def go_on(fight: Fight, *_: int) -> None:
    """`gm next`: never refused, never without an end."""
    assert fight.play("next")


def call(fight: Fight, one: int, _: int) -> None:
    """`gm next NAME`: it is next, or passed over, or refused."""
    name = fight.name(one)
    if fight.play("next", name, named=name):
        after = fight.reading.encounter
        ordered = fight.system.phase_of(after).choice == "ordered"
        assert not ordered or name in fight._now(after) | fight.account.passed


def insist(fight: Fight, one: int, _: int) -> None:
    """`gm --force next NAME`: the GM gives another turn."""
    name = fight.name(one)
    acted = name in fight.reading.encounter.acted
    fight.play("--force", "next", name, named=name, lost=name if acted else None)


def kill(fight: Fight, one: int, _: int) -> None:
    """Somebody falls, by the GM's word."""
    if "damage" in fight.system.verb_table:
        fight.keeps_turn("damage", fight.name(one), "999")


def heal(fight: Fight, _: int, other: int) -> None:
    """Somebody is as well as ever; who was just killed may be past healing."""
    if "heal" in fight.system.verb_table:
        fight.keeps_turn("heal", fight.name(other), "999")


def remove(fight: Fight, one: int, _: int) -> None:
    """Somebody is taken out, whoever it is."""
    name = fight.name(one)
    if len(fight.reading.encounter.combatants) > 1 and fight.keeps_turn("remove", name):
        fight.account = fight.account.without(name)
        assert name not in fight.reading.encounter.combatants


def add(fight: Fight, one: int, other: int) -> None:
    """Somebody joins: another like one who is there, or a creature of the bestiary."""
    if len(fight.reading.encounter.combatants) >= MOST:
        return
    fight.newcomers += 1
    creatures = [name for book in session.bestiary(str(fight.path)).shelf(fight.system.id) for name in book.root.keys()]
    template = [creatures[one % len(creatures)]] if creatures and one % 2 else ["--copy", fight.name(one)]
    side = ["--side", "pc"] if other % 2 else []
    assert fight.keeps_turn("add", *template, "--as", f"n{fight.newcomers}", *side)


def order(fight: Fight, one: int, other: int) -> None:
    """The GM's own order, in part."""
    fight.keeps_turn("order", *dict.fromkeys((fight.name(one), fight.name(other))))


def delay(fight: Fight, one: int, other: int) -> None:
    """Somebody waits: whose turn it is stops, and has it later."""
    before = fight.reading.encounter
    name = fight.name(one)
    now = fight._now(before)
    after = ["--after", fight.name(other)] if other % 3 else []
    if name in now:
        fight.play("delay", name, *after, lost=name)
    else:
        fight.keeps_turn("delay", name, *after)


def undo(fight: Fight, *_: int) -> None:
    """The last command is taken back."""
    fight.step(redo=False)


def redo(fight: Fight, *_: int) -> None:
    """The last command that was taken back is done again."""
    fight.step(redo=True)


# what an editor does --------------------------------------------------------------------------------------------------


def cut(fight: Fight, one: int, _: int) -> None:
    """The lines of somebody are deleted, and nothing else."""
    name = fight.name(one)
    if len(fight.reading.encounter.combatants) > 1:
        fight.edit(lambda text: text.replace(fight.lines_of(name), "", 1))
        fight.account = fight.account.without(name)


def paste(fight: Fight, one: int, other: int) -> None:
    """The lines of somebody are copied under a new name, with the initiative or without it."""
    if len(fight.reading.encounter.combatants) >= MOST:
        return
    fight.newcomers += 1
    name = fight.name(one)
    lines = fight.lines_of(name).rstrip().replace(f"  {name}:", f"  h{fight.newcomers}:", 1)
    if other % 2:
        lines = re.sub(r"\n +initiative: .*", "", lines)
    fight.edit(lambda text: text.replace("\ncombatants:\n", f"\ncombatants:\n{lines}\n", 1))


def unset(fight: Fight, *_: int) -> None:
    """The line with the turn is deleted: whoever had it has it still to come."""
    fight.edit(lambda text: re.sub(r"^turn: .*\n", "", text, flags=re.M))


def rewrite(fight: Fight, one: int, _: int) -> None:
    """The turn is given to another: whoever had it has it still to come."""
    name = fight.name(one)
    fight.edit(lambda text: re.sub(r"^turn: .*$", f"turn: {name}", text, flags=re.M))


def renumber(fight: Fight, one: int, other: int) -> None:
    """Somebody's initiative is another one."""
    lines = fight.lines_of(fight.name(one))
    changed = re.sub(r"^    initiative: \S+", f"    initiative: {other % 8}", lines, flags=re.M)
    fight.edit(lambda text: text.replace(lines, changed, 1))


def swap(fight: Fight, one: int, other: int) -> None:
    """Two names change places in the list of the order, or the list is cut short."""
    names = list(fight.reading.encounter.order)
    if not names:
        return
    one, other = one % len(names), other % len(names)
    names[one], names[other] = names[other], names[one]
    names = names[: max(1, one)] if one == other else names
    fight.edit(lambda text: re.sub(r"^order: \[.*\]", f"order: [{', '.join(names)}]", text, flags=re.M))


COMMANDS = (call, insist, kill, heal, remove, add, order, delay, undo, redo)
EDITS = (cut, paste, unset, rewrite, renumber, swap)
MOVES = {move.__name__: move for move in (go_on, *COMMANDS, *EDITS)}


# fights ---------------------------------------------------------------------------------------------------------------


@cache
def ways(system: System) -> tuple[dict[str, str], ...]:
    """Every setting of one house rule that is a word: what turns come to may hang on it."""
    found: list[dict[str, str]] = [{}]
    for switch in system.switches:
        codec = switch.codec
        words = codec.choices if isinstance(codec, Scalar) else ()
        found += [{switch.key: word} for word in words if word != switch.default]
    return tuple(found)


@cache
def text_of(system: System) -> str:
    """The system's starter, without a map."""
    text = Path(catalog.folder_of(system), "starter.yaml").read_text(encoding="utf-8")
    return re.sub(r"^ +at: .*\n", "", text, flags=re.M)


def ruled(text: str, rules: dict[str, str]) -> str:
    """The text with these house rules."""
    said = ", ".join(f"{key}: {value}" for key, value in rules.items())
    return text.replace("\ncombatants:\n", f"\nrules: {{{said}}}\ncombatants:\n", 1) if rules else text


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here is about a disk that fails."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def run(system: System, rules: dict[str, str], moves: list[Move]) -> Fight:
    """Play the moves, and then on to the end of the next round."""
    with TemporaryDirectory() as folder:
        fight = Fight(system, Path(folder, "encounter.yaml"), ruled(text_of(system), rules))
        for pick in (0, 1, 2):
            add(fight, 2 * pick, pick)
        assert fight.play("next")
        for what, one, other in moves:
            MOVES[what](fight, one, other)
        last = (fight.reading.encounter.round or 0) + 2
        for _ in range(2 * (MOST + 2) * len(system.phases) + 1):
            if (fight.reading.encounter.round or 0) >= last:
                return fight
            go_on(fight)
        raise AssertionError("the rounds have no end")


def sequences(*, most: int) -> st.SearchStrategy[list[Move]]:
    """Sequences in which every other move is `next`."""
    picks = st.integers(0, 23)
    kinds = st.one_of(st.just(go_on.__name__), st.sampled_from([*MOVES][1:]))
    return st.lists(st.tuples(kinds, picks, picks), min_size=3, max_size=most)


def test_every_command_comes_to_something(system: System) -> None:
    """Else the sequences below would say nothing of it."""
    moves = [
        (what, pick, pick + 5) for pick in range(1, 5) for what in MOVES if what not in ("remove", "cut") or pick == 1
    ]
    played = run(system, {}, moves).played
    wanted = {"next", "remove", "add", "order", "delay", "undo", "redo"} | {"damage", "heal"} & set(system.verb_table)
    assert wanted <= played


@settings(max_examples=8, deadline=None)
@given(data=st.data(), moves=sequences(most=14))
def test_nobody_acts_twice_and_nobody_is_missed(system: System, data: Any, moves: list[Move]) -> None:
    run(system, data.draw(st.sampled_from(ways(system))), moves)


@pytest.mark.slow
@settings(max_examples=int(os.environ.get("GM_LONG_FIGHTS", "12")), deadline=None)
@given(data=st.data(), moves=sequences(most=30))
def test_nobody_acts_twice_and_nobody_is_missed_in_long_fights(system: System, data: Any, moves: list[Move]) -> None:
    """A few; as many as you like by hand, with $GM_LONG_FIGHTS."""
    run(system, data.draw(st.sampled_from(ways(system))), moves)


# what was found this way, each as small as it gets --------------------------------------------------------------------

BNB = """\
system: bnb
rules: {{initiative: fixed}}
round: 1
turn: {turn}
order: [a, b, c]
combatants:
  a: {{side: pc, stats: {{str: 1, spd: {a}, agi: 1}}, hp: 9/9, initiative: {a}, markers: {{bleeding: 1}}}}
  b: {{side: pc, stats: {{str: 1, spd: {b}, agi: 1}}, hp: 9/9, initiative: {b}}}
  c: {{stats: {{str: 1, spd: 1, agi: 1}}, hp: 9/9, initiative: 1}}
"""
SHARED = BNB.format(turn="a", a=5, b=5)
ALONE = BNB.format(turn="a", a=5, b=4)
BRAWL = """\
system: brawl
round: 1
phase: brawl
turn: a
order: [a, b]
combatants:
  a: {might: 1D, initiative: 5, traits: {grit: -1}}
  b: {might: 1D, initiative: 4, traits: {grit: -1}, nerve: 1}
"""
FOUND = {
    "who delays out of a shared turn is in it no longer": (SHARED, "delay b --after a", "a, next, b, next, c"),
    "who delays its own turn passes it on in order": (SHARED, "delay a --after c", "b, next, c, next, a"),
    "who joins with the same initiative has a turn of its own": (
        ALONE,
        "add wolf --as d initiative=5",
        "a, next, d, next, b, next, c, next, a d",
    ),
    "and has it whoever leaves": (ALONE, "add wolf --as d initiative=5; remove a", ", next, d, next, b"),
    "a shared turn stays shared whatever the order becomes": (SHARED, "order a c b", "a b, next, c, next, a"),
    "a turn alone stays alone whatever the order becomes": (
        ALONE.replace("initiative: 1", "initiative: 5"),
        "order a c b",
        "a, next, c, next, b, next, a c",
    ),
    "the last turn of a round may be followed by whom the GM names": (
        ALONE,
        "next; next; next b",
        "b, next, a, next, c, next, a",
    ),
    "a pool that is smaller in this round is read back so": (BRAWL, "next; next", ", next, , next, a, next, b"),
}


@pytest.mark.parametrize("case", FOUND)
def test_found(tmp_path: Path, case: str) -> None:
    """The commands, then whose turn it is, and whose after each `next`; nobody's in a phase played together."""
    text, commands, turns = FOUND[case]
    path = tmp_path / "encounter.yaml"
    path.write_text(text)
    fight = Fight(Opened(str(path), None, path.read_bytes()).reading.system, path, text)
    fight.account = Account(had=frozenset(fight._now(fight.reading.encounter)))
    for command in commands.split("; "):
        lost = {"delay b --after a": "b", "delay a --after c": "a"}.get(command)
        assert fight.play(*command.split(), named="b" if command == "next b" else None, lost=lost)
    for number, whose in enumerate(turns.split(", next, ")):
        if number:
            go_on(fight)
        assert fight._now(fight.reading.encounter) == set(whose.strip(", ").split()), f"after {number} times `next`"


def test_who_goes_on_after_a_delay_does_not_begin_once_more(tmp_path: Path) -> None:
    """It bled as its turn began, and used its Attack: when it goes on, both are as they were (BNB-12)."""
    path = tmp_path / "encounter.yaml"
    text = ALONE.replace("hp: 9/9, initiative: 5", "hp: 8/9, done: [attack], initiative: 5")
    fight = Fight(catalog.load("bnb"), path, text)
    assert fight.play("delay", "a", "--after", "b")
    assert fight.play("next")
    one = fight.reading.encounter.combatants["a"]
    assert fight.reading.encounter.turn == "a"
    assert (one.hp.now, one.done) == (8, ("attack",))
    assert fight.play("next")
    assert fight.reading.encounter.delayed == ()
