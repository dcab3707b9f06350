"""Edits where anchors, aliases and merges are: the edited place changes, the others keep what they had."""

import pytest

from gmtool.document.edit import Delete, Edit, Insert, Set, edit
from gmtool.document.parse import parse

WOLVES = """\
wolf: &wolf
  hp: 9   # full
  stats: {str: 2}
grey:
  <<: *wolf
  at: 0405
white: {<<: *wolf, at: 0406}
twin: *wolf
"""


def edited(before: str, *changes: Edit) -> str:
    return edit(parse(before.encode(), "fight.yaml"), changes).text


def replaced(before: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in before
        before = before.replace(old, new)
    return before


OVERRIDES = [
    ("a merged value", Set(("grey", "hp"), "4"), [("  at: 0405\n", "  at: 0405\n  hp: 4\n")]),
    (
        "a merged value in its order",
        Set(("grey", "hp"), "4", ("hp", "at")),
        [("  at: 0405\n", "  hp: 4\n  at: 0405\n")],
    ),
    ("a merged value in braces", Set(("white", "hp"), "4"), [("at: 0406}", "at: 0406, hp: 4}")]),
    ("below a merged value", Set(("white", "stats", "str"), "3"), [("at: 0406}", "at: 0406, stats: {str: 3}}")]),
    (
        "a key below a merged value",
        Set(("white", "stats", "agi"), "3"),
        [("at: 0406}", "at: 0406, stats: {str: 2, agi: 3}}")],
    ),
    ("a value of an alias", Set(("twin", "hp"), "4"), [("twin: *wolf", "twin: {<<: *wolf, hp: 4}")]),
    ("a new key of an alias", Set(("twin", "at"), "0407"), [("twin: *wolf", "twin: {<<: *wolf, at: 0407}")]),
    ("a key off an alias", Delete(("twin", "hp")), [("twin: *wolf", "twin:\n  stats: {str: 2}")]),
    ("an alias as a whole", Set(("twin",), "dead"), [("twin: *wolf", "twin: dead")]),
    ("what it has already", Set(("grey", "hp"), "9"), []),
]

SHARED = [
    (
        "the anchor's own value: the others get it as it was",
        Set(("wolf", "hp"), "4"),
        [
            ("  hp: 9   # full", "  hp: 4   # full"),
            ("  at: 0405\n", "  at: 0405\n  hp: 9\n"),
            ("at: 0406}", "at: 0406, hp: 9}"),
            ("twin: *wolf", "twin: {<<: *wolf, hp: 9}"),
        ],
    ),
    (
        "a key off the anchor: the others keep it",
        Delete(("wolf", "hp")),
        [
            ("  hp: 9   # full\n", ""),
            ("  at: 0405\n", "  at: 0405\n  hp: 9\n"),
            ("at: 0406}", "at: 0406, hp: 9}"),
            ("twin: *wolf", "twin: {<<: *wolf, hp: 9}"),
        ],
    ),
    (
        "a new key of the anchor: the anchor moves to the first other place, as it was",
        Set(("wolf", "mark"), "x"),
        [
            ("wolf: &wolf\n", "wolf:\n"),
            ("{str: 2}\n", "{str: 2}\n  mark: x\n"),
            ("grey:\n  <<: *wolf", "grey:\n  <<: &wolf {hp: 9, stats: {str: 2}}"),
        ],
    ),
    (
        "the anchor goes: the same",
        Delete(("wolf",)),
        [
            ("wolf: &wolf\n  hp: 9   # full\n  stats: {str: 2}\n", ""),
            ("grey:\n  <<: *wolf", "grey:\n  <<: &wolf {hp: 9, stats: {str: 2}}"),
        ],
    ),
    (
        "the anchor becomes a word: the same",
        Set(("wolf",), "dead"),
        [
            ("wolf: &wolf\n  hp: 9   # full\n  stats: {str: 2}\n", "wolf: dead\n"),
            ("grey:\n  <<: *wolf", "grey:\n  <<: &wolf {hp: 9, stats: {str: 2}}"),
        ],
    ),
    (
        "the anchor and another place at once",
        [Set(("wolf", "hp"), "4"), Set(("grey", "hp"), "5"), Set(("white", "hp"), "6"), Set(("twin", "hp"), "7")],
        [
            ("  hp: 9   # full", "  hp: 4   # full"),
            ("  at: 0405\n", "  at: 0405\n  hp: 5\n"),
            ("at: 0406}", "at: 0406, hp: 6}"),
            ("twin: *wolf", "twin: {<<: *wolf, hp: 7}"),
        ],
    ),
]


@pytest.mark.parametrize(
    ("change", "pairs"), [pytest.param(change, pairs, id=name) for name, change, pairs in [*OVERRIDES, *SHARED]]
)
def test_wolves(change: Edit | list[Edit], pairs: list[tuple[str, str]], each_parser: str) -> None:
    changes = change if isinstance(change, list) else [change]
    assert edited(WOLVES, *changes) == replaced(WOLVES, *pairs)


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        ("a: &x 1\nb: *x\nc: *x\n", Set(("a",), "2"), "a: &x 2\nb: 1\nc: 1\n"),
        ("a: &x 1\nb: *x\nc: *x\n", Set(("b",), "2"), "a: &x 1\nb: 2\nc: *x\n"),
        ("a: &x 1\nb: *x\nc: *x\n", Delete(("a",)), "b: &x 1\nc: *x\n"),
        ("a: &x 1\nb: *x\n", Delete(("a",)), "b: 1\n"),
        ("a: &x 1\nb: *x\n", Delete(("b",)), "a: &x 1\n"),
        ("a: &x [p, q]\nb: *x\n", Insert(("a",), 2, "r"), "a: &x [p, q, r]\nb: [p, q]\n"),
        ("a: &x [p, q]\nb: *x\n", Insert(("b",), 2, "r"), "a: &x [p, q]\nb: [p, q, r]\n"),
        ("a: &x\n  - p\n  - q\nb: *x\n", Delete(("b", 0)), "a: &x\n  - p\n  - q\nb: [q]\n"),
        ("a: &x {k: '12'}\nb: *x\n", Set(("a",), "w"), "a: w\nb: {k: '12'}\n"),
        ("a: &x {}\nb: *x\n", Set(("a", "k"), "1"), "a: {k: 1}\nb: {}\n"),
        (
            "a: &x {k: 1}\nb: &y {<<: *x}\nc: {<<: *y}\n",
            Set(("a", "k"), "2"),
            "a: &x {k: 2}\nb: &y {<<: *x, k: 1}\nc: {<<: *y}\n",
        ),
        ("a: [&x {k: 1}, *x]\n", Delete(("a", 0)), "a: [{k: 1}]\n"),
        ("a: &x {k: 1}\nb: {<<: [*x], l: 2}\n", Set(("b", "k"), "3"), "a: &x {k: 1}\nb: {<<: [*x], l: 2, k: 3}\n"),
        ("a: &x 1\nb: &x 2\nc: *x\n", Set(("a",), "3"), "a: &x 3\nb: &x 2\nc: *x\n"),
    ],
)
def test_anchors(before: str, change: Edit, after: str, each_parser: str) -> None:
    assert edited(before, change) == after
