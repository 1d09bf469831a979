"""A simulated world of requests and eleven models: what each would have answered, and what it would have cost.

Nothing here is measured: the skills, prices and words are made up, and every number is a function of the seed.
"""

from __future__ import annotations

from typing import NamedTuple

from littlestone.coin import Coin

TASKS = ("code", "maths", "translate", "summarise", "chat", "extract", "legal")
TEXTS = {
    "code": "python function bug stack trace class loop refactor test import error compile",
    "maths": "integral prove theorem equation solve matrix derivative probability number sum",
    "translate": "german french spanish translate sentence idiom letter english tone phrase",
    "summarise": "summary meeting notes article report paragraph points minutes shorter email",
    "chat": "dinner weekend film holiday advice friend birthday present recipe weather",
    "extract": "invoice table dates names json fields address amount list email",
    "legal": "contract clause liability lease notice tenant policy terms law letter",
}
WORDS = {task: text.split() for task, text in TEXTS.items()}
HARD, EASY, FILLER = (
    text.split()
    for text in (
        "careful long rigorous edge cases complete detailed tricky",
        "short quick simple just brief rough",
        "please can you help me with this the a for my our and some need want it that about from",
    )
)


class Model(NamedTuple):
    """A model: its price for a hundred words, its skill in easy requests of each task, and what hard ones take off."""

    price: float
    skill: tuple[float, ...]  # in the order of TASKS
    hard: float


MODELS = {
    "nano": Model(0.02, (0.35, 0.25, 0.50, 0.55, 0.80, 0.60, 0.25), 0.25),
    "mini": Model(0.06, (0.45, 0.35, 0.65, 0.70, 0.88, 0.72, 0.35), 0.22),
    "small": Model(0.12, (0.55, 0.45, 0.72, 0.76, 0.90, 0.78, 0.45), 0.20),
    "coder-small": Model(0.15, (0.82, 0.50, 0.40, 0.50, 0.50, 0.80, 0.30), 0.15),
    "coder-large": Model(0.80, (0.94, 0.70, 0.50, 0.60, 0.55, 0.85, 0.40), 0.05),
    "maths": Model(0.60, (0.65, 0.93, 0.40, 0.45, 0.40, 0.60, 0.35), 0.06),
    "polyglot": Model(0.20, (0.40, 0.35, 0.93, 0.75, 0.80, 0.65, 0.50), 0.06),
    "scribe": Model(0.25, (0.45, 0.40, 0.75, 0.92, 0.88, 0.86, 0.65), 0.06),
    "lawyer": Model(0.90, (0.35, 0.35, 0.65, 0.80, 0.60, 0.80, 0.93), 0.05),
    "large": Model(1.00, (0.85, 0.82, 0.88, 0.88, 0.93, 0.88, 0.82), 0.10),
    "frontier": Model(2.00, (0.95, 0.93, 0.95, 0.94, 0.95, 0.94, 0.94), 0.03),
}
NAMES = tuple(MODELS)
UPDATED = {  # at three fifths: one small model is replaced by a better one, and another gets worse
    "small": Model(0.08, (0.80, 0.60, 0.85, 0.90, 0.94, 0.93, 0.70), 0.10),
    "maths": Model(0.60, (0.55, 0.70, 0.40, 0.45, 0.40, 0.60, 0.35), 0.15),
}
OUT = ("scribe", "coder-small")  # they fail from 45 to 50 of a hundred rounds


class Request(NamedTuple):
    """A request: its text and the plan of who asks; and what nobody is told, the task and whether it is hard."""

    text: str
    plan: str
    task: int
    hard: bool


class World:
    """Requests 1 to `rounds`, and for each what every model would have brought.

    A reward is the answer's grade, 1 or 0, less `thrift` times what it cost; it lies from `low` to `high`.
    """

    low, high = -0.5, 1.0

    def __init__(self, rounds: int, seed: int = 1, thrift: float = 0.15) -> None:
        self.rounds, self.thrift = rounds, thrift
        self.seed = seed
        self.requests, self.grades, self.lots = (Coin(mixed) for mixed in (3 * seed, 3 * seed + 1, 3 * seed + 2))

    def request(self, number: int) -> Request:
        """The request of a round."""
        tosses = (self.requests.toss(64 * number + k) for k in range(64))

        def one_of(words: list[str]) -> str:
            return words[int(next(tosses) * len(words))]

        task, hard = int(next(tosses) * len(TASKS)), next(tosses) < 0.35
        count = 2 + int(3 * next(tosses))
        words = [one_of(WORDS[TASKS[task]]) for _ in range(count)]
        if next(tosses) < 0.7:
            words.append(one_of(HARD if hard else EASY))
        words += [one_of(FILLER) for _ in range(4 + int(6 * next(tosses)))]
        order = sorted((next(tosses), word) for word in words)
        return Request(" ".join(word for _, word in order), ("free", "paid")[next(tosses) < 0.3], task, hard)

    def model(self, name: str, number: int) -> Model:
        """The model as it is in a round."""
        return UPDATED.get(name, MODELS[name]) if number > 0.6 * self.rounds else MODELS[name]

    def is_out(self, name: str, number: int) -> bool:
        """Does the model fail in this round?"""
        return name in OUT and 0.45 * self.rounds < number <= 0.5 * self.rounds

    def cost(self, name: str, number: int, request: Request) -> float:
        """What an answer costs; one that fails costs nothing."""
        length = 1.5 if request.hard else 0.8
        return 0.0 if self.is_out(name, number) else self.model(name, number).price * length

    def chance(self, name: str, number: int, request: Request) -> float:
        """The chance that the answer is good."""
        model = self.model(name, number)
        return 0.0 if self.is_out(name, number) else model.skill[request.task] - model.hard * request.hard

    def grade(self, name: str, number: int, request: Request) -> float:
        """Is the answer good: 1 or 0?"""
        toss = self.grades.toss(number * len(NAMES) + NAMES.index(name))
        return float(toss < self.chance(name, number, request))

    def reward(self, name: str, number: int, request: Request) -> float:
        """What the answer brings."""
        return self.grade(name, number, request) - self.thrift * self.cost(name, number, request)

    def expected(self, name: str, number: int, request: Request) -> float:
        """The same on average."""
        return self.chance(name, number, request) - self.thrift * self.cost(name, number, request)

    def delay(self, number: int) -> int:
        """After how many rounds the grade of an answer is known."""
        return int(60 * self.lots.toss(number))
