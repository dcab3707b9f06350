"""Where the manual's pages are: `gmtool/manual/TOPIC.md`, and `manual.md` in a system's own folder."""

import os

from gmtool.document.store import read
from gmtool.encounter import catalog
from gmtool.rules.system import System

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "manual")
OF_A_SYSTEM = "manual.md"
TOPICS = {
    "fight": "A first fight, from the empty folder to the last blow.",
    "file": "The encounter file: every key that all systems have.",
    "dice": "Dice rolled, given, typed in from the table; notation.",
    "map": "Hex labels, layouts, terrain, moving, what stands where.",
    "turns": "Rounds and turns, delays, reactions, the GM's word.",
    "creatures": "Who fights: bestiaries, newcomers, harm, marks, secrets.",
    "undo": "Taking back, playing again, the log, git.",
    "odds": "Exact chances before anybody decides.",
    "rules": "Looking rules up, house rules, adding your own.",
    "scripting": "JSON, exit codes, scripts of commands, environment.",
    "shell": "Playing at a prompt, and TAB in bash, zsh and fish.",
    "trouble": "What a message means and what to do about it.",
}
"""the pages that are no system's, in the order in which they are best read"""


def of_topic(name: str) -> str:
    """The text of a topic's page. Raises BadFile where the program is not whole."""
    return read(os.path.join(FOLDER, f"{name}.md")).decode()


def of_system(system: System) -> str:
    """The text that a system's folder has for its page; "" where it has none."""
    path = os.path.join(catalog.folder_of(system), OF_A_SYSTEM)
    return read(path).decode() if os.path.isfile(path) else ""
