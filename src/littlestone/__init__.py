"""littlestone: online learning with a receipt."""
from .game import Game, Round
from .learners import Perceptron, Winnow
from .row import Batch, Row
