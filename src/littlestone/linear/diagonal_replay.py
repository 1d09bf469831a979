# cython: boundscheck=False, wraparound=False
"""Replay of the updates of a learner with a diagonal covariance, with the sums that its theorem needs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..row import Batch


class DiagonalReplay:
    """Weights w and variances S of AROW or NAROW after these updates, and sums over the updates.

        w <- w + step y S x,   S <- S - S x x' S/(r + c)  (its diagonal),   c = <x, S x>

    step = (1 - y guess)/(r + c) for AROW; for NAROW r = c/(b c - 1) and step = (r - y guess)/(r + c), or 1 if b c <= 1.
    With a the growth of 1/S in an update and w the weights after it, three numbers are kept for every coordinate:

        growth = sum of a,   centre = sum of a w/growth,   scatter = sum of a (w - centre)^2

    and for every update its `step`, its spread c, and the margin y <w, x> before it. An example whose spread is zero
    or nearly overflows makes no update: its step is 0.
    """

    def __init__(self, width: int, rows: int) -> None:
        self.w = np.zeros(width)
        self.S = np.ones(width)
        self.growth = np.zeros(width)
        self.centre = np.zeros(width)
        self.scatter = np.zeros(width)
        self.step = np.zeros(rows)
        self.spread = np.zeros(rows)
        self.margin = np.zeros(rows)

    def play(self, batch: Batch, guesses: Any, r: float, b: float, most: float) -> None:
        """Make all updates; r is AROW's, or 0 for NAROW with this b; a spread of `most` or more makes none."""
        columns = batch.columns
        values = batch.values
        w = self.w
        S = self.S
        growth = self.growth
        centre = self.centre
        scatter = self.scatter
        for t in range(batch.rows):
            start = batch.starts[t]
            stop = batch.starts[t + 1]
            y = batch.labels[t]
            c = 0.0
            m = 0.0
            for k in range(start, stop):
                c += S[columns[k]] * values[k] * values[k]
                m += w[columns[k]] * values[k]
            m *= y
            self.margin[t] = m
            if not 0.0 < c < most:
                continue
            self.spread[t] = c
            # as the learner rounds: where b c is nearly 1, other roundings would lead to other updates
            if r > 0.0:
                share = 1.0 / (c + r)
                step = (1.0 - y * guesses[t]) * share
            elif c * b > 1.0:
                distrust = c / (b * c - 1.0)
                share = 1.0 / (distrust + c)
                step = (distrust - y * guesses[t]) / (distrust + c)
            else:
                share = 0.0
                step = 1.0
            self.step[t] = step
            for k in range(start, stop):
                i = columns[k]
                move = S[i] * values[k]
                after = S[i] - share * move * move
                weight = w[i] + step * y * move
                w[i] = weight
                if share > 0.0:
                    a = 1.0 / after - 1.0 / S[i] if after > 0.0 else np.inf
                    S[i] = after
                    if a > 0.0:  # a mean and its squares about it, one weight after the other: nothing cancels
                        before = growth[i]
                        growth[i] = before + a
                        off = weight - centre[i]
                        scatter[i] += before / growth[i] * a * off * off
                        # from the nearer of the two, whose digits are those that the mean has to have
                        centre[i] = centre[i] + a / growth[i] * off if a < before else weight - before / growth[i] * off
