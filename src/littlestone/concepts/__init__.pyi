"""Concept classes and their dimensions. A name stands here and nowhere else."""

from .concept_class import ConceptClass as ConceptClass
from .exact_littlestone import littlestone_dimension as littlestone_dimension
from .exact_randomised import randomised_dimension as randomised_dimension
from .exact_vc import vc_dimension as vc_dimension
from .game_values import game_value as game_value
from .labellings import Labellings as Labellings
from .mistake_tree import MistakeTree as MistakeTree
from .strategies import check_promises as check_promises
from .strategies import check_strategy as check_strategy
