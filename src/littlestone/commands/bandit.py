"""`littlestone bandit`: a learner of actions, which is told the reward of what it did and of nothing else."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import islice
from typing import Annotated, Any, NamedTuple, TextIO

import typer
from rich.console import Console

from ..bandits.action_game import ActionGame
from ..bandits.arms import Arms, Rewarded
from ..bandits.replayed_policies import OfGame, for_log, replay
from ..bound import Certificate
from ..command_line.action_logs import ActionLog, is_log, open_log, print_replayed
from ..command_line.arguments import make, named, promised, settings_of
from ..command_line.exits import exit_code
from ..command_line.options import Json, Limit, Promise, Quiet, Resume, Seed, Settings, Theorems, takes_options
from ..command_line.playing import Stop
from ..command_line.printing import columns, heading, print_account, print_certificates, settings
from ..command_line.progress import Bar, saying
from ..command_line.reading import DELIMITERS, STREAM, Reading
from ..command_line.receipt_files import Receipts
from ..command_line.saved import keep_apart, saved, writing
from ..command_line.set_up import Wanted, check_not_given
from ..errors import BadFile, BadParameter
from ..features.schema import DEFAULTS, Schema, made
from ..formats.tables.csv_file import CsvFile
from ..learners import BANDITS
from ..nature import Label
from ..natures.late_labels import LabelsWhenKnown, LateLabels
from ..row import Row
from ..samples import SAMPLE
from ..store import load
from ..support.settings import counted

EXAMPLES = """\b
Examples:
  littlestone bandit arms:0.4,0.5,0.6 --rounds 10000
  littlestone bandit arms:0.9,0.1/0.1,0.9 --learner exp3-ix --promise delta=0.01
  littlestone bandit emails.csv --label spam --set policies=scale-free,adagrad,perceptron
  littlestone bandit letter.scale --labels classes --log log.vw
  littlestone bandit clicks.csv --rewards --learner exp3
  littlestone bandit ads.csv --label clicked --asked-at shown --known-at settled
  littlestone bandit log.vw --learner linucb --save game.npz
  littlestone bandit ranked.adf --low -1 --high 0 -q ua --save game.npz
  littlestone evaluate log.vw

\b
Learners: exp3, exp3-ix, tsallis-inf, exp4 (learners as policies), epsilon-greedy, linucb, linear-thompson.
"""
ARMS = "arms:"
ALPHA = 0.05  # the chance that an interval of a log ever fails


@takes_options(without=("id", "weight", "as_events", "scale", "standardise", "receipt_rows"))
def bandit(
    *,
    reading: Reading,
    learner: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The learner.  [default: exp4 where there are examples, else tsallis-inf]"),
    ] = None,
    set_: Settings = None,
    promise: Promise = None,
    rewards: Annotated[
        bool, typer.Option("--rewards", help="The file is a CSV table of rewards: a line a round, a column an action.")
    ] = False,
    low: Annotated[float, typer.Option(metavar="X", help="The least reward there can be.")] = 0.0,
    high: Annotated[float, typer.Option(metavar="X", help="The largest reward there can be.")] = 1.0,
    rounds: Annotated[int, typer.Option(min=1, metavar="N", help="How many rounds of arms:... to play.")] = 10_000,
    logged: Annotated[
        bool,
        typer.Option("--logged", help="The file is a log of actions, to learn from; detected, but for '-'."),
    ] = False,
    actions: Annotated[
        int | None, typer.Option(min=1, metavar="K", help="How many actions a log has; else it is read twice.")
    ] = None,
    limit: Limit = None,
    seed: Seed = 0,
    log: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write what was done, with its chance, as VW cb text, for evaluate."),
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", "-f", metavar="MODEL", help="Save the game, such as game.npz.")
    ] = None,
    resume: Resume = None,
    receipts: Receipts,
    theorems: Theorems = "quick",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Play bandits: in every round one action, and only its reward.

    FILE is one of three. Labelled examples: the actions are the labels, and the right one brings 1; of the label
    nothing is told but whether it was hit. A table of rewards, with --rewards. Or arms:0.4,0.6, actions that bring 1
    with these chances; a slash begins chances for the next part of the rounds. The receipt says what was done, the
    regret by estimates, and the true one, which here is known; the learner is never told.

    Or a log, in VW's cb or cb_adf text or in events, of what others did with which chance: the learner learns from it,
    and the receipt says what it would have cost while it learned. --save keeps a game that plays on.
    """
    keep_apart([reading.file, resume], {"--log": log, **receipts.paths})
    wanted = Wanted(learner, set_, promise, low=low, high=high, seed=seed)
    if logged or (not rewards and not reading.file.startswith((ARMS, SAMPLE, STREAM)) and is_log(reading.file)):
        if rewards or log or promise or receipts.receipt:
            raise BadParameter(
                "from a log one learns, and nothing is played: leave out --rewards, --log, --promise and --receipt"
            )
        taught = FromLog.opened(reading, wanted, resume, actions, limit)
        with saying("learning from the log", not quiet):
            account, interrupted = taught.learn(limit)
        safe = saved(taught.game, save)
        print_account(account, lambda: print_replayed(account), json=json, shown=not quiet)
        return exit_code([], interrupted, safe)
    table = table_for(reading, rewards, rounds, not quiet)
    game = table.resumed(resume, wanted) if resume else table.fresh(wanted)
    receipt = receipts.begun(game, [reading.file])
    interrupted = play_rounds(game, table, limit, log, not quiet)
    safe = saved(game, save)
    with saying("asking the theorems", not quiet):
        certificates = game.ledger.certify(theorems)
        account = {"source": table.name, **game.ledger.as_dict(theorems), "interrupted": interrupted}
        receipt.write(theorems)
    print_account(account, lambda: print_bandit(game, account, certificates), json=json, shown=not quiet)
    return exit_code(certificates, interrupted, safe)


