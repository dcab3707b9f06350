"""Every case of turn orders (1 to 13), hand-edited files (34 to 51) and disks (52 to 60) has a test so named."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
CASES = (*range(1, 14), *range(34, 61))


def named() -> set[int]:
    """The numbers of cases in the names of tests and their classes: `test_c34_...`, `TestC53`."""
    found = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name.lower().startswith("test"):
                found |= {int(number) for number in re.findall(r"(?:_c|C)([0-9]{2})(?![0-9])", node.name)}
    return found


def test_no_case_is_without_its_test() -> None:
    assert set(CASES) - named() == set()
