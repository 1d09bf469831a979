"""The history of a ledger, its picture, and how games look in a notebook."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np
import pytest

from littlestone import (
    ActionGame,
    Committee,
    ConvexGame,
    Game,
    LinearVAW,
    MulticlassPerceptron,
    OnlineGradientDescent,
    Perceptron,
    TsallisINF,
)
from littlestone.account import MOMENTS
from littlestone.concepts import ConceptClass, MistakeTree, littlestone_dimension
from littlestone.errors import BadParameter
from littlestone.plots import plot_history


def played(game, rounds, labels=(1, -1)):
    for t in range(rounds):
        game.label(game.predict({"a": t % 3, "b": t % 2}).number, labels[t % len(labels)])
    return game


def test_every_moment_of_a_short_game_is_kept():
    game = Game(Perceptron())
    mistakes = [0]
    for t in range(100):
        game.label(game.predict([t % 3, t % 2]).number, 1 if t % 5 < 2 else -1)
        mistakes.append(game.ledger.mistakes)
    history = game.ledger.history
    assert history["labelled"].tolist() == list(range(101))
    assert history["mistakes"].tolist() == mistakes
    assert history["loss"].tolist() == mistakes


def test_a_long_one_is_thinned_evenly_and_is_right_wherever_it_is_kept():
    rounds = 5 * MOMENTS + 3
    long, short = Game(Perceptron()), Game(Perceptron())
    mistakes = {0: 0}
    random = np.random.default_rng(0)
    for t in range(rounds):
        x, y = random.normal(size=3), 1 if random.random() < 0.5 else -1
        for game in (long, short):
            game.label(game.predict(x).number, y)
        mistakes[t + 1] = long.ledger.mistakes
    history = long.ledger.history
    assert MOMENTS // 2 <= len(history["labelled"]) <= MOMENTS + 1
    steps = np.diff(history["labelled"])
    assert len(set(steps[:-1].tolist())) == 1
    assert history["labelled"][-1] == rounds
    assert [mistakes[t] for t in history["labelled"].tolist()] == history["mistakes"].tolist()
    assert long.ledger.as_dict() == short.ledger.as_dict()


def test_rows_of_a_batch_are_moments_too_and_a_loaded_game_begins_where_it_was():
    game = played(Game(Perceptron()), 10)
    again = Game(Perceptron())
    again.restore(game.state())
    assert again.ledger.history["labelled"].tolist() == [10]
    played(again, 5)
    assert again.ledger.history["labelled"].tolist() == [10, 11, 12, 13, 14, 15]


@pytest.mark.parametrize(
    ("make", "labels", "what"),
    [
        (lambda: Game(Perceptron()), (1, -1), "mistakes"),
        (lambda: Game(MulticlassPerceptron()), ("ant", "bee", "cow"), "mistakes"),
        (lambda: Game(LinearVAW()), (1.0, 2.0), "square loss"),
        (lambda: Game(Committee()), (1, -1), "mistakes"),
    ],
)
def test_the_picture_is_of_what_the_ledger_counts(make, labels, what, tmp_path):
    game = make()
    with pytest.raises(BadParameter, match="nothing to draw yet"):
        game.ledger.plot()
    ledger = played(game, 40, labels).ledger
    above, below = plot_history(ledger).axes
    assert above.get_title(loc="left").startswith(f"{what} so far")
    assert below.get_title(loc="left") == f"{what} a round"
    curve = above.lines[0].get_ydata()
    assert curve[-1] == pytest.approx(ledger.mistakes if what == "mistakes" else ledger.loss)
    for suffix in ("png", "svg"):
        assert ledger.plot(tmp_path / f"game.{suffix}") is None
        assert (tmp_path / f"game.{suffix}").stat().st_size > 1000


class Tags(HTMLParser):
    """Checks that what is opened is closed."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def sound(html):
    tags = Tags()
    tags.feed(html)
    assert tags.open == []
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", html))


def test_notebooks_show_games_ledgers_and_certificates():
    game = Game(Perceptron(), labels=("<ham>", "spam"), metrics="auc")
    for t in range(20):
        game.label(game.predict({"<b>": t % 3}).number, ("<ham>", "spam")[t % 2])
    text = sound(game._repr_html_())
    assert "Game: perceptron" in text
    assert f"mistakes {game.ledger.mistakes}" in text
    assert "auc" in text
    nothing = ("labelled", "open", "forgotten", "delay", "expected", "mistake loss")
    assert not [words for words in nothing if words in text], "what there is nothing to say of takes a line each"
    certificate = game.ledger.certificates[0]
    assert certificate.verdict in sound(certificate._repr_html_())
    assert "Ledger of perceptron" in sound(game.ledger._repr_html_())
    text = sound(played(Game(Committee()), 9)._repr_html_())
    assert "member weight loss" in text
    assert text.count("standardised/ftrl:bias=1.0") == 1


def test_what_is_waiting_or_late_is_shown():
    game = Game(Perceptron())
    moves = [game.predict({"a": 1}) for _ in range(5)]
    for move in moves[:3]:
        game.label(move.number, 1)
    text = sound(game._repr_html_())
    assert "labelled 3" in text
    assert "open 2" in text
    assert "longest delay 4" in text


def test_other_games_are_shown_too():
    points = ConvexGame(OnlineGradientDescent(2))
    actions = ActionGame(TsallisINF(2))
    for game in (points, actions, Game(LinearVAW()), Game(MulticlassPerceptron())):
        assert type(game).__name__ in sound(game._repr_html_())


def test_trees_are_pictures_in_notebooks():
    tree = littlestone_dimension(ConceptClass.parse("thresholds:7")).tree
    assert isinstance(tree, MistakeTree)
    assert "<svg" in tree._repr_html_()
