"""Which golden games are played: every learner of every table, by default and in other settings, on which streams.

A case is plain data. The learners are those of the tables, so one that is added later joins by itself with its default
settings; what 0.1.0 has recorded is compared, and the rest is only played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from littlestone import EXPERTS, LEARNERS, POINTS, PORTFOLIOS


class Setting(NamedTuple):
    """How a learner is made, and how its game; `bounds` as names of theorems with what is promised to them."""

    learner: dict[str, Any]
    game: dict[str, Any]

    @property
    def default(self) -> bool:
        """Is the learner as it comes?"""
        return not self.learner and self.game in ({}, {"loss": "square"})

    def __str__(self) -> str:
        parts = [f"{name}={value}" for name, value in self.learner.items()]
        parts += [f"game.{name}={value}" for name, value in self.game.items()]
        return " ".join(parts) or "default"


class Case(NamedTuple):
    """One game: who plays, in which settings, on which stream, and how the rounds are handed over."""

    table: str
    name: str
    setting: Setting
    stream: str
    way: str

    @property
    def kernel(self) -> bool:
        """Does a learner of kernels play, whose rounds and theorems take longer?"""
        return self.name in ("kernel-perceptron", "rbp", "forgetron", "projectron")

    @property
    def solved(self) -> bool:
        """Is a guess or a number of the learner known only to half the digits: found by a solver, or by a root?"""
        return self.name.startswith("follow-the-") or self.name == "projectron"

    @property
    def key(self) -> str:
        return f"{self.table}/{self.name}/{self.setting}/{self.stream}/{self.way}"


def a(**learner: Any) -> Setting:
    """A setting of the learner; what is called `game` is that of its game."""
    game = learner.pop("game", {})
    return Setting(learner, game)


# What every linear learner and every one of many classes can be set to.
SEEN = (a(bias=0.7), a(normalise=True), a(normalise=True, bias=1.3))
FULL = (a(covariance="full"), a(covariance="full", bias=1.0), a(covariance="full", normalise=True))
KERNELS = (
    a(kernel="linear"),
    a(kernel="polynomial", degree=2),
    a(kernel="polynomial", degree=3, gamma=0.5, offset=0.0),
    a(gamma=0.2),
)
SMALL = "table:00000,10000,01000,00100,00010,00001"
CUTS = "table:00000,00001,00011,00111,01111,11111"

OWN: dict[str, tuple[Setting, ...]] = {
    "elimination": (
        a(negations=True),
        a(n=12),
        a(game={"bounds": [("EliminationBound", {"k": 2})]}),
        a(game={"bounds": [("EliminationBound", {"k": 11})]}),
        a(game={"keep": 20}),
    ),
    "conjunction": (
        a(n=12),
        a(game={"bounds": [("ConjunctionBound", {"k": 2})]}),
        a(game={"bounds": [("ConjunctionBound", {"k": 9})]}),
    ),
    "decision-list": (
        a(tie="0"),
        a(tie="1"),
        a(tie="maj"),
        a(game={"bounds": [("DecisionListBound", {"length": 4})]}),
        a(game={"bounds": [("DecisionListBound", {"length": 2})]}),
    ),
    "winnow": (
        a(beta=1 / 3, theta=5.5, strict=False),
        a(demote="eliminate"),
        a(negations=True, beta=0.25),
        a(game={"bounds": [("DisjunctionBound", {"k": 2})]}),
        a(game={"bounds": [("DisjunctionBound", {"k": 1})]}),
        a(game={"keep": 30}),
    ),
    "balanced-winnow": (a(eta=0.5), a(eta=0.02)),
    "halving": (
        a(conservative=False),
        a(tie="1"),
        a(concepts=SMALL, prior=[1, 2, 4, 2, 1, 6]),
        a(concepts=CUTS, conservative=False, tie="1"),
    ),
    "soa": (a(tie="0"), a(concepts=SMALL), a(concepts=CUTS)),
    "randomised-soa": (a(concepts=SMALL), a(concepts=CUTS), a(game={"seed": 9})),
    "agnostic": (
        a(rounds=20),
        a(concepts=SMALL, rounds=60),
        a(concepts=CUTS, rounds=60, eta=0.3),
        a(concepts=SMALL, rounds=60, game={"seed": 4}),
    ),
    "perceptron": (
        a(zero="-1"),
        a(zero="mistake"),
        a(zero="mistake", bias=0.7),
        a(game={"loss": "hinge"}),
        a(game={"loss": "square"}),
        a(game={"loss": "log"}),
        a(game={"loss": "absolute"}),
        a(game={"bounds": []}),
        a(game={"keep": 60}),
        a(game={"keep": 0}),
        a(game={"bounds": [("MarginBound", {"margin": 0.3}), ("HingeBound", {})]}),
        a(game={"bounds": [("MarginBound", {"margin": 2.0})]}),
        a(bias=1.0, game={"bounds": [("MarginBound", {"margin": 0.05})]}),
        a(game={"labels": ("ham", "spam")}),
        a(game={"hash_bits": 3}),
    ),
    "p-norm-perceptron": (a(p=2), a(p=2.5, bias=1.0), a(p=40), a(game={"keep": 60})),
    "second-order-perceptron": (a(a=0.1), a(a=30.0, bias=1.0)),
    "selective-perceptron": (a(b=0.1), a(b=5.0, seed=3), a(labels="asked"), a(labels="asked", b=0.2, bias=1.0)),
    "alma": (a(normalise=False), a(alpha=0.1), a(alpha=0.9, B=1.5, C=0.7), a(game={"keep": 60})),
    "romma": (a(game={"keep": 60}),),
    "pa": (a(game={"keep": 100}), a(game={"loss": "hinge"})),
    "pa1": (
        a(C=0.05),
        a(C=10.0, bias=0.5),
        a(game={"keep": 100}),
        a(game={"bounds": []}),
        a(game={"labels": (0, 1)}),
    ),
    "pa2": (a(C=0.05), a(C=10.0, bias=0.5), a(game={"loss": "hinge"})),
    "arow": (a(r=0.1), a(covariance="full", r=5.0), *FULL, a(covariance="full", game={"keep": 100})),
    "narow": (a(b=0.2), a(covariance="full", b=8.0), *FULL),
    "cw": (a(eta=0.6), *FULL),
    "scw1": (a(C=0.1, eta=0.75), *FULL),
    "scw2": (a(C=0.1, eta=0.75), *FULL),
    "ogd": (
        a(eta=1.0),
        a(rate="root"),
        a(rate="root", eta=0.5, bias=1.0),
        a(loss="log"),
        a(loss="square", eta=0.05),
        a(loss="square", eta=0.05, game={"labels": (-1, 1)}),
        a(loss="absolute", bias=1.0),
        a(loss="insensitive:0.3"),
        a(loss="pinball:0.8", bias=1.0),
        a(loss="poisson", eta=0.01, bias=1.0),
        a(loss="square", eta=0.02, game={"loss": "absolute"}),
        a(game={"loss": "hinge"}),
        a(game={"bounds": []}),
    ),
    "adagrad": (
        a(eta=1.0),
        a(loss="hinge"),
        a(loss="square", bias=1.0),
        a(loss="square", eta=0.5, game={"loss": "percentage"}),
        a(loss="absolute"),
        a(loss="insensitive:0.3", bias=1.0),
        a(loss="pinball:0.8"),
        a(loss="poisson", bias=1.0),
        a(game={"loss": "log"}),
        a(game={"bounds": []}),
    ),
    "ftrl": (
        a(l1=0.5),
        a(l1=0.2, l2=0.5, alpha=0.5, bias=1.0),
        a(beta=0.0, alpha=0.3),
        a(loss="hinge"),
        a(loss="square", alpha=0.5),
    ),
    "rda": (a(l1=0.05), a(gamma=5.0, l1=0.0), a(loss="hinge", bias=1.0), a(loss="square", gamma=3.0)),
    "eg": (a(eta=0.05, U=5.0), a(loss="log"), a(loss="square", U=2.0, bias=1.0)),
    "ons": (
        a(C=3.0),
        a(eps=1.0, bias=1.0),
        a(loss="square"),
        a(covariance="diagonal"),
        a(covariance="diagonal", loss="square", bias=1.0),
    ),
    "coin": (
        a(eps=0.1),
        a(G=3.0, normalise=False),
        a(loss="log", bias=1.0),
        a(game={"bounds": [("LinearWealthBound", {}), ("LinearCoinBound", {"radius": 2.0})]}),
    ),
    "vaw": (a(ridge=0.1), a(ridge=20.0, bias=2.0), a(game={"loss": "absolute"})),
    "pa-regression": (a(epsilon=0.0), a(epsilon=1.0, bias=1.0), a(game={"loss": "insensitive:0.1"})),
    "pa1-regression": (a(C=0.05), a(epsilon=1.0, C=5.0, bias=1.0), a(game={"keep": 100})),
    "pa2-regression": (a(C=0.05), a(epsilon=1.0, C=5.0, bias=1.0), a(game={"loss": "pinball:0.3"})),
    "kernel-perceptron": (
        *KERNELS,
        a(gamma=0.2, game={"bounds": [("KernelMarginBound", {"margin": 0.05}), ("KernelHingeBound", {})]}),
        a(gamma=0.2, game={"keep": 60}),
    ),
    "rbp": (a(budget=5), a(budget=5, seed=7, kernel="linear"), a(budget=12, gamma=0.2)),
    "forgetron": (a(budget=5), a(budget=12, gamma=0.2), a(budget=8, kernel="linear")),
    "projectron": (*KERNELS, a(eta=0.5, gamma=0.2), a(eta=0.0, gamma=0.2), a(budget=6, gamma=0.2)),
    "multiclass-perceptron": (
        a(game={"labels": ("red", "green", "blue", "grey", "pink")}),
        a(game={"bounds": [("MulticlassMarginBound", {"margin": 0.1})]}),
        a(game={"keep": 100}),
    ),
    "multiclass-pa": (a(game={"keep": 200}),),
    "multiclass-pa1": (a(C=0.05), a(C=10.0, bias=0.5)),
    "multiclass-pa2": (a(C=0.05), a(C=10.0, bias=0.5)),
    "multiclass-arow": (a(r=0.1), a(r=5.0, bias=1.0)),
    "one-vs-rest": (
        a(base="perceptron"),
        a(base="pa1", C=0.1),
        a(base="adagrad", bias=1.0),
        a(base="arow", parameters={"r": 0.5}, classes=5),
    ),
}

SQUARE = {"loss": "square"}
PRIOR = [1, 2, 3, 3, 2, 1]
LOSSES = tuple(a(game={"loss": loss}) for loss in ("absolute", "log", "pinball:0.8", "percentage"))
SLOPES = tuple(a(gradient=True, game={"loss": loss}) for loss in ("square", "log"))
ADVICE: dict[str, tuple[Setting, ...]] = {
    "wma": (
        a(alpha=0.2),
        a(eta=0.1),
        a(realizable=True),
        a(lazy=True),
        a(lazy=True, alpha=0.7),
        a(game={"labels": ("ham", "spam")}),
    ),
    "rwma": (
        a(alpha=0.9),
        a(eta=0.3, game={"seed": 5}),
        a(m_bar=60, n_experts=6),
        a(m_bar=60, n_experts=6, tuning="lecture"),
    ),
    "hedge": (
        *LOSSES,
        *SLOPES,
        a(game={"loss": "brier"}),
        a(gradient=True, game={"loss": "pinball:0.8"}),
        a(eta=0.5, game=SQUARE),
        a(eta=2.0, game={"loss": "absolute"}),
        a(small_loss=20.0, game=SQUARE),
        a(game={}),
        a(game={"seed": 3}),
        a(game={**SQUARE, "bounds": []}),
    ),
    "adahedge": (*LOSSES, *SLOPES, a()),
    "normalhedge": (
        *LOSSES,
        *SLOPES,
        a(),
        a(game={"loss": "absolute", "bounds": [("NormalHedgeBound", {"epsilon": 0.34})]}),
    ),
    "adanormalhedge": (*LOSSES, *SLOPES, a(prior=PRIOR, game=SQUARE), a(scale=3.0, game=SQUARE), a()),
    "squint": (*LOSSES, *SLOPES, a(prior=PRIOR, game=SQUARE), a(scale=3.0, game={"loss": "absolute"}), a()),
    "fixed-share": (
        *LOSSES,
        *SLOPES,
        a(eta=2.0, share=0.1, game=SQUARE),
        a(game={**SQUARE, "bounds": [("FixedShareBound", {"switches": 1})]}),
        a(eta=1.0, share=0.05, game={"loss": "absolute", "bounds": [("FixedShareBound", {"switches": 3})]}),
        a(),
    ),
    "boa": (*LOSSES, *SLOPES, a(prior=PRIOR, game=SQUARE), a()),
    "ml-poly": (*LOSSES, *SLOPES, a()),
    "ewa": (
        a(game={"loss": "log"}),
        a(game={"loss": "brier"}),
        a(eta=0.2, game=SQUARE),
        a(eta=3.0, game=SQUARE),
        a(eta=0.5, game={"loss": "absolute"}),
        a(eta=1.0, game={"loss": "pinball:0.8"}),
    ),
    "aa": (
        a(game={"loss": "log"}),
        a(game={"loss": "brier"}),
        a(low=-1.0, high=2.0, game=SQUARE),
        a(prior=PRIOR, game=SQUARE),
    ),
    "ridge": (a(ridge=0.1, game=SQUARE), a(centre="zero", game=SQUARE)),
    "vaw": (a(ridge=0.1, game=SQUARE), a(centre="even", game=SQUARE)),
}

LINEAR = {"loss": "linear"}
WEALTH = {"loss": "wealth"}
CONVEX: dict[str, tuple[Setting, ...]] = {
    "follow-the-leader": (
        a(game={"loss": "square"}),
        a(game={"loss": "square", "bounds": [("LeaderBound", {"radius": 1.0})]}),
        a(game={"loss": "square", "bounds": [("LeaderBound", {"radius": 0.2})]}),
        a(domain="box:-1,1", game=LINEAR),
        a(domain="simplex", game=LINEAR),
        a(domain="simplex", game=WEALTH),
        a(domain="space", game={"loss": "square"}),
        a(w1=[0.1, 0.2, -0.3], game=LINEAR),
    ),
    "follow-the-regularised-leader": (
        a(domain="box:-1,1", G=2.0),
        a(domain="ball:2", lam=0.5),
        a(lam=0.05),
        a(domain="simplex", psi="entropy", lam=0.2),
        a(domain="simplex", psi="entropy", G=1.0),
        a(domain="simplex", lam=0.1, game=WEALTH),
        a(domain="ball", G=4.0, B=0.8, game={"loss": "square"}),
        a(domain="ball", G=2.0, game={"bounds": [("RegularisedLeaderBound", {"G": 2.0, "B": 1.0})]}),
        a(domain="ball", lam=0.3, game={"bounds": [("RegularisedLeaderBound", {"G": 0.5})]}),
    ),
    "ogd": (
        a(eta="root", G=1.5),
        a(eta="root", G=0.3),
        a(eta="strong", domain="space", game={"loss": "square"}),
        a(eta="strong", game={"loss": "square"}),
        a(eta=0.1, domain="space"),
        a(eta=0.1, domain="space", game={**LINEAR, "bounds": [("DescentBound", {"radius": 2.0})]}),
        a(game={**LINEAR, "bounds": [("DescentBound", {"G": 1.0})]}),
        a(game={**LINEAR, "bounds": [("DescentBound", {"G": 0.2})]}),
        a(domain="ball:2", eta=0.3),
        a(domain="box:0,1"),
        a(domain="simplex", game=WEALTH),
        a(game={"loss": "square", "keep": 90}),
    ),
    "mirror": (
        a(eta=0.5),
        a(mirror="entropy"),
        a(mirror="entropy", eta=1.0, game=WEALTH),
        a(domain="ball:2", eta=0.3),
        a(game={**LINEAR, "bounds": [("MirrorBound", {"G": 1.0, "radius": 2.0})]}),
        a(mirror="entropy", game={**LINEAR, "bounds": [("MirrorBound", {"G": 0.2})]}),
        a(game={"loss": "square"}),
    ),
    "eg": (
        a(eta=0.3),
        a(G=3.0),
        a(game=WEALTH),
        a(game={**LINEAR, "bounds": [("ExponentialBound", {"G": 1.0})]}),
        a(game={"loss": "square"}),
    ),
    "eg+-": (
        a(U=3.0),
        a(U=0.5, eta=0.3),
        a(game={**LINEAR, "bounds": [("ExponentialBound", {"G": 0.2})]}),
        a(U=2.0, game={"loss": "square"}),
    ),
    "adagrad": (
        a(low=0.0, high=2.0),
        a(game={**LINEAR, "bounds": [("AdaGradBound", {"G": 1.0})]}),
        a(game={"loss": "square"}),
    ),
    "ons": (
        a(G=4.0, game={"loss": "square"}),
        a(G=4.0, domain="box:-1,1", game={"loss": "square"}),
        a(G=2.0, domain="simplex", game=WEALTH),
        a(G=0.5, domain="simplex", game=WEALTH),
    ),
    "coin": (
        a(eps=0.1),
        a(G=0.3),
        a(game={**LINEAR, "bounds": [("WealthBound", {}), ("CoinBound", {"radius": 2.0})]}),
        a(G=6.0, game={"loss": "square"}),
    ),
}

COST = {"cost": 0.002}
MARKET: dict[str, tuple[Setting, ...]] = {
    "crp": (a(weights=[0.5, 0.2, 0.3]), a(game=COST), a(d=2), a(d=5, game=COST)),
    "buy-and-hold": (a(weights=[0.5, 0.2, 0.3]), a(game=COST), a(d=2)),
    "eg": (
        a(eta=0.5),
        a(game=COST),
        a(d=2, eta=0.01),
        a(d=5, game={"bounds": [("EGPortfolioBound", {"r": 0.5})]}),
        a(game={"bounds": [("EGPortfolioBound", {"r": 0.97})]}),
        a(game={"keep": 90}),
    ),
    "ons": (a(delta=1.0, beta=0.5), a(delta=1.0, beta=0.5, game=COST), a(eta=0.1), a(d=5, delta=2.0)),
    "universal": (a(game=COST), a(d=2), a(d=2, grid=20), a(grid=12), a(d=4, samples=200, seed=5)),
    "pamr": (a(eps=0.9), a(game=COST), a(d=2, eps=1.0)),
}
# Learners of points that invest, since the simplex is theirs too.
INVESTORS: dict[str, tuple[Setting, ...]] = {
    "ogd": (a(domain="simplex"), a(domain="simplex", game=COST)),
    "mirror": (a(mirror="entropy", eta=0.5),),
    "eg": (a(eta=0.1, game=COST),),
    "ons": (a(G=2.0, domain="simplex"), a(G=2.0, domain="simplex", game=COST)),
    "follow-the-leader": (a(domain="simplex"),),
}

# On which streams a setting is played, and how its rounds are handed over; the default one on some more.
PLAN = (("fits", "dicts"), ("noisy", "batch"), ("contrary", "vectors"))
SHORT = (("fits", "dicts"), ("noisy", "batch"))
NAMED = (("fits", "dicts"), ("noisy", "dicts"))
POINT_PLAN = (("noisy", "points"), ("contrary", "points"))
DAY_PLAN = (("calm", "days"), ("wild", "days"))
# Besides: the same stream in every way, and a learner that has learned in a game before; of some, rounds without label.
DEFAULT = (*PLAN, ("noisy", "dicts"), ("noisy", "vectors"), ("again", "batch"))
GAPS = (("gaps", "dicts"), ("gaps", "batch"), ("again", "dicts"))
GAPPED = (
    *("winnow", "halving", "perceptron", "pa1", "arow", "adagrad", "kernel-perceptron", "multiclass-perceptron"),
    *("vaw", "hedge", "boa"),
)


def cases() -> Iterator[Case]:
    """All golden games."""
    for name, kind in LEARNERS.items():
        yield from planned("LEARNERS", name, a(), (*DEFAULT, *(GAPS if name in GAPPED else ())))
        for setting in OWN.get(name, ()):
            yield from planned("LEARNERS", name, setting, NAMED if named(setting) else PLAN)
        if kind.kind in ("linear", "multiclass") and name != "one-vs-rest":
            for setting in SEEN:
                yield from planned("LEARNERS", name, setting, SHORT)
    for name in EXPERTS:
        first = a() if name in ("wma", "rwma") else a(game=SQUARE)
        yield from planned("EXPERTS", name, first, (*DEFAULT, *(GAPS if name in GAPPED else ())))
        for setting in ADVICE.get(name, ()):
            yield from planned("EXPERTS", name, setting, PLAN)
    for name in POINTS:
        gaps = (("gaps", "points"),) if name in ("ogd", "follow-the-leader") else ()
        yield from planned("POINTS", name, a(), (*POINT_PLAN, ("again", "points"), *gaps))
        for setting in CONVEX.get(name, ()):
            yield from planned("POINTS", name, setting, POINT_PLAN)
    for name in PORTFOLIOS:
        yield from planned("PORTFOLIOS", name, a(), (*DAY_PLAN, ("gaps", "days"), ("again", "days")))
        for setting in MARKET.get(name, ()):
            yield from planned("PORTFOLIOS", name, setting, DAY_PLAN)
    for name, settings in INVESTORS.items():
        for setting in settings:
            yield from planned("POINTS", name, setting, DAY_PLAN)


def planned(table: str, name: str, setting: Setting, plan: Any) -> Iterator[Case]:
    """The cases of one setting."""
    for stream, way in plan:
        yield Case(table, name, setting, stream, way)


def named(setting: Setting) -> bool:
    """Are its rounds handed over by names only: since names are hashed, or because it says whose label it wants?"""
    return "hash_bits" in setting.game or setting.learner.get("labels") == "asked"
