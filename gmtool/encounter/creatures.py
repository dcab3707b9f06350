"""Bestiaries: `bestiary/<system>.yaml` beside the encounter and in the folders above, then the one shipped with gm."""

import os

from gmtool.document.parse import Document, Mapping, parse
from gmtool.document.store import read
from gmtool.encounter.names import listed
from gmtool.errors import Unknown, did_you_mean
from gmtool.rules.naming import folded

SHIPPED = os.path.join(os.path.dirname(os.path.dirname(__file__)), "bestiary")


class Bestiary:
    """The creatures that an encounter in `folder` can be like; files are read when first asked for."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._books: dict[str, list[Document]] = {}

    def __call__(self, system: str, creature: str) -> tuple[Document, Mapping] | None:
        """Find a creature of a system: the nearest file that has it, and what it says. Raises BadFile."""
        for book in self.shelf(system):
            found = book.root.get(creature)
            if isinstance(found, Mapping):
                return book, found
        return None

    def names(self, system: str) -> list[str]:
        """The creatures of a system, those of the nearest file first, parts to be merged left out. Raises BadFile."""
        shelf = self.shelf(system)
        return list(dict.fromkeys(name for book in shelf for name in book.root.keys() if not name.startswith("x-")))

    def named(self, system: str, typed: str) -> str:
        """The creature meant, whatever the case it is typed in. Raises Unknown, BadFile."""
        known = self.names(system)
        for name in known:
            if folded(name) == folded(typed):
                return name
        hint = did_you_mean(typed, known) or f"there are {listed(known) or 'none'}"
        lists = f"`gm bestiary --system {system}` lists them"
        raise Unknown(f"no bestiary of {system} has a creature `{typed}`; {hint}", remedy=lists)

    def shelf(self, system: str) -> list[Document]:
        """The bestiary files of a system, the nearest first. Raises BadFile."""
        if system not in self._books:
            paths = [os.path.join(folder, "bestiary", f"{system}.yaml") for folder in _upwards(self._folder)]
            paths.append(os.path.join(SHIPPED, f"{system}.yaml"))
            self._books[system] = [parse(read(path), path) for path in paths if os.path.isfile(path)]
        return self._books[system]


def _upwards(folder: str) -> list[str]:
    folders = [os.path.abspath(folder)]
    while (above := os.path.dirname(folders[-1])) != folders[-1]:
        folders.append(above)
    return folders
