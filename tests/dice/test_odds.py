"""Exact odds: against worked figures, brute force, and another program."""

from __future__ import annotations

import itertools
import operator
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmtool.dice.odds import Cases, chances, counted, falls, ways
from gmtool.dice.sampled import Sampled
from gmtool.dice.throws import HIGHEST, LOWEST, SORTED, TOTAL, Cast, Fold, Group, Source, Throw
from gmtool.errors import Bug, Misused


def read_success(group: Group, chain: tuple[int, ...]) -> tuple[int, bool]:
    if group.label == "wild":
        return sum(face >= 3 for face in chain), chain[0] == 1
    return int(chain[0] >= 3), False


def add_successes(one: tuple[int, bool], other: tuple[int, bool]) -> tuple[int, bool]:
    return one[0] + other[0], one[1] or other[1]


SUCCESSES: Fold[tuple[int, bool]] = Fold("successes", read_success, add_successes, (0, False), typed="s")


def wild_pool(dice: int, limit: int = 10) -> tuple[Group, ...]:
    return Group(dice - 1, 6), Group(1, 6, "wild", frozenset({6}), limit)


def cast(source: Source, *groups: Group, fold: Fold[Any] = TOTAL) -> Any:
    return source.cast(Throw("rat", "test", groups, fold)).value


def plain_successes(source: Source, dice: int) -> int:
    return int(cast(source, Group(dice, 6), fold=SUCCESSES)[0])


def best_of(source: Source, sides: int = 6, fold: Fold[int] = HIGHEST) -> int:
    return int(cast(source, Group(2, sides), fold=fold))


# spec/d6.md example 6, spec/bnb.md example 5, spec/mythril.md example 4
@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (lambda s: plain_successes(s, 4) >= 2, Fraction(72, 81)),
        (lambda s: plain_successes(s, 3) - plain_successes(s, 3) >= 0, Fraction(487, 729)),
        (lambda s: 3 + best_of(s) >= 2 + best_of(s), Fraction(503, 648)),
        (lambda s: 3 + best_of(s) >= 2 + best_of(s, fold=LOWEST), Fraction(613, 648)),
        (lambda s: cast(s, Group(1, 20)) + 5 >= cast(s, Group(1, 20)) + 3, Fraction(247, 400)),
        (lambda _: True, Fraction(1)),
    ],
)
def test_figures_of_the_rules(run: Callable[[Source], bool], expected: Fraction) -> None:
    assert chances(run)[True] == expected


def brute_force(groups: tuple[Group, ...], fold: Fold[Any]) -> dict[Any, Fraction]:
    """Roll every sequence of faces, one die after the other."""
    found: dict[Any, Fraction] = defaultdict(Fraction)

    def go(done: list[tuple[int, ...]], faces: list[int], wave: list[int], number: int, chance: Fraction) -> None:
        if len(done) == len(groups):
            found[fold(groups, done)] += chance
            return
        group = groups[len(done)]
        again = [face for face in wave if face in group.again] if number < group.limit else []
        if number >= 0 and not again:
            go([*done, tuple(faces)], [], [], -1, chance)
            return
        size = group.count if number < 0 else len(again)
        for shown in itertools.product(range(1, group.sides + 1), repeat=size):
            go(done, [*faces, *shown], list(shown), number + 1, chance / group.sides**size)

    go([], [], [], -1, Fraction(1))
    return dict(found)


@pytest.mark.parametrize("fold", [TOTAL, HIGHEST, LOWEST, SORTED, SUCCESSES], ids=lambda fold: fold.name)
@pytest.mark.parametrize(
    "groups",
    [
        (),
        (Group(0, 6),),
        (Group(3, 6),),
        (Group(5, 4),),
        (Group(2, 6), Group(1, 8), Group(2, 2)),
        (Group(1, 6, "wild", frozenset({6}), 3),),
        (Group(2, 3, "wild", frozenset({1, 3}), 2), Group(1, 4)),
        (Group(1, 2, "", frozenset({1, 2}), 2),),
    ],
    ids=lambda groups: "+".join(map(str, groups)),
)
def test_falls_agree_with_brute_force(groups: tuple[Group, ...], fold: Fold[Any]) -> None:
    whole = ways(groups, fold)
    counted_falls = {fall.value: Fraction(fall.weight, whole) for fall in falls(groups, fold)}
    assert counted_falls == brute_force(groups, fold)
    assert len(counted_falls) == len(falls(groups, fold)), "equal values are merged"


