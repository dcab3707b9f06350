"""Which rule systems there are: a package in `gmtool/systems`, or an entry point in the group `gmtool.systems`."""

import os
import re
import sys
from importlib import import_module

from gmtool.errors import Bug, Unknown, did_you_mean
from gmtool.rules.system import System

GROUP = "gmtool.systems"
_ID = re.compile(r"[a-z][a-z0-9_-]*")


def load(name: str) -> System:
    """Import the system of that id and no other. Raises Unknown, naming those there are."""
    if _ID.fullmatch(name):
        folder = os.path.join(os.path.dirname(_package_file()), name)
        if os.path.isfile(os.path.join(folder, "__init__.py")):
            return _checked(import_module(f"{GROUP}.{name}"), name)
        plugged = _plugged().get(name)
        if plugged is not None:
            return _checked(plugged, name)
    known = names()
    raise Unknown(f"there is no system `{name}`; there are {', '.join(known)}", remedy=did_you_mean(name, known))


def names() -> list[str]:
    """The ids of all systems, built in and plugged in."""
    folder = os.path.dirname(_package_file())
    built_in = [entry for entry in os.listdir(folder) if os.path.isfile(os.path.join(folder, entry, "__init__.py"))]
    return sorted({*built_in, *_plugged()})


def folder_of(system: System) -> str:
    """The folder that holds a system's files: its starter encounter."""
    return os.path.dirname(sys.modules[type_home(system)].__file__ or "")


def type_home(system: System) -> str:
    """The package a system's combatant was declared in."""
    module = system.combatant.__module__
    return module if _is_package(module) else module.rpartition(".")[0]


def _is_package(module: str) -> bool:
    return hasattr(sys.modules[module], "__path__")


def _package_file() -> str:
    import gmtool.systems

    return gmtool.systems.__file__ or ""


def _plugged() -> dict[str, object]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def _checked(found: object, name: str) -> System:
    module = found.load() if hasattr(found, "load") else found
    system = module if isinstance(module, System) else getattr(module, "system", None)
    if not isinstance(system, System) or system.id != name:
        raise Bug(f"`{name}` in {GROUP} declares no system of that id")
    return system
