"""An error in words, or with --json as an object: what is wrong, where, and what to do about it."""

from typing import Any

from gmtool.cli.output import Output
from gmtool.errors import BadFile, GMError, Refused


def complain(output: Output, error: GMError) -> None:
    """Say on standard error why the command was not done; nothing that was to be printed is."""
    output.lines.clear()
    if output.options.json:
        from json import dumps

        output.warnings = [dumps(_as_data(error), ensure_ascii=False)]
    else:
        output.warnings += _as_lines(error)


def _as_lines(error: GMError) -> list[str]:
    if isinstance(error, BadFile) and error.faults:
        lines = [str(fault) for fault in error.faults]
    elif isinstance(error, Refused):
        rule = f" ({error.rule})" if error.rule else ""
        lines = [f"gm: refused{rule}: {error.text}"]
    else:
        lines = [f"gm: {error.text}"]
    return [*lines, *([f"  {error.remedy}"] if error.remedy else [])]


def _as_data(error: GMError) -> dict[str, Any]:
    data: dict[str, Any] = {"schema": 1, "code": error.code, "error": error.text, "remedy": error.remedy}
    if isinstance(error, Refused):
        data["rule"] = error.rule
    if isinstance(error, BadFile):
        faults = [
            {"file": fault.file, "line": fault.line, "column": fault.column, "text": fault.text}
            for fault in error.faults
        ]
        first = faults[0] if faults else {"file": error.file or None, "line": None, "column": None}
        data |= {"file": first["file"], "line": first["line"], "column": first["column"], "faults": faults}
    return data
