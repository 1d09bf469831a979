"""`littlestone play`: plays a file of examples and prints the receipt."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from ..account import Account
from ..bound import Certificate
from ..command_line import reading as read
from ..command_line.arguments import check_plot, class_weights, make, named, promised, read_settings, with_members
from ..command_line.exits import complain, exit_code, in_options
from ..command_line.guarded import (
    check_pictures,
    draw_guarantees,
    guarantees_for,
)
from ..command_line.guarded import (
    lines_of as lines_of_guarantees,
)
from ..command_line.guards import Guards
from ..command_line.holdout import HeldOut, held_line, holding
from ..command_line.known_columns import check_columns
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
    takes_options,
)
from ..command_line.own_learner import is_own
from ..command_line.playing import PLAYING, READING, THEOREMS, Clock, Every, play_table
from ..command_line.playing import in_words as in_seconds
from ..command_line.predictions import Predictions
from ..command_line.printing import (
    Line,
    bad_lines,
    columns,
    heading,
    mistakes_line,
    parameters_line,
    part_lines,
    print_account,
    print_certificates,
    print_parts,
)
from ..command_line.progress import best_constant_loss, saying
from ..command_line.reading import Reading
from ..command_line.receipt_files import Receipts
from ..command_line.saved import check_streamed, hear_of_a_closed_pipe, keep_apart, load_examples, saved
from ..command_line.set_up import (
    Examples,
    FeatureCount,
    Wanted,
    check_not_given,
    check_read,
    check_room,
    id_of,
    tag_of,
    telling_of,
)
from ..errors import BadParameter, InputError
from ..features.labels import TwoClass
from ..formats.folders import every_file
from ..formats.stream import Stream, columns_of
from ..learners import LEARNERS, table_name
from ..multiclass.one_vs_rest import of_classes
from ..natures.late_labels import schema_for
from ..rows.class_ledger import ClassLedger
from ..rows.game import Game
from ..rows.number_ledger import NumberLedger
from ..rows.still import stilled
from ..support.settings import amount, counted
from ..truth import SIGNS

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
  littlestone play emails.csv --label spam --receipt receipt.json
"""
UNTAUGHT = "a new learner has learned nothing that could be tested: give --resume MODEL with --test-only"
MIXED = ("log", "logistic", "square", "squared", "mistake")  # the losses for which a committee mixes
CLASSES = 6  # classes that are shown, the most frequent


