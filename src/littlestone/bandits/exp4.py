"""EXP4."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..committees.members import led, titles_of, written
from ..errors import BadParameter
from ..row import Row
from ..rows.recall import Recall
from ..state import Held, Parts, fields
from ..support.linear_algebra import combined, times
from ..support.settings import positive, real
from ..truth import CLASSES
from .action import estimates
from .estimated_regret_theorems import EstimatedRegretBound
from .expected_regret_theorems import ExpectedRegretBound
from .exponential_actions import ExponentialActions
from .policies import advice_of, lesson, policies_of, teach

USUAL = "scale-free:bias=1.0, adagrad:bias=1.0, arow:bias=1.0, pa1:bias=1.0, perceptron:bias=1.0"


class EXP4(ExponentialActions):
    """Learners as policies: each looks at the example and says what to do, and those that would have done well count.

        q_j ~ exp(-eta L_j);   p = (1 - explore) sum q_j a_j + explore/K,  a_j what policy j advises;   draw i
        L_j <- L_j + a_j(i) loss/p_i                   (Auer, Cesa-Bianchi, Freund and Schapire 2002)

    Against every policy the regret is at most 2 sqrt(K T ln N) on average over the coins, for N policies and K actions,
    sqrt(2 K T ln N) if T is known, and `explore` T more. A policy may change as it likes between rounds, so that
    learners are policies while they learn: from the action that was done, or of two actions the better one, with a
    weight that makes up for its chance (Beygelzimer and Langford 2009). One policy with explore=0.1 is epsilon-greedy
    with contexts.

    K           how many actions there are
    policies    learners, as `Committee` takes them: of two classes if there are two actions, of more else
    horizon     T, how many rounds will be played, None, or "doubling": see EXP3
    explore     the chance of any action, which keeps every chance at explore/K or above
    heaviest    the largest weight of a lesson; larger ones are cut to it

    >>> from littlestone import EXP4, ActionGame
    >>> game = ActionGame(EXP4(2, "perceptron, adagrad"), actions=("wait", "go"))
    >>> for light in 50 * ("red", "green"):
    ...     move = game.predict({"light": light})
    ...     game.reward(move.number, (move.action == "go") == (light == "green"))
    >>> game.ledger.loss < 10, game.ledger.certificates[0].verdict
    (True, 'holds')
    """

    name = "exp4"
    theorems = (EstimatedRegretBound, ExpectedRegretBound)
    contextual = True
    saved = fields(Parts("policy", "policies"))
    variants = ({"K": 2}, {"K": 3, "policies": "one-vs-rest/perceptron, multiclass-pa1", "explore": 0.1})

    def __init__(
        self,
        K: int,
        policies: Any = None,
        *,
        horizon: int | str | None = None,
        explore: float = 0.0,
        heaviest: float = 2.0,
    ) -> None:
        self.explore = real("explore", explore, "the chance of any action")
        if not 0.0 <= self.explore < 1.0:
            raise BadParameter(f"explore is a chance, from 0 to less than 1, not {explore!r}")
        self.heaviest = positive("heaviest", heaviest, "the largest weight of a lesson")
        usual = USUAL if K == 2 else "linear-classes"
        self.policies = policies_of(usual if policies is None else policies, K, self.heaviest)
        super().__init__(K, len(self.policies), horizon)
        self.titles = titles_of(self.policies)
        self.by_class = self.policies[0].truths == CLASSES
        self.wants_zeros = any(member.wants_zeros for member in self.policies)
        self.pupils = self.policies
        self.asked = Recall()
        led(self.policies)

    @property
    def names(self) -> list[str]:
        return list(self.titles)

    def guesses(self, x: Row) -> list[float]:
        """What every policy guesses for x."""
        found: list[float] | None = self.asked.found(x, self.updates)
        if found is None:
            found = [member.predict(x) for member in self.policies]
            self.asked.keep(x, self.updates, found)
        return found

    def advice(self, x: Row | None) -> Any:
        if x is None:
            raise BadParameter("policies look at an example: predict(x), with x as in any Game")
        said = zip(self.policies, self.guesses(x), strict=True)
        return np.array([advice_of(member, guess, self.K) for member, guess in said])

    def predict(self, x: Row | None) -> Any:
        mixed = combined(self.shares(), self.advice(x))
        return (1.0 - self.explore) * mixed + self.explore / self.K

    def learn(self, x: Row | None, action: int, loss: float, chance: float) -> None:
        advice = self.advice(x)
        assert x is not None  # advice() has refused it
        guesses = self.guesses(x)
        self.take(times(advice, estimates(self.K, action, loss, chance)))
        self.asked.forget()
        y, weight = lesson(self.by_class, action, loss, chance)
        if weight > 0.0:
            for member, guess in zip(self.policies, guesses, strict=True):
                teach(member, x, y, min(weight, self.heaviest), guess)

    def see_marks(self, marks: Any) -> None:
        for member in self.policies:
            member.see_marks(marks)

    def parameters(self) -> dict[str, Any]:
        return {
            "K": self.K,
            "policies": [written(member) for member in self.policies],
            "horizon": self.schedule.horizon,
            "explore": self.explore,
            "heaviest": self.heaviest,
        }

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        led(self.policies)
        self.asked.forget()
