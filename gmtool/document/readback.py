"""Compare what was read back with what was wanted, looking closely only at what the edit came near."""

from __future__ import annotations

from gmtool.document.drafts import MappingDraft, SequenceDraft, Value, wanted_data
from gmtool.document.layout import column
from gmtool.document.tree import Document, Mapping, Node, Sequence, child, plain_data


class ReadBack:
    """A document as it was, and the one that was made of it."""

    def __init__(self, before: Document, after: Document) -> None:
        self.before = before
        self.after = after
        self._shared = bool(before.aliases or after.aliases)

    def matches(self, draft: MappingDraft) -> bool:
        """Say whether the new document has just the data that the draft of the old one wants."""
        return self._reads_as(self.after.root, draft)

    def _reads_as(self, node: Node, value: Value) -> bool:
        if isinstance(value, MappingDraft) and isinstance(node, Mapping):
            keys = node.keys()
            return value.values.keys() == set(keys) and all(self._child(node, key, value.values[key]) for key in keys)
        if isinstance(value, SequenceDraft) and isinstance(node, Sequence):
            same_length = len(node.items) == len(value.items)
            return same_length and all(map(self._reads_as, node.items, [item.value for item in value.items]))
        if isinstance(value, Mapping | Sequence) and not self._shared and self._same_text(node, value):
            return True
        return plain_data(node) == wanted_data(value)

    def _child(self, node: Mapping, key: str, value: Value) -> bool:
        found = child(node, key)
        return found is not None and self._reads_as(found, value)

    def _same_text(self, node: Node, old: Mapping | Sequence) -> bool:
        """Say whether a collection stands in the same characters at the same column, and so can only read the same.

        That holds where nothing is brought in from elsewhere by an alias.
        """
        if not isinstance(node, type(old)) or node.flow != old.flow or node.end - node.start != old.end - old.start:
            return False
        texts = self.after.text, self.before.text
        if column(texts[0], node.start) != column(texts[1], old.start):
            return False
        return texts[0][node.start : node.end] == texts[1][old.start : old.end]
