"""A fight of three rounds, word for word: fight.txt, played on fight.yaml."""

import shlex
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Said(NamedTuple):
    """A line typed, and what came of it."""

    typed: str
    shown: list[str]


def script() -> list[Said]:
    """The transcript's steps; blank lines and `#` lines are for its reader."""
    steps: list[Said] = []
    for line in (HERE / "fight.txt").read_text().splitlines():
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


def test_three_rounds_word_for_word(bench):
    bench.file.write_text((HERE / "fight.yaml").read_text())
    for typed, expected in script():
        assert (typed, shown(bench, typed)) == (typed, expected)


def test_it_can_all_be_taken_back(bench):
    start = (HERE / "fight.yaml").read_bytes()
    bench.file.write_bytes(start)
    for typed, _ in script():
        shown(bench, typed)
    steps = 0
    while bench.run("undo")[0] == 0:
        steps += 1
    assert bench.file.read_bytes() == start
    # every command but the two refused, the odds and the cat: each is one step
    assert steps == len(script()) - 4
