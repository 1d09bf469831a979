"""What can be read of a game: its account, certificates, weights, open rounds. Reading changes nothing.

A view is described by itself: its docstring, the type that it returns, and the whole numbers that it takes.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from itertools import islice
from typing import Any, Literal, cast

from msgspec import UNSET
from msgspec.structs import asdict

from ..errors import BadParameter
from ..receipts.receipt import digest as digest_of_receipt
from .books import Books
from .curve import Curve, paid
from .hosted import Hosted
from .hosted_actions import LEVEL, HostedActions
from .http.contract import (
    AccountAnswer,
    CertificateAnswer,
    CertificatesAnswer,
    DigestAnswer,
    GameAnswer,
    GamesAnswer,
    HistoryAnswer,
    ListedGame,
    ReceiptAnswer,
    Refusal,
    RoundsAnswer,
    TheoremHistory,
    WaitingRound,
    Weight,
    WeightsAnswer,
)
from .journal.journal import Journal


def games(books: Books) -> GamesAnswer:
    """The list of games."""
    return GamesAnswer(
        [ListedGame(name, name in books.loaded, name in books.quarantined) for name in sorted(books.numbers)]
    )


def game(hosted: Hosted) -> GameAnswer:
    """Settings and counts of a game."""
    ledger = hosted.game.ledger
    return GameAnswer(
        name=hosted.name,
        settings=hosted.settings.as_dict(),
        learner=hosted.game.learner.name,
        answering=hosted.answering,
        seq=hosted.seq,
        rounds=ledger.rounds,
        labelled=ledger.labelled,
        open=len(hosted.open),
        names=len(hosted.game.features.columns),
        **hosted.counts,
    )


def account(hosted: Hosted) -> AccountAnswer:
    """The account of whoever answers, and in short that of everybody who plays along."""
    found = {
        "name": hosted.name,
        "seq": hosted.seq,
        "answering": hosted.answering,
        **hosted.game.ledger.as_dict("none"),
        "best_constant": hosted.best_constant(),
        "open": len(hosted.open),
        **hosted.counts,
        "shadows": {name: {**short(hosted, name), "evidence": hosted.trial.told(name)} for name, _ in hosted.shadows},
    }
    if isinstance(hosted, HostedActions):
        found["actions"] = hosted.worth()
        found["behind"] = len(hosted.closed)  # rounds with a reward that do not count yet for what others are worth
    if hosted.shadows:
        found["trial"] = {**hosted.trial.as_dict(), "statement": hosted.trial.statement()}
    return cast(AccountAnswer, found)


def short(hosted: Hosted, name: str) -> dict[str, Any]:
    """The account of a shadow in a line; of one that would do something else, what it would have earned a round."""
    game = hosted.players[name]
    ledger = game.ledger
    who = {"learner": game.learner.name, "refused": hosted.refused.get(name, 0)}  # records that it could not take
    if isinstance(hosted, HostedActions):
        return {**who, **hosted.values[name].as_dict(1.0 - LEVEL)}
    return {**who, "labelled": ledger.labelled, "paid": paid(game), "loss": ledger.loss}


def history(hosted: Hosted, points: int = 500) -> HistoryAnswer:
    """What was paid over time, thinned out to so many points, the last one among them."""
    curve, game = hosted.curve, hosted.game
    taken = [*curve.points]
    if game.ledger.labelled and (not taken or taken[-1][0] != game.ledger.labelled):
        taken.append((game.ledger.labelled, paid(game), hosted.best_constant(), hosted.others()))
    thin = thinned(taken, points)
    shadows = {name: [point[3].get(name) for point in thin] for name, _ in hosted.shadows}
    counts: Literal["mistakes", "loss", "reward"]
    counts = "reward" if hosted.acts else "loss" if game._numbers else "mistakes"
    return HistoryAnswer(hosted.seq, counts, *in_columns(thin), theorem(curve, points), shadows)


def theorem(curve: Curve, points: int) -> TheoremHistory:
    """What the first theorem that allows anything counts and allows over time, and whether that is mistakes."""
    return TheoremHistory("mistakes" if curve.theorem[1] else "regret", *in_columns(thinned(curve.allowed, points)))


def in_columns(points: list[Any]) -> tuple[list[Any], list[Any], list[Any]]:
    """The first three numbers of points: those of labels, what was paid, and what it is compared with."""
    return [point[0] for point in points], [point[1] for point in points], [point[2] for point in points]


def thinned(taken: list[Any], points: int) -> list[Any]:
    """At most so many of them, the last one among them."""
    return taken[::-1][:: max(1, -(-len(taken) // points))][::-1]


def certificates(hosted: Hosted) -> CertificatesAnswer:
    """What the theorems say of the rounds up to `seq`, and what they teach."""
    seq, found = hosted.curve.certify(hosted.game, hosted.seq)
    return CertificatesAnswer(seq, [cast(CertificateAnswer, certificate.as_dict()) for certificate in found])


def weights(hosted: Hosted, top: int = 20) -> WeightsAnswer:
    """The largest weights of the learner, by name; of many classes with the class; empty if it has none to show."""
    if hosted.acts:
        return WeightsAnswer(hosted.seq, [], "a game of actions shows what they would have earned, and no weights")
    try:
        found = hosted.game.weights(top)
    except BadParameter as error:
        return WeightsAnswer(hosted.seq, [], str(error))
    rows = []
    for key, weight in found.items():
        of, column = key if isinstance(key, tuple) else (UNSET, key)
        rows.append(Weight(class_=of, column=column, weight=float(weight)))
    return WeightsAnswer(hosted.seq, rows, "")


def rounds(hosted: Hosted, limit: int = 100) -> RoundsAnswer:
    """The rounds that wait for their labels, the oldest first."""
    oldest = [
        WaitingRound(id, each.seq, each.at / 1e6, hosted.game.open[each.number].act)
        for id, each in islice(hosted.open.items(), limit)
    ]
    return RoundsAnswer(hosted.seq, len(hosted.open), oldest)


def digest(hosted: Hosted) -> DigestAnswer:
    """The digest of the whole state of every player."""
    return DigestAnswer(hosted.seq, hosted.digest(), {name: hosted.digest(name) for name in hosted.players})


def receipt(hosted: Hosted) -> ReceiptAnswer:
    """The receipt of the game up to the head of its journal, which it names."""
    begun = bool(hosted.made.rounds)  # as a saved game, whose rounds the journal does not have
    return ReceiptAnswer(**hosted.game.receipt(), journal={"game": hosted.name, "seq": hosted.seq, "begun": begun})


def seen(view: str, hosted: Hosted, journal: Journal, numbers: dict[str, int]) -> Any:
    """What a view finds; a receipt is of the head of the journal, and has a hash of that as well."""
    found = VIEWS[view](hosted, **numbers)
    if view != "receipt":
        return found
    seq, head = journal.head_at(hosted.number, hosted.seq)
    if seq != hosted.seq:
        raise Refusal(503, "busy", "the game is in the middle of a group of rows; ask again", 1)
    found.journal["head"] = head.hex()
    body = {name: value for name, value in asdict(found).items() if name not in ("sha256", "signature")}
    found.sha256 = digest_of_receipt(body)
    return found


VIEWS: dict[str, Callable[..., Any]] = {
    "": game,
    "account": account,
    "certificates": certificates,
    "weights": weights,
    "history": history,
    "rounds": rounds,
    "digest": digest,
    "receipt": receipt,
}


def numbers_of(view: Callable[..., Any]) -> dict[str, int]:
    """The whole numbers that a view takes, and their defaults."""
    _, *others = signature(view).parameters.values()
    return {each.name: each.default for each in others}
