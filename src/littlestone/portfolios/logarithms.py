"""Softmax and log-sum-exp without overflow."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..support import elementary


def softmax(logarithms: Any) -> Any:
    """e^logarithms divided by their sum, without overflow."""
    powers = elementary.exps(logarithms - logarithms.max())
    return powers / powers.sum()


def log_sum(logarithms: Any) -> float:
    """ln of the sum of e^logarithms, without overflow."""
    most = logarithms.max()
    return float(most + elementary.logs(elementary.exps(logarithms - most).sum()))


def log_add(a: Any, b: Any) -> Any:
    """ln(e^a + e^b) for each pair of numbers of two arrays, without overflow."""
    return np.maximum(a, b) + elementary.log1ps(elementary.exps(-np.abs(a - b)))
