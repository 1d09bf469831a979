"""A router: for every request one of eleven models, learned from the grades of those that were asked.

    python examples/router/router.py                      # a short run
    python examples/router/router.py --rounds 20000       # that of the documentation

The world is simulated (world.py): models have prices and are good at different tasks, two fail for a while, one is
replaced by a better one, and grades come up to 60 rounds late. The router sees the text of a request and who asks.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple

from world import NAMES, Request, World

from littlestone import EXP4, ActionGame, EpsilonGreedy, LinearThompson, LinUCB, Schema, TsallisINF

POLICIES = "one-vs-rest/adagrad, one-vs-rest/scale-free, multiclass-pa1"
PHASES = ((0.0, 0.1, "first tenth"), (0.1, 0.45, "learned"), (0.45, 0.5, "outage"), (0.5, 0.6, "after it"))
PHASES += ((0.6, 0.7, "drift"), (0.7, 1.0, "after it"))


class Run(NamedTuple):
    """What a strategy did: the grade, the cost, the reward and the expected reward of every round."""

    grades: list[float]
    costs: list[float]
    rewards: list[float]
    expected: list[float]

    def mean(self, values: list[float], begin: float = 0.0, end: float = 1.0) -> float:
        """The mean of a part of the rounds."""
        part = values[int(begin * len(values)) : int(end * len(values))]
        return sum(part) / len(part)


def learner(name: str) -> Callable[[World], Run]:
    """A strategy that a game of actions plays."""
    K = len(NAMES)
    make: dict[str, Callable[[], Any]] = {
        "epsilon-greedy": lambda: EpsilonGreedy(K, epsilon=0.1),
        "tsallis-inf": lambda: TsallisINF(K),
        "exp4": lambda: EXP4(K, POLICIES, explore=0.05),
        "linucb": lambda: LinUCB(K),
        "linucb alpha=0.1": lambda: LinUCB(K, alpha=0.1),
        "linear-thompson": lambda: LinearThompson(K),
    }

    def play(world: World) -> Run:
        game = ActionGame(
            make[name](), actions=NAMES, low=world.low, high=world.high, schema=Schema(text="text"), seed=1
        )
        run, due = Run([], [], [], []), dict[int, list[tuple[int, float]]]()
        for number in range(1, world.rounds + 1):
            for asked, reward in due.pop(number, ()):
                game.reward(asked, reward)
            request = world.request(number)
            move = game.predict({"text": request.text, "plan": request.plan})
            reward = enter(run, world, move.action, number, request)
            due.setdefault(number + 1 + world.delay(number), []).append((move.number, reward))
        return run

    return play


def by_rule(choose: Callable[[World, int, Request], str]) -> Callable[[World], Run]:
    """A strategy that learns nothing."""

    def play(world: World) -> Run:
        run = Run([], [], [], [])
        for number in range(1, world.rounds + 1):
            request = world.request(number)
            enter(run, world, choose(world, number, request), number, request)
        return run

    return play


def enter(run: Run, world: World, name: str, number: int, request: Request) -> float:
    """Enter what a model has brought; return it."""
    run.grades.append(world.grade(name, number, request))
    run.costs.append(world.cost(name, number, request))
    run.rewards.append(world.reward(name, number, request))
    run.expected.append(world.expected(name, number, request))
    return run.rewards[-1]


def best_policy(world: World, number: int, request: Request) -> str:
    """The model that is best for the request, by who knows the world: what nobody can do."""
    return max(NAMES, key=lambda name: world.expected(name, number, request))


def mixed_cost(fixed: dict[str, Run], grade: float) -> float:
    """What the same mean grade costs without looking at requests: the cheapest mixture of two fixed models."""
    points = [(run.mean(run.grades), run.mean(run.costs)) for run in fixed.values()]
    found = float("inf")
    for g, c in points:
        if g >= grade:
            found = min(found, c)
        for h, d in points:
            if g < grade < h:
                found = min(found, c + (d - c) * (grade - g) / (h - g))
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    world = World(given.rounds, given.seed)
    fixed = {name: by_rule(lambda world, number, request, name=name: name)(world) for name in NAMES}
    best = max(fixed, key=lambda name: sum(fixed[name].rewards))
    runs = {
        "the best policy": by_rule(best_policy)(world),
        f"always {best}": fixed[best],
        "always frontier": fixed["frontier"],
        "round robin": by_rule(lambda world, number, request: NAMES[number % len(NAMES)])(world),
    }
    for name in ("epsilon-greedy", "tsallis-inf", "exp4", "linucb", "linucb alpha=0.1", "linear-thompson"):
        runs[name] = learner(name)(world)

    print(f"{world.rounds:,} requests, {len(NAMES)} models; of all fixed ones {best} is the best afterwards")
    print(f"{'':17}  grade   cost  same grade  reward  regret to    regret to")
    print(f"{'':17}                fixed costs         best fixed  best policy")
    top, rival = runs["the best policy"], fixed[best]
    for title, run in runs.items():
        grade, cost, reward = (run.mean(values) for values in (run.grades, run.costs, run.rewards))
        to_fixed, to_policy = (sum(one.expected) - sum(run.expected) for one in (rival, top))
        equal = f"{mixed_cost(fixed, grade):.3f}" if mixed_cost(fixed, grade) < float("inf") else "none has"
        print(f"{title:17}  {grade:.3f}  {cost:.3f}  {equal:>10}  {reward:.3f}  {to_fixed:10,.0f}  {to_policy:11,.0f}")
    print("\nreward a round  " + "  ".join(f"{title:>11}" for _, _, title in PHASES))
    for title, run in runs.items():
        parts = "  ".join(f"{run.mean(run.expected, begin, end):11.3f}" for begin, end, _ in PHASES)
        print(f"{title:17}{parts[1:]}")


if __name__ == "__main__":
    main()
