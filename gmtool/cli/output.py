"""What a command prints: collected, and written once at the end."""

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from gmtool.session import Options, Result

if TYPE_CHECKING:
    from gmtool.cli.sitting import Sit, Sitting

_CONTROLS = [code for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"]
_VISIBLE = {code: f"\\x{code:02x}" for code in _CONTROLS}
_VISIBLE_IN_JSON = {code: f"\\u{code:04x}" for code in _CONTROLS}


class Output:
    """The words of one command line, what it is to print, and how."""

    def __init__(self, options: Options, command: Sequence[str]) -> None:
        self.options = options
        self.command = command
        self.lines: list[str] = []
        self.warnings: list[str] = []
        self.raw = b""
        """a text to print byte for byte, after the lines"""
        self.terminal = False
        """whether a person looks at standard output"""
        self.encoding = "utf-8"
        """of standard output"""
        self.saved = False
        """whether the encounter was written, so that lost output is not lost work"""
        self.ask: Callable[[str], str] | None = None
        """reads what a person types after a prompt, where the shell does; else it is read from standard input"""
        self.sit: Sit | None = None
        """plays a session of the shell, where one may be begun"""
        self.sitting: Sitting | None = None
        """the session to begin once all is printed"""

    @property
    def asks(self) -> bool:
        """Whether there is a person to be asked."""
        return self.terminal and sys.stdin is not None and sys.stdin.isatty()

    @property
    def help_wanted(self) -> bool:
        """Whether the command's words ask for its help."""
        own = self.command[: list(self.command).index("--")] if "--" in self.command else self.command
        return "-h" in own or "--help" in own

    def say(self, lines: Iterable[str]) -> None:
        """Print these lines, unless --quiet."""
        if not self.options.quiet:
            self.give(lines, words=True)

    def give(self, lines: Iterable[str], *, words: bool = False) -> None:
        """Print these lines even with --quiet: they are what was asked for. `words`: a narrow terminal may break them.

        Without a terminal they stay whole, so that a line is a fact for whatever reads them.
        """
        self.lines += self._fitted(lines) if words and self.terminal else lines

    def _fitted(self, lines: Iterable[str]) -> Iterable[str]:
        from gmtool.cli.screen import columns
        from gmtool.render.fit import fitted

        width = columns(terminal=self.terminal)
        return lines if width is None else fitted(lines, width)

    def data(self, value: Any) -> None:
        """Print a JSON object."""
        from json import dumps

        self.lines.append(dumps(value, ensure_ascii=False))

    def shown(self) -> list[str]:
        """The lines as they are printed: no control character of a file reaches the terminal; in color if wanted."""
        lines = self.visible(self.lines)
        if not self.options.color or self.options.json:
            return lines
        from gmtool.render.color import painted

        return list(painted(lines))

    def complaints(self) -> list[str]:
        """The warnings and errors as they are printed."""
        return self.visible(self.warnings)

    def visible(self, lines: Iterable[str]) -> list[str]:
        """The lines with every control character spelled out, as the terminal must not obey one."""
        signs = _VISIBLE_IN_JSON if self.options.json else _VISIBLE
        return [line.translate(signs) for line in lines]

    def warn(self, lines: Iterable[str]) -> None:
        """Say what is odd and did no harm, on standard error."""
        if not self.options.json:
            self.warnings += lines

    def tell(self, result: Result, headline: str = "", **more: Any) -> None:
        """Print what a command did, under a headline; `more` stands beside it with --json."""
        self._note(result)
        lines = self._lines(result)
        if self.options.json:
            self.data({**self._told(result, lines), **more})
            return
        self.say([headline, *lines] if headline else lines)
        self._show_diff(result)

    def tell_all(self, each: Sequence[Result], whole: Result) -> None:
        """Print what the commands of a script did, each under its own words."""
        from gmtool.render.log import command_line

        self._note(whole)
        headed = [(f"> {command_line([one.command])}", self._lines(one), one) for one in each]
        if self.options.json:
            lines = [line for head, told, _ in headed for line in (head, *told)]
            steps = [self._told(one, told) for _, told, one in headed]
            keys = ("command", "round", "phase", "turn", "success", "events", "changes", "text")
            self.data({**self._told(whole, lines), "steps": [{key: step[key] for key in keys} for step in steps]})
            return
        for head, told, _ in headed:
            self.say([head, *told])
        self._show_diff(whole)

    def _note(self, result: Result) -> None:
        from gmtool import session

        self.saved = self.saved or result.written
        self.warn([*session.warning_lines(result.reading.warnings), *result.warnings])

    def _lines(self, result: Result) -> list[str]:
        from gmtool.render import text

        lines = text.outcome_lines(result.reading, result.outcome, result.changes, explain=self.options.explain)
        return lines if result.changes or result.outcome.events else ["nothing changed", *lines]

    def _told(self, result: Result, lines: Sequence[str]) -> dict[str, Any]:
        from gmtool.render import json

        return json.outcome(
            result.command,
            result.reading,
            result.outcome,
            result.changes,
            written=result.written,
            warnings=result.warnings,
            lines=lines,
        )

    def _show_diff(self, result: Result) -> None:
        if self.options.dry_run:
            from gmtool.render import text

            self.give(["", "dry run, nothing written; the file would change so:"])
            self.give(text.diff_lines(result.found, result.document))
