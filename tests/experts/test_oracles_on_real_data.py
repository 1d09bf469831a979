"""The comparators on the data that the literature reports; `test_oracles_by_name` has tables of our own."""

from __future__ import annotations

import lzma

import numpy as np
import pytest
from shared_data import shared

from littlestone.hindsight import best_convex, best_crp, best_expert, best_linear, best_switching, uniform


def electric_load():
    table = np.genfromtxt(shared("opera_electric_load/electric_load_experts.csv"), delimiter=",", skip_header=1)
    return table[:, 1], table[:, 2:]


def old_new_york():
    with lzma.open(shared("portfolios/nyse_o.csv.xz")) as lines:
        return np.loadtxt(lines, delimiter=",")


def test_the_experts_of_electric_load_are_those_that_opera_prints():
    y, advice = electric_load()
    assert best_expert(y, advice).expert == 0
    assert best_expert(y, advice).rmse == pytest.approx(1479.8, abs=0.05)
    assert uniform(y, advice).rmse == pytest.approx(1560.2, abs=0.05)


def test_the_convex_oracle_of_electric_load_is_that_of_opera():
    y, advice = electric_load()
    best = best_convex(y, advice)
    assert best.rmse == pytest.approx(1442.4, abs=0.05)
    assert best.weights == pytest.approx([0.719, 0.201, 0.080], abs=5e-4)
    assert best.gap <= 1e-9 * best.loss


def test_linear_pays_less_than_convex_and_a_path_with_switches_less_than_an_expert():
    y, advice = electric_load()
    assert best_linear(y, advice).loss < best_convex(y, advice).loss < best_expert(y, advice).loss
    assert best_switching(y, advice, switches=3).loss < best_expert(y, advice).loss


@pytest.mark.parametrize("loss", ["absolute", "pinball:0.9", "percentage"])
def test_losses_with_a_kink_are_solved_to_rounding_on_electric_load(loss):
    y, advice = electric_load()
    for best in (best_convex(y, advice, loss), best_linear(y, advice, loss)):
        assert best.gap <= 1e-9 * best.loss


def test_the_best_portfolio_of_old_new_york_makes_250_and_proves_it():
    x = old_new_york()
    assert x.shape == (5651, 36)
    assert np.prod(x, axis=0).max() == pytest.approx(54.140, abs=5e-4)
    best = best_crp(x)
    assert best.wealth == pytest.approx(250.597, abs=5e-4)
    assert best.gap <= 1e-8


def test_iroquois_and_kin_ark_are_best_between_two_points_of_covers_grid():
    x = old_new_york()[:, [19, 22]]
    grid = [float(np.prod(x @ [share, 1 - share])) for share in np.arange(21) / 20]
    assert max(grid) == pytest.approx(73.619, abs=5e-4)
    best = best_crp(x)
    assert max(grid) < best.wealth < 1.01 * max(grid)


def test_the_best_bookmaker_of_tennis_pays_3944():
    chances = np.loadtxt(shared("tennis_brier/tennis1.txt"))[:, 3::2]
    best = best_expert(np.ones(len(chances)), chances, "brier")
    assert best.loss == pytest.approx(3944.02, abs=0.005)
    mixed = best_convex(np.ones(len(chances)), chances, "brier")
    assert mixed.loss < best.loss
    assert mixed.gap <= 1e-9 * mixed.loss
