"""`FromQueries`: plays a learner by equivalence queries in a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import BadParameter
from ..features.saved_rows import saved_rows
from ..learner import RowLearner
from ..row import Batch, Row
from ..state import Held, Vector, fields
from .equivalence_queries import Predictor, Queries


class FromQueries(RowLearner):
    """Predicts by the hypothesis that is asked about; a mistake is sent to it as the counterexample.

        guess = h(x);   on a mistake   h <- the next hypothesis, after "no, (x, y)"     (Angluin 1988; Littlestone 1988)

    There are as many mistakes as there would be "no" answers: at most N - 1 if N queries suffice, the last being
    answered "yes"; at most N if the last hypothesis may be returned without asking. Once it is returned, nothing more
    is learned.

    `make` returns a new coroutine, see `Queries`; it is given rows and must depend on nothing but what it
    is sent, because copies and saved states send it the same counterexamples again. A function cannot be
    saved, so to save a game give your learner a class of its own, whose parameters can be:

        class Mine(FromQueries):
            def __init__(self): super().__init__(my_coroutine)
            def parameters(self): return {}
    """

    name = "from_queries"
    kind = "reduction"
    conservative = True
    saved = fields(
        Vector("sizes", lambda own: [len(x) for x, _ in own.counterexamples], dtype=np.int64, least=0),
        Vector("widths", lambda own: [x.width for x, _ in own.counterexamples], dtype=np.int64, like="sizes"),
        Vector(
            "columns",
            lambda own: np.concatenate([np.zeros(0), *(x.columns for x, _ in own.counterexamples)]),
            dtype=np.int32,
        ),
        Vector("values", lambda own: np.concatenate([np.zeros(0), *(x.values for x, _ in own.counterexamples)])),
        Vector("labels", lambda own: [y for _, y in own.counterexamples], like="sizes"),
    )

    def __init__(self, make: Callable[[], Queries]) -> None:
        super().__init__()
        if not callable(make):
            raise BadParameter(f"FromQueries(make) calls make() for a coroutine of hypotheses; {make!r} is no function")
        self.make = make
        self.at_zero = 0.0  # a hypothesis that returns 0 predicts neither label
        self.begin([])

    def parameters(self) -> dict[str, Any]:
        return {"make": self.make}

    def begin(self, counterexamples: list[tuple[Row, float]]) -> None:
        """Start the coroutine and send it these counterexamples."""
        self.counterexamples: list[tuple[Row, float]] = []
        self.queries: Queries | None = self.make()
        self.h: Predictor = next(self.queries)
        for x, y in counterexamples:
            self.tell(x, y)

    def tell(self, x: Row, y: float) -> None:
        """Send the answer "no" with this counterexample."""
        assert self.queries is not None
        try:
            self.h = self.queries.send((x, int(y)))
        except StopIteration as end:
            self.queries = None
            self.h = self.h if end.value is None else end.value
        self.counterexamples.append((x, y))

    def predict(self, x: Row) -> float:
        return float(self.h(x))

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) == y or self.queries is None:
            return
        kept = Batch([0, len(x)], x.columns.copy(), x.values.copy(), x.width).trust().row(0)
        try:
            self.tell(kept, y)
        except Exception:  # the coroutine has ended; replace it by one that was told the same
            self.begin(self.counterexamples)
            raise
        self.updates += 1

    def __repr__(self) -> str:
        return f"{type(self).__name__}({getattr(self.make, '__qualname__', repr(self.make))})"

    def check_state(self, held: Held) -> None:
        super().check_state(held)
        starts = np.concatenate(([0], np.cumsum(held["sizes"])))
        rows = saved_rows(starts, held["columns"], held["values"], held["widths"])
        held["counterexamples"] = [*zip(rows, held["labels"].tolist(), strict=True)]

    def take_up(self, held: Held) -> None:
        super().take_up(held)
        self.begin(held["counterexamples"])
