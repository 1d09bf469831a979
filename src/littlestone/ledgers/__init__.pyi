"""Accounts of games. A name stands here and nowhere else."""

from .actions import ActionLedger as ActionLedger
from .actions import ActionWatcher as ActionWatcher
from .advice import ExpertLedger as ExpertLedger
from .alarm import AlarmLedger as AlarmLedger
from .calibration import CalibrationLedger as CalibrationLedger
from .classes import ClassLedger as ClassLedger
from .coverage import CoverageLedger as CoverageLedger
from .matrix import MatrixLedger as MatrixLedger
from .numbers import NumberLedger as NumberLedger
from .points import ConvexLedger as ConvexLedger
from .points import PointWatcher as PointWatcher
from .shares import InvestLedger as InvestLedger
from .tasting import TastingLedger as TastingLedger
from .two_classes import Ledger as Ledger
