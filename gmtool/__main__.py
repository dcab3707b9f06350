"""`python -m gmtool`, `gm` and `gm-tool`."""

import gc
import os
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from gmtool.cli.sitting import Sitting

INTERRUPTED = 130


def main() -> None:
    """Do the command line and leave.

    A command allocates little and ends soon: collecting garbage, and tearing the interpreter down, would cost 11 ms.
    """
    gc.disable()
    try:
        code = _done()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and code != INTERRUPTED:  # a reader who does not read on would be waited for
                stream.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    os._exit(code)


def _done() -> int:
    if os.environ.get("GM_COMPLETE"):
        from gmtool.cli.complete import main as complete

        return complete(sys.argv[1:])
    from gmtool.cli.main import run

    return run(sys.argv[1:], sit=_sit)


def _sit(sitting: "Sitting") -> NoReturn:
    """Play a session of the shell, which lives long enough for garbage to be collected, and leaves in good order."""
    gc.enable()
    from gmtool.shell.main import sit

    sys.exit(sit(sitting))


if __name__ == "__main__":
    main()
