"""Asking a person at the terminal for dice."""

import sys
from collections.abc import Callable, Mapping

from gmtool.dice.asked import Ask, Wanted
from gmtool.errors import NoDice


def at_the_terminal(names: Mapping[str, str]) -> Ask:
    """Ask on the terminal; `names` are those of the combatants by id. Raises NoDice where there is none."""
    if sys.stdin is None or sys.stderr is None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise NoDice(
            "dice are asked for, and nobody is at the terminal",
            remedy="--dice random rolls them, --dice 4,1 gives them",
        )
    return by_line(names, _line)


def by_line(names: Mapping[str, str], read: Callable[[str], str]) -> Ask:
    """Ask with whatever reads a line after a prompt."""

    def ask(wanted: Wanted) -> str:
        if wanted.slip:
            sys.stderr.write(f"  {wanted.slip}\n")
        return read(prompt(wanted, names))

    return ask


def prompt(wanted: Wanted, names: Mapping[str, str]) -> str:
    """`wolf, Core Die (1d6)? `, `bo, attack (3 of 4d6)? `, `bo, attack (d6 wild, rerolled)? `."""
    throw, group = wanted.throw, wanted.group
    who = names.get(throw.who, throw.who)
    label = f" {group.label}" if group.label else ""
    if wanted.reroll:
        dice = f"d{group.sides}{label}, rerolled"
    elif wanted.left == group.count:
        dice = str(group)
    else:
        dice = f"{wanted.left} more of {group}"
    head = f"{who}, {throw.why}" if who else throw.why
    rest = [str(other) for other in throw.groups if other.count and other is not group]
    beside = f" of {' + '.join(map(str, (one for one in throw.groups if one.count)))}" if rest else ""
    return f"{head} ({dice}{beside})? "


def _line(words: str) -> str:
    sys.stderr.write(words)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        sys.stderr.write("\n")
        raise NoDice("dice were asked for, and the answers ended", remedy="nothing was done")
    return line
