"""The cheapest way over whatever states a system's movement needs: hexes, or hexes with facings and what is used up.

Movement is told by a function from a state to the ways out of it. Each way is (next state, cost, rank): the cost is
paid, the rank only decides between paths that cost the same. Ranks are summed place by place and the smaller sum is
better, so (provoked, turned) prefers fewer provocations, then fewer turns. Where that is equal too, the first way
listed wins, at the first state where two paths part: list ways clockwise, and a tie always breaks the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from heapq import heappop, heappush
from typing import Generic, NamedTuple, TypeAlias, TypeVar

S = TypeVar("S", bound=Hashable)

Rank: TypeAlias = tuple[int, ...]
"""What decides between equal costs; of one length throughout a search. () where only the order of ways decides."""


class Path(NamedTuple, Generic[S]):
    """A way through states, its start and its goal included."""

    states: tuple[S, ...]
    cost: int
    rank: Rank


def cheapest(
    start: S,
    goal: Callable[[S], bool],
    ways: Callable[[S], Iterable[tuple[S, int, Rank]]],
    limit: int | None = None,
    ahead: Callable[[S], int] | None = None,
) -> Path[S] | None:
    """Find the cheapest path to a state that is a goal, at most `limit` in all; None if there is none.

    Without a limit the states must be finite. `ahead` tells the least that is still to be paid from a state, so that
    fewer are tried: 0 at every goal, and by no way does it become less by more than that way costs. The path found is
    the same without it. ValueError if a cost or rank is negative.
    """
    before: dict[S, S] = {}
    for state, previous, cost, rank in _settled(start, ways, limit, ahead):
        before[state] = previous
        if goal(state):
            return Path(_trace(before, state), cost, rank)
    return None


def reachable(start: S, ways: Callable[[S], Iterable[tuple[S, int, Rank]]], limit: int) -> dict[S, int]:
    """Give every state that costs at most `limit`, with its least cost, cheapest first; `start` costs 0."""
    return {state: cost for state, _, cost, _ in _settled(start, ways, limit)}


def _settled(
    start: S,
    ways: Callable[[S], Iterable[tuple[S, int, Rank]]],
    limit: int | None,
    ahead: Callable[[S], int] | None = None,
) -> Iterator[tuple[S, S, int, Rank]]:
    """Yield each state once, best first, with the one before it (`start` itself at the start), its cost and rank.

    This is Dijkstra's algorithm, A* with what lies ahead. Entries are ordered by cost (with the least that is still to
    be paid), rank and trail, the number of each way taken from the start: no two entries have one trail, so states are
    never compared. None of the three becomes less on the way, so the first entry of a state is its best.
    """
    queue: list[tuple[int, Rank, Rank, int, S, S]] = [(0, (), (), 0, start, start)]
    done: set[S] = set()
    while queue:
        _, rank, trail, cost, state, previous = heappop(queue)
        if state in done:
            continue
        done.add(state)
        yield state, previous, cost, rank
        for number, (following, price, worth) in enumerate(ways(state)):
            if price < 0 or (worth and min(worth) < 0):
                raise ValueError(f"a way to {following} has a negative cost or rank: {price}, {worth}")
            if following in done:
                continue
            paid = cost + price
            least = paid + ahead(following) if ahead is not None else paid
            if limit is not None and least > limit:
                continue
            total = tuple([a + b for a, b in zip(rank, worth, strict=True)]) if trail else worth
            heappush(queue, (least, total, (*trail, number), paid, following, state))


def _trace(before: dict[S, S], end: S) -> tuple[S, ...]:
    states = [end]
    while before[states[-1]] != states[-1]:
        states.append(before[states[-1]])
    return tuple(reversed(states))
