"""`littlestone compare`: many learners on one stream, side by side."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ..bound import Bound, Certificate
from ..command_line.arguments import check_plot, make, settings_of, with_members
from ..command_line.challenge import Challenge, print_challenge
from ..command_line.exits import exit_code
from ..command_line.options import (
    Json,
    Limit,
    Members,
    Metrics,
    Passes,
    Quiet,
    Seed,
    Shuffle,
    Theorems,
    takes_options,
)
from ..command_line.playing import Stop, cut, in_steps
from ..command_line.printing import COLOURS, Line, bad_lines, columns, heading, print_account
from ..command_line.progress import Bar, best_constant_loss, saying
from ..command_line.reading import Reading
from ..command_line.saved import keep_apart
from ..command_line.set_up import Examples, FeatureCount, check_read
from ..drawing import plot_rates
from ..errors import BadParameter, LittlestoneError, NotBoolean, UnknownName
from ..features.batches import taken, without_zeros
from ..formats.pieces import play_piece
from ..formats.stream import Stream, columns_of
from ..learners import LEARNERS, table_name
from ..metrics.metric_names import read_names, sort_key
from ..multiclass.one_vs_rest import of_classes
from ..row import Batch
from ..rows.game import Game
from ..support.settings import amount, counted
from ..truth import CLASSES, SIGNS

EXAMPLES = """\b
Examples:
  littlestone compare emails.csv --label spam
  littlestone compare train.svm --learners perceptron,arow,pa1 --set pa1.C=0.1
  littlestone compare emails.csv --label spam --metrics auc,f1 --sort auc
  littlestone compare emails.csv --label spam --learners committee,scale-free,adagrad,arow \\
      --members scale-free,adagrad,arow
  littlestone compare load.csv --label load --labels numbers --plot load.png
  littlestone compare emails.csv --label spam --learners perceptron,arow --evidence 0.95
"""
DEFAULT = "committee"  # as of `play`
WIDEST = 1000  # columns up to which learners with a full matrix are among "all"
POINTS = 50  # a curve gets a point whenever the rounds have grown by one part in so many
TOLD = {"signs": "two classes", "numbers": "numbers", "classes": "many classes"}
LEFT_OUT = "none of {names} can play {source}: {why}"


@takes_options(without=("id", "asked_at", "known_at"))
def compare(
    learners: Annotated[
        str,
        typer.Option(metavar="A,B,...", help="Which learners play; 'all' are all that can play this file."),
    ] = "all",
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="[LEARNER.]NAME=VALUE",
            help="Set a parameter of one learner, or of all that have it; may be given again.",
        ),
    ] = None,
    *,
    members: Members = None,
    reading: Reading,
    loss: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Add up this loss for all learners; for numbers they are sorted by it, and it is square if not given.",
        ),
    ] = None,
    metrics: Metrics = None,
    sort: Annotated[
        str | None,
        typer.Option(metavar="METRIC", help="Sort by this metric, the best first; else by mistakes, or by the loss."),
    ] = None,
    limit: Limit = None,
    passes: Passes = 1,
    shuffle: Shuffle = None,
    seed: Seed = 0,
    theorems: Theorems = "quick",
    no_theorems: Annotated[bool, typer.Option("--no-theorems", hidden=True)] = False,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the rates over time into a PNG or SVG file.")
    ] = None,
    evidence: Annotated[
        float | None,
        typer.Option(
            metavar="LEVEL",
            help="Say who is better than the first of --learners, at this level, such as 0.95: by bounds of the "
            "running average that hold at all times, by mistakes, or for numbers by the loss.",
        ),
    ] = None,
    clip: Annotated[
        float | None,
        typer.Option(metavar="C", help="With --evidence for numbers: differences of losses are cut to C."),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Compare many learners on one file, in a table.

    The file is read once, and every learner plays a game of its own; the best comes first in the table, but with
    'all' the committee that 'play' takes if no learner is named stands before them. Labels are taken for two classes,
    many classes or numbers as 'play' takes them; --labels says otherwise. A learner of two classes that is named plays
    many classes one-vs-rest. With 'all', learners that cannot play the file are left out, and the table
    says why.
    """
    shown = not quiet
    theorems = "none" if no_theorems else theorems
    keep_apart([reading.file], {"--plot": plot})
    if plot:
        check_plot(plot)
    examples = Examples(reading, [reading.file])
    truths = examples.kind().truths
    if clip is not None and evidence is None:
        raise BadParameter("--clip is for --evidence")
    challenge = None if evidence is None else Challenge(evidence, clip, numbers=truths == "numbers")
    examples.open(truths, zeros=reading.standardise)
    source = examples.source
    contest = Contest(
        truths,
        learners,
        with_members(["committee"] if learners == "all" else learners.split(","), set_, members),
        source,
        loss=loss,
        limit=limit,
        seed=seed,
        theorems=theorems,
        shown=shown,
        rescaled=reading.rescaled,
        metrics=metrics or "",
        sort=sort,
        challenge=challenge,
    )
    interrupted = contest.play(Stream(source, passes=passes, shuffle=shuffle, limit=limit), traced=bool(plot))
    if not interrupted and limit != 0:
        played = contest.ledger
        check_read(source, played.rounds, played.labelled)
    with saying("asking the theorems", shown and theorems != "none"):
        certificates = contest.certify()
    account = contest.account(interrupted)
    if plot:
        contest.plot(plot)
    print_account(account, lambda: print_contest(contest, account), json=json, shown=shown)
    return exit_code(certificates, interrupted)


