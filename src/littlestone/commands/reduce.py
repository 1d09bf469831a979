"""`littlestone reduce`: a learner with few mistakes as a PAC learner, a learner by queries, or one hypothesis."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..command_line import reading as read
from ..command_line.options import Json, Limit, Quiet, Seed, Settings, Shuffle, reads_examples
from ..command_line.reading import Reading
from ..errors import BadParameter, UnknownName

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


@reads_examples(without=("id", "asked_at", "known_at", "weight"))
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
    from ..command_line.printing import print_account
    from .reduce_report import print_reduction
    from .reduce_ways import account_of

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
