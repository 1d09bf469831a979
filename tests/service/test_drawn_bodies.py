"""Bodies that nobody would send, drawn: no answer is an error of ours, no game is lost, and every audit is good."""

import json
import random
from collections import defaultdict

import pytest
from service_asking import asking, audited

LABELS = ["ham", "spam"]
NUMBERS = {"labels": "numbers"}
GAMES = {
    "plain": {"labels": LABELS, "learner": "perceptron"},
    "default": {"labels": LABELS},
    "members": {"labels": LABELS, "learner": "committee", "settings": {"members": "signs"}},
    "forest": {"labels": "classes", "learner": "forest", "settings": {"truth": "classes"}},
    "trees": {**NUMBERS, "learner": "forest", "settings": {"truth": "numbers"}},
    "matrix": {"labels": LABELS, "learner": "arow", "settings": {"covariance": "full"}},
    "products": {"labels": LABELS, "learner": "standardised", "settings": {"learner": "products"}},
    "many": {"labels": ["a", "b", "c"]},
    "vaw": {**NUMBERS, "learner": "vaw"},
    "guarded": {**NUMBERS, "guarantees": [{"guarantee": "intervals", "settings": {"coverage": 0.9}}]},
    "text": {"labels": LABELS, "schema": {"text": "t", "ngrams": 3, "interactions": ["a*b"]}},
    "expires": {"labels": LABELS, "label_timeout": 0.5, "default_label": "ham", "shadows": {"f": {"learner": "arow"}}},
    "frozen": {"labels": LABELS, "frozen": True},
    "exp3": {"actions": ["old", "new", "none"]},
    "linucb": {"actions": ["old", "new"], "learner": "linucb"},
    "floored": {"actions": ["old", "new"], "learner": "tsallis-inf", "floor": 0.05, "shadows": {"s": {}}},
}
ODD = [0, -0.0, 1, -1, 0.1, 3.5, 1e308, -1e308, 5e-324, 1e154, 2**53, 2**64, 10**400, "1e999", "NaN", True, None]
TEXTS = ["", "a", "x" * 3000, "\u2028", "\ud800", "\x00", "ü", "nan", "2024-13-45T99:99:99Z", "=", "a=b", "a*b", "\n"]
NAMES = [*TEXTS, "a", "b", "t", "id", "x"]
SETTINGS = ["label_timeout", "keep_rows", "frozen", "default_label", "promote_when", "metrics", "keep", "learner"]


