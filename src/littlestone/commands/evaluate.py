"""`littlestone evaluate`: what policies would have cost on logged actions."""

from __future__ import annotations

from typing import Annotated

import typer

from ..command_line.options import Json, Limit, Quiet

EXAMPLES = """\b
Examples:
  littlestone evaluate log.vw
  littlestone evaluate log.vw --policy scale-free --policy always:2 --alpha 0.01
  littlestone evaluate clicks.cb.gz --least-chance 0.02 --low -1 --high 0
  littlestone evaluate ranked.adf --adf --policy ogd:loss=square
  littlestone evaluate log.vw --policy game.npz
"""


def evaluate(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A log in VW's cb or cb_adf text (.gz, .bz2, .xz, .zst too); '-' is standard input."
        ),
    ],
    policy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="logged, uniform, always:N, a learner with settings, such as scale-free:bias=1, which learns as it "
            "goes, or a saved game of `bandit`; may be given again.",
        ),
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="A", help="The chance that an interval ever fails.")] = 0.05,
    least_chance: Annotated[
        float | None,
        typer.Option(metavar="P", help="The least chance that the log could have; self-normalised intervals need it."),
    ] = None,
    low: Annotated[float, typer.Option(metavar="X", help="The least cost there can be.")] = 0.0,
    high: Annotated[float, typer.Option(metavar="X", help="The largest cost there can be.")] = 1.0,
    actions: Annotated[
        int | None, typer.Option(min=1, metavar="K", help="How many actions there are; else the file is read twice.")
    ] = None,
    adf: Annotated[
        bool | None,
        typer.Option("--adf/--no-adf", help="A round is a block of lines, one an action; found out if not given."),
    ] = None,
    limit: Limit = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out rounds that are wrong, and count them.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Say what policies would have cost on a log of actions.

    Each round of the log has what was done, what it cost and the chance it was drawn with. A policy's cost is estimated
    by inverse propensity scores (IPS) and by self-normalised ones (SNIPS), each with a confidence sequence: with chance
    1 - alpha it holds the true mean at every moment, so that one may look as often as one likes.
    """
    from ..command_line.printing import print_account
    from ..command_line.progress import saying
    from .evaluate_report import evaluated, print_evaluated

    with saying("replaying the log", not quiet):
        account = evaluated(
            file,
            policy or [],
            alpha=alpha,
            least_chance=least_chance,
            low=low,
            high=high,
            K=actions,
            adf=adf,
            limit=limit,
            skip_bad=skip_bad,
        )
    print_account(account, lambda: print_evaluated(account), json=json, shown=not quiet)
    return 0
