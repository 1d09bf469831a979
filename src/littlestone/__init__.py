"""littlestone: online learning with a receipt.

A learner predicts, the truth is told, the learner learns; the ledger says at every moment how many mistakes were
made, how many the theorem allows, which premise broke, and what the mistakes prove about the data.

>>> from littlestone import Game, Perceptron
>>> game = Game(Perceptron())
>>> for x, y in [({"free": 1, "win": 1}, +1), ({"meeting": 1}, -1)]:
...     move = game.predict(x)
...     game.label(move.number, y)
>>> game.ledger.mistakes
1
"""

from __future__ import annotations

from typing import Any

from .support.loading import VERSION as __version__  # first: it decides where the other modules are loaded from
from .support.loading import exported, find_old_name, new_name_of, warn_if_interpreted

_exported, __dir__, __all__ = exported(__name__, __file__)
__all__ = [*__all__, "__version__"]
warn_if_interpreted()


def __getattr__(name: str) -> Any:
    """What is exported, imported when it is asked for; or what release 0.1.0 exported, with a word of warning."""
    return find_old_name(name) if name not in __all__ and new_name_of(name) else _exported(name)
