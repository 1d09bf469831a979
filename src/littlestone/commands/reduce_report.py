"""The report of `littlestone reduce`: the account in words."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from ..command_line.printing import Line, columns, heading, settings
from ..support.words import counted

SHOWN = 8  # counterexamples that are printed
BATCH = {
    "majority": "the vote of all hypotheses errs at most twice as often as they do",
    "random": "a hypothesis drawn from all of them errs on average as often as they do",
}


def print_reduction(account: dict[str, Any]) -> None:
    """Print the account in words."""
    console = Console(highlight=False)
    heading(console, f"{account['learner']} on {account['source']}, reduced to {account['to']} by {account['by']}")
    lines: list[Line] = [("parameters", settings(account["parameters"]) or "none", "")]
    examples = f"{account['examples']:,}" + (f", labelled by {account['target']}" if account["target"] else "")
    lines.append(("examples", examples, ""))
    lines += {"pac": pac_lines, "queries": query_lines, "batch": batch_lines}[account["to"]](account)
    if account["hypothesis"] is not None:
        lines.append(("hypothesis", account["hypothesis"], ""))
    columns(console, lines)


def bound_line(account: dict[str, Any]) -> list[Line]:
    """The mistake bound, and where it comes from."""
    if account["mistake_bound"] is None:
        return [("mistake bound", "none is known", "")]
    whence = "the exact worst case on the class" if account["bound_searched"] else "as given"
    return [("mistake bound", f"{account['mistake_bound']:,}, {whence}", "")]


def pac_lines(account: dict[str, Any]) -> list[Line]:
    """What was drawn, and what is promised of the hypothesis."""
    return [
        *bound_line(account),
        ("drawn", f"{account['samples']:,} examples of at most {account['samples_allowed']:,}", ""),
        ("mistakes", f"{account['mistakes']:,}", ""),
        promise_line(account),
    ]


def promise_line(account: dict[str, Any]) -> Line:
    """The error of the hypothesis, beside the one that is allowed."""
    epsilon, delta, error = account["epsilon"], account["delta"], account["error"]
    if error <= epsilon:
        return ("error", f"{error:.4g} of {epsilon:g} allowed, but for chance {delta:g}", "green")
    return ("error", f"{error:.4g}, above {epsilon:g}: that happens with chance {delta:g} at most", "yellow")


def query_lines(account: dict[str, Any]) -> list[Line]:
    """What was asked and answered."""
    most = "" if account["queries_allowed"] is None else f" of at most {account['queries_allowed']:,}"
    lines = [*bound_line(account), ("queries", f"{account['queries']:,}{most}", "")]
    path, labels = account["path"], account["labels"]
    shown = [f"{point} is {y:+d}" for point, y in zip(path or (), labels, strict=False)]
    more = f" and {len(shown) - SHOWN:,} more" if len(shown) > SHOWN else ""
    said = f": {', '.join(shown[:SHOWN])}{more}" if shown else ""
    lines.append(("counterexamples", f"{account['counterexamples']:,}{said}", ""))
    if "samples" in account:
        lines += [("drawn", f"{account['samples']:,} examples", ""), promise_line(account)]
    else:
        lines.append(("error", f"{account['error']:.4g} on all {account['tested_on']:,} examples", ""))
    back = counted(account["mistakes_played_back"], "mistake")
    return [*lines, ("played back", f"{back} in one pass over the examples, as a learner by queries plays them", "")]


def batch_lines(account: dict[str, Any]) -> list[Line]:
    """What was played, and what is known of the hypothesis made of it."""
    rate = f"{100 * account['mean_error']:.2f} %"
    hypotheses = account["hypotheses"]
    words = f"{hypotheses:,} " + ("hypothesis" if hypotheses == 1 else "hypotheses")
    lines = [
        ("rounds", f"{account['rounds']:,}, with {words}", ""),
        ("mistakes", f"{account['mistakes']:,}; M/T = {rate} is the regret a round where some hypothesis fits all", ""),
    ]
    if account["bound"] is None:
        bound = "none of mistakes: the mean is bounded in a convex loss"
    else:
        bound = f"{account['bound']:.4g} but for chance {account['delta']:g}, if examples are drawn independently: "
        bound += BATCH[account["by"]]
    lines.append(("bound", bound, ""))
    if account["error"] is not None:
        lines.append(("error", f"{account['error']:.4g}, {account['errors']:,} of {account['tested_on']:,}", "bold"))
    return lines
