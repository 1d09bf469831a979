"""`littlestone play`: plays a file of examples and prints the receipt."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import typer

from ..command_line import reading as read
from ..command_line.guards import Guards, takes_guards
from ..command_line.options import (
    ClassWeight,
    Delay,
    Flush,
    Json,
    Limit,
    Members,
    Metrics,
    Passes,
    Promise,
    Quiet,
    Resume,
    Seed,
    Settings,
    Shuffle,
    Theorems,
    Timing,
    reads_examples,
)
from ..command_line.reading import Reading
from ..errors import BadParameter

EXAMPLES = """\b
Examples:
  littlestone play emails.csv --label spam
  littlestone play emails.csv --label spam --learner perceptron
  littlestone play votes.csv.gz --label party --positive democrat \\
      --learner winnow --boolean --promise k=3
  littlestone play SMSSpamCollection --columns label,message --quote none \\
      --label label --positive spam --text message --learner pa1 --set bias=1
  littlestone play emails.csv --label spam --learner ogd --loss_function log \\
      --metrics auc,f1,log_loss,accuracy@1000
  littlestone play emails.csv --label spam --members scale-free,adagrad,arow
  littlestone play emails.csv --label spam --calibrate 20 --calibration-plot c.png
  littlestone play emails.csv --label spam --alarm 10000 --alarm-level 0.12
  littlestone play emails.csv --label spam --alarm 10000 --alarm-level 0.12 \\
      --alarm-fresh
  littlestone play loans.csv --label paid --learner pa1 --tasting
  littlestone play flights.csv --label delay --learner vaw --interval 0.9
  littlestone play train.vw --learner adagrad -b 20 --passes 3 -f model.npz
  littlestone play test.vw -i model.npz -t -p predictions.csv
  zcat clicks.gz | littlestone play - --label clicked --delay 1000 --json
  littlestone play orders.csv --labels-from returns.csv --id order --label returned
  littlestone play loans.csv --label paid --asked-at granted --known-at settled
  littlestone play sample:flights --learner committee --loss log --timing
