"""`littlestone verify`: proves or refuses a receipt, by the verifier that runs without this package as well."""

from __future__ import annotations

from typing import Annotated

import typer

from ..verify import littlestone_verify

EXAMPLES = """\b
Examples:
  littlestone play emails.csv --label spam --learner perceptron \\
      --receipt receipt.json --receipt-rows rows.txt
  littlestone verify receipt.json
  littlestone verify receipt.json --rows rows.txt
"""


def verify(
    receipt: Annotated[str, typer.Argument(metavar="RECEIPT", help="A receipt, as --receipt FILE writes it.")],
    *,
    rows: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Its rows, as --receipt-rows wrote them: the rule is played again on them."),
    ] = None,
) -> int:
    """Prove or refuse a receipt, one line a theorem.

    The exit code is 0 if nothing was refused, 1 if something was, 2 if it is no receipt. The verifier is one file that
    imports nothing of this package: whoever does not trust us runs that file, littlestone_verify.py, alone.
    """
    return littlestone_verify.main([receipt, *(["--rows", rows] if rows is not None else [])])
