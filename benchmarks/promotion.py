"""Promotion by evidence: how often a shadow is promoted that was not better, and how long one waits that is.

    python benchmarks/promotion.py            10,000 streams for each number; `--streams 500` for a look
    python benchmarks/promotion.py --actions  games of two actions, whose shadows are promoted by weighted rewards

A shadow is looked at after every round, at the level 95 %, by `littlestone.guarantees.Advantage`, which the service
uses. A promotion is false if the running average of the conditional means was not above 0 when it came.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections.abc import Callable

from littlestone.guarantees import Advantage, PolicyAdvantage

DELTA = 0.05
ROUNDS = 2000
Z_LEVEL, Z_POWER = 1.6448536269514722, 0.8416212335729143  # of a one-sided test: level 5 %, power 80 %


class World:
    """Draws differences D_t, leader less shadow; `mean` is that of the next one given all that came before it."""

    def __init__(self, toss: random.Random) -> None:
        self.toss = toss
        self.t = 0
        self.means = 0.0  # the sum of the means so far
        self.last = 0.0

    def mean(self) -> float:
        """The mean of the next difference; a subclass says it."""
        raise NotImplementedError

    def draw(self, mean: float) -> float:
        """A difference of that mean: here +1 or -1."""
        return 1.0 if self.toss.random() < 0.5 + mean / 2.0 else -1.0

    def next(self) -> float:
        """The next difference."""
        mean = self.mean()
        self.t += 1
        self.means += mean
        self.last = self.draw(mean)
        return self.last


class Equal(World):
    """Leader and shadow are equally good in every round."""

    def mean(self) -> float:
        return 0.0


class Rare(Equal):
    """They are equally good, and differ in one round of twenty."""

    def draw(self, mean: float) -> float:
        return self.toss.choice((1.0, -1.0)) if self.toss.random() < 0.05 else 0.0


class Skewed(Equal):
    """Mostly the shadow loses a little, and rarely it wins much."""

    def draw(self, mean: float) -> float:
        return 1.0 if self.toss.random() < 0.05 else -1.0 / 19.0


class Drifting(World):
    """The shadow is worse at first and gets better: the average comes up to 0 at the end, and is never above it."""

    def mean(self) -> float:
        return 0.3 * ((self.t + 0.5) / ROUNDS - 0.5)


class Dependent(World):
    """After a win the shadow is better and after a loss worse, as far as the average so far lets it be."""

    def mean(self) -> float:
        wanted = 0.4 if self.last > 0.0 else -0.3
        return min(wanted, -self.means)


class Tempting(World):
    """Whenever luck has the shadow ahead, it plays on at 0; when it is behind, it becomes worse, and then makes up."""

    def mean(self) -> float:
        return min(0.5, -self.means) if self.t % 50 >= 40 else (0.0 if self.last > 0.0 else -0.1)


class WhileBetter(World):
    """The shadow is better for a quarter of the rounds, then worse: the average is above 0 for half of them."""

    def mean(self) -> float:
        return 0.2 if self.t < ROUNDS // 4 else -0.2


NEVER_BETTER: tuple[type[World], ...] = (Equal, Rare, Skewed, Drifting, Dependent, Tempting)
EFFECTS = (0.02, 0.05, 0.1, 0.2, 0.3)  # of a shadow, against a leader that errs in 35 rounds of 100


def promoted(world: World, rounds: int = ROUNDS) -> int | None:
    """The round after which the shadow is promoted, None if it is not."""
    found = Advantage()
    for t in range(rounds):
        found.record(world.next(), 0.0)
        if found.better(DELTA):
            return t + 1
    return None


def false_promotions(kind: Callable[[random.Random], World], streams: int) -> tuple[int, int]:
    """How many of the streams promote while the average of the means is not above 0, and how many while it is."""
    false = true = 0
    for seed in range(streams):
        world = kind(random.Random(seed))
        if promoted(world) is not None:
            false += world.means <= 1e-12
            true += world.means > 1e-12
    return false, true


class Constant(World):
    """Two players who err independently of each other, the shadow less often by a constant."""

    def __init__(self, toss: random.Random, effect: float, leader: float = 0.35) -> None:
        super().__init__(toss)
        self.effect, self.leader = effect, leader

    def mean(self) -> float:
        return self.effect

    def draw(self, mean: float) -> float:
        shadow = self.leader - self.effect
        return float(self.toss.random() < self.leader) - float(self.toss.random() < shadow)


def fixed_sample(effect: float, leader: float = 0.35) -> int:
    """The rounds of the one-sided test of level 5 % whose power is 80 % at this effect, if all of it is known."""
    shadow = leader - effect
    variance = leader * (1.0 - leader) + shadow * (1.0 - shadow)
    return math.ceil(((Z_LEVEL + Z_POWER) / effect) ** 2 * variance)


def waits(effect: float, streams: int) -> tuple[int, float]:
    """The rounds of the fixed-sample test, and the median of those until the shadow is promoted."""
    needed = fixed_sample(effect)
    found = [promoted(Constant(random.Random(seed), effect), 20 * needed) for seed in range(streams)]
    return needed, statistics.median(t if t is not None else math.inf for t in found)


class Actions:
    """Two actions, of which who answers does the first with chance `p` and the shadow with chance `q`.

    `worth` is the mean reward of each, given all that came before. Here it is equal, so that nobody is ever better.
    """

    p, q = 0.9, 0.1

    def __init__(self, toss: random.Random) -> None:
        self.toss = toss
        self.t = 0
        self.leads = 0.0  # the sum of what the shadow would have earned more, in the mean
        self.last = 0.0

    def worth(self) -> tuple[float, float]:
        """The mean rewards of both actions."""
        return 0.5, 0.5

    def next(self) -> tuple[float, float]:
        """The weight of the next round, and what was done in it has brought."""
        means = self.worth()
        self.t += 1
        self.leads += (self.q - self.p) * (means[0] - means[1])
        first = self.toss.random() < self.p
        self.last = float(self.toss.random() < means[0 if first else 1])
        return (self.q / self.p if first else (1.0 - self.q) / (1.0 - self.p)), self.last


class OneAction(Actions):
    """The shadow does always what is done in one round of fifty."""

    p, q = 0.98, 0.0


class RareRewards(Actions):
    """Rewards come in one round of thirty."""

    def worth(self) -> tuple[float, float]:
        return 1.0 / 30.0, 1.0 / 30.0


class ActionsDrift(Actions):
    """The shadow's action is worse at first and gets better: the average comes up to 0 at the end."""

    def worth(self) -> tuple[float, float]:
        lead = 0.4 * ((self.t + 0.5) / ROUNDS - 0.5)
        return 0.5 - lead, 0.5 + lead


