"""The Perceptron with a kernel."""

from __future__ import annotations

from ..row import Row
from .kernel_perceptron_theorems import KernelHingeBound, KernelMarginBound
from .support_set import KernelLearner


class KernelPerceptron(KernelLearner):
    """The Perceptron in a space that is never entered: it remembers its mistakes and adds up kernels with them.

        guess = sum of y_i K(x_i, x) over the mistakes i;   on a mistake   support <- support and (x, y)
                                                       (Aizerman et al. 1964; Freund and Schapire 1999)

    Both theorems of the Perceptron hold in the space of the kernel, with R^2 the largest K(x, x): the Gram matrix of
    the mistakes is all they need. With the linear kernel it is the Perceptron.

    kernel    "linear", <a, b>; "polynomial", (gamma <a, b> + offset)^degree; "rbf", e^(-gamma |a - b|^2)

    >>> from littlestone import Game, KernelPerceptron
    >>> game = Game(KernelPerceptron(kernel="polynomial", degree=2))
    >>> for x, y in 20 * [([0, 0], -1), ([0, 1], +1), ([1, 0], +1), ([1, 1], -1)]:
    ...     move = game.predict(x)
    ...     game.label(move.number, y)
    >>> certificate = game.ledger.certificates[0]
    >>> certificate.verdict, certificate.paid, round(certificate.allowed, 1)
    ('holds', 21, 105.0)
    """

    name = "kernel-perceptron"
    kind = "kernel"
    conservative = True
    theorems = (KernelMarginBound, KernelHingeBound)

    variants = ({}, {"kernel": "polynomial", "degree": 2})

    def __init__(self, *, kernel: str = "rbf", degree: int = 3, gamma: float = 1.0, offset: float = 1.0) -> None:
        super().__init__(kernel=kernel, degree=degree, gamma=gamma, offset=offset)

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) != y:
            self.store(x, y)
            self.updates += 1
