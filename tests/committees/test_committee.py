"""A committee: the mixture by formula, its theorem at every moment, wrong mixtures found out, saved and wrapped."""

from __future__ import annotations

import json
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import (
    AROW,
    Committee,
    Game,
    LinearAdaGrad,
    LinearDescent,
    OneVsRest,
    Perceptron,
    ScaleFree,
    Standardised,
    load,
    save,
)
from littlestone.bounds import CommitteeBound, CommitteePathBound
from littlestone.committees import committee_theorems as theorems
from littlestone.committees.committee import mixer_for
from littlestone.committees.members import LINEAR, LINEAR_WORDS, PRODUCTS, USUAL, member_of, promised, read, written
from littlestone.errors import BadParameter, BadWeight, StateError, UnknownName
from littlestone.features import as_batch

quick = settings(max_examples=25, deadline=None)
THREE = ["scale-free", "adagrad:eta=0.5:bias=1.0", "arow"]
SOME = "scale-free, adagrad:eta=0.5, arow, standardised/ogd:loss=log, max-scaled/ftrl, pa1, scw2"


def stream(rows=200, seed=0, turn=None):
    """Examples of two classes; from round `turn` on the classes are the others."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rows, 4))
    y = np.sign(x @ [1.0, -2.0, 0.5, 0.0] + 0.5 * rng.normal(size=rows))
    if turn is not None:
        y[turn:] *= -1
    return x, y.astype(int)


def play(game, x, y, every=0):
    """Play rounds; the certificates after every so many of them."""
    found = []
    for t, (row, truth) in enumerate(zip(x, y, strict=True)):
        game.label(game.predict(row).number, truth)
        if every and t % every == every - 1:
            found += game.ledger.certificates
    return found


def chance(margin):
    return min(max(1.0 / (1.0 + exp(-margin)), 1e-15), 1.0 - 1e-15)


def test_weights_by_name_are_the_mean_of_the_members():
    game = Game(Committee(["perceptron", "ogd:loss=log"]), loss="log")
    for i in range(40):
        move = game.predict({"a": 1.0, "b": i % 3})
        game.label(move.number, 1 if i % 3 else -1)
    mean = sum(w * member.weights for w, member in zip(game.learner.weights, game.learner.members, strict=True))
    assert game.weights() == pytest.approx({"a": mean[0], "b": mean[1]})


@pytest.mark.parametrize("share", [0.0, 0.05])
def test_two_classes_are_mixed_by_formula(share):
    x, y = stream()
    game, alone = Game(Committee(THREE, share=share), loss="log"), [Game(member_of(one)) for one in THREE]
    w, losses = np.full(3, 1 / 3), np.zeros(3)
    for row, truth in zip(x, y, strict=True):
        moves = [one.predict(row) for one in alone]
        said = np.array([chance(move.guess) for move in moves])
        move = game.predict(row)
        assert move.guess == pytest.approx(log((w @ said) / (w @ (1 - said))), rel=1e-6, abs=1e-9)
        assert move.chance == pytest.approx(w @ said)
        given_to_it = said if truth > 0 else 1 - said
        losses -= np.log(given_to_it)
        w = w * given_to_it / (w @ given_to_it)
        w = (1 - share) * w + share / 3
        game.label(move.number, truth)
        for one, its in zip(alone, moves, strict=True):
            one.label(its.number, truth)
    np.testing.assert_allclose(game.learner.weights, w, rtol=1e-6, atol=1e-12)
    members = game.ledger.as_dict()["members"]
    np.testing.assert_allclose([one["loss"] for one in members], losses)
    assert [one["mistakes"] for one in members] == [one.ledger.mistakes for one in alone]
    assert [one["name"] for one in members] == THREE
    for member, one in zip(game.learner.members, alone, strict=True):
        for name, value in one.learner.state().items():
            np.testing.assert_array_equal(member.state()[name], value)


@quick
@given(st.integers(0, 10_000), st.integers(1, 4), st.sampled_from([1.0, 3.0]))
def test_the_loss_is_at_most_that_of_the_best_member_and_ln_k(seed, size, heaviest):
    rng = np.random.default_rng(seed)
    members = [["perceptron", "scale-free", "adagrad:eta=3.0", "ogd:loss=log"][i] for i in range(size)]
    game = Game(Committee(members, heaviest=heaviest), loss="log")
    for _ in range(40):
        x = rng.normal(size=3) * 10.0 ** rng.integers(-3, 4)
        game.label(game.predict(x).number, int(rng.choice([-1, 1])))
        (certificate,) = game.ledger.certificates
        assert certificate.verdict == "holds"
        account = game.learner.account
        assert game.ledger.loss <= account.expert_losses.min() + heaviest * log(size) + 1e-9
        assert certificate.allowed == pytest.approx(heaviest * log(size))
        assert certificate.paid == pytest.approx(game.ledger.loss - account.expert_losses.min(), abs=1e-9)


def test_members_that_are_sure_and_wrong_cost_no_infinity():
    game = Game(Committee(["ogd:eta=1000.0:loss=log", "ogd:eta=100.0:loss=log"]), loss="log")
    for t in range(60):
        move = game.predict([1.0])
        assert np.isfinite(move.guess)
        game.label(move.number, -1 if t % 3 else 1)
        assert game.ledger.certificates[0].verdict == "holds"


def test_with_a_share_it_follows_the_member_that_became_the_best():
    x, y = stream(rows=600, turn=300)
    fixed, sharing = (
        Game(Committee(["adagrad:eta=0.01", "ogd:eta=1.0:loss=log"], share=a), loss="log") for a in (0, 0.01)
    )
    for game in (fixed, sharing):
        assert all(certificate.verdict == "holds" for certificate in play(game, x, y, every=100))
    (certificate,) = sharing.ledger.certificates
    assert "Fixed-Share" in certificate.theorem
    assert certificate.allowed == pytest.approx(log(2) - 599 * log(0.99))


def test_sequences_of_members_are_certified_in_hindsight():
    x, y = stream(rows=300, turn=150)
    game = Game(
        Committee(["adagrad:eta=0.01", "ogd:eta=1.0:loss=log"], share=0.02),
        loss="log",
        bounds=[CommitteePathBound(switches=2)],
    )
    play(game, x, y)
    (certificate,) = game.ledger.certificates
    T, S, a = 300, 2, 0.02
    assert certificate.verdict == "holds"
    assert certificate.allowed == pytest.approx((S + 1) * log(2) - S * log(a) - (T - 1 - S) * log(1 - a))
    truths, _ = game.learner.account.advice()
    assert len(truths) == 300
    best = game.learner.account.regret.switching(2)
    assert certificate.paid == pytest.approx(best)


# ---- numbers and many classes ----


@pytest.mark.parametrize(("how", "words"), [({"low": -6.0, "high": 6.0}, "best member"), ({}, "AdaHedge")])
def test_numbers(how, words):
    rng = np.random.default_rng(3)
    x = rng.normal(size=(300, 3))
    y = np.clip(x @ [1.0, -1.0, 0.5], -6, 6)
    game = Game(Committee(["ogd:loss=square:eta=0.05", "scale-free:loss=absolute", "vaw"], **how))
    for row, truth in zip(x, y, strict=True):
        game.label(game.predict(row).number, float(truth))
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds"
    assert words in certificate.theorem
    best = game.learner.account.expert_losses.min()
    assert certificate.paid == pytest.approx(game.ledger.loss - best)
    if how:
        assert certificate.allowed == pytest.approx(144 * log(3) / 2)
    assert "mistakes" not in game.ledger.as_dict()["members"][0]


def test_numbers_with_a_share_have_the_rate_at_which_the_square_loss_is_concave():
    game = Game(Committee(loss="square", low=0.0, high=2.0, share=0.1))
    for t in range(50):
        game.label(game.predict([t % 5, 1.0]).number, float(t % 3) * 0.9)
    assert game.learner.mixer.eta == 1.0 / 8.0
    assert game.ledger.certificates[0].verdict == "holds"


def mixed_by_slopes(late, count):
    """Games of numbers that a committee mixes by slopes; what its members said to every label, and the labels."""
    for seed in range(count):
        rng = np.random.default_rng(seed)
        game = Game(Committee(["pa1-regression", "ogd:loss=square:eta=0.1", "ogd:loss=square:eta=0.01"], gradient=True))
        waiting, said, truths = [], [], []
        for t in range(80):
            x = rng.normal(size=2)
            waiting.append((game.predict(x), float(x @ [1.0, -1.0] + rng.normal() + 2.0 * (t % 7 == 0))))
            while len(waiting) > (rng.integers(late) if late else 0):
                move, y = waiting.pop(int(rng.integers(len(waiting))))
                game.label(move.number, y)
                advice = game.learner.account.rows.batch()
                said.append(np.array(advice.row(advice.rows - 1).values))
                truths.append(y)
        yield game, np.array(said), np.array(truths)


@pytest.mark.parametrize("late", [0, 8])
def test_with_slopes_the_bound_is_one_against_every_mixture_of_members(late):
    less = 0
    for game, said, truths in mixed_by_slopes(late, 10):
        (certificate,) = game.ledger.certificates
        assert certificate.verdict == "holds"
        delta, (a, b) = game.learner.mixer.delta, np.meshgrid(np.linspace(0, 1, 41), np.linspace(0, 1, 41))
        shares = np.stack([a, (1 - a) * b, (1 - a) * (1 - b)], axis=-1).reshape(-1, 3)
        best = ((shares @ said.T - truths) ** 2).sum(axis=1).min()
        assert game.learner.account.own <= best + 2.0 * delta + 1e-9
        less += best < 0.999 * game.learner.account.expert_losses.min()
    assert less  # else nothing was shown


def test_slopes_are_of_numbers_without_a_range():
    assert Committee("numbers").gradient
    assert "gradient" not in Committee("linear-numbers").parameters()
    assert "gradient" not in Committee("numbers", low=0.0, high=1.0).parameters()
    again = Committee(**Committee("numbers").parameters())
    assert again.gradient
    assert again.mixer.gradient
    assert not Committee("numbers", gradient=False).mixer.gradient
    for given_too in ({"members": THREE}, {"members": "numbers", "low": 0.0, "high": 1.0}):
        with pytest.raises(BadParameter, match="numbers without low and high"):
            Committee(**given_too, gradient=True)
    with pytest.raises(BadParameter, match="gradient is True or False"):
        Committee("numbers", gradient="yes")


def test_a_number_outside_the_range_breaks_the_premise():
    game = Game(Committee(loss="square", low=0.0, high=1.0))
    for y in (0.5, 0.2, 7.0, 0.1):
        game.label(game.predict([1.0]).number, y)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "broken premise"
    assert "label 3 did not lie from 0 to 1" in certificate.broken


@pytest.mark.parametrize("share", [0.0, 0.02])
def test_many_classes_are_mixed_by_their_chances(share):
    rng = np.random.default_rng(4)
    centres = np.array([[3.0, 0.0], [0.0, 3.0], [-3.0, -3.0]])
    game = Game(
        Committee(["one-vs-rest/scale-free:bias=1.0", OneVsRest("ogd", loss="log"), "multiclass-pa1"], share=share)
    )
    for c in rng.integers(3, size=300):
        move = game.predict(centres[c] + rng.normal(size=2))
        if move.chance:
            assert sum(move.chance.values()) == pytest.approx(1.0)
            assert max(move.chance, key=move.chance.get) == move.act
        game.label(move.number, "abc"[c])
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds"
    assert game.learner.unforeseen == 3
    assert game.learner.account.labelled == 297
    assert game.ledger.mistakes < 40
    assert game.ledger.mistakes <= 15 + min(one["mistakes"] for one in game.ledger.as_dict()["members"])


# ---- late labels, saved games, copies ----


def test_late_labels_are_learned_as_if_asked_again():
    x, y = stream(rows=120)
    late, prompt = Game(Committee(THREE)), Game(Committee(THREE))
    waiting = []
    for row, truth in zip(x, y, strict=True):
        waiting.append((late.predict(row).number, truth))
        if len(waiting) == 30:
            while waiting:
                late.label(*waiting.pop(0))
    play(prompt, x, y)
    assert late.learner.weights.tolist() == prompt.learner.weights.tolist()
    assert late.ledger.in_order.mistakes == prompt.ledger.mistakes
    assert late.ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize("how", [{}, {"share": 0.05}, {"heaviest": 2.0}])
def test_a_saved_committee_goes_on_to_the_last_bit(how, tmp_path):
    x, y = stream(rows=120)
    game = Game(Committee(["standardised/adagrad:eta=0.2", *THREE], **how))
    play(game, x[:60], y[:60])
    save(game, tmp_path / "game")
    again = load(tmp_path / "game")
    for each in (game, again):
        play(each, x[60:], y[60:])
    assert game.ledger.as_dict() == again.ledger.as_dict()
    assert json.dumps(game.ledger.as_dict())


def test_a_state_of_another_committee_is_refused_and_changes_nothing():
    game, other = Game(Committee(THREE)), Game(Committee(THREE[:2]))
    for each in (game, other):
        play(each, *stream(rows=20))
    before = game.learner.weights.tolist()
    for state in (
        other.learner.state(),
        {**game.learner.state(), "erred": np.array([-1, 0, 0])},
        {name: value for name, value in game.learner.state().items() if not name.startswith("member1/")},
    ):
        with pytest.raises(StateError):
            game.learner.restore(state)
    assert game.learner.weights.tolist() == before
    assert game.ledger.certificates[0].verdict == "holds"


def test_in_a_batch_and_round_by_round_it_is_the_same():
    x, y = stream()
    one, many = Game(Committee(THREE)), Game(Committee(THREE))
    play(one, x, y)
    many.play_batch(as_batch(x, y))
    assert one.ledger.as_dict() == many.ledger.as_dict()


def test_it_may_be_rescaled_and_one_against_the_rest():
    x, y = stream()
    rescaled = Game(Standardised(Committee(THREE)))
    play(rescaled, x * [1e6, 1, 1e-6, 1], y)
    assert rescaled.ledger.certificates[0].verdict == "holds"
    assert len(rescaled.ledger.as_dict()["members"]) == 3
    classes = Game(OneVsRest(Committee(THREE)))
    play(classes, x, np.where(y > 0, "up", "down"))
    assert classes.ledger.mistakes < 60


# ---- what is wrong is found out ----


class Deaf(Committee):
    """Tells its members nothing in every tenth round."""

    def learn(self, x, y, guess):
        if self.updates % 10 == 9:
            self.restore({**self.state(), "updates": np.int64(self.updates + 1)})
        else:
            super().learn(x, y, guess)


class Timid(Committee):
    """Says half of the log-odds."""

    def predict(self, x):
        return super().predict(x) / 2


class Contrary(Committee):
    """Weighs those more that lost more."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        state = self.state()
        logs = -state["mixer/logs"]
        self.restore({**state, "mixer/logs": logs, "mixer/w": np.exp(logs - logs.max())})


