"""What `gm odds` found: exact fractions, and what they are in percent."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from gmtool.encounter.reading import Reading
from gmtool.encounter.spelling import spelled_value
from gmtool.render.json import envelope
from gmtool.rules.codecs import ListOf, Scalar
from gmtool.rules.forecast import Fate, Forecast
from gmtool.rules.model import stats_of

LONGEST = 24
"""characters of the longest fraction that is printed; the percentage stands for a longer one"""


def lines(reading: Reading, words: Sequence[str], found: Forecast, by: str) -> list[str]:
    """The chance of success, then what may become of each combatant."""
    told = [f"odds of: gm {' '.join(words)}"]
    if found.success is not None:
        told.append(f"P({_success(words)}) {_chance(found.success)}")
    for name, fate in found.fates.items():
        told += _fate(reading, name, fate)
    for name, spread in found.by.items():
        told.append(f"{_name(reading, name)} {by}")
        told += _rows(dict(sorted(spread.items(), key=_by_number)))
    if len(told) == 1:
        told.append("nothing is left to chance")
    return told


def data(command: Sequence[str], reading: Reading, found: Forecast, by: str | None) -> dict[str, Any]:
    """The same for programs: fractions as text, floats beside them."""
    result: dict[str, Any] = {
        **envelope(command, reading),
        "success": None if found.success is None else _number(found.success),
        "combatants": {
            name: {
                "health": {spelling_of(reading, now): _number(chance) for now, chance in fate.health.items()},
                "lost": {str(points): _number(chance) for points, chance in fate.lost.items()},
                "mean": _number(fate.mean),
                "down": _number(fate.down),
            }
            for name, fate in found.fates.items()
        },
    }
    if by is not None:
        result["by"] = {
            "key": by,
            "combatants": {
                name: {value: _number(chance) for value, chance in spread.items()} for name, spread in found.by.items()
            },
        }
    return result


def _success(words: Sequence[str]) -> str:
    return "hit" if words[0] == "attack" else "success"


def _fate(reading: Reading, name: str, fate: Fate) -> list[str]:
    health = reading.system.health
    if not fate.lost:
        worst_last = sorted(fate.health.items(), key=lambda row: _badness(reading, row[0]))
        rows = {spelling_of(reading, now): chance for now, chance in worst_last}
        return [f"{_name(reading, name)} {health}: P(down) {_chance(fate.down)}", *_rows(rows)]
    piles_up = type(next(iter(fate.health))) is int  # damage that grows, not points that go
    less, more = ("takes", "sheds") if piles_up else ("loses", "gains")
    word = more if fate.mean < 0 else less
    rows = {str(abs(points)): chance for points, chance in fate.lost.items()}
    head = f"{_name(reading, name)} {word} {health}: mean {_decimal(abs(fate.mean))}, P(down) {_chance(fate.down)}"
    return [head, *_rows(rows)]


def spelling_of(reading: Reading, health: Any) -> str:
    """A health value as the file spells it."""
    stat = next(s for s in stats_of(reading.system.combatant) if s.name == reading.system.health)
    spelled = spelled_value(stat.codec, health, reading.encounter.grid)
    return ", ".join(map(str, spelled)) or "-" if isinstance(spelled, list) else str(spelled)


def _badness(reading: Reading, health: Any) -> tuple[int, ...]:
    """How bad a list of wounds is: the worst first, by their place among the choices there are."""
    codec = next(s for s in stats_of(reading.system.combatant) if s.name == reading.system.health).codec
    choices = codec.item.choices if isinstance(codec, ListOf) and isinstance(codec.item, Scalar) else ()
    return tuple(sorted((choices.index(one) for one in health), reverse=True)) if choices else ()


def _rows(spread: Mapping[str, Fraction]) -> list[str]:
    wide = max(map(len, spread))
    exact = max(len(str(chance)) for chance in spread.values())
    return [
        f"  {value:>{wide}}  " + (f"{chance!s:>{exact}}  " if exact <= LONGEST else "") + f"{float(chance):7.2%}"
        for value, chance in spread.items()
    ]


def _chance(chance: Fraction) -> str:
    if chance.denominator == 1:
        return str(chance)
    shown = f"{chance} = " if len(str(chance)) <= LONGEST else ""
    return f"{shown}{float(chance):.2%}"


def _decimal(number: Fraction) -> str:
    shown = f"{number} = " if number.denominator != 1 and len(str(number)) <= LONGEST else ""
    return f"{shown}{float(number):.4g}"


def _number(number: Fraction) -> dict[str, Any]:
    return {"exact": str(number), "float": float(number)}


def _by_number(row: tuple[str, Fraction]) -> tuple[float, str]:
    try:
        return float(row[0].partition("/")[0]), row[0]
    except ValueError:
        return float("-inf"), row[0]


def _name(reading: Reading, who: str) -> str:
    return str(reading.encounter.combatants[who].name)
