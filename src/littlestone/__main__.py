"""`python -m littlestone` and the program `littlestone`: the command line, silent if Ctrl-C comes while it loads."""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Load the command line and run it. Until it can say what was interrupted, Ctrl-C ends the program at once."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