"""


class Wanted(NamedTuple):
    """The options of a new game: its learner, parameters and promises; a resumed game has its own."""

    learner: str | None = None
    set_: list[str] | None = None
    promise: list[str] | None = None
    loss: str | None = None
    loss_function: str | None = None
    learning_rate: float | None = None
    seed: int = 0
    metrics: str | None = None
    class_weight: str | None = None
    members: str | None = None
    truths: str | None = None
    guards: Guards = Guards()


@reads_examples()
@takes_guards()
def play(
    files: read.MaybeFiles = None,
    learner: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The learner; 'littlestone learners' lists them; MODULE:CLASS is one of your own.  "
            "[default: committee, of members for the labels that the file has]",
        ),
    ] = None,
    set_: Settings = None,
    promise: Promise = None,
    *,
    members: Members = None,
    reading: Reading,
    labels_from: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A second file, with the labels; --id names the column that both have."),
    ] = None,
    delay: Delay = 0,
    limit: Limit = None,
    passes: Passes = 1,
    shuffle: Shuffle = None,
    loss: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Add up this loss too: hinge, log, ramp, margin:0.5 for two classes, square, absolute for numbers.",
        ),
    ] = None,
    loss_function: Annotated[
        str | None,
        typer.Option(
            "--loss_function",
            "--loss-function",
            metavar="NAME",
            help="The loss that the learner minimises: hinge, logistic, squared, quantile:0.9, poisson.",
        ),
    ] = None,
    learning_rate: Annotated[
        float | None,
        typer.Option(
            "--learning_rate",
            "--learning-rate",
            "-l",
            metavar="RATE",
            help="The learning rate, if the learner has one.",
        ),
    ] = None,
    metrics: Metrics = None,
    guards: Guards,
    class_weight: ClassWeight = None,
    seed: Seed = 0,
    save: Annotated[
        str | None,
        typer.Option("--save", "-f", metavar="MODEL", help="Save the game, such as model.npz, to continue it later."),
    ] = None,
    resume: Resume = None,
    test_only: Annotated[
        bool, typer.Option("--test-only", "-t", help="Count mistakes and learn nothing; needs --resume.")
    ] = False,
    predictions: Annotated[
        str | None, typer.Option("--predictions", "-p", metavar="FILE", help="Write every round to a CSV file.")
    ] = None,
    flush: Flush = False,
    checkpoint: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Save the game after every N rounds, too; needs --save.")
    ] = None,
    theorems: Theorems = "quick",
    timing: Timing = False,
    json: Json = False,
    quiet: Quiet = False,
    data: Annotated[
        str | None, typer.Option("--data", "-d", metavar="FILE", help="The file, as Vowpal Wabbit is given it.")
    ] = None,
) -> int:
    """Play a file of examples line by line and print the receipt.

    Which labels are expected depends on the learner: two classes for most, any classes for multiclass-... and
    one-vs-rest, numbers for vaw, pa-regression and others with a loss of numbers. Without --learner a committee plays,
    of members for what the labels are: two classes if there are two; numbers if all can be read as numbers, and there
    are more than 20 or one is not whole; else many classes. --labels numbers or --labels classes says otherwise.
    """
    from ..command_line.clock import PLAYING, READING, THEOREMS, Clock
    from ..command_line.exits import exit_code
    from ..command_line.guarded import check_pictures, draw_guarantees, guarantees_for
    from ..command_line.label_kinds import kind_of_labels
    from ..command_line.labels_in_time import id_of, post_for
    from ..command_line.predictions import Predictions
    from ..command_line.printing import print_account
    from ..command_line.progress import play_table, saying
    from ..command_line.rhythm import Every
    from ..command_line.saved import keep_apart, saved
    from ..command_line.stream import Stream
    from ..command_line.timetable import Timetable
    from ..rows.still import stilled
    from .play_report import account_of, print_play

    shown, clock = not quiet, Clock()
    files = files_of(files, data, needed=not (labels_from and resume))
    pictures = guards.pictures
    keep_apart([*files, labels_from], {"--save": save, "--predictions": predictions, **pictures})
    keep_apart([resume], {"--predictions": predictions, **pictures})
    if checkpoint and not save:
        raise BadParameter("--checkpoint saves the game on the way: give --save MODEL as well")
    kept = None if test_only else metrics
    wanted = Wanted(learner, set_, promise, loss, loss_function, learning_rate, seed, kept, class_weight, members)
    if not test_only:
        wanted = wanted._replace(guards=guards)
    taken = ""
    if resume:
        game, source, labels = resumed(resume, wanted, reading, files, labels_from)
    elif test_only:
        raise BadParameter(
            "a new learner has learned nothing that could be tested: give --resume MODEL with --test-only"
        )
    else:
        kind = kind_of_labels(reading, files, labels_from) if learner is None and members is None else None
        if kind is not None:
            wanted, reading = wanted._replace(truths=kind.truths), kind.reading
        game, source, labels = fresh(wanted, reading, files, labels_from, limit, shown)
        taken = kind.words if kind is not None else ""
    stream = Stream(source, passes=passes, shuffle=shuffle, limit=limit)
    playing = game
    if test_only:
        if guards.alarm_fresh:
            raise BadParameter("--alarm-fresh teaches a new member, and --test-only nobody: leave one of them out")
        playing = stilled(game, metrics, guarantees_for(guards, game.learner, game.coin.seed))
    check_pictures(playing, guards)
    given = {"--passes": passes > 1, "--shuffle": shuffle is not None, "--delay": delay > 0}
    post = post_for(playing, source, labels, given, singly=predictions is not None)
    index = id_of(source) if post else ""
    out = None if predictions is None else Predictions(predictions, playing, index=index, flush=flush)
    after = Every(checkpoint, lambda: saved(game, save)) if checkpoint else None
    table = stream if post is None or isinstance(post, Timetable) else source
    clock.lap(READING)
    interrupted = play_table(
        playing, table, delay=delay, limit=limit, out=out, bar=shown, after=after, post=post, clock=clock
    )
    safe = saved(game, save)
    clock.lap(PLAYING)
    if not playing.ledger.rounds:
        theorems = "none"  # nothing was played, and nothing is claimed of it
    with saying("asking the theorems", shown):
        certificates = playing.ledger.certify(theorems)
    clock.lap(THEOREMS)
    account = account_of(playing, stream, interrupted, test_only, theorems) | (post.account() if post else {})
    if timing:
        account["seconds"] = clock.seconds
    account |= {"labels_taken_for": taken} if taken else {}
    print_account(account, lambda: print_play(playing, account, certificates), json=json, shown=shown)
    draw_guarantees(playing, guards)
    return exit_code(certificates, interrupted, safe)


def files_of(files: list[str] | None, data: str | None, needed: bool) -> list[str]:
    """The files, given as arguments or by --data."""
    if not files and data is None and needed:
        raise BadParameter("Missing argument 'FILE': which file is to be played?")
    return [*(files or ()), *([] if data is None else [data])]


def fresh(
    wanted: Wanted, reading: Reading, files: list[str], second: str | None, limit: int | None, shown: bool
) -> tuple[Any, Any, Any]:
    """A new game, the source that it plays, and that of labels if they have a `second` file."""
    from ..command_line.arguments import class_weights, make, promised, read_settings, with_members, with_width
    from ..command_line.guarded import guarantees_for
    from ..command_line.heaviest import with_promise
    from ..command_line.labels_in_time import door_for, labels_in
    from ..command_line.progress import saying
    from ..command_line.stream import columns_of
    from ..rows.game import Game
    from ..truth import SIGNS

    name = wanted.learner or "committee"
    usual = {} if wanted.truths is None else {"members": wanted.truths}
    parameters = usual | read_settings(name, with_members([name], wanted.set_, wanted.members))
    parameters |= as_vw_says(name, make(name, {}).parameters(), wanted.loss_function, wanted.learning_rate)
    if wanted.guards.alarm_fresh:
        if name != "committee":
            raise BadParameter(f"--alarm-fresh begins a member of a committee anew, and {name} plays: leave one out")
        parameters["fresh"] = True
    parameters = with_promise(
        make(name, parameters), parameters, reading, [second] if second else files, wanted.class_weight
    )
    player = make(name, parameters)
    bounds = promised(player, wanted.promise or ())
    told = None if second is None else labels_in(second, reading, player.truths, None)
    source = reading.open_all(
        files, player.truths if told is None else "none", zeros=reading.standardise or player.wants_zeros
    )
    player = reading.rescaled(with_width(player, name, parameters, source, limit, shown))
    loss = wanted.loss
    if loss is None and player.truths == SIGNS:
        loss = wanted.loss_function
    with saying(f"opening {source.name}", shown):
        labels = (told or source).written_labels() if player.truths == SIGNS else None
    game = Game(
        player,
        loss=loss,
        labels=labels,
        bounds=bounds,
        seed=wanted.seed,
        features=columns_of(source),
        door=source.door if told is None else door_for(source, told),
        class_weight=class_weights(wanted.class_weight, labels),
        metrics=wanted.metrics or (),
        guarantees=guarantees_for(wanted.guards, player, wanted.seed),
    )
    return game, source, told


def as_vw_says(name: str, defaults: dict[str, Any], loss: str | None, rate: float | None) -> dict[str, Any]:
    """The parameters for VW's options of loss and rate."""
    from ..command_line.arguments import named
    from ..learners import LEARNERS

    given: dict[str, Any] = {}
    if loss is not None:
        if "loss" not in defaults:
            others = ", ".join(other for other, kind in LEARNERS.items() if "loss" in kind().parameters())
            raise BadParameter(f"{name} follows no loss that could be set; {others} do")
        given["loss"] = loss
    if rate is not None:
        called = named(name).rate_name
        if not called:
            others = ", ".join(other for other, kind in LEARNERS.items() if kind.rate_name)
            raise BadParameter(f"{name} has no rate of learning; {others} have")
        given[called] = rate
    return given


