from __future__ import annotations

import json

import numpy as np
import pytest
from advice_tables import named, played, tables
from hypothesis import given, settings

from littlestone import Game, Hedge, Row, WeightedMajority
from littlestone.experts import as_advice
from littlestone.row import Batch

QUICK = settings(deadline=None, max_examples=60)


@QUICK
@given(tables())
def test_every_expert_is_compared_with_the_learner_on_its_own_rounds(drawn):
    y, advice = drawn
    game = Game(Hedge(eta=0.5), loss="square")
    guesses = []
    for truth, row in zip(y, advice, strict=True):
        move = game.predict(named(row))
        guesses.append(move.guess)
        game.label(move.number, truth)
    paid = (np.array(guesses) - y) ** 2
    awake = ~np.isnan(advice)
    lost = np.where(awake, (advice - y[:, None]) ** 2, 0.0).sum(axis=0)
    regrets = (awake * paid[:, None]).sum(axis=0) - lost
    ledger = game.ledger
    order = [int(name[1:]) for name in ledger.names]
    scale = paid.sum() + lost.max()
    assert np.asarray(ledger.heard).tolist() == awake.sum(axis=0)[order].tolist()
    assert ledger.expert_losses == pytest.approx(lost[order])
    assert ledger.expert_regrets == pytest.approx(regrets[order], abs=1e-12 * scale)
    assert ledger.best_regret == pytest.approx(regrets[order].max(), abs=1e-12 * scale)
    assert ledger.own == pytest.approx(paid.sum())


def test_a_newcomer_is_charged_from_its_first_round_on():
    game = Game(Hedge(eta=0.5), loss="absolute")
    for y in (1.0, 1.0):
        game.label(game.predict({"old": 0.0}).number, y)
    game.label(game.predict({"old": 0.0, "new": 1.0}).number, 1.0)
    paid = 1.0 - 0.5  # the newcomer has the weight of one whose regret is nothing, as has the only expert there was
    assert game.ledger.expert_regrets.tolist() == [2.0 + paid - 3.0, paid - 0.0]
    assert game.ledger.best_expert == "new"


def test_an_expert_that_nobody_has_heard_is_not_the_best():
    game = Game(Hedge(eta=0.5), loss="absolute", features=["a", "b", "silent"])
    game.label(game.predict([0.0, 2.0, None]).number, 1.0)
    assert (game.ledger.best_expert, game.ledger.best_regret) == ("a", -1.0)


def test_the_account_is_strict_json_at_every_moment():
    game = Game(Hedge(eta=0.5), loss="square", features=["a", "b"])
    for step in (None, {"a": 1.0}, {"b": 2.0, "c": 3.0}):
        if step:
            move = game.predict(step)
            json.dumps(game.ledger.as_dict(), allow_nan=False)
            game.label(move.number, 1.0)
        account = json.loads(json.dumps(game.ledger.as_dict(), allow_nan=False))
    assert account["experts"] == {"a": 0.0, "b": 1.0, "c": 4.0}
    assert sum(account["weights"].values()) == pytest.approx(1.0)
    assert account["rmse"] == pytest.approx(np.sqrt(game.ledger.loss / 2))


def test_the_account_says_in_words_what_was_paid_and_who_was_right():
    game = played([1.0, 2.0, 3.0], [[1.0, 0.0], [2.0, 0.0], [3.0, np.nan]])
    game.predict({"e0": 1.0})
    words = str(game.ledger).splitlines()
    loss = 0.5**2 + (2.0 - 2.0 / (1.0 + np.exp(-0.5))) ** 2
    assert words[1] == (
        f"4 rounds, 2 experts; square loss {loss:.6g}, {loss / 3:.6g} a round, rmse {np.sqrt(loss / 3):.6g}"
    )
    assert words[2] == f"regret {game.ledger.best_regret:.6g} against the best expert, e0"
    assert words[3].startswith("weights e0 0.9")
    assert words[4] == "1 round still without a label"


def test_experts_without_names_are_called_experts():
    game = Game(WeightedMajority())
    for x, y in [([1, -1, 1], 1), ([1, -1, -1], -1), ([1, 1, -1], -1)]:
        game.label(game.predict(x).number, y)
    words = str(game.ledger).splitlines()
    assert words[2] == "regret 0 against the best, expert 2"
    assert words[3] == "weights expert 2 0.667, expert 0 0.167, expert 1 0.167"
    assert str(game.ledger.regret).splitlines()[0].endswith("against the best, expert 2")
    assert game.ledger.best_expert == "2"