class Rounds(NamedTuple):
    """A file as a game of actions: its name, what the actions are called, and the nature that plays it."""

    name: str
    actions: list[Any]
    nature: Any
    examples: bool  # is there anything to look at?
    source: Any = None
    rounds: int | None = None

    def fresh(self, wanted: Wanted) -> ActionGame:
        """A new game."""
        name = wanted.learner or ("exp4" if self.examples else "tsallis-inf")
        kind: Any = named(name, "actions")
        if kind.contextual and not self.examples:
            raise BadParameter(f"{name} looks at examples, and {self.name} has none: give --learner exp3-ix")
        K = len(self.actions)
        given = settings_of(name, kind(K).parameters(), wanted.set_ or ())
        player = make(name, {setting: value for setting, value in given.items() if setting != "K"}, "actions", K)
        return ActionGame(
            player,
            actions=self.actions,
            low=wanted.low,
            high=wanted.high,
            bounds=promised(player, wanted.promise or ()),
            seed=wanted.seed,
        )

    def resumed(self, model: str, wanted: Wanted) -> ActionGame:
        """The game of a file, which goes on."""
        game = saved_game(model, wanted)
        if list(map(str, game.actions)) != list(map(str, self.actions)):
            raise BadParameter(
                f"the game in {model} has the actions {game.actions}, and {self.name} has {self.actions}"
            )
        return game


class FromLog(NamedTuple):
    """A log, and the game whose learner learns from it."""

    log: ActionLog
    game: ActionGame

    @classmethod
    def opened(
        cls, reading: Reading, wanted: Wanted, model: str | None, count: int | None, limit: int | None
    ) -> FromLog:
        """The log of a file, and a new game for it, or that of a saved one."""
        known = saved_game(model, wanted._replace(low=0.0, high=1.0)) if model else None
        actions = known.actions if known else None if count is None else list(range(1, count + 1))
        schema = schema_for(reading)
        log = open_log(
            reading.file,
            low=wanted.low,
            high=wanted.high,
            actions=actions,
            limit=limit,
            skip_bad=reading.skip_bad,
        )
        if known is not None:
            if schema.settings():
                raise BadParameter(f"the game in {model} knows how its records are read: leave out such options")
            if log.rewards:
                log = log._replace(low=0.0 - known.price.high, high=0.0 - known.price.low)
            return cls(log, known)
        if not log.rewards and set(schema.settings()) - {"interactions"}:
            raise BadParameter(
                "features of VW text have their names: of how they are read there is --interactions only"
            )
        name = wanted.learner or ("linucb" if log.choices else "exp4")
        kind: Any = named(name, "actions")
        K = len(log.actions)
        given = settings_of(name, kind(K).parameters(), wanted.set_ or ())
        player = for_log(name, K, log.choices, {setting: value for setting, value in given.items() if setting != "K"})
        game = ActionGame(
            player,
            actions=log.actions,
            low=0.0 - log.high,
            high=0.0 - log.low,
            seed=wanted.seed,
            schema=schema if schema.settings() else None,
        )
        return cls(log, game)

    def learn(self, limit: int | None) -> tuple[dict[str, Any], bool]:
        """Learn from all rounds; what the learner would have cost meanwhile, and whether Ctrl-C ended it."""
        log, title = self.log, self.game.learner.name
        with Stop() as stop:
            values = replay(
                stop.examples(log.rounds(limit)),
                [OfGame(title, self.game, learns=True), "logged", "uniform"],
                K=self.game.learner.K,
                choices=log.choices,
                low=log.low,
                high=log.high,
                alpha=ALPHA,
            )
            return {"learner": title, **log.account(values, ALPHA, None), "interrupted": stop.wanted}, stop.wanted


