"""Writing to standard output and standard error, once, whatever state they are in."""

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gmtool.cli.output import Output

LOST_OUTPUT = 74


@contextmanager
def gathered(output: Output) -> Iterator[None]:
    """Gather what click prints by itself (help, version), so that it is written with the rest."""
    real, sys.stdout = sys.stdout, io.StringIO()
    try:
        yield
    finally:
        printed, sys.stdout = sys.stdout.getvalue(), real
        output.lines += printed.splitlines()


def flush(output: Output, code: int) -> int:
    """Write everything and give the exit code.

    A reader who has had enough is no fault; output lost otherwise is told by LOST_OUTPUT. Standard error that cannot be
    written has nobody to be told.
    """
    _complain(output.complaints())
    try:
        _print(sys.stdout, output.shown())
        if output.raw:
            sys.stdout.buffer.write(output.raw)
            sys.stdout.flush()
    except BrokenPipeError:
        _silence()
    except OSError as error:
        state = "saved, but " if output.saved else ""
        _complain([f"gm: {state}the output could not be written: {error.strerror}"])
        _silence()
        return LOST_OUTPUT
    return code


def _print(stream: Any, lines: Sequence[str]) -> None:
    """Write lines to a stream. Raises OSError, also where the stream was closed before the program began."""
    if not lines:
        return
    if stream is None:
        raise OSError(9, "it is closed")
    stream.reconfigure(errors="backslashreplace")
    stream.write("\n".join(lines) + "\n")
    stream.flush()


def _complain(lines: Sequence[str]) -> None:
    try:
        _print(sys.stderr, lines)
    except OSError:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - the interpreter flushes it at its end


def _silence() -> None:
    """Keep the interpreter's own flush at its end from failing once more."""
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - see above