class Entry:
    """A learner with its game, the time it took, and its rates over time."""

    def __init__(self, name: str, game: Game) -> None:
        self.name = name
        self.game = game
        self.seconds = 0.0
        self.times: list[int] = []
        self.rates: list[float] = []
        self.certificates: list[Certificate] = []

    @property
    def rate(self) -> float:
        """Mistakes per round; for numbers, the loss per round."""
        ledger: Any = self.game.ledger
        return float((ledger.loss if self.game._numbers else ledger.mistakes) / max(1, ledger.labelled))

    def note(self) -> None:
        """Add the present rate to the curve."""
        self.times.append(self.game.ledger.rounds)
        self.rates.append(self.rate)

    @property
    def certificate(self) -> Certificate | None:
        """The certificate that the table shows: the first that holds with a number, or else the first."""
        numbers = (one for one in self.certificates if one.verdict == "holds" and one.allowed is not None)
        return next(numbers, next(iter(self.certificates), None))

    def account(self) -> dict[str, Any]:
        """The result as plain values, for JSON."""
        account = self.game.ledger.as_dict("none")
        judged = max(1, self.game.ledger.labelled)
        return {
            "learner": self.name,
            "parameters": account["parameters"],
            "rounds": account["rounds"],
            "mistakes": account.get("mistakes"),
            "mistake_rate": None if self.game._numbers else self.rate,
            "loss": account["loss"],
            "mean_loss": account["loss"]["total"] / judged,
            **self.game.ledger._metrics_as_dict(),
            "updates": account["updates"],
            "microseconds": 1e6 * self.seconds / max(1, account["rounds"]),
            "certificate": self.certificate and self.certificate.as_dict(),
            "certificates": [one.as_dict() for one in self.certificates],
        }