@given(st.integers(1, 12), st.integers(1, 12))
@settings(max_examples=40)
def test_however_many_dice_the_highest_is_as_the_formula_says(count: int, sides: int) -> None:
    whole = ways((Group(count, sides),), HIGHEST)
    for value, weight in falls((Group(count, sides),), HIGHEST):
        assert Fraction(weight, whole) == Fraction(value**count - (value - 1) ** count, sides**count)


def test_large_sums_are_exact() -> None:
    found = dict(falls((Group(100, 6),), TOTAL))
    assert sum(found.values()) == 6**100
    assert found[100] == found[600] == 1
    assert found[101] == 100
    assert sum(total * weight for total, weight in found.items()) == 350 * 6**100


def test_agrees_with_icepool() -> None:
    icepool = pytest.importorskip("icepool")
    # a six scores one and is rolled again, twice at most; a 1 is a flag on the first roll only
    plain = icepool.d6.map(lambda face: int(face >= 3))
    last = plain
    once = icepool.d6.map(lambda face: last + 1 if face == 6 else int(face >= 3))
    first = icepool.d6.map(
        lambda face: icepool.tupleize(once + 1, 0) if face == 6 else (int(face >= 3), int(face == 1))
    )
    pool = icepool.tupleize(3 @ plain, first).map(lambda three, one: (three + one[0], one[1] == 1))
    expected = {outcome: Fraction(quantity, pool.denominator()) for outcome, quantity in pool.items()}
    groups = wild_pool(4, limit=2)
    whole = ways(groups, SUCCESSES)
    assert {fall.value: Fraction(fall.weight, whole) for fall in falls(groups, SUCCESSES)} == expected


def attack(source: Source, dice: int) -> int | None:
    """Attack against 2, then damage less resistance."""
    pool = partial(cast, source, *wild_pool(dice), fold=SUCCESSES)
    return pool()[0] - pool()[0] if pool()[0] >= 2 else None


def test_three_pools_of_eight_are_exact_and_quick() -> None:
    found = chances(partial(attack, dice=8))
    assert sum(1 for _ in counted(partial(attack, dice=8))) < 30_000, "thousands of cases, not millions"
    assert sum(found.values()) == 1
    # By hand: the attack misses with no success, or with one. Plain dice: 1/3 none, 2/3 one.
    # Wild die: 1/3 none, 1/2 one (3 to 5), 1/6 one and on; and on to nothing 1/3. So exactly one: 1/2 + 1/6 * 1/3.
    none = Fraction(1, 3) ** 8
    one = 7 * Fraction(2, 3) * Fraction(1, 3) ** 7 + Fraction(1, 3) ** 7 * (Fraction(1, 2) + Fraction(1, 18))
    assert found[None] == none + one
    difference = {value: chance for value, chance in found.items() if value is not None}
    assert all(difference[value] == difference[-value] for value in difference), "equal pools: symmetric"


def test_branches_may_throw_different_dice() -> None:
    def run(source: Source) -> str:
        if cast(source, Group(1, 6)) == 6:
            return "critical" if cast(source, Group(1, 10)) + cast(source, Group(1, 4)) >= 13 else "hit"
        return "miss"

    found = chances(run)
    # of 10 x 4 falls, (9,4), (10,3), (10,4) reach 13
    assert found == {"miss": Fraction(5, 6), "hit": Fraction(1, 6) * Fraction(37, 40), "critical": Fraction(1, 80)}
    assert list(found) == ["miss", "hit", "critical"], "first seen, first named"


def test_counted_streams_every_leaf() -> None:
    def run(source: Source) -> tuple[int, ...]:
        first = cast(source, Group(1, 2))
        return (first, cast(source, Group(1, 3))) if first == 2 else (first,)

    assert list(counted(run)) == [((1,), 1, 2), ((2, 1), 1, 6), ((2, 2), 1, 6), ((2, 3), 1, 6)]


def test_a_counted_cast_shows_no_faces() -> None:
    seen = [source_cast for source_cast, _, _ in counted(lambda s: s.cast(Throw("a", "b", (Group(1, 2),), TOTAL)))]
    assert [(one.value, one.faces, one.source) for one in seen] == [(1, None, "counted"), (2, None, "counted")]


