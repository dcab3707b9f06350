"""Which rule systems there are: a package in `gmtool/systems`, or an entry point in the group `gmtool.systems`."""

import os
import re
import sys
from importlib import import_module
from typing import Any

import gmtool.systems
from gmtool.errors import Bug, Unknown, did_you_mean
from gmtool.rules.system import System

GROUP = "gmtool.systems"
_ID = re.compile(r"[a-z][a-z0-9_-]*")


def load(name: str) -> System:
    """Import the system of that id and no other. Raises Unknown, naming those there are."""
    if _ID.fullmatch(name):
        if any(_is_package(os.path.join(folder, name)) for folder in gmtool.systems.__path__):
            return _checked(import_module(f"{GROUP}.{name}"), name)
        plugged = _plugged().get(name)
        if plugged is not None:
            return _checked(plugged.load(), name)
    known = names()
    raise Unknown(f"there is no system `{name}`; there are {', '.join(known)}", remedy=did_you_mean(name, known))


def exists(name: str) -> bool:
    """Whether there is a system of that id."""
    if not _ID.fullmatch(name):
        return False
    return any(_is_package(os.path.join(folder, name)) for folder in gmtool.systems.__path__) or name in _plugged()


def names() -> list[str]:
    """The ids of all systems, built in and plugged in."""
    folders = gmtool.systems.__path__
    built_in = [name for folder in folders for name in os.listdir(folder) if _is_package(os.path.join(folder, name))]
    return sorted({*built_in, *_plugged()})


def folder_of(system: System) -> str:
    """The folder that holds a system's files: its starter encounter."""
    return os.path.dirname(sys.modules[system.combatant.__module__].__file__ or "")


def _is_package(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, "__init__.py"))


def _plugged() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def _checked(found: object, name: str) -> System:
    system = found if isinstance(found, System) else getattr(found, "system", None)
    if not isinstance(system, System) or system.id != name:
        raise Bug(f"`{name}` in {GROUP} declares no system of that id")
    return system
