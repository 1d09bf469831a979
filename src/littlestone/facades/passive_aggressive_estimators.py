"""The two passive-aggressive estimators that scikit-learn deprecates, with the settings they have there."""

from __future__ import annotations

from typing import Any

from ..errors import BadParameter
from ..learner import RowLearner
from ..learners import LEARNERS
from .catalogue import CLASSIFIER, REGRESSOR, Entry

WORDS = """The class of that name that scikit-learn gives up, with its settings: PA-I, or PA-II for a squared loss.

    Without an intercept the weights are scikit-learn's. With one the intercept is here a column of ones like any
    other, so that the theorem is about it too; scikit-learn leaves it out of the length of x, and steps farther.
    `verbose`, `n_jobs` and `validation_fraction` change nothing; `early_stopping`, `warm_start` and `average`
    are refused."""

# For each loss of scikit-learn: the learner in the table, and its settings besides C.
RULES = {
    CLASSIFIER: {"hinge": "pa1", "squared_hinge": "pa2"},
    REGRESSOR: {"epsilon_insensitive": "pa1-regression", "squared_epsilon_insensitive": "pa2-regression"},
}
OWN: dict[str, dict[str, Any]] = {CLASSIFIER: {"n_jobs": None}, REGRESSOR: {"epsilon": 0.1}}
WITHOUT_EFFECT = {"validation_fraction": 0.1, "verbose": 0}
REFUSED = {"early_stopping": False, "warm_start": False, "average": False}


class FormerEntry(Entry):
    """Passive-aggressive learners under scikit-learn's settings."""

    @property
    def words(self) -> str:
        return WORDS

    def make(self, settings: dict[str, Any]) -> RowLearner:
        for name, value in REFUSED.items():
            if settings[name] != value:
                raise BadParameter(
                    f"{name} is a setting of scikit-learn that is not supported here; leave it at {value}"
                )
        (rules,) = (rules for rules in RULES.values() if self.settings["loss"] in rules)
        if settings["loss"] not in rules:
            raise BadParameter(f"loss is one of {', '.join(map(repr, rules))}, not {settings['loss']!r}")
        own = {"epsilon": settings["epsilon"]} if "epsilon" in settings else {}
        bias = 1.0 if settings["fit_intercept"] else None
        rule: type[Any] = LEARNERS[rules[settings["loss"]]]
        made: RowLearner = rule(C=settings["C"], bias=bias, **own)
        return made


def former(task: str) -> Entry | None:
    """The entry for a task, if the table has the learners for it."""
    rules = RULES[task]
    if not all(name in LEARNERS for name in rules.values()):
        return None
    loss = next(iter(rules))
    settings = {"C": 1.0, "fit_intercept": True, "loss": loss, **OWN[task], **WITHOUT_EFFECT, **REFUSED}
    return FormerEntry(LEARNERS[rules[loss]], settings)


FORMER = {f"PassiveAggressive{task}": entry for task in (CLASSIFIER, REGRESSOR) if (entry := former(task)) is not None}
