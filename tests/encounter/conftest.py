"""Encounters read and written without a disk: a text in, what was read or the new text out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import pytest

from gmtool.document.parse import parse
from gmtool.encounter import catalog
from gmtool.encounter import reading as reader
from gmtool.errors import BadFile

if TYPE_CHECKING:
    from gmtool.document.parse import Document, Mapping
    from gmtool.encounter.reading import Reading
    from gmtool.errors import Fault

Read: TypeAlias = Callable[..., "Reading"]
HERE = "¦"
"""Stands in a text where the caret must begin, and is taken out before the text is read."""


def shelf(text: str) -> Callable[[str, str], tuple[Document, Mapping] | None]:
    """A bestiary of one book."""
    book = parse(text.encode(), "bestiary/bnb.yaml")

    def find(_: str, creature: str) -> tuple[Document, Mapping] | None:
        found = book.root.get(creature)
        return None if found is None else (book, found)

    return find


@pytest.fixture
def read() -> Read:
    """Read an encounter's text, with the text of a bestiary if it needs one."""

    def run(text: str, bestiary: str = "{}") -> Reading:
        return reader.read(parse(text.encode(), "fight.yaml"), catalog.load, shelf(bestiary))

    return run


@pytest.fixture
def faults(read: Read) -> Callable[..., tuple[Fault, ...]]:
    """Read a text that must be refused, and give its faults: at the places marked in the text, in order."""

    def run(marked: str, bestiary: str = "{}") -> tuple[Fault, ...]:
        with pytest.raises(BadFile) as caught:
            read(marked.replace(HERE, ""), bestiary.replace(HERE, ""))
        found = caught.value.faults
        assert [(one.line, one.column) for one in found if one.file == "fight.yaml"] == places(marked)
        assert [(one.line, one.column) for one in found if one.file != "fight.yaml"] == places(bestiary)
        for one in found:
            assert re.search(rf"^  {one.line} \| .*\n +\| *\^+$", one.excerpt)
        return found

    return run


@pytest.fixture
def warnings(read: Read) -> Callable[..., tuple[Fault, ...]]:
    """Read a text that is odd but does no harm, and give its warnings, which must be at the marked places."""

    def run(marked: str, bestiary: str = "{}") -> tuple[Fault, ...]:
        found = read(marked.replace(HERE, ""), bestiary).warnings
        assert [(one.line, one.column) for one in found] == places(marked)
        assert all(one.warning for one in found)
        return found

    return run


def places(marked: str) -> list[tuple[int, int]]:
    """Line and column of every mark."""
    return [
        (number, match.start() + 1 - before)
        for number, line in enumerate(marked.split("\n"), 1)
        for before, match in enumerate(re.finditer(HERE, line))
    ]
