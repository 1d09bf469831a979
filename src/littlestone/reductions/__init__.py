"""Reductions: what else follows from a mistake bound.

    a learner          ->  one that learns from its mistakes only            Conservative, replay
    mistakes           <-> equivalence queries                               learn_by_queries, as_queries, FromQueries
    mistakes           ->  probably approximately correct                    survival, two_stage
    queries            ->  probably approximately correct                    SamplingTeacher
    a game             ->  one hypothesis, with a bound on its error         OnlineToBatch
    a sample           ->  a hypothesis that fits it, if there is one        until_clean

Every one of them copies the learner it is given and hands back a `Hypothesis`, which no longer learns.
"""

from __future__ import annotations

from .conservative import Conservative, replay
from .epochs import Epochs, until_clean
from .equivalence_queries import Exact, as_queries, learn_by_queries, teacher
from .from_queries import FromQueries
from .hypothesis import Hypothesis
from .online_to_batch import OnlineToBatch, Vote, average_bound, excess_bound, majority_bound, random_index_bound
from .pac import Pac, survival, survival_size, two_stage, two_stage_size
from .sampling_teacher import SamplingTeacher, query_size

__all__ = [
    "Conservative",
    "Epochs",
    "Exact",
    "FromQueries",
    "Hypothesis",
    "OnlineToBatch",
    "Pac",
    "SamplingTeacher",
    "Vote",
    "as_queries",
    "average_bound",
    "excess_bound",
    "learn_by_queries",
    "majority_bound",
    "query_size",
    "random_index_bound",
    "replay",
    "survival",
    "survival_size",
    "teacher",
    "two_stage",
    "two_stage_size",
    "until_clean",
]
