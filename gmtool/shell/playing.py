"""A session: lines done one after the other, each command by the very entry a single `gm` goes through."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress

from gmtool.cli.complaint import complain
from gmtool.cli.line import read
from gmtool.cli.main import BUG, INTERRUPTED, run
from gmtool.cli.output import Output
from gmtool.cli.sitting import Sitting, as_words, own_words
from gmtool.cli.streams import flush
from gmtool.errors import GMError, Misused

LEAVING = {"exit": "Leave the shell.", "quit": "Leave the shell."}
"""what only a shell has, with its help"""
_CHOOSING = ("use", "init")
"""commands that choose the current encounter"""
_IDLE = frozenset(("-n", "--dry-run", "-h", "--help"))
"""options with which they choose none"""


class Session:
    """What holds from line to line: the options given to the shell, and whether it is to be left."""

    def __init__(self, sitting: Sitting) -> None:
        self.options = sitting.options._replace(color=sitting.options.color and not sitting.plain)
        self.leaving = False
        self.ask: Callable[[str], str] | None = None
        """reads an answer after a prompt; None: from standard input"""
        self._done = 0

    def do(self, text: str) -> int:
        """Do the commands of a line up to the first that fails; give its exit code, else 0."""
        line = read(text)
        if line.slip is not None:
            return self.complain(Misused(line.slip.text, remedy=line.slip.remedy))
        for number, command in enumerate(line.commands, 1):
            code = self._do(command.said)
            rest = line.commands[number:]
            if code and rest:
                self.warn(f"not done: {line.spelled(rest)}")
            if code or self.leaving:
                return code
        return 0

    def complain(self, error: GMError) -> int:
        """Tell an error as a command does; give its exit code."""
        output = Output(self.options, [])
        complain(output, error)
        return flush(output, error.code)

    def warn(self, text: str) -> None:
        """Say something on standard error, where it is not for programs to read."""
        self._say([f"gm: {text}"])

    def hint(self, text: str) -> None:
        """Say what helps a person along, unless --quiet."""
        if not self.options.quiet:
            self._say([text])

    def _say(self, lines: Sequence[str]) -> None:
        output = Output(self.options, [])
        output.warn(lines)
        flush(output, 0)

    def _do(self, words: Sequence[str]) -> int:
        """Do one command. Whatever befalls it, the session goes on."""
        if words and words[0] in LEAVING:
            if len(words) > 1:
                return self.complain(Misused(f"{words[0]} has no use for `{words[1]}`"))
            self.leaving = True
            return 0
        own = own_words(words)
        chooses = len(own) > 1 and own[0] in _CHOOSING
        options = self.options._replace(file="") if chooses else self.options
        try:
            code = run([*as_words(options), *self._seed(), *words], ask=self.ask)
        except Exception:  # with GM_DEBUG=1 a bug is shown whole
            if os.environ.get("GM_DEBUG") != "1":
                raise
            from traceback import print_exc

            print_exc()
            return BUG
        if code == INTERRUPTED:
            self.warn("interrupted")
        if chooses and not (code or options.dry_run or _IDLE.intersection(words)):
            self.options = options
        return code

    def _seed(self) -> Sequence[str]:
        """The seed of the next command: one more for each, or they would all roll the same."""
        seed = self.options.seed
        self._done += 1
        return () if seed is None else ("--seed", str(seed + self._done - 1))


def with_a_person(session: Session, hints: str, typed: Callable[[], str]) -> int:
    """Do what a person types until they leave.

    `typed` gives the next line; it raises KeyboardInterrupt for one that was dropped, EOFError at the end.
    """
    session.hint(hints)
    with suppress(KeyboardInterrupt):
        session.do("status")
    while not session.leaving:
        try:
            session.do(typed().strip() or "status")
        except KeyboardInterrupt:
            continue
        except (EOFError, OSError):  # OSError: the terminal is gone
            break
    return 0
