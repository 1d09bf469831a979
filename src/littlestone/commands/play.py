"""`littlestone play`: a stream against a learner, and the receipt."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from . import reading as read
from .options import Theorems
from .reading import Reading

EXAMPLES = """\b
Examples:
  littlestone play emails.csv --label spam --learner perceptron
  littlestone play votes.csv.gz --label party --positive democrat \\
      --learner winnow --boolean --promise k=3
  littlestone play SMSSpamCollection --columns label,message --quote none \\
      --label label --positive spam --text message --learner pa1 --set bias=1
  littlestone play train.vw --learner adagrad -b 20 --passes 3 -f model.npz
  littlestone play test.vw -i model.npz -t -p predictions.csv
  zcat clicks.gz | littlestone play - --label clicked --delay 1000 --json
"""
RATES = ("eta", "alpha")  # what learners call their rate of learning
FRESH = "the game in {model} says that already: leave out {options}"


def play(
    file: read.MaybeFile = None,
    label: read.Label = None,
    learner: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who plays; see 'littlestone learners'.  [default: perceptron]")
    ] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the learner.")
    ] = None,
    promise: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="What you vouch for, such as margin=0.1 or k=3, to be held to."),
    ] = None,
    positive: read.Positive = None,
    labels: read.Labels = None,
    text: read.Text = None,
    ngrams: read.Ngrams = 1,
    counts: read.Counts = False,
    drop: read.Drop = None,
    categorical: read.Categorical = None,
    boolean: read.Boolean = False,
    scale: read.Scale = False,
    interactions: read.Interactions = None,
    hash_bits: read.HashBits = None,
    format: read.Format = None,
    columns: read.Columns = None,
    delimiter: read.Delimiter = None,
    quote: read.Quote = '"',
    base: read.Base = 0,
    skip_bad: read.SkipBad = False,
    delay: Annotated[int, typer.Option(min=0, metavar="N", help="Tell every label N rounds late.")] = 0,
    limit: Annotated[int | None, typer.Option(min=0, metavar="N", help="Stop after N rounds.")] = None,
    passes: Annotated[int, typer.Option(min=1, metavar="N", help="Play the file N times over, in one game.")] = 1,
    shuffle: Annotated[
        int | None,
        typer.Option(min=0, metavar="SEED", help="Play in an order by chance; the file has to fit in memory."),
    ] = None,
    loss: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Add up this loss too, such as hinge or log; of numbers square, absolute, ..."
        ),
    ] = None,
    loss_function: Annotated[
        str | None,
        typer.Option(
            "--loss_function",
            "--loss-function",
            metavar="NAME",
            help="The loss that the learner follows: hinge, logistic, squared, quantile:0.9, poisson.",
        ),
    ] = None,
    learning_rate: Annotated[
        float | None,
        typer.Option(
            "--learning_rate", "--learning-rate", "-l", metavar="RATE", help="The rate, of a learner with one."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Of a randomised learner's coin.")] = 0,
    save: Annotated[
        str | None, typer.Option("--save", "-f", metavar="MODEL", help="Save the game, to be gone on with: model.npz.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", "-i", metavar="MODEL", help="Go on with a game that was saved.")
    ] = None,
    test_only: Annotated[
        bool, typer.Option("--test-only", "-t", help="Count mistakes and learn nothing; wants --resume.")
    ] = False,
    predictions: Annotated[
        str | None, typer.Option("--predictions", "-p", metavar="FILE", help="Write every round to a CSV file.")
    ] = None,
    theorems: Theorems = "quick",
    json: Annotated[bool, typer.Option("--json", help="Print the account as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar and no report.")] = False,
    data: Annotated[
        str | None, typer.Option("--data", "-d", metavar="FILE", help="The file, as VW is given it.")
    ] = None,
) -> int:
    """Play a file line by line and print the receipt.

    What the truths are depends on the learner: two classes for most, any classes for those of many (multiclass-...,
    one-vs-rest), numbers for those of numbers (vaw, pa-regression, and others with a loss of numbers).
    """
    options = {**locals(), "file": one_file(file, data)}
    from ..cli import verdict_code
    from .mix import save_game
    from .play_report import print_play
    from .progress import play_table, saying
    from .report import strict_json
    from .still import stilled
    from .stream import Stream

    shown = not quiet
    game, source = resumed(options, Reading.of(options)) if resume else fresh(options, Reading.of(options), shown)
    stream = Stream(source, passes=passes, shuffle=shuffle, limit=limit)
    playing = stilled(game) if test_only else game
    interrupted = play_table(playing, stream, delay=delay, limit=limit, path=predictions, bar=shown)
    if save:
        save_game(game, save)
    with saying("asking the theorems", shown):
        account = account_of(playing, stream, interrupted, test_only, theorems)
    if json:
        print(strict_json(account))
    elif shown:
        print_play(playing, account)
    return verdict_code(one["verdict"] for one in account["certificates"]) or (130 if interrupted else 0)


def one_file(file: str | None, data: str | None) -> str:
    """The file, which may be given in two ways."""
    from ..errors import BadParameter

    if file is None and data is None:
        raise BadParameter("Missing argument 'FILE': which file is to be played?")
    if file is not None and data is not None:
        raise BadParameter(f"one file at a time: {file}, or --data {data}?")
    return str(file or data)


def fresh(options: dict[str, Any], reading: Reading, shown: bool) -> tuple[Any, Any]:
    """A new game, and the source that it plays."""
    from ..errors import BadParameter
    from ..games.rows import Game
    from ..truth import SIGNS
    from .arguments import make, promised, read_settings

    if options["test_only"]:
        raise BadParameter("a learner that knows nothing need not be tested: give --resume MODEL with --test-only")
    name = options["learner"] or "perceptron"
    parameters = read_settings(name, options["set_"] or ())
    parameters |= as_vw_says(name, make(name, {}).parameters(), options["loss_function"], options["learning_rate"])
    player = make(name, parameters)
    bounds = promised(player, options["promise"] or ())
    source = reading.open(player.truths)
    player = with_width(player, name, parameters, source, options["limit"], shown)
    loss = options["loss"]
    if loss is None and player.truths == SIGNS:
        loss = options["loss_function"]
    return Game(player, loss=loss, bounds=bounds, seed=options["seed"], features=columns_of(source)), source


def columns_of(source: Any) -> Any:
    """The columns that a game has to share with the source that it plays, none if they are numbered."""
    return () if source.features is None else source.features


def with_width(player: Any, name: str, parameters: dict[str, Any], source: Any, limit: int | None, shown: bool) -> Any:
    """The learner, told how many features there are if it has to know."""
    from ..errors import BadParameter
    from .arguments import make
    from .progress import saying
    from .stream import width_of

    if player.parameters().get("n", 0) is not None:
        return player
    if not source.repeatable:
        raise BadParameter(
            f"{name} must know the number of features before the first round, and {source.name} can be read "
            f"only once: give --set n=..."
        )
    with saying("counting the features", shown):
        return make(name, {**parameters, "n": width_of(source, limit)})


def as_vw_says(name: str, defaults: dict[str, Any], loss: str | None, rate: float | None) -> dict[str, Any]:
    """The parameters that VW's names for loss and rate stand for."""
    from ..errors import BadParameter
    from ..learners.table import LEARNERS

    given: dict[str, Any] = {}
    if loss is not None:
        if "loss" not in defaults:
            others = ", ".join(other for other, kind in LEARNERS.items() if "loss" in kind().parameters())
            raise BadParameter(f"{name} follows no loss that could be set; {others} do")
        given["loss"] = loss
    if rate is not None:
        known = [parameter for parameter in RATES if parameter in defaults and "loss" in defaults]
        if not known:
            raise BadParameter(f"{name} has no rate of learning; ogd, adagrad, ftrl and eg have")
        given[known[0]] = rate
    return given


