"""Dice expressions as they are typed: `2d6kh1+3`, `(2d6+1)x2`, `d%`, `4d6!`, `3D+2`.

    sum     = product { (+ | -) product }           product = signed { (* | x | /) signed }
    signed  = { + | - } (number | dice | "(" sum ")")
    dice    = [count] d (sides | %) { ! | kh[N] | kl[N] | dh[N] | dl[N] }      count = number | "(" sum without dice ")"
            | count D [+ 1 | + 2]                                              a D6 die code

Upper and lower case are the same but for the die code's `D`. `D66` is a die with 66 sides. `/` rounds down. A die
explodes (`!`) on its highest face and adds ten dice at most. A minus sign belongs to the term after it: `-2d6` is
-(2d6). The pips of a die code are read with it only where plain arithmetic would say the same: not in `10-3D+2`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gmtool.dice.codes import MOST_CHARACTERS, MOST_DICE, MOST_NUMBER, MOST_SIDES, DieCode, plain
from gmtool.dice.odds import Counting
from gmtool.dice.spread import Spread
from gmtool.dice.terms import (
    MOST_REROLLS,
    OPERATORS,
    Bracket,
    Code,
    Dice,
    Hand,
    Keep,
    Negative,
    Number,
    PoolReading,
    Series,
    Term,
    summed,
)
from gmtool.dice.throws import Cast, Group, Source
from gmtool.errors import Misused

MOST_NESTED = 50

_QUOTE = "in a shell, quote the expression: gm roll '(2d6+1)*2'; `x` means times too"
_JOIN = "write one expression; `+` joins dice"
_DIGITS = re.compile(r"[0-9]+")
_DIE = re.compile(r"[dD](?![^\W\dxX])")
_SUFFIX = re.compile(r"\s*(?:(?P<keep>[kd][hl])(?P<amount>[0-9]*)|!)", re.IGNORECASE)
_PIPS = re.compile(r"\s*\+\s*([12])(?!\s*[0-9d*/x])", re.IGNORECASE)
_WORD = re.compile(r"\w+%?|.", re.DOTALL)

_SHOWN = 60
"""How much of a long expression a message shows, in characters."""


class Unreadable(Misused):
    """A dice expression that means nothing. `column` counts characters from 1; `excerpt` shows it with a caret."""

    def __init__(self, expression: str, column: int, problem: str, *, remedy: str = "") -> None:
        self.expression = expression
        self.column = column
        self.problem = problem
        self.excerpt = _excerpt(expression, column)
        super().__init__(f"column {column}: {problem}\n{self.excerpt}", remedy=remedy)


class Rolled(NamedTuple):
    """An expression that has been rolled."""

    total: int
    line: str
    """The expression, every die, and the total: `2d6kh1+3: 5 (2) + 3 = 8`."""
    casts: tuple[Cast, ...]


class Expression:
    """A dice expression, ready to be rolled or counted."""

    __slots__ = ("_term", "text")

    def __init__(self, text: str, term: Term) -> None:
        self.text = text
        self._term = term

    def roll(self, source: Source, who: str = "", pool: PoolReading = summed) -> Rolled:
        """Roll it once; `pool` says how die codes are read. Raises Misused when the dice divide by zero."""
        hand = Hand(source, who, pool)
        total, shown, _ = self._term.roll(hand)
        result = "" if shown == str(total) else f" = {total}"
        return Rolled(total, f"{self.text}: {shown}{result}", tuple(hand.casts))

    def spread(self, pool: PoolReading = summed) -> Spread:
        """Give the exact distribution of its totals. Raises Misused when counting takes too long or divides by zero."""
        return Spread(self._term.ways(Counting(self.text), pool))


def parse(text: str) -> Expression:
    """Read an expression. Raises Unreadable (a Misused) naming the column."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(text, MOST_CHARACTERS + 1, f"{MOST_CHARACTERS:,} characters at most, not {len(text):,}")
    parser = _Parser(text)
    return Expression("".join(parser.text.split()), parser.whole())


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = plain(text)
        self.at = 0
        self.nested = 0
        self.dice = 0

    def whole(self) -> Term:
        term = self.sum()
        word = self.word()
        if not word:
            return term
        if word == ")":
            raise self.wrong(self.at, "this `)` closes nothing", _QUOTE)
        if re.fullmatch(r"[dD][0-9]+", word):
            raise self.wrong(self.at, "dice of dice cannot be rolled", "`dl1` drops the lowest die; `+` joins dice")
        raise self.stray(word)

    def sum(self) -> Term:
        first = self.with_pips(self.product())
        rest = []
        while sign := self.take("+-"):
            term = self.product()
            rest.append((OPERATORS[sign], self.with_pips(term) if sign == "+" else term))
        return Series(first, tuple(rest)) if rest else first

    def product(self) -> Term:
        first = self.signed()
        rest = []
        while sign := self.take("*/xX"):
            at = self.at
            term = self.signed()
            if sign == "/" and term.fixed and not _value(term):
                raise self.wrong(at, "this divides by zero")
            rest.append((OPERATORS["*" if sign in "xX" else sign], term))
        return Series(first, tuple(rest)) if rest else first

    def signed(self) -> Term:
        negative = False
        while sign := self.take("+-"):
            negative ^= sign == "-"
        term = self.term()
        return Negative(term) if negative else term

    def term(self) -> Term:
        word = self.word()
        start = self.at
        if word[:1] in set("0123456789"):
            number = self.number("a number")
            return self.dice_of(start, number) if self.die_follows() else Number(number)
        if word == "(":
            return self.bracket()
        if self.die_follows():
            return self.dice_of(start, None)
        if not word:
            raise self.wrong(start, "the expression ends where a number or dice should stand", "write it as `2d6+1`")
        remedy = _QUOTE if word in "()*!" else ""
        raise self.wrong(start, f"a number or dice should stand here, not {_name(word)}", remedy)

    def bracket(self) -> Term:
        start = self.at
        self.nested += 1
        if self.nested > MOST_NESTED:
            raise self.wrong(start, f"{MOST_NESTED} brackets inside one another at most")
        self.at += 1
        term = self.sum()
        if not self.take(")"):
            word = self.word()
            if word:
                raise self.stray(word)
            raise self.wrong(start, "this `(` is never closed", _QUOTE)
        self.nested -= 1
        if self.die_follows():
            if not term.fixed:
                raise self.wrong(start, "a number of dice cannot come from dice")
            return self.dice_of(start, _value(term))
        return Bracket(term)

    def die_follows(self) -> bool:
        word = self.word()
        if re.match(r"[wW][0-9%]", word):
            raise self.wrong(self.at, "`w` is no die here", f"write `d{word[1:]}`")
        return _DIE.match(word) is not None

    def dice_of(self, start: int, count: int | None) -> Term:
        at = self.at
        code = self.text[at] == "D"
        number = 1 if count is None else count
        self.dice += number
        if number < 0:
            raise self.wrong(start, f"{number} dice cannot be rolled")
        if self.dice > MOST_DICE:
            raise self.wrong(start, f"{MOST_DICE:,} dice at most in one expression")
        self.at += 1
        if self.text.startswith("%", self.at):
            self.at += 1
            return self.with_suffixes(start, number, 100)
        if _DIGITS.match(self.text, self.at):
            sides = self.number("a number of sides", MOST_SIDES)
            if not sides:
                raise self.wrong(at + 1, "a die needs at least one side")
            return self.with_suffixes(start, number, sides)
        if code and count is not None:
            return Code(self.since(start), DieCode(count))
        raise self.wrong(at, "how many sides?", "write `2d6`; a D6 die code has a capital D: `3D+2`")

    def with_suffixes(self, start: int, count: int, sides: int) -> Dice:
        keep: Keep | None = None
        explodes = False
        while suffix := _SUFFIX.match(self.text, self.at):
            at = suffix.end() - len(suffix[0].lstrip())
            which = suffix["keep"]
            if keep if which else explodes:
                raise self.wrong(at, f"`{suffix[0].strip()}`: these dice have one already")
            if which:
                keep = self.keep(at, which.casefold(), suffix["amount"], count)
            else:
                explodes = True
            self.at = suffix.end()
        again = frozenset({sides}) if explodes else frozenset[int]()
        group = Group(count, sides, again=again, limit=MOST_REROLLS if explodes else 0)
        return Dice(self.since(start), group, keep or Keep(count))

    def keep(self, at: int, which: str, digits: str, count: int) -> Keep:
        amount = int(digits or "1")
        kept = amount if which[0] == "k" else count - amount
        if not amount or kept < 1 or kept > count:
            doing = "keep" if which[0] == "k" else "drop"
            raise self.wrong(at, f"of {count} dice you cannot {doing} {amount}", "at least one die must count")
        return Keep(kept, highest=which in {"kh", "dl"})

    def with_pips(self, term: Term) -> Term:
        if not isinstance(term, Code):
            return term
        pips = _PIPS.match(self.text, self.at)
        if pips is None:
            return term
        self.at = pips.end()
        return Code(f"{term.text}+{pips[1]}", DieCode(term.code.dice, int(pips[1])))

    def number(self, what: str, most: int = MOST_NUMBER) -> int:
        digits = _DIGITS.match(self.text, self.at)
        if digits is None or int(digits[0]) > most:
            raise self.wrong(self.at, f"{what} may be {most:,} at most")
        self.at = digits.end()
        return int(digits[0])

    def take(self, signs: str) -> str:
        word = self.word()
        if word[:1] and word[0] in signs:
            self.at += 1
            return word[0]
        return ""

    def word(self) -> str:
        """Skip blanks; give the word or sign that comes next, "" at the end."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        found = _WORD.match(self.text, self.at)
        return found[0][:20] if found else ""

    def since(self, start: int) -> str:
        return "".join(self.text[start : self.at].split())

    def stray(self, word: str) -> Unreadable:
        return self.wrong(self.at, f"{_name(word)} does not belong here", _QUOTE if word in "()*!" else _JOIN)

    def wrong(self, at: int, problem: str, remedy: str = "") -> Unreadable:
        return Unreadable(self.text, at + 1, problem, remedy=remedy)


def _value(term: Term) -> int:
    """Give the value of a term without dice."""
    (value,) = term.ways(Counting(""), summed)
    return int(value)


def _name(word: str) -> str:
    return f"`{word}`" if word.isprintable() else f"the character U+{ord(word):04X}"


def _excerpt(expression: str, column: int) -> str:
    start = max(0, column - _SHOWN // 2)
    shown = "".join(sign if sign.isprintable() else " " for sign in expression[start : start + _SHOWN])
    return f"  {shown}\n  {' ' * (column - 1 - start)}^"