@pytest.mark.parametrize("rule", [Deaf, Timid, Contrary])
def test_a_wrong_committee_is_found_out(rule):
    game = Game(rule(THREE), loss="log")
    found = play(game, *stream(rows=80), every=5)
    assert any(certificate.verdict == "violated" for certificate in found)


def test_a_mixture_with_the_rate_of_lighter_rounds_refuses_heavier_ones():
    class Hasty(Committee):
        """A committee that promises more than its mixture is made for."""

        def new_mixer(self):
            return mixer_for(self.size, False, None, 0.0, 1.0)

    game = Game(Hasty(THREE, heaviest=3.0), loss="log")
    X, y = stream(rows=1)
    number = game.predict(X[0]).number
    with pytest.raises(BadWeight, match="aa is made for weights up to 1"):
        game.label(number, y[0], 3.0)
    assert game.ledger.open == 1


@pytest.mark.parametrize("factor", [0.0, 0.5, 0.9])
def test_a_bound_below_ln_k_is_found_out(factor, monkeypatch):
    right = theorems.CommitteeBound.allowed
    monkeypatch.setattr(theorems.CommitteeBound, "allowed", lambda self, case: factor * right(self, case))
    found = play(Game(Committee(["ogd:loss=log:eta=5.0", "scale-free"]), loss="log"), *stream(rows=80), every=5)
    assert any(certificate.verdict == "violated" for certificate in found)


