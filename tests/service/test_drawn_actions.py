"""Games of actions in which everything happens that can: what is served is what the journal says, at every start."""

import random

import pytest
from service_asking import asking, audited

from littlestone.service.http.contract import encode

NAME = "/v1/games/spam"
ACTIONS = ["old", "new", "none"]
LINEAR = {"learner": "linucb", "settings": {"shared": True}}
GAMES = (
    {"learner": "exp3", "promote_when": 0.5, "shadows": {"first": {"learner": "epsilon-greedy"}}},
    {"floor": 0.1, "label_timeout": 1e6, "default_reward": 0.25, "shadows": {"first": {"learner": "linucb"}}},
    {**LINEAR, "label_timeout": 1e6, "promote_when": 0.2, "default_reward": 0.0, "shadows": {"first": {}}},
    {"learner": "exp4", "settings": {"policies": "multiclass-perceptron, multiclass-pa1"}, "floor": 0.02},
)


class Drawn:
    """A game that is played at random, with what is open and what was done."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.settings = {"actions": ACTIONS, "seed": seed, **GAMES[seed % len(GAMES)]}
        self.by_choice = self.settings.get("learner") == "linucb"
        self.open, self.closed, self.rounds, self.shadows = [], [], 0, 0

    def play(self, ask, moves):
        often = 4 * [self.decide] + 3 * [self.reward]
        kinds = [*often, self.again, self.batch, self.forget, self.expire, self.erase, self.shadow, self.promote]
        for _ in range(moves):
            self.draw.choice([*kinds, self.floor, self.snapshot])(ask)

    def told(self):
        self.rounds += 1
        told = {"id": f"r{self.rounds}", "x": {"hour": self.draw.randrange(4), "who": self.draw.choice("abc")}}
        if self.by_choice:
            choices = {name: {"price": self.draw.randrange(3)} for name in ACTIONS if self.draw.random() < 0.8}
            told["choices"] = choices or {"old": {"price": 1}}
        elif self.draw.random() < 0.3:
            told["allowed"] = self.draw.sample(ACTIONS, self.draw.randrange(1, 4))
        self.open.append(told["id"])
        return told

    def decide(self, ask):
        assert ask("POST", f"{NAME}/predict", self.told())[0] == 200

    def taken(self):
        """The id of an open round, which is closed by then, and its reward."""
        if not self.open:
            return None
        id = self.open.pop(self.draw.randrange(len(self.open)))
        self.closed.append((id, self.draw.choice((0.0, 0.5, 1.0))))
        return self.closed[-1]

    def reward(self, ask):
        if taken := self.taken():
            assert ask("POST", f"{NAME}/reward", {"id": taken[0], "reward": taken[1]})[0] == 200

    def again(self, ask):
        if self.closed:
            id, reward = self.draw.choice(self.closed)
            assert ask("POST", f"{NAME}/reward", {"id": id, "reward": reward})[0] in (200, 410)
            assert ask("POST", f"{NAME}/reward", {"id": id, "reward": 0.75})[0] in (409, 410)

    def batch(self, ask):
        lines = [self.told() for _ in range(3)]
        lines += [{"id": taken[0], "reward": taken[1]} for _ in range(3) if (taken := self.taken())]
        status, said = ask("POST", f"{NAME}/events", b"\n".join(map(encode, lines)))
        assert (status, {each["status"] for each in said}) == (200, {200})

    def forget(self, ask):
        if taken := self.taken():
            assert ask("DELETE", f"{NAME}/rounds/{taken[0]}")[0] == 200

    def expire(self, ask):
        if self.open and "default_reward" in self.settings:
            self.open.pop(0)
            ask.loop.run_until_complete(ask.service.look(lambda books: books.hosted("spam").expire_oldest(books.sheet)))

    def erase(self, ask):
        if self.closed and self.draw.random() < 0.2:
            assert ask("POST", f"{NAME}/erase", {"ids": [self.draw.choice(self.closed)[0]]})[0] == 200

    def shadow(self, ask):
        if self.shadows < 3:
            self.shadows += 1
            player = LINEAR if self.by_choice else {"learner": self.draw.choice(("exp3", "linucb", "tsallis-inf"))}
            assert ask("POST", f"{NAME}/shadows", {"name": f"s{self.shadows}", **player})[0] in (200, 422)

    def promote(self, ask):
        if self.draw.random() < 0.3:
            names = list(ask("GET", f"{NAME}/account")[1]["shadows"])
            if names and not self.by_choice:
                assert ask("POST", f"{NAME}/promote", {"name": self.draw.choice(names)})[0] == 200

    def floor(self, ask):
        if self.draw.random() < 0.2:
            assert ask("POST", f"{NAME}/settings", {"floor": self.draw.choice((0.05, 0.3))})[0] in (200, 422)

    def snapshot(self, ask):
        ask.loop.run_until_complete(ask.service.look(lambda books: books.snapshot(books.hosted("spam"), 1)))


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 200))])
def test_what_is_served_is_what_its_journal_says(tmp_path, seed):
    drawn, kept = Drawn(seed), None
    for start in range(3):
        with asking(tmp_path) as ask:
            if not start:
                assert ask("PUT", NAME, drawn.settings)[0] == 201
            now = ask("GET", f"{NAME}/account")[1], ask("GET", f"{NAME}/digest")[1]
            assert kept in (None, now)
            drawn.play(ask, 60)
            kept = ask("GET", f"{NAME}/account")[1], ask("GET", f"{NAME}/digest")[1]
    account = kept[0]
    assert account["open"] == len(drawn.open)
    assert audited(tmp_path).good
