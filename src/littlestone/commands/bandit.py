"""`littlestone bandit`: a learner of actions, which is told the reward of what it did and of nothing else."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.options import Json, Limit, Promise, Quiet, Resume, Seed, Settings, Theorems, reads_examples
from ..command_line.reading import Reading

EXAMPLES = """\b
Examples:
  littlestone bandit arms:0.4,0.5,0.6 --rounds 10000
  littlestone bandit arms:0.9,0.1/0.1,0.9 --learner exp3-ix --promise delta=0.01
  littlestone bandit emails.csv --label spam --set policies=scale-free,adagrad,perceptron
  littlestone bandit letter.scale --labels classes --log log.vw
  littlestone bandit clicks.csv --rewards --learner exp3
  littlestone bandit ads.csv --label clicked --asked-at shown --known-at settled
  littlestone evaluate log.vw

\b
Learners: exp3, exp3-ix, tsallis-inf, exp4 (learners as policies), epsilon-greedy.
"""


@reads_examples(without=("id", "weight", "as_events", "scale", "standardise"))
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
    theorems: Theorems = "quick",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Play bandits: in every round one action, and only its reward.

    FILE is one of three. Labelled examples: the actions are the labels, and the right one brings 1; of the label
    nothing is told but whether it was hit. A table of rewards, with --rewards. Or arms:0.4,0.6, actions that bring 1
    with these chances; a slash begins chances for the next part of the rounds. The receipt says what was done, the
    regret by estimates, and the true one, which here is known; the learner is never told.
    """
    from ..command_line.exits import exit_code
    from ..command_line.printing import print_account
    from ..command_line.progress import saying
    from ..command_line.saved import keep_apart, saved
    from .bandit_play import Wanted, play_rounds, print_bandit, table_for

    keep_apart([reading.file, resume], {"--log": log})
    wanted = Wanted(learner, set_, promise, low, high, seed)
    table = table_for(reading, rewards, rounds, not quiet)
    game = table.resumed(resume, wanted) if resume else table.fresh(wanted)
    interrupted = play_rounds(game, table, limit, log, not quiet)
    safe = saved(game, save)
    with saying("asking the theorems", not quiet):
        certificates = game.ledger.certify(theorems)
        account = {"source": table.name, **game.ledger.as_dict(theorems), "interrupted": interrupted}
    print_account(account, lambda: print_bandit(game, account, certificates), json=json, shown=not quiet)
    return exit_code(certificates, interrupted, safe)
