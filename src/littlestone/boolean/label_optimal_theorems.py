"""The theorems of version spaces of several labels: every mistake lowers the value of the game."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..concepts.finite_class import Space
from ..support.settings import counted
from .version_space_theorems import Replay, SpaceCase, VersionSpaceBound, possible


class LabelCase(SpaceCase):
    """The version space that the rounds of a game of several labels leave."""

    @cached_property
    def replay(self) -> Replay:
        bound, concepts, learner = self.bound, self.concepts, self.learner
        space, stray, odd, mistakes = concepts.full, 0, 0, 0
        rows = bound.batch(concepts.width)
        for t, (y, mistaken, guess, number) in enumerate(bound.rounds()):
            parts = concepts.parts(space, concepts.point_of(rows.row(t)))
            now = bound.rule(learner, space, parts)
            late = guess != now and self.may_be_late
            odd = odd or (number if (guess != now and not late) or mistaken != (guess != y) else 0)
            mistakes += mistaken and not late
            agreeing = bound.after(space, dict(parts), y, guess)
            space, stray = agreeing or space, stray or (0 if agreeing else number)
        return Replay(space, stray, odd, mistakes)

    @property
    def may_be_late(self) -> bool:
        """May a guess be another than that of the concepts left when its label came?"""
        return not self.learner.asked_again and self.ledger.longest_delay > 0

    @property
    def late_mistakes(self) -> int:
        """Mistakes with a guess that was no longer that of the concepts left when its label came."""
        return int(self.ledger.mistakes) - self.replay.mistakes if self.may_be_late else 0


class LabelSpaceBound(VersionSpaceBound):
    """Base of these theorems: at every moment M + value(V) <= value(C), so that M <= value(C)."""

    looks_at = LabelCase

    def rule(self, learner: Any, space: Space, parts: list[tuple[int, Space]]) -> int:
        """The label that the rule guesses, given the concepts left, all and by label."""
        raise NotImplementedError(f"{type(self).__name__} must say what is guessed")

    def after(self, space: Space, parts: dict[int, Space], y: float, guess: float) -> Space:
        """The concepts left after a round."""
        raise NotImplementedError(f"{type(self).__name__} must say what is learned")

    def allowed(self, case: SpaceCase) -> float:
        return float(case.learner.forcing.value(case.concepts.full))

    def exceeded(self, case: SpaceCase, paid: float, allowed: float) -> str | None:
        more = case.learner.forcing.value(case.space)
        if paid + more <= allowed:
            return None
        return f"after {counted(int(paid), 'mistake')} the dimension is still {more} of {allowed:g}"

    def to_come(self, case: SpaceCase) -> str:
        return possible(case.learner.forcing.value(case.space))


class MulticlassOptimalBound(LabelSpaceBound):
    """M <= L(C), the multiclass Littlestone dimension, if some concept of the class C fits.

    At every moment M + L(V) <= L(C): of the labels of a point at most one leaves L(V), the others less; that one is
    guessed (Littlestone 1988; Daniely, Sabato, Ben-David and Shalev-Shwartz 2015).
    """

    def statement(self, case: SpaceCase) -> str:
        return "Multiclass optimal: M <= L(C)"

    def rule(self, learner: Any, space: Space, parts: list[tuple[int, Space]]) -> int:
        worths = [(learner.forcing.value(part), -label) for label, part in parts]
        return -max(worths)[1]

    def after(self, space: Space, parts: dict[int, Space], y: float, guess: float) -> Space:
        return parts.get(int(y), 0)


class BanditOptimalBound(LabelSpaceBound):
    """M <= B(C), the bandit Littlestone dimension, if some concept of the class C fits what was right and wrong.

    At every moment M + B(V) <= B(C): at every point some label, if it is wrong, leaves B(V) - 1 or less (Daniely,
    Sabato, Ben-David and Shalev-Shwartz 2015). It needs no label but whether the guess was right.

    Late, "wrong" is about the guess given, which the rule may have given up since: then V loses concepts, but B(V) need
    not fall. There are at most B(C) mistakes besides these.
    """

    def statement(self, case: Any) -> str:
        if not case.late_mistakes:
            return "Bandit optimal: M <= B(C)"
        told = counted(case.late_mistakes, "mistake")
        return f"Bandit optimal: M <= B(C) + L, L = {told} with a guess given up before the label came"

    def allowed(self, case: Any) -> float:
        return super().allowed(case) + float(case.late_mistakes)

    def keep(self, number: int, point: bytes, y: float, mistaken: bool, guess: float) -> None:
        """Add a round to the evidence if it is the first with this guess at this point, right or wrong."""
        super().keep(number, point + int(guess).to_bytes(4, "little", signed=True), -1.0, mistaken, guess)
        if self.numbers and self.numbers[-1] == number:  # it was added: keep what it says, too
            self.points[-1], self.labels[-1] = point, y

    def rule(self, learner: Any, space: Space, parts: list[tuple[int, Space]]) -> int:
        return min((learner.forcing.value(space ^ part), label) for label, part in parts)[1]

    def after(self, space: Space, parts: dict[int, Space], y: float, guess: float) -> Space:
        part = parts.get(int(guess), 0)
        return part if guess == y else space ^ part
