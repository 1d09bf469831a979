"""Attributes that games and ledgers had in release 0.1.0 and that are not for users: they go with the next release."""

from __future__ import annotations

from typing import Any

from .state import Declared
from .support.loading import former, names_but_former
from .support.signatures import Shown, check_call


class FormerMoves:
    """Names of games in release 0.1.0."""

    __signature__ = Shown()

    def __cinit__(self, *args: Any, **given: Any) -> None:
        """Refuse arguments that the class does not take, in words; interpreted, Python does so in its own."""
        if args or given:
            check_call(type(self), args, given)

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