class Drawn:
    """Requests to all games, drawn; `ids` are those of rounds that were opened."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.ids = defaultdict(list)

    def number(self):
        return self.draw.choice(
            [*ODD, self.draw.gauss(0, 1), self.draw.random() * 10.0 ** self.draw.randrange(-300, 300)]
        )

    def value(self, depth):
        """Anything that JSON can say, and what it cannot."""
        kind = self.draw.random()
        if kind < 0.5 or depth == 0:
            return self.number()
        if kind < 0.75:
            return self.draw.choice(TEXTS)
        size = self.draw.choice([0, 1, 2, 30])
        if kind < 0.87:
            return [self.value(depth - 1) for _ in range(size)]
        return {self.draw.choice(NAMES) + str(self.draw.randrange(5)): self.value(depth - 1) for _ in range(size)}

    def record(self):
        kind = self.draw.random()
        if kind < 0.05:
            return {"deep": nested(self.draw.choice([5, 32, 33, 900]))}
        if kind < 0.08:
            return {f"w{self.draw.randrange(10**6)}": self.number() for _ in range(self.draw.choice([500, 12_000]))}
        if kind < 0.12:
            return {"t": " ".join(f"buy{self.draw.randrange(10**5)}" for _ in range(2000)), "a": self.number(), "b": 2}
        if kind < 0.18:
            return self.value(3)
        if kind < 0.6:
            return {k: self.draw.choice([self.draw.gauss(0, 1), self.number()]) for k in self.draw.sample("abcdt", 3)}
        return {self.draw.choice(NAMES): self.value(3) for _ in range(self.draw.randrange(6))}

    def asked(self, game):
        """A first move."""
        told = {"id": self.draw.choice([*(f"i{self.draw.randrange(10**9)}" for _ in range(8)), self.value(1)])}
        if self.draw.random() < 0.97:
            told["x"] = self.record()
        if "actions" in GAMES[game]:
            if self.draw.random() < 0.5:
                told["choices"] = self.draw.choice([{"old": {"a": 1}, "new": {"a": 2}}, [[1], [2]], self.value(2)])
            if self.draw.random() < 0.3:
                told["allowed"] = self.draw.choice([["old"], ["new", "old"], [], self.value(1)])
        return told

    def answered(self, game):
        """A second move."""
        known = self.ids[game][-50:]
        right = [0.5] if "actions" in GAMES[game] else ["ham", "spam", "a", 1.5, -3]
        told = {
            "id": self.draw.choice(known) if known and self.draw.random() < 0.85 else f"u{self.draw.randrange(99)}",
            "reward" if "actions" in GAMES[game] else "y": self.draw.choice([*right, *right, self.value(2)]),
        }
        return {**told, "weight": self.number()} if self.draw.random() < 0.15 else told

    def body(self, told):
        text = json.dumps(told, ensure_ascii=self.draw.random() < 0.9)
        if self.draw.random() < 0.3:
            text = text.replace('"1e999"', "1e999").replace('"NaN"', "NaN")
        raw = bytearray(text.encode("utf-8", "surrogatepass"))
        if self.draw.random() < 0.04:
            raw[self.draw.randrange(len(raw))] = self.draw.randrange(256)
        return bytes(raw)

    def request(self):
        """The game, what is asked of it, and the body."""
        game, kind = self.draw.choice(list(GAMES)), self.draw.random()
        if kind < 0.4:
            return game, "predict", self.body(self.asked(game))
        if kind < 0.65:
            return game, "reward" if "actions" in GAMES[game] else "label", self.body(self.answered(game))
        if kind < 0.9:
            moves = [self.draw.choice([self.asked, self.answered])(game) for _ in range(self.draw.choice([1, 5, 40]))]
            return game, "events", b"\n".join(map(self.body, moves))
        if kind < 0.94:
            return game, "settings", self.body({self.draw.choice(SETTINGS): self.value(2)})
        if kind < 0.96:
            joining = {"name": self.draw.choice(["s1", "s2"]), "learner": self.draw.choice(["arow", "linucb", "hedge"])}
            return game, "shadows", self.body({**joining, "settings": self.draw.choice([{}, self.value(2)])})
        if kind < 0.98:
            return game, "promote", self.body({"name": self.draw.choice(["s1", "s2", "f", "s"])})
        return game, "erase", self.body({"ids": self.ids[game][-1:] or self.value(1)})

    def play(self, ask, requests):
        for _ in range(requests):
            game, what, body = self.request()
            status, answer = ask("POST", f"/v1/games/{game}/{what}", body)
            assert status < 500, (game, what, body[:2000], answer)
            for said in answer if isinstance(answer, list) else [answer]:
                assert said.get("status", 0) < 500, (game, what, body[:2000], said)
                if status == said.get("status", status) == 200 and "id" in said:
                    self.ids[game].append(said["id"])


def nested(depth):
    """Records within records."""
    found = 1
    for _ in range(depth):
        found = {"k": found}
    return found


def digests(ask):
    """The last row and the digest of every game."""
    said = {name: ask("GET", f"/v1/games/{name}/digest")[1] for name in GAMES}
    return {name: (each["seq"], each["digest"]) for name, each in said.items()}


@pytest.mark.parametrize(
    ("seed", "requests"),
    [
        pytest.param(1, 300, marks=pytest.mark.system),
        *(pytest.param(seed, 4000, marks=pytest.mark.long) for seed in range(2, 6)),
    ],
)
def test_no_body_is_an_error_of_ours_and_no_game_is_lost(tmp_path, seed, requests):
    with asking(tmp_path) as ask:
        for name, settings in GAMES.items():
            assert ask("PUT", f"/v1/games/{name}", settings)[0] == 201, name
        Drawn(seed).play(ask, requests)
        kept = digests(ask)
    for name in GAMES:
        assert audited(tmp_path, name).good, name
    with asking(tmp_path) as ask:  # all are served as they were, but for rounds that expire meanwhile
        again = digests(ask)
    assert {name: said for name, said in again.items() if said[0] == kept[name][0]}.items() <= kept.items()