def schema_for(reading: Reading) -> Schema:
    """How the options read the records of a log; those of other files are an error."""
    given = reading.settings()
    given.pop("skip_bad", None)
    roles = ("label", "positive", "labels", "id", "asked_at", "known_at", "weight", "base")
    if odd := [name for name in given if name not in DEFAULTS or name in roles]:
        raise BadParameter(f"a log says what was done and what it brought: leave out --{odd[0].replace('_', '-')}")
    return made(given)


def saved_game(model: str, wanted: Wanted) -> ActionGame:
    """The game of actions of a file, whose settings are its own."""
    game = load(model)
    if not isinstance(game, ActionGame):
        raise BadParameter(f"the game in {model} is not of actions: only those that `littlestone bandit` saves are")
    check_not_given(model, game, wanted)
    return game


def table_for(reading: Reading, rewards: bool, rounds: int, shown: bool) -> Rounds:
    """What the file is as a game of actions."""
    if reading.file.startswith(ARMS):
        return arms(reading.file, rounds)
    if rewards:
        return rewards_of(reading)
    classes = reading.labels == "classes"
    source = reading.open("classes" if classes else "signs")
    actions: list[Any] = [-1, 1]
    if classes:
        if not source.repeatable:
            raise BadParameter(f"the classes of {source.name} are to be known first, and it can be read only once")
        with saying("counting the classes", shown):
            actions = sorted({y for _, y in source if y is not None}, key=str)
    if len(actions) < 2:
        raise BadFile(f"{source.name} has fewer than two labels, and a choice is between two actions or more")
    return Rounds(source.name, actions, Rewarded(source, actions), True, source)


def arms(text: str, rounds: int) -> Rounds:
    """arms:0.4,0.6 or arms:0.4,0.6/0.6,0.4 as a nature."""
    try:
        means = [[float(mean) for mean in part.split(",")] for part in text.removeprefix(ARMS).split("/")]
        nature = Arms(means, rounds)
    except (ValueError, BadParameter):
        raise BadParameter(
            f"arms are chances from 0 to 1, such as arms:0.4,0.6, as many in every part, not {text!r}"
        ) from None
    return Rounds(text, list(range(nature.means.shape[1])), nature, False, rounds=rounds)


def rewards_of(reading: Reading) -> Rounds:
    """A CSV table of rewards, a column an action, as pairs of nothing and the rewards of a round."""
    delimiter = DELIMITERS.get(reading.delimiter or "", reading.delimiter)
    file = CsvFile(reading.file, label="", delimiter=delimiter)
    lines = file.records()
    _, header = next(lines, (0, []))
    if len(header) < 2:
        raise BadFile(f"{file.name} should have a first line that names two actions or more, and is empty or has fewer")
    actions = [cell.strip() for cell in header]

    def pairs() -> Iterator[tuple[Any, Any]]:
        for number, cells in lines:
            try:
                values = [float(cell) for cell in cells]
            except ValueError:
                values = []
            if len(values) != len(actions):
                raise BadFile(f"{file.name}, line {number}: {len(actions)} rewards expected, which are numbers")
            yield {}, values

    return Rounds(file.name, actions, pairs(), False)


def play_rounds(game: ActionGame, table: Rounds, limit: int | None, log: str | None, shown: bool) -> bool:
    """Play to the end, or to the limit, or until Ctrl-C; was it interrupted?"""
    with ExitStack() as stack:
        file: TextIO | None = None
        if log is not None:
            stack.enter_context(writing(log))
            file = stack.enter_context(open(log, "w", encoding="utf-8"))
        rounds = stack.enter_context(closing(asked(game, table, limit)))
        stop = stack.enter_context(Stop())
        bar = stack.enter_context(ActionBar(game, table.source, limit or table.rounds, shown))
        telling = RewardsWhenKnown(table.source, file)
        for x, told in stop.examples(rounds):
            if telling.timed:
                telling.before(game, table.source)  # type: ignore[arg-type]  # it tells an ActionGame
            move = game.predict(x)
            for number, rewards in told(move):
                telling.come(game, number, rewards)
            bar.tick()
        for _ in telling.rest(game):  # type: ignore[arg-type]
            pass
        return stop.wanted


