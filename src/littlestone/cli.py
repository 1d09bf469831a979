"""The command `littlestone`: the program and its list of commands.

A command is the function with its module's name in `commands/`, which is imported when the command is called.
Exit codes: 0; 1 if a claim of the booklet fails, a game is played otherwise than its text says, or a receipt is
refused; 2 for bad usage or bad input, said in one line; 3 if a theorem was violated; 130 after Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .command_line.exits import BAD_INPUT, complain, ended
from .errors import MissingExtra
from .support.loading import VERSION, core

# In the order in which the help lists them, each with the first sentence of its docstring.
COMMANDS = {
    "play": "Play a file of examples line by line and print the receipt.",
    "compare": "Compare many learners on one file, in a table.",
    "sweep": "Play every setting of a grid over one file.",
    "train": "Train one learner on many shards at once.",
    "predict": "Write the predictions of a saved game for every example.",
    "verify": "Prove or refuse a receipt, one line a theorem.",
    "inspect": "Show what is in a saved game.",
    "pack": "Convert a file into packed rows, which are read much faster.",
    "mix": "Mix the forecasts of many experts and print the receipt.",
    "duel": "Play a learner against an adversary, round by round.",
    "worst-case": "Find the most mistakes that a learner can be forced to make.",
    "reduce": "Turn few mistakes into PAC learning, queries, a hypothesis.",
    "learners": "List all learners: rules, theorems, parameters and commands.",
    "dimension": "Compute the VC and Littlestone dimension of a concept class.",
    "invest": "Invest day by day in a file of prices and print the wealth.",
    "matrix-game": "Play a zero-sum matrix game and bracket its value.",
    "bandit": "Play bandits: in every round one action, and only its reward.",
    "evaluate": "Say what policies would have cost on a log of actions.",
    "serve": "Serve games over HTTP, on a durable journal.",
    "audit": "Replay a journal and compare every answer, bit for bit.",
    "replay": "Play the rows of a journal with another learner.",
    "export": "Write the predictions and labels of a journal as events.",
    "erase": "Remove records from a journal.",
    "forget": "Remove a game from a journal, for good.",
    "prune": "Remove the old rows of a journal.",
    "heads": "Print the heads of a journal's chains, for others to hold.",
    "backup": "Copy the folder of a service while it runs.",
    "move": "Copy a game with all its rows into another folder.",
    "upgrade": "Take up games of an earlier release without a replay.",
    "key": "Add, list or revoke keys of a service.",
    "arena": "Write a page on which you play the adversary of eight learners.",
    "booklet": "Check every claim of the lecture notes and write a booklet.",
}
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
OF_SERVICE = ("msgspec", "starlette", "uvicorn", "httptools", "uvloop")  # packages that only the service needs
PLAIN: dict[str, Any] = {"add_completion": False, "rich_markup_mode": None, "pretty_exceptions_enable": False}
HELP = {"help_option_names": ["-h", "--help"]}


class Loading(Mapping[str, Any]):
    """The commands by name. Each is imported, and made of its function by Typer, when it is asked for."""

    def __init__(self) -> None:
        self.loaded: dict[str, Any] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)

    def __contains__(self, name: object) -> bool:
        return name in COMMANDS

    def __getitem__(self, name: str) -> Any:
        if name not in COMMANDS:
            raise KeyError(name)
        if name not in self.loaded:
            module, alone = module_of(name), typer.Typer(**PLAIN, context_settings=HELP)
            alone.command(epilog=module.EXAMPLES)(getattr(module, name.replace("-", "_")))
            self.loaded[name] = typer.main.get_command(alone)
        return self.loaded[name]


def module_of(name: str) -> Any:
    """The module of a command; raises `MissingExtra` if it is of the service and a package for that is not there."""
    try:
        return import_module(f".commands.{name.replace('-', '_')}", __package__)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in OF_SERVICE:
            raise
        raise MissingExtra(f"the service needs {error.name}: pip install 'littlestone[service]'") from None


class Program(TyperGroup):
    """The program, which lists its commands without importing them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = Loading()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list of commands, as the help shows it."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


app = typer.Typer(**PLAIN, cls=Program, context_settings=HELP)


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


@cache
def program() -> Callable[..., Any]:
    """The program as Typer makes it."""
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
