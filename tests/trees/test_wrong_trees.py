"""A certificate that cannot fail certifies nothing: trees, mixtures and forests with one thing wrong are found out."""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import Forest, Game, PruningTree


class Unmoved(PruningTree):
    """Never weighs its prunings."""

    def charge(self, share):
        r = np.asarray(self.nodes)["r"]
        before = r.copy()
        super().charge(share)
        r[:] = before


class Backwards(PruningTree):
    """Prefers the prunings that lose more."""

    def charge(self, share):
        r = np.asarray(self.nodes)["r"]
        before = r.copy()
        super().charge(share)
        r[:] = 2 * before - r


class Hasty(PruningTree):
    """Moves the weights twice as far as their losses say."""

    def charge(self, share):
        r = np.asarray(self.nodes)["r"]
        before = r.copy()
        super().charge(share)
        r[:] = 2 * r - before


class Rootless(PruningTree):
    """Forgets to weigh the root."""

    def charge(self, share):
        r = np.asarray(self.nodes)["r"]
        before = r[0]
        super().charge(share)
        r[0] = before


class NextNode(PruningTree):
    """Compares a node with its child alone, and not with all that is mixed below."""

    def charge(self, share):
        r, says = np.asarray(self.nodes)["r"], np.array(self.says)
        before = r.copy()
        super().charge(share)
        for d in range(self.depth):
            v = self.path[d]
            r[v] = before[v] + share * (says[d] - says[d + 1])


class Biased(PruningTree):
    """Begins a split with other odds than one half, and says nothing of it."""

    def divide(self, v, held, column, threshold, missing, depth):
        super().divide(v, held, column, threshold, missing, depth)
        np.asarray(self.nodes)["r"][v] -= 2.0


class Forgiven(PruningTree):
    """Does not count what a leaf loses."""

    def charge(self, share):
        super().charge(share)
        np.asarray(self.nodes)["before"][self.path[self.depth]] = 0.0


class Peeking(PruningTree):
    """Teaches its nodes the label before it says what they had said of it."""

    def take(self, y, weight, place):
        for d in range(self.depth + 1):
            super().teach(self.path[d], y, weight)
        self.taught = True
        super().take(y, weight, place)
        self.taught = False

    def teach(self, v, y, weight):
        if not getattr(self, "taught", False):
            super().teach(v, y, weight)


class Bold(PruningTree):
    """Says the squares of its chances."""

    def blend(self):
        super().blend()
        q = np.asarray(self.q)[: self.classes]
        q[:] = q * q / ((q * q).sum() or 1.0)


class LeafOnly(PruningTree):
    """Teaches the last node of the path alone."""

    def teach(self, v, y, weight):
        if v == self.path[self.depth]:
            super().teach(v, y, weight)


class Twice(PruningTree):
    """Teaches every node twice."""

    def teach(self, v, y, weight):
        super().teach(v, y, weight)
        super().teach(v, y, weight)


class Swapped(PruningTree):
    """Counts one class for the other."""

    def teach(self, v, y, weight):
        super().teach(v, -y if self.truths == "signs" else (y + 1) % 3, weight)


class Slack(PruningTree):
    """Leaves out every third lesson."""

    def take(self, y, weight, place):
        if self.updates % 3:
            super().take(y, weight, place)


class Geometric(PruningTree):
    """Mixes the logarithms of chances where the chances are to be mixed."""

    def say(self, c):
        super().say(c)
        mixed, says, stay = (np.asarray(each) for each in (self.mixed, self.says, self.stay))
        for d in range(self.depth - 1, -1, -1):
            mixed[d] = stay[d] * says[d] + (1.0 - stay[d]) * mixed[d + 1]


class Shallow(PruningTree):
    """Says what the root says, and mixes all the same."""

    def blend(self):
        super().blend()
        stay = np.array(self.stay)
        np.asarray(self.stay)[0] = 1.0
        super().blend()
        np.asarray(self.stay)[:] = stay


class Mean(PruningTree):
    """Takes the mean of two numbers for the guess that costs no more than both mixed."""

    def substitute(self):
        super().substitute()
        mixed, says, stay = (np.asarray(each) for each in (self.mixed, self.says, self.stay))
        for d in range(self.depth - 1, -1, -1):
            mixed[d] = stay[d] * says[d] + (1.0 - stay[d]) * mixed[d + 1]


class FastMean(PruningTree):
    """Moves the weights of numbers at four times the rate."""

    def price(self, y):
        super().price(y)
        for each in (self.says, self.mixed):
            np.asarray(each)[:] *= 4.0


class Amnesty(PruningTree):
    """Begins anew with an empty account."""

    def restart(self):
        super().restart()
        self.own = 0.0


