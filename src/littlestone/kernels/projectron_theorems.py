"""The theorem of the Projectron.

Its weights w are the sum of y P x over the mistakes, P the projection at the time. With D the sum of what was cut off,
|x - P x|, and L the hinge losses of any vector u on the mistakes,

    M - L <= sum of y <u, x> <= <u, w> + |u| D <= |u| (|w| + D),   and   |w|^2 <= M R^2,

because P x is no longer than x and <w, P x> = <w, x>, which on a mistake has not the sign of y. So M is at most
c + b sqrt(M) with c = L + |u| D and b = R |u|, and that is at most c + b^2/2 + b sqrt(c + b^2/4).
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from ..bound import SLACK
from .kernel_perceptron_theorems import KernelHingeCase, KernelMistakes, same

DEPENDENT, HIDDEN = 1e-9, 1e-14  # relative to K(x, x): an example this near is always projected; what rounding hides
ROUNDING = 1e-6  # relative to a length: the roots of differences have half the digits


class ProjectronBound(KernelMistakes):
    """M <= c + R^2|u|^2/2 + R|u| sqrt(c + R^2|u|^2/4), c = L + |u| D, for every vector u of the kernel's space.

    D is the sum of the distances that were cut off, L the hinge losses of u on the mistakes, R^2 the largest K(x, x).
    As for the Perceptron, the vector shown is the one with the smallest L + R^2 |u|^2, u = 0 apart. Where this is about
    the first mistakes only, D is that of all mistakes, which is not less.
    """

    looks_at = KernelHingeCase

    def statement(self, case: KernelHingeCase) -> str:
        return "Projectron: M <= c + R^2|u|^2/2 + R|u| sqrt(c + R^2|u|^2/4), c = L + |u| D"

    def invariant(self, case: KernelHingeCase) -> str | None:
        kept, stored = case.kept, chosen(case)
        if stored is None:
            return "the support is not some of the mistaken examples"
        if not kept.complete:
            return None
        scale = (SLACK + case.blur) * kept.largest * max(1, kept.count) ** 2
        if not case.distance <= case.learner.cut**2 + scale:
            return "the weights are further from the sum of the mistakes than what was cut off"
        if not case.played <= kept.largest * kept.count + scale:
            return "|w|^2 exceeds M R^2"
        return self.misprojected(case, stored)

    def misprojected(self, case: KernelHingeCase, stored: Any) -> str | None:
        """What is wrong if the support, the weights or D are not those that the mistakes make.

        L L' being the Gram matrix of the support and k the kernels of an example with it, L^-1 k are its coordinates in
        the span of the support, the first s of them in that of the first s: so one solution serves all mistakes.
        """
        from scipy.linalg import solve_triangular

        labels, sizes = np.asarray(case.rows.labels), np.diag(case.matrix)
        real = sizes > 0.0  # an example that is zero there changes nothing
        before = np.cumsum(stored) - stored  # how many examples the support had before each mistake
        try:
            factor = np.linalg.cholesky(case.matrix[np.ix_(stored, stored)])
        except np.linalg.LinAlgError:  # possible by rounding, where the support is nearly dependent
            return None
        Z = solve_triangular(factor, case.matrix[stored], lower=True) if stored.any() else np.zeros((0, len(labels)))
        index = np.arange(len(Z))[:, None]
        along, after = np.where(index < before, Z, 0.0), np.where(index < before + stored, Z, 0.0)
        least = hidden(factor, along, before, sizes)
        rest = np.maximum(sizes - (along**2).sum(axis=0), least)
        near = np.maximum(np.maximum(case.learner.eta**2, DEPENDENT * sizes), least)
        new = rest > near
        if case.learner.budget is not None:
            new &= before < case.learner.budget
        unsure = np.abs(rest - near) <= ROUNDING * near + (SLACK + case.blur * len(labels)) * sizes
        if (real & ~unsure & (new != stored)).any():
            return "an example was remembered that should be projected, or projected that should be remembered"
        scale = (ROUNDING + sqrt(case.blur * len(labels))) * case.radius * max(1, len(labels))
        if not np.linalg.norm(after @ (labels * real) - factor.T @ case.learner.coefficients) <= scale:
            return "the weights are not the sum of the projections"
        if not abs(float(np.sqrt(rest[real & ~stored]).sum()) - case.learner.cut) <= scale:
            return "what was cut off is not the sum of the distances"
        return None

    def allowed(self, case: KernelHingeCase) -> float:
        loss, length = case.best
        c, b = loss + length * float(case.learner.cut), case.radius * length
        return c + b * b / 2.0 + b * sqrt(c + b * b / 4.0)

    def lesson(self, case: KernelHingeCase, allowed: float | None) -> str:
        kept = case.kept
        if not kept.count:
            return ""
        w = case.length if kept.complete else case.radius * sqrt(kept.count)  # the upper limit of |w| at that time
        most = w + float(case.learner.cut)
        return f"every vector u has hinge loss at least {kept.count} - {most:.4g} |u| on the mistakes"


def hidden(factor: Any, along: Any, before: Any, sizes: Any) -> Any:
    """What rounding may hide of the squared distance of every mistake: it grows with the parts of its projection."""
    from scipy.linalg import solve_triangular

    parts = np.zeros(len(sizes))
    for s in np.unique(before[before > 0]):  # the mistakes that met a support of s examples
        met = before == s
        found = solve_triangular(factor[:s, :s], along[:s, met], trans="T", lower=True, check_finite=False)
        parts[met] = np.abs(found).sum(axis=0)
    return HIDDEN * sizes * (1.0 + parts)


def chosen(case: KernelHingeCase) -> Any:
    """The indices of the mistakes in the support, in order; None if the support has an example that is not one."""
    rows, support = case.told.batch(), case.support
    stored = np.zeros(rows.rows, dtype=bool)
    t = 0
    for i in range(support.rows):
        x = support.row(i)
        while t < rows.rows and not same(x, rows.row(t)):
            t += 1
        if t == rows.rows:
            return None
        stored[t] = True
        t += 1
    return stored
