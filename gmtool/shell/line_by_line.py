"""The shell without a screen: for screen readers and dumb terminals, and for lines from a pipe or a file."""

import os
import sys
from collections.abc import Callable

from gmtool.cli.sitting import as_words
from gmtool.errors import Misused
from gmtool.shell.history import folder_of, keep, kept
from gmtool.shell.offering import offers
from gmtool.shell.playing import Session, with_a_person
from gmtool.shell.view import Watch, prompt

HINTS = "`help` explains, an empty line shows the status, Ctrl-D ends"
LONGEST = 100_000
"""bytes of a line"""


def play(session: Session) -> int:
    """Play a session with a person; give its exit code."""
    watch = Watch(lambda: session.options)
    read = _reader(session, watch)

    def typed() -> str:
        try:
            line = read()
        except (KeyboardInterrupt, EOFError):
            _say("\n")
            raise
        folder = folder_of(watch.look(), session.options)
        if folder is not None:
            keep(folder, line)
        return line

    return with_a_person(session, HINTS, typed)


def _reader(session: Session, watch: Watch) -> Callable[[], str]:
    """What reads a line after a prompt: readline if the terminal can move its cursor, else the terminal itself."""

    def question() -> str:
        return prompt(watch.look())

    if is_able():
        try:
            from gmtool.shell.editing import edited
        except ImportError:  # not every Python has readline
            pass
        else:
            folder = folder_of(watch.look(), session.options)
            lines = () if folder is None else kept(folder)
            return edited(question, lambda line: offers(as_words(session.options), line), lines)

    def typed() -> str:
        _say(question())
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    sys.stdin.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]  # always a text file
    return typed


def play_all(session: Session) -> int:
    """Do the lines of standard input up to the first that fails; give its exit code."""
    for number, raw in enumerate(iter(lambda: sys.stdin.buffer.readline(LONGEST + 1), b""), 1):
        if len(raw) > LONGEST:
            return session.complain(Misused(f"line {number} of standard input is longer than {LONGEST:,} bytes"))
        code = session.do(raw.decode("utf-8-sig" if number == 1 else "utf-8", "surrogateescape"))
        if code:
            session.warn(f"line {number} of standard input failed; those after it are not done")
        if code or session.leaving:
            return code
    return 0


def is_able() -> bool:
    """Whether the terminal can move its cursor, and all that is printed goes to it."""
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("dumb", "unknown")


def _say(text: str) -> None:
    """Show a prompt, which is no output of a command; without standard error nobody sees it."""
    if sys.stderr is not None:
        sys.stderr.write(text)
        sys.stderr.flush()
