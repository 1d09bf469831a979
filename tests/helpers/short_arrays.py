"""Sets every array of a learner that may be set to a shorter one, and plays on: an error is fine, a crash never is.

`python tests/helpers/short_arrays.py NAME ...` plays the variants of these names, all without one.
"""

from __future__ import annotations

import faulthandler
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from variants import VARIANTS

from littlestone.checks import drawn, rounds_of, taught
from littlestone.errors import LittlestoneError
from littlestone.learner import RowLearner

INSIDE = ("triangle", "theta", "drift", "gradients", "pulls", "mixer", "inside")
ERRORS = (LittlestoneError, ArithmeticError, IndexError, TypeError, ValueError)


def arrays_of(thing: Any) -> Iterator[tuple[str, Any]]:
    """The vectors among the attributes of an object, by name."""
    for name in dir(thing):
        if not name.startswith("__"):
            with suppress(Exception):
                value = getattr(thing, name)
                if not callable(value) and np.ndim(value) == 1 and hasattr(value, "shape"):
                    yield name, np.asarray(value)


def parts_of(learner: Any) -> list[str]:
    """The learner itself, as "", and what it is made of."""
    return ["", *(part for part in INSIDE if getattr(learner, part, None) is not None)]


def play(learner: Any) -> None:
    """Ask and teach, whatever comes of it."""
    for x, y in list(rounds_of(learner, drawn(learner, seed=1)))[:6]:
        for act in (learner.predict, learner.state):
            with suppress(*ERRORS):
                act(x) if act == learner.predict else act()
        for label in (y, -y):
            with suppress(*ERRORS):
                learner.learn(x, label, 0.5)


def shorten(name: str) -> int:
    """Do this to one variant; returns how many arrays were set."""
    done = 0
    if not isinstance(VARIANTS[name](), RowLearner):
        return 0
    for part in parts_of(taught(VARIANTS[name])):
        learner = taught(VARIANTS[name])
        for attribute, value in list(arrays_of(getattr(learner, part) if part else learner)):
            for size in (0, 1, len(value) // 2):
                learner = taught(VARIANTS[name])
                thing = getattr(learner, part) if part else learner
                try:
                    setattr(thing, attribute, np.zeros(size, dtype=value.dtype))
                except (AttributeError, TypeError, ValueError):
                    break
                print(f"{name}: {part}.{attribute} of {size}", flush=True)
                play(learner)
                done += 1
    return done


if __name__ == "__main__":
    faulthandler.enable()
    print(sum(map(shorten, sys.argv[1:] or VARIANTS)), "arrays were shortened")
