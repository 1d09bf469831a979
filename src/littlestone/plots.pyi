"""Pictures of games. A name stands here and nowhere else."""

from .drawing import plot_rates as plot_rates
from .experts.expert_pictures import plot_experts as plot_experts
from .experts.expert_pictures import plot_regret as plot_regret
from .guarantees.pictures import plot_intervals as plot_intervals
from .guarantees.pictures import plot_reliability as plot_reliability
from .portfolios.wealth_pictures import plot_wealth as plot_wealth
from .rows.history_picture import plot_history as plot_history
