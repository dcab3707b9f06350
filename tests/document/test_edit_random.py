"""Random files in random styles, random batches of edits: the right values come back and the rest stays as it was."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gmtool.document.edit import Delete, Edit, Insert, Set, edit
from gmtool.document.parse import parse
from gmtool.errors import BadFile

WORDS = [
    "rat",
    "wolf",
    "goblin king",
    "0304",
    "7/14",
    "no",
    "+3",
    "-1",
    "SE",
    "it's",
    "x-1",
    "2d6+3",
    "a b c",
    "1e3",
    "é",
]
AWKWARD = [
    "",
    "x: y",
    "a #b",
    "'q'",
    '"q"',
    "[x]",
    "{y}",
    "a, b",
    "- z",
    "*s",
    "&s",
    "@s",
    "!s",
    "%s",
    "null",
    "~",
    " pad ",
]
KEYS = ["hp", "at", "side", "name", "stats", "on", "x-note", "initiative", "12", "long key", "é"]


class Scribe:
    """Writes data as YAML the way some person might, one habit per file and some whims."""

    def __init__(self, rnd: random.Random) -> None:
        self.rnd = rnd
        self.step = rnd.choice([1, 2, 2, 2, 3, 4])
        self.dash = rnd.choice([0, 2, self.step])
        self.flow = rnd.choice([0.1, 0.4, 0.8])
        self.comments = rnd.choice([0, 0, 0.2])
        self.blanks = rnd.choice([0, 0, 0.2])
        self.quotes = rnd.choice([0, 0, 0.3])
        self.gap = rnd.choice([" ", " ", "  "])
        self.pad = rnd.choice(["", "", " "])
        self.sep = rnd.choice([", ", ", ", ","])
        self.shared: dict[int, str] = {}
        """Names for the objects that stand in several places, by id."""
        self.written: list[dict[str, Any]] = []
        """Mappings with an anchor that are complete, and may be merged from here on."""

    def anchor(self, data: Any) -> str:
        """Name an object that stands elsewhere too where it is first written."""
        name = self.shared.get(id(data))
        return f"&{name} " if name else ""

    def alias(self, data: Any) -> str | None:
        """Write an object by its name from the second time on."""
        name = self.shared.get(id(data))
        return f"*{name}" if name and any(data is done for done in self.written) else None

    def merged(self, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Choose a mapping to merge, and the keys that are to be written beside it."""
        for base in self.written:
            if isinstance(base, dict) and base and base is not data and base.keys() <= data.keys():
                return f"<<: *{self.shared[id(base)]}", {k: v for k, v in data.items() if k not in base or base[k] != v}
        return "", data

    def done(self, data: Any) -> None:
        if id(data) in self.shared:
            self.written.append(data)

    def scalar(self, text: str | None, flow: bool) -> str:
        if text is None:
            return self.rnd.choice(["~", "null"]) if flow else self.rnd.choice(["~", "null", ""])
        if text in AWKWARD or self.rnd.random() < self.quotes or (flow and ":" in text):
            if self.rnd.random() < 0.5:
                return "'" + text.replace("'", "''") + "'"
            return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        return text

    def inline(self, data: Any) -> str:
        alias = self.alias(data)
        if alias:
            return alias + " "
        anchor = self.anchor(data)
        if isinstance(data, dict):
            merge, own = self.merged(data)
            parts = [f"{self.scalar(key, True)}: {self.inline(value)}" for key, value in own.items()]
            inside = self.sep.join([merge, *parts] if merge else parts)
            text = "{" + self.pad + inside + self.pad + "}" if inside else "{}"
        elif isinstance(data, list):
            inside = self.sep.join(self.inline(value) for value in data)
            text = "[" + self.pad + inside + self.pad + "]" if inside else "[]"
        else:
            text = self.scalar(data, True)
        self.done(data)
        return anchor + text

    def remark(self) -> str:
        return self.rnd.choice([" # why", "   # note: x"]) if self.rnd.random() < self.comments else ""

    def between(self, indent: int) -> list[str]:
        lines = []
        if self.rnd.random() < self.blanks:
            lines.append("")
        if self.rnd.random() < self.comments:
            lines.append(" " * (indent + self.rnd.choice([0, 0, 2])) + "# - comment: [x")
        return lines

    def block(self, data: dict[str, Any], indent: int) -> list[str]:
        merge, own = self.merged(data)
        lines = [" " * indent + merge + self.remark()] if merge else []
        for key, value in own.items():
            lines += self.between(indent)
            head = " " * indent + self.scalar(key, False) + ":"
            if self.alias(value) is None and isinstance(value, dict) and value and self.rnd.random() > self.flow:
                head += (" " + self.anchor(value)).rstrip()
                lines += [head + self.remark(), *self.block(value, indent + self.step)]
                self.done(value)
            elif self.alias(value) is None and isinstance(value, list) and value and self.rnd.random() > self.flow:
                head += (" " + self.anchor(value)).rstrip()
                lines += [head + self.remark(), *self.items(value, indent + self.dash)]
                self.done(value)
            else:
                text = self.inline(value) if isinstance(value, dict | list) else self.scalar(value, False)
                lines.append((head + (self.gap + text if text else "")) + self.remark())
        return lines

    def items(self, data: list[Any], indent: int) -> list[str]:
        lines = []
        for value in data:
            lines += self.between(indent)
            if id(value) not in self.shared and isinstance(value, dict) and value and self.rnd.random() > self.flow:
                first, *more = self.block(value, indent + 2)
                while first.strip()[:1] in ("", "#"):
                    first, *more = more
                lines += [" " * indent + "- " + first.lstrip(), *more]
            else:
                text = self.inline(value) if isinstance(value, dict | list) else self.scalar(value, False)
                lines.append((" " * indent + "- " + text).rstrip() + self.remark())
        return lines


