"""Compare what was read back with what was wanted, looking closely only at what the edit came near."""

from __future__ import annotations

from gmtool.document.drafts import MappingDraft, SequenceDraft, Value, wanted_data
from gmtool.document.layout import same_text
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
        if not self._shared and isinstance(value, Node) and same_text(self.before, value, self.after, node):
            return True
        return plain_data(node) == wanted_data(value)

    def _child(self, node: Mapping, key: str, value: Value) -> bool:
        found = child(node, key)
        return found is not None and self._reads_as(found, value)
