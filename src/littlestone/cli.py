"""The command line: play a file, print the receipt.

Exit codes: 0; 2 for bad usage or bad input, said in one line; 3 if a theorem was violated; 130 after Ctrl-C.
What only one command needs is imported by that command, so that the others start at once.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import BadFile, BadParameter, LittlestoneError, UnknownName
from .learners.table import find_learner
from .version import VERSION, core

if TYPE_CHECKING:
    from .bound import Bound
    from .data.csv_file import CsvFile
    from .data.samples import Sample
    from .learner import RowLearner

SAMPLE = "sample:"
WORDS: dict[str, Any] = {"true": True, "false": False, "none": None, "null": None}
DELIMITERS = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";"}

EXAMPLES = """\b
Examples:
  littlestone play emails.csv --label spam
  littlestone play sample:email --set normalise=true --set bias=1
  littlestone learners
"""
PLAY_EXAMPLES = """\b
Examples:
  littlestone play emails.csv --label spam --learner perceptron
  littlestone play votes.csv.gz --label party --positive democrat \\
      --learner winnow --boolean --promise k=3
  zcat clicks.gz | littlestone play - --label clicked --delay 1000 --json
"""
LEARNERS_EXAMPLES = """\b
Examples:
  littlestone learners
  littlestone learners --json
