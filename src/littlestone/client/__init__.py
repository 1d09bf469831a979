"""A client of `littlestone serve`: the two moves of a game that is played elsewhere.

A request that got no answer is sent again with the same id, and the service answers the second time what it answered,
or would have answered, the first: a connection that breaks neither loses a round nor plays one twice.

    from littlestone.client import Client

    with Client("http://127.0.0.1:8471", key="ls-...") as client:
        game = client.game("spam")
        move = game.predict({"from": "bank", "body": "win a prize"})
        game.label(move.id, "spam")                                     # now, or next week, from another process
"""

from .calls import Decision as Decision
from .calls import Move as Move
from .calls import NoSuchRound as NoSuchRound
from .calls import NotAllowed as NotAllowed
from .calls import OtherLabel as OtherLabel
from .calls import Rejected as Rejected
from .calls import RemoteError as RemoteError
from .calls import RoundGone as RoundGone
from .calls import Unreachable as Unreachable
from .clients import AsyncClient as AsyncClient
from .clients import AsyncRemoteGame as AsyncRemoteGame
from .clients import Client as Client
from .clients import RemoteGame as RemoteGame

__all__ = [
    "AsyncClient",
    "AsyncRemoteGame",
    "Client",
    "Decision",
    "Move",
    "NoSuchRound",
    "NotAllowed",
    "OtherLabel",
    "Rejected",
    "RemoteError",
    "RemoteGame",
    "RoundGone",
    "Unreachable",
]
