"""A router: for every request one of eleven models, learned from the grades of those that were asked.

    python examples/router/router.py                      # a short run
    python examples/router/router.py --rounds 20000       # that of the documentation
    littlestone serve --data games/ &                     # and through a service, on a journal
    python examples/router/router.py --learners linucb --service http://127.0.0.1:8471

The world is simulated (world.py): models have prices and are good at different tasks, two fail for a while, one is
replaced by a better one, and grades come up to 60 rounds late. The router sees the text of a request and who asks.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from world import NAMES, Request, World

from littlestone import BANDITS, ActionGame, Schema
from littlestone.client import Client
from littlestone.errors import LittlestoneError

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


FEWEST = 20  # rounds
LEARNERS: dict[str, tuple[str, dict[str, Any]]] = {  # a title, the learner of the table and its settings
    "epsilon-greedy": ("epsilon-greedy", {"epsilon": 0.1}),
    "tsallis-inf": ("tsallis-inf", {}),
    "exp4": ("exp4", {"policies": POLICIES, "explore": 0.05}),
    "linucb": ("linucb", {}),
    "linucb alpha=0.1": ("linucb", {"alpha": 0.1}),
    "linear-thompson": ("linear-thompson", {}),
}
SCHEMA = {"text": "text"}  # its words are features


class Here:
    """A game of actions in this process."""

    def __init__(self, title: str, world: World) -> None:
        name, settings = LEARNERS[title]
        player = BANDITS[name](len(NAMES), **settings)
        self.game = ActionGame(player, actions=NAMES, low=world.low, high=world.high, schema=Schema(**SCHEMA), seed=1)

    def decide(self, number: int, x: dict[str, str]) -> str:
        """The model for a request."""
        return str(self.game.predict(x).action)

    def reward(self, number: int, value: float) -> None:
        """What the answer to a request brought."""
        self.game.reward(number, value)

    def close(self) -> None:
        """Nothing is to be closed."""


class There:
    """The same game in a service: `littlestone serve --data games/`."""

    def __init__(self, title: str, world: World, url: str) -> None:
        name, settings = LEARNERS[title]
        told = {
            "learner": name,
            "settings": settings,
            "low": world.low,
            "high": world.high,
            "schema": SCHEMA,
            "seed": 1,
        }
        called = f"router-{title}-{world.rounds}-{world.seed}".replace(" ", "-").replace("=", "-")
        self.client = Client(url)
        self.game = self.client.make(called, actions=list(NAMES), **told)

    def decide(self, number: int, x: dict[str, str]) -> str:
        """The model for a request."""
        return str(self.game.decide(x, id=str(number)).action)

    def reward(self, number: int, value: float) -> None:
        """What the answer to a request brought."""
        self.game.reward(str(number), value)

    def close(self) -> None:
        """Close the connections."""
        self.client.close()


def learned(begin: Callable[[World], Here | There]) -> Callable[[World], Run]:
    """A strategy that a game of actions plays."""

    def play(world: World) -> Run:
        game = begin(world)
        run, due = Run([], [], [], []), dict[int, list[tuple[int, float]]]()
        for number in range(1, world.rounds + 1):
            for asked, reward in due.pop(number, ()):
                game.reward(asked, reward)
            request = world.request(number)
            name = game.decide(number, {"text": request.text, "plan": request.plan})
            reward = enter(run, world, name, number, request)
            due.setdefault(number + 1 + world.delay(number), []).append((number, reward))
        game.close()
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
    parser.add_argument("--service", metavar="URL", help="play through a service, such as http://127.0.0.1:8471")
    parser.add_argument("--learners", metavar="A,B", help="some of the learners only")
    given = parser.parse_args()
    titles = given.learners.split(",") if given.learners else list(LEARNERS)
    if unknown := [title for title in titles if title not in LEARNERS]:
        parser.error(f"there is no learner {unknown[0]!r} here; there is {', '.join(LEARNERS)}")
    if given.rounds < FEWEST:
        parser.error(f"--rounds is {FEWEST} or more, so that each part of the world has some, not {given.rounds}")
    world = World(given.rounds, given.seed)
    fixed = {name: by_rule(lambda world, number, request, name=name: name)(world) for name in NAMES}
    best = max(fixed, key=lambda name: sum(fixed[name].rewards))
    runs = {
        "the best policy": by_rule(best_policy)(world),
        f"always {best}": fixed[best],
        "always frontier": fixed["frontier"],
        "round robin": by_rule(lambda world, number, request: NAMES[number % len(NAMES)])(world),
    }
    for title in titles:
        player = partial(There, title, url=given.service) if given.service else partial(Here, title)
        try:
            runs[title] = learned(player)(world)
        except LittlestoneError as error:
            parser.error(str(error))

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
