"""Every kind of edit at every place of files written by hand in many styles, judged by PyYAML and by the changed lines.

An edit is exact if it changes no line but those of the value, or adds lines and changes none. Only where an anchor is
shared may it need more. What is refused is counted; nothing may be wrong.
"""

import copy
import os
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import yaml

from gmtool.document import parse as parsing
from gmtool.document.edit import Delete, Edit, Insert, Set, edit
from gmtool.document.parse import Document, Mapping, Node, Scalar, Sequence, parse
from gmtool.errors import BadFile

FOLDER = os.path.join(os.path.dirname(__file__), "styles")
UNREADABLE = {"33_comment_only.yaml", "42_star_names.yaml", "43_seq_root.yaml"}
"""No encounters: only comments, the same name twice (12 and "12"), a list. test_faults.py has them."""
BEYOND_PYYAML = str.maketrans({"\t": " ", "\x85": "?", "\u2028": "?"})
"""What PyYAML cannot read or takes for a line end, of which the styles have a few outside values."""
STYLES = sorted(set(os.listdir(FOLDER)) - UNREADABLE)
REFUSALS = {
    "11_anchors_merge.yaml": 2,  # deleting what `<<` brings in
    "27_tags.yaml": 5,  # making a value with a tag one of another kind
    "46_shared_combatants.yaml": 1,
    "49_pairs_and_sets.yaml": 7,  # keys of a mapping without braces; a `?` without a value
    "51_numbers_no_newline.yaml": 1,  # a line behind a text block that has no line end
    "52_dash_forms.yaml": 1,
}
WIDER = {"11_anchors_merge.yaml": 21, "46_shared_combatants.yaml": 30}
"""Edits of what others share: their places keep their values by lines of their own."""

Path = tuple[str | int, ...]


def read(name: str) -> Document:
    with open(os.path.join(FOLDER, name), "rb") as file:
        return parse(file.read(), name)


