"""`littlestone erase`: removes records from a journal."""

from __future__ import annotations

import json
from typing import Annotated, Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import ProxyHandler, Request, build_opener

import typer

from ..command_line.journals import written_journal
from ..errors import BadParameter
from ..service.journal.erase import Erased
from ..service.journal.erase import erase as erased
from ..service.journal.folder import Folder, FolderBusy
from ..service.journal.snapshots import Snapshots

INSTEAD = "remove the game, or replay without the record into another one, where that matters"
EXAMPLES = """\b
Examples:
  littlestone erase games/ spam --id mail-17
  LITTLESTONE_KEY=ls_... littlestone erase games/ spam --id mail-17 --url https://games.example.org
"""


def erase(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder that `littlestone serve` writes to.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    id_: Annotated[list[str], typer.Option("--id", metavar="ID", help="The id of a record; may be given again.")],
    *,
    journal: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="postgresql://..., if the journal is not in the folder.")
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Where the folder is served, if it does not say so itself, or under another name."
        ),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(
            envvar="LITTLESTONE_KEY", metavar="KEY", help="A key that is admin, if the folder is served and has keys."
        ),
    ] = None,
) -> int:
    """Remove records from a journal.

    The rows stay, with a digest in place of what was said. What was learned stays learned: the game goes on as it was,
    and audits begin after this. If the folder is being served, the service is asked to do it.
    """
    home = Folder(folder)
    try:
        with home, written_journal(home, journal) as rows:
            found = erased(rows, Snapshots(home.snapshots), game, id_)
    except FolderBusy as busy:
        address = url or busy.address
        if not address:
            raise
        said = asked(address, game, id_, key)
        found = Erased(said["seq"], said.get("examples_kept_by", []), said.get("numbers_kept_by", []))
    typer.echo(f"erased from {game}: {', '.join(id_)}; audits of it begin after row {found.seq:,}")
    if found.examples:
        typer.echo(f"kept by {', '.join(found.examples)}: the learner has examples as they came; {INSTEAD}")
    if found.numbers:
        typer.echo(
            f"kept by {', '.join(found.numbers)}: a learned number, or more, equals one of the records; {INSTEAD}"
        )
    return 0


def asked(address: str, game: str, ids: list[str], key: str | None) -> Any:
    """What a service answers that is asked to erase; raises if it refuses."""
    if not address.startswith(("http://", "https://")):
        raise BadParameter(f"--url is the address of a service, http://... or https://..., not {address!r:.80}")
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    body = json.dumps({"ids": ids}).encode()
    request = Request(f"{address.rstrip('/')}/v1/games/{quote(game, safe='')}/erase", body, headers)  # noqa: S310
    try:
        with build_opener(ProxyHandler({})).open(request) as answer:  # it is near, and proxies need not see the key
            return json.load(answer)
    except HTTPError as error:
        why = said_by(error)
        if error.code in (401, 403):
            why += "; a key that is admin is taken from LITTLESTONE_KEY"
        raise BadParameter(f"the service at {address} says: {why}") from error
    except (URLError, OSError, ValueError) as error:
        raise BadParameter(
            f"the service at {address}, which works on the folder, cannot be asked: {error}; "
            "give its address by --url, or stop it first"
        ) from error


def said_by(error: HTTPError) -> str:
    """The words of a refusal."""
    try:
        return str(json.load(error)["message"])
    except (ValueError, KeyError, TypeError):
        return f"status {error.code}"
