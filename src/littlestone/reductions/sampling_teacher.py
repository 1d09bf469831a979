"""A teacher that has nothing but examples: it answers equivalence queries by drawing some."""

from __future__ import annotations

from math import ceil, log

from ..errors import BadParameter
from ..support.settings import whole
from .equivalence_queries import Counterexample, Predictor
from .pac import Draw, check


def query_size(query: int, *, epsilon: float, delta: float) -> int:
    """m_i = ceil((1/epsilon)(ln(1/delta) + i ln 2)): how many examples stand for query i, from 1 on (Angluin 1988).

    A hypothesis worse than epsilon is right on all of them with chance (1 - epsilon)^m_i <= delta/2^i, and these
    chances sum to delta, however many queries there will be.

    >>> [query_size(i, epsilon=0.1, delta=0.05) for i in (1, 2, 3)]
    [37, 44, 51]
    """
    check(epsilon, delta, 0)
    return ceil((log(1 / delta) + whole("query", query, "the number of a query", least=1) * log(2)) / epsilon)


class SamplingTeacher:
    """An oracle that draws examples: the first that the hypothesis gets wrong is the answer; none in m, and it is yes.

        query i:   draw (x, y) up to m_i times;   if h(x) != y   no, (x, y);   else   yes           (Angluin 1988)

    Its "yes" may be wrong: the hypothesis need not be right everywhere. But with probability 1 - delta at least,
    whatever is learned and however often is asked, one to which it said yes errs on an example drawn likewise with
    chance epsilon at most. So every learner by equivalence queries is a PAC learner, and no bound M need be known
    beforehand; `query_size` are the m_i. Given M, every query may have the same m: with m = `survival_size(...,
    certain=False).run` this is `survival`, example by example.

    draw        draw() is an example and its label, -1 or +1
    epsilon     the error that is allowed
    delta       the chance with which it may be larger
    m           the examples for every query, in place of `epsilon` and `delta`

    `queries` counts the queries answered, `samples` the examples drawn.

    >>> import random
    >>> from littlestone import Winnow
    >>> from littlestone.reductions import learn_by_queries
    >>> chance = random.Random(2)
    >>> def draw():
    ...     x = [chance.randrange(2) for _ in range(4)]
    ...     return x, 1 if x[2] else -1
    >>> asked = SamplingTeacher(draw, epsilon=0.1, delta=0.05)
    >>> exact = learn_by_queries(Winnow(n=4), asked)
    >>> exact.hypothesis([0, 0, 1, 0]), exact.queries, asked.samples
    (1, 5, 101)
    """

    def __init__(
        self, draw: Draw, *, epsilon: float | None = None, delta: float | None = None, m: int | None = None
    ) -> None:
        if not callable(draw):
            raise BadParameter(f"SamplingTeacher(draw, ...) calls draw() for an example and its label, not {draw!r}")
        if [each is not None for each in (epsilon, delta, m)] not in ([True, True, False], [False, False, True]):
            raise BadParameter("how many examples stand for a query? give epsilon and delta, or else m")
        self.draw = draw
        self.epsilon, self.delta = epsilon, delta
        self.m = None if m is None else whole("m", m, "a number of examples", least=1)
        self.queries = 0
        self.samples = 0
        self.size(1)  # raises now if epsilon or delta is out of range

    def size(self, query: int) -> int:
        """How many examples stand for that query."""
        if self.m is not None:
            return self.m
        assert self.epsilon is not None
        assert self.delta is not None
        return query_size(query, epsilon=self.epsilon, delta=self.delta)

    def __call__(self, h: Predictor) -> Counterexample | None:
        """A counterexample among those drawn, or None."""
        self.queries += 1
        for _ in range(self.size(self.queries)):
            x, y = self.draw()
            self.samples += 1
            if h(x) != y:
                return x, y
        return None
