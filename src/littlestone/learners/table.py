"""The tables of learners: one line each. Checks, theorems, twins, docs and command line find them here."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import Any

from ..errors import UnknownName
from ..learner import Learner, RowLearner
from .boolean.agnostic import Agnostic
from .boolean.conjunction import Conjunction
from .boolean.decision_list import DecisionList
from .boolean.elimination import Elimination
from .boolean.halving import Halving
from .boolean.standard_optimal import RandomisedOptimal, StandardOptimal
from .boolean.winnow import Winnow
from .convex.adagrad import AdaGrad
from .convex.coin_betting import CoinBetting
from .convex.descent import OnlineGradientDescent
from .convex.exponentiated_gradient import EGPlusMinus, ExponentiatedGradient
from .convex.follow_leader import FollowTheLeader
from .convex.follow_regularised_leader import FollowTheRegularisedLeader
from .convex.mirror_descent import MirrorDescent
from .convex.newton_step import OnlineNewtonStep
from .convex.point import PointLearner
from .experts.adahedge import AdaHedge
from .experts.adanormalhedge import AdaNormalHedge
from .experts.aggregating import AggregatingAlgorithm
from .experts.boa import BOA
from .experts.ewa import EWA
from .experts.expert import ExpertLearner
from .experts.fixed_share import FixedShare
from .experts.hedge import Hedge
from .experts.ml_poly import MLPoly
from .experts.normal_hedge import NormalHedge
from .experts.randomised_weighted_majority import RandomisedWeightedMajority
from .experts.ridge import Ridge
from .experts.squint import Squint
from .experts.vaw import VovkAzouryWarmuth
from .experts.weighted_majority import WeightedMajority
from .kernel.forgetron import Forgetron
from .kernel.perceptron import KernelPerceptron
from .kernel.projectron import Projectron
from .kernel.randomised_budget import RandomisedBudgetPerceptron
from .linear.adagrad import LinearAdaGrad
from .linear.alma import ALMA
from .linear.arow import AROW
from .linear.averaged_perceptron import AveragedPerceptron
from .linear.balanced_winnow import BalancedWinnow
from .linear.coin import LinearCoinBetting
from .linear.cw import CW
from .linear.eg import LinearEG
from .linear.ftrl import FTRLProximal
from .linear.narow import NAROW
from .linear.ogd import LinearDescent
from .linear.ons import LinearNewtonStep
from .linear.p_norm_perceptron import PNormPerceptron
from .linear.passive_aggressive import PassiveAggressive, PassiveAggressive1, PassiveAggressive2
from .linear.passive_aggressive_regression import PARegression, PARegression1, PARegression2
from .linear.perceptron import Perceptron
from .linear.rda import DualAveraging
from .linear.romma import ROMMA, AggressiveROMMA
from .linear.scw import SCW1, SCW2
from .linear.second_order_perceptron import SecondOrderPerceptron
from .linear.selective_perceptron import SelectivePerceptron
from .linear.vaw import LinearVAW
from .linear.voted_perceptron import VotedPerceptron
from .multiclass.arow import MulticlassAROW
from .multiclass.one_vs_rest import OneVsRest
from .multiclass.passive_aggressive import MulticlassPA, MulticlassPA1, MulticlassPA2
from .multiclass.perceptron import MulticlassPerceptron
from .portfolio.buy_and_hold import BuyAndHold
from .portfolio.constant_rebalanced import ConstantRebalanced
from .portfolio.exponentiated_gradient import EGPortfolio
from .portfolio.newton_step import NewtonPortfolio
from .portfolio.pamr import PAMR
from .portfolio.portfolio import PortfolioLearner
from .portfolio.universal import UniversalPortfolio

LEARNERS: dict[str, type[RowLearner]] = {
    learner.name: learner
    for learner in (
        Elimination,
        Conjunction,
        DecisionList,
        Winnow,
        BalancedWinnow,
        Halving,
        StandardOptimal,
        RandomisedOptimal,
        Agnostic,
        Perceptron,
        AveragedPerceptron,
        VotedPerceptron,
        PNormPerceptron,
        SecondOrderPerceptron,
        SelectivePerceptron,
        ALMA,
        ROMMA,
        AggressiveROMMA,
        PassiveAggressive,
        PassiveAggressive1,
        PassiveAggressive2,
        AROW,
        NAROW,
        CW,
        SCW1,
        SCW2,
        LinearDescent,
        LinearAdaGrad,
        FTRLProximal,
        DualAveraging,
        LinearEG,
        LinearNewtonStep,
        LinearCoinBetting,
        LinearVAW,
        PARegression,
        PARegression1,
        PARegression2,
        KernelPerceptron,
        RandomisedBudgetPerceptron,
        Forgetron,
        Projectron,
        MulticlassPerceptron,
        MulticlassPA,
        MulticlassPA1,
        MulticlassPA2,
        MulticlassAROW,
        OneVsRest,
    )
}

# Learners from advice.
EXPERTS: dict[str, type[ExpertLearner]] = {
    learner.name: learner
    for learner in (
        WeightedMajority,
        RandomisedWeightedMajority,
        Hedge,
        AdaHedge,
        NormalHedge,
        AdaNormalHedge,
        Squint,
        FixedShare,
        BOA,
        MLPoly,
        EWA,
        AggregatingAlgorithm,
        Ridge,
        VovkAzouryWarmuth,
    )
}

# Learners of points, for convex games.
POINTS: dict[str, type[PointLearner]] = {
    learner.name: learner
    for learner in (
        FollowTheLeader,
        FollowTheRegularisedLeader,
        OnlineGradientDescent,
        MirrorDescent,
        ExponentiatedGradient,
        EGPlusMinus,
        AdaGrad,
        OnlineNewtonStep,
        CoinBetting,
    )
}

# Learners of points that are shares of a wealth, for investments.
PORTFOLIOS: dict[str, type[PortfolioLearner]] = {
    learner.name: learner
    for learner in (
        ConstantRebalanced,
        BuyAndHold,
        EGPortfolio,
        NewtonPortfolio,
        UniversalPortfolio,
        PAMR,
    )
}
ALSO_CALLED = {"bah": BuyAndHold.name}

WORDS = {"convex": "learner of points", "portfolio": "portfolio"}  # what a kind is called in an error

# Every table by the kind of its learners: a name is looked up in one of them.
TABLES: dict[str, Mapping[str, type[Learner]]] = {"experts": EXPERTS, "convex": POINTS, "portfolio": PORTFOLIOS}


def table_of(kind: str) -> Mapping[str, type[Learner]]:
    """The table where learners of that kind are found."""
    return TABLES.get(kind, LEARNERS)


def find_learner(name: str, kind: str = "") -> type[Any]:
    """The learner of that name among those of a kind; a misspelt one is answered with the nearest."""
    table = table_of(kind)
    name = ALSO_CALLED.get(name, name)
    if name not in table:
        raise UnknownName.among(WORDS.get(kind, "learner"), name, table)
    return table[name]


def make_learner(name: str, parameters: dict[str, Any] | None = None, kind: str = "") -> Any:
    """A learner by name, with these parameters; an unknown parameter is an error."""
    learner = find_learner(name, kind)
    # A learner of points needs its number of coordinates; the others can be made without any setting, to be asked.
    known = signature(learner).parameters if issubclass(learner, PointLearner) else learner().parameters()
    for parameter in parameters or {}:
        if parameter not in known:
            raise UnknownName.among(f"parameter of {name}", parameter, known)
    return learner(**(parameters or {}))
