"""A fight of six animals in ten rounds, word for word: orchard.txt, played on orchard.yaml."""

import json
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

HERE = Path(__file__).parent


class Said(NamedTuple):
    """A line typed, and what came of it."""

    typed: str
    shown: list[str]


def script() -> list[Said]:
    """The transcript's steps; blank lines and `#` lines are for its reader."""
    steps: list[Said] = []
    for line in (HERE / "orchard.txt").read_text().splitlines():
        if line.startswith("$ "):
            steps.append(Said(line[2:], []))
        elif line and not line.startswith("#"):
            steps[-1].shown.append(line)
    return steps


def shown(bench, typed: str) -> list[str]:
    """What a line of the transcript prints."""
    program, *words = shlex.split(typed)
    if program == "cat":
        return (bench.folder / words[0]).read_text().splitlines()
    _, out, err = bench.run(*words)
    return (out + err).splitlines()


def test_ten_rounds_word_for_word(bench):
    """And every die given is in the history as it was given."""
    bench.file.write_bytes((HERE / "orchard.yaml").read_bytes())
    faces = []
    for typed, expected in script():
        assert (typed, [line for line in shown(bench, typed) if line]) == (typed, expected)
        words = shlex.split(typed)
        if "--dice" in words and not expected[0].startswith("gm: "):
            faces += [int(face) for face in words[words.index("--dice") + 1].split(",")]
    kept = [json.loads(line) for line in bench.journal.read_text().splitlines()]
    assert [face for step in kept for thrown in step.get("dice", ()) for face in thrown["faces"]] == faces


@pytest.mark.slow
def test_it_can_all_be_taken_back(bench):
    start = (HERE / "orchard.yaml").read_bytes()
    bench.file.write_bytes(start)
    changing = 0
    for typed, expected in script():
        shown(bench, typed)
        only_shows = typed.split()[:2] in (["gm", "odds"], ["gm", "status"]) or typed.startswith("cat ")
        changing += not only_shows and not expected[0].startswith("gm: ")
    steps = 0
    while bench.run("undo")[0] == 0:
        steps += 1
    assert bench.file.read_bytes() == start
    assert steps == changing


def test_what_it_shows():
    """Ten rounds are played, and the verbs of the book are all there."""
    typed = [one.typed for one in script()]
    told = "\n".join(line for one in script() for line in one.shown)
    assert all(f"\nround {number}\n" in told for number in range(2, 11))
    wanted = (
        "swap tactic move dodge --pause --flee --run --back --charge --push --hop --hold --vicious --cuff --opportunity"
        " release tend enter mark heal odds"
    )
    for words in wanted.split():
        assert any(words in line for line in typed), words


def test_no_line_is_wider_than_a_terminal():
    """Readable at 80 columns, most of it at 60."""
    lines = [line for one in script() for line in one.shown]
    assert max(map(len, lines)) <= 100
    assert sum(len(line) > 60 for line in lines) < len(lines) // 10
