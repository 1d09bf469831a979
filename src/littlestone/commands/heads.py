"""`littlestone heads`: the heads of the chains of a journal, for somebody else to hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ..command_line.journals import read_journal
from ..service.journal.folder import Folder
from ..service.journal.heads import heads_of, signed

EXAMPLES = """\b
Examples:
  littlestone heads games/ > heads.json
  littlestone heads games/ --sign key.pem > heads.json
  littlestone audit games/ --head heads.json
"""


def heads(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder that `littlestone serve` writes to.")],
    *,
    sign: Annotated[
        str | None, typer.Option(metavar="KEY", help="Sign them with this Ed25519 key, a file in PEM format.")
    ] = None,
    journal: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="postgresql://..., if the journal is not in the folder.")
    ] = None,
) -> int:
    """Print the heads of a journal's chains, for others to hold.

    Keep them where nobody can change them who can change the journal: `littlestone audit --head` then finds whether the
    journal was cut short, or written anew. The service may run.
    """
    home = Folder(folder)
    with read_journal(home, journal) as rows:
        found = heads_of(rows)
    typer.echo(json.dumps(found if sign is None else signed(found, Path(sign)), indent=2))
    return 0
