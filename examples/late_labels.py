"""Labels that come a hundred rounds late: what the delay costs, and what the theorem allows for it."""

from littlestone import Game, Perceptron
from littlestone.natures import Delayed, PlantedHalfspace

for delay in (0, 10, 100):
    world = PlantedHalfspace(20, margin=0.1, rounds=5000, seed=1)
    game = Game(Perceptron())
    ledger = game.play(Delayed(world, delay=delay) if delay else world)
    certificate = ledger.certificates[0]
    print(f"labels {delay:3d} rounds late: {ledger.mistakes:4d} mistakes, {certificate.allowed:9,.0f} allowed")
