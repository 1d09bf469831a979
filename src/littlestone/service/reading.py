"""What can be read of a game: its account, certificates, weights, open rounds. Reading changes nothing."""

from __future__ import annotations

from itertools import islice
from typing import Any

from ..games.rows import Game
from .books import Books
from .curve import constant, paid
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
        taken.append([game.ledger.labelled, paid(game), constant(game), {n: paid(each) for n, each in hosted.shadows}])
    step = max(1, -(-len(taken) // points))
    thin = taken[::-1][::step][::-1]
    names = [name for name, _ in hosted.shadows]
    return {
        "seq": hosted.seq,
        "counts": "loss" if game.numbers else "mistakes",
        "labelled": [point[0] for point in thin],
        "paid": [point[1] for point in thin],
        "best_constant": [point[2] for point in thin],
        "allowed": curve.allowed,
        "shadows": {name: [point[3].get(name) for point in thin] for name in names},
    }


def certificates(hosted: Hosted) -> dict[str, Any]:
    """What the theorems say of the rounds so far, and what they teach."""
    ledger = hosted.game.ledger
    found = ledger.certify("quick") if ledger.rounds else []
    hosted.curve.allow(ledger.labelled, found[0].allowed if found else None)
    return {"seq": hosted.seq, "certificates": [certificate.as_dict() for certificate in found]}


def weights(hosted: Hosted, top: int) -> dict[str, Any]:
    """The largest weights of the learner, by name."""
    found = hosted.game.weights(top)
    return {"seq": hosted.seq, "weights": [[str(name), float(weight)] for name, weight in found.items()]}


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
