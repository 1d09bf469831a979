from __future__ import annotations

import numpy as np
import pytest

from littlestone.errors import BadBatch, BadLabel, BadParameter, UnknownName
from littlestone.hindsight import best_convex, best_expert, best_linear, best_switching, oracle, uniform

NAN, INF = float("nan"), float("inf")
Y = [1.0, 0.0, 1.0]
ADVICE = [[0.9, 0.4], [0.2, 0.1], [0.3, 0.8]]


def test_every_model_is_the_function_of_its_name():
    assert oracle(Y, ADVICE).loss == best_convex(Y, ADVICE).loss
    assert oracle(Y, ADVICE, "expert").loss == best_expert(Y, ADVICE).loss
    assert oracle(Y, ADVICE, "uniform", loss="log").loss == uniform(Y, ADVICE, "log").loss
    assert oracle(Y, ADVICE, "linear", ridge=0.5).loss == best_linear(Y, ADVICE, ridge=0.5).loss
    assert oracle(Y, ADVICE, "linear").loss == best_linear(Y, ADVICE).loss
    assert oracle(Y, ADVICE, "switching", switches=1).loss == best_switching(Y, ADVICE, switches=1).loss
    for model in ("expert", "uniform", "convex", "linear"):
        assert oracle(Y, ADVICE, model).model == model


def test_awake_puts_experts_to_sleep_as_nan_does():
    asleep = [[0.9, NAN], [0.2, 0.1], [0.3, 0.8]]
    awake = [[1, 0], [1, 1], [1, 1]]
    for model in ("expert", "uniform", "convex"):
        assert oracle(Y, ADVICE, model, awake=awake).loss == oracle(Y, asleep, model).loss
    assert oracle(Y, asleep, "expert", awake=awake).loss == oracle(Y, asleep, "expert").loss


@pytest.mark.parametrize(
    ("error", "says", "settings"),
    [
        (UnknownName, "did you mean 'convex'", {"model": "convx"}),
        (UnknownName, "did you mean 'square'", {"loss": "sqare"}),
        (BadParameter, "ridge is a setting of the model 'linear'", {"ridge": 0.0}),
        (BadParameter, "switches is a setting of the model 'switching'", {"model": "expert", "switches": 1}),
        (BadParameter, "needs switches=", {"model": "switching"}),
        (BadBatch, "shape of the advice", {"awake": [[1, 1]]}),
        (BadBatch, "1 where an expert is awake", {"awake": [[1, 0.5], [1, 1], [1, 1]]}),
        (BadBatch, "every expert sleeps in round 1", {"awake": [[0, 0], [1, 1], [1, 1]]}),
    ],
)
def test_settings_that_mean_nothing_are_refused(error, says, settings):
    with pytest.raises(error, match=says):
        oracle(Y, ADVICE, **settings)


def test_an_expert_that_is_said_to_be_awake_has_said_something():
    with pytest.raises(BadBatch, match="column 1 is awake in row 0, but its advice there is nan"):
        oracle([1.0], [[0.5, NAN]], "expert", awake=[[1, 1]])


@pytest.mark.parametrize("model", ["expert", "uniform", "convex", "linear", "switching"])
@pytest.mark.parametrize(
    ("error", "says", "outcomes", "advice", "loss"),
    [
        (BadBatch, "2 rows for 3 outcomes", [1, 2, 3], [[1], [2]], "square"),
        (BadBatch, "no row shorter than another", [1, 2], [[1, 2], [2]], "square"),
        (BadBatch, "not an array with 1 dimensions", [1, 2], [1, 2], "square"),
        (BadBatch, "not an array with 2 dimensions", [[1], [2]], [[1], [2]], "square"),
        (BadBatch, "all of it numbers", [1, 2], [["high"], ["low"]], "square"),
        (BadBatch, "0 x 2", [], np.ones((0, 2)), "square"),
        (BadBatch, "2 x 0", [1, 2], np.ones((2, 0)), "square"),
        (BadLabel, "that of round 2 is nan", [1, NAN], [[1], [2]], "square"),
        (BadLabel, "that of round 1 is inf", [INF, 1], [[1], [2]], "square"),
        (BadBatch, "row 1, column 0 is -inf", [1, 2], [[1], [-INF]], "square"),
        (BadBatch, "scale them down", [1, 2], [[1], [1e200]], "square"),
        (BadBatch, "every expert sleeps in round 2", [1, 2], [[1], [NAN]], "square"),
        (BadBatch, "from 0 to 1; the advice in row 1, column 0 is 1.5", [0, 1], [[1], [1.5]], "brier"),
        (BadLabel, "from 0 to 1, not at 2", [0, 2], [[1], [0.5]], "brier"),
        (BadLabel, "when the truth is 0", [0, 2], [[1], [0.5]], "percentage"),
        (BadParameter, "quantile", [0, 2], [[1], [0.5]], "pinball:2"),
    ],
)
def test_bad_forecasts_are_refused_in_words_by_every_model(model, error, says, outcomes, advice, loss):
    settings = {"switches": 0} if model == "switching" else {}
    with pytest.raises(error, match=says):
        oracle(outcomes, advice, model, loss=loss, **settings)


def test_what_was_given_is_not_changed():
    y, advice = np.array(Y), np.array(ADVICE)
    for model in ("expert", "uniform", "convex", "linear"):
        oracle(y, advice, model, awake=None)
    oracle(y, advice, "expert", awake=np.array([[1, 0], [1, 1], [0, 1]]))
    assert y.tolist() == Y
    assert advice.tolist() == ADVICE


def test_frames_are_advice_too():
    import pandas

    frame = pandas.DataFrame({"first": [0.9, 0.2, 0.3], "second": [0.4, 0.1, 0.8]})
    assert oracle(pandas.Series(Y), frame).loss == oracle(Y, ADVICE).loss
