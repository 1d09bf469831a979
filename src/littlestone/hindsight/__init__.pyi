"""The best comparators in hindsight. A name stands here and nowhere else."""

from .by_name import oracle as oracle
from .comparator import Comparator as Comparator
from .convex import best_convex as best_convex
from .expert import best_expert as best_expert
from .expert import uniform as uniform
from .linear import best_linear as best_linear
from .matrix_value import GameValue as GameValue
from .matrix_value import game_value as game_value
from .point import best_point as best_point
from .portfolio import best_crp as best_crp
from .switching import best_switching as best_switching
from .switching import switching_losses as switching_losses
