"""Guarantees in games. A name stands here and nowhere else."""

from ..rows.guarantee import Guarantee as Guarantee
from .advantage import Advantage as Advantage
from .advantage import compare_losses as compare_losses
from .alarm import Alarm as Alarm
from .alarm_ledger import Sounded as Sounded
from .apple_tasting import AppleTasting as AppleTasting
from .apple_tasting import Taste as Taste
from .calibrated import Calibrated as Calibrated
from .calibrated import CalibratedChance as CalibratedChance
from .calibrated_classes import CalibratedChances as CalibratedChances
from .calibrated_classes import CalibratedClasses as CalibratedClasses
from .confidence_sequence import ConfidenceSequence as ConfidenceSequence
from .guarantee_table import make_guarantee as make_guarantee
from .intervals import Interval as Interval
from .intervals import Intervals as Intervals
from .outside_model import Model as Model
from .pictures import plot_intervals as plot_intervals
from .pictures import plot_reliability as plot_reliability
from .policy_advantage import PolicyAdvantage as PolicyAdvantage
from .policy_value import PolicyValue as PolicyValue