@takes_options()
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
    skip: Annotated[
        str | None,
        typer.Option(metavar="N|seen", help="Leave out the first N examples; 'seen': as many as --resume has played."),
    ] = None,
    passes: Passes = 1,
    holdout: HeldOut = None,
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
        str | None,
        typer.Option(
            "--predictions", "-p", metavar="FILE", help="Write every round: .csv, .jsonl or .parquet; .gz, .zst."
        ),
    ] = None,
    flush: Flush = False,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw what was paid over time into a PNG or SVG file.")
    ] = None,
    receipts: Receipts,
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

    Which labels are expected depends on the learner: two classes, of any two names, for most, which play one-vs-rest if
    there are more; any classes for multiclass-... and one-vs-rest, numbers for vaw, pa-regression and others with a
    loss of numbers. Without --learner a committee plays,
    of members for what the labels are: two classes if there are two; numbers if all can be read as numbers, and there
    are more than 20 or one is not whole; else many classes. --labels numbers or --labels classes says otherwise.
    """
    shown, clock = not quiet, Clock()
    files = files_of(files, data, needed=not (labels_from and resume))
    others = {"--predictions": predictions, "--plot": plot, **guards.pictures, **receipts.paths}
    check_written([*files, labels_from], resume, others, save, checkpoint)
    check_streamed(save, quiet)
    if plot is not None:
        check_plot(plot)
    kept = None if test_only else metrics
    wanted = Wanted(learner, set_, promise, loss, loss_function, learning_rate, seed, kept, class_weight, members)
    examples = Examples(reading, files, labels_from)
    if test_only and not resume:
        raise BadParameter(UNTAUGHT)
    game, taken = begun(resume, wanted if test_only else wanted._replace(guards=guards), examples, limit, shown)
    skipped = skipped_rows(skip, resume, game)
    refused = {"--skip": skip is not None, "--delay": delay > 0, "--receipt": receipts.receipt is not None}
    held = holding(game, holdout, passes, refused | {"--test-only": test_only})
    stream = Stream(examples.source, passes=passes, shuffle=shuffle, limit=limit, skip=skipped, holdout=held)
    playing = tested(game, metrics, guards) if test_only else game
    check_pictures(playing, guards)
    if test_only:
        check_columns(game, examples.source)
    before = playing.ledger.rounds, playing.ledger.labelled
    given = {"--skip": skip is not None, "--passes": passes > 1, "--shuffle": shuffle is not None, "--delay": delay > 0}
    telling = telling_of(playing, examples.source, examples.told, given)
    once = predictions is not None and passes == 1 and shuffle is None and not skipped
    tag = tag_of(examples.source) if once and telling is None else ""
    index = id_of(examples.source) if telling else tag
    hear_of_a_closed_pipe(predictions, save)
    out = None if predictions is None else Predictions(predictions, playing, index=index, flush=flush)
    after = Every(checkpoint, lambda: saved(game, save)) if checkpoint else None
    rows = bool(tag) or not (telling is None or by_batches(examples, predictions))
    table = examples.source if rows else stream
    receipt = receipts.begun(playing, [*every_file(files), labels_from])
    clock.lap(READING)
    interrupted, broken = False, ""
    try:
        interrupted = play_table(
            playing, table, delay=delay, limit=limit, out=out, bar=shown, after=after, telling=telling, clock=clock
        )
    except InputError as error:
        if playing.ledger.rounds == before[0]:
            raise
        broken = in_options(error)  # what was played before it is saved, and has its receipt
        complain(broken)
    if not (interrupted or broken) and files and limit != 0:
        told = None if examples.source.at_hand().events else playing.ledger.labelled - before[1]  # events tell later
        check_read(examples.source, playing.ledger.rounds - before[0], told)
    if held is not None:
        game = playing = held.best_game()
    if resume is None:
        name_classes(game, examples)
    safe = saved(game, save)
    clock.lap(PLAYING)
    theorems = theorems if playing.ledger.rounds else "none"  # of a game that was not played nothing is claimed
    with saying("asking the theorems", shown):
        certificates = playing.ledger.certify(theorems)
        receipt.write(theorems)
    clock.lap(THEOREMS)
    account = account_of(playing, stream, interrupted, test_only, theorems) | (telling.account() if telling else {})
    account |= {"seconds": clock.seconds} if timing else {}
    account |= {"broken_off": broken} if broken else {}
    account |= {"labels_taken_for": taken} if taken else {}
    account |= held.account() if held is not None else {}
    print_account(account, lambda: print_play(playing, account, certificates), json=json, shown=shown)
    draw_guarantees(playing, guards)
    if plot is not None and playing.ledger.labelled:
        playing.ledger.plot(plot)
    return exit_code(certificates, interrupted, safe and not broken, learner if is_own(learner) else None)


def name_classes(game: Any, examples: Examples) -> None:
    """Call two classes what the file calls them, if it could be read only once: then it is known at the end.

    So the game is the same, and is saved in the same bytes, as if it had been played from a file on disk.
    """
    if examples.labelled.repeatable or not isinstance(game.labels, TwoClass):
        return
    if (named := examples.labelled.met_labels()) is not None:
        game.labels.name(*named)


def skipped_rows(skip: str | None, resume: str | None, game: Any) -> int:
    """How many examples --skip leaves out."""
    if skip is None:
        return 0
    if skip == "seen":
        if resume is None:
            raise BadParameter("--skip seen leaves out what a saved game has played: give --resume MODEL, or a number")
        return int(game.ledger.rounds)
    if not skip.isdecimal():
        raise BadParameter(f"--skip is a number of examples, or 'seen', not {skip!r}")
    return int(skip)


def check_written(
    inputs: list[str | None],
    resume: str | None,
    others: dict[str, str | None],
    save: str | None,
    checkpoint: int | None,
) -> None:
    """Raise if a file that is read would be written over; --save may be the game that goes on."""
    keep_apart(inputs, {"--save": save, **others})
    keep_apart([resume], others)
    if checkpoint and not save:
        raise BadParameter("--checkpoint saves the game on the way: give --save MODEL as well")


def begun(resume: str | None, wanted: Wanted, examples: Examples, limit: int | None, shown: bool) -> tuple[Any, str]:
    """A new game, or the saved one that goes on; and what the labels are taken for, if no learner says it."""
    return (resumed(resume, wanted, examples), "") if resume else fresh(wanted, examples, limit, shown)


def tested(game: Any, metrics: str | None, guards: Guards) -> Any:
    """The game with a learner that learns nothing more, for --test-only."""
    if guards.alarm_fresh:
        raise BadParameter("--alarm-fresh teaches a new member, and --test-only nobody: leave one of them out")
    return stilled(game, metrics, guarantees_for(guards, game.learner, game.coin.seed))


def by_batches(examples: Examples, predictions: str | None) -> bool:
    """Can rounds whose labels come later be played in batches? Not if each is written, or labels are elsewhere."""
    return predictions is None and examples.told is None and examples.source.times(0, 0) is not None


def files_of(files: list[str] | None, data: str | None, needed: bool) -> list[str]:
    """The files, given as arguments or by --data."""
    if not files and data is None and needed:
        raise BadParameter("Missing argument 'FILE': which file is to be played?")
    return [*(files or ()), *([] if data is None else [data])]


def fresh(wanted: Wanted, examples: Examples, limit: int | None, shown: bool) -> tuple[Any, str]:
    """A new game, and what the labels are taken for, in words, if no learner says it."""
    name, taken = table_name(wanted.learner or "committee"), ""
    parameters = read_settings(name, with_members([name], wanted.set_, wanted.members))
    parameters |= as_vw_says(name, wanted.loss_function, wanted.learning_rate)
    if wanted.members is not None and wanted.loss == "mistake":  # members are mixed for what is counted
        parameters.setdefault("loss", "mistake")
    if wanted.learner is None and wanted.members is None:
        kind = examples.kind()
        parameters, taken = {"members": kind.truths, **parameters}, kind.why
    if wanted.guards.alarm_fresh:
        if name != "committee":
            raise BadParameter(f"--alarm-fresh begins a member of a committee anew, and {name} plays: leave one out")
        parameters["fresh"] = True
    player = make(name, parameters)
    unsaid = examples.reading.labels is None and examples.reading.positive is None and not taken
    if player.truths == SIGNS and unsaid:
        kind = examples.kind()  # which two classes there are, whatever they are called
        if kind.truths == "classes":
            player, taken = of_classes(player, 0), kind.why
            asked = {"heaviest"} - parameters.keys()  # it is still to be found
            name, parameters = player.name, {k: v for k, v in player.parameters().items() if k not in asked}
    examples.open(player.truths, zeros=examples.reading.standardise or player.wants_zeros)
    source = examples.source
    check_room(player, source.features)
    player = examples.weighed(player, name, parameters, wanted.class_weight)
    bounds = promised(player, wanted.promise or ())
    player = examples.reading.rescaled(FeatureCount(source, limit, shown).told_to(player, name, parameters))
    loss = wanted.loss
    if loss is None and player.truths == SIGNS:
        loss = wanted.loss_function
    with saying(f"opening {source.name}", shown):
        labels = examples.labelled.written_labels() if player.truths == SIGNS else None
    game = Game(
        player,
        loss=loss,
        labels=labels,
        bounds=bounds,
        seed=wanted.seed,
        features=columns_of(source),
        schema=source.schema if examples.told is None else schema_for(source, examples.told),
        class_weight=class_weights(wanted.class_weight, labels),
        metrics=wanted.metrics or (),
        guarantees=guarantees_for(wanted.guards, player, wanted.seed),
    )
    return game, taken


def as_vw_says(name: str, loss: str | None, rate: float | None) -> dict[str, Any]:
    """The parameters for VW's options of loss and rate."""
    given: dict[str, Any] = {}
    if loss is not None:
        if "loss" not in make(name, {}).parameters():
            others = ", ".join(other for other, kind in LEARNERS.items() if "loss" in kind().parameters())
            raise BadParameter(f"{name} follows no loss that could be set; {others} do")
        if name == "committee" and loss not in MIXED:
            raise BadParameter(
                f"the committee that plays without --learner has the logistic loss or the squared; "
                f"--loss_function {loss} needs a learner that follows it, such as --learner ogd or --learner adagrad"
            )
        given["loss"] = loss
    if rate is not None:
        called = named(name).rate_name
        if not called:
            others = ", ".join(other for other, kind in LEARNERS.items() if kind.rate_name)
            raise BadParameter(f"{name} has no rate of learning; {others} have")
        given[called] = rate
    return given