def test_many_experts_are_named_up_to_five():
    game = Game(Hedge(eta=0.5), loss="square")
    game.label(game.predict(np.arange(9.0)).number, 0.0)
    assert game.ledger._heaviest().endswith(" and 4 more")
    assert game.ledger._heaviest().count(",") == 4


def test_an_empty_game_has_an_account_too():
    ledger = Game(Hedge(eta=0.5), loss="square", features=["a", "b"]).ledger
    assert (ledger.best_expert, ledger.best_regret) == ("", 0.0)
    assert np.isnan(ledger.rmse)
    assert "0 rounds, 0 experts; square loss 0" in str(ledger)
    assert ledger.as_dict()["experts"] == {}


def test_a_row_narrower_than_the_names_is_a_round_like_any_other():
    game = Game(Hedge(eta=0.5), loss="square", features=["a", "b", "c"])
    x = Batch([0, 2], [0, 1], [1.0, 2.0], 2, [1.0]).check().row(0)
    assert isinstance(x, Row)
    game.label(game.predict(x).number, 1.0)
    again = Game(Hedge(eta=0.5), loss="square", features=["a", "b", "c"])
    again.restore(game.state())
    assert again.ledger.as_dict() == game.ledger.as_dict()
    assert game.ledger.names == ["a", "b", "c"]


def test_losses_outside_the_range_of_a_theorem_break_its_premise_and_name_the_round():
    game = Game(Hedge(small_loss=3.0), loss="square")
    for advice, y in (([0.5, 1.0], 1.0), ([3.0, 1.0], 1.0)):
        game.label(game.predict(advice).number, y)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "broken premise"
    assert certificate.broken == "an expert lost 4 in round 2; the theorem is for losses from 0 to 1"
    assert certificate.allowed is None


def test_a_batch_gives_the_same_account_as_one_by_one():
    rng = np.random.default_rng(0)
    y, advice = rng.random(50), rng.random((50, 4))
    advice[rng.random((50, 4)) < 0.3] = np.nan
    advice[:, 0] = 0.0
    one, many = (Game(Hedge(), loss="brier") for _ in range(2))
    for truth, row in zip(y, advice, strict=True):
        one.label(one.predict(row).number, truth)
    many.play_batch(as_advice(advice, y))
    assert one.ledger.as_dict() == many.ledger.as_dict()


@QUICK
@given(tables())
def test_what_a_certificate_teaches_is_true_of_every_expert_even_of_sleepers(drawn):
    ledger = played(*drawn, Hedge(eta=1.0)).ledger
    (certificate,) = ledger.certificates
    if certificate.teaches:
        least = float(certificate.teaches.rsplit(" ", 1)[1].replace(",", ""))
        assert ledger.expert_losses.min() >= least * (1 - 1e-5)


def test_a_certificate_teaches_what_every_expert_must_have_lost():
    ledger = played([0.0] * 20, [[1.0, 2.0]] * 20, Hedge(eta=1.0), loss="absolute").ledger
    (certificate,) = ledger.certificates
    assert certificate.teaches == f"no expert has lost less than {ledger.own - certificate.allowed:.6g}"
    rested = played([0.0] * 21, [[1.0, 2.0]] * 20 + [[np.nan, 2.0]], Hedge(eta=1.0), loss="absolute").ledger
    assert rested.certificates[0].teaches != f"no expert has lost less than {rested.own - certificate.allowed:.6g}"


def test_a_newcomer_is_compared_from_the_round_it_first_speaks_in():
    game = Game(Hedge(eta=0.5), loss="absolute")
    game.label(game.predict({"a": 1.0, "b": 0.0}).number, 1)
    before = game.ledger.loss
    move = game.predict({"a": 1.0, "b": 0.0, "c": 0.25})
    game.label(move.number, 1)
    assert game.ledger._missed[2] == before
    assert game.ledger.expert_regrets[2] == pytest.approx((1 - move.guess) - 0.75)


def test_experts_that_come_with_the_first_round_have_missed_nothing():
    game = Game(Hedge(eta=0.5), loss="mistake")
    game.label(game.predict({"a": 1, "b": -1}).number, 1)
    assert list(game.ledger._missed) == [0.0, 0.0]


def test_hedge_needs_no_range_where_its_rate_never_rises():
    game = Game(Hedge(), loss="square")
    for advice, y in (([0.5, 1.0], 1.0), ([3.0, 1.0], 1.0), ([3.0, 1.0, -20.0], 1.0), ([0.0, 0.0, 5.0], 1.0)):
        x = dict(zip("abc", advice, strict=False))
        game.label(game.predict(x).number, y)
        certificate = game.ledger.certificates[0]
        assert certificate.verdict == "holds"
        assert certificate.paid <= certificate.allowed
    assert game.learner.grown == 3
