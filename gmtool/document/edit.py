"""Change values in an encounter file and nothing else.

A batch of edits becomes the wanted data and a few replacements in the text. The new text is read again and compared
with what was wanted before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Sequence as Several

from gmtool.document.drafts import Data, Delete, Edit, Insert, MappingDraft, Set, drafted, wanted_data
from gmtool.document.errors import bad_file, fault, line_start
from gmtool.document.parse import parse
from gmtool.document.readback import ReadBack
from gmtool.document.scalars import Text
from gmtool.document.tree import Document, Path, Scalar, walk
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
    changed = _rewritten(document, draft)
    if ReadBack(document, changed).matches(draft):
        return changed
    changed, wrong = _put_right(document, changed, draft)
    if wrong is None:
        return changed
    if _ends_in_open_block(document):
        end = len(document.text)
        words = "the last line is part of a text block and has no line end, which counts there; edit it by hand"
        raise bad_file(document.name, [fault(document.text, document.name, line_start(document.text, end), end, words)])
    place = ".".join(map(str, wrong))
    raise Bug(f"{document.name}: {_listed(edits)} would also change {place}; nothing was written")


def _rewritten(document: Document, draft: MappingDraft, *, all_changed: bool = False) -> Document:
    """Write the draft into the text and read it back. `all_changed` moves the anchors of all that changes."""
    moves = None
    if document.aliases:
        from gmtool.document.sharing import find_moves

        moves = find_moves(document, draft, all_changed=all_changed)
    text = Writer(document, moves).write(draft)
    if not document.text.endswith("\n"):
        text = text.removesuffix("\n").removesuffix("\r")
    if text == document.text:
        return document
    try:
        return parse(text.encode(), document.name).saved_as(document)
    except BadFile as error:
        raise Bug(f"{document.name}: the edited text could not be read ({error.text}); nothing was written") from error


def _put_right(document: Document, changed: Document, draft: MappingDraft) -> tuple[Document, Path | None]:
    """Undo what aliases and merges changed besides, and name the first place that is still not as wanted."""
    from gmtool.document.sharing import differences, overrides

    wanted = wanted_data(draft)
    found = list(differences(changed.data(), wanted))
    if document.aliases and any(difference.extra for difference in found):
        changed = _rewritten(document, draft, all_changed=True)
        found = list(differences(changed.data(), wanted))
    for _ in range(LONGEST_CHAIN):
        edits = overrides(changed, found, wanted)
        if not edits:
            break
        changed = _rewritten(changed, drafted(changed.root, edits))
        found = list(differences(changed.data(), wanted))
    return changed, found[0].path if found else None


def _ends_in_open_block(document: Document) -> bool:
    """Say whether the text ends with a block scalar without a line end, whose value a line behind it would change."""
    *_, last = walk(document.root)
    return isinstance(last, Scalar) and last.style in ("|", ">") and last.end == len(document.text)


def _listed(edits: Several[Edit]) -> str:
    return ", ".join(f"{type(edit).__name__} {'.'.join(map(str, edit.path))}" for edit in edits)
