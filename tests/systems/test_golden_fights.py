"""Golden fights, word for word: each `<system>/<fight>.txt`, played on the `<fight>.yaml` beside it.

A line `# shows: --charge tend` names words that some command of the fight must hold, `# rounds: 10` how many rounds
are played.
"""

import json
import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

HERE = Path(__file__).parent
FIGHTS = sorted(HERE.glob("*/*.txt"))
NAMES = [f"{path.parent.name} {path.stem}" for path in FIGHTS]
READERS = ("odds", "status", "rules", "map", "from", "log")
"""commands that only show"""


class Said(NamedTuple):
    """A line typed, and what came of it."""

    typed: str
    shown: list[str]

    @property
    def refused(self) -> bool:
        """Whether nothing came of it but an error."""
        return self.shown[:1] != [] and self.shown[0].startswith("gm: ")

    @property
    def changes(self) -> bool:
        """Whether it is a step of the history."""
        words = shlex.split(self.typed)
        return words[0] == "gm" and not set(words[1:3]) & set(READERS) and len(words) > 1 and not self.refused


def script(fight: Path) -> list[Said]:
    """The transcript's steps; blank lines and `#` lines are for its reader."""
    steps: list[Said] = []
    for line in fight.read_text().splitlines():
        if line.startswith("$ "):
            steps.append(Said(line[2:], []))
        elif line and not line.startswith("#"):
            steps[-1].shown.append(line)
    return steps


def asked_for(fight: Path, what: str) -> list[str]:
    """The words of a line `# shows: ...`."""
    return [word for line in re.findall(rf"^# {what}: (.*)$", fight.read_text(), re.MULTILINE) for word in line.split()]


def shown(bench, typed: str) -> list[str]:
    """What a line of the transcript prints; blank lines left out."""
    program, *words = shlex.split(typed)
    if program == "cat":
        text = (bench.folder / words[0]).read_text()
    else:
        _, out, err = bench.run(*words)
        text = out + err
    return [line for line in text.splitlines() if line]


@pytest.fixture
def duel() -> str:
    """Fights bring their own encounters."""
    return ""


def test_every_system_has_a_fight():
    assert {path.parent.name for path in FIGHTS} == {path.parent.name for path in HERE.glob("*/ids.yaml")}


@pytest.mark.parametrize("fight", FIGHTS, ids=NAMES)
def test_word_for_word(fight: Path, bench):
    """And every die given is in the history as it was given."""
    bench.file.write_bytes(fight.with_suffix(".yaml").read_bytes())
    faces = []
    for said in script(fight):
        assert (said.typed, shown(bench, said.typed)) == (said.typed, said.shown)
        words = shlex.split(said.typed)
        if "--dice" in words and said.changes:
            faces += [int(face) for face in words[words.index("--dice") + 1].split(",")]
    kept = [json.loads(line) for line in bench.journal.read_text().splitlines()]
    assert [face for step in kept for thrown in step.get("dice", ()) for face in thrown["faces"]] == faces


@pytest.mark.slow
@pytest.mark.parametrize("fight", FIGHTS, ids=NAMES)
def test_it_can_all_be_taken_back(fight: Path, bench):
    start = fight.with_suffix(".yaml").read_bytes()
    bench.file.write_bytes(start)
    for said in script(fight):
        shown(bench, said.typed)
    steps = 0
    while bench.run("undo")[0] == 0:
        steps += 1
    assert bench.file.read_bytes() == start
    assert steps == sum(said.changes for said in script(fight))


@pytest.mark.parametrize("fight", FIGHTS, ids=NAMES)
def test_what_it_shows(fight: Path):
    """The rounds and the words that its head promises are there."""
    typed = [said.typed for said in script(fight)]
    told = "\n".join(line for said in script(fight) for line in said.shown)
    (rounds,) = map(int, asked_for(fight, "rounds"))
    assert all(re.search(rf"^round {number}$", told, re.MULTILINE) for number in range(2, rounds + 1))
    for word in asked_for(fight, "shows"):
        assert any(word in line.split() for line in typed), word


@pytest.mark.parametrize("fight", FIGHTS, ids=NAMES)
def test_no_line_is_wider_than_a_terminal(fight: Path):
    """Readable at 100 columns, most of it at 60."""
    lines = [line for said in script(fight) for line in said.shown]
    assert max(map(len, lines)) <= 100
    assert sum(len(line) > 60 for line in lines) < len(lines) // 10
