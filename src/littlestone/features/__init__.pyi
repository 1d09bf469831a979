"""What comes in from outside. A name stands here and nowhere else."""

from .arrays import as_batch as as_batch
from .hashing import HashedFeatures as HashedFeatures
