"""Receipts of games, read by the verifier, and forged."""

from __future__ import annotations

import json
from io import StringIO

from littlestone.receipts.receipt import digest
from littlestone.rows.transcript import Transcript
from littlestone.verify.littlestone_verify import verified


def recorded(game):
    """A game whose rows are written down, and the text they go to."""
    rows = StringIO()
    Transcript(game, rows)
    return game, rows


def as_read(game, **settings):
    """The receipt of a game as whoever gets it reads it."""
    return json.loads(json.dumps(game.receipt(**settings)))


def signed(receipt):
    """The same receipt with the hash that fits what it says."""
    return {**receipt, "sha256": digest({name: value for name, value in receipt.items() if name != "sha256"})}


def changed(receipt, *path, to):
    """A copy in which one field says something else, with the hash that fits."""
    copy = json.loads(json.dumps(receipt))
    place = copy
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = to(place[path[-1]]) if callable(to) else to
    return signed(copy)


def found(receipt, rows=None):
    """What the verifier says, by what it says it of."""
    lines = None if rows is None else iter(rows.getvalue().splitlines(keepends=True))
    return {each.words.split(":")[0]: each.what for each in verified(receipt, lines)}


def leaves(body, path=()):
    """The paths of all values that are no containers."""
    if isinstance(body, dict | list):
        for key, each in body.items() if isinstance(body, dict) else enumerate(body):
            yield from leaves(each, (*path, key))
    elif body is not None:
        yield path


def put(body, path, change):
    """Change the value at the end of a path."""
    for key in path[:-1]:
        body = body[key]
    body[path[-1]] = change(body[path[-1]])
    return body[path[-1]]
