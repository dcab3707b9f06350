"""Groups, chains and folds: the order of faces, and what a rule sees in them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmtool.dice.throws import HIGHEST, LOWEST, SORTED, TOTAL, Cast, Fold, Group, Throw, chains, fill
from gmtool.errors import Bug, Misused

WILD = Group(1, 6, "wild die", frozenset({6}), 10)
TWO_EXPLODING = Group(2, 6, again=frozenset({6}), limit=2)


@pytest.mark.parametrize(
    ("group", "faces", "expected"),
    [
        (Group(0, 6), (), []),
        (Group(3, 6), (4, 6, 1), [(4,), (6,), (1,)]),
        (WILD, (3,), [(3,)]),
        (WILD, (6, 6, 3), [(6, 6, 3)]),
        # D6-4: first all dice, then their rerolls in waves: both sixes are rolled again, then only the second once more
        (TWO_EXPLODING, (6, 6, 1, 6, 5), [(6, 1), (6, 6, 5)]),
        # a die adds `limit` dice at most: the last six asks for no more
        (TWO_EXPLODING, (6, 2, 6, 6), [(6, 6, 6), (2,)]),
        (Group(2, 4, again=frozenset({1, 4}), limit=1), (1, 4, 4, 1), [(1, 4), (4, 1)]),
    ],
)
def test_chains(group: Group, faces: tuple[int, ...], expected: list[tuple[int, ...]]) -> None:
    assert chains(group, faces) == expected


@pytest.mark.parametrize(
    ("group", "faces", "message"),
    [
        (Group(2, 6), (3, 7), "2d6: a d6 shows 1 to 6, not 7"),
        (Group(2, 6), (0, 3), "2d6: a d6 shows 1 to 6, not 0"),
        (Group(2, 6), (3,), "2d6: faces wanted: 2, not 1"),
        (Group(2, 6), (3, 3, 3), "2d6: faces wanted: 2, not 3"),
        (Group(0, 6), (1,), "0d6: faces wanted: 0, not 1"),
        (WILD, (6,), "1d6 wild die: faces wanted: 2, not 1"),
        (WILD, (5, 5), "1d6 wild die: faces wanted: 1, not 2"),
        (TWO_EXPLODING, (6, 2, 6, 6, 1), "2d6: faces wanted: 4, not 5"),
    ],
)
def test_impossible_faces_are_refused(group: Group, faces: tuple[int, ...], message: str) -> None:
    with pytest.raises(Misused) as caught:
        chains(group, faces)
    assert caught.value.text == message


@pytest.mark.parametrize(
    ("count", "sides", "again", "limit"),
    [(-1, 6, frozenset(), 0), (1, 0, frozenset(), 0), (1, 6, frozenset({6}), 0), (1, 6, frozenset(), 3)],
)
def test_dice_that_cannot_exist(count: int, sides: int, again: frozenset[int], limit: int) -> None:
    with pytest.raises(Bug):
        Group(count, sides, "", again, limit)


def test_equal_dice_are_equal_groups() -> None:
    assert Group(2, 6, again=frozenset({6}), limit=2) == TWO_EXPLODING
    assert hash(Group(2, 6, again=frozenset({6}), limit=2)) == hash(TWO_EXPLODING)
    others = [Group(1, 6), Group(2, 8), Group(2, 6, "wild die"), Group(2, 6, "", frozenset({6}), 3), Group(2, 6)]
    assert len({TWO_EXPLODING, *others}) == 6
    assert Group(2, 6) != (2, 6)


def test_groups_are_hashed_anew_in_another_process() -> None:
    pickled = pickle.dumps(Group(2, 6, "wild die"))
    code = (
        "import pickle; from gmtool.dice.throws import Group; "
        f"print(len({{pickle.loads({pickled!r}), Group(2, 6, 'wild die')}}))"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True, cwd=Path(__file__).parents[2]) == "1\n"


@given(st.integers(0, 5), st.sets(st.integers(1, 4)), st.integers(1, 3), st.lists(st.integers(1, 4), min_size=30))
def test_fill_and_chains_agree(count: int, again: set[int], limit: int, rolls: list[int]) -> None:
    group = Group(count, 4, again=frozenset(again), limit=limit if again else 0)
    queue = iter(rolls + [1] * 300)
    faces = fill(group, lambda _group, _wave: next(queue))
    built = chains(group, faces)
    assert len(built) == count
    assert sorted(face for chain in built for face in chain) == sorted(faces)
    for chain in built:
        assert all(face in again for face in chain[:-1])
        assert len(chain) <= group.limit + 1
        assert chain[-1] not in again or len(chain) == group.limit + 1


def test_fill_tells_first_dice_from_rerolls() -> None:
    waves: list[int] = []

    def face(_group: Group, wave: int) -> int:
        waves.append(wave)
        return (6, 6, 2, 6, 1, 3)[len(waves) - 1]

    assert fill(Group(3, 6, again=frozenset({6}), limit=10), face) == (6, 6, 2, 6, 1, 3)
    assert waves == [0, 0, 0, 1, 1, 2]


@pytest.mark.parametrize(
    ("fold", "groups", "faces", "expected"),
    [
        (TOTAL, (Group(2, 6), Group(1, 8)), ((3, 5), (8,)), 16),
        (TOTAL, (WILD,), ((6, 6, 3),), 15),
        (TOTAL, (), (), 0),
        (HIGHEST, (Group(3, 6),), ((2, 5, 4),), 5),
        (HIGHEST, (Group(1, 6), WILD), ((6,), (6, 1)), 7),
        (HIGHEST, (Group(0, 6),), ((),), 0),
        (LOWEST, (Group(3, 6),), ((2, 5, 4),), 2),
        (LOWEST, (Group(0, 6), Group(1, 6)), ((), (4,)), 4),
        (LOWEST, (Group(0, 6),), ((),), 0),
        (SORTED, (Group(3, 6), WILD), ((2, 5, 4), (6, 2)), (8, 5, 4, 2)),
        (SORTED, (), (), ()),
    ],
)
def test_folds(
    fold: Fold[Any], groups: tuple[Group, ...], faces: tuple[tuple[int, ...], ...], expected: object
) -> None:
    assert fold(groups, faces) == expected


@given(st.permutations([1, 2, 3, 4, 5, 6, 6]), st.sampled_from([TOTAL, HIGHEST, LOWEST, SORTED]))
def test_dice_of_one_group_are_interchangeable(faces: list[int], fold: Fold[Any]) -> None:
    assert fold((Group(7, 6),), (faces,)) == fold((Group(7, 6),), (sorted(faces),))


def test_a_fold_can_tell_groups_apart_and_finish() -> None:
    hits = Fold(
        "hits", lambda group, chain: (chain[0] > 2, group.label == "bad"), lambda a, b: (a[0] + b[0], a[1] or b[1]),
        (0, False), done=lambda both: both[0] - both[1], typed="s", meant=lambda number: number,
    )  # fmt: skip
    assert hits((Group(3, 6), Group(1, 6, "bad")), ((1, 3, 4), (5,))) == 2
    assert hits.value_of(3) == 3


def test_words_say_a_cast_again() -> None:
    assert Cast(9, ((4, 1), (4,)), "rolled").words == "4,1,4"
    assert Cast(14, None, "given", "=14").words == "=14"
    assert Cast(14, None, "counted").words == ""


def test_a_throw_says_what_is_asked_for() -> None:
    assert str(Throw("wolf", "Core Die", (Group(1, 6),), TOTAL)) == "wolf, Core Die (1d6)"
    assert str(Throw("thug", "brawling", (Group(3, 6), WILD), TOTAL)) == "thug, brawling (3d6, 1d6 wild die)"
