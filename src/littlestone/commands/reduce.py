"""`littlestone reduce`: a learner with few mistakes as a PAC learner, a learner by queries, or one hypothesis."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from rich.console import Console

from ..command_line import reading as read
from ..command_line.arguments import make, read_settings
from ..command_line.concept_words import concept_text, point_text, seat
from ..command_line.options import Json, Limit, Quiet, Seed, Settings, Shuffle, takes_options
from ..command_line.printing import Line, columns, heading, print_account, settings
from ..command_line.progress import saying
from ..command_line.reading import Reading
from ..concepts.class_search import worst_game
from ..concepts.concept_class import ConceptClass
from ..errors import BadFile, BadParameter, NotBoolean, Unbounded, UnknownName
from ..features.batches import taken, together
from ..formats.stream import Stream
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
from ..row import Batch
from ..rows.game import Game
from ..support.settings import counted
from ..truth import SIGNS

EXAMPLES = """\b
Examples:
  littlestone reduce --to pac --class monotone-disjunctions:5 --learner winnow
  littlestone reduce votes.csv --label party --positive democrat --boolean \\
      --to pac --learner winnow --mistakes 80 --epsilon 0.1 --delta 0.05
  littlestone reduce --to queries --class intervals:8 --target 12 --learner soa
  littlestone reduce --to queries --by sampling --class intervals:8
  littlestone reduce sample:email --to batch --set bias=1 --set normalise=true
"""

# The ways of every reduction, the usual one first.
WAYS = {"pac": ("survival", "two-stage"), "queries": ("exact", "sampling"), "batch": ("majority", "average", "random")}
# The options that only some of the ways have.
ONLY = {
    "epsilon": ("survival", "two-stage", "sampling"),
    "delta": ("survival", "two-stage", "sampling", "majority", "random"),
    "mistakes": ("survival", "two-stage", "exact", "sampling"),
    "certain": ("survival", "exact"),
    "rounds": WAYS["batch"],
    "hold_out": WAYS["batch"],
}
DEFAULTS = {"epsilon": 0.1, "delta": 0.05, "rounds": 1000, "hold_out": 0.2, "certain": False}
MOST = 10_000  # counterexamples after which a learner without a bound is given up
STATES = 200_000  # of the game that is searched for the mistake bound of a learner on a class
LARGEST = 1 << 27  # weights of all hypotheses of a game together, a gigabyte
Say = Callable[[str], None]
SHOWN = 8  # counterexamples that are printed
BATCH = {
    "majority": "the vote of all hypotheses errs at most twice as often as they do",
    "random": "a hypothesis drawn from all of them errs on average as often as they do",
}


@takes_options(without=("id", "asked_at", "known_at", "weight"))
def reduce(
    file: read.MaybeFile = None,
    to: Annotated[
        str, typer.Option("--to", metavar="|".join(WAYS), help="What the learner becomes.", show_default=False)
    ] = "",
    learner: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The learner, of two classes and without a coin.  [default: perceptron, with --class halving]",
        ),
    ] = None,
    set_: Settings = None,
    concepts: Annotated[
        str | None,
        typer.Option(
            "--class",
            metavar="CLASS",
            help="In place of a file: all points of a concept class, such as intervals:5, labelled by a concept of it.",
        ),
    ] = None,
    target: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="The number of that concept, from 0; drawn if it is not given."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="; ".join(f"{name}: {', '.join(ways)}" for name, ways in WAYS.items()) + "."),
    ] = None,
    epsilon: Annotated[
        float | None, typer.Option(metavar="E", help=f"The error that is allowed.  [default: {DEFAULTS['epsilon']}]")
    ] = None,
    delta: Annotated[
        float | None,
        typer.Option(metavar="D", help=f"The chance with which it may be larger.  [default: {DEFAULTS['delta']}]"),
    ] = None,
    mistakes: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="M",
            help="The mistake bound of the learner; of a class it is found by search, if it is not given.",
        ),
    ] = None,
    certain: Annotated[
        bool, typer.Option("--certain", help="M is beyond doubt: no hypothesis after M mistakes need be tested.")
    ] = False,
    rounds: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help=f"To batch, of a class: draw N examples.  [default: {DEFAULTS['rounds']}]"
        ),
    ] = None,
    hold_out: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help=f"To batch, of a file: test on this share of it, the last.  [default: {DEFAULTS['hold_out']}]",
        ),
    ] = None,
    *,
    reading: Reading,
    limit: Limit = None,
    shuffle: Shuffle = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Turn few mistakes into PAC learning, queries, a hypothesis.

    pac draws examples, evenly and again and again, from the file or class, until a hypothesis has proved good enough
    (Angluin 1988; Littlestone 1988, 1989). queries asks "is it this hypothesis?" and learns from counterexamples, the
    first in the file or, by sampling, the first drawn. batch plays the examples once, and makes one hypothesis of all
    that the learner had on the way, with a bound on its error if examples are drawn independently (Cesa-Bianchi,
    Conconi and Gentile 2004). What the result errs is then counted, on all examples or those held out.
    """
    way = chosen_way(to, by)
    given = {"epsilon": epsilon, "delta": delta, "mistakes": mistakes, "rounds": rounds, "hold_out": hold_out}
    asked = checked(way, {**given, "certain": certain or None}, of_class=concepts is not None)
    if (file is None) == (concepts is None):
        raise BadParameter("what is to be learned? give one of the two, a FILE of examples or --class CLASS")
    if target is not None and concepts is None:
        raise BadParameter("--target is a concept of --class, and a file has its labels: leave it out")
    if concepts is not None:
        refuse_options_of_files(reading, limit, shuffle)
    account = account_of(
        (to, way),
        learner or ("perceptron" if concepts is None else "halving"),
        set_ or (),
        reading._replace(file=file or ""),
        (concepts, target),
        asked,
        order=(limit, shuffle),
        seed=seed,
        shown=not quiet,
    )
    print_account(account, lambda: print_reduction(account), json=json, shown=not quiet)
    return 0


