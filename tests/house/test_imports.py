"""Imports point one way, the rules touch nothing but their table, and no module grows into a heap."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

GMTOOL = Path(__file__).resolve().parents[2] / "gmtool"
LONGEST = 500

PURE = frozenset(("errors", "dice", "hexes", "rules", "systems"))
"""What has no world around it: everything comes in as an argument and goes out as a value."""

BELOW: dict[str, frozenset[str]] = {
    "__init__": frozenset(),
    "errors": frozenset(),
    "dice": frozenset(("errors",)),
    "hexes": frozenset(("errors",)),
    "rules": frozenset(("errors", "dice", "hexes")),
    "systems": frozenset(("errors", "dice", "hexes", "rules")),
    "document": frozenset(("errors",)),
    "encounter": frozenset(("errors", "dice", "hexes", "rules", "document")),
    "simulation": frozenset(("errors", "dice", "hexes", "rules", "encounter")),
    "render": frozenset(("errors", "dice", "hexes", "rules", "document", "encounter", "simulation")),
    "session": frozenset(("errors", "dice", "hexes", "rules", "document", "encounter", "render")),
    "cli": frozenset(
        ("__init__", "errors", "dice", "hexes", "rules", "document", "encounter", "simulation", "render", "session")
    ),
    "shell": frozenset(
        ("__init__", "errors", "dice", "hexes", "rules", "document", "encounter", "render", "session", "cli")
    ),
    "__main__": frozenset(("cli", "shell")),
}
"""What each part may import besides itself. A part that is not here has no place in the house yet."""

WORLD = frozenset(
    ("asyncio", "builtins", "click", "ctypes", "datetime", "glob", "importlib", "io", "logging", "multiprocessing",
     "os", "pathlib", "pickle", "posix", "prompt_toolkit", "ruamel", "secrets", "shutil", "signal", "socket",
     "subprocess", "sys", "tempfile", "threading", "time", "uuid", "warnings")
)  # fmt: skip
"""Modules through which a rule would reach the disk, the clock, the terminal or another program."""

WORLDLY = frozenset(("__import__", "breakpoint", "eval", "exec", "exit", "globals", "input", "open", "print", "quit"))
"""Built-in functions that do the same."""

VAGUE = frozenset(("util", "utils", "helper", "helpers", "base", "bases", "manager", "managers", "handler", "handlers",
                   "common", "misc"))  # fmt: skip

BY_NAME = frozenset(("encounter/catalog.py", "cli/main.py"))
"""Who may import a module by a name made at run time: the catalog a system, the command line a group of commands."""


class Import(NamedTuple):
    """One imported module: `gmtool.rules.table`, `re`."""

    module: str
    line: int


def modules() -> list[Path]:
    return sorted(GMTOOL.rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(GMTOOL).as_posix()


def part_of(module: str) -> str:
    """The part of the house a dotted name inside gmtool belongs to; a name in the package itself is `__init__`'s."""
    steps = module.split(".")
    return steps[1] if len(steps) > 1 else "__init__"


def part_of_file(name: str) -> str:
    return name.removesuffix(".py").split("/")[0]


@cache
def imports(tree: ast.AST) -> tuple[Import, ...]:
    """Every import, at the top or inside a function; of `from gmtool.rules import turns` the module turns."""
    return tuple(_imports(tree))


def _imports(tree: ast.AST) -> Iterator[Import]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"line {node.lineno}: a relative import hides where it points"
            assert node.module
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield Import(whole if is_module(whole) else node.module, node.lineno)


@cache
def is_module(dotted: str) -> bool:
    steps = dotted.split(".")
    if steps[0] != "gmtool":
        return False
    place = GMTOOL.joinpath(*steps[1:])
    return place.is_dir() or place.with_suffix(".py").is_file()