def resumed(model: str, wanted: Wanted, reading: Reading, files: list[str], second: str | None) -> tuple[Any, Any, Any]:
    """The saved game, the source that it goes on with, and that of labels if they have a `second` file."""
    from ..command_line.labels_in_time import Nothing, labels_in
    from ..command_line.own_learner import is_own
    from ..command_line.saved import check_not_given, load_examples

    own = wanted.learner if is_own(wanted.learner) else None
    game = load_examples(model, own)
    check_not_given(model, game, wanted._replace(learner=None) if own else wanted)
    check_rescaled(model, game, reading)
    truths, zeros = game.learner.truths, game.learner.wants_zeros
    told = None if second is None else labels_in(second, reading, truths, game)
    if not files:
        return game, Nothing(), told
    source = reading.open_all(files, truths if told is None else "none", game, zeros=zeros)
    if not game.door_given:
        game.take_door(source.door)
    return game, source, told


def check_rescaled(model: str, game: Any, reading: Reading) -> None:
    """Raise if --scale or --standardise is given for a game whose learner does not rescale so."""
    for option, name in (("scale", "max-scaled"), ("standardise", "standardised")):
        if getattr(reading, option) and game.learner.name != name:
            raise BadParameter(f"the game in {model} is played without --{option}: leave it out, or begin a new game")
