"""Who throws the dice of a command: chance, a list that was given, or a person who is asked."""

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from gmtool.dice.sources import Given, Random, Source
from gmtool.errors import Misused
from gmtool.rules.model import Habit

if TYPE_CHECKING:
    from gmtool.dice.asked import Ask
    from gmtool.encounter.reading import Reading

ASK = "ask"
VARIABLE = "GM_DICE"
_CHANCE = Habit(asks=False)

Asks = Callable[[Mapping[str, str]], "Ask"]
"""gives the asker of a command, from the names of the combatants by id; raises NoDice where there is nobody to ask"""


def chosen(dice: str, seed: int | None, reading: "Reading | None", asks: Asks) -> Source:
    """Who throws: as `--dice` says, else by `--seed`, else as $GM_DICE says, else the file's `dice:`, else chance.

    Raises Misused for dice that are none, NoDice where somebody should be asked and nobody is there.
    """
    if dice:
        if dice.partition(":")[0] not in (ASK, str(_CHANCE)):
            return Given(dice)
        habit = _read("--dice", dice)
    else:
        habit = _CHANCE if seed is not None else by_default(reading)
    if not habit.asks:
        return Random(seed)
    from gmtool.dice.asked import Asked

    everyone = reading.encounter.combatants if reading is not None else {}
    sides = {one.side for one in everyone.values()}
    if habit.side and reading is not None and habit.side not in sides:
        text = f"dice {habit}: nobody is on the side `{habit.side}`"
        raise Misused(text, remedy=f"sides: {', '.join(sorted(sides))}")
    names = {name: one.name for name, one in everyone.items()}
    return Asked(
        asks(names), Random(seed), lambda who: habit.side in ("", everyone[who].side) if who in everyone else True
    )


def by_default(reading: "Reading | None") -> Habit:
    """What throws where the command line does not say."""
    variable = os.environ.get(VARIABLE, "").strip()
    if variable:
        return _read(f"${VARIABLE}", variable)
    habit: Habit | None = reading.encounter.dice if reading is not None else None
    return habit or _CHANCE


def _read(where: str, text: str) -> Habit:
    try:
        return Habit.read(text)
    except ValueError as reason:
        raise Misused(f"{where} is {text}", remedy=str(reason)) from None
