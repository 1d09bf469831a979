from __future__ import annotations

import numpy as np
import pytest

from littlestone.errors import BadLabel, BadParameter
from littlestone.features.labels import TwoClass


@pytest.mark.parametrize(
    ("labels", "negative", "positive"),
    [
        (TwoClass(), [-1, -1.0, False, np.False_, np.int64(-1)], [1, 1.0, True, np.True_, np.int8(1)]),
        (TwoClass(0, 1), [0, False, 0.0, np.int64(0)], [1, True, 1.0]),
        (TwoClass("ham", "spam"), ["ham"], ["spam", np.str_("spam")]),
        (TwoClass(False, True), [False, 0], [True, 1]),
    ],
)
def test_both_classes_are_understood_as_they_are_written(labels, negative, positive):
    assert {labels.inside(label) for label in negative} == {-1.0}
    assert {labels.inside(label) for label in positive} == {1.0}
    assert labels.inside(labels.outside(-1.0)) == -1.0
    assert labels.inside(labels.outside(1.0)) == 1.0
    assert labels.outside(0.0) == 0


@pytest.mark.parametrize("label", [0, 2, None, "1", float("nan"), [1], {}, np.float64(0.5)])
def test_any_other_label_is_refused(label):
    with pytest.raises(BadLabel, match="a label here is -1 or 1, not"):
        TwoClass().inside(label)


def test_the_complaint_says_what_to_do():
    with pytest.raises(BadLabel, match=r"labels=\(0, 1\)"):
        TwoClass().inside(0)
    with pytest.raises(BadLabel, match=r"labels=\('ham', 'spam'\)"):
        TwoClass().inside("spam")
    with pytest.raises(BadLabel, match=r"for more than two classes take a learner of classes, such as Committee"):
        TwoClass("ham", "spam").inside("eggs")
    with pytest.raises(BadParameter, match="two different"):
        TwoClass("a", "a")