def resumed(model: str, wanted: Wanted, examples: Examples) -> Any:
    """The saved game, which goes on with these examples."""
    own = wanted.learner if is_own(wanted.learner) else None
    game = load_examples(model, own)
    check_not_given(model, game, wanted._replace(learner=None) if own else wanted)
    check_rescaled(model, game, examples.reading)
    examples.open(game.learner.truths, game.learner.wants_zeros, game)
    if examples.files and not game._schema_given:
        game._take_schema(examples.source.schema)
    return game


def check_rescaled(model: str, game: Any, reading: Reading) -> None:
    """Raise if --scale or --standardise is given for a game whose learner does not rescale so."""
    for option, name in (("scale", "max-scaled"), ("standardise", "standardised")):
        if getattr(reading, option) and game.learner.name != name:
            raise BadParameter(f"the game in {model} is played without --{option}: leave it out, or begin a new game")


def account_of(game: Any, stream: Any, interrupted: bool, test_only: bool, theorems: str) -> dict[str, Any]:
    """The account as plain values."""
    ledger = game.ledger
    judged = max(1, ledger.labelled)
    return {
        "source": stream.name,
        **ledger.as_dict(theorems),
        "mean_loss": ledger.loss / judged,
        "best_constant_loss": best_constant_loss(ledger),
        "columns": len(game.features) or None,
        "names_shared": game.features.shared,
        "unlabelled": ledger.forgotten,
        "bad_lines": getattr(stream.source, "bad", 0),
        "complaints": list(getattr(stream.source, "complaints", ())),
        "passes": stream.passes,
        "passes_begun": min(stream.over + 1, stream.passes),
        "shuffled": stream.shuffle,
        "learned": not test_only,
        "interrupted": interrupted,
    }


