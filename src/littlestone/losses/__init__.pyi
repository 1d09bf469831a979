"""Losses. A name stands here and nowhere else."""

from .loss_names import find_forecast_loss as find_forecast_loss
from .loss_names import find_loss as find_loss
from .loss_names import find_number_loss as find_number_loss
from .point_losses import ConvexLoss as ConvexLoss
