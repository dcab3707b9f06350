"""How wide the screen is."""

import os


def columns() -> int | None:
    """The columns of the screen: $COLUMNS, else the terminal's; None where neither says it."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told) > 0:
        return int(told)
    try:
        return os.get_terminal_size().columns or None
    except OSError:
        return None
