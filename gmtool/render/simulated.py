"""What `gm simulate` found: sampled figures, each with its error."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from gmtool.encounter.reading import Reading
from gmtool.render.json import envelope
from gmtool.rules.codecs import Track
from gmtool.rules.naming import counted
from gmtool.simulation.tally import Estimate, Tally, mean, share

PARTS = (10, 50, 90)
"""percent of the fights, for the number of rounds they take"""
GAP = 2


class Run(NamedTuple):
    """What was to be played."""

    runs: int
    seed: int
    swap: Sequence[str]
    finished: bool
    """whether all of it was"""


def lines(reading: Reading, run: Run, found: Sequence[Tally]) -> list[str]:
    """Each side's chance to win, how long it takes, who falls and what it costs; a what-if in a column of its own."""
    told = [f"{counted(found[0].fights, 'fight')} by the plain policy, seed {run.seed}"]
    if not run.finished:
        told[0] += f"; interrupted, {run.runs:,} were wanted"
    if any(not tally.fights for tally in found):
        found = found[:1]
    if len(found) > 1:
        told.append(f"beside it: {', '.join(run.swap)}")
    rows = list(_rows(reading, found))
    label = max(len(name) for name, _ in rows)
    wide = [max(len(values[place]) for _, values in rows) for place in range(len(found))]
    gap = " " * GAP
    for name, values in rows:
        told.append(gap.join([f"{name:<{label}}", *(f"{one:<{wide[i]}}" for i, one in enumerate(values))]).rstrip())
    return told


def _rows(reading: Reading, found: Sequence[Tally]) -> Iterator[tuple[str, list[str]]]:
    if len(found) > 1:
        yield "", ["as it is", "what if"]
    for side in _sides(reading):
        yield f"{side} wins", [percent(share(one.wins[side], one.fights)) for one in found]
    if any(one.nobody for one in found):
        yield "nobody stands", [percent(share(one.nobody, one.fights)) for one in found]
    if any(one.undecided for one in found):
        yield "undecided", [percent(share(one.undecided, one.fights)) for one in found]
    heads = "/".join(f"{part}%" for part in PARTS)
    yield f"rounds, {heads}", ["/".join(str(one.percentile(part / 100)) for part in PARTS) for one in found]
    health = reading.system.health
    for name, combatant in reading.encounter.combatants.items():
        yield f"{combatant.name} falls", [percent(share(one.falls[name], one.fights)) for one in found]
        if any(name in one.lost for one in found):
            word = "loses" if isinstance(getattr(combatant, health), Track) else "takes"
            yield f"{combatant.name} {word} {health}", [_number(_points(one, name)) for one in found]


def percent(estimate: Estimate) -> str:
    """A sampled share with its error: `58.3% ± 0.5`."""
    error = 100 * estimate.error
    places = 2 if error < 0.1 else 1
    return f"{100 * estimate.value:.{places}f}% ± {max(error, 10.0**-places):.{places}f}"


def _number(estimate: Estimate) -> str:
    return f"{estimate.value:.2f} ± {estimate.error:.2f}"


def _points(tally: Tally, name: str) -> Estimate:
    return mean(tally.lost[name], tally.lost_squared[name], tally.fights)


def _sides(reading: Reading) -> list[str]:
    return list(dict.fromkeys(one.side for one in reading.encounter.combatants.values()))


def data(command: Sequence[str], reading: Reading, run: Run, found: Sequence[Tally]) -> dict[str, Any]:
    """The same for programs: every figure with its 95% interval and the whole numbers it comes from."""
    told: dict[str, Any] = {
        **envelope(command, reading),
        "runs": run.runs,
        "seed": run.seed,
        "finished": run.finished,
        "result": _result(reading, found[0]),
    }
    if run.swap:
        told["swap"] = {"values": list(run.swap), "result": _result(reading, found[1])}
    return told


def _result(reading: Reading, tally: Tally) -> dict[str, Any] | None:
    if not tally.fights:
        return None
    return {
        "fights": tally.fights,
        "wins": {side: _share(tally.wins[side], tally) for side in _sides(reading)},
        "nobody": _share(tally.nobody, tally),
        "undecided": _share(tally.undecided, tally),
        "rounds": {str(part): tally.percentile(part / 100) for part in PARTS},
        "combatants": {
            name: {
                "falls": _share(tally.falls[name], tally),
                "lost": _interval(_points(tally, name)) if name in tally.lost else None,
            }
            for name in reading.encounter.combatants
        },
    }


def _share(hits: int, tally: Tally) -> dict[str, Any]:
    return {"count": hits, **_interval(share(hits, tally.fights))}


def _interval(estimate: Estimate) -> dict[str, float]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}
