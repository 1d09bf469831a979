"""Grids of settings: `r=2^-6..2^6` stands for thirteen values, and several grids for all their combinations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from ..errors import BadParameter, UnknownName
from ..learner import RowLearner
from ..learners import LEARNERS, make_learner
from ..support.settings import scalar

POWERS = re.compile(r"\s*(\d+(?:\.\d+)?)\^(-?\d+)\s*\.\.\s*(\d+(?:\.\d+)?)\^(-?\d+)\s*")
WHOLE = re.compile(r"\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*")
MOST = 10_000  # values of one grid

Setting = tuple[str, dict[str, Any]]  # a learner's name and its parameters


def read_grid(text: str) -> list[Any]:
    """The values that a text stands for: powers, whole numbers from one to another, or words between commas.

    >>> read_grid("2^-2..2^1"), read_grid("1..3"), read_grid("log,hinge"), read_grid("0.1,10^1..10^2")
    ([0.25, 0.5, 1.0, 2.0], [1, 2, 3], ['log', 'hinge'], [0.1, 10.0, 100.0])
    """
    values: list[Any] = []
    for part in text.split(","):
        if found := POWERS.fullmatch(part):
            base, first, again, last = found.groups()
            if base != again:
                raise BadParameter(f"a grid of powers has one base, such as 2^-6..2^6, not {part.strip()!r}")
            values += [float(base) ** power for power in between(int(first), int(last), part)]
        elif found := WHOLE.fullmatch(part):
            values += between(int(found[1]), int(found[2]), part)
        elif not part.strip() or ".." in part:
            raise BadParameter(f"a grid is 2^-6..2^6, 1..5 or 0.1,0.2,0.5, not {text!r}")
        else:
            values.append(scalar(part.strip()))
    return values


def between(first: int, last: int, text: str) -> list[int]:
    """The whole numbers from the first to the last."""
    if not 0 <= last - first < MOST:
        raise BadParameter(f"a grid goes up, by {MOST:,} values at most; {text.strip()!r} does not")
    return list(range(first, last + 1))


def own_classes(learners: Iterable[Any]) -> dict[str, type[Any] | None]:
    """Learners by their names, in order, each with its class if it is given as one of the user's own."""
    found: dict[str, type[Any] | None] = {}
    for one in learners:
        if isinstance(one, str):
            found[one.strip()] = None
        elif isinstance(one, type) and issubclass(one, RowLearner):
            found[one.name if one in LEARNERS.values() else f"{one.__module__}:{one.__qualname__}"] = one
        else:
            raise BadParameter(
                f"a sweep is of learners by name, such as 'arow', or of classes of them, not {one!r:.80}"
            )
    return {name: None if name in LEARNERS else own for name, own in found.items()}


def made_of(name: str, parameters: dict[str, Any], own: type[Any] | None) -> Any:
    """The learner of that name, or of that class of the user's own, with these parameters."""
    if own is None:
        return make_learner(name, parameters)
    if strange := [parameter for parameter in parameters if parameter not in own().parameters()]:
        raise UnknownName.among(f"parameter of {name}", strange[0], own().parameters())
    return own(**parameters)


def settings_of(
    learners: Iterable[str],
    grids: Sequence[tuple[str, Sequence[Any]]],
    own: Mapping[str, type[Any] | None] = {},  # never changed
) -> list[Setting]:
    """Every learner with every combination of the values of its grids, in order.

    grids    pairs of a parameter and its values; `learner.parameter` is of one learner, else of all that have it
    own      the classes of those that are the user's own
    """
    names = list(dict.fromkeys(learners))
    if not names:
        raise BadParameter("a sweep is of one learner at least, such as arow")
    having: dict[str, dict[str, Sequence[Any]]] = {name: {} for name in names}
    defaults = {name: made_of(name, {}, own.get(name)).parameters() for name in names}
    for written, values in grids:
        whose, dot, parameter = written.rpartition(".")
        if dot and whose not in having:
            raise UnknownName.among("learner of this sweep", whose, having)
        those = [name for name in names if parameter in defaults[name] and (not dot or name == whose)]
        if not those:
            known = {each for name in names if not dot or name == whose for each in defaults[name]}
            raise UnknownName.among("parameter", parameter, known)
        for name in those:
            having[name][parameter] = values
    return [
        (name, dict(zip(grid, values, strict=True)))
        for name, grid in having.items()
        for values in product(*grid.values())
    ]


def written(setting: Setting) -> str:
    """A learner with its settings in words, as a member of a committee is written.

    >>> written(("arow", {"r": 0.5, "bias": 1.0}))
    'arow:r=0.5:bias=1.0'
    """
    name, parameters = setting
    return ":".join([name, *(f"{key}={value}" for key, value in parameters.items())])


def pairs_of(grids: Mapping[str, Sequence[Any] | str]) -> list[tuple[str, Sequence[Any]]]:
    """Grids as they are given in Python: parameters with their values, or the text that stands for them."""
    return [(name, read_grid(values) if isinstance(values, str) else list(values)) for name, values in grids.items()]
