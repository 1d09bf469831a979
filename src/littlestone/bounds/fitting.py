"""For theorems about the size of a formula that fits the mistakes: a disjunction, a conjunction, a decision list."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..bound import Bound, Open
from ..ledgers.two_classes import Ledger
from ..support.settings import whole
from ..support.words import counted
from .margin import MistakesCase

NEVER = int(np.iinfo(np.int64).max)  # the number of a mistake that has not been made


class FittingCase(MistakesCase):
    """The mistaken examples of a game with n variables; a kind of formula adds what fits them.

    Kept mistakes are counted from 0, and NEVER is none of them.
    """

    @property
    def n(self) -> int:
        """How many variables there are."""
        return max(0, int(self.learner.n))

    @property
    def fitting(self) -> int:
        """The size of a formula that fits; there is one."""
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
    """What these theorems share: a size that the user vouches for, or that of a formula found in hindsight.

    What is promised is taken for true until it is refuted, by the kept mistakes or by what the learner has come to. In
    hindsight there is no number without all mistakes; but that no formula fits is proved by the first of them.
    """

    keeps_mistakes = True
    mistakes = True
    looks_at = FittingCase
    what: ClassVar[str] = ""  # the kind of formula
    contradiction: ClassVar[str] = ""  # what to say if none fits
    least: ClassVar[int] = 0  # the smallest size that there is

    def __init__(self, size: int | None) -> None:
        self.size = None if size is None else whole(self.promise, size, f"the size of a {self.what}", least=self.least)

    def parameters(self) -> dict[str, Any]:
        return {self.promise: self.size}

    def made_of(self, learner: Any) -> str:
        """What the formulas of this learner are made of."""
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
        """No formula fits the mistakes at all, or none of the promised size: whichever was proved first."""
        refuted = NEVER if self.size is None else self.refuted(case, self.size)
        if refuted < case.none_fits:
            return f"{self.none_of(case)}: round {case.number(refuted)} refutes it"
        if case.none_fits < NEVER:
            return f"{self.contradiction}: round {case.number(case.none_fits)}"
        return self.known_otherwise(case)

    def none_of(self, case: Any) -> str:
        """That no formula has the promised size, in words."""
        return f"no {self.what} of {case.in_words(self.size)} fits"

    def refuted(self, case: Any, size: int) -> int:
        """The first kept mistake after which it is proved that no formula of this size fits, or NEVER."""
        raise NotImplementedError(f"{type(self).__name__} must say when a promise is refuted")

    def known_otherwise(self, case: Any) -> str | None:
        """The premise that is broken by what is known besides the kept mistakes, which do not break it."""
        raise NotImplementedError(f"{type(self).__name__} must say what else refutes a promise")

    def most(self, learner: Any, size: int) -> int:
        """How many mistakes a formula of this size allows."""
        raise NotImplementedError(f"{type(self).__name__} must say what it allows")

    def allowed(self, case: Any) -> float:
        if self.size is None and (cut := case.kept.cut()):
            raise Open(cut, self.lesson(case, None))
        return float(self.most(case.learner, case.size))

    def live(self, ledger: Ledger) -> str:
        """At most this many, if a size was promised; else what is known of the size by now."""
        learner: Any = ledger.learner
        if learner.n < 0 or ledger.updates_before or ledger.kept is None:
            return ""
        return self.known(ledger) if self.size is None else f"M <= {self.most(learner, self.size):,}"

    def known(self, ledger: Ledger) -> str:
        """What is known by now of the size of any formula that fits, in a few words."""
        raise NotImplementedError(f"{type(self).__name__} must say what is known of the size")


class AskingCase(FittingCase):
    """Mistakes that ask for a formula of some size at least."""

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
        """The size that any formula has at least that fits, by what is known of all mistakes, kept or not."""
        raise NotImplementedError(f"{type(self).__name__} must say how large a formula must be")

    @property
    def largest(self) -> int:
        """The size that no formula need be above."""
        raise NotImplementedError(f"{type(self).__name__} must say how large a formula can be")


class AskingBound(FittingBound):
    """A theorem that allows more for larger formulas: the mistakes ask for some size, and refute a smaller one."""

    looks_at = AskingCase

    def known_otherwise(self, case: Any) -> str | None:
        if case.asked > case.largest:
            return f"{self.contradiction}: the mistakes ask for more than {case.in_words(case.largest)}"
        if self.size is None or case.asked <= self.size:
            return None
        return f"{self.none_of(case)}: the mistakes ask for {case.asked:,}"

    def lesson(self, case: Any, allowed: float | None) -> str:
        if case.found is None or case.asked <= self.least:
            return ""
        return f"any {self.what} that fits has at least {case.in_words(case.asked)}"
