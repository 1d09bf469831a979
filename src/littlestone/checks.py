"""Conformance checks for learners: run `check_learner(MyLearner)` on your own class.

Each check tests one requirement for all learners on a new learner, or for all games on a new game, and raises
AssertionError with what it found. Games of your own, with a loss, bounds or a stream that are not the usual ones, are
checked by `check_game`.
"""

from __future__ import annotations

import copy
import json
import pickle  # only to see that a learner survives it; nothing here is stored that way
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from .bandits.action import ActionLearner
from .bandits.action_game import ActionGame
from .convex.convex_game import ConvexGame
from .convex.point import PointLearner
from .errors import LittlestoneError, StateError
from .experts.expert import ExpertLearner
from .learner import Learner, RowLearner
from .learners import table_of
from .natures.drawn import WIDTH, drawn
from .row import Batch
from .rows.game import Game
from .store import from_bytes, to_bytes
from .truth import CLASSES, NUMBERS

Make = Callable[[], Any]
New = Callable[..., Any]
Rounds = list[tuple[Any, Any]]  # examples and their labels

OUTSIDE = "the learner also learned outside this game"
TRAINED = "the learner did not start afresh"


def check_learner(make: Make) -> None:
    """Run every check. `make` returns a new learner at every call: a class, or a function without arguments.

    A class is checked with all the settings that it lists in `variants`.
    """
    for each in variants_of(make).values() if isinstance(make, type) else [make]:
        for check in CHECKS:
            check(each)


def check_game(new: New, rounds: Rounds) -> None:
    """Run every check of a game on these rounds, which are examples and labels.

    `new(learner=None, **settings)` returns a new game, with a new learner unless one is given.
    """
    for check in GAME_CHECKS:
        check(new, rounds)


def variants_of(kind: type[Learner]) -> dict[str, Make]:
    """The variants that a class lists, by name; each makes a new learner."""
    found: dict[str, Make] = {}
    for settings in kind.variants:
        words = " ".join(f"{name}={value!s:.40}" for name, value in settings.items())
        found[f"{kind.kind} {kind.name or kind.__name__} {words}".strip()] = partial(kind, **settings)
    assert len(found) == len(kind.variants), f"{kind.__name__} lists two variants that look alike: {kind.variants}"
    return found


def game_of(learner: Any, **settings: Any) -> Any:
    """A game for this learner."""
    if isinstance(learner, PointLearner):
        return ConvexGame(learner, loss=learner.usual_loss, **settings)
    if isinstance(learner, ActionLearner):
        return ActionGame(learner, **settings)
    forecasts = isinstance(learner, ExpertLearner) and not learner.classes_only
    return Game(learner, loss="square" if forecasts else None, **settings)


def rounds_of(learner: Any, stream: Any) -> list[tuple[Any, Any]]:
    """The drawn data as a list of rounds (example, label)."""
    if isinstance(learner, PointLearner):
        return [((), z) for z in stream]
    if isinstance(learner, ActionLearner):
        return list(stream)
    numbers = isinstance(learner, ExpertLearner) or learner.truths == NUMBERS
    return [(stream.row(t), float(y) if numbers else int(y)) for t, y in enumerate(stream.labels)]


def play(game: Any, stream: Any, *, one_at_a_time: bool = False) -> None:
    """Play the drawn data, as a batch if it is one."""
    if isinstance(stream, Batch) and not one_at_a_time:
        game.play_batch(stream)
        return
    for x, y in rounds_of(game.learner, stream):
        game.label(game.predict(x).number, y)


def guess_of(learner: Any, x: Any) -> Any:
    """The guess for x; learners of points predict without an x."""
    return learner.predict() if isinstance(learner, PointLearner) else learner.predict(x)


def ready(make: Make) -> Any:
    """A new learner with room for the columns of `drawn`."""
    learner = make()
    if isinstance(learner, RowLearner):
        learner.widen(WIDTH)
    return learner


def taught(make: Make, seed: int = 0) -> Any:
    """A learner that has played `drawn`."""
    learner = ready(make)
    play(game_of(learner, bounds=[]), drawn(learner, seed=seed))
    return learner


