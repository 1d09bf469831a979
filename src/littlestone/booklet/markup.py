r"""Converts the booklet's markup to HTML: mathematics between dollars, code between backticks, emphasis between stars.

    "at most $n$ mistakes, $|w|^2 <= M R^2$, and $M <= log_2 |C|$; `Game.play` *counts* them"

Within dollars single letters are set in italics, `x_1` and `x_{t+1}` are subscripts, `2^n` and `2^{-n}` superscripts,
`<=`, `>=`, `!=`, `->`, `*`, `+-` and `...` become their signs, and so do `\gamma` and the other names in SIGNS.
"""

from __future__ import annotations

import re
from html import escape

GREEK = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu")
SIGNS = {
    **{name: chr(code) for code, name in enumerate(GREEK, start=0x3B1)},
    "xi": "\u03be", "pi": "\u03c0", "rho": "\u03c1",
    "sigma": "\u03c3", "tau": "\u03c4", "phi": "\u03c6", "psi": "\u03c8", "omega": "\u03c9",
    "Delta": "\u0394", "Phi": "\u03a6", "Psi": "\u03a8", "Omega": "\u03a9", "Theta": "\u0398",
    "sum": "\u2211", "prod": "\u220f", "sqrt": "\u221a", "inf": "\u221e", "in": "\u2208", "notin": "\u2209",
    "subset": "\u2286", "empty": "\u2205", "or": "\u2228", "and": "\u2227", "not": "\u00ac", "half": "\u00bd",
    "lfloor": "\u230a", "rfloor": "\u230b", "lceil": "\u2308", "rceil": "\u2309", "R": "\u211d", "yhat": "\u0177",
    "langle": "\u27e8", "rangle": "\u27e9", "norm": "\u2016", "ell": "\u2113",
}  # fmt: skip
OPERATORS = {
    "<=": "\u2264", ">=": "\u2265", "!=": "\u2260", "->": "\u2192", "<-": "\u2190", "+-": "\u00b1", "...": "\u2026",
    "*": "\u00b7", "-": "\u2212", "'": "\u2032",
}  # fmt: skip
TOKEN = re.compile(
    r"\\([A-Za-z]+)"
    r"|(<=|>=|!=|->|<-|\+-|\.\.\.|[*'-])"
    r"|([A-Za-z]+)"
    r"|([_^])(\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z0-9]+|.)"
    r"|\\?(.)",
    re.S,
)
# A space after an opening sign, or before a closing one, only separates names.
LOOSE = re.compile("(?<=[\u230a\u2308\u27e8\u221a\u2211\u220f\u00ac]) | (?=[\u230b\u2309\u27e9])")
PIECE = re.compile(r"\$([^$]+)\$|`([^`]+)`|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)")


def html(text: str) -> str:
    """A text as HTML; what is not mark-up is escaped."""
    done, at = [], 0
    for piece in PIECE.finditer(text):
        done.append(escape(text[at : piece.start()], quote=False))
        formula, code, stress, words, link = piece.groups()
        if formula is not None:
            done.append(f'<span class="math">{mathematics(formula)}</span>')
        elif code is not None:
            done.append(f"<code>{escape(code, quote=False)}</code>")
        elif stress is not None:
            done.append(f"<em>{html(stress)}</em>")
        else:
            done.append(f'<a href="{escape(link)}">{html(words)}</a>')
        at = piece.end()
    return "".join(done) + escape(text[at:], quote=False)


def plain(text: str) -> str:
    """A text without its mark-up, for titles and alternative texts."""
    return re.sub(r"<[^>]+>", "", html(text)).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def mathematics(formula: str) -> str:
    """What stands between dollars as HTML."""
    return LOOSE.sub("", "".join(symbol(*match.groups()) for match in TOKEN.finditer(formula)))


def symbol(name: str | None, operator: str | None, word: str | None, shift: str | None, low: str, other: str) -> str:
    """One token of a formula as HTML."""
    if name is not None:
        sign = SIGNS[name]
        return f"<i>{sign}</i>" if sign.isalpha() and sign.islower() else sign
    if operator is not None:
        return OPERATORS[operator]
    if word is not None:
        return f"<i>{word}</i>" if len(word) == 1 else word
    if shift is not None:
        tag = "sub" if shift == "_" else "sup"
        return f"<{tag}>{'*' if low == '*' else mathematics(low.strip('{}'))}</{tag}>"
    return escape(other, quote=False)
