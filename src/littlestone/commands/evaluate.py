"""`littlestone evaluate`: what policies would have cost on logged actions."""

from __future__ import annotations

import os
from contextlib import closing
from itertools import islice
from typing import Annotated, Any

import typer
from rich.console import Console

from ..bandits.action_game import ActionGame
from ..bandits.replayed_policies import OfGame, Policy, replay
from ..command_line.options import Json, Limit, Quiet
from ..command_line.printing import bad_lines, columns, heading, print_account
from ..command_line.progress import saying
from ..errors import BadFile, BadParameter
from ..formats.text.logged_actions import LoggedActions
from ..store import load

EXAMPLES = """\b
Examples:
  littlestone evaluate log.vw
  littlestone evaluate log.vw --policy scale-free --policy always:2 --alpha 0.01
  littlestone evaluate clicks.cb.gz --least-chance 0.02 --low -1 --high 0
  littlestone evaluate ranked.adf --adf --policy ogd:loss=square
  littlestone evaluate log.vw --policy game.npz
"""
FEW = 10  # actions up to which each is evaluated by itself


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

    Each round of the log has what was done, what it cost and the chance it was drawn with. A policy's cost is estimated
    by inverse propensity scores (IPS) and by self-normalised ones (SNIPS), each with a confidence sequence: with chance
    1 - alpha it holds the true mean at every moment, so that one may look as often as one likes.
    """
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


def evaluated(
    file: str,
    policies: list[str],
    *,
    alpha: float,
    least_chance: float | None,
    low: float,
    high: float,
    K: int | None,
    adf: bool | None,
    limit: int | None,
    skip_bad: bool,
) -> dict[str, Any]:
    """The account of all policies, as a dict for JSON."""
    source = LoggedActions(file, adf=adf, skip_bad=skip_bad)
    choices = source.has_blocks() if adf is None else adf
    source.adf = choices
    if K is None:
        if not source.repeatable:
            raise BadParameter(
                f"{source.name} can be read only once, so the number of actions has to be said: --actions K"
            )
        counts = [len(one.choices) if one.choices is not None else one.action + 1 for one in islice(source, limit)]
        K = max(counts, default=0)
    if not K:
        raise BadFile(f"{source.name} has no round with a label action:cost:probability")
    usual = ["logged", "uniform"]
    if not choices and K <= FEW:
        usual += [f"always:{action}" for action in range(1, K + 1)]
    given: list[str | Policy] = [saved(text) if os.path.isfile(text) else text for text in policies or usual]
    with closing(iter(source)) as rounds:
        values = replay(
            islice(rounds, limit),
            given,
            K=K,
            choices=choices,
            low=low,
            high=high,
            alpha=alpha,
            least_chance=least_chance,
        )
    span = high - low

    def in_units(value: dict[str, float]) -> dict[str, float]:
        return {name: low + span * number for name, number in value.items()}

    accounts = {}
    for title, value in values.items():
        plain = value.as_dict()
        accounts[title] = {**plain, "ips": in_units(plain["ips"]), "snips": in_units(plain["snips"])}
    return {
        "source": source.name,
        "rounds": next(iter(values.values())).count,
        "actions": K,
        "adf": choices,
        "alpha": alpha,
        "least_chance": least_chance,
        "policies": accounts,
        "unlabelled": source.unlabelled,
        "bad_lines": source.bad if skip_bad else 0,
        "complaints": source.complaints if skip_bad else [],
    }


def saved(path: str) -> Policy:
    """The policy of a saved game of actions."""
    game = load(path)
    if not isinstance(game, ActionGame):
        raise BadParameter(f"the game in {path} is not of actions: only those that `littlestone bandit` saves are")
    return OfGame(path, game)


def print_evaluated(account: dict[str, Any]) -> None:
    """Print the account in words."""
    console = Console(highlight=False)
    heading(console, f"{account['source']}: {account['rounds']:,} rounds of {account['actions']} actions")
    chance = f"{100 * (1 - account['alpha']):g} %"
    least = account["least_chance"]
    lines = [("interval", f"holds the mean cost at all times with chance {chance} (empirical Bernstein)", "")]
    if account["unlabelled"]:
        lines.append(("without label", f"{account['unlabelled']:,}, left out", ""))
    columns(console, lines + bad_lines(account))
    for title, found in account["policies"].items():
        console.print()
        heading(console, title)
        weight = "" if found["mean_weight"] is None else f", their weights {found['mean_weight']:.3g} on average"
        columns(
            console,
            [
                ("IPS", interval(found["ips"]), ""),
                ("SNIPS", interval(found["snips"]) if least else f"{found['snips']['estimate']:.4g}", ""),
                ("worth", f"{found['effective']:,.0f} rounds of weight 1{weight}", ""),
            ],
        )


def interval(value: dict[str, float]) -> str:
    """An estimate and its interval in words."""
    return f"{value['estimate']:.4g}, from {value['low']:.4g} to {value['high']:.4g}"