def alike(one: Learner, other: Learner) -> bool:
    """Are the states of two learners equal, to the last bit?"""
    here, there = one.state(), other.state()
    return here.keys() == there.keys() and all(
        np.asarray(here[name]).tobytes() == np.asarray(there[name]).tobytes() for name in here
    )


def check_prediction_changes_nothing(make: Make) -> None:
    """Predicting does not change the learner, and returns the same every time."""
    learner, witness = taught(make), taught(make)
    asked = [x for x, _ in rounds_of(learner, drawn(learner, seed=1))]
    first, second = ([np.asarray(guess_of(learner, x)).tobytes() for x in asked] for _ in range(2))
    assert first == second, f"{learner!r} predicted differently the second time"
    assert alike(learner, witness), f"{learner!r} was changed by a prediction"


def check_guesses_and_acts_are_numbers_on_the_line(make: Make) -> None:
    """A guess is finite, an act is a label or in the domain, and an empty row is a valid example."""
    learner = taught(make)
    stream = drawn(learner, seed=2)
    asked = [x for x, _ in rounds_of(learner, stream)]
    if isinstance(learner, RowLearner) and not isinstance(learner, ExpertLearner):
        asked.append(stream.view(0, 0, WIDTH))
    for x in asked:
        guess = guess_of(learner, x)
        assert np.isfinite(guess).all(), f"{learner!r} guessed {guess} for {x!r}"
        if isinstance(learner, PointLearner):
            assert learner.domain.contains(guess), f"{learner!r} played {guess}, outside its domain"
        elif isinstance(learner, ActionLearner):
            assert min(guess.min(), 1e-9 - abs(guess.sum() - 1.0)) >= 0.0, f"{learner!r} gives chances {guess}"
        elif learner.truths == CLASSES:
            assert learner.act(guess) in (0, 1, 2), f"{learner!r} acts {learner.act(guess)}, of three classes"
        else:
            assert -1 <= learner.act(guess) <= 1, f"{learner!r} acts {learner.act(guess)} on a guess of {guess}"


def check_guesses_are_left_alone(make: Make) -> None:
    """A guess that was given is not changed by what is learned later."""
    learner = ready(make)
    stream = drawn(learner)
    given = guess_of(learner, rounds_of(learner, stream)[0][0])
    before = np.array(given)
    play(game_of(learner, bounds=[]), stream)
    assert np.array_equal(given, before), f"{learner!r} changes the guess {before} that it gave"


def check_learning_is_deterministic(make: Make) -> None:
    """The same examples lead to the same state."""
    assert alike(taught(make), taught(make)), f"{make()!r} learned two different things from the same examples"


def check_learning_does_something(make: Make) -> None:
    """Sixty examples change the state and the count of updates."""
    learner = taught(make)
    assert learner.updates > 0, f"{learner!r} made no update in {len(drawn(learner))} examples"
    assert not alike(learner, ready(make)), f"{learner!r} counts updates but its state has not changed"


def check_learning_does_not_predict_again(make: Make) -> None:
    """`learn` uses the guess that it is given, and does not ask for another."""
    learner = make()
    kind = type(learner)
    asked: list[str] = []

    class Counted(kind):  # type: ignore[misc, valid-type]
        """The same learner, which counts how often it is asked."""

        def predict(self, *x: Any) -> Any:
            asked.append(repr(x))
            return kind.predict(self, *x)

    counted = ready(partial(Counted, **learner.parameters()))
    game = game_of(counted, bounds=[])
    for x, y in rounds_of(learner, drawn(learner)):
        asked.clear()
        game.label(game.predict(x).number, y)
        assert asked.count(asked[0]) == 1, f"{learner!r} was asked {asked.count(asked[0])} times for {x!r}"


def check_conservative_learners_learn_from_mistakes_only(make: Make) -> None:
    """A learner with `conservative = True` does not change when it was right."""
    learner = taught(make)
    if not learner.conservative:
        return
    batch = drawn(learner, seed=3)
    for t in range(batch.rows):
        witness = copy.deepcopy(learner)
        guess = learner.predict(batch.row(t))
        act = learner.act(guess)
        if act >= 0.0 if learner.truths == CLASSES else act:  # class 0 is a prediction, the sign 0 is not
            learner.learn(batch.row(t), act, guess)
            assert alike(learner, witness), f"{learner!r} changed on {batch.row(t)!r} although it was right"


