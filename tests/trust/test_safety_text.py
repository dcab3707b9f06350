"""What a hostile file or word can do to a terminal, a browser or a program that reads JSON: nothing."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from gmtool.document.parse import Scalar, parse
from gmtool.document.tree import walk
from gmtool.encounter import catalog
from tests.trust.faulty import Ran, play

if TYPE_CHECKING:
    from tests.conftest import Table

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
HOSTILE = "a\x1b[31m\x1b]0;mine\x07\x9b1m\x7f\rb\nencounter.yaml:1:1: error: forged"
SYSTEMS = sorted(catalog.names())


def starter(system: str) -> str:
    return (Path(catalog.folder_of(catalog.load(system))) / "starter.yaml").read_text()


def poisoned(text: str) -> list[str]:
    """The text with each of its scalars, keys too, in turn replaced by a hostile one."""
    nodes = [node for node in walk(parse(text.encode(), "x").root) if isinstance(node, Scalar) and node.text]
    hostile = json.dumps(HOSTILE)
    return [text[: node.start] + hostile + text[node.end :] for node in nodes]


POISONED = [(system, number) for system in SYSTEMS for number in range(len(poisoned(starter(system))))]
LOOKING = ("status", "map", "map --list", "check", "log", "next --seed 1", "from", "log --markdown", "undo")


def require_harmless(ran: Ran, where: object, *, data: bool) -> None:
    assert ran.code in (0, 1, 2, 3, 5, 6), (where, ran)
    assert "Traceback" not in ran.err, where
    assert not CONTROL.search(ran.out + ran.err), (where, ran)
    if data:
        for text in filter(None, (ran.out, ran.err)):
            assert isinstance(json.loads(text), dict), (where, ran)


def look_at(folder: Path, system: str, number: int) -> None:
    text = poisoned(starter(system))[number]
    (folder / "encounter.yaml").write_text(text)
    for line in LOOKING:
        data = "--markdown" not in line
        ran = play(folder, *line.split())
        require_harmless(ran, (system, number, line), data=False)
        assert "\nencounter.yaml:1:1: error: forged" not in ran.out + ran.err, ran
        if data:
            require_harmless(play(folder, "--json", "-n", *line.split()), (system, number, line), data=True)


@pytest.mark.parametrize(("system", "number"), random.Random(5).sample(POISONED, 10))
def test_a_hostile_value_is_shown_and_not_obeyed(tmp_path: Path, monkeypatch: Any, system: str, number: int) -> None:
    monkeypatch.chdir(tmp_path)
    look_at(tmp_path, system, number)


@pytest.mark.slow
def test_a_hostile_value_anywhere(tmp_path: Path, monkeypatch: Any) -> None:
    """A part of them; every one by hand, with GM_LONG_VALUES=10000."""
    monkeypatch.chdir(tmp_path)
    many = min(len(POISONED), int(os.environ.get("GM_LONG_VALUES", "20")))
    for system, number in random.Random(6).sample(POISONED, many):
        look_at(tmp_path, system, number)


@pytest.mark.parametrize(
    "words",
    [
        ("damage", HOSTILE, "1"), ("note", HOSTILE), ("mark", "rat", HOSTILE), ("set", "rat", f"side={HOSTILE}"),
        ("add", "wolf", "--as", HOSTILE), (HOSTILE,), ("--file", HOSTILE, "status"), ("roll", HOSTILE),
        ("odds", HOSTILE), ("help", HOSTILE), ("rules", HOSTILE), ("check", HOSTILE),
        ("--mod", f"+1 {HOSTILE}", "damage", "rat", "1"),
        ("map", "-o", f"{HOSTILE}.svg"), ("use", HOSTILE), ("init", f"{HOSTILE}/x"), ("simulate", "--runs", HOSTILE),
        ("move", "rat", HOSTILE), ("run", HOSTILE), ("schema", HOSTILE), ("completion", HOSTILE), ("--dice", HOSTILE),
    ],
    ids=lambda words: next(iter([word for word in words if word.isalpha()] or ["bare"])),
)  # fmt: skip
def test_a_hostile_word_is_shown_and_not_obeyed(tmp_path: Path, monkeypatch: Any, words: tuple[str, ...]) -> None:
    """As data too: what JSON leaves bare is spelled as JSON spells it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "encounter.yaml").write_text(starter("bnb"))
    require_harmless(play(tmp_path, *words), words, data=False)
    require_harmless(play(tmp_path, "--json", *words), words, data=True)
    require_harmless(play(tmp_path, "log"), words, data=False)
    require_harmless(play(tmp_path, "--json", "log"), words, data=True)


# pictures -------------------------------------------------------------------------------------------------------------

EVIL = """</title></text></svg>]]><script>evil()</script><img src=x onerror="evil()"> ' onload='evil() &lt;&#x3c; {x}"""
MARKUP = f"""\
system: bnb
title: {json.dumps(EVIL)}
grid: {{size: 8x8}}
terrain:
  ? {json.dumps(EVIL)}
  : {{hexes: [0505], cost: 2}}
combatants:
  rat:
    name: {json.dumps(EVIL)}
    side: {json.dumps(EVIL)}
    at: 0304
    stats: {{str: 1, spd: 4, agi: 3}}
    hp: 8/8
  {json.dumps(EVIL[:40])}: {{at: 0404, facing: NW, stats: {{str: 4, spd: 2, agi: 2}}, hp: 14/14}}
"""


class Tags(HTMLParser):
    """Gathers what a browser would take for tags and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {tag, *(name for name, _ in attrs)}


@pytest.mark.parametrize("kind", ["svg", "html"])
def test_a_picture_escapes_whatever_the_file_says(gm: Table, kind: str) -> None:
    gm.write(MARKUP.replace("? ", "").replace("\n  : ", ": "))
    ran = gm("map", "-o", f"m.{kind}")
    assert (ran.code, ran.out) == (0, f"m.{kind}: written\n"), ran
    text = (gm.folder / f"m.{kind}").read_text()
    tags = Tags()
    tags.feed(text)
    assert not [
        name for name in tags.found if name in ("script", "img", "iframe", "src", "href") or name.startswith("on")
    ]
    assert "evil()" in text
    if kind == "svg":
        assert "</title></text></svg>" in (ET.fromstring(text).findtext("{*}title") or "")


def test_a_recap_leaves_no_markup(gm: Table) -> None:
    gm.write(MARKUP.replace("? ", "").replace("\n  : ", ": "))
    gm("damage", EVIL[:40], "1")
    told = gm("log", "--markdown").out
    assert "script" in told
    assert not re.search(r"(?<!\\)<[a-z/!]", told)


def test_what_is_offered_to_a_shell_is_one_word_and_runs_nothing(gm: Table) -> None:
    name = "x $(touch pwned) `touch pwned`; touch pwned"
    gm.write(starter("bnb").replace("  wolf:", f"  '{name}':"))
    script = (
        f"source {Path(__file__).parents[2]}/completions/gm.bash\n"
        f'gm() {{ {sys.executable} -m gmtool "$@"; }}\n'
        "COMP_LINE='gm damage x' COMP_POINT=11 COMP_WORDS=(gm damage x) COMP_CWORD=2\n_gm\n"
        'eval "printf %s ${COMPREPLY[0]}"\n'
    )
    done = subprocess.run(
        ["bash", "-c", script], cwd=gm.folder, env=gm.env, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == (name, "")
    assert sorted(os.listdir(gm.folder)) == ["encounter.yaml"]
