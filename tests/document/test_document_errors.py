"""The excerpt of a faulty line, with the caret under the right characters whatever is on the line."""

import pytest

from gmtool.document.errors import bad_file, excerpt, fault, position
from gmtool.document.parse import parse
from gmtool.errors import BadFile


@pytest.mark.parametrize(
    ("text", "part", "excerpt_wanted"),
    [
        ("a: 1\nhp: 104/40   # typo?\n", "104/40", "  2 | hp: 104/40   # typo?\n    |     ^^^^^^"),
        ("\thp: 9\n", "9", "  1 | \thp: 9\n    | \t    ^"),
        ("\u9f8d: x\n", "x", "  1 | \u9f8d: x\n    |     ^"),
        ("a: \u9f8d\u9f8d\n", "\u9f8d\u9f8d", "  1 | a: \u9f8d\u9f8d\n    |    ^^^^"),
        ("e\u0301: x\n", "x", "  1 | e\u0301: x\n    |    ^"),
        ("\u00e9: x\n", "x", "  1 | \u00e9: x\n    |    ^"),
        ("\U0001f469\u200d\U0001f680: x\n", "x", "  1 | \U0001f469\u200d\U0001f680: x\n    |       ^"),
        ("a: x\x1b[31m y\n", "y", "  1 | a: x\ufffd[31m y\n    |           ^"),
        ("a: \u202etxt b\n", "b", "  1 | a: \ufffdtxt b\n    |         ^"),
        ("a: 1\r\nb: 2\r\n", "2", "  2 | b: 2\n    |    ^"),
        ("a: one\n  two\nb: 1\n", "one\n  two", "  1 | a: one\n    |    ^^^"),
        ("\n" * 99 + "a: x\n", "x", "  100 | a: x\n      |    ^"),
    ],
)
def test_excerpt(text: str, part: str, excerpt_wanted: str) -> None:
    start = text.index(part)
    assert excerpt(text, start, start + len(part)) == excerpt_wanted


@pytest.mark.parametrize("start", [0, 150, 400, 799])
def test_a_long_line_is_cut_around_the_caret(start: int) -> None:
    text = "".join(chr(ord("a") + i % 26) for i in range(800)) + "\n"
    quoted, carets = excerpt(text, start, start + 5).split("\n")
    assert len(quoted) < 120
    assert quoted[carets.index("^")] == text[start]
    assert quoted.startswith("  1 | \u2026") == (start > 100)
    assert quoted.endswith("\u2026") == (start < 700)


def test_a_long_part_keeps_its_beginning() -> None:
    quoted, carets = excerpt("a: " + "x" * 900, 3, 903).split("\n")
    assert len(quoted) < 230
    assert quoted[carets.index("^")] == "x"


def test_a_fault_behind_the_end_points_behind_the_last_character() -> None:
    assert excerpt("a: 1", 4, 4) == "  1 | a: 1\n    |     ^"
    assert excerpt("a: 1\n", 99, 99).endswith("^")


@pytest.mark.parametrize(
    ("index", "place"), [(0, (1, 1)), (3, (1, 4)), (4, (1, 5)), (5, (2, 1)), (6, (2, 2)), (99, (2, 4))]
)
def test_position_counts_lines_and_characters_from_one(index: int, place: tuple[int, int]) -> None:
    assert position("a: 1\n\u9f8d: ", index) == place


def test_a_fault_reads_as_file_line_column() -> None:
    found = fault("a: 1\nhp: 9\n", "fight.yaml", 9, 10, "too much")
    assert str(found) == "fight.yaml:2:5: error: too much\n  2 | hp: 9\n    |     ^"
    assert str(found._replace(warning=True)).startswith("fight.yaml:2:5: warning: too much")
    assert fault("a: 1\n", "f", 0, 1, "x", warning=True).warning


def test_bad_file_keeps_all_its_faults() -> None:
    found = [fault("a: 1\n", "f.yaml", 0, 1, "first"), fault("a: 1\n", "f.yaml", 3, 4, "second")]
    error = bad_file("f.yaml", found)
    assert error.faults == tuple(found)
    assert str(error) == "f.yaml: first"


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("{\n  a: 1 # }\n", "{"),
        ("{''#}", "{"),
        ('{"a"#}', "{"),
        ("[''#]", "["),
        ("{#}\na", "{"),
        ("[{}#}", "["),
        ('{"name"#: "rat"}', "{"),
    ],
)
def test_a_brace_whose_end_is_only_in_a_comment_is_said_to_be_open(text: str, sign: str) -> None:
    """What is wrong may be noticed where the file ends: no sign stands there to be looked at."""
    with pytest.raises(BadFile) as refused:
        parse(text.encode(), "x.yaml")
    close = {"{": "}", "[": "]"}[sign]
    assert str(refused.value.faults[0]).startswith(f"x.yaml:1:1: error: this `{sign}` is never closed by a `{close}`")
