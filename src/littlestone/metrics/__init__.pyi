"""What metrics are read from. A name stands here and nowhere else."""

from .chances import ChanceSums as ChanceSums
from .confusion import Confusion as Confusion
from .metrics import Metrics as Metrics
from .number_metrics import ErrorSums as ErrorSums
from .ranks import Ranks as Ranks
from .tally import Tally as Tally
