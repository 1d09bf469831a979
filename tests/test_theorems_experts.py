"""A certificate that cannot fail certifies nothing: each wrong rule for advice here must be found out."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import (
    EWA,
    AdaHedge,
    FixedShare,
    Game,
    NormalHedge,
    RandomisedWeightedMajority,
    WeightedMajority,
    as_advice,
)


class Vengeful(WeightedMajority):
    """Punishes the experts that were right."""

    def learn(self, x, y, guess):
        self.punish(x, -y, guess)


class Twice(WeightedMajority):
    """Punishes twice."""

    def learn(self, x, y, guess):
        self.punish(x, y, guess)
        self.punish(x, y, guess)


class Contrary(WeightedMajority):
    """Says what the smaller part of the weight says."""

    def act(self, guess):
        return -1.0 if guess > 0 else 1.0


class Lagging(WeightedMajority):
    """Votes by the weights of the round before: W_T where W_{T+1} is due."""

    def learn(self, x, y, guess):
        before = self.state()
        self.punish(x, y, guess)
        if len(before["w"]):
            self.restore({**self.state(), "w": before["w"]})


class Overconfident(RandomisedWeightedMajority):
    """Tosses no coin: it takes the heavier side."""

    def predict(self, x):
        return 1.0 if self.mean(x) > 0 else -1.0


class Negligent(RandomisedWeightedMajority):
    """Learns only from every other round."""

    def learn(self, x, y, guess):
        if self.updates % 2:
            self.updates += 1
        else:
            self.punish(x, y, guess)


class Hasty(AdaHedge):
    """Takes twice the rate."""

    def reweigh(self, eta):
        super().reweigh(2 * eta)


class Generous(AdaHedge):
    """Forgets to charge the mixing."""

    def mix_loss(self, x, eta):
        return 1e9


class Mirrored(AdaHedge):
    """Charges every expert what it has not lost."""

    def charge(self, x, own):
        super().charge(x, own)
        state = self.state()
        self.restore({**state, "totals": 2 * self.paid - state["totals"]})


class Hoarding(FixedShare):
    """Shares nothing."""

    def deal(self):
        before = self.share
        super().deal()
        state = self.state()
        n = len(state["w"])
        self.restore({**state, "w": np.maximum(0.0, (state["w"] - before / n) / (1 - before))})


class Turned(FixedShare):
    """Learns the opposite of the truth."""

    def learn(self, x, y, guess):
        super().learn(x, 1.0 - y, guess)


class Double(EWA):
    """Charges twice."""

    def charge(self, x, own):
        super().charge(x, own)
        super().charge(x, own)


class Loudest(EWA):
    """Says the largest number that any expert said, and not the mean."""

    def predict(self, x):
        return float(x.values.max())


class Remorseless(NormalHedge):
    """Regrets with the wrong sign."""

    def weigh(self, most):
        super().weigh(most)
        state = self.state()
        self.restore({**state, "R": -state["R"]})


class Wide(NormalHedge):
    """Solves for twice the c."""

    def weigh(self, most):
        super().weigh(most)
        self.restore({**self.state(), "c": 2 * self.c})


class Spread(NormalHedge):
    """Gives everybody weight, regretted or not."""

    def weigh(self, most):
        super().weigh(most)
        state = self.state()
        self.restore({**state, "w": state["w"] + 0.1})


def trial(learner, rounds=120):
    """The certificates of a game after every round: three experts, of which the first is nearly always right."""
    rng = np.random.default_rng(11)
    classes = learner.classes_only
    game = Game(learner, loss="mistake" if classes else "square")
    for _ in range(rounds):
        y = float(rng.integers(0, 2))
        wrong = rng.random(3) < [0.05, 0.5, 0.9]
        said = np.where(wrong, 1 - y, y)
        move = game.predict(2 * said - 1 if classes else said)
        game.label(move.number, int(2 * y - 1) if classes else y)
        yield from game.ledger.certificates


WRONG = [Vengeful, Twice, Contrary, Lagging, Overconfident, Negligent, Hasty, Generous, Mirrored]
WRONG += [Hoarding, Turned, Double, Loudest, Remorseless, Wide, Spread]


@pytest.mark.parametrize("rule", WRONG)
def test_a_wrong_rule_for_advice_is_found_out(rule):
    assert any(certificate.verdict == "violated" for certificate in trial(rule()))


@pytest.mark.parametrize("rule", sorted({rule.__base__ for rule in WRONG}, key=lambda rule: rule.__name__))
def test_the_right_rules_for_advice_pass_the_same_trials(rule):
    assert all(certificate.verdict == "holds" for certificate in trial(rule()))


def test_twice_the_rate_of_adahedge_is_found_out_by_its_variance_bound_too():
    def beyond(learner):
        """What mixing has cost more than sqrt(V ln n) + S (2/3 ln n + 1)."""
        game = Game(learner, loss="absolute")
        game.play_batch(as_advice(np.tile([0.0, 1.0], (4000, 1)), np.arange(4000) % 2.0))
        return learner.delta - np.sqrt(learner.variance * np.log(2)) - (2 / 3 * np.log(2) + 1)

    assert beyond(AdaHedge()) < 0 < beyond(Hasty())
