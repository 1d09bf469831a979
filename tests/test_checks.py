from __future__ import annotations

import pytest
from variants import NEVER_LEARN, VARIANTS

from littlestone import Perceptron, RowLearner
from littlestone.checks import check_learner


@pytest.mark.parametrize("name", [name for name in VARIANTS if name not in NEVER_LEARN])
def test_every_learner_of_every_table_passes_every_check_with_every_setting_that_it_lists(name):
    check_learner(VARIANTS[name])


class Faulty(Perceptron):
    """A Perceptron with one thing wrong."""

    fault = ""

    def predict(self, x):
        if self.fault == "predict learns":
            self.add(x, 1.0)
        if self.fault == "guess is not a number":
            return float("nan")
        return super().predict(x)

    def learn(self, x, y, guess):
        if self.fault == "learns when right":
            self.add(x, y)
        elif self.fault == "learn predicts again":
            super().learn(x, y, self.predict(x))
        elif self.fault != "learns nothing":
            super().learn(x, y, guess)

    def state(self):
        state = super().state()
        if self.fault == "forgets its lessons":
            state["lessons"] = 0 * state["lessons"]
        if self.fault == "hides its lessons":
            del state["lessons"]
        if self.fault == "forgets its weights":
            state["w"] = state["w"] * 0
        return state

    def parameters(self):
        if self.fault == "plays with its settings" and self.updates:
            return {**super().parameters(), "bias": 1.0}
        return {"zero": "mistake"} if self.fault == "forgets its parameters" else super().parameters()


@pytest.mark.parametrize(
    "fault",
    [
        "predict learns",
        "guess is not a number",
        "learns when right",
        "learns nothing",
        "learn predicts again",
        "forgets its weights",
        "forgets its lessons",
        "hides its lessons",
        "forgets its parameters",
        "plays with its settings",
    ],
)
def test_the_checks_catch_a_learner_with_a_fault(fault, monkeypatch):
    monkeypatch.setattr(Faulty, "fault", fault)
    with pytest.raises(AssertionError):
        check_learner(Faulty)


def test_the_checks_pass_it_without_the_fault():
    check_learner(Faulty)


def test_the_checks_ask_for_words(monkeypatch):
    monkeypatch.setattr(Faulty, "__doc__", None)
    with pytest.raises(AssertionError, match="docstring"):
        check_learner(Faulty)


def test_a_learner_that_says_nothing_is_told_what_it_lacks():
    class Empty(RowLearner):
        """A learner with neither rule."""

    with pytest.raises(NotImplementedError, match="Empty must implement predict"):
        check_learner(Empty)
