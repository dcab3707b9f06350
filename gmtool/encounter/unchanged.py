"""What a new text of a file leaves as it was: those who need not be read again."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gmtool.document.layout import same_text
from gmtool.document.parse import Document, Mapping
from gmtool.rules.model import Combatant, Encounter

if TYPE_CHECKING:
    from gmtool.encounter.reading import Reading


def unchanged(
    before: "Reading", document: Document, encounter: Encounter, fighters: Sequence[tuple[str, Mapping | None]]
) -> dict[str, Combatant]:
    """The combatants, as they were read before, that stand in the same characters in the new text.

    None, if anything is another that all are read by: names, grid, switches; or if something comes from elsewhere by
    an alias, or was odd enough to be warned of. Nor those of whom a value hangs on the encounter, and is another now.
    """
    was = before.encounter
    if before.warnings or before.document.aliases or document.aliases:
        return {}
    if was.grid != encounter.grid or was.switches != encounter.switches:
        return {}
    if list(was.combatants) != [name for name, _ in fighters]:
        return {}
    found = {}
    for name, node in fighters:
        old, one = before.document.at(("combatants", name)), was.combatants[name]
        if node is None or old is None or not same_text(before.document, old, document, node):
            continue
        if all(getattr(one, s.name) == s.default(encounter, one) for s in before.computed[name]):
            found[name] = one
    return found
