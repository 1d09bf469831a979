"""The work of `littlestone reduce`: runs the reduction, tests its hypothesis, and keeps the account."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..command_line.arguments import make, read_settings
from ..command_line.concept_words import point_text, seat
from ..command_line.progress import saying
from ..command_line.reading import Reading
from ..concepts.class_search import worst_game
from ..errors import BadParameter, NotBoolean, Unbounded
from ..features.batches import taken
from ..learner import RowLearner
from ..reductions import (
    FromQueries,
    OnlineToBatch,
    SamplingTeacher,
    as_queries,
    average_bound,
    learn_by_queries,
    majority_bound,
    survival,
    survival_size,
    teacher,
    two_stage,
    two_stage_size,
)
from ..reductions.equivalence_queries import Oracle
from ..rows.game import Game
from ..support.words import counted
from ..truth import SIGNS
from .reduce_world import World, class_world, file_world

MOST = 10_000  # counterexamples after which a learner without a bound is given up
STATES = 200_000  # of the game that is searched for the mistake bound of a learner on a class
LARGEST = 1 << 27  # weights of all hypotheses of a game together, a gigabyte
Say = Callable[[str], None]


def account_of(
    what: tuple[str, str],
    name: str,
    texts: Sequence[str],
    reading: Reading,
    classes: tuple[str | None, int | None],
    asked: dict[str, Any],
    *,
    order: tuple[int | None, int | None],
    seed: int,
    shown: bool,
) -> dict[str, Any]:
    """The reduction `what`, the word of --to and its way, as plain values; `asked` are the options about it."""
    (to, way), (text, target) = what, classes
    parameters = read_settings(name, texts)
    with saying("reading", shown):
        world = file_world(reading, *order) if text is None else class_world(text, target, seed)
    learner = player(name, parameters, world)
    chance = np.random.default_rng(seed)
    account = {
        "source": world.name,
        "learner": name,
        "parameters": {known: value for known, value in learner.parameters().items() if known != "concepts"},
        "to": to,
        "by": way,
        "examples": world.batch.rows,
        "target": world.target,
        "seed": seed,
    }
    with saying("playing", shown) as say, advised():
        run = {"pac": to_pac, "queries": to_queries, "batch": to_batch}[to]
        return {**account, **run(learner, world, way, asked, chance, say)}


def player(name: str, parameters: dict[str, Any], world: World) -> RowLearner:
    """The learner, told of the class or of the number of features if it wants to know; raises if it cannot do."""
    if world.concepts is not None:
        learner = seat(name, parameters, world.concepts)
    else:
        learner = make(name, parameters)
        if learner.parameters().get("n", 0) is None:
            learner = make(name, {**parameters, "n": world.batch.width})
    if learner.truths != SIGNS:
        raise BadParameter(f"{name} is told {learner.truths}; mistakes of two classes can be reduced, and no others")
    if learner.randomised:
        raise BadParameter(f"{name} tosses a coin, and a hypothesis is a function; take a learner without a coin")
    return learner


@contextmanager
def advised() -> Iterator[None]:
    """Tell who gives numbers to a Boolean learner about --boolean."""
    try:
        yield
    except NotBoolean as error:
        raise NotBoolean(f"{error}; in tables, --boolean takes every number above zero as 1") from None


def bound_of(learner: RowLearner, world: World, say: Say) -> int | None:
    """The exact mistake bound of a learner on a class; None if there is no class, or the search does not end."""
    if world.concepts is None:
        return None
    say("searching for the mistake bound")
    try:
        return int(worst_game(learner, world.concepts, states=STATES).mistakes)
    except Unbounded:
        return None


def to_pac(learner: RowLearner, world: World, way: str, asked: dict[str, Any], chance: Any, say: Say) -> dict[str, Any]:
    """By survival, or in two stages."""
    given = asked["mistakes"]
    bound = bound_of(learner, world, say) if given is None else given
    if bound is None:
        why = "of a file nobody knows it" if world.concepts is None else "the search found none"
        raise BadParameter(f"PAC learning needs the mistake bound of the learner, and {why}: give --mistakes M")
    certain = asked["certain"] or given is None
    promise = {"epsilon": asked["epsilon"], "delta": asked["delta"], "mistakes": bound}
    draw = drawing(world, chance, say)
    if way == "survival":
        most = survival_size(**promise, certain=certain).most
        found = survival(learner, draw, **promise, certain=certain)
    else:
        most = sum(two_stage_size(**promise))
        found = two_stage(learner, draw, **promise)
    return {
        "epsilon": asked["epsilon"],
        "delta": asked["delta"],
        "mistake_bound": bound,
        "bound_searched": given is None,
        "certain": certain if way == "survival" else None,
        "samples": found.samples,
        "samples_allowed": most,
        "mistakes": found.mistakes,
        **judged(found.hypothesis, world, world.batch, say),
    }


def to_queries(
    learner: RowLearner, world: World, way: str, asked: dict[str, Any], chance: Any, say: Say
) -> dict[str, Any]:
    """With a teacher that knows all examples, or one that draws; and back again, played as a learner by queries."""
    given = asked["mistakes"]
    bound = bound_of(learner, world, say) if given is None else given
    sampling = None
    if way == "sampling":
        sampling = SamplingTeacher(drawing(world, chance, say), epsilon=asked["epsilon"], delta=asked["delta"])
    oracle = counting(sampling or teacher(world.batch, world.batch.labels), bound is None, say)
    exact = learn_by_queries(learner, oracle, mistakes=bound, certain=asked["certain"])
    game = Game(FromQueries(lambda: as_queries(learner)), bounds=())
    back = game.play_batch(world.batch).mistakes
    seen = exact.counterexamples
    return {
        **({"epsilon": asked["epsilon"], "delta": asked["delta"], "samples": sampling.samples} if sampling else {}),
        "mistake_bound": bound,
        "bound_searched": bound is not None and given is None,
        "certain": asked["certain"],
        "queries": exact.queries,
        "queries_allowed": None if bound is None else bound + (not asked["certain"]),
        "counterexamples": len(seen),
        "path": None
        if world.concepts is None
        else [point_text(world.concepts, world.concepts.point_of(x)) for x, _ in seen],
        "labels": [y for _, y in seen],
        "mistakes_played_back": back,
        **judged(exact.hypothesis, world, world.batch, say),
    }


def to_batch(
    learner: RowLearner, world: World, way: str, asked: dict[str, Any], chance: Any, say: Say
) -> dict[str, Any]:
    """Play the examples once, and vote, average or draw."""
    rows = world.batch.rows
    if world.concepts is not None:
        sample, test = taken(world.batch, chance.integers(rows, size=asked["rounds"])), world.batch
    else:
        share = asked["hold_out"]
        if not 0 <= share < 1:
            raise BadParameter(f"--hold-out is a share of the examples, from 0 up to but not 1, not {share:g}")
        kept = rows - round(share * rows)
        if not kept:
            raise BadParameter(f"--hold-out {share:g} leaves none of {counted(rows, 'example')} to learn from")
        sample, test = taken(world.batch, slice(0, kept)), taken(world.batch, slice(kept, rows))
    if not learner.conservative and sample.rows * sample.width > LARGEST:
        raise BadParameter(
            f"{learner.name} changes every round, and {sample.rows:,} hypotheses of {sample.width:,} weights are too "
            f"many to keep: give --limit, or a learner that changes on mistakes only, such as perceptron"
        )
    say(f"playing {counted(sample.rows, 'round')}")
    played = OnlineToBatch(learner, sample)
    made = {"majority": played.majority, "average": played.average}.get(way)
    hypothesis = played.at_random(int(chance.integers(2**31))) if made is None else made()
    bounds = {"majority": majority_bound, "random": average_bound}
    bound = bounds[way](played.mistakes, played.rounds, delta=asked["delta"]) if way in bounds else None
    return {
        "delta": asked["delta"] if way in bounds else None,
        "rounds": played.rounds,
        "mistakes": played.mistakes,
        "hypotheses": len(played.hypotheses),
        "mean_error": played.mistakes / played.rounds,
        "bound": bound,
        **judged(hypothesis, world, test, say),
    }


def drawing(world: World, chance: Any, say: Say) -> Callable[[], tuple[Any, int]]:
    """A function that draws one of the examples, each with the same chance, and says how many it has drawn."""
    batch, labels, drawn = world.batch, np.asarray(world.batch.labels), 0

    def draw() -> tuple[Any, int]:
        nonlocal drawn
        drawn += 1
        say(f"{counted(drawn, 'example')} drawn")
        at = int(chance.integers(batch.rows))
        return batch.row(at), int(labels[at])

    return draw


def counting(oracle: Oracle, unbounded: bool, say: Say) -> Oracle:
    """The oracle, which says how many queries were asked, and gives up after very many if nobody knows a bound."""
    queries = 0

    def asked(h: Any) -> Any:
        nonlocal queries
        queries += 1
        say(f"query {queries:,}")
        found = oracle(h)
        if unbounded and queries > MOST and found is not None:
            raise Unbounded(
                f"no end after {MOST:,} counterexamples: is there a hypothesis that fits all examples? "
                f"give --mistakes M to go on for longer"
            )
        return found

    return asked


def judged(hypothesis: Any, world: World, test: Any, say: Say) -> dict[str, Any]:
    """What the hypothesis errs on these examples, and what it says, if it has words."""
    say(f"testing on {counted(test.rows, 'example')}")
    labels = np.asarray(test.labels)
    wrong = sum(hypothesis(test.row(t)) != labels[t] for t in range(test.rows))
    return {
        "tested_on": test.rows,
        "errors": int(wrong),
        "error": wrong / test.rows if test.rows else None,
        "hypothesis": in_words(getattr(hypothesis, "learner", None), world.names),
    }


def in_words(learner: Any, names: list[str] | None) -> str | None:
    """What the hypothesis says, with the names of columns if there are any; None if it has no words."""
    if not hasattr(learner, "hypothesis"):
        return None
    words = learner.hypothesis() if hasattr(learner, "concepts") else learner.hypothesis(names)
    return str(words)
