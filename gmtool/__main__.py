"""`python -m gmtool`, `gm` and `gm-tool`."""

import gc
import os
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from gmtool.cli.sitting import Sitting


def main() -> None:
    """Do the command line and leave.

    A command allocates little and ends soon: collecting garbage, and tearing the interpreter down, would cost 11 ms.
    """
    gc.disable()
    if os.environ.get("GM_COMPLETE"):
        from gmtool.cli.complete import main as complete

        code = complete(sys.argv[1:])
    else:
        from gmtool.cli.main import run

        code = run(sys.argv[1:], sit=_sit)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(code)


def _sit(sitting: "Sitting") -> NoReturn:
    """Play a session of the shell, which lives long enough for garbage to be collected, and leaves in good order."""
    gc.enable()
    from gmtool.shell.main import sit

    sys.exit(sit(sitting))


if __name__ == "__main__":
    main()
