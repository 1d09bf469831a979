"""`littlestone backup`: copies the folder of a service while it runs."""

from __future__ import annotations

from typing import Annotated

import typer

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
    from pathlib import Path

    from .shelf.extras import needs_service

    with needs_service():
        from ..service.backup import backup as copied
        from ..service.folder import Folder
        from .shelf.journals import read_journal

    home = Folder(folder)
    with read_journal(home, None) as journal:
        copied(home, journal, Path(to))
    typer.echo(f"copied {folder} to {to}; littlestone serve --data {to} goes on from there")
    return 0
