"""Concept classes and their dimensions. A name stands here and nowhere else."""

from .concept_class import ConceptClass as ConceptClass
from .game_values import game_value as game_value
from .labellings import Labellings as Labellings
from .littlestone_dimension import littlestone_dimension as littlestone_dimension
from .mistake_tree import MistakeTree as MistakeTree
from .randomised_dimension import randomised_dimension as randomised_dimension
from .strategies import check_promises as check_promises
from .strategies import check_strategy as check_strategy
from .vc_dimension import vc_dimension as vc_dimension
