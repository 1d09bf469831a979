"""A certificate that cannot fail certifies nothing: each wrong rule here must be found out."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import Batch, Conjunction, DecisionList, Elimination, Game, Perceptron, Winnow
from littlestone.features import as_batch
from littlestone.natures import PlantedDisjunction, PlantedHalfspace


class Flipped(Perceptron):
    """Moves away from the truth (the sign in one of the lecture notes)."""

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            self.add(x, -y)


class Eager(Perceptron):
    """Updates when it was right, too."""

    def learn(self, x, y, guess):
        self.add(x, y)


class Halting(Perceptron):
    """Misses every third update."""

    def learn(self, x, y, guess):
        if self.act(guess) != y and self.updates % 3 != 2:
            self.add(x, y)
        elif self.act(guess) != y:
            self.add(x, 0.0)


class Shrinking(Perceptron):
    """Takes ever smaller steps."""

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            self.add(x, y / (1 + self.updates))


class Hasty(Perceptron):
    """Takes two steps where one is due."""

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            self.add(x, 2 * y)


class OnTheThreshold(Winnow):
    """Says it is strict, and acts +1 on the threshold all the same."""

    def act(self, guess):
        return 1.0 if guess >= 0 else -1.0


class AboveTheThreshold(Winnow):
    """Says it is not strict, and acts -1 on the threshold all the same."""

    def act(self, guess):
        return 1.0 if guess > 0 else -1.0


class Inverted(Winnow):
    """Demotes where it should promote."""

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            super().learn(x, -y, self.theta * y)


class Doubled(Winnow):
    """Promotes twice."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        if self.act(guess) != y and y > 0:
            self.multiply(x, 1)


class Everything(Winnow):
    """Demotes every variable, on or off."""

    def learn(self, x, y, guess):
        if self.act(guess) != y and y < 0:
            x = Batch([0, self.n], np.arange(self.n), np.ones(self.n), self.n).row(0)
        super().learn(x, y, guess)


class Shifted(Winnow):
    """Says it is above the threshold when it is halfway there."""

    def predict(self, x):
        return super().predict(x) + self.theta / 2


class Proud(Winnow):
    """Passes over every second mistake on a negative."""

    def learn(self, x, y, guess):
        if y > 0 or self.act(guess) == y or self.updates % 2:
            super().learn(x, y, guess)
        else:
            self.updates += 1


@pytest.mark.parametrize("rule", [Flipped, Eager, Halting, Shrinking, Hasty])
def test_a_wrong_perceptron_is_found_out(rule):
    nature = PlantedHalfspace(5, margin=0.1, rounds=60, seed=1)
    ledger = Game(rule()).play(nature)
    assert any(certificate.verdict == "violated" for certificate in ledger.certificates), ledger


ON_THE_THRESHOLD = [1, 1, 1, 1]


def trial(learner: Winnow, first: int):
    """Games round by round: an example on the threshold, then a planted disjunction."""
    game = Game(learner)
    game.label(game.predict(ON_THE_THRESHOLD).number, first)
    yield game.ledger.certificates[0]
    nature = PlantedDisjunction(4, 1, rounds=60, seed=3)
    while (x := nature.ask(None)) is not None:
        move = game.predict(x)
        for _, y in nature.answer(move.number, 0.0):
            game.label(move.number, y)
        yield game.ledger.certificates[0]


@pytest.mark.parametrize(
    ("rule", "settings", "first"),
    [
        (OnTheThreshold, {}, -1),
        (OnTheThreshold, {"demote": "eliminate"}, -1),
        (AboveTheThreshold, {"strict": False}, 1),
        (Inverted, {}, 1),
        (Doubled, {}, 1),
        (Everything, {}, 1),
        (Shifted, {}, 1),
        (Proud, {}, 1),
        (Proud, {"theta": 1.5, "demote": "eliminate"}, 1),
    ],
)
def test_a_wrong_winnow_is_found_out(rule, settings, first):
    assert any(certificate.verdict == "violated" for certificate in trial(rule(n=4, **settings), first))


def test_the_right_rules_pass_the_same_trials():
    ledger = Game(Perceptron()).play(PlantedHalfspace(5, margin=0.1, rounds=60, seed=1))
    assert ledger.mistakes > 3
    assert all(certificate.verdict == "holds" for certificate in ledger.certificates)
    for settings in ({}, {"strict": False}, {"demote": "eliminate"}):
        for first in (-1, 1):
            assert all(c.verdict != "violated" for c in trial(Winnow(n=4, **settings), first))


