"""Guarantees around games. A name stands here and nowhere else."""

from .alarm import Alarm as Alarm
from .apple_tasting import AppleTasting as AppleTasting
from .apple_tasting import TastedRound as TastedRound
from .calibrated import Calibrated as Calibrated
from .calibrated import CalibratedRound as CalibratedRound
from .calibrated_classes import CalibratedClasses as CalibratedClasses
from .intervals import Interval as Interval
from .intervals import Intervals as Intervals
from .outside_model import Model as Model
from .pictures import plot_intervals as plot_intervals
from .pictures import plot_reliability as plot_reliability
from .wrapper import Wrapper as Wrapper