def places(node: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """Find every value that is written in the file, with its path."""
    yield path, node
    if isinstance(node, Mapping):
        for i, (key, value) in enumerate(node.entries):
            if i not in node.aliases:
                yield from places(value, (*path, key.text))
    elif isinstance(node, Sequence):
        for i, value in enumerate(node.items):
            if i not in node.aliases:
                yield from places(value, (*path, i))


def edits(document: Document) -> Iterator[Edit]:
    """Think of every kind of edit at every place."""
    for path, node in places(document.root):
        if isinstance(node, Scalar):
            number = node.text.removeprefix("+").removeprefix("-")
            yield Set(path, str(int(number) + 95) if number.isdecimal() else "something else")
            yield Set(path, None)
        elif isinstance(node, Mapping):
            yield Set((*path, "zzz"), {"k": "v"})
            yield Set((*path, "first"), ["a", "b"], ("first", *node.keys()))
            for key, _ in node.entries:
                yield Delete((*path, key.text))
        elif isinstance(node, Sequence):
            yield Insert(path, len(node.items), "new")
            yield Insert(path, 0, {"a": "1", "b": "2"})
            for i in range(len(node.items)):
                yield Delete((*path, i))
        if path and not isinstance(node, Scalar):
            yield Set(path, "one word")


def at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def wanted(data: Any, change: Edit) -> Any:
    """Make the edit in plain data."""
    data = copy.deepcopy(data)
    if isinstance(change, Insert):
        at(data, change.path).insert(change.index, change.value)
    elif isinstance(change, Delete):
        del at(data, change.path[:-1])[change.path[-1]]
    else:
        before = at(data, change.path[:-1])
        old = before.get(change.path[-1]) if isinstance(before, dict) else before[change.path[-1]]
        signed = isinstance(old, str) and old.startswith("+") and isinstance(change.value, str)
        before[change.path[-1]] = f"+{change.value}" if signed else change.value
    return data


class Lines:
    """Which lines of a text PyYAML finds a value in, counted from 0."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.root = yaml.compose(text, yaml.SafeLoader)

    def find(self, path: Path) -> tuple[Any, Any]:
        """Find the key node (or None) and the value node at a path."""
        key, node = None, self.root
        for step in path:
            if isinstance(node, yaml.MappingNode):
                key, node = next((k, v) for k, v in node.value if k.value == step)
            else:
                key, node = None, node.value[step]
        return key, node

    def last(self, node: Any) -> int:
        """Find the last line of a node."""
        if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
            child = node.value[-1]
            return max(self.last(part) for part in child) if isinstance(child, tuple) else self.last(child)
        if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
            line = node.end_mark.line - (node.end_mark.column == 0)
            while line > node.start_mark.line and not self.lines[line].strip():
                line -= 1
            return line
        if isinstance(node, yaml.ScalarNode) and not node.value and node.style is None:
            return 0
        return int(node.end_mark.line)

    def of(self, path: Path) -> range:
        """Give the lines of an entry or item: from its key or dash to the end of its value."""
        key, node = self.find(path)
        first, column = (key or node).start_mark.line, (key or node).start_mark.column
        if path and key is None and not self.find(path[:-1])[1].flow_style:
            while "-" not in self.lines[first][:column]:
                first, column = first - 1, len(self.lines[first - 1])
        return range(first, max(first, self.last(node)) + 1)

    def flow(self, path: Path) -> bool:
        """Say whether the collection at a path is written in brackets, or has nothing to put lines between."""
        _, node = self.find(path)
        return not isinstance(node, yaml.CollectionNode) or bool(node.flow_style) or not node.value

    def on_dash(self, path: Path) -> bool:
        """Say whether a block collection begins behind the dash of the item it is."""
        mark = self.find(path)[1].start_mark
        return bool(self.lines[mark.line][: mark.column].strip())

    def alone(self, path: Path) -> bool:
        """Say whether what is at a path is the only one in its collection."""
        return len(self.find(path[:-1])[1].value) == 1

    def may_change(self, change: Edit) -> range:
        """Give the lines an edit may change: none (an empty range) for new lines between others."""
        holder = change.path if isinstance(change, Insert) else change.path[:-1]
        try:
            self.find(change.path)
            new = isinstance(change, Insert)
        except (StopIteration, IndexError):
            new = True
        if new and not self.flow(holder):
            first = self.find(holder)[1].start_mark.line
            return range(first, first + 1) if self.on_dash(holder) else range(0)
        if new:
            return self.of(holder)
        if isinstance(change, Delete) and (self.flow(holder) or self.alone(change.path)):
            return self.of(holder)
        own = self.of(change.path)
        if isinstance(change, Delete) and self.on_dash(holder):
            own = self.with_remarks(own)
            return range(own.start, own.stop + 1)
        return self.with_remarks(own) if isinstance(change, Delete) or own.stop - own.start > 1 else own

    def with_remarks(self, own: range) -> range:
        """Add the blank lines above and the deeper comments below, which go with an entry."""
        start, stop = own.start, own.stop
        indent = len(self.lines[start]) - len(self.lines[start].lstrip(" "))
        while start > 0 and not self.lines[start - 1].strip():
            start -= 1
        while stop < len(self.lines):
            line = self.lines[stop]
            if line.strip() and not (line.lstrip().startswith("#") and len(line) - len(line.lstrip(" ")) > indent):
                break
            stop += 1
        return range(start, stop)


def changed_lines(old: list[str], new: list[str]) -> range:
    """Give the old lines that are gone or other: all between the equal ones at the front and at the back."""
    front = 0
    while front < min(len(old), len(new)) and old[front] == new[front]:
        front += 1
    back = 0
    while back < min(len(old), len(new)) - front and old[-1 - back] == new[-1 - back]:
        back += 1
    return range(front, len(old) - back)


def judge(document: Document, change: Edit, data: Any, lines: Lines, reader: Callable[[str], Any]) -> str:
    """Make an edit and say how it went."""
    try:
        changed = edit(document, [change])
    except BadFile as error:
        assert "edit it by hand" in error.faults[0].text
        assert "^" in error.faults[0].excerpt
        return "refused"
    assert reader(changed.text.translate(BEYOND_PYYAML)) == wanted(data, change), (change, changed.text)
    assert ("\r\n" in changed.text) == ("\r\n" in document.text)
    assert changed.text.endswith("\n") == document.text.endswith("\n")
    touched = changed_lines(document.text.split("\n"), changed.text.split("\n"))
    allowed = lines.may_change(change)
    if not touched or (allowed and allowed.start <= touched.start and touched.stop <= allowed.stop):
        return "exact"
    return f"wider: {change}: {touched} outside {allowed}"


@pytest.mark.parametrize("name", STYLES)
def test_every_edit_in_every_style(name: str, read_independently: Callable[[str], Any]) -> None:
    document = read(name)
    text = document.text.translate(BEYOND_PYYAML)
    data, lines = read_independently(text), Lines(text)
    counts: Counter[str] = Counter()
    wider = []
    for change in edits(document):
        verdict = judge(document, change, data, lines, read_independently)
        counts[verdict.split(":")[0]] += 1
        if verdict.startswith("wider"):
            wider.append(verdict)
    print(f"{name:30} {dict(counts)}")
    assert counts["refused"] == REFUSALS.get(name, 0)
    assert counts["wider"] == WIDER.get(name, 0), wider


@pytest.mark.slow
@pytest.mark.parametrize("name", STYLES)
def test_every_edit_without_the_c_parser(
    name: str, read_independently: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parsing, "C_LOADER", None)
    test_every_edit_in_every_style(name, read_independently)


@pytest.mark.parametrize("name", STYLES)
def test_styles_read_as_pyyaml_reads_them(
    name: str, read_independently: Callable[[str], Any], each_parser: str
) -> None:
    document = read(name)
    assert document.data() == read_independently(document.text.translate(BEYOND_PYYAML))
    with open(os.path.join(FOLDER, name), "rb") as file:
        assert document.encode() == file.read()


@pytest.mark.parametrize("name", STYLES)
def test_both_parsers_see_the_same_places(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def seen() -> list[tuple[Path, int, int, str]]:
        document = read(name)
        return [(path, node.start, node.end, type(node).__name__) for path, node in places(document.root)]

    with_c = seen()
    monkeypatch.setattr(parsing, "C_LOADER", None)
    assert seen() == with_c


@pytest.mark.parametrize("name", STYLES)
def test_setting_what_is_there_changes_nothing(name: str) -> None:
    document = read(name)
    for path, node in places(document.root):
        if path:
            assert edit(document, [Set(path, at(document.data(), path))]).text == document.text, (path, node)
    assert edit(document, []).text == document.text
