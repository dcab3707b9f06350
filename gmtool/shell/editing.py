"""Editing a line in place where there is no screen to draw on: by readline, which screen readers know well."""

import readline
import sys
from collections.abc import Callable, Iterable, Sequence

from gmtool.shell.offering import Offer

Offering = Callable[[str], Sequence[Offer]]
"""gives what could stand for the last word of what is typed"""


def edited(question: Callable[[], str], offering: Offering, lines: Iterable[str]) -> Callable[[], str]:
    """Make a reader of lines that shows `question`, completes by TAB and knows the `lines` of before.

    The reader raises KeyboardInterrupt and EOFError as `input` does.
    """
    readline.set_auto_history(False)
    readline.clear_history()
    for line in lines:
        readline.add_history(line)
    completing = _Completing(question, offering)
    readline.parse_and_bind("set enable-bracketed-paste off")
    readline.parse_and_bind("tab: complete")
    readline.set_completer_delims(" \t\n;")
    readline.set_completer(completing.match)
    readline.set_completion_display_matches_hook(completing.show)

    def typed() -> str:
        line = input(question())
        if line.strip():
            readline.add_history(line)
        return line

    return typed


class _Completing:
    """The matches of the last TAB."""

    def __init__(self, question: Callable[[], str], offering: Offering) -> None:
        self._question = question
        self._offering = offering
        self._found: Sequence[Offer] = ()

    def match(self, _text: str, number: int) -> str | None:
        """The match of this number, from where readline thinks the word begins; None behind the last."""
        begin = readline.get_begidx()
        if not number:
            self._found = self._offering(readline.get_line_buffer()[: readline.get_endidx()])
        return self._found[number].text[begin - self._found[number].start :] if number < len(self._found) else None

    def show(self, _text: str, _matches: Sequence[str], _longest: int) -> None:
        """List the matches, one a line with what it is, then the line again."""
        listed = "".join(f"\n{one.shown}{': ' if one.help else ''}{one.help}" for one in self._found)
        sys.stdout.write(f"{listed}\n{self._question()}{readline.get_line_buffer()}")
        sys.stdout.flush()
