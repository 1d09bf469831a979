"""PAC learning from a mistake bound: with few mistakes, some hypothesis must be good.

Examples are drawn independently from any distribution and labelled by a target the bound M is about. Then with
probability at least 1 - delta the hypothesis returned errs with chance epsilon at most on an example drawn likewise.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, log
from typing import Any, NamedTuple

from ..errors import BadParameter, BrokenPremise
from ..learner import RowLearner
from ..rows.game import Game
from ..support.settings import counted, flag, real, whole
from .conservative import conservative_copy
from .hypothesis import Hypothesis

Draw = Callable[[], tuple[Any, Any]]  # an example and its label


class Pac(NamedTuple):
    """The hypothesis, how many examples it took, and how many of them were mistakes."""

    hypothesis: Hypothesis
    samples: int
    mistakes: int


class SurvivalSize(NamedTuple):
    """How many predictions in a row a hypothesis must get right, and how many examples that takes in all, at most."""

    run: int
    most: int


class TwoStageSize(NamedTuple):
    """How many examples the learner is run on, and how many its hypotheses are tested on."""

    run: int
    test: int


def survival_size(*, epsilon: float, delta: float, mistakes: int, certain: bool = True) -> SurvivalSize:
    """m = ceil((1/epsilon) ln(M/delta)) in a row, M m in all (Angluin 1988; Littlestone 1988).

    A hypothesis worse than epsilon survives m examples with chance (1 - epsilon)^m, and M (1 - epsilon)^m <= delta.
    There are M + 1 hypotheses, but the last has no error: it need not be tested, if M is certain. If it is
    only an estimate, all M + 1 are. With M = 0 the first hypothesis is right, and nothing need be drawn.

    >>> survival_size(epsilon=0.1, delta=0.1, mistakes=1)
    SurvivalSize(run=24, most=24)
    >>> survival_size(epsilon=0.1, delta=0.1, mistakes=1, certain=False)
    SurvivalSize(run=30, most=60)
    """
    check(epsilon, delta, mistakes)
    tested = mistakes if flag("certain", certain) else mistakes + 1
    run = ceil(log(tested / delta) / epsilon) if tested else 0
    return SurvivalSize(run, tested * run)


def two_stage_size(*, epsilon: float, delta: float, mistakes: int) -> TwoStageSize:
    """ceil((8/epsilon) max(M, ln(2/delta))) to run on, ceil((32/epsilon) ln(2(M + 1)/delta)) to test on.

    If every hypothesis were worse than epsilon/2, the first would bring more than M mistakes but for chance
    delta/2; the second tells a hypothesis better than epsilon/2 from all worse than epsilon but for chance delta/2
    (Littlestone 1989). Their sum grows with M, not with M ln M.

    >>> two_stage_size(epsilon=0.1, delta=0.1, mistakes=10)
    TwoStageSize(run=800, test=1726)
    """
    check(epsilon, delta, mistakes)
    run = ceil(8 / epsilon * max(mistakes, log(2 / delta)))
    return TwoStageSize(run, ceil(32 / epsilon * log(2 * (mistakes + 1) / delta)))


def check(epsilon: float, delta: float, mistakes: int) -> None:
    """Raise if one of the three numbers is out of range."""
    for name, value, what in (("epsilon", epsilon, "an error"), ("delta", delta, "a chance of failure")):
        if not 0 < real(name, value, what) < 1:
            raise BadParameter(f"{name} is {what} between 0 and 1, not {value}")
    whole("mistakes", mistakes, "a mistake bound")


def survival(
    learner: RowLearner, draw: Draw, *, epsilon: float, delta: float, mistakes: int, certain: bool = True
) -> Pac:
    """Learn until a hypothesis is right `survival_size(...).run` times in a row, or M mistakes were made.

    learner     any learner with the mistake bound M; it is copied, and made conservative if it is not
    draw        draw() is an example and its label, -1 or +1
    epsilon     the error that is allowed
    delta       the chance with which it may be larger
    mistakes    the bound M
    certain     is M beyond doubt? If not, no hypothesis is returned untested, and mistake M + 1 raises `BrokenPremise`

    >>> import random
    >>> from littlestone import Winnow
    >>> chance = random.Random(2)
    >>> def draw():
    ...     x = [chance.randrange(2) for _ in range(4)]
    ...     return x, 1 if x[2] else -1
    >>> found = survival(Winnow(n=4), draw, epsilon=0.1, delta=0.05, mistakes=10)
    >>> found.hypothesis([0, 0, 1, 0]), found.mistakes, found.samples
    (1, 4, 89)
    """
    run, _ = survival_size(epsilon=epsilon, delta=delta, mistakes=mistakes, certain=certain)
    game = Game(conservative_copy(learner), bounds=())
    survived = 0
    while survived < run:
        if played(game, draw, mistakes):
            survived += 1
        elif certain and game.ledger.mistakes == mistakes:
            break
        else:
            survived = 0
    return Pac(Hypothesis.of(game), game.ledger.rounds, game.ledger.mistakes)


def two_stage(learner: RowLearner, draw: Draw, *, epsilon: float, delta: float, mistakes: int) -> Pac:
    """Run the learner, keep all its hypotheses, and return the one with the fewest errors on fresh examples.

    The parameters are those of `survival`; the numbers of examples are those of `two_stage_size`. M + 1 mistakes in
    the first stage raise `BrokenPremise`.
    """
    run, test = two_stage_size(epsilon=epsilon, delta=delta, mistakes=mistakes)
    game = Game(conservative_copy(learner), bounds=())
    hypotheses = [Hypothesis.of(game)]
    for _ in range(run):
        if not played(game, draw, mistakes):
            hypotheses.append(Hypothesis.of(game))
    errors = [0] * len(hypotheses)
    last = Hypothesis.of(game)  # the last hypothesis, which knows the names of all columns
    for _ in range(test):
        x, y = draw()
        row, sign = last.asked(x).x, game.labels.inside(y)
        for number, h in enumerate(hypotheses):
            errors[number] += h.on(row) != sign
    return Pac(hypotheses[errors.index(min(errors))], run + test, game.ledger.mistakes)


def played(game: Game, draw: Draw, mistakes: int) -> bool:
    """Play one drawn example; was the learner right?"""
    x, y = draw()
    before = game.ledger.mistakes
    game.label(game.predict(x).number, y)
    if game.ledger.mistakes > mistakes:
        raise BrokenPremise(
            f"{game.learner!r} has made more than the {counted(mistakes, 'mistake')} promised, by example "
            f"{game.ledger.rounds}: its bound is larger, or no target that it is about labels these examples"
        )
    return game.ledger.mistakes == before
