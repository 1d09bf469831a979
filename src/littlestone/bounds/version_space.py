"""The theorems of version spaces: every mistake takes its share of what is still possible."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Certificate, not_fresh
from ..learner import State
from ..ledger import Ledger
from ..row import Batch, Row
from ..theory.concept_class import ConceptClass, Space, members
from ..watcher import Watcher
from ..words import counted


class VersionSpaceBound(Bound, Watcher):
    """What these theorems share: the evidence to find the version space again, and the round that empties it.

    Of every point and label the first round is kept, and the first that was mistaken: those that come later take
    nothing away that is not gone. So the evidence is no longer than four times the number of points.
    """

    def __init__(self) -> None:
        self.points: list[bytes] = []  # per round kept: the columns that were on,
        self.labels: list[float] = []
        self.mistaken: list[bool] = []
        self.numbers: list[int] = []
        self.known: set[tuple[bytes, float, bool]] = set()
        self.late = 0  # the first round labelled after other updates,
        self.late_mistake = 0  # and the first of those that was mistaken

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool, late: int) -> None:
        if late > 0:
            self.late = self.late or number
            self.late_mistake = self.late_mistake or (number if mistaken else 0)
        self.keep(number, np.asarray(x.columns)[x.values != 0].tobytes(), y, mistaken)

    def keep(self, number: int, point: bytes, y: float, mistaken: bool) -> None:
        """Enter a round into the evidence if it is the first of its kind."""
        if (point, y, mistaken) in self.known:
            return
        self.known.add((point, y, mistaken))
        self.points.append(point)
        self.labels.append(y)
        self.mistaken.append(mistaken)
        self.numbers.append(number)

    def replay(self, concepts: ConceptClass, *, mistakes_only: bool) -> tuple[Space, int]:
        """The concepts that agree with the evidence, and the first round that none agrees with, or 0.

        From there on, what contradicts all that are left is passed over, as the learners do.
        """
        space, stray = concepts.full, 0
        rows = self.batch(concepts.width)
        for t, y in enumerate(self.labels):
            if self.mistaken[t] or not mistakes_only:
                agreeing = concepts.split(space, concepts.point_of(rows.row(t)))[y > 0]
                space = agreeing or space
                stray = stray or (0 if agreeing else self.numbers[t])
        return space, stray

    def batch(self, width: int) -> Batch:
        """The points of the evidence as rows."""
        columns = np.frombuffer(b"".join(self.points), dtype=np.int32)
        starts = np.cumsum([0, *(len(point) // 4 for point in self.points)])
        return Batch(starts, columns, np.ones(len(columns)), width, self.labels)

    def judge(
        self,
        learner: Any,
        ledger: Ledger,
        late: int,
        theorem: str,
        paid: float,
        allowed: float,
        excess: str | None,
        more: str,
    ) -> Certificate:
        """The verdict, the same for every theorem: is the version space right, is a premise broken, is the sum?"""
        space, stray = self.replay(learner.concepts, mistakes_only=learner.conservative)
        broken = None
        if stray:
            broken = f"no concept fits: round {stray}"
        elif late:
            broken = f"the label of round {late} came after other updates"
        violated = None if broken else excess
        if space != learner.space:
            violated = "the concepts left are not those that agree with what was learned"
        left = counted(learner.left, "concept") + (" is" if learner.left == 1 else " are")
        teaches = "" if stray else f"at most {left} left" + ("" if broken else f"; {more}")
        if ledger.updates_before:
            broken, violated, teaches = not_fresh(ledger), None, ""
        return Certificate(theorem, paid, None if broken else allowed, broken, teaches, violated)

    def live(self, learner: Any, ledger: Ledger) -> str:
        """How many concepts are left."""
        return f"{learner.left:,} left"

    def state(self) -> State:
        return {
            "columns": np.frombuffer(b"".join(self.points), dtype=np.int32).copy(),
            "sizes": np.array([len(point) // 4 for point in self.points], dtype=np.int64),
            "labels": np.array(self.labels, dtype=np.float64),
            "mistaken": np.array(self.mistaken, dtype=np.bool_),
            "numbers": np.array(self.numbers, dtype=np.int64),
            "late": np.array([self.late, self.late_mistake], dtype=np.int64),
        }

    def restore(self, state: State) -> None:
        self.points, self.labels, self.mistaken, self.numbers, self.known = [], [], [], [], set()
        self.late, self.late_mistake = (int(number) for number in state["late"])
        ends = np.cumsum(state["sizes"])
        for t, (end, size) in enumerate(zip(ends, state["sizes"], strict=True)):
            point = np.asarray(state["columns"], dtype=np.int32)[end - size : end].tobytes()
            self.keep(int(state["numbers"][t]), point, float(state["labels"][t]), bool(state["mistaken"][t]))


class HalvingBound(VersionSpaceBound):
    """M <= floor(log2 |C|) if some concept of the class C fits: a mistake takes half of the version space V or more.

    At every moment |V| 2^M <= |C|. With a prior, W(V) 2^M <= W(C) for the weights W, so a fitting concept c with its
    share p(c) of the weight allows floor(log2 1/p(c)); the heaviest that fits is taken. A conservative learner is made
    by its mistakes alone, so only they have to fit. A label that comes after other updates halves nothing: the premise
    is that none does, if its round was a mistake (Littlestone 1988).
    """

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        paid = ledger.mistakes
        weighted = bool(learner.weights)
        theorem = "Halving: M <= floor(log2 " + ("1/p(c))" if weighted else "|C|)")
        if learner.concepts is None:
            return Certificate(theorem, paid, None, None, "")
        everything, left = learner.weight(learner.concepts.full), learner.weight(learner.space)
        weights = [learner.weights[concept] for concept in members(learner.space)] if weighted else [1]
        allowed = floor_log2(everything // (max(weights) if weighted else 1))
        excess = None
        if left << paid > everything:
            excess = f"{paid} mistakes have left more than 1/2^{paid} of the version space"
        more = floor_log2(left // min(weights))
        words = possible(more)
        return self.judge(learner, ledger, self.late_mistake, theorem, paid, float(allowed), excess, words)


class OptimalBound(VersionSpaceBound):
    """M <= Ldim(C) if some concept of the class C fits: a mistake lowers the dimension of the version space.

    At every moment Ldim(V) <= Ldim(C) - M, and a label that was guessed right never raises it, late or not
    (Littlestone 1988).
    """

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        theorem, paid = "Standard optimal: M <= Ldim(C)", ledger.mistakes
        if learner.concepts is None:
            return Certificate(theorem, paid, None, None, "")
        allowed, more = learner.minimax.value(learner.concepts.full), learner.minimax.value(learner.space)
        excess = None
        if more > allowed - paid:
            excess = f"after {counted(paid, 'mistake')} the dimension is still {more} of {allowed}"
        words = possible(more)
        return self.judge(learner, ledger, self.late_mistake, theorem, paid, float(allowed), excess, words)


class RandomisedOptimalBound(VersionSpaceBound):
    """At most R(C) mistakes are expected if some concept of the class C fits (Filmus and others 2023).

    At every moment the chances of a mistake so far and R(V) together are at most R(C). A label that comes after other
    updates was not guessed for the V it finds: the premise is that none does.
    """

    def certificate(self, learner: Any, ledger: Ledger) -> Certificate:
        theorem, paid = "Randomised optimum: E[M] <= R(C)", ledger.expected
        if learner.concepts is None:
            return Certificate(theorem, paid, None, None, "")
        allowed, more = learner.minimax.randomised(learner.concepts.full), learner.minimax.randomised(learner.space)
        excess = None
        if paid + more > allowed + SLACK * max(1.0, allowed):
            excess = f"{paid:.6g} mistakes were expected and {more:.6g} may follow, {allowed:.6g} in all"
        words = f"at most {more:.6g} more mistakes can be expected" if more else "no more mistakes can be expected"
        return self.judge(learner, ledger, self.late, theorem, paid, allowed, excess, words)


def floor_log2(number: int) -> int:
    """floor(log2 number) of a whole number above 0, exactly."""
    return number.bit_length() - 1


def possible(more: int) -> str:
    """How many mistakes are still possible, in words."""
    if more == 0:
        return "no more mistakes are possible"
    return f"at most {counted(more, 'more mistake')} {'is' if more == 1 else 'are'} possible"
