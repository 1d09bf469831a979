"""A learner of your own in the compiled loop: the passive-aggressive rule, in eight lines."""

from littlestone import Game, LinearLearner
from littlestone.checks import check_learner
from littlestone.natures import Noisy, PlantedHalfspace


class PA(LinearLearner):
    """The least change that gives the example margin one, by a step of one at most.

    w <- w + y min(1, max(0, 1 - y guess) / |x|^2) x            (Crammer et al. 2006, PA-I)
    """

    def learn(self, x, y, guess):
        shortfall = 1.0 - y * guess
        square = self.squared_norm(x)
        if shortfall > 0.0 and square > 0.0:
            self.add(x, y * min(1.0, shortfall / square))


if __name__ == "__main__":
    check_learner(PA)
    world = Noisy(PlantedHalfspace(20, margin=0.05, rounds=5000, seed=1), chance=0.05)
    print(Game(PA(), loss="hinge").play(world))
