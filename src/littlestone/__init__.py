"""littlestone: online learning with a receipt.

A learner predicts, the truth is told, the learner learns; the ledger says at every moment how many mistakes were
made, how many the theorem allows, which premise broke, and what the mistakes prove about the data.

>>> from littlestone import Game, Perceptron
>>> game = Game(Perceptron())
>>> for x, y in [({"free": 1, "win": 1}, +1), ({"meeting": 1}, -1)]:
...     move = game.predict(x)
...     game.label(move.number, y)
>>> game.ledger.mistakes
1
"""

from __future__ import annotations

from . import interpreted as _interpreted  # first: it may decide where the other modules are loaded from
from .bound import Bound, Case, Certificate, Open
from .bounds.adahedge import AdaHedgeBound, AdaHedgeVarianceBound
from .bounds.adanormalhedge import AdaNormalHedgeBound
from .bounds.aggregating import AggregatingBound
from .bounds.agnostic import AgnosticBound
from .bounds.alma import ALMABound
from .bounds.boa import BOABound
from .bounds.coin_regret import CoinBound, WealthBound
from .bounds.confidence import AROWBound
from .bounds.decision_list import DecisionListBound
from .bounds.descent_regret import AdaGradBound, DescentBound
from .bounds.diagonal_bound import DiagonalAROWBound, DiagonalNAROWBound
from .bounds.disjunction import DisjunctionBound
from .bounds.elimination import ConjunctionBound, EliminationBound
from .bounds.ewa import EWABound
from .bounds.fixed_share import FixedShareBound
from .bounds.forgetron import ForgetronBound
from .bounds.hedge import HedgeBound
from .bounds.kernel import KernelHingeBound, KernelMarginBound
from .bounds.leader import LeaderBound
from .bounds.least_squares import LinearVAWBound, RidgeBound, VovkAzouryWarmuthBound
from .bounds.majority import RandomisedMajorityBound, WeightedMajorityBound
from .bounds.margin import HingeBound, MarginBound
from .bounds.mirror_regret import ExponentialBound, MirrorBound
from .bounds.mixture import BuyAndHoldBound, UniversalBound
from .bounds.ml_poly import MLPolyBound
from .bounds.multiclass import (
    MulticlassHingeBound,
    MulticlassMarginBound,
    MulticlassPA1Bound,
    MulticlassPA2Bound,
    MulticlassPABound,
)
from .bounds.narow import NAROWBound
from .bounds.newton_regret import NewtonBound
from .bounds.newton_rows import LinearNewtonBound
from .bounds.normal_hedge import NormalHedgeBound
from .bounds.p_norm import PNormBound
from .bounds.passive_aggressive import PA1Bound, PA2Bound, PABound
from .bounds.portfolio import EGPortfolioBound, NewtonPortfolioBound
from .bounds.projectron import ProjectronBound
from .bounds.regression import RegressionPA1Bound, RegressionPA2Bound, RegressionPABound
from .bounds.regularised_leader import RegularisedLeaderBound, StabilityBound
from .bounds.romma import AggressiveROMMABound, ROMMABound
from .bounds.row_regret import DualAveragingBound, LinearCoinBound, LinearWealthBound
from .bounds.second_order import SecondOrderBound
from .bounds.selective import SelectiveBound
from .bounds.signed_weights import BalancedWinnowBound, LinearEGBound
from .bounds.squint import SquintBound
from .bounds.tangent_regret import LinearAdaGradBound, LinearDescentBound, ProximalBound
from .bounds.version_space import HalvingBound, OptimalBound, RandomisedOptimalBound
from .convex_game import ConvexGame, PointRound
from .convex_ledger import ConvexLedger, PointWatcher
from .convex_loss import ConvexLoss
from .data.advice import as_advice
from .data.arrays import as_batch
from .data.csv_file import read
from .data.forecast_file import ForecastFile
from .data.hashing import HashedFeatures
from .data.packed import PackedFile, pack
from .data.samples import sample
from .data.source import open_source
from .data.svmlight import SvmlightReader
from .data.vw_text import VwReader
from .domain import Ball, Box, Domain, Simplex, Space
from .expert_ledger import ExpertLedger
from .game import Game, Round
from .invest_game import InvestGame
from .invest_ledger import InvestLedger
from .learner import Learner, RowLearner
from .learners.boolean.agnostic import Agnostic
from .learners.boolean.conjunction import Conjunction
from .learners.boolean.decision_list import DecisionList
from .learners.boolean.elimination import Elimination
from .learners.boolean.halving import Halving
from .learners.boolean.standard_optimal import RandomisedOptimal, StandardOptimal
from .learners.boolean.winnow import Winnow
from .learners.convex.adagrad import AdaGrad
from .learners.convex.be_the_leader import be_the_leader
from .learners.convex.coin_betting import CoinBetting
from .learners.convex.descent import OnlineGradientDescent
from .learners.convex.exponentiated_gradient import EGPlusMinus, ExponentiatedGradient
from .learners.convex.follow_leader import FollowTheLeader
from .learners.convex.follow_regularised_leader import FollowTheRegularisedLeader
from .learners.convex.mirror_descent import MirrorDescent
from .learners.convex.mirror_map import MirrorMap
from .learners.convex.newton_step import OnlineNewtonStep
from .learners.convex.point import PointLearner
from .learners.experts.adahedge import AdaHedge
from .learners.experts.adanormalhedge import AdaNormalHedge
from .learners.experts.aggregating import AggregatingAlgorithm
from .learners.experts.boa import BOA
from .learners.experts.ewa import EWA
from .learners.experts.expert import ExpertLearner
from .learners.experts.fixed_share import FixedShare
from .learners.experts.hedge import Hedge
from .learners.experts.ml_poly import MLPoly
from .learners.experts.normal_hedge import NormalHedge
from .learners.experts.randomised_weighted_majority import RandomisedWeightedMajority
from .learners.experts.ridge import Ridge
from .learners.experts.squint import Squint
from .learners.experts.vaw import VovkAzouryWarmuth
from .learners.experts.weighted_majority import WeightedMajority
from .learners.kernel.forgetron import Forgetron
from .learners.kernel.perceptron import KernelPerceptron
from .learners.kernel.projectron import Projectron
from .learners.kernel.randomised_budget import RandomisedBudgetPerceptron
from .learners.linear.adagrad import LinearAdaGrad
from .learners.linear.alma import ALMA
from .learners.linear.arow import AROW
from .learners.linear.averaged_perceptron import AveragedPerceptron
from .learners.linear.balanced_winnow import BalancedWinnow
from .learners.linear.coin import LinearCoinBetting
from .learners.linear.cw import CW
from .learners.linear.eg import LinearEG
from .learners.linear.ftrl import FTRLProximal
from .learners.linear.linear import LinearLearner
from .learners.linear.narow import NAROW
from .learners.linear.ogd import LinearDescent
from .learners.linear.ons import LinearNewtonStep
from .learners.linear.p_norm_perceptron import PNormPerceptron
from .learners.linear.passive_aggressive import PassiveAggressive, PassiveAggressive1, PassiveAggressive2
from .learners.linear.passive_aggressive_regression import PARegression, PARegression1, PARegression2
from .learners.linear.perceptron import Perceptron
from .learners.linear.rda import DualAveraging
from .learners.linear.romma import ROMMA, AggressiveROMMA
from .learners.linear.scw import SCW1, SCW2
from .learners.linear.second_order_perceptron import SecondOrderPerceptron
from .learners.linear.selective_perceptron import SelectivePerceptron
from .learners.linear.vaw import LinearVAW
from .learners.linear.voted_perceptron import VotedPerceptron
from .learners.multiclass.arow import MulticlassAROW
from .learners.multiclass.one_vs_rest import OneVsRest
from .learners.multiclass.passive_aggressive import MulticlassPA, MulticlassPA1, MulticlassPA2
from .learners.multiclass.perceptron import MulticlassPerceptron
from .learners.portfolio.buy_and_hold import BuyAndHold
from .learners.portfolio.constant_rebalanced import ConstantRebalanced
from .learners.portfolio.exponentiated_gradient import EGPortfolio
from .learners.portfolio.newton_step import NewtonPortfolio
from .learners.portfolio.pamr import PAMR
from .learners.portfolio.universal import UniversalPortfolio
from .learners.table import EXPERTS, LEARNERS, POINTS, PORTFOLIOS, make_learner
from .ledger import Ledger
from .nature import Label, Nature
from .regulariser import GivenRegulariser, Regulariser
from .row import Batch, Row
from .store import load, save
from .version import VERSION as __version__
from .watcher import Watcher

