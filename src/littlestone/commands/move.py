"""`littlestone move`: copies a game with all its rows into the folder of another service."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.journals import read_journal, written_journal
from ..errors import BadParameter
from ..service.journal.folder import Folder
from ..service.journal.moving import move as moved
from ..service.making import check_name

EXAMPLES = """\b
Examples:
  littlestone move games/ spam other/
  littlestone move games/ spam other/ --as spam-eu
"""


def move(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder that the game is in.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    to: Annotated[str, typer.Argument(metavar="TO", help="The folder that it goes to; made if missing.")],
    *,
    called: Annotated[str | None, typer.Option("--as", metavar="NAME", help="What it is called there.")] = None,
) -> int:
    """Copy a game with all its rows into another folder.

    Neither folder may be served meanwhile. The game is there as it was, row by row, and stays here too: audit the copy,
    then remove the game here.
    """
    check_name(name := called or game)
    home, target = Folder(folder), Folder(to, make=True)
    if home.path.resolve() == target.path.resolve() and name == game:
        raise BadParameter("the game is in that folder already: name another folder, or another name with --as")
    with home, read_journal(home, None) as rows, target, written_journal(target, None) as there:
        count = moved(rows, there, game, name)
    typer.echo(f"{game} is in {to} as {name}, with {count:,} rows: littlestone audit {to} {name} compares all of them")
    return 0