def print_play(game: Any, account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the account of a game and what every theorem says of it."""
    console = Console(highlight=False)
    heading(console, f"{game.learner.title} on {account['source']}")
    columns(console, lines_of(game, account))
    print_parts(console, game.ledger.learner.rule.account_lines())
    print_certificates(console, certificates, known=bool(game.ledger.bounds or game.learner.bounds()))


def lines_of(game: Any, account: dict[str, Any]) -> list[Line]:
    """The lines of the account."""
    ledger = game.ledger
    lines: list[Line] = [parameters_line(ledger.learner.parameters())]
    if not account["learned"]:
        lines.append(("test", "nothing was learned, mistakes were only counted", ""))
    if "labels_taken_for" in account:
        lines.append(("labels", account["labels_taken_for"], ""))
    lines.append(("rounds", rounds(ledger, account), ""))
    if not ledger.rounds:
        lines.append(("", f"there were no examples in {account['source']}", ""))
    if ledger.labelled:
        lines += numbers(ledger) if isinstance(ledger, NumberLedger) else classes(ledger, account)
    if ledger.labelled and account["learned"]:
        lines.append(("updates", f"{ledger.updates:,}", ""))
    if ledger.learner.randomised:
        lines.append(("expected", f"{amount(ledger.expected)} mistakes over the coin", ""))
    if ledger.labelled and not isinstance(ledger, NumberLedger) and ledger.price.name != "mistake":
        lines.append((f"{ledger.price.name} loss", losses(ledger, account["best_constant_loss"]), ""))
    if ledger.weights is not None:
        lines.append(("weights", ledger.weights.in_words(ledger.learner), ""))
    if ledger.metrics:
        lines += [(name, words, "") for name, words in ledger.metrics.in_words().items()]
    lines += part_lines(ledger.learner.rule.account_lines())
    if game.features.hashing:
        lines.append(("columns", f"{len(game.features):,}, into which names are hashed", ""))
    if game.features.shared:
        most, shared = game.features.max_names, game.features.shared
        lines.append(
            ("names", f"{most:,} have a column each; later ones were met {shared:,} times, and share some", "")
        )
    if ledger.longest_delay:
        mean = ledger._total_delay / ledger.labelled
        lines.append(
            ("delay", f"labels came up to {counted(ledger.longest_delay, 'round')} late, {mean:.4g} on average", "")
        )
    if ledger.in_order is not ledger:
        lines.append(("in order", ledger._split(), ""))
        if not isinstance(ledger, NumberLedger) and ledger.price.name != "mistake":
            lines.append(("", Account._split(ledger), ""))
    if ledger.forgotten:
        lines.append(("unlabelled", f"{counted(ledger.forgotten, 'round')}, predicted and not judged", ""))
    if ledger.open:
        lines.append(("waiting", f"{counted(ledger.open, 'round')} without their label yet", ""))
    lines += lines_of_guarantees(account) + label_lines(account) + bad_lines(account)
    if "held_out" in account:
        lines.append(("held out", held_line(account["held_out"]), ""))
    if "seconds" in account:
        lines.append(("time", in_seconds(account["seconds"]), ""))
    return lines


def rounds(ledger: Any, account: dict[str, Any]) -> str:
    """The number of rounds, with passes, shuffling and interruption in words."""
    words = f"{ledger.rounds:,}"
    if account["passes"] > 1:
        begun, wanted = account["passes_begun"], account["passes"]
        passes = f"{begun} of {wanted}" if begun < wanted else f"{wanted}"
        words += f", in {passes} passes over the file, every one of which counts"
    if account["shuffled"] is not None:
        words += f", shuffled with seed {account['shuffled']}"
    if "broken_off" in account:
        words += ", then broken off by what is wrong with the next"
    return words + (", then interrupted" if account["interrupted"] else "")


def classes(ledger: Any, account: dict[str, Any]) -> list[Line]:
    """Mistakes, beside those of the best constant answer."""
    judged = ledger.labelled
    lost = "; the learner does worse" if ledger.mistakes > ledger.best_constant else ""
    lines = [mistakes_line(ledger.mistakes, judged)]
    if isinstance(ledger, ClassLedger):
        known = sorted(ledger.classes.items(), key=lambda item: -item[1])
        shown = ", ".join(f"{label} {count:,}" for label, count in known[:CLASSES])
        more = f" and {len(known) - CLASSES} more" if len(known) > CLASSES else ""
        if ledger.mistakes:
            lines.append(("taken", ledger._confused(), ""))
        lines.append(("classes", f"{len(known):,}: {shown}{more}", ""))
        constant = str(known[0][0])
    else:
        wrong = (counted(ledger.false_positives, "false positive"), counted(ledger.false_negatives, "false negative"))
        lines.append(("", ", ".join(wrong), ""))
        constant = ledger._labels.outside(1.0 if 2 * ledger._positives > judged else -1.0)
        if ledger._labels.setting() != [-1, 1]:
            lines.append(("classes", f"{ledger._labels.positive} is +1, {ledger._labels.negative} is -1", ""))
    best = f"{counted(ledger.best_constant, 'mistake')}, by always answering {constant}{lost}"
    return [*lines, ("best constant", best, "")]


def numbers(ledger: NumberLedger) -> list[Line]:
    """What the guesses at numbers cost, beside what the best constant guess would have cost."""
    lines = [(f"{ledger.price.name} loss", losses(ledger, ledger.best_constant_loss), "")]
    if ledger.rmse is not None:
        lines.append(("rmse", amount(ledger.rmse), ""))
    truths = f"from {amount(ledger.least)} to {amount(ledger.most)}, {amount(ledger.mean)} on average"
    return [*lines, ("truths", truths, "")]


def losses(ledger: Any, best: float | None) -> str:
    """A loss in all and in a round, and that of the best constant guess."""
    judged = ledger.labelled
    words = f"{amount(ledger.loss)}, {ledger.loss / judged:.4g} a round"
    if best is None:
        return words
    lost = "; the learner does worse" if ledger.loss > best else ""
    return f"{words}; the best constant loses {best / judged:.4g}{lost}"


def label_lines(account: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What a receipt says of labels that came in their own order."""
    lines = []
    if account.get("labels_at_the_end"):
        words = f"{counted(account['labels_at_the_end'], 'label')} told after the last example was asked"
        lines.append(("at the end", words, ""))
    if account.get("labels_without_round"):
        held = counted(account["labels_without_round"], "label")
        lines.append(("no round", f"for {held}; the first: {account['first_label_without_round']}", "yellow"))
    if account.get("labels_double"):
        lines.append(
            ("double", f"{counted(account['labels_double'], 'label')} that had been told, and said the same", "")
        )
    if account.get("labels_empty"):
        lines.append(("empty", f"{counted(account['labels_empty'], 'line')} without a label in the second file", ""))
    if account.get("bad_labels"):
        bad = counted(account["bad_labels"], "bad line")
        lines.append(("", f"{bad} in the second file left out; the first: {account['label_complaints'][0]}", ""))
    return lines