@cache
def called(tree: ast.AST) -> tuple[tuple[str, int], ...]:
    """Every plain name that is read, whether it is called or passed on."""
    return tuple(
        (node.id, node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    )


def wrong_ways(name: str, tree: ast.AST) -> list[str]:
    """The imports of a module that point up or sideways."""
    part = part_of_file(name)
    found = []
    for module, line in imports(tree):
        if module.split(".")[0] != "gmtool":
            continue
        other = part_of(module)
        if other == "systems" and part == "systems":
            if system_of(name) != module.split(".")[2:3]:
                found.append(f"{name}:{line}: systems never import one another: {module}")
        elif other == "systems" and module == "gmtool.systems" and part == "encounter":
            continue  # the catalog looks into the folder for what is there
        elif other not in (part, *BELOW[part]):
            found.append(f"{name}:{line}: {part} may not import {module}")
    return found


def system_of(name: str) -> list[str]:
    """`systems/bnb/turn.py` -> ["bnb"]."""
    return name.split("/")[1:-1][:1]


def worldly(name: str, tree: ast.AST) -> list[str]:
    """What a module touches that no rule may."""
    found = [
        f"{name}:{line}: imports {module}"
        for module, line in imports(tree)
        if module.split(".")[0] in WORLD or (module.split(".")[0] == "random" and name != "dice/sources.py")
    ]
    return found + [f"{name}:{line}: uses {word}" for word, line in called(tree) if word in WORLDLY]


@cache
def parsed(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def test_there_is_a_house() -> None:
    assert len(modules()) > 40


def test_every_part_has_its_place() -> None:
    assert {part_of_file(name_of(path)) for path in modules()} <= BELOW.keys()


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    assert wrong_ways(name_of(path), parsed(path)) == []


@pytest.mark.parametrize("path", [path for path in modules() if part_of_file(name_of(path)) in PURE], ids=name_of)
def test_rules_touch_nothing_but_their_table(path: Path) -> None:
    assert worldly(name_of(path), parsed(path)) == []


def test_only_the_parser_knows_ruamel() -> None:
    users = {name_of(path) for path in modules() if any(m.startswith("ruamel") for m, _ in imports(parsed(path)))}
    assert users <= {"document/parse.py", "document/build.py"}


def test_only_the_command_line_knows_click() -> None:
    users = {
        part_of_file(name_of(path))
        for path in modules()
        if any(m.split(".")[0] == "click" for m, _ in imports(parsed(path)))
    }
    assert users == {"cli"}


def test_only_the_shell_knows_prompt_toolkit() -> None:
    """Its import costs more than three whole commands."""
    users = {name_of(path) for path in modules() if any("prompt_toolkit" in m for m, _ in imports(parsed(path)))}
    assert users
    assert {part_of_file(name) for name in users} == {"shell"}


def test_modules_are_named_not_looked_up() -> None:
    """A name made at run time would slip past every test here."""
    users = {
        name_of(path)
        for path in modules()
        if any(word in ("import_module", "__import__") for word, _ in called(parsed(path)))
        or any(module == "importlib" for module, _ in imports(parsed(path)))
    }
    assert users <= BY_NAME


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_modules_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_modules_say_what_they_are_about() -> None:
    steps = {step for path in modules() for step in name_of(path).removesuffix(".py").split("/")}
    assert not steps & VAGUE


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("dice/throws.py", "from gmtool.hexes.grid import Hex"),
        ("hexes/grid.py", "import gmtool.dice.throws"),
        ("rules/table.py", "def f():\n    from gmtool.document import parse"),
        ("rules/table.py", "from gmtool import session"),
        ("rules/turns.py", "from gmtool.systems import bnb"),
        ("rules/turns.py", "if TYPE_CHECKING:\n    from gmtool.encounter.reading import Reading"),
        ("systems/bnb/turn.py", "from gmtool.systems.d6 import sheet"),
        ("systems/bnb/turn.py", "import gmtool.systems"),
        ("systems/bnb/turn.py", "from gmtool.encounter import names"),
        ("document/edit.py", "from gmtool.rules.model import Change"),
        ("encounter/reading.py", "from gmtool.systems.bnb import system"),
        ("encounter/reading.py", "from gmtool.render import text"),
        ("render/text.py", "from gmtool.session import Result"),
        ("session.py", "from gmtool.cli.output import Output"),
        ("cli/main.py", "from gmtool.systems.bnb.tactics import attack"),
        ("cli/sitting.py", "from gmtool.shell.main import sit"),
    ],
)
def test_a_wrong_way_is_noticed(name: str, source: str) -> None:
    assert wrong_ways(name, ast.parse(source))


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("rules/table.py", "import os"),
        ("rules/table.py", "from os import path"),
        ("rules/table.py", "from time import monotonic"),
        ("systems/bnb/turn.py", "import random"),
        ("systems/bnb/turn.py", "def f():\n    from random import Random"),
        ("hexes/grid.py", "print('here')"),
        ("dice/throws.py", "say = print"),
        ("dice/notation.py", "eval('1d6')"),
        ("rules/codecs.py", "import click.core"),
    ],
)
def test_a_rule_that_reaches_out_is_noticed(name: str, source: str) -> None:
    assert worldly(name, ast.parse(source))