def some_data(rnd: random.Random, depth: int) -> Any:
    kind = rnd.random()
    if depth <= 0 or kind < 0.4:
        return rnd.choice([rnd.choice(WORDS), rnd.choice(WORDS), rnd.choice(AWKWARD), None])
    if kind < 0.75:
        return {key: some_data(rnd, depth - 1) for key in rnd.sample(KEYS, rnd.randint(0, 4))}
    return [some_data(rnd, depth - 1) for _ in range(rnd.randint(0, 4))]


def apart(data: Any) -> Any:
    """Copy data so that no object stands in two places."""
    if isinstance(data, dict):
        return {key: apart(value) for key, value in data.items()}
    return [apart(value) for value in data] if isinstance(data, list) else data


def share(rnd: random.Random, data: dict[str, Any], scribe: Scribe) -> None:
    """Put some collection in other places too, as it is or with keys more, for aliases and merges."""
    for name in "ab":
        source = at(data, some_path(rnd, data))
        if not isinstance(source, dict | list) or source is data:
            continue
        scribe.shared[id(source)] = name
        for number in range(rnd.randint(1, 3)):
            place = f"copy {name}{number}"
            data[place] = (
                {**source, rnd.choice(KEYS): "mine"} if isinstance(source, dict) and rnd.random() < 0.6 else source
            )
            if rnd.random() < 0.3:
                data[place] = {"inside": data[place]}


def some_file(rnd: random.Random, *, shared: bool = False) -> tuple[bytes, dict[str, Any]]:
    """Make up a file, and the data that is in it."""
    data = {key: some_data(rnd, 3) for key in rnd.sample(KEYS, rnd.randint(1, 5))}
    scribe = Scribe(rnd)
    if shared:
        share(rnd, data, scribe)
    lines = scribe.block(data, 0)
    newline = rnd.choice(["\n", "\n", "\r\n"])
    text = newline.join(lines) + rnd.choice([newline, newline, ""])
    return rnd.choice([b"", b"", b"\xef\xbb\xbf"]) + text.encode(), apart(data)


