"""A command imports what it needs and nothing else: every kind of command is run, and what it loaded is compared.

Time cannot be tested, this can. What is listed here is what is loaded today; take names out when less is needed.
A name that comes in must be worth its milliseconds to people who wait at a table.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ENV = {
    "PATH": os.environ["PATH"],
    "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    "HOME": "/",
    "LANG": "C.UTF-8",
}

PROBE = """\
import _lsprof
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
calls = _lsprof.Profiler(subcalls=False, builtins=False)
calls.enable()
from gmtool.cli.main import run

code = run(sys.argv[1:])
calls.disable()
modules = sorted(sys.modules.keys() - {"_lsprof"})
import json
import os

ours = os.path.dirname(os.path.dirname(sys.modules["gmtool"].__file__))
parses = sum(
    call.callcount
    for call in calls.getstats()
    if not isinstance(call.code, str) and call.code.co_name == "parse"
    and call.code.co_filename.startswith(ours) and call.code.co_filename.endswith("parse.py")
)
print(json.dumps([code, modules, opened, parses]), file=sys.stderr)
"""


DEAR = frozenset(
    (
        "asyncio", "email", "importlib.metadata", "logging", "pathlib", "prompt_toolkit", "shutil", "statistics",
        "subprocess", "tempfile", "unittest", "urllib",
    )
)  # fmt: skip


class Loaded(NamedTuple):
    """What a command loaded and did."""

    code: int
    modules: frozenset[str]
    """all but those that `import click` loads"""
    clicks: frozenset[str]
    """of click and the modules it brings along, those that a plain line does without"""
    ours: frozenset[str]
    """modules of gmtool, without that first word"""
    others: frozenset[str]
    """top-level packages that `import click` does not load"""
    opened: tuple[str, ...]
    """files in the folder of the encounter that were opened"""
    parses: int


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DOCUMENT = words(
    "document document.build document.errors document.folder document.history document.journal document.parse"
    " document.patch document.scalars document.store document.tree"
)
WRITE = words(
    "document.align document.block document.drafts document.edit document.flow document.layout document.readback"
    " document.render document.splice document.style document.values document.write"
    " encounter.unchanged encounter.writing"
)
"""only what changes a file needs these"""
RULES = words(
    "dice dice.codes dice.sources dice.throws errors hexes hexes.geometry hexes.grid rules rules.codecs"
    " rules.marks rules.model rules.naming rules.record rules.rulings rules.standard rules.system rules.table"
    " rules.turns rules.verbs"
)
ENCOUNTER = words(
    "encounter encounter.catalog encounter.creatures encounter.names encounter.reading encounter.spelling systems"
)
BNB = words(
    "systems.bnb systems.bnb.acting systems.bnb.battle systems.bnb.board systems.bnb.dodge"
    " systems.bnb.forms systems.bnb.fresh systems.bnb.harm systems.bnb.holds systems.bnb.marked systems.bnb.markers"
    " systems.bnb.movement systems.bnb.opportunity systems.bnb.order systems.bnb.scores systems.bnb.sheet"
    " systems.bnb.tactics systems.bnb.turn"
)
"""without `systems.bnb.paths`, which only a move needs, and `systems.bnb.reach`, which `gm from` does"""
CHARGE = words("systems.bnb.charge systems.bnb.effects")
"""what a charge that hits needs"""
ALWAYS = (
    DOCUMENT
    | RULES
    | ENCOUNTER
    | words("cli cli.commands cli.main cli.output cli.plain cli.streams cli.words session render render.records")
)
PLAY = ALWAYS | BNB | words("encounter.throwing render.text")
"""what a verb needs: neither click nor anything built on it"""
CLICK = ALWAYS | words("cli.group")
"""what every other command needs besides"""
OF_CLICK = words("locale _locale")
"""what click loads when it runs"""

YAML = words("ruamel _ruamel_yaml base64 binascii bisect _bisect copy fnmatch glob struct _struct")
READ = YAML | words("json _json")
SAVE = READ | words("fcntl")
DICE = words("random _random _sha512 _sha2")
NAMES = words("difflib heapq _heapq")
FRACTIONS = words("fractions decimal _decimal numbers")

KINDS = {
    "next": ("next --dice 6,1", PLAY | WRITE, SAVE),
    "next, dice rolled": ("next", PLAY | WRITE, SAVE | DICE),
    "attack": ("attack rat wolf --charge --dice 4,1,2,5,6", PLAY | WRITE | CHARGE, SAVE),
    "damage": ("damage rat 1", PLAY | WRITE, SAVE),
    "status": (
        "status",
        ALWAYS | BNB | words("cli.screen cli.status render.fit render.roster render.text"),
        READ,
    ),
    "odds": (
        "odds attack rat wolf --charge",
        CLICK
        | BNB
        | CHARGE
        | words("cli.deeds cli.odds cli.verbs dice.odds render.chances render.json rules.forecast"),
        READ | FRACTIONS | NAMES,
    ),
    "undo": ("undo", CLICK | BNB | words("cli.deeds cli.past render.log"), SAVE | words("shlex")),
    "redo": ("redo", CLICK | BNB | words("cli.deeds cli.past render.log"), SAVE | words("shlex")),
    "log": ("log", CLICK | BNB | words("cli.log render.log"), READ | words("shlex")),
    "set": ("set rat hp=1/8", CLICK | BNB | WRITE | words("cli.deeds cli.edit encounter.throwing render.text"), SAVE),
    "roll": (
        "roll 2d6",
        CLICK | words("cli.roll encounter.throwing dice.notation dice.odds dice.spread dice.terms"),
        SAVE | DICE,
    ),
    "check": ("check", CLICK | BNB | words("cli.check"), READ),
    "init": ("init other.yaml", CLICK | BNB | words("cli.files cli.schema encounter.schema"), READ),
    "use": ("use encounter.yaml", CLICK | BNB | words("cli.check cli.files"), READ),
    "schema": ("schema bnb", CLICK | BNB | words("cli.schema encounter.schema"), READ),
    "bestiary": ("bestiary", CLICK | BNB | words("cli.bestiary encounter.book"), READ),
    "rules": (
        "rules bnb BNB-1",
        CLICK | BNB | words("cli.screen cli.show cli.status render.text systems.bnb.texts"),
        READ | words("textwrap"),
    ),
    "an error": ("attack rat rat", (PLAY | words("cli.complaint")) - words("render.text"), SAVE),
    "as data": ("--json damage rat 1", PLAY | WRITE | words("render.json"), SAVE),
}
"""Each kind of command: its words, the modules of ours it loads, the packages it may load."""


def run(folder: Path, *arguments: str) -> Loaded:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments], cwd=folder, env=ENV, capture_output=True, check=True
    )
    code, modules, opened, parses = json.loads(done.stderr.decode().splitlines()[-1])
    clicks = words("click dataclasses inspect uuid") & frozenset(modules)
    modules = frozenset(modules) - of_click()
    tops = {name.partition(".")[0] for name in modules} - of_click() - {"gmtool"}
    inside = os.path.join(os.path.realpath(folder), "")
    return Loaded(
        code,
        modules,
        clicks,
        frozenset(name.partition(".")[2] for name in modules if name.startswith("gmtool.")),
        frozenset(name for name in tops if "cython" not in name),
        tuple(
            path
            for path in opened
            if not path.isdigit() and os.path.realpath(os.path.join(folder, path)).startswith(inside)
        ),
        parses,
    )


@cache
def of_click() -> frozenset[str]:
    """The modules that the command line brings in any case."""
    code = "import sys, click; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], env=ENV, capture_output=True, text=True, check=True)
    return words(done.stdout)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A starter encounter with two steps behind it, one of them undone."""
    folder = tmp_path_factory.mktemp("prepared")
    for command in ("init", "damage wolf 1", "damage wolf 1", "undo"):
        subprocess.run(
            [sys.executable, "-m", "gmtool", *command.split()], cwd=folder, env=ENV, capture_output=True, check=True
        )
    return folder