def check_state_round_trip(make: Make) -> None:
    """A learner restored from a state continues exactly as the original."""
    learner, restored = taught(make), make()
    restored.restore(learner.state())
    for each in (learner, restored):
        play(game_of(each, bounds=[]), drawn(each, seed=4))
    assert alike(learner, restored), f"{learner!r} restored from its state learned differently afterwards"


def check_state_is_a_copy(make: Make) -> None:
    """Writing into the arrays of a state does not change the learner."""
    learner, witness = taught(make), taught(make)
    for value in learner.state().values():
        if isinstance(value, np.ndarray) and value.flags.writeable:
            value.fill(1)
    assert alike(learner, witness), f"{learner!r} hands out its own arrays as its state"


def check_parameters_make_it_anew(make: Make) -> None:
    """`parameters` are enough to make an equal learner, survive JSON, and do not change by playing."""
    learner = make()
    parameters = json.loads(json.dumps(learner.parameters()))
    again = type(learner)(**parameters)
    assert again.parameters() == learner.parameters(), f"{learner!r} made from its parameters is {again!r}"
    played = taught(make)
    assert played.parameters() == learner.parameters(), f"{learner!r} became {played!r} by playing"
    assert alike(played, taught(learner.clone)), f"{learner!r} made from its parameters learns something else"


def check_copies_are_independent(make: Make) -> None:
    """A deep copy and a pickled copy have the same state, and learn independently."""
    learner = taught(make)
    for twin in (copy.deepcopy(learner), pickle.loads(pickle.dumps(learner))):  # noqa: S301
        assert alike(learner, twin), f"a copy of {learner!r} knows something else"
        play(game_of(twin, bounds=[]), drawn(twin, seed=5))
        assert alike(learner, taught(make)), f"{learner!r} learned what its copy was taught"


def check_one_at_a_time_equals_many(make: Make) -> None:
    """Round by round and as a batch give the same game, to the last bit."""
    one, many = game_of(ready(make)), game_of(ready(make))
    stream = drawn(one.learner, seed=6)
    play(one, stream, one_at_a_time=True)
    play(many, stream)
    assert alike(one.learner, many.learner), f"{one.learner!r} learns differently from a batch"
    assert one.ledger.as_dict() == many.ledger.as_dict(), f"{one.learner!r} has another ledger after a batch"


def numbers_of(certificates: Any) -> list[tuple[Any, ...]]:
    """The parts of certificates that do not depend on round numbers: verdicts and counts."""
    return [(one.verdict, one.paid, one.allowed, bool(one.open), bool(one.broken)) for one in certificates]


def check_weights(make: Make) -> None:
    """Weight 1 changes no bit and 0 nothing; weighed rounds are the same as a batch, and violate no theorem."""
    plain, ones, some, many = (game_of(ready(make)) for _ in range(4))
    if isinstance(plain.learner, PointLearner | ActionLearner):
        return  # whose losses can be multiplied
    stream = drawn(plain.learner, seed=16)
    weights = np.resize((1.0, 0.25, 0.0, 0.5), stream.rows)
    play(plain, stream)
    for (x, y), weight in zip(rounds_of(plain.learner, stream), weights, strict=True):
        ones.label(ones.predict(x).number, y, 1.0)
        some.label(some.predict(x).number, y, weight)
    many.play_batch(Batch(stream.starts, stream.columns, stream.values, stream.width, stream.labels, None, weights))
    for one, other, words in ((plain, ones, "weight 1"), (some, many, "weights in a batch")):
        assert alike(one.learner, other.learner), f"{one.learner!r} learns differently with {words}"
        assert one.ledger.as_dict() == other.ledger.as_dict(), f"{one.learner!r} has another ledger with {words}"
    assert some.ledger.forgotten == np.count_nonzero(weights == 0.0), f"{some.learner!r} counts rounds of weight 0"
    for certificate in some.ledger.certificates:
        assert certificate.verdict != "violated", f"with weights: {certificate}"


