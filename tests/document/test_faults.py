"""Every file that cannot be read: line, column, what stands over the caret, and words a game master understands."""

from itertools import pairwise

import pytest

from gmtool.document.parse import parse
from gmtool.errors import BadFile, Fault


def faults(raw: bytes) -> tuple[Fault, ...]:
    with pytest.raises(BadFile) as caught:
        parse(raw, "fight.yaml")
    assert caught.value.code == 3
    return caught.value.faults


def over_caret(fault: Fault) -> str:
    """Give the part of the quoted line that has carets under it (ASCII lines only)."""
    quoted, carets = fault.excerpt.split("\n")
    return "".join(sign for sign, mark in zip(quoted, carets.ljust(len(quoted)), strict=False) if mark == "^")


@pytest.mark.parametrize(
    ("text", "line", "column", "shown", "words"),
    [
        # quotes and colons
        ("a: 1\nnote: Sir Bun: the brave  # c\n", 2, 7, "Sir Bun: the brave", "put quotes round it"),
        ("- x: Sir Bun: the brave\n", 1, 6, "Sir Bun: the brave", "put quotes round it"),
        ("name: @home\n", 1, 7, "@home", "`@` cannot begin a text; put quotes"),
        ("name: `x`\n", 1, 7, "`x`", "put quotes round it"),
        ("name: %x # c\n", 1, 7, "%x", "`%` cannot begin a text; put quotes"),
        ("name: *wolf\n", 1, 7, "*wolf", "put quotes round it"),
        ("name: *wolf pack\n", 1, 7, "*wolf pack", "put quotes round it"),
        ("name: * wolf\n", 1, 7, "* wolf", "put quotes round it"),
        ("name: &wolf\n", 1, 7, "&wolf", "put quotes round it"),
        ("name: & wolf\n", 1, 7, "& wolf", "put quotes round it"),
        ("name: !x\n", 1, 7, "!x", "put quotes round"),
        ("name: !x y\n", 1, 7, "!x", "put quotes round"),
        ("name: !a!b c\n", 1, 7, "!a!b c", "put quotes round it"),
        ("name: >x\nb: 1\n", 1, 7, ">x", "put quotes round it"),
        ("name: ,x\n", 1, 7, ",x", "put quotes round it"),
        ('name: "Big" Al\nb: 1\n', 1, 13, "Al", "text behind the closing quote"),
        ("name: 'D'Arcy'\nb: 1\n", 1, 10, "Arcy'", "each inner one doubled"),
        ("name: [x] y\nb: 1\n", 1, 7, "[x] y", "put quotes round it"),
        ('"a" b: 1\n', 1, 5, "b: 1", "put quotes round"),
        ('path: "C:\\maps"\n', 1, 10, "\\m", "single quotes"),
        # what is never closed
        ('a: 1\nname: "Big\nb: 1\nc: 2\n', 2, 7, '"', "never closed"),
        ("a: 1\nname: 'Big\nb: 1\n", 2, 7, "'", "never closed"),
        ('name: "Big\nb: "x"\nc: 1\n', 1, 7, '"', "closed only in line 2"),
        ("a: {b: 1, c: 2\nd: 3\n", 1, 4, "{", "never closed by a `}`"),
        ("a: [b, c\n", 1, 4, "[", "never closed by a `]`"),
        ("a: {b: [1, 2}\nc: 1\n", 1, 8, "[", "never closed by a `]`"),
        ("a: {b: 1 c: 2}\n", 1, 11, ":", "a comma is missing"),
        ("a: {\n  b: 1\n  c: 2\n}\n", 3, 4, ":", "a comma is missing"),
        ("a: {b: 1,\nc: [2]\n- x\n", 1, 4, "{", "never closed by a `}`"),
        (", a: 1\n", 1, 1, ", a: 1", "cannot stand here"),
        ("a: [, b]\n", 1, 5, ",", "a value is missing"),
        ("a: {b: 1} @\n", 1, 11, "@", "`@` cannot begin a text"),
        ("a:\n  @b: 1\n", 2, 3, "@b: 1", "`@` cannot begin a text"),
        ("a: ? b\n", 1, 4, "? b", "`?` cannot begin a text"),
        ("{a: 1}\nb: 2\n", 2, 1, "b: 2", "behind the end"),
        ("a: {: 1}\n", 1, 5, ":", "a key is missing"),
        ("a: {b: 1}}\nc: 1\n", 1, 10, "}", "closes nothing"),
        # indentation and lines
        ("rat:\n  hp: 3\n\tat: 4\n", 3, 1, "\t", "tab used for indentation, line 3"),
        ("rat:\n  hp: 3\n   at: 4\n", 3, 4, "at", "has a value already"),
        ("rat:\n    hp: 3\n  at: 4\n", 3, 3, "at: 4", "indented like none"),
        ("a:\n  - b\n  c: d\n", 3, 3, "c: d", "a key among list items"),
        ("a:\n  b: 1\n  - c\n", 3, 3, "- c", "a list item among keys"),
        ("a: - b\n", 1, 4, "- b", "a list cannot begin on the line of its key"),
        ("a: 1\nturn rat\nb: 2\n", 2, 1, "turn rat", "`key: value`"),
        ("a: 1\nhp:6\nb: 2\n", 2, 3, ":", "a space is missing"),
        ("just words\ntext: here\n", 1, 1, "just words", "`key: value`"),
        ("a: 1\n%b: 2\n", 2, 1, "%b: 2", "cannot begin with `%`"),
        # keys and aliases
        ("wolf: 1\nrat: 2\nwolf: 3\n", 3, 1, "wolf", "in line 1 and in line 3"),
        ("a: {b: 1, b: 2}\n", 1, 11, "b", "twice in line 1"),
        ('"12": 1\n12: 2\n', 2, 1, "12", "in line 1 and in line 2"),
        ("? [a]\n: 1\n", 1, 3, "[", "a key must be a word"),
        ("a: &a [*a]\n", 1, 8, "*a", "inside the very thing"),
        ("a: &a 1\nb: {<<: *a}\n", 2, 9, "*a", "`<<` takes the `*name` of a mapping"),
        ("a: &a {x: 1}\nb: {<<: *a, <<: *a}\n", 2, 13, "<<", "twice"),
        ("a: !!python/object/apply:os.getcwd []\n", 1, 4, "!!python/object/apply:os.getcwd", "means nothing here"),
        ("a: " + "[" * 101 + "]" * 101, 1, 103, "[", "nested more than 100 deep"),
        # other files
        (
            "round: 1\n<<<<<<< HEAD\nhp: 5\n=======\nhp: 3\n>>>>>>> x\n",
            2,
            1,
            "<<<<<<< HEAD",
            "merge conflict at line 2",
        ),
        ("round: 1\n=======\nhp: 3\n", 2, 1, "=======", "merge conflict at line 2"),
        ("a: [1,\n=======\n]\n", 2, 1, "=======", "merge conflict at line 2"),
        ("a: 1\n---\nb: 2\n", 2, 1, "---", "one encounter per file; the second begins at line 2"),
        ("a: 1\n...\nb: 2\n", 3, 1, "b: 2"[:3], "one encounter per file; the second begins at line 3"),
        ("# only\n# words\n", 1, 1, "#", "nothing in the file but comments"),
        ("---\n", 1, 1, "-", "nothing in the file but comments"),
        ("- a\n- b\n", 1, 1, "- a", "the file begins with a list"),
        ("--- just text\n", 1, 5, "just text", "the file begins with text"),
        ("a: 1\rb: 2\n", 1, 5, " ", "lone carriage return"),
    ],
)
def test_faults(text: str, line: int, column: int, shown: str, words: str, each_parser: str) -> None:
    (fault,) = faults(text.encode())
    assert (fault.file, fault.line, fault.column) == ("fight.yaml", line, column), str(fault)
    assert words in fault.text
    assert over_caret(fault).strip() == shown.strip(), str(fault)
    assert str(fault).startswith(f"fight.yaml:{line}:{column}: error: ")


