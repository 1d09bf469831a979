"""`littlestone backup`: copies the folder of a service while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..command_line.journals import read_journal
from ..service.journal.backup import backup as copied
from ..service.journal.folder import Folder

EXAMPLES = """\b
Examples:
  littlestone backup games/ saved/
"""


def backup(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder that `littlestone serve` writes to.")],
    to: Annotated[str, typer.Argument(metavar="TO", help="A new folder for the copy.")],
) -> int:
    """Copy the folder of a service while it runs.

    To restore it, start on the copy: littlestone serve --data TO.
    """
    home = Folder(folder)
    with read_journal(home, None) as journal:
        copied(home, journal, Path(to))
    typer.echo(f"copied {folder} to {to}; littlestone serve --data {to} goes on from there")
    return 0
