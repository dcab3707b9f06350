"""Change values in an encounter file and nothing else.

A batch of edits becomes the wanted data and a few replacements in the text. The new text is read again and compared
with what was wanted before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Sequence as Several

from gmtool.document.drafts import Data, Delete, Edit, Insert, MappingDraft, Set, drafted, wanted_data
from gmtool.document.errors import bad_file, fault, line_start
from gmtool.document.parse import parse
from gmtool.document.scalars import Text
from gmtool.document.sharing import Difference, differences, moves, overrides
from gmtool.document.tree import Document, Plain, Scalar, walk
from gmtool.document.write import Writer
from gmtool.errors import BadFile, Bug

__all__ = ["Data", "Delete", "Edit", "Insert", "Set", "Text", "edit"]

LONGEST_CHAIN = 20
"""Rounds of putting right what changed by way of aliases: one for each level of merges within merges."""


def edit(document: Document, edits: Several[Edit]) -> Document:
    """Apply a batch of edits, each to what the ones before it have left, and give the changed document.

    Edits that change nothing give back the very document. Raises BadFile for a place that must be edited by hand, Bug
    for an edit of a place that is not there, or if the new text does not read back as wanted.
    """
    draft = drafted(document.root, edits)
    wanted = wanted_data(draft)
    changed = _rewritten(document, draft)
    found = list(differences(changed.data(), wanted))
    if found and document.aliases:
        if any(difference.extra for difference in found):
            changed = _rewritten(document, draft, all_changed=True)
        changed, found = _put_right(changed, wanted)
    if found and _ends_in_open_block(document):
        end = len(document.text)
        words = "the last line is part of a text block and has no line end, which counts there; edit it by hand"
        raise bad_file(document.name, [fault(document.text, document.name, line_start(document.text, end), end, words)])
    if found:
        place = ".".join(map(str, found[0].path))
        raise Bug(f"{document.name}: {_listed(edits)} would also change {place}; nothing was written")
    return changed


def _rewritten(document: Document, draft: MappingDraft, *, all_changed: bool = False) -> Document:
    """Write the draft into the text and read it back."""
    text = Writer(document, moves(document, draft, all_changed=all_changed)).write(draft)
    if not document.text.endswith("\n"):
        text = text.removesuffix("\n").removesuffix("\r")
    if text == document.text:
        return document
    try:
        return parse(text.encode(), document.name).saved_as(document)
    except BadFile as error:
        raise Bug(f"{document.name}: the edited text could not be read ({error.text}); nothing was written") from error


def _put_right(document: Document, wanted: Plain) -> tuple[Document, list[Difference]]:
    """Override, level by level, what aliases and merges changed besides, and say what is still not as wanted."""
    found = list(differences(document.data(), wanted))
    for _ in range(LONGEST_CHAIN):
        edits = overrides(document, found, wanted)
        if not edits:
            break
        document = _rewritten(document, drafted(document.root, edits))
        found = list(differences(document.data(), wanted))
    return document, found


def _ends_in_open_block(document: Document) -> bool:
    """Say whether the text ends with a block scalar without a line end, whose value a line behind it would change."""
    *_, last = walk(document.root)
    return isinstance(last, Scalar) and last.style in ("|", ">") and last.end == len(document.text)


def _listed(edits: Several[Edit]) -> str:
    return ", ".join(f"{type(edit).__name__} {'.'.join(map(str, edit.path))}" for edit in edits)
