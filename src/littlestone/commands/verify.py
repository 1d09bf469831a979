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
  littlestone verify receipt.json --journal games/journal.sqlite
"""


def verify(
    receipt: Annotated[str, typer.Argument(metavar="RECEIPT", help="A receipt, as --receipt FILE writes it.")],
    *,
    rows: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Its rows, as --receipt-rows wrote them: the rule is played again on them."),
    ] = None,
    journal: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="The journal.sqlite of the service whose game it is: both are held together."
        ),
    ] = None,
    signer: Annotated[
        str | None,
        typer.Option(metavar="KEY", help="The Ed25519 key, in hexadecimal digits, that has to have signed it."),
    ] = None,
) -> int:
    """Prove or refuse a receipt, one line a theorem.

    The exit code is 0 if nothing was refused, 1 if something was, 2 if it is no receipt. The verifier is one file that
    imports nothing of this package: whoever does not trust us runs that file, littlestone_verify.py, alone.
    """
    given = {"--rows": rows, "--journal": journal, "--signer": signer}
    return littlestone_verify.main([receipt, *(word for name, each in given.items() if each for word in (name, each))])
