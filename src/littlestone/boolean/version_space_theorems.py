"""The theorems of version spaces: every mistake removes a share of the concepts still possible."""

from __future__ import annotations

from functools import cached_property
from math import nan
from typing import Any, NamedTuple

import numpy as np

from ..bound import SLACK, Bound, Case
from ..concepts.concept_class import ConceptClass, Space, members
from ..errors import StateError
from ..receipts.exact_text import exact, line_of
from ..row import Batch, Row
from ..rows.ledger import Ledger
from ..state import Held, Listed, Vector, fields
from ..support.settings import counted
from ..watcher import Watcher


class Replay(NamedTuple):
    """The replay: the concepts left, the first round that no concept agrees with, and the first guess not by the rule.

    Rounds are numbered from 1 on; 0 is none.
    """

    space: Space
    stray: int
    odd: int
    mistakes: int = 0  # with the guess of the concepts left


class SpaceCase(Case):
    """The version space that the rounds of a game leave."""

    @cached_property
    def concepts(self) -> ConceptClass:
        """The class."""
        return self.learner.concepts  # type: ignore[no-any-return]

    @cached_property
    def replay(self) -> Replay:
        """The replay of the evidence.

        Once no concept agrees, rounds that contradict all concepts left are skipped, as the learners do.
        """
        bound, concepts, learner = self.bound, self.concepts, self.learner
        space, stray, odd = concepts.full, 0, 0
        rows = bound.batch(concepts.width)
        for t, (y, mistaken, guess, number) in enumerate(bound.rounds()):
            point = concepts.point_of(rows.row(t))
            now = bound.says(learner, *concepts.split(space, point))
            act = (1.0 if now > 0.0 else -1.0) if now else learner.at_zero
            wrong = abs(guess - now) > SLACK or (not learner.randomised and mistaken != (act != y))
            odd = odd or (number if wrong else 0)
            if mistaken or not learner.conservative:
                agreeing = concepts.split(space, point)[y > 0]
                space = agreeing or space
                stray = stray or (0 if agreeing else number)
        return Replay(space, stray, odd)

    @property
    def space(self) -> Space:
        """The concepts that are left."""
        return self.replay.space


def points_of(held: Held) -> list[bytes]:
    """The points of a state, each the bytes of its columns that are 1: there they lie end to end, with their sizes."""
    columns, sizes = held["columns"], held["sizes"]
    if sizes.sum() != len(columns):
        raise StateError(f"'sizes' of points sum to {sizes.sum()}, but there are {len(columns)} 'columns'")
    return [part.tobytes() for part in np.split(columns, np.cumsum(sizes))[:-1]]


