from __future__ import annotations

from functools import partial

import pytest

from littlestone import (
    ALMA,
    AROW,
    BANDITS,
    BOA,
    CW,
    EWA,
    EXP3,
    EXP3IX,
    EXP4,
    EXPERTS,
    LEARNERS,
    NAROW,
    PA,
    PA1,
    PA2,
    POINTS,
    PORTFOLIOS,
    ROMMA,
    SCW1,
    SCW2,
    AdaHedge,
    AdaNormalHedge,
    AggregatingAlgorithm,
    AggressiveROMMA,
    Agnostic,
    AveragedPerceptron,
    BalancedWinnow,
    Committee,
    DecisionList,
    DualAveraging,
    Elimination,
    FixedShare,
    FTRLProximal,
    Halving,
    Hedge,
    LinearAdaGrad,
    LinearCoinBetting,
    LinearDescent,
    LinearEG,
    LinearNewtonStep,
    LinearVAW,
    MLPoly,
    MulticlassAROW,
    MulticlassPA1,
    MulticlassPerceptron,
    NormalHedge,
    OneVsRest,
    PARegression,
    PARegression1,
    Perceptron,
    PNormPerceptron,
    RandomisedWeightedMajority,
    Ridge,
    RowLearner,
    ScaleFree,
    SecondOrderPerceptron,
    SelectivePerceptron,
    Squint,
    Standardised,
    StandardOptimal,
    VotedPerceptron,
    VovkAzouryWarmuth,
    WeightedMajority,
    Winnow,
)
from littlestone.checks import check_learner