# ---- members as they are written ----


@pytest.mark.parametrize(
    ("text", "learner"),
    [
        ("scale-free", ScaleFree()),
        ("adagrad:eta=0.2:bias=1.0", LinearAdaGrad(eta=0.2, bias=1.0)),
        ("ogd:loss=pinball:0.9", LinearDescent(loss="pinball:0.9")),
        ("perceptron:zero=mistake:normalise=true", Perceptron(zero="mistake", normalise=True)),
        ("standardised/adagrad:eta=0.2", Standardised(LinearAdaGrad(eta=0.2))),
        ("one-vs-rest/standardised/arow", OneVsRest(Standardised(AROW()))),
    ],
)
def test_a_member_is_read_and_written(text, learner):
    assert repr(member_of(text)) == repr(learner)
    assert member_of(written(learner)).parameters() == learner.parameters()


def test_what_words_cannot_say_is_written_as_a_pair():
    committee = Committee([["one-vs-rest", {"base": "arow", "classes": 3}]])
    assert committee.parameters()["members"] == [["one-vs-rest", OneVsRest("arow", classes=3).parameters()]]
    again = Committee(**json.loads(json.dumps(committee.parameters())))
    assert again.parameters() == committee.parameters()


def test_two_members_of_one_name_are_told_apart():
    assert Committee("arow,arow,adagrad:eta=0.1,adagrad:eta=0.2").titles == [
        "arow",
        "arow'",
        "adagrad",
        "adagrad:eta=0.2",
    ]


