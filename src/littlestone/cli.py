"""The command `littlestone`: the program and its list of commands.

Exit codes: 0; 1 if a claim of the booklet fails; 2 for bad usage or bad input, said in one line; 3 if a theorem was
violated; 130 after Ctrl-C.
Imports that only one command needs are inside that command, so that the others start fast.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import cache
from io import TextIOWrapper
from typing import Annotated, Any

import typer

from .command_line.exits import BAD_INPUT, complain, ended
from .commands import (
    audit,
    backup,
    bandit,
    booklet,
    compare,
    dimension,
    duel,
    erase,
    evaluate,
    export,
    inspect,
    invest,
    key,
    learners,
    matrix_game,
    mix,
    pack,
    play,
    predict,
    reduce,
    replay,
    serve,
    sweep,
    train,
    worst_case,
)
from .support.version import VERSION, core

# In the order in which the help lists them. The command is the function with its module's name.
COMMANDS = (
    play,
    compare,
    sweep,
    train,
    predict,
    inspect,
    pack,
    mix,
    duel,
    worst_case,
    reduce,
    learners,
    dimension,
    invest,
    matrix_game,
    bandit,
    evaluate,
    serve,
    audit,
    replay,
    export,
    erase,
    backup,
    key,
    booklet,
)
EXAMPLES = """\b
Examples:
  littlestone play emails.csv --label spam
  littlestone play sample:email --learner perceptron --set normalise=true --set bias=1
  littlestone compare train.vw --learners perceptron,arow,adagrad
  littlestone mix forecasts.csv --truth load
  littlestone learners
  littlestone dimension intervals:5
  littlestone booklet --out booklet/
"""
app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(wanted: bool) -> None:
    """Print the version and the core in use (compiled or interpreted), and exit."""
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


for module in COMMANDS:
    app.command(epilog=module.EXAMPLES)(getattr(module, module.__name__.rpartition(".")[2]))


@cache
def program() -> Callable[..., Any]:
    """All commands with their options, as Typer makes them of the functions: once, as that takes longer than most."""
    return typer.main.get_command(app)


def run(arguments: Sequence[str]) -> int:
    """Run the command line with these arguments and return its exit code; errors are printed in one line."""
    return ended(lambda: program()(args=list(arguments), prog_name="littlestone", standalone_mode=False))


def main() -> int:
    """The program `littlestone`. It ends quietly when its output pipe is closed, as Unix tools do."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file's name may be any bytes
    silent = signal.getsignal(signal.SIGINT) is signal.SIG_DFL  # as `__main__` leaves it while modules are imported
    if silent:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    code = run(sys.argv[1:])
    if silent:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        sys.stdout.flush()
    except OSError as error:
        complain(f"cannot write standard output: {error.strerror}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that nothing is left to be written
        return BAD_INPUT
    return code
