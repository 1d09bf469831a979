"""The best comparators in hindsight. A name stands here and nowhere else."""

from .convex.best_point import best_point as best_point
from .experts.best_combination import best_linear as best_linear
from .experts.best_expert import best_expert as best_expert
from .experts.best_expert import uniform as uniform
from .experts.best_mixture import best_convex as best_convex
from .experts.best_path import best_switching as best_switching
from .experts.best_path import switching_losses as switching_losses
from .experts.oracles_by_name import oracle as oracle
from .matrix_games.matrix_value import GameValue as GameValue
from .matrix_games.matrix_value import game_value as game_value
from .portfolios.best_rebalanced import best_crp as best_crp
from .solvers.comparator import Comparator as Comparator