class Fickle(Perceptron):
    """Changes when it is asked."""

    asked_again = False


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"members": []}, "there is none"),
        ({"members": 7}, "members is a list"),
        ({"members": [7]}, "a member is a name"),
        ({"members": "arow:r"}, "NAME:SETTING=VALUE"),
        ({"members": "arow,vaw"}, "same kind of label"),
        ({"members": "arow", "loss": "square"}, "mixed for the log loss"),
        ({"members": "arow", "loss": "hinge"}, "'log' or 'mistake' of classes"),
        ({"members": "committee"}, "no member of a committee"),
        ({"members": [Fickle()]}, "asked again"),
        ({"share": 1.0}, "below 1"),
        ({"heaviest": 0.0}, "largest weight"),
        ({"low": 0.0, "high": 1.0}, "told classes"),
        ({"loss": "square", "low": 0.0}, "together"),
        ({"loss": "square", "share": 0.1}, "share needs low and high"),
        ({"loss": "square", "low": 2.0, "high": 1.0}, "below high"),
    ],
)
def test_what_is_no_committee_is_refused(how, words):
    with pytest.raises(BadParameter, match=words):
        Committee(**how)


def test_unknown_members_are_named():
    with pytest.raises(UnknownName, match="nobody"):
        Committee("nobody")
    with pytest.raises(UnknownName, match="eta"):
        Committee("adagrad:et=3")


