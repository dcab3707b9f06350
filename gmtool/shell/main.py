"""Begin a session of the shell, with whatever arts the terminal has."""

import sys

from gmtool.cli.sitting import Sitting
from gmtool.shell import line_by_line
from gmtool.shell.playing import Session


def sit(sitting: Sitting) -> int:
    """Play a session to its end; give its exit code: 0 for a person, that of the line that failed for a script."""
    session = Session(sitting)
    if sys.stdin is None:
        return 0
    if not sys.stdin.isatty():
        return line_by_line.play_all(session)
    if sitting.plain or not line_by_line.is_able():
        return line_by_line.play(session)
    from gmtool.shell.terminal import play

    return play(session)
