"""Logs of actions on the command line: what a file is, what policies would have cost on it, and that in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from rich.console import Console

from ..bandits.off_policy import OffPolicy
from ..errors import BadFile, BadParameter
from ..formats.folders import every_file
from ..formats.tables.action_events import ActionEvents, are_events
from ..formats.text.logged_actions import LoggedActions, are_logged
from ..formats.text.text_file import TextFile
from .printing import bad_lines, columns, heading

HEAD = 1 << 16  # bytes in which a log is known


class ActionLog(NamedTuple):
    """A log of actions: what they are called, whether they have features, and between which costs lie.

    VW text has costs; events have rewards, which are read as costs times -1.
    """

    source: Any
    actions: list[Any]
    choices: bool
    low: float
    high: float

    @property
    def rewards(self) -> bool:
        """Does the log have rewards, and not costs?"""
        return isinstance(self.source, ActionEvents)

    def rounds(self, limit: int | None) -> Iterator[Any]:
        """The rounds, up to the limit."""
        return islice(self.source, limit)

    def account(self, values: dict[str, OffPolicy], alpha: float, least_chance: float | None) -> dict[str, Any]:
        """What the policies would have cost, or brought, as a dict for JSON."""
        source = self.source
        return {
            "source": source.name,
            "rounds": next(iter(values.values())).count,
            "actions": len(self.actions),
            "adf": self.choices,
            "unit": "reward" if self.rewards else "cost",
            "alpha": alpha,
            "least_chance": least_chance,
            "policies": {title: self.in_units(value.as_dict()) for title, value in values.items()},
            "unlabelled": source.unlabelled,
            "bad_lines": source.bad if source.skip_bad else 0,
            "complaints": source.complaints if source.skip_bad else [],
        }

    def in_units(self, account: dict[str, Any]) -> dict[str, Any]:
        """The account of a policy with costs, or rewards, as the log has them, in place of losses from 0 to 1."""
        return {**account, "ips": self.in_unit(account["ips"]), "snips": self.in_unit(account["snips"])}

    def in_unit(self, value: dict[str, float]) -> dict[str, float]:
        """An estimate and its limits."""
        span = self.high - self.low
        costs = {name: self.low + span * number for name, number in value.items()}
        if not self.rewards:
            return costs
        return {"estimate": 0.0 - costs["estimate"], "low": 0.0 - costs["high"], "high": 0.0 - costs["low"]}


def is_log(file: str) -> bool:
    """Does a file look like a log of actions?"""
    head = TextFile(every_file([file])[0]).head(HEAD) or b""
    return are_logged(head) or are_events(head)


def open_log(
    file: str,
    *,
    low: float,
    high: float,
    adf: bool | None = None,
    actions: list[Any] | None = None,
    limit: int | None = None,
    skip_bad: bool = False,
) -> ActionLog:
    """A file as a log of actions; low and high are of its costs or rewards, whichever it has."""
    if not low < high:
        raise BadParameter(f"costs and rewards lie from low to high, and low is less: not from {low!r} to {high!r}")
    if are_events(TextFile(file).head(HEAD) or b""):
        events = ActionEvents(file, actions=actions, skip_bad=skip_bad)
        if actions is None:
            check_repeatable(events)
        if not events.named():
            raise BadFile(f"{events.name} has no round with an action")
        return ActionLog(events, events.named(), events.has_blocks(), 0.0 - high, 0.0 - low)
    source = LoggedActions(file, adf=adf, skip_bad=skip_bad)
    source.adf = source.has_blocks() if adf is None else adf
    if actions is None:
        check_repeatable(source)
        counts = (len(one.choices) if one.choices is not None else one.action + 1 for one in islice(source, limit))
        actions = list(range(1, 1 + max(counts, default=0)))
    if not actions:
        raise BadFile(f"{source.name} has no round with a label action:cost:probability")
    return ActionLog(source, actions, source.adf, low, high)


def check_repeatable(source: TextFile) -> None:
    """Raise if a file cannot be read twice, so that its actions cannot be counted."""
    if not source.repeatable:
        raise BadParameter(
            f"{source.name} can be read only once, so the number of actions has to be said: --actions K, or a saved "
            "game that goes on"
        )


def print_replayed(account: dict[str, Any]) -> None:
    """Print the account of a log in words."""
    console = Console(highlight=False)
    heading(console, f"{account['source']}: {account['rounds']:,} rounds of {account['actions']} actions")
    chance = f"{100 * (1 - account['alpha']):g} %"
    unit, least = account["unit"], account["least_chance"]
    lines = [("interval", f"holds the mean {unit} at all times with chance {chance} (empirical Bernstein)", "")]
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
