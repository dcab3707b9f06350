"""Dice as stat blocks write them: plain ones (`2d6+3`) and D6 die codes (`3D+2`)."""

import re
from functools import lru_cache
from typing import NamedTuple

from gmtool.dice.throws import Group
from gmtool.errors import Misused

MOST_DICE = 1_000
MOST_SIDES = 1_000_000
MOST_CHARACTERS = 1_000
MOST_NUMBER = 10**12

PIPS_IN_A_DIE = 3

_PASTED = {
    **{0xFF01 + place: chr(0x21 + place) for place in range(94)},  # full-width forms of ! to ~
    **dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2212), "-"),  # hyphens, dashes, the minus sign
    **dict.fromkeys((0x200B, 0x2060, 0xFEFF), " "),  # zero-width spaces
    0xD7: "x",
    0xF7: "/",
}
_TERM = r"(?P<signs>[-+\s]*)(?:(?P<count>[0-9]*)\s*d(?P<sides>[0-9]+|%)|(?P<number>[0-9]+))\s*"
_CODE = r"\s*\+?([0-9]{1,4})\s*D\s*(?:\+\s*([0-9]{1,4}))?\s*"


def plain(text: str) -> str:
    """Replace what is pasted from PDFs (full-width digits, typographic minus) by plain characters, one for one."""
    return text.translate(_PASTED)


@lru_cache(maxsize=256)
def dice(text: str) -> tuple[tuple[Group, ...], int]:
    """Read plain dice (`2d6+3`, `d8`, `9+2d6`, `2d6+-1`, `7`): the groups to add up, and the number beside them.

    Raises Misused for anything else; `notation.parse` reads whole expressions.
    """
    rest = plain(text[: MOST_CHARACTERS + 1])
    pattern = re.compile(_TERM, re.IGNORECASE)
    groups: list[Group] = []
    bonus = at = 0
    while at < len(rest) or not at:
        term = pattern.match(rest, at)
        if term is None or len(rest) > MOST_CHARACTERS or (at and not term["signs"].strip()):
            raise Misused(f"`{text[:40]}` is not plain dice", remedy="write them as `2d6+3`")
        sign = -1 if term["signs"].count("-") % 2 else 1
        if term["number"]:
            bonus += sign * _limited(text, term["number"], MOST_NUMBER, "as a number")
        elif sign < 0:
            raise Misused(f"`{text[:40]}`: dice cannot be subtracted here", remedy="write them as `2d6+3`")
        else:
            groups.append(_group(text, term["count"], term["sides"]))
        at = term.end()
    if sum(group.count for group in groups) > MOST_DICE:
        raise Misused(f"`{text[:40]}`: {MOST_DICE:,} dice at most")
    return tuple(groups), bonus


def _group(text: str, count: str, sides: str) -> Group:
    faces = 100 if sides == "%" else _limited(text, sides, MOST_SIDES, "sides")
    if not faces:
        raise Misused(f"`{text[:40]}`: a die needs at least one side")
    return Group(_limited(text, count or "1", MOST_DICE, "dice"), faces)


def _limited(text: str, digits: str, most: int, what: str) -> int:
    number = int(digits)
    if number > most:
        raise Misused(f"`{text[:40]}`: {most:,} {what} at most")
    return number


class DieCode(NamedTuple):
    """Six-siders and left-over pips (0 to 2), `3D+2`; codes compare by size. `of` and `read` see to the pips."""

    dice: int
    pips: int = 0

    @classmethod
    def read(cls, text: str) -> "DieCode":
        """Read `3D`, `3D+2`, `+1D`. Raises Misused for anything else, and for pips that make a die (`3D+3`)."""
        found = re.fullmatch(_CODE, plain(text), re.IGNORECASE)
        if found is None:
            raise Misused(f"`{text[:40]}` is no die code", remedy="write dice and pips as `3D`, `3D+1` or `3D+2`")
        count, pips = int(found[1]), int(found[2] or "0")
        if pips >= PIPS_IN_A_DIE:
            raise Misused(f"die code `{text[:40]}`: three pips make a die", remedy=f"write `{cls.of(count, pips)}`")
        if count > MOST_DICE:
            raise Misused(f"die code `{text[:40]}`: {MOST_DICE:,} dice at most")
        return cls(count, pips)

    @classmethod
    def of(cls, dice: int, pips: int) -> "DieCode":
        """Give the code for any number of pips; each three of them make a die. Never below 0D."""
        more, left = divmod(pips, PIPS_IN_A_DIE)
        return cls(dice + more, left) if dice + more >= 0 else cls(0)

    def plus(self, other: "DieCode") -> "DieCode":
        """Add dice to dice and pips to pips."""
        return DieCode.of(self.dice + other.dice, self.pips + other.pips)

    def more(self, dice: int) -> "DieCode":
        """Give the code with so many dice more (or fewer), never below 0D; left-over pips stay."""
        return DieCode(max(0, self.dice + dice), self.pips)

    def __str__(self) -> str:
        return f"{self.dice}D+{self.pips}" if self.pips else f"{self.dice}D"
