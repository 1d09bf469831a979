"""What is done with logged actions, beside the learners and the game that `littlestone` exports."""

from .action_ledger import ActionLedger as ActionLedger
from .action_ledger import ActionWatcher as ActionWatcher
from .arms import Arms as Arms
from .arms import Rewarded as Rewarded
from .off_policy import OffPolicy as OffPolicy
from .off_policy import Value as Value
from .replayed_policies import Policy as Policy
from .replayed_policies import replay as replay
