from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from advice_tables import named, played

from littlestone import Game, Hedge
from littlestone.drawing import COLOURS, STYLES, pen
from littlestone.errors import BadFile, BadParameter, MissingExtra
from littlestone.experts import as_advice
from littlestone.experts.expert_pictures import course, shortened
from littlestone.plots import plot_experts, plot_regret, plot_wealth


def drawn_game(rounds=200, experts=4, learner=None, **options):
    rng = np.random.default_rng(1)
    y = rng.random(rounds)
    advice = np.clip(y[:, None] + rng.normal(size=(rounds, experts)) * np.linspace(0.1, 0.5, experts), 0, 1)
    game = Game(learner or Hedge(), **{"loss": "absolute", **options})
    game.play_batch(as_advice(advice, y))
    return game


def labels(panel):
    return [text.get_text() for text in panel.get_legend().get_texts()]


def line(panel, name):
    return next(one for one in panel.get_lines() if str(one.get_label()).startswith(name))


# the three panels


def test_a_game_is_drawn_in_three_panels_over_one_time():
    game = drawn_game()
    figure = plot_experts(game.ledger)
    weights, losses, regret = figure.axes
    assert [panel.get_xlim() for panel in figure.axes] == [(game.ledger._history.times[0], 200)] * 3
    assert labels(weights) == ["3", "2", "1", "0"]
    assert set(labels(losses)) == {"0", "1", "2", "3", "the learner"}
    assert labels(regret) == [
        f"allowed {game.ledger.certificates[0].allowed:.4g}",
        f"regret {game.ledger.best_regret:.4g}",
    ]
    assert figure.get_suptitle() == "hedge: 200 rounds, 4 experts, absolute loss"


def test_the_lines_are_what_the_ledger_says():
    game = drawn_game()
    ledger = game.ledger
    _, losses, regret = plot_experts(ledger).axes
    best = ledger.best
    ends = {name: one.get_ydata()[-1] for name in ("0", "1", "2", "3") for one in [line(losses, name)]}
    assert list(ends.values()) == pytest.approx(ledger.expert_losses - ledger.expert_losses[best])
    assert line(losses, "the learner").get_ydata()[-1] == pytest.approx(ledger.best_regret)
    assert line(regret, "regret").get_ydata().tolist() == ledger._history.regrets
    assert line(regret, "allowed").get_ydata().tolist() == ledger._history.allowed
    assert (line(regret, "allowed").get_ydata() >= line(regret, "regret").get_ydata()).all()


def test_the_legend_of_lines_follows_their_ends_from_top_to_bottom():
    _, losses, _ = plot_experts(drawn_game().ledger).axes
    ends = [line(losses, name).get_ydata()[-1] for name in labels(losses)]
    assert ends == sorted(ends, reverse=True)


def test_of_many_experts_the_weightiest_are_drawn_and_the_rest_together():
    ledger = drawn_game(experts=30).ledger
    weights, losses, _ = plot_experts(ledger, experts=5).axes
    assert labels(weights)[0] == "25 others"
    assert len(labels(weights)) == 6 == len(labels(losses))
    heaviest = np.argsort(-course(ledger).weights.mean(axis=0))[:5]
    assert labels(weights)[:0:-1] == [str(i) for i in heaviest]


def test_weights_that_are_no_shares_are_drawn_as_lines():
    from matplotlib.figure import Figure

    from littlestone.experts.expert_pictures import draw_weights

    panel = Figure().subplots()
    draw_weights(panel, np.arange(3), np.array([[1.2, -0.1], [1.1, -0.2], [1.0, 0.4]]), [0, 1], ["a", "b"])
    assert [one.get_ydata().tolist() for one in panel.get_lines()] == [[1.2, 1.1, 1.0], [-0.1, -0.2, 0.4]]
    assert labels(panel) == ["a", "b"]


def test_the_last_round_is_drawn_even_if_no_snapshot_was_due():
    ledger = drawn_game(rounds=1001).ledger
    assert ledger._history.times[-1] < 1001
    found = course(ledger)
    assert found.times[-1] == 1001
    assert (found.losses[-1], found.regrets[-1]) == (ledger.own, ledger.best_regret)
    assert len({len(each) for each in found}) == 1


def test_newcomers_begin_where_the_learner_stands():
    y = np.zeros(6)
    advice = np.array([[1.0, np.nan]] * 3 + [[1.0, 0.0]] * 3)
    found = course(played(y, advice).ledger)
    assert found.totals[:3, 1].tolist() == found.losses[:3].tolist()
    assert found.weights[:3].tolist() == [[1.0, 0.0]] * 3


def test_a_theorem_whose_premise_failed_is_not_drawn_as_if_it_held():
    rng = np.random.default_rng(0)
    game = Game(Hedge(small_loss=100.0), loss="absolute")
    for t in range(40):
        game.label(game.predict(rng.random(2) * (100.0 if t >= 20 else 1.0)).number, 0.5)
    _, _, regret = plot_experts(game.ledger).axes
    bound = line(regret, "allowed, until")
    assert np.isnan(bound.get_ydata()[20:]).all()
    all_broken = Game(Hedge(small_loss=100.0), loss="absolute")
    all_broken.label(all_broken.predict([100.0, 0.0]).number, 1.0)
    _, _, alone = plot_experts(all_broken.ledger).axes
    assert alone.get_title(loc="left").endswith("no theorem allows a number")
    assert len(labels(alone)) == 1