@given(st.recursive(st.just(0), lambda below: st.tuples(st.integers(1, 3), st.integers(1, 4), below), max_leaves=4))
@settings(max_examples=50)
def test_chances_add_up_to_one(plan: Any) -> None:
    def run(source: Source) -> tuple[int, ...]:
        shown: list[int] = []
        step = plan
        while step:
            count, sides, step = step
            shown.append(cast(source, Group(count, sides)))
            if shown[-1] == count:
                break
        return tuple(shown)

    found = chances(run)
    assert sum(found.values()) == 1
    assert all(chance > 0 for chance in found.values())


def test_a_run_that_is_not_deterministic_is_a_bug() -> None:
    sides = itertools.count(2)
    with pytest.raises(Bug, match="another throw stood here"):
        chances(lambda source: cast(source, Group(1, next(sides))))


def test_a_run_that_leaves_out_a_throw_is_a_bug() -> None:
    runs = itertools.count()
    with pytest.raises(Bug, match="1 throws were made"):
        chances(lambda source: cast(source, Group(1, 6)) if next(runs) < 3 else 0)


@pytest.mark.parametrize("group", [Group(1000, 1000), Group(1, 20, "", frozenset(range(1, 21)), 10)])
def test_what_would_take_too_long_is_refused(group: Group) -> None:
    with pytest.raises(Misused, match="too many different falls"):
        falls((group,), TOTAL)


# meetings -------------------------------------------------------------------------------------------------------------


def duel(source: Source, meeting: bool) -> tuple[bool, int]:
    """Two d20, a tie hits; then 2d6 of damage less a d6, both met where only a number is left of the dice."""
    meet = getattr(source, "meet", None) if meeting else None
    hit = cast(source, Group(1, 20)) + 2 >= cast(source, Group(1, 20))
    if meet is not None:
        meet(lambda: hit)
    if not hit:
        return False, 0
    damage = cast(source, Group(2, 6))
    left = max(0, damage - cast(source, Group(1, 6)))
    if meet is not None:
        meet(lambda: left)
    return True, left + (cast(source, Group(1, 4)) if left > 3 else 0)


def test_runs_that_meet_come_to_the_same_chances() -> None:
    assert chances(partial(duel, meeting=True)) == chances(partial(duel, meeting=False))


def test_runs_that_meet_go_on_as_one() -> None:
    runs = itertools.count()

    def run(source: Source) -> tuple[bool, int]:
        next(runs)
        return duel(source, meeting=True)

    assert sum(chances(run).values()) == 1
    # 400 to the first meeting, one miss, 11 x 6 hits to the second, 0 to 3 go on alone, 4 to 11 with four faces each
    assert next(runs) == 400 + 1 + 66 + 4 + 8 * 4


def test_a_meeting_with_nothing_thrown_before_it_or_after_it() -> None:
    def run(source: Any) -> int:
        source.meet(lambda: "start")
        shown = cast(source, Group(1, 4))
        source.meet(lambda: shown % 2)
        return shown % 2

    assert chances(run) == {1: Fraction(1, 2), 0: Fraction(1, 2)}


def test_equal_keys_at_different_meetings_are_different() -> None:
    def run(source: Any) -> tuple[int, int]:
        first = cast(source, Group(1, 2))
        source.meet(lambda: first)
        second = cast(source, Group(1, 3))
        source.meet(lambda: (first, second) if first == 1 else second)
        return first, second

    found = chances(run)
    assert found == {(first, second): Fraction(1, 6) for first in (1, 2) for second in (1, 2, 3)}


class Margin(NamedTuple):
    """By how much a first throw is above a second, at least -1."""

    ahead: int

    def __call__(self, *values: int, **_: Any) -> int:
        return max(-1, values[0] + self.ahead - values[1])


def strike(source: Any, *, ask_more: bool = False) -> tuple[int, ...]:
    """2d6 + 1 against 1d8, the margin is damage: 1d4 more of it where it is 10 or more. Both values are put down."""
    own = Throw("rat", "attack", (Group(2, 6),), TOTAL)
    other = Throw("wolf", "defense", (Group(1, 8),), TOTAL)
    source.foresee(Margin(1), (own, other), kept=True)
    values = source.cast(own).value, source.cast(other).value
    damage = max(-1, values[0] + 1 - values[1])
    more = cast(source, Group(1, 4)) if damage >= 10 else 0
    return (damage + more, *values) if ask_more else (damage + more,)


