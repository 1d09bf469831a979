"""Natures around natures: noise, delay and drift, alone and nested."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Perceptron, RowLearner
from littlestone.errors import BadLabel, BadParameter
from littlestone.nature import Label
from littlestone.natures import Analysts, Delayed, Drifting, Noisy, Recorded


class Spy:
    """Asks `rounds` times, answers +1 at once, and writes down all it is shown."""

    def __init__(self, rounds, y=1):
        self.rounds = rounds
        self.y = y
        self.shown = []
        self.answered = []
        self.closed = 0

    def ask(self, last):
        assert not self.closed
        self.shown.append(None if last is None else last.number)
        return [1.0] if len(self.shown) <= self.rounds else None

    def answer(self, number, guess):
        self.answered.append((number, guess))
        return [Label(number, self.y)]

    def close(self):
        self.closed += 1
        return []


class Diary(RowLearner):
    """Never learns, but writes down what it is told, and when."""

    asked_again = False  # so that it is asked once a round

    def __init__(self):
        super().__init__()
        self.told = []
        self.asked = 0

    def predict(self, x):
        self.asked += 1
        return 1.0

    def learn(self, x, y, guess):
        self.told.append((self.asked, float(x.values[0]) if len(x) else 0.0, y))


def diary(nature, **settings):
    """What a learner is told in a game with that nature: (rounds asked so far, the example, its label)."""
    learner = Diary()
    Game(learner, bounds=[], **settings).play(nature)
    return learner.told


def counting(rounds, y=1, start=1):
    """The examples start, start + 1, ..., all labelled y."""
    return Recorded([([float(number)], y) for number in range(start, start + rounds)])


# --- Noisy


def test_noise_turns_about_its_share_of_labels_and_nothing_else():
    told = diary(Noisy(counting(4000), chance=0.1))
    assert [x for _, x, _ in told] == list(range(1, 4001))
    assert abs(np.mean([y < 0 for _, _, y in told]) - 0.1) < 4 * (0.1 * 0.9 / 4000) ** 0.5


def test_without_chance_nothing_is_turned_and_with_certainty_everything():
    assert diary(Noisy(counting(50), chance=0)) == diary(counting(50))
    assert diary(Noisy(counting(50), chance=1)) == diary(counting(50, y=-1))


def test_the_seed_of_the_noise_decides_which_labels_are_turned():
    assert diary(Noisy(counting(200), chance=0.5, seed=3)) == diary(Noisy(counting(200), chance=0.5, seed=3))
    assert diary(Noisy(counting(200), chance=0.5, seed=3)) != diary(Noisy(counting(200), chance=0.5, seed=4))


def test_the_noise_knows_nothing_of_the_coin_of_a_game_with_the_same_seed():
    noise = np.array([y for _, _, y in diary(Noisy(counting(4000), chance=0.5, seed=5))])
    coin = Game(Perceptron(), seed=5).coin
    tosses = np.array([1.0 if coin.toss(number) < 0.5 else -1.0 for number in range(1, 4001)])
    assert abs((noise * tosses).mean()) < 4 / 4000**0.5


def test_noise_speaks_the_labels_of_its_nature():
    nature = Noisy(counting(3, y="spam"), chance=1, labels=("ham", "spam"))
    assert [y for _, _, y in diary(nature, labels=("ham", "spam"))] == [-1.0, -1.0, -1.0]
    with pytest.raises(BadLabel, match="'spam'"):
        diary(Noisy(counting(3, y="spam"), chance=1))


@given(st.integers(0, 9), st.floats(0, 1), st.integers(0, 2**32))
@settings(deadline=None, max_examples=40)
def test_it_is_the_same_whether_the_noise_or_the_delay_comes_first(delay, chance, seed):
    noisy_first = Delayed(Noisy(counting(40), chance=chance, seed=seed), delay=delay)
    delayed_first = Noisy(Delayed(counting(40), delay=delay), chance=chance, seed=seed)
    assert diary(noisy_first) == diary(delayed_first)


# --- Delayed


def test_a_delayed_label_comes_when_that_many_more_rounds_had_their_guess():
    told = diary(Delayed(counting(6), delay=2))
    assert told == [(3, 1, 1), (4, 2, 1), (5, 3, 1), (6, 4, 1), (6, 5, 1), (6, 6, 1)]


def test_no_delay_is_no_change():
    assert diary(Delayed(counting(6), delay=0)) == diary(counting(6))


def test_delays_add_up():
    assert diary(Delayed(Delayed(counting(30), delay=2), delay=3)) == diary(Delayed(counting(30), delay=5))


def test_a_delay_that_depends_on_the_round_lets_labels_overtake_one_another():
    told = diary(Delayed(counting(4), delay=lambda number: 3 if number == 1 else 0))
    assert told == [(2, 2, 1), (3, 3, 1), (4, 1, 1), (4, 4, 1)]


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 2**32), st.integers(0, 30))
@settings(deadline=None, max_examples=60)
def test_every_label_comes_exactly_once_and_within_its_delay(low, more, seed, rounds):
    told = diary(Delayed(counting(rounds), delay=(low, low + more), seed=seed))
    assert sorted(x for _, x, _ in told) == list(range(1, rounds + 1))
    assert all(min(x + low, rounds) <= when <= x + low + more for when, x, _ in told)


def test_drawn_delays_reach_both_ends_of_their_range():
    told = diary(Delayed(counting(200), delay=(1, 3)))
    assert {when - x for when, x, _ in told if x < 190} == {1, 2, 3}


def test_the_ledger_knows_of_the_delay():
    ledger = Game(Perceptron(), bounds=[]).play(Delayed(counting(20), delay=4))
    assert (ledger.longest_delay, ledger.open, ledger.labelled) == (4, 0, 20)


def test_labels_that_are_never_told_stay_untold():
    ledger = Game(Perceptron(), bounds=[]).play(Delayed(Recorded(np.eye(3), [1, None, 1]), delay=1))
    assert (ledger.rounds, ledger.labelled, ledger.forgotten) == (3, 2, 1)


# --- Drifting


def test_natures_follow_one_another_and_the_rounds_are_numbered_on():
    game = Game(Perceptron(), bounds=[])
    first, second = Spy(3), Spy(2, y=-1)
    ledger = game.play(Drifting([first, second]))
    assert (ledger.rounds, ledger.labelled, ledger._positives) == (5, 5, 3)
    assert [number for number, _ in first.answered] == [1, 2, 3]
    assert [number for number, _ in second.answered] == [4, 5]


def test_a_nature_sees_no_rounds_but_its_own_and_is_closed_once():
    first, second = Spy(3), Spy(2)
    Game(Perceptron(), bounds=[]).play(Drifting([first, second]))
    assert first.shown == [None, 1, 2, 3]
    assert second.shown == [None, 4, 5]
    assert (first.closed, second.closed) == (1, 1)


@pytest.mark.parametrize(
    ("rounds", "numbers"),
    [
        (2, [1, 2, 101, 102]),
        ([1, 3], [1, 101, 102, 103]),
        ([None, 1], [1, 2, 3, 4, 101]),
        ([0, 1], [101]),
        (9, [1, 2, 3, 4, 101, 102, 103, 104]),
    ],
    ids=str,
)
def test_each_nature_asks_as_often_as_it_may(rounds, numbers):
    told = diary(Drifting([counting(4), counting(4, start=101)], rounds=rounds))
    assert [x for _, x, _ in told] == numbers


def test_what_one_nature_still_owes_comes_with_the_next_answer():
    slow = Delayed(counting(3), delay=5)
    told = diary(Drifting([slow, counting(2, start=101)]))
    assert told == [(4, 1, 1), (4, 2, 1), (4, 3, 1), (4, 101, 1), (5, 102, 1)]


def test_what_the_last_nature_still_owes_comes_at_the_close():
    told = diary(Drifting([counting(1), Delayed(counting(2, start=101), delay=5)]))
    assert told == [(1, 1, 1), (3, 101, 1), (3, 102, 1)]


def test_a_new_world_may_bring_new_names():
    old, new = Recorded([({"a": 1.0}, 1)], names=["a"]), Recorded([({"b": 1.0, "a": 1.0}, 1)], names=["b", "a"])
    game = Game(Perceptron(), bounds=[])
    game.play(Drifting([old, new]))
    assert game.features.names == ["a", "b"]


def test_nothing_after_nothing_is_nothing():
    assert diary(Drifting([])) == []
    assert diary(Drifting([counting(0), counting(0)])) == []


def test_a_learner_notices_a_change_of_analysts():
    def analysts(seed):
        return Analysts(9, 3, rounds=300, seed=seed)

    calm = Game(Perceptron(), bounds=[]).play(Drifting([analysts(1), analysts(1)]))
    changed = Game(Perceptron(), bounds=[]).play(Drifting([analysts(1), analysts(2)]))
    assert calm.mistakes <= 27  # nk
    assert changed.mistakes > 1.5 * calm.mistakes


# --- all of them


WRAPPERS = {
    "noisy": lambda nature: Noisy(nature, chance=0.3),
    "delayed": lambda nature: Delayed(nature, delay=(0, 4)),
    "drifting": lambda nature: Drifting([nature]),
}


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
def test_a_nature_inside_is_shown_what_it_would_be_shown_alone(wrap):
    alone, inside = Spy(20), Spy(20)
    diary(alone)
    diary(wrap(inside))
    assert (alone.shown, alone.answered, alone.closed) == (inside.shown, inside.answered, inside.closed)


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
def test_the_names_of_the_columns_shine_through(wrap):
    game = Game(Perceptron(), bounds=[])
    game.play(wrap(Recorded(np.eye(2), [1, 1], names=["a", "b"])))
    assert game.features.names == ["a", "b"]
    assert wrap(Spy(1)).features is None


@given(st.lists(st.sampled_from(sorted(WRAPPERS)), max_size=4), st.integers(0, 25))
@settings(deadline=None, max_examples=40)
def test_however_they_are_nested_every_round_gets_its_label(order, rounds):
    nature = counting(rounds)
    for name in order:
        nature = WRAPPERS[name](nature)
    assert sorted(x for _, x, _ in diary(nature)) == list(range(1, rounds + 1))


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: Noisy(Spy(1), chance=-0.1), "from 0 to 1, not -0.1"),
        (lambda: Noisy(Spy(1), chance=0.1, seed=-1), "a seed is"),
        (lambda: Delayed(Spy(1), delay=-1), "0 or more"),
        (lambda: Delayed(Spy(1), delay=1.5), "not 1.5"),
        (lambda: Delayed(Spy(1), delay=(3, 1)), "rising pair"),
        (lambda: Delayed(Spy(1), delay=(1, 2, 3)), "rising pair"),
        (lambda: diary(Delayed(Spy(1), delay=lambda number: -number)), "not -1 as for round 1"),
        (lambda: Drifting([Spy(1), Spy(1)], rounds=[1]), "2 natures need as many numbers of rounds, not 1"),
        (lambda: Drifting([Spy(1)], rounds=-1), "0 or more, not -1"),
    ],
)
def test_worlds_that_make_no_sense_are_refused(make, complaint):
    with pytest.raises(BadParameter, match=complaint):
        make()
