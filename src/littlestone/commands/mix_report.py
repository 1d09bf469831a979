"""The report of `littlestone mix`: the account as plain values, and in words."""

from __future__ import annotations

from math import sqrt
from typing import Any

from rich.console import Console
from rich.text import Text

from ..bound import Certificate
from ..command_line.guarded import lines_of as lines_of_guarantees
from ..command_line.printing import Line, bad_lines, columns, heading, mistakes_line, print_certificates, settings
from ..errors import LittlestoneError
from ..support.words import amount, counted

MOST = 12  # experts that are shown, those of most weight
TERMS = 6  # experts of the best mixture that are printed
NUMBER = 14  # how wide a column of numbers is
UNPROVED = "experts slept: this is the best that a search found, and nothing is proved of it"
BEST = "best expert, "
NAME = 34  # how wide the column of names is at most


def account_of(game: Any, source: Any, truth: str, interrupted: bool, theorems: str = "quick") -> dict[str, Any]:
    """The account of a game of advice, with the best expert and the best mixture in hindsight."""
    ledger = game.ledger
    known = ledger.as_dict(theorems)
    square = ledger.price.name == "square"
    rounds = max(1, ledger.labelled)
    heard = dict(zip(ledger.names, ledger.heard, strict=False))
    best = ledger.best_expert
    account: dict[str, Any] = {
        "source": source.name,
        "truth": truth,
        **known,
        "unlabelled": ledger.forgotten,
        "loss": ledger.loss,
        "loss_name": ledger.price.full_name,
        "mean_loss": ledger.loss / rounds,
        "rmse": ledger.rmse if square else None,
        "awake": {name: int(count) for name, count in heard.items()},
        "oracle": {"best_expert": known["experts"].get(best), "convex": None},
        "regret": {"best_expert": ledger.best_regret if ledger.labelled else None, "convex": None},
        "best_expert": {"name": best or None, "rounds": int(heard.get(best, 0))},
        "convex": None,
        "bad_lines": source.bad,
        "complaints": source.complaints,
        "interrupted": interrupted,
    }
    if square:
        account["expert_rmse"] = {
            name: sqrt(total / heard[name]) if heard[name] else None for name, total in known["experts"].items()
        }
        account["best_expert"]["rmse"] = account["expert_rmse"].get(best)
    try:
        mixture = ledger.regret.comparator("convex")
    except LittlestoneError as error:
        account["convex_reason"] = str(error)
        return account
    account["oracle"]["convex"] = mixture.loss
    account["regret"]["convex"] = ledger.own - mixture.loss
    account["convex"] = {
        "weights": dict(zip(ledger.names, mixture.weights.tolist(), strict=False)),
        "gap": mixture.gap,
        **({"rmse": mixture.rmse} if square else {}),
        **({"note": mixture.detail["note"]} if "note" in mixture.detail else {}),
    }
    return account


