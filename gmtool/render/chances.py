"""What `gm odds` found: exact fractions, and what they are in percent."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtool.encounter.reading import Reading
from gmtool.encounter.spelling import spelled_value
from gmtool.render.json import envelope
from gmtool.rules.codecs import ListOf, Scalar
from gmtool.rules.forecast import Fate, Forecast
from gmtool.rules.model import Stat, stats_of

if TYPE_CHECKING:
    from gmtool.simulation.duel import Duel

NONE = "-"
"""stands where a choice has no such figure"""
LONGEST = 24
"""characters of the longest fraction that is printed; the percentage stands for a longer one"""


class Choice(NamedTuple):
    """A command, and what it may come to."""

    words: tuple[str, ...]
    found: Forecast
    by: Stat | None
    """the value whose chances were asked for too"""


def lines(reading: Reading, choice: Choice) -> list[str]:
    """The chance of success, then what may become of each combatant."""
    found = choice.found
    told = [f"odds of: gm {' '.join(choice.words)}"]
    if found.success is not None:
        told.append(f"P({_success(choice.words)}) {_chance(found.success)}")
    for name, fate in found.fates.items():
        told += _fate(reading, name, fate)
    for name, spread in found.by.items():
        assert choice.by is not None
        told.append(f"{_name(reading, name)} {choice.by.label}")
        told += _rows(dict(sorted(spread.items(), key=_by_number)))
    if len(told) == 1:
        told.append("nothing is left to chance")
    return told


def beside(reading: Reading, choices: Sequence[Choice]) -> list[str]:
    """Several choices in columns, numbered: success, then what each combatant loses and how likely it is down."""
    told = [f"{place}: gm {' '.join(choice.words)}" for place, choice in enumerate(choices, 1)]
    rows: dict[str, list[str]] = {"": [str(place) for place in range(1, len(choices) + 1)]}
    if any(choice.found.success is not None for choice in choices):
        words = {_success(choice.words) for choice in choices}
        rows[f"P({words.pop() if len(words) == 1 else 'success'})"] = [
            NONE if one.found.success is None else _chance(one.found.success) for one in choices
        ]
    for name in dict.fromkeys(name for choice in choices for name in choice.found.fates):
        rows |= _fates_beside(reading, name, [choice.found.fates.get(name) for choice in choices])
    for name in dict.fromkeys(name for choice in choices for name in choice.found.by):
        spreads = [choice.found.by.get(name, {}) for choice in choices]
        label = next(choice.by.label for choice in choices if choice.by is not None)
        rows |= _spreads_beside(f"{_name(reading, name)} {label}", spreads)
    if len(rows) == 1:
        return [*told, "nothing is left to chance"]
    label_wide = max(map(len, rows))
    wide = [max(len(values[place]) for values in rows.values()) for place in range(len(choices))]
    for label, values in rows.items():
        cells = "  ".join(f"{value:<{wide[place]}}" for place, value in enumerate(values))
        told.append(f"{label:<{label_wide}}  {cells}".rstrip())
    return told


def _fates_beside(reading: Reading, name: str, fates: Sequence[Fate | None]) -> dict[str, list[str]]:
    who, health = _name(reading, name), reading.system.health
    rows = {f"{who} P(down)": [NONE if fate is None else _chance(fate.down) for fate in fates]}
    if all(fate is None or fate.lost for fate in fates):
        rows[f"{who} {health}, mean change"] = [NONE if fate is None else f"{float(-fate.mean):+.4g}" for fate in fates]
        numbers = sorted({points for fate in fates if fate for points in fate.lost})
        spreads = [
            {} if fate is None else {f"{-points:+d}": chance for points, chance in fate.lost.items()} for fate in fates
        ]
        return rows | _spreads_beside(f"{who} {health}", spreads, [f"{-points:+d}" for points in numbers])
    spreads = [{} if fate is None else _spelled_fate(reading, fate) for fate in fates]
    return rows | _spreads_beside(f"{who} {health}", spreads)


def _spreads_beside(
    label: str, spreads: Sequence[Mapping[str, Fraction]], order: Sequence[str] | None = None
) -> dict[str, list[str]]:
    values = order or sorted({value for spread in spreads for value in spread}, key=lambda one: _by_number((one, 0)))
    return {
        f"{label} {value}": [f"{float(spread[value]):.2%}" if value in spread else NONE for spread in spreads]
        for value in values
    }


def data(command: Sequence[str], reading: Reading, choice: Choice, others: Sequence[Choice] = ()) -> dict[str, Any]:
    """The same for programs: fractions as text, floats beside them; other choices as a list `vs`."""
    result = {**envelope(command, reading), **_data(reading, choice)}
    if others:
        result["vs"] = [{"command": ["odds", *other.words], **_data(reading, other)} for other in others]
    return result


def _data(reading: Reading, choice: Choice) -> dict[str, Any]:
    found = choice.found
    result: dict[str, Any] = {
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
    if choice.by is not None:
        result["by"] = {
            "key": choice.by.key,
            "combatants": {
                name: {value: _number(chance) for value, chance in spread.items()} for name, spread in found.by.items()
            },
        }
    return result


def duel_lines(reading: Reading, found: "Duel") -> list[str]:
    """Who outlasts whom, exactly."""
    names = [_name(reading, name) for name in found.wins]
    told = [f"the duel of {' and '.join(names)} by the plain policy; {found.moments:,} moments followed"]
    told += [f"P({_name(reading, name)} outlasts) {_chance(chance)}" for name, chance in found.wins.items()]
    if found.neither:
        told.append(f"P(both fall) {_chance(found.neither)}")
    if found.forever:
        told.append(f"P(it never ends) {_chance(found.forever)}")
    return told


def duel_data(command: Sequence[str], reading: Reading, found: "Duel") -> dict[str, Any]:
    """The same for programs."""
    return {
        **envelope(command, reading),
        "outlasts": {name: _number(chance) for name, chance in found.wins.items()},
        "neither": _number(found.neither),
        "forever": _number(found.forever),
        "moments": found.moments,
    }


def _success(words: Sequence[str]) -> str:
    return "hit" if words[0] == "attack" else "success"


def _fate(reading: Reading, name: str, fate: Fate) -> list[str]:
    health = reading.system.health
    if not fate.lost:
        rows = _spelled_fate(reading, fate)
        return [f"{_name(reading, name)} {health}: P(down) {_chance(fate.down)}", *_rows(rows)]
    piles_up = type(next(iter(fate.health))) is int  # damage that grows, not points that go
    less, more = ("takes", "sheds") if piles_up else ("loses", "gains")
    word = more if fate.mean < 0 else less
    rows = {str(abs(points)): chance for points, chance in fate.lost.items()}
    head = f"{_name(reading, name)} {word} {health}: mean {_decimal(abs(fate.mean))}, P(down) {_chance(fate.down)}"
    return [head, *_rows(rows)]


def _spelled_fate(reading: Reading, fate: Fate) -> dict[str, Fraction]:
    """Its health as the file spells it, the worst last."""
    worst_last = sorted(fate.health.items(), key=lambda row: _badness(reading, row[0]))
    return {spelling_of(reading, now): chance for now, chance in worst_last}


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


def _by_number(row: tuple[str, Any]) -> tuple[float, str]:
    try:
        return float(row[0].partition("/")[0]), row[0]
    except ValueError:
        return float("-inf"), row[0]


def _name(reading: Reading, who: str) -> str:
    return str(reading.encounter.combatants[who].name)
