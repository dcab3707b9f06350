"""Colors on a terminal. They repeat what the words say and never say anything alone."""

import re
from collections.abc import Iterable, Iterator

BOLD, RED, GREEN, YELLOW, DIM = "1", "31", "32", "33", "2"
_PAINTS = (
    (re.compile(r"\bDOWN\b|\b(?:unconscious|dying)\b"), RED),
    (re.compile(r"^\s*hit\b|^\+.*"), GREEN),
    (re.compile(r"^\s*miss\b"), YELLOW),
    (re.compile(r"^-.*"), RED),
    (re.compile(r"^> .*|^Round .*|^.*'s turn\b"), BOLD),
    (re.compile(r"\[[A-Z0-9]+-[0-9]+\]"), DIM),
)


def painted(lines: Iterable[str]) -> Iterator[str]:
    """The same lines, with what matters in color."""
    for line in lines:
        shown = line
        for pattern, paint in _PAINTS:
            shown = pattern.sub(f"\x1b[{paint}m\\g<0>\x1b[0m", shown)
        yield shown