def print_mix(account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the account: what was paid, every expert, hindsight, and what the theorems say."""
    console = Console(highlight=False)
    heading(console, f"{account['learner']} on {account['source']}")
    columns(console, played(account))
    if account["labelled"]:
        longest = max(map(len, [*account["experts"], BEST + account["best_expert"]["name"]]))
        widths = (max(16, min(NAME, longest)), NUMBER)
        print_experts(console, account, *widths)
        print_hindsight(console, account, *widths)
    print_certificates(console, certificates)


def played(account: dict[str, Any]) -> list[Line]:
    """The lines about the game."""
    judged = account["labelled"]
    ended = ", then interrupted" if account["interrupted"] else ""
    lines = [("parameters", settings(account["parameters"]) or "none", "")]
    lines += [("rounds", f"{account['rounds']:,}{ended}", "")]
    if not account["rounds"]:
        lines.append(("", f"there were no forecasts in {account['source']}", ""))
    if judged and "mistakes" in account:
        lines.append(mistakes_line(account["mistakes"], judged))
        lines.append(("expected", f"{amount(account['expected_mistakes'])} mistakes over the coin", ""))
    elif judged:
        root = "" if account["rmse"] is None else f", rmse {amount(account['rmse'])}"
        mean = f"{amount(account['loss'])}, {amount(account['mean_loss'])} a round{root}"
        lines.append((f"{account['loss_name']} loss", mean, ""))
    if account["parameters"].get("gradient"):
        lines.append(("charged", "by the slope of the loss at the guess, so as to rival the best mixture", ""))
    if account["longest_delay"]:
        mean = f"{account['total_delay'] / judged:.4g}"
        late = counted(account["longest_delay"], "round")
        lines.append(("delay", f"truths came up to {late} late, {mean} on average", ""))
        how = "expected_mistakes" if "mistakes" in account else "loss"
        given = account[how]
        order, late = account["in_order"][how], account["lateness"][how]
        lines.append(("", f"{amount(given)} paid = {amount(order)} in order + {amount(late)} for lateness", ""))
    if account["unlabelled"]:
        lines.append(("no truth", f"{counted(account['unlabelled'], 'round')}, forecast and not judged", ""))
    if account["open"]:
        lines.append(("waiting", f"{counted(account['open'], 'round')} without their truth yet", ""))
    return lines + lines_of_guarantees(account) + bad_lines(account)


def print_experts(console: Console, account: dict[str, Any], left: int, width: int) -> None:
    """Print what every expert paid and the weight it has now."""
    roots, awake = account.get("expert_rmse"), account["awake"]
    slept = any(count < account["labelled"] for count in awake.values())
    titles = ["loss", "rmse" if roots else "a round", "weight", *(["awake"] if slept else [])]
    table_line(console, "expert", titles, left, width, "bold")
    order = sorted(account["experts"], key=lambda name: (-account["weights"].get(name, 0.0), name))
    for name in order[:MOST]:
        paid = account["experts"][name]
        mean = (roots[name] if roots else paid / max(1, awake[name])) if awake[name] else None
        cells = [amount(paid), "" if mean is None else amount(mean), f"{account['weights'].get(name, 0.0):.3f}"]
        table_line(console, name, [*cells, *([f"{awake[name]:,}"] if slept else [])], left, width)
    if len(order) > MOST:
        console.print(Text(f"  and {len(order) - MOST:,} more"))


def print_hindsight(console: Console, account: dict[str, Any], left: int, width: int) -> None:
    """Print the comparators: the best expert and the best mixture."""
    roots = "expert_rmse" in account
    table_line(console, "in hindsight", ["loss", "rmse" if roots else "a round", "regret"], left, width, "bold")
    mixture = account["convex"]
    rivals = [(BEST + account["best_expert"]["name"], "best_expert", account["best_expert"])]
    rivals += [("best mixture", "convex", mixture)] if mixture else []
    for words, key, detail in rivals:
        paid = account["oracle"][key]
        mean = detail["rmse"] if roots else paid / detail.get("rounds", account["labelled"])
        table_line(console, words, [amount(paid), amount(mean), amount(account["regret"][key])], left, width)
    if not mixture:
        columns(console, [("best mixture", account["convex_reason"], "")])
        return
    shares = sorted(mixture["weights"].items(), key=lambda pair: -pair[1])
    terms = [f"{share:.3f} {name}" for name, share in shares if share >= 0.0005]
    more = f" + {len(terms) - TERMS} more" if len(terms) > TERMS else ""
    columns(
        console,
        [("", " + ".join(terms[:TERMS]) + more, ""), *([("", UNPROVED, "")] if "note" in mixture else [])],
    )


def table_line(console: Console, name: str, cells: list[str], left: int, width: int, style: str = "") -> None:
    """Print a line of a table; a heading in bold, after an empty line."""
    shown = name if len(name) <= left else name[: left - 3] + "..."
    numbers = "".join(f"{cell:>{width}}" for cell in cells)
    if style:
        console.print()
    indent = "" if style else "  "
    console.print(Text(f"{indent}{shown}".ljust(left + 2) + numbers, style=style), soft_wrap=True)
