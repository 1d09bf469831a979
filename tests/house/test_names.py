"""The names that games and ledgers have for users, written down once; all others begin with an underscore."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from littlestone import (
    ActionGame,
    ConvexGame,
    EGPortfolio,
    Game,
    Hedge,
    InvestGame,
    LinearVAW,
    MatrixGame,
    MulticlassPerceptron,
    OnlineGradientDescent,
    Perceptron,
    TsallisINF,
)
from littlestone.guarantees import Model
from littlestone.support.loading import Former

GAME, LEDGER = 21, 27  # how many names there may be, of rows
OLD = json.loads((Path(__file__).parents[1] / "bits" / "golden" / "names_0_1_0.json").read_text())
GONE = {"first_late", "judged", "latest", "not_boolean", "show"}  # with what they were for

MOVES = "forget label learner ledger open play predict price receipt restore settings state"
ROWS = f"{MOVES} alarms coin schema features guarantees labels play_batch weights"
ACCOUNT = """as_dict bounds certificates certify forgotten history in_order labelled lateness learner longest_delay loss
    metrics open plot price restore rounds state updates weights"""
MISTAKES = f"{ACCOUNT} best_constant expected kept mistakes"
POINTS = f"{ACCOUNT} best judged_by losses points regret revealed"
MATRIX = "allowed certificates column gap ledger lower matrix play players receipt restore rounds row state step upper"

GAMES = {
    "signs": (
        lambda: Game(Perceptron()),
        ROWS,
        f"{MISTAKES} false_negatives false_positives",
    ),
    "classes": (
        lambda: Game(MulticlassPerceptron()),
        ROWS,
        f"{MISTAKES} classes confusions",
    ),
    "numbers": (
        lambda: Game(LinearVAW()),
        ROWS,
        f"{ACCOUNT} best_constant_loss least mean most rmse",
    ),
    "model": (
        lambda: Model(lambda x: 1.0),
        f"{ROWS} model",
        f"{ACCOUNT} best_constant_loss least mean most rmse",
    ),
    "experts": (
        lambda: Game(Hedge()),
        ROWS,
        f"""{MISTAKES} advice best best_expert best_regret expert_losses expert_regrets heard n names own regret
            rmse rows""",
    ),
    "points": (
        lambda: ConvexGame(OnlineGradientDescent(2)),
        MOVES,
        POINTS,
    ),
    "invest": (
        lambda: InvestGame(EGPortfolio(2)),
        f"{MOVES} cost",
        f"""{POINTS} before_costs best_crp best_stock cost drawdown log_wealth path regret_after_costs shares
            turnover uniform wealth""",
    ),
    "actions": (
        lambda: ActionGame(TsallisINF(2)),
        f"{MOVES} actions coin features floor reward schema teach",
        f"{ACCOUNT} counts done drift estimated_regret estimates late regret reward totals",
    ),
    "matrix": (
        lambda: MatrixGame([[0, 1], [1, 0]]),
        MATRIX,
        """allowed as_dict average bounds certificates column gap in_order labelled learner lower matrix payment players
            restore rounds row scale state totals upper weights""",
    ),
}
OF_ROWS = ("signs", "classes", "numbers")


def names_of(thing):
    return sorted(name for name in dir(thing) if not name.startswith("_"))


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_and_its_ledger_have_the_names_that_are_written_down(kind):
    make, game, ledger = GAMES[kind]
    made = make()
    assert names_of(made) == sorted(game.split())
    assert names_of(made.ledger) == sorted(ledger.split())
    assert len(names_of(made)) <= GAME
    assert kind not in OF_ROWS or len(names_of(made.ledger)) <= LEDGER


def test_a_game_that_has_played_late_labels_with_weights_has_no_other_names():
    game = Game(Perceptron(), metrics="accuracy", class_weight="balanced")
    first, second = game.predict([1.0]), game.predict([2.0])
    game.label(second.number, 1, weight=2.0)
    game.label(first.number, -1)
    for ledger in (game.ledger, game.ledger.in_order):
        assert len(names_of(ledger)) <= LEDGER
    assert game.ledger.in_order is not game.ledger


@pytest.mark.parametrize("kind", sorted(OLD))
def test_what_release_0_1_0_had_works_once_more_and_warns(kind):
    game = GAMES[kind][0]()
    for thing, old in ((game, OLD[kind]["game"]), (game.ledger, OLD[kind]["ledger"])):
        for name in sorted(set(old) - set(names_of(thing)) - GONE):
            assert isinstance(getattr(type(thing), name), Former), name
            with pytest.warns(DeprecationWarning, match=f"{type(thing).__name__}.{name} is not for users") as caught:
                found = getattr(thing, name)
            assert str(found) == str(getattr(thing, f"_{name}"))
            assert caught[0].filename == __file__


def test_what_a_game_never_had_is_an_attribute_error():
    with pytest.raises(AttributeError):
        Game(Perceptron()).jduge  # noqa: B018
    with pytest.raises(AttributeError):
        Game(Perceptron()).account  # noqa: B018  # which games of points had
