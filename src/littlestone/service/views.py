"""What can be read of a game: its account, certificates, weights, open rounds. Reading changes nothing."""

from __future__ import annotations

from itertools import islice
from typing import Any

from ..errors import BadParameter
from ..rows.game import Game
from .books import Books
from .curve import Curve, constant, paid
from .hosted import Hosted


def games(books: Books) -> dict[str, Any]:
    """The list of games."""
    return {"games": [{"name": name, "loaded": name in books.loaded} for name in sorted(books.numbers)]}


def game(hosted: Hosted) -> dict[str, Any]:
    """Settings and counts of a game."""
    ledger = hosted.game.ledger
    return {
        "name": hosted.name,
        "settings": hosted.settings.as_dict(),
        "learner": hosted.game.learner.name,
        "answering": hosted.answering,
        "seq": hosted.seq,
        "rounds": ledger.rounds,
        "labelled": ledger.labelled,
        "open": len(hosted.open),
        **hosted.counts,
        "names": len(hosted.game.features.columns),
    }


def account(hosted: Hosted) -> dict[str, Any]:
    """The account of whoever answers, and in short that of everybody who plays along."""
    others = {name: short(game) for name, game in hosted.shadows}
    return {
        "name": hosted.name,
        "seq": hosted.seq,
        "answering": hosted.answering,
        **hosted.game.ledger.as_dict("none"),
        "best_constant": constant(hosted.game),
        "open": len(hosted.open),
        **hosted.counts,
        "shadows": others,
    }


def short(game: Game) -> dict[str, Any]:
    """The account of a game in a line."""
    ledger = game.ledger
    return {"learner": game.learner.name, "labelled": ledger.labelled, "paid": paid(game), "loss": ledger.loss}


def history(hosted: Hosted, points: int) -> dict[str, Any]:
    """What was paid over time, thinned out to so many points, the last one among them."""
    curve, game = hosted.curve, hosted.game
    taken = [*curve.points]
    if game.ledger.labelled and (not taken or taken[-1][0] != game.ledger.labelled):
        taken.append((game.ledger.labelled, paid(game), constant(game), {n: paid(each) for n, each in hosted.shadows}))
    thin = thinned(taken, points)
    names = [name for name, _ in hosted.shadows]
    return {
        "seq": hosted.seq,
        "counts": "loss" if game.numbers else "mistakes",
        "labelled": [point[0] for point in thin],
        "paid": [point[1] for point in thin],
        "best_constant": [point[2] for point in thin],
        "theorem": theorem(curve, points),
        "shadows": {name: [point[3].get(name) for point in thin] for name in names},
    }


def theorem(curve: Curve, points: int) -> dict[str, Any]:
    """What the first theorem that allows anything counts and allows over time, and whether that is mistakes."""
    thin = thinned(curve.allowed, points)
    return {
        "counts": "mistakes" if curve.theorem[1] else "regret",
        "labelled": [point[0] for point in thin],
        "paid": [point[1] for point in thin],
        "allowed": [point[2] for point in thin],
    }


def thinned(taken: list[Any], points: int) -> list[Any]:
    """At most so many of them, the last one among them."""
    return taken[::-1][:: max(1, -(-len(taken) // points))][::-1]


def certificates(hosted: Hosted) -> dict[str, Any]:
    """What the theorems say of the rounds up to `seq`, and what they teach."""
    seq, found = hosted.curve.certify(hosted.game, hosted.seq)
    return {"seq": seq, "certificates": [certificate.as_dict() for certificate in found]}


def weights(hosted: Hosted, top: int) -> dict[str, Any]:
    """The largest weights of the learner, by name; of many classes with the class; empty if it has none to show."""
    try:
        found = hosted.game.weights(top)
    except BadParameter as error:
        return {"seq": hosted.seq, "weights": [], "note": str(error)}
    rows = [
        {
            **({"class": key[0], "column": key[1]} if isinstance(key, tuple) else {"column": key}),
            "weight": float(weight),
        }
        for key, weight in found.items()
    ]
    return {"seq": hosted.seq, "weights": rows, "note": ""}


def tickets(hosted: Hosted, limit: int) -> dict[str, Any]:
    """The rounds that wait for their labels, the oldest first."""
    oldest = [
        {"id": id, "round": each.seq, "at": each.at / 1e6, "act": hosted.game.open[each.number].act}
        for id, each in islice(hosted.open.items(), limit)
    ]
    return {"seq": hosted.seq, "open": len(hosted.open), "tickets": oldest}


def digest(hosted: Hosted) -> dict[str, Any]:
    """The digest of the whole state of every player."""
    return {
        "seq": hosted.seq,
        "digest": hosted.digest(),
        "players": {name: hosted.digest(name) for name in hosted.players},
    }