def refuse_options_of_files(reading: Reading, limit: int | None, shuffle: int | None) -> None:
    """Raise if an option that is about a file was given, where a class stands in its place."""
    given = [name for name in reading._fields if getattr(reading, name) != getattr(Reading(reading.file), name)]
    given += [name for name, value in (("limit", limit), ("shuffle", shuffle)) if value is not None]
    if given:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise BadParameter(f"{options} is for a file, and this is a class: leave it out")


def chosen_way(to: str, by: str | None) -> str:
    """The way of the reduction that --to and --by name."""
    if not to:
        raise BadParameter(f"what is the learner to become? give --to {', '.join(WAYS)}")
    if to not in WAYS:
        raise UnknownName.among("reduction", to, WAYS)
    way = by or WAYS[to][0]
    if way not in WAYS[to]:
        raise UnknownName.among(f"way of --to {to}", way, WAYS[to])
    return way


def checked(way: str, given: dict[str, Any], *, of_class: bool) -> dict[str, Any]:
    """The options with their defaults; one that this way does not have is an error."""
    for name, value in given.items():
        option = f"--{name.replace('_', '-')}"
        if value is not None and way not in ONLY[name]:
            raise BadParameter(f"{option} is for --by {', '.join(ONLY[name])}; by {way} there is no use for it")
        if value is not None and name in ("rounds", "hold_out") and of_class != (name == "rounds"):
            one, other = ("a class", "a file") if name == "rounds" else ("a file", "a class")
            raise BadParameter(f"{option} is for {one}, and this is {other}: leave it out")
    return {name: DEFAULTS.get(name) if value is None else value for name, value in given.items()}


class World(NamedTuple):
    """Examples with their labels; of a file the names of its columns, of a class the concept that labels them."""

    name: str
    batch: Batch
    names: list[str] | None = None
    concepts: ConceptClass | None = None
    target: str | None = None


def file_world(reading: Reading, limit: int | None, shuffle: int | None, *, zeros: bool) -> World:
    """All examples of a file that have a label; `zeros` keeps numbers that are zero."""
    source = reading.open("signs", zeros=zeros)
    batch = together(list(Stream(source, limit=limit, shuffle=shuffle).batches()))
    known = np.flatnonzero(~np.isnan(np.asarray(batch.labels)))
    if not len(known):
        raise BadFile(f"{source.name} has no example with a label; there is nothing to learn")
    named = source.features is not None and not source.features.hashing
    return World(source.name, taken(batch, known), list(source.features.names) if named and source.features else None)


def class_world(text: str, target: int | None, seed: int) -> World:
    """All points of a class, labelled by the concept of that number, or by one that the seed draws."""
    concepts = ConceptClass.find(text)
    if target is None:
        target = int(np.random.default_rng([seed, concepts.size]).integers(concepts.size))
    if target >= concepts.size:
        raise BadParameter(f"--target is the number of a concept, from 0 to {concepts.size - 1}, not {target}")
    rows = concepts.examples()
    labels = np.where(concepts.table[target], 1.0, -1.0)
    batch = Batch(rows.starts, rows.columns, rows.values, rows.width, labels).check()
    return World(text, batch, concepts=concepts, target=concept_text(concepts, target))


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
    made = None
    with saying("reading", shown):
        if text is None:
            made = make(name, parameters)
            world = file_world(reading, *order, zeros=made.wants_zeros)
        else:
            world = class_world(text, target, seed)
    learner = player(name, parameters, world, made)
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


