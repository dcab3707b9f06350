"""The exact chance that one outlasts another: every way their fight can go, weighed.

From each moment the policy's command leads on to others, with exact chances. Moments that come back to themselves (both
miss, all is as it was) are solved together as linear equations. Nothing is sampled.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from gmtool.errors import Refused
from gmtool.rules.model import Encounter
from gmtool.rules.system import System
from gmtool.simulation.arena import Arena
from gmtool.simulation.batch import policy_of, require_open
from gmtool.simulation.field import Moment

MOST_MOMENTS = 12_000
"""moments of a fight that are followed: a minute of work or so"""
MOST_TOGETHER = 400
"""moments that lead back to each other which are solved together"""


class Duel(NamedTuple):
    """How it ends. The chances and `forever` add up to 1."""

    wins: Mapping[str, Fraction]
    """by id: that it outlasts the other"""
    neither: Fraction
    """that both fall together"""
    forever: Fraction
    """that it never ends"""
    moments: int
    """how many different moments were followed"""


Ways: TypeAlias = Mapping[int, Fraction]
"""To which moments one leads, by number, and how likely."""
Ends: TypeAlias = tuple[Fraction, ...]
"""The chance that the first is left, the second, neither."""


def duel(system: System, start: Encounter, names: tuple[str, str]) -> Duel:
    """Follow the fight of two, nobody else being there. Raises Refused where it takes too many moments to follow."""
    encounter = _alone(start, names)
    require_open(system, encounter)
    arena = Arena(system, encounter, policy_of(system))
    while (explored := _explore(arena, names)) is None:
        pass
    steps, ends = explored
    first, second, neither = _solve(steps, ends)
    forever = 1 - first - second - neither
    return Duel(dict(zip(names, (first, second), strict=True)), neither, forever, len(steps) + len(ends))


def _alone(start: Encounter, names: tuple[str, str]) -> Encounter:
    """The two and nobody else; to be fought on the ground as it is."""
    encounter = start.copy()
    encounter.combatants = {name: start.combatants[name].copy() for name in start.combatants if name in names}
    for field in ("order", "acted", "sharing", "delayed"):
        setattr(encounter, field, tuple(name for name in getattr(encounter, field) if name in names))
    if encounter.turn not in names:
        encounter.turn = None
    return encounter


def _explore(arena: Arena, names: tuple[str, str]) -> tuple[dict[int, Ways], dict[int, Ends]] | None:
    """Every moment the fight may come to: what it leads to, or who stands at its end.

    None where more of a moment turned out to matter than was compared: to be done again.
    """
    horizon = arena.horizon
    known: dict[Moment | tuple[bool, ...], int] = {}
    held: list[tuple[Any, ...]] = []

    def standing() -> tuple[bool, ...]:
        return tuple(arena.system.stands(arena.encounter.combatants[name]) for name in names)

    def number() -> int:
        up = standing()
        key = arena.field.moment() if all(up) else up  # how it ended is all that matters of an end
        found = known.get(key)
        if found is None:
            found = known[key] = len(held)
            held.append(arena.field.values())
            if found >= MOST_MOMENTS:
                raise Refused(
                    f"the duel of {' and '.join(names)} has more than {MOST_MOMENTS:,} moments: too many to follow",
                    remedy="`gm simulate` samples it",
                )
        return found

    arena.field.reset()
    _fold(arena)
    number()
    steps: dict[int, Ways] = {}
    ends: dict[int, Ends] = {}
    place = 0
    while place < len(held):
        values = held[place]
        arena.field.restore(values)
        deed = arena.choose()
        branches = arena.branches(deed) if deed is not None else []
        if arena.horizon != horizon:
            return None
        if deed is None:
            up = standing()
            ends[place] = tuple(Fraction(is_so) for is_so in (*up, not any(up)))
        else:
            ways: dict[int, Fraction] = {}
            for chance, changes in branches:
                arena.field.restore(values)
                arena.field.apply(changes)
                _fold(arena)
                there = number()
                ways[there] = ways.get(there, Fraction(0)) + chance
            steps[place] = ways
        place += 1
    return steps, ends


def _fold(arena: Arena) -> None:
    """Put alike moments that no rule can tell apart: late rounds, and initiatives in the same order."""
    encounter = arena.encounter
    arena.set_back()
    numbers = sorted({one.initiative for one in encounter.combatants.values() if one.initiative is not None})
    for one in encounter.combatants.values():
        if one.initiative is not None and one.initiative != numbers.index(one.initiative):
            one.initiative = numbers.index(one.initiative)


def _solve(steps: Mapping[int, Ways], ends: Mapping[int, Ends]) -> Ends:
    """The chance of each end from moment 0: components that lead back to themselves, the last first."""
    value: dict[int, Ends] = dict(ends)
    for component in _components(steps):
        here = component[0]
        if len(component) == 1 and here not in steps[here]:
            value[here] = _mixed((chance, value[there]) for there, chance in steps[here].items())
        else:
            value |= _together(component, steps, value)
    return value[0]


def _mixed(parts: Iterator[tuple[Fraction, Ends]]) -> Ends:
    """A mixture of chances."""
    mixture = [Fraction(0)] * 3
    for chance, values in parts:
        for place, one in enumerate(values):
            if one:
                mixture[place] += chance * one
    return tuple(mixture)


def _together(component: list[int], steps: Mapping[int, Ways], value: Mapping[int, Ends]) -> dict[int, Ends]:
    """Solve moments that lead back to each other: one after the other is put into the others' equations."""
    if len(component) > MOST_TOGETHER:
        raise Refused(
            f"{len(component):,} moments of the duel lead back to each other: too many to solve",
            remedy="`gm simulate` samples it",
        )
    inside = set(component)
    ways: dict[int, dict[int, Fraction]] = {}
    out: dict[int, list[Fraction]] = {}
    for here in component:
        ways[here] = {there: chance for there, chance in steps[here].items() if there in inside}
        outside = ((chance, value[there]) for there, chance in steps[here].items() if there not in inside)
        out[here] = list(_mixed(outside))
    comes_from: dict[int, set[int]] = {here: set() for here in component}
    for here, leads in ways.items():
        for there in leads:
            comes_from[there].add(here)
    for here in component:
        leads = ways[here]
        stays = leads.pop(here, Fraction(0))
        comes_from[here].discard(here)
        scale = 1 / (1 - stays) if stays != 1 else Fraction(0)  # one that only leads to itself never ends
        for there in leads:
            leads[there] *= scale
        out[here] = [scale * one for one in out[here]]
        for before in comes_from[here]:
            into = ways[before].pop(here)
            for there, chance in leads.items():
                ways[before][there] = ways[before].get(there, Fraction(0)) + into * chance
                comes_from[there].add(before)
            for place in range(3):
                out[before][place] += into * out[here][place]
        for there in leads:
            comes_from[there].discard(here)
    found: dict[int, Ends] = {}
    for here in reversed(component):
        known = _mixed((chance, found[there]) for there, chance in ways[here].items())
        found[here] = tuple(one + other for one, other in zip(out[here], known, strict=True))
    return found


def _components(steps: Mapping[int, Ways]) -> Iterator[list[int]]:
    """The moments that lead back to each other, those first that lead to no others yet unsolved (Tarjan 1972)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    work: list[tuple[int, Iterator[int]]] = []

    def enter(here: int) -> None:
        index[here] = low[here] = len(index)
        stack.append(here)
        waiting.add(here)
        work.append((here, (there for there in steps[here] if there in steps)))

    for root in steps:
        if root not in index:
            enter(root)
        while work:
            here, leads = work[-1]
            there = next(leads, None)
            if there is None:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[here])
                if low[here] == index[here]:
                    component = [stack.pop()]
                    while component[-1] != here:
                        component.append(stack.pop())
                    waiting.difference_update(component)
                    yield component
            elif there not in index:
                enter(there)
            elif there in waiting:
                low[here] = min(low[here], index[there])