def some_path(rnd: random.Random, data: Any) -> tuple[str | int, ...]:
    path: tuple[str | int, ...] = ()
    while isinstance(data, dict | list) and data and (not path or rnd.random() < 0.75):
        step = rnd.choice(list(data)) if isinstance(data, dict) else rnd.randrange(len(data))
        path, data = (*path, step), data[step]
    return path


def at(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def some_edit(rnd: random.Random, data: Any) -> Edit | None:
    """Choose an edit of the data, and make it in the data."""
    path = some_path(rnd, data)
    if not path:
        return None
    target, value = at(data, path), some_data(rnd, 2)
    whim = rnd.random()
    if isinstance(target, list) and whim < 0.5:
        index = rnd.randint(0, len(target))
        target.insert(index, copy.deepcopy(value))
        return Insert(path, index, value)
    if isinstance(target, dict) and whim < 0.5:
        key = rnd.choice(KEYS)
        order = tuple(rnd.sample(KEYS, len(KEYS))) if rnd.random() < 0.5 else ()
        target[key] = copy.deepcopy(value)
        return Set((*path, key), value, order)
    holder = at(data, path[:-1])
    if whim < 0.3:
        del holder[path[-1]]
        return Delete(path)
    holder[path[-1]] = copy.deepcopy(value)
    return Set(path, value)


def without_sign(data: Any) -> Any:
    """Forget a leading plus, which an edit keeps for a number."""
    if isinstance(data, dict):
        return {key: without_sign(value) for key, value in data.items()}
    if isinstance(data, list):
        return [without_sign(value) for value in data]
    return data.removeprefix("+") if isinstance(data, str) else data


def some_batch(rnd: random.Random, data: Any) -> list[Edit]:
    found = [some_edit(rnd, data) for _ in range(rnd.randint(1, 4))]
    return [change for change in found if change is not None]


@pytest.mark.parametrize("shared", [False, True], ids=["apart", "shared"])
@pytest.mark.parametrize("size", [60, pytest.param(400, marks=pytest.mark.slow)])
def test_random_batches_in_random_styles(read_independently: Callable[[str], Any], size: int, shared: bool) -> None:
    @settings(max_examples=size, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.randoms(use_true_random=True))
    def check(rnd: random.Random) -> None:
        raw, data = some_file(rnd, shared=shared)
        document = parse(raw, "random.yaml")
        assert document.data() == data
        assert document.encode() == raw
        changes = some_batch(rnd, data)
        try:
            changed = edit(document, changes)
        except BadFile as error:
            assert shared
            assert "`<<` brings in" in error.faults[0].text
            return
        assert without_sign(changed.data()) == without_sign(data)
        assert without_sign(read_independently(changed.text)) == without_sign(data)
        assert changed.bom == document.bom
        assert changed.text.count("\r\n") in (0, changed.text.count("\n"))
        assert (document.newline == changed.newline) or "\n" not in changed.text

    check()


@pytest.mark.parametrize("size", [60, pytest.param(400, marks=pytest.mark.slow)])
def test_comments_outlive_a_change_of_values(size: int) -> None:
    """Setting single values takes no comment away, whatever the style."""

    @settings(max_examples=size, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.randoms(use_true_random=True))
    def check(rnd: random.Random) -> None:
        raw, data = some_file(rnd)
        document = parse(raw, "random.yaml")
        path = some_path(rnd, data)
        if isinstance(at(data, path), dict | list):
            return
        changed = edit(document, [Set(path, rnd.choice(WORDS))])
        for remark in ("# why", "# note: x", "# - comment: [x"):
            assert changed.text.count(remark) == document.text.count(remark)
        assert changed.text.count("\n") == document.text.count("\n")

    check()
