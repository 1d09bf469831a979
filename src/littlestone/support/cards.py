"""How games, ledgers and certificates look in a notebook: tables in the colours of the page, light or dark."""

from __future__ import annotations

from html import escape
from typing import Any

from .settings import amount

SHELL = (
    '<div style="font:13px/1.5 system-ui,sans-serif;max-width:46em;border:1px solid #8886;border-radius:6px;'
    'padding:10px 14px;margin:4px 0;text-align:left;overflow-x:auto">{}</div>'
)
CELL = "padding:1px 14px 1px 0;text-align:left;vertical-align:top;overflow-wrap:anywhere"
NUMBER = "padding:1px 0 1px 14px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums"
COLOURS = {"holds": "#009E73", "broken premise": "#E69F00", "open": "#888888", "violated": "#D55E00"}
LEFT_OUT = {"learner", "parameters", "best_member"}  # the heading has them
MAY_BE_NONE = {"open", "forgotten", "longest_delay", "total_delay"}  # of most games nothing has to be said
SAME_AS = {"labelled": "rounds", "expected_mistakes": "mistakes"}  # unless it is another number


def card(*parts: str) -> str:
    """Parts in a frame."""
    return SHELL.format("".join(parts))


def heading(text: str, beside: str = "") -> str:
    """What it is about, and something about it in small."""
    small = f' <span style="opacity:.7">{escape(beside)}</span>' if beside else ""
    return f"<div><b>{escape(text)}</b>{small}</div>"


def table(rows: list[tuple[Any, ...]], head: tuple[str, ...] = ()) -> str:
    """Rows of a name and numbers, with a head or without."""
    lines = [tags("th", head)] if head else []
    lines += [tags("td", row) for row in rows]
    return f'<table style="border-collapse:collapse;margin:6px 0;font:inherit">{"".join(lines)}</table>'


def tags(tag: str, row: tuple[Any, ...]) -> str:
    """A row of a table."""
    cells = (f'<{tag} style="{NUMBER if k else CELL}">{escape(shown(cell))}</{tag}>' for k, cell in enumerate(row))
    return f'<tr style="background:transparent">{"".join(cells)}</tr>'


def shown(cell: Any) -> str:
    """A cell as text: numbers as receipts have them."""
    return amount(cell) if isinstance(cell, float) else f"{cell:,}" if isinstance(cell, int) else str(cell)


def certificate_part(one: Any) -> str:
    """A certificate: verdict, theorem, what was paid of what is allowed as a bar, and what it teaches."""
    colour = COLOURS[one.verdict]
    words = escape("; ".join(filter(None, (one.in_words(amount), one.why))))
    share = 0.0 if not one.allowed or one.paid is None else min(max(one.paid / one.allowed, 0.0), 1.0)
    bar = (
        f'<div style="height:6px;border-radius:3px;background:#8884;max-width:24em">'
        f'<div style="height:6px;border-radius:3px;background:{colour};width:{100 * share:.1f}%"></div></div>'
    )
    teaches = f'<div style="opacity:.8">{escape(one.teaches)}</div>' if one.teaches else ""
    return (
        f'<div style="margin-top:8px"><span style="color:{colour};font-weight:600">{one.verdict}</span> '
        f"{escape(one.theorem)}{bar if share else ''}<div>{words}</div>{teaches}</div>"
    )


def account_part(ledger: Any) -> str:
    """The counts of an account, its members if it has some, and its certificates."""
    said = ledger.as_dict()
    counts = [
        (name.replace("_", " "), value)
        for name, value in said.items()
        if isinstance(value, int | float | str) and not isinstance(value, bool) and name not in LEFT_OUT
        if not (name in MAY_BE_NONE and value == 0) and value != said.get(SAME_AS.get(name, ""))
    ]
    counts += [(name, value) for name, value in said.get("metrics", {}).items() if value is not None]
    loss = said.get("loss")
    if isinstance(loss, dict) and loss["total"] != said.get("mistakes"):
        counts.append((f"{loss['name']} loss", float(loss["total"])))
    members = sorted(said.get("members", ()), key=lambda one: -one["weight"])
    listed = [(one["name"], f"{one['weight']:.3f}", float(one["loss"])) for one in members]
    each = table(listed, ("member", "weight", "loss")) if listed else ""
    return table(counts) + each + "".join(map(certificate_part, ledger.certificates))


def account_card(ledger: Any) -> str:
    """A ledger in a frame."""
    learner = getattr(ledger, "learner", None)
    return card(
        heading(type(ledger).__name__, f"of {learner.title}" if learner is not None else ""), account_part(ledger)
    )


def game_card(game: Any) -> str:
    """A game in a frame: who plays, with which settings, and the ledger."""
    heads = heading(f"{type(game).__name__}: {game.learner.title}", game.learner.in_short())
    waiting = f"{len(game.open):,} without a label" if game.open else ""
    return card(heads, waiting, account_part(game.ledger))
