"""The tables of learners, one line each, which checks, tests, docs and the command line use.

A line gives the module of a learner, which is imported on first use, so that playing the Perceptron does not import
fifty others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import UnknownName

if TYPE_CHECKING:
    from .bandits.action import ActionLearner
    from .convex.point import PointLearner
    from .experts.expert import ExpertLearner
    from .learner import Learner, RowLearner
    from .portfolios.portfolio import PortfolioLearner

__path__: list[str] = []  # modules of release 0.1.0 stood below it, and are found by `support.moved`

L = TypeVar("L", bound="Learner")


class Table(Mapping[str, type[L]]):
    """Learners by name; `homes` has the module of each, in this package."""

    def __init__(self, homes: dict[str, str]) -> None:
        self.homes = homes

    def __getitem__(self, name: str) -> type[L]:
        module, _, learner = self.homes[name].rpartition(".")
        found: type[L] = getattr(import_module(f"{__package__}.{module}"), learner)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self.homes)

    def __len__(self) -> int:
        return len(self.homes)

    def __contains__(self, name: object) -> bool:
        return name in self.homes


LEARNERS: Table[RowLearner] = Table(
    {
        "elimination": "boolean.elimination.Elimination",
        "conjunction": "boolean.conjunction.Conjunction",
        "decision-list": "boolean.decision_list.DecisionList",
        "winnow": "boolean.winnow.Winnow",
        "balanced-winnow": "linear.balanced_winnow.BalancedWinnow",
        "halving": "boolean.halving.Halving",
        "soa": "boolean.standard_optimal.StandardOptimal",
        "randomised-soa": "boolean.standard_optimal.RandomisedOptimal",
        "multiclass-soa": "boolean.label_optimal.MulticlassOptimal",
        "bandit-soa": "boolean.label_optimal.BanditOptimal",
        "agnostic": "boolean.agnostic.Agnostic",
        "perceptron": "linear.perceptron.Perceptron",
        "averaged-perceptron": "linear.averaged_perceptron.AveragedPerceptron",
        "voted-perceptron": "linear.voted_perceptron.VotedPerceptron",
        "p-norm-perceptron": "linear.p_norm_perceptron.PNormPerceptron",
        "second-order-perceptron": "linear.second_order_perceptron.SecondOrderPerceptron",
        "selective-perceptron": "linear.selective_perceptron.SelectivePerceptron",
        "alma": "linear.alma.ALMA",
        "romma": "linear.romma.ROMMA",
        "aromma": "linear.romma.AggressiveROMMA",
        "pa": "linear.passive_aggressive.PA",
        "pa1": "linear.passive_aggressive.PA1",
        "pa2": "linear.passive_aggressive.PA2",
        "arow": "linear.arow.AROW",
        "narow": "linear.narow.NAROW",
        "cw": "linear.cw.CW",
        "scw1": "linear.scw.SCW1",
        "scw2": "linear.scw.SCW2",
        "ogd": "linear.linear_descent.LinearDescent",
        "adagrad": "linear.linear_adagrad.LinearAdaGrad",
        "ftrl": "linear.ftrl_proximal.FTRLProximal",
        "rda": "linear.dual_averaging.DualAveraging",
        "eg": "linear.linear_eg.LinearEG",
        "ons": "linear.linear_newton_step.LinearNewtonStep",
        "coin": "linear.linear_coin_betting.LinearCoinBetting",
        "scale-free": "linear.scale_free.ScaleFree",
        "vaw": "linear.linear_vaw.LinearVAW",
        "pa-regression": "linear.passive_aggressive_regression.PARegression",
        "pa1-regression": "linear.passive_aggressive_regression.PARegression1",
        "pa2-regression": "linear.passive_aggressive_regression.PARegression2",
        "kernel-perceptron": "kernels.kernel_perceptron.KernelPerceptron",
        "rbp": "kernels.randomised_budget.RandomisedBudgetPerceptron",
        "forgetron": "kernels.forgetron.Forgetron",
        "projectron": "kernels.projectron.Projectron",
        "multiclass-perceptron": "multiclass.multiclass_perceptron.MulticlassPerceptron",
        "multiclass-pa": "multiclass.multiclass_passive_aggressive.MulticlassPA",
        "multiclass-pa1": "multiclass.multiclass_passive_aggressive.MulticlassPA1",
        "multiclass-pa2": "multiclass.multiclass_passive_aggressive.MulticlassPA2",
        "multiclass-arow": "multiclass.multiclass_arow.MulticlassAROW",
        "one-vs-rest": "multiclass.one_vs_rest.OneVsRest",
        "pruning-tree": "trees.pruning_tree.PruningTree",
        "forest": "trees.forest.Forest",
        "committee": "committees.committee.Committee",
        "standardised": "scaling.standardised.Standardised",
        "products": "scaling.products.Products",
        "max-scaled": "scaling.max_scaled.MaxScaled",
        "standardised-labels": "scaling.standardised_labels.StandardisedLabels",
    }
)

# Learners from advice.
EXPERTS: Table[ExpertLearner] = Table(
    {
        "wma": "experts.weighted_majority.WeightedMajority",
        "rwma": "experts.randomised_weighted_majority.RandomisedWeightedMajority",
        "hedge": "experts.hedge.Hedge",
        "adahedge": "experts.adahedge.AdaHedge",
        "normalhedge": "experts.normal_hedge.NormalHedge",
        "adanormalhedge": "experts.adanormalhedge.AdaNormalHedge",
        "squint": "experts.squint.Squint",
        "fixed-share": "experts.fixed_share.FixedShare",
        "boa": "experts.boa.BOA",
        "ml-poly": "experts.ml_poly.MLPoly",
        "ewa": "experts.ewa.EWA",
        "aa": "experts.aggregating.AggregatingAlgorithm",
        "ridge": "experts.ridge.Ridge",
        "vaw": "experts.vovk_azoury_warmuth.VovkAzouryWarmuth",
    }
)

# Learners of points, for convex games.
POINTS: Table[PointLearner] = Table(
    {
        "follow-the-leader": "convex.follow_leader.FollowTheLeader",
        "follow-the-regularised-leader": "convex.follow_regularised_leader.FollowTheRegularisedLeader",
        "ogd": "convex.online_gradient_descent.OnlineGradientDescent",
        "mirror": "convex.mirror_descent.MirrorDescent",
        "eg": "convex.exponentiated_gradient.ExponentiatedGradient",
        "eg+-": "convex.exponentiated_gradient.EGPlusMinus",
        "adagrad": "convex.adagrad.AdaGrad",
        "ons": "convex.online_newton_step.OnlineNewtonStep",
        "coin": "convex.coin_betting.CoinBetting",
    }
)

# Learners of points that are shares of a wealth, for investments.
PORTFOLIOS: Table[PortfolioLearner] = Table(
    {
        "crp": "portfolios.constant_rebalanced.ConstantRebalanced",
        "buy-and-hold": "portfolios.buy_and_hold.BuyAndHold",
        "eg": "portfolios.eg_portfolio.EGPortfolio",
        "ons": "portfolios.newton_portfolio.NewtonPortfolio",
        "universal": "portfolios.universal_portfolio.UniversalPortfolio",
        "pamr": "portfolios.pamr.PAMR",
    }
)
# What learners are called elsewhere, each with the learner that is one; class names are names too, in any spelling.
ALSO_CALLED = {
    "bah": "buy-and-hold",
    "pai": "pa1",
    "paii": "pa2",
    "passiveaggressive": "pa",
    "standardized": "standardised",
    "standardscaler": "standardised",
    "maxabsscaler": "max-scaled",
    "logistic": "ftrl",
    "logisticregression": "ftrl",
    "sgd": "ogd",
    "onevsrestclassifier": "one-vs-rest",
    "ovr": "one-vs-rest",
}

# Learners of actions, which are told the reward of what they did and nothing else.
BANDITS: Table[ActionLearner] = Table(
    {
        "exp3": "bandits.exp3.EXP3",
        "exp3-ix": "bandits.exp3_ix.EXP3IX",
        "tsallis-inf": "bandits.tsallis_inf.TsallisINF",
        "exp4": "bandits.exp4.EXP4",
        "epsilon-greedy": "bandits.epsilon_greedy.EpsilonGreedy",
        "linucb": "bandits.linucb.LinUCB",
        "linear-thompson": "bandits.linear_thompson.LinearThompson",
    }
)

SIZED = ("convex", "portfolio", "actions")  # kinds whose learners need the number of coordinates, or of actions
# What a kind is called in an error.
WORDS = {"convex": "learner of points", "portfolio": "portfolio", "actions": "learner of actions"}

# Every table by the kind of its learners: a name is looked up in one of them.
TABLES: dict[str, Mapping[str, type[Any]]] = {
    "experts": EXPERTS,
    "convex": POINTS,
    "portfolio": PORTFOLIOS,
    "actions": BANDITS,
}


def table_of(kind: str) -> Mapping[str, type[Any]]:
    """The table of learners of that kind."""
    return TABLES.get(kind, LEARNERS)


def squashed(name: str) -> str:
    """A name without its hyphens and capitals."""
    return "".join(sign for sign in name if sign not in "-_ ").casefold()


def table_name(name: str, kind: str = "") -> str:
    """The name in the table of what is meant by a class name, such as "PNormPerceptron", or by a name from elsewhere.

    A name that is none of these is returned as it is.
    """
    table = table_of(kind)
    if name in table:
        return name
    wanted = squashed(name)
    homes = table.homes if isinstance(table, Table) else {}
    for known, home in homes.items():
        if wanted in (squashed(known), squashed(home.rpartition(".")[2])):
            return known
    other = ALSO_CALLED.get(wanted, name)
    return other if other in table else name


def find_learner(name: str, kind: str = "") -> type[Any]:
    """The learner class of that name and kind; the error for an unknown name suggests the nearest."""
    table = table_of(kind)
    name = table_name(name, kind)
    if name not in table:
        raise UnknownName.among(WORDS.get(kind, "learner"), name, table, others_in(table))
    return table[name]


def others_in(*tables: Mapping[str, type[Any]]) -> list[str]:
    """What learners of these tables are called elsewhere."""
    return [called for called, name in ALSO_CALLED.items() if any(name in table for table in tables)]


def make_learner(name: str, parameters: dict[str, Any] | None = None, kind: str = "") -> Any:
    """A learner by name, with these parameters; an unknown parameter is an error."""
    learner = find_learner(name, kind)
    # A learner of points needs its number of coordinates; others are made without arguments to list their parameters.
    known = signature(learner).parameters if learner.kind in SIZED else learner().parameters()
    for parameter in parameters or {}:
        if parameter not in known and parameter not in getattr(learner, "only_if_set", ()):
            raise UnknownName.among(f"parameter of {name}", parameter, known)
    return learner(**(parameters or {}))