VARIANTS = {
    **LEARNERS,
    **EXPERTS,
    **{f"{name} in three dimensions": partial(kind, 3) for name, kind in POINTS.items()},
    # A constant rebalanced portfolio is there to be compared with: it never learns.
    **{f"{name} of three assets": partial(kind, 3) for name, kind in PORTFOLIOS.items() if name != "crp"},
    **{f"{name} of two actions": partial(kind, 2) for name, kind in BANDITS.items()},
    "exp3-doubling": partial(EXP3, 3, horizon="doubling"),
    "exp3-ix-known": partial(EXP3IX, 4, horizon=60),
    "exp4-classes": partial(EXP4, 3, "one-vs-rest/perceptron, multiclass-pa1", explore=0.1),
    "perceptron-mistake-bias": partial(Perceptron, zero="mistake", bias=0.5),
    "perceptron-minus-normalised": partial(Perceptron, zero="-1", normalise=True),
    "perceptron-bias-normalised": partial(Perceptron, bias=2.0, normalise=True),
    "averaged-perceptron-bias-normalised": partial(AveragedPerceptron, bias=2.0, normalise=True),
    "p-norm-perceptron-two": partial(PNormPerceptron, p=2),
    "p-norm-perceptron-bias": partial(PNormPerceptron, p=6.5, bias=0.5),
    "p-norm-perceptron-bias-normalised": partial(PNormPerceptron, p=300, bias=0.5, normalise=True),
    "second-order-perceptron-bias": partial(SecondOrderPerceptron, a=0.1, bias=1.5),
    "second-order-perceptron-normalised": partial(SecondOrderPerceptron, a=10.0, normalise=True),
    "voted-perceptron-bias-normalised": partial(VotedPerceptron, bias=0.5, normalise=True),
    "romma-bias": partial(ROMMA, bias=0.5),
    "aromma-bias-normalised": partial(AggressiveROMMA, bias=0.5, normalise=True),
    "pa-bias": partial(PA, bias=1.0),
    "pa1-normalised": partial(PA1, C=0.1, normalise=True),
    "pa2-bias-normalised": partial(PA2, C=10.0, bias=0.5, normalise=True),
    "arow-full": partial(AROW, covariance="full"),
    "arow-full-bias-normalised": partial(AROW, covariance="full", r=0.3, bias=0.7, normalise=True),
    "arow-bias-normalised": partial(AROW, bias=2.0, normalise=True),
    "vaw-rows": LinearVAW,
    "vaw-rows-bias-normalised": partial(LinearVAW, ridge=0.1, bias=1.0, normalise=True),
    "pa-regression-bias": partial(PARegression, epsilon=0.0, bias=1.0),
    "pa1-regression-normalised": partial(PARegression1, C=0.1, normalise=True),
    "ogd-insensitive": partial(LinearDescent, loss="insensitive:0.3"),
    "multiclass-perceptron-bias-normalised": partial(MulticlassPerceptron, bias=0.5, normalise=True),
    "multiclass-pa1-normalised": partial(MulticlassPA1, C=0.1, normalise=True),
    "multiclass-arow-bias-normalised": partial(MulticlassAROW, r=0.1, bias=1.0, normalise=True),
    "one-vs-rest-elimination": partial(OneVsRest, "elimination", negations=True),
    "ogd-root-log-bias": partial(LinearDescent, rate="root", loss="log", bias=1.0),
    "ogd-square-normalised": partial(LinearDescent, loss="square", normalise=True),
    "adagrad-hinge-bias": partial(LinearAdaGrad, loss="hinge", bias=0.5, normalise=True),
    "ftrl-sparse": partial(FTRLProximal, l1=0.5, l2=0.1, beta=0.0, bias=1.0, loss="square"),
    "narow-full": partial(NAROW, covariance="full", b=5.0),
    "narow-full-bias-normalised": partial(NAROW, covariance="full", b=2.0, bias=0.7, normalise=True),
    "balanced-winnow-bias-steep": partial(BalancedWinnow, eta=5.0, bias=0.5),
    "balanced-winnow-normalised": partial(BalancedWinnow, normalise=True),
    "eg-log-bias-steep": partial(LinearEG, eta=5.0, loss="log", bias=1.0),
    "eg-square-normalised": partial(LinearEG, U=2.0, loss="square", normalise=True),
    "alma-bias-as-it-comes": partial(ALMA, alpha=0.9, bias=0.5, normalise=False),
    "alma-gentile": partial(ALMA, B=8**0.5 / 0.5, bias=1.0),
    "rda-hinge-bias": partial(DualAveraging, loss="hinge", bias=1.0, l1=0.01),
    "rda-square-normalised": partial(DualAveraging, loss="square", normalise=True, gamma=5.0),
    "coin-log-bias": partial(LinearCoinBetting, loss="log", bias=1.0, eps=10.0),
    "coin-as-it-comes": partial(LinearCoinBetting, normalise=False, G=3.0),
    "scale-free-hinge-bias": partial(ScaleFree, loss="hinge", bias=0.5, eps=0.1),
    "scale-free-absolute-heavy": partial(ScaleFree, loss="absolute", heaviest=7.0, bias=2.0),
    "scale-free-insensitive": partial(ScaleFree, loss="insensitive:0.3"),
    "scale-free-pinball": partial(ScaleFree, loss="pinball:0.9"),
    "one-vs-rest-scale-free": partial(OneVsRest, "scale-free"),
    "committee-share": partial(Committee, "scale-free,adagrad:eta=0.5,arow", share=0.05),
    "committee-heavy": partial(Committee, ["perceptron", "ogd:loss=log"], heaviest=4.0),
    "committee-of-coins": partial(Committee, "agnostic,randomised-soa,halving"),
    "committee-numbers": partial(Committee, loss="square"),
    "committee-numbers-range": partial(Committee, "vaw,ogd:loss=square:eta=0.01", low=-50.0, high=50.0),
    "committee-numbers-share": partial(Committee, loss="square", low=-50.0, high=50.0, share=0.1),
    "committee-classes": partial(Committee, ["one-vs-rest/scale-free", "one-vs-rest/adagrad", "multiclass-pa1"]),
    "committee-classes-share": partial(Committee, "one-vs-rest/scale-free,multiclass-arow", share=0.1),
    "standardised-committee": partial(Standardised, "committee"),
    "one-vs-rest-committee": partial(OneVsRest, "committee"),
    "ons-square-bias": partial(LinearNewtonStep, loss="square", bias=1.0, C=2.0, eps=1.0),
    "ons-diagonal-normalised": partial(LinearNewtonStep, covariance="diagonal", normalise=True, eps=0.1),
    "selective-perceptron-bias": partial(SelectivePerceptron, b=0.1, seed=7, bias=0.5),
    "selective-perceptron-asked": partial(SelectivePerceptron, labels="asked", normalise=True),
    "cw-full-bias": partial(CW, covariance="full", bias=1.0, eta=0.7),
    "scw1-full-normalised": partial(SCW1, covariance="full", normalise=True, C=0.2),
    "scw2-full-bias-normalised": partial(SCW2, covariance="full", bias=0.5, normalise=True, C=3.0),
    "elimination-negations": partial(Elimination, negations=True),
    "decision-list-0": partial(DecisionList, tie="0"),
    "decision-list-1": partial(DecisionList, tie="1"),
    "decision-list-majority": partial(DecisionList, tie="maj"),
    "decision-list-random": partial(DecisionList, tie="random:3"),
    "winnow-eliminate": partial(Winnow, demote="eliminate"),
    "winnow-on-the-threshold": partial(Winnow, strict=False, theta=3.0),
    "winnow-negations-half": partial(Winnow, negations=True, beta=0.5),
    "halving-full-prior": partial(Halving, n=6, conservative=False, tie="1", prior=[1.0 / (c + 1) for c in range(64)]),
    "soa-tie-0": partial(StandardOptimal, tie="0"),
    "hedge-half": partial(Hedge, eta=0.5),
    "hedge-gradient": partial(Hedge, gradient=True),
    "adanormalhedge-prior": partial(AdaNormalHedge, prior=[6, 5, 4, 3, 2, 1]),
    "adanormalhedge-gradient": partial(AdaNormalHedge, gradient=True, scale=4.0),
    "squint-prior-gradient": partial(Squint, prior=[1, 2, 3, 4, 5, 6], gradient=True, scale=4.0),
    "boa-prior": partial(BOA, prior=[1, 2, 3, 4, 5, 6]),
    "boa-gradient": partial(BOA, gradient=True),
    "ml-poly-gradient": partial(MLPoly, gradient=True),
    "aa-prior": partial(AggregatingAlgorithm, low=-1.0, high=2.0, prior=[1, 2, 3, 4, 5, 6]),
    "ridge-zero": partial(Ridge, ridge=0.1, centre="zero"),
    "vaw-even": partial(VovkAzouryWarmuth, ridge=0.1, centre="even"),
    "wma-lazy": partial(WeightedMajority, alpha=0.3, lazy=True),
    "wma-realizable": partial(WeightedMajority, realizable=True),
    "rwma-tuned": partial(RandomisedWeightedMajority, m_bar=10, n_experts=6),
    "rwma-lecture": partial(RandomisedWeightedMajority, m_bar=10, n_experts=6, tuning="lecture"),
    "adahedge-gradient": partial(AdaHedge, gradient=True),
    "fixed-share-steep": partial(FixedShare, eta=5.0, share=0.3),
    "fixed-share-gradient": partial(FixedShare, gradient=True),
    "ewa-steep": partial(EWA, eta=3.0),
    "normalhedge-gradient": partial(NormalHedge, gradient=True),
    "agnostic-few-rounds": partial(Agnostic, rounds=7, eta=0.3),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_every_learner_passes_every_check(name):
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
        elif self.fault != "learns nothing":
            super().learn(x, y, guess)

    def state(self):
        state = super().state()
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
        "forgets its weights",
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