class Unentered(PruningTree):
    """Begins anew, and does not say what was allowed until then."""

    def restart(self):
        before = self.past.state()
        super().restart()
        self.past.restore(before)


class Undead(PruningTree):
    """Says that its epoch is over, and keeps its nodes."""

    def clear(self):
        if not getattr(self, "ending", False):
            super().clear()

    def restart(self):
        self.ending = True
        super().restart()
        self.ending = False


class Untold(PruningTree):
    """Forgets the labels of the epochs that are over."""

    def restart(self):
        super().restart()
        self.past.taught = np.zeros(self.stride)


class Unlearned(Forest):
    """Teaches all trees but the last."""

    def learn(self, x, y, guess):
        last = self.trees[-1]
        state = last.state()
        super().learn(x, y, guess)
        last.labelled, last.own = int(state["counts"][2]), float(state["sums"][0])


class Unnormalised(Forest):
    """Raises its mean to powers, and does not make chances of them."""

    def mix(self, classes):
        super().mix(classes)
        np.asarray(self.q)[:1] *= 1.1


class WorstPower(Forest):
    """Prefers the power that lost most."""

    def mix(self, classes):
        lost = np.asarray(self.lost)
        before = lost.copy()
        lost[:] = lost.max() - lost
        super().mix(classes)
        lost[:] = before


class Multiplied(Forest):
    """Multiplies the chances of the trees where their mean is to be taken."""

    def mix(self, classes):
        np.asarray(self.logs)[:] *= self.size
        super().mix(classes)


def rounds(truths: str, seed: int):
    rng = np.random.default_rng(seed)
    for _ in range(240):
        x = rng.integers(0, 4, 3).astype(float)
        noise = rng.random() < 0.3
        if truths == "numbers":
            yield x, float(rng.integers(0, 2)) if noise else float(x[0] > 1)
        elif truths == "classes":
            yield x, "abc"[int(x[0] + noise) % 3]
        else:
            yield x, 1 if (x[0] > 1) != noise else -1


def found_out(learner) -> bool:
    """Does a certificate say "violated", at any of some moments?"""
    game = Game(learner, loss="log" if learner.truths == "signs" else None)
    for t, (x, y) in enumerate(rounds(learner.truths, 1)):
        game.label(game.predict(x).number, y)
        if t % 20 == 19 and any(one.verdict == "violated" for one in game.ledger.certificates):
            return True
    return False


SETTINGS = {"leaf": 4, "gain": 1.0, "max_kept": 16}
RULES = (
    Unmoved,
    Backwards,
    Hasty,
    Rootless,
    NextNode,
    Biased,
    Forgiven,
    Peeking,
    Bold,
    LeafOnly,
    Twice,
    Swapped,
    Slack,
)
RULES += (Geometric, Shallow)
OF_NUMBERS = (Unmoved, Backwards, Forgiven, LeafOnly, Twice, Slack, Mean, FastMean)


@pytest.mark.parametrize("truths", ["signs", "classes", "numbers"])
@pytest.mark.parametrize("kind", [PruningTree, Forest])
def test_the_right_rule_is_not(kind, truths):
    more = {"low": 0.0, "high": 1.0} if truths == "numbers" else {}
    assert not found_out(kind(truths, **SETTINGS, **more))


@pytest.mark.parametrize("truths", ["signs", "classes"])
@pytest.mark.parametrize("rule", RULES)
def test_a_wrong_tree_is_found_out(rule, truths):
    assert found_out(rule(truths, **SETTINGS))


@pytest.mark.parametrize("truths", ["signs", "classes", "numbers"])
def test_the_right_rule_that_begins_anew_is_not(truths):
    tree = PruningTree(truths, **SETTINGS, run_length=3.0, **({"low": 0.0, "high": 1.0} if truths == "numbers" else {}))
    assert not found_out(tree)
    assert tree.past.over > 2


@pytest.mark.parametrize("truths", ["signs", "classes", "numbers"])
@pytest.mark.parametrize("rule", [Amnesty, Unentered, Undead, Untold])
def test_a_tree_that_begins_anew_wrongly_is_found_out(rule, truths):
    more = {"low": 0.0, "high": 1.0} if truths == "numbers" else {}
    assert found_out(rule(truths, **SETTINGS, run_length=3.0, **more))


@pytest.mark.parametrize("rule", OF_NUMBERS)
def test_a_wrong_tree_of_numbers_is_found_out(rule):
    assert found_out(rule("numbers", **SETTINGS, low=0.0, high=1.0))


@pytest.mark.parametrize("truths", ["signs", "classes"])
@pytest.mark.parametrize("rule", [Unlearned, Unnormalised, WorstPower, Multiplied])
def test_a_wrong_forest_is_found_out(rule, truths):
    assert found_out(rule(truths, trees=4, **SETTINGS))
