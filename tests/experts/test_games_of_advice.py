"""Games of advice from their first move to a saved file."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from advice_tables import alike, named, played, tables
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Hedge, load, save
from littlestone.errors import AlreadyLabelled, BadAdvice, UnknownRound
from littlestone.experts import as_advice
from littlestone.natures import Delayed, Recorded

QUICK = settings(deadline=None, max_examples=40)
NAN = float("nan")


def drawn(rounds=30, experts=3, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.random(rounds)
    return y, np.clip(y[:, None] + 0.3 * rng.normal(size=(rounds, experts)), 0, 1)


# late, out of order, never


@QUICK
@given(tables(), st.randoms(use_true_random=False))
def test_truths_may_come_in_any_order_or_never_and_nothing_is_violated(table, chance):
    y, advice = table
    game = Game(Hedge(eta=0.5), loss="square")
    waiting = []
    for truth, row in zip(y, advice, strict=True):
        waiting.append((game.predict(named(row)), truth))
        while waiting and chance.random() < 0.5:
            move, told = waiting.pop(chance.randrange(len(waiting)))
            if chance.random() < 0.2:
                game.forget(move.number)
            else:
                guess = move.guess
                before = game.ledger.loss
                game.label(move.number, told)
                assert game.ledger.loss == before + (guess - told) * (guess - told), "not judged by the guess made then"
    ledger = game.ledger
    assert ledger.open == len(waiting) == ledger.rounds - ledger.labelled - ledger.forgotten
    assert ledger.rows.count == ledger.labelled
    assert all(certificate.verdict != "violated" for certificate in ledger.certificates)


def test_a_late_truth_is_learned_by_what_would_be_said_when_it_comes():
    game = Game(Hedge(eta=0.5), loss="square")
    first, second = game.predict([0.0, 1.0]), game.predict([0.0, 1.0])
    game.label(second.number, 1.0)
    now = game.predict([0.0, 1.0])
    game.label(first.number, 1.0)
    assert (first.guess, game.ledger.loss) == (0.5, 0.5)
    assert game.ledger.in_order.loss == 0.25 + (1 - now.guess) ** 2
    (certificate,) = game.ledger.certificates
    assert (certificate.verdict, certificate.paid) == ("holds", game.ledger.in_order.loss)
    assert game.ledger.lateness.loss == game.ledger.loss - game.ledger.in_order.loss > 0


def test_a_round_is_labelled_once_and_only_if_it_was_opened():
    game = Game(Hedge(eta=0.5), loss="square")
    move = game.predict([0.0, 1.0])
    game.label(move.number, 1.0)
    with pytest.raises(AlreadyLabelled):
        game.label(move.number, 1.0)
    with pytest.raises(UnknownRound):
        game.label(7, 1.0)
    assert game.ledger.labelled == 1


# saved, pickled, copied


@QUICK
@given(tables(), st.sampled_from(["square", "absolute", "pinball:0.9"]))
def test_saved_and_loaded_a_game_goes_on_bit_for_bit(tmp_path_factory, table, loss):
    y, advice = table
    half = len(y) // 2
    path = tmp_path_factory.mktemp("games") / "game.npz"
    game = played(y[:half], advice[:half], loss=loss)
    open_round = game.predict(named(advice[half]))
    save(game, path)
    again = load(path)
    assert alike(game, again)
    for each in (game, again):
        each.label(open_round.number, y[half])
        for truth, row in zip(y[half + 1 :], advice[half + 1 :], strict=True):
            each.label(each.predict(named(row)).number, truth)
    assert alike(game, again)
    assert game.ledger.as_dict() == again.ledger.as_dict()
    assert again.price.full_name == loss


def test_a_loaded_game_still_knows_how_many_experts_there_are(tmp_path):
    game = Game(Hedge(eta=0.5), loss="square")
    game.label(game.predict([1.0, 2.0]).number, 1.0)
    save(game, tmp_path / "game.npz")
    for each in (game, load(tmp_path / "game.npz")):
        with pytest.raises(BadAdvice, match="2 experts, but 3 spoke"):
            each.predict([1.0, 2.0, 3.0])


def test_a_saved_game_of_classes_keeps_their_names(tmp_path):
    game = Game(Hedge(eta=0.5), loss="mistake", labels=("ham", "spam"), seed=5)
    game.label(game.predict({"a": "ham", "b": "spam"}).number, "ham")
    save(game, tmp_path / "game.npz")
    again = load(tmp_path / "game.npz")
    moves = [each.predict({"a": "spam", "b": "spam"}) for each in (game, again)]
    assert [move.act for move in moves] == ["spam", "spam"]
    assert alike(game, again)


# classes and the coin


def classes_game(seed, rounds=300):
    rng = np.random.default_rng(11)
    game = Game(Hedge(eta=0.3), loss="mistake", labels=("no", "yes"), seed=seed)
    for _ in range(rounds):
        y = rng.integers(2)
        said = np.where(rng.random(3) < [0.4, 0.45, 0.5], 1 - y, y)
        move = game.predict([("no", "yes")[bit] for bit in said])
        assert move.act in ("no", "yes")
        game.label(move.number, ("no", "yes")[y])
    return game


def test_the_coin_is_tossed_by_the_seed_and_the_expected_mistakes_are_the_same_for_all_seeds():
    games = [classes_game(seed) for seed in range(12)]
    expected = games[0].ledger.expected
    assert all(game.ledger.expected == expected for game in games)
    assert len({game.ledger.mistakes for game in games}) > 3
    assert classes_game(3).ledger.mistakes == games[3].ledger.mistakes
    tossed = np.array([game.ledger.mistakes for game in games])
    assert abs(tossed.mean() - expected) < 4 * np.sqrt(300 / 4 / 12)
    assert games[0].ledger.own == expected, "the theorem is about the expected mistakes"


def test_a_nature_sees_the_stance_and_not_the_coin():
    game = Game(Hedge(eta=0.3), loss="mistake")
    move = game.predict([1, -1])
    assert game._stance(move) == 0.0
    assert game._seen(move).act is None


# recorded forecasts


def test_a_recorded_frame_of_forecasts_is_the_game_of_its_rows():
    y, advice = drawn()
    advice[3, 0], advice[4, 1] = 0.0, NAN
    frame = pd.DataFrame(advice, columns=["a", "b", "c"]).assign(truth=y)
    by_hand = Game(Hedge(eta=0.5), loss="square", features=["a", "b", "c"])
    for truth, row in zip(y, advice, strict=True):
        by_hand.label(by_hand.predict(row).number, truth)
    for X in (frame, pl.from_pandas(frame)):
        game = Game(Hedge(eta=0.5), loss="square")
        game.play(Recorded(X, "truth", advice=True))
        assert game.ledger.as_dict() == by_hand.ledger.as_dict()
    nameless = Game(Hedge(eta=0.5), loss="square")
    nameless.play(Recorded(advice, y, advice=True))
    assert nameless.ledger.loss == by_hand.ledger.loss


@pytest.mark.parametrize(
    "wrapped", [lambda nature: nature, lambda nature: Delayed(nature, delay=2)], ids=["bare", "late"]
)
def test_a_table_whose_zeros_were_left_out_is_refused(wrapped):
    y, advice = drawn()
    game = Game(Hedge(eta=0.5), loss="square")
    with pytest.raises(BadAdvice, match="advice=True"):
        game.play(wrapped(Recorded(advice, y)))
    game.play(wrapped(Recorded(as_advice(advice, y))))
    assert game.ledger.labelled == len(y)


def test_a_recorded_truth_that_is_missing_is_a_round_forgotten():
    y, advice = drawn()
    y[4] = NAN
    game = Game(Hedge(eta=0.5), loss="square")
    game.play(Recorded(advice, y, advice=True))
    assert (game.ledger.rounds, game.ledger.labelled, game.ledger.forgotten) == (30, 29, 1)


def test_a_stream_of_mappings_needs_no_word_about_advice():
    game = Game(Hedge(eta=0.5), loss="square")
    game.play(Recorded([({"a": 0.0, "b": 1.0}, 1.0), ({"a": 0.0}, 0.0)]))
    assert np.asarray(game.ledger.heard).tolist() == [2, 1]
