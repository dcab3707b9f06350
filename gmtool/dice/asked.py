"""Dice on the table: each throw is asked for, and what a person answers is read with patience."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from gmtool.dice.sources import Given, Source
from gmtool.dice.throws import TOTAL, Cast, Group, Throw, fill
from gmtool.errors import Misused

ROLL_IT = "."
"""the answer that leaves the dice to the program"""


class Wanted(NamedTuple):
    """What is to be thrown next."""

    throw: Throw
    group: Group
    left: int
    """dice of the group still wanted; 1 for a reroll"""
    reroll: bool
    slip: str
    """what was wrong with the last answer; "" the first time"""


Ask = Callable[[Wanted], str]
"""Puts the question to a person and gives the answer as typed. Raises NoDice where nobody answers."""


class Asked:
    """Dice that a person throws and types.

    One face, several (`3 5 1`), a total (`=14`, `3s`), or `.` to have it rolled; a slip is asked for again. `mine` says
    whose dice are asked for; all others are thrown by `others`.
    """

    def __init__(self, ask: Ask, others: Source, mine: Callable[[str], bool]) -> None:
        self._ask = ask
        self._others = others
        self._mine = mine

    def cast(self, throw: Throw) -> Cast:
        """Ask for the throw's dice, rerolls as they come. Raises NoDice where nobody answers."""
        if not self._mine(throw.who) or not any(group.count for group in throw.groups):
            return self._others.cast(throw)
        slip = ""
        while True:
            try:
                return _Hand(self._ask, self._others, throw, slip).cast()
            except Misused as misused:
                slip = "; ".join(filter(None, (misused.text, misused.remedy)))


class _Hand:
    """One throw being typed."""

    def __init__(self, ask: Ask, others: Source, throw: Throw, slip: str) -> None:
        self.ask = ask
        self.others = others
        self.throw = throw
        self.slip = slip
        self.waiting: list[str] = []
        """words typed and not used yet"""
        self.taken = [0] * len(throw.groups)
        """dice of each group that are known, rerolls aside"""
        self.rolling = False
        """whether the rest is left to the program"""

    def cast(self) -> Cast:
        """Gather the faces, or take a total. Raises Misused for an answer that does not fit."""
        total = self._total()
        if total is not None:
            return total
        if self.rolling and not self.waiting:
            return self.others.cast(self.throw)
        faces = tuple([fill(group, partial(self._face, place)) for place, group in enumerate(self.throw.groups)])
        if self.waiting:
            raise Misused(f"`{' '.join(self.waiting)}` is left over: there are no more dice in this throw")
        return Cast(self.throw.fold(self.throw.groups, faces), faces, "typed")

    def _total(self) -> Cast | None:
        """Ask for the first time; the answer may be the total of the whole throw."""
        first = next(group for group in self.throw.groups if group.count)
        self._read(first, first.count, reroll=False)
        if self.rolling or (self.waiting and self.waiting[0].isdecimal()):
            return None
        source = Given(" ".join(self.waiting))
        cast = source.cast(self.throw)
        source.finish()
        self.waiting.clear()
        return cast._replace(source="typed")

    def _face(self, place: int, group: Group, wave: int) -> int:
        """The next die: typed already, rolled, or asked for."""
        while not self.waiting and not self.rolling:
            self._read(group, 1 if wave else group.count - self.taken[place], reroll=bool(wave))
        face = self._typed(group) if self.waiting else self._rolled(group)
        self.taken[place] += not wave
        return face

    def _typed(self, group: Group) -> int:
        word = self.waiting.pop(0)
        if not word.isdecimal():
            raise Misused(f"`{word}` is no face of a d{group.sides}")
        face = int(word)
        if not 1 <= face <= group.sides:
            raise Misused(f"a d{group.sides} shows 1 to {group.sides}, not {face}")
        return face

    def _rolled(self, group: Group) -> int:
        """One die thrown by the program."""
        cast = self.others.cast(Throw(self.throw.who, self.throw.why, (Group(1, group.sides),), TOTAL))
        return int(cast.value)

    def _read(self, group: Group, left: int, *, reroll: bool) -> None:
        answer = self.ask(Wanted(self.throw, group, left, reroll, self.slip))
        self.slip = ""
        words = re.split(r"[\s,]+", answer.strip())
        if ROLL_IT in words:
            if words[-1] != ROLL_IT or words.count(ROLL_IT) > 1:
                raise Misused(f"`{answer.strip()}`: the dot comes last, for the dice that are left")
            self.rolling = True
            words.pop()
        self.waiting += filter(None, words)
        if not self.waiting and not self.rolling:
            self.slip = "type what the dice show"
            self._read(group, left, reroll=reroll)