def test_a_bound_far_above_the_regret_gets_a_scale_of_its_own():
    near, far = drawn_game(learner=Hedge(eta=0.5)), drawn_game(learner=Hedge(eta=1e-6))
    assert plot_experts(near.ledger).axes[2].get_yscale() == "linear"
    assert plot_experts(far.ledger).axes[2].get_yscale() == "symlog"


def test_one_hopeless_expert_does_not_flatten_the_others():
    rng = np.random.default_rng(0)
    y = rng.random(50)
    game = Game(Hedge(eta=0.5), loss="square")
    wrong = np.where(np.arange(50) < 25, 3.0, 1e3)  # it has lost its weight before it goes astray
    game.play_batch(as_advice(np.column_stack([y + 0.1, y - 0.2, y + 0.3, y + wrong]), y))
    assert plot_experts(game.ledger).axes[1].get_ylim()[1] < 100


def test_lines_differ_in_more_than_colour():
    pens = [(pen(k)["color"], str(pen(k)["linestyle"])) for k in range(len(COLOURS) * len(STYLES))]
    assert len(set(pens)) == len(pens)
    assert len({style for _, style in pens[: len(STYLES)]}) == len(STYLES)


def test_no_letter_is_smaller_than_nine_points():
    figure = plot_experts(drawn_game(experts=12).ledger)
    sizes = [text.get_fontsize() for text in figure.findobj(mpl.text.Text) if text.get_text()]
    assert min(sizes) >= 9


def test_a_long_name_keeps_both_ends():
    assert shortened("forecaster number 12") == "forecast...mber 12"
    assert shortened("gam") == "gam"
    assert len(shortened("x" * 99)) == 18


@pytest.mark.parametrize("keep", [0, 1_000_000])
@pytest.mark.parametrize("rounds", [1, 2])
def test_the_shortest_games_can_be_drawn(rounds, keep):
    game = Game(Hedge(eta=0.5), loss="square", keep=keep)
    for _ in range(rounds):
        game.label(game.predict(named([1.0, 2.0])).number, 1.0)
    figure = plot_experts(game.ledger)
    figure.draw_without_rendering()
    assert len(figure.axes) == 3


def test_before_the_first_round_there_is_nothing_to_draw():
    with pytest.raises(BadParameter, match="nothing to draw yet"):
        Game(Hedge(), loss="square").ledger.plot()


# files


def test_the_same_game_gives_the_same_file_to_the_byte(tmp_path):
    for suffix in ("svg", "png"):
        paths = [tmp_path / f"{number}.{suffix}" for number in range(2)]
        for path in paths:
            assert drawn_game().ledger.plot(path) is None
        assert paths[0].read_bytes() == paths[1].read_bytes()


def test_an_svg_has_its_words_as_text_and_no_date(tmp_path):
    drawn_game().ledger.plot(tmp_path / "game.svg", title="a title of mine")
    text = (tmp_path / "game.svg").read_text()
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert "a title of mine" in text
    assert "<dc:date>" not in text


def test_settings_of_the_user_are_left_alone(tmp_path):
    with mpl.rc_context({"font.size": 3.0, "axes.grid": False}):
        drawn_game().ledger.plot(tmp_path / "game.png")
        assert mpl.rcParams["font.size"] == 3.0
        figure = plot_experts(drawn_game().ledger)
        assert figure.axes[1].title.get_fontsize() >= 9


def test_another_kind_of_file_is_refused(tmp_path):
    with pytest.raises(BadParameter, match=r"a picture is a \.png or \.svg file, not 'game\.gif'"):
        drawn_game().ledger.plot("game.gif")
    with pytest.raises(BadFile, match="cannot write"):
        drawn_game().ledger.plot(tmp_path / "nowhere" / "game.png")


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match=r"pip install littlestone\[plots\]"):
        drawn_game().ledger.plot()


# the others


def test_wealth_is_drawn_on_a_scale_of_factors():
    figure = plot_wealth({"cash": np.ones(5), "share": [1, 2, 4, 8, 16]}, title="two assets")
    (panel,) = figure.axes
    assert panel.get_yscale() == "log"
    assert labels(panel) == ["share", "cash"]
    assert panel.get_title(loc="left") == "two assets"


@pytest.mark.parametrize(
    "paths", [{}, {"a": []}, {"a": [1.0, 0.0]}, {"a": [1.0, np.nan]}, {"a": [[1.0]]}], ids=range(5)
)
def test_wealth_is_positive(paths):
    with pytest.raises(BadParameter, match="wealth"):
        plot_wealth(paths)


def test_regret_is_drawn_with_every_bound_that_has_a_number():
    figure = plot_regret([1, 2, 3], [0.0, 1.0, 2.0], {"first": [1, 2, 3.5], "never": [np.nan] * 3}, title="mine")
    (panel,) = figure.axes
    assert labels(panel) == ["first 3.5", "regret 2"]
    assert panel.get_title(loc="left") == "mine"