def test_the_theorem_that_is_not_its_own_is_refused():
    with pytest.raises(BadParameter, match="no theorem about"):
        Game(Committee(share=0.0), bounds=[CommitteePathBound(switches=1)])
    with pytest.raises(BadParameter, match="no theorem about"):
        Game(Committee(share=0.1), bounds=[CommitteeBound()])


def test_the_members_own_certificates_stay_available():
    x, y = stream()
    game = Game(Committee(THREE))
    play(game, x, y)
    found = game.learner.certificates()
    assert [certificate.verdict for certificate in found["scale-free"]] == ["holds", "holds"]
    assert found["adagrad:eta=0.5:bias=1.0"][0].verdict == "holds"
    assert found["arow"][0].verdict == "open"
    alone = Game(ScaleFree())
    play(alone, x, y)
    assert [one.paid for one in found["scale-free"]] == [one.paid for one in alone.ledger.certificates]


@pytest.mark.parametrize("share", [0.0, 0.01])
@pytest.mark.parametrize("late", [0, 3])
def test_weights_go_to_members_and_mixture(share, late):
    X, y = stream(rows=120)
    weights = np.resize([1.0, 0.0, 0.5, 7.0], len(y))
    members = "scale-free, standardised/scale-free, adagrad, arow, standardised/perceptron"
    game = Game(Committee(members, heaviest=7.0, share=share), loss="log")
    waiting = []
    for x, truth, weight in zip(X, y, weights, strict=True):
        waiting.append((game.predict(x).number, truth, weight))
        if len(waiting) > late:
            game.label(*waiting.pop(0))
        for certificate in game.ledger.certificates if len(waiting) <= late and game.ledger.rounds % 30 == 0 else ():
            assert certificate.verdict == "holds", certificate
    for one in waiting:
        game.label(*one)
    ledger = game.ledger.in_order
    assert game.learner.account.own == pytest.approx(ledger.weights.loss)
    for found in game.learner.certificates().values():
        assert all(certificate.verdict != "violated" for certificate in found), found
    number = game.predict(X[0]).number
    before = game.state()
    with pytest.raises(BadWeight, match="committee is made for weights up to 7"):
        game.label(number, 1, 8.0)
    after = game.state()
    assert all(np.asarray(before[name]).tobytes() == np.asarray(after[name]).tobytes() for name in before)