def check_what_is_refused_changes_nothing(make: Make) -> None:
    """A label or a weight that is refused leaves the game as it was, to the last byte."""
    game = game_of(ready(make))
    stream = rounds_of(game.learner, drawn(game.learner, rows=30, seed=17))
    try:
        game.state()
    except StateError:  # a wrapped model of another library has none
        return
    for x, y in stream[:20]:
        game.label(game.predict(x).number, y)
    for (x, y), weight in zip(stream[20:], (-1.0, float("nan"), "much", 3.0, 3.0, 1e6), strict=False):
        number = game.predict(x).number
        for label in (object(), "a new one", y):
            before = as_saved(game)
            try:
                game.label(number, label, weight)
                break
            except LittlestoneError:
                after = as_saved(game)
            assert after == before, f"{game.learner!r} was changed by a label {label!r} of weight {weight!r}, refused"


def as_saved(game: Any) -> dict[str, bytes]:
    """The state of a game as bytes."""
    return {name: np.asarray(value).tobytes() for name, value in game.state().items()}


def check_words(make: Make) -> None:
    """A learner has a docstring and a repr of one line."""
    learner = make()
    words = type(learner).__doc__ or ""
    assert len(words.split()) >= 5, f"{type(learner).__name__} needs a docstring that says what it does"
    assert "\n" not in repr(learner)


def check_games(make: Make) -> None:
    """The games of a learner pass the checks of games, on examples with wrong labels and on examples without."""
    for noise in (0.2, 0.0):
        learner = ready(make)
        check_game(
            lambda learner=None, **settings: game_of(learner or ready(make), **settings),
            rounds_of(learner, drawn(learner, rows=80, seed=8, noise=noise)),
        )


# Checks of games.


def play_rounds(game: Any, rounds: Rounds) -> Any:
    """Play these rounds, each label at once; return the game."""
    for x, y in rounds:
        game.label(game.predict(x).number, y)
    return game


def play_late(game: Any, rounds: Rounds, seed: int, delays: Sequence[int] = (0, 0, 1, 3, 10, 40)) -> Rounds:
    """Play with labels late by one of `delays`, in any order if due together, some forgotten, some never told.

    Return the rounds in the order of their labels.
    """
    rng = np.random.default_rng(seed)
    due: list[tuple[int, int, Any]] = []
    told = []
    for t, (x, y) in enumerate(rounds):
        due.append((t + int(rng.choice(delays)), game.predict(x).number, (x, y)))
        for one in sorted((one for one in due if one[0] <= t), key=lambda one: rng.random()):
            due.remove(one)
            if rng.random() < 0.1:
                game.forget(one[1])
            else:
                game.label(one[1], one[2][1])
                told.append(one[2])
    return told  # those still due never get their label


def teach(game: Any, rounds: Rounds) -> bool:
    """Teach the learner of a game by hand, without the game; return whether that has changed the learner."""
    learner = game.learner
    before = copy.deepcopy(learner)
    for x, y in rounds:
        move = game.predict(x)
        game.forget(move.number)
        if isinstance(learner, PointLearner):
            learner.learn(np.asarray(y, dtype=float), learner.predict())
        elif isinstance(learner, ActionLearner):
            learner.learn(move.x, 0, 0.5, 0.5)
        else:
            learner.learn(move.x, float(game.labels.inside(y)), learner.predict(move.x))
    return not alike(before, learner)


def check_same(game: Any, other: Any, how: str) -> None:
    """Two games have the same certificates, but for the numbers of the rounds that break a premise."""
    left_out = {"teaches": ""} if game.learner.randomised else {}  # which tells of the tosses
    for one, due in zip(game.ledger.certificates, other.ledger.certificates, strict=True):
        if (one.open or "").startswith("labels came late"):
            continue  # a learner that asks for labels has no theorem if they come late
        words = f"{how}: {one}; else {due}"
        assert one.verdict == due.verdict, words
        assert one._replace(broken=None, **left_out) == due._replace(broken=None, **left_out), words


def check_an_empty_game_claims_nothing(new: New, rounds: Rounds) -> None:
    """Before the first label every theorem holds for nothing, or is open."""
    for certificate in new().ledger.certificates:
        assert certificate.verdict in ("holds", "open"), f"before the first label: {certificate}"
        assert not certificate.paid, f"before the first label: {certificate}"