@pytest.mark.parametrize(("command", "ours", "others"), KINDS.values(), ids=KINDS)
def test_a_command_loads_what_it_needs(
    prepared: Path, tmp_path: Path, command: str, ours: frozenset[str], others: frozenset[str]
) -> None:
    folder = shutil.copytree(prepared, tmp_path / "fight")
    loaded = run(folder, *command.split())
    assert loaded.code == (1 if command == "attack rat rat" else 0)
    assert sorted(loaded.modules & DEAR) == [], "no command in play may wait for these"
    assert sorted(loaded.ours - ours) == [], "these are new"
    assert sorted(ours - loaded.ours) == [], "these are not needed any more: take them off the list"
    assert sorted(loaded.others - others - (OF_CLICK if "cli.group" in ours else set())) == [], "these are new"
    assert bool(loaded.clicks) == ("cli.group" in ours), loaded.clicks
    writes = others >= SAVE and ours >= BNB and loaded.code == 0
    twice = writes or command in ("log", "bestiary")  # they read the first text of the history, the creatures shipped
    assert loaded.parses <= (2 if twice else 1), "a file is parsed once, and once more if it was changed"
    assert len(loaded.opened) <= (9 if others >= SAVE else 5), loaded.opened


def test_the_lists_know_no_dear_module_and_no_other_system() -> None:
    for _, ours, others in KINDS.values():
        assert not others & DEAR
        assert {name for name in ours if name.startswith("systems.")} <= BNB | CHARGE | {"systems.bnb.texts"}
