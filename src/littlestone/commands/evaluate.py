"""`littlestone evaluate`: what policies would have cost on logged actions."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from ..bandits.action_game import ActionGame
from ..bandits.replayed_policies import OfGame, Policy, replay
from ..command_line.action_logs import ActionLog, open_log, print_replayed
from ..command_line.options import Json, Limit, Quiet
from ..command_line.printing import print_account
from ..command_line.progress import saying
from ..errors import BadParameter
from ..store import load

EXAMPLES = """\b
Examples:
  littlestone evaluate log.vw
  littlestone evaluate log.vw --policy scale-free --policy always:2 --alpha 0.01
  littlestone evaluate clicks.cb.gz --least-chance 0.02 --low -1 --high 0
  littlestone evaluate ranked.adf --adf --policy linucb --policy ogd:loss=square -q ua
  littlestone evaluate log.vw --policy game.npz
"""
FEW = 10  # actions up to which each is evaluated by itself


def evaluate(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A log in VW's cb or cb_adf text, or of events (.gz, .bz2, .xz, .zst too); '-' is standard input.",
        ),
    ],
    policy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="logged, uniform, always:N, a learner with settings, such as linucb:alpha=0.3 or scale-free:bias=1, "
            "which learns as it goes, or a saved game of `bandit`; may be given again.",
        ),
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="A", help="The chance that an interval ever fails.")] = 0.05,
    least_chance: Annotated[
        float | None,
        typer.Option(metavar="P", help="The least chance that the log could have; self-normalised intervals need it."),
    ] = None,
    low: Annotated[
        float, typer.Option(metavar="X", help="The least cost there can be; of events the least reward.")
    ] = 0.0,
    high: Annotated[
        float, typer.Option(metavar="X", help="The largest cost there can be; of events the largest reward.")
    ] = 1.0,
    actions: Annotated[
        int | None, typer.Option(min=1, metavar="K", help="How many actions there are; else the file is read twice.")
    ] = None,
    interactions: Annotated[
        list[str] | None,
        typer.Option(
            "--interactions",
            "-q",
            metavar="GROUPS",
            help="Products of features for the policies that are named: two groups with a * between them, such as "
            "user*article, or the first letters of namespaces, such as ua; may be given again.",
        ),
    ] = None,
    adf: Annotated[
        bool | None,
        typer.Option("--adf/--no-adf", help="A round is a block of lines, one an action; detected if not given."),
    ] = None,
    limit: Limit = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out rounds that are wrong, and count them.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Say what policies would have cost on a log of actions.

    Each round of the log has what was done, what it cost, or in events what it brought, and the chance it was drawn
    with. A policy's cost is estimated by inverse propensity scores (IPS) and by self-normalised ones (SNIPS), each with
    a confidence sequence: with chance 1 - alpha it holds the true mean at every moment, so that one may look as often
    as one likes.
    """
    with saying("replaying the log", not quiet):
        numbered = None if actions is None else list(range(1, actions + 1))
        log = open_log(file, low=low, high=high, adf=adf, actions=numbered, limit=limit, skip_bad=skip_bad)
        account = log.account(
            replay(
                log.rounds(limit),
                policies_for(log, policy or []),
                K=len(log.actions),
                choices=log.choices,
                low=log.low,
                high=log.high,
                alpha=alpha,
                least_chance=least_chance,
                interactions=interactions or (),
            ),
            alpha,
            least_chance,
        )
    print_account(account, lambda: print_replayed(account), json=json, shown=not quiet)
    return 0


def policies_for(log: ActionLog, named: list[str]) -> list[str | Policy]:
    """The policies that are named, or if none is what was done, any action, and where they are few each of them."""
    if named:
        return [saved(text) if os.path.isfile(text) else text for text in named]
    K = len(log.actions)
    usual: list[str | Policy] = ["logged", "uniform"]
    if not log.choices and K <= FEW:
        usual += [f"always:{action}" for action in range(1, K + 1)]
    return usual


def saved(path: str) -> Policy:
    """The policy of a saved game of actions."""
    game = load(path)
    if not isinstance(game, ActionGame):
        raise BadParameter(f"the game in {path} is not of actions: only those that `littlestone bandit` saves are")
    return OfGame(path, game)
