"""What 0.1.0 did and what was changed on purpose since, each with a sentence why."""

from __future__ import annotations

from pathlib import Path

from golden_compare import RESULTS, fits

GOLDEN = Path(__file__).parents[1] / "bits" / "golden"
RECORD = GOLDEN / "release_0_1_0.json"
COMPARED = (*RESULTS, "paid", "allowed", "verdict")  # the words of a certificate may become better

# What was changed on purpose since 0.1.0: a pattern of differences as they are printed, * for anything, and why. A key
# is "game/what: was -> now", such as "LEARNERS/arow/*/at *AROWBound verdict: broken premise -> open".
INTENDED: dict[str, str] = {
    "LEARNERS/*/dicts/state columns: *": "examples that are kept are sorted by column, however they come",
    "LEARNERS/*/dicts/state values: *": "examples that are kept are sorted by column, however they come",
    "LEARNERS/eg/*loss=square*": "LinearEG with the square loss plays for numbers, as DualAveraging does",
    "LEARNERS/ons/*loss=square*": "LinearNewtonStep with the square loss plays for numbers",
    "*game.cost=*ledger.regret: *": "of an investment it is before costs, as its theorems are",
    "saved/ons.ledger.regret: *": "the regret of an investment is before costs, as its theorems are",
    "*game.keep=* verdict: holds -> open": "evidence that was cut by keep certifies nothing",
    "*game.keep=* paid: *": "where evidence was cut all mistakes are counted, or what was paid is not known",
    "*game.keep=* allowed: * -> None": "evidence that was cut by keep certifies nothing",
    "*/at 0/*Bound verdict: holds -> open": "before the first example nothing is known of the class",
    "*/again/*Bound paid: * -> None": "of a learner that was not fresh nothing is claimed",
    "LEARNERS/arow/*AROWBound*": "diagonal AROW has a theorem of its own",
    "LEARNERS/narow/*NAROWBound*": "diagonal NAROW has a theorem of its own",
    "LEARNERS/ogd/*LinearDescentBound *": "at the end point the theorem is an equation: another u is shown",
    "LEARNERS/adagrad/*LinearAdaGradBound *": "the same",
    "LEARNERS/ftrl/*ProximalBound *": "the same",
    "LEARNERS/rda/*DualAveragingBound *": "the same",
    "POINTS/ogd/*DescentBound *": "the same",
    "POINTS/mirror/*MirrorBound *": "the same",
    "LEARNERS/balanced-winnow/*BalancedWinnowBound allowed: *": "shown for a vector that is not zero",
    "LEARNERS/p-norm-perceptron/*PNormBound allowed: *": "shown for a vector that is not zero",
    "LEARNERS/alma/*ALMABound *": "shown for a vector that is not zero; rounds without features are counted apart",
    "LEARNERS/pa/*PABound allowed: *": "shown for a vector that is not zero",
    "LEARNERS/vaw/*LinearVAWBound verdict: broken premise -> open": "the theorem is about another loss",
    "EXPERTS/wma/realizable=True/* ledger.weights*": "where all weights are zero those are shown that are played",
    "EXPERTS/fixed-share/*FixedShareBound *": "a memory limit is no broken premise",
    "POINTS/ons/*NewtonBound verdict: * -> open": "of a loss that is not known to curve nothing is claimed",
    "PORTFOLIOS/ons/*NewtonPortfolioBound*": "with c <= 1 no theorem is known, and none is asked",
    "PORTFOLIOS/eg/*EGPortfolioBound *": "a memory limit is no broken premise",
    "LEARNERS/ons/covariance=diagonal*verdict: broken premise -> no certificate": "of a diagonal matrix none is known",
    "LEARNERS/coin/*Bound paid: *": "the real number is shown where a premise is broken",
    "LEARNERS/elimination/game.keep=*verdict: holds -> broken premise": "what was kept proves that no disjunction fits",
    "*/at 0/*Bound allowed: * -> None": "before the first example nothing is known to allow a number",
    "saved/*_late.certificates.*": "late labels were learned otherwise than in order",
    "LEARNERS/projectron/*state cut: *": "what rounding may hide of a distance grows with the parts of the projection",
    "POINTS/*/contrary/points/state played: * sum 0.0 -> *": "equal weights are so to the last bit: a sum of rounding",
    "POINTS/*game.loss=wealth/*ledger.best_fixed_point*": "found to twelve digits, which were eight",
    "POINTS/follow-the-regularised-leader/*/again/*paid: *": "of a learner that was not fresh nothing is claimed",
}


def intended(key: str) -> bool:
    return any(fits(pattern, key) for pattern in INTENDED)