def check_certificates_are_never_violated(new: New, rounds: Rounds) -> None:
    """On any data a theorem holds or names a broken premise; at no moment is it violated."""
    game = new()
    for t, (x, y) in enumerate(rounds):
        game.label(game.predict(x).number, y)
        for certificate in game.ledger.certificates if t % 10 == 9 else ():
            assert certificate.verdict != "violated", f"after round {t + 1}: {certificate}"
            json.dumps(certificate.as_dict())


def check_who_learned_elsewhere_is_found_out(new: New, rounds: Rounds) -> None:
    """A learner that was also taught by hand or by another game breaks the premise of every theorem, for ever."""
    half = len(rounds) // 2
    by_hand, by_game, between = (play_rounds(new(), rounds[:half]) for _ in range(3))
    move = between.predict(rounds[half][0])
    changed = teach(by_hand, rounds[half:])
    play_rounds(new(by_game.learner, bounds=[]), rounds[half : half + 1])
    play_rounds(new(between.learner, bounds=[]), rounds[half : half + 8])
    between.label(move.number, rounds[half][1])
    for game in (by_hand, by_game, between) if changed else (by_game, between):
        for _ in range(2):
            for certificate in game.ledger.certificates:
                assert certificate.broken == OUTSIDE, f"taught elsewhere: {certificate}"
                assert (certificate.verdict, certificate.allowed) == ("broken premise", None), str(certificate)
            play_rounds(game, rounds[half : half + 3])