@pytest.mark.parametrize(
    ("raw", "line", "column", "words"),
    [
        (b"", 1, 1, "the file is empty"),
        (b" \n\n", 1, 1, "the file is empty"),
        ("name: \u00e9\n".encode("utf-16"), 1, 1, "UTF-16; save it as UTF-8"),
        ("name: x\n".encode("utf-16-be"), 1, 1, "UTF-16"),
        ("name: x\n".encode("utf-16-le"), 1, 2, "UTF-16"),
        ("a: 1\nname: caf\u00e9\n".encode("latin-1"), 2, 10, "0xe9 is not UTF-8"),
        (b"\xef\xbb\xbfname: \xff\n", 1, 7, "0xff is not UTF-8"),
        (b"a: x\x07y\n", 1, 5, "control character U+0007"),
        (b"a: 'x\x7f'\n", 1, 6, "control character U+007F"),
        (b"a: 1\n" * 2_000_001, 1, 1, "10,000,005 bytes are too many"),
    ],
)
def test_bytes_that_are_no_text(raw: bytes, line: int, column: int, words: str, each_parser: str) -> None:
    (fault,) = faults(raw)
    assert (fault.line, fault.column) == (line, column), str(fault)
    assert words in fault.text


def test_all_duplicates_are_named_at_once(each_parser: str) -> None:
    found = faults(b"a: 1\nb:\n  c: 1\n  c: 2\na: 3\n")
    assert [(fault.line, fault.text.split("`")[1]) for fault in found] == [(4, "c"), (5, "a")]


def test_the_error_says_where_without_its_faults() -> None:
    with pytest.raises(BadFile, match=r"fight\.yaml: the file is empty"):
        parse(b"", "fight.yaml")


def test_an_alias_bomb_is_refused_before_it_goes_off(each_parser: str) -> None:
    names = "abcdefgh"
    rows = "".join(f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n" for before, name in pairwise(names))
    (fault,) = faults(f"a: &a [x, x, x, x, x, x, x, x, x]\n{rows}".encode())
    assert "repeats too much" in fault.text


def test_a_staircase_of_aliases_is_refused(each_parser: str) -> None:
    steps = "".join(f"a{i + 1}: &a{i + 1} {{x: {{y: {{z: *a{i}}}}}}}\n" for i in range(40))
    (fault,) = faults(f"a0: &a0 1\n{steps}".encode())
    assert "nests more than 100 deep" in fault.text


@pytest.mark.parametrize("sign", ["[", "{a: ", "- ", "? ", "&a ", "!!x ", "'", "%", "a: "])
def test_hostile_repetition_is_refused_soon(sign: str) -> None:
    assert faults((sign * 30_000).encode())
