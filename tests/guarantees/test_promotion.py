"""Promotion by evidence: how often it is false, and how long it takes, on the streams of `benchmarks/promotion.py`."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

PATH = Path(__file__).parents[2] / "benchmarks" / "promotion.py"
LONG = pytest.mark.long


@pytest.fixture(scope="module")
def promotion():
    spec = spec_from_file_location("promotion", PATH)
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize("kind", ["Equal", "Rare", "Skewed", "Drifting", "Dependent", "Tempting"])
@pytest.mark.parametrize("streams", [15, pytest.param(1667, marks=LONG)])
def test_who_was_never_better_on_average_is_hardly_ever_promoted(promotion, kind, streams):
    assert [each.__name__ for each in promotion.NEVER_BETTER].count(kind) == 1
    false, true = promotion.false_promotions(getattr(promotion, kind), streams)
    assert true == 0, "a stream whose average of the means is above 0 is not one of these"
    assert false <= max(1, 0.05 * streams)


@pytest.mark.parametrize("kind", ["Actions", "OneAction", "RareRewards", "ActionsDrift", "ActionsDepend"])
@pytest.mark.parametrize("games", [10, pytest.param(2000, marks=LONG)])
def test_a_policy_that_would_never_have_earned_more_is_hardly_ever_promoted(promotion, kind, games):
    assert [each.__name__ for each in promotion.ACTIONS].count(kind) == 1
    false, true = promotion.false_promotions_of_actions(getattr(promotion, kind), games)
    assert true == 0
    assert false <= max(1, 0.05 * games)


def test_a_policy_that_would_earn_more_is_promoted(promotion):
    class Better(promotion.Actions):
        def worth(self):
            return 0.3, 0.8

    found = [promotion.promoted_action(Better(promotion.random.Random(seed))) for seed in range(10)]
    assert all(t is not None and t < 1000 for t in found)


@pytest.mark.parametrize("streams", [20, pytest.param(1000, marks=LONG)])
def test_who_was_better_for_a_while_is_promoted_while_that_is_so(promotion, streams):
    false, true = promotion.false_promotions(promotion.WhileBetter, streams)
    assert false <= 0.05 * streams
    assert true >= 0.8 * streams


@pytest.mark.parametrize(
    ("effect", "streams"),
    [(0.05, 15), (0.1, 15), (0.2, 15), *(pytest.param(e, 250, marks=LONG) for e in (0.02, 0.05, 0.1, 0.2))],
)
def test_who_is_better_is_found_out_soon(promotion, effect, streams):
    assert effect in promotion.EFFECTS
    needed, median = promotion.waits(effect, streams)
    assert median <= 2.5 * needed