"""

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    """Print the version and which core runs, and end."""
    if wanted:
        typer.echo(f"littlestone {VERSION}, {core()} core")
        raise typer.Exit


@app.callback(invoke_without_command=True, epilog=EXAMPLES)
def littlestone(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Online learning with a receipt.

    A learner predicts line by line, is told the truth, and learns; at the end the ledger says how many mistakes it
    made, how many its theorem allows, which premise broke, and what the mistakes prove about the data.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(epilog=PLAY_EXAMPLES)
def play(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A CSV file (.gz, .bz2 and .xz too), '-' or sample:email.")
    ],
    label: Annotated[str | None, typer.Option(metavar="COLUMN", help="The column of the labels.")] = None,
    learner: Annotated[str, typer.Option(metavar="NAME", help="Who plays; see 'littlestone learners'.")] = "perceptron",
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the learner.")
    ] = None,
    promise: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="What you vouch for, such as margin=0.1 or k=3, to be held to."),
    ] = None,
    positive: Annotated[
        str | None, typer.Option(metavar="VALUE", help="The label that is +1; all others are -1.")
    ] = None,
    drop: Annotated[list[str] | None, typer.Option(metavar="COLUMN", help="A column to leave out.")] = None,
    categorical: Annotated[
        list[str] | None, typer.Option(metavar="COLUMN", help="A column of texts, even if they look like numbers.")
    ] = None,
    boolean: Annotated[bool, typer.Option("--boolean", help="Take every number above zero as 1.")] = False,
    delimiter: Annotated[
        str | None, typer.Option(metavar="CHAR", help="What stands between cells; found out if not given.")
    ] = None,
    delay: Annotated[int, typer.Option(min=0, metavar="N", help="Tell every label N rounds late.")] = 0,
    loss: Annotated[
        str, typer.Option(metavar="NAME", help="Add up this loss too: absolute, hinge, square or log.")
    ] = "mistake",
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Of a randomised learner's coin.")] = 0,
    limit: Annotated[int | None, typer.Option(min=0, metavar="N", help="Stop after N rounds.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the account as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar and no report.")] = False,
    predictions: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write every round's act, guess and label to a CSV file.")
    ] = None,
) -> int:
    """Play a table line by line and print the receipt."""
    from .game import Game
    from .progress import play_table

    source = find_source(file, label, positive, drop or (), categorical or (), boolean, delimiter)
    parameters = read_settings(learner, set_ or ())
    bounds = read_promises(learner, promise or ())
    player = make(learner, parameters)
    if player.parameters().get("n", 0) is None:
        if not source.repeatable:
            raise BadParameter(
                f"{learner} must know the number of features before the first round, and {source.name} can be read "
                f"only once: give --set n=..."
            )
        player = make(learner, {**parameters, "n": len(source.names(limit))})
    game = Game(player, loss=loss, bounds=bounds, seed=seed)
    bar = not quiet
    interrupted = play_table(game, source, delay=delay, limit=limit, path=predictions, bar=bar)

    from .report import report, strict_json

    if json:
        account = game.ledger.as_dict()
        verdicts = [certificate["verdict"] for certificate in account["certificates"]]
        unlabelled = game.ledger.forgotten
        print(strict_json({"source": source.name, **account, "unlabelled": unlabelled, "interrupted": interrupted}))
    else:
        certificates = game.ledger.certificates
        verdicts = [certificate.verdict for certificate in certificates]
        if not quiet:
            report(game.ledger, certificates, source=source.name, interrupted=interrupted)
    if "violated" in verdicts:
        complain("a theorem was violated: that is a bug in littlestone, never the data's doing; please report it")
        return 3
    return 130 if interrupted else 0


@app.command(epilog=LEARNERS_EXAMPLES)
def learners(json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False) -> None:
    """List the learners with their rules, theorems and parameters."""
    from .report import print_learners, strict_json, table_of_learners

    if json:
        print(strict_json(table_of_learners()))
    else:
        print_learners()


def find_source(
    file: str,
    label: str | None,
    positive: str | None,
    drop: Sequence[str],
    categorical: Sequence[str],
    boolean: bool,
    delimiter: str | None,
) -> CsvFile | Sample:
    """The table to play: a sample, which knows its own label, or a file."""
    if file.startswith(SAMPLE):
        from .data.samples import sample

        if label or positive or categorical or delimiter:
            raise BadParameter(f"{file} knows its label and columns: leave out --label, --positive, --categorical")
        return sample(file.removeprefix(SAMPLE), drop=drop, boolean=boolean)
    from .data.csv_file import CsvFile

    if label is None:
        columns: Iterable[str] = ()
        if file != "-":
            _, columns = next(CsvFile(file, label="").records(), (0, []))
        there = f"; there is {', '.join(columns)}" if columns else ""
        raise BadFile(f"which column of {file} is the label? give --label COLUMN{there}")
    return CsvFile(
        file,
        label=label,
        positive=positive,
        drop=drop,
        categorical=categorical,
        boolean=boolean,
        delimiter=DELIMITERS.get(delimiter or "", delimiter),
    )


def pairs(option: str, texts: Iterable[str]) -> Iterable[tuple[str, str]]:
    """name=value as name and value."""
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadParameter(f"{option} wants NAME=VALUE, not {text!r}")
        yield name.strip(), value.strip()


def scalar(text: str) -> Any:
    """The value a word stands for: true, false, none or null, a whole number, a number, or else the word itself."""
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        if isfinite(number):
            return number
    return text


def read_settings(name: str, texts: Iterable[str]) -> dict[str, Any]:
    """The parameters given with --set; one whose default is a text takes the text as it stands."""
    defaults = find_learner(name)().parameters()
    given: dict[str, Any] = {}
    for parameter, text in pairs("--set", texts):
        if parameter not in defaults:
            raise UnknownName.among(f"parameter of {name}", parameter, defaults)
        value = text if isinstance(defaults[parameter], str) else scalar(text)
        if isinstance(defaults[parameter], bool) and not isinstance(value, bool):
            raise BadParameter(f"{parameter} is true or false, not {text!r}")
        given[parameter] = value
    return given


def make(name: str, parameters: dict[str, Any]) -> RowLearner:
    """The learner with these parameters; one it cannot make sense of is an error in words."""
    try:
        return find_learner(name)(**parameters)
    except LittlestoneError:
        raise
    except (TypeError, ValueError, OverflowError, MemoryError) as error:
        given = ", ".join(f"{parameter}={value!r}" for parameter, value in parameters.items())
        raise BadParameter(f"{name} cannot play with {given}: {error}") from None


def read_promises(name: str, texts: Iterable[str]) -> list[Bound]:
    """The learner's theorems, those held to a promise that have one."""
    theorems = find_learner(name).theorems
    known = {theorem.promise for theorem in theorems if theorem.promise}
    given: dict[str, Any] = {}
    for promise, text in pairs("--promise", texts):
        if promise not in known:
            raise UnknownName.among(f"promise of {name}", promise, known)
        given[promise] = scalar(text)
        if isinstance(given[promise], bool) or not isinstance(given[promise], (int, float)):
            raise BadParameter(f"the promise {promise} is a number, not {text!r}")
    return [
        theorem(**{theorem.promise: given[theorem.promise]}) if theorem.promise in given else theorem()
        for theorem in theorems
    ]


def complain(words: str) -> None:
    """One line on standard error."""
    print("littlestone: " + " ".join(words.split()), file=sys.stderr)


def run(arguments: Sequence[str]) -> int:
    """The command with these arguments: its exit code. Whatever goes wrong is said in one line."""
    try:
        code = app(args=list(arguments), prog_name="littlestone", standalone_mode=False)
    except LittlestoneError as error:
        complain(str(error))
        return 2
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return 2
    except Exception as error:
        usage = getattr(error, "format_message", None)  # of typer's own errors, whichever version raised them
        if usage is None:
            raise
        complain(usage())
        return 2
    return int(code or 0)


def main() -> int:
    """The program `littlestone`. A reader that closes the pipe ends it quietly, as with any Unix tool."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    code = run(sys.argv[1:])
    sys.stdout.flush()
    return code
