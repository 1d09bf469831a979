"""Accounts of games. A name stands here and nowhere else."""

from .bandits.action_ledger import ActionLedger as ActionLedger
from .bandits.action_ledger import ActionWatcher as ActionWatcher
from .convex.convex_ledger import ConvexLedger as ConvexLedger
from .convex.convex_ledger import PointWatcher as PointWatcher
from .experts.expert_ledger import ExpertLedger as ExpertLedger
from .guarantees.alarm_ledger import AlarmLedger as AlarmLedger
from .guarantees.calibration_ledger import CalibrationLedger as CalibrationLedger
from .guarantees.coverage_ledger import CoverageLedger as CoverageLedger
from .guarantees.tasting_ledger import TastingLedger as TastingLedger
from .matrix_games.matrix_ledger import MatrixLedger as MatrixLedger
from .portfolios.invest_ledger import InvestLedger as InvestLedger
from .rows.class_ledger import ClassLedger as ClassLedger
from .rows.ledger import Ledger as Ledger
from .rows.number_ledger import NumberLedger as NumberLedger