class Contest:
    """The learners that play, and those that cannot, with the reason."""

    def __init__(
        self,
        truths: str,
        names: str,
        texts: Sequence[str],
        source: Any,
        *,
        loss: str | None,
        limit: int | None,
        seed: int,
        theorems: str,
        shown: bool,
        rescaled: Callable[[Any], Any],
        metrics: str = "",
        sort: str | None = None,
        challenge: Challenge | None = None,
    ) -> None:
        self.truths = truths
        self.source = source
        self.all = names == "all"
        self.shown = shown
        self.theorems = theorems
        self.metrics = [one.written for one in read_names(metrics)]
        self.sort: str | None = None
        if sort is not None:
            self.sort, self.worth = sort_key(sort)
            self.metrics = list(dict.fromkeys([*self.metrics, self.sort]))
        loss = "square" if truths == "numbers" and loss is None else loss
        self.left_out: dict[str, str] = {}
        self.entries: list[Entry] = []
        wanted = (
            list(LEARNERS) if self.all else list(dict.fromkeys(table_name(name.strip()) for name in names.split(",")))
        )
        known = {name: make(name, {}).parameters() for name in wanted} if texts or truths == "numbers" else {}
        given = settings_by_learner(known, texts)
        players: dict[str, tuple[Any, dict[str, Any]]] = {}
        for name in wanted:
            try:
                follows = {"loss": loss} if truths == "numbers" and "loss" in known[name] else {}
                players[name] = self.player(name, {**follows, **given.get(name, {})}, loss)
            except LittlestoneError as error:
                self.leave_out(name, error)
        if any(player.wants_zeros for player, _ in players.values()):
            source.keep_zeros()  # for all: `play` leaves them out again for those that do not want them
        features = FeatureCount(source, limit, shown)
        for name, (player, parameters) in players.items():
            try:
                player = rescaled(features.told_to(player, name, parameters))
                bounds: list[Bound] | None = [] if theorems == "none" else None
                game = Game(
                    player, loss=loss, seed=seed, features=columns_of(source), bounds=bounds, metrics=self.metrics
                )
                self.entries.append(Entry(name, game))
            except LittlestoneError as error:
                self.leave_out(name, error)
        self.check_some(names)
        self.challenge = challenge
        if challenge is not None and len(self.entries) < 2:
            raise BadParameter(
                f"--evidence says who is better than {self.entries[0].name}, and there is nobody else: "
                "name two learners, or more"
            )
        if challenge is not None:
            for entry in self.entries:
                challenge.watch(entry.name, entry.game)

    def player(self, name: str, parameters: dict[str, Any], loss: str | None) -> tuple[Any, dict[str, Any]]:
        """A learner for labels of this kind, and its parameters; raise if it cannot play."""
        if name == DEFAULT and "members" not in parameters:
            parameters = {"members": self.truths, **parameters}
        elif name == DEFAULT and loss == "mistake":  # members are mixed for what is counted
            parameters = {"loss": loss, **parameters}
        player = make(name, parameters)
        if "truth" in player.parameters() and "truth" not in parameters:  # trees are of any kind of label
            player = make(name, {"truth": self.truths, **parameters})
        if not self.all and self.truths == CLASSES and player.truths == SIGNS:
            player = of_classes(player, 0)
        self.check(player)
        return player, parameters

    def check(self, player: Any) -> None:
        """Raise if a learner cannot play, or if it was chosen by "all" and would take too long."""
        if player.truths != self.truths:
            raise BadParameter(f"told {TOLD[player.truths]}, not {TOLD[self.truths]}")
        if self.all and player.slow:
            raise BadParameter(f"{player.slow}; name it in --learners if there is time")

    def check_width(self, entry: Entry, width: int) -> None:
        """Raise if a learner that was chosen by "all" has a matrix that is too large."""
        player = entry.game.learner
        if self.all and player.whole_matrix and width > WIDEST:
            raise BadParameter(f"has a full matrix, {width:,} columns wide; name it in --learners if there is time")

    def leave_out(self, name: str, error: LittlestoneError) -> None:
        """Leave out a learner that was chosen by "all"; raise for one that was named."""
        if not self.all:
            prefix = "" if isinstance(error, UnknownName) or name in str(error) else f"{name}: "
            raise error.said(f"{prefix}{error}") from None
        self.left_out[name] = "plays with 0 and 1 only; see --boolean" if isinstance(error, NotBoolean) else str(error)

    def check_some(self, names: str) -> None:
        """Raise if no learner is left."""
        if not self.entries:
            why = next(iter(self.left_out.values()), "")
            raise BadParameter(LEFT_OUT.format(names=names, source=self.source.name, why=why))

    def play(self, stream: Stream, *, traced: bool) -> bool:
        """Give every piece of the stream to every game; return whether it was interrupted."""
        batches = stream.batches()
        with Stop() as stop, ContestBar(self, stream, stream.limit, self.shown) as bar:
            told = in_steps(cut(batches, None, bar.rhythm is not None))
            for piece in stop.examples(ever_larger(batches) if traced else told):
                bare = without_zeros(piece)
                for entry in list(self.entries):
                    self.turn(entry, piece if entry.game.learner.wants_zeros else bare, stream)
                    if traced:
                        entry.note()
                self.check_some("the learners")
                if self.challenge is not None:
                    self.challenge.compare([entry.name for entry in self.entries])
                bar.tick()
        return stop.wanted

    def turn(self, entry: Entry, piece: Batch, stream: Stream) -> None:
        """Let one learner play a piece."""
        begun = perf_counter()
        try:
            self.check_width(entry, piece.width)
            if self.all:
                entry.game.play_batch(piece)
            else:
                play_piece(entry.game, piece, stream, 0)
        except LittlestoneError as error:
            self.leave_out(entry.name, error)
            self.entries.remove(entry)
        entry.seconds += perf_counter() - begun

    @property
    def ledger(self) -> Any:
        """The ledger of one of the games; all have the same number of rounds."""
        return self.entries[0].game.ledger

    def certify(self) -> list[Certificate]:
        """Compute the certificates of every learner."""
        for entry in self.entries:
            if entry.game.ledger.rounds:  # else nothing was played, and nothing is claimed of it
                entry.certificates = entry.game.ledger.certify(self.theorems)
        return [one for entry in self.entries for one in entry.certificates]

    def standing(self) -> list[Entry]:
        """The learners, the best first; before them, if all play, the one that `play` takes if none is named."""
        ranked = sorted(self.entries, key=self.rank)
        return sorted(ranked, key=lambda entry: entry.name != DEFAULT) if self.all else ranked

    def rank(self, entry: Entry) -> Any:
        """What the learners are sorted by."""
        return entry.rate if self.sort is None else self.worth(entry.game.ledger.metrics[self.sort])

    def account(self, interrupted: bool) -> dict[str, Any]:
        """The table as plain values for JSON, in the order of `standing`."""
        ledger = self.ledger
        best = best_constant_loss(ledger) if self.truths == "numbers" else ledger.best_constant
        return {
            "source": self.source.name,
            "rounds": ledger.rounds,
            "labelled": ledger.labelled,
            "truths": self.truths,
            "best_constant": best,
            "learners": [entry.account() for entry in self.standing()],
            "left_out": self.left_out,
            **self.evidence(),
            "bad_lines": getattr(self.source, "bad", 0),
            "complaints": list(getattr(self.source, "complaints", ())),
            "interrupted": interrupted,
        }

    def evidence(self) -> dict[str, Any]:
        """Who is better than the first, if that is asked."""
        if self.challenge is None:
            return {}
        return {"evidence": self.challenge.account([entry.name for entry in self.entries])}

    def plot(self, path: str) -> None:
        """Draw the rates over time."""
        what = "loss a round" if self.truths == "numbers" else "mistakes a round"
        plot_rates({entry.name: (entry.times, entry.rates) for entry in self.standing()}, path, title=f"{what}, so far")


