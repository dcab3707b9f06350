"""Who throws the dice of a command: chance, a list that was given, or a person who is asked."""

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from gmtool.dice.sources import Given, Random, Source
from gmtool.errors import Misused

if TYPE_CHECKING:
    from gmtool.dice.asked import Ask
    from gmtool.encounter.reading import Reading

ASK, BY_CHANCE = "ask", "random"
VARIABLE = "GM_DICE"

Asks = Callable[[Mapping[str, str]], "Ask"]
"""gives the asker of a command, from the names of the combatants by id; raises NoDice where there is nobody to ask"""


def chosen(dice: str, seed: int | None, reading: "Reading | None", asks: Asks) -> Source:
    """Who throws: as `--dice` says, else by `--seed`, else as $GM_DICE says, else the file's `dice:`, else chance.

    Raises Misused for dice that are none, NoDice where somebody should be asked and nobody is there.
    """
    words = dice or (BY_CHANCE if seed is not None else _by_default(reading))
    if words == BY_CHANCE:
        return Random(seed)
    kind, colon, side = words.partition(":")
    if kind != ASK:
        return Given(words)
    if colon and not side:
        raise Misused(f"dice {words}: which side is asked?", remedy="ask:pc, or `ask` for all of them")
    from gmtool.dice.asked import Asked

    everyone = reading.encounter.combatants if reading is not None else {}
    sides = {one.side for one in everyone.values()}
    if side and reading is not None and side not in sides:
        raise Misused(f"dice {words}: nobody is on the side `{side}`", remedy=f"sides: {', '.join(sorted(sides))}")
    names = {name: one.name for name, one in everyone.items()}
    return Asked(asks(names), Random(seed), lambda who: not side or who not in everyone or everyone[who].side == side)


def _by_default(reading: "Reading | None") -> str:
    """What throws where the command line does not say."""
    variable = os.environ.get(VARIABLE, "").strip()
    if variable:
        if variable != BY_CHANCE and variable.partition(":")[0] != ASK:
            raise Misused(f"${VARIABLE} is {variable}", remedy=f"it may be {ASK}, {ASK}:SIDE or {BY_CHANCE}")
        return variable
    habit = reading.encounter.dice if reading is not None else None
    return str(habit) if habit is not None else BY_CHANCE