class RewardsWhenKnown(LabelsWhenKnown):
    """Tells rewards at once, or where examples have times when they became known; and writes what was done to a log."""

    def __init__(self, source: Any, log: TextIO | None) -> None:
        LateLabels.__init__(self)
        schema = getattr(source, "schema", None)
        self.asked_at, self.known_at = getattr(schema, "asked_at", None), getattr(schema, "known_at", None)
        if (self.asked_at is None) != (self.known_at is None):
            raise BadParameter(
                "--asked-at and --known-at go together: when was it asked, and when was its reward known?"
            )
        self.timed, self.source, self.log = self.asked_at is not None, source, log
        self.numbers: dict[str, int] = {}
        self.last, self.due, self.at_the_end = None, [], 0

    def come(self, game: ActionGame, number: int, rewards: Any) -> None:
        """Tell the rewards of a round, or let them wait; a round without any is forgotten."""
        if rewards is None:
            game._told([Label(number, None)])
        elif self.timed:
            self.waits_for(game, number, rewards, self.source.at_hand().event)  # type: ignore[arg-type]
        else:
            self.tell(game, number, rewards)

    def tell(self, game: Any, number: int, y: Any, event: Any = None) -> None:
        move = game.open[number]
        game._told([Label(number, y)])
        if self.log is not None:
            self.log.write(logged(game, move, float(game.price.all_inside(y)[move.place])))


class ActionBar(Bar):
    """The bar of a game of actions, which says what a round has brought."""

    def words(self, now: float) -> str:
        ledger = self.game.ledger
        rate = (ledger.rounds - self.before) / max(now - self.begun, 1e-9)
        return (
            f"{counted(ledger.rounds, 'round')}, {rate:,.0f}/s, {ledger.reward / max(1, ledger.labelled):.4g} a round"
        )


def asked(game: ActionGame, table: Rounds, limit: int | None) -> Generator[Any, None, None]:
    """The examples, up to the limit, and for each what answers the move."""
    nature, left = table.nature, limit
    if table.source is not None:
        game._meet(table.source)
        with closing(iter(table.source)) as pairs:
            for x, y in islice(pairs, limit):
                yield x, lambda move, y=y: nature.as_rewards([(move.number, y)])
    elif not hasattr(nature, "ask"):
        for x, rewards in islice(nature, limit):
            yield x, lambda move, rewards=rewards: [(move.number, rewards)]
    else:
        while (left is None or left > 0) and (x := nature.ask(None)) is not None:
            left = None if left is None else left - 1
            yield x, lambda move: nature.answer(move.number, game._stance(move))


def logged(game: ActionGame, move: Any, loss: float) -> str:
    """A round as VW cb text: action:cost:probability | features."""
    names = game.features.names
    row: Row | None = move.x
    cells = zip(row.columns, row.values, strict=True) if row is not None else ()
    words = " ".join(f"{written(names[c] if c < len(names) else c)}:{v:.9g}" for c, v in cells)
    return f"{move.place + 1}:{loss:.9g}:{move.chance:.9g} | {words}\n"


def written(name: Any) -> str:
    """A name of a feature as VW text can have it."""
    return "".join("_" if char in " :|\t" else char for char in str(name)) or "_"


def print_bandit(game: ActionGame, account: dict[str, Any], certificates: Sequence[Certificate]) -> None:
    """Print the account in words."""
    console = Console(highlight=False)
    ledger = game.ledger
    heading(console, f"{game.learner.name} on {account['source']}")
    mean = f", {ledger.reward / ledger.labelled:.6g} a round" if ledger.labelled else ""
    lines = [
        ("settings", settings(game.learner.parameters()), ""),
        ("rounds", f"{ledger.rounds:,}", ""),
        ("rewards", f"{ledger.reward:,.6g}{mean}", ""),
        ("done", ", ".join(f"{name} {count:,}" for name, count in zip(ledger._names, ledger.counts, strict=True)), ""),
    ]
    if ledger.labelled:
        span = game.price.high - game.price.low
        rivals = sorted(zip(ledger.estimates, ledger._rivals(), strict=True))
        for place, (lost, rival) in enumerate(rivals[:10]):
            reward = game.price.high - lost / ledger.labelled * span
            lines.append(("by estimates" if not place else "", f"{reward:.4g} a round for {rival}", ""))
        lines.append(("regret", f"{ledger.estimated_regret:,.6g} by estimates", ""))
        if ledger.regret is not None:
            lines.append(("", f"{ledger.regret:,.6g} really, by rewards that the learner did not see", ""))
    columns(console, lines)
    print_certificates(console, certificates, bool(BANDITS[game.learner.name].theorems))
