"""Forty-five files in the styles people write, each played: a wound, a value, a turn and back, judged byte for byte.

`case_files/styles` holds them with a system and hexes of its own in each; keys no system has are kept as they are.
"""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest

from gmtool.document.parse import parse
from tests.played import Folder

yaml = pytest.importorskip("yaml")

STYLES = Path(__file__).parent / "case_files" / "styles"
NAMES = sorted(path.name for path in STYLES.glob("*.yaml"))
REFUSED = {
    "21_list_of_maps.yaml": (4, "it must hold a name for each"),
    "33_comment_only.yaml": (1, "nothing in the file but comments"),
    "43_seq_root.yaml": (1, "the file begins with a list"),
}
TURN_KEYS = {"round", "turn", "order", "acted", "phase"}
OWN_KEYS = {"initiative", "actions", "stamina", "used-combat-skill", "rested"}
"""what the turns of mythril write"""
OLD, NEW = r"[\d+ \"']*", r"[\d/+ \"'-]*|[\s,]*[\"']?hp[\"']?\s*: *[\d/+ \"']*\s*"
"""a health as it stood, and as it stands: a number changed, or a key of its own over what was merged"""
BEYOND_PYYAML = str.maketrans({"\t": " ", "\x85": "?", "\u2028": "?"})


@pytest.fixture
def gm(tmp_path: Path) -> Folder:
    """A folder without an encounter."""
    return Folder(tmp_path)


def read(text: str) -> Any:
    """The data another reader sees, every scalar as its text."""
    from tests.document.conftest import TextLoader

    return yaml.load(text.translate(BEYOND_PYYAML), TextLoader)


def apart(data: Any) -> Any:
    """The data without what turns write."""
    kept = {key: value for key, value in copy.deepcopy(data).items() if key not in TURN_KEYS}
    for sheet in kept["combatants"].values():
        for key in OWN_KEYS & set(sheet):
            del sheet[key]
    return kept


def changed(before: str, after: str) -> tuple[str, str]:
    """What differs but for the blanks between words: the texts without what they share at both ends."""
    old, new = (re.sub(r"(?<=\S) +", " ", text) for text in (before, after))
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    old, new = old[start:], new[start:]
    end = 0
    while end < min(len(old), len(new)) and old[-1 - end] == new[-1 - end]:
        end += 1
    return old[: len(old) - end], new[: len(new) - end]


def wounded(gm: Folder) -> list[str]:
    """Those who have health of their own in the file and are alive."""
    return [name for name, one in gm.data("status")["combatants"].items() if one["hp"]["now"] > 0]


def test_there_are_all_forty_five() -> None:
    assert [name[:2] for name in NAMES] == [f"{number:02}" for number in range(1, 46)]


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_is_no_encounter_is_refused_and_kept(gm: Folder, name: str) -> None:
    line, says = REFUSED[name]
    gm.write((STYLES / name).read_bytes())
    for words in (("status",), ("next",), ("damage", "rat", "1"), ("add", "rat")):
        told = gm.refused(*words, code=3)
        assert told.startswith(f"encounter.yaml:{line}:")
        assert says in told


@pytest.mark.parametrize("name", [name for name in NAMES if name not in REFUSED])
def test_only_the_value_changes_and_every_byte_comes_back(gm: Folder, name: str) -> None:
    text = gm.write((STYLES / name).read_bytes())
    data = read(text)
    assert gm("check").code == 0
    alive = wounded(gm)
    steps = 0
    for who in alive[:3]:
        before = gm.read()
        gm.must("damage", "--", who, "1")
        old, new = changed(before, gm.read())
        assert re.fullmatch(OLD, old), (old, new)
        assert re.fullmatch(NEW, new), (old, new)
        now = gm.data("status")["combatants"][who]["hp"]
        assert now["now"] == now["max"] - 1 or "/" in str(data["combatants"][who]["hp"])
        steps += 1
    wanted = copy.deepcopy(data)
    for who in alive[:3]:
        now = gm.data("status")["combatants"][who]["hp"]
        wanted["combatants"][who]["hp"] = f"{now['now']}/{now['max']}"
    found = read(gm.read())
    for who in alive[:3]:
        found["combatants"][who]["hp"] = found["combatants"][who]["hp"].removeprefix("+")
    assert found == wanted
    if alive:
        gm.must("set", "--", alive[0], "side=guild")
        assert read(gm.read())["combatants"][alive[0]]["side"] == "guild"
        steps += 1
    before = gm.read()
    ran = gm("next", "--seed", "1")
    assert ran.code == 0, ran
    steps += gm.read() != before
    assert apart(read(gm.read())) == apart(read(before))
    assert gm("check").code == 0
    after = gm.read()
    gm.must("undo", str(steps))
    assert gm.read() == text
    gm.must("redo", str(steps))
    assert gm.read() == after
    assert parse(after.encode(), name)
