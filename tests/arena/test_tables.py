"""What the package writes into the page is exact: what `dimension`, `worst-case` and independent searches say."""

from __future__ import annotations

import json
from itertools import product
from math import comb, log2

import numpy as np
import pytest

from littlestone.arena.arena_page import LARGEST, arena_page
from littlestone.arena.positions import DIGITS, Positions
from littlestone.arena.presets import PLANES, PRESETS, Preset, find_preset, find_world
from littlestone.arena.worlds import AdviceWorld, ClassWorld
from littlestone.cli import run
from littlestone.concepts.class_search import worst_game
from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.exact_littlestone import littlestone_dimension
from littlestone.errors import BadParameter, LittlestoneError, TooLarge
from littlestone.features.arrays import as_batch
from littlestone.natures.adversaries import MajorityAdversary, MinimaxAdversary
from littlestone.rows.game import Game

OF_CLASSES = [preset for preset in PRESETS if isinstance(preset.place, ClassWorld)]
BY_COMMAND = [preset for preset in OF_CLASSES if not preset.world.startswith("plane:")]
OF_ADVICE = [preset for preset in PRESETS if isinstance(preset.place, AdviceWorld)]


class Placed(ConceptClass):
    """A class whose points are vectors, as a learner of the plane sees them."""

    def examples(self):
        return as_batch(np.array(self.vectors, dtype=float))


def printed(capsys, *words: str) -> dict:
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("preset", BY_COMMAND, ids=lambda preset: preset.name)
def test_the_optimum_is_what_dimension_and_worst_case_print(preset, capsys):
    told = printed(capsys, "dimension", preset.world, "--no-tree")
    assert int(preset.as_dict()["spaces"][0], 36) == told["littlestone"]
    settings = [word for name, value in preset.settings.items() for word in ("--set", f"{name}={value}")]
    told = printed(capsys, "worst-case", preset.learner, "--class", preset.world, *settings)
    assert int(preset.as_dict()["values"][0], 36) == told["mistakes"]


@pytest.mark.parametrize("name", PLANES)
def test_the_optimum_of_the_plane_is_that_of_the_search_for_worst_games(name):
    preset = next(each for each in PRESETS if each.world == f"plane:{name}")
    placed = Placed(preset.place.concepts.table)
    placed.vectors = preset.place.points
    assert worst_game(preset.make(), placed).mistakes == preset.positions.values[0]
    assert littlestone_dimension(preset.place.concepts).dimension == preset.spaces.values[0]


@pytest.mark.parametrize("name", PLANES)
def test_the_lines_of_the_plane_are_all_of_them(name):
    points, bias = PLANES[name]
    found = {tuple(row) for row in find_world(f"plane:{name}").concepts.table.tolist()}
    drawn = np.random.default_rng(0).normal(size=(20_000, 3)) * (1.0, 1.0, float(bias))
    rows = np.column_stack((np.array(points, dtype=float), np.ones(len(points))))
    assert {tuple(row) for row in (drawn @ rows.T > 0).tolist()} == found


@pytest.mark.parametrize("preset", OF_CLASSES, ids=lambda preset: preset.name)
def test_every_space_has_its_littlestone_dimension(preset):
    concepts = preset.place.concepts
    spaces = list(preset.spaces.found)
    for space in spaces[:: max(1, len(spaces) // 40)]:
        left = [c for c in range(concepts.size) if space >> c & 1]
        assert littlestone_dimension(ConceptClass(concepts.table[left])).dimension == preset.spaces.value(space)


@pytest.mark.parametrize("preset", OF_CLASSES, ids=lambda preset: preset.name)
def test_the_adversary_of_the_page_asks_as_that_of_the_package(preset):
    adversary = MinimaxAdversary(preset.place.concepts)
    spaces = list(preset.spaces.found)
    for space in spaces[:: max(1, len(spaces) // 200)]:
        adversary.space = space
        assert adversary.strike() == preset.spaces.best_point(space)


@pytest.mark.parametrize("preset", OF_ADVICE, ids=lambda preset: preset.name)
def test_experts_cost_no_more_than_theorems_allow_and_no_less_than_adversaries_force(preset):
    world = preset.place
    n, m = world.n, world.m
    forced = Game(preset.make()).play(MajorityAdversary(n, m)).mistakes
    bound = (m * log2(2) + log2(n)) / log2(4 / 3)
    assert forced <= preset.positions.values[0] <= bound
    best = preset.spaces.values[0]
    # The best learner needs no more mistakes than binomial weights (Cesa-Bianchi, Freund, Helmbold and Warmuth 1996).
    assert best <= log2(n) + log2(sum(comb(best, i) for i in range(m + 1)))


@pytest.mark.parametrize(
    "preset", [OF_ADVICE[0], *(pytest.param(each, marks=pytest.mark.long) for each in OF_ADVICE[1:])]
)
def test_experts_that_may_fall_further_behind_cost_no_more(preset):
    world = preset.place
    more = Preset("wma", f"experts:{world.n},m={world.m},most={world.most + 1}", "", preset.settings)
    assert more.positions.values[0] == preset.positions.values[0]
    assert more.spaces.values[0] == preset.spaces.values[0]


def test_the_best_of_perfect_experts_is_the_dimension_of_projections():
    for n in (2, 3, 4, 5):
        world = Preset("wma", f"experts:{n},m=0,most=3", "")
        assert world.spaces.values[0] == littlestone_dimension(ConceptClass.parse(f"dictators:{n}")).dimension


def test_the_values_of_positions_are_those_of_a_plain_recursion():
    preset = find_preset("perceptron halfspaces:2")
    positions = preset.positions

    def value(place: int) -> int:
        return max((step.mistake + value(step.to) for step in positions.steps[place] if step.to != place), default=0)

    late = sorted(range(len(positions.values)), key=positions.values.__getitem__)[:120]
    assert [value(place) for place in late] == [positions.values[place] for place in late]


def test_a_position_is_reached_by_every_way_that_leads_to_it():
    preset = find_preset("winnow monotone-disjunctions:3")
    world, positions = preset.place, preset.positions
    for moves in product(range(8), repeat=2):
        place, space, game = 0, world.full, Game(preset.make())
        for point in moves:
            guess = game.predict(world.points[point])
            y = -guess.act if world.parts(space, point)[guess.act < 0] is not None else guess.act
            game.label(guess.number, y)
            space = world.parts(space, point)[y > 0]
            step = next(each for each in positions.steps[place] if (each.point, each.y) == (point, y))
            assert step.mistake == (guess.act != y)
            place = step.to
        assert positions.values[place] <= positions.values[0]


def test_the_page_is_one_small_file_without_libraries():
    text = arena_page()
    assert len(text.encode()) <= LARGEST
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "import(" not in text
    assert text.count("<script>") == 3
    assert "src=" not in text
    assert all(set(preset.as_dict()["values"]) <= set(DIGITS) for preset in PRESETS)


def test_what_is_no_world_is_said_in_words():
    for text in ("experts:9,m=1,most=5", "experts:4", "plane:moon", "tresholds:4"):
        with pytest.raises(LittlestoneError):
            find_world(text)
    with pytest.raises(BadParameter, match="experts are written as in"):
        find_world("experts:x,m=1,most=5")
    with pytest.raises(TooLarge):
        Positions(Preset("winnow", "monotone-disjunctions:6", "").make(), find_world("monotone-disjunctions:6"))
