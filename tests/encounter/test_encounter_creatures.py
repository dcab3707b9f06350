"""Bestiaries: the one beside the encounter first, then those of the folders above."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from gmtool.encounter.creatures import Bestiary
from gmtool.errors import BadFile

if TYPE_CHECKING:
    from pathlib import Path


def put(folder: Path, text: str, system: str = "bnb") -> None:
    (folder / "bestiary").mkdir(parents=True, exist_ok=True)
    (folder / "bestiary" / f"{system}.yaml").write_text(text)


def found(bestiary: Bestiary, creature: str, system: str = "bnb") -> Any:
    hit = bestiary(system, creature)
    assert hit is not None
    book, node = hit
    return os.path.basename(os.path.dirname(os.path.dirname(book.name))), node.get("hp").text


def test_the_nearest_book_that_has_the_creature_wins(tmp_path: Path) -> None:
    deep = tmp_path / "campaign" / "night"
    put(tmp_path, "wolf: {hp: 1}\nfox: {hp: 2}\nowl: {hp: 3}\n")
    put(tmp_path / "campaign", "wolf: {hp: 4}\nfox: {hp: 5}\n")
    put(deep, "wolf: {hp: 6}\n")
    bestiary = Bestiary(str(deep))
    assert found(bestiary, "wolf") == ("night", "6")
    assert found(bestiary, "fox") == ("campaign", "5")
    assert found(bestiary, "owl") == (tmp_path.name, "3")
    assert bestiary("bnb", "dragon") is None


def test_each_system_has_its_own_book(tmp_path: Path) -> None:
    put(tmp_path, "wolf: {hp: 1}\n")
    put(tmp_path, "wolf: {hp: 2}\n", "toy")
    bestiary = Bestiary(str(tmp_path))
    assert found(bestiary, "wolf")[1] == "1"
    assert found(bestiary, "wolf", "toy")[1] == "2"
    assert bestiary("another", "wolf") is None


def test_no_bestiary_at_all(tmp_path: Path) -> None:
    assert Bestiary(str(tmp_path))("bnb", "no-such-creature") is None


def test_a_word_is_no_creature(tmp_path: Path) -> None:
    put(tmp_path, "banshee: howling\n")
    assert Bestiary(str(tmp_path))("bnb", "banshee") is None


def test_books_are_opened_when_a_creature_is_asked_for(tmp_path: Path) -> None:
    bestiary = Bestiary(str(tmp_path))
    put(tmp_path, "wolf: {hp: 1}\n")
    assert found(bestiary, "wolf")[1] == "1"
    put(tmp_path, "wolf: {hp: 2}\n")
    assert found(bestiary, "wolf")[1] == "1", "one command reads a book once"


def test_a_broken_book_is_refused_with_its_own_name(tmp_path: Path) -> None:
    put(tmp_path, "wolf: {hp: 1\n")
    with pytest.raises(BadFile) as caught:
        Bestiary(str(tmp_path))("bnb", "wolf")
    assert caught.value.faults[0].file.endswith(os.path.join("bestiary", "bnb.yaml"))