def test_winnow_counts_variables_by_their_logarithm_and_perceptron_does_not():
    mistakes = {}
    for n in (100, 400):
        nature = {"n": n, "k": 5, "rounds": 3000, "seed": 2}
        winnow = Game(Winnow(n=n)).play(PlantedDisjunction(**nature))
        perceptron = Game(Perceptron(bias=1.0)).play(PlantedDisjunction(**nature))
        assert all(certificate.verdict == "holds" for certificate in winnow.certificates)
        mistakes[n] = winnow.mistakes, perceptron.mistakes
    assert mistakes[400][0] < 2 * mistakes[100][0]
    assert mistakes[400][1] > 2 * mistakes[100][1]


class Forgiving(Elimination):
    """Strikes out nothing."""

    def learn(self, x, y, guess):
        self.updates += 1


class Sparing(Elimination):
    """Strikes out only the first variable that is on."""

    def learn(self, x, y, guess):
        if guess > 0 > y:
            self.strike(x.batch.view(x.start, x.start + 1, x.width), true=True)
            self.updates += 1


class Deaf(Elimination):
    """Says -1 although a variable left is on."""

    def predict(self, x):
        return 1.0 if self.true_in(x) > 1 else -1.0


class Mirrored(Conjunction):
    """Strikes out the literals that are true."""

    def learn(self, x, y, guess):
        if guess < 0 < y:
            self.strike(x, true=True)
            self.updates += 1


class Lazy(Conjunction):
    """Misses every second update."""

    def learn(self, x, y, guess):
        if guess < 0 < y:
            if self.updates % 2 == 0:
                self.strike(x, true=False)
            self.updates += 1


class Credulous(Elimination):
    """Says +1 whatever is left."""

    def predict(self, x):
        return 1.0


class Wiping(Conjunction):
    """Strikes out everything at its second mistake."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        if self.updates == 2:
            self.hold(np.zeros(self.n), np.zeros(self.n))


class Grudging(Conjunction):
    """Says +1 although a literal left is false."""

    def predict(self, x):
        return 1.0 if self.false_in(x) < 2 else -1.0


class Unfired(DecisionList):
    """Lets rules fall whether they fired or not."""

    def lower(self, x, b):
        for bits in (0, 1):
            super().lower(as_batch([[bits] * self.n]).row(0), b)


class Righteous(DecisionList):
    """Lets the rules fall that were right."""

    def lower(self, x, b):
        super().lower(x, 1 - b)


class Stubborn(DecisionList):
    """Lets no rule fall."""

    def lower(self, x, b):
        pass


class Everywhere(DecisionList):
    """Lets the rules fall that fire and err on whatever level (the lecture's words can be read so)."""

    def lower(self, x, b):
        state = self.state()
        on = x.dense(self.n) != 0
        state["levels"][4 * np.arange(self.n + 1) + 2 * np.append(on, False) + b] += 1
        self.restore(state)


class Otherwise(DecisionList):
    """Decides ties the other way."""

    def predict(self, x):
        lowest = DecisionList(n=self.n, tie="1")
        lowest.restore(self.state())
        return lowest.predict(x)


class Steep(DecisionList):
    """Lets rules fall by two levels."""

    def lower(self, x, b):
        before = self.levels
        super().lower(x, b)
        self.restore({**self.state(), "levels": 2 * self.levels - before})


class Rooted(DecisionList):
    """Its defaults never fall."""

    def lower(self, x, b):
        super().lower(x, b)
        self.restore({**self.state(), "levels": np.append(self.levels[:-2], [1, 1])})


def cube_game(learner, label):
    """The certificates of a game over all examples of three bits, three times over, after every round."""
    game = Game(learner)
    for number in [*range(7, -1, -1), *range(8), *range(7, -1, -1)]:
        x = [number >> 2 & 1, number >> 1 & 1, number & 1]
        game.label(game.predict(x).number, 1 if label(*x) else -1)
        yield game.ledger.certificates[0]


FORMULAS = {
    Elimination: lambda a, b, c: b,
    Conjunction: lambda a, b, c: not b,
    DecisionList: lambda a, b, c: not a and (not b or c),
}


ELIMINATIONS = [Forgiving, Sparing, Deaf, Credulous, Mirrored, Lazy, Wiping, Grudging]
LISTS = [Unfired, Righteous, Stubborn, Everywhere, Otherwise, Steep, Rooted]


@pytest.mark.parametrize("rule", ELIMINATIONS + LISTS)
def test_a_wrong_boolean_rule_is_found_out(rule):
    game = cube_game(rule(n=3), FORMULAS[rule.__base__])
    assert any(certificate.verdict == "violated" for certificate in game)


@pytest.mark.parametrize("rule", FORMULAS)
def test_the_right_boolean_rules_pass_the_same_trials(rule):
    assert all(certificate.verdict == "holds" for certificate in cube_game(rule(n=3), FORMULAS[rule]))
    for label in FORMULAS.values():
        assert all(certificate.verdict != "violated" for certificate in cube_game(rule(n=3), label))