_interpreted.warn()

__all__ = [
    "ALMA",
    "AROW",
    "BOA",
    "CW",
    "EWA",
    "EXPERTS",
    "LEARNERS",
    "NAROW",
    "PAMR",
    "POINTS",
    "PORTFOLIOS",
    "ROMMA",
    "SCW1",
    "SCW2",
    "ALMABound",
    "AROWBound",
    "AdaGrad",
    "AdaGradBound",
    "AdaHedge",
    "AdaHedgeBound",
    "AdaHedgeVarianceBound",
    "AdaNormalHedge",
    "AdaNormalHedgeBound",
    "AggregatingAlgorithm",
    "AggregatingBound",
    "AggressiveROMMA",
    "AggressiveROMMABound",
    "Agnostic",
    "AgnosticBound",
    "AveragedPerceptron",
    "BOABound",
    "BalancedWinnow",
    "BalancedWinnowBound",
    "Ball",
    "Batch",
    "Bound",
    "Box",
    "BuyAndHold",
    "BuyAndHoldBound",
    "Case",
    "Certificate",
    "CoinBetting",
    "CoinBound",
    "Conjunction",
    "ConjunctionBound",
    "ConstantRebalanced",
    "ConvexGame",
    "ConvexLedger",
    "ConvexLoss",
    "DecisionList",
    "DecisionListBound",
    "DescentBound",
    "DiagonalAROWBound",
    "DiagonalNAROWBound",
    "DisjunctionBound",
    "Domain",
    "DualAveraging",
    "DualAveragingBound",
    "EGPlusMinus",
    "EGPortfolio",
    "EGPortfolioBound",
    "EWABound",
    "Elimination",
    "EliminationBound",
    "ExpertLearner",
    "ExpertLedger",
    "ExponentialBound",
    "ExponentiatedGradient",
    "FTRLProximal",
    "FixedShare",
    "FixedShareBound",
    "FollowTheLeader",
    "FollowTheRegularisedLeader",
    "ForecastFile",
    "Forgetron",
    "ForgetronBound",
    "Game",
    "GivenRegulariser",
    "Halving",
    "HalvingBound",
    "HashedFeatures",
    "Hedge",
    "HedgeBound",
    "HingeBound",
    "InvestGame",
    "InvestLedger",
    "KernelHingeBound",
    "KernelMarginBound",
    "KernelPerceptron",
    "Label",
    "LeaderBound",
    "Learner",
    "Ledger",
    "LinearAdaGrad",
    "LinearAdaGradBound",
    "LinearCoinBetting",
    "LinearCoinBound",
    "LinearDescent",
    "LinearDescentBound",
    "LinearEG",
    "LinearEGBound",
    "LinearLearner",
    "LinearNewtonBound",
    "LinearNewtonStep",
    "LinearVAW",
    "LinearVAWBound",
    "LinearWealthBound",
    "MLPoly",
    "MLPolyBound",
    "MarginBound",
    "MirrorBound",
    "MirrorDescent",
    "MirrorMap",
    "MulticlassAROW",
    "MulticlassHingeBound",
    "MulticlassMarginBound",
    "MulticlassPA",
    "MulticlassPA1",
    "MulticlassPA1Bound",
    "MulticlassPA2",
    "MulticlassPA2Bound",
    "MulticlassPABound",
    "MulticlassPerceptron",
    "NAROWBound",
    "Nature",
    "NewtonBound",
    "NewtonPortfolio",
    "NewtonPortfolioBound",
    "NormalHedge",
    "NormalHedgeBound",
    "OneVsRest",
    "OnlineGradientDescent",
    "OnlineNewtonStep",
    "Open",
    "OptimalBound",
    "PA1Bound",
    "PA2Bound",
    "PABound",
    "PARegression",
    "PARegression1",
    "PARegression2",
    "PNormBound",
    "PNormPerceptron",
    "PackedFile",
    "PassiveAggressive",
    "PassiveAggressive1",
    "PassiveAggressive2",
    "Perceptron",
    "PointLearner",
    "PointRound",
    "PointWatcher",
    "Projectron",
    "ProjectronBound",
    "ProximalBound",
    "ROMMABound",
    "RandomisedBudgetPerceptron",
    "RandomisedMajorityBound",
    "RandomisedOptimal",
    "RandomisedOptimalBound",
    "RandomisedWeightedMajority",
    "RegressionPA1Bound",
    "RegressionPA2Bound",
    "RegressionPABound",
    "RegularisedLeaderBound",
    "Regulariser",
    "Ridge",
    "RidgeBound",
    "Round",
    "Row",
    "RowLearner",
    "SecondOrderBound",
    "SecondOrderPerceptron",
    "SelectiveBound",
    "SelectivePerceptron",
    "Simplex",
    "Space",
    "Squint",
    "SquintBound",
    "StabilityBound",
    "StandardOptimal",
    "SvmlightReader",
    "UniversalBound",
    "UniversalPortfolio",
    "VotedPerceptron",
    "VovkAzouryWarmuth",
    "VovkAzouryWarmuthBound",
    "VwReader",
    "Watcher",
    "WealthBound",
    "WeightedMajority",
    "WeightedMajorityBound",
    "Winnow",
    "__version__",
    "as_advice",
    "as_batch",
    "be_the_leader",
    "load",
    "make_learner",
    "open_source",
    "pack",
    "read",
    "sample",
    "save",
]