def check_who_began_trained_is_found_out(new: New, rounds: Rounds) -> None:
    """A learner that played another game before breaks the premise of every theorem."""
    game = new(play_rounds(new(), rounds[: len(rounds) // 2]).learner)
    for _ in range(2):
        for certificate in game.ledger.certificates:
            assert (certificate.broken or "").startswith(TRAINED), f"started with a trained learner: {certificate}"
            assert certificate.allowed is None, str(certificate)
        play_rounds(game, rounds[len(rounds) // 2 :])


def check_late_labels_are_learned_in_order(new: New, rounds: Rounds) -> None:
    """A game with late labels equals, in the order of its labels, a game without delay."""
    for delays in ((0, 1), (0, 0, 1, 3, 10, 40), range(51)):
        late = new()
        if not late.learner.asked_again:
            return
        check_order(late, play_rounds(new(), play_late(late, rounds, 8, delays)))


def check_order(late: Any, prompt: Any) -> None:
    """The game with late labels and the one in the order of its labels have the same learner, account and verdicts."""
    who = repr(late.learner)
    given, ordered, lateness = late.ledger._paid, late.ledger.in_order._paid, late.ledger.lateness
    for name in given._fields:
        paid, parts = getattr(given, name), getattr(ordered, name) + getattr(lateness, name)
        assert abs(paid - parts) <= 1e-9 * (1.0 + abs(paid)), f"{who} paid {paid} {name}, which has the parts {parts}"
    for certificate in late.ledger.certificates:
        assert certificate.verdict != "violated", f"with late labels: {certificate}"
        assert "late" not in (certificate.broken or ""), f"lateness breaks no premise: {certificate}"
    if columns(late) != columns(prompt):
        return  # names came in another order
    due = prompt.ledger._paid
    if late.learner.randomised:  # the tosses belong to the rounds as predicted, not to the order
        ordered, due = (paid._replace(mistakes=0, loss=0.0) for paid in (ordered, due))
    assert alike(late.learner, prompt.learner), f"{who} learned something else from late labels than in their order"
    assert ordered == due, f"{who} paid {ordered} in the order of the labels, and {due} without delay"
    check_same(late, prompt, "with late labels")


def columns(game: Any) -> Any:
    """The names of the columns of a game, in their order; None if it has none."""
    return getattr(getattr(game, "features", None), "columns", None)


def check_forgotten_rounds_are_as_if_never_played(new: New, rounds: Rounds) -> None:
    """Rounds that are forgotten, or never told, change neither the learner nor what its theorems say."""
    some, plain = new(), new()
    who = repr(some.learner)
    if isinstance(some.learner, ActionLearner):
        return  # other tosses, other losses
    for t, (x, y) in enumerate(rounds):
        asked = [some.predict(x), some.predict(x)]
        assert np.array_equal(asked[0].guess, asked[1].guess), f"{who} guessed differently the second time, for {x!r}"
        some.label(asked[1].number, y)
        if t % 2:
            some.forget(asked[0].number)
        plain.label(plain.predict(x).number, y)
    assert alike(some.learner, plain.learner), f"{who} learned from rounds without a label"
    assert some.ledger.in_order is some.ledger, f"{who} was late, though every label came at once"
    assert some.ledger.forgotten == len(rounds) // 2, f"{who} miscounts forgotten rounds"
    check_same(some, plain, "with rounds forgotten")


def twins_of(game: Any, new: New) -> list[Any]:
    """The game restored from its state, copied, pickled, and saved and loaded twice; none if it has no state."""
    try:
        state = game.state()
    except StateError:  # a wrapped model of another library has none
        return []
    restored = new()
    restored.restore(state)
    restored.restore(state)
    twins = [restored, copy.deepcopy(game), pickle.loads(pickle.dumps(game))]  # noqa: S301
    try:
        once = to_bytes(game)
    except StateError:  # of a learner that is not saved
        return twins
    for _ in range(2):  # a learner that no table names has to be given
        named = table_of(game.learner.kind).get(game.learner.name) is type(game.learner)
        own = {} if named else {"learner": new().learner}
        twins.append(from_bytes(once, **own))
        once = to_bytes(twins[-1])
    return twins


def check_a_game_taken_up_says_the_same(new: New, rounds: Rounds) -> None:
    """A game that was restored, copied, pickled or saved has the same certificates and goes on the same."""
    game = new()
    most = len(rounds) * 2 // 3
    play_late(game, rounds[:most], 14)
    move = game.predict(rounds[most][0])
    twins = twins_of(game, new)
    for each in (game, *twins):
        assert as_saved(each) == as_saved(game), f"{game!r} taken up is another"
        assert each.ledger.certificates == game.ledger.certificates, f"{game!r} taken up"
    for each in (game, *twins):
        each.label(move.number, rounds[most][1])
        play_rounds(each, rounds[most:])
        for number in list(each.open)[::2]:
            each.forget(number)
    for each in twins:
        assert as_saved(each) == as_saved(game), f"{game.learner!r} goes on otherwise after it was taken up"
        assert each.ledger.as_dict() == game.ledger.as_dict(), f"{game.learner!r} has another ledger, taken up"
        assert each.ledger.certificates == game.ledger.certificates, f"{game!r} taken up"


def check_little_evidence_claims_little(new: New, rounds: Rounds) -> None:
    """With a small `keep`, or 0, certificates are the same as with all the evidence, or open and claim nothing."""
    whole = play_rounds(new(), rounds)
    for keep in (0, 7, 60):
        game = play_rounds(new(keep=keep), rounds)
        for found, full in zip(game.ledger.certificates, whole.ledger.certificates, strict=True):
            words = f"with keep={keep}: {found}; with all: {full}"
            if found.verdict != "open":
                assert numbers_of([found]) == numbers_of([full]), words
            elif full.verdict != "open":
                assert "give the game a larger keep" in found.open, words
                assert found.allowed is None, words
                assert full.broken or found.teaches in full.teaches, words  # what the learner itself proves, at most
                assert found.paid in (None, full.paid), words


CHECKS: tuple[Callable[[Make], Any], ...] = (
    check_prediction_changes_nothing,
    check_guesses_and_acts_are_numbers_on_the_line,
    check_guesses_are_left_alone,
    check_learning_is_deterministic,
    check_learning_does_something,
    check_learning_does_not_predict_again,
    check_conservative_learners_learn_from_mistakes_only,
    check_state_round_trip,
    check_state_is_a_copy,
    check_parameters_make_it_anew,
    check_copies_are_independent,
    check_one_at_a_time_equals_many,
    check_weights,
    check_what_is_refused_changes_nothing,
    check_words,
    check_games,
)
GAME_CHECKS: tuple[Callable[[New, Rounds], None], ...] = (
    check_an_empty_game_claims_nothing,
    check_certificates_are_never_violated,
    check_who_learned_elsewhere_is_found_out,
    check_who_began_trained_is_found_out,
    check_late_labels_are_learned_in_order,
    check_forgotten_rounds_are_as_if_never_played,
    check_a_game_taken_up_says_the_same,
    check_little_evidence_claims_little,
)
