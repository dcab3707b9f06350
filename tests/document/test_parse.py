"""Bytes to a tree: what is read, where it stands, and where it comes from."""

import pytest

from gmtool.document.parse import Alias, Document, Mapping, Node, Scalar, Sequence, parse


def read(text: str) -> Document:
    return parse(text.encode(), "fight.yaml")


def piece(document: Document, node: Node | None) -> str:
    assert node is not None
    return document.text[node.start : node.end]


@pytest.mark.parametrize(
    ("written", "text", "style"),
    [
        ("rat", "rat", ""),
        ("0304", "0304", ""),
        ("3:20", "3:20", ""),
        ("no", "no", ""),
        ("1e3", "1e3", ""),
        ("2024-01-05", "2024-01-05", ""),
        ("'it''s'", "it's", "'"),
        ('"a\\tb"', "a\tb", '"'),
        ("http://x.org/#a", "http://x.org/#a", ""),
        ("|\n  one\n  two\n", "one\ntwo\n", "|"),
        (">-\n  one\n  two\n", "one two", ">"),
        ("one\n  two", "one two", ""),
    ],
)
def test_scalars_keep_their_characters_and_their_place(written: str, text: str, style: str, each_parser: str) -> None:
    document = read(f"key: {written}\nnext: 1\n")
    node = document.at(("key",))
    assert isinstance(node, Scalar)
    assert (node.text, node.style, node.plain) == (text, style, not style)
    assert piece(document, node) == written.rstrip("\n")


@pytest.mark.parametrize("written", ["", "~", "null", "Null", "NULL", " # none", "!!null"])
def test_nothing_is_none(written: str, each_parser: str) -> None:
    document = read(f"key: {written}\nlist:\n- {written}\n")
    assert document.data() == {"key": None, "list": [None]}


@pytest.mark.parametrize("written", ["''", '""', "'~'", '"null"', "nil", "None"])
def test_what_is_quoted_or_another_word_is_not_nothing(written: str, each_parser: str) -> None:
    assert read(f"key: {written}\n").data() == {"key": written.strip("'\"")}


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("key:\nnext: 1\n", 4),
        ("key:   # none\nnext: 1\n", 4),
        ("key :\n\n\nnext: 1\n", 5),
        ("{key: , next: 1}", 5),
        ("{key, next: 1}", 4),
        ('{"key":, next: 1}', 7),
        ("key: !!null\nnext: 1\n", 11),
    ],
)
def test_a_value_left_out_stands_behind_its_colon(text: str, index: int, each_parser: str) -> None:
    node = read(text).at(("key",))
    assert node is not None
    assert (node.start, node.end) == (index, index)


def test_an_item_left_out_stands_behind_its_dash(each_parser: str) -> None:
    document = read("a:\n  -\n  - x\n  - # none\n  -\nb: 1\n")
    items = document.at(("a",))
    assert isinstance(items, Sequence)
    assert [item.start for item in items.items] == [6, 11, 16, 27]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (("wolf",), "hp: 9\n  at: 0304"),
        (("wolf", "hp"), "9"),
        (("rows",), "{a: [1, 2], b: {c: 3}}"),
        (("rows", "a"), "[1, 2]"),
        (("rows", "a", 1), "2"),
        (("list",), "- x\n- - y\n  - z"),
        (("list", 1), "- y\n  - z"),
        (("tagged",), "k: v"),
        (("anchored",), "[q]"),
        (("note",), "|+\n  text\n"),
    ],
)
def test_collections_end_with_their_last_child(path: tuple[str | int, ...], source: str, each_parser: str) -> None:
    document = read(
        "wolf:\n  hp: 9\n  at: 0304   # c\n\n# between\n\nrows: {a: [1, 2], b: {c: 3}}  # c\n"
        "list:\n- x\n- - y\n  - z\n\ntagged: !!map\n  k: v\nanchored: &a [q]\nnote: |+\n  text\n\nlast: 1\n"
    )
    assert piece(document, document.at(path)) == source


def test_properties_are_apart_from_the_value(each_parser: str) -> None:
    node = read("a: &x !!str text\n").at(("a",))
    assert node is not None
    assert (node.head, node.start, node.end) == (3, 12, 16)
    assert node.anchor == "x"


SHARED = """\
base: &base {hp: 9, at: 0304, stats: {str: 1}}
other: &other {hp: 1, side: pc}
wolf:
  <<: [*base, *other]
  at: 0405
twin: *base
list: [x, *base]
"""


@pytest.mark.parametrize(
    ("path", "text", "origin"),
    [
        (("wolf", "at"), "0405", "own"),
        (("wolf", "hp"), "9", "merge"),
        (("wolf", "side"), "pc", "merge"),
        (("wolf", "stats", "str"), "1", "merge"),
        (("twin", "hp"), "9", "alias"),
        (("list", 0), "x", "own"),
        (("list", 1, "at"), "0304", "alias"),
        (("base", "hp"), "9", "own"),
    ],
)
def test_values_by_way_of_aliases_and_merges(
    path: tuple[str | int, ...], text: str, origin: str, each_parser: str
) -> None:
    document = read(SHARED)
    node = document.at(path)
    assert isinstance(node, Scalar)
    assert node.text == text
    assert document.origin(path) == origin