class ContestBar(Bar):
    """A progress bar that shows the leading learner."""

    def __init__(self, contest: Contest, source: Any, limit: int | None, shown: bool) -> None:
        self.contest = contest
        super().__init__(contest, source, limit, shown)

    def words(self, now: float) -> str:
        leader = min(self.contest.entries, key=lambda entry: entry.rate)
        rate = f"{leader.rate:.4g} a round" if leader.game._numbers else f"{100 * leader.rate:.2f} %"
        rounds = self.contest.ledger.rounds
        return f"{counted(rounds, 'round')}, {len(self.contest.entries)} learners, {leader.name} leads with {rate}"


def settings_by_learner(defaults: dict[str, dict[str, Any]], texts: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The parameters of every learner: those given for its name, and those given for all; `defaults` are all it has."""
    names = list(defaults)
    given: dict[str, dict[str, Any]] = {name: {} for name in names}
    for text in texts:
        parameter = text.partition("=")[0].strip()
        name, dot, own = parameter.rpartition(".")
        if dot:
            if name not in defaults:
                raise UnknownName.among("learner", name, defaults)
            given[name] |= settings_of(name, defaults[name], [own + text[len(text.partition("=")[0]) :]])
            continue
        having = [name for name in names if parameter in defaults[name]]
        if not having and "=" in text:
            raise UnknownName.among("parameter", parameter, {each for known in defaults.values() for each in known})
        for name in having or names[:1]:
            given[name] |= settings_of(name, defaults[name], [text])
    return given


def ever_larger(batches: Iterable[Batch]) -> Generator[Batch, None, None]:
    """Batches cut into pieces that grow with the number of rounds, so that a curve is smooth and has few points."""
    rounds = 0
    for batch in batches:
        start = 0
        while start < len(batch):
            stop = min(len(batch), start + max(16, rounds // POINTS))
            yield taken(batch, slice(start, stop))
            rounds += stop - start
            start = stop


def print_contest(contest: Contest, account: dict[str, Any]) -> None:
    """Print the table, and who was left out."""
    console = Console(highlight=False)
    numbers = account["truths"] == "numbers"
    judged = max(1, account["labelled"])
    heading(console, f"{counted(len(account['learners']), 'learner')} on {account['source']}")
    best = account["best_constant"]
    constant = f"{best / judged:.4g} a round" if numbers and best is not None else "not known"
    if not numbers:
        constant = f"{100 * best / judged:.2f} % mistakes"
    rounds = f"{account['rounds']:,}" + (", then interrupted" if account["interrupted"] else "")
    columns(console, [("rounds", rounds, ""), ("best constant", constant, ""), *bad_lines(account)])
    console.print()
    wide = max(len("learner"), *(len(entry["learner"]) for entry in account["learners"]))
    price = account["learners"][0]["loss"]["name"]
    shown = "" if numbers or price == "mistake" else f"  {price:>9}"
    paid = "loss" if numbers else "mistakes"
    numeric = [one for one in read_names(contest.metrics) if not one.is_table]
    names = "".join(f"  {one.written:>9}" for one in numeric)
    titles = f"  {'learner'.ljust(wide)}  {paid:>9}{shown}{names}  {'updates':>9}  {'us/round':>8}  paid/allowed"
    console.print(Text(titles, style="bold"))
    for player, entry in zip(contest.standing(), account["learners"], strict=True):
        rate = f"{entry['mean_loss']:.4g}" if numbers else f"{100 * entry['mistake_rate']:.2f} %"
        words, colour = verdict_words(player.certificate)
        loss = f"  {entry['mean_loss']:>9.4g}" if shown else ""
        name, time = entry["learner"].ljust(wide), f"{entry['microseconds']:>8.3g}"
        values = "".join(f"  {measure(entry, one.written):>{max(9, len(one.written))}}" for one in numeric)
        line = f"  {name}  {rate:>9}{loss}{values}  {entry['updates']:>9,}  {time}  "
        console.print(Text.assemble(line, (words, colour)), soft_wrap=True)
    if "evidence" in account:
        print_challenge(console, account["evidence"])
    if account["left_out"]:
        console.print()
        heading(console, "left out")
        by_reason: dict[str, list[str]] = {}
        for name, why in account["left_out"].items():
            by_reason.setdefault(why, []).append(name)
        columns(console, [left_out(names, why) for why, names in by_reason.items()])


def measure(entry: dict[str, Any], name: str) -> str:
    """A metric of a learner in a few digits."""
    value = entry["metrics"][name]
    return "none" if value is None else f"{value:.4g}"


def left_out(names: list[str], why: str) -> Line:
    """The learners left out for a reason: by name, unless they are for other kinds of truth."""
    return (f"{len(names)}", why if why.startswith("told") else f"{', '.join(names)}: {why}", "")


def verdict_words(certificate: Certificate | None) -> tuple[str, str]:
    """The verdict of a certificate in a few words, and its colour."""
    if certificate is None:
        return "none", ""
    words = certificate.verdict
    if certificate.verdict == "holds" and certificate.paid is not None and certificate.allowed is not None:
        words += f" {amount(certificate.paid)}/{amount(certificate.allowed)}"
    return words, COLOURS[certificate.verdict]
