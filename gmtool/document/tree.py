"""The encounter file as a tree of nodes that know where they stand in the text.

Positions are code-point indices into `Document.text`. Scalars keep the characters YAML reads and no type: whether
`0304` is a label or a number, and whether `no` is a name, is for the schema to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]
Plain: TypeAlias = "str | list[Plain] | dict[str, Plain] | None"
"""Resolved data: every scalar as its text, an empty or null one as None."""

NULLS = frozenset(("", "~", "null", "Null", "NULL"))
"""The plain scalars that stand for "nothing" in YAML 1.2."""


class Properties:
    """What may stand in front of a value: `&anchor` and `!tag`, from the index `head` on."""

    __slots__ = ("anchor", "head", "tag")

    def __init__(self, head: int, anchor: str | None, tag: str | None) -> None:
        self.head = head
        self.anchor = anchor
        self.tag = tag


class Node:
    """One value: `start` to `end` in the text, its properties apart."""

    __slots__ = ("end", "properties", "start")

    start: int
    end: int
    properties: Properties | None

    @property
    def head(self) -> int:
        """Where the value begins, anchor and tag included."""
        return self.properties.head if self.properties else self.start

    @property
    def anchor(self) -> str | None:
        """The name other places call it by, without the `&`."""
        return self.properties.anchor if self.properties else None


class Scalar(Node):
    """A single value. `style` is "" for plain text, else the sign that opens it: one of ' " | >."""

    __slots__ = ("style", "text")

    def __init__(self, text: str, start: int, end: int, style: str, properties: Properties | None = None) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.style = style
        self.properties = properties

    @property
    def plain(self) -> bool:
        """Whether it stands without quotes."""
        return not self.style

    @property
    def null(self) -> bool:
        """Whether YAML reads it as nothing: left empty, `~` or `null`."""
        return not self.style and self.text in NULLS


class Alias(Node):
    """The place `*name`, and the node it stands for."""

    __slots__ = ("name", "target")

    def __init__(self, name: str, start: int, end: int, target: Node) -> None:
        self.name = name
        self.start = start
        self.end = end
        self.target = target
        self.properties = None


class Merge:
    """The entry `<<: value`, which stands before the own entry number `position`; `value` is as written."""

    __slots__ = ("key", "position", "value")

    def __init__(self, position: int, key: Scalar, value: Node) -> None:
        self.position = position
        self.key = key
        self.value = value


class Mapping(Node):
    """Keys and values. `flow` is whether it is written in braces, `pair` whether it is a brace-less `[a: 1]`.

    `entries` are the own ones in file order, aliases resolved; `merge` is what `<<` brings in, kept apart.
    """

    __slots__ = ("aliases", "entries", "flow", "index", "merge", "pair")

    def __init__(self, start: int, *, flow: bool, pair: bool = False, properties: Properties | None = None) -> None:
        self.start = start
        self.end = start
        self.properties = properties
        self.flow = flow
        self.pair = pair
        self.entries: list[tuple[Scalar, Node]] = []
        self.index: dict[str, int] = {}
        self.merge: Merge | None = None
        self.aliases: dict[int, Alias] = {}

    @property
    def merges(self) -> list[Mapping]:
        """The mappings that `<<` brings in; the first that has a key wins."""
        if self.merge is None:
            return []
        written = resolved(self.merge.value)
        sources = written.items if isinstance(written, Sequence) else [written]
        return [source for source in sources if isinstance(source, Mapping)]

    def own(self, key: str) -> tuple[Scalar, Node] | None:
        """Find the entry written here, or None."""
        position = self.index.get(key)
        return None if position is None else self.entries[position]

    def inherited(self, key: str) -> Node | None:
        """Find what the merges say the value is, whether or not it is overridden here."""
        for source in self.merges:
            value = source.get(key)
            if value is not None:
                return value
        return None

    def get(self, key: str) -> Node | None:
        """Find the value as YAML says: the own one, else that of the first merge that has it."""
        position = self.index.get(key)
        if position is not None:
            return self.entries[position][1]
        return self.inherited(key) if self.merge is not None else None

    def aliased(self, key: str | int) -> bool:
        """Say whether the own value under `key` is written as `*name`."""
        return self.index.get(str(key)) in self.aliases

    def keys(self) -> list[str]:
        """List every key it has: its own in file order, then the inherited ones."""
        if self.merge is None:
            return list(self.index)
        found = dict.fromkeys(self.index)
        for source in self.merges:
            found.update(dict.fromkeys(source.keys()))
        return list(found)

    def written(self) -> list[tuple[Scalar, Node]]:
        """List all entries as they stand in the text: aliases unresolved, `<<` in its place."""
        rows = [(key, self.aliases.get(i, value)) for i, (key, value) in enumerate(self.entries)]
        if self.merge is not None:
            rows.insert(self.merge.position, (self.merge.key, self.merge.value))
        return rows