@pytest.mark.parametrize(
    "path", [("no",), ("wolf", "no"), ("list", 2), ("list", -1), ("base", "hp", "x"), ("list", "x")]
)
def test_what_is_not_there_is_none(path: tuple[str | int, ...]) -> None:
    document = read(SHARED)
    assert document.at(path) is None
    assert document.origin(path) is None


def test_merges_own_keys_win_and_earlier_before_later(each_parser: str) -> None:
    document = read(SHARED)
    wolf = document.at(("wolf",))
    assert isinstance(wolf, Mapping)
    assert wolf.keys() == ["at", "hp", "stats", "side"]
    assert [key.text for key, _ in wolf.entries] == ["at"]
    assert len(wolf.merges) == 2
    assert wolf.own("hp") is None
    inherited = wolf.inherited("at")
    assert isinstance(inherited, Scalar)
    assert inherited.text == "0304"
    assert document.data()["wolf"] == {"at": "0405", "hp": "9", "side": "pc", "stats": {"str": "1"}}  # type: ignore[index,call-overload]


def test_quoted_merge_sign_is_a_key_like_any(each_parser: str) -> None:
    assert read("'<<': x\n").data() == {"<<": "x"}


def test_an_alias_remembers_its_place(each_parser: str) -> None:
    document = read(SHARED)
    assert [document.text[alias.start : alias.end] for alias in document.aliases] == [
        "*base",
        "*other",
        "*base",
        "*base",
    ]
    rows = document.root.written()
    assert isinstance(rows[3][1], Alias)
    assert rows[3][1].target is document.at(("base",))


def test_the_later_anchor_of_a_name_counts(each_parser: str) -> None:
    assert read("a: &x 1\nb: *x\nc: &x 2\nd: *x\n").data() == {"a": "1", "b": "1", "c": "2", "d": "2"}


@pytest.mark.parametrize(
    ("raw", "bom", "newline"),
    [
        (b"a: 1\n", False, "\n"),
        (b"a: 1\r\nb: 2\r\n", False, "\r\n"),
        (b"\xef\xbb\xbfa: 1\r\nb: 2\nc: 3\n", True, "\n"),
        (b"\xef\xbb\xbfa: 1", True, "\n"),
    ],
)
def test_bytes_come_back_as_they_were(raw: bytes, bom: bool, newline: str, each_parser: str) -> None:
    document = parse(raw, "fight.yaml")
    assert (document.bom, document.newline) == (bom, newline)
    assert "a" in document.root.index
    assert document.encode() == raw


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a: {url: http://x, clock: 12:30}\n", {"a": {"url": "http://x", "clock": "12:30"}}),
        ("a: 1\t# tab\nb:\t2\n", {"a": "1", "b": "2"}),
        ("a: {url: http://x}\nb: 1\t# tab\nc:\t'x\ty:\tz'\n", {"a": {"url": "http://x"}, "b": "1", "c": "x\ty:\tz"}),
        ("a: {url: http://x}\nb:\t|\n  x\ty\n", {"a": {"url": "http://x"}, "b": "x\ty\n"}),
        ("a: 1 # \u2028 not a line\nb: 'x\x85y\u2029z'\n", {"a": "1", "b": "x\x85y\u2029z"}),
        ("\ue000: 'x\x85'\n", {"\ue000": "x\x85"}),
        ("%YAML 1.2\n---\na: 1\n...\n", {"a": "1"}),
        (
            "a: |\n  <<<<<<< HEAD\n  =======\nb: 'x\n=======\n  y'\n",
            {"a": "<<<<<<< HEAD\n=======\n", "b": "x ======= y"},
        ),
        ("? a\n: 1\n? b\n", {"a": "1", "b": None}),
        ("a: [b: 1, {c: 2}, d]\n", {"a": [{"b": "1"}, {"c": "2"}, "d"]}),
        ("wolf: &w x\nk: {*w : 1}\n", {"wolf": "x", "k": {"x": "1"}}),
        ("a: !goblin {b: 1}\nc: !!int 3\n", {"a": {"b": "1"}, "c": "3"}),
    ],
)
def test_legal_texts_that_one_parser_or_the_other_refuses(text: str, data: object, each_parser: str) -> None:
    document = read(text)
    assert document.data() == data
    assert document.text == text


def test_deep_but_not_too_deep(each_parser: str) -> None:
    assert read("a: " + "[" * 99 + "]" * 99).data()


@pytest.mark.slow
def test_a_long_file_is_no_alias_bomb() -> None:
    rows = "".join(f"c{i}: [1, 2, 3, 4, 5]\n" for i in range(20_000))
    assert len(read(f"a: &a 1\nb: *a\n{rows}").root.entries) == 20_002
