"""The encounter in the game master's own editor, checked when they come back: `gm edit`."""

import os
import sys
from collections.abc import Iterable, Sequence

import click

from gmtool.cli.check import INVALID, Report, one_line, report_on
from gmtool.cli.output import Output
from gmtool.document.store import read
from gmtool.errors import BadFile, Fault, Misused
from gmtool.session import locate

PLUS = frozenset(
    ("emacs", "emacsclient", "gvim", "jed", "joe", "kak", "mg", "micro", "nano", "ne", "nvim", "pico", "vi", "vim")
)
"""editors that open a file at a line as `+LINE FILE`"""
GOTO = frozenset(("code", "code-insiders", "codium", "cursor", "vscodium", "windsurf"))
"""editors that do so as `-g FILE:LINE`"""
COLON = frozenset(("hx", "helix", "subl", "zed"))
"""editors that do so as `FILE:LINE`"""


@click.command()
@click.pass_context
def edit(ctx: click.Context) -> None:
    """Open the encounter in $VISUAL, else $EDITOR, else vi or nano; check it when the editor is closed.

    \b
    gm edit
    EDITOR="code --wait" gm edit

    On a terminal gm offers to open the editor again at the first faulty line; elsewhere the exit code is 3. What was
    saved stays as it is. Other commands may be used meanwhile. `gm undo` takes back what gm did, not what you typed.
    """  # noqa: D301 - \b keeps click from wrapping the examples
    output: Output = ctx.obj
    if output.options.dry_run:
        raise click.UsageError("edit has no dry run: leave the editor without saving")
    path = locate(output.options)
    before = read(path)
    words = editor_words()
    _run([*words, _as_argument(path)])
    report = report_on(path)
    while not report.valid:
        worst = next(fault for fault in report.faults if not fault.warning)
        if not _asks(output):
            raise BadFile(f"{path}: {worst.text}", faults=report.faults, file=path)
        _tell_now(output, map(str, report.faults))
        (question,) = output.visible([f"open {worst.file} again at line {worst.line}? [Y/n] "])
        if not _confirmed(question):
            output.warn([f"{path} has faults still; `gm edit` opens it again"])
            ctx.exit(INVALID)
        _run([*words, *at_line(words, worst)])
        report = report_on(path)
    _tell(output, report, changed=read(path) != before)


def editor_words() -> list[str]:
    """The editor's program and its options, as the environment names them. Raises Misused where there is none."""
    for variable in ("VISUAL", "EDITOR"):
        named = os.environ.get(variable, "").strip()
        if named:
            return _split(variable, named)
    from shutil import which

    found = next(filter(None, map(which, ("vi", "nano"))), None)
    if found is None:
        raise Misused("no editor: $VISUAL and $EDITOR are not set, and there is no vi or nano", remedy="set $EDITOR")
    return [found]


def _split(variable: str, named: str) -> list[str]:
    from shlex import split

    try:
        return split(named, posix=os.name != "nt")
    except ValueError as error:
        raise Misused(f"${variable} is `{named}`: {error}", remedy="close the quote") from None


def at_line(words: Sequence[str], fault: Fault) -> list[str]:
    """The arguments that open the file of a fault, at its line where the editor is known to take one."""
    program = os.path.basename(words[0]).casefold().removesuffix(".exe").removesuffix(".cmd")
    file = _as_argument(fault.file)
    if program in PLUS:
        return [f"+{fault.line}", file]
    if program in GOTO:
        return ["-g", f"{file}:{fault.line}:{fault.column}"]
    return [f"{file}:{fault.line}"] if program in COLON else [file]


def _as_argument(file: str) -> str:
    """The file's name so that no editor takes it for an option."""
    return os.path.join(".", file) if file.startswith(("-", "+")) else file


def _run(command: Sequence[str]) -> None:
    """Run the editor and wait for it; its interrupts are its own. Raises Misused if it does not start or fails."""
    import signal
    import subprocess

    # a handler, where SIG_IGN would be handed on to the editor; before it starts, so that no interrupt comes in between
    kept = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        code = subprocess.Popen(command).wait()  # noqa: S603 - the game master's own editor, and no shell in between
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise Misused(f"the editor `{command[0]}` cannot be started: {why}", remedy="set $VISUAL or $EDITOR") from None
    finally:
        signal.signal(signal.SIGINT, kept)
    if code:
        how = f"ended with {code}" if code > 0 else f"was ended by signal {-code}"
        raise Misused(f"the editor `{command[0]}` {how}", remedy="what it saved is saved; `gm check` looks at it")


def _asks(output: Output) -> bool:
    """Whether there is a person who can be asked."""
    streams = (sys.stdin, sys.stderr)
    return not output.options.json and all(stream is not None and stream.isatty() for stream in streams)


def _tell_now(output: Output, lines: Iterable[str]) -> None:
    """Print before a question what otherwise waits for the end."""
    output.warn(lines)
    sys.stderr.write("".join(f"{line}\n" for line in output.complaints()))
    output.warnings.clear()


def _confirmed(question: str) -> bool:
    """Ask on the terminal; an empty answer is yes, the end of the input no."""
    sys.stderr.write(question)
    sys.stderr.flush()
    answer = sys.stdin.readline()
    return bool(answer) and answer.strip().casefold() in ("", "y", "yes")


def _tell(output: Output, report: Report, *, changed: bool) -> None:
    """Say that the file is in order, and what is odd in it."""
    output.saved = changed
    output.warn(map(one_line, report.faults))
    if output.options.json:
        head = {"schema": 1, "command": list(output.command), "file": report.file, "changed": changed}
        output.data({**head, "faults": [fault._asdict() for fault in report.faults]})
        return
    output.say([report.summary if changed else f"{report.file}: unchanged ({report.kind})"])
