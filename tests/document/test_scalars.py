"""Single values: plain where they can be, and the same again to every reader."""

from collections.abc import Callable
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from gmtool.document.parse import parse
from gmtool.document.scalars import Text, means_text, plain, quoted, stands_plain

PLAIN = [
    *(
        "rat",
        "0304",
        "7/14",
        "no",
        "SE",
        "3:20",
        "1e3",
        "2d6+3",
        "-1",
        "+3",
        "?x",
        ":x",
        "-x",
        "a b",
        "it's",
        "a#b",
        "50%",
    ),
    *(
        "a:b",
        "C:\\maps",
        "x@y",
        "é",
        "龍",
        "a - b",
        "2024-01-05",
        ".5",
        "=x"[1:],
        "<10",
        "(dead)",
        "^",
        "$5",
        "x*",
        "~x",
    ),
]
NEVER = [
    *(
        "",
        " ",
        " a",
        "a ",
        "a: b",
        "a:",
        "a #b",
        "- a",
        "? a",
        ": a",
        "#a",
        "@a",
        "`a",
        "*a",
        "&a",
        "!a",
        "|a",
        ">a",
        "%a",
    ),
    *(
        "'a",
        '"a',
        "[a",
        "]a",
        "{a",
        "}a",
        ",a",
        "~",
        "null",
        "Null",
        "NULL",
        "a\nb",
        "a\tb",
        "\x07",
        "---",
        "--- a",
        "...",
        "<<",
    ),
    *("-", "?", ":", "a\x85b", "a\u2028b", "\ufeffa", "=", "\u200d"),
]


def write_scalar(text: str, style: str, *, quote: str, flow: bool) -> str:
    """Write a value as an edit does: in the quotes `style`, or plain where it can be, or in the file's `quote`."""
    return (None if style else plain(text, flow=flow)) or quoted(text, style or quote)


@pytest.mark.parametrize("text", PLAIN)
def test_what_stands_plain(text: str) -> None:
    assert stands_plain(text, flow=False)


@pytest.mark.parametrize("text", NEVER)
def test_what_needs_quotes(text: str) -> None:
    assert not stands_plain(text, flow=False)
    assert not stands_plain(text, flow=True)


@pytest.mark.parametrize("text", ["a,b", "a[b", "a]", "a{b", "a}", "3:20", "http://x", "?x"])
def test_what_needs_quotes_only_in_brackets(text: str) -> None:
    assert stands_plain(text, flow=False)
    assert not stands_plain(text, flow=True)


def test_a_colon_in_brackets_stands_where_the_file_has_one() -> None:
    assert stands_plain("3:20", flow=True, colon=True)
    assert not stands_plain("3:20,", flow=True, colon=True)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "y",
            "N",
            "yes",
            "No",
            "on",
            "OFF",
            "true",
            "False",
            "~",
            "null",
            "12",
            "-1",
            "+3",
            "007",
            "0x1F",
            "0o17",
            "0b1",
        ),
        *(
            "1_000",
            "1.5",
            ".5",
            "-.5",
            "1e3",
            "12E5",
            "1.5e-3",
            ".inf",
            "-.INF",
            ".nan",
            "3:20",
            "12:30:45",
            "190:20.5",
        ),
        *("2024-01-05", "2024-1-5", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43", "=", "<<"),
    ],
)
def test_free_text_that_others_would_take_for_another_type(text: str) -> None:
    assert not means_text(text)
    assert write_scalar(Text(text), "", quote="'", flow=False) == f"'{text}'"
    assert write_scalar(Text("the " + text), "", quote="'", flow=False).strip("'") == "the " + text


@pytest.mark.parametrize(
    "text", ["rat", "nope", "0304a", "1d6", "a:b", "12 rats", "e3", "_1", "x0", "yeses", "2024-01"]
)
def test_free_text_that_is_text_to_all(text: str) -> None:
    assert means_text(text)
    assert write_scalar(Text(text), "", quote="'", flow=False) == text


@pytest.mark.parametrize(
    ("text", "style", "quote", "written"),
    [
        ("a", "'", '"', "'a'"),
        ("a", '"', "'", '"a"'),
        ("a: b", "", "'", "'a: b'"),
        ("it's: b", "", "'", "'it''s: b'"),
        ("a\nb", "'", "'", '"a\\nb"'),
        ('"\\', '"', "'", '"\\"\\\\"'),
    ],
)
def test_write_scalar(text: str, style: str, quote: str, written: str) -> None:
    assert write_scalar(text, style, quote=quote, flow=False) == written


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.text(
    st.sampled_from(list(" :#-?,[]{}&*!|>'\"%@`=~<.+0123456789abcdefnotyesx\t\n\\\x85\u2028\ufeff")), max_size=8
)


@settings(max_examples=200, deadline=None, database=None)
@given(ANY_TEXT, st.sampled_from(["", "'", '"']), st.sampled_from(["'", '"']), st.booleans())
def test_every_text_comes_back_from_us(text: str, style: str, quote: str, flow: bool) -> None:
    written = write_scalar(text, style, quote=quote, flow=flow)
    document = parse((f"{{a: {written}, b: 1}}" if flow else f"a: {written}\nb: 1\n").encode(), "x.yaml")
    assert document.data() == {"a": text, "b": "1"}


@settings(max_examples=200, deadline=None, database=None)
@given(ANY_TEXT, st.sampled_from(["", "'", '"']), st.booleans())
@example("0?", "", True)  # PyYAML ends a plain value in braces at a question mark
def test_free_text_comes_back_as_text_from_typing_readers(text: str, style: str, flow: bool) -> None:
    written = write_scalar(Text(text), style, quote='"', flow=flow)
    source = f"{{a: {written}, b: x}}" if flow else f"a: {written}\nb: x\n"
    for read in (yaml.safe_load, YAML(typ="safe", pure=True).load):
        found: Any = read(source)
        assert found == {"a": text, "b": "x"}, source


@settings(max_examples=150, deadline=None, database=None)
@given(ANY_TEXT)
def test_every_key_comes_back(text: str) -> None:
    written = write_scalar(text, "", quote="'", flow=False)
    if not text.isspace():
        assert parse(f"{written}: 1\n".encode(), "x.yaml").data() == {text: "1"}


@settings(max_examples=150, deadline=None, database=None)
@given(ANY_TEXT)
def test_quotes_hold_everything(text: str) -> None:
    for sign in ("'", '"'):
        assert yaml.safe_load(quoted(text, sign)) == text


def test_what_the_reader_calls_plain_can_be_written_plain(read_independently: Callable[[str], Any]) -> None:
    for text in PLAIN:
        assert read_independently(f"a: {text}\n") == {"a": text}
