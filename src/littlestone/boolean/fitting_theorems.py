"""Base of the theorems about formulas that fit the mistakes: disjunctions, conjunctions, decision lists."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..bound import Bound, Open
from ..linear.perceptron_theorems import MistakesCase
from ..rows.ledger import Ledger
from ..support.settings import counted, whole

NEVER = int(np.iinfo(np.int64).max)  # stands for no mistake


class FittingCase(MistakesCase):
    """The mistaken examples of a game with n variables; a subclass finds a formula that fits them.

    Kept mistakes are counted from 0, and NEVER is none of them.
    """

    @property
    def n(self) -> int:
        """n: the number of variables."""
        return max(0, int(self.learner.n))

    @property
    def fitting(self) -> int:
        """The size of a formula that fits, given that there is one."""
        raise NotImplementedError(f"{type(self).__name__} must say how large a formula fits")

    @cached_property
    def none_fits(self) -> int:
        """The first mistake after which no formula fits, or NEVER."""
        raise NotImplementedError(f"{type(self).__name__} must say when no formula fits any more")

    @property
    def size(self) -> int:
        """The size of the formula that the theorem is about: as promised, or found in hindsight."""
        return self.fitting if self.bound.size is None else int(self.bound.size)

    def number(self, mistake: int) -> int:
        """The number of the round in which that mistake was made."""
        return int(self.kept.numbers[mistake])

    def in_words(self, size: int) -> str:
        """A size in words, such as "2 literals"."""
        return counted(size, self.bound.made_of(self.learner))


class FittingBound(Bound):
    """Base of these theorems: with a size that the user promises, or that of a formula found in hindsight.

    A promise is taken as true until it is refuted, by the kept mistakes or by the state of the learner. In hindsight
    there is no bound unless all mistakes were kept; but the first of them can prove that no formula fits.
    """

    keeps_mistakes = True
    mistakes = True
    looks_at = FittingCase
    what: ClassVar[str] = ""  # the kind of formula
    contradiction: ClassVar[str] = ""  # the message if none fits
    least: ClassVar[int] = 0  # the smallest possible size

    def __init__(self, size: int | None) -> None:
        self.size = None if size is None else whole(self.promise, size, f"the size of a {self.what}", least=self.least)

    def parameters(self) -> dict[str, Any]:
        return {self.promise: self.size}

    def made_of(self, learner: Any) -> str:
        """What the formulas of this learner are made of, such as "variable"."""
        return "literal" if learner.negations else "variable"

    @property
    def how(self) -> str:
        """Where the size comes from, in words."""
        return "in hindsight" if self.size is None else "as promised"

    def unmeasurable(self, case: Any) -> str | None:
        return None if case.learner.n >= 0 else "no example has come yet that says how many variables there are"

    def paid(self, case: Any) -> float:
        return int(case.kept.total)

    def premise(self, case: Any) -> str | None:
        """The broken premise, proved first: no formula fits the mistakes, or none of the promised size."""
        refuted = NEVER if self.size is None else self.refuted(case, self.size)
        if refuted < case.none_fits:
            return f"{self.none_of(case)}: round {case.number(refuted)} refutes it"
        if case.none_fits < NEVER:
            return f"{self.contradiction}: round {case.number(case.none_fits)}"
        return self.further_refutation(case)

    def none_of(self, case: Any) -> str:
        """The message that no formula of the promised size fits."""
        return f"no {self.what} of {case.in_words(self.size)} fits"

    def refuted(self, case: Any, size: int) -> int:
        """The first kept mistake after which it is proved that no formula of this size fits, or NEVER."""
        raise NotImplementedError(f"{type(self).__name__} must say when a promise is refuted")

    def further_refutation(self, case: Any) -> str | None:
        """The premise broken by what else is known, if the kept mistakes do not break it."""
        raise NotImplementedError(f"{type(self).__name__} must say what else refutes a promise")

    def most(self, learner: Any, size: int) -> int:
        """The bound for a formula of this size."""
        raise NotImplementedError(f"{type(self).__name__} must say what it allows")

    def allowed(self, case: Any) -> float:
        if self.size is None and (cut := case.kept.cut()):
            raise Open(cut, self.lesson(case, None))
        return float(self.most(case.learner, case.size))

    def live(self, ledger: Ledger) -> str:
        """The bound if a size was promised; else what is known of the size so far."""
        learner: Any = ledger.learner
        if learner.n < 0 or ledger._updates_before or ledger.kept is None:
            return ""
        return self.known(ledger) if self.size is None else f"M <= {self.most(learner, self.size):,}"

    def known(self, ledger: Ledger) -> str:
        """What is known so far of the size of formulas that fit, in a few words."""
        raise NotImplementedError(f"{type(self).__name__} must say what is known of the size")


class AskingCase(FittingCase):
    """Mistakes that need a formula of some least size."""

    @cached_property
    def found(self) -> int | None:
        """The size of a formula that fits the kept mistakes, if there is any."""
        raise NotImplementedError(f"{type(self).__name__} must say how a formula is sought")

    @property
    def fitting(self) -> int:
        assert self.found is not None
        return self.found

    @property
    def asked(self) -> int:
        """The least size of a formula that fits, by all mistakes, kept or not."""
        raise NotImplementedError(f"{type(self).__name__} must say how large a formula must be")

    @property
    def largest(self) -> int:
        """The largest size that a formula ever needs."""
        raise NotImplementedError(f"{type(self).__name__} must say how large a formula can be")


class AskingBound(FittingBound):
    """A theorem with larger bounds for larger formulas: the mistakes need some size and refute a smaller one."""

    looks_at = AskingCase

    def further_refutation(self, case: Any) -> str | None:
        if case.asked > case.largest:
            return f"{self.contradiction}: the mistakes ask for more than {case.in_words(case.largest)}"
        if self.size is None or case.asked <= self.size:
            return None
        return f"{self.none_of(case)}: the mistakes ask for {case.asked:,}"

    def lesson(self, case: Any, allowed: float | None) -> str:
        if case.found is None or case.asked <= self.least:
            return ""
        return f"any {self.what} that fits has at least {case.in_words(case.asked)}"
