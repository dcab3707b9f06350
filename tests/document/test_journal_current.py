"""Which encounter is current: the note in `.gm`, looked for upwards."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gmtool.document.journal import read_current, write_current
from gmtool.errors import Refused


def test_the_current_encounter_is_found_from_below(tmp_path: Path) -> None:
    deep = tmp_path / "campaign" / "maps"
    deep.mkdir(parents=True)
    assert read_current(str(deep)) is None
    write_current(str(tmp_path), str(tmp_path / "campaign" / "culvert.yaml"))
    assert read_current(str(deep)) == str(tmp_path / "campaign" / "culvert.yaml")
    write_current(str(tmp_path / "campaign"), str(tmp_path / "bridge.yaml"))
    assert read_current(str(deep)) == str(tmp_path / "bridge.yaml")
    assert read_current(str(tmp_path)) == str(tmp_path / "campaign" / "culvert.yaml")
    assert (tmp_path / ".gm" / ".gitignore").read_text() == "*\n"


def test_the_current_encounter_moves_with_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old").mkdir()
    monkeypatch.chdir(tmp_path / "old")
    write_current(".", "night two.yaml")
    (tmp_path / "old").rename(tmp_path / "new")
    assert read_current(str(tmp_path / "new")) == str(tmp_path / "new" / "night two.yaml")


@pytest.mark.parametrize("content", ["", "\n"])
def test_an_empty_note_of_the_current_encounter_is_passed_over(tmp_path: Path, content: str) -> None:
    write_current(str(tmp_path), str(tmp_path / "fight.yaml"))
    (tmp_path / "below" / ".gm").mkdir(parents=True)
    (tmp_path / "below" / ".gm" / "current").write_text(content)
    assert read_current(str(tmp_path / "below")) == str(tmp_path / "fight.yaml")


def test_the_current_encounter_is_not_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / ".gm").symlink_to("elsewhere")
    with pytest.raises(Refused, match="symbolic link"):
        write_current(str(tmp_path), "fight.yaml")
    assert os.listdir(tmp_path / "elsewhere") == []