def resumed(options: dict[str, Any], reading: Reading) -> tuple[Any, Any]:
    """The game that was saved, and the source that it goes on with."""
    from ..errors import BadParameter
    from ..games.rows import Game
    from ..store import load

    model = options["resume"]
    names = {"learner": None, "set_": None, "promise": None, "loss": None, "loss_function": None}
    given = [name for name, default in {**names, "learning_rate": None, "seed": 0}.items() if options[name] != default]
    if given:
        words = ", ".join("--" + name.strip("_") for name in given)
        raise BadParameter(FRESH.format(model=model, options=words))
    game = load(model)
    if not isinstance(game, Game) or game.advised:
        raise BadParameter(f"the game in {model} is of another kind: `play` goes on with games of examples")
    return game, reading.open(game.learner.truths, game.features)


def account_of(game: Any, stream: Any, interrupted: bool, test_only: bool, theorems: str) -> dict[str, Any]:
    """The account as plain values."""
    from .progress import best_constant_loss

    ledger = game.ledger
    judged = max(1, ledger.labelled)
    return {
        "source": stream.name,
        **ledger.as_dict(theorems),
        "mean_loss": ledger.loss / judged,
        "best_constant_loss": best_constant_loss(ledger),
        "columns": len(game.features) or None,
        "unlabelled": ledger.forgotten,
        "bad_lines": getattr(stream.source, "bad", 0),
        "complaints": list(getattr(stream.source, "complaints", ())),
        "passes": stream.passes,
        "shuffled": stream.shuffle,
        "learned": not test_only,
        "interrupted": interrupted,
    }