def player(name: str, parameters: dict[str, Any], world: World, made: Any) -> RowLearner:
    """The learner, told of the class or of the number of features if it wants to know; raises if it cannot do.

    `made` is the one that was asked how the file is to be read.
    """
    if world.concepts is not None:
        learner = seat(name, parameters, world.concepts)
    else:
        learner = made or make(name, parameters)
        if learner.parameters().get("n", 0) is None:
            learner = make(name, {**parameters, "n": world.batch.width})
    if learner.truths != SIGNS:
        raise BadParameter(f"{name} is told {learner.truths}; mistakes of two classes can be reduced, and no others")
    if learner.randomised:
        raise BadParameter(f"{name} tosses a coin, and a hypothesis is a function; take a learner without a coin")
    return learner


@contextmanager
def advised() -> Iterator[None]:
    """Tell who gives numbers to a Boolean learner about --boolean, and call what can be given here an option."""
    try:
        yield
    except BadParameter as error:
        raise error.said(f"--{error}" if str(error).startswith(("epsilon is", "delta is")) else str(error)) from None
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


def print_reduction(account: dict[str, Any]) -> None:
    """Print the account in words."""
    console = Console(highlight=False)
    heading(console, f"{account['learner']} on {account['source']}, reduced to {account['to']} by {account['by']}")
    lines: list[Line] = [("parameters", settings(account["parameters"]) or "none", "")]
    examples = f"{account['examples']:,}" + (f", labelled by {account['target']}" if account["target"] else "")
    lines.append(("examples", examples, ""))
    lines += {"pac": pac_lines, "queries": query_lines, "batch": batch_lines}[account["to"]](account)
    if account["hypothesis"] is not None:
        lines.append(("hypothesis", account["hypothesis"], ""))
    columns(console, lines)


def bound_line(account: dict[str, Any]) -> list[Line]:
    """The mistake bound, and where it comes from."""
    if account["mistake_bound"] is None:
        return [("mistake bound", "none is known", "")]
    whence = "the exact worst case on the class" if account["bound_searched"] else "as given"
    return [("mistake bound", f"{account['mistake_bound']:,}, {whence}", "")]


def pac_lines(account: dict[str, Any]) -> list[Line]:
    """What was drawn, and what is promised of the hypothesis."""
    return [
        *bound_line(account),
        ("drawn", f"{account['samples']:,} examples of at most {account['samples_allowed']:,}", ""),
        ("mistakes", f"{account['mistakes']:,}", ""),
        promise_line(account),
    ]


def promise_line(account: dict[str, Any]) -> Line:
    """The error of the hypothesis, beside the one that is allowed."""
    epsilon, delta, error = account["epsilon"], account["delta"], account["error"]
    if error <= epsilon:
        return ("error", f"{error:.4g} of {epsilon:g} allowed, but for chance {delta:g}", "green")
    return ("error", f"{error:.4g}, above {epsilon:g}: that happens with chance {delta:g} at most", "yellow")


def query_lines(account: dict[str, Any]) -> list[Line]:
    """What was asked and answered."""
    most = "" if account["queries_allowed"] is None else f" of at most {account['queries_allowed']:,}"
    lines = [*bound_line(account), ("queries", f"{account['queries']:,}{most}", "")]
    path, labels = account["path"], account["labels"]
    shown = [f"{point} is {y:+d}" for point, y in zip(path or (), labels, strict=False)]
    more = f" and {len(shown) - SHOWN:,} more" if len(shown) > SHOWN else ""
    said = f": {', '.join(shown[:SHOWN])}{more}" if shown else ""
    lines.append(("counterexamples", f"{account['counterexamples']:,}{said}", ""))
    if "samples" in account:
        lines += [("drawn", f"{account['samples']:,} examples", ""), promise_line(account)]
    else:
        lines.append(("error", f"{account['error']:.4g} on all {account['tested_on']:,} examples", ""))
    back = counted(account["mistakes_played_back"], "mistake")
    return [*lines, ("played back", f"{back} in one pass over the examples, as a learner by queries plays them", "")]


def batch_lines(account: dict[str, Any]) -> list[Line]:
    """What was played, and what is known of the hypothesis made of it."""
    rate = f"{100 * account['mean_error']:.2f} %"
    hypotheses = account["hypotheses"]
    words = f"{hypotheses:,} " + ("hypothesis" if hypotheses == 1 else "hypotheses")
    lines = [
        ("rounds", f"{account['rounds']:,}, with {words}", ""),
        ("mistakes", f"{account['mistakes']:,}; M/T = {rate} is the regret a round where some hypothesis fits all", ""),
    ]
    if account["bound"] is None:
        bound = "none of mistakes: the mean is bounded in a convex loss"
    else:
        bound = f"{account['bound']:.4g} but for chance {account['delta']:g}, if examples are drawn independently: "
        bound += BATCH[account["by"]]
    lines.append(("bound", bound, ""))
    if account["error"] is not None:
        lines.append(("error", f"{account['error']:.4g}, {account['errors']:,} of {account['tested_on']:,}", "bold"))
    return lines