class ActionsDepend(Actions):
    """After a reward the shadow's action is better and else worse, as far as the average so far lets it be."""

    def worth(self) -> tuple[float, float]:
        lead = min(0.4 if self.last else -0.3, max(0.0, -self.leads) / (self.p - self.q))
        return 0.5 - lead / 2.0, 0.5 + lead / 2.0


ACTIONS: tuple[type[Actions], ...] = (Actions, OneAction, RareRewards, ActionsDrift, ActionsDepend)


def promoted_action(game: Actions, rounds: int = ROUNDS) -> int | None:
    """The round after which the shadow is promoted, None if it is not."""
    found = PolicyAdvantage()
    for t in range(rounds):
        found.record(*game.next())
        if found.better(DELTA):
            return t + 1
    return None


def false_promotions_of_actions(kind: type[Actions], games: int) -> tuple[int, int]:
    """How many of the games promote while the shadow would not have earned more on average, and while it would."""
    false = true = 0
    for seed in range(games):
        game = kind(random.Random(seed))
        if promoted_action(game) is not None:
            false += game.leads <= 1e-9
            true += game.leads > 1e-9
    return false, true


def of_actions(streams: int) -> None:
    """Print how often a shadow is promoted that would not have earned more."""
    each, total = math.ceil(streams / len(ACTIONS)), 0
    print(f"false promotions in {each:,} games of two actions, {ROUNDS:,} rounds each, looked at after every round")
    for kind in ACTIONS:
        false, _ = false_promotions_of_actions(kind, each)
        total += false
        print(f"  {kind.__name__:14} {false:5} ({100 * false / each:.2f} %)")
    print(f"  {'all':14} {total:5} ({100 * total / (each * len(ACTIONS)):.2f} %)")


def of_labels(streams: int) -> None:
    """Print how often a shadow is promoted that was not better, and how long it takes where one is."""
    each = math.ceil(streams / len(NEVER_BETTER))
    total = 0
    print(f"false promotions in {each:,} streams of {ROUNDS:,} rounds each, looked at after every round")
    for kind in NEVER_BETTER:
        false, _ = false_promotions(kind, each)
        total += false
        print(f"  {kind.__name__.lower():12} {false:5} ({100 * false / each:.2f} %)")
    print(f"  {'all':12} {total:5} ({100 * total / (each * len(NEVER_BETTER)):.2f} %)")
    false, true = false_promotions(WhileBetter, each)
    print(f"better for a while: {true:,} of {each:,} promoted while it was better on average, {false} after that")
    print("rounds until a promotion: median, against a one-sided fixed-sample test of level 5 % and power 80 %")
    for effect in EFFECTS:
        needed, median = waits(effect, max(50, streams // 40))
        print(f"  {effect:5}  {median:8,.0f}  {needed:8,}  {median / needed:.2f}")


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--streams", type=int, default=10_000)
    options.add_argument("--actions", action="store_true", help="games of actions, in place of labels")
    given = options.parse_args()
    (of_actions if given.actions else of_labels)(given.streams)


if __name__ == "__main__":
    main()
