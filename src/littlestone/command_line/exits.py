"""How a command ends: its exit code, and the one line that says what went wrong."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import typer

from ..errors import LittlestoneError, Setting

if TYPE_CHECKING:
    from ..bound import Certificate

CLAIM_FAILED = 1  # a claim of the booklet does not hold, or the text of a game is not what is played
BAD_INPUT = 2  # bad usage, a bad file, or one that could not be written
VIOLATED = 3  # a theorem was violated
INTERRUPTED = 130  # Ctrl-C, 128 and the number of the signal; or SIGTERM
BUG = "a theorem was violated: that is a bug in littlestone, never the data's doing; please report it"
NOT_ITS_RULE = (
    "a theorem was violated: {} has it from the class that it derives from, and does not follow the rule of that; say "
    "theorems = () in your class, or name theorems of its own"
)

ANY = {"label": "COLUMN", "positive": "LABEL"}  # what is said of an option that may have any value

ONE_VS_REST = "classes are learned by --learner one-vs-rest or multiclass-pa1, which find out how many there are"
BANDIT = "a log of actions is evaluated by `littlestone evaluate`, and bandits play by `littlestone bandit`"
CACHE = "`littlestone pack` writes a file that is read as fast as VW's cache"
PROGRESS = "lines of progress come after 1, 2, 4, 8, ... rounds: leave it out"
SHOWN = "`littlestone inspect MODEL` shows a saved game"
SCALES = "what is seen is rescaled by --standardise or --scale"
HELD_OUT = (
    "--holdout N, with --passes, holds out every Nth example, and no more passes are played once these get no better"
)
CURVED = "what is no straight line is learned by --learner forest, and by the committee that plays without --learner"
NGRAMS = (
    "words in a row are features by --text COLUMN --ngrams N, of tables and records; lines of VW text have them or not"
)

EQUIVALENT = {  # options that are not here, most of them Vowpal Wabbit's, and what to do instead
    "--oaa": ONE_VS_REST,
    "--ect": ONE_VS_REST,
    "--csoaa": ONE_VS_REST,
    "--cb": BANDIT,
    "--cb_adf": BANDIT,
    "--cb_explore": BANDIT,
    "--cb_explore_adf": BANDIT,
    "--cb_type": BANDIT,
    "--ftrl": "that learner is --learner ftrl --loss_function logistic --set alpha=1 --set bias=1",
    "--coin": "that learner is --learner coin",
    "--sgd": "that learner is --learner ogd --loss_function logistic -l 0.5 --set bias=1",
    "--adaptive": "that learner is --learner adagrad --loss_function logistic -l 0.5 --set bias=1",
    "--normalized": SCALES,
    "--invariant": "that learner is --learner pa1: its step is as long as the example needs",
    "--bfgs": "learners here see a line once: --passes N sees it again",
    "--link": "guesses are written as they are, and beside them a column of chances if --loss_function is logistic",
    "--binary": "the label that a guess stands for is written beside it, in the column act",
    "--noconstant": "there is no constant unless --set bias=1 gives one: leave it out",
    "--holdout_off": "nothing is held out unless --holdout N says so: leave it out",
    "--holdout_period": HELD_OUT,
    "--early_terminate": HELD_OUT,
    "--daemon": "`littlestone serve` answers over HTTP, by a game that was saved if it is given one",
    "--nn": CURVED,
    "--lrq": "products of two namespaces are -q AB; " + CURVED,
    "--boosting": CURVED,
    "--hash": "names are hashed by murmur3 where -b N is given, and have a column each without",
    "--keep": "columns are left out by --drop, in tables and records; of VW text all namespaces are read",
    "--total": "a model of many shards of a file is learned by `littlestone train`",
    "--cache_file": CACHE,
    "--cache": CACHE,
    "-c": CACHE,
    "-k": "there is no cache to kill: leave it out",
    "--kill_cache": "there is no cache to kill: leave it out",
    "-P": PROGRESS,
    "--progress": PROGRESS,
    "--l1": "the learner ftrl has it: --learner ftrl --set l1=...",
    "--l2": "the learner ftrl has it: --learner ftrl --set l2=...",
    "--power_t": "the rate of the learner ogd falls like 1/sqrt(t) by --set rate=root",
    "--quantile_tau": "the loss has it in its name: --loss_function quantile:0.9",
    "--readable_model": SHOWN,
    "--invert_hash": SHOWN,
    "--audit": SHOWN,
    "-a": SHOWN,
    "--raw_predictions": "guesses are written as they are: -p FILE",
    "-r": "guesses are written as they are: -p FILE",
    "--final_regressor": "the game is saved by -f MODEL, or --save MODEL",
    "--initial_regressor": "a saved game goes on by -i MODEL, or --resume MODEL",
    "--save_resume": "a saved game holds all that is needed to go on: leave it out",
    "--testonly": "-t, or --test-only, learns nothing",
    "--bit_precision": "names are hashed by -b N, or --hash-bits N",
    "--random_seed": "the seed of all that is random is --seed N",
    "--cubic": "products of three namespaces are -q ABC, or --interactions A*B*C",
    "--quadratic": "products of two namespaces are -q AB, or --interactions A*B",
    "--ignore": "columns are left out by --drop, in tables and records; of VW text all namespaces are read",
    "--ngram": NGRAMS,
    "--skips": NGRAMS,
    "--target": "the column of the labels is --label COLUMN",
    "--sep": "the character between cells is --delimiter CHAR",
    "--epochs": "a file is played again by --passes N",
    "--sample_weight": "how much an example counts is the column --weight COLUMN",
    "--model": "a game is saved by --save MODEL, and goes on by --resume MODEL",
    "--output": "guesses are written by --predictions FILE",
    "--test": "a saved game guesses a file by `littlestone predict MODEL FILE`",
}


def complain(words: str) -> None:
    """Print one line on standard error."""
    print("littlestone: " + " ".join(words.split()), file=sys.stderr)


def exit_code(
    certificates: Iterable[Certificate], interrupted: bool = False, saved: bool = True, own: str | None = None
) -> int:
    """The exit code of a game: perhaps not to its end, perhaps not `saved`; a violated theorem is reported.

    `own` is the name of who played, if that is a learner of the user's own.
    """
    if any(certificate.violated for certificate in certificates):
        complain(BUG if own is None else NOT_ITS_RULE.format(own))
        return VIOLATED
    if not saved:
        return BAD_INPUT
    return INTERRUPTED if interrupted else 0


def ended(command: Callable[[], Any]) -> int:
    """Run a command; its exit code. Whatever goes wrong, Ctrl-C apart, is reported in one line."""
    try:
        return int(command() or 0)
    except LittlestoneError as error:
        complain(in_options(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except OSError as error:
        name = error.filename or "standard output"  # files that are written are named
        complain(f"{name}: {error.strerror}" if error.strerror else str(error))
    except Exception as error:
        usage = getattr(error, "format_message", None)  # of typer's own errors, whichever version raised them
        if usage is None:
            raise
        complain(with_equivalent(usage()))
    return BAD_INPUT


def with_equivalent(message: str) -> str:
    """A message about an option that there is none, with what to do instead if that is known."""
    found = re.match(r"No such option: (-\w|--[\w-]+)", message)
    name = found[1] if found else ""
    known = EQUIVALENT.get("--" + name[2:].replace("-", "_") if name.startswith("--") else name)
    return f"{found[0]}; {known}" if found and known else message


def in_options(error: LittlestoneError) -> str:
    """The message of an error as the command line puts it: the settings that it names are options."""
    message = str(error)
    for setting in error.settings:
        message = message.replace(str(setting), setting.option.format(as_option(setting)), 1)
    return message


def as_option(setting: Setting) -> str:
    """A setting as an option with its value."""
    value = ANY.get(setting.name, "...") if setting.value is ... else setting.value
    words = "none" if value is None else ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return f"--{setting.name.replace('_', '-')} {words}".strip()
