"""The report of `littlestone play`: the account of a game as plain values, and in words."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from ..account import Account
from ..bound import Certificate
from ..command_line.clock import in_words as in_seconds
from ..command_line.guarded import lines_of as lines_of_guarantees
from ..command_line.post import lines_of as lines_of_labels
from ..command_line.printing import Line, bad_lines, columns, heading, mistakes_line, print_certificates, settings
from ..command_line.progress import best_constant_loss
from ..rows.class_ledger import ClassLedger
from ..rows.number_ledger import NumberLedger
from ..support.words import amount, counted

CLASSES = 6  # classes that are shown, the most frequent


def account_of(game: Any, stream: Any, interrupted: bool, test_only: bool, theorems: str) -> dict[str, Any]:
    """The account as plain values."""
    ledger = game.ledger
    judged = max(1, ledger.labelled)
    return {
        "source": stream.name,
        **ledger.as_dict(theorems),
        "mean_loss": ledger.loss / judged,
        "best_constant_loss": best_constant_loss(ledger),
        "columns": len(game.features) or None,
        "names_shared": game.features.shared,
        "unlabelled": ledger.forgotten,
        "bad_lines": getattr(stream.source, "bad", 0),
        "complaints": list(getattr(stream.source, "complaints", ())),
        "passes": stream.passes,
        "shuffled": stream.shuffle,
        "learned": not test_only,
        "interrupted": interrupted,
    }


def print_play(game: Any, account: dict[str, Any], certificates: list[Certificate]) -> None:
    """Print the account of a game and what every theorem says of it."""
    console = Console(highlight=False)
    heading(console, f"{game.learner.title} on {account['source']}")
    columns(console, lines_of(game, account))
    print_certificates(console, certificates, known=bool(game.ledger.bounds or game.learner.bounds()))


def lines_of(game: Any, account: dict[str, Any]) -> list[Line]:
    """The lines of the account."""
    ledger = game.ledger
    lines: list[Line] = [("parameters", settings(ledger.learner.parameters()) or "none", "")]
    if not account["learned"]:
        lines.append(("test", "nothing was learned, mistakes were only counted", ""))
    if "labels_taken_for" in account:
        lines.append(("labels", account["labels_taken_for"], ""))
    lines.append(("rounds", rounds(ledger, account), ""))
    if not ledger.rounds:
        lines.append(("", f"there were no examples in {account['source']}", ""))
    if ledger.labelled:
        lines += numbers(ledger) if isinstance(ledger, NumberLedger) else classes(ledger, account)
    if ledger.labelled and account["learned"]:
        lines.append(("updates", f"{ledger.updates:,}", ""))
    if ledger.learner.randomised:
        lines.append(("expected", f"{amount(ledger.expected)} mistakes over the coin", ""))
    if ledger.labelled and not isinstance(ledger, NumberLedger) and ledger.price.name != "mistake":
        lines.append((f"{ledger.price.name} loss", losses(ledger, account["best_constant_loss"]), ""))
    if ledger.weights is not None:
        lines.append(("weights", ledger.weights.in_words(ledger.learner), ""))
    if ledger.metrics:
        lines += [(name, words, "") for name, words in ledger.metrics.in_words().items()]
    lines += [("" if k else "members", words, "") for k, words in enumerate(ledger.learner.rule.account_lines())]
    if game.features.hashing:
        lines.append(("columns", f"{len(game.features):,}, into which names are hashed", ""))
    if game.features.shared:
        most, shared = game.features.max_names, game.features.shared
        lines.append(
            ("names", f"{most:,} have a column each; later ones were met {shared:,} times, and share some", "")
        )
    if ledger.longest_delay:
        mean = ledger.total_delay / ledger.labelled
        lines.append(
            ("delay", f"labels came up to {counted(ledger.longest_delay, 'round')} late, {mean:.4g} on average", "")
        )
    if ledger.in_order is not ledger:
        lines.append(("in order", ledger.split(), ""))
        if not isinstance(ledger, NumberLedger) and ledger.price.name != "mistake":
            lines.append(("", Account.split(ledger), ""))
    if ledger.forgotten:
        lines.append(("unlabelled", f"{counted(ledger.forgotten, 'round')}, predicted and not judged", ""))
    if ledger.open:
        lines.append(("waiting", f"{counted(ledger.open, 'round')} without their label yet", ""))
    lines += lines_of_guarantees(account) + lines_of_labels(account) + bad_lines(account)
    if "seconds" in account:
        lines.append(("time", in_seconds(account["seconds"]), ""))
    return lines


def rounds(ledger: Any, account: dict[str, Any]) -> str:
    """The number of rounds, with passes, shuffling and interruption in words."""
    words = f"{ledger.rounds:,}"
    if account["passes"] > 1:
        words += f", in {account['passes']} passes over the file, every one of which counts"
    if account["shuffled"] is not None:
        words += f", shuffled with seed {account['shuffled']}"
    return words + (", then interrupted" if account["interrupted"] else "")


def classes(ledger: Any, account: dict[str, Any]) -> list[Line]:
    """Mistakes, beside those of the best constant answer."""
    judged = ledger.labelled
    lost = "; the learner does worse" if ledger.mistakes > ledger.best_constant else ""
    lines = [mistakes_line(ledger.mistakes, judged)]
    if isinstance(ledger, ClassLedger):
        known = sorted(ledger.classes.items(), key=lambda item: -item[1])
        shown = ", ".join(f"{label} {count:,}" for label, count in known[:CLASSES])
        more = f" and {len(known) - CLASSES} more" if len(known) > CLASSES else ""
        if ledger.mistakes:
            lines.append(("taken", ledger.confused(), ""))
        lines.append(("classes", f"{len(known):,}: {shown}{more}", ""))
        constant = str(known[0][0])
    else:
        wrong = (counted(ledger.false_positives, "false positive"), counted(ledger.false_negatives, "false negative"))
        lines.append(("", ", ".join(wrong), ""))
        constant = ledger.labels.outside(1.0 if 2 * ledger.positives > judged else -1.0)
        if ledger.labels.setting() != [-1, 1]:
            lines.append(("classes", f"{ledger.labels.positive} is +1, {ledger.labels.negative} is -1", ""))
    best = f"{counted(ledger.best_constant, 'mistake')}, by always answering {constant}{lost}"
    return [*lines, ("best constant", best, "")]


def numbers(ledger: NumberLedger) -> list[Line]:
    """What the guesses at numbers cost, beside what the best constant guess would have cost."""
    lines = [(f"{ledger.price.name} loss", losses(ledger, ledger.best_constant_loss), "")]
    if ledger.rmse is not None:
        lines.append(("rmse", amount(ledger.rmse), ""))
    truths = f"from {amount(ledger.least)} to {amount(ledger.most)}, {amount(ledger.mean)} on average"
    return [*lines, ("truths", truths, "")]


def losses(ledger: Any, best: float | None) -> str:
    """A loss in all and in a round, and that of the best constant guess."""
    judged = ledger.labelled
    words = f"{amount(ledger.loss)}, {ledger.loss / judged:.4g} a round"
    if best is None:
        return words
    lost = "; the learner does worse" if ledger.loss > best else ""
    return f"{words}; the best constant loses {best / judged:.4g}{lost}"
