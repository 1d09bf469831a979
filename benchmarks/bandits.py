"""The figures about bandits: EXP3-IX in 1,000 runs, and EXP4 over five learners on the flights.

python benchmarks/bandits.py ix          # how often the bound with chance 0.95 fails, and that of every path
python benchmarks/bandits.py flights     # two actions, late or not: EXP4 beside each of its five learners
python benchmarks/bandits.py news        # a log of actions with features, with and without products; VW if it is there
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from littlestone import EXP3IX, EXP4, ActionGame
from littlestone.bandits import replay
from littlestone.bounds import EstimatedRegretBound, EXP3IXBound
from littlestone.formats import LoggedActions, sample
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


ARTICLES = ("politics", "sports", "music", "food", "finance", "health", "camping")
LIKED = {
    ("Tom", "morning"): "politics",
    ("Tom", "afternoon"): "music",
    ("Anna", "morning"): "sports",
    ("Anna", "afternoon"): "politics",
}
READERS = ("vaw", "scale-free", "linucb", "linear-thompson")


def blocks(seed: int, rounds: int) -> Iterator[str]:
    """Rounds as VW's cb_adf text: a reader, a time of day, seven articles, one of which was shown by a fair die."""
    toss = random.Random(seed)
    for _ in range(rounds):
        reader = toss.choice(("Tom", "Anna")), toss.choice(("morning", "afternoon"))
        shown = toss.choice(ARTICLES)
        lines = [f"shared |User user={reader[0]} time={reader[1]}"]
        for article in ARTICLES:
            told = f"0:{-int(article == LIKED[reader])}:{1 / len(ARTICLES):.9f} " if article == shown else ""
            lines.append(f"{told}|Action article={article}")
        yield "\n".join(lines)


def vw(given: list[str], options: str) -> float:
    """The average loss of VW on the log, as it reports it; raises `ImportError` where there is none."""
    from vowpalwabbit import Workspace

    player = Workspace(f"{options} --quiet")
    for block in given:
        examples = player.parse(block.split("\n"))
        player.learn(examples)
        player.finish_example(examples)
    return float(player.get_sum_loss() / player.get_weighted_examples())


def news(seeds: int = 5) -> None:
    """Mean costs by IPS of learners that learn from a log round by round: medians over seeds, and the ends."""
    for rounds in (500, 5000):
        for products in ("", "UA"):
            found: dict[str, list[float]] = {}
            for seed in range(seeds):
                given = list(blocks(seed, rounds))
                with TemporaryDirectory() as folder:
                    path = Path(folder) / "news.adf"
                    path.write_text("\n\n".join(given) + "\n\n")
                    log, asked = LoggedActions(str(path)), [products] if products else []
                    played = replay(log, READERS, K=7, choices=True, low=-1.0, high=0.0, interactions=asked)
                for name, value in played.items():
                    found.setdefault(name, []).append(value.ips[0] - 1.0)
                also = f" -q {products}" if products else ""
                every = (
                    "--cb_adf",
                    "--cb_adf --cb_type ips",
                    "--cb_adf --cb_type dr",
                    "--cb_explore_adf --epsilon 0.2",
                )
                with suppress(ImportError):
                    for options in every:
                        cost = vw(given, options + also)
                        found.setdefault(f"VW {options}", []).append(cost)
            print(f"{rounds:,} rounds, {seeds} seeds, {'products ' + products if products else 'no products'}")
            for name, costs in found.items():
                print(f"  {name:34} {statistics.median(costs):6.2f}  ({min(costs):.2f} to {max(costs):.2f})")


if __name__ == "__main__":
    {"ix": ix, "flights": flights, "news": news}[sys.argv[1]]()
