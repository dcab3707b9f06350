"""How wide the screen is."""

import os


def columns(*, terminal: bool) -> int | None:
    """The columns of the screen: $COLUMNS, else those of the terminal, if it is one; None where neither says it."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told) > 0:
        return int(told)
    if not terminal:
        return None
    try:
        return os.get_terminal_size().columns or None
    except OSError:
        return None
