"""The command line: play a file, print the receipt.

Exit codes: 0; 1 if a claim of the booklet fails; 2 for bad usage or bad input, said in one line; 3 if a theorem was
violated; 130 after Ctrl-C.
What only one command needs is imported by that command, so that the others start at once.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from typing import Annotated

import typer

from .commands.arguments import read_settings
from .commands.booklet import EXAMPLES as BOOKLET_EXAMPLES
from .commands.booklet import booklet
from .commands.compare import EXAMPLES as COMPARE_EXAMPLES
from .commands.compare import compare
from .commands.inspect import EXAMPLES as INSPECT_EXAMPLES
from .commands.inspect import inspect
from .commands.invest import EXAMPLES as INVEST_EXAMPLES
from .commands.invest import invest
from .commands.mix import EXAMPLES as MIX_EXAMPLES
from .commands.mix import mix
from .commands.pack import EXAMPLES as PACK_EXAMPLES
from .commands.pack import pack
from .commands.play import EXAMPLES as PLAY_EXAMPLES
from .commands.play import play
from .commands.predict import EXAMPLES as PREDICT_EXAMPLES
from .commands.predict import predict
from .errors import BadParameter, LittlestoneError
from .support.version import VERSION, core

EXAMPLES = """\b
Examples:
  littlestone play emails.csv --label spam
  littlestone play sample:email --set normalise=true --set bias=1
  littlestone compare train.vw --learners perceptron,arow,adagrad
  littlestone mix forecasts.csv --truth load
  littlestone learners
  littlestone dimension intervals:5
  littlestone booklet --out booklet/
"""
DUEL_EXAMPLES = """\b
Examples:
  littlestone duel halving table:00011,00101,00110,01001,01010,10001
  littlestone duel randomised-soa table:100,010,001,000 --json
  littlestone duel winnow monotone-disjunctions:2 --adversary strongest
"""
WORST_CASE_EXAMPLES = """\b
Examples:
  littlestone worst-case halving --class table:0000,1000,1100,1110,1111
  littlestone worst-case winnow --class monotone-disjunctions:4,k=2 --json
"""
LEARNERS_EXAMPLES = """\b
Examples:
  littlestone learners
  littlestone learners --json
"""
DIMENSION_EXAMPLES = """\b
Examples:
  littlestone dimension intervals:5
  littlestone dimension monotone-disjunctions:6,k=2 --json
  littlestone dimension --table concepts.txt --svg tree.svg
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


app.command(epilog=PLAY_EXAMPLES)(play)
app.command(epilog=COMPARE_EXAMPLES)(compare)
app.command(epilog=PREDICT_EXAMPLES)(predict)
app.command(epilog=INSPECT_EXAMPLES)(inspect)
app.command(epilog=PACK_EXAMPLES)(pack)
app.command(epilog=MIX_EXAMPLES)(mix)


@app.command(epilog=DUEL_EXAMPLES)
def duel(
    learner: Annotated[str, typer.Argument(metavar="LEARNER", help="Who plays; see 'littlestone learners'.")],
    concepts: Annotated[str, typer.Argument(metavar="CLASS", help="The class, such as table:0011,0101.")],
    adversary: Annotated[
        str, typer.Option(metavar="NAME", help="minimax, shattered, coin, walk or strongest.")
    ] = "minimax",
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the learner.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Of the coins that are tossed.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print the duel as JSON.")] = False,
) -> int:
    """Let a learner face an adversary of its class, round by round."""
    from .commands.duel import fight, print_duel
    from .commands.report import strict_json

    account = fight(learner, concepts, adversary, read_settings(learner, set_ or ()), seed)
    if json:
        print(strict_json(account))
    else:
        print_duel(account)
    return verdict_code(certificate["verdict"] for certificate in account["certificates"])


@app.command(name="worst-case", epilog=WORST_CASE_EXAMPLES)
def worst_case(
    learner: Annotated[str, typer.Argument(metavar="LEARNER", help="Who plays; see 'littlestone learners'.")],
    concepts: Annotated[str, typer.Option("--class", metavar="CLASS", help="The class, such as table:0011,0101.")],
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the learner.")
    ] = None,
    states: Annotated[int, typer.Option(min=1, metavar="N", help="Give up after so many states.")] = 1_000_000,
    json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> int:
    """The exact number of mistakes that a learner can be forced to make on a class."""
    from .commands.report import strict_json
    from .commands.worst_case import print_worst_case, worst

    account = worst(learner, concepts, read_settings(learner, set_ or ()), states)
    if json:
        print(strict_json(account))
    else:
        print_worst_case(account)
    return verdict_code(certificate["verdict"] for certificate in account["certificates"])


@app.command(epilog=LEARNERS_EXAMPLES)
def learners(json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False) -> None:
    """List the learners with their rules, theorems and parameters."""
    from .commands.report import print_learners, strict_json, table_of_learners

    if json:
        print(strict_json(table_of_learners()))
    else:
        print_learners()


@app.command(epilog=DIMENSION_EXAMPLES)
def dimension(
    class_: Annotated[
        str | None, typer.Argument(metavar="CLASS", help="A concept class, as name:n or name:n,key=value.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="FILE", help="A class as text: a line of 0 and 1 for each concept.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the account as JSON.")] = False,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Draw the mistake tree into an SVG file.")] = None,
    dot: Annotated[str | None, typer.Option(metavar="FILE", help="Write the mistake tree for Graphviz.")] = None,
    tree: Annotated[bool, typer.Option("--tree/--no-tree", help="Grow, check and print the mistake tree.")] = True,
) -> int:
    """Measure a concept class: its VC, Littlestone and randomised dimension, exactly."""
    from .commands.dimension import find_class, measure, report, write
    from .commands.report import strict_json

    if not tree and (svg or dot):
        raise BadParameter("--svg and --dot draw the tree that --no-tree leaves out")
    measured = measure(*find_class(class_, table), tree=tree)
    if json:
        print(strict_json(measured.as_dict()))
    else:
        report(measured)
    witness = measured.littlestone.tree
    if witness is not None:
        write(svg, witness.svg() if svg else "")
        write(dot, witness.dot() if dot else "")
    elif svg or dot:
        complain("interrupted before there was a tree to draw")
    return 130 if measured.interrupted else 0


app.command(epilog=INVEST_EXAMPLES)(invest)
app.command(epilog=BOOKLET_EXAMPLES)(booklet)


def verdict_code(verdicts: Iterable[str]) -> int:
    """The exit code for what the theorems say; a violated one is said aloud."""
    if "violated" not in verdicts:
        return 0
    complain("a theorem was violated: that is a bug in littlestone, never the data's doing; please report it")
    return 3


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
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file's name may be any bytes
    code = run(sys.argv[1:])
    sys.stdout.flush()
    return code
