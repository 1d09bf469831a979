"""Numerical minimisation of a convex function on a domain, where there is no closed form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import BadParameter
from .domain import Ball, Box, Domain, Simplex, Space

PRECISION = 1e-6  # relative error allowed in the smallest value
CLEAR = 1e-12  # the least weight on the simplex: logarithms have no slope at zero


def smallest(value: Callable[[Any], float], gradient: Callable[[Any], Any], domain: Domain, start: Any) -> Any:
    """Minimise the convex function `value` on the domain with scipy, from `start` on."""
    from scipy.optimize import minimize

    settings: dict[str, Any] = {"method": "SLSQP", "options": {"ftol": 1e-14, "maxiter": 500}}
    if isinstance(domain, Space | Box):
        settings = {"method": "L-BFGS-B", "options": {"ftol": 1e-15, "gtol": 1e-10, "maxiter": 2000}}
        if isinstance(domain, Box):
            settings["bounds"] = [(domain.low, domain.high)] * domain.d
    elif isinstance(domain, Simplex):
        settings["bounds"] = [(CLEAR, 1.0)] * domain.d
        settings["constraints"] = {"type": "eq", "fun": lambda w: w.sum() - 1.0, "jac": np.ones_like}
    elif isinstance(domain, Ball):
        square = domain.radius**2
        settings["constraints"] = {"type": "ineq", "fun": lambda w: square - w @ w, "jac": lambda w: -2.0 * w}
    else:
        raise BadParameter(
            f"there is a solver for R^d, balls, boxes and the simplex, not for {domain!r}; "
            f"play linear losses or squared distances there, which need none"
        )
    scale = max(1.0, abs(value(start)))  # solvers stop at absolute tolerances
    found = minimize(lambda w: value(w) / scale, start, jac=lambda w: gradient(w) / scale, **settings).x
    found = domain.project(found)
    return found if value(found) <= value(start) else np.array(start)
