"""Which systems there are, and that only the one asked for is imported."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from gmtool.encounter import catalog
from gmtool.errors import Unknown
from gmtool.rules.system import System


def test_every_system_loads_by_its_own_name() -> None:
    for name in catalog.names():
        system = catalog.load(name)
        assert isinstance(system, System)
        assert system.id == name
        assert os.path.isfile(os.path.join(catalog.folder_of(system), "starter.yaml"))
    assert "bnb" in catalog.names()


@pytest.mark.parametrize(
    "name",
    ["", "bbn", "BNB", "../bnb", "bnb.turn", "bnb/turn", "__init__", "__pycache__", "os", ".", "bnb\n", "b" * 300],
)
def test_what_is_no_system(name: str) -> None:
    with pytest.raises(Unknown, match=r"there are .*bnb"):
        catalog.load(name)


def test_a_near_name_is_suggested() -> None:
    with pytest.raises(Unknown) as caught:
        catalog.load("bnbb")
    assert caught.value.remedy == "did you mean `bnb`?"


def test_a_built_in_system_is_found_without_looking_at_what_is_installed() -> None:
    code = (
        "import sys\nfrom gmtool.encounter import catalog\n"
        "catalog.load('bnb')\nprint('importlib.metadata' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