@pytest.mark.parametrize("members", [SOME, "one-vs-rest/scale-free, one-vs-rest/arow, multiclass-arow"])
def test_members_learn_weighed_rounds_as_they_would_alone(members):
    """To the last bit: nothing else says that a committee hands the weight of a round on."""
    X, y = stream(rows=60)
    names = members.split(", ")
    weights = np.resize([1.0, 0.5, 7.0, 0.25], len(y))
    game = Game(Committee(members, heaviest=7.0))
    alone = [Game(promised(read(name), 7.0)) for name in names]
    for each in (game, *alone):
        for x, truth, weight in zip(X, y, weights, strict=True):
            each.label(each.predict(x).number, truth, weight)
    for name, member, one in zip(names, game.learner.members, alone, strict=True):
        here, there = member.state(), one.learner.state()
        assert {key: np.asarray(here[key]).tobytes() for key in here} == {
            key: np.asarray(there[key]).tobytes() for key in there
        }, name


@pytest.mark.parametrize("wrapper", ["standardised", "max-scaled"])
def test_members_that_rescale_alike_do_it_once_to_the_same_bits(wrapper):
    x, y = stream()
    game = Game(Committee([f"{wrapper}/adagrad:eta=0.5", f"{wrapper}/scale-free", "arow"]))
    play(game, x, y)
    for member in game.learner.members[:2]:
        alone = Game(member.clone())
        play(alone, x, y)
        mine, its = member.state(), alone.learner.state()
        assert set(mine) == set(its)
        assert all(np.array_equal(mine[name], its[name]) for name in mine if name != "marks")
    again = game.learner.clone()
    again.restore(game.learner.state())
    row = game.predict(x[0]).x
    assert again.predict(row) == game.learner.predict(row)


def test_guesses_of_numbers_are_cut_to_the_labels_so_far():
    game = Game(Committee("numbers"), loss="square")
    for k in range(60):
        move = game.predict([1e3 * (k % 5), 1.0])
        assert 0.0 <= move.guess <= 4.0
        game.label(move.number, float(k % 5))
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds"
    again = game.learner.clone()
    state = game.learner.state()
    again.restore(state)
    assert (again.least, again.most) == (0.0, 4.0)
    with pytest.raises(StateError, match="extremes"):
        again.restore({**state, "extremes": np.array([1.0, np.nan])})


def test_the_usual_members_have_a_word_each():
    assert [Committee(word).truths for word in ("signs", "classes", "numbers")] == ["signs", "classes", "numbers"]
    assert Committee().parameters() == Committee("signs").parameters()
    assert (Committee().share, Committee("numbers").share, Committee("scale-free, arow").share) == (0.001, 0.0, 0.0)


@pytest.mark.parametrize("truth", ["signs", "classes", "numbers"])
def test_the_usual_members_are_linear_ones_products_and_a_forest(truth):
    linear, usual = Committee(LINEAR_WORDS[truth]), Committee(truth)
    assert linear.parameters()["members"] == list(LINEAR[truth])
    assert usual.parameters()["members"] == list(USUAL[truth])
    further = list(USUAL[truth][linear.size :])
    assert further[-1].startswith("forest")
    assert [one for one in further if "/products/" in one] == list(PRODUCTS[truth])
    assert (linear.truths, linear.share) == (truth, usual.share)


@pytest.mark.parametrize(("truth", "heaviest"), [("signs", 1.0), ("classes", 1.0), ("signs", 5.0), ("numbers", 5.0)])
def test_the_theorems_of_a_forest_hold_in_a_committee_which_does_not_count_the_labels(truth, heaviest):
    forest = f"forest:truth={truth}:trees=3"
    game = Game(Committee([forest], heaviest=heaviest, **({"low": -4.0, "high": 4.0} if truth == "numbers" else {})))
    rng = np.random.default_rng(1)
    for _ in range(120):
        x = rng.integers(0, 3, 2)
        y = {"signs": 1 if x[0] == x[1] else -1, "classes": "abc"[x[0]], "numbers": float(x[0] * x[1])}[truth]
        game.label(
            game.predict(x.tolist()).number, y, weight=float(rng.uniform(0.5, heaviest)) if heaviest > 1 else 1.0
        )
    (found,) = game.learner.certificates().values()
    assert [one.verdict for one in found] == ["holds", "holds"]
    if truth != "numbers":
        game.learner.members[0].first.tallies[0] *= 2.0
        assert "violated" in {one.verdict for one in game.learner.member_certificates(0)}
