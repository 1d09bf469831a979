"""The figures about bandits: EXP3-IX in 1,000 runs, and EXP4 over five learners on the flights.

python benchmarks/bandits.py ix          # how often the bound with chance 0.95 fails, and that of every path
python benchmarks/bandits.py flights     # two actions, late or not: EXP4 beside each of its five learners
"""

from __future__ import annotations

import sys
from time import perf_counter

from littlestone import EXP3IX, EXP4, ActionGame
from littlestone.bounds import EstimatedRegretBound, EXP3IXBound
from littlestone.formats import sample
from littlestone.natures import Arms, Rewarded


def ix(runs: int = 1000, rounds: int = 1000, delta: float = 0.05) -> None:
    """Runs in which the bound with chance 1 - delta fails, for each way to set the rate."""
    for horizon in (None, rounds, "doubling"):
        failed, violated, regrets = 0, 0, []
        for seed in range(runs):
            bounds = [EstimatedRegretBound(), EXP3IXBound(delta)]
            game = ActionGame(EXP3IX(3, horizon=horizon), bounds=bounds, seed=seed)
            ledger = game.play(Arms([[0.3, 0.5, 0.4], [0.7, 0.5, 0.4]], rounds=rounds, seed=seed))
            path, chance = ledger.certificates
            violated += path.verdict != "holds"
            failed += chance.verdict != "holds"
            regrets.append(ledger.regret)
        print(f"horizon {horizon}: failed {failed} of {runs}, on every path {violated}; largest regret {max(regrets)}")


def flights(seeds: int = 1) -> None:
    """EXP4 on the flights, beside the estimates of each of its learners."""
    for seed in range(seeds):
        began = perf_counter()
        game = ActionGame(EXP4(2), actions=(-1, 1), seed=seed)
        print(game.play(Rewarded(sample("flights"), game.actions)))
        for name, lost in zip(game.learner.names, game.ledger.estimates, strict=True):
            print(f"  {name}: {lost:,.0f} by estimates, {lost / game.ledger.labelled:.4f} a round")
        ledger = game.ledger
        print(
            f"  exp4: {ledger.loss:,.0f}, {ledger.loss / ledger.labelled:.4f} a round; {perf_counter() - began:.0f} s"
        )
        true = dict(zip(game.learner.names, ledger.totals.tolist(), strict=True))
        print(f"  really: {true}")


if __name__ == "__main__":
    {"ix": ix, "flights": flights}[sys.argv[1]]()
