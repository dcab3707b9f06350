"""`python -m gmtool`, `gm` and `gm-tool`."""

import gc
import os
import sys


def main() -> None:
    """Do the command line and leave.

    A command allocates little and ends soon: collecting garbage, and tearing the interpreter down, would cost 11 ms.
    """
    gc.disable()
    if os.environ.get("GM_COMPLETE"):
        from gmtool.cli.complete import main as run
    else:
        from gmtool.cli.main import run

    code = run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