class Sequence(Node):
    """A list. `items` are resolved; `aliases` remembers which of them were reached by `*name`."""

    __slots__ = ("aliases", "flow", "items")

    def __init__(self, start: int, *, flow: bool, properties: Properties | None = None) -> None:
        self.start = start
        self.end = start
        self.properties = properties
        self.flow = flow
        self.items: list[Node] = []
        self.aliases: dict[int, Alias] = {}

    def aliased(self, index: str | int) -> bool:
        """Say whether the item at `index` is written as `*name`."""
        return index in self.aliases

    def written(self) -> list[Node]:
        """List the items as they stand in the text, aliases unresolved."""
        return [self.aliases.get(i, item) for i, item in enumerate(self.items)]


def resolved(node: Node) -> Node:
    """Give the node that an alias stands for, or the node itself."""
    return node.target if isinstance(node, Alias) else node


def child(node: Node, step: str | int) -> Node | None:
    """Find the value under a key or at an index, resolved, or None."""
    if isinstance(node, Mapping):
        return node.get(str(step))
    if isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
        return node.items[step]
    return None


def plain_data(node: Node) -> Plain:
    """Build the resolved data under a node."""
    if isinstance(node, Scalar):
        return None if not node.style and node.text in NULLS else node.text
    if isinstance(node, Mapping):
        if node.merge is None:
            return {key.text: plain_data(value) for key, value in node.entries}
        return {key: plain_data(value) for key in node.keys() if (value := node.get(key)) is not None}
    if isinstance(node, Sequence):
        return [plain_data(item) for item in node.items]
    return plain_data(resolved(node))


def walk(node: Node) -> Iterator[Node]:
    """Visit a node and all that is written inside it, aliases as themselves, in file order."""
    yield node
    if isinstance(node, Mapping):
        for key, value in node.written():
            yield key
            yield from walk(value)
    elif isinstance(node, Sequence):
        for item in node.written():
            yield from walk(item)


class Document:
    """One encounter file: its text without the byte-order mark, and the tree read from it.

    `newline` is the line end most of its lines have; `aliases` are all places `*name`, in file order.
    """

    __slots__ = ("aliases", "bom", "name", "newline", "root", "text")

    def __init__(self, name: str, text: str, root: Mapping, *, bom: bool, newline: str, aliases: list[Alias]) -> None:
        self.name = name
        self.text = text
        self.root = root
        self.bom = bom
        self.newline = newline
        self.aliases = aliases

    def at(self, path: Path) -> Node | None:
        """Find the value at a path of keys and indices, through aliases and merges; None if there is none."""
        node: Node | None = self.root
        for step in path:
            node = child(node, step) if node is not None else None
        return node

    def origin(self, path: Path) -> str | None:
        """Say where the value at `path` is written: "own", by way of an "alias" or a "merge", or None if absent."""
        node: Node | None = self.root
        origin = "own"
        for step in path:
            if origin == "own":
                if isinstance(node, Mapping) and step not in node.index:
                    origin = "merge"
                elif isinstance(node, Mapping | Sequence) and node.aliased(step):
                    origin = "alias"
            node = child(node, step) if node is not None else None
        return origin if node is not None else None

    def data(self) -> Plain:
        """Build the resolved data of the whole file."""
        return plain_data(self.root)

    def saved_as(self, other: Document) -> Document:
        """Take over the byte-order mark of the document this one is an edition of."""
        self.bom = other.bom
        return self

    def encode(self) -> bytes:
        """Give the bytes to save, the byte-order mark put back."""
        raw = self.text.encode("utf-8")
        return b"\xef\xbb\xbf" + raw if self.bom else raw
