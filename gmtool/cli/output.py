"""What a command prints: collected, and written once at the end."""

from collections.abc import Iterable, Sequence
from typing import Any

from gmtool.session import Options, Result

_VISIBLE = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}


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

    @property
    def help_wanted(self) -> bool:
        """Whether the command's words ask for its help."""
        own = self.command[: list(self.command).index("--")] if "--" in self.command else self.command
        return "-h" in own or "--help" in own

    def say(self, lines: Iterable[str]) -> None:
        """Print these lines, unless --quiet."""
        if not self.options.quiet:
            self.lines += lines

    def give(self, lines: Iterable[str]) -> None:
        """Print these lines even with --quiet: they are what was asked for."""
        self.lines += lines

    def data(self, value: Any) -> None:
        """Print a JSON object."""
        from json import dumps

        self.lines.append(dumps(value, ensure_ascii=False))

    def shown(self) -> list[str]:
        """The lines as they are printed: no control character of a file reaches the terminal; in color if wanted."""
        lines = [line.translate(_VISIBLE) for line in self.lines]
        if not self.options.color or self.options.json:
            return lines
        from gmtool.render.color import painted

        return list(painted(lines))

    def complaints(self) -> list[str]:
        """The warnings and errors as they are printed."""
        return [line.translate(_VISIBLE) for line in self.warnings]

    def warn(self, lines: Iterable[str]) -> None:
        """Say what is odd and did no harm, on standard error."""
        if not self.options.json:
            self.warnings += lines

    def tell(self, result: Result, headline: str = "", **more: Any) -> None:
        """Print what a command did, under a headline; `more` stands beside it with --json."""
        from gmtool import session
        from gmtool.render import text

        self.saved = self.saved or result.written
        self.warn([*session.warning_lines(result.reading.warnings), *result.warnings])
        lines = text.outcome_lines(result.reading, result.outcome, result.changes, explain=self.options.explain)
        if not result.changes and not result.outcome.events:
            lines = ["nothing changed", *lines]
        if self.options.json:
            from gmtool.render import json

            told = json.outcome(
                result.command,
                result.reading,
                result.outcome,
                result.changes,
                written=result.written,
                warnings=result.warnings,
                lines=lines,
            )
            self.data({**told, **more})
            return
        self.say([headline, *lines] if headline else lines)
        if self.options.dry_run:
            self.give(["", "dry run, nothing written; the file would change so:"])
            self.give(text.diff_lines(result.found, result.document))
