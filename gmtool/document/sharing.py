"""Anchors and aliases: what one place changes, the other places that share it must not notice.

Two remedies. Where a shared value changed, the others get an override with the value as it was. Where a shared mapping
got a key, which no override can take out again, or where an anchor goes, the first other place that needs it becomes
the anchor, with a copy of the value as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from gmtool.document.drafts import Data, MappingDraft, SequenceDraft, Set, Value, copied, wanted_data
from gmtool.document.render import Renderer
from gmtool.document.splice import Splices
from gmtool.document.tree import Alias, Document, Mapping, Node, Path, Plain, Scalar, Sequence, child, plain_data, walk


class Moves:
    """Anchors that move: `homes` are aliases to be written as copies, `left` nodes that lose their anchors.

    A copy whose alias has its id in `shared` is to be the new anchor, for more than it need one. `lost` are the ids of
    the nodes that nothing new may refer to.
    """

    def __init__(self, homes: list[tuple[Alias, Data]], shared: set[int], left: list[Node], lost: set[int]) -> None:
        self.homes = homes
        self.shared = shared
        self.left = left
        self.lost = lost

    def write(self, splices: Splices, renderer: Renderer) -> None:
        """Put the copies where the aliases are, and take the anchors away where they were."""
        for alias, copy in self.homes:
            anchor = f"&{alias.name} " if id(alias) in self.shared else ""
            splices.replace(alias.start, alias.end, anchor + (renderer.inline(copy) or "~"))
        for node in self.left:
            strip_anchor(splices, node)


class Effects:
    """What a draft does to the nodes of a document, as far as anchors mind."""

    def __init__(self, draft: MappingDraft) -> None:
        self.vanishing: set[int] = set()
        """Ids of nodes whose text goes."""
        self.replaced: list[Node] = []
        """Nodes that give their place to a value of another kind."""
        self.changed: list[Node] = []
        """Nodes that stay, with another value."""
        self._collect(draft)

    def _collect(self, draft: MappingDraft | SequenceDraft) -> None:
        for written, stays, wanted in _rows(draft):
            if not stays:
                self.vanishing.update(id(node) for node in walk(written))
            elif isinstance(wanted, MappingDraft | SequenceDraft):
                self._collect(wanted)
                if wanted_data(wanted) != plain_data(written):
                    self.changed.append(written)
            elif isinstance(wanted, Node) or wanted == plain_data(written):
                continue
            elif isinstance(written, Scalar) and not isinstance(wanted, dict | list):
                self.changed.append(written)
            elif isinstance(written, Alias):
                self.vanishing.add(id(written))
            else:
                self.replaced.append(written)
                self.vanishing.update(id(node) for node in walk(written) if node is not written)


def _rows(draft: MappingDraft | SequenceDraft) -> Iterator[tuple[Node, bool, Value]]:
    """Yield each written value of a collection, whether something is to stand there, and what."""
    if isinstance(draft, MappingDraft):
        for i, (key, value) in enumerate(draft.node.entries):
            yield draft.node.aliases.get(i, value), key.text in draft.values, draft.values.get(key.text)
    else:
        values = {item.origin: item.value for item in draft.items}
        for i, value in enumerate(draft.node.items):
            yield draft.node.aliases.get(i, value), i in values, values.get(i)


def find_moves(document: Document, draft: MappingDraft, *, all_changed: bool = False) -> Moves:
    """Find the anchors that have to move: those that go, those that get another kind of value, or all that change."""
    effects = Effects(draft)
    leaving = [*effects.replaced, *effects.changed] if all_changed else effects.replaced
    lost = effects.vanishing | {id(node) for node in leaving}
    homes: dict[int, tuple[Alias, Data]] = {}
    shared: set[int] = set()
    for alias in document.aliases:
        target = id(alias.target)
        if target not in lost or id(alias) in effects.vanishing:
            continue
        if target in homes:
            shared.add(id(homes[target][0]))
        else:
            homes[target] = alias, copied(alias.target)
    return Moves(list(homes.values()), shared, [node for node in leaving if id(node) in homes], lost)


def strip_anchor(splices: Splices, node: Node) -> None:
    """Take the `&name` in front of a node away, and one of the blanks around it."""
    text = splices.text
    start = text.index("&", node.head)
    end = start + 1 + len(node.anchor or "")
    if text[start - 1 : start] == " ":
        start -= 1
    elif text[end : end + 1] == " ":
        end += 1
    splices.replace(start, end, "")


class Difference:
    """A place whose data is not as wanted. `extra` is whether it should not be there at all."""

    def __init__(self, path: Path, *, extra: bool) -> None:
        self.path = path
        self.extra = extra


def differences(got: Plain, want: Plain, path: Path = ()) -> Iterator[Difference]:
    """Find the places where two data differ, each as deep down as it goes."""
    if got == want:
        return
    if isinstance(got, dict) and isinstance(want, dict):
        for key in {**want, **got}:
            if key not in want or key not in got:
                yield Difference((*path, key), extra=key not in want)
            else:
                yield from differences(got[key], want[key], (*path, key))
    elif isinstance(got, list) and isinstance(want, list) and len(got) == len(want):
        for i, (one, other) in enumerate(zip(got, want, strict=True)):
            yield from differences(one, other, (*path, i))
    else:
        yield Difference(path, extra=False)


def overrides(document: Document, found: list[Difference], wanted: Plain) -> list[Set]:
    """Give the edits that put right what changed by way of an alias or a merge; [] if that is not what is wrong.

    A place that shares with another wrong place is left out: it follows when that is put right.
    """
    wrong: set[Supplier] = set()
    for difference in found:
        path = difference.path
        if path and document.origin(path[:-1]) == "own":
            wrong.add((id(document.at(path[:-1])), path[-1]))
        if document.origin(path) == "own":
            wrong.add((id(document.at(path)), ""))
    edits: dict[Path, Set] = {}
    for difference in found:
        inheritance = _inheritance(document, difference.path)
        if difference.extra or inheritance is None:
            return []
        heir, supplier = inheritance
        if supplier not in wrong:
            edits[heir] = Set(heir, _data_at(wanted, heir))
    return list(edits.values())


Supplier: TypeAlias = tuple[int, str | int]
"""The id of a collection and a key or an index in it, or the id of a node and ""."""


def _inheritance(document: Document, path: Path) -> tuple[Path, Supplier] | None:
    """Find the place on a path that has its value from elsewhere, and what supplies the value at the path's end."""
    node: Node | None = document.root
    for place, step in enumerate(path):
        heir, rest = path[: place + 1], path[place + 1 :]
        if isinstance(node, Mapping) and step not in node.index:
            source = next((source for source in node.merges if source.get(str(step)) is not None), None)
            return heir, (id(_below(source, path[place:-1])), path[-1])
        below = child(node, step) if node is not None else None
        if isinstance(node, Mapping | Sequence) and node.aliased(step):
            return heir, (id(_below(below, rest[:-1])), rest[-1]) if rest else (id(below), "")
        node = below
    return None


def _below(node: Node | None, path: Path) -> Node | None:
    for step in path:
        node = child(node, step) if node is not None else None
    return node


def _data_at(plain: Plain, path: Path) -> Data:
    """Give the part of the wanted data at a path, as data to write."""
    for step in path:
        if isinstance(plain, dict):
            plain = plain[str(step)]
        elif isinstance(plain, list) and isinstance(step, int):
            plain = plain[step]
    return _as_data(plain)


def _as_data(plain: Plain) -> Data:
    if isinstance(plain, dict):
        return {key: _as_data(value) for key, value in plain.items()}
    return [_as_data(value) for value in plain] if isinstance(plain, list) else plain
