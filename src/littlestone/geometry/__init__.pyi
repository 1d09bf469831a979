"""Domains, regularisers and mirror maps. A name stands here and nowhere else."""

from .domain import Ball as Ball
from .domain import Box as Box
from .domain import Domain as Domain
from .domain import Simplex as Simplex
from .domain import Space as Space
from .entropy import Entropy as Entropy
from .euclidean import Euclidean as Euclidean
from .mirror_map import MirrorMap as MirrorMap
from .regulariser import GivenRegulariser as GivenRegulariser
from .regulariser import Regulariser as Regulariser
