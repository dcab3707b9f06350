"""Every case that people who do this job reported, C01 to C97, has a test so named."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
CASES = range(1, 98)
DEFINED = re.compile(r"^ *(?:def|class) ([Tt]est\w+)", re.MULTILINE)


def named() -> set[int]:
    """The numbers of cases in the names of tests and their classes: `test_c34_...`, `TestC53`, `test_c22_c23_...`."""
    names = (name for path in TESTS.rglob("test_*.py") for name in re.findall(DEFINED, path.read_text()))
    return {int(number) for name in names for number in re.findall(r"(?:_c|C)([0-9]{2})(?![0-9])", name)}


def test_no_case_is_without_its_test() -> None:
    assert set(CASES) - named() == set()
