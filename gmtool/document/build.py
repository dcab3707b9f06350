"""Put parser events together to a tree.

On the way it checks what YAML's grammar leaves open: duplicate keys, aliases, tags, depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeAlias

from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from gmtool.document.errors import bad_file, fault, position
from gmtool.document.tree import Alias, Mapping, Merge, Node, Properties, Scalar, Sequence, resolved
from gmtool.errors import BadFile, Fault

DEEPEST = 100
"""Levels of nesting, as written and with aliases followed."""
MOST_COPIES = 100_000
"""Nodes that aliases may add to those written: enough for any fight, too few for an alias bomb."""

MOST_FAULTS = 20
"""After so many the reading ends: nobody mends more at once, and a hostile file may have a million."""

CORE = "tag:yaml.org,2002:"
KNOWN_TAGS = frozenset(CORE + kind for kind in ("str", "int", "float", "bool", "null", "map", "seq", "timestamp"))

BLOCK_STYLES = ("|", ">")
PROPERTIES = r"(?>[&!][^\s{}\[\],]*+|\s+|#[^\n]*+)++"
COLON = re.compile(r"\s*:")
DASH = re.compile(r"(?>\s+|#[^\n]*+)*+-")


Event: TypeAlias = Any
"""An event of ruamel.yaml: its classes declare no types to speak of."""

Collection: TypeAlias = Mapping | Sequence


class Builder:
    """The tree of one text in the making; `root` is None for a text without content.

    `text` is what the positions refer to, whatever copy of it the parser saw.
    """

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.root: Node | None = None
        self.faults: list[Fault] = []
        self.aliases: list[Alias] = []
        self._anchors: dict[str, Node] = {}
        self._merges: list[Merge] = []
        self._stack: list[Collection] = []
        self._here: Collection | None = None
        self._key: Scalar | None = None
        self._end = 0
        self._begun = False

    def build(self, events: Iterable[Event]) -> None:
        """Take in all events of a text. Raises BadFile where going on would make no sense."""
        for event in events:
            kind = type(event)
            if kind is ScalarEvent:
                start, end, style = event.start_mark.index, event.end_mark.index, event.style or ""
                node = Scalar(event.value, start, end, style)
                if start == end or event.anchor or event.ctag or style in BLOCK_STYLES:
                    self._settle(node, event)
                self._end = node.end
                self._attach(node)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                self._open(event, Mapping if kind is MappingStartEvent else Sequence)
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self._close(event)
            elif kind is AliasEvent:
                self._alias(event)
            elif kind is DocumentStartEvent:
                self._begin(event)
        for merge in self._merges:
            self._check_merge(merge)
        if self.aliases and self.root is not None and not self.faults:
            self._check_copies(self.root)

    def _begin(self, event: Event) -> None:
        if self.root is not None or self._begun:
            start = event.start_mark.index
            line, _ = position(self.text, start)
            raise self._stop(start, start + 3, f"one encounter per file; the second begins at line {line}")
        self._begun = True

    def _settle(self, node: Scalar, event: Event) -> None:
        """Find the true place of a scalar that has properties, is a block of text or is not there at all."""
        start, end = node.start, node.end
        missing = not node.text and not node.style
        if node.style in BLOCK_STYLES:
            node.end = self._block_end(start, end)
        if event.anchor or event.ctag:
            node.properties = Properties(start, event.anchor, event.tag)
            node.start = end if missing else self._after_properties(start)
            if event.tag and event.tag not in KNOWN_TAGS:
                self._refuse_tag(event)
            elif event.anchor and missing:
                self.fault(start, end, f"`&{event.anchor}` names nothing; if it is text, put quotes round it")
            elif event.anchor:
                self._anchors[event.anchor] = node
        elif missing:
            node.start = node.end = self._empty(start)

    def _block_end(self, start: int, end: int) -> int:
        """Cut the blank lines after a block scalar off, unless its `+` keeps them, and its last line end."""
        header = self.text[start : self.text.find("\n", start) + 1].split("#")[0]
        stop = self.text.rfind("\n", start, end)
        if not self.text[stop:end].strip():
            end = stop
        content = self.text[start:end]
        if "+" not in header:
            content = content.rstrip()
        return start + len(content.removesuffix("\r"))

    def _empty(self, start: int) -> int:
        """Place a value that is left out: after its key's colon or its dash, wherever the parser marks it."""
        if isinstance(self._here, Sequence):
            dash = DASH.match(self.text, self._end) if self._here.items else None
            return dash.end() if dash else self._here.start + 1
        if self._key is None:
            return start
        colon = COLON.match(self.text, self._key.end)
        return colon.end() if colon else self._key.end

    def _open(self, event: Event, kind: type[Collection]) -> None:
        start, flow = event.start_mark.index, bool(event.flow_style)
        if len(self._stack) >= DEEPEST:
            raise self._stop(start, start + 1, f"nested more than {DEEPEST} deep")
        node = kind(start, flow=flow)
        if event.anchor or event.ctag:
            node.properties = Properties(start, event.anchor, event.tag)
            node.start = self._after_properties(start)
            if event.anchor:
                self._anchors[event.anchor] = node
            if event.tag and event.tag not in KNOWN_TAGS and not event.tag.startswith("!"):
                self._refuse_tag(event)
        if flow and type(node) is Mapping:
            node.pair = not self.text.startswith("{", node.start)
        self._attach(node)
        self._stack.append(node)
        self._here = node

    def _close(self, event: Event) -> None:
        node = self._stack.pop()
        if node.flow and not (isinstance(node, Mapping) and node.pair):
            self._end = event.end_mark.index
        node.end = self._end
        self._here = self._stack[-1] if self._stack else None

    def _alias(self, event: Event) -> None:
        start, end, name = event.start_mark.index, event.end_mark.index, event.anchor or ""
        target = self._anchors.get(name)
        self._end = end
        if target is None:
            advice = "if it is a name, put quotes round it"
            self.fault(start, end, f"`*{name}` stands for nothing: there is no `&{name}` above; {advice}")
            target = Scalar("", start, end, "")
        elif any(target is unfinished for unfinished in self._stack):
            raise self._stop(start, end, f"`*{name}` stands inside the very thing it stands for")
        alias = Alias(name, start, end, target)
        self.aliases.append(alias)
        self._attach(alias)

    def _attach(self, node: Node) -> None:
        """Give a node its place: the value of the pending key, the next key, the next item, or the root."""
        here = self._here
        if type(here) is Mapping:
            key = self._key
            if key is None:
                self._key = node if type(node) is Scalar and node.text else self._as_key(node)
                return
            self._key = None
            text, entries = key.text, here.entries
            if text in here.index or (text == "<<" and not key.style):
                self._enter_oddly(here, key, node)
                return
            here.index[text] = len(entries)
            if type(node) is Alias:
                here.aliases[len(entries)] = node
                node = node.target
            entries.append((key, node))
        elif type(here) is Sequence:
            if type(node) is Alias:
                here.aliases[len(here.items)] = node
                node = node.target
            here.items.append(node)
        else:
            self.root = node

    def _as_key(self, node: Node) -> Scalar:
        """Take an alias of a single value, or a quoted nothing, for a key. Raises BadFile for all that is no key."""
        target = resolved(node)
        if type(node) is Scalar and node.style:
            return node
        if type(node) is Scalar:
            colon = max(self.text.rfind(":", 0, node.start + 1), 0)
            raise self._stop(colon, colon + 1, "a key is missing before this colon")
        if type(node) is Alias and type(target) is Scalar:
            return Scalar(target.text, node.start, node.end, "*")
        raise self._stop(node.start, node.start + 1, "a key must be a word or a quoted text, not a list or a mapping")

    def _enter_oddly(self, here: Mapping, key: Scalar, value: Node) -> None:
        """Enter a merge, or refuse a key that is there already."""
        if key.text in here.index:
            self._duplicate(here.entries[here.index[key.text]][0], key)
        elif here.merge is not None:
            self._duplicate(here.merge.key, key)
        else:
            here.merge = Merge(len(here.entries), key, value)
            self._merges.append(here.merge)

    def _check_merge(self, merge: Merge) -> None:
        value = resolved(merge.value)
        for source in value.items if isinstance(value, Sequence) else [value]:
            if not isinstance(source, Mapping):
                place = merge.value
                self.fault(place.start, place.end, "`<<` takes the `*name` of a mapping, or a list of such names")
                return

    def _check_copies(self, root: Node) -> None:
        """Refuse aliases that multiply the file (or its depth) without end when followed."""
        extents: dict[int, tuple[int, int]] = {}

        def extent(node: Node) -> tuple[int, int]:
            """Count the nodes and the levels under a node, aliases followed; each node is looked at once."""
            target = resolved(node)
            known = extents.get(id(target))
            if known is None:
                inside = [value for _, value in target.written()] if isinstance(target, Mapping) else []
                inside = target.written() if isinstance(target, Sequence) else inside
                below = [extent(part) for part in inside]
                known = 1 + sum(count for count, _ in below), 1 + max((depth for _, depth in below), default=0)
                extents[id(target)] = known
            return known

        total, depth = extent(root)
        if total > MOST_COPIES + len(extents) or depth > DEEPEST:
            worst = max(self.aliases, key=extent)
            text = "repeats too much" if depth <= DEEPEST else f"nests more than {DEEPEST} deep"
            raise self._stop(worst.start, worst.end, f"`*{worst.name}` {text}: write these values out")

    def _stop(self, start: int, end: int, message: str) -> BadFile:
        self.fault(start, end, message)
        return bad_file(self.name, self.faults)

    def _duplicate(self, first: Scalar, second: Scalar) -> None:
        lines = [position(self.text, key.start)[0] for key in (first, second)]
        place = f"in line {lines[0]} and in line {lines[1]}" if lines[0] != lines[1] else f"twice in line {lines[0]}"
        self.fault(second.start, second.end, f"`{second.text}` stands {place}; rename or remove one of them")

    def _after_properties(self, start: int) -> int:
        found = re.compile(PROPERTIES).match(self.text, start)
        return found.end() if found else start

    def _refuse_tag(self, event: Event) -> None:
        start = event.start_mark.index
        bang = self.text.index("!", start)
        end = bang + len(self.text[bang:].split(maxsplit=1)[0])
        tag = self.text[bang:end]
        self.fault(
            bang, end, f"`{tag}` is a YAML tag, which means nothing here; take it out, or put quotes round the text"
        )

    def fault(self, start: int, end: int, message: str) -> None:
        """Note what is wrong with `start` to `end`, and go on; raise BadFile when there is enough to mend."""
        self.faults.append(fault(self.text, self.name, start, end, message))
        if len(self.faults) >= MOST_FAULTS:
            raise bad_file(self.name, self.faults)
