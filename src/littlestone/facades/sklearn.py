"""The learners as scikit-learn estimators: `from littlestone.facades.sklearn import AROWClassifier`.

There is a class for every learner of the table, with the learner's settings as keywords and those of fitting after
them: `PerceptronClassifier`, `WinnowClassifier`, `LinearDescentRegressor` and so on; `__all__` has their names. Among
them is `PassiveAggressiveClassifier`, with the settings it has in scikit-learn.

Linear ones have an intercept unless `bias=None`. Boolean ones turn numbers above `binarize` into 1, as BernoulliNB
does; with None only 0 and 1 are accepted.
"""

from __future__ import annotations

from typing import Any

from ..errors import MissingExtra
from .catalogue import CLASSIFIER, REGRESSOR, derived, entries, name_now, settings_of
from .passive_aggressive_estimators import FORMER

try:
    from sklearn.utils.validation import validate_data  # noqa: F401  # new in scikit-learn 1.6
except ImportError as error:
    raise MissingExtra("these estimators need scikit-learn 1.6 or newer: pip install 'littlestone[sklearn]'") from error
from .classifier import OnlineClassifier
from .regressor import OnlineRegressor

PASSES = 1000  # the estimators that scikit-learn deprecates

ENTRIES = {**entries(CLASSIFIER), **entries(REGRESSOR), **FORMER}
__all__ = ["OnlineClassifier", "OnlineRegressor", *ENTRIES]


def __getattr__(name: str) -> Any:
    """The class of a learner, made on first access."""
    name = name_now(name)
    if name not in ENTRIES:
        raise AttributeError(f"{__name__} has no {name}; it has {', '.join(__all__)}")
    entry = ENTRIES[name]
    base = OnlineRegressor if name.endswith(REGRESSOR) else OnlineClassifier
    more = settings_of(base)
    if entry.learner.boolean:
        more = {"binarize": 0.0, **more}
    if not entry.learner.weighs:
        more.pop("class_weight", None)
    if name in FORMER:
        more["max_iter"] = PASSES
    return globals().setdefault(name, derived(base, name, entry, more, __name__))


def __dir__() -> list[str]:
    """All names, those of classes that are not made yet too."""
    return sorted({*globals(), *__all__})