def strikes_by_hand(asked: int) -> dict[tuple[int, ...], Fraction]:
    """Every face of `strike`: the damage, with both values where three things are asked for."""
    found: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for one, two, other in itertools.product(range(1, 7), range(1, 7), range(1, 9)):
        damage = max(-1, one + two + 1 - other)
        for more in range(1, 5) if damage >= 10 else (0,):
            chance = Fraction(1, 6 * 6 * 8 * (4 if damage >= 10 else 1))
            found[(damage + more, one + two, other)[:asked]] += chance
    return found


def test_throws_that_decide_the_same_are_one_run() -> None:
    runs = itertools.count()

    def run(source: Source) -> tuple[int, ...]:
        next(runs)
        return strike(source)

    bare = chances(run, bare=True)
    assert next(runs) == 14 + 3 * 3, "margins -1 to 12; the last three go on with four faces each"
    assert bare == chances(strike)
    assert bare == strikes_by_hand(1)


def test_values_that_are_asked_for_are_told_apart() -> None:
    assert chances(partial(strike, ask_more=True)) == strikes_by_hand(3)


def test_what_is_drawn_is_drawn_throw_by_throw_as_often_as_it_is_counted() -> None:
    """Whatever of them decides: a fight goes on with the values."""
    own, other = (Throw(who, "roll", (Group(1, 4),), TOTAL) for who in ("rat", "wolf"))
    pairs: Counter[tuple[int, int]] = Counter()
    for k in range(1600):
        at = iter([(k + 0.5) / 1600, (k % 40 + 0.5) / 40])
        source = Sampled(lambda at=at: next(at))
        pairs[source.cast(own).value, source.cast(other).value] += 1
    assert pairs == dict.fromkeys(itertools.product(range(1, 5), repeat=2), 100)


def test_whoever_hears_of_a_draw_gives_what_is_seen_of_it() -> None:
    heard: list[tuple[int, int]] = []

    def drawn(cases: Cases, at: int, numbers: int) -> Cast:
        heard.append((at, numbers))
        return cases.casts[0]

    source = Sampled(lambda: 0.9, drawn)
    assert cast(source, Group(1, 4)) == 1
    assert cast(source, Group(0, 4)) == 0
    assert heard == [(3, 1)], "of what can fall in one way only, nothing is drawn"
    source.cast(Throw("rat", "both", (Group(2, 2),), SORTED))
    assert heard[1:] == [(2, 2)]


def test_throws_that_are_more_than_numbers_are_drawn_together() -> None:
    odd = Fold("odd", lambda _, chain: sum(chain), operator.add, 0, done=lambda total: "odd" if total % 2 else "even")
    seen = Counter[Any]()
    for k in range(24):
        source = Sampled(lambda at=(k + 0.5) / 24: at)
        throws = Throw("rat", "one", (Group(1, 4),), odd), Throw("wolf", "other", (Group(1, 6),), TOTAL)
        seen[source.compare(lambda one, other: (one, other > 4), throws).seen] += 1
    assert seen == {("odd", False): 8, ("even", False): 8, ("odd", True): 4, ("even", True): 4}


def blow_if_brave(nerve: int, blow: int, **_: Any) -> int | None:
    return None if nerve == 1 else blow


def test_the_last_of_the_foreseen_throws_may_be_left_out() -> None:
    def run(source: Any) -> int:
        first = Throw("rat", "nerve", (Group(1, 6),), TOTAL)
        second = Throw("rat", "blow", (Group(1, 6),), TOTAL)
        source.foresee(blow_if_brave, (first, second), kept=False)
        if source.cast(first).value == 1:
            return 0
        return int(source.cast(second).value)

    assert chances(run, bare=True) == {0: Fraction(1, 6), **dict.fromkeys(range(1, 7), Fraction(5, 36))}


def test_another_throw_than_was_foreseen_is_a_bug() -> None:
    def run(source: Any) -> int:
        source.foresee(lambda value: value, (Throw("rat", "nerve", (Group(1, 6),), TOTAL),), kept=False)
        return int(cast(source, Group(1, 8)))

    with pytest.raises(Bug, match="foreseen"):
        chances(run, bare=True)
