"""A legend's entries never overlap, never leave the width, and use it."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gmtool.render.map_flow import flowed


@given(st.lists(st.integers(1, 60), max_size=30), st.integers(60, 200), st.integers(0, 8))
def test_boxes_stand_apart_in_reading_order(widths: list[int], width: int, gap: int) -> None:
    places = flowed(widths, width, gap)
    assert places == sorted(places)
    lines: dict[int, list[tuple[int, int]]] = {}
    for box, (line, place) in zip(widths, places, strict=True):
        lines.setdefault(line, []).append((place, place + box))
    assert list(lines) == list(range(len(lines)))
    for boxes in lines.values():
        assert boxes[0][0] == 0
        assert boxes[-1][1] <= width
        assert all(end + gap <= start for (_, end), (start, _) in pairwise(boxes))


def test_boxes_of_one_width_fill_the_lines() -> None:
    assert flowed([10] * 5, 34, 2) == [(0, 0), (0, 12), (0, 24), (1, 0), (1, 12)]
    assert flowed([10] * 3, 33, 2) == [(0, 0), (0, 17), (1, 0)]


def test_one_long_box_does_not_make_a_column_of_them_all() -> None:
    assert flowed([10, 10, 10, 50], 54, 2) == [(0, 0), (0, 14), (0, 28), (1, 0)]


def test_a_box_wider_than_all_has_its_own_line() -> None:
    assert [line for line, _ in flowed([10, 99, 10], 30, 2)] == [0, 1, 2]
