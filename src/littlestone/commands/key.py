"""`littlestone key`: who may use a service, and for what."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..command_line.options import Json
from ..command_line.printing import print_account
from ..errors import BadParameter, UnknownName
from ..service.keys.keys import Key, Keyring
from ..service.limits import OF_KEYS, read_limits

ACTIONS = ("add", "list", "revoke")
EXAMPLES = """\b
Examples:
  littlestone key add games/ --name shop --role predict --role label --game spam
  littlestone key add games/ --name me --role admin
  littlestone key list games/
  littlestone key revoke games/ --name shop
"""


def key(
    action: Annotated[str, typer.Argument(metavar="add|list|revoke", help="What to do.")],
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The folder of the service: its --data.")],
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who has the key; to revoke one, its name or its id.")
    ] = None,
    role: Annotated[
        list[str] | None,
        typer.Option(metavar="ROLE", help="What it is for: read, predict, label or admin. May be given again."),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="For which game, or shop-* for all that begin so; else all. Repeatable."),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="A limit of its own, such as cells=500; see docs. Repeatable."),
    ] = None,
    json: Json = False,
) -> int:
    """Add, list or revoke keys of a service.

    A key is shown once, when it is made; only its hash is kept. A service that is running takes notice by itself. As
    soon as there is a key, nobody gets in without one.
    """
    if action not in ACTIONS:
        raise UnknownName.among("action", action, ACTIONS)
    ring = Keyring(folder)
    if action == "list":
        if name is not None or role or game or limit:
            raise BadParameter("`key list` lists all keys: leave out --name, --role, --game and --limit")
        shown = [as_dict(each) for each in ring.keys.values()]
        print_account(shown, lambda: print_keys(shown), json=json)
        return 0
    if name is None:
        raise BadParameter(f"`key {action}` needs --name: who has the key")
    if action == "revoke":
        if role or game or limit:
            raise BadParameter("`key revoke` takes a key away as a whole: leave out --role, --game and --limit")
        gone = as_dict(ring.revoke(name))
        print_account(gone, lambda: print(f"revoked {gone['name']} ({gone['id']})"), json=json)
        return 0
    made, token = ring.add(name, role or [], game or ["*"], read_limits(limit or (), OF_KEYS))
    account = {**as_dict(made), "key": token}
    print_account(account, lambda: print_made(account, str(ring.path)), json=json)
    return 0


def as_dict(key: Key) -> dict[str, Any]:
    """What may be shown of a key: neither the key nor its hash."""
    shown = {"id": key.id, "name": key.name, "roles": [*key.roles], "games": [*key.games], "made": key.made}
    return {**shown, "limits": dict(key.limits)} if key.limits else shown


def print_keys(keys: list[dict[str, Any]]) -> None:
    """Print the keys, one a line."""
    if not keys:
        print("no keys: on a loopback address anybody on this machine may do anything")
    for each in keys:
        print(f"{each['id']}  {each['name']}: {', '.join(each['roles'])} of {', '.join(each['games'])}; {each['made']}")


def print_made(account: dict[str, Any], path: str) -> None:
    """Print a new key, and what to do with it."""
    roles, games = ", ".join(account["roles"]), ", ".join(account["games"])
    print(account["key"])
    print(f"for {account['name']}: {roles} of {games}; its hash is in {path}")
    print("it is shown this once. Send it as `Authorization: Bearer KEY`, or log in with it on the page")
