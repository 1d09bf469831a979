"""Losses. A name stands here and nowhere else."""

from .names import find_forecast_loss as find_forecast_loss
from .names import find_loss as find_loss
from .names import find_number_loss as find_number_loss
from .points import ConvexLoss as ConvexLoss
