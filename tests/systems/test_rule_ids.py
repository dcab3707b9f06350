"""Which rules each system has, where they come from, and that each of them has its rows.

`<system>/ids.yaml` is written from the rule book: a rule or a switch that is in it and not in the program, or the
other way round, fails here.
"""

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

HERE = Path(__file__).parent
SYSTEMS = sorted(path.parent.name for path in HERE.glob("*/ids.yaml"))


class Book(NamedTuple):
    """What a system's `ids.yaml` says."""

    rules: dict[str, str]
    """id -> where it comes from"""
    switches: dict[str, str]
    """key -> default, as the file spells it"""

    @property
    def prefix(self) -> str:
        """What every id begins with: `BNB-`."""
        return next(iter(self.rules)).partition("-")[0] + "-"


@cache
def book(system: str) -> Book:
    """Read a system's ids."""
    read = yaml.load((HERE / system / "ids.yaml").read_text(), yaml.BaseLoader)
    return Book(read["rules"], read.get("switches") or {})


def rows_of(path: Path, prefix: str) -> list[str]:
    """The rule ids that begin a row in a test file: `("BNB-20", ...)` or `Refusal("BNB-20", ...)`."""
    ids = []
    for node in ast.walk(ast.parse(path.read_text())):
        parts = node.elts if isinstance(node, ast.Tuple) else node.args if isinstance(node, ast.Call) else []
        if parts and isinstance(parts[0], ast.Constant) and re.fullmatch(rf"{prefix}\d+", str(parts[0].value)):
            ids.append(str(parts[0].value))
    return ids


@pytest.fixture
def duel(system: str) -> str:
    """An encounter of the system, for its switches."""
    return f"system: {system}\ncombatants:\n  nobody: {{}}\n"


def test_every_shipped_system_says_which_rules_it_has():
    shipped = {path.parent.name for path in (HERE.parents[1] / "gmtool" / "systems").glob("*/__init__.py")}
    assert set(SYSTEMS) == shipped


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_has_a_row(system: str):
    prefix = book(system).prefix
    found = {rule for path in (HERE / system).glob("test_*.py") for rule in rows_of(path, prefix)}
    assert set(book(system).rules) - found == set(), "without a row"
    assert found - set(book(system).rules) == set(), "rows of rules that there are not"


@pytest.mark.parametrize("system", SYSTEMS)
def test_gm_rules_lists_the_rules_in_order(system: str, bench: Any):
    code, out, err = bench.run("rules", system)
    assert code == 0, err
    listed = re.findall(rf"^({book(system).prefix}\d+) \[([^]]*)\] \S", out, re.MULTILINE)
    assert [rule for rule, _ in listed] == list(book(system).rules)
    assert {rule: set(marks.split(", ")) for rule, marks in listed} == {
        rule: set(marks.split()) for rule, marks in book(system).rules.items()
    }


@pytest.mark.parametrize("system", SYSTEMS)
def test_gm_rules_shows_the_switches_with_their_defaults(system: str, bench: Any):
    code, out, err = bench.run("rules", system)
    assert code == 0, err
    section = out.partition("switches, under `rules:`")[2]
    assert dict(re.findall(r"^  (\S+): (.*?)(?:  \(.*)?$", section, re.MULTILINE)) == book(system).switches


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_rule_by_its_id(system: str, bench: Any):
    for rule in book(system).rules:
        code, out, err = bench.run("rules", system, rule, "--json")
        assert code == 0, err
        assert [one["id"] for one in json.loads(out)["rules"]] == [rule]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_rule_that_there_is_not_is_not_known(system: str, bench: Any):
    numbers = [int(rule.rpartition("-")[2]) for rule in book(system).rules]
    for number in (max(numbers) + 1, next(n for n in range(1, 99) if n not in numbers)):
        rule = f"{book(system).prefix}{number}"
        code, _, err = bench.run("rules", system, rule)
        assert code == 5
        assert rule in err
