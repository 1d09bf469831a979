"""Attributes that games and ledgers do not have: of release 0.1.0, which warn, and of others, which say what does it.

What is not for users since release 0.1.0 goes with the next release.
"""

from __future__ import annotations

from typing import Any

from .state import Declared
from .support.loading import elsewhere, former, names_but_former
from .support.signatures import Shown, check_call

TWO_MOVES = (
    "a round is two moves, move = game.predict(x) and later game.label(move.number, y); game.play(zip(X, y)) plays "
    "many, and littlestone.facades has estimators for scikit-learn and River"
)
SAID = "game.predict(x) opens a round, and move.act, move.guess and move.chance are what was said"
ON_FILE = "littlestone.save(game, path) writes it, littlestone.load(path) reads it"
COUNTED = 'the ledger counts, as in game.ledger.mistakes; Game(..., metrics="accuracy,auc") keeps metrics'


class FormerMoves:
    """Names of games in release 0.1.0, and of what plays in other libraries."""

    __signature__ = Shown()

    def __cinit__(self, *args: Any, **given: Any) -> None:
        """Refuse arguments that the class does not take, in words; interpreted, Python does so in its own."""
        if args or given:
            check_call(type(self), args, given)

    fit = elsewhere(TWO_MOVES)
    partial_fit = elsewhere(TWO_MOVES)
    learn = elsewhere(TWO_MOVES)
    learn_one = elsewhere(TWO_MOVES)
    predict_one = elsewhere(SAID)
    predict_proba = elsewhere(SAID)
    predict_proba_one = elsewhere(SAID)
    save = elsewhere(ON_FILE)
    load = elsewhere(ON_FILE)
    score = elsewhere(COUNTED)
    accuracy = elsewhere(COUNTED)

    account = former("account")
    advised = former("advised")
    boolean = former("boolean")
    check_batch = former("check_batch")
    complaint = former("complaint")
    judge = former("judge")
    keep = former("keep")
    meet = former("meet")
    name_columns = former("name_columns")
    numbers = former("numbers")
    opened = former("opened")
    randomised = former("randomised")
    seen = former("seen")
    stance = former("stance")
    told = former("told")
    toss = former("toss")

    def __dir__(self) -> list[str]:
        return names_but_former(self)


class FormerAccount(Declared):
    """Names of ledgers in release 0.1.0."""

    accuracy = elsewhere('1 - ledger.mistakes / ledger.labelled; Game(..., metrics="accuracy") keeps it')

    COUNTS = former("COUNTS")
    SUMS = former("SUMS")
    cheapest = former("cheapest")
    cheapest_round = former("cheapest_round")
    complete = former("complete")
    confused = former("confused")
    dearest = former("dearest")
    dearest_round = former("dearest_round")
    domain = former("domain")
    enter = former("enter")
    false_negatives = former("false_negatives")
    false_positives = former("false_positives")
    features = former("features")
    find_best = former("find_best")
    found = former("found")
    heaviest = former("heaviest")
    history = former("history")
    keep = former("keep")
    labels = former("labels")
    log_path = former("log_path")
    log_peak = former("log_peak")
    log_stocks = former("log_stocks")
    missed = former("missed")
    outside = former("outside")
    paid_for = former("paid_for")
    point_watchers = former("point_watchers")
    positives = former("positives")
    record = former("record")
    scatter = former("scatter")
    slept = former("slept")
    sought = former("sought")
    total_delay = former("total_delay")
    totals = former("totals")
    updates_before = former("updates_before")
    updates_seen = former("updates_seen")
    waiting = former("waiting")
    watch_extremes = former("watch_extremes")
    watchers = former("watchers")
    widen = former("widen")

    def __dir__(self) -> list[str]:
        return names_but_former(self)
