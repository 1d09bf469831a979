"""Softmax and log-sum-exp without overflow."""

from __future__ import annotations

from typing import Any

import numpy as np


def softmax(logarithms: Any) -> Any:
    """e^logarithms divided by their sum, without overflow."""
    powers = np.exp(logarithms - logarithms.max())
    return powers / powers.sum()


def log_sum(logarithms: Any) -> float:
    """ln of the sum of e^logarithms, without overflow."""
    most = logarithms.max()
    return float(most + np.log(np.exp(logarithms - most).sum()))