class VersionSpaceBound(Bound, Watcher):
    """Base of these theorems: the evidence for the version space, and the round that empties it.

    For every point and label the first round is kept, and the first that was a mistake: later ones remove no more
    concepts. So the evidence has at most four rounds per point, whatever `keep` is.
    """

    mistakes = True
    looks_at = SpaceCase
    saved = fields(
        Vector("columns", lambda own: np.frombuffer(b"".join(own.points), dtype=np.int32).copy(), dtype=np.int32),
        Vector("sizes", lambda own: [len(point) // 4 for point in own.points], dtype=np.int64, least=0),
        Listed("labels", like="sizes"),
        Listed("mistaken", like="sizes", dtype=np.bool_),
        Listed("guesses", like="sizes", missing=lambda held: np.full(len(held["sizes"]), nan)),  # not kept by 0.1.0
        Listed("numbers", like="sizes", dtype=np.int64),
    )

    def __init__(self) -> None:
        self.points: list[bytes] = []  # per round kept: the columns that were 1,
        self.labels: list[float] = []
        self.mistaken: list[bool] = []
        self.guesses: list[float] = []
        self.numbers: list[int] = []
        self.known: set[tuple[bytes, float, bool]] = set()

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool) -> None:
        self.keep(number, np.asarray(x.columns)[x.values != 0].tobytes(), y, mistaken, guess)

    def keep(self, number: int, point: bytes, y: float, mistaken: bool, guess: float) -> None:
        """Add a round to the evidence if it is the first of its kind."""
        if (point, y, mistaken) in self.known:
            return
        self.known.add((point, y, mistaken))
        self.points.append(point)
        self.labels.append(y)
        self.mistaken.append(mistaken)
        self.guesses.append(guess)
        self.numbers.append(number)

    def rounds(self) -> Any:
        """Label, mistake, guess and number of every round kept."""
        return zip(self.labels, self.mistaken, self.guesses, self.numbers, strict=True)

    def batch(self, width: int) -> Batch:
        """The points of the evidence as rows."""
        columns = np.frombuffer(b"".join(self.points), dtype=np.int32)
        starts = np.cumsum([0, *(len(point) // 4 for point in self.points)])
        return Batch(starts, columns, np.ones(len(columns)), width, self.labels)

    def says(self, learner: Any, zero: Space, one: Space) -> float:
        """The guess of the rule, given the concepts left that say -1 and those that say +1, not both empty."""
        raise NotImplementedError(f"{type(self).__name__} must say what is guessed")

    def unmeasurable(self, case: SpaceCase) -> str | None:
        return "no example has come yet that says which class is learned" if case.learner.concepts is None else None

    def paid(self, case: SpaceCase) -> float:
        return int(case.ledger.mistakes)

    def premise(self, case: SpaceCase) -> str | None:
        return f"no concept fits: round {case.replay.stray}" if case.replay.stray else None

    def invariant(self, case: SpaceCase) -> str | None:
        """What is wrong if a guess was not that of the concepts left, or the concepts left now are others."""
        if case.replay.odd:
            return f"the guess of round {case.replay.odd} was not that of the concepts left"
        if case.space != case.learner.space:
            return "the concepts left are not those that agree with what was learned"
        return None

    def witness(self, case: SpaceCase) -> dict[str, Any]:
        """A concept that is left, the heaviest, and the mistakes it has to fit."""
        rows, weigh = self.batch(case.concepts.width), getattr(case.learner, "weight", lambda space: 1)
        lines = []
        for t, (y, mistaken, _, number) in enumerate(self.rounds()):
            if mistaken:
                x = rows.row(t)
                lines.append(line_of(f"{number} {exact(y)} 1", x.columns.tolist(), x.values.tolist()))
        return {"concept": max(members(case.space), key=lambda concept: weigh(1 << concept)), "mistakes": lines}

    def lesson(self, case: SpaceCase, allowed: float | None) -> str:
        if allowed is None:
            return ""
        left = case.space.bit_count()
        return f"at most {counted(left, 'concept')} {'is' if left == 1 else 'are'} left; {self.to_come(case)}"

    def to_come(self, case: SpaceCase) -> str:
        """How many mistakes are still possible, in words."""
        raise NotImplementedError(f"{type(self).__name__} must say what may come")

    def live(self, ledger: Ledger) -> str:
        """The number of concepts left."""
        learner: Any = ledger.learner
        return "" if learner.concepts is None else f"{learner.left:,} left"

    def check_state(self, held: Held) -> None:
        held["points"] = points_of(held)

    def take_up(self, held: Held) -> None:
        kept = [*zip(self.numbers, held["points"], self.labels, self.mistaken, self.guesses, strict=True)]
        self.points, self.labels, self.mistaken, self.guesses, self.numbers, self.known = [], [], [], [], [], set()
        for each in kept:
            self.keep(*each)


class HalvingBound(VersionSpaceBound):
    """M <= floor(log2 |C|) if some concept of the class C fits: a mistake takes half of the version space V or more.

    At every moment |V| 2^M <= |C|. With a prior, W(V) 2^M <= W(C) for the weights W, so a fitting concept c with its
    share p(c) of the weight allows floor(log2 1/p(c)); the heaviest that fits is taken. A conservative learner is made
    by its mistakes alone, so only they have to fit (Littlestone 1988).
    """

    def statement(self, case: SpaceCase) -> str:
        return "Halving: M <= floor(log2 " + ("1/p(c))" if case.learner.weights else "|C|)")

    def says(self, learner: Any, zero: Space, one: Space) -> float:
        against, in_favour = learner.weight(zero), learner.weight(one)
        return float((in_favour - against) / (in_favour + against))

    def allowed(self, case: SpaceCase) -> float:
        everything = case.learner.weight(case.concepts.full)
        return float(floor_log2(everything // max(self.weights_left(case))))

    def exceeded(self, case: SpaceCase, paid: float, allowed: float) -> str | None:
        learner = case.learner
        if learner.weight(case.space) << int(paid) <= learner.weight(case.concepts.full):
            return None
        return f"{paid} mistakes have left more than 1/2^{paid} of the version space"

    def to_come(self, case: SpaceCase) -> str:
        return possible(floor_log2(case.learner.weight(case.space) // min(self.weights_left(case))))

    def weights_left(self, case: SpaceCase) -> list[int]:
        """The weights of the concepts left, or that of one of them if all weigh the same."""
        weights = case.learner.weights
        return [weights[concept] for concept in members(case.space)] if weights else [1]


class OptimalBound(VersionSpaceBound):
    """M <= Ldim(C) if some concept of the class C fits: a mistake lowers the dimension of the version space.

    At every moment Ldim(V) <= Ldim(C) - M, and a label that was guessed right never raises it (Littlestone 1988).
    """

    def statement(self, case: SpaceCase) -> str:
        return "Standard optimal: M <= Ldim(C)"

    def says(self, learner: Any, zero: Space, one: Space) -> float:
        if not zero or not one:
            return 1.0 if one else -1.0
        return float(max(-1, min(1, learner.minimax.value(one) - learner.minimax.value(zero))))

    def allowed(self, case: SpaceCase) -> float:
        return float(case.learner.minimax.value(case.concepts.full))

    def exceeded(self, case: SpaceCase, paid: float, allowed: float) -> str | None:
        more = case.learner.minimax.value(case.space)
        if paid + more <= allowed:
            return None
        return f"after {counted(int(paid), 'mistake')} the dimension is still {more} of {allowed:g}"

    def to_come(self, case: SpaceCase) -> str:
        return possible(case.learner.minimax.value(case.space))


class RandomisedOptimalBound(VersionSpaceBound):
    """At most R(C) mistakes are expected if some concept of the class C fits (Filmus and others 2023).

    At every moment the chances of a mistake so far and R(V) together are at most R(C).
    """

    def statement(self, case: SpaceCase) -> str:
        return "Randomised optimum: E[M] <= R(C)"

    def paid(self, case: SpaceCase) -> float:
        return float(case.ledger.expected)

    def says(self, learner: Any, zero: Space, one: Space) -> float:
        if not zero or not one:
            return 1.0 if one else -1.0
        return float(max(-1.0, min(1.0, learner.minimax.randomised(one) - learner.minimax.randomised(zero))))

    def allowed(self, case: SpaceCase) -> float:
        return float(case.learner.minimax.randomised(case.concepts.full))

    def exceeded(self, case: SpaceCase, paid: float, allowed: float) -> str | None:
        more = case.learner.minimax.randomised(case.space)
        if paid + more <= allowed + SLACK * max(1.0, allowed):
            return None
        return f"{paid:.6g} mistakes were expected and {more:.6g} may follow, {allowed:.6g} in all"

    def to_come(self, case: SpaceCase) -> str:
        more = case.learner.minimax.randomised(case.space)
        return f"at most {more:.6g} more mistakes can be expected" if more else "no more mistakes can be expected"


def floor_log2(number: int) -> int:
    """floor(log2 number) of a whole number above 0, exactly."""
    return number.bit_length() - 1


def possible(more: int) -> str:
    """How many mistakes are still possible, in words."""
    if more == 0:
        return "no more mistakes are possible"
    return f"at most {counted(more, 'more mistake')} {'is' if more == 1 else 'are'} possible"
