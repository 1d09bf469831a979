"""Certificates of version spaces: they hold on realizable games, name the round on others, and find wrong rules out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Agnostic, Game, Halving, RandomisedOptimal, StandardOptimal, load, save
from littlestone.concepts.concept_class import ConceptClass
from littlestone.errors import BadParameter, BadWidth, InputError, StateError, UnknownName

THRESHOLDS = "table:0000,1000,1100,1110,1111"
MAKERS = {
    "halving": lambda concepts: Halving(concepts),
    "halving-1": lambda concepts: Halving(concepts, tie="1"),
    "halving-full": lambda concepts: Halving(concepts, conservative=False),
    "halving-prior": lambda concepts: Halving(concepts, prior=[1 / 3**c for c in range(concepts.size)]),
    "soa": StandardOptimal,
    "randomised-soa": RandomisedOptimal,
    "agnostic": lambda concepts: Agnostic(concepts, 12),
}
CLASSES = st.integers(1, 5).flatmap(
    lambda points: st.lists(st.integers(0, 2**points - 1), min_size=1, max_size=12, unique=True).map(
        lambda rows: ConceptClass([[row >> x & 1 for x in range(points)] for row in rows])
    )
)


def unit(concepts, point):
    return concepts.examples().row(point)


def play(learner, rounds, concepts):
    """Plays the rounds (point, y) and gives the certificate after each."""
    game = Game(learner)
    for point, y in rounds:
        game.label(game.predict(unit(concepts, point)).number, y)
        yield game.ledger.certificates[0]


@pytest.mark.parametrize("name", MAKERS)
@given(CLASSES, st.data())
@settings(deadline=None, max_examples=40)
def test_certificates_hold_at_every_moment_when_a_concept_fits(name, concepts, data):
    target = concepts.labels(data.draw(st.integers(0, concepts.size - 1)))
    points = data.draw(st.lists(st.integers(0, concepts.points - 1), max_size=12))
    rounds = [(point, int(target[point])) for point in points]
    for certificate in play(MAKERS[name](concepts), rounds, concepts):
        assert certificate.verdict == "holds", certificate
        assert certificate.paid <= certificate.allowed + 1e-9


@pytest.mark.parametrize("name", MAKERS)
@given(CLASSES, st.data())
@settings(deadline=None, max_examples=40)
def test_certificates_are_never_violated_and_name_the_first_round_that_fits_no_concept(name, concepts, data):
    rounds = data.draw(
        st.lists(st.tuples(st.integers(0, concepts.points - 1), st.sampled_from([-1, 1])), min_size=1, max_size=12)
    )
    learner = MAKERS[name](concepts)
    certificates = list(play(learner, rounds, concepts))
    assert all(certificate.verdict != "violated" for certificate in certificates)
    if name == "agnostic":
        assert certificates[-1].verdict == "holds"
        mistakes = [sum(concepts.labels(c)[point] != y for point, y in rounds) for c in range(concepts.size)]
        assert certificates[-1].allowed >= min(mistakes)
    elif not learner.conservative:
        empties = [t + 1 for t in range(len(rounds)) if not concepts.agreeing(rounds[: t + 1])]
        assert certificates[-1].broken == (f"no concept fits: round {empties[0]}" if empties else None)


@pytest.mark.parametrize("name", MAKERS)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=12))
@settings(deadline=None, max_examples=30)
def test_late_labels_break_no_premise(name, moves):
    concepts = ConceptClass.find(THRESHOLDS)
    game = Game(MAKERS[name](concepts))
    waiting = []
    for point, hold in moves:
        waiting.append((game.predict(unit(concepts, point)).number, 1 if point < 2 else -1))
        while len(waiting) > hold:
            game.label(*waiting.pop(0))
        assert game.ledger.certificates[0].verdict == "holds"


def test_a_late_mistake_is_none_in_order_if_others_have_taught_it_meanwhile():
    concepts = ConceptClass.find("table:00,10,01,11")
    game = Game(Halving(concepts))
    first, second = (game.predict(unit(concepts, 0)).number for _ in range(2))
    game.label(second, +1)
    game.label(first, +1)  # a second mistake given, which takes nothing away
    (certificate,) = game.ledger.certificates
    assert (certificate.verdict, certificate.paid, certificate.allowed) == ("holds", 1, 2)
    assert (game.ledger.mistakes, game.ledger.lateness.mistakes) == (2, 1)
    assert certificate.teaches == "at most 2 concepts are left; at most 1 more mistake is possible"


def test_it_teaches_what_is_left_and_what_is_still_possible():
    concepts = ConceptClass.find(THRESHOLDS)
    said = [certificate.teaches for certificate in play(Halving(concepts), [(1, -1), (0, 1)], concepts)]
    assert said == [
        "nothing by its number, which is more than one mistake a round; "
        "at most 2 concepts are left; at most 1 more mistake is possible",
        "at most 1 concept is left; no more mistakes are possible",
    ]
    (certificate,) = play(RandomisedOptimal("table:10,01,00"), [(0, -1)], ConceptClass.find("table:10,01,00"))
    assert certificate.teaches == "at most 2 concepts are left; at most 0.5 more mistakes can be expected"


def test_a_prior_pays_by_the_share_of_the_concept_that_fits():
    concepts = ConceptClass(np.eye(8))
    weights = [128, 64, 32, 16, 8, 4, 2, 2]
    for target, allowed in enumerate((1, 2, 3, 4, 5, 6, 7, 7)):
        learner = Halving(concepts, prior=weights)
        rounds = [(x, 1 if x == target else -1) for x in range(8)]
        certificates = list(play(learner, rounds, concepts))
        assert certificates[-1].verdict == "holds"
        assert certificates[-1].paid <= 1
        if learner.left == 1:
            assert certificates[-1].allowed == allowed


def test_a_learner_that_knew_something_before_has_no_theorem():
    learner = StandardOptimal("table:00,10,01,11")
    learner.narrow(unit(learner.concepts, 0), 1.0)
    assert "did not start afresh" in Game(learner).ledger.certificates[0].broken


def test_before_the_class_is_known_the_case_is_open():
    for learner in (Halving(), StandardOptimal(), RandomisedOptimal(), Agnostic()):
        game = Game(learner)
        (certificate,) = game.ledger.certificates
        assert certificate.open == "no example has come yet that says which class is learned"
        assert (certificate.paid, certificate.allowed, game.ledger.bounds[0].live(game.ledger)) == (0, None, "")
        game = Game(type(learner)(n=2))
        assert game.ledger.certificates[0].verdict == "holds"


def test_a_game_of_release_0_1_0_without_guesses_is_certified_all_the_same():
    for learner in (Halving(THRESHOLDS), RandomisedOptimal(THRESHOLDS), Agnostic(THRESHOLDS, 12)):
        concepts = learner.concepts
        game = Game(learner)
        for point, y in [(1, -1), (0, 1), (3, -1)]:
            game.label(game.predict(unit(concepts, point)).number, y)
        said = game.ledger.certificates
        state = game.state()
        for name in ("guesses", "chances"):
            state.pop(f"ledger/bound0/{name}", None)
        game.restore(state)
        assert game.ledger.certificates == said


class Minority(Halving):
    """Says what the fewest say."""

    def act(self, guess):
        return -super().act(guess)


class Forgetful(Halving):
    """Never strikes out the first concept."""

    def narrow(self, x, y):
        super().narrow(x, y)
        self.space |= 1


class Lazy(Halving):
    """Learns from every second mistake, and not from the first."""

    def learn(self, x, y, guess):
        if self.act(guess) != y and self.updates % 2:
            self.narrow(x, y)
        elif self.act(guess) != y:
            self.updates += 1


class Easygoing(StandardOptimal):
    """Says the label that could cost less."""

    def predict(self, x):
        return -super().predict(x)


class Sure(RandomisedOptimal):
    """Never tosses its coin."""

    def predict(self, x):
        return 1.0 if super().predict(x) >= 0 else -1.0


class Contrary(Halving):
    """Decides an even vote the other way than it says."""

    def act(self, guess):
        return super().act(guess) if guess else -self.at_zero


class Levelling(Halving):
    """Lets every concept vote alike, whatever the prior."""

    def __init__(self, concepts):
        super().__init__(concepts, prior=[3.0 ** (c % 4) for c in range(concepts.size)])

    def predict(self, x):
        zero, one = (space.bit_count() for space in self.halves(x))
        return (one - zero) / (one + zero)


class Eager(Halving):
    """Says it is conservative, and learns from what it guessed right."""

    def learn(self, x, y, guess):
        self.narrow(x, y)


class Counting(StandardOptimal):
    """Says the label that more concepts say, not the one that could cost more."""

    def predict(self, x):
        zero, one = (space.bit_count() for space in self.halves(x))
        return 1.0 if one > zero else -1.0


class Timid(RandomisedOptimal):
    """Leans to a label half as much as it should."""

    def predict(self, x):
        return super().predict(x) / 2


@pytest.mark.parametrize(
    "rule", [Minority, Forgetful, Lazy, Easygoing, Sure, Contrary, Levelling, Eager, Counting, Timid]
)
def test_a_wrong_rule_is_found_out(rule):
    verdicts = set()
    for text in ("000000000,100000000,010000000,001000000,000100000,000010000,000001000", "00,01,10,11"):
        concepts = ConceptClass.find("table:" + text)
        for target in range(concepts.size):
            for order in (range(concepts.points), range(concepts.points - 1, -1, -1)):
                rounds = [(x, int(concepts.labels(target)[x])) for x in order]
                verdicts |= {certificate.verdict for certificate in play(rule(concepts), rounds, concepts)}
    assert "violated" in verdicts


class Stubborn(Agnostic):
    """Its experts all say what the first says."""

    def predict(self, x):
        return 1.0


class Doubled(Agnostic):
    """Learns at twice the rate."""

    def begin(self, concepts):
        super().begin(concepts)
        self.eta *= 2


class Hasty(Agnostic):
    """Weighs the mistakes of its experts twice, and tells nobody."""

    def predict(self, x):
        self.eta *= 2
        try:
            return super().predict(x)
        finally:
            self.eta /= 2


class Obedient(Agnostic):
    """Its experts never contradict."""

    def learn(self, x, y, guess):
        super().learn(x, y, guess)
        self.groups = {group: count for group, count in self.groups.items() if group[1] == 0}


class Lenient(Agnostic):
    """Forgives its experts every mistake on a positive."""

    def learn(self, x, y, guess):
        before = self.fewest
        super().learn(x, y, guess)
        if y > 0:
            self.groups = {(space, used, before): count for (space, used, _), count in self.groups.items()}


class Halved(Agnostic):
    """Its chances are halfway between those of the rule and a coin."""

    def predict(self, x):
        return super().predict(x) / 2


class Gullible(Agnostic):
    """Its experts believe what they are told, not what they said."""

    def learn(self, x, y, guess):
        point = self.concepts.point_of(x)
        moved = {}
        for (space, used, mistakes), count in self.groups.items():
            said = self.says(space, point)
            for label, flips in ((said, used), (not said, used + 1)):
                if flips <= self.flips:
                    told = self.concepts.split(space, point)[y > 0] or space
                    group = (told, flips, mistakes + (label != (y > 0)))
                    moved[group] = moved.get(group, 0) + count
        self.groups = moved
        self.played += 1
        self.updates += 1


@pytest.mark.parametrize("rule", [Stubborn, Doubled, Hasty, Obedient, Lenient, Halved, Gullible])
def test_a_wrong_agnostic_rule_is_found_out(rule):
    concepts = ConceptClass.find("table:00,01,10,11")
    rng = np.random.default_rng(5)
    rounds = [(int(rng.integers(2)), int(rng.choice([-1, 1]))) for _ in range(40)]
    assert "violated" in {certificate.verdict for certificate in play(rule(concepts, 40), rounds, concepts)}
    assert {certificate.verdict for certificate in play(Agnostic(concepts, 40), rounds, concepts)} == {"holds"}


@pytest.mark.parametrize("eta", [1e-9, 0.3, 5.0, 30.0, 700.0, 1e4])
def test_the_weights_of_the_experts_fall_as_the_chances_say_at_any_rate(eta):
    concepts = ConceptClass.find(THRESHOLDS)
    rng = np.random.default_rng(6)
    rounds = [(int(rng.integers(4)), int(rng.choice([-1, 1]))) for _ in range(60)]
    certificates = list(play(Agnostic(concepts, 50, eta=eta), rounds, concepts))
    assert {certificate.verdict for certificate in certificates[:50]} == {"holds"}
    assert {certificate.verdict for certificate in certificates[50:]} == {"broken premise"}


def test_the_agnostic_learner_counts_its_experts_as_the_theory_does():
    eight = ConceptClass.find("table:" + ",".join(format(c, "03b") for c in range(8)))
    assert Agnostic(eight, 12).experts == 299
    assert Agnostic(eight, 12).flips == 3


@given(CLASSES, st.lists(st.integers(0, 4), min_size=1, max_size=8))
@settings(deadline=None, max_examples=40)
def test_every_concept_is_one_of_the_agnostic_experts(concepts, points):
    points = [point % concepts.points for point in points]
    for concept in range(concepts.size):
        learner = Agnostic(concepts, len(points))
        for point in points:
            learner.learn(unit(concepts, point), concepts.labels(concept)[point], 0.0)
        assert learner.fewest == 0
        assert sum(count * learner.futures(used, len(points)) for (_, used, _), count in learner.groups.items()) == (
            learner.experts
        )


def test_the_agnostic_learner_is_within_its_regret_on_coin_tosses_and_says_when_the_rounds_are_over():
    concepts = ConceptClass.find(THRESHOLDS)
    rng = np.random.default_rng(4)
    rounds = [(int(rng.integers(4)), int(rng.choice([-1, 1]))) for _ in range(61)]
    certificates = list(play(Agnostic(concepts, 60), rounds, concepts))
    assert {certificate.verdict for certificate in certificates[:60]} == {"holds"}
    assert certificates[60].broken == "61 rounds were played, but the experts were made for 60"


def test_too_many_experts_are_refused():
    with pytest.raises(BadParameter, match=r"experts, more than"):
        Agnostic("table:" + ",".join(format(c, "05b") for c in range(32)), 10**6 * 10)


@pytest.mark.parametrize("name", MAKERS)
def test_a_saved_game_goes_on_as_if_it_had_never_stopped(name, tmp_path):
    concepts = ConceptClass.find(THRESHOLDS)
    rounds = [(1, -1), (0, 1), (0, -1), (2, 1), (3, -1)]
    whole = Game(MAKERS[name](concepts), seed=3)
    for point, y in rounds:
        whole.label(whole.predict(unit(concepts, point)).number, y)
    half = Game(MAKERS[name](concepts), seed=3)
    for point, y in rounds[:3]:
        half.label(half.predict(unit(concepts, point)).number, y)
    save(half, tmp_path / "game.npz")
    again = load(tmp_path / "game.npz")
    for point, y in rounds[3:]:
        again.label(again.predict(unit(concepts, point)).number, y)
    assert again.ledger.as_dict() == whole.ledger.as_dict()


def test_a_class_is_written_down_as_a_text_and_read_back():
    plain = ConceptClass([[0, 1, 1], [1, 0, 0]])
    cube = ConceptClass([[0, 1, 1, 0], [1, 0, 0, 0]], variables=2)
    assert plain.spec == "table:011,100"
    for concepts in (plain, cube):
        again = ConceptClass.find(concepts.spec)
        assert (again.table == concepts.table).all()
        assert again.variables == concepts.variables
    with pytest.raises(UnknownName):
        ConceptClass.find("no such class: at all")
    with pytest.raises(BadParameter, match="a concept class is a ConceptClass or a text"):
        ConceptClass.find(3)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: Halving(tie="2"), BadParameter, "tie is"),
        (lambda: StandardOptimal(tie="2"), BadParameter, "tie is"),
        (lambda: Halving(conservative="yes"), BadParameter, "conservative is True or False"),
        (lambda: Halving("table:01,10", prior=[1.0]), BadParameter, "each of the 2 concepts"),
        (lambda: Halving("table:01,10", prior=[1.0, 0.0]), BadParameter, "a weight above 0"),
        (lambda: Halving("table:01,10", n=3), BadParameter, "has 2 columns"),
        (lambda: Halving(n=13), BadWidth, "give Halving"),
        (lambda: RandomisedOptimal(n=9), BadWidth, "up to 8 variables"),
        (lambda: Agnostic(rounds=0), BadParameter, "rounds is"),
        (lambda: Agnostic(eta=0), BadParameter, "eta is"),
        (lambda: Game(Halving()).predict([1, 0]), BadWidth, "which class"),
        (lambda: Game(Halving("table:01,10")).predict([1, 1]), InputError, "a single 1"),
        (lambda: Halving("table:01,10").widen(3), BadWidth, "here are 3"),
        (lambda: Halving("table:01,10").restore(Halving(n=3).state()), StateError, "another class"),
        (lambda: Halving().restore({}), StateError, "lacks"),
        (lambda: Agnostic().restore({}), StateError, "lacks"),
    ],
)
def test_what_goes_wrong_is_said_in_words(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_the_hypothesis_is_said_in_words():
    learner = Halving("table:100,010,000")
    assert learner.hypothesis() == "one of 3 concepts left of 3"
    learner.narrow(unit(learner.concepts, 1), 1.0)
    assert learner.hypothesis() == "concept 1: 010"
    assert Halving().hypothesis() == "any concept, of a class still to be given"
    assert Agnostic("table:10,01", 4).hypothesis() == "5 experts, the best of which erred 0 times"
